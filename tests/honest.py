"""Honest random games, which both verifiers must take: python3 tests/honest.py --games 528 [--jobs 2]

Every title, scenario, level, with and without a referee, both window rules; with and without lines ahead and closed
lines; now and then a seat is silent, orders are sent ahead by a seat that is not asked, and play goes back.  Of
each title the first game of each level, with and without a referee, and of the short ones every `--whole`-th goes on to
the end that its rules give it; the others are given up after so many `--entries` by a note, which opens what is closed,
as the end does.  A game with closed lines
is also cut somewhere, and made again with the openings of one seat alone, as that seat does when it looks whether its
lines acted.  Prints what was played as a table in Markdown; exit code 1 if a verifier objects, or a cell of the table
is empty.
"""

import argparse
import collections
import itertools
import multiprocessing
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pbem.core.data.problems import BrokenFile  # noqa: E402
from pbem.core.play import play, robots  # noqa: E402
from pbem.core.play.remake import Maker  # noqa: E402
from pbem.core.play.selfplay import Chance, RandomFeed  # noqa: E402
from pbem.core.play.verify import all_openings  # noqa: E402
from pbem.core.record import charter as charters  # noqa: E402
from pbem.core.record.gamefile import GameFile, from_bytes, render  # noqa: E402
from pbem.core.rules import game as titles  # noqa: E402
from pbem.core.rules.requests import ask_from  # noqa: E402
from tests.verifier import small  # noqa: E402

TITLES = ("cataclysm", "pacific", "red-dragon")
TABLES = [("sealed", True), ("shared", True), ("shared", False)]
WINDOWS = ("default", "ask")
LINES = ("none", "ahead", "closed")
COLUMNS = ("title", "scenario", "level", "referee", "windows", "lines")
MOST_ENTRIES = 3000  # of a game that goes on to its end; most of them have about a hundred
LONG = {f"c{n}" for n in (1, 2, 4, 5, 6, 7)}  # scenarios that take an hour to their end: they are given up
SHORT = {"red-dragon"}
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

    @property
    def is_finished(self):
        """True if the rules ended it, not a note."""
        return self.file.is_over and self.file.result["by"] != "given-up"

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
    """What the two verifiers have against a game file: pbem line by line as it came, and with all that it opened since
    known from the start, as `pbem verify` does."""
    file = from_bytes(data, "honest")
    openings, found = all_openings(file), []
    for known in [(), openings] if openings else [()]:
        try:
            made_again(file, known)
        except Exception as error:  # whatever it is, it is reported with the game
            found.append(f"pbem, {len(known)} openings known: {type(error).__name__}: {error}")
    check = small.module().Check(data)
    return [*found, *(f"small: {words}" for words in [*check.wrong, *check.missing])]


def made_again(file, openings):
    maker = Maker(file, openings=openings)
    for number in range(1, file.n + 1):
        maker.make(number)


def objections_of_a_seat(data, chance):
    """What one seat, which knows its own closed lines and no others, has against the game up to some entry."""
    file = from_bytes(data, "honest")
    openings = all_openings(file)
    if not openings:
        return []
    seat, last = chance.choice(sorted({one["seat"] for one in openings})), chance.below(file.n) + 1
    try:
        made_again(GameFile(file.lines[: last + 1], "honest"), [one for one in openings if one["seat"] == seat])
    except BrokenFile as broken:
        return [f"{seat}, up to entry {last}: {broken.problems[0].text}"]
    return []


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
        game.counts["finished"] += game.is_finished
        return cell, game.counts, [*objections(data), *objections_of_a_seat(data, game.chance)]
    except Exception as error:
        import traceback

        return cell, {}, [f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=528)
    parser.add_argument("--entries", type=int, default=60)
    parser.add_argument("--whole", type=int, default=5, help="every how many-th short game goes on to its end")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first seed")
    options = parser.parse_args()
    kinds = [*cells()]
    jobs = [*_jobs(kinds, options)]
    table, ended, counts, wrong = (collections.Counter() for _ in range(4))
    with multiprocessing.Pool(options.jobs) as pool:
        for done, (cell, told, found) in enumerate(pool.imap_unordered(played, jobs), 1):
            table[cell] += 1
            counts.update(told)
            ended[cell] += told.get("finished", 0)
            if found:
                wrong[cell] += 1
                print(f"OBJECTION {cell}: {found[0]}", flush=True)
            if done % 20 == 0:
                print(f"{done} games", file=sys.stderr, flush=True)
    print(as_table(table, ended))
    print("In all: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) + ".")
    empty = [cell for cell in kinds if not table[cell]]
    short = sorted({cell[:1] + cell[2:4] for cell in kinds} - {cell[:1] + cell[2:4] for cell in ended if ended[cell]})
    print(f"{sum(table.values())} games, {sum(wrong.values())} with objections; {len(empty)} of {len(kinds)} kinds not "
          f"played, {len(short)} of title, level and referee without a game that came to its end.")  # fmt: skip
    return 1 if wrong or empty or short else 0


def _jobs(kinds, options):
    """``(cell, seed, most entries)`` of every game."""
    begun = set()
    for n in range(options.games):
        cell = kinds[n % len(kinds)]
        table = cell[0], cell[2], cell[3]
        whole = cell[1] not in LONG and table not in begun or cell[0] in SHORT and n % options.whole == 0
        begun |= {table} if whole else set()
        yield cell, options.first + n // len(kinds), MOST_ENTRIES if whole else options.entries


def as_table(table, ended):
    """By each column: how many games had each value, and how many of them the rules ended; Markdown."""
    rows = ["| | | games | played to the end |", "| --- | --- | ---: | ---: |"]
    for place, name in enumerate(COLUMNS):
        games, whole = collections.Counter(), collections.Counter()
        for cell in table:
            value = value_of(cell, place)
            games[value] += table[cell]
            whole[value] += ended[cell]
        rows += [f"| {name} | {value} | {games[value]} | {whole[value]} |" for value in sorted(games)]
    return "\n".join(rows)


def value_of(cell, place):
    """What a row of the table calls a value of a column."""
    if COLUMNS[place] == "scenario":
        return f"{cell[0]}/{cell[1]}"
    return {True: "yes", False: "no"}.get(cell[place], cell[place])


if __name__ == "__main__":
    sys.exit(main())
