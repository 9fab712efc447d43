"""Reports as pages with their maps, and a static site of several games: index, a page and a film a game, JSON.

Everything is made from the canonical reports and from what the titles show on their maps.  Two runs on the same
files give the same bytes: no time stands on a page.
"""

import json
import os
from hashlib import sha256
from itertools import pairwise

from pbem.core.data.problems import BrokenFile, Problem, Refused, messages
from pbem.core.data.processes import ended, shared
from pbem.core.data.program import program_digest
from pbem.core.play.taking import forked_entries
from pbem.core.record.gamefile import read
from pbem.core.rules.outcome import outcome
from pbem.maps.of_game import maps_of
from pbem.report.build import board_of, history
from pbem.report.html import render
from pbem.report.sheet import sheet
from pbem.tournament.results import decision_on, decisions

from . import common, tournament
from .club import row_of, write_club
from .game import HAS_PLOTS, verdict, write_game, write_turns
from .parts import as_json, write

MADE = "made/2"  # the form of made.json

messages({"game-twice": "Two files hold the game {game}."})


def report_page(file, report, orders="", verified="", links=()):
    """A report as a page, with the maps of the board as it is then and the story before it.

    links   [(text, address)] to stand above it
    """
    facts = [fact for _, step in file.story(report["entry"], report["since"]) for fact in step["facts"]]
    caption = f"{report['moment']}, with the moves told above"
    maps = [(caption, svg) for _, svg in maps_of(file, board_of(file, report["entry"]), facts)]
    before = history(file, report["since"]) if report["since"] else ()
    return render(sheet(report, orders, maps, before, verified), links)


def site(paths, folder, addresses=None, jobs=1, progress=None, cups=(), comments=None, cluster=None):
    """Write the site of the games in some files into a folder; the paths of what belongs to it, in order.

    index.html      whom games wait for, the games with small maps, the standings; players/ has a page for each player
    common/         what pages share (site.common)
    NAME/index.html the game: its film, who is asked, the board, the record; NAME/film.js, board.svg, report.json
    NAME/turn-SEAT.html the turn page of each seat that is asked
    tournament-NAME.html, .json  a page for each tournament: its table, rounds and acts
    NAME/made.json  from what these were made: a game of which nothing has changed is not made again

    addresses   {path: where orders of that game are sent}
    jobs        how many processes make games at once
    cluster     the address of a Dask cluster that makes them instead; its machines see the same files and folder
    progress    called with (games made, games to make) after each
    cups        tournaments (tournament.cup.Cup): what their directors decided is what a game came to
    comments    {path: {entry: [paragraphs]}} of annotated games
    Raises BrokenFile for a file that is no game, and, when all others are made, for games that ended their process
    twice or whose lines cannot be made again; Refused for two files that hold one game.
    """
    addresses, program, acts = addresses or {}, program_digest(), decisions(cups)
    of_cups = {one["game"]: tournament.link(cup) for cup in cups for one in cup.pairings}
    files = sorted((read(path) for path in paths), key=lambda file: file.name)
    for before, after in pairwise(files):
        if before.name == after.name:
            raise Refused([Problem("game-twice", game=after.name)])
    needed = {name for file in files for name in common.names_of(file.game.id)}
    common.write(folder, sorted(needed))
    due, rows, written = [], {}, {}
    for file in files:
        place, address = os.path.join(folder, file.name), addresses.get(file.path, "")
        act = decision_on(file, acts)
        remarks, cup = (comments or {}).get(file.path, {}), of_cups.get(file.name)
        key = _key(file, address, program, [act, cup], remarks)
        made = _made_before(place, key)
        if made:
            rows[file.name], written[file.name] = made["row"], made["files"]
        else:
            due.append((file.path, place, address, key, act, remarks, cup))
    lost = []
    for made, ((path, *_), found) in enumerate(_all_made(due, jobs, cluster), 1):
        if found is None:
            lost.append(ended(path))
        elif type(found) is list:
            lost += found
        else:
            name, rows[name], written[name] = found
        if progress:
            progress(made, len(due))
    files = [file for file in files if file.name in rows]
    paths = [os.path.join(folder, file.name, name) for file in files for name in written[file.name]]
    known = {file.name: file for file in files}
    pages = [path for cup in cups for path in tournament.write_tournament(folder, cup, known)]
    paths = [*write_club(folder, [rows[file.name] for file in files], map(tournament.link, cups)), *pages, *paths]
    common.tidy(folder, needed | _shared_by_others(folder))
    if lost:
        raise BrokenFile(lost)
    return paths


def _shared_by_others(folder):
    """The shared files that pages of games in the folder need, also of games that were not named this time."""
    return {
        name for place in sorted(os.listdir(folder)) for name in _made_at(os.path.join(folder, place)).get("common", ())
    }


def _all_made(due, jobs, cluster=None):
    """Make the pages of games: ``(one of due, what make_games gave of it)``; None where a game ended two processes."""
    if cluster:
        due = [(os.path.abspath(path), os.path.abspath(place), *rest) for path, place, *rest in due]
    for batch, made in shared(make_games, due, 1, jobs, cluster):
        yield from zip(batch, made or [None])


def make_games(batch):
    """`make_game` of each of a batch; the problems of a file of which the lines cannot be made again."""
    made = []
    for one in batch:
        try:
            made.append(make_game(*one))
        except BrokenFile as broken:
            made.append(broken.problems)
    return made


def make_game(path, place, address, key, act, comments, cup=None):
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
    for name in sorted({*before.get("files", ())} - {*names}):
        if os.path.basename(name) == name and os.path.exists(os.path.join(place, name)):
            os.remove(os.path.join(place, name))
    row = row_of(file, found)
    made = {"pbem": MADE, "key": key, "files": names, "row": row, "common": common.names_of(file.game.id)}
    write(place, "made.json", as_json({**made, "sum": _sum_of(made)}))
    return file.name, row, names


def _key(file, address, program, decided, comments):
    """A digest of all that the pages of a game are made from."""
    told = [program, HAS_PLOTS, file.head, file.calendar, address, sorted(forked_entries(file.path)), decided, comments]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _sum_of(made):
    """A digest of what made.json tells: what somebody has altered is made again, not believed."""
    return sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()


def _made_at(place):
    """What was made there, as made.json tells, or {}."""
    try:
        with open(os.path.join(place, "made.json"), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    if type(found) is not dict or found.get("pbem") != MADE or found.pop("sum", None) != _sum_of(found):
        return {}
    lists = [found.get("files"), found.get("common")]
    are_names = all(type(one) is list and all(type(name) is str for name in one) for one in lists)
    return found if are_names else {}


def _made_before(place, key):
    """What was made there, if it is made from the same and still lies there; or None."""
    found = _made_at(place)
    there = found.get("key") == key and all(os.path.exists(os.path.join(place, name)) for name in found["files"])
    return found if there else None
