"""pbem desk: acts of a referee that are no rule of the game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import Problem, Refused
from pbem.interface.files import locked, read_orders, secret_path

from .options import (
    AGAIN,
    ENTRY,
    GAME,
    SECRET,
    WORD_OUTPUT,
    WORDS,
    load_game,
    not_over,
    noted,
    pairs,
    said,
    seat_named,
    settled,
    tell_note,
)
from .output import json_option, say, told_written

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.gamefile import GameFile


OUTPUT = click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=click.Path(allow_dash=True),
    help="The next game file; it may be GAME itself.",
)
REASON = click.option("--reason", required=True, help="Why; it stands in the record for ever.")


AGREED = click.option(
    "--agreed",
    multiple=True,
    metavar="SEAT",
    help="Where seats have no keys and the referee has vanished: a seat that has agreed; every seat must.",
)


@click.group("desk")
def command() -> None:
    """Acts of a referee that are no rule of the game, each on record and in the next report.

    Another person in a seat is pbem seat replace; an absence is pbem absence; a change of the board is pbem correct.
    """


@command.command(
    "takeback",
    epilog="Example: pbem desk takeback malaya-7.json --agreed prc --agreed allied "
    '--reason "a slip of the pen" -o malaya-7.json',
)
@GAME
@click.option(
    "--step",
    "entry",
    type=ENTRY,
    help="Back to the end of this entry; by default the last entry is taken back.",
)
@click.option("--agreed", multiple=True, metavar="SEAT", help="A seat that has agreed; every seat must.")
@REASON
@OUTPUT
@WORDS
@SECRET
@json_option
def takeback(
    game: str,
    entry: int | None,
    agreed: Sequence[str],
    reason: str,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Take back the last entry of GAME, or go back to --step, because every seat has agreed.

    Nothing is deleted, no draw comes again, and the next entry is a muster: whoever sends an envelope for it agrees.
    """

    def make(file: "GameFile") -> "list[Json]":
        from pbem.desk.acts import take_back

        return [take_back(file, entry, reason, agreed)]

    noted(game, path, secret, make, as_json, words, propose, now)


