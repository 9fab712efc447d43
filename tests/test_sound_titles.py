"""A title that cannot be loaded is named here; tests/sound.py leaves it out everywhere else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.core.title import game
from tests import sound

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("title", sorted(sound.TITLES))
def test_a_title_can_be_loaded(title):
    if title in sound.BROKEN:
        raise sound.BROKEN[title]
    assert game.load(title).id == title


def test_a_title_that_cannot_be_loaded_is_left_out_and_told(monkeypatch):
    loaded = game.load

    def load(title):
        if title == "pacific":
            raise SyntaxError("a fault")
        return loaded(title)

    monkeypatch.setattr(game, "TITLES", dict(sound.TITLES))
    monkeypatch.setattr(game, "load", load)
    assert list(sound.broken()) == ["pacific"]
    assert "pacific" not in game.titles() and len(game.titles()) == len(sound.TITLES) - 1


BREAK = """
import sys
import pytest

class Broken:
    def find_spec(name, path=None, target=None):
        if name.startswith({packages!r}) and ".data" not in name:
            raise SyntaxError("a fault")

sys.meta_path.insert(0, Broken)
sys.exit(pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *{arguments!r}]))
"""  # the components of a broken title can be found, its modules cannot be imported


def not_collected(titles, *arguments):
    """The files that cannot be collected where those titles are broken, sorted."""
    packages = tuple(f"{sound.TITLES[title]}." for title in titles)
    program = BREAK.format(packages=packages, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert re.search(r"^tests/\S+\.py: \d+$", done.stdout, re.MULTILINE), done.stdout + done.stderr
    return sorted(re.findall(r"^ERROR (\S+)", done.stdout, re.MULTILINE))


@pytest.mark.longer
def test_a_file_of_tests_needs_no_title_to_be_collected():
    """But for those that are of one title alone."""
    assert not_collected(sound.TITLES, "tests", "--ignore=tests/games") == []


def room_of(title):
    return f"tests/games/{title.replace('-', '_')}"


@pytest.mark.parametrize("title", sorted(sound.TITLES))
def test_the_tests_of_a_title_need_no_other(title):
    others = [other for other in sound.TITLES if other != title]
    assert not_collected(others, room_of(title)) == []


def test_the_tests_of_a_title_that_is_broken_are_told():
    assert f"{room_of('red-dragon')}/test_reach.py" in not_collected(["red-dragon"], room_of("red-dragon"))
