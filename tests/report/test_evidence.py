"""Reports name the values that decided something and that nobody has checked against a printed copy."""

import pytest

from pbem.core.data.components import digest
from pbem.core.record import charter as charters
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance
from pbem.report import html, markdown, speak, text
from pbem.report.build import build, evidence_sentence
from pbem.report.sheet import sheet

ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


def played(pack=None):
    charter = charters.make(load("red-dragon"), "e", "ready", anchors=ANCHORS, pack=pack)
    club = Club(charter, "evidence")
    return play_on(club.new_game(), club, Chance("evidence"), 60)


@pytest.fixture(scope="module")
def file():
    found = played()
    assert any(fact["type"] == "shot-fired" for _, step in found.story() for fact in step["facts"])
    return found


def test_the_factors_of_those_who_fired_are_named_once(file):
    report = build(file, 0)
    shooters = {fact["shooter"] for _, step in file.story() for fact in step["facts"] if fact["type"] == "shot-fired"}
    assert {row["pointer"].split("/")[2] for row in report["evidence"]} == shooters
    assert all(row["from"] in ("recalled", "reconstructed") for row in report["evidence"])
    sentence = evidence_sentence(report)
    assert "factors of the" in sentence and "pbem data red-dragon --unverified" in sentence
    assert len({row["what"] for row in report["evidence"]}) == sentence.count("factors of the")


def test_every_format_tells_them(file):
    report = build(file, 0)
    for render in (text.render, markdown.render, speak.render, html.render):
        assert "printed copy" in render(sheet(report))


def test_nothing_is_said_where_nothing_of_that_kind_decided(file):
    report = build(file, 0, 1)
    assert report["evidence"] == [] and evidence_sentence(report) == ""
    assert "printed copy" not in text.render(sheet(report))


def test_a_value_from_a_players_own_copy_is_in_doubt_no_more(file):
    [row, *_] = [row for row in build(file, 0)["evidence"] if row["pointer"].endswith("/factors")]
    unit = row["pointer"].split("/")[2]
    values = load("red-dragon").new_board(file.charter).parts.units[unit].factors
    change = {"units": {"units": {unit: {"factors": {"value": values, "from": "owner", "cite": "my copy"}}}}}
    own = played({"name": "mine", "version": "1", "changes": change, "digest": digest(change)})
    assert row["pointer"] not in {row["pointer"] for row in build(own, 0)["evidence"]}
