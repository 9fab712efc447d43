"""Reading costs nothing that grows: a file has at most 2,000 lines and 256 kB, each line is read once, near misses are
looked for only where something is refused, and answers of many lines are put together once.

How long it takes is measured in ``make bench``; here is counted what is done.
"""

import functools
import itertools
from cProfile import Profile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.language import names, parser
from pbem.core.orders import itemlines, normalize, orders, ordertext, power_prefix
from pbem.core.record import charter as charters
from pbem.core.rules.requests import Ask
from pbem.core.title.game import load
from tests.cli.tools import new_game, pbem
from tests.thorough import some

SEATS = {
    "red-dragon": {"prc": ["prc"], "allied": ["allied"]},
    "pacific": {"japan": ["japan"]},
    "cataclysm": {"germany": ["germany"]},
}
LINES = {
    "red-dragon": [
        "op 14 east-china-sea -> taiwan-strait with prc-sag-{n}; attack",
        "if taiwan is prc: pass; else op 5 with su-30-{n}",
        "always return-fire: return fire default",
    ],
    "pacific": [
        "{n} infantry, artillery manchuria -> suiyuan",
        "ship {n} infantry japan -> sz36 -> sz35 -> guam",
        "buy {n} infantry, transport",
        "ncm {n} fighter sz25 -> mariana-islands",
    ],
    "cataclysm": ["deploy ge-army-{n} -> ruhr", "diplomacy hungary", "construct {n} army, air", "keep in reserve flag"],
}
PLANNED = {"resources": [], "markers": 0, "kept": 0, "boxed": [], "rate": 1, "war": False}
EACH = [(title, line) for title, lines in LINES.items() for line in lines]


def charter_of(title):
    scenario, anchor = {"pacific": "standard", "cataclysm": "c2"}[title], {"first": "0" * 64, "key": "0" * 64, "n": 1}
    return charters.make(load(title), "bounds", scenario, anchors={"referee": anchor})


def file_of(title, lines):
    seat = next(iter(SEATS[title]))
    return "\n".join(["game g", f"seat {seat}", "entry 1", f"head {'0' * 32}", *lines, ""])


def read(title, lines):
    return orders.read(file_of(title, lines).encode(), load(title), SEATS[title])


def counting(monkeypatch, place, name):
    """A list that grows with every call of a function."""
    calls, function = [], getattr(place, name)

    def counted(*arguments, **options):
        calls.append(arguments)
        return function(*arguments, **options)

    monkeypatch.setattr(place, name, counted)
    return calls


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title, line", EACH)
def test_a_line_is_read_once_by_the_same_kinds(title, line, monkeypatch):
    """Alone and together with the line before it, for a mail program may have broken it; not again for each copy."""
    calls = counting(monkeypatch, parser, "read_forms")
    wanted = [line.format(n=place % 7 + 1) for place in range(700)]
    _, problems = read(title, wanted)
    assert not [one for one in problems if one.is_refusal]
    texts = [(text, tuple(kind.name for kind in kinds)) for text, _, kinds, *_ in calls]
    assert len(texts) == len(set(texts)) <= 5 * 7 * 7


@pytest.mark.parametrize("title, line", EACH)
def test_near_misses_are_looked_for_after_a_refusal_only(title, line, monkeypatch):
    calls = counting(monkeypatch, names, "distance")
    wanted = [line.format(n=place % 7 + 1) for place in range(50)]
    _, problems = read(title, wanted)
    assert not calls and not [one for one in problems if one.is_refusal]
    _, problems = read(title, [*wanted, "", "diplomcy hungray"])
    assert calls and [one for one in problems if one.is_refusal]


@pytest.mark.parametrize("title", sorted(LINES))
def test_of_a_file_of_nonsense_no_more_is_read_than_is_told(title, monkeypatch):
    """Behind a hundred problems nothing more is looked at."""
    calls = counting(monkeypatch, ordertext._Reader, "_order_line")
    _, problems = read(title, [f"xyzzy plugh {place}" for place in range(1900)])
    assert len(problems) == ordertext.MAX_PROBLEMS + 1 and problems[-1].code == "too-many-problems"
    assert len(calls) <= 3 * ordertext.MAX_PROBLEMS


def test_an_answer_of_many_lines_is_put_together_once(monkeypatch):
    kind = load("cataclysm").kinds["produce"]
    calls = counting(monkeypatch, type(kind), "combine")
    found, problems = read("cataclysm", ["offensives 1", *["construct army"] * 1500])
    assert not problems and len(found.answers) == 1
    assert len(calls) <= 1502 and max(len(items) for _, items in calls) == 1501
    assert sum(len(items) > 1 for _, items in calls) == 1
    assert found.answers[0]["text"].count("\n") == 1500


