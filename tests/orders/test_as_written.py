"""Orders as people write them, through the command line: what is read, what is refused, and where that is told."""

import json

import pytest

from tests.cli.tools import done, new_game, pbem, set_up_desk, write_orders


@pytest.fixture(scope="module")
def china(tmp_path_factory):
    return new_game(tmp_path_factory.mktemp("as-written"))


@pytest.fixture(scope="module")
def japan(tmp_path_factory):
    """A game of Pacific in which Japan makes combat moves."""
    path = tmp_path_factory.mktemp("as-written") / "p.json"
    done("new", "pacific/standard", "-o", path, "--seat", "japan=Kei", "--seat", "uk=Uli", "--seat", "us=Sam")
    done("adjudicate", path, write_orders(path, "uk", "split india 6, australia 6"), "-o", path)
    done("adjudicate", path, write_orders(path, "japan", "buy 6 infantry"), "-o", path)
    return path


@pytest.fixture(scope="module")
def germany(tmp_path_factory):
    """A game of Cataclysm in which Germany plays an offensive."""
    folder = tmp_path_factory.mktemp("as-written")
    board = {
        "at": {"now": "play", "drawn": "germany/offensive"},
        "clear": ["units"],
        "set": {"germany.commitment": "mobilization", "counters.cup": ["crisis-1"]},
        "units": "Silesia: ge tank, ge army; Poland: minor; Lombardy: it fleet!adriatic",
    }
    (folder / "c.position").write_text(
        json.dumps({"pbem": "position/1", "title": "cataclysm", "id": "written", "base": "c2", **board})
    )
    done("new", "cataclysm/c2", "-o", folder / "c.json", "--position", folder / "c.position")
    return folder / "c.json"


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("tank & army silesia \N{RIGHTWARDS ARROW} poland", "operation land silesia -> poland with tank and army"),
        ("army + tank from silesia into poland", "operation land silesia -> poland with army and tank"),
        ("tank silesia -> berlin", "deploy tank silesia -> berlin"),
        ("italy: fleet adriatic sea -> tyrrhenian sea", "italy: deploy fleet adriatic-sea -> tyrrhenian-sea"),
        ("italy: reserve any flag", "italy: reserve flag"),
    ],
)
def test_who_sends_units_where_others_rule_attacks(germany, typed, order):
    assert f"Read as: {order}." in told(germany, "fascists", typed)


def told(path, seat, *lines):
    """What check prints of lines, in one line."""
    ran = pbem("check", path, write_orders(path, seat, *lines))
    return " ".join(f"{ran.err} {ran.out}".split())


@pytest.mark.parametrize("lead", ["next turn", "next action", "Next turn:", "next"])
def test_next_turn_is_next(china, lead):
    for order in (
        "op 12 china-central -> taiwan-strait with sag-1",
        "SAG 1 goes from China Central to Taiwan Strait",
    ):
        said = told(china, "prc", f"{lead} {order}")
        assert "turn after 1 next: op 12 china-central -> taiwan-strait with sag 1" in said.replace(" | ", " "), said


def test_a_colon_behind_a_word_for_attacking_is_no_power(japan):
    assert "'Attack'. Say from where: Attack: Kwangsi" in told(japan, "japan", "Attack: Kwangsi with 4 infantry")
    assert "Read as: move 4 infantry shantung -> anhwe." in told(
        japan, "japan", "Attack: Anhwe from Shantung with 4 infantry"
    )


def test_a_sentence_is_not_the_end_of_the_line_above(japan):
    lines = (
        "bombard battleship sz38 to philippines",
        "The fleet in sea zone 20 attacks the US battleships in sea zone 9",
    )
    said = told(japan, "japan", *lines)
    assert "may have broken" not in said and ":6:34: the US battleships not understood" in said, said


def test_problems_come_in_the_order_of_their_lines(japan):
    ran = pbem("check", japan, write_orders(japan, "japan", "move 9 infantry shantung -> anhwe", "fly to Rome"))
    places = [int(row.split(":")[1]) for row in ran.err.splitlines() if row[:1] != " "]
    assert len(places) > 1 and places == sorted(places), ran


def test_adjudicate_says_that_orders_lie_at_the_desk(tmp_path):
    path = new_game(tmp_path)
    set_up_desk(path, prc="ann@example.org", allied="bob@example.net")
    mail = tmp_path / "a.eml"
    mail.write_text("From: ann@example.org\nTo: pbem@club.example\nSubject: [pbem g]\nMessage-ID: <1@x>\n\npass\n")
    done("mail", "in", path, "--from", mail)
    ran = pbem("adjudicate", path, "-o", path)
    assert "Not used: 1 mail with orders of" in ran.err and f"pbem mail inbox {path} | xargs" in ran.err, ran
    files = done("mail", "inbox", path).out.split()
    assert "Not used" not in done("adjudicate", path, *files, "-o", path).err


def test_units_of_an_enemy_are_refused_at_once(japan):
    assert "Units of japan are not yours to move." in told(japan, "uk", "3 Japanese infantry siam -> shan-state")
    assert "not yours" not in told(japan, "uk", "2 british infantry burma -> shan-state")


def test_all_aircraft_are_those_that_reach_taiwan(china):
    for typed in ("op 5 with all aircraft", "all aircraft strike Taiwan", "strike Taiwan with all our planes"):
        assert "Read as: op 5 with prc-su-27-2, prc-su-30-1, prc-su-30-2, prc-j-10-1" in told(china, "prc", typed)


def test_a_target_in_a_sentence_is_asked_back_without_it(japan):
    said = told(japan, "japan", "The fleet in sea zone 20 attacks the US battleships in sea zone 9")
    assert "'the US battleships' is not part" in said, said
    assert "Did you mean “The fleet in sea zone 20 attacks sea zone 9”?" in said, said


def test_words_above_the_header_that_order_nothing_are_passed_over(germany):
    path = write_orders(germany, "fascists", "deploy tank silesia -> berlin")
    path.write_text(f"All quiet in America.\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    ran = pbem("check", germany, path)
    assert ran.code == 0 and "was skipped" in ran.err + ran.out, ran


def test_prose_above_the_header_may_hold_words_of_the_game(germany):
    path = write_orders(germany, "fascists", "deploy tank silesia -> berlin")
    prose = "Il Duce wants his men nearer to Yugoslavia, and his ships nearer to Egypt."
    path.write_text(f"{prose}\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert pbem("check", germany, path).code == 0


def test_a_line_that_names_its_question_is_the_end_of_no_other(japan):
    said = told(japan, "japan", "move 9 infantry Manchuria -> Sinkiang", "next-battle: battle kwangsi")
    assert "There is no area called Sinkiang. Did you mean Sikang?" in said and "may have broken" not in said
