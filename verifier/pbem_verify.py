"""Check a pbem game file without pbem: python3 pbem_verify.py GAME [--head HEX]

Everybody's secret makes a chain of numbered envelopes: number k is the SHA-256 of number k+1, and number 0
stands in the charter.  Play from one stop to the next is an entry; its dice are made from the envelopes
opened in it, and from nothing else.  Recomputed from the start are: who had to show an envelope, that it is
the right one, every draw, seal, step and digest of facts, that corrections are what their notes say, and the
heads, each of which commits to all before it.  What needs the rules is left to `pbem verify`: whether a
question had to be asked, an answer was legal and by right, a draw was due, a fact or board follows, who won.
HEX is the head in another player's file or report, 32 digits or more: equal heads, equal games up to there.

Exit code 0: all holds; 4: something does not, or GAME cannot be read; 5: evidence is missing; 2: wrong usage.
"""

import argparse
import hashlib
import hmac
import itertools
import json
import re

MOST_BYTES, MOST_LINES = 64 * 2**20, 200
MALFORMED = LookupError, TypeError, ValueError, AttributeError, ArithmeticError  # what nonsense leads to

def u64(number):
    return number.to_bytes(8, "big")
def mac(key, data):
    return hmac.digest(key, data, "sha256")
def th(tag, *parts):
    return hashlib.sha256(lp("pbem/v1/" + tag) + b"".join(map(lp, parts))).digest()

def lp(part):  # a part behind its length, so that no two lists of parts look alike
    part = part.encode() if isinstance(part, str) else part
    return u64(len(part)) + part

def canon(value, drop=None):
    value = {name: value[name] for name in value if name != drop} if drop else value
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def unhex(text):
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError(f"{text!a:.80} is no digest")
    return bytes.fromhex(text)

def loads(data):
    """The value of JSON; ValueError for whatever could be read in two ways."""
    def whole(text):  # int() refuses a float
        if len(text) > 17 or str(int(text)) != text or abs(int(text)) >= 2**53:
            raise ValueError(f"{text:.20} is no integer below 2**53")
        return int(text)
    def unique(pairs):
        if len(dict(pairs)) < len(pairs) or not all(re.fullmatch("[ -~]*", name) for name, _ in pairs):
            raise ValueError(f"keys stand twice or are not plain ASCII: {[name for name, _ in pairs]!a:.200}")
        return dict(pairs)
    read = {"parse_int": whole, "parse_float": whole, "parse_constant": whole}
    value = json.loads(data.decode(), object_pairs_hook=unique, **read)
    canon(value)  # refuses half a surrogate, which has no UTF-8
    return value

def hashes(value, times):  # a value, its hash, the hash of that, and so on
    return itertools.accumulate(range(times), lambda one, _: hashlib.sha256(one).digest(), initial=value)

class Chain:
    """A chain as far as it is known: its envelope `at` is `known`; entry e takes envelope e - base."""
    def __init__(self, anchor, base):
        self.length, self.base, self.at, self.known = min(anchor["n"], 2**20), base, 0, unhex(anchor["first"])

    def fault(self, link, entry, search):
        """What is wrong with the envelope shown in an entry, or None; a right one is known from then on."""
        due = entry - self.base
        if due > self.length:
            return f"would be number {due} of a chain of {self.length}"
        *_, value = hashes(link, due - self.at)
        if value == self.known:
            self.at, self.known = due, link
            return None
        ahead, back = hashes(link, search * (self.length - self.at)), hashes(self.known, search * self.at)
        found = [self.at + k for k, value in enumerate(ahead) if value == self.known]
        found += [self.at - k for k, value in enumerate(back) if value == link]
        return f"is number {found[0]} of the chain, not {due}" if found else "is not of this chain"

def entry_key(envelopes, salt, entry, muster):  # the salt from now on, and the key of the entry
    mix = th("mix", *(part for name in sorted(envelopes) for part in (name, envelopes[name])))
    salt = th("salt", salt, u64(entry), mix) if muster else salt
    return salt, mac(mix, th("ctx", salt, u64(entry), b""))

def words(event_key):  # its endless row of 64-bit words
    for block in itertools.count():
        row = mac(event_key, u64(block))
        yield from (int.from_bytes(row[i : i + 8], "big") for i in range(0, 32, 8))

