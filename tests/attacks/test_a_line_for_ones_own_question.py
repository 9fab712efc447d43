"""A line lodged for one's own coming question, so that nobody is asked and the opener alone makes the key."""

from tests.attacks.kit import lines_of


def test_no_entry_at_shared_is_made_of_the_opener_s_envelope_alone(table):
    """South opens, and lodges lines for everything that will be asked; still each entry has another's envelope."""
    game = table(referee=False, seats=("blue", "red"), windows="default")
    ahead = ["north: always act: attack", "north: always bid: 1", "isles: always bid: 0"]
    says = {
        "set-up": "place {}-foot-1 in hill",
        "bid": "{}: bid 0",
        "act": "{}: act attack",
        "intervene": "{}: intervene no",
    }

    def lines(seat):
        rows = [row for row in game.people[seat].status()["waiting"] if row["seat"] == seat]
        return [
            says[row["kind"]].format(row["power"])
            if row["kind"] != "set-up"
            else f"{row['power']}: place {row['power']}-foot-1 in hill"
            for row in rows
        ]

    game.answers = lines
    game.turn(blue=[*lines("blue"), *ahead])
    for _ in range(8):
        if game.people["blue"].status()["over"]:
            break
        game.turn()
    plays = [line for line, _ in lines_of(game.people["red"].game)[1:]]
    assert len(plays) > 4
    for line in plays:
        assert any("envelope" in document for document, _ in line["documents"]), line["n"]
    game.holds()


def test_a_line_in_force_does_not_answer_what_is_open_at_the_head(table):
    """The bid is open; North's line for it came too late to keep North from being asked, and does not answer."""
    game = table(referee=False).until("bid")
    assert game.asked() == ["north", "south", "isles"]
    game.turn(north=["bid 2", "always bid: 2"])
    line = lines_of(game.people["north"].game)[-1][0]
    assert {row["by"] for row in line["used"] if "/bid/" in row["question"]} == {"answer"}
