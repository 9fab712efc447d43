"""Fact to sentence, for chapter 3: turns, counters that are drawn, reserved and played, the event, the end; and how
many military actions a counter gives (8.1)."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.orders import draw_and_resign
from pbem.core.rules.facts import Fact

from .printed import Say, numbered
from .sentences import detail, plain, plainly, say_it, silent, tell, teller, together

SENTENCES = plainly(
    {
        "turn-begun": "The turn {turn} begins.",
        "order-agreed": "Agreed for this turn, where they are equals: {powers:then}.",
        "order-drawn": "Drawn by lot for this turn, where they are equals: {powers:then}.",
        "interrupted": "{power} plays the {counter} out of its reserve before the draw.",
        "counter-reserved": "{power} reserves the {counter}.",
        "sudden-death-begun": "The third crisis: Sudden Death begins.",
        "crisis-rolled": "The event is {entry} of the {table:translated} table: {name:translated}.",
        "crisis-area-rolled": "The dice, {dice:faces}, name {area}.",
        "scenario-counter-resolved": "The {kind:name} of the scenario takes effect.",
    },
    details={
        "counters-removed": "{counters:# counter|# counters} of {power} leave the game.",
        "actions-begun": "{power} has {left:# military action|# military actions}.",
        "drawer-named": "{power} has the lowest score and draws this turn.",
        "counter-removed": "The {counter:printed} leaves the game.",
    },
)
told = teller(SENTENCES)

told("stage-reached", "readied", "crisis-drawn", "corrected")(silent)


# -- the turn --------------------------------------------------------------------------------------------------


@told("cup-emptied")
def cup_emptied(fact: Fact, say: Say) -> str:
    counts = listed([f"{say.power(power)} {count}" for power, count in fact["counts"].items() if count])
    if fact["continues"]:
        template = "Left in the cup: {counts}. {powers} {have} enough, and the turn goes on."
        have = "has" if len(fact["enough"]) == 1 else "have"
        powers = say.the_powers(fact["enough"])
        return say_it(template, counts=counts, have=have, powers=powers[:1].upper() + powers[1:])
    template = "Left in the cup: {counts}. That is not enough for anybody, and the action phase ends."
    return say_it(template, counts=counts)


for _type, _sentence in draw_and_resign.SENTENCES.items():
    told(_type)(_sentence)


@told("game-ended")
def game_ended(fact: Fact, say: Say) -> str:
    reasons = {
        "last-turn": "the last turn is over",
        "two-surrenders": "two powers have surrendered to it",
        "ideology-surrendered": "all powers of an ideology have surrendered",
        "peace": "the Global War is over",
        "threshold": "the threshold is reached",
        "scenario": "so the scenario has it",
        "agreed-concession": "an ideology has given up",
        "agreed-draw": "all powers have agreed on a draw",
    }
    points = listed([f"{say.power(name)} {total}" for name, total in fact["points"].items()])
    if fact["winner"] is None:
        return say_it("The game ends: {why}. Points: {points}.", why=reasons[fact["by"]], points=points)
    return tell(
        "The game ends: {why}. Points: {points}.{needed} Won by {winner:power}.",
        fact,
        say,
        why=reasons[fact["by"]],
        points=points,
        needed=_needed(fact, say),
    )


def _needed(fact: Fact, say: Say) -> str:
    """What the winner by a threshold of the scenario had to reach, or the other one had (1.7)."""
    wanted = say.board.parts.scenario["victory"]
    if wanted["type"] != "threshold" or fact["by"] not in ("last-turn", "threshold", "scenario", "peace"):
        return ""
    needed = wanted["immediate"] if fact["by"] == "threshold" else wanted["atEnd"]
    return " " + say_it("{power} needed {points}.", power=say.power(wanted["ideology"]), points=needed)


# -- counters --------------------------------------------------------------------------------------------------

told("counter-drawn")(silent)  # the heading tells it


@told("counter-rejected")
def counter_rejected(fact: Fact, say: Say) -> str:
    reasons = {
        "rejected": "rejects the",
        "replaced": "gives up the reserved",
        "collapse": "loses the reserved",
        "crisis": "loses the reserved",
    }
    return tell("{power} {verb} {counter:counter}.", fact, say, verb=reasons.get(fact["why"], "rejects the"))


told("counter-returned")(silent)  # what was played goes back to its status card, always


@together("counter-returned")
def counters_returned(facts: list[dict[str, str]], say: Say) -> Json:
    """Partners of an alliance play a flag each."""
    return detail(say_it("Played: {counters}.", counters=say.units([fact["counter"] for fact in facts])))


@told("counter-kept")
def counter_kept(fact: Fact, say: Say) -> Json | None:
    if not fact["power"] or say.board.parts.counters[fact["counter"]].type == "home-front":
        return None  # these always come back in the next turn
    return detail(tell("The {counter:printed} waits for {turn}.", fact, say, turn=fact["to"][6:]))


@told("counters-pooled")
def counters_pooled(fact: Fact, say: Say) -> Json | None:
    if not fact["counters"]:
        return None
    if fact["to"] == "cup" and fact["power"]:
        names = numbered([plain(counter, say) for counter in fact["counters"]], article=True)
        return detail(say_it("{power}: {counters}.", power=say.power(fact["power"]), counters=names))
    places = {
        "cup": "Into the cup",
        "box": "Into the production box",
        "available": "Back to the status card",
        "hand": "Played together with the one drawn",
    }
    return detail(say_it("{place}: {counters}.", counters=_pooled(fact["counters"], say), place=places[fact["to"]]))


@together("counters-pooled", "to")
def all_pooled(facts: list[Json], say: Say) -> list[Json]:
    """To the production boxes, in one sentence; into the cup power by power."""
    if facts[0]["to"] != "box":
        return [counters_pooled(fact, say) for fact in facts]
    counters = [counter for fact in facts for counter in fact["counters"]]
    return counters_pooled({"power": None, "to": "box", "counters": counters}, say)


def _pooled(counters: list[str], say: Say) -> str:
    """Names with numbers; the Home Front markers of several powers are told as a number."""
    home = [id for id in counters if say.board.parts.counters[id].type == "home-front"]
    others = [id for id in counters if len(home) < 2 or id not in home]
    names = [say.unit(id) for id in others] + [say.name("home-front")] * (len(home) if len(home) > 1 else 0)
    return numbered(names)


# -- military actions ------------------------------------------------------------------------------------------


told("actions-spent")(silent)


@told("actions-ended")
def actions_ended(fact: Fact, say: Say) -> str | None:
    if not fact["forfeited"]:
        return None
    return tell("{power} forfeits {count}.", fact, say, count=counted(fact["forfeited"], "military action"))


# -- the event -------------------------------------------------------------------------------------------------


@told("crisis-without-effect")
def crisis_without_effect(fact: Fact, say: Say) -> str:
    if fact["rerolled"]:
        return say_it("It could change nothing and is rolled again.")
    return say_it("It changes nothing.")
