"""Plots: the same in picture and words, made from the record alone, without scripts."""

from xml.etree import ElementTree

import pytest

from pbem.core.play.gamefile import read, render
from pbem.core.record import calendar
from pbem.site.plots import charts, heading_of, svg_of
from tests.cli import tools
from tests.robot_games import game_file


@pytest.fixture(scope="module", params=["red-dragon", "pacific", "cataclysm"])
def file(request):
    return game_file("plots", request.param, 12)


def test_every_chart_has_a_value_for_every_entry(file):
    found = charts(file)
    assert found[0].labels == list(range(file.n + 1))
    assert all(len(values) == len(chart.labels) for chart in found for values in chart.lines.values())
    assert len({chart.title for chart in found}) == len(found) >= 2


def test_a_curve_ends_where_the_title_measures_the_board(file):
    board, telling = file.current_board(), file.game.telling
    say, measures = telling.say(board), telling.measures(board)
    measured = {
        (f"{name[:1].upper()}{name[1:]}", say.power(power)): value
        for power in file.charter["powers"]
        for name, value in {**measures[power], **telling.stock(board, power)}.items()
    }
    drawn = {
        (chart.title, power): values[-1]
        for chart in charts(file)
        for name, values in chart.lines.items()
        for power in map(say.power, file.charter["powers"])
        if power in name
    }
    assert drawn and drawn.items() <= measured.items()
    for chart in charts(file):
        if not chart.title.startswith("All dice"):
            drawn_powers = [power for title, power in drawn if title == chart.title]
            assert len(drawn_powers) == len({power for title, power in measured if title == chart.title})


def test_lines_that_lie_upon_each_other_are_one(file):
    for chart in charts(file):
        assert len({tuple(values) for values in chart.lines.values()}) == len(chart.lines)
        assert len(chart.styles) == len(set(chart.styles)) == len(chart.lines)


def test_luck_is_what_came_less_what_chance_gives(file):
    came = sum(
        sum(result) - len(result) * (int(what.split("d")[1]) + 1) / 2
        for entry in file.entries
        for _, what, result in entry.get("draws", ())
        if "d" in what
    )
    luck = [chart for chart in charts(file) if chart.title.startswith("All dice")]
    assert [chart.lines["what came"][-1] for chart in luck] == [came] * len(luck)


def test_the_picture_is_the_same_twice_and_has_no_scripts(file):
    text = svg_of(charts(file), heading_of(file))
    assert text == svg_of(charts(file), heading_of(file))
    root = ElementTree.fromstring(text)
    assert "<script" not in text and "<!--" not in text and "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert charts(file)[0].told() in root.find("{*}desc").text
    drawn = [node for node in root.iter() if node.get("class") == "pygal-chart"]
    assert len(drawn) == len(charts(file))
    for chart, node in zip(charts(file), drawn):
        said = {"".join(text.itertext()) for text in node.iter("{http://www.w3.org/2000/svg}text")}
        assert {chart.title, *chart.lines} <= said


def test_the_time_that_seats_took_is_told_from_the_calendar(tmp_path):
    path = tmp_path / "g.json"
    path.write_bytes(render(game_file("plots", entries=3)))
    file = read(str(path))
    stops = {str(entry): f"2026-03-0{1 + entry}T00:00" for entry in range(1, 4)}
    came = {
        str(entry["n"]): dict.fromkeys(entry["asked"], f"2026-03-0{2 + entry['n']}T00:00") for entry in file.entries
    }
    calendar.write({**file.calendar, "stops": stops, "came": came}, str(path))
    file = read(str(path))
    [chart] = [chart for chart in charts(file) if chart.is_bars]
    asked = {seat for entry in file.entries for seat in entry["asked"]}
    assert len(chart.labels) == len(asked) and set(chart.lines["the longest"]) == {24.0}
    assert f"{chart.labels[0]} 24" in chart.told()


def test_the_command(tmp_path):
    path = tmp_path / "g.json"
    path.write_bytes(render(game_file("plots", entries=3)))
    assert tools.pbem("plot", path, "-o", tmp_path / "g.svg").code == 0
    assert (tmp_path / "g.svg").read_text().startswith("<svg ")
    assert tools.pbem("plot", path, "-o", tmp_path / "g.txt", "--words").code == 0
    assert "at the end" in (tmp_path / "g.txt").read_text()
    assert tools.pbem("plot", tmp_path / "none.json", "-o", tmp_path / "x.svg").code in (2, 4)
    path.write_bytes(render(game_file("plots", entries=0)))
    run = tools.pbem("plot", path, "-o", tmp_path / "x.svg")
    assert run.code == 2 and "nothing to draw yet" in run.err
    assert not (tmp_path / "x.svg").exists()
