"""Walks of twelve mails: twenty a title, more where proofs are thorough, as many as PBEM_WALKS says (make walks), from
PBEM_WALK on, where they are walked in parts."""

import json
import os

import pytest

from pbem.mail import incoming, letter
from tests.plan.walks import TITLES, walk
from tests.thorough import THOROUGH

FIRST = int(os.environ.get("PBEM_WALK", 0))
WALKS = int(os.environ.get("PBEM_WALKS", 120 if THOROUGH else 20))
SHARE = 20 if WALKS > 20 else 5  # walks in one test


def at_once(work):
    """What `run_in_sandbox` returns, without a process of its own, which takes a third of a walk."""
    return json.loads(json.dumps(work()))


@pytest.mark.parametrize("first", range(FIRST, FIRST + WALKS, SHARE))
@pytest.mark.parametrize("title", TITLES)
def test_what_the_block_shows_is_what_acts(title, first, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    for seed in range(first, first + SHARE):
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert walk(title, folder, seed) == "", f"walk {seed} of {title}"
        for room in (incoming, letter):  # the first walk of a test has its mails read as a desk reads them
            monkeypatch.setattr(room, "run_in_sandbox", at_once)
