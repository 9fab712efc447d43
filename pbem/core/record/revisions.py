"""Revisions of a title's rules: which of them are played here, and what was agreed before a ruling could be switched.

A charter pins the revision.  A title says in `switched` what each later revision changed, if that is a new option and
nothing else: ``{2: {"who-falls": "owner"}}``, the value by which games of the revision before were played.  Such games
are played on as they were.  Of a revision that changed anything besides, nothing is said there, and games of the ones
before are not played on by this program; what was played can be read and verified as long as the rules come to the
same (docs/record.md).
"""

from collections.abc import Iterator
from functools import cache

from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..title.game import Game, load
from .charter import MISSING, Charter
from .state import State


def check_plays(game: Game, charter: Charter, state: State) -> None:
    """Raise BrokenFile (exit code 5) unless the next entry is one of a revision that this program plays."""
    wanted = state["revision"]
    if wanted > game.revision or any(later not in game.switched for later in range(wanted + 1, game.revision + 1)):
        n, agreed = state["n"] + 1, {"wanted": state["revision"], "program": charter["program"]}
        fields = {"n": n, "title": game.id, "installed": game.revision, **agreed}
        raise BrokenFile(Problem("revision-gone", level=MISSING, where=f"entry {n}", **fields))


def old_values(game: Game, charter: Charter) -> Json:
    """``{option: value}`` of the options that there were not yet when a charter was agreed."""
    found: Json = {}
    for later in range(charter["revision"] + 1, game.revision + 1):
        found.update(game.switched.get(later, {}))
    return {name: value for name, value in found.items() if name not in charter["options"]}


def unknown_options(game: Game, charter: Charter, agreed: Json, where: str) -> Iterator[Problem]:
    """The options that came into the rules, or went, since a game was agreed: why a line may come out otherwise."""
    for name in sorted(game.options.keys() - agreed.keys() - old_values(game, charter).keys()):
        yield Problem("option-unknown", level=MISSING, where=where, title=game.id, option=name)
    for name in sorted(agreed.keys() - game.options.keys()):
        yield Problem("option-gone", level=MISSING, where=where, title=game.id, option=name, value=agreed[name])


def as_agreed(game: Game, charter: Charter) -> Game:
    """The Game for a charter: one that gives each option which there was not yet the value by which games were played.

    What is recorded stays as it was: such an option stands in no state until a note agrees on it."""
    old = old_values(game, charter)
    if not old:
        return game

    def filled(charter: Charter) -> Charter:
        return {**charter, "options": {**old, **charter.get("options", {})}}  # of a board alone only the pack is told

    @cache
    def on_board() -> Json:
        """The old values of options that a board tells; made of a board once, for every rest point asks."""
        known = game.new_board(filled(charter)).to_json().get("options", {})
        return {name: known[name] for name in old if name in known}

    def board_from(value: Json, charter: Charter | None = None) -> Board:
        if "options" in value:
            value = {**value, "options": {**on_board(), **value["options"]}}
        return game.board_from(value, filled(charter) if charter else None)

    def rest(board: Board) -> Json:
        value, before = board.to_json(), on_board()
        if "options" not in value:
            return value
        kept = {name: one for name, one in value["options"].items() if name not in before or before[name] != one}
        return {**value, "options": kept}

    changed = {"new_board": lambda charter: game.new_board(filled(charter)), "board_from": board_from, "rest": rest}
    return Game(**{**game.__dict__, **changed})


def title_of(charter: Charter) -> Game:
    """The Game of a charter: with what it was agreed by where the rules have a later revision; and with a component
    pack that has names of its own, a Game that knows them."""
    game = as_agreed(load(charter["title"]), charter)
    pack = charter.get("pack")
    if not pack or not hasattr(game, "names_of"):
        return game
    return Game(**{**game.__dict__, "names": game.names_of(pack)})
