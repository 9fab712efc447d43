"""A file that a title from outside brings: held to the schema that its package brings, and to what no schema sees.

Its faults are told as those of every file that people write: with file, line and place, and with the nearest name.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from .components import file_of, path_of, plain, unknown
from .problems import BrokenFile, Problem

Named = tuple[str, str, str]
"""(kind, place, id): at a place of the file, ``areas/hill/near``, an id of that kind is named."""
Border = tuple[str, str, str]
"""(place, id, to): at a place of the file it is said that one leads to the other."""


Joins = Callable[[Any], Iterable[Problem]]
"""What must hold between the values of a file that fits its schema: Problems whose `where` is a place (`joined`)."""


def read_checked(package: str, name: str, joins: Joins) -> Any:
    """The component file `name` of a title, ``data/map.json``, as plain values.

    Its schema lies in the package, ``map.schema.json``, or in that of the title on which it stands.
    Raises BrokenFile with all that is wrong, each with its line.
    """
    return plain(read_file(path_of(package, name), file_of(package, f"{name}.schema.json"), joins))


def read_file(path: str, schema: str, joins: Joins) -> Any:
    """The same of any file, and of a schema by its name or its path."""
    from .store import parse_json, read_text

    text = read_text(path)
    document = parse_json(text, path)
    BrokenFile.if_any(faults(schema, document, path, text, joins))
    return document


def faults(schema: str, document: Any, path: str, text: str, joins: Joins) -> list[Problem]:
    """All that is wrong with a document, read from this text: with its shape, or else with what joins its parts."""
    from .schemas import line_numbers, problems

    found = problems(schema, document, path, text)
    if not found and (found := list(joins(plain(document)))):
        lines = line_numbers(text)
        for problem in found:
            problem.where = f"{path}:{lines.get('/' + problem.where, 1)}"
    return found


def joined(
    named: Iterable[Named],
    known: Mapping[str, Collection[str]],
    borders: Mapping[str, Collection[Border]],
    once: Iterable[tuple[str, str]],
) -> list[Problem]:
    """What does not hold of a file: ids that are those of nothing; else borders with one side, and what is said twice.

    known    {kind: the ids that there are}
    borders  {kind of what they lead to: those over land, those over water …}; each has its way back
    once     (place, what is said there), and nowhere else
    """
    ways = [(kind, place, to) for kind, rows in borders.items() for place, _, to in rows]
    found = list(unknown("data-unknown", [*named, *ways], known))
    return found or [*(one for rows in borders.values() for one in _one_sided(rows)), *_twice(once)]


def _one_sided(borders: Collection[Border]) -> Iterator[Problem]:
    ways = {(id, to) for _, id, to in borders}
    for place, id, to in borders:
        if (to, id) not in ways:
            yield Problem("data-one-sided", where=place, place=place, id=id, to=to)


def _twice(said: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for place, what in said:
        if what in first:
            yield Problem("data-twice", where=place, place=place, what=what, other=first[what])
        first.setdefault(what, place)
