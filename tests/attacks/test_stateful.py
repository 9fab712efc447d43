"""Honest people, a cheating opener, a cheating referee, a forger without secrets, crashes, lost and doubled mails, in
any order; two to five seats, both levels, with and without a referee.

After each step: both verifiers take what honest people hold; nobody ever met exit 1; everybody who caught up has the
same bytes.  Every cheat is refused or found on the way, or named in the footer.  The dice: before the line of an entry
stands, nobody but its opener has seen the envelopes that make its key; and whatever the opener may still put into it
when it holds them all, the draws and what happens are the same, or the footer says what it could choose.
"""

import json
import random
import re
import shutil
import tempfile
from base64 import b64decode
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pbem.core.play.gamefile import from_bytes
from pbem.core.record.documents import unarmoured
from pbem.core.title import game as titles
from pbem.report.fairness import footer
from tests.attacks import footers, kit
from tests.attacks.test_crash_after_the_intent import killed
from tests.thorough import THOROUGH, WHOLE
from tests.verifier import hand, small
from tests.verifier.test_alterations import ODD

TABLES = [("sealed", True), ("shared", True), ("shared", False)]
STANDING = ["always intervene: no", "always bid: 0", "always act: attack"]
AHEAD = [*STANDING, "bid 1"]


class Watched(kit.Person):
    """A person who never meets a bug of the program."""

    def pbem(self, *arguments):
        ran = super().pbem(*arguments)
        assert ran.code != 1, (arguments, ran)
        return ran


class Guarded(kit.Table):
    """A table at which nobody ever has what makes a key too early: looked at whenever somebody adjudicates."""

    def adjudicate(self, files, *options, opener=None, code=0):
        self.nobody_knows_the_key(opener or self.opener)
        return super().adjudicate(files, *options, opener=opener, code=code)

    def nobody_knows_the_key(self, opener):
        """Before the line stands: an envelope for it, or a later one, is with its owner, and with the opener if it was
        sent; the opener's own is with nobody else."""
        entry = len(lines_of_newest(self))
        held = {name: kept_by(person) for name, person in self.people.items()}
        for owner in self.forgers():
            for number in (entry, entry + 1):
                link = owner.link(number).hex()
                knows = {name for name, words in held.items() if link in words}
                assert knows <= {owner.name, *([opener] if number == entry and owner.name != opener else [])}, (
                    owner.name,
                    number,
                    knows,
                )

    def forgers(self):
        """The chains that are in use, as tests/verifier/hand.py has them."""
        named = self.seats if self.level == "shared" else []
        names = [*named, *(["referee"] if self.has_referee else [])]
        return self.forger(*names).people.values()


def lines_of_newest(game):
    return max((kit.lines_of(person.game) for person in game.people.values()), key=len)


def kept_by(person):
    """All words that stand in the files of a person, those that were sent to it included, armour taken off; without
    its own secrets."""
    found = []
    for path in person.folder.rglob("*"):
        text = path.read_text(errors="replace") if path.is_file() else ""
        if '"pbem":"secret/3"' not in text:
            armoured = re.findall("-----BEGIN [A-Z ]+-----(.*?)-----END", text, re.DOTALL)
            found += [text, *(b64decode("".join(one.split())).decode() for one in armoured)]
    return "\n".join(found)


