"""Seven without a referee: orders are sent closed, and opened when all have sent theirs; nobody reads any before, and
what one may try who would rather know theirs first."""

import json
import re
import shutil

import pytest
from test_game import POWERS, SPRING, Game

import pbem
from pbem.core.record import documents as docs
from pbem.core.record.secret import Secret

OPENER = "austria"
OTHERS = [power for power in POWERS if power != OPENER]


class Person(Game):
    """A player with a copy of the game, a secret file, and a memory of what he has let go."""

    def __init__(self, folder, power, monkeypatch):
        super().__init__(folder / power)
        self.folder.mkdir()
        self.secret, self.power, self.patch = self.folder / "own.secret", power, monkeypatch
        self.memory = "memory"

    def run(self, *arguments, code=0):
        self.patch.setenv("PBEM_MEMORY", str(self.folder / self.memory))
        return " ".join(super().run(*arguments, code=code).split())

    def seal(self, said, name, *more, code=0):
        path, orders = self.folder / name, self.write(self.power, said)
        told = self.run("seal", self.path, orders, "--secret", self.secret, "--confirm", "-o", path, *more, code=code)
        return path if code == 0 else told

    def opens(self, said, closed, name="open", code=0):
        """The same orders open, for whoever has those of all others."""
        rest = [word for power, path in closed.items() if power != self.power for word in ("--open", path)]
        return self.seal(said, name, *rest, code=code)

    def adjudicate(self, files, code=0):
        return self.run("adjudicate", self.path, *files, "-o", self.path, "--secret", self.secret, code=code)

    def twin(self):
        """The same person at another machine, with a copy of the secret: it does not know what the first lets go."""
        other = Person.__new__(Person)
        other.__dict__.update(self.__dict__)
        other.secret, other.memory = self.folder / "copy.secret", "other-memory"
        shutil.copy(self.secret, other.secret)
        return other

    def document(self, path):
        return docs.unpacked(path.read_text("utf-8"), pbem.read(self.path).game_id, "it")

    def forged(self, path, **changed):
        """His own document with something else in it, signed."""
        file, own = pbem.read(self.path), self.document(path).object
        made = docs.signed({**own, **changed}, Secret.read(self.secret).chain.secret, file.game_id)
        found = self.folder / "forged"
        found.write_text(docs.packed(made, file.game_id))
        return found


@pytest.fixture
def people(tmp_path, monkeypatch):
    found = {power: Person(tmp_path, power, monkeypatch) for power in POWERS}
    anchors = []
    for power, person in found.items():
        [anchor] = re.findall(r"\w{64}\.\w{64}/64", person.run("seat", "init", "-o", person.secret, "--links", 64))
        anchors += ["--anchor", f"{power}={anchor}"]
    maker = found[OPENER]
    maker.run("new", "diplomacy", "-o", maker.path, "--no-referee", "--closed-answers", "--no-press", *anchors)
    for person in found.values():
        if person is not maker:
            shutil.copy(maker.path, person.path)
    return found


def sent(people, orders=SPRING, name="closed"):
    """What the opener has sealed, and the closed orders of all others."""
    mark = people[OPENER].seal(orders[OPENER], f"{name}-mark", "--closed")
    return mark, {power: people[power].seal(orders[power], name, "--carry", mark) for power in OTHERS}


def passed_on(people, opener=OPENER):
    """Everybody else takes up the last line."""
    line = people[opener].folder / "line"
    line.write_bytes(people[opener].path.read_bytes().splitlines(keepends=True)[-1])
    for power, person in people.items():
        if power != opener:
            person.run("take", person.path, line)


def test_nobody_reads_orders_before_all_have_sent_theirs(people):
    opener, france = people[OPENER], people["france"]
    _, closed = sent(people)
    for power, path in closed.items():
        text = path.read_text("utf-8")
        assert not any(line in text for line in SPRING[power].splitlines()), "neither signed nor above it"
        assert "- A " not in opener.run("check", opener.path, path)
    told = opener.adjudicate(closed.values())
    assert "waits for england, france, germany, italy, russia and turkey" in told
    france.seal(SPRING["france"], "early", "--open", closed["england"], code=3)  # not all have sent theirs
    some = {power: path for power, path in closed.items() if power != "england"}
    assert "No orders came from england" in france.opens(SPRING["france"], {**some, "again": closed["italy"]}, code=3)
    france.seal("A PAR H", "changed", code=3)  # and what was sent is final
    opener.adjudicate([people[power].opens(SPRING[power], closed) for power in OTHERS])
    assert opener.board.season == "fall" and opener.board.units["bur"]["power"] == "france"
    passed_on(people)
    assert pbem.verify(france.path)["exit"] == 0
    assert "could read" not in france.run("report", france.path)


def test_who_has_read_the_others_and_does_not_open_holds_on_the_word_of_four(people):
    opener = people[OPENER]
    _, closed = sent(people)
    opened = [people[power].opens(SPRING[power], closed) for power in OTHERS if power != "england"]
    files = [*opened, closed["england"]]
    assert "waits for england" in opener.adjudicate(files)
    told = opener.run(
        "adjudicate", opener.path, "-o", opener.path, "--secret", opener.secret, "--deadline-passed", "england", code=3
    )
    assert "words of austria are not enough" in told, "the opener alone leaves nobody out"
    words = []
    for power in ("france", "germany", "italy", "russia"):
        words.append(people[power].folder / "word")
        person = people[power]
        person.run("pass-over", person.path, "england", "--secret", person.secret, "-o", words[-1])
    assert "it needs those of 4 seats" in opener.adjudicate([*files, *words[:3]], code=3)
    opener.adjudicate([*files, *words])
    assert "lon" in opener.board.units and "england did not open its closed answers" in opener.run(
        "report", opener.path
    )
    late = people["england"].opens(SPRING["england"], closed)
    assert "were used before, in entry 1" in opener.adjudicate([late]), "late is never"


