"""The charter: what was agreed before the first turn.  It never changes; its digest is the game's id.

    {"pbem": "charter/2", "program": "pbem 1.0", "game": "malaya-7", "title": "red-dragon",
     "edition": "2008", "scenario": "ready",
     "revision": 1, "options": {...}, "seats": ["prc", "allied"], "powers": {"prc": "prc", "allied": "allied"},
     "names": {"prc": "Ann"}, "components": {"map": "<sha256>", ...}, "pack": {...}, "position": {...},
     "fairness": "sealed", "referee": "referee", "openers": [], "muster": false,
     "anchors": {"referee": {"first": "<hex>", "key": "<hex>", "n": 16384}},
     "windows": "default", "hold": 0, "deadline": ""}

`components` holds the digest of every component file that the game uses, `pack` the changes of the component pack
that it was made with, `position` the effective position that it starts from, `again` the id of the game that is played
again, with its draws.  Names are what people call each other;
addresses do not belong here (fairness.md 3).
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pbem import __version__

from ..data.canon import dumps, th
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused
from ..data.text import listed
from ..draws.chain import LENGTH, MAX_LENGTH, related
from ..title.evidence import component_digests
from ..title.rulings import agreed

if TYPE_CHECKING:
    from ..title.game import Arrangements, Game

Charter = Json
Seats = dict[str, list[str]]
"""{seat: the powers for which it decides}"""
Anchor = Json
"""{"first": hex, "key": hex, "n": length of the chain}"""
Robot = Json
"""{"level", "revision" of the robots, "chain": its own (Anchor), "held": who keeps that, if not the referee}"""

BROKEN, MISSING = "does not hold", "evidence missing"
REFEREE = "referee"
DEVICE = r"(aux|con|nul|prn|com[0-9]|lpt[0-9])(\.|$)"  # on Windows no file has such a name, whatever its ending
GAME_NAME = rf"(?!{DEVICE})[a-z0-9_-][a-z0-9._-]{{0,63}}(?<!\.)"
PERSON_NAME = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,80}"
BLANK: Anchor = {"first": "0" * 64, "key": "0" * 64, "n": LENGTH}
"""In the place of a chain, to see what is refused before it is made."""
_digest = re.compile(r"[0-9a-f]{64}").fullmatch


def anchor_of(text: str) -> Anchor:
    """The anchor of a chain as people type it: {"first", "key", "n"}.  Raises Refused.

    Two times 64 hex digits with a dot between, the end of the chain and the key for signatures; a chain that has not
    the usual length adds it: ``5f0c….77ab…/1024``, as pbem seat init prints it.
    """
    digits, slash, length = text.strip().partition("/")
    first, _, key = digits.lower().partition(".")
    number = int(length) if re.fullmatch("[0-9]{1,7}", length) else 0
    anchor = {"first": first, "key": key, "n": number if slash else LENGTH}
    if not is_anchor(anchor):
        said = {"most": MAX_LENGTH, "default": LENGTH}
        raise Refused([Problem("bad-anchor", "", "", NOT_UNDERSTOOD, "", text[:90], anchor=text[:90], **said)])
    return anchor


def anchor_text(anchor: Anchor) -> str:
    """An anchor as people type it."""
    length = "" if anchor["n"] == LENGTH else f"/{anchor['n']}"
    return f"{anchor['first']}.{anchor['key']}{length}"


def is_digest(value: object) -> bool:
    """True for 64 hex digits, lower case."""
    return type(value) is str and bool(_digest(value))


def is_anchor(value: Any) -> bool:
    """True for {"first", "key": 64 hex digits each, "n": length} of a chain."""
    if type(value) is not dict or value.keys() != {"first", "key", "n"} or type(value["n"]) is not int:
        return False
    return is_digest(value["first"]) and is_digest(value["key"]) and 1 <= value["n"] <= MAX_LENGTH


def make(
    game: "Game",
    name: str,
    scenario: str,
    edition: str | None = None,
    options: Json | None = None,
    seats: Seats | None = None,
    names: dict[str, str] | None = None,
    fairness: str | None = None,
    referee: bool = True,
    anchors: dict[str, Anchor] | None = None,
    muster: bool | None = None,
    pack: Json | None = None,
    position: Json | None = None,
    windows: str = "default",
    hold: int = 0,
    deadline: str = "",
    calendar: Json | None = None,
    press: bool = True,
    closed_answers: bool = False,
    allies_together: bool = False,
    robots: Mapping[str, Robot | None] | None = None,
    late: str = "",
) -> Charter:
    """A charter for a new game.  Raises Refused with every problem at once.

    game       the title (core.game.Game)
    name       what people type: ``malaya-7``
    options    {name: value as text or JSON}; options that are not named take their published default
    seats      {seat: [powers]}; by default the first arrangement of the scenario
    anchors    {participant: {"first": hex, "n": int}} of everybody with a chain, the referee included
    calendar   {"days", "grace", "windows", "window_days"} for answers and absences (pbem.desk), or None
    closed_answers   True if answers to a question to several are closed until all have sent theirs; without a referee
    allies_together  True if allies are asked for their turns together, where the title has such; at sealed
    robots     {seat: Robot} of the seats that robots hold; at sealed
    late       the level of the robot that takes a seat of which a default was taken; at sealed
    press      False if the desk carries no words from player to player
    fairness   ``sealed`` or ``shared``; by default what the anchors allow (fairness.md 11)
    """
    scenario = scenario_id(game, scenario)
    edition = edition or game.editions[0]
    seats = seats or next(iter(arrangements(game, scenario, edition).values()))
    anchors = dict(anchors or {})
    chosen, problems = _options(game, edition, scenario, options or {})
    level, faults = _fairness(fairness, referee, seats, anchors)
    faults += _sealed_faults(game, level, allies_together, robots or {}, seats, late)
    Refused.if_any([*_check_names(game, name, scenario, edition, names or {}, seats), *problems, *faults])
    more = {"late": late, "calendar": calendar, "pack": pack, "position": position, "robots": robots}
    return {
        **_game_part(game, name, scenario, edition, chosen),
        **_people_part(seats, names, referee),
        "fairness": level,
        "muster": (level == "shared") if muster is None else muster,
        "anchors": anchors,
        "windows": windows,
        "hold": hold,
        "deadline": deadline,
        **_unusual(press, closed_answers, allies_together, more),
    }


def _unusual(press: bool, closed_answers: bool, allies_together: bool, more: Json) -> Json:
    """What is agreed otherwise than in most games."""
    found = {"press": not press and "none", "answers": closed_answers and "closed", **more}
    found["allies"] = allies_together and "together"
    return {name: one for name, one in found.items() if one}


def _sealed_faults(
    game: "Game", level: str, together: bool, robots: Collection[str], seats: Seats, late: str
) -> Iterator[Problem]:
    """What is agreed that only a referee who rolls can do, or no game of the title."""
    if together and (level != "sealed" or not game.turns.together):
        yield Problem("allies-together", title=game.name)
    yield from (Problem("unknown-seat", seat=seat, there=[*seats]) for seat in robots if seat not in seats)
    if (robots or late) and level != "sealed":
        yield Problem("robot-sealed")


def made_again(game: "Game", charter: Charter) -> Charter:
    """The charter by which its game is played again under the rules as they are now, with the same draws.

    People, chains and what was agreed stay; an option that has come since takes its default, one that has gone is left
    out.  The charter itself where the rules are those that it was agreed with.  Raises Refused.
    """
    agreed = {name: value for name, value in charter["options"].items() if name in game.options}
    chosen, problems = _options(game, charter["edition"], charter["scenario"], agreed)
    Refused.if_any(problems)
    rules = _game_part(game, charter["game"], charter["scenario"], charter["edition"], chosen)
    if all(charter[name] == value for name, value in rules.items() if name != "program"):
        return charter
    return {**charter, **rules, "again": charter.get("again") or game_id(charter).hex()}


def _game_part(game: "Game", name: str, scenario: str, edition: str, chosen: Json) -> Json:
    """What is played, by which rules and which data."""
    return {
        "pbem": "charter/2",
        "program": f"pbem {__version__}",
        "game": name,
        "title": game.id,
        "edition": edition,
        "scenario": scenario,
        "revision": game.revision,
        "options": chosen,
        "components": _used(game, scenario, component_digests(game)),
    }


def _people_part(seats: Seats, names: dict[str, str] | None, referee: bool) -> Json:
    """Who plays what, who is the referee, and who opens entries where nobody is."""
    return {
        "seats": list(seats),
        "powers": {power: seat for seat, powers in seats.items() for power in powers},
        "names": dict(names or {}),
        "referee": REFEREE if referee else None,
        "openers": [] if referee else list(seats),
    }


def arrangements(game: "Game", scenario: str, edition: str | None = None) -> "Arrangements":
    """``{number of players or a name: {seat: [powers]}}``: those of a scenario and edition where the title has them
    so (`Game.seats_of`), else those of the title."""
    if game.seats_of and scenario in game.scenarios:
        return game.seats_of(scenario, edition if edition and edition in game.editions else game.editions[0])
    return game.seats


def scenario_id(game: "Game", text: str) -> str:
    """The scenario that people mean by ``C.2`` or ``c2``; the text itself if there is none."""
    plain = _plain(text)
    return next((id for id in game.scenarios if _plain(id) == plain), text)


def _plain(text: object) -> str:
    return "".join(letter for letter in str(text).casefold() if letter.isalnum())


def people_of(charter: Charter) -> list[str]:
    """The seats that persons hold at the start, in charter order."""
    return [seat for seat in charter["seats"] if seat not in charter.get("bots", ())]


def game_id(charter: Charter) -> bytes:
    """The 32 bytes that name a game: everything agreed at the start."""
    return th("charter", dumps(charter))


def seat_of(charter: Charter, power: str) -> str:
    """The seat that decides for a power."""
    seat: str = charter["powers"][power]
    return seat


def powers_of(charter: Charter, seat: str) -> list[str]:
    """The powers of a seat, in the order of the charter."""
    return [power for power, holder in charter["powers"].items() if holder == seat]


def check_installed(game: "Game", charter: Charter) -> None:
    """Raise BrokenFile (exit code 5) unless the rules and data installed are those of the charter."""
    BrokenFile.if_any([*_differences(game, charter)])


def _differences(game: "Game", charter: Charter) -> Iterator[Problem]:
    from ..title.game import is_outside

    if charter["revision"] > game.revision:
        yield Problem(
            "wrong-revision",
            level=MISSING,
            agreed=charter["revision"],
            installed=game.revision,
            program=charter["program"],
        )
    installed, agreed = component_digests(game), _used(game, charter["scenario"], charter["components"])
    differ = sorted(name for name in agreed if installed.get(name) != agreed[name])
    if differ and is_outside(game.package):
        yield Problem("changed-title", level=MISSING, files=differ, title=game.id)
    elif differ:
        made = {"program": charter["program"], "revision": charter["revision"]}
        yield Problem("wrong-components", level=MISSING, files=differ, **made)


def _check_names(
    game: "Game", name: str, scenario: str, edition: str, names: Mapping[str, str], seats: Seats
) -> Iterator[Problem]:
    if not re.fullmatch(GAME_NAME, name):
        yield Problem("bad-game-name", level=NOT_UNDERSTOOD, name=name)
    if scenario not in game.scenarios:
        yield Problem("unknown-scenario", title=game.id, scenario=scenario, there=[*game.scenarios])
    if edition and edition not in game.editions:
        yield Problem("unknown-edition", title=game.id, edition=edition, there=[*game.editions])
    for seat in [*seats, *names]:
        if seat == REFEREE:
            yield Problem("reserved-name", seat=seat)
        elif seat not in seats:
            yield Problem("unknown-seat", seat=seat, there=[*seats])
    for person in names.values():
        if not re.fullmatch(PERSON_NAME, person):
            yield Problem("bad-person-name", level=NOT_UNDERSTOOD, name=person)
    powers = game.scenarios.get(scenario, {}).get("powers", game.powers)
    if sorted(power for held in seats.values() for power in held) != sorted(powers):
        yield Problem("bad-seats", title=game.id, seats=listed(seats))


def _options(game: "Game", edition: str, scenario: str, wanted: Json) -> tuple[Json, list[Problem]]:
    """Every option of the title with its agreed value, and the problems of those wanted."""
    chosen = agreed(game.options, edition)
    problems: list[Problem] = []
    for name, value in wanted.items():
        try:
            chosen[name] = option_value(game, name, value)
        except Refused as refused:
            problems += refused.problems
    check = getattr(game, "check_options", None)
    if check and not problems:
        problems += check(edition, scenario, chosen)
    return chosen, problems


def option_value(game: "Game", name: str, value: Any) -> Any:
    """The value of an option as a charter holds it, of what people typed; raises Refused."""
    option = game.options.get(name)
    if option is None:
        raise Refused([Problem("unknown-option", title=game.id, option=name, there=sorted(game.options))])
    match = [legal for legal in option["values"] if value == legal or str(value) == _typed(legal)]
    if not match and not option.get("free"):
        legal = [*map(_typed, option["values"])]
        raise Refused([Problem("bad-option-value", option=name, value=value, legal=legal)])
    return match[0] if match else value


def _typed(value: Any) -> str:
    """An option's value as people type it."""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _fairness(wanted: str | None, referee: bool, seats: Seats, anchors: dict[str, Anchor]) -> tuple[str, list[Problem]]:
    missing = [seat for seat in seats if seat not in anchors]
    has_some = len(missing) < len(seats)
    fairness = wanted or ("shared" if has_some else "sealed")
    if not missing or referee and not has_some and fairness != "shared":
        return fairness, []
    code = "missing-anchors" if has_some or fairness == "shared" else "no-referee-needs-anchors"
    return fairness, [Problem(code, missing=missing)]