def below(row, n):  # words of the incomplete last part of their range are thrown away
    if not 0 < n <= 2**64:
        raise ValueError(f"no number is below {n}")
    return next(word for word in row if word < 2**64 - 2**64 % n) % n

def drawn(key, label, n, kind, of):  # what the n-th use of a label in an entry gives
    row, times = words(mac(key, b"pbem/v1/event" + lp(label) + u64(n))), range(of["count"])
    if kind == "pick":
        items = sorted(of["items"], key=str.encode)
        return [items.pop(below(row, len(items))) for _ in times]
    numbers = [below(row, of["sides"] if kind == "dice" else int(of["below"])) for _ in times]
    return {"dice": [number + 1 for number in numbers], "number": [str(number) for number in numbers]}[kind]

class Check:
    """One walk through a game: what is `wrong` and what is `missing`, in the order found."""
    def __init__(self, game):
        self.game, charter = game, game["charter"]
        self.id = th("charter", canon(charter))
        self.heads, self.salt = [th("genesis", self.id).hex()], th("salt", self.id)
        self.wrong, self.missing, self.draws = [], [], 0
        self.referee = {"referee": "referee", None: None}[charter["referee"]]
        self.seats, self.openers = charter["seats"], ["referee"] if self.referee else charter["openers"]
        self.shared = {"sealed": False, "shared": True}[charter["fairness"]]
        self.muster = self.shared or charter["muster"]  # whether the next play entry is one
        self.chains, self.anchors, self.sealed = {}, set(), {}  # sealed: (seat, entry, line), until opened
        self.live = [(0, 0, {})]  # what is not undone: number, facts so far, last entry unless corrected
        self.attempt("charter", self.check_charter, charter["anchors"])
        self.attempt("steps", self.check_steps, game["steps"], game["undone"])
        for n, entry in enumerate(game["entries"], 1):
            self.attempt(f"entry {n}", self.check_entry, n, entry)
        self.attempt("game", self.check_end, game["open"], game["steps"], self.live[-1][2])

    def attempt(self, where, check, *values):
        try:
            check(where, *values)
        except MALFORMED as error:
            self.wrong.append(f"{where}: is malformed ({type(error).__name__}: {error!s:.99})")

    def holds(self, true, place, words):
        if not true:
            self.wrong.append(f"{place}: {words}")

    def due(self, where, value, **right):
        for name, item in right.items():  # compared as text, because for Python 1 is true
            self.holds(canon(value[name]) == canon(item), f"{where}, {name}", f"must be {item!a:.200}")

    def check_charter(self, where, anchors):
        self.holds(len({*self.seats, "referee"}) > len(self.seats) > 0, f"{where}, seats", "must differ")
        due = {self.referee} - {None}
        right = {*anchors} == due if not self.shared else due < {*anchors} <= due | {*self.seats}
        self.holds(right and anchors, f"{where}, anchors", "must be of those who have a chain")
        for name in sorted(anchors):
            self.new_chain(where, name, anchors[name], 0)

    def new_chain(self, where, name, anchor, base):
        self.chains[name] = Chain(anchor, base)
        near = {*hashes(self.chains[name].known, 64)}
        self.holds(self.anchors.isdisjoint(near), f"{where}, anchor of {name}", "is of a secret used before")
        self.anchors |= near

    def check_steps(self, where, steps, undone):  # as they stood before each redo, and stand at the end
        self.due(where, self.game, pbem="game/1", undone=[*undone])
        redos = [n for n, entry in enumerate(self.game["entries"], 1) if entry.get("what") == "redo"]
        self.missing += ["undone: lacks steps that a redo took back"] * (len(undone) < len(redos))
        self.eras = [None] * len(redos) + [self.era("step", steps, 0, self.game["open"])]
        for i, block in reversed([*enumerate(undone)]):
            where, kept = f"undone {i + 1}", min(block["kept"], len(steps))
            self.due(where, block, note=redos[i], kept=kept)
            steps = steps[:kept] + block["steps"]
            self.eras[i] = self.era(f"{where}, step", steps, kept, block["open"])

    def era(self, where, steps, checked, last):  # all facts; the board after so many of them
        facts, boards, before = [], {}, th("genesis", self.id)
        for n, step in enumerate(steps, 1):
            if n > checked:
                self.due(f"{where} {n}", step, n=n, digest=th("step", before, canon(step, "digest")).hex())
            before = unhex(step["digest"])
            for fact in [fact for fact in step["facts"] if n > checked and fact["type"] == "corrected"]:
                patch = self.game["entries"][fact["entry"] - 1].get("patch")
                right = canon([patch]) == canon([fact["patch"]])
                self.holds(right, f"entry {fact['entry']}, patch", f"is not what {where} {n} changed")
            facts += step["facts"]
            boards |= {len(facts): step["board"]} if step["facts"] else {}
        return facts + (last["facts"] if last else []), boards

    def check_entry(self, where, n, entry):
        note, head = entry["kind"] == "note", th("head", unhex(self.heads[-1]), canon(entry, "head")).hex()
        self.due(where, entry, n=n, kind="note" if note else "play", head=head)
        self.heads.append(unhex(entry["head"]).hex())
        (self.check_note if note else self.check_play)(where, n, entry)

    def check_play(self, where, n, entry):
        asked, absent, passed = entry["asked"], entry["absent"], entry.get("passed_over", [])
        muster, self.muster = self.muster, False
        idle = [seat for seat in self.openers if seat in self.chains and seat not in asked]
        skipped = idle[: len(passed)] if len(self.seats) > 2 and not self.referee and not muster else []
        opener = [*(idle or self.openers[:1]), None][len(skipped)]
        self.due(where, entry, muster=muster, opener=opener, asked=[s for s in self.seats if s in asked])
        entry = {"passed_over": [], **entry}
        self.due(where, entry, passed_over=skipped, absent=[s for s in asked if s in absent])
        answered = ({*asked} | {file["seat"] for file in entry["files"]} - {*self.chains}) - {*absent}
        due = answered | ({*self.chains} if muster else set()) | {opener} - {None}
        typed = {*entry["envelopes"]} & {*self.seats} if muster else set()  # words, where seats have no chain
        self.check_envelopes(where, n, entry, due if self.shared else typed | {"referee"}, muster)
        self.check_seals(where, n, entry, [] if idle else [opener])
        for i, row in enumerate(entry["answers"], 1):
            seats = answered if row["by"] == "seat" and row["question"][:9] != "petition/" else self.seats
            self.holds(row["seat"] in seats, f"{where}, answer {i}", "was not for that seat to give")
        self.check_facts(where, entry, n, entry["facts"]["to"])

    def check_envelopes(self, where, n, entry, due, muster):
        shown, uses = {name: unhex(link) for name, link in entry["envelopes"].items()}, {}
        for name in sorted(due | {*shown}):
            fault = "must not be there" if name not in due else None if name in shown else "is missing"
            if not fault and name in self.chains:
                fault = self.chains[name].fault(shown[name], n, len(self.wrong) < 20)
            elif not fault and self.shared:
                fault = "is of a seat without a chain"
            self.holds(not fault, f"{where}, envelope of {name}", fault)
        self.salt, key = entry_key(shown, self.salt, n, muster)
        for i, draw in enumerate(entry["draws"], 1):
            label, kind, of = draw["label"], draw["kind"], draw["of"]
            uses[label], self.draws = uses.get(label, 0) + 1, self.draws + 1
            right = re.fullmatch("[a-z0-9._/-]{1,120}", label) and of["count"] == len(draw["result"])
            right = drawn(key, label, uses[label], kind, of) if right else "of another label or count"
            self.due(f"{where}, draw {i} ({label!a:.130})", draw, n=uses[label], result=right)

    def check_seals(self, where, n, entry, closed):  # who opens dice of an own answer sealed it
        self.due(where, {"seals": sorted(entry["seals"])}, seals=closed)
        self.sealed |= {(seat, n, 0): seal for seat, seal in entry["seals"].items()}
        for i, line in enumerate(entry.get("opened", []), 1):
            seat, number, k = place = line["seat"], line["entry"], line["line"]
            seal = th("seal", self.id, seat, u64(number), u64(k), unhex(line["nonce"]), line["text"]).hex()
            self.holds(self.sealed.pop(place, None) == seal, f"{where}, opened {i}", "is not what was sealed")
        for line in [line for line in entry["lodged"] if "seal" in line]:
            self.holds(self.referee and line["line"] > 0, f"{where}, lodged", "only a referee may seal lines")
            self.sealed[line["seat"], n, line["line"]] = line["seal"]

    def check_facts(self, where, entry, n, to):
        start, (facts, boards) = self.live[-1][1], self.eras[0] or (None, {})
        self.live.append((n, to, entry))
        if facts is not None:
            self.holds(start <= to <= len(facts), f"{where}, facts", f"must be from {start} to {len(facts)}")
            self.due(f"{where}, facts", entry["facts"], digest=th("facts", canon(facts[start:to])).hex())
        self.due(where, entry, board=boards.get(to, entry["board"]) if start < to else entry["board"])

    def check_note(self, where, n, note):
        what, self.muster = note["what"], True
        for name, link in note["spent"].items():
            fault = self.chains[name].fault(unhex(link), n, True)
            self.holds(not fault, f"{where}, spent by {name}", fault)
        if what in ("chain", "referee", "departed", "substitute"):
            who = note.get("who") or note.get("seat") or "referee"
            self.chains.pop(who, None)
            if note.get("anchor"):
                self.new_chain(where, who, note["anchor"], n)
        if what in ("referee", "departed"):
            self.referee = "referee" if what == "referee" else None
            self.openers = ["referee"] if self.referee else note["openers"]
        if what == "redo":
            self.check_redo(where, note["to"])
        self.live.append((n, self.live[-1][1], {} if what in ("correction", "change") else self.live[-1][2]))

    def check_redo(self, where, to):
        self.check_cover()
        self.live = [item for item in self.live if item[0] <= to]
        self.holds(self.live[-1][0] == to, f"{where}, to", "is no entry that stands")
        before, after = (era[0][: self.live[-1][1]] if era else None for era in self.eras[:2])
        self.holds(before is None or canon(before) == canon(after), where, "changes facts that it leaves")
        del self.eras[0]

    def check_cover(self):
        right = not self.eras[0] or not self.live[-1][2] or len(self.eras[0][0]) == self.live[-1][1]
        self.holds(right, f"entry {self.live[-1][0]}, facts", "do not reach to the end of the steps")

    def check_end(self, where, last, steps, entry):  # what stands beside the entries
        self.check_cover()
        lines = [self.game[name] for name in ("standing", "queue", "sealed")]
        beside = [("open, waiting", "open", last["waiting"] if last else [], entry.get("open"))]
        beside += [("standing, queue, sealed", "force", lines, entry.get("force"))]
        beside += [("open, rest", "board", last["rest"], step["board"]) for step in steps[-1:] if last]
        for place, tag, value, right in beside:
            self.holds(right in (None, th(tag, canon(value)).hex()), place, "not what entries and steps say")
        over = self.game["result"] is not None
        self.holds((last is None) == over, "result", "must stand when the game is over, and only then")
        self.missing += [f"entry {n}: line {k} of {seat} stays sealed" for seat, n, k in self.sealed if over]

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1], epilog=__doc__.split("\n\n")[2])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--head", metavar="HEX", default="")
    options = parser.parse_args()
    try:
        with open(options.game, "rb") as file:
            check = Check(loads(file.read(MOST_BYTES)))
    except (OSError, RecursionError, MemoryError, *MALFORMED) as error:
        print(f"{options.game!a}: cannot be read as a game file ({type(error).__name__}: {error!s:.200})")
        return 4
    known = any(head.startswith(options.head.lower()) for head in check.heads)
    if not known or 0 < len(options.head) < 32:
        check.wrong.append(f"head {options.head!a:.80}: comes after no entry of this file")
    code = 4 if check.wrong else 5 if check.missing else 0
    counts = f"entries {len(check.game['entries'])}, draws {check.draws}, still sealed {len(check.sealed)}"
    print({0: "All holds", 4: "Something does not hold", 5: "Evidence is missing"}[code], counts, sep=": ")
    print(f"Head, to compare: {check.heads[-1]}", *(check.wrong + check.missing)[:MOST_LINES], sep="\n")
    return code

if __name__ == "__main__":
    raise SystemExit(main())
