"""Anybody writes a concession in a seat's name into a shared game."""

from tests.attacks.kit import lines_of


def concession(game, seat):
    forger = game.forger("referee")
    document = {
        "entry": forger.n,
        "head": forger.head(),
        "kind": "orders",
        "n": forger.numbers[seat] + 1,
        "petitions": [{"power": seat, "value": {}, "verb": "concede"}],
        "seat": seat,
    }
    return document


def test_a_document_without_a_signature_is_not_taken(table):
    game = table().until("bid")
    opener = game.turn(share=False)
    line = lines_of(game.people[opener].game)[-1][0]
    forger = game.forger("referee")
    forger.lines.pop()
    document = concession(game, "isles") | {"entry": line["n"], "head": line["before"]}
    forger.lines.append([{**line, "documents": [*line["documents"], [document, ""]]}, ""])
    forged = forger.again()
    assert "isles" in game.everybody_refuses(forged, "referee")


def test_a_line_that_nobody_signed_is_not_taken(table):
    game = table().until("bid")
    game.turn(share=False)
    forger = game.forger("referee")
    forger.lines[-1][1] = ""
    game.everybody_refuses(forger.bytes(), "referee")


def test_a_concession_that_is_typed_is_refused_by_the_desk(table):
    game = table().until("bid")
    ran = game.adjudicate([game.text("isles", "concede")], code=3)
    assert "sign" in ran.err
