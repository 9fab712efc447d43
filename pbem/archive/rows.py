"""A game file as rows of the archive.  Reads the file alone; no rule runs, except to tell the story of the facts."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pbem.core.record.deadlines import shown, waits
from pbem.core.record.entries import Entry, undone_by
from pbem.core.record.outcome import POINTS, Outcome
from pbem.core.record.seat_history import persons
from pbem.report.noted import all_noted

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.tournament.cup import Cup


def rows_of(
    file: "GameFile", path: str, sha256: str, found: Outcome, tournament: str | None = None
) -> "dict[str, list[Json]]":
    """``{table: [rows]}`` of a game file (core.gamefile).

    found        what it came to (core.record.outcome.Outcome);  tournament  whose director says so, or None
    """
    key = file.game_id.hex()[:16]
    undone = {entry["n"] for taken in undone_by(file.entries).values() for entry in taken}
    tables = {
        "entries": [_entry(file, key, entry, undone, noted) for entry, noted in all_noted(file)],
        "questions": [row for entry in file.entries for row in _questions(file, key, entry)],
        "waits": [*_waits(file, key)],
        "holders": [*_holders(file, key)],
        "options": [*_options(file, key)],
        "draws": [
            _draw(key, entry, place, draw, undone)
            for entry in file.entries
            for place, draw in enumerate(entry.get("draws", ()), 1)
        ],
        "steps": [*_told_steps(file, key)],
        "facts": [*_facts(file, key)],
        "stories": [*_stories(file, key)],
    }
    tables["seats"] = [_seat(file, key, seat, tables["questions"], found) for seat in file.charter["seats"]]
    tables["results"] = [*_results(file, key, found)]
    tables["games"] = [
        {**_game(file, key, tables, undone, found), "path": path, "sha256": sha256, "tournament": tournament}
    ]
    return {name: [{"game": key, **row} for row in rows] for name, rows in tables.items()}


def _game(
    file: "GameFile", key: str, tables: "dict[str, list[Json]]", undone: Collection[int], found: Outcome
) -> "Json":
    charter, result = file.charter, file.result or {}
    stops = sorted(file.calendar["stops"].values())
    return {
        "id": key,
        "name": file.name,
        "title": charter["title"],
        "edition": charter["edition"],
        "scenario": charter["scenario"],
        "revision": charter["revision"],
        "fairness": charter["fairness"],
        "referee": int(bool(charter["referee"])),
        "seats": len(charter["seats"]),
        "entries": file.n,
        "decisions": sum(row["by"] == "answer" for row in tables["questions"]),
        "draws": len(tables["draws"]),
        "corrections": sum(entry.get("what") == "correction" for entry in file.entries),
        "undone": len(undone),
        "absences": sum(len(entry.get("absent", ())) for entry in file.entries),
        "over": int(not found.is_open),
        "state": found.state,
        "winner": None if found.decided else result.get("winner"),
        "ended_by": found.by or None,
        "rule": None if found.decided else result.get("rule"),
        **({name: tables["steps"][-1][name] for name in ("turn", "round")} if tables["steps"] else {}),
        "started": stops[0] if stops else None,
        "last": stops[-1] if stops else None,
        "head": file.head,
    }


def _seat(file: "GameFile", key: str, seat: str, questions: "Iterable[Json]", found: Outcome) -> "Json":
    own = [row["by"] for row in questions if row["seat"] == f"{key}/{seat}"]
    powers = [power for power, holder in file.charter["powers"].items() if holder == seat]
    return {
        "id": f"{key}/{seat}",
        "seat": seat,
        "person": persons(file)[seat],
        "powers": ", ".join(powers),
        "decisions": own.count("answer"),
        "defaults": own.count("default"),
        "absences": sum(seat in entry.get("absent", ()) for entry in file.entries),
        "result": (found.scores or {}).get(seat),
    }


def _entry(
    file: "GameFile", key: str, entry: Entry, undone: Collection[int], noted: Iterable[tuple[str, str]]
) -> "Json":
    stops = file.calendar["stops"]
    return {
        "id": f"{key}/{entry['n']}",
        "n": entry["n"],
        "kind": entry["kind"],
        "what": entry.get("what"),
        "why": ". ".join(why for _, why in noted) or None,
        "muster": int(entry.get("muster", False)),
        "opener": entry.get("opener"),
        "undone": int(entry["n"] in undone),
        "head": file.head_of(entry["n"]),
        "asked_at": stops.get(str(entry["n"])),
        "answered_at": stops.get(str(entry["n"] + 1)),
    }


def _waits(file: "GameFile", key: str) -> Iterator["Json"]:
    for wait in waits(file):
        yield {
            "id": f"{key}/{wait.entry}/{wait.seat}",
            "entry": f"{key}/{wait.entry}",
            "seat": f"{key}/{wait.seat}",
            "person": wait.person,
            "asked_at": wait.asked and shown(wait.asked),
            "came_at": wait.came and shown(wait.came),
            "days": wait.days,
            "absent": int(wait.is_absent),
        }


def _holders(file: "GameFile", key: str) -> Iterator["Json"]:
    """Who held which seat from which entry on; 0 is the charter."""
    taken = [(number, said["seat"]) for number, said in file.statements("substitute")]
    for number, seat in [*((0, seat) for seat in file.charter["seats"]), *taken]:
        yield {
            "id": f"{key}/{seat}/{number}",
            "seat": f"{key}/{seat}",
            "person": persons(file, number)[seat],
            "since": number,
        }


def _options(file: "GameFile", key: str) -> Iterator["Json"]:
    """The options in force, and what the charter agreed on."""
    for name, value in file.state["options"].items():
        agreed = file.charter["options"].get(name)
        yield {"id": f"{key}/{name}", "option": name, "value": _word(value), "agreed": _word(agreed)}


def _word(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _questions(file: "GameFile", key: str, entry: Entry) -> Iterator["Json"]:
    for place, row in enumerate(entry.get("used", ()), 1):
        rule, kind, power = row["question"].split("/", 2)
        yield {
            "id": f"{key}/{entry['n']}/{place}",
            "entry": f"{key}/{entry['n']}",
            "seat": f"{key}/{row['seat']}",
            "power": power.partition("#")[0],
            "kind": kind,
            "rule": rule,
            "value": json.dumps(_value(file, row), ensure_ascii=False),
            "by": row["by"],
            "asked": int(row["by"] in ("answer", "default") and row["seat"] in entry["asked"]),
        }


def _value(file: "GameFile", row: "Json") -> Any:
    """The answer of a row of `used`: said there, or by the part that gave it."""
    from pbem.core.seat.sheet import item_of

    return row["value"] if "value" in row else item_of(file, row).get("value")


def _draw(key: str, entry: Entry, place: int, draw: list[Any], undone: Collection[int]) -> "Json":
    from pbem.report.build import told_draw

    told = told_draw(draw)
    dice, sides = _dice(told)
    thrown = dice > 0
    return {
        "id": f"{key}/{entry['n']}/{place}",
        "entry": f"{key}/{entry['n']}",
        "place": place,
        "label": told["label"],
        "purpose": purpose(told["label"]),
        "n": told["n"],
        "kind": told["kind"],
        "dice": dice or None,
        "sides": sides or None,
        "result": json.dumps(told["result"]),
        "total": sum(told["result"]) if thrown else None,
        "expected": dice * (sides + 1) / 2 if thrown else None,
        "variance": dice * (sides * sides - 1) / 12 if thrown else None,
        "undone": int(entry["n"] in undone),
    }


def _dice(draw: Mapping[str, Any]) -> tuple[int, int]:
    """``(count, sides)`` of a throw of dice, ``(0, 0)`` of any other draw."""
    return (draw["of"]["count"], draw["of"]["sides"]) if draw["kind"] == "dice" else (0, 0)


def purpose(label: str) -> str:
    """What a draw is for: its label without the parts that name one unit, area or turn, which hold digits.

    The first part is a rule number and stays.
    """
    first, *others = label.split("/")
    return "/".join([first, *(part for part in others if not any(c.isdigit() for c in part))])


def _steps(file: "GameFile") -> "list[tuple[int, int, Json]]":
    """``[(number, entry, step)]`` of the live game, numbered from 1; a step that goes on is a row in each entry."""
    return [(n, entry, step) for n, (entry, step) in enumerate(file.story(), 1) if step["facts"]]


def _told_steps(file: "GameFile", key: str) -> Iterator["Json"]:
    """The steps with the turn that each ends in: its number or years, of Pacific the power, and its round."""
    turn: str | None = None
    round: int | None = None
    for n, entry, step in _steps(file):
        for fact in step["facts"]:
            if fact["type"] == "turn-begun":
                turn, round = str(fact.get("turn", fact.get("power"))), fact.get("round")
        yield {**_step(key, file, n, entry, step), "turn": turn, "round": round}


def _step(key: str, file: "GameFile", n: int, entry: int, step: "Json") -> "Json":
    return {
        "id": f"{key}/step/{n}",
        "n": n,
        "entry": f"{key}/{entry}" if entry else None,
        "procedure": step["procedure"],
        "args": json.dumps(step["args"], ensure_ascii=False),
        "revision": file.charter["revision"],
        "facts": len(step["facts"]),
    }


def _facts(file: "GameFile", key: str) -> Iterator["Json"]:
    """The facts of the live game under their addresses ENTRY.K."""
    last, place = None, 0
    for n, entry, step in _steps(file):
        place, last = place if entry == last else 0, entry
        for fact in step["facts"]:
            place += 1
            yield {
                "id": f"{key}/{entry}.{place}",
                "step": f"{key}/step/{n}",
                "place": place,
                "type": fact["type"],
                "rule": fact["rule"],
                "fact": json.dumps(fact, ensure_ascii=False),
            }


def _stories(file: "GameFile", key: str) -> Iterator["Json"]:
    """What the report tells of each step, in words, to be searched."""
    from pbem.report.build import told

    say = file.game.telling.say(file.current_board())
    for n, _, step in _steps(file):
        parts = told(file.game, [(step, step["facts"])], say)
        text = "\n".join(line["text"] for part in parts for line in part["lines"])
        if text:
            yield {
                "id": f"{key}/step/{n}",
                "step": f"{key}/step/{n}",
                "heading": parts[0]["heading"],
                "text": text,
            }


def _results(file: "GameFile", key: str, found: Outcome) -> Iterator["Json"]:
    for seat, result in (found.scores or {}).items():
        yield {
            "id": f"{key}/{seat}",
            "seat": f"{key}/{seat}",
            "person": persons(file)[seat],
            "title": file.charter["title"],
            "scenario": file.charter["scenario"],
            "score": POINTS[result],
            "result": result,
        }


def tournament_row(cup: "Cup") -> "Json":
    """A tournament (tournament.cup.Cup) as a row."""
    return {
        "id": cup.name,
        "title": cup.title,
        "scenario": cup.scenario,
        "system": cup.system,
        "players": len(cup.players),
        "rounds": cup.last_round,
        "document": cup.render(),
    }


def director_rows(cup: "Cup") -> "list[Json]":
    """The acts of a tournament's director as rows, each with its reason."""
    return [
        {
            "id": f"{cup.name}/{n}",
            "tournament": cup.name,
            "n": n,
            "act": act["act"],
            "game": act.get("game"),
            "player": cup.name_of(act["player"]) if "player" in act else None,
            "seat": act.get("seat"),
            "marks": json.dumps(act["scores"]) if "scores" in act else None,
            "reason": act["reason"],
            "day": act.get("on"),
        }
        for n, act in enumerate(cup.acts, 1)
    ]
