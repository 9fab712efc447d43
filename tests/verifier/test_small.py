"""The small verifier, held to records that were written by hand: it takes what is honest and names every cheat."""

import functools
import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest

from . import hand, small

DATA = Path(__file__).parent.parent / "data"


def said(game):
    data = game if isinstance(game, bytes) else game.bytes()
    check = small.module().Check(data)
    return check.wrong, check.missing


@pytest.mark.parametrize("name", hand.HONEST)
def test_an_honest_record_holds(name):
    assert said(hand.HONEST[name]()) == ([], [])


def test_a_game_that_is_played_again_has_its_draws_and_no_other_game_has_them():
    first, again, other = hand.first_time(), hand.played_again(), hand.first_time(again="5" * 64)
    draws = [game.lines[1][0]["draws"] for game in (first, again, other)]
    assert draws[0] == draws[1] != draws[2] and first.game != again.game
    for game, of_another in ((first, draws[2]), (again, draws[2]), (other, draws[0])):
        assert said(game) == ([], [])
        game.lines[1][0]["draws"] = of_another
        game.sign_last("referee")
        assert "line 1, draw 1 ('1.1/first'): must give" in said(game)[0][0]


# -- the same vectors for everybody ------------------------------------------------------------------------------------


def test_signatures_are_those_of_the_table():
    verifier = small.module()
    rows = json.loads((DATA / "ed25519-vectors.json").read_text())
    assert len(rows) > 600
    for row in rows:
        values = [bytes.fromhex(row[name]) for name in ("key", "message", "signature")]
        assert verifier.is_signed(*values) is row["counts"], row["what"]


def test_draws_are_those_of_the_table():
    verifier = small.module()
    table = json.loads((DATA / "draw-vectors.json").read_text())
    met = 0
    for game in table["games"].values():
        salt = bytes.fromhex(game["salt_0"])
        for row in game["entries"]:
            if "envelopes" not in row.get("entry", ()):
                continue
            entry = row["entry"]
            links = {name: bytes.fromhex(link) for name, link in entry["envelopes"].items()}
            salt, key = verifier.entry_key(links, salt, entry["n"], entry["muster"])
            assert (salt.hex(), key.hex()) == (row["salt"], row["key"])
            for draw in entry["draws"]:
                assert short(verifier, key, draw) == draw["result"]
                met += 1
    assert met > 50


def short(verifier, key, draw):
    """A draw in the words of the table, made from the short form of the record."""
    of, count = draw["of"], draw["of"]["count"]
    if draw["kind"] == "pick":
        items = sorted(of["items"], key=str.encode)
        indices = verifier.drawn(key, draw["label"], draw["n"], f"{count}of{len(items)}", count)
        return [items.pop(index) for index in indices]
    what = f"{count}d{of['sides']}" if draw["kind"] == "dice" else f"{count}<{of['below']}"
    return verifier.drawn(key, draw["label"], draw["n"], what, count)


def test_the_vectors_are_those_that_the_hand_writes():
    assert json.loads((DATA / "record-vectors.json").read_text(encoding="utf-8")) == hand.vectors()


def test_heads_signatures_and_closed_parts_are_those_of_the_vectors():
    verifier = small.module()
    table = json.loads((DATA / "record-vectors.json").read_text(encoding="utf-8"))
    for row in table["lines"]:
        data, _, _ = verifier.split(row["line"].encode())
        assert verifier.th("head", data).hex() == row["head"]
    for row in table["closed"]:
        opening = row["opening"]
        place = opening["seat"], *(verifier.u64(opening[name]) for name in ("entry", "document", "part"))
        game, whole = bytes.fromhex(row["game_id"]), verifier.canon(opening["whole"])
        assert verifier.th("seal", game, *place, bytes.fromhex(opening["nonce"]), whole).hex() == row["closed"]


# -- cheats: a function that makes a record, and what must be said of it -----------------------------------------------

CHEATS = []


def cheat(words):
    return lambda make: CHEATS.append((make, words)) or make


def mustered(**options):
    game = hand.Hand(**options)
    opener = "referee" if game.referee else game.seats[0]
    game.play([game.orders(seat) for seat in game.seats if seat != opener], opener=opener, muster=True)
    return game


