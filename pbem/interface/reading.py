"""Functions that read a game and change nothing."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Refused, by_place, refusals
from pbem.core.data.text import readable_json
from pbem.core.play.gamefile import GameFile
from pbem.core.record.closed import Openings
from pbem.core.record.deadlines import shown, time_of
from pbem.core.record.now import Came, deadlines, now

from .files import desk_knows, desk_of, load, orders_or_refusal, problems_json, seat_of
from .no_such_thing import NoSuchThing
from .robots import stuck

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.play.verify import Report
    from pbem.core.record.closed import Opening
    from pbem.core.record.documents import Document
    from pbem.core.record.outcome import Outcome
    from pbem.core.seat.checking import Checked
    from pbem.report.shapes import Report as GameReport
    from pbem.tournament.results import Decision


Game: TypeAlias = str | os.PathLike[str] | GameFile
FORMATS = ("text", "short", "markdown", "html", "film", "speak", "json")


def read(path: str | os.PathLike[str]) -> GameFile:
    """The game file at `path`, to be handed to the other functions: it is read once, and its lines are made again once.

    It is a value of this process (it cannot be pickled); its `name`, `n`, `head` and `is_over` may be read.  Raises
    BrokenFile if it cannot be read, is no game, or its lines are not bound to each other."""
    return load(os.fspath(path))


def opened(game: Game) -> GameFile:
    """A game as it was given: a path is read."""
    return game if isinstance(game, GameFile) else read(game)


def decisions(cups: Iterable[str | os.PathLike[str]]) -> "dict[str, Decision]":
    """``{game: what directors decided on it}`` of tournament files, for `status` and `due`; it can be pickled.

    Raises Refused for a file that is no tournament, and for two that have a game of one name."""
    from pbem.tournament.cup import read
    from pbem.tournament.results import decisions

    return decisions([read(os.fspath(path)) for path in cups])


def status(game: Game, decided: "dict[str, Decision] | None" = None) -> Json:
    """Whom a game waits for, on what, and since when (schemas/status.schema.json).

    decided   what `decisions` gives: a game that a director has decided waits for nobody
    Raises BrokenFile if a director's act is on a game of this name and this file is of other terms or people."""
    return described(opened(game), decided)


def outcome_of(file: GameFile, decided: "dict[str, Decision] | None" = None) -> "Outcome":
    """What a read game came to, by its file or by what directors decided (core.record.outcome.Outcome)."""
    from pbem.core.record.outcome import outcome

    if not decided:
        return outcome(file)
    from pbem.tournament.results import decided as under

    return under(file, decided)


def described(file: GameFile, decided: "dict[str, Decision] | None" = None) -> Json:
    """Where a read game stands (schemas/status.schema.json)."""
    call, stand = file.call(), file.stand
    found = outcome_of(file, decided)
    who = now(file, desk_knows(file)) if found.waits else []
    rows = [{**row.told, "answered": row.answered, "since": file.n} for row in who if row.told]
    return {
        "pbem": "status/1",
        "game": file.name,
        "title": file.charter["title"],
        "entry": file.next,
        "head": file.head,
        "moment": stand["moment"],
        "waiting": rows,
        "called": [
            {"seat": row.seat, "name": row.person, "answered": row.answered, "waiting": row.waiting}
            for row in who
            if not row.told
        ],
        "muster": call.muster and found.waits,
        "envelopes": call.due if found.waits else [],
        "opener": call.opener if found.waits else None,
        "over": file.result,
        "decided": {"state": found.state, "scores": found.scores, "by": found.by} if found.decided else None,
        "notes": problems_json(stuck(file)) if found.waits else [],
        "deadlines": [one.to_json() for one in deadlines(file)] if found.waits else [],
    }


def due(game: Game, now: str, decided: "dict[str, Decision] | None" = None) -> Json:
    """Whom a game waits for at the time `now` (UTC, 2026-11-21 or 2026-11-21T18:30), until when, and who is late
    (schemas/due.schema.json).  What has come by mail for a game with a desk beside it counts as sent.

    decided   what `decisions` gives: a game that a director has decided waits for nobody"""

    file, time = opened(game), time_of(now)
    return {"pbem": "due/1", "now": shown(time), "waiting": due_rows(file, time, decided)}


def due_rows(file: GameFile, time: "datetime", decided: "dict[str, Decision] | None" = None) -> list[Json]:
    """Whom a read game waits for at a time (datetime)."""
    if not outcome_of(file, decided).waits:
        return []
    from pbem.desk import deadlines as desk

    box, why = desk_of(file.path), {one.fields["seat"]: f"{one.text} {one.hint}" for one in stuck(file)}
    return [
        {
            "game": file.name,
            "file": file.path,
            **row,
            "returned": sorted(box.returned(row["seat"])) if box else [],
            "note": why.get(row["seat"], ""),
        }
        for row in desk.state(file, time, desk_knows(file, time))
    ]


