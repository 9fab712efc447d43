"""Attacks on the draws, and what stops them.

The numbers are those of the list of attacks in docs/fairness.md.  What only a whole game can show (pausing
at every question, late mail, offers) is tested where games are played.
"""

import ast
import itertools
import os

import pytest
from made_games import MadeGame, codes, key_of

import pbem.core
from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.draws import draws
from pbem.core.draws.draws import KeyedSource, pinch
from pbem.core.record.entries import next_head
from pbem.core.record.record import Record
from pbem.core.record.seals import seal
from pbem.core.record.secret import Secret
from pbem.core.record.verifier import verify

SUBSETS = [
    (seats, asked)
    for seats in (("a", "b"), ("a", "b", "c"))
    for size in range(len(seats) + 1)
    for asked in itertools.combinations(seats, size)
]


def mustered(**options):
    game = MadeGame(**options)
    game.play()
    return game


def forged(game, **changes):
    """The last entry changed, with a head that fits: what somebody who holds the links can always write."""
    before, last = Record(game.charter), game.document["entries"][-1]
    for entry in game.document["entries"][:-1]:
        before.add(entry)
    entry = {**{name: value for name, value in last.items() if name != "head"}, **changes}
    entry["head"] = next_head(before.head, entry).hex()
    return codes(before.add(entry))


def dice(record, envelopes, muster=False):
    return KeyedSource(key_of(record, envelopes, muster)).dice("10.4/poland/attack", 40, 6)


# -- A. the protocol -------------------------------------------------------------------------------------


def test_1_what_is_public_at_a_stop_does_not_give_the_next_draws():
    """Whoever must answer knows all links shown so far, and none of them makes the next key."""
    game = mustered()
    game.play(["germany"])
    real = dice(game.record, game.envelopes(["germany"]))
    public = [entry["envelopes"] for entry in game.document["entries"]]
    public.append({name: anchor["first"] for name, anchor in game.charter["anchors"].items()})
    for shown in public:
        for size in range(1, len(shown) + 1):
            for names in itertools.combinations(sorted(shown), size):
                assert dice(game.record, {name: bytes.fromhex(shown[name]) for name in names}) != real


@pytest.mark.parametrize(("seats", "asked"), SUBSETS)
def test_2_nobody_opens_the_dice_of_his_own_decision(seats, asked):
    """For two and three seats, all sets asked: the opener has no question, or his answer was sealed first."""
    for openers in itertools.permutations(seats):
        game = mustered(seats=seats, referee=False, openers=list(openers))
        call = game.record.call(asked)
        assert call.opener not in asked or call.seal_needed
        assert call.seal_needed == (set(asked) == set(seats))
        game.play(asked)
        assert verify(game.document) == []
        for wrong in set(seats) - {call.opener}:
            assert ("entry 2", "opener-wrong") in forged(game, opener=wrong)


@pytest.mark.parametrize(("seats", "asked"), SUBSETS)
def test_2_every_envelope_is_needed_for_the_key(seats, asked):
    """Who lacks one of the contributors' envelopes knows nothing, so nobody knows before the last answer is
    fixed.
    """
    game = mustered(seats=seats, referee=False)
    envelopes = game.envelopes(asked)
    real = dice(game.record, envelopes)
    for name in envelopes:
        guessed = {**envelopes, name: game.chains[name].link(game.record.n)}
        assert dice(game.record, guessed) != real


def test_3_a_referee_holds_no_seat():
    with pytest.raises(BrokenFile, match="referee not among them"):
        MadeGame(seats=("germany", "referee"))
    with pytest.raises(BrokenFile, match="referee must be referee or null"):
        Record({**MadeGame().charter, "referee": "germany"})


def test_4_envelopes_cannot_be_picked():
    """Two optional mails would be four keys; the published file says which envelopes count."""
    game = mustered(seats=("a", "b", "c"))
    game.play(["a"])
    envelopes = game.document["entries"][1]["envelopes"]
    extra = {**envelopes, "b": game.link("b", 2).hex()}
    assert ("entry 2", "envelope-extra") in forged(game, envelopes=extra)
    fewer = {name: link for name, link in envelopes.items() if name != "a"}
    assert ("entry 2", "envelope-missing") in forged(game, envelopes=fewer)


