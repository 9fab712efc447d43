"""What the examples' rebuild.py share: an empty table to play at, pbem as in a terminal, and mails brought up to date.

An example is played in a folder that is made for it and thrown away; what is kept goes to the folder asked for.

A new revision of the rules leaves an example as it is unless it changes what came of it: it is played by the rules that
are here, under the revision that it was agreed with.  Its draws are those of the game that was played first, whatever
revision of the rules it is played by now (`again` in its charter, docs/record.md): so after a change of the rules only
that differs which the change decides otherwise.
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


class Stray(SystemExit):
    """The example does not go as it is written: at which mail, and why."""


class Example:
    """A game by mail that can be played again: the folder it stands in, its game file, the entries whose file is kept.

    `sealing` names those who seal their mails with a secret of their own, {name in the mails: seat}.

    Its mails are named by the entry they answer, 07-dora.txt.  What comes together is adjudicated together, except a
    mail with "mistakes" in its name: that goes alone and before the others, and is refused.
    """

    def __init__(self, here, game, kept, sealing=()):
        self.here, self.game, self.kept, self.sealing = here, game, kept, sealing

    def rebuild(self, folder):
        """Play the game as it stands into FOLDER."""
        with table():
            self._play_as_it_stands(os.path.abspath(folder))
        return 0

    def _play_as_it_stands(self, folder):
        self._play(os.path.join(self.here, "start.json"), os.path.join(self.here, "mails"), folder)

    def write(self):
        """Play the game by the rules as they are now, and write what is made of it; where a line of the game differs,
        the example anew: charter, heads of mails, all files.

        Raises Stray where facts differ under the revision that made them (then nothing is written), and where a mail
        no longer fits (then what came before it is written, so that it can be mended by the report before it).
        """
        if self._stands():
            return
        with tempfile.TemporaryDirectory() as made:
            start, mails = os.path.join(made, "start.json"), os.path.join(made, "mails")
            save(start, self.renewed())
            shutil.copytree(os.path.join(self.here, "mails"), mails)
            stray = None
            with table():
                try:
                    self._play(start, mails, made, renew=True)
                except Stray as found:
                    stray = found
                self._compare(self.game)
            names = ("start.json", "mails", "reports") if stray else sorted(os.listdir(made))
            for name in names:
                replace(os.path.join(made, name), os.path.join(self.here, name))
        if stray:
            raise stray

    def _stands(self):
        """Write what is made of the game as it stands, if that comes to its very lines; whether it does."""
        with tempfile.TemporaryDirectory() as made:
            try:
                with table():
                    self._play_as_it_stands(made)
                    holds = lines(self.game) == lines(kept_game(self.here))
            except Stray:
                return False
            for name in sorted(os.listdir(made)) if holds else ():
                replace(os.path.join(made, name), os.path.join(self.here, name))
        return holds

    def renewed(self):
        """The text of start.json by the rules as they are now: the same where they have not changed."""
        from pbem.core.play.gamefile import render
        from pbem.core.signing.adjudication import new_game
        from pbem.core.record.charter import made_again
        from pbem.core.title.game import load

        with open(os.path.join(self.here, "start.json"), encoding="utf-8") as file:
            text = file.read()
        charter = json.loads(text)[0]["charter"]
        now = made_again(load(charter["title"]), charter)
        return text if now is charter else render(new_game(now)).decode()

    def steps(self):
        """The referee's turns in their order, each the names of the mails that it reads."""
        names = sorted(os.listdir(os.path.join(self.here, "mails")))
        found = []
        for number in sorted({name[:2] for name in names}):
            mails = [name for name in names if name.startswith(number)]
            found += [[name] for name in mails if "mistakes" in name]
            found.append([name for name in mails if "mistakes" not in name])
        return found

    def _play(self, start, mails, folder, renew=False):
        """Play from a first line with the mails of a folder into FOLDER; with RENEW heads are put into them before."""
        empty(folder, GAME_FOLDERS)
        seats = {seat: f"{who}.secret" for who, seat in self.sealing}
        publish(self.here, {"referee": f"{self.game}.secret", **seats})
        shutil.copy(start, self.game)
        with agreed(self.game):
            told = self._steps_taken(mails, folder, renew)
            save(os.path.join(folder, "verification.txt"), pbem("verify", self.game)[0])
        save(os.path.join(folder, "mails.txt"), counted([step for step in told if step]))

    def _steps_taken(self, mails, folder, renew):
        told = []
        for names in self.steps():
            try:
                told.append(self._step(names, mails, folder, renew))
            except SystemExit as ended:
                raise Stray(f"{' and '.join(names)}: {ended}") from None
        return told

    def _step(self, names, mails, folder, renew):
        """One turn of the referee: ``(names, the entry)``, or None where the mail was refused."""
        for name in names:
            path = os.path.join(mails, name)
            if renew:
                bring_up_to_date(path, self.game)
            shutil.copy(path, ".")
        wrong = "mistakes" in names[0]
        sent = names if wrong else [self._sent(name) for name in names]
        words = ("adjudicate", self.game, *sent, "-o", self.game, "--report", "report.txt")
        _, talk = pbem(*words, wanted=3 if wrong else 0)
        if wrong:
            save(os.path.join(folder, "refusals", names[0]), talk)
            return None
        entry = lines(self.game)[-1]
        if entry.get("n") != int(names[0][:2]):
            sys.exit(f"somebody else is waited for:\n{talk}")
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

    def _compare(self, played):
        """Raise Stray where the same mails came to something else by the same revision in the game kept here."""
        before, now = lines(kept_game(self.here)), lines(played)
        if before[0]["charter"]["revision"] != now[0]["charter"]["revision"]:
            return
        for old, new in zip(before[1:], now[1:]):
            if sent(old["documents"]) != sent(new["documents"]):
                return
            if old["steps"] != new["steps"]:
                raise Stray(
                    f"Entry {new['n']}: the same mails come to something else under the revision that it is told by.\n"
                    "Nothing was written. What decides otherwise is a new revision: "
                    'make golden TITLE=… BECAUSE="NUMBER: what is decided now".'
                )


def sent(value):
    """What documents say, without what hangs on the game: heads, signatures, envelopes, and what is closed."""
    if isinstance(value, list):
        return [sent(part) for part in value if not isinstance(part, str) or len(part) != 128]
    if isinstance(value, dict):
        return {key: sent(part) for key, part in value.items() if key not in ("head", "closed", "envelope")}
    return value


def kept_game(here):
    """The path of the last game file of an example."""
    folder = os.path.join(here, "games")
    return os.path.join(folder, max(os.listdir(folder)))


def lines(path):
    """The objects of the lines of a game file."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)[0] for line in file]


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


@contextlib.contextmanager
def agreed(path):
    """The rules that are here, as if no revision since that of a game had decided anything otherwise: what comes of it
    shows whether that is so."""
    from pbem.core.title.game import load

    charter = lines(path)[0]["charter"]
    game = load(charter["title"])
    before = game.switched
    game.switched = {**{later: {} for later in range(charter["revision"] + 1, game.revision + 1)}, **before}
    try:
        yield
    finally:
        game.switched = before


def empty(folder, names):
    """Make the folders NAMES under FOLDER, without what they held."""
    for name in names:
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        os.makedirs(os.path.join(folder, name))


def replace(made, path):
    """Put a file or folder that was made in the place of another; a folder that came to nothing takes it away."""
    if os.path.isfile(made):
        shutil.copy(made, path)
        return
    shutil.rmtree(path, ignore_errors=True)
    if os.listdir(made):
        shutil.copytree(made, path)


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
