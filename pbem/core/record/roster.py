"""Who takes part in the draws: who has a chain, who must send an envelope, who opens.

A roster starts as the charter has it and changes only by note entries.  What it says is a function of the
published record, never of what happened to arrive: that is the whole defence against choosing among
envelopes (docs/fairness.md).
"""

import re

from ..data.problems import Problem, messages
from ..draws.chain import MAX_LENGTH, related, verify_link

REFEREE = "referee"
BROKEN = "does not hold"
LEVELS = ("sealed", "shared")

_digest = re.compile(r"[0-9a-f]{64}").fullmatch
_id = re.compile(r"[a-z0-9._-]+").fullmatch

messages(
    {
        "charter-field": "{field} must be {wanted}.",
        "level-reserved": "The fairness level {fairness} is reserved; version 1 knows sealed and shared.",
        "sealed-chains": "At the level sealed the referee alone has a chain.",
        "chain-lacking": "The level shared needs a chain of every person; lacking: {names}.",
        "shared-muster": "At the level shared the first entry is always a muster.",
        "no-referee": "Without a referee only the level shared is possible.",
        "openers-wrong": "openers must name every seat that has a chain, once: {wanted}.",
        "chains-related": "The chains of {one} and {other} come from one secret.",
    }
)


class Position:
    """A chain as the others see it: where it was announced, and the latest of its links that is public."""

    __slots__ = ("base", "anchor", "length", "index", "link", "lost")

    def __init__(self, anchor, base=0):
        self.base, self.length = base, anchor["n"]
        self.anchor = self.link = bytes.fromhex(anchor["first"])
        self.index = 0
        self.lost = False  # a link did not fit: what follows cannot be judged

    def judge(self, entry, link):
        """The Verdict on a link (32 bytes) shown in entry number `entry`; changes nothing."""
        return verify_link(self.index, self.link, entry - self.base, link, self.length)

    def show(self, verdict, link):
        """Take note that a link judged "ok" or "early" is public from now on."""
        self.index, self.link = verdict.index, link

    def unused(self, entry):
        """How many links are left from entry number `entry` on."""
        return max(0, self.length - (entry - self.base) + 1)


class Roster:
    """Seats, referee, openers, bots and chains at one moment of the record.

    Make one only of a charter in which `charter_problems` finds nothing.
    """

    __slots__ = ("seats", "fairness", "referee", "openers", "bots", "chains", "first_muster")

    def __init__(self, charter):
        self.seats = list(charter["seats"])
        self.fairness = charter["fairness"]
        self.referee = charter["referee"]
        self.openers = [] if self.referee else list(charter["openers"])
        self.bots = set(charter.get("bots", ()))
        self.chains = {name: Position(anchor) for name, anchor in charter["anchors"].items()}
        self.first_muster = self.fairness == "shared" or charter.get("muster", False)

    @property
    def people(self):
        """The seats that a person holds, in charter order."""
        return [seat for seat in self.seats if seat not in self.bots]

    def everybody_asked(self, asked):
        """True if nobody is left to open without a sealed answer of his own."""
        return not self.referee and set(self.openers) <= set(asked)

    def opener(self, asked, passed_over=()):
        """Who opens: the referee; else the first of the openers with no question that was not passed over.

        If everybody is asked, the first of the openers, after a sealed answer.  None if nobody may.
        """
        if self.referee:
            return REFEREE
        if self.everybody_asked(asked):
            return None if passed_over else next(iter(self.openers), None)
        return next((seat for seat in self.openers if seat not in asked and seat not in passed_over), None)

    def contributors(self, asked, absent, muster, passed_over=()):
        """Names whose envelopes make the draws: these must be there, and no others.

        At a sealed muster the seats may add a pinch besides; see `may_pinch`.
        """
        if self.fairness == "sealed":
            return {REFEREE}
        called = self.people if muster else asked
        names = {seat for seat in called if seat not in absent} | {self.opener(asked, passed_over)}
        return names - {None}

    def may_pinch(self, absent, muster):
        """Seats that may add a word to a sealed muster."""
        return set(self.people) - set(absent) if self.fairness == "sealed" and muster else set()

    # -- changes by notes --------------------------------------------------------------------------------

    def new_chain(self, name, anchor, entry):
        """`name` uses a new chain from the entry after `entry` on."""
        self.chains[name] = Position(anchor, entry)

    def new_referee(self, anchor, entry):
        self.referee, self.openers = REFEREE, []
        self.new_chain(REFEREE, anchor, entry)

    def referee_departs(self, openers):
        self.referee, self.openers = None, list(openers)
        self.chains.pop(REFEREE, None)

    def substitute(self, seat, anchor, entry):
        """Another person takes the seat; at `shared` with a chain, or nobody does (anchor None)."""
        if self.fairness == "sealed":
            return
        if anchor:
            self.new_chain(seat, anchor, entry)
            self.bots.discard(seat)
            if not self.referee and seat not in self.openers:
                self.openers.append(seat)
        else:
            self.chains.pop(seat, None)
            self.bots.add(seat)
            self.openers = [name for name in self.openers if name != seat]

    def related_to(self, name, anchor):
        """Names whose chain shares a secret with a new anchor announced for `name`, itself included."""
        first = bytes.fromhex(anchor["first"])
        known = {other: {position.anchor, position.link} for other, position in self.chains.items()}
        pairs = ((name, link) for name, links in known.items() for link in links)
        return sorted({name for name, link in pairs if related({"new": first, "old": link})})


