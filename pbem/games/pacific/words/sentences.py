"""The sentence of each fact: a story for people, with printed names.  Nothing is computed here but words."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.data.text import translate as _
from pbem.core.orders import draw_and_resign
from pbem.core.rules.facts import Fact

from .printed import Say

DETAIL = 1


def _told(template: str, **fields: Any) -> str:
    text = _(template).format(**fields)
    return text[:1].upper() + text[1:]


def _detail(template: str, **fields: Any) -> Json:
    return {"text": _told(template, **fields), "level": DETAIL}


def _nothing(fact: Fact, say: Say) -> None:
    """Facts that their neighbours tell."""
    return None


# -- turns and money ---------------------------------------------------------------------------------------------


def game_ended(fact: Fact, say: Say) -> str:
    reasons = {
        "points": _("with its victory points"),
        "income": _("because Japan's income has collapsed"),
        "capital": _("by holding an enemy capital"),
        "concession": _("because the other side concedes"),
    }
    if fact["winner"] is None:
        return _("The game ends in a draw, as all have agreed.")
    template = _("Japan wins {why}.") if fact["winner"] == "axis" else _("The Allies win {why}.")
    return template.format(why=reasons[fact["why"]])


def money_changed(fact: Fact, say: Say) -> str:
    names = {"income": _("income"), "convoys": _("convoy income"), "bid": _("what is left of the bid")}
    return _told(
        "{nation} receives {amount} ({why}).",
        nation=say.nation(fact["nation"]),
        amount=counted(fact["by"], "IPC"),
        why=names[fact["why"]],
    )


def units_bought(fact: Fact, say: Say) -> str:
    units = say.types(fact["units"])
    return _told(
        "{nation} buys {units} for {cost}.",
        nation=say.nation(fact["nation"]),
        units=units,
        cost=counted(fact["cost"], "IPC"),
    )


def recruits_raised(fact: Fact, say: Say) -> str:
    road = _("open") if fact["road"] else _("closed")
    return _told("China raises {count} infantry; the Burma Road is {road}.", count=fact["count"], road=road)


def capital_plundered(fact: Fact, say: Say) -> str:
    return _told(
        "{to} plunders {amount} from {loser}.",
        to=say.nation(fact["to"]),
        amount=counted(fact["amount"], "IPC"),
        loser=say.nation(fact["from"]),
    )


def points_changed(fact: Fact, say: Say) -> str:
    verb = _("gains") if fact["by"] > 0 else _("loses")
    return _told(
        "Japan {verb} {points} and has {total}.",
        verb=verb,
        points=counted(abs(fact["by"]), "victory point"),
        total=fact["total"],
    )


def complex_bombed(fact: Fact, say: Say) -> str:
    return _told(
        "Bombs on {area} ({dice}): {nation} loses {lost}.",
        area=say.area(fact["area"]),
        dice=say.dice(fact["dice"]),
        nation=say.nation(fact["nation"]),
        lost=counted(fact["lost"], "IPC"),
    )


def convoys_split(fact: Fact, say: Say) -> str:
    parts = [f"{amount} {_('to')} {say.nation(nation)}" for nation, amount in fact["share"].items() if amount]
    return _told("The British convoys bring {pool}: {parts}.", pool=counted(fact["pool"], "IPC"), parts=listed(parts))


def bid_spent(fact: Fact, say: Say) -> str:
    left = counted(fact["left"], "IPC")
    return _told("{power} has placed its bid and keeps {left}.", power=say.power(fact["power"]), left=left)


def conceded(fact: Fact, say: Say) -> str:
    return _told("{power} concedes.", power=say.power(fact["power"]))


# -- units ---------------------------------------------------------------------------------------------------


def units_placed(fact: Fact, say: Say) -> str:
    return _told("New in {area}: {units}.", units=say.units(fact["units"]), area=say.area(fact["area"]))


def complex_built(fact: Fact, say: Say) -> str:
    return _told(
        "{nation} builds an industrial complex in {area}.",
        nation=say.nation(fact["nation"]),
        area=say.area(fact["area"]),
    )


def purchase_forfeited(fact: Fact, say: Say) -> str:
    return _told("{nation} cannot place what is left of its purchase.", nation=say.nation(fact["nation"]))


def units_removed(fact: Fact, say: Say) -> str:
    templates = {
        "lost": _("Lost in {area}: {units}."),
        "antiaircraft": _("Shot down over {area}: {units}."),
        "first strike": _("Sunk by submarines in {area} before they can fire: {units}."),
        "nowhere to land": _("Lost over {area}, with nowhere to land: {units}."),
        "no field": _("Lost with their field in {area}: {units}."),
        "captured": _("Captured in {area}: {units}."),
    }
    return _told(templates[fact["why"]], units=say.units(fact["units"]), area=say.area(fact["area"]))


def losses_agreed(fact: Fact, say: Say) -> Json:
    templates = {
        "silence": _("Neither ally names losses in {area}: they fall in the published order."),
        "one": _("One ally names the losses in {area}, and the other says nothing."),
        "all": _("The allies agree on the losses in {area}."),
        "attacker": _("The allies do not agree on the losses in {area}: the attacker chooses."),
    }
    return _detail(templates[fact["how"]], area=say.area(fact["area"]))


def units_changed(fact: Fact, say: Say) -> str | None:
    hit = {token: n for token, n, key in fact["units"] if "!" in key and "!" not in token}
    dived = {token: n for token, n, key in fact["units"] if "~" in key and "~" not in token}
    if hit:
        return _told("Damaged in {area}: {units}.", units=say.units(hit), area=say.area(fact["area"]))
    if dived:
        return _told("Submerged in {area}: {units}.", units=say.units(dived), area=say.area(fact["area"]))
    raised = {token: n for token, n, key in fact["units"] if "#" in key and "#" not in token}
    if raised:
        return _told(
            "Sent up from {area} to meet the raid: {units}.", units=say.units(raised), area=say.area(fact["area"])
        )
    return None


def units_moved(fact: Fact, say: Say) -> str | Json:
    units = say.units({token: n for token, n, _key in fact["units"]})
    path = fact["path"]
    if any("^" in key and "^" not in token for token, _n, key in fact["units"]):
        return _told("On patrol over {zone}: {units}.", units=units, zone=say.area(path[-1]))
    if len(path) == 1:
        return _detail("At {area}: {units}.", units=units, area=say.area(path[0]))
    if len(path) == 2:
        return _told("{start} to {goal}: {units}.", units=units, start=say.area(path[0]), goal=say.area(path[1]))
    way = listed([say.area(area) for area in path[1:-1]])
    return _told(
        "{start} by {way} to {goal}: {units}.", units=units, start=say.area(path[0]), way=way, goal=say.area(path[-1])
    )


def units_loaded(fact: Fact, say: Say) -> str:
    cargo = {token: n * fact["count"] for token, n in fact["cargo"].items()}
    return _told("Aboard in {zone}: {cargo}.", cargo=say.units(cargo), zone=say.area(fact["zone"]))


def units_landed(fact: Fact, say: Say) -> str:
    cargo = {token: n * fact["count"] for token, n in fact["cargo"].items()}
    return _told("Ashore in {area}: {cargo}.", cargo=say.units(cargo), area=say.area(fact["area"]))


def landing_declared(fact: Fact, say: Say) -> str:
    cargo = {token: n * fact["count"] for token, n in fact["cargo"].items()}
    return _told(
        "To land in {area} from {zone}: {cargo}.",
        cargo=say.units(cargo),
        zone=say.area(fact["zone"]),
        area=say.area(fact["area"]),
    )


def bombardment_declared(fact: Fact, say: Say) -> str:
    return _told("To bombard {area}: {ships}.", ships=say.units(fact["units"]), area=say.area(fact["area"]))


def raid_declared(fact: Fact, say: Say) -> str:
    return _told("{area} is to be bombed.", area=say.area(fact["area"]))


def program_given(fact: Fact, say: Say) -> Json:
    return _detail("A battle program is given for {area}.", area=say.area(fact["area"]))


def battles_ordered(fact: Fact, say: Say) -> Json:
    return _detail(
        "Battles are to be fought in this order: {areas}.", areas=listed([say.area(one) for one in fact["areas"]])
    )


# -- combat ----------------------------------------------------------------------------------------------------


def battle_begun(fact: Fact, say: Say) -> str:
    return _told("The battle of {area}.", area=say.area(fact["area"]))


def dice_rolled(fact: Fact, say: Say) -> str:
    what = {
        "attack": _("The attacker fires"),
        "defence": _("The defender fires"),
        "antiaircraft": _("Antiaircraft guns fire"),
        "bombardment": _("The ships bombard"),
        "first strike": _("Submarines strike first"),
        "kamikaze": _("Kamikazes dive"),
        "interception": _("The interceptors fire"),
        "escort": _("The escorts fire"),
    }
    fields = {"hits": counted(fact["hits"], "hit")}
    if fact["what"] in ("kamikaze", "antiaircraft"):
        fields["dice"] = say.dice(fact["dice"])
    if fact["what"] == "kamikaze":
        target = say.units({fact["shots"][0][0]: 1})
        return _told("Kamikazes dive at {target} ({dice}), {hits}.", target=target, **fields)
    if fact["what"] == "antiaircraft":
        return _told("{what} ({dice}), {hits}.", what=what["antiaircraft"], **fields)
    shots = say.shots(fact["shots"], fact["dice"])
    return _told("{what}: {dice}, {hits}.", what=what[fact["what"]], dice=shots, **fields)


def program_followed(fact: Fact, say: Say) -> str:
    """Why whoever has given a program fights no further round."""
    templates = {
        "hopeless": "In {area} nothing that is left must be expected to hit as much as it loses: its owner lets it go.",
        "condition": "In {area} it has come to what the program says of leaving.",
        "stance": "In {area} it has come to what the stance of the program says of leaving.",
    }
    return _told(templates[fact["why"]], area=say.area(fact["area"]))


def retreated(fact: Fact, say: Say) -> str:
    units, area = say.units(fact["units"]), say.area(fact["area"])
    if fact["to"]:
        return _told("Retreat from {area} to {to}: {units}.", units=units, area=area, to=say.area(fact["to"]))
    return _told("Out of the battle of {area}: {units}.", units=units, area=area)


def forces_met(fact: Fact, say: Say) -> str:
    attackers, defenders = say.units(fact["attackers"]), say.units(fact["defenders"])
    is_one = sum(fact["attackers"].values()) == 1
    template = "{attackers} meets {defenders}." if is_one else "{attackers} meet {defenders}."
    story = _told(template, attackers=attackers, defenders=defenders)
    chances = say.odds(fact)
    return f"{story} {chances}" if chances else story


def battle_ended(fact: Fact, say: Say) -> str:
    """With how lucky each side was: hits scored against hits to be expected of these dice."""
    text = _told(
        "The battle of {area} is over after {rounds}."
        if fact["rounds"]
        else "The battle of {area} is over before its first round.",
        area=say.area(fact["area"]),
        rounds=counted(fact["rounds"], "round"),
    )
    lucks = [say.luck(side, row) for side, row in sorted(fact["luck"].items())]
    return " ".join([text, *lucks])


def kamikazes_declared(fact: Fact, say: Say) -> str:
    parts = [
        f"{one['count']} {_('at')} {say.units({one['target']: 1})} ({say.area(one['zone'])})" for one in fact["attacks"]
    ]
    return _told("Japan sends kamikazes: {parts}.", parts=listed(parts))


# -- control ---------------------------------------------------------------------------------------------------


def control_changed(fact: Fact, say: Say) -> str:
    return _told(
        "{area} passes from {before} to {to}.",
        area=say.area(fact["area"]),
        before=say.nation(fact["before"]),
        to=say.nation(fact["to"]),
    )


def convoy_changed(fact: Fact, say: Say) -> str:
    return _told(
        "The convoy of {zone} is now controlled by {to}.", zone=say.area(fact["zone"]), to=say.nation(fact["to"])
    )


def capital_taken(fact: Fact, say: Say) -> str:
    return _told(
        "{area} is a capital: held to {power}'s next turn it decides the game.",
        area=say.area(fact["area"]),
        power=say.power(fact["power"]),
    )


def capital_freed(fact: Fact, say: Say) -> str:
    return _told("The capital {area} is free again.", area=say.area(fact["area"]))


def income_collected(fact: Fact, say: Say) -> Json:
    return _detail(
        "The chart shows {amount} IPCs for {nation}.", amount=fact["amount"], nation=say.nation(fact["nation"])
    )


def corrected(fact: Fact, say: Say) -> str:
    return _told("the referee corrected the board.")


SENTENCES = {
    "corrected": corrected,
    **draw_and_resign.SENTENCES,
    "turn-begun": _nothing,
    "phase-begun": _nothing,
    "game-ended": game_ended,
    "money-changed": money_changed,
    "units-bought": units_bought,
    "recruits-raised": recruits_raised,
    "capital-plundered": capital_plundered,
    "points-changed": points_changed,
    "complex-bombed": complex_bombed,
    "convoys-split": convoys_split,
    "bid-spent": bid_spent,
    "conceded": conceded,
    "units-placed": units_placed,
    "complex-built": complex_built,
    "purchase-forfeited": purchase_forfeited,
    "units-removed": units_removed,
    "losses-agreed": losses_agreed,
    "units-changed": units_changed,
    "units-moved": units_moved,
    "units-loaded": units_loaded,
    "units-landed": units_landed,
    "landing-declared": landing_declared,
    "bombardment-declared": bombardment_declared,
    "raid-declared": raid_declared,
    "program-given": program_given,
    "battles-ordered": battles_ordered,
    "battle-begun": battle_begun,
    "dice-rolled": dice_rolled,
    "forces-met": forces_met,
    "program-followed": program_followed,
    "retreated": retreated,
    "battle-ended": battle_ended,
    "kamikazes-declared": kamikazes_declared,
    "control-changed": control_changed,
    "convoy-changed": convoy_changed,
    "capital-taken": capital_taken,
    "capital-freed": capital_freed,
    "income-collected": income_collected,
    "fighters-on-deck": _nothing,
    "units-ready": _nothing,
    "ships-done": _nothing,
    "landing-ended": _nothing,
    "flight-over-guns": _nothing,
    "flights-done": _nothing,
    "raid-ended": _nothing,
    "kamikazes-done": _nothing,
}
