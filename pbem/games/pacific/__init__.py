"""Axis & Allies: Pacific (2001) with the clarifications of 2002.

What stands in APART needs no rules, kinds and words of the title (core.title.game.part_of); so GAME, which is all of
them, is imported when it is asked for.
"""

from importlib import import_module

from pbem.core.title.game import Game

__all__ = ["APART", "GAME"]

APART = {"odds": "words.assess", "names": "board.names:make_names()"}


def __getattr__(name: str) -> Game:
    if name != "GAME":
        raise AttributeError(name)
    return import_module(".game", __name__).GAME
