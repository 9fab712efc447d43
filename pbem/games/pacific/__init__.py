"""Axis & Allies: Pacific (2001) with the clarifications of 2002."""

from .game import GAME

__all__ = ["GAME"]
