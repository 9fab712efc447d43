"""Whole games played by robots through the real adjudication: entries, envelopes, game files and all.

Used by `selfplay -o`, by the contract tests and by the bench.  The chain is made from a throw-away seed in memory;
such games prove nothing about draws, they only have to hold.
"""

import itertools
import os
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Any

from ..data import store
from ..data.json_types import Json
from ..draws.draws import Source
from ..orders.orderfile import Order
from ..play.gamefile import GameFile, render
from ..record.charter import Anchor, Charter, seat_of
from ..record.closed import Opening
from ..record.documents import Document
from ..record.files import File
from ..record.log import Line
from ..record.now import NOTHING, now
from ..record.participation import Call
from ..record.secret import Secret
from ..record.signer import Signer
from ..record.state import at_rest
from ..rules.requests import Ask, ask_from
from ..rules.rulebook import watching
from ..signing import adjudication, sealing, words
from ..signing.adjudication import Outcome
from ..title.game import load
from .players import FEEDS
from .selfplay import Census, Chance, Fault, Petition, check_fold, play_one, watcher

MOST_ENTRIES = 20_000
MOST_STILL = 20  # entries in a row that tell nothing
LINKS = 4096  # of a chain, if nothing else is said


class RobotKeeper(Signer):
    """The Signer of a participant in games that count for nothing: its secret lies in no file, and it may let go of as
    many envelopes for an entry as a test wants."""

    def __init__(self, participant: str, seed: str, length: int = LINKS) -> None:
        super().__init__(Secret("", sha256(f"robot/{participant}/{seed}".encode()).digest(), length))
        self.secret.who = participant
        self._kept: list[Document] = []

    @property
    def anchor(self) -> Anchor:
        return self.secret.anchor

    def kept(self, file: File) -> list[Document]:
        return [one for one in self._kept if one.entry == file.next]

    def keep(self, documents: Iterable[Document]) -> None:
        self._kept = list(documents)

    def intend_word(self, file: File, statement: Json) -> None:
        """A robot gives its word only for a note that is written at once."""

    def intend_document(
        self, place: tuple[int, str, str], document: Document, openings: Iterable[Opening], is_final: bool, own: Json
    ) -> None:
        self.secret.openings += openings
        self.secret.last, self.secret.own = document.n, own

    def intend_line(self, file: File, line: Line, openings: Iterable[Opening], left: Iterable[Document] = ()) -> None:
        self.secret.openings, self._kept = list(openings), list(left)


class Club:
    """The people of one game as robots: everybody with a chain, at either level, with or without a referee.

    signers   {participant: RobotKeeper}
    links     of each chain: more entries than that cannot be made
    """

    def __init__(
        self, charter: Charter, seed: str, fairness: str = "sealed", referee: bool = True, links: int = LINKS
    ) -> None:
        seats = charter["seats"] if fairness == "shared" else []
        self.signers = {name: RobotKeeper(name, seed, links) for name in [*seats, *["referee"] * referee]}
        self.charter = {
            **charter,
            "fairness": fairness,
            "referee": "referee" if referee else None,
            "openers": [] if referee else list(charter["seats"]),
            "muster": fairness == "shared",
            "anchors": {name: signer.anchor for name, signer in self.signers.items()},
        }

    def new_game(self) -> GameFile:
        return adjudication.new_game(self.charter)

    def adjudicate(
        self, file: GameFile, orders: list[Order], silent: Collection[str] = (), draws: Source | None = None
    ) -> Outcome:
        """One run, by whoever has to open it: the Outcome.  Everybody's envelope is in its document."""
        call = file.call(silent)
        orders = self._with_musters(file, call, orders)
        given = orders if call.is_sealed else self._sealed(file, call, orders, silent)
        return adjudication.adjudicate(file, given, self.signers[call.opener], silent, draws)

    def _with_musters(self, file: GameFile, call: Call, orders: list[Order]) -> list[Order]:
        """At a muster, or asked for its coming turn, a seat with nothing to answer says that it is ready; at shared
        each that is due sends a document."""
        sent = {order["seat"] for order in orders}
        ahead = [row.seat for row in now(file, NOTHING) if row.is_ahead]
        called = file.people if call.muster else [*call.due, *ahead]
        return orders + [
            {**blank_order(file, seat), "ready": True}
            for seat in called
            if seat not in sent and seat not in call.absent
        ]

    def noted(self, file: GameFile, note: Json) -> GameFile:
        """The game after a note, on the word of the referee, or of everybody."""
        speakers = ["referee"] if file.state["referee"] else file.people
        said = [words.word_of(file, self.signers[name], [note]) for name in speakers]
        known = [one for name in self.signers for one in self.signers[name].openings(file)]
        return adjudication.noted(file, said, self.signers[speakers[0]], known)

    def said(self, file: GameFile, statement: Json) -> None:
        """A statement on people, of the referee, or of everybody, for the next line of play."""
        speakers = ["referee"] if file.state["referee"] else file.people
        opener = self.signers[file.call().opener]
        opener.keep([*opener.kept(file), *(words.word_of(file, self.signers[name], [statement]) for name in speakers)])

    def _sealed(self, file: GameFile, call: Call, orders: list[Order], silent: Collection[str] = ()) -> list[Document]:
        """Every order document sealed; the opener's first of all, where everybody is asked, for the others to carry."""
        carries, found = None, []
        for order in orders:
            if call.sealing and order["seat"] == call.opener:
                carries = sealing.seal_orders(file, order, self.signers[order["seat"]], closed=True, confirmed=True)
        for order in orders:
            if not (call.sealing and order["seat"] == call.opener):
                found.append(sealing.seal_orders(file, order, self.signers[order["seat"]], carries, confirmed=True))
        return found + self._words(file, call, silent)

    def _words(self, file: GameFile, call: Call, silent: Collection[str]) -> list[Document]:
        """Without a referee, the words of all who are there that others are not."""
        if file.state["referee"] or not silent:
            return []
        speakers = [seat for seat in file.people if seat not in silent and seat != call.opener]
        return [words.silence(file, self.signers[seat], silent) for seat in speakers]


