"""What the type checker looks at (setup.cfg, run by `make lint`): all of core, strictly, titles as far as their
functions say what they take and give, and other rooms."""

import ast
import configparser
import importlib
import os
from typing import Any, get_type_hints

import pytest

from pbem.core.data.json_types import Json
from pbem.core.title import game

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Titles whose functions say what they take and give: all of them.  This list only gets longer.
SAID = ("red_dragon", "pacific", "cataclysm")

# Titles from outside that lie here, which are checked as strictly as core.  This list only gets longer.
OUTSIDE = ("diplomacy/classic_diplomacy",)

# Rooms beside core and titles whose functions say it too.  This list only gets longer.
ROOMS = ("archive", "cli", "desk", "interface", "mail", "maps", "page", "report", "site", "tournament")
# What is loosened in setup.cfg: titles alone.  This list only gets shorter.
LOOSE = {"pbem.games.*"}

# Lines of core that call a package without types.  Nothing is put in.
UNTYPED = {"pbem/core/data/cluster.py": 2}


def settings():
    found = configparser.ConfigParser()
    found.read(os.path.join(ROOT, "setup.cfg"), encoding="utf-8")
    return found


def test_core_is_checked_strictly():
    titles, rooms = [f"pbem/games/{title}" for title in SAID], [f"pbem/{room}" for room in ROOMS]
    outside = [f"examples/titles/{title}" for title in OUTSIDE]
    assert settings()["mypy"]["files"].split(", ") == ["pbem/core", *titles, *rooms, *outside]
    assert settings()["mypy"].getboolean("strict")


def test_what_is_not_strict_only_gets_less():
    """Another section that loosens something, or a module that was strict, is found."""
    sections = [name for name in settings().sections() if name.startswith("mypy-")]
    loose = {module for name in sections for module in name.removeprefix("mypy-").split(",")}
    assert loose == LOOSE, "take from LOOSE what became strict; nothing is put in"
    assert not any(module.startswith("pbem.core") for module in loose)


def test_hardly_a_line_is_kept_from_the_checker():
    """A comment that tells it to look away would loosen what the settings do not."""
    found = {path: text.count("# type: ignore") for path, text in texts("core") if "# type: ignore" in text}
    assert found == UNTYPED, "nothing is put in"
    assert not [path for path, text in texts("core") if "# mypy:" in text]


def test_what_a_title_says_of_itself_has_a_type():
    """`Game` declares its parts twice, with a sentence and with a type: the same ones."""
    assert set(game.Game.__annotations__) == set(game.PARTS | game.OPTIONAL)
    assert set(game.Telling.__annotations__) == set(game.TELLING)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("room", ["core", *(f"games/{title}" for title in SAID), *ROOMS])
def test_every_function_says_what_it_takes_and_gives(room):
    """Public or not, methods too; only functions inside functions need not."""
    silent = [f"{path} {name}" for path, tree in modules(room) for name in unsaid(tree.body)]
    assert not silent


def modules(room):
    return [(path, ast.parse(text)) for path, text in texts(room)]


def texts(room):
    for folder, _, files in os.walk(os.path.join(ROOT, "pbem", *room.split("/"))):
        for name in files:
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, ROOT), file.read()


def unsaid(body, owner=""):
    """The functions of a module or of a class that leave something unsaid."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from unsaid(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            taken = arguments(node.args)[1 if owner and not is_static(node) else 0 :]
            if node.returns is None or any(argument.annotation is None for argument in taken):
                yield owner + node.name


def arguments(of):
    more = [argument for argument in (of.vararg, of.kwarg) if argument]
    return [*of.posonlyargs, *of.args, *of.kwonlyargs, *more]


def is_static(node):
    return any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in node.decorator_list)


def test_what_is_unsaid_is_found():
    text = "def f(a, *b: int) -> int: ...\nclass C:\n def g(self) -> int: ...\n def h(self): ..."
    assert list(unsaid(ast.parse(text).body)) == ["f", "C.h"]


@pytest.mark.parametrize("title", SAID)
def test_a_board_has_what_it_keeps_by_its_type(title):
    """What a board keeps is declared twice, with a sentence and with a type: the same ones."""
    board = importlib.import_module(f"pbem.games.{title}.board.board")
    said = get_type_hints(board.Board)
    assert set(said) == set(board.STATE.slots)
    for name, kept in board.STATE.attributes().items():
        assert name not in said or name in board.STATE.beside or said[name] == type_of(named(board.STATE, kept.type)), (
            name
        )


def named(state, declared):
    """A type that is called by its name, as it is written."""
    return state.words.types.get(declared, declared)


def type_of(declared):
    """The type of Python that holds what a type of core/data/fields.py means."""
    if declared.endswith("~"):
        return type_of(declared[:-1]) | None
    if declared[0] == "[":
        return list[type_of(declared[1:-1])]
    if declared[0] == "{":
        return Json if declared == "{any}" else dict[str, type_of(declared[1:-1])]
    return {"id": str, "text": str, "number": int, "bool": bool, "any": Any}.get(declared, Json)


def test_types_of_what_is_kept():
    assert type_of("{{number}}") == dict[str, dict[str, int]]
    assert type_of("[(by rule)]") == list[Json]
    assert type_of("id~") == str | None
