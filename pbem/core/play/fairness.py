"""What may be said of the draws, and not a word more: the sentences under every report.

Each sentence claims what the level of the game gives in this one entry, or says what it does not give;
which of them apply follows from the record alone (docs/fairness.md).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from ..data.json_types import Json
from ..data.text import counted, listed
from ..record.charter import Charter
from ..record.counters import Counters, counters_after, envelopes_of, numbers_of
from ..record.entries import Entry, said_by
from ..record.participation import REFEREE
from .gamefile import GameFile

SENTENCES = {
    "sealed": (
        "The referee alone rolled, from a chain made before the first turn. He may have chosen it, knew "
        "these draws in advance and knows those to come. This check shows only that they follow from that "
        "chain."
    ),
    "sealed-mustered": (
        "The referee alone rolled. His chain was fixed before the players added their words, so he could not "
        "pick the draws without a player's help, but for leaving a word out. He knew these draws in advance and knows "
        "those to come."
    ),
    "sealed-younger": (
        "The referee alone rolled, from a chain announced in entry {entry}. He may have chosen it for words that he "
        "knew, knew these draws in advance and knows those to come."
    ),
    "sealed-read": "The referee read the orders of all as they came.",
    "shared": (
        "Opened by {opener} after {seats} had answered. Nobody alone could know these draws before then, or "
        "choose them. {opener} together with {someone} could have known them, and suited the last answer to "
        "them. (If these are different people.)"
    ),
    "shared-two": (
        "Opened by {opener} after {seats} had answered. Nobody alone could know these draws before then, or "
        "choose them. {opener} saw them first and could only have kept silent. "
        "(If these are different people.)"
    ),
    "shared-some": (
        "Opened by {opener} after {seats} had answered. Nobody alone could know these draws before then. {opener} "
        "together with {someone} could have known them, and suited the last answer to them. (If these are different "
        "people.)"
    ),
    "shared-alone": "Opened by {opener} alone, who knew these draws beforehand.",
    "shared-read": "Opened by {opener}, who read the orders of {seats} as they came.",
    "read-first": "{opener} could read the answers of {seats} before the last of them had come.",
    "absent": (
        "{seat} did not answer; its default was taken. If its envelope was in fact sent, {opener} could see "
        "the draws with and without it."
    ),
    "absent-idle": "If the envelope of {seat} was in fact sent, {opener} could see the draws with and without it.",
    "absent-read": "{seat} did not answer; its default was taken.",
    "shut": "{seat} did not open its closed answers, on the word of {who}: they count for nothing.",
    "bots": "No person decides for {seats}: those answers follow from the board and the draws.",
    "bots-read": "No person decides for {seats}: those answers follow from the board.",
    "passed": (
        "{seat} was passed over as opener, on the word of {who}. {opener} may have read a line of {seat} before."
    ),
    "absent-word": "{seat} was absent, on the word of {who}.",
    "gap": "{numbers} of {seat} {are} not in the record.",
    "wrote-down": (
        "The referee wrote down the orders, absences and words as well, knowing the dice. Compare what the report says "
        "you ordered with what you sent: nobody else can."
    ),
    "wrote-down-read": (
        "The referee wrote them down as well. Compare what the report says you ordered with what you sent: nobody else "
        "can."
    ),
    "words": "Words received from: {seats}; who sent one and is not named was left out.",
    "closed": (
        "Still closed: {count}. Until they are opened the referee, who knew the dice of each entry before "
        "he published it, "
        "could have let one act or not: alone if its owner does not look, unseen till the end if its owner helps him."
    ),
    "closed-read": (
        "Still closed: {count}. Until they are opened the referee could have let one act or not: alone if its owner "
        "does not look, unseen till the end if its owner helps him."
    ),
    "closed-shut": "Still closed: {count}, of answers that their seats did not open.",
    "key": "The key of {seat} was replaced in entry {entry} on the word of {who}.",
    "departed": "The referee left in entry {entry}, on the word of {who}.",
    "note": "Entry {entry} was burned ({what}) on the word of {who}; no orders for it had come, they say.",
    "note-came": (
        "Entry {entry} was burned ({what}) on the word of {who}, after orders of {came} had come, they say: "
        "whoever had these could know what it would bring."
    ),
    "note-seals": (
        "Entry {entry} was burned: {seat} sealed two documents for it, which {who} carry. {seat} has its defaults in "
        "the line of play after it."
    ),
    "given-up": "Entry {entry} was given up, and played anew: whoever was to open it could have known what it brings.",
    "given-up-silent": (
        "Entry {entry} was given up, and played anew, because {silent} kept silent, they say: whoever was to open it "
        "could have known what it brings."
    ),
    "proof-documents": (
        "{seat} signed two documents with one envelope for entry {entry}: who opened it could take either."
    ),
    "proof-seals": "{seat} sealed two documents for entry {entry}.",
    "proof-lines": "{seat} signed two lines of entry {entry}.",
    "stands": "Entry {entry}: on the word of {who} the line before it is the one that stands.",
    "unsigned": "Entry {entry} ({what}) stands on the words of {who}, and nobody has signed them: ask each of them.",
    "fork": "{opener} has signed two lines of entry {entry}; the other one is beside the game.",
    "again": (
        "This game is game {id}… played again: where the envelopes are the same the draws are the same, and whoever "
        "has seen that game knew these."
    ),
    "again-read": "This game is game {id}… played again: whoever has seen that game knows what was ordered in it.",
    "always": (
        "Entries {entries}{draws}; corrections {corrections}, undone {undone}, absences {absences}, "
        "passed over {passed_over}, closed lines {closed}. Head {head}: compare it with another player. {signed}"
    ),
    "signed-shared": "Who sent a document: whoever held the key of the seat. Not proven: when.",
    "signed-sealed": "Not proven: who typed an answer, and when.",
    "link": "Check: `printf %s {link} | xxd -r -p | sha256sum` gives the previous link of {name}.",
    "link-skipped": (
        "Check: `printf %s {link} | xxd -r -p | sha256sum`, repeated on its own result, gives after {times} "
        "times the last link of {name} that was shown before."
    ),
}


def footer(
    file: GameFile,
    since: int | None = None,
    until: int | None = None,
    forks: Iterable[int] = (),
) -> list[str]:
    """The sentences that apply to entries `since` + 1 to `until` of a game (play.gamefile.GameFile), in order.

    By default to its last entry; the figures and the head are those at `until`.  Participants are called by their ids.
    `forks` are the entries of which another signed line lies beside the game.
    """
    until = file.n if until is None else until
    since = max(0, until - 1) if since is None else since
    charter, entries = file.charter, file.entries[since:until]
    before, tally, has_dice = file.tally(since), file.tally(until), not file.game.is_diceless
    said = [*_level(charter, before, entries, has_dice), *_gaps(before, entries)]
    if "again" in charter:
        said.append(_say(_code("again", has_dice), id=charter["again"][:16]))
    said += [_note(row) for row in tally["said"]]
    found = counts(file, until)
    if found["closed"]:
        closed = _code("closed", has_dice) if charter["referee"] else "closed-shut"
        said.append(_say(closed, count=counted(found["closed"], "part")))
    said += [_say("fork", entry=n, opener=file.entry(n)["opener"]) for n in forks if n <= until]
    draws, signed = f", draws {found['draws']}" if has_dice else "", _say(f"signed-{charter['fairness']}")
    said.append(_say("always", **{**found, "draws": draws, "head": found["head"][:32]}, signed=signed))
    return list(dict.fromkeys(said)) + [*_links(before, entries)]


def _code(name: str, has_dice: bool) -> str:
    """The sentence on a title that draws, or the one on a title that draws nothing."""
    return name if has_dice else f"{name}-read"


def counts(file: GameFile, until: int | None = None) -> Json:
    """The figures of the record: entries, draws, corrections, undone, absences, passed_over, closed, head."""
    until = file.n if until is None else until
    tally = file.tally(until)
    figures = {name: tally[name] for name in ("draws", "corrections", "undone", "absences", "passed_over")}
    return {"entries": until, **figures, "closed": max(0, tally["closed"]), "head": file.head_of(until)}


def _say(code: str, **fields: Any) -> str:
    return SENTENCES[code].format_map(fields)


def _level(charter: Charter, tally: Counters, entries: Sequence[Entry], has_dice: bool) -> Iterator[str]:
    """What the level of the game gives in these entries; `tally` is that of the lines before them."""
    is_sealed = charter["fairness"] == "sealed"
    if is_sealed and not entries:
        yield from _sealed(tally, tally, {}, has_dice)
    for entry in entries:
        before, tally = tally, counters_after(tally, entry)
        if is_sealed:
            yield from _sealed(before, tally, entry, has_dice)
        elif entry["kind"] == "play":
            yield from _shared(charter, entry, before["bots"], has_dice)
        bots = [seat for seat in charter["seats"] if seat in before["bots"] and seat in tally["bots"]]
        if bots:
            yield _say(_code("bots", has_dice), seats=listed(bots))


def _sealed(before: Counters, tally: Counters, entry: Entry, has_dice: bool) -> Iterator[str]:
    """Who rolled, from which chain: that of the lines before; and which words of players are in it by now."""
    if not has_dice:
        yield _say("sealed-read")
        yield _say("wrote-down-read")
        return
    base = before["chains"][REFEREE]["base"]
    yield _say("sealed-younger" if base else "sealed-mustered" if tally["worded"] else "sealed", entry=base)
    yield _say("wrote-down")
    if entry.get("muster"):
        sent = [object for object, _ in entry["documents"] if object.get("pinch")]
        words = [f"{object['seat']} («{object['pinch']}»)" for object in sent]
        yield _say("words", seats=listed(words) if words else "nobody")


def _shared(charter: Charter, entry: Entry, bots: Collection[str], has_dice: bool) -> Iterator[str]:
    """Who could know the draws of one entry, or where it has none, who could read whose orders."""
    opener, envelopes = entry["opener"], envelopes_of(entry)
    others = [seat for seat in charter["seats"] if seat in envelopes and seat != opener]
    if not has_dice:
        closed = [
            object["seat"] for object, _ in entry["documents"] if any("closed" in one for one in _answers(object))
        ]
        read = others if opener == REFEREE else [seat for seat in others if seat not in closed]
        yield from [_say("shared-read", opener=opener, seats=listed(read))] if read else []
    elif others:
        people = [seat for seat in charter["seats"] if seat not in bots]
        is_left_out = "absent" in entry or "passed" in entry
        two = len(people) == 2 and opener != REFEREE
        someone = others[0] if len(others) == 1 else f"one of {listed(others)}"
        code = "shared-some" if is_left_out else "shared-two" if two else "shared"
        yield _say(code, opener=opener, seats=listed(others), someone=someone)
        yield from _read_first(charter, entry)
    else:
        yield _say("shared-alone", opener=opener)
    defaults = {use["seat"] for use in entry["used"] if use["by"] == "default"}
    for seat in entry.get("absent", ()):
        code = _code("absent", has_dice) if seat in defaults else "absent-idle"
        yield from [_say(code, seat=seat, opener=opener)] if has_dice or seat in defaults else []
        yield _say("absent-word", seat=seat, who=listed(_silenced(entry, seat)))
    for code in ("passed", "shut"):
        for seat in entry.get(code, ()):
            yield _say(code, seat=seat, opener=opener, who=listed(_silenced(entry, seat)))


def _read_first(charter: Charter, entry: Entry) -> Iterator[str]:
    """A player who opens has the answers of some before those of others."""
    sent = {object["seat"] for object, _ in entry["documents"] if any("closed" not in one for one in _answers(object))}
    seats = [seat for seat in charter["seats"] if seat in sent]
    if entry["opener"] != REFEREE and len(seats) > 1:
        yield _say("read-first", opener=entry["opener"], seats=listed(seats))


def _answers(object: Json) -> list[Json]:
    answers: list[Json] = object.get("answers", [])
    return answers


def _silenced(entry: Entry, seat: str) -> list[str]:
    return said_by(entry, {"what": "silent", "who": seat})


def _gaps(tally: Counters, entries: Iterable[Entry]) -> Iterator[str]:
    """Documents that were numbered, and stand in no line: another one took their place, or they were left out."""
    numbers: dict[str, int] = dict(tally["numbers"])
    for entry in entries:
        for seat, number in sorted(numbers_of(entry).items()):
            first, last = numbers.get(seat, 0) + 1, number - 1
            if first <= last:
                which = f"Document {first}" if first == last else f"Documents {first} to {last}"
                yield _say("gap", numbers=which, seat=seat, are="is" if first == last else "are")
            numbers[seat] = number


def _note(row: Json) -> str:
    """The sentence of what every report tells."""
    named: dict[str, str] = {name: listed(row[name]) for name in ("came", "silent") if name in row}
    return _say(row["sentence"], **{**row, **named, "who": listed(row["by"])})


def _links(tally: Counters, entries: Iterable[Entry]) -> Iterator[str]:
    """One way to check each new link by hand; `tally` is that of the lines before these."""
    for entry in entries:
        if entry["kind"] == "play":
            for name, link in sorted(envelopes_of(entry).items()):
                chain = tally["chains"][name]
                times = entry["n"] - chain["base"] - chain["index"]
                code = "link" if times == 1 else "link-skipped"
                yield _say(code, link=link, name=name, times=times)
        tally = counters_after(tally, entry)
