"""Arguments that several commands share."""

import os
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from pbem.core.data.problems import Problem, Refused
from pbem.interface.files import load, locked, read_orders, seat_of, secret_path, settle

from .output import apart, json_option, print_json, put, say, shown

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.json_types import Json
    from pbem.core.record.documents import Document
    from pbem.core.record.gamefile import GameFile
    from pbem.core.rules.game import Game


ENTRY = click.IntRange(0, 999_999)
"""The number of an entry."""
GAME = click.argument("game", type=click.Path(allow_dash=True))
ORDERS = click.argument("orders", nargs=-1, type=click.Path(allow_dash=True))
SECRET = click.option(
    "--secret",
    "secret",
    type=click.Path(),
    envvar="PBEM_SECRET",
    help="The secret file; by default GAME.secret, or what PBEM_SECRET names.",
)


def WORDS(command: Callable[..., Any]) -> Callable[..., Any]:
    """What every note takes: the words of others, one's own as a proposal, where nobody's word alone is enough; and
    the time."""
    words = click.option(
        "--word",
        "words",
        multiple=True,
        type=click.Path(allow_dash=True),
        metavar="FILE",
        help="The word of another seat that says the same (pbem word); without a referee it takes several.",
    )
    propose = click.option(
        "--propose",
        type=click.Path(allow_dash=True),
        metavar="FILE",
        help="Write only the word for it, for the others to agree to (pbem word).",
    )
    now = click.option(
        "--now", help="The time (UTC), 2026-11-21T18:30: when the days of those begin who are called to the muster."
    )
    return words(propose(now(command)))


OUTPUT = click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=click.Path(allow_dash=True),
    help="The next game file; it may be GAME itself.",
)
REASON = click.option("--reason", required=True, help="Why; it stands in the record for ever.")
Decorator = Callable[[Any], Any]


def note_command(
    name: str,
    example: str,
    *parameters: Decorator,
    of: Any = click,
    reason: Decorator = REASON,
    then: Callable[[str], None] | None = None,
) -> Callable[[Callable[..., "Json"]], click.Command]:
    """The command whose function is ``make(file, reason, its own parameters) -> note``: a note in the record, written
    on the words of all who must agree.

    parameters  those that are this command's own
    of          the group to which it belongs
    reason      how it takes its reason
    then        what is done with the path of the next game file when the note is written
    """

    def decorate(make: Callable[..., "Json"]) -> click.Command:
        @wraps(make)
        def run(
            game: str,
            path: str,
            words: Sequence[str],
            propose: str | None,
            now: str | None,
            secret: str | None,
            as_json: bool,
            agreed: Sequence[str] = (),
            **own: Any,
        ) -> None:
            noted(game, path, secret, lambda file: make(file, **own), as_json, words, propose, now, agreed)
            if then:
                then(path)

        command: Any = run
        takes: Sequence[Decorator] = (GAME, *parameters, reason, OUTPUT, WORDS, SECRET, json_option)
        for parameter in reversed(takes):
            command = parameter(command)
        made: click.Command = of.command(name, epilog=f"Example: {example}")(command)
        return made

    return decorate


def expect_change(file: "GameFile", seat: str, addresses: Sequence[str] = ()) -> None:
    """The note of the command under way gives a seat to another person, or to nobody: the desk of the next game file
    is to follow when it is written (`settle_change`); not if it is only proposed."""
    from pbem.mail.letterbox import expect_person

    given = click.get_current_context().params
    if not given["propose"]:
        expect_person(given["path"], file, seat, addresses)


def settle_change(path: str) -> None:
    """The desk of a game file follows a change of persons that was expected."""
    from pbem.mail.letterbox import settle_person

    settle_person(path)


CUPS = click.option(
    "--cup",
    "cups",
    multiple=True,
    metavar="CUP",
    type=click.Path(),
    help="A tournament file: what its director decided on a game is what the game came to.",
)


def pairs(values: Sequence[str], what: str) -> dict[str, str]:
    """``K=V`` arguments as a dict; raises a usage error for one without ``=``."""
    found = {}
    for value in values:
        key, equals, rest = value.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{value!r} is not of the form {what}")
        found[key.strip()] = rest.strip()
    return found


