"""The table of mails, read and played: each row through the command line, as a desk and its players use it.

A row is a game, then mails and runs in turn; README.md beside this file says what each word of a row means.
"""

import functools
import json
import os
import re
import shutil
from datetime import datetime, timedelta
from email import message_from_string
from email.policy import default
from hashlib import sha256
from pathlib import Path

from pbem.core.record.secret import Secret
from pbem.core.seat.block import UNTIL_NEXT
from tests.cli.tools import done, pbem, set_up_desk

HERE = Path(__file__).parent
TITLES = ("pacific", "red-dragon", "cataclysm")
WAYS = ("text", "json")
START, DAYS = datetime(2027, 3, 1), 12  # a deadline that passed was so many days ago
RUNS, SECRETS = 8, 30  # how often a run may go on by itself; how many secrets are tried for a game
VERDICTS = {"accepted": "accepted", "refused": "refused", "unsure": "doubt", "question": "answered"}
SCOPES = ("coming turn", "turn after", "when others move")
ROW = re.compile(rf"\s*({'|'.join(SCOPES)})\s+(\d+)\s+(.+)")


class Unlucky(Exception):
    """The dice of this secret show nothing of what a row is about."""


@functools.cache
def tables():
    """``{title: its table}``, as they lie beside this file."""
    return {title: json.loads((HERE / f"{title}.json").read_text(encoding="utf-8")) for title in TITLES}


def rows():
    """Every row with its title."""
    return [(title, row) for title in TITLES for row in tables()[title]["rows"]]


def name(row):
    return row["name"]


# -- the game of a row -------------------------------------------------------------------------------------


def begun(folder, title, game, number):
    """A game of the table as it was made, with its desk, and played to its first question; its path."""
    made = tables()[title]["games"][game]
    path = folder / "g.json"
    Secret.create(f"{path}.secret", secret=sha256(f"plan {number}".encode()).digest())
    options = [*made.get("options", ()), "--days", "7", "--now", f"{START:%Y-%m-%dT%H:%M}"]
    if "position" in made:
        position = {"pbem": "position/1", "title": title, "id": "plan", **made["position"]}
        (folder / "g.position").write_text(json.dumps(position), encoding="utf-8")
        options += ["--position", folder / "g.position"]
    done("new", made["scenario"], "-o", path, *options)
    set_up_desk(path, "--referee", "cora@example.com", **{seat: _address(seat) for seat in _holders(path)})
    done("adjudicate", path, "-o", path, "--now", f"{START:%Y-%m-%dT%H:%M}")
    return path


def _holders(path):
    """The seats of a game."""
    return json.loads(path.read_text(encoding="utf-8").split("\n")[0])[0]["charter"]["seats"]


def _address(seat):
    return f"{seat}@example.org"


# -- a row, played ------------------------------------------------------------------------------------------


