"""Answer to sentence: what a seat has ordered, told back from the answer itself and never from the line as typed."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Fields, Sentence, Teller, Words, answers, choice, each, either, teller, told
from pbem.core.data.text import counted, listed
from pbem.core.orders import draw_and_resign

from .printed import Say

STANCES = {
    "SA": "fight on until only aircraft are left, which then leave",
    "SAAC": "leave before any aircraft could be lost",
    "TAAC": "fight on, and keep one unit that can take the place to the last",
    "KAAC": "fight on to the end",
    "WI": "fight one round at most",
}
GOES = {"air": "flies|fly", "sea": "sails|sail"}


def purchase(fields: Fields, say: Say) -> Words:
    bought = [
        {"nation": nation, "units": units, "cost": say.cost(units)}
        for nation, units in fields["answer"].items()
        if any(units.values())
    ]
    return BOUGHT({**fields, "answer": bought}, say)


BOUGHT = each("{nation:nation} buys {units:types} for {cost:# IPC|# IPCs}.", "{power:power} buys nothing.")


def split_convoys(fields: Fields, say: Say) -> str:
    shares = [f"{counted(amount, 'IPC')} to {say.nation(nation)}" for nation, amount in fields["answer"].items()]
    return f"The convoy income goes {listed(shares)}."


# -- moves -------------------------------------------------------------------------------------------------------------


def move(item: Json, say: Say) -> str:
    """``2 British infantry go from Hong Kong to Kwangsi``; ships sail, aircraft fly, and the way is told."""
    path = item["path"]
    if len(set(path)) == 1:
        return told("{units:units} {units:stays|stay} in {path[0]:area}.", say, item)
    fields = {**item, "goes": GOES.get(say.medium(item["units"]), "goes|go"), "way": path[1:-1]}
    by = ", by way of {way:areas}" if len(path) > 2 else ""
    return told("{units:units} {units:{goes}} from {path[0]:area} to {path[-1]:area}" + by + ".", say, fields)


def with_cargo(sentence: Sentence) -> Teller:
    """What tells of so many ships, and of the cargo of all of them together."""
    tells = teller(sentence)

    def told_of(item, say):
        cargo = {token: count * item["count"] for token, count in item["cargo"].items()}
        return tells({**item, "cargo": cargo, "ships": say.unit(item["ship"], item["count"])}, say)

    return told_of


def program(item: Json, say: Say) -> str:
    """What is said beforehand about a battle (PRG-1)."""
    said = item["program"]
    parts = [STANCES[said["stance"]]] if said.get("stance") else []
    if said.get("losses"):
        parts.append(f"lose first {listed([say.type(one) for one in said['losses']], 'then')}")
    parts += _retreat_of(said.get("retreat"), say)
    if said.get("submerge"):
        parts.append(f"submerge {counted(said['submerge'], 'submarine')}")
    if not parts:
        return told("In {area:area} by the published program.", say, item)
    return told("In {area:area}: {parts}.", say, {**item, "parts": "; ".join(parts)})


def _retreat_of(retreat: Json | None, say: Say) -> list[str]:
    if retreat is None:
        return []
    text = f"retreat to {say.area(retreat['to'])}" if "to" in retreat else "retreat"
    if "after" in retreat:
        text += f" after {counted(retreat['after'], 'round')}"
    if "below" in retreat:
        text += f" with fewer than {counted(retreat['below'], 'unit')}"
    return [text]


MOVES = each(
    choice(
        "go",
        {
            "move": move,
            "raid": "{units:units} {units:flies|fly} from {path[0]:area} to bomb the complex in {path[-1]:area}.",
            "patrol": "{units:units} {units:goes|go} on patrol from {path[0]:area} over {path[-1]:area}.",
            "load": with_cargo(
                either(
                    lambda item: item["area"] == item["zone"],
                    "{cargo:units} {cargo:boards|board} {ships} in {zone:area}.",
                    "{cargo:units} from {area:area} {cargo:boards|board} {ships} in {zone:area}.",
                )
            ),
            "unload": with_cargo("{cargo:units} {cargo:lands|land} in {area:area} from {ships} in {zone:area}."),
            "bombard": "{units:units} in {zone:area} {units:bombards|bombard} {area:area} before the landing.",
            "battles": "The battles are fought in this order: {areas:areas}.",
            "program": program,
        },
    ),
    "{power:power} moves nothing.",
)


# -- battles -----------------------------------------------------------------------------------------------------------


def press(fields: Fields, say: Say) -> list[Any]:
    dive = "{submerge:# submarine|# submarines} {submerge:submerges|submerge}."
    return [PRESS(fields, say), *([told(dive, say, fields)] if fields["answer"].get("submerge") else [])]


PRESS = choice(
    "do",
    {
        "fight": "{power:power} fights on in {area:area}.",
        "leave": "The aircraft leave the battle in {area:area}; the others fight on.",
        "retreat": either(
            lambda fields: "to" in fields["answer"],
            "{power:power} retreats from {area:area} to {to:area}.",
            "{power:power} retreats from {area:area}.",
        ),
    },
)
ANSWERS = {
    **answers(
        {
            "bid": each(
                "With its bid {power:power} places {units:units} in {area:area}.",
                "{power:power} keeps the money of its bid.",
            ),
            "split-convoys": split_convoys,
            "purchase": purchase,
            "placement": each(
                "{nation:nation} places {units:types} in {area:area}.",
                "{power:power} places nothing.",
            ),
            "combat-moves": MOVES,
            "noncombat-moves": MOVES,
            "land-patrol": each(
                "{count:# fighter|# fighters} on patrol over {zone:area} {count:lands|land} in {area:area}.",
                "No patrol is told where to land.",
            ),
            "kamikaze": each(
                "{count:# kamikaze|# kamikazes} {count:strikes|strike} at {target:unit} in {zone:area}.",
                "No kamikaze is declared.",
            ),
            "intercept": either(
                "answer",
                "{answer:# fighter|# fighters} {answer:meets|meet} the raid on {area:area}.",
                "No fighter meets the raid on {area:area}.",
            ),
            "next-battle": "The battle in {answer:area} comes next.",
            "landing": choice(
                "answer",
                {"land": "The troops land in {area:area}.", "call-off": "The landing in {area:area} is called off."},
            ),
            "submerge": either(
                "answer",
                "{answer:# submarine|# submarines} in {zone:area} {answer:submerges|submerge}.",
                "No submarine in {zone:area} submerges.",
            ),
            "losses": "Lost in {area:area}: {answer:units}.",
            "press": press,
            "stranded": "A fighter over {zone:area} lands in {answer:area}.",
            "claim": "{area:area} goes to {answer:nation}.",
        }
    ),
    **draw_and_resign.ANSWERS,
}
PETITIONS = draw_and_resign.PETITIONS
