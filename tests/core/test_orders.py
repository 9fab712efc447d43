"""pbem.core.orders.orders and ordertext: order files as people and programs write them."""

import json
import random
from time import perf_counter

import pytest

from pbem.core.data.problems import ODD
from pbem.core.data.schemas import problems as schema_problems
from pbem.core.orders.orderfile import OrderFile
from pbem.core.orders.orders import MAX_BYTES, MAX_JSON, MAX_LINES, parse_line, read
from tests.toy.decisions import said
from tests.toy.game import GAME

POWERS = {"blue": ["north", "isles"], "red": ["south"]}
HEAD = "0123456789abcdef0123456789abcdef"
HEADER = f"game toy-1\nseat red\nentry 3\nhead {HEAD}\n"


def read_red(lines, **more):
    return read(HEADER + lines, GAME, POWERS, "red.orders", **more)


def good(lines):
    orders, problems = read_red(lines)
    assert problems == []
    assert schema_problems("orders", orders.to_json()) == []
    return orders


def codes(lines):
    return [problem.code for problem in read_red(lines)[1]]


def values(orders):
    return [(item["kind"], said(item["value"])) for item in orders.answers]


def test_a_power_without_a_colon_is_told_so():
    [problem] = read_red("south place foot in hill")[1]
    assert problem.code == "read-as" and "place foot in hill" in str(problem)
    [problem] = read_red("south concede")[1]
    assert problem.code == "unknown-verb" and problem.hint == "Put a colon after the power: south: concede."


def test_words_that_begin_no_order_are_told_what_is_asked():
    [problem] = read_red("bananas", asked=["set-up"])[1]
    assert problem.hint.startswith("An order now begins with place")


def test_a_closing_that_holds_an_order_is_refused_and_one_with_numbers_in_it_ends_the_orders():
    assert codes("Bye, place foot in hill") == ["beside-order"]
    for line in ("thanks place 2 foot in hill", "Cheers and place foot", "bye 2 foot"):
        assert codes(line) == ["unknown-verb"], line
    for line in ("Thanks for 3 great turns", "Best wishes, Ann and Bob", "bye"):
        assert good(f"{line}\nwhatever").answers == [], line


# -- header ------------------------------------------------------------------------------------------------


def test_the_header_says_what_is_answered():
    orders, problems = read(
        f"\ufeffGame = Toy-1.\r\n\tSEAT:\u00a0red\r\nentry 3\r\nHead {HEAD}…\r\nlink {'2' * 64}\r\nready\r\n"
        f"pinch Wind & weather, said “she”\r\n",
        GAME,
        POWERS,
    )
    assert problems == []
    assert (orders.game, orders.seat, orders.entry, orders.head) == ("toy-1", "red", 3, HEAD)
    assert (orders.link, orders.ready) == ("2" * 64, True)
    assert orders.pinch == 'Wind & weather, said "she"'


def test_missing_header_lines_are_each_told():
    orders, problems = read("act wait\n", GAME, POWERS)
    assert [problem.fields.get("word") for problem in problems] == ["game", "seat", "entry", "head"]
    assert read("seat red\nact wait", GAME, POWERS, require=("seat",))[1] == []


def test_wrong_header_lines_are_told_at_their_place():
    _, problems = read("game toy-1\nseat red\nentry soon\nhead abc\n", GAME, POWERS, "x", require=())
    assert [(problem.code, problem.where) for problem in problems] == [
        ("bad-header", "x:3:7"),
        ("bad-header", "x:4:6"),
    ]
    assert str(problems[0]) == "x:3:7: not understood: After 'entry' should come a number, not 'soon'."


def test_two_different_header_lines_are_refused():
    assert codes("seat blue\n")[0] == "header-twice"
    assert codes("entry 3\n") == []


def test_an_unknown_seat_is_told_with_those_that_exist():
    _, problems = read("seat green\nact wait", GAME, POWERS, require=())
    assert [(problem.code, problem.hint) for problem in problems] == [
        ("unknown-seat-in-orders", "There are blue and red.")
    ]


# -- lines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "place 2 foot, horse in hill",
        "PLACE  2 Foot ,\tHorse IN the Hill.",
        "set-up 2 foot and horse in hill",
        "Place: two foot & horse in hill",
        "- place 2x foot, horse in hill # my best",
        "• place 2\u00a0foot, horse in hill;",
        "place foot*2, horse in hil\u00adl…",
    ],
)
def test_case_spaces_bullets_and_full_stops_do_not_matter(line):
    units = [{"type": "foot", "count": 2}, {"type": "horse"}]
    assert said(good(line).answers[0]["value"]) == [{"units": units, "area": "hill"}]


