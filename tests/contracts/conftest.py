"""The contracts run over every line of titles.py; the toy title counts as installed meanwhile."""

import pytest

from pbem.core.title import game as games

from .titles import CONTRACTS


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")


@pytest.fixture(params=CONTRACTS, ids=repr)
def contract(request):
    return request.param
