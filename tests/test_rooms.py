"""Who may import whom (docs/architecture.md): the rooms of the house, enforced."""

import ast
import functools
import glob
import itertools
import os
import re

import pytest

ROOT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "pbem")
ALLOWED = {
    "core": {"core"},
    "report": {"core", "report"},
    "mail": {"core", "mail", "desk", "report"},
    "archive": {"core", "archive", "report", "tournament"},
    "desk": {"core", "desk"},
    "tournament": {"core", "desk", "tournament"},
    "interface": {"interface", "core", "report", "mail", "desk", "page", "maps", "site", "tournament", "archive"},
    "cli": {"cli", "interface", "core", "report", "mail", "archive", "desk", "tournament", "maps", "site", "page"},
    "maps": {"core", "maps"},
    "page": {"core", "report", "maps", "page"},
    "site": {"core", "report", "maps", "page", "site", "tournament"},
}
TITLES = ("cataclysm", "pacific", "red_dragon")
CLOCKS = {"random", "time", "datetime", "socket", "secrets"}


@functools.cache
def modules():
    return [*_modules()]


def _modules():
    for folder, _, files in sorted(os.walk(ROOT)):
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def imports(path):
    """The absolute names of everything a module imports, anywhere in it."""
    yield from imported_by(import_statements(path), path)


