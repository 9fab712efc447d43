"""The small verifier: a game file checked without the rules of its title.

It covers what docs/fairness.md promises of the draws, and that facts and steps are those that were hashed.
That the facts follow from the inputs, that every answer was legal and every default in force, is for a
replay to say.
"""

from ..data.canon import encode, th
from ..data.problems import BrokenFile, Problem, messages
from .entries import first_head, live_entries, step_digest, undone_by
from .record import MISSING, Record
from .roster import BROKEN

messages(
    {
        "game-field": "{field} must be {wanted}.",
        "entry-lacks": "The entry does not say {field}.",
        "facts-wrong": "The digest of the facts {start} to {to} does not hold.",
        "facts-count": "The entry counts {to} facts after {start}; the file holds {held}.",
        "facts-after": "The file holds {held} facts, the last entry covers {to} of them.",
        "undone-missing": "What this redo took back is not in the file.",
        "step-number": "Step {step} stands where step {due} is due.",
        "step-wrong": "Step {step} does not fit its digest.",
        "step-before-entry": "{step} began with the inputs of entry {entry}, which the file does not hold.",
    }
)

_PLAY_SAYS = ("answers", "lodged", "facts", "board", "open", "force", "head")


def verify(game):
    """What does not hold in a game file (its JSON value): a list of Problems, first thing first.

    An empty list says: all holds that can be checked without rules.  `level` of a problem is "does not
    hold" or "evidence missing"; `where` names the entry.  Nothing is raised for any value that
    `canon.loads` gave.
    """
    return examine(game)[1]


def examine(game, seen=(0, "")):
    """(Record, problems): the same, with the record walked on the way; None if there is none to walk.

    `seen` is the place up to which the file was checked before, as (n, head); see Record.of.
    """
    problems = _shape_problems(game)
    if problems:
        return None, problems
    try:
        record = Record.of(game, seen)
    except BrokenFile as error:
        return None, error.problems
    problems = list(record.problems)
    if not record.halted:
        problems += _missing(game["entries"])
        problems += _sequence_problems(game, first_head(record.game_id))
        problems += _start_problems(game)
    return record, sorted(problems, key=_entry_of)


def _shape_problems(game):
    if type(game) is not dict:
        return [_problem("game", "game-field", field="game", wanted="an object")]
    wanted = [
        ("pbem", game.get("pbem") == "game/1", "game/1"),
        ("charter", type(game.get("charter")) is dict, "an object"),
        ("entries", type(game.get("entries")) is list, "a list"),
        ("steps", _are_steps(game.get("steps")), "a list of objects with n, facts and digest"),
        ("open", _is_open(game.get("open", "missing")), "null or an object with facts"),
        ("undone", _are_undone(game.get("undone", [])), "a list of objects with note, kept, steps and open"),
    ]
    return [
        _problem("game", "game-field", field=field, wanted=want) for field, fine, want in wanted if not fine
    ]


def _are_steps(steps):
    return type(steps) is list and all(
        type(step) is dict and type(step.get("facts")) is list and {"n", "digest"} <= step.keys()
        for step in steps
    )


def _is_open(step):
    return step is None or (type(step) is dict and type(step.get("facts")) is list)


def _are_undone(undone):
    return type(undone) is list and all(
        type(block) is dict
        and type(block.get("note")) is int
        and type(block.get("kept")) is int
        and block["kept"] >= 0
        and _are_steps(block.get("steps"))
        and _is_open(block.get("open", "missing"))
        for block in undone
    )


def _missing(entries):
    """What a real entry must say besides its draws."""
    for entry in entries:
        for field in _PLAY_SAYS if entry["kind"] == "play" else ("head",):
            if field not in entry:
                yield _problem(f"entry {entry['n']}", "entry-lacks", MISSING, field=field)


# -- facts and steps -------------------------------------------------------------------------------------


