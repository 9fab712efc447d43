"""What the examples' rebuild.py share: an empty table to play at, pbem as in a terminal, and mails brought up to date.

An example is played in a folder that is made for it and thrown away; what is kept goes to the folder asked for.
"""

import contextlib
import io
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

GAME_FOLDERS = ("games", "refusals", "reports")


class Example:
    """A game by mail that can be played again: the folder it stands in, its game file, the entries whose file is kept.

    `sealing` names those who seal their mails with a secret of their own, {name in the mails: seat}.

    Its mails are named by the entry they answer, 07-dora.txt.  What comes together is adjudicated together, except a
    mail with "mistakes" in its name: that goes alone and before the others, and is refused.
    """

    def __init__(self, here, game, kept, sealing=()):
        self.here, self.game, self.kept, self.sealing = here, game, kept, sealing

    def rebuild(self, folder, write=False):
        """Play the game into FOLDER; with WRITE the heads in the mails of the example are brought up to date."""
        folder = os.path.abspath(folder)
        empty(folder, GAME_FOLDERS)
        with table():
            seats = {seat: f"{who}.secret" for who, seat in self.sealing}
            publish(self.here, {"referee": f"{self.game}.secret", **seats})
            shutil.copy(os.path.join(self.here, "start.json"), self.game)
            told = [self._step(names, folder, write) for names in self.steps()]
            save(os.path.join(folder, "verification.txt"), pbem("verify", self.game)[0])
            save(os.path.join(folder, "mails.txt"), counted([step for step in told if step]))
        return 0

    def steps(self):
        """The referee's turns in their order, each the names of the mails that it reads."""
        names = sorted(os.listdir(os.path.join(self.here, "mails")))
        found = []
        for number in sorted({name[:2] for name in names}):
            mails = [name for name in names if name.startswith(number)]
            found += [[name] for name in mails if "mistakes" in name]
            found.append([name for name in mails if "mistakes" not in name])
        return found

    def _step(self, names, folder, write):
        """One turn of the referee: ``(names, the entry)``, or None where the mail was refused."""
        for name in names:
            path = os.path.join(self.here, "mails", name)
            if write:
                bring_up_to_date(path, self.game)
            shutil.copy(path, ".")
        wrong = "mistakes" in names[0]
        sent = names if wrong else [self._sent(name) for name in names]
        words = ("adjudicate", self.game, *sent, "-o", self.game, "--report", "report.txt")
        _, talk = pbem(*words, wanted=3 if wrong else 0)
        if wrong:
            save(os.path.join(folder, "refusals", names[0]), talk)
            return None
        entry = entries(self.game)[-1]
        shutil.copy("report.txt", os.path.join(folder, "reports", f"{entry['n']:02}.txt"))
        if entry["n"] in self.kept:
            shutil.copy(self.game, os.path.join(folder, "games", f"{entry['n']:02}.json"))
        return names, entry

    def _sent(self, name):
        """What leaves the house of a mail: itself, or its document sealed by its seat."""
        who = name.split(".")[0].split("-")[1]
        if who not in dict(self.sealing):
            return name
        pbem("seal", self.game, name, "--secret", f"{who}.secret", "--confirm", "-o", f"{name}.sealed")
        return f"{name}.sealed"


def entries(path):
    """The entries of a game file: one a line, after the first."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)[0] for line in file][1:]


def counted(told):
    """How many mails each entry took, and how many counters of a cup were drawn in it; and the sums."""
    lines = ["entry  mails  counters drawn"]
    mails = counters = 0
    for number, (names, entry) in enumerate(told, 1):
        drawn = sum(draw[0].startswith("draw/") for draw in entry["draws"])
        lines.append(f"{number:5}  {len(names):5}  {drawn:5}")
        mails, counters = mails + len(names), counters + drawn
    lines.append(f"  all  {mails:5}  {counters:5}   entries a counter: {len(told)}/{counters}")
    return "\n".join(lines) + "\n"


def bring_up_to_date(path, game):
    """Put the head of the game into a mail, as the player would who asks for a new form; the text it has now."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head = json.loads(pbem("status", game, "--json")[0])["head"][:32]
    text = re.sub(r"(?m)^((?:> )?head) .*", rf"\1 {head}", text)
    save(path, text)
    return text


def publish(here, paths):
    """The published secrets, each made anew at its path ({seat: path}): nobody else may read such a file."""
    from pbem.core.record.secret import Secret

    published = read(os.path.join(here, "secrets.json"))
    for who, path in paths.items():
        Secret.create(path, secret=bytes.fromhex(published[who]))


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


@contextlib.contextmanager
def table():
    """An empty working folder for the time of the game."""
    before, memory = os.getcwd(), os.environ.get("PBEM_MEMORY")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["PBEM_MEMORY"] = os.path.join(folder, "memory")
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.pop("PBEM_MEMORY")
            os.environ.update({"PBEM_MEMORY": memory} if memory else {})


def empty(folder, names):
    """Make the folders NAMES under FOLDER, without what they held."""
    for name in names:
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        os.makedirs(os.path.join(folder, name))


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
