"""An opener who is not asked adds lines of its own to the entry whose dice it has seen."""

from tests.attacks.kit import lines_of
from tests.verifier.hand import use


def test_a_line_of_the_opener_does_not_act_in_its_own_entry(table):
    game = table(referee=False).until("act")
    ahead = game.seal("south", "always intervene: intervene with south-foot-1")
    game.adjudicate([game.seal("north", "act attack"), ahead], opener="south")
    game.share("south")
    assert game.asked() == ["south", "isles"]  # the line would have answered
    line = lines_of(game.people["south"].game)[-1][0]
    assert [row["by"] for row in line["used"]] == ["answer"]


def test_a_record_that_says_it_did_is_refused(table):
    game = table(referee=False).until("act")
    ahead = game.seal("south", "always intervene: intervene with south-foot-1")
    game.adjudicate([game.seal("north", "act attack"), ahead], opener="south")
    line = lines_of(game.people["south"].game)[-1][0]
    document = next(document for document, _ in line["documents"] if document["seat"] == "south")
    acted = use("standing", "south", line["n"], document["n"], 1, "3.2/intervene/south")
    forged = game.forger("south").again(used=[*line["used"], acted])
    assert "/used" in game.everybody_refuses(forged, "south")
