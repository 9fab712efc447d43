"""A game of each title that waits for a seat, with a desk, for the mails of letters.py."""

from tests.cli.tools import done, new_game, pbem, set_up_desk, waits_for

from .letters import place_of

TITLES = {
    "red-dragon": ("prc", ["op 5 with 2 su-30"], ["op 1"]),
    "pacific": ("japan", ["buy 3 infantry, submarine"], ["buy 3 artillery"]),
    "cataclysm": (
        "democracies",
        ["uk: flag for a test no", "france: flag for a test no"],
        ["uk: flag for a test yes", "france: construct army"],
    ),
}
"""{title: (a seat that is asked, what it answers, other orders)}"""


def desks(folder):
    """The Places, one a title."""
    return [_desk(folder / title, title, *TITLES[title]) for title in TITLES]


def _desk(folder, title, seat, orders, others):
    folder.mkdir()
    path = folder / "g.json"
    if title == "red-dragon":
        path = new_game(folder)
    else:
        done("new", {"cataclysm": "cataclysm/c2"}.get(title, title), "-o", path)
        pbem("adjudicate", path, "-o", path)
    assert set(waits_for(path)) == {seat}
    set_up_desk(path, "--referee", "cora@example.com", **{seat: "ann@example.org"})
    return place_of(path, seat, orders, others)
