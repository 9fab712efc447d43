"""A fact is told once and never changes: what it holds is not shared with the board, which goes on changing."""

from pbem.core.data.canon import dumps
from pbem.core.play.selfplay import play_one


def test_no_fact_changes_after_it_was_told(contract):
    told = []
    play_one(contract.game, contract.charter, "facts", watch=lambda board, fact: told.append((fact, dumps(fact))))
    assert told
    for fact, then in told:
        assert dumps(fact) == then, fact["type"]
