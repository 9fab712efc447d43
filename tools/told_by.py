"""By which rules each fact of a title is told, read off its code: what the published schemas of facts allow as `rule`.

A fact takes the number that `emit` is given as `rule`, or that of the rule which runs: of the nearest function around
the call that is marked with one, or of those that call it.  Where a number is no word at the place itself, it is looked
for where the name gets its values: in arguments, assignments, tables and data files.  So what is found may be more than
what happens.  That it is not less is seen in what games and cases tell (tests/core/test_published_facts.py,
tests/test_told_by.py).
"""

import ast
import os

from pbem.core.data import components
from pbem.core.title.coverage import numbers_of

ROOMS = ("board", "rules", "orders")


def told_by(game):
    """``{type of fact: the numbers of the rules that tell it, in the order of the book}``."""
    numbers = [*numbers_of(game.id), *game.rulings]
    code = Code(game, set(numbers))
    found = code.facts()
    if game.ending:  # core tells of offers (language/draw_and_resign.py)
        found |= {"end-offered": {game.ending.rule}, "end-answered": {game.ending.rule}}
    found = {type: {called for number in told for called in _in_editions(game, number)} for type, told in found.items()}
    return {type: [number for number in numbers if number in found.get(type, ())] for type in sorted(game.facts.fields)}


def _in_editions(game, number):
    """A number, and what other editions call its rule (core/rules/numbers.py)."""
    return {number, *numbers_of(game.id).get(number, {}).get("called", {}).values()}


