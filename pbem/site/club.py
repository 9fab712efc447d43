"""The pages of a club beside those of its games: the index, and a page for each player."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from statistics import median
from unicodedata import normalize

from pbem.core.data.collecting import grouped
from pbem.core.data.store import Folder
from pbem.core.data.text import counted
from pbem.core.play.gamefile import GameFile
from pbem.core.record.deadlines import shown
from pbem.core.record.now import by_seat, now
from pbem.core.record.outcome import DRAWN, POINTS, WON, Outcome
from pbem.core.record.seat_history import names_of
from pbem.page.inline import beside
from pbem.tournament.shapes import Score

from . import common
from .game import decision_told
from .parts import template, write
from .plots import hours_waited
from .shapes import OURS, Club, Link, Person, Row, Standing

PLAYERS = "players"  # the folder of their pages
OWN = re.compile(r"-[0-9a-f]{6}\.html$")
FINISHED = re.compile(r"finished-([0-9]{1,6})\.html")
ON_A_PAGE = 60  # finished games


def row_of(file: GameFile, outcome: Outcome) -> Row:
    """A game as the index and the pages of players tell it, as JSON; `outcome` is what it came to."""
    board = file.current_board()
    telling = file.game.telling
    say = telling.say(board)
    names = names_of(file)
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
            {"seat": seat, "who": rows[0].person or seat, "until": shown(found.first) if found else ""}
            for seat, rows in (by_seat(now(file)) if outcome.waits else {}).items()
            for found in [rows[0].deadline]
        ],
        "since": file.calendar["stops"].get(str(file.next), ""),
        "hours": {person: [round(one, 1) for one in hours] for person, hours in hours_waited(file).items()},
        "over": not outcome.is_open,
        "marks": outcome.scores or {},
        "decision": decision_told(file, outcome),
        "head": file.head[:32],
    }


def write_club(
    folder: Folder, rows: Sequence[Row], tournaments: Iterable[Link] = (), club: Club = OURS
) -> Iterator[str]:
    """Write the index, further pages of finished games and the pages of players; the paths.

    rows         of the games (row_of), in the order of the index
    tournaments  [(text, address)] of pages that lie in the folder already
    """
    table, people = standings(rows), players(rows)
    waiting = [(one, row) for row in rows for one in row["waiting"]]
    over = [row for row in rows if row["over"]]
    pages = [over[first : first + ON_A_PAGE] for first in range(0, len(over), ON_A_PAGE)]
    shared = {
        **{"club": club, "page_of": player_page, "result": result_told, "over_count": len(over)},
        "pages": [("index.html#over" if n == 1 else f"finished-{n}.html", n) for n in range(1, len(pages) + 1)],
        "parts": beside(common.address("page.css", 0), [common.address("times.js", 0)]),
    }
    page = template("index.html").render(
        running=[row for row in rows if not row["over"]],
        over=pages[0] if pages else [],
        waiting=sorted(waiting, key=lambda pair: (not pair[1]["since"], pair[1]["since"], pair[1]["name"])),
        adjudicator=[row for row in rows if not row["over"] and not row["waiting"] and not row["decision"]],
        standings=table,
        players=sorted(people),
        tournaments=list(tournaments),
        **shared,
    )
    yield write(folder, "index.html", page)
    for number, finished in enumerate(pages[1:], 2):
        text = template("finished.html").render(over=finished, number=number, **shared)
        yield write(folder, f"finished-{number}.html", text)
    for name in sorted(os.listdir(folder)):
        found = FINISHED.fullmatch(name)
        if found and int(found[1]) > len(pages):
            os.remove(os.path.join(folder, name))
    for name, games in people.items():
        yield write(folder, player_page(name), _player(name, games, table))
    place, wanted = os.path.join(folder, PLAYERS), {os.path.basename(player_page(name)) for name in people}
    for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
        if OWN.search(name) and name not in wanted:  # somebody who plays no more
            os.remove(os.path.join(place, name))


def players(rows: Iterable[Row]) -> dict[str, list[tuple[Row, Person]]]:
    """``{name: [(row, seat)]}``, the games of everybody who has a name; names in order."""
    games = ((person["name"], (row, person)) for row in rows for person in row["people"] if person["name"])
    return dict(sorted(grouped(games).items()))


def player_page(name: str) -> str:
    """The address of a player's page from the index: what of the name is plain letters, and a digest of all of it."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "player"
    return f"{PLAYERS}/{slug}-{sha256(name.encode()).hexdigest()[:6]}.html"


def _player(name: str, games: Sequence[tuple[Row, Person]], table: Iterable[Standing]) -> str:
    hours = [one for row, person in games for one in row["hours"].get(name, ())]
    return template("player.html").render(
        name=name,
        standing=next((row for row in table if row["name"] == name), None),
        running=[(row, person) for row, person in games if not row["over"]],
        over=[(row, person) for row, person in games if row["over"]],
        times=_times_told(hours) if hours else "",
        others=_others,
        page_of=player_page,
        result=_result_of,
        parts=beside(common.address("page.css"), [common.address("times.js")]),
    )


def _times_told(hours: Sequence[float]) -> str:
    return f"half of {counted(len(hours), 'time')} at most {median(hours):.0f} hours, the longest {max(hours):.0f}"


def _others(row: Row, person: Person) -> list[tuple[str, bool]]:
    """The others in a game, ``[(name or seat, whether it is a name)]``."""
    return [(one["name"] or one["seat"], bool(one["name"])) for one in row["people"] if one["seat"] != person["seat"]]


def _result_of(row: Row, person: Person) -> str:
    """What a game came to for one of its seats, in a word."""
    mark = row["marks"].get(person["seat"])
    return "no result" if mark is None else "won" if mark == WON else "drawn" if mark == DRAWN else "lost"


def result_told(row: Row) -> str:
    """What a game that is over came to, in a few words."""
    if row["decision"]:
        return row["decision"]
    winners = [one["name"] or one["seat"] for one in row["people"] if row["marks"].get(one["seat"]) == WON]
    return f"won by {' and '.join(winners)}" if winners else "drawn" if row["marks"] else "without a result"


def standings(rows: Iterable[Row]) -> list[Standing]:
    """What people have won and played: ``[{"name", "played", "won", "drawn", "points"}]`` of games with a result."""
    people: dict[str, Score] = {}
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
