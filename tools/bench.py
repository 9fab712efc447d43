"""make bench: speed and size beside their goals (docs/performance.md), as ratios measured in one run.

U is the wall time of ``python -c "import click"``.  What is compared runs in turns, one pair after the other, and the
figure is the median of the ratios of the pairs; milliseconds are never compared with those of another day.  Processes
are started without site, because an editable install imports pathlib at every start, which would flatter us.

    python tools/bench.py [--pairs 21] [--decisions 2000] [--rows 1a,2b]

Exit code 0 whether goals are met or missed; 1 if a measurement fails.
"""

import argparse
import os
import random
import subprocess
import sys
import sysconfig
import tempfile
import time
import traceback
from statistics import median

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TITLE, SCENARIO = "red-dragon", "ready"
CLICK = "import click"
PBEM = "import sys; from pbem.cli import main; sys.exit(main())"
PEAK = """
try:
    {code}
finally:
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    open("peak", "w").write(status["VmHWM"].split()[0])
"""
TURN_OPS = (12, 14, 15, 17, 18)  # Ops that move or fire: a pass would be no typical turn


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=21, help="pairs of runs for each ratio")
    parser.add_argument("--decisions", type=int, default=2000, help="age of the old game")
    parser.add_argument("--rows", default="", help="only these rows: 1a,2b")
    arguments = parser.parse_args()
    wanted = [name for name in arguments.rows.split(",") if name] or list(ROWS)
    failed = False
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, {arguments.pairs} pairs\n")
    print(f"{'row':<4} {'what':<58} {'measured':>12} {'goal':>12}")
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        bench = Bench(folder, arguments.pairs, arguments.decisions)
        for name in wanted:
            try:
                for row in ROWS[name](bench):
                    print(f"{name:<4} {row}", flush=True)
            except Exception:
                failed = True
                print(f"{name:<4} FAILED\n{traceback.format_exc()}", flush=True)
        for note in bench.notes:
            print(f"\n{note}")
    return 1 if failed else 0


class Row:
    """One line of the table: what was measured, the figure, and the goal that it should not exceed (or, with
    `at_least`, not fall short of)."""

    def __init__(self, what, figure, goal=None, unit="", at_least=False):
        self.what, self.figure, self.goal, self.unit, self.at_least = what, figure, goal, unit, at_least

    def __str__(self):
        if self.goal is None:
            return f"{self.what:<58} {self._shown(self.figure):>12}"
        met = self.figure >= self.goal if self.at_least else self.figure <= self.goal
        goal = ("≥ " if self.at_least else "≤ ") + self._shown(self.goal)
        return f"{self.what:<58} {self._shown(self.figure):>12} {goal:>12}  {'met' if met else 'MISSED'}"

    def _shown(self, number):
        shown = f"{number:,.0f}" if abs(number) >= 100 else f"{number:.2f}"
        return f"{shown} {self.unit}".strip()


class Bench:
    """The games and the clock.  Games are made when a row first needs them."""

    def __init__(self, folder, pairs, decisions):
        self.folder, self.pairs, self.decisions = folder, pairs, decisions
        self.notes = []
        self._games = None
        paths = [ROOT, sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths),
                            "PYTHONPYCACHEPREFIX": os.path.join(folder, "compiled")}
        for name in ("PBEM_SECRET", "PYTHONDONTWRITEBYTECODE"):  # as users run it: compiled once
            self.environment.pop(name, None)

    # -- processes ---------------------------------------------------------------------------------------

    def pbem(self, *arguments, codes=(0,)):
        """A run of the command line, as a function that returns seconds."""
        return lambda: self.run(PBEM, arguments, codes)

    def click(self):
        return self.run(CLICK, (), (0,))

    def run(self, code, arguments, codes):
        """Run Python code in a process of its own: the wall time in seconds."""
        command = [sys.executable, "-S", "-c", code, *arguments]
        start = time.perf_counter()
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        seconds = time.perf_counter() - start
        if done.returncode not in codes:
            raise RuntimeError(f"exit code {done.returncode} of {' '.join(arguments)}: {done.stderr}")
        return seconds

    def peak(self, code, *arguments):
        """The most memory that such a process held, in kB (Linux; what its parent held does not count)."""
        self.run(PEAK.format(code=code), arguments, (0,))
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
            self._games = Games(self.folder, self.decisions)
        return self._games