def arrangement(game: "Game", count: str | None, scenario: str, edition: str | None) -> dict[str, list[str]] | None:
    """The seats of the arrangement that people call `count`, or None for the first one; else a usage error."""
    if count is None:
        return None
    from pbem.core.record.charter import arrangements, scenario_id

    offered = arrangements(game, scenario_id(game, scenario), edition)
    for key, seats in offered.items():
        if str(key) == count:
            return seats
    raise click.BadParameter(f"{game.id} has the arrangements {', '.join(map(str, offered))}.", param_hint="--seats")


def is_setting(name: str) -> bool:
    """Whether a parameter of the command under way has its value from the settings of the desk (pbem.toml)."""
    from click.core import ParameterSource

    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT_MAP


def say_if_past(file: "GameFile") -> None:
    """A sentence on standard error about a file that is not the one which this machine has reached."""
    from pbem.core.record.trusted_state import past_problem

    problem = past_problem(file)
    if problem:
        say(shown(problem, is_of_file=True))


def not_over(path: str, *inputs: tuple[str, str | None]) -> None:
    """A usage error if an output path is one of the files that the command reads and must not replace."""
    if path == "-":
        return
    for name, other in inputs:
        if other and other != "-" and os.path.realpath(other) == os.path.realpath(path):
            raise click.UsageError(f"{path} is {name}; it would be overwritten.")


def noted(
    game: str,
    path: str,
    secret: str | None,
    make: "Callable[[GameFile], Json]",
    as_json: bool,
    words: Sequence[str] = (),
    propose: str | None = None,
    now: str | None = None,
    agreed: Sequence[str] = (),
) -> "GameFile | None":
    """Read a game, make a note of it, write it, and say what came of it; the game after it, or None for a proposal.

    make      ``make(file) -> note``: what this person's word says
    words     files with the words of others that say the same (pbem word)
    propose   where to write only this person's word; nothing else is written then
    now       the time, from when on those who are called to the muster have their days; None if nobody told
    agreed    seats whose consent stands in the place of the referee's word, where seats have no keys
    """
    from pbem.core.record import gamefile
    from pbem.core.record.deadlines import check_time, time_of

    apart(as_json and not propose, path)
    secret, time = secret_path(game, secret), time_of(now) if now else None
    inputs = [("the secret file", secret), *(("the word of another", name) for name in words)]
    not_over(path, *inputs)
    if propose:
        not_over(propose, ("the game", game), ("the game", path), *inputs)
    with locked(game, path, None if agreed else secret):
        if time:
            check_time(load_game(game), time)
        after: GameFile | None
        if agreed:
            note, after = _agreed(game, make, agreed)
            gamefile.write(after, path)
        else:
            note, after = _worded(game, path, secret, make, words, propose, as_json)
        if after:
            _dated(after, game, path, time)
    if after:
        _tell_note(after, note, as_json)
    return after


def _dated(after: "GameFile", game: str, path: str, time: "datetime | None") -> None:
    """Write the calendar of a game to which a note was added: the time of the note, if somebody told it."""
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import note_stop

    after.path, after._calendar = game, None
    told = after.calendar
    if time:
        note_stop(after, time)
    if time or path != game:
        calendar.write(told, path)


def _worded(
    game: str,
    path: str,
    secret: str,
    make: "Callable[[GameFile], Json]",
    words: Sequence[str],
    propose: str | None,
    as_json: bool,
) -> "tuple[Json, GameFile | None]":
    """``(note, the game after it)``, written, on the word of the holder of a secret and those of others; the game is
    None if only that word is written, as a proposal."""
    from pbem.core.play import play
    from pbem.core.play.statement_text import word_text
    from pbem.core.record import gamefile
    from pbem.core.record.signer import open_signer

    file = settled(game, secret)
    signer = open_signer(secret, file)
    note = make(file)
    others = _words(file, words)
    own = play.word_of(file, signer.participant, signer, note=note)
    if propose:
        put(propose, word_text(file, own), as_json, "proposal", file.name)
        say("This is a word, and no part of the game until those of the others are there: pbem word.")
        return note, None
    after = play.noted(file, [own, *others], signer.openings(file))
    gamefile.write(after, path)
    signer.forget_kept()
    signer.save(after)
    return note, after


