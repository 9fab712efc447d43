"""What a signed document without lines says, as sentences for people: of words, and of an opener's sealed orders.

Each is made from the fields of the document, never from the reason that stands beside them or from what is typed above
it: a reason is somebody's own text, and is quoted as that.
"""

import re
from collections.abc import Iterator
from typing import Any

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import ODD, Problem
from ..data.sentences import Sentences
from ..data.text import counted, listed, visible
from ..record.documents import BEGIN, Document, packed
from .gamefile import GameFile

MOST_VALUE = 120  # characters of a value that is set
_NO_MATTER = re.compile("[\\s>\"'“”„«»‘’]+")  # what wrapping, quoting and phones change


def statements(file: GameFile, document: Document) -> list[str]:
    """The sentences of a Document; none for one with lines of orders, which are told one by one."""
    if document.kind == "orders":
        return []
    if document.kind == "sealed":
        return [
            f"The opener's sealed orders of {document.seat} for entry {document.entry}. Nobody can look into them "
            "before they are opened."
        ]
    silent = [one["who"] for one in document.says if one["what"] == "silent"]
    others = [one for one in document.says if one["what"] != "silent"]
    rest = [row for one in others for row in sentences(file, one)]
    begin = "The word of" if document.signature or file.state["fairness"] == "sealed" else "Proposed by"
    rows = [f"{begin} {document.seat} for entry {document.entry}.", *([_silent(silent)] if silent else []), *rest]
    return [visible(row) for row in rows]


def word_text(file: GameFile, word: Document) -> str:
    """A word as the file that travels: what it says for people, and the signed document."""
    return "\n".join([*statements(file, word), "", packed(word)])


def compare(file: GameFile, word: Document, text: str) -> Iterator[Problem]:
    """The odd Problem that something else is typed beside a word in `text` than it says; nothing typed says nothing."""
    before, says = text[: text.index(BEGIN)], " ".join(statements(file, word))
    if before.strip() and _NO_MATTER.sub(" ", says) not in _NO_MATTER.sub(" ", before):
        yield Problem("typed-word", level=ODD, where=word.file, seat=word.seat, says=says)


def _silent(seats: list[str]) -> str:
    return f"{listed(seats)} {'has' if len(seats) == 1 else 'have'} not been heard of."


def sentences(file: GameFile, note: Json) -> list[str]:
    """A statement, with its reason, that stands in the next line, if any."""
    if note["what"] == "no":
        return ["I do not agree to this, and shall not at this head:", *sentences(file, note["to"])]
    reason = " ".join(note["why"].split())  # in one line, so that it cannot look like another sentence of ours
    return [*_said(file, note), f'The reason given: "{reason}"']


# -- each kind of note -------------------------------------------------------------------------------------------------


def _said(file: GameFile, note: Json) -> Iterator[str]:
    """What a statement says, without the reason that is given."""
    what = note["what"]
    if what == "correction":
        yield f"A correction of {counted(len(note['patch']), 'value')} of the board:"
        for change in note["patch"]:
            place = "/".join(map(str, change["at"]))
            yield f"  {place}: {_value(change['value']) if 'value' in change else 'is taken out'}"
    elif what == "change":
        for name, value in sorted(note.get("options", {}).items()):
            yield f"The option {name} is {_value(value)} {_since(file)}."
        if "revision" in note:
            yield f"Revision {note['revision']} of the rules holds {_since(file)}."
    elif what == "substitute":
        yield from _of_substitute(note, _since(file))
    else:
        to = f"the end of entry {note['to']}" if note.get("to") else "the start"
        chain = _chain(note["anchor"]) if "anchor" in note else ""
        fields = {"to": to, "chain": chain, "person": _person(note), "openers": listed(note.get("openers", ()))}
        lines = {"since": _since(file), "next": file.next, "last": file.n, "head": file.head[:32]}
        yield _say(what, **fields, **lines, who=note.get("who"))
    if what == "again" and note["silent"]:
        yield _silent(note["silent"])


_say = Sentences(__name__)


def _since(file: GameFile) -> str:
    """From when on that holds which stands in the next line."""
    return f"from entry {file.next + 1} on"


def _value(value: Any) -> str:
    text = encode(value).decode()
    rest = len(text) - MOST_VALUE
    return f"{text[:MOST_VALUE]}… (and {counted(rest, 'character')} more)" if rest > 0 else text


def _of_substitute(note: Json, since: str) -> Iterator[str]:
    seat, anchor = note["seat"], note["anchor"]
    if anchor is None and not note.get("person"):
        yield f"Nobody holds the seat {seat} {since}: its published defaults are taken."
        return
    yield f"Another person holds the seat {seat} {since}: {_person(note)}."
    if anchor is not None:
        yield f"The chain of {seat} is {_chain(anchor)} {since}."


def _chain(anchor: Json) -> str:
    return f"{counted(anchor['n'], 'envelope')}, key {anchor['key'][:32]}"


def _person(note: Json) -> str:
    return f'"{note["person"]}"' if note.get("person") else "a person who is not named"