def check(game: Game, orders: Iterable[str | os.PathLike[str]], secret: str | os.PathLike[str] | None = None) -> Json:
    """What becomes of order files, line by line (schemas/check.schema.json); nothing is drawn or written.

    secret   the seat's own secret file: its closed lines are looked at too
    Raises Refused with every problem of every line if something is refused."""
    file = opened(game)
    return check_json(file, checked(file, [os.fspath(path) for path in orders], os.fspath(secret) if secret else None))


def checked(file: GameFile, orders: Iterable[str], secret: str | None = None) -> "Checked":
    """What is odd in order files against a read game, and what was understood (core.seat.checking.Checked); raises
    Refused."""
    from pbem.core.seat import checking
    from pbem.mail.pending import lying_new

    found, problems = orders_or_refusal(file, orders, sealed=True)
    box = desk_of(file.path) if file.path else None

    def lies(seat: str) -> checking.Lying:
        here, known = lying_new(file, box, seat)
        return here, known.waits

    look = checking.check_orders(file, found, openings_of(file, secret), lies)
    look.problems = by_place([*problems, *look.problems])
    if refusals(look.problems):
        raise Refused(look.problems, _fates(file, look))
    look.stands = [] if file.is_over else _stands_with(file, found, look, secret)
    return look


def _stands_with(
    file: GameFile, orders: "Iterable[Json | Document]", look: "Checked", secret: str | None
) -> list[Json]:
    """What stands for the seats of orders, with them."""
    from pbem.mail.pending import stands_of

    by_seat: dict[str, list[Any]] = {}
    for one in orders:
        by_seat.setdefault(one["seat"] if isinstance(one, dict) else one.seat, []).append(one)
    known = desk_knows(file)
    others = [seat for seat in known.seats if seat not in by_seat]
    left = {seat: [ask.to_json()["question"] for ask in look.lacking.get(seat, ())] for seat in by_seat}
    came = Came([*others, *(seat for seat in by_seat if not left[seat])], known.doubts, left={**known.left, **left})
    return [{**stands_of(file, seat, own, came, secret)} for seat, own in by_seat.items()]


def openings_of(file: GameFile, secret: str | None) -> "Openings":
    """What the seat's own secret file opens."""
    from pbem.core.record.secret import Secret

    return Openings(file.game_id, Secret.read(secret).openings if secret else ())


def check_json(file: GameFile, look: "Checked") -> Json:
    """The outcome of a check (core.seat.checking.Checked) as JSON."""
    return {
        "pbem": "check/1",
        "problems": problems_json(look.problems),
        "fates": _fates(file, look),
        "words": [{"file": name, "told": told} for name, told in look.words],
        "stands": look.stands,
    }


def _fates(file: GameFile, look: "Checked") -> Json:
    return {seat: [part.to_json(file.game) for part in parts] for seat, parts in look.fates.items()}


def verify(game: Game, head: str | None = None) -> Json:
    """Make every line again from what was sent, and name what differs (schemas/verification.schema.json).

    Its "exit" is 0 if everything holds, 4 if something does not, 5 if evidence is missing.  `head` is the head in
    another player's file (32 digits or more), to compare.  Raises BrokenFile only for what is no game at all."""
    from pbem.core.play.verify import verify

    file = opened(game)
    return verification_json(file, verify(file, head))


def verification_json(file: GameFile, report: "Report") -> Json:
    """A verification (core.play.verify.Report) as JSON."""
    return {
        "pbem": "verification/1",
        "game": file.name,
        "head": file.head,
        "exit": report.exit_code,
        "problems": problems_json(report.problems),
        "missing": problems_json(report.missing),
        "notes": report.notes,
        "counts": report.counts,
    }


def tell(
    game: Game,
    format: str = "text",
    *,
    entry: int | None = None,
    since: int | None = None,
    seat: str | None = None,
    verified: bool = False,
) -> str:
    """What happened, as text of one of the formats text, short, markdown, html, film, speak, json; film is a page
    of the whole game, in which one goes from entry to entry.

    entry   this entry alone; by default the last
    since   everything after this entry
    seat    for this seat: its questions first, with its order form below
    verified  verify the game first, and say so on the page (html, film)
    Raises NoSuchThing for a format, an entry or a seat that there is none of, for both `entry` and `since`, and for a
    film of less than the game."""
    file = opened(game)
    if format not in FORMATS:
        raise NoSuchThing("format", name=format, there=[*FORMATS])
    if entry is not None and since is not None:
        raise NoSuchThing("entry-or-since")
    if format == "film" and (entry, since, seat) != (None, None, None):
        raise NoSuchThing("film")
    known(file, entry, since)
    return rendered(file, format, entry, since, seat_of(file, seat) if seat else None, verified=verified)


