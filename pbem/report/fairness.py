"""What may be said of the draws, and not a word more: the sentences under every report.

Each sentence claims what the level of the game gives in this one entry, or says what it does not give;
which of them apply follows from the record alone (docs/fairness.md).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, listed
from pbem.core.play.gamefile import GameFile
from pbem.core.record.charter import Charter
from pbem.core.record.counters import Counters, counters_after, envelopes_of, numbers_in
from pbem.core.record.entries import Entry, said_by
from pbem.core.record.participation import REFEREE
from pbem.core.record.seat_history import robots_of

_say = Sentences(__name__)


def footer(file: GameFile, since: int | None = None, until: int | None = None, forks: Iterable[int] = ()) -> list[str]:
    """The sentences that apply to entries `since` + 1 to `until` of a game, in order.

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
    said += [*_robots(file, since, entries), *(_note(row) for row in tally["said"])]
    said += [_say("voted")] * any(map(_is_vote(file), entries))
    found = counts(file, until)
    if found["closed"]:
        closed = _code("closed", has_dice) if charter["referee"] else "closed-shut"
        said.append(_say(closed, count=counted(found["closed"], "part")))
    said += [_say("fork", entry=n, opener=file.entry(n)["opener"]) for n in forks if n <= until]
    draws, signed = f", draws {found['draws']}" if has_dice else "", _say(f"signed-{charter['fairness']}")
    said.append(_say("always", **{**found, "draws": draws, "head": found["head"][:32]}, signed=signed))
    return list(dict.fromkeys(said)) + [*_links(before, entries)]


def _is_vote(file: GameFile) -> Callable[[Entry], bool]:
    """entry → whether a question was answered in it of which no report tells who answered how."""
    secret = {kind.name for kind in file.game.kinds.values() if kind.is_secret}
    return lambda entry: any(use["question"].split("/")[1] in secret for use in entry.get("used", ()))


def _robots(file: GameFile, since: int, entries: Iterable[Entry]) -> Iterator[str]:
    """Who could know what robots answered in these entries, the first of which is `since` + 1."""
    found = {
        (object["seat"], number): robots_of(file, number - 1)[object["seat"]]
        for number, entry in enumerate(entries, since + 1)
        for object, _ in entry["documents"]
        if "link" in object
    }
    for (seat, _), robot in found.items():
        yield _say("robot", seat=seat, level=robot["level"], held=robot.get("held", "the referee"))


def _code(name: str, has_dice: bool) -> str:
    """The sentence on a title that draws, or the one on a title that draws nothing."""
    return name if has_dice else f"{name}-read"


def counts(file: GameFile, until: int | None = None) -> Json:
    """The figures of the record: entries, draws, corrections, undone, absences, passed_over, closed, head."""
    until = file.n if until is None else until
    tally = file.tally(until)
    figures = {name: tally[name] for name in ("draws", "corrections", "undone", "absences", "passed_over")}
    return {"entries": until, **figures, "closed": max(0, tally["closed"]), "head": file.head_of(until)}


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
        for seat, number in numbers_in(entry["documents"]):
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
