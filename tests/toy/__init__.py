"""The toy title: small, complete, and only there for tests of the core (see game.py)."""

from .game import GAME

__all__ = ["GAME"]
