"""Maps: every area is drawn, nothing collides, nothing is left out, and colour never tells alone."""

import re
import xml.etree.ElementTree as tree
from contextlib import suppress

import pytest

from pbem.core.data.text import the
from pbem.core.draws.draws import ThrowawaySource
from pbem.core.record import charter as charters
from pbem.core.rules.engine import Session
from pbem.core.title.game import load, titles
from pbem.core.trial.selfplay import Chance, RandomFeed
from pbem.maps import drawing, svg
from pbem.maps.counters import by_class, by_side
from pbem.maps.geometry import Region, free_places, label_box, overlap
from pbem.maps.ground import ground
from tests.cli import tools

SVG = "{http://www.w3.org/2000/svg}"
TITLES = [title for title in titles() if drawing.plans(title)]
OUTER, HOLE = [[0, 0], [100, 0], [100, 100], [0, 100]], [[40, 40], [60, 40], [60, 60], [40, 60]]
PLANS = [(title, name) for title in TITLES for name in drawing.plans(title)]


class Enough(Exception):
    """The part of a game that a test wanted was played."""


def board_of(title, seed="map", facts=60):
    """A board some way into a random game."""
    game = load(title)
    charter = charters.make(game, "m", next(iter(game.scenarios)), anchors={"referee": {"first": "0" * 64, "n": 1}})
    told = []

    def watch(board, fact):
        told.append(fact)
        if len(told) == facts:
            raise Enough

    session = Session(game, game.new_board(charter), watch)
    with suppress(Enough):  # a short game may end before
        session.run(RandomFeed(game, ThrowawaySource("0" * 64), Chance(seed)))
    return game, session.board, told


@pytest.mark.parametrize(("title", "name"), PLANS)
def test_layouts_have_the_areas_of_the_map_data(title, name):
    plan = drawing.plans(title)[name]
    known = load(title).names
    for id in plan["areas"]:
        assert known.find(id, "area") == id


@pytest.mark.parametrize(("title", "name"), PLANS)
def test_no_label_meets_another(title, name):
    boxes = [label_box(area["label"]) for area in drawing.plans(title)[name]["areas"].values()]
    for place, box in enumerate(boxes):
        assert not any(overlap(box, other) for other in boxes[:place])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(6))
def test_counters_stand_clear_of_names_and_of_each_other(title, seed):
    game, board, facts = board_of(title, seed, 60 + 90 * seed)
    plans = drawing.plans(title)
    for plan in plans.values():
        picture = drawing.Picture(plan, game.mapped(board, facts), {})
        names = [label_box(area["label"]) for area in plan["areas"].values()]
        boxes = [counter["box"] for counter in picture.counters]
        for place, box in enumerate(boxes):
            assert not any(overlap(box, other) for other in boxes[:place])
            assert not any(overlap(box, name) for name in names)


@pytest.mark.parametrize("title", TITLES)
def test_every_unit_on_the_map_is_counted(title):
    game, board, facts = board_of(title)
    view = game.mapped(board, facts)
    areas = {id for plan in drawing.plans(title).values() for id in plan["areas"]}
    wanted = sum(piece["count"] for id in areas for piece in view["areas"].get(id, {}).get("pieces", ()))
    drawn = 0
    for plan in drawing.plans(title).values():
        drawn += sum(counter["count"] for counter in drawing.Picture(plan, view, {}).counters)
    assert drawn == wanted > 0


@pytest.mark.parametrize("title", TITLES)
def test_every_area_tells_its_name_and_owner_in_words(title):
    game, board, facts = board_of(title)
    view = game.mapped(board, facts)
    for name, plan in drawing.plans(title).items():
        root = tree.fromstring(svg.of_title(title, view, name))
        told = [element.text for element in root.iter(f"{SVG}title")]
        for id, area in plan["areas"].items():
            owner = view["areas"].get(id, {}).get("owner")
            wanted = f"{area['name']}; held by {the(view['sides'][owner]['name'])}" if owner else area["name"]
            assert any(text.startswith(wanted) for text in told), wanted
        patterns = {element.get("fill") for element in root.iter(f"{SVG}use")}
        owners = {shown["owner"] for id, shown in view["areas"].items() if shown.get("owner") and id in plan["areas"]}
        assert {f"url(#p{list(view['sides']).index(owner)})" for owner in owners} <= patterns


