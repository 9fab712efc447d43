"""What new players met, through the command line: each test is one thing that they wrote, and what must come of it.

What is written early, anew, twice, or for a place that is gone has its rows in the tables beside this file (R2-asked,
corrected-purchase, placed-elsewhere, P3, P4, P12-two-ifs, R1, R1-or, adds, refused-changes-nothing); what a document in
JSON says beside its readings in tests/mail/test_pending.py; that nobody is waited for who is asked nothing in
tests/contracts/test_now.py.
"""

import json
from hashlib import sha256

import pytest

from pbem.core.record.secret import Secret
from tests.cli.tools import done, new_game, pbem, write_orders
from tests.plan.table import Played, asked, block, story, words

EMPTY = {"pbem": "position/1", "title": "pacific", "id": "told", "base": "empty"}


@pytest.fixture(autouse=True)
def memory(tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))


def pacific(folder, units, number=0, **at):
    """A game of Pacific from a position, played to its first question, with known dice."""
    Secret.create(f"{folder / 'g.json'}.secret", secret=sha256(f"told {number}".encode()).digest())
    made = {**EMPTY, "at": {"round": 3, "power": "japan", "phase": "purchase", **at}, "units": units}
    (folder / "p.json").write_text(json.dumps(made))
    done("new", "pacific", "--position", folder / "p.json", "-o", folder / "g.json")
    return folder / "g.json"


def sent(path, seat, *lines):
    """Adjudicate lines of a seat; the report on what was played."""
    report = path.parent / "report.txt"
    report.unlink(missing_ok=True)
    done("adjudicate", path, write_orders(path, seat, *lines), "-o", path, "--report", report)
    return report.read_text() if report.exists() else ""


def first_with(word, folder, units, seat, lines):
    """``(what became of the orders, what explain says)`` with the first dice that bring a question, or a sentence,
    about."""
    for number in range(20):
        place = folder / str(number)
        place.mkdir()
        path = pacific(place, units, number, power=seat, phase="combat-movement")
        said, explained = became(sent(path, seat, *lines)), " ".join(done("explain", path, "1").out.split())
        if word in explained:
            return said, explained
    raise AssertionError(f"no dice bring {word} about")


def became(report):
    """What the report says became of the orders, as one line of words."""
    return " ".join(report.partition("What became of the orders")[2].partition("--- The board")[0].split())


def checked(path, seat, *lines):
    return pbem("check", path, write_orders(path, seat, *lines))


# -- a plural without a number -----------------------------------------------------------------------------------------


def test_a_plural_is_all_of_them_in_pacific(tmp_path):
    path = pacific(tmp_path, "sz20: japan fighter*4, japan carrier*2; sz9: us transport", phase="combat-movement")
    ran = checked(path, "japan", "carriers sz20 to sz9", "fighters sz20 to sz9")
    assert ran.code == 0 and "2 Japanese aircraft carriers sail" in ran.out and "4 Japanese fighters fly" in ran.out


def test_a_plural_is_all_of_them_in_red_dragon_rising(tmp_path):
    ran = checked(new_game(tmp_path), "prc", "op 12 china-central -> taiwan-strait with ssks")
    assert ran.code == 0 and "Two PRC SSK put to sea" in ran.out
    assert "all ssk" in " ".join(block(ran.out))


@pytest.mark.parametrize("line", ["buy transports", "buy 2 infantry, tanks"])
def test_a_plural_of_what_nobody_can_count_is_refused_with_both_readings(tmp_path, line):
    ran = checked(pacific(tmp_path, "japan: japan infantry"), "japan", line)
    said = " ".join(ran.err.split())
    assert ran.code == 3 and "does not say how many. Write" in said and "or how many: 2" in said


# -- told --------------------------------------------------------------------------------------------------------------


def test_nothing_empty_is_told_of_what_went_without_saying(tmp_path):
    path = new_game(tmp_path)
    line = "op 12 china-central -> east-china-sea with 2 amph, marine-1, armor-2; attack"
    ran = checked(path, "prc", line)
    assert "Assumed: load prc-armor-2 on prc-amph-1." in " ".join(ran.out.split())
    report = sent(path, "prc", line)
    for text in (ran.out, report):
        taken = " ".join(text.split()).split("Assumed:")[1:]
        assert all(not row.strip().startswith(("units .", ".", ";")) for row in taken)


