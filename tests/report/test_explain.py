"""Explaining a step: every input of the record in its place, what else there was, and no input that is not there."""

import json
import re
from collections import Counter

import pytest

from pbem.core.data.problems import Refused
from pbem.core.record import charter as charters
from pbem.core.title.game import load, titles
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance
from pbem.report.build import build
from pbem.report.explain import as_text, explain
from tests import honest
from tests.cli import tools
from tests.thorough import THOROUGH


@pytest.fixture(scope="module", params=titles())
def file(request):
    game = load(request.param)
    charter = charters.make(
        game, "e", next(iter(game.scenarios)), anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    )
    club = Club(charter, "explain")
    return play_on(club.new_game(), club, Chance("explain"), 10)


def entries_of(file):
    return range(1, file.n + 1)


def test_the_entries_together_hold_every_draw_and_answer_of_the_record(file):
    found = {"draw": 0, "answer": 0}
    for number in entries_of(file):
        for event in explain(file, number)["events"]:
            if event["what"] in found:
                found[event["what"]] += 1
    used = [row for entry in file.entries for row in entry["used"] if row["by"] != "petition"]
    assert found == {"draw": sum(len(entry["draws"]) for entry in file.entries), "answer": len(used)}
    assert bool(found["draw"]) != file.game.is_diceless and found["answer"]


def test_alternatives_are_legal_and_are_not_what_was_answered(file):
    more = [
        line
        for number in entries_of(file)
        for event in explain(file, number)["events"]
        if event["what"] == "answer"
        for line in event["more"]
    ]
    assert any(line.startswith(("Other answers", "It could also", "Nothing else")) for line in more)
    for number in entries_of(file):
        for event in explain(file, number)["events"]:
            if event["what"] == "answer" and event["more"]:
                answer = event["text"].partition("answered: ")[2].removesuffix(".")
                others = next((line for line in event["more"] if not line.startswith("The line: ")), "")
                assert not answer or answer not in others.partition(": ")[2].removesuffix(".").split("; ")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", sorted({kind[0] for kind in honest.kinds()}))
def test_each_answer_comes_from_where_the_record_has_it(title):
    """Random play in which lines are sent ahead, standing orders given, questions left to their defaults: what an
    explanation names is what the engine took, every line behind an answer is quoted, and the report tells of each
    answer by what it was given, and of each line that fell with the reason."""
    seen = set()
    for lines in ("ahead", "closed"):
        kind = next(one for one in honest.kinds() if (one[0], one[4], one[5]) == (title, "default", lines))
        file = honest.Honest(kind, 38).play(60 if THOROUGH else 14).file
        for entry in file.entries:
            answers = [event for event in explain(file, entry["n"])["events"] if event["what"] == "answer"]
            used = [row for row in entry.get("used", ()) if not row["question"].startswith("petition/")]
            assert [(one["by"], one["part"]) for one in answers] == [(row["by"], part_of(row)) for row in used]
            quoted = [one["by"] for one in answers if any(line.startswith("The line: ") for line in one["more"])]
            assert [one["by"] for one in answers if one["by"] in ("line", "standing")] == [
                by for by in quoted if by in ("line", "standing")
            ]
            seen.update(one["by"] for one in answers)
            told = build(file, entry["n"] - 1, entry["n"])["lines"]
            assert counted(entry, told) == counts_of(entry), entry["n"]
            assert all(row["reason"] for row in told if row["fate"] in ("refused", "fell through"))
    assert {"answer", "standing", "default"} <= seen


def counts_of(entry):
    """How many answers each seat gave by what, as the record has it; what it said itself counts as one kind."""
    own = dict.fromkeys(("answer", "line", "petition"), "own")
    used = [(row["seat"], own.get(row["by"], row["by"])) for row in entry.get("used", ())]
    return Counter(used + [(row["seat"], "fell") for row in entry.get("fell", ())])


def counted(entry, told):
    """The same, as the report tells it."""
    fates = {"used": "own", "queue": "own", "refused": "fell", "fell through": "fell"}
    found = Counter()
    for row in told:
        fate = fates.get(row["fate"], row["fate"])
        if fate in ("own", "fell", "standing", "default", "forced"):
            found[row["seat"], fate] += row["times"]
    return found


def part_of(row):
    return [row[name] for name in ("entry", "document", "line") if name in row]


def test_the_file_is_not_changed_by_looking(file):
    head, facts = file.head, file.state
    explain(file, 1)
    assert (file.head, file.state) == (head, facts)


def test_one_event_keeps_its_number(file):
    number, fact = next(
        (number, event)
        for number in entries_of(file)
        for event in explain(file, number)["events"]
        if event["what"] == "fact" and event["n"] > 1
    )
    found = explain(file, number, fact["n"])["events"]
    assert fact in found and {event["n"] for event in found} == {fact["n"]}
    assert f"{number}.{fact['n']} " in as_text(explain(file, number, fact["n"]))