def test_4_the_order_of_arrival_does_not_matter():
    game = mustered(seats=("a", "b", "c"))
    envelopes = game.envelopes(["a", "b", "c"])
    orders = itertools.permutations(envelopes.items())
    assert len({key_of(game.record, dict(order)) for order in orders}) == 1


def test_5_what_is_in_force_next_is_fixed_by_the_head():
    """Standing orders, options and defaults cannot be switched once the links of the next entry are known."""
    game = mustered()
    game.document["entries"][0]["force"] = "0" * 64
    assert codes(verify(game.document)) == [("entry 1", "head-wrong")]


def test_7_a_forged_file_does_not_fish_for_a_later_link(tmp_path):
    """A referee can write 60 entries in which Japan is absent; they verify, and Japan's memory asks about
    them.
    """
    game = mustered()
    secret = Secret.create(str(tmp_path / "japan.secret"), 1024, game.chains["japan"].secret)
    secret.bind(game.game_id, "japan")
    for _ in range(60):
        game.play(["japan"], absent=["japan"])
    assert verify(game.document) == []
    with pytest.raises(Refused, match="went on 60 times without an answer of japan, marked absent"):
        secret.release(game.document, 62, game.record.head.hex(), "0" * 64, ["japan"])


def test_7_a_file_with_invented_links_does_not_verify():
    game = mustered()
    game.play(["japan"])
    invented = {**game.document["entries"][1]["envelopes"], "japan": "5" * 64}
    assert forged(game, envelopes=invented) == [
        ("entry 2", "envelope-wrong"),
        ("entry 2", "draws-without-key"),
    ]


def test_7_a_link_of_a_later_entry_is_named_and_burned():
    game = mustered()
    early = game.link("japan", 4)
    assert str(game.record.judge("japan", early)) == "link 4, not 2"
    game.note(spent={"japan": early})
    with pytest.raises(ValueError, match="The envelope of japan is link 3, which was public before"):
        game.play()


def test_7_notes_raise_the_number_past_a_burned_link():
    game = mustered()
    game.note(spent={"japan": game.link("japan", 4)})
    game.note(), game.note()
    game.play()
    assert game.record.n == 5
    assert verify(game.document) == []


def test_8_one_secret_does_not_serve_two_seats_or_games(tmp_path):
    game, another = mustered(), mustered(game="another")
    anchors = {**game.charter["anchors"], "japan": game.charter["anchors"]["germany"]}
    with pytest.raises(BrokenFile, match="germany and japan come from one secret"):
        Record({**game.charter, "anchors": anchors})
    secret = Secret.create(str(tmp_path / "japan.secret"), 1024, game.chains["japan"].secret)
    secret.bind(game.game_id, "japan")
    with pytest.raises(Refused, match="one secret serves one seat of one game"):
        secret.bind(another.game_id, "japan")


def test_8_a_new_chain_is_no_piece_of_a_known_one():
    game = mustered()
    old = game.chains["germany"]
    with pytest.raises(
        ValueError, match="The new chain of japan comes from the secret of a chain of germany"
    ):
        game.note("chain", who="japan", anchor={"first": old.link(30).hex(), "n": 900})


def test_9_one_entry_closes_many_steps_with_one_key():
    game = MadeGame()
    for _ in range(3):
        game._close_step({"type": "moved"})
    game.play()
    assert len(game.document["steps"]) == 4
    assert verify(game.document) == []


@pytest.mark.parametrize("level", ["sealed", "shared"])
def test_10_a_note_is_no_second_throw(level):
    """After a note the number is used up, everybody musters, and the salt is new."""
    game = MadeGame(fairness=level)
    game.play()
    salt, number = game.record.salt, game.record.next
    game.redo(to=0, kept=0)
    assert (game.record.next, game.record.muster_due) == (number + 1, True)
    game.play()
    assert game.record.salt != salt
    assert ("entry 3", "muster-due") in forged(game, muster=False)


def test_11_the_referee_alone_cannot_pick_the_seed():
    """The salt of a shared game needs every seat's first link; that of a sealed one, a word of a player."""
    one, other = MadeGame(), MadeGame()
    assert one.record.salt == other.record.salt
    one.play()
    envelopes = {**other.envelopes(), "japan": other.chains["japan"].link(9)}
    assert draws.next_salt(other.record.salt, 1, draws.mix(envelopes)) != one.record.salt
    rolls = set()
    for text in ("", "my cat is called Brötchen", "my cat is called Brotchen"):
        game = MadeGame(fairness="sealed", muster=True)
        game.play(pinches={"germany": pinch(game.game_id, "germany", 1, text)}, dice=30)
        game.play(dice=30)
        rolls |= {tuple(entry["draws"][0]["result"]) for entry in game.document["entries"]}
    assert len(rolls) == 6


