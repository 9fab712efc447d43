"""Fact to sentence, for chapters 5 and 6: flags, checks, what becomes of powers, political actions, wars, collapse."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed
from pbem.core.rules.facts import Fact

from .printed import Say
from .sentences import plainly, reason, say_it, silent, tell, teller, together

SENTENCES = plainly(
    {
        "commitment-changed": "{power} goes from {from:words} to {to:words}.",
        "effectiveness-reduced": "The effectiveness of {power} is reduced until the end of the turn.",
        "posture-changed": "{power} changes its posture to {to:special}.",
        "support-granted": "{power} lets {to:power} use its units: {level}.",
        "alliance-formed": "{powers} are allies.",
        "alliance-declined": "{power} declines an alliance with {by}.",
        "alliance-broken": "{power} leaves its alliance.",
        "opportunity-opened": "{powers} may try to gain {area}.",
        "declaration-cancelled": "No operation against {targets:powers} is possible: "
        "the declaration of war is void and the flag is lost.",
        "armistice-offered": "{power} offers an armistice to {to:power}.",
        "surrendered": "{power} surrenders and is out of the game.",
    },
    details={
        "surprise-spent": "{ideology:power} cannot be surprised any more.",
    },
)
told = teller(SENTENCES)

told(
    "action-succeeded",
    "failed-actions-changed",
    "special-changed",
    "collapse-begun",
    "collapse-due",
    "collapse-ended",
)(silent)


# -- flags and offensives --------------------------------------------------------------------------------------

WHY_FLAG = {
    "treaty": "provoked: {by} leaves the naval treaty",
    "us-japan-trade": "provoked: {by} ends its trade",
    "administration": "for the new turn",
    "night-of-long-knives": "by the Night of the Long Knives",
    "status-quo": "at the price of a stability test",
    "control": "provoked: {by} gained {area}",
    "operation": "provoked: {by} attacks {area}",
    "surprise": "surprised by {by}",
    "war-declared": "because {by} declared war on it",
    "ally-attacked": "its ally was attacked by {by}",
    "alliance": "provoked: {by} makes an alliance",
    "commitment": "provoked: {by} increases its commitment",
    "intervention": "provoked: {by} intervenes in {area}",
    "enemy-fallen": "its enemy {by} has fallen",
    "pressure": "put under pressure by {by}",
    "crisis": "by the event",
    "enemy-home-area": "for an enemy home area, {area}",
    "enemy-capital": "for the enemy capital, {area}",
    "enemy-colony": "for an enemy colony, {area}",
    "own-home-area": "for {area}, which is home again",
    "own-capital": "its capital is home again",
    "own-colony": "its colony {area} is back",
    "triumph": "for a triumph",
    "status-quo-ended": "the Status Quo is over",
    "rhineland": "provoked: {by} marches into {area}",
    "abyssinia": "provoked: {by} goes to Abyssinia",
}
PLACES = {"cup": "into the cup", "reserve": "into reserve", "box": "into the production box"}


@told("flag-gained")
def flag_gained(fact: Fact, say: Say) -> str:
    return tell(
        "{power} gains a flag ({why}), {place}.",
        fact,
        say,
        why=_why_flag(fact, say),
        place=PLACES[fact["to"]],
    )


@together("flag-gained", "why", "by", "area")
def flags_gained(facts: list[dict[str, str]], say: Say) -> str:
    """Flags for one reason: who gains them, and where they go."""
    powers = list(dict.fromkeys(fact["power"] for fact in facts))
    places = list(dict.fromkeys(fact["to"] for fact in facts))
    if len(places) == 1:
        where = say_it(", {place}", place=PLACES[places[0]])
    else:
        parts = [(place, [fact["power"] for fact in facts if fact["to"] == place]) for place in places]
        where = "; " + listed([f"{say.the_powers(held)} {PLACES[place]}" for place, held in parts])
    template = "{powers} gain a flag each ({why}){where}."
    if len(powers) == 1:
        template = "{powers} gains {count} ({why}){where}."
    return say_it(
        template,
        powers=say.the_powers(powers),
        count=counted(len(facts), "flag"),
        where=where,
        why=_why_flag(facts[0], say),
    )


def _why_flag(fact: Fact, say: Say) -> str:
    template = WHY_FLAG.get(fact["why"], fact["why"].replace("-", " "))
    by = say.the_power(fact["by"]) if fact.get("by") else ""
    return say_it(template, by=by, area=say.the_area(fact.get("area")))


@told("flag-forfeited")
def flag_forfeited(fact: Fact, say: Say) -> str:
    return tell("{power} would gain a flag ({why}) but has none left.", fact, say, why=_why_flag(fact, say))


@told("offensives-gained")
def offensives_gained(fact: Fact, say: Say) -> str:
    return tell(
        "{power} gains {count} ({why:translated}), {place}.",
        fact,
        say,
        count=counted(len(fact["counters"]), "offensive"),
        place=PLACES[fact["to"]],
    )


# -- checks ----------------------------------------------------------------------------------------------------

CHECKS = {
    "hold": "holding {area}",
    "opportunity": "the opportunity in {area}",
    "loyalty": "the loyalty of {area}",
    "coup": "the coup in {area}",
    "democratic-attack": "the attack on {area}",
}


@told("effectiveness-checked")
def effectiveness_checked(fact: Fact, say: Say) -> str:
    what = CHECKS.get(fact["what"])
    template = "{power} checks for {what}{of}: {sum}. {outcome}"
    if fact["what"] in ATTEMPTS:  # what it is for has just been told
        template = "{power} rolls{of} {sum}. {outcome}"
    about = say_it(what, area=say.the_area(fact.get("area"))) if what else fact["what"].replace("-", " ")
    of = tell(", with the effectiveness of {of:power},", fact, say) if fact.get("of") else ""
    outcome = "It passes." if fact["passed"] else "It fails; 5 is needed."
    return tell(template, fact, say, what=about, of=of, sum=_sum(fact), outcome=outcome)


WHY_TEST = {
    "crisis": "the event",
    "loss-of-control": "the loss",
    "loss-of-capital": "the loss of its capital",
    "ally-fallen": "the fall of its ally",
    "status-quo-flag": "the flag",
    "disaster": "the disaster",
}


@told("stability-tested")
def stability_tested(fact: Fact, say: Say) -> str:
    why = WHY_TEST.get(fact["why"], fact["why"].replace("-", " "))
    outcome = "It holds." if fact["passed"] else "It fails; 5 is needed."
    return tell(
        "{power} tests its stability ({why}): {sum}. {outcome}",
        fact,
        say,
        why=why,
        sum=_sum(fact),
        outcome=outcome,
    )


def _sum(fact: Fact) -> str:
    """``6 4 3, -1 resistance [2.3.7], so 5``."""
    parts = [" ".join(map(str, sorted(fact["dice"], reverse=True)))]
    parts += [f"{each['by']:+d} {reason(each)}" for each in fact["modifiers"]]
    if len(parts) == 1 and len(fact["dice"]) == 1:
        return parts[0]
    return say_it("{parts}, so {score}", parts=", ".join(parts), score=fact["score"])


# -- powers ----------------------------------------------------------------------------------------------------


@told("stability-changed")
def stability_changed(fact: Fact, say: Say) -> str:
    template = "{power} is {now} now, no longer {was}."
    if fact["to"] == "collapse":
        template = "The stability of {power} is gone."
    elif fact["from"] == "collapse":
        template = "{power} begins again as {now}."
    return tell(template, fact, say, now=fact["to"], was=fact["from"])


@told("ability-lost")
def ability_lost(fact: Fact, say: Say) -> str:
    named = {"il-duce": "Il Duce", "night-of-long-knives": "the Night of the Long Knives"}
    ability = named.get(fact["ability"], fact["ability"].replace("-", " "))
    return tell("{power} loses {ability} for good.", fact, say, ability=ability)


# -- political actions -----------------------------------------------------------------------------------------

ATTEMPTS = {
    "alliance": "{power} seeks an alliance with {targets}.",
    "declare-war": "{power} wants to declare war on {targets}.",
    "diplomacy": "{power} tries diplomacy in {area}.",
    "increase-commitment": "{power} wants to increase its commitment.",
    "maneuvers": "{power} tries maneuvers.",
    "pressure": "{power} puts pressure on {target:power}.",
    "propaganda": "{power} tries propaganda.",
    "special": "{power} tries a special action: {name:special}.",
}


@told("action-attempted")
def action_attempted(fact: Fact, say: Say) -> str:
    targets = say.the_powers(fact.get("targets") or fact.get("partners") or ())
    return tell(ATTEMPTS[fact["act"]], fact, say, targets=targets)


told("action-failed")(silent)  # the check tells it


# -- wars ------------------------------------------------------------------------------------------------------


@told("war-begun")
def war_begun(fact: Fact, say: Say) -> str:
    templates = {
        "joined": "{power} joins the war against {against:powers}.",
        "surprise": "{power} is at war with {against:powers}.",
    }
    template = templates.get(fact["how"], "{power} declares war on {against:powers}.")
    return tell(template, fact, say) + _combined(fact, say)


def _combined(fact: Fact, say: Say) -> str:
    """5.6 Who else is in a war that has become one with that of the fact."""
    if fact["how"] == "joined":
        return ""
    named = {fact["power"], *fact["against"]}
    told = ""
    for war in fact["wars"]:
        sides = list(war["sides"].values())
        everyone = {power for powers in sides for power in powers}
        if fact["power"] in everyone and everyone & set(fact["against"]) and everyone - named:
            told += say_it(
                " The war is now that of {one} against {other}.",
                one=say.the_powers(sides[0]),
                other=say.the_powers(sides[1]),
            )
    return told


@told("war-ended")
def war_ended(fact: Fact, say: Say) -> str:
    if fact["how"] == "capitulation":
        return tell("{powers} is out of the war.", fact, say)
    return tell("Peace between {powers}.", fact, say)


@told("war-status-changed")
def war_status_changed(fact: Fact, say: Say) -> str:
    if fact["to"] == "global":
        return tell("The war is global; the game ends with {ends}.", fact, say)
    return say_it("A limited war has begun.")


@told("armistice-answered")
def armistice_answered(fact: Fact, say: Say) -> str:
    verb = "accepts" if fact["accepted"] else "refuses"
    return tell("{power} {verb}.", fact, say, verb=verb)


# -- collapse and surrender ------------------------------------------------------------------------------------


@told("threshold-rolled")
def threshold_rolled(fact: Fact, say: Say) -> str:
    parts = listed([_threshold_part(part, say) for part in fact["parts"]]) if fact["parts"] else "nothing"
    outcome = "surrenders" if fact["surrenders"] else "collapses"
    return tell(
        "{power} falls: {die} against the surrender threshold {threshold} ({parts}); it {outcome}.",
        fact,
        say,
        parts=parts,
        outcome=outcome,
    )


THRESHOLD_PARTS = {
    "cubes": "cubes in {area}",
    "points": "no points",
    "exhaustion": "exhaustion",
    "atomic-bomb": "losses by the atomic bomb",
}


def _threshold_part(part: Json, say: Say) -> str:
    return f"{tell(THRESHOLD_PARTS[part['why']], part, say)} {part['by']}"


@told("surrender-marked")
def surrender_marked(fact: Fact, say: Say) -> str:
    if not fact["ideologies"]:
        return tell("Nobody holds the Surrender marker of {power}.", fact, say)
    return tell("The Surrender marker of {power} goes to {ideologies:powers}.", fact, say)
