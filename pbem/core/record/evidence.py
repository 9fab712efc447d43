"""How sure the data of a title are: where each value comes from, and which are not checked against a printed copy.

Values carry their origin: ``rulebook`` and ``public`` (printed in the rules, or published with a source), ``owner``
(from somebody's own copy, by a component pack), ``recalled`` and ``reconstructed`` (made to fit rules and reports; a
printed copy may differ).  The last two are *unverified*.
"""

from ..data import components

ORIGINS = ("rulebook", "public", "owner", "recalled", "reconstructed")
UNVERIFIED = ("recalled", "reconstructed")


def raw(game, name, pack=None):
    """A component file with the origins of its values, changed by a component pack if there is one."""
    document = components.load_raw(components.package_of(game), name)
    if pack and name in pack["changes"]:
        document = components.merged(document, pack["changes"][name])
    return document


def values(game, pack=None, origins=ORIGINS):
    """``[{"file", "pointer", "value", "from", "cite"}]``: the values of these origins, in the order of the files."""
    return [
        {"file": name, "pointer": pointer, "value": value, "from": origin, "cite": cite}
        for name in components.names(components.package_of(game))
        for pointer, value, origin, cite in components.provenance(raw(game, name, pack)) if origin in origins
    ]  # fmt: skip


def files(game, pack=None):
    """``[{"file", "digest", "origins": {origin: count}}]`` of the component files; digests of the installed files."""
    from .charter import component_digests

    digests, rows = component_digests(game), []
    for name in components.names(components.package_of(game)):
        origins = dict.fromkeys(ORIGINS, 0)
        for _, _, origin, _ in components.provenance(raw(game, name, pack)):
            origins[origin] += 1
        rows.append({"file": name, "digest": digests[name], "origins": origins})
    return rows


def changes(game, pack):
    """``[{"file", "pointer", "value", "was"}]``: what a pack changes, plain; null where it removes, or adds."""
    rows = []
    for name, wanted in pack["changes"].items():
        base = components.load_raw(components.package_of(game), name)
        rows += [{"file": name, "pointer": pointer, "value": value, "was": was}
                 for pointer, value, was in _compared(base, wanted, "")]  # fmt: skip
    return rows


def _compared(base, wanted, pointer):
    if not isinstance(wanted, dict) or components.is_wrapped(wanted) or not isinstance(base, dict):
        yield pointer, components.plain(wanted), components.plain(base)
        return
    for key, value in wanted.items():
        yield from _compared(base.get(key), value, f"{pointer}/{components.pointer_part(key)}")
