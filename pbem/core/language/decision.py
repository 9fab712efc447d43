"""A kind of decision: what a title tells about a question that it can ask, by the forms of its orders (form.py).

    class Support(Decision):
        name, rule, waiting = "support", "10.2", "to commit support to the defence"
        forms = (
            Form("commit UNITS", units=CounterUnits(of=supporters)),
            Form("no support", gives={"units": []}),
        )

Parse, text, menu, random answers, shape and schema are made here, and order forms, order files, standing orders,
self-play, rehearsal, the contract tests and the terminal editor use nothing else.  A title writes `problems` (what no
single field can know), `default`, `fill` (what goes without saying), and nothing else; docs/orders-declared.md tells
how.

An answer is always a JSON value.  What people type becomes a *reading* a line (`read`), one or more readings become
the value of an order (`combine`), and that is made concrete against the board (`settle`: "3 armor" becomes three unit
ids).  Only settled answers are checked, played and recorded.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..data.boards import present
from ..data.canon import encode
from ..data.fast_schema import Shape
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, Problem, refusals
from ..data.shapes import STUMBLES
from ..data.tables import Sentences
from ..rules.numbers import in_the_book
from ..rules.requests import Ask
from .form import Form, resolved
from .names import Names
from .order_context import OrderContext, is_published, is_reading
from .parser import read_forms
from .random_answers import Walkable, examples, some_option, walk, walk_lines
from .rng import Rng
from .types import PUBLISHED, FormRow, Reading, Values

_say = Sentences(__name__)


class NoWords(ValueError):
    """No order line says this value: it is no answer of its kind, nor the reading of one."""


def same_answer(one: Any, other: Any) -> bool:
    """Whether two answers are the same; of many lines whatever the order of their items."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(encode, one)) == sorted(map(encode, other))
    return bool(one == other)


def _tell_the_unsaid(scope: OrderContext, said: Values) -> None:
    """Note what `fill` has added to the fields of a line: a silent choice is told."""
    known = set(_leaves(list(said.values())))
    for name in scope.form.order:
        value = scope.values.get(name)
        if value is not None and value != said.get(name) and not known.issuperset(_leaves(value)):
            field = scope.form.fields[name]
            if len(field.legal(scope) or (None, None)) == 1:
                continue  # there is nothing else to say
            if rest := _beyond(value, said.get(name)):
                scope.note("unsaid", what=f"{name} {field.write(rest)}")


def _beyond(value: Any, said: Any) -> Any:
    """What of a list, or of lists by name, was not said."""
    if isinstance(value, list) and isinstance(said, list):
        return [one for one in value if one not in said]
    if isinstance(value, dict) and isinstance(said, dict):
        rest = {name: _beyond(one, said.get(name)) for name, one in value.items()}
        return {name: one for name, one in rest.items() if one != []}
    return value


def _leaves(value: Any) -> list[Any]:
    """The plain values in a value, pairs as one."""
    if isinstance(value, dict):
        return [leaf for name, one in value.items() for leaf in (name, *_leaves(one))]
    if isinstance(value, list):
        return [
            leaf
            for one in value
            for leaf in (
                [str(one)] if isinstance(one, list) and all(isinstance(part, str) for part in one) else _leaves(one)
            )
        ]
    return [value]


def _verbs(begun: Iterable[str]) -> list[str]:
    """The words that tell a line of a kind, of all with which its lines begin: without numbers ("op 5 with" is
    an "op"); those of most forms first, and of these the shortest."""
    counted = Counter(re.sub(r" \d.*", "", words) for words in begun if words)
    return sorted(counted, key=lambda verb: (-counted[verb], verb.count(" ")))


