"""Told back: what was understood of the lines of a mail, in the sentences of the title (`Game.told`)."""

from collections.abc import Iterable

from ..data.json_types import Json
from ..data.tables import Sentences
from ..orders.orderfile import ANY, Item, branches, is_of_a_turn, kinds_of, said
from ..play.parts import Part
from ..title.game import Game

_say = Sentences(__name__)
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
        says = _say("says", line=said(part.item, game))
        told, becomes = [kept_for(game, part), says], FATES.get(part.fate, part.fate)
        if part.since:
            becomes = _say("fate-from", fate=becomes, entry=part.since)
    return {"told": told, "becomes": becomes, "typed": part.text(game).split("\n")}


def as_typed(parts: Iterable[Part]) -> list[Part]:
    """Parts in the order in which they were typed; a document has its answers first."""
    return sorted(parts, key=lambda part: (part.file, part.at))


def _moment(part: Part) -> str:
    """When a line answers that is kept: this turn, or only from a later entry on, if nothing else happens."""
    return _say("from" if part.since else "heard" if "verb" in part.item else "this-turn", entry=part.since)


def kept_for(game: Game, part: Part) -> str:
    """For which question a line is kept."""
    power, kinds = game.names.within(part.item["power"]), list[str]()
    if "verb" in part.item:
        name = "petition"
    elif part.item.get("when") == ANY:
        name = "whatever"
    elif part.is_standing:
        name, kinds = "in-turn" if is_of_a_turn(part.item) else "each-time", [part.item["when"]]
    else:
        name, kinds = "when", kinds_of(branches(part.item))
    waiting = list(dict.fromkeys(game.kinds[kind].waiting for kind in kinds))
    return _say(name, power=power, waiting=waiting, scope=_scope(game, part.item))


def _scope(game: Game, item: Item) -> str:
    """For which place, round and turn a line is."""
    place = _say("scope-place", place=game.names.show(item["where"])) if "where" in item else ""
    return place + (_say("scope-round", number=item["round"]) if "round" in item else "")
