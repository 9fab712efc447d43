"""Lines made again: how everybody comes from the lines of a game to its state, believing nothing that others made.

Each new line is made again by the function that writes lines, from the state that this machine made for the line
before, or by going on with the run that made it, and refused if a byte differs; the first difference is named by its
path.  A state that was made is kept
beside the game, and believed again only if the memory outside the game's folder knows its digest (docs/record.md).
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, Refused
from ..data.schemas import fits, problems
from ..data.shapes import STUMBLES
from ..record import documents as docs
from ..record import trusted_state
from ..record.charter import check_installed
from ..record.closed import Opening, Openings
from ..record.counters import Counters
from ..record.entries import Entry, says_of
from ..record.files import File
from ..record.log import Line, parsed
from ..record.revisions import check_plays, unknown_options
from ..record.state import Reached, State
from ..rules.engine import Watch
from ..title.game import Game
from .answers import Finder
from .entry import first_run, made_play, opening_state
from .inbox import Inbox, writers
from .running import Made, MakesFeed, Run


def opening(file: File) -> list[Json]:
    """The steps from the first board to the first question, with their facts."""
    run = first_run(file.game, file.charter, file.game_id)
    step = run.session.step
    steps: list[Json] = [{**one} for one in run.steps]
    return [*steps, *([{**step, "open": True}] if step else [])]


class Replayer:
    """Makes the lines of a file again, one after the other.

    state    after the last line made
    earlier  the one before that line was made; None at the start
    finder   with the fates of the parts of the last entry made, for reports
    kept     numbers of the lines after which the state is kept in the file, since notes go back to it
    run      that made the last line, to go on with; None where the next one is to start from the state before it
    astray   numbers of the lines that were made by starting anew, and not by going on: there are none, or the rules
             hang on something that no state holds
    """

    def __init__(self, file: File, state: State | None = None, openings: Iterable[Opening] = ()) -> None:
        self.file = file
        self.known = Openings(file.game_id, openings)
        self.state = state or self._first()
        self.kept = [] if state else _gone_back_to(file)
        self.earlier: State | None = None
        self.finder: Finder | None = None
        self.run: Run | None = None
        self.astray: list[int] = []

    def _first(self) -> State:
        file = self.file
        check_installed(file.game, file.charter)
        if file.lines[0].signature:
            raise BrokenFile(Problem("line-signed", where=f"{file.path}:1"))
        return opening_state(file.game, file.charter, file.game_id)

    def make(self, number: int, tells: bool = True) -> Made:
        """Make line `number` again; raises BrokenFile if it differs, with what differs first.

        tells   False where nobody reads what its parts said (entry.made_play)

        Nobody is accused by going on: what does not come to the line is made from the state before it, as whoever wrote
        it made it.
        """
        try:
            return self._make(number, tells)
        except BrokenFile:
            if self.run is None:
                raise
            self.run = None
        made = self._make(number, tells)
        self.astray.append(number)
        return made

    def _make(self, number: int, tells: bool) -> Made:
        line = self.file.lines[number]
        where = f"entry {number}"
        held = line.object
        check_sent(held, number, where)
        self.known.open(held.get("opened", ()))
        self.known.give_only(held.get("opened", ()))
        self.known.withhold(self._known_in_part(held))
        try:
            made = self._fitting(line, held, where, tells)
        except BrokenFile:
            check_plays(self.file.game, self.file.charter, self.state)  # other rules made it: that is no damage
            raise
        check_signed(self.file, self.state, line, where)
        self.earlier, self.state, self.finder, self.run = self.state, made.state, made.finder, made.run
        if number in self.kept:
            self.file.past[number] = made.state
        return made

    def _known_in_part(self, held: Entry) -> set[str]:
        """Seats of whose closed lines some are not known here.  What is known of such a seat tells nothing: a line that
        is not known may come first."""
        objects = [object for object, _ in held["documents"] if object["kind"] == "orders"]
        parts = [(object["seat"], part) for object in objects for *_, part in docs.parts_of(object)]
        parts += [(row["seat"], row["part"]) for row in self.state["lines"]]
        return {seat for seat, part in parts if not self.known.has_all(part)}

    def _fitting(self, line: Line, held: Entry, where: str, tells: bool) -> Made:
        """A line made again; raises BrokenFile if it is not the line that is held."""
        try:
            made = self._made(held, tells)
        except Refused as refused:
            reasons = [Problem("line-refused", where=where, rule=one.rule, reason=one.text) for one in refused.problems]
            raise BrokenFile(misshapen(held, where) or reasons) from None
        except STUMBLES as error:
            stumble = Problem("line-stumbles", where=where, error=type(error).__name__)
            raise BrokenFile(misshapen(held, where) or stumble) from None
        if encode(made.line) != line.body:
            raise BrokenFile(misshapen(held, where) or self._differences(held, made, where))
        return made

    def _differences(self, held: Entry, made: Made, where: str) -> list[Problem]:
        """What differs in a line, by name and value; a digest only where nothing else is known to."""
        options = [*unknown_options(self.file.game, self.file.charter, self.state["options"], where)]
        found = difference(held, parsed(encode(made.line)))
        if options and found["path"] == "/state":
            return options
        return [*options, Problem("line-differs", where=where, **found)]

    def _made(self, held: Entry, tells: bool = True) -> Made:
        file, given, ground = self.file, docs.of_pairs(held["documents"]), self.file.ground(self.state)
        if held["kind"] == "play":
            more = {"proofs": held.get("proofs", ()), "over": held.get("over", ())}
            return made_play(ground, given, self.known, held["envelope"], tells=tells, before=self.run, **more)
        if held["what"] == "redo":
            for line in file.lines[1 : held["n"]]:
                self.known.open(line.object.get("opened", ()))
        from .note import made_note

        past, came = partial(state_after, file), held.get("came", ())
        return made_note(ground, given, self.known, past, came)


def check_signed(file: File, state: State, line: Line, where: str) -> None:
    """Raise BrokenFile unless the head of a line is signed: that of a play by its opener, that of a note by somebody
    whose word stands in it, if anybody of them can; `state` is the one before it."""
    held = line.object
    is_note = held["kind"] == "note"
    names = writers(state, docs.of_pairs(held["documents"])) if is_note else [held["opener"]]
    keys = [state["anchors"][name]["key"] for name in names]
    place = file.game_id, line.before or b"", line.head, line.signature
    if any(docs.fits_head(key, *place) for key in keys) if keys else not line.signature:
        return
    if not is_note:
        raise BrokenFile(Problem("line-unsigned", where=where, opener=held["opener"]))
    raise BrokenFile(Problem("line-writer", where=where, who=", ".join(names) or "nobody"))


def check_sent(held: Entry, number: int, where: str) -> None:
    """Raise BrokenFile unless what people sent has its shape in the object of a line, and the line its number.

    All else in a line is made again and compared, so it needs no look at its shape but to say what is wrong.
    """
    if held.get("kind") not in ("play", "note") or not fits(_schema_of(held), held, SENT):
        raise BrokenFile(misshapen(held, where))
    for count, (object, signature) in enumerate(held["documents"], 1):
        if type(object) is not dict or type(signature) is not str:
            raise BrokenFile(Problem("line-pair", where=where, count=count))
        BrokenFile.if_any(docs.size_problems(object, where))
    if held.get("n") != number:
        raise BrokenFile(misshapen(held, where) or Problem("line-number", where=where, found=held["n"], wanted=number))


SENT = ("came", "documents", "envelope", "opened", "proofs", "what")


def misshapen(held: Entry, where: str) -> list[Problem]:
    """What is wrong with the shape of the object of a line, as Problems."""
    return problems(_schema_of(held), held, where)


def _schema_of(held: Entry) -> str:
    return "note-line" if held.get("kind") == "note" else "play-line"


def _gone_back_to(file: File) -> list[int]:
    """The numbers of the lines to which notes go back, as these say."""
    notes = [one for one in file.entries_with(b'"what":"redo"') if fits("note-line", one, SENT)]
    return [one["to"] for note in notes for one in says_of(note) if one["what"] == "redo"]


def state_after(file: File, number: int) -> State:
    """The state after line `number`, made from the first line on, or as whoever made these lines has kept it: each
    time that a game went back is made again once, however often it went back before."""
    if number in file.past:
        return file.past[number]
    maker = Replayer(file)
    for n in range(1, number + 1):
        maker.make(n, tells=False)
    return maker.state


def played_again(file: File, number: int, watch: Watch, feed: MakesFeed) -> Run:
    """Play an entry again with everything that happens told.

    watch   called as ``watch(board, fact)`` after every new fact
    feed    ``feed(source, finder, begun)`` gives the feed that is used
    """
    state, held = state_after(file, number - 1), file.entry(number)
    lines, given = file.lines[1 : number + 1], docs.of_pairs(held["documents"])
    known = Openings(file.game_id, [one for line in lines for one in line.object.get("opened", ())])
    ground = file.ground(state)
    inbox = Inbox(ground, given, known, held["envelope"], held.get("proofs", ()))
    Refused.if_any(inbox.problems)
    run = Run(ground, inbox)
    run.session.listen(watch)
    run.go_on(inbox.source(), feed)
    return run


def difference(held: Any, due: Any, path: str = "") -> dict[str, str]:
    """Where two JSON values differ first: {"path", "held", "due"}, the values shortened.

    What tells most is looked at first: draws and facts before all else, and a digest of them last.  A path names each
    fact with its type: ``/steps/0/facts/3 (unit-moved)/area``.
    """
    is_list = type(held) is list and type(due) is list
    if is_list or type(held) is dict and type(due) is dict and held.get("type") == due.get("type"):
        ones, others = [dict(enumerate(one)) if is_list else one for one in (held, due)]
        for name in sorted({**ones, **others}, key=_telling):
            told = _type_of(ones.get(name, others.get(name))) if is_list else ""
            if name not in ones or name not in others:
                found = [_shown(one[name]) if name in one else "nothing" for one in (ones, others)]
                return {"path": f"{path}/{name}{told}", "held": found[0], "due": found[1]}
            if encode(ones[name]) != encode(others[name]):
                return difference(ones[name], others[name], f"{path}/{name}{told}")
    return {"path": path or "/", "held": _shown(held), "due": _shown(due)}


TELLING = ("draws", "facts", "steps")
DIGESTS = ("before", "head", "state")


def _telling(name: Any) -> tuple[int, Any]:
    """By how much a field tells of a difference, as a key to sort by: the most first; of a list the first item."""
    return TELLING.index(name) if name in TELLING else len(TELLING) + (name in DIGESTS), name


def _type_of(value: Any) -> str:
    """What a path says of a fact, or of anything else with a type."""
    return f" ({value['type']})" if type(value) is dict and type(value.get("type")) is str else ""


def _shown(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= 200 else text[:197] + "..."


# -- what this machine made ----------------------------------------------------------------------------------


def reached(file: File) -> Reached:
    """What the lines of a file come to (memory.Reached): made here, from the last one that was made here before.

    A file that is older than what this machine has seen, or another one, is made from its first line: it can be read,
    and not be played on (memory.check_current).  Raises BrokenFile for a line that cannot be made again.
    """
    known = trusted_state.recall(file.game_id)
    start = trusted_state.cached(file.path, known) if known and not trusted_state.is_past(file, known) else None
    maker = Replayer(file, start.state if start else None)
    for number in range(maker.state["n"] + 1, file.n + 1):
        maker.make(number, tells=number == file.n)
    if is_passed(file, known):
        raise BrokenFile(line_passed(file))
    return _made_by(maker, start.tally if start else None)


def _made_by(maker: Replayer, tally: Counters | None = None) -> Reached:
    told = fates_of(maker.file.game, maker.finder, maker.state) if maker.finder else []
    return Reached(maker.state, maker.earlier, tally, told)


def remember_if_new(maker: Replayer) -> None:
    """Keep what was made here of all lines of a file, unless this machine has been there, or further, or at another
    line of it.  A last line that is not taken up by itself is made, and not remembered."""
    file, known = maker.file, trusted_state.recall(maker.file.game_id)
    if known is None or not (trusted_state.is_past(file, known) or known["n"] == file.n):
        file.reached = _made_by(maker)
        if not is_passed(file, known):
            trusted_state.keep(file)


def is_passed(file: File, reached: Json | None) -> bool:
    """True if the last line is of an opener of which this person has said that it had not heard.  Once others have gone
    on from such a line, or this person has taken it up all the same, it stands."""
    if not file.n or reached is None or (reached["n"], reached["head"]) == (file.n, file.head):
        return False
    return [file.n, file.entry(file.n).get("opener")] in reached.get("passed", [])


def line_passed(file: File) -> Problem:
    """Why the last line is not taken up by itself."""
    entry = file.entry(file.n)
    code = "line-passed-last" if entry.get("ended") else "line-passed"
    return Problem(code, where=f"entry {file.n}", opener=entry["opener"])


def remember(file: File, finder: Finder | None = None) -> None:
    """Keep what was made here of the lines of a file, with the fates of the last entry if its `finder` is given."""
    if finder:
        file.reached.told = fates_of(file.game, finder, file.state)
    trusted_state.keep(file)


def fates_of(game: Game, finder: Finder, state: State) -> list[Json]:
    """The fates of the parts of an entry as JSON, by their numbers in their documents as the record has them, without
    what is closed still."""
    over = state["ended"] is not None
    shown = [part for part in finder.parts if part.closed is None or part.is_shown]
    return [{**part.to_json(game, over), "line": part.line} for part in shown]
