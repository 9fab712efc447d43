"""Check a pbem game without pbem: python3 pbem_verify.py GAME [--head HEX]

A game file is a list of lines: the charter, then one for each entry or note.  Each holds what people sent, signed, and
what followed, names the hash (head) of the line before, and is signed.  Everybody's secret makes a chain of envelopes:
number k is the SHA-256 of number k+1, number 0 stands in the charter.  The envelopes of an entry make its dice.

Recomputed here: hashes, signatures, draws; who had to send an envelope, may have opened, been absent or passed over;
that what was used counted, and what closed parts open to.  Left to `pbem verify`: rules and robots.  No file tells who
holds a key, and whether there is another line: compare heads (HEX: of another player).

Exit code 0: all holds; 4: something does not, or GAME cannot be read; 5: evidence is missing; 2: wrong usage.
"""

import argparse
import contextlib
import functools
import hashlib
import hmac
import itertools
import json
import os
import re
import types

MOST_BYTES, MOST_LINE, MOST_SAID = 64 * 2**20, 16 * 2**20, 200
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False)
KEYS = set()  # those that were found good
MALFORMED = LookupError, TypeError, ValueError, AttributeError, ArithmeticError


def u64(number):
    return number.to_bytes(8, "big")


def lp(part):  # a part behind its length: no two lists of parts look alike
    part = part.encode() if isinstance(part, str) else part
    return u64(len(part)) + part


def th(tag, *parts):
    return hashlib.sha256(lp("pbem/v1/" + tag) + b"".join(map(lp, parts))).digest()


def canon(value):
    return ENCODER.encode(value).encode()


def loads(data):
    """The value of canonical JSON; ValueError for what could be read, or written, in two ways."""

    def whole(text):  # int() refuses a float
        number = int(text) if len(text) <= 17 else 2**53
        if abs(number) >= 2**53:
            raise ValueError(f"{text:.20} is no integer below 2**53")
        return number

    def unique(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key stands twice")
        for name in () if KEYS.issuperset(found) else found.keys() - KEYS:
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
    """``(object bytes, object, signature)`` of a line: the object is a slice of it, never made anew."""
    if len(line) > MOST_LINE:
        raise ValueError(f"has {len(line)} bytes")
    found = re.fullmatch(rb'\[(\{.*\}),"((?:[0-9a-f]{128})?)"\]', line, re.DOTALL)
    return found[1], loads(found[1]), found[2].decode()


# -- signatures (RFC 8032), and the one rule that says which of them count --

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, BASE = -121665 * pow(121666, -1, P) % P, b"X" + 31 * b"f"  # y = 4/5


def added(one, other):  # points as (X, Y, Z) with x = X/Z, y = Y/Z of -xx + yy = 1 + Dxxyy; right for all pairs
    (a, b, c), (d, e, f) = one, other
    z, x, y = c * f % P, a * d % P, b * e % P
    t, cross = D * x * y % P, (a + b) * (d + e) - x - y
    m, p = z * z - t, z * z + t
    return z * m * cross % P, z * p * (y + x) % P, m * p % P


def point(data):
    """The point that 32 bytes write; ValueError if there is none, or it is written oddly, or of small order."""
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, P // 4, P) % P  # root of -1
    found = (x if x % 2 == sign else P - x, y, 1)
    if len(data) != 32 or y >= P or x * x % P != square or functools.reduce(added, [found] * 8)[0] == 0:
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
    return len(signature) == 64 and s < L and again == r and functools.reduce(added, [found] * 8)[0] != 0


def hashes(value, times):  # a value, its hash, the hash of that, and so on
    return itertools.accumulate(range(times), lambda one, _: hashlib.sha256(one).digest(), initial=value)


def entry_key(envelopes, salt, entry, muster):  # the salt from now on, and the key of the entry
    mix = th("mix", *(part for name in sorted(envelopes) for part in (name, envelopes[name])))
    salt = th("salt", salt, u64(entry), mix) if muster else salt
    return salt, hmac.digest(mix, th("ctx", salt, u64(entry), b""), "sha256")


def drawn(key, label, use, what, many):
    """What a use of a label gives: `3d6` dice, `2of9` indices among those left, `1<100` numbers in decimal."""
    count, kind, size = re.fullmatch("([1-9][0-9]{0,8}|0)(d|of|<)([1-9][0-9]{0,19})", what).groups()
    event, size = hmac.digest(key, b"pbem/v1/event" + lp(label) + u64(use), "sha256"), int(size)
    if int(count) != many or size > 2**64 or kind == "of" and many > size:
        raise ValueError(f"{what} has not {many} results")
    blocks = (hmac.digest(event, u64(j), "sha256") for j in itertools.count())
    words = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in range(0, 32, 8))
    sizes = (size - i if kind == "of" else size for i in range(many))  # words of the last, incomplete part are left
    found = [next(word for word in words if word < 2**64 - 2**64 % n) % n for n in sizes]
    return [one + 1 for one in found] if kind == "d" else found if kind == "of" else [*map(str, found)]


