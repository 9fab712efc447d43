"""What a desk keeps beside a game, in the private folder GAME.mail: addresses, arrivals, raw mails, orders that wait.

    desk.json       {"pbem": "desk/1", "address": "pbem@club.example", "seats": {"prc": ["ann@example.org"]},
                     "watchers": [], "authserv": "mx.club.example", "dkim": true,
                     "referee": "cora@example.com", "kinds": {"prc": {"length": "full", "style": "plain"}},
                     "former": {"prc": ["abe@example.org"]},
                     "taking": {"entry": 9, "seat": "prc", "addresses": []}}: kinds are the mails that a seat has wished
                     for (delivery_prefs.py); former are addresses that speak for it no more and are to be told; taking
                     is a change of persons that is about to be recorded as this entry; it may name the "secret" that
                     keeps its word, from which on it holds
    reported.json   {"pbem": "reported/1", "reports": [{"to": "prc", "entry": 7, "head": "…"}]}: the last report that
                     was written to each seat, and to the watchers ("to": null)
    arrivals.db     a table of all messages in the order of arrival, which is what counts (arrivals.py); a row has
                    {"n", "at", "from", "message_id", "sameness", "replies", "digest", "entry", "seat", "verdict",
                     "why", "answered", "orders", "reading", "evidence", "warned", "returned", "open",
                     "granted", "passed_on"}
    raw/            every message as it came, by arrival number: evidence
    inbox/          orders that were accepted, in canonical text, by arrival number and seat
    sent/           the text of what went out to each seat lately, so that it is known when it comes back
    answers/        answers that were written and not yet handed over, by arrival number

No address ever stands in GAME, which everybody reads.
"""

import os
import re
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data import store
from pbem.core.data.canon import dumps, loads
from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.record.entries import people_of_line

from . import has_desk
from .arrivals import Arrivals
from .mailboxes import ADDRESS
from .mailboxes import address as address_of
from .message_ids import id_of, report_of_id

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letter import Letter


_RECEIPT_ID = re.compile(r"<[a-z0-9._-]{1,64}/receipt/([0-9]{1,9})/([0-9a-f]{32})@[^>]+>").fullmatch
_OF_DESK = ("address", "seats", "watchers", "authserv", "dkim", "referee", "kinds", "former", "taking")
MOST_SENT = 6  # reports to a seat whose texts are kept, and other mails
MOST_MAILS = 100  # that one arrival brings about


