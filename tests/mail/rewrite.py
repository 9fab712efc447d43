"""Write the answers of the golden sessions anew: python -m tests.mail.rewrite [NAME …]; then read the difference."""

import sys
import tempfile
from pathlib import Path

from .desk import GOLDEN, played, sessions

if __name__ == "__main__":
    for name in sys.argv[1:] or sessions():
        with tempfile.TemporaryDirectory() as folder:
            (GOLDEN / f"{name}.txt").write_text(played(name, Path(folder)), encoding="utf-8")
        print(name)
