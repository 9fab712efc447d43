"""Going back strikes what was written for a turn that is gone; standing orders are as they were; a correction strikes
nothing."""

import json

import pytest

from pbem.core.play.replay import Replayer
from pbem.core.seat.block import STRUCK
from tests.attacks.kit import Table, lines_of
from tests.cli.tools import done, new_game, write_orders

LEVELS = ["sealed", "shared"]
SET_UP = {
    "north": [
        "place north-foot-1, north-horse-1 in hill",
        "always intervene: no",
        "act attack",
        "next: if turn 2: act attack",
        "else: act wait",
    ],
    "south": [
        "place south-foot-1, south-horse-1 in hill",
        "always intervene: no",
        "act wait",
        "or act attack",
        "next: act wait",
        "or act attack",
    ],
}


class Game(Table):
    """A table at which everybody has written ahead while setting up."""

    def sets_up(self):
        while "set-up" in self.kinds():
            self.turn(**SET_UP)
        return self.people["referee"].status()["entry"] - 1

    def kinds(self):
        return {row["kind"] for row in self.people["north"].status()["waiting"]}

    def goes_back(self, entry):
        referee = self.people["referee"]
        where = ["-o", referee.game, "--secret", referee.secret]
        assert referee.pbem("reopen", referee.game, "--step", entry, "--reason", "misread", *where).code == 0
        self.share("referee")

    def stands(self, seat):
        """What stands for a seat, by whoever can read it: at shared the seat itself, else the referee."""
        person = self.people[seat if self.level == "shared" else "referee"]
        ran = person.pbem("status", person.game, "--seat", seat, "--secret", person.secret, "--json")
        return [(row["state"], row["line"]) for row in ran.json["stands"]["lines"]]

    def used(self):
        return lines_of(self.people["referee"].game)[-1][0].get("used", [])


@pytest.fixture(params=LEVELS)
def game(request, tmp_path):
    return Game.copied(tmp_path, level=request.param)


def in_force(rows):
    return [line for state, line in rows if state == "in force"]


def test_lines_for_a_turn_are_struck_and_standing_orders_stay(game):
    entry = game.sets_up()
    assert "always intervene: intervene no" in in_force(game.stands("north"))
    for _ in range(2):
        game.turn()
    game.goes_back(entry)
    for seat in ("north", "south"):
        rows = game.stands(seat)
        assert in_force(rows) == ["always intervene: intervene no"]
        assert {state for state, _ in rows} == {"in force", STRUCK}
        wanted = "next: act wait; or act attack" if seat == "south" else "next: if turn 2: act attack; else: act wait"
        assert (STRUCK, wanted) in rows and len({line for _, line in rows}) == len(rows)


def test_nothing_that_was_struck_acts_and_its_seat_is_asked(game):
    entry = game.sets_up()
    game.turn()
    game.goes_back(entry)
    asked = set()
    for _ in range(6):
        asked |= {(row["seat"], row["kind"]) for row in game.people["north"].status()["waiting"]}
        game.turn()
        assert [use for use in game.used() if use["by"] == "line"] == []
    assert ("north", "act") in asked
    assert in_force(game.stands("north")) == ["always intervene: intervene no"]
    assert STRUCK not in [state for state, _ in game.stands("north")]
    game.holds()


def test_a_document_that_never_came_brings_nothing_back(tmp_path):
    """Whoever signs remembers what a document said would stand: of one from before the game went back, no turn."""
    game = Game.copied(tmp_path, level="shared")
    entry = game.sets_up()
    game.turn()
    seat = game.asked()[0]
    game.seal(seat, *game.answers(seat), "next: act attack", "always intervene: no")
    game.goes_back(entry)
    assert "act attack" not in str(in_force(game.stands(seat)))
    game.turn()
    (document,) = [one for one, _ in lines_of(game.people["referee"].game)[-1][0]["documents"] if one["seat"] == seat]
    assert len(document.get("lines", ())) <= 1  # the standing order that was not in the record
    assert "act attack" not in str(game.stands(seat))
    game.holds()


def test_a_game_that_often_went_back_is_made_again_once(game, monkeypatch):
    """Else each time would be made again with all times before it: for ever, after twenty."""
    first = game.sets_up()
    for _ in range(4):  # to before what was undone, and to what was played since then
        game.turn()
        game.goes_back(first)
        game.turn()
        last = game.people["referee"].status()["entry"] - 1
        game.turn()
        game.goes_back(last)
    made, make = [], Replayer._make
    monkeypatch.setattr(Replayer, "_make", lambda self, number, tells: made.append(number) or make(self, number, tells))
    game.holds()
    assert made == [*range(1, len(lines_of(game.people["referee"].game)))]


def test_the_form_offers_what_was_struck_again(tmp_path):
    game = new_game(tmp_path)
    ahead = ["op 5 with 2 su-30", "next: op 12 china-central -> taiwan-strait with 2 ssk", "or pass"]
    entry = done("status", game, "--json").json["entry"]
    done("adjudicate", game, write_orders(game, "prc", *ahead), "-o", game)
    done("adjudicate", game, "-o", game, "--deadline-passed", "allied")
    done("reopen", game, "--step", entry - 1, "--reason", "misread", "-o", game)
    form = done("form", game, "prc").out
    assert "\n# next: op 12 china-central -> taiwan-strait with 2 ssk\n# or pass\n" in form
    written = tmp_path / "again.txt"
    written.write_text(form.replace("\n# next: op 12", "\nnext: op 12").replace("\n# or pass", "\nor pass"))
    assert "op 12" in done("check", game, written).out


def test_a_correction_strikes_nothing_and_what_it_changed_asks(tmp_path):
    game = new_game(tmp_path)
    ahead = ["op 5 with 2 su-30", "next: op 12 china-central -> taiwan-strait with 2 ssk"]
    done("adjudicate", game, write_orders(game, "prc", *ahead), "-o", game)
    patch = tmp_path / "patch.json"
    patch.write_text(json.dumps({"pbem": "patch/1", "units": "taiwan-strait: us sag-1"}))
    done("correct", game, patch, "--reason", "forgotten", "-o", game)
    rows = done("status", game, "--seat", "prc", "--json").json["stands"]["lines"]
    assert [(row["state"].split(",")[0], row["line"]) for row in rows] == [("asks you", ahead[1])]
    orders = [write_orders(game, "prc", "ready"), write_orders(game, "allied", "pass")]
    done("adjudicate", game, *orders, "-o", game)
    assert [row["seat"] for row in done("status", game, "--json").json["waiting"]] == ["prc"]