class Letterbox:
    """The folder GAME.mail of one game, in memory but for the table of `arrivals`; `save_desk` writes the addresses."""

    def __init__(self, game_path: str) -> None:
        self.game_path, self.folder = game_path, f"{game_path}.mail"
        self.address = self.authserv = self.referee = ""
        self.seats: dict[str, list[str]] = {}
        self.watchers: list[str] = []
        self.dkim = False
        self.kinds: dict[str, Json] = {}
        self.former: dict[str, list[str]] = {}
        self.taking: Json | None = None
        self.arrivals = Arrivals(self.path("arrivals.db"))
        self.fresh: set[str] = set()  # seats of which an address is new

    @classmethod
    def open(cls, game_path: str) -> "Letterbox":
        """The letterbox of a game; Refused if nobody has set it up, BrokenFile if it does not hold."""
        box = cls(game_path)
        path = box.path("desk.json")
        if not os.path.exists(path):
            raise Refused([Problem("desk-missing", where=game_path, path=path)])
        box._fill(_read(path, "desk"))
        if box.taking:
            box._settle(game_path)
        return box

    @classmethod
    def of(cls, game_path: str) -> "Letterbox | None":
        """The same; None for a game without a desk."""
        return cls.open(game_path) if has_desk(game_path) else None

    def _fill(self, desk: "Json") -> None:
        vars(self).update({name: desk[name] for name in _OF_DESK if name in desk})

    def path(self, *parts: Any) -> str:
        return os.path.join(self.folder, *parts)

    # -- who ---------------------------------------------------------------------------------------------

    def seats_of(self, address: str) -> list[str]:
        """The seats that an address speaks for, in the order of the file."""
        return [seat for seat, known in self.seats.items() if address in known]

    def own_address(self, game: str) -> str:
        """The desk's address for one game: with the name after a plus, so that an answer finds it."""
        local, _, host = self.address.partition("@")
        return f"{local}+{game}@{host}"

    def take_seat(self, seat: str, addresses: Sequence[str]) -> None:
        """Other addresses speak for a seat from now on: those that did are told (notices.py), and the new ones get the
        whole game, and the kind of mail that everybody gets."""
        addresses = [registered(one) for one in addresses]
        gone = [one for one in self.seats.get(seat, ()) if one not in addresses]
        self.former[seat] = list(dict.fromkeys([*self.former.get(seat, ()), *gone]))
        self.former = {one: known for one, known in self.former.items() if known}
        self.kinds.pop(seat, None)
        self.seats.pop(seat, None)
        self.give_address(seat, addresses)

    def expect(self, file: "GameFile", seat: str, addresses: Sequence[str], secret: str = "") -> None:
        """Write down that the next entry is to give a seat to somebody else: a run that is killed behind it is made up
        for when the desk is opened.  Raises Refused for addresses that cannot be.

        secret   where the word is kept until the entry is made, if the addresses are to change with the word; else ""
        """
        after = Letterbox(self.game_path)
        after._fill(loads(dumps(self.to_json())))
        after.take_seat(seat, addresses)
        Refused.if_any(desk_problems(file, after))
        self.taking = {"entry": file.next, "seat": seat, "addresses": [registered(one) for one in addresses]}
        self.taking.update({"secret": os.path.abspath(secret)} if secret else {})
        self.save_desk(file)

    def _settle(self, game_path: str) -> None:
        """Carry out an expected change of persons if the game holds it, or the secret its word; forget it if the game
        holds something else there; as long as it holds nothing there, wait."""
        from pbem.core.play.gamefile import read

        file, taking = read(game_path), self.taking
        if taking is None:
            return
        if file.n >= taking["entry"]:
            said = [one["seat"] for one, _ in people_of_line(file.entry(taking["entry"]), "substitute")]
        elif taking["seat"] not in (said := _seats_in_words(file, taking.get("secret", ""))):
            return
        self.taking = None
        if taking["seat"] in said:
            self.take_seat(taking["seat"], taking["addresses"])
        self.save_desk(file)

    def give_address(self, seat: str, addresses: Sequence[str]) -> None:
        """These addresses speak for a seat; one that is new gets the whole game with its first mail."""
        addresses = [registered(one) for one in addresses]
        if not set(addresses) <= set(self.seats.get(seat, ())):
            self.fresh.add(seat)
        self.seats = {**self.seats, seat: addresses}
        self.seats = {one: known for one, known in self.seats.items() if known}

    def save_desk(self, file: "GameFile") -> None:
        """Write addresses, after a check of them; raises Refused with every problem."""
        Refused.if_any(desk_problems(file, self))
        self.make()
        self._forget_reported()
        store.write(self.path("desk.json"), dumps(self.to_json()) + b"\n", mode=0o600)

    def to_json(self) -> "Json":
        """The desk's addresses as desk.json holds them."""
        held = {**vars(self), "kinds": {seat: wish for seat, wish in self.kinds.items() if wish}}
        more = {name: held[name] for name in _OF_DESK if held[name]}
        return {"pbem": "desk/1", "address": self.address, "seats": self.seats, **more}

    def make(self) -> None:
        """Make the folders, for their owner alone."""
        for folder in ("", "raw", "inbox", "answers", "sent"):
            store.make_folder(self.path(folder), store.PRIVATE)

    # -- what came ---------------------------------------------------------------------------------------

    def arrive(self, data: bytes, letter: "Letter", now: "datetime") -> "Json":
        """Keep a message as it came; its arrival, a dict that is filled in and then saved by `arrivals.save`."""
        number = (self.arrivals.last() or {"n": 0})["n"] + 1
        self.make()
        store.write(self.path("raw", f"{number:06}.eml"), data, mode=0o600)
        arrival = {
            "n": number,
            "at": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "from": letter.sender,
            "message_id": letter.message_id,
            "digest": letter.digest,
            "sameness": letter.sameness,
            "replies": False,
            "entry": None,
            "seat": None,
            "verdict": "unreadable",
            "why": "",
            "answered": False,
            "orders": None,
            "reading": None,
            "evidence": None,
            "warned": [],
            "returned": [],
            "open": None,
        }
        self.forget(arrival)  # what a killed run had written for a message that never got this number
        return arrival

    def forget(self, arrival: "Json") -> None:
        """Take away what was written for a message of which nothing counts."""
        self.handed_over(arrival)
        for name in os.listdir(self.path("inbox")):
            if name.startswith(f"{arrival['n']:06}-"):
                os.unlink(self.path("inbox", name))

    def accepted(self, entry: int, seat: str | None = None) -> "list[Json]":
        """The arrivals whose orders count for an entry, in order of arrival."""
        return [row for row in self.arrivals.accepted(entry) if seat in (None, row["seat"])]

    def keep_orders(self, arrival: "Json", text: str) -> None:
        """Put accepted orders into the inbox."""
        name = f"{arrival['n']:06}-{arrival['seat']}.txt"  # a seat is an id of the charter
        store.write(self.path("inbox", name), text, mode=0o600)
        arrival["orders"] = name

    def keep_mails(self, arrival: "Json", mails: "Sequence[EmailMessage]") -> None:
        """Keep the answers to an arrival until they are handed over."""
        for number, made in enumerate(mails):
            store.write(self._answer_path(arrival, number), made.as_bytes(), mode=0o600)

    def unsent(self, arrival: "Json") -> "list[EmailMessage]":
        """The answers to an arrival that no run has handed over."""
        from email import message_from_bytes
        from email.policy import SMTP

        return [message_from_bytes(store.read_bytes(path), policy=SMTP) for path in self._answers_kept(arrival)]

    def handed_over(self, arrival: "Json") -> None:
        """The answers to an arrival lie where they will be sent from."""
        for path in self._answers_kept(arrival):
            os.unlink(path)

    def _answers_kept(self, arrival: "Json") -> list[str]:
        """Paths of the answers to an arrival that are kept; a killed run may have left any of them."""
        paths = [self._answer_path(arrival, number) for number in range(MOST_MAILS)]
        return [path for path in paths if os.path.exists(path)]

    def _answer_path(self, arrival: "Json", number: int) -> str:
        return self.path("answers", f"{arrival['n']:06}-{number}.eml")

    def receipt_of(self, message_id: str) -> "Json | None":
        """The arrival whose receipt has a Message-ID, or None."""
        match = _RECEIPT_ID(message_id)
        if match is None:
            return None
        row = self.arrivals.of_number(int(match[1]))
        return row if row and row["digest"].startswith(match[2]) else None

    # -- what went out -----------------------------------------------------------------------------------

    def keep_sent(self, seat: str, made: "EmailMessage") -> None:
        """Keep the text of a message to a seat, and drop what went out long before: of reports, and of all else."""
        self.make()
        kind = "report" if report_of_id(id_of(made)) else "other"
        body = made.get_body(("plain",))
        if body is None:
            return  # nothing that could come back as words
        names, text = self._sent_names(seat), body.get_content().encode()
        if any(store.read_bytes(self.path("sent", name)) == text for name in names):
            return
        number = int(names[-1][:9]) + 1 if names else 1
        store.write(self.path("sent", f"{number:09}-{seat}.{kind}"), text, mode=0o600, lasting=False)
        for name in [name for name in names if name.endswith(f".{kind}")][: 1 - MOST_SENT]:
            os.unlink(self.path("sent", name))

    def sent(self, seats: Sequence[str]) -> list[str]:
        """The texts of what went out to seats lately."""
        paths = [self.path("sent", name) for seat in seats for name in self._sent_names(seat)]
        return [store.read_bytes(path).decode("utf-8", "replace") for path in paths]

    def _sent_names(self, seat: str) -> list[str]:
        try:
            names = os.listdir(self.path("sent"))
        except FileNotFoundError:
            return []
        return sorted(name for name in names if name[9:] in (f"-{seat}.report", f"-{seat}.other"))

    # -- which reports were written ------------------------------------------------------------------------

    def reported(self, file: "GameFile") -> dict[str | None, int]:
        """``{seat, or None for the watchers: the last entry on which a report was written to it}``; of a report on an
        entry that is no longer the game's, nothing."""
        rows = (row for row in self._reports() if row["entry"] <= file.n)
        return {row["to"]: row["entry"] for row in rows if file.head_of(row["entry"]) == row["head"]}

    def note_reported(self, file: "GameFile", entry: int, to: Iterable[str | None]) -> None:
        """Remember that a report on an entry was written to these (seats, or None)."""
        if not to:
            return
        self.make()
        rows = [row for row in self._reports() if row["to"] not in to]
        self._save_reports([*rows, *({"to": one, "entry": entry, "head": file.head_of(entry)} for one in to)])

    def _forget_reported(self) -> None:
        """Whoever gets the mails of a seat at an address that is new has had none."""
        rows = self._reports()
        if any(row["to"] in self.fresh for row in rows):
            self._save_reports([row for row in rows if row["to"] not in self.fresh])

    def _reports(self) -> "list[Json]":
        path = self.path("reported.json")
        return _read(path, "reported")["reports"] if os.path.exists(path) else []

    def _save_reports(self, rows: "list[Json]") -> None:
        store.write(self.path("reported.json"), dumps({"pbem": "reported/1", "reports": rows}) + b"\n", mode=0o600)

    def returned(self, seat: str) -> dict[str, str]:
        """The addresses of a seat from which a mail came back since one last came from there, and when."""
        found = {}
        for row in self.arrivals.returned():
            found.update({one: row for one in row["returned"] if one in self.seats.get(seat, ())})
        return {one: row["at"] for one, row in found.items() if self.arrivals.last_from(one) < row["n"]}

    def was_warned(self, address: str, now: "datetime") -> bool:
        """True if an address has had a notice about forgeries today."""
        return any(address in row["warned"] for row in self.arrivals.warned(now.strftime("%Y-%m-%d")))

    def inbox(self, entry: int, but: Container[str] = ()) -> list[str]:
        """Paths of the order files that wait for an entry, in order of arrival, without those of the seats `but`."""
        return [self.path("inbox", row["orders"]) for row in self.accepted(entry) if row["seat"] not in but]


