"""Whether some line can follow when people are gone: their secrets are lost, or they answer no more.

Those who are left do all that they can: send what is due, call the others silent, give the entry up, and say in the
same note who plays from then on.  A game goes on if a line of play can be made now, or after one or two such notes.
"""

import itertools

from pbem.core.record.participation import REFEREE

from .participation import call, is_enough, is_refused
from .positions import positions, subsets


def goes_on(position, left, sent, off=frozenset(), notes=2):
    """True if these who are left can make a line of play, now or after so many notes.

    sent  seats whose document is out for the entry that is due
    """
    gone = [seat for seat in position.persons if seat not in left]
    for silent in map(frozenset, subsets(gone)):
        called = silent & {*call(position).called}
        if position.muster and called and "muster-absence" in off:
            continue
        if all(is_enough(position, "silent", who, frozenset(left)) for who in silent) and plays(
            position, left, sent, silent
        ):
            return True
    return notes > 0 and gives_up(position, frozenset(left), gone, sent, off, notes)


def plays(position, left, sent, silent):
    heard = frozenset(sent | (left & {*position.persons})) if position.level == "sealed" else frozenset()
    now = call(position, silent, heard)
    if now.opener not in left or is_refused(position, silent, heard, frozenset()):
        return False
    awaited = now.taking_part if now.is_sealed else now.due
    return {*awaited} <= left | sent


def gives_up(position, left, gone, sent, off, notes):
    """True if a note `again`, with statements on people beside it, leads to an entry that can be played."""
    speakers = left - sent if "again-by-those-who-sent" in off else left
    if not is_enough(position, "again", None, speakers):
        return False
    rows = list(subsets(changes(position, left, gone))) if "again-names-people" not in off else [()]
    for row, last in itertools.product(rows, (True, False)):
        after = position._replace(muster=True, openers=moved(position.openers, gone if last else ()))
        for change in row:
            after = CHANGED[change[0]](after, change[1])
        if goes_on(after, {*left} & {*after.people}, set(), off, notes - 1):
            return True
    return False


def moved(openers, last):
    return (*(seat for seat in openers if seat not in last), *(seat for seat in openers if seat in last))


def changes(position, left, gone):
    """What those who are left may say on people: nobody holds the seat of who is gone; another or no referee."""
    found = [("substitute", seat) for seat in gone]
    if position.referee and REFEREE not in left:
        found += [("referee", REFEREE)] + [("departed", REFEREE)] * (position.level == "shared")
    return [(what, who) for what, who in found if is_enough(position, what, who, left)]


def _without(position, seat):
    rest = {name: tuple(one for one in getattr(position, name) if one != seat) for name in ("openers", "asked")}
    return position._replace(nobody=(*position.nobody, seat), **rest)


CHANGED = {
    "substitute": _without,
    "departed": lambda position, _: position._replace(referee=False, openers=position.persons),
    "referee": lambda position, _: position._replace(referee=True),
}


def dead(off=frozenset(), counts=(2, 3)):
    """``(position, gone, sent)`` of each game that stands still for ever, though the referee, or without one more than
    half of three or more persons, or two of two, are left; and of games with a referee who is gone."""
    for position in dict.fromkeys(row[0] for row in positions(counts)):
        for gone in subsets(position.people, 2):
            left = {*position.people} - {*gone}
            seats = len(left & {*position.persons})
            able = REFEREE in left or 2 * seats > len(position.seats)
            for sent in subsets([seat for seat in call(position).due if able]):
                awaited = {*sent} | ({*call(position).due} & left)
                if able and not still_goes_on(position, left, awaited, off):
                    yield position, gone, sorted(awaited)


def still_goes_on(position, left, sent, off):
    renewed = left | {REFEREE} if position.referee else left  # a new referee is somebody who is there
    if goes_on(position, left, sent, off):
        return True
    return bool(REFEREE in position.people and REFEREE not in left) and replaced(position, left, renewed, sent, off)


def replaced(position, left, renewed, sent, off):
    speakers = frozenset(left - sent if "again-by-those-who-sent" in off else left)
    enough = is_enough(position, "again", None, speakers) and is_enough(position, "referee", None, frozenset(left))
    return enough and goes_on(position._replace(muster=True), renewed, set(), off, 1)
