"""The canonical report of a game: what happened, what changed, who is asked what, and why the draws can be trusted.

Everything in it comes from the recorded facts, the board that they make, and sentences that the title owns.  The
renderings (text, markdown, …) use nothing but this JSON value (schemas/report.schema.json).

A title takes part with its ``telling``: TELLING and TELLING_MAY of core/title/game.py have a sentence on each part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Line, Words
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, listed
from pbem.core.draws.draws import Record
from pbem.core.orders.orderfile import is_tripwire, text_of_item
from pbem.core.play.gamefile import GameFile
from pbem.core.play.import_lines import forked_entries
from pbem.core.record.charter import Charter, powers_of
from pbem.core.record.closed import Opening, Openings, without_closed
from pbem.core.record.documents import kept_by, part_names, parts_of, reading_of
from pbem.core.record.entries import Entry
from pbem.core.record.now import deadlines, now, question_rows
from pbem.core.record.seat_history import names_of, persons
from pbem.core.record.signer import beside
from pbem.core.rules.facts import Fact
from pbem.core.title.evidence import DOUBTED, origins_at
from pbem.core.title.game import Game, Say, Telling
from pbem.core.title.places import places
from pbem.core.title.scenario_pages import page

from .fairness import footer
from .lead import lead
from .noted import in_force, noted, others

if TYPE_CHECKING:
    from .shapes import (
        DrawRow,
        Evidence,
        Fight,
        LineRow,
        Note,
        Over,
        Part,
        Report,
        Row,
        Ruling,
        StoryLine,
        Waiting,
    )

VERSION = "report/1"
LOOKED_BACK = 40  # entries in which what has begun before a report is looked for
sentence = Sentences(__name__)
Key = tuple[str, int, int]
"""Where a part of orders stands: seat, number of its document, its number there."""


def build(
    file: GameFile,
    since: int | None = None,
    until: int | None = None,
    seat: str | None = None,
    secret_lines: Iterable[Opening] = (),
    with_places: bool = False,
) -> Report:
    """The report on entries `since` + 1 to `until` of a game file (by default on the last one) as JSON.

    seat          whose view: its own questions and lines come first
    secret_lines  lines of that seat that are still secret, from its secret file
    with_places   with "places", the board place by place in sentences (places.py)
    """
    last = file.n
    until = last if until is None else until
    since = max(0, until - 1) if since is None else since
    boards = _Boards(file, since, until)
    telling = file.game.telling
    say = telling.say(boards.after)
    story = told(file.game, boards.parts, say)
    for line in [line for part in story for line in part["lines"]]:
        line["event"] = boards.events[id(line["fact"])]
    report: Report = {
        "pbem": VERSION,
        "game": file.name,
        "title": file.game.id,
        "title_name": file.game.name,
        "edition": file.charter["edition"],
        "scenario": file.charter["scenario"],
        "names": names_of(file, until),
        "entry": until,
        "since": since,
        "seat": seat,
        "moment": telling.moment(boards.after, say),
        "lead": lead(boards, telling, powers_of(file.charter, seat or "")),
        "head": file.head_of(until),
        "waiting": _waiting(file, boards, say, until == last),
        "asked": _asked_then(file, until),
        "over": _over(file, story, say) if until == last else None,
        "story": story,
        "notes": _notes(file, since, until),
        "draws": _draws(file, since, until),
        "changes": list(dict.fromkeys(telling.changes(boards.before, boards.after, say, boards.facts))),
        "board": telling.tables(boards.after, say),
        "lines": _lines(file, since, until, seat, secret_lines, say),
        "rulings": _rulings(file, story),
        "evidence": _evidence(file, story, say),
        "options": others(file, until) if until else in_force(file, until),
        "fairness": footer(file, since, until, forked_entries(file.path)),
    }
    if until == last:
        _add_times(report, file)
        report["abbreviations"] = dict(getattr(telling, "abbreviations", {}))
    if not until:
        report["page"] = page(file.game, file.charter, boards.after)
    if with_places:
        view = file.game.mapped(boards.after)
        report["places"] = places(view, {id: say.area(id) for id in view["areas"]})
    return report


def history(file: GameFile, until: int) -> list[Part]:
    """The story of the entries before and including `until`, as in ``report["story"]``."""
    boards = _Boards(file, 0, until)
    return told(file.game, boards.parts, file.game.telling.say(boards.after))


class _Boards:
    """The boards before and after the entries of a report, the steps between them with their facts, and the facts
    before those; `events` has the address ENTRY.K of each fact, by its id."""

    def __init__(self, file: GameFile, since: int, until: int) -> None:
        self.before, self.after = file.board_after(since), file.board_after(until)
        self.parts: list[tuple[Json, list[Fact]]] = []
        self.events: dict[int, str] = {}
        last = count = 0
        for number, step in file.story(until, since):
            last, count = number, count if number == last else 0
            for fact in step["facts"]:
                count += 1
                self.events[id(fact)] = f"{number}.{count}"
            if step["facts"]:
                self.parts.append((step, step["facts"]))
        self.facts = [fact for _step, made in self.parts for fact in made]
        self.earlier = [fact for _n, step in file.story(since, since - LOOKED_BACK) for fact in step["facts"]]


def told(game: Game, parts: Iterable[tuple[Json, Sequence[Fact]]], say: Say) -> list[Part]:
    """Paragraphs of ``[(step, facts)]``: a heading and the sentences of the facts under it; steps with one heading
    stand together."""
    telling = game.telling
    story: list[Part] = []
    headlines = getattr(telling, "headlines", ())
    for step, facts in parts:
        heading = telling.heading(step, say)
        lines = [line for group in _groups(telling.words, facts) for line in _lines_of(telling, group, say)]
        if not lines and not any(fact["type"] in headlines for fact in facts):
            continue
        if story and story[-1]["heading"] == heading:
            story[-1]["lines"] += lines
        else:
            story.append({"heading": heading, "procedure": step["procedure"], "lines": lines})
    for part in story:
        if fights := _fights(telling, part["lines"], say):
            part["fights"] = fights
    return story


def _fights(telling: Telling, lines: Sequence[StoryLine], say: Say) -> list[Fight]:
    """The fights of a paragraph as tables."""
    if not hasattr(telling, "fights"):
        return []
    place = {id(line["fact"]): number for number, line in enumerate(lines)}
    found: list[Fight] = []
    for facts, columns, rows in telling.fights([line["fact"] for line in lines], say):
        found.append(
            {"lines": [place[id(fact)] for fact in facts], "columns": list(columns), "rows": [*map(list, rows)]}
        )
    return found


def _groups(words: Words, facts: Iterable[Fact]) -> list[list[Fact]]:
    """The facts, those together that are told in one sentence."""
    groups: list[tuple[tuple[Any, ...] | None, list[Fact]]] = []
    for fact in facts:
        alike = words.alike(fact)
        key = None if alike is None else (fact["type"], fact["rule"], *alike)
        if groups and key is not None and groups[-1][0] == key:
            groups[-1][1].append(fact)
        else:
            groups.append((key, [fact]))
    return [group for _, group in groups]


def _lines_of(telling: Telling, facts: list[Fact], say: Say) -> list[StoryLine]:
    """The lines of facts that belong together: one for them all, unless the title tells them one by one."""
    if len(facts) == 1:
        lines = [line_of(telling, facts[0], say)]
    else:
        lines = [_line(telling, text, fact, say) for text, fact in zip(telling.words.together(facts, say), facts)]
    return [line for line in lines if line]


def line_of(telling: Telling, fact: Fact, say: Say) -> StoryLine | None:
    """A fact as a line of the story, or None if it needs no words."""
    return _line(telling, telling.words.fact(fact, say), fact, say)


def _line(telling: Telling, told: Line | None, fact: Fact, say: Say) -> StoryLine | None:
    if not told:
        return None
    if isinstance(told, str):
        told = {"text": told}
    return {
        "text": told["text"],
        "level": told.get("level", 0),
        "rule": told["rule"] if "rule" in told else fact["rule"],
        "type": fact["type"],
        "weight": telling.words.weight(fact, say),
        "fact": fact,
    }


def _waiting(file: GameFile, boards: _Boards, say: Say, is_last: bool) -> list[Waiting]:
    """The open questions, in words: who, what, by which rule, and what happens without an answer."""
    if not is_last:
        return []
    answered = {row.question["question"]: row.answered for row in now(file) if row.question}
    who = getattr(say, say.ways.get("who", "power"))
    return [
        {**row, "power_name": who(row["power"]), "answered": answered[ask.to_json()["question"]], "default": default}
        for row, ask, kind in question_rows(file, boards.after, say)
        for default in [kind.typed(boards.after, ask, kind.default(boards.after, ask))]
    ]


def _add_times(report: Report, file: GameFile) -> None:
    """Of whom something is waited for without a question, and until when all have time; what is empty is left out."""
    people = persons(file)
    called = [f"{people[row.seat]} {row.waiting}." for row in now(file) if not row.question and not row.answered]
    terms = [one.to_json() for one in deadlines(file)]
    if called:
        report["called"] = called
    if file.game.is_diceless:
        report["diceless"] = True
    if terms:
        report["deadlines"] = terms
    elif agreed := _agreed(file.charter):
        report["agreed"] = agreed


def _agreed(charter: Charter) -> str:
    """How long everybody has to answer, as it was agreed; "" if nothing was."""
    days = charter.get("calendar", {}).get("days")
    return sentence("within", days=counted(days, "day")) if days else charter["deadline"]


def _asked_then(file: GameFile, until: int) -> list[str]:
    """Who was asked after an entry that is not the last one: their names, for the report on a time gone by."""
    later = next((entry for entry in file.entries[until:] if entry["kind"] == "play"), None)
    return [persons(file, until)[seat] for seat in later["asked"]] if later else []


def _over(file: GameFile, story: Iterable[Part], say: Say) -> Over | None:
    """The end of the game in words; `winner_name` is None for a draw."""
    result = file.result
    if not result:
        return None
    winner = result.get("winner")
    name = say.power(winner) if winner not in (None, "draw") else None
    lines = [line["text"] for part in story for line in part["lines"]]
    last = lines[-1] if lines else result["by"].replace("-", " ")
    return {**result, "winner_name": name, "why": result.get("why") or last}


def _notes(file: GameFile, since: int, until: int) -> list[Note]:
    """Notes, changes of people, absences and pass-overs among the entries told."""
    rows: list[Note] = []
    for entry in file.entries[since:until]:
        rows += [{"entry": entry["n"], "what": what, "why": why} for what, why in noted(file, entry)]
        people = persons(file, entry["n"] - 1)
        for key, what in (("absent", "absent"), ("passed", "passed over")):
            rows += [
                {"entry": entry["n"], "what": what, "why": people[seat], "seat": seat} for seat in entry.get(key, ())
            ]
    return rows + [row for row in _told_besides(file) if since < row["entry"] <= until]


def _told_besides(file: GameFile) -> Iterator[Note]:
    """Words to everybody, absences announced and days granted: no part of the record (pbem.desk)."""
    for note in file.calendar["notes"]:
        yield {"entry": note["entry"], "what": "a word to everybody", "why": note["text"]}
    for row in file.calendar["absences"]:
        who = persons(file, row["entry"])[row["seat"]]
        told = sentence("away", who=who, start=row["from"][:10], end=row["to"][:10])
        yield {"entry": row["entry"], "what": "an absence announced", "seat": row["seat"], "why": told}
    for row in file.calendar.get("extensions", ()):
        who = persons(file, row["entry"])[row["seat"]]
        told = sentence("granted", who=who, days=row["days"])
        yield {"entry": row["entry"], "what": "more days", "seat": row["seat"], "why": told}


def _draws(file: GameFile, since: int, until: int) -> list[DrawRow]:
    return [
        {"entry": entry["n"], **told_draw(draw)}
        for entry in file.entries[since:until]
        for draw in entry.get("draws", ())
    ]


def told_draw(draw: Sequence[Any]) -> Record:
    """A draw of the record in its parts: {"label", "n", "kind", "of", "result"}; of a pick which place was taken of how
    many that were left: what lay there, the story tells."""
    label, what, result = draw
    label, _, number = label.partition("#")
    if "d" in what:
        count, sides = map(int, what.split("d"))
        kind, of = "dice", {"count": count, "sides": sides}
    elif "of" in what:
        count, items = map(int, what.split("of"))
        kind, of = "pick", {"count": count, "items": items}
        result = [f"{place + 1} of {items - gone}" for gone, place in enumerate(result)]
    else:
        count, below = what.split("<")
        kind, of = "number", {"count": int(count), "below": below}
    return {"label": label, "n": int(number or 1), "kind": kind, "of": of, "result": result}


def _lines(
    file: GameFile, since: int, until: int, seat: str | None, secret_lines: Iterable[Opening], say: Say
) -> list[LineRow]:
    """What became of lines: those of these entries, those sent ahead that answered or fell, and those still secret."""
    shown = _Shown(file, seat)
    rows: list[Row] = []
    for entry in file.entries[since:until]:
        if entry["kind"] == "play":
            rows += _carried_out(shown.of_entry(entry))
    for one in secret_lines:
        if (seat is None or one["seat"] == seat) and one["part"]:
            text = text_of_item(one["whole"], file.game)
            rows.append(_row_of(one["seat"], "secret", until, text, lodged=one["entry"], line=one["part"]))
    return _together(rows)


def _row_of(
    seat: str,
    fate: str,
    entry: int,
    text: str,
    lodged: int = 0,
    line: int = 0,
    reason: str = "",
    kind: str = "",
    told: str = "",
) -> Row:
    """What became of a line."""
    return {
        "seat": seat,
        "fate": fate,
        "entry": entry,
        "lodged": lodged,
        "line": line,
        "text": text,
        "reason": reason,
        "kind": kind,
        "told": told,
    }


def _carried_out(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows; a line that says a part of what was done as the only thing possible was done with it."""
    done = [
        (row["seat"], line) for row in rows if row["fate"] in ("forced", "alike") for line in row["text"].split("\n")
    ]
    for row in rows:
        said = [line for line in row["text"].split("\n") if row["fate"] in ("refused", "not needed") and line]
        is_done = all(
            any(seat == row["seat"] and f"{one} ".startswith(f"{line} ") for seat, one in done) for line in said
        )
        yield {**row, "fate": "used", "reason": ""} if said and is_done else row


