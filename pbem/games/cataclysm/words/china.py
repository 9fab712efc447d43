"""Fact to sentence, for the Chinese civil war (11.4)."""

from pbem.core.data.text import counted, translate
from pbem.core.rules.facts import Fact

from .printed import Say
from .sentences import say_it, teller

SENTENCES = {}
told = teller(SENTENCES)


@told("chinese-war-turned")
def chinese_war_turned(fact: Fact, say: Say) -> str:
    if fact["status"] == "inactive":
        template = "The factions of China stop fighting each other: {areas} is garrisoned."
        return say_it(template, areas=say.the_areas(fact["areas"]))
    return say_it("No foreign garrison is left in China; the factions fight each other.")


@told("chinese-war-ended")
def chinese_war_ended(fact: Fact, say: Say) -> str:
    if fact["winner"] is None:
        return say_it("No Chinese army is left; the civil war in China is over.")
    return say_it("The civil war in China is over, won by {party}.", party=say.party(fact["winner"]))


OUTCOMES = {
    "stalemate": "a stalemate",
    "marginal": "a marginal victory of {winner}",
    "decisive": "a decisive victory of {winner}",
}


@told("chinese-battle-rolled")
def chinese_battle_rolled(fact: Fact, say: Say) -> str:
    attacker = fact["attacker"]
    defender = next(each for each in fact["areas"] if each != attacker)
    ended = say_it(OUTCOMES[fact["outcome"]], winner=say.party(fact["winner"]) if fact["winner"] else "")
    rolled = {side: f"{fact['scores'][side]} ({', '.join(map(str, fact['dice'][side]))})" for side in fact["areas"]}
    return say_it(
        "The {attacker} army of {start} attacks the {defender} army of {end}: {one} to {other}, {ended}.",
        attacker=say.faction(attacker),
        defender=say.faction(defender),
        start=say.the_area(fact["areas"][attacker]),
        end=say.the_area(fact["areas"][defender]),
        one=rolled[attacker],
        other=rolled[defender],
        ended=ended,
    )


@told("chinese-army-placed")
def chinese_army_placed(fact: Fact, say: Say) -> str:
    faction = say.faction(fact["faction"])
    return say_it("A {faction} army appears in {area}.", faction=faction, area=say.the_area(fact["area"]))


@told("chinese-army-removed")
def chinese_army_removed(fact: Fact, say: Say) -> str:
    return say_it(
        "The {faction} army of {area} has nowhere to go and disperses.",
        faction=say.faction(fact["faction"]),
        area=say.the_area(fact["area"]),
    )


@told("chinese-army-turned")
def chinese_army_turned(fact: Fact, say: Say) -> str:
    party = say.party(fact["faction"])
    return say_it("The army of {area} goes over to {party}.", area=say.the_area(fact["area"]), party=party)


@told("chinese-army-moved")
def chinese_army_moved(fact: Fact, say: Say) -> str:
    with_aid = ""
    if fact["aid"]:
        with_aid = translate(", with {aid} of aid").format(aid=counted(len(fact["aid"]), "marker"))
    return say_it(
        "The {faction} army of {start} retreats to {end}{with_aid}.",
        faction=say.faction(fact["faction"]),
        start=say.the_area(fact["from"]),
        end=say.the_area(fact["to"]),
        with_aid=with_aid,
    )


@told("chinese-expansion-rolled")
def chinese_expansion_rolled(fact: Fact, say: Say) -> str:
    ending = translate("and gain it") if fact["passed"] else translate("in vain")
    party = _first_capital(say.party(fact["faction"]))
    rolled, area = ", ".join(map(str, fact["dice"])), say.the_area(fact["area"])
    template = "{party} try to expand into {area}: {rolled}, {ending}."
    return say_it(template, party=party, area=area, rolled=rolled, ending=ending)


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
