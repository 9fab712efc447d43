"""Chains of envelopes: links that can be shown one after the other, and checked by anybody.

A chain of n links is made from its end: link n = TH("chain-top", secret), and each link is the SHA-256 of
the one after it, down to link 0, the *anchor*, which stands in the charter.  Whoever knows a link knows all
before it and none after it, so a participant shows them in rising order and each proves itself
(docs/fairness.md):

>>> chain = Chain(bytes(32), 1024)
>>> verify_link(0, chain.anchor, 1, chain.link(1)).kind
'ok'
>>> str(verify_link(0, chain.anchor, 1, chain.link(3)))
'link 3, not 1'
"""

from collections.abc import Mapping
from hashlib import sha256
from math import isqrt

from ..data.canon import th

LENGTH = 16384  # links of a new chain
MAX_LENGTH = 2**20  # a bound for hostile charters: what one envelope may cost to check
APART = 64  # anchors that hash to one another within so many steps belong to one person


class Chain:
    """The links of one secret.

    known   (number, link) of one at or a little above the link that was asked for last: those around it are hashed from
            it, and whoever keeps it need not begin at the end of the chain again
    """

    __slots__ = ("secret", "length", "known")

    def __init__(self, secret: bytes, length: int = LENGTH, known: tuple[int, bytes] | None = None) -> None:
        if len(secret) != 32:
            raise ValueError("a secret has 32 bytes")
        if not 1 <= length <= MAX_LENGTH:
            raise ValueError(f"a chain has 1 to {MAX_LENGTH} links")
        self.secret, self.length = secret, length
        self.known = known or self._end()

    def link(self, index: int) -> bytes:
        """Link `index`, 0 (the anchor) to `length`, as 32 bytes; IndexError beyond."""
        if not 0 <= index <= self.length:
            raise IndexError(f"the chain has no link {index}, its last is {self.length}")
        stride = isqrt(self.length)
        above = min((index // stride + 1) * stride, self.length)
        if not index <= self.known[0] <= above:
            at, link = self.known if self.known[0] > above else self._end()
            self.known = above, hashed(link, at - above)
        at, link = self.known
        return hashed(link, at - index)

    @property
    def anchor(self) -> bytes:
        return self.link(0)

    def _end(self) -> tuple[int, bytes]:
        """Number and link of the end, where the chain is made from the secret."""
        return self.length, th("chain-top", self.secret)


def hashed(link: bytes, times: int) -> bytes:
    """SHA-256 applied `times` times: the link that many places before this one."""
    for _ in range(times):
        link = sha256(link).digest()
    return link


class Verdict:
    """What a shown link is.

    kind    "ok"; "early": it belongs to a later entry and burns all links up to its own; "late": it was
            public before, or belongs to an entry that has passed; "foreign": it is none of this chain
    index   the number of the link, None if foreign
    hashes  how many hashes it took to find out
    """

    def __init__(self, kind: str, index: int | None, expected: int, hashes: int) -> None:
        self.kind, self.index, self.expected, self.hashes = kind, index, expected, hashes

    def __str__(self) -> str:
        if self.kind == "foreign":
            return "not of this chain"
        if self.kind == "ok":
            return f"link {self.index}"
        if self.index == self.expected:
            return f"link {self.index}, which was public before"
        return f"link {self.index}, not {self.expected}"


def verify_link(known_index: int, known: bytes, expected: int, shown: bytes, length: int = LENGTH) -> Verdict:
    """Judge the link `shown` where link `expected` is due, given the latest public one, `known`.

    The cheap answer comes first: numbers are skipped by hashing once for each.  At most `length` hashes up
    and `known_index` down are spent on a link that does not fit.
    """
    link = shown
    for hashes in range(length - known_index + 1):
        if link == known:
            index = known_index + hashes
            kind = "late" if not hashes or index < expected else "ok" if index == expected else "early"
            return Verdict(kind, index, expected, hashes)
        link = sha256(link).digest()
    hashes = length - known_index + 1
    for back in range(1, known_index + 1):
        known = sha256(known).digest()
        if known == shown:
            return Verdict("late", known_index - back, expected, hashes + back)
    return Verdict("foreign", None, expected, hashes + known_index)


def related(anchors: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """Pairs of names whose anchors are equal or hash to one another within 64 steps: one secret, two seats.

    `anchors` maps names to 32 bytes.  An honest set gives an empty list.
    """
    pairs: set[tuple[str, str]] = set()
    for name in sorted(anchors):
        link, steps = anchors[name], set[bytes]()
        for _ in range(APART + 1):
            steps.add(link)
            link = sha256(link).digest()
        near = [other for other in anchors if other != name and anchors[other] in steps]
        pairs |= {(min(name, other), max(name, other)) for other in near}
    return sorted(pairs)
