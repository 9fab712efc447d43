"""Who is asked is decided once: every format tells the same of a default, of an answer, and of the end of a game."""

import json
import re
from html import unescape

import pytest

from pbem.report import html, markdown, short, speak, text
from pbem.report.asked import asked_block, ended, shortened
from pbem.report.sheet import sheet
from tests.report.golden import FOLDER

FORMATS = {"text": text.render, "markdown": markdown.render, "speak": speak.render, "html": html.render}


def report(**changes):
    """A golden report with another head."""
    made = json.loads((FOLDER / "red-dragon.report.json").read_text(encoding="utf-8"))
    asked = {"over": None, "asked": [], "waiting": [], "called": [], "deadlines": []}
    return {**made, **asked, **changes}


def row(lines, answered=False, name="Ann"):
    return {
        "power": "prc",
        "power_name": "China",
        "seat": "prc",
        "name": name,
        "answered": answered,
        "waiting": "to declare an Op",
        "rule": "8.2",
        "default": lines,
    }


def plain(format, made):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>|\*\*", "", FORMATS[format](sheet(made)))))


@pytest.mark.parametrize("format", FORMATS)
def test_a_default_that_is_cut_says_so(format):
    told = plain(format, report(waiting=[row([f"line {n}" for n in range(9)])]))
    assert "line 2" in told and "line 3" not in told and "… (6 lines more)" in told
    told = plain(format, report(waiting=[row(["line 0", "line 1", "line 2", "line 3"])]))
    assert "… (1 line more)" in told
    assert "more)" not in plain(format, report(waiting=[row(["line 0", "line 1", "line 2"])]))


@pytest.mark.parametrize("format", FORMATS)
def test_who_has_answered_is_told_so(format):
    assert "has answered" in plain(format, report(waiting=[row(["pass"], answered=True)]))
    assert "has answered" not in plain(format, report(waiting=[row(["pass"])]))


@pytest.mark.parametrize("format", FORMATS)
def test_who_won_is_told_once(format):
    over = {"winner": "axis", "winner_name": "Japan", "why": "Japan wins on points.", "rule": "VIC-1", "by": "points"}
    told = plain(format, report(over=over))
    assert "Game over Japan wins on points." in told and "Won by" not in told
    over = {**over, "winner_name": None, "why": "All have agreed on it."}
    assert "Game over It is a draw. All have agreed on it." in plain(format, report(over=over))


@pytest.mark.parametrize("format", FORMATS)
def test_a_game_that_waits_for_nobody_waits_for_the_adjudicator(format):
    assert "djudicator" in plain(format, report())
    assert "djudicator" not in plain(format, report(waiting=[row(["pass"])])).partition("What happened")[0]


def test_the_head_of_a_time_gone_by_asks_nobody():
    gone_by = report(asked=["China"], waiting=[row(["pass"])], deadlines=[])
    [said] = asked_block(gone_by).items
    assert (said.lead, said.text) == ("Then asked:", "China; this report is on a time gone by.")
    assert "Next: China had to answer then (a time" in short.render(report(asked=["China"]))


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_leaves_a_part_of_the_report_out(format):
    made = report(
        changes=["A change."],
        notes=[{"entry": 1, "what": "a note", "why": "a reason"}],
        rulings=[{"id": "R-1-x", "question": "A question?", "chosen": "A choice.", "rules": ["1"]}],
        options=["an-option: yes"],
        fairness=["A word on fairness."],
        draws=[{"label": "6.1/prc", "n": 1, "result": [4]}],
    )
    told = plain(format, made)
    for said in (
        "A change.",
        "a reason",
        "R-1-x",
        "A question? A choice.",
        "an-option: yes",
        "A word on fairness.",
        "6.1",
    ):
        assert said in told, said
    assert made["story"] and all(part["heading"].casefold() in told.casefold() for part in made["story"])


def test_what_is_short_stays_as_it_is():
    assert shortened([]) == [] and shortened(["a", "b", "c"]) == ["a", "b", "c"]
    assert ended({"winner_name": "Japan", "why": "Points."}) == "Won by Japan. Points."