class _Shown:
    """The parts of documents, and what became of them by the record: which answered, which fell, which came."""

    def __init__(self, file: GameFile, seat: str | None = None) -> None:
        own = beside(file, seat).openings if seat else ()
        self.file, self.seat, self.openings = file, seat, Openings(file.game_id, [*file.opened, *own])

    def of_entry(self, entry: Entry) -> list[Row]:
        """The rows of one entry: what answered, what fell, what was lodged."""
        file, rows, done = self.file, [], set()
        fates = file.reached.told if entry["n"] == file.n else []
        told = {(row["seat"], row["document"], row["line"]): row for row in fates}
        for use in entry["used"]:
            if self._is_hidden(use["seat"], use["question"].split("/")[1]):
                done.add((use["seat"], use.get("document", 0), use.get("line", 0)))
                continue
            if use["by"] in ("default", "forced", "alike"):
                rows.append(self._by_nobody(use, entry))
                continue
            done.add((use["seat"], use["document"], use["line"]))
            fate = "used" if use["entry"] == entry["n"] and use["by"] != "standing" else _BY.get(use["by"], "queue")
            mine = told.get((use["seat"], use["document"], use["line"]), {})
            sentences, kind = mine.get("told", []), use["question"].split("/")[1]
            if fate == "used" and not use.get("left") and self._is_in_story(kind):
                continue
            said = "" if fate == "standing" else " ".join(sentences)
            left = use.get("left", ())
            rows.append(self._row(use, fate, entry, kind=kind, settled=use.get("value"), told=said, left=left))
            if left:
                why = _reason(mine, {"rules": []}) if mine.get("problems") else ""
                row = self._row(use, "left out" if why else "not needed", entry, reason=why, left=left, only=True)
                rows += [row] if row["text"] else []  # of what is closed to the reader nothing is told
        for fell in entry.get("fell", ()):
            key = (fell["seat"], fell["document"], fell["line"])
            item = self.item(*key, fell["entry"])
            fate = "fell through" if "when" in item else "refused"
            done.add(key)
            rows.append(self._row(fell, fate, entry, reason=_reason(told.get(key), fell)))
        for key, mine in told.items():
            if key not in done and mine.get("fate") == "kept" and mine.get("problems"):
                done.add(key)
                rows.append(self._row(mine, "stopped", entry, reason=_reason(mine, {"rules": []})))
        for object, _ in entry["documents"]:
            if object["kind"] == "orders":
                rows += self._lodged(entry, object, done, told)
        return [*rows, *self._ended(entry, done, {(row["seat"], row["line"], row["text"]) for row in rows})]

    def _is_hidden(self, seat: str, kind: str) -> bool:
        """Whether a line is a vote of somebody else that is secret."""
        return seat != self.seat and kind in self.file.game.kinds and self.file.game.kinds[kind].is_secret

    def _is_in_story(self, kind: str) -> bool:
        """Whether the story tells what the lines of a kind said and what became of each."""
        return kind in self.file.game.kinds and self.file.game.kinds[kind].is_in_story

    def _by_nobody(self, use: Json, entry: Entry) -> Row:
        """A question that no line answered: by the published default, or because one answer alone was legal, or all
        came to the same board."""
        _, kind, power = use["question"].partition("#")[0].split("/")[:3]
        several = len(powers_of(self.file.charter, use["seat"])) > 1
        text = text_of_item({"power": power, "kind": kind, "value": use["value"]}, self.file.game, several)
        return _row_of(use["seat"], use["by"], entry["n"], text, kind=self.file.game.kinds[kind].waiting)

    def _ended(self, entry: Entry, done: Collection[Key], told: Collection[object]) -> Iterator[Row]:
        """What was sent before and is over without having acted: its turn, or its question, is over."""
        for name in entry.get("over", ()):
            lodged, document, line = self._place_of(name["seat"], name["document"], name["line"])
            where = {"seat": name["seat"], "entry": lodged, "document": document, "line": line}
            if (name["seat"], document, line) in done or lodged == entry["n"]:
                continue
            row = self._row(where, "not needed", entry, lodged=lodged)
            if (row["seat"], row["line"], row["text"]) not in told:
                yield row

    def _lodged(self, entry: Entry, object: Json, done: Collection[Key], told: Mapping[Key, Json]) -> Iterator[Row]:
        """What a document lodged, ended, or said for nothing."""
        for number, place, _ in parts_of(object):
            key = (object["seat"], object["n"], number)
            if key in done or self._is_hidden(object["seat"], self.item(*key, entry["n"]).get("kind", "")):
                continue
            found = told.get(key, {}).get("fate")
            name = {"document": object["n"], "line": number, "seat": object["seat"]}
            found = "not needed" if found is None and name in entry.get("over", ()) else found
            fate = found if found not in (None, "kept", "used") else "not needed" if place == "answers" else "kept"
            if fate == "kept" and "when" in self.item(*key, entry["n"]):
                fate = "in force"
            where = {"seat": object["seat"], "entry": entry["n"], "document": object["n"], "line": number}
            yield self._row(where, fate, entry, lodged=0)
        seat, stays = object["seat"], {*kept_by(object), *part_names(object).values()}
        for name in entry.get("over", ()):
            if name["seat"] == seat and (name["document"], name["line"]) not in stays:
                lodged, document, line = self._place_of(seat, name["document"], name["line"])
                where = {"seat": seat, "entry": lodged, "document": document, "line": line}
                yield self._row(where, "revoked", entry, lodged=lodged)

    def _row(
        self,
        where: Json,
        fate: str,
        entry: Entry,
        kind: str = "",
        reason: str = "",
        lodged: int | None = None,
        settled: Any = None,
        told: str = "",
        left: Collection[int] = (),
        only: bool = False,
    ) -> Row:
        """The row of a part; of an answer of many lines without those that were `left` out, or `only` those."""
        item = self.item(where["seat"], where["document"], where["line"], where["entry"])
        if left and isinstance(item.get("value"), list):
            lines = [one for at, one in enumerate(item["value"], 1) if (at in left) == only]
            item = {**item, "value": lines}
        item = without_closed(item) or {} if item else {}
        item = {} if left and not item.get("value") else item
        several = len(powers_of(self.file.charter, where["seat"])) > 1
        text = text_of_item(item, self.file.game, several, settled) if item else ""
        if is_tripwire(item) and where["seat"] != self.seat:
            text = "a tripwire"
        lodged = (
            (where["entry"] if where["entry"] != entry["n"] or fate == "standing" else 0) if lodged is None else lodged
        )
        return _row_of(where["seat"], fate, entry["n"], text, lodged, where["line"], reason, kind, told)

    def item(self, seat: str, document: int, number: int, entry: int) -> Json:
        """A part's reading, or {} while it is closed."""
        return reading_of(self.file.entry(entry), seat, document, number, self.openings) if entry else {}

    def _place_of(self, seat: str, document: int, line: int) -> tuple[int, int, int]:
        """Where what has a name for good stands: line of the record, document, part."""
        for entry in self.file.entries:
            for object, _ in entry["documents"]:
                if object["seat"] == seat and object["kind"] == "orders":
                    for number, name in part_names(object).items():
                        if name == (document, line):
                            return entry["n"], object["n"], number
        return 0, document, line


