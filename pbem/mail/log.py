"""What came to a desk, and what became of it: for the referee, who is answerable for every message."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .letterbox import Letterbox, games_in
from .no_game_inbox import NoGameInbox

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


_TOLD = ("n", "at", "from", "seat", "verdict", "why")  # of a row of arrivals


def came(paths: Sequence[str], folder: str | None = None) -> "list[Json]":
    """``[{"game", "n", "at", "from", "seat", "verdict", "why", "raw"}]`` of games, and of what names none of a
    folder's; in the order in which it came."""
    found = dict(games_in(folder)) if folder else {}
    found.update({os.path.basename(path).removesuffix(".json"): path for path in paths})
    boxes = [(name, Letterbox.open(path)) for name, path in found.items()]
    rows = [_row(name, box, row) for name, box in boxes for row in box.arrivals]
    if folder:
        unsorted = NoGameInbox(folder)
        none = {"game": None, "n": None, "seat": None, "verdict": "no-game"}
        for row in unsorted.rows:
            raw = os.path.join(unsorted.folder, "raw", f"{row['digest'][:32]}.eml")
            rows.append({**none, **{name: row[name] for name in _TOLD if name in row}, "raw": raw})
    return sorted(rows, key=lambda row: (row["at"], row["game"] or "", row["n"] or 0))


def _row(name: str, box: Letterbox, row: "Json") -> "Json":
    return {"game": name, **{name: row[name] for name in _TOLD}, "raw": box.path("raw", f"{row['n']:06}.eml")}