@cheat("line 2, envelope of b: is not the one due")
def an_envelope_of_another_number():
    game = mustered()
    game.play([game.orders("b", envelope=False, envelope_=0)], asked=["b"])
    game.lines.pop()
    document = game.orders("b", envelope=False)[0]
    document["envelope"] = game.people["b"].link(3).hex()
    game.play([game.signed(document)], asked=["b"])
    return game


@cheat("line 2, envelope of b: is missing")
def an_asked_seat_left_out():
    game = mustered()
    game.play(asked=["b"])
    return game


@cheat("line 2, envelope of c: is not due")
def an_envelope_more():
    game = mustered()
    game.play([game.orders("b"), game.orders("c")], asked=["b"])
    return game


@cheat("line 2, absent")
def absent_on_nobody_s_word():
    game = mustered()
    game.play(asked=["b"], absent=["b"])
    return game


@cheat("line 2: silent stands on the word of too few")
def absent_on_the_word_of_one_of_two_others():
    game = mustered(referee=False)
    game.play([game.word("c", silent=["b"])], asked=["b"], absent=["b"], opener="a")
    return game


@cheat("line 2: silent stands on the word of too few")
def absent_on_the_other_s_word_where_two_play():
    game = mustered(seats=("a", "b"), referee=False)
    game.play([game.word("a", silent=["b"])], asked=["b"], absent=["b"], opener="a")
    return game


@cheat("line 2: c says something twice")
def one_speaker_as_two():
    game = mustered(referee=False)
    words = [game.word("c", silent=["b"]), game.word("c", silent=["a", "b"])]
    game.play(words, asked=["b"], absent=["b"], opener="a")
    return game


@cheat("line 2, opener")
def an_opener_who_is_not_the_first_without_a_question():
    game = mustered(referee=False)
    game.play([game.orders("b")], asked=["b"], opener="c")
    return game


@cheat("line 2: silent stands on the word of too few")
def passed_over_on_one_word():
    game = mustered(referee=False)
    game.play([game.orders("b"), game.word("c", silent=["a"])], asked=["b"], opener="c", passed=["a"])
    return game


@cheat("line 2, opener")
def passed_over_by_somebody_who_still_decides():
    game = mustered(referee=False)
    words = [game.word(seat, silent=["a", "c"]) for seat in ("b", "c")]
    game.play([game.orders("b"), *words], asked=["b"], opener="b", passed=["a", "c"])
    return game


@cheat("line 2, signature: is none of referee")
def a_line_that_its_opener_did_not_sign():
    game = mustered()
    game.play([game.orders("b")], asked=["b"])
    game.lines[-1][1] = ""
    return game


@cheat("line 2, document 1, signature: is none of b")
def a_document_that_another_signed():
    game = mustered()
    document, _ = game.orders("b")
    signature = game.people["c"].sign("document", game.game, hand.canonical(document))
    game.play([[document, signature]], asked=["b"])
    return game


@cheat("line 2, document 1, signature")
def an_unsigned_concession():
    game = mustered()
    document, _ = game.orders("b", envelope=False, petitions=[{"verb": "concede"}])
    game.play([[document, ""]], asked=[])
    return game


@cheat("line 2, document 1, signature: is none of b")
def an_envelope_with_another_draft():
    """Signed without, and paired with it by somebody else."""
    game = mustered()
    document, signature = game.orders("b", envelope=False)
    game.play([[{**document, "envelope": game.people["b"].link(2).hex()}, signature]], asked=["b"])
    return game


@cheat("line 2, document 1, entry")
def a_document_for_another_head():
    game = mustered()
    game.play([game.orders("b", head=game.head(0))], asked=["b"])
    return game


@cheat("line 3, document 1, entry")
def a_document_used_again():
    game = mustered()
    document = game.orders("b")
    game.play([document], asked=["b"])
    game.play([document], asked=["b"])
    return game


@cheat("line 3, document 1, n: does not rise")
def an_older_number():
    game = mustered()
    game.play([game.orders("b")], asked=["b"])
    game.numbers["b"] = 0
    game.play([game.orders("b")], asked=["b"])
    return game


