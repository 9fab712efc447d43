"""The components of a title: map, counters, tables and scenarios, and the packs that change them.

A component file is JSON.  Every value whose origin is worth knowing is wrapped, in one shape throughout::

    "base": {"value": true, "from": "public", "cite": "https://..."}

Rules never see the wrappers: `load` returns the plain values, `provenance` lists the origins.

A *component pack* is a folder with ``pack.json`` and files of the same names, each holding only changes.
Objects are merged by key; a wrapped value and an array are replaced whole; ``null`` removes, unless the component file
holds ``null`` there itself.
"""

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol

from .json_types import Json
from .problems import BrokenFile, Problem, Refused, refusals

Check = Callable[[Mapping[str, Any]], Iterable[Problem]]
"""({file: plain component}) → Problems: what a title wants to hold between its files."""
Added = dict[str, tuple[str, Json, str]]
"""{pointer of what is new: (its id, those beside it, the place)}"""


class Title(Protocol):
    """What is asked here of a title (core/title/game.py)."""

    id: str
    package: str


# -- reading ---------------------------------------------------------------------------------------------


def load(package: str, name: str, pack: Json | None = None) -> Any:
    """The component file `name` ("map", "scenarios/standard") of the title package, as plain values; it is read once in
    a process, and whoever has it changes nothing of it.

    package  the dotted name of the title, such as ``pbem.games.red_dragon``
    pack     what `read_pack` returned and a charter keeps; its changes are applied
    """
    if pack and name in pack["changes"]:
        return plain(merged(load_raw(package, name), pack["changes"][name]))
    return _plain(path_of(package, name))


@cache
def _plain(path: str) -> Any:
    with open(path, encoding="utf-8") as file:
        return json.load(file, object_hook=_unwrapped)


def scenarios(package: str, *ids: str) -> dict[str, Json]:
    """``{id: {"name", "summary"}}`` of scenarios that are files of a title."""
    found = {id: load(package, f"scenarios/{id}") for id in ids}
    return {id: {part: record[part] for part in ("name", "summary")} for id, record in found.items()}


def load_raw(package: str, name: str) -> Any:
    """The same file with the origin of each value left in place."""
    with open(path_of(package, name), encoding="utf-8") as file:
        return json.load(file)


def names(package: str) -> list[str]:
    """The names of all component files of a title, sorted: ``map``, ``scenarios/ready``, ``units`` ..."""
    root = folder(package)
    found = []
    for place, _, files in os.walk(root):
        for file in files:
            if file.endswith(".json"):
                path = os.path.relpath(os.path.join(place, file), root)
                found.append(path[: -len(".json")].replace(os.sep, "/"))
    return sorted(found)


def folder_of(package: str) -> str | None:
    """Where the package of a title lies; nothing of it is imported but what it lies in.  None if there is none."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
    except ModuleNotFoundError:
        spec = None
    return os.path.dirname(spec.origin) if spec and spec.origin else None


def file_of(package: str, name: str) -> str:
    """Where a file of the package of a title lies: in its own folder, or in one that its ``__path__`` names behind it,
    so that a variant need not repeat what it shares with the title that it stands on."""
    from importlib import import_module

    own = os.path.join(os.path.dirname(folder(package)), name)
    others = [] if os.path.exists(own) else [os.path.join(place, name) for place in import_module(package).__path__]
    return next(filter(os.path.exists, others), own)


def folder(package: str) -> str:
    """The data folder of a title package."""
    home = folder_of(package)
    if home is None:
        raise ModuleNotFoundError(f"there is no package {package}", name=package)
    return os.path.join(home, "data")


def path_of(package: str, name: str) -> str:
    """Where a component file of a title lies."""
    return os.path.join(folder(package), *name.split("/")) + ".json"


def digest(document: Any) -> str:
    """The SHA-256 of a document's canonical JSON, as hex.  Raises core.canon.CanonError, for a float say."""
    from hashlib import sha256

    from .canon import dumps

    return sha256(dumps(document)).hexdigest()


def plain(document: Any) -> Any:
    """A document without its wrappers.

    >>> plain({"vp": {"value": 6, "from": "rulebook", "cite": "4.5"}, "name": "Taiwan"})
    {'vp': 6, 'name': 'Taiwan'}
    """
    if isinstance(document, dict):
        return _unwrapped({key: plain(value) for key, value in document.items()})
    return [plain(value) for value in document] if isinstance(document, list) else document


def provenance(document: Any, path: str = "") -> Iterator[tuple[str, Any, str, str]]:
    """Yield (JSON pointer, plain value, from, cite) for each wrapped value of a raw document, in order."""
    if is_wrapped(document):
        yield path, plain(document["value"]), document["from"], document.get("cite", "")
    elif isinstance(document, dict):
        for key, value in document.items():
            yield from provenance(value, f"{path}/{pointer_part(key)}")
    elif isinstance(document, list):
        for index, value in enumerate(document):
            yield from provenance(value, f"{path}/{index}")


