"""The theorem, on the program's own functions: of everything that somebody can sign for a head, the lines that can be
made have one outcome without a word; each other outcome carries words, and every report since names who gave them.

Small games of the toy title, at many positions; a pool of all that dishonest people with all their secrets can sign,
beside what honest people send once; each choice among it goes through the function that writes and checks lines.
"""

import copy
import itertools

import pytest

from pbem.core.data.canon import encode
from pbem.core.data.problems import Refused
from pbem.core.play.entry import made_play
from pbem.core.record.closed import Openings
from pbem.core.signing import adjudication, sealing
from pbem.core.signing.words import word_of
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.report.fairness import footer
from tests.core.test_play import played
from tests.thorough import THOROUGH

SEATS = {
    2: {},
    3: {"seats": ["north", "south", "isles"], "powers": {name: name for name in ("north", "south", "isles")}},
}
TABLES = [(2, False), (2, True), (3, False), (3, True)]
ENTRIES = range(7) if THOROUGH else range(0, 6, 3)
MOST = 5000 if THOROUGH else 1000  # choices of one position


pytestmark = pytest.mark.usefixtures("toy_is_a_title")


class Pool:
    """Everything that may lie before whoever opens, at one position.

    dishonest   with all their secrets: they sign two documents, and any word; honest people sign one
    """

    def __init__(self, file, club, dishonest):
        self.file, self.club, self.dishonest = file, club, dishonest
        self.call = file.call()
        self.known = []
        self.seals = self._seals()
        rows = [[one for mark in self.seals or [None] for one in self._of(seat, mark)] for seat in file.people]
        self.documents = [[None, *row] for row in rows]
        self.words = [word for name in sorted(dishonest) for word in self._words(name)]

    def _orders(self, seat, seed):
        orders = [one for one in robots.random_orders(self.file, Chance(seed)) if one["seat"] == seat]
        return orders[0] if orders else {**robots.blank_order(self.file, seat), "ready": True}

    def _seal(self, seat, seed, mark=None, closed=False):
        signer = copy.deepcopy(self.club.signers[seat])
        try:
            made = sealing.seal_orders(self.file, self._orders(seat, seed), signer, mark, closed, True)
        except Refused:
            return None
        self.known += signer.openings(self.file)
        return made

    def _seals(self):
        opener = self.call.opener
        if not self.call.sealing:
            return []
        seeds = ("one", "two") if opener in self.dishonest else ("one",)
        return [one for one in (self._seal(opener, seed, closed=True) for seed in seeds) if one]

    def _of(self, seat, mark):
        if self.call.sealing and seat == self.call.opener:
            return []
        if mark is not None and seat not in self.dishonest and mark is not self.seals[0]:
            return []
        seeds = ("one", "two") if seat in self.dishonest else ("one",)
        return [one for one in (self._seal(seat, seed, mark) for seed in seeds) if one]

    def _words(self, name):
        fresh = robots.RobotKeeper(name, "another").anchor
        says = [{"what": "silent", "who": seat} for seat in self.file.people]
        says += [{"anchor": fresh, "what": "anchor", "who": name, "why": "worn"}]
        if name in self.file.people:
            says.append({"anchor": None, "seat": name, "what": "substitute", "why": "gone"})
        if not self.file.state["referee"]:
            says.append({"what": "restart", "who": name, "why": "slow"})
        return [word_of(self.file, self.club.signers[name], [one]) for one in says]

    def choices(self):
        """Choices of a document a seat, or none, with a word, two that say the same, or none."""
        pairs = [two for two in itertools.combinations(self.words, 2) if two[0].says == two[1].says]
        words = [(), *((one,) for one in self.words), *pairs]
        for said in words:
            for chosen in itertools.product(*self.documents):
                yield [one for one in chosen if one], list(said)

    def line(self, documents, words):
        """The line that they make, as Made; None if nobody takes it."""
        file, said = self.file, {one["who"] for word in words for one in word.says if one["what"] == "silent"}
        opener = file.call(said).opener
        if opener is None or opener not in self.dishonest and opener != self.call.opener:
            return None
        signer = self.club.signers[opener]
        link = signer.link(file.next - file.state["anchors"][opener]["base"]).hex()
        openings = Openings(file.game_id, self.known)
        try:
            return made_play(file.ground(), [*documents, *words], openings, link)
        except Refused:
            return None


def outcome(made):
    """What a line comes to in its entry: the envelopes, what answered, the draws, what happened."""
    line = made.line
    envelopes = sorted([pair[0]["seat"], pair[0]["envelope"]] for pair in line["documents"] if "envelope" in pair[0])
    return encode([envelopes, line["opener"], line["used"], line["draws"], line["steps"]])


def excused(pool):
    """What no rule can take away: an opener with somebody who is due, and two documents of one who is."""
    return bool(set(pool.call.due) & pool.dishonest)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("count, referee", TABLES)
def test_what_was_signed_has_one_outcome_without_a_word(count, referee, entries):
    file, club = played("o", entries, fairness="shared", referee=referee, **SEATS[count])
    if file.is_over:
        file, club = played("o", 2, fairness="shared", referee=referee, **SEATS[count])
    names = [*file.people, *(["referee"] if referee else [])]
    found = outcomes = others = 0
    for size in (1, 2):
        for dishonest in itertools.combinations(names, size):
            pool = Pool(file, club, set(dishonest))
            silent, spoken = set(), []
            for documents, words in itertools.islice(pool.choices(), MOST):
                made = pool.line(documents, words)
                if made is None:
                    continue
                found += 1
                if words:
                    spoken.append((outcome(made), words, made))
                else:
                    silent.add(outcome(made))
            assert len(silent) <= 1 or excused(pool), dishonest
            for one, words, made in spoken:
                if one not in silent:
                    named_for_it(file, club, made, words)
            outcomes += len(silent)
            others += sum(one not in silent for one, _, _ in spoken)
    assert found and outcomes and (others or count == 2 and not referee)


def named_for_it(file, club, made, words):
    """Every footer names those on whose word an outcome is another one."""
    line = adjudication.signed_line(made.line, club.signers[made.line["opener"]].secret_bytes, file.game_id)
    said = " ".join(footer(file.grown(line, made.state)))
    silent = [(word.seat, one["who"]) for word in words for one in word.says if one["what"] == "silent"]
    assert silent, "a word on people changes nothing in the entry in which it stands"
    assert "on the word of" in said and all(speaker in said and who in said for speaker, who in silent)
