"""The sentences under a report: each where it applies, and no other (docs/fairness.md)."""

import subprocess
from shutil import which

import pytest

from pbem.core.data.tables import Sentences
from pbem.core.play import repair
from pbem.core.record.counters import envelopes_of
from pbem.core.record.now import asked_seats
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.report.fairness import counts, footer
from tests.core.test_play import CHARTER, played

said = Sentences("pbem.report.fairness")

THREE = {"seats": ["north", "south", "isles"], "powers": {name: name for name in ("north", "south", "isles")}}


pytestmark = pytest.mark.usefixtures("toy_is_a_title")


def split(file, **options):
    """The footer as (sentences before the totals, checks of links)."""
    said = footer(file, **options)
    place = next(place for place, sentence in enumerate(said) if sentence.startswith("Entries "))
    return said[:place], said[place + 1 :]


def totals(file):
    return next(sentence for sentence in footer(file) if sentence.startswith("Entries "))


def next_entry(file, club, silent=()):
    orders = [one for one in robots.random_orders(file, Chance("f")) if one["seat"] not in silent]
    return club.adjudicate(file, orders, silent).file


def test_sealed_without_a_muster_says_who_rolled_and_who_wrote_the_orders_down():
    file, _ = played("a", 1)
    assert split(file)[0] == [said("sealed"), said("wrote-down")]


def test_a_game_that_is_played_again_says_so():
    file, _ = played("a", 1, again="46f5ea92" * 8)
    assert split(file)[0] == [
        said("sealed"),
        said("wrote-down"),
        said("again", id="46f5ea9246f5ea92"),
    ]


def test_sealed_and_mustered_only_if_a_word_came():
    club = robots.Club({**CHARTER, "muster": True}, "m")
    club.charter["muster"] = True
    file = club.new_game()
    orders = {order["seat"]: order for order in robots.random_orders(file, Chance("f"))}
    for seat in file.charter["seats"]:
        orders.setdefault(seat, robots.blank_order(file, seat))
    orders["blue"]["pinch"] = "Brötchen"
    file = club.adjudicate(file, list(orders.values())).file
    assert split(file)[0] == [
        said("sealed-mustered"),
        said("wrote-down"),
        "Words received from: blue («Brötchen»); who sent one and is not named was left out.",
    ]
    file = club.noted(file, repair.going_back(file, 0, "misread"))
    file = next_entry(file, club)
    assert said("sealed") in split(file)[0]  # nobody added a word to the salt that counts now


def test_shared_with_a_referee_names_who_could_have_known():
    file, club = played("a", 2, fairness="shared")
    (seat,) = file.entry(2)["asked"]
    assert split(file)[0][0] == (
        f"Opened by referee after {seat} had answered. Nobody alone could know these draws before then, or "
        f"choose them. referee together with {seat} could have known them, and suited the last answer to "
        "them. (If these are different people.)"
    )


def test_shared_without_a_referee_by_two_and_by_three():
    two, _ = played("a", 2, fairness="shared", referee=False)
    assert "saw them first and could only have kept silent. (If these are different people.)" in split(two)[0][0]
    three, _ = played("a", 2, fairness="shared", referee=False, **THREE)
    assert "could have known them, and suited the last answer to them" in split(three)[0][0]


def test_an_absence_says_on_whose_word():
    file, club = played("a", 1, fairness="shared")
    (seat,) = asked_seats(file)
    file = next_entry(file, club, [seat])
    assert split(file)[0] == [
        "Opened by referee alone, who knew these draws beforehand.",
        f"{seat} did not answer; its default was taken. If its envelope was in fact sent, referee could see "
        "the draws with and without it.",
        f"{seat} was absent, on the word of referee.",
    ]


def test_an_opener_that_is_passed_over_is_named_with_those_who_said_so():
    file, club = played("a", 1, fairness="shared", referee=False, **THREE)
    call = file.call()
    file = next_entry(file, club, [call.opener])
    entry = file.entry(file.n)
    assert entry["passed"] == [call.opener] and entry["opener"] != call.opener
    assert any(
        sentence.startswith(f"{call.opener} was passed over as opener, on the word of ") for sentence in split(file)[0]
    )


def test_a_key_that_was_replaced_on_the_word_of_others_is_told_for_ever():
    file, club = played("a", 2, fairness="shared")
    fresh = robots.RobotKeeper("red", "another").anchor
    club.said(file, {"what": "anchor", "why": "lost", "who": "red", "anchor": fresh})
    file = next_entry(file, club)
    club.signers["red"] = robots.RobotKeeper("red", "another")
    club.signers["red"].secret.last = file.state["documents"]["red"]
    file = next_entry(next_entry(file, club), club)
    assert "The key of red was replaced in entry 3 on the word of referee." in split(file)[0]


def test_totals_count_everything_in_the_record():
    file, club = played("a", 4, fairness="shared")
    (seat,) = asked_seats(file)[:1]
    file = next_entry(file, club, asked_seats(file))
    file = club.noted(file, repair.going_back(file, 3, "misread"))
    file = next_entry(file, club)
    assert seat and totals(file).startswith(
        f"Entries {file.n}, draws {counts(file)['draws']}; corrections 0, undone 2, "
    )
    assert f"Head {file.head[:32]}: compare it with another player." in totals(file)
    assert counts(file)["absences"] == len(file.entry(5)["absent"])


def test_closed_lines_are_counted_until_they_are_opened():
    file, club = played("c", 0)
    orders = robots.random_orders(file, Chance("m"))
    power = orders[0]["answers"][0]["power"]
    orders[0]["answers"].append({"power": power, "kind": "bid", "value": 1, "line": 10, "text": "bid 1"})
    file = club.adjudicate(file, orders).file
    assert "closed lines 1." in totals(file) and any(
        one.startswith("Still closed: 1 part. Until") for one in split(file)[0]
    )
    file = club.noted(file, {"what": "ended", "why": "given up"})
    assert "closed lines 0." in totals(file) and file.is_over


def test_checks_of_links_say_how_often_to_hash():
    file, club = played("a", 3, fairness="shared", referee=False, **THREE)
    for number in range(1, file.n + 1):
        names = sorted(envelopes_of(file.entry(number)))
        checks = split(file, since=number - 1, until=number)[1]
        assert len(checks) == len(names)
    assert any(
        "times the last link of" in check
        for number in range(1, 4)
        for check in split(file, since=number - 1, until=number)[1]
    )


@pytest.mark.skipif(not (which("xxd") and which("sha256sum")), reason="needs xxd and sha256sum")
def test_the_command_in_a_check_does_what_the_sentence_says():
    file, _ = played("a", 3, fairness="shared")
    (check,) = [sentence for sentence in footer(file) if sentence.endswith("previous link of referee.")]
    done = subprocess.run(["sh", "-c", check.split("`")[1]], capture_output=True, text=True, timeout=20, check=True)
    assert done.stdout.split()[0] == envelopes_of(file.entry(2))["referee"]
