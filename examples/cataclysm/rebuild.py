"""Build this example again from its mails: python examples/cataclysm/rebuild.py FOLDER

FOLDER gets what stands here under games, refusals, reports, mails.txt and verification.txt;
tests/test_examples_cataclysm.py compares it byte for byte.  With --write the example itself is written anew, and the
head in each mail with it, after a change of the rules that it shows; then read the difference.

The secret in secrets.json is published, so that everybody can do this.  Never use it in a game.
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
GAME = "europe-1.json"
KEPT = (23, 53)  # the game files that stand under games: after the first turn, and at the end


def main(arguments):
    write = "--write" in arguments
    folder = os.path.abspath(HERE if write else arguments[0])
    for name in ("games", "refusals", "reports"):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        os.makedirs(os.path.join(folder, name))
    with tempfile.TemporaryDirectory() as table, _at(table):
        start()
        told = play(folder, write)
        _save(os.path.join(folder, "verification.txt"), pbem("verify", GAME)[0])
        _save(os.path.join(folder, "mails.txt"), counted(told))
    return 0


def start():
    """The game file before its first entry, and the referee's secret; it is made anew, for nobody else may read it.

    start.json was written by pbem new cataclysm/c2, and no player has an anchor: the referee alone rolls.
    """
    from pbem.core.secret import Secret

    with open(os.path.join(HERE, "secrets.json"), encoding="utf-8") as file:
        Secret.create(f"{GAME}.secret", secret=bytes.fromhex(json.load(file)["referee"]))
    shutil.copy(os.path.join(HERE, "start.json"), GAME)


def steps():
    """The referee's turns in their order: the mails that come together, a mail with mistakes alone and before."""
    names = sorted(os.listdir(os.path.join(HERE, "mails")))
    found = []
    for number in sorted({name[:2] for name in names}):
        mails = [name for name in names if name.startswith(number)]
        found += [[name] for name in mails if "mistakes" in name]
        found.append([name for name in mails if "mistakes" not in name])
    return found


def play(folder, write):
    """All turns; ``[(names, draws of counters)]`` of those that were not refused."""
    told = []
    for names in steps():
        for name in names:
            if write:
                _date(name)
            shutil.copy(os.path.join(HERE, "mails", name), ".")
        wrong = "mistakes" in names[0]
        _, talk = pbem("adjudicate", GAME, *names, "-o", GAME, "--report", "report.txt", wanted=3 if wrong else 0)
        if wrong:
            _save(os.path.join(folder, "refusals", names[0]), talk)
            continue
        entry = _document()["entries"][-1]
        shutil.copy("report.txt", os.path.join(folder, "reports", f"{entry['n']:02}.txt"))
        told.append((names, [draw for draw in entry["draws"] if draw["label"].startswith("draw/")]))
        if entry["n"] in KEPT:
            shutil.copy(GAME, os.path.join(folder, "games", f"{entry['n']:02}.json"))
    return told


def counted(told):
    """How many mails each counter cost: a line an entry, and the sum."""
    lines = ["entry  mails  counters drawn"]
    for number, (names, draws) in enumerate(told, 1):
        lines.append(f"{number:5}  {len(names):5}  {len(draws):5}")
    mails, counters = sum(len(names) for names, _ in told), sum(len(draws) for _, draws in told)
    lines.append(f"  all  {mails:5}  {counters:5}   entries a counter: {len(told)}/{counters}")
    return "\n".join(lines) + "\n"


def _date(name):
    """Bring the head of a mail up to date, as the player would who asks for a new form."""
    path = os.path.join(HERE, "mails", name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head = json.loads(pbem("status", GAME, "--json")[0])["head"][:32]
    _save(path, re.sub(r"(?m)^((?:> )?head) .*", rf"\1 {head}", text))


def _document():
    with open(GAME, encoding="utf-8") as file:
        return json.load(file)


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