def _used(game: "Game", scenario: str, digests: dict[str, str]) -> dict[str, str]:
    """The digests without those of other scenarios: a correction of one does not stop the games of another."""
    others = {f"scenarios/{other}" for other in game.scenarios if scenario in game.scenarios and other != scenario}
    return {name: found for name, found in digests.items() if name not in others}


# -- what it must agree on for the draws (docs/fairness.md) ------------------------------------------------------


def check_charter(charter: Charter, where: str = "") -> None:
    """Raise BrokenFile with everything in a charter that no game can be played by."""
    from ..data.schemas import problems

    BrokenFile.if_any(problems("charter", charter, where) or [*charter_problems(charter)])


def charter_problems(charter: Charter) -> Iterator[Problem]:
    """What is wrong with the parts of a charter, of the shape of its schema, that concern the draws."""
    yield from _seats_problems(charter)
    yield from _chain_problems(charter)
    people, openers = people_of(charter), charter["openers"]
    if charter["fairness"] == "shared" and not charter["muster"]:
        yield _problem("shared-muster")
    if charter["fairness"] == "sealed" and not charter["referee"]:
        yield _problem("no-referee")
    if charter["referee"] and "answers" in charter:
        yield _problem("answers-referee")
    if charter["referee"] and openers:
        yield _problem("charter-field", field="openers", wanted="empty where there is a referee")
    if not charter["referee"] and sorted(openers) != sorted(people):
        yield _problem("openers-wrong", wanted=", ".join(people))


