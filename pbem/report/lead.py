"""What a report begins with, in a few lines: what happened that matters, what decided it, the score, what became of
one's own orders, and who must answer until when.  Every sentence has a fact, an order or a question behind it.

What matters is the title's: how much its facts weigh (words/leads.json), what its dice decided and its score.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pbem.core.data.sentences import Sentences
from pbem.core.data.text import counted, listed, percent
from pbem.core.record.deadlines import row_told
from pbem.core.rules.facts import Fact
from pbem.core.title.game import Say, Telling

from .asked import asked_name, ended
from .blocks import Block, Sentence
from .shapes import LeadLine, Report, Waiting

if TYPE_CHECKING:
    from pbem.core.data.boards import Board

NEWS = 136  # characters of the news: two lines
MOST = 3  # sentences of the news
LIKELY = 3  # what comes more than once in so many times decides nothing
BESIDE = 0.1  # of the heaviest, what else may be told beside it
DONE = ("used", "standing", "queue")
NOT_DONE = ("refused", "left out", "fell through", "stopped")

_say = Sentences(__name__)


def lead(facts: Sequence[Fact], telling: Telling, before: "Board", after: "Board") -> list[LeadLine]:
    """What facts between two boards say for the lead; nothing where nothing has happened yet."""
    if not facts:
        return []
    say = telling.say(after)
    told = {
        "news": _news(facts, telling, say),
        "turning": _turning(facts, telling, say),
        "score": _score(telling, before, after),
    }
    return [{"is": what, "text": text} for what, texts in told.items() for text in texts]


def lead_block(report: Report) -> Block:
    """The lead as the first block of a sheet: the report's, what became of the seat's own orders, and who is next."""
    lines = [(line["is"], line["text"]) for line in report["lead"]]
    for own in _own(report):  # beside the score, where there is one: the lead has few lines
        score = lines.pop()[1] if lines and lines[-1][0] == "score" else ""
        lines.append(("score", f"{score} {own}") if score else ("own", own))
    lines += [("over", ended(report["over"]))] if report["over"] else [("next", text) for text in _next(report)]
    return Block("lead", "", tuple(Sentence(text, lead=_say(f"lead-{what}")) for what, text in lines))


def _news(facts: Iterable[Fact], telling: Telling, say: Say) -> list[str]:
    """The heaviest facts as sentences, as many as two lines hold, one at least; nothing of a title that weighs none."""
    if not telling.words.tables["leads"]:
        return []
    found = sorted(telling.words.leads(facts, say), key=lambda one: -one.weight)
    told = [one.text for one in found[:MOST] if one.weight >= BESIDE * found[0].weight]
    while len(told) > 1 and len(" ".join(told)) > NEWS:
        told.pop()
    return [" ".join(told) or _say("quiet")]


def _turning(facts: Iterable[Fact], telling: Telling, say: Say) -> list[str]:
    """What weighed much and was not to be expected."""
    decided = list(telling.turning(facts, say)) if hasattr(telling, "turning") else []
    if not decided:
        return []
    one = max(decided, key=lambda one: one.weight * (1 - one.share[0] / one.share[1]))
    if one.share[0] * LIKELY > one.share[1]:
        return [_say("ordinary")]
    return [telling.words.told(one.told, say, **one.fields, share=percent(*one.share))]


def _own(report: Report) -> list[str]:
    """How many of the orders of the seat that the report is for were carried out."""
    own = [row for row in report["lines"] if row["seat"] == report["seat"]]
    done, failed = (sum(row["fate"] in fates for row in own) for fates in (DONE, NOT_DONE))
    if done + failed:
        name = "all-done" if not failed else "none-done" if not done else "some-done"
        were = "was" if done == 1 else "were"
        return [_say(name, orders=counted(done + failed, "order"), done=done, were=were)]
    return [_say("default")] if any(row["fate"] == "default" for row in own) else []


def _score(telling: Telling, before: "Board", after: "Board") -> list[str]:
    """The points of everybody who has points, with what is different."""
    if not hasattr(telling, "score"):
        return []
    old, rows = telling.score(before), list[str]()
    for who, points in telling.score(after).items():
        by = points - old.get(who, 0)
        rows.append(_say("changed", who=who, points=points, by=by) if by else _say("points", who=who, points=points))
    return [f"{', '.join(rows)}."]


def _next(report: Report) -> list[str]:
    """Who must answer, and until when."""
    if report["asked"]:
        return [_say("gone-by", who=listed(report["asked"]))]
    dates = {row["seat"]: row_told(row) for row in report.get("deadlines", ())}
    open_rows = [row for row in report["waiting"] if not row["answered"]] or report["waiting"]
    alike: dict[tuple[str, str | None], list[Waiting]] = {}
    for row in open_rows:
        alike.setdefault((row["waiting"], dates.get(row["seat"])), []).append(row)
    told = [_asked(rows, due) for (_what, due), rows in alike.items()]
    return [*told, *report.get("called", ())] or [_say("referee")]


def _asked(rows: Sequence[Waiting], due: str | None) -> str:
    who, what = listed([asked_name(row) for row in rows]), rows[0]["waiting"]
    return _say("asked-until", who=who, what=what, due=due) if due else _say("asked", who=who, what=what)
