"""A walk through the menu of a kind: a random answer, chosen form by form and field by field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ..data.problems import Problem, refusals
from ..rules.requests import Ask
from .form import Form
from .order_context import NOTHING, OrderContext
from .rng import Rng
from .types import Values

T = TypeVar("T")


class Walkable:
    """What a walk asks of a kind (decision.Decision is built on it), and what it gets where a title says no more.

    tries         how often a walk is tried again before another form is taken
    is_multiline  several lines make one answer (a set-up, a list of losses)
    """

    is_multiline = False
    tries = 6
    forms: tuple[Form, ...] = ()

    def fill(self, scope: OrderContext) -> None:
        """Put into `scope.values` what goes without saying; to fill what is filled changes nothing."""

    def assemble(self, scope: OrderContext) -> Any:
        """The answer that the fields of a scope say; of many lines the item of this line, or a list of items."""
        return scope.form.assemble(scope.values)

    def check(self, board: Any, ask: Ask, answer: Any) -> list[Problem]:
        """Everything that is wrong with a settled answer, as a list of Problems; empty when it is legal."""
        raise NotImplementedError

    def default(self, board: Any, ask: Ask) -> Any:
        """The published default, always legal: what happens when the seat stays away.  The first of the options, where
        the question lists them."""
        if ask.is_open:
            raise TypeError(f"{type(self).__name__} has no default")
        return ask.options[0]

    # of kinds with many lines

    def start(self, board: Any, ask: Ask) -> Any:
        """What the first line finds: a state of the title's own (a sketch of the board), as `OrderContext.state`."""
        return None

    def follow(self, board: Any, ask: Ask, state: Any, new: Sequence[Any]) -> Any:
        """The state behind the items of one more line."""
        return state

    def unmendable(self, board: Any, ask: Ask, state: Any, items: Sequence[Any]) -> Sequence[Problem]:
        """What is wrong with the lines so far that no further line can mend; a walk through the menu asks."""
        return ()

    def join(self, items: list[Any]) -> Any:
        """The answer that the items of the lines make: the list of them, if the kind says no more."""
        return items

    def undone(self, board: Any, ask: Ask, state: Any, items: Sequence[Any]) -> Any:
        """The state behind `items`, after a line that was refused: a state that `follow` changes is made again."""
        return state

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        """Whether random play tries another line, behind `scope.items`."""
        return len(scope.items) < 1 + draw.below(6)


def walk(kind: Walkable, board: Any, ask: Ask, draw: Rng) -> Any:
    """A random legal answer; the published default if no walk leads to another."""
    answer = walked(kind, board, ask, draw)
    return kind.default(board, ask) if answer is NOTHING else answer


def walked(kind: Walkable, board: Any, ask: Ask, draw: Rng) -> Any:
    """A random legal answer; NOTHING if no walk leads to one.

    Forms that lead nowhere are laid aside one by one, so that every form that is open has its turn.
    """
    weights = {form: weight for form in kind.forms if (weight := _weight(form, board, ask))}
    while weights:
        form = _weighted(weights, draw)
        answer = _tried(kind, board, ask, form, draw) if form.is_open(board, ask) else NOTHING
        if answer is not NOTHING:
            return answer
        del weights[form]
    return NOTHING


def some_option(kind: Walkable, board: Any, ask: Ask, options: Sequence[Any], draw: Rng) -> Any:
    """One of the options of a question, by the weights of the forms that say them."""
    forms = [next((form for form in kind.forms if form.covers(option)), None) for option in options]
    weights = {place: _weight(form, board, ask) if form else 1 for place, form in enumerate(forms)}
    if len(set(weights.values())) == 1:
        return draw.choice(options)
    return options[_weighted(weights, draw)]


