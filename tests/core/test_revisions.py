"""A game of another revision of the rules: told as that, never played on in silence; by the command line."""

import shutil

import pytest

from pbem.core.data.problems import Refused
from pbem.core.play.replay import difference
from pbem.core.play.verify import verify
from pbem.core.record.charter import made_again
from pbem.core.title import game as games
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from tests.attacks.kit import Table, lines_of, plain
from tests.core.test_play import played
from tests.toy import game as toy
from tests.toy.game import CHARTER, GAME

OPTION = {"values": ["yes", "no"], "default": "yes", "rules": ["2"], "text": "North gets a point each turn"}


@pytest.fixture
def table(tmp_path):
    return lambda **kind: Table(tmp_path, **kind).begin()


@pytest.fixture
def revised(monkeypatch):
    """A function that gives the toy title a second revision: one in which North gets a point each turn."""

    def revise(switched=None):
        def turn(t):
            if t.board.option("grace") == "yes" if switched else True:
                t.emit("vp-changed", rule="2", power="north", by=1)
            yield from toy.turn(t)

        monkeypatch.setattr(GAME, "revision", 2)
        monkeypatch.setitem(GAME.procedures, "turn", turn)
        if switched:
            monkeypatch.setattr(GAME, "switched", {2: switched})
            monkeypatch.setitem(GAME.options, "grace", OPTION)

    return revise


def commands(game):
    """What would run the rules."""
    person = game.people["referee"]
    orders = game.text("north", *game.answers("north"))
    return [
        ["adjudicate", person.game, "-o", person.game, "--secret", person.secret],
        ["check", person.game, orders],
        ["whatif", person.game, orders],
        ["verify", person.game],
    ]


@pytest.mark.parametrize("level", ["sealed", "shared"])
def test_it_is_told_with_the_version_that_wrote_it_and_nothing_is_played(table, revised, level):
    game = table(level=level).until("bid")
    ready, before = commands(game), game.people["referee"].game.read_bytes()
    revised()
    for command in ready:
        ran = game.people["referee"].pbem(*command)
        said = plain(ran.out + ran.err)
        assert ran.code == 5, (command, ran)
        assert "rules revision 1" in said and "by revision 2" in said and "pbem 0" in said, said
    assert game.people["referee"].game.read_bytes() == before
    assert game.people["referee"].pbem("status", game.people["referee"].game).code == 0


def test_a_game_without_an_entry_is_no_exception(table, revised):
    game = table(level="sealed")
    orders = [game.text(seat, *(game.answers(seat) or ["ready"])) for seat in game.asked()]
    before = game.people["referee"].game.read_bytes()
    revised()
    person = game.people["referee"]
    ran = person.pbem("adjudicate", person.game, *orders, "-o", person.game, "--secret", person.secret)
    assert ran.code == 5 and person.game.read_bytes() == before, ran


def test_a_stranger_is_told_the_same_and_never_of_damage(table, revised):
    game = table().until("bid")
    revised()
    person = game.people["referee"]
    shutil.rmtree(person.folder / "memory")
    for command in ("verify", "status", "report"):
        ran = person.pbem(command, person.game)
        assert ran.code == 5 and "revision 1" in plain(ran.out + ran.err), ran


def test_a_newer_revision_than_that_of_this_program_as_well(table, monkeypatch):
    monkeypatch.setattr(GAME, "revision", 2)
    game = table().until("bid")
    monkeypatch.setattr(GAME, "revision", 1)
    person = game.people["referee"]
    ran = person.pbem("verify", person.game)
    assert ran.code == 5 and "revision 2" in plain(ran.out + ran.err), ran


def test_what_the_rules_decide_as_before_can_be_verified_and_is_not_played_on(table, monkeypatch):
    """A revision that decides nothing of a game otherwise takes nobody's record away."""
    game = table(level="sealed").until("bid")
    adjudicate, check, whatif, verify = commands(game)
    monkeypatch.setattr(GAME, "revision", 2)
    person = game.people["referee"]
    before = person.game.read_bytes()
    for command in (adjudicate, check, whatif):
        ran = person.pbem(*command)
        assert ran.code == 5 and "rules revision 1" in plain(ran.out + ran.err), (command, ran)
    assert person.game.read_bytes() == before
    shutil.rmtree(person.folder / "memory")
    ran = person.pbem(*verify)
    assert ran.code == 0 and "Everything holds." in ran.out, ran


def test_an_option_that_a_game_was_not_agreed_with_is_named(table, monkeypatch):
    """Not only the digest of a state in which it stands."""
    game = table(level="sealed").until("bid")
    rest = GAME.rest
    monkeypatch.setitem(GAME.options, "grace", OPTION)
    monkeypatch.setattr(GAME, "rest", lambda board: {**rest(board), "grace": "yes"})
    ran = game.people["referee"].pbem("verify", game.people["referee"].game)
    assert ran.code == 5 and "the option grace, which this game" in plain(ran.out), ran
    assert "/state" not in plain(ran.out)