def rendered(
    file: GameFile,
    form: str = "text",
    entry: int | None = None,
    since: int | None = None,
    seat: str | None = None,
    secret: str | None = None,
    verified: bool = False,
) -> str:
    """A report as the text of one of its formats."""
    from pbem.report.build import build
    from pbem.report.sheet import sheet, with_blocks

    if form == "film":
        from pbem.site.game import one_page, verdict

        return one_page(file, verdict(file) if verified else "")
    lines: list[Opening] = []
    if secret:
        from pbem.core.record.secret import Secret

        lines = [one for one in Secret.read(secret).openings if one["seat"] == seat]
    report = build(file, since, entry, seat, lines, with_places=form == "speak")
    orders = _form(file, report, seat, form == "short")
    if form == "json":
        return readable_json(with_blocks(report, orders)) + "\n"
    if form == "html":
        return _page(file, report, orders, verified)
    if form == "markdown":
        from pbem.report.markdown import render
    elif form == "speak":
        from pbem.report.speak import render
    elif form == "short":
        from pbem.report.short import render as shortly

        return shortly(report, orders)
    else:
        from pbem.report.text import render
    return render(sheet(report, orders))


def _page(file: GameFile, report: "GameReport", orders: str, verified: bool) -> str:
    """The report as a page, with the maps of the board as it is then and the story before it."""
    from pbem.site.game import verdict
    from pbem.site.pages import report_page

    return report_page(file, report, orders, verdict(file) if verified else "")


def _form(file: GameFile, report: "GameReport", seat: str | None, is_brief: bool) -> str:
    """The order form below a report: of the seat it is for, or of the only one that is waited for."""
    seats = sorted({row["seat"] for row in report["waiting"]})
    if seat is None and len(seats) == 1:
        seat = seats[0]
    if seat is None or seat not in seats:
        return ""
    if is_brief:
        from pbem.core.seat.short_forms import brief_form as form
    else:
        from pbem.core.seat.order_form import form
    return form(file, seat)


def form(game: Game, seat: str, format: str = "text", *, address: str = "") -> str:
    """An order form for exactly what a seat is asked now: a text to edit, (html) a page on which it is clicked, or
    (json) the questions with their legal answers (schemas/form.schema.json).

    address   where the page sends orders; by default that of the game's desk
    Raises NoSuchThing for a seat or a format that there is none of."""
    file = opened(game)
    seat = seat_of(file, seat)
    if format == "text":
        from pbem.mail.pending import form_of

        return form_of(file, seat)
    if format == "json":
        return readable_json(questions(file, seat)) + "\n"
    if format != "html":
        raise NoSuchThing("format", name=format, there=["text", "html", "json"])
    from pbem.mail.pending import stands_of
    from pbem.page.turn import turn_page

    return turn_page(
        file, seat, address or address_of_desk(file.path, file), stands=None if file.is_over else stands_of(file, seat)
    )


def questions(file: GameFile, seat: str) -> Json:
    """What a seat is asked now as JSON: each question with answers as order lines, the default first
    (schemas/form.schema.json)."""
    from pbem.core.seat import order_form
    from pbem.mail.pending import form_of

    return {
        "pbem": "form/1",
        "game": file.name,
        "title": file.game.id,
        "seat": seat,
        "entry": file.next,
        "head": file.head,
        "muster": bool(file.state["muster"]),
        "questions": order_form.questions_json(file, seat),
        "text": form_of(file, seat),
    }


def address_of_desk(game: str, file: GameFile) -> str:
    """The address of the desk for this game; none without a desk."""
    box = desk_of(game)
    return box.own_address(file.name) if box else ""


def show(game: Game, query: str) -> object:
    """The value of a named query of the board, as JSON: ``control taiwan``, ``units taiwan prc``.

    Raises Refused for a query that there is none of, or that cannot be asked of these names."""
    from pbem.core.title.queries import ask

    file = opened(game)
    return ask(file.game, file.current_board(), query)


def position(game: Game, entry: int | None = None, name: str | None = None) -> Json:
    """The board at the end of an entry (by default the last; 0 is the start) as a position
    (schemas/scenario.schema.json).  Raises NoSuchThing for an entry that there is none of."""
    file = opened(game)
    known(file, entry)
    return file.rest_position(entry, name)


def known(file: GameFile, *entries: int | None) -> None:
    """Raise NoSuchThing for an entry that the game does not have; None names none."""
    if not all(0 <= number <= file.n for number in entries if number is not None):
        raise NoSuchThing("entry", count=file.n)