@pytest.mark.parametrize(
    "title, power, kind, about, line",
    [
        ("pacific", "japan", "purchase", {"money": {"japan": 30}}, "buy 2 infantry, transport"),
        ("cataclysm", "germany", "produce", PLANNED, "construct army"),
    ],
)
def test_lines_of_one_answer_are_looked_at_once_each(title, power, kind, about, line, monkeypatch):
    """Not all lines so far with each: of many lines that would be the square of their number."""
    game = load(title)
    board, ask, seen = game.new_board(charter_of(title)), Ask(kind, power, about=about), []
    own = type(game.kinds[kind]).join

    def counted(self, items, *more):
        seen.extend(items)
        return own(self, items, *more)

    monkeypatch.setattr(type(game.kinds[kind]), "join", counted)
    readings = [game.kinds[kind].read(line, game.names) for _ in range(300)]
    game.kinds[kind].settle(board, ask, readings)
    assert len(seen) <= 2 * len(readings)


def test_what_is_wanted_far_too_often_is_refused_once():
    game = load("cataclysm")
    board, ask = game.new_board(charter_of("cataclysm")), Ask("produce", "germany", about=PLANNED)
    plan = {"offensives": 0, "build": 5000 * ["army"] + 5000 * ["air"]}
    assert len(game.kinds["produce"].check(board, ask, plan)) <= 3


def test_copies_of_a_line_share_nothing():
    """What becomes of one answer must not become of another."""
    found, _ = read("red-dragon", ["pass", "op 5 with su-30-1", "op 5 with su-30-1"])
    one, other = (item["value"] for item in found.answers[1:])
    assert one == other and one is not other
    one["fields"]["units"].append("us-cvn-1")
    assert one != other


# shapes of files that are large in one way each; {line} is a line of the title
SHAPES = {
    "commas": "{line}" + "," * 100,
    "semicolons": "{line}" + ";" * 100,
    "brackets": "(" * 60 + "{line}" + ")" * 60,
    "quotes": "'" * 60 + "{line}" + '"' * 60,
    "arrows": "{line}" + " -> a" * 25,
    "colons": "{line}" + ":" * 100,
    "near misses": "{line}xyz",
    "word salad": "to with via at the my and 2 all of in " * 3,
    "a verb misspelt": "z{line}",
    "nested": "move transport(" * 300,
    "too many words": "{line}" + " and army" * 1100,
    "entities": "&gt;" * 30 + "{line}",
    "encoded": "=3D" * 40 + "{line}",
    "tabs": "\t" * 120 + "{line}",
    "else": "if turn 2: {line}" + "; else {line}" * 40,
    "accents": "{line}" + "e\u0301" * 60,
    "blanks": "\u3000" * 60 + "{line}",
    "quoted": "> {line}",
}
MANY = 400  # lines
MOST_WORK = 10  # times the calls that a plain file of as many lines makes


@functools.cache
def plain_work(title):
    return work_of(title, [LINES[title][0].format(n=number) for number in range(MANY)])


def work_of(title, lines):
    """How many functions are called while a file is read."""
    data, watch = file_of(title, lines).encode()[: 2**18 - 10], Profile(builtins=False)
    watch.runcall(orders.read, data, load(title), SEATS[title])
    return sum(row.callcount for row in watch.getstats())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("shape", "title"), some(list(itertools.product(sorted(SHAPES), sorted(LINES))), 4))
def test_a_file_of_any_shape_is_read_or_refused_within_bounded_work(title, shape):
    """Against a plain file of as many different lines: no shape makes reading quadratic.  make test has each shape in
    one title or two, make thorough in all."""
    line = LINES[title][0].format(n=1)
    lines = [SHAPES[shape].replace("{line}", line)] * MANY
    while len("\n".join(lines).encode()) > 2**18 - 400:
        lines = lines[: len(lines) * 9 // 10]
    assert work_of(title, lines) <= MOST_WORK * plain_work(title)


@pytest.mark.parametrize(
    "lines, why",
    [
        (["pass"] * 2001, "lines"),
        (["# " + "x" * 1000] * 270, "bytes"),
        (["\r".join(["pass"] * 2100)], "lines"),
    ],
)
def test_a_file_beyond_the_bounds_is_refused_before_it_is_read(tmp_path, monkeypatch, lines, why):
    game = new_game(tmp_path)
    path = tmp_path / "much.txt"
    path.write_text(file_of("red-dragon", lines), newline="")
    calls = counting(monkeypatch, ordertext, "tidy")
    run = pbem("check", game, path)
    assert run.code == 3 and not calls and why in run.err, run


IN_ORDERS = [one for module in (normalize, power_prefix, itemlines, ordertext) for one in vars(module).items()]
RARE = {name: one for name, one in IN_ORDERS if isinstance(one, normalize.Rare)}


@pytest.mark.longer
@pytest.mark.parametrize("name", RARE)
@given(data=st.data())
def test_what_is_looked_for_by_its_words_is_found_wherever_it_stands(name, data):
    """A word of it stands in all that a pattern finds, and begins it where it is looked for at the beginning."""
    text = data.draw(st.from_regex(RARE[name].pattern))
    assert RARE[name].search(text)[0] == RARE[name].pattern.search(text)[0]
    is_begun = name in ("ROUND", "_IF", "_LEADS", "_NUMBERED", "_ONCE") and RARE[name].pattern.match(text)
    assert not is_begun or RARE[name].match(text)
