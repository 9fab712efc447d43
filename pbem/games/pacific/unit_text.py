"""Units in order text: ``2 infantry``, ``china infantry``, ``carrier(2 fighter)``, read and written."""

from .pieces import split


def forced(name, names):
    """``china infantry`` → ("china", "infantry"); without a force None stands for it."""
    first, _, rest = name.strip().partition(" ")
    if rest:
        force = names.known(first, "force")
        if force and names.known(rest, "unit-type"):
            return force, names.find(rest, "unit-type")
    return None, names.find(singular(name, names), "unit-type")


def singular(name, names):
    """``fighters`` → ``fighter`` where only the singular is known."""
    name = name.strip()
    if names.known(name, "unit-type") is None and name.casefold().endswith("s") and names.known(name[:-1], "unit-type"):
        return name[:-1]
    return name


def unit_text(token, count, power):
    """``us/transport(us/infantry)`` as people write it; the force is named where it is not the power's first."""
    force, one = split(token)
    text = one.type if force == (power or force) else f"{force} {one.type}"
    if one.cargo:
        items = sorted({item.rstrip("+") for item in one.cargo})
        counted = [(item, sum(c.rstrip("+") == item for c in one.cargo)) for item in items]
        inner = ", ".join(unit_text(item, n, power or force) for item, n in counted)
        text += f"({inner})"
    return f"{count} {text}" if count != 1 else text


def units_text(units, power):
    return ", ".join(unit_text(token, count, power) for token, count in units.items())
