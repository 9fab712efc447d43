"""Boards that may come of likely answers: sampled, the likeliest first, and drawn as what is different on the map."""

import re

import pytest

from pbem.core.data.canon import dumps
from pbem.maps.slots import Filming
from pbem.maps.svg import standing, tinted, untitled
from pbem.page import boards, turn
from pbem.page.asking import asking
from pbem.page.links import order_text
from tests.page.test_turn import stops

TITLES = ("red-dragon", "pacific", "cataclysm")


@pytest.fixture(scope="module", params=TITLES)
def rolled(request):
    """``(file, seat, what it is asked)`` at the first stop of a random game with likely answers that depend on dice."""
    for file in stops(request.param):
        for seat in file.charter["seats"]:
            asked = {**asking(file, seat), "address": ""}
            if any(answer["chances"] for row in asked["questions"] for answer in row["answers"]):
                return file, seat, asked
    raise AssertionError


def orders(file, asked):
    lines = next(answer["lines"] for row in asked["questions"] for answer in row["answers"] if answer["chances"])
    return boards._read(file, asked, order_text(asked, lines))


def test_every_run_leads_to_a_board_and_no_board_is_likelier_than_the_first(rolled):
    file, _, asked = rolled
    before = dumps(file.current_board().to_json())
    found = boards.likely(file, orders(file, asked))
    assert sum(runs for runs, *_ in found) == boards.RUNS
    assert found[0][0] == max(runs for runs, *_ in found)
    assert len({dumps(board.to_json()) for _, board, _ in found}) == len(found)
    assert dumps(file.current_board().to_json()) == before
    again = boards.likely(file, orders(file, asked))
    assert [(row[0], row[1].to_json()) for row in again] == [(row[0], row[1].to_json()) for row in found]


def test_what_is_drawn_on_the_map_makes_it_the_map_of_that_board(rolled):
    file, _, asked = rolled
    drawing, filming = boards._Drawing(file), Filming(file.game)
    for runs, board, said in boards.likely(file, orders(file, asked)):
        [template] = drawing.templates("", [(runs, board, said)])
        shown = {**drawing.now.counters}, {**drawing.now.grounds}
        for on, area, inner in re.findall(
            r'<g data-on="(.*?)" data-area="(.*?)">(.*?)</g>(?=<g data-on|</svg>)', template
        ):
            shown["<use" in inner[:4]][on, area] = inner
        wanted = {(p.name, area): untitled(text) for p in filming.pictures(board) for area, text in standing(p).items()}
        counters = {place: inner for place, text in shown[0].items() if (inner := _inside(text))}
        assert counters == {place: _inside(text) for place, text in wanted.items()}
        assert shown[1] == {(p.name, area["id"]): tinted(area) for p in filming.pictures(board) for area in p.cells}


def _inside(text):
    return re.sub(r"^<g data-area=[^>]*>(.*)</g>$", r"\1", text)


@pytest.mark.parametrize("rolled", TITLES[:1], indirect=True)
def test_a_page_without_room_for_boards_is_made_without_them(rolled, monkeypatch):
    file, seat, _ = rolled
    page = turn.turn_page(file, seat)
    assert "<template" in page and page == turn.turn_page(file, seat)
    monkeypatch.setattr(turn, "SENT", 1)
    monkeypatch.setattr(boards, "likely", pytest.fail)  # nor is an answer rehearsed
    assert "<template" not in turn.turn_page(file, seat)
