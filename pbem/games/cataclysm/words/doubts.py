"""Answers that are legal, and that hardly anybody wants: sentences for `check` and receipts; nothing is refused."""

from collections.abc import Iterator

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask

from .printed import Say
from .sentences import say_it


def idle_maneuvers(answer: Json, ask: Ask, say: Say) -> Iterator[str]:
    """A declaration of war or maneuvers that say nothing of what follows."""
    if answer.get("act") == "maneuvers" and not answer.get("action"):
        yield say_it(
            "These maneuvers name no military action: {power} is asked for one if they succeed.",
            power=say.the_power(ask.power),
        )


def no_offensive(answer: Json, ask: Ask, say: Say) -> Iterator[str]:
    if not answer["offensives"] and any(one["kind"] == "industrial" for one in ask.about["resources"]):
        yield say_it(
            "{power} makes no offensive: its armies cannot attack with one this turn.", power=say.the_power(ask.power)
        )


DOUBTS = {"play-flag": idle_maneuvers, "produce": no_offensive}
THROWN = "This line throws every offensive away that its power draws, whatever it could do."
WASTEFUL = {
    "play-offensive": {"reject": THROWN, "pass": THROWN, "forfeit": THROWN},
    "military-action": {
        "pass": "This line leaves every military action unused.",
        "forfeit": "This line leaves every military action unused.",
    },
    "play-flag": {"reject": "This line throws every flag away that its power draws, whatever it could do."},
}
