"""`pbem check` tells back what was understood, and what would be refused later in the seat's own turn."""

import re

import pytest

from tests.attacks.kit import Table
from tests.cli.tools import done, new_game, pbem, write_orders


@pytest.fixture(scope="module")
def pacific(tmp_path_factory):
    """A game of Pacific in which Japan is asked what it buys."""
    path = tmp_path_factory.mktemp("pacific") / "p.json"
    assert pbem("new", "pacific", "-o", path).code == 0
    assert pbem("adjudicate", path, "-o", path).code == 0
    split = write_orders(path, "uk", "split india 9, australia 3")
    assert pbem("adjudicate", path, split, "-o", path).code == 0
    return path


def test_the_sentence_is_made_from_the_answer_and_the_line_stands_below_it(tmp_path):
    path = new_game(tmp_path)
    ran = pbem("check", path, write_orders(path, "prc", "Op #12 china central to taiwan strait with sag-1, 2 ssk"))
    assert ran.code == 0
    sentence, becomes, typed = ran.out.split("\n")[1:4]
    assert sentence == "    Op 12: PRC SAG 1 and two PRC SSK put to sea from China Central to the Taiwan Strait."
    assert becomes == "    (answers now)"
    assert typed.startswith("      > ") and "12 china central" in typed


def test_a_line_for_later_says_for_which_question_it_is_kept(tmp_path):
    path = new_game(tmp_path)
    ran = pbem("check", path, write_orders(path, "allied", "always intercept: no"))
    assert "Each time that we ask the Allies to intercept aircraft" in ran.out


BOUGHT = "buy 2 infantry, transport"


def test_a_mail_that_buys_and_attacks_is_told_to_the_end_of_the_turn(pacific):
    ran = pbem("check", pacific, write_orders(pacific, "japan", BOUGHT, "move 3 infantry manchuria -> suiyuan"))
    assert ran.code == 0
    assert "Japan buys 2 infantry and a transport for 14 IPCs." in ran.out
    assert "3 Japanese infantry go from Manchuria to Suiyuan.\n    (kept for later: as things" in ran.out


def test_every_problem_of_an_attack_behind_a_purchase_is_noted_now_at_its_own_line(pacific):
    lines = (
        BOUGHT,
        "move 3 infantry manchuria -> suiyuan",
        "  move 30 infantry japan -> hawaii",
        "move 5 armor japan -> korea",
    )
    ran = pbem("check", pacific, write_orders(pacific, "japan", *lines))
    assert ran.code == 0
    assert [line for line in ran.out.split("\n") if line.startswith("japan.txt")] == [
        "japan.txt:7:3: move 30 infantry japan -> hawaii",
        "japan.txt:8:1: move 5 armor japan -> korea",
    ]
    assert ran.out.count("note [MOV-1]: As things stand") == 2


def test_lines_are_told_back_in_the_order_in_which_they_were_typed(tmp_path):
    """The record holds answers first; a player reads his own lines."""
    path = new_game(tmp_path)
    lines = ("always intercept: no", "offer draw", "pass", "always return-fire: return fire default")
    ran = pbem("check", path, write_orders(path, "prc", *lines))
    numbers = [int(row.split()[2].rstrip(":")) for row in ran.out.split("\n") if row.startswith("prc line ")]
    assert len(numbers) == 4 and numbers == sorted(numbers)


def test_what_a_seat_sends_that_is_not_asked_counts_at_once_where_a_referee_plays(tmp_path):
    """Lines and petitions of a bystander, at sealed (docs/fairness.md)."""
    path = new_game(tmp_path)
    ran = pbem("check", path, write_orders(path, "allied", "concede", "no interception"))
    assert ran.code == 0 and "it is heard this turn" in ran.out
    assert "it acts from" not in ran.out
    asked = pbem("check", path, write_orders(path, "prc", "pass", "offer draw"))
    assert "it acts from" not in asked.out and "it is heard this turn" in asked.out


