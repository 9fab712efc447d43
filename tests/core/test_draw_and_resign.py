"""Giving up and draws, through the command line: the same words in every title, and all must agree whom it concerns."""

import pytest

from pbem.core.play.gamefile import read
from pbem.core.record.outcome import scores
from tests.cli.tools import pbem, write_orders


def game(folder, title, *options):
    path = folder / f"{title.partition('/')[0]}.json"
    assert pbem("new", title, "-o", path, *options).code == 0
    assert pbem("adjudicate", path, "-o", path).code == 0
    return path


def send(path, **lines):
    """Adjudicate with an order file of each seat, published defaults for others who are asked; the game's status."""
    files = [write_orders(path, seat, *said) for seat, said in lines.items()]
    silent = [
        word
        for row in pbem("status", path, "--json").json["waiting"]
        if row["seat"] not in lines
        for word in ("--deadline-passed", row["seat"])
    ]
    run = pbem("adjudicate", path, *files, *silent, "-o", path)
    assert run.code == 0, run
    return pbem("status", path, "--json").json


def until(path, seat=None, kind=None):
    """Play on by published defaults until a seat is asked, or a kind of question; the status."""
    for _ in range(80):
        status = pbem("status", path, "--json").json
        rows = [row for row in status["waiting"] if seat in (None, row["seat"]) and kind in (None, row["kind"])]
        if rows or status["over"]:
            return status
        send(path)
    raise AssertionError(f"nobody asks {seat or kind}")


def asked(folder, seat):
    """A game of Red Dragon Rising in which a seat is asked for its Op; another one if dice end it before."""
    for number in range(9):
        (folder / str(number)).mkdir()
        path = game(folder / str(number), "red-dragon/ready")
        if not until(path, seat, "op")["over"]:
            return path
    raise AssertionError("nine games have ended at once")


def over(path):
    result = pbem("status", path, "--json").json["over"]
    return result and (result["winner"], result["by"])


@pytest.mark.parametrize("word", ["concede", "resign"])
@pytest.mark.parametrize("seat, winner, by", [("prc", "allied", "prc-resigns"), ("allied", "prc", "allies-resign")])
def test_red_dragon_each_side_may_give_up(tmp_path, word, seat, winner, by):
    path = asked(tmp_path, seat)
    send(path, **{seat: [word]})
    assert over(path) == (winner, by)
    assert scores(read(path)) == {winner: "won", seat: "lost"}
    assert pbem("verify", path).code == 0 and pbem("report", path).code == 0


@pytest.mark.parametrize("answer, ended", [("accept draw", ("draw", "agreed-draw")), ("refuse offer", None)])
def test_red_dragon_a_draw_needs_both(tmp_path, answer, ended):
    path = asked(tmp_path, "prc")
    status = send(path, prc=["offer draw"])
    assert [(row["seat"], row["kind"]) for row in status["waiting"]] == [("allied", "agree-end")] and not over(path)
    assert "offers a draw" in pbem("form", path, "allied").out
    send(path, allied=[answer])
    assert over(path) == ended
    assert (scores(read(path)) == {"prc": "drawn", "allied": "drawn"}) == bool(ended)
    assert pbem("verify", path).code == 0


def test_who_does_not_answer_refuses(tmp_path):
    path = asked(tmp_path, "prc")
    send(path, prc=["offer a draw"])
    assert pbem("adjudicate", path, "--deadline-passed", "allied", "-o", path).code == 0
    assert not over(path) and "agree-end" not in [row["kind"] for row in pbem("status", path, "--json").json["waiting"]]


@pytest.mark.parametrize("answer, ended", [("accept concession", ("axis", "concession")), ("refuse concession", None)])
def test_pacific_a_side_gives_up_when_its_players_agree(tmp_path, answer, ended):
    path = game(tmp_path, "pacific/standard")
    send(path, uk=["concede"])
    status = until(path, kind="agree-end")
    assert [(row["seat"], row["kind"]) for row in status["waiting"]] == [("us", "agree-end")]
    send(path, us=[answer])
    assert over(path) == ended
    if ended:
        assert scores(read(path)) == {"japan": "won", "uk": "lost", "us": "lost"}


@pytest.mark.parametrize("last, ended", [("accept draw", (None, "agreed-draw")), ("refuse draw", None)])
def test_pacific_a_draw_needs_all(tmp_path, last, ended):
    """Those of one's own side as well."""
    path = game(tmp_path, "pacific/standard")
    send(path, uk=["offer draw"])
    asked = {row["seat"] for row in until(path, kind="agree-end")["waiting"] if row["kind"] == "agree-end"}
    assert asked == {"japan", "us"}
    send(path, japan=["accept draw"], us=[last])
    assert over(path) == ended
    assert scores(read(path)) == (dict.fromkeys(("japan", "uk", "us"), "drawn") if ended else None)
    assert ("Game over     It is a draw." in pbem("report", path).out) == bool(ended)


def test_pacific_one_seat_of_both_powers_agrees_with_itself(tmp_path):
    path = game(tmp_path, "pacific/standard", "--seats", "2")
    seat = read(path).charter["powers"]["uk"]
    send(path, **{seat: ["uk: concede"]})
    assert over(path) == ("axis", "concession") and pbem("verify", path).code == 0


