"""Honest random games, which both verifiers must take: python3 tests/honest.py --games 528 [--jobs 2]

Every title, scenario, level, with and without a referee, both window rules; with and without lines ahead and closed
lines; now and then a seat is silent, orders are sent ahead by a seat that is not asked, and play goes back.  Titles and
all else are mixed, so that a run that is cut short has met each of them.

Every game is over in the end.  Of each title the first game of each level, with and without a referee, and of the
short ones every `--whole`-th goes on to the end that its rules give it, or for `--most` entries: random play of the
long scenarios of Cataclysm comes to thousands.  The others go on for `--entries`; then in every other one all seats but
one concede, which the rules hear, and the rest is given up by a note: both open what is closed.  A game with closed
lines is also cut somewhere, and made again with the openings of one seat alone, as that seat does when it looks whether
its lines acted.

Prints what was played as a table in Markdown, also when it is interrupted; exit code 1 if a verifier objects, or a cell
of the table is empty.
"""

import argparse
import collections
import copy
import hashlib
import itertools
import multiprocessing
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pbem.core.data.problems import BrokenFile, Refused  # noqa: E402
from pbem.core.play import play  # noqa: E402
from pbem.core.play.replay import Replayer  # noqa: E402
from pbem.core.play.verify import all_openings  # noqa: E402
from pbem.core.record import charter as charters  # noqa: E402
from pbem.core.record.gamefile import GameFile, from_bytes, render  # noqa: E402
from pbem.core.rules import game as titles  # noqa: E402
from pbem.core.rules.requests import ask_from  # noqa: E402
from pbem.core.trial import robots  # noqa: E402
from pbem.core.trial.selfplay import Chance, RandomFeed  # noqa: E402
from tests.verifier import small  # noqa: E402
from tools import golden  # noqa: E402

TITLES = ("cataclysm", "pacific", "red-dragon")
TABLES = [("sealed", True), ("shared", True), ("shared", False)]
WINDOWS = ("default", "ask")
LINES = ("none", "ahead", "closed")
COLUMNS = ("title", "scenario", "level", "referee", "windows", "lines")
LONG = {f"c{n}" for n in (1, 2, 4, 5, 6, 7)}  # scenarios of which random play seldom ends within that
CONCEDING = 40  # entries in which the seats concede: it is heard between steps, or where a question hears it
SHORT = {"red-dragon"}
NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


def cells():
    """Every kind of game as (title, scenario, level, referee, windows, lines), well mixed, and always alike."""
    of_title = {title: sorted(_cells_of(title), key=_mixed) for title in TITLES if title in titles.titles()}
    rows = [
        ((place + 0.5) / len(found), title, cell)
        for title, found in of_title.items()
        for place, cell in enumerate(found)
    ]
    return [cell for _, _, cell in sorted(rows)]


def _mixed(cell):
    return hashlib.sha256(str(cell).encode()).digest()


