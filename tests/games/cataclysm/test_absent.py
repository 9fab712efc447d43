"""What happens for a player who stays away: drawn counters are not thrown away (combat: test_who_decides.py)."""

from cataclysm_table import board

from pbem.core.rules.requests import Ask
from pbem.games.cataclysm import GAME


def drawn(counter, reserve=None):
    return Ask("play-flag", "germany", about={"counter": counter, "source": "drawn", "reserve": reserve}, rule="3.7.1")


def test_a_drawn_counter_is_kept_where_there_is_room():
    assert GAME.kinds["play-flag"].default(board(""), drawn("ge-flag-1")) == {"act": "reserve"}


def test_of_two_counters_the_better_one_is_kept():
    """3.4 At peace a flag is worth more than an offensive; what is put back is the worse of the two."""
    made = board("")
    made.place["ge-offensive-1"] = "reserve"
    assert made.reserve("germany") == "ge-offensive-1"
    assert GAME.kinds["play-flag"].default(made, drawn("ge-flag-1", "ge-offensive-1")) == {"act": "reserve"}
