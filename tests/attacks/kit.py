"""A table of people who play the toy title through the command line, each with a folder, a secret and a memory of the
own; and the forger's tools: whoever holds secrets can write and sign any line by hand (tests/verifier/hand.py).
"""

import functools
import itertools
import json
import os
import random
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from pbem.core.title import game as titles
from tests import toy
from tests.cli.tools import pbem
from tests.verifier import hand, small

SEATS = ("north", "south", "isles")
TITLES = {"toy": "tests.toy", "toy-five": "tests.toy.five"}
ARRANGED = {
    2: ("blue", "red"),
    3: SEATS,
    4: ("north", "south", "isles", "fens"),
    5: ("north", "south", "isles", "fens", "moor"),
}
TABLES, NUMBERS = tempfile.TemporaryDirectory(prefix="pbem-tables-"), itertools.count()  # those that tests begin with
sys.modules.setdefault("pbem.games.toy", toy)  # where the data of a title are looked for; the toy title has none
sys.modules.setdefault("pbem.games.toy-five", toy)


class Person:
    """One person: a folder with the game file, a secret, and the memory of this machine."""

    def __init__(self, folder, name):
        self.folder, self.name = folder / name, name
        self.folder.mkdir(exist_ok=True)
        self.game, self.secret = self.folder / "g.game", self.folder / "own.secret"

    @contextmanager
    def at_home(self):
        memory = patch.dict(os.environ, {"PBEM_MEMORY": str(self.folder / "memory")})
        title = patch.dict(titles.TITLES, TITLES)
        with memory, title:
            os.environ.pop("PBEM_SECRET", None)
            yield

    def pbem(self, *arguments):
        with self.at_home():
            return pbem(*arguments)

    def path(self, name):
        return self.folder / name

    def status(self):
        return self.pbem("status", self.game, "--json").json

    def verify(self, game=None):
        return self.pbem("verify", game or self.game)


