"""What the desk makes of a mail at a position: of its own words, as ``tests.order_corpus.understood`` tells orders."""

import functools
import json
import tempfile
from email.message import EmailMessage
from pathlib import Path

from pbem.core.data import store
from pbem.core.data.problems import refusals
from pbem.core.play.gamefile import render
from pbem.core.record.charter import make, powers_of
from pbem.core.rules.requests import Ask, Asked
from pbem.core.signing.adjudication import new_game
from pbem.core.title.game import load
from pbem.mail.letter import letter_of
from pbem.mail.letterbox import Letterbox
from pbem.mail.reading import Reading
from tests.order_corpus import CORPORA, answer_text, board_at

SIGNED = "Ann Kei Uli"  # names under the mails


class At:
    """A game file that asks one question, on another board."""

    def __init__(self, file, asked):
        self._file, self.asked_kinds = file, asked

    def __getattr__(self, name):
        return getattr(self._file, name)


@functools.lru_cache(3)
def desk_of(title):
    """``(file, Letterbox)`` of a new game of a title; the folder goes with it."""
    folder = tempfile.TemporaryDirectory()
    game, path = load(title), str(Path(folder.name, "typed.json"))
    file = new_game(
        make(game, "typed", CORPORA[title][0], anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}})
    )
    file.path = path
    store.write(path, render(file))
    box = Letterbox(path)
    box.address, box.seats = "pbem@club.example", {seat: [f"{seat}@example.org"] for seat in file.charter["seats"]}
    box.save_desk(file)
    return file, box, folder


def mailed(title, power, kind, position, about, typed):
    """What stands in a mail: ``(canonical lines or ! and a code, whether the sender is asked for a yes)``."""
    orders, problems, doubts = reading_of(title, power, kind, position, typed)
    if refusals(problems):
        return f"!{refusals(problems)[0].code}", bool(doubts)
    about = dict(about)
    ask, board = Ask(kind, power, about.pop("options", None), about), board_at(title, json.dumps(position))
    text = " + ".join(answer_text(load(title), board, ask, item) for item in orders.answers)
    return text or "!nothing-read", bool(doubts)


def reading_of(title, power, kind, position, typed):
    """``(orders, problems, doubts)`` of a mail, with what is asked about as it would be for a yes."""
    file, box, _ = desk_of(title)
    seat = next(seat for seat in file.charter["seats"] if power in powers_of(file.charter, seat))
    asked = Asked({kind: [power]})
    board = board_at(title, json.dumps(position))
    asked.board = lambda: board
    reading = Reading(At(file, asked), box, letter_of(_message(seat, typed)), [seat])
    is_said = reading.reply.commands and not reading.has_orders and reading.is_plain_answer()  # as where nothing waits
    doubts = [] if is_said else reading.doubts
    return *(reading.without(doubts) if doubts else (reading.orders, reading.problems)), doubts


def _message(seat, typed):
    made = EmailMessage()
    made["From"], made["To"], made["Message-ID"] = (
        f"{SIGNED} <{seat}@example.org>",
        "pbem+typed@club.example",
        "<1@example.org>",
    )
    made.set_content(typed)
    return made.as_bytes()
