"""How strong robots are, by matches that end when they have shown it: docs/robots.md.

    python tools/robots.py [ROW...] [--pairs 60] [--jobs 2] [--minutes 90] [--seed TEXT] [--games FILE] [--json FILE]

A match is tested one pair after the other (Wald's test, alpha = beta = 0.05): it stops when the better or the worse
hypothesis is that much likelier, at the latest after so many pairs.  A share of games won is tested against another
one; victory points against those of the sensible player in the place of the robot, with the same draws.  A balance is a
number of games between robots, with every invariant looked at after every fact.  With --games every game is written
down as it ends, and one that stands there is not played again: with the same --seed a run that was stopped goes on.

A sample is a few games whose draws are always the same, beside what they came to when that was written into
robots.json ("held"): exit code 1 if it is more than 8 points of 100 worse.  Without
ROW all matches and balances are played, and no samples.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import log, sqrt
from statistics import mean, pvariance

from robot_feed import RobotFeed

from pbem.core.record.charter import make
from pbem.core.title.game import load
from pbem.core.trial.players import FEEDS
from pbem.core.trial.selfplay import Fault, play_one, watcher

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHAIN = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 16384}}
BOUND = log(0.95 / 0.05)
FEWEST = 6  # pairs before points are tested
ROUND = 8  # of Pacific, at whose end victory points are compared
DRIFT = 0.08  # of a share of games, or of the span of victory points, by which a sample may be worse than held
SPAN = 22  # of the victory points of Pacific
ROWS = json.load(open(os.path.join(ROOT, "tools", "robots.json"), encoding="utf-8"))


class Enough(Exception):
    """The round is over at which points are compared."""


def played(task):
    """One game: what came of it.  `task` is (title, scenario, {power: level}, others, seed, last round or 0)."""
    title, scenario, levels, others, seed, last = task
    game = load(title)
    charter = make(game, "match", scenario, anchors=CHAIN)
    board, look, spent, points = None, watcher(game), time.process_time(), [None]

    def watch(now, fact):
        look(now, fact)
        points[0] = getattr(now, "vp", None)
        if last and fact["type"] == "turn-begun" and fact["round"] > last:
            raise Enough

    seated = RobotFeed.seated(charter, levels, FEEDS[others])
    try:
        board, _, _ = play_one(game, charter, seed, None, watch, seated)
    except Enough:
        pass
    except Fault as fault:
        return {"fault": str(fault), "result": None, "points": None, "seconds": 0, "turns": {}}
    result = game.result(board) if board is not None else None
    turns = {power: game.turns.number(board, power) for power in levels} if board is not None else {}
    return {"result": result, "points": points[0], "seconds": time.process_time() - spent, "turns": turns}


def games_of(tasks, options, pool):
    """What came of games, in their order; those that stand in the file of --games are not played again."""
    new = [task for task in tasks if json.dumps(task) not in options.known]
    for task, one in zip(new, pool.map(played, new)):
        options.known[json.dumps(task)] = one
        if options.games:
            with open(options.games, "a", encoding="utf-8") as file:
                file.write(json.dumps({"task": task, "came": one}) + "\n")
    return [options.known[json.dumps(task)] for task in tasks]


def written(path):
    """The games that a file of --games holds."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {json.dumps(row["task"]): row["came"] for row in map(json.loads, file)}


def spread(values):
    """The least, the mean with its interval of 95 %, and the most."""
    if not values:
        return []
    wide = 1.96 * sqrt(pvariance(values) / max(1, len(values) - 1))
    return [min(values), [round(mean(values) + sign * wide, 1) for sign in (-1, 0, 1)], max(values)]


def shares(row, results):
    """``(sum of log likelihood ratios, what is told)`` of a share of games won."""
    won = sum((one["result"] or {}).get("winner") == row["side"] for one, _ in results)
    count, low, high = len(results), row["low"], row["high"]
    ratio = won * log(high / low) + (count - won) * log((1 - high) / (1 - low))
    return ratio, {"won": won, "games": count, "interval": interval(won, count)}


def differences(row, results):
    """The same of victory points, more or fewer than of the sensible player with the same draws."""
    sign = 1 if row["side"] == "axis" else -1
    found = [sign * (one["points"] - other["points"]) for one, other in results]
    spread = pvariance(found) + 0.25 if found else 1.0
    ratio = len(found) * row["better"] * (mean(found) - row["better"] / 2) / spread if len(found) >= FEWEST else 0.0
    return ratio, {"mean": mean(found), "error": sqrt(spread / len(found)), "pairs": len(found)}


def interval(won, count):
    """Wilson's interval of a share, 95 %, in percent."""
    share, z = won / count, 1.96
    middle, wide = share + z * z / (2 * count), z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return [round(100 * (middle + sign * wide) / (1 + z * z / count)) for sign in (-1, 1)]