_BY = {"standing": "standing", "line": "queue", "petition": "queue"}


def _reason(told: Json | None, fell: Json) -> str:
    """Why a part fell: in words where this machine made the entry, else the rules alone."""
    if told and told.get("problems"):
        texts = [f"[{one['rule']}] {one['text']}" if one.get("rule") else one["text"] for one in told["problems"]]
        return " ".join(dict.fromkeys(texts))
    return sentence("by-rules" if fell["rules"] else "illegal", rules=fell["rules"])


def _rulings(file: GameFile, story: Iterable[Part]) -> list[Ruling]:
    """Our rulings on gaps of the book that this part of the story touches for the first time."""
    touched = {line["fact"]["ruling"] for part in story for line in part["lines"] if line["fact"].get("ruling")}
    return [{"id": ruling, **file.game.rulings[ruling]} for ruling in sorted(touched) if ruling in file.game.rulings]


def _evidence(file: GameFile, story: Iterable[Part], say: Say) -> list[Evidence]:
    """Values of the components that decided something told here, and were not checked against a printed copy."""
    sources = getattr(file.game.telling, "evidence", {})
    used: dict[tuple[str, str], str] = {}
    for part in story:
        for line in part["lines"]:
            if line["type"] in sources:
                for name, pointer, what in sources[line["type"]](line["fact"], say):
                    used.setdefault((name, pointer), what)
    origins = origins_at(file.game, file.charter.get("pack"), used) if used else {}
    return [
        {"file": name, "pointer": pointer, "what": what, "from": origins[name, pointer]}
        for (name, pointer), what in used.items()
        if origins.get((name, pointer)) in DOUBTED
    ]


