"""Each sentence that may stand below a report: a game in which it must stand there, lines on which it must not, and
nothing but what another reading of the lines (footers.py) finds true of them."""

import functools
import json
import re
import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest

from pbem.core.play.gamefile import from_bytes
from pbem.core.play.import_lines import forked_entries
from pbem.core.title import game as titles
from pbem.report.fairness import footer
from tests.attacks import footers, kit
from tests.core.test_play import played
from tests.verifier import corpus

# -- games, each of a few entries --------------------------------------------------------------------------------------


def laid(**kind):
    folder = Path(tempfile.mkdtemp(dir=kit.TABLES.name))
    return kit.Table.copied(folder, **kind)


def gives(game, name, *arguments, out=True):
    """What somebody types, with the own secret; the file that it writes."""
    person = game.people[name]
    path = person.path(game.file("out")) if out else person.game
    own = ["--secret", person.secret] if person.secret.exists() else []
    ran = person.pbem(arguments[0], *_with(person.game, arguments[1:]), *own, "-o", path)
    assert ran.code == 0, ran
    return path


def _with(game, arguments):
    return [game if one == "GAME" else one for one in arguments]


def anchor(game, name):
    person = game.people[name]
    new = person.path(game.file("new.secret"))
    return new, person.pbem("seat", "init", "-o", new, "--links", 64).out.strip()


def silent(game, seat, *speakers):
    return [gives(game, one, "pass-over", "GAME", seat) for one in speakers]


def a_referee_who_rolls():
    """At sealed: words of all, none, some; then another referee, whom nobody can sign."""
    game = laid(level="sealed", muster=True)
    game.turn(**{seat: [*(game.answers(seat) or ["ready"]), f"pinch {seat} rain"] for seat in game.seats})
    game.turn()
    game.turn()
    north = game.people["north"]
    new, _ = anchor(game, "north")
    agreed = [word for seat in game.seats for word in ("--agreed", seat)]
    named = ["--to", "Dora", "--new-secret", new, "--reason", "gone", "--again"]
    ran = north.pbem("desk", "handover", north.game, *named, *agreed, "-o", north.game)
    assert ran.code == 0, ran
    line = game.last_line("north")
    new.replace(game.people["referee"].secret)
    for name in ("south", "isles", "referee"):
        path = game.people[name].path("line")
        path.write_bytes(line)
        assert game.people[name].pbem("take", game.people[name].game, path, "--agreed").code == 0
    game.turn(south=[*(game.answers("south") or ["ready"]), "pinch seven geese"])
    game.turn()
    return game


def a_referee_who_opens():
    """At shared: a closed line, absences with and without a question, a new key, a seat without a person."""
    game = laid().until("bid")
    opener, files = game.sent(south=["bid 0", "always intervene: no"])
    game.adjudicate(files[:2], "--deadline-passed", "isles")
    game.share("referee")
    referee = game.people["referee"]
    new, made = anchor(game, "isles")
    ran = referee.pbem("seat", "renew", referee.game, "isles", "--anchor", made, "--secret", referee.secret)
    assert ran.code == 0, ran
    game.turn()
    new.replace(game.people["isles"].secret)
    asked = game.asked()
    idle = next(seat for seat in game.seats if seat not in asked)
    others = [game.seal(seat, *(game.answers(seat) or ["ready"])) for seat in game.seats if seat != idle]
    game.adjudicate(others, "--deadline-passed", idle)
    game.share("referee")
    game.until("act")
    beside = next(seat for seat in game.seats if seat not in game.asked())
    ahead = [game.seal(beside, line) for line in ("always bid: 0", "always bid: 1")]
    left = referee.pbem("desk", "leave", referee.game, "isles", "--reason", "gone", "--secret", referee.secret)
    assert left.code == 0, left
    opener, files = game.sent()
    game.adjudicate([*files, ahead[-1]], opener=opener)
    game.share(opener)
    game.seats.remove("isles")
    game.turn()
    return game


