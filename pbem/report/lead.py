"""What a report begins with, in a few lines: what happened that matters, what decided it, the score, what became of
one's own orders, and who must answer until when.  Every sentence has a fact, an order or a question behind it.

What matters is the title's: how much its facts weigh (words/leads.json), what its dice decided and its score.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from pbem.core.data.sentences import Sentences
from pbem.core.data.text import capital, counted, listed, percent
from pbem.core.record.deadlines import day_told, time_of
from pbem.core.rules.facts import Fact
from pbem.core.title.game import Say, Telling

from .asked import asked_name, ended
from .blocks import Block, Sentence
from .shapes import LeadLine, Report, Waiting
from .text import LEAD, WIDTH

if TYPE_CHECKING:
    from pbem.core.data.boards import Board

HEIGHT = 6  # lines of a lead
MOST = 5  # sentences of the news beside the main ones
LEAST = 2  # lines of the news, before the dice have any
FIRST = 2  # sentences of the news to which the dice belong
NAMED = 2  # who are named of those that are asked alike
LIKELY = 3  # what comes more than once in so many times decides nothing
BESIDE = 0.05  # of the heaviest, what else may be told beside it
DONE = ("used", "standing", "queue")
NOT_DONE = ("refused", "left out", "fell through", "stopped")

_say = Sentences(__name__)


def lead(
    facts: Sequence[Fact], telling: Telling, before: "Board", after: "Board", own: Sequence[str] = ()
) -> list[LeadLine]:
    """What facts between two boards say for the lead of a reader who has these powers; nothing where nothing has
    happened yet."""
    if not facts:
        return []
    say = telling.say(after)
    news = _news(facts, telling, say, own)
    dice = _turning(facts, telling, say, " ".join(line["text"] for line in news[:FIRST]))
    score = _score(telling, before, after)
    return [*news, *_lines("turning", dice), *_lines("score", score)]


def _lines(what: str, texts: Iterable[str]) -> list[LeadLine]:
    return [{"is": what, "text": text} for text in texts]


def lead_block(report: Report) -> Block:
    """The lead as the first block of a sheet, in six lines: who is next has its lines, what became of the seat's own
    orders and the score have theirs, the dice if there is room, and the news all that is left."""
    lines = report["lead"]
    told = {what: [line["text"] for line in lines if line["is"] == what] for what in ("turning", "score")}
    score = " ".join([*told["score"], *_own(report)])
    next = ("over", ended(report["over"])) if report["over"] else ("next", " ".join(_next(report)))
    below = [("score" if told["score"] else "own", score)] * bool(score) + [next]
    room = HEIGHT - sum(_height(text) for _what, text in below)
    news = [line for line in lines if line["is"] in ("main", "news")]
    if told["turning"] and room - _height(told["turning"][0]) >= _needed(told["turning"][0], news):
        below.insert(0, ("turning", told["turning"][0]))
        room -= _height(told["turning"][0])
    rows = [("news", _fitting(news, room))] * bool(news) + below
    return Block("lead", "", tuple(Sentence(text, lead=_say(f"lead-{what}")) for what, text in rows))


def _height(text: str) -> int:
    return len(wrap(text, WIDTH - LEAD))


def _needed(dice: str, news: Sequence[LeadLine]) -> int:
    """How many lines the news must have before the dice have any: all that it fills if they did nothing of note."""
    filled = _height(" ".join(line["text"] for line in news))
    return filled if dice == _say("ordinary") else min(LEAST, filled)


def _fitting(news: Sequence[LeadLine], room: int) -> str:
    """As much of the news as so many lines hold, one sentence at least; of the main news that is left out, how much."""
    told = news[:1]
    for line in news[1:]:
        if _height(_counted([*told, line], news)) <= room:
            told = [*told, line]
    return _counted(told, news)


def _counted(told: Sequence[LeadLine], news: Sequence[LeadLine]) -> str:
    left = sum(line["is"] == "main" for line in news if line not in told)
    return " ".join([*(line["text"] for line in told), *([_say("more", left=left)] if left else [])])


def _news(facts: Sequence[Fact], telling: Telling, say: Say, own: Sequence[str]) -> list[LeadLine]:
    """The heaviest facts as sentences, the main ones before the others, and behind the first of them what is being
    fought for; nothing of a title that weighs none."""
    if not telling.words.tables["leads"]:
        return []
    found = sorted(telling.words.leads(facts, say, own), key=lambda one: (not one.is_main, -one.weight))
    heaviest = max((one.weight for one in found), default=0)
    main = _lines("main", (one.text for one in found if one.is_main))
    open = _lines("main", telling.under_way(facts, say) if hasattr(telling, "under_way") else ())
    rest = _lines("news", (one.text for one in found if not one.is_main and one.weight >= BESIDE * heaviest))
    return [*main[:1], *open, *main[1:], *rest[:MOST]] or _lines("news", [_say("quiet")])


def _turning(facts: Iterable[Fact], telling: Telling, say: Say, news: str) -> list[str]:
    """What weighed much and was not to be expected, of what belongs to the news."""
    found = telling.turning(facts, say) if hasattr(telling, "turning") else ()
    decided = [one for one in found if "area" not in one.fields or say.area(one.fields["area"]) in news]
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
    fates = {row["fate"] for row in own}
    return [_say("default-kept" if "kept" in fates else "default")] if "default" in fates else []


def _score(telling: Telling, before: "Board", after: "Board") -> list[str]:
    """The points that are different now, with the difference; of few who have points all of them."""
    if not hasattr(telling, "score"):
        return []
    old, new = telling.score(before), telling.score(after)
    by = {who: points - old.get(who, 0) for who, points in new.items()}
    rows = [_say("changed", who=who, points=new[who], by=by[who]) for who in new if by[who]]
    if rows:
        return [_say("others" if len(rows) < len(new) else "all", rows=", ".join(rows))]
    return [_say("unchanged" if len(new) == 1 else "equal", rows=", ".join(f"{who} {new[who]}" for who in new))]


def _next(report: Report) -> list[str]:
    """Who must answer, the reader first, and until when."""
    if report["asked"]:
        return [_say("gone-by", who=listed(report["asked"]))]
    dates = {row["seat"]: day_told(time_of(row["first"])) for row in report.get("deadlines", ())}
    open_rows = [row for row in report["waiting"] if not row["answered"]] or report["waiting"]
    alike: dict[tuple[str, str | None], list[Waiting]] = {}
    for row in sorted(open_rows, key=lambda row: row["seat"] != report["seat"]):
        alike.setdefault((row["waiting"], dates.get(row["seat"])), []).append(row)
    told = [_asked(rows, due) for (_what, due), rows in alike.items()]
    return [*told, *report.get("called", ())] or [_say("referee")]


def _asked(rows: Sequence[Waiting], due: str | None) -> str:
    names, what = [asked_name(row) for row in rows], rows[0]["waiting"]
    if len(names) > NAMED:
        names = [names[0], _say("so-many", count=len(names) - 1)]
    who = capital(listed(names))
    return _say("asked-until", who=who, what=what, due=due) if due else _say("asked", who=who, what=what)
