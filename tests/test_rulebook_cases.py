"""Every case under tests/cases/<title>/ of every installed title; a doubtful one is skipped with its reason."""

import functools
from pathlib import Path

import pytest

from pbem.core.rules import cases
from pbem.core.rules.game import load, titles

FOLDER = Path(__file__).parent / "cases"
load_once = functools.lru_cache(load)


def collected():
    for title in titles():
        for path in sorted((FOLDER / title).glob("*.json")):
            for case in cases.read(path.read_bytes()):
                yield pytest.param(title, case, id=f"{title}:{case['id']}")


@pytest.mark.parametrize(
    "path", sorted(FOLDER.glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_case_files_have_the_right_shape_and_no_id_twice(path):
    found, problems = cases.check_shape(path.read_bytes(), path.name)
    assert [str(problem) for problem in problems] == []
    ids = [case["id"] for case in found]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("title, case", list(collected()))
def test_case(title, case):
    result = cases.run(case, load_once(title))
    if result.doubtful:
        pytest.skip(f"doubtful: {result.doubtful}")
    assert result.ok, "\n".join(result.failures)