def test_the_lines_of_others_are_not_counted_in_ones_own_check(tmp_path):
    path = new_game(tmp_path)
    sent = write_orders(path, "prc", "pass", "public always return-fire: return fire default")
    assert pbem("adjudicate", path, sent, "-o", path).code == 0
    assert "sent before" not in pbem("check", path, write_orders(path, "allied", "offer draw")).out


def test_a_line_kept_for_later_tells_what_its_words_were_read_as(pacific):
    ran = pbem("check", pacific, write_orders(pacific, "japan", "round 9: retreat to Manchuria", "submerge two"))
    assert ran.code == 0
    assert "It says: retreat manchuria." in ran.out and "It says: submerge 2." in ran.out


def test_a_line_is_quoted_as_it_was_typed(pacific):
    """Its first word and comma too: some titles have lines that begin with units."""
    ran = pbem("check", pacific, write_orders(pacific, "japan", "Infantry, Fighter manchuria -> korea"))
    assert "Infantry, Fighter manchuria -> korea" in ran.err + ran.out


def test_two_orders_in_a_line_are_told_so(pacific):
    ran = pbem("check", pacific, write_orders(pacific, "japan", "buy infantry; battles guam"))
    assert ran.code == 0 and "note: Read as: buy infantry; battles guam." in ran.out
    assert [row.split()[-2:] for row in ran.out.split("\n") if "in force" in row] == [["in", "force"]] * 2


def test_what_falls_now_does_not_hide_what_falls_later(pacific):
    ran = pbem("check", pacific, write_orders(pacific, "japan", "buy 9 battleship", "move 5 armor japan -> korea"))
    assert ran.code == 3
    assert "japan.txt:5:1: buy 9 battleship" in ran.err
    assert "japan.txt:6:1: move 5 armor japan -> korea" in ran.err
    assert "[BUY-1]" in ran.err and "[MOV-1]" in ran.err


def test_what_others_may_change_yet_is_a_note(tmp_path):
    path = tmp_path / "p.json"
    pbem("new", "pacific", "-o", path)
    pbem("adjudicate", path, "-o", path)
    ran = pbem("check", path, write_orders(path, "uk", "buy 9 battleship for india"))
    assert ran.code == 0
    assert "note [BUY-1]: As things stand, this line will be refused" in ran.out


def test_nothing_is_judged_beyond_the_first_draw(pacific):
    """Non-combat moves come behind the battles: an attack is drawn for before them."""
    lines = (BOUGHT, "move 3 infantry manchuria -> suiyuan", "ncm 3 infantry hawaii -> korea")
    ran = pbem("check", pacific, write_orders(pacific, "japan", *lines))
    assert ran.code == 0
    assert "When we ask Japan to land aircraft and make non-combat moves." in ran.out


def test_what_check_refuses_the_desk_would_refuse(pacific, tmp_path):
    """The attack of which it is noted ahead that it will be refused is the one that has its seat asked."""
    import shutil

    copy = tmp_path / "p.json"
    for ending in ("", ".secret", ".state"):
        shutil.copy(f"{pacific}{ending}", f"{copy}{ending}")
    wrong = write_orders(copy, "japan", BOUGHT, "move 5 armor japan -> korea")
    assert "this line will be refused when its moment comes" in " ".join(done("check", copy, wrong).out.split())
    ran = pbem("adjudicate", copy, wrong, "-o", copy, "--json")
    rows = ran.json["fates"]["japan"]
    assert [row["fate"] for row in rows] == ["used", "kept"] and rows[1]["problems"][0]["rule"] == "MOV-1"
    assert [row["kind"] for row in ran.json["waiting"]] == ["combat-moves"]


def test_a_purchase_behind_the_first_draw_is_held_against_the_purse(pacific):
    """Of a later turn: what is left, and the next income as it would be now; a note, for all of it may change."""
    lines = (BOUGHT, "move 3 infantry manchuria -> suiyuan", "next: buy 9 battleship")
    assert "this line will be refused when its moment comes: " in noted(pacific, "japan", *lines)
    lines = (BOUGHT, "move 3 infantry manchuria -> suiyuan", "next: buy 2 infantry")
    assert "note [BUY-1]" not in noted(pacific, "japan", *lines)


