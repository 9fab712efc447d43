"""What changed tells where units went, in every title: net, grouped by from and to, in names as they are printed."""

import re
import shutil
from collections import Counter

import pytest

from pbem.core.record.charter import make
from pbem.core.rules.engine import fold
from pbem.core.title.game import load
from pbem.report.blocks import Table
from pbem.report.text import lines_of
from tests.cli.tools import ROOT, pbem
from tests.contracts.titles import ANCHORS


def told(title, scenario, *facts, earlier=()):
    """The sentences on what is different after some facts at the start of a game, or behind earlier ones."""
    game = load(title)
    charter = make(game, "moves", scenario, anchors=ANCHORS)
    before, after = game.new_board(charter), game.new_board(charter)
    fold(game, before, [{"rule": "1", **fact} for fact in earlier])
    fold(game, after, [{"rule": "1", **fact} for fact in (*earlier, *facts)])
    return game.telling.changes(before, after, game.telling.say(after), facts)


def test_nothing_is_told_where_nothing_moved():
    assert not [told(title, scenario) for title, scenario in SCENARIOS if told(title, scenario)]


SCENARIOS = (("cataclysm", "c1"), ("pacific", "standard"), ("red-dragon", "ready"))


def cataclysm(unit, *way):
    """Facts of a unit that goes through areas one after the other."""
    row = {"type": "unit-moved", "power": "germany", "unit": unit, "coast": None, "why": "deployment"}
    return [{**row, "from": start, "to": end} for start, end in zip(way, way[1:])]


def test_cataclysm_tells_moves_losses_and_what_is_new():
    lost = {"type": "unit-destroyed", "why": "losses", "power": "germany", "unit": "ge-fleet-1", "area": "berlin"}
    new = {"type": "unit-placed", "power": "germany", "unit": "ge-army-3", "area": "ruhr", "coast": None}
    facts = [
        *cataclysm("ge-army-1", "berlin", "silesia", "ruhr"),
        *cataclysm("ge-army-2", "bavaria", "ruhr"),
        lost,
        new,
    ]
    assert told("cataclysm", "c1", *facts) == [
        "Lost in Berlin: a German surface fleet.",
        "New in the Ruhr: a German army.",
        "From Bavaria to the Ruhr: a German army.",
        "From Berlin to the Ruhr: a German army.",
    ]


def test_cataclysm_tells_wars_and_alliances_that_are_new_and_that_are_over():
    allied = {"type": "alliance-formed", "ideology": "fascist", "powers": ["germany", "italy"], "by": "germany"}
    broken = {"type": "alliance-broken", "ideology": "fascist", "power": "italy", "left": [], "why": "collapse"}
    fell = {"type": "threshold-rolled", "power": "italy", "die": 4, "parts": [], "threshold": 1, "surrenders": False}
    wars = [{"sides": {"germany": ["germany"], "ussr": ["ussr"]}}, {"sides": {"germany": ["germany"], "uk": ["uk"]}}]
    old, new = (
        {"type": "war-begun", "power": "germany", "against": [foe], "how": "declared", "wars": wars[:count]}
        for foe, count in (("ussr", 1), ("uk", 2))
    )
    assert told("cataclysm", "c1", allied) == ["Allied now: Germany with Italy."]
    assert told("cataclysm", "c1", new, earlier=[old]) == ["At war now: Germany – United Kingdom."]
    collapsed = "Italy: collapsed, and begins again as steady; was steady."
    over = told("cataclysm", "c1", broken, fell, earlier=[allied])
    assert over == [collapsed, "No longer allied: Germany with Italy."]
    two, one = ([{"sides": {"fascist": foes, "ussr": ["ussr"]}}] for foes in (["italy", "japan"], ["italy"]))
    ended = {"type": "war-ended", "powers": ["japan"], "how": "capitulation", "wars": one}
    assert told("cataclysm", "c1", ended, earlier=[{**old, "wars": two}]) == ["No longer at war: Japan – Soviet Union."]


def test_who_goes_and_comes_back_has_made_no_journey():
    assert told("cataclysm", "c1", *cataclysm("ge-army-1", "berlin", "silesia", "berlin")) == []


def pacific(start, end, **units):
    changes = [[f"japan/{type}", count, f"{type}+"] for type, count in units.items()]
    return {"type": "units-moved", "path": [start, end], "units": changes}


