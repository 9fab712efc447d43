"""Ed25519 signatures (RFC 8032), and the one rule that says which of them count.

Libraries differ where a signature is odd: a key for which one signature fits every message, two ways to write one
point, a term of small order that some multiply away.  Two programs that check one game must never differ, so the rule
is ours, and a library is asked only what all of them answer alike.  A signature (R, s) counts for a key A when

1. A has 32 bytes and the signature 64; s is below L, the order of the group (otherwise s + L would do as well);
2. A and R are written in the one canonical way: the y coordinate is below p;
3. neither is one of the points of small order;
4. s B = R + k A without a cofactor, k being SHA-512(R, A, message) modulo L; each signature by itself, for checking
   many at once is another rule.

The library is libsodium, whose newer versions answer so by themselves; where it is missing, as in the program in one
file, the lines here do both, some fifty times as slowly.  Points 1 to 3 are asked first, always here;
`tests/data/ed25519-vectors.json` holds what every verifier must answer.
"""

import hashlib
from importlib import import_module
from typing import Any

Point = tuple[int, int, int, int]
"""A point of the curve, see below."""
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493

_D = -121665 * pow(121666, -1, P) % P
_Y8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""The y coordinate of a point of order 8; the three others have this one, or its negative."""
_SMALL = {0, 1, P - 1, _Y8, P - _Y8}
"""The y coordinates of the eight points whose order divides the cofactor 8."""
_NEUTRAL = (0, 1, 1, 0)


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature, 64 bytes, of a message under a private key, the 32 bytes that RFC 8032 calls the seed."""
    library = load()
    if library is None:
        return _signed_here(seed, message)
    signed, ffi = bytearray(64 + len(message)), library.ffi
    library.lib.crypto_sign(ffi.from_buffer(signed), ffi.NULL, message, len(message), seed + public(seed))
    return bytes(signed[:64])


def public(seed: bytes) -> bytes:
    """The public key, 32 bytes, of a private key."""
    library = load()
    if library is None:
        return _public_here(seed)
    key, private, ffi = bytearray(32), bytearray(64), library.ffi
    library.lib.crypto_sign_seed_keypair(ffi.from_buffer(key), ffi.from_buffer(private), seed)
    return bytes(key)


def accepts(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature counts; False, and never an error, for bytes that are no key or no signature."""
    return _is_well_written(key, signature) and _library_agrees(key, message, signature)


def load() -> Any:
    """The library, or None where there is none; also for a process whose children judge many signatures.

    It is what nacl.bindings calls; to load all that wraps takes longer than a turn of a young game takes to be played.
    """
    try:
        library: Any = import_module("nacl._sodium")
    except ImportError:
        return None
    library.lib.sodium_init()
    return library


def _is_well_written(key: bytes, signature: bytes) -> bool:
    """Points 1 to 3 of the rule: all that must be asked before a library is."""
    if len(key) != 32 or len(signature) != 64 or int.from_bytes(signature[32:], "little") >= L:
        return False
    heights = [int.from_bytes(point, "little") % 2**255 for point in (key, signature[:32])]
    return all(y < P and y not in _SMALL for y in heights)


def _library_agrees(key: bytes, message: bytes, signature: bytes) -> bool:
    """Point 4, by the library; by the lines here where there is none."""
    library = load()
    if library is None:
        return _equation_holds(key, message, signature)
    signed, ffi = signature + message, library.ffi
    opened = bytearray(len(signed))
    return bool(library.lib.crypto_sign_open(ffi.from_buffer(opened), ffi.NULL, signed, len(signed), key) == 0)


def _scalar_and_prefix(seed: bytes) -> tuple[int, bytes]:
    """What a private key stands for (RFC 8032, 5.1.5): the secret scalar, and the prefix of what is hashed."""
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return scalar, digest[32:]


def _public_here(seed: bytes) -> bytes:
    """RFC 8032, 5.1.5, for machines without the library."""
    return _encoded(_multiple(_scalar_and_prefix(seed)[0]))


def _signed_here(seed: bytes, message: bytes) -> bytes:
    """RFC 8032, 5.1.6, for machines without the library (the program in one file): the same bytes, for a signature has
    no chance in it.  Its time tells something of the key to whoever can measure it on this machine, and to nobody else.
    """
    scalar, prefix = _scalar_and_prefix(seed)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % L
    point = _encoded(_multiple(r))
    k = int.from_bytes(hashlib.sha512(point + _public_here(seed) + message).digest(), "little") % L
    return point + ((r + k * scalar) % L).to_bytes(32, "little")


def _multiple(number: int) -> Point:
    """A number of times the base point."""
    return _sum_of_multiples(number, _BASE, 0, _NEUTRAL)


def _equation_holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Point 4: whether s B - k A, as it is written, is R."""
    point = _decoded(key)
    if point is None:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    s = int.from_bytes(signature[32:], "little")
    return _encoded(_sum_of_multiples(s, _BASE, k, _negative(point))) == signature[:32]


# -- the curve -x² + y² = 1 + d x² y², points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, 5.1.4) --------


def _decoded(data: bytes) -> Point | None:
    """The point that 32 bytes write (RFC 8032, 5.1.3), or None where there is none."""
    y = int.from_bytes(data, "little") % 2**255
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    x = P - x if x % 2 != data[31] >> 7 else x
    return x, y, 1, x * y % P


def _encoded(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def _negative(point: Point) -> Point:
    x, y, z, t = point
    return P - x, y, z, P - t


def _sum(one: Point, other: Point) -> Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 % P * _D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _double(point: Point) -> Point:
    x, y, z, _ = point
    a, b = x * x % P, y * y % P
    h = a + b
    e, g = h - (x + y) ** 2 % P, a - b
    f = 2 * z * z % P + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def _multiples(point: Point) -> tuple[Point, ...]:
    """0, 1, 2 and 3 times a point."""
    twice = _double(point)
    return _NEUTRAL, point, twice, _sum(twice, point)


def _sum_of_multiples(m: int, one: Point, n: int, other: Point) -> Point:
    """m times one point and n times another, both numbers together, two bits at a time
    (Straus); the numbers are below 2**255."""
    table = [[_sum(left, right) for right in _multiples(other)] for left in _multiples(one)]
    total = _NEUTRAL
    for at in range(254, -2, -2):
        total = _sum(_double(_double(total)), table[m >> at & 3][n >> at & 3])
    return total


_BASE: Point = _decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or _NEUTRAL