PLAY = {"before", "documents", "kind", "n", "state", "asked", "draws", "envelope", "opener", "steps", "used"}
MAYBE = {"absent", "ended", "fell", "muster", "opened", "over", "passed", "proofs", "shut"}
NOTE = {"before", "documents", "kind", "n", "state", "what"}
CHARTER = (
    "again allies anchors answers bots calendar components deadline edition fairness game hold late muster names"
    " openers options pack pbem position powers press program referee revision robots scenario seats title windows"
)
HEADER, PLACE = {"entry", "head", "kind", "seat"}, {"document", "entry", "line"}
BY = {"answer": "answers", "petition": "petitions", "line": "lines"}
WHOLE = {*BY.values(), "first", "kept"}  # what a document that was sealed may hold
SHAPES = {"sealed": ({"closed", "n"}, set()), "word": ({"says"}, set())}
SHAPES["orders"] = {"n"}, WHOLE | {"carries", "envelope", "link", "no", "pinch"}
SAYS = {  # statement: what it holds, and may; is a referee's word enough; how many seats' (alone: without him); where
    "silent": ({"who"}, set(), True, "alone", "play"),
    "anchor": ({"anchor", "who", "why"}, set(), True, "alone", "people"),
    "substitute": ({"anchor", "seat", "why"}, {"person", "robot"}, True, "alone", "people"),
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


def parts_of(d):  # the parts of a document with orders, each with how uses name its kind; they are numbered from 1
    return dict(enumerate([(by, part) for by in BY for part in d.get(BY[by], [])], 1))


def marks_of(value):  # C of what is closed in a part
    if isinstance(value, dict) and {*value} == {"closed"}:
        return {value["closed"]}
    rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return set().union(*map(marks_of, rows))


def is_number(value):
    return type(value) is int and 0 < value < 10**9


def in_order(rows):  # each once
    return [*map(canon, rows)] == sorted({*map(canon, rows)})


def is_good(d, closed):
    """Whether parts and names of a document have their form; closed: which parts may be closed."""
    parts, kept, first = parts_of(d), d.get("kept", []), d.get("first", [])
    names, numbers, no = [*kept, *(row[1:] for row in first)], [row[0] for row in first], d.get("no", 1)
    shut = [(by, part) for by, part in parts.values() if "closed" in part]
    pieces = {by for by, part in parts.values() if marks_of(part)}
    right = all(isinstance(d[name], list) and d[name] for name in WHOLE & {*d}) and len(parts) <= 300 and is_number(no)
    right = right and all(isinstance(part, dict) for _, part in parts.values()) and 0 < no <= 10**6
    right = right and all({*part} == {"closed"} and unhex(part["closed"]) for by, part in shut) and pieces <= {*closed}
    right = right and len({*map(tuple, names)}) == len(names) and numbers == sorted({*numbers}) and kept == sorted(kept)
    right = right and all(len(name) == 2 and all(map(is_number, name)) and name[0] < d["n"] for name in names)
    return right and all(is_number(k) and parts.get(k, ("answer",))[0] != "answer" for k in numbers)


class Check:
    """One walk through the lines: what is `wrong` and what is `missing`, in the order found."""

    def __init__(self, data, beside=()):
        self.wrong, self.missing, self.heads, self.draws, self.plays, self.closed = [], [], [], 0, 0, {}
        *lines, rest = data.split(b"\n")
        self.holds(not rest, "file", "does not end with a whole line")
        for n, line in enumerate(lines):
            if len(self.heads) < n or len(self.wrong) > 20:
                self.wrong.append(f"line {n}: this and all after it were not looked at")
                break
            try:
                (self.check_line if n else self.check_first)(f"line {n}", n, *split(line))
            except MALFORMED as error:
                self.wrong.append(f"line {n}: is malformed ({type(error).__name__}: {error!s:.99})")
        if not self.wrong and self.live[max(self.live)]:
            for row in [*beside] * 3:  # pieces come after what they are in
                with contextlib.suppress(RecursionError, *MALFORMED):
                    self.opens(row)
            for seat, n, number, part in sorted(self.closed.values()):
                self.missing.append(f"entry {n}: part {part} of document {number} of {seat} is still closed")

    def holds(self, true, place, words):
        if not true:
            self.wrong.append(f"{place}: {words}")

    def due(self, where, value, **right):
        for name, item in right.items():  # compared as text, as for Python 1 is true; what says nothing is left out
            self.holds(repr(value.get(name, type(item)())) == repr(item), f"{where}, {name}", f"must be {item!a:.200}")

    def check_first(self, where, _, data, line, signature):
        charter, self.heads = line["charter"], [th("head", data)]
        self.due(where, line, kind="game", pbem="game/3")
        alone = {*line} == {"charter", "kind", "pbem"} and not signature and {*charter} <= {*CHARTER.split()}
        self.holds(alone, where, "holds more than a charter")
        self.id, self.seats = th("charter", canon(charter)), charter["seats"]
        self.shared = {"sealed": False, "shared": True}[charter["fairness"]]
        self.referee = {"referee": "referee", None: None}[charter["referee"]]
        self.persons = [seat for seat in self.seats if seat not in charter.get("bots", [])]
        self.powers, self.openers, self.muster = charter["powers"], charter["openers"], charter["muster"]
        self.holds(type(self.muster) is bool and self.muster >= self.shared, f"{where}, muster", "must be true")
        self.veiled = charter.get("answers") == "closed"  # answers are closed until all have come
        self.holds("answers" not in charter or self.veiled and not self.referee, f"{where}, answers", "are not so")
        names = [*self.seats, "referee"]
        right = all(re.fullmatch("(?![0-9]+$)[a-z0-9._-]+", name) for name in names) and len({*names}) == len(names) > 1
        self.holds(right, f"{where}, seats", "must be names, and differ")
        self.chains, self.keys, self.anchors = {}, {}, set()  # keys: {name: [(line after which it is in force, key)]}
        robots = {f"robot of {seat}": one["chain"] for seat, one in charter.get("robots", {}).items()}
        for name, anchor in sorted({**charter["anchors"], **robots}.items()):
            self.new_chain(where, name, anchor, 0)
        due = {*(self.persons if self.shared else robots.keys() & map("robot of ".__add__, self.persons))}
        self.holds(
            {*self.chains} == due | {self.referee} - {None}, f"{where}, anchors", "must be of all who have a chain"
        )
        self.holds(self.shared or self.referee, f"{where}, referee", "must be there where the dice are sealed")
        self.check_openers(where)
        self.live, self.defaults = {0: None}, []  # lines that stand, and how it was over; a sealer of two, until a play
        self.numbers, self.since, self.floor = (dict.fromkeys(self.seats, 0) for _ in range(3))
        self.names, self.standing, self.open, self.proven = {}, {}, {}, set()
        self.salt = th("salt", unhex(charter.get("again", self.id.hex())))  # again: a game with the dice of that one

    def check_openers(self, where):
        right = sorted(self.openers) == ([] if self.referee else sorted(self.persons))
        self.holds(right, f"{where}, openers", "must be all persons, or with a referee nobody")

    def new_chain(self, where, name, anchor, n):
        self.chains.pop(name, None)
        self.keys.setdefault(name, []).append((n, anchor and unhex(anchor["key"])))
        if anchor:
            first, key, length = unhex(anchor["first"]), unhex(anchor["key"]), anchor["n"]
            right = {*anchor} == {"first", "key", "n"} and is_number(length) and length <= 2**20 and point(key)
            self.holds(right, f"{where}, anchor of {name}", "is none")
            self.chains[name] = types.SimpleNamespace(base=n, at=0, known=first, length=length)
            near = {*hashes(first, 64), key}
            self.holds(self.anchors.isdisjoint(near), f"{where}, anchor of {name}", "is of a secret used before")
            self.anchors |= near

    def key_then(self, name, n):  # before line n, or None
        return next((key for start, key in reversed(self.keys.get(name, [])) if start < n), None)

    def is_signed_by(self, name, tag, n, signature, *data):
        key = self.key_then(name, n)
        message = lp(f"pbem/v1/{tag}") + lp(self.id) + b"".join(map(lp, data))
        return is_signed(key, message, unhex(signature, 128)) if key and signature else not key and not signature

    def fits(self, where, name, link, n):
        """Whether an envelope is the one due: as many hashes as entries since lead to the last one shown."""
        chain, due = self.chains[name], n - self.chains[name].base
        *_, value = hashes(link, due - chain.at)
        right = value == chain.known and due <= chain.length
        self.holds(right, f"{where}, envelope of {name}", "is not the one due, or the chain has ended")
        chain.at, chain.known = (due, link) if right else (chain.at, chain.known)
        self.anchors.add(link)

    def check_line(self, where, n, data, line, signature):
        self.due(where, line, before=self.heads[-1].hex(), n=n)
        self.heads.append(th("head", data))
        play = {"play": True, "note": False}[unhex(line["state"]) and line["kind"]]
        must, may = (PLAY, MAYBE) if play else (NOTE, {"came", "opened", "over"})
        right = must <= {*line} <= must | may and all(line.get(name, True) for name in may)
        self.holds(right, where, "has fields that say nothing, or other ones than such a line")
        (self.check_play if play else self.check_note)(where, n, line, signature)

    def check_documents(self, where, n, line, acting, speakers):
        """The orders of a line; they, its words and what they carry have form, signature and order."""
        order = [(d["seat"], d["kind"], canon(d)) for d, _ in line["documents"]]
        orders = [d for d, _ in line["documents"] if d["kind"] == "orders"]
        right = order == sorted(order) and len({d["seat"] for d in orders}) == len(orders)
        self.holds(right, f"{where}, documents", "do not stand in order, or two are of one seat")
        rows = [(f"{where}, document {i}", *row) for i, row in enumerate(line["documents"], 1)]
        rows += [(f"{place}, carries", *d["carries"]) for place, d, _ in rows if "carries" in d]
        for place, d, signature in rows:
            seat, kind = d["seat"], d["kind"]
            self.check_form(place, d)
            right = seat in self.persons or (seat == self.referee if kind == "word" else seat in speakers)
            self.holds(right and (kind == "sealed") == ("carries" in place), place, "has no say, or is of another kind")
            right = self.is_signed_by(seat, "document", n, signature, canon(d))
            self.holds(right, f"{place}, signature", f"is none of {seat}")
            older = kind == "orders" and seat not in acting and self.shared
            first = self.since[seat] + 1 if older else n
            right = first <= d["entry"] <= n and d["head"] == self.heads[d["entry"] - 1].hex()
            self.holds(right, f"{place}, entry", "is not one that this seat may write for, or has another head")
            self.holds(kind == "word" or d["n"] > self.numbers[seat], f"{place}, n", "does not rise")
        for _, d, _ in rows:
            self.numbers[d["seat"]] = max(d.get("n", 0), self.numbers.get(d["seat"], 0))
        return orders

    def check_form(self, place, d):
        must, may = SHAPES[d["kind"]]
        right = must | HEADER <= {*d} <= must | may | HEADER and len(canon(d)) <= 2**16 and is_number(d["entry"])
        self.holds(right and is_number(d.get("n", 1)), place, "has other fields than such a document, or too much")
        unhex(d.get("closed", self.id.hex()))
        closed = {"answer", "line"} if self.referee else {"answer"} if self.veiled else ()
        self.holds(is_good(d, closed), place, "has parts, or names of them, that cannot be")
        own = ("closed" in part or self.powers.get(part.get("power")) == d["seat"] for _, part in parts_of(d).values())
        self.holds(all(own), place, "has an order for a power of another seat")
        self.holds(0 < len(d.get("pinch", "x").encode()) <= 200, f"{place}, pinch", "is too long, or empty")

    def check_words(self, where, line, play):
        """The statements of the words in a line, as they act in turn; each said by enough."""
        said, kinds = {}, [*SAYS]
        for d in [d for d, _ in line["documents"] if d["kind"] == "word"]:
            whats = [one["what"] for one in d["says"]]
            places = {SAYS[what][4] for what in whats}
            right = "board" not in places if play else "play" not in places
            right = right and (whats[1:] == [] or "board" not in places or "again" in whats) and in_order(d["says"])
            self.holds(right and whats, f"{where}, word of {d['seat']}", "says what cannot stand so in such a line")
            for what, one in zip(whats, d["says"]):
                speakers = said.setdefault((kinds.index(what), canon(one)), (one, []))[1]
                self.holds(d["seat"] not in speakers, where, f"{d['seat']} says something twice")
                speakers.append(d["seat"])
        found, about = [one for _, (one, _) in sorted(said.items())], []
        for one, speakers in said.values():
            must, may, referee, share, place = SAYS[one["what"]]
            right, why = must | {"what"} <= {*one} <= must | may | {"what"}, one.get("why", "x")
            self.holds(right and why.strip() == why and 0 < len(why) <= 2000, where, f"{one!a:.99} is no statement")
            heard = len({*speakers} & {*self.persons})
            enough = heard == len(self.persons) if share == "all" else 2 * heard > len(self.persons)
            enough = enough and (share != "alone" or not self.referee) or referee and self.referee in speakers
            enough = enough or one["what"] == "anchor" and one["who"] in speakers
            self.holds(enough, where, f"{one['what']} stands on the word of too few")
            about += [one.get("who", one.get("seat", "referee"))] if place == "people" else []
        self.holds(len({*about}) == len(about), where, "says two things of one seat")
        return found

    def take_people(self, where, n, says):
        """What was said on people acts from the next line on; whose closed lines are over by that."""
        gone, ban = set(), "robot" if self.shared else "anchor"
        for one in says:
            what, who, anchor = one["what"], one.get("who", one.get("seat", "referee")), one.get("anchor")
            if what in ("anchor", "substitute", "referee", "departed"):
                right = who in self.chains and (anchor or what == "departed" and self.shared)
                right = right if what != "substitute" else who in self.seats and not one.get(ban)
                self.holds(right, where, f"{what} cannot be said of {who!a:.80}")
                self.muster = self.muster or who in self.chains or bool(anchor)
                self.new_chain(where, who, anchor, n)
            if what == "substitute":
                self.new_chain(where, f"robot of {who}", one.get("robot", {}).get("chain"), n)
                stays = anchor if self.shared else one.get("person")
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
                self.openers = sorted(self.openers, key=last.__contains__)
        return gone

    def check_play(self, where, n, line, signature):
        asked, muster, self.muster = line["asked"], self.muster, False
        right = self.live[max(self.live)] is None and "by" in line.get("ended", {"by": ""})
        self.holds(right, where, "comes after the end of the game, or ends it by nothing")
        self.holds([s for s in self.persons if s in asked] == asked, f"{where}, asked", "must be persons, in order")
        called = self.persons if muster else asked
        idle = [s for s in self.openers if s not in asked or s in self.defaults]
        sealing = not self.referee and not idle  # all who could open are asked
        says = self.check_words(where, line, True)
        silent = {one["who"] for one in says if one["what"] == "silent"}
        passed = [*itertools.takewhile(silent.__contains__, idle)]
        opener = self.referee or (self.openers[0] if sealing else [*idle, None][len(passed)])
        sent = {d["seat"]: d for d, _ in line["documents"] if d["kind"] == "orders"}
        several = self.veiled and not self.referee and len(asked) > 1
        veiled = [s for s in asked if several and "answers" in sent.get(s, ())]
        shut = [s for s in veiled if s not in [row["seat"] for row in line.get("opened", [])]]
        own = {opener} if sealing else set()
        late = {*shut} if self.shared else {*sent}
        absent = [s for s in called if s in silent - own - late]
        self.due(where, line, muster=muster, opener=opener, passed=passed, absent=absent, shut=shut)
        self.holds({*shut} <= silent <= {*absent, *passed} | late, where, "calls somebody silent who is not, or not so")
        acting = {*called, *(() if self.shared else sent)} - {*absent} - ({opener} - own)
        due = {*called} - {*absent, *passed, opener} if self.shared else set()
        moved = {one["seat"] for one in says if one["what"] == "substitute" and not self.shared}
        orders = self.check_documents(where, n, line, acting, moved)
        right = {*sent}.isdisjoint({*absent} | own) and ({*sent} >= {*called} - {*absent} or self.shared or not muster)
        self.holds(right, where, "has a document of the absent, or beside what was sealed, or lacks one")
        envelopes = self.check_envelopes(where, n, line, orders, due, muster)
        carried = [d["carries"][0] if "carries" in d else None for d in orders]
        right = all(d == carried[0] and (d["seat"] == opener if sealing and d else d is None) for d in carried)
        right = right and (not sealing or None not in carried)
        self.holds(right, where, "has documents that do not carry one and the same sealed document of the opener")
        self.check_proofs(where, n, line.get("proofs", []))
        self.check_draws(where, n, line, envelopes, muster)
        sealed, alone = carried[0] if carried else None, None if due or self.referee else opener
        gone = self.check_parts(where, n, line, orders, acting, sealed, alone)
        for s, d in sent.items():
            marks = [part.get("closed") for by, part in parts_of(d).values() if by == "answer"]
            opens, closed = {mark in self.open for mark in marks}, {mark is not None for mark in marks}
            right = self.referee or closed <= {s in veiled} and (s not in veiled or opens == {s not in shut})
            self.holds(right, f"{where}, document of {s}", "has answers that are closed, or open, and may not be")
        right = signature and self.is_signed_by(opener, "line", n, signature, *self.heads[-2:])
        self.holds(right, f"{where}, signature", f"is none of {opener}")
        self.since |= dict.fromkeys(called, n)
        self.floor |= {s: self.numbers[s] for s in called}
        self.live[n], self.defaults, self.plays = line.get("ended"), [], self.plays + 1
        self.bury(where, n, line, gone | self.bereft(self.take_people(where, n, says)))

    def check_envelopes(self, where, n, line, orders, due, muster):
        """The envelopes of a line as ``{name: bytes}``: exactly those that are due, each the right one."""
        shown = {d["seat"]: unhex(d["envelope"]) for d in orders if "envelope" in d}
        shown |= {f"robot of {d['seat']}": unhex(d["link"]) for d in orders if "link" in d}
        for s in sorted((due | self.chains.keys() & {f"robot of {d['seat']}" for d in orders}) ^ {*shown}):
            self.holds(False, f"{where}, envelope of {s}", "is not due" if s in shown else "is missing")
        shown[line["opener"]] = unhex(line["envelope"])
        for name in sorted(shown):
            self.fits(where, name, shown[name], n)
        pinches = {d["seat"]: th("pinch", self.id, d["seat"], u64(n), d["pinch"]) for d in orders if "pinch" in d}
        self.holds(not pinches or muster and not self.shared, where, "has words of a muster where none is")
        return {name: link for name, link in shown.items() if " " not in name} | pinches

    def check_proofs(self, where, n, rows):
        self.holds(in_order(rows), f"{where}, proofs", "do not stand in order")
        for i, row in enumerate(rows, 1):
            seat, entry, what, ((one, _), (other, _)) = row["seat"], row["entry"], row["what"], row["two"]
            right = {*row} == {"before", "entry", "seat", "two", "what"} and is_number(entry) and entry < n
            right = right and row["before"] == self.heads[entry - 1].hex() and (entry, seat, what) not in self.proven
            right = right and one != other and in_order(row["two"])
            self.proven.add((entry, seat, what))
            for item, signature in row["two"]:
                data = ["line", self.heads[entry - 1], unhex(item)] if what == "lines" else ["document", canon(item)]
                if what != "lines":
                    kind, must = {"documents": ("orders", "envelope"), "seals": ("sealed", "closed")}[what]
                    self.check_form(f"{where}, proof {i}", item)
                    right = right and item["kind"] == kind and item["seat"] == seat and must in item
                    right = right and item["entry"] == entry and item["head"] == row["before"]
                right = right and signature and self.is_signed_by(seat, data[0], entry, signature, *data[1:])
            self.holds(right, f"{where}, proof {i}", "does not prove that one key signed two of one thing")

    def check_draws(self, where, n, line, envelopes, muster):
        (self.salt, key), uses = entry_key(envelopes, self.salt, n, muster), {}
        for i, (label, what, result) in enumerate(line["draws"], 1):
            base = label.partition("#")[0]
            uses[base], self.draws = uses.get(base, 0) + 1, self.draws + 1
            right = base if uses[base] == 1 else f"{base}#{uses[base]}"
            place = f"{where}, draw {i} ({label!a:.130})"
            self.holds(re.fullmatch("[a-z0-9._/-]{1,120}", base) and label == right, place, "has a wrong label")
            wanted = drawn(key, base, uses[base], what, len(result))
            self.holds(repr(result) == repr(wanted), place, f"must give {wanted!a:.200}")

    def check_parts(self, where, n, line, orders, acting, sealed, alone):
        """Documents of those who take part count before the entry, others after it; the names over by that."""
        for one, (k, (_, part)) in [(d, row) for d in orders for row in parts_of(d).items()]:
            self.closed |= dict.fromkeys(marks_of(part), (one["seat"], one["entry"], one["n"], k))
        self.closed |= {sealed["closed"]: (sealed["seat"], n, sealed["n"], 0)} if sealed else {}
        seal, opened = sealed and sealed["closed"], self.check_opened(where, line)
        self.holds(not sealed or seal in opened, where, "does not open the sealed document")
        whole = [self.open[seal]] if seal in opened and self.is_whole(self.open[seal], sealed) else []
        now, stood = [d for d in orders if d["seat"] in acting] + whole, {**self.standing}
        left = set().union(*(self.lodge(n, d, stood, d in whole) for d in now))
        over = {name for name in left if self.shared or name[0] in line["asked"]}
        act = {one.place: one for name, one in self.standing.items() if name not in over}
        for d in now:
            rows = {(d["seat"], n, d["n"], k): row for k, row in parts_of(d).items() if row[0] == "answer"}
            act |= {key: types.SimpleNamespace(by=by, part=part, mark=key) for key, (by, part) in rows.items()}
        places = {place for mark, place in opened.items() if mark != seal}
        right = line.get("ended") or places <= {one.mark for one in act.values()}
        self.holds(right, where, "opens what does not act in it")
        used = self.check_uses(where, line, act, alone)
        return left.union(used, *(self.lodge(n, d, stood) for d in orders if d not in now))

    def lodge(self, n, d, stood, doubtful=False):
        """What a document brings stands from now on; what it left out is returned."""
        seat, first = d["seat"], {k: name for k, *name in d.get("first", [])}
        kept = {(seat, *name) for name in d.get("kept", [])}
        for k, (by, part) in parts_of(d).items():
            name, place, mark = (seat, *first.get(k, (d["n"], k))), (seat, n, d["n"], k), (seat, d["entry"], d["n"], k)
            kept.add(name)
            if by != "answer" and name not in self.names and name[1] > self.floor[seat]:
                one = {"name": name, "place": place, "mark": mark, "by": by, "part": part, "doubtful": doubtful}
                self.names[name] = self.standing[name] = types.SimpleNamespace(start=n, end=None, **one)
        return {name for name in stood if name[0] == seat and name not in kept and not stood[name].doubtful}

    def value(self, one):  # None of what is closed still
        return self.open.get(one.part["closed"]) if "closed" in one.part else one.part

    def check_uses(self, where, line, act, alone):
        """What answered or fell is of somebody who acts here; the names over by that."""
        over, rows = set(), [(f"used {i}", row, row["by"]) for i, row in enumerate(line["used"], 1)]
        for place, row, by in rows + [(f"fell {i}", row, "") for i, row in enumerate(line.get("fell", []), 1)]:
            place, seat, own = f"{where}, {place}", row["seat"], by in ("default", "forced", "alike")
            must = {"seat", *(("by", "question") if by else ("rules",)), *(() if own else PLACE)}
            right = must <= {*row} <= must | ({"left", "value"} if by else set()) and seat in self.seats
            self.holds(right, place, "has other fields, or is of no seat")
            one = None if own else act.get((seat, row["entry"], row["document"], row["line"]))
            part = self.value(one) if one else None
            if part is None:
                self.holds(own, place, "stands in no document that acts here, or is closed")
                continue
            kind = "standing" if one.by == "line" and "when" in part else one.by
            self.holds(by in (kind, ""), place, "is not of that kind")
            right = self.powers.get(part.get("power")) == seat != alone
            self.holds(right, place, "is of another's power, or of the opener, whose envelope is alone")
            right = kind != "answer" or seat in line["asked"] and seat not in self.defaults
            self.holds(right, place, "answers where the seat is not asked")
            if kind in ("line", "petition"):
                self.holds(one.name not in over, place, "was used before")
                over.add(one.name)
        return over

    def bereft(self, gone):  # the closed lines of whoever is gone
        return {k for k, one in self.standing.items() if k[0] in gone and one.mark in {*self.closed.values()}}

    def bury(self, where, n, line, due):
        """What a line says is over stood, and what must be over is there."""
        rows = [(row["seat"], row["document"], row["line"]) for row in line.get("over", [])]
        right = rows == sorted({*rows}) and all({*row} == {"document", "line", "seat"} for row in line.get("over", []))
        self.holds(right and {*rows} <= {*self.standing}, f"{where}, over", "names what did not stand, or in no order")
        self.holds(due <= {*rows}, f"{where}, over", f"does not name {sorted(due - {*rows})!a:.99}")
        for name in {*rows} & {*self.standing}:
            self.standing.pop(name).end = n

    def check_opened(self, where, line):
        """``{C: its place}`` of what a line opens; pieces with what they are in."""
        rows, found = line.get("opened", []), {}
        order = [(row["seat"], row["document"], row["part"], row["nonce"]) for row in rows]
        while fresh := {mark: place for row in rows for mark, place in self.opens(row, found)}:
            found |= fresh
        words = "does not stand in order" if order != sorted(order) else "what was not closed, or is open already"
        self.holds(order == sorted(order) and len(found) == len(rows), f"{where}, opened", words)
        return found

    def opens(self, row, before=()):
        """C of an opening, and its place, if that is closed still; before: what the line has opened already."""
        seat, *place = key = row["seat"], row["entry"], row["document"], row["part"]
        if {*row} != {"document", "entry", "nonce", "part", "seat", "whole"} or bool in map(type, place):
            raise ValueError("is no opening")
        mark = th("seal", self.id, seat, *map(u64, place), unhex(row["nonce"]), canon(row["whole"])).hex()
        if self.closed.get(mark) != key:
            return []
        self.open[mark] = self.closed.pop(mark) and row["whole"]
        self.closed |= dict.fromkeys(marks_of(row["part"] and row["whole"]) - {*before, *self.closed}, key)
        return [(mark, key)]

    def is_whole(self, d, sealed):  # has what the opener sealed the form of its orders?  else it has said nothing
        fixed = {**{name: sealed[name] for name in ("seat", "entry", "head", "n")}, "kind": "orders"}
        with contextlib.suppress(*MALFORMED):
            right = canon({**d, **fixed}) == canon(d) and {*d} <= {*fixed, "no"} | WHOLE and len(canon(d)) <= 2**16
            return right and is_good(d, ())

    def check_note(self, where, n, line, signature):
        what, came, over, self.muster = line["what"], line.get("came", []), self.live[max(self.live)], True
        self.holds(over is None or what in ("redo", "stands"), where, "comes after the end of the game")
        right = all(seat in self.seats and is_number(number) for seat, number in came) and in_order(came)
        self.holds(right and len({*dict(came)}) == len(came), f"{where}, came", "does not list documents in order")
        self.holds("opened" not in line or what == "ended", where, "opens what is closed")
        seats, sealer = {d["seat"] for d, _ in line["documents"]}, self.openers[:1]
        orders, says = self.check_documents(where, n, line, seats, ()), self.check_words(where, line, False)
        if what == "seals":  # documents of two that carry two seals of the opener, which will have its defaults
            seals, self.defaults = [d["carries"][0] for d in orders], sealer
            right = len(orders) == 2 == len(line["documents"]) and seals[0] != seals[1] and not seats & {*sealer}
            right = right and [d["seat"] for d in seals] == sealer * 2 and not any("pinch" in d for d in orders)
            for d in orders:
                self.fits(where, d["seat"], unhex(d["envelope"]), n)
        else:
            right = [one["what"] for one in says if SAYS[one["what"]][4] == "board"] == [what] and not orders
        self.holds(right, where, "does not stand on words that say the same, or two seals of the opener")
        keyed = [name for name in sorted(seats | {*sealer} if orders else seats) if name in self.chains]
        signed = any(self.is_signed_by(name, "line", n, signature, *self.heads[-2:]) for name in keyed if signature)
        self.holds(signed or not keyed and not signature, f"{where}, signature", "is of nobody whose word stands in it")
        self.check_opened(where, line)
        if what == "redo":
            to, after = says[0]["to"], {}
            self.holds(type(to) is int and to in [*self.live][:-1], f"{where}, to", "is no line to go to")
            self.live = {m: self.live[m] for m in self.live if m <= to}
            for name, one in self.names.items():
                same = all(self.key_then(who, to + 1) == self.key_then(who, n) for who in (name[0], "referee"))
                same = "turn" not in part and one.by != "petition" if (part := self.value(one)) else same
                if one.start <= to and (one.end is None or one.end > to) and same:
                    after[name], one.end = one, None
            self.bury(where, n, line, {*self.standing} - {*after})
            self.holds(after.keys() >= self.standing.keys(), f"{where}, over", "names what stands again")
            self.standing, over = after, self.live[max(self.live)]
        else:
            self.bury(where, n, line, self.bereft(self.take_people(where, n, says)))
        place = n if what == "correction" else max(self.live)  # other notes are no place to go back to
        self.live[place] = {"by": "given-up"} if what == "ended" else over


def contents(path, most):
    if not os.path.isfile(path) or os.path.getsize(path) > most:
        raise ValueError(f"{path!a:.200}: no file, or too large")
    with open(path, "rb") as file:
        return file.read(most)


def openings_beside(path):  # written by whoever could after the end; none of a file that is none
    with contextlib.suppress(OSError, RecursionError, *MALFORMED):
        value = json.loads(contents(path, MOST_LINE))
        return value["openings"] if value["pbem"] == "openings/1" and isinstance(value["openings"], list) else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1], epilog=__doc__.split("\n\n")[-1])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--head", metavar="HEX", default="", type=str.lower)
    options = parser.parse_args()
    try:
        check = Check(contents(options.game, MOST_BYTES), openings_beside(options.game + ".openings") or ())
    except (OSError, RecursionError, MemoryError, *MALFORMED) as error:
        print(f"{options.game!a}: cannot be read as a game file ({type(error).__name__}: {error!s:.200})")
        return 4
    if 0 < len(options.head) < 32 or not any(one.hex().startswith(options.head) for one in check.heads):
        check.wrong.append(f"head {options.head!a:.80}: comes after no line of this file")
    code = 4 if check.wrong else 5 if check.missing else 0
    counts = f"lines {len(check.heads)}, entries {check.plays}, draws {check.draws}, still closed {len(check.closed)}"
    print({0: "All holds", 4: "Something does not hold", 5: "Evidence is missing"}[code], counts, sep=": ")
    head = check.heads[-1].hex() if check.heads else "none"
    print(f"Head, to compare: {head}", *(check.wrong + check.missing)[:MOST_SAID], sep="\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
