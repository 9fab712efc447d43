"""Games of each title by mail, one mail a turn: each player types what the sheet in his mail offers and nothing else,
and `pbem run` plays on until somebody is waited for.  `make test` plays a beginning of each, `make thorough` to its own
end, and tells what became of the stops (pytest -s)."""

import re
from collections import Counter

import pytest

from tests.cli.tools import done
from tests.mail.tables import Table, likely, offered
from tests.thorough import THOROUGH

LONG = 800  # stops


def pacific(sheet):
    """A purchase, an attack, and the rest in two words."""
    buys = offered(sheet)
    first = buys[-1] if buys and buys[-1].startswith("buy") else "buy nothing"
    attacks = [line for line in likely(sheet) if line.startswith(("move", "ship"))][:1]
    return [
        [first, *(attacks or ["no combat moves"]), "land all", "place all"],
        [first, "no combat moves", "land all", "place all"],
    ]


def red_dragon(sheet):
    """The likeliest Op; the Op of the next turn as well."""
    return [[line] for line in (*likely(sheet)[:2], *offered(sheet)[:1])]


def cataclysm(sheet):
    """Of each question an answer that is no default; if that is not taken, the default for the rest of the turn."""
    questions = []
    for row in sheet:
        questions += [[]] if re.match(r"## \d+\. ", row) else []
        if questions and row.startswith("# "):
            questions[-1].append(row[2:])
    wished = [lines[min(1, len(lines) - 1)] for lines in questions if lines]
    rests = [f"{power}: rest: default" for power in {line.partition(":")[0] for lines in questions for line in lines}]
    return [wished, [lines[0] for lines in questions if lines], sorted(rests)]


PLAYERS = {
    "pacific/standard": (pacific, ("--allies-together",), 5),
    "red-dragon/ready": (red_dragon, (), 6),
    "cataclysm/c3": (cataclysm, (), 8),
}


def header(sheet):
    return sheet[:4]


def answers(table, seat, sheet, player):
    """Send the first of the player's turns that the desk takes; how many mails it took."""
    for count, lines in enumerate(player(sheet), 1):
        receipt = table.mail(seat, text="\n".join([*header(sheet), *lines, "--", ""]))
        if "\nAccepted" in receipt:
            return count
    raise AssertionError(f"nothing of it was taken:\n{receipt}\n{sheet}")


def waiting(table):
    status = done("status", table.game, "--json").json
    return [*status["waiting"], *status["called"]]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", PLAYERS)
def test_a_game_goes_from_turn_to_turn_by_one_mail_of_each_who_is_asked(title, tmp_path):
    player, options, short = PLAYERS[title]
    table = Table(tmp_path, title, *options)
    stops = mails = again = 0
    kinds = Counter()
    for _ in range(LONG if THOROUGH else short):
        asked = table.asking()
        if not asked:
            break
        assert sorted(asked) == sorted({row["seat"] for row in waiting(table)})
        stops += 1
        kinds.update({row.get("kind", "coming turn") for row in waiting(table)})
        for seat, sheet in asked.items():
            assert len(sheet) <= 40
            took = answers(table, seat, sheet, player)
            mails, again = mails + 1, again + took - 1
        ran = table.run()
        assert ran["entries"], (ran, waiting(table))
        if title.startswith("pacific"):
            assert {row.get("kind", "purchase") for row in waiting(table)} <= {"purchase"}, "a turn was whole"
    assert table.sent == mails and table.refused == again
    print(f"{title}: {stops} stops, {mails} mails taken, {again} sent again; asked at the stops: {dict(kinds)}")
    assert stops == short or THOROUGH and stops > short
    assert THOROUGH == (done("status", table.game, "--json").json["over"] is not None)
    done("verify", table.game)
