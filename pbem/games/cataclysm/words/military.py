"""Fact to sentence, for chapters 7 to 10 and 12: operations and combats told as a story; no rule is computed
here."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.rules.facts import Fact

from .printed import TYPES, Say, numbered
from .sentences import detail, plainly, reason, say_it, silent, tell, teller, together, unit_name

SENTENCES = plainly(
    {
        "operation-left": "{units} take no part: their power is no belligerent ally any more.",
        "permission-refused": "{power} does not let {to:power} use its units: {units}.",
        "retreat-declared": "{power} declares a retreat and takes one loss less.",
        "base-captured": "{power} takes the base in {area}.",
        "bombing-missed": "No resource in {area} is hit.",
        "disaster": "A disaster for {powers}.",
    },
)
told = teller(SENTENCES)

told("units-deployed", "operation-ended")(silent)

COMBATS = {
    "land": "Land combat in {area}.",
    "naval": "Naval combat in {area}.",
    "air": "Air combat over {area}.",
}
FORMS = {
    "land": "{power} attacks {area} with {units} from {origins}.",
    "invasion": "{power} invades {area} with {units} from {origins}, by way of {path}.",
    "naval": "{power} attacks the naval forces in {area} with {units} from {origins}.",
    "base": "{power} sets out to capture the base in {area} with {units} from {origins}.",
    "air": "{power} attacks the aircraft in {area} with {units} from {origins}.",
    "bombing": "{power} bombs the resource in {area} with {units} from {origins}.",
    "atomic": "{power} sends {units} from {origins} to {area} with the atomic bomb.",
}


# -- military actions ----------------------------------------------------------------------------------------


@told("unit-moved")
def unit_moved(fact: Fact, say: Say) -> str | Json | None:
    """A move by its reason; moves into an operation are told by the operation itself."""
    if fact["why"] == "operation":
        return None
    if fact["why"] == "support":
        template = "{unit} comes from {start}."
        return detail(say_it(template, unit=_the(unit_name(fact, say)), start=say.the_area(fact["from"])))
    templates = {
        "deployment": "{unit} deploys from {start} to {end}.",
        "regroup": "{unit} regroups from {start} to {end}.",
        "retreat": "{unit} retreats from {start} to {end}.",
    }
    template = templates.get(fact["why"], "{unit} has to leave {start} and goes to {end}.")
    return say_it(template, unit=_the(unit_name(fact, say)), start=say.the_area(fact["from"]), end=_spot(fact, say))


@together("unit-moved", "why", "from", "to", "coast", "power")
def units_moved(facts: list[Fact], say: Say) -> Any:
    """Several units on one way."""
    fact, units = facts[0], numbered([unit_name(fact, say) for fact in facts], article=True)
    templates = {
        "support": "{units} come from {start}.",
        "deployment": "{units} deploy from {start} to {end}.",
        "regroup": "{units} regroup from {start} to {end}.",
        "retreat": "{units} retreat from {start} to {end}.",
    }
    if fact["why"] == "operation":
        return None
    template = templates.get(fact["why"], "{units} have to leave {start} and go to {end}.")
    text = say_it(template, units=units, start=say.the_area(fact["from"]), end=_spot(fact, say))
    return detail(text) if fact["why"] == "support" else text


def _spot(fact: Fact, say: Say) -> str:
    if fact.get("coast"):
        return tell("{to:area} ({coast} coast)", fact, say)
    return say.the_area(fact["to"])


def _the(text: str) -> str:
    """The name of a unit at the beginning of a sentence."""
    named = text if text.startswith("the ") else say_it("the {unit}", unit=text)
    return named[:1].upper() + named[1:]


@told("unit-destroyed")
def unit_destroyed(fact: Fact, say: Say) -> str:
    templates = {
        "combat": "{unit} in {area} is destroyed.",
        "retreat": "{unit} cannot retreat from {area} and is destroyed.",
        "conquest": "{unit} cannot leave {area}, which is lost, and is destroyed.",
        "base": "{unit} at the base in {area} is lost with it.",
        "stranded": "{unit} cannot stay in {area}, has nowhere to go and is destroyed.",
        "placed": "{unit} is one too many in {area} and is destroyed.",
        "force-pool": "{unit} is one too many in {area} and is destroyed.",
    }
    template = templates.get(fact["why"], "{unit} has to leave {area}, has nowhere to go and is destroyed.")
    if fact["unit"].endswith("-minor"):
        template = "{unit} is destroyed."
    return tell(template, fact, say, unit=_the(unit_name(fact, say)))


@told("unit-reduced")
def unit_reduced(fact: Fact, say: Say) -> str:
    return tell("{unit} in {area} loses its upgrade.", fact, say, unit=_the(unit_name(fact, say)))


@told("abyssinia-tried")
def abyssinia_tried(fact: Fact, say: Say) -> str:
    template = (
        "Italy marches into Abyssinia and succeeds: {dice}."
        if fact["passed"]
        else ("Italy marches into Abyssinia and fails: {dice}, needing a 5.")
    )
    return say_it(template, dice=_dice(fact["dice"]))


# -- operations ----------------------------------------------------------------------------------------------


@told("operation-declared")
def operation_declared(fact: Fact, say: Say) -> str:
    """Who attacks what with what; who defends, and whether it is a surprise."""
    units = _stack(fact, say)
    origins = say.the_areas(dict.fromkeys(fact["origins"][unit] for unit in fact["units"]))
    area = say.the_area(fact["target"])
    parts = [
        tell(FORMS[fact["form"]], fact, say, area=area, units=units, origins=origins, path=say.the_areas(fact["path"]))
    ]
    if fact["surprise"]:
        parts.append(tell("It is a surprise attack on {defender:power}.", fact, say))
    if fact["country"]:
        template = "No land unit of a power stands there, so {area} defends itself."
        if fact["controller"]:
            template = "No land unit of a power stands there, so {area} defends itself, not {other} that controls it."
        parts.append(say_it(template, area=area, other=say.the_power(fact["controller"]) if fact["controller"] else ""))
    if fact["augment"]:
        parts.append(say_it("The operation is augmented: {bonus:+d} in every combat.", bonus=fact["augment"]))
    if fact["extended"]:
        parts.append(say_it("{units} at extended range.", units=numbered(_sides(fact, say, fact["extended"]))))
    return " ".join(parts)


@told("operation-cancelled")
def operation_cancelled(fact: Fact, say: Say) -> str:
    template = {
        "check-failed": "{power} is not willing: the attack on {area} does not take place and the action is lost.",
        "permission-refused": "Without the units of its ally {power} cannot attack {area}.",
        "nobody-left": "No enemy is left in {area}: the attack of {power} does not take place.",
    }[fact["why"]]
    return tell(template, fact, say, area=say.the_area(fact["target"]))


@told("supply-limited")
def supply_limited(fact: Fact, say: Say) -> str:
    return tell(
        "{power} traces no line of communications to {units}: limited supply.", fact, say, units=_stack(fact, say)
    )


@told("support-committed")
def support_committed(fact: Fact, say: Say) -> str:
    template = (
        "{power} supports the attack: {units}."
        if fact["side"] == "attack"
        else "{power} supports the defence: {units}."
    )
    return tell(template, fact, say, units=_stack(fact, say))


@told("aid-spent")
def aid_spent(fact: Fact, say: Say) -> str:
    given = [
        say_it("{power} {count}", power=say.power(power), count=len(markers))
        for power, markers in fact["counters"].items()
    ]
    return tell("Aid is spent on the defence of {area}: {given}.", fact, say, given=listed(given))


def _stack(fact: Fact, say: Say) -> str:
    """The units of a fact with the side that was up: a German tank army and a German army."""
    return numbered(_sides(fact, say, fact["units"]), article=True)


def _sides(fact: Fact, say: Say, units: list[str]) -> list[str]:
    named = [(say.adjective(say.board.owner_of(unit)), fact["sides"][unit]) for unit in units]
    return [f"{adjective} {TYPES[side]}" for adjective, side in named]


# -- combat --------------------------------------------------------------------------------------------------


@told("combat-rolled")
def combat_rolled(fact: Fact, say: Say) -> str:
    """Both rolls with every part of the dice and every modifier, then the outcome."""
    parts = [tell(COMBATS[fact["combat"]], fact, say)]
    for side in ("attack", "defence"):
        parts.append(_roll(_side(fact, side, say), fact[side]))
    return f"{' '.join(parts)} {_result(fact, say)}"


def _side(fact: Fact, side: str, say: Say) -> str:
    power = fact["attacker" if side == "attack" else "defender"]
    return say.the_power(power) if power else say.the_area(fact["area"])


def _roll(who: str, roll: Json) -> str:
    """``Germany, 3 dice (2, +1 air superiority [10.3]): 6 6 4, so 7.``"""
    first, *others = roll["parts"]
    shown = [str(first["by"]) if first["why"] == "base" else f"{first['by']}, {reason(first)}"]
    shown += [f"{part['by']:+d} {reason(part)}" for part in others]
    text = say_it("{who}, {count}", who=who, count=counted(len(roll["dice"]), "die", "dice"))
    if others or first["why"] != "base":
        text += f" ({', '.join(shown)})"
    modifiers = "".join(f", {each['by']:+d} {reason(each)}" for each in roll["modifiers"])
    return say_it(
        "{text}: {dice}{modifiers}, so {score}.",
        text=text,
        dice=_dice(roll["dice"]),
        modifiers=modifiers,
        score=roll["score"],
    )


def _dice(faces: list[int]) -> str:
    return " ".join(str(face) for face in sorted(faces, reverse=True))


def _result(fact: Fact, say: Say) -> str:
    if fact["winner"] is None:
        return say_it("A tie: one loss for each side.")
    loser = "defence" if fact["winner"] == "attack" else "attack"
    losses = counted(fact["losses"][loser], "loss", "losses")
    return say_it(
        "{winner} wins; {losses} for {loser}.",
        winner=_side(fact, fact["winner"], say),
        losses=losses,
        loser=_side(fact, loser, say),
    )


@told("combat-unopposed")
def combat_unopposed(fact: Fact, say: Say) -> str:
    winner = say.the_power(fact["power"]) if fact["power"] else "the defender"
    return tell("Nobody is left in {area} to oppose {winner}.", fact, say, winner=winner)


@told("air-superiority")
def air_superiority(fact: Fact, say: Say) -> Json:
    sides = {"attack": "The attacker has", "defence": "The defender has", None: "Neither side has"}
    text = "{side} air superiority over {area} ({attack} to {defence})."
    return detail(tell(text, fact, say, side=sides[fact["side"]], attack=counted(fact["attack"], "air unit")))


@told("attack-repulsed")
def attack_repulsed(fact: Fact, say: Say) -> str:
    held = {"land": "{power} has no land unit to hold {area}.", "naval": "{power} has no ship to hold {area}."}
    beaten = fact["why"] == "defended"
    template = "The attack of {power} on {area} is repulsed." if beaten else held[fact["combat"]]
    return tell(template, fact, say)


@told("area-conquered")
def area_conquered(fact: Fact, say: Say) -> str:
    if fact["from"]:
        return tell("{power} conquers {area} from {from:power}.", fact, say)
    return tell("{power} conquers {area}.", fact, say)


@told("triumph")
def triumph(fact: Fact, say: Say) -> str:
    return tell(
        "{losses} where {steps} could be taken: a triumph for {power}.",
        fact,
        say,
        losses=counted(fact["losses"], "loss", "losses").capitalize(),
    )
