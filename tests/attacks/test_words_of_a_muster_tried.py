"""A referee tries the words of a sealed muster until he likes the dice."""

from tests.attacks.kit import lines_of, plain


def mustered(game):
    files = [game.text(seat, *(game.answers(seat) or ["ready"]), pinch=f"the cat of {seat}") for seat in game.seats]
    game.adjudicate(files)
    return lines_of(game.people["referee"].game)[-1][0]


def test_the_words_stand_in_the_record_in_full(table):
    game = table(level="sealed", muster=True)
    line = mustered(game)
    assert [document["pinch"] for document, _ in line["documents"]] == [
        f"the cat of {seat}" for seat in sorted(game.seats)
    ]
    game.share("referee")
    game.holds()
    report = plain(game.people["north"].pbem("report", game.people["north"].game).out)
    words = ", ".join(f"{seat} («the cat of {seat}»)" for seat in ("isles", "north", "south"))
    said = "Words received from: " + " and ".join(words.rsplit(", ", 1))
    assert f"{said}; who sent one and is not named was left out." in report


def test_other_words_are_other_dice(table):
    """The dice of later entries hang on the salt: a word changed afterwards changes them all."""
    game = table(level="sealed", muster=True)
    mustered(game)
    game.share("referee")
    game.until("intervene").turn()
    lines = game.people["north"].game.read_bytes().splitlines(keepends=True)
    assert any(b'"1d6"' in line or b'"2d6"' in line for line in lines)
    forger = game.forger("referee", data=lines[0] + lines[1])
    forger.lines[1][0]["documents"][0][0]["pinch"] = "another word"
    forger.again()
    later = forger.bytes() + b"".join(lines[2:])
    game.only_verify_objects(later, 4)
