"""Corrections and takebacks: on record, verified, and played on from."""

import pytest

from pbem.core.data.problems import Refused
from pbem.core.play import repair
from pbem.core.play.gamefile import render
from pbem.core.play.verify import verify
from pbem.core.record.counters import envelopes_of
from pbem.core.record.entries import live_numbers, note_of
from pbem.core.record.state import at_rest
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.report.noted import all_noted, noted
from tests.core.test_play import CHARTER, LEVELS, altered, holds

MOVE = {"pbem": "patch/1", "units": "dale: north-foot-2", "set": {"south.vp": 3}}


pytestmark = pytest.mark.usefixtures("toy_is_a_title")


def begun(seed="a", entries=3, fairness="sealed", referee=True, turns=9):
    charter = {**CHARTER, "options": {"turns": turns}}
    club = robots.Club(charter, seed, fairness, referee)
    return robots.play_on(club.new_game(), club, Chance(seed), entries), club


def correct(club, file, patch, why):
    return club.noted(file, repair.correction(file, patch, why))


def reopen(club, file, to, why):
    return club.noted(file, repair.going_back(file, to, why))


def resting(seed="a", **options):
    """A game that stands at rest."""
    for entries in range(3, 9):
        file, club = begun(seed, entries, **options)
        if at_rest(file.state) and not file.is_over:
            return file, club
    raise AssertionError("no rest")


def codes(refused):
    return [problem.code for problem in refused.value.problems]


# -- corrections -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_a_correction_is_a_note_that_changes_the_board_and_verifies(fairness, referee):
    file, club = resting(fairness=fairness, referee=referee)
    before = render(file)
    after = correct(club, file, MOVE, "a unit stood in the wrong place")
    assert render(file) == before, "the file that was corrected is as it was"
    entry = after.entry(after.n)
    note = note_of(entry)
    assert (entry["kind"], entry["what"], note["why"]) == ("note", "correction", "a unit stood in the wrong place")
    assert note["patch"]
    board = holds(after).current_board()
    assert board.units["north-foot-2"]["area"] == "dale" and board.vp["south"] == 3
    assert after.state["muster"]
    played = robots.play_on(after, club, Chance("on"), 3)
    assert played.entry(after.n + 1)["muster"]
    report = verify(holds(played))
    assert report.notes["corrections"] == [after.n]
    assert report.notes["notes"] == [{"entry": after.n, "what": "correction", "why": note["why"]}]


def test_the_patch_on_record_is_what_changed_and_no_more():
    file, club = resting()
    here = file.rest_board().units["north-foot-2"]["area"]
    after = correct(club, file, {"units": "dale: north-foot-2"}, "moved")
    changed = {tuple(change["at"]) for change in note_of(after.entry(after.n))["patch"]}
    assert here != "dale" and ("units", "north-foot-2", "area") in changed
    assert all(place[0] in ("units", "next", "turn") for place in changed)


def test_an_edited_correction_is_named():
    file, club = resting()
    after = correct(club, file, MOVE, "moved")

    def edit(line):
        line["documents"][0][0]["says"][0]["patch"][0]["value"] = "hill"

    (problem,) = verify(altered(after, after.n, lambda line: _edited(line, edit))).problems
    assert f"entry {after.n}" in problem.where and "signature" in problem.text


def _edited(line, edit):
    from tests.core.test_play import _deep

    _deep(line, edit)


def test_after_a_correction_nothing_is_asked_and_the_muster_plays_on_from_the_board_as_it_is_then():
    file, club = resting()
    after = correct(club, file, {"at": {"step": "turn-start", "turn": 1}}, "the turn begins again")
    assert after.waiting == [] and after.state["muster"]
    played = robots.play_on(holds(after), club, Chance("on"), 3)
    assert played.entry(after.n + 1)["steps"][0]["procedure"] == "turn-start"
    holds(played)


@pytest.mark.parametrize(
    "patch, code", [({"pbem": "patch/1"}, "empty-patch"), ({"units": "nowhere: north foot"}, "unknown-name")]
)
def test_a_bad_correction_is_refused(patch, code):
    file, club = resting()
    board = file.rest_board()
    at = {"at": {"step": board.next, "turn": board.turn}}
    with pytest.raises(Refused) as refused:
        correct(club, file, {**at, **patch}, "why")
    assert codes(refused) == [code]


FORGED = [
    ({"at": ["options", "turns"], "value": 1}, "options is agreed"),
    ({"at": ["edition"], "value": "second"}, "edition is agreed"),
    ({"at": ["vp", "south"], "value": "many"}, "/vp/south is no integer"),
    ({"at": ["vp"]}, "/vp is missing"),
    ({"at": ["turn"], "value": "late"}, "/turn is no integer"),
    ({"at": ["weather"], "value": 1}, "/weather has no meaning"),
    ({"at": ["units", "north-foot-1", "colour"], "value": "red"}, "colour has no meaning"),
    ({"at": ["units", "north-foot-1", "area"], "value": None}, "area is no string"),
]


@pytest.mark.parametrize("change, told", FORGED, ids=[told for _, told in FORGED])
def test_a_note_that_was_not_made_by_a_patch_changes_nothing_that_is_agreed_and_no_shape(change, told):
    """Whoever may sign a correction can write one by hand."""
    file, club = resting()
    with pytest.raises(Refused) as refused:
        club.noted(file, {"what": "correction", "why": "by hand", "patch": [change]})
    assert codes(refused) == ["note-patch"] and told in refused.value.problems[0].text


