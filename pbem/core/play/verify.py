"""`pbem verify`: every line made again from what was sent, and compared byte by byte.

The small verifier (verifier/pbem_verify.py) checks what needs no rules, from its own code.  This one makes each line
again by the function that writes lines, with all that has been opened since known from the start: so a closed line that
should have acted and did not is found once it is open.  Exit code 0: all holds; 4: something does not; 5: evidence is
missing.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..record import late_openings
from ..record.closed import Opening, Openings, closing_of
from ..record.entries import note_of, people_of_line, undone_by
from ..record.state import State
from .gamefile import GameFile, facts_of
from .replay import Replayer, remember_if_new

BROKEN, MISSING = "does not hold", "evidence missing"
SHORTEST_HEAD = 32  # digits: fewer can be met by trying


class Report(NamedTuple):
    """What a verification found.

    problems   what does not hold, first thing first
    missing    evidence that is not there
    notes      {"corrections", "notes", "undone", "absences", "passed_over", "closed"}: for people
    counts     {"entries", "draws", "answers", "facts", "steps", "links", "documents"}
    state      after the last line that could be made again
    """

    problems: list[Problem]
    missing: list[Problem]
    notes: Json
    counts: dict[str, int]
    state: State | None

    @property
    def exit_code(self) -> int:
        return 4 if self.problems else 5 if self.missing else 0


def verify(file: GameFile, head: str | None = None) -> Report:
    """Check a whole game file (play.gamefile); `head` is another player's head to compare with, or None."""
    problems: list[Problem] = []
    missing: list[Problem] = []
    maker = None
    try:
        maker = Replayer(file, openings=all_openings(file))
        for number in range(1, file.n + 1):
            maker.make(number, tells=number == file.n)
    except BrokenFile as broken:
        for problem in broken.problems:
            (missing if problem.level == MISSING else problems).append(problem)
    state = maker.state if maker else None
    if maker and not problems and not missing:
        remember_if_new(maker)
    if maker and not problems and maker.state["ended"]:
        missing += _still_closed(maker.state, maker.known)
    if head and (len(head) < SHORTEST_HEAD or not file.head.startswith(head.lower())):
        wanted = file.head[: max(len(head), SHORTEST_HEAD)]
        problems.append(Problem("head-compared", level=BROKEN, where=file.path, head=head, wanted=wanted))
    closed = len(state["closed"]) if state else 0
    if problems:
        return Report(problems, missing, {}, {}, state)
    return Report(problems, missing, notes_of(file, closed), counts_of(file), state)


def all_openings(file: GameFile) -> list[Opening]:
    """Every opening in the lines, and those in the file beside the game (record.late_openings)."""
    found = [one for line in file.lines[1:] for one in _list_of(line.object.get("opened"))]
    return [one for one in [*found, *late_openings.read(file.path)] if late_openings.is_opening(one)]


def _list_of(value: Any) -> list[Any]:
    return value if type(value) is list else []


def _still_closed(state: State, known: Openings) -> Iterator[Problem]:
    for row in known.opened(state["closed"], known.get)[1]:
        place = {name: row[name] for name in ("seat", "document", "part")}
        yield Problem("closed-still", level=MISSING, where=f"entry {row['entry']}", **place)


class Late(NamedTuple):
    """What was opened after the end: `all` openings of the file beside the game, how many are `new`, and how many
    parts are `left` closed."""

    all: list[Opening]
    new: int
    left: int


def opened_late(file: GameFile, offered: Iterable[Any]) -> tuple[Late | None, list[Problem]]:
    """``(Late, problems)``: openings that are offered for a game that is over, beside those there are."""
    if not file.is_over:
        return None, [Problem("openings-early")]
    before = Openings(file.game_id, filter(late_openings.is_opening, late_openings.read(file.path)))
    both = Openings(file.game_id, [*filter(late_openings.is_opening, offered), *before])
    found, left = both.opened(file.state["closed"], both.get)
    new = sum(before.get(closing_of(file.game_id, one)) is None for one in found)
    return Late(found, new, len(left)), []


def notes_of(file: GameFile, closed: int) -> Json:
    """Notes, absences and what was passed over, for people."""
    entries = file.entries
    plays = [entry for entry in entries if entry["kind"] == "play"]
    notes = [entry for entry in entries if entry["kind"] == "note"]
    return {
        "corrections": [entry["n"] for entry in notes if entry["what"] == "correction"],
        "notes": [{"entry": entry["n"], "what": entry["what"], "why": note_of(entry)["why"]} for entry in notes]
        + [
            {"entry": one["n"], "what": row["what"], "why": row["why"]}
            for one in entries
            for row, _ in people_of_line(one)
        ],
        "undone": sorted(entry["n"] for taken in undone_by(entries).values() for entry in taken),
        "absences": [{"entry": entry["n"], "seat": seat} for entry in plays for seat in entry.get("absent", ())],
        "passed_over": [{"entry": entry["n"], "seat": seat} for entry in plays for seat in entry.get("passed", ())],
        "closed": closed,
    }


def counts_of(file: GameFile) -> dict[str, int]:
    """How much there is of everything."""
    plays = [entry for entry in file.entries if entry["kind"] == "play"]
    documents = [pair[0] for entry in file.entries for pair in entry["documents"]]
    return {
        "entries": file.n,
        "documents": len(documents),
        "draws": sum(len(entry["draws"]) for entry in plays),
        "answers": sum(len(entry["used"]) for entry in plays),
        "links": len(plays) + sum("envelope" in one for one in documents),
        "steps": sum(not step.get("on") for entry in plays for step in entry["steps"]),
        "facts": sum(len(facts_of(entry)) for entry in file.entries),
    }
