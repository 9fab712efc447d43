"""Reports as pages with their maps, and a static site of several games: index, a page a report, maps, JSON.

Everything is made from the canonical reports and from what the titles show on their maps.  Two runs on the same
files give the same bytes: no time stands on a page.
"""

import json
import os

from pbem.core.data import store
from pbem.core.data.text import counted
from pbem.core.play.play import asked_seats
from pbem.core.record.deadlines import deadlines, waited_seats
from pbem.core.record.persons import names_of
from pbem.core.rules.outcome import POINTS
from pbem.maps.of_game import maps_of
from pbem.page.turn import turn_page
from pbem.report.build import board_of, build, history
from pbem.report.html import render

FOLDER = os.path.dirname(os.path.abspath(__file__))


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


def site(files, folder, addresses=None):
    """Write the site of some games (GameFile) into a folder; the paths written, in order.

    index.html      the games and the standings
    NAME/index.html the last report, NAME/entry-N.html the ones before; NAME/report.json, NAME/MAP.svg
    NAME/turn-SEAT.html the turn page of each seat that is asked; `addresses` {game: where its orders are sent}
    """
    written, rows = [], []
    for file in sorted(files, key=lambda file: file.name):
        place = os.path.join(folder, file.name)
        written += _game(file, place)
        written += _turns(file, place, (addresses or {}).get(file.name, ""))
        rows.append(_row(file))
    page = _template("index.html").render(games=rows, standings=standings(rows))
    return [_write(folder, "index.html", page), *written]


def _game(file, folder):
    """The pages of one game."""
    last, verified = file.n, verdict(file)
    for entry in range(1, last + 1):
        name = "index.html" if entry == last else f"entry-{entry}.html"
        report = build(file, entry - 1, entry)
        yield _write(folder, name, report_page(file, report, "", verified, _links(file, entry, last)))
        if entry == last:
            text = json.dumps(report, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
            yield _write(folder, "report.json", text)
    if not last:
        yield _write(folder, "index.html", report_page(file, build(file), links=_links(file, 0, 0)))
    for name, svg in maps_of(file, file.current_board()):
        yield _write(folder, f"{name}.svg", svg)


def _turns(file, folder, address):
    """The turn pages of a game; a seat that is asked nothing now has none, and loses the one that it had."""
    asked = asked_seats(file)
    for seat in file.charter["seats"]:
        if seat in asked:
            yield _write(folder, turn_name(seat), turn_page(file, seat, address))
        elif os.path.exists(os.path.join(folder, turn_name(seat))):
            os.remove(os.path.join(folder, turn_name(seat)))


def turn_name(seat):
    """The file name of the turn page of a seat."""
    return f"turn-{seat}.html"


def _links(file, entry, last):
    """Where one may go from a page: the club, the reports before and after, the pages of those who are asked."""
    yield "All games", "../index.html"
    if entry == last:
        yield from ((f"Orders of {seat}", turn_name(seat)) for seat in asked_seats(file))
    if entry > 1:
        yield f"Entry {entry - 1}", f"entry-{entry - 1}.html"
    if entry < last:
        after = entry + 1
        yield f"Entry {after}", "index.html" if after == last else f"entry-{after}.html"


def _row(file):
    """A game in the index."""
    board = file.current_board()
    telling = file.game.telling
    say, result = telling.say(board), file.result
    names, dates = names_of(file), {found.seat: found.term for found in deadlines(file)}
    winner = (result or {}).get("winner")
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
        "waiting": [_waited_for(names.get(seat) or seat, dates.get(seat)) for seat in waited_seats(file)],
        "over": bool(result),
        "winner": winner,
        "winners": _winners(file, winner),
        "fairness": file.charter["fairness"],
        "head": file.head[:32],
    }


def _waited_for(who, term):
    return f"{who}, until {term}" if term else who


def _winners(file, winner):
    """The seats that won: of the side or the power that the title names."""
    powers = file.charter["powers"]
    won = [seat for power, seat in powers.items() if winner in (power, file.game.side_of(power))]
    return list(dict.fromkeys(won))


def standings(rows):
    """What people have won and played: ``[{"name", "played", "won", "drawn", "points"}]`` of the finished games."""
    people = {}
    for row in rows:
        if row["over"]:
            for person in row["people"]:
                if person["name"]:
                    found = people.setdefault(person["name"], {"played": 0, "won": 0, "drawn": 0})
                    found["played"] += 1
                    found["won"] += person["seat"] in row["winners"]
                    found["drawn"] += not row["winners"]
    for found in people.values():
        found["points"] = POINTS["won"] * found["won"] + POINTS["drawn"] * found["drawn"]
    ranked = sorted(people.items(), key=lambda item: (-item[1]["points"], item[1]["played"], item[0]))
    return [{"name": name, **found} for name, found in ranked]


def _template(name):
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(os.path.join(FOLDER, "templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["counted"] = counted
    return environment.get_template(name)


def _write(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    store.write(path, text.encode())
    return path
