"""The titles that can be loaded and set up: one that is broken is left out while tests are collected, so that those of
all others go on; tests/test_sound_titles.py names it."""

from pbem.core.title import game


def broken():
    """``{title: what is wrong}`` of those that have no board; they are no titles of this process any more."""
    found = {}
    for title in game.titles():
        try:
            loaded = game.load(title)
            loaded.new_board({"scenario": next(iter(loaded.scenarios)), "edition": loaded.editions[0]})
        except Exception as error:  # whatever it is: it is told by a test
            found[title] = error
            game.TITLES.pop(title, None)
    return found


TITLES = dict(game.TITLES)
BROKEN = broken()
