"""Every field of every kind of line of games of all titles, changed, taken out or doubled by the opener.

The opener of an entry is the one person who can write a line that others might believe.  So each alteration is signed
by it again; what it cannot sign are the documents of others.  All are found by `pbem verify`, which names the place,
and by the small verifier too, but for what only the rules can tell (LEFT_TO_RULES).
"""

import functools
import json
import re
from unittest.mock import patch

import pytest

from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.play.gamefile import GameFile, from_bytes, render
from pbem.core.play.replay import Replayer
from pbem.core.record import ed25519
from tests import honest
from tests.thorough import THOROUGH

from . import hand, small

GAMES = [
    ("red-dragon", "ready", "shared", True, "default", "closed", 60),
    ("red-dragon", "standard", "shared", False, "ask", "ahead", 25),
    ("pacific", "standard", "shared", True, "ask", "closed", 12),
    ("cataclysm", "c3", "shared", False, "ask", "ahead", 12),
    ("cataclysm", "c5", "sealed", True, "ask", "closed", 12),
]
if not THOROUGH:
    GAMES = [(*cell[:6], min(cell[6], 10)) for cell in GAMES[:3]]
LINES = 8 if len(GAMES) > 3 else 3
LEFT_TO_RULES = {"asked", "draws", "ended", "fell", "state", "steps", "used"}
"""What the small verifier may pass over: who had to be asked, whether a draw was due, what followed."""
ODD = [None, True, -1, 2**53 - 1, "", "x", "é" * 64, "0" * 64, "0" * 128, [], [[]], {}, {"n": {}}]
IS_SIGNED = functools.cache(small.module().is_signed)


@functools.cache
def played(cell):
    """(lines of the file, states before each, openings, keys by name) of an honest game."""
    game = honest.Honest(cell[:6], 7).play(cell[6])
    data = render(game.file)
    maker, states = Replayer(from_bytes(data, "game")), []
    for number in range(1, game.file.n + 1):
        states.append(maker.state)
        maker.make(number)
    seeds = {name: hand.tagged("sign", signer.secret_bytes) for name, signer in game.club.signers.items()}
    return data.splitlines(keepends=True), states, [*maker.known], seeds


def shapes(value, path=()):
    """``{path without indices: first path with it}`` of every part of a JSON value."""
    found = {tuple("*" if isinstance(key, int) else key for key in path): path}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        found = {**shapes(part, (*path, key)), **found}
    return found


def alterations(line):
    """``(path, altered object)``: every shape of path replaced by something odd, taken out, and, in a list, doubled."""
    for number, path in enumerate(sorted(shapes(line).values(), key=str)):
        if not path:
            continue
        for how in ("odd", "out", "twice"):
            copy = json.loads(json.dumps(line))
            inner = functools.reduce(lambda part, key: part[key], path[:-1], copy)
            if how == "odd":
                inner[path[-1]] = ODD[number % len(ODD)]
            elif how == "out":
                del inner[path[-1]]
            elif isinstance(inner, list):
                inner.insert(path[-1], inner[path[-1]])
            if copy != line:
                yield path, copy


def signed(line, game_id, seeds):
    """The bytes of a line, with the signature of the opener that it names, or of the first who has a key."""
    body = hand.canonical(line)
    if line.get("kind") != "play":
        return b'[%s,""]\n' % body
    opener = line.get("opener")
    seed = seeds[opener if isinstance(opener, str) and opener in seeds else sorted(seeds)[0]]
    head = hand.tagged("head", body)
    signature = ed25519.sign(seed, hand.lp("pbem/v1/line") + hand.lp(game_id) + hand.lp(head)).hex()
    return b'[%s,"%s"]\n' % (body, signature.encode())


def by_verify(lines, state, openings):
    """What `pbem verify` has against the last of these lines, made again from the state before it."""
    try:
        file = from_bytes(b"".join(lines), "game")
        Replayer(file, state, openings).make(file.n)
    except (BrokenFile, Refused) as broken:
        return "\n".join(map(str, broken.problems))
    return ""


