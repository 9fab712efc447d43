"""The sentence of each fact: a story for people, with printed names.  Nothing is computed here but words."""

from pbem.core.text import counted, listed
from pbem.core.text import translate as _

DETAIL = 1


def _cap(text):
    return text[:1].upper() + text[1:]


def _told(template, **fields):
    return _cap(_(template).format(**fields))


def _detail(template, **fields):
    return {"text": _told(template, **fields), "level": DETAIL}


# -- the sequence ------------------------------------------------------------------------------------------------


def turn_begun(fact, say):
    return _detail("turn {turn} begins.", turn=fact["turn"])


def event_checked(fact, say):
    if fact["event"]:
        return _told("{side} rolled {die} for an event: there is one.", side=say.power(fact["side"]), die=fact["die"])
    return _detail("{side} rolled {die} for an event: none.", side=say.power(fact["side"]), die=fact["die"])


def event_happened(fact, say):
    template = "{side} rolled {one}-{two}: {event}."
    if not fact["effect"]:
        template = "{side} rolled {one}-{two}: {event}, which has no effect now."
    one, two = fact["dice"]
    return _told(template, side=say.power(fact["side"]), one=one, two=two, event=say.event(fact["event"]))


def half_rolled(fact, say):
    return _told(
        "{side} rolled {die}: {count}.", side=say.power(fact["side"]), die=fact["die"],
        count=counted(fact["count"], "unit"),
    )  # fmt: skip


def war_risked(fact, say):
    if fact["draw"]:
        return _told("the risk roll was {die}, with modifiers {total}: the war goes nuclear.", **_die(fact))
    return _told("the risk roll was {die}, with modifiers {total}: the war stays where it is.", **_die(fact))


def _die(fact):
    return {"die": fact["die"], "total": fact["total"]}


def step_ended(fact, say):
    return None


def op_declared(fact, say):
    side = say.power(fact["side"])
    if fact["op"] == 0:
        return _told("{side} passed.", side=side)
    return _told("{side} declared {op}.", side=side, op=say.op(fact["op"]))


def action_counted(fact, say):
    return _told("that was action {actions} of China.", actions=fact["actions"])


def action_spent(fact, say):
    if fact["left"]:
        return _told("the interception used up one of the two Allied activities.")
    return _told("the interception used up the Allied activity of this turn.")


def double_action(fact, say):
    return _told("{side} will have two activities.", side=say.power(fact["side"]))


def double_taken(fact, say):
    return _told("{side} has another activity.", side=say.power(fact["side"]))


def ceasefire_called(fact, say):
    return _told("{side} may not attack in the next activity.", side=say.power(fact["side"]))


def ceasefire_over(fact, say):
    return _detail("the cease-fire of {side} is over.", side=say.power(fact["side"]))


# -- units move ----------------------------------------------------------------------------------------------------


def units_placed(fact, say):
    where = say.place(fact["to"])
    if "coast" in fact:
        return _told("{units} lies on the {coast} coast of {area}.", units=say.units(fact["units"]),
                     coast=fact["coast"], area=where)  # fmt: skip
    return _told("{units}: placed in {area}.", units=say.units(fact["units"]), area=where)


def counters_drawn(fact, say):
    return _told("drawn for {area}: {units}.", units=say.units(fact["units"]), area=say.area(fact["area"]))


def units_moved(fact, say):
    fields = {"units": say.units(fact["units"]), "here": say.place(fact["from"]), "there": say.place(fact["to"])}
    via = fact.get("via")
    if via:
        path = say.area(via) if isinstance(via, str) else listed([say.area(area) for area in via])
        return _told("{units} went from {here} by way of {via} to {there}.", via=path, **fields)
    return _told("{units} went from {here} to {there}.", **fields)


def units_loaded(fact, say):
    return _told("{units} went aboard {ship}.", units=say.units(fact["units"]), ship=say.unit(fact["ship"]))


