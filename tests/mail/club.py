"""make mail-club: whole games by mail through a real server, with people who answer as people do.

    python tests/mail/club.py [--server opensmtpd|postfix] [--stops 0] [--seed WORD] [TITLE…]

A scripted club plays a game of each title.  What everybody means is drawn beforehand by seeded random play, so that it
is known without the desk; then it is written into mails of all styles (styles.py), with the mishaps below in between.
The referee does what docs/mail.md says, every morning the same.  Dice, orders and styles follow from the seed alone,
which is told at the start, so that a game can be played again.  At the end the record must hold exactly what was
meant, each once; everybody must have had every report once, and an answer to every mail; nobody anything of another's.

Exit code 0: so it is.
"""

import argparse
import sys
import tempfile
import time
import traceback
from datetime import date, timedelta
from email.message import EmailMessage
from email.policy import default
from hashlib import sha256
from pathlib import Path

from pbem.core.data.canon import dumps
from pbem.core.play.gamefile import read
from pbem.core.record.secret import Secret
from pbem.core.rules.requests import ask_from
from pbem.core.trial.robots import random_orders
from pbem.core.trial.selfplay import Chance
from pbem.mail.arrivals import Arrivals
from pbem.mail.no_game_inbox import MOST_ANSWERS
from tests.mail.hall import Hall
from tests.mail.styles import STYLES, Answer

SCENARIOS = {"red-dragon": "standard", "cataclysm": "c4", "pacific": "standard"}
GIVES_UP = {"red-dragon": "prc", "cataclysm": "japan", "pacific": "japan"}
NAMES = ("Ann", "Bob", "Cat", "Dan")
LOST = "for which game?"  # what comes of a mail that names none
WITHIN = 60  # seconds for a bounce to come
FIRST = date(2027, 1, 1)
MOST_LAST = 5  # stops until a concession is heard
DAYS = 7  # that a seat has, with two of grace
SEED = "club"


class Person:
    """Somebody with a mailbox.  `styles` is a ring of the ways in which they answer, begun at another place by each."""

    def __init__(self, name, server, first=0):
        self.name, self.address = name, f"{name.lower()}@people.example"
        self.sender = f"{name} <{self.address}>"
        self.box = server.box(name.lower())
        self.turn = first
        self.sent = {}  # Message-ID: what must come of it

    def style(self):
        names = list(STYLES)
        self.turn += 1
        return names[(self.turn - 1) % len(names)]