def is_left_to_rules(line, path, cell):
    """True for what follows by rules, for what a referee writes at `sealed`, and for leaving out a document that nobody
    waited for, or the opening of a line that fell and answered nothing: then only the state differs."""
    if path[0] == "opened" and len(path) < 3:
        return True
    in_document = path[0] == "documents" and len(path) > 1
    unasked = in_document and len(path) == 2 and "envelope" not in line["documents"][path[1]][0]
    return path[0] in LEFT_TO_RULES or unasked or in_document and cell[2] == "sealed"


def by_small(lines):
    verifier = small.module()
    with patch.object(verifier, "is_signed", IS_SIGNED):
        try:
            check = verifier.Check(b"".join(lines))
        except verifier.MALFORMED as error:
            return [str(error)]
    return check.wrong + check.missing


def kinds_of_lines(lines):
    """The numbers of lines to alter: for each set of fields that a line and its documents may have, the last one."""
    found = {}
    for number, raw in enumerate(lines):
        line = json.loads(raw)[0]
        documents = {frozenset(document) for document, _ in line.get("documents", [])}
        found[frozenset(line) | {frozenset(documents)}] = number
    return sorted(found.values())[:LINES]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cell", GAMES, ids=lambda cell: "-".join(map(str, cell[:4])))
def test_every_alteration_of_a_line_by_its_opener_is_found_and_named(cell):
    lines, states, openings, seeds = played(cell)
    game_id = hand.tagged("charter", hand.canonical(json.loads(lines[0])[0]["charter"]))
    met = 0
    for number in kinds_of_lines(lines):
        if number == 0:
            continue
        line = json.loads(lines[number])[0]
        for path, altered in alterations(line):
            forged = [*lines[:number], signed(altered, game_id, seeds)]
            said = by_verify(forged, states[number - 1], openings)
            if not said and cell[2] == "sealed" and path[0] == "documents":
                continue  # what a referee writes for others at `sealed` is his word alone
            assert said, (number, path, altered)
            assert re.search(rf"entry {number}\b|{re.escape(str(path[0]))}|game:{number + 1}\b", said), (path, said)
            assert by_small(forged) or is_left_to_rules(line, path, cell), (number, path)
            met += 1
    assert met > 100


@pytest.mark.parametrize("cell", GAMES[:2], ids=lambda cell: "-".join(map(str, cell[:4])))
def test_every_alteration_without_the_key_is_found(cell):
    """A stranger has no key: the line keeps the signature it had."""
    lines, _, _, _ = played(cell)
    verifier = small.module()
    for number in kinds_of_lines(lines)[1:]:
        line, signature = json.loads(lines[number])
        for path, altered in [*alterations(line)][:: 1 + 3 * (number > 5)]:
            if line["kind"] == "play":
                raw = b'[%s,"%s"]\n' % (hand.canonical(altered), signature.encode())
                assert by_small([*lines[:number], raw]), (number, path)
    assert verifier


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cell", GAMES[:3], ids=lambda cell: "-".join(map(str, cell[:4])))
def test_every_alteration_of_the_charter_is_found_by_what_follows(cell):
    """The first line is signed by nobody, but every signature and every draw after it hangs on its bytes."""
    lines, _, _, _ = played(cell)
    line = json.loads(lines[0])[0]
    for path, altered in alterations(line):
        forged = [b'[%s,""]\n' % hand.canonical(altered), *lines[1:3]]
        assert by_small(forged), path
        try:
            file = from_bytes(b"".join(forged), "game")
            Replayer(file).make(1)
        except (BrokenFile, Refused):
            continue
        raise AssertionError(f"{path}: taken by pbem verify")


@pytest.mark.parametrize("cell", GAMES[:3], ids=lambda cell: "-".join(map(str, cell[:4])))
def test_a_line_left_out_doubled_or_moved_is_found(cell):
    lines, _, openings, _ = played(cell)
    for number in range(1, min(len(lines), 12)):
        for forged in (
            [*lines[:number], *lines[number + 1 :]],
            [*lines[: number + 1], *lines[number:]],
            [*lines[:number], *reversed(lines[number : number + 2]), *lines[number + 2 :]],
        ):
            if forged in (lines, lines[:-1]):
                continue
            assert by_small(forged), number
            with pytest.raises(BrokenFile):
                file = from_bytes(b"".join(forged), "game")
                maker = Replayer(file, openings=openings)
                for n in range(1, file.n + 1):
                    maker.make(n)
    assert isinstance(GameFile, type)
