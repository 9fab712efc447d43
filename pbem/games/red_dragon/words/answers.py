"""Answer to sentence: what a seat has ordered, told back from the answer itself and never from the line as typed."""

from collections.abc import Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Fields, Teller, answers, choice, either, told
from pbem.core.data.text import listed
from pbem.core.orders import draw_and_resign
from pbem.core.play.patterns import Sign

from .printed import Say

GOES = "{units:units} {units:goes|go} to {answer:area}."


def fire(fire: list[list[str]] | None, say: Say) -> list[str]:
    """A sentence for each target: who fires at it."""
    at = {}
    for shooter, target in fire or ():
        at.setdefault(target, []).append(shooter)
    return [
        told("{units:units} {units:fires|fire} at {target:unit}.", say, {"units": shooters, "target": target})
        for target, shooters in at.items()
    ]


# -- Ops ---------------------------------------------------------------------------------------------------------------


def moving(template: str) -> Teller:
    """An Op whose units go from one place to another; they may fight there."""

    def tells(fields, say):
        answer = fields["answer"]
        via = answer.get("via")
        end = answer.get("to", answer.get("at"))
        by = ", by way of {via:areas}" if via else ""
        named = {"from": "", **answer, "end": end, "via": [via] if isinstance(via, str) else via}
        return [told(template + by + ".", say, named), *_loads(answer, say), *_battle(answer, say)]

    return tells


def _loads(answer: Any, say: Say) -> list[str]:
    return [
        told("{units:units} {units:goes|go} aboard {ship:unit}.", say, {"units": units, "ship": ship})
        for ship, units in answer.get("load", {}).items()
    ]


def _battle(answer: Any, say: Say) -> list[str]:
    if answer.get("fire") or not answer.get("attack"):
        return fire(answer.get("fire"), say)
    return [told("{units:it attacks|they attack} there.", say, answer)]


def firing(template: str) -> Teller:
    """An Op whose units stay where they are, or go where all of them do, and fire."""
    return lambda fields, say: [told(template, say, fields), *fire(fields["answer"].get("fire"), say)]


def land_moves(fields: Fields, say: Say) -> list[str]:
    template = "{units:units} {units:moves|move} from {from:area} to {to:area}."
    return [told(template, say, one) for one in fields["moves"]]


STRIKE = moving("{units:units} {units:attacks|attack} from {from:area} in {end:area}")
OPS = choice(
    "op",
    {
        0: either(
            lambda fields: fields["power"] == "allied",
            "{power:power} pass.",
            "{power:power} passes.",
        ),
        1: "Russia joins the side of China.",
        2: "war begins in Korea.",
        3: land_moves,
        4: firing("all airborne and airmobile units in China Central land on Taiwan and attack."),
        5: firing("{units:units} {units:strikes|strike} Taiwan."),
        6: "{unit:unit} is repaired.",
        7: moving("{units:units} {units:is flown|are flown} from {from:area} to {end:area}"),
        8: "the Allies call for reinforcements.",
        9: "the Allies try to win over {country:country}.",
        11: "the war in Korea is rolled for.",
        12: moving("{units:units} {units:puts|put} to sea from {from:area} to {end:area}"),
        13: moving("{units:units} {units:enters|enter} port from {from:area} to {end:area}"),
        14: moving("{units:units} {units:sails|sail} from {from:area} to {end:area}"),
        15: STRIKE,
        16: moving("{units:units} {units:is rebased|are rebased} from {from:area} to {end:area}"),
        17: STRIKE,
        18: STRIKE,
        19: moving("{units:units} {units:lands|land} from {from:area} to {end:area}"),
        20: either(
            lambda fields: fields["answer"].get("units"),
            firing("{units:units} {units:attacks|attack} in {at:area}."),
            firing("all units in {at:area} attack."),
        ),
    },
)


def op(fields: Fields, say: Say) -> str | list[str]:
    """The number of the Op, and what its units do."""
    story: Any = OPS(fields, say)
    if not fields["op"]:
        return story
    first, *others = [story] if isinstance(story, str) else story
    begins = first[:1].lower() if first.startswith(("All ", "War ", "The ")) else first[:1]
    return [f"Op {fields['op']}: {begins}{first[1:]}", *others]


# -- in a fight --------------------------------------------------------------------------------------------------------


def return_fire(fields: Fields, say: Say) -> str | list[str]:
    return fire(fields["fire"], say) or told("Nobody fires back in {area:area}.", say, fields)


# -- units and places --------------------------------------------------------------------------------------------------


def placed(fields: Fields, say: Say) -> str | list[str]:
    return [
        told("{pieces} {all:goes|go} to {area:area}.", say, {**item, "pieces": _pieces(item, say), "all": _all(item)})
        for item in fields["answer"]
    ] or "Nothing is placed."


def _all(item: Json) -> Sequence[str | Sign]:
    return [*item["units"], *(word for word, count in item.get("draw", {}).items() for _each in range(count))]


def _pieces(item: Json, say: Say) -> str:
    """Counters that are named, and how many of a type are drawn blind."""
    drawn = [f"{say.kind(word, count)} drawn blind" for word, count in item.get("draw", {}).items()]
    return listed(([say.units(item["units"])] if item["units"] else []) + drawn)


TO_BASE = either(lambda fields: fields.get("units"), GOES, "They go to {answer:area}.")
ANSWERS = {
    **answers(
        {
            "op": op,
            "return-fire": return_fire,
            "intercept": either(
                lambda fields: fields["answer"] == "no",
                "Nobody intercepts.",
                firing("the interception is made in {area:area}."),
            ),
            "set-up": placed,
            "place-uk": placed,
            "relocate-units": placed,
            "remove-units": "{answer:units} {answer:is|are} removed.",
            "strike-unit": "{answer:unit} is struck.",
            "evacuate-to": TO_BASE,
            "rebase-tie": TO_BASE,
            "nk-coast": "{unit:unit} is based on the {answer} coast of North Korea.",
        }
    ),
    **draw_and_resign.ANSWERS,
}
PETITIONS = draw_and_resign.PETITIONS