def test_what_is_not_there_is_refused(file):
    with pytest.raises(Refused) as refused:
        explain(file, 9999)
    assert [problem.code for problem in refused.value.problems] == ["no-such-entry"]
    with pytest.raises(Refused) as refused:
        explain(file, 1, 9999)
    assert [problem.code for problem in refused.value.problems] == ["no-such-event"]


def test_the_commands(tmp_path):
    path = tools.new_game(tmp_path)
    ran = tools.pbem("explain", path, "1")
    assert ran.code == 0 and "1.1" in ran.out and "1 chance in 6" in ran.out
    assert tools.pbem("explain", path, "one").code == 2
    assert tools.pbem("explain", path, "1.77").code == 3
    assert tools.pbem("explain", path, "1", "--json").json["pbem"] == "explanation/1"


def test_a_line_that_was_sent_ahead_is_quoted_and_not_numbered(tmp_path):
    """The record knows the words of a line, and not where in a file they stood: comments and empty lines are above
    them here, and the document counts its parts otherwise than the file its lines."""
    path = tmp_path / "g.json"
    tools.done("new", "pacific", "-o", path)
    split = tools.write_orders(path, "uk", "split india 9, australia 3")
    said = ("# our turn", "", "always combat-moves: no combat moves", "# what we buy", "buy 2 infantry, transport")
    tools.done("adjudicate", path, split, tools.write_orders(path, "japan", *said), "-o", path)
    told = tools.done("explain", path, "1").out
    assert "\n         The line: buy 2 infantry, transport\n" in told
    assert "\n         The line: always combat-moves: no\n" in told
    words = " ".join(told.split())
    assert "an order sent in advance in entry 1 answered: buy 2 infantry, transport for japan." in words
    assert "a standing order from entry 1 answered: no combat moves." in words
    assert not re.search(r"\b(?:line|lines|part|order) [0-9]", words)


@pytest.mark.parametrize(
    ("lines", "quoted"),
    [
        (("if enemy in china-central: op 8", "else: op 16 okinawa -> kyushu"), "if enemy in china-central: op 8"),
        (("if enemy in taiwan-strait: op 16 okinawa -> kyushu", "else: op 8"), "op 8"),
    ],
)
def test_a_line_with_a_condition_is_quoted_as_far_as_it_was_reached(lines, quoted, tmp_path):
    """Its branches are closed each by itself: what was not reached is read by nobody, and the rest is quoted."""
    path = tools.new_game(tmp_path)
    said = [line.replace("kyushu", "kyushu with us-f-16-1") for line in lines]
    files = [tools.write_orders(path, "prc", "pass"), tools.write_orders(path, "allied", *said)]
    tools.done("adjudicate", path, *files, "-o", path)
    entry = tools.done("status", path, "--json").json["entry"] - 1
    explained = tools.done("explain", path, entry).out
    assert f"The line: {quoted}\n" in explained and "us-f-16-1" not in explained


def test_a_difference_since_a_players_own_order(tmp_path):
    path = tools.new_game(tmp_path)
    seat = tools.pbem("status", path, "--json").json["waiting"][0]["seat"]
    (tmp_path / "o.txt").write_text(tools.orders(path, seat, "pass"))
    assert tools.pbem("adjudicate", path, tmp_path / "o.txt", "-o", path).code == 0
    entries = [json.loads(line)[0] for line in path.read_text().splitlines()[1:]]
    answered = next(entry["n"] for entry in entries if any(row["by"] == "answer" for row in entry["used"]))
    found = tools.pbem("diff", path, "--seat", seat, "--since-my-last-order", "--json").json
    assert found["since"] == answered and found["entry"] >= answered
    assert tools.pbem("diff", path, "--since", "0", "--json").json["since"] == 0
    assert tools.pbem("diff", path, "--since-my-last-order").code == 2
    assert tools.pbem("diff", path, "--since", "99").code == 2
    assert tools.pbem("diff", path, "--seat", "atlantis").code == 2
    assert f"{found['game']}, since entry 0" in tools.pbem("diff", path, "--since", "0").out


def test_chances_are_exact():
    """Against every roll there is."""
    from itertools import product

    from pbem.games.cataclysm.rules.checks import highest
    from pbem.games.cataclysm.words.chances import results

    for dice in (1, 2, 3, 4):
        rolled = [highest(list(roll)) for roll in product(range(1, 7), repeat=dice)]
        counted = {best: rolled.count(best) for best in set(rolled)}
        assert {best: ways for best, ways in results(dice) if ways} == counted


def test_an_explanation_tells_the_odds_where_the_title_can(tmp_path):
    path = tools.new_game(tmp_path)
    assert "An event comes on 2 of 6 faces." in tools.pbem("explain", path, "1").out
