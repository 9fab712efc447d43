"""Build this example again from its mails: python examples/red-dragon/rebuild.py FOLDER

FOLDER gets what stands here under games, refusals, reports and verification.txt; tests/test_examples.py compares it
byte for byte.  With --write the example itself is written anew, and head and envelope in each mail with it, after a
change of the rules that it shows; then read the difference.

The three secrets in secrets.json are published, so that everybody can do this.  Never use them in a game.
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
    folder = HERE if write else arguments[0]
    for name in ("games", "refusals", "reports"):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        os.makedirs(os.path.join(folder, name))
    with tempfile.TemporaryDirectory() as table, _at(table):
        start()
        for step in STEPS:
            play(step, os.path.abspath(folder), write)
        _save(os.path.join(folder, "verification.txt"), pbem("verify", GAME)[0])
    return 0


def start():
    """The game file before its first entry, and three secrets; each is made anew, for nobody else may read them.

    start.json was written by pbem new red-dragon/ready with the anchors of the three.
    """
    from pbem.core.secret import Secret

    with open(os.path.join(HERE, "secrets.json"), encoding="utf-8") as file:
        published = json.load(file)
    for who, path in (("referee", f"{GAME}.secret"), ("prc", "ann.secret"), ("allied", "bob.secret")):
        Secret.create(path, secret=bytes.fromhex(published[who]))
    shutil.copy(os.path.join(HERE, "start.json"), GAME)


def play(names, folder, write):
    """One turn of the referee: mails or a correction in, a game file and a report out; or a refusal."""
    if names == ["correction.json"]:
        shutil.copy(os.path.join(HERE, names[0]), ".")
        pbem("correct", GAME, names[0], "--reason", REASON, "-o", GAME)
        number = _entries()
        _save(os.path.join(folder, "reports", f"{number:02}.txt"), pbem("report", GAME)[0])
    else:
        for name in names:
            if write:
                _date(name)
            shutil.copy(os.path.join(HERE, "mails", name), ".")
        wrong = "mistakes" in names[0]
        _, told = pbem("adjudicate", GAME, *names, "-o", GAME, "--report", "report.txt", wanted=3 if wrong else 0)
        if wrong:
            _save(os.path.join(folder, "refusals", names[0]), told)
            return
        number = _entries()
        shutil.copy("report.txt", os.path.join(folder, "reports", f"{number:02}.txt"))
    shutil.copy(GAME, os.path.join(folder, "games", f"{number:02}.json"))


def _date(name):
    """Bring head and envelope of a mail up to date, as the player would who asks for a new form."""
    path = os.path.join(HERE, "mails", name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head = json.loads(pbem("status", GAME, "--json")[0])["head"][:32]
    text = re.sub(r"(?m)^((?:> )?head) .*", rf"\1 {head}", text)
    link = re.search(r"(?m)^link .*\n", text)
    if link:
        _save(name, text.replace(link[0], ""))
        who = name.split(".")[0].split("-")[1]
        pbem("seal", GAME, name, "--secret", f"{who}.secret", "-o", "sealed.txt")
        with open("sealed.txt", encoding="utf-8") as file:
            text = text.replace(link[0], re.search(r"(?m)^link .*\n", file.read())[0])
    _save(path, text)


def _entries():
    with open(GAME, encoding="utf-8") as file:
        return len(json.load(file)["entries"])


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


def _save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


@contextlib.contextmanager
def _at(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
