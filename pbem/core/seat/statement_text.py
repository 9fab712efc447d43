"""What a signed document without lines says, as sentences for people: of words, and of an opener's sealed orders.

Each is made from the fields of the document, never from the reason that stands beside them or from what is typed above
it: a reason is somebody's own text, and is quoted as that.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import ODD, Problem, refusals
from ..data.tables import Sentences
from ..data.text import listed, visible
from ..orders import orders as order_files
from ..orders.orderfile import REQUIRED, Item, OrderFile, text_of_item
from ..play.gamefile import GameFile
from ..play.inbox import reading_problems
from ..record import documents as docs
from ..record.closed import Openings
from ..record.documents import BEGIN, Document, packed
from ..record.entries import head_fits
from ..record.state import name_of
from ..title.game import Game
from .sheet import plain
from .writing import object_of

MOST_VALUE = 120  # characters of a value that is set
_NO_MATTER = "[\\s>\"'“”„«»‘’]+"  # what wrapping, quoting and phones change


def statements(file: GameFile, document: Document) -> list[str]:
    """The sentences of a Document; none for one with lines of orders, which are told one by one."""
    if document.kind == "orders":
        return []
    if document.kind == "sealed":
        return [_say("sealed", seat=document.seat, entry=document.entry)]
    silent = [one["who"] for one in document.says if one["what"] == "silent"]
    others = [one for one in document.says if one["what"] != "silent"]
    rest = [row for one in others for row in sentences(file, one)]
    name = "word" if document.signature or file.state["fairness"] == "sealed" else "proposed"
    rows = [_say(name, seat=document.seat, entry=document.entry), *_silent(silent), *rest]
    return [visible(row) for row in rows]


def word_text(file: GameFile, word: Document) -> str:
    """A word as the file that travels: what it says for people, and the signed document."""
    return "\n".join([*statements(file, word), "", packed(word)])


def _of_word(file: GameFile, word: Document, text: str) -> Iterator[Problem]:
    """The odd Problem that something else is typed beside a word in `text` than it says; nothing typed says nothing."""
    before, says = text[: text.index(BEGIN)], " ".join(statements(file, word))
    if before.strip() and re.sub(_NO_MATTER, " ", says) not in re.sub(_NO_MATTER, " ", before):
        yield Problem("typed-word", level=ODD, where=word.file, seat=word.seat, says=says)


def _silent(seats: list[str]) -> list[str]:
    return [_say("silent", seats=seats)] if seats else []


def sentences(file: GameFile, note: Json) -> list[str]:
    """A statement, with its reason, that stands in the next line, if any."""
    if note["what"] == "no":
        return [_say("no"), *sentences(file, note["to"])]
    reason = " ".join(note["why"].split())  # in one line, so that it cannot look like another sentence of ours
    return [*_said(file, note), _say("reason", reason=reason)]


# -- each kind of note -------------------------------------------------------------------------------------------------


def _said(file: GameFile, note: Json) -> Iterator[str]:
    """What a statement says, without the reason that is given."""
    what = note["what"]
    if what == "correction":
        yield _say("correction", values=len(note["patch"]))
        for change in note["patch"]:
            place, value = "/".join(map(str, change["at"])), change.get("value")
            yield _say("corrected" if "value" in change else "taken-out", place=place, value=_value(value))
    elif what == "change":
        for name, value in sorted(note.get("options", {}).items()):
            yield _say("option", name=name, value=_value(value), since=_since(file))
        if "revision" in note:
            yield _say("revision", revision=note["revision"], since=_since(file))
    elif what == "substitute":
        yield from _of_substitute(note, _since(file))
    else:
        to = _say("to-entry" if note.get("to") else "to-start", to=note.get("to"))
        chain = _chain(note["anchor"]) if "anchor" in note else ""
        fields = {"to": to, "chain": chain, "person": _person(note), "openers": listed(note.get("openers", ()))}
        lines = {"since": _since(file), "next": file.next, "last": file.n, "head": file.head[:32]}
        yield _say(what, **fields, **lines, who=note.get("who"))
    yield from _silent(note["silent"] if what == "again" else [])


_say = Sentences(__name__)


def _since(file: GameFile) -> str:
    """From when on that holds which stands in the next line."""
    return _say("since", entry=file.next + 1)


def _value(value: Any) -> str:
    text = encode(value).decode()
    rest = len(text) - MOST_VALUE
    return _say("cut", text=text[:MOST_VALUE], rest=rest) if rest > 0 else text


def _of_substitute(note: Json, since: str) -> Iterator[str]:
    seat, anchor = note["seat"], note["anchor"]
    if anchor is None and not note.get("person"):
        yield _say("nobody", seat=seat, since=since)
        return
    if "robot" in note:
        yield _say("robot", seat=seat, since=since, level=note["robot"]["level"], chain=_chain(note["robot"]["chain"]))
        return
    yield _say("substitute", seat=seat, since=since, person=_person(note))
    if anchor is not None:
        yield _say("chain", seat=seat, since=since, chain=_chain(anchor))


def _chain(anchor: Json) -> str:
    return _say("envelopes", count=anchor["n"], key=anchor["key"][:32])


def _person(note: Json) -> str:
    return _say("person" if note.get("person") else "no-person", person=note.get("person"))


MOST_UNREAD = 5


def compare(
    file: GameFile, document: Document, text: str, asked: Iterable[str] = (), persons: Any = None
) -> list[Problem]:
    """Problems, all odd, that name each difference between a Document with its openings and what is typed before it in
    `text`; where nothing differs, a document of orders knows then where its parts were typed.

    Nothing typed is no difference, nor are the opener's sealed orders, which nobody can look into.  Without a header
    the text is that of a mail, in which people write to each other as well: only what reads as an order is compared.
    """
    if document.kind == "word":
        return [*_of_word(file, document, text)]
    before = text[: text.index(BEGIN)]
    if document.kind != "orders" or not before.strip():
        return []
    read, faults = order_files.read(before, file.game, file.powers, document.file, (), asked, persons, document.seat)
    is_file = any(getattr(read, word) is not None for word in REQUIRED)
    unread = refusals(faults)[:MOST_UNREAD]
    if is_file and unread:
        return [
            Problem("typed-unread", level=ODD, where=one.where, quote=one.quote, seat=document.seat) for one in unread
        ]
    if not is_file and read.is_empty:
        return []
    found = [*_of_header(file, document, read), *_of_lines(file, document, read)]
    return [one for one in found if not unread or one.code == "typed-other"]


def _of_header(file: GameFile, document: Document, read: OrderFile) -> Iterator[Problem]:
    """The header words that say something else; one that is not typed says nothing."""
    signed: Json = {"game": file.name, "seat": document.seat, "entry": document.entry, "head": document.head}
    for word, value in signed.items():
        typed = getattr(read, word)
        same = typed == value or (word == "head" and typed and head_fits(value, typed))
        if typed is not None and not same:
            yield Problem("typed-header", level=ODD, where=document.file, word=word, typed=typed, signed=value)


def _of_lines(file: GameFile, document: Document, read: OrderFile) -> list[Problem]:
    game, seat, object = file.game, document.seat, _opened(file, document)
    own = file.powers[seat]
    lists = {name: object[name] for name in docs.ITEMS if name in object}
    if reading_problems(lists, game, own, seat):
        return []  # such a document is refused
    stood = {no for row in file.state["lines"] for no in row["part"].get("no", ()) if row["seat"] == seat}
    signed = [line for parts in _new_parts(object).values() for part in parts for line in _lines(part, stood)]
    items = [item for name in ("answers", "petitions", "standing") for item in getattr(read, name)]
    typed = [{**line, "line": item["line"], "text": item["text"]} for item in items for line in _lines(plain(item))]
    left, missing = _different(game, typed, signed)
    several = len(own) > 1
    found = [
        Problem(
            "typed-other", level=ODD, where=f"{document.file}:{item['line']}", quote=item.get("text", ""), seat=seat
        )
        for item in left
    ]
    found += [
        Problem("typed-lacks", level=ODD, where=document.file, seat=seat, quote=text_of_item(part, game, several))
        for part in missing
    ]
    return found or [*_of_order(file, document, object, read)]


def _lines(part: Item, stood: Collection[int] = ()) -> Iterator[Item]:
    """A part, of many lines line by line, as it says the same for whatever turn; without those that stood before."""
    said = {name: value for name, value in part.items() if name not in ("no", "turn")}
    numbers, value = part.get("no", ()), part.get("value")
    many = [{**said, "value": [one]} for one in value] if isinstance(value, list) else [said]
    for at, line in enumerate(many):
        if at >= len(numbers) or numbers[at] not in stood:
            yield line


def _opened(file: GameFile, document: Document) -> Json:
    """The object of a Document with its closed parts open."""
    known = _known(file, document)

    def opened(_: int, __: str, part: Json) -> Json:
        whole = known.whole(part)
        return part if whole is None else whole

    return docs.with_parts(document.object, opened)


def _new_parts(object: Json) -> dict[str, list[Json]]:
    """``{list: parts}`` of a document without what was sent before: that is not typed again."""
    again = {row[0] for row in object.get("first", ())}
    lists: dict[str, list[Json]] = {name: [] for name in docs.ITEMS}
    for number, name, part in docs.parts_of(object):
        if number not in again:
            lists[name].append(part)
    return lists


def _different(game: Game, typed: list[Item], signed: list[Json]) -> tuple[list[Item], list[Json]]:
    """``(items only typed, parts only signed)``: those that neither are nor read the same."""
    rest = Counter(encode(part) for part in signed)
    left = [item for item in typed if not _taken(rest, encode(plain(item)))]
    missing = [part for part in signed if _taken(rest, encode(part))]
    words = Counter(text_of_item(part, game, True) for part in missing)
    left = [item for item in left if not _taken(words, text_of_item(plain(item), game, True))]
    return left, [part for part in missing if _taken(words, text_of_item(part, game, True))]


def _taken(rest: Counter[Any], key: Any) -> bool:
    """True if there is one left, and one less from now on."""
    found = rest[key] > 0
    rest[key] -= found
    return found


def _of_order(file: GameFile, document: Document, object: Json, read: OrderFile) -> Iterator[Problem]:
    """The same lines in another order, and other lines taken back: of a document for the head that is now, for which
    what is typed can be made a document again."""
    if document.entry != file.next or document.head != file.head:
        return
    made = object_of(file, {**read.to_json(), "seat": document.seat}, _known(file, document), document.n)
    again, signed = made.document.object, _new_parts(object)
    said = [
        [line for part in lists.get(name, ()) for line in _lines(part)]
        for lists in (again, signed)
        for name in docs.ITEMS
    ]
    if encode(said[: len(docs.ITEMS)]) != encode(said[len(docs.ITEMS) :]):
        yield Problem("typed-order", level=ODD, where=document.file, seat=document.seat)
    else:
        typed = made.document.typed
        document.typed = typed if len(typed) == len(docs.parts_of(object)) else []
    own = [row for row in file.state["lines"] if row["seat"] == document.seat]
    sees_all = all(_known(file, document).whole(row["part"]) is not None for row in own)
    ends = [
        {name_of(row) for row in own} - {*docs.kept_by(one), *docs.part_names(one).values()} for one in (again, object)
    ]
    if sees_all and ends[0] != ends[1]:
        yield Problem("typed-withdrawn", level=ODD, where=document.file, seat=document.seat)


def _known(file: GameFile, document: Document) -> Openings:
    return Openings(file.game_id, document.openings)
