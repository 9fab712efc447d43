"""A kind of question that the rules put to one power alone says so, and no other does."""

import re
from pathlib import Path

import pytest

from pbem.core.title.game import load, titles

ASKED = re.compile(r'Ask\(\s*"([a-z-]+)",\s*("[a-z]+"|[^,\)]+)')


@pytest.mark.parametrize("title", titles())
def test_of_power_is_the_power_that_the_rules_name(title):
    folder = Path(__file__).parents[2] / "pbem" / "games" / title.replace("-", "_") / "rules"
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for kind, whom in ASKED.findall(path.read_text()):
            found.setdefault(kind, set()).add(whom)
    alone = {kind: whom for kind, (whom, *others) in found.items() if not others and whom.startswith('"')}
    kinds = load(title).kinds
    assert {name: f'"{kind.of_power}"' for name, kind in kinds.items() if kind.of_power} == alone