def pair(row, seed):
    """The games of a pair: with the robot, and where points are compared with the sensible player in its place."""
    levels = dict.fromkeys(row["powers"], row["level"])
    last = ROUND if "better" in row else 0
    first = (row["title"], row["scenario"], levels, row["others"], seed, last)
    return [first, (row["title"], row["scenario"], {}, row["others"], seed, last)] if last else [first]


def match(name, row, options, pool, until):
    """Play a match until it is decided; the row of its result."""
    results, ratio, told, judge = [], 0.0, {}, differences if "better" in row else shares
    while len(results) < options.pairs and abs(ratio) < BOUND and time.monotonic() < until:
        seeds = [f"{options.seed}/{name}/{len(results) + number}" for number in range(options.jobs)]
        tasks = [pair(row, seed) for seed in seeds]
        flat = iter(games_of([task for games in tasks for task in games], options, pool))
        for games in tasks:
            results.append([next(flat) for _ in games] + [None] * (2 - len(games)))
            ratio, told = judge(row, results)
            if abs(ratio) >= BOUND:
                break
        print(name, told, f"ratio {ratio:.2f}", file=sys.stderr, flush=True)
    seconds, turns = sum(one["seconds"] for one, _ in results), sum(sum(one["turns"].values()) for one, _ in results)
    verdict = "better" if ratio >= BOUND else "worse" if ratio <= -BOUND else "open"
    return {"row": name, **told, "verdict": verdict, "seconds": round(seconds), "turns": turns}


def balance(name, row, options, pool, until):
    """Games between robots: how they end, with how many points, after how many turns."""
    powers, found = make(load(row["title"]), "match", row["scenario"], anchors=CHAIN)["powers"], []
    levels = dict.fromkeys(powers, row["level"])
    while len(found) < row["games"] and time.monotonic() < until:
        seeds = [f"{options.seed}/{name}/{len(found) + number}" for number in range(options.jobs)]
        tasks = [(row["title"], row["scenario"], levels, row["others"], seed, 0) for seed in seeds]
        found += games_of(tasks, options, pool)
        print(name, len(found), file=sys.stderr, flush=True)
    winners = Counter((one["result"] or {}).get("winner") or "nobody" for one in found)
    ends = Counter((one["result"] or {}).get("by", "nothing") for one in found)
    points = [one["points"] for one in found if one["points"] is not None]
    turns = [max(one["turns"].values()) for one in found if one["turns"]]
    return {
        "row": name,
        "games": len(found),
        "winners": {side: [count, *interval(count, len(found))] for side, count in winners.items()},
        "ends": dict(ends),
        "points": spread(points),
        "turns": spread(turns),
        "faults": [one["fault"] for one in found if "fault" in one],
        "seconds": round(sum(one["seconds"] for one in found)),
    }


def sample(name, row, options, pool, until):
    """Games whose draws are always the same: the share won, or the mean points, beside what was held."""
    match = ROWS[row["of"]]
    seeds = [f"sample/{row['of']}/{number}" for number in range(row["count"])]
    found = games_of([pair(match, seed)[0] for seed in seeds], options, pool)
    if "better" in match:
        made, span = mean(one["points"] for one in found), SPAN
    else:
        made, span = mean((one["result"] or {}).get("winner") == match["side"] for one in found), 1
    held = row.get("held")
    verdict = "not held yet" if held is None else "worse" if held - made > DRIFT * span else "held"
    seconds = round(sum(one["seconds"] for one in found))
    return {
        "row": name,
        "games": len(found),
        "made": round(made, 3),
        "held": held,
        "verdict": verdict,
        "seconds": seconds,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", help=f"of {', '.join(ROWS)}; all of them")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--seed", default=os.urandom(8).hex(), help="fresh draws each time unless it is told")
    parser.add_argument("--games", help="a file of games that are played, for a run that may be stopped")
    parser.add_argument("--json", dest="path")
    options = parser.parse_args()
    options.known = written(options.games)
    names = options.rows or [name for name, row in ROWS.items() if "count" not in row]
    begun, found = time.monotonic(), []
    with ProcessPoolExecutor(options.jobs) as pool:
        for place, name in enumerate(names):
            left = begun + 60 * options.minutes - time.monotonic()
            until = time.monotonic() + left / (len(names) - place)
            kind = sample if "count" in ROWS[name] else balance if "games" in ROWS[name] else match
            found.append(kind(name, ROWS[name], options, pool, until))
            print(json.dumps(found[-1]), flush=True)
    if options.path:
        with open(options.path, "w", encoding="utf-8") as file:
            json.dump({"seed": options.seed, "rows": found}, file, indent=1)
    sys.exit(any(ROWS[one["row"]].get("count") and one["verdict"] == "worse" for one in found))


if __name__ == "__main__":
    main()
