"""Two verifiers, written apart from each other, and what both must notice."""

import ast
import configparser
import functools
import importlib.util
import io
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from unittest.mock import patch

import pytest

from pbem.core.data.canon import dumps, loads
from pbem.core.data.problems import BrokenFile
from pbem.core.record.gamefile import check, read, render
from pbem.core.record.verify import verify
from pbem.core.rules import game as titles

from . import alterations, games

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SMALL = os.path.join(ROOT, "verifier", "pbem_verify.py")


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(titles.TITLES, "toy", "tests.toy")


@functools.cache
def played(maker):
    """The bytes of a game file, played once."""
    return render(maker().document())


@functools.cache
def small():
    """The small verifier as a module."""
    spec = importlib.util.spec_from_file_location("pbem_verify", SMALL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_pbem(data):
    """(exit code, what it says) of `pbem verify`."""
    try:
        report = verify(check(loads(data)))
    except BrokenFile as broken:
        return 4, "\n".join(map(str, broken.problems))
    return report.exit_code, "\n".join(map(str, [*report.problems, *report.missing]))


def by_small(data, folder, *options):
    """(exit code, what it says) of the small verifier."""
    path = folder / "game.json"
    path.write_bytes(data)
    said = io.StringIO()
    with redirect_stdout(said), patch.object(sys, "argv", ["pbem_verify.py", str(path), *options]):
        code = small().main()
    return code, said.getvalue()


@pytest.mark.parametrize("maker", games.MAKERS, ids=lambda maker: maker.__name__)
def test_neither_objects_to_an_unaltered_file(maker, tmp_path):
    data = played(maker)
    assert by_pbem(data) == (0, "")
    code, said = by_small(data, tmp_path)
    assert code == 0 and said.startswith("All holds") and said.count("\n") == 2
    assert f"entries {len(loads(data)['entries'])}," in said and loads(data)["entries"][-1]["head"] in said


@pytest.mark.parametrize("maker, alter", alterations.BOTH, ids=lambda function: function.__name__)
def test_both_object_to_an_alteration_and_name_it(maker, alter, tmp_path):
    document = loads(played(maker))
    place = alter(document)
    data = render(document)
    assert data != played(maker)
    for code, said in (by_pbem(data), by_small(data, tmp_path)):
        assert code in (4, 5)
        assert re.search(rf"(?i)\b({place})\b", said), said


@pytest.mark.parametrize("maker, alter", alterations.RULES_ONLY, ids=lambda function: function.__name__)
def test_what_only_the_rules_can_tell_is_told_by_pbem_verify(maker, alter, tmp_path):
    document = loads(played(maker))
    place = alter(document)
    code, said = by_pbem(render(document))
    assert code == 4 and re.search(rf"(?i)\b({place})\b", said), said
    assert by_small(render(document), tmp_path)[0] == 0, "it can be told without rules: a case for both"


def test_the_forger_s_tools_make_what_the_package_makes():
    """Made anew without having changed anything, a file is the same: what is noticed is the alteration."""
    document = loads(played(games.toy_sealed))
    alterations.covered_anew(document)
    assert render(document) == played(games.toy_sealed)


def test_there_are_forty_alterations_and_more():
    assert len({alter.__name__ for _, alter in alterations.BOTH}) >= 40
    assert len({maker for maker, _ in alterations.BOTH}) >= 8


# -- the file itself --------------------------------------------------------------------------------------


def source():
    with open(SMALL, encoding="utf-8") as file:
        return file.read()


def test_it_is_short_and_imports_the_standard_library_only():
    lines = source().splitlines()
    assert len(lines) < 300 and max(map(len, lines)) <= 110
    names = set()
    for node in ast.walk(ast.parse(source())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    assert names and names <= set(sys.stdlib_module_names)


def alone(path, *options):
    """The small verifier as a stranger runs it: without the package, its libraries, or a place to find them in."""
    command = [sys.executable, "-I", "-S", SMALL, str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=path.parent, timeout=60)


def test_it_runs_alone_with_the_exit_codes_that_it_documents(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(played(games.toy_lines))
    head = loads(played(games.toy_lines))["entries"][3]["head"]
    for options, code in [((), 0), (("--head", head), 0), (("--head", head[:32].upper()), 0),
                          (("--head", "ab" * 16), 4), (("--head", head[:8]), 4), (("--wrong",), 2)]:  # fmt: skip
        ran = alone(path, *options)
        assert (ran.returncode, "Traceback" in ran.stderr) == (code, False), options
    assert alone(tmp_path / "nowhere.json").returncode == 4
    with pytest.raises(BrokenFile):
        read(str(tmp_path / "nowhere.json"))
    document = loads(played(games.toy_lines))
    alterations.a_line_that_is_never_opened(document)
    path.write_bytes(render(document))
    assert alone(path).returncode == 5
    told = re.search(r"Exit code (.*)", source())[1]
    assert re.findall(r"\d", told) == ["0", "4", "5", "2"]
    with open(os.path.join(ROOT, "docs", "fairness.md"), encoding="utf-8") as page:
        assert re.findall(r"^\| (\d) \|", page.read(), re.MULTILINE)[:4] == ["0", "2", "4", "5"]


def test_both_say_the_same_of_another_head(tmp_path):
    data = played(games.toy_shared)
    own = loads(data)["entries"][-1]["head"]
    for head, code in [(own, 0), (own[:32].upper(), 0), ("ab" * 32, 4), (own[:31], 4)]:
        assert by_small(data, tmp_path, "--head", head)[0] == code
        assert verify(check(loads(data)), head).exit_code == code


def test_it_is_shipped_beside_the_package():
    """In the source distribution, and as share/pbem/pbem_verify.py where a wheel is installed."""
    parser = configparser.ConfigParser()
    parser.read(os.path.join(ROOT, "setup.cfg"), encoding="utf-8")
    assert parser["options.data_files"]["share/pbem"].split() == [os.path.relpath(SMALL, ROOT)]


# -- hostile files ----------------------------------------------------------------------------------------

HOSTILE = {
    "nothing": b"",
    "no json": b"{",
    "no text": b"\xff\xfe\x00",
    "deep lists": b"[" * 200_000,
    "deep objects": b'{"a":' * 200_000,
    "not a number": b'{"charter": NaN}',
    "infinity": b'{"charter": -Infinity}',
    "a float": b'{"charter": 1.0}',
    "a huge number": b'{"charter": ' + b"9" * 100_000 + b"}",
    "a number too large": b'{"charter": 9007199254740992}',
    "minus zero": b'{"charter": -0}',
    "a key twice": b'{"charter": 1, "charter": 2}',
    "a key beyond ASCII": '{"chartér": 1}'.encode(),
    "half a surrogate": b'{"charter": "\\ud800"}',
    "a list": b"[]",
    "a text": b'"game"',
    "null": b"null",
    "an empty object": b"{}",
    "a marked beginning": b"\xef\xbb\xbf{}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_without_a_traceback(name, tmp_path):
    code, said = by_small(HOSTILE[name], tmp_path)
    assert code == 4 and "cannot be read" in said
    path = tmp_path / "game.json"
    path.write_bytes(HOSTILE[name])
    with pytest.raises(BrokenFile):
        read(str(path))


def test_a_hostile_file_on_the_command_line(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(HOSTILE["deep lists"])
    ran = alone(path)
    assert (ran.returncode, ran.stderr) == (4, "")


ODD = [None, True, -1, 2**53 - 1, "", "x" * 64, "é" * 64, [], [[]], {}, {"n": {}}]


def places(value, path=()):
    """The paths of every part of a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


def replaced(document, path, value):
    """A document with one part replaced."""
    if not path:
        return value
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[path[0]] = replaced(document[path[0]], path[1:], value)
    return copy


def is_left_to_the_rules(path):
    """What stands beside the record and is committed to by no entry: parts of open steps, and the result."""
    return path[:1] == ("result",) or "open" in (path[:1] + path[2:3])


@pytest.mark.parametrize("maker", [games.toy_lines_closed, games.toy_twice_undone, games.toy_two_alone,
                                   games.toy_repaired, games.toy_new_chains])  # fmt: skip
def test_wrong_types_everywhere_are_answered_not_raised(maker, tmp_path):
    """Every sixth part of a file in turn is replaced by something odd: both answer, and object to all in the record."""
    document = loads(played(maker))
    for number, path in enumerate(sorted(places(document), key=str)[::6]):
        odd = ODD[number % len(ODD)]
        part = functools.reduce(lambda value, key: value[key], path, document)
        if type(part) is type(odd) and part == odd:
            continue
        data = dumps(replaced(document, path, odd))
        code, said = by_small(data, tmp_path)
        assert code in (4, 5) or is_left_to_the_rules(path), (path, odd, said)
        assert by_pbem(data)[0] in (0, 4, 5)
