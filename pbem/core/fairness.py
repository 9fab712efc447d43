"""What may be said of the draws, and not a word more: the sentences under every report.

Each sentence claims what the level of the game gives in this one entry, or says what it does not give; which of them
apply follows from the record alone (docs/fairness.md).
"""

from .chain import verify_link
from .entries import undone_by
from .roster import REFEREE, Position
from .text import listed, translate

SENTENCES = {
    "sealed": "The referee alone rolled, from a chain made before the first turn. He may have chosen it, knew these "
    "draws in advance and knows those to come. This check shows only that they follow from that chain.",
    "sealed-mustered": "The referee alone rolled. His chain was fixed before the players added their words, so he "
    "could not pick the draws without a player's help. He knew these draws in advance and knows those to come.",
    "shared": "Opened by {opener} after {seats} had answered. Nobody alone could know these draws before then, or "
    "choose them. {opener} together with {someone} could have known them, and suited the last answer to them. "
    "(If these are different people.)",
    "shared-two": "Opened by {opener} after {seats} had answered. Nobody alone could know these draws before then, or "
    "choose them. {opener} saw them first and could only have kept silent. (If these are different people.)",
    "shared-alone": "Opened by {opener} alone, who knew these draws beforehand.",
    "shared-absent": "{seat} did not answer; its default was taken. If its envelope was in fact sent, {opener} could "
    "see the draws with and without it.",
    "bots": "No person decides for {seats}: those answers follow from the board and the draws.",
    "always": "Entries {entries}, draws {draws}; corrections {corrections}, undone {undone}, absences {absences}, "
    "passed over {passed_over}, sealed lines still closed {closed}. Head {head}: compare it with another player. "
    "Not proven: who typed an answer, and when.",
    "link": "Check: `printf %s {link} | xxd -r -p | sha256sum` gives the previous link of {name}.",
    "link-skipped": "Check: `printf %s {link} | xxd -r -p | sha256sum`, repeated on its own result, gives after "
    "{times} times the last link of {name} that was shown before.",
}


def footer(game, names=None):
    """The sentences that apply to the last entry of a game (a JSON value that holds), in their order.

    `names` maps seats to what people call them; without it they are called by their ids.
    """
    last = game["entries"][-1] if game["entries"] else None
    bots = _bots(game)
    speak = _Speaker(names or {})
    said = [*_level(game, last, bots, speak)]
    if bots:
        said.append(speak.say("bots", seats=speak.all(bots)))
    said.append(speak.say("always", **counts(game)))
    return said + [*_links(game, last, speak)]


def counts(game):
    """The figures of the record: entries, draws, corrections, undone, absences, passed_over, closed, head."""
    plays = [entry for entry in game["entries"] if entry["kind"] == "play"]
    opened = sum(one["line"] > 0 for entry in plays for one in entry.get("opened", ()))
    lodged = sum("seal" in line for entry in plays for line in entry.get("lodged", ()))
    return {
        "entries": len(game["entries"]),
        "draws": sum(len(entry["draws"]) for entry in plays),
        "corrections": sum(entry.get("what") == "correction" for entry in game["entries"]),
        "undone": sum(map(len, undone_by(game["entries"]).values())),
        "absences": sum(len(entry["absent"]) for entry in plays),
        "passed_over": sum(len(entry.get("passed_over", ())) for entry in plays),
        "closed": lodged - opened,
        "head": _head(game)[:32],
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


def _level(game, entry, bots, speak):
    """What the level of the game gives in this entry."""
    charter = game["charter"]
    if charter["fairness"] == "sealed":
        yield speak.say("sealed-mustered" if _words_came(game) else "sealed")
        return
    if entry is None or entry["kind"] != "play":
        return
    opener = speak.one(entry["opener"])
    others = [seat for seat in charter["seats"] if seat in entry["envelopes"] and seat != entry["opener"]]
    if not others:
        yield speak.say("shared-alone", opener=opener)
    else:
        people = [seat for seat in charter["seats"] if seat not in bots]
        two = len(people) == 2 and entry["opener"] != REFEREE
        someone = speak.one(others[0]) if len(others) == 1 else f"one of {speak.all(others)}"
        fields = {"opener": opener, "seats": speak.all(others), "someone": someone}
        yield speak.say("shared-two" if two else "shared", **fields)
    for seat in entry["absent"]:
        yield speak.say("shared-absent", seat=speak.one(seat), opener=opener)


def _words_came(game):
    """True if a player added a word to the latest muster, on which all draws since then depend."""
    musters = [entry for entry in game["entries"] if entry["kind"] == "play" and entry["muster"]]
    return bool(musters) and len(musters[-1]["envelopes"]) > 1


def _bots(game):
    """Seats that no person holds now, in charter order."""
    bots = set(game["charter"].get("bots", ()))
    if game["charter"]["fairness"] == "shared":
        for entry in game["entries"]:
            if entry.get("what") == "substitute":
                bots = bots - {entry["seat"]} if entry["anchor"] else bots | {entry["seat"]}
    return [seat for seat in game["charter"]["seats"] if seat in bots]


def _links(game, last, speak):
    """One way to check each new link by hand."""
    if last is None or last["kind"] != "play":
        return
    shown = _shown_before(game)
    for name, link in sorted(last["envelopes"].items()):
        if name not in shown:
            continue  # a pinch
        times = last["n"] - shown[name].base - shown[name].index
        code = "link" if times == 1 else "link-skipped"
        yield speak.say(code, link=link, name=speak.one(name), times=times)


def _shown_before(game):
    """The Position of every chain before the last entry: {name: Position}."""
    chains = {name: Position(anchor) for name, anchor in game["charter"]["anchors"].items()}
    for entry in game["entries"][:-1]:
        if entry["kind"] == "play":
            _show(chains, entry["envelopes"], entry["n"])
            continue
        for name, link in entry["spent"].items():
            _spend(chains[name], entry["n"], bytes.fromhex(link))
        who = {"chain": entry.get("who"), "referee": REFEREE, "substitute": entry.get("seat")}.get(entry["what"])
        if who and entry.get("anchor"):
            chains[who] = Position(entry["anchor"], entry["n"])
    return chains


def _show(chains, envelopes, number):
    for name, link in envelopes.items():
        if name in chains:
            chains[name].index, chains[name].link = number - chains[name].base, bytes.fromhex(link)


def _spend(position, number, link):
    """A spent link may be one that came too early: it says itself how far it reaches."""
    verdict = verify_link(position.index, position.link, number - position.base, link, position.length)
    position.show(verdict, link)


def _head(game):
    if game["entries"]:
        return game["entries"][-1]["head"]
    from .entries import first_head, game_id

    return first_head(game_id(game["charter"])).hex()