def test_a_line_that_wanted_another_than_the_one_legal_answer_is_told_and_struck(tmp_path):
    """A complex that was taken this turn builds nothing (PLC-1): the placement is told, and no later turn has it."""
    path = pacific(tmp_path, "japan: japan infantry; india: uk infantry; usa: us infantry", phase="purchase")
    report = sent(path, "japan", "buy transport", "no combat moves", "no noncombat moves", "place transport in sz37")
    said = became(report)
    assert "Not done: [PLC-1]" in said and "Not used: place transport in sz37" in said
    assert "had only one legal answer: place transport in sz36" in said
    assert block(done("status", path, "--seat", "japan").out) == []


AT_SEA = "Midway: us fighter*2; SZ20: us carrier; SZ18: japan destroyer*2"
FLIGHT = "move 2 fighter midway -> sz18"


def test_defaults_and_forced_answers_are_told(tmp_path):
    said, _ = first_with("asked to fight on", tmp_path, AT_SEA, "us", [FLIGHT, "no noncombat moves"])
    assert "Asked to choose the next battle, us had only one legal answer: battle sz18" in said
    assert "Asked to fight on or retreat" in said
    assert "us had no order for it, so the published default was taken:" in said


def test_a_program_without_a_stance_leaves_the_question_to_the_standing_order_and_explain_names_it(tmp_path):
    """Aircraft alone at sea would leave by default; the standing order has them fight on."""
    lines = [FLIGHT, "program sz18; losses fighter", "always press: fight", "no noncombat moves"]
    said, explained = first_with("asked to fight on", tmp_path, AT_SEA, "us", lines)
    assert "us's standing order from entry 1 answered (press" in said
    assert "was asked to fight on or retreat; a standing order from entry 1 answered: fight" in explained
    assert "The line: always press: fight" in explained and "as the stance of the program" not in explained


def test_explain_names_the_program_behind_what_it_decides(tmp_path):
    units = "Shantung: japan infantry*6, japan artillery*3; Anhwe: china infantry*6"
    moves = ["move 6 infantry shantung -> anhwe", "move 3 artillery shantung -> anhwe"]
    lines = [*moves, "program anhwe; stance KAAC; losses infantry", "no noncombat moves"]
    _, explained = first_with("the losses fall as", tmp_path, units, "japan", lines)
    assert "In Anhwe the fight goes on, as the stance of the program says. [PRG-1]" in explained
    assert "In Anhwe the losses fall as the program says. [PRG-1]" in explained
    assert "The line: program anhwe; stance KAAC; losses infantry" in explained


def test_explain_names_the_program_behind_a_dive(tmp_path):
    """Two submarines sail against a transport, and one is to dive."""
    lines = ["move 2 submarine sz26 -> sz27", "program sz27; submerge 1; stance TAAC", "no noncombat moves"]
    units = "SZ26: japan submarine*2; SZ27: us transport"
    _, explained = first_with("submerge, as many", tmp_path, units, "japan", lines)
    assert "In Sea Zone 27 submarines submerge, as many as the program says. [PRG-1]" in explained
    assert "The line: program sz27; stance TAAC; submerge 1" in explained


@pytest.mark.parametrize(("stance", "told"), [("KAAC", "the troops land"), ("WI", "the landing is called off")])
def test_explain_names_the_program_behind_a_landing(stance, told, tmp_path):
    """Troops go ashore by the stance of their program, or stay on board where somebody is left to fight."""
    units = "SZ25: us transport(us infantry*2); mariana-islands: japan infantry"
    lines = [
        "unload 2 infantry sz25 -> mariana-islands",
        f"program mariana-islands; stance {stance}",
        "no noncombat moves",
    ]
    _, explained = first_with("as the stance", tmp_path, units, "us", lines)
    assert f"In the Mariana Islands {told}, as the stance of the program says. [PRG-1]" in explained
    assert f"The line: program mariana-islands; stance {stance}" in explained