@cheat("line 2, used 1: stands in no document that acts here")
def an_unasked_seat_s_line_in_its_own_entry():
    game = mustered()
    document = game.orders("c", envelope=False, lines=[{"do": "x", "when": "y"}])
    game.play([game.orders("b"), document], asked=["b"], used=[hand.use("standing", "c", 2, 2, 1)])
    return game


@cheat("line 2, documents: do not stand in order, or two are of one seat")
def two_documents_with_one_envelope():
    game = mustered()
    twice = [game.orders("b", answers=[{"x": x}]) for x in (1, 2)]
    game.play(twice, asked=["b"], used=[hand.use("answer", "b", 2, 3, 1)])
    return game


@cheat("line 3, used 1: stands in no document that acts here")
def a_line_for_once_twice():
    game = mustered()
    game.play([game.orders("b", lines=[{"do": "x"}])], asked=["b"], used=[hand.use("line", "b", 2, 2, 1)])
    game.play(used=[hand.use("line", "b", 2, 2, 1)])
    return game


@cheat("line 3, used 1: stands in no document that acts here")
def a_line_that_was_left_out():
    game = mustered()
    game.play([game.orders("b", lines=[{"do": "x"}])], asked=["b"])
    document = game.orders("b")
    game.play([document], asked=["b"], used=[hand.use("line", "b", 2, 2, 1)])
    return game


@cheat("line 4, used 1: stands in no document that acts here")
def a_line_of_an_entry_that_was_undone():
    game = mustered()
    game.play([game.orders("b", lines=[{"do": "x"}])], asked=["b"])
    game.note(["referee"], what="redo", why="so", to=1)
    game.play([game.orders(seat) for seat in game.seats], muster=True, used=[hand.use("line", "b", 2, 2, 1)])
    return game


@cheat("line 2, used 1: answers where the seat is not asked")
def an_answer_of_a_seat_that_is_not_asked():
    game = hand.Hand(fairness="sealed", muster=False)
    game.play()
    game.play([game.orders("c", answers=[{"x": 1}])], asked=["b"], used=[hand.use("answer", "c", 2, 1, 1)])
    return game


@cheat("line 2, used 1: is of another's power, or of the opener, whose")
def a_line_of_an_opener_alone_with_the_dice():
    game = hand.Hand(referee=False)
    ahead = game.orders("a", envelope=False, lines=[{"do": "x", "when": "y"}])
    game.play([game.orders("b"), game.orders("c"), ahead], opener="a", muster=True)
    words = [game.word(seat, silent=["b"]) for seat in ("a", "c")]
    game.play(words, asked=["b"], absent=["b"], opener="a", used=[hand.use("standing", "a", 1, 1, 1)])
    return game


@cheat("line 1, document 1: has parts, or names of them, that cannot be")
def a_closed_line_without_a_referee():
    game = hand.Hand(referee=False)
    game.play([game.orders("b", lines=[{"do": "x"}], close=[1]), game.orders("c")], opener="a", muster=True)
    return game


def hidden(**change):
    """Three seats, all asked: the opener's document is sealed and carried."""
    game = mustered(referee=False)
    mark, opening = game.sealed("a", answers=[{"x": 1}])
    return game, mark, opening


ALL = ["a", "b", "c"]


@cheat("line 2, opened: what was not closed")
def another_answer_than_the_sealed_one():
    game, mark, opening = hidden()
    documents = [game.orders("b", carries=mark), game.orders("c", carries=mark)]
    opening["whole"] = {**opening["whole"], "answers": [{"x": 2}]}
    game.play(documents, asked=ALL, opener="a", opened=[opening], used=[hand.use("answer", "a", 2, 1, 1)])
    return game


@cheat("line 2: does not open the sealed document")
def a_sealed_document_that_stays_closed():
    game, mark, _ = hidden()
    game.play([game.orders("b", carries=mark), game.orders("c", carries=mark)], asked=ALL, opener="a")
    return game


@cheat("line 2: has documents that do not carry one and the same sealed document")
def an_envelope_let_go_before_the_seal():
    game, mark, opening = hidden()
    game.play([game.orders("b", carries=mark), game.orders("c")], asked=ALL, opener="a", opened=[opening])
    return game


