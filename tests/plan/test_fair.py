"""What a player would have done, had it come otherwise, is told to nobody else before the game is over.

A game of the table is played, and then all that is public is searched for the words of lines that were not reached:
the record, the reports to all and to each of the others, what `explain` and `show` tell, the pages of the site and the
archive.  With the end of the game they are in the record for everybody.
"""

import json

import pytest

from tests.cli.tools import done
from tests.plan.table import Played, Unlucky, rows, words
from tests.verifier import small

# a row of the table: whose mail it is, the others, and what nobody else may read in the record, or in words
ROWS = {
    ("red-dragon", "R1-or-hidden"): (
        "prc",
        "allied",
        ('"op 12"', "taiwan-strait"),
        ("taiwan-strait with 2 ssk", "2 ssk", "two SSK"),
    ),
    ("red-dragon", "else-hidden"): (
        "prc",
        "allied",
        ('"op 12"', "taiwan-strait"),
        ("taiwan-strait with 2 ssk", "2 ssk", "two SSK"),
    ),
    ("pacific", "others-not-told"): ("japan", "us", ('"area":"manchuria"',), ("place 2 infantry in manchuria",)),
    ("cataclysm", "or-hidden"): ("fascists", "democracies", ('"area":"poland"',), ("diplomacy poland",)),
}


def played(title, name, folder):
    row = next(row for one, row in rows() if (one, row["name"]) == (title, name))
    for number in range(8):
        place = folder / str(number)
        place.mkdir()
        game = Played(title, row, "text", place, number)
        try:
            game.mail(row["steps"][0])
            game.run(row["steps"][1])
            game.goes_on()
        except Unlucky:
            continue
        return game
    raise AssertionError("no dice show it")


def sent(path):
    """All that people sent and lines opened, as the record holds it: the facts of the board are no words of a line."""
    lines = [json.loads(line)[0] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    kept = [[line["documents"], line.get("opened", []), line["used"]] for line in lines if line["kind"] == "play"]
    return json.dumps(kept, separators=(",", ":"))


def told(game, other):
    """All that others can have told to them."""
    entries = range(1, game.status()["entry"])
    commands = [("report", game.path), ("report", game.path, "--seat", other), ("status", game.path)]
    commands += [("explain", game.path, entry) for entry in entries]
    texts = [done(*command).out for command in commands]
    done("site", game.path, "-o", game.folder / "site")
    pages = [path for path in (game.folder / "site").rglob("*") if path.suffix in (".html", ".txt", ".json", ".xml")]
    return words(" ".join([*texts, *(path.read_text(encoding="utf-8") for path in pages)]))


@pytest.mark.parametrize(("title", "name"), ROWS, ids=[f"{title}-{name}" for title, name in ROWS])
def test_what_was_not_reached_is_read_by_nobody(title, name, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    game = played(title, name, tmp_path)
    seat, other, held, said = ROWS[title, name]
    assert not [one for one in held if one in sent(game.path)]
    shown = told(game, other)
    assert not [one for one in said if one in shown]
    assert small.here(game.path).returncode == 0
    done("verify", game.path)
