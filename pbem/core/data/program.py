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
                place = os.path.relpath(path, ROOT).replace(os.sep, "/")
                found.update(f"{place}\n".encode() + sha256(published(path)).digest())
    return found.hexdigest()


def published(path: str) -> bytes:
    """The bytes of a file of the package as it was published: git may have turned its line ends into those of
    Windows."""
    with open(path, "rb") as file:
        return file.read().replace(b"\r\n", b"\n")
