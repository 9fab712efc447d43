"""Every problem that the code can report has its sentence, and every sentence stands in a table."""

import ast
import functools
import importlib
import json
import pickle
import pkgutil
import re
from pathlib import Path

import pytest

import pbem
from pbem.core.data.problems import Problem, hints, templates
from pbem.core.data.tables import Sentences
from tools.loose import EXCEPTIONS, loose
from tools.pages import in_the_plural

HOME = Path(pbem.__file__).parent
MAKERS = {"Problem", "ParseError", "_problem", "_find", "fail", "problem"}


def codes(tree):
    """(code, line) of what the calls that make a problem are given, at once or by the name `code`."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            calls = [node for node in nodes if isinstance(node, ast.Call) and called(node) in MAKERS]
            given = [argument for call in calls for argument in call.args]
            if any(getattr(argument, "id", "") == "code" for argument in given):
                assigned = (node for node in nodes if isinstance(node, ast.Assign))
                given += [node.value for node in assigned if getattr(node.targets[0], "id", "") == "code"]
            yield from ((code, node.lineno) for node in given for code in texts(node) if is_code(code))


@functools.cache
def trees():
    """``[(path, tree)]`` of all modules."""
    return [(path, ast.parse(path.read_text())) for path in sorted(HOME.rglob("*.py"))]


def called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def is_code(text):
    return "-" in text and " " not in text


def texts(node):
    """The texts that an expression may have."""
    if isinstance(node, ast.IfExp):
        return [*texts(node.body), *texts(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_code_has_a_sentence():
    for module in pkgutil.walk_packages(pbem.__path__, "pbem."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = [(code, f"{path.name}:{line}") for path, tree in trees() for code, line in codes(tree)]
    assert len(found) > 300
    assert [(code, place) for code, place in found if code not in templates()] == []


def test_every_sentence_is_told_by_the_room_that_has_it():
    """The tables of a room are sorted by its modules, and code names each code, whole or by how it begins."""
    code = "\n".join(path.read_text() for path in HOME.rglob("*.py"))
    for path in HOME.rglob("sentences.json"):
        assert {*json.loads(path.read_text(encoding="utf-8"))} <= {module.stem for module in path.parent.glob("*.py")}
    for path in HOME.rglob("problems.json"):
        modules = {module.stem for module in path.parent.rglob("*.py")}
        for subject, sentences in json.loads(path.read_text(encoding="utf-8")).items():
            assert subject in modules, f"{path}: {subject} is no module there"
            for name in sentences:
                begun = name.partition("-")[0]
                assert f'"{name}"' in code or f'f"{begun}-{{' in code, f"{path}: nothing tells {name}"


SAID_BY = {"WrongUsage": "pbem.cli.usage", "NoSuchThing": "pbem.interface.no_such_thing"}


def test_what_a_module_says_stands_in_its_table_and_is_filled():
    """No literal of the program reads like a sentence, and each that is named is there, with all of its fields."""
    assert loose().keys() == EXCEPTIONS.keys(), "python tools/loose.py tells where"
    lacking = []
    for path, tree in trees():
        module = ".".join(["pbem", *path.relative_to(HOME).with_suffix("").parts])
        says = SAID_BY | dict.fromkeys(re.findall(r"(?m)^(\w+) = Sentences\(__name__\)", path.read_text()), module)
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args and called(node) in says]
        for call, name in ((one, name) for one in calls for name in texts(one.args[0])):
            given = {keyword.arg for keyword in call.keywords}
            sentence = Sentences(says[called(call)]).all.get(name, "{lacking}")
            if None not in given and not set(re.findall(r"\{(\w+)", sentence)) <= given:
                lacking.append((name, path.name, call.lineno))
    assert lacking == []


NUMBERS = "count|left|cost|room|days|given|resources|points|money|hits|sites|over|events|steps|actions|fighters"


def test_what_is_counted_agrees_with_its_number():
    """A number before a word in the plural has its other form beside it; only numbers that are never one stand bare."""
    never_one = {"document-several", "secret-linked", "pair-tables", "units-count"}
    bare = {
        code
        for code, template in templates().items()
        if re.search(rf"\{{({NUMBERS})\}} ([a-z]+[^s\W]s|are|have)\b", template)
    }
    assert bare - never_one - {code for code in bare if code.startswith("toy-")} == set()


@pytest.mark.parametrize(
    ("code", "fields", "said"),
    [
        ("ca-losses", {"count": 1}, "1 loss has to be taken in another way."),
        ("ca-losses", {"count": 3}, "3 losses have to be taken in another way."),
        ("rd-held-stacking", {"area": "Taiwan", "over": 1, "category": "air", "side": "the PRC"}, "1 air unit of"),
        ("rd-held-stacking", {"area": "Taiwan", "over": 2, "category": "air", "side": "the PRC"}, "2 air units of"),
        ("pac-no-site", {"count": 2, "sites": 1}, "2 complexes are bought and there is 1 territory to build them."),
        ("pac-no-site", {"count": 1, "sites": 0}, "1 complex is bought and there are 0 territories to build them."),
    ],
)
def test_a_sentence_agrees_with_its_number(code, fields, said):
    assert said.lower() in Problem(code, **fields).text.lower()
    assert re.search(r"[|#:]", in_the_plural(templates()[code])) is None


def test_who_tells_a_problem_fills_its_hint():
    """Where a hint stands beside the sentence, each call that gives no other hint has its fields."""
    lacking = []
    for path, tree in trees():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and call.args and called(call) in {*MAKERS, "refuse"}:
                given = {keyword.arg for keyword in call.keywords}
                for code in texts(call.args[0]):
                    needed = set(re.findall(r"\{(\w+)", hints().get(code, "")))
                    if not given & {"hint", None} and not needed <= given | {"rule", "level", "where", "quote"}:
                        lacking.append((code, path.name, call.lineno, needed - given))
    assert lacking == []


def test_a_hint_beside_its_sentence():
    problem = Problem("rd-not-adjacent", here="a", there="d", near=("b", "c", "e"))
    assert problem.hint == "Adjacent: b, c or e."
    assert str(problem).endswith(problem.hint) and problem.to_json()["hint"] == problem.hint
    assert Problem("rd-not-adjacent", hint="Go round.", here="a", there="d").hint == "Go round."
    sent = pickle.loads(pickle.dumps(problem))
    assert (sent.text, sent.hint) == (problem.text, problem.hint)
