"""What passes between a line, its reading and the answer, by name."""

from collections.abc import Sequence
from typing import Any, TypedDict, Union

from ..data.json_types import Json

Values = Json
"""{field: its value}; raw, as a line has them, or made concrete on the board."""
Found = Sequence[tuple[Any, int]]
"""[(raw value, place of the token behind it)]: what the words from a place on may mean."""
Partial = tuple[int, Values]
"""(place of the next token, {field: raw value}): a line that is read up to there."""
FormRow = tuple[str, str, str]
"""(form, explanation, example), for the pages of orders and the help."""
Pieces = list[Union[str, "Pieces"]]
"""A template as data (templates.as_data): words, marks, fields, and rows of such."""


_Beside = TypedDict("_Beside", {"if": list[list[Any]], "else": list[Any], "or": list[Any], "must": bool}, total=False)


class Reading(_Beside):
    """What a line says by its words alone, until its question comes: the name of a form, and its raw fields; one of an
    answer of many lines also what decides on it alone: conditions, other lines, and whether it is done whole."""

    form: str
    fields: Values


PUBLISHED = "default"
"""The form of a standing line that says the published default of a kind which has no words of its own for it."""
