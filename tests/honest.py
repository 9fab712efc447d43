"""Honest random games, which both verifiers must take: python3 tests/honest.py --games 500 [--jobs 2]

Every title, scenario, level, with and without a referee, both window rules; with and without lines ahead and closed
lines; now and then a seat is silent, orders are sent ahead by a seat that is not asked, and play goes back.  A game
that takes longer than `--entries` is given up by a note, which opens what is closed, as the end does.  Prints a table
of what was played; exit code 1 if a verifier objects, or a cell of the table is empty.
"""

import argparse
import collections
import itertools
import multiprocessing
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pbem.core.play import play, robots  # noqa: E402
from pbem.core.play.remake import Maker  # noqa: E402
from pbem.core.play.selfplay import Chance, RandomFeed  # noqa: E402
from pbem.core.record import charter as charters  # noqa: E402
from pbem.core.record.gamefile import from_bytes, render  # noqa: E402
from pbem.core.rules import game as titles  # noqa: E402
from pbem.core.rules.requests import ask_from  # noqa: E402
from tests.verifier import small  # noqa: E402

TITLES = ("cataclysm", "pacific", "red-dragon")
TABLES = [("sealed", True), ("shared", True), ("shared", False)]
WINDOWS = ("default", "ask")
LINES = ("none", "ahead", "closed")
NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


def cells():
    """Every kind of game as (title, scenario, level, referee, windows, lines)."""
    for title in TITLES:
        for scenario in titles.load(title).scenarios:
            for (level, referee), windows, lines in itertools.product(TABLES, WINDOWS, LINES):
                if referee or lines != "closed":
                    yield title, scenario, level, referee, windows, lines


class Honest:
    """One game of a kind, played by robots that also send lines for later."""

    def __init__(self, cell, seed):
        title, scenario, level, referee, windows, self.lines = cell
        game = titles.load(title)
        charter = charters.make(game, "honest", scenario, anchors=NOBODY)
        self.chance = Chance(f"{cell} {seed}")
        self.club = robots.Club({**charter, "windows": windows}, f"{seed}", level, referee)
        if level == "sealed":
            self.club.charter["muster"] = bool(self.chance.below(2))
        self.file = self.club.new_game()
        self.met = {}  # (power, kind): answers that were legal once
        self.counts = collections.Counter()

    def play(self, entries):
        """Up to so many entries, or to the end; then it is given up."""
        for _ in range(entries):
            if self.file.is_over:
                return self
            self.turn()
        if not self.file.is_over:
            self.note({"what": "ended", "why": "long enough"})
            self.counts["given up"] += 1
        return self

    def turn(self):
        if self.file.n > 2 and not self.chance.below(25):
            self.back()
        orders = {order["seat"]: order for order in robots.random_orders(self.file, self.chance)}
        self.remember()
        silent = self.silent(orders)
        if self.lines != "none":
            self.send_ahead(orders)
        if self.file.state["fairness"] == "sealed" and self.file.state["muster"]:
            for seat in orders:
                orders[seat]["pinch"] = f"{seat} {self.chance.below(1000)}"
        given = [order for seat, order in orders.items() if seat not in silent]
        self.file = self.club.adjudicate(self.file, given, silent).file

    def silent(self, orders):
        """Now and then one of several who are asked, where somebody may say so."""
        can_say = self.file.state["referee"] and not self.file.state["muster"]
        if not can_say or self.chance.below(12) or not orders:
            return []
        self.counts["absent"] += 1
        return [self.chance.choice(sorted(orders))]

    def remember(self):
        """Legal answers to what is asked, for lines of later."""
        board, chooser = self.file.current_board(), RandomFeed(self.file.game, None, self.chance)
        for question in self.file.waiting:
            ask = ask_from(question)
            self.met.setdefault((ask.power, ask.kind), []).append(chooser.sample(board, ask))

    def send_ahead(self, orders):
        """A few lines for later, by seats that are asked and by one that is not."""
        for (power, kind), values in sorted(self.met.items()):
            seat = charters.seat_of(self.file.charter, power)
            if self.chance.below(4) or seat not in self.file.people:
                continue
            order = orders.setdefault(seat, robots.blank_order(self.file, seat))
            if len(order.get("standing", ())) + len(order["answers"]) > 60:
                continue
            line = {"power": power, "value": self.chance.choice(values[-20:])}
            if self.lines == "ahead":
                line["public"] = True
            if self.chance.below(2):
                self.counts["standing"] += 1
                order.setdefault("standing", []).append({**line, "when": kind, "text": f"when {kind}", "line": 1})
            else:
                self.counts["for once"] += 1
                order["answers"].append({**line, "kind": kind, "line": 1, "text": kind})

    def back(self):
        """Back to an earlier live entry, on the words of those who must say so."""
        live = [n for first, last in self.file.state["live"] for n in range(first, last + 1)]
        if len(live) > 1:
            self.note({"what": "redo", "why": "a mail was read wrongly", "to": self.chance.choice(live[-4:-1])})
            self.counts["undone"] += 1

    def note(self, note):
        speakers = ["referee"] if self.file.state["referee"] else self.file.people
        words = [play.word_of(self.file, name, self.club.keepers[name], note=note) for name in speakers]
        known = [one for keeper in self.club.keepers.values() for one in keeper.openings(self.file)]
        self.file = play.noted(self.file, words, known)


