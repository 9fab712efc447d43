"""Players from a CSV file: a row each in the order of their seeding, below a row with the names of the columns."""

import csv

from pbem.core.data import store
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.text import listed

from .shapes import Player

MOST_BYTES = 2**20
COLUMNS = ("id", "name", "team")


def read_players(path: str) -> list[Player]:
    """The players of a file, as they stand in a tournament.  Raises Refused with every row that does not hold."""
    rows = csv.DictReader(store.read_text(path, MOST_BYTES).removeprefix("\ufeff").splitlines())
    columns = [name.strip().lower() for name in rows.fieldnames or ()]
    if not {"id", "name"} <= set(columns) <= set(COLUMNS) or len(set(columns)) < len(columns):
        raise Refused([Problem("roster-columns", where=f"{path}:1", found=listed(columns))])
    rows.fieldnames = columns
    players: list[Player] = []
    problems = []
    for row in rows:
        cells = {column: (row[column] or "").strip() for column in columns}
        if None in row or not cells["id"] or not cells["name"]:
            problems.append(Problem("roster-row", where=f"{path}:{rows.line_num}"))
            continue
        player: Player = {"id": cells["id"], "name": cells["name"]}
        if cells.get("team"):
            player["team"] = cells["team"]
        players.append(player)
    Refused.if_any(problems)
    return players
