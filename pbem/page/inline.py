"""What stands inside a page that asks for nothing from elsewhere: programs, styles, and the hashes that admit them."""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from pbem.maps.svg import read as read_of_maps

SYMBOL = re.compile(r'<symbol id="([^"]*)".*?</symbol>')
COMMENT, INDENT = re.compile(r"^ *//.*\n| +// [^\"'`\n]*$", re.M), re.compile(r"^ +", re.M)
BROKEN = re.compile(r"(?<=[;{,])\n")


def short(script: str) -> str:
    """A program or a style without comments, indentation, and lines broken where nothing ends: ten kilobytes less.  No
    text in ours goes over several lines."""
    return BROKEN.sub("", re.sub(r"\n{2,}", "\n", INDENT.sub("", COMMENT.sub("", script))))


def digest(text: str) -> str:
    """The SHA-256 of a program or a style as a policy writes it (base64)."""
    return b64encode(sha256(text.encode()).digest()).decode()


def policy(scripts: str, styles: str, images: str) -> str:
    """What a page may load: these, and nothing else; it sends nothing anywhere."""
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src {images}; base-uri 'none'; "
        "form-action 'none'"
    )


def inside(style: str, scripts: Iterable[str], images: str = "data:") -> dict[str, str]:
    """Style and programs inside a page, and the policy that admits no others: ``{"policy", "style", "script"}``."""
    scripts = [text.replace("</script", "<\\/script") for text in scripts]
    return {
        "policy": policy(" ".join(f"'sha256-{digest(text)}'" for text in scripts), f"'sha256-{digest(style)}'", images),
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
