"""What people write beside their orders is never read as one."""

import itertools
import re
from pathlib import Path

import pytest

from pbem.core.orders.orders import read
from pbem.core.rules.requests import Asked
from pbem.core.title.game import load
from tests.order_corpus import CORPORA, HEADER, board_of
from tests.order_corpus import lines as corpus_lines
from tests.thorough import some

ROOT = Path(__file__).resolve().parent.parent.parent
PLACES = ("examples/*/mails/*.txt", "tests/mail/corpus/*", "docs/*.md", "docs/readings/*.md")
SENTENCE = re.compile(r"[A-Z][a-z' ]+ (?!.*(?:->|[|`<>{}=]|\bop \d))\S.*")
# orders that are told in sentences
ORDERS = re.compile(r"Please strike Taiwan with everything|I pass this time\.|I'd like to strike Taiwan .*")


def sentences():
    texts = (
        path.read_text("utf-8", "replace") for place in PLACES for path in sorted(ROOT.glob(place)) if path.is_file()
    )
    found = {line.strip() for text in texts for line in text.split("\n") if SENTENCE.fullmatch(line.strip())}
    return sorted(line for line in found if 3 <= len(line.split()) <= 25 and not ORDERS.fullmatch(line))


def everything_asked(title, game):
    """``(power, Asked)``: all kinds of question of which the corpus of a title has one for a power, as if all were
    open."""
    rows = sorted({(power, kind): position for _, power, kind, position, *_ in corpus_lines(title)}.items(), key=str)
    for power, own in itertools.groupby(rows, key=lambda row: row[0][0]):
        own = list(own)
        asked = Asked({kind: [power] for (_, kind), _ in own if kind in game.kinds})
        asked.board = lambda position=own[0][1]: board_of(game, CORPORA[title][0], position)
        yield power, asked


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", CORPORA)
def test_sentences_of_mails_and_papers_order_nothing(title):
    game, told = load(title), sentences()
    assert len(told) > 300
    for power, asked in some([*everything_asked(title, game)], 16):
        for line in some(told, 9):
            orders, _ = read(HEADER.format(seat=power) + line, game, {power: [power]}, power, asked=asked)
            assert not (orders.answers or orders.petitions or orders.standing), line
