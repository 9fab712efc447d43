"""Fact to sentence, for the Chinese civil war (11.4)."""

from pbem.core.data.text import counted
from pbem.core.rules.facts import Fact

from .printed import Say
from .sentences import plainly, say_it, tell, teller

SENTENCES = plainly(
    {
        "chinese-army-placed": "A {faction} army appears in {area}.",
        "chinese-army-removed": "The {faction} army of {area} has nowhere to go and disperses.",
        "chinese-army-turned": "The army of {area} goes over to {faction:party}.",
    },
)
told = teller(SENTENCES)


@told("chinese-war-turned")
def chinese_war_turned(fact: Fact, say: Say) -> str:
    if fact["status"] == "inactive":
        template = "The factions of China stop fighting each other: {areas} is garrisoned."
        return tell(template, fact, say)
    return say_it("No foreign garrison is left in China; the factions fight each other.")


@told("chinese-war-ended")
def chinese_war_ended(fact: Fact, say: Say) -> str:
    if fact["winner"] is None:
        return say_it("No Chinese army is left; the civil war in China is over.")
    return tell("The civil war in China is over, won by {winner:party}.", fact, say)


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


@told("chinese-army-moved")
def chinese_army_moved(fact: Fact, say: Say) -> str:
    with_aid = ""
    if fact["aid"]:
        with_aid = ", with {aid} of aid".format(aid=counted(len(fact["aid"]), "marker"))
    return tell("The {faction} army of {from:area} retreats to {to:area}{with_aid}.", fact, say, with_aid=with_aid)


@told("chinese-expansion-rolled")
def chinese_expansion_rolled(fact: Fact, say: Say) -> str:
    ending = "and gain it" if fact["passed"] else "in vain"
    rolled = ", ".join(map(str, fact["dice"]))
    return tell(
        "{faction:party} try to expand into {area}: {rolled}, {ending}.", fact, say, rolled=rolled, ending=ending
    )
