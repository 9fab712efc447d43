"""make bench: speed and size beside their goals (docs/performance.md), as ratios measured in one run.

U is the wall time of ``python -c "import click"``.  What is compared runs in turns, one pair after the other, and the
figure is the median of the ratios of the pairs; milliseconds are never compared with those of another day.  Processes
are started without site, because an editable install imports pathlib at every start, which would flatter us.

    python tools/bench.py [TITLE...] [--pairs 21] [--decisions 2000] [--rows 1a,2b] [--json FILE]

Exit code 0 whether goals are met or missed; 1 if a measurement fails.
"""

import argparse
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from statistics import median

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLICK = "import click"
PBEM = "import sys; from pbem.cli import start; sys.exit(start())"
UNSIGNED = """
import runpy, sys
del sys.argv[0]
found = runpy.run_path(sys.argv[0], run_name="small")
found["main"].__globals__["is_signed"] = lambda key, message, signature: True
sys.exit(found["main"]())
"""
APART = "import runpy, sys; del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"
PEAK = """
import os
def tell():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    with open("peak", "w") as file:
        file.write(status["VmHWM"].split()[0])
leave = os._exit
os._exit = lambda code: (tell(), leave(code))
try:
    {code}
finally:
    tell()
"""


class Title:
    """What is measured of a title: which scenario, before which question a turn is taken, and the goals.

    asked      (kind, power) of the question that the turn answers
    typical    True for an answer of a typical turn: a pass would be none
    lasting    decisions after which a game is put back to its start, to make one of great age
    remade     goal of row 3b;  played: goal of row 4;  play_games: games a round of rows 4 and 10
    stops      goal of the row "stops": how often mail waits, a round of the title (Game.pace)
    longest    (scenario of the longest games, goal of one random game in U), for the row "long"
    """

    def __init__(self, scenario, asked, typical, lasting, remade, played, play_games=4, stops=None, longest=None):
        self.scenario, self.asked, self.typical, self.lasting = scenario, asked, typical, lasting
        self.remade, self.played, self.play_games, self.stops = remade, played, play_games, stops
        self.longest = longest


TITLES = {
    "red-dragon": Title("ready", ("op", "prc"), lambda value: value["op"] in (12, 14, 15, 17, 18), 40, 0.18, 0.18),
    "pacific": Title("standard", ("combat-moves", "japan"), bool, 300, 0.07, 0.06, 1),
    "cataclysm": Title("c2", ("play-flag", "germany"), bool, 300, 0.07, 0.05, 1, stops=1.2, longest=("c1", 180)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("titles", nargs="*", default=["red-dragon"], metavar="TITLE", help=", ".join(TITLES))
    parser.add_argument("--pairs", type=int, default=21, help="pairs of runs for each ratio")
    parser.add_argument("--decisions", type=int, default=2000, help="age of the old game")
    parser.add_argument("--rows", default="", help="only these rows: 1a,2b")
    parser.add_argument("--json", metavar="FILE", help="write the figures here too")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.titles) - set(TITLES))
    if unknown:
        parser.error(f"no goals for {unknown[0]}; there are {', '.join(TITLES)}")
    wanted = [name for name in arguments.rows.split(",") if name] or list(ROWS)
    machine = {
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
        "pairs": arguments.pairs,
        "decisions": arguments.decisions,
    }
    found = [row for title in arguments.titles for row in measured(title, wanted, machine)]
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"pbem": "bench/1", "machine": machine, "rows": found}, file, indent=1)
            file.write("\n")
    return 1 if any("failed" in row for row in found) else 0


def measured(title, wanted, machine):
    """Measure the rows of one title and print them; a JSON object each."""
    print(f"{title}: Python {machine['python']}, {machine['cores']} cores, {machine['pairs']} pairs\n")
    print(f"{'row':<4} {'what':<58} {'measured':>12} {'goal':>12}")
    found = []
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        bench = Bench(folder, title, machine["pairs"], machine["decisions"])
        for name in wanted:
            try:
                for row in ROWS[name](bench):
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


class Untaken:
    """A line of the table without a figure: what would have been measured, and why it was not."""

    def __init__(self, what, reason):
        self.what, self.reason = what, reason

    def __str__(self):
        return f"{self.what:<58} {self.reason}"

    def to_json(self):
        """The reason in the place of the figure."""
        return {"what": self.what, "untaken": self.reason}


