"""Mails as people and their programs write them, made from a seed, each with what must become of it.

A mail is an opening, orders or none, a closing, a footer, and what its program puts below or above as a quotation: an
announcement or the header of another mail in one of many languages, with marks or without them, over a report of ours,
over orders of another day, or over words of somebody else; in one of many encodings, and as one of many programs sends
it: alone, beside HTML, signed, attached, in the subject.  What all that is made of, and whose pattern it is, stands in
letters.json.

    python -m tests.mail.letters --mails 10000 --seed letters      a table of what became of every mail
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from email.message import EmailMessage
from html import escape
from pathlib import Path

from pbem.core.play.gamefile import read
from pbem.mail.compose import outgoing
from pbem.mail.letter import Letter, read_letter
from pbem.mail.letterbox import Letterbox
from pbem.mail.message_handler import MessageHandler
from pbem.mail.message_ids import report_id

from .desk import NOW, lines_of

TABLES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
MOST_DOUBT, MOST_REFUSED = 0.03, 0.01
SHAPES = ("above", "below", "between", "alone", "quoted only", "above and quoted", "nothing")
MARKS = ("marked", "marked twice", "unmarked", "html quote", "html unmarked")
ORDERS, NOTHING, ASKED = "orders count", "nothing counts", "the sender is asked"


@dataclass
class Place:
    """A game that waits for a seat, what it may order, and other orders of the same kind."""

    file: object
    box: object
    seat: str
    orders: list
    others: list
    report: str = ""
    body: str = ""


@dataclass
class Made:
    """A mail: its parts by name, the message, the orders that its sender means, and what must become of it."""

    parts: dict
    message: EmailMessage
    meant: list = field(default_factory=list)
    expected: str = NOTHING


def letters(places, seed, count):
    """The mails of a seed."""
    for number in range(count):
        yield _letter(random.Random(f"{seed}-{number}"), places, number)


def _letter(chance, places, number):
    place = chance.choice(places)
    carrier = chance.choice([*["plain"] * 6, *CARRIERS])
    shape, marks = chance.choice(SHAPES), chance.choice(MARKS)
    shape = chance.choice(CARRIERS[carrier].shapes or [shape]) if carrier in CARRIERS else shape
    if shape in ("below", "between"):
        marks = chance.choice(("marked", "html quote") if shape == "below" else ("marked",))
    if carrier != "plain" and marks.startswith("html"):
        marks = "marked"
    what = chance.choice(("report", "words")) if shape not in ("quoted only", "above and quoted") else "orders"
    parts = {"title": place.file.game.name, "shape": shape, "marks": marks, "what": what, "carrier": carrier}
    said = {name: chance.choice([*[""] * most, *TABLES[name]]) for name, most in _SAID.items()}
    said = {"opening": said["openings"], "closing": said["closings"], "name": said["names"], "footer": said["footers"]}
    has_orders = shape not in ("quoted only", "nothing")
    own = "\n".join(place.orders) if has_orders else chance.choice(("Did you get my orders?", "I shall be late.", ""))
    signed = "\n".join(one for one in (said["closing"], said["name"]) if one)
    words = "\n\n".join(one for one in (said["opening"], own, signed, said["footer"]) if one)
    quotation = None if shape == "alone" else _quotation(chance, place, parts)
    text, kind = _laid_out(shape, marks, words, own, said, quotation)
    made = Made({**parts, **said}, _message(place, number), place.orders if has_orders else [])
    made.expected = ORDERS if has_orders else NOTHING
    if chance.random() < 0.1:
        name, value = chance.choice(TABLES["persons"])
        made.message[name] = value
    carried = CARRIERS[carrier] if carrier in CARRIERS else _plain
    carried(chance, made, place, text, kind)
    return made


_SAID = {"openings": 2, "closings": 2, "names": 0, "footers": 3}  # how often a part is left out, over all others


def _quotation(chance, place, parts):
    """``(what announces it, its lines)``."""
    name, address = chance.choice(
        (("pbem", place.box.own_address(place.file.name)), ("Bob", "bob@example.net"), ("Ann Lee", "ann@example.org"))
    )
    if chance.random() < 0.6 or parts["marks"].startswith("marked"):
        language = chance.choice(list(TABLES["announced"]))
        announced = TABLES["announced"][language].format(name=name, address=address)
    else:
        language = chance.choice(list(TABLES["headed"]))
        values = (f"{name} <{address}>", "20.11.2026 10:00", "Ann <ann@example.org>", "Re: the game")
        rows = [f"{word}: {value}" for word, value in zip(TABLES["headed"][language], values)]
        announced = chance.choice(TABLES["above headed"]) + "\n".join(rows)
    parts["announced"] = language
    text = {
        "report": place.body.rstrip("\n"),
        "words": chance.choice(TABLES["foreign"]),
        "orders": "\n".join(["Hello", *place.others, "", "Ann"]),
    }[parts["what"]]
    return announced, text.split("\n")


def _laid_out(shape, marks, words, own, said, quotation):
    """``(text, kind)`` of the mail."""
    if quotation is None:
        return words, "plain"
    announced, lines = quotation
    if marks.startswith("html"):
        above = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in words.split("\n"))
        head = "".join(f"<div>{escape(line)}</div>" for line in announced.split("\n"))
        body = "<br>".join(map(escape, lines))
        if marks == "html quote":
            quoted = f'<div class="gmail_quote">{head}<blockquote class="gmail_quote">{body}</blockquote></div>'
            return (quoted + above if shape == "below" else above + quoted), "html"
        return f"{above}<div><br></div>{head}<div><br></div><div>{body}</div>", "html"
    mark = {"marked": "> ", "marked twice": ">> ", "unmarked": ""}[marks]
    quoted = [f"{mark}{line}".rstrip() for line in lines]
    if shape == "below":
        return "\n".join([announced, *quoted, "", words]), "plain"
    if shape == "between":
        middle = max(1, len(quoted) // 2)
        return "\n".join([announced, *quoted[:middle], "", own, "", *quoted[middle:], "", said["name"]]), "plain"
    return "\n".join([words, "", announced, "" if not mark else ">", *quoted]), "plain"


def _message(place, number):
    """A message without a body, which answers the report."""
    made = EmailMessage()
    made["From"], made["To"] = "Ann Lee <ann@example.org>", place.box.own_address(place.file.name)
    made["Subject"] = f"Re: [pbem {place.file.name} e{place.file.n}] your orders, please"
    made["Message-ID"], made["In-Reply-To"] = f"<letter-{number}@example.org>", place.report
    return made


# -- how programs send it ----------------------------------------------------------------------------------------

CARRIERS = {}


def carrier(name, *shapes):
    """Register a way to send: ``(chance, made, place, text, kind)`` gives `made` its body, and says what must become of
    it where that is not the common thing.  Without shapes every shape goes."""

    def registered(function):
        function.shapes = shapes
        CARRIERS[name] = function
        return function

    return registered


def _part(chance, text, kind="plain", named="", **params):
    """A text as one part, in an encoding that has all its letters."""
    data, charset = f"{text}\n".encode(), "utf-8"
    if chance.random() < 0.5:
        charset = chance.choice([one for one in TABLES["charsets"] if _holds(one, text)] or ["utf-8"])
        data = f"{text}\n".encode({"gb2312": "gb18030", "iso-8859-1": "cp1252"}.get(charset, charset))
    made = EmailMessage()
    made.set_content(data, "text", kind, cte=chance.choice(("base64", "quoted-printable")))
    made.set_param("charset", charset)
    for name, value in params.items():
        made.set_param(name, value)
    if named:
        made.add_header("Content-Disposition", "inline", filename=named)
    return made


def _holds(charset, text):
    try:
        text.encode({"gb2312": "gb18030", "iso-8859-1": "cp1252"}.get(charset, charset))
    except UnicodeEncodeError:
        return False
    return True


def _bears(message, *parts, kind="mixed", **params):
    """Give a message one part as its body, or several in a multipart."""
    if len(parts) == 1:
        (part,) = parts
        for name, value in part.items():
            message[name] = value
        return message.set_payload(part.get_payload())
    message["Content-Type"] = f"multipart/{kind}"
    for name, value in {"boundary": "=-=-=", **params}.items():
        message.set_param(name, value)
    return message.set_payload(list(parts))


def _page(text):
    rows = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))
    return f"<html><body>{rows}</body></html>"


def _file(name, data, kind="application/octet-stream"):
    made = EmailMessage()
    main, sub = kind.split("/")
    made.set_content(data, main, sub, filename=name, disposition="attachment")
    return made


def _plain(chance, made, place, text, kind):
    text = text if kind == "plain" else f"<html><body>{text}</body></html>"
    _bears(made.message, _part(chance, text, kind))


@carrier("alternative")
def _alternative(chance, made, place, text, kind):
    _bears(made.message, _part(chance, text), _part(chance, _page(text), "html"), kind="alternative")


@carrier("stub", "above", "alone", "nothing")
def _stub(chance, made, place, text, kind):
    stub = "Your mail program does not show HTML."
    _bears(made.message, _part(chance, stub), _part(chance, _page(text), "html"), kind="alternative")


@carrier("named")
def _named(chance, made, place, text, kind):
    _bears(made.message, _part(chance, text, named="message.txt"))


@carrier("flowed", "above", "alone", "nothing", "above and quoted")
def _flowed(chance, made, place, text, kind):
    _bears(made.message, _part(chance, text, format="flowed"))


@carrier("markdown")
def _markdown(chance, made, place, text, kind):
    _bears(made.message, _part(chance, text, "markdown"))


@carrier("clear-signed", "above", "alone", "nothing")
def _clear_signed(chance, made, place, text, kind):
    dashed = "\n".join(f"- {line}" if line.startswith("-") else line for line in text.split("\n"))
    begin, end = "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"
    head = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    _bears(made.message, _part(chance, f"{head}{dashed}\n{begin}\n\niQEzBAEBCAAdFiEE\n=aBcD\n{end}"))


@carrier("signed")
def _signed(chance, made, place, text, kind):
    signature = _file("signature.asc", b"-----BEGIN PGP SIGNATURE-----\n", "application/pgp-signature")
    protocol = {"protocol": "application/pgp-signature", "micalg": "pgp-sha256"}
    _bears(made.message, _part(chance, text), signature, kind="signed", **protocol)


@carrier("picture")
def _picture(chance, made, place, text, kind):
    _bears(made.message, _part(chance, text), _file("logo.png", b"\x89PNG\r\n\x1a\n", "image/png"))


@carrier("attached", "nothing")
def _attached(chance, made, place, text, kind):
    made.meant, made.expected = place.orders, ORDERS
    name = chance.choice(("orders.txt", "my orders", "turn 3.ord"))
    kind = chance.choice(("text/plain", "application/octet-stream"))
    orders = "\n".join(place.orders).encode()
    _bears(made.message, _part(chance, "See attached.\n\nAnn"), _file(name, orders + b"\n", kind))


@carrier("two files", "nothing")
def _two_files(chance, made, place, text, kind):
    made.expected = ASKED
    files = [_file(f"{n}.txt", "\n".join(lines).encode()) for n, lines in enumerate((place.orders, place.others))]
    _bears(made.message, _part(chance, "See attached."), *files)


@carrier("subject", "nothing")
def _subject(chance, made, place, text, kind):
    if len(place.orders) == 1:
        made.meant, made.expected = place.orders, ORDERS
    del made.message["Subject"]
    made.message["Subject"] = f"{place.orders[0]} [pbem {place.file.name}]" if made.meant else "the game"
    _bears(made.message, _part(chance, made.parts["footer"]))


@carrier("forwarded", "nothing")
def _forwarded(chance, made, place, text, kind):
    inner = EmailMessage()
    inner["From"], inner["Subject"] = "Bob <bob@example.net>", "orders"
    inner.set_content("\n".join(place.others))
    outer = EmailMessage()
    outer.set_content(inner)
    _bears(made.message, _part(chance, "Bob wrote me this."), outer)


@carrier("struck", "nothing")
def _struck(chance, made, place, text, kind):
    tag = chance.choice(("<del>{}</del>", "<s>{}</s>", '<div style="display:none">{}</div>', "<!-- {} -->"))
    lines = "".join(f"<div>{tag.format(escape(line))}</div>" for line in place.others)
    _bears(made.message, _part(chance, f"<html><body><p>Hello Bob,</p>{lines}<p>Ann</p></body></html>", "html"))


@carrier("robot", "alone")
def _robot(chance, made, place, text, kind):
    made.meant, made.expected = [], NOTHING
    name, value = chance.choice(TABLES["robots"])
    del made.message[name]
    made.message[name] = value
    _bears(made.message, _part(chance, text))


@carrier("encrypted", "nothing")
def _encrypted(chance, made, place, text, kind):
    name, kind = chance.choice(_SEALED)
    _bears(made.message, _part(chance, "Hello,"), _file(name, b"\x30\x82", kind))


_SEALED = (
    ("smime.p7m", "application/pkcs7-mime"),
    ("winmail.dat", "application/ms-tnef"),
    ("a.doc", "application/msword"),
)


# -- what becomes of them ----------------------------------------------------------------------------------------


def place_of(path, seat, orders, others):
    """The Place of a game that has a desk; its report goes out."""
    file, box = read(str(path)), Letterbox.open(str(path))
    made = dict(zip((seat for seat in file.charter["seats"] if box.seats.get(seat)), outgoing(box, file, file.n)))
    body = made[seat].get_body(("plain",)).get_content().replace("\r\n", "\n")
    return Place(file, box, seat, orders, others, report_id(file, file.n, seat, "club.example"), body)


def became(place, made):
    """``(verdict, order lines)`` of a mail, read in this process; nothing is kept."""
    data = made.message.as_bytes()
    letter = Letter(data, read_letter(data))
    row = {
        "n": 1,
        "seat": None,
        "verdict": "unreadable",
        "warned": [],
        "returned": [],
        "open": None,
        "reading": None,
        "from": letter.sender,
    }
    handler = MessageHandler(place.file, place.box, letter, row, data, NOW)
    handler.decide()
    return handler.arrival["verdict"], lines_of(json.loads(handler.text)) if handler.text else []


def judged(made, verdict, lines):
    """``(expectation, outcome)``: as meant, doubt, refused, lost, invented."""
    if verdict == "accepted":
        is_meant = [one.casefold() for one in lines] == [one.casefold() for one in made.meant]
        outcome = "as meant" if is_meant else "invented" if len(lines) > len(made.meant) else "lost"
        return made.expected, outcome
    if verdict in ("unsure", "refused"):
        outcome = "doubt" if verdict == "unsure" else "refused"
        return made.expected, "as meant" if made.expected == ASKED and verdict == "unsure" else outcome
    return made.expected, "as meant" if made.expected == NOTHING else "lost"


def counted(places, seed, count):
    """``(Counter of (expectation, outcome, carrier), the mails that were not read as meant)``."""
    found, odd = Counter(), []
    by_report = {place.report: place for place in places}
    for made in letters(places, seed, count):
        verdict, lines = became(by_report[made.message["In-Reply-To"]], made)
        row = judged(made, verdict, lines)
        found[(*row, made.parts["carrier"])] += 1
        if row[1] != "as meant":
            odd.append((row, verdict, lines, made))
    return found, odd


OUTCOMES = ("as meant", "doubt", "refused", "lost", "invented")


def told(found):
    """A table of all mails: a row for what is expected of each way to send, a column for what became of it."""
    rows = [f"{'expected':20} {'sent as':13}" + "".join(f"{name:>10}" for name in OUTCOMES)]
    for expected, carrier in sorted({(row[0], row[2]) for row in found}):
        cells = [found[expected, outcome, carrier] for outcome in OUTCOMES]
        rows.append(f"{expected:20} {carrier:13}" + "".join(f"{count:10}" for count in cells))
    sums = [sum(count for row, count in found.items() if row[1] == outcome) for outcome in OUTCOMES]
    return [*rows, f"{sum(sums):6} mails{'':22}" + "".join(f"{count:10}" for count in sums)]


def faults(found):
    """What is not as it should be in counts: an order invented or lost, too many doubts or refusals of orders that
    stand alone on their lines."""
    rows = Counter()
    for (expected, outcome, *_), count in found.items():
        rows[expected, outcome] += count
    own = sum(count for (expected, _), count in rows.items() if expected == ORDERS)
    bounds = {"doubt": MOST_DOUBT * own, "refused": MOST_REFUSED * own}
    over = [(ORDERS, outcome) for outcome, bound in bounds.items() if rows[ORDERS, outcome] > bound]
    return over + [row for row in rows if row[1] in ("lost", "invented")]


def main():
    import os
    import tempfile

    from .letter_desks import desks

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--seed", default="letters")
    parser.add_argument("--show", type=int, default=0, help="so many mails of each outcome that is not as meant")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PBEM_MEMORY"] = os.path.join(folder, "memory")
        begun = time.perf_counter()
        found, odd = counted(desks(Path(folder)), options.seed, options.mails)
    shown = Counter()
    for row, verdict, lines, made in odd:
        shown[row] += 1
        if shown[row] <= options.show:
            print("=" * 80, row, verdict, lines, made.parts, made.message.as_string()[:1500], sep="\n")
    print("\n".join([*told(found), f"{time.perf_counter() - begun:7.0f} seconds, seed {options.seed}"]))
    sys.exit(f"Not as it should be: {faults(found)}" if faults(found) else 0)


if __name__ == "__main__":
    main()
