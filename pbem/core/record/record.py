"""The record walked: what each entry must be, given those before it, and what the next one needs.

`Record.of(game)` checks of a game file what can be checked without knowing the rules of the title
(docs/fairness.md): numbers, heads, musters, who opened, that exactly the right envelopes are there and
belong to their chains, seals, and every draw.  What it finds is listed, and never raised.  Then the record
says what the next entry needs, makes the draws of it, and writes it.
"""

from ..data.canon import dumps
from ..data.problems import BrokenFile, Problem, messages
from ..draws.chain import LOW
from ..draws.draws import DrawError, KeyedSource, entry_key, first_salt, mix, next_salt
from .entries import first_head, game_id, next_head, shape_problem
from .roster import BROKEN, REFEREE, Roster, charter_problems
from .seals import fits

MISSING = "evidence missing"

messages(
    {
        "entry-field": "{field} must be {wanted}.",
        "entry-number": "This entry has the number {number}; {due} is due.",
        "head-wrong": "The head {found} does not follow from the entry and the head before: {wanted}.",
        "muster-due": "This entry must be a muster.",
        "muster-undue": "This entry is no muster: it is not the first, and follows no note.",
        "asked-unknown": "{seat} was asked and is no seat that a person holds.",
        "asked-order": "The seats asked are not in charter order.",
        "absent-not-asked": "{seat} is listed as absent and was not asked.",
        "absent-muster": "{seat} is absent; a muster at the level shared needs everybody.",
        "absent-answered": "{seat} is absent, and an answer is recorded as its own.",
        "answered-unasked": "An answer is recorded as given by {seat}, who was not asked.",
        "opener-wrong": "{found} opened; {wanted} had to.",
        "passed-over-wrong": "Nobody can be passed over here: that needs three seats and a free opener.",
        "passed-over-order": "{seat} was passed over before its turn to open.",
        "envelope-missing": "The envelope of {name} is missing.",
        "envelope-extra": "An envelope of {name} is mixed in, who had none to send.",
        "envelope-wrong": "The envelope of {name} is {verdict}.",
        "chain-ended": "The chain of {name} has ended; a note with a new chain is due.",
        "spent-unknown": "{name} has no chain, and a link of it is listed as spent.",
        "seal-undue": "{seat} sealed an answer; only the opener does, when everybody is asked.",
        "seal-lacking": "Everybody was asked, and the opener {seat} lodged no sealed answer first.",
        "seal-closed": "The sealed answer of the opener {seat} was never opened.",
        "seal-unknown": "{seat} opens line {line} of entry {entry}, and no such seal is closed.",
        "seal-wrong": "Line {line} of entry {entry} of {seat} does not open with this nonce and text.",
        "seal-referee": "{seat} lodges a secret line, and there is no referee to keep it.",
        "draw-wrong": "Draw {place}, {label}: the envelopes give {wanted}, the record holds {found}.",
        "draw-number": "Draw {place}, {label}: this is use {wanted} of the label, the record says {found}.",
        "draw-bad": "Draw {place}: {what}.",
        "redo-target": "Entry {to} cannot be gone back to: it is not live, or not in the past.",
        "note-field": "{field} must be {wanted}.",
        "note-sealed": "A referee is needed at the level sealed.",
        "anchor-related": "The new chain of {name} comes from the secret of a chain of {other}.",
        "draws-without-key": "Envelopes are missing or do not fit, so the draws cannot be checked.",
    }
)


