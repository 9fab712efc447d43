"""The site of a club: every page is there, links lead somewhere, and two runs give the same bytes."""

import html
import json
import os
import re
import signal
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.core.language.draw_and_resign import AGREE
from pbem.core.play.gamefile import from_bytes, read, render
from pbem.core.record import calendar
from pbem.core.record import charter as charters
from pbem.core.record.now import asked_seats
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, play_on, random_orders
from pbem.core.trial.selfplay import Chance
from pbem.site import club
from pbem.site import pages as pages_module
from pbem.site.club import player_page, standings
from pbem.site.game import verdict
from pbem.site.pages import site
from pbem.site.plots import charts
from tests.cli import tools
from tests.robot_games import game_file
from tools.browser_test import served


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    made = [game_file("b-game", people={"prc": "Ana <b>", "allied": "Ben"}), game_file("a-game", "pacific", 2)]
    folder = tmp_path_factory.mktemp("games")
    for file in made:
        (folder / f"{file.name}.json").write_bytes(render(file))
    return [read(str(folder / f"{file.name}.json")) for file in made]


@pytest.fixture(scope="module")
def made(files, tmp_path_factory):
    """The site of those files, for who only reads it."""
    folder = tmp_path_factory.mktemp("made")
    site(paths_of(files), folder)
    return folder


def paths_of(files):
    return [file.path for file in files]


def pages(folder):
    return {
        os.path.relpath(os.path.join(root, name), folder): open(os.path.join(root, name), "rb").read()
        for root, _, names in os.walk(folder)
        for name in names
    }


def test_a_game_has_one_page_and_one_film(files, tmp_path):
    written = site(paths_of(files), tmp_path)
    found = pages(tmp_path)
    assert sorted(os.path.relpath(path, tmp_path) for path in written) == sorted(
        name for name in found if not name.endswith("made.json") and not name.startswith("common")
    )
    assert os.path.relpath(written[0], tmp_path) == "index.html"
    for file in files:
        own = {name.partition("/")[2] for name in found if name.startswith(f"{file.name}/")}
        turns = {f"turn-{seat}.html" for seat in asked_seats(file)}
        plots = {"plots.svg"} if charts(file) else set()
        assert turns and own == {*turns, *plots, "index.html", "film.js", "board.svg", "report.json", "made.json"}


def test_what_has_not_changed_is_not_made_again(tmp_path):
    paths, told = [], []
    for name in ("a", "b"):
        paths.append(str(tmp_path / f"{name}.json"))
        (tmp_path / f"{name}.json").write_bytes(render(game_file(name, entries=2)))
    folder = tmp_path / "public"

    def run():
        told.clear()
        site(paths, folder, progress=lambda done, due: told.append((done, due)))
        return list(told)

    assert run() == [(1, 2), (2, 2)]
    first = pages(folder)
    assert run() == [] and pages(folder) == first
    (folder / "a" / "film.js").unlink()
    assert run() == [(1, 1)] and pages(folder) == first
    (tmp_path / "b.json").write_bytes(render(game_file("b", entries=4)))
    assert run() == [(1, 1)]
    after = pages(folder)
    assert after["b/film.js"] != first["b/film.js"] and after["a/film.js"] == first["a/film.js"]
    made = json.loads((folder / "a" / "made.json").read_text())
    for altered in ({"files": [3]}, {**made, "row": {}}, {**made, "row": {**made["row"], "entries": 99}}):
        (folder / "a" / "made.json").write_text(json.dumps(altered))
        assert run() == [(1, 1)] and pages(folder) == after


@pytest.mark.longer
def test_two_processes_give_the_same_bytes(files, made, tmp_path):
    site(paths_of(files), tmp_path / "two", jobs=2)
    assert pages(made) == pages(tmp_path / "two")


def test_a_seat_that_is_not_asked_any_more_loses_its_turn_page(files, tmp_path):
    seats = asked_seats(files[0])
    folder = tmp_path / "b-game"
    folder.mkdir()
    for seat in files[0].charter["seats"]:
        (folder / f"turn-{seat}.html").write_text("old")
    site(paths_of(files), tmp_path)
    assert [seat for seat in files[0].charter["seats"] if (folder / f"turn-{seat}.html").exists()] == seats


