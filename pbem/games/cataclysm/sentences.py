"""Fact to sentence, for chapters 1 to 6 and 11: told to people, in the order of play; no rule is computed here."""

from pbem.core.text import counted, listed, translate

SENTENCES = {}


def told(*types):
    """Register the sentence of fact types."""

    def mark(function):
        for type in types:
            SENTENCES[type] = function
        return function

    return mark


def silent(*types):
    """Facts that need no words: others tell what happens."""
    for type in types:
        SENTENCES[type] = lambda fact, say: None


TOGETHER = {}


def together(type, *names):
    """Register the sentence of several facts of a type that follow each other and agree in `names`."""

    def mark(function):
        TOGETHER[type] = (lambda fact: [fact.get(name) for name in names], function)
        return function

    return mark


def plain(counter, say):
    """A counter without its nationality, where the sentence names the power: flag, army, tank upgrade."""
    held = say.board.parts.counters[counter]
    return say.name(f"upgrade-{held.kind}" if held.type == "upgrade" else held.kind or held.type)


def detail(text):
    return {"text": text, "level": 1}


def say_it(template, **fields):
    """The template with its names; one that begins with a name begins with a capital."""
    text = translate(template).format(**fields)
    return text[:1].upper() + text[1:] if template.startswith("{") else text


def numbered(names, article=False):
    """``German tank army and 2 German air forces`` for names that may occur more than once; with `article` a German
    tank army."""
    shown = []
    for name in dict.fromkeys(names):
        number = names.count(name)
        if number > 1:
            shown.append(f"{number} {plural(name)}")
        else:
            shown.append(f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}" if article else name)
    return listed(shown)


def plural(name):
    """Armies, Soviet air forces, crises."""
    for ending, many in (("my", "mies"), ("sis", "ses")):
        if name.endswith(ending):
            return name[: -len(ending)] + many
    return f"{name}s"


silent(
    "stage-reached", "readied", "crisis-drawn", "collapse-due", "collapse-ended", "action-succeeded",
    "force-pool-changed",
    "failed-actions-changed", "special-changed", "production-done", "collapse-begun", "corrected",
)  # fmt: skip

WHY_FLAG = {
    "treaty": "provoked: {by} leaves the naval treaty", "us-japan-trade": "provoked: {by} ends its trade",
    "administration": "for the new turn", "night-of-long-knives": "by the Night of the Long Knives",
    "status-quo": "at the price of a stability test", "control": "provoked: {by} gained {area}",
    "operation": "provoked: {by} attacks {area}", "surprise": "surprised by {by}",
    "war-declared": "because {by} declared war on it",
    "ally-attacked": "its ally was attacked by {by}", "alliance": "provoked: {by} makes an alliance",
    "commitment": "provoked: {by} increases its commitment", "intervention": "provoked: {by} intervenes in {area}",
    "enemy-fallen": "its enemy {by} has fallen", "pressure": "put under pressure by {by}", "crisis": "by the event",
    "enemy-home-area": "for an enemy home area, {area}", "enemy-capital": "for the enemy capital, {area}",
    "enemy-colony": "for an enemy colony, {area}", "own-home-area": "for {area}, which is home again",
    "own-capital": "its capital is home again", "own-colony": "its colony {area} is back", "triumph": "for a triumph",
    "status-quo-ended": "the Status Quo is over", "rhineland": "provoked: {by} marches into {area}",
    "abyssinia": "provoked: {by} goes to Abyssinia",
}  # fmt: skip
PLACES = {"cup": "into the cup", "reserve": "into reserve", "box": "into the production box"}


def _why_flag(fact, say):
    template = WHY_FLAG.get(fact["why"], fact["why"].replace("-", " "))
    return say_it(
        template, by=say.the_power(fact.get("by")) if fact.get("by") else "", area=say.the_area(fact.get("area"))
    )


