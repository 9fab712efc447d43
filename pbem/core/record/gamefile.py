"""The game file: one JSON document, public, that holds the whole game.

    charter    what was agreed (core.charter)
    entries    the play between two stops each, or a note; hashed into the heads (core.entries)
    steps      closed steps: procedure, args, revision, from, facts, board digest; in a digest chain of their own
    open       the open step: procedure, args, from, rest (the board at the last rest point), facts, waiting, answered
    standing   public standing orders a seat; queue: lines sent ahead in a game without referee
    sealed     seals of lines that are still secret
    undone     steps that a note took back, with their facts
    calendar   when stops came and who announced an absence, if anybody told (pbem.desk); no part of the entries
    result     who won and by which rule, once the game is over

``from`` of a step is ``[entry, draws, answers]``: where in the entries its first input stands.  Inputs are held by
the entries alone; a step is replayed by taking draws and answers from there on, so that nothing is stored twice.
The facts of all closed steps followed by those of the open step form one sequence, which the entries count and hash.
"""

from ..data import store
from ..data.canon import dumps
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, messages
from ..rules.engine import Divergence, Session, fold
from ..rules.game import title_of
from .entries import digest, first_head, game_id, live_entries, next_head, step_digest

VERSION = "game/1"

messages(
    {
        "not-a-game": "This is not a game file of pbem: {reason}.",
        "game-shape": "{text}",
        "rest-differs": "The board of the last rest point is not what the facts of the steps make of the start.",
        "step-too-late": "Step {step} began in entry {entry}, which the file does not hold: entries were cut off.",
        "facts-fail": "The facts of step {step} cannot be applied to the board: fact {index}, {type}.",
        "diverged": "Step {step} does not replay: rules now ask {rules_ask}; the file holds {record_holds}.",
        "facts-differ": "Step {step} replays to other facts than the file holds, from fact {index} on.",
        "waiting-differs": "The file waits for {held}; its inputs lead to {due}.",
    }
)


class GameFile:
    """A game file in memory.  `document` is the JSON value; everything else is derived from it."""

    def __init__(self, document, path=""):
        self.document = document
        self.path = path
        self.charter = document["charter"]
        self.game = title_of(self.charter)
        self.game_id = game_id(self.charter)
        self._record = None

    # -- what it holds ---------------------------------------------------------------------------------

    @property
    def name(self):
        return self.charter["game"]

    @property
    def entries(self):
        return self.document["entries"]

    @property
    def steps(self):
        return self.document["steps"]

    @property
    def open(self):
        return self.document["open"]

    @property
    def head(self):
        """The head of the last entry, in full hex."""
        return self.entries[-1]["head"] if self.entries else first_head(self.game_id).hex()

    @property
    def record(self):
        """The record of the entries (core.record), walked once; it goes on with the entries that it writes."""
        if self._record is None or self._record.n != len(self.entries) or self._record.head.hex() != self.head:
            from .record import Record

            self._record = Record.of(self.document)
        return self._record

    @property
    def is_over(self):
        return self.document.get("result") is not None

    @property
    def waiting(self):
        """The open questions as JSON (requests.Ask.to_json), in the order of asking."""
        return self.open["waiting"] if self.open else []

    def fact_count(self):
        return sum(len(step["facts"]) for step in self.steps) + (len(self.open["facts"]) if self.open else 0)

    def facts_from(self, index):
        """The facts from a place in the sequence on."""
        facts = [fact for step in self.steps for fact in step["facts"]]
        if self.open:
            facts += self.open["facts"]
        return facts[index:]

    # -- boards and sessions ---------------------------------------------------------------------------

    def first_board(self):
        """The board at the start of the game."""
        return self.game.new_board(self.charter)

    def rest_board(self):
        """The board at the last rest point, from the file's copy."""
        if self.open is None:
            return self.board_after(len(self.steps))
        return self.game.board_from(self.open["rest"], self.charter)

    def board_after(self, steps):
        """The board after the first `steps` closed steps, folded from the start; no rule runs."""
        board = self.first_board()
        for step in self.steps[:steps]:
            self.apply(board, step)
        return board

    def apply(self, board, step):
        """Apply the facts of one step; BrokenFile names the one that cannot be."""
        for index, fact in enumerate(step["facts"]):
            try:
                fold(self.game, board, [fact])
            except (KeyError, TypeError, ValueError, IndexError, AttributeError):
                kind = fact.get("type") if isinstance(fact, dict) else fact
                raise BrokenFile(
                    Problem("facts-fail", where=self.path, step=step.get("n", "open"), index=index + 1, type=kind)
                ) from None
        return board

    def current_board(self):
        """The board as it is now, in the middle of the open step."""
        board = self.rest_board()
        return self.apply(board, self.open) if self.open else board

    def session(self, feed, watch=None, on_close=None):
        """A session at the last rest point, run with `feed` up to its stop: ``(session, stop)``."""
        session = Session(self.game, self.rest_board(), watch, on_close)
        return session, session.run(feed)

    def inputs(self, position):
        """The draws and answers of the live entries from a step's ``from`` position on, as two lists."""
        entry, drawn, answered = position
        draws, answers = [], []
        for record in live_entries(self.entries):
            if record["kind"] != "play" or record["n"] < entry:
                continue
            first = record["n"] == entry
            draws += record["draws"][drawn:] if first else record["draws"]
            answers += record["answers"][answered:] if first else record["answers"]
        return draws, answers