def addresses(name, text):
    """The addresses in a page, as names in the folder of the site; those inside the page are left out."""
    for address in re.findall(r'(?:href|src)="([^"]*)"', text.decode()):
        place = address.partition("#")[0]
        if place and not address.startswith("mailto:"):
            yield os.path.normpath(os.path.join(os.path.dirname(name), place))


def test_whatever_a_page_names_is_there(made):
    found, named = pages(made), set()
    for name, text in found.items():
        if name.endswith(".html"):
            named |= {*addresses(name, text)}
            for inside in re.findall(r'<a href="#([^"]*)"', text.decode()):
                assert inside.isdigit() or f'id="{inside}"' in text.decode(), inside
    assert named <= {*found}
    assert {*found} - named == {name for name in found if name.endswith("made.json")}, "every file is led to"
    people = {player_page(name) for name in ("Ana <b>", "Ben")}
    assert people == {name for name in found if name.startswith("players")} and people <= named


def test_a_web_server_gives_what_lies_on_the_disk(made):
    """Every page and all that it names, by its address; programs as programs, pictures as pictures."""
    found = pages(made)
    kinds = {
        "html": "text/html",
        "js": "javascript",
        "css": "text/css",
        "svg": "image/svg+xml",
        "json": "application/json",
    }
    named = {one for name, text in found.items() if name.endswith(".html") for one in addresses(name, text)}
    with served(made) as address:
        for name in sorted({"index.html", *named}):
            with urlopen(f"{address}/{quote(name)}") as answer:
                assert answer.read() == found[name] and kinds[name.rpartition(".")[2]] in answer.headers["Content-Type"]


def test_on_paper_nothing_is_dark_and_there_is_nothing_to_click(made):
    shown = [text.decode() for name, text in pages(made).items() if name.endswith((".css", ".svg"))]
    dark = [rule for text in shown for rule in re.findall(r"@media[^{]*dark[^{]*", text)]
    assert dark and {"screen" in rule for rule in dark} == {True}
    style = next(text for name, text in pages(made).items() if name.startswith("common/page")).decode()
    printed = style.partition("@media print{")[2]
    assert "#controls,#readout,nav{display:none}" in printed and style.rstrip().endswith(printed.rstrip())


def test_each_curve_is_a_picture_with_its_own_words(files, made):
    for file in files:
        text = (made / file.name / "index.html").read_text()
        assert re.findall(r'<img class="plots"[^>]* alt="([^"]*)"', text) == [
            html.escape(chart.told()) for chart in charts(file)
        ]


@pytest.mark.longer
def test_shared_files_that_no_page_needs_any_more_go(files, tmp_path):
    site(paths_of(files)[:1], tmp_path)
    first = {name for name in pages(tmp_path) if name.startswith("common")}
    (tmp_path / "common" / "film-00000000.js").write_text("old")
    (tmp_path / "common" / "index.html").write_text("of a game that is called so")
    site(paths_of(files)[1:], tmp_path)
    after = {name for name in pages(tmp_path) if name.startswith("common")}
    assert len(first) == 6 and first < after, "the game that was not named this time needs them"
    assert len(after) == 8 and "common/film-00000000.js" not in after and "common/index.html" in after


def test_the_index_names_games_people_and_whom_they_wait_for(files, made):
    text = (made / "index.html").read_text()
    assert text.index("a-game") < text.index("b-game")
    assert "Ana &lt;b&gt;" in text and "<b>" not in text
    waiting = {files[0].charter["powers"][row["power"]] for row in files[0].waiting}
    assert all({"prc": "Ana &lt;b&gt;", "allied": "Ben"}[seat] in text for seat in waiting)


def test_a_club_has_a_name_of_its_own_and_says_how_it_is_reached(files, tmp_path):
    names = ("--name", "Wednesday <Club>", "--about", "By mail since 1987.", "--contact", "club@example.org")
    tools.done("site", *paths_of(files), "-o", tmp_path, *names)
    text = (tmp_path / "index.html").read_text()
    assert text.count("Wednesday &lt;Club&gt;") == 2 and "By mail since 1987." in text
    assert '<a href="mailto:club@example.org">' in text


