"""Units in order text, read and written.

    2 infantry · china infantry · all fighters · transport(2 infantry) · empty transport · battleship! · fighter@2

What is in parentheses is aboard.  ``@2`` (moves left) and flags as in pieces.py tell units apart that did different
things this turn; nobody needs to write them where the units that may act are alike.
"""

from collections.abc import Collection

from pbem.core.data.json_types import Json

from ..board.pieces import key, split


def wish_of(token: str, count: int) -> Json:
    """The wish that means units of one token, exactly."""
    force, one = split(token)
    wish = {"n": count, "type": one.type, "force": force, "state": one.key.partition("(")[0][len(one.type) :]}
    if one.cargo:
        counts = {item: one.cargo.count(item) for item in one.cargo}
        wish["cargo"] = [[n, item.partition("/")[2], item.partition("/")[0]] for item, n in counts.items()]
    return wish


def is_meant(wish: Json, token: str, own: Collection[str]) -> bool:
    """Whether a wish may mean a unit; cargo of no named force is the force `own`'s."""
    force, one = split(token)
    if one.type != wish["type"] or wish.get("force", force) != force or (wish.get("empty") and one.cargo):
        return False
    cargo = [f"{owner or own}/{type}" for n, type, owner in wish.get("cargo", ()) for _ in range(n)]
    if "state" in wish:
        state: str = wish["state"]
        moves, flags = (state[1], state[2:]) if state[:1] == "@" and state[1:2].isdigit() else (None, state)
        # nobody has to write that it is on a run
        return key(one.type, moves, flags, cargo) in (one.key, one.but(on_raid=False) if one.on_run else one.key)
    return "cargo" not in wish or sorted(item.rstrip("+") for item in one.cargo) == sorted(c.rstrip("+") for c in cargo)


def unit_text(token: str, count: int, power: str) -> str:
    """``us/transport(us/infantry)`` as people write it, so that it is read as exactly this unit.

    The force is named where it is not the power's own, and where China's units may stand beside.
    """
    force, one = split(token)
    mixed = force == "us" and one.type in ("infantry", "aa-gun")
    text = one.key.partition("(")[0] if force == power and not mixed else f"{force} {one.key.partition('(')[0]}"
    if one.cargo:
        counted = [(item, one.cargo.count(item)) for item in sorted(set(one.cargo))]
        text += f"({', '.join(unit_text(item, n, power) for item, n in counted)})"
    elif one.type == "transport" or (one.type, force) == ("destroyer", "japan"):
        text = f"empty {text}"
    return f"{count} {text}" if count != 1 else text


def units_text(units: dict[str, int], power: str) -> str:
    return ", ".join(unit_text(token, count, power) for token, count in sorted(units.items()))
