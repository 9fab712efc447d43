"""Fact to sentence, for chapter 4: resources, builds, the units that are made of them; and the resources that are
transferred (12.2.2)."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.rules.facts import Fact

from .printed import Say, numbered
from .sentences import plain, plainly, say_it, silent, tell, teller, together, unit_name

SENTENCES = plainly(
    {
        "atomic-losses": "{power} has suffered {losses:# loss|# losses} by the atomic bomb.",
    },
    details={
        "builds-forfeited": "{power} forfeits {builds:# build|# builds}.",
    },
)
told = teller(SENTENCES)

told("force-pool-changed", "production-done", "transfers-over", "atomic-over")(silent)


# -- resources -------------------------------------------------------------------------------------------------


@told("resources-collected")
def resources_collected(fact: Fact, say: Say) -> str:
    held = {}
    for each in fact["resources"]:
        area = say.the_area(each["area"]) if each["area"] else "off the map"
        kind = f"limited {each['kind']}" if each["limited"] else each["kind"]
        held.setdefault(area, []).append(kind)
    shown = [f"{area} ({_kinds(kinds)})" for area, kinds in held.items()]
    lost = tell("; {lost} lost for want of markers", fact, say) if fact["lost"] else ""
    found = listed(shown) or "nothing"
    return tell("{power} collects {resources}{lost}.", fact, say, resources=found, lost=lost)


def _kinds(kinds: list[str]) -> str:
    """``industrial``, ``2 industrial and 1 natural``."""
    if len(kinds) == 1:
        return kinds[0]
    return listed([f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)])


@told("resources-converted")
def resources_converted(fact: Fact, say: Say) -> str | None:
    if not fact["offensives"] and not fact["spent"]:
        return None
    made = [
        (len(fact["offensives"]), counted(len(fact["offensives"]), "offensive")),
        (len(fact["spent"]), counted(fact["builds"], "build")),
    ]
    shown = [
        say_it("{resources} into {what}", resources=counted(number, "resource"), what=what)
        for number, what in made
        if number
    ]
    return tell("{power} turns {list}.", fact, say, list=listed(shown))


@told("resource-transferred")
def resource_transferred(fact: Fact, say: Say) -> str:
    area = say.the_area(fact["area"]) if fact["area"] else "off the map"
    template = "{power} transfers a resource ({kind}, {area}) to {to}."
    if not fact["arrives"]:
        template = "{power} gives up a resource ({kind}, {area}) for {to}; no line of communications carries it there."
    return tell(template, fact, say, kind=fact["kind"], area=area, to=say.the_power(fact["to"]))


@told("damage-repaired")
def damage_repaired(fact: Fact, say: Say) -> str | None:
    return tell("The damage in {areas} is repaired.", fact, say) if fact["areas"] else None


# -- units -----------------------------------------------------------------------------------------------------


@told("unit-built")
def unit_built(fact: Fact, say: Say) -> str:
    return units_built([fact], say)


@together("unit-built", "power", "to")
def units_built(facts: list[Json], say: Say) -> str:
    """What a power builds at once; only a price above one build is named."""
    later = say_it(" for the next turn") if facts[0]["to"].startswith("track:") else ""
    names = [plain(fact["counter"], say) for fact in facts]
    dear = {name: fact["cost"] for name, fact in zip(names, facts) if fact["cost"] != 1}
    prices = [f"{name}: {counted(cost, 'build')}" for name, cost in dear.items()]
    price = say_it(" ({prices})", prices=listed(prices)) if prices else ""
    return say_it(
        "{power} builds {units}{price}{later}.",
        power=say.the_power(facts[0]["power"]),
        units=numbered(names, article=True),
        price=price,
        later=later,
    )


@told("unit-placed")
def unit_placed(fact: Fact, say: Say) -> str:
    return tell("{power} places {unit} in {area}.", fact, say, unit=numbered([plain(fact["unit"], say)], article=True))


@told("unit-withdrawn")
def unit_withdrawn(fact: Fact, say: Say) -> str:
    return tell("{unit} leaves {area} and returns to the cup.", fact, say, unit=unit_name(fact, say))


@told("unit-upgraded")
def unit_upgraded(fact: Fact, say: Say) -> str:
    upgraded = say.name(say.board.parts.counters[fact["marker"]].kind)
    return say_it("The {unit} becomes a {upgraded}.", unit=say.unit(fact["unit"]), upgraded=upgraded)
