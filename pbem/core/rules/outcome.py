"""What a game came to for the people at the table: who won."""

WON, DRAWN, LOST = "won", "drawn", "lost"
# What a result is worth wherever points are written: tournaments (which may agree on others), the archive, the site.
POINTS = {WON: 2, DRAWN: 1, LOST: 0}


def scores(file):
    """``{seat: won, drawn or lost}`` of a finished game; None while it goes on.

    A seat has won if one of its powers is on the side that the result names (core.game.Game.side_of).
    """
    result = file.result
    if result is None:
        return None
    winner = result.get("winner")
    sides = {power: file.game.side_of(power) for power in file.charter["powers"]}
    if winner not in sides.values():
        return dict.fromkeys(file.charter["seats"], DRAWN)
    return {
        seat: WON
        if any(sides[power] == winner for power, held in file.charter["powers"].items() if held == seat)
        else LOST
        for seat in file.charter["seats"]
    }
