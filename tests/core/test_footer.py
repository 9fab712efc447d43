"""The sentences under a report: each where it applies, and no other (docs/fairness.md, "What a footer
says").
"""

import subprocess
from shutil import which

import pytest
from made_games import MadeGame
from test_attacks import mustered, secret_line

from pbem.core.draws.draws import pinch
from pbem.core.record.fairness import SENTENCES, counts, footer

SEALED = SENTENCES["sealed"]
MUSTERED = SENTENCES["sealed-mustered"]


def split(game, **options):
    """The footer as (sentences of the level, checks of links)."""
    said = footer(game.document, **options)
    place = next(place for place, sentence in enumerate(said) if sentence.startswith("Entries "))
    return said[:place], said[place + 1 :]


def totals(game):
    return next(sentence for sentence in footer(game.document) if sentence.startswith("Entries "))


def word(game):
    return {"germany": pinch(game.game_id, "germany", game.record.next, "Brötchen")}


def test_sealed_without_muster():
    game = MadeGame(fairness="sealed")
    assert split(game) == ([SEALED], [])
    game.play(["germany"])
    assert split(game)[0] == [SEALED]


def test_sealed_and_mustered_only_if_a_word_came():
    game = MadeGame(fairness="sealed", muster=True)
    game.play(pinches=word(game))
    game.play()
    assert split(game)[0] == [MUSTERED]
    game.note()
    game.play()
    assert split(game)[0] == [SEALED]  # nobody added a word to the salt that counts now


def test_shared_with_a_referee():
    game = mustered()
    game.play(["germany"])
    assert split(game)[0] == [
        "Opened by referee after germany had answered. Nobody alone could know these draws before then, or "
        "choose them. referee together with germany could have known them, and suited the last answer to "
        "them. (If these are different people.)"
    ]
    game.play(["germany", "japan"])
    assert "after germany and japan had answered" in split(game)[0][0]
    assert "referee together with one of germany and japan could have known them" in split(game)[0][0]


def test_shared_without_referee_by_two_and_by_three():
    two = mustered(referee=False)
    two.play(["germany"])
    assert split(two)[0] == [
        "Opened by japan after germany had answered. Nobody alone could know these draws before then, or "
        "choose them. japan saw them first and could only have kept silent. (If these are different people.)"
    ]
    three = mustered(seats=("a", "b", "c"), referee=False)
    three.play(["b", "c"])
    assert "a together with one of b and c could have known them" in split(three)[0][0]


def test_13_shared_with_an_absent_seat():
    game = mustered()
    game.play(["germany", "japan"], absent=["japan"])
    level, _ = split(game)
    assert level[0].startswith("Opened by referee after germany had answered.")
    assert level[1:] == [
        "japan did not answer; its default was taken. If its envelope was in fact sent, referee could see "
        "the draws with and without it."
    ]


def test_13_shared_with_one_envelope_only():
    game = mustered()
    game.play(["japan"], absent=["japan"])
    alone = "Opened by referee alone, who knew these draws beforehand."
    level, _ = split(game)
    assert (level[0], len(level)) == (alone, 2)
    assert level[1].startswith("japan did not answer;")
    game.play()
    assert split(game)[0] == [alone]


def test_a_note_has_no_draws_to_speak_of():
    game = mustered()
    game.note()
    assert split(game) == ([], [])


def test_people_are_called_by_their_names():
    game = mustered()
    game.play(["germany"])
    level, checks = split(game, names={"germany": "Ann", "referee": "Rob"})
    assert level[0].startswith("Opened by Rob after Ann had answered.")
    assert [check.rpartition(" of ")[2] for check in checks] == ["Ann.", "Rob."]


def test_bots_are_named():
    seats = ("germany", "japan", "italy")
    anchors = {
        name: anchor for name, anchor in MadeGame(seats=seats).charter["anchors"].items() if name != "italy"
    }
    game = MadeGame(seats=seats, bots=["italy"], anchors=anchors)
    game.play()
    assert "No person decides for italy: those answers follow from the board and the draws." in footer(
        game.document
    )
    game.note("substitute", seat="japan", anchor=None)
    assert any(
        sentence.startswith("No person decides for japan and italy") for sentence in footer(game.document)
    )


def test_a_report_on_many_entries_says_each_sentence_once_and_checks_every_link():
    game = mustered()
    game.play(["germany"]), game.play(["germany"]), game.play()
    said = footer(game.document, since=1, until=3)
    assert [sentence.partition(" ")[0] for sentence in said] == ["Opened", "Entries"] + ["Check:"] * 4
    assert "Entries 3, draws 3; " in said[1]
    assert game.document["entries"][2]["head"][:32] in said[1]
    assert said[:2] == footer(game.document, until=3)[:2]


def test_totals_count_everything_in_the_record():
    game = mustered(seats=("a", "b", "c"), referee=False)
    game.play(["c"], absent=["c"])
    game.play(["c"], passed_over=["a"])
    game.note()
    game.play()
    game.redo(to=3, kept=3)
    game.play()
    head = game.record.head.hex()[:32]
    assert totals(game) == (
        "Entries 7, draws 5; corrections 1, undone 2, absences 1, passed over 1, "
        f"sealed lines still closed 0. Head {head}: compare it with another player. "
        "Not proven: who typed an answer, and when."
    )


def test_totals_at_the_start():
    game = MadeGame()
    assert counts(game.document) == {
        "entries": 0,
        "draws": 0,
        "corrections": 0,
        "undone": 0,
        "absences": 0,
        "passed_over": 0,
        "closed": 0,
        "head": game.record.head.hex()[:32],
    }


def test_34_closed_lines_are_counted_until_they_are_opened():
    game = mustered()
    lodged, opening = secret_line(game)
    game.play(lodged=[lodged])
    assert "sealed lines still closed 1." in totals(game)
    game.play(opened=[opening])
    assert "sealed lines still closed 0." in totals(game)


def test_an_openers_own_seal_is_no_closed_line():
    game = mustered(referee=False)
    game.play(["germany", "japan"])
    assert "sealed lines still closed 0." in totals(game)


def test_checks_of_links_say_how_often_to_hash():
    game = mustered()
    assert [check.split("`")[2] for check in split(game)[1]] == [
        " gives the previous link of germany.",
        " gives the previous link of japan.",
        " gives the previous link of referee.",
    ]
    game.play(["germany"]), game.play(["japan"])
    checks = split(game)[1]
    assert len(checks) == 2
    assert "gives after 2 times the last link of japan that was shown before." in checks[0]
    assert checks[1].endswith("gives the previous link of referee.")


def test_checks_count_from_spent_and_burned_links_and_new_chains():
    game = mustered()
    game.note(spent={"japan": game.link("japan", 3)})
    game.note("chain", who="germany", anchor=game.new_chain("germany", "another"))
    game.play()
    germany, japan, referee = split(game)[1]
    assert germany.endswith("gives the previous link of germany.")
    assert japan.endswith("gives the previous link of japan.")
    assert "after 3 times the last link of referee" in referee


@pytest.mark.skipif(not (which("xxd") and which("sha256sum")), reason="needs xxd and sha256sum")
def test_the_command_in_a_check_does_what_the_sentence_says():
    game = mustered()
    game.play(["japan"])
    check = next(sentence for sentence in footer(game.document) if sentence.endswith("of japan."))
    done = subprocess.run(
        ["sh", "-c", check.split("`")[1]], capture_output=True, text=True, timeout=20, check=True
    )
    assert done.stdout.split()[0] == game.document["entries"][0]["envelopes"]["japan"]