def blank_order(file: GameFile, seat: str) -> Order:
    """An order document of a seat that says nothing yet."""
    return {"pbem": "orders/1", "game": file.name, "seat": seat, "entry": file.next, "head": file.head, "answers": []}


def answer_to(file: GameFile, ask: Ask, value: Any, number: int) -> Json:
    """An answer as the order document of a seat has it, on such a line."""
    text = file.game.kinds[ask.kind].text(value, ask)[0]
    return {"power": ask.power, "kind": ask.kind, "value": value, "line": number, "text": text}


def random_orders(file: GameFile, chance: Chance, census: Census | None = None, players: str = "random") -> list[Order]:
    """One order document a seat, with the legal answer of such a player to everything that it is asked now, and at a
    rest point perhaps a petition."""
    board = file.current_board()
    chooser = FEEDS[players](file.game, None, chance, census)
    orders: dict[str, Order] = {}
    for question in file.waiting:
        ask = ask_from(question)
        order = orders.setdefault(seat_of(file.charter, ask.power), blank_order(file, seat_of(file.charter, ask.power)))
        order["answers"].append(answer_to(file, ask, chooser.sample(board, ask), len(order["answers"]) + 1))
    given = chooser.volunteer(board) if orders and at_rest(file.state) else None
    if given is not None:
        _petition(file, orders, given, census)
    return list(orders.values())


def _petition(file: GameFile, orders: dict[str, Order], given: Petition, census: Census | None) -> None:
    verb, power, value = given
    seat = seat_of(file.charter, power)
    order = orders.setdefault(seat, blank_order(file, seat))
    line = {"power": power, "verb": verb, "value": value, "line": len(order["answers"]) + 1}
    order["petitions"] = [{**line, "text": file.game.petitions[verb].text(value)[0]}]
    if census is not None:
        census.counts[f"petition:{verb}"] += 1


def play_on(
    file: GameFile,
    club: Club,
    chance: Chance,
    entries: int = MOST_ENTRIES,
    census: Census | None = None,
    players: str = "random",
) -> GameFile:
    """Play a game on for so many entries, or to its end."""
    for _ in range(entries):
        if file.is_over:
            break
        file = moved(file, club.adjudicate(file, random_orders(file, chance, census, players)))
    return file


def moved(before: GameFile, outcome: Outcome) -> GameFile:
    """The game after everybody in `before` has answered what is asked; raises Fault if it stands still: no line is
    written, or one after another in which nothing happens."""
    if outcome.entry is None:
        asked = ", ".join(dict.fromkeys(row.seat for row in now(before))) or "nobody"
        lacking = ", ".join(outcome.missing)
        raise Fault(f"entry {before.next}: the game stands still; it asks {asked}, and waits for {lacking}")
    if still(outcome.file) > MOST_STILL:
        raise Fault(f"entry {before.n}: the game stands still; nothing happened in {MOST_STILL} entries")
    return outcome.file


def still(file: GameFile) -> int:
    """How many entries up to the last one tell nothing."""
    numbers = itertools.takewhile(lambda n: file.entry(n)["kind"] == "play", range(file.n, 0, -1))
    told = (any(step["facts"] for step in file.entry(n)["steps"]) for n in numbers)
    return sum(1 for _ in itertools.takewhile(lambda is_told: not is_told, told))


def play_some(
    numbers: Iterable[int],
    charter: Charter,
    seed: str,
    checked: bool,
    folder: str | None = None,
    players: str = "random",
) -> tuple[dict[str, int], int]:
    """Play games of such players and count what occurs in them: ``(counts of the census, decisions)``.

    numbers  of the games; game N has the draws of `seed`/N, whoever plays it;  folder  where to write them, or None
    """

    game, census, decisions = load(charter["title"]), Census(), 0
    for number in numbers:
        draws = f"{seed}/{number}"
        try:
            if folder:
                decisions += play_file(charter, draws, folder, number, census, checked, players)
                continue
            watch = watcher(game) if checked else None
            board, facts, made = play_one(game, charter, draws, census, watch, FEEDS[players])
            decisions += made
            if checked:
                check_fold(game, charter, board, facts)
        except Exception as error:  # whatever it is, the same draws lead to it again
            where = f"{charter['title']}/{charter['scenario']}, draws {seed}, game {number}"
            what = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
            raise Fault(f"{where}, {what}") from error
    return census.counts, decisions


def play_file(
    charter: Charter,
    seed: str,
    folder: str,
    number: int,
    census: Census | None = None,
    checked: bool = False,
    players: str = "random",
) -> int:
    """Play one whole game through the real adjudication and write it; the number of decisions.

    Nobody takes a published default: every question waits for its answer.
    """
    club = Club({**charter, "game": f"selfplay-{number}", "windows": "ask"}, seed)
    with watching() as ran:
        file = play_on(club.new_game(), club, Chance(seed), census=census, players=players)
    if not file.is_over:
        raise Fault(f"the game did not end within {MOST_ENTRIES} entries")
    os.makedirs(folder, exist_ok=True)
    store.write(os.path.join(folder, f"selfplay-{number}.json"), render(file))
    facts, board = [fact for _, step in file.story() for fact in step["facts"]], file.current_board()
    if checked:
        check_fold(file.game, charter, board, facts, watcher(file.game))
    if census is not None:
        census.played(file.game, board, facts, ran)
    return sum(len(entry["used"]) for entry in file.entries)
