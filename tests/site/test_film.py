"""A film: what it shows of each entry is what the board of that entry shows, forwards and backwards."""

import json
import re
from base64 import b64decode, b64encode
from gzip import decompress
from hashlib import sha256

import pytest

from pbem.core.play.gamefile import render
from pbem.core.play.repair import going_back
from pbem.core.trial.robots import Club
from pbem.interface.reading import tell
from pbem.maps.slots import Filming, slots
from pbem.report.build import build
from pbem.site.film import STEP, Film, film_script
from tests.cli.tools import pbem
from tests.robot_games import game_file


@pytest.fixture(scope="module", params=[("red-dragon", 70), ("pacific", 6), ("cataclysm", 30)], ids=lambda row: row[0])
def film(request):
    title, entries = request.param
    file = game_file("film", title, entries)
    return Film(file, Filming(file.game))


def data_of(film):
    """The data as a page gets them."""
    script = film_script(film.data)
    assert script.startswith('pbemFilm="') and script.endswith('";\n')
    return json.loads(decompress(b64decode(script[len('pbemFilm="') : -3])))


def boards(data):
    """The board of every frame, from the first one and the changes."""
    board = list(data["boards"]["0"])
    yield list(board)
    for frame in data["frames"][1:]:
        for slot, before, now in frame["changes"]:
            assert board[slot] == before != now
            board[slot] = now
        yield list(board)


def test_whole_boards_are_what_the_changes_lead_to(film):
    data = data_of(film)
    found = list(boards(data))
    assert len(found) == film.file.n + 1
    assert {int(number) for number in data["boards"]} == set(range(0, len(found), STEP))
    for number, board in data["boards"].items():
        assert found[int(number)] == board


def test_changes_taken_back_lead_to_the_start(film):
    data = data_of(film)
    board = list(boards(data))[-1]
    for frame in reversed(data["frames"][1:]):
        for slot, before, now in frame["changes"]:
            assert board[slot] == now
            board[slot] = before
    assert board == data["boards"]["0"]


def test_a_frame_is_the_board_drawn_alone(film):
    """Drawn with what earlier frames found out, and drawn by somebody who knows nothing: the same."""
    data, file = data_of(film), film.file
    found = list(boards(data))
    for number in {0, 1, file.n // 2, file.n}:
        facts = [fact for at, step in file.story(number) for fact in step["facts"] if at == number]
        alone = {}
        for picture in Filming(file.game).pictures(file.board_after(number), facts):
            alone.update(slots(picture))
        for slot, name in enumerate(data["slots"]):
            things = [(*data["texts"][text], *place) for text, *place in data["values"][found[number][slot]]]
            wanted = [(one[0], one[1], *one[2:5]) for one in alone.get(name, ())]
            assert [_whole(one) for one in things] == wanted
        assert set(alone) <= set(data["slots"])


def _whole(one):
    return (*one, 1) if len(one) == 4 else one


def test_a_frame_tells_what_the_report_of_its_entry_tells(film):
    data, file = data_of(film), film.file
    for number in (1, file.n):
        frame, report = data["frames"][number], build(file, number - 1, number)
        told = [[part["heading"], [line["text"] for line in part["lines"]]] for part in report["story"]]
        assert [[heading, [line[0] for line in lines]] for heading, lines in frame.get("story", [])] == told
        assert [label for label, _ in frame.get("draws", [])] == [draw["label"] for draw in report["draws"]]
    moved = [frame for frame in data["frames"] if frame.get("by")]
    assert moved and all(data["seats"][seat] for frame in moved for seat in frame["by"])


def test_what_was_taken_back_is_taken_back_in_the_film():
    file = game_file("film", entries=6)
    after = Club(file.charter, "film").noted(file, going_back(file, 3, "a slip"))
    data = data_of(Film(after, Filming(after.game)))
    found = list(boards(data))
    still = [slot for slot, name in enumerate(data["slots"]) if name.split("/")[1] not in ("arrows", "bursts")]
    assert [found[7][slot] for slot in still] == [found[3][slot] for slot in still]
    assert [found[6][slot] for slot in still] != [found[3][slot] for slot in still]
    assert (
        data["frames"][7]["note"] == ["redo", "entries 4, 5 and 6 are undone; a slip; said by the referee"]
        and len(data["frames"]) == 8
    )


def test_a_film_in_one_file_asks_for_nothing_from_elsewhere(tmp_path):
    file = game_file("film", "red-dragon", 12)
    path = tmp_path / "g.json"
    path.write_bytes(render(file))
    page = tell(path, "film")
    assert not re.search(r"""(?:src|href)=["'](?!data:image/svg\+xml;base64,|\#)""", page.split("<script>")[0])
    admitted = set(re.findall(r"'sha256-([^']+)'", page.split("<title>")[0]))
    parts = [*re.findall(r"<style>(.*?)</style>", page, re.S), *re.findall(r"<script>(.*?)</script>", page, re.S)]
    assert len(parts) == 4 and {b64encode(sha256(part.encode()).digest()).decode() for part in parts} == admitted
    data = json.loads(decompress(b64decode(re.search('pbemFilm="([^"]*)"', page)[1])))
    assert len(data["frames"]) == file.n + 1
    assert len(page.encode()) < 250_000


@pytest.mark.parametrize("words", [["--seat", "prc"], ["--step", "3"], ["--since", "2"]])
def test_a_film_is_of_the_whole_game(tmp_path, words):
    path = tmp_path / "g.json"
    path.write_bytes(render(game_file("film", "red-dragon", 12)))
    ran = pbem("report", path, "--format", "film", *words)
    assert ran.code == 2 and "whole game" in ran.err
