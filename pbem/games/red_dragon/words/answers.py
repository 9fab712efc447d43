"""Answer to sentence: what a seat has ordered, told back from the answer itself and never from the line as typed.

A function for each kind of question gets ``(answer, ask, say)`` and gives a sentence, or a list of them.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.data.text import translate as _
from pbem.core.orders import draw_and_resign
from pbem.core.play.patterns import Sign
from pbem.core.rules.requests import Ask

from .printed import Say


def _told(template: str, **fields: Any) -> str:
    text = _(template).format(**fields)
    return text[:1].upper() + text[1:]


def _verb(units: list[str | Sign], one: str, many: str) -> str:
    return _(one if len(units) == 1 else many)


def _fire(fire: list[list[str]] | None, say: Say) -> list[str]:
    """A sentence for each target: who fires at it."""
    at = {}
    for shooter, target in fire or ():
        at.setdefault(target, []).append(shooter)
    return [
        _told(
            "{units} {verb} at {target}.",
            units=say.units(shooters),
            verb=_verb(shooters, "fires", "fire"),
            target=say.unit(target),
        )
        for target, shooters in at.items()
    ]


def _battle(answer: Any, say: Say) -> list[str]:
    if answer.get("fire"):
        return _fire(answer["fire"], say)
    return (
        [_told("{they} there.", they=_verb(answer["units"], "it attacks", "they attack"))]
        if (answer.get("attack"))
        else []
    )


# -- Ops ---------------------------------------------------------------------------------------------------------------


def _bare(template: str) -> Callable[..., Any]:
    return lambda answer, say: [_told(template)]


def _move(one: str, many: str, template: str = "{units} {verb} from {start} to {end}{via}.") -> Callable[..., Any]:
    """An Op whose units go from one place to another."""

    def told(answer, say):
        via = answer.get("via")
        via = [via] if isinstance(via, str) else via
        by = _(", by way of {areas}").format(areas=say.areas(via)) if via else ""
        moved = _told(
            template,
            units=say.units(answer["units"]),
            verb=_verb(answer["units"], one, many),
            via=by,
            start=say.area(answer.get("from", "")),
            end=say.area(answer.get("to", answer.get("at"))),
        )
        return [moved, *_loads(answer, say), *_battle(answer, say)]

    return told


def _loads(answer: Any, say: Say) -> list[str]:
    return [
        _told(
            "{units} {verb} aboard {ship}.",
            units=say.units(units),
            verb=_verb(units, "goes", "go"),
            ship=say.unit(ship),
        )
        for ship, units in answer.get("load", {}).items()
    ]


def _land_moves(answer: Any, say: Say) -> list[str]:
    return [
        _told(
            "{units} {verb} from {start} to {end}.",
            units=say.units(move["units"]),
            start=say.area(move["from"]),
            verb=_verb(move["units"], "moves", "move"),
            end=say.area(move["to"]),
        )
        for move in answer["moves"]
    ]


def _airborne(answer: Any, say: Say) -> list[str]:
    begins = _told("all airborne and airmobile units in China Central land on Taiwan and attack.")
    return [begins, *_fire(answer.get("fire"), say)]


def _air_strike(answer: Any, say: Say) -> list[str]:
    begins = _told(
        "{units} {verb} Taiwan.", units=say.units(answer["units"]), verb=_verb(answer["units"], "strikes", "strike")
    )
    return [begins, *_fire(answer.get("fire"), say)]


def _repair(answer: Any, say: Say) -> list[str]:
    return [_told("{unit} is repaired.", unit=say.unit(answer["unit"]))]


def _diplomacy(answer: Any, say: Say) -> list[str]:
    return [_told("the Allies try to win over {country}.", country=say.country(answer["country"]))]


def _in_place(answer: Any, say: Say) -> list[str]:
    template = "{units} {verb} in {area}." if answer.get("units") else "all units in {area} attack."
    units = answer.get("units", ())
    verb = _verb(units, "attacks", "attack")
    begins = _told(template, units=say.units(units), verb=verb, area=say.area(answer["at"]))
    return [begins, *_fire(answer.get("fire"), say)]


_STRIKE = _move("attacks", "attack", "{units} {verb} from {start} in {end}{via}.")
OPS = {
    1: _bare("Russia joins the side of China."),
    2: _bare("war begins in Korea."),
    3: _land_moves,
    4: _airborne,
    5: _air_strike,
    6: _repair,
    7: _move("is flown", "are flown"),
    8: _bare("the Allies call for reinforcements."),
    9: _diplomacy,
    11: _bare("the war in Korea is rolled for."),
    12: _move("puts to sea", "put to sea"),
    13: _move("enters port", "enter port"),
    14: _move("sails", "sail"),
    15: _STRIKE,
    16: _move("is rebased", "are rebased"),
    17: _STRIKE,
    18: _STRIKE,
    19: _move("lands", "land"),
    20: _in_place,
}


def op(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    """The number of the Op, its name, and what its units do."""
    if not answer["op"]:
        return (
            _told("{side} pass.", side=say.power(ask.power))
            if ask.power == "allied"
            else (_told("{side} passes.", side=say.power(ask.power)))
        )
    first, *others = OPS[answer["op"]](answer, say)
    return [
        f"Op {answer['op']}: {first[:1].lower() if first.startswith(('All ', 'War ', 'The ')) else first[:1]}"
        f"{first[1:]}",
        *others,
    ]


# -- in a fight --------------------------------------------------------------------------------------------------------


def return_fire(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    return _fire(answer["fire"], say) or _told("Nobody fires back in {area}.", area=say.area(ask.about["area"]))


def intercept(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    if answer == "no":
        return _told("Nobody intercepts.")
    area = _told("the interception is made in {area}.", area=say.area(answer["area"]))
    return [area, *_fire(answer.get("fire"), say)]


# -- units and places --------------------------------------------------------------------------------------------------


def placed(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    return [
        _told(
            "{units} {verb} to {area}.",
            units=_pieces(item, say),
            verb=_verb(_all(item), "goes", "go"),
            area=say.area(item["area"]),
        )
        for item in answer
    ] or _told("Nothing is placed.")


def _all(item: Json) -> list[str]:
    return [*item["units"], *(word for word, count in item.get("draw", {}).items() for _each in range(count))]


def _pieces(item: Json, say: Say) -> str:
    """Counters that are named, and how many of a type are drawn blind."""
    drawn = [
        _("{count} drawn blind").format(count=say.kind(word, count)) for word, count in item.get("draw", {}).items()
    ]
    return listed(([say.units(item["units"])] if item["units"] else []) + drawn)


def remove_units(answer: Any, ask: Ask, say: Say) -> str:
    return _told("{units} {verb} removed.", units=say.units(answer), verb=_verb(answer, "is", "are"))


def strike_unit(answer: Any, ask: Ask, say: Say) -> str:
    return _told("{unit} is struck.", unit=say.unit(answer))


def to_base(answer: Any, ask: Ask, say: Say) -> str:
    units = ask.about.get("units") or []
    if not units:
        return _told("They go to {area}.", area=say.area(answer))
    return _told(
        "{units} {verb} to {area}.", units=say.units(units), area=say.area(answer), verb=_verb(units, "goes", "go")
    )


def nk_coast(answer: Any, ask: Ask, say: Say) -> str:
    coasts = {"west": _("west"), "east": _("east")}
    return _told(
        "{unit} is based on the {coast} coast of North Korea.", unit=say.unit(ask.about["unit"]), coast=coasts[answer]
    )


ANSWERS = {
    "op": op,
    "return-fire": return_fire,
    "intercept": intercept,
    "set-up": placed,
    "place-uk": placed,
    "relocate-units": placed,
    "remove-units": remove_units,
    "strike-unit": strike_unit,
    "evacuate-to": to_base,
    "rebase-tie": to_base,
    "nk-coast": nk_coast,
    **draw_and_resign.ANSWERS,
}
PETITIONS = draw_and_resign.PETITIONS
