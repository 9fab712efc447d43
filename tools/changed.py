"""make test-changed: the tests that a change can reach, by rooms.

    python -m tools.changed                    what differs from main, in commits or in the working tree
    python -m tools.changed --since v1.0 --jobs 2
    python -m tools.changed --list             only say what would run

Titles do not import each other (tests/test_rooms.py), and each is tested apart (tests/test_sound_titles.py).  So where
all that changed lies in the rooms of some titles, the tests of the others cannot tell: those in their rooms, and those
that are asked of each title, a case or a game at a time, for the others.  Whatever says of no single title what it is
about runs.  Where only files of tests changed, they run.  Any other change can reach everything, and everything runs.

Nothing is asked of what a run of the tests has executed: declarations, tables and components are read when a title is
imported, so that lines executed in a test do not tell what it rests on.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WANTED = "PBEM_CHANGED_TITLES"  # the ids of the titles that changed, for the processes that run tests
IN_ROOMS = ("pbem/games/{folder}/", "tests/games/{folder}/", "tests/cases/{title}/", "tests/golden/{title}/")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--since", default="main", metavar="COMMIT", help="what is compared with")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--list", action="store_true", help="only say what would run")
    options, more = parser.parse_known_args(arguments)
    changed = changes(options.since)
    titles, files = reached(changed)
    print(f"{len(changed)} files differ from {options.since}: {told(titles, files)}", flush=True)
    if options.list or files == []:
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "-n", options.jobs, "--dist", "worksteal", "-p", "tools.changed"]
    environment = {**os.environ, WANTED: " ".join(titles or ()), "PYTHONPATH": str(ROOT)}
    return subprocess.run([*command, *more, *(files or ["tests"])], cwd=ROOT, env=environment).returncode


def told(titles, files):
    """What runs, in words."""
    if files is not None:
        return "; ".join(files) or "no test is about them"
    return f"the tests of {' and '.join(titles)}, and those of no title" if titles else "all tests"


def changes(since):
    """The files that differ from a commit, or that git does not know; relative to the checkout."""
    base = _git("merge-base", since, "HEAD")[0]
    return sorted({*_git("diff", "--name-only", "--no-renames", base), *_git("ls-files", "-o", "--exclude-standard")})


def _git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def reached(changed):
    """``(titles, files)``: the titles in whose rooms all changes lie, or None; the files of tests that are all there is
    to run, or None."""
    if all(_is_test(name) for name in changed):
        return None, _with_those_that_name(changed)
    titles = {title_of_path(name) for name in changed}
    return (None if None in titles else sorted(titles)), None


def _is_test(name):
    path = Path(name)
    return path.parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py"


def _with_those_that_name(changed):
    """Files of tests, and those that import from them."""
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    found, new = set(), set(changed)
    while new:
        found |= new
        stems = {Path(name).stem for name in new}
        new = {name for name, text in texts.items() if any(stem in text for stem in stems)} - found
    return sorted(found & set(texts))


def title_of_path(name):
    """The title in whose rooms a file lies, or None."""
    from pbem.core.title.game import TITLES

    for title in TITLES:
        rooms = (room.format(folder=title.replace("-", "_"), title=title) for room in IN_ROOMS)
        if name.startswith(tuple(rooms)):
            return title
    return None


# -- in the processes that run tests ---------------------------------------------------------------------------


def pytest_collection_modifyitems(config, items):
    """Leave out the tests of titles that did not change."""
    changed = os.environ.get(WANTED, "").split()
    if changed:
        left = [item for item in items if title_of(item) not in (None, *changed)]
        items[:] = [item for item in items if title_of(item) in (None, *changed)]
        config.hook.pytest_deselected(items=left)


def title_of(item):
    """The one title that a test is about: it lies in its rooms, or is asked of it by a parameter; else None."""
    room = title_of_path(os.path.relpath(item.path, ROOT))
    if room:
        return room
    found = {_title_of_value(name, value) for name, value in _parameters(item)} - {None}
    return found.pop() if len(found) == 1 else None


def _parameters(item):
    return item.callspec.params.items() if hasattr(item, "callspec") else ()


def _title_of_value(name, value):
    from pbem.core.title.game import TITLES

    if isinstance(value, Path):
        return title_of_path(os.path.relpath(value, ROOT))
    said = value if name == "title" else getattr(value, "title", None)
    return said if isinstance(said, str) and said in TITLES else None


if __name__ == "__main__":
    sys.exit(main())
