"""Functions that make a game, and write what comes next into it."""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json

from .files import desk_knows, desk_of, load, locked, orders_or_refusal, problems_json, seat_of, secret_path, settle
from .no_such_thing import NoSuchThing

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.problems import Problem
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.charter import Anchor, Charter
    from pbem.core.signing.adjudication import Outcome


Path = str | os.PathLike[str]
FindsSeat = Callable[["GameFile", str], str]
"""Finds a seat by what people call it."""


def new(
    title: str,
    path: Path,
    *,
    scenario: str = "",
    edition: str | None = None,
    options: Json | None = None,
    names: dict[str, str] | None = None,
    seats: dict[str, list[str]] | None = None,
    days: int | None = None,
    now: str | None = None,
    secret: Path | None = None,
    robots: dict[str, str] | None = None,
) -> Json:
    """Make a game at which a referee alone rolls, and write it to `path`, where nothing may be
    (schemas/new.schema.json).

    scenario   of the title; by default its first one
    options    {option or switchable ruling: value}
    names      {seat: who sits there}
    seats      {seat: [powers]}, an arrangement of the title; by default the first one
    days       that a seat has for an answer; then `now` is when the first are asked for (UTC)
    secret     the referee's secret file, made if there is none; by default GAME.secret
    robots     {seat: level} of the seats that robots hold
    Raises NoSuchThing for a title that there is none of, or if `path` exists; Refused with all that is wrong
    otherwise."""
    from pbem.core.record import charter, deadlines

    from .choices import game_of
    from .robots import check_levels, seated

    levels = robots or {}
    check_levels(levels.values())
    path, game = os.fspath(path), game_of(title)
    if os.path.exists(path):
        raise NoSuchThing("exists", path=path)
    if now:
        deadlines.time_of(now)  # what is no time is refused before a secret is made
    dates = {"days": days, "grace": 2, "windows": 3, "window_days": 14} if days else None

    def agree(anchor: "Anchor", robots: Json) -> "Charter":
        return charter.make(
            game,
            name_of(path),
            scenario or next(iter(game.scenarios)),
            edition,
            options,
            seats,
            {**{seat: f"robot ({level})" for seat, level in levels.items()}, **(names or {})},
            anchors={"referee": anchor},
            calendar=dates,
            robots=robots,
        )

    agree(charter.BLANK, dict.fromkeys(levels))  # what is refused is refused before a secret is made
    anchor = referee_anchor(secret_path(path, os.fspath(secret) if secret else None))
    found = agree(anchor, {seat: seated(path, seat, level) for seat, level in levels.items()})
    return new_json(begun(found, path, now), path)


def begun(charter: "Charter", path: str, now: str | None) -> "GameFile":
    """The game of a charter, written; `now` is when the first are asked for their answers."""
    from pbem.core.play import gamefile
    from pbem.core.play.replay import remember
    from pbem.core.record import calendar, deadlines
    from pbem.core.signing import adjudication

    file = adjudication.new_game(charter)
    if now:
        deadlines.note_stop(file, deadlines.time_of(now))
        calendar.write(file.calendar, path)
    gamefile.write(file, path)
    if path != "-":
        file.path = path
        remember(file)
    return file


def new_json(file: "GameFile", path: str) -> Json:
    """A new game as JSON."""
    fairness = file.charter["fairness"]
    return {"pbem": "new/1", "game": file.name, "file": path, "head": file.head, "fairness": fairness}


def adjudicate(
    game: Path,
    orders: Sequence[Path] = (),
    *,
    secret: Path | None = None,
    output: Path | None = None,
    report: Path | None = None,
    passed: Sequence[str] = (),
    now: str | None = None,
) -> Json:
    """Play to the next stop with fair draws, and write the next game file (schemas/outcome.schema.json).

    game     a path; nobody else writes this file meanwhile
    orders   order files, all of them checked first: if one line is refused, nothing is drawn or written
    secret   of whoever adjudicates; by default GAME.secret
    output   where the next game file goes; by default into the place of the game
    report   where a report in text goes
    passed   seats that are silent and late: their published default is taken; ["*"] for all that have not answered
    now      the time (UTC, 2026-11-21T18:30), where the charter counts days
    Its "missing" names the seats that are still waited for: then nothing was drawn, and what came is kept in the
    secret.  Raises Refused, BrokenFile, and NoSuchThing for a seat that there is none of."""
    game = os.fspath(game)
    path, secret = os.fspath(output or game), secret_path(game, os.fspath(secret) if secret else None)
    for name, other in [("output", path), *([("report", os.fspath(report))] if report else [])]:
        if os.path.realpath(other) in {os.path.realpath(one) for one in [secret, *(os.fspath(one) for one in orders)]}:
            raise NoSuchThing("read-and-written", path=other, name=name)
    if report and os.path.realpath(report) in map(os.path.realpath, (game, path)):
        raise NoSuchThing("game-and-written", path=os.fspath(report))
    with locked(game, path, secret):
        file, notes = settle(game, secret)
        outcome = played(file, [os.fspath(name) for name in orders], path, report, secret, passed, now)
    return described(outcome._replace(notes=[*notes, *outcome.notes]))


