"""make bench: speed and size beside their goals (docs/performance.md), as ratios measured in one run.

U is the processor time of ``python -c "import click"``.  What is compared runs in turns, one pair after the other, and
the figure is the median of the ratios of the pairs; milliseconds are never compared with those of another day.
Processes are started without site, because an editable install imports pathlib at every start, which would flatter us.

    python tools/bench.py [TITLE...] [--pairs 21] [--decisions 2000] [--rows 2a,2b] [--json FILE]

Rows that have no title (13, I, T) are measured once, after the titles.
Exit code 0 whether goals are met or missed; 1 if a measurement fails.
"""

import argparse
import gzip
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from statistics import median

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLICK = "import click"
PBEM = "import sys; from pbem.cli import start; sys.exit(start())"
APART = "import runpy, sys; del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"


class Title:
    """What is measured of a title: which scenario, before which question a turn is taken, and the goals.

    asked       (kind, power) of the question that the turn answers
    typical     True for an answer of a typical turn: a pass would be none
    lasting     decisions after which a game is put back to its start, to make one of great age
    stops       [(scenario, "game" or what a round is, goal)] of row S: how often mail waits
    rehearsed   goal of row R
    play_games  games a round of row 10
    """

    def __init__(self, scenario, asked, typical, lasting, stops, rehearsed, play_games=1):
        self.scenario, self.asked, self.typical, self.lasting = scenario, asked, typical, lasting
        self.stops, self.rehearsed, self.play_games = stops, rehearsed, play_games


TITLES = {
    "red-dragon": Title(
        "ready",
        ("op", "prc"),
        lambda value: value["op"] in (12, 14, 15, 17, 18),
        40,
        [("ready", "game", 30), ("standard", "game", 33)],
        800,
        play_games=4,
    ),
    "pacific": Title("standard", ("combat-moves", "japan"), bool, 300, [("standard", "turn of a power", 1.05)], 400),
    "cataclysm": Title("c2", ("play-flag", "germany"), bool, 300, [("c2", "counter", 0.60)], 400),
}
ADDRESS = "pbem@club.example"
ROBOT_TURNS = 12  # of all powers together


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("titles", nargs="*", default=list(TITLES), metavar="TITLE", help=", ".join(TITLES))
    parser.add_argument("--pairs", type=int, default=21, help="pairs of runs for each ratio")
    parser.add_argument("--decisions", type=int, default=2000, help="age of the old game")
    parser.add_argument("--rows", default="", help="only these rows: 1,2b")
    parser.add_argument("--json", metavar="FILE", help="write the figures here too")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.titles) - set(TITLES))
    if unknown:
        parser.error(f"no goals for {unknown[0]}; there are {', '.join(TITLES)}")
    wanted = [name for name in arguments.rows.split(",") if name] or [*ROWS, *ROWS_OF_ALL]
    machine = {
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
        "pairs": arguments.pairs,
        "decisions": arguments.decisions,
    }
    found = [row for title in arguments.titles for row in measured(title, ROWS, wanted, machine)]
    found += measured(None, ROWS_OF_ALL, wanted, machine)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"pbem": "bench/1", "machine": machine, "rows": found}, file, indent=1)
            file.write("\n")
    return 1 if any("failed" in row for row in found) else 0


def measured(title, rows, wanted, machine):
    """Measure the rows of one title, or those that have none, and print them; a JSON object each."""
    wanted = [name for name in wanted if name in rows]
    if not wanted:
        return []
    name = title or "all titles"
    print(f"{name}: Python {machine['python']}, {machine['cores']} cores, {machine['pairs']} pairs\n")
    print(f"{'row':<4} {'what':<58} {'measured':>12} {'goal':>12}")
    found = []
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        bench = Bench(folder, title, machine["pairs"], machine["decisions"])
        for name in wanted:
            try:
                for row in rows[name](bench):
                    print(f"{name:<4} {row}", flush=True)
                    found.append({"title": title, "row": name, **row.to_json()})
            except Exception as error:
                print(f"{name:<4} FAILED\n{traceback.format_exc()}", flush=True)
                found.append({"title": title, "row": name, "failed": str(error)})
    print()
    return found


