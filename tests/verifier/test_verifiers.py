"""Two verifiers, written apart from each other, and what both must notice."""

import functools
import importlib.util
import io
import os
import re
import sys
from contextlib import redirect_stdout
from unittest.mock import patch

import pytest

from pbem.core import game as titles
from pbem.core.canon import loads
from pbem.core.gamefile import check, render
from pbem.core.problems import BrokenFile
from pbem.core.verify import verify

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
