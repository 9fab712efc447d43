"""pbem status: who has to answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed, the
from pbem.interface.files import seat_of

from .games import many, single
from .options import load_game
from .output import tell
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)


@declared("status")
def command(
    games: Sequence[str], jobs: int, cups: Sequence[str], seat: str | None, secret: str | None, as_json: bool
) -> int | None:
    """Who still has to answer in each GAME, what, and since which entry.

    Several games, or all games of a folder, get one line each (with --json: JSON Lines). A damaged game file is named
    in its line, and the exit code is the worst of all. With --cup, a game that the director of the tournament decided
    is shown with that result.
    """
    from pbem.interface.reading import decisions, described

    game, decided = single(games), decisions(cups) if cups else None
    if game is None:
        return many(games, jobs, as_json, "status", sentence, decided=decided)
    file = load_game(game)
    found = described(file, decided)
    if seat is not None and found["over"] is None:
        from pbem.mail.pending import stands_of

        found["stands"] = stands_of(file, seat_of(file, seat), secret=secret)
    tell(as_json, found, as_text, file, found)
    return None


def as_text(file: "GameFile", found: "Json") -> str:
    """The same for people."""
    from pbem.core.record.seat_history import names_of
    from pbem.report.asked import alike, by_date
    from pbem.report.noted import changed_told

    lines = [_say("heading", file=file, found=found), *changed_told(file)]
    if found["decided"]:
        lines.append(_decision(found, names_of(file)))
        return "\n".join(lines)
    if found["over"]:
        lines.append(_say("over", **{**found["over"], "winner": found["over"].get("winner") or "nobody"}))
        return "\n".join(lines)
    for rows in alike(found["waiting"]):
        name = "answered" if rows[0]["answered"] else "asked"
        lines.append(_say(name, **{**rows[0], "who": [_who(file, one) for one in rows], "count": len(rows)}))
    for row in found["called"]:
        name = "called-answered" if row["answered"] else "called"
        lines.append(_say(name, who=row["name"] or row["seat"], waiting=row["waiting"]))
    if not found["waiting"] and not found["called"]:
        lines.append(_say("nobody"))
    if found["muster"]:
        lines.append(_say("muster"))
    for date, names in by_date(found["deadlines"]).items():
        lines.append(_say("deadline", names=names, date=date))
    if found["envelopes"]:
        lines.append(_say("envelopes", who=listed(found["envelopes"])))
    lines.append(_say("orders", **{**found, "head": found["head"][:32]}))
    lines += [f"{one['text']} {one['hint']}" for one in found["notes"]]
    if "stands" in found:
        from pbem.core.seat.block import block

        lines += ["", *block(found["stands"])]
    return "\n".join(lines)


def _who(file: "GameFile", row: "Json") -> str:
    """Who is asked: the seat, who holds it, and for which of its powers, if it has several."""

    who = f"{row['seat']} ({row['name']})" if row["name"] else f"{row['seat']}"
    return _say("who-for", who=who, power=the(row["power_name"])) if len(file.powers[row["seat"]]) > 1 else who


def sentence(found: "Json") -> str:
    """The same in one line, from the JSON."""

    if found["decided"]:
        return f"{found['moment']}; {_decision(found)}"
    if found["over"]:
        return _say("line-over", moment=found["moment"], winner=found["over"].get("winner") or "nobody")
    waiting = [row for row in (*found["waiting"], *found["called"]) if not row["answered"]]
    seats = dict.fromkeys(f"{row['seat']} ({row['name']})" if row["name"] else row["seat"] for row in waiting)
    told = _say("line" if seats else "line-nobody", moment=found["moment"], entry=found["entry"], seats=[*seats])
    return " ".join([told, *(f"{one['text']} {one['hint']}" for one in found["notes"])])


def _decision(found: "Json", names: dict[str, str] | None = None) -> str:
    from pbem.core.record.outcome import Outcome, outcome_told

    return outcome_told(Outcome(**found["decided"], decided=True), names or {})
