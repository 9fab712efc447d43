"""What a person says about a game beside its rules: a note in the record, or a word on people in the next line of play.

Both take the words of all who must agree, and are one command each: `note_command`, `word_command`.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pbem.core.data.tables import Sentences
from pbem.interface.files import locked, secret_path

from .options import load_game, not_over, settled, words_in
from .output import apart, print_json, put, say
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.signer import Signer

_say = Sentences(__name__)


Making = Callable[..., "Json"]
"""``make(file, the command's own parameters) -> statement``"""


class Act(NamedTuple):
    """How something is said about a game.

    game      its file
    path      the next game file; for a word, where it is written, or None: it is kept with the referee's secret
    secret    the secret file of whoever speaks, or None for the usual one
    words     files with the words of others that say the same (pbem word)
    propose   where to write only the proposal; nothing else is written then
    now       the time, from when on those who are called to the muster have their days; None if nobody told
    agreed    seats whose consent stands in the place of the referee's word, where seats have no keys
    """

    game: str
    path: str | None
    secret: str | None
    words: Sequence[str]
    propose: str | None
    now: str | None
    as_json: bool
    agreed: Sequence[str] = ()


def note_command(words: str, of: Any = click) -> Callable[[Making], click.Command]:
    """The command whose function makes a board note: it stands in the record at once, on the words of all who must
    agree.

    words   of the command;  of   the group to which it belongs
    """

    def decorate(make: Making) -> click.Command:
        @wraps(make)
        def run(**given: Any) -> None:
            act, own = _act(given)
            _note(act, lambda file: [make(file, **own)])

        return declared(words, of)(run)

    return decorate


def word_command(words: str, of: Any) -> Callable[[Making], click.Command]:
    """The command whose function makes a statement on people: a word that stands in the next line of play and holds
    from the entry after it on; with --again it stands in a note at once, which gives up the entry that is due.

    The desk of the game follows the change of persons that its function expects (`expect_change`).
    """

    def decorate(make: Making) -> click.Command:
        @wraps(make)
        def run(again: bool, **given: Any) -> None:
            from pbem.mail.letterbox import settle_person

            act, own = _act(given)
            if again:
                _give_up(act, lambda file: make(file, **own))
            else:
                _vouch(act, lambda file: make(file, **own))
            settle_person(act.game)

        return declared(words, of)(run)

    return decorate


def _act(given: dict[str, Any]) -> tuple[Act, dict[str, Any]]:
    """``(how it is said, the command's own parameters)``."""
    return Act(**{key: given.pop(key) for key in Act._fields if key in given}), given


def expect_change(file: "GameFile", seat: str, addresses: Sequence[str] = ()) -> None:
    """The word of the command under way gives a seat to another person, or to nobody: the desk of the game is to follow
    when that holds; not if it is only proposed."""
    from pbem.mail.letterbox import expect_person

    given = click.get_current_context().params
    if not given["propose"]:
        kept = None if given["path"] or given["again"] else secret_path(given["game"], given["secret"])
        expect_person(given["game"], file, seat, addresses, kept)


def _give_up(act: Act, make: "Callable[[GameFile], Json]") -> None:
    def both(file: "GameFile") -> "list[Json]":
        from pbem.desk.acts import again

        statement = make(file)
        return [again(file, [], statement["why"]), statement]

    _note(act, both)


def _note(act: Act, make: "Callable[[GameFile], list[Json]]") -> None:
    """Read a game, make a note of it, write it, and say what came of it.

    make   ``make(file) -> statements``: what this person's word says, the board note first
    """
    from pbem.core.play import gamefile
    from pbem.core.record.deadlines import check_time, time_of

    if act.path is None and not act.propose:
        raise WrongUsage("note-file")
    path = act.path or ""
    apart(act.as_json and not act.propose, path)
    secret, time = secret_path(act.game, act.secret), time_of(act.now) if act.now else None
    inputs = [("the secret file", secret), *(("the word of another", name) for name in act.words)]
    not_over(path, *inputs)
    if act.propose:
        not_over(act.propose, ("the game", act.game), ("the game", path), *inputs)
    with locked(act.game, path, None if act.agreed else secret):
        if time:
            check_time(load_game(act.game), time)
        if act.propose:
            _propose(act, secret, make)
            return
        if act.agreed:
            note, after = _agreed(act, make)
            gamefile.write(after, path)
        else:
            note, after = _worded(act, secret, make)
        _dated(after, act.game, path, time)
    tell_note(after, note, act.as_json)


def _dated(after: "GameFile", game: str, path: str, time: "datetime | None") -> None:
    """Write the calendar of a game to which a note was added: the time of the note, if somebody told it."""
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import note_stop

    after.path, after.calendar = game, calendar.read(game)
    told = after.calendar
    if time:
        note_stop(after, time)
    if time or path != game:
        calendar.write(told, path)


def _propose(act: Act, secret: str, make: "Callable[[GameFile], list[Json]]") -> None:
    from pbem.core.seat.statement_text import word_text
    from pbem.core.signing import words

    file = settled(act.game, secret)
    statements = make(file)
    proposed = words.proposal(file, _signer(secret, file, statements).participant, statements)
    put(act.propose or "-", word_text(file, proposed), act.as_json, "proposal", file.name)
    say(_say("proposed"))


def _worded(act: Act, secret: str, make: "Callable[[GameFile], list[Json]]") -> "tuple[Json, GameFile]":
    """``(note, the game after it)``, written, on the word of the holder of a secret and those of others."""
    from pbem.core.signing import adjudication, words

    file = settled(act.game, secret)
    statements = make(file)
    signer = _signer(secret, file, statements)
    others = words_in(file, act.words)
    after = adjudication.noted(file, [words.word_of(file, signer, statements), *others], signer, signer.openings(file))
    write_note(file, after, act.path or "", signer, statements)
    return statements[0], after


def write_note(
    file: "GameFile", after: "GameFile", path: str, signer: "Signer", statements: "Sequence[Json]" = ()
) -> None:
    """Write the game after a note.  All that came for the head before is over; what its own person had said on people
    is said again, but for what the note says of them."""
    from pbem.core.play import gamefile
    from pbem.core.signing import words

    said, gone = words.parted(words.kept_words(file, signer), statements)
    _say_replaced(file, gone)
    kept = [] if after.is_over else [words.word_of(after, signer, [one]) for one in said]
    gamefile.write(after, path)
    signer.keep(kept)
    signer.save(after)


def _say_replaced(file: "GameFile", gone: "Sequence[Json]") -> None:
    """Tell what was said before, is in no line yet, and gives way."""
    from pbem.core.seat.statement_text import sentences

    for statement in gone:
        say(_say("replaced", statement=" ".join(sentences(file, statement))))


def _signer(secret: str, file: "GameFile", statements: "Sequence[Json]") -> "Signer":
    from pbem.core.record.signer import open_signer

    return open_signer(secret, file, any(one["what"] == "anchor" for one in statements))


def _vouch(act: Act, make: "Callable[[GameFile], Json]") -> None:
    """Say something on people; a word about the same person that is kept since the last entry gives way to it."""
    from pbem.core.record.participation import REFEREE
    from pbem.core.seat.statement_text import statements, word_text
    from pbem.core.signing import words

    if act.words or act.agreed or act.propose or act.now:
        raise WrongUsage("of-a-note")
    secret = secret_path(act.game, act.secret)
    if act.path:
        not_over(act.path, ("the game", act.game), ("the secret file", secret))
    with locked(act.game, secret):
        file = settled(act.game, secret)
        statement = make(file)
        signer = _signer(secret, file, [statement])
        word = words.word_of(file, signer, [statement])
        if act.path is None and signer.participant != REFEREE:
            raise WrongUsage("word-file")
        if act.path is None:
            _say_replaced(file, words.keep_word(file, signer, word))
            signer.secret.save()
        if act.path or act.as_json:
            put(act.path or "-", word_text(file, word), act.as_json, "word", file.name)
        for sentence in statements(file, word):
            say(sentence)
    if act.path is None:
        say(_say("kept", entry=file.next, next=file.next + 1))


def _agreed(act: Act, make: "Callable[[GameFile], list[Json]]") -> "tuple[Json, GameFile]":
    """``(note, the game after it)`` on the words of all seats where none has a key."""
    from pbem.core.record.trusted_state import check_current
    from pbem.core.signing import adjudication
    from pbem.desk.acts import unsigned_words

    file = load_game(act.game, to_play=True)
    check_current(file)
    statements = make(file)
    return statements[0], adjudication.noted(file, unsigned_words(file, statements, act.agreed))


def tell_note(after: "GameFile", note: "Json", as_json: bool) -> None:
    """Say which note a game has now, or print it as note/1."""
    from pbem.report.noted import noted

    entry, why = after.entry(after.n), note["why"]
    if as_json:
        print_json(
            {
                "pbem": "note/1",
                "game": after.name,
                "entry": entry["n"],
                "head": after.head,
                "what": entry["what"],
                "why": why,
                "undone": _undone(after, entry),
                "patch": note.get("patch", []),
                "waiting": after.waiting,
            }
        )
        return
    told = ". ".join(map(": ".join, noted(after, entry)))
    say(_say("note", n=entry["n"], told=told, head=after.head[:32]))
    if entry["what"] == "redo":
        say(_say("undone", entries=[f"entry {n}" for n in _undone(after, entry)]))
    say(_say("muster"))


def _undone(file: "GameFile", entry: "Json") -> list[int]:
    from pbem.core.record.entries import undone_by

    return [taken["n"] for taken in undone_by(file.entries).get(entry["n"], ())]
