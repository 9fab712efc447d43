"""What reports tell of all lines together, counted line by line: so no old line is read again for it.

A tally is a JSON value, kept beside the game with the state.  Functions here make new values and leave those that they
are given as they are.
"""

from collections.abc import Iterator

from ..data.json_types import Json
from .charter import Charter
from .documents import parts_of
from .entries import Entry, counts, is_unsigned, note_of
from .participation import REFEREE
from .state import live_up_to, live_with

Counters = Json
"""What was counted of a game's lines (`first_counters`)."""


def first_counters(charter: Charter) -> Counters:
    """The tally of no line:

    n            the last line counted
    draws, corrections, undone, absences, passed_over   how many
    closed       closed parts that no line has opened
    live         ranges of the lines that count, as in the state
    bots         seats that no person holds
    chains       {name: {"base", "index"}}: the last envelope of each that was shown
    worded       True if a player added a word to the latest muster, on which all draws since then depend
    said         rows of notes of which every report tells: {"sentence", "entry", "by", …}
    """
    return {
        "n": 0,
        "draws": 0,
        "corrections": 0,
        "undone": 0,
        "absences": 0,
        "passed_over": 0,
        "closed": 0,
        "live": [],
        "bots": list(charter.get("bots", ())),
        "worded": False,
        "said": [],
        "chains": {name: {"base": 0, "index": 0} for name in charter["anchors"]},
    }


def counters_after(tally: Counters, entry: Entry) -> Counters:
    """The tally with one more line, given its object."""
    after = {**tally, "n": entry["n"]}
    after["closed"] -= sum(one["part"] > 0 for one in entry.get("opened", ()))
    if counts(entry):
        after["live"] = live_with(tally["live"], entry["n"])
    (_count_play if entry["kind"] == "play" else _count_note)(after, entry)
    return after


def envelopes_of(entry: Entry) -> dict[str, str]:
    """``{name: link}`` of all that make the draws of a play entry, but for the words of a sealed muster."""
    found = {object["seat"]: object["envelope"] for object, _ in entry["documents"] if "envelope" in object}
    return {**found, entry["opener"]: entry["envelope"]}


def _count_play(tally: Counters, entry: Entry) -> None:
    tally["draws"] += len(entry["draws"])
    tally["absences"] += len(entry.get("absent", ()))
    tally["passed_over"] += len(entry.get("passed", ()))
    for object, _ in entry["documents"]:
        if object["kind"] == "orders":
            tally["closed"] += sum("closed" in part for _, _, part in parts_of(object))
    chains = dict(tally["chains"])
    for name in envelopes_of(entry):
        chains[name] = {**chains[name], "index": entry["n"] - chains[name]["base"]}
    tally["chains"] = chains
    if entry.get("muster"):
        tally["worded"] = any(object.get("pinch") for object, _ in entry["documents"])


def _count_note(tally: Counters, entry: Entry) -> None:
    note, by = note_of(entry), [object["seat"] for object, _ in entry["documents"]]
    what = note["what"]
    tally["corrections"] += what == "correction"
    if what == "redo":
        live = live_up_to(tally["live"], note["to"])
        tally["undone"] += _length(tally["live"]) - _length(live)
        tally["live"] = live
    if what == "substitute":
        held = note["anchor"] or note.get("person")
        others = [seat for seat in tally["bots"] if seat != note["seat"]]
        tally["bots"] = others if held else [*others, note["seat"]]
    who = {"anchor": note.get("who"), "substitute": note.get("seat"), "referee": REFEREE}.get(what)
    if note.get("anchor"):  # new chains begin after their note
        tally["chains"] = {**tally["chains"], who or note.get("seat"): {"base": entry["n"], "index": 0}}
    tally["said"] = [*tally["said"], *_said(entry, note, who, by)]


def _said(entry: Entry, note: Json, who: str | None, by: list[str]) -> Iterator[Json]:
    """Keys that were replaced on the word of others, notes that nobody signed, and what stands after a fork."""
    if who and note.get("anchor") and who not in by:
        yield {"sentence": "key", "entry": entry["n"], "by": by, "seat": who}
    if is_unsigned(entry):
        yield {"sentence": "unsigned", "entry": entry["n"], "by": by, "what": note["what"]}
    if note["what"] == "stands":
        yield {"sentence": "stands", "entry": entry["n"], "by": by}


def _length(ranges: list[list[int]]) -> int:
    return sum(last - first + 1 for first, last in ranges)
