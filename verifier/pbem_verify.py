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
MAYBE = {"absent", "ended", "fell", "muster", "opened", "over", "passed", "proofs", "shut"}
NOTE = {"before", "documents", "kind", "n", "state", "what"}
CHARTER = (
    "again anchors answers bots calendar components deadline edition fairness game hold muster names openers options"
    " pack pbem position powers press program referee revision scenario seats title windows"
)
HEADER = {"entry", "head", "kind", "seat"}
BY = {"answer": "answers", "petition": "petitions", "line": "lines"}  # the parts of a document, in order
WHOLE = {*BY.values(), "first", "kept"}  # what a document that was sealed may hold
SHAPES = {  # kind of document: what it must hold, and what it may
    "orders": ({"n"}, WHOLE | {"carries", "envelope", "pinch"}),
    "sealed": ({"closed", "n"}, set()),
    "word": ({"says"}, set()),
}
SAYS = {  # statement: what it holds, and may; whether the referee's word is enough; how many seats', if they may; where
    "silent": ({"who"}, set(), True, "alone", "play"),
    "anchor": ({"anchor", "who", "why"}, set(), True, "alone", "people"),
    "substitute": ({"anchor", "seat", "why"}, {"person"}, True, "alone", "people"),
    "referee": ({"anchor", "why"}, {"person"}, True, "all", "people"),
    "departed": ({"openers", "why"}, set(), True, "most", "people"),
    "restart": ({"who", "why"}, set(), False, "alone", "people"),
    "again": ({"silent", "why"}, set(), True, "most", "board"),
    "stands": ({"why"}, set(), True, "most", "board"),
    "correction": ({"patch", "why"}, set(), True, "all", "board"),
    "redo": ({"to", "why"}, set(), True, "all", "board"),
    "change": ({"why"}, {"options", "revision"}, True, "all", "board"),
    "ended": ({"why"}, set(), True, "all", "board"),
}


def parts_of(document):
    """The parts of a document with orders, by the names under which uses know them; they are numbered from 1."""
    rows = [(by, part) for by in BY for part in document.get(BY[by], [])]
    return dict(enumerate(rows, 1))


def is_number(value):
    return type(value) is int and 0 < value < 10**9


def in_order(rows):  # each once
    marks = [canon(row) for row in rows]
    return marks == sorted({*marks})


def has_good_parts(document, closed):
    """Whether parts, `kept` and `first` of a document have their form; closed: which lists may hold closed parts."""
    lists = [document[name] for name in WHOLE & {*document}]
    if not all(isinstance(rows, list) and rows for rows in lists) or len(canon(document)) > 2**16:
        return False
    parts, kept, first = parts_of(document), document.get("kept", []), document.get("first", [])
    names = [*kept, *(row[1:] for row in first)]
    return (
        len(parts) <= 300
        and all(isinstance(part, dict) and part for _, part in parts.values())
        and all("closed" not in part or by in closed and is_closed(part) for by, part in parts.values())
        and all(len(name) == 2 and all(map(is_number, name)) and name[0] < document["n"] for name in names)
        and len({*map(tuple, names)}) == len(names)
        and kept == sorted(kept)
        and [row[0] for row in first] == sorted({row[0] for row in first})
        and all(is_number(k) and parts.get(k, ("answer",))[0] != "answer" for k, *_ in first)
    )


def is_closed(part):
    return {*part} == {"closed"} and bool(unhex(part["closed"]))


