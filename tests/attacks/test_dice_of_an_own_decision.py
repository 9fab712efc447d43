"""A player who adjudicates opens the dice of an own decision, or reads those to come while a battle waits."""

from tests.attacks.kit import lines_of, secret_of


def test_whoever_is_asked_does_not_open(table):
    """Attack 2: North is asked, holds the envelope of South in its hands, and runs the entry itself."""
    game = table(referee=False).until("act")
    north = game.people["north"]
    before = north.game.read_bytes()
    game.adjudicate([game.seal("north", "act attack")], opener="north", code=3)
    assert north.game.read_bytes() == before


def test_a_record_opened_by_somebody_else_is_refused(table):
    game = table(referee=False).until("act")
    sealed = game.seal("north", "act attack")
    game.adjudicate([sealed], opener="south")
    forger = game.forger("isles", data=game.people["south"].game.read_bytes())
    line = forger.lines[-1][0]
    link = forger.people["isles"].link(line["n"]).hex()
    game.everybody_refuses(forger.again("isles", opener="isles", envelope=link), "south")


def test_what_is_public_at_a_stop_holds_no_envelope_to_come(table):
    """Attack 1: at every stop, in the middle of a step as well."""
    game = table()
    while not game.people["north"].status()["over"]:
        public = game.people["north"].game.read_bytes()
        entry = len(public.splitlines())
        for person in game.people.values():
            keys = game.forger(person.name)
            for later in range(entry, entry + 3):
                assert keys.people[person.name].link(later).hex().encode() not in public
            assert secret_of(person.secret).hex().encode() not in public
        game.turn()
    assert len(lines_of(game.people["north"].game)) > 6


def test_the_key_of_an_entry_comes_from_no_public_envelopes(table):
    """Attack 1: with all links that are public at the stop, no combination draws what is drawn next."""
    import itertools

    from tests.verifier import hand, small

    game = table().until("intervene")
    lines = lines_of(game.people["north"].game)
    shown = {}
    for line, _ in lines[1:]:
        shown[line["opener"]] = line["envelope"]
        shown.update({one["seat"]: one["envelope"] for one, _ in line["documents"] if "envelope" in one})
    game.turn()
    line = lines_of(game.people["north"].game)[-1][0]
    (label, what, result) = line["draws"][-1]
    check = small.module().Check(game.people["north"].game.read_bytes())
    assert not check.wrong
    for size in range(1, len(shown) + 1):
        for names in itertools.combinations(sorted(shown), size):
            mix = hand.tagged("mix", *(part for name in names for part in (name, bytes.fromhex(shown[name]))))
            key = hand.code(mix, hand.tagged("ctx", check.salt, hand.u64(line["n"]), b""))
            guess = hand.dice(key, label, 1, 40, 6)
            envelopes = {one["seat"]: bytes.fromhex(one["envelope"]) for one, _ in line["documents"]}
            envelopes[line["opener"]] = bytes.fromhex(line["envelope"])
            real = hand.tagged("mix", *(part for name in sorted(envelopes) for part in (name, envelopes[name])))
            real = hand.code(real, hand.tagged("ctx", check.salt, hand.u64(line["n"]), b""))
            assert hand.dice(real, label, 1, 40, 6) != guess
            assert hand.dice(real, label, 1, len(result), 6) == result or what[-2:] != "d6"
