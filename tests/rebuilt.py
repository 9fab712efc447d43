"""What the tests of the examples share: an example built again from its mails, beside the one in the repository."""

import importlib.util
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FOLDERS = ("games", "refusals", "reports")
FILES = ("game.json", "mails.txt", "verification.txt")


def rebuild(name, folder):
    """Build an example again in a folder; returns the folder."""
    spec = importlib.util.spec_from_file_location(f"rebuild_{name}", EXAMPLES / name / "rebuild.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.main([str(folder)]) == 0
    return folder


def made(folder):
    """The names of the files that are made from the mails; a board kept beside a game is none of them."""
    found = [
        path
        for name in FOLDERS
        if (folder / name).is_dir()
        for path in (folder / name).iterdir()
        if path.suffix != ".state"
    ]
    found += [folder / name for name in FILES if (folder / name).is_file()]
    return sorted(str(path.relative_to(folder)) for path in found)


def different(one, other):
    """The files that only one of two folders has, or that are not the same to the byte."""
    only = set(made(one)) ^ set(made(other))
    return sorted(only) + [
        name for name in made(one) if name not in only and (one / name).read_bytes() != (other / name).read_bytes()
    ]
