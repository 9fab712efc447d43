"""Lines of games of all titles, altered in every way that the schemas of lines and documents know of.

`games` plays short games in which each kind of part stands: documents with lines ahead, closed lines, sealed documents,
words on people, notes, proofs.  `alterations` takes a line and gives it with one part missing, doubled, moved, changed
or added, for each place that its schema names; `signed` signs what was altered: the line by whoever opened it or spoke
in it, and where it is said the documents by their seats too, as somebody with everybody's keys could.
"""

import copy
import functools
import itertools
import json
from pathlib import Path

from pbem.core.play.entry import made_play
from pbem.core.play.gamefile import from_bytes, render
from pbem.core.play.replay import Replayer
from pbem.core.record import documents as docs
from pbem.core.record import ed25519
from pbem.core.record.closed import Openings
from pbem.core.record.proofs import proof
from pbem.core.signing import adjudication, sealing, words
from pbem.core.trial import robots
from tests import honest

from . import hand

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
CELLS = [
    ("red-dragon", "ready", "shared", False, "ask", "ahead"),
    ("red-dragon", "standard", "shared", True, "default", "closed"),
    ("pacific", "standard", "shared", True, "ask", "closed"),
    ("cataclysm", "c3", "shared", False, "ask", "ahead"),
    ("cataclysm", "c5", "shared", False, "ask", "ahead"),
    ("cataclysm", "c5", "sealed", True, "ask", "closed"),
    ("cataclysm", "c5", "shared", False, "ask", "answers"),
]


# -- games in which each kind of part stands ---------------------------------------------------------------------------


