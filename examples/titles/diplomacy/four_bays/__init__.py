"""Four Bays, for three: the rules of Diplomacy on another map.  What is not here is taken from the classic package."""

from importlib.util import find_spec

__path__ += find_spec("classic_diplomacy").submodule_search_locations

from .game import GAME  # noqa: E402, F401
