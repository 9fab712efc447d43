"""Entries, the record and the small verifier (docs/fairness.md, "Entries" and "Checking a game")."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_games import MadeGame, codes, vectors

from pbem.core.data.canon import dumps, loads
from pbem.core.data.problems import BrokenFile
from pbem.core.draws.chain import Chain
from pbem.core.draws.draws import pinch
from pbem.core.record import entries
from pbem.core.record.record import Record
from pbem.core.record.verifier import verify

GAMES = vectors()["games"]


@pytest.mark.parametrize("name", GAMES)
def test_vector_records(name):
    """Heads, salts and draws of whole records.

    The demonstration charters leave out `muster`, and one demonstration entry the opening of its seal.
    """
    game = GAMES[name]
    assert dumps(game["charter"]).decode() == game["charter_canonical"]
    record = Record(game["charter"])
    assert record.game_id.hex() == game["game_id"]
    assert record.salt.hex() == game["salt_0"]
    assert record.head.hex() == game["head_0"]
    record.roster.first_muster = game["entries"][0]["entry"]["muster"]
    for item in game["entries"]:
        record.add(item["entry"])
        assert record.head.hex() == item["head"]
        assert record.salt.hex() == item["salt"]
    not_opened = [("entry 3", "seal-closed")] if name == "shared, no referee" else []
    assert codes(record.problems) == not_opened


def a_long_game():
    """Plays, an absence, a correction, a redo of two entries, and play again."""
    game = MadeGame()
    game.play()
    game.play(["germany"])
    game.play(["germany", "japan"], absent=["japan"])
    game.note()
    game.play(["japan"])
    game.redo(to=2, kept=2)
    game.play(["germany"])
    game.play(["japan"])
    return game


def test_a_game_that_holds_has_no_problems():
    game = a_long_game()
    assert verify(game.document) == []
    assert verify(loads(dumps(game.document))) == []


def test_a_game_without_entries_holds():
    assert verify(MadeGame().document) == []


def test_same_inputs_give_the_same_bytes():
    assert dumps(a_long_game().document) == dumps(a_long_game().document)


def test_live_entries_leave_out_what_a_redo_took_back():
    game = a_long_game().document
    assert [entry["n"] for entry in entries.live_entries(game["entries"])] == [1, 2, 6, 7, 8]
    assert {
        n: [entry["n"] for entry in taken] for n, taken in entries.undone_by(game["entries"]).items()
    } == {6: [3, 4, 5]}


def test_redo_of_a_redo_and_to_the_start():
    game = MadeGame()
    game.play(), game.play(), game.play()
    game.redo(to=2, kept=2)
    game.play()
    game.redo(to=0, kept=0)
    game.play()
    assert verify(game.document) == []
    assert [entry["n"] for entry in entries.live_entries(game.document["entries"])] == [4, 6, 7]
    assert game.record.live == [7]


def test_redo_cannot_go_back_to_what_is_undone_or_to_come():
    game = MadeGame()
    game.play(), game.play()
    game.redo(to=1, kept=1)
    for to in (2, 3, 9):
        with pytest.raises(ValueError, match=f"Entry {to} cannot be gone back to"):
            copy.deepcopy(game).redo(to=to, kept=1)


def test_what_was_checked_before_is_followed_and_what_came_later_is_checked():
    """The same record, whichever part of it was seen; a part that does not lead to the head seen is checked."""
    game = a_long_game()
    anchor = game.new_chain("japan", "another")
    game.note("chain", who="japan", anchor=anchor, spent={"germany": game.link("germany")})
    game.play()
    document = game.document
    whole = Record.of(document)
    heads = [None, *(entry["head"] for entry in document["entries"])]
    for n in range(1, len(heads)):
        part = Record.of(document, (n, heads[n]))
        assert part.problems == []
        for name in ("n", "head", "salt", "live", "closed", "played", "noted", "muster_due"):
            assert getattr(part, name) == getattr(whole, name)
        assert {name: (chain.base, chain.index, chain.link) for name, chain in part.roster.chains.items()} == {
            name: (chain.base, chain.index, chain.link) for name, chain in whole.roster.chains.items()
        }
    altered = game.copy()
    altered["entries"][1]["draws"][0]["result"] = [6, 6]
    for seen in [(2, heads[2]), (9, heads[9]), (2, heads[3]), (5, "")]:
        assert ("entry 2", "head-wrong") in codes(Record.of(altered, seen).problems)
    altered["entries"][1] = None
    assert Record.of(altered, (9, heads[9])).halted


# -- any change is noticed -------------------------------------------------------------------------------


def places(value, path=()):
    """The paths of all parts of a JSON value."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


