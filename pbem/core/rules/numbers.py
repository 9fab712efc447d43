"""What the book of an edition calls a rule.

The rules of a title bear the numbers of one edition; where another one calls a rule otherwise, rulebook.json says so:

    "4.1.1": {"title": "Exhaustion", "called": {"2022": "4.1.2"}}

A board has `numbers`, ``{number: what its edition calls it}``, if its title has any such rules.  Whatever leaves the
rules goes through `in_book`: facts and questions in the engine, problems where an answer is checked.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from ..data.components import file_of
from ..data.problems import Problem
from ..data.tables import read_table

V = TypeVar("V")


@cache
def numbers(package: str, edition: str) -> Mapping[str, str]:
    """``{number: what an edition calls it}``: of the rules of a title that it calls otherwise than their functions."""
    rules = read_table(file_of(package, "rulebook.json"))["rules"]
    return {number: row["called"][edition] for number, row in rules.items() if edition in row.get("called", {})}


def in_book(board: Any, value: V) -> V:
    """A number as the book of a board's edition has it; or a value of a fact, with every number that stands in it under
    ``rule``."""
    known: Mapping[str, str] = getattr(board, "numbers", {})
    return _called(known, value) if known else value


def _called(known: Mapping[str, str], value: Any) -> Any:
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, dict):
        return {
            name: _called(known, part) if name == "rule" or isinstance(part, (dict, list)) else part
            for name, part in value.items()
        }
    if isinstance(value, list):
        return [_called(known, part) if isinstance(part, (dict, list)) else part for part in value]
    return value


def in_the_book(board: Any, problems: Iterable[Problem]) -> list[Problem]:
    """Problems with their numbers as the book of a board's edition has them; some may have been here before."""
    found = list(problems)
    for problem in found:
        if not problem.is_numbered:
            problem.rule, problem.is_numbered = in_book(board, problem.rule), True
    return found
