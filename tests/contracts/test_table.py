"""What a board holds stands in one table: attribute by attribute, with a way to set it, or why there is none; and a
position says all of it."""

import json

import pytest

from pbem.core.data.boards import Board
from pbem.core.data.canon import dumps
from pbem.core.title import positions, queries
from pbem.core.title.table import PARTS


def rests(contract):
    """The boards at the rest points of a game of robots, the last one included."""
    file = contract.play_file(contract.seeds[0])
    board = file.first_board()
    for number, step in file.story():
        file.apply(board, number, step)
        if not step.get("open"):
            yield file, board


def test_every_attribute_of_a_board_is_declared(contract):
    state, board = contract.game.table.state, contract.game.new_board(contract.charter)
    own = {name for one in type(board).__mro__ for name in getattr(one, "__slots__", ())}
    declared = {*state.attributes(), *state.beside, *state.agreed}
    assert own | set(getattr(board, "__dict__", ())) <= declared
    everything = [*((name, one.text) for name, one in state.attributes().items()), *state.beside.items()]
    assert all(text.strip() for _, text in everything), "what each of them is"


def test_a_board_has_what_core_knows_of_one(contract):
    board = contract.game.new_board(contract.charter)
    for name in (*Board.__annotations__, *(name for name in vars(Board) if name in ("to_json", "replace"))):
        assert hasattr(board, name), f"core/data/boards.py says that a board has {name}"


def test_every_attribute_is_set_by_a_position_or_says_why_not(contract):
    table = contract.game.table
    settable = {name for field in table.fields.values() if field.put or field.part == "units" for name in field.holds}
    shown = {name for field in table.fields.values() for name in field.holds}
    for name, one in table.state.attributes().items():
        assert name in shown, f"no query shows {name}"
        assert (name in settable) != bool(one.fixed), f"{name}: a field with `put`, or `fixed`"
    assert shown <= set(table.state.attributes())


def test_every_query_and_every_field_has_a_sentence(contract):
    for row in queries.described(contract.game):
        assert row["text"][:1].strip() and row["text"].endswith((".", ")", "…")), row
    for field in contract.game.table.fields.values():
        assert field.part in (*PARTS, "units") and field.text


@pytest.mark.sampled(3)
def test_the_json_of_a_board_is_as_it_was_declared_and_comes_back_from_the_disk(contract):
    game, state = contract.game, contract.game.table.state
    for file, board in rests(contract):
        shown = board.to_json()
        assert not state.misfit(shown)
        read = json.loads(dumps(shown))
        again = game.board_from(read, file.charter)
        assert again.to_json() == shown
        for name, part in again.to_json().items():
            assert not isinstance(part, dict) or list(part) == sorted(part), f"{name}: as it is read"


@pytest.mark.sampled(3)
def test_a_position_says_all_of_a_board(contract):
    """Board, position, board; and what is written is written in the words of the table."""
    game = contract.game
    for file, board in rests(contract):
        if game.result(board):
            continue
        whole = json.loads(json.dumps(positions.write(board, game, "here")))
        told = positions.check(whole, game)
        assert not [one for one in told if one.fields.get("pointer") != "/title"], "the toy is installed meanwhile"
        again = game.new_board({name: part for name, part in file.charter.items() if name != "position"})
        assert not positions.apply(again, whole, game)
        assert again.to_json() == board.to_json()
        for part in PARTS:
            for name in whole.get(part, {}):
                field, _ = game.table.named(name, part)
                assert field and field.put, f"{part}: {name}"
