"""Repair on record: corrections of the board, and going back to an earlier entry (fairness.md 4).

Both are notes: they use up a number, list the envelopes already received for it, and make the next entry a muster.
Nothing is deleted.  A correction changes the board by one fact with the rule ``GM`` in a step of its own, and needs a
board at rest; a redo puts the steps after an entry aside in ``undone`` and opens the questions of that moment again.
"""

from .engine import Session
from .entries import digest, step_digest
from .feed import Feed
from .gamefile import GameFile
from .play import wait_for_people
from .problems import Problem, Refused, messages
from .record import Record

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
    if any(file.inputs(file.open["from"])) if file.open else False:
        raise Refused(
            [Problem("not-at-rest", hint="Go back to its beginning first: pbem reopen GAME --reason TEXT")]
        )
    board = file.rest_board()
    before = board.to_json()
    problems = apply_patch(file.game, board, patch)
    problems += [
        Problem("patch-breaks", rule=broken.rule, reason=broken.text)
        for broken in file.game.invariants(board)
    ]
    change = changes(before, board.to_json())
    if not change and not problems:
        problems = [Problem("empty-patch")]
    if problems:
        raise Refused(problems)
    repaired = _copy(file)
    record = Record.of(repaired.document)
    entry = record.write_note("correction", reason, _spent(keeper), patch=change, rule="GM")
    repaired.entries.append(entry)
    _append_step(repaired, correction_step(repaired, repaired.rest_board(), entry), entry)
    _open_again(repaired, [record.next, 0, 0])
    return repaired


def reopen(file, to, reason, keeper=None):
    """A new game file at the end of entry `to` (default: the entry before the last live one).  Raises Refused."""
    _need_reason(reason)
    record = Record.of(file.document)
    if to is None:
        to = record.live[-2] if len(record.live) > 1 else 0
    if record.live and to == record.live[-1]:
        raise Refused([Problem("redo-nothing", to=to)])
    if to and to not in record.live:
        raise Refused([Problem("redo-target", to=to)])
    repaired = _copy(file)
    entry = record.write_note("redo", reason, _spent(keeper), to=to)
    repaired.entries.append(entry)
    _take_back(repaired, entry)
    return repaired


def apply_patch(game, board, patch):
    """Change a board as a patch says; the problems found.  The patch has the words of a position file."""
    from .positions import apply_changes

    return apply_changes(game, board, patch)


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


def _open_again(file, position):
    """Run from the board at rest to the next stop, without any draw."""
    board = file.game.board_from(file.open["rest"], file.charter)
    rest = board.to_json()
    session = Session(file.game, board)
    stop = session.run(Feed([], [], None, None, position[0]))
    file.document["open"] = _open_document(session, stop, position, rest)
    wait_for_people(file, board, stop)
    file.document["result"] = file.game.result(board) if stop.why == "over" else None


def _open_document(session, stop, position, rest):
    if session.step is None:
        return None
    return {
        "procedure": session.step["procedure"],
        "args": session.step["args"],
        "from": position,
        "rest": rest,
        "facts": session.step["facts"],
        "waiting": [ask.to_json() for ask in stop.asks],
        "answered": [],
    }


def _take_back(file, entry):
    """Put aside the steps that closed after entry `to`, and open again what was open then."""
    document, to = file.document, entry["to"]
    kept = [step for step in file.steps if _closed_by(file, step["n"], to)]
    document["undone"].append(
        {"note": entry["n"], "kept": len(kept), "steps": file.steps[len(kept) :], "open": document["open"]}
    )
    step = file.steps[len(kept)] if len(kept) < len(file.steps) else document["open"]
    document["steps"] = kept
    board = file.board_after(len(kept))
    rest, position = board.to_json(), step["from"]
    if position[0] > to:
        position = [entry["n"] + 1, 0, 0]
    draws, answers = file.inputs(position)
    session = Session(file.game, board)
    stop = session.run(Feed(draws, answers, None, None, entry["n"] + 1))
    document["open"] = _open_document(session, stop, position, rest)
    document["result"] = None
    _forget_lines(document, to)
    wait_for_people(file, board, stop)


def _closed_by(file, number, to):
    """Whether closed step `number` had closed by the end of entry `to`: the next step began there or before."""
    following = (
        file.steps[number]["from"] if number < len(file.steps) else (file.open["from"] if file.open else None)
    )
    if following is None:
        return False
    if following[0] <= to:
        reached = sum(len(step["facts"]) for step in file.steps[:number])
        return reached <= _facts_to(file, to)
    return False


def _facts_to(file, to):
    return next((entry["facts"]["to"] for entry in reversed(file.entries[:to]) if "facts" in entry), 0)


def _forget_lines(document, to):
    """Lines lodged after entry `to` are no longer in force."""
    for place in ("standing", "queue"):
        document[place] = {
            seat: left
            for seat, lines in document[place].items()
            if (left := [line for line in lines if line["entry"] <= to])
        }
    document["sealed"] = [row for row in document["sealed"] if row["entry"] <= to]