class Table:
    """A game of the toy title: `people` by seat, and the referee if there is one."""

    def __init__(self, folder, level="shared", referee=True, seats=SEATS, windows="ask", muster=False, closed=False):
        self.folder, self.seats, self.has_referee, self.level = folder, list(seats), referee, level
        self.kind = (level, referee, tuple(seats), windows, muster, closed)
        self.names = [*seats, *(["referee"] if referee else [])]
        self.count, self.is_copied = 0, False

    @classmethod
    def copied(cls, folder, **kind):
        """A table that is laid once for all tests; not for one that changes the title or the dice."""
        table = cls(folder, **kind)
        table.is_copied = True
        table.becomes(laid(table.kind))
        return table

    def becomes(self, other):
        """All that the people of another table have lies before those of this one."""
        for name in other.names:
            shutil.copytree(other.folder / name, self.folder / name, dirs_exist_ok=True)
        self.people = {name: Person(self.folder, name) for name in other.names}
        self.count = other.count

    def begin(self):
        """The secrets of all, and the game with a file for each; this table."""
        level, referee, seats, windows, muster, closed = self.kind
        self.people = {name: Person(self.folder, name) for name in self.names}
        anchors = []
        for name in self.names if level == "shared" else ["referee"]:
            ran = self.people[name].pbem("seat", "init", "-o", self.people[name].secret, "--links", 64)
            assert ran.code == 0, ran
            anchors += [] if name == "referee" else ["--anchor", f"{name}={ran.out.strip()}"]
        maker = self.people["referee" if referee else seats[0]]
        more = ["--secret", maker.secret] if referee else ["--no-referee"]
        more += ["--muster"] if muster else []
        more += ["--closed-answers"] if closed else []
        how = ["--game", "g", "--seats", len(seats), "--windows", windows]
        title = "toy" if len(seats) < 4 else "toy-five"
        ran = maker.pbem("new", f"{title}/standard", "-o", maker.game, *how, *anchors, *more)
        assert ran.code == 0, ran
        for person in self.people.values():
            if person is not maker:
                shutil.copy(maker.game, person.game)
        return self

    # -- honest play -----------------------------------------------------------------------------------------

    @property
    def opener(self):
        """Who opens the next entry."""
        return self.people[self.seats[0]].status()["opener"]

    def asked(self, seat=None):
        return [row["seat"] for row in self.people[seat or self.seats[0]].status()["waiting"]]

    def file(self, name):
        self.count += 1
        return f"{self.count}-{name}"

    def text(self, seat, *lines, **header):
        """An order file of a seat for its own copy of the game."""
        person = self.people[seat]
        status = person.status()
        words = {"game": "g", "seat": seat, "entry": status["entry"], "head": status["head"], **header}
        path = person.path(self.file(f"{seat}.txt"))
        rows = [*(f"{name} {value}" for name, value in words.items()), *lines, "--", ""]
        path.write_text("\n".join(rows), encoding="utf-8")
        return path

    def seal(self, seat, *lines, options=("--confirm",), code=0, secret=None):
        """A sealed order file; its path."""
        person, orders = self.people[seat], self.text(seat, *lines)
        path = person.path(self.file(f"{seat}.sealed"))
        ran = person.pbem("seal", person.game, orders, "--secret", secret or person.secret, "-o", path, *options)
        assert ran.code == code, ran
        return path

    def adjudicate(self, files, *options, opener=None, code=0):
        person = self.people[opener or self.opener]
        ran = person.pbem("adjudicate", person.game, *files, "-o", person.game, "--secret", person.secret, *options)
        assert ran.code == code, ran
        return ran

    def share(self, opener, code=0):
        """The last line of one goes to all others, who take it up."""
        line = self.last_line(opener)
        for name in self.people:
            if name != opener:
                ran = self.take(name, line)
                assert ran.code == code, ran

    def take(self, name, *lines):
        person = self.people[name]
        paths = []
        for line in lines:
            paths.append(person.path(self.file("line")))
            paths[-1].write_bytes(line)
        return person.pbem("take", person.game, *paths)

    def last_line(self, name):
        return self.people[name].game.read_bytes().splitlines(keepends=True)[-1]

    def answers(self, seat):
        """A plain legal answer to all that a seat is asked; with the power before it where the seat has several."""
        rows = [row for row in self.people[seat].status()["waiting"] if row["seat"] == seat]
        return [
            self.answer(row)
            if row["power"] == seat and seat not in self.doubled
            else f"{row['power']}: {self.answer(row)}"
            for row in rows
        ]

    @property
    def doubled(self):
        """The seats that decide for several powers."""
        return {2: ("blue",), 4: ("north",)}.get(len(self.kind[2]), ())

    @staticmethod
    def answer(row):
        power = row["power"]
        return {
            "set-up": f"place {power}-foot-1, {power}-horse-1 in hill",
            "act": "act attack",
            "bid": "bid 1" if power == "north" else "bid 0",
            "intervene": "intervene no",
        }[row["kind"]]

    def turn(self, *, share=True, **lines):
        """One honest entry; `lines` of seats stand instead of plain answers.  Returns the opener; without `share` only
        the opener has the new line."""
        opener, files = self.sent(**lines)
        self.adjudicate(files, opener=opener)
        if share:
            self.share(opener)
        return opener

    def sent(self, **lines):
        """``(opener, files that were sent to it for the entry that is due)``, one of each seat that is called."""
        opener, asked = self.opener, list(dict.fromkeys(self.asked()))
        called = self.seats if self.musters() else asked
        files, carry = [], []
        if opener in asked:
            mark = self.seal(opener, *lines.get(opener, self.answers(opener)), options=["--closed", "--confirm"])
            carry = ["--carry", mark]
        for seat in called:
            if self.level == "sealed":
                files.append(self.text(seat, *(lines.get(seat) or self.answers(seat) or ["ready"])))
            elif seat != opener:
                said = lines.get(seat, self.answers(seat)) or ["ready"]
                files.append(self.seal(seat, *said, options=["--confirm", *carry]))
        return opener, files

    def musters(self):
        """True if the next entry is a muster, as the lines say."""
        lines = lines_of(self.people[self.seats[0]].game)
        if len(lines) == 1:
            return self.level == "shared" or lines[0][0]["charter"]["muster"]
        line = lines[-1][0]
        said = {one["what"] for document, _ in line["documents"] for one in document.get("says", ())}
        gone = {"anchor", "referee", "departed", *(["substitute"] if self.level == "shared" else [])}
        return line["kind"] == "note" or bool(said & gone)

    def until(self, kind):
        """Honest turns until a question of a kind is asked; at a copied table they are played once for all tests."""
        if self.is_copied and self.is_fresh:
            self.becomes(laid(self.kind, kind))
            return self
        return self.played_until(kind)

    @property
    def is_fresh(self):
        """True while everything is as the table was laid."""
        return not self.count and everything(self.folder) == everything(laid(self.kind).folder)

    def played_until(self, kind):
        for _ in range(20):
            if kind in [row["kind"] for row in self.people[self.seats[0]].status()["waiting"]]:
                return self
            self.turn()
        raise AssertionError(f"nobody is asked {kind}")

    # -- the forger ------------------------------------------------------------------------------------------

    def forger(self, *names, data=None):
        """A hand that holds the secrets of these, with the game as one of them has it."""
        data = data or self.people[names[0]].game.read_bytes()
        secrets = {name: self.people[name].secret for name in names}
        return Forger(data, {name: secret_of(path) for name, path in secrets.items()})

    def everybody_refuses(self, data, *but, small_code=4):
        """Nobody takes up the last line of these bytes, and `pbem verify` objects; what it says.  The small verifier
        ends with `small_code`, 0 where only the rules can tell."""
        line = data.splitlines(keepends=True)[-1]
        for name, person in self.people.items():
            if name not in but:
                before = person.game.read_bytes()
                ran = self.take(name, line)
                assert ran.code in (3, 4) and person.game.read_bytes() == before, (name, ran)
        return self.only_verify_objects(data, small_code)

    def only_verify_objects(self, data, small_code=0):
        """What `pbem verify` says of bytes that do not hold; the small verifier ends with `small_code`."""
        fresh = Person(self.folder, self.file("stranger"))
        fresh.game.write_bytes(data)
        ran = fresh.verify()
        assert ran.code == 4, ran
        alone = small.here(fresh.game)
        assert alone.returncode == small_code, alone.stdout
        return ran.out

    def holds(self, data=None):
        """Both verifiers take it."""
        fresh = Person(self.folder, self.file("stranger"))
        fresh.game.write_bytes(data or self.people[self.seats[0]].game.read_bytes())
        ran, alone = fresh.verify(), small.here(fresh.game)
        assert (ran.code, alone.returncode) == (0, 0), (ran, alone.stdout)
        return ran.out


