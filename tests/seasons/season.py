"""make season: the scripts of examples/seasons, with people of random play, and their tables counted again.

    python tests/seasons/season.py [-o build/seasons] [--jobs 2] [NAME…]

Games are made with secrets that follow from their names, so that every run plays the same games.  Of each season its
folder stays: cup.json, games, table.txt, club.db, public; log.txt tells of every game.  Exit code 0: every script ran
to its end, every game holds what its people meant, and tests/seasons/recount.py comes to the table of the program.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = ROOT / "examples" / "seasons"
PBEM = """#!/bin/sh
if [ "$1 $2" = "tournament games" ]; then "{python}" -m tests.seasons.season --secrets "$3" games || exit 1; fi
exec "{python}" -m pbem "$@"
"""
PLAYERS = """#!/bin/sh
"{python}" -m tests.seasons.players "$@" >> log.txt || {{ tail -30 log.txt; exit 1; }}
"""


def prepared(folder):
    """The environment in which a script runs in a folder, with its pbem and its people."""
    tools = Path(folder) / "bin"
    tools.mkdir(parents=True)
    for name, text in (("pbem", PBEM), ("players", PLAYERS)):
        (tools / name).write_text(text.format(python=sys.executable))
        (tools / name).chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{tools.resolve()}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PLAYERS": str((tools / "players").resolve()),
        "PBEM_MEMORY": str((Path(folder) / "memory").resolve()),
    }


def sow(cup, folder):
    """A secret for every game that is to be made, by its name alone: such games prove nothing about dice."""
    from pbem.core.record.secret import Secret

    for pairing in json.loads(Path(cup).read_text()).get("pairings", ()):
        path = f"{folder}/{pairing['game']}.json"
        if not os.path.exists(path) and not os.path.exists(f"{path}.secret"):
            Secret.create(f"{path}.secret", secret=sha256(f"season/{pairing['game']}".encode()).digest())


def counted_again(folder):
    """Problems where another count of the season does not come to the table of the program."""
    from tests.seasons.recount import results, table

    cup = json.loads((folder / "cup.json").read_text())
    cup = {"acts": [], "byes": [], **cup}
    told = json.loads((folder / "table.json").read_text())["players"]
    ours = [(row["player"], row["points"], float(row["sonneborn_berger"]), row["buchholz"], row["won"]) for row in told]
    again = table(cup, list(results(cup, folder / "games")))
    return [f"{one} is {other}" for one, other in zip(ours, again, strict=True) if one != other]


def season(name, folder):
    """Run one script; a line about it, or None if something is wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    env, began = prepared(folder), time.monotonic()
    with open(folder / "commands.txt", "w") as out:
        ran = subprocess.run(["sh", SCRIPTS / f"{name}.sh"], cwd=folder, env=env, stdout=out, stderr=out)
    problems = [] if ran.returncode else counted_again(folder)
    if ran.returncode or problems:
        print(f"{name}: FAILED", *problems, (folder / "commands.txt").read_text()[-2000:], sep="\n", flush=True)
        return None
    games = [line.split() for line in (folder / "log.txt").read_text().splitlines()]
    ends = [" ".join(words[words.index("mails,") + 1 : -2]).rstrip(",") for words in games]
    shares = ", ".join(f"{ends.count(end)} {end}" for end in sorted(set(ends)))
    entries, mails = (sum(int(words[words.index(what) - 1]) for words in games) for what in ("entries,", "mails,"))
    acts = len(json.loads((folder / "cup.json").read_text())["acts"])
    return (
        f"{name}: {len(games)} games ({shares}), {entries} entries, {mails} mails of players, {acts} acts; the table "
        f"counted again is the same; {time.monotonic() - began:.0f} s"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="seasons; by default all")
    parser.add_argument("-o", "--output", default="build/seasons", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--secrets", nargs=2, metavar=("CUP", "GAMES"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.secrets:
        sow(*arguments.secrets)
        return 0
    os.environ["JOBS"] = str(arguments.jobs)
    failed = False
    for name in arguments.names or sorted(path.stem for path in SCRIPTS.glob("*.sh")):
        line = season(name, arguments.output / name)
        failed |= line is None
        print(line or "", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
