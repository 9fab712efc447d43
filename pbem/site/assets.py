"""The files of this room that pages are put together from."""

import os

FOLDER = os.path.dirname(os.path.abspath(__file__))


def read(name: str) -> str:
    """A file of site/files as text."""
    with open(os.path.join(FOLDER, "files", name), encoding="utf-8") as file:
        return file.read()
