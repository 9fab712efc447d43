"""Two games with a desk each, in a folder, for the tests of mail; and the golden sessions that are held against them.

`malaya-7` is sealed and waits for the PRC; in `taiwan-1` both seats have chains.  In the .eml files ``{{head}}`` is
the head, ``{{report}}`` the Message-ID of the report to the PRC, ``{{link}}`` its envelope, ``{{form}}`` its
form and ``{{quoted}}`` the form behind quotation marks; ``{{large}}`` and ``{{nested}}`` stand for what is too large to
lie here.  So a session stays the same when the rules of the game change.
"""

import base64
import re
from pathlib import Path

from pbem.core.data import store
from pbem.core.orders.forms import form
from pbem.core.play.robots import Club
from pbem.core.record import charter as charters
from pbem.core.record.gamefile import read, render
from pbem.core.rules.game import load
from pbem.mail.compose import outgoing, report_id
from pbem.mail.incoming import receive
from pbem.mail.letterbox import Letterbox

GOLDEN = Path(__file__).parent / "golden"
SEATS = {"prc": ["ann@example.org"], "allied": ["bob@example.net"]}
LARGE = 20 * 2**20
DEEP = 3000


class Desk:
    """A game in a folder, with its club of robots and its letterbox."""

    def __init__(self, folder, name="malaya-7", fairness="sealed", authserv=""):
        game = load("red-dragon")
        anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
        charter = charters.make(game, name, "ready", anchors=anchors, names={"prc": "Ann", "allied": "Bob"})
        self.club = Club(charter, "desk", fairness)
        self.path = str(folder / f"{name}.json")
        self.file = self.club.new_game()
        self.club.adjudicate(self.file, [])
        while [question["kind"] for question in self.file.waiting] != ["op"]:
            from pbem.core.play.robots import random_orders
            from pbem.core.play.selfplay import Chance

            self.club.adjudicate(self.file, random_orders(self.file, Chance("desk")))
        self.save()
        box = Letterbox(self.path)
        box.address, box.seats, box.authserv = "pbem@club.example", dict(SEATS), authserv
        box.save_desk(self.file)

    def save(self):
        store.write(self.path, render(self.file))

    @property
    def box(self):
        return Letterbox.open(self.path)

    def receive(self, data):
        return receive(read(self.path), self.box, data)

    def filled(self, data):
        """The bytes of an .eml file with its places filled in."""
        text = data.decode("latin-1")
        host = "club.example"
        order_form = form(self.file, "prc")
        words = {
            "head": self.file.head[:32], "report": report_id(self.file, len(self.file.entries), "prc", host),
            "form": order_form, "quoted": "\n".join(f"> {line}".rstrip() for line in order_form.split("\n")),
            "entry": str(self.file.record.next), "past": str(self.file.record.next - 1), "link": self._link(),
            "report-body": outgoing(self.box, self.file, len(self.file.entries))[0].get_content(),
            "nested": "".join(f'Content-Type: multipart/mixed; boundary="n{n}"\n\n--n{n}\n' for n in range(DEEP)),
            "large": base64.encodebytes(b"\0" * LARGE).decode(),
        }  # fmt: skip
        for word, value in words.items():
            if f"{{{{{word}}}}}" in text:
                text = text.replace(f"{{{{{word}}}}}", value)
        if "{{base64:" in text:
            text = re.sub(r"\{\{base64:(.*?)\}\}", _encoded, text, flags=re.DOTALL)
        return text.encode("latin-1", "replace")

    def _link(self):
        keeper = self.club.keepers.get("prc")
        return keeper.release(None, self.file.record, "", []).hex() if keeper else "0" * 64


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
        if decision.answer is not None:
            head = "".join(f"{name}: {decision.answer[name]}\n" for name in decision.answer.keys()
                           if name not in ("MIME-Version", "Content-Type", "Content-Transfer-Encoding"))  # fmt: skip
            told.append(f"{head}\n{decision.answer.get_content()}")
    for path in desk.box.inbox(desk.file.record.next):
        told.append(f"--- inbox/{Path(path).name}\n{Path(path).read_text()}")
    return _steady("\n".join(told))


def _steady(text):
    """The text without digests and without the parts of forms and reports that a change of the rules would change."""
    text = re.sub(r"[0-9a-f]{64}", "<sha256>", text)
    text = re.sub(r"[0-9a-f]{32}", "<head>", text)
    return re.sub(r"(?s)(order form for.*?\n)## 1\..*?\n--\n", r"\1…\n--\n", text)