def _cells_of(title):
    for lines, windows, (level, referee) in itertools.product(LINES, WINDOWS, TABLES):
        for scenario in titles.load(title).scenarios:
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
        """Up to so many entries, or to the end; then all but one concede, or it is given up."""
        for _ in range(entries):
            if self.file.is_over:
                return self
            self.turn()
        if not self.file.is_over and self.chance.below(2):
            self.concede()
        if not self.file.is_over:
            self.note({"what": "ended", "why": "long enough"})
            self.counts["given up"] += 1
        return self

    def concede(self):
        """All seats but one concede, until the rules have heard it."""
        winner = self.chance.choice(self.file.people)
        for _ in range(CONCEDING):
            if self.file.is_over:
                self.counts["conceded"] += 1
                return
            orders = {order["seat"]: order for order in robots.random_orders(self.file, self.chance)}
            alone = copy.deepcopy(orders)
            said = {row["seat"] for row in self.file.state["petitions"]}
            for seat in self.file.people:
                order = orders.get(seat) or robots.blank_order(self.file, seat)
                if seat != winner and seat not in said and not order.get("petitions"):
                    order["petitions"] = self.petitions(seat)
                    orders[seat] = order
            try:
                self.file = self.adjudicated(orders, alone, [])
            except Refused:  # it has conceded before, or cannot now
                self.file = self.adjudicated(alone, alone, [])

    def petitions(self, seat):
        """The items of a seat that concedes, for the first of its powers."""
        powers = [power for power, holder in self.file.charter["powers"].items() if holder == seat]
        lead = f"{powers[0]}: " if len(powers) > 1 else ""
        return golden.order_of(self.file, seat, f"{lead}concede")["petitions"]

    @property
    def is_finished(self):
        """True if the rules ended it, not a note."""
        return self.file.is_over and self.file.result["by"] != "given-up"

    def turn(self):
        if self.file.n > 2 and not self.chance.below(25 + self.file.n // 4):  # going back makes all lines again
            self.back()
        orders = {order["seat"]: order for order in robots.random_orders(self.file, self.chance)}
        self.remember()
        silent = self.silent(orders)
        alone = copy.deepcopy(orders)
        if self.lines != "none":
            self.send_ahead(orders)
        if self.file.state["fairness"] == "sealed" and self.file.state["muster"]:
            for seat in orders:
                orders[seat]["pinch"] = f"{seat} {self.chance.below(1000)}"
        self.file = self.adjudicated(orders, alone, silent)

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

    def adjudicated(self, orders, alone, silent):
        """The game after these orders.  Where seats seal, lines that are sure to fall stop them: then all send `alone`
        what they are asked."""
        try:
            return self.club.adjudicate(self.file, [orders[seat] for seat in orders if seat not in silent], silent).file
        except Refused:
            if self.lines == "none" or self.file.state["fairness"] == "sealed":
                raise
            self.counts["lines taken back"] += 1
            return self.club.adjudicate(self.file, [alone[seat] for seat in alone if seat not in silent], silent).file

    def back(self):
        """Back to an earlier live entry, on the words of those who must say so."""
        live = [n for first, last in self.file.state["live"] for n in range(first, last + 1)]
        if len(live) > 1:
            self.note({"what": "redo", "why": "a mail was read wrongly", "to": self.chance.choice(live[-4:-1])})
            self.counts["undone"] += 1

    def note(self, note):
        speakers = ["referee"] if self.file.state["referee"] else self.file.people
        words = [play.word_of(self.file, self.club.signers[name], [note]) for name in speakers]
        known = [one for signer in self.club.signers.values() for one in signer.openings(self.file)]
        self.file = play.noted(self.file, words, self.club.signers[speakers[0]], known)


def objections(data):
    """What the two verifiers have against a game file: pbem line by line as it came, and with all that it opened since
    known from the start, as `pbem verify` does."""
    file = from_bytes(data, "honest")
    openings, found = all_openings(file), []
    for known in [(), openings] if openings else [()]:
        try:
            found += [f"pbem, going on: line {number} is another one" for number in made_again(file, known).astray]
        except Exception as error:  # whatever it is, it is reported with the game
            found.append(f"pbem, {len(known)} openings known: {type(error).__name__}: {error}")
    check = small.module().Check(data)
    return [*found, *(f"small: {words}" for words in [*check.wrong, *check.missing])]


def made_again(file, openings):
    maker = Replayer(file, openings=openings)
    for number in range(1, file.n + 1):
        maker.make(number)
    return maker


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
    parser.add_argument("--most", type=int, default=400, help="entries of a game that goes on to its end")
    parser.add_argument("--whole", type=int, default=5, help="every how many-th short game goes on to its end")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first seed")
    options = parser.parse_args()
    tally = Tally(cells())
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with multiprocessing.Pool(options.jobs, _leave_signals) as pool:
        try:
            for result in pool.imap_unordered(played, _jobs(tally.kinds, options)):
                tally.add(*result)
        except KeyboardInterrupt:
            for one in (signal.SIGINT, signal.SIGTERM):
                signal.signal(one, signal.SIG_IGN)
            print("Interrupted.")
            return tally.told() or 1
    return tally.told()


def _leave_signals():
    """A player is ended by the one who counts, who hears of an interruption alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class Tally:
    """What was played: by kind how many games, how many of them the rules ended, how many a verifier objected to."""

    def __init__(self, kinds):
        self.kinds = list(kinds)
        self.table, self.ended, self.counts, self.wrong = (collections.Counter() for _ in range(4))

    def add(self, cell, told, found):
        self.table[cell] += 1
        self.counts.update(told)
        self.ended[cell] += told.get("finished", 0)
        if found:
            self.wrong[cell] += 1
            print(f"OBJECTION {cell}: {found[0]}", flush=True)
        done = sum(self.table.values())
        if done % 20 == 0:
            print(f"{done} games", file=sys.stderr, flush=True)

    def told(self):
        """Print the table; 1 if a verifier objects or something was not played."""
        games, objected = sum(self.table.values()), sum(self.wrong.values())
        empty = [cell for cell in self.kinds if not self.table[cell]]
        tables = {cell[:1] + cell[2:4] for cell in self.kinds}
        short = tables - {cell[:1] + cell[2:4] for cell in self.ended if self.ended[cell]}
        print(as_table(self.table, self.ended))
        print("In all: " + ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items())) + ".")
        print(
            f"{games} games, {objected} with objections; {len(empty)} of {len(self.kinds)} kinds not played, "
            f"{len(short)} of title, level and referee without a game that came to its end.",
            flush=True,
        )
        return 1 if objected or empty or short else 0


def _jobs(kinds, options):
    """``(cell, seed, most entries)`` of every game."""
    begun = set()
    for n in range(options.games):
        cell = kinds[n % len(kinds)]
        table = cell[0], cell[2], cell[3]
        whole = cell[1] not in LONG and table not in begun or cell[0] in SHORT and n % options.whole == 0
        begun |= {table} if whole else set()
        yield cell, options.first + n // len(kinds), options.most if whole else options.entries


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