def _words(file: "GameFile", paths: Sequence[str]) -> "list[Document]":
    """The words (Documents) in files; raises Refused with every file that holds none."""
    from pbem.core.play import play

    found, problems = read_orders(file, paths, sealed=True)
    none = [path for path, one in zip(paths, found) if isinstance(one, dict) or one.kind != "word"]
    if problems or none:
        raise Refused([*problems, *(problem for path in none for problem in play.no_word(os.path.basename(path)))])
    return [one for one in found if not isinstance(one, dict)]


def carried(file: "GameFile", path: str | None) -> "Document | None":
    """The sealed document in a file that orders are to carry; None without a file.  Raises Refused for what nobody has
    sealed."""
    from pbem.core.record.participation import Call

    found, problems = read_orders(file, [path] if path else [], sealed=True)
    if any(isinstance(one, dict) for one in found):
        opener = Call(file.charter, file.state).opener or "whoever opens"
        hint = "Nothing is sealed in this file; its owner makes it so with pbem seal --closed."
        problems.append(Problem("sealed-lacking", where=os.path.basename(path or ""), opener=opener, hint=hint))
    if problems:
        raise Refused(problems)
    return next((one for one in found if not isinstance(one, dict)), None)


def _tell_note(after: "GameFile", note: "Json", as_json: bool) -> None:
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
    say(f"Entry {entry['n']} is a note: {entry['what']}, {why}. Head {after.head[:32]}.")
    if entry["what"] == "redo":
        say(f"Undone, and kept on record: entries {', '.join(map(str, _undone(after, entry))) or 'none'}.")
    say("The next entry is a muster: every seat sends its orders, or says ready.")


def _agreed(game: str, make: "Callable[[GameFile], Json]", agreed: Sequence[str]) -> "tuple[Json, GameFile]":
    """``(note, the game after it)`` on the words of all seats where none has a key."""
    from pbem.core.play import play
    from pbem.core.record.trusted_state import check_current
    from pbem.desk.acts import unsigned_words

    file = load_game(game, to_play=True)
    check_current(file)
    note = make(file)
    return note, play.noted(file, unsigned_words(file, note, agreed))


def _undone(file: "GameFile", entry: "Json") -> list[int]:
    from pbem.core.record.entries import undone_by

    return [taken["n"] for taken in undone_by(file.entries).get(entry["n"], ())]


def title_named(name: str) -> "Game":
    """The title of that id, or a usage error that names those there are."""
    from pbem.core.rules.game import load

    title_known(name)
    return load(name)


def title_known(name: str) -> None:
    """Nothing if there is a title of that id, or a usage error; no title is imported."""
    from pbem.core.rules.game import is_title, titles

    if not is_title(name):
        from pbem.core.data.text import did_you_mean

        text = f"There is no title {name}; there are {', '.join(titles())}. {did_you_mean(name, titles())}"
        raise click.UsageError(text.rstrip())


def load_game(path: str, to_play: bool = False) -> "GameFile":
    """The game file at `path` (interface.files.load); of one that is older than what this machine has seen, or another
    one, that is said on standard error: it may be looked at."""
    file = load(path, to_play)
    if not to_play:
        say_if_past(file)
    return file


def settled(path: str, secret: str) -> "GameFile":
    """The game file with the line that this secret opened before and that was not written, if there is one; what was
    settled is told."""
    file, notes = settle(path, secret)
    for note in notes:
        say(shown(note))
    return file


def seat_named(file: "GameFile", text: str) -> str:
    """The seat that is meant by its id, one of its powers, or the name of who holds it; or a usage error that names
    the seats of the game."""
    from pbem.interface.no_such_thing import NoSuchThing

    try:
        return seat_of(file, text)
    except NoSuchThing as error:
        raise click.UsageError(str(error)) from None
