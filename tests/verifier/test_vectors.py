"""The vectors written by hand, against the program: heads, signatures, closed parts, anchors."""

import json
from pathlib import Path

import pytest

from pbem.core.data.canon import encode, loads, th
from pbem.core.draws.chain import Chain
from pbem.core.record import closed, documents, ed25519, log

TABLE = json.loads((Path(__file__).parent.parent / "data" / "record-vectors.json").read_text(encoding="utf-8"))
KEYS = {row["name"]: row["anchor"]["key"] for row in TABLE["people"]}


@pytest.mark.parametrize("game", sorted({row["game"] for row in TABLE["lines"]}))
def test_lines_are_read_and_their_heads_are_those_of_the_table(game):
    rows = [row for row in TABLE["lines"] if row["game"] == game]
    for row in rows:
        line = log.line_of(row["line"].encode(), game)
        assert line.head.hex() == row["head"]
        assert encode(loads(line.body)) == line.body


def test_documents_are_signed_as_the_table_says():
    met = 0
    for row in TABLE["documents"]:
        document = documents.Document(json.loads(row["object"]), row["signature"])
        if (
            row["signature"]
            and row["seat"] in KEYS
            and documents.fits(document, KEYS[row["seat"]], bytes.fromhex(row["game_id"]))
        ):
            met += 1
    assert met > 20


def test_what_is_opened_is_what_was_closed():
    for row in TABLE["closed"]:
        opening, game = row["opening"], bytes.fromhex(row["game_id"])
        assert closed.closing_of(game, opening) == row["closed"]
        person = next(one for one in TABLE["people"] if one["name"] == opening["seat"])
        place = [opening[name] for name in ("entry", "document", "part", "whole")]
        nonce = closed.nonce_of(bytes.fromhex(person["secret"]), game, *place)
        assert nonce.hex() == opening["nonce"]


def test_anchors_come_from_their_secrets():
    for row in TABLE["people"]:
        secret = bytes.fromhex(row["secret"])
        chain = Chain(secret, row["anchor"]["n"])
        assert (chain.anchor.hex(), chain.link(1).hex()) == (row["anchor"]["first"], row["link_1"])
        assert ed25519.public(documents.seed_of(secret)).hex() == row["anchor"]["key"]
        assert th("sign", secret) == documents.seed_of(secret)