@pytest.mark.parametrize("arrow", ["->", "→", "⇒", "–>", "—>", "=>", "-->", "-&gt;", " to "])
def test_every_arrow_is_an_arrow(arrow):
    from pbem.core.language.reader import ARROWS, tokens_of
    from pbem.core.orders.normalize import tidy

    assert [token.key in ARROWS for token in tokens_of(tidy(f"hill{arrow}dale"))] == [False, True, False]


def test_lines_of_a_kind_with_many_lines_make_one_answer():
    orders = good("place foot in hill\n\n# the rest\nplace horse in dale\nact wait\nplace cannon in dale")
    assert [item["kind"] for item in orders.answers] == ["set-up", "act", "set-up"]
    assert [part["area"] for part in said(orders.answers[0]["value"])] == ["hill", "dale"]
    assert orders.answers[0]["text"] == "place foot in hill\nplace horse in dale"
    assert (orders.answers[0]["line"], orders.answers[2]["line"]) == (5, 10)


def test_then_begins_another_answer_of_the_same_kind():
    orders = good("place foot in hill\nthen\nplace horse in dale\n")
    assert len(orders.answers) == 2
    assert "then" in orders.to_text()


def test_kinds_that_share_a_verb_are_all_answered_by_it():
    for asked in ([], ["set-up"], ["reinforce"]):  # what is asked does not change what is meant
        orders, _ = read_red("place foot in hill", asked=asked)
        assert (orders.answers[0]["kind"], orders.answers[0]["also"]) == ("set-up", ["reinforce"])


def test_quotations_comments_and_what_follows_the_end_are_not_read():
    for end in ("--", "-- ", "end", "End.", "thanks, Ann", "Thank you", "—", "----- Original message -----"):
        orders = good(f"> plaze x\n  > > also quoted\n# plaze\nact wait\n{end}\nplaze foot")
        assert values(orders) == [("act", "wait")]


def test_a_seat_with_several_powers_names_them():
    text = f"game toy-1\nseat blue\nentry 3\nhead {HEAD}\n"
    orders, problems = read(text + "isles: act wait\nNorth:\nact attack\nbid 1", GAME, POWERS)
    assert problems == []
    assert [item["power"] for item in orders.answers] == ["isles", "north", "north"]
    _, problems = read(text + "act wait\nsouth: act wait\nwest: act wait", GAME, POWERS, "b")
    assert [(problem.code, problem.where) for problem in problems] == [
        ("doubt-power", "b:5:1"),
        ("not-your-line", "b:6:1"),
        ("no-power-word", "b:7:1"),
    ]
    assert problems[2].hint == "Powers of this seat: north and isles."


def test_the_name_of_the_seat_before_a_standing_line_is_for_each_of_its_powers():
    text = f"game toy-1\nseat blue\nentry 3\nhead {HEAD}\n"
    orders, problems = read(text + "blue: always act: wait if turn 2; else ask me", GAME, POWERS)
    assert problems == []
    assert [(item["power"], item["line"]) for item in orders.standing] == [("north", 5), ("isles", 5)]
    assert [item["text"] for item in orders.standing] == [
        "north: always act: wait if turn 2; else ask me",
        "isles: always act: wait if turn 2; else ask me",
    ]
    again, problems = read(orders.to_text(), GAME, POWERS)
    assert problems == []
    assert [item["text"] for item in again.standing] == [item["text"] for item in orders.standing]
    _, problems = read(text + "blue: act wait\nwhen act: wait", GAME, POWERS, "b")
    assert [(problem.code, problem.where) for problem in problems] == [
        ("whole-seat", "b:5:1"),
        ("which-power", "b:6:1"),
    ]
    assert problems[1].hint.endswith("Or blue and a colon, for each of them.")


def test_conditions_and_else():
    orders = good(
        "if turn 2 and hill is south: act attack\nelse if dale is isles: act wait\nelse: bid 2\n"
        "if turn 3: act wait; else act attack"
    )
    first, second = orders.answers
    assert first["if"] == [["turn", 2], ["control", "hill", "south"]]
    assert [(branch["kind"], branch.get("if")) for branch in first["else"]] == [
        ("act", [["control", "dale", "isles"]]),
        ("bid", None),
    ]
    assert [said(branch["value"]) for branch in second["else"]] == ["attack"]


