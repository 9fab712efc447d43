"""Fields that the sentences name and no fact or answer holds: what must be computed of those, by name (COMPUTED)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import takewhile
from typing import Any

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Fields, computed_by, each_of, what_became
from pbem.core.data.text import counted, listed

from ..board.printed import TYPES, Say, numbered, plural
from ..rules.production import buildable, cost_of
from ..rules.soviets import home_front_postures

POINT = 100  # what a point that changes hands weighs


def all_counters(fields: Fields, say: Say) -> list[str]:
    """The counters of facts that are told together."""
    return [fact["counter"] for fact in fields["facts"]]


# -- 3 turns, counters, the end ----------------------------------------------------------------------------------------


def all_pooled(fields: Fields, say: Say) -> list[str]:
    return [counter for fact in fields["facts"] for counter in fact["counters"]]


def the_pooled(fields: Fields, say: Say) -> str:
    """Names with numbers; the Home Front markers of several powers are told as a number."""
    counters = all_pooled(fields, say)
    home = [id for id in counters if say.board.parts.counters[id].type == "home-front"]
    others = [id for id in counters if len(home) < 2 or id not in home]
    names = [say.unit(id) for id in others] + [say.name("home-front")] * (len(home) if len(home) > 1 else 0)
    return numbered(names)


def is_awaited(fields: Fields, say: Say) -> bool:
    """Home Front markers always come back in the next turn."""
    return bool(fields["power"]) and say.board.parts.counters[fields["counter"]].type != "home-front"


def needed(fields: Fields, say: Say) -> list[Json]:
    """1.7 What the winner by a threshold of the scenario had to reach, or the other one had."""
    wanted = say.board.parts.scenario["victory"]
    if wanted["type"] != "threshold" or fields["by"] not in ("last-turn", "threshold", "scenario", "peace"):
        return []
    points = wanted["immediate"] if fields["by"] == "threshold" else wanted["atEnd"]
    return [{"ideology": wanted["ideology"], "points": points}]


# -- 4 resources and units ---------------------------------------------------------------------------------------------


def collected(fields: Fields, say: Say) -> Iterator[Json]:
    """The resources area by area: of what kind, or how many of each."""
    rows = ((one["area"], f"limited {one['kind']}" if one["limited"] else one["kind"]) for one in fields["resources"])
    for area, kinds in grouped(rows).items():
        counts = {kind: kinds.count(kind) for kind in kinds}
        yield {"area": area, "kind": kinds[0] if len(kinds) == 1 else "", "kinds": counts}


def prices(fields: Fields, say: Say) -> dict[str, int]:
    """Only a price above one build is named."""
    return {say.plain(fact["counter"]): fact["cost"] for fact in fields["facts"] if fact["cost"] != 1}


def one_unit(fields: Fields, say: Say) -> str:
    """The unit of a fact by the side that was up, if the fact holds it: German tank army."""
    if not fields["power"] or "side" not in fields:
        return say.unit(fields["unit"])
    return f"{say.adjective(fields['power'])} {TYPES[fields['side']]}"


def the_unit(fields: Fields, say: Say) -> str:
    named = one_unit(fields, say)
    return named if named.startswith("the ") else f"the {named}"


def the_units(fields: Fields, say: Say) -> str:
    return numbered([one_unit(fact, say) for fact in fields["facts"]], article=True)


def builders(fields: Fields, say: Say) -> list[Json]:
    """Who built, or placed, what facts told together say, each with his own: the enemies of the reader first."""
    own = {*fields["own"]} & {*say.board.powers}
    enemies = {enemy for power in own for enemy in say.board.enemies(power)}
    found = grouped((fact["power"], fact) for fact in fields["facts"])
    return [{"power": power, "facts": found[power]} for power in sorted(found, key=lambda power: power not in enemies)]


# -- 5, 6 powers, political actions, wars ------------------------------------------------------------------------------


def places(fields: Fields, say: Say) -> list[Json]:
    """Where the flags of several powers go, and whose."""
    found = grouped((fact["to"], fact["power"]) for fact in fields["facts"])
    return [{"to": place, "powers": powers} for place, powers in found.items()]


def wars_made_one(fields: Fields, say: Say) -> Iterator[Json]:
    """5.6 Who else is in a war that has become one with that of the fact."""
    named = {fields["power"], *fields["against"]}
    for war in fields["wars"] if fields["how"] != "joined" else ():
        one, other = war["sides"].values()
        everyone = {*one, *other}
        if fields["power"] in everyone and everyone & set(fields["against"]) and everyone - named:
            yield {"one": one, "other": other}


def its_partner(fields: Fields, say: Say) -> str:
    """With whom a power was allied that left an alliance of two, where only one other has its ideology."""
    others = [one for one in say.board.powers if one != fields["power"]]
    alike = [one for one in others if say.board.ideology(one) == fields["ideology"]]
    return alike[0] if len(alike) == 1 else ""


# -- 2.3, 11 areas, China ----------------------------------------------------------------------------------------------


def which_marker(fields: Fields, say: Say) -> str:
    """A marker of which more is told than where it lies."""
    marker: str = fields["marker"]
    if marker.endswith("rhineland-demilitarized"):
        return "rhineland"
    return "a-bomb" if marker == "us-a-bomb" else "special" if marker.endswith("-special") else ""


def other_faction(fields: Fields, say: Say) -> str:
    """The other one of two factions in battle."""
    return next(each for each in fields["areas"] if each != fields["attacker"])


def _in_battle(faction: str, fields: Fields) -> Json:
    return {"score": fields["scores"][faction], "dice": fields["dice"][faction]}


# -- 7 to 10 operations, combat ----------------------------------------------------------------------------------------


def force_by_its_sides(fields: Fields, say: Say) -> str:
    """The units of a fact with the side that was up: a German tank army and a German army."""
    return numbered(_sides(fields, say, fields["units"]), article=True)


def _sides(fields: Fields, say: Say, units: Iterable[str]) -> list[str]:
    named = [(say.adjective(say.board.owner_of(unit)), fields["sides"][unit]) for unit in units]
    return [f"{adjective} {TYPES[side]}" for adjective, side in named]


def origins_of_the_force(fields: Fields, say: Say) -> str:
    return say.the_areas(dict.fromkeys(fields["origins"][unit] for unit in fields["units"]))


def rolls(fields: Fields, say: Say) -> Iterator[Json]:
    """What each side rolled, with every part of the dice and every modifier."""
    for side in ("attack", "defence"):
        yield {**fields[side], "power": fields[WHO[side]]}


WHO = {"attack": "attacker", "defence": "defender"}
_ENEMY = {"attack": "defence", "defence": "attack"}


def _side(side: str, fields: Fields, say: Say) -> str:
    power = fields[WHO[side]]
    return say.the_power(power) if power else say.the_area(fields["area"])


def is_explained(fields: Fields, say: Say) -> bool:
    """Whether the number of dice is more than what the units bring."""
    first, *others = fields["parts"]
    return bool(others) or first["why"] != "base"


def which_operation(fields: Fields, say: Say) -> int | None:
    """By which operation facts come about, if by any."""
    cause = fields["cause"]
    return id(cause) if cause and cause["type"] == "operation-declared" else None


ENDS = {"area-conquered": "conquered", "base-captured": "captured", "attack-repulsed": "repulsed"}


def its_end(fields: Fields, say: Say) -> str:
    """What an operation came to: as its facts say, or the last of them."""
    rolled = any(fact["type"].startswith("combat-") for fact in fields["stretch"])
    told = [ENDS.get(fact["type"]) or rolled and fact.get("outcome") for fact in fields["facts"]]
    off = any(fact["type"] == "operation-cancelled" for fact in fields["facts"])
    return "cancelled" if off else next(filter(None, told), "")


def won_its_combat(fields: Fields, say: Say) -> bool:
    """Whether the last combat of an operation went to who attacked: he is repulsed all the same where enemies stay."""
    cause = fields["cause"]
    fought = [fact for fact in fields["stretch"] if fact["type"] == "combat-rolled" and fact["area"] == cause["target"]]
    return bool(fought) and fought[-1]["attacker"] == cause["power"] and fought[-1]["winner"] == "attack"


def its_test(fields: Fields, say: Say) -> list[Json]:
    """The stability test at which a power fell."""
    behind = fields["stretch"][: fields["nth"]]
    tests = [fact for fact in behind if fact["type"] == "stability-tested" and fact["power"] == fields["power"]]
    return tests[-1:]


def is_other_now(fields: Fields, say: Say) -> bool:
    """Whether the stability of a power is another than before; what a collapse makes of it is told with that."""
    first, last = fields["facts"][0], fields["facts"][-1]
    fallen = [fact["power"] for fact in fields["stretch"] if fact["type"] == "threshold-rolled"]
    return first["from"] != last["to"] and last["power"] not in fallen


def was_made_good(fields: Fields, say: Say) -> bool:
    """Whether a power got later what it failed to get, by diplomacy or by a declaration of war."""
    later = fields["stretch"][fields["nth"] + 1 :]
    if fields["act"] == "declare-war":
        return any(fact["type"] == "war-begun" and fact["power"] == fields["power"] for fact in later)
    gained = [(fact["power"], fact["area"]) for fact in later if fact["type"] == "control-changed"]
    return (fields["power"], fields.get("area")) in gained


_became = what_became("control-changed", "area", "power", "from")


def what_became_of_it(fields: Fields, say: Say) -> object:
    """The same of the area of an operation."""
    return _became({**fields, "item": fields["cause"]["target"]}, say)


def _what_it_brought(fields: Fields, say: Say) -> list[str]:
    """The types of the facts behind a crisis, up to the next."""
    behind = fields["stretch"][fields["nth"] + 1 :]
    return [fact["type"] for fact in takewhile(lambda fact: fact["type"] != "crisis-rolled", behind)]


def _units_of(type: str, fields: Fields, say: Say) -> str:
    """The units of powers that facts of a type, told together, say were destroyed, or lost their upgrade."""
    gone = [fact for fact in fields["facts"] if fact["type"] == type and fact["power"]]
    return numbered([one_unit(fact, say) for fact in gone], article=True) if gone else ""


# -- questions ---------------------------------------------------------------------------------------------------------


def may_change_posture(fields: Fields, say: Say) -> bool:
    """12.3 On the Home Front of a Communist power."""
    return fields.get("source") == "home-front" and bool(home_front_postures(say.board, fields["power"]))


def the_force_pool(fields: Fields, say: Say) -> str:
    """4.6 ``2 armies``, ``1 tank upgrade at 2 builds``: what can be built, and what costs more than one build."""
    shown = []
    for name, number in buildable(say.board, fields["power"]).items():
        cost = cost_of(say.board, name)
        pieces = counted(number, say.name(name), plural(say.name(name)))
        shown.append(pieces + (f" at {cost} builds" if cost > 1 else ""))
    return listed(shown)


# -- answers -----------------------------------------------------------------------------------------------------------


def the_losses(fields: Fields, say: Say) -> str:
    """Units that take losses, by the sides that are up; one that is named twice takes two."""
    ids = fields["losses"]
    twice = [id for id in dict.fromkeys(ids) if ids.count(id) > 1]
    once = [id for id in ids if id not in twice]
    return listed(([say.stack(once)] if once else []) + [f"{say.side(id)} twice" for id in twice])


def ways(fields: Fields, say: Say) -> list[Json]:
    """Where units go."""
    moves = fields["answer"].get("to", fields["answer"].get("moves", {}))
    goals = grouped((spot, unit) for unit, spot in moves.items())
    return [{"units": units, "spot": spot} for spot, units in goals.items()]


COMPUTED: Mapping[str, Callable[[Fields, Any], Any]] = {
    **computed_by(vars()),
    "all areas": each_of("area"),
    "whose loss": lambda fields, say: None if which_operation(fields, say) else fields["power"],
    "is decided": its_end,
    "what became": _became,
    "is a triumph": lambda fields, say: any(fact["type"] == "triumph" for fact in fields["facts"]),
    "counter lost": lambda fields, say: say.plain(fields["counter"]),
    "its failed test": lambda fields, say: [fact for fact in its_test(fields, say) if not fact["passed"]],
    "stability now": lambda fields, say: fields["facts"][-1]["to"],
    "had no effect": lambda fields, say: "crisis-without-effect" in _what_it_brought(fields, say),
    "breaks out": lambda fields, say: "civil-war-begun" in _what_it_brought(fields, say),
    "costs control": lambda fields, say: (
        fields["area"]
        in [one["area"] for one in fields["stretch"] if one.get("why") == "civil-war" and one.get("from")]
    ),
    "all units": each_of("unit"),
    "units destroyed": partial(_units_of, "unit-destroyed"),
    "units reduced": partial(_units_of, "unit-reduced"),
    "points that matter": lambda fields, say: POINT * max(map(abs, fields["points"].values()), default=0),
    "is sudden death": lambda fields, say: say.board.sudden_death,
    "turn to come": lambda fields, say: fields["to"][len("track:") :],
    "comes later": lambda fields, say: fields["to"].startswith("track:"),
    "upgraded": lambda fields, say: say.board.parts.counters[fields["marker"]].kind,
    "gainers": each_of("power"),
    "is told as surrendered": lambda fields, say: (
        fields["surrenders"]
        and any(
            one["type"] == "surrendered" and one["power"] == fields["power"]
            for one in fields["stretch"][fields["nth"] :]
        )
    ),
    "is undone": lambda fields, say: _became({**fields, "item": fields["area"], "facts": [fields]}, say) == "lost",
    "they surrendered": lambda fields, say: (
        {*fields["powers"]} <= {one["power"] for one in fields["stretch"] if one["type"] == "surrendered"}
    ),
    "began before": lambda fields, say: all(fact is not fields["cause"] for fact in fields["stretch"]),
    "who attacks": lambda fields, say: (fields["cause"] or {}).get("power"),
    "those aimed at": lambda fields, say: fields.get("targets", [fields.get("target")]),
    "held by": lambda fields, say: say.board.controller(fields["area"]) if "area" in fields else None,
    "its stability": lambda fields, say: say.board.powers[fields["power"]]["stability"],
    "is a single die": lambda fields, say: len(fields["dice"]) == 1 and not fields["modifiers"],
    "whom": lambda fields, say: fields.get("targets") or fields.get("partners") or (),
    "returns": lambda fields, say: fields["by"] != fields["power"],
    "start": lambda fields, say: fields["areas"][fields["attacker"]],
    "end": lambda fields, say: fields["areas"][other_faction(fields, say)],
    "attacking": lambda fields, say: _in_battle(fields["attacker"], fields),
    "defending": lambda fields, say: _in_battle(other_faction(fields, say), fields),
    "is of a minor country": lambda fields, say: fields["unit"].endswith("-minor"),
    "those far away": lambda fields, say: numbered(_sides(fields, say, fields["extended"])),
    "the winner": lambda fields, say: _side(fields["winner"], fields, say),
    "the loser": lambda fields, say: _side(_ENEMY[fields["winner"]], fields, say),
    "losses of the loser": lambda fields, say: fields["losses"][_ENEMY[fields["winner"]]],
    "first part": lambda fields, say: fields["parts"][:1],
    "other parts": lambda fields, say: fields["parts"][1:],
    "attack from": lambda fields, say: fields["answer"].partition(">")[0],
    "attack to": lambda fields, say: fields["answer"].partition(">")[2],
    "in reserve": lambda fields, say: say.board.reserve(fields["power"]),
    "another in reserve": lambda fields, say: say.board.reserve(fields["power"]) not in (None, fields["counter"]),
    "what is reserved": lambda fields, say: say.board.reserved(fields["power"]),
    "pairs of areas": lambda fields, say: [dict(zip(("one", "other"), pair.split(">"))) for pair in fields["options"]],
    "may stand": lambda fields, say: "stand" in fields["options"],
    "onward moves": lambda fields, say: [m for m in fields["deploy"]["moves"] if m["unit"] == fields.get("counter")],
    "other moves": lambda fields, say: [m for m in fields["deploy"]["moves"] if m["unit"] != fields.get("counter")],
    "has industry": lambda fields, say: any(one["kind"] == "industrial" for one in fields["resources"]),
}
