"""The sentence of each fact: a story for people, with printed names.  Nothing is computed here but words."""

from pbem.core.data.sentences import Sentence, Teller, Words, choice, detail, either, sentences, teller, told
from pbem.core.data.text import counted, listed
from pbem.core.orders import draw_and_resign
from pbem.core.rules.facts import Fact

from .printed import Say

WENT = {"land": "moved", "air": "flew", "naval": "sailed"}
FELL = {"land": "{unit:unit} was destroyed.", "air": "{unit:unit} was shot down.", "naval": "{unit:unit} was sunk."}
POINTS_FOR = {
    "control": "for {area:area}",
    "carrier": "for {unit:unit}",
    "korea": "for the war in Korea",
    "event": "for the event",
}
MODIFIERS = {"10.3": "PRC aircraft against a carrier", "10.5": "ship in a land area", "10.6": "stealth"}
ENDED = {
    "no-cvn": "no US carrier was left on the map",
    "taiwan-and-spratly": "China alone had land units in Taiwan and the Spratly Islands",
    "guam-saipan": "China alone had land units in Guam/Saipan",
    "russia-roll": "the war had spread over Eurasia",
    "prc-vp": "China had points enough",
    "no-prc-units": "no unit of China was left on the map",
    "prc-resigns": "China conceded",
    "allies-resign": "the Allies conceded",
    "agreed-draw": "both sides agreed on a draw",
    "thirty-actions": "China had used up its actions",
    "nuclear-draw": "the war had gone nuclear",
}


def rolled(sentence: Sentence) -> Teller:
    """What tells a die as ``5``, or as ``5, with the modifier 6``."""
    tells = teller(sentence)

    def told_of(fact, say):
        die, total = fact["die"], fact["total"]
        return tells({**fact, "rolled": str(die) if die == total else f"{die}, with the modifier {total}"}, say)

    return told_of


def units_moved(fact: Fact, say: Say) -> str:
    via = fact.get("via") or []
    fields = {**fact, "went": _went(fact, say), "via": [via] if isinstance(via, str) else via}
    by = " by way of {via:areas}" if via else ""
    return told("{units:units} {went} from {from:place}" + by + " to {to:place}.", say, fields)


def _went(fact: Fact, say: Say) -> str:
    """What units of one category do; units with ships sail."""
    found = {say.category(unit) for unit in fact["units"]}
    return WENT["naval"] if "naval" in found else WENT[found.pop()] if len(found) == 1 else "went"


def country_joined(fact: Fact, say: Say) -> str:
    if fact["how"] == "event" and fact["limited"]:
        return told("The bases of {country:country} opened to the air and naval units of {side:power}.", say, fact)
    story = told(JOINED[fact["how"]], say, fact)
    return f"{story} Its bases are open to air and naval units only." if fact["limited"] else story


JOINED = {
    "event": "From now on the forces and bases of {country:country} were with {side:power}.",
    "diplomacy": "Diplomacy succeeded: {country:country} joined {side:power}.",
    "invasion": "China invaded {country:country}, which joined {side:power}.",
    "raid": "China had raided {country:country}, which joined {side:power}.",
    "war": "{country:country} was at war on the side of {side:power}.",
    "op": "{country:country} entered the war on the side of {side:power}.",
}


def vp_changed(fact: Fact, say: Say) -> str:
    fields = {**fact, "verb": "gained" if fact["by"] > 0 else "lost", "points": abs(fact["by"])}
    why = POINTS_FOR[fact["why"]]
    return told("China {verb} {points:# point|# points} " + why + " and had {total}.", say, fields)


def korea_rolled(fact: Fact, say: Say) -> str:
    mods = fact["modifiers"]
    story = told(
        "In Korea {sums[prc]} land factors fought {sums[allied]}: modifiers {plus} and {minus} and the die {die} made"
        " {total}.",
        say,
        {**fact, "plus": f"{mods['prc']:+d}", "minus": f"{mods['allied']:+d}"},
    )
    if fact["outcome"] != "losses":
        return story
    losses = [f"{say.power(side)} {counted(count, 'unit')}" for side, count in fact["losses"].items()]
    return f"{story} It cost {listed(losses)}."


def war_ended(fact: Fact, say: Say) -> str:
    story = told("{winner:power} won the war in Korea.", say, fact)
    return f"{story} These could never leave it again: {say.units(fact['bound'])}." if fact["bound"] else story


def shot_fired(fact: Fact, say: Say) -> Words:
    factor = str(fact["factor"])
    if fact["modifiers"]:
        parts = [f"{by:+d} {MODIFIERS[number]} [{number}]" for number, by in fact["modifiers"]]
        factor = f"{factor} ({fact['base']}, {', '.join(parts)})"
    return SHOT({**fact, "factor": factor}, say)


SHOT = either(
    "hit",
    detail("{shooter:unit} fired at {target:unit} and hit: die {die}, factor {factor}."),
    detail("{shooter:unit} fired at {target:unit} and missed: die {die}, factor {factor}."),
)


def fallen(fact: Fact, say: Say) -> str:
    return told(FELL[say.category(fact["unit"])], say, fact)


def game_ended(fact: Fact, say: Say) -> str:
    template = "Neither side won: {why}." if fact["winner"] == "draw" else "{winner:power} won: {why}."
    return told(template, say, {**fact, "why": ENDED[fact["why"]]})


