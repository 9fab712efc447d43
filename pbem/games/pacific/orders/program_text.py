"""Battle programs in order text, read and written."""

from pbem.core.data.problems import messages

from ..rules import programs
from .unit_text import forced

messages({"pac-no-stance": "{word} is no stance."})


def program_of(line, names):
    """``stance SA losses infantry, armor retreat burma after 2 below 3 submerge 1`` as a battle program."""
    program = {}
    stance = line.clause("stance")
    if stance:
        if stance.upper() not in programs.STANCES:
            line.fail("pac-no-stance", quote=stance, word=stance, hint=f"There are {', '.join(programs.STANCES)}.")
        program["stance"] = stance.upper()
    losses = line.clause("losses")
    if losses:
        program["losses"] = [loss_name(item, names) for item in line.items(losses)]
    retreat = {}
    to = line.clause("retreat")
    if to:
        retreat["to"] = names.find(to, "area")
    for word in ("after", "below"):
        number = line.clause(word)
        if number is not None:
            retreat[word] = line.number(number)
    if retreat or to == "":
        program["retreat"] = retreat
    submerge = line.clause("submerge")
    if submerge is not None:
        program["submerge"] = line.number(submerge)
    return program


def loss_name(text, names):
    """A unit type in an order of loss, ``battleship!`` for a damaged one, with a force in front if wanted."""
    damaged = "!" if text.rstrip().endswith("!") else ""
    force, type = forced(text.rstrip().rstrip("!").strip(), names)
    return (f"{force}/" if force else "") + type + damaged


def program_text(program):
    parts = []
    if "stance" in program:
        parts.append(f"stance {program['stance']}")
    if "losses" in program:
        parts.append("losses " + ", ".join(name.replace("/", " ") for name in program["losses"]))
    retreat = program.get("retreat")
    if retreat is not None:
        parts.append(f"retreat {retreat.get('to', '')}".rstrip())
        parts += [f"{word} {retreat[word]}" for word in ("after", "below") if word in retreat]
    if "submerge" in program:
        parts.append(f"submerge {program['submerge']}")
    return " ".join(parts)
