"""Reports as pages with their maps, and a static site of several games: index, a page and a film a game, JSON.

Everything is made from the canonical reports and from what the titles show on their maps.  Two runs on the same
files give the same bytes: no time stands on a page.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import cast

from pbem.core.data.problems import BrokenFile, Problem
from pbem.core.data.processes import ended, shared
from pbem.core.data.program import program_digest
from pbem.core.data.store import Folder
from pbem.core.data.text import listed
from pbem.core.play.gamefile import GameFile, read
from pbem.core.play.import_lines import forked_entries
from pbem.core.record.outcome import outcome
from pbem.maps.of_game import maps_of
from pbem.report.build import history
from pbem.report.html import render
from pbem.report.shapes import Report
from pbem.report.sheet import sheet
from pbem.tournament.cup import Cup
from pbem.tournament.results import Decision, decision_on, decisions

from . import common, tournament
from .club import row_of, write_club
from .game import HAS_PLOTS, verdict, write_game, write_turns
from .parts import as_json, write
from .shapes import OURS, Club, Comments, Link, Made, Row

MADE = "made/2"  # the form of made.json
Due = tuple[str, str, str, str, Decision | None, Comments, Link | None]
"""What make_game takes, of one game."""
Done = tuple[str, Row, list[str]] | list[Problem]
"""What it gives; or why the lines of a file cannot be made again."""


def report_page(file: GameFile, report: Report, orders: str = "", verified: str = "") -> str:
    """A report as a page, with the maps of the board as it is then and the story before it."""
    facts = [fact for _, step in file.story(report["entry"], report["since"]) for fact in step["facts"]]
    caption = f"{report['moment']}, with the moves told above"
    maps = [(caption, svg) for _, svg in maps_of(file, file.board_after(report["entry"]), facts)]
    before = history(file, report["since"]) if report["since"] else ()
    return render(sheet(report, orders, maps, before, verified))


def site(
    paths: Iterable[str],
    folder: Folder,
    address_of: Callable[[GameFile], str] = lambda file: "",
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    cups: Sequence[Cup] = (),
    comments: Mapping[str, Comments] | None = None,
    cluster: str | None = None,
    club: Club = OURS,
) -> list[str]:
    """Write the site of the games in some files into a folder; the paths of what belongs to it, in order.

    index.html      whom games wait for, the games with small maps, the standings; players/ has a page for each player,
                    finished-2.html and so on further games that are over
    common/         what pages share (site.common)
    NAME/index.html the game: its film, who is asked, the board, the record; NAME/film.js, board.svg, report.json
    NAME/turn-SEAT.html the turn page of each seat that is asked
    tournament-NAME.html, .json  a page for each tournament: its table, rounds and acts
    NAME/made.json  from what these were made: a game of which nothing has changed is not made again

    address_of  where orders of a game are sent
    jobs        how many processes make games at once
    cluster     the address of a Dask cluster that makes them instead; its machines see the same files and folder
    progress    called with (games made, games to make) after each
    cups        tournaments (tournament.cup.Cup): what their directors decided is what a game came to
    comments    {path: {entry: [paragraphs]}} of annotated games
    club        whose games they are (shapes.Club)
    Raises BrokenFile, when all others are made, for files that are no games or cannot be read, for games of which there
    are two, and for those that ended their process twice or whose lines cannot be made again.
    """
    files, lost = _games(paths)
    needed = {name for file in files.values() for name in common.names_of(file.game.id)}
    needed |= {common.file_name(name) for name in common.OF_A_CLUB}
    common.write(folder, sorted(needed))
    due, rows, written = _to_make(files, folder, address_of, cups, comments or {})
    for path, found in _told_as_made(due, jobs, cluster, progress):
        if found is None:
            lost.append(ended(path))
        elif isinstance(found, list):
            lost += found
        else:
            name, rows[name], written[name] = found
    known = {name: file for name, file in files.items() if name in rows}
    paths = [os.path.join(folder, place, name) for place in known for name in written[place]]
    pages = [path for cup in cups for path in tournament.write_tournament(folder, cup, known)]
    paths = [*write_club(folder, [rows[name] for name in known], map(tournament.link, cups), club), *pages, *paths]
    common.tidy(folder, needed | _shared_by_others(folder))
    BrokenFile.if_any(lost)
    return paths


def _to_make(
    files: Mapping[str, GameFile],
    folder: Folder,
    address_of: Callable[[GameFile], str],
    cups: Sequence[Cup],
    comments: Mapping[str, Comments],
) -> tuple[list[Due], dict[str, Row], dict[str, list[str]]]:
    """What is to be made anew, and of all other games their rows and files: ``{folder of its pages: …}``."""
    program, acts = program_digest(), decisions(cups)
    of_cups = {one["game"]: tournament.link(cup) for cup in cups for one in cup.pairings}
    due: list[Due] = []
    rows: dict[str, Row] = {}
    written: dict[str, list[str]] = {}
    for name, file in files.items():
        place, address, act = os.path.join(folder, name), address_of(file), decision_on(file, acts)
        remarks, cup = comments.get(file.path, {}), of_cups.get(file.name)
        key = _key(file, address, program, [act, cup], remarks)
        if kept := _made_before(place, key):
            rows[name], written[name] = kept["row"], kept["files"]
        else:
            due.append((file.path, place, address, key, act, remarks, cup))
    return due, rows, written


def _games(paths: Iterable[str]) -> tuple[dict[str, GameFile], list[Problem]]:
    """``{folder of its pages: game}`` of which a site can be made, and what is wrong with the other files.  Of two
    files of one game nobody knows which is: neither is taken.  A name of two games has part of their ids behind it."""
    files: dict[tuple[str, str], list[GameFile]] = {}
    lost: list[Problem] = []
    for path in paths:
        try:
            file = read(path)
            common.names_of(file.game.id)  # so its title is installed, and its pack holds
            files.setdefault((file.name, file.game_id.hex()[:8]), []).append(file)
        except BrokenFile as broken:
            lost += broken.problems
    for (name, _), found in files.items():
        if len(found) > 1:
            lost += [Problem("game-twice", where=file.path, game=name, others=_others(file, found)) for file in found]
    single = {key: found[0] for key, found in sorted(files.items()) if len(found) == 1}
    names = [name for name, _ in single]
    return {name if names.count(name) == 1 else f"{name}-{id}": file for (name, id), file in single.items()}, lost


def _others(file: GameFile, found: Iterable[GameFile]) -> str:
    return listed([one.path for one in found if one is not file])


def _shared_by_others(folder: Folder) -> set[str]:
    """The shared files that pages of games in the folder need, also of games that were not named this time."""
    made = [_made_at(os.path.join(folder, place)) for place in sorted(os.listdir(folder))]
    return {name for one in made if one for name in one["common"]}


def _told_as_made(
    due: Sequence[Due], jobs: int, cluster: str | None, progress: Callable[[int, int], None] | None
) -> Iterator[tuple[str, Done | None]]:
    """``(path of a game, what make_games gave of it)``, each told to `progress` when it has been taken."""
    for made, ((path, *_), found) in enumerate(_all_made(due, jobs, cluster), 1):
        yield path, found
        if progress:
            progress(made, len(due))


def _all_made(due: Sequence[Due], jobs: int, cluster: str | None = None) -> Iterator[tuple[Due, Done | None]]:
    """Make the pages of games: ``(one of due, what make_games gave of it)``; None where a game ended two processes."""
    if cluster:
        due = [
            (os.path.abspath(path), os.path.abspath(place), address, key, act, comments, cup)
            for path, place, address, key, act, comments, cup in due
        ]
    for batch, made in shared(make_games, due, 1, jobs, cluster):
        yield from zip(batch, made or [None])


def make_games(batch: Iterable[Due]) -> list[Done]:
    """`make_game` of each of a batch; the problems of a file of which the lines cannot be made again."""
    made: list[Done] = []
    for one in batch:
        try:
            made.append(make_game(*one))
        except BrokenFile as broken:
            made.append(broken.problems)
    return made


def make_game(
    path: str,
    place: str,
    address: str,
    key: str,
    act: Decision | None,
    comments: Comments,
    cup: Link | None = None,
) -> tuple[str, Row, list[str]]:
    """Write the pages of the game file at `path` into the folder `place`; ``(name, row of the index, names)``.

    Its lines are made again once, by the verification, and its facts are folded once, for film and curves together.

    act       what its director decided (tournament.results.Decision), or None
    comments  {entry: [paragraphs]} of an annotated game
    cup       (text, address from the index) of the page of its tournament, or None
    """
    file, before = read(path), _made_at(place)
    verified = verdict(file)
    found = outcome(file, act.acts if act else ())
    paths = [*write_game(file, place, found, verified, comments, cup), *write_turns(file, place, address, found)]
    common.filming(file.game.id).forget()
    names = [os.path.basename(path) for path in paths]
    for name in sorted({*(before["files"] if before else ())} - {*names}):
        if os.path.basename(name) == name and os.path.exists(os.path.join(place, name)):
            os.remove(os.path.join(place, name))
    name = os.path.basename(place)
    row: Row = {**row_of(file, found), "name": name}
    made: Made = {"pbem": MADE, "key": key, "files": names, "row": row, "common": common.names_of(file.game.id)}
    write(place, "made.json", as_json({**made, "sum": _sum_of(made)}))
    return name, row, names


def _key(file: GameFile, address: str, program: str, decided: Sequence[object], comments: Comments) -> str:
    """A digest of all that the pages of a game are made from."""
    told = [program, HAS_PLOTS, file.head, file.calendar, address, sorted(forked_entries(file.path)), decided, comments]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _sum_of(made: Mapping[str, object]) -> str:
    """A digest of what made.json tells: what somebody has altered is made again, not believed."""
    return sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()


def _made_at(place: str) -> Made | None:
    """What was made there, as made.json tells, or None."""
    try:
        with open(os.path.join(place, "made.json"), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return None
    if type(found) is not dict or found.get("pbem") != MADE or found.pop("sum", None) != _sum_of(found):
        return None
    if found.keys() != Made.__annotations__.keys():
        return None
    lists = [found["files"], found["common"]]
    are_names = all(type(one) is list and all(type(name) is str for name in one) for one in lists)
    return cast(Made, found) if are_names else None


def _made_before(place: str, key: str) -> Made | None:
    """What was made there, if it is made from the same and still lies there; or None."""
    found = _made_at(place)
    if found is None or found["key"] != key:
        return None
    return found if all(os.path.exists(os.path.join(place, name)) for name in found["files"]) else None
