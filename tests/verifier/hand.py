"""A record written by hand, from docs/record.md and docs/fairness.md and without a line of the package.

It knows no rules: steps, questions and states are invented.  So it writes what the small verifier can check, honest or
not, and the vectors in tests/data/record-vectors.json that both verifiers are held to.
"""

import hashlib
import hmac
import json
import re

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def lp(part):
    part = part.encode() if isinstance(part, str) else part
    return len(part).to_bytes(8, "big") + part


def u64(number):
    return number.to_bytes(8, "big")


def tagged(tag, *parts):
    return hashlib.sha256(lp("pbem/v1/" + tag) + b"".join(lp(part) for part in parts)).digest()


def code(key, data):
    return hmac.new(key, data, "sha256").digest()


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


class Person:
    """A secret, and what is made from it."""

    def __init__(self, name, secret, links=64):
        self.name, self.secret, self.n = name, secret, links
        self.base = 0
        links = [tagged("chain-top", secret)]
        for _ in range(self.n):
            links.append(hashlib.sha256(links[-1]).digest())
        self.links = links[::-1]
        self._key = Ed25519PrivateKey.from_private_bytes(tagged("sign", secret))

    @property
    def anchor(self):
        return {"first": self.links[0].hex(), "key": self._key.public_key().public_bytes_raw().hex(), "n": self.n}

    def link(self, entry):
        return self.links[entry - self.base]

    def sign(self, tag, game, *data):
        return self._key.sign(lp("pbem/v1/" + tag) + lp(game) + b"".join(map(lp, data))).hex()

    def nonce(self, game, entry, document, part, value):
        place = u64(entry) + u64(document) + u64(part)
        return code(self.secret, lp("pbem/v1/nonce") + game + place + lp(canonical(value)))


def person(name, generation=1):
    return Person(name, hashlib.sha256(f"public example {name} {generation}".encode()).digest())


def closed(game, seat, entry, document, part, nonce, value):
    """C of a closed part, hex."""
    return tagged("seal", game, seat, u64(entry), u64(document), u64(part), nonce, canonical(value)).hex()


def dice(key, label, use, count, sides):
    """The dice of a use of a label; the rest of a range is passed over as the paper says."""
    event = code(key, b"pbem/v1/event" + lp(label) + u64(use))
    return [number + 1 for number in _below(event, [sides] * count)]


def picked(key, label, use, count, many):
    event = code(key, b"pbem/v1/event" + lp(label) + u64(use))
    return _below(event, [many - i for i in range(count)])


def numbers(key, label, use, count, bound):
    event = code(key, b"pbem/v1/event" + lp(label) + u64(use))
    return [str(number) for number in _below(event, [bound] * count)]