class Played:
    """A game in a folder, and what came out of it so far."""

    def __init__(self, title, row, way, folder, number):
        self.title, self.row, self.way, self.folder = title, row, way, folder
        os.environ["PBEM_MEMORY"] = str(folder / "memory")
        self.path = begun(folder, title, row["game"], number)
        self.clock, self.arrivals, self.heads = START + timedelta(hours=12), 0, [self.base()]

    @property
    def now(self):
        return f"{self.clock:%Y-%m-%dT%H:%M}"

    def status(self, *options):
        return done("status", self.path, *options, "--json").json

    def base(self):
        """What a mail quotes that answers what is asked now."""
        status = self.status()
        return status["entry"], status["head"]

    def goes_on(self):
        if self.status()["over"]:
            raise Unlucky

    # -- mails

    def mail(self, step):
        """What became of a mail: its verdict, and the receipt as one line of words."""
        self.goes_on()
        self.clock += timedelta(hours=1)
        self.arrivals += 1
        seat, text = step["mail"], "\n".join(step["says"])
        if step.get("base", len(self.heads) - 1) is not None:
            text = self.headed(seat, text, step.get("base", len(self.heads) - 1))
        if self.way == "json" and not step.get("words"):
            text = self.as_json(text)
        path = self.folder / f"{self.arrivals}.eml"
        path.write_text(
            f"From: {_address(seat)}\nTo: pbem+g@club.example\nSubject: [pbem g]\nMessage-ID: <{self.arrivals}@x>\n"
            f"\n{text}\n",
            encoding="utf-8",
        )
        told = done("mail", "in", self.path, "--from", path, "--now", self.now, "--json").json
        mails = [message_from_string(one, policy=default) for one in told["mails"]]
        (receipt,) = (one for one in mails if one["To"] == _address(seat))
        return told["verdict"], receipt.get_body(("plain",)).get_content()

    def headed(self, seat, text, number):
        entry, head = self.heads[number]
        return f"game g\nseat {seat}\nentry {entry}\nhead {head}\n{text}\n--"

    def as_json(self, text):
        """The same orders as a JSON document; text that is no order file stays text."""
        path = self.folder / "o.txt"
        path.write_text(text + "\n", encoding="utf-8")
        ran = pbem("orders", "convert", path, "--game", self.path, "--to", "json")
        return ran.out if ran.code == 0 else text

    def checked(self, step):
        """What `pbem check` says of the same mail before it is sent: exit code, and its words."""
        path = self.folder / "check.txt"
        path.write_text(self.headed(step["mail"], "\n".join(step["says"]), -1) + "\n", encoding="utf-8")
        return pbem("check", self.path, path, "--now", self.now) if _knows_now() else pbem("check", self.path, path)

    # -- runs

    def run(self, step):
        """Adjudicate what lies at the desk, then on until somebody is waited for; the story of all entries."""
        self.goes_on()
        self.clock += timedelta(days=DAYS if step["run"] else 0, hours=1)
        late, told = [word for seat in step["run"] for word in ("--deadline-passed", seat)], []
        for _ in range(RUNS):
            before, report = self.base(), self.folder / "report.txt"
            report.unlink(missing_ok=True)
            lying = done("mail", "inbox", self.path, "--now", self.now, "--json").json["files"]
            done(
                "adjudicate", self.path, *(self.folder / file for file in lying), "-o", self.path,
                "--report", report, "--now", self.now, *late,
            )  # fmt: skip
            late = []
            if self.base() == before:
                break
            told.append(report.read_text(encoding="utf-8"))
            if self.status()["over"]:
                break
        self.heads.append(self.base())
        return told

    def posted(self):
        """``{seat: words}`` of the mails that tell what is new."""
        out = self.folder / "out"
        before = set(out.glob("new/*"))
        plain = ["--plain"] if self.way == "text" else []  # who writes text gets no page
        done("mail", "out", self.path, "-o", out, "--now", self.now, *plain)
        mails = [message_from_string(path.read_text(), policy=default) for path in set(out.glob("new/*")) - before]
        return {
            mail["To"].partition("@")[0]: mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
            for mail in mails
        }

    def stands(self, seat):
        """The block of a seat, line by line, as its status prints it."""
        return block(done("status", self.path, "--seat", seat).out)


@functools.cache
def _knows_now():
    return "--now" in pbem("check", "--help").out


def words(text):
    """A text on one line, without the marks that a receipt puts before its lines."""
    return " ".join(" ".join(line.removeprefix("|") for line in text.split("\n")).split())


def block(text):
    """The lines of the block "Your orders as they stand" in a text: ``["7 coming turn: op 5 with 2 su-30", …]``; None
    if there is no block."""
    _, found, rest = text.partition("Your orders as they stand")
    if not found:
        return None
    return [line for line, _ in _rows_of(rest)]


def leaving(text):
    """Those lines of the block that their seat has taken back and that may act until the next entry."""
    rows = _rows_of(text.partition("Your orders as they stand")[2])
    return [line for line, state in rows if state.startswith(UNTIL_NEXT)]


def _rows_of(rest):
    """``[(line, its state)]`` of what stands after the first words of a block."""
    lines: list[list[str]] = []
    for line in rest.split("\n")[1:]:
        stripped = line.removeprefix("## ").strip()
        if not stripped or stripped.startswith(("To undo", "Waiting for you", "Played")):
            break
        if match := ROW.match(stripped):
            said, *state = re.split(r" {2,}", match[3])
            lines.append([f"{match[2]} {match[1]}: ", said, "".join(state[:1])])
        elif lines:  # a long line goes on behind a mark; what is said of it stands below
            place = 1 if stripped.startswith("|") else 2
            lines[-1][place] = f"{lines[-1][place]} {stripped.removeprefix('|').strip()}".strip()
    return [(lead + plain(said), state) for lead, said, state in lines]


