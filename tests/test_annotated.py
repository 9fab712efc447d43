"""The comments on the examples stand at entries that are there, and say what happened in them."""

import json
import shutil
from base64 import b64decode
from collections import Counter
from gzip import decompress

import pytest

from pbem.core.play.gamefile import read
from pbem.site.pages import site
from tools import annotated


def read_last(name, folder):
    """The game of an example at its end, apart from the example: reading leaves files beside a game."""
    return read(shutil.copy(annotated.last_game(name), folder / f"{name}.json"))


@pytest.mark.parametrize("name", annotated.names())
def test_what_comments_and_readme_say_is_so(name, tmp_path):
    assert annotated.faults(name) == []
    numbers, last = [row["entry"] for row in annotated.rows(name)], read_last(name, tmp_path).n
    assert len(numbers) >= 6 and numbers == sorted(set(numbers)) and 0 <= numbers[0] and numbers[-1] <= last
    for row in annotated.rows(name):
        assert ("says" in row) == (row["entry"] > 0) and ("{odds}" in row["text"]) == ("odds" in row)


def test_every_kind_of_claim_is_made():
    made = Counter(claim for name in annotated.names() for row in annotated.rows(name) for claim in row)
    assert {claim: made[claim] for claim in ("mail", "report", "default", "refused")} == {
        "mail": 5,
        "report": 8,
        "default": 7,
        "refused": 1,
    }
    ordered = [row for name in annotated.names() for row in annotated.rows(name) if row.get("odds", [""])[0] == "GAME"]
    assert len(ordered) >= 4 and made.keys() - {"entry", "text"} == annotated.CLAIMS.keys()


FALSE = {
    "says": "The Bulgarian navy",
    "mail": "op 99",
    "report": "Nobody answered",
    "default": True,
    "refused": ["GAME", "fascists", "germany: operation land -> poland with ge-army-2; support ge-air-1", "4.1"],
    "odds": ["GAME", "fascists", "germany: operation land -> poland with ge-army-1; support ge-air-1"],
}


@pytest.mark.parametrize("claim", annotated.CLAIMS)
def test_a_claim_that_is_not_so_is_told(claim, monkeypatch):
    """Each at entry 7 of the example of Cataclysm, where an army marches on Poland and is not the default."""
    monkeypatch.setattr(annotated, "rows", lambda name: [{"entry": 7, "text": "", claim: FALSE[claim]}])
    (told,) = annotated.faults("cataclysm")
    assert told.startswith(f"comments.json, entry 7, {claim}: ")


def test_a_readme_that_tells_another_moment_is_told(monkeypatch, tmp_path):
    shutil.copytree(annotated.EXAMPLES / "pacific", tmp_path / "pacific")
    monkeypatch.setattr(annotated, "EXAMPLES", tmp_path)
    readme = tmp_path / "pacific" / "README.md"
    readme.write_text(
        readme.read_text("utf-8").replace("units · Japan 1 point](reports/10", "units · Japan 2 points](reports/10"),
        "utf-8",
    )
    assert annotated.faults("pacific") == [
        "README.md, reports/10.txt: nothing says “· Round 1, United States: placement of new units · Japan 2 points ”"
    ]


def test_an_annotated_page_has_its_comments_with_and_without_scripts(tmp_path):
    game, found = read_last("red-dragon", tmp_path).path, annotated.comments("red-dragon")
    site([game], tmp_path, comments={game: found})
    page = (tmp_path / "taiwan-1" / "index.html").read_text("utf-8")
    script = (tmp_path / "taiwan-1" / "film.js").read_text("utf-8")
    film = json.loads(decompress(b64decode(script.split('"')[1])))
    assert {frame["n"]: frame["comment"] for frame in film["frames"] if "comment" in frame} == found
    assert page.count('<li><a href="#') == len(found) and "17 %" in page and "{odds}" not in page
