"""Kinds that are declared by forms (forming.py): parse, text, menu, random answers, shape and schema are made here.

    class Support(Declared):
        name, rule, waiting = "support", "10.2", "to commit support to the defence"
        declared = (
            Form("commit UNITS", "join the defence (10.2)", "commit air london", units=CounterUnits(of=supporters)),
            Form("no support", "nobody joins", gives={"units": []}),
        )

A title writes `problems` (what no single field can know), `default`, `fill` (what goes without saying), and nothing
else; docs/orders-declared.md tells how.
"""

from ..data.problems import NOT_UNDERSTOOD, Problem, messages, refusals
from ..data.shapes import misfit
from ..data.text import listed
from .forming import Form
from .kinds import Kind, same_answer
from .scopes import Scope, is_reading, resolved
from .templates import leading_words
from .walking import examples, some_option, walk, walk_lines

messages(
    {
        "answer-shape-of": "This is no answer to {kind}.",
        "form-unknown": "There is no form {form} here.",
        "unsaid": "Not said, and so taken: {what}.",
    }
)


def _tell_the_unsaid(scope, said):
    """Note what `fill` has added to the fields of a line: a silent choice is told."""
    known = set(_leaves(list(said.values())))
    for name in scope.form.order:
        value = scope.values.get(name)
        if value is not None and value != said.get(name) and not known.issuperset(_leaves(value)):
            field = scope.form.fields[name]
            if len(field.legal(scope) or (None, None)) == 1:
                continue  # there is nothing else to say
            scope.note("unsaid", what=f"{name} {field.write(value)}")


def _leaves(value):
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


