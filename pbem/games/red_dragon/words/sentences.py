"""The sentence of each fact: a story for people, with printed names.  Nothing is computed here but words."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.data.text import translate as _
from pbem.core.orders import draw_and_resign
from pbem.core.rules.facts import Fact

from .printed import Say

DETAIL = 1


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _told(template: str, **fields: Any) -> str:
    return _cap(_(template).format(**fields))


def _detail(template: str, **fields: Any) -> Json:
    return {"text": _told(template, **fields), "level": DETAIL}


# -- the sequence ------------------------------------------------------------------------------------------------


def turn_begun(fact: Fact, say: Say) -> str:
    return _told("turn {turn} began.", turn=fact["turn"])


def event_checked(fact: Fact, say: Say) -> Json:
    if fact["event"]:
        return _detail("the event die of {side} was {die}: an event.", side=say.power(fact["side"]), die=fact["die"])
    return _detail("the event die of {side} was {die}: no event.", side=say.power(fact["side"]), die=fact["die"])


def event_happened(fact: Fact, say: Say) -> str:
    template = "{event} (event {one}-{two})."
    if not fact["effect"]:
        template = "{event} (event {one}-{two}), which had no effect now."
    one, two = fact["dice"]
    return _told(template, one=one, two=two, event=say.event(fact["event"]))


def half_rolled(fact: Fact, say: Say) -> str:
    return _told(
        "{side} rolled {die}: it cost {count}.",
        side=say.power(fact["side"]),
        die=fact["die"],
        count=counted(fact["count"], "unit"),
    )


def war_risked(fact: Fact, say: Say) -> str:
    if fact["draw"]:
        return _told("would the war go nuclear? The die was {rolled}: it did.", rolled=_rolled(fact))
    return _told("would the war go nuclear? The die was {rolled}: not yet.", rolled=_rolled(fact))


def _rolled(fact: Fact) -> str:
    """``5``, or ``5, with the modifier 6``."""
    if fact["die"] == fact["total"]:
        return str(fact["die"])
    return _("{die}, with the modifier {total}").format(die=fact["die"], total=fact["total"])


def step_ended(fact: Fact, say: Say) -> None:
    return None


OPS = {
    1: "{side} called Russia into the war (Op 1).",
    2: "{side} began the ground war in Korea (Op 2).",
    3: "{side} moved land units overland (Op 3).",
    4: "{side} sent airborne and airmobile troops to Taiwan (Op 4).",
    5: "{side} sent aircraft against Taiwan (Op 5).",
    6: "{side} had a carrier repaired (Op 6).",
    7: "{side} flew light land units to another base (Op 7).",
    8: "{side} called for reinforcements (Op 8).",
    9: "{side} tried diplomacy (Op 9).",
    11: "{side} sought a decision in Korea (Op 11).",
    12: "{side} put to sea (Op 12).",
    13: "{side} brought units in from the sea (Op 13).",
    14: "{side} moved from sea to sea (Op 14).",
    15: "{side} attacked with ships (Op 15).",
    16: "{side} moved aircraft to another base (Op 16).",
    17: "{side} attacked ships at sea from the air (Op 17).",
    18: "{side} sent out long-range bombers (Op 18).",
    19: "{side} made an amphibious assault (Op 19).",
    20: "{side} attacked in a contested area (Op 20).",
}


def op_declared(fact: Fact, say: Say) -> str:
    side = say.power(fact["side"])
    return _told(OPS[fact["op"]] if fact["op"] else "{side} passed.", side=side)


def action_counted(fact: Fact, say: Say) -> Json:
    return _detail("{actions} so far.", actions=counted(fact["actions"], "PRC action"))


def action_spent(fact: Fact, say: Say) -> str:
    if fact["left"]:
        return _told("the interception used up one of the two Allied activities.")
    return _told("the interception used up the Allied activity of this turn.")


def double_action(fact: Fact, say: Say) -> str:
    return _told("{side} could act twice.", side=say.power(fact["side"]))


def double_taken(fact: Fact, say: Say) -> str:
    return _told("{side} could act once more.", side=say.power(fact["side"]))


def ceasefire_called(fact: Fact, say: Say) -> str:
    return _told("{side} could not attack in the next activity.", side=say.power(fact["side"]))


def ceasefire_over(fact: Fact, say: Say) -> Json:
    return _detail("the cease-fire of {side} was over.", side=say.power(fact["side"]))


# -- units move ----------------------------------------------------------------------------------------------------


def units_placed(fact: Fact, say: Say) -> str:
    where = say.place(fact["to"])
    if "coast" in fact:
        return _told(
            "{units} went to the {coast} coast of {area}.",
            units=say.units(fact["units"]),
            coast=fact["coast"],
            area=where,
        )
    return _told("{area} received {units}.", units=say.units(fact["units"]), area=where)


def counters_drawn(fact: Fact, say: Say) -> str:
    return _told("chance chose {units} for {area}.", units=say.units(fact["units"]), area=say.area(fact["area"]))


VERBS = {"land": "moved", "air": "flew", "naval": "sailed"}


def units_moved(fact: Fact, say: Say) -> str:
    fields = {
        "units": say.units(fact["units"]),
        "here": say.place(fact["from"]),
        "there": say.place(fact["to"]),
        "went": _(_verb(fact, say)),
    }
    via = fact.get("via")
    if via:
        path = say.area(via) if isinstance(via, str) else listed([say.area(area) for area in via])
        return _told("{units} {went} from {here} by way of {via} to {there}.", via=path, **fields)
    return _told("{units} {went} from {here} to {there}.", **fields)


def _verb(fact: Fact, say: Say) -> str:
    """What units of one category do; units with ships sail."""
    found = {say.category(unit) for unit in fact["units"]}
    return VERBS["naval"] if "naval" in found else VERBS[found.pop()] if len(found) == 1 else "went"


def units_loaded(fact: Fact, say: Say) -> str:
    return _told("{units} went aboard {ship}.", units=say.units(fact["units"]), ship=say.unit(fact["ship"]))


def units_landed(fact: Fact, say: Say) -> str:
    fields = {"units": say.units(fact["units"]), "area": say.area(fact["to"])}
    if "ship" in fact:
        return _told("{units} came ashore from {ship} in {area}.", ship=say.unit(fact["ship"]), **fields)
    return _told("{units} landed in {area} from {sea}.", sea=say.area(fact["from"]), **fields)


def units_rebased(fact: Fact, say: Say) -> str:
    return _told(
        "{units} had to leave {here} for {there}.",
        units=say.units(fact["units"]),
        here=say.place(fact["from"]),
        there=say.place(fact["to"]),
    )


def units_removed(fact: Fact, say: Say) -> str:
    return _told(
        "{units} had to leave the map and went away: {box}.", units=say.units(fact["units"]), box=say.place(fact["to"])
    )


def pool_drawn(fact: Fact, say: Say) -> str:
    fields = {"units": say.units(fact["units"]), "place": say.place(fact["to"])}
    if fact["why"] == "reinforcements":
        return _told("out of the pool came {units}, to {place}.", **fields)
    return _told("out of the pool went {units}: {place}.", **fields)


def reinforcements_rolled(fact: Fact, say: Say) -> str:
    return _told(
        "the die for reinforcements was {die}: {count}.", die=fact["die"], count=counted(fact["count"], "unit")
    )


# -- countries, control, points ------------------------------------------------------------------------------------


def country_joined(fact: Fact, say: Say) -> str:
    how = {
        "event": "from now on the forces and bases of {country} were with {side}.",
        "diplomacy": "diplomacy succeeded: {country} joined {side}.",
        "invasion": "China invaded {country}, which joined {side}.",
        "raid": "China had raided {country}, which joined {side}.",
        "war": "{country} was at war on the side of {side}.",
        "op": "{country} entered the war on the side of {side}.",
    }[fact["how"]]
    if fact["how"] == "event" and fact["limited"]:
        how = "the bases of {country} opened to the air and naval units of {side}."
    told = _told(how, country=say.country(fact["country"]), side=say.power(fact["side"]))
    if fact["how"] != "event" and fact["limited"]:
        told += " " + _("Its bases are open to air and naval units only.")
    return told


def country_left(fact: Fact, say: Say) -> str:
    if fact["removed"]:
        return _told("{country} was out of the war.", country=say.country(fact["country"]))
    return _told("{country} would never join the war.", country=say.country(fact["country"]))


def areas_closed(fact: Fact, say: Say) -> str:
    return _told(
        "neither side could use these areas any more: {areas}.", areas=listed([say.area(id) for id in fact["areas"]])
    )


def diplomacy_tried(fact: Fact, say: Say) -> str:
    template = "{side} spoke with {country}; the die was {die}, and it stayed neutral."
    if fact["joins"]:
        template = "{side} spoke with {country}; the die was {die}, and that was enough."
    return _told(template, side=say.power(fact["side"]), die=fact["die"], country=say.country(fact["country"]))


def control_changed(fact: Fact, say: Say) -> str:
    return _told("{side} took control of {area}.", side=say.power(fact["now"]), area=say.area(fact["area"]))


def vp_changed(fact: Fact, say: Say) -> str:
    why = {
        "control": _("for {area}").format(area=say.area(fact["area"]) if "area" in fact else ""),
        "carrier": _("for {unit}").format(unit=say.unit(fact["unit"]) if "unit" in fact else ""),
        "korea": _("for the war in Korea"),
        "event": _("for the event"),
    }[fact["why"]]
    template = (
        "China gained {points} {why} and had {total}."
        if fact["by"] > 0
        else ("China lost {points} {why} and had {total}.")
    )
    return _told(template, points=counted(abs(fact["by"]), "point"), why=why, total=fact["total"])


# -- war in Korea, Russia ------------------------------------------------------------------------------------------


def war_begun(fact: Fact, say: Say) -> str:
    if fact["why"] == "raid":
        return _told("the raid set off the ground war in Korea.")
    return _told("war broke out on the ground in Korea.")


def op_demanded(fact: Fact, say: Say) -> str:
    return _told("China had to declare Op {op} next.", op=fact["op"])


def korea_rolled(fact: Fact, say: Say) -> str:
    sums, mods = fact["sums"], fact["modifiers"]
    told = _told(
        "in Korea {prc} land factors fought {allied}: modifiers {plus:+d} and {minus:+d} and the die {die} made"
        " {total}.",
        prc=sums["prc"],
        allied=sums["allied"],
        plus=mods["prc"],
        minus=mods["allied"],
        die=fact["die"],
        total=fact["total"],
    )
    if fact["outcome"] == "losses":
        losses = [f"{say.power(side)} {counted(count, 'unit')}" for side, count in fact["losses"].items()]
        told += " " + _("It cost {losses}.").format(losses=listed(losses))
    return told


def war_ended(fact: Fact, say: Say) -> str:
    told = _told("{side} won the war in Korea.", side=say.power(fact["winner"]))
    if fact["bound"]:
        told += " " + _("These could never leave it again: {units}.").format(units=say.units(fact["bound"]))
    return told


def russia_used(fact: Fact, say: Say) -> str | Json:
    if fact["uses"] == 1:
        return _told("Russian units were used for the first time.")
    return _detail("Russian units were used in {count} turns now.", count=fact["uses"])


def russia_rolled(fact: Fact, say: Say) -> str:
    if fact["loses"]:
        return _told("would the war spread to Russia? The die was {rolled}: it did.", rolled=_rolled(fact))
    return _told("would the war spread to Russia? The die was {rolled}: no.", rolled=_rolled(fact))


# -- combat --------------------------------------------------------------------------------------------------------


def interception_declared(fact: Fact, say: Say) -> str:
    return _told(
        "{side} intercepted {against} in {area} with {units}.",
        side=say.power(fact["side"]),
        against=say.units(fact["against"]),
        area=say.area(fact["area"]),
        units=say.units(fact["units"]),
    )


def combat_begun(fact: Fact, say: Say) -> str:
    return _told(
        "{attackers} attacked in {area}, against {defenders}.",
        area=say.area(fact["area"]),
        attackers=say.units(fact["attackers"]),
        defenders=say.units(fact["defenders"]),
    )


REASONS = {
    "10.3": "PRC aircraft against a carrier",
    "10.5": "ship in a land area",
    "10.6": "stealth",
}


def shot_fired(fact: Fact, say: Say) -> Json:
    factor = str(fact["factor"])
    if fact["modifiers"]:
        parts = [f"{by:+d} {_(REASONS[number])} [{number}]" for number, by in fact["modifiers"]]
        factor = _("{factor} ({base}, {parts})").format(factor=factor, base=fact["base"], parts=", ".join(parts))
    template = "{shooter} fired at {target} and missed: die {die}, factor {factor}."
    if fact["hit"]:
        template = "{shooter} fired at {target} and hit: die {die}, factor {factor}."
    return _detail(
        template, shooter=say.unit(fact["shooter"]), target=say.unit(fact["target"]), factor=factor, die=fact["die"]
    )


def unit_reduced(fact: Fact, say: Say) -> str:
    return _told("{unit} was damaged.", unit=say.unit(fact["unit"]))


def unit_repaired(fact: Fact, say: Say) -> str:
    return _told("{unit} was repaired in {area}.", unit=say.unit(fact["unit"]), area=say.area(fact["area"]))


def unit_eliminated(fact: Fact, say: Say) -> str | Json:
    how: Any = {
        "combat": {"land": "{unit} was destroyed.", "air": "{unit} was shot down.", "naval": "{unit} was sunk."},
        "cargo": "{unit} was lost with its ship.",
        "stacking": "there was no room for {unit} in {area}: it was lost.",
        "korea": "{unit} was lost in Korea.",
        "raid": "{unit} was struck and lost.",
        "revolt": "{unit} was lost to the revolt.",
        "left the war": "{unit} left the war.",
    }[fact["why"]]
    if isinstance(how, dict):
        how = how[say.category(fact["unit"])]
    told = _detail if fact["why"] == "left the war" else _told
    return told(how, unit=say.unit(fact["unit"]), area=say.area(fact["area"]) if "area" in fact else "")


def game_ended(fact: Fact, say: Say) -> str:
    why = {
        "no-cvn": "no US carrier was left on the map",
        "taiwan-and-spratly": "China alone had land units in Taiwan and the Spratly Islands",
        "guam-saipan": "China alone had land units in Guam/Saipan",
        "russia-roll": "the war had spread over Eurasia",
        "prc-vp": "China had points enough",
        "no-prc-units": "no unit of China was left on the map",
        "prc-resigns": "China conceded",
        "allies-resign": "the Allies conceded",
        "agreed-draw": "both sides agreed on a draw",
        "thirty-actions": "China had used up its actions",
        "nuclear-draw": "the war had gone nuclear",
    }[fact["why"]]
    if fact["winner"] == "draw":
        return _told("neither side won: {why}.", why=_(why))
    return _told("{side} won: {why}.", side=say.power(fact["winner"]), why=_(why))


def corrected(fact: Fact, say: Say) -> str:
    return _told("the referee corrected the board.")


SENTENCES = {
    "turn-begun": turn_begun,
    "event-checked": event_checked,
    "event-happened": event_happened,
    "half-rolled": half_rolled,
    "war-risked": war_risked,
    "step-ended": step_ended,
    "op-declared": op_declared,
    "reinforcements-rolled": reinforcements_rolled,
    "diplomacy-tried": diplomacy_tried,
    "units-moved": units_moved,
    "units-loaded": units_loaded,
    "units-landed": units_landed,
    "units-rebased": units_rebased,
    "units-placed": units_placed,
    "units-removed": units_removed,
    "pool-drawn": pool_drawn,
    "counters-drawn": counters_drawn,
    "country-joined": country_joined,
    "country-left": country_left,
    "areas-closed": areas_closed,
    "war-begun": war_begun,
    "war-ended": war_ended,
    "op-demanded": op_demanded,
    "combat-begun": combat_begun,
    "shot-fired": shot_fired,
    "unit-reduced": unit_reduced,
    "unit-eliminated": unit_eliminated,
    "unit-repaired": unit_repaired,
    "control-changed": control_changed,
    "vp-changed": vp_changed,
    "korea-rolled": korea_rolled,
    "russia-used": russia_used,
    "russia-rolled": russia_rolled,
    "action-counted": action_counted,
    "ceasefire-called": ceasefire_called,
    "ceasefire-over": ceasefire_over,
    "double-action": double_action,
    "double-taken": double_taken,
    "interception-declared": interception_declared,
    "action-spent": action_spent,
    "game-ended": game_ended,
    "corrected": corrected,
    **draw_and_resign.SENTENCES,
}
