"""The report as text: 72 columns, to be mailed, read on a phone, or read aloud."""

from textwrap import wrap

from pbem.core.data.text import listed

from .asked import head
from .build import evidence_sentence, line_sentence

WIDTH = 72


def render(report, form=""):
    """The canonical report as text.  `form` is an order form to put below it."""
    lines = [*_title(report), "", *_waiting(report)]
    lines += _section("What happened", story(report["story"]))
    lines += _section("Notes of the referee", _notes(report))
    lines += _section("What changed", [line for text in report["changes"] for line in _item(text)])
    lines += _section("What became of the orders", _lines(report))
    lines += _section("The board now", _tables(report))
    lines += _section("Rulings where the book is silent", _rulings(report))
    lines += _section("Values to check against a printed copy", _item(evidence_sentence(report)))
    lines += _section("Every draw", _draws(report))
    if form:
        lines += _section("To answer, reply with lines like these", ["  " + line for line in form.splitlines()])
    lines += _section("Can you trust the draws?", [row for text in report["fairness"] for row in [*_proof(text), ""]])
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _title(report):
    title = f"{report['title_name'].upper()} ({report['edition']})"
    entry = f"entry {report['entry']}"
    return [title + entry.rjust(WIDTH - len(title)), f"Game {report['game']} · {report['moment']}"]


def _waiting(report):
    said = head(report)
    if said["over"]:
        return _wrap(f"The game is over. {said['over']} [{said['rule']}]")
    if said["then"]:
        return _column("Then asked", f"{listed(said['then'])}; this report is on a time gone by.")
    if said["nobody"]:
        return ["Waiting for   the adjudicator, to draw and play on."]
    lines = []
    for row in said["rows"]:
        done = " (has answered)" if row["answered"] else ""
        lines += _column("Waiting for", f"{row['who']}{done} {row['waiting']} [{row['rule']}]")
        lines += _column("No answer", f"the published default: {'; '.join(row['default'])}.")
    if said["muster"]:
        lines += _column("Waiting for", said["muster"])
    return lines + until(said["dates"])


def until(dates):
    """Until when everybody has time who is waited for."""
    return [line for who, told in dates for line in _column("Until", f"{who}: {told}")]


def story(parts):
    """The lines of a story (build.told)."""
    lines = []
    for part in parts:
        lines += ["", *_wrap(part["heading"].upper())] if lines else _wrap(part["heading"].upper())
        for line in part["lines"]:
            lines += _told(line["text"], line["rule"], "    " if line["level"] else "  ")
    return lines or ["Nothing yet."]


def _told(text, rule, indent):
    """A sentence with its rule number at the right edge of its last line."""
    rows = wrap(
        text,
        WIDTH - 8,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    if not rule or not rows:
        return rows
    tag = f"[{rule}]"
    if len(rows[-1]) + len(tag) + 1 > WIDTH:
        rows.append("")
    rows[-1] = rows[-1] + tag.rjust(WIDTH - len(rows[-1]))
    return rows


def _notes(report):
    words = {
        "absent": "{seat} did not answer; its published default was taken.",
        "passed over": "{seat} was silent as opener and was passed over.",
    }
    rows = []
    for note in report["notes"]:
        text = words.get(note["what"], "{what}: {why}").format(**{"seat": "", **note})
        rows += _item(f"Entry {note['entry']}: {text}")
    return rows


def _lines(report):
    rows = []
    for line in report["lines"]:
        sentence, quoted = line_sentence(report, line)
        rows += _item(sentence)
        for part in quoted.split("\n"):
            rows += wrap(
                part,
                WIDTH,
                initial_indent=" " * 6,
                subsequent_indent=" " * 8,
                break_long_words=False,
                break_on_hyphens=False,
            )
    return rows


def _tables(report):
    lines = []
    for table in report["board"]:
        if lines:
            lines.append("")
        lines += _table(table)
    return lines


def _table(table):
    """Columns aligned where they fit; otherwise a row a paragraph, the first column its head."""
    rows = [[str(cell) for cell in row] for row in table["rows"]]
    widths = [max(len(row[place]) for row in [table["columns"], *rows]) for place in range(len(table["columns"]))]
    lines = [table["title"]] if table["title"] else []
    if sum(widths) + 2 * len(widths) <= WIDTH:
        if any(table["columns"]):
            lines.append("  " + "  ".join(cell.ljust(width) for cell, width in zip(table["columns"], widths)))
        return lines + ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows]
    for row in rows:
        rest = "; ".join(f"{head} {cell}".strip() for head, cell in zip(table["columns"][1:], row[1:]) if cell)
        lines += wrap(
            f"{row[0]}: {rest}", WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False
        )
    return lines


def _rulings(report):
    return [
        line
        for row in report["rulings"]
        for line in _item(f"{row['id']} [{', '.join(row['rules'])}]: {row['question']} {row['chosen']}")
    ]


def _draws(report):
    rows = []
    for draw in report["draws"]:
        again = f" (use {draw['n']})" if draw["n"] > 1 else ""
        rows += wrap(
            f"{draw['label']}{again}: {' '.join(str(part) for part in draw['result'])}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="      ",
            break_on_hyphens=False,
        )
    return rows


def _proof(text):
    """A sentence about the draws; a command in it stands on lines of its own, so that it can be copied."""
    before, _, rest = text.partition("`")
    command, _, after = rest.partition("`")
    if len(command) < WIDTH // 2:
        return _wrap(text)
    return [*_wrap(before), *command.replace(" | ", " |\n  ", 1).split("\n"), *_wrap(after.lstrip(" ,"))]


def _section(title, lines):
    if not lines:
        return []
    return ["", f"--- {title} ".ljust(WIDTH, "-"), "", *lines]


def _item(text):
    return wrap(
        text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _column(head, text):
    return wrap(text, WIDTH, initial_indent=head.ljust(14), subsequent_indent=" " * 14, break_on_hyphens=False)


def _wrap(text):
    return wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