@pytest.mark.parametrize("title", TITLES)
def test_each_type_of_unit_has_a_symbol_that_is_drawn(title):
    game, board, facts = board_of(title)
    view = game.mapped(board, facts)
    root = tree.fromstring(svg.of_title(title, view))
    symbols = {element.get("id") for element in root.iter(f"{SVG}symbol")}
    shapes = {element.get("id") for element in root.iter(f"{SVG}path")}
    used = {element.get("href").removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert used <= symbols | shapes
    picture = drawing.Picture(drawing.plans(title)[next(iter(drawing.plans(title)))], view, {})
    plain = {counter["glyph"] for counter in picture.counters}
    assert plain <= symbols
    table = drawing.layouts(title)["symbols"]
    assert set(table.values()) <= symbols and set(view["types"]) <= set(table)


def test_a_focus_shows_an_area_and_its_neighbours():
    game, board, facts = board_of("red-dragon")
    view = game.mapped(board, facts)
    picture = drawing.Picture(drawing.plans("red-dragon")["main"], view, {}, "taiwan")
    assert "taiwan-strait" in picture.around("taiwan") and "java" not in picture.around("taiwan")
    assert picture.right - picture.left < 700
    tree.fromstring(svg.of_title("red-dragon", view, "main", "taiwan"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "name"), PLANS)
def test_a_focus_cuts_no_counter_and_its_words_have_room(title, name):
    game, board, facts = board_of(title, facts=150)
    view = game.mapped(board, facts)
    for focus in list(drawing.plans(title)[name]["areas"])[::9]:
        picture = drawing.Picture(drawing.plans(title)[name], {**view, "heading": "x" * 60}, {}, focus)
        frame = (picture.left, picture.top, picture.right, picture.bottom)
        for counter in picture.counters:
            inside = frame[0] <= counter["box"][0] and counter["box"][2] <= frame[2]
            assert inside or not overlap(counter["box"], frame), (focus, counter["tip"])
        assert picture.column >= 41 + 6 * max(len(row["text"]) for row in picture.legend) or picture.columns == 1
        heading = re.search(r'font-size="([\d.]+)" font-weight="bold" class="print"', _framed(picture))
        assert float(heading[1]) * 60 * 0.6 <= picture.width


def _framed(picture):
    return svg.document([picture], picture.view)


def test_an_area_of_two_enemies_is_shown_as_contested_and_no_side_vanishes():
    game, board, facts = board_of("red-dragon")
    view = game.mapped(board, facts)
    pieces = [
        {"side": side, "code": "X", "type": kind, "class": "land", "name": f"{side} {kind}", "count": count}
        for side, kind, count in (("prc", "marine", 2), ("allied", "infantry", 3), ("allied", "armor", 1))
    ]
    view["areas"]["taiwan"] = {**view["areas"]["taiwan"], "owner": "allied", "pieces": pieces}
    picture = drawing.Picture(drawing.plans("red-dragon")["main"], view, {})
    area = next(area for area in picture.cells + picture.discs if area["id"] == "taiwan")
    assert area["is_contested"] and len(area["owners"]) == 2 and "contested" in area["tip"]
    shown = [counter for counter in picture.counters if counter["area"] == "taiwan"]
    assert {counter["style"] for counter in shown} == set(area["owners"])
    assert sum(counter["count"] for counter in shown) == 6 and len(shown) == 3
    assert 'class="fought"' in svg.of_title("red-dragon", view)
    assert "contested" in [row["text"] for row in picture.legend]


def test_islands_have_their_counters_on_a_plate_apart_from_the_ships_around():
    game, board, facts = board_of("pacific", facts=200)
    picture = drawing.Picture(drawing.plans("pacific")["main"], game.mapped(board, facts), {})
    areas = picture.plan["areas"]
    islands = {counter["area"] for counter in picture.counters if areas[counter["area"]]["shape"] == "disc"}
    assert len(islands) > 5
    for plate in picture.plates:
        inside = {counter["area"] for counter in picture.counters if overlap(counter["box"], plate["box"])}
        assert len(inside) == 1


def test_the_star_of_a_fight_stands_clear_of_counters_where_there_is_room():
    game, board, facts = board_of("pacific", facts=400)
    view = {**game.mapped(board, facts), "battles": ["sz9", "sz38", "sz25", "philippines"]}
    picture = drawing.Picture(drawing.plans("pacific")["main"], view, {})
    for x, y in picture.battles:
        star = (x - 13, y - 13, x + 13, y + 13)
        assert not [counter["tip"] for counter in picture.counters if overlap(counter["box"], star)]


def test_places_lie_inside_and_apart():
    square = Region([{"outer": OUTER, "holes": [HOLE]}])
    assert square.holds(10, 10) and not square.holds(50, 50) and not square.holds(101, 5)
    places = free_places(square, (20, 20), (20, 10), 50, [(0, 0, 100, 20)])
    assert len(places) > 8
    for place, box in enumerate(places):
        assert square.holds_box(box) and box[1] >= 20
        assert not any(overlap(box, other) for other in places[:place])


def test_groups_lose_nobody():
    pieces = [
        {"side": "a", "code": "X", "type": "t", "class": "land", "name": "X t", "count": 3, "worn": 1},
        {"side": "a", "code": "Y", "type": "u", "class": "land", "name": "Y u", "count": 1},
        {"side": "a", "code": "X", "type": "f", "class": "air", "name": "X f", "count": 2},
        {"side": "b", "code": "Z", "type": "f", "class": "air", "name": "Z f", "count": 5},
    ]
    assert [(piece["side"], piece["count"], piece["code"]) for piece in by_class(pieces)] == [
        ("a", 4, ""),
        ("a", 2, "X"),
        ("b", 5, "Z"),
    ]
    land = by_class(pieces)[0]
    assert land["worn"] == 1 and land["name"] == "3 X t (1 damaged), Y u"
    assert [piece["count"] for piece in by_side(pieces)] == [6, 5]


@pytest.mark.longer
def test_the_command_draws_both_formats_and_says_what_it_cannot(tmp_path):
    path = tools.new_game(tmp_path)
    assert tools.pbem("map", path, "-o", tmp_path / "m.svg", "--focus", "Taiwan").code == 0
    assert tree.parse(tmp_path / "m.svg").getroot().tag == f"{SVG}svg"
    assert tools.pbem("map", path, "-o", tmp_path / "m.png").code == 0
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
    ran = tools.pbem("map", path, "-o", tmp_path / "n.svg", "--focus", "atlantis")
    assert ran.code == 3 and "atlantis" in ran.err and not (tmp_path / "n.svg").exists()
    assert tools.pbem("map", path, "-o", tmp_path / "n.svg", "--step", "99").code == 2


def scenario(name):
    game = load("cataclysm")
    charter = charters.make(game, "m", name, anchors={"referee": {"first": "0" * 64, "n": 1}})
    return game.mapped(game.new_board(charter))


@pytest.mark.parametrize(("name", "maps"), [("c1", ["europe", "pacific"]), ("c3", ["europe"]), ("c4", ["pacific"])])
def test_the_whole_map_is_every_map_that_the_scenario_is_played_on(name, maps):
    view = scenario(name)
    assert list(drawing.plans_in_play(drawing.plans("cataclysm"), view)) == maps
    root = tree.fromstring(svg.of_title("cataclysm", view))
    names = [text.text for text in root.iter(f"{SVG}text")]
    there = {area for plan in maps for area in drawing.plans("cataclysm")[plan]["areas"]}
    assert ("Siam" in names, "Spain" in names) == ("siam" in there, "spain" in there)
    assert float(root.get("height")) > 1100 * len(maps)


def test_what_a_scenario_leaves_out_is_marked_and_said():
    view = scenario("c4")
    picture = drawing.Picture(drawing.plans("cataclysm")["pacific"], view, {})
    out = {area["id"] for area in picture.cells if area["is_out"]}
    assert out == {"irkutsk", "maritime-territory", "siberia"}
    tips = {area["id"]: area["tip"] for area in picture.cells}
    assert tips["siberia"] == "Siberia; not in this scenario" and tips["india"].startswith("India; held by the United")
    assert {"what": "out", "text": "not in this scenario"} in picture.legend


def test_a_base_shows_its_owner_by_colour_and_by_letters():
    view = scenario("c4")
    picture = drawing.Picture(drawing.plans("cataclysm")["pacific"], view, {})
    codes = {base["tip"]: base["code"] for base in picture.bases}
    assert codes["naval base, Japanese"] == "JP" and codes["naval base, American"] == "US"
    view["areas"]["wake"]["base"] = None
    assert len(drawing.Picture(drawing.plans("cataclysm")["pacific"], view, {}).bases) == len(picture.bases) - 1


def test_a_power_has_one_colour_in_every_scenario():
    assert list(scenario("c1")["sides"]) == list(scenario("c3")["sides"])


@pytest.mark.parametrize("title", sorted({title for title, _ in PLANS}))
def test_what_never_moves_is_in_the_layouts_as_it_would_be_drawn_now(title):
    """Maps are drawn from the layouts; after a change of ground.py: python tools/draw_layouts.py."""
    for name, plan in drawing.plans(title).items():
        assert plan["name"] == name and plan["ground"] == ground(plan)
