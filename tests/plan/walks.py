"""Walks of mails: whatever players send, in whatever order, the block that the last answer shows is what then acts.

A walk is twelve mails of the seats of a game: an order more, another in its place, one taken back, one that is refused,
one in doubt, the whole file again, an earlier mail again, one that quotes a stop that has passed.  After each mail its
receipt must show what `pbem status --seat` shows, and no other seat's block may have changed; then a copy of the game
is played on for an entry, and what acts there must be lines of the block, once, in the turn for which each was written.
After every fourth mail the game itself goes on.
"""

import json
import os
import random
import re
import shutil
from datetime import timedelta
from typing import NamedTuple
from unittest.mock import patch

from pbem.core.play.gamefile import read
from tests.cli.tools import done
from tests.plan.table import DAYS, Played, block, leaving, plain

MAILS, RUN_AFTER = 12, 4
STANDS_AS = {
    "always return-fire: yes": "always return-fire: return fire default",  # a plain yes is the line it means
    "buy 3 infantri": "buy 3 infantry",  # asked back, and so taken for a yes
}
MARK = {"red-dragon": "op", "pacific": "purchase", "cataclysm": None}  # the kind that each turn of a power asks once


class Line(NamedTuple):
    """A line that may be sent: for whom, what it says, what it is about, and of what kind its question is."""

    power: str
    text: str
    subject: str
    kind: str
    alone: bool  # its question has one answer, and that one line


class Mail(NamedTuple):
    """A mail of a walk: of what sort, by whom, with which lines, and which stop it quotes."""

    sort: str
    seat: str
    says: tuple[str, ...]
    base: int


class Title(NamedTuple):
    """What is sent in the games of a title: lines by seat, standing orders by seat, the game of its table."""

    game: str
    unread: str
    lines: dict[str, tuple[Line, ...]]
    always: dict[str, tuple[str, ...]]


def _lines(power, kind, *texts, alone=True):
    """Answers to a question that has one: each is about the question."""
    return tuple(Line(power, text, f"{power} {kind}", kind, alone) for text in texts)


def _moves(power, kind, *texts):
    """Moves: each is about the units and the place from which they go."""
    return tuple(Line(power, text, " ".join(text.split(" -> ")[0].split()[-2:]), kind, False) for text in texts)


TITLES = {
    "red-dragon": Title(
        "ready",
        "op 12 china-central -> tawian-strat with 2 ssk",
        {
            "prc": _lines(
                "prc",
                "op",
                "pass",
                "op 5 with 2 su-30",
                "op 12 china-central -> taiwan-strait with 2 ssk",
                "op 16 china-south -> china-central with j-10 2",
                "op 17 china-central at east-china-sea with j-10 1",
            ),
            "allied": _lines(
                "allied", "op", "pass", "op 8", "op 9 malaysia", "op 9 sng", "op 16 okinawa -> kyushu with us-f-16-1"
            ),
        },
        {
            "prc": ("always intercept: no", "always return-fire: yes"),
            "allied": ("always intercept: no", "always return-fire: yes"),
        },
    ),
    "pacific": Title(
        "front",
        "buy 3 infantri",
        {
            "japan": (
                *_lines("japan", "purchase", "buy 3 infantry", "buy transport", "buy nothing", alone=False),
                *_moves(
                    "japan",
                    "combat-moves",
                    "move 4 infantry shantung -> anhwe",
                    "move 4 infantry shantung -> kiangsi",
                    "move artillery shantung -> anhwe",
                    "move 2 armor kwangsi -> hong-kong",
                ),
                *_moves("japan", "noncombat-moves", "ncm 2 infantry korea -> manchuria"),
            ),
            "uk": (
                *_lines("uk", "purchase", "buy 2 infantry for india", "buy nothing", alone=False),
                *_moves("uk", "noncombat-moves", "ncm 2 infantry burma -> shan-state"),
            ),
        },
        {"japan": ("always intercept: no", "always kamikaze: no"), "uk": ("always intercept: no",)},
    ),
    "cataclysm": Title(
        "flag",
        "germany: diplomacy atlantis",
        {
            "fascists": (
                *_lines("germany", "play-flag", "germany: diplomacy czechoslovakia", "germany: diplomacy poland"),
                *_lines("germany", "play-unit", "germany: place ruhr", "germany: place berlin"),
            ),
            "democracies": _lines("france", "play-flag", "france: diplomacy benelux", "france: diplomacy denmark"),
        },
        {
            "fascists": ("germany: always support: no", "italy: always support: no"),
            "democracies": ("france: always support: no", "uk: always support: no"),
        },
    ),
}


