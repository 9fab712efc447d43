"""The program that runs, as a digest: what was made by another one is made again, or not taken."""

import os
from functools import cache
from hashlib import sha256

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@cache
def program_digest() -> str:
    """A digest (hex) of all files of the package but compiled ones: programs with the same one come to the same."""
    found = sha256()
    for folder, folders, names in os.walk(ROOT):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".pyc"):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found.update(f"{os.path.relpath(path, ROOT)}\n".encode() + sha256(file.read()).digest())
    return found.hexdigest()
