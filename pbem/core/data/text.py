"""Words as people write them: lists, numbers with what they count, what may be shown on a screen."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any


def listed(items: Iterable[object], last: str = "and") -> str:
    """``a, b and c``: a list as people write it; ``nothing`` when it is empty."""
    words = [str(item) for item in items]
    if not words:
        return "nothing"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def some(items: Sequence[str], most: int) -> list[str]:
    """The first of them, and how many more there are: ``a``, ``b``, ``c``, ``2 more``; one more is named."""
    return [*items[:most], f"{len(items) - most} more"] if len(items) > most + 1 else list(items)


def gathered(pieces: Iterable[tuple[str, str | None, str | None]], words: Sequence[str] = ()) -> str:
    """``two tanks and a fleet in Rome``: pieces ``(one, many, at)``, each thing for itself; those of one `many` are
    counted, ``{count} tanks``, those without stand one by one, and those of one `at` stand together before it.

    words   of numbers, from nought, instead of digits
    """
    places: dict[str | None, dict[str | int, list[str]]] = {}
    for one, many, at in pieces:
        groups = places.setdefault(at, {})
        groups.setdefault(many or len(groups), []).append(one)
    return listed(
        [
            listed([_group(ones, many, words) for many, ones in groups.items()]) + (at or "")
            for at, groups in places.items()
        ]
    )


def _group(ones: list[str], many: str | int, words: Sequence[str]) -> str:
    count = len(ones)
    return ones[0] if count == 1 else str(many).format(count=words[count] if count < len(words) else count)


ARTICLES = frozenset("Allies Empire Islands Kingdom Philippines PRC Republic States Union USA".split())


def the(name: str, words: Collection[str] = ARTICLES) -> str:
    """A name in a sentence, with the article that English gives it: the Philippines; `words`: those that ask for it."""
    return name if name.startswith("the ") or set(words).isdisjoint(name.split(" ")) else f"the {name}"


def capital(text: str) -> str:
    """A text as it begins a sentence: with a capital."""
    return text[:1].upper() + text[1:]


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """``1 unit``, ``3 units``, ``-1 point``."""
    return f"{number} {singular if abs(number) == 1 else plural or singular + 's'}"


def piece_told(piece: Any) -> str:
    """``3 PRC J-10 (1 damaged)``: a piece of a map, as a title gives it (maps/counters.py)."""
    count = f"{piece['count']} " if piece["count"] > 1 and not piece.get("grouped") else ""
    worn = f" ({piece['worn']} damaged)" if piece.get("worn") else ""
    name = piece.get("many", piece["name"]) if piece["count"] > 1 else piece["name"]
    return f"{count}{name}{worn}"


def percent(part: Any, whole: int = 1) -> str:
    """``58 %``, of a share or of a part and its whole; never 0 or 100 for what is not."""
    rounded = int((200 * part + whole) // (2 * whole))
    return f"{rounded if part in (0, whole) else min(max(rounded, 1), 99)} %"


def agreeing(number: Any, forms: str) -> str:
    """What agrees with a number, said in both forms with # for the number.

    >>> agreeing(1, "# loss has|# losses have")
    '1 loss has'
    """
    one, _, many = forms.partition("|")
    return (one if number in (1, -1) else many).replace("#", str(number))


def visible(text: str) -> str:
    """A text with everything that would control a screen written out: escape sequences, changes of direction,
    characters that nobody sees.  Ends of lines and tabs stay.

    >>> visible("red \\x1b[31m")
    'red \\\\u001b[31m'
    """
    plain = text
    for one in _KEPT:
        plain = plain.replace(one, "")
    if plain.isprintable():
        return text
    return "".join(one if one.isprintable() or one in _KEPT else _written_out(one) for one in text)


_KEPT = "\n\t\xa0\u3000"


def visible_in(value: Any) -> Any:
    """A value of dicts, lists and texts with its texts as people may see them (`visible`)."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {name: visible_in(inner) for name, inner in value.items()}
    return [visible_in(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def readable_json(value: object, indent: int | None = 1) -> str:
    """A value as JSON that people can read, always in the same order; what `visible` writes out is escaped, so that a
    program that reads it has it back.

    >>> readable_json({"name": "\\u202eA"}, None)
    '{"name": "\\\\u202eA"}'
    """
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent, sort_keys=True)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(one if one.isprintable() or one == "\n" else json.dumps(one)[1:-1] for one in text)


def _written_out(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