class Bench:
    """The games and the clock.  Games are made when a row first needs them."""

    def __init__(self, folder, title, pairs, decisions):
        self.folder, self.name, self.pairs, self.decisions = folder, title, pairs, decisions
        self.title = TITLES[title]
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
        """Run Python code in a process of its own: the wall time in seconds."""
        command = [sys.executable, "-S", "-c", code, *arguments]
        environment = {**self.environment, "PBEM_MEMORY": os.path.join(self.folder, memory)}
        start = time.perf_counter()
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)
        seconds = time.perf_counter() - start
        if done.returncode not in codes:
            raise RuntimeError(f"exit code {done.returncode} of {' '.join(arguments)}: {done.stderr}")
        return seconds

    def peak(self, code, *arguments, memory="memory"):
        """The most memory that such a process held, in kB (Linux; what its parent held does not count)."""
        self.run(PEAK.format(code=code), arguments, (0,), memory)
        with open(os.path.join(self.folder, "peak"), encoding="ascii") as file:
            return int(file.read())

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
        from pbem.core.rules.game import load

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
        self.order = self._order()
        for name, file in (("young", self.young), ("old", self.old)):
            self._write(name, file)

    def _write(self, name, file):
        from pbem.core.data import store
        from pbem.core.play.replay import remember
        from pbem.core.record.gamefile import render

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
        store.write(f"{path}.txt", "\n".join([*head, *self.order, ""]))

    def _write_secret(self, path, file):
        """The referee's secret file, as it is after the turn before."""
        from pbem.core.record.secret import Secret

        chain = self.made.club.signers["referee"].chain
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
        """The lines of a typical answer that is legal in both games."""
        from pbem.core.data.problems import refusals
        from pbem.core.play import checking
        from pbem.core.play.robots import random_orders
        from pbem.core.play.selfplay import Chance

        for seed in range(1000):
            (order,) = random_orders(self.young, Chance(f"order/{seed}"))
            answer = order["answers"][0]
            again = {**order, "entry": self.old.next, "head": self.old.head}
            if self.title.typical(answer["value"]):
                if not refusals(checking.check_orders(self.old, [again]).problems):
                    lines = self.young.game.kinds[answer["kind"]].text(answer["value"], None)
                    return [f"{answer['power']}: {line}" for line in lines]
        raise RuntimeError("no order is legal in both games")


