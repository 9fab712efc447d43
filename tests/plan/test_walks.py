"""Walks of twelve mails: four a title, more where proofs are thorough, as many as PBEM_WALKS says (make walks)."""

import os

import pytest

from tests.plan.walks import TITLES, walk
from tests.thorough import THOROUGH

WALKS = int(os.environ.get("PBEM_WALKS", 40 if THOROUGH else 4))
SHARE = 20 if WALKS > 20 else 2  # walks in one test


@pytest.mark.parametrize("first", range(0, WALKS, SHARE))
@pytest.mark.parametrize("title", TITLES)
def test_what_the_block_shows_is_what_acts(title, first, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    for seed in range(first, min(first + SHARE, WALKS)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert walk(title, folder, seed) == "", f"walk {seed} of {title}"
