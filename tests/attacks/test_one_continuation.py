"""Nobody chooses after looking: what people sent has one outcome, or the line carries the words that it needs."""

import hashlib
import json
import shutil

import pytest

from tests.attacks.kit import ARRANGED, lines_of, plain, secret_of
from tests.verifier import hand, small


def signed_file(person, document, game):
    """A file with a document signed by hand with the secret of a person; its path."""
    key = hand.Person(person.name, secret_of(person.secret))
    path = person.path(game.file("by-hand"))
    path.write_text(armoured([document, key.sign("document", game_of(game), hand.canonical(document))]))
    return path


def armoured(pair):
    from base64 import b64encode

    return f"-----BEGIN PBEM DOCUMENT-----\n{b64encode(hand.canonical(pair)).decode()}\n-----END PBEM DOCUMENT-----\n"


def pair_in(path):
    from base64 import b64decode

    text = path.read_text().partition("-----BEGIN PBEM DOCUMENT-----")[2].partition("-----END")[0]
    return json.loads(b64decode("".join(text.split()) + "=="))


def game_of(game):
    charter = lines_of(game.people[game.seats[0]].game)[0][0]["charter"]
    return hand.tagged("charter", hand.canonical(charter))


def renewed(game, name, *options):
    """The word of a person on its own new chain."""
    person = game.people[name]
    anchor = person.pbem("seat", "init", "-o", person.path(game.file("new.secret")), "--links", 64).out.strip()
    word = person.path(game.file("word"))
    where = ["--anchor", anchor, "--secret", person.secret, *options]
    ran = person.pbem("seat", "renew", person.game, name, *where, *([] if options else ["-o", word]))
    return word, ran


# -- a second throw by whoever opens -----------------------------------------------------------------------------------


def test_an_opener_s_new_chain_voids_no_envelope_that_was_let_go(table):
    """Its own word is enough for a new chain, and for no new throw: the dice are those of what is out."""
    game = table(referee=False, seats=("blue", "red")).until("act")
    opener, files = game.sent()
    before = len(lines_of(game.people[opener].game))
    spare = game.folder / "spare"
    shutil.copytree(game.people[opener].folder, spare)
    game.adjudicate(files, opener=opener)
    draws = lines_of(game.people[opener].game)[-1][0]["draws"]
    shutil.rmtree(game.people[opener].folder)
    spare.rename(game.people[opener].folder)
    _, ran = renewed(game, opener, "--again", "-o", game.people[opener].game)
    assert ran.code == 3 and len(lines_of(game.people[opener].game)) == before, ran
    word, ran = renewed(game, opener)
    assert ran.code == 0, ran
    game.adjudicate([*files, word], opener=opener)
    line = lines_of(game.people[opener].game)[-1][0]
    assert line["draws"] == draws and line["n"] == before
    game.share(opener)
    assert game.musters()
    game.holds()


def test_who_gives_an_entry_up_is_named_for_ever_with_what_had_come(table):
    game = table().until("act")
    opener, files = game.sent()
    referee = game.people["referee"]
    kept = game.seal("south", "always bid: 0") if "south" not in game.asked() else None
    game.adjudicate([kept] if kept else [], opener=opener)
    where = ["-o", referee.game, "--secret", referee.secret]
    assert referee.pbem("desk", "again", referee.game, "--reason", "my disk is gone", *where).code == 0
    line = lines_of(referee.game)[-1][0]
    assert (line["kind"], line["what"]) == ("note", "again") and ("came" in line) == bool(kept)
    game.share("referee")
    game.turn()
    game.turn()
    said = plain(game.people["north"].pbem("report", game.people["north"].game).out)
    assert f"Entry {line['n']} was given up, and played anew" in said
    assert f"Entry {line['n']} was burned (again) on the word of referee" in said
    game.holds()


def test_of_two_alone_nobody_gives_an_entry_up_on_one_word(table):
    game = table(referee=False, seats=("blue", "red")).until("act")
    blue = game.people["blue"]
    where = ["-o", blue.game, "--secret", blue.secret]
    assert blue.pbem("desk", "again", blue.game, "--reason", "I like it not", *where).code == 3


