"""What stands in force of a seat: its lines sent ahead, what each would answer now, and how often it has answered.

A standing line answers when its question comes; here that question may not be open.  Then its conditions are looked at
on the board as it is, as far as they do not need the question itself; whether the answer will be legal is not known.
"""

from ..data.canon import encode
from ..data.problems import refusals
from ..orders.itemtext import text_of_item
from ..orders.orderfile import branches
from ..rules.requests import Ask, ask_from
from .ahead import ahead
from .answers import judge
from .gathered import in_force
from .standing import applying
from .standing import in_force as is_in_force
from .told import kept_for
from .writing import plain


def outlook(file, seat, openings, sent=()):
    """A row for each line of a seat in force: where it was lodged, what it would answer now, how often it answered.

    openings   those that are known (record.closed.Openings): the lines that they open are told too
    sent       order files (orders.OrderFile) that the seat has kept: a row of a line that stands in one has `typed`,
               {"file", "line", "text"}

    ``{"entry", "document", "line", "power", "kind", "text", "secret", "standing", "fired", "now", "answer", "rule"}``;
    `now` is

    answers     it answers the question that is open now
    would       it would answer such a question, as the board is
    asks        the seat would be asked
    illegal     its answer to the open question is refused
    other       a more specific line goes before it
    not now     a condition does not hold, or another place is meant
    unknown     that depends on the question
    will        a line kept for its moment, which will answer so this turn if nothing else happens
    falls       a line kept for its moment, which will be refused if nothing else happens
    waits       a line kept for its moment, or a petition

    `for` says for which question a line is.
    """
    board, rows = file.current_board(), []
    parts = [part for part in in_force(file.state, openings) if part.seat == seat]
    standing = [part for part in parts if part.is_standing]
    homes = _Homes(sent)
    then = ahead(file, seat, [], openings).before if parts else {}
    for part in parts:
        item = part.item
        row = {
            "entry": part.entry,
            "document": part.document,
            "line": part.line,
            "power": item["power"],
            "kind": item.get("when") or item.get("kind") or f"petition {item.get('verb')}",
            "text": part.text(file.game),
            "secret": bool(part.closed),
            "standing": part.is_standing,
            "fired": fired(file, part),
            "now": "waits",
            "answer": "",
            "rule": "",
            "for": kept_for(file.game, part),
        }
        if home := homes.of(part):
            row["typed"] = home
        if not row["standing"]:
            row["now"], row["answer"] = _then(then[part.address])
        else:
            row["now"], row["answer"], row["rule"] = _now(file, board, part, standing)
        rows.append(row)
    return rows


class _Homes:
    """Where the lines in force were typed: in the files that their seat has kept, each line once."""

    def __init__(self, sent):
        self.left = [
            (orders, item) for orders in sent for item in (*orders.answers, *orders.petitions, *orders.standing)
        ]

    def of(self, part):
        """``{"file", "line", "text"}`` of a Part; None if no file has it for the entry in which it was lodged."""
        for place, (orders, item) in enumerate(self.left):
            if orders.entry in (None, part.entry) and encode(plain(item)) == encode(plain(part.item)):
                del self.left[place]
                return {"file": orders.name, "line": item["line"], "text": item["text"]}
        return None


def _then(part):
    """``(now, answer)`` of a line kept for its moment, by what has become of it at the end of its seat's turn."""
    if part.told:
        return "will", " ".join(part.told)
    if part.problems:
        return "falls", " ".join(problem.text for problem in part.problems)
    return "waits", ""


def closed_lines(file, seat):
    """How many lines of the seat in force are closed in the record."""
    return sum(row["seat"] == seat and "closed" in row["part"] for row in file.state["lines"])


def fired(file, part):
    """How often a line has answered, by the record."""
    return sum(
        (row["seat"], row.get("entry"), row.get("document"), row.get("line")) == part.address
        for entry in file.entries
        for row in entry.get("used", ())
    )


def _now(file, board, part, standing):
    """``(now, answer, rule)`` of a standing line."""
    line, standing = part.item, [(one.item, one.entry) for one in standing]
    kind = file.game.kinds[line["when"]]
    for question in file.waiting:
        if (question["kind"], question["power"]) == (line["when"], line["power"]):
            return _to_question(file, board, kind, ask_from(question), line, standing)
    return _to_nobody(file, board, kind, line)


def _to_question(file, board, kind, ask, line, standing):
    """What the line answers to an open question."""
    applied = applying(board, ask, standing, file.game.conditions)
    place = next((place for place, (other, _) in enumerate(applied) if other is line), None)
    if place is None:
        return "not now", "", ""
    branch = applied[place][1]
    if "ask" in branch:
        return ("asks" if place == 0 else "other"), "", ask.rule
    value, problems = judge(kind, board, ask, branch["value"])
    if refusals(problems):
        return "illegal", "; ".join(problem.text for problem in refusals(problems)), refusals(problems)[0].rule
    return ("answers" if place == 0 else "other"), "; ".join(kind.text(value, ask)), ask.rule


def _to_nobody(file, board, kind, line):
    """What the line would answer to a question that is not open, as far as the board alone tells."""
    conditions = file.game.conditions
    ask = Ask(line["when"], line["power"], about={"where": line["where"]} if "where" in line else {}, rule=kind.rule)
    try:
        if not is_in_force(board, ask, line, conditions):
            return "not now", "", kind.rule
        branch = next(
            (
                branch
                for branch in branches(line)
                if all(conditions.holds(board, ask, one) for one in branch.get("if", ()))
            ),
            None,
        )
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        return "unknown", "", kind.rule
    if branch is None:
        return "not now", "", kind.rule
    if "ask" in branch:
        return "asks", "", kind.rule
    return "would", _words(file.game, kind, line, branch["value"]), kind.rule


def _words(game, kind, line, value):
    """An answer in order text, as far as it can be told without its question; else what the line says."""
    try:
        return "; ".join(kind.text(value))
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        text = text_of_item(line, game)
        return text[text.casefold().find("when ") :].partition(":")[2].strip()