def plain(line):
    """A line without the word that its scope says as well, and with one of two words for one thing."""
    return re.sub(r"^((\w+: )?)when ", r"\1always ", re.sub(r"^((\w+: )?)(next: |then )", r"\1", line))


def story(reports):
    """What happened, in the reports of a run, as one line of words."""
    found = [report.partition("--- What happened")[2].partition("\n--- ")[0] for report in reports]
    parts = [part.partition("\n")[2] for part in found]
    return words(" ".join(re.sub(r"\s*\[[\d.A-Z, -]+\]$", "", line) for part in parts for line in part.split("\n")))


def not_used(text):
    """The lines that a mail tells its reader as not used, each whole: what is indented further goes on with a line."""
    found = []
    for part in re.split("Not used:|no longer needed:", text)[1:]:
        lines = part.partition("\n\n")[0].split("\n")[1:]
        indent = min((len(line) - len(line.lstrip()) for line in lines), default=0)
        for line in lines:
            goes_on = found and line[indent : indent + 1] == " "
            found[-1:] = [f"{found[-1]} {line.strip()}"] if goes_on else [*found[-1:], line.strip()]
    return found


# -- what a row expects ---------------------------------------------------------------------------------------


def differences(title, row, way, folder):
    """What came out otherwise than a row expects, with the first secret whose dice show it."""
    first = row.get("secret", 0)
    for number in [first, *(other for other in range(SECRETS) if other != first)]:
        place = folder / str(number)
        place.mkdir(parents=True)
        try:
            return _differences(Played(title, row, way, place, number))
        except Unlucky:
            shutil.rmtree(place)
    raise AssertionError(f"no dice among {SECRETS} show what {row['name']} is about")


def _differences(played):
    asks = played.row.get("asks")
    if asks and asked(played) != [asks]:
        raise Unlucky
    found = []
    for number, step in enumerate(played.row["steps"], 1):
        found += [f"step {number}: {one}" for one in (_of_mail if "mail" in step else _of_run)(played, step)]
    return found


def asked(played):
    return [" ".join((row["seat"], row["power"], row["kind"])) for row in played.status()["waiting"]]


def _of_mail(played, step):
    checked = played.checked(step) if _checkable(step) else None
    verdict, receipt = played.mail(step)
    status = VERDICTS.get(verdict, verdict)
    yield from _other("verdict", step.get("is", status), status, receipt)
    if checked is not None:
        yield from _other("exit code of check", step.get("is") == "refused", checked.code != 0, str(checked))
    told = words(receipt)
    yield from _said(step.get("tells", ()), told)
    if "stands" in step:
        yield from _other("the block of the receipt", step["stands"], block(receipt), receipt)
        yield from _other("the block of status", step["stands"], played.stands(step["mail"]))


def _checkable(step):
    return "is" in step and not step.get("words") and step["is"] in ("accepted", "refused") and "base" not in step


def _of_run(played, step):
    reports = played.run(step)
    if step.get("waits"):
        played.goes_on()
    told, posted = story(reports), played.posted()
    if any(word not in told for word in step.get("luck", ())) or any(word in told for word in step.get("unlucky", ())):
        raise Unlucky
    yield from _said(step.get("acts", ()), told)
    for fragment in step.get("not", ()):
        if fragment in told:
            yield f"acted, and must not: {fragment!r} in {told!r}"
    for seat, lines in step.get("tells", {}).items():
        yield from _said(lines, words(posted.get(seat, "")))
    for seat, lines in step.get("not used", {}).items():
        yield from _other(f"what {seat} is told as not used", lines, not_used(posted.get(seat, "")))
    for seat, lines in step.get("hidden", {}).items():
        shown = words(posted.get(seat, "")) + words(pbem("report", played.path, "--seat", seat).out)
        yield from (f"{seat} is told: {line!r}" for line in lines if line in shown)
    if "waits" in step:
        yield from _other("whom the game waits for", sorted(step["waits"]), sorted(asked(played)), told)
    for seat, lines in step.get("stands", {}).items():
        yield from _other(f"the block of {seat}", lines, played.stands(seat))
    for query, value in step.get("board", {}).items():
        shown = done("show", played.path, *query.split(), "--json").json["value"]
        yield from _other(query, value, shown)


def _said(fragments, text):
    return [f"not said: {fragment!r} in {text!r}" for fragment in fragments if fragment not in text]


def _other(what, expected, got, beside=""):
    return [] if expected == got else [f"{what}: expected {expected!r}, got {got!r}\n{beside}"]