def test_a_chain_younger_than_the_words_is_told(table):
    """At sealed the referee renews its chain when it knows the words, and may write the same ones down again."""
    game = table(level="sealed", muster=True)
    said = {seat: [*game.answers(seat), f"pinch the cat of {seat}"] or ["ready"] for seat in game.seats}
    game.turn(**said)
    referee = game.people["referee"]
    new = referee.path("new.secret")
    anchor = referee.pbem("seat", "init", "-o", new, "--links", 64).out.strip()
    ran = referee.pbem("seat", "renew", referee.game, "referee", "--anchor", anchor, "--secret", referee.secret)
    assert ran.code == 0, ran
    game.turn()
    new.rename(referee.secret)
    assert game.musters()
    game.turn(**{seat: [*(game.answers(seat) or ["ready"]), f"pinch the cat of {seat}"] for seat in game.seats})
    report = plain(game.people["north"].pbem("report", game.people["north"].game).out)
    assert "could not pick the draws" not in report
    assert "from a chain announced in entry 2. It could have been picked for words that the referee knew" in report
    game.holds()


# -- two documents with a third outcome --------------------------------------------------------------------------------


def test_the_opener_s_own_word_carries_nothing(table):
    game = table(referee=False).until("bid")
    north, south = game.people["north"], game.people["south"]
    mark = game.seal("north", "bid 2", options=["--closed", "--confirm"])
    document = game.seal("south", "bid 0", options=["--confirm", "--carry", mark])
    word = south.path("word")
    assert south.pbem("pass-over", south.game, "isles", "--secret", south.secret, "-o", word).code == 0
    sealed = pair_in(mark)[0]
    place = {"entry": sealed["entry"], "head": sealed["head"], "kind": "word", "seat": "north"}
    says = [{"what": "silent", "who": "isles"}]
    other = signed_file(north, {**sealed, "closed": "ab" * 32, "n": sealed["n"] + 1}, game)
    carrying = signed_file(north, {**place, "carries": pair_in(other), "says": says}, game)
    game.adjudicate([document, word, carrying], opener="north", code=3)
    game.adjudicate([document, word, signed_file(north, {**place, "says": says}, game)], opener="north")
    (used,) = [row for row in lines_of(north.game)[-1][0]["used"] if row["seat"] == "north"]
    assert used["by"] == "answer" and used["question"].split("/")[1] == "bid"
    game.share("north")
    game.holds()


# -- lines that come back ----------------------------------------------------------------------------------------------


def bystander(game):
    return next(seat for seat in game.seats if seat not in game.asked() and seat != game.opener)


def in_force(game, seat):
    person = game.people[seat]
    ran = person.pbem("status", person.game, "--seat", seat, "--secret", person.secret, "--json")
    return sorted((row["line"], row["state"]) for row in ran.json["stands"]["lines"])


def test_what_a_seat_has_sealed_stands_by_its_own_memory_alone(table):
    game = table().until("act")
    seat = bystander(game)
    person = game.people[seat]

    def states(*options):
        ran = person.pbem("status", person.game, "--seat", seat, *options, "--json")
        return [(row["line"].split("always ")[-1], row["state"]) for row in ran.json["stands"]["lines"]]

    game.seal(seat, "always bid: 0")
    assert states() == []
    assert states("--secret", person.secret) == [("bid: bid 0", "sent and not in the record")]


def test_an_older_document_does_not_come_back_behind_a_newer_one(table):
    game = table().until("act")
    seat = bystander(game)
    old = game.seal(seat, "always bid: 0")
    game.turn()
    if seat in game.asked() or seat == game.opener:
        game.turn()
    while seat in game.asked():
        game.turn()
    new = game.seal(seat, "always act: wait")
    opener, files = game.sent()
    game.adjudicate([*files, new], opener=opener)
    game.share(opener)
    newest = pair_in(new)[0]
    assert len(newest.get("lines", ())) >= 1
    opener, files = game.sent()
    ran = game.adjudicate([*files, old], opener=opener)
    game.share(opener)
    rows = [document for document, _ in lines_of(game.people["north"].game)[-1][0]["documents"]]
    assert not [one for one in rows if one["seat"] == seat and one["n"] == pair_in(old)[0]["n"]], ran
    game.holds()