@told("flag-gained")
def flag_gained(fact, say):
    return say_it("{power} gains a flag ({why}), {place}.", power=say.the_power(fact["power"]),
                  why=_why_flag(fact, say), place=translate(PLACES[fact["to"]]))  # fmt: skip


@together("flag-gained", "why", "by", "area")
def flags_gained(facts, say):
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
    return say_it(template, powers=say.the_powers(powers), count=counted(len(facts), "flag"), where=where,
                  why=_why_flag(facts[0], say))  # fmt: skip


@told("flag-forfeited")
def flag_forfeited(fact, say):
    return say_it("{power} would gain a flag ({why}) but has none left.", power=say.the_power(fact["power"]),
                  why=_why_flag(fact, say))  # fmt: skip


# -- counters --------------------------------------------------------------------------------------------------


silent("counter-drawn")  # the heading tells it


@told("interrupted")
def interrupted(fact, say):
    return say_it("{power} plays the {counter} out of its reserve before the draw.", power=say.the_power(fact["power"]),
                  counter=plain(fact["counter"], say))  # fmt: skip


@told("counter-reserved")
def counter_reserved(fact, say):
    return say_it(
        "{power} reserves the {counter}.",
        power=say.the_power(fact["power"]),
        counter=plain(fact["counter"], say),
    )


@told("counter-rejected")
def counter_rejected(fact, say):
    reasons = {
        "rejected": "rejects the",
        "replaced": "gives up the reserved",
        "collapse": "loses the reserved",
        "crisis": "loses the reserved",
    }
    return say_it("{power} {verb} {counter}.", power=say.the_power(fact["power"]),
                  verb=translate(reasons.get(fact["why"], "rejects the")),
                  counter=plain(fact["counter"], say))  # fmt: skip


silent("counter-returned")  # what was played goes back to its status card, always


@together("counter-returned")
def counters_returned(facts, say):
    """Partners of an alliance play a flag each."""
    return detail(say_it("Played: {counters}.", counters=say.units([fact["counter"] for fact in facts])))


@told("counter-kept")
def counter_kept(fact, say):
    if not fact["power"] or say.board.parts.counters[fact["counter"]].type == "home-front":
        return None  # these always come back in the next turn
    return detail(
        say_it("The {counter} waits for {turn}.", counter=say.counter(fact["counter"]), turn=fact["to"][6:])
    )


@told("counters-pooled")
def counters_pooled(fact, say):
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
    return detail(
        say_it("{place}: {counters}.", counters=_pooled(fact["counters"], say), place=translate(places[fact["to"]]))
    )


@together("counters-pooled", "to")
def all_pooled(facts, say):
    """To the production boxes, in one sentence; into the cup power by power."""
    if facts[0]["to"] != "box":
        return [counters_pooled(fact, say) for fact in facts]
    counters = [counter for fact in facts for counter in fact["counters"]]
    return counters_pooled({"power": None, "to": "box", "counters": counters}, say)


def _pooled(counters, say):
    """Names with numbers; the Home Front markers of several powers are told as a number."""
    home = [id for id in counters if say.board.parts.counters[id].type == "home-front"]
    others = [id for id in counters if len(home) < 2 or id not in home]
    names = [say.unit(id) for id in others] + [say.name("home-front")] * (len(home) if len(home) > 1 else 0)
    return numbered(names)


@told("counters-removed")
def counters_removed(fact, say):
    return detail(say_it("{count} of {power} leave the game.", power=say.the_power(fact["power"]),
                         count=counted(len(fact["counters"]), "counter")))  # fmt: skip


@told("counter-removed")
def counter_removed(fact, say):
    return detail(say_it("The {counter} leaves the game.", counter=say.counter(fact["counter"])))


@told("offensives-gained")
def offensives_gained(fact, say):
    kinds = {"war": "war", "commitment": "commitment"}
    return say_it("{power} gains {count} ({kind}), {place}.", power=say.the_power(fact["power"]),
                  count=counted(len(fact["counters"]), "offensive"), kind=translate(kinds[fact["why"]]),
                  place=translate(PLACES[fact["to"]]))  # fmt: skip