def test_12_a_new_chain_makes_a_muster_and_a_new_salt():
    game = mustered()
    salt = game.record.salt
    game.note("chain", who="japan", anchor=game.new_chain("japan", "lost"))
    assert game.record.call([]).muster
    assert game.play()["envelopes"].keys() == {"germany", "japan", "referee"}
    assert game.record.salt != salt


def test_13_a_seat_marked_absent_gives_no_envelope_and_no_answer():
    game = mustered()
    game.play(["japan"], absent=["japan"])
    entry = game.document["entries"][1]
    shown = {**entry["envelopes"], "japan": game.link("japan", 2).hex()}
    assert ("entry 2", "envelope-extra") in forged(game, envelopes=shown)
    answered = [{**entry["answers"][0], "by": "seat"}]
    assert ("entry 2", "absent-answered") in forged(game, answers=answered)


def test_13_at_a_shared_muster_nobody_can_be_left_out():
    game = MadeGame()
    game.play(["japan"])
    assert ("entry 1", "absent-muster") in forged(game, absent=["japan"])


def test_14_a_silent_opener_can_be_passed_over_by_three_not_by_two():
    three = mustered(seats=("a", "b", "c"), referee=False)
    three.play(["c"], passed_over=["a"])
    assert verify(three.document) == []
    assert ("entry 2", "passed-over-order") in forged(three, passed_over=["b"])
    two = mustered(referee=False)
    two.play(["germany"])
    assert ("entry 2", "passed-over-wrong") in forged(two, passed_over=["japan"])


def test_14_who_sealed_first_cannot_be_passed_over():
    game = mustered(seats=("a", "b", "c"), referee=False)
    game.play(["a", "b", "c"])
    assert ("entry 2", "passed-over-wrong") in forged(game, passed_over=["a"], opener="b")


def test_16_a_correction_burns_the_links_received_for_its_number():
    game = mustered()
    received = game.link("germany")
    game.note(spent={"germany": received})
    assert game.record.roster.chains["germany"].link == received
    assert game.record.judge("germany", received).kind == "late"
    assert game.record.judge("germany", game.link("germany")).kind == "ok"


def test_17_18_26_texts_change_the_head_and_never_the_dice():
    """A link does not bind the text beside it: only heads do, so heads are compared.  Nor can dice be
    ground out with texts, comments or boards."""
    heads, rolls = set(), set()
    for value in ("stand", "retreat"):
        game = mustered()
        answer = {"seat": "japan", "question": "10.10/retreat", "value": value, "by": "seat"}
        game.play(["japan"], answers=[answer], board=format(len(value), "064x"))
        assert verify(game.document) == []
        heads.add(game.document["entries"][1]["head"])
        rolls.add(str(game.document["entries"][1]["draws"]))
    assert (len(heads), len(rolls)) == (2, 1)


@pytest.mark.parametrize("level", ["locked", "open"])
def test_19_reserved_levels_are_refused(level):
    with pytest.raises(BrokenFile, match=f"The fairness level {level} is reserved"):
        MadeGame(fairness=level)


@pytest.mark.parametrize("field", ["beacon", "lock", "witness", "signature"])
def test_19_reserved_fields_are_refused(field):
    game = mustered()
    assert forged(game, **{field: "0" * 64}) == [("entry 1", "entry-field")]


# -- B. labels, numbers, texts ---------------------------------------------------------------------------


def test_20_labels_with_typed_text_are_refused_in_a_record_too():
    game = mustered()
    draw = game.document["entries"][0]["draws"][0]
    assert forged(game, draws=[{**draw, "label": "fleet of Ann"}]) == [("entry 1", "draw-bad")]


def test_21_uses_of_a_label_are_counted_without_gaps():
    game = mustered()
    draw = game.document["entries"][0]["draws"][0]
    assert ("entry 1", "draw-number") in forged(game, draws=[{**draw, "n": 2}])
    assert ("entry 1", "draw-wrong") in forged(game, draws=[draw, {**draw, "n": 2}])


