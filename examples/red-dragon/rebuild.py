"""Build this example again from its mails: python examples/red-dragon/rebuild.py FOLDER

FOLDER gets what stands here under games, refusals, reports and verification.txt; tests/test_examples.py compares it
byte for byte.  With --write the example itself is written anew, and head and envelope in each mail with it, after a
change of the rules that it shows; then read the difference.

The three secrets in secrets.json are published, so that everybody can do this.  Never use them in a game.
"""

import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from rebuilding import GAME_FOLDERS, bring_up_to_date, empty, pbem, publish, read, save, table  # examples/rebuilding.py

HERE = os.path.dirname(os.path.abspath(__file__))
GAME = "taiwan-1.json"
REASON = "Both players had agreed that the US Stryker starts in Honshu; the referee forgot it."
STEPS = [
    ["01-ann.txt", "01-bob.txt"],
    ["02-ann-mistakes.txt"],
    ["02-ann.txt"],
    ["03-ann.txt"],
    ["04-bob.txt"],
    ["05-ann.txt"],
    ["06-bob.txt"],
    ["07-bob.txt"],
    ["08-ann.txt"],
    ["09-bob.txt"],
    ["10-bob.txt"],
    ["11-ann.txt"],
    ["12-bob.txt"],
    ["correction.json"],
    ["14-ann.txt", "14-bob.txt"],
]



def main(arguments):
    write = "--write" in arguments
    folder = HERE if write else os.path.abspath(arguments[0])
    empty(folder, GAME_FOLDERS)
    with table():
        # start.json was written by pbem new red-dragon/ready with the anchors of the three
        publish(HERE, {"referee": f"{GAME}.secret", "prc": "ann.secret", "allied": "bob.secret"})
        shutil.copy(os.path.join(HERE, "start.json"), GAME)
        for step in STEPS:
            play(step, folder, write)
        save(os.path.join(folder, "verification.txt"), pbem("verify", GAME)[0])
    return 0


def play(names, folder, write):
    """One turn of the referee: mails or a correction in, a game file and a report out; or a refusal."""
    if names == ["correction.json"]:
        shutil.copy(os.path.join(HERE, names[0]), ".")
        pbem("correct", GAME, names[0], "--reason", REASON, "-o", GAME)
        number = len(read(GAME)["entries"])
        save(os.path.join(folder, "reports", f"{number:02}.txt"), pbem("report", GAME)[0])
    else:
        for name in names:
            if write:
                date(name)
            shutil.copy(os.path.join(HERE, "mails", name), ".")
        wrong = "mistakes" in names[0]
        _, told = pbem("adjudicate", GAME, *names, "-o", GAME, "--report", "report.txt", wanted=3 if wrong else 0)
        if wrong:
            save(os.path.join(folder, "refusals", names[0]), told)
            return
        number = len(read(GAME)["entries"])
        shutil.copy("report.txt", os.path.join(folder, "reports", f"{number:02}.txt"))
    shutil.copy(GAME, os.path.join(folder, "games", f"{number:02}.json"))


def date(name):
    """Bring head and envelope of a mail up to date, as the player would who asks for a new form."""
    path = os.path.join(HERE, "mails", name)
    text = bring_up_to_date(path, GAME)
    link = re.search(r"(?m)^link .*\n", text)
    if link:
        save(name, text.replace(link[0], ""))
        who = name.split(".")[0].split("-")[1]
        pbem("seal", GAME, name, "--secret", f"{who}.secret", "-o", "sealed.txt")
        with open("sealed.txt", encoding="utf-8") as file:
            save(path, text.replace(link[0], re.search(r"(?m)^link .*\n", file.read())[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
