"""pbem case: run a case and tell its story."""

from typing import TYPE_CHECKING

from pbem.core.data.problems import Refused
from pbem.core.data.tables import Sentences
from pbem.interface.choices import game_of

from .output import tell, wrapped
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.bench.cases import Result
    from pbem.core.data.json_types import Json
    from pbem.core.title.game import Game

_say = Sentences(__name__)


@declared("case")
def command(path: str, title: str | None, wanted: str | None, edition: str | None, as_json: bool) -> int | None:
    """Run the cases of FILE, each a rule put to the test: a board, orders and dice, and what must come of them.

    The format is schemas/case.schema.json; a case is the best way to report a bug. A case that expects nothing that
    could fail is refused. Exit code 5 if a case fails.
    """
    from pbem.core.bench.case_faults import editions_of
    from pbem.core.bench.cases import run

    pairs = _read(path, title, wanted)
    fit = [(case, game) for case, game in pairs if edition is None or edition in editions_of(case, game)]
    if not fit:
        there = dict.fromkeys(each for case, game in pairs for each in editions_of(case, game))
        raise WrongUsage("no-case-of-edition", path=path, edition=edition, there=[*there])
    results = [(game, case, run(case, game, edition)) for case, game in fit]
    passed = [case["id"] for case, game in pairs if (case, game) not in fit]
    told = [as_text(*row) for row in results]
    told += [_say("passed-over", edition=edition, cases=passed)] if passed else []
    found = {"pbem": "cases/1", "cases": [described(*row) for row in results], "passed_over": passed}
    tell(as_json, found, "\n\n".join, told)
    failed = [result for _, _, result in results if not (result.ok or result.doubtful)]
    return 5 if failed else 0


def _read(path: str, title: str | None, wanted: str | None) -> "list[tuple[Json, Game]]":
    """``[(case, its title)]`` of a file; raises Refused with every problem and its line."""
    from pbem.core.bench.case_faults import faults
    from pbem.core.bench.cases import cases_of
    from pbem.core.data import schemas
    from pbem.core.data.store import MAX_BYTES

    document, text = schemas.read("case", path, MAX_BYTES)
    cases = cases_of(document)
    found = [case for case in cases if wanted in (None, case["id"])]
    if not found:
        raise WrongUsage("no-case", name=wanted, path=path, there=[c["id"] for c in cases])
    pairs = [(case, _game(path, title, case)) for case in found]
    Refused.if_any(
        problem for case, game in pairs for problem in schemas.located(faults(case, game, title), text, path)
    )
    return pairs


def _game(path: str, title: str | None, case: "Json") -> "Game":
    """The title of a case: its own, or the one that is named, or that of the folder of the file."""
    import os

    from pbem.core.bench.case_faults import title_of
    from pbem.core.title.game import is_title, titles

    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    found = title_of(case) or title or (folder if is_title(folder) else None)
    if found is None:
        raise WrongUsage("case-title", name=case["id"], there=[*titles()])
    return game_of(found)


def described(game: "Game", case: "Json", result: "Result") -> "Json":
    """The result of a case as JSON (schemas/cases.schema.json)."""
    return {
        "id": case["id"],
        "title": game.id,
        "rules": case["rules"],
        "holds": result.ok,
        "doubtful": result.doubtful,
        "failures": result.failures,
        "ran": sorted(result.ran),
        "story": story(game, result),
    }


def story(game: "Game", result: "Result") -> list[str]:
    """The facts of a case as sentences, each with its rule."""
    if result.board is None:
        return []
    say, lines = game.telling.say(result.board), []
    for fact in result.facts:
        told = game.telling.words.fact(fact, say)
        text = told if isinstance(told, str) else (told or {}).get("text")
        if text:
            lines.append(f"{text} [{fact['rule']}]")
    return lines


def as_text(game: "Game", case: "Json", result: "Result") -> str:
    """A case for people: what it is about, its story, and whether it came out as expected."""
    verdict = "holds" if result.ok else "does not hold"
    lines = [f"{case['id']} (rule {', '.join(case['rules'])}): {verdict}"]
    told = [*story(game, result), *(f"not as expected: {failure}" for failure in result.failures)]
    lines += [wrapped(line, "  ", "    ") for line in told]
    if result.doubtful:
        lines.append(f"  doubtful: {result.doubtful}")
    lines.append(f"  rules entered: {', '.join(sorted(result.ran)) or 'none'}")
    return "\n".join(lines)