@functools.cache
def tree(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return ast.parse(file.read())


@functools.cache
def import_statements(path):
    """The import statements of a module, anywhere in it."""
    return [node for node in statements(tree(path)) if isinstance(node, (ast.Import, ast.ImportFrom))]


def statements(node):
    """A node and all statements inside it; what is inside expressions imports nothing."""
    yield node
    for name in ("body", "orelse", "handlers", "finalbody", "cases"):
        for part in getattr(node, name, ()):
            yield from statements(part)


def imported_by(nodes, path):
    """The absolute names of what import statements of a module import."""
    package = ["pbem", *path.split(os.sep)[:-1]]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def test_a_module_imports_only_the_rooms_it_may():
    assert [f"{path} imports {name}" for path in modules() for name in strangers(path)] == []


def strangers(path):
    """What a module imports from rooms that it may not see."""
    parts = path.split(os.sep)
    if len(parts) == 1 or (parts[0] == "games" and len(parts) == 2):
        allowed, own = {"core"} if path == "kit.py" else set(), None
    elif parts[0] == "games":
        allowed, own = {"core"}, f"pbem.games.{parts[1]}"
    else:
        allowed, own = ALLOWED[parts[0]], None
    for name in imports(path):
        if not name.startswith("pbem.") or name == "pbem.__version__":
            continue
        room = name.split(".")[1]
        inside = own is not None and (name == own or name.startswith(own + "."))
        start = path == "__main__.py" and room == "cli"
        if not (room in allowed or inside or start):
            yield name


def imported_in(room, names):
    """What modules of a room import of such names."""
    paths = [path for path in modules() if path.startswith(room + os.sep)]
    return [f"{path} imports {name}" for path in paths for name in imports(path) if names(name)]


def test_rules_see_no_clock_and_no_generator():
    assert imported_in("games", lambda name: name.split(".")[0] in CLOCKS) == []


def plan_of(heading):
    """The rooms that docs/architecture.md tells below the table line `heading`, the lowest first."""
    with open(os.path.join(os.path.dirname(ROOT), "docs", "architecture.md"), encoding="utf-8") as file:
        rows = file.read().partition(heading)[2].splitlines()[1:]
    told = itertools.takewhile(lambda row: row.startswith("| "), rows)
    return [row.split("|")[1].strip().removeprefix("core/") for row in told]


def rooms_in(folder):
    place = os.path.join(ROOT, *folder.split("/"))
    found = {name for name in os.listdir(place) if os.path.isfile(os.path.join(place, name, "__init__.py"))}
    loose = {name for name in os.listdir(place) if name.endswith(".py")} - {"__init__.py", "game.py"}
    return found, loose


DIVIDED = {"core": "| in core | |\n", **{f"games/{title}": "| in a title | |\n" for title in TITLES}}


@pytest.mark.parametrize("house", DIVIDED)
def test_a_house_has_the_rooms_of_the_map(house):
    found, loose = rooms_in(house)
    assert found == set(plan_of(DIVIDED[house]))
    assert not loose


@pytest.mark.parametrize("house", DIVIDED)
def test_no_room_imports_from_one_above_it(house):
    """Types and imports inside functions included."""
    plan, inside = plan_of(DIVIDED[house]), "pbem." + house.replace("/", ".") + "."
    upward = [
        f"{path} imports {name}"
        for path in modules()
        if (room := room_of(path, house)) in plan
        for name in imports(path)
        if name.startswith(inside) and (other := name.removeprefix(inside).split(".")[0]) in plan
        if plan.index(other) > plan.index(room)
    ]
    assert upward == []


def room_of(path, house):
    """The room of a house in which a module lies, or ""."""
    place = path.replace(os.sep, "/").removeprefix(f"{house}/")
    return place.split("/")[0] if place != path.replace(os.sep, "/") else ""


MENTION = re.compile(r"(?<![\w./])(?:pbem/)?(core/[a-z]+/[a-z_]+\.py)|(?<![\w.])core\.([a-z]+\.[a-z_]+)\b")


def test_a_module_that_is_named_is_there():
    """Comments and docstrings name modules by their places; a module that moves is named where it lies."""
    house = os.path.dirname(ROOT)
    papers = glob.glob(os.path.join(house, "docs", "*.md")) + glob.glob(os.path.join(house, "docs", "design", "*.md"))
    for path in [*(os.path.join(ROOT, module) for module in modules()), *papers]:
        if os.path.basename(path) == "glossary.md":  # it tells what names were before
            continue
        with open(path, encoding="utf-8") as file:
            for named, dotted in MENTION.findall(file.read()):
                place = os.path.join(ROOT, named or os.path.join("core", dotted.replace(".", os.sep)))
                assert os.path.exists(place) or os.path.exists(f"{place}.py"), f"{path} names {named or dotted}"


# -- imports inside functions --------------------------------------------------------------------------------------


@pytest.mark.longer
def test_an_import_inside_a_function_saves_something():
    """What the module, or the package around it, has loaded already is imported at its head."""
    names = {name_of(path): path for path in modules()}
    heads = {name: set(wanted(path, names, heads=True)) for name, path in names.items()}
    for name, path in names.items():
        loaded = reached(heads, [name, *around(name, names)])
        needless = sorted((set(wanted(path, names, heads=False)) & loaded) - {name, *around(name, names)})
        assert not needless, f"{path} imports {needless} inside a function"


def test_an_import_inside_a_function_is_found():
    text = "import a\nif TYPE_CHECKING:\n import b\ndef f():\n import c\n def g(): import d\nclass C:\n import e"
    assert [[node.names[0].name for node in placed(ast.parse(text), heads)] for heads in (True, False)] == [
        ["a", "e"],
        ["c", "d"],
    ]


def wanted(path, names, heads):
    """The modules of pbem that a module imports at its head, or inside its functions."""
    found = imported_by(placed(tree(path), heads), path)
    return [each if each in names else each.rpartition(".")[0] for each in found if each.startswith("pbem")]


def placed(node, heads, inside=False):
    """The import statements at the head of a module, or those inside functions; none that only types need."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            if inside != heads:
                yield child
        elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)):
            yield from placed(child, heads, inside or isinstance(child, (ast.FunctionDef, ast.Lambda)))


def around(name, names):
    """The packages around a module, whose heads run before its own."""
    parts = name.split(".")
    return [outer for end in range(1, len(parts)) if (outer := ".".join(parts[:end])) in names]


def reached(heads, start):
    """All modules that are loaded when some are, with the packages around them."""
    found, left = set(), [*start]
    while left:
        for other in heads.get(left.pop(), ()):
            for each in (other, *around(other, heads)):
                if each in heads and each not in found:
                    found.add(each)
                    left.append(each)
    return found


# -- circles -------------------------------------------------------------------------------------------------------


def test_there_is_no_circle():
    """Imports inside functions count as well: a circle that is hidden is one all the same."""
    assert not list(circles(graph()))
    assert not list(circles(graph_of_tools()))


def test_a_circle_is_found():
    assert list(circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()})) == [["a", "b", "c"]]


def graph():
    """``{module: modules of pbem that it imports, anywhere in it}``."""
    names = {name_of(path): path for path in modules()}
    found = {}
    for name, path in names.items():
        wanted = {each if each in names else each.rpartition(".")[0] for each in imports(path)}
        found[name] = wanted & set(names) - {name}
    return found


def graph_of_tools():
    """The same of the modules in tools."""
    folder = os.path.join(os.path.dirname(ROOT), "tools")
    names = {f"tools.{name.removesuffix('.py')}" for name in os.listdir(folder) if name.endswith(".py")}
    found = {}
    for name in sorted(names):
        with open(os.path.join(folder, f"{name.partition('.')[2]}.py"), encoding="utf-8") as file:
            wanted = {*imported_by(ast.walk(ast.parse(file.read())), "")}
        found[name] = {part for each in wanted for part in (each, each.rpartition(".")[0])} & names - {name}
    return found


def name_of(path):
    return ".".join(["pbem", *path[: -len(".py")].split(os.sep)]).removesuffix(".__init__")


def circles(edges):
    """The modules that reach each other, as sorted lists of more than one (Tarjan 1972)."""
    numbers, lowest, stack = {}, {}, []

    def visit(node):
        numbers[node] = lowest[node] = len(numbers)
        stack.append(node)
        for other in sorted(edges[node]):
            if other not in numbers:
                yield from visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], numbers[other])
        if lowest[node] == numbers[node]:
            circle = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(circle) > 1:
                yield sorted(circle)

    for node in sorted(edges):
        if node not in numbers:
            yield from visit(node)


@pytest.mark.parametrize("path", [path for path in modules() if path.endswith("__init__.py")])
def test_every_room_says_what_it_is_for_what_enters_and_what_leaves(path):
    """In three to eight lines of its docstring; a title and the interface, which have a page, by that."""
    told = ast.get_docstring(tree(path)) or ""
    room = os.path.dirname(path)
    page = {"": "README.md", "interface": "docs/python.md"}.get(room, f"pbem/{room}/README.md")
    if os.path.exists(os.path.join(os.path.dirname(ROOT), page)):
        return
    lines = [line for line in told.splitlines() if line]
    begun = [word for word in ("For: ", "In:  ", "Out: ") if any(line.startswith(word) for line in lines)]
    assert begun == ["For: ", "In:  ", "Out: "] and 3 < len(lines) <= 8, f"{path}: {told}"
