"""Reports as pages with their maps, and a static site of several games: index, a page and a film a game, JSON.

Everything is made from the canonical reports and from what the titles show on their maps.  Two runs on the same
files give the same bytes: no time stands on a page.
"""

import json
import os
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from itertools import pairwise

from pbem.core.data import store
from pbem.core.data.problems import BrokenFile, Problem, Refused, messages
from pbem.core.data.processes import shared
from pbem.core.data.text import counted
from pbem.core.play.play import asked_seats
from pbem.core.play.taking import forked_entries
from pbem.core.record.deadlines import deadlines, waited_seats
from pbem.core.record.gamefile import read
from pbem.core.record.persons import names_of
from pbem.core.rules.outcome import DRAWN, POINTS, WON, outcome_told
from pbem.maps.of_game import maps_of
from pbem.maps.slots import Filming, stage
from pbem.maps.svg import FACE, number
from pbem.maps.svg import read as read_of_maps
from pbem.page.inline import digest, short
from pbem.page.turn import legend_html, story_html, turn_page
from pbem.report.build import board_of, build, history
from pbem.report.html import environment as templates
from pbem.report.html import render, waited_for
from pbem.tournament.results import decided, decisions

from . import own
from .film import Film, film_script
from .plots import charts, heading_of, svg_of

HAS_PLOTS = find_spec("pygal") is not None  # an extra: without it pages have no plots
MADE = "made/1"  # the form of made.json

messages({"game-twice": "Two files hold the game {game}."})


def report_page(file, report, orders="", verified=None, links=()):
    """A report as a page, with the maps of the board as it is then and the story before it.

    links   [(text, address)] to stand above it
    """
    facts = [fact for _, step in file.story(report["entry"], report["since"]) for fact in step["facts"]]
    caption = f"{report['moment']}, with the moves told above"
    maps = [(caption, svg) for _, svg in maps_of(file, board_of(file, report["entry"]), facts)]
    before = history(file, report["since"]) if report["since"] else ()
    return render(report, orders, maps, before, verified, links)


def verdict(file):
    """What a verification of the whole game comes to, in a sentence."""
    from pbem.core.play.verify import verify

    report = verify(file)
    if not report.problems:
        return f"Verified from the start: all {counted(file.n, 'entry', 'entries')} hold."
    return f"Verified from the start, and it does not hold: {report.problems[0]}"


def site(paths, folder, addresses=None, jobs=1, progress=None, cups=(), cluster=None):
    """Write the site of the games in some files into a folder; the paths of what belongs to it, in order.

    index.html      the games and the standings
    NAME/index.html the game: its film, who is asked, the board, the record; NAME/film.js, NAME/report.json
    NAME/turn-SEAT.html the turn page of each seat that is asked
    NAME/made.json  from what these were made: a game of which nothing has changed is not made again

    addresses   {path: where orders of that game are sent}
    jobs        how many processes make games at once
    cluster     the address of a Dask cluster that makes them instead; its machines see the same files and folder
    progress    called with (games made, games to make) after each
    cups        tournaments (tournament.cup.Cup): what their directors decided is what a game came to
    Raises BrokenFile for a file that is no game, and, when all others are made, for games that ended their process
    twice; Refused for two files that hold one game.
    """
    addresses, program, acts = addresses or {}, program_digest(), decisions(cups)
    files = sorted((read(path) for path in paths), key=lambda file: file.name)
    for before, after in pairwise(files):
        if before.name == after.name:
            raise Refused([Problem("game-twice", game=after.name)])
    due, rows, written = [], {}, {}
    for file in files:
        place, address = os.path.join(folder, file.name), addresses.get(file.path, "")
        found = decided(file, acts)
        key = _key(file, address, program, found)
        made = _made_before(place, key)
        if made:
            rows[file.name], written[file.name] = made["row"], made["files"]
        else:
            due.append((file.path, place, address, key, found))
    lost = []
    for made, ((path, *_), found) in enumerate(_all_made(due, jobs, cluster), 1):
        if found is None:
            lost.append(Problem("game-ended-process", level="evidence missing", where=path))
        else:
            name, rows[name], written[name] = found
        if progress:
            progress(made, len(due))
    files = [file for file in files if file.name in rows]
    rows = [rows[file.name] for file in files]
    page = _template("index.html").render(games=rows, standings=standings(rows))
    paths = [os.path.join(folder, file.name, name) for file in files for name in written[file.name]]
    paths = [_write(folder, "index.html", page), *paths]
    if lost:
        raise BrokenFile(lost)
    return paths


