"""Turn pages of recorded and random games, and what `pbem check` says to the orders that a browser clicked together.

Kinds of question that seldom come up are looked for first: in the golden games, then in offers to end a game, then in
the positions of the rulebook's cases, which are played on as they are written there; what is left to make goes to pages
of random games, with options of every sort, from their start to their end.
"""

import io
import json
import os
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import golden as golden_games

from pbem.cli import main as pbem
from pbem.core.bench import cases
from pbem.core.data.problems import BrokenFile, Refused, refusals
from pbem.core.draws.draws import DrawError, ScriptedSource, Source, ThrowawaySource
from pbem.core.language.draw_and_resign import AGREE
from pbem.core.orders.orders import parse_line
from pbem.core.play.gamefile import GameFile, from_bytes, render
from pbem.core.play.replay import remember
from pbem.core.record import charter as charters
from pbem.core.record.charter import seat_of
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, blank_order, random_orders
from pbem.core.trial.selfplay import Chance, throwaway_seed
from pbem.page.turn import turn_page
from tests.case_files import case_files

ADDRESS = "desk@club.example"
REFUSED = 3  # exit code of pbem where an order is refused
LEAST = 95  # of 100 orders of a kind that the page does not mark are accepted
OFTEN = 3  # pages of each kind of question, if there are many
MANY = 100  # pages of a title, from which on every kind is looked for
STRIDE = 3  # of stops that have nothing rare, every so many one becomes a page
STOPS = 150  # of a random game
SEARCHED = 12  # in one random game for so many pages rare kinds are looked for before pages are filled up
WALKS = "walk", "units"  # random clicks: a few of their orders may be refused
FREE = {"bid": "9"}  # options whose values are no list