@cheat("line 2: has documents that do not carry one and the same sealed document")
def one_of_two_sealed_documents():
    game, mark, opening = hidden()
    other, _ = game.sealed("a", answers=[{"x": 2}])
    documents = [game.orders("b", carries=mark), game.orders("c", carries=other)]
    game.play(documents, asked=ALL, opener="a", opened=[opening], used=[hand.use("answer", "a", 2, 1, 1)])
    return game


@cheat("line 2, document 1: has no say, or is of another kind")
def a_sealed_document_that_nobody_carries():
    game, mark, opening = hidden()
    other, second = game.sealed("a", answers=[{"x": 2}])
    documents = [other, game.orders("b", carries=mark), game.orders("c", carries=mark)]
    game.play(documents, asked=ALL, opener="a", opened=[second])
    return game


@cheat("line 2: has a document of the absent, or beside what was sealed")
def further_lines_of_the_opener_beside_the_seal():
    game, mark, opening = hidden()
    more = game.orders("a", envelope=False, lines=[{"do": "x"}])
    documents = [more, game.orders("b", carries=mark), game.orders("c", carries=mark)]
    game.play(documents, asked=ALL, opener="a", opened=[opening])
    return game


@cheat("line 2, document 1, carries, signature")
def a_sealed_document_of_a_forger():
    game, mark, opening = hidden()
    forged = [mark[0], "0" * 128]
    game.play(
        [game.orders("b", carries=forged), game.orders("c", carries=forged)], asked=ALL, opener="a", opened=[opening]
    )
    return game


@cheat("line 2: does not open the sealed document")
def two_documents_sealed_and_both_opened():
    game, mark, opening = hidden()
    game.play(
        [game.orders("b", carries=mark), game.orders("c", carries=mark)],
        asked=ALL,
        opener="a",
        opened=[{**opening, "part": 1}],
    )
    return game


@cheat("line 3: opens what does not act in it")
def a_line_that_was_left_out_is_opened():
    game = hand.Hand()
    secret = {"do": "x"}
    first = game.orders("a", lines=[secret], close=[1])
    game.play([first, game.orders("b"), game.orders("c")], muster=True)
    game.play([game.orders("a")], asked=["a"], left=[hand.name("a", 1, 1)])
    game.play(opened=[game.opening(first[0], 1, secret)])
    return game


@cheat("line 3, opened: what was not closed")
def a_line_opened_twice():
    game = hand.Hand()
    first = game.orders("a", lines=[{"do": "x", "when": "y"}], close=[1])
    game.play([first, game.orders("b"), game.orders("c")], muster=True)
    opening = game.opening(first[0], 1, {"do": "x", "when": "y"})
    game.play(opened=[opening])
    game.play(opened=[opening])
    return game


@cheat("line 2, used 1: stands in no document that acts here, or is closed")
def a_closed_line_used_without_its_opening():
    game = hand.Hand()
    game.play([game.orders("a", lines=[{"do": "x"}], close=[1]), game.orders("b"), game.orders("c")], muster=True)
    game.play(used=[hand.use("line", "a", 1, 1, 1)])
    return game


@cheat("line 3, used 1: stands in no document that acts here")
def a_closed_line_of_a_person_who_left():
    game = hand.Hand()
    first = game.orders("a", lines=[{"do": "x"}], close=[1])
    game.play([first, game.orders("b"), game.orders("c")], muster=True)
    game.note(["referee"], what="substitute", why="gone", seat="a", anchor=hand.person("a", 2).anchor)
    game.people["a"] = hand.person("a", 2)
    game.people["a"].base = 2
    game.play(
        [game.orders(seat) for seat in game.seats],
        muster=True,
        used=[hand.use("line", "a", 1, 1, 1)],
        opened=[
            {
                **game.opening(first[0], 1, {"do": "x"}),
                "nonce": hand.person("a").nonce(game.game, 1, 1, 1, {"do": "x"}).hex(),
            }
        ],
    )
    return game


