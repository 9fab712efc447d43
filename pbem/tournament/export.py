"""A tournament to look at: the table and the rounds as text, Markdown, CSV or an HTML page."""

from html import escape

COLUMNS = ("rank", "name", "points", "played", "won", "drawn", "lost", "sonneborn_berger", "buchholz")
HEADS = ("#", "Player", "Points", "Games", "Won", "Drawn", "Lost", "SB", "Buchholz")
MARKS = {"won": "1", "drawn": "½", "lost": "0"}


def described(cup, rows, results):
    """The whole as JSON (schemas/standings.schema.json)."""
    return {
        "pbem": "standings/1",
        "name": cup.name,
        "title": cup.title,
        "rounds": cup.last_round,
        "tie_breaks": cup.tie_breaks,
        "players": rows,
        "games": [
            {
                "round": pairing["round"],
                "table": pairing["table"],
                "game": pairing["game"],
                "seats": pairing["seats"],
                "referee": pairing["referee"],
                "state": results[pairing["game"]].state,
                "by": results[pairing["game"]].by,
                "scores": results[pairing["game"]].scores,
            }
            for pairing in cup.pairings
        ],
        "byes": cup.byes,
    }


def render(cup, rows, results, form):
    """The tournament in one of its formats: text, markdown, csv or html."""
    return {"text": _text, "markdown": _markdown, "csv": _csv, "html": _html}[form](cup, rows, results)


def _cells(row):
    return [str(row[name]) for name in COLUMNS]


def _rounds(cup, results):
    """``[(heading, [line])]`` for each round."""
    first, second = cup.seats
    for number in range(1, cup.last_round + 1):
        lines = []
        for pairing in [one for one in cup.pairings if one["round"] == number]:
            result = results[pairing["game"]]
            one, other = (pairing["seats"][seat] for seat in (first, second))
            score = "–" if result.is_open else f"{MARKS[result.scores[one]]}:{MARKS[result.scores[other]]}"
            why = {"over": result.by, "forfeited": f"forfeited, {result.by}", "open": "open", "missing": "not begun"}
            lines.append(
                f"{pairing['table']}. {cup.name_of(one)} ({first}) – {cup.name_of(other)} ({second}) "
                f"{score} ({why[result.state]}; referee {cup.name_of(pairing['referee'])})"
            )
        idle = [cup.name_of(row["player"]) for row in cup.byes if row["round"] == number]
        yield f"Round {number}", lines + [f"Bye: {', '.join(idle)}"] * bool(idle)


def _text(cup, rows, results):
    table = [HEADS, *map(_cells, rows)]
    widths = [max(len(row[place]) for row in table) for place in range(len(HEADS))]
    lines = [cup.name, ""]
    for row in table:
        cells = [
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    for heading, found in _rounds(cup, results):
        lines += ["", heading, *(f"  {line}" for line in found)]
    return "\n".join(lines) + "\n"


def _markdown(cup, rows, results):
    lines = [f"# {_plain(cup.name)}", "", f"| {' | '.join(HEADS)} |", "|---:|---|" + "---:|" * (len(HEADS) - 2)]
    lines += [f"| {' | '.join(map(_plain, _cells(row)))} |" for row in rows]
    for heading, found in _rounds(cup, results):
        lines += ["", f"## {heading}", "", *(f"- {_plain(line)}" for line in found)]
    return "\n".join(lines) + "\n"


def _plain(text):
    """Text without what Markdown would read as a mark."""
    return "".join(f"\\{c}" if c in "\\|*_`<>[]#" else c for c in text)


def _csv(cup, rows, results):
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("rank", "player", *COLUMNS[1:]))
    for row in rows:
        writer.writerow([row["rank"], row["player"], *[row[name] for name in COLUMNS[1:]]])
    return out.getvalue()


def _html(cup, rows, results):
    head = "".join(f"<th>{escape(name)}</th>" for name in HEADS)
    body = "\n".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(row))}</tr>" for row in rows)
    rounds = "\n".join(
        f"<h2>{escape(heading)}</h2>\n<ul>\n{''.join(f'<li>{escape(line)}</li>' for line in found)}\n</ul>"
        for heading, found in _rounds(cup, results)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(cup.name)}</title>\n'
        "<style>body{font-family:sans-serif;max-width:60em;margin:auto;padding:1em}"
        "table{border-collapse:collapse}td,th{padding:.2em .6em;text-align:right}"
        "td:nth-child(2),th:nth-child(2){text-align:left}tr:nth-child(even){background:#8882}</style></head>\n"
        f"<body><h1>{escape(cup.name)}</h1>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>"
        f"</table>\n{rounds}\n</body></html>\n"
    )