@told("unit-built")
def unit_built(fact, say):
    return units_built([fact], say)


@together("unit-built", "power", "to")
def units_built(facts, say):
    """What a power builds at once; only a price above one build is named."""
    later = say_it(" for the next turn") if facts[0]["to"].startswith("track:") else ""
    names = [plain(fact["counter"], say) for fact in facts]
    dear = {name: fact["cost"] for name, fact in zip(names, facts) if fact["cost"] != 1}
    prices = [f"{name}: {counted(cost, 'build')}" for name, cost in dear.items()]
    price = say_it(" ({prices})", prices=listed(prices)) if prices else ""
    return say_it("{power} builds {units}{price}{later}.", power=say.the_power(facts[0]["power"]),
                  units=numbered(names, article=True), price=price, later=later)  # fmt: skip


@told("unit-placed")
def unit_placed(fact, say):
    return say_it("{power} places {unit} in {area}.", power=say.the_power(fact["power"]),
                  unit=numbered([plain(fact["unit"], say)], article=True), area=say.the_area(fact["area"]))  # fmt: skip


def unit_name(fact, say):
    """The unit of a fact by the side that was up, if the fact holds it: German tank army."""
    from .telling import TYPES

    if not fact["power"] or "side" not in fact:
        return say.unit(fact["unit"])
    return f"{say.adjective(fact['power'])} {translate(TYPES[fact['side']])}"


@told("unit-withdrawn")
def unit_withdrawn(fact, say):
    return say_it(
        "{unit} leaves {area} and returns to the cup.",
        unit=unit_name(fact, say),
        area=say.the_area(fact["area"]),
    )


@told("unit-upgraded")
def unit_upgraded(fact, say):
    upgraded = say.name(say.board.parts.counters[fact["marker"]].kind)
    return say_it("The {unit} becomes a {upgraded}.", unit=say.unit(fact["unit"]), upgraded=upgraded)


@told("unit-reduced")
def unit_reduced(fact, say):
    return say_it(
        "{unit} in {area} loses its upgrade.", unit=say.unit(fact["unit"]), area=say.the_area(fact["area"])
    )


# -- areas -----------------------------------------------------------------------------------------------------


@told("control-changed")
def control_changed(fact, say):
    points = ""
    if fact["points"]:
        shown = [f"{say.power(power)} {by:+d}" for power, by in fact["points"].items()]
        points = say_it(" Points: {points}.", points=listed(shown))
    area = say.the_area(fact["area"])
    if fact["power"] is None:
        if "neutral" in fact["cubes"]:
            cubes = counted(fact["cubes"]["neutral"], "neutral cube")
            return say_it("Nobody controls {area} any more: {cubes}.", area=area, cubes=cubes) + points
        return say_it("Nobody controls {area} any more.", area=area) + points
    if fact["by"] is None and fact["from"] == fact["power"]:
        return say_it("A cube of {power} leaves {area}.", power=say.the_power(fact["power"]), area=area) + points
    if fact["by"] != fact["power"]:
        return say_it("{area} returns to {power}.", area=area, power=say.the_power(fact["power"])) + points
    if fact["why"] == "conquest":  # that it is conquered has been told
        return detail(points.strip()) if points else None
    return say_it("{power} now controls {area}.", power=say.the_power(fact["power"]), area=area) + points


@told("base-changed")
def base_changed(fact, say):
    area = say.the_area(fact["area"])
    if fact["owner"] is None:
        return say_it("The base in {area} is gone.", area=area)
    if fact["owner"] == "unowned":
        return say_it("The base in {area} has no owner now.", area=area)
    return say_it("{power} now owns the base in {area}.", power=say.the_power(fact["owner"]), area=area)


@told("limited-resource-placed")
def limited_resource_placed(fact, say):
    return say_it("A limited resource lies in {area} now.", area=say.the_area(fact["area"]))


