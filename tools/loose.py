"""Sentences that stand loose in the code of pbem, and not in the tables of their rooms: python tools/loose.py

What reads like one is a text, or an f-string, that begins with a capital or with a field, has a word in small
letters, and ends as sentences end, or with two in a colon.  Docstrings and types are none.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PBEM = Path(__file__).resolve().parent.parent / "pbem"
EXCEPTIONS = {
    "Interrupted; nothing was written.": "said before anything is loaded that could read a table",
    "Print only results and what is wrong; goes before the command.": "the help of an option of no command has no row",
    "The referee corrected the board.": "what the words of every title have in common",
    "Allies and neutrals:": "the head of a column",
}
"""{sentence: why it stands in code}"""
_SENTENCE = re.compile(r"""[("“]*(?:[A-Z]\w|\{\}).*?[\w}][)"”'\]]*(?:[.?!…][)"”]*(?:\s|$)|:$)""", re.DOTALL)


def main() -> int:
    found = [f"{place}: {text}" for text, place in loose().items() if text not in EXCEPTIONS]
    print("\n".join(found))
    return 1 if found else 0


def loose() -> dict[str, str]:
    """``{sentence: file:line}`` of all modules."""
    found = {}
    for path in sorted(PBEM.rglob("*.py")):
        for line, text in texts(ast.parse(path.read_text(encoding="utf-8"))):
            if is_sentence(text):
                found[text] = f"{path.relative_to(PBEM).as_posix()}:{line}"
    return found


def is_sentence(text: str) -> bool:
    """Whether a text reads like a sentence; fields stand as ``{}``."""
    bare = re.sub(r"<[^>]*>", "", text).strip()
    words = re.findall(r"(?<![\w\\-])[a-z]{2,}(?![\w(=-])", bare)
    return bool(_SENTENCE.match(bare)) and len(words) > bare.endswith(":")


def texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """``(line, text)`` of the literals below a node that are neither docstrings nor types."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or name in ("annotation", "returns") or _is_docstring(child):
                continue
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield child.lineno, child.value
            elif isinstance(child, ast.JoinedStr):
                parts = [one.value if isinstance(one, ast.Constant) else "{}" for one in child.values]
                yield child.lineno, "".join(map(str, parts))
                yield from (row for one in child.values if isinstance(one, ast.FormattedValue) for row in texts(one))
            else:
                yield from texts(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


if __name__ == "__main__":
    sys.exit(main())
