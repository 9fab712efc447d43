"""All others are declared absent by one word, so that the opener is alone with the dice."""

from tests.attacks.kit import lines_of, plain


def words(game, silent, *speakers):
    paths = []
    for speaker in speakers:
        person = game.people[speaker]
        paths.append(person.path(game.file("word")))
        ran = person.pbem("pass-over", person.game, silent, "--secret", person.secret, "-o", paths[-1])
        assert ran.code == 0, ran
    return paths


def goes_not_on_without(asked, person):
    before, where = person.game.read_bytes(), ["-o", person.game, "--secret", person.secret]
    ran = person.pbem("adjudicate", person.game, *where, "--deadline-passed", asked)
    assert ran.code in (0, 3) and person.game.read_bytes() == before, ran


def test_two_alone_stand_still(table):
    game = table(referee=False, seats=("blue", "red"))
    game.answers = lambda seat: [
        f"{row['power']}: place {row['power']}-foot-1 in hill" if row["kind"] == "set-up" else f"{row['power']}: bid 0"
        for row in game.people[seat].status()["waiting"]
        if row["seat"] == seat
    ]
    game.turn()
    assert len(game.asked()) == 1
    (asked,) = game.asked()
    goes_not_on_without(asked, game.people[game.opener])


def test_one_of_three_is_not_enough(table):
    game = table(referee=False)
    game.turn()
    (asked,) = game.asked()
    goes_not_on_without(asked, game.people[game.opener])


def test_two_of_three_are_and_the_record_says_so(table):
    game = table(referee=False)
    game.turn()
    (asked,) = game.asked()
    opener = game.opener
    third = next(seat for seat in game.seats if seat not in (asked, opener))
    game.adjudicate(words(game, asked, third), "--deadline-passed", asked, opener=opener)
    line = lines_of(game.people[opener].game)[-1][0]
    assert line["absent"] == [asked]
    assert sorted(document["seat"] for document, _ in line["documents"]) == sorted([opener, third])
    game.share(opener)
    game.holds()
    report = plain(game.people[asked].pbem("report", game.people[asked].game).out)
    assert "alone, who knew these draws beforehand" in report


def test_a_record_without_the_second_word_is_refused(table):
    game = table(referee=False)
    game.turn()
    (asked,) = game.asked()
    opener = game.opener
    third = next(seat for seat in game.seats if seat not in (asked, opener))
    game.adjudicate(words(game, asked, third), "--deadline-passed", asked, opener=opener)
    forger = game.forger(opener)
    kept = [row for row in forger.lines[-1][0]["documents"] if row[0]["seat"] == opener]
    game.everybody_refuses(forger.again(documents=kept), opener)


def test_a_line_of_the_opener_does_not_act_where_its_envelope_is_the_only_one(table):
    game = table(referee=False)
    game.turn()
    opener = game.opener
    (asked,) = game.asked()
    third = next(seat for seat in game.seats if seat not in (asked, opener))
    game.adjudicate(words(game, asked, third), "--deadline-passed", asked, opener=opener)
    line = lines_of(game.people[opener].game)[-1][0]
    assert not [row for row in line["used"] if row["seat"] == opener and row["by"] not in ("default", "forced")]