def registered(text: str) -> str:
    """An address as a desk keeps it: in the form in which addresses are compared (mailboxes.py); what is none as it was
    typed, for `desk_problems` to name."""
    return address_of(text) or text.strip().lower()


def expect_person(
    path: str, file: "GameFile", seat: str, addresses: Sequence[str] = (), secret: str | None = None
) -> None:
    """Tell the desk of a game, if it has one, that the next entry gives a seat to somebody else, before that is said;
    `settle_person` when it is.  At the level sealed, where whoever takes a seat answers in the same entry, the
    addresses change with the word that is kept with `secret`; else, and without a secret, with the entry.  Raises
    Refused for addresses that cannot be."""
    if box := Letterbox.of(path):
        box.expect(file, seat, addresses, secret if secret and file.state["fairness"] == "sealed" else "")


def settle_person(path: str) -> None:
    """Let the desk of a game do what it expects, if it has come about; every opening of the desk does the same."""
    Letterbox.of(path)


def _seats_in_words(file: "GameFile", path: str) -> list[str]:
    """The seats that go to somebody else, or to nobody, in the next entry, by the words that a secret file keeps; none
    of a file that cannot be read here."""
    from pbem.core.record.documents import unpacked
    from pbem.core.record.secret import Secret

    if not path:
        return []
    try:
        texts = [text for kept in Secret.read(path).kept.values() for text in kept]
        words = [unpacked(text, file.game_id, "kept").object for text in texts]
    except (BrokenFile, Refused):
        return []
    said = [one for word in words if word["head"] == file.head for one in word.get("says", ())]
    return [one["seat"] for one in said if one["what"] == "substitute"]