class Code:
    """The functions of a title, who mentions whom, and what its names may be.

    uses    {name: the functions, or the names outside of functions, where it is mentioned}
    values  {name: what is given to it: (expression, the function where that stands)}
    """

    def __init__(self, game, numbers):
        self.game, self.numbers = game, numbers
        self.functions, self.uses, self.values, self.emits, self.calls = {}, {}, {}, [], {}
        for path in modules(game):
            with open(path, encoding="utf-8") as file:
                tree = ast.parse(file.read())
            self._read(tree, Home(Module(tree)))
        self.data = [row for row in _numbers_in_data(game) if row[1] in numbers]

    # -- reading ------------------------------------------------------------------------------------------------

    def _read(self, node, home):
        """Note what a node says; `home` is where it stands."""
        for child in ast.iter_child_nodes(node):
            inner = home
            if isinstance(child, ast.FunctionDef):
                inner = Function(child, home, self._mark(child), isinstance(node, ast.ClassDef))
                self.functions.setdefault(child.name, []).append(inner)
            elif isinstance(child, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.keyword)):
                inner = self._note_values(child, home)
            elif isinstance(child, ast.Call):
                self._note_call(child, home)
            self._note_mention(child, home)
            self._read(child, inner)

    def _note_mention(self, node, home):
        """Note who mentions a name: by itself, as one of an imported module, as a method, or as a word."""
        if isinstance(node, ast.Name) and not home.has(node.id):
            self.uses.setdefault(node.id, set()).add(("name", home))
        elif isinstance(node, ast.Attribute):
            how = "module" if getattr(node.value, "id", "") in home.module.imported else "method"
            self.uses.setdefault(node.attr, set()).add((how, home))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.uses.setdefault(("word", node.value), set()).add(("word", home))

    def _mark(self, function):
        """The number that what a function tells takes by itself, or ""."""
        pushes = function.args.args[:1] and function.args.args[0].arg == "t" or _yields(function)
        for one in function.decorator_list:
            first = one.args[0] if isinstance(one, ast.Call) and one.args else None
            if pushes and isinstance(first, ast.Constant) and first.value in self.numbers:
                return first.value
        return ""

    def _note_values(self, node, home):
        """Note what a name is given; what stands outside of functions is in the home of that name."""
        if isinstance(node, ast.keyword):
            names, value = [node.arg], node.value
        else:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            value = node.iter if isinstance(node, (ast.For, ast.comprehension)) else node.value
            names = [one.id if isinstance(one, ast.Name) else one.attr for target in targets for one in _names(target)]
        for name in names:
            if name and value is not None:
                self.values.setdefault(name, []).append((value, home))
        if isinstance(home, Function) or not names or isinstance(node, ast.keyword):
            return home
        return Home(home.module, names[0])

    def _note_call(self, call, home):
        if _called(call) == "emit":
            self.emits.append((call, home))
        self.calls.setdefault(_called(call), []).append((call, home))

    # -- what is told ---------------------------------------------------------------------------------------------

    def facts(self):
        """``{type: numbers}`` of all that is told."""
        found = {}
        for call, home in self.emits:
            given = {one.arg: one.value for one in call.keywords}
            first = call.args[0] if call.args else given.get("type")
            if first is None:
                continue  # a fact that was told elsewhere, on a sketch
            types = self._meant(first, home, set(self.game.facts.fields))
            numbers = self._meant(given["rule"], home, self.numbers) if "rule" in given else self._running(home)
            for type in types:
                found.setdefault(type, set()).update(numbers)
        return found

    def _running(self, home):
        """The numbers of the rules that may run when something is looked at: its own, or those of who mentions it."""
        found, seen, open = set(), set(), [home]
        while open:
            home = open.pop()
            if home in seen:
                continue
            seen.add(home)
            if home.mark:
                found.add(home.mark)
            else:
                open += [home.home] if home.home else []
                open += [user for name in home.names for how, user in self.uses.get(name, ()) if home.meant(how, user)]
        return found

    def _meant(self, node, home, wanted):
        """Those of the wanted words that an expression may be."""
        found, seen, open = set(), set(), [(node, home)]
        while open:
            node, home = open.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            if isinstance(node, ast.Constant):
                found |= {node.value} & wanted if isinstance(node.value, str) else set()
            elif _key(node) == "rule":
                found |= self._in_data(node.value, home) & wanted
            else:
                open += self._behind(node, home)
        return found

    def _in_data(self, node, home):
        """The numbers under ``rule`` in the data files, below a word by which the record was looked up."""
        words, seen, open = set(), set(), [(node, home)]
        while open:
            node, home = open.pop()
            if isinstance(node, (ast.Subscript, ast.Name)) and node not in seen:
                seen.add(node)
                words.add(_key(node))
                open += self._behind(node, home)
        return {number for path, number in self.data if words & path} or {number for _, number in self.data}

    def _behind(self, node, home):
        """``[(expression, function)]`` of what an expression is made of."""
        if isinstance(node, ast.Name):
            return self._given(node.id, home)
        if isinstance(node, ast.Attribute):
            return self.values.get(node.attr, [])
        if isinstance(node, ast.Call):
            return self._made(node, home)
        if isinstance(node, ast.Subscript):
            return [(node.value, home)]
        if isinstance(node, ast.IfExp):
            return [(node.body, home), (node.orelse, home)]
        if isinstance(node, ast.Dict):
            return [(one, home) for one in node.values]
        return [(one, home) for one in ast.iter_child_nodes(node)]

    def _given(self, name, home):
        """``(expression, function)`` of all that a name may be given: as a parameter, in its function, or anywhere."""
        function = home
        while isinstance(function, Function):
            if name in function.parameters:
                return self._arguments(function, name)
            function = function.home
        rows = self.values.get(name, [])
        return [row for row in rows if row[1] is home] or rows

    def _arguments(self, function, name):
        """What the calls of a function, and its own default, give to a parameter."""
        calls = [row for one in function.names for row in self.calls.get(one, ())]
        rows = [(function.argument(call, name), home) for call, home in calls]
        marks = [(part, function.home) for one in function.decorators for part in _words(one)]
        return [(function.default_of(name), function.home), *rows, *(() if any(node for node, _ in rows) else marks)]

    def _made(self, call, home):
        """What a call gives: something of what it was given, or of what its function gives back."""
        rows = [(one, home) for one in call.args]
        if isinstance(call.func, ast.Attribute):  # TABLE.get(…)
            rows.append((call.func.value, home))
        own = self.functions.get(_called(call), ())
        return [(value, function) for function in own for value in function.returned()] if own else rows