def a_referee_who_leaves():
    """What had come is named; then the players go on without him, and the first of them falls silent."""
    game = laid().until("act")
    sent = game.seal("south", "always bid: 0")
    game.adjudicate([sent])
    gives(game, "referee", "desk", "again", "GAME", "--reason", "a power cut", out=False)
    game.share("referee")
    game.turn()
    referee = game.people["referee"]
    gone = referee.pbem("desk", "depart", referee.game, "--reason", "moving", "--secret", referee.secret)
    assert gone.code == 0, gone
    game.turn()
    game.people.pop("referee")
    game.turn()
    return game


def three_of_whom_one_is_passed_over():
    """And leaves: in the line that says so they are three still, then two."""
    game = laid(referee=False).until("act")
    words = silent(game, "south", "north", "isles")
    game.adjudicate([game.seal("north", "act attack"), *words], opener="isles")
    game.share("isles")
    left = gives(game, "north", "desk", "leave", "GAME", "south", "--reason", "gone")
    isles = game.people["isles"]
    same = isles.path("same")
    assert isles.pbem("word", isles.game, left, "--secret", isles.secret, "-o", same).code == 0
    opener, files = game.sent()
    game.adjudicate([*files, left, same], opener=opener)
    game.share(opener)
    game.seats.remove("south")
    game.turn()
    return game


def an_opener_who_sealed_twice():
    """The second one carries nothing that counts; whoever has it proves it later."""
    game = laid(referee=False).until("bid")
    north = game.people["north"]
    shutil.copy(north.secret, north.path("copy"))
    closed = ["--closed", "--confirm"]
    first, second = (
        game.seal("north", "bid 2", options=closed),
        game.seal("north", "bid 1", options=closed, secret=north.path("copy")),
    )
    files = [
        game.seal(seat, "bid 0", options=["--confirm", "--carry", one])
        for seat, one in (("south", first), ("isles", second))
    ]
    game.adjudicate([files[0], *silent(game, "isles", "south", "north")], opener="north")
    game.share("north")
    opener, sent = game.sent()
    game.adjudicate([*sent, files[1]], opener=opener)
    game.share(opener)
    return game


def two_alone():
    game = laid(referee=False, seats=("blue", "red")).until("act")
    game.turn()
    return game


def a_robot_that_answers():
    """South is a robot from some entry on; the referee keeps its chain."""
    game = laid(level="sealed").until("act")
    referee = game.people["referee"]
    words = ["seat", "robot", referee.game, "south", "--reason", "gone", "--secret", referee.secret]
    assert referee.pbem(*words).code == 0
    game.turn()
    for _ in range(3):
        others = [game.text(seat, *game.answers(seat)) for seat in dict.fromkeys(game.asked()) if seat != "south"]
        game.adjudicate(others)
        for seat in game.seats:
            shutil.copy(referee.game, game.people[seat].game)
    return game


def two_lines_of_one_opener():
    """A referee on two machines; whoever has both lines keeps one beside the game."""
    game = laid().until("act")
    opener, files = game.sent()
    ahead, referee = game.seal("south", "always bid: 0"), game.people["referee"]
    shutil.copytree(referee.folder, game.folder / "laptop")
    laptop = kit.Person(game.folder, "laptop")
    game.adjudicate(files)
    both = [*files, ahead]
    ran = laptop.pbem("adjudicate", laptop.game, *both, "-o", laptop.game, "--secret", laptop.secret)
    assert ran.code == 0, ran
    game.share("referee")
    assert game.take("north", laptop.game.read_bytes().splitlines(keepends=True)[-1]).code == 3
    return game


MADE = (
    a_referee_who_rolls,
    a_referee_who_opens,
    a_referee_who_leaves,
    three_of_whom_one_is_passed_over,
    an_opener_who_sealed_twice,
    two_alone,
    a_robot_that_answers,
    two_lines_of_one_opener,
)
GAMES = {make.__name__: make for make in MADE}
AGAIN = {"again": "46f5ea92" * 8, "muster": False}
CELLS = corpus.CELLS[:3] + corpus.CELLS[5:]


