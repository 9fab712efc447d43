"""pbem.core.title.positions: the notation of units, and positions read and written."""

import json

import pytest

from pbem.core.data.problems import Refused
from pbem.core.title import positions
from tests.toy.board import Board
from tests.toy.game import CHARTER, GAME, new_board


def placements(text):
    found, problems = positions.read_units(text, GAME)
    assert problems == []
    return found


def codes(text):
    return [problem.code for problem in positions.read_units(text, GAME)[1]]


def test_units_are_read_by_place():
    found = placements("Hill: north foot*2, South Horse!; cote fleurie: isles-cannon-1!worn(isles foot, horse*2)")
    assert [part["place"] for part in found] == ["hill", "hill", "cote-fleurie"]
    foot, horse, cannon = found
    assert (foot["side"], foot["type"], foot["unit"], foot["count"]) == ("north", "foot", None, 2)
    assert (horse["side"], horse["state"]) == ("south", "damaged")
    assert (cannon["unit"], cannon["type"], cannon["state"]) == ("isles-cannon-1", None, "worn")
    assert [(part["side"], part["type"], part["count"]) for part in cannon["cargo"]] == [
        ("isles", "foot", 1),
        (None, "horse", 2),
    ]


def test_a_carrier_of_a_side_lends_its_side_to_what_it_carries():
    (ship,) = placements("hill: north cannon(foot)")
    assert ship["cargo"][0]["side"] == "north"


def test_a_unit_may_be_named_with_its_side():
    (part,) = placements(["hill: north foot-1"])
    assert (part["unit"], part["side"]) == ("north-foot-1", "north")


@pytest.mark.parametrize(
    "text, code",
    [
        ("north foot", "units-place"),
        ("nowhere: north foot", "unknown-name"),
        ("hill:", "units-empty"),
        ("hill: north elephant", "unknown-name"),
        ("hill: north foot(south horse", "units-unclosed"),
        ("hill: north-foot-1*2", "units-count"),
        ("hill: north-foot-1; dale: north foot 1", "units-twice"),
        ("hill: north foot" + "(foot" * 3000 + ")" * 3000, "units-unclosed"),
        ("hill: *3", "units-unclosed"),
    ],
)
def test_faults_of_the_notation_are_told(text, code):
    assert codes(text) == [code]


def test_all_faults_of_the_notation_are_told_at_once():
    assert codes("north foot; nowhere: north elephant, south foot; hill:") == [
        "units-place",
        "unknown-name",
        "unknown-name",
        "units-empty",
    ]


def test_writing_units_and_reading_them_gives_the_same():
    text = "hill: north foot*2!, isles-cannon-1!worn(isles foot); dale: south horse"
    found = placements(text)
    assert positions.write_units(found, GAME) == text
    assert placements(positions.write_units(found, GAME)) == found


def test_a_board_that_is_written_and_read_is_the_same():
    board = new_board(CHARTER)
    board.next, board.turn, board.vp["south"] = "turn", 2, 3
    board.units["north-foot-1"].update(area="hill", worn=True)
    board.units["isles-horse-2"].update(area="dale")
    written = positions.write(board, GAME)
    assert written["units"] == "hill: north-foot-1!; dale: isles-horse-2"
    again = new_board(CHARTER)
    again.units["south-foot-1"]["area"] = "hill"  # swept away by the empty base
    assert positions.apply(again, json.loads(json.dumps(written)), GAME) == []
    assert again.to_json() == board.to_json()


def test_invariants_are_looked_at_when_a_position_is_set_up():
    from pbem.core.data.problems import Problem

    class Strict:
        def __getattr__(self, name):
            return getattr(GAME, name)

        @staticmethod
        def invariants(board):
            return [Problem("units-twice", unit="foot")] if board.of("north", "hill") else []

    assert positions.apply(Board(), {"units": "hill: north foot"}, Strict())[0].code == "units-twice"
    assert positions.apply(Board(), {"units": "dale: north foot"}, Strict()) == []


def test_a_position_file_is_checked_whole(tmp_path):
    path = tmp_path / "p.json"
    path.write_text(
        '{"pbem": "position/1", "title": "red-dragon", "edition": "2008", "id": "x", "base": "x", "sneak": 1}'
    )
    with pytest.raises(Refused) as caught:
        positions.read_position(str(path), GAME)
    assert [problem.code for problem in caught.value.problems] == ["schema-unknown-field"]
    path.write_text('{"pbem": "position/1", "title": "red-dragon"')
    with pytest.raises(Refused) as caught:
        positions.read_position(str(path), GAME)
    assert [problem.code for problem in caught.value.problems] == ["file-not-json"]
