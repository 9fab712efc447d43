"""Check a pbem game file without pbem: python3 pbem_verify.py GAME [--head HEX]

A game file is a list of lines: the charter, then one line for each stretch of play (an entry) or note.  A line holds
what people sent, signed, and what followed; it names the hash (the head) of the line before, and whoever opened the
entry signed its own.  Everybody's secret makes a chain of numbered envelopes: number k is the SHA-256 of number k+1,
and number 0 stands in the charter.  The dice of an entry are made from the envelopes in it and from nothing else.

Recomputed here, without any rules of a game: heads, numbers and canonical form; signatures; who had to send an
envelope, who may have opened, been absent or passed over, and on whose word; every draw; that each order that was
used stands in a document that counted, of a seat that could act there, and was not withdrawn; that what was closed
is what was opened.  What needs the rules is left to `pbem verify`: who had to be asked, whether an order was legal
and its turn, which draws were due, what followed from them, the digest of the state, who won.  What nobody can tell
from a file: who is absent and who is only said to be, who sits behind a key, and when; what a referee at the level
`sealed` wrote down for others; whether there is a later line, or another one: compare heads.
HEX is the head in another player's file or report, 32 digits or more.

Exit code 0: all holds; 4: something does not, or GAME cannot be read; 5: evidence is missing; 2: wrong usage.
"""

import argparse
import functools
import hashlib
import hmac
import itertools
import json
import os
import re

MOST_BYTES, MOST_LINE, MOST_SAID = 64 * 2**20, 16 * 2**20, 200
MALFORMED = LookupError, TypeError, ValueError, AttributeError, ArithmeticError  # what nonsense leads to

# -- one way to write, and hashes --


def u64(number):
    return number.to_bytes(8, "big")


def lp(part):  # a part behind its length, so that no two lists of parts look alike
    part = part.encode() if isinstance(part, str) else part
    return u64(len(part)) + part


def th(tag, *parts):
    return hashlib.sha256(lp("pbem/v1/" + tag) + b"".join(map(lp, parts))).digest()


def mac(key, data):
    return hmac.digest(key, data, "sha256")


def canon(value):
    return ENCODER.encode(value).encode()


ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False)
KEYS = set()  # those that were found good