@functools.cache
def lines_of(name):
    """``(bytes of the game file, entries of which another line lies beside it)``."""
    if name in GAMES:
        game = GAMES[name]()
        path = game.people[game.seats[0]].game
        return path.read_bytes(), tuple(forked_entries(str(path)))
    if name == "a game played again":
        file, _ = played("a", 2, fairness="shared", **AGAIN)
        return b"".join(line.raw + b"\n" for line in file.lines), ()
    return b"".join(corpus.played(CELLS[int(name.split()[-1])])[0]), ()


NAMES = [*GAMES, "a game played again", *(f"robots {number}" for number in range(len(CELLS)))]


@functools.cache
def said(name, has_dice):
    """``[(codes that stand below a line, codes of all sentences that are true of it)]``, of each line of a game."""
    data, forks = lines_of(name)
    file, rows = from_bytes(data, "g"), []
    lines = footers.Lines([json.loads(line)[0] for line in data.splitlines()], has_dice, forks)
    with patch.object(file.game, "is_diceless", not has_dice):
        for number in range(1, file.n + 1):
            rows.append((footers.told(footer(file, number - 1, number, forks=forks)), lines.due(number)))
    return rows


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    for name, where in kit.TITLES.items():
        monkeypatch.setitem(titles.TITLES, name, where)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("has_dice", [True, False], ids=["dice", "none"])
@pytest.mark.parametrize("name", NAMES)
def test_what_stands_below_each_line_is_what_is_true_of_it(name, has_dice):
    for number, (stands, true) in enumerate(said(name, has_dice), 1):
        assert stands == true, number


def test_every_sentence_stands_somewhere_and_not_everywhere():
    """Of each level and each kind of title by itself: else one that stands under every line there would be met."""
    below = {code: [] for code in footers.BY_ITSELF}
    for name in NAMES:
        for has_dice in (True, False):
            for stands, _ in said(name, has_dice):
                codes = {row[0] for row in stands}
                for code, found in below.items():
                    found.append(code in codes)
    # only a title from outside votes in secret, and its own tests have that sentence
    assert [code for code, found in below.items() if not any(found)] == ["voted"]
    assert [code for code, found in below.items() if all(found)] == ["always"]


@pytest.mark.parametrize("name", NAMES)
def test_a_title_that_draws_nothing_has_no_sentence_on_draws(name):
    data, forks = lines_of(name)
    file = from_bytes(data, "g")
    with patch.object(file.game, "is_diceless", True):
        for number in range(1, file.n + 1):
            text = " ".join(footer(file, number - 1, number, forks=forks)).lower()
            words = {word.strip("().,;:") for word in text.split()}
            assert not words & {"draw", "draws", "dice", "die", "rolled", "thrown"}, text


def test_what_is_said_of_several_lines_is_what_is_said_of_each():
    """A report on several entries tells of each; what is told for ever, and the figures, are those of the last."""
    data, _ = lines_of("a_referee_who_opens")
    file, rows = from_bytes(data, "g"), said("a_referee_who_opens", True)
    each = {"shared", "shared-some", "absent", "absent-idle", "absent-word", "bots", "gap", "link", "link-skipped"}
    together = footers.told(footer(file, 0, file.n))
    assert {row for row in together if row[0] in each} == {row for one, _ in rows for row in one if row[0] in each}
    assert {row for row in together if row[0] not in each} == {row for row in rows[-1][0] if row[0] not in each}


def test_each_item_of_the_list_quotes_what_a_footer_says():
    """docs/fairness.md, What no program can show: the second column is made of the sentences themselves."""
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    rows = [
        row.split("|") for row in page.partition("## What no program can show")[2].splitlines() if row.count("|") == 4
    ]
    quoted = [quote for row in rows for quote in re.findall('"([^"]+)"', row[3])]
    assert len(rows) >= 12 and len(quoted) >= 12, quoted
    for quote in quoted:
        inside = re.compile(".*".join(map(re.escape, quote.split("…"))))
        assert any(inside.search(sentence) for sentence in footers.SENTENCES.values()), quote
    without = [row[1].strip() for row in rows if row[1].strip().endswith(".") and '"' not in row[3]]
    assert without == ["9."], "what stands in no file: a game that is dead"