@told("limited-resource-removed")
def limited_resource_removed(fact, say):
    if fact["why"] == "surrender":
        return say_it("The limited resource of {area} leaves the game.", area=say.the_area(fact["area"]))
    return say_it("The limited resource of {area} is used up.", area=say.the_area(fact["area"]))


@told("resource-damaged")
def resource_damaged(fact, say):
    return say_it("A resource in {area} is damaged.", area=say.the_area(fact["area"]))


@told("damage-repaired")
def damage_repaired(fact, say):
    return (
        say_it("The damage in {areas} is repaired.", areas=say.the_areas(fact["areas"]))
        if fact["areas"]
        else None
    )


@told("civil-war-begun")
def civil_war_begun(fact, say):
    return say_it("A civil war breaks out in {area}.", area=say.the_area(fact["area"]))


@told("civil-war-ended")
def civil_war_ended(fact, say):
    if fact.get("influence"):
        return say_it("The civil war in {area} is over; influence remains.", area=say.the_area(fact["area"]))
    return say_it("The civil war in {area} is over.", area=say.the_area(fact["area"]))


@told("influence-removed")
def influence_removed(fact, say):
    return say_it("The Influence marker leaves {area}.", area=say.the_area(fact["area"]))


@told("aid-placed")
def aid_placed(fact, say):
    side = translate(fact["side"]) if fact["side"] in ("left", "right") else say.faction(fact["side"])
    return say_it("{power} aids the {side} in {area}.", power=say.the_power(fact["power"]), side=side,
                  area=say.the_area(fact["area"]))  # fmt: skip


@told("aid-removed")
def aid_removed(fact, say):
    told = "{power} has no more aid in {area}: {count} back on its card."
    if fact["why"] == "withdrawn":
        told = "{power} takes back {count} from {area}."
    return say_it(told, power=say.the_power(fact["power"]), area=say.the_area(fact["area"]),
                  count=counted(len(fact["counters"]), "offensive"))  # fmt: skip


@told("influence-held")
def influence_held(fact, say):
    return say_it(
        "{power} keeps influence in {area}.", power=say.the_power(fact["power"]), area=say.the_area(fact["area"])
    )


# -- checks ----------------------------------------------------------------------------------------------------

MODIFIERS = {
    "failed-before": "failed before", "resistance": "resistance", "enemy-control": "enemy control",
    "influence": "influence", "commitment": "commitment", "reduced-effectiveness": "reduced effectiveness",
    "no-die-left": "no die left", "chinese-army": "Chinese army", "political-purges": "Political Purges",
    "military-reforms": "Military Reforms", "collective-security": "Collective Security",
}  # fmt: skip
CHECKS = {
    "hold": "holding {area}", "opportunity": "the opportunity in {area}", "loyalty": "the loyalty of {area}",
    "coup": "the coup in {area}", "democratic-attack": "the attack on {area}",
}  # fmt: skip


def _sum(fact):
    """``6 4 3, -1 resistance [2.3.7], so 5``."""
    parts = [" ".join(map(str, sorted(fact["dice"], reverse=True)))]
    for each in fact["modifiers"]:
        why = translate(MODIFIERS.get(each["why"], each["why"].replace("-", " ")))
        parts.append(f"{each['by']:+d} {why} [{each['rule']}]")
    if len(parts) == 1 and len(fact["dice"]) == 1:
        return parts[0]
    return say_it("{parts}, so {score}", parts=", ".join(parts), score=fact["score"])


@told("effectiveness-checked")
def effectiveness_checked(fact, say):
    what = CHECKS.get(fact["what"])
    template = "{power} checks for {what}{of}: {sum}. {outcome}"
    if fact["what"] in ATTEMPTS:  # what it is for has just been told
        template = "{power} rolls{of} {sum}. {outcome}"
    about = say_it(what, area=say.the_area(fact.get("area"))) if what else fact["what"].replace("-", " ")
    of = say_it(", with the effectiveness of {power},", power=say.the_power(fact["of"])) if fact.get("of") else ""
    outcome = "It passes." if fact["passed"] else "It fails; 5 is needed."
    return say_it(template, power=say.the_power(fact["power"]), what=about, of=of, sum=_sum(fact),
                  outcome=translate(outcome))  # fmt: skip


