"""What makes a case worthless before it is run: it names what is not there, or it expects nothing that could fail."""

from collections.abc import Iterator

from ..data.json_types import Json
from ..data.problems import Problem
from ..title.game import Game

Case = Json
"""A case as its file has it (schemas/case.schema.json)."""

VERBS = ("compute", "query", "check", "play")
EXPECTED = {
    "compute": ("value",),
    "query": ("value",),
    "check": ("refused",),
    "play": ("refused", "board", "facts", "not", "asks", "unasked", "ends"),
}


def title_of(case: Case) -> str | None:
    """The title that a case says it is of, itself or in its position, or None."""
    return case.get("title") or _given(case).get("title")


def editions_of(case: Case, game: Game) -> list[str]:
    """The editions that a case holds for: those that it names, that of its position, or all of the title."""
    own = _given(case).get("edition")
    named: list[str] | None = case.get("editions")
    return named or ([own] if own else list(game.editions))


def expected(case: Case, edition: str) -> Json:
    """What must come out in one edition."""
    expect: Json = case["expect"]
    by_edition: Json = expect.get(edition, expect)
    return by_edition


def verb_of(case: Case) -> str:
    return next(verb for verb in VERBS if verb in case)


def faults(case: Case, game: Game, title: str | None = None) -> list[Problem]:
    """Every Problem that keeps a case from showing anything.

    case    of the shape of schemas/case.schema.json
    game    its title
    title   the id of the title that somebody asked for, if anybody did
    """
    return [*_titles(case, title), *_editions(case, game), *_options(case, game), *_expectations(case, game)]


def _given(case: Case) -> Json:
    given = case.get("given")
    return given if isinstance(given, dict) else {}


def _titles(case: Case, title: str | None) -> Iterator[Problem]:
    own, other = title_of(case), _given(case).get("title")
    if title and own and own != title:
        yield Problem("case-title", id=case["id"], title=own, other=title)
    if other and own != other:
        yield Problem("case-titles", id=case["id"], title=own, other=other)


def _editions(case: Case, game: Game) -> Iterator[Problem]:
    editions, own = editions_of(case, game), _given(case).get("edition")
    for edition in editions:
        if edition not in game.editions:
            yield Problem("case-edition", id=case["id"], edition=edition, title=game.name, editions=game.editions)
        elif own and edition != own:
            yield Problem("case-position-edition", id=case["id"], edition=edition, other=own)
    if _is_by_edition(case):
        for edition in editions:
            if edition not in case["expect"]:
                yield Problem("case-expects-edition", id=case["id"], edition=edition)
        for edition in case["expect"]:
            if edition not in editions:
                yield Problem("case-expects-other", id=case["id"], edition=edition)


def _is_by_edition(case: Case) -> bool:
    return not set(case["expect"]) & {name for names in EXPECTED.values() for name in names}


def _options(case: Case, game: Game) -> Iterator[Problem]:
    for name in {**case.get("options", {}), **_given(case).get("options", {})}:
        if name not in game.options:
            yield Problem("case-option", id=case["id"], option=name, title=game.name, options=sorted(game.options))


def _expectations(case: Case, game: Game) -> Iterator[Problem]:
    verb = verb_of(case)
    parts = list(case["expect"].values()) if _is_by_edition(case) else [case["expect"]]
    for expect in parts:
        if not expect:
            yield Problem("case-nothing", id=case["id"])
        for what, value in expect.items():
            if what not in EXPECTED[verb]:
                yield Problem("case-unchecked", id=case["id"], what=what, verb=verb, checked=[*EXPECTED[verb]])
            elif value in ([], {}) and what not in ("value", "ends"):
                yield Problem("case-empty", id=case["id"], what=what)
        for fact in (*expect.get("facts", ()), *expect.get("not", ())):
            if fact["type"] not in game.reducers:
                yield Problem("case-fact", id=case["id"], fact=fact["type"], title=game.name)
        for question in (*expect.get("asks", ()), *expect.get("unasked", ())):
            if question["kind"] not in game.kinds:
                yield Problem("case-question", id=case["id"], kind=question["kind"], title=game.name)
