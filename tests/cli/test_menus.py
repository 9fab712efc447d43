"""What is offered at the command line may be done, and what may be done is read there: places that a unit may not
leave, ships that have moved, zones with the enemy, aircraft that only come down, and the one placement that is left."""

import json
import re

import pytest

from pbem.page.menudata import domain_of
from tests.cli.tools import done, pbem, write_orders

NONCOMBAT = {"round": 2, "power": "uk", "phase": "noncombat-movement"}


@pytest.fixture
def begin(tmp_path):
    """A new game on a board of its own."""

    def made(scenario, **position):
        place, path = tmp_path / "board.position", tmp_path / "g.json"
        title = scenario.partition("/")[0]
        place.write_text(json.dumps({"pbem": "position/1", "title": title, "id": "menus", "base": "empty", **position}))
        path.unlink(missing_ok=True)
        path.with_name("g.json.secret").unlink(missing_ok=True)
        done("new", scenario, "-o", path, "--position", place)
        return path

    return made


@pytest.fixture
def asking(begin):
    """The same, played to its first question."""

    def made(scenario, **position):
        path = begin(scenario, **position)
        done("adjudicate", path, "-o", path)
        return path

    return made


def told(game, seat, *lines):
    """What check tells of lines that it takes."""
    return " ".join(done("check", game, write_orders(game, seat, *lines)).out.split())


def refused(game, seat, *lines):
    """What check tells of lines that it refuses; the game takes them neither."""
    place = write_orders(game, seat, *lines)
    run = pbem("check", game, place)
    assert run.code == 3 and pbem("adjudicate", game, place, "-o", game).code == 3, run
    return " ".join(f"{run.out}{run.err}".split())


def offered(game, seat, form, field, **values):
    """What a field of a form on a seat's turn page offers behind some choices."""
    page = done("form", game, seat, "--format", "html").out
    asked = json.loads(re.search(r'<script type="application/json" id="asked">(.*?)</script>', page, re.DOTALL)[1])
    menu = asked["questions"][0]["menu"]
    [shown] = [one for one in menu["forms"] if one["form"] == form]
    [found] = [one for part in shown["fields"] for one in (part, *part.get("fields", ())) if one["name"] == field]
    return domain_of(menu, found, values)


def default_of(game, seat):
    """The lines of the published default, as a form prints them."""
    [question] = done("form", game, seat, "--json").json["questions"]
    return question["answers"][0]["lines"]


# -- Red Dragon: who must stay


@pytest.mark.parametrize(
    "place, cargo, marines", [("north-korea", [], []), ("china-north", ["prc-armor-1"], ["prc-marine-1"])]
)
def test_who_must_stay_in_north_korea_is_not_offered_a_ship(asking, place, cargo, marines):
    game = asking(
        "red-dragon/ready", units=f"{place}: prc amph-1, prc armor-1, prc marine-1", at={"step": "prc-action"}
    )
    chosen = {"from": place, "ship": "prc-amph-1"}
    assert offered(game, "prc", "op 12", "cargo", **chosen) == cargo
    assert [unit for unit in offered(game, "prc", "op 12", "units", **chosen) if "marine" in unit] == marines


@pytest.mark.parametrize("aboard", ["amph-1; load armor-1 on amph-1", "amph-1, marine-1"])
def test_who_must_stay_in_north_korea_is_refused_with_the_rule(asking, aboard):
    for place, refuses in (("north-korea", True), ("china-north", False)):
        units = f"{place}: prc amph-1, prc armor-1, prc marine-1"
        game = asking("red-dragon/ready", units=units, at={"step": "prc-action"})
        line = f"op 12 {place} -> yellow-sea with {aboard}"
        assert "[8.5]" in refused(game, "prc", line) if refuses else told(game, "prc", line)


# -- Pacific: shipments, landings, what is left to place


def test_a_shipment_goes_with_a_transport_that_has_not_unloaded(asking):
    tired, fresh = "burma: uk infantry; sz54: uk transport!spent(uk infantry)", "; sz54: uk transport"
    game = asking("pacific/standard", units=tired + fresh, at=NONCOMBAT)
    told(game, "uk", "ship infantry burma -> sz54 -> india")
    game = asking("pacific/standard", units=tired, at=NONCOMBAT)
    assert "[TRN-" in refused(game, "uk", "ship infantry burma -> sz54 -> india")


def test_who_only_boards_may_board_a_transport_that_has_moved(asking):
    game = asking("pacific/standard", units="burma: uk infantry; sz54: uk transport!spent(uk infantry)", at=NONCOMBAT)
    told(game, "uk", "load infantry burma -> sz54")
    refused(game, "uk", "ship infantry burma -> sz54 -> india")


def test_a_shipment_lands_from_the_zone_without_the_enemy(asking):
    at, units = {**NONCOMBAT, "power": "japan"}, "sumatra: japan infantry; sz47: japan transport; sz46: us destroyer"
    game = asking("pacific/standard", units=units, control={"sumatra": "japan", "siam": "japan"}, at=at)
    assert "Sea Zone 53" in told(game, "japan", "ship infantry sumatra -> sz47 -> siam")
    assert "NCM-3" in refused(game, "japan", "ship infantry sumatra -> sz47 -> sz46 -> siam")


def test_a_fighter_without_moves_comes_down_on_the_deck_below(asking):
    game = asking("pacific/standard", units="sz5: uk carrier, uk fighter!moves0", at=NONCOMBAT)
    assert any("fighter" in line for line in default_of(game, "uk"))
    assert "uk/fighter@0" in str(offered(game, "uk", "move", "units", **{"from": "sz5"}))
    told(game, "uk", "land fighter sz5 -> sz5")
    refused(game, "uk", "land fighter sz5 -> sz9")


@pytest.mark.parametrize("step", [1, -1])
def test_the_only_placement_is_typed_in_any_order(begin, step):
    at, bought = (
        {"round": 2, "power": "uk", "phase": "placement"},
        {"india.bought": "infantry", "australia.bought": "infantry"},
    )
    game = begin("pacific/standard", set=bought, at=at)
    lines = ["place infantry in new-south-wales for australia", "place infantry in india for india"][::step]
    told(game, "uk", *lines)
    done("adjudicate", game, game.with_name("uk.txt"), "-o", game)
    used = [used for line in game.read_text("utf-8").splitlines()[1:] for used in json.loads(line)[0]["used"]]
    assert [one["question"].split("/")[0] for one in used if one["seat"] == "uk"] == ["PLC-1", "ECO-3"]
