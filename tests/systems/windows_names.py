"""What `os`, `signal` and the other modules of the standard library have on Windows: read from the stubs of typeshed
that mypy brings, in which every name that Python's documentation calls "Availability: Unix" stands below a question for
the system."""

import ast
import functools
import os
import sys

import mypy

STUBS = os.path.join(os.path.dirname(mypy.__file__), "typeshed", "stdlib")


@functools.cache
def hidden(module):
    """The names that the module has here and would not have on Windows."""
    known = names_of(module.__name__)
    return sorted(name for name in dir(module) if not name.startswith("_") and name not in known)


@functools.cache
def modules_hidden():
    """The modules of the standard library of which nothing is left on Windows."""
    found = {name.removesuffix(".pyi") for name in os.listdir(STUBS) if name.endswith(".pyi") and name[0] != "_"}
    candidates = sorted(found & sys.stdlib_module_names)
    return [name for name in candidates if _has_questions(name) and not _own(name)]


def names_of(module):
    """The names that a stub gives a module on Windows, with those that it imports from others."""
    names, imported = set(), []
    for node in _nodes(_tree(module)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
            imported += [node.module] if any(alias.name == "*" for alias in node.names) else []
        elif isinstance(node, ast.Import):
            names |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return names.union(*map(names_of, imported))


def _own(module):
    """What a stub itself defines on Windows."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.AnnAssign, ast.ImportFrom)
    skipped = ("typing", "_typeshed", "typing_extensions", "types", "builtins", "collections.abc")
    return [
        node for node in _nodes(_tree(module)) if isinstance(node, kinds) and getattr(node, "module", "") not in skipped
    ]


def _has_questions(module):
    return "win32" in _text(module) and any(isinstance(node, ast.If) for node in _tree(module).body)


def _tree(module):
    return ast.parse(_text(module))


def _text(module):
    place = os.path.join(STUBS, *module.split("."))
    path = os.path.join(place, "__init__.pyi") if os.path.isdir(place) else f"{place}.pyi"
    with open(path, encoding="utf-8") as file:
        return file.read()


def _nodes(tree):
    """The statements that hold on Windows with this Python."""
    for node in getattr(tree, "body", tree):
        if isinstance(node, ast.If):
            yield from _nodes(node.body if _is_so(node.test) else node.orelse)
        else:
            yield node


def _is_so(test):
    system = type("sys", (), {"platform": "win32", "version_info": tuple(sys.version_info)})
    return eval(compile(ast.Expression(test), "stub", "eval"), {"sys": system, "TYPE_CHECKING": True})