@functools.cache
def laid(kind, asked=None):
    """A table that nobody plays on, of a kind, with dice of its own: at its beginning, or when a question is asked."""
    table = Table(Path(TABLES.name, str(next(NUMBERS))), *kind)
    table.folder.mkdir()
    known = random.Random(repr(kind))
    with patch("pbem.core.record.secret.fresh", lambda: known.randbytes(32)):
        if asked is None:
            table.begin()
        else:
            table.becomes(laid(kind))
            table.played_until(asked)
    return table


def everything(folder):
    """What lies in a folder: ``{path in it: bytes}``."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def plain(text):
    """A text as it reads, however its lines are broken."""
    return " ".join(text.split())


def secret_of(path):
    return bytes.fromhex(json.loads(path.read_text())["secret"])


def lines_of(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


class Forger(hand.Hand):
    """Writes lines by hand on top of a game file, with the secrets of some."""

    def __init__(self, data, secrets):
        self.lines = [json.loads(line) for line in data.splitlines()]
        self.charter = self.lines[0][0]["charter"]
        self.game = hand.tagged("charter", hand.canonical(self.charter))
        self.seats, self.shared = self.charter["seats"], self.charter["fairness"] == "shared"
        self.referee = bool(self.charter["referee"])
        self.people = {
            name: hand.Person(name, secret, self.charter["anchors"][name]["n"]) for name, secret in secrets.items()
        }
        self.numbers = dict.fromkeys(self.seats, 0)
        for line, _ in self.lines:
            for document, _ in line.get("documents", []):
                for one in (document, (document.get("carries") or [{}])[0]):
                    if "n" in one:
                        self.numbers[one["seat"]] = max(self.numbers[one["seat"]], one["n"])

    def again(self, signer=None, **changes):
        """The last line with fields changed, or taken out where they are None, signed by its opener (or another)."""
        line = {**self.lines[-1][0], **changes}
        self.lines[-1][0] = {name: value for name, value in line.items() if value is not None}
        self.sign_last(signer or line["opener"])
        return self.bytes()
