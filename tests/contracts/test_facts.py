"""A fact is told once and never changes: what it holds is not shared with the board, which goes on changing."""

from pbem.core.data.canon import dumps
from pbem.core.rules.engine import Table
from pbem.core.trial.selfplay import play_one


def test_no_fact_changes_after_it_was_told(contract):
    told = []
    play_one(contract.game, contract.charter, "facts", watch=lambda board, fact: told.append((fact, dumps(fact))))
    assert told
    for fact, then in told:
        assert dumps(fact) == then, fact["type"]


def test_a_fact_that_changes_nothing_is_not_told_unless_it_says_so(contract, monkeypatch):
    """Every fact changes the board, or its type is declared to tell something all the same (`Facts.tells`)."""
    idle, emit, tells = set(), Table.emit, contract.game.facts.tells

    def watched(*given, **fields):
        board = given[0].board
        before = dumps(board.to_json())
        fact = emit(*given, **fields)
        if fact["type"] not in tells and dumps(board.to_json()) == before:
            idle.add(fact["type"])
        return fact

    monkeypatch.setattr(Table, "emit", watched)
    play_one(contract.game, contract.charter, "idle")
    assert idle == set()