def read(path, strict=False):
    """The game file at `path`, checked as house rules say: shape, charter, open step, digest and head chains.

    No rule runs.  Raises BrokenFile with everything that does not hold.  With `strict` the insides of entries and
    closed steps are checked against the schema too.
    """
    document = store.read_json(path)
    return check(document, path, strict)


def check(document, path="", strict=False):
    """The same for a document in memory."""
    from ..data.schemas import problems as schema_problems
    from .migrations import migrate

    if not isinstance(document, dict) or not str(document.get("pbem", "")).startswith("game/"):
        raise BrokenFile(Problem("not-a-game", level=NOT_UNDERSTOOD, where=path,
                                 reason='it does not begin with "pbem": "game/1"'))
    document = migrate(document, path)
    found = schema_problems("game", document if strict else _shell(document), path)
    if found:
        raise BrokenFile(found)
    file = GameFile(document, path)
    found = [*_chain_problems(file)]
    if found:
        _sentences()
        raise BrokenFile(found)
    return file


def _sentences():
    """Know the sentences of what the chains complain about; the modules that own them cost time to import."""
    from importlib import import_module

    import_module("pbem.core.record.verifier")


def _shell(document):
    """The document without the insides of what is closed: those are checked wherever they are used, and by verify."""
    closed = {key: [] for key in ("entries", "steps", "undone") if isinstance(document.get(key), list)}
    return {**document, **closed}


def _chain_problems(file):
    """What does not hold in the chains of steps and of entries."""
    where = file.path
    try:
        before = first_head(file.game_id)
        for number, step in enumerate(file.steps, 1):
            if step["n"] != number:
                yield Problem("step-number", where=where, step=step["n"], due=number)
            if step["digest"] != step_digest(before, step):
                yield Problem("step-wrong", where=where, step=number)
            before = bytes.fromhex(step["digest"])
        head = first_head(file.game_id)
        for number, entry in enumerate(file.entries, 1):
            if entry["n"] != number:
                yield Problem("entry-number", where=f"{where} entry {number}", number=entry["n"], due=number)
            due = next_head(head, entry)
            if entry["head"] != due.hex():
                yield Problem("head-wrong", where=f"{where} entry {number}", found=entry["head"], wanted=due.hex())
            head = bytes.fromhex(entry["head"])
        for place, step in [*enumerate(file.steps, 1), *([("open", file.open)] if file.open else [])]:
            entry, *used = step["from"]
            if entry > len(file.entries) + (not any(used)):
                yield Problem("step-too-late", where=where, step=place, entry=entry)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        yield Problem("not-a-game", level=NOT_UNDERSTOOD, where=where, reason=f"a part is missing or odd ({error})")


def write(file, path):
    """Write a game file whole, in canonical form with one line break at the end of every entry and step."""
    store.write(path, render(file.document))


def render(document):
    """The bytes of a game file: canonical JSON, broken into lines between the records so that diffs are readable."""
    parts = []
    for key in sorted(document):
        value = document[key]
        if isinstance(value, list) and value:
            rows = b",\n".join(dumps(row) for row in value)
            parts.append(dumps(key) + b":[\n" + rows + b"\n]")
        else:
            parts.append(dumps(key) + b":" + dumps(value))
    return b"{" + b",\n".join(parts) + b"}\n"


def diverged(error, step, where="", hint=""):
    """A Divergence of the engine as BrokenFile: rules changed while the step was open, or the file was altered."""
    hint = hint or "Finish the step with the version of pbem that began it, or reopen it: pbem reopen GAME."
    return BrokenFile(
        Problem("diverged", where=where, step=step, rules_ask=error.rules_ask, record_holds=error.record_holds,
                hint=hint)
    )


__all__ = ["Divergence", "GameFile", "check", "digest", "diverged", "read", "render", "write"]