class Games:
    """A young game and an old one in files, both before the same question, with an order that answers it."""

    def __init__(self, folder, decisions):
        self.folder = folder
        self.made = Maker(decisions)
        self.young, self.old = self.made.young, self.made.old
        self.order = self._order()
        for name, file in (("young", self.young), ("old", self.old), ("quarter", self.made.quarter)):
            self._write(f"{name}.json", file)

    def _write(self, name, file):
        from pbem.core import store
        from pbem.core.gamefile import render
        from pbem.core.secret import Secret

        path = os.path.join(self.folder, name)
        store.write(path, render(file.document))
        chain = self.made.club.keepers["referee"].chain
        Secret.create(f"{path}.secret", length=chain.length, secret=chain.secret)
        if file.is_over:
            return
        lines = [f"game {file.name}", "seat prc", f"entry {len(file.entries) + 1}", f"head {file.head}", *self.order]
        store.write(f"{path}.txt", "\n".join([*lines, ""]))

    def turn(self, name):
        """The arguments of a turn: read game and orders, play on, write the next game and a report."""
        return ("adjudicate", f"{name}.json", f"{name}.json.txt", "-o", f"{name}-next.json", "--report", "report.txt",
                "--secret", f"{name}.json.secret")  # fmt: skip

    def _order(self):
        """The lines of an Op that moves or fires, legal in both games."""
        from pbem.core import play
        from pbem.core.problems import refusals
        from pbem.core.robots import random_orders
        from pbem.core.selfplay import Chance

        for seed in range(1000):
            (order,) = random_orders(self.young, Chance(f"order/{seed}"))
            answer = order["answers"][0]
            again = {**order, "entry": len(self.old.entries) + 1, "head": self.old.head}
            if answer["value"]["op"] in TURN_OPS and not refusals(play.check_orders(self.old, [again], False)[0]):
                return self.young.game.kinds["op"].text(answer["value"], None)
        raise RuntimeError("no order is legal in both games")


