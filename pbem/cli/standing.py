"""pbem standing: what a seat has sent ahead, and what it would answer now."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import Refused, refusals
from pbem.interface.files import order_bytes

from .options import GAME, files_option, load_game, seat_named
from .output import json_option, tell

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.closed import Opening
    from pbem.core.record.gamefile import GameFile


WORDS = {
    "answers": "answers now: {answer}",
    "would": "would answer now: {answer}",
    "asks": "you would be asked",
    "illegal": "cannot answer now: {answer}",
    "other": "a more specific line goes before it",
    "not now": "does not apply now",
    "unknown": "depends on the question, which is not open",
    "will": "as things stand, this turn: {answer}",
    "falls": "as things stand, it will be refused this turn: {answer}",
    "waits": "waits for its moment",
    "revoked": "taken back by what lies at the desk",
}


@click.command("standing", epilog="Example: pbem standing malaya-7.json allied")
@GAME
@click.argument("seat")
@click.option("--secret", type=click.Path(), help="The secret file that keeps lines of SEAT: those are listed too.")
@files_option("--sent", "sent", "An order file that SEAT has sent: its lines are told with their numbers there.")
@json_option
def command(game: str, seat: str, secret: str | None, sent: Sequence[str], as_json: bool) -> None:
    """The lines of SEAT in force: standing orders and orders kept for their moment, what each would answer now, and
    how often it has answered.

    The record keeps what was meant, not where it was typed: with the files that were sent (--sent, as often as there
    are files) each line is told by the file and its number there. At a desk (pbem mail) mails tell it, and what they
    brought and no entry has taken yet is told as well.
    """
    from pbem.core.play.standing_view import closed_lines, standing_view
    from pbem.core.record.closed import Openings
    from pbem.mail.pending import pending_at

    from .openings import known

    file = load_game(game)
    seat = seat_named(file, seat)
    openings = Openings(file.game_id, known(file, secret, ()))
    rows = standing_view(file, seat, openings, _kept(file, seat, sent), pending_at(file, game, seat))
    hidden = closed_lines(file, seat) - sum(row["secret"] for row in rows if "lies" not in row)
    tell(
        as_json,
        {"pbem": "standing/1", "game": file.name, "seat": seat, "lines": rows, "sealed": hidden},
        as_text,
        seat,
        rows,
        hidden,
    )


def _kept(file: "GameFile", seat: str, paths: Iterable[str]) -> "list[Opening]":
    """Where the lines stand of order files that a seat has kept; raises Refused for one that is none."""
    from pbem.core.orders.orders import read
    from pbem.core.play.standing_view import typed_lines
    from pbem.core.record.charter import powers_of
    from pbem.core.record.documents import BEGIN

    powers, found = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}, []
    for path in paths:
        data = order_bytes(path).partition(BEGIN.encode())[0]
        orders, problems = read(data, file.game, powers, os.path.basename(path), require=(), seat=seat)
        if refusals(problems):
            raise Refused(refusals(problems))
        found += typed_lines(orders, orders.name)
    return found


def as_text(seat: str, rows: "list[Json]", hidden: int) -> str:
    """The same for people."""
    from pbem.core.data.text import counted

    lines = []
    for row in rows:
        mark, typed = ", secret" if row["secret"] else "", row.get("typed")
        mark += f" ({typed['file']}, line {typed['line']})" if typed else ""
        text = (typed or row)["text"].replace("\n", "\n    ")
        place = f"entry {row['entry']}{mark}: answered {counted(row['fired'], 'time')}"
        if "lies" in row:
            place = f"{row['lies']}, line {(typed or row)['line']}: lies at the desk for entry {row['entry']}"
            place += f", acts from entry {row['from']} on" if "from" in row else ""
        lines.append(f"{text}\n    {row['for']}\n    {place}; {WORDS[row['now']].format(answer=row['answer'])}")
    if hidden > 0:
        lines.append(
            f"{counted(hidden, 'line')} of {seat} {'is' if hidden == 1 else 'are'} sealed: --secret shows "
            "what a secret file keeps."
        )
    return "\n".join(lines) or f"No line of {seat} is in force; published defaults answer where they cover a question."