def pages_of(title, count, folder, seed="pages"):
    """So many turn pages of a title: ``[(path, path of the game file, kinds asked, whether one of them is rare)]``."""
    game, found = load(title), Pages(folder, count)
    for file in _seldom(game, found, count >= MANY):
        found.offer(file, is_filler=False)
    number = 0
    while not found.is_full:
        found.spare = 0 if found.lacks(game.kinds) and number < max(4, count // SEARCHED) else count
        for place, file in enumerate(_random(game, number, seed)):
            found.offer(file, is_filler=place % STRIDE == 0)
        number += 1
    return found.made


class Pages:
    """The pages made so far, and how often each kind of question is asked on them."""

    def __init__(self, folder, count):
        self.folder, self.count = Path(folder), count
        self.made, self.seen, self.fillers = [], Counter(), 0
        self.spare = 0  # how many pages may have nothing rare, besides a half of them all
        self.often = OFTEN if count >= MANY else 1

    @property
    def is_full(self):
        return len(self.made) >= self.count

    def lacks(self, kinds):
        return [kind for kind in kinds if self.seen[kind] < self.often]

    def offer(self, file, is_filler):
        """Make the pages of a stop that are wanted."""
        for seat, kinds in _asked(file).items():
            rare = any(self.seen[kind] < self.often for kind in kinds)
            fills = is_filler and self.fillers < max(self.spare, self.count // 2)
            if (rare or fills) and not self.is_full:
                self.fillers += not rare
                self.seen.update(kinds)
                self._make(file, seat, kinds, rare)

    def _make(self, file, seat, kinds, rare):
        name = f"{file.game.id}-{len(self.made)}-{file.next}-{seat}"
        page, record = self.folder / f"{name}.html", self.folder / f"{name}.json"
        page.write_text(turn_page(file, seat, ADDRESS), encoding="utf-8")
        record.write_bytes(render(file))
        _believe(record, file.state)
        self.made.append((page, record, sorted(kinds), rare))


def _believe(record, state):
    """Let this machine believe the state of a game whose draws were given: nobody could make it again from keys.

    Each stop has a memory of its own, for a machine that has seen a game further refuses to go back.
    """
    os.environ["PBEM_MEMORY"] = f"{record}.memory"
    remember(GameFile(from_bytes(record.read_bytes()).lines, str(record), state))


def _asked(file):
    """``{seat: kinds of question}``."""
    asked = {}
    for row in file.waiting:
        asked.setdefault(seat_of(file.charter, row["power"]), set()).add(row["kind"])
    return asked


def _seldom(game, found, is_thorough):
    """Stops at which questions are asked that random games seldom come to, as long as some are lacking."""
    for path in golden_games.paths(game.id):
        if found.lacks(game.kinds):
            yield from golden_games.stops(golden_games.read(path))
    if AGREE in found.lacks(game.kinds):
        yield from _offered(game)
    files = [cases.read(path.read_bytes()) for path in case_files(game.id)] if is_thorough else []
    named = [(case, _named(game, case)) for file in files for case in file]
    for attempt in range(OFTEN):
        for case, kinds in named:
            if not kinds.isdisjoint(found.lacks(game.kinds)):
                for edition in cases.editions_of(case, game):
                    yield from _played(game, case, edition, attempt)


def _named(game, case):
    """The kinds of question that a case answers, or ends with."""
    if "status" in case or cases.verb_of(case) not in ("play", "check"):
        return set()
    rows = case["play"] if "play" in case else [case["check"]]
    expect = case.get("expect", {})
    found = {ask.get("kind") for ask in expect.get("asks", ())} if isinstance(expect, dict) else set()
    for power, text in (pair for row in rows for pair in row.items()):
        item, _ = parse_line("\n".join(text) if isinstance(text, list) else text, game, power)
        found |= {item.get("kind"), *item.get("also", ())} if item else set()
    return found


def _offered(game):
    """A random game in which one power after the other offers a draw."""
    file, club, chance = _begun(game, 0, "offers")
    for _ in range(STOPS):
        if file.is_over:
            return
        orders = {order["seat"]: {**order, "petitions": []} for order in random_orders(file, chance)}
        power = chance.choice(sorted(file.charter["powers"]))
        seat = seat_of(file.charter, power)
        offer = {"power": power, "verb": "draw", "value": True, "line": 1, "text": "offer draw"}
        orders.setdefault(seat, {**blank_order(file, seat)})["petitions"] = [offer]
        yield file
        try:
            file = club.adjudicate(file, list(orders.values())).file
        except Refused:  # nothing may be offered here
            file = club.adjudicate(file, random_orders(file, chance)).file
        yield file


def _played(game, case, edition, attempt):
    """A case of the rulebook as a game that starts from its position, at each of its stops; where its lines and dice
    do not fit, others are drawn."""
    given = case.get("given")
    position = {"base": given} if isinstance(given, str) else {"base": "empty", **(given or {})}
    scenario = position["base"] if position["base"] in game.scenarios else next(iter(game.scenarios))
    options = {**position.get("options", {}), **case.get("options", {})}
    golden = {"id": f"{game.id}-case", "scenario": scenario, "edition": edition, "options": options}
    lines = [(power, text) for row in case.get("play", ()) for power, text in row.items()]
    chance, dice = Chance(f"{case['id']}/{attempt}"), _Dice(case.get("dice", {}))
    try:
        club, file = golden_games.started(game, {**golden, "position": position})
        for stop in range(len(lines) + 1):
            if file.is_over:
                return
            yield file
            orders = [_meant(game, order, lines) for order in random_orders(file, chance)]
            file = club.adjudicate(file, orders, draws=dice.source(f"{case['id']}/{attempt}/{stop}")).file
    except (Refused, BrokenFile, DrawError, ValueError):  # a position may hold what no game comes to
        return


def _meant(game, order, lines):
    """An order document with the next line of a case for each question, where it has one; the line is used up."""
    answers = []
    for answer in order["answers"]:
        row = next((row for row in lines if row[0] == answer["power"]), None)
        if row is not None:
            text = "\n".join(row[1]) if isinstance(row[1], list) else row[1]
            item, problems = parse_line(text, game, answer["power"], (answer["kind"],))
            if item and item.get("kind") == answer["kind"] and not refusals(problems):
                answer = {**answer, "value": item["value"]}
                lines.remove(row)
        answers.append(answer)
    return {**order, "answers": answers, "petitions": []}


class _Dice:
    """The dice of a case, as long as they fit."""

    def __init__(self, dice):
        self.script = ScriptedSource(dice)

    def source(self, seed):
        """The draws of one entry: those of the case, and others where it has none."""
        script = self.script

        class CaseSource(ThrowawaySource):
            def draw(self, label, kind, of):
                try:
                    record = script.draw(label, kind, of)
                except DrawError:
                    return super().draw(label, kind, of)
                count = 1 + sum(earlier["label"] == label for earlier in self.records)
                self.records.append({**record, "n": count})
                return self.records[-1]

            def in_short(self):
                return Source.in_short(self)  # of a pick what the case gave, not what a key would have

        return CaseSource(throwaway_seed(seed))


def _random(game, number, seed):
    """A random game at each of its stops; all but the first of each scenario with options of any sort."""
    file, club, chance = _begun(game, number, seed)
    for _ in range(STOPS):
        if file.is_over:
            return
        yield file
        file = club.adjudicate(file, random_orders(file, chance)).file


def _begun(game, number, seed):
    """``(file, club, chance)`` of a random game of a number."""
    chance, scenarios = Chance(f"{seed}-{number}"), list(game.scenarios)
    scenario = scenarios[number % len(scenarios)]
    options = {name: FREE.get(name) or chance.choice(option["values"]) for name, option in game.options.items()}
    try:
        charter = _agreed(game, number, scenario, options if number >= len(scenarios) else {})
    except Refused:  # some do not go together
        charter = _agreed(game, number, scenario, {})
    club = Club({**charter, "windows": "ask"}, f"{seed}-{number}")
    return club.new_game(), club, chance


def _agreed(game, number, scenario, options):
    anchors = {"referee": {"first": "0" * 64, "n": 1}}
    return charters.make(game, f"{game.id}-{number}", scenario, options=options, anchors=anchors)


# -- what came of them -----------------------------------------------------------------------------------------------


class Judge:
    """Puts the orders that came out of the browser through `pbem check`, and counts."""

    def __init__(self, games, kinds, folder):
        self.games, self.folder = games, Path(folder)
        self.pages = kinds  # (title, kind): pages that ask it
        self.walks, self.sent, self.taken = Counter(), Counter(), Counter()
        self.marked, self.marked_taken, self.told, self.untold = Counter(), Counter(), Counter(), Counter()
        self.faults, self.ways = [], Counter()

    def judge(self, row):
        """One order: it must be accepted, or be marked; and told as `check` tells it."""
        title, record = self.games[row["path"]]
        kind = title, row["kind"]
        self.ways[row["how"]] += 1
        self.walks[kind] += row["how"] in WALKS
        text = _mailed(row)
        if text is None:
            self.faults.append(f"{title} {row['kind']}: the link does not hold the order that the page shows")
            return
        code, said, parts = self._check(record, text)
        if row["look"]:
            self.marked[kind] += 1
            self.marked_taken[kind] += code == 0
        else:
            self.sent[kind] += 1
            self.taken[kind] += code == 0
        if code not in (0, REFUSED):
            self.faults.append(f"{title} {row['kind']} ({row['how']}): check ends with {code}: {said[:300]}")
        elif code and not row["look"] and row["how"] not in WALKS:
            self.faults.append(f"{title} {row['kind']} ({row['how']}): {_lines(text)}: {said[:300]}")
        if code == 0:
            self._compare(kind, row, parts)

    def _check(self, record, text):
        """``(exit code, what was said, parts)`` of `pbem check GAME ORDER --json`."""
        os.environ["PBEM_MEMORY"] = f"{record}.memory"
        order = self.folder / "order.txt"
        order.write_bytes(text.encode())
        out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = pbem(["check", str(record), str(order), "--json"])
        said = out.buffer.getvalue().decode()
        parts = [part for seat in json.loads(said)["fates"].values() for part in seat] if code == 0 else []
        return code, said + err.getvalue(), parts

    def _compare(self, kind, row, parts):
        """What the page told of lines beside what `check` tells of them."""
        if not row.get("told"):
            self.untold[kind] += 1
            return
        said = " ".join(sentence for part in parts for sentence in part.get("told", ()))
        self.told[kind] += 1
        if row["told"] != said:
            self.faults.append(f"{' '.join(kind)}: the page tells {row['told']!r}, check {said!r}")

    def table(self, kinds):
        """What became of every kind of every title, as lines; faults of counts are added."""
        head = f"{'title and kind':34} pages walks accepted  marked, of them accepted  told, not told"
        rows = [head]
        for kind in kinds:
            sent, taken = self.sent[kind], self.taken[kind]
            rows.append(
                f"{' '.join(kind):34} {self.pages[kind]:5} {self.walks[kind]:5} {f'{taken}/{sent}':>8}  "
                f"{self.marked[kind]:6}, {self.marked_taken[kind]:16}  "
                f"{self.told[kind]:4}, {self.untold[kind]:8}"
            )
            if 100 * taken < LEAST * sent:
                self.faults.append(f"{' '.join(kind)}: only {taken} of {sent} are accepted")
        rows.append(f"Orders: {json.dumps(self.ways)}")
        return rows


def _mailed(row):
    """The text that the link of a page would mail, or that is copied where it is too long; None if they differ."""
    link = row.get("link")
    if not link or row.get("copied"):
        return row["text"]
    body = parse_qs(urlsplit(link).query)["body"][0]
    return body if body.split() == row["text"].split() else None


def _lines(text):
    return "; ".join(line for line in text.splitlines()[5:] if line.strip("- "))
