"""The sentence of each fact: a story for people, with printed names.  Nothing is computed here but words."""

from pbem.core.data.sentences import Teller, Words, choice, detail, either, sentences, told
from pbem.core.data.text import listed
from pbem.core.orders import draw_and_resign
from pbem.core.rules.facts import Fact

from .printed import Say

WINS = {"axis": "Japan wins {why}.", "allies": "The Allies win {why}."}
BY = {
    "points": "with its victory points",
    "income": "because Japan's income has collapsed",
    "capital": "by holding an enemy capital",
    "concession": "because the other side concedes",
}
MARKS = {  # what a unit that gets it has become
    "!": "Damaged in {area:area}: {units:units}.",
    "~": "Submerged in {area:area}: {units:units}.",
    "#": "Sent up from {area:area} to meet the raid: {units:units}.",
}


def game_ended(fact: Fact, say: Say) -> str:
    if fact["winner"] is None:
        return "The game ends in a draw, as all have agreed."
    return told(WINS[fact["winner"]], say, {"why": BY[fact["why"]]})


def points_changed(fact: Fact, say: Say) -> str:
    fields = {**fact, "verb": "gains" if fact["by"] > 0 else "loses", "points": abs(fact["by"])}
    return told("Japan {verb} {points:# victory point|# victory points} and has {total}.", say, fields)


def convoys_split(fact: Fact, say: Say) -> str:
    parts = [f"{amount} to {say.nation(nation)}" for nation, amount in fact["share"].items() if amount]
    return told("The British convoys bring {pool:# IPC|# IPCs}: {parts}.", say, {**fact, "parts": listed(parts)})


# -- units ---------------------------------------------------------------------------------------------------


def units_changed(fact: Fact, say: Say) -> str | None:
    for mark, template in MARKS.items():
        units = {token: n for token, n, key in fact["units"] if mark in key and mark not in token}
        if units:
            return told(template, say, {**fact, "units": units})
    return None


def units_moved(fact: Fact, say: Say) -> Words:
    path = fact["path"]
    fields = {"path": path, "way": path[1:-1], "units": {token: n for token, n, _key in fact["units"]}}
    if any("^" in key and "^" not in token for token, _n, key in fact["units"]):
        return told("On patrol over {path[-1]:area}: {units:units}.", say, fields)
    if len(path) == 1:
        return detail("At {path[0]:area}: {units:units}.")(fields, say)
    by = " by {way:areas}" if len(path) > 2 else ""
    return told("{path[0]:area}" + by + " to {path[-1]:area}: {units:units}.", say, fields)


def with_cargo(template: str) -> Teller:
    """What is told of the cargo of all ships of a fact together."""

    def tells(fact, say):
        cargo = {token: n * fact["count"] for token, n in fact["cargo"].items()}
        return told(template, say, {**fact, "cargo": cargo})

    return tells


# -- combat ----------------------------------------------------------------------------------------------------


def dice_rolled(fact: Fact, say: Say) -> Words:
    return DICE({**fact, "who": say.shots(fact["shots"], fact["dice"])}, say)


DICE = choice(
    "what",
    {
        "attack": "The attacker fires: {who}, {hits:# hit|# hits}.",
        "defence": "The defender fires: {who}, {hits:# hit|# hits}.",
        "antiaircraft": "Antiaircraft guns fire ({dice:dice}), {hits:# hit|# hits}.",
        "bombardment": "The ships bombard: {who}, {hits:# hit|# hits}.",
        "first strike": "Submarines strike first: {who}, {hits:# hit|# hits}.",
        "kamikaze": "Kamikazes dive at {shots[0][0]:unit} ({dice:dice}), {hits:# hit|# hits}.",
        "interception": "The interceptors fire: {who}, {hits:# hit|# hits}.",
        "escort": "The escorts fire: {who}, {hits:# hit|# hits}.",
    },
)


def forces_met(fact: Fact, say: Say) -> str:
    story = told("{attackers:units} {attackers:meets|meet} {defenders:units}.", say, fact)
    chances = say.odds(fact)
    return f"{story} {chances}" if chances else story


def battle_ended(fact: Fact, say: Say) -> str:
    """With how lucky each side was: hits scored against hits to be expected of these dice."""
    when = "after {rounds:# round|# rounds}" if fact["rounds"] else "before its first round"
    lucks = [say.luck(side, row) for side, row in sorted(fact["luck"].items())]
    return " ".join([told("The battle of {area:area} is over " + when + ".", say, fact), *lucks])


def kamikazes_declared(fact: Fact, say: Say) -> str:
    parts = [f"{one['count']} at {say.unit(one['target'])} ({say.area(one['zone'])})" for one in fact["attacks"]]
    return told("Japan sends kamikazes: {parts}.", say, {"parts": listed(parts)})


