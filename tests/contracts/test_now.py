"""Whom the game waits for is told once (record.now): whom adjudication misses, whom status and dates name and what a
form asks is the same, and when all of them have answered, with any legal answer, a line is written.

Random games of every title, scenario, edition, arrangement of seats, window rule and level, with and without a referee,
with lines ahead and closed ones that are sent, replaced and left out; `make test` plays a sample.
"""

import pytest

from pbem.core.record.now import asked_seats, asks_of, missing, now, waited_seats
from pbem.core.signing import adjudication
from pbem.interface.reading import described
from tests import honest
from tests.thorough import some

KINDS = sorted(honest.kinds(), key=honest._mixed)
ENTRIES = 12


class Watched(honest.Honest):
    """A game of which every stop is looked at, before anything has come and when part of it has."""

    def adjudicated(self, orders, alone, silent):
        self.look(alone)
        return super().adjudicated(orders, alone, silent)

    def look(self, orders):
        file, told = self.file, described(self.file)
        waited, call = waited_seats(file), file.call()
        assert waited == missing(now(file)), "nothing has come"
        shown = {row["seat"] for row in (*told["waiting"], *told["called"])}
        assert shown == set(waited) and {row["seat"] for row in told["waiting"]} == set(asked_seats(file))
        assert [ask.question for seat in asked_seats(file) for ask in asks_of(file, seat)] == sorted(
            (one["question"] for one in file.waiting), key=lambda one: self.place(one)
        )
        if not call.is_sealed:
            assert self.missed([]) == [seat for seat in waited if seat != call.opener]
            return
        alone = self.missed([])
        assert set(alone) <= set(waited), "a closed line may answer; nobody else is missed"
        everybody = self.club._with_musters(file, call, [*orders.values()])
        for seat in alone:
            assert self.missed([order for order in everybody if order["seat"] != seat]) == [seat]

    def place(self, question):
        asks = next(one for one in self.file.waiting if one["question"] == question)
        seat = self.file.charter["powers"][asks["power"]]
        return self.file.charter["seats"].index(seat), self.file.waiting.index(asks)

    def missed(self, orders):
        """Whom adjudication misses when these orders have come."""
        call = self.file.call()
        keeper = self.club.signers[call.opener]
        kept, openings = keeper.kept(self.file), [*keeper.secret.openings]
        found = adjudication.adjudicate(self.file, orders, keeper)
        keeper._kept, keeper.secret.openings = kept, openings
        return found.missing


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", some(KINDS, 62, thorough=3), ids=lambda kind: "-".join(map(str, kind)))
def test_adjudication_misses_whom_all_name_and_goes_on_when_they_have_answered(kind):
    game = Watched(kind, 7)
    for _ in range(ENTRIES):
        if not game.file.is_over:
            before = game.file.n
            game.turn()
            assert game.file.n > before, "everybody has answered"
