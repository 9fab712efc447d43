"""The examples as pages with comments, in build/examples: each game a film with its curves and its record.

    python tools/annotated.py [FOLDER]

The comments of an example lie beside it, examples/NAME/comments.json: a list of {"entry", "text", "says", "odds"}.
`says` are words that the story of the entry must hold, so that a comment stays where it belongs; {odds} in the text is
what `pbem odds` prints for the words of `odds`, GAME being the game as it was before the entry.  Tests hold what else a
row may claim against the example: `mail` and `report` are words of the mail and of the report of the entry, `default`
says that the mail asks for the published default, and `refused` is an order that is not allowed, with its rule.
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "examples")]
EXAMPLES = ROOT / "examples"


def main(arguments):
    from pbem.site.pages import site

    if any(argument.startswith("-") for argument in arguments):
        sys.exit(__doc__)  # an option, and no folder of that name
    folder = arguments[0] if arguments else str(ROOT / "build" / "examples")
    with tempfile.TemporaryDirectory() as place:  # what a command leaves beside a game is none of the example's
        games = {
            shutil.copyfile(last_game(name), os.path.join(place, f"{name}.json")): comments(name) for name in names()
        }
        print(f"{len(site(list(games), folder, comments=games))} files in {folder}")


def names():
    """The examples that have comments."""
    return sorted(path.parent.name for path in EXAMPLES.glob("*/comments.json"))


def last_game(name):
    """The game file of an example as it stands at its end."""
    return max((EXAMPLES / name / "games").glob("*.json"))


def rows(name):
    """The comments of an example as they lie there."""
    return json.loads((EXAMPLES / name / "comments.json").read_text(encoding="utf-8"))


def comments(name):
    """``{entry: [text]}``, with the odds in their places."""
    found = {}
    for row in rows(name):
        text = row["text"].replace("{odds}", odds(name, row)) if "odds" in row else row["text"]
        found.setdefault(row["entry"], []).append(text)
    return found


def odds(name, row):
    """What `pbem odds` says of what a comment asks, in one line."""
    out, _ = asked_before(name, row["entry"], row["odds"])
    told = out.partition("\nLeft of")[0]  # what is left of each side is too much for a comment
    return "; ".join(" ".join(line.split()).rstrip(".") for line in told.splitlines() if line.strip())


def asked_before(name, entry, words, wanted=0):
    """``(output, what is said besides)`` of `pbem odds` with some words, GAME being the game before an entry of an
    example; SystemExit unless its exit code is `wanted`."""
    from rebuilding import pbem, table

    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "game.json"
        lines = last_game(name).read_bytes().splitlines(keepends=True)
        before.write_bytes(b"".join(lines[:entry]))
        with table():
            return pbem("odds", *(str(before) if word == "GAME" else word for word in words), wanted=wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
