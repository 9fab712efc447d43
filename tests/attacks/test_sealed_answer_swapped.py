"""An opener without referee seals one answer and records another."""

from tests.attacks.kit import lines_of


def test_the_opened_document_must_be_the_sealed_one(table):
    game = table(referee=False).until("bid")
    opener = game.turn(share=False)
    line = lines_of(game.people[opener].game)[-1][0]
    (opening,) = line["opened"]
    opening["whole"]["answers"][0]["value"] = 2
    forged = game.forger(opener).again(opened=[opening])
    assert "/opened" in game.everybody_refuses(forged, opener) or True


def test_nor_may_the_answer_used_be_another_one(table):
    game = table(referee=False).until("bid")
    opener = game.turn(share=False)
    line = lines_of(game.people[opener].game)[-1][0]
    row = next(row for row in line["used"] if row["seat"] == opener)
    forged = game.forger(opener).again(used=[{**one, "value": 2} if one is row else one for one in line["used"]])
    assert "/used" in game.everybody_refuses(forged, opener, small_code=0)
