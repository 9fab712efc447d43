"""What must always hold, each with its rule number; checked after every fact in tests."""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.problems import Problem

from ..board.board import Board
from ..board.parts import FORCES, SIDES, Type
from ..board.pieces import Piece, piece, split
from ..rules.bases import deck_room, on_deck


def invariants(board: Board) -> list[Any]:
    """All faults of a board as Problems; empty when everything holds."""
    problems = [*_money(board), *_units(board), *_control(board)]
    if board.vp < 0 or not 0 <= board.kamikazes <= board.parts.turn["kamikaze"]["total"]:
        problems.append(Problem("pac-inv-points", rule="KAM-1", points=board.vp, kamikazes=board.kamikazes))
    if board.phase == "purchase":
        problems += _at_rest(board)
    return problems


def _at_rest(board: Board) -> Iterator[Problem]:
    """What holds besides while a turn begins: nobody has moved, is in the air or stands without a deck."""
    for area in board.units:
        for force, one, _ in board.stacks(area):
            if one.marks.strip("^!") or one.moves is not None:
                yield Problem("pac-inv-key", rule="END-1", token=f"{force}/{one.key}")
        if board.parts.areas[area].is_sea:
            for side in ("axis", "allies"):
                room, count = deck_room(board, area, side), on_deck(board, area, side)
                if count > room:
                    yield Problem("pac-inv-decks", rule="CAR-1", zone=area, room=room, count=count)


def _money(board: Board) -> Iterator[Problem]:
    for nation, amount in board.money.items():
        if amount < 0 or (nation == "china" and amount):
            yield Problem("pac-inv-money", rule="BUY-1", nation=nation, money=amount)


def _units(board: Board) -> Iterator[Problem]:
    types, areas = board.parts.types, board.parts.areas
    for area, stacks in board.units.items():
        for force, keys in stacks.items():
            for key, count in keys.items():
                one, token = piece(key), f"{force}/{key}"
                if force not in FORCES or one.type not in types or count < 1 or one.but() != key:
                    yield Problem("pac-inv-key", token=token)
                    continue
                category = types[one.type].category
                fits = category == "air" or (category == "sea") == areas[area].is_sea
                if not fits or not areas[area].passable:
                    yield Problem("pac-inv-where", rule="MOV-1", token=token, area=area)
                if one.cargo and not _cargo_fits(types, force, one):
                    yield Problem("pac-inv-cargo", rule="TRN-1", token=token)


def _cargo_fits(types: dict[str, Type], force: str, one: Piece) -> bool:
    cargo = [split(item.rstrip("+")) for item in one.cargo]
    if any(SIDES[owner] != SIDES[force] for owner, _ in cargo):
        return False
    if one.type == "carrier":
        return len(cargo) <= types["carrier"].decks and all(unit.type == "fighter" for _, unit in cargo)
    carries = types[one.type].carries
    if not carries or carries.get("only", force) != force:
        return False
    if any((owner, unit.type) == ("china", "infantry") for owner, unit in cargo):  # CHN-5; a gun that it took may sail
        return False
    return sum(carries["size"].get(unit.type, 99) for _, unit in cargo) <= carries["capacity"]


def _control(board: Board) -> Iterator[Problem]:
    for area, nation in board.control.items():
        place = board.parts.areas[area]
        if nation == "australia" and place.owner != "australia":
            yield Problem("pac-inv-control", rule="ECO-8", area=area, nation=nation)
        if nation not in board.parts.nations:
            yield Problem("pac-inv-control", rule="CTL-1", area=area, nation=nation)
