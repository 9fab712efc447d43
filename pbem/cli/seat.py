"""pbem seat: a seat's own chain of envelopes."""

from typing import TYPE_CHECKING

import click

from pbem.core.data.tables import Sentences
from pbem.interface.files import locked, seat_of, secret_path

from .notes import expect_change, word_command
from .options import settled
from .output import apart, print_json, say, wrote
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)


@click.group("seat")
def command() -> None:
    """A seat: its own chain of envelopes, and the person who holds it."""


@declared("seat init", command)
def init(path: str, length: int, as_json: bool) -> None:
    """Make a chain of envelopes in a secret file of your own, and print its anchor.

    Send the anchor as printed to whoever makes the game (pbem new --anchor SEAT=ANCHOR); keep the file to yourself. A
    chain that is not of the usual length has its length after a slash.
    """
    from pbem.core.record.charter import anchor_text
    from pbem.core.record.secret import Secret

    apart(as_json, path)
    secret = Secret.create(path, length=length)
    anchor = anchor_text(secret.anchor)
    if as_json:
        print_json({"pbem": "chain/1", "anchor": anchor, "n": length, "file": path})
    else:
        print(anchor)
        say(_say("made", length=length, path=path))


@word_command("seat replace", command)
def replace(file: "GameFile", seat: str, person: str, anchor: str | None, address: str | None, reason: str) -> "Json":
    """Another person takes SEAT in GAME, on record, from the entry after the next one on.

    The seat's open orders for later stay in force until the new person's first orders. Where seats have no keys the new
    person may answer at once; else what is asked now is answered by the old one, or by the default. Where the game has
    a desk, the seat's addresses no longer speak for it; the next pbem mail out tells both people. You can give the new
    address later: pbem mail set-up GAME.
    """
    from pbem.core.record.charter import anchor_of
    from pbem.desk.acts import replace
    from pbem.mail import has_desk

    given = [one.strip() for one in (address or "").lower().split(",") if one.strip()]
    game = click.get_current_context().params["game"]
    if given and not has_desk(game):
        raise WrongUsage("no-desk", game=game)
    statement = replace(file, seat_of(file, seat), person, reason, anchor_of(anchor) if anchor else None)
    expect_change(file, seat_of(file, seat), given)
    return statement


@word_command("seat robot", command)
def robot(file: "GameFile", seat: str, level: str, chain: str | None, held: str, reason: str) -> "Json":
    """A robot takes SEAT in GAME, on record, from the entry after the next one on.

    The desk answers for it as soon as all others have answered. Its chain is made beside GAME, in
    GAME.robot-SEAT.secret: whoever keeps that could know its answers in advance, and the report says so. With --chain
    somebody else keeps it and mails its answers (pbem robot --secret). Undo: pbem seat replace.
    """
    from pbem.desk.acts import seat_robot
    from pbem.interface.robots import seated

    if bool(chain) != bool(held):
        raise WrongUsage("chain-and-held")
    seat = seat_of(file, seat)
    game = click.get_current_context().params["game"]
    statement = seat_robot(file, seat, seated(game, seat, level, held, chain or ""), reason)
    expect_change(file, seat)
    return statement


@word_command("seat renew", command)
def renew(file: "GameFile", who: str, anchor: str, reason: str) -> "Json":
    """SEAT, or the referee, uses a new chain of envelopes, on record, from the entry after the next one on.

    That entry is a muster.

    This takes a word signed with the old key (--secret names its file); if that secret is lost, the referee's word or,
    without a referee, those of more than half of the seats (pbem word).
    """
    from pbem.core.record.charter import anchor_of
    from pbem.desk.acts import renew

    return renew(file, who, reason, anchor_of(anchor))


@declared("seat moved", command)
def moved(game: str, secret: str | None, as_json: bool) -> None:
    """This machine uses the secret file of GAME from now on: it was moved here, or restored from a copy.

    First take up every line that was mailed since (pbem take). pbem cannot see what the copy does not know: an envelope
    that was released, an entry that was opened. Whoever opens an entry twice signs two lines for it, and every report
    from then on says so.
    """
    from pbem.core.record.signer import open_signer

    secret = secret_path(game, secret)
    with locked(game, secret):
        file = settled(game, secret)
        signer = open_signer(secret, file, renews=True, moves=True)  # what an older copy may do is told when it does
        signer.secret.save()
    told = _say("moved", who=signer.participant, path=secret, entry=file.next)
    wrote(as_json, secret, "secret", file.name, told)
