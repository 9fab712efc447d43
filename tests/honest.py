"""Honest random games, each played to an ending of its own rules: python3 tests/honest.py [--games 24] [--jobs 2]

A kind of game is a title and scenario, an edition, an arrangement of seats, a window rule, a level with or without a
referee, and which lines for later are sent (none, open, closed).  Every pair of these values that can come together
does so in one game at least; the first 24 games hold every value.  Their draws are fixed: a game is found again by its
number.  Nobody concedes, no game is cut or given up.

Now and then a seat is silent, orders are sent ahead by a seat that is not asked, and play goes back.  A game stands
still if everybody whom it waits for (record.now) has answered and no line is written, or if nothing happens any more:
that is an error.  Both verifiers make every line again; where lines are closed, so does one seat that knows its own
alone, up to some entry.

Prints what was played as a table in Markdown, a row a kind, also when it is interrupted, with what became of the games
that came to no end; exit code 1 if a game stands still, a verifier objects, or a game that was to be played was not.
"""

import argparse
import collections
import copy
import functools
import hashlib
import itertools
import multiprocessing
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pbem.core.data.problems import BrokenFile, Refused  # noqa: E402
from pbem.core.play.gamefile import GameFile, from_bytes, render  # noqa: E402
from pbem.core.play.replay import Replayer  # noqa: E402
from pbem.core.play.verify import all_openings  # noqa: E402
from pbem.core.record import charter as charters  # noqa: E402
from pbem.core.seat.sheet import item_of
from pbem.core.signing import adjudication, words  # noqa: E402
from pbem.core.title import game as titles  # noqa: E402
from pbem.core.trial import robots  # noqa: E402
from pbem.core.trial.selfplay import Chance  # noqa: E402
from tests.verifier import small  # noqa: E402
from tools import golden  # noqa: E402

TITLES = ("cataclysm", "pacific", "red-dragon")
TABLES = [("sealed", True), ("shared", True), ("shared", False)]
WINDOWS = ("default", "ask")
LINES = ("none", "ahead", "closed")
COLUMNS = ("title", "scenario", "level", "referee", "windows", "lines", "edition", "seats")
FACTORS = [(0, 1), (6,), (7,), (4,), (2, 3), (5,)]  # columns of which every pair of values comes together
GAMES = 160
SHORT = {"red-dragon", "pacific"}  # titles of the games beyond those that the pairs need
CONCEDING = 40  # entries in which the seats concede: it is heard between steps, or where a question hears it
NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


@functools.cache
def kinds():
    """Every kind of game as a tuple of COLUMNS."""
    return tuple(_kinds())


def _kinds():
    found = [title for title in TITLES if title in titles.titles()]
    for title, windows, (level, referee), lines in itertools.product(found, WINDOWS, TABLES, LINES):
        game = titles.load(title)
        for scenario, edition in itertools.product(game.scenarios, game.editions):
            for seats in charters.arrangements(game, scenario, edition):
                if referee or lines != "closed":
                    yield title, scenario, level, referee, windows, lines, edition, str(seats)


def cells(count=GAMES):
    """The kinds of so many games, always the same: first those that bring a new value, then others that bring a new
    pair, then all of short titles, over and over."""
    left = sorted(kinds(), key=_mixed)
    short = [kind for kind in left if kind[0] in SHORT]
    found = _covering(left)
    values = _covering(found, 1)
    rest = sorted((kind for kind in found if kind not in values), key=lambda kind: kind[0] not in SHORT)
    more = [*(kind for kind in short if kind not in found), *itertools.islice(itertools.cycle(short), count)]
    return [*values, *rest, *more][:count]


def _covering(kinds, size=2):
    """Some of these kinds that hold all the pairs of values that all of them hold, or all the values (size 1)."""
    left, found = list(kinds), []
    new = set().union(*(_held(kind, size) for kind in left))
    while new:
        best = max(left, key=lambda kind: len(_held(kind, size) & new))
        left.remove(best)
        new -= _held(best, size)
        found.append(best)
    return found


@functools.cache
def _held(kind, size=2):
    """The pairs of values that a kind holds, or the values themselves (size 1)."""
    values = [tuple(kind[column] for column in columns) for columns in FACTORS]
    return frozenset(itertools.combinations(enumerate(values), size))


def _mixed(cell):
    return hashlib.sha256(str(cell).encode()).digest()