SENTENCES = sentences(
    {
        # -- the sequence
        "turn-begun": "Turn {turn} began.",
        "event-checked": either(
            "event",
            detail("The event die of {side:power} was {die}: an event."),
            detail("The event die of {side:power} was {die}: no event."),
        ),
        "event-happened": either(
            "effect",
            "{event:event} (event {dice[0]}-{dice[1]}).",
            "{event:event} (event {dice[0]}-{dice[1]}), which had no effect now.",
        ),
        "half-rolled": "{side:power} rolled {die}: it cost {count:# unit|# units}.",
        "war-risked": rolled(
            either(
                "draw",
                "Would the war go nuclear? The die was {rolled}: it did.",
                "Would the war go nuclear? The die was {rolled}: not yet.",
            )
        ),
        "step-ended": None,
        "op-declared": choice(
            "op",
            {
                0: "{side:power} passed.",
                1: "{side:power} called Russia into the war (Op 1).",
                2: "{side:power} began the ground war in Korea (Op 2).",
                3: "{side:power} moved land units overland (Op 3).",
                4: "{side:power} sent airborne and airmobile troops to Taiwan (Op 4).",
                5: "{side:power} sent aircraft against Taiwan (Op 5).",
                6: "{side:power} had a carrier repaired (Op 6).",
                7: "{side:power} flew light land units to another base (Op 7).",
                8: "{side:power} called for reinforcements (Op 8).",
                9: "{side:power} tried diplomacy (Op 9).",
                11: "{side:power} sought a decision in Korea (Op 11).",
                12: "{side:power} put to sea (Op 12).",
                13: "{side:power} brought units in from the sea (Op 13).",
                14: "{side:power} moved from sea to sea (Op 14).",
                15: "{side:power} attacked with ships (Op 15).",
                16: "{side:power} moved aircraft to another base (Op 16).",
                17: "{side:power} attacked ships at sea from the air (Op 17).",
                18: "{side:power} sent out long-range bombers (Op 18).",
                19: "{side:power} made an amphibious assault (Op 19).",
                20: "{side:power} attacked in a contested area (Op 20).",
            },
        ),
        "action-counted": detail("{actions:# PRC action|# PRC actions} so far."),
        "action-spent": either(
            "left",
            "The interception used up one of the two Allied activities.",
            "The interception used up the Allied activity of this turn.",
        ),
        "double-action": "{side:power} could act twice.",
        "double-taken": "{side:power} could act once more.",
        "ceasefire-called": "{side:power} could not attack in the next activity.",
        "ceasefire-over": detail("The cease-fire of {side:power} was over."),
        # -- units move
        "units-placed": either(
            lambda fact: "coast" in fact,
            "{units:units} went to the {coast} coast of {to:place}.",
            "{to:place} received {units:units}.",
        ),
        "counters-drawn": "Chance chose {units:units} for {area:area}.",
        "units-moved": units_moved,
        "units-loaded": "{units:units} went aboard {ship:unit}.",
        "units-landed": either(
            lambda fact: "ship" in fact,
            "{units:units} came ashore from {ship:unit} in {to:area}.",
            "{units:units} landed in {to:area} from {from:area}.",
        ),
        "units-rebased": "{units:units} had to leave {from:place} for {to:place}.",
        "units-removed": "{units:units} had to leave the map and went away: {to:place}.",
        "pool-drawn": either(
            lambda fact: fact["why"] == "reinforcements",
            "Out of the pool came {units:units}, to {to:place}.",
            "Out of the pool went {units:units}: {to:place}.",
        ),
        "reinforcements-rolled": "The die for reinforcements was {die}: {count:# unit|# units}.",
        # -- countries, control, points
        "country-joined": country_joined,
        "country-left": either(
            "removed", "{country:country} was out of the war.", "{country:country} would never join the war."
        ),
        "areas-closed": "Neither side could use these areas any more: {areas:areas}.",
        "diplomacy-tried": either(
            "joins",
            "{side:power} spoke with {country:country}; the die was {die}, and that was enough.",
            "{side:power} spoke with {country:country}; the die was {die}, and it stayed neutral.",
        ),
        "control-changed": "{now:power} took control of {area:area}.",
        "vp-changed": vp_changed,
        # -- war in Korea, Russia
        "war-begun": either(
            lambda fact: fact["why"] == "raid",
            "The raid set off the ground war in Korea.",
            "War broke out on the ground in Korea.",
        ),
        "op-demanded": "China had to declare Op {op} next.",
        "korea-rolled": korea_rolled,
        "war-ended": war_ended,
        "russia-used": either(
            lambda fact: fact["uses"] == 1,
            "Russian units were used for the first time.",
            detail("Russian units were used in {uses} turns now."),
        ),
        "russia-rolled": rolled(
            either(
                "loses",
                "Would the war spread to Russia? The die was {rolled}: it did.",
                "Would the war spread to Russia? The die was {rolled}: no.",
            )
        ),
        # -- combat
        "interception-declared": "{side:power} intercepted {against:units} in {area:area} with {units:units}.",
        "combat-begun": "{attackers:units} attacked in {area:area}, against {defenders:units}.",
        "shot-fired": shot_fired,
        "unit-reduced": "{unit:unit} was damaged.",
        "unit-repaired": "{unit:unit} was repaired in {area:area}.",
        "unit-eliminated": choice(
            "why",
            {
                "combat": fallen,
                "cargo": "{unit:unit} was lost with its ship.",
                "stacking": "There was no room for {unit:unit} in {area:area}: it was lost.",
                "korea": "{unit:unit} was lost in Korea.",
                "raid": "{unit:unit} was struck and lost.",
                "revolt": "{unit:unit} was lost to the revolt.",
                "left the war": detail("{unit:unit} left the war."),
            },
        ),
        "game-ended": game_ended,
        "corrected": "The referee corrected the board.",
        **draw_and_resign.SENTENCES,
    }
)
