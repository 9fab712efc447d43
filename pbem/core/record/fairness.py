"""What may be said of the draws, and not a word more: the sentences under every report.

Each sentence claims what the level of the game gives in this one entry, or says what it does not give;
which of them apply follows from the record alone (docs/fairness.md).
"""

from ..data.text import listed, translate
from .entries import first_head, game_id, undone_by
from .roster import REFEREE, Position

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
    "always": (
        "Entries {entries}, draws {draws}; corrections {corrections}, undone {undone}, absences {absences}, "
        "passed over {passed_over}, sealed lines still closed {closed}. Head {head}: compare it with another "
        "player. Not proven: who typed an answer, and when."
    ),
    "link": "Check: `printf %s {link} | xxd -r -p | sha256sum` gives the previous link of {name}.",
    "link-skipped": (
        "Check: `printf %s {link} | xxd -r -p | sha256sum`, repeated on its own result, gives after {times} "
        "times the last link of {name} that was shown before."
    ),
}


def footer(game, since=None, until=None, names=None):
    """The sentences that apply to entries `since` + 1 to `until` of a game (JSON that holds), in order.

    By default to its last entry; the figures and the head are those at `until`.  `names` maps participants to
    what people call them; without it they are called by their ids.
    """
    until = len(game["entries"]) if until is None else until
    since = max(0, until - 1) if since is None else since
    charter, entries = game["charter"], game["entries"][:until]
    speak = _Speaker(names or {})
    bots = _bots(charter, entries)
    said = [*_level(charter, entries, since, bots, speak)]
    if bots:
        said.append(speak.say("bots", seats=speak.all(bots)))
    said.append(speak.say("always", **counts(game, until)))
    return list(dict.fromkeys(said)) + [*_links(charter, entries, since, speak)]


def counts(game, until=None):
    """The figures of the record: entries, draws, corrections, undone, absences, passed_over, closed, head."""
    entries = game["entries"][:until]
    plays = [entry for entry in entries if entry["kind"] == "play"]
    opened = sum(one["line"] > 0 for entry in plays for one in entry.get("opened", ()))
    lodged = sum("seal" in line for entry in plays for line in entry.get("lodged", ()))
    head = entries[-1]["head"] if entries else first_head(game_id(game["charter"])).hex()
    return {
        "entries": len(entries),
        "draws": sum(len(entry["draws"]) for entry in plays),
        "corrections": sum(entry.get("what") == "correction" for entry in entries),
        "undone": sum(map(len, undone_by(entries).values())),
        "absences": sum(len(entry["absent"]) for entry in plays),
        "passed_over": sum(len(entry.get("passed_over", ())) for entry in plays),
        "closed": lodged - opened,
        "head": head[:32],
    }


class _Speaker:
    """Fills in sentences, with people called by their names."""

    __slots__ = ("names",)

    def __init__(self, names):
        self.names = names

    def say(self, code, **fields):
        return translate(SENTENCES[code]).format_map(fields)

    def one(self, seat):
        return self.names.get(seat, seat)

    def all(self, seats):
        return listed(map(self.one, seats))


def _level(charter, entries, since, bots, speak):
    """What the level of the game gives in the entries after `since`."""
    if charter["fairness"] == "sealed":
        yield speak.say("sealed-mustered" if _words_came(entries) else "sealed")
        return
    for entry in entries[since:]:
        if entry["kind"] == "play":
            yield from _shared(charter, entry, bots, speak)


def _shared(charter, entry, bots, speak):
    """Who could know the draws of one entry."""
    opener = speak.one(entry["opener"])
    others = [seat for seat in charter["seats"] if seat in entry["envelopes"] and seat != entry["opener"]]
    if others:
        people = [seat for seat in charter["seats"] if seat not in bots]
        two = len(people) == 2 and entry["opener"] != REFEREE
        someone = speak.one(others[0]) if len(others) == 1 else f"one of {speak.all(others)}"
        fields = {"opener": opener, "seats": speak.all(others), "someone": someone}
        yield speak.say("shared-two" if two else "shared", **fields)
    else:
        yield speak.say("shared-alone", opener=opener)
    for seat in entry["absent"]:
        yield speak.say("shared-absent", seat=speak.one(seat), opener=opener)


def _words_came(entries):
    """True if a player added a word to the latest muster, on which all draws since then depend."""
    musters = [entry for entry in entries if entry["kind"] == "play" and entry["muster"]]
    return bool(musters) and len(musters[-1]["envelopes"]) > 1


def _bots(charter, entries):
    """Seats that no person holds now, in charter order."""
    bots = set(charter.get("bots", ()))
    for entry in entries if charter["fairness"] == "shared" else ():
        if entry.get("what") == "substitute":
            bots = bots - {entry["seat"]} if entry["anchor"] else bots | {entry["seat"]}
    return [seat for seat in charter["seats"] if seat in bots]


def _links(charter, entries, since, speak):
    """One way to check each new link by hand."""
    chains = {name: Position(anchor) for name, anchor in charter["anchors"].items()}
    for place, entry in enumerate(entries):
        if entry["kind"] == "note":
            _note(chains, entry)
            continue
        for name, link in sorted(entry["envelopes"].items()):
            if name not in chains:
                continue  # a pinch
            position, due = chains[name], entry["n"] - chains[name].base
            times = due - position.index
            if place >= since:
                code = "link" if times == 1 else "link-skipped"
                yield speak.say(code, link=link, name=speak.one(name), times=times)
            position.index, position.link = due, bytes.fromhex(link)


def _note(chains, entry):
    """What a note does to chains: spent links become public, and new chains begin."""
    for name, link in entry["spent"].items():
        verdict = chains[name].judge(entry["n"], bytes.fromhex(link))
        chains[name].show(verdict, bytes.fromhex(link))
    if entry.get("anchor"):
        who = {"referee": REFEREE, "chain": entry.get("who")}.get(entry["what"], entry.get("seat"))
        chains[who] = Position(entry["anchor"], entry["n"])