def _sequence_problems(game, head):
    """Facts and steps: those of the live game, then those that each redo took back, latest first.

    A redo kept some closed steps and took the rest away; put back, they give the game as it was before it.
    """
    taken = undone_by(game["entries"])
    blocks = {block["note"]: block for block in game.get("undone", ())}
    steps, open_step = game["steps"], game["open"]
    live = [entry for entry in live_entries(game["entries"]) if "facts" in entry]
    yield from _step_problems(steps, head)
    yield from _fact_problems(live, 0, _facts(steps, open_step))
    yield from _tail_problem(live, _facts(steps, open_step), game["entries"])
    starts = _starts(game["entries"])
    for number in sorted(taken, reverse=True):
        undone, block = [entry for entry in taken[number] if "facts" in entry], blocks.get(number)
        if block is None or block["kept"] > len(steps):
            if undone:
                yield _problem(f"entry {number}", "undone-missing", MISSING)
            return
        steps, open_step = steps[: block["kept"]] + block["steps"], block["open"]
        yield from _step_problems(steps, head, block["kept"])
        if undone:
            yield from _fact_problems(undone, starts[undone[0]["n"]], _facts(steps, open_step))


def _starts(entries):
    """How many facts were covered before each entry, by number: those of the entries live at that time."""
    starts, live = {}, [(0, 0)]
    for entry in entries:
        if entry.get("what") == "redo":
            while live[-1][0] > entry["to"]:
                live.pop()
        elif "facts" in entry:
            starts[entry["n"]] = live[-1][1]
            live.append((entry["n"], entry["facts"]["to"]))
    return starts


def _step_problems(steps, head, start=0):
    """Steps from place `start` on whose number or digest does not hold."""
    before = _bytes(steps[start - 1]["digest"]) if start else head
    for due, step in enumerate(steps[start:], start + 1):
        if step["n"] != due:
            yield _problem(f"step {due}", "step-number", step=step["n"], due=due)
        if step["digest"] != step_digest(before, step):
            yield _problem(f"step {due}", "step-wrong", step=due)
        before = _bytes(step["digest"])


def _start_problems(game):
    """Steps that began in an entry that is not here: entries were cut off, their facts were kept.

    A step says where it began as `from`, [entry, draws before, answers before]; the number may be that of
    the entry to come.
    """
    steps = [(f"step {step['n']}", step) for step in game["steps"]]
    for where, step in [*steps, ("game", game["open"] or {})]:
        start = step.get("from")
        if type(start) is list and start and type(start[0]) is int:
            if start[0] > len(game["entries"]) + (not any(start[1:])):
                yield _problem(where, "step-before-entry", step=where, entry=start[0])


def _fact_problems(entries, start, facts):
    """Of entries in a row, those whose slice of the facts does not hold; the first begins at `start`."""
    for entry in entries:
        to, where = entry["facts"]["to"], f"entry {entry['n']}"
        if not start <= to <= len(facts):
            yield _problem(where, "facts-count", start=start, to=to, held=len(facts))
        elif entry["facts"]["digest"] != th("facts", encode(facts[start:to])).hex():
            yield _problem(where, "facts-wrong", start=start + 1, to=to)
        start = to


def _tail_problem(live, facts, entries):
    """Facts that no entry covers; those of a correction are covered by the entry that follows it."""
    covered = live[-1]["facts"]["to"] if live else 0
    changing = [entry for entry in live_entries(entries) if entry["kind"] == "play" or entry["what"] == "correction"]
    if live and len(facts) > covered and "facts" in changing[-1]:
        yield _problem("game", "facts-after", held=len(facts), to=covered)


def _facts(steps, open_step):
    """The one sequence of facts: closed steps, then the open one."""
    facts = [fact for step in steps for fact in step["facts"]]
    return facts + open_step["facts"] if open_step else facts


def _bytes(digits):
    """A digest as bytes; of what is no hex, its text, so that the chain breaks here and goes on."""
    try:
        return bytes.fromhex(digits)
    except (TypeError, ValueError):
        return repr(digits).encode()


def _entry_of(problem):
    """Problems of entries in their order, the charter and the file before, steps after."""
    kind, _, number = problem.where.partition(" ")
    return (kind == "step", int(number) if number else 0)


def _problem(where, code, level=BROKEN, **fields):
    return Problem(code, level=level, where=where, **fields)
