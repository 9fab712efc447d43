"""Build this example again from its mails: python examples/pacific/rebuild.py FOLDER

FOLDER gets what stands here under reports, with game.json and verification.txt; a test compares it byte for byte.
With --write the example itself is written anew, and the head in each mail with it, after a change of the rules that it
shows; then read the difference.

The referee's secret in secrets.json is published, so that everybody can do this.  Never use it in a game.
"""

import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from rebuilding import bring_up_to_date, empty, pbem, publish, save, table  # examples/rebuilding.py

HERE = os.path.dirname(os.path.abspath(__file__))
GAME = "pacific-1.json"


def main(arguments):
    write = "--write" in arguments
    folder = HERE if write else os.path.abspath(arguments[0])
    empty(folder, ["reports"])
    with table():
        publish(HERE, {"referee": f"{GAME}.secret"})
        shutil.copy(os.path.join(HERE, "start.json"), GAME)  # written by pbem new
        for entry, names in sorted(stops().items()):
            play(entry, names, folder, write)
        shutil.copy(GAME, os.path.join(folder, "game.json"))
        save(os.path.join(folder, "verification.txt"), pbem("verify", GAME)[0])
    return 0


def stops():
    """``{entry: names of the mails that make it}``; those whose name says so are refused before it."""
    found = {}
    for name in sorted(os.listdir(os.path.join(HERE, "mails"))):
        found.setdefault(int(name[:2]), []).append(name)
    return found


def play(entry, names, folder, write):
    """One turn of the referee: mails in, a report out; a mail with mistakes is refused first."""
    for name in names:
        path = os.path.join(HERE, "mails", name)
        if write:
            bring_up_to_date(path, GAME)
        shutil.copy(path, ".")
    for name in [name for name in names if "mistakes" in name]:
        told = pbem("adjudicate", GAME, name, "-o", GAME, wanted=3)[1]
        save(os.path.join(folder, "reports", name), told)
    good = [name for name in names if "mistakes" not in name]
    pbem("adjudicate", GAME, *good, "-o", GAME, "--report", "report.txt")
    shutil.copy("report.txt", os.path.join(folder, "reports", f"{entry:02}.txt"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
