"""Positions whose right answer nobody doubts: where they lie, and what a robot answers there.

A row has a pattern that is seen in the lines of the right answer (``right``), or must not be (``never``), or says who
wins by it at once (``wins``).

    python -m tests.robots.positions positions|kept LEVEL...      what is wrong, and how much is right
"""

import json
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "positions"
KEPT = Path(__file__).parent / "kept"
"""Positions that nobody looks at while he works on robots: python -m tests.robots.positions kept quick"""


def rows(title, folder=FOLDER):
    """The positions of a title."""
    return json.loads((folder / f"{title}.json").read_text(encoding="utf-8"))


TITLES = sorted(path.stem for path in FOLDER.glob("*.json"))


def answered(title, row, level="quick", seed="position"):
    """``(lines of the answer, who wins at once, candidates)`` of a robot in a position; it must be one."""
    from pbem.core.bench.cases import board_at, charter
    from pbem.core.data.canon import th
    from pbem.core.play.feed import Replay
    from pbem.core.rules.engine import Session
    from pbem.core.title.game import load
    from pbem.core.trial.robot import thought
    from pbem.core.trial.search import Pace, Place, Style, rehearsed

    game = load(title)
    board, problems = board_at(game, row["given"])
    assert not problems, (row["id"], [str(one) for one in problems])
    agreed, rest = charter(game, next(iter(game.scenarios)), game.editions[0]), game.rest(board)
    session = Session(game, board)
    stop = session.run(Replay([], []))
    asks = [ask for ask in stop.asks if ask.kind == row["kind"] and ask.power == row["power"]]
    assert asks, (row["id"], stop.why, [(ask.kind, ask.power) for ask in stop.asks])
    step = {"procedure": session.step["procedure"], "args": session.step["args"], "draws": [], "answers": []}
    found = thought(Place(game, agreed, rest, step), board, asks[0], level, th("test", seed))
    once = Style(lambda board, power: 0.0, {row["kind"]: Pace(0, 0, 1)}, {}, game.robot.policy)
    ended = game.result(rehearsed(Place(game, agreed, rest, step), once, asks[0], found.answer, bytes(32)).board)
    return game.kinds[row["kind"]].text(found.answer, asks[0]), (ended or {}).get("winner"), found.candidates


def is_right(row, lines, winner):
    """Whether the lines of an answer, or who wins at once by it, are those that nobody doubts."""
    if "wins" in row:
        return winner == row["wins"]
    text = "\n".join(lines)
    if "never" in row:
        return not re.search(row["never"], text, re.M)
    return bool(re.search(row["right"], text, re.M))


def main(folder, *levels):
    """Tell what robots get wrong, and how much they get right."""
    for level in levels:
        for title in TITLES:
            found = rows(title, Path(__file__).parent / folder)
            made = [(row, *answered(title, row, level)[:2]) for row in found]
            wrong = [(row["id"], lines) for row, lines, winner in made if not is_right(row, lines, winner)]
            print(f"{level}, {title}: {len(found) - len(wrong)} of {len(found)} right", *wrong, sep="\n  ", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
