"""What a report begins with, in a few lines: what happened that matters, what decided it, the score, what became of
one's own orders, and who must answer until when.  Every sentence has a fact, an order or a question behind it.

What matters is the title's: how much its facts weigh (words/leads.json), what its dice decided and its score.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Protocol

from pbem.core.data.sentences import Lead, Sentences
from pbem.core.data.text import capital, listed, percent
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
LEAST = 2  # lines of the news, before the dice have any; of the score, with what it is for
NAMED = 2  # who are named of those that are asked alike
LIKELY = 3  # what comes more than once in so many times decides nothing
DONE = ("used", "standing", "queue")
NOT_DONE = ("refused", "left out", "fell through", "stopped")

_say = Sentences(__name__)


class Stretch(Protocol):
    """Two boards, the facts between them, and those before."""

    before: "Board"
    after: "Board"
    facts: list[Fact]
    earlier: list[Fact]


def lead(boards: Stretch, telling: Telling, own: Sequence[str] = ()) -> list[LeadLine]:
    """What the facts between two boards say for the lead of a reader who has these powers; nothing where nothing has
    happened yet."""
    if not boards.facts:
        return []
    say, facts = telling.say(boards.after), [*boards.earlier, *boards.facts]
    found = telling.words.leads(facts, say, own, len(boards.earlier)) if telling.words.tables["leads"] else []
    open = telling.under_way(facts, say, own) if hasattr(telling, "under_way") else ()
    weighed = sorted(enumerate(found), key=lambda row: (-row[1].weight, -row[0]))  # the later first
    news = _news([one for _place, one in weighed], list(open)) or _lines("news", _last(boards.facts, telling, say))
    dice = _turning(boards.facts, telling, say, news[0]["text"])
    why = ", ".join(one.text for one in found if one.what == "score")
    return [*news, *_lines("turning", dice), *_lines("score", _score(telling, boards.before, boards.after, why))]


def _lines(what: str, texts: Iterable[str]) -> list[LeadLine]:
    return [{"is": what, "text": text} for text in texts]


def lead_block(report: Report) -> Block:
    """The lead as the first block of a sheet, in six lines: who is next has its lines, what became of the seat's own
    orders and the score have theirs, the dice if there is room, and the news all that is left."""
    lines = report["lead"]
    told = {what: [line["text"] for line in lines if line["is"] == what] for what in ("turning", "score")}
    scores = [" ".join([one, *_own(report)]) for one in told["score"] or [""]]
    score = min(scores, key=_height).strip() if _height(scores[0]) > LEAST else scores[0].strip()
    next = ("over", ended(report["over"])) if report["over"] else ("next", " ".join(_next(report)))
    below = [("score" if told["score"] else "own", score)] * bool(score) + [next]
    room = HEIGHT - sum(_height(text) for _what, text in below)
    news = [line for line in lines if line["is"] in ("main", "news")]
    for dice in told["turning"]:
        if room - _height(dice) >= _needed(dice, news, dice == told["turning"][-1]):
            below.insert(0, ("turning", dice))
            room -= _height(dice)
            break
    rows = [("news", _fitting(news, room))] * bool(news) + below
    return Block("lead", "", tuple(Sentence(text, lead=_say(f"lead-{what}")) for what, text in rows))


def _height(text: str) -> int:
    return len(wrap(text, WIDTH - LEAD))


def _needed(dice: str, news: Sequence[LeadLine], is_shortest: bool) -> int:
    """How many lines the news must have before the dice have any: all that it fills if they did nothing of note, or
    can be told in fewer words."""
    filled = _height(" ".join(line["text"] for line in news if line["is"] == "main" or not is_shortest))
    return min(LEAST, filled) if is_shortest and dice != _say("ordinary") else filled


def _fitting(news: Sequence[LeadLine], room: int) -> str:
    """As much of the news as so many lines hold, one sentence at least; of the main news that is left out, how much,
    and then nothing that matters less."""
    told = news[:1]
    for line in news[1:]:
        left = [one for one in news if one["is"] == "main" and one not in told]
        if (line["is"] == "main" or not left) and _height(_counted([*told, line], news)) <= room:
            told = [*told, line]
    return _counted(told, news)


def _counted(told: Sequence[LeadLine], news: Sequence[LeadLine]) -> str:
    left = sum(line["is"] == "main" for line in news if line not in told)
    return " ".join([*(line["text"] for line in told), *([_say("more", left=left)] if left else [])])


def _news(found: Sequence[Lead], open: list[str]) -> list[LeadLine]:
    """The main news, with what is being fought for behind the first of it, and what else there is."""
    main, rest = ([one.text for one in found if one.what == what] for what in ("main", "news"))
    return [*_lines("main", [*main[:1], *open[:1], *main[1:], *open[1:]]), *_lines("news", rest)]


def _last(facts: Sequence[Fact], telling: Telling, say: Say) -> list[str]:
    """What the story tells last, where nothing has weight; that nothing has happened is never said."""
    told = (telling.words.fact(fact, say) for fact in reversed(facts))
    return [next((line for line in told if isinstance(line, str)), _say("quiet"))]


def _turning(facts: Iterable[Fact], telling: Telling, say: Say, news: str) -> list[str]:
    """What weighed much and was not to be expected, of what belongs to the news: the dice of both sides, if they were
    rare as well, and in fewer words those of one."""
    found = telling.turning(facts, say) if hasattr(telling, "turning") else ()
    decided = [one for one in found if "area" not in one.fields or say.area(one.fields["area"]) in news]
    if not decided:
        return []
    one = max(decided, key=lambda one: one.weight * (1 - one.share[0] / one.share[1]))
    if not _is_rare(one.share):
        return [_say("ordinary")]
    sides = sorted(one.fields.get("sides", ()), key=lambda row: row["share"][0] / row["share"][1])
    rare = [{**row, "share": percent(*row["share"])} for row in sides if _is_rare(row["share"])]
    told = [{**one.fields, "sides": rows, "share": percent(*one.share)} for rows in (rare, rare[:1])]
    return list(dict.fromkeys(telling.words.told(one.told, say, **fields) for fields in told))


def _is_rare(share: tuple[int, int]) -> bool:
    return share[0] * LIKELY <= share[1]


def _own(report: Report) -> list[str]:
    """How many of the orders of the seat that the report is for were carried out."""
    own = [row for row in report["lines"] if row["seat"] == report["seat"]]
    done, failed = (sum(row["fate"] in fates for row in own) for fates in (DONE, NOT_DONE))
    if done + failed:
        name = "all-done" if not failed else "none-done" if not done else "some-done"
        return [_say(name, orders=done + failed, done=done)]
    fates = {row["fate"] for row in own}
    return [_say("default-kept" if "kept" in fates else "default")] if "default" in fates else []


def _score(telling: Telling, before: "Board", after: "Board", why: str) -> list[str]:
    """The points that are different now, with the difference and what it is for, if that is told, and then without; of
    few who have points all of them."""
    if not hasattr(telling, "score"):
        return []
    old, new = telling.score(before), telling.score(after)
    by = {who: points - old.get(who, 0) for who, points in new.items()}
    rows = [_say("changed", who=who, points=new[who], by=by[who]) for who in new if by[who]]
    if not rows:
        return [_say("unchanged" if len(new) == 1 else "equal", rows=", ".join(f"{who} {new[who]}" for who in new))]
    score = ", ".join(rows)
    return [*([_say("points-for", score=score, why=why)] if why else []), f"{score}."]


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