def evidence_sentence(report: Report) -> str:
    """The unverified values behind a report in a sentence, or "" if there are none."""
    if not report["evidence"]:
        return ""
    what = listed(list(dict.fromkeys(row["what"] for row in report["evidence"])))
    return sentence("evidence", what=what, title=report["title"])


def _together(rows: Iterable[Row]) -> list[LineRow]:
    """One row for what would be said twice: a standing line, or a default, that answered again (`times`), and the lines
    of a seat that are secret until they are used (`lines`, their numbers)."""
    found: dict[tuple[object, ...], LineRow] = {}
    for row in rows:
        if row["text"]:
            key: tuple[object, ...] = tuple(value for name, value in row.items() if name != "kind" or not row["line"])
        else:
            key = (row["seat"], row["fate"], row["lodged"], row["entry"])
        if key not in found:
            found[key] = {**row, "times": 0, "lines": []}
        found[key]["times"] += 1
        found[key]["lines"].append(row["line"])
    return list(found.values())


def line_sentence(report: Report, line: LineRow) -> tuple[str, str]:
    """What became of a line and what it answered, as ``(sentence, the line as it was written)``; a secret line is not
    quoted."""
    name = "lodged" if line["lodged"] else "secret"
    quoted = line["text"] or sentence(name, times=line["times"], lines=line["lines"], entry=line["lodged"])
    who = report["names"].get(line["seat"]) or line["seat"]
    fields = {**line, "who": who, "text": "", "reason": line["reason"].rstrip(".")}
    if line["fate"] in ("standing", "default", "forced", "alike") and line["times"] > 1:
        fields["kind"] = f"{line['kind']}, {line['times']} times"
    fate = sentence(f"fate-{line['fate'].replace(' ', '-')}", **fields)
    return f"{fate.rstrip()} {line['told']}".rstrip(), quoted
