"""The toy title for four and five seats."""

from ..game import GAME_OF_FIVE as GAME

__all__ = ["GAME"]
