"""Entries: the record of a game in a row of parts, each of which commits to all before it.

The play from one stop of the game to the next is one *entry*.  This module has the shape of entries and the
digests that tie them together; core.record walks them and says what the next one needs; core.verifier
checks a whole file.

**A play entry** (answers and draws), as it stands in the file; `head` is not part of what is hashed:

    {"n": 7, "kind": "play", "muster": false,
     "asked": ["germany"],          seats with an open question that nothing in force answered; charter order
     "opener": "referee",
     "passed_over": ["japan"],      optional: openers who stayed silent (no referee, three seats or more)
     "envelopes": {"germany": LINK, "referee": LINK},  or, of a seat at a sealed muster, its pinch
     "absent": [],                  asked seats that stayed away
     "seals": {},                   {opener: SEAL} if everybody was asked and there is no referee
     "opened": [{"seat", "entry", "line", "nonce", "text"}],  optional: seals opened in this entry
     "draws": [{"label", "n", "kind", "of", "result"}],       in order of use
     "answers": [{"seat", "question", "value", "by"}],        by: "seat", "default", "forced", "standing" or
                                    "queue"; the last two with "entry" and "line" where the line was lodged
     "files": [{"seat", "digest"}], the order files that were used, as salted digests
     "fates": [{"seat", "line", "fate", ...}],                what became of each of their lines
     "lodged": [{"seat", ...}],     arrived besides, in force from the next entry; a secret standing line is
                                    {"seat", "line", "seal": SEAL}; one that answered at once and
                                    is over by the end of the entry is {"seat", "line": 0, "over": ITEM}
     "facts": {"to": 131, "digest": D},  the facts of the live game up to this stop, digest of the new ones
     "board": D, "open": D, "force": D,  digests of board, open questions, everything in force next
     "head": HEAD}

**A note** (no draws; uses up its number) has `n`, `kind` "note", `what`, `why` and `spent`, the links already
received for its number ({participant: LINK}), and by `what`:

    correction    patch, rule           the board is changed by hand
    redo          to: m                 back to the end of entry m (0: the start)
    chain         who, anchor           a participant's new chain, {"first", "n"}: from the next entry on
    referee       anchor                another person referees
    departed      openers               the referee left; from now on without
    substitute    seat, anchor          another person takes the seat; anchor null: nobody, a bot
    change        revision, options     of the rules

LINK, SEAL, HEAD, D are 64 hex digits.  Facts of all closed steps followed by those of the open step form
one sequence; the digest of an entry covers the slice from the previous live entry's `to` up to its own.
Undone entries stay in `entries`; the steps that a redo took back stand in game["undone"] as

    {"note": n, "kept": number of closed steps that stayed, "steps": [...], "open": {...} or null}
"""

from ..data.canon import dumps, encode, th
from .roster import is_anchor, is_digest, is_name, is_names

NOTES = ("correction", "redo", "chain", "referee", "departed", "substitute", "change")
RESERVED = ("beacon", "lock", "witness", "signature")

# -- digests ---------------------------------------------------------------------------------------------


def game_id(charter):
    """The 32 bytes that name a game: everything agreed at the start."""
    return th("charter", dumps(charter))


def first_head(game):
    """The head before the first entry, of a game_id."""
    return th("genesis", game)


def next_head(head, entry):
    """The head after an entry; a "head" field in it is left out."""
    return th("head", head, encode({name: value for name, value in entry.items() if name != "head"}))


def head_fits(head, quoted):
    """True if a head (hex) is meant by what a person or file quoted: all of it, or at least 32 digits."""
    quoted = quoted.strip().rstrip("…").lower()
    return len(quoted) >= 32 and head.startswith(quoted)


def digest(what, value):
    """The digest, in hex, of a part of the game: `what` is "facts", "board", "open" or "force"."""
    return th(what, dumps(value)).hex()


def step_digest(before, step):
    """The digest, in hex, of a closed step; `before` is that of the step before (bytes), at first head 0."""
    return th("step", before, encode({name: value for name, value in step.items() if name != "digest"})).hex()


def live_entries(entries):
    """The entries that count, in order: all but the plays and corrections that a redo took back."""
    undone = {entry["n"] for taken in undone_by(entries).values() for entry in taken}
    return [entry for entry in entries if entry["n"] not in undone]


def undone_by(entries):
    """What each redo took back, as {its number: [entries in order]}; of notes, corrections alone."""
    live, undone = [], {}
    for entry in entries:
        if entry["kind"] == "play" or entry["what"] == "correction":
            live.append(entry)
        elif entry["what"] == "redo":
            keep = len(live)
            while keep and live[keep - 1]["n"] > entry["to"]:
                keep -= 1
            undone[entry["n"]] = live[keep:]
            del live[keep:]
    return undone


# -- shape -----------------------------------------------------------------------------------------------


