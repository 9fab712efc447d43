"""One unit as a line of this title names it: a wish, as words.py has it; here without fields and forms."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.language.name_scanner import bare, count_at, how_many, in_plural, list_at, names_at
from pbem.core.language.names import Names
from pbem.core.language.reader import Reader, tokens_of

MARKS = frozenset("!~^%#=+@0123456789")  # states of a unit: damaged, spent … and moves left


def wish_at(reader: Reader, at: int, field: Any) -> list[tuple[Json, int]]:
    """``[(wish, end)]`` of the words from a place on, for a field that knows what may stand in such a list (`item`)."""
    count, start = count_at(reader, at)
    start += reader.word(start) == "empty"
    found = []
    for force, after in [(None, start), *names_at(reader, start, ("force",))]:
        types = names_at(reader, after, ("unit-type",), plural=True)
        if not types:
            reader.expect(after, field)
        for type, end in types:
            is_all = count is None and in_plural(reader, after, (type, end), ("unit-type",))
            wish = {"n": "all" if is_all else 1 if count is None else count, "type": type}
            if force is not None:
                wish["force"] = force
            if reader.word(start - 1) == "empty" and start > bare(reader, at):
                wish["empty"] = True
            found += _tail(reader, wish, end, field, count is None)
    forced = [end for wish, end in found if "force" in wish]  # a type may be printed with its force: US Marine
    found = [(wish, end) for wish, end in found if "force" in wish or end not in forced]
    return [row for place, row in enumerate(found) if row not in found[:place]]


def _tail(reader: Reader, wish: Json, at: int, field: Any, uncounted: bool) -> list[tuple[Json, int]]:
    """What may follow a type: its marks, ``* 3``, what is aboard in parentheses."""
    text = reader.tokens[at].text if at < len(reader.tokens) else ""
    if text and text[0] in "!~^%=+@" and set(text) <= MARKS:
        wish, at = {**wish, "state": text}, at + 1
    if uncounted and reader.word(at) == "*" and at + 1 < len(reader.tokens) and reader.tokens[at + 1].number:
        wish, at = {**wish, "n": reader.tokens[at + 1].number}, at + 2
    if reader.word(at) != "(":
        return [(wish, at)]
    aboard = [(items, end) for items, end in list_at(reader, at + 1, field.item) if reader.word(end) == ")"]
    vague = [item["type"] for items, _ in aboard for item in items if item["n"] == "all"]
    if vague:
        reader.fault(at + 1, how_many(vague[0]))
        return []
    if not aboard:
        reader.expect(at + 1, field)
    return [({**wish, "cargo": [_cargo(item) for item in items]}, end + 1) for items, end in aboard]


def _cargo(wish: Json) -> list[int | str | None]:
    """``[count, type, force or None]``; a type may end in marks."""
    return [wish["n"], wish["type"] + wish.get("state", ""), wish.get("force")]


class _Plain:
    """Any wish, of nobody in particular."""

    wanted = "units"

    def item(self, reader: Reader, at: int) -> list[tuple[Json, int]]:
        return wish_at(reader, at, self)


def only_units(text: str, names: Names) -> list[Json] | None:
    """The wishes of a text that is a list of units in one way and nothing else; else None."""
    reader = Reader(tokens_of(text), names)
    found = [wishes for wishes, end in list_at(reader, 0, _Plain().item) if reader.is_over(end)]
    return found[0] if len(found) == 1 else None