class Record:
    """A game's entries as far as they were walked; `problems` holds what was found, first thing first.

    n         number of the last entry, 0 at the start
    head      32 bytes after it
    salt      32 bytes in force
    roster    who takes part now
    live      numbers of the plays and corrections that count
    closed    secret standing lines not opened yet: {(seat, entry, line): seal}
    played    True once a play entry was added
    noted     True if the last entry is a note
    halted    True if an entry could not be read: the record ends before it
    """

    __slots__ = ("game_id", "n", "head", "salt", "roster", "live", "closed", "problems")
    __slots__ += ("played", "noted", "halted")

    def __init__(self, charter):
        """Start a record; raises BrokenFile if the charter cannot be played by."""
        problems = charter_problems(charter)
        if problems:
            raise BrokenFile(problems)
        self.game_id = game_id(charter)
        self.head, self.salt, self.n = first_head(self.game_id), first_salt(self.game_id), 0
        self.roster = Roster(charter)
        self.live, self.closed, self.problems = [], {}, []
        self.played = self.noted = self.halted = False

    @classmethod
    def of(cls, game, seen=(0, "")):
        """The record of a game file (its JSON value), up to its end or an entry that cannot be read.

        `seen` is (n, head): if the entries up to n, hashed anew, lead to that head (hex), they are bit by bit
        those that were checked when it was noted, and are not checked again.
        """
        record = cls(game["charter"])
        known = seen[0] if record._leads_to(game["entries"][: seen[0]], seen[1]) else 0
        for entry in game["entries"][:known]:
            record._follow(entry)
        for entry in game["entries"][known:]:
            record.add(entry)
            if record.halted:
                break
        return record

    def _leads_to(self, entries, head):
        """True if these are the entries that the full head (hex) commits to."""
        reached = self.head
        for entry in entries:
            if type(entry) is not dict or entry.get("head") != next_head(reached, entry).hex():
                return False
            reached = bytes.fromhex(entry["head"])
        return reached.hex() == head

    # -- what the next entry needs -----------------------------------------------------------------------

    @property
    def next(self):
        """The number of the entry that is due."""
        return self.n + 1

    @property
    def muster_due(self):
        """True if the next play entry is a muster."""
        return self.noted or (not self.played and self.roster.first_muster)

    def call(self, asked, passed_over=()):
        """Who must do what for the next play entry, if the seats `asked` have open questions; a Call."""
        return Call(self, asked, passed_over)

    def judge(self, name, link):
        """The Verdict on a link (32 bytes) that came from `name` for the next entry."""
        return self.roster.chains[name].judge(self.next, link)

    def running_low(self):
        """{name: unused links} of the chains that should soon be renewed."""
        left = {name: position.unused(self.next) for name, position in sorted(self.roster.chains.items())}
        return {name: links for name, links in left.items() if links < LOW}

    def source(self, envelopes, muster):
        """The draws of the next entry, made from its envelopes {name: 32 bytes}: a KeyedSource."""
        mixed = mix(envelopes)
        salt = next_salt(self.salt, self.next, mixed) if muster else self.salt
        return KeyedSource(entry_key(mixed, salt, self.next))

    def write_play(self, source, envelopes, asked, **fields):
        """The entry of a play that drew from `source`, complete with its head; the record goes on to it.

        envelopes   {name: 32 bytes} as given to `source`
        asked       the seats that had open questions
        fields      the other fields of core.entries: answers, lodged, facts, board, open, force; absent,
                    seals, opened and passed_over where there is something in them

        Raises ValueError if the entry would not pass the verifier: a bug of whoever calls.
        """
        call = self.call(asked, fields.get("passed_over", ()))
        entry = {
            "n": self.next,
            "kind": "play",
            "muster": call.muster,
            "asked": call.asked,
            "opener": call.opener,
            "envelopes": {name: envelopes[name].hex() for name in sorted(envelopes)},
            "absent": [],
            "seals": {},
            "draws": source.records,
            **fields,
        }
        return self._write(entry)

    def write_note(self, what, why, spent=None, **fields):
        """A note entry, complete with its head; `spent` is {name: 32 bytes}.  The record goes on to it.

        Raises ValueError, with the problems in words, if the record does not allow it.
        """
        links = {name: link.hex() for name, link in sorted((spent or {}).items())}
        note = {"n": self.next, "kind": "note", "what": what, "why": why, "spent": links}
        return self._write({**note, **fields})

    def _write(self, entry):
        dumps(entry)  # refuses what has no canonical form, before anything is hashed
        problems = self.add(entry)
        if problems:
            raise ValueError("; ".join(map(str, problems)))
        entry["head"] = self.head.hex()
        return entry

    # -- adding ------------------------------------------------------------------------------------------

    def add(self, entry):
        """Check the next entry and go on to it; returns the problems found in it, also kept in `problems`.

        An entry of an unreadable shape sets `halted`: nothing after it can be judged.
        """
        before = len(self.problems)
        fault = shape_problem(entry)
        if fault:
            self.halted = True
            self._find("entry-field", self.next, field=fault[0], wanted=fault[1])
            return self.problems[before:]
        if entry["n"] != self.next:
            self._find("entry-number", self.next, number=entry["n"], due=self.next)
        self._check_head(entry)
        self.n = entry["n"]
        if entry["kind"] == "play":
            self._add_play(entry)
        else:
            self._add_note(entry)
        return self.problems[before:]

    def _find(self, code, at=None, level=BROKEN, **fields):
        self.problems.append(Problem(code, level=level, where=f"entry {at or self.n}", **fields))

    def _check_head(self, entry):
        """Go on from the head in the file, so that one altered entry is named and not all after it."""
        head = next_head(self.head, entry)
        found = entry.get("head", head.hex())
        if found != head.hex():
            self._find("head-wrong", self.next, found=found, wanted=head.hex())
        self.head = bytes.fromhex(found)

    def _follow(self, entry):
        """Go on past an entry that was checked before."""
        self.n, self.head = entry["n"], bytes.fromhex(entry["head"])
        if entry["kind"] == "note":
            self._add_note(entry)
            return
        for name, link in entry["envelopes"].items():
            position = self.roster.chains.get(name)
            if position:
                position.index, position.link = self.n - position.base, bytes.fromhex(link)
        self._renew_salt(entry)
        for one in entry.get("opened", ()):
            self.closed.pop((one["seat"], one["entry"], one["line"]), None)
        self._end_play(entry)

    def _end_play(self, entry):
        for line in entry.get("lodged", ()):
            if "seal" in line:
                self.closed[line["seat"], self.n, line["line"]] = line["seal"]
        self.live.append(self.n)
        self.played, self.noted = True, False

    def _add_play(self, entry):
        call = Call(self, entry["asked"], entry.get("passed_over", ()), self.n)
        self._check_muster(entry, call)
        self._check_asked(entry)
        self._check_opener(entry, call)
        envelopes = self._check_envelopes(entry, call)
        self._check_seals(entry, call)
        self._renew_salt(entry)
        self._check_draws(entry, envelopes)
        self._check_answers(entry)
        self._check_lodged(entry)
        self._end_play(entry)

    def _renew_salt(self, entry):
        if entry["muster"]:
            mixed = mix({name: bytes.fromhex(value) for name, value in entry["envelopes"].items()})
            self.salt = next_salt(self.salt, self.n, mixed)

    def _check_muster(self, entry, call):
        if entry["muster"] and not call.muster:
            self._find("muster-undue")
        if call.muster and not entry["muster"]:
            self._find("muster-due")

    def _check_asked(self, entry):
        people = self.roster.people
        for seat in entry["asked"]:
            if seat not in people:
                self._find("asked-unknown", seat=seat)
        if [seat for seat in people if seat in entry["asked"]] != [s for s in entry["asked"] if s in people]:
            self._find("asked-order")
        sealed_muster = entry["muster"] and self.roster.fairness == "sealed"
        for seat in entry["absent"]:
            if seat not in (people if sealed_muster else entry["asked"]):
                self._find("absent-not-asked", seat=seat)
            elif entry["muster"] and not sealed_muster:
                self._find("absent-muster", seat=seat)

    def _check_opener(self, entry, call):
        passed = entry.get("passed_over", [])
        if passed and (self.roster.referee or len(self.roster.people) < 3 or not call.passing):
            self._find("passed-over-wrong")
        elif passed:
            for place, seat in enumerate(passed):
                if seat != self.roster.opener(entry["asked"], passed[:place]):
                    self._find("passed-over-order", seat=seat)
        if entry["opener"] != call.opener:
            self._find("opener-wrong", found=entry["opener"], wanted=call.opener or "nobody")

    def _check_envelopes(self, entry, call):
        """The envelopes as bytes, or None if they are not those that had to be there."""
        envelopes = {name: bytes.fromhex(value) for name, value in entry["envelopes"].items()}
        needed = call.contributors(entry["absent"])
        allowed = needed | call.may_pinch(entry["absent"])
        found = len(self.problems)
        for name in sorted(needed - envelopes.keys()):
            self._find("envelope-missing", name=name)
        for name in sorted(envelopes.keys() - allowed):
            self._find("envelope-extra", name=name)
        for name in sorted(needed & envelopes.keys()):
            self._check_link(name, envelopes[name])
        return envelopes if len(self.problems) == found else None

    def _check_link(self, name, link):
        position = self.roster.chains.get(name)
        if position is None or position.lost:
            return
        if not position.unused(self.n):
            self._find("chain-ended", name=name)
            return
        self._show(name, position, link)

    def _show(self, name, position, link, allowed=("ok",)):
        """Take note of a public link; one that does not fit ends what can be said of its chain."""
        verdict = position.judge(self.n, link)
        if verdict.kind in ("ok", "early"):
            position.show(verdict, link)
        else:
            position.lost = True
        if verdict.kind not in allowed:
            self._find("envelope-wrong", name=name, verdict=verdict)

    def _check_seals(self, entry, call):
        opened = {(one["seat"], one["entry"], one["line"]): one for one in entry.get("opened", ())}
        for seat in sorted(entry["seals"]):
            if not call.seal_needed or seat != call.opener:
                self._find("seal-undue", seat=seat)
        if call.seal_needed and call.opener not in entry["seals"]:
            self._find("seal-lacking", seat=call.opener)
        for seat, sealed in sorted(entry["seals"].items()):
            self.closed[seat, self.n, 0] = sealed
            if (seat, self.n, 0) not in opened:
                self._find("seal-closed", seat=seat)
        for where, one in opened.items():
            self._open(where, one)

    def _open(self, where, one):
        seat, entry, line = where
        sealed = self.closed.pop(where, None)
        if sealed is None:
            self._find("seal-unknown", seat=seat, entry=entry, line=line)
            return
        nonce = bytes.fromhex(one["nonce"])
        if not fits(bytes.fromhex(sealed), self.game_id, seat, entry, line, nonce, one["text"]):
            self._find("seal-wrong", seat=seat, entry=entry, line=line)

    def _check_draws(self, entry, envelopes):
        """Every draw again, from the envelopes."""
        if envelopes is None:
            if entry["draws"]:
                self._find("draws-without-key", level=MISSING)
            return
        source = KeyedSource(entry_key(mix(envelopes), self.salt, self.n))
        for place, draw in enumerate(entry["draws"], 1):
            try:
                wanted = source.draw(draw["label"], draw["kind"], draw["of"])
            except DrawError as error:
                self._find("draw-bad", place=place, what=error)
                return
            for part, code in (("n", "draw-number"), ("result", "draw-wrong")):
                if draw[part] != wanted[part]:
                    found = {"wanted": wanted[part], "found": draw[part]}
                    self._find(code, place=place, label=draw["label"], **found)

    def _check_answers(self, entry):
        """Answers are those of seats that were asked; where the referee alone rolls, a seat that sent orders ahead of
        its moment may meet its questions in the same entry."""
        sent = {row["seat"] for row in entry.get("files", ()) if row["seat"] not in self.roster.chains}
        for answer in entry.get("answers", ()):
            if answer["by"] != "seat":
                continue
            if answer["seat"] in entry["absent"]:
                self._find("absent-answered", seat=answer["seat"])
            elif answer["seat"] not in sent | set(entry["asked"]) and not answer["question"].startswith("petition/"):
                self._find("answered-unasked", seat=answer["seat"])

    def _check_lodged(self, entry):
        for line in entry.get("lodged", ()):
            if "seal" in line and not self.roster.referee:
                self._find("seal-referee", seat=line["seat"])

    # -- notes -------------------------------------------------------------------------------------------

    def _add_note(self, entry):
        for name, link in sorted(entry["spent"].items()):
            self._spend(name, bytes.fromhex(link))
        getattr(self, "_note_" + entry["what"])(entry)
        self.noted = True

    def _spend(self, name, link):
        """A link received for a number that is used up; one that came too early burns more of them."""
        position = self.roster.chains.get(name)
        if position is None:
            self._find("spent-unknown", name=name)
        elif not position.lost:
            self._show(name, position, link, allowed=("ok", "early"))

    def _note_correction(self, entry):
        self.live.append(self.n)

    def _note_redo(self, entry):
        to = entry["to"]
        if to and to not in self.live:
            self._find("redo-target", to=to)
        while self.live and self.live[-1] > to:
            self.live.pop()

    def _note_chain(self, entry):
        if entry["who"] not in self.roster.chains:
            self._find("note-field", field="who", wanted="a participant that has a chain")
            return
        if self._is_fresh(entry["who"], entry["anchor"]):
            self.roster.new_chain(entry["who"], entry["anchor"], self.n)

    def _note_referee(self, entry):
        if self._is_fresh(REFEREE, entry["anchor"]):
            self.roster.new_referee(entry["anchor"], self.n)

    def _note_departed(self, entry):
        if self.roster.fairness == "sealed":
            self._find("note-sealed")
            return
        if sorted(entry["openers"]) != sorted(self.roster.people):
            self._find("note-field", field="openers", wanted="the seats that people hold, each once")
            return
        self.roster.referee_departs(entry["openers"])

    def _note_substitute(self, entry):
        seat, anchor = entry["seat"], entry["anchor"]
        if seat not in self.roster.seats:
            self._find("note-field", field="seat", wanted="a seat of the charter")
        elif anchor and self.roster.fairness == "sealed":
            self._find("note-field", field="anchor", wanted="null at the level sealed")
        elif not anchor or self._is_fresh(seat, anchor):
            self.roster.substitute(seat, anchor, self.n)

    def _note_change(self, entry):
        """Rules revision and options concern the rules alone."""

    def _is_fresh(self, name, anchor):
        """True if a new chain has nothing in common with any that is known."""
        related = self.roster.related_to(name, anchor)
        for other in related:
            self._find("anchor-related", name=name, other=other)
        return not related


class Call:
    """What one play entry needs from whom, given the seats asked: a function of the published record alone.

    number       of the entry
    muster       True if all seats contribute
    asked        seats with an open question, in charter order
    opener       who runs it, last
    seal_needed  True if everybody is asked and nobody referees: the opener must lodge a sealed answer first
    passing      True if an opener may be passed over
    """

    __slots__ = ("number", "muster", "asked", "opener", "seal_needed", "passing", "_roster", "_passed_over")

    def __init__(self, record, asked, passed_over=(), number=None):
        roster = record.roster
        self.number, self.muster = number or record.next, record.muster_due
        self.asked = [seat for seat in roster.people if seat in asked]
        self.opener = roster.opener(asked, passed_over)
        self.seal_needed = roster.everybody_asked(asked)
        self.passing = not roster.referee and not self.seal_needed
        self._roster, self._passed_over = roster, passed_over

    def contributors(self, absent=()):
        """Names whose envelopes must be there, if the seats `absent` stayed away."""
        return self._roster.contributors(self.asked, absent, self.muster, self._passed_over)

    def may_pinch(self, absent=()):
        """Seats that may add a word: at a sealed muster only."""
        return self._roster.may_pinch(absent, self.muster)
