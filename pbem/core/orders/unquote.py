"""Order text that comes back in a reply: quoted, or as a mail program encoded it, made an order file again."""

import re
from collections.abc import Sequence

_ENCODED = re.compile(r"=\r?\n|=3D|=20(?=\r?\n|$)|=C2=A0|=E2=80=", re.IGNORECASE)
_OWN_EQUALS = re.compile(r"(?im)^[> \t]*(?:game|seat|entry|head|pinch)[ \t]*=[^\n]*$")


def decoded(text: str) -> str:
    """Text that a mail program left in quoted-printable (``=20`` at ends of lines, ``=`` where it broke one).

    A header line with an ``=`` of its own (``entry=20``) is no sign of it; text without such signs is left as it is.
    """
    if "=" not in text or not _ENCODED.search(_OWN_EQUALS.sub("", text)):
        return text
    from quopri import decodestring

    kept = _OWN_EQUALS.sub(lambda match: match[0].replace("=", "=3D", 1), text) if "=3D" not in text else text
    try:
        return decodestring(kept.encode()).decode()
    except UnicodeDecodeError:
        return text


_QUOTED = re.compile(r"^\s*((?:>\s?)+)(.*)$")
_HEADER = re.compile(r"\s*(?:game|seat)\b\s*[:=]?\s*\S+\s*$", re.IGNORECASE)
_END = re.compile(r"\s*(?:--+|end)\s*$", re.IGNORECASE)


def unquoted(text: str) -> str:
    """Order text of which the header came back quoted, without those quotation marks; other text as it is.

    Lines keep their numbers.  What stands between or above the quoted lines is kept, for it may be orders;
    the line that
    a mail program puts before a quotation, a signature above it, and deeper quotations are not.
    """
    lines = text.split("\n")
    if ">" not in text or any(_HEADER.match(line) for line in lines):
        return text
    depths = [_depth(line) for line in lines]
    headers = [(depth, n) for n, (depth, rest) in enumerate(depths) if depth and _HEADER.match(rest)]
    if not headers:
        return text
    depth, start = min(headers)
    end = next(
        (n for n in range(start, len(lines)) if depths[n][0] == depth and _END.match(depths[n][1])),
        len(lines),
    )
    kept = _above(lines[:start], depths)
    kept += [rest if found in (0, depth) else "" for found, rest in depths[start:end]]
    return "\n".join([*kept, "--"])


def taken_out(text: str, bare: str) -> list[tuple[int, str]]:
    """``[(number, line)]`` of what `unquoted` has left out of a text."""
    lines, kept = text.split("\n"), bare.split("\n")
    if text == bare:
        return []
    kept += [""] * len(lines)
    return [(n, line) for n, (line, one) in enumerate(zip(lines, kept), 1) if line.strip() and not one.strip(" -")]


def _above(lines: Sequence[str], depths: Sequence[tuple[int, str]]) -> list[str]:
    """The unquoted lines above a quoted form, without signature and without the line that announces it."""
    kept = ["" if depths[n][0] else line for n, line in enumerate(lines)]
    signature = next((n for n, line in enumerate(kept) if line.startswith("--")), len(kept))
    kept[signature:] = [""] * len(kept[signature:])
    last = next((n for n in range(len(kept) - 1, -1, -1) if kept[n].strip()), None)
    if last is not None and kept[last].rstrip().endswith(":"):
        while last >= 0 and kept[last].strip():  # the announcement may itself be broken into lines
            kept[last] = ""
            last -= 1
    return kept


def _depth(line: str) -> tuple[int, str]:
    """``(number of quotation marks, the rest)`` of a line."""
    match = _QUOTED.match(line)
    return (match[1].count(">"), match[2]) if match else (0, line)