WHY_TEST = {
    "home-front": "home front", "crisis": "the event", "loss-of-control": "the loss",
    "loss-of-capital": "the loss of its capital",
    "ally-fallen": "the fall of its ally", "status-quo-flag": "the flag", "disaster": "the disaster",
}  # fmt: skip


@told("stability-tested")
def stability_tested(fact, say):
    why = translate(WHY_TEST.get(fact["why"], fact["why"].replace("-", " ")))
    outcome = "It holds." if fact["passed"] else "It fails; 5 is needed."
    return say_it("{power} tests its stability ({why}): {sum}. {outcome}", power=say.the_power(fact["power"]), why=why,
                  sum=_sum(fact), outcome=translate(outcome))  # fmt: skip


@told("stability-changed")
def stability_changed(fact, say):
    template = "{power} is {now} now, no longer {was}."
    if fact["to"] == "collapse":
        template = "The stability of {power} is gone."
    elif fact["from"] == "collapse":
        template = "{power} begins again as {now}."
    return say_it(template, power=say.the_power(fact["power"]), now=translate(fact["to"]), was=translate(fact["from"]))



@told("commitment-changed")
def commitment_changed(fact, say):
    return say_it("{power} goes from {was} to {now}.", power=say.the_power(fact["power"]),
                  was=fact["from"].replace("-", " "),
                  now=fact["to"].replace("-", " "))  # fmt: skip


@told("effectiveness-reduced")
def effectiveness_reduced(fact, say):
    return say_it(
        "The effectiveness of {power} is reduced until the end of the turn.", power=say.the_power(fact["power"])
    )


@told("ability-lost")
def ability_lost(fact, say):
    return say_it(
        "{power} loses for good: {ability}.",
        power=say.the_power(fact["power"]),
        ability=fact["ability"].replace("-", " "),
    )


@told("posture-changed")
def posture_changed(fact, say):
    return say_it(
        "{power} changes its posture to {now}.",
        power=say.the_power(fact["power"]),
        now=say.special(fact["to"]),
    )


@told("marker-changed")
def marker_changed(fact, say):
    marker, place = say.marker(fact["marker"]), say.the_area(fact["to"])
    if fact["marker"].endswith("rhineland-demilitarized") and fact["to"] == "removed":
        return say_it("The Rhineland is demilitarized no longer.")
    if fact["to"] == "removed":
        return say_it("The {marker} is over.", marker=marker)
    if fact["marker"] == "us-a-bomb":
        dropped = fact["to"] == "available"
        template = "The atomic bomb is dropped." if dropped else "The atomic bomb is ready in {place}."
        return say_it(template, place=place)
    if fact["marker"].endswith("-special"):
        return say_it("{place} holds an industrial resource for good.", place=place)
    if fact["to"] == "available":
        return say_it("{power} may try {marker} now.", power=say.the_power("usa"), marker=marker)
    return say_it("The {marker} is in {place} now.", marker=marker, place=place)


@told("support-granted")
def support_granted(fact, say):
    return say_it("{power} lets {other} use its units: {level}.", power=say.the_power(fact["power"]),
                  other=say.the_power(fact["to"]),
                  level=fact["level"])  # fmt: skip


# -- political actions -----------------------------------------------------------------------------------------

ATTEMPTS = {
    "alliance": "{power} seeks an alliance with {targets}.",
    "declare-war": "{power} wants to declare war on {targets}.",
    "diplomacy": "{power} tries diplomacy in {area}.",
    "increase-commitment": "{power} wants to increase its commitment.",
    "maneuvers": "{power} tries maneuvers.", "pressure": "{power} puts pressure on {target}.",
    "propaganda": "{power} tries propaganda.", "special": "{power} tries a special action: {name}.",
}  # fmt: skip


