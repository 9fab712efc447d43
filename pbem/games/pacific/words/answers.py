"""Answer to sentence: what a seat has ordered, told back from the answer itself and never from the line as typed.

A function for each kind of question gets ``(answer, ask, say)`` and gives a sentence, or a list of them.
"""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.data.text import translate as _
from pbem.core.orders import draw_and_resign
from pbem.core.rules.requests import Ask

from .printed import Say

STANCES = {
    "SA": "fight on until only aircraft are left, which then leave",
    "SAAC": "leave before any aircraft could be lost",
    "TAAC": "fight on, and keep one unit that can take the place to the last",
    "KAAC": "fight on to the end",
    "WI": "fight one round at most",
}


def _told(template: str, **fields: Any) -> str:
    text = _(template).format(**fields)
    return text[:1].upper() + text[1:]


def _verb(count: int, one: str, many: str) -> str:
    return _(one if count == 1 else many)


def _count(units: dict[str, int]) -> int:
    return sum(units.values())


# -- money -------------------------------------------------------------------------------------------------------------


def purchase(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    bought = {nation: units for nation, units in answer.items() if any(units.values())}
    if not bought:
        return _told("{power} buys nothing.", power=say.power(ask.power))
    return [
        _told(
            "{nation} buys {units} for {cost}.",
            nation=say.nation(nation),
            units=say.types(units),
            cost=counted(say.cost(units), "IPC"),
        )
        for nation, units in bought.items()
    ]


def split_convoys(answer: Any, ask: Ask, say: Say) -> str:
    shares = [f"{counted(amount, 'IPC')} to {say.nation(nation)}" for nation, amount in answer.items()]
    return _told("The convoy income goes {shares}.", shares=listed(shares))


def placement(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    if not answer:
        return _told("{power} places nothing.", power=say.power(ask.power))
    return [
        _told(
            "{nation} places {units} in {area}.",
            nation=say.nation(item["nation"]),
            area=say.area(item["area"]),
            units=say.types(item["units"]),
        )
        for item in answer
    ]


def bid(answer: Any, ask: Ask, say: Say) -> list[str] | str:
    if not answer:
        return _told("{power} keeps the money of its bid.", power=say.power(ask.power))
    template = "With its bid {power} places {units} in {area}."
    return [
        _told(template, power=say.power(ask.power), units=say.units(item["units"]), area=say.area(item["area"]))
        for item in answer
    ]


# -- moves -------------------------------------------------------------------------------------------------------------


def moves(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    """Each move in the order in which it is made."""
    if not answer:
        return _told("{power} moves nothing.", power=say.power(ask.power))
    return [_MOVES[item["go"]](item, say) for item in answer]


def _move(item: Json, say: Say) -> str:
    """``2 British infantry go from Hong Kong to Kwangsi``; ships sail, aircraft fly, and the way is told."""
    path = item["path"]
    verbs = {"air": ("flies", "fly"), "sea": ("sails", "sail")}
    verb = _verb(_count(item["units"]), *verbs.get(say.medium(item["units"]), ("goes", "go")))
    by = _(", by way of {areas}").format(areas=say.areas(path[1:-1])) if len(path) > 2 else ""
    if len(set(path)) == 1:
        return _told(
            "{units} {verb} in {area}.",
            units=say.units(item["units"]),
            area=say.area(path[0]),
            verb=_verb(_count(item["units"]), "stays", "stay"),
        )
    return _told(
        "{units} {verb} from {start} to {end}{by}.",
        units=say.units(item["units"]),
        verb=verb,
        by=by,
        start=say.area(path[0]),
        end=say.area(path[-1]),
    )


def _raid(item: Json, say: Say) -> str:
    verb = _verb(_count(item["units"]), "flies", "fly")
    return _told(
        "{units} {verb} from {start} to bomb the complex in {end}.",
        units=say.units(item["units"]),
        verb=verb,
        start=say.area(item["path"][0]),
        end=say.area(item["path"][-1]),
    )


def _patrol(item: Json, say: Say) -> str:
    verb = _verb(_count(item["units"]), "goes", "go")
    return _told(
        "{units} {verb} on patrol from {start} over {end}.",
        units=say.units(item["units"]),
        verb=verb,
        start=say.area(item["path"][0]),
        end=say.area(item["path"][-1]),
    )


def _cargo(item: Json) -> dict[str, int]:
    return {token: count * item["count"] for token, count in item["cargo"].items()}


def _load(item: Json, say: Say) -> str:
    cargo = _cargo(item)
    template = "{cargo} {verb} {ship} in {zone}."
    if item["area"] != item["zone"]:
        template = "{cargo} from {area} {verb} {ship} in {zone}."
    return _told(
        template,
        cargo=say.units(cargo),
        verb=_verb(_count(cargo), "boards", "board"),
        ship=say.unit(item["ship"], item["count"]),
        area=say.area(item["area"]),
        zone=say.area(item["zone"]),
    )


def _unload(item: Json, say: Say) -> str:
    cargo = _cargo(item)
    return _told(
        "{cargo} {verb} in {area} from {ship} in {zone}.",
        cargo=say.units(cargo),
        area=say.area(item["area"]),
        verb=_verb(_count(cargo), "lands", "land"),
        ship=say.unit(item["ship"], item["count"]),
        zone=say.area(item["zone"]),
    )


def _bombard(item: Json, say: Say) -> str:
    return _told(
        "{units} in {zone} {verb} {area} before the landing.",
        units=say.units(item["units"]),
        verb=_verb(_count(item["units"]), "bombards", "bombard"),
        zone=say.area(item["zone"]),
        area=say.area(item["area"]),
    )


def _battles(item: Json, say: Say) -> str:
    return _told("The battles are fought in this order: {areas}.", areas=say.areas(item["areas"]))


def _program(item: Json, say: Say) -> str:
    """What is said beforehand about a battle (PRG-1)."""
    program = item["program"]
    parts = [_(STANCES[program["stance"]])] if program.get("stance") else []
    if program.get("losses"):
        parts.append(_("lose first {types}").format(types=listed([say.type(one) for one in program["losses"]], "then")))
    parts += _retreat_of(program.get("retreat"), say)
    if program.get("submerge"):
        parts.append(_("submerge {count}").format(count=counted(program["submerge"], "submarine")))
    if not parts:
        return _told("In {area} by the published program.", area=say.area(item["area"]))
    return _told("In {area}: {parts}.", area=say.area(item["area"]), parts="; ".join(parts))


def _retreat_of(retreat: Json | None, say: Say) -> list[str]:
    if retreat is None:
        return []
    text = _("retreat to {area}").format(area=say.area(retreat["to"])) if "to" in retreat else _("retreat")
    if "after" in retreat:
        text += _(" after {rounds}").format(rounds=counted(retreat["after"], "round"))
    if "below" in retreat:
        text += _(" with fewer than {units}").format(units=counted(retreat["below"], "unit"))
    return [text]


_MOVES = {
    "move": _move,
    "raid": _raid,
    "patrol": _patrol,
    "load": _load,
    "unload": _unload,
    "bombard": _bombard,
    "battles": _battles,
    "program": _program,
}


def land_patrol(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    if not answer:
        return _told("No patrol is told where to land.")
    return [
        _told(
            "{count} on patrol over {zone} {verb} in {area}.",
            count=counted(item["count"], "fighter"),
            zone=say.area(item["zone"]),
            verb=_verb(item["count"], "lands", "land"),
            area=say.area(item["area"]),
        )
        for item in answer
    ]


# -- battles -----------------------------------------------------------------------------------------------------------


def losses(answer: Any, ask: Ask, say: Say) -> str:
    return _told("Lost in {area}: {units}.", area=say.area(ask.about["area"]), units=say.units(answer))


def press(answer: Any, ask: Ask, say: Say) -> list[str]:
    area = say.area(ask.about["area"])
    if answer["do"] == "fight":
        parts = [_told("{power} fights on in {area}.", power=say.power(ask.power), area=area)]
    elif answer["do"] == "leave":
        parts = [_told("The aircraft leave the battle in {area}; the others fight on.", area=area)]
    else:
        to = _(" to {area}").format(area=say.area(answer["to"])) if "to" in answer else ""
        parts = [_told("{power} retreats from {area}{to}.", power=say.power(ask.power), area=area, to=to)]
    if answer.get("submerge"):
        count = answer["submerge"]
        parts.append(
            _told("{count} {verb}.", count=counted(count, "submarine"), verb=_verb(count, "submerges", "submerge"))
        )
    return parts


def landing(answer: Any, ask: Ask, say: Say) -> str:
    template = "The troops land in {area}." if answer == "land" else "The landing in {area} is called off."
    return _told(template, area=say.area(ask.about["area"]))


def stranded(answer: Any, ask: Ask, say: Say) -> str:
    template = "A fighter over {zone} lands in {area}."
    return _told(template, zone=say.area(ask.about["zone"]), area=say.area(answer))


def submerge(answer: Any, ask: Ask, say: Say) -> str:
    zone = say.area(ask.about["zone"])
    if not answer:
        return _told("No submarine in {zone} submerges.", zone=zone)
    verb = _verb(answer, "submerges", "submerge")
    return _told("{count} in {zone} {verb}.", count=counted(answer, "submarine"), zone=zone, verb=verb)


def next_battle(answer: Any, ask: Ask, say: Say) -> str:
    return _told("The battle in {area} comes next.", area=say.area(answer))


def intercept(answer: Any, ask: Ask, say: Say) -> str:
    area = say.area(ask.about["area"])
    if not answer:
        return _told("No fighter meets the raid on {area}.", area=area)
    verb = _verb(answer, "meets", "meet")
    return _told("{count} {verb} the raid on {area}.", count=counted(answer, "fighter"), verb=verb, area=area)


def claim(answer: Any, ask: Ask, say: Say) -> str:
    return _told("{area} goes to {nation}.", area=say.area(ask.about["area"]), nation=say.nation(answer))


def kamikaze(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    if not answer:
        return _told("No kamikaze is declared.")
    return [
        _told(
            "{count} {verb} at {ship} in {zone}.",
            count=counted(item["count"], "kamikaze"),
            verb=_verb(item["count"], "strikes", "strike"),
            ship=say.unit(item["target"]),
            zone=say.area(item["zone"]),
        )
        for item in answer
    ]


ANSWERS = {
    "bid": bid,
    "split-convoys": split_convoys,
    "purchase": purchase,
    "placement": placement,
    "combat-moves": moves,
    "noncombat-moves": moves,
    "land-patrol": land_patrol,
    "kamikaze": kamikaze,
    "intercept": intercept,
    "next-battle": next_battle,
    "landing": landing,
    "submerge": submerge,
    "losses": losses,
    "press": press,
    "stranded": stranded,
    "claim": claim,
    **draw_and_resign.ANSWERS,
}
PETITIONS = draw_and_resign.PETITIONS
