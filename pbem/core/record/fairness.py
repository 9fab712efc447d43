"""What may be said of the draws, and not a word more: the sentences under every report.

Each sentence claims what the level of the game gives in this one entry, or says what it does not give;
which of them apply follows from the record alone (docs/fairness.md).
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ..data.json_types import Json
from ..data.text import counted, listed, translate
from .charter import Charter
from .counters import Counters, counters_after, envelopes_of
from .entries import Entry
from .files import File
from .participation import REFEREE

SENTENCES = {
    "sealed": (
        "The referee alone rolled, from a chain made before the first turn. He may have chosen it, knew "
        "these draws in advance and knows those to come. This check shows only that they follow from that "
        "chain."
    ),
    "sealed-mustered": (
        "The referee alone rolled. His chain was fixed before the players added their words, so he could not "
        "pick the draws without a player's help. He knew these draws in advance and knows those to come."
    ),
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
    "shared-alone": "Opened by {opener} alone, who knew these draws beforehand.",
    "shared-absent": (
        "{seat} did not answer; its default was taken. If its envelope was in fact sent, {opener} could see "
        "the draws with and without it."
    ),
    "bots": "No person decides for {seats}: those answers follow from the board and the draws.",
    "shared-clash": (
        "{seat} sent two documents with one envelope: neither counts. {opener}, who had both, could "
        "show either or both."
    ),
    "passed": "{seat} was passed over as opener, on the word of {who}.",
    "absent-word": "{seat} was absent, on the word of {who}.",
    "wrote-down": (
        "The referee wrote down the orders, absences and words as well, knowing the dice. Compare what the report says "
        "you ordered with what you sent: nobody else can."
    ),
    "words": "Words received from: {seats}; who sent one and is not named was left out.",
    "closed": (
        "Still closed: {count}. Until they are opened the referee, who knew the dice of each entry before "
        "he published it, "
        "could have let one act or not: alone if its owner does not look, unseen till the end if its owner helps him."
    ),
    "key": "The key of {seat} was replaced in entry {entry} on the word of {who}.",
    "unsigned": "Entry {entry} ({what}) stands on the words of {who}, and nobody has signed them: ask each of them.",
    "fork": "{opener} has signed two lines of entry {entry}; the other one is beside the game.",
    "stands": "Entry {entry}: the players say that the line before it is the one that stands.",
    "again": (
        "This game is game {id}… played again: where the envelopes are the same the draws are the same, and whoever "
        "has seen that game knew these."
    ),
    "always": (
        "Entries {entries}, draws {draws}; corrections {corrections}, undone {undone}, absences {absences}, "
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
    file: File,
    since: int | None = None,
    until: int | None = None,
    names: dict[str, str] | None = None,
    forks: Iterable[int] = (),
) -> list[str]:
    """The sentences that apply to entries `since` + 1 to `until` of a game (record.gamefile.GameFile), in order.

    By default to its last entry; the figures and the head are those at `until`.  `names` maps participants to
    what people call them; without it they are called by their ids.  `forks` are the entries of which another signed
    line lies beside the game.
    """
    until = file.n if until is None else until
    since = max(0, until - 1) if since is None else since
    charter, entries = file.charter, file.entries[since:until]
    before, tally, speak = file.tally(since), file.tally(until), _Speaker(names or {})
    said = [*_level(charter, entries, tally, speak)]
    if "again" in charter:
        said.append(speak.say("again", id=charter["again"][:16]))
    bots = _bots(charter, tally)
    if bots:
        said.append(speak.say("bots", seats=speak.all(bots)))
    said += [_note(row, speak) for row in tally["said"]]
    found = counts(file, until)
    if found["closed"]:
        said.append(speak.say("closed", count=counted(found["closed"], "part")))
    said += [speak.say("fork", entry=n, opener=speak.one(file.entry(n)["opener"])) for n in forks if n <= until]
    signed = speak.say(f"signed-{charter['fairness']}")
    said.append(speak.say("always", **{**found, "head": found["head"][:32]}, signed=signed))
    return list(dict.fromkeys(said)) + [*_links(before, entries, speak)]


def counts(file: File, until: int | None = None) -> Json:
    """The figures of the record: entries, draws, corrections, undone, absences, passed_over, closed, head."""
    until = file.n if until is None else until
    tally = file.tally(until)
    figures = {name: tally[name] for name in ("draws", "corrections", "undone", "absences", "passed_over")}
    return {"entries": until, **figures, "closed": max(0, tally["closed"]), "head": file.head_of(until)}


class _Speaker:
    """Fills in sentences, with people called by their names."""

    __slots__ = ("names",)

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def say(self, code: str, **fields: Any) -> str:
        return translate(SENTENCES[code]).format_map(fields)

    def one(self, seat: str) -> str:
        return self.names.get(seat, seat)

    def all(self, seats: Iterable[str]) -> str:
        return listed(map(self.one, seats))


def _level(charter: Charter, entries: Iterable[Entry], tally: Counters, speak: _Speaker) -> Iterator[str]:
    """What the level of the game gives in these entries."""
    if charter["fairness"] == "sealed":
        yield speak.say("sealed-mustered" if tally["worded"] else "sealed")
        yield speak.say("wrote-down")
        for entry in entries:
            if entry.get("muster"):
                words = [
                    f"{speak.one(object['seat'])} («{object['pinch']}»)"
                    for object, _ in entry["documents"]
                    if object.get("pinch")
                ]
                yield speak.say("words", seats=listed(words) if words else "nobody")
        return
    for entry in entries:
        if entry["kind"] == "play":
            yield from _shared(charter, entry, tally["bots"], speak)


def _shared(charter: Charter, entry: Entry, bots: Collection[str], speak: _Speaker) -> Iterator[str]:
    """Who could know the draws of one entry."""
    opener, envelopes = speak.one(entry["opener"]), envelopes_of(entry)
    others = [seat for seat in charter["seats"] if seat in envelopes and seat != entry["opener"]]
    if others:
        people = [seat for seat in charter["seats"] if seat not in bots]
        two = len(people) == 2 and entry["opener"] != REFEREE
        someone = speak.one(others[0]) if len(others) == 1 else f"one of {speak.all(others)}"
        fields = {"opener": opener, "seats": speak.all(others), "someone": someone}
        yield speak.say("shared-two" if two else "shared", **fields)
    else:
        yield speak.say("shared-alone", opener=opener)
    sent = [object["seat"] for object, _ in entry["documents"] if "envelope" in object]
    for seat in sorted({seat for seat in sent if sent.count(seat) > 1}):
        yield speak.say("shared-clash", seat=speak.one(seat), opener=opener)
    for seat in entry.get("absent", ()):
        yield speak.say("shared-absent", seat=speak.one(seat), opener=opener)
        yield speak.say("absent-word", seat=speak.one(seat), who=speak.all(_said(entry, seat)))
    for seat in entry.get("passed", ()):
        yield speak.say("passed", seat=speak.one(seat), who=speak.all(_said(entry, seat)))


def _said(entry: Entry, seat: str) -> list[str]:
    return [object["seat"] for object, _ in entry["documents"] if seat in object.get("silent", ())]


def _note(row: Json, speak: _Speaker) -> str:
    """The sentence of a note of which every report tells."""
    who = {"seat": speak.one(row["seat"])} if "seat" in row else {}
    return speak.say(row["sentence"], **{**row, **who, "who": speak.all(row["by"])})


def _bots(charter: Charter, tally: Counters) -> list[str]:
    """Seats that no person holds now, in charter order."""
    return [seat for seat in charter["seats"] if seat in tally["bots"]]


def _links(tally: Counters, entries: Iterable[Entry], speak: _Speaker) -> Iterator[str]:
    """One way to check each new link by hand; `tally` is that of the lines before these."""
    for entry in entries:
        if entry["kind"] == "play":
            for name, link in sorted(envelopes_of(entry).items()):
                chain = tally["chains"][name]
                times = entry["n"] - chain["base"] - chain["index"]
                code = "link" if times == 1 else "link-skipped"
                yield speak.say(code, link=link, name=speak.one(name), times=times)
        tally = counters_after(tally, entry)
