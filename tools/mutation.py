"""Small faults in a function: what a slip of the pen could have written in its place.

`mutants(node)` gives every one of them for the body of a function, `code` makes the code object of one.  Each is an
edit of one place: a part of a condition left out, a comparison moved by one, another constant, the other end of an
order, two arguments exchanged, a statement left out.  Nothing here knows of rules or cases.
"""

import ast
import copy
import pickle
from itertools import islice

CONTEXT = 24  # characters told on either side of a change

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
UNLIKE = ("t", "board", "self", "t.board", "ask")  # arguments that nobody takes for another
REFUSING = ("Problem", "refuse")  # calls of these names make a refusal: what its words say, no rule decides
COMMUTATIVE = ("min", "max")  # of their arguments none comes first
TELLING = "hint"  # what is assigned to this name only says something to people
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any", "first": "last", "last": "first"}
OPERATORS = ("body", "condition", "comparison", "constant", "order", "argument", "statement")


class Mutant:
    """One edit of a function.

    operator   the kind of edit, one of OPERATORS
    label      the place and what it becomes: ``losses [< -> <=] count``; with its operator unique in the function
    place      the number of the edit among those of the function
    lines      the lines of the statement (or of its head) that is changed
    text       that statement as it is, on one line
    """

    __slots__ = ("operator", "label", "place", "lines", "text")

    def __init__(self, operator, label, place, lines, text=""):
        self.operator, self.label, self.place, self.lines, self.text = operator, label, place, lines, text


def is_idle(node):
    """True if the body of a function does nothing, so that leaving it out changes nothing."""
    return all(isinstance(part, ast.Pass) or _is_idle(part) or _returns_nothing(part) for part in node.body)


def _returns_nothing(part):
    return isinstance(part, ast.Return) and (part.value is None or isinstance(part.value, ast.Constant))


def mutants(node):
    """The Mutants of a function (ast.FunctionDef), in the order of its text."""
    found, seen, kept = [], {}, pickle.dumps(node)  # which is read much faster than a node is copied
    for place, (operator, lines, top, _) in enumerate(_edits(node)):
        _, _, new_top, do = _edit(pickle.loads(kept), place)
        do()
        label = _difference(_text(top), _text(new_top))
        if label is None:
            continue
        seen[label] = seen.get(label, 0) + 1
        label += f" #{seen[label]}" if seen[label] > 1 else ""
        found.append(Mutant(operator, label, place, lines, _text(top)))
    return found


def code(node, place, name, classes, file):
    """The code object of the function with one edit done, or None if it can be none or is the same code.

    place     the number of the edit, as in Mutant.place
    classes   names of the classes that the function stands in, outermost first
    """
    whole = _compiled(copy.deepcopy(node), name, classes, file)
    changed = copy.deepcopy(node)
    _edit(changed, place)[3]()
    try:
        new = _compiled(changed, name, classes, file)
    except (SyntaxError, ValueError):
        return None
    fits = new.co_freevars == whole.co_freevars and new.co_flags == whole.co_flags
    return new if fits and not _same(new, whole) else None


def _compiled(node, name, classes, file):
    node.decorator_list = []
    node.returns = None
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    body = node
    for owner in reversed(classes):
        body = ast.ClassDef(name=owner, bases=[], keywords=[], body=[body], decorator_list=[])
    tree = ast.fix_missing_locations(ast.Module(body=[body], type_ignores=[]))
    found = compile(tree, file, "exec", dont_inherit=True)
    for part in (*classes, name):
        found = next(const for const in found.co_consts if getattr(const, "co_name", None) == part)
    return found


def _same(one, other):
    if one.co_code != other.co_code or one.co_names != other.co_names or len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        _same(a, b) if hasattr(a, "co_code") and hasattr(b, "co_code") else type(a) is type(b) and repr(a) == repr(b)
        for a, b in zip(one.co_consts, other.co_consts)
    )


# -- where ---------------------------------------------------------------------------------------------------