class Club:
    """One game by mail.

    meant      {entry: {seat: its answers as drawn, as canonical JSON, sorted}}
    stops      after so many stops the side of GIVES_UP concedes; 0: the game goes to its own end
    """

    def __init__(self, server, title, stops=0, seed=SEED, offset=0, host="club.example"):
        self.server, self.title, self.stops, self.host = server, title, stops, host
        self.name = f"{title}-club"
        self.path = str(server.games / f"{self.name}.json")
        self.chance, self.number, self.meant, self.offset = Chance(f"{seed}/{title}"), 0, {}, offset
        self.eve, self.day, self.last = Person("Eve", server), 0, set()
        self.happened, self.silent, self.styles, self.before = [], None, [], []
        self._set_up(seed)

    def _set_up(self, seed):
        server = self.server
        Secret.create(f"{self.path}.secret", secret=sha256(f"{seed}/{self.title}".encode()).digest())
        server.give_away()
        server.desk(
            "new", f"{self.title}/{SCENARIOS[self.title]}", "-o", self.path, "--days", str(DAYS), "--now", self.now
        )
        self.file = read(self.path)
        seats = list(self.file.charter["seats"])
        self.people = {
            seat: Person(f"{NAMES[n]}-{self.title}", server, 5 * n + self.offset) for n, seat in enumerate(seats)
        }
        known = [word for seat, one in self.people.items() for word in ("--seat", f"{seat}={one.address}")]
        server.desk(
            "mail", "set-up", self.path, "--address", f"pbem@{self.host}", *known, "--referee", "cora@people.example"
        )

    @property
    def now(self):
        return str(FIRST + timedelta(self.day))

    # -- the referee ---------------------------------------------------------------------------------------------

    def morning(self):
        """What the referee does at every stop: play on with what has come, and send what there is to say."""
        files = self.server.desk("mail", "inbox", self.path).split("\n")[:-1]
        silent = ["--deadline-passed", self.silent] if self.silent else []
        self.server.desk("adjudicate", self.path, *files, "-o", self.path, *silent, "--now", self.now)
        self.silent = None
        self.day += 1
        self.post()

    def post(self):
        self.server.desk("mail", "out", self.path, "-o", self.server.outbox)
        self.server.send()
        self.file = read(self.path)

    # -- the players ---------------------------------------------------------------------------------------------

    def play(self):
        """The game to its end; every stop with the mishap whose turn it is."""
        self.morning()
        mishaps, stop = list(MISHAPS), 0
        while not self.file.is_over:
            stop += 1
            if self.stops and stop > self.stops:
                self.give_up()
                break
            mishap = mishaps[(stop - 1 + self.offset) % len(mishaps)]
            self.stop(MISHAPS[mishap])
            self.happened.append(mishap)
        return self

    def stop(self, mishap):
        orders = self.drawn()
        self.meant[self.file.next] = {order["seat"]: answers_of(order) for order in orders}
        waiting = []
        for number, order in enumerate(orders):
            person = self.people[order["seat"]]
            if number == 0:
                waiting += mishap(self, person, order) or ()
            else:
                waiting.append((person, self.answer(person, order)))
        for person, sent in waiting:
            self.receipt(person, sent)
        self.morning()

    def drawn(self):
        """What everybody means at this stop, by chance: one order document a seat, without petitions."""
        orders = [{**order, "petitions": []} for order in random_orders(self.file, self.chance) if order["answers"]]
        if self.file.state["muster"]:
            said = {order["seat"] for order in orders}
            orders += [{"seat": seat, "answers": [], "ready": True} for seat in self.file.people if seat not in said]
        return orders

    def lines(self, order):
        """An order document as its seat types it."""
        seat, rows = order["seat"], []
        powers = [power for power, holder in self.file.charter["powers"].items() if holder == seat]
        asks = {(ask.power, ask.kind): ask for ask in map(ask_from, self.file.waiting)}
        for item in order["answers"]:
            kind, lead = self.file.game.kinds[item["kind"]], f"{item['power']}: " if len(powers) > 1 else ""
            texts = kind.text(item["value"], asks[item["power"], item["kind"]])
            rows += [line if line.startswith("else") else lead + line for line in texts]
        return rows or ["ready"]

    def header(self, seat):
        return [f"game {self.name}", f"seat {seat}", f"entry {self.file.next}", f"head {self.file.head}"]

    def report(self, person):
        """The report on the last entry in a person's box."""
        wanted = f"<{self.name}/{self.file.n}/"
        return person.box.wait(lambda mail: id_of(mail).startswith(wanted), f"report {self.file.n}")

    def written(self, person, order, mail=None, style=None, lines=None):
        self.number += 1
        given = Answer(
            mail if mail is not None else self.report(person),
            person.sender,
            lines or self.lines(order),
            self.header(order["seat"]),
            f"{self.name}.{self.number}",
        )
        name = style or person.style()
        self.styles.append(name)
        return STYLES[name](given)

    def answer(self, person, order, must="accepted", **how):
        """Write and send an answer; its Message-ID."""
        return self.send(person, self.written(person, order, **how), must)

    def send(self, person, made, must):
        person.sent[str(made["Message-ID"])] = must
        self.server.hand_in(person.address, str(made["To"]), made.as_bytes())
        return str(made["Message-ID"])

    def note(self, person, to, subject, text, must, **fields):
        """A mail that answers nothing."""
        self.number += 1
        made = EmailMessage(policy=default)
        made["From"], made["To"], made["Subject"] = person.sender, to, subject
        made["Message-ID"] = f"<{self.name}.{self.number}@people.example>"
        for name, value in fields.items():
            made[name.replace("_", "-")] = value
        made.set_content(text)
        return self.send(person, made, must)

    def receipt(self, person, sent):
        """The receipt for a mail, which must say what must come of it."""
        mail = person.box.wait(lambda one: sent in str(one["References"]).split(), f"receipt for {sent}")
        text = mail.get_body(("plain",)).get_content()
        word = person.sent[sent]
        said = str(mail["Subject"]).rpartition(": ")[2]
        assert said in word.split(" or "), f"{self.styles[-1]}: {mail['Subject']}, not {word}\n{text}"
        return mail

    @property
    def address(self):
        return f"pbem+{self.name}@{self.host}"

    def give_up(self):
        """The last mails of a game that is ended: one side concedes, beside what it is asked, until that is heard."""
        seat = GIVES_UP[self.title]
        for _ in range(MOST_LAST):
            orders = {order["seat"]: order for order in self.drawn()}
            self.meant[self.file.next] = {one: answers_of(order) for one, order in orders.items()}
            self.meant[self.file.next].setdefault(seat, [])
            self.last.add(self.file.next)
            sent = []
            for one in {seat, *orders}:
                lines = [*["concede"] * (one == seat), *(self.lines(orders[one]) if one in orders else ())]
                person = self.people[one]
                sent.append((person, self.answer(person, {"seat": one}, lines=lines)))
            for person, number in sent:
                self.receipt(person, number)
            self.morning()
            if self.file.is_over:
                self.happened.append("concedes")
                return
        raise AssertionError("nobody hears the concession")

    # -- at the end ----------------------------------------------------------------------------------------------

    def check(self):
        """The record, the boxes and the log against what was meant; raises AssertionError."""
        self.server.desk("verify", self.path)
        recorded = self.recorded()
        for entry in self.last:  # a concession may be heard before the answers beside it
            for seat, answers in recorded.get(entry, {}).items():
                recorded[entry][seat] = answers or self.meant[entry].get(seat)
        assert recorded == self.meant, difference(recorded, self.meant)
        for person in self.everybody:
            self.check_box(person)
        self.check_arrivals()
        return self

    def check_arrivals(self):
        """Every mail is in the log, once, as what it had to be."""
        came = list(Arrivals(f"{self.path}.mail/arrivals.db"))
        ids = [row["message_id"] for row in came]
        sent = {one: must for person in self.everybody for one, must in person.sent.items() if must != LOST}
        assert all(ids.count(one) == 1 for one in sent), [one for one in sent if ids.count(one) != 1]
        taken = {row["message_id"] for row in came if row["verdict"] == "accepted"}
        assert taken == {one for one, must in sent.items() if must == "accepted"}

    @property
    def everybody(self):
        return [*self.people.values(), *self.before, self.eve]

    def recorded(self):
        """What the record holds of what people sent: as `meant`."""
        found = {}
        for entry in self.file.entries:
            if entry["kind"] != "play":
                continue
            seats = [document["seat"] for document, _ in entry["documents"] if document["kind"] == "orders"]
            assert len(seats) == len(set(seats)), f"entry {entry['n']} holds two documents of a seat"
            answers = {seat: [] for seat in seats}
            for row in entry["used"]:
                if row["by"] == "answer":
                    answers[row["seat"]].append(dumps(row["value"]))
            if seats or entry["n"] in self.meant:
                found[entry["n"]] = {seat: sorted(values) for seat, values in answers.items()}
        return found

    def check_box(self, person):
        """Each mail once, all for this person, nothing with another's address in it."""
        mails = person.box.look()
        ids = [id_of(mail) for mail in mails]
        assert len(ids) == len(set(ids)), f"{person.name} has a mail twice"
        others = {one.address for one in self.everybody} - {person.address}
        for mail in mails:
            text = mail.get_body(("plain",)).get_content()
            assert not [one for one in others if one in text or one in str(mail["To"])], f"{person.name}: {text}"
        answered = {one for mail in mails for one in str(mail["References"]).split()}
        for sent, must in person.sent.items():
            assert (sent in answered) == (must != "nothing"), f"{person.name}: {sent} must be {must}"