class Maker:
    """Plays the games by robots.  A game of the title ends after some sixty decisions; the old one is as many in one,
    each put back to the start by a correction on record before it ends."""

    def __init__(self, decisions):
        from pbem.core import charter as charters
        from pbem.core import repair, robots
        from pbem.core.game import load
        from pbem.core.selfplay import Chance

        self.game = load(TITLE)
        charter = charters.make(self.game, "bench", SCENARIO, anchors={"referee": {"first": "0" * 64, "n": 1}})
        self.club, self.chance = robots.Club(charter, "bench"), Chance("bench")
        self.play_on, self.repair, self.robots = robots.play_on, repair, robots
        self.young = self._at_an_op(self.club.new_game())
        self.start = {**self.young.first_board().to_json(), "stage": self.young.game.next_procedure(
            self.young.first_board())[0]}
        with remembered_record(), replaced_boards():
            self.quarter = self._aged(self.club.new_game(), decisions // 4)
            self.old = self._at_an_op(self._restarted(self._aged(self.quarter, decisions - decisions // 4)))

    def _at_an_op(self, file):
        """The game at the first Op of the PRC."""
        while not (file.waiting and file.waiting[0]["kind"] == "op" and file.waiting[0]["power"] == "prc"):
            self.play_on(file, self.club, self.chance, 1)
        return file

    def _aged(self, file, decisions):
        """A copy of a game, so many decisions older."""
        file = copied(file)
        rest, grown = None, 0
        while grown < decisions or file.is_over:
            if file.is_over or (rest and self._is_late(file)):
                before = count_decisions(file)
                file = self._restarted(rest)
                grown -= before - count_decisions(file)
                rest = None
            self.play_on(file, self.club, self.chance, 1)
            grown += count_decisions(file, -1)
            if not file.is_over and file.waiting and not any(map(any, [file.inputs(file.open["from"])])):
                rest = copied(file)
        return file

    def _is_late(self, file):
        return file.open["rest"]["actions"] >= 20

    def _restarted(self, file):
        file = self._at_rest(file)
        return self.repair.correct(file, self.start, "back to the start, for a game of great age")

    def _at_rest(self, file):
        while any(map(any, [file.inputs(file.open["from"])])):
            self.play_on(file, self.club, self.chance, 1)
        return file


def copied(file):
    from pbem.core.gamefile import GameFile

    return GameFile({key: list(value) if isinstance(value, list) else value for key, value in file.document.items()})


def count_decisions(file, since=0):
    """Answers that somebody chose."""
    return sum(answer["by"] != "forced" for entry in file.entries[since:] for answer in entry.get("answers", ()))


class replaced_boards:
    """While old games are made, a correction is given as a whole board."""

    def __enter__(self):
        from pbem.core import repair

        self.before, repair.apply_patch = repair.apply_patch, lambda game, board, patch: board.replace(patch) or []

    def __exit__(self, *_):
        from pbem.core import repair

        repair.apply_patch = self.before


class remembered_record:
    """While old games are made, the record of a file that only grew is not made anew at every turn."""

    def __enter__(self):
        from pbem.core.record import Record

        self.before, known = Record.__dict__["of"], {}

        def of(cls, game, seen=(0, "")):
            entries = game["entries"]
            record = known.get("record")
            if not (record and entries and record.n == len(entries) and record.head.hex() == entries[-1]["head"]):
                head = (len(entries), entries[-1]["head"]) if entries else seen
                record = known["record"] = self.before.__func__(cls, game, head)
            return record

        Record.of = classmethod(of)

    def __exit__(self, *_):
        from pbem.core.record import Record

        Record.of = self.before


# -- the rows ------------------------------------------------------------------------------------------------


def startup(bench):
    yield Row("pbem --help / U", bench.ratio(bench.pbem("--help"), bench.click), 1.25)
    yield Row("pbem rules red-dragon / U", bench.ratio(bench.pbem("rules", TITLE), bench.click), 1.25)


def version(bench):
    yield Row("pbem --version / U", bench.ratio(bench.pbem("--version"), bench.click), 0.60)


def turn(bench):
    run = bench.pbem(*bench.games.turn("young"))
    yield Row("a turn of a young game, with its report / U", bench.ratio(run, bench.click), 3.5)


def old_turn(bench):
    old, young = (bench.pbem(*bench.games.turn(name)) for name in ("old", "young"))
    age = count_decisions(bench.games.old)
    yield Row(f"the same {age:,} decisions old / young", bench.ratio(old, young, slow(bench)), 1.5)


def verification(bench):
    run = bench.pbem("verify", "old.json")
    age = count_decisions(bench.games.old)
    yield Row(f"pbem verify of {age:,} decisions / U", bench.ratio(run, bench.click, slow(bench)), 4)


def rederivation(bench):
    """The rules of closed steps played again, in process; decisions a second, and whether that is linear."""
    from pbem.core.verify import Replay

    games = bench.games
    speeds = {"old": [], "quarter": []}
    for _ in range(slow(bench)):
        for name, file in (("old", games.old), ("quarter", games.made.quarter)):
            start = time.perf_counter()
            problems = Replay(file).run()
            speeds[name].append(count_decisions(file) / (time.perf_counter() - start))
            if problems:
                raise RuntimeError(f"the {name} game does not verify: {problems[0]}")
    ratio = median(quarter / old for old, quarter in zip(speeds["old"], speeds["quarter"]))
    yield Row("decisions a second re-derived from closed steps", median(speeds["old"]), 1000, at_least=True)
    yield Row("time a decision, this game / one of a quarter of its age", ratio, 1.15)


def random_play(bench):
    """Decisions a second against plies a second of python-chess, random legal play of whole games in turns."""
    ratios = []
    chess_speed()
    for turn in range(bench.pairs):
        ratios.append(title_speed(f"bench/{turn}") / chess_speed(turn))
    yield Row("random play, decisions / plies of python-chess", median(ratios), 0.15, at_least=True)


def title_speed(seed, games=4):
    from pbem.core import selfplay

    game, charter = loaded()
    start, decisions = time.perf_counter(), 0
    for number in range(games):
        decisions += selfplay.play_one(game, charter, f"{seed}/{number}")[2]
    return decisions / (time.perf_counter() - start)


def chess_speed(seed=0, plies=600):
    import chess

    chance, board = random.Random(seed), chess.Board()
    start = time.perf_counter()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.is_seventyfive_moves():
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(chance.choice(moves))
    return plies / (time.perf_counter() - start)


def loaded():
    from pbem.core import charter as charters
    from pbem.core.game import load

    game = load(TITLE)
    return game, charters.make(game, "bench", SCENARIO, anchors={"referee": {"first": "0" * 64, "n": 1}})


def memory(bench):
    for name in ("young", "old"):
        ratio = bench.peak(PBEM, *bench.games.turn(name)) / bench.peak(CLICK)
        yield Row(f"peak memory of a turn, {name} game / import click", ratio, 3)


def checking(bench):
    """A game file of some 184 kB, everything in it checked, against jsonschema alone with the same schema."""
    import jsonschema

    from pbem.core import schemas
    from pbem.core.gamefile import render

    document = dict(bench.games.old.document)
    while len(render(document)) > 184_000:
        for key in ("entries", "steps"):
            document[key] = document[key][: len(document[key]) * 9 // 10]
    schema = schemas.load_schema("game")
    ours, theirs = [], []
    for _ in range(5):
        ours.append(timed(lambda: schemas.problems("game", document)))
        theirs.append(timed(lambda: jsonschema.validate(document, schema)))
    ratio = median(one / other for one, other in zip(ours, theirs))
    yield Row(f"checking {len(render(document)) // 1000} kB / jsonschema.validate", ratio, 0.20)


def timed(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def size(bench):
    """Bytes a decision in the game file, without envelopes, of games as they are played (no corrections)."""
    from pbem.core.canon import dumps
    from pbem.core.robots import Club

    _, charter = loaded()
    decisions = inputs = facts = whole = 0
    for seed in range(10):
        file = play_whole(Club(charter, f"size/{seed}"), seed)
        decisions += count_decisions(file)
        plays = [entry for entry in file.entries if entry["kind"] == "play"]
        inputs += sum(len(dumps([entry["answers"], entry["draws"]])) for entry in plays)
        facts += sum(len(dumps(step["facts"])) for step in file.steps)
        whole += len(dumps(file.document)) - sum(len(dumps(entry["envelopes"])) for entry in plays)
    yield Row("bytes a decision: answers and draws", inputs / decisions, 120)
    yield Row("bytes a decision: with facts", (inputs + facts) / decisions, 600)
    yield Row("bytes a decision: the whole file", whole / decisions)


def play_whole(club, seed):
    from pbem.core.robots import play_on
    from pbem.core.selfplay import Chance

    return play_on(club.new_game(), club, Chance(seed))


def keyed_draws(bench):
    """The same games with keyed draws and with as many draws of random.Random, whose results are then not used."""
    ratios = []
    game, charter = loaded()
    for turn in range(bench.pairs):
        keyed, plain = draw_costs(game, charter, f"draws/{turn}", turn % 2)
        ratios.append(keyed / plain)
    yield Row("random play, keyed draws / random.Random", median(ratios), 1.05)


def draw_costs(game, charter, seed, plain_first, games=3):
    """``(seconds with keyed draws, seconds with random.Random)`` of the same games."""
    from pbem.core.draws import ThrowawaySource

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
    from pbem.core.engine import Session
    from pbem.core.selfplay import Chance, RandomFeed

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


def slow(bench):
    """Pairs for what takes seconds."""
    return max(3, bench.pairs // 3)


ROWS = {
    "1a": startup, "1b": version, "2a": turn, "2b": old_turn, "3a": verification, "3b": rederivation,
    "4": random_play, "6": memory, "7": checking, "8": size, "10": keyed_draws,
}  # fmt: skip


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
