"""Lets every test import the toy title as ``tests.toy``, however pytest was started."""

import importlib
import sys
from pathlib import Path

import pytest

ROOT = str(Path(__file__).parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

importlib.import_module("tools")  # before pytest puts tests/cli, which has a tools.py too, in front of the path


@pytest.fixture(autouse=True)
def no_memory_of_games(tmp_path_factory, monkeypatch):
    """What this machine has reached of a game is remembered for one test alone."""
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path_factory.mktemp("memory")))