def test_a_production_to_come_is_held_against_the_resources(tmp_path):
    path = tmp_path / "c.json"
    assert pbem("new", "cataclysm/c2", "-o", path).code == 0
    assert pbem("adjudicate", path, "-o", path).code == 0
    seat = pbem("status", path, "--json").json["waiting"][0]["seat"]
    power = {"democracies": "france", "fascists": "germany"}[seat]
    told = noted(path, seat, f"{power}: construct 40 army")
    assert "this line will be refused when its moment comes" in told and "[4.6]" in told


@pytest.fixture(scope="module")
def waiting_fascists(tmp_path_factory):
    """A game of Cataclysm in which the democracies are asked, so that all lines of the fascists are for later."""
    path = tmp_path_factory.mktemp("cataclysm") / "c.json"
    assert pbem("new", "cataclysm/c2", "-o", path).code == 0
    assert {row["seat"] for row in pbem("status", path, "--json").json["waiting"]} == {"democracies"}
    return path


@pytest.mark.parametrize(
    ("line", "powers"),
    [
        ("germany: operation land lorraine -> ruhr with fr-air-1", ("Germany", "France")),
        ("germany: operation land ruhr -> lorraine with army; from silesia with french army", ("Germany", "France")),
        ("germany: operation land ruhr -> lorraine with army; support fr-air-1", ("Germany", "France")),
        ("germany: declare war on uk; operation land lorraine -> ruhr with uk army", ("Germany", "the United Kingdom")),
        ("germany: operation land ruhr -> lorraine with army, it-air-1", ()),
        ("italy: operation land lombardy -> provence with german army", ()),
    ],
)
def test_an_operation_to_come_with_units_of_another_ideology_is_noted_at_once(waiting_fascists, line, powers):
    """Nothing on the board makes them allies, so this is known before the question comes."""
    told = noted(waiting_fascists, "fascists", line)
    assert ("No operation of" in told) == bool(powers)
    assert not powers or f"[9.1]: No operation of {powers[0]} ever has units of {powers[1]} in it" in told


def test_a_retreat_to_come_into_what_the_enemy_holds_is_noted_at_once(pacific):
    """USA is an area and not only a power; as things stand nobody of Japan goes there."""
    lines = ("buy nothing", "retreat usa", "always press: retreat hawaiian islands", "in suiyuan: retreat manchuria")
    told = noted(pacific, "japan", *lines)
    assert told.count("nobody retreats there") == told.count("[LND-5]") == 2
    assert "the enemy holds the USA" in told and "the enemy holds the Hawaiian Islands" in told


# -- what is legal, and what nobody would want -------------------------------------------------------------------------


def noted(path, seat, *lines):
    ran = pbem("check", path, write_orders(path, seat, *lines))
    assert ran.code == 0, ran.err
    return " ".join(ran.out.split())


def test_an_attack_that_cannot_take_its_goal_is_noted(pacific):
    assert "Only aircraft attack Kwangsi: they cannot take it." in noted(
        pacific, "japan", BOUGHT, "move 2 fighter formosa -> kwangsi"
    )
    assert "cannot take it" not in noted(pacific, "japan", BOUGHT, "move 3 infantry manchuria -> suiyuan")


def test_what_has_no_place_is_noted_when_it_is_bought(pacific):
    assert "forfeited" not in noted(pacific, "japan", BOUGHT)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("always op: pass", "With this standing order you pass in every turn, whatever happens."),
        ("always intercept: no; else ask me", "can never apply"),
        ("always intercept: no if taiwan is prc; else ask me", ""),
        ("always op: pass if taiwan is prc", ""),
    ],
)
def test_a_standing_line_that_nobody_would_want_is_noted(tmp_path_factory, line, note):
    path = new_game(tmp_path_factory.mktemp("standing"))
    told = noted(path, *(("allied",) if "intercept" in line else ("prc", "pass")), line)
    assert note in told
    assert ("note" in told) == bool(note)


