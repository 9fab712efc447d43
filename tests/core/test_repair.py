"""Corrections and takebacks: on record, verified, and played on from."""

import pytest

from pbem.core.data.canon import loads
from pbem.core.data.problems import Refused
from pbem.core.play import robots
from pbem.core.play.selfplay import Chance
from pbem.core.record import repair
from pbem.core.record.gamefile import check, render
from pbem.core.record.verify import verify
from pbem.core.rules import game as games
from tests.core.test_play import CHARTER, LEVELS

MOVE = {"pbem": "patch/1", "units": "dale: north-foot-2", "set": {"south.vp": 3}}


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")


def begun(seed="a", entries=3, fairness="sealed", referee=True, turns=9):
    charter = {**CHARTER, "options": {"turns": turns}}
    club = robots.Club(charter, seed, fairness, referee)
    return robots.play_on(club.new_game(), club, Chance(seed), entries), club


def holds(file):
    """The file, written and read again, once it has been found to hold."""
    again = check(loads(render(file.document)), strict=True)
    report = verify(again)
    assert [str(problem) for problem in report.problems + report.missing] == []
    return again


def resting(seed="a", **options):
    """A game that stands at rest."""
    for entries in range(3, 9):
        file, club = begun(seed, entries, **options)
        if repair.is_at_rest(file) and not file.is_over:
            return file, club
    raise AssertionError("no rest")


def codes(refused):
    return [problem.code for problem in refused.value.problems]


# -- corrections -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_a_correction_is_a_note_that_changes_the_board_and_verifies(fairness, referee):
    file, club = resting(fairness=fairness, referee=referee)
    before = render(file.document)
    after = repair.correct(file, MOVE, "a unit stood in the wrong place")
    assert render(file.document) == before, "the file that was corrected is as it was"
    note = after.entries[-1]
    assert (note["kind"], note["what"], note["why"]) == ("note", "correction", "a unit stood in the wrong place")
    assert note["rule"] == "GM" and note["patch"]
    board = holds(after).current_board()
    assert board.units["north-foot-2"]["area"] == "dale" and board.vp["south"] == 3
    assert after.record.muster_due
    played = robots.play_on(after, club, Chance("on"), 3)
    assert played.entries[len(file.entries) + 1]["muster"]
    report = verify(holds(played))
    assert report.notes["corrections"] == [note["n"]]
    assert report.notes["notes"] == [{"entry": note["n"], "what": "correction", "why": note["why"]}]


def test_the_patch_on_record_is_what_changed_and_no_more():
    file, _ = resting()
    here = file.rest_board().units["north-foot-2"]["area"]
    after = repair.correct(file, {"units": "dale: north-foot-2"}, "moved")
    changed = {tuple(change["at"]) for change in after.entries[-1]["patch"]}
    assert here != "dale" and ("units", "north-foot-2", "area") in changed
    assert all(place[0] in ("units", "next", "turn") for place in changed)


def test_an_edited_correction_is_named():
    file, _ = resting()
    document = loads(render(repair.correct(file, MOVE, "moved").document))
    document["entries"][-1]["patch"][0]["value"] = "hill"
    from tests.core.test_play import verify_or_break

    assert any("entry" in problem.where for problem in verify_or_break(document))


def test_steps_that_close_by_themselves_after_a_correction_are_kept():
    """The turn begins by a step without any input: it closes within the note."""
    file, club = resting()
    after = repair.correct(file, {"at": {"step": "turn-start", "turn": 1}}, "the turn begins again")
    assert [step["procedure"] for step in after.steps[-2:]] == ["correction", "turn-start"]
    holds(robots.play_on(holds(after), club, Chance("on"), 3))


@pytest.mark.parametrize(
    "patch, code", [({"pbem": "patch/1"}, "empty-patch"), ({"units": "nowhere: north foot"}, "unknown-name")]
)
def test_a_bad_correction_is_refused(patch, code):
    file, _ = resting()
    board = file.rest_board()
    at = {"at": {"step": board.next, "turn": board.turn}}
    with pytest.raises(Refused) as refused:
        repair.correct(file, {**at, **patch}, "why")
    assert codes(refused) == [code]


def test_a_note_needs_a_reason():
    file, _ = resting()
    for act in (lambda: repair.correct(file, MOVE, " "), lambda: repair.reopen(file, None, "")):
        with pytest.raises(Refused) as refused:
            act()
        assert codes(refused) == ["reason-missing"]