# -- the charter -----------------------------------------------------------------------------------------


def is_digest(value):
    """True for 64 hex digits, lower case."""
    return type(value) is str and bool(_digest(value))


def is_name(value):
    """True for an id: ASCII a-z 0-9 . _ -"""
    return type(value) is str and bool(_id(value))


def is_names(value):
    """True for a list of ids without repetition."""
    return type(value) is list and all(map(is_name, value)) and len(set(value)) == len(value)


def is_anchor(value):
    """True for {"first": 64 hex digits, "n": length} of a chain."""
    if type(value) is not dict or value.keys() != {"first", "n"} or type(value["n"]) is not int:
        return False
    return is_digest(value["first"]) and 1 <= value["n"] <= MAX_LENGTH


def charter_problems(charter):
    """What is wrong with the parts of a charter that concern the draws; if empty, a Roster can be made."""
    if type(charter) is not dict:
        return [_problem("charter-field", field="charter", wanted="an object")]
    found = _field_problems(charter)
    if found:
        return found
    found = _sealed_problems(charter) if charter["fairness"] == "sealed" else _shared_problems(charter)
    firsts = {name: bytes.fromhex(anchor["first"]) for name, anchor in charter["anchors"].items()}
    return found + [_problem("chains-related", one=one, other=other) for one, other in related(firsts)]


def _field_problems(charter):
    if charter.get("fairness") in ("locked", "open"):
        return [_problem("level-reserved", fairness=charter["fairness"])]
    seats = charter.get("seats")
    names = set(seats) | {REFEREE} if is_names(seats) else set()
    anchors = charter.get("anchors")
    bots = charter.get("bots", [])
    wanted = [
        ("seats", bool(names) and bool(seats) and REFEREE not in seats, "ids, referee not among them"),
        ("fairness", charter.get("fairness") in LEVELS, "sealed or shared"),
        ("referee", "referee" in charter and charter["referee"] in (REFEREE, None), "referee or null"),
        ("muster", type(charter.get("muster", False)) is bool, "true or false"),
        ("bots", is_names(bots) and names.issuperset(bots), "a list of seats"),
        ("anchors", type(anchors) is dict and names.issuperset(anchors), "an object of seats or referee"),
        ("openers", charter.get("referee") or is_names(charter.get("openers")), "a list of seats"),
    ]
    found = [_problem("charter-field", field=field, wanted=want) for field, fine, want in wanted if not fine]
    for name, anchor in anchors.items() if type(anchors) is dict else ():
        if not is_anchor(anchor):
            want = f"first (64 hex digits) and n (1 to {MAX_LENGTH})"
            found.append(_problem("charter-field", field=f"anchors/{name}", wanted=want))
    return found


def _sealed_problems(charter):
    if not charter["referee"]:
        return [_problem("no-referee")]
    return [] if set(charter["anchors"]) == {REFEREE} else [_problem("sealed-chains")]


def _shared_problems(charter):
    bots, anchors = charter.get("bots", []), charter["anchors"]
    people = [seat for seat in charter["seats"] if seat not in bots]
    needed = people + [REFEREE] * bool(charter["referee"])
    lacking = [name for name in needed if name not in anchors]
    found = [_problem("chain-lacking", names=", ".join(lacking))] if lacking else []
    extra = [name for name in sorted(anchors) if name not in needed]
    found += [_problem("charter-field", field=f"anchors/{name}", wanted="left out") for name in extra]
    if charter.get("muster") is False:
        found.append(_problem("shared-muster"))
    if not charter["referee"] and sorted(charter["openers"]) != sorted(people):
        found.append(_problem("openers-wrong", wanted=", ".join(people)))
    return found


def _problem(code, **fields):
    return Problem(code, level=BROKEN, where="charter", **fields)
