"""10.4 Land combat: dice and modifiers of both sides."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from .checks import modifier
from .sides import ATTACK, DEFENCE, units_of_side

DICE = 2


@rule("10.4", "Land combat")
def land_terms(board: Board) -> dict[str, tuple[list[Json], list[Json]]]:
    """10.4 What each side rolls: ``{side: (parts of the dice, modifiers)}``."""
    play = board.operation
    terms = {}
    for side in (ATTACK, DEFENCE):
        parts = [
            base_dice(board, side, "land"),
            *air_superiority_die(board, side),
            *armor_superiority(board, side),
        ]
        modifiers = []
        if side == ATTACK:
            modifiers += augmentation(board)
            if len(play["path"]) == 2:
                modifiers.append(modifier("extended-invasion", -1, "7.3.3"))
        else:
            parts += aid_die(board)
        modifiers += limited_supply(board, side, "land")
        if side == DEFENCE:
            modifiers += ground(board) + fortress(board) + surprised(board)
        terms[side] = (parts, modifiers)
    return terms


@rule("10.4", "Dice to begin with", also=("2.4.4",))
def base_dice(board: Board, side: str, kind: str) -> Json:
    """Two dice, or one for a side without units of the kind that fights (ruling R-10.4-minor: a minor army is
    one)."""
    what, dice = ("base", DICE) if units_of_side(board, side, kind) else (f"no-{kind}-units", 1)
    return modifier(what, dice, {"land": "10.4", "naval": "10.5", "air": "10.6"}[kind])


@rule("10.3", "Air superiority: the die")
def air_superiority_die(board: Board, side: str) -> list[Json]:
    """10.3 One more die for the side with more air units left."""
    return [modifier("air-superiority", 1, "10.3")] if superior(board, "air") == side else []


@rule("10.4", "Armor superiority")
def armor_superiority(board: Board, side: str) -> list[Json]:
    """10.4 One die fewer against a side with more tank armies; never in adverse terrain (2.3.1)."""
    if is_adverse(board, board.operation["target"]):
        return []
    if superior(board, "land", "tank") in (None, side):
        return []
    return [modifier("armor-superiority", -1, "10.4")]


def superior(board: Board, kind: str, side_up: str | None = None) -> str | None:
    """The side that has more units of a kind (and of one upgraded side) in the target area, or None."""
    counts = {
        side: sum(1 for unit in units_of_side(board, side, kind) if side_up in (None, board.side_of(unit)))
        for side in (ATTACK, DEFENCE)
    }
    if counts[ATTACK] == counts[DEFENCE]:
        return None
    return ATTACK if counts[ATTACK] > counts[DEFENCE] else DEFENCE


@rule("9.7.1", "Aid of a civil war: the die")
def aid_die(board: Board) -> list[Json]:
    """9.7.1 One die, however many factions spent aid."""
    return [modifier("aid", 1, "9.7.1")] if board.operation["aid"] else []


@rule("8.2", "Augmentation")
def augmentation(board: Board) -> list[Json]:
    """8.2 +1 for each action spent, in every combat of the operation."""
    spent = board.operation["augment"]
    return [modifier("augmentation", spent, "8.2")] if spent else []


@rule("9.6", "Limited supply")
def limited_supply(board: Board, side: str, kind: str) -> list[Json]:
    """9.6 -1 if a unit of the kind that fights is marked; at sea a side without ships fights with its aircraft.

    Ruling R-9.6-once: one marked unit is enough, and several count once.
    """
    fighting = units_of_side(board, side, kind)
    if kind == "naval" and not fighting:
        fighting = units_of_side(board, side, "air")
    marked = [unit for unit in fighting if unit in board.operation["limited"]]
    return [modifier("limited-supply", -1, "9.6")] if marked else []


@rule("2.3.1", "Adverse terrain")
def is_adverse(board: Board, area: str) -> bool:
    """2.3.1 Whether the ground favours the defender of a land combat (10.4)."""
    return board.area(area).adverse


@rule("10.4", "Ground", also=("2.3.4",))
def ground(board: Board) -> list[Json]:
    """10.4 +1 for adverse terrain, a strait or an invasion; these do not add up.

    Ruling R-10.4-strait: a strait counts when an attacking army came over it.
    """
    play = board.operation
    if is_adverse(board, play["target"]):
        return [modifier("adverse-terrain", 1, "2.3.1")]
    if play["form"] == "invasion":
        return [modifier("invasion", 1, "9.3.2")]
    origins = {play["origins"][unit] for unit in units_of_side(board, ATTACK, "land")}
    if any(board.parts.is_strait(origin, play["target"]) for origin in sorted(origins)):
        return [modifier("strait", 1, "2.3.4")]
    return []


@rule("10.4", "Fortress")
def fortress(board: Board) -> list[Json]:
    """10.4 +1 for a fortress in the target area."""
    there = [unit for unit in units_of_side(board, DEFENCE, "land") if board.type_of(unit) == "fortress"]
    return [modifier("fortress", 1, "10.4")] if there else []


@rule("9.8", "Surprised")
def surprised(board: Board) -> list[Json]:
    """9.8 -1 in every combat of a surprise attack, once a game for an ideology."""
    play = board.operation
    if play["surprise"] and board.ideology(play["defender"]) not in board.no_surprise:
        return [modifier("surprised", -1, "9.8")]
    return []
