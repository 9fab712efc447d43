"""Fact to sentence, for what lies in areas: control and bases (2.3), resources, markers, civil wars and aid (11)."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed, translate
from pbem.core.rules.facts import Fact

from .printed import Say
from .sentences import detail, say_it, teller

SENTENCES = {}
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
        return say_it("{area} returns to {power}.", area=area, power=say.the_power(fact["power"])) + points
    if fact["why"] == "conquest":  # that it is conquered has been told
        return detail(points.strip()) if points else None
    return say_it("{power} now controls {area}.", power=say.the_power(fact["power"]), area=area) + points


def _points(fact: Fact, say: Say) -> str:
    """`` Points: Italy +1.``"""
    shown = [f"{say.power(power)} {by:+d}" for power, by in fact["points"].items()]
    return say_it(" Points: {points}.", points=listed(shown)) if shown else ""


@told("cubes-changed")
def cubes_changed(fact: Fact, say: Say) -> str:
    moved = "A cube of {power} is placed in {area}." if fact["cubes"] else "A cube of {power} leaves {area}."
    return say_it(moved, power=say.the_power(fact["power"]), area=say.the_area(fact["area"])) + _points(fact, say)


@told("base-changed")
def base_changed(fact: Fact, say: Say) -> str:
    area = say.the_area(fact["area"])
    if fact["owner"] is None:
        return say_it("The base in {area} is gone.", area=area)
    if fact["owner"] == "unowned":
        return say_it("The base in {area} has no owner now.", area=area)
    return say_it("{power} now owns the base in {area}.", power=say.the_power(fact["owner"]), area=area)


# -- resources and markers -------------------------------------------------------------------------------------


@told("limited-resource-placed")
def limited_resource_placed(fact: Fact, say: Say) -> str:
    return say_it("A limited resource lies in {area} now.", area=say.the_area(fact["area"]))


@told("limited-resource-removed")
def limited_resource_removed(fact: Fact, say: Say) -> str:
    if fact["why"] == "surrender":
        return say_it("The limited resource of {area} leaves the game.", area=say.the_area(fact["area"]))
    return say_it("The limited resource of {area} is used up.", area=say.the_area(fact["area"]))


@told("resource-damaged")
def resource_damaged(fact: Fact, say: Say) -> str:
    return say_it("A resource in {area} is damaged.", area=say.the_area(fact["area"]))


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


@told("civil-war-begun")
def civil_war_begun(fact: Fact, say: Say) -> str:
    return say_it("A civil war breaks out in {area}.", area=say.the_area(fact["area"]))


@told("civil-war-rolled")
def civil_war_rolled(fact: Fact, say: Say) -> str:
    outcomes = {
        "stalemate": "a stalemate",
        "marginal": "a marginal victory of the {side}",
        "decisive": "a decisive victory of the {side}",
    }
    outcome = say_it(outcomes[fact["outcome"]], side=translate(fact["winner"] or ""))
    return say_it(
        "Civil war in {area}: left {left}, so {a}; right {right}, so {b}: {outcome}.",
        area=say.the_area(fact["area"]),
        left=" ".join(map(str, fact["left"])),
        right=" ".join(map(str, fact["right"])),
        a=fact["scores"][0],
        b=fact["scores"][1],
        outcome=outcome,
    )


@told("civil-war-suppressed")
def civil_war_suppressed(fact: Fact, say: Say) -> str:
    return say_it("The garrison of {area} keeps the peace.", area=say.the_area(fact["area"]))


@told("civil-war-ended")
def civil_war_ended(fact: Fact, say: Say) -> str:
    if fact.get("influence"):
        return say_it("The civil war in {area} is over; influence remains.", area=say.the_area(fact["area"]))
    return say_it("The civil war in {area} is over.", area=say.the_area(fact["area"]))


@told("aid-placed")
def aid_placed(fact: Fact, say: Say) -> str:
    side = translate(fact["side"]) if fact["side"] in ("left", "right") else say.faction(fact["side"])
    return say_it(
        "{power} aids the {side} in {area}.",
        power=say.the_power(fact["power"]),
        side=side,
        area=say.the_area(fact["area"]),
    )


@told("aid-removed")
def aid_removed(fact: Fact, say: Say) -> str:
    told = "{power} has no more aid in {area}: {count} back on its card."
    if fact["why"] == "withdrawn":
        told = "{power} takes back {count} from {area}."
    elif fact["why"] == "influence":
        told = "Back from {area} to the card of {power}: {count}."
    return say_it(
        told,
        power=say.the_power(fact["power"]),
        area=say.the_area(fact["area"]),
        count=counted(len(fact["counters"]), "offensive"),
    )


@told("influence-held")
def influence_held(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} keeps influence in {area}.", power=say.the_power(fact["power"]), area=say.the_area(fact["area"])
    )


@told("influence-removed")
def influence_removed(fact: Fact, say: Say) -> str:
    return say_it("The Influence marker leaves {area}.", area=say.the_area(fact["area"]))
