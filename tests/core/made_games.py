"""Small made-up games for the tests of the draws: real chains, entries, facts and steps, and no rules at
all.
"""

import copy
import json
import os

from pbem.core.data.canon import th
from pbem.core.draws import draws
from pbem.core.draws.chain import Chain
from pbem.core.record.entries import digest, first_head, game_id, step_digest
from pbem.core.record.record import Record
from pbem.core.record.seals import nonce_of, seal

DATA = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "draw-vectors.json")
WHY = "a unit was forgotten at set-up"


def vectors():
    with open(DATA, encoding="utf-8") as file:
        return json.load(file)


class MadeGame:
    """A game that is played by the tests: every `play` adds one closed step with one fact and some dice."""

    def __init__(self, seats=("germany", "japan"), fairness="shared", referee=True, length=1024, **charter):
        names = [*seats, "referee"] if referee else list(seats)
        holders = names if fairness == "shared" else ["referee"]
        self.chains = {name: Chain(th("test", name), length) for name in holders}
        self.base = dict.fromkeys(holders, 0)
        self.charter = {
            "game": "demo",
            "seats": list(seats),
            "fairness": fairness,
            "referee": "referee" if referee else None,
            "openers": [] if referee else list(seats),
            "muster": fairness == "shared",
            "anchors": {name: {"first": self.chains[name].anchor.hex(), "n": length} for name in holders},
            **charter,
        }
        self.record = Record(self.charter)
        self.game_id = game_id(self.charter)
        self.document = {
            "pbem": "game/1",
            "charter": self.charter,
            "entries": [],
            "steps": [],
            "open": None,
            "undone": [],
        }

    # -- who shows what ----------------------------------------------------------------------------------

    def link(self, name, entry=None):
        """The link that `name` shows in an entry, by default the next one."""
        return self.chains[name].link((entry or self.record.next) - self.base[name])

    def envelopes(self, asked=(), absent=(), passed_over=()):
        names = self.record.call(asked, passed_over).contributors(absent)
        return {name: self.link(name) for name in sorted(names)}

    def sealed(self, seat, text):
        """The seal of a seat's answer to the next entry, and how it is opened."""
        number = self.record.next
        nonce = nonce_of(self.chains[seat].secret, self.game_id, number, 0)
        opening = {"seat": seat, "entry": number, "line": 0, "nonce": nonce.hex(), "text": text}
        return seal(self.game_id, seat, number, 0, nonce, text).hex(), opening

    # -- playing -----------------------------------------------------------------------------------------

    def play(self, asked=(), absent=(), pinches=None, dice=2, **fields):
        """Add a play entry in which everything is right; returns it."""
        call = self.record.call(asked, fields.get("passed_over", ()))
        envelopes = {**self.envelopes(asked, absent, fields.get("passed_over", ())), **(pinches or {})}
        if call.seal_needed and "seals" not in fields:
            sealed, opening = self.sealed(call.opener, "stand\n")
            fields |= {"seals": {call.opener: sealed}, "opened": [opening]}
        source = self.record.source(envelopes, call.muster)
        rolled = source.dice("10.4/poland/attack", dice, 6)
        self._close_step({"type": "rolled", "rule": "10.4", "dice": rolled})
        answers = [
            {
                "seat": seat,
                "question": "10.10/retreat",
                "value": "stand",
                "by": "default" if seat in absent else "seat",
            }
            for seat in asked
        ]
        fields = {"absent": list(absent), "answers": answers, "lodged": [], **self.digests(), **fields}
        entry = self.record.write_play(source, envelopes, list(asked), **fields)
        self.document["entries"].append(entry)
        return entry

    def note(self, what="correction", why=WHY, spent=None, **fields):
        """Add a note entry; returns it."""
        entry = self.record.write_note(what, why, spent, **fields)
        self.document["entries"].append(entry)
        return entry

    def redo(self, to, kept):
        """Go back to the end of entry `to`, with `kept` closed steps staying."""
        steps = self.document["steps"]
        block = {"note": self.record.next, "kept": kept, "steps": steps[kept:], "open": self.document["open"]}
        self.document["undone"].append(block)
        self.document["steps"], self.document["open"] = steps[:kept], None
        return self.note("redo", to=to)

    def new_chain(self, name, seed):
        """What a note announces for a new chain of `name`, which is used from the next entry on."""
        self.chains[name] = Chain(th("test", seed), 1024)
        self.base[name] = self.record.next
        return {"first": self.chains[name].anchor.hex(), "n": 1024}

    def _close_step(self, fact):
        steps = self.document["steps"]
        step = {"n": len(steps) + 1, "procedure": "battle", "args": {}, "revision": 1, "facts": [fact]}
        before = bytes.fromhex(steps[-1]["digest"]) if steps else first_head(self.game_id)
        steps.append({**step, "digest": step_digest(before, step)})

    def digests(self):
        facts = [fact for step in self.document["steps"] for fact in step["facts"]]
        live = [self.document["entries"][n - 1] for n in self.record.live]
        start = max([entry["facts"]["to"] for entry in live if "facts" in entry], default=0)
        span = {"to": len(facts), "digest": digest("facts", facts[start:])}
        return {"facts": span, **{what: digest(what, len(facts)) for what in ("board", "open", "force")}}

    def copy(self):
        """The game file's JSON value, to be tampered with."""
        return copy.deepcopy(self.document)


def key_of(record, envelopes, muster=False):
    """The key that whoever holds these envelopes can compute for the next entry."""
    mixed = draws.mix(envelopes)
    salt = draws.next_salt(record.salt, record.next, mixed) if muster else record.salt
    return draws.entry_key(mixed, salt, record.next)


def codes(problems):
    """The codes of problems with their places, for comparison; each must be able to say what is wrong."""
    assert all(str(problem) for problem in problems)
    return [(problem.where, problem.code) for problem in problems]
