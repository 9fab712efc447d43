"""The report for screen readers: sentences in the order in which they matter, no tables, no marks to be spelt out.

What changed comes first, then who is asked, then the story, then the board place by place (places.py).
"""

from pbem.core.data.text import listed, translate

from .asked import head
from .build import evidence_sentence, line_sentence

_SENTENCES = {
    "title": "{title}, game {game}, entry {entry}. {moment}.",
    "changed": "What changed.",
    "same": "Nothing on the board changed.",
    "asked": "Who is asked.",
    "question": "{who} is asked {waiting}, rule {rule}. Without an answer: {default}.",
    "answered": "{who} has answered.",
    "muster": "Waited for: {who}",
    "until": "{who} has time until {date}.",
    "then": "Asked then: {who}. This report is on a time gone by.",
    "nobody": "Nobody is asked. The adjudicator draws and plays on.",
    "over": "The game is over. {why}",
    "story": "What happened.",
    "rule": "{text} Rule {rule}.",
    "notes": "Notes.",
    "note": "Entry {entry}: {what}. {why}",
    "orders": "What became of the orders.",
    "rulings": "Rulings where the book is silent.",
    "ruling": "{id}: {question} {chosen}",
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
    parts.append(_part("rulings", [_say("ruling", **row) for row in report["rulings"]]))
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
    said = head(report)
    if said["over"]:
        return [_say("over", why=said["over"])]
    if said["then"]:
        return [_say("then", who=listed(said["then"]))]
    rows = []
    for row in said["rows"]:
        who = f"{row['power_name']}, {row['name']}," if row["name"] else row["power_name"]
        rows.append(
            _say("question", who=who, waiting=row["waiting"], rule=row["rule"], default=", ".join(row["default"]))
        )
        rows += [_say("answered", who=row["who"])] if row["answered"] else []
    if said["muster"]:
        rows.append(_say("muster", who=said["muster"]))
    rows += [_say("until", who=who, date=told) for who, told in said["dates"]]
    return [_say("nobody")] if said["nobody"] else [_say("asked"), *rows]


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
