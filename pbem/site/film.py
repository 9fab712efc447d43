"""A game as a film: a board an entry, told as what changed, with the sentences and the draws of each.

A film is data for a page that knows no rules.  Its texts stand in it once each.  A *frame* has what changed since the
frame before, as ``[slot, before, after]``, so that it can be taken back; a whole board stands beside every
`STEP`-th frame, so that no jump carries out more than half of that.  Frame 0 is the start, frame N what entry N left.
"""

import json
from base64 import b64encode
from collections.abc import Hashable, Iterable, Iterator, Sequence
from gzip import compress
from itertools import pairwise
from typing import Any, Generic, TypeVar

from pbem.core.data.boards import Board
from pbem.core.data.json_types import Json
from pbem.core.data.text import visible_in
from pbem.core.draws.draws import Record
from pbem.core.play.gamefile import GameFile, steps_of
from pbem.core.record.entries import Entry, counts
from pbem.core.record.seat_history import persons
from pbem.maps.drawing import Picture
from pbem.maps.slots import Filming, Thing, slots
from pbem.report.build import told, told_draw
from pbem.report.noted import noted
from pbem.report.shapes import StoryLine

from .shapes import Comments, FilmData, Frame, Moment

STEP = 64  # frames from one whole board to the next


class Film:
    """The film of a game.

    data      what the page reads (film_script)
    pictures  of the board at the end
    """

    data: FilmData
    pictures: list[Picture]

    def __init__(
        self, file: GameFile, filming: Filming, comments: Comments | None = None, seen: Iterator[Moment] | None = None
    ) -> None:
        """Draw every board of a game file; `filming` (maps.slots.Filming) may have drawn other games of the title, and
        is to forget this one when nobody needs its pictures any more.

        comments   {entry: [paragraphs]} that explain an annotated game
        seen       the boards to draw (boards()), if somebody else looks at them too; else the film folds the game
        """
        self.file, self.filming, self.comments = file, filming, comments or {}
        self.texts: _Numbers[tuple[str, str]] = _Numbers()
        self.values: _Numbers[tuple[Any, ...]] = _Numbers()
        self.values.of(())
        self.told, shown = [], []
        for entry, board, steps in seen or boards(file):
            told_frame, filled = self._told(board, entry, steps)
            self.told.append(told_frame)
            shown.append(filled)
        names = sorted({slot for board in shown for slot in board})
        rows = [[self._value(board.get(name, ())) for name in names] for board in shown]
        for frame, (before, after) in zip(self.told[1:], pairwise(rows)):
            frame["changes"] = [
                [slot, was, now] for slot, (was, now) in enumerate(zip(before, after, strict=True)) if was != now
            ]
        self.data = {
            "pbem": "film/2",
            "game": file.name,
            "maps": [picture.name for picture in self.pictures],
            "seats": [[seat, person] for seat, person in persons(file).items()],
            "slots": names,
            "frames": self.told,
            "boards": {str(number): rows[number] for number in range(0, len(rows), STEP)},
            "texts": self.texts.rows,
            "values": self.values.rows,
        }

    def _value(self, things: Iterable[Thing]) -> int:
        """The number of what stands in a slot: things as ``[text]``, ``[text, x, y]`` or ``[text, x, y, scale]``."""
        rows = []
        for text, tip, *place in things:
            place = place[:2] if place and place[2] == 1 else place
            rows.append((self.texts.of((text, tip)), *place))
        return self.values.of(tuple(rows))

    def _told(self, board: Board, entry: Entry, steps: Sequence[Json]) -> tuple[Frame, dict[str, tuple[Thing, ...]]]:
        """``(what is told, {slot: things})`` of the start or of an entry."""
        game, facts = self.file.game, [fact for step in steps for fact in step["facts"]]
        say, filled = game.telling.say(board), {}
        self.pictures = self.filming.pictures(board, facts)
        for picture in self.pictures:
            filled.update(slots(picture))
        frame: Frame = {"n": entry["n"], "moment": game.telling.moment(board, say)}
        story = told(game, [(step, step["facts"]) for step in steps if step["facts"]], say)
        if story:
            frame["story"] = [[part["heading"], [_line(line) for line in part["lines"]]] for part in story]
        if entry.get("draws"):
            frame["draws"] = [_draw(told_draw(draw)) for draw in entry["draws"]]
        if entry.get("kind") == "note":
            frame["note"] = [entry["what"], dict(noted(self.file, entry))[entry["what"]]]
        if entry["n"] in self.comments:
            frame["comment"] = list(self.comments[entry["n"]])
        seats = {use["seat"] for use in entry.get("used", ()) if use["by"] in ("answer", "line", "petition")}
        if seats:
            frame["by"] = [place for place, seat in enumerate(self.file.charter["seats"]) if seat in seats]
        return frame, filled


def boards(file: GameFile) -> Iterator[Moment]:
    """``(entry, board after it, its steps)`` of the start, as entry ``{"n": 0}``, and of every entry; it is one board,
    which goes on changing."""
    board, opening = file.first_board(), file.story(0)
    for number, step in opening:
        file.apply(board, number, step)
    yield {"n": 0}, board, [step for _, step in opening]
    for entry in file.entries:
        steps = steps_of(entry) if counts(entry) else []
        if entry["kind"] == "note" and entry["what"] == "redo":
            board = file.folded_board(entry["n"])
        for step in steps:
            file.apply(board, entry["n"], step)
        yield entry, board, steps


T = TypeVar("T", bound=Hashable)


class _Numbers(Generic[T]):
    """Numbers for values, in the order in which they were met."""

    def __init__(self) -> None:
        self.known: dict[T, int] = {}
        self.rows: list[T] = []

    def of(self, value: T) -> int:
        if value not in self.known:
            self.known[value] = len(self.rows)
            self.rows.append(value)
        return self.known[value]


def _line(line: StoryLine) -> list[str | int]:
    return [line["text"], line["rule"] or ""] + ([1] if line["level"] else [])


def _draw(draw: Record) -> list[str]:
    return [draw["label"], " ".join(map(str, draw["result"]))]


def film_script(data: FilmData) -> str:
    """A film as a script that a page loads, also from a disk: ``pbemFilm="…";``, JSON in gzip in base64."""
    data = {
        **data,
        "frames": visible_in(data["frames"]),
        "seats": visible_in(data["seats"]),
        "texts": visible_in(data["texts"]),
    }
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f'pbemFilm="{b64encode(compress(text.encode(), mtime=0)).decode()}";\n'