def test_cataclysm_an_ideology_gives_up_when_everybody_agrees(tmp_path):
    """Two ideologies are left, so the others must agree as well; the better of them by points has won."""
    path = game(tmp_path, "cataclysm/c1")
    until(path, "fascists")
    send(path, fascists=["germany: concede"])
    status = until(path, kind="agree-end")
    asked = {row["power"]: row["seat"] for row in status["waiting"] if row["kind"] == "agree-end"}
    assert set(asked.values()) == {"ussr", "democracies"} and "italy" not in asked
    yes = {seat: [f"{power}: accept offer" for power in asked if asked[power] == seat] for seat in asked.values()}
    send(path, **yes)
    winner, by = over(path)
    assert by == "agreed-concession" and winner in ("communist", "democratic")
    marks = scores(read(path))
    assert marks["fascists"] == "lost" and sorted(marks.values()) == ["lost", "lost", "won"]
    assert pbem("report", path).code == 0 and pbem("verify", path).code == 0


@pytest.mark.parametrize("last, ended", [("uk: accept offer", (None, "agreed-draw")), ("uk: refuse offer", None)])
def test_cataclysm_a_draw_needs_all(tmp_path, last, ended):
    path = game(tmp_path, "cataclysm/c2")
    until(path, "fascists")
    send(path, fascists=["italy: offer draw"])
    until(path, kind="agree-end")
    send(path, democracies=["france: accept offer", last])
    assert over(path) == ended
    assert set((scores(read(path)) or {}).values()) == ({"drawn"} if ended else set())


def test_a_seat_of_several_powers_need_not_say_for_which_it_speaks(tmp_path):
    """A petition is of the first of them; an answer to an offer is of each."""
    path = game(tmp_path, "cataclysm/c2")
    until(path, "fascists")
    send(path, fascists=["offer draw"])
    asked = {row["power"] for row in until(path, kind="agree-end")["waiting"]}
    assert asked == {"france", "uk"}
    send(path, democracies=["accept draw"])
    assert over(path) == (None, "agreed-draw")


@pytest.mark.parametrize("seats, seat, said", [("2", "allies", True), ("3", "us", True)])
def test_pacific_a_seat_gives_up_without_naming_a_power(tmp_path, seats, seat, said):
    path = game(tmp_path, "pacific/standard", "--seats", seats)
    assert (pbem("check", path, write_orders(path, seat, "resign")).code == 0) == said


def test_whoever_plays_for_two_sides_says_which_one_gives_up(tmp_path):
    """In c1 for two the Allies hold the Soviet Union, too."""
    path = game(tmp_path, "cataclysm/c1", "--seats", "2")
    run = pbem("check", path, write_orders(path, "allies", "concede"))
    assert run.code == 3 and "does not say which of them it is for" in " ".join(run.err.split())
    assert pbem("check", path, write_orders(path, "allies", "offer draw")).code == 0
    assert pbem("check", path, write_orders(path, "allies", "uk: concede")).code == 0


@pytest.mark.parametrize(
    "title, seat", [("red-dragon/ready", "prc"), ("pacific", "japan"), ("cataclysm/c2", "fascists")]
)
def test_other_words_for_it_are_met_with_those_that_count(tmp_path, title, seat):
    path = game(tmp_path, title)
    words = {"surrender": "concede", "I resign.": "concede", "give up": "concede", "draw": "offer draw"}
    if seat != "fascists":  # Cataclysm knows an armistice
        words |= {"armistice": "offer draw", "offer armistice": "offer draw"}
    for line, meant in words.items():
        run = pbem("check", path, write_orders(path, seat, line, name="odd.txt"))
        assert run.code == 3 and f"Did you mean {meant}?" in " ".join(run.err.split()), run


@pytest.mark.parametrize(
    "title, seat, line", [("pacific", "japan", "Japan concede"), ("cataclysm/c2", "fascists", "Italy, offer draw")]
)
def test_a_power_before_what_ends_a_game_wants_a_colon_and_that_is_said(tmp_path, title, seat, line):
    path = game(tmp_path, title)
    name, rest = line.replace(",", "").split(" ", 1)
    run = pbem("check", path, write_orders(path, seat, line))
    assert run.code == 3, run
    assert f"Put a colon after the power: {name}: {rest}." in " ".join(run.err.split())
    assert pbem("check", path, write_orders(path, seat, f"{name}: {rest}")).code == 0


@pytest.mark.parametrize(
    "title, seat, line", [("pacific", "japan", "Japan buy infantry"), ("red-dragon/ready", "prc", "PRC pass")]
)
def test_a_power_before_another_order_is_who_speaks_and_that_is_told(tmp_path, title, seat, line):
    path = game(tmp_path, title)
    run = pbem("check", path, write_orders(path, seat, line))
    assert run.code == 0 and f"Read as: {line.partition(' ')[2]}." in " ".join(run.out.split() + run.err.split()), run


def test_an_offer_waits_for_no_condition_and_names_nobody_else(tmp_path):
    path = game(tmp_path, "red-dragon/ready")
    for line in ("if taiwan is prc: concede", "allied: concede", "offer drw", "concede nothing"):
        run = pbem("check", path, write_orders(path, "prc", line, name="odd.txt"))
        assert run.code == 3, (line, run)
