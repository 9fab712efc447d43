"""Results of a tournament, read from its game files; forfeits by deadlines that were let pass."""

import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.store import Folder
from pbem.core.data.text import counted, listed
from pbem.core.play.gamefile import GameFile, read
from pbem.core.record.charter import Charter
from pbem.core.record.deadlines import day_told, holder_since
from pbem.core.record.entries import live_entries
from pbem.core.record.now import deadline
from pbem.core.record.outcome import Act, Outcome, outcome, ruled

from .cup import Cup
from .shapes import Forfeit, Forfeits, Pairing


class Result(Outcome):
    """What a pairing came to: an Outcome (core.record.outcome) with ``scores`` by player.

    state   besides those of every game: missing (there is no file)
    """

    @property
    def is_played(self) -> bool:
        """True if it counts for tie-breaks and ratings: what was given up or abandoned does not."""
        return self.state in ("over", "agreed", "adjudicated")


Results = dict[str, Result]
"""{game: what it came to}"""


def results(cup: Cup, folder: Folder) -> tuple[Results, list[Problem]]:
    """``({game: Result}, problems)`` of all pairings; a file that does not fit its pairing has no result."""
    found: Results = {}
    problems: list[Problem] = []
    for pairing in cup.pairings:
        file, more = file_of(cup, pairing, folder)
        problems += more
        found[pairing["game"]] = _result(cup, pairing, file)
    return found, problems


def results_among(cup: Cup, files: Mapping[str, GameFile]) -> Results:
    """``{game: Result}`` of all pairings by game files that were read: ``{name: GameFile}``.  Raises BrokenFile with
    every term in which one does not fit its pairing."""
    BrokenFile.if_any(
        problem.at(files[pairing["game"]].path)
        for pairing in cup.pairings
        if pairing["game"] in files
        for problem in _terms(cup, pairing, files[pairing["game"]].charter)
    )
    return {pairing["game"]: _result(cup, pairing, files.get(pairing["game"])) for pairing in cup.pairings}


def path_of(folder: Folder, pairing: Pairing) -> str:
    """Where the game of a pairing lies; its name is an id by the schema."""
    return os.path.join(folder, f"{pairing['game']}.json")


def file_of(cup: Cup, pairing: Pairing, folder: Folder) -> tuple[GameFile | None, list[Problem]]:
    """``(file, problems)``: the game file of a pairing, or None if there is none or it is another game's."""
    path = path_of(folder, pairing)
    if not os.path.exists(path):
        return None, []
    try:
        file = read(path)
    except BrokenFile as error:
        return None, error.problems
    problems = [problem.at(path) for problem in _terms(cup, pairing, file.charter)]
    return (None if problems else file), problems


def _terms(cup: Cup, pairing: Pairing, charter: Charter) -> Iterator[Problem]:
    """What differs between a charter and what was agreed in the tournament."""
    game = pairing["game"]
    if charter["game"] != game:
        yield Problem("cup-other-game", game=game, found=charter["game"])
    agreed: list[tuple[str, Any]] = [
        ("title", cup.title),
        ("scenario", cup.scenario),
        ("edition", cup.edition or cup.game.editions[0]),
    ]
    agreed += [("days", cup.calendar)] if cup.calendar else []
    held = {**charter, "days": charter.get("calendar")}
    for what, wanted in agreed:
        if held[what] != wanted:
            yield Problem("cup-other-terms", game=game, what=what, found=held[what], wanted=wanted)
    for name, value in cup.options.items():
        if charter["options"].get(name) != value:
            yield Problem(
                "cup-other-terms", game=game, what=f"option {name}", found=charter["options"].get(name), wanted=value
            )
    if sorted(charter["seats"]) != sorted(pairing["seats"]):
        yield Problem("cup-other-seats", game=game, found=listed(charter["seats"]), wanted=listed(pairing["seats"]))
        return
    for seat, id in pairing["seats"].items():
        if charter["names"].get(seat) != cup.name_of(id):
            yield Problem(
                "cup-other-person",
                game=game,
                seat=seat,
                found=charter["names"].get(seat, "nobody"),
                wanted=cup.name_of(id),
            )