class Row:
    """One line of the table: what was measured, the figure, and the goal that it should not exceed (or, with
    `at_least`, not fall short of)."""

    def __init__(self, what, figure, goal=None, unit="", at_least=False):
        self.what, self.figure, self.goal, self.unit, self.at_least = what, figure, goal, unit, at_least

    def __str__(self):
        if self.goal is None:
            return f"{self.what:<58} {self._shown(self.figure):>12}"
        goal = ("≥ " if self.at_least else "≤ ") + self._shown(self.goal)
        return f"{self.what:<58} {self._shown(self.figure):>12} {goal:>12}  {'met' if self.is_met else 'MISSED'}"

    @property
    def is_met(self):
        return self.goal is None or (self.figure >= self.goal if self.at_least else self.figure <= self.goal)

    def to_json(self):
        """The figure, rounded to four places, and the goal with what it bounds."""
        goal = (
            {}
            if self.goal is None
            else {"goal": self.goal, "bound": "least" if self.at_least else "most", "met": self.is_met}
        )
        return {"what": self.what, "figure": round(self.figure, 4), **goal}

    def _shown(self, number):
        shown = f"{number:,.0f}" if abs(number) >= 100 else f"{number:.2f}"
        return f"{shown} {self.unit}".strip()


class Bench:
    """The games and the clock.  Games are made when a row first needs them."""

    def __init__(self, folder, title, pairs, decisions):
        self.folder, self.name, self.pairs, self.decisions = folder, title, pairs, decisions
        self.title = TITLES.get(title)
        self._games = None
        paths = [ROOT, sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONPYCACHEPREFIX": os.path.join(folder, "compiled"),
        }
        for name in ("PBEM_SECRET", "PYTHONDONTWRITEBYTECODE"):  # as users run it: compiled once
            self.environment.pop(name, None)

    # -- processes ---------------------------------------------------------------------------------------

    def pbem(self, *arguments, codes=(0,)):
        """A run of the command line, as a function that returns seconds."""
        return lambda: self.run(PBEM, arguments, codes)

    def code(self, code, *arguments):
        return lambda: self.run(code, arguments, (0,))

    def click(self):
        return self.run(CLICK, (), (0,))

    def turn(self, name):
        """A turn of a kept game: read game and orders, play on, write the game and a report; seconds.  The game, its
        secret and what the machine remembers are put back before each run."""
        return lambda: self.run(PBEM, self.games.put_back(name), (0,), self.games.memory(name))

    def run(self, code, arguments, codes, memory="memory"):
        """Run Python code in a process of its own: seconds of processor time, of those that it starts too."""
        command = [sys.executable, "-S", "-c", code, *arguments]
        environment = {**self.environment, "PBEM_MEMORY": os.path.join(self.folder, memory)}
        before = spent()
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)
        if done.returncode not in codes:
            raise RuntimeError(f"exit code {done.returncode} of {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return spent() - before

    def ratio(self, one, other, pairs=None):
        """The median of one/other over pairs that run in turns, the first of each pair alternating."""
        one(), other()
        ratios = []
        for turn in range(pairs or self.pairs):
            order = (one, other) if turn % 2 else (other, one)
            found = {run: run() for run in order}
            ratios.append(found[one] / found[other])
        return median(ratios)

    # -- games -------------------------------------------------------------------------------------------

    @property
    def games(self):
        if self._games is None:
            self._games = Games(self.folder, self.name, self.decisions)
        return self._games

    def loaded(self, scenario=None):
        """The title and the charter of a game of it."""
        from pbem.core.title.game import load

        game = load(self.name)
        return game, charter_of(game, scenario or self.title.scenario)


class Games:
    """A young game and an old one in files, both before the same question, with an order that answers it.

    Beside each lies what whoever adjudicates has there: secret, state, and a folder with what the machine remembers.
    """

    def __init__(self, folder, title, decisions):
        self.folder, self.title = folder, TITLES[title]
        self.made = Maker(title, decisions)
        self.young, self.old = self.made.young, self.made.old
        self.order, self.lines = self._order()
        for name, file in (("young", self.young), ("old", self.old)):
            self._write(name, file)

    def _write(self, name, file):
        from pbem.core.data import store
        from pbem.core.play.gamefile import render
        from pbem.core.play.replay import remember

        path = os.path.join(self.folder, f"{name}.json")
        store.write(path, render(file))
        self._write_secret(f"{path}.secret", file)
        file.path = path
        with remembering(os.path.join(self.folder, self.memory(name))):
            remember(file)
        shutil.copytree(os.path.join(self.folder, self.memory(name)), os.path.join(self.folder, "kept", name))
        for ending in ("", ".secret", ".state"):
            shutil.copy(path + ending, os.path.join(self.folder, "kept", name))
        seat = file.charter["powers"][self.title.asked[1]]
        head = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head}"]
        store.write(f"{path}.txt", "\n".join([*head, *self.lines, ""]))

    def _write_secret(self, path, file):
        """The referee's secret file, as it is after the turn before."""
        from pbem.core.record.secret import Secret

        chain = self.made.club.signers["referee"].secret.chain
        secret = Secret.create(path, length=chain.length, secret=chain.secret)
        secret.bind(file.game_id, "referee", file.head_of(0))
        secret.verified = {"entry": file.n, "head": file.head}
        secret.released = {"entry": file.n, "head": file.head_of(file.n - 1), "digest": file.head}
        secret.save()

    def memory(self, name):
        """The folder in which it is remembered what was reached of a game."""
        return f"memory-{name}"

    def put_back(self, name):
        """Lay out a kept game as it was; the arguments of a turn of it."""
        kept, memory = os.path.join(self.folder, "kept", name), os.path.join(self.folder, self.memory(name))
        for file in os.listdir(kept):
            shutil.copy(os.path.join(kept, file), self.folder if file.startswith(f"{name}.json") else memory)
        return (
            "adjudicate",
            f"{name}.json",
            f"{name}.json.txt",
            "-o",
            f"{name}.json",
            "--report",
            "report.txt",
            "--secret",
            f"{name}.json.secret",
        )

    def _order(self):
        """``(orders, lines)`` of a typical answer that is legal in both games."""
        from pbem.core.data.problems import refusals
        from pbem.core.seat import checking
        from pbem.core.trial.robots import random_orders
        from pbem.core.trial.selfplay import Chance

        for seed in range(1000):
            (order,) = random_orders(self.young, Chance(f"order/{seed}"))
            answer = order["answers"][0]
            again = {**order, "entry": self.old.next, "head": self.old.head}
            if self.title.typical(answer["value"]):
                if not refusals(checking.check_orders(self.old, [again]).problems):
                    lines = self.young.game.kinds[answer["kind"]].text(answer["value"], None)
                    return order, [f"{answer['power']}: {line}" for line in lines]
        raise RuntimeError("no order is legal in both games")


