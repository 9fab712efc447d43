"""Units in order text, read and written.

    2 infantry · china infantry · all fighters · transport(2 infantry) · empty transport · battleship! · fighter@2

What is in parentheses is aboard.  ``@2`` (moves left) and flags as in pieces.py tell units apart that did different
things this turn; nobody needs to write them where the units that may act are alike.
"""

import re

from ..board.pieces import key, split

_STATE = re.compile(r"(.*?)\s*((?:@\d)?[!~^#%=+]*)", re.DOTALL).fullmatch


def forced(name, names):
    """``china infantry`` → ("china", "infantry"); without a force None stands for it."""
    first, _, rest = name.strip().partition(" ")
    if rest:
        force = names.known(first, "force")
        if force and names.known(singular(rest, names), "unit-type"):
            return force, names.find(singular(rest, names), "unit-type")
    return None, names.find(singular(name, names), "unit-type")


def singular(name, names):
    """``fighters`` → ``fighter`` where only the singular is known."""
    name = name.strip()
    if names.known(name, "unit-type") is None and name.casefold().endswith("s") and names.known(name[:-1], "unit-type"):
        return name[:-1]
    return name


def items_of(text):
    """Divide a list at commas, "and", & and a free-standing +, but not in parentheses."""
    found, depth, current = [], 0, ""
    for letter in re.sub(r"\s+(?:and|[&+])\s+", ", ", text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            found.append(current.strip())
            current = ""
        else:
            current += letter
    return [item for item in [*found, current.strip()] if item]


def wish_of(line, names, text):
    """One item as a wish: {"n": a number or "all", "type", "force"?, "state"?, "cargo"?, "empty"?}."""
    body, _, cargo = text.partition("(")
    count, name = line.count_and_name(body.strip())
    words = name.split()
    if words[:1] and words[0].casefold() == "all":
        count, words = "all", words[1:]
    empty = bool(words[1:]) and words[0].casefold() == "empty"
    name, state = _STATE(" ".join(words[empty:])).groups()
    force, type = forced(name, names)
    wish = {"n": 1 if count is None else count, "type": type}
    wish.update({name: value for name, value in (("force", force), ("state", state), ("empty", empty)) if value})
    if cargo:
        wish["cargo"] = cargo_of(line, names, cargo.rstrip(" )"))
    return wish


def cargo_of(line, names, text):
    """``2 us infantry, armor`` as cargo: [[count, type, force or None]]; a type may end in +."""
    wishes = [wish_of(line, names, item) for item in items_of(text)]
    return [
        [wish["n"] if wish["n"] != "all" else 1, wish["type"] + wish.get("state", ""), wish.get("force")]
        for wish in wishes
    ]


def wish_text(wish):
    """A wish as people write it."""
    cargo = [f"{n} {force or ''} {type}".replace("  ", " ") for n, type, force in wish.get("cargo", ())]
    load = f"({', '.join(cargo)})" if cargo else ""
    words = [wish["n"], "empty" if wish.get("empty") else "", wish.get("force", ""), wish["type"]]
    return " ".join(str(word) for word in words if word) + wish.get("state", "") + load


def is_meant(wish, token, own):
    """Whether a wish may mean a unit; cargo of no named force is the force `own`'s."""
    force, one = split(token)
    if one.type != wish["type"] or wish.get("force", force) != force or (wish.get("empty") and one.cargo):
        return False
    cargo = [f"{owner or own}/{type}" for n, type, owner in wish.get("cargo", ()) for _ in range(n)]
    if "state" in wish:
        moves, flags = re.match(r"(?:@(\d))?(.*)", wish["state"]).groups()
        return one.key == key(one.type, int(moves) if moves else None, flags, cargo)
    return "cargo" not in wish or sorted(item.rstrip("+") for item in one.cargo) == sorted(c.rstrip("+") for c in cargo)


def unit_text(token, count, power):
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


def units_text(units, power):
    return ", ".join(unit_text(token, count, power) for token, count in sorted(units.items()))
