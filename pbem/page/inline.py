"""What stands inside a page that asks for nothing from elsewhere: programs, styles, and the hashes that admit them."""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from pbem.maps.counters import read as read_of_maps

SYMBOL = re.compile(r'<symbol id="([^"]*)".*?</symbol>')
COMMENT, INDENT = re.compile(r"^ *//.*\n", re.M), re.compile(r"^ +|\n(?=\n)", re.M)
PIECE = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>|[^<]+", re.S)
BLANK = re.compile(r"([^\n]{1,400}) ")
WIDE = 900  # characters of a line: mail carries 998 as they are (RFC 5322)


def short(text: str) -> str:
    """A program or a style without lines of comment and indentation; no text in ours goes over several lines."""
    return INDENT.sub("", COMMENT.sub("", text))


def narrow(page: str) -> str:
    """A page in ASCII and in lines that mail carries as they are: broken behind the name of a tag, where that means
    nothing, and at blanks of long paths and texts.  Its program and styles are so already."""
    found, column = list[str](), 0
    for piece in PIECE.findall(page.encode("ascii", "xmlcharrefreplace").decode()):
        is_tag = piece.startswith("<") and not piece.startswith(("<script", "<style"))
        if is_tag and column + (WIDE // 2 if piece.startswith("<path") else len(piece)) > WIDE:
            piece = re.sub(r"(</?\w+) ?", r"\1\n", piece, count=1)
        is_text = not piece.startswith("<")
        if is_text and column + len(piece) > WIDE:
            piece = piece.replace(" ", "\n", 1)
        if len(piece) > WIDE // 2 and (piece.startswith("<path") or is_text):
            piece = BLANK.sub(r"\1\n", piece)
        found.append(piece)
        column = len(piece) - piece.rfind("\n") - 1 + (0 if "\n" in piece else column)
    return "".join(found)


def digest(text: str) -> str:
    """The SHA-256 of a program or a style as a policy writes it (base64)."""
    return b64encode(sha256(text.encode()).digest()).decode()


def policy(scripts: str, styles: str, images: str, forms: str = "'none'") -> str:
    """What a page may load: these, and nothing else; it sends nothing anywhere, or `forms` to its own server."""
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src {images}; base-uri 'none'; "
        f"form-action {forms}"
    )


def inside(style: str, scripts: Iterable[str], images: str = "data:", forms: str = "'none'") -> dict[str, str]:
    """Style and programs inside a page, and the policy that admits no others: ``{"policy", "style", "script"}``."""
    scripts = [text.replace("</script", "<\\/script") for text in scripts]
    return {
        "policy": policy(
            " ".join(f"'sha256-{digest(text)}'" for text in scripts), f"'sha256-{digest(style)}'", images, forms
        ),
        "style": f"<style>{style}</style>",
        "script": "\n".join(f"<script>{text}</script>" for text in scripts),
    }


def beside(style: str, scripts: Iterable[str] = ()) -> dict[str, str]:
    """The same beside a page, by their addresses."""
    return {
        "policy": policy("'self'", "'self'", "'self'"),
        "style": f'<link rel="stylesheet" href="{style}">',
        "script": "\n".join(f'<script src="{address}"></script>' for address in scripts),
    }


def shared(drawn: str) -> str:
    """What the maps of a page share (patterns, signs of units), without the signs that SVG text `drawn` never uses."""
    return SYMBOL.sub(lambda found: found[0] if f'"#{found[1]}"' in drawn else "", read_of_maps("defs.svg"))
