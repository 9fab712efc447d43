"""Attacks 10, 12, 16: going back, a correction, a new chain or another person as a second throw of the dice."""

from tests.attacks.kit import lines_of, plain
from tests.attacks.test_one_continuation import signed_file


def test_going_back_uses_up_a_number_and_all_take_part(table):
    game = table().until("intervene")
    game.turn()
    first = lines_of(game.people["referee"].game)[-1][0]
    referee = game.people["referee"]
    ran = referee.pbem("reopen", referee.game, "--reason", "misread", "-o", referee.game, "--secret", referee.secret)
    assert ran.code == 0, ran
    game.share("referee")
    assert game.musters()
    game.adjudicate([game.seal("south", "intervene no")])  # one mail is not enough
    assert len(lines_of(referee.game)) == first["n"] + 2
    game.adjudicate([game.seal("isles", "intervene no"), game.seal("north", "ready")])
    again = lines_of(referee.game)[-1][0]
    assert again["muster"] and again["envelope"] != first["envelope"]
    assert [row[:2] for row in again["draws"]] == [row[:2] for row in first["draws"]]
    game.share("referee")
    report = plain(game.people["north"].pbem("report", game.people["north"].game).out)
    assert "undone 1" in report
    game.holds()


def test_a_note_on_a_player_s_word_alone_is_refused(table):
    game = table().until("act")
    game.turn()
    north = game.people["north"]
    before = north.game.read_bytes()
    ran = north.pbem("reopen", north.game, "--reason", "I like it not", "-o", north.game, "--secret", north.secret)
    assert ran.code == 3 and north.game.read_bytes() == before, ran


def test_a_new_key_on_the_word_of_the_referee_is_told_for_ever(table):
    game = table().until("act")
    referee, north = game.people["referee"], game.people["north"]
    north.secret.rename(north.path("lost.secret"))
    anchor = north.pbem("seat", "init", "-o", north.secret, "--links", 64).out.strip()
    ran = referee.pbem("seat", "renew", referee.game, "north", "--anchor", anchor, "--secret", referee.secret)
    assert ran.code == 0 and len(lines_of(referee.game)) == len(lines_of(north.game)), ran
    game.adjudicate([], "--deadline-passed", "north")
    game.share("referee")
    assert game.musters()
    game.turn()
    game.turn()
    report = plain(game.people["south"].pbem("report", game.people["south"].game).out)
    assert "The key of" in report and "was replaced in entry" in report and "on the word of" in report
    game.holds()


def test_with_the_old_key_it_is_nobody_s_word_but_the_own(table):
    game = table().until("act")
    referee, north = game.people["referee"], game.people["north"]
    anchor = north.pbem("seat", "init", "-o", north.path("new.secret"), "--links", 64).out.strip()
    word = north.path("word")
    ran = north.pbem("seat", "renew", north.game, "north", "--anchor", anchor, "-o", word, "--secret", north.secret)
    assert ran.code == 0, ran
    game.adjudicate([word, game.seal("north", *game.answers("north"))])
    game.share("referee")
    north.path("new.secret").rename(north.secret)
    game.turn()
    assert "was replaced" not in plain(referee.pbem("report", referee.game).out)
    game.holds()


def test_a_chain_that_was_used_before_does_not_come_back(table):
    game = table().until("act")
    north = game.people["north"]
    renew = ["seat", "renew", north.game, "north", "--anchor", anchor_of(game, "north")]
    word = north.path("word")
    ran = north.pbem(*renew, "-o", word, "--secret", north.secret)
    assert ran.code == 3 and "comes from the secret of a chain of" in plain(ran.err)
    sealed, status = game.seal("north", *game.answers("north")), north.status()
    first = lines_of(north.game)[0][0]["charter"]["anchors"]["north"]
    says = [{"anchor": first, "what": "anchor", "who": "north", "why": "worn"}]
    place = {"entry": status["entry"], "head": status["head"], "kind": "word", "seat": "north"}
    by_hand = signed_file(north, {**place, "says": says}, game)
    old = game.adjudicate([by_hand, sealed], code=3)
    assert "comes from the secret of a chain of" in plain(old.err)


def anchor_of(game, seat):
    anchor = lines_of(game.people[seat].game)[0][0]["charter"]["anchors"][seat]
    return f"{anchor['first']}.{anchor['key']}/{anchor['n']}"


def test_later_dice_hang_on_everybody_s_first_envelope(table):
    """Attack 11: chains cannot be picked so that the entries with two of them alone are good."""
    from tests.verifier import hand, small

    game = table()
    game.turn()
    line = lines_of(game.people["north"].game)[-1][0]
    assert line["muster"] and sorted(one["seat"] for one, _ in line["documents"]) == sorted(game.seats)
    links = {one["seat"]: bytes.fromhex(one["envelope"]) for one, _ in line["documents"]}
    links[line["opener"]] = bytes.fromhex(line["envelope"])
    salts = set()
    for left in [None, *links]:
        mix = hand.tagged("mix", *(part for name in sorted(links) if name != left for part in (name, links[name])))
        first = hand.tagged(
            "salt", hand.tagged("charter", hand.canonical(lines_of(game.people["north"].game)[0][0]["charter"]))
        )
        salts.add(hand.tagged("salt", first, hand.u64(1), mix))
    assert len(salts) == len(links) + 1
    assert small.module().Check(game.people["north"].game.read_bytes()).salt in salts
