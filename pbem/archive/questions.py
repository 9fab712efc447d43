"""What clubs ask of an archive: luck, slowness, standings, and words in the reports."""

import re
from typing import TYPE_CHECKING

from .db import Answer, ask

if TYPE_CHECKING:
    from sqlite_utils import Database


WITHIN_CHANCE = 2  # standard deviations: 19 of 20 fair rows lie within


def luck(database: "Database", game: str | None = None) -> Answer:
    """``(columns, rows)``: dice by purpose, what came and what chance gives, the most surprising first.

    A verdict is honest about numbers: of twenty rows, one may lie outside by chance alone.
    """
    where = " where game = ?" if game else ""
    columns = ["game", "purpose", "dice", "mean", "expected", "deviations", "verdict"]
    _, found = ask(
        database,
        "select game, purpose, sides, dice, total, expected, squared_deviations from luck"
        f"{where} order by squared_deviations desc, game, purpose, sides",
        [game] * bool(game),
    )
    rows = []
    for name, purpose, sides, dice, total, expected, squared in found:
        deviations = squared**0.5 * (1 if total >= expected else -1)
        rows.append(
            (
                name,
                purpose,
                f"{dice}d{sides}",
                round(total / dice, 2),
                round(expected / dice, 2),
                round(deviations, 2),
                _verdict(dice, deviations),
            )
        )
    return columns, rows


def _verdict(dice: int, deviations: float) -> str:
    if dice < 10:
        return "too few to tell"
    return "within chance" if abs(deviations) <= WITHIN_CHANCE else "high" if deviations > 0 else "low"


def slow(database: "Database") -> Answer:
    """``(columns, rows)``: how long people took to answer; the slowest first."""
    return ask(
        database,
        "select person, games, stops, timed, round(mean_days, 2) as mean_days, "
        "round(longest_days, 2) as longest_days, absences from slow "
        "order by mean_days desc, person",
    )


def standings(database: "Database", title: str | None = None) -> Answer:
    """``(columns, rows)``: finished games by person."""
    if title is None:
        return ask(database, "select * from standings")
    return ask(
        database,
        "select person, count(*) as games, sum(result = 'won') as won, "
        "sum(result = 'drawn') as drawn, sum(result = 'lost') as lost, sum(score) as points "
        "from results where title = ? group by person "
        "order by points desc, games, person",
        [title],
    )


def search(database: "Database", words: str, most: int = 50) -> tuple[Answer, int]:
    """``((columns, rows), how many there are)``: steps whose story holds all the words, the best first; ``WORD*`` is
    any word that begins so, and what stands in quotation marks has to stand together."""
    query = " ".join(map(_term, re.findall(r'"[^"]*"?|[^\s"]+', words)))
    count = ask(database, "select count(*) from stories_fts where stories_fts match ?", [query or '""'])[1]
    return _found(database, query or '""', most), count[0][0]


def _term(word: str) -> str:
    """A word, or words in quotation marks, as FTS5 takes them: whatever else they hold is text."""
    text, is_beginning = word.strip('"'), word.endswith("*") and not word.startswith('"')
    return f'"{text}"' + "*" * is_beginning


def _found(database: "Database", query: str, most: int) -> Answer:
    return ask(
        database,
        "select games.name as game, steps.n as step, stories.heading, "
        "snippet(stories_fts, 1, '«', '»', '…', 16) as text from stories_fts "
        "join stories on stories.rowid = stories_fts.rowid join games on games.id = stories.game "
        "join steps on steps.id = stories.step where stories_fts match ? order by rank limit ?",
        [query, most],
    )
