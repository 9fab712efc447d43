"""pbem new: make a game file."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pbem.core.data.components import read_pack
from pbem.core.data.problems import Refused
from pbem.core.data.tables import Sentences
from pbem.interface.choices import game_of
from pbem.interface.files import secret_path
from pbem.interface.playing import begun, name_of, new_json, referee_anchor
from pbem.interface.robots import check_levels, seated

from .options import arrangement, pairs
from .output import apart, print_json, say
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.charter import Anchor
    from pbem.core.title.game import Game


_say = Sentences(__name__)
AS_AGREED = ("muster", "windows", "hold", "deadline", "closed_answers", "allies_together", "late")
"""Options that the charter has as they are said (core.record.charter.make)."""


@declared("new")
def command(scenario: str, path: str, secret: str | None, as_json: bool, **agreed: Any) -> None:
    """Make a new game of TITLE/SCENARIO and write its game file.

    Without anchors the referee alone rolls (sealed); with an anchor for every seat nobody alone can know or bend a
    die (shared).  The referee's chain is made in GAME.secret, which must stay private.
    """
    import os

    apart(as_json, path)
    if path != "-" and os.path.exists(path):
        raise WrongUsage("exists", path=path)
    charter = _charter(scenario, path, secret_path(path, secret), agreed)
    file = begun(charter, path, agreed["now"])
    if as_json:
        print_json(new_json(file, path))
        return
    _talk(file, path, secret_path(path, secret))


def _charter(scenario: str, path: str, secret: str, agreed: "Json") -> "Json":
    """The charter that the options agree on; `agreed` holds them by name.  The secret file is made last of all."""
    from pbem.core.record import charter as charters

    title, _, scenario = scenario.partition("/")
    game = game_of(title)
    chains = _chains(pairs(agreed["anchors"], "SEAT=ANCHOR"))
    position, text = _position(agreed, game)
    options = {**position.get("options", {}), **pairs(agreed["options"], "K=V")}
    edition = agreed["edition"] or position.get("edition")
    base = position.get("base", "")
    scenario = scenario or (base if base in game.scenarios else "")
    scenario = scenario or next(iter(game.scenarios))
    seats = arrangement(game, agreed["count"], scenario, edition)

    levels, names = pairs(agreed["robots"], "SEAT=LEVEL"), pairs(agreed["names"], "SEAT=NAME")
    check_levels([*levels.values(), *filter(None, [agreed["late"]])])
    names = {**{seat: f"robot ({level})" for seat, level in levels.items()}, **names}

    agree = partial(
        charters.make,
        *(game, agreed["name"] or name_of(path), scenario, edition, options, seats, names, agreed["fair"]),
        referee=not agreed["no_referee"],
        pack=read_pack(agreed["components"], game) if agreed["components"] else None,
        calendar=_calendar(agreed),
        press=not agreed["no_press"],
        **{name: agreed[name] for name in AS_AGREED},
    )
    referee = {} if agreed["no_referee"] else {"referee": charters.BLANK}
    # whatever is refused is refused before a secret is made
    draft = agree(anchors={**chains, **referee}, robots=dict.fromkeys(levels))
    whole = _effective(position, game, draft, agreed["position"], text) if position else None
    if referee:
        referee = {"referee": referee_anchor(secret)}
    robots = {seat: seated(path, seat, level) for seat, level in levels.items()}
    return agree(anchors={**chains, **referee}, position=whole, robots=robots)


def _position(agreed: "Json", game: "Game") -> "tuple[Json, str]":
    """The position from which the game starts, {} without one, and its text."""
    from pbem.core.title.positions import read_position

    return read_position(agreed["position"], game) if agreed["position"] else ({}, "")


def _chains(anchors: Mapping[str, str]) -> "dict[str, Anchor]":
    """The chains of the seats, from what was typed; every anchor that is none is told."""
    from pbem.core.record.charter import anchor_of

    chains, problems = {}, []
    for seat, text in anchors.items():
        try:
            chains[seat] = anchor_of(text)
        except Refused as refused:
            problems += [problem.at(f"--anchor {seat}") for problem in refused.problems]
    Refused.if_any(problems)
    return chains


def _effective(position: "Json", game: "Game", charter: "Json", path: str, text: str) -> "Json":
    """The whole position that the game starts from; what is wrong with it is told with its line."""
    from pbem.core.data.schemas import located
    from pbem.core.title.positions import effective

    try:
        return effective(position, game, charter)
    except Refused as refused:
        raise Refused(located(refused.problems, text, path)) from None


def _calendar(agreed: "Json") -> "Json | None":
    """The days that a seat has for its answers, or None if times are no matter of the charter."""
    if agreed["days"] is None:
        if agreed["extensions"]:
            raise WrongUsage("extensions")
        return None
    found = {
        "days": agreed["days"],
        "grace": agreed["grace"],
        "windows": agreed["absences"],
        "window_days": agreed["absence_days"],
    }
    if agreed["extensions"]:
        found["extensions"] = {**_limits(agreed["extensions"]), "late": agreed["late_extensions"]}
    return found


def _limits(text: str) -> "dict[str, int]":
    """``3/6/12`` as the limits of a charter."""
    import re

    found = re.fullmatch(r"([1-9][0-9]{0,2})/([1-9][0-9]{0,3})/([1-9][0-9]{0,4})", text.strip())
    limits = dict(zip(("once", "seat", "game"), map(int, found.groups()))) if found else {}
    if not limits or limits["once"] > 365 or not limits["once"] <= limits["seat"] <= limits["game"]:
        raise WrongUsage("limits", text=text)
    return limits


def _talk(file: "GameFile", path: str, secret: str) -> None:
    charter = file.charter
    say(_say("made", title=file.game.name, scenario=charter["scenario"], game=file.name, path=path))
    if file.game.is_diceless or charter["fairness"] == "sealed":
        say(_say("diceless" if file.game.is_diceless else "sealed"))
    if charter["referee"]:
        say(_say("secret", path=secret))
    _talk_of_data(file, path)
    say(_say("next", path=path))


def _talk_of_data(file: "GameFile", path: str) -> None:
    """How much of the data is not checked against a printed copy, and what a pack changed."""
    from pbem.core.title.evidence import UNVERIFIED, sources, values

    pack = file.charter.get("pack")
    if pack:
        say(_say("pack", name=pack["name"], version=pack["version"], digest=pack["digest"][:16], path=path))
    count = len(values(file.game, pack, UNVERIFIED))
    if count:
        say(_say("volunteered" if sources(file.game) else "reconstructed", values=count, title=file.game.id))
