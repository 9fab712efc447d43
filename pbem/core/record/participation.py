"""Who takes part in an entry, and who may put what into it: one table, and the facts that it is looked up by.

The table stands in docs/fairness.md as it stands here.  Forms, the checks before an envelope is let go, adjudication
and verification all look it up, and nothing else decides what counts (docs/record.md).
"""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import Problem
from ..draws.chain import verify_link
from .charter import REFEREE as REFEREE
from .charter import Charter
from .documents import Document
from .entries import PEOPLE
from .state import State

NOW, NEXT, NEVER = "in e", "from e + 1", "–"

# role: (who, answers to what is asked, petitions, what a document keeps, brings or leaves out, envelope)
TABLE = {
    "asked": ("asked, and not marked absent", NOW, NOW, NOW, "in its document"),
    "sealed opener": ("the opener, when all who could open are asked", NOW, NOW, NOW, "released by opening"),
    "absent": ("asked or called to a muster, and absent", "default", NEVER, NEVER, NEVER),
    "mustered": ("not the opener, not asked, at a muster", NEVER, NOW, NOW, "in its document"),
    "opener": ("the opener, not asked", NEVER, NEXT, NEXT, "the line's own"),
    "beside": ("anybody else, at `sealed`", NEVER, NOW, NOW, NEVER),
    "bystander": ("anybody else, at `shared`", NEVER, NEXT, NEXT, NEVER),
}


class Saying(NamedTuple):
    """A kind of statement: where it stands, and whose word it takes.

    place     "play": in a line of play; "people": there too, or in a note `again`; "board": in a note, of which it is
              the kind
    referee   whether the referee's word is enough
    need      how many seats' words are: "more" than half, or "all"
    beside    whether theirs are where there is a referee: he may have vanished
    """

    place: str
    referee: bool
    need: str
    beside: bool


SAYINGS = {
    "silent": Saying("play", True, "more", False),
    "anchor": Saying("people", True, "more", False),
    "substitute": Saying("people", True, "more", False),
    "referee": Saying("people", True, "all", True),
    "departed": Saying("people", True, "more", True),
    "restart": Saying("people", False, "more", False),
    "again": Saying("board", True, "more", True),
    "stands": Saying("board", True, "more", True),
    "correction": Saying("board", True, "all", True),
    "redo": Saying("board", True, "all", True),
    "change": Saying("board", True, "all", True),
    "ended": Saying("board", True, "all", True),
}
KEPT = "kept"  # in the place of a file: a document that the secret file holds
BOARD = [what for what, saying in SAYINGS.items() if saying.place == "board"]


def asked_seats(charter: Charter, state: State) -> list[str]:
    """Whom the game waits for after a line, told from the state after it alone: the seats that persons hold of its open
    questions, in charter order."""
    seats = {charter["powers"].get(ask["power"], ask["power"]) for ask in state["asked"]}
    return [seat for seat in charter["seats"] if seat in seats and seat not in state["bots"]]


def people_in(charter: Charter, state: State) -> list[str]:
    """The seats that persons hold now, in charter order."""
    return [seat for seat in charter["seats"] if seat not in state["bots"]]


def speakers_in(charter: Charter, state: State) -> list[str]:
    """Who may speak in words: the seats that persons hold, and the referee if there is one."""
    return [*people_in(charter, state), *([REFEREE] if state["referee"] else [])]


