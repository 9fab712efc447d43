"""A season of a league of many games, simulated: who works when, how long mails wait, how full the machines are.

    python tools/season.py                      100,000 games, four weeks of a season, one machine and twenty
    python tools/season.py --games 1000 --days 14 --machines 1 --cores 2 --json

Nothing is adjudicated: what a game costs was measured before (COSTS; docs/scale.md says how); simpy keeps the clock.
Players answer by habits that follow the day and the week; deadlines fall at one hour, and mails come in bursts before
them.  The same seed gives the same season.
"""

import argparse
import json
import math
import random
import sys
from collections import Counter, deque

# Seconds of one core, as measured for docs/scale.md: a turn is a mail read, orders checked, the turn made with its
# report, and the mails of it written; a receipt is a mail that is read and answered while others are waited for.
COSTS = {"turn": 1.35, "receipt": 0.45, "reminder": 0.25, "verify": 0.1, "page": 0.4}
DAY = 24 * 3600.0
DEADLINE_HOUR = 20
WAKING = (1, 1, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 4, 3, 3, 3, 3, 4, 6, 8, 9, 8, 6, 3)  # mails by the hour of the day
WEEK = (1.0, 1.0, 0.95, 0.95, 0.9, 1.2, 1.3)  # by the day of the week, from Monday
DAYS, LATE, MEDIAN = 7, 0.06, 0.35  # to answer; share that misses the deadline; of the time that half have used


def season(games, days, machines, cores, seed=1, costs=COSTS, nightly=True):
    """A season; what was measured of it, as JSON values: times in seconds, shares of 1.

    games     that are under way all the time;  days  that the season lasts
    machines, cores   that work; one queue feeds all cores (a game is one task at a time)
    nightly   whether at two o'clock every game that moved that day is verified and its page made, behind all mails
    """
    import simpy

    chance, clock = random.Random(seed), simpy.Environment()
    workers = simpy.PriorityResource(clock, machines * cores)
    waited, done, busy, longest = [], Counter(), [0.0], [0]
    moved, night = set(), deque()

    def task(kind, first):
        asked = clock.now
        with workers.request(priority=first) as turn:
            longest[0] = max(longest[0], len(workers.queue) + len(night))
            yield turn
            if first == 0:
                waited.append(clock.now - asked)
            cost = costs[kind] * chance.lognormvariate(-0.08, 0.4)  # of mean 1; few games are much dearer
            yield clock.timeout(cost)
            busy[0] += cost
        done[kind] += 1

    def game(number):
        seats = chance.choice((2, 2, 2, 2, 3))
        yield clock.timeout(chance.random() * DAYS * DAY)
        while True:
            asked = chance.choice((1, 1, 1, seats))
            for last in reversed(range(asked)):
                answered = _answer_at(clock.now, chance)
                late = _deadline(clock.now)
                if answered >= late or chance.random() < LATE:
                    yield clock.timeout(max(0.0, late - clock.now))
                    yield from task("reminder", 0)
                    answered = _next_waking(late + chance.random() * DAY, chance)
                yield clock.timeout(max(0.0, answered - clock.now))
                yield from task("receipt" if last else "turn", 0)
            moved.add(number)

    def nights():
        """The work of a night stands in a line of its own, of which one task a core is in the queue: to keep tens of
        thousands in order there, for every mail that comes, would take days."""
        yield clock.timeout(2 * 3600.0)
        while True:
            if not night and moved:
                for _ in range(machines * cores):
                    clock.process(works())
            night.extend(["verify"] * len(moved) + ["page"] * len(moved))
            moved.clear()
            yield clock.timeout(DAY)

    def works():
        while night:
            yield from task(night.popleft(), 1)

    for number in range(games):
        clock.process(game(number))
    if nightly:
        clock.process(nights())
    clock.run(until=days * DAY)
    waited.sort()
    return {
        "games": games,
        "days": days,
        "machines": machines,
        "cores": cores,
        "done": dict(sorted(done.items())),
        "utilisation": round(busy[0] / (days * DAY * machines * cores), 4),
        "wait": {name: round(_share(waited, part), 1) for name, part in (("half", 0.5), ("p99", 0.99), ("most", 1.0))},
        "longest_queue": longest[0],
    }


def _share(values, part):
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def _deadline(now):
    """The hour of the deadline, so many days on."""
    return (math.floor(now / DAY) + DAYS) * DAY + DEADLINE_HOUR * 3600.0


def _answer_at(now, chance):
    """When somebody answers: soon or near the deadline, in waking hours."""
    whole = _deadline(now) - now
    if chance.random() < 0.25:  # the last evening
        return _deadline(now) - chance.expovariate(1 / (3 * 3600.0))
    return _next_waking(now + whole * MEDIAN * chance.expovariate(math.log(2)), chance)


def _next_waking(when, chance):
    """A time near `when` at which people write mails."""
    while True:
        day = math.floor(when / DAY)
        hour = chance.choices(range(24), WAKING)[0]
        found = day * DAY + (hour + chance.random()) * 3600.0
        if found >= when and chance.random() < WEEK[int(day) % 7] / max(WEEK):
            return found
        when += chance.random() * DAY / 4


def main(arguments=None):
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--games", type=int, default=100_000)
    reader.add_argument("--days", type=int, default=28)
    reader.add_argument("--machines", type=int, action="append", help="several times for several runs; 1 and 20")
    reader.add_argument("--cores", type=int, default=4)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--cost", action="append", default=[], metavar="KIND=SECONDS", help="another cost")
    reader.add_argument("--json", action="store_true")
    wanted = reader.parse_args(arguments)
    costs = {**COSTS, **{name: float(value) for name, _, value in (one.partition("=") for one in wanted.cost)}}
    for machines in wanted.machines or (1, 20):
        found = season(wanted.games, wanted.days, machines, wanted.cores, wanted.seed, costs)
        print(json.dumps(found) if wanted.json else told(found))
    return 0


def told(found):
    """The same in a sentence or two."""
    wait, done = found["wait"], ", ".join(f"{count} {kind}" for kind, count in found["done"].items())
    there = f"{found['machines']} machines of {found['cores']} cores"
    return (
        f"{found['games']} games, {found['days']} days, {there}: {done}; "
        f"{found['utilisation']:.1%} busy; a mail waits {wait['half']} s (half), {wait['p99']} s (99 of 100), "
        f"{wait['most']} s (longest); at most {found['longest_queue']} tasks queue."
    )


if __name__ == "__main__":
    sys.exit(main())