def played(
    file: "GameFile",
    orders: Iterable[str],
    path: str,
    report: Path | None,
    secret: str,
    silent: Collection[str],
    now: str | None,
    named: FindsSeat = seat_of,
    own: Json | None = None,
) -> "Outcome":
    """Play a read game on to its next stop and write what came of it; the Outcome.  Where robots alone are waited for
    then, it is played on until a person is.

    named   finds a seat by what people call it
    own     the header of order files that have none
    The caller holds the locks."""
    from pbem.core.data import store

    from .reading import rendered
    from .robots import stuck, waits_for_robots

    since = file.n
    outcome = _played(file, orders, path, secret, silent, now, named, own)
    while outcome.entry and path != "-" and waits_for_robots(outcome.file):
        outcome = _played(outcome.file, [], path, secret, [], now, named)._replace(notes=outcome.notes)
    outcome = outcome._replace(notes=[*outcome.notes, *stuck(outcome.file, secret)])
    if report:
        text = rendered(outcome.file, since=since if outcome.file.n > since + 1 else None)
        store.write(os.fspath(report), text, lasting=False)  # it can be made again
    return outcome


def _played(
    file: "GameFile",
    orders: Iterable[str],
    path: str,
    secret: str,
    silent: Collection[str],
    now: str | None,
    named: FindsSeat,
    own: Json | None = None,
) -> "Outcome":
    """The same to the very next stop."""
    from pbem.core.play import gamefile, replay
    from pbem.core.record import calendar
    from pbem.core.record.charter import check_installed
    from pbem.core.record.deadlines import note_stop
    from pbem.core.record.signer import open_signer
    from pbem.core.signing import adjudication

    from .robots import take_over, with_robots

    game = file.path
    check_installed(file.game, file.charter)
    found, problems = orders_or_refusal(file, orders, True, own)
    signer = open_signer(secret, file)
    given = {one["seat"] if isinstance(one, dict) else one.seat for one in found}
    seats, time = _silent(file, silent, now, named, _waiting(file, given), secret)
    unsure = [seat for seat in desk_knows(file, time).doubts if seat not in given]
    outcome = with_robots(adjudication.adjudicate(file, found, signer, seats, unsure=unsure), signer, seats, unsure)
    outcome = outcome._replace(notes=[*problems, *outcome.notes])
    after = outcome.file
    after.path = game if path == "-" else path
    after.calendar = dict(file.calendar)
    if time:
        note_stop(after, time)
    gamefile.write(after, path)
    if path != "-":
        replay.remember(after, outcome.finder if outcome.entry else None)
        if time or outcome.came or outcome.missing or path != game:
            after.calendar = {**after.calendar, "came": _came(file, outcome, given, time)}
            calendar.write(after.calendar, path)
    if outcome.entry:
        take_over(after, signer, outcome.entry.get("absent", ()))
    signer.save(after)
    return outcome


def _came(file: "GameFile", outcome: "Outcome", given: Collection[str], time: "datetime | None") -> Json:
    """``{entry: {seat: when all of it was there, or None}}``, with that of the entry which was due: the time of the
    mail where there was one, else of the run to which it was given."""
    from pbem.core.record.deadlines import shown

    number, box = file.next, desk_of(file.path)
    held = file.calendar.get("came", {})
    if outcome.entry and outcome.came:
        held = {**held, str(outcome.file.next): dict.fromkeys(sorted(outcome.came), shown(time) if time else None)}
    mails = {row["seat"]: row["at"][:16] for row in reversed(box.accepted(number)) if row["open"] == []} if box else {}
    there = {*held.get(str(number), ()), *given} if outcome.entry else outcome.came
    times = {**dict.fromkeys(there, shown(time) if time else None), **mails, **held.get(str(number), {})}
    seats = [seat for seat in file.charter["seats"] if seat in there and seat not in outcome.missing]
    return {**held, str(number): {seat: times[seat] for seat in seats}} if seats else held


