"""What a shell is offered: typed line in, proposals out, as bash asks for them."""

import os
import subprocess
import sys

import pytest

from pbem.core.title.coverage import numbers_of
from pbem.core.title.game import load, titles
from tests.cli.tools import ROOT, pbem


def offered(line, folder, shell="bash"):
    """The proposals for the last word of a line, which is empty when the line ends with a blank."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-m", "pbem"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "_PBEM_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": line.strip(),
            "COMP_CWORD": str(len(words) - 1),
        },
    )
    assert done.stderr == ""
    return [row.partition(",")[2] for row in done.stdout.splitlines() if row]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a game, its secret, orders, a broken game and a FIFO."""
    folder = tmp_path_factory.mktemp("club")
    assert pbem("new", "red-dragon/ready", "-o", folder / "malaya.json", "--seat", "prc=Ann").code == 0
    (folder / "orders.txt").write_text("game malaya\n")
    (folder / "broken.json").write_text('{"charter": 5')
    os.mkfifo(folder / "pipe.json")
    (folder / "empty").mkdir()
    return folder


def test_titles(folder):
    assert offered("pbem titles ", folder) == titles()
    assert offered("pbem rules red", folder) == ["red-dragon"]
    assert offered("pbem case x.json --title pac", folder) == ["pacific"]


def test_scenarios_once_the_title_is_clear(folder):
    assert offered("pbem new ", folder) == titles()
    assert offered("pbem new red-dragon/r", folder) == ["red-dragon/ready"]
    assert set(offered("pbem selfplay cataclysm/", folder)) == {f"cataclysm/{id}" for id in load("cataclysm").scenarios}


def test_seats_and_options_of_a_new_game(folder):
    assert offered("pbem new red-dragon --seat a", folder) == ["allied="]
    choices = offered("pbem new red-dragon --option ", folder)
    assert {choice.partition("=")[0] for choice in choices} == set(load("red-dragon").options)


@pytest.mark.parametrize("name", titles())
def test_rule_numbers(name, folder):
    assert offered(f"pbem rules {name} ", folder) == list(numbers_of(name))


def test_games_and_nothing_else_of_the_folder(folder):
    assert offered("pbem status ", folder) == ["broken.json", "malaya.json"]
    assert offered(f"pbem verify {folder}/mal", folder) == [f"{folder}/malaya.json"]
    assert offered("pbem due malaya.json m", folder) == ["malaya.json"]


def test_where_no_game_lies_the_shell_looks_for_files(folder):
    assert offered("pbem status empt", folder) == ["empt"]


def test_seats_of_the_game(folder):
    assert offered("pbem form malaya.json ", folder) == ["prc", "allied"]
    assert offered("pbem report malaya.json --seat p", folder) == ["prc"]
    assert offered("pbem seat renew malaya.json re", folder) == ["referee"]
    assert offered("pbem desk takeback malaya.json --agreed ", folder) == ["prc", "allied"]


def test_queries_of_the_title_of_the_game(folder):
    found = offered("pbem show malaya.json ", folder)
    assert set(found) == {query.split()[0] for query in load("red-dragon").queries}
    assert offered("pbem show malaya.json units ", folder) == []
    assert offered("pbem show malaya.json mal", folder) == ["malaya.json"]
    assert offered("pbem show malaya.json malaya.json contr", folder) == ["control"]


@pytest.mark.parametrize("game", ["broken.json", "none.json", "orders.txt", "pipe.json", "empty"])
def test_a_file_that_is_no_game_offers_nothing_and_complains_of_nothing(game, folder):
    assert offered(f"pbem form {game} ", folder) == []


def test_an_unknown_title_offers_nothing(folder):
    assert offered("pbem rules malaya ", folder) == []
    assert offered("pbem new malaya --seat ", folder) == []
