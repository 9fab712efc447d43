"""Pacific where the charter says that allies are asked together: when the United Kingdom is asked for its turn, so is
the United States, and whom the game waits for is the same in status, dates, forms, reports, mails and adjudication."""

import pytest

from tests import honest
from tests.cli.tools import done, pbem
from tests.contracts.test_now import Watched
from tests.mail.tables import DAY, Table
from tests.thorough import some

QUIET = ("buy nothing", "no combat moves", "no noncombat moves")
LATE = "2026-01-20T10:00"


class Waits(Table):
    """A table of Pacific at which everything that says whom the game waits for is asked."""

    def __init__(self, folder, *options):
        super().__init__(folder, "pacific/standard", *options)

    def waits(self):
        """Whom everything names that says whom the game waits for."""
        status = done("status", self.game, "--json").json
        rows = [row for row in (*status["waiting"], *status["called"]) if not row["answered"]]
        due = [row["seat"] for row in done("due", self.game, "--now", DAY, "--json").json["waiting"] if not row["sent"]]
        blocks = [s for s in self.seats if "Waiting for you: nothing" not in done("status", self.game, "--seat", s).out]
        found = [[row["seat"] for row in rows], due, blocks]
        assert found[0] == found[1] == found[2], found
        return found[0]


@pytest.fixture
def table(tmp_path):
    """A game that has come to the turn of the United Kingdom."""
    found = Waits(tmp_path, "--allies-together")
    found.mail("japan", *QUIET)
    found.asking = found.mails()
    assert found.run()["waiting"] == ["uk", "us"]
    return found


def test_both_are_asked_once_and_a_round_has_two_stops(table):
    mails = sorted(table.text(name) for name in table.mails() - table.asking)
    asked = [text for text in mails if "To answer, reply" in text]
    assert len(mails) == 3 and len(asked) == 2
    assert "us to order the coming turn of the United States, or" in asked[0] + asked[1]
    assert "purchase" in done("form", table.game, "us").out and "# ready" in done("form", table.game, "us").out
    assert "Buy units with the USA's 75 IPCs." in done("form", table.game, "us").out
    assert table.waits() == ["uk", "us"]
    table.mail("us", "buy 2 infantry", *QUIET[1:], "rest: default")
    assert table.waits() == ["uk"] and table.run()["entries"] == []
    table.mail("uk", *QUIET)
    assert table.waits() == []
    ran = table.run()
    assert ran["waiting"] == ["japan"]
    assert "USA buys 2 infantry" in done("report", table.game, "--since", "2").out


def test_whoever_comes_last_the_game_goes_on(table):
    table.mail("uk", *QUIET)
    assert table.waits() == ["us"] and table.run()["entries"] == []
    assert pbem("adjudicate", table.game, "-o", table.game).err.count("us") and table.waits() == ["us"]
    table.mail("us", *QUIET)
    assert table.run()["waiting"] == ["japan"]


def test_ready_alone_is_an_answer_and_the_turn_is_asked_for_when_it_comes(table):
    assert "\nAccepted: " in table.mail("us", "ready")
    assert table.waits() == ["uk"]
    table.mail("uk", *QUIET)
    assert table.run()["waiting"] == ["us"]
    table.mail("us", *QUIET)
    assert table.run()["waiting"] == ["japan"]


def test_who_is_not_ready_is_waited_for(table):
    table.mail("us", *QUIET, "wait")
    table.mail("uk", *QUIET)
    assert table.run()["entries"] == []
    table.mail("us", "ready")
    assert table.run()["waiting"] == ["japan"]


def test_a_doubt_is_waited_for(table):
    table.mail("uk", *QUIET)
    assert "your yes or no" in table.mail("us", "buy 2 infantry, no wait, buy nothing")
    assert table.waits() == ["us"] and table.run()["entries"] == []
    table.mail("us", "no")
    table.mail("us", "ready")
    assert table.run()["entries"]


def test_at_the_deadline_the_game_goes_on_without_and_asks_again_in_the_turn(table):
    table.mail("uk", *QUIET)
    assert table.run("--deadlines-passed")["entries"] == []
    ran = table.run("--deadlines-passed", now=LATE)
    assert ran["entries"] and ran["waiting"] == ["us"], "it has days of its own now"
    assert "left out" not in done("report", table.game).out


def test_a_turn_that_was_ordered_before_is_not_asked_for(tmp_path):
    table = Waits(tmp_path, "--allies-together")
    table.mail("us", *QUIET)
    table.mail("japan", *QUIET)
    table.run()
    assert table.waits() == ["uk"]
    table.mail("uk", *QUIET)
    assert table.run()["waiting"] == ["japan"]


@pytest.mark.parametrize("options", [(), ("--allies-together", "--seats", "2")])
def test_without_the_option_or_with_one_person_nobody_is_asked_ahead(tmp_path, options):
    table = Waits(tmp_path, *options)
    table.mail("japan", *QUIET)
    (asked,) = table.run()["waiting"]
    assert asked in ("uk", "allies") and table.waits() == [asked]


class Together(Watched):
    def __init__(self, kind, seed):
        super().__init__(kind, seed)
        if self.club.charter["fairness"] == "sealed":
            self.club.charter = {**self.club.charter, "allies": "together"}
        self.file = self.club.new_game()


KINDS = [kind for kind in sorted(honest.kinds(), key=honest._mixed) if kind[0] == "pacific"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", some(KINDS, 3), ids=lambda kind: "-".join(map(str, kind)))
def test_adjudication_misses_whom_all_name_in_random_games(kind):
    game = Together(kind, 11)
    for _ in range(12):
        before = game.file.n
        game.turn()
        assert game.file.is_over or game.file.n > before


@pytest.mark.parametrize("title", ["red-dragon/ready", "cataclysm/c2"])
def test_a_title_without_such_allies_refuses_the_word(tmp_path, title):
    ran = pbem("new", title, "-o", tmp_path / "g.json", "--allies-together")
    assert ran.code == 3 and "asked together" in ran.err and not (tmp_path / "g.json").exists()
