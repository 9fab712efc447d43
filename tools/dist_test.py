"""make dist-test: what lies in dist/ is put to use, away from the checkout, with every Python from 3.10 on there is.

- the source distribution is unpacked in an empty folder, and its own tests run there (--tests: all; else a sample);
- the wheel is installed in a clean environment of each Python and plays one whole game: the files must be the same,
  byte for byte, in all of them; man page and package metadata must be seen;
- pbem.pyz plays the same game with each Python alone (-I: nothing of the environment, no site packages).

Pythons are found as python3.N on the path and under pyenv; which ones were there is printed.
"""

import glob
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
MINORS = range(10, 15)
SAMPLE = (
    "tests/test_packaging.py",
    "tests/test_pages.py",
    "tests/test_readme.py",
    "tests/cli/test_complete.py",
    "tests/core/test_schemas.py",
    "tests/test_examples.py",
)
DRAWS = "0755"  # throw-away draws of the game that is played
CUP = (
    "--name",
    "cup",
    "--title",
    "red-dragon/ready",
    "--rounds",
    "2",
    "--player",
    "a=Ann",
    "--player",
    "b=Bob",
    "--player",
    "c=Cem",
    "--player",
    "d=Dora",
    "--referee",
    "r=Rosa",
)
CAN = "import ssl, sqlite3, venv, ensurepip"


def main(arguments):
    pythons = found()
    print("Pythons:", ", ".join(f"3.{minor} ({path})" for minor, path in pythons.items()))
    missing = [f"3.{minor}" for minor in MINORS if minor not in pythons]
    print("Not here:", ", ".join(missing) or "none")
    with tempfile.TemporaryDirectory() as folder:
        played = {f"wheel 3.{minor}": wheel(path, Path(folder) / f"wheel-{minor}") for minor, path in pythons.items()}
        played |= {f"pyz 3.{minor}": pyz(path, Path(folder) / f"pyz-{minor}") for minor, path in pythons.items()}
        for name, digest in played.items():
            print(f"{name}: {digest}")
        if len(set(played.values())) != 1:
            sys.exit("The games differ.")
        source(Path(folder) / "source", [] if "--tests" in arguments else SAMPLE)


def found():
    """``{minor: path}`` of the Pythons there are."""
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    rows = {}
    for minor in MINORS:
        places = [
            shutil.which(f"python3.{minor}", path="/usr/bin:/usr/local/bin"),
            *sorted(glob.glob(f"{pyenv}/versions/3.{minor}.*/bin/python3")),
        ]
        working = [place for place in places if place and _works(place)]
        if working:
            rows[minor] = working[0]
    return rows


def _works(python):
    return subprocess.run([python, "-c", CAN], capture_output=True).returncode == 0


def wheel(python, place):
    """The game as the wheel plays it in a clean environment; what pip and man see is looked at as well."""
    run(python, "-m", "venv", place)
    own = place / "bin" / "python"
    run(own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{next(DIST.glob('*.whl'))}[swiss]")
    shown = run(own, "-m", "pip", "show", "pbem")
    assert "License: MIT" in shown or "License-Expression: MIT" in shown, shown
    assert (place / "share" / "man" / "man1" / "pbem-new.1").is_file() and (place / "share" / "pbem").is_dir()
    return game([place / "bin" / "pbem"], place)


def pyz(python, place):
    """The game as pbem.pyz plays it, unpacked into a cache of its own."""
    place.mkdir()
    return game([python, "-I", DIST / "pbem.pyz"], place, SHIV_ROOT=place / "cache")


def game(pbem, place, **environment):
    """Play a whole game of throw-away draws, verify, tell, draw and file it; the digest of all that came out."""
    folder = place / "play"
    folder.mkdir()

    def run_pbem(*arguments):
        return run(*pbem, *arguments, cwd=folder, **environment)

    told = [run_pbem("selfplay", "red-dragon/ready", "--draws", DRAWS, "--no-census", "-o", "games")]
    path = next((folder / "games").iterdir())
    told += [
        run_pbem(*words)
        for words in (
            ("verify", path),
            ("report", path, "-o", "report.txt"),
            ("map", path, "-o", "map.svg"),
            ("rules", "cataclysm"),
            ("titles", "pacific"),
            ("show", path, "control", "taiwan"),
        )
    ]
    for words in (("new", "cup.json", *CUP), ("pair", "cup.json", "-o", "cup.json")):
        told.append(run_pbem("tournament", *words))
    run_pbem("archive", "load", "club.db", path)
    written = [file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file() and file.suffix != ".db"]
    return hashlib.sha256(b"\0".join([*(text.encode() for text in told), *written])).hexdigest()


def source(folder, tests):
    """The tests that the source distribution brings, run where nothing else lies."""
    folder.mkdir()
    with tarfile.open(next(DIST.glob("*.tar.gz"))) as archive:
        archive.extractall(folder)
    inside = next(folder.iterdir())
    print(
        run(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-p",
            "no:cacheprovider",
            *tests,
            cwd=inside,
            PYTHONPATH=inside,
        ).splitlines()[-1]
    )


def run(*command, cwd=None, **environment):
    """What a command prints; its failure is ours."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        env=kept | {name: str(value) for name, value in environment.items()},
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main(sys.argv[1:])