def test_pacific_tells_moves_and_where_it_cannot_know_each_place():
    assert told("pacific", "standard", pacific("formosa", "caroline-islands", fighter=2)) == [
        "From Formosa to the Caroline Islands: 2 Japanese fighters."
    ]
    crossing = [
        pacific("formosa", "bonin-islands", fighter=1),
        pacific("caroline-islands", "french-indochina", fighter=1),
    ]
    assert told("pacific", "standard", *crossing) == [
        "Japanese fighters: the Bonin Islands +1, the Caroline Islands -1, Formosa -1 and French Indochina +1."
    ]


def test_red_dragon_tells_moves_and_what_is_eliminated():
    found = told(
        "red-dragon",
        "ready",
        {
            "type": "units-moved",
            "side": "allied",
            "units": ["us-sag-1"],
            "from": "east-china-sea",
            "to": "taiwan-strait",
        },
        {"type": "unit-eliminated", "unit": "us-sag-2", "why": "combat", "area": "yellow-sea"},
    )
    assert found == [
        "From the East China Sea to the Taiwan Strait: US SAG 1.",
        "Lost in the Yellow Sea: US SAG 2.",
    ]


def test_pacific_tells_all_that_was_lost_and_gained():
    """Nothing is set off: a fighter that falls while one is built elsewhere has not gone there."""
    row, formosa = {"units": {"japan/fighter": 1}}, pacific("formosa", "bonin-islands", fighter=1)
    lost = {"type": "units-removed", "area": "bonin-islands", "why": "lost", "units": {"japan/fighter+": 1}}
    assert told("pacific", "standard", formosa, lost, {"type": "units-placed", "area": "japan", **row}) == [
        "Japanese units lost: a Japanese fighter.",
        "Japanese units gained: a Japanese fighter.",
        "From Formosa to the Bonin Islands: a Japanese fighter.",
    ]


def copied(folder, game):
    """A game of the examples, where what is remembered of it does no harm."""
    return shutil.copy(ROOT / "examples" / f"{game}.json", folder)


def in_force(text):
    """``[((force, unit), how many)]`` of "Japanese units lost: a …, 2 … and …"."""
    force, said, units = text.partition(" units lost: ")
    found = re.findall(r"(?:an?|(\d+)) ([^,]+?)s?(?:, | and |\.$)", units) if said else ()
    return [((force, unit), int(count or 1)) for count, unit in found]


NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}


def in_place(text):
    """``[((place, type), how many)]`` of "Lost in the Yellow Sea: US SAG 2 and two PRC SSN."."""
    found = re.fullmatch("Lost (.*): (.*)[.]", text)
    for unit in re.split(", | and ", found[2]) if found else ():
        word, _, more = unit.partition(" ")
        yield (found[1], more if word in NUMBERS else unit.rpartition(" ")[0]), NUMBERS.get(word, 1)


@pytest.mark.parametrize(("game", "rows"), [("pacific/games/11", in_force), ("red-dragon/games/14", in_place)])
def test_what_was_lost_in_a_game_was_lost_in_its_entries(tmp_path, game, rows):
    """As many, and there: what is told does not hang on where a report begins."""

    path = copied(tmp_path, game)

    def lost(*span):
        told = pbem("report", path, *span, "--json").json["changes"]
        return sum((Counter({row: n}) for text in told for row, n in rows(text)), Counter())

    whole, last = lost("--since", "0"), int(game[-2:])
    assert whole and whole == sum((lost("--step", str(entry)) for entry in range(1, last + 1)), Counter())


def test_the_board_names_every_territory(tmp_path):
    told = " ".join(pbem("report", copied(tmp_path, "pacific/games/11")).out.partition("The board now")[2].split())
    game = load("pacific")
    parts = game.new_board(make(game, "names", "standard", anchors=ANCHORS)).parts
    assert not [place for place in parts.territories if parts.areas[place].name not in told]


def test_nobody_stands_beside_itself(tmp_path):
    [state, *_] = pbem("report", copied(tmp_path, "red-dragon/games/14"), "--json").json["board"]
    sides = [(name, who) for name, who in state["rows"] if name.startswith("On the side of ")]
    assert len(sides) == 2 and not [one for one in sides if one[0].removeprefix("On the side of ") in one[1]]


@pytest.mark.parametrize("width", range(1, 60, 8))
def test_no_line_of_a_table_begins_with_a_colon(width):
    """Neither where it fits nor where it does not; and nothing of it is left out."""
    rows = (("first", "A", "x" * width), ("", "B", "y" * width), ("", "", "z"))
    told = lines_of([Table("", ("round", "side", "fires"), rows, ())])
    assert not [line for line in told if line.lstrip().startswith(":")]
    assert all(cell in "".join(told) for row in rows for cell in row)
