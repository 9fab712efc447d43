"""How large the program is, room by room: make sizes, or python tools/sizes.py [--since REV]

Code is what is left of the lines of a file without its docstrings, its blank lines (those inside docstrings too) and
its imports.  A function's length is that of its definition.
"""

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tarfile import open as open_tar
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CORE = "data draws rules language title orders record play seat signing bench trial".split()
ROOMS = (
    *(f"pbem/core/{name}" for name in CORE),
    *(f"pbem/games/{name}" for name in ("cataclysm", "pacific", "red_dragon")),
    *(f"pbem/{name}" for name in ("archive", "cli", "desk", "interface", "mail", "maps", "page", "report", "site")),
    "pbem/tournament",
    "pbem",
    "tests",
    "tools",
    "examples",
    "verifier",
)
HEAD = "| room | files | lines | code | functions | median | longest |"


class Size(NamedTuple):
    """files, lines and code of a room, and the lengths of its functions."""

    files: int
    lines: int
    code: int
    functions: tuple[int, ...]

    def __str__(self) -> str:
        lengths = sorted(self.functions) or [0]
        median = lengths[len(lengths) // 2]
        return f"{self.files} | {self.lines} | {self.code} | {len(self.functions)} | {median} | {lengths[-1]}"


def of_file(text: str) -> Size:
    """The size of one file."""
    lines, blank = text.count("\n"), sum(not line.strip() for line in text.split("\n"))
    tree = ast.parse(text)
    apart = sum(map(_length, _docstrings(tree))) + sum(
        _length(node) for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))
    )
    functions = [_length(node) for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return Size(1, lines, lines - apart - blank, tuple(functions))


def _docstrings(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            if ast.get_docstring(node, False) is not None:
                yield node.body[0]


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def of_room(room: str, sizes: dict[str, Size]) -> Size:
    """The size of the files below a folder."""
    found = [size for path, size in sizes.items() if path.startswith(f"{room}/")]
    functions = tuple(length for size in found for length in size.functions)
    return Size(len(found), sum(size.lines for size in found), sum(size.code for size in found), functions)


def of_checkout(revision: str | None = None) -> dict[str, Size]:
    """{path: size} of every Python file that git knows, as it lies there or as it was at a revision."""
    if revision:
        data = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
        with open_tar(fileobj=BytesIO(data)) as packed:
            read = {one.name: packed.extractfile(one) for one in packed if one.isfile() and one.name.endswith(".py")}
            return {path: of_file(file.read().decode()) for path, file in read.items() if file}
    known = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    there = [path for path in known.splitlines() if (ROOT / path).exists()]
    return {path: of_file((ROOT / path).read_text(encoding="utf-8")) for path in there}


def table(now: dict[str, Size], before: dict[str, Size] | None = None) -> list[str]:
    """The table, a row a room; with what there was before, its code in a column more."""
    rows = [HEAD + (" code before |" if before else ""), "|---|" + "--:|" * (7 if before else 6)]
    for room in ROOMS:
        row = f"| {room} | {of_room(room, now)} |"
        rows.append(f"{row} {of_room(room, before).code} |" if before else row)
    return rows


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="How large the program is, room by room.")
    parser.add_argument("--since", metavar="REV", help="beside what it was at a revision")
    since = parser.parse_args(arguments).since
    print("\n".join(table(of_checkout(), of_checkout(since) if since else None)))


if __name__ == "__main__":
    main(sys.argv[1:])
