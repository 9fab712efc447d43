"""Battles by mail without waiting: programs, standing lines sealed before the attack, and when a person is asked."""

import pytest

from pbem.core.record import charter as charters
from pbem.core.play.gamefile import render
from pbem.core.data.canon import encode
from pbem.core.orders import orders
from pbem.core.orders.orderfile import text_of_item
from pbem.core.trial import robots
from pbem.games.pacific import GAME

POSITION = {
    "pbem": "position/1",
    "title": "pacific",
    "id": "landing",
    "base": "empty",
    "at": {"round": 3, "power": "us", "phase": "combat-movement"},
    "control": {"guam": ["usa"]},
    "units": "SZ25: us transport*2(us infantry, us marine); Guam: us infantry; SZ36: japan transport; "
    "Mariana Islands: japan infantry*3, japan artillery*2, japan fighter; Japan: japan infantry; India: uk infantry; "
    "New South Wales: uk infantry; USA: us infantry",
}
ATTACK = "unload all infantry, all marines sz25 -> mariana-islands"


def started(windows="default", at=None):
    position = {**POSITION, "at": {**POSITION["at"], **(at or {})}}
    charter = charters.make(
        GAME,
        "mail",
        "standard",
        position=position,
        windows=windows,
        anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}},
    )
    club = robots.Club(charter, "by mail 1")
    return club, club.new_game()


def send(club, file, **mails):
    documents = []
    for seat, lines in mails.items():
        header = f"game {file.name}\nseat {seat}\nentry {len(file.entries) + 1}\nhead {file.head}\n"
        powers = {power: [power] for power in GAME.powers}
        asked = [question["kind"] for question in file.waiting]
        read, problems = orders.read(header + lines, GAME, powers, seat, asked=asked)
        assert not problems
        documents.append(read.to_json())
    return club.adjudicate(file, documents).file


def facts_of(file):
    return [fact for _, step in file.story() for fact in step["facts"]]


def waits(file):
    return [(question["power"], question["kind"]) for question in file.waiting]


def lost(file, force):
    found = {}
    for fact in facts_of(file):
        if fact["type"] == "units-removed" and fact["area"] == "mariana-islands":
            for token, count in fact["units"].items():
                if token.startswith(f"{force}/"):
                    found.setdefault(token.partition("/")[2].strip("+"), count)
    return list(found)


def test_without_programs_the_published_orders_answer_and_nobody_is_waited_for():
    club, file = started()
    file = send(club, file, us=ATTACK)
    assert waits(file) == [("us", "noncombat-moves")]
    assert lost(file, "japan")[:1] == ["infantry"]


def test_where_so_agreed_a_battle_waits_for_what_no_program_covers():
    club, file = started(windows="ask")
    file = send(club, file, us=ATTACK)
    assert waits(file) in ([("us", "landing")], [("japan", "kamikaze")])


def lodged_before_the_attack(**lines):
    """The club and the game at the purchase of the USA, after seats that were not asked have lodged lines."""
    club, file = started(at={"power": "uk", "phase": "purchase"})
    file = send(club, file, uk="buy nothing", **lines)
    while ("us", "purchase") not in waits(file):
        file = club.adjudicate(file, robots.random_orders(file, robots.Chance("uk"))).file
    return club, file


def test_ask_me_waits_in_one_place_only():
    club, file = lodged_before_the_attack(japan="always losses in mariana-islands: ask me")
    file = send(club, file, us=f"buy nothing\n{ATTACK}")
    assert waits(file) == [("japan", "losses")]


def test_a_line_of_a_seat_that_is_not_asked_counts_in_the_entry_that_is_played():
    """At sealed, where no seat makes dice."""
    club, file = started()
    file = send(club, file, us=ATTACK, japan="always losses in mariana-islands: ask me")
    assert waits(file) == [("japan", "losses")]


def test_a_secret_order_of_loss_is_sealed_before_the_attack_and_opened_when_it_answers():
    order = "lose order artillery, infantry, fighter"
    club, file = lodged_before_the_attack(japan=f"secret always losses in mariana-islands: {order}")
    sealed = render(file)
    file = send(club, file, us=f"buy nothing\n{ATTACK}")
    assert lost(file, "japan")[:1] == ["artillery"]
    opened = [row for entry in file.entries for row in entry.get("opened", ())]
    [said] = [row["whole"]["value"] for row in opened if order in text_of_item(row["whole"], file.game)]
    assert encode(said) not in sealed and encode(said) in render(file)


@pytest.mark.parametrize("stance, lands", [("WI", False), ("KAAC", True)])
def test_a_stance_decides_whether_troops_land(stance, lands):
    club, file = started()
    file = send(club, file, us=f"{ATTACK}\nprogram mariana-islands stance {stance}")
    landed = [fact for fact in facts_of(file) if fact["type"] == "units-landed"]
    assert bool(landed) is lands