def test_a_correction_in_the_middle_of_a_step_says_how_to_get_to_its_beginning():
    """Going back as the hint says gives a board at rest."""
    for seed in "abcdefgh":
        for entries in range(2, 8):
            file, club = begun(seed, entries)
            if repair.is_at_rest(file) or file.is_over:
                continue
            with pytest.raises(Refused) as refused:
                repair.correct(file, MOVE, "why")
            (problem,) = refused.value.problems
            assert problem.code == "not-at-rest"
            back = int(problem.hint.partition("--step ")[2].split()[0])
            after = repair.reopen(file, back, "to correct it")
            assert repair.is_at_rest(after)
            assert holds(repair.correct(after, MOVE, "why")).record.muster_due
            return
    raise AssertionError("no stop in the middle of a step was met")


# -- going back --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fairness, referee", LEVELS)
@pytest.mark.parametrize("to", [None, 0, 1, 2, 4])
def test_going_back_to_an_entry_gives_its_questions_again_and_verifies(fairness, referee, to):
    file, club = begun("b", 6, fairness, referee)
    after = repair.reopen(file, to, "misread")
    target = 5 if to is None else to
    then, _ = begun("b", target, fairness, referee)
    assert after.current_board().to_json() == then.current_board().to_json()
    assert [ask["question"] for ask in after.waiting] == [ask["question"] for ask in then.waiting]
    assert verify(holds(after)).notes["undone"] == list(range(target + 1, 7))
    played = robots.play_on(after, club, Chance("other"), 4)
    holds(played)
    undone = {link for entry in file.entries[target:6] for link in entry["envelopes"].values()}
    anew = {link for entry in played.entries[7:] for link in entry["envelopes"].values()}
    assert undone and anew and not undone & anew, "no envelope is opened twice"


def test_going_back_before_a_correction_takes_it_back_and_after_it_keeps_it():
    file, club = resting("c")
    corrected = repair.correct(file, MOVE, "moved")
    number = corrected.entries[-1]["n"]
    played = robots.play_on(corrected, club, Chance("on"), 3)
    kept = holds(repair.reopen(played, number, "again"))
    assert kept.current_board().vp["south"] >= 3 and verify(kept).notes["corrections"] == [number]
    gone = holds(repair.reopen(played, number - 1, "again"))
    assert gone.current_board().to_json() == file.current_board().to_json()
    holds(robots.play_on(kept, club, Chance("kept"), 3))
    holds(robots.play_on(gone, club, Chance("gone"), 3))


def test_a_finished_game_can_be_reopened():
    file, club = begun("d", 1000, turns=2)
    assert file.is_over
    after = holds(repair.reopen(file, None, "the last attack was misread"))
    assert not after.is_over and after.waiting
    assert holds(robots.play_on(after, club, Chance("z"), 1000)).is_over


@pytest.mark.parametrize("to, code", [(6, "redo-nothing"), (99, "redo-target")])
def test_what_cannot_be_gone_back_to_is_said(to, code):
    file, _ = begun("b", 6)
    with pytest.raises(Refused) as refused:
        repair.reopen(file, to, "why")
    assert codes(refused) == [code]


def test_an_entry_that_was_undone_cannot_be_gone_back_to():
    file, _ = begun("b", 6)
    after = repair.reopen(file, 3, "why")
    with pytest.raises(Refused) as refused:
        repair.reopen(after, 5, "why")
    assert codes(refused) == ["redo-target"] and "1, 2" in refused.value.problems[0].hint


def test_lines_that_were_lodged_later_are_no_longer_in_force():
    file, club = resting("e")
    line = {"power": "south", "when": "intervene", "value": "no", "line": 1, "text": "when intervene: no"}
    orders = robots.random_orders(file, Chance("f"))
    order = next((order for order in orders if order["seat"] == "red"), None)
    if order is None:
        orders.append(order := robots.blank_order(file, "red"))
    order["standing"] = [line]
    club.adjudicate(file, orders)
    assert [row["n"] for row in file.document["standing"]["red"]]
    after = repair.reopen(file, None, "why")
    assert after.document["standing"] == {}
    holds(robots.play_on(after, club, Chance("g"), 2))


@pytest.mark.parametrize("seed", range(12))
def test_any_mixture_of_play_corrections_and_takebacks_holds(seed):
    chance = Chance(f"mix {seed}")
    fairness, referee = LEVELS[seed % 3]
    club = robots.Club({**CHARTER, "options": {"turns": 9}}, f"mix {seed}", fairness, referee)
    file = club.new_game()
    for number in range(14):
        act = chance.below(5)
        live = file.record.live
        if act == 0 and len(live) > 1:
            file = repair.reopen(file, ([0] + live)[chance.below(len(live))], f"back {number}")
        elif act == 1 and repair.is_at_rest(file) and not file.is_over:
            patch = {"units": f"dale: north-foot-{1 + chance.below(2)}", "set": {"isles.vp": chance.below(9)}}
            try:
                file = repair.correct(file, patch, f"moved {number}")
            except Refused as refused:
                assert [problem.code for problem in refused.problems] == ["empty-patch"]
        elif not file.is_over:
            file = robots.play_on(file, club, chance, 1)
        file = holds(file)