def units_landed(fact, say):
    fields = {"units": say.units(fact["units"]), "area": say.area(fact["to"])}
    if "ship" in fact:
        return _told("{units} came ashore from {ship} in {area}.", ship=say.unit(fact["ship"]), **fields)
    return _told("{units} landed in {area} from {sea}.", sea=say.area(fact["from"]), **fields)


def units_rebased(fact, say):
    return _told("{units} had to leave {here} for {there}.", units=say.units(fact["units"]),
                 here=say.place(fact["from"]), there=say.place(fact["to"]))  # fmt: skip


def units_removed(fact, say):
    return _told("{units} left the map for {box}.", units=say.units(fact["units"]), box=say.place(fact["to"]))


def pool_drawn(fact, say):
    if fact["why"] == "reinforcements":
        return _told("{units} came out of the pool into {area}.", units=say.units(fact["units"]),
                     area=say.place(fact["to"]))  # fmt: skip
    return _told("{units} were drawn from the pool and sent away: {box}.", units=say.units(fact["units"]),
                 box=say.place(fact["to"]))  # fmt: skip


def reinforcements_rolled(fact, say):
    return _told("the die for reinforcements was {die}: {count}.", die=fact["die"],
                 count=counted(fact["count"], "unit"))  # fmt: skip


# -- countries, control, points ------------------------------------------------------------------------------------


def country_joined(fact, say):
    how = {
        "event": "{country} joins {side}.",
        "diplomacy": "diplomacy succeeds: {country} joins {side}.",
        "invasion": "{country} is invaded and joins {side}.",
        "raid": "{country} was raided and joins {side}.",
        "war": "{country} is at war on the side of {side}.",
        "op": "{country} enters the war on the side of {side}.",
    }[fact["how"]]
    told = _told(how, country=say.country(fact["country"]), side=say.power(fact["side"]))
    if fact["limited"]:
        told += " " + _("Its bases are open to air and naval units only.")
    return told


def country_left(fact, say):
    if fact["removed"]:
        return _told("{country} is out of the war.", country=say.country(fact["country"]))
    return _told("{country} will never join the war.", country=say.country(fact["country"]))


def areas_closed(fact, say):
    return _told("closed to both sides from now on: {areas}.", areas=listed([say.area(id) for id in fact["areas"]]))


def diplomacy_tried(fact, say):
    template = "{side} rolled {die} for {country}: it stays neutral."
    if fact["joins"]:
        template = "{side} rolled {die} for {country}: that is enough."
    return _told(template, side=say.power(fact["side"]), die=fact["die"], country=say.country(fact["country"]))


def control_changed(fact, say):
    return _told("{side} now controls {area}.", side=say.power(fact["now"]), area=say.area(fact["area"]))


def vp_changed(fact, say):
    why = {
        "control": _("for {area}").format(area=say.area(fact["area"]) if "area" in fact else ""),
        "carrier": _("for {unit}").format(unit=say.unit(fact["unit"]) if "unit" in fact else ""),
        "korea": _("for the war in Korea"),
        "event": _("for the event"),
    }[fact["why"]]
    template = "China gains {points} {why} and has {total}." if fact["by"] > 0 else (
        "China loses {points} {why} and has {total}."
    )  # fmt: skip
    return _told(template, points=counted(abs(fact["by"]), "point"), why=why, total=fact["total"])


# -- war in Korea, Russia ------------------------------------------------------------------------------------------


def war_begun(fact, say):
    if fact["why"] == "raid":
        return _told("the raid begins the war in Korea.")
    return _told("the ground war in Korea begins.")


def op_demanded(fact, say):
    return _told("China must declare Op {op} next.", op=fact["op"])


def korea_rolled(fact, say):
    sums, mods = fact["sums"], fact["modifiers"]
    told = _told(
        "war in Korea: land factors {prc} against {allied}, modifiers {plus:+d} and {minus:+d}; the die {die} makes"
        " {total}.",
        prc=sums["prc"], allied=sums["allied"], plus=mods["prc"], minus=mods["allied"], die=fact["die"],
        total=fact["total"],
    )  # fmt: skip
    if fact["outcome"] == "losses":
        losses = [f"{say.power(side)} {count}" for side, count in fact["losses"].items()]
        told += " " + _("Losses: {losses}.").format(losses=listed(losses))
    return told


