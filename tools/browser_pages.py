"""Turn pages of recorded and random games, and what `pbem check` says to the orders that a browser clicked together.

Kinds of question that seldom come up are looked for first: in the golden games, then in random games with options of
every sort; what is left to make goes to pages of random games from their start to their end.
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
from pbem.core.data.problems import Refused
from pbem.core.play.remake import remember
from pbem.core.play.robots import Club, random_orders
from pbem.core.play.selfplay import Chance
from pbem.core.record import charter as charters
from pbem.core.record.charter import seat_of
from pbem.core.record.gamefile import GameFile, from_bytes, render
from pbem.core.rules.game import load
from pbem.page.turn import turn_page

ADDRESS = "desk@club.example"
REFUSED = 3  # exit code of pbem where an order is refused
LEAST = 95  # of 100 orders of a kind that the page does not mark are accepted
OFTEN = 3  # pages of each kind of question, if there are enough
STRIDE = 3  # of stops that have nothing rare, every so many one becomes a page
STOPS = 150  # of a random game
SEARCHED = 12  # in one random game for so many pages rare kinds are looked for before pages are filled up
FREE = {"bid": "9"}  # options whose values are no list


def pages_of(title, count, folder, seed="pages"):
    """So many turn pages of a title: ``[(path, path of the game file, kinds asked, whether one of them is rare)]``."""
    game, found = load(title), Pages(folder, count)
    for file in _recorded(title):
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
        self.often = OFTEN if count >= 100 else 1

    @property
    def is_full(self):
        return len(self.made) >= self.count

    def lacks(self, kinds):
        return any(self.seen[kind] < self.often for kind in kinds)

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


def _recorded(title):
    """The golden games of a title at each of their stops."""
    for path in golden_games.paths(title):
        yield from golden_games.stops(golden_games.read(path))


def _random(game, number, seed):
    """A random game at each of its stops; all but the first of each scenario with options of any sort."""
    chance, scenarios = Chance(f"{seed}-{number}"), list(game.scenarios)
    scenario = scenarios[number % len(scenarios)]
    options = {name: FREE.get(name) or chance.choice(option["values"]) for name, option in game.options.items()}
    try:
        charter = _agreed(game, number, scenario, options if number >= len(scenarios) else {})
    except Refused:  # some do not go together
        charter = _agreed(game, number, scenario, {})
    club = Club({**charter, "windows": "ask"}, f"{seed}-{number}")
    file = club.new_game()
    for _ in range(STOPS):
        if file.is_over:
            return
        yield file
        file = club.adjudicate(file, random_orders(file, chance)).file


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
        self.walks[kind] += row["how"] == "walk"
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
        elif code and not row["look"] and row["how"] != "walk":
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
