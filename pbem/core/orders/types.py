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


class Reading(TypedDict):
    """What a line says by its words alone, until its question comes: the name of a form, and its raw fields."""

    form: str
    fields: Values


PUBLISHED = "default"
"""The form of a standing line that says the published default of a kind which has no words of its own for it."""