def _edits(node):
    """``(operator, lines, top, do)`` of every edit: `top` is the statement or head to show, `do` makes the edit."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    yield from _block(body, node)


def _edit(node, place):
    """The edit of that number."""
    return next(islice(_edits(node), place, None))


def _block(block, owner):
    """The edits of a list of statements; `block` may be a slice of the body of `owner`."""
    for statement in block:
        heads = list(_heads(statement))
        first = statement.lineno
        last = max([getattr(head, "end_lineno", first) for head in heads] or [statement.end_lineno])
        is_simple = not hasattr(statement, "body")
        lines = (first, statement.end_lineno if is_simple else last)
        yield from ((operator, lines, statement, do) for operator, do in _statement_edits(statement, owner))
        for head in heads if not _only_tells(statement) else ():
            for operator, do in _expression_edits(head, statement):
                yield operator, lines, statement, do
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(statement, name, None)
            if isinstance(inner, list):
                yield from _block(inner, statement)
        for handler in getattr(statement, "handlers", ()):
            yield from _block(handler.body, handler)
        for each in getattr(statement, "cases", ()):
            yield from _block(each.body, each)


def _only_tells(statement):
    return isinstance(statement, ast.Assign) and [_name_of(target) for target in statement.targets] == [TELLING]


def _heads(statement):
    """The expressions of a statement itself, not those of the statements in it."""
    for _, value in ast.iter_fields(statement):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, (ast.expr, ast.withitem)):
                yield each


def _text(statement):
    """A statement on one line; of a compound one its head."""
    if not hasattr(statement, "body"):
        return " ".join(ast.unparse(statement).split())
    shown = copy.copy(statement)
    shown.body = [ast.Pass()]
    for name in ("orelse", "finalbody", "handlers"):
        if hasattr(shown, name):
            setattr(shown, name, [])
    if isinstance(shown, ast.Try):
        return "try"
    return " ".join(ast.unparse(shown).split()).removesuffix(" pass")


def _difference(one, other):
    """``…before [old -> new] after…``, or None if the texts are the same."""
    if one == other:
        return None
    most = min(len(one), len(other))
    start = next((n for n in range(most) if one[n] != other[n]), most)
    end = next((n for n in range(most - start) if one[-1 - n] != other[-1 - n]), most - start)
    while start and (_in_word(one, start) or _in_word(other, start)):
        start -= 1
    while end and (_in_word(one, len(one) - end) or _in_word(other, len(other) - end)):
        end -= 1
    before, after = one[:start], one[len(one) - end :]
    before = "…" + before[-CONTEXT:] if len(before) > CONTEXT + 1 else before
    after = after[:CONTEXT] + "…" if len(after) > CONTEXT + 1 else after
    return f"{before}[{one[start : len(one) - end]} -> {other[start : len(other) - end]}]{after}"


def _in_word(text, place):
    """Whether a place lies in the middle of a word, a number or an operator sign."""
    if not 0 < place < len(text):
        return False
    pair = text[place - 1 : place + 1]
    return all(letter.isalnum() or letter == "_" for letter in pair) or all(letter in "<>=!+-*/" for letter in pair)


# -- edits of statements -------------------------------------------------------------------------------------


def _statement_edits(statement, owner):
    """``(operator, do)`` for a statement as a whole."""
    if isinstance(statement, (ast.Expr, ast.AugAssign, ast.Delete)) and not _is_idle(statement):
        yield "statement", lambda: _become(statement, ast.Pass())
    if isinstance(statement, (ast.Continue, ast.Break)):
        other = ast.Break if isinstance(statement, ast.Continue) else ast.Continue
        yield "statement", lambda: _become(statement, other())
    if isinstance(statement, ast.AugAssign) and type(statement.op) in COUNTED:
        yield "constant", lambda: setattr(statement, "op", COUNTED[type(statement.op)]())
    if isinstance(statement, (ast.If, ast.While)):
        yield from _test_edits(statement, "test")
    if isinstance(statement, ast.For) and not _only_refuses(statement):
        yield "order", lambda: setattr(statement, "iter", _reversed(statement.iter))
    follower = _after(statement, owner)
    if isinstance(statement, ast.Expr) and isinstance(follower, ast.Expr) and not _is_idle(statement):
        yield "order", lambda: _exchange(statement, follower)
    if isinstance(statement, ast.Return) and _is_said(statement.value):
        yield "statement", lambda: setattr(statement, "value", ast.Constant(None))


def _only_refuses(loop):
    """Whether a loop does nothing but gather refusals: in which order they are told, no rule decides."""
    leaves = [part for part in ast.walk(loop) if isinstance(part, ast.stmt) and not hasattr(part, "body")]
    return bool(leaves) and all(isinstance(part, ast.Expr) and _is_refusal(part.value) for part in leaves)


def _is_refusal(value):
    """``problems.append(Problem(…))``, ``yield Problem(…)`` or ``scope.refuse(…)``."""
    if isinstance(value, ast.Call) and _name_of(value.func) == "append" and len(value.args) == 1:
        value = value.args[0]
    elif isinstance(value, ast.Yield):
        value = value.value
    return isinstance(value, ast.Call) and _name_of(value.func) in REFUSING


def _is_idle(statement):
    """A bare name or constant, or the ``yield`` that only makes a generator."""
    value = getattr(statement, "value", None)
    bare = isinstance(value, ast.Yield) and value.value is None
    return isinstance(statement, ast.Expr) and (bare or isinstance(value, (ast.Constant, ast.Name)))


def _is_said(value):
    return value is not None and not (isinstance(value, ast.Constant) and not value.value)


def _after(statement, owner):
    for name in ("body", "orelse", "finalbody"):
        block = getattr(owner, name, None)
        if isinstance(block, list) and statement in block[:-1]:
            return block[block.index(statement) + 1]
    return None


def _become(statement, other):
    """Turn a statement into another one in its place."""
    ast.copy_location(other, statement)
    keep = {name: getattr(statement, name) for name in statement._attributes}
    statement.__class__ = other.__class__
    statement.__dict__.clear()
    statement.__dict__.update({**other.__dict__, **keep})


def _exchange(one, other):
    one.value, other.value = other.value, one.value


def _reversed(value):
    """``list(value)[::-1]``: the same things, the last first."""
    made = ast.Call(func=ast.Name(id="list", ctx=ast.Load()), args=[value], keywords=[])
    step = ast.Slice(step=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(1)))
    return ast.Subscript(value=made, slice=step, ctx=ast.Load())


# -- edits of expressions ------------------------------------------------------------------------------------


def _expression_edits(head, statement):
    keys = {each.slice for each in ast.walk(head) if isinstance(each, ast.Subscript)}
    words = set(_words(head))
    for node in _inside(head):
        if node in words or (isinstance(node, ast.Constant) and isinstance(node.value, str) and node in keys):
            continue  # another key is no slip: it is not there
        for kind, edits in EDITS:
            if isinstance(node, kind):
                yield from edits(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.BoolOp) or isinstance(value, list):
                yield from _operand_edits(node, name, value)
    for name, value in ast.iter_fields(statement):
        if value is head and isinstance(value, ast.BoolOp):
            yield from _operand_edits(statement, name, value)


def _words(head):
    """The parts of an expression that only say something to people: texts with fields in them, and all of a refusal
    but its code and its rule."""
    for node in ast.walk(head):
        if isinstance(node, ast.JoinedStr):
            yield from ast.walk(node)
        elif isinstance(node, ast.Call) and _name_of(node.func) in REFUSING:
            for keyword in node.keywords:
                if keyword.arg != "rule":
                    yield from ast.walk(keyword)


def _name_of(function):
    return getattr(function, "id", getattr(function, "attr", ""))


def _inside(head):
    """The nodes of an expression, an outer one before its parts."""
    yield head
    for child in ast.iter_child_nodes(head):
        if not isinstance(child, (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)):
            yield from _inside(child)


def _operand_edits(node, name, value):
    """Each operand of an ``and`` or ``or`` left out once; it stands in the field `name` of a node."""
    for index, held in enumerate(value) if isinstance(value, list) else [(None, value)]:
        if isinstance(held, ast.BoolOp):
            for place in range(len(held.values)):
                edit = (node, name, index, held, place)
                yield "condition", lambda edit=edit: _leave_out(*edit)


def _leave_out(node, name, index, held, place):
    del held.values[place]
    if len(held.values) == 1:  # an and of one operand is that operand
        if index is None:
            setattr(node, name, held.values[0])
        else:
            getattr(node, name)[index] = held.values[0]


def _test_edits(node, name):
    """The condition always true, and never."""
    if not isinstance(getattr(node, name), ast.Constant):
        for truth in (True, False):
            yield "condition", lambda truth=truth: setattr(node, name, ast.Constant(truth))


def _of_choice(node):
    yield from _test_edits(node, "test")


def _of_comprehension(node):
    for place in range(len(node.ifs)):
        yield "condition", lambda place=place: node.ifs.__setitem__(place, ast.Constant(True))


def _of_connective(node):
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield "condition", lambda: setattr(node, "op", other())


def _of_not(node):
    if isinstance(node.op, ast.Not):
        yield "condition", lambda: _become(node, ast.Call(_name("bool"), [node.operand], []))


def _name(text):
    return ast.Name(id=text, ctx=ast.Load())


def _of_comparison(node):
    for place, op in enumerate(node.ops):
        if type(op) in COMPARED:
            yield "comparison", lambda place=place, op=op: node.ops.__setitem__(place, COMPARED[type(op)]())


def _of_constant(node):
    value = node.value
    if isinstance(value, bool):
        yield "constant", lambda: setattr(node, "value", not value)
    elif isinstance(value, int):
        yield "constant", lambda: setattr(node, "value", value + 1)
    elif isinstance(value, str) and value and node.__dict__.get("kind") is None:
        yield "constant", lambda: setattr(node, "value", value + "-")


def _of_sum(node):
    if type(node.op) in COUNTED and not isinstance(node.left, (ast.JoinedStr, ast.List, ast.Tuple)):
        yield "constant", lambda: setattr(node, "op", COUNTED[type(node.op)]())


def _of_call(node):
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in EXCHANGED:
        operator = "order" if name in ("min", "max") else "condition"
        yield operator, lambda: setattr(node.func, "id", EXCHANGED[name])
    if name == "sorted":
        yield "order", lambda: _become(node, _reversed(copy.copy(node)))
    for place in range(len(node.args) - 1 if name not in COMMUTATIVE else 0):
        if any(isinstance(each, ast.Starred) or ast.unparse(each) in UNLIKE for each in node.args[place : place + 2]):
            continue
        yield "argument", lambda place=place: _exchange_at(node.args, place)
    for place, keyword in enumerate(node.keywords):
        if keyword.arg is not None and (keyword.arg == "rule" or _name_of(node.func) not in REFUSING):
            yield "argument", lambda place=place: node.keywords.__delitem__(place)


def _exchange_at(values, place):
    values[place], values[place + 1] = values[place + 1], values[place]


def _of_place(node):
    """The other end of a list: [0] for [-1]."""
    ends = {"0": -1, "-1": 0}
    text = ast.unparse(node.slice)
    if text in ends and isinstance(node.ctx, ast.Load):
        yield "order", lambda: setattr(node, "slice", ast.parse(str(ends[text]), mode="eval").body)


EDITS = (
    (ast.IfExp, _of_choice),
    (ast.comprehension, _of_comprehension),
    (ast.BoolOp, _of_connective),
    (ast.UnaryOp, _of_not),
    (ast.Compare, _of_comparison),
    (ast.Constant, _of_constant),
    (ast.BinOp, _of_sum),
    (ast.Call, _of_call),
    (ast.Subscript, _of_place),
)