def id_of(mail):
    return str(mail["Message-ID"]).strip()


def answers_of(order):
    """What a document of random play answers, as the record will hold it."""
    return sorted(dumps(item["value"]) for item in order["answers"])


def difference(found, wanted):
    return {n: (found.get(n), wanted.get(n)) for n in sorted({*found, *wanted}) if found.get(n) != wanted.get(n)}


# -- what goes wrong ---------------------------------------------------------------------------------------------

MISHAPS = {}


def mishap(function):
    MISHAPS[function.__name__.replace("_", "-")] = function
    return function


@mishap
def nothing(club, person, order):
    """An honest answer."""
    return [(person, club.answer(person, order))]


@mishap
def mistake(club, person, order):
    """The first line is mistyped: nothing counts; then all of it is sent again, as an answer to the receipt."""
    lines = club.lines(order)
    wrong = club.receipt(
        person, club.answer(person, order, "refused or unsure", style="top", lines=[f"xq{lines[0]}", *lines[1:]])
    )
    return [(person, club.answer(person, order, mail=wrong))]


@mishap
def change_of_mind(club, person, order):
    """Other orders come first; the receipt is answered with what is meant, its quotation left in."""
    others = [one for one in random_orders(club.file, club.chance) if one["seat"] == order["seat"]]
    if not others or not order["answers"]:
        return nothing(club, person, order)
    receipt = club.receipt(person, club.answer(person, {**others[0], "petitions": []}))
    return [(person, club.answer(person, order, mail=receipt))]


