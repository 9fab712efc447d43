"""Seven without a referee: orders are sent closed, and opened when all have sent theirs; nobody reads any before."""

import re
import shutil

import pytest
from test_game import POWERS, SPRING, Game

import pbem

OPENER = "austria"


class Person(Game):
    """A player with a copy of the game, a secret file, and a memory of what he has let go."""

    def __init__(self, folder, power, monkeypatch):
        super().__init__(folder / power)
        self.folder.mkdir()
        self.secret, self.power, self.patch = self.folder / "own.secret", power, monkeypatch

    def run(self, *arguments, code=0):
        self.patch.setenv("PBEM_MEMORY", str(self.folder / "memory"))
        return super().run(*arguments, code=code)

    def seal(self, said, name, *more, code=0):
        path, orders = self.folder / name, self.write(self.power, said)
        self.run("seal", self.path, orders, "--secret", self.secret, "--confirm", "-o", path, *more, code=code)
        return path

    def adjudicate(self, files):
        return self.run("adjudicate", self.path, *files, "-o", self.path, "--secret", self.secret)


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


def test_nobody_reads_orders_before_all_have_sent_theirs(people):
    opener = people[OPENER]
    mark = opener.seal(SPRING[OPENER], "mark", "--closed")
    others = [power for power in POWERS if power != OPENER]
    closed = {power: people[power].seal(SPRING[power], "closed", "--carry", mark) for power in others}
    for power, path in closed.items():
        text = path.read_text("utf-8")
        assert not any(line in text for line in SPRING[power].splitlines()), "neither signed nor above it"
        assert "- A " not in opener.run("check", opener.path, path)
    told = " ".join(opener.adjudicate(closed.values()).split())
    assert "waits for england, france, germany, italy, russia and turkey" in told
    france = people["france"]
    france.seal(SPRING["france"], "early", "--open", closed["england"], code=3)  # not all have sent theirs
    france.seal("A PAR H", "changed", code=3)  # and what was sent is final
    opened = []
    for power in others:
        rest = [word for other in others if other != power for word in ("--open", closed[other])]
        opened.append(people[power].seal(SPRING[power], "open", *rest))
    opener.adjudicate(opened)
    assert opener.board.season == "fall" and opener.board.units["bur"]["power"] == "france"
    line = opener.folder / "line"
    line.write_bytes(opener.path.read_bytes().splitlines(keepends=True)[-1])
    france.run("take", france.path, line)
    assert pbem.verify(france.path)["exit"] == 0
    assert "could read" not in france.run("report", france.path)
