"""How sure the data of a title are: where each value comes from, and which are not checked against a printed copy.

Values carry their origin: ``rulebook`` and ``public`` (printed in the rules, or published with a source), ``owner``
(from somebody's own copy, by a component pack), ``recalled`` and ``reconstructed`` (made to fit rules and reports; a
printed copy may differ).  What is published in one volunteer's file alone counts as ``volunteer``: the title's
sources.json names such files.  The last three are *unverified*; the last two are *doubted*, because nobody published
them.
"""

import json
import os

from ..data import components

ORIGINS = ("rulebook", "public", "owner", "volunteer", "recalled", "reconstructed")
UNVERIFIED = ("volunteer", "recalled", "reconstructed")
DOUBTED = ("recalled", "reconstructed")


def sources(game):
    """``{how its citation begins: {"kind", "text"}}``: published sources of a title that are less than they seem."""
    path = os.path.join(components.folder_of(game.package), "sources.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def raw(game, name, pack=None):
    """A component file with the origins of its values, changed by a component pack if there is one."""
    document = components.load_raw(game.package, name)
    if pack and name in pack["changes"]:
        document = components.merged(document, pack["changes"][name])
    return document


def values(game, pack=None, origins=ORIGINS):
    """``[{"file", "pointer", "value", "from", "cite"}]``: the values of these origins, in the order of the files."""
    known = sources(game)
    return [
        {"file": name, "pointer": pointer, "value": value, "from": origin, "cite": cite}
        for name in components.names(game.package)
        for pointer, value, origin, cite in _graded(raw(game, name, pack), known)
        if origin in origins
    ]


def origins_at(game, pack, places):
    """``{(file, JSON pointer): origin}`` of those of these places at which a value with an origin stands."""
    known, found = sources(game), {}
    documents = {name: raw(game, name, pack) for name in {name for name, _ in places}}
    for name, pointer in places:
        value = components.wrapped_at(documents[name], pointer)
        if value:
            found[name, pointer] = _grade(value["from"], value.get("cite", ""), known)
    return found


def _graded(document, known):
    """The values of a component file with their origins."""
    for pointer, value, origin, cite in components.provenance(document):
        yield pointer, value, _grade(origin, cite, known), cite


def _grade(origin, cite, known):
    """What is published by one volunteer alone says so."""
    kind = next((source["kind"] for name, source in known.items() if cite.startswith(name)), origin)
    return kind if origin == "public" else origin


def files(game, pack=None):
    """``[{"file", "digest", "origins": {origin: count}}]`` of the component files; digests of the installed files."""
    from .charter import component_digests

    digests, known, rows = component_digests(game), sources(game), []
    for name in components.names(game.package):
        origins = dict.fromkeys(ORIGINS, 0)
        for _, _, origin, _ in _graded(raw(game, name, pack), known):
            origins[origin] += 1
        rows.append({"file": name, "digest": digests[name], "origins": origins})
    return rows


def changes(game, pack):
    """``[{"file", "pointer", "value", "was"}]``: what a pack changes, plain; null where it removes, or adds."""
    rows = []
    for name, wanted in pack["changes"].items():
        base = components.load_raw(game.package, name)
        rows += [
            {"file": name, "pointer": pointer, "value": value, "was": was}
            for pointer, value, was in _compared(base, wanted, "")
        ]
    return rows


def _compared(base, wanted, pointer):
    if not isinstance(wanted, dict) or components.is_wrapped(wanted) or not isinstance(base, dict):
        yield pointer, components.plain(wanted), components.plain(base)
        return
    for key, value in wanted.items():
        yield from _compared(base.get(key), value, f"{pointer}/{components.pointer_part(key)}")
