"""Robots that hold seats: a chain of their own that is fixed when they are seated, and shown link by link
as they answer.

So nobody knows their answers before the link is shown, but for who keeps the chain; and everybody can make them again.
"""

import glob
import itertools
import os
from collections.abc import Collection, Iterator
from typing import Any

from ..data.json_types import Json
from ..data.problems import ODD, Problem
from ..orders.orderfile import Order
from ..play.gamefile import GameFile
from ..play.replay import Replayer
from ..play.verify import BROKEN, MISSING, Report, all_openings
from ..record.charter import Anchor, Robot
from ..record.deadlines import shown
from ..record.documents import part_of
from ..record.entries import Entry
from ..record.now import deadline
from ..record.secret import Secret
from ..record.state import Reached
from .robot import LEVELS, REVISION, answered, check_level, thoughts


def free_path(game: str, seat: str) -> str:
    """Where the chain of a robot is made that is to hold a seat."""
    names = (f"{game}.robot-{seat}{f'-{number}' if number > 1 else ''}.secret" for number in itertools.count(1))
    return next(name for name in names if not os.path.exists(name))


def seated(game: str, seat: str, level: str, held: str = "", chain: Anchor | None = None) -> Robot:
    """What is said of a robot that is to hold a seat: with a chain that somebody else keeps, or with one of its own,
    which is made beside the game.  Raises Refused."""
    check_level(level)
    if chain is None:
        chain = Secret.create(free_path(game, seat)).anchor
    return {"chain": chain, "level": level, "revision": REVISION, **({"held": held} if held else {})}


def kind_of(file: GameFile, seat: str) -> Robot | None:
    """The robot that holds a seat now, with its chain as the state has it; None where none does."""
    found: Robot | None = file.state.get("robots", {}).get(seat)
    return found


def link_of(file: GameFile, seat: str, path: str = "") -> bytes | None:
    """The link of a robot's chain for the entry that is due; None where its chain does not lie here, or has ended."""
    robot = kind_of(file, seat)
    if robot is None:
        return None
    number = file.next - robot["chain"]["base"]
    kept = sorted(glob.glob(f"{glob.escape(f'{file.path}.robot-{seat}')}*.secret"))  # perhaps of other games too
    for name in [path] if path else kept:
        secret = Secret.read(name)
        if secret.makes(robot["chain"]) and number <= robot["chain"]["n"]:
            return secret.chain.link(number)
    return None


def stuck(file: GameFile, seat: str) -> Problem | None:
    """Why the robot that holds a seat does not answer here, and what to do; None where it does, or none holds it."""
    robot = kind_of(file, seat)
    if robot is None or link_of(file, seat):
        return None
    if "held" in robot:
        return Problem("robot-elsewhere", level=ODD, seat=seat, held=robot["held"], path=file.path)
    found = deadline(file, seat)
    time = f" --now {shown(found.until)}" if found else ""
    anew = f'pbem seat robot {file.path} {seat} --level {robot["level"]} --reason "its chain is lost"'
    passed = f"pbem adjudicate {file.path} -o {file.path} --deadline-passed {seat}{time}"
    path = f"{file.path}.robot-{seat}*.secret"
    return Problem("robot-lost", level=ODD, seat=seat, path=path, hint=f"{anew} && {passed}")


def orders_of(file: GameFile, seats: Collection[str]) -> list[Order]:
    """The answers of robots whose seats these are; [] unless all of them are robots', and their chains lie here."""
    links = {seat: link_of(file, seat) for seat in seats}
    if not all(links.values()):
        return []
    robots = file.state["robots"] if links else {}
    return [answered(file, seat, robots[seat]["level"], link) for seat, link in links.items() if link]


def checked(file: GameFile, report: Report) -> Report:
    """A verification with the answers of robots made again as well."""
    count, found = helped(file)
    missing = [one for one in found if one.level == MISSING]
    wrong = [one for one in found if one.level != MISSING]
    counts = {**report.counts, "robots": count}
    return report._replace(problems=report.problems + wrong, missing=report.missing + missing, counts=counts)


def helped(file: GameFile) -> tuple[int, list[Problem]]:
    """``(documents made again, problems)``: every document of a robot, made again by its level and the link that it
    shows, from the game as it stood before its line; and who was passed over, whose answer nobody can make."""
    maker, count, problems = Replayer(file, openings=all_openings(file)), 0, list[Problem]()
    for number in range(1, file.n + 1):
        before, entry = GameFile(file.lines[:number], file.path), file.entry(number)
        before.game, before.reached = file.game, Reached(maker.state)
        for object, _ in entry["documents"]:
            if "link" in object:
                count += 1
                problems += _differs(before, object, entry)
        for seat in sorted({*before.state.get("robots", ())} & {*entry.get("absent", ())}):
            problems.append(Problem("robot-absent", level=MISSING, where=f"entry {number}", seat=seat))
        maker.make(number, tells=False)
    return count, problems


def _differs(before: GameFile, object: Json, entry: Entry) -> Iterator[Problem]:
    """That a robot had answered otherwise than a line says, or says what no robot says."""
    seat, where = object["seat"], f"entry {before.next}"
    robot = before.state["robots"][seat]
    if robot["revision"] != REVISION or robot["level"] not in LEVELS:
        yield Problem("robot-revision", level=MISSING, where=where, seat=seat, made=robot["revision"], known=REVISION)
        return
    said = _answers_in(object, entry)
    made = {
        one.ask.question: one.answer for one in thoughts(before, seat, robot["level"], bytes.fromhex(object["link"]))
    }
    others = [question for question, answer in made.items() if said.get(question, answer) != answer]
    if others or {"lines", "petitions", "pinch"} & {*object}:
        yield Problem("robot-helped", level=BROKEN, where=where, seat=seat, question=", ".join(others) or "its lines")


def _answers_in(object: Json, entry: Entry) -> dict[str, Any]:
    """``{question: settled answer}`` of a seat in a line, the first one to each question."""
    found: dict[str, Any] = {}
    for row in entry["used"]:
        if row["seat"] == object["seat"]:
            part = part_of(object, row["line"]) if row.get("document") == object["n"] else None
            found.setdefault(row["question"], row.get("value", (part or {}).get("value")))
    return found
