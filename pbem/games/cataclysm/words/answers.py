"""Answer to sentence: what a seat has ordered, told back from the answer itself and never from the line as typed.

A function for each kind of question gets ``(answer, ask, say)`` and gives a sentence, or a list of them.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from pbem.core.data.text import counted, listed, translate
from pbem.core.orders import draw_and_resign
from pbem.core.rules.requests import Ask

from .plays import PLAYS, force_pool
from .printed import Say
from .sentences import say_it

Sentence: TypeAlias = Callable[[Any, Ask, Say], str | list[str]]
"""Answer, question, names as this reader sees them -> the sentence, or a list of them."""

ANSWERS: dict[str, Sentence] = {}
PETITIONS: dict[str, Sentence] = {}


def answers(*kinds: str) -> Callable[..., Any]:
    """A decorator that registers the sentence of kinds of question."""

    def mark(function):
        ANSWERS.update(dict.fromkeys(kinds, function))
        return function

    return mark


def choice(templates: dict[str, str], **names: Any) -> Callable[..., Any]:
    """The sentence of a kind whose answer is a word: a template for each, with names of what the question is about."""

    def told(answer, ask, say):
        fields = {field: getattr(say, how)(ask.about[field]) for field, how in names.items()}
        return say_it(templates[answer], power=say.the_power(ask.power), **fields)

    return told


def place(template: str, **names: Any) -> Callable[..., Any]:
    """The sentence of a kind whose answer is an area."""

    def told(answer, ask, say):
        fields = {field: getattr(say, how)(ask.about[field]) for field, how in names.items()}
        return say_it(template, power=say.the_power(ask.power), place=say.the_area(answer), **fields)

    return told


ANSWERS.update(
    {
        "join-war": choice(
            {
                "join": "{power} joins the war of its ally.",
                "break": "{power} stays out of the war and leaves the alliance.",
            }
        ),
        "armistice": choice({"accept": "{power} accepts the armistice.", "refuse": "{power} refuses the armistice."}),
        "status-quo-flag": choice(
            {
                "yes": "{power} takes a flag at the price of a stability test.",
                "no": "{power} takes no flag, and is spared the stability test.",
            }
        ),
        "regime-aid": choice(
            {
                "none": "{power} leaves no aid behind in {area}.",
                "left": "{power} leaves aid behind for the left in {area}.",
                "right": "{power} leaves aid behind for the right in {area}.",
            },
            area="the_area",
        ),
        "ally": choice(
            {
                "agree": "{power} plays the flag in its reserve for the alliance.",
                "decline": "{power} keeps its flag and does not agree to the alliance.",
            }
        ),
        "take-over": choice(
            {"take": "{power} takes over {area}.", "leave": "{power} leaves {area} alone."}, area="the_area"
        ),
        "place-flag": choice(
            {"cup": "The flag of {power} goes into the cup.", "reserve": "The flag of {power} goes into reserve."}
        ),
        "take-flag": choice(
            {"il-duce-flag": "{power} takes the flag of Il Duce.", "ordinary-flag": "{power} takes an ordinary flag."}
        ),
        "civil-war-order": place("The civil war in {place} is resolved next."),
        "opportunity-order": place("{place} is the next area up for grabs."),
        "china-expand": lambda answer, ask, say: (
            translate("The faction does not try to expand.")
            if answer == "none"
            else say_it("The faction tries to expand into {area}.", area=say.the_area(answer))
        ),
    }
)


@answers("aid-side")
def aid_side(answer: Any, ask: Ask, say: Say) -> str:
    return say_it("The marker of {power} aids the {side}.", power=say.the_power(ask.power), side=translate(answer))


@answers("posture")
def posture(answer: Any, ask: Ask, say: Say) -> str:
    template = "{power} keeps its posture." if answer == "keep" else "{power} changes its posture to {posture}."
    return say_it(template, power=say.the_power(ask.power), posture=say.special(answer))


@answers("set-reserve")
def set_reserve(answer: Any, ask: Ask, say: Say) -> str:
    if answer == "nothing":
        return say_it("{power} reserves nothing of its production box.", power=say.the_power(ask.power))
    return say_it("{power} reserves the {counter}.", power=say.the_power(ask.power), counter=say.name(answer))


@answers("spend-aid")
def spend_aid(answer: Any, ask: Ask, say: Say) -> str:
    return say_it("The country that is attacked spends the aid of {power}.", power=say.the_power(answer))


@answers("equals")
def equals(answer: Any, ask: Ask, say: Say) -> str:
    if answer == "lot":
        return say_it("{power} leaves it to the lot who of the equals is first.", power=say.the_power(ask.power))
    return say_it(
        "{power} wants {first} to be first of the equals.", power=say.the_power(ask.power), first=say.the_power(answer)
    )


@answers("permit")
def permit(answer: Any, ask: Ask, say: Say) -> str:
    template = (
        "{power} permits the use of its units."
        if answer == "yes"
        else ("{power} does not permit the use of its units.")
    )
    return say_it(template, power=say.the_power(ask.power))


# -- China -------------------------------------------------------------------------------------------------------------


@answers("china-attack")
def china_attack(answer: Any, ask: Ask, say: Say) -> str:
    start, _, end = answer.partition(">")
    template = "The army in {start} attacks the one in {end}."
    return say_it(template, start=say.the_area(start), end=say.the_area(end))


@answers("china-retreat")
def china_retreat(answer: Any, ask: Ask, say: Say) -> str:
    start = say.the_area(ask.about["area"])
    if answer == "stand":
        return say_it("The army in {start} stands.", start=start)
    return say_it("The army in {start} retreats to {end}.", start=start, end=say.the_area(answer))


# -- counters that are played ------------------------------------------------------------------------------------------


@answers("play-flag", "play-offensive", "play-unit", "play-upgrade", "free-action", "military-action", "deploy")
def played(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    """A counter, or one military action."""
    return PLAYS[answer["act"]](answer, ask, say)


@answers("interrupt")
def interrupt(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    power = say.the_power(ask.power)
    if answer == "no":
        return say_it("{power} does not interrupt: the draw goes on.", power=power)
    counter = say.board.reserve(ask.power)
    named = say.counter(counter) if counter else translate("counter")
    begins = say_it("{power} interrupts with the {counter} in its reserve.", power=power, counter=named)
    if others := answer.get("if"):
        begins = say_it(
            "{power} interrupts with the {counter} in its reserve only where one of these would: {others}.",
            power=power,
            counter=named,
            others=listed([say.the_power(other) for other in others]),
        )
    told = played(answer["claim"], ask, say)
    return [begins, *([told] if isinstance(told, str) else told)]


ANSWERS["force-pool"] = force_pool


@answers("produce")
def produce(answer: Any, ask: Ask, say: Say) -> list[str]:
    """The plan of production, a sentence for each part of it."""
    power, built = say.the_power(ask.power), answer["build"]
    parts = [
        say_it(
            "{power} makes {offensives} and builds {units}.",
            power=power,
            units=say.some_named(built),
            offensives=counted(answer["offensives"], "offensive"),
        )
    ]
    if answer.get("leave"):
        parts.append(say_it("It does not collect from {areas}.", areas=say.the_areas(answer["leave"])))
    if answer.get("keep"):
        parts.append(say_it("It keeps {count}.", count=counted(answer["keep"], "resource")))
    if answer.get("reserve"):
        parts.append(say_it("It reserves the {counter}.", counter=say.name(answer["reserve"])))
    return parts


@answers("transfer")
def transfer(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    if not answer:
        return say_it("{power} transfers nothing.", power=say.the_power(ask.power))
    template = "{power} transfers the {kind} resource of {area} to {to}."
    return [
        say_it(
            template,
            power=say.the_power(ask.power),
            kind=translate(each.get("kind") or "first"),
            area=say.the_area(each["area"]),
            to=say.the_power(each["to"]),
        )
        for each in answer
    ]


# -- combat ------------------------------------------------------------------------------------------------------------


@answers("support")
def support(answer: Any, ask: Ask, say: Say) -> str:
    if not answer["units"]:
        return say_it("No unit joins the defence of {area}.", area=say.the_area(ask.about["area"]))
    template = "{units} {verb} the defence of {area}."
    return say_it(
        template,
        units=say.stationed(answer["units"]),
        area=say.the_area(ask.about["area"]),
        verb=translate("joins" if len(answer["units"]) == 1 else "join"),
    )


@answers("combat-reply")
def combat_reply(answer: Any, ask: Ask, say: Say) -> list[str]:
    power, area = say.the_power(ask.power), say.the_area(ask.about["area"])
    template = "{power} retreats from {area}." if answer["retreat"] else "{power} does not retreat from {area}."
    parts = [say_it(template, power=power, area=area)]
    if answer.get("losses"):
        parts.append(say_it("Its losses: {units}.", units=_losses(answer["losses"], say)))
    return parts + _ways(answer.get("to", {}), say, ask.about.get("to", {}))


def _losses(ids: list[str], say: Say) -> str:
    """Units that take losses, by the sides that are up; one that is named twice takes two."""
    twice = [id for id in dict.fromkeys(ids) if ids.count(id) > 1]
    once = [id for id in ids if id not in twice]
    shown = [say_it("{unit} twice", unit=say.side(id)) for id in twice]
    return listed(([say.stack(once)] if once else []) + shown)


@answers("retreat", "regroup")
def retreat(answer: Any, ask: Ask, say: Say) -> str | list[str]:
    ways = answer.get("to", answer.get("moves", {}))
    if not ways:
        return say_it("Everything that may stay in {area} stays.", area=say.the_area(ask.about["area"]))
    return _ways(ways, say, ask.about.get("to", {}))


def _ways(ways: dict[str, str], say: Say, open_to: dict[str, list[str]]) -> list[str]:
    """Where units go, a sentence for each place."""
    goals = {}
    for unit, spot in ways.items():
        goals.setdefault(spot, []).append(unit)
    template = "{units} {verb} to {spot}."
    return [
        say_it(
            template,
            units=say.some(units),
            spot=say.the_spot(spot),
            verb=translate("goes" if len(units) == 1 else "go"),
        )
        for spot, units in goals.items()
    ]


# -- petitions ---------------------------------------------------------------------------------------------------------


def _offer_armistice(answer: Any, ask: Ask, say: Say) -> str:
    return say_it(
        "{power} offers an armistice to {others}.",
        power=say.the_power(ask.power),
        others=say.the_powers(answer["with"]),
    )


def _withdraw_aid(answer: Any, ask: Ask, say: Say) -> str:
    area = say.the_area(answer["area"])
    if "count" not in answer:
        return say_it("{power} withdraws all its aid from {area}.", power=say.the_power(ask.power), area=area)
    return say_it(
        "{power} withdraws {count} of aid from {area}.",
        power=say.the_power(ask.power),
        area=area,
        count=counted(answer["count"], "marker"),
    )


def _lend(answer: Any, ask: Ask, say: Say) -> str:
    template = {
        "never": "{power} lends {other} no units.",
        "support": "{power} lends {other} units for the defence only.",
        "all": "{power} lends {other} units for every operation.",
        "ask": "{power} wants to be asked by {other}.",
    }[answer["level"]]
    return say_it(template, power=say.the_power(ask.power), other=say.the_power(answer["to"]))


ANSWERS.update(draw_and_resign.ANSWERS)
PETITIONS.update(
    {
        **draw_and_resign.PETITIONS,
        "armistice": _offer_armistice,
        "withdraw-aid": _withdraw_aid,
        "support": _lend,
        "end-treaty": lambda answer, ask, say: say_it(
            "{power} leaves the naval treaty.", power=say.the_power(ask.power)
        ),
    }
)
