"""Two machines, or a restored backup: two signed documents of one seat with one envelope."""

import shutil

from tests.attacks.kit import ARRANGED, lines_of, plain


def two(game):
    north = game.people["north"]
    shutil.copy(north.secret, north.path("copy.secret"))
    one = game.seal("north", "act attack")
    other = game.seal("north", "act wait", secret=north.path("copy.secret"))
    return one, other


def test_one_counts_and_the_next_line_proves_that_there_were_two(table):
    """Whoever got both takes one; the other one is a proof, and changes nothing on the board."""
    game = table().until("act")
    game.adjudicate([*two(game)])
    line = lines_of(game.people["referee"].game)[-1][0]
    assert [document["seat"] for document, _ in line["documents"]] == ["north"]
    assert "absent" not in line and line["used"][0]["by"] == "answer"
    game.share("referee")
    game.turn()
    (proof,) = lines_of(game.people["referee"].game)[-1][0]["proofs"]
    assert (proof["seat"], proof["entry"], proof["what"]) == ("north", line["n"], "documents")
    game.holds()
    game.turn()
    assert "proofs" not in lines_of(game.people["referee"].game)[-1][0]
    said = plain(game.people["south"].pbem("report", game.people["south"].game).out)
    assert f"north signed two documents with one envelope for entry {line['n']}" in said


def test_the_second_one_may_come_from_anybody_and_later(table):
    game = table().until("act")
    one, other = two(game)
    game.adjudicate([one])
    game.share("referee")
    game.turn()
    opener, files = game.sent()
    game.adjudicate([*files, other, one], opener=opener)
    assert lines_of(game.people["referee"].game)[-1][0]["proofs"][0]["what"] == "documents"
    game.share("referee")
    game.holds()


def test_a_proof_of_one_document_is_none(table):
    game = table().until("act")
    game.turn()
    game.turn(share=False)
    forger = game.forger("referee")
    early = next(line for line, _ in forger.lines[1:] if any("envelope" in one for one, _ in line["documents"]))
    pair = next(pair for pair in early["documents"] if "envelope" in pair[0])
    proof = {"before": early["before"], "entry": early["n"], "seat": pair[0]["seat"], "what": "documents"}
    game.everybody_refuses(forger.again(proofs=[{**proof, "two": [pair, pair]}]), "referee")


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


def test_a_line_that_one_machine_knows_and_the_other_leaves_out_answers_no_more(table):
    """The seat is asked for one of its powers, and a standing line, which its other machine sent, would answer for
    another: its document without that line says that it is over, to both verifiers alike."""
    game = table(referee=False, seats=ARRANGED[2])
    game.turn()
    game.turn()
    (seat,), blue = set(game.asked()), game.people["blue"]
    assert seat == "blue" != game.opener
    shutil.copy(blue.secret, blue.path("copy.secret"))
    one = game.seal("blue", *game.answers("blue"))
    twin = game.seal("blue", *game.answers("blue"), "north: always bid: 0", secret=blue.path("copy.secret"))
    opener = game.opener
    game.adjudicate([one, twin], opener=opener)
    game.share(opener)
    opener, files = game.sent()
    game.adjudicate([*files, one, twin], opener=opener)
    game.share(opener)
    line = lines_of(blue.game)[-1][0]
    left = {(row["seat"], row["document"], row["line"]) for row in line.get("over", [])}
    assert not [
        row for row in line["used"] if row["by"] == "standing" and (row["seat"], row["document"], row["line"]) in left
    ]
    game.holds()
