"""The report as Markdown, for forums and wikis."""

from pbem.core.data.text import listed

from .asked import head
from .build import evidence_sentence, line_sentence


def render(report, form=""):
    """The canonical report as Markdown.  `form` is an order form to put below it."""
    lines = [
        f"# {report['title_name']} ({report['edition']}): entry {report['entry']}",
        "",
        f"Game **{report['game']}** · {_escape(report['moment'])}",
        "",
        *_waiting(report),
    ]
    lines += _section("What happened", _story(report))
    lines += _section(
        "Notes of the referee",
        [
            f"- Entry {note['entry']}: {note.get('seat', '')} {note['what']} {_escape(note['why'])}".rstrip()
            for note in report["notes"]
        ],
    )
    lines += _section("What changed", [f"- {_escape(text)}" for text in report["changes"]])
    lines += _section("What became of the orders", [_fate(report, line) for line in report["lines"]])
    lines += _section("The board now", [row for table in report["board"] for row in _table(table)])
    lines += _section(
        "Rulings where the book is silent",
        [f"- **{row['id']}**: {_escape(row['question'])} {_escape(row['chosen'])}" for row in report["rulings"]],
    )
    lines += _section("Values to check against a printed copy", _evidence(report))
    lines += _section("Every draw", _draws(report))
    if form:
        lines += _section("To answer, reply with lines like these", ["```", *form.splitlines(), "```"])
    lines += _section("Can you trust the draws?", [row for text in report["fairness"] for row in [text, ""]])
    return "\n".join(lines).rstrip() + "\n"


def _waiting(report):
    said = head(report)
    if said["over"]:
        return [f"**The game is over.** {_escape(said['over'])} [{said['rule']}]"]
    if said["then"]:
        return [f"Then asked: **{_escape(listed(said['then']))}**; this report is on a time gone by."]
    if said["nobody"]:
        return ["**Waiting for the adjudicator**, to draw and play on."]
    rows = []
    for row in said["rows"]:
        done = " (has answered)" if row["answered"] else ""
        rows.append(
            f"- **Waiting for {_escape(row['who'])}**{done} {_escape(row['waiting'])} [{row['rule']}]. Without an "
            f"answer: `{'; '.join(row['default'])}`"
        )
    if said["muster"]:
        rows.append(f"- **Waiting for** {_escape(said['muster'])}")
    return rows + [f"- {_escape(who)} has time until **{told}**." for who, told in said["dates"]]


def _story(report):
    lines = []
    for part in report["story"]:
        lines += ["", f"### {_escape(part['heading'])}", ""]
        for line in part["lines"]:
            indent = "  " if line["level"] else ""
            rule = f" [{line['rule']}]" if line["rule"] else ""
            lines.append(f"{indent}- {_escape(line['text'])}{rule}")
    return lines or ["Nothing yet."]


def _evidence(report):
    sentence = evidence_sentence(report)
    return [_escape(sentence)] if sentence else []


def _fate(report, line):
    sentence, quoted = line_sentence(report, line)
    return f"- {_escape(sentence)} `{quoted.replace(chr(10), '; ')}`"


def _table(table):
    columns = [column or " " for column in table["columns"]]
    rows = ["", f"**{_escape(table['title'])}**", ""] if table["title"] else [""]
    rows += [f"| {' | '.join(map(_escape, columns))} |", f"|{'---|' * len(columns)}"]
    return rows + [f"| {' | '.join(_escape(str(cell)) for cell in row)} |" for row in table["rows"]]


def _draws(report):
    rows = [
        f"| {draw['label']} | {draw['n']} | {' '.join(str(part) for part in draw['result'])} |"
        for draw in report["draws"]
    ]
    return ["| label | use | result |", "|---|---|---|", *rows] if rows else []


def _section(title, lines):
    return ["", f"## {title}", "", *lines] if lines else []


def _escape(text):
    for mark in "\\*_`|<>[]":
        text = text.replace(mark, "\\" + mark)
    return text
