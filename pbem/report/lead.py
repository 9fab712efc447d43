"""What a report begins with, in a few lines: what happened that matters, what decided it, the score, what became of
one's own orders, and who must answer until when.  Every sentence has a fact, an order or a question behind it.

What matters is the title's: how much its facts weigh (words/leads.json), what its dice decided and its score.  What
is great, for what it changes stays, comes first, then what is being fought, then the rest by its weight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Protocol

from pbem.core.data.sentences import Lead
from pbem.core.data.tables import Sentences
from pbem.core.data.text import capital, counted, gathered, listed, percent
from pbem.core.record.deadlines import over_told, time_of
from pbem.core.rules.facts import Fact
from pbem.core.title.game import Loss, Say, Telling, Turning

from .asked import asked_name, ended
from .blocks import Block, Sentence
from .text import LEAD, WIDTH

if TYPE_CHECKING:
    from pbem.core.data.boards import Board

    from .shapes import LeadLine, Report, Waiting

HEIGHT = 6  # lines of a lead
LEAST = 4  # lines of the main news, if it has so many, before the dice have any
SENTENCE, NAME, UNNAMED, SUM = 10, 6, 8, 7  # what is worth: a sentence, a name, that all have one, what was lost in all
TRIFLE = 1  # what weighs less is told where there is no main news alone
STIR = 2  # what weighs so much without being main news: where it is told, not all was quiet
SCORED = 2  # lines of the score, with what it is for
NO_UNITS = ("upgrade", "step")  # that somebody has lost, beside units
SORTS = {"air": "aircraft", "sea": "ship", "land": "land unit", "upgrade": "upgrade", "step": "step", "": "unit"}
CATEGORIES = {key: (f"1 {one}", f"{{count}} {one}{'s' * (key != 'air')}") for key, one in SORTS.items()}
NAMES_OF_LOSSES = ((0, 0), (1, 1), (1, 2), (2, 2), (3, 3))  # of the reader's and others': what is named
TOLD_FIRST = 2  # news at most that come before what is being fought for
OWN_NAMED = 2  # from which of these on they are short
DECIDED = 3  # of the news may be decided by the dice that are told
NAMED = 2  # who are named of those that are asked alike
KINDS = ("main", "news", "score")  # of leads, as they come
HEAVY = 5  # units that are lost are told to each player, whosever they are, before all events are
LIKELY = 5  # what comes more than once in so many times decides nothing
BRACKETS = re.compile(r" \((?!(?:lost again|retaken|disbanded)\)|cost\b|[^();]*\d ?%\))[^)]*\)")  # these go first
ODDS = re.compile(r" \((?:[^();]*; )*([^();]*\d ?%)[^()]*\)")  # all that few words leave of its brackets
COST = re.compile(r" \(cost\b(?![^)]*damaged)[^)]*\)")  # of a fight: goes where it is said what was lost in all
WEEKDAY = re.compile(r"\bby [A-Z][a-z]{2} (?=\d)")  # left out where it alone makes a line
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
    say, facts, since = telling.say(boards.after), [*boards.earlier, *boards.facts], len(boards.earlier)
    powers, own = own, telling.owned(own) if hasattr(telling, "owned") else own
    begun = telling.begun_at(boards.earlier) if hasattr(telling, "begun_at") else None
    first = since if begun is None else begun  # how a fight ended is told of it as a whole
    facts = [{**fact, "is old": True} if first <= place < since else fact for place, fact in enumerate(facts)]
    found = telling.words.leads(facts, say, own, first)
    open = list(telling.under_way(facts, say, own)) if hasattr(telling, "under_way") else []
    ranked = sorted(found, key=lambda one: (KINDS.index(one.what), not one.is_great, -one.weight))
    is_older = bool(_rows(telling, boards.earlier[first:], say))  # of what a fight cost that is told as a whole
    rows = _rows(telling, boards.facts, say)
    costly = [one for one in ranked if one.what == "main" and _rows(telling, one.facts, say)]
    is_whole = not open and {*_rows(telling, [fact for one in costly for fact in one.facts], say)} == {*rows}
    told_by, told = "\n".join(one.text for one in costly) * is_whole, _losses(rows, say, powers, own, is_older)
    stays = any(row.power in powers for row in rows) or bool(powers) and sum(row.number for row in rows) >= HEAVY
    lost = [_line("losses", text, text, told_by * (not place), int(stays)) for place, text in enumerate(told)]
    is_quiet = not open and not any(one.what == "main" for one in ranked)
    news = _news([one for one in ranked if is_quiet or one.weight >= TRIFLE], open, len(boards.facts))
    if is_quiet:
        stirs = any(one.what == "news" and one.weight >= STIR for one in ranked)
        news = news if lost else [*_lines("news", [_say("stir" if stirs else "quiet")]), *news]
    caused = telling.words.with_causes(facts, say, own, since)
    causes = {id(fact): one["cause"] for fact, one in zip(boards.facts, caused)}
    dice = _turning(boards, causes, telling, say, ranked[:DECIDED])
    why = ", ".join(one.text for one in found if one.what == "score")
    lines = [*news, *lost, *_lines("turning", dice), *_lines("score", _score(telling, boards, why, powers))]
    return [_abridged(line, getattr(telling, "abbreviations", {})) for line in lines]


def _abridged(line: LeadLine, names: Mapping[str, str]) -> LeadLine:
    """A line with the names that a title abbreviates."""
    text, short, brief = (_with_short(text, names) for text in (line["text"], line["short"], line["brief"]))
    return _line(line["is"], text, short, brief, line["at"])


def _with_short(text: str, names: Mapping[str, str]) -> str:
    for name, abbreviation in names.items():
        text = text.replace(name, abbreviation)
    return text


def _lines(what: str, texts: Iterable[str]) -> list[LeadLine]:
    return [_line(what, text, text) for text in texts]


def _line(what: str, text: str, short: str, brief: str = "", at: int = 0) -> LeadLine:
    return {"is": what, "text": text, "short": short, "brief": brief, "at": at}


def lead_block(report: Report) -> Block:
    """The lead as the first block of a sheet, in six lines: the end of the game, or who is next, has its lines, what
    became of the seat's own orders and the score have theirs, the dice if there is room, and the news, with what was
    lost in all, what is left."""
    lines = report["lead"]
    turning, score = ([line["short"] for line in lines if line["is"] == what] for what in ("turning", "score"))
    lost = [line for line in lines if line["is"] == "losses"]
    news = [line for line in lines if line["is"] in ("main", "news")]
    end = [("over", ended(report["over"]))] if report["over"] else []
    said = "" if end else _with_short(" ".join(_next(report)), report.get("abbreviations", {}))
    next = [("next", min(said, WEEKDAY.sub("by ", said), key=_height))] * bool(said)
    shortest = [*(_bare(line["short"]) for line in news if line["is"] == "main"), *(one["short"] for one in lost[-1:])]
    least = _height(" ".join(shortest))
    for said in _scores(report, score):
        below = [*[("score" if score else "own", said)] * bool(said), *next]
        room = HEIGHT - sum(_height(text) for _what, text in [*end, *below])
        if least <= room:
            break
    said, more = _fitting(news, lost, room) if news else ("", 0)
    for dice in [one for one in turning if room - _height(one) >= min(LEAST, least)]:
        beside = _fitting(news, lost, room - _height(dice))
        if beside[1] <= more:  # dice hide no event
            said, below = beside[0], [("turning", dice), *below]
            break
    rows = [*end, *[("news", said)] * bool(said), *below]
    return Block("lead", "", tuple(Sentence(text, lead=_say(f"lead-{what}")) for what, text in rows))


def _scores(report: Report, scores: list[str]) -> list[str]:
    """The score, with what became of the seat's own orders, in the ways that there are of telling it, each lower than
    the one before: without what it is for, and without that all orders were followed, which is not worth a line."""
    own, ways = _own(report), list[str]()
    fates = {row["fate"] for row in report["lines"] if row["seat"] == report["seat"]}
    all_done = not fates & {*NOT_DONE, "default"}
    for text in [text for one in scores or [""] for text in (" ".join([one, *own]).strip(), *[one] * all_done)]:
        ways += [text] if not ways or _height(text) < _height(ways[-1]) else []
    return [text for text in ways if _height(text) <= SCORED] or ways[-1:]


def _height(text: str) -> int:
    return 1 if 0 < len(text) <= WIDTH - LEAD else len(wrap(text, WIDTH - LEAD))


def _fits(text: str, room: int) -> bool:
    """Whether a text has so many lines at most; what is plainly too long is not broken into lines."""
    return len(text) < room * (WIDTH - LEAD + 1) and _height(text) <= room


def _fitting(news: Sequence[LeadLine], lost: Sequence[LeadLine], room: int) -> tuple[str, int]:
    """As much of the news as so many lines hold, one sentence at least, first without what stands in brackets, and what
    was lost in all; only if nothing of the main news is left out, what matters less as well.  And how many events are
    left to a number."""
    main = [line for line in news if line["is"] == "main"] or news[:1]
    bare, barest = ([_bare(line["short"], is_summed) for line in main] for is_summed in (False, bool(lost)))
    totals = [line["short"] for line in lost[OWN_NAMED:]] or [""]
    costly = [place for place, line in enumerate(main) if lost and line["text"] in lost[0]["brief"].split("\n")]
    is_plain = costly and all(bare[place] == main[place]["short"] for place in costly)
    gives = costly[-1] + 1 if is_plain else len(main) + 1, len(main) + (1 if lost and lost[0]["at"] else -1)
    most = next((told for told in range(1, len(main)) if not _fits(" ".join(barest[: told + 1]), room)), len(main))
    for told, named, total in _ways(len(main), most, totals, *gives):
        texts = [*(barest if total else bare)[:told], total]
        if _fits(_said(main, texts, named)[0], room):
            break
    ways = [(line["short"], line["text"]) for line in main]
    fuller = [(place, bare[place]) for place in range(told)] + [(told, line["short"]) for line in lost[::-1]]
    fuller += ((place, ways[place][way]) for way in (0, 1) for place in range(told))
    texts = _grown(texts, fuller, lambda longer: _fits(_said(main, longer, named)[0], room))
    whole = [place for place in costly if place < told and texts[place] in ways[place]]
    if costly and whole == costly:  # they say all that was lost
        texts, left = [*texts[:told], ""], len(main) - told
        named = next(most for most in range(left, -1, -1) if most <= named or _fits(_said(main, texts, most)[0], room))
    said, more = _said(main, texts, named)
    rest = [line for line in news if line["is"] == "news" and line not in main] if told == len(main) else []
    return _longer(said, rest, room), more


def _longer(said: str, rest: Sequence[LeadLine], room: int) -> str:
    """With what else so many lines hold: the first two in few words before either is told in full, then the others."""
    texts, places = [said, *[""] * len(rest)], range(1, len(rest) + 1)
    fuller = [(at, rest[at - 1][way]) for part in (places[:2], places[2:]) for way in ("short", "text") for at in part]
    return " ".join(filter(None, _grown(texts, fuller, lambda longer: _fits(" ".join(filter(None, longer)), room))))


def _grown(texts: list[str], fuller: Iterable[tuple[int, str]], fits: Callable[[list[str]], bool]) -> list[str]:
    """Texts with those for their places that are fuller, as long as they fit."""
    for place, text in fuller:
        longer = [*texts[:place], text, *texts[place + 1 :]]
        texts = longer if fits(longer) else texts
    return texts


def _ways(count: int, most: int, totals: list[str], whole: int, spared: int) -> list[tuple[int, int, str]]:
    """How many sentences of the main news are told, `most` at most, how many more are named, always fewer, and what is
    said of all that was lost: nothing where so many as are `whole` are told, which say it, or at least `spared` have a
    sentence or a name: all but one where the reader lost nothing."""
    ways = [(told, named) for told in range(1, most + 1) for named in range(count - told, -1, -1)]
    said = [(*way, one) for way in ways for one in totals + [""] * (way[0] >= whole or sum(way) >= spared)]
    worth = {way: SENTENCE * way[0] + NAME * way[1] + SUM * bool(way[2]) for way in said}
    return sorted(said, key=lambda way: UNNAMED * (way[0] + way[1] < count) - worth[way])


def _bare(text: str, is_summed: bool = False) -> str:
    return COST.sub("", BRACKETS.sub("", text)) if is_summed else BRACKETS.sub("", text)


def _said(main: Sequence[LeadLine], texts: Sequence[str], most: int) -> tuple[str, int]:
    """The first of the main news by their texts, the last of which is what was lost in all; so many by name, of which
    the heaviest are taken; the others as a number, which is given as well."""
    *told, total = texts
    left = sorted(main[len(told) :][:most], key=lambda line: line["at"])
    named = list(dict.fromkeys(_bare(line["brief"], bool(total)) for line in left))
    more = len(main) - len(told) - len(left)
    rest = [_say("so-many-more", left=counted(more, "other event"))] * bool(more)
    also = [_say("also", named=listed([*named, *rest]))] if named else [f"{one}." for one in rest]
    in_order = [text for _line, text in sorted(zip(main, told), key=lambda one: one[0]["at"])]
    return " ".join([*in_order, *filter(None, [total]), *also]), more


def _news(found: Sequence[Lead], open: list[str], now: int) -> list[LeadLine]:
    """The main news, with what is being fought for behind the first of it, and what else there is, each by its weight
    and with its time: what is great comes before all that is not."""
    fought = [_open(text, _bare(ODDS.sub(r" (\1)", text)), 2 * now) for text in open]
    times = [min(fact["nth"] for fact in one.facts) + now * (not one.is_great) for one in found]
    lines = [
        _line(one.what, one.text, one.short, one.brief, time) for one, time in zip(found, times) if one.what != "score"
    ]
    kinds = [one.is_great for one in found if one.what == "main"]
    first = min(sum(kinds) + 1, len(kinds), TOLD_FIRST)
    return [*lines[:first], *fought[:1], *lines[first : first + 1], *fought[1:], *lines[first + 1 :]]


def _open(text: str, short: str, at: int) -> LeadLine:
    what, colon, _rest = short.removesuffix(".").partition(";")[0].partition(": ")
    return _line("main", text, short, what[0].lower() + what[1:] if colon or what.startswith("The ") else what, at)


def _turning(made: Stretch, causes: dict[int, Fact | None], telling: Telling, say: Say, news: list[Lead]) -> list[str]:
    """What was least to be expected, of what belongs to the first news: the dice of both sides, if they were
    rare as well, and in fewer words those of one."""
    found = telling.turning(made.facts, say) if hasattr(telling, "turning") else ()
    decided = [one for one in found if not news or any(_belongs(one, causes[id(one.fact)], lead, say) for lead in news)]
    one = min(decided, key=lambda one: (one.share[0] / one.share[1], -one.weight), default=None)
    if not one or not _is_rare(one.share):
        return []
    sides = sorted(one.fields.get("sides", ()), key=lambda row: row["share"][0] / row["share"][1])
    rare = [{**row, "share": percent(*row["share"])} for row in sides if _is_rare(row["share"])]
    told = [{**one.fields, "sides": rows, "share": percent(*one.share)} for rows in (rare, rare[:1])]
    return list(dict.fromkeys(capital(telling.words.told(one.told, say, **fields)) for fields in told))


def _belongs(dice: Turning, cause: Fact | None, news: Lead, say: Say) -> bool:
    """Whether dice were rolled where the news says, for whom it names, and come from the same."""
    fields = dice.fields
    area, power = fields.get("area"), fields.get("power")
    name = say.area(area) if area else say.power(power) if power else ""
    return name in news.short and any(fact["cause"] is cause for fact in news.facts)


def _is_rare(share: tuple[int, int]) -> bool:
    return share[0] * LIKELY <= share[1]


def _rows(telling: Telling, facts: Iterable[Fact], say: Say) -> list[Loss]:
    lost = getattr(telling, "losses", lambda facts, say: ())
    return list[Loss](lost([fact for fact in facts if "is old" not in fact], say))


def _losses(rows: list[Loss], say: Say, powers: Sequence[str], owned: Sequence[str], is_older: bool) -> list[str]:
    """What everybody has lost since, all of it, the reader first, with the nations that he plays; in fewer words what
    is not dear as a number, and no word that he lost nothing, then what others lost, and at last all.  Where a fight
    has cost more, before, it is said since when."""
    hit, whole = [[power] for power in powers if any(row.power == power for row in rows)], [[*powers]] * bool(powers)
    others = sorted(
        dict.fromkeys(row.power for row in rows if row.power not in powers), key=lambda one: one not in owned
    )
    told, name = list[str](), getattr(say, say.ways.get("who", "power"), str)
    for mine, theirs in NAMES_OF_LOSSES if rows else ():
        apart = [[power] for power in others] if theirs < 2 or not others[NAMED + 1 :] else [others]
        own = (hit or whole * (not mine)) if mine < OWN_NAMED else whole * bool(hit)
        you = "you" if own == hit and powers[1:] else "you-alone"
        who = [_say(you, powers=listed(map(name, those))) for those in own]
        who += [name(those[0]) if not those[1:] else counted(len(those), "power") for those in apart]
        what = [_lost(rows, those, most) for group, most in ((own, mine), (apart, theirs)) for those in group]
        each = (_say("lost-by", who=one, units=units) for one, units in zip(who, what))
        told.append(_say("lost-since" if is_older else "lost", lost="; ".join(each)))
    return told


def _lost(rows: Iterable[Loss], powers: Sequence[str], most: int) -> str:
    """What these powers lost, by name, or what is not dear by its category, or all; at last as a number."""
    lost = [row for row in rows if row.power in powers for _each in range(row.number)]
    sorts = [row.category if most < 3 or row.category in NO_UNITS else "" for row in lost]
    told = [CATEGORIES[sort] if most > (sort != "land") else (row.one, row.many) for sort, row in zip(sorts, lost)]
    return gathered((*forms, None) for forms in told)


def _own(report: Report) -> list[str]:
    """How many of the orders of the seat that the report is for were carried out."""
    own = [row for row in report["lines"] if row["seat"] == report["seat"]]
    done, failed = (sum(row["fate"] in fates for row in own) for fates in (DONE, NOT_DONE))
    if done + failed:
        name = "all-done" if not failed else "none-done" if not done else "some-done"
        return [_say(name, orders=counted(done + failed, "order"), done=done)]
    fates = {row["fate"] for row in own}
    return [_say("default-kept" if "kept" in fates else "default")] if "default" in fates else []


def _score(telling: Telling, made: Stretch, why: str, own: Sequence[str]) -> list[str]:
    """The points that are different now, with the difference and what it is for, if that is told, and then without, and
    in the fewest words the reader's alone; or those of all."""
    if not hasattr(telling, "score"):
        return []
    old, new = telling.score(made.before), telling.score(made.after)
    names = [_with_short(telling.say(made.after).power(power), getattr(telling, "abbreviations", {})) for power in own]
    own = [name for name in names if name in new]
    rows = {who: _say("changed", who=who, points=new[who], by=new[who] - old.get(who, 0)) for who in new}
    moved = [who for who in new if new[who] != old.get(who, 0)]
    if not moved:
        named = [", ".join(f"{who} {new[who]}" for who in shown) for shown in (new, own) if shown]
        equal = [_say("unchanged", rows=text) for text in named]
        return equal[:1] if len(new) == 1 else [*(one for one in equal if _height(one) == 1), _say("equal")]
    still = ", ".join(f"{who} {new[who]}" for who in own if who not in moved)
    mine = [*(rows[who] for who in own if who in moved), *[_say("unchanged", rows=still)[:-1]] * bool(still)]
    theirs = [rows[who] for who in moved if who not in own]
    score, others = ", ".join([*mine, *theirs]), counted(len(theirs), "other")
    more = [_say("and-others", mine=", ".join(mine), others=others)] * bool(mine and theirs)
    return [*([_say("points-for", score=score, why=why)] if why else []), f"{score}.", *more]


