"""A fact is told once and never changes: what it holds is not shared with the board, which goes on changing; and every
fact changes the board, or its type is declared to tell something all the same (`Facts.tells`)."""

import pytest

from pbem.core.data.canon import dumps
from pbem.core.rules.engine import Table
from pbem.core.trial.selfplay import play_one


@pytest.mark.sampled(3)
def test_a_fact_is_told_once_never_changes_and_is_not_idle(contract, monkeypatch):
    told, idle, emit, tells = [], set(), Table.emit, contract.game.facts.tells
    known = [b""]  # the board as the last fact has left it

    def watched(table, /, *given, **fields):
        known[0] = known[0] or dumps(table.board.to_json())
        fact = emit(table, *given, **fields)
        told.append((fact, dumps(fact)))
        before, known[0] = known[0], dumps(table.board.to_json())
        if fact["type"] not in tells and known[0] == before:
            idle.add(fact["type"])
        return fact

    monkeypatch.setattr(Table, "emit", watched)
    play_one(contract.game, contract.charter, "facts")
    assert told and idle == set()
    for fact, then in told:
        assert dumps(fact) == then, fact["type"]
