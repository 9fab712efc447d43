"""What players ask, through the command line: answers from the board, refusals that say what was meant."""

from pathlib import Path
from shutil import copy2

import pytest

from pbem.core.play.gamefile import read
from pbem.core.title.game import load, titles
from pbem.desk.questions import is_question
from tests.cli.tools import new_game, pbem, write_orders


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A game of Red Dragon Rising that asks the PRC for an Op."""
    folder = tmp_path_factory.mktemp("asked")
    path = new_game(folder, options=("--seat", "prc=Ann Lee", "--seat", "allied=Bob", "--days", "7"))
    assert pbem("adjudicate", path, "-o", path, "--now", "2026-11-01").code == 0
    return path


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """``{title: path}`` of new games of the other titles."""
    folder, found = tmp_path_factory.mktemp("others"), {}
    for title in ("cataclysm/c2", "pacific/standard"):
        path = found[title.partition("/")[0]] = folder / f"{title[:3]}.json"
        assert pbem("new", title, "-o", path).code == 0
        assert pbem("adjudicate", path, "-o", path).code == 0
    return found


def ask(path, seat, question):
    run = pbem("ask", path, seat, question)
    assert run.code == 0, run
    return run.out


@pytest.mark.parametrize(
    "question, answer",
    [
        ("What can US CVN 1 reach?", "Op 13, Enter port or shore: Okinawa and Taiwan"),
        ("reach amph-1", "Op 12, Put to sea: the East China Sea and the Taiwan Strait"),
        ("where can us-cvn-1 go", "Op 15, Naval attack: China Central"),
        ("what threatens taiwan", "from the East China Sea: three US CVN"),
        ("prices", "Nothing is bought"),
        ("Who is waited for, and until when?", "until Sunday, 8 November 2026, 00:00 UTC"),
        ("when is my turn due", "Ann Lee (prc) still has to answer"),
        ("my orders", "Your orders as they stand (Ann Lee, prc):\n  nothing"),
        ("what can I do now?", "Declare an Op, or pass."),
        ("chance of op 9 malaysia", "Malaysia"),
        ("show control Taiwan", "allied"),
        ("When is the deadline?", "until Sunday, 8 November 2026, 00:00 UTC"),
        ("How long do I have left to move?", "until Sunday, 8 November 2026, 00:00 UTC"),
        ("who am I", "You play China."),
        ("who is my opponent", "Write to Bob with a line"),
        ("can I still change my orders", "until the turn is played"),
        ("what if I am late", "the published default"),
        ("what can I do with SAG 1", "PRC SAG 1 in China Central"),
        ("what is op 12", "put to sea"),
        ("whose turn is it", "Ann Lee (prc) still has to answer"),
        ("Where are the US carriers?", "East China Sea: us-cvn-1, us-cvn-2 and us-cvn-3"),
        ("How strong is Taiwan?", "The Allies there: Twn F-16"),
        ("who holds Taiwan?", "Taiwan, held by the Allies."),
        ("What can my SAG 1 in China Central reach?", "PRC SAG 1 in China Central, in one Op by itself:"),
        ("Can you explain op 8?", "reinforcements (Allies)"),
        ("what does op 1 do?", "Russia joins (PRC)"),
        ("Am I winning?", "If the game ended now, the Allies would win"),
        ("how do I win", "The PRC wins when it has 12 points"),
    ],
)
def test_a_question_of_red_dragon_rising(game, question, answer):
    seat = "allied" if "op 9" in question else "prc"
    assert answer in ask(game, seat, question)


@pytest.mark.parametrize(
    "title, seat, question, answer",
    [
        ("pacific", "uk", "Where are the Japanese carriers?", "Sea Zone 20: 3 japan/carrier"),
        ("pacific", "uk", "how strong is Malaya?", "there: British fighter and 3 British infantry."),
        ("pacific", "uk", "explain buy", "buy 3 infantry, transport for india"),
        ("cataclysm", "democracies", "where are the UK fleets?", "Scotland: uk fleet"),
        ("cataclysm", "democracies", "where are the british fleets?", "Scotland: uk fleet"),
        ("cataclysm", "democracies", "who is winning?", "If the game ended now, Democracies would win"),
        ("cataclysm", "democracies", "explain diplomacy", "gain control of an ungarrisoned country"),
        ("cataclysm", "fascists", "chance of germany: diplomacy poland", "Diplomacy in Poland: 42 %"),
        ("cataclysm", "democracies", "chance of germany: diplomacy in Benelux", "Diplomacy in Benelux: 70 %"),
        ("cataclysm", "fascists", "reach ge-army-1", "attacks by land: Czechoslovakia and Poland"),
        ("cataclysm", "democracies", "prices", "United Kingdom: 1 resource for 1 build"),
        ("cataclysm", "democracies", "who", "democracies still has to answer"),
        ("pacific", "uk", "what threatens hong kong", "2 Japanese fighters from Formosa"),
        ("pacific", "japan", "what can a fighter in japan reach", "combat movement: Anhwe"),
        ("pacific", "japan", "what are the prices?", "battleship 24"),
        ("pacific", "japan", "how much is a battleship?", "battleship 24"),
        ("pacific", "japan", "price of tanks", "armor 5"),
        ("cataclysm", "democracies", "what does an army cost", "France: 1 resource for 1 build"),
    ],
)
def test_people_ask_in_every_title_alike(begun, title, seat, question, answer):
    assert answer in ask(begun[title], seat, question)


@pytest.mark.parametrize(
    "title, seat, mine, others",
    [
        ("pacific", "japan", "Sea Zone 20: 3 japan/carrier", "us/carrier"),
        ("cataclysm", "democracies", "uk fleet", "it fleet"),
    ],
)
def test_my_units_are_those_of_the_seat(begun, title, seat, mine, others):
    kind = mine.split("/")[-1].split()[-1]
    assert others in ask(begun[title], seat, f"where are the {kind}s?")
    told = ask(begun[title], seat, f"where are my {kind}s?")
    assert mine in told and others not in told


@pytest.mark.parametrize(
    "question, said",
    [
        ("where are my elephants", "No unit on the board is called 'my elephants'."),
        ("how strong is Atlantis", "There is no area called Atlantis."),
        ("explain the weather", "No order begins with 'the weather'."),
    ],
)
def test_what_is_not_there_is_said(game, question, said):
    run = pbem("ask", game, "prc", question)
    assert run.code == 3 and said in run.out + run.err


def test_a_unit_reaches_what_the_rules_let_it_go_to(game):
    """Every area that is named can be ordered, and no other one (8.16)."""
    out = ask(game, "allied", "what can us-cvn-1 reach")
    named = next(line for line in out.splitlines() if "Op 14" in line)
    for area in ("yellow-sea", "south-china-sea", "indian-ocean", "sea-of-japan"):
        run = pbem("odds", game, "allied", f"op 14 east-china-sea -> {area} with us-cvn-1")
        assert (run.code == 0) == (area.replace("-", " ") in named.lower()), (area, run, named)


def test_the_chance_of_one_shot_is_the_factor_of_the_die(game):
    """A Su-30 alone fires once; the ship has one step (2.12, 2.13)."""
    run = pbem("odds", game, "prc", "op 5 with su-30-1; fire su-30-1 at twn-sag-1")
    assert run.code == 0 and "Twn SAG 1: eliminated 67 %" in run.out, run


@pytest.mark.parametrize("seat", ["prc", "PRC", "China", "ann lee", "Ann Lee"])
def test_a_seat_is_named_by_its_id_its_power_or_its_player(game, seat):
    assert pbem("form", game, seat).out == pbem("form", game, "prc").out
    assert pbem("check", game, write_orders(game, seat, "pass", name="named.txt")).code == 0


def test_a_seat_that_nobody_holds_is_refused_with_what_was_meant(game):
    run = pbem("form", game, "prk")
    assert run.code == 2 and "Did you mean prc?" in run.err


def test_a_line_for_later_is_told_to_its_seat_alone(game, tmp_path):
    path = tmp_path / "g.json"
    for suffix in ("", ".secret"):
        copy2(f"{game}{suffix}", f"{path}{suffix}")
    lines = ("pass", "public always return-fire: return fire default", "secret always remove-units: remove prc-j-6-1")
    assert pbem("adjudicate", path, write_orders(path, "prc", *lines), "-o", path).code == 0
    Path(f"{path}.secret").rename(tmp_path / "away")
    own = ask(path, "prc", "my orders")
    assert "always return-fire: return fire default" in own and "1 closed line cannot be read here" in own
    assert "j-6-1" in pbem("ask", path, "prc", "my orders", "--secret", tmp_path / "away").out
    assert "j-6-1" not in own and "  nothing" in ask(path, "allied", "my orders")


@pytest.mark.parametrize(
    "title, words, meant",
    [
        ("cataclysm", ("stability", "Frnace"), "Did you mean France?"),
        ("cataclysm", ("units", "Moskau"), "There is no area or war called Moskau. Did you mean MOSCOW?"),
        ("cataclysm", ("control", "Belgium"), "There is no area or war called Belgium. Did you mean Benelux?"),
        ("cataclysm", ("stability", "Russland"), "There is no power called Russland. Did you mean Soviet Union?"),
        ("cataclysm", ("near", "london", "sideways"), "There are land, naval, air and any."),
        ("cataclysm", ("flags",), "does not say which power"),
        ("cataclysm", ("stabilty", "france"), "Did you mean stability?"),
        ("cataclysm", ("flags", "france", "germany"), "There is no power called france germany"),
        ("pacific", ("units", "Tokio"), "There is no area called Tokio. Did you mean Japan?"),
        ("pacific", ("units", "Saigon"), "There is no area called Saigon. Did you mean French Indochina?"),
        ("pacific", ("count", "tnak"), "There is no unit type called tnak."),
        ("pacific", ("convoy", "japan"), "does not take japan"),
    ],
)
def test_what_is_mistyped_in_show_is_refused(begun, title, words, meant):
    run = pbem("show", begun[title], *words)
    assert run.code == 3 and meant in " ".join(run.err.split()) and not run.out, run


@pytest.mark.parametrize(
    "words",
    [
        ("units Eastern Mediterranean",),
        ("units", "Eastern Mediterranean"),
        ("units", "Eastern", "Mediterranean"),
        ("Eastern Mediterranean", "units"),
        ("eastern-mediterranean.units",),
        ('units "Eastern Mediterranean"',),
    ],
)
def test_names_of_several_words_can_be_asked(begun, words):
    assert pbem("show", begun["cataclysm"], *words).out == "uk fleet\n"


@pytest.mark.parametrize(
    "question",
    [
        "",
        "x" * 500,
        "chance of",
        "chance of op 99",
        "reach nobody",
        "threatens",
        "\x1b[31m",
        "chance of concede",
        "what threatens",
        "control",
        "units taiwan strait of",
    ],
)
def test_what_is_no_question_is_told_in_one_text_without_control_characters(game, question):
    ran = pbem("ask", game, "prc", question)
    text = ran.out + ran.err
    assert text and "Traceback" not in text and all(one.isprintable() or one == "\n" for one in text)
    assert ran.code in (0, 3)


@pytest.mark.parametrize(
    "title, seat, question, told",
    [
        ("cataclysm", "fascists", "what can tank berlin reach", "There is no tank in berlin that you could use here."),
        ("cataclysm", "fascists", "reach fleet berlin", "There: ge-army-1"),
        ("pacific", "us", "what can us-carrier-1 reach", "A unit is named by what it is and where: fighter in malaya"),
    ],
)
def test_a_unit_that_is_not_there_is_told_with_what_is(begun, title, seat, question, told):
    run = pbem("ask", begun[title], seat, question)
    assert run.code == 3 and told in " ".join(run.err.split()), run


def test_what_is_suggested_for_other_names_is_no_name_and_names_something():
    """A name of today or of another language is never taken: else a line could come to mean another thing."""
    for title in titles():
        names = load(title).names
        assert names.meant
        for typed, id in names.meant.items():
            assert names.named(typed)[0] == () and id in names.categories["area"] | names.categories["power"], typed


def test_the_block_says_for_which_power_a_line_is(begun, tmp_path):
    path = tmp_path / "c.json"
    for suffix in ("", ".secret"):
        copy2(f"{begun['cataclysm']}{suffix}", f"{path}{suffix}")
    answers = [f"{power}: flag for a test no" for power in ("france", "uk")]
    line = "democracies: public always place-flag: flag to reserve"
    assert pbem("adjudicate", path, write_orders(path, "democracies", *answers, line), "-o", path).code == 0
    own = " ".join(ask(path, "democracies", "my orders").replace("|", " ").split())
    for power in ("france", "uk"):
        assert f"{power}: public always place-flag: flag to reserve" in own


def test_what_begins_like_a_question_is_one():
    assert is_question("What threatens Taiwan?") and is_question("prices") and not is_question("op 14 a -> b with c")


def test_the_form_tells_chances(begun, tmp_path):
    """Diplomacy in Benelux: 70 %, as three dice of Germany give it (5.3)."""
    from pbem.core.record.state import Reached
    from pbem.core.rules.requests import Ask
    from pbem.core.seat.order_form import form

    file = read(begun["cataclysm"])
    ask = Ask("play-flag", "germany", about={"counter": None, "source": "drawn"}, rule="3.7.1")
    file.reached = Reached({**file.state, "asked": [ask.to_json()]})
    text = form(file, "fascists")
    assert "## Chances:" in text and "Diplomacy in Benelux, Baltic States or Denmark: 70 %" in text
