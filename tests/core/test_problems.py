"""Every problem that the code can report has its sentence."""

import ast
import importlib
import json
import pickle
import pkgutil
import re
from pathlib import Path

import pytest

import pbem
from pbem.core.data.problems import Problem, hints, templates
from tools.pages import in_the_plural

MAKERS = {"Problem", "ParseError", "_problem", "_find", "fail", "problem"}


def codes(tree):
    """(code, line) of what the calls that make a problem are given, at once or by the name `code`."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            calls = [node for node in nodes if isinstance(node, ast.Call) and called(node) in MAKERS]
            given = [argument for call in calls for argument in call.args]
            if any(getattr(argument, "id", "") == "code" for argument in given):
                given += [
                    node.value
                    for node in nodes
                    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code"
                ]
            yield from ((code, node.lineno) for node in given for code in texts(node) if is_code(code))


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
    found = [
        (code, f"{path.name}:{line}")
        for path in sorted(Path(pbem.__file__).parent.rglob("*.py"))
        for code, line in codes(ast.parse(path.read_text()))
    ]
    assert len(found) > 300
    assert [(code, place) for code, place in found if code not in templates()] == []


def test_every_sentence_is_told_by_the_room_that_has_it():
    """The tables of a room are sorted by its modules, and code names each code, whole or by how it begins."""
    home = Path(pbem.__file__).parent
    code = "\n".join(path.read_text() for path in home.rglob("*.py"))
    for path in home.rglob("problems.json"):
        modules = {module.stem for module in path.parent.rglob("*.py")}
        for subject, sentences in json.loads(path.read_text(encoding="utf-8")).items():
            assert subject in modules, f"{path}: {subject} is no module there"
            for name in sentences:
                begun = name.partition("-")[0]
                assert f'"{name}"' in code or f'f"{begun}-{{' in code, f"{path}: nothing tells {name}"


def test_a_code_that_depends_is_found():
    source = """
def judge(late):
    code = "is-late" if late else "to-come"
    yield Problem(code, where=1)
    yield Problem("is-odd", "4.1")

def speak():
    code = "of-speech"
    say(code, "no-problem")
"""
    assert {code for code, _ in codes(ast.parse(source))} == {"is-late", "to-come", "is-odd"}


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
    for path in sorted(Path(pbem.__file__).parent.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
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
