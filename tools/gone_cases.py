"""Cases that have gone, or bear another name, and what still names them: a sentence each, with file and line.

    python tools/gone_cases.py red-dragon

A part of `make golden`.  A case has gone if the last commit had it, or the table of sentences names it, and no file of
cases has it now.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = "sentences.json"


def main(arguments):
    told = [fault for title in arguments for fault in faults(title)]
    for fault in told:
        print(fault)
    return 1 if told else 0


def faults(title, root=ROOT):
    """What names a case of a title that has gone, as sentences."""
    gone = _named(title, root) - _there(title, root)
    lines = _lines_with(sorted(gone), root)
    return [
        f"{path}:{number}: names the case {case}, which has gone"
        for path, number, text in lines
        for case in sorted(gone)
        if re.search(rf"(?<![\w.-]){re.escape(case)}(?![\w-])", text)
    ]


def _there(title, root):
    """The ids of the cases that there are, those that wait for a mend included."""
    found = set()
    for folder in ("tests/cases", "tests/cases-pending"):
        place = os.path.join(root, folder, title)
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
            if name.endswith(".json") and name != TABLE:
                found |= _ids(_read(os.path.join(place, name)))
    return found


def _named(title, root):
    """The ids of the cases of the last commit, and of those in the table of sentences."""
    found = set()
    for name in _git(root, "ls-tree", "--name-only", "HEAD", f"tests/cases/{title}/").splitlines():
        if name.endswith(".json") and os.path.basename(name) != TABLE:
            found |= _ids(_git(root, "show", f"HEAD:{name}"))
    table = os.path.join(root, "tests", "cases", title, TABLE)
    rows = json.loads(_read(table))["rows"] if os.path.exists(table) else ()
    return found.union(*(row.get("cases", ()) for row in rows))


def _lines_with(names, root):
    """``(path, line number, line)`` of each line of a file under version control that holds one of some names."""
    if not names:
        return []
    patterns = [word for name in names for word in ("-e", name)]
    rows = _git(root, "grep", "-nIF", *patterns).splitlines()
    return [row.split(":", 2) for row in rows]


def _ids(text):
    return {case["id"] for case in json.loads(text)["cases"]}


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def _git(root, *words):
    """What git says; nothing where it finds nothing, or there is no checkout."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
