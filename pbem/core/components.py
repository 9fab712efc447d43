"""The components of a title: map, counters, tables and scenarios, and the packs that change them.

A component file is JSON.  Every value whose origin is worth knowing is wrapped, in one shape throughout::

    "base": {"value": true, "from": "public", "cite": "https://..."}

Rules never see the wrappers: `load` returns the plain values, `provenance` lists the origins.

A *component pack* is a folder with ``pack.json`` and files of the same names, each holding only changes.
Objects are merged by key; a wrapped value and an array are replaced whole; ``null`` removes.
"""

import json
import os

ORIGINS = ("rulebook", "public", "recalled", "reconstructed", "owner")


# -- reading ---------------------------------------------------------------------------------------------


def load(package, name):
    """The component file `name` ("map", "scenarios/standard") of the title package, as plain values.

    `package` is the dotted name of the title, such as ``pbem.games.red_dragon``.
    """
    with open(path_of(package, name), encoding="utf-8") as file:
        return json.load(file, object_hook=_unwrapped)


def load_raw(package, name):
    """The same file with the origin of each value left in place."""
    with open(path_of(package, name), encoding="utf-8") as file:
        return json.load(file)


def names(package):
    """The names of all component files of a title, sorted: ``map``, ``scenarios/ready``, ``units`` ..."""
    root = folder(package)
    found = []
    for place, _, files in os.walk(root):
        for file in files:
            if file.endswith(".json"):
                path = os.path.relpath(os.path.join(place, file), root)
                found.append(path[: -len(".json")].replace(os.sep, "/"))
    return sorted(found)


def folder(package):
    """The data folder of a title package."""
    from importlib import import_module

    return os.path.join(import_module(package).__path__[0], "data")


def path_of(package, name):
    """Where a component file of a title lies."""
    return os.path.join(folder(package), *name.split("/")) + ".json"


def plain(document):
    """A document without its wrappers.

    >>> plain({"vp": {"value": 6, "from": "rulebook", "cite": "4.5"}, "name": "Taiwan"})
    {'vp': 6, 'name': 'Taiwan'}
    """
    if isinstance(document, dict):
        return _unwrapped({key: plain(value) for key, value in document.items()})
    if isinstance(document, list):
        return [plain(value) for value in document]
    return document


def provenance(document, path=""):
    """Yield (JSON pointer, plain value, from, cite) for each wrapped value of a raw document, in order."""
    if is_wrapped(document):
        yield path, plain(document["value"]), document["from"], document.get("cite", "")
    elif isinstance(document, dict):
        for key, value in document.items():
            yield from provenance(value, f"{path}/{pointer_part(key)}")
    elif isinstance(document, list):
        for index, value in enumerate(document):
            yield from provenance(value, f"{path}/{index}")


def is_wrapped(value):
    """Whether a value is of the shape {"value": ..., "from": ..., "cite": ...}."""
    return isinstance(value, dict) and "value" in value and "from" in value


def pointer_part(key):
    """One reference token of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _unwrapped(record):
    return record["value"] if "from" in record and "value" in record else record
