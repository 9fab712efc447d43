"""pbem status: who has to answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.data.sentences import Sentences
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

    lines = [f"{file.stand['title']}, game {found['game']}: {found['moment']}", *changed_told(file)]
    if found["decided"]:
        lines.append(_decision(found, names_of(file)))
        return "\n".join(lines)
    if found["over"]:
        lines.append(_say("over", **{**found["over"], "winner": found["over"].get("winner") or "nobody"}))
        return "\n".join(lines)
    for rows in alike(found["waiting"]):
        row, done = rows[0], _done(rows)
        who = listed(_who(file, one) for one in rows)
        lines.append(f"{who} {done} {row['waiting']} [{row['rule']}], since entry {row['since']}.")
    for row in found["called"]:
        lines.append(f"{row['name'] or row['seat']} {_done([row])} {row['waiting']}.")
    if not found["waiting"] and not found["called"]:
        lines.append(_say("nobody"))
    if found["muster"]:
        lines.append(_say("muster"))
    for date, names in by_date(found["deadlines"]).items():
        lines.append(f"Deadline of {listed(names)}: {date}.")
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
    return f"{who} for {the(row['power_name'])}" if len(file.powers[row["seat"]]) > 1 else who


def _done(rows: "Sequence[Json]") -> str:
    """Whether they are asked, or have answered."""
    several = len(rows) > 1
    if rows[0]["answered"]:
        return f"{'have' if several else 'has'} answered; {'they were' if several else 'it was'} asked"
    return "are asked" if several else "is asked"


def sentence(found: "Json") -> str:
    """The same in one line, from the JSON."""

    if found["decided"]:
        return f"{found['moment']}; {_decision(found)}"
    if found["over"]:
        return f"{found['moment']}; over, winner: {found['over'].get('winner') or 'nobody'}."
    waiting = [row for row in (*found["waiting"], *found["called"]) if not row["answered"]]
    seats = dict.fromkeys(f"{row['seat']} ({row['name']})" if row["name"] else row["seat"] for row in waiting)
    entry = f"entry {found['entry']} is due"
    told = f"{found['moment']}; {entry}, {'waits for ' + listed(seats) if seats else 'nobody has to answer'}."
    return " ".join([told, *(f"{one['text']} {one['hint']}" for one in found["notes"])])


def _decision(found: "Json", names: dict[str, str] | None = None) -> str:
    from pbem.core.record.outcome import Outcome, outcome_told

    return outcome_told(Outcome(**found["decided"], decided=True), names or {})
