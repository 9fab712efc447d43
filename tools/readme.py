"""make docs: play the tiny game of the README, and of the first game by text, again and write down what comes out, and
count the data.

Blocks named ``console`` hold commands after ``$`` and all that they print.  Other blocks may be named after a file: one
that begins like an order file is written before the next command, with the head of the game as it then stands; of any
other file that the commands wrote, the block shows as many lines as it has.

The referee's secret is always the same here, so that heads and dice are; a reader's will differ.  It is one of those
with which the turn goes as docs/pictures shows it; after a change of the dice find another, or make the pictures anew.
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
PAPERS = [os.path.join(ROOT, name) for name in ("README.md", os.path.join("docs", "first-game.md"))]
BLOCK = re.compile(r"(?ms)^```(\w+)(?: (\S+))?\n(.*?)^```$")
COUNTS = re.compile(r"(?m)^\| (red-dragon|pacific|cataclysm) \| \d+ \| \d+ \|$")
SECRET = b"the secret of the README, 127"
GAME = "malaya-7.json"
REFUSED = 3  # the exit code of orders that are refused, as papers show on purpose


def main():
    """Play all papers; none of them is written where a command of one fails."""
    texts = {}
    for path in PAPERS:
        with open(path, encoding="utf-8") as file:
            texts[path] = played(file.read())
    for path, text in texts.items():
        replace(path, text)
        print(os.path.relpath(path, ROOT))
    return 0


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
    before, always = os.getcwd(), hashlib.sha256(SECRET).digest()
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
    from pbem.core.record.evidence import UNVERIFIED, files
    from pbem.core.rules.game import load

    rows = [row["origins"] for row in files(load(match[1]), None)]
    sure = sum(row["rulebook"] + row["public"] for row in rows)
    return f"| {match[1]} | {sure} | {sum(row[origin] for row in rows for origin in UNVERIFIED)} |"


def _head():
    from pbem.core.record.gamefile import read

    return read(GAME).head[:32]


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