def _all_made(due, jobs, cluster=None):
    """Make the pages of games: ``(one of due, what make_game gave)``, or None for a game that ended two processes."""
    if cluster:
        due = [(os.path.abspath(path), os.path.abspath(place), *rest) for path, place, *rest in due]
    for batch, made in shared(make_games, due, 1, min(jobs, len(due)), cluster):
        yield from zip(batch, made or [None])


def make_games(batch):
    """`make_game` of each of a batch."""
    return [make_game(*one) for one in batch]


def make_game(path, place, address, key, found):
    """Write the pages of the game file at `path` into the folder `place`; ``(name, row of the index, names)``.

    found   what the game came to (core.rules.outcome.Outcome)
    """
    file = read(path)
    before = _made_at(place)
    names = [os.path.basename(one) for one in [*_game(file, place, found), *_turns(file, place, address, found)]]
    for name in sorted({*before.get("files", ())} - {*names}):
        if os.path.basename(name) == name and os.path.exists(os.path.join(place, name)):
            os.remove(os.path.join(place, name))
    row = _row(file, found)
    made = {"pbem": MADE, "key": key, "files": names, "row": row}
    _write(place, "made.json", json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    return file.name, row, names


def program_digest():
    """A digest of the program: where it changes, pages are made again."""
    root, found = os.path.dirname(own.FOLDER), sha256()
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".pyc"):
                with open(os.path.join(folder, name), "rb") as file:
                    found.update(f"{name}\n".encode() + sha256(file.read()).digest())
    return found.hexdigest()


