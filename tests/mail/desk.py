"""Two games with a desk each, in a folder, for the tests of mail; and the golden sessions that are held against them.

`malaya-7` is sealed and waits for the PRC; in `taiwan-1` both seats have chains.  In the .eml files ``{{head}}`` is
the head, ``{{report}}`` the Message-ID of the report to the PRC, ``{{sealed}}`` the document in which it passes,
signed, ``{{other}}`` another one for the same entry, ``{{wrapped}}`` the first as mail programs quote and break it,
``{{altered}}`` the first with one letter changed, ``{{form}}`` its form and ``{{quoted}}`` the form behind quotation
marks; ``{{large}}`` and ``{{nested}}`` stand for what is too large to lie here.  So a session stays the same when the
rules of the game change.
"""

import base64
import functools
import json
import re
from base64 import b64decode, b64encode
from datetime import datetime, timezone
from pathlib import Path
from textwrap import wrap

from pbem.core.data import store
from pbem.core.orders.orders import read as read_orders
from pbem.core.play.gamefile import read, render
from pbem.core.record import charter as charters
from pbem.core.record.documents import BEGIN, END, packed
from pbem.core.seat.order_form import form
from pbem.core.signing import sealing
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, random_orders
from pbem.core.trial.selfplay import Chance
from pbem.mail.compose import outgoing
from pbem.mail.incoming import receive
from pbem.mail.letterbox import Letterbox
from pbem.mail.message_ids import report_id

GOLDEN = Path(__file__).parent / "golden"
SEATS = {"prc": ["ann@example.org"], "allied": ["bob@example.net"]}
NOW = datetime(2027, 1, 4, 10, 0, tzinfo=timezone.utc)
LARGE = 20 * 2**20
OP = "op 5 with prc-jh-7-1"
DEEP = 3000


class Desk:
    """A game in a folder, with its club of robots and its letterbox."""

    def __init__(self, folder, name="malaya-7", fairness="sealed", authserv="", calendar=None):
        game = load("red-dragon")
        anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
        charter = charters.make(
            game, name, "ready", anchors=anchors, names={"prc": "Ann", "allied": "Bob"}, calendar=calendar
        )
        self.club = Club(charter, "desk", fairness)
        self.path = str(folder / f"{name}.json")
        self.file = self.club.new_game()
        self.play_on([])
        while [question["kind"] for question in self.file.waiting] != ["op"]:
            self.play_on(random_orders(self.file, Chance("desk")))
        self._filling = None, {}
        box = Letterbox(self.path)
        box.address, box.seats, box.authserv = "pbem@club.example", dict(SEATS), authserv
        box.save_desk(self.file)

    def play_on(self, orders):
        """Adjudicate these orders, and write the game."""
        self.file = self.club.adjudicate(self.file, orders).file
        self.file.path = self.path
        store.write(self.path, render(self.file))

    def order(self, *lines, seat="prc"):
        """The order document of these lines for what is asked now."""
        header = f"game {self.file.name}\nseat {seat}\nentry {self.file.next}\nhead {self.file.head}\n"
        return read_orders((header + "\n".join(lines)).encode(), self.file.game)[0].to_json()

    def sealed(self, *lines, seat="prc"):
        """The same, signed and with its envelope where one is due, as it travels."""
        return packed(
            sealing.seal_orders(self.file, self.order(*lines, seat=seat), self.club.signers[seat], confirmed=True)
        )

    @property
    def box(self):
        return Letterbox.open(self.path)

    def receive(self, data):
        """Take a message at one and the same moment, and hand its answers over."""
        box = self.box
        decision = receive(read(self.path), box, data, NOW)
        if decision.arrival is not None:
            box.handed_over(decision.arrival)
        return decision

    def filled(self, data):
        """The bytes of an .eml file with its places filled in."""
        text = data.decode("utf-8", "surrogateescape")
        for word, value in self._words("{{report-" in text or "{{form-" in text or "{{inline:" in text).items():
            if f"{{{{{word}}}}}" in text:
                text = text.replace(f"{{{{{word}}}}}", value)
        text = re.sub(r"\{\{inline:(.*?)\}\}", lambda match: self._answered_inline(match[1]), text)
        if "{{base64:" in text:
            text = re.sub(r"\{\{base64:(.*?)\}\}", _encoded, text, flags=re.DOTALL)
        return text.encode("utf-8", "surrogateescape")

    def _words(self, reported=True):
        """What stands for the places in a file, while the game stands where it does; of its report if wanted."""
        if self._filling[0] != self.file.head:
            self._filling = self.file.head, self._words_now()
        words = self._filling[1]
        if reported and "report-body" not in words:
            words.update(self._reported(words["form"]))
        return words

    def _words_now(self):
        host = "club.example"
        order_form = form(self.file, "prc")
        sealed, other = (self.sealed("pass"), self.sealed(OP)) if self.club.signers.get("prc") else ("", "")
        return {
            "sealed": sealed,
            "other": other,
            "altered": _altered(sealed),
            "wrapped": _wrapped(sealed),
            "head": self.file.head[:32],
            "report": report_id(self.file, self.file.n, "prc", host),
            "form": order_form,
            "quoted": "\n".join(f"> {line}".rstrip() for line in order_form.split("\n")),
            "entry": str(self.file.next),
            "past": str(self.file.next - 1),
            **_hostile(),
        }

    def _reported(self, order_form):
        """The report to the PRC and its form as mail programs give them back."""
        body = outgoing(self.box, self.file, self.file.n)[0].get_body(("plain",)).get_content()
        filled = order_form.replace("# pass", "pass", 1)
        self.body, quoted = body, _quoted(body).split("\n")
        rows = [row for line in quoted for row in wrap(line, 50, break_long_words=False) or [""]]
        return {
            "report-body": body,
            "report-quoted": _quoted(body),
            "report-html": _as_html(body),
            "report-wrapped": "\n".join(rows),
            "form-filled": filled,
            "form-filled-quoted": _quoted(filled),
        }

    def _answered_inline(self, words):
        """The quoted report with an answer in the middle."""
        lines = _quoted(self.body).split("\n")
        middle = next(n for n, line in enumerate(lines) if line.lstrip("> ").startswith("##"))
        return "\n".join([*lines[:middle], "", words, "", *lines[middle:]])