def test_orders_that_are_made_when_others_are_known_are_told_of_and_stand_in_the_record(people):
    """England, and the opener who shows it what the others have opened, against the rest."""
    opener, france, twin = people[OPENER], people["france"], people["england"].twin()
    mark, closed = sent(people)
    opened = [people[power].opens(SPRING[power], closed) for power in OTHERS if power != "england"]
    other = twin.seal("A LVP H", "other", "--carry", mark)
    opener.adjudicate([*opened, twin.opens("A LVP H", {**closed, "england": other}, "other-open")])
    passed_on(people)
    mark = opener.seal("all hold", "mark-2", "--closed")
    orders = france.write("france", "all hold")
    second = ("seal", france.path, orders, "--secret", france.secret, "--carry", mark, "-o", france.folder / "second")
    assert "england signed two documents for entry 1" in france.run(*second, code=3)
    france.run(*second, "--confirm")
    again = {"england": twin, **{power: people[power] for power in OTHERS if power != "england"}}
    fixed = {power: one.seal("all hold", "second", "--carry", mark) for power, one in again.items()}
    opener.adjudicate([*(one.opens("all hold", fixed, "open-2") for one in again.values()), closed["england"]])
    assert "england signed two documents with one envelope for entry 1" in opener.run("report", opener.path)
    assert pbem.verify(opener.path)["exit"] == 0


def test_an_opener_who_seals_twice_is_seen_before_anything_is_opened(people):
    mark = people[OPENER].twin().seal("A VIE H", "twin-mark", "--closed")
    _, closed = sent(people)
    closed["england"] = people["england"].forged(closed["england"], carries=[*people[OPENER].document(mark).pair])
    told = people["france"].opens(SPRING["france"], closed, code=3)
    assert "austria has made two sealed documents, and not everybody carries the same one." in told


def test_what_is_copied_or_altered_counts_for_nothing(people):
    opener, france = people[OPENER], people["france"]
    _, closed = sent(people)
    envelope = france.forged(
        closed["france"], envelope=people["england"].document(closed["england"]).object["envelope"]
    )
    assert "The envelope from france is not of this chain" in opener.run("check", opener.path, envelope, code=3)
    opened = {power: people[power].opens(SPRING[power], closed) for power in OTHERS}
    text = opened["russia"].read_text("utf-8")
    middle = text.index("-----\n") + 50
    (opener.folder / "altered").write_text(text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :])
    assert "it is damaged" in opener.adjudicate([opener.folder / "altered"], code=3)
    copied = france.forged(closed["france"], answers=people["england"].document(closed["england"]).object["answers"])
    opener.adjudicate([*(path for power, path in opened.items() if power != "france"), copied])
    units = opener.board.units
    assert {"bre", "mar", "par"} <= units.keys() and units["nth"]["power"] == "england", "who copies has no orders"


def test_a_seat_has_no_command_of_a_referee(people):
    france = people["france"]
    _, closed = sent(people)
    opened = [people[power].opens(SPRING[power], closed) for power in OTHERS]
    assert "austria opens this entry, not france" in france.adjudicate(opened, code=3)
    people[OPENER].adjudicate(opened)
    passed_on(people)
    (france.folder / "patch").write_text(
        json.dumps({"pbem": "patch/1", "title": "diplomacy", "control": {"bel": "france"}})
    )
    own = ("--secret", france.secret, "--reason", "x", "-o")
    told = france.run("correct", france.path, france.folder / "patch", *own, france.path, code=3)
    assert "it needs those of all seats" in told
    france.run("seat", "replace", france.path, OPENER, "--person", "I", *own, france.folder / "word", code=3)
    assert "What france sent is for entry 1" in france.run("receipt", france.path, opened[1], *own[:2], code=3)
    assert "Corrections" not in france.run("report", france.path) and france.board.owner.get("bel") is None


def test_who_builds_sends_closed_orders_to_an_opener_who_is_not_asked(people):
    hold = dict.fromkeys(POWERS, "all hold")
    spring = {**hold, "germany": "F KIE-DEN", "turkey": "A CON-BUL"}
    _, closed = sent(people, spring)
    people[OPENER].adjudicate([people[power].opens(spring[power], closed) for power in OTHERS])
    passed_on(people)
    _, closed = sent(people, hold, "fall")
    people[OPENER].adjudicate([people[power].opens("all hold", closed, "fall-open") for power in OTHERS])
    passed_on(people)
    builds = {"germany": "build A KIE", "turkey": "build A CON"}
    closed = {power: people[power].seal(said, "winter") for power, said in builds.items()}
    assert not any("build" in path.read_text("utf-8") for path in closed.values())
    opened = [people[power].opens(said, closed, "winter-open") for power, said in builds.items()]
    people[OPENER].adjudicate(opened)
    assert people[OPENER].board.units["kie"]["type"] == "a" and people[OPENER].board.year == 1902
