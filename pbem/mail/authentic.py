"""Whether a mail is from whom it says: what the desk's own server found out (RFC 8601), or its signature (RFC 6376).

Either must be *aligned* with the domain in From (RFC 7489, 3.1): a pass of somebody else's domain says nothing.  Two
domains are aligned if they are of one organisation, by the Public Suffix List.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .size_limits import MOST_FIELD

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.mail.letter import Letter


MOST_COMMENTS = 20
MOST_RESULTS = 50
MOST_SIGNATURES = 5
MOST_KEY = 1024  # characters of a key record that are kept as evidence


def confirmed(letter: "Letter", authserv: str) -> "Json | None":
    """What the server `authserv` says for a Letter, as ``{"by", "domain", "server"}``, or None.

    Only the topmost Authentication-Results counts, and only if it bears that server's name: whatever stands below it
    may have come with the message.
    """
    host = letter.sender.rpartition("@")[2]
    results = _results(letter.results[0] if letter.results else "", authserv)
    if not host or any(_is(one, "dmarc", "fail") for one in results):
        return None
    found = next((one for one in results if _is(one, "dmarc", "pass") and _of(one, "header", "from") == host), None)
    if found:
        return {"by": "dmarc", "domain": host, "server": authserv}
    for one in results:
        domain = _domain_of(one)
        if domain and aligned(host, domain):
            return {"by": one.method.lower(), "domain": domain, "server": authserv}
    return None


def _results(value: str, authserv: str) -> list[Any]:
    """The results in a header of our server; [] for what no server writes."""
    value = value.strip().rstrip("; ")
    if not value or len(value) > MOST_FIELD or value.count("(") > MOST_COMMENTS or value.count(";") > MOST_RESULTS:
        return []
    from authres import AuthenticationResultsHeader
    from authres.core import AuthResError

    try:
        header = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except (AuthResError, ValueError, RecursionError, AttributeError, TypeError, IndexError):
        return []
    own = (header.authserv_id or "").lower() == authserv.lower()
    return [one for one in header.results if one.method] if own else []


def _is(result: Any, method: str, outcome: str) -> bool:
    return (result.method or "").lower() == method and (result.result or "").lower() == outcome


def _of(result: Any, kind: str, name: str) -> str:
    """A property of a result, such as header.d, in lower case; "" if it is not there or stands there twice."""
    found = [one.value for one in result.properties if one.type.lower() == kind and one.name.lower() == name]
    return (found[0] or "").lower().rstrip(".") if len(found) == 1 else ""


def _domain_of(result: Any) -> str:
    """The domain that a passed DKIM or SPF speaks for, or ""."""
    if _is(result, "dkim", "pass"):
        return _of(result, "header", "d") or _of(result, "header", "i").rpartition("@")[2]
    if _is(result, "spf", "pass"):
        return (_of(result, "smtp", "mailfrom") or _of(result, "smtp", "helo")).rpartition("@")[2]
    return ""


def aligned(one: str, other: str) -> bool:
    """True if two domains belong to one organisation (relaxed alignment), of which a public suffix is none."""
    if not re.fullmatch(r"[a-z0-9.-]{1,253}", one) or not re.fullmatch(r"[a-z0-9.-]{1,253}", other):
        return False
    if one == other:
        return "." in one
    from publicsuffixlist import PublicSuffixList

    suffixes = PublicSuffixList()
    organisation = suffixes.privatesuffix(one)
    return organisation is not None and organisation == suffixes.privatesuffix(other)


def signed(letter: "Letter", data: bytes, look_up: Callable[..., Any] | None = None) -> "Json | None":
    """``{"by": "dkim", "domain", "selector", "key"}`` of a DKIM signature that holds and is aligned, or None.

    The key is kept because its owner will change it: with it and the raw mail anybody can check the signature later.

    data      the raw message
    look_up   (name as bytes, timeout=) → the TXT record as bytes or None; by default asks DNS
    """
    import dkim

    host = letter.sender.rpartition("@")[2]
    keys: dict[bytes, bytes | str | None] = {}

    def looked_up(name: bytes, timeout: int = 5) -> bytes | str | None:
        found: bytes | str | None = (look_up or dkim.dnsplug.get_txt)(name, timeout=timeout)
        keys[name] = found
        return found

    one = dkim.DKIM(data, timeout=5)
    count = sum(name.lower() == b"dkim-signature" for name, _ in one.headers)
    for number in range(min(count, MOST_SIGNATURES)):
        keys.clear()
        if not _holds(one, number, looked_up) or b"l" in one.signature_fields:
            continue
        domain, selector = one.domain.decode("ascii", "replace").lower(), one.selector.decode("ascii", "replace")
        if aligned(host, domain):
            key = next((value for value in keys.values() if value), b"")
            key = key if isinstance(key, str) else key.decode("ascii", "replace")
            return {"by": "dkim", "domain": domain, "selector": selector, "key": key[:MOST_KEY]}
    return None


def _holds(one: Any, number: int, look_up: Callable[..., Any]) -> bool:
    import dkim

    try:
        return bool(one.verify(idx=number, dnsfunc=look_up))
    except (dkim.DKIMException, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return False
