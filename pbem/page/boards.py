"""Boards that may come of likely answers: what each rehearsal leads to after the dice, the likeliest drawn.

The draws are thrown away: they belong to the head of the game and to nothing that will be drawn.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from pbem.core.data.boards import Board
from pbem.core.data.canon import dumps
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Refused, refusals
from pbem.core.draws.draws import DrawError, ThrowawaySource
from pbem.core.orders import orders
from pbem.core.play.gamefile import GameFile
from pbem.core.rules.engine import fold
from pbem.core.trial.rehearsal import Understood, rehearse, seed_of, understood
from pbem.maps.slots import Filming
from pbem.maps.svg import standing, tinted, untitled

from .links import order_text

RUNS = 8  # rehearsals of an answer
ANSWERS = 6  # of a page, of which boards are drawn
SHOWN = 3  # boards of an answer


class Drawn(NamedTuple):
    """A board as the page has it: what stands in each area, and its ground, by map and area."""

    grounds: dict[tuple[str, str], str]
    counters: dict[tuple[str, str], str]


def boards_html(file: GameFile, asked: Json, tried: str = "") -> Iterator[str]:
    """The boards of the likely answers that depend on dice, each answer's as templates for the program of the page; the
    likeliest of an answer first.  They are made as they are asked for, since a page has room for few.  Before them
    those of orders that the seat wants to try; raises Refused at once."""
    return _boards(file, asked, likely(file, _read(file, asked, tried)) if tried else [])


def _boards(file: GameFile, asked: Json, tried: Sequence[tuple[int, Board, list[str]]]) -> Iterator[str]:
    rows = [
        (place, number, answer["lines"])
        for place, row in enumerate(asked["questions"])
        for number, answer in enumerate(row["answers"])
        if answer["chances"]
    ][:ANSWERS]
    if rows or tried:
        drawing = _Drawing(file)
        yield from drawing.templates("data-tried", tried)
        for place, number, lines in rows:
            if found := _offered(file, asked, lines):
                yield "\n".join(drawing.templates(f'data-question="{place}" data-answer="{number}"', found))


def _offered(file: GameFile, asked: Json, lines: Sequence[str]) -> list[tuple[int, Board, list[str]]]:
    """The boards of an answer that is offered; none if beside what stands it would be asked about, or if a position
    that somebody made has not the counters to go so far."""
    try:
        return likely(file, _read(file, asked, order_text(asked, lines)))
    except (Refused, DrawError):
        return []


def _read(file: GameFile, asked: Json, text: str) -> Understood:
    read, problems = orders.read(text.encode(), file.game, file.powers, asked=file.asked_kinds)
    if refusals(problems):
        raise Refused(problems)
    return understood(file, [{**read.to_json(), "file": "orders"}])


def likely(file: GameFile, order: Understood) -> list[tuple[int, Board, list[str]]]:
    """``[(runs, board after the dice, what is different there)]`` of orders, the likeliest first: that to which
    most runs lead, of several the one that has most in common with the others."""
    found = [_after(file, order, seed_of(file.head, number)) for number in range(RUNS)]
    texts = [dumps(board.to_json()) for board, _ in found]
    runs = Counter(texts)
    often = Counter(one for _, said in found for one in set(said))
    worth = {text: (runs[text], sum(often[one] for one in set(said))) for text, (_, said) in zip(texts, found)}
    boards = dict(zip(texts, found))
    return [(runs[text], *boards[text]) for text in sorted(boards, key=lambda text: worth[text], reverse=True)]


def _after(file: GameFile, order: Understood, seed: str) -> tuple[Board, list[str]]:
    """The board when the step that the orders answer is over, or as far as it goes; what is different, in sentences."""
    steps, game, before = rehearse(file, order, ThrowawaySource(seed)).new_steps(), file.game, file.current_board()
    facts = steps[0]["facts"] if steps else []
    board = fold(game, game.board_from(before.to_json(), file.charter), facts)
    return board, game.telling.changes(before, board, game.telling.say(board), facts)


class _Drawing:
    """Draws what is different on boards of a game."""

    def __init__(self, file: GameFile) -> None:
        self.filming = Filming(file.game)
        self.now = self._drawn(file.current_board())

    def _drawn(self, board: Board) -> Drawn:
        pictures = self.filming.pictures(board)
        return Drawn(
            {(p.name, area["id"]): tinted(area) for p in pictures for area in p.cells},
            {(p.name, area): untitled(text) for p in pictures for area, text in standing(p).items()},
        )

    def templates(self, of: str, found: Sequence[tuple[int, Board, list[str]]]) -> Iterator[str]:
        """The templates of the boards of an answer."""
        for runs, board, said in found[:SHOWN]:
            data = f'{of} data-runs="{runs}" data-of="{RUNS}" data-said="{escape(" ".join(said))}"'
            yield f"<template {data}><svg>{self._changed(board)}</svg></template>"

    def _changed(self, board: Board) -> str:
        """Each area that is different, as it is drawn then."""
        then = self._drawn(board)
        grounds = [
            f'<g data-on="{name}" data-area="{area}">{text}</g>'
            for (name, area), text in then.grounds.items()
            if text != self.now.grounds[name, area]
        ]
        places = sorted(self.now.counters.keys() | then.counters.keys())
        counters = [
            then.counters.get(place, f'<g data-area="{place[1]}"></g>').replace("<g", f'<g data-on="{place[0]}"', 1)
            for place in places
            if then.counters.get(place) != self.now.counters.get(place)
        ]
        return "".join(grounds + counters)
