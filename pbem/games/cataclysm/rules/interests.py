"""5.1 Interests: where a power is provoked and where it may try diplomacy."""

from pbem.core.rules.rulebook import rule

from ..board.board import Board


@rule("5.1", "Interests", also=("2.2.3",))
def interests(board: Board, power: str) -> list[str]:
    """5.1 The areas where the power has interests, sorted; those of its allies included (6.1.2)."""
    return board.known(("interests", power), lambda: _with_allies(board, power))


def has_interest(board: Board, power: str, area: str) -> bool:
    return area in interests(board, power)


def interested(board: Board, area: str, by: str) -> list[str]:
    """Opposing powers of `by` that are not its enemies and have an interest in the area (5.2.3), decreasing order."""
    found = [
        power for power in board.opposing(by) if not board.is_enemy(by, power) and has_interest(board, power, area)
    ]
    return board.in_order(found)


def _with_allies(board: Board, power: str) -> list[str]:
    found = {}
    for member in (power, *board.allies(power)):
        found.update(dict.fromkeys(own_interests(board, member)))
    return sorted(found)


def own_interests(board: Board, power: str) -> list[str]:
    """The interests of a power without its allies."""
    found = dict.fromkeys(board.controlled(power))
    for area in list(found):
        found.update(dict.fromkeys(board.near(area)))
    for area in _looking_over_the_sea(board, power):
        for sea in board.near(area):
            if board.area(sea).is_sea:
                found.update(dict.fromkeys(other for other in board.near(sea) if not board.area(other).is_sea))
    found.update(dict.fromkeys(area for area, owner in board.bases.items() if owner == power))
    found.update(dict.fromkeys(area for area in board.civil_wars if power in board.aid(area)))
    # 2018 the markers under Influence are aid (5.1); 2022 they give interests of their own
    found.update(dict.fromkeys(area for area in board.influence if power in board.influence_in(area)))
    found.update(dict.fromkeys(interests_of(board, power)))
    return list(found)


def _looking_over_the_sea(board: Board, power: str) -> list[str]:
    """Home and colony areas from which interests cross one sea area: those it controls, in 2018 lost home areas as
    well; a lost colony is a country for all purposes (2.2.3)."""
    home, colonies = board.parts.home[power], board.parts.colonies[power]
    if not board.is_2022:
        return [*home, *(area for area in colonies if board.controller(area) == power)]
    return [area for area in (*home, *colonies) if board.controller(area) == power]


def interests_of(board: Board, power: str) -> list[str]:
    """11.2.2 Areas with an army that the power aids; since 2022 all areas with Chinese armies for the patrons of the
    winner (11.4.6)."""
    armies = [area for area in board.parts.areas if board.chinese_army(area)]
    if board.is_2022 and board.counters_at("influence:china", power):
        return armies
    return [area for area in armies if power in board.aid(area)]
