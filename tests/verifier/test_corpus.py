"""Both verifiers hold one corpus of altered lines to the same verdict (corpus.py): the whole in `make attacks`.

What the small verifier may let pass are what only rules can tell, and nothing else: whether an answer is one, what
followed, which draws were due.  It refuses nothing that `pbem verify` takes.  No alteration ends in another exception
than the refusals that both document, or takes long.
"""

import collections
import copy
import functools
import json
import time
from unittest.mock import patch

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.core.play.gamefile import from_bytes
from pbem.core.play.replay import Replayer
from tests.thorough import THOROUGH, WHOLE

from . import corpus, hand, small

STEP = 1 if WHOLE else 8 if THOROUGH else 60
LONG = 5  # seconds that one line may take either of them
RULES = {"asked", "draws", "ended", "fell", "over", "state", "steps", "used"}  # fields of a line that rules make
PARTS = {"answers", "lines", "petitions"}
IS_SIGNED = functools.cache(small.module().is_signed)


def by_pbem(lines, state, openings):
    """``(exit code, problems)`` of the last of these lines, made again from the state before it."""
    try:
        file = from_bytes(b"".join(lines), "game")
        Replayer(file, state, openings).make(file.n)
    except BrokenFile as broken:
        return 4, broken.problems
    return 0, []


def by_small(lines):
    verifier = small.module()
    with patch.object(verifier, "is_signed", IS_SIGNED):
        try:
            check = verifier.Check(b"".join(lines))
        except verifier.MALFORMED as error:
            return 4, [str(error)]
    return 4 if check.wrong else 0, check.wrong


@functools.lru_cache(1)
def _walked(*lines):
    """The walk through lines that are as they were played, for the altered lines that come after them."""
    with patch.object(small.module(), "is_signed", IS_SIGNED):
        return small.module().Check(b"".join(lines))


def last_by_small(lines):
    """The same of lines of which only the last may be wrong: the others are not walked through again."""
    verifier, check, n = small.module(), copy.deepcopy(_walked(*lines[:-1])), len(lines) - 1
    with patch.object(verifier, "is_signed", IS_SIGNED):
        try:
            check.check_line(f"line {n}", n, *verifier.split(lines[-1].removesuffix(b"\n")))
        except verifier.MALFORMED as error:
            return 4, [str(error)]
    return 4 if check.wrong else 0, check.wrong


def is_of_rules(path, problems):
    """True for what needs rules: what follows from documents, and what an order says."""
    of_orders = path[:1] == ("documents",) and len(path) >= 4 and path[3] in PARTS
    inside = of_orders and (len(path) > 4 or {one.code for one in problems} == {"line-refused"})
    differs = all(one.code == "line-differs" and str(one.fields["path"]).split("/")[1] in RULES for one in problems)
    return inside or path[0] in RULES or differs


def altered(cell):
    """``(number, path, how, lines, state, openings)`` of the altered lines of a game."""
    lines, states, openings, keys = corpus.played(cell)
    game_id = hand.tagged("charter", hand.canonical(json.loads(lines[0])[0]["charter"]))
    for number in corpus.kinds_of_lines(lines):
        line = json.loads(lines[number])[0]
        before = hand.tagged("head", lines[number - 1][1 : lines[number - 1].rindex(b',"')])
        schema = corpus.schema("note-line.schema.json" if line["kind"] == "note" else "play-line.schema.json")
        for count, (path, how, value) in enumerate(corpus.alterations(schema, line)):
            if not path or (count * 7919 + number) % STEP:
                continue
            for with_documents in (False, True) if path[0] == "documents" else (False,):
                raw = corpus.line_signed(value, game_id, keys[number - 1], before, with_documents)
                yield number, path, how, [*lines[:number], raw], states[number - 1], openings


@pytest.mark.sampled(6)
@pytest.mark.timeout(0 if THOROUGH else 600)
@pytest.mark.parametrize("cell", corpus.CELLS, ids=lambda cell: "-".join(map(str, cell[:4])))
def test_both_verifiers_agree_on_every_altered_line(cell):
    met = collections.Counter()
    for number, path, how, lines, state, openings in altered(cell):
        begun = time.process_time()
        one, problems = by_pbem(lines, state, openings)
        other, wrong = last_by_small(lines)
        if sum(met.values()) % 20 == 0:
            assert by_small(lines)[0] == other
        assert time.process_time() - begun < LONG, (number, path, how)
        if one != other:
            assert (one, other) == (4, 0) and is_of_rules(path, problems), (number, path, how, problems, wrong)
        met[one, other] += 1
    assert sum(met.values()) > 40 and met[4, 4] > met[4, 0], met


@pytest.mark.sampled(2)
@pytest.mark.parametrize("cell", corpus.CELLS, ids=lambda cell: "-".join(map(str, cell[:4])))
def test_both_verifiers_take_the_games_themselves(cell):
    lines, _, _, _ = corpus.played(cell)
    assert by_small(lines) == (0, [])
    kinds = {(line["kind"], line.get("what")) for line, _ in map(json.loads, lines)}
    assert {("play", None), ("note", "again"), ("note", "stands")} <= kinds


def test_every_kind_of_part_stands_somewhere_in_the_corpus():
    """But for a few statements on people, written by hand (hand.new_people)."""
    lines = [json.loads(raw)[0] for cell in corpus.CELLS for raw in corpus.played(cell)[0][1:]]
    fields = {field for line in lines for field in line}
    inside = {field for line in lines for document, _ in line["documents"] for field in document}
    of_lines = {
        *corpus.schema("play-line.schema.json")["properties"],
        *corpus.schema("note-line.schema.json")["properties"],
    }
    orders = corpus.schema("document.schema.json")["oneOf"][0]["properties"]
    assert of_lines - fields <= {"came", "fell", "passed"}
    assert {*orders} - inside <= {"first", "pinch"}
    assert {line["what"] for line in lines if "what" in line} >= {"again", "ended", "redo", "seals", "stands"}


def rearranged(lines):
    """``(what was done, lines)``: whole lines missing, doubled, moved, cut, or with another signature."""
    for number in range(len(lines)):
        yield "missing", [*lines[:number], *lines[number + 1 :]]
        yield "doubled", [*lines[: number + 1], *lines[number:]]
        yield "moved", [*lines[:number], *lines[number : number + 2][::-1], *lines[number + 2 :]]
        yield "cut", [*lines[:number], lines[number][:-2]]
        body, mark = lines[number].rstrip(b"\n").rsplit(b",", 1)
        for other in (b'""]', b'"%s"]' % (b"0" * 128), lines[1].rstrip(b"\n").rsplit(b",", 1)[1], mark.upper()):
            yield "another signature", [*lines[:number], b"%s,%s\n" % (body, other), *lines[number + 1 :]]


def whole_by_pbem(lines):
    try:
        file = from_bytes(b"".join(lines), "game")
        maker = Replayer(file)
        for number in range(1, file.n + 1):
            maker.make(number)
    except BrokenFile:
        return 4
    return 0


@pytest.mark.sampled(6)
@pytest.mark.parametrize("cell", corpus.CELLS, ids=lambda cell: "-".join(map(str, cell[:4])))
def test_both_verifiers_agree_on_lines_in_another_arrangement(cell):
    lines, met = corpus.played(cell)[0][:6], collections.Counter()
    for what, other in rearranged(lines):
        verdict = whole_by_pbem(other)
        assert by_small(other)[0] == verdict, what
        met[what, verdict] += other != lines
    assert met["missing", 0] == 1 and met["another signature", 4] > 15 and not met["doubled", 0], met
