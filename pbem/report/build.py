"""The canonical report of a game: what happened, what changed, who is asked what, and why the draws can be trusted.

Everything in it comes from the recorded facts, the board that they make, and sentences that the title owns.  The
renderings (text, markdown, …) use nothing but this JSON value (schemas/report.schema.json).

A title takes part with the functions of its ``telling`` module:

    say(board)                        printed names: say.area(id), say.unit(id), say.power(id), …
    sentences[type](fact, say)        the sentence of a fact; a text, or {"text", "level"} with level 1 for details,
                                      or None for a fact that needs no words
    heading(step, say)                the heading of a step ({"procedure", "args", …})
    moment(board, say)                where the game stands, in a few words: "PRC action 7 of 30"
    tables(board, say)                [{"title", "columns", "rows"}]: the board in brief; only a table of places has a
                                      name for its first column
    evidence                          {fact type: (fact, say) -> [(component file, pointer, what it is)]}: the
                                      values that decided the fact; a title may leave it out
    together                          {fact type: (key(fact), sentence(facts, say))}: facts of a type that follow each
                                      other and have one key are told in one sentence (or a list of them, which a
                                      function may return as well); a title may leave it out
    headlines                         types of facts that the heading of their step tells; may be left out
    changes(before, after, say)       sentences on what is different now, most important first
"""

from pbem.core.data.text import listed, translate
from pbem.core.orders.orders import branches
from pbem.core.record.charter import seat_of
from pbem.core.record.entries import live_entries
from pbem.core.record.evidence import UNVERIFIED, values
from pbem.core.record.force import item_of
from pbem.core.rules.engine import fold
from pbem.core.rules.requests import ask_from

from .places import places

VERSION = "report/1"


def build(file, since=None, until=None, seat=None, secret_lines=(), with_places=False):
    """The report on entries `since` + 1 to `until` of a game file (by default on the last one) as JSON.

    seat          whose view: its own questions and lines come first
    secret_lines  lines of that seat that are still secret, from its secret file
    with_places   with "places", the board place by place in sentences (places.py)
    """
    last = len(file.entries)
    until = last if until is None else until
    since = max(0, until - 1) if since is None else since
    boards = _Boards(file, since, until)
    telling = file.game.telling
    say = telling.say(boards.after)
    story = told(file.game, boards.parts, say)
    report = {
        "pbem": VERSION, "game": file.name, "title": file.game.id, "title_name": file.game.name,
        "edition": file.charter["edition"], "scenario": file.charter["scenario"],
        "names": file.charter["names"],
        "entry": until, "since": since, "seat": seat, "moment": telling.moment(boards.after, say),
        "head": file.head, "waiting": _waiting(file, boards, say, until == last),
        "asked": _asked_then(file, until),
        "over": _over(file, story, say) if until == last else None,
        "story": story, "notes": _notes(file, since, until), "draws": _draws(file, since, until),
        "changes": list(dict.fromkeys(telling.changes(boards.before, boards.after, say))),
        "board": telling.tables(boards.after, say),
        "lines": _lines(file, since, until, seat, secret_lines, say),
        "rulings": _rulings(file, story), "evidence": _evidence(file, story, say),
        "fairness": _fairness(file, since, until),
    }  # fmt: skip
    if with_places and hasattr(file.game, "mapped"):
        view = file.game.mapped(boards.after)
        report["places"] = places(view, {id: say.area(id) for id in view["areas"]})
    return report


def board_of(file, entry):
    """The board after an entry."""
    return _Boards(file, entry, entry).after


def history(file, until):
    """The story of the entries before and including `until`, as in ``report["story"]``."""
    boards = _Boards(file, 0, until)
    return told(file.game, boards.parts, file.game.telling.say(boards.after))


class _Boards:
    """The boards before and after the entries of a report, and the facts between them, step by step."""

    def __init__(self, file, since, until):
        first, last = _facts_to(file, since), _facts_to(file, until)
        board = file.first_board()
        self.before = self.after = None
        self.parts = []
        index = 0
        for step in [*file.steps, *([file.open] if file.open else [])]:
            facts = step["facts"]
            cut, end = first - index, last - index
            if self.before is None and cut <= len(facts):
                fold(file.game, board, facts[: max(cut, 0)])
                self.before = file.game.board_from(board.to_json(), file.charter)
                fold(file.game, board, facts[max(cut, 0) : max(end, 0)])
            else:
                fold(file.game, board, facts[: max(end, 0)])
            told = facts[max(cut, 0) : max(end, 0)]
            if told:
                self.parts.append((step, told))
            index += len(facts)
        self.after = board
        if self.before is None:
            self.before = board


