"""Rehearsal: orders played with draws that count for nothing, once or many times; what came of it, and how often.

A rehearsal reads the public game file and the orders that it is given, and nothing else.  No secret file is opened, no
envelope released; its draws come from the system's generator (or from results given by hand), are made under a tag of
their own, and so have nothing to do with those to come, whatever seed they are given.

    rehearsed(file, orders, repeat)   a Rehearsal: lines, standing orders, stops, outcomes, worst and best
    check(file, orders)               the orders that count, as they are understood; or what is refused now

A seat without orders takes its published default whenever it is asked; `assumed` tells which and how often.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import encode, loads
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused, refusals
from ..data.processes import shared
from ..draws.draws import DrawError, Record, Source, ThrowawaySource
from ..language.decision import Decision
from ..orders.orderfile import Order, text_of_item
from ..play import running
from ..play.gamefile import GameFile, from_bytes, render
from ..play.inbox import in_force
from ..play.parts import Part
from ..record.closed import Openings
from ..rules.engine import Stop
from ..seat.checking import look_at
from ..seat.dry_run import DefaultingFinder, played_on
from ..title.game import Game

BATCH = 10  # runs of a task
Hand = tuple[Mapping[str, Iterable[Any]], Iterable[Any]]
"""Results given by hand (HandSource): by label, and in order of asking."""
Ends = tuple[tuple[list[int], str], tuple[list[int], str]]
"""(rank, seed) of the run that a power would like least, and most."""


class Understood(NamedTuple):
    """Order documents as they were looked at, for any number of rehearsals.

    parts   the Parts of their own; none of them is used: a rehearsal plays with fresh ones
    seats   whose documents they are
    """

    parts: list[Part]
    seats: set[str]


def understood(file: GameFile, orders: Iterable[Order]) -> Understood:
    """Look at order documents for rehearsals of them; raises Refused as `check_orders` finds it."""
    parts, problems, seats = [], [], set()
    for order in orders:
        found, look = look_at(file, order)
        problems += refusals(found)
        parts += [part for part in look.finder.parts if part.is_own] if look else []
        seats.add(order["seat"])
    Refused.if_any(problems)
    return Understood(parts, seats)


def rehearse(file: GameFile, orders: Understood, source: Source | None, presuming: bool = True) -> running.Run:
    """Play on from the stop with draws of `source` as if `orders` were all that is known.

    A seat without orders takes its published default whenever it is asked, so that play goes on until a seat with
    orders is asked something that nothing answers, or the game ends; not so unless `presuming`.  Secrets of the game
    are no part of it: lines that are closed do not count, no envelope is opened, and nothing of the file changes.
    """
    silent = [seat for seat in file.charter["seats"] if presuming and seat not in orders.seats]
    parts = [part.afresh() for part in orders.parts] + in_force(file.state, Openings(file.game_id))
    finder = DefaultingFinder(file, parts, silent)
    finder.tells = False
    return played_on(file, finder, source)


class Rehearsal:
    """What came of playing the same orders `runs` times with throw-away draws.

    seed       hex; the same seed, orders and game give the same rehearsal
    lines      rows {"seat", "line", "text", "fates": {fate: runs}, "reasons": {why it fell: runs}}, and for standing
               lines "standing": True and "fired": runs in which it answered; "lodged" of lines sent before
    assumed    {(seat, kind, text): times}: defaults taken of seats whose orders are not known
    stops      {what play then waits for, in words: runs}
    outcomes   {sentence of what is different then: runs}
    measures   {power: {name: {value: runs}}} where the title measures how well a power stands
    draws      how many draws were made in all
    unused     scripted results that no draw asked for, of the last run
    worst, best    the Run that a power would like least and most, or None
    ends       of runs that processes share: what is told of these two
    """

    def __init__(self, file: GameFile, power: str, seed: str) -> None:
        self.file, self.power, self.seed = file, power, seed
        self.runs = self.draws = 0
        self.lines: dict[tuple[str, int], Json] = {}
        self.assumed: Counter[tuple[str, str, str]] = Counter()
        self.stops: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.measures: dict[str, dict[str, Counter[int]]] = {}
        self.unused: list[str] = []
        self.worst: Run | None = None
        self.best: Run | None = None
        self.ends: Ends | None = None

    def add(self, run: "Run") -> None:
        """Count one more run."""
        self.runs += 1
        self.draws += run.draws
        self.unused = run.unused
        self.stops[run.stop] += 1
        self.outcomes.update(dict.fromkeys(run.changes, 1))
        for power, values in run.measures.items():
            for name, value in values.items():
                self._counts_of(power, name)[value] += 1
        for seat, fates in run.fates.items():
            for place, fate in enumerate(fates):
                self._add_line(seat, place, fate)
        self.assumed.update(run.assumed)
        if self.worst is None or run.rank(self.power) < self.worst.rank(self.power):
            self.worst = run
        if self.best is None or run.rank(self.power) > self.best.rank(self.power):
            self.best = run

    def fold(self, part: "Rehearsal") -> None:
        """Count what `rehearse_some` counted of the runs that follow those counted so far."""
        self.runs, self.draws, self.unused = self.runs + part.runs, self.draws + part.draws, part.unused
        for name in ("assumed", "stops", "outcomes"):
            getattr(self, name).update(getattr(part, name))
        for power, names in part.measures.items():
            for name, values in names.items():
                self._counts_of(power, name).update(values)
        for place, row in part.lines.items():
            line = self.lines.get(place)
            if line is None:
                self.lines[place] = row
                continue
            for name in ("fates", "reasons"):
                line[name].update(row[name])
            if "fired" in row:
                line["fired"] += row["fired"]
        if part.ends is not None:
            held = self.ends or part.ends
            self.ends = (
                part.ends[0] if part.ends[0][0] < held[0][0] else held[0],
                part.ends[1] if part.ends[1][0] > held[1][0] else held[1],
            )

    def _counts_of(self, power: str, name: str) -> Counter[int]:
        """How often a power came to each value of a measure."""
        return self.measures.setdefault(power, {}).setdefault(name, Counter())

    def _add_line(self, seat: str, place: int, fate: Part) -> None:
        text, counts = fate.text(self.file.game), {"fates": Counter[str](), "reasons": Counter[str]()}
        row = self.lines.setdefault((seat, place), {"seat": seat, "line": fate.at, "text": text, **counts})
        if not fate.is_own:
            row["lodged"] = fate.entry
        if "when" in fate.item:
            row["standing"] = True
            row["fired"] = row.get("fired", 0) + bool(fate.count)
        row["fates"][fate.fate] += 1
        row["reasons"].update(f"{one.text} [{one.rule}]" if one.rule else one.text for one in fate.problems)

    def to_json(self) -> Json:
        """The rehearsal as JSON (schemas/rehearsal.schema.json), without the stories, which need a report."""
        file = self.file
        return {
            "pbem": "rehearsal/1",
            "game": file.name,
            "title": file.game.id,
            "entry": file.next,
            "head": file.head,
            "runs": self.runs,
            "seed": self.seed,
            "draws": self.draws,
            "unused": self.unused,
            "lines": [
                {**row, "fates": _rows(row["fates"], "fate"), "reasons": _rows(row["reasons"], "text")}
                for row in self.lines.values()
            ],
            "assumed": [
                {"seat": seat, "kind": kind, "times": times, "default": text}
                for (seat, kind, text), times in sorted(self.assumed.items())
            ],
            "stops": _rows(self.stops, "text"),
            "outcomes": _rows(self.outcomes, "text"),
            "measures": {
                power: {
                    name: [{"value": value, "runs": found[value]} for value in sorted(found)]
                    for name, found in names.items()
                }
                for power, names in self.measures.items()
            },
        }


class Run:
    """One run of a rehearsal.

    seed      hex: the same draws again
    stop      what play waits for then, in words
    changes   sentences on what is different then (the title's ``telling.changes``)
    parts     [(step, facts)] of what happened, as reports tell it
    given     [(question, Given)] in order of use
    after     the board then
    """

    def __init__(self, file: GameFile, orders: Understood, source: Source, before: Board, seed: str) -> None:
        try:
            run = rehearse(file, orders, source)
        except DrawError as error:
            label, _, reason = str(error).partition(": ")
            raise Refused([Problem("whatif-dice", level=NOT_UNDERSTOOD, label=label, reason=reason)]) from None
        self.seed, self.after = seed, run.board
        say = file.game.telling.say(run.board)
        self.stop = _stop_in_words(file, run.board, run.stop, say)
        self.measures = measured(file.game, run.board)
        self.fates = run.finder.fates
        self.assumed = _assumed(file, run)
        self.parts = [(step, step["facts"]) for step in run.new_steps() if step["facts"]]
        facts = [fact for _, made in self.parts for fact in made]
        self.changes = file.game.telling.changes(before, run.board, say, facts)
        self.given = run.feed.given if run.feed else []
        self.draws = len(source.records)
        self.unused = source.left() if isinstance(source, HandSource) else []

    def rank(self, power: str) -> list[int]:
        """How well the power stands; runs compare by it."""
        return list(self.measures.get(power, {}).values())


def kept(file: GameFile, order: Order, run: Run) -> str:
    """The order file of a seat that says what a run of `order` came to: its own plans for the coming turn in full, also
    what went without saying; all else as it was written."""
    seat, turns, kinds = order["seat"], file.game.turns, file.game.kinds
    powers = [power for power, holder in file.charter["powers"].items() if holder == seat]
    done: dict[tuple[str, str], Any] = {}
    for question, given in run.given:
        place = question.partition("#")[0].split("/")
        if given.seat == seat and place[1] in turns.once and place[1] in turns.own:
            done.setdefault((place[2], place[1]), given.value)
    rows = [(power, line) for (power, kind), value in done.items() for line in kinds[kind].text(value)]
    for part in run.fates.get(seat, ()):
        kind = part.item.get("kind", "")
        if part.is_own and ((part.item["power"], kind) not in done or "next" in part.item):
            rows += [(part.item["power"], line) for line in text_of_item(part.item, file.game).split("\n")]
    lines = [
        line if len(powers) == 1 or line.startswith(("else", "or ")) else f"{power}: {line}" for power, line in rows
    ]
    head = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head}"]
    return "\n".join([*head, *lines, "--", ""])


class HandSource(Source):
    """Results given by hand first, then throw-away draws.

    by_label   {label: results}, used up over all draws of that label
    in_order   results of whatever draws come, in order of asking; a draw takes them only if enough are left
    """

    __slots__ = ("_by_label", "_in_order", "_then")

    def __init__(self, by_label: Mapping[str, Iterable[Any]], in_order: Iterable[Any], then: Source) -> None:
        super().__init__()
        self._by_label = {label: list(results) for label, results in by_label.items()}
        self._in_order, self._then = list(in_order), then

    def draw(self, label: str, kind: str, of: dict[str, Any]) -> Record:
        record = self._then.draw(label, kind, of)
        script = self._by_label.get(label) or self._in_order
        count = of["count"]
        if len(script) >= count:
            record = {**record, "result": _possible(label, kind, of, script[:count])}
            del script[:count]
        self.records.append(record)
        return record

    def left(self) -> list[str]:
        """Results that no draw asked for, as texts."""
        by_label = [f"{label}={_listed(results)}" for label, results in self._by_label.items() if results]
        return by_label + ([_listed(self._in_order)] if self._in_order else [])


def rehearsed(
    file: GameFile,
    orders: list[Order],
    repeat: int = 1,
    seed: str | None = None,
    by_label: Mapping[str, Iterable[Any]] | None = None,
    in_order: Iterable[Any] = (),
    watch: Callable[[int, int], None] | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> Rehearsal:
    """Play `orders` (order documents) `repeat` times from where the game stands; a Rehearsal.

    seed       hex, to repeat a rehearsal; fresh from the system's generator by default
    by_label, in_order   results given by hand (HandSource)
    watch      called with (runs done, all runs) now and then
    jobs, cluster   processes here, or the address of a Dask cluster, that share many runs; the outcome is the same
    Raises Refused with every problem if a line that answers what is asked now is refused.
    """
    orders, known = check(file, orders)
    base = ThrowawaySource(seed).seed
    rehearsal = Rehearsal(file, _power_of_interest(file, orders), base)
    hand = by_label or {}, in_order
    if repeat > 1 and (jobs > 1 or cluster):
        _share(rehearsal, orders, known, repeat, hand, watch, jobs, cluster)
        return rehearsal
    before = file.current_board()
    for number in range(repeat):
        rehearsal.add(_run(file, known, base if repeat == 1 else seed_of(base, number), hand, before))
        if watch:
            watch(number + 1, repeat)
    return rehearsal


def _run(file: GameFile, orders: Understood, seed: str, hand: Hand, before: Board) -> Run:
    source = ThrowawaySource(seed)
    return Run(file, orders, HandSource(*hand, source) if any(hand) else source, before, seed)


def _share(
    rehearsal: Rehearsal,
    orders: list[Order],
    known: Understood,
    repeat: int,
    hand: Hand,
    watch: Callable[[int, int], None] | None,
    jobs: int,
    cluster: str | None,
) -> None:
    """Have processes or a cluster play the runs, and fold what they counted, in the order of the runs."""
    file, base, parts, done = rehearsal.file, rehearsal.seed, [], 0
    work = partial(rehearse_some, data=render(file), orders=orders, base=base, power=rehearsal.power, hand=hand)
    for batch, part in shared(work, range(repeat), BATCH, jobs, cluster):
        if part is None:
            raise BrokenFile(Problem("whatif-ended", level="evidence missing", number=batch[0]))
        parts.append((batch[0], part))
        done += len(batch)
        if watch:
            watch(done, repeat)
    for _, part in sorted(parts, key=lambda row: row[0]):
        rehearsal.fold(part)
    if rehearsal.ends is not None:
        before, (worst, best) = file.current_board(), rehearsal.ends
        rehearsal.worst = _run(file, known, worst[1], hand, before)
        rehearsal.best = _run(file, known, best[1], hand, before)


def rehearse_some(
    numbers: Iterable[int], data: bytes, orders: list[Order], base: str, power: str, hand: Hand
) -> Rehearsal:
    """Some of the runs of a rehearsal, to be folded into the whole: a Rehearsal without its file, with its ends
    in the place of the worst and best.  It depends on its arguments alone."""
    file = from_bytes(data)
    part, before, known = Rehearsal(file, power, base), file.current_board(), understood(file, orders)
    for number in numbers:
        part.add(_run(file, known, seed_of(base, number), hand, before))
    if part.worst is not None and part.best is not None:
        part.ends = (part.worst.rank(power), part.worst.seed), (part.best.rank(power), part.best.seed)
    part.worst = part.best = None
    del part.file
    return part


def seed_of(base: str, number: int) -> str:
    """The seed (hex) of one of many runs."""
    return sha256(f"{base}/{number}".encode()).hexdigest()


def check(file: GameFile, orders: list[Order]) -> tuple[list[Order], Understood]:
    """The order documents that count, one a seat, and what was understood of them; raises Refused with everything that
    is refused now."""
    if file.is_over:
        raise Refused([Problem("whatif-over")])
    orders = list({order["seat"]: order for order in orders}.values())
    return orders, understood(file, orders)


def measured(game: Game, board: Board) -> dict[str, dict[str, int]]:
    """{power: {name: whole number}} as the title measures how well the powers of the game stand, more being better; or
    {} where it measures nothing."""
    measures: Callable[[Board], dict[str, dict[str, int]]] = getattr(game.telling, "measures", lambda board: {})
    return measures(board)


def _power_of_interest(file: GameFile, orders: list[Order]) -> str:
    """Whose outcomes are counted: the power of the first line, else the first one of the first seat."""
    for order in orders[:1]:
        for item in [*order.get("answers", ()), *order.get("standing", ())]:
            named: str = item["power"]
            return named
        for power in file.game.powers:
            if file.charter["powers"].get(power) == order["seat"]:
                return power
    return file.game.powers[0]


# -- pieces ----------------------------------------------------------------------------------------------


def _stop_in_words(file: GameFile, board: Board, stop: Stop | None, say: Any) -> str:
    result = file.game.result(board) if stop and stop.why == "over" else None
    if result is not None:
        winner = result.get("winner")
        name = say.power(winner) if winner in file.game.powers else "nobody"
        return f"the game is over: {name} wins by {result['by']} [{result['rule']}]"
    asks = stop.asks if stop else []
    words = [f"{say.power(ask.power)} is asked {file.game.kinds[ask.kind].waiting} [{ask.rule}]" for ask in asks]
    return "; ".join(dict.fromkeys(words)) or "a draw is due"


def _assumed(file: GameFile, run: running.Run) -> Counter[tuple[str, str, str]]:
    """Defaults taken of seats whose orders are not known: ``{(seat, kind, text): times}``."""
    found: Counter[tuple[str, str, str]] = Counter()
    silent = run.finder.silent if isinstance(run.finder, DefaultingFinder) else ()
    for question, given in run.feed.given if run.feed else ():
        if given.by != "default" or given.seat not in silent:
            continue
        kind = question.split("/")[1]
        found[given.seat, kind, _text(file.game.kinds[kind], encode(given.value))] += 1
    return found


@lru_cache(maxsize=500)
def _text(kind: Decision, value: bytes) -> str:
    """What an answer says, that is given in one rehearsal after the other."""
    return "; ".join(kind.text(loads(value)))


def _possible(label: str, kind: str, of: Json, results: list[Any]) -> list[Any]:
    """Scripted results, or DrawError where the draw could never give them."""
    if kind == "dice" and not all(type(die) is int and 1 <= die <= of["sides"] for die in results):
        raise DrawError(f"{label}: {_listed(results)} is not a roll of {of['count']}d{of['sides']}")
    if kind == "pick":
        if Counter(results) - Counter(of["items"]):
            raise DrawError(f"{label}: {_listed(results)} cannot be drawn; there are {_listed(of['items'])}")
    if kind == "number":
        if not all(type(n) is int and 0 <= n < int(of["below"]) for n in results):
            raise DrawError(f"{label}: {_listed(results)} is not below {of['below']}")
        return [str(n) for n in results]
    return results


def _listed(results: Iterable[Any]) -> str:
    return ",".join(map(str, results))


def _rows(counts: Mapping[Any, int], name: str) -> list[Json]:
    """Counts as rows, the most frequent first."""
    return [{name: key, "runs": count} for key, count in sorted(counts.items(), key=lambda row: (-row[1], row[0]))]
