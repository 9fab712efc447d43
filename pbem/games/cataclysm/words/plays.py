"""What a counter is played for, and one military action, told back from the answer: an entry of PLAYS for each act."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.rules.requests import Ask

from .military import FORMS
from .printed import Say
from .sentences import say_it, tell_answer

PLAYS = {}


def plays(*acts: str) -> Callable[..., Any]:
    """A decorator that registers the sentence of acts."""

    def mark(function):
        PLAYS.update(dict.fromkeys(acts, function))
        return function

    return mark


def _simple(template: str) -> Callable[..., Any]:
    return lambda answer, ask, say: tell_answer(template, ask, say, answer, counter=_counter(ask, say))


def _counter(ask: Ask, say: Say) -> str:
    """The counter that the question is about, as it stands in a sentence."""
    counter = ask.about.get("counter")
    return say_it("the {counter}", counter=say.counter(counter)) if counter else "the counter"


def _followed(template: str, field: str) -> Callable[..., Any]:
    """What may bring another play, which a field of the answer holds."""

    def told(answer, ask, say):
        begins, follows = _simple(template)(answer, ask, say), answer.get(field)
        return [begins, *_all(follows, ask, say)] if follows else begins

    return told


PLAYS.update(
    {
        "reserve": _simple("{power} keeps {counter} in reserve."),
        "reject": _simple("{power} puts {counter} back."),
        "delay": _simple("{power} delays {counter} until a later turn."),
        "pass": _simple("{power} takes no political action."),
        "forfeit": _simple("{power} takes no military action."),
        "propaganda": _simple("{power} tries propaganda."),
        "rhineland": _simple("{power} remilitarizes the Rhineland."),
        "end-treaty": _simple("{power} leaves the naval treaty."),
        "declare-war": _followed("{power} declares war on {targets:powers}.", "operation"),
        "maneuvers": _followed("{power} tries maneuvers.", "action"),
        "diplomacy": _simple("{power} tries diplomacy in {area}."),
        "alliance": _simple("{power} proposes an alliance to {partners:powers}."),
        "special": _simple("{power} tries its special action: {name:special}."),
        "intervene": _simple("{power} intervenes in {area} for the {side:translated}."),
    }
)


# -- political actions -------------------------------------------------------------------------------------------------


@plays("pressure")
def pressure(answer: Json, ask: Ask, say: Say) -> str:
    return tell_answer("{power} puts pressure on {other}.", ask, say, other=say.the_power(answer["power"]))


def _all(play: Json, ask: Ask, say: Say) -> list[str]:
    told = PLAYS[play["act"]](play, ask, say)
    return [told] if isinstance(told, str) else told


@plays("increase-commitment")
def increase_commitment(answer: Json, ask: Ask, say: Say) -> list[str]:
    parts = [_simple("{power} tries to increase its commitment.")(answer, ask, say)]
    if answer.get("count"):
        parts.append(say_it("It counts {areas}.", areas=say.the_areas(answer["count"])))
    if answer.get("add"):
        parts.append(say_it("If it succeeds, its force pool gains {units}.", units=say.some_named(answer["add"])))
    if answer.get("reserve"):
        parts.append("Of the offensives that it gains one goes into reserve.")
    return parts


def force_pool(answer: list[str], ask: Ask, say: Say) -> str:
    """4.1.2 Names of counters that enter, or ids of those that leave."""
    adds = "add" in ask.about
    template = "The force pool of {power} gains {units}." if adds else "The force pool of {power} loses {units}."
    units = say.some_named(answer) if adds else say.some(answer)
    return tell_answer(template, ask, say, units=units)


# -- units -------------------------------------------------------------------------------------------------------------


@plays("place")
def place(answer: Json, ask: Ask, say: Say) -> list[str]:
    area = say.the_spot(f"{answer['area']}/{answer['coast']}" if answer.get("coast") else answer["area"])
    parts = [tell_answer("{power} places {counter} in {area}.", ask, say, counter=_counter(ask, say), area=area)]
    if answer.get("stay"):
        parts.append("It stays there.")
    follows = answer.get("deploy")
    if not follows:
        return parts
    moves = [move for move in follows["moves"] if move["unit"] != ask.about.get("counter")]
    onward = [move for move in follows["moves"] if move["unit"] == ask.about.get("counter")]
    parts += [say_it("It deploys at once to {spot}.", spot=say.goal(move["to"])) for move in onward]
    return parts + [_move(move, say) for move in moves] + ([] if follows["moves"] else ["Nothing deploys with it."])


@plays("upgrade")
def upgrade(answer: Json, ask: Ask, say: Say) -> str:
    return tell_answer("{power} upgrades {unit}.", ask, say, unit=say.stationed([answer["unit"]]))


@plays("deploy")
def deploy(answer: Json, ask: Ask, say: Say) -> str | list[str]:
    if not answer["moves"]:
        return tell_answer("{power} deploys nothing.", ask, say)
    return [_move(move, say) for move in answer["moves"]]


def _move(move: dict[str, str], say: Say) -> str:
    template = "{unit} goes back to the cup." if move["to"] == "cup" else "{unit} deploys to {spot}."
    return say_it(template, unit=say.stationed([move["unit"]]), spot=say.goal(move["to"]))


@plays("build")
def build(answer: Json, ask: Ask, say: Say) -> list[str]:
    parts = [tell_answer("{power} builds {names:some_named}.", ask, say, answer)]
    if answer.get("reserve"):
        parts.append(say_it("It reserves the {counter}.", counter=say.name(answer["reserve"])))
    return parts


# -- military actions --------------------------------------------------------------------------------------------------


@plays("operation")
def operation(answer: Json, ask: Ask, say: Say) -> list[str]:
    """Who attacks what with what from where, who supports, and every word that matters."""
    units, path = answer["units"], answer.get("path") or ()
    template = FORMS[answer["form"]]
    if not path:
        template = template.replace(", by way of {path}", "")
    fields: Json = {"area": say.the_area(answer["target"]), "units": say.stack(units), "path": say.the_areas(path)}
    parts = [tell_answer(template, ask, say, origins=say.origins(units), **fields)]
    if path and answer["form"] != "invasion":
        parts.append(say_it("The way: {path}.", path=say.the_areas(path)))
    if answer.get("support"):
        parts.append(say_it("In support: {units}.", units=say.stationed(answer["support"])))
    if answer.get("augment"):
        count = counted(answer["augment"], "military action")
        parts.append(say_it("{count} more to augment it.", count=count))
    if answer.get("against"):
        parts.append(say_it("It is directed against {other}.", other=say.the_power(answer["against"])))
    words = {"extended": "at extended range", "surprise": "as a surprise attack"}
    said = [shown for word, shown in words.items() if answer.get(word)]
    return parts + ([say_it("It is carried out {how}.", how=listed(said))] if said else [])


@plays("abyssinia")
def abyssinia(answer: Json, ask: Ask, say: Say) -> str:
    count = counted(answer.get("actions") or 1, "military action")
    return tell_answer("{power} spends {count} on Abyssinia.", ask, say, count=count)