def _next(report: Report) -> list[str]:
    """Who must answer, the reader first, and until when."""
    if report["asked"]:
        return [_say("gone-by", who=_listed(report["asked"]))]
    dates = {
        row["seat"]: over_told(time_of(row["first"]), "stage" in row, "short-date")
        for row in report.get("deadlines", ())
    }
    open_rows = [row for row in report["waiting"] if not row["answered"]] or report["waiting"]
    alike: dict[str | None, dict[str, list[Waiting]]] = {}
    for row in sorted(open_rows, key=lambda row: row["seat"] != report["seat"]):
        alike.setdefault(dates.get(row["seat"]), {}).setdefault(row["waiting"], []).append(row)
    by_date = [(due, capital(", ".join(_who(rows, report["seat"]) for rows in alike[due].values()))) for due in alike]
    agreed = report.get("agreed", "")
    name = "asked-within" if agreed else "asked"
    told = [_say("asked-until" if due else name, who=who, due=due, agreed=agreed) for due, who in by_date]
    return [*told, *report.get("called", ())] or [_say("referee")]


def _who(rows: Sequence[Waiting], seat: str | None) -> str:
    """Those who are asked alike, and for what; the reader as one, with what he plays if his seat has another name."""
    own = {row["power"]: row["power_name"] for row in rows if row["seat"] == seat}
    names = [asked_name(row) for row in rows if row["seat"] != seat]
    names = [_say("you-alone" if [*own] == [seat] else "you", powers=listed(own.values())), *names] if own else names
    return f"{_listed(names)} {rows[0]['waiting']}"


def _listed(names: list[str]) -> str:
    """Names; of many the first, and how many others there are."""
    return listed([names[0], _say("so-many", others=counted(len(names) - 1, "other"))] if len(names) > NAMED else names)