class Table(honest.Honest):
    """A game to whose players everything happens that a record can hold.  With `answers` in place of lines for later,
    answers to a question to several are closed, and in every other entry one of them is not opened.  At `sealed` a
    robot holds the first seat, and later another one."""

    def __init__(self, cell, seed):
        super().__init__((*cell[:5], "none") if cell[5] == "answers" else cell, seed)
        self.chains = []
        if cell[2] == "sealed":
            self.club.charter = {**self.club.charter, "robots": {self.file.people[0]: self.robot()}}
            self.club._with_musters = functools.partial(self.with_links, self.club._with_musters)
            self.file = self.club.new_game()
        if cell[5] == "answers":
            self.club.charter = {**self.club.charter, "answers": "closed"}
            self.club._sealed = functools.partial(self.second_mails, self.club._sealed)
            self.file = self.club.new_game()

    def robot(self):
        """What is said of a robot with a chain of its own."""
        self.chains.append(robots.RobotKeeper("robot", f"{len(self.chains)}", 64).secret)
        return {"chain": self.chains[-1].anchor, "level": "quick", "revision": 1}

    def with_links(self, with_musters, file, call, orders):
        """All documents of an entry, those of robots with the link that is due."""
        found, held = with_musters(file, call, orders), file.state.get("robots", {})
        for order in [one for one in found if one["seat"] in held]:
            chain = held[order["seat"]]["chain"]
            [secret] = [one for one in self.chains if one.makes(chain)]
            order["link"] = secret.chain.link(file.next - chain["base"]).hex()
        return found

    def reseated(self):
        """Another robot takes the seat of the first."""
        if self.chains:
            seat = self.file.people[0]
            said = {"what": "substitute", "seat": seat, "anchor": None, "person": "robot (quick)", "why": "lost"}
            self.club.said(self.file, {**said, "robot": self.robot()})

    def second_mails(self, sealed, file, call, orders, silent=()):
        """The documents of an entry, for an opener who then has the openings of all but one."""
        found = sealed(file, call, orders, silent)
        several = [d.seat for d in found if d.object.get("answers") and len(call.asked) > 1]
        shut = several[: file.n % 2]
        for name in sorted(self.club.signers.keys() - {*shut, call.opener}):
            self.club.signers[call.opener].secret.openings += [*self.club.signers[name].openings(file)]
        speakers = [seat for seat in file.people if shut and seat not in shut]
        return found + [words.silence(file, self.club.signers[seat], shut) for seat in speakers]

    def play(self, entries):
        self.keys = {}
        self.remember_keys()
        events = (
            self.turn,
            self.two_seals,
            self.turn,
            self.reseated,
            self.turn,
            self.renewed,
            self.turn,
            self.twice,
            self.again,
            self.undone,
        )
        for happens in events:
            if not self.file.is_over:
                happens()
                self.remember_keys()
        for _ in range(entries):
            if not self.file.is_over:
                self.turn()
        if not self.file.is_over:
            self.note({"what": "stands", "why": "compared"})
        return self if self.file.is_over else super().play(0)

    def back(self):
        """Nobody goes back but where the table does."""

    def undone(self):
        super().back()

    def remember_keys(self):
        for signer in self.club.signers.values():
            seed = hand.tagged("sign", signer.secret_bytes)
            self.keys[ed25519.public(seed).hex()] = seed

    def renewed(self):
        """A new chain of one participant, in the next line of play."""
        name = "referee" if self.file.state["referee"] else self.file.people[-1]
        new = robots.RobotKeeper(name, "another secret")
        known = self.club.signers[name].openings(self.file)
        statement = {"what": "anchor", "who": name, "anchor": new.anchor, "why": "a new computer"}
        self.club.said(self.file, statement)
        self.turn()
        new.intend_line(self.file, self.file.lines[-1], [*known, *self.club.signers[name].openings(self.file)])
        self.club.signers[name] = new

    def twice(self):
        """A line with a proof that a seat signed two documents for an entry, or an opener two lines."""
        before = self.file
        self.turn()
        if before.state["fairness"] == "sealed":
            return
        line, n = self.file.lines[-1], self.file.n
        opener, other = line.object["opener"], "ab" * 32
        head, game = bytes.fromhex(before.head), self.file.game_id
        data = hand.lp("pbem/v1/line") + hand.lp(game) + hand.lp(head)
        seed = hand.tagged("sign", self.secret(opener))
        pairs = [
            [one, ed25519.sign(seed, data + hand.lp(bytes.fromhex(one))).hex()] for one in (line.head.hex(), other)
        ]
        found = [proof("lines", opener, n, before.head, *pairs)]
        for object, signature in line.object["documents"]:
            if object["kind"] == "orders" and "envelope" in object:
                second = docs.signed({**object, "n": object["n"] + 1}, self.secret(object["seat"]), game)
                found.append(proof("documents", object["seat"], n, before.head, [object, signature], second.pair))
                break
        self.next_holds(sorted(found, key=hand.canonical))

    def secret(self, name):
        return self.club.signers[name].secret_bytes

    def next_holds(self, proofs):
        """The next line of play, with proofs."""
        before = self.file
        self.turn()
        held = self.file.lines[-1].object
        openings = Openings(before.game_id, [one for s in self.club.signers.values() for one in s.openings(before)])
        openings.add(held.get("opened", ()))
        openings.give_only(held.get("opened", ()))
        documents = docs.of_pairs(held["documents"])
        made = made_play(before.ground(), documents, openings, held["envelope"], proofs=proofs)
        self.file = before.grown(
            adjudication.signed_line(made.line, self.secret(held["opener"]), before.game_id), made.state
        )

    def two_seals(self):
        """Where all are asked: two others carry different sealed documents of the opener."""
        call = self.file.call()
        orders = {one["seat"]: one for one in robots.random_orders(self.file, self.chance)}
        others = [seat for seat in call.due if seat != call.opener]
        if not call.sealing or len(others) < 2:
            return
        seal = functools.partial(sealing.seal_orders, self.file, confirmed=True)
        mine = robots.blank_order(self.file, call.opener)
        seals = [seal(one, self.club.signers[call.opener], closed=True) for one in (orders[call.opener], mine)]
        found = [
            seal(orders.get(s) or robots.blank_order(self.file, s), self.club.signers[s], one)
            for s, one in zip(others, seals)
        ]
        self.file = adjudication.noted(self.file, found, self.club.signers[others[0]])

    def again(self):
        """An entry given up, with somebody who opens last from then on."""
        statements = [{"what": "again", "silent": self.file.people[:1], "why": "not heard of"}]
        if not self.file.state["referee"]:
            statements.append({"what": "restart", "who": self.file.people[1], "why": "away for a week"})
        speakers = ["referee"] if self.file.state["referee"] else self.file.people
        said = [words.word_of(self.file, self.club.signers[name], statements) for name in speakers]
        self.file = adjudication.noted(self.file, said, self.club.signers[speakers[0]])


@functools.cache
def played(cell, entries=3):
    """``(lines of the file, states before each, openings, keys before each)`` of a game; keys: {name: seed}."""
    table = Table(cell, 7).play(entries)
    data = render(table.file)
    maker, states = Replayer(from_bytes(data, "game")), []
    for number in range(1, table.file.n + 1):
        states.append(maker.state)
        maker.make(number)
    keys = [{name: table.keys[one["key"]] for name, one in state["anchors"].items()} for state in states]
    return data.splitlines(keepends=True), states, [*maker.known], keys


# -- every alteration that a schema knows of ---------------------------------------------------------------------------


@functools.cache
def schema(name):
    return json.loads((SCHEMAS / name).read_text("utf-8"))


def branch(shape, value):
    """The part of a schema that a value is of."""
    if "$ref" in shape:
        return branch(schema(shape["$ref"]), value)
    for one in shape.get("oneOf", shape.get("anyOf", [])):
        one = branch(one, value)
        fixed = {name: part["const"] for name, part in one.get("properties", {}).items() if "const" in part}
        if isinstance(value, dict) and one.get("type") == "object" and fixed.items() <= value.items():
            return one
        if one.get("type") == {str: "string", int: "integer", type(None): "null"}.get(type(value)):
            return one
    return shape


