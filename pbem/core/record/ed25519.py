"""Ed25519 (RFC 8032) with our own rule of acceptance, the same in both verifiers (docs/record.md)."""

from hashlib import sha512

_P, _L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P


def public(seed):
    """The public key (32 bytes) of a seed of 32 bytes."""
    return _key(seed).public_key().public_bytes_raw()


def sign(seed, message):
    """The signature, 64 bytes."""
    return _key(seed).sign(message)


def _key(seed):
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed)


def accepts(public, message, signature):
    """True if the signature (64 bytes) is one of the key (32 bytes) on the message."""
    if len(public) != 32 or len(signature) != 64:
        return False
    point, r, s = _decoded(public), _decoded(signature[:32]), int.from_bytes(signature[32:], "little")
    if point is None or r is None or s >= _L or _is_small(point) or _is_small(r):
        return False
    k = int.from_bytes(sha512(signature[:32] + public + message).digest(), "little") % _L
    return _same(_times(s, _BASE), _add(r, _times(k, point)))


def accepts_all(rows):
    """True if all of ``[(public, message, signature)]`` are accepted."""
    return all(accepts(*row) for row in rows)


def _decoded(data):
    y, sign_bit = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if v * x * x % _P == -u % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if v * x * x % _P != u or (not x and sign_bit):
        return None
    x = _P - x if x & 1 != sign_bit else x
    return x, y, 1, x * y % _P


def _add(one, other):
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % _P, (y1 + x1) * (y2 + x2) % _P
    c, d = 2 * t1 * t2 * _D % _P, 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(n, point):
    found = (0, 1, 1, 0)
    for bit in bin(n)[2:]:
        found = _add(found, found)
        if bit == "1":
            found = _add(found, point)
    return found


def _same(one, other):
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 == (one[1] * other[2] - other[1] * one[2]) % _P


def _is_small(point):
    return _same(_times(8, point), (0, 1, 1, 0))


_BASE = _decoded((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