def test_a_condition_decides_one_line_of_an_answer_of_many():
    orders = good(
        "if turn 2: place foot in hill\nelse: place foot in dale\nplace horse in hill\nor place horse in dale"
    )
    (item,) = orders.answers
    first, second = item["value"]
    assert first["if"] == [["turn", 2]] and [line["fields"]["area"] for line in first["else"]] == ["dale"]
    assert "if" not in second and [line["fields"]["area"] for line in second["or"]] == ["dale"]
    (again,), problems = read(orders.to_text(), GAME, POWERS)[0].answers, []
    assert again["value"] == item["value"] and problems == []


def test_standing_lines():
    orders = good(
        "always intervene in hill: intervene with south-foot-1 if strength 2; else no\n"
        "secret always intervene from turn 2 until turn 3: ask me if strength 1; else intervene no\n"
        "always act: wait\n"
    )
    first, second, third = orders.standing
    assert (first["when"], first["where"]) == ("intervene", "hill")
    assert said(first["value"]) == {"unit": "south-foot-1"} and first["if"] == [["strength", 2]]
    assert [said(branch["value"]) for branch in first["else"]] == ["no"]
    assert (second["secret"], second["ask"], second["if"]) == (True, True, [["strength", 1]])
    assert (second["from"], second["until"]) == ([["turn", 2]], [["turn", 3]])
    assert said(third["value"]) == "wait"


def test_only_if_belongs_to_the_answer():
    orders = good("always intervene: intervene with south-foot-1 only if north if strength 2")
    assert said(orders.standing[0]["value"]) == {"unit": "south-foot-1", "if": ["north"]}
    assert orders.standing[0]["if"] == [["strength", 2]]


def test_cancelled_lines_and_petitions():
    orders = good("cancel 4\ndrop lines 7, 8 and 11\ntake back all\nconcede")
    assert [item.get("no", "all") for item in orders.cancelled] == [4, 7, 8, 11, "all"]
    assert orders.petitions == [
        {"power": "south", "verb": "concede", "value": {}, "line": 8, "text": "concede", "places": [[8, 1]]}
    ]


# -- what is wrong -----------------------------------------------------------------------------------------


WRONG = [
    ("plaze foot in hill", "misspelt", 1, "Did you mean “place foot in hill”?"),
    ("alway intervene: no", "misspelt", 1, "Did you mean “always intervene: no”?"),
    ("secert always intervene: no", "misspelt", 1, "Did you mean “secret always intervene: no”?"),
    ("nxt: act wait", "misspelt", 1, "Did you mean “next: act wait”?"),
    ("Hello everybody", "unknown-verb", 1, "If it is not an order, put # before it."),
    ("place foot in Hil", "unknown-name", 15, "Did you mean Hill?"),
    ("place foot in dal", "unknown-name", 15, "Did you mean Dale or Dalmatia?"),
    ("place foot in horse", "other-name", 15, ""),
    ("place foot", "line-ends", 1, "Write: place UNITS in AREA"),
    ("place foot in hill with song", "not-read", 20, ""),
    ("place foot in hill; march", "beside-order", 21, "Did you mean “place foot in hill”?"),
    ("  if turn 2 act wait", "missing-colon", 3, ""),
    ("if turn 2:", "missing-answer", 1, ""),
    ("if moon is full: act wait", "unknown-name", 4, ""),
    ("if rain: act wait", "unknown-condition-form", 4, ""),
    ("if turn soon: act wait", "not-a-number", 9, ""),
    ("else: act wait", "else-without-if", 1, ""),
    ("when rain: act wait", "unknown-when", 6, ""),
    ("when interven: yes", "says-nothing", 16, "Write: intervene no or intervene with UNIT"),
    ("when: yes", "unknown-when", 1, ""),
    ("when intervene in hill", "missing-colon", 1, ""),
    ("always intervene in hill:", "missing-answer", 1, ""),
    ("cancel", "cancel-what", 1, "Write cancel and the number of a line"),
    ("cancel the foot", "cancel-what", 8, "or cancel all"),
    ("if turn 2: concede", "petition-condition", 12, ""),
    ("act\x00 wait", "control-character", 1, ""),
]


@pytest.mark.parametrize("line, code, column, hint", WRONG)
def test_every_fault_is_told_at_its_place(line, code, column, hint):
    _, problems = read_red(line)
    assert [(problem.code, problem.where) for problem in problems] == [(code, f"red.orders:5:{column}")]
    assert hint in problems[0].hint
    assert problems[0].level == "not understood"
    assert str(problems[0])


