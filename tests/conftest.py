"""Lets every test import the toy title as ``tests.toy``, however pytest was started."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)