@told("action-attempted")
def action_attempted(fact, say):
    targets = say.the_powers(fact.get("targets") or fact.get("partners") or ())
    return say_it(ATTEMPTS[fact["act"]], power=say.the_power(fact["power"]), targets=targets,
                  area=say.the_area(fact.get("area")),
                  target=say.the_power(fact.get("target")), name=say.special(fact.get("name")))  # fmt: skip


silent("action-failed")  # the check tells it


@told("alliance-formed")
def alliance_formed(fact, say):
    return say_it("{powers} are allies.", powers=say.the_powers(fact["powers"]))


@told("alliance-declined")
def alliance_declined(fact, say):
    return say_it(
        "{power} declines an alliance with {by}.", power=say.the_power(fact["power"]), by=say.the_power(fact["by"])
    )


@told("alliance-broken")
def alliance_broken(fact, say):
    return say_it("{power} leaves its alliance.", power=say.the_power(fact["power"]))


@told("war-begun")
def war_begun(fact, say):
    template = {
        "joined": "{power} joins the war against {others}.",
        "surprise": "{power} is at war with {others}.",
    }
    return say_it(template.get(fact["how"], "{power} declares war on {others}."), power=say.the_power(fact["power"]),
                  others=say.the_powers(fact["against"])) + _combined(fact, say)  # fmt: skip


def _combined(fact, say):
    """5.6 Who else is in a war that has become one with that of the fact."""
    if fact["how"] == "joined":
        return ""
    named = {fact["power"], *fact["against"]}
    told = ""
    for war in fact["wars"]:
        sides = list(war["sides"].values())
        everyone = {power for powers in sides for power in powers}
        if fact["power"] in everyone and everyone & set(fact["against"]) and everyone - named:
            told += say_it(" The war is now that of {one} against {other}.", one=say.the_powers(sides[0]),
                           other=say.the_powers(sides[1]))  # fmt: skip
    return told


@told("war-ended")
def war_ended(fact, say):
    if fact["how"] == "capitulation":
        return say_it("{powers} is out of the war.", powers=say.the_powers(fact["powers"]))
    return say_it("Peace between {powers}.", powers=say.the_powers(fact["powers"]))


@told("war-status-changed")
def war_status_changed(fact, say):
    if fact["to"] == "global":
        return say_it("The war is global; the game ends with {turn}.", turn=fact["ends"])
    return say_it("A limited war has begun.")


@told("surprise-spent")
def surprise_spent(fact, say):
    return detail(say_it("{powers} cannot be surprised any more.", powers=say.the_power(fact["ideology"])))


@told("declaration-cancelled")
def declaration_cancelled(fact, say):
    return say_it("No operation against {targets} is possible: the declaration of war is void and the flag is lost.",
                  targets=say.the_powers(fact["targets"]))  # fmt: skip


@told("opportunity-opened")
def opportunity_opened(fact, say):
    return say_it(
        "{area} is up for grabs: {powers} may try.",
        area=say.the_area(fact["area"]),
        powers=say.the_powers(fact["powers"]),
    )


@told("armistice-offered")
def armistice_offered(fact, say):
    return say_it(
        "{power} offers an armistice to {other}.", power=say.the_power(fact["power"]), other=say.the_power(fact["to"])
    )


@told("armistice-answered")
def armistice_answered(fact, say):
    verb = "accepts" if fact["accepted"] else "refuses"
    return say_it("{power} {verb}.", power=say.the_power(fact["power"]), verb=translate(verb))


# -- collapse and surrender ------------------------------------------------------------------------------------


