"""A robot: a player like any other, who knows the public file and his own chain, and nothing else.

What it answers is a function of the head of the game, its seat, its level and, where it holds the seat on record, the
link of its chain for the entry: whoever has these makes the same answers again.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import th
from ..data.json_types import Json
from ..data.problems import Problem, Refused
from ..orders.orderfile import Order
from ..play.gamefile import GameFile
from ..record.now import asks_of
from ..rules.requests import Ask
from .players import best
from .robots import answer_to, blank_order
from .search import Candidate, Place, Style, searched

REVISION = 4
"""Of the robots: it rises when one of them could answer otherwise."""
LEVELS = {"quick": 1, "steady": 4, "strong": 16}
"""How many times the pace of its title a robot thinks."""
MOST_TOLD = 6  # candidates among the reasons


class Thought(NamedTuple):
    """An answer, and what it was chosen from: the candidates, the best first; none where nothing was searched."""

    ask: Ask
    answer: Any
    candidates: list[Candidate]


def thought(place: Place, board: Board, ask: Ask, level: str, seed: bytes) -> Thought:
    """What a robot answers to a question on a board."""
    style: Style | None = place.game.robot
    if not ask.is_open and len(ask.options) == 1:
        return Thought(ask, ask.options[0], [])
    if style is None or ask.kind not in style.paces:
        return Thought(ask, best(place.game, board, ask).answer, [])
    found = searched(place, style, board, ask, th("robot", seed, ask.question), LEVELS[level])
    return Thought(ask, found[0].answer, found)


def check_level(level: str) -> None:
    """Raise Refused for a level that there is none of."""
    if level not in LEVELS:
        raise Refused([Problem("robot-level", named=level, levels=[*LEVELS])])


def thoughts(file: GameFile, seat: str, level: str, link: bytes = b"") -> Iterator[Thought]:
    """What a robot answers to all that its seat is asked at the head."""
    check_level(level)
    place, board = Place(file.game, file.options, file.state["rest"], file.state["step"]), file.current_board()
    seed = th("robot-seed", file.head, seat, level, link)
    return (thought(place, board, ask, level, seed) for ask in asks_of(file, seat))


def answered(file: GameFile, seat: str, level: str, link: bytes = b"") -> Order:
    """The order document of a robot for the entry that is due; asked for nothing, it says that it is ready."""
    found = enumerate(thoughts(file, seat, level, link), 1)
    order = blank_order(file, seat) | {"answers": [answer_to(file, one.ask, one.answer, n) for n, one in found]}
    return {**order, **({} if order["answers"] else {"ready": True}), **({"link": link.hex()} if link else {})}


def reasons(file: GameFile, found: Iterable[Thought]) -> list[Json]:
    """Why a robot answers so, as data (schemas/robot.schema.json)."""
    return [
        {
            "power": one.ask.power,
            "kind": one.ask.kind,
            "rule": one.ask.rule,
            "lines": file.game.kinds[one.ask.kind].text(one.answer, one.ask),
            "candidates": [
                {
                    "origin": row.origin,
                    "lines": file.game.kinds[one.ask.kind].text(row.answer, one.ask),
                    "mean": row.mean,
                    "rehearsals": len(row.values),
                    "vetoes": row.vetoes or [],
                }
                for row in one.candidates[:MOST_TOLD]
            ],
        }
        for one in found
    ]
