"""Build this example again from its mails: python examples/pacific/rebuild.py FOLDER

FOLDER gets what stands here under reports, with game.json and verification.txt; a test compares it byte for byte.
With --write the example itself is written anew, and the head in each mail with it, after a change of the rules that it
shows; then read the difference.

The referee's secret in secrets.json is published, so that everybody can do this.  Never use it in a game.
"""

import contextlib
import io
import json
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GAME = "pacific-1.json"


def main(arguments):
    write = "--write" in arguments
    folder = HERE if write else os.path.abspath(arguments[0])
    shutil.rmtree(os.path.join(folder, "reports"), ignore_errors=True)
    os.makedirs(os.path.join(folder, "reports"))
    with tempfile.TemporaryDirectory() as table, at(table):
        start()
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


def start():
    """The game file before its first entry, and the referee's secret.  start.json was written by pbem new."""
    from pbem.core.secret import Secret

    with open(os.path.join(HERE, "secrets.json"), encoding="utf-8") as file:
        Secret.create(f"{GAME}.secret", secret=bytes.fromhex(json.load(file)["referee"]))
    shutil.copy(os.path.join(HERE, "start.json"), GAME)


def play(entry, names, folder, write):
    """One turn of the referee: mails in, a report out; a mail with mistakes is refused first."""
    for name in names:
        if write:
            bring_up_to_date(name)
        shutil.copy(os.path.join(HERE, "mails", name), ".")
    for name in [name for name in names if "mistakes" in name]:
        told = pbem("adjudicate", GAME, name, "-o", GAME, wanted=3)[1]
        save(os.path.join(folder, "reports", name), told)
    good = [name for name in names if "mistakes" not in name]
    pbem("adjudicate", GAME, *good, "-o", GAME, "--report", "report.txt")
    shutil.copy("report.txt", os.path.join(folder, "reports", f"{entry:02}.txt"))


def bring_up_to_date(name):
    """Put the head of the game into a mail, as the player would who asks for a new form."""
    path = os.path.join(HERE, "mails", name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head = json.loads(pbem("status", GAME, "--json")[0])["head"][:32]
    save(path, re.sub(r"(?m)^head .*", f"head {head}", text))


def pbem(*words, wanted=0):
    """Run a command as in a terminal: ``(standard output, standard error)``."""
    from pbem.cli import main as run

    out, talk = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(talk):
        code = run(list(words))
        out.flush()
    if code != wanted:
        sys.exit(f"pbem {' '.join(words)} ended with exit code {code}, not {wanted}:\n{talk.getvalue()}")
    return out.buffer.getvalue().decode(), talk.getvalue()


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


@contextlib.contextmanager
def at(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