def _key(file, address, program, found):
    """A digest of all that the pages of a game are made from."""
    told = [program, HAS_PLOTS, file.head, file.calendar, address, sorted(forked_entries(file.path)), found]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _made_at(place):
    """What was made there, as made.json tells, or {}."""
    try:
        with open(os.path.join(place, "made.json"), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    if type(found) is not dict or found.get("pbem") != MADE or type(found.get("files")) is not list:
        return {}
    return found if all(type(name) is str for name in found["files"]) else {}


def _made_before(place, key):
    """What was made there, if it is made from the same and still lies there; or None."""
    found = _made_at(place)
    there = found.get("key") == key and all(os.path.exists(os.path.join(place, name)) for name in found["files"])
    return found if there else None


def _game(file, folder, found):
    """The page of one game, its film and its report."""
    if file.game.id not in _FILMING:
        _FILMING[file.game.id] = Filming(file.game)
    film = Film(file, _FILMING[file.game.id])
    report = build(file)
    plots = charts(file) if HAS_PLOTS else []
    verified = verdict(file) if file.n else ""
    yield _write(
        folder,
        "index.html",
        game_page(file, report, film, verified, _links(file, found), plots, _decision(file, found)),
    )
    if plots:
        yield _write(folder, "plots.svg", svg_of(plots, heading_of(file)))
    yield _write(folder, "film.js", film_script(film.data))
    yield _write(folder, "report.json", json.dumps(report, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


_FILMING = {}  # {title: Filming}, of this process


def game_page(file, report, film, verified, links, plots=(), decision=""):
    """The page of a game as HTML text: whole without scripts, with its last board and last entry; with scripts a film.

    film      site.film.Film; its data lie beside the page as film.js
    verified  the words of a verification;  links  [(text, address)]
    plots     site.plots.Charts, of which plots.svg is the picture
    decision  what a director decided on it, in a sentence
    """
    style, script = short(own.read("game.css") + read_of_maps("map.css")), short(own.read("film.js"))
    figures = "\n".join(_figure(picture, film.filled) for picture in film.pictures)
    common = f'<svg width="0" height="0" class="aside" aria-hidden="true"><defs>{read_of_maps("defs.svg")}</defs></svg>'
    places = {area["id"]: area["tip"] for picture in film.pictures for area in picture.cells + picture.discs}
    return _template("game.html").render(
        r=report,
        maps=f"{common}\n{figures}",
        legend=legend_html(film.pictures),
        story=story_html(report),
        places=sorted(places.values()),
        **waited_for(report, decision),
        verified=verified,
        links=list(links),
        plots=[chart.told() for chart in plots],
        style=style,
        script=script,
        style_digest=digest(style),
        script_digest=digest(script),
    )


def _figure(picture, filled):
    width, height = number(picture.plan["width"]), number(picture.plan["height"])
    name, body = escape(picture.name), "\n".join(stage(picture, filled))
    return f"""<figure tabindex="0"><svg class="map" viewBox="0 0 {width} {height}" role="img" \
aria-label="Map, {name}: every place stands in words below" {FACE}>
{body}
</svg></figure>"""


def _turns(file, folder, address, found):
    """The turn pages of a game; a seat that is asked nothing now has none, and loses the one that it had."""
    asked = asked_seats(file) if found.waits else []
    for seat in file.charter["seats"]:
        if seat in asked:
            yield _write(folder, turn_name(seat), turn_page(file, seat, address))
        elif os.path.exists(os.path.join(folder, turn_name(seat))):
            os.remove(os.path.join(folder, turn_name(seat)))


def turn_name(seat):
    """The file name of the turn page of a seat."""
    return f"turn-{seat}.html"


def _links(file, found):
    """Where one may go from the page of a game: the club, the pages of those who are asked."""
    yield "All games", "../index.html"
    yield from ((f"Orders of {seat}", turn_name(seat)) for seat in asked_seats(file) if found.waits)
    yield "The last report as JSON", "report.json"


def _row(file, found):
    """A game in the index; `found` is what it came to."""
    board = file.current_board()
    telling = file.game.telling
    say = telling.say(board)
    names, dates = names_of(file), {one.seat: one.term for one in deadlines(file)}
    return {
        "name": file.name,
        "title": file.game.name,
        "moment": telling.moment(board, say),
        "entries": file.n,
        "people": [
            {
                "seat": seat,
                "name": names.get(seat, ""),
                "powers": [say.power(power) for power, held in file.charter["powers"].items() if held == seat],
            }
            for seat in file.charter["seats"]
        ],
        "waiting": [
            _waited_for(names.get(seat) or seat, dates.get(seat)) for seat in waited_seats(file) if found.waits
        ],
        "over": not found.is_open,
        "marks": found.scores or {},
        "decision": _decision(file, found),
        "fairness": file.charter["fairness"],
        "head": file.head[:32],
    }


def _waited_for(who, term):
    return f"{who}, until {term}" if term else who


def _decision(file, found):
    """What a director decided on a game, as a sentence, or ""."""
    return outcome_told(found, names_of(file)) if found.decided else ""


def standings(rows):
    """What people have won and played: ``[{"name", "played", "won", "drawn", "points"}]`` of games with a result."""
    people = {}
    for row in rows:
        for person in row["people"]:
            mark = row["marks"].get(person["seat"])
            if person["name"] and mark:
                found = people.setdefault(person["name"], {"played": 0, "won": 0, "drawn": 0, "points": 0})
                found["played"] += 1
                found["won"] += mark == WON
                found["drawn"] += mark == DRAWN
                found["points"] += POINTS[mark]
    ranked = sorted(people.items(), key=lambda item: (-item[1]["points"], item[1]["played"], item[0]))
    return [{"name": name, **found} for name, found in ranked]


def _template(name):
    environment = templates(os.path.join(own.FOLDER, "templates"))
    environment.filters["counted"] = counted
    return environment.get_template(name)


def _write(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    store.write(path, text.encode(), lasting=False)
    return path
