"""Who takes part in an entry, and who may put what into it: one table, and the facts that it is looked up by.

The table stands in docs/fairness.md as it stands here.  Forms, the checks before an envelope is let go, adjudication
and verification all look it up, and nothing else decides what counts (docs/record.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..data.json_types import Json
from ..data.problems import Problem, messages
from ..draws.chain import Verdict, verify_link
from .charter import Charter
from .state import State

REFEREE = "referee"
NOW, NEXT, NEVER = "in e", "from e + 1", "–"

# role: (who, answers to what is asked, petitions, lines and withdrawals, envelope)
TABLE = {
    "asked": ("asked, and not heard of as absent", NOW, NOW, NOW, "in its document"),
    "sealed opener": ("the opener, when all who could open are asked", NOW, NOW, NOW, "released by opening"),
    "absent": ("asked, and absent", "default", NEVER, NEVER, NEVER),
    "mustered": ("not the opener, not asked, at a muster", NEVER, NOW, NOW, "in its document"),
    "opener": ("the opener, not asked", NEVER, NEXT, NEXT, "the line's own"),
    "bystander": ("anybody else", NEVER, NEXT, NEXT, NEVER),
    "clash": ("two documents with one envelope", "default", NEVER, NEVER, "in its documents"),
}

messages(
    {
        "word-alone": "The words of {found} are not enough to say this: it needs {needed}.",
        "word-not-asked": "{seat} is said to be silent, and was neither asked nor due to open.",
        "word-opener": "{seat} cannot be passed over: {why}.",
        "word-twice": "{seat} has given two words at one head.",
        "envelope-missing": "{seat} has not sent its envelope for entry {entry}.",
        "envelope-undue": "{seat} has no envelope to send for entry {entry}.",
        "envelope-wrong": "The envelope of {seat} is {verdict}.",
        "chain-ended": "The chain of {seat} has ended; a note with a new chain is due.",
    }
)


class Call:
    """What the next play entry needs from whom: a function of the state and of the words that are there.

    n         its number
    muster    True if all people take part
    asked     seats with an open question, in charter order
    people    seats that persons hold, in charter order
    absent    asked seats that are not heard of; at a muster any seat at sealed, and none at shared
    late      at sealed: asked seats of which only a part came by the deadline
    passed    openers passed over
    opener    who runs it, or None if nobody may
    sealing   True if all who could open are asked: the opener's sealed document comes first
    """

    __slots__ = ("charter", "state", "n", "muster", "asked", "people", "absent", "late", "passed", "opener", "sealing")

    def __init__(self, charter: Charter, state: State, silent: Iterable[str] = (), heard: Iterable[str] = ()) -> None:
        self.charter, self.state = charter, state
        self.n, self.muster = state["n"] + 1, state["muster"]
        self.people = [seat for seat in charter["seats"] if seat not in state["bots"]]
        seats = {charter["powers"].get(ask["power"], ask["power"]) for ask in state["asked"]}
        self.asked = [seat for seat in self.people if seat in seats]
        may_be_absent = self.asked if not self.muster else self.people if self.is_sealed else []
        self.sealing = not state["referee"] and set(state["openers"]) <= set(self.asked)
        own = state["openers"][:1] if self.sealing else []
        named = [seat for seat in may_be_absent if seat in silent and seat not in own]
        self.late = [seat for seat in named if self.is_sealed and seat in heard]
        self.absent = [seat for seat in named if seat not in self.late]
        self.passed: list[str] = []
        self.opener = self._opener(silent)

    @property
    def is_sealed(self) -> bool:
        return bool(self.state["fairness"] == "sealed")

    def _opener(self, silent: Iterable[str]) -> str | None:
        if self.state["referee"]:
            return REFEREE
        openers: list[str] = self.state["openers"]
        if self.sealing:
            return next(iter(openers), None)
        for seat in openers:
            if seat not in self.asked and seat in silent:
                self.passed.append(seat)
            elif seat not in self.asked:
                return seat
        return None

    @property
    def due(self) -> list[str]:
        """Seats whose envelope must be in a document of theirs (at sealed: nobody)."""
        if self.is_sealed:
            return []
        called = self.people if self.muster else self.asked
        return [seat for seat in called if seat not in self.absent and seat != self.opener]

    @property
    def taking_part(self) -> list[str]:
        """Seats whose document acts in this entry: those asked or called to a muster that are not absent, and the
        opener only with a question of its own."""
        called = self.people if self.muster else self.asked
        return [seat for seat in called if seat not in self.absent and (seat != self.opener or seat in self.asked)]

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
        return "mustered" if self.muster and seat in self.people else "bystander"

    def problems_of_words(self, words: Sequence[Any]) -> list[Problem]:
        """What is wrong with the words (Documents) of a play entry: each must act."""
        found, speakers = [], set()
        for word in words:
            if word.seat in speakers:
                found.append(Problem("word-twice", seat=word.seat))
            speakers.add(word.seat)
        said = {seat for word in words for seat in word.object.get("silent", ())}
        for seat in sorted(said):
            found += self._silence_problems(seat, words)
        return found

    def _silence_problems(self, seat: str, words: Sequence[Any]) -> Iterator[Problem]:
        by = [word.seat for word in words if seat in word.object.get("silent", ())]
        if not self.may_say(by):
            yield Problem("word-alone", found=", ".join(by), needed=self.needed())
        if seat in self.absent or seat in self.late or seat in self.passed:
            if seat in self.passed and self.opener is None:
                yield Problem("word-opener", seat=seat, why="there is no other opener without a question")
            return
        yield Problem("word-not-asked", seat=seat)

    def needed(self) -> str:
        """Whose words make an absence, in words."""
        return "the referee's" if self.state["referee"] else f"those of {len(self.people) // 2 + 1} seats"

    def may_say(self, speakers: Iterable[str]) -> bool:
        """True if these together may say that somebody is not heard of."""
        return enough(self.state, self.people, speakers, "more")


def enough(state: State, people: Sequence[str], speakers: Iterable[str], need: str, beside: bool = False) -> bool:
    """True if the words of `speakers` suffice: the referee's; without one those of "more" than half, or of "all".

    beside   the words of the seats suffice even where there is a referee: he may have vanished
    """
    if state["referee"] and (REFEREE in speakers or not beside):
        return REFEREE in speakers
    count = len(set(speakers) & set(people))
    return count == len(people) if need == "all" else 2 * count > len(people)


def judged(state: State, name: str, entry: int, link: str) -> Verdict | None:
    """The Verdict on a link (hex) that `name` shows for an entry; None if it has no chain."""
    anchor = state["anchors"].get(name)
    if anchor is None:
        return None
    return verify_link(
        anchor["index"], bytes.fromhex(anchor["link"]), entry - anchor["base"], bytes.fromhex(link), anchor["n"]
    )


def unused(anchor: Json, entry: int) -> int:
    """How many links of a chain are left from an entry on."""
    return int(max(0, anchor["n"] - (entry - anchor["base"]) + 1))


def link_problems(state: State, name: str, entry: int, link: str) -> list[Problem]:
    """What is wrong with a link (hex) for an entry."""
    anchor = state["anchors"].get(name)
    if anchor is None:
        return [Problem("envelope-undue", seat=name, entry=entry)]
    if not unused(anchor, entry):
        return [Problem("chain-ended", seat=name)]
    verdict = judged(state, name, entry, link)
    return [] if verdict is None or verdict.kind == "ok" else [Problem("envelope-wrong", seat=name, verdict=verdict)]


def shown(state: State, name: str, entry: int, link: str) -> Json:
    """The anchor of `name` with a link that was shown for an entry."""
    anchor = state["anchors"][name]
    return {**anchor, "index": entry - anchor["base"], "link": link}


def table_text() -> str:
    """The table for people, as Markdown."""
    head = ["who, at entry e", "answers what is asked", "petitions", "lines, withdrawals", "envelope"]
    rows = [head, ["---"] * len(head), *TABLE.values()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"