def _facts_to(file, entry):
    """How many facts stand in the file up to the end of an entry; a correction is one fact, of a note."""
    if entry >= len(file.entries):
        return file.fact_count()
    reached = 0
    for record in live_entries(file.entries[:entry]):
        if "facts" in record:
            reached = record["facts"]["to"]
    last = max((record["n"] for record in file.entries[:entry] if "facts" in record), default=0)
    return reached + sum(record.get("what") == "correction" for record in file.entries[last:entry])


def told(game, parts, say):
    """Paragraphs of ``[(step, facts)]``: a heading and the sentences of the facts under it; steps with one heading
    stand together."""
    telling, story = game.telling, []
    headlines = getattr(telling, "headlines", ())
    for step, facts in parts:
        heading = telling.heading(step, say)
        lines = [line for group in _groups(telling, facts) for line in _lines_of(telling, group, say)]
        if not lines and not any(fact["type"] in headlines for fact in facts):
            continue
        if story and story[-1]["heading"] == heading:
            story[-1]["lines"] += lines
        else:
            story.append({"heading": heading, "procedure": step["procedure"], "lines": lines})
    return story


def _groups(telling, facts):
    """The facts, those together that are told in one sentence."""
    keys = getattr(telling, "together", {})
    groups = []
    for fact in facts:
        key = (fact["type"], fact["rule"], *keys[fact["type"]][0](fact)) if fact["type"] in keys else None
        if groups and key is not None and groups[-1][0] == key:
            groups[-1][1].append(fact)
        else:
            groups.append((key, [fact]))
    return [group for _, group in groups]


def _lines_of(telling, facts, say):
    """The lines of facts that belong together: one for them all, unless the title tells them one by one."""
    if len(facts) == 1:
        lines = [line_of(telling, facts[0], say)]
    else:
        told = telling.together[facts[0]["type"]][1](facts, say)
        sentences = told if isinstance(told, list) else [told]
        lines = [_line(text, fact) for text, fact in zip(sentences, facts)]
    return [line for line in lines if line]


def line_of(telling, fact, say):
    """A fact as a line of the story, or None if it needs no words."""
    return _line(telling.sentences[fact["type"]](fact, say), fact)


def _line(told, fact):
    if not told:
        return None
    if isinstance(told, str):
        told = {"text": told}
    return {
        "text": told["text"],
        "level": told.get("level", 0),
        "rule": told.get("rule", fact["rule"]),
        "type": fact["type"],
        "fact": fact,
    }


def _waiting(file, boards, say, is_last):
    """The open questions, in words: who, what, by which rule, and what happens without an answer."""
    if not is_last or not file.open:
        return []
    rows = []
    for question in file.waiting:
        kind = file.game.kinds[question["kind"]]
        ask = ask_from(question)
        seat = seat_of(file.charter, question["power"])
        default = kind.default(boards.after, ask)
        rows.append({
            "seat": seat, "name": file.charter["names"].get(seat, ""), "power": question["power"],
            "power_name": say.power(question["power"]), "kind": question["kind"], "rule": question["rule"],
            "waiting": kind.waiting, "asked": kind.describe(boards.after, ask),
            "default": kind.text(default, ask), "answered": seat in file.open["answered"],
        })  # fmt: skip
    return rows


def _asked_then(file, until):
    """Who was asked after an entry that is not the last one: their names, for the report on a time gone by."""
    later = next((entry for entry in file.entries[until:] if entry["kind"] == "play"), None)
    return [file.charter["names"].get(seat) or seat for seat in later["asked"]] if later else []


def _over(file, story, say):
    """The end of the game in words; `winner_name` is None for a draw."""
    result = file.document["result"]
    if not result:
        return None
    winner = result.get("winner")
    name = say.power(winner) if winner not in (None, "draw") else None
    lines = [line["text"] for part in story for line in part["lines"]]
    last = lines[-1] if lines else result["by"].replace("-", " ")
    return {**result, "winner_name": name, "why": result.get("why") or last}