def objections(data):
    """What the two verifiers have against a game file."""
    file = from_bytes(data, "honest")
    maker = Maker(file)
    found = []
    try:
        for number in range(1, file.n + 1):
            maker.make(number)
    except Exception as error:  # whatever it is, it is reported with the game
        found.append(f"pbem: {type(error).__name__}: {error}")
    check = small.module().Check(data)
    return [*found, *(f"small: {words}" for words in [*check.wrong, *check.missing])]


def played(job):
    """(cell, counts, objections) of one game."""
    cell, seed, entries = job
    try:
        game = Honest(cell, seed).play(entries)
        data = render(game.file)
        game.counts["entries"] += game.file.n
        opened = sum(len(game.file.entry(n).get("opened", ())) for n in range(1, game.file.n + 1))
        game.counts["closed lines opened"] += opened
        used = [row["by"] for n in range(1, game.file.n + 1) for row in game.file.entry(n).get("used", ())]
        game.counts["lines used"] += sum(by in ("line", "standing") for by in used)
        return cell, game.counts, objections(data)
    except Exception as error:
        import traceback

        return cell, {}, [f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--entries", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first seed")
    options = parser.parse_args()
    kinds = [*cells()]
    jobs = [(kinds[n % len(kinds)], options.first + n // len(kinds), options.entries) for n in range(options.games)]
    table, counts, wrong = collections.Counter(), collections.Counter(), []
    with multiprocessing.Pool(options.jobs) as pool:
        for cell, told, found in pool.imap_unordered(played, jobs):
            table[cell] += 1
            counts.update(told)
            if found:
                wrong.append((cell, found))
                print(f"OBJECTION {cell}: {found[0]}", flush=True)
    tell(table, counts)
    empty = [cell for cell in kinds if not table[cell]]
    print(f"{sum(table.values())} games, {len(wrong)} with objections, {len(empty)} of {len(kinds)} kinds not played")
    return 1 if wrong or empty else 0


def tell(table, counts):
    """The table by column: how many games had each value."""
    for place, name in enumerate(("title", "scenario", "level", "referee", "windows", "lines")):
        column = collections.Counter()
        for cell, count in table.items():
            column[f"{cell[0]}/{cell[1]}" if name == "scenario" else str(cell[place])] += count
        print(f"{name}: " + ", ".join(f"{value} {count}" for value, count in sorted(column.items())))
    print("in all: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


if __name__ == "__main__":
    sys.exit(main())
