"""The examples as pages with comments, in build/examples: each game a film with its curves and its record.

    python tools/annotated.py [FOLDER]

The comments of an example lie beside it, examples/NAME/comments.json: a list of {"entry", "text", "says", "odds"}.
`says` are words that the story of the entry must hold, so that a comment stays where it belongs; {odds} in the text is
what `pbem odds` prints for the words of `odds`, GAME being the game as it was before the entry.  What else a row may
claim: `mail` and `report` are words of the mail and of the report of the entry, `default` says that the mail asks for
the published default, and `refused` is an order that is not allowed, with its rule.  `faults` holds all of it, and the
table of the example's README, against what happened; tests and `make golden` ask it.
"""

import json
import os
import re
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
    from rebuilding import agreed, pbem, table

    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "game.json"
        lines = last_game(name).read_bytes().splitlines(keepends=True)
        before.write_bytes(b"".join(lines[:entry]))
        with table(), agreed(before):
            return pbem("odds", *(str(before) if word == "GAME" else word for word in words), wanted=wanted)


# -- is it so? ---------------------------------------------------------------------------------------------------------


def faults(name):
    """What comments and README say of an example that is not so: a sentence each."""
    found = []
    with tempfile.TemporaryDirectory() as folder:  # reading leaves files beside a game
        from pbem.core.play.gamefile import read

        file = read(shutil.copy(last_game(name), os.path.join(folder, f"{name}.json")))
        for row in rows(name):
            claims = [claim for claim in CLAIMS if claim in row]
            found += [
                f"comments.json, entry {row['entry']}, {claim}: {fault}"
                for claim in claims
                for fault in CLAIMS[claim](name, file, row)
            ]
    return [*found, *_table_faults(name)]


def _says(name, file, row):
    from pbem.report.build import build

    report = build(file, row["entry"] - 1, row["entry"])
    told = " ".join([report["moment"], json.dumps(report["story"], ensure_ascii=False)])
    return _lacks(told, row["says"])


def _mail(name, file, row):
    return _lacks(_mails(name, row), row["mail"])


def _report(name, file, row):
    return _lacks(_words(name, f"reports/{row['entry']:02}.txt"), row["report"])


def _default(name, file, row):
    before = _words(name, f"reports/{row['entry'] - 1:02}.txt")
    default = re.search(r"the published default: (.*?)\. ---", before)
    return _lacks(_mails(name, row), f": {default[1]} -- ") if default else ["nothing is asked that has a default"]


def _refused(name, file, row):
    *words, rule = row["refused"]
    try:
        _, said = asked_before(name, row["entry"], words, wanted=3)
    except SystemExit as allowed:
        return [str(allowed)]
    return _lacks(said, f"[{rule}]")


def _odds(name, file, row):
    """There are such odds; of a game: of the order that was sent, by a seat that was asked."""
    try:
        told = _lacks(odds(name, row), "%")
    except SystemExit as refused:
        return [str(refused)]
    if row["odds"][0] != "GAME":
        return told
    _, seat, order = row["odds"]
    if not any(use["seat"] == seat for use in file.entries[row["entry"] - 1]["used"]):
        told.append(f"{seat} was asked nothing")
    parts = order.rpartition(": ")[2].split("; ")  # without the power for which it is
    return told + [fault for part in parts for fault in _lacks(_mails(name, row), part)]


CLAIMS = {"says": _says, "mail": _mail, "report": _report, "default": _default, "refused": _refused, "odds": _odds}


def _table_faults(name):
    """The rows of the README that say where the game stands otherwise than the report that they point to."""
    readme = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")
    cells = re.findall(r"\| \[([^]|]*)\]\((reports/\d\d\.txt)\) \|", readme)
    reports = sorted((EXAMPLES / name / "reports").glob("*.txt"))
    told = [] if len(cells) == len(reports) else [f"README.md has {len(cells)} reports of {len(reports)}"]
    for cell, report in cells:
        told += [f"README.md, {report}: {fault}" for fault in _lacks(_words(name, report), f"· {cell} ")]
    return told


def _lacks(text, words):
    return [] if words in text else [f"nothing says “{words}”"]


def _mails(name, row):
    return _words(name, f"mails/{row['entry']:02}-*.txt")


def _words(name, pattern):
    """The words of all files that a pattern names in an example, each after one space."""
    paths = sorted((EXAMPLES / name).glob(pattern))
    return " ".join(" ".join(path.read_text("utf-8").split()) for path in paths)


if __name__ == "__main__":
    main(sys.argv[1:])