def test_times_are_short_and_of_the_zone_of_who_reads(files, tmp_path):
    path = tmp_path / "t.json"
    path.write_bytes(render(game_file("t", entries=2)))
    told = {**read(str(path)).calendar, "stops": {str(entry): f"2026-11-0{entry}T18:30" for entry in (1, 2, 3)}}
    calendar.write(told, str(path))
    site([str(path)], tmp_path / "public")
    text = (tmp_path / "public" / "index.html").read_text()
    assert '<time datetime="2026-11-03T18:30Z">3 Nov 2026, 18:30</time>' in text and "Times are UTC." in text
    assert "common/times-" in text


def test_two_games_of_one_name_stand_side_by_side(tmp_path):
    paths = []
    for number, who in enumerate(("Ann", "Bob")):
        (tmp_path / str(number)).mkdir()
        paths.append(str(tmp_path / str(number) / "g.json"))
        (tmp_path / str(number) / "g.json").write_bytes(render(game_file("g", entries=1, people={"prc": who})))
    places = {f"g-{read(path).game_id.hex()[:8]}" for path in paths}
    site(paths, tmp_path / "public")
    assert {place.name for place in (tmp_path / "public").glob("g*")} == places and len(places) == 2
    text = (tmp_path / "public" / "index.html").read_text()
    assert all(f'href="{place}/index.html"' in text for place in places)
    with pytest.raises(BrokenFile) as refused:
        site([paths[0], paths[0]], tmp_path / "twice")
    assert {problem.code for problem in refused.value.problems} == {"game-twice"}


def test_finished_games_stand_on_pages_of_a_few(monkeypatch, tmp_path):
    row = {
        "title": "T",
        "moment": "M",
        "entries": 1,
        "people": [],
        "waiting": [],
        "since": "",
        "hours": {},
        "over": True,
    }
    rows = [{**row, "name": f"g{n}", "marks": {}, "decision": "", "head": "0" * 32} for n in range(1, 6)]
    monkeypatch.setattr(club, "ON_A_PAGE", 2)
    (tmp_path / "finished-9.html").write_text("of a larger club")
    paths = [os.path.basename(path) for path in club.write_club(tmp_path, rows)]
    assert paths == ["index.html", "finished-2.html", "finished-3.html"]
    assert sorted(path.name for path in tmp_path.glob("*.html")) == sorted(paths)
    for name, games in zip(paths, (["g1", "g2"], ["g3", "g4"], ["g5"])):
        text = (tmp_path / name).read_text()
        assert re.findall(r'<h3><a href="(g\d)/', text) == games and "5 finished games" in text
        links = set(re.findall(r'<a href="((?:index|finished)[^"]*)"', text))
        assert links >= {"index.html#over", "finished-2.html", "finished-3.html"} - {name, "index.html#over"}


@pytest.mark.longer
def test_two_runs_give_the_same_bytes(files, made, tmp_path):
    site(reversed(paths_of(files)), tmp_path / "two")
    assert pages(made) == pages(tmp_path / "two")


def test_standings_count_finished_games_by_person():
    def row(**marks):
        people = [{"seat": "prc", "name": "Ana"}, {"seat": "allied", "name": "Ben"}]
        return {"people": people, "marks": marks}

    won = [row(prc="won", allied="lost"), row(prc="won", allied="lost"), row(prc="lost", allied="won")]
    rows = [*won, row(prc="drawn", allied="drawn"), row()]
    assert standings(rows) == [
        {"name": "Ana", "played": 4, "won": 2, "drawn": 1, "points": 5},
        {"name": "Ben", "played": 4, "won": 1, "drawn": 1, "points": 3},
    ]


@pytest.mark.longer
def test_the_command(files, tmp_path):
    for file in files:
        (tmp_path / f"{file.name}.json").write_bytes(render(file))
    ran = tools.pbem("site", tmp_path / "a-game.json", tmp_path / "b-game.json", "-o", tmp_path / "public")
    assert ran.code == 0 and (tmp_path / "public" / "b-game" / "film.js").exists()
    assert tools.pbem("site", tmp_path / "a-game.json", tmp_path / "a-game.json", "-o", tmp_path / "x").code == 4


def test_every_page_says_what_a_verification_came_to(files, made):
    assert "all 5 entries hold" in (made / "b-game" / "index.html").read_text()
    lines = render(files[0]).decode().splitlines(keepends=True)
    lines[-1] = lines[-1].replace('"state":"', '"state":"0', 1).replace('0","steps"', '","steps"')
    assert "does not hold" in verdict(from_bytes("".join(lines).encode()))


