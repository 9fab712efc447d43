"""12.3 Communist powers: postures, and the Soviet Union's factories and steadfastness.

General Winter stands in occupation.py with restricted terrain, the Trans-Siberian Railroad there and in movement.py
and supply.py.
"""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .checks import modifier

POSTURES = ("military-reforms", "political-purges", "collective-security")
RAILROAD = "su-trans-siberian-railroad"
FACTORIES = {"mobilization": "volga", "total-war": "urals"}


@rule("12.3", "Posture", also=("12.3.1",))
def posture_of(board: Board, power: str) -> str | None:
    """12.3 The posture of a Communist power (in 2018 of the Soviet Union), or None."""
    return board.powers[power]["posture"]


def postures_open(board: Board, power: str) -> list[str]:
    """12.3 The postures a power may change to now: the others, once a turn."""
    now = posture_of(board, power)
    if now is None or board.powers[power]["moved_posture"]:
        return []
    return [posture for posture in POSTURES if posture != now]


def change_posture(t: Turn, power: str, to: str) -> None:
    """12.3 No check is needed (ruling R-12.3.1-posture); the marker is turned until the next turn."""
    t.emit("posture-changed", power=power, **{"from": posture_of(t.board, power)}, to=to, rule="12.3")


@rule("12.3", "Posture on the Home Front", also=("3.7.6",))
def home_front_postures(board: Board, power: str) -> list[Ask]:
    """12.3 The question, in a list, whether the power changes its posture after the deployment of its Home Front
    (3.7.6); asked in one form with it (ruling R-12.3-home-front)."""
    others = postures_open(board, power)
    about = {"now": posture_of(board, power)}
    return [Ask("posture", power, options=["keep", *others], about=about, rule="12.3")] if others else []


@rule("12.3", "Posture: political actions")
def posture_modifiers(board: Board, power: str, act: str) -> list[Json]:
    """12.3 Military Reforms: -1 to every political action; Political Purges: to diplomacy; Collective Security: to
    every other one."""
    posture = posture_of(board, power)
    hit = {
        "military-reforms": True,
        "political-purges": act == "diplomacy",
        "collective-security": act != "diplomacy",
    }
    return [modifier(posture, -1, "12.3")] if posture and hit[posture] else []


@rule("12.3", "Collective Security: offensives")
def is_passive(board: Board, power: str) -> bool:
    """12.3 Under Collective Security no offensive is played, no resource becomes one, and in 2018 none is reserved."""
    return posture_of(board, power) == "collective-security"


@rule("12.3.1", "Relocated industry")
def relocate_industry(t: Turn, power: str, to: str) -> None:
    """12.3.1 Reaching mobilization brings the Volga resource, total war that of the Urals: permanent and industrial."""
    area = FACTORIES.get(to)
    if power == "ussr" and area:
        t.emit("marker-changed", marker=f"su-{area}-special", to=area, why="industry", rule="12.3.1")


@rule("12.3.1", "Trans-Siberian Railroad")
def lay_railroad(t: Turn) -> None:
    """12.3.1 The marker covers the Urals Delay box; the restricted terrain of Soviet Asia hinders no more."""
    t.emit("marker-changed", rule="12.3.1", marker=RAILROAD, to="urals", why="special-action")


@rule("12.3.1", "Steadfastness", also=("5.5.1", "6.7"))
def extra_dice(board: Board, power: str, what: str) -> int:
    """12.3.1 One more die for the Soviet Union's propaganda and stability tests; in 2018 not on the Home Front."""
    return 0 if power != "ussr" or (what == "home-front" and not board.is_2022) else 1