class Maker:
    """Plays the games by robots.  The old game is many games in one: each is put back to the start by a correction on
    record before it ends."""

    def __init__(self, title, decisions):
        from pbem.core.play import robots
        from pbem.core.play.selfplay import Chance
        from pbem.core.rules.game import load

        self.game, self.title = load(title), TITLES[title]
        links = max(4096, 2 * decisions)
        self.club = robots.Club(charter_of(self.game, self.title.scenario), "bench", links=links)
        self.chance = Chance("bench")
        self.play_on = robots.play_on
        self.young = self._at_the_question(self.club.new_game())
        self.start = self.young.first_board().to_json()
        self.quarter = self._aged(self.club.new_game(), decisions // 4)
        self.old = self._at_the_question(self._restarted(self._aged(self.quarter, decisions - decisions // 4)))

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


def startup(bench):
    yield Row("pbem --help / U", bench.ratio(bench.pbem("--help"), bench.click), 1.12)
    yield Row(f"pbem rules {bench.name} / U", bench.ratio(bench.pbem("rules", bench.name), bench.click), 1.12)


def version(bench):
    yield Row("pbem --version / U", bench.ratio(bench.pbem("--version"), bench.click), 0.25)


def turn(bench):
    yield Row("a turn of a young game, with its report / U", bench.ratio(bench.turn("young"), bench.click), 2.2)


def old_turn(bench):
    ratio = bench.ratio(bench.turn("old"), bench.turn("young"), slow(bench))
    yield Row(f"the same {count_decisions(bench.games.old):,} decisions old / young", ratio, 1.15)


def status(bench):
    bench.games.put_back("old")
    age = count_decisions(bench.games.old)

    def run():
        return bench.run(PBEM, ("status", "old.json"), (0,), bench.games.memory("old"))

    yield Row(f"pbem status, {age:,} decisions old / U", bench.ratio(run, bench.click), 1.6)


def verification(bench):
    """Draws, links and heads by the small verifier; with the rules it is `pbem verify`, which has no goal."""
    age = count_decisions(bench.games.old)
    bench.games.put_back("old")
    small = os.path.join(ROOT, "verifier", "pbem_verify.py")
    for what, code, goal in (
        (f"draws, links, heads of {age:,} decisions, signatures apart / U", UNSIGNED, 3),
        ("the same with signatures, in plain Python / U", APART, None),
    ):
        run = bench.code(code, small, "old.json")
        yield Row(what, bench.ratio(run, bench.click, slow(bench)), goal)
    whole = bench.pbem("verify", "old.json")
    yield Row("pbem verify, the rules included / U", bench.ratio(whole, bench.click, slow(bench)))


def remaking(bench):
    """Every line made again, in process: decisions against plies of python-chess, and whether that is linear."""
    from pbem.core.record.gamefile import render

    files = {"old": bench.games.old, "quarter": bench.games.made.quarter}
    speeds, chess = {name: [] for name in files}, []
    for turn in range(slow(bench)):
        for name, file in files.items():
            data = render(file)
            speeds[name].append(count_decisions(file) / timed(lambda data=data: remade(data)))
        chess.append(chess_speed(turn))
    yield Row(
        "every line made again, decisions / plies of python-chess",
        median(old / plies for old, plies in zip(speeds["old"], chess)),
        bench.title.remade,
        at_least=True,
    )
    ratio = median(quarter / old for old, quarter in zip(speeds["old"], speeds["quarter"]))
    yield Row("time a decision, this game / one of a quarter of its age", ratio, 1.15)


def remade(data):
    """Make every line of a game file again; raises BrokenFile if one differs."""
    from pbem.core.play.replay import Replayer
    from pbem.core.play.verify import all_openings
    from pbem.core.record.gamefile import from_bytes

    file = from_bytes(data)
    maker = Replayer(file, openings=all_openings(file))
    for number in range(1, file.next):
        maker.make(number, tells=number == file.n)


def random_play(bench):
    """Decisions a second against plies a second of python-chess, random legal play of whole games in turns."""
    ratios = []
    chess_speed("warm")
    for turn in range(bench.pairs):
        ratios.append(title_speed(bench, turn) / chess_speed(turn))
    yield Row("random play, decisions / plies of python-chess", median(ratios), bench.title.played, at_least=True)
    free = median(title_speed(bench, turn, answers_free=True) / chess_speed(turn) for turn in range(len(ratios)))
    yield Row("the same with the answers given free", free)


def title_speed(bench, turn, answers_free=False):
    """Decisions a second of random legal play; `answers_free`: without the time that goes into finding answers."""
    from pbem.core.play import selfplay

    game, charter = bench.loaded()
    with timing(selfplay.RandomFeed, "sample") as spent:
        start, decisions = time.perf_counter(), 0
        for number in range(bench.title.play_games):
            decisions += selfplay.play_one(game, charter, f"bench/{turn}/{number}")[2]
        seconds = time.perf_counter() - start
    return decisions / (seconds - (spent[0] if answers_free else 0))


@contextmanager
def timing(place, name):
    """A context in which ``[seconds]`` adds up what a method of a class takes."""
    spent, method = [0.0], getattr(place, name)

    def timed_method(*arguments):
        start = time.perf_counter()
        try:
            return method(*arguments)
        finally:
            spent[0] += time.perf_counter() - start

    setattr(place, name, timed_method)
    try:
        yield spent
    finally:
        setattr(place, name, method)


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
    from pbem.core.record.gamefile import read

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


def long_game(bench):
    """Whole games of the longest scenario: a random one as a process, and one from a file, made again and verified."""
    from pbem.core.data import store
    from pbem.core.play.robots import Club
    from pbem.core.record.gamefile import render

    if not bench.title.longest:
        return
    scenario, goal = bench.title.longest
    ratios = []
    for turn in range(slow(bench)):
        play = bench.pbem("selfplay", f"{bench.name}/{scenario}", "--no-check", "--no-census", "--draws", f"{turn:02x}")
        ratios.append(play() / bench.click())
    yield Row(f"a random game of {scenario} / U", median(ratios), goal)
    _, charter = bench.loaded(scenario)
    file = play_whole(Club(charter, "long"), "long")
    store.write(os.path.join(bench.folder, "long.json"), render(file))
    age = count_decisions(file)
    seconds = [timed(lambda: remade(render(file))) for _ in range(slow(bench))]
    yield Row(f"decisions a second, all {age:,} of a game made again", age / median(seconds))
    whole = bench.pbem("verify", "long.json")
    yield Row("pbem verify of that game / U", bench.ratio(whole, bench.click, slow(bench)))


def stops(bench):
    """How often a game by mail waits for the power that acts, a round of the title (pbem selfplay --count-stops)."""
    from pbem.core.play.mail_stop_stats import Tally, count_stops

    game, charter = bench.loaded()
    tally = Tally()
    for number in range(max(3, bench.pairs // 3)):
        count_stops(game, charter, f"bench/stops/{number}", tally)
    report = tally.to_json(game)
    ratio = report["stops"] / max(report["rounds"], 1)
    yield Row(f"stops by mail / {game.pace[0]}", ratio, bench.title.stops)


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
        start = time.perf_counter()
        exact = solve(battle).win / 2**80
        middle = time.perf_counter()
        won = rolled(components, 10_000, random.Random(turn))
        ratios.append((middle - start) / (time.perf_counter() - middle))
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


def archived(bench):
    """Fifteen hundred games of the title in the archive, 100,000 entries of Red Dragon (tools/archive_bench.py)."""
    from tools.archive_bench import measure

    found = measure(1500, bench.name)
    yield Row("entries read into an archive, a second", found["entries"] / found["load"], 1000, at_least=True)
    yield Row("games read into an archive, a game", found["load"] / 1.5, unit="ms")
    yield Row("the same again, nothing new", found["again"], unit="ms")
    for name, seconds in found["questions"].items():
        yield Row(f"asked of it: {name}", seconds * 1000, unit="ms")


def many_games(bench):
    """A thousand young games, copies of one, as one command: status, and verify by one process and by two."""
    bench.games.put_back("young")
    folder = os.path.join(bench.folder, "thousand")
    os.makedirs(folder)
    for number in range(1000):
        for ending in ("", ".state"):
            beside = os.path.join(folder, f"{number:04}.json{ending}")
            shutil.copy(os.path.join(bench.folder, f"young.json{ending}"), beside)

    def command(*arguments):
        return lambda: bench.run(PBEM, [*arguments, folder], (0,), bench.games.memory("young"))

    pairs = max(1, bench.pairs // 7)
    yield Row("pbem status of 1,000 games / U", bench.ratio(command("status"), bench.click, pairs), 25)
    yield Row("the same, --jobs 2 / U", bench.ratio(command("status", "--jobs", "2"), bench.click, pairs))
    gain = bench.ratio(command("verify"), command("verify", "--jobs", "2"), pairs)
    yield Row("verify of 1,000 games, one process / two", gain, 1.8, at_least=True)


def report_pages(bench):
    """Size and time of a report: the page with its maps, and the text, of the last turn of a young game."""
    from pbem.core.play.robots import Club, play_on
    from pbem.core.play.selfplay import Chance
    from pbem.report import text
    from pbem.report.build import build
    from pbem.report.sheet import sheet
    from pbem.site.pages import report_page

    _, charter = bench.loaded()
    club = Club(charter, "bench")
    file = play_on(club.new_game(), club, Chance("bench"), 12)
    report = build(file)
    start = time.perf_counter()
    plain = text.render(sheet(report))
    middle = time.perf_counter()
    page = report_page(file, report)
    end = time.perf_counter()
    yield Row("a report as text", len(plain) / 1000, unit="kB")
    yield Row("a report as a page with its maps", len(page) / 1000, unit="kB")
    yield Row("time of the page / time of the text", (end - middle) / max(middle - start, 1e-9))


FILMED, FILMED_ENTRIES = 67, 22  # games of a title on a site (200 of all three), and their age


def films(bench):
    """A site with films: a whole random game, and a club's games of middling age, made once and once more."""
    from concurrent.futures import ProcessPoolExecutor

    from pbem.core.play.robots import play_file
    from pbem.core.play.selfplay import Census
    from pbem.site.pages import site

    games, public = os.path.join(bench.folder, "filmed"), os.path.join(bench.folder, "public")
    os.makedirs(games)
    _, charter = bench.loaded()
    play_file(charter, "film", games, 1, Census(), False)
    whole = [os.path.join(games, name) for name in os.listdir(games)]
    with remembering(bench.folder):
        start = time.process_time()
        written = site(whole, public)
        yield Row("site of one whole random game, CPU", time.process_time() - start, unit="s")
        yield Row("its files", sum(map(os.path.getsize, written)) / 1000, unit="kB")
        script = next(path for path in written if path.endswith("film.js"))
        yield Row("its film alone", os.path.getsize(script) / 1000, unit="kB")
        with ProcessPoolExecutor(2) as pool:
            paths = list(pool.map(filmed, [charter] * FILMED, [games] * FILMED, range(FILMED)))
        public = os.path.join(bench.folder, "club")
        for run, goal in (("made", 60 * FILMED / 200), ("the same again", None)):
            start, before = time.perf_counter(), spent()
            site(paths, public, jobs=2)
            yield Row(f"site of {FILMED} games, {run}, 2 jobs", time.perf_counter() - start, unit="s")
            yield Row("  its CPU time, halved", (spent() - before) / 2, goal, unit="s")
        sizes = Counter()
        for root, _, names in os.walk(public):
            for name in names:
                sizes[name.startswith("turn-")] += os.path.getsize(os.path.join(root, name)) / 1e6
        yield Row("  its size", sum(sizes.values()), 40 * FILMED / 200, unit="MB")
        yield Row("  a game of it", 1000 * sum(sizes.values()) / FILMED, unit="kB")
        yield Row("  of that turn pages", 1000 * sizes[True] / FILMED, unit="kB")


def club_site(bench):
    """A club's site of 200 games of all titles, whatever title is measured: the first run, one with nothing changed,
    and how soon films answer a key, in a browser."""
    from tools import site_bench

    first, again = site_bench.measured(os.path.join(bench.folder, "mixed"))
    start = median(timed(bench.click) for _ in range(5))
    yield Row("site of 200 mixed games, 2 jobs, wall", first["wall"], site_bench.GOAL_SECONDS, "s")
    yield Row("  its CPU time, of all processes", first["cpu"], unit="s")
    yield Row("  the same / U", first["cpu"] / start)
    yield Row("  its size", first["bytes"] / 1e6, site_bench.GOAL_BYTES / 1e6, "MB")
    yield Row("  again, nothing changed, wall", again["wall"], unit="s")
    yield Row("  its CPU time / U", again["cpu"] / start)
    if isinstance(again["keys"], str):
        yield Untaken("  the film answers its first key", again["keys"])
    else:
        yield Row("  the film answers its first key, the middle of all", median(again["keys"]), unit="ms")
        yield Row("  the slowest of them", max(again["keys"]), site_bench.GOAL_KEY, "ms")


def spent():
    """CPU seconds of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])


def filmed(charter, folder, number):
    """Write a game of middling age; its path."""
    from pbem.core.play.robots import Club, play_on
    from pbem.core.play.selfplay import Chance
    from pbem.core.record.gamefile import render

    seed = f"film-{charter['title']}-{number}"
    club = Club({**charter, "game": seed}, seed)
    path = os.path.join(folder, f"{seed}.json")
    with open(path, "wb") as file:
        file.write(render(play_on(club.new_game(), club, Chance(seed), FILMED_ENTRIES)))
    return path


def turn_page(bench):
    """Size of the turn page of a young game, of its maps and of its menu; the command that makes it."""
    from pbem.core.play.play import asked_seats

    bench.games.put_back("young")
    file = bench.games.young
    seat = asked_seats(file)[0]

    def run():
        return bench.run(
            PBEM, ("form", "young.json", seat, "--format", "html", "-o", "turn.html"), (0,), bench.games.memory("young")
        )

    yield Row("pbem form --format html / U", bench.ratio(run, bench.click), 6)
    for name, size, goal in page_sizes(file, seat):
        yield Row(name, size / 1000, goal, unit="kB")


def page_sizes(file, seat):
    """``(what, bytes, goal in kB)`` of a turn page."""
    import re

    from pbem.core.data.canon import dumps
    from pbem.page.asking import asking
    from pbem.page.turn import turn_page as made

    page = made(file, seat, "desk@club.example")
    maps = "".join(re.findall(r"<figure.*?</figure>", page, re.S))
    menus = [len(dumps(row["menu"])) for row in asking(file, seat)["questions"]]
    return [
        ("the turn page", len(page.encode()), 200),
        ("its maps", len(maps.encode()), 120),
        ("its largest menu", max(menus), 25),
    ]


def chess_speed(turn, games=3):
    """Plies a second of random legal chess, each game to its end."""
    import chess

    chance, plies = random.Random(turn), 0
    start = time.perf_counter()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.perf_counter() - start)


def memory(bench):
    peaks = {}
    for name in ("young", "old"):
        arguments = bench.games.put_back(name)
        peaks[name] = bench.peak(PBEM, *arguments, memory=bench.games.memory(name))
    yield Row("peak memory of a turn of a young game / import click", peaks["young"] / bench.peak(CLICK), 1.8)
    age = count_decisions(bench.games.old)
    yield Row(f"the same {age:,} decisions old / young", peaks["old"] / peaks["young"], 1.3)


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


def hostile(bench):
    """Game files of 1 MB that are nonsense: what pbem verify takes beyond its start, beside reading as much JSON."""
    from pbem.core.record.gamefile import render
    from tests.hostile_shapes import SHAPES, SIZE, Good

    text = json.dumps([{"a": 1, "b": ["x", True]}] * (SIZE // 28))
    reading = min(timed(lambda: json.loads(text)) for _ in range(5))
    good, path = Good(render(bench.games.young)), os.path.join(bench.folder, "hostile.game")

    def seconds(data):
        with open(path, "wb") as file:
            file.write(data)
        return min(bench.pbem("verify", "hostile.game", codes=(4,))() for _ in range(3))

    started = seconds(b"\n")
    costs = {name: (seconds(shape(good)) - started) / reading for name, shape in SHAPES.items()}
    worst = max(costs, key=costs.get)
    yield Row(f"a hostile file: verify / reading ({worst})", costs[worst], 15)


def timed(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def size(bench):
    """Bytes a decision of games as they are played (no corrections), part by part, each gzipped by game."""
    from pbem.core.play.robots import Club
    from pbem.core.record.gamefile import render

    _, charter = bench.loaded()
    decisions, raw, packed = 0, Counter(), Counter()
    for seed in range(2 * bench.title.play_games):
        file = play_whole(Club(charter, f"size/{seed}"), seed)
        decisions += count_decisions(file)
        for part, data in {**parts_of(file), "whole": render(file)}.items():
            raw[part] += len(data)
            packed[part] += len(gzip.compress(data, mtime=0))
    for part, what, goal in (("sent", "sent and drawn", 40), ("facts", "facts", 90), ("whole", "the whole file", None)):
        yield Row(f"bytes a decision, gzipped: {what}", packed[part] / decisions, goal)
        yield Row(f"the same as they stand: {what}", raw[part] / decisions)


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
    from pbem.core.play.robots import play_on
    from pbem.core.play.selfplay import Chance

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
    from pbem.core.play.selfplay import Chance, RandomFeed
    from pbem.core.rules.engine import Session

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


def remembering(folder):
    """What this machine reached of games is remembered in `folder` meanwhile."""
    from tools.archive_bench import remembering

    return remembering(folder)


def slow(bench):
    """Pairs for what takes seconds."""
    return max(3, bench.pairs // 3)


ROWS = {
    "1a": startup,
    "1b": version,
    "2a": turn,
    "2b": old_turn,
    "2c": status,
    "3a": verification,
    "3b": remaking,
    "4": random_play,
    "6": memory,
    "7": checking,
    "8": size,
    "9": reading,
    "10": keyed_draws,
    "5a": odds,
    "5b": odds_command,
    "stops": stops,
    "long": long_game,
    "page": report_pages,
    "12": turn_page,
    "film": films,
    "site": club_site,
    "archive": archived,
    "many": many_games,
    "hostile": hostile,
}


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