@cheat("line 2, draw 1 .*must give")
def a_die():
    game = mustered()
    line = game.play([game.orders("b")], asked=["b"])
    line["draws"][0][2][0] = line["draws"][0][2][0] % 6 + 1
    game.sign_last("referee")
    return game


@cheat(r"line 2, draw 3 \('cup#3'\): has a wrong label")
def a_use_of_a_label_left_out():
    game = mustered()
    line = game.play([game.orders("b")], asked=["b"])
    line["draws"][2][0] = "cup#3"
    game.sign_last("referee")
    return game


@cheat("line 2: correction stands on the word of too few")
def a_correction_on_one_player_s_word():
    game = mustered()
    game.note(["a"], what="correction", why="so", patch=[])
    return game


@cheat("line 2: .* stands on the word of too few")
def a_redo_on_the_word_of_two_of_three():
    game = mustered(referee=False)
    game.note(["a", "b"], what="redo", why="so", to=0)
    return game


@cheat("line 2: .* stands on the word of too few")
def another_referee_on_the_word_of_two_of_three():
    game = mustered()
    game.note(["a", "b"], what="referee", why="so", anchor=hand.person("referee", 2).anchor)
    return game


@cheat("line 2: .* stands on the word of too few")
def a_new_key_on_the_word_of_seats_where_there_is_a_referee():
    game = mustered()
    game.note(["b", "c"], what="anchor", why="so", who="a", anchor=hand.person("a", 2).anchor)
    return game


@cheat("line 2, documents: do not stand in order, or two are of one seat")
def one_number_for_two_documents_of_a_seat_that_is_not_asked():
    game = mustered()
    first = game.orders("c", envelope=False)
    game.numbers["c"] = 1
    second = game.orders("c", envelope=False, lines=[{"do": "x"}])
    game.play([game.orders("b"), first, second], asked=["b"])
    return game


@cheat("line 2, documents: do not stand in order, or two are of one seat")
def a_document_listed_twice():
    """So that it looks like two with one envelope, and neither counts."""
    game = mustered()
    document = game.orders("b")
    game.play([document, document], asked=["b"])
    return game


@cheat("line 2: (redo stands on the word of too few|does not stand on words that say the same)")
def words_that_differ():
    game = mustered(referee=False)
    line = game.note(["a", "b", "c"], what="redo", why="so", to=0)
    line["documents"][0] = game.signed({**line["documents"][0][0], "says": [{"what": "redo", "why": "so", "to": 1}]})
    return game


@cheat("line 3, muster")
def no_muster_after_a_note():
    game = mustered()
    game.note(["referee"], what="correction", why="so", patch=[])
    game.play([game.orders("a")], asked=["a"])
    return game


@cheat("line 3: comes after the end of the game")
def play_after_the_end():
    game = mustered()
    game.play([game.orders("a")], asked=["a"], ended={"by": "points"})
    game.play([game.orders("b")], asked=["b"])
    return game


@cheat("line 2, anchor of a: is of a secret used before")
def one_secret_for_two():
    game = mustered()
    game.note(["a"], what="anchor", why="so", who="a", anchor=game.people["b"].anchor)
    return game


@cheat("line 3, n")
def a_line_left_out():
    game = mustered()
    game.play([game.orders("b")], asked=["b"])
    game.play([game.orders("b")], asked=["b"])
    game.play([game.orders("b")], asked=["b"])
    del game.lines[3]
    return game


@cheat("line 1, document 3: has no say")
def a_word_of_a_referee_where_there_is_none():
    game = hand.Hand(referee=False)
    game.people["referee"] = hand.person("referee")
    game.play([game.orders("b"), game.orders("c"), game.word("referee", silent=["a"])], opener="a", muster=True)
    return game


@cheat("line 1, document 1: has other fields")
def a_field_more():
    game = hand.Hand()
    game.play([game.orders("a", more=1), game.orders("b"), game.orders("c")], muster=True)
    return game


@cheat("line 1, documents: do not stand in order")
def documents_in_another_order():
    game = mustered()
    line = game.lines[-1][0]
    line["documents"].reverse()
    game.sign_last("referee")
    return game


