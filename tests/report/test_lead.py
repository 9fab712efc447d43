"""What a report begins with: six lines at most, which say what matters most, what the dice did, the score, what became
of one's own orders, and who is next."""

import pytest

from pbem.core.data.sentences import OWN, Words
from pbem.report.build import build
from pbem.report.lead import lead_block
from pbem.report.sheet import sheet
from pbem.report.text import brief, render
from tests.contracts.titles import CONTRACTS, played
from tests.mail.test_short import GAMES, stops
from tests.spoken import SLIPS
from tests.thorough import some

MOST = 6


def height(report):
    """Of the lead, as the text that is mailed and the one that is printed have it."""
    alone = sheet(report)._replace(blocks=(lead_block(report),))
    return max(form(alone).partition("\n\n")[2].count("\n") for form in (brief, render))


def block(report):
    return {sentence.lead: sentence.text for sentence in lead_block(report).sentences}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_six_lines_say_it_in_recorded_games(name):
    longer = []
    for file in some(stops(name), 3):
        for seat in (None, *file.charter["seats"]):
            report = build(file, seat=seat)
            lines = block(report)
            assert ("The game is over." in lines) != ("Next" in lines)
            assert not file.waiting or any(row["waiting"] in lines["Next"] for row in report["waiting"])
            if height(report) > MOST:
                longer.append((file.n, seat))
    assert longer == []


@pytest.mark.parametrize("title", ["cataclysm", "pacific", "red-dragon"])
def test_six_lines_say_it_in_random_games(title):
    contract = next(one for one in CONTRACTS if one.title == title)
    file = contract.play_file("lead", entries=24)
    late = {"name": "", "first": "2026-12-03T12:00", "until": "2026-12-05T12:00"}  # as long as a date can be
    dates = [{"seat": seat, **late} for seat in file.charter["seats"]]
    heights = {n: height({**build(file, until=n), "deadlines": dates}) for n in range(1, file.n + 1)}
    assert len(heights) > 20 and {n: lines for n, lines in heights.items() if lines > MOST} == {}


@pytest.mark.parametrize("title", ["cataclysm", "pacific", "red-dragon"])
def test_what_changed_hands_or_is_fought_for_is_told_or_counted(title):
    contract = next(one for one in CONTRACTS if one.title == title)
    file = contract.play_file("lead", entries=24)
    counted = 0
    for n in range(1, file.n + 1):
        report = build(file, until=n)
        main = [line["text"] for line in report["lead"] if line["is"] == "main"]
        said = block(report).get("In short", "")
        left = sum(text not in said for text in main)
        assert (f"And {left} more below." in said) == bool(left)
        hands = [line["fact"] for part in report["story"] for line in part["lines"] if "conque" in line["type"]]
        assert not hands or main
        counted += len(main)
    assert counted


@pytest.mark.parametrize("title", ["cataclysm", "pacific", "red-dragon"])
def test_the_heaviest_facts_of_random_games_are_told_as_people_speak(title):
    contract = next(one for one in CONTRACTS if one.title == title)
    board, facts = played(contract, contract.seeds[0])
    words, say = contract.game.telling.words, contract.game.telling.say(board)
    found = words.leads(facts, say)
    assert len(found) > 5 and all(one.weight > 0 and one.text for one in found)
    assert [one.text for one in found if SLIPS.search(one.text) or one.text[0].islower()] == []


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_score_is_that_of_the_board_with_what_is_different(name):
    *_, before, after = stops(name)
    old, new = (after.game.telling.score(one.board_after(one.n)) for one in (before, after))
    said = block(build(after))["Score"]
    for who, points in new.items():
        assert (f"{who} {points} ({points - old[who]:+d})" in said) == (points != old[who])
    assert old != new or "unchanged" in said.casefold()


def test_facts_that_agree_weigh_together_and_are_told_once():
    lost = {"weight": "{cost}", "alike": ["side"], "of": ["side"], "told": "{side} loses {facts:# ship|# ships}."}
    words = Words(
        {
            "leads": {"lost": lost, "won": {"weight": "5", "is": "main"}},
            "facts": {"": {"won": "It is over.", "lost": None}},
        }
    )
    facts = [
        {"type": "lost", "side": "A", "cost": 2},
        {"type": "won"},
        {"type": "lost", "side": "B", "cost": 1},
        {"type": "lost", "side": "A", "cost": 3},
        {"type": "moved"},
    ]

    class Say:
        ways = {}

    assert [tuple(one)[:3] for one in words.leads(facts, Say())] == [
        (5, "A loses 2 ships.", "news"),
        (5, "It is over.", "main"),
        (1, "B loses 1 ship.", "news"),
    ]
    assert [one.weight for one in words.leads(facts, Say(), own=["B"])] == [5, 5, OWN]