@told("threshold-rolled")
def threshold_rolled(fact, say):
    parts = (
        listed([_threshold_part(part, say) for part in fact["parts"]])
        if fact["parts"]
        else translate("nothing")
    )
    outcome = "surrenders" if fact["surrenders"] else "collapses"
    return say_it("{power} falls: {die} against the surrender threshold {threshold} ({parts}); it {outcome}.",
                  power=say.the_power(fact["power"]), die=fact["die"], threshold=fact["threshold"], parts=parts,
                  outcome=translate(outcome))  # fmt: skip


THRESHOLD_PARTS = {
    "cubes": "cubes in {area}", "points": "no points", "exhaustion": "exhaustion",
    "atomic-bomb": "losses by the atomic bomb",
}  # fmt: skip


def _threshold_part(part, say):
    named = THRESHOLD_PARTS[part["why"]]
    return f"{say_it(named, area=say.the_area(part.get('area')))} {part['by']}"


@told("surrendered")
def surrendered(fact, say):
    return say_it("{power} surrenders and is out of the game.", power=say.the_power(fact["power"]))


@told("surrender-marked")
def surrender_marked(fact, say):
    if not fact["ideologies"]:
        return say_it("Nobody holds the Surrender marker of {power}.", power=say.the_power(fact["power"]))
    return say_it("The Surrender marker of {power} goes to {ideologies}.", power=say.the_power(fact["power"]),
                  ideologies=say.the_powers(fact["ideologies"]))  # fmt: skip


# -- sequence of play ------------------------------------------------------------------------------------------


@told("turn-begun")
def turn_begun(fact, say):
    return say_it("The turn {turn} begins.", turn=fact["turn"])


@told("drawer-named")
def drawer_named(fact, say):
    return detail(say_it("{power} has the lowest score and draws this turn.", power=say.the_power(fact["power"])))


@told("sudden-death-begun")
def sudden_death_begun(fact, say):
    return say_it("The third crisis: Sudden Death begins.")


@told("crisis-rolled")
def crisis_rolled(fact, say):
    return say_it("The event is {entry} of the {table} table: {name}.", entry=fact["entry"],
                  table=translate(fact["table"]), name=translate(fact["name"]))  # fmt: skip


@told("crisis-without-effect")
def crisis_without_effect(fact, say):
    if fact["rerolled"]:
        return say_it("It could change nothing and is rolled again.")
    return say_it("It changes nothing.")


@told("crisis-area-rolled")
def crisis_area_rolled(fact, say):
    return say_it(
        "The dice, {dice}, name {area}.", dice=" ".join(map(str, fact["dice"])), area=say.the_area(fact["area"])
    )


@told("cup-emptied")
def cup_emptied(fact, say):
    counts = listed([f"{say.power(power)} {count}" for power, count in fact["counts"].items() if count])
    if fact["continues"]:
        template = "Left in the cup: {counts}. {powers} {have} enough, and the turn goes on."
        have = "has" if len(fact["enough"]) == 1 else "have"
        powers = say.the_powers(fact["enough"])
        return say_it(template, counts=counts, have=translate(have), powers=powers[:1].upper() + powers[1:])
    template = "Left in the cup: {counts}. That is not enough for anybody, and the action phase ends."
    return say_it(template, counts=counts)


@told("civil-war-rolled")
def civil_war_rolled(fact, say):
    outcomes = {"stalemate": "a stalemate", "marginal": "a marginal victory of the {side}",
                "decisive": "a decisive victory of the {side}"}  # fmt: skip
    outcome = say_it(outcomes[fact["outcome"]], side=translate(fact["winner"] or ""))
    return say_it("Civil war in {area}: left {left}, so {a}; right {right}, so {b}: {outcome}.",
                  area=say.the_area(fact["area"]),
                  left=" ".join(map(str, fact["left"])), right=" ".join(map(str, fact["right"])), a=fact["scores"][0],
                  b=fact["scores"][1], outcome=outcome)  # fmt: skip


@told("civil-war-suppressed")
def civil_war_suppressed(fact, say):
    return say_it("The garrison of {area} keeps the peace.", area=say.the_area(fact["area"]))