def loads(data):
    """The value of canonical JSON; ValueError for whatever could be read, or written, in two ways."""

    def whole(text):  # int() refuses a float
        number = int(text) if len(text) <= 17 else 2**53
        if abs(number) >= 2**53:
            raise ValueError(f"{text:.20} is no integer below 2**53")
        return number

    def unique(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key stands twice")
        for name in () if KEYS.issuperset(found) else found.keys() - KEYS:  # each is looked at once
            if not re.fullmatch("[ -~]*", name) or re.fullmatch("[0-9]+|__proto__", name):
                raise ValueError(f"{name!a:.80} can be no key")
            KEYS.add(name)
        return found

    strict = {"parse_int": whole, "parse_float": whole, "parse_constant": whole}
    value = json.loads(data.decode(), object_pairs_hook=unique, **strict)
    if canon(value) != data:
        raise ValueError("is not written in the canonical way")
    return value


def unhex(text, digits=64):
    if not re.fullmatch(f"[0-9a-f]{{{digits}}}", text):
        raise ValueError(f"{text!a:.80} is not {digits} hex digits")
    return bytes.fromhex(text)


def split(line):
    """``(object bytes, object, signature)`` of a line of the file: the object is a slice of it, never made anew."""
    if len(line) > MOST_LINE:
        raise ValueError(f"has {len(line)} bytes")
    found = re.fullmatch(rb'\[(\{.*\}),"((?:[0-9a-f]{128})?)"\]', line, re.DOTALL)
    if not found:
        raise ValueError('is not [OBJECT,"SIGNATURE"]')
    return found[1], loads(found[1]), found[2].decode()


# -- signatures (RFC 8032), and the one rule that says which of them count --

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def added(one, other):  # points as (X, Y, Z) with x = X/Z, y = Y/Z of -xx + yy = 1 + Dxxyy; right for all pairs
    (a, b, c), (d, e, f) = one, other
    z, x, y = c * f % P, a * d % P, b * e % P
    t, cross = D * x * y % P, (a + b) * (d + e) - x - y
    m, p = z * z - t, z * z + t
    return z * m * cross % P, z * p * (y + x) % P, m * p % P


def is_small(one):  # of small order: eight times it is neutral
    return functools.reduce(added, [one] * 8)[0] == 0


def point(data):
    """The point that 32 bytes write; ValueError if there is none, it is written oddly, or of small order."""
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, P // 4, P) % P  # root of -1
    found = (x if x % 2 == sign else P - x, y, 1)
    if len(data) != 32 or y >= P or x * x % P != square or is_small(found):
        raise ValueError("is no key or of small order")
    return found


@functools.lru_cache(64)  # a game has few keys
def multiples(data):  # of a written point: what 0 to 63 of it come to in each of 43 digits
    one, rows = point(data), []
    for _ in range(43):
        *row, one = itertools.accumulate([one] * 64, added, initial=(0, 1, 1))
        rows.append(row)
    return rows


def times(number, data):  # a written point so many times, below 2**258
    return functools.reduce(added, (row[number >> 6 * i & 63] for i, row in enumerate(multiples(data))))


BASE = b"X" + 31 * b"f"  # y = 4/5


def is_signed(key, message, signature):
    """Whether a signature R, s counts: s below L, key and R canonical and not of small order, R = s B - k key."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    try:
        x, y, z = found = added(times(s, BASE), times(8 * L - k, key))  # 8 L of any point are neutral
    except ValueError:
        return False
    x, y = (one * pow(z, -1, P) % P for one in (x, y))
    again = (y | (x & 1) << 255).to_bytes(32, "little")
    return len(signature) == 64 and s < L and again == r and not is_small(found)


# -- envelopes and dice --


def hashes(value, times):  # a value, its hash, the hash of that, and so on
    return itertools.accumulate(range(times), lambda one, _: hashlib.sha256(one).digest(), initial=value)


class Chain:
    """A chain as far as it is known: its envelope `at` is `known`; entry e takes envelope e - base."""

    def __init__(self, anchor, base):
        self.length, self.base, self.at, self.known = min(anchor["n"], 2**20), base, 0, unhex(anchor["first"])
        self.key = unhex(anchor["key"])
        point(self.key)

    def fault(self, link, entry):
        """What is wrong with the envelope shown in an entry, or None; a right one is known from then on."""
        due = entry - self.base
        if due > self.length:
            return f"would be number {due} of a chain of {self.length}"
        *_, value = hashes(link, due - self.at)
        if value != self.known:
            return "is not the one due"
        self.at, self.known = due, link


def entry_key(envelopes, salt, entry, muster):  # the salt from now on, and the key of the entry
    mix = th("mix", *(part for name in sorted(envelopes) for part in (name, envelopes[name])))
    salt = th("salt", salt, u64(entry), mix) if muster else salt
    return salt, mac(mix, th("ctx", salt, u64(entry), b""))


def words_of(event_key):  # its endless row of 64-bit words
    for block in itertools.count():
        row = mac(event_key, u64(block))
        yield from (int.from_bytes(row[i : i + 8], "big") for i in range(0, 32, 8))


def below(row, n):  # words of the incomplete last part of their range are thrown away
    if not 0 < n <= 2**64:
        raise ValueError(f"no number is below {n}")
    return next(word for word in row if word < 2**64 - 2**64 % n) % n


def drawn(key, label, use, what, many):
    """What a use of a label gives: `3d6` dice, `2of9` indices among those left, `1<100` numbers in decimal."""
    count, kind, size = re.fullmatch("([0-9]{1,9})(d|of|<)([0-9]{1,20})", what).groups()
    count, size = int(count), int(size)
    if count != many or f"{count}{kind}{size}" != what:
        raise ValueError(f"{what} has not {many} results")
    row = words_of(mac(key, b"pbem/v1/event" + lp(label) + u64(use)))
    if kind == "of":
        return [below(row, size - i) for i in range(count)]
    return [below(row, size) + 1 if kind == "d" else str(below(row, size)) for _ in range(count)]


# -- the walk through a game --

PLAY = {"before", "documents", "kind", "n", "state", "asked", "draws", "envelope", "opener", "steps", "used"}
CHARTER = (
    "again anchors bots calendar components deadline edition fairness game hold muster names openers options pack pbem"
    " position powers press program referee revision scenario seats title windows"
)
MAYBE = {"absent", "ended", "fell", "muster", "opened", "passed"}
HEADER = {"entry", "head", "kind", "seat"}
SHAPES = {  # kind of document: what it must hold, and what it may
    "orders": ({"n"}, {"answers", "carries", "envelope", "lines", "petitions", "pinch", "withdrawn"}),
    "sealed": ({"closed", "n"}, set()),
    "word": (set(), {"carries", "note", "silent"}),
}
WHOSE = {  # a note: whether the referee's word is enough, how many seats' are, and whether where there is a referee
    "correction": (True, "all", True),
    "redo": (True, "all", True),
    "change": (True, "all", True),
    "ended": (True, "all", True),
    "referee": (True, "all", True),
    "departed": (True, "most", True),
    "stands": (True, "most", True),
    "anchor": (True, "most", False),
    "substitute": (True, "most", False),
    "restart": (False, "most", False),
}
BY = {"answer": "answers", "petition": "petitions", "line": "lines"}


def parts_of(document):
    """The parts of a document with orders, by the names under which uses know them; they are numbered from 1."""
    rows = [(by, part) for by in ("answer", "petition", "line") for part in document.get(BY[by], [])]
    return dict(enumerate(rows, 1))


class Check:
    """One walk through the lines: what is `wrong` and what is `missing`, in the order found."""

    def __init__(self, data, beside=()):
        self.wrong, self.missing, self.heads, self.draws, self.plays = [], [], [], 0, 0
        *lines, rest = data.split(b"\n")
        self.holds(not rest, "file", "does not end with a whole line")
        self.attempt("line 0", self.check_first, *split(lines[0]))
        for n, line in enumerate(lines[1:], 1):
            if len(self.heads) < n or len(self.wrong) > 20:
                self.wrong.append(f"line {n}: this and all after it were not looked at")
                return
            self.attempt(f"line {n}", self.check_line, n, line)
        self.attempt("openings beside the game", self.open_late, beside if self.over() else ())
        self.missing += [
            f"line {m}: part {k} of document {d} of {seat} is still closed"
            for seat, _, d, k, _, m in sorted(self.closed, key=str)
            if self.over()
        ]

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
            given = value.get(name, type(item)())  # what says nothing is left out
            self.holds(repr(given) == repr(item), f"{where}, {name}", f"must be {item!a:.200}")

    # the charter

    def check_first(self, where, data, line, signature):
        charter = line["charter"]
        self.due(where, line, kind="game", pbem="game/2")
        alone = set(line) == {"charter", "kind", "pbem"} and not signature and not {*charter} - {*CHARTER.split()}
        self.holds(alone, where, "holds more than a charter")
        self.heads.append(th("head", data))
        self.id = th("charter", canon(charter))
        self.seats = charter["seats"]
        self.shared = {"sealed": False, "shared": True}[charter["fairness"]]
        self.referee = {"referee": "referee", None: None}[charter["referee"]]
        self.persons = [seat for seat in self.seats if seat not in charter.get("bots", [])]
        self.powers, self.chains, self.anchors = charter.get("powers", {}), {}, set()  # powers: {power: seat}
        self.muster, self.openers = self.shared or charter["muster"], charter["openers"]
        for name in sorted(charter["anchors"]):
            self.new_chain(where, name, charter["anchors"][name], 0)
        due = ({*self.persons} if self.shared else set()) | {self.referee} - {None}
        self.holds({*self.chains} == due, f"{where}, anchors", "must be of all who have a chain")
        self.holds(self.shared or self.referee, f"{where}, referee", "must be there where the dice are sealed")
        right = sorted(self.openers) == ([] if self.referee else sorted(self.persons))
        self.holds(right, f"{where}, openers", "must name every person, or with a referee nobody")
        names = [*self.seats, "referee"]
        right = len({*names}) == len(names) > 1 and all(re.fullmatch("[a-z0-9._-]+", name) for name in names)
        self.holds(right, f"{where}, seats", "must differ")
        self.live = {0: None}  # the lines that are not undone, and how the game was over with them
        self.numbers, self.since, self.seen = dict.fromkeys(self.seats, 0), dict.fromkeys(self.seats, 0), set()
        self.lodged, self.withdrawn, self.uses, self.open, self.closed, self.void = {}, {}, {}, {}, set(), set()
        self.salt = th("salt", unhex(charter.get("again", self.id.hex())))  # again: a game with the dice of that one

    def new_chain(self, where, name, anchor, base):
        self.chains[name] = Chain(anchor, base)
        near = {*hashes(self.chains[name].known, 64), self.chains[name].key}
        self.holds(self.anchors.isdisjoint(near), f"{where}, anchor of {name}", "is of a secret used before")
        self.anchors |= near

    # a line

    def check_line(self, where, n, line):
        data, line, signature = split(line)
        self.due(where, line, before=self.heads[-1].hex(), n=n)
        self.heads.append(th("head", data))
        unhex(line["state"])
        {"play": self.check_play, "note": self.check_note}[line["kind"]](where, n, line, signature)

    def check_documents(self, where, n, line):
        """The documents of a line with their places; signed, in order, each for the first time."""
        rows = line["documents"]
        order = [(d["seat"], d["kind"], d.get("n", 0)) for d, _ in rows]
        self.holds(order == sorted(order), f"{where}, documents", "do not stand in order")
        for i, (document, signature) in enumerate(rows, 1):
            place = f"{where}, document {i}"
            self.check_document(place, n, document, signature)
            if "carries" in document:
                carried, its_signature = document["carries"]
                self.check_document(f"{place}, carries", n, carried, its_signature)
                self.holds(carried["kind"] == "sealed", f"{place}, carries", "must be a sealed document")
            data = canon(document)
            self.holds(data not in self.seen, place, "stands twice")
            self.seen.add(data)
        return [document for document, _ in rows]

    def check_document(self, place, n, document, signature):
        seat, (must, may), data = document["seat"], SHAPES[document["kind"]], canon(document)
        right = must | HEADER <= {*document} <= must | may | HEADER and [] not in document.values()
        self.holds(right and len(data) <= 2**16, place, "has other fields than such a document, or too much in them")
        word, alone = document["kind"] == "word", self.referee and "note" not in document
        speakers = [self.referee] if word and alone else [*self.persons, self.referee] if word else self.persons
        self.holds(seat in speakers, f"{place}, seat", "has no say")
        if seat in self.chains:
            message = lp("pbem/v1/document") + lp(self.id) + lp(data)
            right = len(signature) == 128 and is_signed(self.chains[seat].key, message, unhex(signature, 128))
            self.holds(right, f"{place}, signature", f"is none of {seat}")
        else:
            self.holds(signature == "" and not self.shared, f"{place}, signature", "is of a seat without a key")
        first = n if self.acts_now(document) or not self.shared else self.since[seat] + 1
        self.holds(first <= document["entry"] <= n, f"{place}, entry", "is not one that this seat may write for")
        self.holds(document["head"] == self.heads[document["entry"] - 1].hex(), f"{place}, head", "is not that head")
        if document["kind"] == "orders":
            rows = parts_of(document)
            self.holds(len(rows) + len(document.get("withdrawn", [])) <= 300, place, "has more than 300 parts")
            petitions = document.get("petitions", [])
            self.holds(not any("closed" in part for part in petitions), place, "has a closed petition")
            closed = any("closed" in part for _, part in rows.values())
            self.holds(self.referee or not closed, place, "has closed parts, which only a referee can keep")

    def acts_now(self, document):
        """True for the documents that must be for the head before this line; those of seats not asked may be older."""
        return document["kind"] != "orders" or document["seat"] in self.acting

    # a play line: who takes part

    def check_play(self, where, n, line, signature):
        self.holds(PLAY <= {*line} <= PLAY | MAYBE, where, "has other fields than a play line")
        self.holds(all(line.get(name, True) for name in MAYBE), where, "has fields that say nothing")
        asked, muster, self.muster = line["asked"], self.muster, False
        self.holds(self.over() is None, where, "comes after the end of the game")
        idle = [seat for seat in self.openers if seat not in asked]
        hidden = not self.referee and not idle  # all who could open are asked: the opener's document is sealed
        self.acting = {*self.persons} if muster else {*asked}
        self.acting -= {line["opener"]}
        self.holds([s for s in self.persons if s in asked] == asked, f"{where}, asked", "must be persons, in order")
        documents = self.check_documents(where, n, line)
        words = [d for d in documents if d["kind"] == "word"]
        self.holds(len({d["seat"] for d in words}) == len(words), where, "holds two words of one speaker")
        self.holds(not any("note" in d for d in words), where, "holds the word for a note")
        silent = self.silent(words)
        passed = [*itertools.takewhile(lambda seat: seat in silent, idle)] if not self.referee else []
        opener = self.referee or [*idle, *[None] * bool(idle), self.openers[0]][len(passed)]
        self.due(where, line, muster=muster, opener=opener, passed=passed)
        sent = {d["seat"] for d in documents if d["kind"] == "orders" and d["seat"] in self.acting}
        away = asked if not muster else [] if self.shared else self.persons
        came = set() if self.shared else sent  # sealed: with a part, and the rest is missing at the deadline
        absent = [s for s in away if s in silent - came - {opener}]
        self.due(where, line, absent=absent)
        self.holds(silent <= {*absent, *passed} | came, where, "calls somebody silent who need not speak")
        envelopes = self.check_envelopes(where, n, line, documents, sent, muster)
        self.check_numbers(where, documents)
        own = self.check_sealed(where, n, documents, opener) if hidden else None
        self.holds(hidden or not any("carries" in d for d in documents), where, "carries what none needs")
        self.holds(all(d["kind"] != "sealed" for d in documents), where, "has a sealed document that nobody carries")
        self.lodge(n, documents, own)
        self.check_opened(where, n, line, own)
        self.check_draws(where, n, line, envelopes, muster)
        alone = opener if self.shared and len(envelopes) == 1 else None
        self.check_uses(where, n, line, alone, own)
        message = lp("pbem/v1/line") + lp(self.id) + lp(self.heads[-1])
        right = signature and is_signed(self.chains[opener].key, message, unhex(signature, 128))
        self.holds(right, f"{where}, signature", f"is none of {opener}")
        for seat in self.persons if muster else asked:
            self.since[seat] = n
        self.live[n] = line.get("ended")
        self.plays += 1

    def silent(self, words):
        """Whom enough words call silent: the referee's, or those of more than half of all persons."""
        told = {word["seat"]: word.get("silent", []) for word in words}
        votes = {seat: sum(seat in names for names in told.values()) for seat in self.persons}
        return {seat for seat in votes if seat in told.get("referee", []) or 2 * votes[seat] > len(self.persons)}

    def check_envelopes(self, where, n, line, documents, sent, muster):
        """The envelopes of a line as ``{name: bytes}``: exactly those that are due, each the right one."""
        orders, opener = [d for d in documents if d["kind"] == "orders"], line["opener"]
        due = self.acting - {*line.get("absent", [])} if self.shared else set()
        shown = {opener: unhex(line["envelope"])}
        for d in orders:
            right = ("envelope" in d) == (d["seat"] in due)
            self.holds(right, f"{where}, document of {d['seat']}", "has an envelope not due, or lacks one that is")
            if "envelope" in d and d["seat"] != opener:
                link = unhex(d["envelope"])
                self.holds(shown.get(d["seat"], link) == link, f"{where}, envelope of {d['seat']}", "is not one")
                shown[d["seat"]] = link
        for seat in sorted(due - {*shown}):
            self.holds(False, f"{where}, envelope of {seat}", "is missing")
        for name in sorted({*shown} & {*self.chains}):
            fault = self.chains[name].fault(shown[name], n)
            self.holds(not fault, f"{where}, envelope of {name}", fault)
        most = 2 if self.shared else 1  # two documents with one envelope: both stand, neither counts
        many = [s for s in sent if sum(d["seat"] == s for d in orders) > most]
        self.holds(not many, where, f"has too many documents of {many!a:.80}")
        pinches = {d["seat"]: d["pinch"] for d in orders if "pinch" in d}
        self.holds(not pinches or muster and not self.shared, where, "has words of a muster where none is")
        return shown | {s: th("pinch", self.id, s, u64(n), text) for s, text in pinches.items() if s in sent}

    def check_numbers(self, where, documents):
        carried = {canon(d["carries"]): d["carries"][0] for d in documents if "carries" in d}
        numbers = [(d["seat"], d["n"]) for d in [*documents, *carried.values()] if d["kind"] != "word"]
        for seat, number in numbers:
            self.holds(number > self.numbers[seat], f"{where}, documents", f"number {number} of {seat} does not rise")
        single = [(d["seat"], d["n"]) for d in documents if d["kind"] == "orders" and "envelope" not in d]
        self.holds(not any(numbers.count(one) > 1 for one in single), f"{where}, documents", "have a number twice")
        for seat, number in numbers:
            self.numbers[seat] = max(number, self.numbers[seat])

    def check_sealed(self, where, n, documents, opener):
        """The number of the opener's sealed document that all others carry, with its C; None if there are two."""
        others = [d for d in documents if d["seat"] != opener or "carries" in d]
        carried = {canon(d.get("carries")): (d.get("carries") or [None])[0] for d in others}
        self.holds(None not in carried.values() and others, where, "has a document that carries nothing sealed")
        own = all(d["seat"] == opener for d in carried.values() if d)
        self.holds(own, where, "has a sealed document of another seat")
        beside = any(d["seat"] == opener and d["kind"] == "orders" for d in documents)
        self.holds(not beside, where, "has orders of the opener beside what it sealed")
        return next(iter(carried.values())) if len(carried) == 1 else None

    # what was lodged, withdrawn, closed, opened and used

    def lodge(self, n, documents, own):
        """Note the parts of the documents that count, from when on they act, and what is closed in any."""
        orders = [d for d in documents if d["kind"] == "orders"]
        for d in orders:
            now = d["seat"] in self.acting
            rivals = [other for other in orders if other["seat"] == d["seat"] and other is not d]
            if not rivals or not now and d["n"] == max(other["n"] for other in [d, *rivals]):
                self.counts(n, d, n if now else n + 1)
            self.closed |= {
                (d["seat"], d["entry"], d["n"], k, part["closed"], n)
                for k, (_, part) in parts_of(d).items()
                if "closed" in part
            }
        if own:
            self.closed.add((own["seat"], n, own["n"], 0, own["closed"], n))

    def counts(self, n, document, start):
        seat = document["seat"]
        self.lodged[seat, document["n"]] = document, n, start
        for row in document.get("withdrawn", []):
            if self.lodged.get((seat, row["document"]), (0, n))[1] < n:  # only of an earlier line
                self.withdrawn.setdefault((seat, row["document"], row["line"]), []).append((n, start))

    def over(self):
        return next(reversed(self.live.values()))

    def is_withdrawn(self, n, *part):
        return any((m in self.live or m == n) and start <= n for m, start in self.withdrawn.get(part, []))

    def check_opened(self, where, n, line, own=None):
        rows, ended = line.get("opened", []), line.get("ended") or line.get("what") == "ended"
        order = [(row["seat"], row["document"], row["part"]) for row in rows]
        self.holds(order == sorted(order), f"{where}, opened", "does not stand in order")
        for i, row in enumerate(rows, 1):
            seat, _, document, part = key = row["seat"], row["entry"], row["document"], row["part"]
            found = [item for item in self.closed if item[:5] == (*key, self.mark_of(row))]
            self.holds(found, f"{where}, opened {i}", "was not closed, or is open already")
            self.holds(ended or not self.is_withdrawn(n, seat, document, part), f"{where}, opened {i}", "was withdrawn")
            self.closed -= {*found}
            self.open[key] = row["whole"]
            if own and part == 0 and found and isinstance(row["whole"], dict) and self.is_whole(row["whole"], own):
                self.counts(n, row["whole"], n)
        self.holds(not own or (own["seat"], n, own["n"], 0) in self.open, where, "does not open the sealed document")

    def open_late(self, where, rows):
        """What was opened after the end, in a file beside the game: what opens nothing counts for nothing."""
        for row in rows:
            key = row["seat"], row["entry"], row["document"], row["part"]
            self.closed -= {(*key, self.mark_of(row), m) for m in range(len(self.heads))}

    def mark_of(self, row):
        place = row["seat"], u64(row["entry"]), u64(row["document"]), u64(row["part"])
        return th("seal", self.id, *place, unhex(row["nonce"]), canon(row["whole"])).hex()

    def is_whole(self, whole, own):
        """Whether what the opener sealed has the form of its orders document; else it has said nothing."""
        fixed = {**{name: own[name] for name in ("seat", "entry", "head", "n")}, "kind": "orders"}
        lists = {name: whole[name] for name in {*whole} - {*fixed}}
        rows = [row for one in lists.values() for row in (one if isinstance(one, list) and one else [None])]
        right = canon({**whole, **fixed}) == canon(whole) and {*lists} <= {*BY.values(), "withdrawn"}
        right = right and all(isinstance(row, dict) and "closed" not in row for row in rows) and len(rows) <= 300
        right = right and len(canon(whole)) <= 2**16
        return right and all(
            {*row} == {"document", "line"} and all(type(number) is int and number > 0 for number in row.values())
            for row in lists.get("withdrawn", [])
        )

    def check_uses(self, where, n, line, alone, own):
        for i, row in enumerate(line["used"], 1):
            place, by, seat = f"{where}, used {i}", row["by"], row["seat"]
            if by in ("default", "forced"):
                self.holds("document" not in row and seat in self.seats, place, "names a document, or no seat")
                continue
            m, number, k = row["entry"], row["document"], row["line"]
            document, lodged, start = self.lodged.get((seat, number), (None, 0, 0))
            if document is None or lodged != m or k not in parts_of(document) or not (m in self.live or m == n):
                self.holds(False, place, "stands in no document that counts")
                continue
            named, part = parts_of(document)[k]
            key = seat, document["entry"], number, k
            part = self.open.get(key) if "closed" in part else part
            self.holds(part is not None and key not in self.void, place, "is closed, or void")
            holder = self.powers.get((part or {}).get("power"), seat)
            self.holds(holder == seat, place, "is an order for a power of another seat")
            standing = named == "line" and "when" in (part or {})
            self.holds(by == ("standing" if standing else named), place, "is not of that kind")
            self.holds(start <= n and not self.is_withdrawn(n, seat, number, k), place, "does not act here")
            self.holds(by != "answer" or m == n and seat in line["asked"], place, "answers where the seat is not asked")
            self.holds(seat != alone or own and m == n, place, "is of the opener, whose envelope is the only one")
            before = self.uses.setdefault((seat, m, number, k), [])
            again = any(at in self.live or at == n for at in before)
            self.holds(by in ("standing", "answer") or not again, place, "was used before")
            before.append(n)

    def check_draws(self, where, n, line, envelopes, muster):
        self.salt, key = entry_key(envelopes, self.salt, n, muster)
        uses = {}
        for i, (label, what, result) in enumerate(line["draws"], 1):
            base = label.partition("#")[0]
            uses[base], self.draws = uses.get(base, 0) + 1, self.draws + 1
            right = base if uses[base] == 1 else f"{base}#{uses[base]}"
            place = f"{where}, draw {i} ({label!a:.130})"
            self.holds(re.fullmatch("[a-z0-9._/-]{1,120}", base) and label == right, place, "has a wrong label")
            wanted = drawn(key, base, uses[base], what, len(result))
            self.holds(repr(result) == repr(wanted), place, f"must give {wanted!a:.200}")

    # a note

    def check_note(self, where, n, line, signature):
        right = {"before", "documents", "kind", "n", "state", "what"}
        self.holds(right <= {*line} <= right | {"opened"} and signature == "", where, "has other fields than a note")
        self.acting, self.muster = set(), True
        documents = self.check_documents(where, n, line)
        notes = {canon(d.get("note")) for d in documents}
        right = len(notes) == 1 and all(d["kind"] == "word" and "silent" not in d for d in documents)
        self.holds(right, where, "does not stand on words that say the same")
        note = documents[0]["note"]
        self.due(where, line, what=note["what"])
        self.check_speakers(where, note, [d["seat"] for d in documents])
        self.holds("opened" not in line or note["what"] == "ended", where, "opens what is closed")
        self.check_opened(where, n, line)
        self.live[n] = "given up" if note["what"] == "ended" else self.over()
        self.take_note(where, n, note)

    def check_speakers(self, where, note, speakers):
        referee, share, beside = WHOSE[note["what"]]
        heard = len({*speakers} & {*self.persons})
        self.holds(len({*speakers}) == len(speakers), where, "holds two words of one speaker")
        enough = heard == len(self.persons) if share == "all" else 2 * heard > len(self.persons)
        enough = enough and (beside or not self.referee)
        own = note["what"] == "anchor" and note["who"] in speakers
        self.holds(enough or own or referee and "referee" in speakers, where, "stands on the word of too few")

    def take_note(self, where, n, note):
        what, gone = note["what"], note["what"] in ("referee", "departed")
        who = "referee" if gone else None
        if what == "redo":
            self.holds(note["to"] in self.live and note["to"] < n, f"{where}, to", "is no line that stands")
            self.live = {m: self.live[m] for m in self.live if m <= note["to"]}
            self.live[n] = self.over()
        if what in ("anchor", "substitute"):
            who = note["who" if what == "anchor" else "seat"]
            right = who in self.seats if what == "substitute" else who in self.chains and note["anchor"]
            self.holds(right, where, "is about nobody")
        if what == "substitute":
            stays = note["anchor"] if self.shared else note.get("person")  # else nobody holds the seat from now on
            self.persons = [s for s in self.seats if s in self.persons and s != who or s == who and stays]
            openers = [s for s in self.openers if s in self.persons]
            self.openers = openers + [s for s in self.persons if not self.referee and s not in openers]
            self.since[who] = n
        if gone or what == "substitute":  # who kept what is closed is gone
            self.void |= {item[:4] for item in self.closed if who in ("referee", item[0])}
        if who:
            self.chains.pop(who, None)
            if note.get("anchor"):
                self.new_chain(where, who, note["anchor"], n)
        if gone:
            self.referee = "referee" if what == "referee" else None
            self.openers = note.get("openers", [])
            self.holds(sorted(self.openers) == ([] if self.referee else sorted(self.persons)), where, "wrong openers")
        if what == "restart":
            self.openers = [seat for seat in self.openers if seat != note["who"]] + [note["who"]]


def contents(path, most):
    if not os.path.isfile(path) or os.path.getsize(path) > most:
        raise ValueError(f"{path!a:.200}: no file, or too large")
    with open(path, "rb") as file:
        return file.read(most)


def openings_beside(path):
    """The openings in a file beside the game, written by whoever could after the end."""
    value = json.loads(contents(path, MOST_LINE)) if os.path.exists(path) else {"openings": [], "pbem": "openings/1"}
    if set(value) != {"openings", "pbem"} or value["pbem"] != "openings/1":
        raise ValueError("the file of openings beside the game is none")
    return [{**row} for row in value["openings"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1], epilog=__doc__.split("\n\n")[-1])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--head", metavar="HEX", default="", type=str.lower)
    options = parser.parse_args()
    try:
        check = Check(contents(options.game, MOST_BYTES), openings_beside(options.game + ".openings"))
    except (OSError, RecursionError, MemoryError, *MALFORMED) as error:
        print(f"{options.game!a}: cannot be read as a game file ({type(error).__name__}: {error!s:.200})")
        return 4
    if 0 < len(options.head) < 32 or not any(one.hex().startswith(options.head) for one in check.heads):
        check.wrong.append(f"head {options.head!a:.80}: comes after no line of this file")
    code = 4 if check.wrong else 5 if check.missing else 0
    counts = f"lines {len(check.heads)}, entries {check.plays}, draws {check.draws}, still closed {len(check.closed)}"
    print({0: "All holds", 4: "Something does not hold", 5: "Evidence is missing"}[code], counts, sep=": ")
    print(f"Head, to compare: {check.heads[-1].hex()}", *(check.wrong + check.missing)[:MOST_SAID], sep="\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
