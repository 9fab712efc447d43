"""What a correction by the referee does to a board: changes of its JSON, each at a path of keys (play.repair)."""

from typing import Any

from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import Problem, Refused


def patched(value: Any, patch: Any) -> Any:
    """A JSON object with changes applied, ``[{"at": [keys], "value"?}]``; what is given stays as it is."""
    from copy import deepcopy

    value = deepcopy(value)
    for change in patch:
        *path, name = change["at"]
        inner = value
        try:
            for key in path:
                inner = inner.setdefault(key, {})
            if "value" in change:
                inner[name] = change["value"]
            else:
                inner.pop(name, None)
        except (AttributeError, TypeError):
            raise Refused([Problem("note-patch", reason=f"there is no {'/'.join(map(str, change['at']))}")]) from None
    return value


def corrected(board: Board, fact: Json) -> None:
    """The reducer of the fact ``corrected``, which every title has."""
    board.replace(patched(board.to_json(), fact["patch"]))