class Module:
    """A file: what it imports, and what it defines."""

    def __init__(self, tree):
        imports = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        self.imported = {alias.asname or alias.name for one in imports for alias in one.names}
        self.defined = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
        for one in tree.body:
            if isinstance(one, ast.Assign):
                self.defined |= {part.id for target in one.targets for part in _names(target) if hasattr(part, "id")}


class Home:
    """What stands in a file outside of functions: the value of a name, if it has one."""

    mark, home, is_method = "", None, False

    def __init__(self, module, name=None):
        self.module, self.name = module, name

    def __eq__(self, other):
        return type(other) is type(self) and (self.module, self.name) == (other.module, other.name)

    def __hash__(self):
        return hash((self.module, self.name))

    @property
    def names(self):
        return [self.name] if self.name else []

    def has(self, name):
        """Whether a name is one of its own, or of a function around it: no mention of what is called so."""
        return False

    def meant(self, how, user):
        """Whether this is what is mentioned by its name: a file's own name goes before those of others."""
        if how == "word" or (how == "method") != self.is_method:
            return how == "word"
        if how == "name":
            return user.module is self.module or not user.module.defined & set(self.names)
        return how == "method" or user.module is not self.module


class Function(Home):
    """A function of a title, in the function `home` if it is not None; its `mark` is the number that it takes."""

    def __init__(self, node, home, mark, is_method):
        self.node, self.module, self.mark, self.is_method = node, home.module, mark, is_method
        self.home = home if isinstance(home, Function) else None
        self.parameters = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
        stored = (one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
        self.own = {*self.parameters, *(one.id for one in stored)}

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def has(self, name):
        return name in self.own or bool(self.home and self.home.has(name))

    @property
    def decorators(self):
        return [one for one in self.node.decorator_list if isinstance(one, ast.Call)]

    @property
    def names(self):
        """What others call it by: its name, and the words under which it is registered."""
        words = [arg.value for one in self.decorators for arg in one.args if isinstance(arg, ast.Constant)]
        return [self.node.name, *(("word", word) for word in words if isinstance(word, str))]

    def default_of(self, name):
        given = self.node.args.args
        pairs = [*zip(given[len(given) - len(self.node.args.defaults) :], self.node.args.defaults)]
        pairs += zip(self.node.args.kwonlyargs, self.node.args.kw_defaults)
        return next((value for one, value in pairs if one.arg == name), None)

    def argument(self, call, name):
        """What a call gives to a parameter, or None; `self` is before the dot, and what a queue carries (due.py) after
        the table and the name."""
        keyword = next((one.value for one in call.keywords if one.arg == name), None)
        if keyword is not None:
            return keyword
        place = self.parameters.index(name) - (self.parameters[0] == "self")
        spread = next((one.value for one in call.args[: place + 1] if isinstance(one, ast.Starred)), None)
        return spread or (call.args[place] if 0 <= place < len(call.args) else None)

    def returned(self):
        return [one.value for one in ast.walk(self.node) if isinstance(one, ast.Return) and one.value is not None]


def modules(game):
    """The files of a title's code."""
    home = os.path.dirname(components.folder(game.package))
    found = []
    for room in ROOMS:
        for folder, _, files in os.walk(os.path.join(home, room)):
            found += [os.path.join(folder, name) for name in sorted(files) if name.endswith(".py")]
    return found


def _numbers_in_data(game):
    """``(keys above it, word)`` for every word under a key ``rule`` in the component files of a title."""
    stack = [
        (frozenset(name.split("/")), components.load(game.package, name)) for name in components.names(game.package)
    ]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict):
            if isinstance(value.get("rule"), str):
                yield path, value["rule"]
            stack += [(path | {key}, part) for key, part in value.items()]
        elif isinstance(value, list):
            stack += [(path, part) for part in value]


def _key(node):
    """The word by which something is looked up, ``record["rule"]``, or None."""
    key = node.slice if isinstance(node, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) else None


def _called(call):
    """The name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _words(node):
    return [one for one in ast.walk(node) if isinstance(one, ast.Constant)]


def _names(target):
    """The names that a target of an assignment has."""
    if isinstance(target, (ast.Name, ast.Attribute)):
        return [target]
    return [one for part in getattr(target, "elts", ()) for one in _names(part)]


def _yields(function):
    return any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(function))
