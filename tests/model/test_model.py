"""The theorem of docs/fairness.md on the model, its list, and each rule taken out one at a time.

The whole model is played by `make thorough`; here the games of two seats and every eightieth position of three, and the
rules whose lack shows soon.
"""

import itertools

import pytest

from pbem.core.record.participation import REFEREE, is_refused
from tests.thorough import THOROUGH
from tests.verifier import hand

from . import histories, life, positions
from .participation import Position, acts_now, call

STEP = 1 if THOROUGH else 80
LONG = {"passing-by-the-idle", "two-seals-do-not-play", "sealer-has-defaults", "word-or-envelope", "numbers-rise"}
"""Rules whose lack shows only among larger positions, after seconds."""

RULES = {  # rule that is taken out: (what it says, what breaks)
    "people-in-play-lines": ("a word on people burns no entry", "needed"),
    "one-place": ("words on people have no line of their own", "evidence"),
    "people-act-later": ("what is said on people acts from the next entry on", "held"),
    "muster-after-chain": ("the first entry with a new chain is a muster", "fresh"),
    "muster-after-note": ("the play after a note is a muster", "fresh"),
    "board-by-all": ("a board note needs the referee, or all", "needed"),
    "again-by-more-than-half": ("giving up needs the referee, or more than half", "needed"),
    "absence-by-enough": ("absence needs the referee, or more than half", "needed"),
    "passing-by-the-idle": ("only who has no question opens for who is passed over", "one"),
    "word-or-envelope": ("who gives a word for a board note lets no envelope go, and the other way round", "forgone"),
    "shut-by-enough": ("closed answers are passed over on enough words alone", "one"),
    "one-document": ("a line holds at most one document of a seat", "one"),
    "exactly-due": ("the envelopes that are due, and no others", "one"),
    "opener-lines-later": ("what an opener without a question sends acts from the next entry on", "held"),
    "proof-changes-nothing": ("a proof is a name", "one"),
    "seal-by-others": ("the opener's own word carries nothing", "one"),
    "seals-of-two-others": ("two others must carry the two seals", "one"),
    "two-seals-do-not-play": ("documents with two seals make no line of play", "one"),
    "sealer-has-defaults": ("who sealed twice has its defaults afterwards", "paid"),
    "signed-by-a-speaker": ("a note is signed by somebody who speaks in it", "exact"),
    "asked-from-state": ("who is asked follows from the state alone", "one"),
    "opened-is-used": ("what was sealed is what answers", "one"),
    "fates-derived": ("what becomes of a line is made again", "held"),
    "signatures": ("a document counts if its seat signed it", "one"),
    "pinches-stand": ("the words of a sealed muster stand in the record", "held"),
    "secret-remembers": ("a secret lets one document go for an entry", "one"),
}

CHEATS = {  # what was played once, and the rule that is in its way
    "an opener renews its chain until it likes the dice": "people-in-play-lines",
    "a referee tries chains against the words of a muster": "people-act-later",
    "an opener's own word carries another seal": "seal-by-others",
    "an opener reads a bid and gives somebody else another seal": "two-seals-do-not-play",
    "one document with two signatures stands twice": "one-document",
    "a stranger adds a word to a note": "signed-by-a-speaker",
    "lines that were superseded come back": "whole",
    "a word for going back and an envelope at one head": "word-or-envelope",
    "an opener seals one answer and records another": "opened-is-used",
    "an opener adds lines to the entry whose dice it has seen": "opener-lines-later",
    "a referee calls a legal line illegal": "fates-derived",
    "a stranger concedes for a seat": "signatures",
    "a referee tries the words of a sealed muster": "pinches-stand",
    "an envelope drawn out by a false question is mixed in": "exactly-due",
    "an envelope is opened twice, for two answers": "secret-remembers",
}

LIST = {  # under which heading of the list in docs/fairness.md more than one thing can follow
    "an entry given up",
    "absence and passing over",
    "the referee at sealed",
    "an opener with another who is due",
    "two documents of one",
    "closed lines",
    "a board note of the referee",
    "answers that stay closed",
}

NAMES = {  # rules on documents: what breaks without them
    "names": "once",
    "over-for-good": "once",
    "whole": "ended",
    "from-the-last-own": "kept",
    "numbers-rise": "kept",
    "empty-stands": "nothing",
    "key-in-force": "heir",
    "kept-spoils-nothing": "heard",
}


def sample():
    """Every position of two seats, and of three as many as there is time for."""
    yield from positions.positions((2,))
    yield from itertools.islice(positions.positions((3,)), 0, None, STEP)


def taken_out(rules):
    return [rule for rule in rules if THOROUGH or rule not in LONG]