@pytest.mark.parametrize(
    "held, due, told",
    [
        ({"area": "x"}, {"area": "y"}, ("/area", '"x"', '"y"')),
        ({}, {"by": 1}, ("/by", "nothing", "1")),
        ({"type": "lost"}, {"type": "won"}, ("", '{"type":"lost"}', '{"type":"won"}')),
        ({"n": 1}, {"n": True}, ("/n", "1", "true")),
    ],
)
def test_a_line_that_differs_names_the_fact_before_all_digests(held, due, told):
    facts = [[{"type": "unit-moved"}, {"type": "unit-moved", **one}] for one in (held, due)]
    lines = [{"asked": [n], "state": str(n), "steps": [{"facts": facts[n]}]} for n in range(2)]
    path = f"/steps/0/facts/1 ({facts[0][1]['type']}){told[0]}"
    assert difference(*lines) == {"path": path, "held": told[1], "due": told[2]}


def test_what_only_became_switchable_keeps_its_old_value(table, revised, tmp_path):
    """Played on to the same bytes as by the program of old; and made again by everybody, from the start."""
    game = table().until("bid")
    kept = tmp_path / "kept"
    shutil.copytree(game.folder / "referee", kept)
    files = [game.seal(seat, *game.answers(seat)) for seat in game.asked()]
    game.adjudicate(files)
    due = game.people["referee"].game.read_bytes()
    shutil.rmtree(game.folder / "referee")
    shutil.copytree(kept, game.folder / "referee")
    revised({"grace": "no"})
    game.adjudicate(files)
    assert game.people["referee"].game.read_bytes() == due
    game.share("referee")
    while not game.people["north"].status()["over"]:
        game.turn()
    assert "Everything holds." in game.holds()
    points = [
        fact
        for line, _ in lines_of(game.people["north"].game)[1:]
        for step in line["steps"]
        for fact in step["facts"]
        if fact["type"] == "vp-changed" and fact["rule"] == "2"
    ]
    assert points == []


def test_and_may_be_agreed_on_by_a_note(table, revised):
    game = table().until("bid")
    revised({"grace": "no"})
    change(game, "--option", "grace=yes")
    game.turn()
    game.until("act")
    assert "Everything holds." in game.holds()
    assert any(
        fact["type"] == "vp-changed"
        for line, _ in lines_of(game.people["north"].game)[1:]
        for step in line.get("steps", ())
        for fact in step["facts"]
    )


def change(game, *options, code=0):
    referee = game.people["referee"]
    where = ["-o", referee.game, "--secret", referee.secret, "--reason", "agreed"]
    ran = referee.pbem("desk", "change", referee.game, *options, *where)
    assert ran.code == code, ran
    if code == 0:
        game.share("referee")
    return plain(ran.err)


def test_another_revision_needs_a_note_and_then_it_goes_on(table, revised):
    game = table().until("bid")
    revised()
    change(game, "--revision", 2)
    game.turn()
    north = game.people["north"]
    assert lines_of(north.game)[-1][0]["kind"] == "play"
    ran = north.verify()
    assert ran.code == 5 and "Entry 3 was played by rules revision 1" in plain(ran.out), ran


def test_by_another_revision_a_game_can_be_played_again_with_its_draws(revised, monkeypatch):
    """Its charter names the first game, also when it is played a third time."""
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")
    first, _ = played("a", 6, fairness="shared")
    assert made_again(GAME, first.charter) is first.charter
    revised({"grace": "yes"})
    again = made_again(GAME, first.charter)
    assert {name for name in again if again[name] != first.charter.get(name)} == {
        "again",
        "options",
        "program",
        "revision",
    }
    assert again["again"] == first.game_id.hex() and again["options"] == {**first.charter["options"], "grace": "yes"}
    other = robots.Club(again, "a", "shared")  # of the same envelopes
    file = robots.play_on(other.new_game(), other, Chance("a"), 6)
    drawn = [next(entry["draws"] for entry in one.entries if entry["draws"]) for one in (first, file)]
    assert drawn[0] == drawn[1] and first.entries[-1]["state"] != file.entries[-1]["state"]
    assert [str(problem) for problem in verify(file).problems] == []
    later = {**again, "revision": 1}
    assert made_again(GAME, later) == again and made_again(GAME, again) is again


def test_an_option_that_is_gone_is_left_out_and_a_value_that_is_none_any_more_is_refused(monkeypatch):
    charter = {**CHARTER, "options": {**CHARTER["options"], "grace": "yes"}}
    assert made_again(GAME, charter)["options"] == CHARTER["options"]
    monkeypatch.setitem(GAME.options, "turns", {**GAME.options["turns"], "values": [99], "default": 99, "free": False})
    with pytest.raises(Refused, match="turns"):
        made_again(GAME, CHARTER)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "options, code",
    [
        ([], 3),
        (["--option", "turns=7"], 3),
        (["--option", "no-such=1"], 3),
        (["--option", "turns"], 2),
        (["--revision", 3], 3),
        (["--revision", 1], 3),
        (["--option", "turns=3"], 3),
        (["--option", "turns=2"], 0),
    ],
)
def test_a_change_that_changes_nothing_or_to_nothing_is_refused(table, options, code):
    game = table().until("bid")
    before = game.people["referee"].game.read_bytes()
    change(game, *options, code=code)
    assert (game.people["referee"].game.read_bytes() == before) == (code != 0)