def _seats_problems(charter: Charter) -> Iterator[Problem]:
    seats = charter["seats"]
    odd = [seat for seat in seats if seat == REFEREE or seat.isdigit() or seat == "__proto__"]
    if odd:
        yield _problem("charter-field", field="seats", wanted=f"ids, {odd[0]} not among them")
    if not set(charter.get("bots", ())) <= set(seats):
        yield _problem("charter-field", field="bots", wanted="a list of seats")
    if not set(charter["powers"].values()) <= set(seats):
        yield _problem("charter-field", field="powers", wanted="held by seats")


def _chain_problems(charter: Charter) -> Iterator[Problem]:
    anchors, people = charter["anchors"], people_of(charter)
    if charter["fairness"] == "sealed":
        if charter["referee"] and set(anchors) != {REFEREE}:
            yield _problem("sealed-chains")
    else:
        needed = people + [REFEREE] * bool(charter["referee"])
        lacking = [name for name in needed if name not in anchors]
        if lacking:
            yield _problem("chain-lacking", names=", ".join(lacking))
        for name in sorted(set(anchors) - set(needed)):
            yield _problem("charter-field", field=f"anchors/{name}", wanted="left out")
    robots = {f"robot of {seat}": one["chain"] for seat, one in charter.get("robots", {}).items()}
    if not {*charter.get("robots", ())} <= {*people} or robots and charter["fairness"] != "sealed":
        yield _problem("charter-field", field="robots", wanted="of seats that nobody else holds, where a referee rolls")
    yield from _related_problems({**anchors, **robots})


def _related_problems(anchors: dict[str, Anchor]) -> Iterator[Problem]:
    pairs = related({name: bytes.fromhex(anchor["first"]) for name, anchor in anchors.items()})
    pairs += [pair for pair in combinations(sorted(anchors), 2) if len({anchors[name]["key"] for name in pair}) == 1]
    for one, other in sorted(set(pairs)):
        yield _problem("chains-related", one=one, other=other)


def _problem(code: str, **fields: Any) -> Problem:
    return Problem(code, level=BROKEN, where="charter", **fields)