def _below(event, bounds):
    found, at = [], 0
    for bound in bounds:
        while True:
            block = code(event, u64(at // 4))
            word = int.from_bytes(block[8 * (at % 4) : 8 * (at % 4) + 8], "big")
            at += 1
            if word < 2**64 - 2**64 % bound:
                found.append(word % bound)
                break
    return found


class Hand:
    """A game written by hand.  `lines` are the lines of the file as ``[object, signature]``."""

    def __init__(self, seats=("a", "b", "c"), fairness="shared", referee=True, muster=True, again=None):
        self.seats, self.shared, self.referee = list(seats), fairness == "shared", referee
        holders = [*(seats if self.shared else ()), *(["referee"] if referee else ())]
        self.people = {name: person(name) for name in holders}
        self.charter = {
            "anchors": {name: self.people[name].anchor for name in holders},
            "fairness": fairness,
            "game": "by hand",
            "muster": muster,
            "openers": [] if referee else list(seats),
            "powers": {seat: seat for seat in seats},
            "referee": "referee" if referee else None,
            "seats": list(seats),
            **({"again": again} if again else {}),
        }
        self.game = tagged("charter", canonical(self.charter))
        self.salt = tagged("salt", bytes.fromhex(again) if again else self.game)
        self.lines = [[{"charter": self.charter, "kind": "game", "pbem": "game/3"}, ""]]
        self.numbers = dict.fromkeys(seats, 0)

    # -- what there is

    @property
    def n(self):
        """The number of the line to come."""
        return len(self.lines)

    def head(self, n=-1):
        return tagged("head", canonical(self.lines[n][0])).hex()

    def bytes(self):
        return b"".join(canonical(line) + b"\n" for line in self.lines)

    # -- documents

    def signed(self, document):
        who = self.people.get(document["seat"])
        return [document, who.sign("document", self.game, canonical(document)) if who else ""]

    def orders(self, seat, envelope=True, close=(), carries=None, **fields):
        """A document of a seat; `close` numbers the parts that are closed in it."""
        self.numbers[seat] += 1
        document = {
            "entry": self.n,
            "head": self.head(),
            "kind": "orders",
            "n": self.numbers[seat],
            "seat": seat,
            **fields,
        }
        if envelope and self.shared:
            document["envelope"] = self.people[seat].link(document["entry"]).hex()
        if carries:
            document["carries"] = carries
        at = 0
        for name in ("answers", "petitions", "lines"):
            for place, part in enumerate(document.get(name, ())):
                at += 1
                document[name] = [*document[name]]
                document[name][place] = {"power": seat, **part} if isinstance(part, dict) and part else part
                if at in close:
                    document[name][place] = {"closed": self.closed(document, at, document[name][place])[0]}
        return self.signed(document)

    def closed(self, document, part, value):
        """(C, nonce) of a part of a document, by its seat or by the referee."""
        signer = self.people.get(document["seat"]) or self.people["referee"]
        nonce = signer.nonce(self.game, document["entry"], document["n"], part, value)
        place = document["seat"], document["entry"], document["n"], part
        return closed(self.game, *place, nonce, value), nonce

    def opening(self, document, part, value):
        value = {"power": document["seat"], **value} if part and isinstance(value, dict) and value else value
        nonce = self.closed(document, part, value)[1]
        return {
            "document": document["n"],
            "entry": document["entry"],
            "nonce": nonce.hex(),
            "part": part,
            "seat": document["seat"],
            "whole": value,
        }

    def sealed(self, seat, **fields):
        """``(sealed document signed, opening)`` of an opener."""
        whole = self.orders(seat, envelope=False, **fields)[0]
        mark, _ = self.closed(whole, 0, whole)
        document = {name: whole[name] for name in ("entry", "head", "n", "seat")}
        return self.signed({**document, "closed": mark, "kind": "sealed"}), self.opening(whole, 0, whole)

    def word(self, seat, *says, silent=()):
        """The word of a seat: statements, and of whom it has not heard."""
        said = sorted([*says, *({"what": "silent", "who": one} for one in silent)], key=canonical)
        return self.signed({"entry": self.n, "head": self.head(), "kind": "word", "says": said, "seat": seat})

    # -- lines

    def key(self, documents, opener, muster):
        """The key of an entry; the salt moves on at a muster."""
        mixed = {d["seat"]: bytes.fromhex(d["envelope"]) for d, _ in documents if "envelope" in d}
        mixed |= {
            d["seat"]: tagged("pinch", self.game, d["seat"], u64(self.n), d["pinch"])
            for d, _ in documents
            if "pinch" in d
        }
        mixed[opener] = self.people[opener].link(self.n)
        mix = tagged("mix", *(part for name in sorted(mixed) for part in (name, mixed[name])))
        if muster:
            self.salt = tagged("salt", self.salt, u64(self.n), mix)
        return code(mix, tagged("ctx", self.salt, u64(self.n), b""))

    def play(self, documents=(), asked=(), opener="referee", muster=False, rolls=True, left=(), **fields):
        """Add a play line; `fields` stand in it as given, `left` are the names that are over beside those used."""
        documents = sorted(documents, key=lambda row: (row[0]["seat"], row[0]["kind"] == "word", canonical(row[0])))
        key = self.key(documents, opener, muster)
        draws = [
            ["1.1/first", "3d6", dice(key, "1.1/first", 1, 3, 6)],
            ["cup", "2of9", picked(key, "cup", 1, 2, 9)],
            ["cup#2", "1of7", picked(key, "cup", 2, 1, 7)],
            ["2/n", f"1<{2**64}", numbers(key, "2/n", 1, 1, 2**64)],
        ]
        line = {
            "asked": list(asked),
            "before": self.head(),
            "documents": documents,
            "draws": draws if rolls else [],
            "envelope": self.people[opener].link(self.n).hex(),
            "kind": "play",
            "n": self.n,
            "opener": opener,
            "state": tagged("state", self.head()).hex(),
            "steps": [],
            "used": [],
        }
        done = [one for one in fields.get("used", ()) if one["by"] in ("line", "petition")]
        over = [*(name(one["seat"], one["document"], one["line"]) for one in done), *left]
        if over:
            line["over"] = sorted(over, key=lambda one: (one["seat"], one["document"], one["line"]))
        if muster:
            line["muster"] = True
        line.update(fields)
        self.lines.append([line, ""])
        return self.sign_last(opener)

    def sign_last(self, opener):
        """The opener's signature on the last line as it now is; one on no line has none that could be made."""
        line = self.lines[-1]
        if re.fullmatch("[0-9a-f]{64}", str(line[0]["before"])) is None:
            return line[0]
        before, head = bytes.fromhex(line[0]["before"]), bytes.fromhex(self.head())
        line[1] = self.people[opener].sign("line", self.game, before, head)
        return line[0]

    def proof(self, what, seat, entry, two):
        before = tagged("head", canonical(self.lines[entry - 1][0])).hex()
        two = sorted(two, key=canonical)
        return {"before": before, "entry": entry, "seat": seat, "two": two, "what": what}

    def seals(self, documents):
        """Add a note line on two documents that carry different sealed ones."""
        self.note([], what="seals")
        self.lines[-1][0]["documents"] = sorted(documents, key=lambda row: row[0]["seat"])
        return self.sign_last(documents[0][0]["seat"])

    def note(self, speakers, **note):
        """Add a note line on the words of speakers."""
        documents = [self.word(seat, note) for seat in sorted(speakers)]
        line = {
            "before": self.head(),
            "documents": documents,
            "kind": "note",
            "n": self.n,
            "state": tagged("state", self.head()).hex(),
            "what": note["what"],
        }
        self.lines.append([line, ""])
        writer = next((name for name in sorted(speakers) if name in self.people), None)
        return self.sign_last(writer) if writer else line


def name(seat, document, line):
    return {"document": document, "line": line, "seat": seat}


def use(by, seat, entry, document, line, question="q"):
    return {"by": by, "document": document, "entry": entry, "line": line, "question": question, "seat": seat}


# -- honest records of every kind --------------------------------------------------------------------------------------


def with_a_referee(fairness="shared"):
    """Lines ahead, closed and open, one left out, an absence, a correction, a redo, to the end."""
    game = Hand(fairness=fairness)
    later, standing = {"do": "wait"}, {"do": "stand", "when": "attacked"}
    hidden = {"do": "ambush"}
    first = game.orders("a", answers=[{"x": 1}], lines=[later, standing, hidden], close=[4])
    game.play(
        [first, game.orders("b"), game.orders("c", petitions=[{"p": 1}])],
        asked=["a"],
        muster=True,
        used=[use("answer", "a", 1, 1, 1), use("petition", "c", 1, 1, 1)],
    )
    by = game.orders("c", envelope=False, lines=[later])
    game.play(
        [game.orders("b", answers=[{"x": 2}]), by],
        asked=["b"],
        used=[use("answer", "b", 2, 2, 1), use("line", "a", 1, 1, 2), use("standing", "a", 1, 1, 3)],
    )
    game.play(
        [game.orders("a", kept=[[1, 4]]), game.word("referee", silent=["b"])],
        asked=["a", "b"],
        absent=["b"],
        used=[use("line", "c", 2, 2, 1)],
        left=[name("a", 1, 3)],
    )
    game.note(["referee"], what="correction", why="a unit was forgotten", patch=[])
    game.play([game.orders("a", kept=[[1, 4]]), game.orders("b"), game.orders("c")], muster=True)
    game.note(["a", "b", "c"], what="redo", why="a rule was misread", to=2)
    opened = [game.opening(first[0], 4, hidden)]
    game.play(
        [game.orders("a", kept=[[1, 3], [1, 4]]), game.orders("b"), game.orders("c", kept=[[2, 1]])],
        muster=True,
        opened=opened,
        used=[use("line", "c", 2, 2, 1), use("line", "a", 1, 1, 4)],
        ended={"by": "points"},
    )
    return game


def sealed_level():
    """Words of a muster, a document a seat, an absence."""
    game = Hand(("a", "b"), "sealed")
    game.play([game.orders("a", pinch="Köln"), game.word("referee", silent=["b"])], muster=True, absent=["b"])
    game.play(
        [game.orders("a", answers=[{"x": 1}], lines=[{"do": "wait"}])],
        asked=["a"],
        used=[use("answer", "a", 2, 2, 1), use("line", "a", 2, 2, 2)],
    )
    game.play([game.word("referee", silent=["a"])], asked=["a"], absent=["a"])
    return game


def without_a_referee():
    """Three seats: a muster, an opener's sealed document, passing over, a proof, an entry given up."""
    game = Hand(referee=False)
    game.play([game.orders("b"), game.orders("c")], opener="a", muster=True)
    everybody = ["a", "b", "c"]
    mark, opening = game.sealed("a", answers=[{"x": 1}], lines=[{"do": "wait"}])
    game.play(
        [game.orders("b", carries=mark, answers=[{"x": 2}]), game.orders("c", carries=mark)],
        asked=everybody,
        opener="a",
        opened=[opening],
        used=[use("answer", "a", 2, 1, 1), use("answer", "b", 2, 2, 1), use("line", "a", 2, 1, 2)],
    )
    words = [game.word(seat, silent=["a"]) for seat in ("b", "c")]
    game.play(
        [game.orders("c", answers=[{"x": 1}]), *words],
        asked=["c"],
        opener="b",
        passed=["a"],
        used=[use("answer", "c", 3, 3, 1)],
    )
    twice = [game.orders("b", answers=[{"x": x}]) for x in (1, 2)]
    game.play(twice[:1], asked=["b"], opener="a")
    game.play(opener="a", proofs=[game.proof("documents", "b", 4, twice)])
    silent = {"what": "again", "silent": ["a"], "why": "silent for a month"}
    game.note(["b", "c"], **silent)
    game.play([game.orders("a"), game.orders("c")], opener="b", muster=True)
    return game


def two_seals():
    """All asked, and two carry different sealed documents of the opener, which has its defaults in the next entry."""
    game = Hand(referee=False)
    game.play([game.orders("b"), game.orders("c")], opener="a", muster=True)
    marks = [game.sealed("a", answers=[{"x": x}])[0] for x in (1, 2)]
    documents = [game.orders(seat, carries=mark) for seat, mark in zip("bc", marks)]
    game.seals(documents)
    game.play([game.orders("b"), game.orders("c")], asked=["a", "b", "c"], opener="a", muster=True)
    return game


def two_alone():
    """Two seats: both asked, the opener's sealed document; a line sent again by its first name."""
    game = Hand(("a", "b"), referee=False)
    game.play([game.orders("b")], opener="a", muster=True)
    mark, opening = game.sealed("a", answers=[{"x": 1}])
    game.play(
        [game.orders("b", carries=mark)],
        asked=["a", "b"],
        opener="a",
        opened=[opening],
        used=[use("answer", "a", 2, 1, 1)],
    )
    game.numbers["a"] += 1  # that document was lost
    game.play([game.orders("a", lines=[{"do": "x"}, {"do": "y"}], first=[[1, 2, 1]])], asked=["a"], opener="b")
    last = game.orders("a", kept=[[2, 1]])
    over = [name("a", 2, 1), name("a", 3, 2)]
    game.play([last], asked=["a"], opener="b", used=[use("line", "a", 3, 3, 1)], over=over)
    return game


def new_people():
    """A new key by the old one, one on the referee's word, another person, another referee, none at all."""
    game = Hand()
    game.play([game.orders(seat) for seat in game.seats], muster=True)
    says = [{"what": "anchor", "who": who, "anchor": person(who, 2).anchor, "why": "a lost file"} for who in "abc"]
    game.play([game.word("a", says[0]), game.word("referee", *says[1:])])
    for who in game.seats:
        game.people[who] = person(who, 2)
        game.people[who].base = game.n - 1
    words = [{"what": "referee", "why": "he moves", "anchor": person("referee", 2).anchor}]
    game.play(
        [*(game.orders(seat) for seat in game.seats), *(game.word(seat, *words) for seat in game.seats)], muster=True
    )
    game.people["referee"] = person("referee", 2)
    game.people["referee"].base = game.n - 1
    gone = {"what": "departed", "why": "gone", "openers": ["c", "b", "a"]}
    game.play([*(game.orders(seat) for seat in game.seats), *(game.word(seat, gone) for seat in "ab")], muster=True)
    game.play([game.orders("a"), game.orders("b")], opener="c", muster=True)
    return game


def first_time(again=None):
    """A game in which an entry was played."""
    game = Hand(("a", "b"), "sealed", muster=False, again=again)
    documents = [game.orders("a", answers=[{"x": 2 if again else 1}])]
    game.play(documents, asked=["a"], used=[use("answer", "a", 1, 1, 1)])
    return game


def played_again():
    """That game played again, with another answer: its charter names it, and the draws are the same."""
    return first_time(again=first_time().game.hex())


def given_up():
    """Given up by all: what was closed is opened."""
    game = Hand(("a", "b"))
    hidden = {"do": "ambush"}
    first = game.orders("a", lines=[hidden], close=[1])
    game.play([first, game.orders("b")], muster=True)
    line = game.note(["referee"], what="ended", why="no time")
    line.update(opened=[game.opening(first[0], 1, hidden)], over=[name("a", 1, 1)])
    game.sign_last("referee")
    return game


def vectors():
    """What tests/data/record-vectors.json holds: numbers for whoever writes a reader of his own."""
    rows = {"closed": [], "documents": [], "lines": [], "people": []}
    for name, make in HONEST.items():
        game = make()
        for n, line in enumerate(game.lines):
            rows["lines"].append({"game": name, "head": game.head(n), "n": n, "line": canonical(line).decode()})
            for document, signature in line[0].get("documents", []):
                rows["documents"].append(
                    {
                        "game_id": game.game.hex(),
                        "object": canonical(document).decode(),
                        "seat": document["seat"],
                        "signature": signature,
                    }
                )
            for opening in line[0].get("opened", []):
                place = [opening[key] for key in ("seat", "entry", "document", "part")]
                mark = closed(game.game, *place, bytes.fromhex(opening["nonce"]), opening["whole"])
                rows["closed"].append({"closed": mark, "game_id": game.game.hex(), "opening": opening})
    for name in ("a", "b", "c", "referee"):
        each = person(name)
        rows["people"].append(
            {"anchor": each.anchor, "link_1": each.links[1].hex(), "name": name, "secret": each.secret.hex()}
        )
    return rows


HONEST = {
    "a referee": with_a_referee,
    "sealed": sealed_level,
    "no referee": without_a_referee,
    "two seals": two_seals,
    "two": two_alone,
    "new people": new_people,
    "given up": given_up,
    "again": played_again,
}


if __name__ == "__main__":
    from pathlib import Path

    path = Path(__file__).parent.parent / "data" / "record-vectors.json"
    path.write_text(json.dumps(vectors(), indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
