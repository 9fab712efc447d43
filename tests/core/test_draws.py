"""Keys, draws and their sources (docs/fairness.md, "From envelopes to dice")."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_games import vectors

from pbem.core.data.canon import MAX_INT
from pbem.core.draws import draws
from pbem.core.draws.draws import (
    WORD,
    DrawError,
    KeyedSource,
    ScriptedSource,
    ThrowawaySource,
    below,
    indices,
    roll,
    taken,
    words,
)

KEY = bytes(range(32))
CUP = ["home-front", "flag-japan", "flag-germany", "flag-germany"]
GAMES = vectors()["games"]


def played():
    """Every play entry of the vectors as (game, item before, item)."""
    for name, game in GAMES.items():
        before = {"salt": game["salt_0"]}
        for item in game["entries"]:
            if item["entry"]["kind"] == "play":
                yield pytest.param(game, before, item, id=f"{name}-{item['entry']['n']}")
            before = item


@pytest.mark.parametrize(("game", "before", "item"), list(played()))
def test_vector_entries(game, before, item):
    entry = item["entry"]
    mixed = draws.mix({name: bytes.fromhex(value) for name, value in entry["envelopes"].items()})
    salt = bytes.fromhex(before["salt"])
    if entry["muster"]:
        salt = draws.next_salt(salt, entry["n"], mixed)
    key = draws.entry_key(mixed, salt, entry["n"])
    assert (mixed.hex(), salt.hex(), key.hex()) == (item["mix"], item["salt"], item["key"])
    for use, event_key in item["event_keys"].items():
        label, n = use.split(" #")
        assert draws.event_key(key, label, int(n)).hex() == event_key
    source = KeyedSource(key)
    for draw in entry["draws"]:
        source.draw(draw["label"], draw["kind"], draw["of"])
    assert source.records == entry["draws"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_vector_first_salt(game):
    assert draws.first_salt(bytes.fromhex(game["game_id"])).hex() == game["salt_0"]


def test_vector_pinch():
    given_ = vectors()["pinch"]
    made = draws.pinch(bytes.fromhex(given_["game_id"]), given_["seat"], given_["entry"], given_["text"])
    assert made.hex() == given_["value"]


def test_vector_stream():
    assert [str(word) for word in islice(words(b"\7" * 32), 9)] == vectors()["primitives"]["stream of key 07 x 32"]


def test_vector_reserved_beacon():
    """The beacon is the signature of the round itself, not its hash; version 1 leaves it empty."""
    given_ = vectors()["reserved"]["beacon"]
    mixed, salt, beacon = (bytes.fromhex(given_[name]) for name in ("mix", "salt", "signature"))
    assert draws.entry_key(mixed, salt, given_["entry"], beacon).hex() == given_["key"]


# -- numbers ---------------------------------------------------------------------------------------------


def test_below_passes_over_the_words_that_would_favour_small_numbers():
    fair = WORD - WORD % 10
    stream = iter([WORD - 1, fair, fair - 1, 7])
    assert below(stream, 10) == (fair - 1) % 10
    assert next(stream) == 7


def test_below_one_uses_a_word_and_below_the_greatest_bound_takes_any():
    stream = iter([5, WORD - 1, 9])
    assert below(stream, 1) == 0
    assert below(stream, WORD) == WORD - 1
    assert next(stream) == 9


def test_roll_rejects_as_below_does():
    fair = WORD - WORD % 6
    assert roll(iter([fair, 0, WORD - 1, 11]), 2, 6) == [1, 6]


def test_take_draws_without_replacement_and_keeps_equal_items():
    assert taken(["b", "a", "b", "c"], [0, 2, 0]) == ["a", "c", "b"]


@given(
    st.lists(st.text("abc-\u00e9\u6771\U0001f600\uffee", max_size=3), max_size=8),
    st.randoms(use_true_random=False),
)
def test_nobody_can_arrange_a_cup(items, random):
    """Cups are sorted before a draw: their order in memory does not matter; a pick of all is a shuffle."""
    arranged = list(items)
    random.shuffle(arranged)
    drawn = KeyedSource(KEY).pick("cup", items, len(items))
    assert KeyedSource(KEY).pick("cup", arranged, len(items)) == drawn
    assert sorted(drawn) == sorted(items) == sorted(items, key=str.encode)


def test_faces_come_equally_often():
    counts = [KeyedSource(KEY).dice("10.4/poland", 6000, 6).count(face) for face in range(1, 7)]
    assert sum((count - 1000) ** 2 for count in counts) / 1000 < 20.5  # chi-square, five degrees, one in a thousand


def test_a_label_used_twice_is_no_error():
    """Attack 21: the engine numbers repetitions, because a stop after links were opened has no way out."""
    source = KeyedSource(KEY)
    source.dice("cup", 8, 6), source.dice("die", 8, 6), source.dice("cup", 8, 6)
    assert [(record["label"], record["n"]) for record in source.records] == [
        ("cup", 1),
        ("die", 1),
        ("cup", 2),
    ]
    assert source.records[0]["result"] != source.records[2]["result"]


def test_other_labels_do_not_disturb_a_draw():
    alone, among = KeyedSource(KEY), KeyedSource(KEY)
    among.number("test/other", 100)
    assert alone.dice("10.4/poland", 10, 6) == among.dice("10.4/poland", 10, 6)


@pytest.mark.parametrize("label", ["", "Poland", "fleet of ann", "k\u00f6ln", "a:b", "a\n", "x" * 121, 7, None])
def test_labels_hold_rule_numbers_ids_and_counters_only(label):
    """Attack 20: whoever may type into a label can try names until the dice suit him."""
    with pytest.raises(DrawError, match="label"):
        KeyedSource(KEY).dice(label, 1, 6)


BAD = [
    ("dice", {"count": 10_001, "sides": 6}),
    ("dice", {"count": -1, "sides": 6}),
    ("dice", {"count": 1, "sides": 0}),
    ("dice", {"count": 1, "sides": WORD + 1}),
    ("dice", {"count": True, "sides": 6}),
    ("dice", {"count": 1, "sides": 6, "add": 1}),
    ("dice", [1, 6]),
    ("pick", {"items": ["a"], "count": 2}),
    ("pick", {"items": ["a", 1], "count": 1}),
    ("pick", {"items": "ab", "count": 1}),
    ("number", {"below": "0", "count": 1}),
    ("number", {"below": 7, "count": 1}),
    ("number", {"below": str(WORD + 1), "count": 1}),
    ("number", {"below": "\u0663", "count": 1}),
    ("coin", {"count": 1}),
    (["dice"], {"count": 1, "sides": 6}),
]


@pytest.mark.parametrize(("kind", "of"), BAD)
def test_draws_that_no_rule_may_ask_for_are_refused(kind, of):
    for source in (KeyedSource(KEY), ScriptedSource([1, 2])):
        with pytest.raises(DrawError):
            source.draw("10.4", kind, of)
        assert source.records == []


def test_a_refused_draw_does_not_count_as_a_use_of_its_label():
    source = KeyedSource(KEY)
    with pytest.raises(DrawError):
        source.dice("10.4", 1, 0)
    source.dice("10.4", 1, 6)
    assert source.records[0]["n"] == 1


@given(st.integers(1, MAX_INT))
def test_number_is_recorded_as_decimal_text(n):
    source = KeyedSource(KEY)
    drawn = source.number("3.1", n)
    assert 0 <= drawn < n
    assert source.records == [
        {
            "label": "3.1",
            "n": 1,
            "kind": "number",
            "of": {"below": str(n), "count": 1},
            "result": [str(drawn)],
        }
    ]


# -- replay, scripts, rehearsals -------------------------------------------------------------------------


def made_records():
    source = KeyedSource(KEY)
    source.dice("10.4/attack", 3, 6), source.pick("cup", CUP), source.number("3.1", 9)
    return source.records


def test_the_record_holds_what_can_be_checked_without_rules():
    """Of a pick the places that were taken among those left, straight from the key: the rules name the items."""
    source = KeyedSource(KEY)
    drawn = source.pick("cup", CUP, 3)
    source.dice("10.4/attack", 3, 6)
    source.dice("10.4/attack", 1, 6)
    source.number("3.1", 9)
    cup, dice, again, number = source.in_short()
    assert cup == ["cup", "3of4", indices(words(draws.event_key(KEY, "cup", 1)), 4, 3)]
    assert taken(CUP, cup[2]) == drawn
    assert dice == ["10.4/attack", "3d6", source.records[1]["result"]]
    assert again == ["10.4/attack#2", "1d6", source.records[2]["result"]]
    assert number == ["3.1", "1<9", source.records[3]["result"]]


def test_a_script_is_recorded_in_the_same_form():
    source = ScriptedSource(["home-front", "flag-germany", 6])
    source.pick("cup", CUP, 2)
    source.dice("10.4", 1, 6)
    assert source.in_short() == [["cup", "2of4", [3, 0]], ["10.4", "1d6", [6]]]


def test_script_by_label_is_used_up_over_all_draws_of_the_label():
    source = ScriptedSource({"10.4/attack": [6, 5, 4], "cup": ["flag-japan"], "3.1": ["8"]})
    assert source.dice("10.4/attack", 2, 6) == [6, 5]
    assert source.pick("cup", CUP) == ["flag-japan"]
    assert source.dice("10.4/attack", 1, 6) == [4]
    assert source.number("3.1", 9) == 8
    assert [record["n"] for record in source.records] == [1, 1, 2, 1]
    source.finish()


def test_script_in_order_of_asking():
    source = ScriptedSource([6, 5, "home-front"])
    assert source.dice("a", 2, 6) == [6, 5]
    assert source.pick("cup", CUP) == ["home-front"]
    source.finish()


def test_script_lacking_or_unused_dice_are_errors():
    source = ScriptedSource({"10.4/attack": [6], "10.4/defence": [1]})
    with pytest.raises(DrawError, match="not scripted: 10.4/attack: 2d6; left of the scripted draws: .*10.4/defence"):
        source.dice("10.4/attack", 2, 6)
    with pytest.raises(DrawError, match="not scripted: cup"):
        source.pick("cup", CUP)
    source.dice("10.4/attack", 1, 6)
    with pytest.raises(DrawError, match="never asked for: {'10.4/defence': \\[1\\]}"):
        source.finish()


def test_script_of_what_cannot_be_drawn_is_an_error():
    for script, ask in [
        ([7], ("dice", {"count": 1, "sides": 6})),
        ([0], ("dice", {"count": 1, "sides": 6})),
        (["6"], ("dice", {"count": 1, "sides": 6})),
        (["flag-italy"], ("pick", {"items": CUP, "count": 1})),
        (["home-front", "home-front"], ("pick", {"items": CUP, "count": 2})),
        (["9"], ("number", {"below": "9", "count": 1})),
    ]:
        with pytest.raises(DrawError, match="cannot give"):
            ScriptedSource(script).draw("10.4", *ask)
    assert ScriptedSource(["flag-germany"] * 2).pick("cup", CUP, 2) == ["flag-germany"] * 2


def test_rehearsals_are_fresh_unless_a_seed_is_given():
    """Attack 29: a rehearsal has nothing to do with the keys of the game."""
    fresh, other = ThrowawaySource(), ThrowawaySource()
    assert fresh.dice("10.4", 30, 6) != other.dice("10.4", 30, 6)
    assert ThrowawaySource(fresh.seed).dice("10.4", 30, 6) == fresh.records[0]["result"]
    assert ThrowawaySource("00").dice("10.4", 30, 6) != KeyedSource(bytes(32)).dice("10.4", 30, 6)
    with pytest.raises(DrawError, match="not hex"):
        ThrowawaySource("six sixes")
