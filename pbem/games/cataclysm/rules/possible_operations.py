"""9 Which operations could be declared at all, found by trying: for random play, examples, and a declaration of war
that needs one (6.2)."""

from collections.abc import Iterator

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from ..board.parts import FACTIONS
from .actions import action_problems
from .america import has_bomb
from .attack import Attack
from .deployment import destinations
from .movement import operation_range
from .production import buildable
from .reach import invasion_paths
from .targets import BOMBING, FORMS, activation_bar, operation_problems


@rule("6.2", "The operation that a declaration of war needs")
def possible_against(board: Board, power: str, targets: list[str]) -> bool:
    """6.2 Whether a legal operation of a single action exists whose primary defender is one of `targets`, with which
    the power is at war (ruling R-6.2-free-action: no invasion, one area, no augmentation)."""
    plays = possible_operations(board, power, 1)
    return any(Attack(board, power, play).defender() in targets for play in plays)


@rule("3.3", "Maneuvers that could change nothing", also=("6.5",))
def has_military_action(board: Board, power: str) -> bool:
    """3.3 Whether the power could perform any military action with one to spend: an operation, a deployment, a build,
    an intervention or a special action (ruling R-3.3-no-effect)."""
    return (
        any(not action_problems(board, power, play, 1) for play in _deployments(board, power))
        or any(not action_problems(board, power, play, 1) for play in _other_actions(board, power))
        or any(any(possible_operations(board, power, 1, surprise=each)) for each in (False, True))
    )


def _deployments(board: Board, power: str) -> Iterator[Json]:
    """8.4 Every deployment of one unit, legal or not."""
    for unit in board.units_of(power):
        for to in destinations(board, unit):
            yield {"act": "deploy", "moves": [{"unit": unit, "to": to}]}


def _other_actions(board: Board, power: str) -> Iterator[Json]:
    """8.0 Every military action of the edition of 2022 that moves nothing, legal or not (3.3 is asked there alone)."""
    yield from ({"act": "build", "names": [name]} for name in buildable(board, power))
    for area in board.parts.areas:
        for side in ("left", "right", *FACTIONS):
            yield {"act": "intervene", "area": area, "side": side}
    yield {"act": "rhineland"}


def possible_operations(board: Board, power: str, left: int, surprise: bool = False) -> Iterator[Json]:
    """Legal operations of one unit (and of one stack), one after the other: ``{"act": "operation", …}``.

    Not every combination of units is listed; whenever any operation is possible, one is listed.
    """
    for play in imaginable_operations(board, power, surprise):
        if not operation_problems(board, power, play, left):
            yield play


def imaginable_operations(board: Board, power: str, surprise: bool = False) -> Iterator[Json]:
    """The same, legal or not."""
    for form in FORMS:
        units = candidates(board, power, form)
        if form == "atomic" and not has_bomb(board, power):
            continue
        if form in BOMBING:
            units = [unit for unit in units if board.side_of(unit) == "strategic"]
        if form == "base":
            units = [unit for unit in units if board.type_of(unit) == "fleet"]
        for unit in units:
            for play in plays_of(board, power, form, unit):
                yield {**play, "surprise": True} if surprise else play


def candidates(board: Board, power: str, form: str) -> list[str]:
    """Own units that could be activated for a form of operation now, sorted."""
    return [unit for unit in board.units_of(power) if activation_bar(board, power, unit, form) is None]


def plays_of(board: Board, power: str, form: str, unit: str) -> Iterator[Json]:
    """Declarations of one unit to judge: every area that its move could end in."""
    here = board.at(unit)
    play = {"act": "operation", "form": form, "units": [unit]}
    if form == "land":
        for target in board.near(here, "land"):
            yield {**play, "target": target}
    elif form == "invasion":
        for first in board.near(here, "naval"):
            if any(board.is_friendly(power, board.power_of(fleet)) for fleet in board.units_in(first, kind="fleet")):
                for target in _over_sea(board, here, first):
                    for path in invasion_paths(board, power, here, target)[:1]:
                        yield {**play, "target": target, "path": path}
    else:
        for target in board.parts.areas:
            if _worth_a_look(board, power, form, target):
                far = operation_range(board, unit, target, form) == "extended"
                yield {**play, "target": target, **({"extended": True} if far else {})}


def _over_sea(board: Board, here: str, first: str) -> list[str]:
    found = dict.fromkeys(board.near(first, "naval"))
    for sea in board.near(first, "naval"):
        if board.area(sea).is_sea:
            found.update(dict.fromkeys(board.near(sea, "naval")))
    return [area for area in found if area != here and not board.area(area).is_sea]


def _worth_a_look(board: Board, power: str, form: str, target: str) -> bool:
    if form == "base":
        return board.base_owner(target) not in (None, power)
    if form in BOMBING:
        return not board.area(target).is_sea and board.has_resource(target)
    return any(board.is_opposing(power, board.power_of(unit)) for unit in board.units_in(target))