def desk_problems(file: "GameFile", box: Letterbox) -> list[Problem]:
    """What is wrong with the addresses of a letterbox."""
    holders: dict[str, list[str]] = {}
    for seat, known in box.seats.items():
        if seat not in file.charter["seats"]:
            return [Problem("desk-seat", seat=seat, seats=file.charter["seats"])]
        for address in known:
            holders.setdefault(address, []).append(seat)
    named = [box.address, *holders, *box.watchers, *[box.referee] * bool(box.referee)]
    problems = [Problem("desk-address", address=one or "Nothing") for one in named if not ADDRESS(one)]
    problems += [
        Problem("desk-shared", address=address, seats=" and ".join(seats))
        for address, seats in holders.items()
        if len(seats) > 1
    ]
    return problems + [Problem("desk-own", address=box.address)] * (box.address in (*holders, box.referee))


def _read(path: str, kind: str) -> "Json":
    """A private file: by its schema, and for its owner alone."""
    from pbem.core.data.schemas import problems as shape_problems

    mode = os.stat(path).st_mode & 0o777
    if os.name == "posix" and mode & 0o077:
        raise BrokenFile(Problem("desk-open", where=path, path=path))
    value: Json = store.read_json(path)
    BrokenFile.if_any(shape_problems(kind, value, path))
    return value


def games_in(folder: store.Folder) -> dict[str, str]:
    """``{name of the game: path}`` of the game files in a folder, in order of their names.

    A name that a mail mentions is compared with these; it never becomes part of a path.  A file that cannot be read now
    stands under its own name, so that its mails wait for it and are not those of nobody.
    """
    found: dict[str, str] = {}
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise BrokenFile(Problem("file-unreadable", where=os.fspath(folder), reason=error.strerror)) from None
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(".json") and os.path.exists(f"{path}.mail"):
            found.setdefault(_name_in(path) or name.removesuffix(".json"), path)
    return found


def _name_in(path: str) -> str | None:
    """The name of the game in a file, or None if it cannot be read."""
    from pbem.core.play.gamefile import read

    try:
        return read(path).name
    except (BrokenFile, Refused, KeyError, TypeError):
        return None
