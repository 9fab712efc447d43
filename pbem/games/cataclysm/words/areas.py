"""Fact to sentence, for what lies in areas: control and bases (2.3), resources, markers, civil wars and aid (11)."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.rules.facts import Fact

from .printed import Say
from .sentences import detail, plainly, say_it, tell, teller

SENTENCES = plainly(
    {
        "limited-resource-placed": "A limited resource lies in {area} now.",
        "resource-damaged": "A resource in {area} is damaged.",
        "civil-war-begun": "A civil war breaks out in {area}.",
        "civil-war-suppressed": "The garrison of {area} keeps the peace.",
        "influence-held": "{power} keeps influence in {area}.",
        "influence-removed": "The Influence marker leaves {area}.",
    },
)
told = teller(SENTENCES)


# -- control ---------------------------------------------------------------------------------------------------


@told("control-changed")
def control_changed(fact: Fact, say: Say) -> str | Json | None:
    points, area = _points(fact, say), say.the_area(fact["area"])
    if fact["power"] is None:
        if "neutral" in fact["cubes"]:
            cubes = counted(fact["cubes"]["neutral"], "neutral cube")
            return say_it("Nobody controls {area} any more: {cubes}.", area=area, cubes=cubes) + points
        return say_it("Nobody controls {area} any more.", area=area) + points
    if fact["by"] != fact["power"]:
        return tell("{area} returns to {power}.", fact, say, area=area) + points
    if fact["why"] == "conquest":  # that it is conquered has been told
        return detail(points.strip()) if points else None
    return tell("{power} now controls {area}.", fact, say, area=area) + points


def _points(fact: Fact, say: Say) -> str:
    """`` Points: Italy +1.``"""
    shown = [f"{say.power(power)} {by:+d}" for power, by in fact["points"].items()]
    return say_it(" Points: {points}.", points=listed(shown)) if shown else ""


@told("cubes-changed")
def cubes_changed(fact: Fact, say: Say) -> str:
    moved = "A cube of {power} is placed in {area}." if fact["cubes"] else "A cube of {power} leaves {area}."
    return tell(moved, fact, say) + _points(fact, say)


@told("base-changed")
def base_changed(fact: Fact, say: Say) -> str:
    area = say.the_area(fact["area"])
    if fact["owner"] is None:
        return say_it("The base in {area} is gone.", area=area)
    if fact["owner"] == "unowned":
        return say_it("The base in {area} has no owner now.", area=area)
    return tell("{owner:power} now owns the base in {area}.", fact, say, area=area)


# -- resources and markers -------------------------------------------------------------------------------------


@told("limited-resource-removed")
def limited_resource_removed(fact: Fact, say: Say) -> str:
    if fact["why"] == "surrender":
        return tell("The limited resource of {area} leaves the game.", fact, say)
    return tell("The limited resource of {area} is used up.", fact, say)


@told("marker-changed")
def marker_changed(fact: Fact, say: Say) -> str:
    marker, place = say.marker(fact["marker"]), say.the_area(fact["to"])
    if fact["marker"].endswith("rhineland-demilitarized") and fact["to"] == "removed":
        return say_it("The Rhineland is demilitarized no longer.")
    if fact["to"] == "removed":
        return say_it("The {marker} is over.", marker=marker)
    if fact["marker"] == "us-a-bomb":
        dropped = fact["to"] == "available"
        template = "The atomic bomb is dropped." if dropped else "The atomic bomb is ready in {place}."
        return say_it(template, place=place)
    if fact["marker"].endswith("-special"):
        return say_it("An industrial resource lies in {place} for good.", place=place)
    if fact["to"] == "available":
        return say_it("{power} may try {marker} now.", power=say.the_power("usa"), marker=marker)
    return say_it("The {marker} is in {place} now.", marker=marker, place=place)


# -- civil wars ------------------------------------------------------------------------------------------------


@told("civil-war-rolled")
def civil_war_rolled(fact: Fact, say: Say) -> str:
    outcomes = {
        "stalemate": "a stalemate",
        "marginal": "a marginal victory of the {side}",
        "decisive": "a decisive victory of the {side}",
    }
    outcome = say_it(outcomes[fact["outcome"]], side=(fact["winner"] or ""))
    return tell(
        "Civil war in {area}: left {left:faces}, so {a}; right {right:faces}, so {b}: {outcome}.",
        fact,
        say,
        a=fact["scores"][0],
        b=fact["scores"][1],
        outcome=outcome,
    )


@told("civil-war-ended")
def civil_war_ended(fact: Fact, say: Say) -> str:
    if fact.get("influence"):
        return tell("The civil war in {area} is over; influence remains.", fact, say)
    return tell("The civil war in {area} is over.", fact, say)


@told("aid-placed")
def aid_placed(fact: Fact, say: Say) -> str:
    side = fact["side"] if fact["side"] in ("left", "right") else say.faction(fact["side"])
    return tell("{power} aids the {side} in {area}.", fact, say, side=side)


@told("aid-removed")
def aid_removed(fact: Fact, say: Say) -> str:
    told = "{power} has no more aid in {area}: {count} back on its card."
    if fact["why"] == "withdrawn":
        told = "{power} takes back {count} from {area}."
    elif fact["why"] == "influence":
        told = "Back from {area} to the card of {power}: {count}."
    return tell(told, fact, say, count=counted(len(fact["counters"]), "offensive"))
