"""What is answered is told back in sentences made from the answer, by every title for every kind of question."""

import json
import re
from pathlib import Path

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line
from pbem.core.record.charter import make
from pbem.core.rules.requests import Ask
from pbem.core.title.game import load
from tests.spoken import faults, heard, raw_ids
from tests.thorough import some
from tools import golden

from .titles import ANCHORS, SettledFeed


def play_a_golden_game(title):
    paths = golden.paths(title) if (Path(golden.FOLDER) / title).is_dir() else []
    for path in sorted(paths, key=lambda path: Path(path).stat().st_size)[:1]:
        golden.replay(golden.read(path))


def test_every_kind_and_petition_has_a_sentence(contract):
    tables = contract.game.telling.words.tables
    assert sorted(tables["questions"]) == sorted(contract.game.kinds)
    assert sorted(tables["petitions"]) == sorted(contract.game.petitions)


@pytest.mark.sampled(3)
def test_every_answer_is_told_as_people_speak(contract):
    """In random games and in one golden game of the title; in the cases too (tests/test_rulebook_cases.py)."""
    with heard() as told:
        for seed in contract.seeds:
            contract.play(seed)
        play_a_golden_game(contract.title)
    found = [fault for kind, _, _, said in told for fault in faults(contract.game, kind, said)]
    assert not found, "\n".join(sorted(set(found))[:12])


@pytest.mark.sampled(3)
def test_answers_that_differ_are_told_differently(contract):
    """A sentence that leaves out what matters could not show a misreading: units that are alike apart."""
    same = []
    for seed in some(contract.seeds[:2], 2):
        contract.play(seed, Comparing(contract.game, seed, contract.decisions, same))
    assert not same, same[:3]


class Comparing(SettledFeed):
    """Random answers; in `same` what is told alike of two different answers to one question."""

    def __init__(self, game, seed, most, same):
        super().__init__(game, seed, most)
        self.same = same

    def answer(self, board, ask):
        if self.decisions % 3 == 0:
            kind, told = self.game.kinds[ask.kind], {}
            for answer in kind.examples(board, ask):
                other = told.setdefault(tuple(self.game.told(board, ask, answer)), answer)
                if len(set(map(str, (blurred(answer), blurred(other))))) > 1:
                    self.same.append((ask.kind, answer, other))
        return super().answer(board, ask)


def blurred(answer):
    """An answer without the numbers of its units."""
    return re.sub(r"-\d+\b", "", json.dumps(answer))


PETITIONS = {
    "cataclysm": {
        "armistice": {"with": ["france", "uk"]},
        "withdraw-aid": {"area": "spain", "count": 1},
        "support": {"to": "italy", "level": "ask"},
        "end-treaty": {},
        "concede": True,
        "draw": True,
    },
    "pacific": {"concede": True, "draw": True},
    "red-dragon": {"concede": True, "draw": True},
}


@pytest.mark.parametrize("title", sorted(PETITIONS))
def test_every_petition_of_a_title_is_told(title):
    game = load(title)
    board = game.new_board(make(game, "told", next(iter(game.scenarios)), anchors=ANCHORS))
    assert sorted(PETITIONS[title]) == sorted(game.petitions)
    for verb, value in PETITIONS[title].items():
        for power in game.powers:
            assert not faults(game, verb, game.petition_told(board, Ask(verb, power), value))


def test_a_wasteful_line_is_one_of_its_kind(contract):
    for kind in contract.game.kinds:
        for text, why in contract.game.telling.words.of_kind(kind).get("wasteful", {}).items():
            line = parse_line(f"when {kind}: {text}", contract.game, contract.game.powers[0])[1]
            assert not refusals(line) and why.endswith("."), (kind, text)


@pytest.mark.sampled(3)
def test_doubts_of_every_answer_can_be_said(contract):
    for seed in some(contract.seeds[:2], 2):
        contract.play(seed, Doubting(contract.game, seed, contract.decisions))


class Doubting(SettledFeed):
    def answer(self, board, ask):
        answer = super().answer(board, ask)
        if answer is not None:
            for one in self.game.telling.words.doubts(ask.kind, answer, ask, self.game.telling.say(board)):
                assert one.endswith(".") and not raw_ids(self.game, one), one
        return answer