def war_ended(fact, say):
    told = _told("{side} won the war in Korea.", side=say.power(fact["winner"]))
    if fact["bound"]:
        told += " " + _("Bound to Korea from now on: {units}.").format(units=say.units(fact["bound"]))
    return told


def russia_used(fact, say):
    if fact["uses"] == 1:
        return _told("Russian units were used for the first time.")
    return _detail("Russian units were used in {count} turns now.", count=fact["uses"])


def russia_rolled(fact, say):
    if fact["loses"]:
        return _told("the Russia roll was {die}, with modifiers {total}: all Eurasia is at war.", **_die(fact))
    return _told("the Russia roll was {die}, with modifiers {total}: nothing worse happens.", **_die(fact))


# -- combat --------------------------------------------------------------------------------------------------------


def interception_declared(fact, say):
    return _told("{side} intercepted {against} in {area} with {units}.", side=say.power(fact["side"]),
                 against=say.units(fact["against"]), area=say.area(fact["area"]),
                 units=say.units(fact["units"]))  # fmt: skip


def combat_begun(fact, say):
    return _told("combat in {area}: {attackers} against {defenders}.", area=say.area(fact["area"]),
                 attackers=say.units(fact["attackers"]), defenders=say.units(fact["defenders"]))  # fmt: skip


REASONS = {
    "10.3": "PRC aircraft against a carrier",
    "10.5": "ship in a land area",
    "10.6": "stealth",
}


def shot_fired(fact, say):
    factor = str(fact["factor"])
    if fact["modifiers"]:
        parts = [f"{by:+d} {_(REASONS[number])} [{number}]" for number, by in fact["modifiers"]]
        factor = _("{factor} ({base}, {parts})").format(factor=factor, base=fact["base"], parts=", ".join(parts))
    template = "{shooter} fired at {target}: factor {factor}, die {die}, a miss."
    if fact["hit"]:
        template = "{shooter} fired at {target}: factor {factor}, die {die}, a hit."
    return _told(template, shooter=say.unit(fact["shooter"]), target=say.unit(fact["target"]), factor=factor,
                 die=fact["die"])  # fmt: skip


def unit_reduced(fact, say):
    return _told("{unit} is damaged.", unit=say.unit(fact["unit"]))


def unit_repaired(fact, say):
    return _told("{unit} is repaired in {area}.", unit=say.unit(fact["unit"]), area=say.area(fact["area"]))


def unit_eliminated(fact, say):
    how = {
        "combat": "{unit} is destroyed.",
        "cargo": "{unit} is lost with its ship.",
        "stacking": "{unit} is one too many there and is eliminated.",
        "korea": "{unit} is lost in Korea.",
        "raid": "{unit} is struck and eliminated.",
        "revolt": "{unit} is lost to the revolt.",
        "left the war": "{unit} leaves the war.",
        "no-base": "{unit} has no base to go to and is eliminated.",
    }[fact["why"]]
    return _told(how, unit=say.unit(fact["unit"]))


def game_ended(fact, say):
    why = {
        "no-cvn": "no US carrier is left on the map",
        "taiwan-and-spratly": "China alone has land units in Taiwan and Spratly",
        "guam-saipan": "China alone has land units in Guam/Saipan",
        "russia-roll": "the war has spread over Eurasia",
        "prc-vp": "China has points enough",
        "no-prc-units": "no Chinese unit is left on the map",
        "prc-resigns": "China concedes",
        "thirty-actions": "China has used up its actions",
        "nuclear-draw": "the war has gone nuclear",
    }[fact["why"]]
    if fact["winner"] == "draw":
        return _told("the game ends in a draw: {why}.", why=_(why))
    return _told("{side} won: {why}.", side=say.power(fact["winner"]), why=_(why))


def corrected(fact, say):
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
}