class Maker:
    """Plays the games by robots.  The old game is many games in one: each is put back to the start by a correction on
    record before it ends."""

    def __init__(self, title, decisions):
        from pbem.core.title.game import load
        from pbem.core.trial import robots
        from pbem.core.trial.selfplay import Chance

        self.game, self.title = load(title), TITLES[title]
        links = max(4096, 8 * decisions)
        self.club = robots.Club(charter_of(self.game, self.title.scenario), "bench", links=links)
        self.chance = Chance("bench")
        self.play_on = robots.play_on
        self.young = self._at_the_question(self.club.new_game())
        self.start = self.young.first_board().to_json()
        self.decisions = decisions
        self.aged = self._aged(self.club.new_game(), decisions)
        self.old = self._at_the_question(self._restarted(self.aged))

    def ancient(self):
        """A game four times as old as the old one."""
        return self._aged(self.aged, 3 * self.decisions)

    def _at_the_question(self, file):
        """The game before the first question that its title's line names."""
        while [(row["kind"], row["power"]) for row in file.waiting] != [self.title.asked]:
            if file.is_over:
                raise RuntimeError(f"nobody is asked {self.title.asked}")
            file = self._on(file)
        return file

    def _on(self, file):
        """The game one entry further."""
        return self.play_on(file, self.club, self.chance, 1)

    def _aged(self, file, decisions):
        """A game so many decisions older.  One that ends at once after it was put back would do so again, for its draws
        are those of its entries: it is put back to another place."""
        before, begun, rests = count_decisions(file), count_decisions(file), []
        while count_decisions(file) - before < decisions or file.is_over:
            if file.is_over or (rests and count_decisions(file) - begun >= self.title.lasting):
                file = self._restarted(rests.pop())
                begun = count_decisions(file)
            file = self._on(file)
            if not file.is_over and file.waiting and is_at_rest(file):
                rests = [*rests[-8:], file]
        return file

    def _restarted(self, file):
        from pbem.core.play.repair import changes

        while not is_at_rest(file):
            file = self._on(file)
        patch = changes(file.rest_board().to_json(), self.start)
        return self.club.noted(file, {"what": "correction", "why": "back to the start, to grow old", "patch": patch})


def is_at_rest(file):
    """True if the open step has done nothing yet."""
    from pbem.core.record.state import at_rest

    return at_rest(file.state)


def charter_of(game, scenario):
    from pbem.core.record import charter as charters

    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    return charters.make(game, "bench", scenario, anchors=anchors)