class Declared(Kind):
    """A kind of decision that is declared by its forms.

    declared  the Forms; the first one that can say an answer writes it
    marks     codes of problems that a walk through the menu may still meet
    tries     how often a walk is tried again before another form is taken
    """

    declared: tuple[Form, ...] = ()
    marks: tuple[str, ...] = ()
    tries = 6

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "verbs" not in vars(cls):
            cls.verbs = tuple(dict.fromkeys(word for form in cls.declared for word in leading_words(form.node)))
        cls.begins_open = any(not leading_words(form.node) for form in cls.declared)

    @classmethod
    def inner_words(cls):
        """The keys of all words that may stand inside an order of this kind, not at its beginning."""
        return {word for form in cls.declared for word in form.inner_words()}

    @classmethod
    def spare_words(cls):
        """The words that mean nothing where a form has them, once each."""
        return list(dict.fromkeys(words for form in cls.declared for words in form.spare_words()))

    # what a title says

    def problems(self, board, ask, answer):
        """What is wrong with an answer whose fields are each in order."""
        return ()

    def fill(self, scope):
        """Put into `scope.values` what goes without saying; to fill what is filled changes nothing."""

    def assemble(self, scope):
        """The answer that the fields of a scope say; of many lines the item of this line, or a list of items."""
        return scope.form.assemble(scope.values)

    def dismantle(self, answer):
        """``(form, fields)`` that say an answer (of many lines: an item); raises KeyError if no form can."""
        form = next((form for form in self.declared if form.covers(answer)), None)
        if form is None:
            raise KeyError(f"no form of {self.name} says {answer!r}")
        return form, form.dismantle(answer)

    # of kinds with many lines

    def start(self, board, ask):
        """What the first line finds: a state of the title's own (a sketch of the board), as `Scope.state`."""
        return None

    def follow(self, board, ask, state, new):
        """The state behind the items of one more line."""
        return state

    def unmendable(self, board, ask, state, items):
        """What is wrong with the lines so far that no further line can mend; a walk through the menu asks."""
        return ()

    def gather(self, items):
        """The answer that the items of the lines make: the list of them, if the kind says no more."""
        return items

    def scatter(self, answer):
        """The items that make an answer: the reverse of `gather`."""
        return answer

    def undone(self, board, ask, state, items):
        """The state behind `items`, after a line that was refused: a state that `follow` changes is made again."""
        return state

    def goes_on(self, scope, draw):
        """Whether random play tries another line, behind `scope.items`."""
        return len(scope.items) < 1 + draw.below(6)

    # made from it

    def form(self, name):
        return next((form for form in self.declared if form.name == name), None)

    def read(self, text, names):
        """The reading of a line, which may wait for its question (`answer`); raises LineError."""
        from .reading import read_forms

        return read_forms(text, names, [self])[0][1]

    def settle(self, board, ask, answer):
        """``(answer, problems)`` of a reading, or of the readings of several lines; an answer is filled, no more."""
        if self.many:
            if isinstance(answer, list) and any(map(is_reading, answer)):
                return self.settled_lines(board, ask, answer)
            return (self._gathered if isinstance(answer, list) else self._tidied)(answer), []
        if not is_reading(answer):
            return self._filled(board, ask, answer)
        return self._settled(board, ask, answer)

    def _gathered(self, items):
        """The answer that settled items make; what a line left to be said is a list of them."""
        return self.gather([item for one in items for item in (one if isinstance(one, list) else [one])])

    def _tidied(self, answer):
        """An answer of many lines that is no list, without parts that no line would say."""
        return answer if misfit(self.schema(), answer) else self.gather(self.scatter(answer))

    def settled_lines(self, board, ask, lines, state=None):
        """Line after line, each on what the lines before it leave; problems have the number of their line."""
        items, problems, state = [], [], state or self.start(board, ask)
        for place, line in enumerate(lines):
            new, found = self._settled(board, ask, line, items, state) if is_reading(line) else (line, [])
            problems += [problem.at(f"/{place}") for problem in found]
            if refusals(found):
                continue
            new = new if isinstance(new, list) else [new]
            state = self.follow(board, ask, state, new)
            items += new
        return (lines if refusals(problems) else self.gather(items)), problems

    def _settled(self, board, ask, reading, items=(), state=None):
        form = self.form(reading["form"])
        if form is None:
            return reading, [Problem("form-unknown", level=NOT_UNDERSTOOD, form=reading["form"])]
        scope = Scope(self, board, ask, form, reading["fields"], items, state=state)
        resolved(scope, form)
        return (reading, scope.problems) if refusals(scope.problems) else self._whole(scope)

    def _whole(self, scope):
        said = dict(scope.values)
        self.fill(scope)
        if scope.raw and scope.values != said:
            _tell_the_unsaid(scope, said)
        if refusals(scope.problems):
            return {"form": scope.form.name, "fields": scope.raw}, scope.problems
        return self.assemble(scope), [*scope.problems, *scope.notes]

    def _filled(self, board, ask, answer):
        """An answer that came as one, with what goes without saying; one that `check` will refuse is left as it is."""
        if self._field_faults(board, ask, answer):
            return answer, []
        form, values = self.dismantle(answer)
        return self._whole(Scope(self, board, ask, form, values=values))

    def check(self, board, ask, answer):
        if ask.options is not None and not self._is_option(ask, answer):
            return [self._not_an_option(ask, answer)]
        found = self._field_faults(board, ask, answer)
        return found if refusals(found) else [*found, *self.problems(board, ask, answer)]

    def _is_option(self, ask, answer):
        """Whether a question lists an answer; of many lines whatever their order."""
        if self.many:
            return any(same_answer(answer, option) for option in ask.options)
        return answer in ask.options

    def _not_an_option(self, ask, answer):
        shown = listed([self._shown(option) for option in ask.options[:12]], "or")
        rule, hint = ask.rule or self.rule, f"Legal now: {shown}."
        return Problem("not-an-option", rule=rule, answer=self._shown(answer), hint=hint)

    def _shown(self, answer):
        try:
            return "; ".join(self.text(answer))
        except (KeyError, TypeError):
            return str(answer)[:60]

    def _field_faults(self, board, ask, answer):
        """What is wrong with the shape of an answer, or with its fields, each by itself."""
        parts = self._parts(answer)
        if parts is None:
            rule, fault = ask.rule or self.rule, misfit(self.schema(), answer)
            return [Problem("answer-shape-of", rule=rule, level=NOT_UNDERSTOOD, kind=self.name, hint=f"{fault}.")]
        items = self.items_of(answer)
        return [
            problem
            for place, part in enumerate(parts)
            for problem in self._field_problems(board, ask, *part, items[:place])
        ]

    def _parts(self, answer):
        """``[(form, fields)]`` of an answer, of many lines one for each item; None for one of the wrong shape."""
        own = type(self).dismantle is not Declared.dismantle or type(self).schema is not Declared.schema
        if (own or self.many) and misfit(self.schema(), answer):
            return None
        try:
            return [self.dismantle(item) for item in self.items_of(answer)]
        except KeyError:
            return None

    def _field_problems(self, board, ask, form, values, before):
        scope = Scope(self, board, ask, form, items=before)
        for name in form.order:
            if name in values:
                yield from form.fields[name].problems(scope, values[name])
                scope.values[name] = values[name]

    def items_of(self, answer):
        """What the lines of an answer say, one after the other; readings are items too."""
        if not self.many:
            return [answer]
        return answer if isinstance(answer, list) else self.scatter(answer)

    def text(self, answer, ask=None):
        return [self._line(item, ask) for item in self.items_of(answer) or [answer]]

    def _line(self, item, ask):
        if is_reading(item):
            return self.wording(item)
        form, values = self.dismantle(item)
        return form.text(values, ask)

    def wording(self, reading):
        """A reading as a line."""
        return self.form(reading["form"]).text(reading["fields"])

    def schema(self):
        """The JSON Schema of its answers."""
        if "_schema" not in vars(self):
            forms = [form.schema() for form in self.declared if not (self.many and form.value == [])]
            one = forms[0] if len(forms) == 1 else {"anyOf": forms}
            self._schema = {"type": "array", "items": one} if self.many else one
        return self._schema

    def default(self, board, ask):
        """The first of the options, where the question lists them."""
        return super().default(board, ask) if ask.options is None else ask.options[0]

    def sample(self, board, ask, draw):
        if ask.options is not None:
            return some_option(self, board, ask, draw)
        return walk_lines(self, board, ask, draw) if self.many else walk(self, board, ask, draw)

    def examples(self, board, ask):
        """The default, and a walk through other forms, always the same ones."""
        if ask.options is not None:
            default = self.default(board, ask)
            return [default, *(option for option in ask.options if option != default)][:5]

        return examples(self, board, ask)

    def grammar(self):
        return [(form.shown(), form.meaning, form.example) for form in self.declared]

    def forms(self, board, ask):
        return [(form.shown(), form.meaning, form.example) for form in self.declared if form.is_open(board, ask)]