def test_all_faults_are_told_at_once():
    _, problems = read_red("\n".join(line for line, *_ in WRONG))
    assert len(problems) == len(WRONG)


def test_dal_is_no_prefix_and_dalm_is():
    assert said(good("place foot in dalm").answers[0]["value"])[0]["area"] == "dalmatia"


def test_an_illegal_line_does_not_hide_the_next():
    orders, problems = read_red("plaze\nact wait")
    assert values(orders) == [("act", "wait")] and len(problems) == 1


# -- bytes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "shown"), [("cp1252", "Windows-1252"), ("utf-16", "UTF-16")])
def test_other_codes_are_read_and_told(code, shown):
    orders, problems = read(f"{HEADER}act wait # caf\u00e9\n".encode(code), GAME, POWERS, "x")
    assert values(orders) == [("act", "wait")]
    assert [(problem.code, problem.level, problem.fields["encoding"]) for problem in problems] == [
        ("orders-in-another-code", ODD, shown)
    ]


@pytest.mark.parametrize("end", [b"\x81", b"\xe9\x00", b"\xe9\x1b"])
def test_what_is_no_text_is_told_at_its_place(end):
    _, problems = read(b"game toy-1\nseat C\xf4te" + end, GAME, POWERS, "x")
    assert [(problem.code, problem.where) for problem in problems] == [("orders-not-utf8", "x:2:7")]


def test_more_lines_than_anybody_writes_are_refused_unread():
    orders, problems = read(HEADER + "act wait\n" * (MAX_LINES + 1), GAME, POWERS)
    assert [problem.code for problem in problems] == ["too-many-lines"] and orders.is_empty


def test_large_files_are_refused_unread():
    for filler in (b"a", b"\n", b"{", b"\x00"):
        _, problems = read(filler * ((MAX_JSON if filler == b"{" else MAX_BYTES) + 1), GAME, POWERS)
        assert [problem.code for problem in problems] == ["orders-too-large"]


