"""The report for screen readers: sentences in the order in which they matter, no tables, no marks to be spelt out.

What changed comes first, then who is asked, then the story, then the board place by place (places.py).
"""

from pbem.core.data.text import listed, translate
from pbem.core.record.deadlines import row_told

from .build import evidence_sentence, line_sentence, muster_sentence

_SENTENCES = {
    "title": "{title}, game {game}, entry {entry}. {moment}.",
    "changed": "What changed.",
    "same": "Nothing on the board changed.",
    "asked": "Who is asked.",
    "question": "{who} is asked {waiting}, rule {rule}. Without an answer: {default}.",
    "muster": "Waited for: {who}",
    "until": "{who} has time until {date}.",
    "then": "Asked then: {who}. This report is on a time gone by.",
    "nobody": "Nobody is asked. The adjudicator draws and plays on.",
    "over": "The game is over. {who}{why}",
    "won": "Won by {who}. ",
    "drawn": "It is a draw. ",
    "story": "What happened.",
    "rule": "{text} Rule {rule}.",
    "notes": "Notes.",
    "note": "Entry {entry}: {what}. {why}",
    "orders": "What became of the orders.",
    "evidence": "Values to check against a printed copy.",
    "board": "The board.",
    "row": "{columns}.",
    "draws": "Draws.",
    "draw": "{label}, {n}: {result}.",
    "fair": "Can you trust the draws?",
}


def render(report, form=""):
    """The canonical report as plain sentences, a line each; an empty line before each part."""
    parts = [
        [
            _say(
                "title",
                title=report["title_name"],
                game=report["game"],
                entry=report["entry"],
                moment=report["moment"].replace(" · ", ", "),
            )
        ]
    ]
    parts.append([_say("changed"), *report["changes"]] if report["changes"] else [_say("same")])
    parts.append(_asked(report))
    parts += _story(report)
    parts.append(_part("notes", [_note(note) for note in report["notes"]]))
    parts.append(_part("orders", [_fate(report, line) for line in report["lines"]]))
    parts.append(_part("evidence", [evidence_sentence(report)] if report["evidence"] else []))
    parts.append(_part("board", _board(report)))
    parts.append(
        _part(
            "draws",
            [
                _say(
                    "draw",
                    label=draw["label"].replace("/", ", "),
                    n=draw["n"],
                    result=" ".join(map(str, draw["result"])),
                )
                for draw in report["draws"]
            ],
        )
    )
    parts.append(_part("fair", report["fairness"]))
    if form:
        parts.append(form.splitlines())
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _say(name, **fields):
    return translate(_SENTENCES[name]).format(**fields).rstrip()


def _part(name, lines):
    return [_say(name), *lines] if lines else []


def _asked(report):
    over = report["over"]
    if over:
        who = _say("won", who=over["winner_name"]) if over["winner_name"] else _say("drawn")
        return [_say("over", who=f"{who} ", why=over["why"])]
    rows = [
        _say(
            "question",
            who=f"{row['power_name']}, {row['name']}," if row["name"] else row["power_name"],
            waiting=row["waiting"],
            rule=row["rule"],
            default=", ".join(row["default"][:3]),
        )
        for row in report["waiting"]
    ]
    if report["asked"]:
        return [_say("then", who=listed(report["asked"]))]
    if report.get("mustered"):
        rows.append(_say("muster", who=muster_sentence(report)))
    rows += [_say("until", who=row["name"] or row["seat"], date=row_told(row)) for row in report.get("deadlines", ())]
    return [_say("asked"), *rows] if rows else [_say("nobody")]


def _story(report):
    parts = [[_say("story")]] if report["story"] else []
    for part in report["story"]:
        lines = [part["heading"] if part["heading"].endswith("?") else f"{part['heading']}."]
        for line in part["lines"]:
            lines.append(_say("rule", text=line["text"], rule=line["rule"]) if line["rule"] else line["text"])
        parts.append(lines)
    return parts


def _note(note):
    who = f"{note.get('seat', '')} {note['what']}".strip()
    return _say("note", entry=note["entry"], what=who, why=note["why"])


def _fate(report, line):
    sentence, quoted = line_sentence(report, line)
    return f"{sentence.rstrip(':')}: {quoted}".replace("\n", "; ")


def _board(report):
    """The tables as sentences; what is told place by place is not told by a table of places as well."""
    tables = [table for table in report["board"] if not (report.get("places") and table["columns"][0])]
    rows = [sentence for table in tables for sentence in _sentences(table)]
    return rows + [place["text"] for place in report.get("places", ())]


def _sentences(table):
    """A row of a table as a sentence: its first cell, then every other with its column."""
    for row in table["rows"]:
        cells = [
            f"{column.rstrip(':')} {cell}".strip()
            for column, cell in zip(table["columns"][1:], row[1:])
            if cell not in ("", "-")
        ]
        yield _say("row", columns=": ".join([str(row[0]), ", ".join(cells)]) if cells else str(row[0]))
