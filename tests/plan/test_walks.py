"""Walks of twelve mails: two a title; two thousand where proofs are thorough."""

import pytest

from tests.plan.walks import TITLES, walk
from tests.thorough import THOROUGH

WALKS = 2000 if THOROUGH else 2
SHARE = 100 if THOROUGH else 2  # walks in one test


@pytest.mark.parametrize("first", range(0, WALKS, SHARE))
@pytest.mark.parametrize("title", TITLES)
def test_what_the_block_shows_is_what_acts(title, first, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    for seed in range(first, first + SHARE):
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert walk(title, folder, seed) == "", f"walk {seed} of {title}"
