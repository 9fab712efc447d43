"""Notes: what people agree on beside the play, each on the words of those whom it needs.

``(charter, state, words, openings) -> (line, state)``, like play.entry, and made again by verification in the same way.
A note uses up a number; the play entry after it is a muster.  Nothing is deleted (docs/record.md).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from ..data.json_types import Json
from ..data.problems import Problem, Refused, messages
from ..data.shapes import STUMBLES
from ..data.state_fields import unchangeable
from ..draws.chain import related
from ..record import documents as docs
from ..record.charter import Anchor, Charter, is_anchor
from ..record.closed import Opening, Openings
from ..record.participation import REFEREE, enough
from ..record.state import State, at_rest, digest, is_live, last_live, live_up_to, live_with
from ..rules.corrections import patched
from ..rules.game import Game
from .inbox import sound_reading
from .running import Made

MOST_WHY = 2000

# what: (how many seats must say it without the referee's word, whether they may do so where there is a referee)
NEEDS = {
    "correction": ("all", True),
    "redo": ("all", True),
    "change": ("all", True),
    "ended": ("all", True),
    "anchor": ("more", False),
    "referee": ("all", True),
    "departed": ("more", True),
    "substitute": ("more", False),
    "restart": ("more", False),
    "stands": ("more", True),
}

messages(
    {
        "note-words": "This note needs the words of {needed}; there are those of {found}.",
        "note-differs": "The words do not say the same.",
        "note-none": "No word says what is to be noted.",
        "note-mixed": "{seat} sends {kind} where a note takes words alone.",
        "note-why": "A note needs a reason of 1 to {most} characters: it stands in the record for ever.",
        "note-rest": "The game stands in the middle of a step; a correction needs a board at rest.",
        "note-empty": "The note changes nothing.",
        "note-patch": "The patch cannot be applied: {reason}.",
        "note-invariant": "The board would break a rule that always holds: {reason}",
        "note-redo": "Entry {to} cannot be gone back to: it is not live, or it is where the game stands.",
        "note-who": "{who} has no part in this game that this note could change.",
        "note-anchor": "The anchor of {who} must be {wanted}.",
        "note-related": "The new chain of {who} comes from the secret of a chain of {other}.",
        "note-openers": "openers must name every seat that a person holds, once: {wanted}.",
        "note-referee": "This note is for a game {how} referee.",
        "note-option": "{name} cannot be changed so.",
        "note-over": "The game is over; only going back is possible.",
    }
)


def made_note(
    game: Game,
    charter: Charter,
    state: State,
    heads: Callable[[int], str],
    words: Sequence[docs.Document],
    openings: Openings,
    past: Callable[[int], State],
) -> Made:
    """The note that the words (record.documents.Document) make, as Made; raises Refused with every problem.

    past   past(m) gives the state after line m, for going back
    """
    openings.judged(sound_reading(game, charter))
    words = sorted(words, key=lambda document: document.order)
    problems = [*_problems_of_words(state, charter, heads, words, openings.game_id)]
    if problems:
        raise Refused(problems)
    note = words[0].object["note"]
    n, what = state["n"] + 1, note["what"]
    after = {**state, "n": n, "muster": True}
    after.update(_CHANGES[what](game, charter, state, note, n, openings, past))
    line = {"before": heads(n - 1), "documents": [word.pair for word in words], "kind": "note", "n": n, "what": what}
    if what == "ended":
        line["opened"], after["closed"] = _opened(state, openings)
        if not line["opened"]:
            del line["opened"]
    line["state"] = digest(after)
    return Made(line, after, None, game.board_from(after["rest"], charter), None)


def _problems_of_words(
    state: State, charter: Charter, heads: Callable[[int], str], words: Sequence[docs.Document], game_id: bytes
) -> Iterator[Problem]:
    n = state["n"] + 1
    others = [word for word in words if word.kind != "word" or "note" not in word.object]
    if others or not words:
        yield from (Problem("note-mixed", seat=one.seat, kind=one.kind) for one in others)
        if not words:
            yield Problem("note-none")
        return
    people = [seat for seat in charter["seats"] if seat not in state["bots"]]
    note = words[0].object["note"]
    if any(word.object["note"] != note for word in words):
        yield Problem("note-differs")
        return
    for word in words:
        yield from (problem.at(word.file) for problem in _problems_of_word(state, heads, word, n, people, game_id))
    yield from _problems_of_note(state, note, [word.seat for word in words], people)


def _problems_of_word(
    state: State, heads: Callable[[int], str], word: docs.Document, n: int, people: list[str], game_id: bytes
) -> Iterator[Problem]:
    if word.seat not in [*people, *([REFEREE] if state["referee"] else [])]:
        yield Problem("document-speaker", seat=word.seat)
        return
    if word.entry != n:
        code = "document-past" if word.entry < n else "document-future"
        yield Problem(code, seat=word.seat, entry=word.entry, wanted=n)
    elif word.head != heads(n - 1):
        yield Problem("document-head", seat=word.seat, found=word.head[:32], wanted=heads(n - 1)[:32])
    anchor = state["anchors"].get(word.seat)
    if anchor and not docs.fits(word, anchor["key"], game_id):
        yield Problem("document-signature", seat=word.seat)


def _problems_of_note(state: State, note: Json, speakers: list[str], people: list[str]) -> Iterator[Problem]:
    need, beside = NEEDS[note["what"]]
    if len(speakers) != len(set(speakers)):
        yield Problem("word-twice", seat=speakers[0])
    own = note["what"] == "anchor" and note.get("who") in speakers
    if not own and not enough(state, people, speakers, need, beside):
        needed = "the referee" if state["referee"] else "all seats" if need == "all" else "more than half of all seats"
        yield Problem("note-words", needed=needed, found=", ".join(speakers))
    if not 1 <= len(note["why"].strip()) <= MOST_WHY:
        yield Problem("note-why", most=MOST_WHY)
    if state["ended"] and note["what"] not in ("redo", "stands"):
        yield Problem("note-over")


def _opened(state: State, openings: Openings) -> tuple[list[Opening], list[Json]]:
    """``(openings of all that is closed and known, what stays closed)``."""
    found, left = [], []
    for row in state["closed"]:
        opening = openings.given(row["closed"])
        (left.append(row) if opening is None else found.append(opening))
    found = [{name: one[name] for name in ("document", "entry", "nonce", "part", "seat", "whole")} for one in found]
    return sorted(found, key=lambda one: (one["seat"], one["document"], one["part"])), left


# -- what each changes: functions of (game, charter, state, note, n, openings, past) that give the new fields ----


def _correction(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
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
        broken = game.invariants(board)
        rest = game.rest(board)
    except STUMBLES as error:
        raise Refused([Problem("note-patch", reason=f"{type(error).__name__}: {error}")]) from None
    if broken:
        raise Refused([Problem("note-invariant", rule=one.rule, reason=one.text, hint=one.hint) for one in broken])
    return {"rest": rest, "step": None, "asked": [], "live": live_with(state["live"], n)}


def _redo(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    to = note["to"]
    if type(to) is not int or not is_live(state, to) or to >= last_live(state):
        raise Refused([Problem("note-redo", to=to)])
    then, closed = past(to), {row["closed"] for row in state["closed"]}
    kept = {name: then[name] for name in ("rest", "step", "asked", "ended", "options", "revision")}
    lines = {name: [_public(row, openings, closed) for row in then[name]] for name in ("lines", "petitions")}
    return {**kept, **lines, "live": live_up_to(state["live"], to)}


def _public(row: Json, openings: Openings, closed: Collection[str]) -> Json:
    """A row of a line in force; once opened in the record it is public.  `closed`: what nobody has opened there yet."""
    is_closed = row["part"].get("closed") in closed
    return row if is_closed else {**row, "part": openings.whole(row["part"]) or row["part"]}


def _change(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
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
    clash = [*check(charter["edition"], charter["scenario"], agreed)] if check and options else []
    if clash:
        raise Refused(clash)
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


def _ended(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    return {
        "ended": {"by": "given-up", "rule": "", "winner": None},
        "asked": [],
        "step": None,
        "lines": [],
        "petitions": [],
    }


def _anchor(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    who = note["who"]
    if who not in state["anchors"]:
        raise Refused([Problem("note-who", who=who)])
    return _with_anchor(state, who, note["anchor"], n)


def _referee(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    if not state["referee"]:
        raise Refused([Problem("note-referee", how="with a")])
    return {
        **_with_anchor(state, REFEREE, note["anchor"], n),
        "lines": [row for row in state["lines"] if "closed" not in row["part"]],
    }


def _departed(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    if not state["referee"] or state["fairness"] == "sealed":
        raise Refused([Problem("note-referee", how="shared among all, with a")])
    people = [seat for seat in charter["seats"] if seat not in state["bots"]]
    if sorted(note["openers"]) != sorted(people):
        raise Refused([Problem("note-openers", wanted=", ".join(people))])
    return {
        "referee": None,
        "openers": list(note["openers"]),
        **_with_anchor(state, REFEREE, None, n),
        "lines": [row for row in state["lines"] if "closed" not in row["part"]],
    }


def _substitute(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    seat, anchor = note["seat"], note["anchor"]
    if seat not in charter["seats"]:
        raise Refused([Problem("note-who", who=seat)])
    lines = [row for row in state["lines"] if row["seat"] != seat or "closed" not in row["part"]]
    bots, openers = list(state["bots"]), list(state["openers"])
    is_shared = state["fairness"] == "shared"
    if anchor and not is_shared:
        raise Refused([Problem("note-anchor", who=seat, wanted="null: only the referee has a chain")])
    somebody = bool(anchor) or (not is_shared and bool(note.get("person")))
    bots = [one for one in charter["seats"] if (one in bots and one != seat) or (one == seat and not somebody)]
    openers = [one for one in openers if one != seat or somebody]
    if somebody and not state["referee"] and seat not in openers:
        openers.append(seat)
    return {
        **_with_anchor(state, seat, anchor, n),
        "bots": bots,
        "openers": openers,
        "lines": lines,
        "asked": [ask for ask in state["asked"] if charter["powers"].get(ask["power"]) not in bots],
        "since": {**state["since"], seat: n},
    }


def _restart(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    if note["who"] not in state["openers"]:
        raise Refused([Problem("note-who", who=note["who"])])
    return {"openers": [*(seat for seat in state["openers"] if seat != note["who"]), note["who"]]}


def _stands(
    game: Game, charter: Charter, state: State, note: Json, n: int, openings: Openings, past: Callable[[int], State]
) -> Json:
    return {}


_CHANGES = {
    "correction": _correction,
    "redo": _redo,
    "change": _change,
    "ended": _ended,
    "anchor": _anchor,
    "referee": _referee,
    "departed": _departed,
    "substitute": _substitute,
    "restart": _restart,
    "stands": _stands,
}


def _with_anchor(state: State, who: str, anchor: Anchor | None, n: int) -> Json:
    """{"anchors", "gone"} with a new chain of `who`, or none; the old one is remembered for ever."""
    anchors, gone = dict(state["anchors"]), list(state["gone"])
    new = fresh(state, who, anchor, n) if anchor else None
    old = anchors.pop(who, None)
    if old:
        gone.append({name: old[name] for name in ("first", "key", "link")})
    return {"anchors": {**anchors, who: new} if new else anchors, "gone": gone}


def fresh(state: State, who: str, anchor: Anchor, n: int) -> Anchor:
    """The anchor of a new chain from the entry after `n` on; raises Refused if it has to do with any that ever was."""

    if not is_anchor(anchor):
        raise Refused([Problem("note-anchor", who=who, wanted="first and key (64 hex digits), and n")])
    first = bytes.fromhex(anchor["first"])
    before = [*sorted(state["anchors"].items()), *(("one who was replaced", one) for one in state["gone"])]
    for other, one in before:
        known = {bytes.fromhex(one["first"]), bytes.fromhex(one["link"])}
        if one["key"] == anchor["key"] or any(related({"new": first, "old": link}) for link in known):
            raise Refused([Problem("note-related", who=who, other=other)])
    return {**anchor, "base": n, "index": 0, "link": anchor["first"]}


__all__ = ["NEEDS", "made_note"]