def wrapped_at(document: Any, pointer: str) -> Json | None:
    """The wrapped value of a raw document at a JSON pointer, or None if none stands there."""
    from .schemas import at

    try:
        found = at(document, pointer)
    except (KeyError, IndexError, ValueError, TypeError):
        return None
    return found if is_wrapped(found) else None


def is_wrapped(value: Any) -> bool:
    """Whether a value is of the shape {"value": ..., "from": ..., "cite": ...}."""
    return isinstance(value, dict) and "value" in value and "from" in value


def pointer_part(key: object) -> str:
    """One reference token of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _unwrapped(record: Json) -> Any:
    return record["value"] if "from" in record and "value" in record else record


# -- component packs ---------------------------------------------------------------------------------------


def read_pack(folder: str, game: Title) -> Json:
    """The component pack in a folder, for a charter of this title; raises Refused with all that is wrong.

    A pack is {"name", "version", "title", "author", "rights", ..., "changes": {file: changes}, "digest"};
    from it `load` gives the changed components without the folder.
    """
    pack, problems = check_pack(folder, game.package, game.id, getattr(game, "check_components", None))
    if pack is None or refusals(problems):
        raise Refused(problems)
    return pack


def check_pack(folder: str, package: str, title: str, check: Check | None = None) -> tuple[Json | None, list[Problem]]:
    """(pack, problems) of a folder; the pack is None when nothing of it can be read.

    check   function({name: plain component}) -> Problems: what the title wants to hold between its files
    """
    from .schemas import problems as schema_problems

    path = os.path.join(folder, "pack.json")
    if not os.path.exists(path):
        return None, [Problem("pack-missing", where=folder, folder=folder)]
    about, text, problems = _read(path)
    problems = problems or schema_problems("pack", about, path, text)
    if not problems and about["title"] != title:
        problems.append(Problem("pack-wrong-title", where=path, found=about["title"], title=title))
    if problems:
        return None, problems
    files = {}
    for name, path in _files(folder):
        wanted, text, unreadable = _read(path)
        problems += unreadable
        if not unreadable:
            files[name] = wanted, path, text
    changes, found = _judged(files, package, title, None if problems else check)
    return about | {"changes": changes, "digest": digest(changes)}, problems + found


def check_held(pack: Json, game: Title, where: str) -> None:
    """Raise BrokenFile unless a pack that a charter holds is one that `read_pack` would have made."""
    if digest(pack["changes"]) != pack["digest"]:
        raise BrokenFile(Problem("pack-digest", where=where))
    files = {name: (wanted, where, "") for name, wanted in pack["changes"].items()}
    _, problems = _judged(files, game.package, game.id, getattr(game, "check_components", None))
    if refusals(problems):
        raise BrokenFile(problems)


def _judged(
    files: Mapping[str, tuple[Any, str, str]], package: str, title: str, check: Check | None
) -> tuple[Json, list[Problem]]:
    """``({file: what it really changes}, problems)`` of the files of a pack: {name: (changes, path, text)}."""
    problems: list[Problem] = []
    changes: Json = {}
    documents = {name: load_raw(package, name) for name in names(package)}
    for name, (wanted, path, text) in files.items():
        if name not in documents:
            problems.append(Problem("pack-unknown-file", where=path, title=title, name=name, documents=[*documents]))
            continue
        problems += _check_changes(title, name, documents[name], wanted, path, text)
        if isinstance(wanted, dict) and (real := effective(documents[name], wanted)):
            changes[name] = real
            documents[name] = merged(documents[name], real)
    if not problems and check:
        problems += check({name: plain(document) for name, document in documents.items()})
    return changes, problems


def _files(folder: str) -> list[tuple[str, str]]:
    """(component name, path) of the JSON files of a pack, sorted, without pack.json."""
    found = []
    for place, _, files in os.walk(folder):
        for file in files:
            path = os.path.join(place, file)
            name = os.path.relpath(path, folder).replace(os.sep, "/")
            if name.endswith(".json") and name != "pack.json":
                found.append((name[: -len(".json")], path))
    return sorted(found)


def _read(path: str) -> tuple[Any, str, list[Problem]]:
    """(value, text, problems) of a JSON file; the value is None when it cannot be read."""
    from .store import read_bytes, read_json

    try:
        return read_json(path), read_bytes(path).decode(), []
    except BrokenFile as error:
        return None, "", error.problems


def _check_changes(title: str, name: str, base: Json, changes: Any, path: str, text: str) -> list[Problem]:
    """The Problems of one file of changes: by itself and in what it makes of the component file."""
    from .schemas import kind_of
    from .schemas import problems as schema_problems

    if not isinstance(changes, dict):
        return [Problem("pack-not-object", where=path)]
    problems: list[Problem] = []
    added: Added = {}
    _compare(base, changes, "", problems, added)
    lines = _lines(text) if text else {}
    for problem in problems:
        pointer = problem.fields["pointer"]
        problem.where = f"{path}:{lines[pointer]}" if pointer in lines else f"{path}#{pointer}"
    kind = kind_of(title, name)
    if kind is None:
        return problems
    found = schema_problems(kind, merged(base, changes), path, text or None)
    return problems + _told_as_unknown_ids(name, found, added)


def _lines(text: str) -> dict[str, int]:
    from .schemas import line_numbers

    return line_numbers(text)


def _compare(base: Any, changes: Any, pointer: str, problems: list[Problem], added: Added) -> None:
    """Gather removals of what is not there, and {pointer: (id, ids beside it, place)} of what is new."""
    if not isinstance(base, dict) or not isinstance(changes, dict) or is_wrapped(changes):
        return
    place = pointer[1:] or "the file"
    for key, value in changes.items():
        here = f"{pointer}/{pointer_part(key)}"
        if key in base:
            _compare(base[key], value, here, problems, added)
        elif value is None:
            hint = _meant(key, base)
            problems.append(Problem("pack-removes-nothing", hint=hint, id=key, place=place, pointer=here))
        elif isinstance(value, dict) and not is_wrapped(value):
            added[here] = (key, base, place)


def _meant(key: str, ids: Iterable[str]) -> str:
    from .meant import did_you_mean

    return did_you_mean(key, ids, 3, 0.7)


def _told_as_unknown_ids(name: str, found: list[Problem], added: Added) -> list[Problem]:
    """Schema problems, those of a new record that looks like a misspelt old one told as just that."""
    told: list[Problem] = []
    for problem in found:
        home = next((here for here in added if (problem.fields["pointer"] + "/").startswith(here + "/")), None)
        key, ids, place = added[home] if home else ("", {}, "")
        if home is None or not _meant(key, ids):
            told.append(problem)
        elif not any(other.code == "pack-unknown-id" and other.fields["pointer"] == home for other in told):
            fields = {"meant": _meant(key, ids), "lacks": problem.text, "more": problem.hint, "pointer": home}
            told.append(Problem("pack-unknown-id", where=problem.where, name=name, id=key, place=place, **fields))
    return told


def merged(base: Any, changes: Any) -> Any:
    """A new document with the changes: objects by key, wrapped values and arrays whole, null removes.

    >>> merged({"a": {"b": 1, "c": [1, 2]}, "d": 4}, {"a": {"c": [3]}, "d": None})
    {'a': {'b': 1, 'c': [3]}}
    """
    if not isinstance(changes, dict) or is_wrapped(changes):
        return changes
    made = dict(base) if isinstance(base, dict) and not is_wrapped(base) else {}
    for key, value in changes.items():
        if value is None:
            if made.get(key) is not None:
                del made[key]
        else:
            made[key] = merged(made.get(key), value)
    return made


def effective(base: Json, changes: Json) -> Json:
    """Those of the changes that change something: what `merged` needs to give the same document.

    >>> effective({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 2, "d": 4}, "e": None})
    {'b': {'d': 4}}
    """
    real: Json = {}
    for key, value in changes.items():
        if value is None:
            if base.get(key) is not None:
                real[key] = None
        elif key not in base or not _both_objects(base[key], value):
            if key not in base or base[key] != value:
                real[key] = value
        elif inner := effective(base[key], value):
            real[key] = inner
    return real


def _both_objects(one: Any, other: Any) -> bool:
    return all(isinstance(value, dict) and not is_wrapped(value) for value in (one, other))


def export(folder: str, game: Title) -> list[str]:
    """Write a complete pack, ready to be edited: pack.json and every component file; returns the paths.

    Raises BrokenFile if the folder holds a pack already or cannot be written.
    """
    from .program import published
    from .store import write

    about = os.path.join(folder, "pack.json")
    if os.path.exists(about):
        raise BrokenFile(Problem("pack-exists", where=about, folder=folder))
    package, paths = game.package, []
    for name in names(package):
        path = os.path.join(folder, *name.split("/")) + ".json"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(path, published(path_of(package, name)))
        paths.append(path)
    description = {
        "pbem": "pack/1",
        "name": "my-copy",
        "version": "1",
        "title": game.id,
        "author": "nobody yet",
        "rights": "the owner's own copy; not to be passed on",
    }
    write(about, json.dumps(description, indent=1) + "\n")
    return [about, *paths]


def unknown(
    code: str, named: Iterable[tuple[str, str, str]], known: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    """The Problems, with this code, of ids in component files that are those of nothing.

    named   (kind, where it stands, id) of all that files name
    known   {kind: the ids that there are}
    """
    from .meant import did_you_mean

    for kind, place, id in named:
        if id not in known[kind]:
            yield Problem(code, where=place, hint=did_you_mean(id, known[kind], 2), place=place, id=id, kind=kind)
