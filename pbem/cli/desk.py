"""pbem desk: acts of a referee that are no rule of the game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.interface.files import locked, read_orders, seat_of, secret_path

from .notes import expect_change, note_command, tell_note, word_command, write_note
from .options import calendar_changing, not_over, pairs, settled
from .output import apart, wrote
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)


@click.group("desk")
def command() -> None:
    """What a referee does outside the rules, each on record and in the next report.

    To put another person in a seat: pbem seat replace. An absence: pbem absence. To change the board: pbem correct.
    """


@note_command("desk takeback", command)
def takeback(file: "GameFile", entry: int | None, consenting: Sequence[str], reason: str) -> "Json":
    """Take back the last entry of GAME, or go back to --step, because every seat has agreed.

    Nothing is deleted, no roll comes again, and the next entry is a muster: whoever sends an envelope for it agrees.
    """
    from pbem.desk.acts import take_back

    return take_back(file, entry, reason, consenting)


@word_command("desk depart", command)
def depart(file: "GameFile", reason: str) -> "Json":
    """The referee of GAME has left: from the entry after the next one on the players open.

    This takes the referee's own word or, if the referee has vanished, --again and the words of more than half of the
    seats (--propose, pbem word, --word).
    """
    from pbem.desk.acts import depart

    return depart(file, reason)


@note_command("desk change", command)
def change(file: "GameFile", options: Sequence[str], revision: int | None, reason: str) -> "Json":
    """From now on GAME goes by another option, or by another revision of the rules.

    The game must be at a rest point. This takes the referee's word, or those of all seats; the next entry is a muster.
    """
    from pbem.desk.acts import change

    return change(file, pairs(options, "K=V"), revision, reason)


@word_command("desk restart", command)
def restart(file: "GameFile", seat: str, reason: str) -> "Json":
    """SEAT did not open GAME when it was due: it opens last, from the entry after the next one on."""
    from pbem.desk.acts import restart

    return restart(file, seat_of(file, seat), reason)


@word_command("desk leave", command)
def leave(file: "GameFile", seat: str, reason: str) -> "Json":
    """Nobody holds SEAT of GAME any more: its published defaults are taken, until somebody takes it.

    To put somebody else in it: pbem seat replace. At the game's desk the seat's addresses no longer speak for it.
    """
    from pbem.desk.acts import leave

    statement = leave(file, seat_of(file, seat), reason)
    expect_change(file, seat_of(file, seat))
    return statement


@note_command("desk again", command)
def again(file: "GameFile", silent: Sequence[str], reason: str) -> "Json":
    """Give up the entry of GAME that is due, because nobody can open it: a silent opener, a lost secret.

    This takes the referee's word, or those of more than half of the seats (of two: both). All then send new envelopes,
    so it is a new throw, and every report from then on says who decided it. If a seat that is asked is merely silent,
    marking it absent is enough.
    """
    from pbem.desk.acts import again

    return again(file, [seat_of(file, seat) for seat in silent], reason)


@declared("desk seals", command)
def seals(game: str, orders: Sequence[str], path: str, secret: str | None, as_json: bool) -> None:
    """Give up the entry of GAME that is due, because its opener has sealed two documents for it.

    The ORDERS of two seats carry the two, signed, so this takes nobody's word. In the next entry the opener gets its
    defaults.
    """
    from pbem.core.record.signer import open_signer
    from pbem.core.signing import adjudication

    apart(as_json, path)
    secret = secret_path(game, secret)
    not_over(path, ("the secret file", secret), *(("orders", name) for name in orders))
    with locked(game, path, secret):
        file = settled(game, secret)
        signer = open_signer(secret, file)
        found, wrong = read_orders(file, orders, sealed=True)
        given = [one for one in found if not isinstance(one, dict)]
        if wrong or len(given) < 2:
            raise Refused(wrong or [Problem("note-seals")])
        after = adjudication.noted(file, given, signer)
        write_note(file, after, path, signer)
    tell_note(after, {"what": "seals", "why": "the opener has sealed two documents"}, as_json)


@note_command("desk end", command)
def end(file: "GameFile", reason: str) -> "Json":
    """GAME ends here without a winner; what is still closed is opened, as far as it is known here."""
    from pbem.desk.acts import give_up

    return give_up(file, reason)


@note_command("desk stands", command)
def stands(file: "GameFile", reason: str) -> "Json":
    """One opener signed two last lines: say that the one in GAME stands."""
    from pbem.desk.acts import stand

    return stand(file, reason)


@word_command("desk handover", command)
def handover(file: "GameFile", person: str, anchor: str | None, new_secret: str | None, reason: str) -> "Json":
    """Another person referees GAME from the entry after the next one on, with a chain of their own.

    Only the old referee knows the lines that are still closed: they end, and their seats send them again. A referee
    who has vanished gives no word and opens nothing: then --again gives the entry up, and all seats agree, with
    signed words where they have keys (--propose, pbem word, --word), else named with --agreed, which nobody can
    prove.
    """
    from pbem.core.record.charter import anchor_of
    from pbem.core.record.secret import Secret
    from pbem.desk.acts import hand_over

    if bool(anchor) == bool(new_secret):
        raise WrongUsage("anchor-or-secret")
    given = Secret.read(new_secret).anchor if new_secret else anchor_of(anchor or "")
    return hand_over(file, person, reason, given)


@declared("desk extend", command)
def extend(game: str, seat: str, days: int, now: str, folder: str | None, as_json: bool) -> None:
    """Grant SEAT of GAME this many DAYS more for what it is asked now, as the charter allows (pbem new --extensions).

    A player asks for it with a line in a mail: extend 3 days. It is noted in the calendar beside GAME.
    """
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import time_of
    from pbem.desk import deadlines
    from pbem.mail.letterbox import Letterbox
    from pbem.mail.notices import granted
    from pbem.mail.outbox import put

    time = time_of(now)
    with calendar_changing(game) as file:
        seat = seat_of(file, seat)
        box = Letterbox.open(game) if folder else None
        row, file.clock = deadlines.extend(file, seat, days, time), time
    if box and folder:
        put(folder, [message for _, message in granted(file, box, row, time)])
    told = _say("extended", seat=seat, term=deadlines.promised(file, seat).term)
    wrote(as_json, calendar.path_of(game), "more days", file.name, told)


@declared("desk note", command)
def note(game: str, words: str, now: str, as_json: bool) -> None:
    """Leave a word to everybody in the calendar beside GAME; it is in the next report, and changes nothing."""
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import time_of
    from pbem.desk.acts import tell

    with calendar_changing(game) as file:
        tell(file, words, time_of(now))
    wrote(as_json, calendar.path_of(game), "word to everybody", file.name, _say("in-report"))
