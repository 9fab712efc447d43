"""Fact to sentence, for chapters 5 and 6: flags, checks, what becomes of powers, political actions, wars, collapse."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import counted, listed, translate
from pbem.core.rules.facts import Fact

from .printed import Say
from .sentences import detail, say_it, silent, teller, together

SENTENCES = {}
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
    return say_it(
        "{power} gains a flag ({why}), {place}.",
        power=say.the_power(fact["power"]),
        why=_why_flag(fact, say),
        place=translate(PLACES[fact["to"]]),
    )


@together("flag-gained", "why", "by", "area")
def flags_gained(facts: list[dict[str, str]], say: Say) -> str:
    """Flags for one reason: who gains them, and where they go."""
    powers = list(dict.fromkeys(fact["power"] for fact in facts))
    places = list(dict.fromkeys(fact["to"] for fact in facts))
    if len(places) == 1:
        where = say_it(", {place}", place=translate(PLACES[places[0]]))
    else:
        parts = [(place, [fact["power"] for fact in facts if fact["to"] == place]) for place in places]
        where = "; " + listed([f"{say.the_powers(held)} {translate(PLACES[place])}" for place, held in parts])
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
    return say_it(
        template, by=say.the_power(fact.get("by")) if fact.get("by") else "", area=say.the_area(fact.get("area"))
    )


@told("flag-forfeited")
def flag_forfeited(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} would gain a flag ({why}) but has none left.",
        power=say.the_power(fact["power"]),
        why=_why_flag(fact, say),
    )


@told("offensives-gained")
def offensives_gained(fact: Fact, say: Say) -> str:
    kinds = {"war": "war", "commitment": "commitment"}
    return say_it(
        "{power} gains {count} ({kind}), {place}.",
        power=say.the_power(fact["power"]),
        count=counted(len(fact["counters"]), "offensive"),
        kind=translate(kinds[fact["why"]]),
        place=translate(PLACES[fact["to"]]),
    )


# -- checks ----------------------------------------------------------------------------------------------------

MODIFIERS = {
    "failed-before": "failed before",
    "resistance": "resistance",
    "enemy-control": "enemy control",
    "influence": "influence",
    "commitment": "commitment",
    "reduced-effectiveness": "reduced effectiveness",
    "no-die-left": "no die left",
    "chinese-army": "Chinese army",
    "political-purges": "Political Purges",
    "military-reforms": "Military Reforms",
    "collective-security": "Collective Security",
}
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
    of = say_it(", with the effectiveness of {power},", power=say.the_power(fact["of"])) if fact.get("of") else ""
    outcome = "It passes." if fact["passed"] else "It fails; 5 is needed."
    return say_it(
        template, power=say.the_power(fact["power"]), what=about, of=of, sum=_sum(fact), outcome=translate(outcome)
    )


WHY_TEST = {
    "home-front": "home front",
    "crisis": "the event",
    "loss-of-control": "the loss",
    "loss-of-capital": "the loss of its capital",
    "ally-fallen": "the fall of its ally",
    "status-quo-flag": "the flag",
    "disaster": "the disaster",
}


@told("stability-tested")
def stability_tested(fact: Fact, say: Say) -> str:
    why = translate(WHY_TEST.get(fact["why"], fact["why"].replace("-", " ")))
    outcome = "It holds." if fact["passed"] else "It fails; 5 is needed."
    return say_it(
        "{power} tests its stability ({why}): {sum}. {outcome}",
        power=say.the_power(fact["power"]),
        why=why,
        sum=_sum(fact),
        outcome=translate(outcome),
    )


def _sum(fact: Fact) -> str:
    """``6 4 3, -1 resistance [2.3.7], so 5``."""
    parts = [" ".join(map(str, sorted(fact["dice"], reverse=True)))]
    for each in fact["modifiers"]:
        why = translate(MODIFIERS.get(each["why"], each["why"].replace("-", " ")))
        parts.append(f"{each['by']:+d} {why} [{each['rule']}]")
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
    return say_it(template, power=say.the_power(fact["power"]), now=translate(fact["to"]), was=translate(fact["from"]))


@told("commitment-changed")
def commitment_changed(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} goes from {was} to {now}.",
        power=say.the_power(fact["power"]),
        was=fact["from"].replace("-", " "),
        now=fact["to"].replace("-", " "),
    )


@told("effectiveness-reduced")
def effectiveness_reduced(fact: Fact, say: Say) -> str:
    return say_it(
        "The effectiveness of {power} is reduced until the end of the turn.", power=say.the_power(fact["power"])
    )


@told("ability-lost")
def ability_lost(fact: Fact, say: Say) -> str:
    named = {"il-duce": "Il Duce", "night-of-long-knives": "the Night of the Long Knives"}
    ability = translate(named.get(fact["ability"], fact["ability"].replace("-", " ")))
    return say_it("{power} loses {ability} for good.", power=say.the_power(fact["power"]), ability=ability)


@told("posture-changed")
def posture_changed(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} changes its posture to {now}.",
        power=say.the_power(fact["power"]),
        now=say.special(fact["to"]),
    )


@told("support-granted")
def support_granted(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} lets {other} use its units: {level}.",
        power=say.the_power(fact["power"]),
        other=say.the_power(fact["to"]),
        level=fact["level"],
    )


# -- political actions -----------------------------------------------------------------------------------------

ATTEMPTS = {
    "alliance": "{power} seeks an alliance with {targets}.",
    "declare-war": "{power} wants to declare war on {targets}.",
    "diplomacy": "{power} tries diplomacy in {area}.",
    "increase-commitment": "{power} wants to increase its commitment.",
    "maneuvers": "{power} tries maneuvers.",
    "pressure": "{power} puts pressure on {target}.",
    "propaganda": "{power} tries propaganda.",
    "special": "{power} tries a special action: {name}.",
}


@told("action-attempted")
def action_attempted(fact: Fact, say: Say) -> str:
    targets = say.the_powers(fact.get("targets") or fact.get("partners") or ())
    return say_it(
        ATTEMPTS[fact["act"]],
        power=say.the_power(fact["power"]),
        targets=targets,
        area=say.the_area(fact.get("area")),
        target=say.the_power(fact.get("target")),
        name=say.special(fact.get("name")),
    )


told("action-failed")(silent)  # the check tells it


@told("alliance-formed")
def alliance_formed(fact: Fact, say: Say) -> str:
    return say_it("{powers} are allies.", powers=say.the_powers(fact["powers"]))


@told("alliance-declined")
def alliance_declined(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} declines an alliance with {by}.", power=say.the_power(fact["power"]), by=say.the_power(fact["by"])
    )


@told("alliance-broken")
def alliance_broken(fact: Fact, say: Say) -> str:
    return say_it("{power} leaves its alliance.", power=say.the_power(fact["power"]))


@told("opportunity-opened")
def opportunity_opened(fact: Fact, say: Say) -> str:
    return say_it(
        "{powers} may try to gain {area}.",
        area=say.the_area(fact["area"]),
        powers=say.the_powers(fact["powers"]),
    )


# -- wars ------------------------------------------------------------------------------------------------------


@told("war-begun")
def war_begun(fact: Fact, say: Say) -> str:
    template = {
        "joined": "{power} joins the war against {others}.",
        "surprise": "{power} is at war with {others}.",
    }
    return say_it(
        template.get(fact["how"], "{power} declares war on {others}."),
        power=say.the_power(fact["power"]),
        others=say.the_powers(fact["against"]),
    ) + _combined(fact, say)


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
        return say_it("{powers} is out of the war.", powers=say.the_powers(fact["powers"]))
    return say_it("Peace between {powers}.", powers=say.the_powers(fact["powers"]))


@told("war-status-changed")
def war_status_changed(fact: Fact, say: Say) -> str:
    if fact["to"] == "global":
        return say_it("The war is global; the game ends with {turn}.", turn=fact["ends"])
    return say_it("A limited war has begun.")


@told("surprise-spent")
def surprise_spent(fact: Fact, say: Say) -> Json:
    return detail(say_it("{powers} cannot be surprised any more.", powers=say.the_power(fact["ideology"])))


@told("declaration-cancelled")
def declaration_cancelled(fact: Fact, say: Say) -> str:
    return say_it(
        "No operation against {targets} is possible: the declaration of war is void and the flag is lost.",
        targets=say.the_powers(fact["targets"]),
    )


@told("armistice-offered")
def armistice_offered(fact: Fact, say: Say) -> str:
    return say_it(
        "{power} offers an armistice to {other}.", power=say.the_power(fact["power"]), other=say.the_power(fact["to"])
    )


@told("armistice-answered")
def armistice_answered(fact: Fact, say: Say) -> str:
    verb = "accepts" if fact["accepted"] else "refuses"
    return say_it("{power} {verb}.", power=say.the_power(fact["power"]), verb=translate(verb))


# -- collapse and surrender ------------------------------------------------------------------------------------


@told("threshold-rolled")
def threshold_rolled(fact: Fact, say: Say) -> str:
    parts = listed([_threshold_part(part, say) for part in fact["parts"]]) if fact["parts"] else translate("nothing")
    outcome = "surrenders" if fact["surrenders"] else "collapses"
    return say_it(
        "{power} falls: {die} against the surrender threshold {threshold} ({parts}); it {outcome}.",
        power=say.the_power(fact["power"]),
        die=fact["die"],
        threshold=fact["threshold"],
        parts=parts,
        outcome=translate(outcome),
    )


THRESHOLD_PARTS = {
    "cubes": "cubes in {area}",
    "points": "no points",
    "exhaustion": "exhaustion",
    "atomic-bomb": "losses by the atomic bomb",
}


def _threshold_part(part: Json, say: Say) -> str:
    named = THRESHOLD_PARTS[part["why"]]
    return f"{say_it(named, area=say.the_area(part.get('area')))} {part['by']}"


@told("surrendered")
def surrendered(fact: Fact, say: Say) -> str:
    return say_it("{power} surrenders and is out of the game.", power=say.the_power(fact["power"]))


@told("surrender-marked")
def surrender_marked(fact: Fact, say: Say) -> str:
    if not fact["ideologies"]:
        return say_it("Nobody holds the Surrender marker of {power}.", power=say.the_power(fact["power"]))
    return say_it(
        "The Surrender marker of {power} goes to {ideologies}.",
        power=say.the_power(fact["power"]),
        ideologies=say.the_powers(fact["ideologies"]),
    )
