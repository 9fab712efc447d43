"""pbem show: look at the board."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .games import single
from .options import load_game
from .output import tell
from .pages import Page, pages
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.title.game import Game


@declared("show")
def command(game: str, what: Sequence[str], seat: str | None, jobs: int, as_json: bool) -> int:
    """Ask the board a named query: control, units, pools, what can be built, what borders what.

    Without WHAT, the queries of the title are listed. More words that end in .json or contain a slash (spring/) are
    games or folders too: then each game gets a line, or several below its file name (with --json: JSON Lines); the exit
    code is the worst of all.
    """
    from pbem.core.title.queries import ask, told

    games, query = _divided(game, what)
    if single(games) is None:
        if not query:
            raise WrongUsage("query")
        page = Page("answer", text=told, json=lambda value: _answer(query, value))
        return pages(games, jobs, page, "show", query, as_json=as_json)
    file = load_game(game)
    if not query:
        _list(file.game, as_json)
        return 0
    value = ask(file.game, file.current_board(), query)
    tell(as_json, _answer(query, value), told, value)
    return 0


def _divided(first: str, words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """``(games, query)``: the words that are games, and what is asked of them."""
    count = next((n for n, word in enumerate(words) if not _is_path(word)), len(words))
    return (first, *words[:count]), " ".join(words[count:])


def _is_path(word: str) -> bool:
    return word.endswith(".json") or not {os.sep, "/"}.isdisjoint(word)


def _answer(query: str, value: Any) -> "Json":
    return {"pbem": "query/1", "query": query, "value": value}


def _list(game: "Game", as_json: bool) -> None:
    from pbem.core.title.queries import described

    rows = described(game)
    lines = (f"{row['query']:<28} {row['text']}" for row in rows)
    tell(as_json, {"pbem": "queries/1", "queries": rows}, "\n".join, lines)
