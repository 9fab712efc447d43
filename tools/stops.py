"""How often games by mail wait, under each style of writing: the table in docs/performance.md.

    python tools/stops.py                              all scenarios in all arrangements of seats, and the table
    python tools/stops.py cataclysm/c2 --json out.json one scenario, and its figures as JSON
    python tools/stops.py cataclysm/c5 --first 5 --games 4 --json more.json   the four games behind the first four
    python tools/stops.py --table out.json more.json   the table from figures that were taken before

Sensible players type sheets, and the desk plays: a game for each style.  Everything comes from the seeds, so the same
command gives the same figures on every machine.  A game that ends by a fault is counted as not ended.
"""

import argparse
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "performance.md")
GAMES, FEWER = 20, {"cataclysm/c1": 10, "cataclysm/c6": 10}
SUMS = ("games", "rounds", "stops", "hands", "worse", "refused")
TITLES = ("red-dragon", "pacific", "cataclysm")
MARKS = "<!-- stops -->\n", "<!-- end of stops -->"
HEAD = """\
| game | seats | games | single | sheet | policies | lists | a game: single … lists | hands | worse | sent again |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def cells(names):
    """``(title, scenario, seats, their number, allies together)`` of the scenarios named, of all if none is."""
    from pbem.core.title.game import load

    for title in TITLES:
        game = load(title)
        for scenario in game.scenarios:
            if not names or f"{title}/{scenario}" in names or title in names:
                seats = game.seats_of(scenario, game.editions[0]) if game.seats_of else game.seats
                for number in seats:
                    yield game, scenario, seats[number], number, False
                    if game.turns.together and number > 2:
                        yield game, scenario, seats[number], number, True


def counted(game, scenario, seats, number, together, games, first=1):
    """The figures of one cell: ``{"cell", "games", "ended", "of": {style: stops/1}}``."""
    from pbem.core.trial import mail_stop_stats as stats
    from pbem.interface.club import robots_charter

    name, tally, faults = f"{game.id}/{scenario}", stats.Tally(), []
    charter = robots_charter(game, scenario, None, {}, seats, together)
    many = games or FEWER.get(name, GAMES)
    for one in range(first, first + many):
        try:
            stats.count_stops(game, charter, f"00/{one}", tally, "sensible", stats.STYLES)
            print(
                name,
                number,
                one,
                {style: tally.games[style][-1] for style in stats.STYLES},
                file=sys.stderr,
                flush=True,
            )
        except Exception as error:
            faults.append(f"game {one}: {type(error).__name__}: {error}")
            print(name, number, faults[-1], file=sys.stderr)
    found = {style: tally.to_json(game, style, "sensible") for style in stats.STYLES} if len(faults) < many else {}
    name += ", allies together" if together else ""
    return {"cell": name, "seats": number, "games": many, "faults": faults, "of": found}


def summed(cells):
    """The figures of each cell, from those of some of its games and of others."""
    found = {}
    for cell in cells:
        whole = found.setdefault((cell["cell"], cell["seats"]), {**cell, "games": 0, "faults": [], "of": {}})
        whole["games"] += cell["games"]
        whole["faults"] += cell["faults"]
        for style, one in cell["of"].items():
            sums = whole["of"].setdefault(style, {"round": one["round"], **dict.fromkeys(SUMS, 0)})
            sums.update({name: sums[name] + one[name] for name in SUMS})
    return [*found.values()]


def row(cell):
    """A row of the table: stops by what the title counts by, then by the game."""
    from pbem.core.trial.mail_stop_stats import ratio

    of, ended = cell["of"], cell["games"] - len(cell["faults"])
    if not of:
        return f"| {cell['cell']} | {cell['seats']} | 0 of {cell['games']} | | | | | | | | |"
    each = [ratio(one["stops"], one["rounds"]) for one in of.values()]
    game = [ratio(one["stops"], one["games"]) for one in of.values()]
    hands, worse, again = (
        [ratio(one[name], one["games"]) for one in of.values()] for name in ("hands", "worse", "refused")
    )
    name = f"{cell['cell']}, {next(iter(of.values()))['round']}"
    columns = [
        name,
        cell["seats"],
        f"{ended} of {cell['games']}",
        *each,
        *map(", ".join, (game, hands, worse[1:], again[1:])),
    ]
    return f"| {' | '.join(map(str, columns))} |"


def write(found):
    """Put the table into the page."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    table = HEAD + "".join(row(cell) + "\n" for cell in found)
    page = re.sub(f"(?s){MARKS[0]}.*?{MARKS[1]}", lambda _: MARKS[0] + table + MARKS[1], page)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)


def main():
    parser = argparse.ArgumentParser(description="How often games by mail wait.")
    parser.add_argument("scenario", nargs="*", help="TITLE or TITLE/SCENARIO; all")
    parser.add_argument("--games", type=int, default=0, help="games a cell")
    parser.add_argument(
        "--first", type=int, default=1, help="the number of the first; games of a number are always the same"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures here, and no table")
    parser.add_argument("--table", action="store_true", help="the files named hold figures; make the table of them")
    args = parser.parse_args()
    if args.table:
        found = []
        for path in args.scenario:
            with open(path, encoding="utf-8") as file:
                found += json.load(file)
        return write(summed(found))
    sys.path.insert(0, ROOT)
    found = []
    for cell in cells(args.scenario):
        found.append(counted(*cell, args.games, args.first))
        print(row(found[-1]), flush=True)
        if args.json:
            with open(args.json, "w", encoding="utf-8") as file:
                json.dump(found, file, indent=1)
    if not args.json:
        write(found)


if __name__ == "__main__":
    main()