def test_a_note_needs_a_reason():
    file, club = resting()
    for act in (lambda: repair.correction(file, MOVE, " "), lambda: repair.going_back(file, None, "")):
        with pytest.raises(Refused) as refused:
            act()
        assert codes(refused) == ["reason-missing"]


def test_a_correction_in_the_middle_of_a_step_says_how_to_get_to_its_beginning():
    """Going back as the hint says gives a board at rest."""
    for seed in "abcdefgh":
        for entries in range(2, 8):
            file, club = begun(seed, entries)
            if at_rest(file.state) or file.is_over:
                continue
            with pytest.raises(Refused) as refused:
                correct(club, file, MOVE, "why")
            (problem,) = refused.value.problems
            assert problem.code == "correction-rest"
            back = int(problem.hint.partition("--step ")[2].split()[0])
            after = reopen(club, file, back, "to correct it")
            assert at_rest(after.state)
            assert holds(correct(club, after, MOVE, "why")).state["muster"]
            return
    raise AssertionError("no stop in the middle of a step was met")


# -- going back --------------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fairness, referee", LEVELS)
@pytest.mark.parametrize("to", [None, 0, 1, 2, 4])
def test_going_back_to_an_entry_gives_its_questions_again_and_verifies(fairness, referee, to):
    file, club = begun("b", 6, fairness, referee)
    after = reopen(club, file, to, "misread")
    target = 5 if to is None else to
    then, _ = begun("b", target, fairness, referee)
    assert after.current_board().to_json() == then.current_board().to_json()
    assert [ask["question"] for ask in after.waiting] == [ask["question"] for ask in then.waiting]
    assert verify(holds(after)).notes["undone"] == list(range(target + 1, 7))
    played = robots.play_on(after, club, Chance("other"), 4)
    holds(played)
    undone = {link for entry in file.entries[target:6] for link in envelopes_of(entry).values()}
    anew = {link for entry in played.entries[7:] for link in envelopes_of(entry).values()}
    assert undone and anew and not undone & anew, "no envelope is opened twice"


def test_going_back_before_a_correction_takes_it_back_and_after_it_keeps_it():
    file, club = resting("c")
    corrected = correct(club, file, MOVE, "moved")
    number = corrected.n
    played = robots.play_on(corrected, club, Chance("on"), 3)
    kept = holds(reopen(club, played, number, "again"))
    assert kept.current_board().vp["south"] >= 3 and verify(kept).notes["corrections"] == [number]
    gone = holds(reopen(club, played, number - 1, "again"))
    assert gone.current_board().to_json() == file.current_board().to_json()
    holds(robots.play_on(kept, club, Chance("kept"), 3))
    holds(robots.play_on(gone, club, Chance("gone"), 3))


def test_a_finished_game_can_be_reopened():
    file, club = begun("d", 1000, turns=2)
    assert file.is_over
    after = holds(reopen(club, file, None, "the last attack was misread"))
    assert not after.is_over and after.waiting
    assert holds(robots.play_on(after, club, Chance("z"), 1000)).is_over


@pytest.mark.parametrize("to, code", [(6, "note-redo"), (99, "note-redo")])
def test_what_cannot_be_gone_back_to_is_said(to, code):
    file, club = begun("b", 6)
    with pytest.raises(Refused) as refused:
        reopen(club, file, to, "why")
    assert codes(refused) == [code]


def test_an_entry_that_was_undone_cannot_be_gone_back_to():
    file, club = begun("b", 6)
    after = reopen(club, file, 3, "why")
    with pytest.raises(Refused) as refused:
        reopen(club, after, 5, "why")
    assert codes(refused) == ["note-redo"] and "0, 1 or 2" in refused.value.problems[0].hint


def test_lines_that_were_lodged_later_are_no_longer_in_force():
    file, club = resting("e")
    line = {"power": "south", "when": "intervene", "value": "no", "line": 1, "text": "always intervene: no"}
    orders = robots.random_orders(file, Chance("f"))
    order = next((order for order in orders if order["seat"] == "red"), None)
    if order is None:
        orders.append(order := robots.blank_order(file, "red"))
    order["standing"] = [line]
    file = club.adjudicate(file, orders).file
    assert [row["seat"] for row in file.state["lines"]] == ["red"]
    after = reopen(club, file, None, "why")
    assert after.state["lines"] == []
    holds(robots.play_on(after, club, Chance("g"), 2))


@pytest.mark.parametrize("seed", range(6))
def test_any_mixture_of_play_corrections_and_takebacks_holds(seed):
    chance = Chance(f"mix {seed}")
    fairness, referee = LEVELS[seed % 3]
    club = robots.Club({**CHARTER, "options": {"turns": 9}}, f"mix {seed}", fairness, referee)
    file = club.new_game()
    for number in range(10):
        act = chance.below(5)
        live = live_numbers(file.entries)
        if act == 0 and len(live) > 1:
            file = reopen(club, file, ([0] + live)[chance.below(len(live))], f"back {number}")
        elif act == 1 and at_rest(file.state) and not file.is_over:
            patch = {"units": f"dale: north-foot-{1 + chance.below(2)}", "set": {"isles.vp": chance.below(9)}}
            try:
                file = correct(club, file, patch, f"moved {number}")
            except Refused as refused:
                assert [problem.code for problem in refused.problems] == ["empty-patch"]
        elif not file.is_over:
            file = robots.play_on(file, club, chance, 1)
        file = holds(file)
    assert list(all_noted(file)) == [(entry, noted(file, entry)) for entry in file.entries]
