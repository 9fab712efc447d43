"""pbem mail: messages in, messages out."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, visible
from pbem.interface.files import locked, read_orders, seat_of, secret_path

from .games import faults, print_row, single
from .options import is_setting, load_game, pairs, require_desk, time_told
from .output import done, print_json, say
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.mail.incoming import Decision
    from pbem.mail.letter import Letter
    from pbem.mail.letterbox import Letterbox

_say = Sentences(__name__)


@click.group("mail")
def command() -> None:
    """The mail desk of a referee: messages in, messages out.

    Addresses, arrivals and raw mails are kept in the private folder GAME.mail; see docs/mail.md for set-ups.
    """
    require_desk()


@declared("mail set-up", command)
def set_up(
    game: str,
    address: str | None,
    seats: Sequence[str],
    watchers: Sequence[str],
    referee: str | None,
    authserv: str | None,
    dkim: bool | None,
    as_json: bool,
) -> None:
    """Register who writes for which seat of GAME; what you do not name stays as it was."""
    from pbem.mail.doctor import belief
    from pbem.mail.letterbox import Letterbox, registered

    file = load_game(game)
    box = _box(game, fresh=True)
    box.address = registered(address or box.address)
    for seat, text in pairs(seats, "SEAT=ADDRESS").items():
        box.give_address(seat, [one for one in text.split(",") if one.strip()])
    box.watchers = [registered(one) for one in watchers] or box.watchers
    box.authserv = box.authserv if authserv is None else authserv
    box.referee = registered(box.referee if referee is None else referee)
    box.dkim = box.dkim if dkim is None else dkim
    if dkim:
        _require_dkim()
    if not box.address:
        raise WrongUsage("address")
    box.save_desk(file)
    none = dict.fromkeys(file.state.get("robots", {}), _say("robot"))
    known = Letterbox.open(game).seats
    rows = [
        f"{seat}: {', '.join(known.get(seat, ())) or none.get(seat, _say('no-address'))}"
        for seat in file.charter["seats"]
    ]
    done(as_json, box.to_json(), *rows, *filter(None, [belief(box)]))


@declared("mail prefer", command)
def prefer(game: str, seat: str | None, words: Sequence[str], as_json: bool) -> None:
    """Set what kind of mail SEAT of GAME gets, or show what every seat gets.

    WORDS are short, full or speech, and plain or html; or default. A player says the same with a line in a mail:
    prefer short.
    """
    from pbem.core.data.store import Lock
    from pbem.mail import delivery_prefs

    if seat and not words:
        raise WrongUsage("prefer")
    with Lock(game):
        file, box = load_game(game), _box(game)
        if seat:
            seat = seat_of(file, seat)
            box.kinds[seat] = delivery_prefs.wished(box.kinds.get(seat, {}), " ".join(words))
            box.save_desk(file)
    found = {
        one: dict(zip(("length", "style"), delivery_prefs.kind_of(box.kinds.get(one, {}))))
        for one in file.charter["seats"]
    }
    if as_json:
        print_json({"pbem": "kinds/1", "game": file.name, "kinds": found})
    elif seat:
        say(f"{seat}: {delivery_prefs.told(box.kinds[seat])}")
    else:
        for one, kind in found.items():
            click.echo(f"{one}: {kind['length']}, {kind['style']}")


@declared("mail in", command)
def take(game: str | None, folder: str | None, source: str, out: str | None, now: str | None, as_json: bool) -> None:
    """Read one message for GAME, keep it, and answer it with a receipt on standard output.

    Orders that hold go into the game's inbox. The exit code is 0 for every message that was handled, refused ones too:
    to a mail system any other code means that the message was not delivered.
    """
    from pbem.mail.letterbox import games_in
    from pbem.mail.outbox import read

    folder = "" if folder is None or (game and is_setting("folder")) else folder
    if bool(game) == bool(folder):
        raise WrongUsage("game-or-folder")
    games = games_in(folder) if folder else {}
    problems, done = [], []
    for path, data in read(source):
        place, time = path if source != "-" else None, time_told(now) or _clock()
        try:
            decision, box = _take(data, place, game, folder, games, out, time)
        except (BrokenFile, Refused) as error:  # one game's trouble is no other's
            problems += error.problems
            continue
        except Exception as error:  # and a fault of ours that one message shows keeps no other back: it stays new
            problems.append(Problem("mail-broke", where=path, fault=f"{type(error).__name__}: {error}"))
            continue
        done.append((decision, box))
        if as_json:
            print_json(decision.to_json())
        else:
            say(visible(f"{decision.game or _say('no-game')}: {decision.verdict}. {decision.why}"))
    if not out:
        _show([] if as_json else [made for decision, _ in done for made in decision.mails], done)
    BrokenFile.if_any(problems)


def _show(mails: "Sequence[EmailMessage]", done: "list[tuple[Decision, Letterbox | None]]") -> None:
    """Print answers; from then on they count as handed over."""
    if mails:
        _print_messages(mails)
    for decision, box in done:
        if box is not None and decision.arrival is not None:
            box.handed_over(decision.arrival)


def _take(
    data: bytes,
    path: str | None,
    game: str | None,
    folder: str,
    games: Mapping[str, str],
    out: str | None,
    now: "datetime",
) -> "tuple[Decision, Letterbox | None]":
    """Deal with one message: ``(Decision, Letterbox or None)``.  One that was polled from a Maildir is moved
    from new to cur when its answer lies in the outbox.

    folder  of games, where none is named, else ""
    games   ``{name: path}`` of those in it, which are looked for once a run
    """
    import os

    from pbem.core.data.store import Lock
    from pbem.mail.incoming import game_for, receive
    from pbem.mail.letter import letter_of
    from pbem.mail.outbox import put

    letter, box = letter_of(data), None
    if folder:
        game = games.get(game_for(letter, games) or "")
    if game is None:
        decision = _unsorted(folder, games, letter, data, out, now)
    else:
        with Lock(game):
            box = _box(game)
            file = load_game(game)
            decision = receive(file, box, data, now, letter, lambda orders: _receipt(file, game, orders))
            if out:
                put(out, decision.mails)
                if decision.arrival is not None:
                    box.handed_over(decision.arrival)
    if path and os.path.basename(os.path.dirname(path)) == "new":
        os.replace(path, os.path.join(os.path.dirname(os.path.dirname(path)), "cur", f"{os.path.basename(path)}:2,S"))
    return decision, box


def _receipt(file: "GameFile", game: str, paths: Sequence[str]) -> str:
    """The signed receipt for the last of a seat's accepted orders, where the secret of whoever adjudicates lies here;
    else nothing."""
    import os

    from pbem.core.record.receipts import text_of
    from pbem.core.record.signer import open_signer
    from pbem.core.signing.sealing import receipts_of

    secret = secret_path(game, None)
    if not os.path.exists(secret):
        return ""
    try:
        with locked(secret):
            orders, _ = read_orders(file, paths, sealed=True)
            return text_of(receipts_of(file, orders, open_signer(secret, file))[-1], file.name, file.game_id)
    except (BrokenFile, Refused) as error:
        say(_say("no-receipt", why=error.problems[0].text))
        return ""


def _unsorted(
    folder: str, games: Mapping[str, str], letter: "Letter", data: bytes, out: str | None, now: "datetime"
) -> "Decision":
    """Keep a message that names no game; its sender is told if he plays in one."""
    import os

    from pbem.core.data.store import Lock
    from pbem.mail.incoming import Decision
    from pbem.mail.no_game_inbox import NoGameInbox
    from pbem.mail.outbox import put

    with Lock(os.path.join(folder, "unsorted.mail")):
        unsorted = NoGameInbox(folder)
        why, answer = unsorted.take(letter, games, now)
        if out and answer is not None:
            put(out, [answer])
        unsorted.keep(letter, data, why, answer is not None, now)
    return Decision(None, "no-game", why, mails=[answer] if answer is not None else [])


@declared("mail log", command)
def log(games: Sequence[str], folder: str | None, outbox: str | None, last: int, as_json: bool) -> None:
    """Everything that came for GAME..., what became of it and where it is kept; and what went out."""
    from pbem.mail.log import came
    from pbem.mail.outbox import outgoing_rows

    folder = None if games and is_setting("folder") else folder
    if not games and not folder:
        raise WrongUsage("games-or-folder")
    rows, went = came(games, folder)[-last:], outgoing_rows(outbox)[-last:] if outbox else []
    if as_json:
        print_json({"pbem": "mail-log/1", "came": rows, "went": went})
        return
    for row in rows:
        click.echo(
            visible(
                f"{row['at']} {row['game'] or '-'} {row['n'] or '-'} {row['from'] or 'nobody'} "
                f"({row['seat'] or 'no seat'}): {row['verdict']}. {row['why']} [{row['raw']}]"
            )
        )
    for row in went:
        click.echo(visible(f"{row['subject']}: {_went(row)}"))


def _went(row: "Json") -> str:
    parts = [_say("delivered", who=row["delivered"], count=len(row["delivered"]))] if row["delivered"] else []
    parts += [_say(name, who=one, why=why) for name in ("deferred", "refused") for one, why in row[name].items()]
    return "; ".join(parts) or _say("outgoing", to=row["to"])


@declared("mail inbox", command)
def inbox(game: str, now: str | None, as_json: bool) -> None:
    """Print the order files that came by mail for the entry that is due in GAME, in order of arrival.

    A seat's orders are left out while it has been asked what its mail means and still has time to say; you are told
    which seats those are.
    """
    from pbem.mail.doubts import held_seats

    file, box = load_game(game), _box(game)
    entry, held = file.next, held_seats(file, box, time_told(now))
    files = box.inbox(entry, held)
    if as_json:
        seats = [row["seat"] for row in box.accepted(entry) if row["seat"] not in held]
        print_json(
            {"pbem": "inbox/1", "game": file.name, "entry": entry, "files": files, "seats": seats, "asked": held}
        )
        return
    for path in files:
        click.echo(path)
    for seat, number in held.items():
        click.echo(_say("held", seat=seat, n=number), err=True)


@declared("mail out", command)
def out(
    game: str, entry: int | None, path: str, mbox: bool, plain: bool, web: str | None, now: str | None, as_json: bool
) -> None:
    """Write what is new in GAME as mails: each seat gets a report on everything since its last one, in the form that it
    prefers, with its order form below and the lines of the record attached.

    Nobody gets anything twice; with --step the mails of an entry are made again, and are the same. They form threads by
    Message-ID and References, and the ids follow from the game: a mail that is sent twice counts as one.
    """
    from pbem.core.data.store import Lock
    from pbem.interface.carrying_on import pages_of, written

    if mbox and is_setting("path"):
        raise WrongUsage("mbox")
    with Lock(game):
        file, box = load_game(game), _box(game)
        if (entry or 0) > file.n:
            raise WrongUsage("entries", count=file.n)
        made = written(file, box, entry, path, time_told(now), None if plain else pages_of(file, box, web), mbox)
    mails = [{"id": one["Message-ID"], "to": one["To"], "subject": one["Subject"]} for one in made]
    found = {"pbem": "mails/1", "game": file.name, "entry": file.n if entry is None else entry, "mails": mails}
    done(as_json, found, _say("made" if made else "nothing-new", count=len(made), path=path, entry=file.n))


@declared("mail send", command)
def send(folder: str, server: str, user: str | None, starttls: bool, as_json: bool) -> int:
    """Hand every new message in the Maildir FOLDER to a mail server.

    Each recipient is handled separately: one who is deferred is tried again later, with growing pauses, and one who is
    refused for good is named here and in pbem mail log. The exit code is 4 if somebody was refused for good, or if the
    server cannot be reached.
    """
    import os

    from pbem.mail.outbox import send

    login = (user, os.environ.get("PBEM_SMTP_PASSWORD", "")) if user else None
    count, refused = send(folder, server, _clock(), login, starttls)
    found = {"pbem": "sent/1", "deliveries": count, "refused": [problem.to_json() for problem in refused]}
    done(as_json, found, _say("sent", count=count))
    if refused and as_json:
        return 4
    BrokenFile.if_any(refused)
    return 0


@declared("mail doctor", command)
def doctor(games: Sequence[str], server: str | None, as_json: bool) -> int:
    """Examine the desk of each GAME: addresses, folders, and whether an answer to each report would find its seat.

    Several games, or all games of a folder, get a line each, with what is wrong (with --json: JSON Lines); so does a
    damaged game file. The exit code is the worst of all.
    """
    from pbem.interface.many import games_in, row_of, told_broken, worst
    from pbem.mail.doctor import greets

    greeted = [greets(server)] if server else []
    if game := single(games):
        told = _examined(load_game(game), game, greeted)
        if as_json:
            print_json(told)
        else:
            _print_checks(told["checks"])
        return 0 if told["sound"] else 4
    codes = [0]
    for path in games_in(games):
        try:
            told = _examined(load_game(path), path, greeted)
            row = row_of(path, 0 if told["sound"] else 4, told, [])
        except BrokenFile as broken:
            row = told_broken(path, broken.problems)
        codes.append(row["exit"])
        if as_json:
            print_row(row, row["result"])
        else:
            found = row["result"]["checks"] if row["result"] else []
            print(f"{path}: {counted(len(found), 'check')}. {faults(row)}".rstrip())
            _print_checks([one for one in found if not one["fine"]])
    return worst(codes)


def _examined(file: "GameFile", game: str, greeted: "list[Json]") -> "Json":
    """What the doctor finds of one game, as JSON; `greeted`: of the mail server, the same for each."""
    from pbem.mail.doctor import examine

    rows = [*examine(file, game), *greeted]
    return {"pbem": "doctor/1", "game": file.name, "sound": all(row["fine"] for row in rows), "checks": rows}


def _print_checks(checks: "list[Json]") -> None:
    for row in checks:
        click.echo(visible(f"{'fine' if row['fine'] else 'NOT SO'}: {row['check']} {row['hint']}".rstrip()))


def _box(game: str, fresh: bool = False) -> "Letterbox":
    from pbem.mail import has_desk
    from pbem.mail.letterbox import Letterbox

    return Letterbox(game) if fresh and not has_desk(game) else Letterbox.open(game)


def _clock() -> "datetime":
    """The time now: a message that comes bears the time at which it came."""
    from datetime import datetime, timezone

    return datetime.now(timezone.utc)


def _require_dkim() -> None:
    try:
        import dkim  # noqa: F401
    except ImportError:
        raise WrongUsage("library", what="Checking signatures", extra="dkim") from None


def _print_messages(answers: "Sequence[EmailMessage]") -> None:
    """One message as it is; several as an mbox."""
    from pbem.core.data import store
    from pbem.mail.outbox import mbox_of

    store.write("-", answers[0].as_bytes() if len(answers) == 1 else mbox_of(answers))