@cheat("line 2, document 2, entry")
def a_document_of_a_time_before_the_seat_was_asked():
    game = mustered()
    document = game.orders("c", envelope=False)[0]
    document.update(entry=1, head=game.head(0))
    game.play([game.orders("b"), game.signed(document)], asked=["b"])
    return game


@pytest.mark.parametrize("make, words", CHEATS, ids=[make.__name__ for make, _ in CHEATS])
def test_a_cheat_is_named(make, words):
    wrong, _ = said(make())
    assert re.search(words, "\n".join(wrong)), wrong


def test_what_stays_closed_after_the_end_is_missing_and_not_wrong():
    game = hand.Hand()
    game.play([game.orders("a", lines=[{"do": "x"}], close=[1]), game.orders("b"), game.orders("c")], muster=True)
    assert said(game) == ([], [])
    game.play([game.orders("a", kept=[[1, 1]])], asked=["a"], ended={"by": "points"})
    assert said(game) == ([], ["entry 1: part 1 of document 1 of a is still closed"])


# -- every field of every line -----------------------------------------------------------------------------------------


def paths(value, path=()):
    """The paths of every part of a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from paths(part, (*path, key))


ODD = [None, True, -1, 2**53 - 1, "", "x" * 64, "é" * 64, "0" * 64, "0" * 128, [], [[]], {}, {"n": {}}]


def altered(value, path, how):
    """A JSON value with one part replaced by `how(part)`; None takes it out of its list or object."""
    if not path:
        return how(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    if how is None and len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = altered(copy[path[0]], path[1:], how)
    return copy


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", hand.HONEST)
def test_no_field_can_be_changed_without_its_signature(name):
    """Without the keys: every third part of every line replaced or taken out is noticed, and nothing is raised."""
    game = hand.HONEST[name]()
    for number, line in enumerate(game.lines):
        last = number == len(game.lines) - 1
        for at, path in [*enumerate(paths(line))][number % 3 :: 3]:
            odd = ODD[at % len(ODD)]
            for how in (lambda part, odd=odd: odd, None):
                if how is None and not path:
                    continue
                lines = list(game.lines)
                lines[number] = altered(line, path, how)
                data = b"".join(hand.canonical(each) + b"\n" for each in lines)
                if data == game.bytes():
                    continue
                left = last and line[1] == "" and path == (0, "state")  # a note is not signed, and a state needs rules
                assert found(data) or left, (number, path, odd)


def found(data):
    """True if something is said of a file; a signature is computed once."""
    verifier = small.module()
    with patch.object(verifier, "is_signed", IS_SIGNED):
        try:
            return any(said(data))
        except verifier.MALFORMED:
            return True


IS_SIGNED = functools.cache(small.module().is_signed)


HOSTILE = {
    "nothing": b"",
    "an end of line": b"\n",
    "no json": b"{",
    "no text": b"\xff\xfe\x00",
    "deep lists": b"[" * 200_000,
    "deep objects": b'[{"a":' * 200_000,
    "not a number": b'[{"charter":NaN},""]\n',
    "a float": b'[{"charter":1.0},""]\n',
    "a huge number": b'[{"charter":' + b"9" * 100_000 + b'},""]\n',
    "minus zero": b'[{"charter":-0},""]\n',
    "a number too large": b'[{"charter":9007199254740992},""]\n',
    "a key twice": b'[{"a":1,"a":2},""]\n',
    "a key of digits": b'[{"1":1},""]\n',
    "a key that browsers know": b'[{"__proto__":1},""]\n',
    "a key beyond ASCII": '[{"chartér":1},""]\n'.encode(),
    "half a surrogate": b'[{"charter":"\\ud800"},""]\n',
    "a space": b'[{"charter": 1},""]\n',
    "CR": b'[{"charter":1},""]\r\n',
    "a marked beginning": b'\xef\xbb\xbf[{},""]\n',
    "an empty object": b'[{},""]\n',
    "null": b"null\n",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_without_a_traceback(name, tmp_path):
    path = tmp_path / "game"
    path.write_bytes(HOSTILE[name])
    ran = small.alone(path)
    assert (ran.returncode, ran.stderr) == (4, ""), ran.stdout
