"""The table of what a board holds: a sentence each, what is put can be looked at, what is strange is refused."""

import pytest

from pbem.core.data.fields import Vocabulary
from pbem.core.data.state_fields import State
from pbem.core.record import charter as charters
from pbem.core.title import queries
from pbem.core.title.game import load, titles
from pbem.core.title.table import Field, Table


@pytest.mark.parametrize("title", titles())
def test_every_query_is_told_in_a_sentence(title):
    for row in queries.described(load(title)):
        assert row["text"][:1].strip() and row["text"].endswith((".", ")", "…")), row


def fresh():
    game = load("pacific")
    return game.new_board(charters.make(game, "table", "standard", anchors={}))


@pytest.mark.parametrize(
    "name, value",
    [
        ("vp", 7),
        ("japan.money", 40),
        ("guam.control", "japan"),
        ("guam.complex", True),
        ("phase", "combat"),
        ("round", 3),
    ],
)
def test_what_is_put_is_what_the_query_tells(name, value):
    board, game, table = fresh(), load("pacific"), load("pacific").table
    assert table.put(board, name, value)
    assert queries.ask(game, board, name) == value
    field = table.fields[name.rpartition(".")[2]]
    written = table.written(board, fresh())
    assert written[field.part][name if field.part != "control" else name.partition(".")[0]] == value


@pytest.mark.parametrize(
    "name, value",
    [
        ("vp", -1),
        ("vp", True),
        ("vp", "7"),
        ("japan.vp", 7),
        ("money", 7),
        ("atlantis.money", 7),
        ("nowhere.control", "japan"),
        ("guam.control", "atlantis"),
        ("guam.complex", 1),
        ("phase", "breakfast"),
        ("burma-road", 1),
        ("winner", "axis"),
        ("flights", []),
        ("weather", 1),
        ("", 1),
        (".", 1),
    ],
)
def test_what_cannot_stand_there_is_refused_and_changes_nothing(name, value):
    board = fresh()
    assert not load("pacific").table.put(board, name, value)
    assert board.to_json() == fresh().to_json()


def size(board):
    return len(board)


def test_a_field_without_a_way_to_put_it_is_only_looked_at():
    table = Table(State(Vocabulary({})), Field("size", size), said={"size": "How much there is."})
    assert not table.put([], "size", 3) and table.queries()["size"]([1]) == 1
    assert table.written([1], []) == {"at": {}, "set": {}, "control": {}}


@pytest.mark.parametrize("names", [["japan.money", "vp"], ["vp", "japan.money"], ["money.japan", "vp"]])
def test_a_part_of_a_position_is_put_in_the_order_of_the_table_and_says_what_is_wrong(names):
    board = fresh()
    given = {**dict.fromkeys(names, 5), "nonsense": 5, "uk.money": 5}
    assert load("pacific").table.read(board, "set", given) == [("nonsense", 5), ("uk.money", 5)]
    assert board.vp == board.money["japan"] == 5
