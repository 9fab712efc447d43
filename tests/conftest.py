"""Lets every test import the toy title as ``tests.toy``, however pytest was started."""

import importlib
import sys
from pathlib import Path

ROOT = str(Path(__file__).parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

importlib.import_module("tools")  # before pytest puts tests/cli, which has a tools.py too, in front of the path
