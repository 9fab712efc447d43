"""Repair on record: corrections of the board, and going back to an earlier entry (fairness.md 4).

Both are notes: they use up a number, list the envelopes already received for it, and make the next entry a muster.
Nothing is deleted.  A correction changes the board by one fact with the rule ``GM`` in a step of its own, and needs a
board at rest; a redo puts the steps after an entry aside in ``undone`` and opens the questions of that moment again.
"""

from ..data.problems import BrokenFile, Problem, Refused, messages
from ..play.feed import Feed
from ..play.play import Rest, wait_for_people
from ..rules.engine import Divergence, Session
from .entries import digest, live_entries, step_digest
from .gamefile import GameFile, diverged
from .record import Record

MOST_BYTES = 2**20

messages(
    {
        "not-at-rest": "The game stands in the middle of a step; a correction needs a board at rest.",
        "empty-patch": "The patch changes nothing.",
        "reason-missing": "A note needs a reason: it stands in the record for ever.",
        "redo-nothing": "Entry {to} is where the game stands; there is nothing to go back to.",
        "patch-breaks": "The board would break a rule that always holds: {reason}",
    }
)


def correct(file, patch, reason, keeper=None):
    """A new game file in which the board is changed by hand.  Raises Refused; `file` stays as it is.

    patch   a position change: ``set``, ``control``, ``units``, ``move``, ``clear`` as in a position file
    """
    _need_reason(reason)
    if not is_at_rest(file):
        raise Refused([Problem("not-at-rest", hint=_way_back(file))])
    board = file.rest_board()
    before = board.to_json()
    problems = apply_patch(file.game, board, patch)
    change = changes(before, board.to_json())
    if not change and not problems:
        problems = [Problem("empty-patch")]
    if problems:
        raise Refused(problems)
    repaired = _copy(file)
    record = _record_of(repaired)
    entry = record.write_note("correction", reason, _spent(keeper), patch=change, rule="GM")
    repaired.entries.append(entry)
    _append_step(repaired, correction_step(repaired, repaired.rest_board(), entry), entry)
    board = repaired.game.board_from(repaired.open["rest"], repaired.charter)
    _open_again(repaired, Rest(repaired, board, [record.next, 0, 0]), [], [])
    return repaired


def reopen(file, to, reason, keeper=None):
    """A new game file at the end of entry `to` (default: the entry before the last live one).  Raises Refused."""
    _need_reason(reason)
    record = _record_of(file)
    if not record.live:
        raise Refused([Problem("redo-nothing", to=0)])
    if to is None:
        to = record.live[-2] if len(record.live) > 1 else 0
    if to == record.live[-1]:
        raise Refused([Problem("redo-nothing", to=to)])
    if to and to not in record.live:
        hint = f"These can be: 0 (the start), {', '.join(map(str, record.live[:-1]))}."
        raise Refused([Problem("redo-target", to=to, hint=hint)])
    repaired = _copy(file)
    entry = record.write_note("redo", reason, _spent(keeper), to=to)
    repaired.entries.append(entry)
    _take_back(repaired, entry)
    return repaired


def read_patch(path, file):
    """The patch in a file, checked by its schema and on the board; raises Refused with every problem and its line."""
    from ..data import store
    from ..data.schemas import located
    from ..data.schemas import problems as shape_problems

    patch, text = store.read_document(path, MOST_BYTES)
    problems = shape_problems("patch", patch, path, text)
    if not problems and patch.get("title", file.game.id) != file.game.id:
        problems = [Problem("position-title", title=patch["title"], wanted=file.game.id)]
    if not problems and is_at_rest(file):
        problems = apply_patch(file.game, file.rest_board(), patch)
    if problems:
        raise Refused(located(problems, text, path))
    return patch


def apply_patch(game, board, patch):
    """Change a board as a patch says; the problems found, broken rules of the title included.

    The patch has the words of a position file (core.positions), and changes the board as it is.
    """
    from ..data import positions

    base = next(iter(game.scenarios))  # any but "empty": what the patch does not mention stays as it is
    change = {key: value for key, value in patch.items() if key not in ("pbem", "title")}
    placements, problems = positions.read_units(change.get("units", ""), game)
    problems += game.position.apply(board, {**change, "base": base, "units": placements})
    return problems or [Problem("patch-breaks", rule=broken.rule, reason=broken.text, hint=broken.hint)
                        for broken in game.invariants(board)]


def is_at_rest(file):
    """True if the open step has neither used an input nor changed anything."""
    return file.open is None or not (file.open["facts"] or any(file.inputs(file.open["from"])))


def resting_entries(file):
    """The live entries at whose end the board was at rest, as far as the steps in the file tell; 0 is the start."""
    live = [0, *(entry["n"] for entry in live_entries(file.entries) if _is_live(entry))]
    openings = _openings(file)
    return [number for number in live if _end_of(file, number) in openings]


def _way_back(file):
    """How to get to a board at rest."""
    found = [n for n in resting_entries(file) if not file.entries or n < file.entries[-1]["n"]]
    to = f" --step {found[-1]}" if found else ""
    return f"Go back to where it was at rest first: pbem reopen GAME{to} --reason TEXT -o NEXT"


def corrected(board, fact):
    """The reducer of the fact ``corrected``: changes of the board's JSON, each at a path of keys."""
    board.replace(changed(board.to_json(), fact["patch"]))