def test_a_file_of_the_greatest_size_is_read_in_time():
    started = perf_counter()
    for filler in ("x ", "if ", ";else ", "place a, ", "plaze\n", "when in ", "-> "):
        _, problems = read(HEADER + filler * ((MAX_BYTES - 200) // len(filler)), GAME, POWERS)
        assert 1 <= len(problems) <= 101 and all(str(problem) for problem in problems)
    assert perf_counter() - started < 20


@pytest.mark.parametrize("seed", range(200))
def test_no_bytes_make_it_raise(seed):
    draw = random.Random(seed)
    parts = "place|foot|in|hill|if|:|;|else|when|intervene|->|,|\n|secret|from|until|turn 2|north"
    parts += '|with|{|}|"|#|>|--|revoke|\t|'
    parts = [*parts.split("|"), "\x00", "\u2028", "é", "ß", "İ", "٣", "²", "\ud7ff", "[", "(", "\\", "*"]
    text = HEADER + draw.choice(" \n").join(draw.choice(parts) for _ in range(60))
    data = bytearray(text.encode())
    for _ in range(draw.randrange(3)):
        data[draw.randrange(len(data))] = draw.randrange(256)
    orders, problems = read(bytes(data), GAME, POWERS)
    assert all(str(problem) for problem in problems)
    if not problems:
        assert schema_problems("orders", orders.to_json()) == []


# -- JSON --------------------------------------------------------------------------------------------------


EVERYTHING = """north: place foot, 2 horse in hill
north: place cannon in Dale
isles: if turn 2 and hill is south: act wait; else if dale is north: act attack; else act wait
isles: bid 1
isles: secret always intervene in hill from turn 2 until turn 3: intervene with isles-foot-1 if strength 2; else ask me
cancel 4
north: concede
"""


def test_text_to_json_to_text_is_stable():
    first, problems = read(HEADER.replace("red", "blue") + EVERYTHING, GAME, POWERS)
    assert problems == []
    text = first.to_text()
    second, problems = read(text, GAME, POWERS)
    assert problems == [] and second.to_text() == text
    third, problems = read(json.dumps(second.to_json()), GAME, POWERS)
    assert problems == [] and values(third) == values(second)
    fourth, problems = read(third.to_text(), GAME, POWERS)
    assert problems == [] and values(fourth) == values(second) and fourth.to_text() == third.to_text()


def program(**parts):
    document = {"pbem": "orders/1", "game": "toy-1", "seat": "blue", "entry": 3, "head": HEAD, **parts}
    return read(json.dumps(document), GAME, POWERS, "b.json")


def test_programs_send_values_without_text():
    orders, problems = program(
        answers=[
            {"power": "north", "kind": "set-up", "value": [{"units": ["north-foot-1"], "area": "hill"}] * 2},
            {
                "power": "north",
                "kind": "act",
                "value": "wait",
                "if": [["turn", 2]],
                "else": [{"kind": "act", "value": "attack"}],
            },
        ],
        standing=[
            {
                "power": "isles",
                "when": "intervene",
                "where": "hill",
                "value": "no",
                "if": [["turn", 2]],
                "else": [{"ask": True}],
            }
        ],
        cancelled=[{"no": 4}],
        petitions=[{"power": "north", "verb": "concede", "value": {}}],
    )
    assert problems == []
    text = orders.to_text()
    again, problems = read(text, GAME, POWERS)
    assert problems == []
    assert values(again) == values(orders)
    assert again.standing[0]["else"] == [{"ask": True}]
    assert again.to_text() == text


def test_json_with_faults_is_told_by_place():
    _, problems = program(
        answers=[{"power": "south", "kind": "flee", "value": 1, "if": [["rain"]]}],
        petitions=[{"power": "north", "verb": "x", "value": 1}],
    )
    assert [(problem.code, problem.where) for problem in problems] == [
        ("not-your-power", "b.json:/answers/0"),
        ("unknown-kind", "b.json:/answers/0"),
        ("unknown-condition", "b.json:/answers/0"),
        ("unknown-petition", "b.json:/petitions/0"),
    ]


@pytest.mark.parametrize(
    "text, code",
    [
        ('{"pbem": "orders/1", "seat": "red", "seat": "blue"}', "orders-not-json"),
        ('{"pbem": "orders/1", "seat": "red"', "orders-not-json"),
        ("{" * 3000, "orders-not-json"),
        ('{"a":' * 3000, "orders-not-json"),
        ('{"pbem": "orders/1", "seat": "red", "entry": 1.5}', "orders-not-json"),
        ('{"pbem": "orders/2", "seat": "red"}', "schema-wrong-value"),
        ('{"pbem": "orders/1", "seat": 7}', "schema-wrong-type"),
        ('{"pbem": "orders/1", "seat": "red", "sneak": 7}', "schema-unknown-field"),
        ('{"pbem": "orders/1", "seat": "green"}', "unknown-seat-in-orders"),
        (
            '{"pbem": "orders/1", "seat": "red", "answers": [{"power": "south", "kind": "act"}]}',
            "schema-missing-field",
        ),
        (
            '{"pbem": "orders/1", "seat": "red", "standing": [{"power": "south", "when": "act"}]}',
            "schema-one-field",
        ),
    ],
)
def test_hostile_json_is_refused(text, code):
    orders, problems = read(text, GAME, POWERS)
    assert isinstance(orders, OrderFile)
    assert problems[0].code == code


def test_one_line_without_header_is_read_for_cases():
    item, problems = parse_line("place foot in hill\nplace horse in dale", GAME, "north")
    assert problems == [] and item["power"] == "north" and len(item["value"]) == 2
    item, problems = parse_line("concede", GAME, "north")
    assert item["verb"] == "concede"


@pytest.mark.parametrize(
    "line",
    [
        "public bid 2",
        "south: Public bid 2",
        "public if turn 2: bid 2; else bid 1",
        "public place foot in hill\npublic place horse in dale",
    ],
)
def test_a_line_for_once_may_be_public(line):
    orders, problems = read_red(line + "\n")
    (item,) = orders.answers
    assert problems == [] and item["public"] is True
    again, _ = read(orders.to_text(), GAME, POWERS)
    assert [row.startswith("public ") for row in item["text"].split("\n")] == [True] * len(item["text"].split("\n"))
    where = {"else": 0, "places": 0, "line": 0}
    assert {**again.answers[0], **where} == {**item, **where}


@pytest.mark.parametrize(
    "line, code",
    [("secret bid 2", "secret-once"), ("public concede", "public-petition"), ("public public bid 2", "unknown-verb")],
)
def test_what_cannot_be_public_or_secret_is_told(line, code):
    assert [problem.code for problem in read_red(line + "\n")[1]] == [code]