@pytest.mark.parametrize("before", ["public "])
def test_a_line_from_before_that_falls_has_the_entry_for_its_place(tmp_path, before):
    """It stands in no file of now, so no file and no line of one is named; the report quotes it."""
    path = tmp_path / "p.json"
    done("new", "pacific", "-o", path)
    split = write_orders(path, "uk", "split india 9, australia 3")
    ahead = write_orders(path, "japan", "# what we buy", "", f"{before}buy 9 battleship", name="ahead.txt")
    done("adjudicate", path, split, ahead, "-o", path)
    told = noted(path, "japan", "no combat moves")
    assert f"japan (a line of entry 1): {before}buy 9 battleship note: " in told
    assert "this costs 216" in told
    assert "ahead.txt" not in told and "japan:" not in told and "japan.txt:" not in told
    done("adjudicate", path, "--deadline-passed", "japan", "-o", path)
    report = " ".join(done("report", path).out.split())
    assert f"{before}buy 9 battleship" in report and "[BUY-1] japan has 19 IPCs; this costs 216" in report


def test_everybody_is_told_the_same_of_what_was_ordered(tmp_path):
    """Whoever wrote the line, and read the mail of which it was made, and whoever took it up."""
    table = Table.copied(tmp_path, level="sealed").until("act")
    table.adjudicate([table.text("north", "", "act wait", "always bid: bid 2")])
    table.share("referee")
    told = [table.people[name].pbem("report", table.people[name].game).out for name in ("referee", "south")]
    asked = r"(?m)^(?:Next|Waiting for|No answer) .*\n"  # whose answer has come is known where it came
    assert re.sub(asked, "", told[0]) == re.sub(asked, "", told[1])
    assert (
        "North (has answered) to bid" in told[0]
        and "has answered" not in told[1]
        and "north ordered: North waits." in told[0]
    ), told[0]


def test_a_standing_line_whose_place_a_later_one_takes_is_noted(pacific):
    first, second = "always losses: lose order infantry, armor, fighter", "always losses: lose order fighter, infantry"
    assert "Line 6 answers the same questions and replaces this one." in noted(pacific, "japan", first, second)
    assert "replaces this one" not in noted(pacific, "japan", first, f"{second} if turn 3")
    assert "replaces this one" not in noted(
        pacific, "japan", first, "always losses in guam: lose order fighter, infantry"
    )


def test_a_standing_line_about_ones_own_plans_says_the_default_or_asks(tmp_path):
    path = new_game(tmp_path)
    ran = pbem("check", path, write_orders(path, "prc", "always op: op 5 with prc-jh-7-1"))
    assert ran.code == 3 and "may say default or ask me" in " ".join(ran.err.split())
    for line in ("always op: pass", "always op: default", "always op: ask me"):
        done("check", path, write_orders(path, "prc", line))


def test_a_bare_yes_of_a_seat_whose_powers_are_asked_the_same_is_in_doubt(tmp_path):
    """And of no power it is taken as the answer."""
    path = tmp_path / "c.json"
    done("new", "cataclysm/c2", "-o", path)
    done("adjudicate", path, "-o", path)
    ran = pbem("check", path, write_orders(path, "democracies", "yes"))
    said = " ".join((ran.out + ran.err).split())
    assert "You do not say which power this is for" in said and "“uk: flag for a test yes”" in said, said
    assert "answers now" not in said


def test_talk_before_a_colon_is_asked_about_and_a_condition_is_never_left_out(tmp_path):
    path = new_game(tmp_path)
    ran = pbem("check", path, write_orders(path, "prc", "if moon is full: op 1"))
    assert ran.code == 3 and "Did you mean" not in ran.out + ran.err, ran
    ran = pbem("check", path, write_orders(path, "prc", "after a long think: op 1"))
    assert ran.code == 3 and "Did you mean “op 1”" in " ".join((ran.out + ran.err).split()), ran