@functools.cache
def _hostile():
    """What is too large to lie in a file, or nested too deep."""
    return {
        "nested": "".join(f'Content-Type: multipart/mixed; boundary="n{n}"\n\n--n{n}\n' for n in range(DEEP)),
        "large": base64.encodebytes(b"\0" * LARGE).decode(),
    }


def _quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.rstrip("\n").split("\n"))


def _as_html(text):
    from html import escape

    return "<br>\n".join(escape(line) for line in text.split("\n"))


def _altered(sealed):
    """The document with one letter of its signature changed; it can be read as before."""
    if not sealed:
        return ""
    words = b64decode("".join(sealed.split("\n")[1:-2]))
    changed = words[:-4] + (b"0" if words[-4:-3] != b"0" else b"1") + words[-3:]
    return "\n".join([BEGIN, b64encode(changed).decode(), END])


def _wrapped(sealed):
    """The document broken at 40 characters, behind the marks of a quotation."""
    letters = "".join(sealed.split("\n")[1:-2])
    rows = [BEGIN, *(letters[place : place + 40] for place in range(0, len(letters), 40)), END]
    return "\n".join(f"> > {row}" for row in rows)


def _encoded(match):
    return base64.encodebytes(match[1].encode("latin-1", "replace")).decode().strip()


def sessions():
    """The names of the golden sessions, sorted."""
    return sorted({path.name.split(".")[0] for path in GOLDEN.glob("*.eml")})


def played(name, folder):
    """A session as text: what became of each of its messages, and what was answered, with digests left out."""
    paths = sorted(GOLDEN.glob(f"{name}.*eml"))
    is_shared = b"taiwan-1" in paths[0].read_bytes()
    desk = Desk(folder, "taiwan-1" if is_shared else "malaya-7", "shared" if is_shared else "sealed")
    told = []
    for path in paths:
        decision = desk.receive(desk.filled(path.read_bytes()))
        told.append(f"=== {path.name}: {decision.verdict}\n{decision.why}\n")
        for mail in decision.mails:
            head = "".join(
                f"{name}: {mail[name]}\n"
                for name in mail.keys()
                if name not in ("MIME-Version", "Content-Type", "Content-Transfer-Encoding")
            )
            told.append(f"{head}\n{mail.get_content()}")
    for path in desk.box.inbox(desk.file.next):
        told.append(f"--- inbox/{Path(path).name}\n" + "\n".join([*kept_lines(path), ""]))
    return _steady("\n".join(told))


def _steady(text):
    """The text without digests and without the parts of forms and reports that a change of the rules would change."""
    text = re.sub(f"(?s){BEGIN}.*?{END}", "<document>", text)
    text = re.sub(r"[0-9a-f]{64}", "<sha256>", text)
    text = re.sub(r"[0-9a-f]{32}", "<head>", text)
    return re.sub(r"(?s)(order form for.*?\n)## 1\..*?\n--\n", r"\1…\n--\n", text)


def kept_lines(path):
    """The lines of orders that lie in the inbox, as order text; of a signed document its own."""
    text = Path(path).read_text()
    if not text.startswith("{"):
        return text.splitlines()
    return lines_of(json.loads(text))


def lines_of(order):
    """The lines of an order document, as order text."""
    items = [item for name in ("answers", "standing", "petitions") for item in order.get(name, ())]
    return [line for item in items for line in item["text"].split("\n")]