@mishap
def twice(club, person, order):
    """One mail is delivered twice."""
    made = club.written(person, order)
    club.send(person, made, "accepted")
    return [(person, club.send(person, made, "accepted"))]


@mishap
def wrong_address(club, person, order):
    """A mistyped game, a header for none: the sender is told, three times a day at most; then it is sent rightly."""
    if list(person.sent.values()).count(LOST) >= MOST_ANSWERS:
        return nothing(club, person, order)
    lost = club.note(person, f"pbem+nonesuch@{club.host}", "my move", "\n".join(club.lines(order)), LOST)
    person.box.wait(lambda one: lost in str(one["References"]).split(), "answer about a mistyped address")
    return [(person, club.answer(person, order))]


@mishap
def imitation(club, person, order):
    """Somebody writes in the seat's name; its holder hears of it, the stranger nothing, and nothing counts."""
    text = "\n".join([*club.header(order["seat"]), *club.lines(order), "--"])
    club.note(club.eve, club.address, "orders", text, "nothing")
    notice = f"<{club.name}/notice/"
    person.box.wait(lambda one: id_of(one).startswith(notice), "notice of an imitation")
    return [(person, club.answer(person, order))]


@mishap
def vacation(club, person, order):
    """A robot answers the report first; nobody answers the robot."""
    subject = f"Out of office: {club.report(person)['Subject']}"
    club.note(person, club.address, subject, "\n".join(club.lines(order)), "nothing", Auto_Submitted="auto-replied")
    return [(person, club.answer(person, order))]


@mishap
def too_late(club, person, order):
    """Orders with the header of an entry that is over: refused, with a form for what is asked now."""
    header = [line for line in club.header(order["seat"]) if not line.startswith(("entry", "head"))]
    head = club.file.head_of(max(club.file.n - 1, 0))
    lines = [*header, f"entry {club.file.next - 1}", f"head {head}", *club.lines(order), "--"]
    sent = club.note(person, club.address, "late", "\n".join(lines), "refused")
    told = club.receipt(person, sent).get_body(("plain",)).get_content()
    assert f"entry {club.file.next}" in told
    return [(person, club.answer(person, order))]


@mishap
def bounce(club, person, order):
    """A second address of the seat takes no mail: the desk hears of it from the server, and tells the referee."""
    club.server.desk("mail", "set-up", club.path, "--seat", f"{order['seat']}={person.address},gone@gone.example")
    club.receipt(person, club.note(person, club.address, "hello", "status", "status"))
    sent = [(person, club.answer(person, order))]
    # what goes out next to the seat comes back from one address and reaches the other
    club.server.desk("mail", "out", club.path, "--step", club.file.n, "-o", Path(club.server.outbox).parent / "again")
    club.server.send(Path(club.server.outbox).parent / "again", to="gone@gone.example")
    until = time.monotonic() + WITHIN
    while "gone@gone.example come back" not in club.server.desk("due", club.path, "--now", club.now):
        assert time.monotonic() < until, "the bounce of gone@gone.example did not come to the desk"
        time.sleep(0.2)
    club.server.desk("mail", "set-up", club.path, "--seat", f"{order['seat']}={person.address}")
    return sent