def _result(cup: Cup, pairing: Pairing, file: GameFile | None) -> Result:
    ruling, seats = cup.ruling(pairing["game"]), pairing["seats"]
    if ruling:
        found = ruled(cup.sides_of(pairing), ruling)
    elif file is None:
        return Result(None, "missing")
    else:
        found = outcome(file)
    marks = None if found.scores is None else {seats[seat]: mark for seat, mark in found.scores.items()}
    return Result(marks, found.state, found.by, found.decided)


# -- what a director decided, for those who look at games ------------------------------------------------------


class Decision(NamedTuple):
    """What the director of a tournament decided on a game: the acts on it that hold, with the terms of its pairing to
    know the file by; plain data, for other processes."""

    tournament: str
    title: str
    scenario: str
    names: dict[str, str]
    acts: tuple[Act, ...]


def decisions(cups: Iterable[Cup]) -> dict[str, Decision]:
    """``{game: Decision}`` of all games of some tournaments on which acts hold.  Raises Refused if two tournaments have
    a game of one name."""
    found: dict[str, Decision] = {}
    owner: dict[str, Cup] = {}
    for cup in cups:
        for pairing in cup.pairings:
            game = pairing["game"]
            if owner.setdefault(game, cup) is not cup:
                raise Refused([Problem("cup-game-of-two", game=game, one=owner[game].name, other=cup.name)])
            ruling = cup.ruling(game)
            if ruling:
                names = {seat: cup.name_of(id) for seat, id in pairing["seats"].items()}
                found[game] = Decision(cup.name, cup.title, cup.scenario, names, tuple(ruling))
    return found


def decided(file: GameFile, found: Mapping[str, Decision]) -> Outcome:
    """The Outcome of a game file under `found` (decisions()); errors as of decision_on."""
    one = decision_on(file, found)
    return outcome(file, one.acts if one else ())


def decision_on(file: GameFile, found: Mapping[str, Decision]) -> Decision | None:
    """The Decision of `found` (decisions()) on a game file, or None.  Raises BrokenFile if there is one on a game of
    this name and the file is of other terms or of other people."""
    one = found.get(file.name)
    if one is None:
        return None
    terms = [file.charter["title"], file.charter["scenario"], file.charter["names"]]
    if terms != [one.title, one.scenario, one.names]:
        raise BrokenFile(Problem("cup-decision", where=file.path, game=file.name, tournament=one.tournament))
    return one


# -- forfeits ----------------------------------------------------------------------------------------------


def due_forfeits(cup: Cup, folder: Folder, now: datetime | None = None) -> list[Forfeit]:
    """``[{"game", "seat", "reason"}]`` that the tournament's rule on deadlines gives and nobody has recorded yet.

    now   the time, for seats that are late at this moment; without it only what the record holds counts
    """
    rule: Forfeits = cup.forfeit or {}
    rows: list[Forfeit] = []
    told = {(act["game"], act["seat"]) for act in cup.acts if act["act"] == "forfeit"}
    for pairing in cup.pairings:
        file, _ = file_of(cup, pairing, folder)
        if file is None or not outcome(file, cup.ruling(pairing["game"])).waits:
            continue
        for seat in pairing["seats"]:
            reason = _silence(rule, file, seat) or _lateness(rule, file, seat, now)
            if reason and (pairing["game"], seat) not in told:
                rows.append({"game": pairing["game"], "seat": seat, "reason": reason})
    return rows


def _silence(rule: Forfeits, file: GameFile, seat: str) -> str:
    """So many published defaults were taken for the seat since the person who holds it now has it."""
    since = holder_since(file, seat)
    count = sum(seat in entry.get("absent", ()) for entry in live_entries(file.entries) if entry["n"] > since)
    if "absences" in rule and count >= rule["absences"]:
        return f"let {counted(count, 'deadline')} pass"
    return ""


def _lateness(rule: Forfeits, file: GameFile, seat: str, now: datetime | None) -> str:
    """So many days have gone by since the seat's time ended."""
    if now is None or "days" not in rule:
        return ""

    found = deadline(file, seat)
    if found is None or (now - found.until).days < rule["days"]:
        return ""
    return f"silent since {day_told(found.until)}"
