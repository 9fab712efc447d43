"""An opener whose document is sealed sends further lines beside it."""


def test_the_program_takes_nothing_beside_the_seal(table):
    game = table(referee=False).until("bid")
    mark = game.seal("north", "bid 1", options=["--closed", "--confirm"])
    others = [game.seal(seat, "bid 0", options=["--confirm", "--carry", mark]) for seat in ("south", "isles")]
    ran = game.people["north"].pbem(
        "seal",
        game.people["north"].game,
        game.text("north", "bid 2", "always act: attack"),
        "--secret",
        game.people["north"].secret,
        "-o",
        game.people["north"].path("more"),
        "--closed",
        "--confirm",
    )
    assert ran.code == 3, ran
    game.adjudicate(others, opener="north")
    game.share("north")
    game.holds()


def test_a_record_with_such_lines_is_refused(table):
    game = table(referee=False).until("bid")
    game.turn(share=False)
    forger = game.forger("north")
    line, _ = forger.lines.pop()
    more = forger.orders("north", envelope=False, lines=[{"kind": "act", "power": "north", "value": "attack"}])
    forger.lines.append([{**line, "documents": [more, *line["documents"]]}, ""])
    game.everybody_refuses(forger.again(), "north")