def correction_step(file, board, entry):
    """The step of a correction: its one fact, applied to `board`."""
    fact = {"type": "corrected", "rule": entry["rule"], "entry": entry["n"], "patch": entry["patch"]}
    file.game.reducers["corrected"](board, fact)
    return {"procedure": "correction", "args": {"entry": entry["n"]}, "facts": [fact]}


def changes(before, after, path=()):
    """What turns one JSON object into another: ``[{"at": [keys], "value": …}]``, without a value where it goes."""
    found = [{"at": [*path, name]} for name in sorted(before) if name not in after]
    for name in sorted(after):
        old, value = before.get(name), after[name]
        if isinstance(old, dict) and isinstance(value, dict):
            found += changes(old, value, (*path, name))
        elif name not in before or old != value:
            found.append({"at": [*path, name], "value": value})
    return found


def changed(value, patch):
    """A JSON object with `changes` applied; the value given is changed in place and returned."""
    for change in patch:
        *path, name = change["at"]
        inner = value
        for key in path:
            inner = inner.setdefault(key, {})
        if "value" in change:
            inner[name] = change["value"]
        else:
            inner.pop(name, None)
    return value


# -- pieces ----------------------------------------------------------------------------------------------


def _record_of(file):
    """The record of a file that a note is written to; BrokenFile if it does not hold as it is."""
    record = Record.of(file.document)
    if record.problems:
        raise BrokenFile(record.problems)
    return record


def _need_reason(reason):
    if not reason.strip():
        raise Refused([Problem("reason-missing")])


def _copy(file):
    """The file with lists of its own where a repair changes them."""
    document = {
        key: list(value) if isinstance(value, list) else value for key, value in file.document.items()
    }
    return GameFile(document, file.path)


def _spent(keeper):
    """The envelopes that have already come for the number that the note uses up."""
    if keeper is None:
        return {}
    return {seat: bytes.fromhex(order["link"]) for seat, order in keeper.pending.items() if order.get("link")}


def _append_step(file, step, entry):
    from .entries import first_head

    before = bytes.fromhex(file.steps[-1]["digest"]) if file.steps else first_head(file.game_id)
    board = file.rest_board()
    file.game.reducers["corrected"](board, step["facts"][0])
    step = {"n": len(file.steps) + 1, **step, "revision": file.game.revision, "from": [entry["n"], 0, 0],
            "board": digest("board", board.to_json())}  # fmt: skip
    step["digest"] = step_digest(before, step)
    file.steps.append(step)
    file.document["open"] = {"rest": board.to_json()}


def _open_again(file, rest, draws, answers):
    """Run from a rest point to its stop, with these recorded inputs and no new draw; what is open then is written."""
    number = len(file.entries) + 1
    feed = rest.feed = Feed(draws, answers, None, None, number)
    session = Session(file.game, rest.board, on_close=rest.close)
    try:
        stop = session.run(feed)
    except Divergence as error:
        raise diverged(error, len(file.steps) + len(rest.closed) + 1, file.path, _way_back(file)) from None
    file.document["steps"] = file.steps + rest.closed
    file.document["open"] = rest.open_document(session, stop, feed)
    file.document["result"] = file.game.result(session.board) if stop.why == "over" else None
    wait_for_people(file, session.board, stop)


def _take_back(file, entry):
    """Put aside the steps that closed after entry `to`, and open again what was open then."""
    document, to = file.document, entry["to"]
    openings = _openings(file)
    kept = steps_closed_by(file, to)
    document["undone"].append(
        {"note": entry["n"], "kept": kept, "steps": file.steps[kept:], "open": document["open"]}
    )
    document["steps"] = file.steps[:kept]
    _forget_lines(document, to)
    position = openings[kept]
    _open_again(file, Rest(file, file.board_after(kept), position), *file.inputs(position))


def steps_closed_by(file, number):
    """How many of the steps in the file had closed by the end of a live entry; 0 is the start."""
    if file.open is None and number >= len(file.entries):
        return len(file.steps)
    end = _end_of(file, number)
    return sum(opening <= end for opening in _openings(file)) - 1


def _openings(file):
    """Where in the entries each step opened, the open one last."""
    return [_opening(file, step) for step in [*file.steps, *([file.open] if file.open else [])]]


def _opening(file, step):
    """Where in the entries a step opened.  A correction took the place of a step that had opened before it, at the
    end of the entry that was the last live one then."""
    number = step["from"][0]
    if step["procedure"] != "correction" or file.entries[number - 1]["kind"] != "note":
        return step["from"]
    before = [entry["n"] for entry in live_entries(file.entries[: number - 1]) if _is_live(entry)]
    return _end_of(file, before[-1] if before else 0)


def _end_of(file, number):
    """``[entry, draws, answers]`` of a step that opens at the end of a live entry."""
    entry = file.entries[number - 1] if number else {"kind": "note"}
    if entry["kind"] == "note":
        return [number + 1, 0, 0]
    return [number, len(entry["draws"]), len(entry["answers"])]


def _is_live(entry):
    return entry["kind"] == "play" or entry["what"] == "correction"


def _forget_lines(document, to):
    """Lines lodged after entry `to` are no longer in force."""
    for place in ("standing", "queue"):
        document[place] = {
            seat: left
            for seat, lines in document[place].items()
            if (left := [line for line in lines if line["entry"] <= to])
        }
    document["sealed"] = [row for row in document["sealed"] if row["entry"] <= to]
