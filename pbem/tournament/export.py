"""A tournament to look at: the table and the rounds as text, Markdown or CSV; as a page: pbem.site.tournament."""

from collections.abc import Iterable, Iterator

from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted
from pbem.core.record.outcome import Act

from .cup import Cup
from .results import Results
from .shapes import Pairing, Standing, Standings
from .standings import field_of, teams

_say = Sentences(__name__)
COLUMNS = {"rank": "#", "name": "Player", "points": "Points", "played": "Games", "won": "Won", "drawn": "Drawn"}
BREAKS = {"buchholz-cut-1": "Cut 1", "buchholz": "Buchholz", "buchholz-median": "Median", "sonneborn-berger": "SB"}


def described(cup: Cup, rows: list[Standing], results: Results) -> Standings:
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
        "teams": teams(cup, rows),
        "acts": cup.acts,
    }


def render(cup: Cup, rows: list[Standing], results: Results, form: str) -> str:
    """The tournament in one of its formats: text, markdown or csv."""
    return {"text": _text, "markdown": _markdown, "csv": _csv}[form](cup, rows, results)


def columns(cup: Cup, rows: list[Standing]) -> dict[str, str]:
    """``{field of a row: what stands above it}``: the tie-breaks in their order, and ratings if there are any."""
    breaks = {field_of(name): BREAKS[name] for name in cup.tie_breaks if name in BREAKS}
    return {**COLUMNS, "lost": "Lost", **breaks, **({"rating": "Rating"} if "rating" in rows[0] else {})}


def _cells(row: Standing, fields: Iterable[str]) -> list[str]:
    held = {**row, "rating": f"{row['rating']['rating']:.2f}"} if "rating" in row else {**row}
    return [str(held[field]) for field in fields]


def _table(cup: Cup, rows: list[Standing]) -> list[list[str]]:
    """The table as rows of texts, the heads first."""
    shown = columns(cup, rows)
    return [[*shown.values()], *(_cells(row, shown) for row in rows)]


def _rounds(cup: Cup, rows: list[Standing], results: Results) -> Iterator[tuple[str, list[str]]]:
    """``[(heading, [line])]``: the rounds, the teams if there are any, and the acts of the director."""
    for number in range(1, cup.last_round + 1):
        lines = [_told(cup, pairing, results) for pairing in cup.pairings if pairing["round"] == number]
        idle = [cup.name_of(row["player"]) for row in cup.byes if row["round"] == number]
        yield _say("round", number=number), lines + [_say("bye", who=idle)] * bool(idle)
    found = teams(cup, rows)
    if found:
        yield "Teams", [f"{row['rank']}. {row['team']}: {counted(row['points'], 'point')}" for row in found]
    if cup.acts:
        yield _say("acts"), [f"{n}. {told_act(cup, act)}" for n, act in enumerate(cup.acts, 1)]


def _told(cup: Cup, pairing: Pairing, results: Results) -> str:
    """A game in a line; its result in points, seat by seat: 2:0."""
    result, kind = results[pairing["game"]], cup.seats_of(pairing)
    players = [pairing["seats"][seat] for seat in kind]
    marks = result.scores
    score = "–" if marks is None else ":".join(str(cup.points.get(marks.get(id, ""), 0)) for id in players)
    own = {"over": result.by, "open": "open", "missing": "not begun"}
    why = own.get(result.state, f"{result.state}: {result.by}")
    who = " – ".join(f"{cup.name_of(id)} ({seat})" for seat, id in zip(kind, players))
    return f"{pairing['table']}. {who} {score} ({why}; referee {cup.name_of(pairing['referee'])})"


def told_act(cup: Cup, act: Act) -> str:
    """An act of the director as a line, with its day and reason."""
    marks = ", ".join(f"{seat} {mark}" for seat, mark in act.get("scores", {}).items())
    told = _say(
        act["act"], **act, who=cup.name_of(act.get("player", "")), marks=marks, open=", ".join(act.get("games", ()))
    )
    return f"{told} ({', '.join(filter(None, [act.get('on'), act['reason']]))})"


def _text(cup: Cup, rows: list[Standing], results: Results) -> str:
    table = _table(cup, rows)
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    lines = [cup.name, ""]
    for row in table:
        cells = [
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    for heading, found in _rounds(cup, rows, results):
        lines += ["", heading, *(f"  {line}" for line in found)]
    return "\n".join(lines) + "\n"


def _markdown(cup: Cup, rows: list[Standing], results: Results) -> str:
    heads, *cells = _table(cup, rows)
    lines = [f"# {_plain(cup.name)}", "", f"| {' | '.join(heads)} |", "|---:|---|" + "---:|" * (len(heads) - 2)]
    lines += [f"| {' | '.join(map(_plain, row))} |" for row in cells]
    for heading, found in _rounds(cup, rows, results):
        lines += ["", f"## {heading}", "", *(f"- {_plain(line)}" for line in found)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text without what Markdown would read as a mark."""
    return "".join(f"\\{c}" if c in "\\|*_`<>[]#" else c for c in text)


def _csv(cup: Cup, rows: list[Standing], results: Results) -> str:
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = ["player" if field == "rank" else field for field in columns(cup, rows)]
    writer.writerow(["rank", *fields])
    writer.writerows([row["rank"], *_cells(row, fields)] for row in rows)
    return out.getvalue()
