"""Every case under tests/cases/<title>/ of every installed title, those of one number in one test.  What is asked,
answered and told meanwhile is said as people speak, and each fact by a rule that can tell it."""

import contextlib
import functools
import zlib

import pytest

from pbem.core.bench import cases
from pbem.core.data.canon import CanonError
from pbem.core.title.game import load, titles
from tests.case_files import case_files
from tests.spoken import faults, faults_of_facts, faults_of_question, heard
from tests.thorough import THOROUGH, WHOLE
from tests.told_numbers import strange
from tools.told_by import told_by

load_once = functools.lru_cache(load)


@functools.cache
def cases_of(title):
    """``{number: cases}`` of all files that can be read; the next test names one that cannot."""
    found = {}
    for path in case_files(title):
        with contextlib.suppress(CanonError):
            for case in cases.read(path.read_bytes()):
                found.setdefault(case["id"].partition("-")[0], []).append(case)
    return found


NUMBERS = [pytest.param(title, number, id=f"{title}:{number}") for title in titles() for number in cases_of(title)]


@pytest.mark.parametrize("path", case_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_case_files_have_the_right_shape_and_show_something(path):
    _, problems = cases.check(path.read_bytes(), load_once(path.parent.name), path.name)
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize("title", titles())
def test_no_two_cases_of_a_title_have_one_name_or_play_the_same_for_the_same(title):
    found = [case for path in case_files(title) for case in cases.read(path.read_bytes())]
    ids = [case["id"] for case in found]
    assert sorted(ids) == sorted(set(ids))
    alike = [repr(sorted((k, v) for k, v in case.items() if k not in ("id", "rules", "why", "note"))) for case in found]
    assert [id for id, same in zip(ids, alike) if alike.count(same) > 1] == []


def editions_of(case, game):
    """The editions in which a case is played: those that it names; of several that are alike to it one, now this and
    now that, and the others where proofs are thorough."""
    found = cases.editions_of(case, game)
    one = found[zlib.crc32(case["id"].encode()) % len(found)]
    return found if WHOLE or "editions" in case else [e for e in found if e != one] if THOROUGH else [one]


@pytest.mark.parametrize("title, number", NUMBERS)
def test_cases(title, number):
    game, wrong, doubtful = load_once(title), [], []
    for case in cases_of(title)[number]:
        for edition in editions_of(case, game):
            with heard() as told:
                result = cases.run(case, game, edition)
            doubtful += [f"{case['id']}: {result.doubtful}"] if result.doubtful else []
            found = [] if result.doubtful else wrong_with(game, result, told)
            wrong += [f"{case['id']} [{edition}] {one}" for one in found]
    assert not wrong, "\n".join(wrong)
    if doubtful:
        pytest.skip("\n".join(doubtful))


def wrong_with(game, result, told):
    """What a case does not show, and what is told otherwise than people speak or by a rule that cannot tell it."""
    found, numbers = [*result.failures], rules_that_tell(game.id)
    if result.board:
        found += strange(game, result.board, result.facts, result.refusals)
        found += faults_of_facts(game, result.board, result.facts)
    for kind, asked, _, said in told:
        found += [*faults_of_question(kind, asked), *faults(game, kind, said)]
    return found + [fact for fact in result.facts if fact["rule"] not in numbers[fact["type"]]]


@functools.cache
def rules_that_tell(title):
    """``{type of fact: numbers}``, read off the code."""
    return told_by(load_once(title))


@pytest.mark.parametrize("title", titles())
def test_each_value_of_each_switch_has_a_case(title):
    """A ruling that a group may switch is right in every value; the default is what all other cases play."""
    game = load_once(title)
    shown = {
        (name, value)
        for path in case_files(title)
        for case in cases.read(path.read_bytes())
        for name, value in {**case.get("options", {}), **_options_of(case)}.items()
    }
    wanted = {
        (name, value)
        for name, option in game.options.items()
        for value in option["values"]
        if value not in (option["default"], "by-seat")
    }
    assert sorted(wanted - shown) == []


def _options_of(case):
    given = case.get("given")
    return given.get("options", {}) if isinstance(given, dict) else {}
