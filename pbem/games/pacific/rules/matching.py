"""Sharing out: who finds a place when places have room for so many (decks for fighters, complexes for new units)."""


def unseated(wishes: list[tuple[str, ...]], room: dict[str, int]) -> list[int]:
    """Which wishes find no place when as many as possible do: a list of their indices.

    wishes  tuples of places that each would do, best first
    room    {place: how many it takes}
    """
    seats = {place: [] for place in room}
    return [index for index in range(len(wishes)) if not _seat(index, wishes, room, seats, set())]


def _seat(
    index: int, wishes: list[tuple[str, ...]], room: dict[str, int], seats: dict[str, list[int]], tried: set[str]
) -> bool:
    """Find a seat for one, others moving up if they can (an augmenting path)."""
    for place in wishes[index]:
        if place in tried or not room.get(place):
            continue
        tried.add(place)
        if len(seats[place]) < room[place]:
            seats[place].append(index)
            return True
        for chair, other in enumerate(seats[place]):
            if _seat(other, wishes, room, seats, tried):
                seats[place][chair] = index
                return True
    return False
