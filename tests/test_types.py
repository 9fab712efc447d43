"""What the type checker looks at (setup.cfg, run by `make lint`): all of core, strictly but for a list."""

import configparser
import os

from pbem.core.rules import game

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What is not strict yet.  The list in setup.cfg is this one, and both only get shorter.
LOOSE = {
    "data": "positions queries",
    "orders": (
        "briefs conditions counts declaring endings fields forming forms itemlines itemtext "
        "later menulines menus names orders ordertext reading readings resolver speakers "
        "templates units walking"
    ),
    "play": (
        "ahead answers checking composing entry fates feed gathered lookback note outlook patterns play "
        "rehearsal remake repair robots running sealing selfplay standing stops taking told typed verify "
        "writing"
    ),
    "record": "gamefile",
    "rules": "cases",
}


def settings():
    found = configparser.ConfigParser()
    found.read(os.path.join(ROOT, "setup.cfg"), encoding="utf-8")
    return found


def test_core_is_checked_strictly():
    assert settings()["mypy"]["files"] == "pbem/core"
    assert settings()["mypy"].getboolean("strict")


def test_what_is_not_strict_only_gets_less():
    """Another section that loosens something, or a module that was strict, is found."""
    sections = [name for name in settings().sections() if name.startswith("mypy-")]
    loose = {module for name in sections for module in name.removeprefix("mypy-").split(",")}
    wanted = {f"pbem.core.{room}.{name}" for room, names in LOOSE.items() for name in names.split()}
    assert loose == wanted, "take from LOOSE what became strict; nothing is put in"


def test_what_a_title_says_of_itself_has_a_type():
    """`Game` declares its parts twice, with a sentence and with a type: the same ones."""
    assert set(game.Game.__annotations__) == set(game.PARTS | game.OPTIONAL)
    assert set(game.Telling.__annotations__) == set(game.TELLING)