def _notes(file, since, until):
    """Corrections, takebacks, absences and pass-overs among the entries told."""
    rows = []
    for entry in file.entries[since:until]:
        if entry["kind"] == "note":
            rows.append({"entry": entry["n"], "what": entry["what"], "why": entry["why"]})
        for seat in entry.get("absent", ()):
            rows.append({"entry": entry["n"], "what": "absent", "why": "", "seat": seat})
        for seat in entry.get("passed_over", ()):
            rows.append({"entry": entry["n"], "what": "passed over", "why": "", "seat": seat})
    return rows + [row for row in _told_besides(file) if since < row["entry"] <= until]


def _told_besides(file):
    """Words to everybody and absences announced: no part of the record (pbem.desk)."""
    calendar = file.document.get("calendar", {})
    for note in calendar.get("notes", ()):
        yield {"entry": note["entry"], "what": "a word to everybody", "why": note["text"]}
    for row in calendar.get("absences", ()):
        if "entry" in row:
            who = file.charter["names"].get(row["seat"]) or row["seat"]
            yield {"entry": row["entry"], "what": "an absence announced", "seat": row["seat"],
                   "why": f"{who} is away from {row['from'][:10]} to {row['to'][:10]}."}


def _draws(file, since, until):
    return [
        {"entry": entry["n"], "label": draw["label"], "n": draw["n"], "kind": draw["kind"], "result": draw["result"],
         "of": draw["of"]}
        for entry in file.entries[since:until] for draw in entry.get("draws", ())
    ]  # fmt: skip


def _lines(file, since, until, seat, secret_lines, say):
    """What became of lines: those of these entries, those sent ahead that answered or fell, and those still secret."""
    rows = []
    for entry in file.entries[since:until]:
        answers = [row for row in entry.get("answers", ()) if row["by"] in ("standing", "queue")]
        rows += [_given_ahead(file, entry, row) for row in answers]
        rows += [_fate(file, entry, row) for row in entry.get("fates", ()) if not _told_before(row)]
    for line in secret_lines:
        if seat is None or line["seat"] == seat:
            rows.append({"seat": line["seat"], "fate": "secret", "entry": until, "lodged": line["entry"],
                         "line": line["line"], "text": line["order"]["text"], "kind": "", "reason": ""})
    return _together(rows)


def _told_before(row):
    """A line of an earlier entry that goes on, or whose answer is a row of its own."""
    return "lodged" in row and row["fate"] in ("kept", "used")


def _given_ahead(file, entry, answer):
    """An answer that a standing or a queued line gave."""
    place = (answer["seat"], answer["entry"], answer["line"])
    _, kind, power = answer["question"].split("/", 2)
    own = power.partition("#")[0] if answer["entry"] == entry["n"] else None
    item = _opened(file).get(place) or _public_item(file, *place, own)
    return {"seat": answer["seat"], "fate": answer["by"], "entry": entry["n"], "lodged": answer["entry"],
            "line": item.get("line", 0), "text": "\n".join(_branch_texts(item)), "reason": "", "kind": kind}


def _opened(file):
    """``{(seat, entry, number): item}`` of the sealed lines that have been opened."""
    rows = [row for entry in file.entries for row in entry.get("opened", ())]
    return {(row["seat"], row["entry"], row["line"]): item_of(row["text"]) for row in rows}


def _branch_texts(item):
    """A line with all its else branches: which of them answered, the story tells."""
    return [branch["text"] for branch in branches(item) if "text" in branch] if item else []


def _fate(file, entry, row):
    """The fate of a line of this entry's files, or of an older one that is no longer in force."""
    then = file.entries[row["lodged"] - 1] if "lodged" in row else entry
    opened = _opened(file) if "lodged" in row else {}
    lodged = [found.get("item") or opened.get((row["seat"], then["n"], found["line"]))
              for found in then.get("lodged", ()) if found["seat"] == row["seat"]]  # fmt: skip
    lodged = [item for item in lodged if item and item.get("line") == row["line"]]
    text = "\n".join(text for item in lodged[:1] for text in _branch_texts(item)) or row.get("text", "")
    if len(lodged) > 1 and "when" in lodged[0]:  # one line of the mail, for each power of the seat
        text = f"{row['seat']}:{text.partition(':')[2]}"
    is_standing = lodged and "when" in lodged[0] and row["fate"] == "kept" and "lodged" not in row
    return {"seat": row["seat"], "fate": "in force" if is_standing else row["fate"], "entry": entry["n"],
            "lodged": row.get("lodged", 0), "line": row["line"], "text": text,
            "reason": row.get("reason", ""), "kind": ""}  # fmt: skip


