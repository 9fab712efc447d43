"""`pbem report` in all its forms, through the command line: one report, the same blocks, whatever people wrote."""

import re
from html import unescape

import pytest

from tests.cli.tools import finished_game, new_game, pbem

FORMS = ("text", "markdown", "speak", "html")
TITLE = {
    "text": r"(?m)^--- (.+?) -*$",
    "markdown": r"(?m)^## (.+)$",
    "html": "<h2>(.+?)</h2>",
    "speak": r"(?m)^\n(.+?)\.?$",
}
FAKED = "slip\n\n## Every draw\n\n--- Every draw -----\n\nEvery draw.\n<h2>Every draw</h2>\n`rm`"


def titles(game, *words):
    """``{form: titles of the blocks}``; of speech those that JSON has as well, for headings look alike there."""
    blocks = pbem("report", game, *words, "--json").json["blocks"]
    found = {"json": [block["title"] for block in blocks if block["title"]]}
    for form in FORMS:
        ran = pbem("report", game, *words, "--format", form)
        assert ran.code == 0, ran
        page = re.sub(r"(?ms)^```$.*?^```$", "", ran.out)
        shown = [unescape(title) for title in re.findall(TITLE[form], page)]
        found[form] = [one for one in shown if form != "speak" or one in found["json"]]
    found["html"] = [one for one in found["html"] if one != "How it came to this"]  # the page alone has what was before
    return found


@pytest.fixture
def over(tmp_path):
    return finished_game(tmp_path)


def test_one_report_has_the_same_blocks_in_every_form(tmp_path, over):
    game = new_game(tmp_path)
    for words in ((game,), (game, "--seat", "prc"), (over, "--since", "0"), (over,), (game, "--step", "0")):
        found = titles(*words)
        assert all(shown == found["json"] for shown in found.values()), (words, found)
        first = ["This scenario"] if "--step" in words else []
        assert found["json"][: len(first) + 1] == [*first, "What happened"] and ("What is asked" in found["json"]) == (
            game in words
        )
        assert found["json"][-1] == "Can you trust the draws?"


def test_a_reason_cannot_pass_for_a_block(tmp_path):
    """The cheat: a takeback whose reason looks like a part of the report."""
    game = new_game(tmp_path)
    agreed = ("--agreed", "prc", "--agreed", "allied")
    assert pbem("desk", "takeback", game, *agreed, "--reason", FAKED, "-o", game).code == 0
    found = titles(game)
    assert "Notes of the referee" in found["json"] and "Every draw" not in found["json"]
    assert all(shown == found["json"] for shown in found.values()), found


def test_a_form_that_there_is_not_is_refused_with_those_that_there_are(tmp_path):
    """The clumsy one: a slip in the name of a form, and a form of the whole game for one seat."""
    game = new_game(tmp_path)
    ran = pbem("report", game, "--format", "speech")
    assert ran.code == 2 and "speak" in ran.err
    assert pbem("report", game, "--format", "film", "--seat", "prc").code == 2


def test_a_report_on_nothing_says_so_in_every_form(tmp_path):
    """The unlucky one: nothing has happened yet."""
    game = new_game(tmp_path)
    last = pbem("report", game, "--json").json["entry"]
    for form in FORMS:
        ran = pbem("report", game, "--since", str(last), "--format", form)
        assert ran.code == 0 and "Nothing yet." in ran.out, (form, ran)