def count_decisions(file):
    """Answers that somebody chose."""
    return sum(use["by"] != "forced" for entry in file.entries for use in entry.get("used", ()))


# -- the rows ------------------------------------------------------------------------------------------------


def stops(bench):
    """How often a game by mail waits for the power that acts (pbem selfplay --count-stops)."""
    from pbem.core.trial.mail_stop_stats import Tally, count_stops

    for scenario, what, goal in bench.title.stops:
        game, charter = bench.loaded(scenario)
        tally = Tally()
        for number in range(max(3, bench.pairs // 3)):
            count_stops(game, charter, f"bench/stops/{number}", tally)
        report = tally.to_json(game)
        yield Row(
            f"stops by mail, {scenario} / {what}",
            report["stops"] / report["games" if what == "game" else "rounds"],
            goal,
        )


def startup(bench):
    yield Row("pbem --help / U", bench.ratio(bench.pbem("--help"), bench.click), 1.05)
    yield Row(f"pbem rules {bench.name} / U", bench.ratio(bench.pbem("rules", bench.name), bench.click), 1.05)


def turn(bench):
    yield Row("a turn of a young game, with its report / U", bench.ratio(bench.turn("young"), bench.click), 3.8)


def old_turn(bench):
    ratio = bench.ratio(bench.turn("old"), bench.turn("young"), slow(bench))
    yield Row(f"the same {count_decisions(bench.games.old):,} decisions old / young", ratio, 1.15)


def status(bench):
    """`pbem status` of one old game, and of a thousand young ones, copies of one."""
    bench.games.put_back("old")
    age = count_decisions(bench.games.old)

    def run():
        return bench.run(PBEM, ("status", "old.json"), (0,), bench.games.memory("old"))

    yield Row(f"pbem status, {age:,} decisions old / U", bench.ratio(run, bench.click), 1.5)
    bench.games.put_back("young")
    folder = os.path.join(bench.folder, "thousand")
    os.makedirs(folder)
    for number in range(1000):
        for ending in ("", ".state"):
            beside = os.path.join(folder, f"{number:04}.json{ending}")
            shutil.copy(os.path.join(bench.folder, f"young.json{ending}"), beside)

    def many():
        return bench.run(PBEM, ("status", folder), (0,), bench.games.memory("young"))

    yield Row("pbem status of 1,000 games / U", bench.ratio(many, bench.click, slow(bench)), 20)


def verification(bench):
    """An old game by the small verifier, and by `pbem verify` with the rules."""
    age = count_decisions(bench.games.old)
    bench.games.put_back("old")
    small = bench.code(APART, os.path.join(ROOT, "verifier", "pbem_verify.py"), "old.json")
    yield Row(f"{age:,} decisions by the small verifier / U", bench.ratio(small, bench.click, slow(bench)), 40)
    whole = bench.pbem("verify", "old.json")
    yield Row("the same by pbem verify / U", bench.ratio(whole, bench.click, slow(bench)), 30)


def long_verification(bench):
    """Whether `pbem verify` is linear in the length of a game."""
    from pbem.core.data import store
    from pbem.core.play.gamefile import render

    files = {"aged.json": bench.games.made.aged, "ancient.json": bench.games.made.ancient()}
    for name, file in files.items():
        store.write(os.path.join(bench.folder, name), render(file))
    short, long = map(count_decisions, files.values())
    ratio = bench.ratio(bench.pbem("verify", "ancient.json"), bench.pbem("verify", "aged.json"), slow(bench))
    yield Row(f"pbem verify, a decision of {long:,} / of {short:,}", ratio * short / long, 1.15)


def rehearsals(bench):
    """How often in 25 U, which is a second here, the orders of a stop are rehearsed, in this process."""
    from pbem.core.trial.rehearsal import rehearsed

    file, rates = bench.games.young, []
    for turn in range(slow(bench)):
        second, start = 25 * bench.click(), time.process_time()
        rehearsed(file, [bench.games.order], 100, f"{turn:02x}")
        rates.append(100 * second / (time.process_time() - start))
    yield Row("rehearsals of the orders of a stop, in 25 U", median(rates), bench.title.rehearsed, at_least=True)


def robots_turn(bench):
    """What robots think in a turn (an Op, a turn of a power), the first ones of games between them, in this process.  A
    turn is over when that of the same power begins that comes next, or with the game."""
    from robot_feed import RobotFeed

    from pbem.core.trial.selfplay import play_one

    class Enough(Exception):
        pass

    def watch(board, fact):
        turns.append(sum(game.turns.number(board, power) for power in powers))
        if turns[-1] - turns[0] >= ROBOT_TURNS:
            raise Enough

    game, charter = bench.loaded()
    powers = [*charter["powers"]]
    feed, found = RobotFeed.seated(charter, dict.fromkeys(powers, "quick")), []
    for number in range(slow(bench)):
        unit, start, turns, last = bench.click(), time.process_time(), [], 0
        with suppress(Enough):
            play_one(game, charter, f"bench/{number}", None, watch, feed)
            last = len(powers)
        found.append((time.process_time() - start) / (turns[-1] - turns[0] + last) / ((unit + bench.click()) / 2))
    yield Row(f"a robot's turn, quick: the first {ROBOT_TURNS} of a game", median(found), 15, "U")


SHAPES = {  # lines of which an order file may be full; {n} grows
    "red-dragon": (
        "op 14 east-china-sea -> taiwan-strait with prc-sag-{n}; attack",
        "the the the the {n}",
        "op 12 China Central to Taiwan Strait with {n} ssk",
        "if taiwan is prc: pass; else op 5 with su-30-{n}",
        "when return-fire: return fire default",
    ),
    "pacific": (
        "move {n} infantry, 3 fighter, bomber japan -> sz36 -> sz35 -> sz25 -> guam",
        "buy {n} infantry, transport",
        "ship {n} infantry japan -> sz36 -> sz35 -> guam",
        "program guam stance SA losses infantry, armor; below {n}",
        "battles sz1, sz2, sz3, sz4, sz5, sz6, sz7, sz8",
        "a a a a a a a a a a a a a a a a a a a a a a a a {n}",
    ),
    "cataclysm": (
        "germany: deploy ge-army-1 -> ruhr; ge-army-{n} -> bavaria",
        "germany: construct {n} army, air",
        "germany: land ge-army-1, ge-army-{n} -> poland",
        "germany: diplomacy hungary",
        "germany: ; ; ; ; ; {n}",
    ),
}


def reading(bench):
    """2,000 lines of one shape, read and checked by `pbem check`: the slowest of several shapes."""
    from pbem.core.orders.orders import MAX_BYTES
    from pbem.core.play.gamefile import read

    path, title = os.path.join(bench.folder, "read.json"), bench.title
    if not os.path.exists(path):
        bench.run(PBEM, ("new", f"{bench.name}/{title.scenario}", "-o", "read.json"), (0,))
        bench.run(PBEM, ("adjudicate", "read.json", "-o", "read.json"), (0,))
    game, ratios = read(path), {}
    head = ["game read", f"seat {game.charter['powers'][title.asked[1]]}", f"entry {game.next}", f"head {game.head}"]
    for shape in SHAPES[bench.name]:
        lines = [shape.format(n=number % 97 + 1) for number in range(1990)]
        text = "\n".join([*head, *lines, ""])[: MAX_BYTES - 1]
        with open(os.path.join(bench.folder, "read.txt"), "w", encoding="utf-8") as file:
            file.write(text)
        run = bench.pbem("check", "read.json", "read.txt", codes=(0, 3))
        ratios[shape] = bench.ratio(run, bench.click, slow(bench))
    worst = max(ratios, key=ratios.get)
    yield Row("2,000 lines of the slowest shape read and checked / U", ratios[worst], 20)


ATTACK = {"infantry": 10, "artillery": 4, "armor": 4, "fighter": 4, "bomber": 1}
DEFENCE = {"infantry": 11, "artillery": 2, "fighter": 3}


def odds(bench):
    """Exact odds of a large battle against ten thousand rolled ones, in this process; only where a title has odds."""
    if not hasattr(bench.loaded()[0], "odds"):
        return
    from pbem.games.pacific.rules.odds import Battle
    from pbem.games.pacific.rules.odds import odds as solve

    game, charter = bench.loaded()
    components, ratios = game.new_board(charter).parts, []
    for turn in range(bench.pairs):
        battle = Battle(components, ATTACK, DEFENCE, guns=True)
        start = time.process_time()
        exact = solve(battle).win / 2**80
        middle = time.process_time()
        won = rolled(components, 10_000, random.Random(turn))
        ratios.append((middle - start) / (time.process_time() - middle))
        if abs(exact - won / 10_000) > 0.05:
            raise RuntimeError(f"{won} of 10,000 battles were won, and the odds are {exact:.4f}")
    yield Row("exact odds of 23 against 16 and a gun / 10,000 rolled battles", median(ratios), 0.06)


def rolled(components, runs, chance):
    """How many of `runs` battles the attacker wins: dice, and losses by the published orders."""
    orders = components.turn["loss_orders"]
    ours = _strengths(components, ATTACK, orders["land-attack"], "attack")
    theirs = _strengths(components, DEFENCE, orders["land-defence"], "defence")
    flying, won = ATTACK["fighter"] + ATTACK["bomber"], 0
    for _ in range(runs):
        left, right = ours[:], theirs[:]
        del left[len(left) - sum(chance.randrange(6) < 1 for _ in range(flying)) :]
        while left and right:
            hits = sum(chance.randrange(6) < strength for strength in left)
            lost = sum(chance.randrange(6) < strength for strength in right)
            del right[:hits], left[:lost]
        won += bool(left)
    return won


def _strengths(components, units, order, side):
    """The numbers that units hit on, the first to be lost first; an artillery helps an infantry."""
    ranked = sorted(units, key=lambda type: order.index(type) if type in order else len(order))
    strengths, help = [], units.get("artillery", 0) if side == "attack" else 0
    for type in ranked:
        value = getattr(components.types[type], side)
        aided = min(help, units[type]) if type == "infantry" else 0
        strengths += [value] * (units[type] - aided) + [value + 1] * aided
    return strengths


def odds_command(bench):
    """`pbem odds` as a command."""
    if hasattr(bench.loaded()[0], "odds"):
        sides = [", ".join(f"{count} {type}" for type, count in units.items()) for units in (ATTACK, DEFENCE)]
        yield Row("pbem odds / U", bench.ratio(bench.pbem("odds", bench.name, *sides), bench.click), 1.45)


def mails(bench):
    """The mails of a stop, and a message that comes in for a young game and for an old one."""
    seats = bench.games.young.charter["seats"]
    given = [word for seat in seats for word in ("--seat", f"{seat}={seat}@example.org")]
    asked = bench.games.young.charter["powers"][bench.title.asked[1]]
    for name in ("young", "old"):
        bench.games.put_back(name)
        memory = bench.games.memory(name)
        bench.run(PBEM, ("mail", "set-up", f"{name}.json", "--address", ADDRESS, *given), (0,), memory)
        if name == "young":
            bench.run(PBEM, ("mail", "out", "young.json", "-o", "outbox"), (0,), memory)
            yield from mail_sizes(os.path.join(bench.folder, "outbox", "new"), asked)
        run = bench.ratio(receiving(bench, name, asked), bench.click)
        yield Row(f"a message received, {name} game / U", run, 7)


def mail_sizes(folder, asked):
    """Rows of the largest mail to a seat that is asked, and to one that is not: lines of its text, and bytes."""
    from email import message_from_binary_file, policy

    sizes, longest = {"asked": 0, "not asked": 0}, 0
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            mail = message_from_binary_file(file, policy=policy.default)
        whom = "asked" if mail["To"].addresses[0].username == asked else "not asked"
        sizes[whom] = max(sizes[whom], os.path.getsize(path))
        longest = max(longest, len(mail.get_body(("plain",)).get_content().splitlines()))
    yield Row("lines of the longest mail of a stop", longest, 60)
    yield Row("a mail of a stop, asked", sizes["asked"] / 1000, 200, "kB")
    yield Row("a mail of a stop, not asked", sizes["not asked"] / 1000, 30, "kB")


def receiving(bench, name, seat):
    """A function that has `pbem mail in` read a mail with the orders of a kept game; seconds.  The game and its desk
    are put back before each run."""
    desk, kept = (os.path.join(bench.folder, where) for where in (f"{name}.json.mail", f"{name}.desk"))
    shutil.copytree(desk, kept)
    with open(os.path.join(bench.folder, f"{name}.json.txt"), encoding="utf-8") as file:
        orders = file.read()
    head = f"From: {seat}@example.org\nTo: {ADDRESS}\nMessage-ID: <bench@example.org>\n\n"
    with open(os.path.join(bench.folder, "mail.eml"), "w", encoding="utf-8") as file:
        file.write(head + orders + "--\n")

    def run():
        bench.games.put_back(name)
        shutil.rmtree(desk)
        shutil.copytree(kept, desk)
        words = ("mail", "in", f"{name}.json", "--from", "mail.eml")
        return bench.run(PBEM, words, (0,), bench.games.memory(name))

    return run


def turn_page(bench):
    """Size of the turn page of a young game, as it is and as a web server sends it; the command that makes it."""
    bench.games.put_back("young")
    seat = bench.games.young.charter["powers"][bench.title.asked[1]]

    def run():
        words = ("form", "young.json", seat, "--format", "html", "-o", "turn.html")
        return bench.run(PBEM, words, (0,), bench.games.memory("young"))

    yield Row("pbem form --format html / U", bench.ratio(run, bench.click), 6)
    with open(os.path.join(bench.folder, "turn.html"), "rb") as file:
        page = file.read()
    yield Row("the turn page", len(page) / 1000, 200, "kB")
    yield Row("the same, gzipped", len(gzip.compress(page, mtime=0)) / 1000, 50, "kB")


def spent():
    """Seconds of processor time of the processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def checking(bench):
    """The lines of a game file of some 184 kB against the schemas, by us and by jsonschema alone."""
    import jsonschema

    from pbem.core.data import schemas

    lines, size = [], 0
    for line in bench.games.old.lines[1:]:
        if size + line.size > 184_000:
            break
        lines.append((f"{line.object['kind']}-line", line.object))
        size += line.size
    loaded = {name: schemas.load_schema(name) for name, _ in lines}
    ours, theirs = [], []
    for _ in range(5):
        ours.append(timed(lambda: [schemas.problems(name, value) for name, value in lines]))
        theirs.append(timed(lambda: [jsonschema.validate(value, loaded[name]) for name, value in lines]))
    ratio = median(one / other for one, other in zip(ours, theirs))
    yield Row(f"checking {size // 1000} kB of lines / jsonschema.validate", ratio, 0.20)


def timed(function):
    """Seconds of processor time of a function in this process."""
    start = time.process_time()
    function()
    return time.process_time() - start


def size(bench):
    """Bytes a decision of games as they are played (no corrections), part by part, each gzipped by game."""
    from pbem.core.trial.robots import Club

    _, charter = bench.loaded()
    decisions, packed = 0, Counter()
    for seed in range(2 * bench.title.play_games):
        file = play_whole(Club(charter, f"size/{seed}"), seed)
        decisions += count_decisions(file)
        for part, data in parts_of(file).items():
            packed[part] += len(gzip.compress(data, mtime=0))
    for part, what, goal in (("sent", "sent and drawn", 40), ("facts", "facts", 90)):
        yield Row(f"bytes a decision, gzipped: {what}", packed[part] / decisions, goal)


def parts_of(file):
    """{"sent", "facts"}: what people sent and what was drawn, without envelopes and signatures, and what followed."""
    from pbem.core.data.canon import encode

    plays = [entry for entry in file.entries if entry["kind"] == "play"]
    sent = [
        [[said(object) for object, _ in entry["documents"]], entry.get("opened", []), entry["draws"]] for entry in plays
    ]
    return {"sent": encode(sent), "facts": encode([entry["steps"] for entry in plays])}


def said(document):
    """What a document says: without the envelope, and the head that any other document of the entry names too."""
    return {name: value for name, value in document.items() if name not in ("envelope", "head")}


def play_whole(club, seed):
    from pbem.core.trial.robots import play_on
    from pbem.core.trial.selfplay import Chance

    return play_on(club.new_game(), club, Chance(seed))


def keyed_draws(bench):
    """The same games with keyed draws and with as many draws of random.Random, whose results are then not used."""
    ratios = []
    game, charter = bench.loaded()
    for turn in range(bench.pairs):
        keyed, plain = draw_costs(game, charter, f"draws/{turn}", turn % 2, bench.title.play_games)
        ratios.append(keyed / plain)
    yield Row("random play, keyed draws / random.Random", median(ratios), 1.05)


def draw_costs(game, charter, seed, plain_first, games):
    """``(seconds with keyed draws, seconds with random.Random)`` of the same games."""
    from pbem.core.draws.draws import ThrowawaySource

    spent = {"keyed": 0.0, "plain": 0.0}
    for number in range(games):
        key = f"{number:02x}" + seed.encode().hex()
        keyed = ThrowawaySource(key)
        play_with(game, charter, keyed, seed)  # the results, and nothing cold afterwards
        for name in ("plain", "keyed") if plain_first else ("keyed", "plain"):
            source = PlainSource(keyed.records) if name == "plain" else ThrowawaySource(key)
            spent[name] += timed(lambda source=source: play_with(game, charter, source, seed))
    return spent["keyed"], spent["plain"]


def play_with(game, charter, source, seed):
    from pbem.core.rules.engine import Session
    from pbem.core.trial.selfplay import Chance, RandomFeed

    Session(game, game.new_board(charter)).run(RandomFeed(game, source, Chance(seed)))


class PlainSource:
    """Draws by random.Random; what it gives is what the keyed draws gave, so that the games are the same."""

    def __init__(self, records):
        self.random, self.given, self.records = random.Random(1), iter(records), []

    def draw(self, label, kind, of):
        if kind == "dice":
            result = [self.random.randint(1, of["sides"]) for _ in range(of["count"])]
        else:
            result = self.random.sample(of["items"], of["count"])
        record = {"label": label, "n": 1, "kind": kind, "of": of, "result": result}
        self.records.append(record)
        return next(self.given)


@contextmanager
def remembering(folder):
    """What this machine reached of games is remembered in `folder` meanwhile."""
    before = os.environ.get("PBEM_MEMORY")
    os.environ["PBEM_MEMORY"] = folder
    try:
        yield
    finally:
        os.environ.pop("PBEM_MEMORY")
        os.environ.update({"PBEM_MEMORY": before} if before else {})


def slow(bench):
    """Pairs for what takes seconds."""
    return max(3, bench.pairs // 3)


SITE_GAMES, SITE_ENTRIES, SITE_JOBS = 200, 22, 2  # games of a club in turns of all titles, and their age


def club_site(bench):
    """A club's site: the first run, and one with nothing changed, by two processes."""
    games, public = os.path.join(bench.folder, "games"), os.path.join(bench.folder, "public")
    os.makedirs(games)
    with ProcessPoolExecutor(SITE_JOBS) as pool:
        paths = list(pool.map(write_game, [games] * SITE_GAMES, range(SITE_GAMES), chunksize=4))
    run = bench.pbem("site", *paths, "-o", public, "--jobs", str(SITE_JOBS))
    first = run() / SITE_JOBS
    yield Row(f"a site of {SITE_GAMES} games, processor time of each of two cores", first, 30, "s")
    yield Row("the same again, nothing changed / the first time", run() / SITE_JOBS / first, 0.05)
    yield Row("its size", size_of(public) / 1e6, 40, "MB")


def write_game(folder, number):
    """Write a game of middling age, the titles in turn; its path."""
    from pbem.core.data import store
    from pbem.core.play.gamefile import render
    from pbem.core.title.game import load
    from pbem.core.trial.robots import Club, play_on
    from pbem.core.trial.selfplay import Chance

    title = list(TITLES)[number % len(TITLES)]
    seed = f"site-{title}-{number}"
    club = Club({**charter_of(load(title), TITLES[title].scenario), "game": seed}, seed)
    path = os.path.join(folder, f"{seed}.json")
    store.write(path, render(play_on(club.new_game(), club, Chance(seed), SITE_ENTRIES)), lasting=False)
    return path


def installed(bench):
    """The wheel, made of what is under version control, and what a new environment holds once it is installed."""
    source, wheels, place = (os.path.join(bench.folder, name) for name in ("source", "wheels", "installed"))
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        os.makedirs(os.path.dirname(os.path.join(source, name)), exist_ok=True)
        shutil.copy(os.path.join(ROOT, name), os.path.join(source, name))
    pip(sys.executable, "wheel", "--no-deps", "-w", wheels, source)
    (wheel,) = (os.path.join(wheels, name) for name in os.listdir(wheels))
    yield Row("the wheel", os.path.getsize(wheel) / 1e6, 2, "MB")
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    python = os.path.join(place, "bin", "python")
    before = size_of(place)
    pip(python, "install", wheel)
    yield Row("installed, with all it needs", (size_of(place) - before) / 1e6, 48, "MB")


def pip(python, *words):
    command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    subprocess.run(command, check=True, capture_output=True)


def size_of(folder):
    """Bytes of all files in a folder."""
    return sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(folder) for name in names)


def tests(bench):
    """Collecting the tests, as each worker does, and `make test`."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    for what, goal, words in (
        ("collecting the tests", 5, ["--collect-only"]),
        ("make test", 800, ["-n", "2", "--dist", "worksteal"]),
    ):
        before = spent()
        command = [sys.executable, "-m", "pytest", "-q", *words, "tests"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        yield Row(f"{what}, processor time", spent() - before, goal, "s")


ROWS = {
    "S": stops,
    "1": startup,
    "2a": turn,
    "2b": old_turn,
    "2c": status,
    "3": verification,
    "3b": long_verification,
    "R": rehearsals,
    "K": robots_turn,
    "5a": odds,
    "5b": odds_command,
    "7": checking,
    "8": size,
    "10": keyed_draws,
    "11": mails,
    "12": turn_page,
    "14": reading,
}
ROWS_OF_ALL = {"13": club_site, "I": installed, "T": tests}


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
