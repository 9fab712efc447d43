"""Files as every command and every function of the interface takes them: games, orders, secrets, locks."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json

if TYPE_CHECKING:
    from contextlib import ExitStack
    from datetime import datetime

    from pbem.core.data.problems import Problem
    from pbem.core.orders.orderfile import OrderFile
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.documents import Document
    from pbem.core.record.now import Came
    from pbem.mail.letterbox import Letterbox


def secret_path(game: str, given: str | None) -> str:
    """Where the secret file of whoever adjudicates lies."""
    return given or f"{game}.secret"


def load(path: str, to_play: bool = False) -> "GameFile":
    """The game file at `path`, its lines bound to each other; `to_play` only with the rules and data it was agreed
    with.

    Where it stands is made from its lines by this machine, when it is asked for (core.play.replay)."""
    from pbem.core.play.gamefile import read

    file = read(path)
    file.desk = desk_knows
    if to_play:
        from pbem.core.record.charter import check_installed

        check_installed(file.game, file.charter)
    return file


def desk_knows(file: "GameFile", time: "datetime | None" = None) -> "Came":
    """What is known to have come for the entry that a game waits for, by mail where there is a desk beside it.

    time    whose time to say what they mean is over then, has not said it"""
    box = desk_of(file.path)
    if box is None:
        from pbem.core.record.now import Came

        return Came(file.answered)
    from pbem.mail.doubts import came

    return came(file, box, time)


def desk_of(path: str) -> "Letterbox | None":
    """The mail desk beside a game file; None, and nothing of mail is loaded, where there is none."""
    from pbem.mail import has_desk

    if not has_desk(path):
        return None
    from pbem.mail.letterbox import Letterbox

    return Letterbox.open(path)


def read_orders(
    file: "GameFile", paths: Iterable[str], sealed: bool = False
) -> "tuple[list[Json | Document], list[Problem]]":
    """Order files against a game: ``([order document or record.documents.Document], problems)``; every problem of every
    file.  A file with something that is not understood is not among them.

    sealed   True: a document sealed by its seat is taken as that; where the lines typed beside it, which are for people
             only, say something else, that is told
    """
    return _read_orders(file, paths, sealed)[:2]


def _read_orders(
    file: "GameFile", paths: Iterable[str], sealed: bool, own: "Json | None" = None
) -> "tuple[list[Json | Document], list[Problem], list[tuple[OrderFile, list[Problem]]]]":
    """As `read_orders`, and ``[(OrderFile, problems)]`` of the files with something that is not understood.

    own   the header of files that have none"""
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.orders import orders as order_files
    from pbem.core.record import documents as docs
    from pbem.core.record.seat_history import persons

    asked = file.asked_kinds
    found: list[Json | Document] = []
    problems: list[Problem] = []
    partly: list[tuple[OrderFile, list[Problem]]] = []
    for path in paths:
        name = os.path.basename(path) if path != "-" else "standard input"
        data = order_bytes(path)
        text = data.decode("utf-8", "replace")
        if sealed and docs.is_packed(text):
            from pbem.core.seat import statement_text

            try:
                document = docs.unpacked(text, file.game_id, name)
                found.append(document)
                problems += statement_text.compare(file, document, text, asked, persons(file))
            except Refused as refused:
                problems += refused.problems
            continue
        people = persons(file)
        orders, faults = order_files.read(data, file.game, file.powers, name, asked=asked, persons=people, own=own)
        problems += faults
        if refusals(faults):
            partly.append((orders, faults))
        else:
            found.append({**orders.to_json(), "file": orders.name})
    return found, problems, partly


def seats_in(file: "GameFile", paths: Iterable[str]) -> list[str]:
    """The seats whose order files these are, as far as that can be read."""
    found, _, partly = _read_orders(file, paths, True)
    seats = [one["seat"] if isinstance(one, dict) else one.seat for one in found] + [one.seat for one, _ in partly]
    return [seat for seat in dict.fromkeys(seats) if seat in file.charter["seats"]]


def orders_or_refusal(
    file: "GameFile", paths: Iterable[str], sealed: bool = False, own: "Json | None" = None
) -> "tuple[list[Json | Document], list[Problem]]":
    """``(order documents, notes)``; raises Refused if a line is not understood, with what is illegal in all others.

    own   the header of files that have none"""
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.seat.checking import check_orders, check_understood

    found, problems, partly = _read_orders(file, paths, sealed, own)
    if refusals(problems):
        for orders, faults in partly:
            problems += check_understood(file, orders, faults)
        typed = [one for one in found if isinstance(one, dict)]
        raise Refused(problems + refusals(check_orders(file, typed).problems))
    return found, problems


def order_bytes(path: str) -> bytes:
    """The bytes of an order file; Refused for one that is too large to be one, before it is read."""
    from pbem.core.data.problems import BrokenFile, Refused
    from pbem.core.data.store import read_bytes
    from pbem.core.orders import orders as order_files

    try:
        return read_bytes(path, order_files.MAX_JSON)
    except BrokenFile as error:
        if error.problems[0].code != "file-too-large":
            raise
        raise Refused([error.problems[0]]) from None


def locked(*paths: str | None) -> "ExitStack":
    """A context in which no other run of pbem works on these files; standard input and output need none.

    Two names of one file are one lock; they are taken in one order, so that two runs never wait for each other."""
    from contextlib import ExitStack

    from pbem.core.data.store import Lock, remove_draft

    with ExitStack() as opening:
        for path in sorted({os.path.realpath(path) for path in paths if path and path != "-"}):
            opening.enter_context(Lock(path))
            remove_draft(path)
        return opening.pop_all()


def settle(path: str, secret: str) -> "tuple[GameFile, list[Problem]]":
    """``(the game file, notes)``: with the line that this secret opened before and that was not written, if there is
    one.

    The caller holds the locks.  What is settled is written at once."""
    from pbem.core.data.problems import ODD, Problem
    from pbem.core.play.gamefile import GameFile, read, write
    from pbem.core.record.secret import Secret
    from pbem.core.record.signer import Signer

    file = read(path)
    line = Signer(Secret.read(secret)).unwritten(file) if os.path.exists(secret) else None
    if line is None:
        return file, []
    after = GameFile(file.lines.with_more(line), path)
    write(after, path)
    return after, [Problem("intent-settled", level=ODD, entry=after.n)]


def seat_of(file: "GameFile", text: str) -> str:
    """The seat that is meant by its id, one of its powers, or the name of who holds it; or NoSuchThing, which names
    the seats of the game."""
    from pbem.core.language.names import key, near_hint, seat_called
    from pbem.core.record.seat_history import persons

    from .no_such_thing import NoSuchThing

    seats = file.charter["seats"]
    seat = seat_called(text, file.powers, file.game.names, persons(file))
    if seat is None:
        near = near_hint(text, {key(seat): seat for seat in seats})
        raise NoSuchThing("seat", name=text, there=[*seats], near=near)
    return seat


def problems_json(problems: "Iterable[Problem]") -> list[Json]:
    """Problems as --json prints them: what `Problem.to_json` gives, the place also as file, line and column."""
    return [{**problem.to_json(), **_place(problem.where)} for problem in problems]


def _place(where: str) -> Json:
    import re

    match = re.fullmatch(r"(.+?):(\d+)(?::(\d+))?", where or "")
    if not match:
        return {}
    numbers = zip(("line", "column"), match.groups()[1:])
    return {"file": match[1], **{name: int(number) for name, number in numbers if number}}
