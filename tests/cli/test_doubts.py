"""What `pbem check` tells of a legal line: what went without saying, which of like units are meant, and what hardly
anybody would want: attacks that the dice speak against, fighters whose only deck may be sunk."""

import json

import pytest

from tests.cli.tools import new_game, pbem, write_orders

BOARDS = {
    "cataclysm": (
        "cataclysm/c2",
        "c2",
        {
            "at": {"now": "play", "drawn": "germany/offensive"},
            "clear": ["units"],
            "control": {"lorraine": ["germany"]},
            "set": {
                "germany.commitment": "mobilization",
                "counters.cup": ["crisis-1"],
                "wars": ["germany against france, uk"],
            },
            "units": "Lorraine: ge army*2; Ruhr: ge air; Paris: fr tank, fr fortress, fr air*2; London: uk air*2",
        },
    ),
    "pacific": (
        "pacific/standard",
        "empty",
        {
            "units": "shantung: japan infantry*4, japan armor; kiangsi: china infantry*9;"
            " japan: japan fighter, japan infantry; sz25: japan carrier(japan fighter), japan battleship*2;"
            " sz17: us battleship, us transport; anhwe: china infantry",
            "at": {"round": 2, "power": "japan", "phase": "combat-movement"},
        },
    ),
}
SEATS = {"cataclysm": "fascists", "pacific": "japan", "red-dragon": "prc"}
FAR = "move fighter japan -> sz36 -> sz24 -> sz25 -> sz18 -> sz17"
FLEET = "move 2 battleship sz25 -> sz18 -> sz17"


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    """``{title: path}`` of games that begin on a board of their own."""
    folder = tmp_path_factory.mktemp("doubts")
    found = {"red-dragon": new_game(folder)}
    for title, (scenario, base, position) in BOARDS.items():
        place, path = folder / f"{title}.position", folder / f"{title}.json"
        place.write_text(json.dumps({"pbem": "position/1", "title": title, "id": "doubts", "base": base, **position}))
        run = pbem("new", scenario, "-o", path, "--position", place)
        assert run.code == 0, run
        assert pbem("adjudicate", path, "-o", path).code == 0
        found[title] = path
    return found


def told(boards, title, *lines):
    """What check prints of lines that it takes, as one text."""
    run = pbem("check", boards[title], write_orders(boards[title], SEATS[title], *lines))
    assert run.code == 0, run
    return " ".join(run.out.split())


# -- what nobody would want ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "lines", "note"),
    [
        (
            "cataclysm",
            ["germany: operation land lorraine -> paris with army"],
            "The attack is seldom won: in land combat the attacker wins 8 %.",
        ),
        (
            "pacific",
            ["move infantry shantung -> kiangsi"],
            "The attack on Kiangsi is seldom won: a Japanese infantry against 9 Chinese infantry win < 0.1%.",
        ),
        ("pacific", [FAR, FLEET], "can land only on a carrier that may be sunk, or kept away by an enemy"),
    ],
)
def test_what_can_hardly_succeed_is_noted_and_taken_all_the_same(boards, title, lines, note):
    found = told(boards, title, *lines)
    assert "note" in found and note in found and "No line is refused." in found


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("cataclysm", ["germany: operation air ruhr -> london with air; extended"]),
        ("pacific", ["move 4 infantry, armor shantung -> anhwe"]),
        ("pacific", [FLEET]),
        ("red-dragon", ["op 5 with su-30-1, j-10-1"]),
    ],
)
def test_what_may_well_succeed_is_not_noted(boards, title, lines):
    assert "note" not in told(boards, title, *lines)


# -- what went without saying ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "line", "note"),
    [
        (
            "cataclysm",
            "germany: operation land lorraine -> paris with army",
            "army is read as ge-army-1; ge-army-5 would do as well.",
        ),
        ("red-dragon", "op 5 with su-30-1; fire default", "Assumed: fire prc-su-30-1 at twn-sag-1."),
    ],
)
def test_a_silent_choice_is_told_with_the_answer(boards, title, line, note):
    found = told(boards, title, line)
    assert note in found and "note: Not said" not in found
    run = pbem("check", boards[title], write_orders(boards[title], SEATS[title], line), "--json")
    assert note in run.json["fates"][SEATS[title]][0]["told"]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("cataclysm", "germany: operation land lorraine -> paris with ge-army-1"),
        ("cataclysm", "germany: operation land lorraine -> paris with 2 army"),
        ("red-dragon", "op 5 with su-30-1; fire su-30-1 at twn-sag-1"),
    ],
)
def test_what_was_said_is_not_told_again(boards, title, line):
    found = told(boards, title, line)
    assert "would have done" not in found and "Not said" not in found


def test_a_line_that_is_refused_tells_its_faults_alone(boards):
    order = write_orders(boards["red-dragon"], "prc", "op 18 china-south at taiwan with prc-tu-16-2; fire default")
    run = pbem("check", boards["red-dragon"], order)
    assert run.code == 3 and "Not said" not in run.err
