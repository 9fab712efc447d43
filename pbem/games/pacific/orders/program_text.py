"""Battle programs in order text."""


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
