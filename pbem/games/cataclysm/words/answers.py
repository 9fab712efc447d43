"""Answer to sentence: what a seat has ordered, told back from the answer itself and never from the line as typed.

A function for each kind of question gets ``(answer, ask, say)`` and gives a sentence, or a list of them.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from pbem.core.data.text import counted, listed
from pbem.core.orders import draw_and_resign
from pbem.core.rules.requests import Ask

from .plays import PLAYS, force_pool
from .printed import Say
from .sentences import say_it, tell_answer

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


def choice(templates: dict[str, str], other: str = "") -> Sentence:
    """The sentence of a kind whose answer is a word: a template for each, and one for every `other`, which names the
    answer too."""
    return lambda answer, ask, say: tell_answer(templates.get(answer, other), ask, say, {"answer": answer})


def petition(template: str) -> Sentence:
    """The sentence of a petition that one template tells."""
    return lambda answer, ask, say: tell_answer(template, ask, say, answer)


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
            }
        ),
        "ally": choice(
            {
                "agree": "{power} plays the flag in its reserve for the alliance.",
                "decline": "{power} keeps its flag and does not agree to the alliance.",
            }
        ),
        "take-over": choice({"take": "{power} takes over {area}.", "leave": "{power} leaves {area} alone."}),
        "place-flag": choice(
            {"cup": "The flag of {power} goes into the cup.", "reserve": "The flag of {power} goes into reserve."}
        ),
        "take-flag": choice(
            {"il-duce-flag": "{power} takes the flag of Il Duce.", "ordinary-flag": "{power} takes an ordinary flag."}
        ),
        "civil-war-order": choice({}, "The civil war in {answer:area} is resolved next."),
        "opportunity-order": choice({}, "{answer:area} is the next area up for grabs."),
        "aid-side": choice({}, "The marker of {power} aids the {answer:translated}."),
        "posture": choice({"keep": "{power} keeps its posture."}, "{power} changes its posture to {answer:special}."),
        "set-reserve": choice(
            {"nothing": "{power} reserves nothing of its production box."}, "{power} reserves the {answer:name}."
        ),
        "spend-aid": choice({}, "The country that is attacked spends the aid of {answer:power}."),
        "equals": choice(
            {"lot": "{power} leaves it to the lot who of the equals is first."},
            "{power} wants {answer:power} to be first of the equals.",
        ),
        "permit": choice(
            {
                "yes": "{power} permits the use of its units.",
                "no": "{power} does not permit the use of its units.",
            }
        ),
        "china-expand": choice(
            {"none": "The faction does not try to expand."}, "The faction tries to expand into {answer:area}."
        ),
        "china-retreat": choice(
            {"stand": "The army in {area} stands."}, "The army in {area} retreats to {answer:area}."
        ),
    }
)


# -- China -------------------------------------------------------------------------------------------------------------


@answers("china-attack")
def china_attack(answer: Any, ask: Ask, say: Say) -> str:
    start, _, end = answer.partition(">")
    template = "The army in {start} attacks the one in {end}."
    return say_it(template, start=say.the_area(start), end=say.the_area(end))


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
    named = say.counter(counter) if counter else "counter"
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
        return tell_answer("{power} transfers nothing.", ask, say)
    template = "{power} transfers the {kind} resource of {area} to {to:power}."
    return [tell_answer(template, ask, say, each, kind=(each.get("kind") or "first")) for each in answer]


# -- combat ------------------------------------------------------------------------------------------------------------


@answers("support")
def support(answer: Any, ask: Ask, say: Say) -> str:
    if not answer["units"]:
        return tell_answer("No unit joins the defence of {area}.", ask, say)
    verb = "joins" if len(answer["units"]) == 1 else "join"
    return tell_answer("{units:stationed} {verb} the defence of {area}.", ask, say, answer, verb=verb)


@answers("combat-reply")
def combat_reply(answer: Any, ask: Ask, say: Say) -> list[str]:
    template = "{power} retreats from {area}." if answer["retreat"] else "{power} does not retreat from {area}."
    parts = [tell_answer(template, ask, say)]
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
        return tell_answer("Everything that may stay in {area} stays.", ask, say)
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
            verb=("goes" if len(units) == 1 else "go"),
        )
        for spot, units in goals.items()
    ]


# -- petitions ---------------------------------------------------------------------------------------------------------


def _withdraw_aid(answer: Any, ask: Ask, say: Say) -> str:
    if "count" not in answer:
        return tell_answer("{power} withdraws all its aid from {area}.", ask, say, answer)
    count = counted(answer["count"], "marker")
    return tell_answer("{power} withdraws {count} of aid from {area}.", ask, say, answer, count=count)


def _lend(answer: Any, ask: Ask, say: Say) -> str:
    template = {
        "never": "{power} lends {to:power} no units.",
        "support": "{power} lends {to:power} units for the defence only.",
        "all": "{power} lends {to:power} units for every operation.",
        "ask": "{power} wants to be asked by {to:power}.",
    }[answer["level"]]
    return tell_answer(template, ask, say, answer)


ANSWERS.update(draw_and_resign.ANSWERS)
PETITIONS.update(
    {
        **draw_and_resign.PETITIONS,
        "armistice": petition("{power} offers an armistice to {with:powers}."),
        "withdraw-aid": _withdraw_aid,
        "support": _lend,
        "end-treaty": petition("{power} leaves the naval treaty."),
    }
)
