"""Two machines, or a restored backup: two signed documents of one seat with one envelope."""

import shutil

from tests.attacks.kit import lines_of, plain


def two(game):
    north = game.people["north"]
    shutil.copy(north.secret, north.path("copy.secret"))
    one = game.seal("north", "act attack")
    other = game.seal("north", "act wait", secret=north.path("copy.secret"))
    return one, other


def test_neither_counts_and_both_stand_in_the_record(table):
    game = table().until("act")
    game.adjudicate([*two(game)])
    line = lines_of(game.people["referee"].game)[-1][0]
    assert [document["seat"] for document, _ in line["documents"]] == ["north", "north"]
    assert "absent" not in line and line["used"][0]["by"] == "default"
    game.share("referee")
    game.holds()
    assert "north" in plain(game.people["south"].pbem("report", game.people["south"].game).out).lower()


def test_the_dice_are_those_of_one_document(table):
    """The envelope is mixed once, whether one document is shown or two: an opener gains no other dice."""
    game = table().until("act")
    one, other = two(game)
    referee = game.people["referee"]
    shutil.copytree(referee.folder, game.folder / "again")
    game.adjudicate([one, other])
    envelopes = {document["envelope"] for document, _ in lines_of(referee.game)[-1][0]["documents"]}
    assert len(envelopes) == 1


def test_one_document_given_twice_is_one(table):
    game = table().until("act")
    one = game.seal("north", "act attack")
    shutil.copy(one, one.parent / "again")
    game.adjudicate([one, one.parent / "again"])
    line = lines_of(game.people["referee"].game)[-1][0]
    assert len(line["documents"]) == 1 and line["used"][0]["by"] == "answer"


def test_a_record_that_lists_it_twice_to_void_it_is_refused(table):
    game = table().until("act")
    game.turn(share=False)
    forger = game.forger("referee")
    documents = forger.lines[-1][0]["documents"]
    game.everybody_refuses(forger.again(documents=[*documents, *documents]), "referee")