SENTENCES = sentences(
    {
        "corrected": "The referee corrected the board.",
        **draw_and_resign.SENTENCES,
        "turn-begun": None,
        "phase-begun": None,
        "game-ended": game_ended,
        "money-changed": choice(
            "why",
            {
                "income": "{nation:nation} receives {by:# IPC|# IPCs} (income).",
                "convoys": "{nation:nation} receives {by:# IPC|# IPCs} (convoy income).",
                "bid": "{nation:nation} receives {by:# IPC|# IPCs} (what is left of the bid).",
            },
        ),
        "units-bought": "{nation:nation} buys {units:types} for {cost:# IPC|# IPCs}.",
        "recruits-raised": either(
            "road",
            "China raises {count} infantry; the Burma Road is open.",
            "China raises {count} infantry; the Burma Road is closed.",
        ),
        "capital-plundered": "{to:nation} plunders {amount:# IPC|# IPCs} from {from:nation}.",
        "points-changed": points_changed,
        "complex-bombed": "Bombs on {area:area} ({dice:dice}): {nation:nation} loses {lost:# IPC|# IPCs}.",
        "convoys-split": convoys_split,
        "bid-spent": "{power:power} has placed its bid and keeps {left:# IPC|# IPCs}.",
        "conceded": "{power:power} concedes.",
        "units-placed": "New in {area:area}: {units:units}.",
        "complex-built": "{nation:nation} builds an industrial complex in {area:area}.",
        "purchase-forfeited": "{nation:nation} cannot place what is left of its purchase.",
        "units-removed": choice(
            "why",
            {
                "lost": "Lost in {area:area}: {units:units}.",
                "antiaircraft": "Shot down over {area:area}: {units:units}.",
                "first strike": "Sunk by submarines in {area:area} before they can fire: {units:units}.",
                "nowhere to land": "Lost over {area:area}, with nowhere to land: {units:units}.",
                "no field": "Lost with their field in {area:area}: {units:units}.",
                "captured": "Captured in {area:area}: {units:units}.",
            },
        ),
        "losses-agreed": choice(
            "how",
            {
                "silence": detail("Neither ally names losses in {area:area}: they fall in the published order."),
                "one": detail("One ally names the losses in {area:area}, and the other says nothing."),
                "all": detail("The allies agree on the losses in {area:area}."),
                "attacker": detail("The allies do not agree on the losses in {area:area}: the attacker chooses."),
            },
        ),
        "units-changed": units_changed,
        "units-moved": units_moved,
        "units-loaded": with_cargo("Aboard in {zone:area}: {cargo:units}."),
        "units-landed": with_cargo("Ashore in {area:area}: {cargo:units}."),
        "landing-declared": with_cargo("To land in {area:area} from {zone:area}: {cargo:units}."),
        "bombardment-declared": "To bombard {area:area}: {units:units}.",
        "raid-declared": "{area:area} is to be bombed.",
        "program-given": detail("A battle program is given for {area:area}."),
        "battles-ordered": detail("Battles are to be fought in this order: {areas:areas}."),
        "battle-begun": "The battle of {area:area}.",
        "dice-rolled": dice_rolled,
        "forces-met": forces_met,
        "program-followed": choice(
            "why",  # whoever has given a program fights no further round
            {
                "losses": detail("In {area:area} the losses fall as the program says."),
                "fight": detail("In {area:area} the fight goes on, as the stance of the program says."),
                "hopeless": "In {area:area} nothing that is left must be expected to hit as much as it loses: its "
                "owner lets it go.",
                "condition": "In {area:area} it has come to what the program says of leaving.",
                "stance": "In {area:area} it has come to what the stance of the program says of leaving.",
            },
        ),
        "retreated": either(
            "to",
            "Retreat from {area:area} to {to:area}: {units:units}.",
            "Out of the battle of {area:area}: {units:units}.",
        ),
        "battle-ended": battle_ended,
        "kamikazes-declared": kamikazes_declared,
        "control-changed": "{area:area} passes from {before:nation} to {to:nation}.",
        "convoy-changed": "The convoy of {zone:area} is now controlled by {to:nation}.",
        "capital-taken": "{area:area} is a capital: held to {power:power}'s next turn it decides the game.",
        "capital-freed": "The capital {area:area} is free again.",
        "income-collected": detail("The chart shows {amount} IPCs for {nation:nation}."),
        # their neighbours tell these
        **dict.fromkeys(
            (
                "fighters-on-deck",
                "units-ready",
                "ships-done",
                "landing-ended",
                "flight-over-guns",
                "flights-done",
                "raid-ended",
                "kamikazes-done",
            )
        ),
    }
)
