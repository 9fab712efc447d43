"""The examples of a title, played again by the rules as they are now, with the draws that they had.

    python tools/examples.py red-dragon

The last step but one of `make golden`.  Where they come to the very lines of the game, its charter and heads stay, also
under an older revision, and reports are written as they are told now.  Where they do not, all is written anew: the
charter in start.json, the heads in the mails, and what is made from them (examples/rebuilding.py).  What people wrote
stays: mails, comments.json and README.md.  Where a mail no longer fits, or a comment or the table of the README no
longer tells what happened, that is told, with exit code 1: then it is mended by hand, and `make golden` without a
reason goes on.
"""

import argparse
import importlib.util
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools import annotated


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("title")
    title = parser.parse_args(arguments).title
    told = [f"examples/{name}: {fault}" for name in names(title) for fault in renewed(name)]
    for fault in told:
        print(fault)
    return 1 if told else 0


def names(title):
    """The examples of a title, sorted."""
    found = []
    for start in sorted(annotated.EXAMPLES.glob("*/start.json")):
        charter = json.loads(start.read_text(encoding="utf-8"))[0]["charter"]
        if charter["title"] == title:
            found.append(start.parent.name)
    return found


def renewed(name):
    """Write an example anew; what is told of it is no longer so, a sentence each."""
    try:
        example(name).write()
    except SystemExit as stray:
        return [str(stray)]
    print(f"examples/{name} is written")
    return annotated.faults(name)


def example(name):
    """The Example of the rebuild.py of that name."""
    spec = importlib.util.spec_from_file_location(f"rebuild_{name}", annotated.EXAMPLES / name / "rebuild.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.EXAMPLE


if __name__ == "__main__":
    sys.exit(main())
