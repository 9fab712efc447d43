"""What order lines may be made to depend on: conditions of `if` and `when`."""

from pbem.core.language.conditions import CHANGED, HELD, LOST, Change, Conditions
from pbem.core.rules.requests import Ask

from ..board.board import ELIMINATED, Board
from ..board.parts import SIDES
from ..rules.checks import enemies
from .turns import EVENTS


def _controls(board: Board, ask: Ask, area: str, power: str) -> bool:
    return board.holder.get(area) == power and not board.is_contested(area)


def _is_neutral(board: Board, ask: Ask, area: str) -> bool:
    return board.holder.get(area, "neutral") == "neutral" and not board.is_contested(area)


def _is_contested(board: Board, ask: Ask, area: str) -> bool:
    return board.is_contested(area)


def _enemy_in(board: Board, ask: Ask, area: str) -> bool:
    return bool(enemies(board, ask.power, area))


def _no_enemy_in(board: Board, ask: Ask, area: str) -> bool:
    return not _enemy_in(board, ask, area)


def _stands_in(board: Board, ask: Ask, unit: str, area: str) -> bool:
    return board.place[unit] == area


def _is_reduced(board: Board, ask: Ask, unit: str) -> bool:
    return unit in board.reduced


def _is_eliminated(board: Board, ask: Ask, unit: str) -> bool:
    return board.place[unit] == ELIMINATED


def _joined(board: Board, ask: Ask, country: str) -> bool:
    return board.country[country] in SIDES


def _vp_at_least(board: Board, ask: Ask, number: int) -> bool:
    return board.vp >= number


def _vp_below(board: Board, ask: Ask, number: int) -> bool:
    return board.vp < number


def _happened(board: Board, ask: Ask, event: str) -> bool:
    return board.happened(event) > 0


def _war_on(board: Board, ask: Ask) -> bool:
    return board.war == "on"


def _fewer(board: Board, ask: Ask, number: int, type: str, area: str) -> bool:
    own = board.units_at(area, ask.power)
    return sum(board.parts.units[unit].type == type for unit in own) < number


def _attacked_in(board: Board, ask: Ask, area: str) -> bool:
    return ask.about.get("area") == area


EVENT = Change(lambda then, now: then[EVENTS] != now[EVENTS])

CONDITIONS = Conditions(
    {
        "contested": ("{area} is contested", "land units of both sides are there", _is_contested),
        "neutral": ("{area} is neutral", "nobody controls the area", _is_neutral),
        "reduced": ("{unit} is reduced", "the unit shows its reduced side", _is_reduced),
        "eliminated": ("{unit} is eliminated", "the unit is out of the game", _is_eliminated),
        "joined": ("{country} has joined", "the country is on a side", _joined),
        "happened": ("{event} has happened", "the event has happened", _happened),
        "event": ("event", "an event has come about since one's last turn", EVENT),
        "lost": (
            "{area} lost",
            "one's own side has lost control of the area since one's last turn",
            LOST,
        ),
        "holds": ("{area} holds", "one's own side controls the area", HELD),
        "changed": (
            "{area|unit} changed",
            "since one's last turn: who controls the area, or enemy units there; where the unit is",
            CHANGED,
        ),
        "fewer": (
            "fewer than {number} {unit-type} in {area}",
            "one's own side has fewer of the type there",
            _fewer,
        ),
        "control": ("{area} is {power}", "the side controls the area, uncontested", _controls),
        "no-enemy": ("no enemy in {area}", "no enemy unit is there", _no_enemy_in),
        "enemy": ("enemy in {area}", "an enemy unit is there", _enemy_in),
        "war": ("war in korea", "the Korean War goes on", _war_on),
        "vp-least": ("vp at least {number}", "the PRC has that many points", _vp_at_least),
        "vp-below": ("vp below {number}", "the PRC has fewer points", _vp_below),
        "attacked": ("attacked in {area}", "the combat is there", _attacked_in),
        "unit-in": ("{unit} in {area}", "the unit is there", _stands_in),
    }
)