def test_what_was_sent_and_left_out_comes_whole_again_and_keeps_its_name(table):
    game = table().until("act")
    seat = bystander(game)
    left = pair_in(game.seal(seat, "always bid: 0"))[0]
    game.turn()
    newer = pair_in(game.seal(seat, *(game.answers(seat) if seat in game.asked() else []), "always act: wait"))[0]
    place = [one.get("open", one).get("when") for one in newer["lines"]].index("bid")
    number = len(newer.get("answers", ())) + len(newer.get("petitions", ())) + place + 1
    assert [number, left["n"], 1] in newer["first"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("last, stands", [((), ["always act: act wait", "always bid: bid 0"]), (("cancel 1",), [])])
@pytest.mark.parametrize("taken", ["old new", "new old", "old+new"])
def test_whatever_is_held_back_what_stands_is_what_the_last_document_says(table, last, stands, taken):
    """Whoever opens keeps the older one back until the newer one has come, and takes either first, or both."""
    game = table(seats=ARRANGED[5])
    game.turn()
    files = {"old": game.seal("moor", "always bid: 0")}
    game.turn()
    files["new"] = game.seal("moor", *last or ["always act: wait"])
    for together in taken.split():
        assert "moor" not in game.asked()
        opener, asked = game.sent()
        game.adjudicate([*asked, *(files[name] for name in together.split("+"))], opener=opener)
        game.share(opener)
    newest = max(document["n"] for line, _ in lines_of(game.people["moor"].game)[1:] for document in moors(line))
    assert newest == pair_in(files["new"])[0]["n"]
    assert in_force(game, "moor") == [(line, "in force") for line in stands]
    game.holds()


def moors(line):
    return [document for document, _ in line["documents"] if document["seat"] == "moor"]


def test_a_gap_is_told(table):
    game = table().until("act")
    seat = bystander(game)
    one, two = game.seal(seat, "always bid: 0"), game.seal(seat, "always bid: 1")
    opener, files = game.sent()
    game.adjudicate([*files, two], opener=opener)
    game.share(opener)
    said = plain(game.people["north"].pbem("report", game.people["north"].game).out)
    assert f"Document {pair_in(one)[0]['n']} of {seat} is not in the record." in said
    game.holds()


# -- exact lines -------------------------------------------------------------------------------------------------------


def signed_otherwise(secret, message):
    """Another valid signature of the same key on the same bytes."""
    verifier = small.module()
    digest = hashlib.sha512(hand.tagged("sign", secret)).digest()
    scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    nonce = int.from_bytes(hashlib.sha512(b"another nonce" + message).digest(), "little") % verifier.L
    point, key = times(verifier, nonce), times(verifier, scalar % verifier.L)
    k = int.from_bytes(hashlib.sha512(point + key + message).digest(), "little") % verifier.L
    return (point + ((nonce + k * scalar) % verifier.L).to_bytes(32, "little")).hex()


def times(verifier, count):
    x, y, z = verifier.times(count, verifier.BASE)
    x, y = (one * pow(z, -1, verifier.P) % verifier.P for one in (x, y))
    return (y | (x & 1) << 255).to_bytes(32, "little")


def test_two_signatures_on_one_object_are_one_document(table):
    game = table().until("act")
    opener, files = game.sent()
    seat = game.asked()[0]
    document, signature = pair_in(files[0])
    message = hand.lp("pbem/v1/document") + hand.lp(game_of(game)) + hand.lp(hand.canonical(document))
    other = signed_otherwise(secret_of(game.people[seat].secret), message)
    twin = game.people[seat].path("twin")
    twin.write_text(armoured([document, other]))
    game.adjudicate([*files, twin], opener=opener)
    line = lines_of(game.people[opener].game)[-1][0]
    (held,) = [pair for pair in line["documents"] if pair[0]["seat"] == seat]
    assert other != signature and held[1] == min(signature, other)
    game.share(opener)
    game.holds()


def test_a_stranger_adds_no_word_to_a_note(table):
    game = table(level="sealed").until("act")
    referee = game.people["referee"]
    where = ["-o", referee.game, "--secret", referee.secret]
    assert referee.pbem("reopen", referee.game, "--reason", "misread", *where).code == 0
    forger = game.forger("referee")
    line, signature = forger.lines[-1]
    (word, _), *_ = line["documents"]
    forged = {**line, "documents": [[{**word, "seat": "north"}, ""], *line["documents"]]}
    for pair in ([forged, ""], [forged, signature]):
        forger.lines[-1] = pair
        game.everybody_refuses(forger.bytes(), "referee")
    for name in game.seats:
        assert game.take(name, game.last_line("referee")).code == 0
    game.holds()


def test_a_word_too_many_or_too_few_is_another_head_that_nobody_signed(table):
    game = table(referee=False).until("act")
    north, words = game.people["north"], []
    proposal = north.path("proposal")
    end = ["desk", "end", north.game, "--reason", "enough", "-o", north.game, "--secret", north.secret]
    assert north.pbem(*end, "--propose", proposal).code == 0
    for name in ("south", "isles"):
        person = game.people[name]
        words += ["--word", person.path("word")]
        assert person.pbem("word", person.game, proposal, "--secret", person.secret, "-o", words[-1]).code == 0
    assert north.pbem(*end, *words).code == 0
    forger = game.forger("north", "isles")
    line, signature = forger.lines[-1]
    for documents in (line["documents"][:2], [*line["documents"], line["documents"][-1]]):
        forger.lines[-1] = [{**line, "documents": documents}, signature]
        game.everybody_refuses(forger.bytes(), "north")
    game.share("north")
    game.holds()


# -- a word and an envelope at one head --------------------------------------------------------------------------------


def test_who_gave_its_word_lets_no_envelope_go_until_somebody_says_no(table):
    game = table(referee=False, seats=("blue", "red")).until("act")
    seat = game.asked()[0]
    other = next(name for name in game.seats if name != seat)
    person, rival = game.people[seat], game.people[other]
    proposal, word, no = person.path("proposal"), person.path("word"), rival.path("no")
    back = ["reopen", rival.game, "--reason", "misread", "-o", rival.game, "--secret", rival.secret]
    assert rival.pbem(*back, "--propose", proposal).code == 0
    assert person.pbem("word", person.game, proposal, "--secret", person.secret, "-o", word).code == 0
    game.seal(seat, *game.answers(seat), code=3)
    assert rival.pbem("word", rival.game, proposal, "--no", "--secret", rival.secret, "-o", no).code == 0
    game.seal(seat, *game.answers(seat), options=["--confirm", "--no", no])
    assert person.pbem("word", person.game, proposal, "--secret", person.secret, "-o", person.path("w2")).code == 3


# -- closed answers ----------------------------------------------------------------------------------------------------


def closed_bids(game):
    """``(opener's seal, {seat: its sealed orders}, {seat: what it typed})`` where all are asked and answer closed."""
    mark = game.seal("north", "bid 2", options=["--closed", "--confirm"])
    typed, sealed = {}, {}
    for seat in ("south", "isles"):
        person, typed[seat] = game.people[seat], game.text(seat, "bid 1")
        sealed[seat] = person.path("bid.sealed")
        own = ["--secret", person.secret, "--carry", mark, "--confirm", "-o", sealed[seat]]
        assert person.pbem("seal", person.game, typed[seat], *own).code == 0
    return mark, sealed, typed


def opened(game, seat, typed, *others, code=0):
    person = game.people[seat]
    path = person.path(game.file("open"))
    more = [word for other in others for word in ("--open", other)]
    ran = person.pbem("seal", person.game, typed[seat], "--secret", person.secret, "--confirm", *more, "-o", path)
    assert ran.code == code, ran
    return path


def test_answers_are_closed_until_all_have_sent_theirs(table):
    game = table(referee=False, closed=True).until("bid")
    _, sealed, typed = closed_bids(game)
    assert all(set(part) == {"closed"} for part in pair_in(sealed["south"])[0]["answers"])
    assert "bid" not in sealed["south"].read_text("utf-8").partition("-----")[0], "nor is it told above the document"
    ran = game.adjudicate(sealed.values(), opener="north")
    assert "waits for south and isles" in plain(ran.err), ran
    opened(game, "south", typed, sealed["south"], code=3)
    files = [opened(game, "south", typed, sealed["isles"]), opened(game, "isles", typed, sealed["south"])]
    game.adjudicate(files, opener="north")
    line = lines_of(game.people["north"].game)[-1][0]
    assert [row["by"] for row in line["used"] if "/bid/" in row["question"]] == ["answer"] * 3 and "shut" not in line
    game.share("north")
    game.holds()


def test_who_does_not_open_is_named_and_has_its_default(table):
    game = table(referee=False, closed=True).until("bid")
    _, sealed, typed = closed_bids(game)
    game.adjudicate(sealed.values(), opener="north")
    south = game.people["south"]
    word = south.path("word")
    assert south.pbem("pass-over", south.game, "isles", "--secret", south.secret, "-o", word).code == 0
    mine = opened(game, "south", typed, sealed["isles"])
    game.adjudicate([mine, word], "--deadline-passed", "isles", opener="north")
    line = lines_of(game.people["north"].game)[-1][0]
    by = {row["seat"]: row["by"] for row in line["used"] if "/bid/" in row["question"]}
    assert line["shut"] == ["isles"] and by == {"north": "answer", "south": "answer", "isles": "default"}
    game.share("north")
    game.holds()
    assert "isles did not open its closed answers" in plain(south.pbem("report", south.game).out)


# -- receipts ----------------------------------------------------------------------------------------------------------


def receipt(game, file, name):
    referee = game.people["referee"]
    path = referee.path(game.file(name))
    assert referee.pbem("receipt", referee.game, file, "--secret", referee.secret, "-o", path).code == 0
    return path


def test_a_receipt_is_no_proof_against_an_honest_referee(table):
    """The seat has sent two; the later one stands, signed by it."""
    game = table().until("act")
    seat = bystander(game)
    files_of = [game.seal(seat, "always bid: 0"), game.seal(seat, "always bid: 1")]
    receipts = [receipt(game, file, "receipt") for file in files_of]
    opener, files = game.sent()
    game.adjudicate([*files, *files_of], opener=opener)
    game.share(opener)
    for one, said in zip(receipts, ("contains a later one, which", "it stands in entry")):
        ran = game.people[seat].pbem("check", game.people[seat].game, "--receipt", one)
        assert ran.code == 0 and said in plain(ran.out), ran


def test_a_receipt_proves_that_a_later_one_was_left_out(table):
    game = table().until("act")
    seat = bystander(game)
    old, new = game.seal(seat, "always bid: 0"), game.seal(seat, "always bid: 1")
    proof = receipt(game, new, "receipt")
    opener, files = game.sent()
    game.adjudicate([*files, old], opener=opener)
    game.share(opener)
    ran = game.people[seat].pbem("check", game.people[seat].game, "--receipt", proof)
    assert ran.code == 4 and "prove that the later one was left out" in plain(ran.out), ran


def test_who_denies_in_a_note_what_it_has_signed_for_is_proven_wrong(table):
    """His program names it; he takes that out, and signs the note again."""
    game = table().until("act")
    opener, files = game.sent()
    proof, referee = receipt(game, files[0], "receipt"), game.people["referee"]
    where = ["-o", referee.game, "--secret", referee.secret]
    assert referee.pbem("desk", "again", referee.game, "--reason", "nothing has come", *where).code == 0
    assert lines_of(referee.game)[-1][0]["came"] == [["north", pair_in(files[0])[0]["n"]]]
    denied = game.forger("referee").again("referee", came=None).splitlines(keepends=True)[-1]
    person = game.people[game.seats[0]]
    assert game.take(person.name, denied).code == 0
    game.holds()
    ran = person.pbem("check", person.game, "--receipt", proof)
    assert ran.code == 4 and "says in that entry that it had not" in plain(ran.out), ran
