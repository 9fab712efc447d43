"""make release: whether this checkout is what its version says, before anything is built to be published.

The version stands in pbem/__init__.py alone.  A release is a commit with the tag v0.1.0, nothing changed or added in
the checkout, and a section of the changelog with that version and a date.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main():
    found = faults(
        _read("pbem/__init__.py"),
        _read("CHANGELOG.md"),
        _git("tag", "--points-at", "HEAD"),
        _git("status", "--porcelain"),
    )
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


def faults(code, changelog, tags, changed):
    """Sentences on why this is no release; none if it is one."""
    version = re.search(r'__version__ = "(.+)"', code)[1]
    program = changelog.partition("## Program")[2].partition("\n## ")[0]
    found = []
    if f"v{version}" not in tags.split():
        found.append(f"The commit has no tag v{version}.")
    if not re.search(rf"(?m)^### {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", program):
        found.append(f"CHANGELOG.md has no section '### {version} (YEAR-MONTH-DAY)' under Program.")
    if changed.strip():
        found.append("Something is changed or added in the checkout: git status.")
    return found


def _read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def _git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