class Decision(Walkable):
    """One kind of decision.

    name               the id that rules ask by, e.g. ``choose-op``
    rule               the number that gives the decision
    about              the fields of what its question tells (`Ask.about`): words of the vocabulary (data/fields.py)
    waiting            completes "Germany is waiting …": "to choose an Op"
    forms              the Forms; the first one that can say an answer writes it
    opens_with         words with which its lines may begin beside those of its forms, and beside those with which most
                       names of a field begin that a form begins with ("A", "Fleet")
    verbs              first words of its order lines, made of the forms; the first one is canonical
    random_rate        of a petition: at one rest point in so many each power walks its menu in random play; 0 is never
    ends               of a petition: it may end the game, and is heard when what is asked has been answered
    default_at_once    when True the published default answers at once, so that nobody is waited for (an interception
                       window)
    expires_with_step  when True its question belongs to what is going on, a battle or an action of others: a line for
                       it that has not answered ends with the step in which the question came
    plain              {"yes" | "no": the order line that the plain word stands for in a standing line}
    is_plain           True if a line that is a plain word, or the verb of its line alone, answers its question
    is_secret          True of a vote: reports and explanations do not tell who answered how
    is_in_story        True where the story of a report tells each line and what became of it: it is not listed again
    of_power           the one power that is ever asked it, where that is so
    of_seat            where a seat of several powers need not say for which of them: a petition is of the first of them
                       ("all"; "side": if all of them play for one), an answer of each ("each")
    meant_by           what people write for it, or for its first verb, which is suggested and never taken
    may_fail_with      codes of problems that a walk through the menu may still meet
    """

    telling: Any = None  # of its title, which gives it (title/game.py)
    begins_open: bool
    _schema: Json
    _shape: Shape
    name = ""
    rule = ""
    about = ""
    waiting = "to decide"
    opens_with: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    random_rate = 0
    ends = False
    default_at_once = False
    expires_with_step = False
    plain: Mapping[str, str] = {}
    is_plain = False
    is_secret = False
    is_in_story = False
    of_power = ""
    of_seat = ""
    meant_by: tuple[str, ...] = ()
    may_fail_with: tuple[str, ...] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        begun = [words for form in cls.forms for words in form.begun]
        cls.verbs = (*_verbs(begun), *cls.opens_with)
        cls.begins_open = "" in begun

    @classmethod
    def begun_by(cls, names: Names) -> list[str]:
        """Words of names with which lines of forms begin that begin with a field."""
        openers = [form.opener for form in cls.forms if form.opener]
        return list(dict.fromkeys(word for field in openers for word in field.leads(names)))

    @classmethod
    @cache
    def inner_words(cls) -> set[str]:
        """The keys of all words that may stand inside an order of this kind, not at its beginning."""
        return {word for form in cls.forms for word in form.inner_words()}

    @classmethod
    def spare_words(cls) -> list[str]:
        """The words that mean nothing where a form has them, once each."""
        return list(dict.fromkeys(words for form in cls.forms for words in form.spare_words()))

    # what a title says

    def problems(self, board: Any, ask: Ask, answer: Any) -> Iterable[Problem]:
        """What is wrong with an answer whose fields are each in order."""
        return ()

    def never(self, board: Any, power: str, reading: Reading) -> Iterable[Problem]:
        """What is wrong with a line of a power whenever its question comes, and whatever the board is then: a line for
        later is refused for it at once."""
        return ()

    def dismantle(self, answer: Any) -> tuple[Form, Values]:
        """``(form, fields)`` that say an answer (of many lines: an item); raises KeyError if no form can."""
        form = next((form for form in self.forms if form.covers(answer)), None)
        if form is None:
            raise KeyError(f"no form of {self.name} says {answer!r}")
        return form, form.dismantle(answer)

    # of kinds with many lines

    def split(self, answer: Any) -> list[Any]:
        """The items that make an answer: the reverse of `join`."""
        items: list[Any] = answer
        return items

    def completed(self, board: Any, ask: Ask, answer: Any) -> Any:
        """An answer of which lines were left out, with what the rules do not let its power leave undone."""
        return answer

    def rest(self, board: Any, ask: Ask, answer: Any) -> Any:
        """An answer with all that its lines leave open, which a line for the rest means (`Form.is_rest`)."""
        return self.completed(board, ask, answer) if answer else self.default(board, ask)

    # made from it

    def form(self, name: str) -> Form:
        return present(self.form_if_any(name), f"form {name} of {self.name}")

    def form_if_any(self, name: str) -> Form | None:
        return next((form for form in self.forms if form.name == name), None)

    def read(self, text: str, names: Names) -> Reading:
        """The reading of a line, which may wait for its question (`answer`); raises ParseError."""
        return read_forms(text, names, [self])[0][1]

    def combine(self, readings: list[Any]) -> Any:
        """What the readings of one or more lines say together."""
        return readings if self.is_multiline else readings[0]

    def settle(self, board: Any, ask: Ask, answer: Any) -> tuple[Any, list[Problem]]:
        """``(answer, problems)`` of a reading, or of the readings of several lines; an answer is filled, no more."""
        if is_published(answer):
            return self.default(board, ask), []
        if self.is_multiline:
            if isinstance(answer, list) and any(map(is_reading, answer)):
                return self.settled_lines(board, ask, answer)
            return (self._gathered if isinstance(answer, list) else self._tidied)(answer), []
        if not is_reading(answer):
            return self._filled(board, ask, answer)
        return self._settled(board, ask, answer)

    def _gathered(self, items: list[Any]) -> Any:
        """The answer that settled items make; what a line left to be said is a list of them."""
        return self.join([item for one in items for item in (one if isinstance(one, list) else [one])])

    def _tidied(self, answer: Any) -> Any:
        """An answer of many lines that is no list, without parts that no line would say."""
        return answer if self.misfit(answer) else self.join(self.split(answer))

    def settled_lines(self, board: Any, ask: Ask, lines: list[Any]) -> tuple[Any, list[Problem]]:
        """The answer of several lines; where some are refused they stay lines, with what is wrong with the others."""
        items, numbers, problems = self.lines_settled(board, ask, lines)
        if refusals(problems):
            found = [*problems, *self._of_the_others(board, ask, items, numbers)]
            return lines, sorted(found, key=lambda problem: _number_in(problem) or 0)
        answer = self.join(items)
        says_rest = any(is_reading(line) and self.form(line["form"]).is_rest for line in lines)
        return self.rest(board, ask, answer) if says_rest else answer, problems

    def lines_settled(self, board: Any, ask: Ask, lines: list[Any]) -> "SettledLines":
        """What several lines say."""
        return self.line_by_line(board, ask, lines, self.start(board, ask))

    def line_by_line(self, board: Any, ask: Ask, lines: list[Any], state: Any) -> "SettledLines":
        """Line after line, each on what the lines before it leave; problems have the number of their line."""
        items: list[Any] = []
        numbers: list[int] = []
        problems: list[Problem] = []
        for place, line in enumerate(lines):
            new, found = self._settled(board, ask, line, items, state) if is_reading(line) else (line, [])
            problems += [problem.at(f"/{place}") for problem in found]
            if refusals(found):
                continue
            new = new if isinstance(new, list) else [new]
            state = self.follow(board, ask, state, new)
            items += new
            numbers += [place] * len(new)
        return SettledLines(items, numbers, problems)

    def _of_the_others(self, board: Any, ask: Ask, items: list[Any], numbers: list[int]) -> list[Problem]:
        """What is wrong with single items of the lines that are not refused, where others are."""
        answer = self.join(items)
        found = refusals(self.item_faults(board, ask, items)) if items and answer is items else []
        return [problem for problem in _renumbered(found, numbers) if problem.where]

    def item_faults(self, board: Any, ask: Ask, items: list[Any]) -> list[Problem]:
        """What is wrong with items, each at its place, whatever else may be said; other problems have no place."""
        return self.check(board, ask, items)

    def at_lines(self, board: Any, ask: Ask, said: Any, answer: Any, problems: list[Problem]) -> list[Problem]:
        """Problems of a settled answer (`check`) at the lines that said what is wrong."""
        is_of_lines = self.is_multiline and isinstance(said, list) and any(map(is_reading, said))
        if not is_of_lines or all(_number_in(problem) is None for problem in problems):
            return problems
        return _renumbered(problems, self.lines_settled(board, ask, said).numbers if isinstance(answer, list) else [])

    def _settled(
        self, board: Any, ask: Ask, reading: Reading, items: Sequence[Any] = (), state: Any = None
    ) -> tuple[Any, list[Problem]]:
        form = self.form_if_any(reading["form"])
        if form is None:
            return reading, [Problem("form-unknown", level=NOT_UNDERSTOOD, form=reading["form"])]
        if form.is_rest:
            return [], []
        scope = OrderContext(self, board, ask, form, reading["fields"], items, state=state)
        resolved(scope, form)
        return (reading, scope.problems) if refusals(scope.problems) else self._whole(scope)

    def _whole(self, scope: OrderContext) -> tuple[Any, list[Problem]]:
        said = dict(scope.values)
        self.fill(scope)
        if scope.raw and scope.values != said:
            _tell_the_unsaid(scope, said)
        if refusals(scope.problems):
            return {"form": scope.form.name, "fields": scope.raw}, scope.problems
        return self.assemble(scope), [*scope.problems, *scope.notes]

    def _filled(self, board: Any, ask: Ask, answer: Any) -> tuple[Any, list[Problem]]:
        """An answer that came as one, with what goes without saying; one that `check` will refuse is left as it is."""
        parts = self._parts(answer)
        if parts is None or self._faults_of(board, ask, answer, parts):
            return answer, []
        [(form, values)] = parts
        return self._whole(OrderContext(self, board, ask, form, values=values))

    def check(self, board: Any, ask: Ask, answer: Any) -> list[Problem]:
        if not ask.is_open and not self._is_option(ask.options, answer):
            return [self._not_an_option(ask, ask.options, answer)]
        found = self._field_faults(board, ask, answer)
        return found if refusals(found) else [*found, *in_the_book(board, self.problems(board, ask, answer))]

    def _is_option(self, options: Sequence[Any], answer: Any) -> bool:
        """Whether a question lists an answer; of many lines whatever their order."""
        if self.is_multiline:
            return any(same_answer(answer, option) for option in options)
        return answer in options

    def _not_an_option(self, ask: Ask, options: Sequence[Any], answer: Any) -> Problem:
        shown = [self._shown(option) for option in options[:12]]
        return Problem("not-an-option", rule=ask.rule or self.rule, answer=self._shown(answer), options=shown)

    def _shown(self, answer: Any) -> str:
        try:
            return "; ".join(self.text(answer))
        except NoWords:
            return str(answer)[:60]

    def _field_faults(self, board: Any, ask: Ask, answer: Any) -> list[Problem]:
        """What is wrong with the shape of an answer, or with its fields, each by itself."""
        parts = self._parts(answer)
        if parts is None:
            rule, fault = ask.rule or self.rule, self.misfit(answer)
            return [Problem("answer-shape-of", rule=rule, level=NOT_UNDERSTOOD, kind=self.name, hint=f"{fault}.")]
        return self._faults_of(board, ask, answer, parts)

    def _faults_of(self, board: Any, ask: Ask, answer: Any, parts: Sequence[tuple[Form, Values]]) -> list[Problem]:
        """What is wrong with the fields of an answer that has its shape."""
        items = self.items_of(answer)
        return [
            problem.at(f"/{place}" if self.is_multiline else "")
            for place, part in enumerate(parts)
            for problem in self._field_problems(board, ask, *part, items[:place])
        ]

    def _parts(self, answer: Any) -> list[tuple[Form, Values]] | None:
        """``[(form, fields)]`` of an answer, of many lines one for each item; None for one of the wrong shape."""
        own = type(self).dismantle is not Decision.dismantle or type(self).schema is not Decision.schema
        if (own or self.is_multiline) and self.misfit(answer):
            return None
        try:
            return [self.dismantle(item) for item in self.items_of(answer)]
        except KeyError:
            return None

    def _field_problems(
        self, board: Any, ask: Ask, form: Form, values: Values, before: Sequence[Any]
    ) -> Iterator[Problem]:
        scope = OrderContext(self, board, ask, form, items=before)
        for name in form.order:
            if name in values:
                yield from form.fields[name].problems(scope, values[name])
                scope.values[name] = values[name]

    def items_of(self, answer: Any) -> list[Any]:
        """What the lines of an answer say, one after the other; readings are items too."""
        if not self.is_multiline:
            return [answer]
        return answer if isinstance(answer, list) else self.split(answer)

    def text(self, answer: Any, ask: Ask | None = None) -> list[str]:
        """The canonical order lines of a settled answer (without seat or power); parsing them gives the answer back.
        Raises NoWords for a value that no line says."""
        if is_published(answer):
            return [PUBLISHED]
        try:
            return [self._line(item, ask) for item in self.items_of(answer) or [answer]]
        except STUMBLES as error:
            raise NoWords(f"no line of {self.name} says {answer!r}") from error

    def typed(self, board: Any, ask: Ask, answer: Any) -> list[str]:
        """The same as somebody would type it on this board."""
        return self.text(answer, ask)

    def _line(self, item: Any, ask: Ask | None) -> str:
        if is_reading(item):
            return self.wording(item)
        form, values = self.dismantle(item)
        return form.text(values, ask)

    def wording(self, reading: Reading) -> str:
        """A reading as a line."""
        return self.form(reading["form"]).text(reading["fields"])

    def asks_others(self, game: Any, board: Any, power: str) -> bool:
        """Whether a petition that ends the game needs the agreement of others."""
        return True

    def agreed_by(self, ask: Ask) -> tuple[str, Any] | None:
        """``(verb, answer)``: the petition by which a power has given this answer before it was asked; or None."""
        return None

    def schema(self) -> Json:
        """The JSON Schema of its answers."""
        if "_schema" not in vars(self):
            forms = [form.schema() for form in self.forms if not (self.is_multiline and form.value == [])]
            one = forms[0] if len(forms) == 1 else {"anyOf": forms}
            self._schema = {"type": "array", "items": one} if self.is_multiline else one
        return self._schema

    def misfit(self, answer: Any) -> str:
        """What is wrong with the shape of an answer, in a few words; "" if nothing is."""
        if "_shape" not in vars(self):
            self._shape = Shape(self.schema())
        return self._shape.misfit(answer)

    def sample(self, board: Any, ask: Ask, draw: Rng) -> Any:
        """A random legal answer, not only the trivial one."""
        if not ask.is_open:
            return some_option(self, board, ask, ask.options, draw)
        return walk_lines(self, board, ask, draw) if self.is_multiline else walk(self, board, ask, draw)

    def examples(self, board: Any, ask: Ask) -> list[Any]:
        """The default, and a walk through other forms, always the same ones."""
        if not ask.is_open:
            default = self.default(board, ask)
            return [default, *(option for option in ask.options if option != default)][:5]
        return examples(self, board, ask)

    def describe(self, board: Any, ask: Ask) -> str:
        """What is asked, in sentences for a form or a report; made of `waiting` where the title has none."""
        told: str = self.telling.words.asked(ask, self.telling.say(board)) if self.telling else ""
        return told or _say("asked", waiting=self.waiting)

    def choices(self, board: Any, ask: Ask) -> list[str]:
        """What may be chosen, as lines for a form, where the forms of the orders do not tell: places of units."""
        return []

    def said(self, form: Form) -> tuple[str, str]:
        """What an order of a form does, and a line of it, as the words of the title have it."""
        told: tuple[str, str] = self.telling.words.of_form(self.name, form.name) if self.telling else ("", "")
        return told

    def row(self, form: Form) -> FormRow:
        """A form as pages of orders show it: itself, what it does, and a line of it."""
        return form.shown(), *self.said(form)

    def grammar(self) -> list[FormRow]:
        """The forms of its order lines as ``(form, explanation, example)``, for the orders page and the help."""
        return [self.row(form) for form in self.forms]

    def open_rows(self, board: Any, ask: Ask) -> list[FormRow]:
        """Those forms that can answer this question, for its form."""
        return [self.row(form) for form in self.forms if form.is_open(board, ask)]


class SettledLines(NamedTuple):
    """What several lines say: items, the number of the line that says each, and problems with those of theirs."""

    items: list[Any]
    numbers: list[int]
    problems: list[Problem]


def _renumbered(problems: list[Problem], numbers: list[int]) -> list[Problem]:
    """Problems of the items of an answer with the numbers of the lines that said them; those of none have no place."""
    for problem in problems:
        item = _number_in(problem)
        if item is not None:
            problem.where = f"/{numbers[item]}" if item < len(numbers) else ""
    return problems


def _number_in(problem: Problem) -> int | None:
    """The number of an item or a line that is the place of a problem (`/3`)."""
    number = problem.where[1:]
    return int(number) if number.isdigit() else None
