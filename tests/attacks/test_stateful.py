"""Honest people, a cheating opener, a forger without secrets, crashes, lost and doubled mails, in any order.

After each step: both verifiers take what honest people hold; nobody ever met exit 1; everybody who caught up has the
same bytes.  Every cheat is refused or found on the way.  The dice: whatever an opener may still put into an entry when
it holds all envelopes, the draws and what happens are the same.
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.attacks import kit
from tests.attacks.test_crash_after_the_intent import killed
from tests.verifier import hand, small
from tests.verifier.test_alterations import ODD

THOROUGH = os.environ.get("PBEM_THOROUGH") == "1"
TABLES = [("sealed", True), ("shared", True), ("shared", False)]
AHEAD = ["when intervene: no", "bid 1", "when bid: 0", "when act: attack"]


class Watched(kit.Person):
    """A person who never meets a bug of the program."""

    def pbem(self, *arguments):
        ran = super().pbem(*arguments)
        assert ran.code != 1, (arguments, ran)
        return ran


class Games(RuleBasedStateMachine):
    @initialize(table=st.sampled_from(TABLES), muster=st.booleans())
    def lay_the_table(self, table, muster):
        self.folder = Path(tempfile.mkdtemp())
        kit.Person, kept = Watched, kit.Person
        try:
            self.game = kit.Table(self.folder, *table, muster=muster and table[0] == "sealed")
        finally:
            kit.Person = kept
        self.level, self.behind = table[0], {}
        self.envelopes = {}

    def teardown(self):
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)

    def is_on(self):
        return not self.game.people[self.game.seats[0]].status()["over"]

    def said(self, draw):
        """Answers of all that are called, some with lines for later."""
        lines = {}
        for seat in self.game.asked():
            answers = self.game.answers(seat)
            ahead = draw.draw(st.lists(st.sampled_from(AHEAD), max_size=2, unique=True))
            lines[seat] = answers + [
                line for line in ahead if line.split()[0] not in {row.split()[0] for row in answers}
            ]
        return lines

    def holder(self):
        """Who has the newest game."""
        return max(self.game.people, key=lambda name: len(kit.lines_of(self.game.people[name].game)))

    @rule(data=st.data())
    @precondition(lambda self: self.is_on())
    def an_honest_turn(self, data):
        self.game.turn(**self.said(data))

    @rule(data=st.data())
    @precondition(lambda self: self.is_on())
    def a_turn_whose_line_is_lost_and_doubled(self, data):
        """The mail to one is lost; it gets everything later, twice and backwards."""
        opener = self.game.turn(share=False, **self.said(data))
        lines = self.game.people[opener].game.read_bytes().splitlines(keepends=True)
        for name in self.game.people:
            if name != opener:
                shuffled = data.draw(st.permutations(lines[-3:][1 if len(lines) < 4 else 0 :]))
                ran = self.game.take(
                    name, *[line for line in [*shuffled, *shuffled] if b'"kind":"game"' not in line]
                )
                assert self.game.last_line(name) == lines[-1], ran

    @rule(data=st.data(), odd=st.sampled_from(ODD), signs=st.booleans())
    @precondition(lambda self: self.is_on())
    def a_cheating_opener(self, data, odd, signs):
        """The opener changes some field of its line, signs it again (or a stranger does not), and sends that first."""
        opener = self.game.turn(share=False, **self.said(data))
        genuine = self.game.last_line(opener)
        forger = self.game.forger(opener)
        line = forger.lines[-1][0]
        paths = [
            path for path in paths_of(line) if path and not (self.level == "sealed" and path[0] == "documents")
        ]
        inner, path = line, data.draw(st.sampled_from(paths))
        for key in path[:-1]:
            inner = inner[key]
        if inner[path[-1]] == odd and type(inner[path[-1]]) is type(odd):
            odd = {"another": 1}
        inner[path[-1]] = odd
        forged = forger.again(opener) if signs else forger.bytes()
        for name in self.game.people:
            if name != opener:
                before = self.game.people[name].game.read_bytes()
                ran = self.game.take(name, forged.splitlines(keepends=True)[-1])
                assert ran.code in (3, 4), (path, odd, ran)
                assert self.game.people[name].game.read_bytes() == before
                assert self.game.take(name, genuine).code == 0

    @rule(count=st.integers(0, 12), data=st.data())
    @precondition(lambda self: self.is_on() and self.level == "sealed")
    def a_crash_of_the_referee(self, count, data):
        said, referee = self.said(data), self.game.people["referee"]
        called = self.game.seats if self.game.musters() else self.game.asked()
        files = [self.game.text(seat, *(said.get(seat) or ["ready"])) for seat in called]
        command = ["adjudicate", referee.game, *files, "-o", referee.game, "--secret", referee.secret]
        entries = len(kit.lines_of(referee.game))
        assert killed(referee, count, *command).code in (0, 9)
        again = referee.pbem(*command)
        assert again.code in (0, 3), again
        assert len(kit.lines_of(referee.game)) == entries + 1
        self.game.share("referee")

    @rule(data=st.data())
    @precondition(lambda self: self.is_on() and self.level == "shared" and not self.game.musters())
    def an_opener_tries_every_input_it_still_has(self, data):
        """It holds all envelopes, and tries what lines of its own would do: nothing changes in this entry."""
        game, opener = self.game, self.game.opener
        asked = game.asked()
        if opener == "referee" or opener in asked:
            return
        files = [game.seal(seat, *game.answers(seat)) for seat in asked]
        person, found = game.people[opener], set()
        kept = self.folder / "kept"
        for tried in ([], *([line] for line in AHEAD), ["concede"]):
            shutil.copytree(person.folder, kept)
            own = [game.seal(opener, *tried)] if tried else []
            ran = person.pbem("adjudicate", person.game, *files, *own, "-o", person.game, "--secret", person.secret)
            assert ran.code in (0, 3), ran
            if ran.code == 0:
                line = kit.lines_of(person.game)[-1][0]
                found.add(hand.canonical([line["draws"], line["steps"], line["used"], line["envelope"]]))
            shutil.rmtree(person.folder)
            kept.rename(person.folder)
        assert len(found) == 1
        game.adjudicate(files, opener=opener)
        game.share(opener)

    @rule(entry=st.integers(0, 3))
    @precondition(lambda self: self.is_on() and self.game.has_referee)
    def going_back(self, entry):
        referee = self.game.people["referee"]
        where = ["-o", referee.game, "--secret", referee.secret]
        ran = referee.pbem("reopen", referee.game, "--step", entry, "--reason", "misread", *where)
        assert ran.code in (0, 3), ran
        if ran.code == 0:
            self.game.share("referee")

    @rule(seed=st.integers(0, 2))
    @precondition(lambda self: self.is_on() and self.level == "shared" and not self.game.musters())
    def a_restored_backup(self, seed):
        """A seat with two machines signs two documents: both envelopes are one, and neither counts."""
        game = self.game
        asked = game.asked()
        opener = game.opener
        if opener in asked:
            return
        seat = asked[seed % len(asked)]
        person = game.people[seat]
        shutil.copy(person.secret, person.path("copy"))
        files = [game.seal(one, *game.answers(one)) for one in asked]
        twin = game.seal(seat, *game.answers(seat), AHEAD[seed + 1], secret=person.path("copy"))
        game.adjudicate([*files, twin], opener=opener)
        line = kit.lines_of(game.people[opener].game)[-1][0]
        assert sum(one["seat"] == seat for one, _ in line["documents"]) == 2
        assert not [row for row in line["used"] if row["seat"] == seat and row["by"] == "answer"]
        game.share(opener)
        person.path("copy").unlink()

    @invariant()
    def both_verifiers_take_what_honest_people_hold(self):
        if not hasattr(self, "game"):
            return
        contents = {person.game.read_bytes() for person in self.game.people.values()}
        assert len(contents) == 1
        (data,) = contents
        check = small.module().Check(data)
        assert (check.wrong, check.missing) == ([], [])
        ran = self.game.people[self.game.seats[0]].verify()
        assert ran.code == 0, ran

    @invariant()
    def no_envelope_serves_two_inputs(self):
        """Of one seat and entry there are two documents with an envelope only where both stand in the line."""
        if not hasattr(self, "game"):
            return
        for line, _ in kit.lines_of(self.game.people[self.game.seats[0]].game)[1:]:
            for document, signature in line["documents"]:
                if "envelope" in document:
                    key = document["seat"], document["envelope"]
                    entry, signatures = self.envelopes.setdefault(key, (line["n"], set()))
                    assert entry == line["n"]
                    signatures.add(signature)


def paths_of(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from paths_of(part, (*path, key))


@pytest.mark.parametrize("seed", range(1))
def test_any_order_of_honest_and_dishonest_steps(seed):
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    many = (
        {"max_examples": 200, "stateful_step_count": 12}
        if THOROUGH
        else {"max_examples": 8, "stateful_step_count": 6}
    )
    run_state_machine_as_test(Games, settings=settings(deadline=None, suppress_health_check=checks, **many))
