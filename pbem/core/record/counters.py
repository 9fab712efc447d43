"""What reports tell of all lines together, counted line by line: so no old line is read again for it.

A tally is a JSON value, kept beside the game with the state.  Functions here make new values and leave those that they
are given as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..data.json_types import Json
from .charter import Charter
from .closed import marks_of
from .documents import parts_of
from .entries import Entry, counts, is_unsigned, note_of, people_of_line, said_by
from .participation import subject
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
    numbers      {seat: highest number of a document of it}
    counted      {seat: how far the numbers of its lines have come}
    worded       True if a player added a word to the latest muster, on which all draws since then depend
    said         rows of what every report tells since: {"sentence", "entry", "by", …}
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
        "numbers": {},
        "counted": {},
        "worded": False,
        "said": [],
        "chains": {name: {"base": 0, "index": 0} for name in charter["anchors"]},
    }


def counters_after(tally: Counters, entry: Entry) -> Counters:
    """The tally with one more line, given its object."""
    after = {**tally, "n": entry["n"]}
    opened = [one for one in entry.get("opened", ()) if one["part"] > 0]
    after["closed"] += sum(len({*marks_of(one["whole"])}) for one in opened) - len(opened)
    if counts(entry):
        after["live"] = live_with(tally["live"], entry["n"])
    after["numbers"] = {**tally["numbers"], **dict(numbers_in(entry["documents"]))}
    counted = {object["seat"]: object["no"] for object, _ in entry["documents"] if "no" in object}
    after["counted"] = {**tally["counted"], **counted}
    (_count_play if entry["kind"] == "play" else _count_note)(after, entry)
    _count_people(after, entry)
    return after


def envelopes_of(entry: Entry) -> dict[str, str]:
    """``{name: link}`` of all that a line shows; those of a play make its draws, with the words of a muster."""
    found = {object["seat"]: object["envelope"] for object, _ in entry["documents"] if "envelope" in object}
    return {**found, entry["opener"]: entry["envelope"]} if "opener" in entry else found


def numbers_in(documents: Iterable[Sequence[Any]]) -> list[tuple[str, int]]:
    """``[(seat, number)]`` of the documents in a line, which are pairs, carried ones included, each seat's in order."""
    objects = [object for object, _ in documents if "n" in object]
    objects += [object["carries"][0] for object in objects if "carries" in object]
    return sorted((object["seat"], object["n"]) for object in objects)


def _count_play(tally: Counters, entry: Entry) -> None:
    tally["draws"] += len(entry["draws"])
    tally["absences"] += len(entry.get("absent", ()))
    tally["passed_over"] += len(entry.get("passed", ()))
    for object, _ in entry["documents"]:
        if object["kind"] == "orders":
            tally["closed"] += sum(len({*marks_of(part)}) for _, _, part in parts_of(object))
    chains = dict(tally["chains"])
    for name in envelopes_of(entry):
        chains[name] = {**chains[name], "index": entry["n"] - chains[name]["base"]}
    tally["chains"] = chains
    if entry.get("muster"):
        tally["worded"] = any(object.get("pinch") for object, _ in entry["documents"])
    for proof in entry.get("proofs", ()):
        row = {"sentence": f"proof-{proof['what']}", "entry": proof["entry"], "by": [], "seat": proof["seat"]}
        tally["said"] = [*tally["said"], row]


def _count_note(tally: Counters, entry: Entry) -> None:
    note, what = note_of(entry), entry["what"]
    by = [object["seat"] for object, _ in entry["documents"]] if what == "seals" else said_by(entry, note)
    tally["corrections"] += what == "correction"
    if what == "redo":
        live = live_up_to(tally["live"], note["to"])
        tally["undone"] += _length(tally["live"]) - _length(live)
        tally["live"] = live
    tally["said"] = [*tally["said"], *_noted(entry, note, by)]


def _noted(entry: Entry, note: Json, by: list[str]) -> Iterator[Json]:
    """What every report tells of a note: on whose word it burned its entry, and after what."""
    fields = {"entry": entry["n"], "by": by, "what": entry["what"]}
    if entry["what"] == "seals":
        sealer = entry["documents"][0][0]["carries"][0]["seat"]
        yield {**fields, "sentence": "note-seals", "seat": sealer}
        return
    came = [seat for seat, _ in entry.get("came", ())]
    yield {**fields, "sentence": "note-came" if came else "note", "came": came}
    if entry["what"] == "again":
        yield {**fields, "sentence": "given-up-silent" if note["silent"] else "given-up", "silent": note["silent"]}
    if entry["what"] == "stands":
        yield {**fields, "sentence": "stands"}
    if is_unsigned(entry):
        yield {**fields, "sentence": "unsigned"}


def _count_people(tally: Counters, entry: Entry) -> None:
    """What statements on people change: new chains begin after their line."""
    for said, by in people_of_line(entry):
        who = subject(said)
        if said["what"] == "substitute":
            held = said["anchor"] or said.get("person")
            others = [seat for seat in tally["bots"] if seat != who]
            tally["bots"] = others if held else [*others, who]
        if said.get("anchor"):
            tally["chains"] = {**tally["chains"], who: {"base": entry["n"], "index": 0}}
        if said.get("anchor") and who not in by:
            row = {"sentence": "key", "entry": entry["n"], "by": by, "seat": who}
            tally["said"] = [*tally["said"], row]
        if said["what"] == "departed":
            tally["said"] = [*tally["said"], {"sentence": "departed", "entry": entry["n"], "by": by}]


def _length(ranges: list[list[int]]) -> int:
    return sum(last - first + 1 for first, last in ranges)