class Call:
    """What the next play entry needs from whom: a function of the state and of the words that are there.

    n         its number
    muster    True if all people are called
    asked     seats with an open question, in charter order
    people    seats that persons hold, in charter order
    called    those who are to send a document
    absent    called seats that are not heard of
    late      at sealed: called silent, and a document is there: what it leaves open takes its default
    passed    openers passed over
    opener    who runs it, or None if nobody may
    sealing   True if all who could open are asked: the opener's sealed document comes first
    """

    def __init__(self, charter: Charter, state: State, silent: Iterable[str] = (), heard: Iterable[str] = ()) -> None:
        self.charter, self.state = charter, state
        self.n, self.muster = state["n"] + 1, state["muster"]
        self.people, self.asked = people_in(charter, state), asked_seats(charter, state)
        self.called = self.people if self.muster else self.asked
        decides = set(self.asked) - set(state["defaults"])
        self.sealing = not state["referee"] and set(state["openers"]) <= decides
        own = state["openers"][:1] if self.sealing else []
        named = [seat for seat in self.called if seat in silent and seat not in own]
        self.late = [seat for seat in named if self.is_sealed and seat in heard]
        self.absent = [seat for seat in named if seat not in self.late]
        self.passed: list[str] = []
        self.opener = self._opener(silent, decides)

    @property
    def is_sealed(self) -> bool:
        return bool(self.state["fairness"] == "sealed")

    def _opener(self, silent: Iterable[str], decides: Container[str]) -> str | None:
        if self.state["referee"]:
            return REFEREE
        openers: list[str] = self.state["openers"]
        if self.sealing:
            return next(iter(openers), None)
        for seat in openers:
            if seat not in decides and seat in silent:
                self.passed.append(seat)
            elif seat not in decides:
                return seat
        return None

    @property
    def due(self) -> list[str]:
        """Seats whose envelope must be in a document of theirs (at sealed: nobody)."""
        if self.is_sealed:
            return []
        return [seat for seat in self.called if seat not in self.absent and seat != self.opener]

    @property
    def taking_part(self) -> list[str]:
        """Seats that are called and whose document acts in this entry: those that are not absent, and the opener only
        with a question of its own."""
        return [seat for seat in self.called if seat not in self.absent and (seat != self.opener or self.sealing)]

    def acts(self, seat: str) -> bool:
        """Whether a document of a seat acts in this entry, and not from the next one on."""
        return TABLE[self.role(seat)][3] == NOW

    @property
    def alone(self) -> bool:
        """True if the only envelope is that of a seat that opens."""
        return not self.state["referee"] and not self.due

    def role(self, seat: str) -> str:
        """The row of the table for a seat."""
        if seat in self.absent:
            return "absent"
        if seat == self.opener:
            return "sealed opener" if self.sealing else "opener"
        if seat in self.asked:
            return "asked"
        if self.muster and seat in self.people:
            return "mustered"
        return "beside" if self.is_sealed else "bystander"

    def closes_answers(self, seat: str) -> bool:
        """True if the answers of a seat are closed until all have sent theirs."""
        is_agreed = self.charter.get("answers") == "closed" and not self.state["referee"]
        return is_agreed and len(self.asked) > 1 and seat in self.asked

    def problems_of_silence(self, silent: Collection[str], shut: Collection[str]) -> Iterator[Problem]:
        """What is wrong with whom words call silent: each must be absent, passed over, shut, or late at sealed."""
        for seat in sorted(silent):
            if seat == self.opener or (seat in self.passed and self.opener is None):
                yield Problem("word-opener", seat=seat)
            elif seat not in (*self.absent, *self.late, *self.passed, *shut):
                yield Problem("word-not-asked", seat=seat)


def needed(state: State, people: Sequence[str], saying: Saying) -> str:
    """Whose words a statement takes, in words."""
    seats = "those of all seats" if saying.need == "all" else f"those of {len(people) // 2 + 1} seats"
    if not state["referee"] or not saying.referee:
        return seats
    return f"the referee's, or {seats}" if saying.beside else "the referee's"


def enough(state: State, people: Sequence[str], speakers: Iterable[str], saying: Saying) -> bool:
    """True if the words of `speakers` suffice for a kind of statement."""
    if state["referee"] and saying.referee and REFEREE in speakers:
        return True
    if state["referee"] and not saying.beside:
        return False
    count = len(set(speakers) & set(people))
    return count == len(people) if saying.need == "all" else 2 * count > len(people)


def is_enough(state: State, people: Sequence[str], statement: Json, speakers: Collection[str]) -> bool:
    """The same for one statement: a new chain stands on the word of whoever holds the old key as well."""
    if statement["what"] == "anchor" and statement["who"] in speakers:
        return True
    return enough(state, people, speakers, SAYINGS[statement["what"]])


def is_refused(charter: Charter, state: State, note: Json, noes: Sequence[str]) -> bool:
    """True if a board note can no longer come about, when these have said that they will not say it."""
    speakers = [one for one in speakers_in(charter, state) if one not in noes]
    return not is_enough(state, people_in(charter, state), note, speakers)


def subject(statement: Json) -> str:
    """Whom a statement on people is about: a seat, or the referee."""
    return statement.get("who") or statement.get("seat") or REFEREE