@pytest.mark.longer
def test_one_outcome_on_the_same_words_and_every_other_promise():
    met, headings = 0, set()
    for position, dishonest, restored in sample():
        game = positions.Game(position, dishonest, restored)
        for pool in game.pools():
            assert game.broken(pool) is None, (position, dishonest, restored, pool)
            headings |= game.headings(pool)
            met += 1
    assert met > 10_000
    assert headings == LIST


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rule", taken_out(RULES))
def test_a_rule_of_play_taken_out_is_found(rule):
    size, position, dishonest, restored, pool, (promise, what) = positions.smallest(frozenset({rule}))
    print(f"{rule}: {RULES[rule][0]}\n  {promise} broken: {position}\n  dishonest {sorted(dishonest)}, {restored=}")
    print(f"  {pool}\n  {what}")
    assert promise == RULES[rule][1], (size, position)


def test_every_cheat_that_was_played_has_its_rule():
    """Each is found without its rule, above or below."""
    assert set(CHEATS.values()) <= {*RULES, *NAMES}


def test_a_closed_line_is_not_found_by_trying_what_it_may_say():
    """Without the secret bytes of its nonce a reader finds it among the few that there are."""
    few, place = [{"power": "a", "value": value} for value in range(47)], (b"g" * 32, "a", 1, 1, 1)
    for nonce in (b"", hand.person("a").nonce(*place[:1], *place[2:], few[30])):
        mark = hand.closed(*place, nonce, few[30])
        found = [one for one in few if hand.closed(*place, b"", one) == mark]
        assert found == ([] if nonce else [few[30]])


def test_whose_lines_act_later_do_not_change_an_entry():
    """Which documents of seats that are not called a line holds is its writer's choice, and changes nothing in it.

    At sealed they act in it: no seat there has an envelope to look at, and all is as the referee writes it down.
    """
    met = 0
    for position, _, _ in positions.positions():
        now = call(position)
        for seat in {*position.seats} - {*now.called} | ({now.opener} - {REFEREE, None}):
            assert acts_now(now, seat) is (now.is_sealed or now.sealing and seat == now.opener)
            assert not now.is_sealed or now.opener in (REFEREE, None)
            assert seat not in now.due
            met += 1
    assert met > 500


# -- documents by names ------------------------------------------------------------------------------------------------


def test_documents_by_names_keep_every_promise_in_all_histories():
    """Two entries here; three in the whole run."""
    entries = 3 if THOROUGH else 2
    played = [found for one in histories.histories(entries) if (found := histories.outcome(*one)) is not None]
    assert len(played) > 200
    assert not any(played)


@pytest.mark.parametrize("rule", taken_out(NAMES))
def test_a_rule_on_documents_taken_out_is_found(rule):
    size, history, promises = histories.smallest(frozenset({rule}))
    print(f"{rule}: {sorted(promises)} broken by {history}, of size {size}")
    assert NAMES[rule] in promises


# -- life --------------------------------------------------------------------------------------------------------------


def test_no_game_is_dead_but_the_one_that_the_list_names():
    """At `sealed` a referee who is gone can be replaced by all seats alone."""
    rows = [*life.dead(counts=(2, 3) if THOROUGH else (2,))]
    assert all(position.level == "sealed" and REFEREE in gone and len(gone) == 2 for position, gone, _ in rows)
    alone = Position(("a", "b"), False, ("a",), False, ("a", "b"))
    for who in alone.seats:
        assert not life.goes_on(alone, {*alone.seats} - {who}, set())


@pytest.mark.parametrize("rule", ["again-by-those-who-sent", "again-names-people"])
def test_a_rule_of_giving_up_taken_out_leaves_dead_games(rule):
    position, gone, sent = next(
        row for row in life.dead(frozenset({rule})) if row[0].level == "shared" and len(row[1]) == 1
    )
    print(f"{rule}: {position} stands still without {gone}; sent: {sent}")
    assert not life.goes_on(position, {*position.people} - {*gone}, {*sent}, frozenset({rule}))


def test_a_muster_waits_for_nobody_who_is_called_silent():
    """Without absence at a muster somebody would have to lose the seat first."""
    off, met = frozenset({"muster-absence"}), 0
    for position in dict.fromkeys(row[0] for row in positions.positions((3,))):
        for gone in position.seats if position.muster else ():
            left = {*position.people} - {gone}
            if life.goes_on(position, left, set(), notes=0):
                assert not life.goes_on(position, left, set(), off, notes=0)
                met += 1
    assert met > 20


def test_a_note_that_enough_refuse_binds_nobody():
    """Whoever gave a word for it lets an envelope go again as soon as the note cannot come about, and not before."""
    for position in dict.fromkeys(row[0] for row in positions.positions()):
        note = {"what": "redo", "to": 0, "why": "."}
        for noes in map(set, positions.subsets(position.people)):
            left = {*position.people} - noes
            can = REFEREE in left or {*position.persons} <= left
            assert is_refused(position.charter, position.state, note, [*noes]) is not can