class Walk(Played):
    """A game, what its players have sent, and what must be true of it."""

    def __init__(self, title, folder, seed):
        super().__init__(title, {"game": TITLES[title].game}, "text", folder, seed % 7)
        self.draw = random.Random(f"{title} {seed}")
        self.seats = sorted(TITLES[title].lines)
        self.sent, self.written, self.blocks = [], {}, {seat: [] for seat in self.seats}
        self.left = dict.fromkeys(self.seats, ())  # of these, what is taken back and may act until the next entry
        self.highest, self.fresh = dict.fromkeys(self.seats, 0), set()
        self.doubt, self.told, self.stop = None, [], self.status()
        self.finished = {}  # {a game file, also of a copy: how many turns each power has finished there}

    def goes_on(self):
        """Nothing: it is known of each stop whether the game is over there."""

    def walked(self):
        """All that came out otherwise than it must, with the mails before it."""
        for number in range(1, MAILS + 1):
            if self.stop["over"]:
                break
            wrong = [*self.one(self.drawn()), *self.copied()]
            if number % RUN_AFTER == 0 and not wrong:
                wrong = self.acts(self)
                self.stop = self.status()
                self.heads.append((self.stop["entry"], self.stop["head"]))
                self.doubt, self.fresh = None, set()
                self.blocks = {seat: self.stands(seat) for seat in self.seats}
            if wrong:
                return [*self.told, *wrong]
        return []

    def stands(self, seat):
        text = done("status", self.path, "--seat", seat).out
        self.left[seat] = leaving(text)
        return block(text)

    # -- a mail

    def drawn(self):
        """The next mail."""
        seat = self.draw.choice(self.seats)
        sorts = ["add"] * 4 + ["always", "next", "cancel", "refuse", "doubt", "resend", "twice", "cross"]
        sort = self.draw.choice(["yes", "no"] if self.doubt and self.draw.random() < 0.5 else sorts)
        if sort in ("yes", "no"):
            return Mail(sort, self.doubt, (sort,), -1)
        base = self.draw.randrange(len(self.heads)) if sort == "cross" else len(self.heads) - 1
        return Mail(sort, seat, tuple(getattr(self, f"_{sort}", self._add)(seat)), base)

    def _line(self, seat):
        return self.draw.choice(TITLES[self.title].lines[seat])

    def _add(self, seat):
        return [self._line(seat).text]

    def _always(self, seat):
        return [self.draw.choice(TITLES[self.title].always[seat])]

    def _next(self, seat):
        line = self._line(seat)
        return [f"next: {line.text}"] if self.title != "cataclysm" else [line.text]

    def _cancel(self, seat):
        return [f"cancel {self.draw.randint(1, self.highest[seat] + 1)}"]

    def _refuse(self, seat):
        return [self._line(seat).text, TITLES[self.title].unread]

    def _doubt(self, seat):
        """Two answers to a question with one answer."""
        line = self.draw.choice([one for one in TITLES[self.title].lines[seat] if one.alone] or [self._line(seat)])
        others = [one.text for one in TITLES[self.title].lines[seat] if one.alone and one.subject == line.subject]
        return [line.text, *[text for text in others if text != line.text][:1]]

    def _resend(self, seat):
        """What stands for now, as the block has it."""
        lines = [text for _, scope, text in parsed(self.blocks[seat]) if scope == "coming turn"]
        return lines or self._add(seat)

    def _twice(self, seat):
        mails = [mail.says for mail in self.sent if mail.seat == seat and mail.sort in ("add", "resend", "twice")]
        return self.draw.choice(mails) if mails else self._add(seat)

    def one(self, mail):
        """Send a mail; what is not as it must be."""
        before, self.left_before = self.blocks, self.left[mail.seat]
        step = {"mail": mail.seat, "says": list(mail.says), "words": mail.sort in ("yes", "no")}
        verdict, receipt = self.mail({**step, "base": None if step["words"] else mail.base})
        after = {seat: self.stands(seat) for seat in self.seats}
        self.told.append(
            f"{mail.seat} ({mail.sort}, base {mail.base}) {list(mail.says)}: {verdict} -> {after[mail.seat]}"
        )
        self.sent.append(mail)
        self.doubt = mail.seat if verdict == "unsure" else None if self.doubt == mail.seat else self.doubt
        wrong = list(self._of_blocks(mail, verdict, receipt, before, after))
        self._note(mail.seat, after[mail.seat])
        self.blocks = after
        return wrong

    def _of_blocks(self, mail, verdict, receipt, before, after):
        was, stands = before[mail.seat], after[mail.seat]
        shown = block(receipt)
        if shown is not None and shown != stands:
            yield f"the receipt shows {shown}, status {stands}"
        yield from (
            f"the block of {seat} changed" for seat in self.seats if seat != mail.seat and before[seat] != after[seat]
        )
        if verdict != "accepted" and stands != was:
            yield f"a mail that is {verdict} changed {was}"
        new = [row for row in stands if row not in was]
        yield from (
            f"{row} has a number that was used" for row in new if int(row.split()[0]) <= self.highest[mail.seat]
        )
        known = {standing(line) for line in self._spoken(mail)}
        yield from (f"{row} was not sent" for row in new if row.partition(": ")[2] not in known)
        yield from self._by_sort(mail, verdict, was, stands)

    def _spoken(self, mail):
        """What a mail may bring: its own lines, or, where it says yes, those of the seat's mails before it."""
        return (
            mail.says
            if mail.sort != "yes"
            else [line for one in self.sent if one.seat == mail.seat for line in one.says]
        )

    def _by_sort(self, mail, verdict, was, stands):
        if mail.sort in ("refuse",) and verdict == "accepted":
            yield "a mail that cannot be read was accepted"
        if mail.sort == "doubt" and len(mail.says) > 1 and verdict == "accepted":
            yield "two answers to one question were accepted"
        if mail.sort == "cancel":
            number = mail.says[0].split()[1]
            left, gone = self.left[mail.seat], [row for row in was if row.split()[0] == number]
            stay = [row for row in was if row not in (*gone, *self.left_before)]
            if [row for row in stands if row not in left] != stay or not {*left} <= {*gone, *self.left_before}:
                yield f"cancel {number} left {stands} of {was}"
        kept = parsed(row for row in was if row not in self.left_before)
        again = tuple(text for _, scope, text in kept if scope == "coming turn")
        if mail.says == again and mail.base == len(self.heads) - 1 and stands != was:
            yield f"the same lines again changed {was} to {stands}"
        if mail.sort in ("add", "always", "next") and verdict == "accepted" and len(self.heads) == 1:
            yield from (
                f"{line!r} is not in {stands}"
                for line in mail.says
                if not any(row.endswith(standing(line)) for row in stands)
            )

    def _note(self, seat, stands):
        """In which of its own turns each new line is to act."""
        new = [row for row in parsed(stands) if (seat, row[0]) not in self.written]
        turns = self.turns() if new else {}
        for number, scope, text in new:
            self.highest[seat] = max(self.highest[seat], number)
            self.fresh.add((seat, number))
            power = self._power(seat, text)
            turn = turns.get(power, 0) + (scope == "turn after") if scope != "when others move" else None
            self.written[seat, number] = turn

    def _power(self, seat, text):
        return text.partition(": ")[0] if self.title == "cataclysm" else seat

    # -- turns

    def turns(self):
        """How many turns of its own each power has finished: that which comes or runs has this number."""
        data = self.path.read_bytes()
        if data not in self.finished:
            self.finished[data] = self._turns(MARK[self.title])
        return self.finished[data]

    def _turns(self, mark):
        if mark is None:
            return {}
        counts = counted(self.path, mark)
        if self.title == "pacific" and self.shown("phase") not in ("purchase", "split-convoys"):
            power = self.shown("power")
            counts[power] = counts.get(power, 0) - (0 if self._at_purchase(power) else 1)
        return counts

    def _at_purchase(self, power):
        return any(row["kind"] == "purchase" and row["power"] == power for row in self.status()["waiting"])

    def shown(self, query):
        return done("show", self.path, query, "--json").json["value"]

    # -- what acts

    def copied(self):
        """What acts, and must not, if nothing more is sent: tried in another folder."""
        other = Walk.__new__(Walk)
        other.__dict__.update(self.__dict__)
        other.folder = self.folder.parent / f"{self.folder.name}-copy"
        shutil.rmtree(other.folder, ignore_errors=True)
        shutil.copytree(self.folder, other.folder)
        other.path = other.folder / self.path.name
        with patch.dict(os.environ, PBEM_MEMORY=str(other.folder / "memory")):
            return self.acts(other)

    def entry(self):
        """Play one entry by what lies at the desk, whoever is late; its outcome."""
        lying = done("mail", "inbox", self.path, "--now", self.now, "--json").json["files"]
        files = [self.folder / file for file in lying]
        return done(
            "adjudicate", self.path, *files, "-o", self.path, "--deadlines-passed", "--now", self.now, "--json"
        ).json

    def acts(self, at):
        """Play an entry, whoever is late; what acted that must not, or did not and must."""
        asked = {(row["seat"], row["kind"], row["power"]) for row in self.stop["waiting"]}
        turns, before = self.turns(), dict(self.blocks)
        at.clock += timedelta(days=DAYS)
        told = at.entry()
        used = {
            seat: [bare(line) for row in rows if row["fate"] == "used" for line in row["text"].split("\n")]
            for seat, rows in told["fates"].items()
        }
        wrong = []
        for seat, texts in used.items():
            if seat in before:
                wrong += self._of_used(seat, texts, parsed(before[seat]), turns, at)
        wrong += [f"{row} did not act" for row in self._must(asked, before, used)]
        return [f"then {one}; block {before}; used {used}" for one in wrong]

    def _of_used(self, seat, texts, rows, turns, at):
        for text in dict.fromkeys(texts):
            same = [row for row in rows if bare(row[2]) == text]
            if not same:
                yield f"{text!r} of {seat} acted and is not in its block"
            elif all(scope != "when others move" for _, scope, _ in same):
                times, fits = texts.count(text), [row for row in same if self._is_due(seat, row, turns, at)]
                if times > len(fits):
                    yield f"{text!r} of {seat} acted {times} times, and is for these turns {len(fits)} times"

    def _is_due(self, seat, row, turns, at):
        """Whether a line is for a turn that ran in the entry; in Cataclysm nobody counts them."""
        number, _, text = row
        turn, power = self.written.get((seat, number)), self._power(seat, text)
        return turn is None or turns.get(power, 0) <= turn <= at.turns().get(power, 0)

    def _must(self, asked, before, used):
        """Lines that did not act though they were taken as the one answer to what was asked, and so were legal."""
        for seat, kind, power in asked:
            for number, scope, text in parsed(before.get(seat, [])):
                line = next((one for one in TITLES[self.title].lines.get(seat, ()) if one.text == text), None)
                if (
                    line
                    and (seat, number) in self.fresh
                    and (line.kind, line.power, scope) == (kind, power, "coming turn")
                ):
                    if line.alone and bare(text) not in used.get(seat, []):
                        yield f"{number} {text!r} of {seat}"


def standing(line):
    """A line of a mail as the block has it."""
    return STANDS_AS.get(plain(line), plain(line))


def bare(line):
    """A line without the power for which it is, and without the words that its scope says as well."""
    return re.sub(r"^(germany|italy|france|uk): ", "", plain(line))


def parsed(rows):
    """``[(number, scope, text), …]`` of the lines of a block."""
    found = []
    for row in rows or ():
        head, _, text = row.partition(": ")
        number, _, scope = head.partition(" ")
        found.append((int(number), scope, text))
    return found


def counted(path, mark):
    """How often each power answered the question that its turn asks once."""
    counts = {}
    for entry in read(str(path)).entries:
        for row in entry["used"]:
            _, kind, power = row["question"].split("/")[:3]
            if kind == mark:
                counts[power] = counts.get(power, 0) + 1
    return counts


def walk(title, folder, seed):
    """What a walk shows that must not be, told as JSON; nothing if all is well."""
    wrong = Walk(title, folder, seed).walked()
    return json.dumps(wrong, indent=1) if wrong else ""
