"""make docs: play the tiny game of the README, and of the first game by text, again and write down what comes out, and
count the data.

Blocks named ``console`` hold commands after ``$`` and all that they print.  Other blocks may be named after a file: one
that begins like an order file is written before the next command, with the head of the game as it then stands; of any
other file that the commands wrote, the block shows as many lines as it has.

The referee's secret is always the same here, so that heads and dice are; a reader's will differ.  It is one with which
the turn goes as docs/pictures shows it.  Where it does not any more (a new revision stands in the charter, on which all
dice hang) the first one with which it does is found, and its number written here.
"""

import contextlib
import hashlib
import io
import os
import re
import shlex
import sys
import tempfile
from unittest.mock import patch

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
README = os.path.join(ROOT, "README.md")
PAPERS = [README, os.path.join(ROOT, "docs", "first-game.md")]
BLOCK = re.compile(r"(?ms)^```(\w+)(?: (\S+))?\n(.*?)^```$")
COUNTS = re.compile(r"(?m)^\| (red-dragon|pacific|cataclysm) \| \d+ \| \d+ \|$")
SECRET = "the secret of the README, {}"
NUMBER = 4809
TURN = {1: {"6.1/prc": [4]}, 2: {"6.1/allied": [2], "6.2/allied": [2, 1]}}
"""The dice of the turn that docs/pictures shows, by entry and label."""
MOST = 20_000  # numbers tried: one in 1296 fits
GAME = "malaya-7.json"
REFUSED = 3  # the exit code of orders that are refused, as papers show on purpose


def main():
    """Play all papers; none of them is written where a command of one fails."""
    global NUMBER
    found = fitting(first_charter(README))
    if found != NUMBER:
        with open(__file__, encoding="utf-8") as file:
            source = file.read()
        replace(__file__, source.replace(f"\nNUMBER = {NUMBER}\n", f"\nNUMBER = {found}\n"))
        print(f"The secret of the README is number {found} now: with it the turn goes as before.")
        NUMBER = found
    texts = {}
    for path in PAPERS:
        with open(path, encoding="utf-8") as file:
            texts[path] = played(file.read())
    for path, text in texts.items():
        replace(path, text)
        print(os.path.relpath(path, ROOT))
    return 0


def secret(number):
    """The referee's secret of that number."""
    return hashlib.sha256(SECRET.format(number).encode()).digest()


def first_charter(path):
    """The charter of the game that a paper begins."""
    from pbem.core.play.gamefile import read

    with open(path, encoding="utf-8") as file:
        command = re.search(r"(?m)^\$ (pbem new .*)$", file.read())[1]
    with tempfile.TemporaryDirectory() as folder, table(folder):
        run(command)
        return read(GAME).charter


def fitting(charter):
    """The number of a secret with which a game of this charter begins with the dice of TURN: the one that is used, if
    it fits, else the first that does.  Raises Failed if there is none among the first MOST."""
    for number in (NUMBER, *range(1, MOST)):
        if fits(charter, secret(number)):
            return number
    raise Failed(f"With none of {MOST} secrets the turn goes as docs/pictures shows it: mend TURN and the pictures.")


def fits(charter, secret):
    """True if a game of this charter, but with the referee's chain of that secret, begins with the dice of TURN."""
    from pbem.core.draws import draws
    from pbem.core.draws.chain import LENGTH, Chain
    from pbem.core.record.charter import game_id
    from pbem.core.record.documents import seed_of
    from pbem.core.record.ed25519 import public

    chain = Chain(secret)
    anchor = {"first": chain.anchor.hex(), "key": public(seed_of(secret)).hex(), "n": LENGTH}
    salt = draws.first_salt(game_id({**charter, "anchors": {"referee": anchor}}))
    keys = {entry: draws.entry_key(draws.mix({"referee": chain.link(entry)}), salt, entry) for entry in TURN}
    return all(
        draws.result_of(keys[entry], label, 1, "dice", {"count": len(dice), "sides": 6}) == dice
        for entry, wanted in TURN.items()
        for label, dice in wanted.items()
    )


def replace(path, text):
    """Put a paper in the place of the old one, whole or not at all."""
    beside = f"{path}.new"
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(beside, path)


def played(text):
    """A paper with everything that comes out of its commands now."""
    with tempfile.TemporaryDirectory() as folder, table(folder):
        return blocks(text)


@contextlib.contextmanager
def table(folder):
    """A folder to play in, with the memory of a machine that has seen no game, and always the same secrets."""
    before, always = os.getcwd(), secret(NUMBER)
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, {"PBEM_MEMORY": os.path.join(folder, "memory")}),
            patch("pbem.core.record.secret.fresh", lambda: always),
        ):
            yield
    finally:
        os.chdir(before)


def blocks(text):
    """A paper with what its commands print here and now, and what was counted."""
    return COUNTS.sub(_counted, BLOCK.sub(_block, text))


def _block(match):
    kind, name, text = match[1], match[2], match[3]
    if kind == "console":
        text = "".join(f"$ {command}\n{run(command)}\n" for command in re.findall(r"(?m)^\$ (.*)$", text))
    elif name and text.startswith("game "):
        text = re.sub(r"(?m)^head .*$", f"head {_head()}", text)
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    elif name:
        with open(name, encoding="utf-8") as file:
            text = "".join(file.readlines()[: text.count("\n")])
    return f"```{kind}{' ' + name if name else ''}\n{text}```"


def run(command):
    """What a command prints, talk and results together."""
    from pbem.cli import main as pbem

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = pbem(shlex.split(command)[1:])
        out.flush()
    text = out.buffer.getvalue().decode().rstrip()
    if code not in (0, REFUSED):
        raise Failed(f"{command} ends with exit code {code}:\n{text}")
    return text


class Failed(Exception):
    """A command of a paper that does not end well."""


def _counted(match):
    """How many values of a title are printed or published, and how many are not verified."""
    from pbem.core.title.evidence import UNVERIFIED, files
    from pbem.core.title.game import load

    rows = [row["origins"] for row in files(load(match[1]), None)]
    sure = sum(row["rulebook"] + row["public"] for row in rows)
    return f"| {match[1]} | {sure} | {sum(row[origin] for row in rows for origin in UNVERIFIED)} |"


def _head():
    from pbem.core.play.gamefile import read

    return read(GAME).head[:32]


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