def shape_problem(entry):
    """(field, what it must be) for the first part of an entry that cannot be read; None if all can.

    Nothing that passes makes the checks of core.record stumble, whoever wrote it.
    """
    if type(entry) is not dict:
        return "entry", "an object"
    for name in RESERVED:
        if name in entry:
            return name, "left out: it is reserved"
    for name, (is_fine, wanted) in _fields_of(entry).items():
        if name not in entry:
            return name, wanted
        if not is_fine(entry[name]):
            return name, wanted
    for name, (is_fine, wanted) in _OPTIONAL.items():
        if name in entry and not is_fine(entry[name]):
            return name, wanted
    return None


def _fields_of(entry):
    """The fields that an entry of this kind must have."""
    if entry.get("kind") == "play":
        return _PLAY
    if entry.get("kind") == "note" and entry.get("what") in NOTES:
        return {**_NOTE, **_NOTE_OF.get(entry["what"], {})}
    return {**_ANY, "what": _WHAT} if entry.get("kind") == "note" else _ANY


def _is_number(value):
    return type(value) is int and 0 <= value < 2**53


def _is_hexes(value):
    return type(value) is dict and all(map(is_name, value)) and all(map(is_digest, value.values()))


def _has(value, **fields):
    """True for an object with these fields, each passing its check."""
    return type(value) is dict and all(name in value and fine(value[name]) for name, fine in fields.items())


def _is_text(value):
    return type(value) is str


def _is_draw(value):
    """Label, kind and `of` are judged by core.draws, whatever they are."""
    return (
        type(value) is dict
        and value.keys() == {"label", "n", "kind", "of", "result"}
        and type(value["n"]) is int
        and type(value["label"]) is str
        and type(value["result"]) is list
        and {int, str}.issuperset(map(type, value["result"]))
    )


def _is_answer(value):
    if not _has(value, seat=is_name, question=_is_text, by=_is_text) or "value" not in value:
        return False
    if value["by"] in ("standing", "queue"):
        return _has(value, entry=_is_number, line=_is_number)
    return value["by"] in ("seat", "default", "forced")


def _is_opening(value):
    return _has(value, seat=is_name, entry=_is_number, line=_is_number, nonce=is_digest, text=_is_text)


def _is_lodged(value):
    return _has(value, seat=is_name) and (
        "seal" not in value or _has(value, seal=is_digest, line=lambda line: _is_number(line) and line >= 1)
    )


def _is_file(value):
    return _has(value, seat=is_name, digest=is_digest)


def _is_fate(value):
    return _has(value, seat=is_name, line=_is_number, fate=_is_text)


def _list_of(is_part):
    return lambda value: type(value) is list and all(map(is_part, value))


_HEX = (is_digest, "64 hex digits")
_NUMBER = (lambda value: _is_number(value) and value >= 1, "a number from 1")
_NAMES = (is_names, "a list of ids, each once")
_LINKS = (_is_hexes, "an object of ids and 64 hex digits each")
_TEXT = (_is_text, "a text")
_ANCHOR = (is_anchor, "first (64 hex digits) and n (the length of the chain)")
_ANY = {"n": _NUMBER, "kind": (lambda value: value in ("play", "note"), "play or note")}
_WHAT = (lambda value: value in NOTES, f"one of {', '.join(NOTES)}")

_PLAY = {
    **_ANY,
    "muster": (lambda value: type(value) is bool, "true or false"),
    "asked": _NAMES,
    "opener": (is_name, "an id"),
    "envelopes": _LINKS,
    "absent": _NAMES,
    "seals": _LINKS,
    "draws": (_list_of(_is_draw), "a list of objects with label, n, kind, of and result"),
}
_NOTE = {**_ANY, "what": _WHAT, "why": _TEXT, "spent": _LINKS}
_NOTE_OF = {
    "redo": {"to": (_is_number, "a number")},
    "chain": {"who": (is_name, "an id"), "anchor": _ANCHOR},
    "referee": {"anchor": _ANCHOR},
    "departed": {"openers": _NAMES},
    "substitute": {
        "seat": (is_name, "an id"),
        "anchor": (lambda value: value is None or is_anchor(value), f"null, or {_ANCHOR[1]}"),
    },
}
_OPTIONAL = {
    "passed_over": _NAMES,
    "opened": (_list_of(_is_opening), "a list of objects with seat, entry, line, nonce and text"),
    "answers": (_list_of(_is_answer), "a list of objects with seat, question, value and by"),
    "lodged": (_list_of(_is_lodged), "a list of objects with seat, and line and seal if secret"),
    "files": (_list_of(_is_file), "a list of objects with seat and digest"),
    "fates": (_list_of(_is_fate), "a list of objects with seat, line and fate"),
    "facts": (lambda value: _has(value, to=_is_number, digest=is_digest), "an object with to and digest"),
    "board": _HEX,
    "open": _HEX,
    "force": _HEX,
    "head": _HEX,
}