@told("resources-collected")
def resources_collected(fact, say):
    if not fact["resources"]:
        return say_it("{power} collects nothing.", power=say.the_power(fact["power"]))
    held = {}
    for each in fact["resources"]:
        area = say.the_area(each["area"]) if each["area"] else translate("off the map")
        kind = translate(f"limited {each['kind']}" if each["limited"] else each["kind"])
        held.setdefault(area, []).append(kind)
    shown = [f"{area} ({_kinds(kinds)})" for area, kinds in held.items()]
    lost = say_it("; {count} lost for want of markers", count=fact["lost"]) if fact["lost"] else ""
    return say_it(
        "{power} collects {resources}{lost}.",
        power=say.the_power(fact["power"]),
        resources=listed(shown),
        lost=lost,
    )


def _kinds(kinds):
    """``industrial``, ``2 industrial and 1 natural``."""
    if len(kinds) == 1:
        return kinds[0]
    return listed([f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)])


@told("resources-converted")
def resources_converted(fact, say):
    if not fact["offensives"] and not fact["spent"]:
        return None
    made = [(len(fact["offensives"]), counted(len(fact["offensives"]), "offensive")),
            (len(fact["spent"]), counted(fact["builds"], "build"))]  # fmt: skip
    shown = [
        say_it("{resources} into {what}", resources=counted(number, "resource"), what=what)
        for number, what in made if number
    ]  # fmt: skip
    return say_it("{power} turns {list}.", power=say.the_power(fact["power"]), list=listed(shown))


@told("builds-forfeited")
def builds_forfeited(fact, say):
    return detail(
        say_it(
            "{power} forfeits {builds}.",
            power=say.the_power(fact["power"]),
            builds=counted(fact["builds"], "build"),
        )
    )


@told("game-ended")
def game_ended(fact, say):
    reasons = {
        "last-turn": "the last turn is over", "two-surrenders": "two powers have surrendered to it",
        "ideology-surrendered": "all powers of an ideology have surrendered", "peace": "the Global War is over",
        "threshold": "the threshold is reached", "scenario": "so the scenario has it",
    }  # fmt: skip
    points = listed([f"{say.power(name)} {total}" for name, total in fact["points"].items()])
    return say_it("The game ends: {why}. Points: {points}. Won by {winner}.", why=translate(reasons[fact["by"]]),
                  points=points, winner=say.the_power(fact["winner"]))  # fmt: skip


@told("actions-begun")
def actions_begun(fact, say):
    return detail(
        say_it(
            "{power} has {count}.",
            power=say.the_power(fact["power"]),
            count=counted(fact["left"], "military action"),
        )
    )


silent("actions-spent")


@told("actions-ended")
def actions_ended(fact, say):
    if not fact["forfeited"]:
        return None
    return say_it(
        "{power} forfeits {count}.",
        power=say.the_power(fact["power"]),
        count=counted(fact["forfeited"], "military action"),
    )


# -- chapter 12 and scenarios ------------------------------------------------------------------------------------


@told("resource-transferred")
def resource_transferred(fact, say):
    area = say.the_area(fact["area"]) if fact["area"] else translate("off the map")
    template = "{power} transfers a resource ({kind}, {area}) to {to}."
    if not fact["arrives"]:
        template = "{power} gives up a resource ({kind}, {area}) for {to}; no line of communications carries it there."
    return say_it(template, power=say.the_power(fact["power"]), kind=translate(fact["kind"]), area=area,
                  to=say.the_power(fact["to"]))  # fmt: skip


silent("transfers-over", "atomic-over")


@told("atomic-losses")
def atomic_losses(fact, say):
    return say_it("{power} has suffered {losses} by the atomic bomb.", power=say.the_power(fact["power"]),
                  losses=counted(fact["losses"], "loss", "losses"))  # fmt: skip


@told("scenario-counter-resolved")
def scenario_counter_resolved(fact, say):
    return say_it("The {counter} of the scenario takes effect.", counter=say.name(fact["kind"]))
