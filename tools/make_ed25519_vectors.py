"""Write tests/data/ed25519-vectors.json: signatures on which libraries disagree, and what counts here.

    python3 tools/make_ed25519_vectors.py

Points are added by the plain formula of the curve, so that nothing is shared with what the vectors test.  Seeds and
messages are fixed: the same file each time.  Tables of the kind: "Taming the many EdDSAs" (Chalkias, Garillot,
Nikolaenko 2020) and ed25519consensus (de Valence).
"""

import hashlib
import json
from pathlib import Path

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
I = pow(2, (P - 1) // 4, P)  # noqa: E741 - the square root of -1
MESSAGE = b"pbem: the next reader opens the dice"
TO = Path(__file__).resolve().parent.parent / "tests" / "data" / "ed25519-vectors.json"


def plus(one, other):
    (a, b), (c, d) = one, other
    t = D * a * b * c * d
    return (a * d + b * c) * pow(1 + t, -1, P) % P, (b * d + a * c) * pow(1 - t, -1, P) % P


def times(n, point):
    total = (0, 1)
    for bit in bin(n)[2:]:
        total = plus(total, total)
        total = plus(total, point) if bit == "1" else total
    return total


def x_of(y, odd):
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    root = root if root * root % P == square else root * I % P
    assert root * root % P == square
    return root if root % 2 == odd else P - root


def written(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def raw(y, sign):
    return (y | sign << 255).to_bytes(32, "little")


BASE = (x_of(4 * pow(5, -1, P) % P, 0), 4 * pow(5, -1, P) % P)


def eighth():
    """A point of order 8: L times a point of full order 8 L."""
    for y in range(3, 100):
        try:
            point = times(L, (x_of(y, 0), y))
        except AssertionError:
            continue
        if times(4, point) == (0, P - 1) or times(4, point) != (0, 1):
            return point
    raise AssertionError("no point of order 8 below 100")


T = eighth()
SMALL = [times(n, T) for n in range(8)]


def number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def challenge(r, key, message):
    return number(r, key, message)


def secret(seed):
    h = bytearray(hashlib.sha512(seed).digest())
    h[0] &= 248
    h[31] = h[31] & 127 | 64
    return int.from_bytes(h[:32], "little")


A = secret(bytes(32))
KEY = times(A, BASE)


def row(what, counts, key, signature, message=MESSAGE):
    return {"counts": counts, "key": key.hex(), "message": message.hex(), "signature": signature.hex(), "what": what}


def s_bytes(s):
    return s.to_bytes(32, "little")


def made(r_point, r_log, key, message=MESSAGE, r=None):
    """R and s for a nonce: s = r + k a, R written as given."""
    r = r or written(r_point)
    return r + s_bytes((r_log + challenge(r, key, message) * A) % L)


def rows():
    key, nonce = written(KEY), number(b"nonce")
    honest = made(times(nonce, BASE), nonce, key)
    yield row("honest", True, key, honest)
    yield row("honest, the empty message", True, key, made(times(nonce, BASE), nonce, key, b""), b"")
    yield row("another message", False, key, honest, MESSAGE + b"!")
    yield row("one bit of R", False, key, bytes([honest[0] ^ 1]) + honest[1:])
    yield row("one bit of s", False, key, honest[:32] + bytes([honest[32] ^ 1]) + honest[33:])
    s = int.from_bytes(honest[32:], "little")
    yield row("s + L", False, key, honest[:32] + s_bytes(s + L))
    yield row("s = L, the zero of the group", False, key, written((0, 1)) + s_bytes(L))
    yield row("the negative key", False, written((P - KEY[0], KEY[1])), honest)
    yield row("the negative R", False, key, bytes(honest[:31]) + bytes([honest[31] ^ 128]) + honest[32:])
    yield row("a signature of 63 bytes", False, key, honest[:63])
    yield row("a signature of 65 bytes", False, key, honest + b"\0")
    yield row("no signature", False, key, b"")
    yield row("a key of 31 bytes", False, key[:31], honest)
    yield row("a key that is no point", False, raw(2, 0), honest)
    for n, point in enumerate(SMALL):
        fits = written(times(nonce, BASE)) + s_bytes(nonce)
        yield row(f"key of small order, {n} times the point of order 8", False, written(point), fits)
        yield row(f"R of small order, {n} times the point of order 8", False, key, made(point, 0, key))
    for n in range(1, 8):
        yield row(
            f"R with a part of small order, {n}", False, key, made(plus(times(nonce, BASE), SMALL[n]), nonce, key)
        )
    yield from torsion_keys()
    yield row(
        "key written above p (the neutral point)", False, raw(P + 1, 0), written(times(nonce, BASE)) + s_bytes(nonce)
    )
    yield row("key written above p (a point of full order)", False, above_p(), honest)
    yield row("R written above p (the neutral point)", False, key, made(None, 0, key, r=raw(P + 1, 0)))
    yield row("key of x = 0 with a sign", False, raw(1, 1), written(times(nonce, BASE)) + s_bytes(nonce))
    yield row("R of x = 0 with a sign", False, key, made(None, 0, key, r=raw(1, 1)))
    yield from grid()


def above_p():
    for y in range(2, 19):
        try:
            x_of(y, 0)
        except AssertionError:
            continue
        return raw(P + y, 0)
    raise AssertionError("no point")


def torsion_keys():
    """A key with a part of order 8: without a cofactor it counts only where that part falls away."""
    key = written(plus(KEY, T))
    seen = set()
    for n in range(200):
        message = MESSAGE + b" %d" % n
        nonce = number(b"nonce", message)
        r = times(nonce, BASE)
        k = challenge(written(r), key, message) % 8
        if k in seen:
            continue
        seen.add(k)
        yield row(
            f"key with a part of small order, k = {k} modulo 8", k == 0, key, made(r, nonce, key, message), message
        )
    assert seen == set(range(8))


def grid():
    """Fourteen ways to write a point of small order, as key and as R, s = 0."""
    forms = [written(point) for point in SMALL] + [raw(1, 1), raw(P - 1, 1)]
    forms += [raw(y, sign) for y in (P, P + 1) for sign in (0, 1)]
    assert len(set(forms)) == 14
    for key in forms:
        for r in forms:
            yield row("both of small order", False, key, r + s_bytes(0))


def mixed():
    """Four hundred keys and Rs with parts of small order, drawn from one hash."""
    for n in range(400):
        at = [hashlib.sha256(b"mixed %d %d" % (n, i)).digest()[0] % 8 for i in range(2)]
        key = written(plus(KEY, SMALL[at[0]]))
        message = b"mixed %d" % n
        nonce = number(b"nonce", message)
        r = plus(times(nonce, BASE), SMALL[at[1]])
        k = challenge(written(r), key, message)
        counts = times(at[1] + k * at[0], T) == (0, 1)
        yield row("mixed", counts, key, made(r, nonce, key, message), message)


if __name__ == "__main__":
    made_rows = [*rows(), *mixed()]
    TO.write_text(
        "[\n" + ",\n".join(json.dumps(each, sort_keys=True) for each in made_rows) + "\n]\n", encoding="ascii"
    )
    print(len(made_rows), "vectors;", sum(each["counts"] for each in made_rows), "count")