class Games(RuleBasedStateMachine):
    @initialize(table=st.sampled_from(TABLES), muster=st.booleans(), count=st.sampled_from(sorted(kit.ARRANGED)))
    def lay_the_table(self, table, muster, count):
        self.folder = Path(tempfile.mkdtemp())
        kit.Person, kept = Watched, kit.Person
        known = random.Random(count)  # the same secrets give the same dice, so that an example can be played again
        try:
            with patch("pbem.core.record.secret.fresh", lambda: known.randbytes(32)):
                self.game = Guarded(
                    self.folder, *table, seats=kit.ARRANGED[count], muster=muster and table[0] == "sealed"
                ).begin()
        finally:
            kit.Person = kept
        self.level, self.envelopes, self.lost, self.told = table[0], {}, set(), 0

    def teardown(self):
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)

    def is_on(self):
        return not self.game.people[self.game.seats[0]].status()["over"]

    def said(self, draw):
        """Answers of all that are called, some with lines for later."""
        lines = {}
        for seat in dict.fromkeys(self.game.asked()):
            answers = self.game.answers(seat)
            power = "north: " if seat in self.game.doubled else ""
            own = [row.removeprefix(power) if power else row.rpartition(": ")[2] for row in answers]
            verbs = {row.split()[0] for row in own}
            ahead = draw.draw(st.lists(st.sampled_from(AHEAD), max_size=2, unique=True))
            lines[seat] = answers + [power + line for line in ahead if line.split()[0] not in verbs]
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
                ran = self.game.take(name, *[line for line in [*shuffled, *shuffled] if b'"kind":"game"' not in line])
                assert self.game.last_line(name) == lines[-1], ran

    @rule(data=st.data(), odd=st.sampled_from(ODD), signs=st.booleans())
    @precondition(lambda self: self.is_on())
    def a_cheating_opener(self, data, odd, signs):
        """The opener changes some field of its line, signs it again (or a stranger does not), and sends that first."""
        opener = self.game.turn(share=False, **self.said(data))
        genuine = self.game.last_line(opener)
        forger = self.game.forger(opener)
        line = forger.lines[-1][0]
        paths = [path for path in paths_of(line) if path and not (self.level == "sealed" and path[0] == "documents")]
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
    @precondition(lambda self: self.is_on())
    def a_crash_of_the_opener(self, count, data):
        game = self.game
        opener, files = game.sent(**self.said(data))
        person = game.people[opener]
        command = ["adjudicate", person.game, *files, "-o", person.game, "--secret", person.secret]
        entries = len(kit.lines_of(person.game))
        assert killed(person, count, *command).code in (0, 9)
        again = person.pbem(*command)
        assert again.code in (0, 3), again
        assert len(kit.lines_of(person.game)) == entries + 1
        game.share(opener)

    @rule(count=st.integers(0, 6), data=st.data())
    @precondition(lambda self: self.is_on())
    def a_crash_of_whoever_takes_a_line_up(self, count, data):
        game = self.game
        opener = game.turn(share=False, **self.said(data))
        name = data.draw(st.sampled_from([name for name in game.people if name != opener]))
        person = game.people[name]
        path = person.path(game.file("line"))
        path.write_bytes(game.last_line(opener))
        assert killed(person, count, "take", person.game, path).code in (0, 9)
        game.share(opener)

    @rule(data=st.data())
    @precondition(lambda self: self.is_on())
    def documents_that_come_twice_and_in_another_order(self, data):
        game = self.game
        opener, files = game.sent(**self.said(data))
        shuffled = data.draw(st.permutations([*files, *files]))
        game.adjudicate(shuffled, opener=opener)
        game.share(opener)

    @rule(data=st.data())
    @precondition(
        lambda self: self.is_on() and self.level == "shared" and self.game.has_referee and not self.game.musters()
    )
    def a_referee_that_looks_and_calls_a_seat_absent(self, data):
        """It holds the envelope, and says that it never came: nobody can tell, and the footer says so."""
        game = self.game
        _, files = game.sent(**self.said(data))
        gone = data.draw(st.integers(0, len(files) - 1))
        seat = game.asked()[gone]
        game.adjudicate([*files[:gone], *files[gone + 1 :]], "--deadline-passed", seat)
        game.share("referee")
        person = game.people[game.seats[0]]
        said = kit.plain(person.pbem("report", person.game).out)
        assert f"{seat} did not answer; its default was taken. If its envelope was in fact sent, referee could" in said
        assert f"{seat} was absent, on the word of referee." in said

    @rule(data=st.data())
    @precondition(lambda self: self.is_on() and self.game.has_referee)
    def a_cheating_referee_invents(self, data):
        """A referee writes what it may not: a word of its own, an opening, an order, an absence nobody gave."""
        game = self.game
        opener = game.turn(share=False, **self.said(data))
        genuine, forger = game.last_line(opener), game.forger(opener)
        line = forger.lines[-1][0]
        seat = data.draw(st.sampled_from(game.seats))
        documents = [pair for pair in line["documents"] if pair[0]["seat"] != seat]
        order = {
            "answers": [],
            "entry": line["n"],
            "head": line["before"],
            "kind": "orders",
            "lines": [],
            "n": 99,
            "petitions": [{"power": seat, "value": {}, "verb": "concede"}],
            "seat": seat,
        }
        signature = "0" * 128 if self.level == "shared" else ""
        lies = {
            "absence": {"absent": [seat]},
            "opening": {
                "opened": [
                    {
                        "document": 1,
                        "entry": 1,
                        "nonce": "0" * 64,
                        "part": 1,
                        "seat": seat,
                        "whole": {"power": seat, "value": 0, "when": "bid"},
                    }
                ]
            },
            "order": {"documents": [*documents, [order, signature]]},
            "end": {"ended": {"by": "points", "rule": "4", "winner": seat}},
            "draw": {"draws": [["3.1/north", "1d6", [6]], *line["draws"]]},
        }
        lie = data.draw(st.sampled_from(sorted(lies)))
        forged = forger.again(opener, **lies[lie]).splitlines(keepends=True)[-1]
        for name in game.people:
            if name != opener:
                before = game.people[name].game.read_bytes()
                ran = game.take(name, forged) if forged != genuine else game.take(name)
                assert ran.code in (2, 3, 4), (lie, ran)
                assert game.people[name].game.read_bytes() == before
                assert game.take(name, genuine).code == 0

    @rule(data=st.data())
    @precondition(lambda self: self.is_on() and self.level == "shared")
    def an_opener_tries_every_input_it_still_has(self, data):
        """It holds all envelopes, and tries what it could still send: nothing changes in this entry.  At a muster and
        where it is asked itself too: then its own document was sealed before anybody sent one."""
        game = self.game
        opener, files = game.sent(**self.said(data))
        person, found = game.people[opener], set()
        kept = self.folder / "kept"
        for tried in self.inputs_of(opener):
            shutil.copytree(person.folder, kept)
            own = self.own_document(opener, tried) if tried else []
            ran = person.pbem("adjudicate", person.game, *files, *own, "-o", person.game, "--secret", person.secret)
            assert ran.code in (0, 3, 4), ran
            if ran.code == 0:
                line = kit.lines_of(person.game)[-1][0]
                found.add(hand.canonical([line["draws"], line["steps"], line["used"], line["envelope"]]))
            shutil.rmtree(person.folder)
            kept.rename(person.folder)
        assert len(found) == 1
        game.adjudicate(files, opener=opener)
        game.share(opener)

    def inputs_of(self, opener):
        """What an opener might send when it has seen everybody's envelopes: nothing, lines ahead, other answers, a
        petition; the referee has no seat to send anything for."""
        if opener == "referee":
            return [[]]
        own = self.game.answers(opener)
        powers = [f"{power}: " for power in ("north", "moor", "isles")] if opener in self.game.doubled else [""]
        ahead = [[f"{powers[0]}{line}"] for line in AHEAD]
        return [[], *ahead, [f"{powers[0]}concede"], [*own, f"{powers[0]}always act: wait"], own]

    def own_document(self, opener, lines):
        """Sealed by hand, whatever the program would say to it; [] where it does not let it go."""
        person = self.game.people[opener]
        path = person.path(self.game.file("own"))
        orders = self.game.text(opener, *lines)
        closed = ["--closed"] if opener in self.game.asked() else []
        for more in (closed, []):
            ran = person.pbem("seal", person.game, orders, "--secret", person.secret, "-o", path, "--confirm", *more)
            if ran.code == 0:
                return [path]
        return []

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
        """A seat with two machines signs two documents with one envelope: one counts, and the other is a proof."""
        game = self.game
        asked = list(dict.fromkeys(game.asked()))
        opener = game.opener
        if opener in asked:
            return
        seat = asked[seed % len(asked)]
        person = game.people[seat]
        shutil.copy(person.secret, person.path("copy"))
        files = [game.seal(one, *game.answers(one)) for one in asked]
        power = "north: " if seat in game.doubled else ""
        twin = game.seal(seat, *game.answers(seat), power + STANDING[seed], secret=person.path("copy"))
        game.adjudicate([*files, twin], opener=opener)
        line = kit.lines_of(game.people[opener].game)[-1][0]
        assert sum(one["seat"] == seat and "envelope" in one for one, _ in line["documents"]) == 1
        game.share(opener)
        person.path("copy").unlink()
        if self.is_on():
            both = [files[asked.index(seat)], twin]
            opener, files = game.sent()
            game.adjudicate([*files, *both], opener=opener)
            proofs = kit.lines_of(game.people[opener].game)[-1][0].get("proofs", [])
            one, other = (unarmoured(path.read_text(), "DOCUMENT", path.name) for path in both)
            is_said_again = one == other  # a line that stands already makes no other document
            assert [one["seat"] for one in proofs] == ([] if is_said_again else [seat])
            game.share(opener)

    # -- what is lost --------------------------------------------------------------------------------------

    def words(self, speakers, command):
        """The words of these: of each ``command(person, path)`` gives what it types; their paths."""
        found = []
        for name in speakers:
            person = self.game.people[name]
            path = person.path(self.game.file("word"))
            ran = person.pbem(*command(person, path))
            assert ran.code == 0, ran
            found.append(path)
        return found

    def enough_without(self, gone):
        """Who can say what takes the referee's word, or more than half: without these; [] if nobody can."""
        if self.game.has_referee:
            return [] if "referee" in gone else ["referee"]
        rest = [seat for seat in self.game.seats if seat not in gone]
        return rest if 2 * len(rest) > len(self.game.seats) else []

    @rule(seed=st.integers(0, 4))
    @precondition(lambda self: self.is_on() and self.level == "shared")
    def a_seat_loses_its_secret(self, seed):
        """It is absent for an entry, in which the others say its new key; from then on it plays with that."""
        game = self.game
        seat = game.seats[seed % len(game.seats)]
        speakers = self.enough_without([seat])
        if not speakers or game.opener == seat:
            return
        person = game.people[seat]
        person.secret.unlink()
        self.lost.add(seat)
        anchor = person.pbem("seat", "init", "-o", person.secret, "--links", 64).out.strip()
        words = self.words(
            speakers,
            lambda one, path: (
                *("seat", "renew", one.game, seat, "--anchor", anchor, "--reason", "lost"),
                *("--secret", one.secret, "-o", path),
            ),
        )
        called = game.seats if game.musters() else list(dict.fromkeys(game.asked()))
        opener = game.opener
        late = ["--deadline-passed", seat] if seat in called else []
        if late:
            words += self.words(
                [one for one in speakers if one != opener],
                lambda one, path: ("pass-over", one.game, seat, "--secret", one.secret, "-o", path),
            )
        files = self.sent_by([one for one in called if one != seat], opener)
        game.adjudicate([*files, *words], *late, opener=opener)
        game.share(opener)
        assert game.musters() or not self.is_on()

    def sent_by(self, seats, opener):
        """Files of these, with the opener's seal where all who could open are asked."""
        game, carry = self.game, []
        if opener in game.asked():
            mark = game.seal(opener, *game.answers(opener), options=["--closed", "--confirm"])
            carry = ["--carry", mark]
        rest = [seat for seat in seats if seat != opener]
        return [game.seal(seat, *(game.answers(seat) or ["ready"]), options=["--confirm", *carry]) for seat in rest]

    @rule()
    @precondition(lambda self: self.is_on() and not self.game.has_referee and len(self.game.seats) > 2)
    def an_opener_vanishes_with_what_was_sent(self):
        """The others give the entry up; it comes back later, and opens last."""
        game = self.game
        opener, _ = game.sent()
        first, *rest = self.enough_without([opener])
        person, proposal = game.people[first], game.people[first].path("proposal")
        again = ["desk", "again", person.game, "--silent", opener, "--reason", "not heard of", "-o", person.game]
        assert person.pbem(*again, "--secret", person.secret, "--propose", proposal).code == 0
        words = self.words(rest, lambda one, path: ("word", one.game, proposal, "--secret", one.secret, "-o", path))
        given = [part for path in words for part in ("--word", path)]
        ran = person.pbem(*again, "--secret", person.secret, *given)
        assert ran.code == 0, ran
        game.share(first)
        after = game.people[first].status()
        assert (after["opener"] != opener) is not (set(game.asked()) == {*game.seats} - {opener}), after

    @rule()
    @precondition(lambda self: self.is_on() and self.game.has_referee and self.level == "shared")
    def a_referee_vanishes(self):
        """More than half of the seats give the entry up, and play on without one."""
        game = self.game
        first, *rest = game.seats
        person, proposal = game.people[first], game.people[first].path("proposal")
        gone = ["desk", "depart", person.game, "--again", "--reason", "not heard of", "-o", person.game]
        assert person.pbem(*gone, "--secret", person.secret, "--propose", proposal).code == 0
        words = self.words(rest, lambda one, path: ("word", one.game, proposal, "--secret", one.secret, "-o", path))
        given = [part for path in words for part in ("--word", path)]
        ran = person.pbem(*gone, "--secret", person.secret, *given)
        assert ran.code == 0, ran
        game.people.pop("referee")
        game.has_referee = False
        game.share(first)

    @rule()
    @precondition(lambda self: self.is_on() and self.level == "sealed")
    def a_referee_who_rolls_vanishes(self):
        """All players name another one; what was closed cannot be opened any more."""
        game = self.game
        person, referee = game.people[game.seats[0]], game.people["referee"]
        fresh = person.path(game.file("fresh.secret"))
        assert person.pbem("seat", "init", "-o", fresh, "--links", 64).code == 0
        named = ["--to", "Dora", "--new-secret", fresh, "--reason", "not heard of", "--again", "-o", person.game]
        agreed = [word for seat in game.seats for word in ("--agreed", seat)]
        ran = person.pbem("desk", "handover", person.game, *named, *agreed)
        assert ran.code == 0, ran
        fresh.replace(referee.secret)
        for other in game.people.values():
            path = other.path(game.file("line"))
            path.write_bytes(game.last_line(person.name))
            assert other is person or other.pbem("take", other.game, path, "--agreed").code == 0
        self.lost |= {*game.seats}

    @rule()
    @precondition(lambda self: self.is_on() and len(self.game.seats) > 2)
    def a_person_leaves(self):
        """Nobody holds the seat from then on: it has its published defaults."""
        game, seat = self.game, self.game.seats[-1]
        speakers, opener = self.enough_without([seat]), game.opener
        if not speakers or opener == seat:
            return

        def left(one, path):
            return "desk", "leave", one.game, seat, "--reason", "gone", "--secret", one.secret, "-o", path

        words = self.words(speakers, left)
        called = game.seats if game.musters() else list(dict.fromkeys(game.asked()))
        late = ["--deadline-passed", seat] if seat in called else []
        if late:
            words += self.words(
                [one for one in speakers if one != opener],
                lambda one, path: ("pass-over", one.game, seat, "--secret", one.secret, "-o", path),
            )
        rest = [one for one in called if one != seat]
        files = self.sent_by(rest, opener) if self.level == "shared" else self.typed_by(rest)
        game.adjudicate([*files, *words], *late, opener=opener)
        game.share(opener)
        game.seats.remove(seat)

    def typed_by(self, seats):
        return [self.game.text(seat, *(self.game.answers(seat) or ["ready"])) for seat in seats]

    @rule()
    @precondition(lambda self: self.is_on() and self.game.has_referee)
    def a_referee_restores_an_older_secret(self):
        """It opens nothing with it; with the old key it says its new chain, and gives the entry up."""
        game = self.game
        referee = game.people["referee"]
        copy = referee.secret.read_bytes()
        game.turn()
        if not self.is_on():
            return
        referee.secret.write_bytes(copy)
        opener, files = game.sent()
        assert (
            referee.pbem(*("adjudicate", referee.game, *files, "-o", referee.game, "--secret", referee.secret)).code
            == 4
        )
        new = referee.path(game.file("new.secret"))
        anchor = referee.pbem("seat", "init", "-o", new, "--links", 64).out.strip()
        renew = ["seat", "renew", referee.game, "referee", "--anchor", anchor, "--again", "-o", referee.game]
        ran = referee.pbem(*renew, "--secret", referee.secret)
        assert ran.code == 0, ran
        new.replace(referee.secret)
        self.lost |= {*game.seats}
        game.share("referee")
        game.turn()

    @rule()
    @precondition(lambda self: self.is_on())
    def a_machine_is_lost_and_another_one_restored(self):
        """With game and secret on another machine nothing is opened before its owner has said so."""
        game = self.game
        person = game.people[game.opener]
        if not json.loads(person.secret.read_text())["machine"]:
            return  # it was never used, and has nothing to forget
        opener, files = game.sent()
        shutil.rmtree(person.folder / "memory")
        command = ["adjudicate", person.game, *files, "-o", person.game, "--secret", person.secret]
        assert person.pbem(*command).code == 4
        assert person.pbem("seat", "moved", person.game, "--secret", person.secret).code == 0
        game.adjudicate(files, opener=opener)
        game.share(opener)

    @rule()
    @precondition(lambda self: not self.is_on())
    def a_game_that_is_over_takes_no_more(self):
        opener = "referee" if self.game.has_referee else self.game.seats[0]
        person = self.game.people[opener]
        ran = person.pbem("adjudicate", person.game, "-o", person.game, "--secret", person.secret)
        assert ran.code == 3, ran

    @invariant()
    def both_verifiers_take_what_honest_people_hold(self):
        if not hasattr(self, "game"):
            return
        contents = {person.game.read_bytes() for person in self.game.people.values()}
        assert len(contents) == 1
        (data,) = contents
        check = small.module().Check(data)
        assert check.wrong == []
        lost = tuple(f" of {seat} is still closed" for seat in self.lost)
        assert [row for row in check.missing if not row.endswith(lost)] == []
        ran = self.game.people[self.game.seats[0]].verify()
        assert ran.code == (5 if check.missing else 0), ran

    @invariant()
    def what_stands_below_each_report_is_what_is_true(self):
        """Of every line since this was looked at, by another reading of the lines (footers.py)."""
        if not hasattr(self, "game"):
            return
        data = self.game.people[self.game.seats[0]].game.read_bytes()
        with patch.dict(titles.TITLES, kit.TITLES):
            file = from_bytes(data, "g")
            lines = footers.Lines([line for line, _ in map(json.loads, data.splitlines())])
            for number in range(self.told + 1, file.n + 1):
                assert footers.told(footer(file, number - 1, number)) == lines.due(number), number
        self.told = file.n

    @invariant()
    def no_envelope_serves_two_inputs(self):
        """Of one seat and entry there is one document with an envelope in a line."""
        if not hasattr(self, "game"):
            return
        for line, _ in kit.lines_of(self.game.people[self.game.seats[0]].game)[1:]:
            for document, signature in line["documents"]:
                if "envelope" in document:
                    key = document["seat"], document["envelope"]
                    assert self.envelopes.setdefault(key, (line["n"], signature)) == (line["n"], signature)


def paths_of(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from paths_of(part, (*path, key))


@pytest.mark.timeout(0 if WHOLE else 1800 if THOROUGH else 600)
@pytest.mark.parametrize("seed", range(1))
def test_any_order_of_honest_and_dishonest_steps(seed):
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    examples, steps = (200, 12) if WHOLE else (20, 12) if THOROUGH else (5, 6)
    many = {"max_examples": examples, "stateful_step_count": steps}
    phases = [Phase.explicit, Phase.reuse, Phase.generate]  # a shorter example would take longer than reading this one
    run_state_machine_as_test(
        Games,
        settings=settings(
            deadline=None, suppress_health_check=checks, phases=phases, derandomize=not WHOLE, database=None, **many
        ),
    )
