"""make test-changed: what it runs, and what it leaves out."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.core.title.game import TITLES
from tools import changed

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("files", "titles"),
    [
        (["pbem/games/pacific/rules/sea.py"], ["pacific"]),
        (["pbem/games/red_dragon/data/map.json", "tests/cases/red-dragon/08-ops.json"], ["red-dragon"]),
        (["pbem/games/pacific/rules/sea.py", "tests/games/cataclysm/test_combat.py"], ["cataclysm", "pacific"]),
        (["pbem/games/pacific/rules/sea.py", "pbem/core/title/game.py"], None),
        (["pbem/games/pacific/rules/sea.py", "tests/core/test_draws.py"], None),
        (["tests/attacks/kit.py"], None),
        (["pbem/games/__init__.py"], None),
        (["CONTRIBUTING.md"], None),
    ],
)
def test_a_change_in_rooms_of_titles_reaches_those_alone(files, titles):
    assert changed.reached(files) == (titles, None)


def test_a_file_of_tests_is_run_with_those_that_import_from_it():
    titles, files = changed.reached(["tests/attacks/test_an_opening_held_back.py", "tests/core/test_gone_long_ago.py"])
    assert titles is None and "tests/attacks/test_a_sealed_answer_of_nonsense.py" in files
    assert "tests/attacks/test_an_opening_held_back.py" in files and "tests/core/test_gone_long_ago.py" not in files


def item(where, **parameters):
    return SimpleNamespace(path=ROOT / where, callspec=SimpleNamespace(params=parameters))


@pytest.mark.parametrize(
    ("tested", "title"),
    [
        (item("tests/games/pacific/test_odds.py"), "pacific"),
        (item("tests/games/pacific/test_odds.py", title="cataclysm"), "pacific"),
        (item("tests/test_rulebook_cases.py", title="red-dragon", case={}), "red-dragon"),
        (item("tests/contracts/test_sheets.py", contract=SimpleNamespace(title="pacific")), "pacific"),
        (item("tests/contracts/test_sheets.py", contract=SimpleNamespace(title="toy")), None),
        (item("tests/test_golden.py", path=ROOT / "tests/golden/cataclysm/abyssinia-2018.json"), "cataclysm"),
        (item("tests/core/test_draws.py", title="pacific", other=SimpleNamespace(title="cataclysm")), None),
        (item("tests/core/test_draws.py", area="pacific"), None),
    ],
)
def test_a_test_is_of_the_title_that_it_is_asked_of(tested, title):
    assert changed.title_of(tested) == title


def test_a_run_leaves_out_what_is_asked_of_other_titles(monkeypatch):
    monkeypatch.setenv(changed.WANTED, "pacific")
    items = [item("tests/test_rulebook_cases.py", title=title) for title in TITLES] + [item("tests/test_types.py")]
    left = []
    config = SimpleNamespace(hook=SimpleNamespace(pytest_deselected=lambda items: left.extend(items)))
    changed.pytest_collection_modifyitems(config, items)
    assert [changed.title_of(one) for one in items] == ["pacific", None]
    assert sorted(changed.title_of(one) for one in left) == ["cataclysm", "red-dragon"]


def test_it_says_what_it_would_run():
    done = subprocess.run(
        [sys.executable, "-m", "tools.changed", "--list", "--since", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0 and "files differ from HEAD: " in done.stdout, done