def test_an_interrupted_run_says_what_stays_and_the_next_one_goes_on(tmp_path, monkeypatch):
    for name in "abc":
        (tmp_path / f"{name}.json").write_bytes(render(game_file(name, entries=1)))
    words = ("site", *(tmp_path / f"{name}.json" for name in "abc"), "-o", tmp_path / "public", "--jobs", "1")
    make = pages_module.make_game

    def interrupted(path, *others):
        if path.endswith("c.json"):
            raise KeyboardInterrupt
        return make(path, *others)

    monkeypatch.setattr(pages_module, "make_game", interrupted)
    ran = tools.pbem(*words)
    assert ran.code == 130 and "Interrupted; the pages of 2 games are made, and stay; the next run" in ran.err
    monkeypatch.undo()
    ran = tools.pbem(*words)
    assert ran.code == 0 and "2 games had not changed" in ran.err + ran.out


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children know the function that the test puts there")
def test_a_game_that_ends_its_process_costs_no_other_game_anything(tmp_path, monkeypatch):
    paths = [str(tmp_path / f"{name}.json") for name in "abc"]
    for path in paths:
        with open(path, "wb") as file:
            file.write(render(game_file(os.path.basename(path)[0], entries=1)))
    make = pages_module.make_game

    def kill(path, *others):
        if path == paths[1]:
            os.kill(os.getpid(), signal.SIGKILL)
        return make(path, *others)

    monkeypatch.setattr(pages_module, "make_game", kill)
    with pytest.raises(BrokenFile) as lost:
        site(paths, tmp_path / "public", jobs=2)
    assert [(problem.code, problem.where) for problem in lost.value.problems] == [("game-ended-process", paths[1])]
    text = (tmp_path / "public" / "index.html").read_text()
    assert "a/index.html" in text and "c/index.html" in text and "b/index.html" not in text
    monkeypatch.undo()
    site(paths, tmp_path / "public", jobs=2)
    assert "b/index.html" in (tmp_path / "public" / "index.html").read_text()


def test_a_game_that_cannot_be_made_again_costs_no_other_game_anything(tmp_path):
    paths = [str(tmp_path / f"{name}.json") for name in "ab"]
    for path in paths:
        lines = render(game_file(os.path.basename(path)[0], entries=2)).decode().splitlines(keepends=True)
        if path == paths[0]:
            lines[-1] = lines[-1].replace('"state":"', '"state":"0', 1).replace('0","steps"', '","steps"')
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.writelines(lines)
    with pytest.raises(BrokenFile) as lost:
        site(paths, tmp_path / "public")
    assert [problem.where for problem in lost.value.problems] == ["entry 2#/state"]
    text = (tmp_path / "public" / "index.html").read_text()
    assert "b/index.html" in text and "a/index.html" not in text and not (tmp_path / "public" / "a").exists()
    ran = tools.pbem("site", *paths, "-o", tmp_path / "two", "--jobs", "2")
    assert ran.code == 4 and (tmp_path / "two" / "b" / "film.js").exists()


def test_a_game_that_both_call_a_draw_is_drawn_and_gives_a_point_to_each(tmp_path):
    game = load("red-dragon")
    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    names = {"prc": "Ana", "allied": "Ben"}
    club = Club(charters.make(game, "even", "ready", names=names, anchors=anchors), "even")
    file = play_on(club.new_game(), club, Chance("even"), 2)
    offer = {"power": "prc", "verb": "draw", "value": True, "line": 1, "text": "offer draw"}
    for _ in range(9):  # an offer is heard when the power that makes it is asked
        orders = {order["seat"]: order for order in random_orders(file, Chance("even"))}
        for seat, order in orders.items():
            answers = [{**one, "value": "accept"} if one["kind"] == AGREE else one for one in order["answers"]]
            orders[seat] = {**order, "answers": answers, "petitions": [offer] if seat == "prc" else []}
        file = file if file.is_over else club.adjudicate(file, list(orders.values())).file
    assert file.is_over
    (tmp_path / "even.json").write_bytes(render(file))
    site([str(tmp_path / "even.json")], tmp_path / "public")
    text = re.sub(r"\s+", " ", (tmp_path / "public" / "index.html").read_text())
    assert "<strong>drawn</strong>" in text and "over, won" not in text
    for name in ("Ana", "Ben"):
        assert f">{name}</a></th><td>1</td><td>0</td><td>1</td><td>1</td></tr>" in text