class Line:
    """A line for later, or a petition: where it stands in the record, and from which line of it to which (`end`)."""

    def __init__(self, seat, start, d, k, by, part):
        self.start, self.end, self.by, self.part = start, None, by, part
        self.seat_place, self.mark = (seat, start, d["n"], k), (seat, d["entry"], d["n"], k)


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
        if self.heads and self.live[max(self.live)]:
            self.open_late(beside)
            for (seat, _, number, part), (_, n) in sorted(self.closed.items()):
                self.missing.append(f"line {n}: part {part} of document {number} of {seat} is still closed")

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
        self.due(where, line, kind="game", pbem="game/3")
        alone = set(line) == {"charter", "kind", "pbem"} and not signature and not {*charter} - {*CHARTER.split()}
        self.holds(alone, where, "holds more than a charter")
        self.id = th("charter", canon(charter))
        self.seats = charter["seats"]
        self.shared = {"sealed": False, "shared": True}[charter["fairness"]]
        self.referee = {"referee": "referee", None: None}[charter["referee"]]
        self.persons = [seat for seat in self.seats if seat not in charter.get("bots", [])]
        self.powers, self.openers, self.muster = charter["powers"], charter["openers"], charter["muster"]
        self.holds(type(self.muster) is bool and self.muster >= self.shared, f"{where}, muster", "must be true")
        self.veiled = {"answers": "closed"}.items() <= charter.items()  # answers are closed first
        self.holds("answers" not in charter or self.veiled and not self.referee, f"{where}, answers", "are not so")
        names = [*self.seats, "referee"]
        named = all(re.fullmatch("[a-z0-9._-]*[a-z._-][a-z0-9._-]*", name) for name in names)
        self.holds(named and len({*names}) == len(names) > 1, f"{where}, seats", "must be names, and differ")
        self.chains, self.keys, self.anchors = {}, {}, set()  # keys: {name: [(line after which it is in force, key)]}
        for name in sorted(charter["anchors"]):
            self.new_chain(where, name, charter["anchors"][name], 0)
        due = ({*self.persons} if self.shared else set()) | {self.referee} - {None}
        self.holds({*self.chains} == due, f"{where}, anchors", "must be of all who have a chain")
        self.holds(self.shared or self.referee, f"{where}, referee", "must be there where the dice are sealed")
        self.check_openers(where)
        self.live = {0: None}  # the lines that are not undone, and how the game was over after them
        self.numbers, self.since, self.floor = (dict.fromkeys(self.seats, 0) for _ in range(3))
        self.names, self.standing, self.closed, self.open, self.proven = (
            {},
            {},
            {},
            {},
            set(),
        )  # names: all there ever were
        self.defaults = []  # a sealer of two, until the next line of play
        self.salt = th("salt", unhex(charter.get("again", self.id.hex())))  # again: a game with the dice of that one
        self.heads.append(th("head", data))

    def check_openers(self, where):
        right = [] if self.referee else sorted(self.persons)
        self.holds(sorted(self.openers) == right, f"{where}, openers", "must be all persons, or with a referee nobody")

    def new_chain(self, where, name, anchor, n):
        self.chains.pop(name, None)
        self.keys.setdefault(name, []).append((n, None))
        if anchor:
            right = {*anchor} == {"first", "key", "n"} and is_number(anchor["n"]) and anchor["n"] <= 2**20
            self.holds(right, f"{where}, anchor of {name}", "is none")
            self.chains[name] = Chain(anchor, n)
            near = {*hashes(self.chains[name].known, 64), self.chains[name].key}
            self.holds(self.anchors.isdisjoint(near), f"{where}, anchor of {name}", "is of a secret used before")
            self.anchors |= near
            self.keys[name][-1] = n, self.chains[name].key

    def key_of(self, name, n):  # that `name` had before line n, or None
        return next((key for start, key in reversed(self.keys.get(name, [])) if start < n), None)

    def is_signed_by(self, name, tag, n, signature, *data):
        key, message = self.key_of(name, n), lp(f"pbem/v1/{tag}") + lp(self.id) + b"".join(map(lp, data))
        return signature == "" if key is None else is_signed(key, message, unhex(signature, 128))

    # a line

    def check_line(self, where, n, line):
        data, line, signature = split(line)
        self.due(where, line, before=self.heads[-1].hex(), n=n)
        self.heads.append(th("head", data))
        unhex(line["state"])
        play = {"play": True, "note": False}[line["kind"]]
        must, may = (PLAY, MAYBE) if play else (NOTE, {"came", "opened", "over"})
        right = must <= {*line} <= must | may and all(line.get(name, True) for name in may)
        self.holds(right, where, "has fields that say nothing, or other ones than such a line")
        (self.check_play if play else self.check_note)(where, n, line, signature, data)

    def check_documents(self, where, n, line, acting, speakers):
        """The orders of a line and its words; all well formed, signed, and in their order."""
        rows = line["documents"]
        order = [(d["seat"], d["kind"], canon(d)) for d, _ in rows]
        self.holds(order == sorted(order), f"{where}, documents", "do not stand in order")
        for i, (d, signature) in enumerate(rows, 1):
            place, seat = f"{where}, document {i}", d["seat"]
            word = {"word": True, "orders": False}[d["kind"]]
            self.check_form(place, d)
            right = seat in self.persons or (seat == self.referee if word else seat in speakers)
            self.holds(right, f"{place}, seat", "has no say")
            self.holds(self.shared or seat not in self.seats or not signature, place, "is of a seat without a key")
            signed = self.is_signed_by(seat, "document", n, signature, canon(d))
            self.holds(signed, f"{place}, signature", f"is none of {seat}")
            first = n if word or seat in acting or not self.shared else self.since[seat] + 1
            self.check_place(place, n, d, first)
            if "carries" in d:
                self.check_sealed(f"{place}, carries", n, *d["carries"])
        orders = [d for d, _ in rows if d["kind"] == "orders"]
        self.holds(len({d["seat"] for d in orders}) == len(orders), where, "has two documents of one seat")
        return orders, [d for d, _ in rows if d["kind"] == "word"]

    def check_form(self, place, d):
        must, may = SHAPES[d["kind"]]
        right = must | HEADER <= {*d} <= must | may | HEADER and len(canon(d)) <= 2**16
        self.holds(right and is_number(d.get("n", 1)), place, "has other fields than such a document, or too much")
        if d["kind"] == "orders":
            closed = {"answer", "line"} if self.referee else {"answer"} if self.veiled else ()
            self.holds(has_good_parts(d, closed), place, "has parts, or names of them, that cannot be")
            self.holds(0 < len(d.get("pinch", "x").encode()) <= 200, f"{place}, pinch", "is too long, or empty")

    def check_place(self, place, n, d, first):
        self.holds(first <= d["entry"] <= n, f"{place}, entry", "is not one that this seat may write for")
        self.holds(d["head"] == self.heads[d["entry"] - 1].hex(), f"{place}, head", "is not that head")

    def check_sealed(self, place, n, d, signature):
        self.holds(d["kind"] == "sealed", place, "must be a sealed document")
        self.check_form(place, d)
        self.check_place(place, n, d, n)
        unhex(d["closed"])
        self.holds(self.is_signed_by(d["seat"], "document", n, signature, canon(d)), place, "is not signed")

    def check_numbers(self, where, documents):
        for d in documents:
            seat, number = d["seat"], d["n"]
            self.holds(number > self.numbers[seat], f"{where}, documents", f"number {number} of {seat} does not rise")
        for d in documents:
            self.numbers[d["seat"]] = max(d["n"], self.numbers[d["seat"]])

    # what people say of one another

    def check_words(self, where, n, words, play):
        """The statements of the words in a line, in the order in which they act; each said by enough."""
        said = {}
        for d in words:
            self.holds(d["says"] and in_order(d["says"]), f"{where}, word of {d['seat']}", "is not in order")
            kinds = [SAYS[one["what"]][4] for one in d["says"]]
            right = "board" not in kinds if play else "silent" not in [one["what"] for one in d["says"]]
            right = right and (kinds == ["board"] or "board" not in kinds or d["says"][0]["what"] == "again")
            self.holds(right, f"{where}, word of {d['seat']}", "says what does not stand in such a line")
            for one in d["says"]:
                _, speakers = said.setdefault(canon(one), (one, []))
                self.holds(d["seat"] not in speakers, where, f"{d['seat']} says something twice")
                speakers.append(d["seat"])
        for one, speakers in said.values():
            must, may, referee, share, _ = SAYS[one["what"]]
            right = must | {"what"} <= {*one} <= must | may | {"what"}
            why = one.get("why", "x")
            self.holds(right and why.strip() == why and 0 < len(why) <= 2000, where, f"{one!a:.99} says something else")
            heard = len({*speakers} & {*self.persons})
            seats = heard == len(self.persons) if share == "all" else 2 * heard > len(self.persons)
            enough = referee and self.referee in speakers or seats and (share != "alone" or not self.referee)
            own = one["what"] == "anchor" and one["who"] in speakers
            self.holds(enough or own, where, f"{one['what']} stands on the word of too few")
        kinds = [*SAYS]
        found = [said[mark][0] for mark in sorted(said, key=lambda mark: (kinds.index(said[mark][0]["what"]), mark))]
        about = [one.get("who") or one.get("seat") or "referee" for one in found if SAYS[one["what"]][4] == "people"]
        self.holds(len({*about}) == len(about), where, "says two things of one seat")
        return found

    def take_people(self, where, n, says):
        """What was said on people acts from the next line on: who holds what; whether it musters; whose lines end."""
        muster, gone = False, set()
        for one in says:
            what, who = one["what"], one.get("who") or one.get("seat") or "referee"
            if what in ("anchor", "substitute", "referee", "departed"):
                had, anchor = who in self.chains, one.get("anchor")
                right = {
                    "anchor": had and anchor,
                    "substitute": who in self.seats and (self.shared or anchor is None),
                    "referee": anchor,
                    "departed": self.referee and self.shared,
                }
                self.holds(right[what], where, f"{what} cannot be said of {who!a:.80}")
                self.new_chain(where, who, anchor, n)
                muster = muster or had or bool(anchor)
            if what == "substitute":
                stays = one["anchor"] if self.shared else one.get("person")  # else nobody holds the seat from now on
                self.persons = [s for s in self.seats if s in self.persons and s != who or s == who and stays]
                kept = [s for s in self.openers if s in self.persons]
                self.openers = kept + [s for s in self.persons if not self.referee and s not in kept]
                gone |= {who}
            if what in ("referee", "departed"):
                self.referee, self.openers = ("referee" if what == "referee" else None), one.get("openers", [])
                gone |= {*self.seats}
                self.check_openers(where)
            if what in ("restart", "again"):
                last = [who] if what == "restart" else one["silent"]
                self.holds([s for s in self.seats if s in last] == last, where, f"{what} names nobody, or in no order")
                self.openers.sort(key=last.__contains__)
        return muster, gone

    # a line of play

    def check_play(self, where, n, line, signature, data):
        asked, (muster, self.muster) = line["asked"], (self.muster, False)
        self.holds(self.live[max(self.live)] is None, where, "comes after the end of the game")
        self.holds([s for s in self.persons if s in asked] == asked, f"{where}, asked", "must be persons, in order")
        decide = {*asked} - {*self.defaults}
        called = self.persons if muster else asked
        sealing = not self.referee and {*self.openers} <= decide
        says = self.check_words(where, n, [d for d, _ in line["documents"] if d["kind"] == "word"], True)
        silent = {one["who"] for one in says if one["what"] == "silent"}
        idle = [seat for seat in self.openers if seat not in decide]
        passed = [*itertools.takewhile(silent.__contains__, idle)]
        opener = self.referee or (self.openers[0] if sealing else [*idle, None][len(passed)])
        sent = {d["seat"] for d, _ in line["documents"] if d["kind"] == "orders"}
        veiled = {d["seat"] for d, _ in line["documents"] if self.is_veiled(d, asked)}
        opened = {row["seat"] for row in line.get("opened", []) if row["seat"] in veiled}
        shut = [seat for seat in asked if seat in veiled - opened]
        own = {opener} if sealing else set()
        late = {*shut} if self.shared else sent  # called silent, and yet a document is there
        absent = [seat for seat in called if seat in silent - own - late]
        self.due(where, line, muster=muster, opener=opener, passed=passed, absent=absent, shut=shut)
        self.holds({*shut} <= silent <= {*absent, *passed} | late, where, "calls somebody silent who is not, or not so")
        acting = {*called} - {*absent} - ({opener} - own)
        due = {*called} - {*absent, *passed, opener} if self.shared else set()
        moved = {one["seat"] for one in says if one["what"] == "substitute" and not self.shared}
        orders, _ = self.check_documents(where, n, line, acting, moved)
        self.check_numbers(where, [*orders, *(d["carries"][0] for d in orders[:1] if "carries" in d)])
        here = {d["seat"] for d in orders}
        self.holds(here.isdisjoint({*absent} | own), where, "has orders of the opener beside what it sealed, or absent")
        there = here >= {*called} - {*absent} or self.shared or not muster
        self.holds(there, where, "has not the documents of all who are called")
        for d in orders:
            parts = [part for by, part in parts_of(d).values() if by == "answer"]
            closed = {"closed" in part for part in parts}
            right = self.referee or closed <= {self.is_veiled(d, asked)}
            self.holds(right, f"{where}, document of {d['seat']}", "has answers that are closed, or are not")
        envelopes = self.check_envelopes(where, n, line, orders, due, muster)
        sealed = self.carried(where, orders, opener) if sealing and orders else None
        self.holds(sealed or not any("carries" in d for d in orders), where, "carries what none needs")
        self.check_proofs(where, n, line.get("proofs", []))
        self.check_draws(where, n, line, envelopes, muster)
        alone = opener if due == set() and not self.referee else None
        self.check_parts(where, n, line, orders, acting, sealed, alone, says)
        signed = self.is_signed_by(opener, "line", n, signature, self.heads[-2], self.heads[-1])
        self.holds(signature and signed, f"{where}, signature", f"is none of {opener}")
        for seat in called:
            self.since[seat], self.floor[seat] = n, self.numbers[seat]
        self.live[n] = line.get("ended")
        self.defaults = []
        self.plays += 1

    def is_veiled(self, d, asked):  # all its answers are closed first, and opened in a second mail
        several = self.veiled and not self.referee and len(asked) > 1
        return bool(several and d["kind"] == "orders" and d["seat"] in asked and d.get("answers"))

    def check_envelopes(self, where, n, line, orders, due, muster):
        """The envelopes of a line as ``{name: bytes}``: exactly those that are due, each the right one."""
        shown = {d["seat"]: unhex(d["envelope"]) for d in orders if "envelope" in d}
        for seat in sorted(due ^ {*shown}):
            words = "is missing" if seat in due else "is not due"
            self.holds(False, f"{where}, envelope of {seat}", words)
        shown[line["opener"]] = unhex(line["envelope"])
        for name in sorted(shown):
            fault = self.chains[name].fault(shown[name], n)
            self.holds(not fault, f"{where}, envelope of {name}", fault)
        pinches = {d["seat"]: d["pinch"] for d in orders if "pinch" in d}
        self.holds(not pinches or muster and not self.shared, where, "has words of a muster where none is")
        return shown | {seat: th("pinch", self.id, seat, u64(n), text) for seat, text in pinches.items()}

    def carried(self, where, orders, opener):
        """The opener's sealed document that all the others carry."""
        rows = [d.get("carries", [None])[0] for d in orders]
        right = all(row == rows[0] and row["seat"] == opener for row in rows)
        self.holds(right, where, "has documents that do not carry one and the same sealed document of the opener")
        return rows[0]

    def check_proofs(self, where, n, rows):
        self.holds(in_order(rows), f"{where}, proofs", "do not stand in order")
        for i, row in enumerate(rows, 1):
            place, seat, entry, what = f"{where}, proof {i}", row["seat"], row["entry"], row["what"]
            (one, _), (other, _) = row["two"]
            right = {*row} == {"before", "entry", "seat", "two", "what"} and is_number(entry) and entry < n
            right = right and row["before"] == self.heads[entry - 1].hex() and self.key_of(seat, entry)
            right = right and (entry, seat, what) not in self.proven and one != other and in_order(row["two"])
            self.proven.add((entry, seat, what))
            for item, signature in row["two"]:
                if what == "lines":
                    data = "line", entry, signature, self.heads[entry - 1], unhex(item)
                else:
                    kind, must = {"documents": ("orders", {"envelope"}), "seals": ("sealed", set())}[what]
                    self.check_form(place, item)
                    fits = must <= {*item} and repr(item["entry"]) == repr(entry) and item["head"] == row["before"]
                    right = right and item["kind"] == kind and item["seat"] == seat and fits
                    data = "document", entry, signature, canon(item)
                right = right and self.is_signed_by(seat, *data)
            self.holds(right, place, "does not prove that one key signed two of one thing")

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

    # what stands, what is over; what was closed, opened and used

    def check_parts(self, where, n, line, orders, acting, sealed, alone, says):
        """The documents of those who take part count before the entry is run, all others after it."""
        for d in orders:
            for k, (_, part) in parts_of(d).items():
                if "closed" in part:
                    self.closed[d["seat"], d["entry"], d["n"], k] = part["closed"], n
        if sealed:
            self.closed[sealed["seat"], n, sealed["n"], 0] = sealed["closed"], n
        opened = self.check_opened(where, line)
        own = [self.open[key] for key in opened if sealed and key == (sealed["seat"], n, sealed["n"], 0)]
        self.holds(own or not sealed, where, "does not open the sealed document")
        now = [d for d in orders if d["seat"] in acting] + [d for d in own if self.is_whole(d, sealed)]
        stood, left = {**self.standing}, set()
        for d in now:
            left |= self.lodge(n, d, stood)
        act = {one.seat_place: name for name, one in self.standing.items() if name not in left}
        answers = {
            (d["seat"], n, d["n"], k): part for d in now for k, (by, part) in parts_of(d).items() if by == "answer"
        }
        may_open = {*answers} | {self.standing[name].mark for name in act.values()}
        used = self.check_uses(where, n, line, act, answers, alone)
        for d in orders:
            left |= self.lodge(n, d, stood) if d not in now else set()
        right = line.get("ended") or {key for key in opened if key[3]} <= may_open
        self.holds(right, where, "opens what does not act in it")
        muster, gone = self.take_people(where, n, says)
        self.muster = muster or self.muster
        self.check_over(where, n, line, left | used | self.bereft(gone))

    def lodge(self, n, d, stood):
        """What a document brings stands from now on; what it left out of what its seat had is returned."""
        seat, first = d["seat"], {k: name for k, *name in d.get("first", [])}
        kept = {(seat, *name) for name in d.get("kept", [])}
        for k, (by, part) in parts_of(d).items():
            name = seat, *first.get(k, (d["n"], k))
            kept.add(name)
            if by != "answer" and name not in self.names and name[1] > self.floor[seat]:
                self.names[name] = self.standing[name] = Line(seat, n, d, k, by, part)
        return {name for name in stood if name[0] == seat and name not in kept}

    def value(self, key, part):  # None of what is closed still
        return self.open.get(key) if "closed" in part else part

    def check_uses(self, where, n, line, act, answers, alone):
        """What answered, or fell, is of somebody who acts here; the names that are over by that."""
        over, seen = set(), set()
        rows = [(f"used {i}", row, row["by"]) for i, row in enumerate(line["used"], 1)]
        rows += [(f"fell {i}", row, None) for i, row in enumerate(line.get("fell", []), 1)]
        for place, row, by in rows:
            place, seat = f"{where}, {place}", row["seat"]
            must, may = ({"by", "question", "seat"}, {"value"}) if by else ({"rules", "seat"}, set())
            must = must if by in ("default", "forced") else must | {"document", "entry", "line"}
            self.holds(must <= {*row} <= must | may and seat in self.seats, place, "has other fields, or is of no seat")
            if by in ("default", "forced"):
                continue
            key = seat, row["entry"], row["document"], row["line"]
            name = act.get(key)
            one = self.standing.get(name)
            part = self.value(one.mark, one.part) if one else self.value(key, answers.get(key, {"closed": 0}))
            if part is None:
                self.holds(False, place, "stands in no document that acts here, or is closed")
                continue
            kind = one.by if one else "answer"
            kind = "standing" if kind == "line" and "when" in part else kind
            self.holds(by in (kind, None), place, "is not of that kind")
            self.holds(self.powers.get(part.get("power")) == seat, place, "is an order for a power of another seat")
            self.holds(seat != alone, place, "is of the opener, whose envelope is the only one")
            open_to = seat in line["asked"] and seat not in self.defaults
            self.holds(by != "answer" or open_to, place, "answers where the seat is not asked")
            self.holds(kind not in ("line", "petition") or key not in seen, place, "was used before")
            seen.add(key)
            over |= {name} if kind in ("line", "petition") else set()
        return over

    def bereft(self, gone):  # the closed lines of whoever is gone
        rows = self.standing.items()
        return {name for name, one in rows if name[0] in gone and self.value(one.mark, one.part) is None}

    def check_over(self, where, n, line, due):
        rows = [(row["seat"], row["document"], row["line"]) for row in line.get("over", [])]
        right = rows == sorted({*rows}) and all({*row} == {"document", "line", "seat"} for row in line.get("over", []))
        self.holds(right and {*rows} <= {*self.standing}, f"{where}, over", "names what did not stand, or in no order")
        for name in sorted(due - {*rows}):
            self.holds(False, f"{where}, over", f"does not name {name}")
        for name in {*rows} & {*self.standing}:
            self.standing.pop(name).end = n

    def check_opened(self, where, line):
        rows, keys = line.get("opened", []), []
        order = [(row["seat"], row["document"], row["part"]) for row in rows]
        self.holds(order == sorted(order), f"{where}, opened", "does not stand in order")
        for i, row in enumerate(rows, 1):
            key, mark = self.mark_of(row)
            self.holds(
                self.closed.pop(key, (0,))[0] == mark, f"{where}, opened {i}", "was not closed, or is open already"
            )
            self.open[key] = row["whole"]
            keys.append(key)
        return keys

    def open_late(self, rows):
        """What was opened after the end, in a file beside the game: what opens nothing counts for nothing."""
        for row in rows:
            try:
                key, mark = self.mark_of(row)
                if self.closed.get(key, (0,))[0] == mark:
                    del self.closed[key]
            except MALFORMED:
                continue

    def mark_of(self, row):
        seat, *place = key = row["seat"], row["entry"], row["document"], row["part"]
        if {*row} != {"document", "entry", "nonce", "part", "seat", "whole"} or bool in map(type, place):
            raise ValueError("is no opening")
        return key, th("seal", self.id, seat, *map(u64, place), unhex(row["nonce"]), canon(row["whole"])).hex()

    def is_whole(self, d, sealed):
        """Whether what the opener sealed has the form of its orders document; else it has said nothing."""
        fixed = {**{name: sealed[name] for name in ("seat", "entry", "head", "n")}, "kind": "orders"}
        try:
            right = canon({**d, **fixed}) == canon(d) and {*d} <= {*fixed} | WHOLE
            return right and has_good_parts(d, ())
        except MALFORMED:
            return False

    # a note

    def check_note(self, where, n, line, signature, data):
        what, came, over = line["what"], line.get("came", []), self.live[max(self.live)]
        self.holds(over is None or what in ("redo", "stands"), where, "comes after the end of the game")
        right = in_order(came) and all(seat in self.seats and is_number(number) for seat, number in came)
        self.holds(right, f"{where}, came", "does not list documents in order")
        self.holds("opened" not in line or what == "ended", where, "opens what is closed")
        acting = {d["seat"] for d, _ in line["documents"]} if what == "seals" else set()
        orders, words = self.check_documents(where, n, line, acting, acting)
        speakers = {d["seat"] for d in words}
        if what == "seals":
            speakers = self.check_seals(where, n, orders, words)
            says = []
        else:
            says = self.check_words(where, n, words, False)
            kinds = [one["what"] for one in says if SAYS[one["what"]][4] == "board"]
            self.holds(kinds == [what] and not orders, where, "does not stand on words that say the same")
        keyed = [name for name in sorted(speakers) if self.key_of(name, n)]
        signed = any(self.is_signed_by(name, "line", n, signature, *self.heads[-2:]) for name in keyed if signature)
        self.holds(signed or not keyed and not signature, f"{where}, signature", "is of nobody whose word stands in it")
        self.check_opened(where, line)
        stood = {**self.standing}
        if what == "redo":
            over = self.go_back(where, says[0]["to"])
        _, gone = self.take_people(where, n, says)
        self.muster = True
        if what == "redo":
            after, self.standing = self.standing, stood
            self.check_over(where, n, line, {*stood} - {*after})
            self.holds({*self.standing} <= {*after}, f"{where}, over", "names what stands again")
            self.standing = after
        else:
            self.check_over(where, n, line, self.bereft(gone))
        self.live[n] = {"by": "given-up"} if what == "ended" else over

    def go_back(self, where, to):
        """What stood after line `to` stands again, but for closed lines of keys that changed; how the game was over."""
        self.holds(type(to) is int and to in self.live and to < max(self.live), f"{where}, to", "is no line to go to")
        self.live = {m: self.live[m] for m in self.live if m <= to}
        n, self.standing = len(self.heads), {}
        for name, one in self.names.items():
            same = all(self.key_of(who, to + 1) == self.key_of(who, n) for who in (name[0], "referee"))
            there = one.start <= to and (one.end is None or one.end > to)
            if there and (same or self.value(one.mark, one.part) is not None):
                self.standing[name], one.end = one, None
            else:
                one.end = one.end or n
        return self.live[to]

    def check_seals(self, where, n, orders, words):
        """Two documents that carry two seals of the opener: they use up numbers, and it has its defaults next."""
        seals = [d["carries"][0] for d in orders]
        opener = self.openers[0]
        right = len(orders) == 2 and not words and seals[0] != seals[1] and {d["seat"] for d in seals} == {opener}
        self.holds(right and opener not in [d["seat"] for d in orders], where, "does not hold two seals of the opener")
        for d in orders:
            fault = self.chains[d["seat"]].fault(unhex(d["envelope"]), n)
            self.holds(not fault, f"{where}, envelope of {d['seat']}", fault)
        self.check_numbers(where, [*orders, *seals])
        self.defaults = [opener]
        return {opener, *(d["seat"] for d in orders)}


def contents(path, most):
    if not os.path.isfile(path) or os.path.getsize(path) > most:
        raise ValueError(f"{path!a:.200}: no file, or too large")
    with open(path, "rb") as file:
        return file.read(most)


def openings_beside(path):
    """The openings in a file beside the game, written by whoever could after the end; none of a file that is none."""
    try:
        value = json.loads(contents(path, MOST_LINE))
        return value["openings"] if value["pbem"] == "openings/1" and isinstance(value["openings"], list) else []
    except (OSError, RecursionError, *MALFORMED):
        return []


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
    heads = [head.hex() for head in check.heads[-1:]]
    print("Head, to compare:", *heads, *(check.wrong + check.missing)[:MOST_SAID], sep="\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
