"""Attacks 23, 24, 26, 27: a short head, two readings of one record, numbers that cost hours."""

import time

import pytest

from tests.verifier import small


@pytest.mark.parametrize(
    "old, new",
    [
        (b'"n":1,', b'"n":1.0,'),
        (b'"n":1,', b'"n":1,"n":1,'),
        (b'"n":1,', b'"n":01,'),
        (b'"n":1,', b'"n": 1,'),
        (b'"kind":"play"', b'"kind":"pl\\u0061y"'),
        (b'"n":1,', b'"n":1,"7":0,'),
        (b'"n":1,', b'"n":1e0,'),
        (b'"n":1,', b'"n":9007199254740993,'),
        (b'"n":1,', b'"__proto__":0,"n":1,'),
        (b"\n", b"\r\n"),
        (b"\n", b"\n\n"),
        (b'"n":1,', b'"n":true,'),
        (b"[{", b"\xef\xbb\xbf[{"),
        (b"[{", b" [{"),
        (b'"game":"g"', b'"game":"\\ud800"'),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(table, old, new):
    game = table()
    game.turn()
    data = game.people["north"].game.read_bytes()
    assert old in data
    altered = data[::-1].replace(old[::-1], new[::-1], 1)[::-1]
    said = game.only_verify_objects(altered, 4)
    assert said == "" or "does not hold" in said


def test_a_short_head_is_no_comparison(table):
    game = table()
    game.turn()
    person = game.people["north"]
    head = person.status()["head"]
    whole = small.module().Check(person.game.read_bytes()).heads[-1].hex()
    assert whole.startswith(head[:32])
    for given, code in [(whole, 0), (whole[:32], 0), (whole[:8], 4), ("ab" * 16, 4), ("", 4)]:
        assert person.pbem("verify", person.game, "--head", given).code == (code if given else 0), given
        assert small.here(person.game, "--head", given).returncode == (code if given else 0), given


@pytest.mark.parametrize("digits", ["1048577", "9007199254740991", "99999999"])
def test_a_false_number_costs_no_hours(table, digits):
    """A chain said to be longer than any, an entry far ahead."""
    game = table()
    game.turn()
    data = game.people["north"].game.read_bytes()
    for old in (b'"n":64}', b'"entry":1,', b'"n":1,"opener"'):
        altered = data.replace(old, old.replace(b"64", digits.encode()).replace(b":1,", b":" + digits.encode() + b","))
        assert altered != data
        start = time.monotonic()
        game.only_verify_objects(altered, 4)
        assert time.monotonic() - start < 20


@pytest.mark.parametrize("filling", [b"[" * 1000, b'{"a":' * 1000, b"9" * 100_000, b'"\\u001b[31m"', b"x" * 100_000])
def test_nonsense_is_refused_quickly_and_not_repeated_raw(table, filling):
    game = table()
    person = game.people["north"]
    person.game.write_bytes(person.game.read_bytes() + b'[{"kind":' + filling * 20 + b',"n":1},""]\n')
    start = time.monotonic()
    ran = person.verify()
    assert ran.code == 4 and time.monotonic() - start < 20
    assert "\x1b" not in ran.err + ran.out and len(ran.err) < 5000
    alone = small.here(person.game)
    assert alone.returncode == 4 and "\x1b" not in alone.stdout and len(alone.stdout) < 5000