class Honest:
    """One game of a kind, played by robots that also send lines for later."""

    def __init__(self, cell, seed):
        title, scenario, level, referee, windows, self.lines, *more = cell
        game = titles.load(title)
        edition, seats = more or (None, None)
        offered = {str(name): held for name, held in charters.arrangements(game, scenario, edition).items()}
        held = offered[seats] if seats else None
        charter = charters.make(game, "honest", scenario, edition, seats=held, anchors=NOBODY)
        self.chance = Chance(f"{cell} {seed}")
        self.club = robots.Club({**charter, "windows": windows}, f"{seed}", level, referee)
        if level == "sealed":
            self.club.charter["muster"] = bool(self.chance.below(2))
        self.file = self.club.new_game()
        self.met = {}  # (power, kind): answers that were legal once
        self.counts = collections.Counter()
        self.open, self.longest = {}, {}  # {question: entries for which it stands open now; for which it has stood}

    def finish(self):
        """To the end that the rules give it."""
        while not self.file.is_over:
            if self.file.n > robots.MOST_ENTRIES:
                raise robots.Fault(f"the game did not end within {self.file.n} entries")
            self.turn()
        return self

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

    def turn(self):
        if self.file.n > 2 and not self.chance.below(25 + self.file.n // 4):  # going back makes all lines again
            self.back()
        orders = {order["seat"]: order for order in robots.random_orders(self.file, self.chance)}
        self.remember(orders)
        silent = self.silent(orders)
        alone = copy.deepcopy(orders)
        if self.lines != "none":
            self.send_ahead(orders)
        if self.file.state["fairness"] == "sealed" and self.file.state["muster"]:
            for seat in orders:
                orders[seat]["pinch"] = f"{seat} {self.chance.below(1000)}"
        before = self.turns()
        self.file = self.adjudicated(orders, alone, silent)
        self.keeps_turns(before)
        self.time()

    def turns(self):
        """{power: number of its turn} on the board as it is."""
        board = self.file.current_board()
        return {power: self.file.game.turns.number(board, power) for power in self.file.charter["powers"]}

    def keeps_turns(self, before):
        """No line acts in a turn for which it was not written."""
        after = self.turns()
        for use in self.file.entry(self.file.n).get("used", ()):
            item = item_of(self.file, use) if use["by"] == "line" else {}
            if item and not before[item["power"]] <= item["turn"] <= after[item["power"]]:
                raise robots.Fault(f"entry {self.file.n}: a line for turn {item['turn']} acted: {use}")

    def time(self):
        """Count for how many entries the questions stand that are open now, and stood those that were answered."""
        answered = {row["question"] for row in self.file.entry(self.file.n).get("used", ())}
        stands = [one["question"] for one in self.file.waiting]
        self.open = {one: self.open.get(one, 0) * (one not in answered) + 1 for one in stands}
        self.longest = {**self.longest, **{one: max(self.longest.get(one, 0), n) for one, n in self.open.items()}}

    def silent(self, orders):
        """Now and then one of several who are asked, where somebody may say so."""
        can_say = self.file.state["referee"] and not self.file.state["muster"]
        if not can_say or self.chance.below(12) or not orders:
            return []
        self.counts["absent"] += 1
        return [self.chance.choice(sorted(orders))]

    def remember(self, orders):
        """Legal answers to what is asked, for lines of later."""
        for item in [item for order in orders.values() for item in order["answers"]]:
            self.met.setdefault((item["power"], item["kind"]), []).append(item["value"])

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
            order["yes"] = True
            if self.chance.below(2):
                self.counts["standing"] += 1
                if kind in self.file.game.turns.own:
                    line["value"] = {"form": "default", "fields": {}}
                order.setdefault("standing", []).append({**line, "when": kind, "text": f"when {kind}", "line": 1})
            else:
                self.counts["for once"] += 1
                when = self.chance.choice(["next", "then"])
                order["answers"].append({**line, "kind": kind, "line": 1, "text": kind, when: True})

    def adjudicated(self, orders, alone, silent):
        """The game after these orders.  Lines that are sure to fall, of now or of before, stop them: then all send
        `alone` what they are asked, and instead of what stood for it."""

        def sent(orders):
            return self.club.adjudicate(self.file, [orders[seat] for seat in orders if seat not in silent], silent)

        try:
            outcome = sent(orders)
        except Refused:
            if self.lines == "none":
                raise
            outcome = None
        if outcome is None or outcome.missing and orders != alone:  # a line was sent that is illegal now
            self.counts["lines taken back"] += 1
            for item in [item for order in alone.values() for item in order["answers"]]:
                item["instead"] = True
            outcome = sent(alone)
        return robots.moved(self.file, outcome)

    def back(self):
        """Back to an earlier live entry, on the words of those who must say so."""
        live = [n for first, last in self.file.state["live"] for n in range(first, last + 1)]
        if len(live) > 1:
            self.note({"what": "redo", "why": "a mail was read wrongly", "to": self.chance.choice(live[-4:-1])})
            self.counts["undone"] += 1

    def note(self, note):
        speakers = ["referee"] if self.file.state["referee"] else self.file.people
        said = [words.word_of(self.file, self.club.signers[name], [note]) for name in speakers]
        known = [one for signer in self.club.signers.values() for one in signer.openings(self.file)]
        self.file = adjudication.noted(self.file, said, self.club.signers[speakers[0]], known)


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


def objections_of_some(data, chance):
    """What each seat that knows its own closed lines and no others, and whoever knows some of all of them, has against
    the game up to some entry."""
    file, found = from_bytes(data, "honest"), []
    openings, last = all_openings(file), chance.below(file.n) + 1
    known = {seat: [one for one in openings if one["seat"] == seat] for seat in {one["seat"] for one in openings}}
    known["some"] = [one for one in openings if chance.below(2)]
    for name, some in sorted(known.items()) if openings else ():
        try:
            made_again(GameFile(file.lines[: last + 1], "honest"), some)
        except BrokenFile as broken:
            found.append(f"{name}, up to entry {last}: {broken.problems[0].text}")
    return found


def played(job):
    """(number, cell, what is told of the game, objections) of one game that is played to its end."""
    number, cell = job
    game = None
    try:
        game = Honest(cell, number)
        game.finish()
        data = render(game.file)
        found = [*objections(data), *objections_of_some(data, game.chance)]
        return number, cell, told_of(game), [f"{named(number, cell)}: {words}" for words in found]
    except Exception as error:
        import traceback

        at = game.file.next if game else 0
        words = f"{named(number, cell)}, entry {at}: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}"
        return number, cell, None, [words]


def named(number, cell):
    """A game, so that it can be found again."""
    kind = ", ".join(f"{name} {value}" for name, value in zip(COLUMNS[2:], cell[2:]))
    return f"{cell[0]}/{cell[1]} ({kind}), draws {number}, game {number}"


def told_of(game):
    """{"ending", "entries", "longest", "counts"}: how it ended, in how many entries, and for how many entries the
    question stood that stood longest."""
    entries = [game.file.entry(n) for n in range(1, game.file.n + 1)]
    game.counts["closed lines opened"] += sum(len(one.get("opened", ())) for one in entries)
    used = [row["by"] for one in entries for row in one.get("used", ())]
    game.counts["lines used"] += sum(by in ("line", "standing") for by in used)
    return {
        "ending": game.file.result["by"],
        "entries": game.file.n,
        "longest": max([(entries, question) for question, entries in game.longest.items()], default=(0, "")),
        "counts": game.counts,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--first", type=int, default=1, help="from this one on, where they are played in parts")
    parser.add_argument("--title", choices=TITLES, help="only the games of this title")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    games = [*enumerate(cells(options.games), 1)][options.first - 1 :]
    jobs = [job for job in games if options.title in (None, job[1][0])]
    tally = Tally(jobs)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with multiprocessing.Pool(options.jobs, _leave_signals) as pool:
        try:
            for result in pool.imap_unordered(played, jobs):
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
    """What was played, of the games that were to be; `left` is the rest: {kind: {what became of it: games}}."""

    def __init__(self, jobs):
        self.wanted, self.rows, self.wrong, self.counts = len(jobs), [], 0, collections.Counter()
        self.left = {cell: collections.Counter() for _, cell in jobs}
        for _, cell in jobs:
            self.left[cell]["not played"] += 1

    def add(self, number, cell, told, found):
        self.left[cell]["not played"] -= 1
        if told:
            self.rows.append((cell, told))
            self.counts.update(told["counts"])
        self.left[cell]["stopped"] += not told
        self.left[cell]["with objections"] += bool(told and found)
        self.wrong += bool(found)
        for objection in found[:1]:
            print(f"OBJECTION {objection}", flush=True)
        print(f"{number}: {' '.join(map(str, cell))}", file=sys.stderr, flush=True)

    def told(self):
        """Print the table; 1 if something is wrong or was not played."""
        print(as_table(self.rows, self.left))
        entries = sum(told["entries"] for _, told in self.rows)
        more = "".join(f", {name} {count}" for name, count in sorted(self.counts.items()))
        came = f"{len(self.rows)} of {self.wanted} games came to their ends, {self.wrong} went wrong"
        print(f"{came}; entries {entries}{more}.")
        return 1 if self.wrong or len(self.rows) < self.wanted else 0


def as_table(rows, left):
    """A row a kind: how many games came to their ends, their endings, their entries, the question that stood longest,
    and what became of the rest; Markdown."""
    head = [*COLUMNS, "games", "endings", "entries", "longest question", "the rest"]
    lines = ["".join(f"| {name} " for name in head) + "|", "|" + " --- |" * len(head)]
    for cell in sorted(left, key=str):
        games = [told for one, told in rows if one == cell]
        endings = collections.Counter(told["ending"] for told in games)
        most, question = max([tuple(told["longest"]) for told in games], default=(0, ""))
        found = [
            len(games),
            ", ".join(f"{ending} {count}" for ending, count in sorted(endings.items())),
            ", ".join(str(told["entries"]) for told in games),
            f"{most}: {question}" if games else "",
            ", ".join(f"{count} {what}" for what, count in sorted(left[cell].items()) if count),
        ]
        shown = [{True: "yes", False: "no"}.get(value, value) for value in cell]
        lines.append("".join(f"| {value} " for value in [*shown, *found]) + "|")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