@command.command("depart", epilog='Example: pbem desk depart malaya-7.json --reason "Cora is gone" ')
@GAME
@REASON
@WORD_OUTPUT
@AGAIN
@WORDS
@SECRET
@json_option
def depart(
    game: str,
    reason: str,
    path: str | None,
    again: bool,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """The referee of GAME has left: from now on the players open the envelopes in turn.

    On the referee's own word, or, if the referee has vanished, with --again on that of more than half of the seats
    (--propose, pbem word, --word).
    """

    def make(file: "GameFile") -> "Json":
        from pbem.desk.acts import depart

        return depart(file, reason)

    said(game, path, secret, make, as_json, words, propose, now, (), again)


@command.command(
    "change",
    epilog="Example: pbem desk change malaya-7.json --option interception-area=goal "
    '--reason "we read it so" -o malaya-7.json',
)
@GAME
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option or a switchable ruling.")
@click.option(
    "--revision", type=click.IntRange(1, 9999), help="Go on by this revision of the rules, that of this pbem."
)
@REASON
@OUTPUT
@WORDS
@SECRET
@json_option
def change(
    game: str,
    options: Sequence[str],
    revision: int | None,
    reason: str,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """From now on GAME goes by another option, or by another revision of the rules.

    The game must be at a rest point. On the referee's word, or on that of all seats; the next entry is a muster.
    """

    chosen = pairs(options, "K=V")

    def make(file: "GameFile") -> "list[Json]":
        from pbem.desk.acts import change

        return [change(file, chosen, revision, reason)]

    noted(game, path, secret, make, as_json, words, propose, now)


@command.command("restart", epilog='Example: pbem desk restart malaya-7.json bob --reason "silent" ')
@GAME
@click.argument("seat")
@REASON
@WORD_OUTPUT
@AGAIN
@WORDS
@SECRET
@json_option
def restart(
    game: str,
    seat: str,
    reason: str,
    path: str | None,
    again: bool,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """SEAT, which has not opened GAME when it was due, opens last, from the entry after the next one on."""

    def make(file: "GameFile") -> "Json":
        from pbem.desk.acts import restart

        return restart(file, seat_named(file, seat), reason)

    said(game, path, secret, make, as_json, words, propose, now, (), again)


@command.command("leave", epilog='Example: pbem desk leave malaya-7.json bob --reason "Bob is gone"')
@GAME
@click.argument("seat")
@REASON
@WORD_OUTPUT
@AGAIN
@WORDS
@SECRET
@json_option
def leave(
    game: str,
    seat: str,
    reason: str,
    path: str | None,
    again: bool,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Nobody holds SEAT of GAME any more: its published defaults are taken, until somebody takes it.

    With pbem seat replace another person does. At the game's desk the addresses of the seat speak for it no more.
    """

    from pbem.mail.letterbox import expect_person, settle_person

    def make(file: "GameFile") -> "Json":
        from pbem.desk.acts import leave

        statement = leave(file, seat_named(file, seat), reason)
        if not propose:
            kept = None if path or again else secret_path(game, secret)
            expect_person(game, file, seat_named(file, seat), secret=kept)
        return statement

    said(game, path, secret, make, as_json, words, propose, now, (), again)
    settle_person(game)


@command.command(
    "again",
    epilog='Example: pbem desk again malaya-7.json --silent bob --reason "Bob has the envelopes, and is silent" '
    "--word carl.word -o malaya-7.json",
)
@GAME
@click.option("--silent", multiple=True, metavar="SEAT", help="Who has not been heard of, and opens last from now on.")
@click.option(
    "--seals",
    nargs=2,
    type=click.Path(allow_dash=True),
    metavar="ORDERS ORDERS",
    help="Instead of words: the orders of two seats which carry two sealed documents of the opener, which has its "
    "defaults in the entry after it.",
)
@AGREED
@click.option("--reason", help="Why; it stands in the record for ever.")
@OUTPUT
@WORDS
@SECRET
@json_option
def again(
    game: str,
    silent: Sequence[str],
    seals: tuple[str, str] | None,
    agreed: Sequence[str],
    reason: str | None,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Give up the entry of GAME that is due, because nobody can open it: a silent opener, a lost secret.

    On the referee's word, or on that of more than half of the seats (of two: both). All send new envelopes then, so it
    is a new throw, and every report since says by whom. For an asked seat that is silent its absence is enough.
    """

    if seals:
        _sealed_twice(game, seals, path, secret, as_json)
        return
    why = reason or ""

    def make(file: "GameFile") -> "list[Json]":
        from pbem.desk.acts import again

        return [again(file, [seat_named(file, seat) for seat in silent], why)]

    noted(game, path, secret, make, as_json, words, propose, now, agreed)


def _sealed_twice(game: str, orders: Sequence[str], path: str, secret: str | None, as_json: bool) -> None:
    """Write the note that burns an entry because of two sealed documents of its opener: both are signed, so it takes
    nobody's word."""
    from pbem.core.play import play
    from pbem.core.record import gamefile
    from pbem.core.record.signer import open_signer

    secret = secret_path(game, secret)
    not_over(path, ("the secret file", secret), *(("orders", name) for name in orders))
    with locked(game, path, secret):
        file = settled(game, secret)
        signer = open_signer(secret, file)
        found, wrong = read_orders(file, orders, sealed=True)
        given = [one for one in found if not isinstance(one, dict)]
        if wrong or len(given) < 2:
            raise Refused(wrong or [Problem("note-seals")])
        after = play.noted(file, given, signer)
        gamefile.write(after, path)
        signer.keep([])
        signer.save(after)
    tell_note(after, {"what": "seals", "why": "the opener has sealed two documents"}, as_json)


@command.command("end", epilog='Example: pbem desk end malaya-7.json --reason "given up" -o malaya-7.json')
@GAME
@AGREED
@REASON
@OUTPUT
@WORDS
@SECRET
@json_option
def end(
    game: str,
    agreed: Sequence[str],
    reason: str,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """GAME ends here without a winner; what is still closed is opened as far as it is known here."""

    def make(file: "GameFile") -> "list[Json]":
        from pbem.desk.acts import give_up

        return [give_up(file, reason)]

    noted(game, path, secret, make, as_json, words, propose, now, agreed)


@command.command(
    "stands",
    epilog='Example: pbem desk stands malaya-7.json --reason "the line of Bob\'s mail" '
    "--word carl.word -o malaya-7.json",
)
@GAME
@REASON
@OUTPUT
@WORDS
@SECRET
@json_option
def stands(
    game: str,
    reason: str,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Of two last lines that one opener signed, that of GAME is the one that stands."""

    def make(file: "GameFile") -> "list[Json]":
        from pbem.desk.acts import stand

        return [stand(file, reason)]

    noted(game, path, secret, make, as_json, words, propose, now)


@command.command(
    "handover",
    epilog='Example: pbem desk handover malaya-7.json --to Dora --anchor 5f0c… --reason "Cora is away for a year"',
)
@GAME
@click.option("--to", "person", required=True, metavar="NAME", help="Who referees from now on.")
@click.option("--anchor", metavar="ANCHOR", help="The anchor of the new referee's chain (pbem seat init).")
@click.option("--new-secret", type=click.Path(), help="The new referee's secret file instead, if it is here.")
@AGREED
@REASON
@WORD_OUTPUT
@AGAIN
@WORDS
@SECRET
@json_option
def handover(
    game: str,
    person: str,
    anchor: str | None,
    new_secret: str | None,
    agreed: Sequence[str],
    reason: str,
    path: str | None,
    again: bool,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Another person referees GAME from now on, with a chain of that person's own.

    Lines that are still closed are known to the old referee alone: they are over, and their seats send them again.
    A referee who has vanished gives no word, and opens nothing: then --again gives the entry up, and all seats agree,
    with their signed words where they have keys (--propose, pbem word, --word), else named with --agreed, which
    nobody can prove.
    """
    if bool(anchor) == bool(new_secret):
        raise click.UsageError("Give the new referee's --anchor, or the file with --new-secret.")

    def make(file: "GameFile") -> "Json":
        from pbem.core.record.charter import anchor_of
        from pbem.core.record.secret import Secret
        from pbem.desk.acts import hand_over

        given = Secret.read(new_secret).anchor if new_secret else anchor_of(anchor or "")
        return hand_over(file, person, reason, given)

    said(game, path, secret, make, as_json, words, propose, now, agreed, again)


@command.command("extend", epilog="Example: pbem desk extend malaya-7.json prc 3 --now 2026-11-22 --messages outbox")
@GAME
@click.argument("seat")
@click.argument("days", type=click.IntRange(1, 365))
@click.option("--now", required=True, help="The time (UTC), 2026-11-21 or 2026-11-21T18:30.")
@click.option("--messages", "folder", type=click.Path(), help="Tell everybody at once: mails into this Maildir.")
@json_option
def extend(game: str, seat: str, days: int, now: str, folder: str | None, as_json: bool) -> None:
    """Grant SEAT of GAME so many DAYS more for what it is asked now, as the charter allows (pbem new --extensions).

    A player asks for it with a line in a mail: extend 3 days. It is told beside GAME, in its calendar.
    """
    from pbem.core.data import store
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import time_of
    from pbem.desk import deadlines
    from pbem.mail.letterbox import Letterbox
    from pbem.mail.notices import granted
    from pbem.mail.outbox import put

    with store.Lock(game):
        file, time = load_game(game), time_of(now)
        seat = seat_named(file, seat)
        box = Letterbox.open(game) if folder else None
        row = deadlines.extend(file, seat, days, time)
        calendar.write(file.calendar, game)
        if box and folder:
            put(folder, [message for _, message in granted(file, box, row, time)])
    if as_json:
        told_written([calendar.path_of(game)], "more days", file.name)
    else:
        say(f"{seat} has time until {deadlines.promised(file, seat).term}.")


@command.command("note", epilog='Example: pbem desk note malaya-7.json "Happy new year" --now 2027-01-01')
@GAME
@click.argument("words")
@click.option("--now", required=True, help="The time (UTC), 2026-11-21 or 2026-11-21T18:30.")
@json_option
def note(game: str, words: str, now: str, as_json: bool) -> None:
    """Write a word to everybody beside GAME, into its calendar; it stands in the next report, and changes nothing."""
    from pbem.core.data import store
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import time_of
    from pbem.desk.acts import tell

    with store.Lock(game):
        file = load_game(game)
        tell(file, words, time_of(now))
        calendar.write(file.calendar, game)
    if as_json:
        told_written([calendar.path_of(game)], "word to everybody", file.name)
    else:
        say("It stands in the next report.")
