"""Mailboxes of a header field as it came (RFC 5322, 3.4), read before any name in it is decoded.

An encoded name (RFC 2047) may hold commas, angle brackets and whole addresses: decoded first, it would be read as part
of the list.  Hosts are compared in the form that the DNS has (IDNA 2008, RFC 5891): ``münchen.example`` and
``xn--mnchen-3ya.example`` are one.
"""

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from .size_limits import MOST_FIELD

if TYPE_CHECKING:
    from email.message import Message


MOST_COMMENTS = 5

_TOKEN = re.compile(
    r"(?P<encoded>=\?[^?\s]{1,60}\?[bBqQ]\?[^?\s]*\?=)"
    r'|(?P<quoted>"(?:[^"\\]|\\.)*"(?!@))'
    r"|\((?P<comment>(?:[^()\\]|\\.)*)\)"
    r"|<(?P<angle>[^<>]*)>"
    r'|(?P<other>"(?:[^"\\]|\\.)*"|[^"(<=]+|.)',
    re.DOTALL,
)
_BARE = re.compile(r'(?:"[^"\s]{1,64}"|[^\s<>@,;:()"\[\]\\]{1,64})@[^\s<>@,;:()"\[\]\\]{1,253}')
ADDRESS = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*").fullmatch


def fields(message: "Message", name: str) -> list[str]:
    """The values of a header field as they came, each on one line; bytes beyond ASCII are read as UTF-8 (RFC 6532)."""
    return [value for field, value in all_fields(message) if field.lower() == name.lower()]


def all_fields(message: "Message") -> list[tuple[str, str]]:
    """``[(name, value)]`` of a header, likewise."""
    found = [(name, _utf8(str(value))) for name, value in message.raw_items()]
    return [(name, re.sub(r"[\r\n]+[ \t]*", " ", value)[:MOST_FIELD]) for name, value in found]


def _utf8(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def address(text: str) -> str:
    """An address in the one form in which addresses are compared, or "" for what is none."""
    local, _, host = text.strip().strip("<>").rpartition("@")
    found = "@".join((local.strip('"').lower(), ascii_host(host)))
    return found if ADDRESS(found) else ""


def ascii_host(host: str) -> str:
    """A host name in lower case, as the DNS has it; "" for one that cannot be."""
    host = host.strip().lower().rstrip(".")
    if host.isascii():
        return host
    import idna

    try:
        found: str = idna.encode(host, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError, ValueError):
        return ""
    return found


def sender(values: list[str]) -> tuple[str, str]:
    """``(name, address)`` of From fields: one address, however its name is written; or ``("", "")``.

    One field with one address in angle brackets, or with an address alone.  Where a name or a comment holds another
    address the reader would see two senders, and it is nobody's.
    """
    if len(values) != 1 or values[0].count("(") > MOST_COMMENTS:
        return "", ""
    names, angles, rest = _tokens(values[0])
    whole = rest.strip()
    found = address(angles[0]) if len(angles) == 1 else address(whole) if not angles and _BARE.fullmatch(whole) else ""
    name = decoded(" ".join([*names, *([whole] if angles else [])]))
    others = {address(one) for one in _BARE.findall(f"{name} {'' if not angles else whole}")}
    if not found or others - {found}:
        return "", ""
    return " ".join(name.replace('"', " ").split())[:100], found


def recipients(value: str) -> list[str]:
    """The addresses of a field that lists recipients, in order; what names hold is none of them."""
    _, angles, rest = _tokens(value)
    return [one for text in (*angles, *_BARE.findall(rest)) if (one := address(text))]


def _tokens(value: str) -> tuple[list[str], list[str], str]:
    """``(names and comments, what stands in angle brackets, the rest)`` of a field."""
    names: list[str] = []
    angles: list[str] = []
    rest: list[str] = []
    for token in _TOKEN.finditer(value):
        kind = token.lastgroup or "other"
        {"encoded": names, "quoted": names, "comment": names, "angle": angles}.get(kind, rest).append(token[kind])
    return names, angles, "".join(rest)


def decoded(text: str) -> str:
    """A name with its encoded words read, for showing; of what cannot be read the text as it came."""
    from email.errors import MessageError
    from email.header import decode_header, make_header

    with suppress(ValueError, LookupError, MessageError):
        text = str(make_header(decode_header(text)))
    return on_one_line(text)


def on_one_line(text: str) -> str:
    """Text without anything that controls who reads it."""
    text = text.encode("utf-8", "replace").decode()
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
