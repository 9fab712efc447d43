"""Told back: what was understood of the lines of a mail, in the sentences of the title (`Game.told`)."""

from collections.abc import Iterable

from ..data.json_types import Json
from ..data.text import listed
from ..orders.orderfile import ANY, Item, branches, is_of_a_turn, kinds_of, said
from ..play.parts import Part
from ..title.game import Game

FATES = {"used": "answers now", "kept": "kept for later", "revoked": "undone"}


def understood(game: Game, part: Part) -> Json:
    """What was understood of a Part (play.parts): ``{"told": [sentences], "becomes": words, "typed": lines}``.

    `told` is made from the answer that it gives now, or will give if nothing else happens before; where nobody can
    know yet, it says for which question the line is kept, and what its words were read as.
    """
    later = part.later
    if part.told:
        told, becomes = part.told, FATES.get(part.fate, part.fate)
    elif later and later.told:
        told, becomes = later.told, _moment(part)
    else:
        says = f"It says: {said(part.item, game)}."
        told, becomes = [kept_for(game, part), says], FATES.get(part.fate, part.fate)
        if part.since:
            becomes = f"{becomes}; {_acts_from(part)}"
    return {"told": told, "becomes": becomes, "typed": part.text(game).split("\n")}


def as_typed(parts: Iterable[Part]) -> list[Part]:
    """Parts in the order in which they were typed; a document has its answers first."""
    return sorted(parts, key=lambda part: (part.file, part.at))


def _moment(part: Part) -> str:
    """When a line answers that is kept: this turn, or only from a later entry on, if nothing else happens."""
    if part.since:
        return f"{_acts_from(part)}; as things stand, it would answer so"
    if "verb" in part.item:
        return "it is heard this turn, as things stand"
    return "kept for later: as things stand, it will answer so this turn"


def _acts_from(part: Part) -> str:
    return f"it acts from entry {part.since} on"


def kept_for(game: Game, part: Part) -> str:
    """For which question a line is kept."""
    power = game.names.within(part.item["power"])
    if "verb" in part.item:
        return f"A petition of {power}."
    if part.item.get("when") == ANY:
        return f"Whatever we ask {power} in the turn that it is for."
    if part.is_standing:
        often = "The next time in its turn" if is_of_a_turn(part.item) else "Each time"
        kinds, template = [part.item["when"]], often + " that we ask {power} {waiting}{scope}."
    else:
        kinds, template = kinds_of(branches(part.item)), "When we ask {power} {waiting}{scope}."
    waiting = listed(list(dict.fromkeys(game.kinds[name].waiting for name in kinds)), "or")
    return template.format(power=power, waiting=waiting, scope=_scope(game, part.item))


def _scope(game: Game, item: Item) -> str:
    """For which place, round and turn a line is."""
    words = ["in {place}".format(place=game.names.show(item["where"]))] if "where" in item else []
    words += ["in round {number}".format(number=item["round"])] if "round" in item else []
    return "".join(f", {one}" for one in words)