def test_draws_that_do_not_follow_from_the_envelopes_are_named():
    game = mustered()
    draw = game.document["entries"][0]["draws"][0]
    better = {**draw, "result": [7 - face for face in draw["result"]]}
    assert forged(game, draws=[better]) == [("entry 1", "draw-wrong")]
    huge = {**draw, "of": {"count": 10**12, "sides": 6}}
    assert forged(game, draws=[huge]) == [("entry 1", "draw-bad")]


def test_22_a_seal_cannot_be_opened_by_trying_short_texts():
    game = mustered(referee=False)
    sealed, opening = game.sealed("germany", "stand\n")
    public = [bytes(32), game.record.head, game.record.salt, game.game_id]
    for nonce in public:
        for text in ("stand\n", "retreat\n", "stand", "no", "yes"):
            assert seal(game.game_id, "germany", 2, 0, nonce, text).hex() != sealed
    assert seal(game.game_id, "germany", 2, 0, bytes.fromhex(opening["nonce"]), "stand\n").hex() == sealed


def test_22_a_seal_cannot_be_copied_or_opened_to_another_text():
    game = mustered(referee=False)
    game.play(["germany", "japan"])
    entry = game.document["entries"][1]
    (opening,) = entry["opened"]
    retreat = [{**opening, "text": "retreat\n"}]
    assert forged(game, opened=retreat) == [("entry 2", "seal-wrong")]
    copied = {"seals": {**entry["seals"], "japan": entry["seals"]["germany"]}, "opened": [opening]}
    assert ("entry 2", "seal-undue") in forged(game, **copied)
    assert ("entry 2", "seal-lacking") in forged(game, seals={}, opened=[])
    assert forged(game, opened=[]) == [("entry 2", "seal-closed")]


def test_25_an_empty_envelope_is_not_no_envelope():
    link = bytes(32)
    assert draws.mix({"germany": link}) != draws.mix({"germany": link, "japan": b""})
    assert draws.mix({"a": b"b", "c": b""}) != draws.mix({"a": b"", "bc": b""})


def test_28_a_chain_that_runs_out_is_renewed_in_time():
    game = MadeGame(length=70)
    for _ in range(10):
        game.play()
    assert game.record.running_low().keys() == {"germany", "japan", "referee"}
    for name in game.record.running_low():
        game.note("chain", who=name, anchor=game.new_chain(name, f"{name} again"))
    game.play()
    assert game.record.running_low() == {}
    assert verify(game.document) == []


# -- C. leaks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module",
    [
        "draws.draws", "record.record", "record.verifier", "record.entries", "record.fairness", "record.roster",
        "rules.engine", "data.canon",
    ],
)
def test_29_what_rehearses_or_verifies_never_reaches_a_secret(module):
    with open(os.path.join(os.path.dirname(pbem.core.__file__), *module.split(".")) + ".py", encoding="utf-8") as file:
        tree = ast.parse(file.read())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not [name for name in imported if name and name.endswith("secret")]


def test_33_the_same_inputs_give_the_same_entry():
    entries = []
    for _ in range(2):
        game = mustered(referee=False)
        entries.append(game.play(["germany", "japan"]))
    assert entries[0] == entries[1]


def secret_line(game, text="when interrupt: no\n"):
    """A secret standing line of Japan, lodged in the next entry: (what is lodged, how it is opened)."""
    number, nonce = game.record.next, bytes(range(32))
    sealed = seal(game.game_id, "japan", number, 1, nonce, text).hex()
    opening = {"seat": "japan", "entry": number, "line": 1, "nonce": nonce.hex(), "text": text}
    return {"seat": "japan", "line": 1, "seal": sealed}, opening


def test_34_a_secret_line_stays_on_the_list_until_it_is_opened():
    game = mustered()
    lodged, opening = secret_line(game)
    game.play(lodged=[lodged])
    assert list(game.record.closed) == [("japan", 2, 1)]
    game.play(opened=[opening])
    assert game.record.closed == {}
    assert verify(game.document) == []
    assert forged(game, opened=[opening, {**opening, "line": 2}]) == [("entry 3", "seal-unknown")]
    assert forged(game, opened=[{**opening, "text": "ask me\n"}]) == [("entry 3", "seal-wrong")]


def test_34_without_a_referee_nobody_may_keep_secret_lines():
    game = mustered(referee=False)
    lodged, _ = secret_line(game)
    with pytest.raises(ValueError, match="there is no referee to keep it"):
        game.play(lodged=[lodged])