class Said:
    """What the words of one line say.

    silent      seats that are called silent
    people      statements on people, in the order in which they act
    board       the board note, or None
    speakers    {bytes of a statement: who says it}
    problems    with them, for a line of play ("play") or a note ("note")
    """

    def __init__(self, charter: Charter, state: State, words: Sequence[Document], line: str) -> None:
        people, found = people_in(charter, state), {}
        self.speakers: dict[bytes, list[str]] = {}
        self.problems: list[Problem] = []
        for word in words:
            marks = [encode(one) for one in word.says]
            if marks != sorted(set(marks)):
                self.problems.append(Problem("word-order", seat=word.seat))
            for mark, statement in zip(marks, word.says):
                found[mark] = statement
                if word.seat in self.speakers.setdefault(mark, []):
                    self.problems.append(Problem("word-twice", seat=word.seat, what=statement["what"]))
                self.speakers[mark].append(word.seat)
        self.silent = {one["who"] for one in found.values() if one["what"] == "silent"}
        rows = [(PEOPLE.index(one["what"]), mark, one) for mark, one in found.items() if one["what"] in PEOPLE]
        self.people = [one for _, _, one in sorted(rows, key=lambda row: row[:2])]
        notes = [one for one in found.values() if one["what"] in BOARD]
        self.board: Json | None = notes[0] if len(notes) == 1 else None
        self.problems += [*self._misplaced(line, words), *self._doubled(words)]
        for mark, statement in sorted(found.items()):
            saying, by = SAYINGS.get(statement["what"]), self.speakers[mark]
            if saying and not is_enough(state, people, statement, by):
                fields = {"found": ", ".join(by), "needed": needed(state, people, saying)}
                self.problems.append(Problem("word-alone", what=statement["what"], **fields))

    def _misplaced(self, line: str, words: Sequence[Document]) -> Iterator[Problem]:
        again = self.board is not None and self.board["what"] == "again"
        may = {"play", "people"} if line == "play" else {"board", *(["people"] if again else [])}
        name = "a line of play" if line == "play" else "this note"
        for word in words:
            for statement in word.says:
                saying = SAYINGS.get(statement["what"])
                if saying is None or saying.place not in may:
                    yield Problem("word-place", seat=word.seat, what=statement["what"], line=name)

    def _doubled(self, words: Sequence[Document]) -> Iterator[Problem]:
        about = [subject(one) for one in self.people]
        for who in sorted({who for who in about if about.count(who) > 1}):
            where = [word.file for word in words for one in word.says if one["what"] in PEOPLE and subject(one) == who]
            files = [*dict.fromkeys(one or "the line" for one in where)]
            code = "word-both-kept" if KEPT in files else "word-both"
            yield Problem(code, where=files[-1], who=who, files=files, last=files[-1])


def new_chain(who: str) -> str:
    """What to type for a new chain on the word of the old key; a referee gives up the entry that is due with it."""
    to = "--again --secret FILE -o GAME" if who == REFEREE else "--secret FILE -o WORD, for whoever adjudicates"
    return f"pbem seat init -o NEW, then pbem seat renew GAME {who} --anchor ANCHOR {to}"


def link_problems(state: State, name: str, entry: int, link: str) -> list[Problem]:
    """What is wrong with a link (hex) that `name` shows for an entry."""
    anchor = state["anchors"].get(name)
    if anchor is None:
        return [Problem("envelope-undue", seat=name, entry=entry)]
    return misfits_of(anchor, name, entry, link)


def misfits_of(anchor: Json, name: str, entry: int, link: str) -> list[Problem]:
    """The same of a chain, as a state tells it."""
    index, known = entry - anchor["base"], bytes.fromhex(anchor["link"])
    if index > anchor["n"]:
        return [Problem("chain-ended", seat=name, how=new_chain(name))]
    verdict = verify_link(anchor["index"], known, index, bytes.fromhex(link), anchor["n"])
    return [] if verdict.kind == "ok" else [Problem("envelope-wrong", seat=name, verdict=verdict)]


def shown(anchor: Json, entry: int, link: str) -> Json:
    """A chain, as a state tells it, with a link that was shown for an entry."""
    return {**anchor, "index": entry - anchor["base"], "link": link}