def _waiting(file: "GameFile", given: Collection[str]) -> list[str]:
    """The seats whose orders have come by mail and are not given here: nobody is passed over whose orders wait."""
    box = desk_of(file.path)
    last = {row["seat"]: row["open"] == [] for row in box.accepted(file.next)} if box else {}
    return [seat for seat in last if last[seat] and seat not in given and seat not in file.answered]


def _silent(
    file: "GameFile", wanted: Collection[str], now: str | None, named: FindsSeat, sent: Collection[str], secret: str
) -> "tuple[list[str], datetime | None]":
    """``(seats, time)``: those of `wanted`, * for all, or that are late at --now, and that time or None."""
    from pbem.core.data.problems import Problem, Refused

    from .robots import answering

    able = answering(file, secret)
    sent = [*sent, *able]
    seats = file.charter["seats"] if "*" in wanted else [named(file, seat) for seat in wanted]
    Refused.if_any(Problem("robot-here", seat=seat) for seat in seats if seat in able and "*" not in wanted)
    seats = [seat for seat in seats if "*" not in wanted or seat not in sent]
    if now is None and not (seats and "calendar" in file.charter):
        return seats, None
    from pbem.core.record.now import Came
    from pbem.desk import deadlines

    time = deadlines.time_of(now) if now else None
    if "*" in wanted and time and "calendar" in file.charter:
        answered = {*file.answered} & {*desk_knows(file, time).seats}
        return deadlines.late_seats(file, time, Came({*sent, *answered})), time
    deadlines.check_late(file, seats, time, sent)
    return seats, time


def described(outcome: "Outcome") -> Json:
    """An outcome as JSON."""
    file = outcome.file
    return {
        "pbem": "outcome/1",
        "game": file.name,
        "entry": outcome.entry["n"] if outcome.entry else None,
        "head": file.head,
        "missing": [*outcome.missing],
        "over": file.result,
        "waiting": file.waiting,
        "notes": problems_json(outcome.notes),
        "fates": {
            seat: [part.to_json(file.game, file.is_over) for part in parts] for seat, parts in outcome.fates.items()
        },
    }


def take(game: Path, lines: Sequence[Path], *, agreed: bool = False) -> Json:
    """Add lines to a game, in whatever order they came: files of lines, or mails that carry them
    (schemas/taken.schema.json).  Each is made again from what was sent before it is believed; what does not extend the
    game stands in "problems".

    agreed   all seats have agreed, the own among them, to the notes in these lines that nobody has signed"""
    after, taken, problems = taken_up(os.fspath(game), [os.fspath(name) for name in lines], agreed)
    return taken_json(after, taken, problems)


def taken_up(game: str, lines: Iterable[str], agreed: bool) -> "tuple[GameFile, list[int], list[Problem]]":
    """``(the game file after it, numbers of the entries that were added, Problems)``; written."""
    from pbem.core.data.store import read_bytes
    from pbem.core.play import gamefile, import_lines, replay
    from pbem.core.record import log

    came = [line for name in lines for line in import_lines.lines_in(read_bytes(name, log.MOST_BYTES), name)]
    with locked(game):
        file = load(game, to_play=True)
        after, finder, problems, forks = import_lines.take(file, came, agreed)
        import_lines.keep_forks(forks)
        if after is not file:
            gamefile.write(after, game)
            replay.remember(after, finder)
    return after, list(range(file.next, after.next)), problems


def taken_json(after: "GameFile", taken: list[int], problems: "Iterable[Problem]") -> Json:
    """What was taken up as JSON."""
    rows = problems_json(problems)
    return {"pbem": "taken/1", "game": after.name, "taken": taken, "head": after.head, "problems": rows}


def name_of(path: str) -> str:
    """What a game in that file is called, if nobody says."""
    from pbem.core.language.names import as_id

    return as_id(os.path.basename(path).split(".")[0]) or "game"


def referee_anchor(path: str) -> "Anchor":
    """The anchor of the referee's chain; its secret file is made if there is none."""
    from pbem.core.data.problems import Problem, Refused
    from pbem.core.record.secret import Secret

    if not os.path.exists(path):
        return Secret.create(path).anchor
    secret = Secret.read(path)
    if secret.who is not None:
        raise Refused([Problem("secret-in-use", where=path, who=secret.who)])
    return secret.anchor
