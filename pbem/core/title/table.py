"""What a board holds, thing by thing, in one table: queries, what a position may set, and what it writes.

    TABLE = Table(
        STATE,
        Field("vp", holds="vp", put=number("vp")),
        Field("money", lambda board, nation: board.money[nation], put_money, of=nations, …),
        said={"money": "The IPCs of a nation."},
    )

or, with its rows in ``table.json`` beside the functions that they name, the table is
``Table.from_rows(STATE, __file__, vars())``:

    {"vp": {"holds": "vp", "put": "number"},
     "money": {"said": "The IPCs of a nation.", "holds": "money", "by": "nation", "of": "money", "put": "put_money"}}

The names of the parameters of `get` say of what a field is (queries.py); a position names it before the field or
behind it: ``japan.money``, ``country.malaysia``.  What can only be looked at has no `put`.  Every attribute that the
board keeps (state_fields.py) is held by a field; a correction is a position, so it sets what a position sets.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from inspect import Parameter, Signature
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from ..data.json_types import Json
from ..data.state_fields import State, copied
from ..data.tables import beside

Get = Callable[..., Any]
Put = Callable[..., bool]
Arguments = tuple[str, ...]
PARTS = ("at", "set", "control")
"""The parts of a position that name values; `units` has a notation of its own (positions.py)."""


class Field:
    """One thing that a board holds, or that follows from it.

    name     the query, and the word of positions
    get      (board, *arguments) → its value; the attribute, where there is none
    put      (board, *arguments, value) → whether the value is one; then it is put there.  None: nothing can be put
    of       board → the arguments by which it is written, a name or several each; None: it has none, if `put` is there
    holds    the attributes of the board that it sets and shows, words
    part     the part of a position that has it: at, set, control or units
    word     how that part calls it, where not by its name; further words for the same follow
    first    it is written before its arguments, ``country.malaysia``
    written  (board, *arguments) → what a position says; what `get` gives
    when     (board, fresh board, *arguments) → whether a position says it: where it `differs`, `always`, `never`
    """

    __slots__ = ("name", "text", "get", "put", "of", "holds", "part", "words", "first", "written", "when")

    def __init__(
        self,
        name: str,
        get: Get | None = None,
        put: Put | None = None,
        of: Callable[[Any], Iterable[Any]] | None = None,
        holds: str = "",
        part: str = "set",
        word: str = "",
        first: bool = False,
        written: Get | None = None,
        when: Callable[..., bool] | None = None,
    ) -> None:
        self.name, self.text, self.put, self.of = name, "", put, of
        self.words = (word or name).split()
        self.holds, self.part, self.first = holds.split(), part, first
        self.get: Get = get or _attribute(holds)
        self.written = written or self.get
        self.when = when or self.differs

    def differs(self, board: Any, fresh: Any, *arguments: str) -> bool:
        return bool(self.written(board, *arguments) != self.written(fresh, *arguments))

    def arguments(self, board: Any) -> list[Arguments]:
        """The arguments by which it is written."""
        found = self.of(board) if self.of else [()]
        return [(one,) if isinstance(one, str) else tuple(one) for one in found]

    def key(self, arguments: Arguments) -> str:
        """How its part of a position calls it."""
        if self.part == "control":
            return ".".join(arguments)
        return ".".join([self.words[0], *arguments] if self.first else [*arguments, self.words[0]])


def always(board: Any, fresh: Any, *arguments: str) -> bool:
    """A position always says it."""
    return True


def never(board: Any, fresh: Any, *arguments: str) -> bool:
    """A position may say it, and another part of it says it already: none is written."""
    return False


class Table:
    """The fields of a title, by name, in the order in which positions are written and read.

    said   {name: what a field is, as a sentence}; that of the one attribute that it holds, where there is none
    """

    def __init__(self, state: State, *fields: Field, said: Mapping[str, str] = MappingProxyType({})) -> None:
        self.state = state
        self.fields = {field.name: field for field in fields}
        for field in fields:
            field.text = said.get(field.name, "")
            if not field.text and len(field.holds) == 1:
                field.text = state.attributes()[field.holds[0]].text
            field.get.__doc__ = field.text
        self._words: dict[tuple[str, str, bool], Field] = {}
        for field in fields:
            for one in (field.words if field.part == "set" else [field.name]) if field.put else ():
                self._words["set", one, bool(field.of)] = field
            for one in field.words if field.part == "at" else ():
                self._words["at", one, False] = field

    @classmethod
    def from_rows(cls, state: State, module: str, functions: Mapping[str, Any]) -> "Table":
        """The table whose rows stand in ``table.json`` beside a module (`_field`)."""
        rows: Mapping[str, Json] = beside(module, "table")
        fields = [_field(name, row, functions) for name, row in rows.items()]
        return cls(state, *fields, said={name: row["said"] for name, row in rows.items() if "said" in row})

    def queries(self) -> dict[str, Get]:
        """``{name: function(board, *arguments)}``, as `Game` has them."""
        return {name: field.get for name, field in self.fields.items()}

    def put(self, board: Any, name: str, value: Any) -> bool:
        """Put a value where a position names it, ``vp`` or ``japan.money``; False if it cannot stand there."""
        return _put(board, *self.named(name), value)

    def read(self, board: Any, part: str, values: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """Put all values of a part of a position, in the order of the table; those that cannot stand there."""
        order = list(self.fields)
        found = [(name, value, *self.named(name, part)) for name, value in values.items()]
        found.sort(key=lambda one: order.index(one[2].name) if one[2] else -1)
        wrong = []
        for name, value, field, arguments in found:
            if not _put(board, field, arguments, value):
                wrong.append((name, value))
        return wrong

    def named(self, name: str, part: str = "set") -> tuple[Field | None, Arguments]:
        """The field that a name in a part of a position means, and its arguments."""
        if part == "at":
            return self._words.get((part, name, False)), ()
        if part == "control":
            return next((one for one in self.fields.values() if one.part == part), None), (name,)
        alone = self._words.get(("set", name, False))
        first, _, rest = name.partition(".")
        before, _, last = name.rpartition(".")
        if alone:
            return alone, ()
        if field := self._words.get(("set", first, True)):
            return field, tuple(rest.split("."))
        return self._words.get(("set", last, True)), tuple(before.split("."))

    def written(self, board: Any, fresh: Any) -> dict[str, dict[str, Any]]:
        """What positions say of a board that is not like a fresh one, ``{part: {name: value}}``."""
        found: dict[str, dict[str, Any]] = {part: {} for part in PARTS}
        for field in self.fields.values():
            if field.put and field.part in found:
                for arguments in field.arguments(board):
                    if field.when(board, fresh, *arguments):
                        found[field.part][field.key(arguments)] = field.written(board, *arguments)
        return found


def _put(board: Any, field: Field | None, arguments: Arguments, value: Any) -> bool:
    """Put a value, if there is such a thing and it can be put."""
    if field is None or field.put is None:
        return False
    if not field.of:
        return not arguments and field.put(board, value)
    known = field.of(board)
    one: Any = arguments[0] if len(arguments) == 1 else arguments
    return one in known and field.put(board, *arguments, value)


def _attribute(name: str) -> Get:
    return lambda board: getattr(board, name)


def _field(name: str, row: Json, functions: Mapping[str, Any]) -> Field:
    """A field out of its row, whose words are the arguments of `Field`; those that are functions are named.

    get            without a word the function that has the name of the field; else what `holds` names on the board
    rule           instead: a function in the room that the module has as `rules`, ``economy.production``, with `by`
    of             a function, or an attribute of the board
    put, when      a function, or one of FOR_ALL, for the attribute that `holds` names
    by             the arguments by which `get` looks up what the board holds; ``else`` is what it gives for others
    """
    plain: dict[str, Any] = {part: row[part] for part in ("holds", "part", "word", "first") if part in row}
    holds = row.get("holds", "")
    for part in {"put", "when", "written"} & row.keys():
        made = FOR_ALL.get(row[part])
        plain[part] = made(holds.partition(" ")[0]) if made else functions[row[part]]
    if "of" in row:
        plain["of"] = functions.get(row["of"]) or _attribute(row["of"])
    if "rule" in row:
        return Field(name, _getter(attrgetter(row["rule"])(functions["rules"]), row), **plain)
    called = row.get("get") or name.replace("-", "_").replace(".", "_")
    return Field(name, functions.get(called) or _getter(row.get("get") or holds, row), **plain)


def _getter(name: Any, row: Json) -> Get:
    """What an attribute of the board is; by an argument its value or whether it is in the list; or what a method, or a
    function of a board, gives."""

    def get(board: Any, *arguments: Any) -> Any:
        found = partial(name, board) if callable(name) else attrgetter(name)(board)
        if callable(found):
            return found(*arguments)
        [one] = arguments
        if isinstance(found, list):
            return one in found
        return found.get(one, row["else"]) if "else" in row else found[one]

    if "by" not in row:
        return _attribute(name)
    slots = (Parameter(one, Parameter.POSITIONAL_OR_KEYWORD) for one in ("board", *row["by"].split()))
    vars(get)["__signature__"] = Signature([*slots])
    return get


# -- what can be put, for fields of every title ------------------------------------------------------------------


def fitting(name: str, fits: Callable[[Any, Any], bool]) -> Put:
    """An attribute of the board, which may be what ``fits(board, value)``."""

    def put(board: Any, value: Any) -> bool:
        if found := fits(board, value):
            setattr(board, name, copied(value))
        return found

    return put


def under(name: str, fits: Callable[[Any, str, Any], bool]) -> Put:
    """What stands under its argument in an attribute of the board: what ``fits(board, argument, value)``."""

    def put(board: Any, argument: str, value: Any) -> bool:
        if found := fits(board, argument, value):
            getattr(board, name)[argument] = copied(value)
        return found

    return put


def number(name: str, least: int | None = 0) -> Put:
    """A whole number that is an attribute of the board."""
    return fitting(name, lambda board, value: type(value) is int and (least is None or value >= least))


def flag(name: str) -> Put:
    """Yes or no, an attribute of the board."""
    return fitting(name, lambda board, value: isinstance(value, bool))


def word(name: str, known: Callable[[Any], Iterable[Any]]) -> Put:
    """One of some words, an attribute of the board."""
    return fitting(name, lambda board, value: (value is None or isinstance(value, str)) and value in known(board))


def among(name: str) -> Put:
    """Whether its argument is in a sorted list that is an attribute of the board."""

    def put(board: Any, argument: str, value: Any) -> bool:
        fits = isinstance(value, bool)
        if fits:
            others = set(getattr(board, name)) - {argument}
            setattr(board, name, sorted(others | {argument} if value else others))
        return fits

    return put


def kept(name: str) -> Callable[..., bool]:
    """Whether its argument is in what an attribute of the board holds: when a position says it."""
    return lambda board, fresh, one: one in getattr(board, name)


FOR_ALL: Mapping[str, Callable[[str], Callable[..., bool]]] = {
    "number": number,
    "flag": flag,
    "among": among,
    "kept": kept,
    "always": lambda name: always,
    "never": lambda name: never,
}
"""What a row can name without a function of its title, made for the attribute that it holds."""
