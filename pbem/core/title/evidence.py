"""How sure the data of a title are: where each value comes from, and which are not checked against a printed copy.

Values carry their origin: ``rulebook`` and ``public`` (printed in the rules, or published with a source), ``owner``
(from somebody's own copy, by a component pack), ``recalled`` and ``reconstructed`` (made to fit rules and reports; a
printed copy may differ).  What is published in one volunteer's file alone counts as ``volunteer``: the title's
sources.json names such files.  The last three are *unverified*; the last two are *doubted*, because nobody published
them.
"""

import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from ..data import components
from ..data.json_types import Json
from ..data.tables import read_table

if TYPE_CHECKING:
    from .game import Game

Sources = dict[str, dict[str, str]]
"""{how a citation begins: {"kind", "text"}}"""

ORIGINS = ("rulebook", "public", "owner", "volunteer", "recalled", "reconstructed")
UNVERIFIED = ("volunteer", "recalled", "reconstructed")
DOUBTED = ("recalled", "reconstructed")


def sources(game: "Game") -> Sources:
    """``{how its citation begins: {"kind", "text"}}``: published sources of a title that are less than they seem."""
    path = os.path.join(os.path.dirname(components.folder(game.package)), "sources.json")
    if not os.path.exists(path):
        return {}
    found: Sources = read_table(path)
    return found


def raw(game: "Game", name: str, pack: Json | None = None) -> Any:
    """A component file with the origins of its values, changed by a component pack if there is one."""
    document = components.load_raw(game.package, name)
    if pack and name in pack["changes"]:
        document = components.merged(document, pack["changes"][name])
    return document


def values(game: "Game", pack: Json | None = None, origins: Collection[str] = ORIGINS) -> list[Json]:
    """``[{"file", "pointer", "value", "from", "cite"}]``: the values of these origins, in the order of the files."""
    known = sources(game)
    return [
        {"file": name, "pointer": pointer, "value": value, "from": origin, "cite": cite}
        for name in components.names(game.package)
        for pointer, value, origin, cite in _graded(raw(game, name, pack), known)
        if origin in origins
    ]


def origins_at(game: "Game", pack: Json | None, places: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """``{(file, JSON pointer): origin}`` of those of these places at which a value with an origin stands."""
    known = sources(game)
    found: dict[tuple[str, str], str] = {}
    documents = {name: raw(game, name, pack) for name in {name for name, _ in places}}
    for name, pointer in places:
        value = components.wrapped_at(documents[name], pointer)
        if value:
            found[name, pointer] = _grade(value["from"], value.get("cite", ""), known)
    return found


def _graded(document: Any, known: Sources) -> Iterator[tuple[str, Any, str, str]]:
    """The values of a component file with their origins."""
    for pointer, value, origin, cite in components.provenance(document):
        yield pointer, value, _grade(origin, cite, known), cite


def _grade(origin: str, cite: str, known: Sources) -> str:
    """What is published by one volunteer alone says so."""
    kind = next((source["kind"] for name, source in known.items() if cite.startswith(name)), origin)
    return kind if origin == "public" else origin


def component_digests(game: "Game") -> dict[str, str]:
    """The SHA-256 of every component file of a title, by name."""
    from hashlib import sha256

    from ..data.program import published

    names, path_of = components.names(game.package), components.path_of
    return {name: sha256(published(path_of(game.package, name))).hexdigest() for name in names}


def files(game: "Game", pack: Json | None = None) -> list[Json]:
    """``[{"file", "digest", "origins": {origin: count}}]`` of the component files; digests of the installed files."""
    digests, known = component_digests(game), sources(game)
    rows: list[Json] = []
    for name in components.names(game.package):
        origins = dict.fromkeys(ORIGINS, 0)
        for _, _, origin, _ in _graded(raw(game, name, pack), known):
            origins[origin] += 1
        rows.append({"file": name, "digest": digests[name], "origins": origins})
    return rows


def changes(game: "Game", pack: Json) -> list[Json]:
    """``[{"file", "pointer", "value", "was"}]``: what a pack changes, plain; null where it removes, or adds."""
    rows: list[Json] = []
    for name, wanted in pack["changes"].items():
        base = components.load_raw(game.package, name)
        rows += [
            {"file": name, "pointer": pointer, "value": value, "was": was}
            for pointer, value, was in _compared(base, wanted, "")
        ]
    return rows


def _compared(base: Any, wanted: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    if not isinstance(wanted, dict) or components.is_wrapped(wanted) or not isinstance(base, dict):
        yield pointer, components.plain(wanted), components.plain(base)
        return
    for key, value in wanted.items():
        yield from _compared(base.get(key), value, f"{pointer}/{components.pointer_part(key)}")
