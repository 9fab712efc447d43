"""Notes: what people agree on beside the play, each on the words of those whom it needs.

``(charter, state, documents, openings) -> (line, state)``, like play.entry, and made again by verification in the same
way.  A note burns the entry that was due: no envelope for it counts any more, and the play after it is a muster.
Nothing is deleted (docs/record.md).
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import Problem, Refused
from ..data.shapes import STUMBLES
from ..data.state_fields import unchangeable
from ..record import documents as docs
from ..record.charter import Charter
from ..record.closed import Opening, Openings, as_seen, marks_of
from ..record.counters import numbers_in
from ..record.participation import REFEREE, Call, Said, speakers_in
from ..record.people import after_people, last
from ..record.state import Ground, State, at_rest, digest, is_live, last_live, live_up_to, live_with
from ..rules.corrections import patched
from ..title.game import Game
from .inbox import Inbox, problems_of_head, problems_of_signature, sound_reading
from .running import Made, Run, asked_after, struck


def made_note(
    ground: Ground,
    documents: Sequence[docs.Document],
    openings: Openings,
    past: Callable[[int], State],
    came: Sequence[Any] = (),
) -> Made:
    """The note that the words make, or two documents with different seals, as Made; raises Refused with every problem.

    past       past(m) gives the state after line m, for going back
    came       [[seat, number]] of the orders documents that had come for this entry, as whoever writes it says
    """
    game, charter, state, heads = ground
    openings.judged(sound_reading(game, charter))
    documents = sorted(documents, key=lambda document: document.order)
    if [*came] != sorted(came) or any(seat not in charter["seats"] for seat, _ in came) or _is_doubled(came):
        raise Refused([Problem("note-came")])
    n = state["n"] + 1
    after = {**state, "n": n, "muster": True}
    line = {"before": heads(n - 1), "documents": [one.pair for one in documents], "kind": "note", "n": n}
    if documents and all(one.kind == "orders" for one in documents):
        after.update(_sealed_twice(ground, documents, openings))
        line["what"] = "seals"
    else:
        said = _said(ground, documents, openings.game_id)
        note = said.board or {}
        after = after_people(charter, after, said.people)
        after = {**after, **_changes(game, charter, after, note, openings, past)}
        line["what"] = note["what"]
    stopped = Run(ground._replace(state=after)) if after["step"] and not after["ended"] else None
    after["asked"] = asked_after(stopped, after, stopped.stop) if stopped else []
    opened: list[Opening] = []
    if line["what"] == "ended":
        opened, after["closed"] = openings.opened(state["closed"], openings.given)
    over, after["struck"] = struck(state, after, [])
    extra = {"came": [*came], "opened": opened, "over": over}
    line.update({name: value for name, value in extra.items() if value})
    line["state"] = digest(after)
    return Made(line, after, None, game.board_from(after["rest"], charter))


def _is_doubled(came: Sequence[Any]) -> bool:
    return len({seat for seat, _ in came}) < len(came) or any(type(number) is not int for _, number in came)


def _said(ground: Ground, words: Sequence[docs.Document], game_id: bytes) -> Said:
    """What the words of a note say; raises Refused with every problem."""
    _, charter, state, heads = ground
    Refused.if_any(Problem("note-mixed", seat=one.seat, kind=one.kind) for one in words if one.kind != "word")
    said = Said(charter, state, words, "note")
    problems = said.problems
    speakers = speakers_in(charter, state)
    for word in words:
        found = [] if word.seat in speakers else [Problem("document-speaker", seat=word.seat)]
        found += [*problems_of_head(word.place, state["n"] + 1, state["n"], heads)]
        found += [*problems_of_signature(state, word, game_id)]
        problems += [one.at(word.file) for one in found]
    if said.board is None:
        problems.append(Problem("note-none"))
    elif state["ended"] and said.board["what"] not in ("redo", "stands"):
        problems.append(Problem("note-over"))
    reasons = [one["why"] for one in [*said.people, *([said.board] if said.board else [])]]
    problems += [Problem("note-why") for why in reasons if why != why.strip() or not why]
    Refused.if_any(problems)
    return said


def _sealed_twice(ground: Ground, documents: Sequence[docs.Document], openings: Openings) -> Json:
    """What changes when two seats carry two different sealed documents of the opener: nobody can make the entry."""
    inbox = Inbox(ground, documents, openings)
    call: Call = inbox.call
    allowed = ("sealed-differ", "document-missing", "word-alone")
    problems = [one for one in inbox.problems if one.code not in allowed]
    if problems or len(documents) != 2 or len(inbox.carried) != 2 or call.opener is None:
        raise Refused(problems or [Problem("note-seals")])
    numbers = dict(numbers_in(one.pair for one in documents))
    return {"documents": {**ground.state["documents"], **numbers}, "defaults": [call.opener]}


def _changes(
    game: Game, charter: Charter, state: State, note: Json, openings: Openings, past: Callable[[int], State]
) -> Json:
    """The fields of the state that a board note changes; raises Refused."""
    if note["what"] == "correction":
        return _correction(game, charter, state, note)
    if note["what"] == "redo":
        return _redo(state, note, openings, past)
    if note["what"] == "change":
        return _change(game, charter, state, note)
    if note["what"] == "again":
        return _again(charter, state, note)
    given_up = {"by": "given-up", "rule": "", "winner": None}
    ended: Json = {"ended": given_up, "asked": [], "step": None, "lines": [], "petitions": []}
    return ended if note["what"] == "ended" else {}


def _correction(game: Game, charter: Charter, state: State, note: Json) -> Json:
    if not at_rest(state):
        raise Refused([Problem("note-rest")])
    rest = patched(state["rest"], note["patch"])
    if rest == state["rest"]:
        raise Refused([Problem("note-empty")])
    fault = unchangeable(game.table.state, note["patch"]) or game.table.state.misfit(rest)
    if fault:
        raise Refused([Problem("note-patch", reason=fault)])
    try:
        board = game.board_from(rest, charter)
        broken = broken_by(game, board)
        rest = game.rest(board)
    except STUMBLES as error:
        raise Refused([Problem("note-patch", reason=f"{type(error).__name__}: {error}")]) from None
    Refused.if_any(broken)
    return {"rest": rest, "step": None, "asked": [], "live": live_with(state["live"], state["n"])}


def broken_by(game: Game, board: Board) -> list[Problem]:
    """Which rules that always hold a corrected board breaks."""
    return [Problem("note-invariant", rule=one.rule, reason=one.text, hint=one.hint) for one in game.invariants(board)]


def _redo(state: State, note: Json, openings: Openings, past: Callable[[int], State]) -> Json:
    to = note["to"]
    if type(to) is not int or not is_live(state, to) or to >= last_live(state):
        there = [n for n in range(last_live(state)) if is_live(state, n)]
        raise Refused([Problem("note-redo" if there else "note-redo-first", to=to, there=there)])
    then, closed = past(to), {row["closed"] for row in state["closed"]}
    kept = {name: then[name] for name in ("rest", "step", "ended", "options", "revision", "then")}
    lost = {
        name for name, anchor in then["anchors"].items() if state["anchors"].get(name, {}).get("key") != anchor["key"]
    }
    rows = [_public(row, openings, closed) for row in then["lines"]]
    lines = [row for row in rows if not _is_lost(row, lost) and "turn" not in row["part"]]
    struck = {"lines": lines, "petitions": [], "redone": state["n"] + 1}
    return {**kept, **struck, "live": live_up_to(state["live"], to)}


def _public(row: Json, openings: Openings, closed: set[str]) -> Json:
    """A row of a line in force; once opened in the record it is public.  `closed`: what nobody has opened there yet."""
    if row["part"].get("closed") in closed:
        return row
    return {**row, "part": as_seen(openings.marked(row["part"]), lambda mark: mark not in closed) or row["part"]}


def _is_lost(row: Json, lost: set[str]) -> bool:
    """True for a closed line of whoever has another key now, or under a referee who has: nobody can open it."""
    return any(marks_of(row["part"])) and bool(lost & {row["seat"], REFEREE})


def _change(game: Game, charter: Charter, state: State, note: Json) -> Json:
    options = note.get("options", {})
    revision = note.get("revision", state["revision"])
    wrong = [name for name, value in options.items() if not _is_option(game, name, value)]
    if wrong:
        raise Refused([Problem("note-option", name=name) for name in wrong])
    agreed = {**state["options"], **options}
    if agreed == state["options"] and revision == state["revision"]:
        raise Refused([Problem("note-empty")])
    if not at_rest(state):
        raise Refused([Problem("note-rest")])
    check = getattr(game, "check_options", None)
    Refused.if_any([*check(charter["edition"], charter["scenario"], agreed)] if check and options else [])
    rest = _with_options(game, charter, state["rest"], agreed, options)
    return {"options": agreed, "revision": revision, "rest": rest, "step": None, "asked": []}


def _with_options(game: Game, charter: Charter, rest: Json, agreed: Json, changed: Json) -> Json:
    """The board with options changed, in the form in which boards hold them."""
    if not changed or "options" not in rest:
        return rest
    new = game.new_board({**charter, "options": agreed}).to_json()["options"]
    return {**rest, "options": {**rest["options"], **{name: new[name] for name in changed if name in new}}}


def _is_option(game: Game, name: str, value: Any) -> bool:
    option = game.options.get(name)
    return bool(option and (option.get("free") or value in option["values"]))


def _again(charter: Charter, state: State, note: Json) -> Json:
    if note["silent"] != [seat for seat in charter["seats"] if seat in note["silent"]]:
        raise Refused([Problem("note-none")])
    return {"openers": last(state["openers"], note["silent"])}