@mishap
def goes_away(club, person, order):
    """Nothing comes, and the time has passed: the referee takes the published default, and no word of the seat's
    stands in the record."""
    if club.file.state["muster"]:
        return nothing(club, person, order)
    del club.meant[club.file.next][order["seat"]]
    club.silent = order["seat"]
    club.day += DAYS + 3
    return []


@mishap
def replaced(club, person, order):
    """Another takes the seat, and answers at once.  What the old one sends then counts for nothing."""
    seat = order["seat"]
    first = person.name.partition("-")[0].partition("ette")[0]
    new = Person(f"{first}ette{len(club.happened)}-{club.title}", club.server, person.turn + 1)
    new.sent = {}
    club.server.desk("seat", "replace", club.path, seat, "--person", new.name, "--reason", "moved")
    club.server.desk("mail", "set-up", club.path, "--seat", f"{seat}={new.address}")
    club.people[seat] = new
    club.before.append(person)
    club.post()
    old = club.note(person, club.address, "wait", "\n".join([*club.header(seat), "pass", "--"]), "nothing")
    assert old
    notice = f"<{club.name}/notice/"
    new.box.wait(lambda one: id_of(one).startswith(notice), "notice of the predecessor's mail")
    return [(new, club.answer(new, order))]


@mishap
def words(club, person, order):
    """Words to all the others, a question, and then orders."""
    sent = club.note(person, club.address, "hi", "to all: good luck!\n\nstatus\n", "press")
    club.receipt(person, sent)
    for other in club.people.values():
        if other is not person:
            other.box.wait(lambda one: "good luck!" in one.get_body(("plain",)).get_content(), "good luck")
    return [(person, club.answer(person, order))]


# -- the command -------------------------------------------------------------------------------------------------


def main():
    from tests.mail import server as servers

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("titles", nargs="*", help=f"of {', '.join(SCENARIOS)}; by default all")
    parser.add_argument(
        "--server", choices=("opensmtpd", "postfix", "none"), default="opensmtpd", help="none: a server in this process"
    )
    parser.add_argument("--stops", type=int, default=0, help="end each game after so many stops; 0: at its own end")
    parser.add_argument("--seed", default=SEED, help="a word from which dice, orders and styles follow (default: club)")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    if arguments.server == "postfix":
        from tests.mail import postfix as servers
    if arguments.server == "none":
        return play_all(Hall, arguments)
    with servers.alone():
        reason = servers.missing()
        if reason:
            sys.exit(f"no mail server: {reason}")
        return play_all(servers.Server, arguments)


def play_all(kind, arguments):
    """Play on a server of this kind, and tell of each game."""
    with tempfile.TemporaryDirectory(prefix="pbem-club-") as folder, kind(folder) as server:
        hosts = {"cataclysm": "sieve.example"} if arguments.server == "postfix" else {}
        for number, title in enumerate(arguments.titles or SCENARIOS):
            began = time.monotonic()
            try:
                host = hosts.get(title, "club.example")
                club = Club(server, title, arguments.stops, arguments.seed, 5 * number, host).play().check()
            except AssertionError:
                sys.exit(f"{title}\n{traceback.format_exc()}\n{server.log()}")
            print(f"{title}/{SCENARIOS[title]} at {host}: {told(club)}, {time.monotonic() - began:.0f} s", flush=True)
        if arguments.server == "postfix":
            from tests.mail.postfix import crontab, fdm

            print(crontab(server), fdm(server), sep="\n")
    return 0


def told(club):
    """A sentence on a game that was played."""
    mails = sum(len(person.sent) for person in club.everybody)
    meant = sum(map(len, club.meant.values()))
    return (
        f"{club.file.n} entries, {mails} mails in {len(set(club.styles))} styles, {meant} orders meant and "
        f"recorded, mishaps: {', '.join(sorted(set(club.happened)))}"
    )


if __name__ == "__main__":
    sys.exit(main())