def walk_lines(kind: Walkable, board: Any, ask: Ask, draw: Rng) -> Any:
    """A random legal answer of several lines: a line that is refused is left out; the default if all are."""
    items: list[Any] = []
    state, misses = kind.start(board, ask), 0
    while misses < kind.tries and kind.goes_on(OrderContext(kind, board, ask, items=items, state=state), draw):
        weights = {form: _weight(form, board, ask) for form in kind.forms if form.is_open(board, ask)}
        new = attempt(kind, board, ask, _weighted(weights, draw), draw, items, state)
        new = new if isinstance(new, list) else [new]
        said = new not in ([], [NOTHING])
        after = kind.follow(board, ask, state, new) if said else state
        if said and not refusals(kind.unmendable(board, ask, after, [*items, *new])):
            items, state = items + new, after
        else:
            misses += 1
            state = kind.undone(board, ask, state, items)
    while refusals(kind.check(board, ask, answer := kind.join(items))):
        if not items:
            return kind.default(board, ask)
        items = items[:-1]
    return answer


def attempt(
    kind: Walkable, board: Any, ask: Ask, form: Form, draw: Rng, items: Sequence[Any] = (), state: Any = None
) -> Any:
    """One walk through a form: an answer, which only the kind's `problems` may still refuse; or NOTHING."""
    scope = OrderContext(kind, board, ask, form, items=items, state=state)
    begun = form.starts(scope, draw) if form.starts else {}
    if begun is None or form.is_rest:  # which says nothing of its own
        return NOTHING
    scope.values.update(begun)
    if not some_fields(scope, form, draw):
        return NOTHING
    kind.fill(scope)
    return NOTHING if refusals(scope.problems) else kind.assemble(scope)


def some_fields(scope: OrderContext, form: Form, draw: Rng) -> bool:
    """Fill the fields of a scope at random; False if a field that is needed has nothing to offer."""
    left_out: set[str] = set()
    for name in form.order:
        mates = form.together.get(name, ())
        field, needed = form.fields[name], name in form.needed or any(mate in scope.values for mate in mates)
        if name in scope.values or name in left_out or _is_excluded(name, form.alternatives, scope.values):
            continue
        if not needed and draw.below(100) >= field.chance:
            left_out.update(mates)
            continue
        value = field.pick(scope, draw)
        if value is not NOTHING:
            scope.values[name] = value
            if field.tested and not needed and _is_refused(scope):
                del scope.values[name]
                left_out.update(mates)
        elif needed:
            return False
    return True


def _is_refused(scope: OrderContext) -> bool:
    """Whether the rules refuse what has been chosen so far."""
    return bool(refusals(scope.kind.check(scope.board, scope.ask, scope.kind.assemble(scope))))


def _is_excluded(name: str, alternatives: Iterable[Sequence[Sequence[str]]], values: Values) -> bool:
    """Whether another alternative of the same place was chosen already."""
    return any(
        name in row and any(other in values for others in rows if others is not row for other in others)
        for rows in alternatives
        for row in rows
    )


def _weight(form: Form, board: Any, ask: Ask) -> int:
    weight = form.weight
    return weight(board, ask) if callable(weight) else weight


def _weighted(weights: Mapping[T, int], draw: Rng) -> T:
    place = draw.below(sum(weights.values()))
    for form, weight in weights.items():
        place -= weight
        if place < 0:
            return form
    raise ValueError("no weights")


class Steady:
    """A draw for examples: the same numbers each time, from a linear congruence."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return (self.state >> 8) % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], most: int | None = None) -> list[T]:
        count = len(items) if most is None else min(most, len(items))
        left = list(items)
        taken: list[T] = []
        for _ in range(1 + self.below(count) if count else 0):
            taken.append(left.pop(self.below(len(left))))
        return [item for item in items if item in taken]


def examples(kind: Walkable, board: Any, ask: Ask, most: int = 5) -> list[Any]:
    """The published default, and answers by other forms: one walk each, the same whenever one looks."""
    default = kind.default(board, ask)
    shown, draw = [default], Steady(20_000)
    for form in kind.forms:
        if len(shown) == most or not form.is_open(board, ask):
            continue
        answer = _tried(kind, board, ask, form, draw)
        if answer is not NOTHING and answer not in shown:
            shown.append(answer)
    return shown


def _tried(kind: Walkable, board: Any, ask: Ask, form: Form, draw: Rng) -> Any:
    if kind.is_multiline:
        return NOTHING
    for _ in range(kind.tries):
        answer = attempt(kind, board, ask, form, draw)
        if answer is NOTHING or not refusals(kind.check(board, ask, answer)):
            return answer
    return NOTHING