def test_an_op_that_was_sent_ahead_is_carried_out_in_the_coming_turn_and_not_again(tmp_path):
    """An Op written while the other side was asked, another when its own turn had come once more."""
    path = new_game(tmp_path)
    sent(path, "allied", "op 8")
    assert "(Op 8)" in story([sent(path, "prc", "pass")])
    while done("status", path, "--json").json["waiting"][0]["seat"] == "prc":
        sent(path, "prc", "pass")
    told = sent(path, "allied", "op 9 singapore")
    assert "Singapore" in story([told]) and "(Op 8)" not in told
    assert block(done("status", path, "--seat", "allied").out) == []


def test_a_line_that_stood_and_stops_a_mail_is_named_by_its_number(tmp_path):
    """What was sent for the turn after cannot be done; a mail that adds to it is refused, and says what to type."""
    game, receipt = refused_for_what_stood(tmp_path)
    assert "To take it back: cancel 3." in words(receipt) and "line 0" not in receipt
    verdict, receipt = game.mail({"mail": "japan", "says": ["cancel 3", "move artillery shantung -> anhwe"]})
    assert verdict == "accepted" and block(receipt) == ["5 coming turn: move artillery shantung -> anhwe"]


def refused_for_what_stood(folder):
    """``(game, receipt)`` with the first dice by which the units of a line for the turn after are gone then."""
    moves = ["move 4 infantry shantung -> kiangsi", "next: move 4 infantry shantung -> anhwe"]
    for number in range(8):
        (folder / str(number)).mkdir()
        game = Played("pacific", {"game": "front"}, "text", folder / str(number), number)
        game.mail({"mail": "japan", "says": ["buy nothing", *moves, "next: buy 3 infantry"]})
        for late in ("japan", "uk", "us"):
            game.run({"run": [late]})
        if asked(game) == ["japan japan combat-moves"]:
            verdict, receipt = game.mail({"mail": "japan", "says": ["move artillery shantung -> anhwe"]})
            if verdict == "refused":
                return game, receipt
    raise AssertionError("no dice take the units away")


# -- whom the game waits for -------------------------------------------------------------------------------------------


def test_two_offers_of_a_draw_for_one_entry_end_the_game(tmp_path):
    path = new_game(tmp_path)
    offers = [write_orders(path, "prc", "pass", "offer draw"), write_orders(path, "allied", "offer draw")]
    done("adjudicate", path, *offers, "-o", path)
    over = done("status", path, "--json").json["over"]
    assert over["by"] == "agreed-draw"


def test_a_muster_with_nothing_to_answer_says_whom_it_waits_for(tmp_path):
    path = new_game(tmp_path)
    (tmp_path / "patch.json").write_text('{"pbem": "patch/1", "set": {"vp": 1}}')
    done("correct", path, tmp_path / "patch.json", "--reason", "a point was forgotten", "-o", path)
    status = done("status", path)
    assert (
        "is asked to take part in the muster: an order, or ready." in status.out and "Nobody is asked" not in status.out
    )
    assert (
        "Waiting for you: to take part in the muster: an order, or ready." in done("status", path, "--seat", "prc").out
    )
    assert "waits for prc and allied" in done("adjudicate", path, "-o", path).out.replace("\n", " ") + str(
        done("adjudicate", path, "-o", path).err
    )


def test_a_purchase_sent_before_its_turn_says_the_same_in_every_place(tmp_path):
    """What is bought for more than there is, is told in check, and stands in the list as it was written."""
    path = pacific(tmp_path, "japan: japan infantry; india: uk infantry; usa: us infantry")
    ahead = write_orders(path, "us", "buy 9 battleship")
    ran = pbem("check", path, ahead)
    done("adjudicate", path, ahead, "-o", path)
    stands = block(done("ask", path, "us", "my orders").out)
    assert stands == block(done("status", path, "--seat", "us").out) == ["1 coming turn: buy 9 battleship"]
    assert block(ran.out) == stands


def test_a_line_whose_condition_failed_is_told_to_nobody_as_another(tmp_path):
    path = pacific(tmp_path, "korea: japan infantry*3; usa: us infantry; india: uk infantry; manchuria: japan infantry")
    lines = ["buy nothing", "no combat moves", "if manchuria is japan: ncm 2 infantry korea -> manchuria"]
    report = sent(path, "japan", *lines, "if manchuria is china: ncm infantry korea -> manchuria")
    said = became(report)
    assert "Korea to Manchuria: 2 Japanese infantry" in report
    assert "no noncombat moves" not in said and "Not used" not in said
