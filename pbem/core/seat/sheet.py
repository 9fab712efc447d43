"""The sheet of a seat: what it has said would stand, and what a mail more makes of it (docs/architecture.md, "What
stands").

A document names what stays of what is in force, and brings what is new: what it does not say is over.  So it is made
from the seat's last own document, which whoever signs remembers beside the secret; at the level sealed, where the desk
writes documents down, and for those who only look, from the record and from what came before it for the same entry.
Everything that adds to a sheet, and nothing else, goes through `Sheet.take`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import DOUBT, NOT_ALLOWED, ODD, TOLD, Problem, refusals
from ..data.shapes import STUMBLES
from ..language.decision import Decision
from ..orders.orderfile import ANY, BESIDE, Item, Order, branches, is_of_a_turn, is_tripwire, kinds_of, text_of_item
from ..play.answers import judge
from ..play.gamefile import GameFile
from ..play.inbox import in_force, is_struck
from ..play.lines import Since
from ..play.parts import Part
from ..record.closed import Openings
from ..record.documents import Document, Name, Typed, kept_by, parts_of, reading_of
from ..record.now import waited_seats
from ..record.state import has_come, name_of
from ..rules.requests import Ask

PLACES = ("petitions", "lines")
STOOD = [0, 0]  # line and column of a line that this file does not hold: it stood before


class Row(NamedTuple):
    """A petition or line that stands by what its seat has said.

    name     its name for good; None for one that no document has
    place    "petitions" or "lines"
    whole    what it says; None if that is closed, and not known here
    is_kept  True if it stands in the record; False for one that was sent and is not there yet
    typed    where and how its lines were typed, if that is known
    is_struck  True for a line for a turn that was sent before the game went back
    """

    name: Name | None
    place: str
    whole: Any
    is_kept: bool
    typed: Typed = ([], "")
    is_struck: bool = False

    def to_json(self) -> Json:
        return {"name": [*(self.name or ())], "place": self.place, "whole": self.whole}

    @property
    def numbers(self) -> list[int]:
        """By which people name its lines."""
        return self.whole.get("no", []) if self.whole else []


class Sheet:
    """What stands of a seat, on the board as it is.

    rows      Rows, in the order in which they are looked at
    recorded  those that stand in the record: of a seat that is not asked they stand until the next entry
    struck    lines for a turn that were sent before the game went back: they stand no more
    number    the highest number of a line so far
    problems  what was wrong, doubtful or worth telling of what was taken up
    took      {number of a line: the lines of which it took the place, with theirs}
    waits     True if its person is not ready
    """

    def __init__(self, file: GameFile, seat: str, rows: Iterable[Row], number: int) -> None:
        self.file, self.seat, self.rows, self.number = file, seat, list(rows), number
        self.turns, self.board = file.game.turns, file.current_board()
        self.since = Since(file.game, file.options, file.state["then"])
        self.recorded = [row for row in self.rows if row.is_kept]
        self.problems: list[Problem] = []
        self.struck: list[Row] = []
        self.took: dict[int, list[str]] = {}
        self.waits = False

    @classmethod
    def of(
        cls, file: GameFile, seat: str, openings: Openings, own: Json | None = None, before: Document | None = None
    ) -> "Sheet":
        """The sheet that stands when the next document of a seat is made.

        own     the memory of its last own document (secret/3); None: there is none, or nobody may look into it
        before  its document for this entry that came and stands in no line yet, at the level sealed
        """
        found = _standing(file, seat, openings, own)
        standing = rows = [row for row in found if not row.is_struck]
        if before is not None:
            rows = [row for row in rows if row.name in kept_by(before.object)] + _brought(before, openings)
        counted = [file.tally(file.n)["counted"].get(seat, 0)]
        counted += [own.get("no", 0) if own else 0, before.object.get("no", 0) if before else 0]
        sheet = cls(file, seat, rows, max(counted))
        sheet.recorded = [row for row in standing if row.is_kept]
        sheet.struck = [row for row in found if row.is_struck and row.place == "lines"]
        sheet.waits = before is not None and before.waits
        return sheet

    # -- taking up a mail --------------------------------------------------------------------------------

    def take(self, order: Order) -> None:
        """What one mail says more."""
        self.where, self.is_sure = order.get("file") or self.seat, bool(order.get("yes"))
        self.rows = [row._replace(typed=([STOOD] * len(row.typed[0]), row.typed[1])) for row in self.rows]
        self.waits = not order.get("ready") and bool(order.get("wait") or self.waits)
        if order.get("wait") and not order.get("ready") and self.seat not in waited_seats(self.file):
            self._tell_idle_wait()
        if order.get("goes_on"):
            self._go_on()
        self._cancel(order.get("cancelled", ()))
        self._refuse_lists(order.get("answers", ()))
        fresh = [one for item in self._bound(order.get("answers", ())) for one in self._not_over(item)]
        fresh += [_Fresh(item, self._standing(item)) for item in order.get("standing", ())]
        fresh = self._joined([*self._once_each([*self._single(fresh)])])
        self._said = [one.part for one in fresh]
        self._begin_anew(fresh)
        before = list(self.rows)
        for one in fresh:
            self._put(one, before)
        for item in order.get("petitions", ()):
            says = _says(plain(item))
            same = [row for row in self.rows if row.whole and _says(row.whole) == says]
            if same:
                self._tell("sheet-same", item, level=TOLD, no=_first(same[0]))
            else:
                self.rows.append(Row(None, "petitions", {**plain(item), "no": [self._next()]}, False, as_typed(item)))

    def _tell_idle_wait(self) -> None:
        """That a wait holds nothing up while nobody waits for the seat, with what does."""
        from .order_form import later_kinds

        powers = self.file.powers[self.seat]
        kinds, lead = later_kinds(self.file.game, self.board, powers, ()), f"{self.seat}: " * (len(powers) > 1)
        line = f"{lead}{kinds[0]}: ask me" if kinds else ""
        self.problems.append(Problem("wait-idle" if kinds else "wait-nothing", level=ODD, line=line).at(self.where))

    def asks_first(self, part: Item) -> bool:
        """Whether a line `next` asks its seat before it answers in the turn that runs."""
        is_now = part.get("turn") == self.turns.number(self.board, part["power"])
        return is_now and self.since.asks_first(self.board, part)

    def _refuse_lists(self, items: Iterable[Item]) -> None:
        """Several numbers before lines that no line has are those of a list."""
        standing = [no for row in self.rows for no in row.numbers]
        listed = [item for item in items if "replaces" in item and item["replaces"] not in standing]
        for item in listed if len(listed) > 1 else ():
            self._tell("sheet-list", item, level=NOT_ALLOWED, no=item["replaces"])

    def _standing(self, item: Item) -> Item:
        """A line that stands always, or for all of one turn."""
        part = plain(item)
        if is_of_a_turn(item) and "turn" not in part:
            part["turn"] = self.turns.number(self.board, item["power"]) + bool(item.get("next"))
            if self.has_fired(part):
                self._tell("tripwire-now", item)
        return part

    def _go_on(self) -> None:
        """What has stopped the sheet does so no more: the sheet is played as it is."""
        before = [*self.rows]
        for row in [row for row in before if row.whole]:
            part = row.whole
            is_now = part.get("turn") == self.turns.number(self.board, part["power"])
            if self.has_fired(part):
                self.rows.remove(row)
            elif is_now and part.get("next") and not part.get("anyway"):
                at = self.rows.index(row)
                self.rows[at] = row._replace(name=None, whole={**part, "anyway": True}, is_kept=False)
        if self.rows == before:
            self.problems.append(Problem("go-on-idle", level=ODD).at(self.where))

    def has_fired(self, part: Item) -> bool:
        """Whether a line asks its seat now that had a condition to do so, or a kind of question."""
        asked = [(row["power"], row["kind"]) for row in self.file.waiting]
        if not is_tripwire(part) or "if" not in part and (part["power"], part["when"]) not in asked:
            return False
        is_now = part["turn"] == self.turns.number(self.board, part["power"])
        return is_now and self.since.hold(self.board, Ask(part["when"], part["power"]), part)

    def _bound(self, items: Sequence[Item]) -> Iterator["_Fresh"]:
        """Each line with the turn that it is for."""
        after: dict[tuple[str, str], int] = {}
        for item in items:
            turn = item.get("turn")
            if turn is None:
                turn = self.turns.number(self.board, item["power"]) + bool(item.get("next"))
            place = item["power"], item["kind"]
            is_then = item.get("then") and item["kind"] in self.turns.once
            turn = after.get(place, turn) + 1 if is_then else turn
            after[place] = turn
            yield _Fresh(item, {**plain(item), "turn": turn, **({"next": True} if is_then else {})})

    def _cancel(self, cancelled: Iterable[Item]) -> None:
        for item in cancelled:
            if "no" in item:
                self._take_back(item["no"], item)
                continue
            before, place = self.rows, "petitions" if item.get("offer") else "lines"
            if "rest" in item:
                rest = [row for row in before if row.whole and row.whole.get("when") == ANY and "value" in row.whole]
                self.rows = [row for row in before if row not in rest or row.whole["power"] != item["rest"]]
            else:
                self.rows = [*self.recorded] if item.get("sent") else [row for row in before if row.place != place]
            gone = [(no, row) for row in before if row not in self.rows for no in row.numbers]
            for no, row in gone:
                self._tell("sheet-cancelled", item, level=TOLD, no=no, text=self._line(row, no))
            if not gone and "rest" not in item:
                self._tell("sheet-none", item)

    def _take_back(self, no: int, item: Item) -> None:
        for place, row in enumerate(self.rows):
            if no in row.numbers:
                self._tell("sheet-cancelled", item, level=TOLD, no=no, text=self._line(row, no))
                self.rows[place : place + 1] = _without(row, [no])
                return
        self._tell("sheet-gone", item, no=no)

    def _not_over(self, one: "_Fresh") -> Iterator["_Fresh"]:
        """The line, unless what it answers was answered before in its turn, or cannot come any more there."""
        power, turn = one.part["power"], one.part["turn"]
        kinds = kinds_of(branches(one.part))
        is_now = turn == self.turns.number(self.board, power)
        if not is_now or any(self._may_come(power, kind) for kind in kinds):
            yield one
            return
        done = self._done(power, kinds)
        name = self.turns.name(turn)
        if done is None:
            self._doubt("doubt-past", one.item, turn=name)
            yield one._replace(part={**one.part, "turn": turn + 1})
            return
        said, text = done
        if all(any(encode(line) == encode(other) for other in _lines(said)) for line in _lines(one.part.get("value"))):
            self._tell("sheet-done", one.item, level=TOLD, turn=name, text=text)
        else:
            self._doubt("doubt-done", one.item, turn=name, text=text)

    def _may_come(self, power: str, kind: str) -> bool:
        """Whether a kind of question can come yet in the turn of a power that runs."""
        if any((ask["power"], ask["kind"]) == (power, kind) for ask in self.file.waiting):
            return True
        if self.turns.is_over(self.board, power, kind):
            return False
        step = self.file.state["step"] or {"answers": []}
        return kind not in self.turns.once or not any(
            f"/{kind}/{power}" in question.partition("#")[0] for question, _ in step["answers"]
        )

    def _done(self, power: str, kinds: Iterable[str]) -> tuple[Any, str] | None:
        """``(what a question of these kinds was answered last, in words)``, or None if none was asked."""
        for entry in reversed(self.file.entries):
            for use in reversed(entry.get("used", ())):
                kind = next((kind for kind in kinds if f"/{kind}/{power}" in use["question"].partition("#")[0]), None)
                if kind is not None:
                    item = item_of(self.file, use) if "line" in use else {}
                    said = item.get("value", use.get("value"))
                    return said, text_of_item({"power": power, "kind": kind, "value": said}, self.file.game)
        return None

    def _single(self, fresh: Iterable["_Fresh"]) -> Iterator["_Fresh"]:
        """Of lines that answer one question by one answer, those that are meant."""
        met: dict[bytes, bytes] = {}
        for one in fresh:
            key = self._question(one.part, True)
            is_plain = "if" not in one.part and "when" not in one.part and not self._is_multiline(one.part)
            if is_plain and not one.item.get("then"):
                if key in met:
                    is_same = met[key] == _says(one.part)
                    self._tell("sheet-twice", one.item, TOLD) if is_same else self._doubt("doubt-two", one.item)
                    continue
                met[key] = _says(one.part)
            yield one

    def _once_each(self, fresh: list["_Fresh"]) -> Iterator["_Fresh"]:
        """Of standing lines of one mail for the same the last one, and the others told."""
        alone = ["when" in one.part and not self._is_many(one.part) for one in fresh]
        last = {encode(_stands_for(one.part)): one for one, is_alone in zip(fresh, alone) if is_alone}
        for one, is_alone in zip(fresh, alone):
            later = last[encode(_stands_for(one.part))] if is_alone else one
            if later is one:
                yield one
            else:
                self._tell("standing-replaced", one.item, line=later.item.get("line", ""))

    def _joined(self, fresh: Iterable["_Fresh"]) -> list["_Fresh"]:
        """Lines of one mail that answer a question together, wherever they stand in it."""
        found: list[_Fresh] = []
        places: dict[bytes, int] = {}
        for one in fresh:
            section = self._section(one.part)
            is_many = self._is_many(one.part)
            if not is_many or section not in places:
                places.update({section: len(found)} if is_many else {})
                found.append(one)
                continue
            first = found[places[section]]
            value = [*first.part["value"], *one.part["value"]]
            item = {**first.item, "places": [*first.item.get("places", []), *one.item.get("places", [])]}
            item["text"] = "\n".join(text["text"] for text in (first.item, one.item) if "text" in text)
            found[places[section]] = _Fresh({**item, "value": value}, {**first.part, "value": value})
        return found

    def _begin_anew(self, fresh: Iterable["_Fresh"]) -> None:
        gone = {self._section(one.part) for one in fresh if one.item.get("instead")}
        for one in fresh:
            for no in [one.item["replaces"]] if "replaces" in one.item else ():
                self._take_back(no, one.item)
        self.rows = [
            row for row in self.rows if row.place != "lines" or not row.whole or self._section(row.whole) not in gone
        ]

    def _put(self, one: "_Fresh", before: Sequence[Row]) -> None:
        """Add a line, in the place of the standing ones of its subject."""
        if "when" in one.part and not self._is_many(one.part):
            same = [row for row in before if row.whole and _stands_for(row.whole) == _stands_for(one.part)]
        elif self._is_multiline(one.part):
            self._merge(one)
            return
        else:
            question = self._question(one.part, True)
            same = [row for row in before if row.whole and "when" not in row.whole and row.place == "lines"]
            same = [row for row in same if self._question(row.whole) == question]
        equal = next((row for row in same if _says(row.whole, "next") == _says(one.part, "next")), None)
        if equal is not None:
            if equal in self.rows and "next" not in one.part and ("next" in equal.whole or self._is_asked(one.part)):
                self._say_again(equal)
            self._tell("sheet-same", one.item, level=TOLD, no=_first(equal))
            self._lacking(one, [row for row in same if row in self.rows and row is not equal], equal)
            return
        self._add(one, [row for row in same if row in self.rows])

    def _is_asked(self, part: Item) -> bool:
        """Whether a part may answer what is asked now."""
        asked = {(row["power"], row["kind"]) for row in self.file.waiting}
        return "kind" in part and not asked.isdisjoint((part["power"], kind) for kind in kinds_of(branches(part)))

    def _say_again(self, row: Row) -> None:
        """What stands is said again, as things are now: it answers what is asked, whatever it waited for."""
        whole = {name: value for name, value in row.whole.items() if name != "next"}
        self.rows[self.rows.index(row)] = row._replace(name=None, whole=whole, is_kept=False)

    def _lacking(self, one: "_Fresh", others: Iterable[Row], equal: Row) -> None:
        """A mail that repeats one of several lines for a question: are the others off?"""
        for row in others:
            if not any(_says(row.whole) == _says(part) for part in self._said):
                self._doubt("doubt-lacks", one.item, same=_first(equal), no=_first(row), text=self._line(row))
                if row in self.rows:
                    self.rows.remove(row)

    def _merge(self, one: "_Fresh") -> None:
        """Lines that answer a question together: those of the standing ones stay whose subject is not named."""
        section = self._section(one.part)
        standing = [row for row in self.rows if row.whole and row.place == "lines"]
        old = next((row for row in standing if self._section(row.whole) == section), None)
        if old is None or not isinstance(old.whole.get("value"), list) or "else" in old.whole or "else" in one.part:
            self._add(one, [old] if old else [])
            return
        stays = self._staying(one, old)
        places, whole = one.item.get("places", []), plain(one.item)
        texts = [text_of_item({**whole, "value": [line]}, self.file.game) for line in _lines(whole["value"])]
        lines, numbers = [old.whole["value"][at] for at in stays], [old.numbers[at] for at in stays]
        known = {encode(line): no for line, no in zip(old.whole["value"], old.numbers)}
        typed = [(STOOD, text) for text in self.lines_of(old, stays)]
        taken = [encode(line) for line in lines]
        for at, line in enumerate(_lines(one.part["value"])):
            if encode(line) in taken:
                continue
            lines.append(line)
            numbers.append(known.get(encode(line)) or self._next())
            gone = [at for at in range(len(old.numbers)) if at not in stays]
            gone = [at for at in gone if self.turns.overlap(_kind_of(one.part), line, old.whole["value"][at])]
            self.took[numbers[-1]] = [self._named(old, old.numbers[at]) for at in gone]
            typed.append((places[at] if at < len(places) else [0, 1], texts[at] if at < len(texts) else ""))
        whole = {**one.part, "value": lines, "no": numbers}
        if _says(whole) == _says(old.whole):
            if self._is_asked(one.part) and "next" not in one.part:
                self._say_again(old)
            return
        self.rows[self.rows.index(old)] = Row(
            None, "lines", whole, False, ([place for place, _ in typed], "\n".join(text for _, text in typed))
        )

    def _staying(self, one: "_Fresh", old: Row) -> list[int]:
        """Which lines of a standing row a mail for its section leaves, by their places."""
        kind = _kind_of(one.part)
        new = _lines(one.part["value"])
        same = [encode(line) for line in new]
        is_whole = any(self.turns.subjects_of(kind, line) is None for line in new)
        stays, left = [], []
        for at, line in enumerate(old.whole["value"]):
            about = self.turns.subjects_of(kind, line)
            no, text = old.numbers[at], self.lines_of(old, [at])[0]
            if encode(line) in same:
                stays.append(at)
            elif is_whole or any(self.turns.overlap(kind, other, line) for other in new):
                if about is not None and not is_whole and self._both(one, line, about):
                    self._doubt("doubt-both", one.item, no=no, text=text)
            else:
                left.append(at)
        repeated = [old.numbers[at] for at in stays]
        if repeated and left:
            for at in left:
                self._doubt(
                    "doubt-lacks", one.item, same=repeated[0], no=old.numbers[at], text=self.lines_of(old, [at])[0]
                )
            return stays
        return sorted([*stays, *left])

    def _both(self, one: "_Fresh", line: Any, about: list[bytes]) -> bool:
        """Whether a standing line and the new ones of its subject have other goals, and could all be done in full."""
        if "when" in one.part:  # the board on which it will answer is not known
            return False
        kind = self.file.game.kinds[one.part["kind"]]
        new = [
            other
            for other in _lines(one.part["value"])
            if set(self.turns.subjects_of(kind.name, other) or ()) & {*about}
        ]
        if any(_goal(other) == _goal(line) for other in new):
            return False
        together = {**one.part, "value": [line, *new]}
        try:
            done = self._tried(together, kind)
        except STUMBLES:
            return True
        return done is None or not refusals(done)

    def _tried(self, part: Item, kind: Decision) -> list[Problem] | None:
        """What is wrong with a part in its turn, if nothing else happens; None if nobody can know."""
        from .dry_run import dry_run

        others = [row.whole for row in self.rows if row.place == "lines" and row.whole and "when" not in row.whole]
        others = [other for other in others if self._section(other) != self._section(part)]
        parts = [
            Part(self.seat, self.file.next, 0, at, item, "lines", None, True) for at, item in enumerate([part, *others])
        ]
        known = Openings(self.file.game_id)
        found = dry_run(self.file, self.seat, parts, known, [one.address for one in in_force(self.file.state, known)])
        if found.parts[0].is_open and not found.parts[0].problems:
            _, problems = judge(kind, self.board, Ask(kind.name, part["power"]), part["value"])
            return [one for one in problems if one.code != "answer-shape"]
        return found.parts[0].problems

    # -- what is told ------------------------------------------------------------------------------------

    def _tell(self, code: str, item: Item, level: str = ODD, **fields: Any) -> None:
        line, column = (item.get("places") or [[item.get("line", 1), 1]])[0]
        problem = Problem(code, level=level, quote=item.get("text", "").split("\n")[0], **fields)
        self.problems.append(problem.at(f"{self.where}:{line}:{column}"))

    def _doubt(self, code: str, item: Item, **fields: Any) -> None:
        """Tell a doubt, or that its reading is taken."""
        self._tell(code, item, ODD if self.is_sure else DOUBT, **fields)

    def _line(self, row: Row, no: int | None = None) -> str:
        at = [row.numbers.index(no)] if no is not None and len(row.numbers) > 1 else None
        return "; ".join(self.lines_of(row, at)).replace("\n", "; ")

    def lines_of(self, row: Row, places: Sequence[int] | None = None) -> list[str]:
        item = row.whole
        if places is not None and isinstance(item.get("value"), list):
            return [text_of_item({**item, "value": [item["value"][at]]}, self.file.game) for at in places]
        return text_of_item(item, self.file.game).split("\n")

    # -- keys --------------------------------------------------------------------------------------------

    def _is_multiline(self, part: Item) -> bool:
        kind = self.file.game.kinds.get(_kind_of(part))
        return kind is not None and kind.is_multiline

    def _is_many(self, part: Item) -> bool:
        """Whether a part is of lines that answer a question together, each for things of its own."""
        return self._is_multiline(part) and isinstance(part.get("value"), list) and "else" not in part

    def _section(self, part: Item) -> bytes:
        """Power, question and place of a line, and its turn; of those that stand always, the same without a turn."""
        names = [part.get(name) for name in ("power", "turn", "where", "round", "from", "until")]
        return encode([_kind_of(part), "when" in part, *names, part.get("if") if self._is_multiline(part) else None])

    def _question(self, part: Item, is_new: bool = False) -> bytes:
        """The same of a question with one answer, whatever the condition; a new line for several kinds is for that one
        that is asked now."""
        kinds = kinds_of(branches(part)) if "kind" in part else [part.get("when")]
        asked = [ask["kind"] for ask in self.file.waiting if ask["power"] == part["power"] and ask["kind"] in kinds]
        kind = asked[0] if is_new and asked else kinds[0]
        return encode([kind, *(part.get(name) for name in ("power", "turn", "where", "round"))])

    def comes_after(self, row: Row) -> bool:
        """Whether a row answers the next question of a kind: another one stands before it for the first."""
        if not self._is_single(row) or row not in self.rows:
            return False
        before, question = self.rows[: self.rows.index(row)], self._question(row.whole)
        return any(self._is_single(one) and self._question(one.whole) == question for one in before)

    def _is_single(self, row: Row) -> bool:
        """Whether a row answers one question, once."""
        is_once = row.place == "lines" and bool(row.whole) and not {"when", "if"} & row.whole.keys()
        return is_once and not self._is_multiline(row.whole)

    def _next(self) -> int:
        self.number += 1
        return self.number

    def _add(self, one: "_Fresh", gone: Iterable[Row] = ()) -> None:
        """A line with its number, in the place of standing ones."""
        whole = one.part
        if "no" not in whole:
            many = len(whole["value"]) if self._is_multiline(whole) and isinstance(whole.get("value"), list) else 1
            whole = {**whole, "no": [self._next() for _ in range(max(many, 1))]}
        for row in gone:
            self.rows.remove(row)
            self.took.setdefault(whole["no"][0], []).append(self._named(row))
        self.rows.append(Row(None, "lines", whole, False, as_typed(one.item)))

    def _named(self, row: Row, no: int | None = None) -> str:
        """A line with its number, as others name it."""
        return f"{no or _first(row)} “{self._line(row, no)}”"


class _Fresh(NamedTuple):
    """A line of a mail: as it came, and as it will stand."""

    item: Item
    part: Item


class Whole:
    """The names and lists of a document.

    lists    {"answers", "petitions", "lines"}: parts, what was sent before and is not in the record first
    names    {"kept": [[n, p]], "first": [[k, n, p]]}
    after    rows of what stands by it, as the memory keeps them
    typed    of each part, in their order, where and how it was typed
    """

    def __init__(self, rows: Sequence[Row], answers: Sequence[Row], n: int) -> None:
        kept = [row for row in rows if row.is_kept]
        self.lists: dict[str, list[Any]] = {"answers": [row.whole for row in answers]}
        self.typed: list[Typed] = [row.typed for row in answers]
        first, added, number = [], list[Row](), len(answers)
        for place in PLACES:
            new = [row for row in rows if not row.is_kept and row.place == place]
            self.lists[place] = [row.whole for row in new]
            for row in new:
                number += 1
                first += [[number, *row.name]] if row.name else []
                added.append(row._replace(name=row.name or (n, number)))
                self.typed.append(row.typed)
        self.names = {"kept": sorted([*row.name] for row in kept if row.name), "first": first}
        self.after = [row.to_json() for row in [*kept, *added]]


def plain(item: Item) -> Item:
    """An item as the record holds it: what it says, not how and where it was typed."""
    kept = {name: value for name, value in item.items() if name not in BESIDE}
    for name in ("else", "or"):
        if name in kept:
            kept[name] = [plain(branch) for branch in kept[name]]
    return kept


def as_typed(item: Item) -> Typed:
    """Where and how an item of an order document was typed, its branches too: ``([[line, column], …], text)``."""
    typed = [branch for branch in [*branches(item), *item.get("or", ())] if "text" in branch]
    places = [place for branch in typed for place in branch.get("places") or [[branch["line"], 1]]]
    return places or ([[item["line"], 1]] if "line" in item else []), "\n".join(branch["text"] for branch in typed)


def _standing(file: GameFile, seat: str, openings: Openings, own: Json | None) -> list[Row]:
    """The rows of a seat by the record, and by its own memory; with those that are struck."""
    state, redone = file.state, file.state.get("redone", 0)
    rows = {name_of(row): (place, row) for place in PLACES for row in state[place] if row["seat"] == seat}
    known: dict[Name, tuple[str, Any]] = {}
    is_old = False
    if own:
        when = "before" if own["head"] == file.head else "after"
        known = {(one["name"][0], one["name"][1]): (one["place"], one["whole"]) for one in own[when]}
        is_old = own["head"] in map(file.head_of, range(redone))
    found = []
    for name, (place, whole) in known.items():
        if name in rows or not has_come(state, seat, name):
            sent = rows[name][1]["entry"] if name in rows else 0 if is_old else file.next
            found.append(Row(name, place, whole, name in rows, is_struck=is_struck(state, sent, whole)))
    for name, (place, row) in rows.items():
        if own is None or name not in known and name[0] > own["n"]:
            whole = openings.whole(row["part"])
            found.append(Row(name, place, whole, True, is_struck=is_struck(state, row["entry"], whole)))
    return found


def _brought(document: Document, openings: Openings) -> list[Row]:
    """The rows that a document which stands in no line yet brings."""
    known = Openings(openings.game_id, document.openings)
    parts = parts_of(document.object)
    typed: list[Typed] = [*document.typed, *[([], "")] * len(parts)]
    rows = [(place, known.whole(part), how) for (_, place, part), how in zip(parts, typed)]
    return [
        Row(None, "petitions" if place == "petitions" else "lines", whole, False, how)
        for place, whole, how in rows
        if whole is not None
    ]


def item_of(file: GameFile, use: Json) -> Item:
    """The reading of the part that answered, as far as all know it; {} while it is closed."""
    return reading_of(file.entry(use["entry"]), use["seat"], use["document"], use["line"], file.opened)


def _without(row: Row, numbers: Sequence[int]) -> list[Row]:
    """A row without some of its lines; none if nothing is left."""
    left = [at for at, no in enumerate(row.numbers) if no not in numbers]
    if not left or not isinstance(row.whole.get("value"), list):
        return []
    value, numbered = row.whole["value"], row.numbers
    whole = {**row.whole, "value": [value[at] for at in left], "no": [numbered[at] for at in left]}
    return [Row(None, row.place, whole, False)]


def _kind_of(part: Item) -> str:
    """The kind of question that a line is for; "" of a petition."""
    return str(part.get("when") or part.get("kind", ""))


def _stands_for(line: Item) -> list[Any]:
    """What a standing line stands for; it takes the place of an older one of its seat that stands for the same."""
    return [
        line.get(name) for name in ("power", "when", "where", "if", "from", "turn", "ask" if "turn" in line else "")
    ]


def _says(part: Item, but: str = "no") -> bytes:
    return encode({name: value for name, value in part.items() if name not in ("no", but)})


def _lines(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _goal(line: Any) -> bytes:
    """Where a line goes: all that it says but the things and their number."""
    fields = line.get("fields", {}) if isinstance(line, dict) else {}
    return encode([fields.get(name) for name in ("to", "sea", "area", "goal")])


def _first(row: Row) -> Any:
    return row.numbers[0] if row.numbers else ""