def _public_item(file, seat, entry, line, own=None):
    """A public line, from the entry in which it was lodged; in that entry itself, where the power `own` used it, it
    goes by its line of the mail."""
    rows = file.entries[entry - 1].get("lodged", ()) if entry else ()
    for row in rows:
        item = row.get("item") or row.get("over") if own else row.get("item")
        if item and row["seat"] == seat and (item["line"] if own else row["line"]) == line:
            if not own or item["power"] == own:
                return item
    return {}


def _rulings(file, story):
    """Our rulings on gaps of the book that this part of the story touches for the first time."""
    touched = {
        line["fact"]["ruling"] for part in story for line in part["lines"] if line["fact"].get("ruling")
    }
    return [
        {"id": ruling, **file.game.rulings[ruling]}
        for ruling in sorted(touched)
        if ruling in file.game.rulings
    ]


def _evidence(file, story, say):
    """Values of the components that decided something told here, and were not checked against a printed copy."""
    sources = getattr(file.game.telling, "evidence", {})
    used = {}
    for part in story:
        for line in part["lines"]:
            if line["type"] in sources:
                for name, pointer, what in sources[line["type"]](line["fact"], say):
                    used.setdefault((name, pointer), what)
    if not used:
        return []
    doubtful = {(row["file"], row["pointer"]): row for row in values(file.game, file.charter.get("pack"), UNVERIFIED)}
    return [{"file": name, "pointer": pointer, "what": what, "from": doubtful[name, pointer]["from"]}
            for (name, pointer), what in used.items() if (name, pointer) in doubtful]


def evidence_sentence(report):
    """The unverified values behind a report in a sentence, or "" if there are none."""
    if not report["evidence"]:
        return ""
    what = listed(list(dict.fromkeys(row["what"] for row in report["evidence"])))
    return translate(_EVIDENCE).format(what=what, title=report["title"])


_EVIDENCE = (
    "These values decided something above and are reconstructed or recalled, so that a printed copy may "
    "differ: {what}. See: pbem data {title} --unverified"
)


def _fairness(file, since, until):
    from pbem.core.record.fairness import footer

    return footer(file.document, since, until)


_FATES = {
    "used": "{who} ordered: {text}",
    "standing": "{who}'s standing order of entry {lodged} answered ({kind}): {text}",
    "queue": "{who}'s order of entry {lodged}, kept for its moment, was carried out: {text}",
    "kept": "{who}: kept for its moment: {text}",
    "in force": "{who}: a standing order, in force from now on: {text}",
    "refused": "{who}: refused, {reason}: {text}",
    "fell through": "{who}'s standing order could not answer, {reason}; it stays in force: {text}",
    "not reached": "{who}: not reached, for a line before it fell: {text}",
    "passed over": "{who}: passed over, for its condition did not hold: {text}",
    "expired": "{who}: expired: {text}",
    "revoked": "{who}: taken back: {text}",
    "not needed": "{who}: not needed any more: {text}",
    "secret": "{who}: still secret, from entry {lodged}: {text}",
}


def _together(rows):
    """One row for what would be said twice: a standing line that answered again (`times`), and the lines of a seat
    that are secret until they are used (`lines`, their numbers)."""
    found = {}
    for row in rows:
        names = [name for name in row if name != "kind"] if row["text"] else ["seat", "fate", "lodged", "entry"]
        key = (bool(row["text"]), *(row[name] for name in names))
        if key not in found:
            found[key] = {**row, "times": 0, "lines": []}
        found[key]["times"] += 1
        found[key]["lines"].append(row["line"])
    return list(found.values())


def line_sentence(report, line):
    """What became of a line, as ``(sentence, the line as it was written)``; a secret line is not quoted."""
    fate = _FATES[line["fate"]]
    if line["text"]:
        quoted = line["text"]
    elif line["lodged"]:
        quoted = f"({_numbers(line)} of entry {line['lodged']}, not shown)"
    else:
        quoted = f"({_numbers(line)}, secret until {'it is' if line['times'] == 1 else 'they are'} used)"
    who = report["names"].get(line["seat"]) or line["seat"]
    fields = {**line, "who": who, "text": "", "reason": line["reason"].rstrip(".")}
    if line["fate"] == "standing" and line["times"] > 1:
        fields["kind"] = f"{line['kind']}, {line['times']} times"
    return translate(fate).format(**fields).rstrip(), quoted


def _numbers(line):
    """``line 7``, ``lines 8, 9 and 10``."""
    return f"line {line['line']}" if line["times"] == 1 else f"lines {listed(list(map(str, line['lines'])))}"