LONG = a_long_game().document
PLACES = [path for path in places(LONG) if path]
ODD = [None, True, 0, -1, 7, 2**53 - 1, "", "seat", "germany", "0" * 64, [], ["japan"], {}, {"n": 1}]


@given(st.sampled_from(PLACES), st.sampled_from(ODD), st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_change_of_a_file_is_noticed_and_none_stops_the_verifier(path, odd, remove):
    game = copy.deepcopy(LONG)
    parent = game
    for key in path[:-1]:
        parent = parent[key]
    if remove:
        del parent[path[-1]]
    elif type(parent[path[-1]]) is type(odd) and parent[path[-1]] == odd:
        return
    else:
        parent[path[-1]] = odd
    assert all(str(problem) for problem in verify(game))
    # A file without entries is what `new` writes, whatever facts it holds: only the rules (and, in steps
    # that say where they began, test_entries_cut_off) tell that entries were cut off.
    assert verify(game) or game["entries"] == []


@pytest.mark.parametrize("value", [None, [], {}, "game", {"pbem": "game/1", "charter": {}, "entries": {}}])
def test_what_is_no_game_is_said_to_be_none(value):
    assert verify(value)


def test_one_altered_entry_is_named_and_not_all_after_it():
    game = a_long_game().copy()
    game["entries"][1]["answers"][0]["value"] = "retreat"
    assert codes(verify(game)) == [("entry 2", "head-wrong")]


def test_altered_steps_are_named():
    game = a_long_game().copy()
    game["steps"][0]["args"] = {"area": "poland"}
    assert codes(verify(game)) == [("step 1", "step-wrong")]
    game["steps"][0] = {**a_long_game().document["steps"][0], "n": 5}
    assert ("step 1", "step-number") in codes(verify(game))


def test_altered_facts_are_named_by_entry_live_or_undone():
    game = a_long_game().copy()
    game["steps"][1]["facts"][0]["dice"] = [6, 6]
    assert codes(verify(game))[0] == ("entry 2", "facts-wrong")
    game = a_long_game().copy()
    game["undone"][0]["steps"][0]["facts"][0]["dice"] = [6, 6]
    assert codes(verify(game))[0] == ("entry 3", "facts-wrong")


def test_facts_beyond_the_last_entry_are_named():
    game = a_long_game().copy()
    game["open"] = {"facts": [{"type": "moved"}]}
    assert codes(verify(game)) == [("game", "facts-after")]


def test_undone_steps_that_are_missing_are_missing_evidence():
    game = a_long_game().copy()
    game["undone"] = []
    (problem,) = verify(game)
    assert (problem.where, problem.code, problem.level) == ("entry 6", "undone-missing", "evidence missing")


def test_an_entry_that_says_too_little_is_missing_evidence():
    game = MadeGame()
    entry = game.play()
    short = {name: value for name, value in entry.items() if name not in ("board", "head")}
    head = entries.next_head(entries.first_head(game.game_id), short).hex()
    game.document["entries"] = [{**short, "head": head}]
    (problem,) = verify(game.document)
    assert (problem.code, problem.level, problem.fields["field"]) == (
        "entry-lacks",
        "evidence missing",
        "board",
    )


def test_facts_of_an_open_step_count():
    game = MadeGame()
    game.document["open"] = {"facts": [{"type": "moved"}]}
    game.play(facts={"to": 2, "digest": entries.digest("facts", game.document["steps"])})
    facts = [*game.document["steps"][0]["facts"], {"type": "moved"}]
    assert codes(verify(game.document)) == [("entry 1", "facts-wrong")]
    game = MadeGame()
    game.document["open"] = {"facts": [{"type": "moved"}]}
    game.play(facts={"to": 2, "digest": entries.digest("facts", facts)})
    assert verify(game.document) == []


# -- charters --------------------------------------------------------------------------------------------


def charter(**changes):
    return {**MadeGame().charter, **changes}


ANCHOR = {"first": Chain(bytes(range(32)), 100).anchor.hex(), "n": 100}
NEXT = {"first": Chain(bytes(range(32)), 100).link(3).hex(), "n": 97}
BAD_CHARTERS = {
    "locked": (charter(fairness="locked"), "level-reserved"),
    "open": (charter(fairness="open"), "level-reserved"),
    "no level": (charter(fairness=None), "charter-field"),
    "sealed without referee": (
        charter(fairness="sealed", referee=None, openers=["germany", "japan"], anchors={}),
        "no-referee",
    ),
    "sealed with a seat's chain": (charter(fairness="sealed"), "sealed-chains"),
    "a seat lacks its chain": (charter(anchors={"referee": ANCHOR, "germany": ANCHOR}), "chain-lacking"),
    "muster off": (charter(muster=False), "shared-muster"),
    "seat called referee": (charter(seats=["germany", "referee"]), "charter-field"),
    "seat twice": (charter(seats=["germany", "germany"]), "charter-field"),
    "seat in capitals": (charter(seats=["Germany", "japan"]), "charter-field"),
    "opener unknown": (MadeGame(referee=False).charter | {"openers": ["germany", "italy"]}, "openers-wrong"),
    "opener lacking": (MadeGame(referee=False).charter | {"openers": ["germany"]}, "openers-wrong"),
    "anchor too long": (charter(anchors={"referee": {"first": "0" * 64, "n": 2**21}}), "charter-field"),
    "anchor not hex": (charter(anchors={"referee": {"first": "0x", "n": 5}}), "charter-field"),
    "anchor of a bot": (charter(bots=["japan"]), "charter-field"),
    "one secret": (
        charter(anchors=charter()["anchors"] | {"germany": ANCHOR, "japan": ANCHOR}),
        "chains-related",
    ),
    "one chain": (
        charter(anchors=charter()["anchors"] | {"germany": ANCHOR, "japan": NEXT}),
        "chains-related",
    ),
}


@pytest.mark.parametrize("name", BAD_CHARTERS)
def test_charters_that_cannot_be_played_by(name):
    bad, code = BAD_CHARTERS[name]
    with pytest.raises(BrokenFile) as caught:
        Record(bad)
    assert code in [problem.code for problem in caught.value.problems]
    assert verify({**MadeGame().document, "charter": bad})


# -- who contributes, who opens --------------------------------------------------------------------------


def test_call_with_a_referee():
    game = MadeGame()
    call = game.record.call([])
    assert (call.number, call.muster, call.opener, call.seal_needed) == (1, True, "referee", False)
    assert call.contributors() == {"germany", "japan", "referee"}
    game.play()
    call = game.record.call(["germany", "japan"])
    assert (call.number, call.muster, call.opener, call.seal_needed) == (2, False, "referee", False)
    assert call.contributors(absent=["japan"]) == {"germany", "referee"}
    assert game.record.call(["japan"]).contributors() == {"japan", "referee"}
    assert game.record.call([]).contributors() == {"referee"}


def test_call_without_a_referee():
    game = MadeGame(seats=("a", "b", "c"), referee=False, openers=["b", "c", "a"])
    assert (game.record.call([]).opener, game.record.call([]).contributors()) == ("b", {"a", "b", "c"})
    game.play()
    openers = {("a",): "b", ("b",): "c", ("b", "c"): "a", ("a", "c"): "b", ("a", "b", "c"): "b"}
    for asked, opener in openers.items():
        call = game.record.call(asked)
        assert (call.opener, call.seal_needed) == (opener, len(asked) == 3)
        assert call.contributors() == {*asked, opener}
    assert game.record.call(["a"], passed_over=["b"]).opener == "c"
    assert game.record.call(["a"], passed_over=["b", "c"]).opener is None
    assert game.record.call(["a", "b", "c"], passed_over=["b"]).opener is None


def test_call_at_sealed():
    game = MadeGame(fairness="sealed", muster=True)
    call = game.record.call(["germany"])
    assert (call.muster, call.opener, call.contributors()) == (True, "referee", {"referee"})
    assert call.may_pinch() == {"germany", "japan"}
    assert call.may_pinch(absent=["japan"]) == {"germany"}
    game.play()
    assert (game.record.call([]).muster, game.record.call([]).may_pinch()) == (False, set())


def test_bots_are_never_asked_and_have_no_envelope():
    seats = ("germany", "japan", "italy")
    base = MadeGame(seats=seats).charter
    anchors = {name: anchor for name, anchor in base["anchors"].items() if name != "italy"}
    game = MadeGame(seats=seats, bots=["italy"], anchors=anchors)
    assert game.play()["envelopes"].keys() == {"germany", "japan", "referee"}
    entry = {**game.document["entries"][0], "n": 2, "muster": False, "asked": ["italy"]}
    assert ("entry 2", "asked-unknown") in codes(game.record.add(entry))


def test_sealed_muster_with_and_without_words():
    for words in ({}, {"germany": "my cat is called Brötchen"}):
        game = MadeGame(fairness="sealed", muster=True)
        game.play(pinches={seat: pinch(game.game_id, seat, 1, text) for seat, text in words.items()})
        game.play(["japan"], absent=["japan"])
        assert verify(game.document) == []


def test_three_seats_may_pass_over_a_silent_opener():
    game = MadeGame(seats=("a", "b", "c"), referee=False)
    game.play()
    entry = game.play(["c"], passed_over=["a"])
    assert (entry["opener"], sorted(entry["envelopes"])) == ("b", ["b", "c"])
    assert verify(game.document) == []


# -- notes -----------------------------------------------------------------------------------------------


def test_a_new_chain_starts_at_link_one_in_the_next_entry():
    game = MadeGame()
    game.play()
    game.note("chain", who="japan", anchor=game.new_chain("japan", "another"))
    game.play()
    assert game.document["entries"][2]["envelopes"]["japan"] == game.chains["japan"].link(1).hex()
    game.play(["japan"])
    assert verify(game.document) == []


def test_referee_leaves_and_another_comes():
    game = MadeGame()
    game.play()
    game.note("departed", openers=["japan", "germany"])
    assert game.play()["opener"] == "japan"
    game.note("referee", anchor=game.new_chain("referee", "another"))
    assert game.play()["opener"] == "referee"
    assert verify(game.document) == []


def test_substitutes_with_a_chain_and_without():
    game = MadeGame(seats=("a", "b", "c"), referee=False)
    game.play()
    game.note("substitute", seat="b", anchor=game.new_chain("b", "another"))
    game.play()
    game.note("substitute", seat="a", anchor=None)
    entry = game.play()
    assert (entry["opener"], sorted(entry["envelopes"])) == ("b", ["b", "c"])
    assert game.record.roster.people == ["b", "c"]
    assert verify(game.document) == []


@pytest.mark.parametrize(
    ("what", "fields", "message"),
    [
        ("chain", {"who": "italy", "anchor": ANCHOR}, "who must be a participant"),
        ("departed", {"openers": ["japan"]}, "openers must be"),
        ("substitute", {"seat": "referee", "anchor": None}, "seat must be"),
        ("oracle", {}, "what must be one of"),
        ("redo", {"to": "1"}, "to must be a number"),
        ("chain", {"who": "japan", "anchor": {"first": "00", "n": 1}}, "anchor must be"),
        ("correction", {"spent": {"japan": bytes(32)}}, "japan is not of this chain"),
        ("correction", {"spent": {"italy": bytes(32)}}, "italy has no chain"),
    ],
)
def test_notes_that_make_no_sense_are_not_written(what, fields, message):
    game = MadeGame()
    game.play()
    with pytest.raises(ValueError, match=message):
        game.note(what, **fields)


def test_a_sealed_game_cannot_lose_its_referee():
    game = MadeGame(fairness="sealed")
    game.play()
    with pytest.raises(ValueError, match="A referee is needed"):
        game.note("departed", openers=["germany", "japan"])


def test_running_low_is_noticed_and_an_ended_chain_refused():
    game = MadeGame(length=65)
    game.play()
    assert game.record.running_low() == {}
    game.play()
    assert game.record.running_low() == dict.fromkeys(["germany", "japan", "referee"], 63)
    for _ in range(63):
        game.play()
    assert game.record.running_low()["referee"] == 0
    ended = {**game.document["entries"][-1], "n": 66}
    assert ("entry 66", "chain-ended") in codes(game.record.add(ended))


# -- heads -----------------------------------------------------------------------------------------------


def test_quoted_heads():
    """Attack 23: sixteen digits can be made to meet, so people compare at least 32."""
    head = MadeGame().record.head.hex()
    assert entries.head_fits(head, head)
    assert entries.head_fits(head, f" {head[:32].upper()}…\n")
    assert not entries.head_fits(head, head[:31])
    assert not entries.head_fits(head, head[:16])
    assert not entries.head_fits(head, "0" * 32)


def test_entries_cut_off_are_noticed_by_the_steps_that_began_in_them():
    game = copy.deepcopy(LONG)
    assert verify(game) == []
    for step, start in zip(game["steps"], ([1, 0, 0], [len(game["entries"]), 1, 0]), strict=False):
        step["from"] = start
    game["entries"] = []
    assert "step-before-entry" in [problem.code for problem in verify(game)]
