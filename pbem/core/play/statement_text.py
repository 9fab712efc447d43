"""What a signed document without lines says, as sentences for people: of words, and of an opener's sealed orders.

Each is made from the fields of the document, never from the reason that stands beside them or from what is typed above
it: a reason is somebody's own text, and is quoted as that.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import ODD, Problem, messages
from ..data.text import counted, listed, visible
from ..record.documents import BEGIN, Document, packed
from ..record.gamefile import GameFile

messages(
    {
        "typed-word": "What is typed beside the signed word of {seat} is not what the word says, which counts: {says}",
    }
)
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
    said = document.object
    sentences = _of_note(file, said["note"]) if "note" in said else [_silent(said.get("silent", ()))]
    rows = [f"The word of {document.seat} for entry {document.entry}.", *sentences, *_carried(said)]
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


def _carried(said: Json) -> Iterator[str]:
    if "carries" in said:
        yield f"It carries the opener's sealed orders of {said['carries'][0]['seat']}."


def _of_note(file: GameFile, note: Json) -> list[str]:
    reason = " ".join(note["why"].split())  # in one line, so that it cannot look like another sentence of ours
    return [*_NOTES[note["what"]](file, note), f'The reason given: "{reason}"']


# -- each kind of note, in the order of docs/record.md -----------------------------------------------------------------


def _correction(file: GameFile, note: Json) -> Iterator[str]:
    yield f"A correction of {counted(len(note['patch']), 'value')} of the board:"
    for change in note["patch"]:
        place = "/".join(map(str, change["at"]))
        yield f"  {place}: {_value(change['value']) if 'value' in change else 'is taken out'}"


def _value(value: Any) -> str:
    text = encode(value).decode()
    rest = len(text) - MOST_VALUE
    return f"{text[:MOST_VALUE]}… (and {counted(rest, 'character')} more)" if rest > 0 else text


def _redo(file: GameFile, note: Json) -> Iterator[str]:
    to = f"the end of entry {note['to']}" if note["to"] else "the start"
    yield f"The game goes back to {to}. What came after it is undone, and kept on record."


def _change(file: GameFile, note: Json) -> Iterator[str]:
    for name, value in sorted(note.get("options", {}).items()):
        yield f"The option {name} is {_value(value)} from now on."
    if "revision" in note:
        yield f"Revision {note['revision']} of the rules holds from now on."


def _ended(file: GameFile, note: Json) -> Iterator[str]:
    yield "The game ends here, before its end."


def _anchor(file: GameFile, note: Json) -> Iterator[str]:
    yield f"{note['who']} uses a new chain from now on: {_chain(note['anchor'])}."


def _referee(file: GameFile, note: Json) -> Iterator[str]:
    yield f"Another referee from now on: {_person(note)}, with the chain {_chain(note['anchor'])}."


def _departed(file: GameFile, note: Json) -> Iterator[str]:
    yield f"The referee has left. The players open the envelopes from now on: {listed(note['openers'])}, in this order."


def _substitute(file: GameFile, note: Json) -> Iterator[str]:
    seat, anchor = note["seat"], note["anchor"]
    if anchor is None and not note.get("person"):
        yield f"Nobody holds the seat {seat} from now on: its published defaults are taken."
        return
    yield f"Another person holds the seat {seat} from now on: {_person(note)}."
    if anchor is not None:
        yield f"The chain of {seat} is {_chain(anchor)} from now on."


def _restart(file: GameFile, note: Json) -> Iterator[str]:
    yield f"{note['who']} opens last from now on."


def _stands(file: GameFile, note: Json) -> Iterator[str]:
    yield f"After a fork, line {file.n} and what is before it stand, with head {file.head[:32]}."


def _chain(anchor: Json) -> str:
    return f"{counted(anchor['n'], 'envelope')}, key {anchor['key'][:32]}"


def _person(note: Json) -> str:
    return f'"{note["person"]}"' if note.get("person") else "a person who is not named"


_NOTES: dict[str, Callable[[GameFile, Json], Iterator[str]]] = {
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
