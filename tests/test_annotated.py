"""The comments on the examples stand at entries that are there, and say what happened in them."""

import json
import re
import shutil
from base64 import b64decode
from collections import Counter
from gzip import decompress

import pytest

from pbem.core.record.gamefile import read
from pbem.report.build import build
from pbem.site.pages import site
from tools import annotated


def read_last(name, folder):
    """The game of an example at its end, apart from the example: reading leaves files beside a game."""
    return read(shutil.copy(annotated.last_game(name), folder / f"{name}.json"))


@pytest.mark.parametrize("name", annotated.names())
def test_a_comment_stands_where_what_it_speaks_of_happened(name, tmp_path):
    file = read_last(name, tmp_path)
    rows = annotated.rows(name)
    assert len(rows) >= 6 and [row["entry"] for row in rows] == sorted({row["entry"] for row in rows})
    for row in rows:
        assert 0 <= row["entry"] <= file.n
        if row["entry"]:
            report = build(file, row["entry"] - 1, row["entry"])
            told = " ".join([report["moment"], json.dumps(report["story"], ensure_ascii=False)])
            assert row["says"] in told, (row["entry"], row["says"])
        assert ("{odds}" in row["text"]) == ("odds" in row)


def words_of(folder, pattern):
    """The words of the only file, or of all, that a pattern names in an example, each after one space."""
    found = sorted(folder.glob(pattern))
    assert found, pattern
    return " ".join(" ".join(path.read_text("utf-8").split()) for path in found)


def test_what_comments_say_of_mails_reports_defaults_and_rules_is_so(tmp_path):
    checked = Counter()
    for name in annotated.names():
        folder = annotated.EXAMPLES / name
        for row in annotated.rows(name):
            checked.update(row.keys() & {"mail", "report", "default", "refused"})
            mails, number = f"mails/{row['entry']:02}-*.txt", row["entry"]
            assert row.get("mail", "") in (words_of(folder, mails) if "mail" in row else ""), (name, number)
            assert row.get("report", "") in (words_of(folder, f"reports/{number:02}.txt") if "report" in row else "")
            if "default" in row:
                before = words_of(folder, f"reports/{number - 1:02}.txt")
                default = re.search(r"the published default: (.*?)\. ---", before)[1]
                assert f": {default} -- " in words_of(folder, mails), (name, number, default)
            if "refused" in row:
                *words, rule = row["refused"]
                _, said = annotated.asked_before(name, number, words, wanted=3)
                assert f"[{rule}]" in said, (name, number, said)
    assert checked == {"mail": 5, "report": 8, "default": 7, "refused": 1}


def test_the_odds_of_a_comment_are_those_of_the_order_that_was_sent(tmp_path):
    checked = 0
    for name in annotated.names():
        entries = read_last(name, tmp_path).entries
        for row in annotated.rows(name):
            if row.get("odds", [""])[0] == "GAME":
                used = [use for use in entries[row["entry"] - 1]["used"] if use["seat"] == row["odds"][1]]
                assert used, (name, row["entry"])
                mail = next((annotated.EXAMPLES / name / "mails").glob(f"{row['entry']:02}-*.txt")).read_text("utf-8")
                words = " ".join(mail.split())
                parts = row["odds"][2].rpartition(": ")[2].split("; ")  # without the power for which it is
                assert all(part in words for part in parts), (name, row["entry"])
                assert "%" in annotated.odds(name, row)
                checked += 1
    assert checked >= 4


def test_an_annotated_page_has_its_comments_with_and_without_scripts(tmp_path):
    game, found = read_last("red-dragon", tmp_path).path, annotated.comments("red-dragon")
    site([game], tmp_path, comments={game: found})
    page = (tmp_path / "taiwan-1" / "index.html").read_text("utf-8")
    script = (tmp_path / "taiwan-1" / "film.js").read_text("utf-8")
    film = json.loads(decompress(b64decode(script.split('"')[1])))
    assert {frame["n"]: frame["comment"] for frame in film["frames"] if "comment" in frame} == found
    assert page.count('<li><a href="#') == len(found) and "17 %" in page and "{odds}" not in page
