"""Names, reasons and words of people on a site: they control no screen, turn no line around, and stay what they are."""

import html
import json
import os
import re
from base64 import b64decode
from gzip import decompress

import pytest

from pbem.core.play.gamefile import render
from pbem.core.record import calendar
from pbem.site.pages import site
from pbem.tournament.cup import new
from tests.robot_games import game_file

TURNED, LTR, RUNG, UNSEEN = "Ana\u202egnp", "Ben\u200f\u2066", "Ben\u0007\u001b[31m", "C\u200bleo\U000e0041"
REASON = f"late {TURNED} {RUNG} {UNSEEN}"
RAW = re.compile("[\u202a-\u202e\u2066-\u2069\u200b-\u200f\x00-\x08\x0b-\x1f\x7f-\x9f\U000e0000-\U000e007f]")
DANA = "\u05d3\u05e0\u05d4"  # a name that runs from right to left


def cup_of(names, reason):
    people = [{"id": f"p{n}", "name": name} for n, name in enumerate(names)]
    return new(
        {
            "pbem": "tournament/1",
            "name": "cup",
            "title": "red-dragon",
            "scenario": "standard",
            "system": "swiss",
            "rounds": 1,
            "players": people,
            "referees": [{"id": "zoe", "name": UNSEEN}],
            "pairings": [
                {"round": 1, "table": 1, "game": "game", "seats": {"prc": "p0", "allied": "p1"}, "referee": "zoe"}
            ],
            "byes": [],
            "acts": [
                {"act": "adjudicated", "game": "game", "scores": {"prc": "won", "allied": "lost"}, "reason": reason}
            ],
        }
    )


def written(folder, names, reason="late"):
    """The texts of all files of the site of a game and of its tournament."""
    file = game_file("game", people=dict(zip(("prc", "allied"), names)))
    path = str(folder / "game.json")
    (folder / "game.json").write_bytes(render(file))
    told = calendar.read(path)
    told["notes"].append({"entry": 5, "at": "2027-03-01T12:00", "text": f"a word {TURNED}"})
    calendar.write(told, path)
    site([path], folder / "public", cups=[cup_of(names, reason)], comments={path: {2: [f"learn {TURNED}"]}})
    return {
        os.path.relpath(os.path.join(root, name), folder / "public"): open(os.path.join(root, name), "rb")
        .read()
        .decode()
        for root, _, found in os.walk(folder / "public")
        for name in found
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    return written(tmp_path_factory.mktemp("hostile"), (TURNED, LTR), REASON)


def test_nothing_raw_stands_in_any_file(hostile):
    assert [name for name, text in hostile.items() if RAW.search(text)] == []
    for page in ("index.html", "game/index.html", "tournament-cup.html"):
        assert "Ana\\u202egnp" in hostile[page] and "Ben\\u200f\\u2066" in hostile[page], page
    assert "late Ana\\u202egnp Ben\\u0007\\u001b[31m" in hostile["tournament-cup.html"]


def test_json_holds_what_was_written(hostile):
    """As data a name is what it was, escaped: also a character that needs two escapes."""
    report = json.loads(hostile["game/report.json"])
    assert report["names"] == {"prc": TURNED, "allied": LTR}
    assert {"entry": 5, "what": "a word to everybody", "why": f"a word {TURNED}"} in report["notes"]
    assert json.loads(hostile["tournament-cup.json"])["acts"][0]["reason"] == REASON


def test_the_film_shows_it_written_out(hostile):
    film = json.loads(decompress(b64decode(hostile["game/film.js"][len('pbemFilm="') : -3])))
    assert [name for _, name in film["seats"]] == ["Ana\\u202egnp", "Ben\\u200f\\u2066"]
    assert film["frames"][2]["comment"] == ["learn Ana\\u202egnp"]
    assert not RAW.search(json.dumps(film, ensure_ascii=False))


def test_a_name_from_right_to_left_stands_apart(tmp_path):
    found = written(tmp_path, (DANA, "Ben"))
    for page in ("index.html", "tournament-cup.html"):
        assert f"<bdi>{DANA}</bdi>" in found[page]
        outside = re.sub("<bdi[^>]*>[^<]*</bdi>", "", found[page])
        assert DANA not in outside, page
    [player] = [text for name, text in found.items() if name.startswith("players/player-")]
    assert f"<title>{DANA}</title>" in player and f"<h1><bdi>{DANA}</bdi></h1>" in player
    assert '<bdi dir="ltr">' in found["game/index.html"] and not html.unescape(found["index.html"]).count("<bdi><bdi>")