def sample(shape):
    """A value that a schema lets pass, as small as there is."""
    shape = branch(shape, None)
    if "const" in shape or "enum" in shape:
        return shape.get("const", shape.get("enum", [None])[0])
    kind = shape.get("type")
    if kind == "object":
        return {name: sample(shape.get("properties", {}).get(name, {})) for name in shape.get("required", [])}
    if kind == "array":
        return [sample(shape.get("items", {}))] * max(1, shape.get("minItems", 1))
    if kind == "string":
        digits = [number for number in (64, 128) if f"{{{number}}}" in shape.get("pattern", "")]
        return "0" * digits[0] if digits else "x"
    return {"integer": 1, "boolean": True, "null": None}.get(kind, "x")


def others(value):
    """Values to stand in the place of one: near to it, and far from it."""
    if isinstance(value, bool) or value is None:
        return [not value, 1, "x"]
    if isinstance(value, int):
        return [value + 1, value - 1, True, str(value), 2**53 - 1]
    if isinstance(value, str):
        return [value[:-1] + ("0" if value[-1:] != "0" else "1"), value + "x", value.upper(), "", 1]
    return [None, "x", {} if isinstance(value, list) else []]


def alterations(shape, value, path=()):
    """``(path, how, value)``: a value with one thing in it altered, for each place of its schema."""
    shape = branch(shape, value)
    for other in others(value):
        if type(other) is not type(value) or other != value:
            yield path, "changed", other
    if isinstance(value, dict):
        properties = shape.get("properties", {})
        for name in value:
            yield (*path, name), "missing", {key: one for key, one in value.items() if key != name}
            for at, how, inner in alterations(properties.get(name, {}), value[name], (*path, name)):
                yield at, how, {**value, name: inner}
        for name in [*sorted(properties.keys() - value.keys()), "superfluous"]:
            yield (*path, name), "added", {**value, name: sample(properties.get(name, {}))}
    if isinstance(value, list):
        yield from moved(value, path)
        items = shape.get("items", {})
        yield path, "added", [*value, sample(items)]
        for place in sorted({0, len(value) - 1} & {*range(len(value))}):
            for at, how, inner in alterations(items, value[place], (*path, place)):
                yield at, how, [*value[:place], inner, *value[place + 1 :]]


def moved(value, path):
    """A list with an item missing, doubled, or in another place."""
    for place in sorted({0, len(value) // 2, len(value) - 1} & {*range(len(value))}):
        yield (*path, place), "missing", value[:place] + value[place + 1 :]
        yield (*path, place), "doubled", [*value[: place + 1], *value[place:]]
    if len(value) > 1 and value[::-1] != value:
        yield path, "moved", value[::-1]
        yield path, "moved", [*value[1:], value[0]]


# -- signatures --------------------------------------------------------------------------------------------------------


def document_signed(pair, game_id, keys):
    """A pair of a document with the signature of its seat, if it has such a form; what it carries first."""
    if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], dict)):
        return pair
    object, signature = copy.deepcopy(pair)
    if "carries" in object:
        object["carries"] = document_signed(object["carries"], game_id, keys)
    seat = object.get("seat")
    if signature and isinstance(seat, str) and seat in keys:
        data = hand.lp("pbem/v1/document") + hand.lp(game_id) + hand.lp(hand.canonical(object))
        signature = ed25519.sign(keys[seat], data).hex()
    return [object, signature]


def line_signed(line, game_id, keys, before, with_documents=False):
    """The bytes of a line with the signature of its opener, or of one who speaks in it."""
    if with_documents and isinstance(line.get("documents"), list):
        pairs = [document_signed(pair, game_id, keys) for pair in line["documents"]]
        line = {**line, "documents": pairs}
    body = hand.canonical(line)
    signer = line.get("opener") if line.get("kind") == "play" else next(iter(speakers(line)), None)
    if not isinstance(signer, str) or signer not in keys:
        signer = None if line.get("kind") == "note" else sorted(keys)[-1]
    head = hand.tagged("head", body)
    data = hand.lp("pbem/v1/line") + hand.lp(game_id) + hand.lp(before) + hand.lp(head)
    signature = ed25519.sign(keys[signer], data).hex() if signer else ""
    return b'[%s,"%s"]\n' % (body, signature.encode())


def speakers(line):
    for pair in line["documents"] if isinstance(line.get("documents"), list) else ():
        if isinstance(pair, list) and pair and isinstance(pair[0], dict):
            yield pair[0].get("seat")


def kinds_of_lines(lines):
    """The numbers of lines to alter: of each set of fields that a line and its documents have, the last one."""
    found = {}
    for number, raw in enumerate(lines[1:], 1):
        line = json.loads(raw)[0]
        fields = frozenset(itertools.chain(*(document for document, _ in line["documents"])))
        found[frozenset(line), fields, line.get("what")] = number
    return sorted(found.values())
