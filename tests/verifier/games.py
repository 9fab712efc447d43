"""Games played for the tests of the two verifiers: what stands in a record, in as many kinds as there are."""

from unittest.mock import patch

from pbem.core.data.canon import loads
from pbem.core.play import play, robots
from pbem.core.play.selfplay import Chance
from pbem.core.record import charter, repair
from pbem.core.record.gamefile import check, render
from pbem.core.record.record import Record
from pbem.core.rules import game as games
from tests.toy.game import CHARTER as TOY

TOY = {**TOY, "names": {}, "components": {}, "hold": 0, "deadline": "", "muster": False, "openers": [],
       "windows": "ask"}  # fmt: skip
THREE = {"seats": ["north", "south", "isles"], "powers": {name: name for name in ("north", "south", "isles")}}
GUARD = {"power": "south", "when": "intervene", "value": {"claim": {"unit": "south-foot-1"}}, "line": 1,
         "text": "when intervene: with south-foot-1"}  # fmt: skip


def award(game, board, changes):
    """A patch in the simplest words: points for powers.  (How people write one is no matter of a verifier.)"""
    board.vp.update(changes)
    return []


class Table:
    """One game on the table: its people, its file, and chance."""

    def __init__(self, seed, fairness="sealed", referee=True, title=TOY, **fields):
        self.club = robots.Club({**title, "game": f"game-{seed}", **fields}, seed, fairness, referee)
        self.file, self.chance = self.club.new_game(), Chance(seed)

    @property
    def referee(self):
        return self.club.keepers.get("referee")

    def play(self, entries=1, silent=(), **extra):
        """So many entries; `extra` goes into the orders of seats: south={"standing": […]}."""
        for _ in range(entries):
            if not self.file.is_over:
                orders = robots.random_orders(self.file, self.chance)
                orders += [robots.blank_order(self.file, seat) for seat in extra
                           if seat not in {order["seat"] for order in orders}]
                orders = [{**order, **extra.get(order["seat"], {})} for order in orders if order["seat"] not in silent]
                self.club.adjudicate(self.file, orders, silent)
        return self

    def until(self, wanted):
        """Play on until the stop is such that ``wanted(kinds, seats)``; a game must come to one."""
        while not wanted({ask["kind"] for ask in self.file.waiting}, play.asked_seats(self.file)):
            assert not self.file.is_over, "no such stop was reached"
            self.play()
        return self

    def correct(self, reason="a unit stood in the wrong place"):
        self.until(lambda kinds, seats: not any(self.file.inputs(self.file.open["from"])))
        with patch.object(repair, "apply_patch", award):
            self.file = repair.correct(self.file, {"south": 1}, reason, self.referee)
        return self

    def reopen(self, to=None, reason="a mail was read wrongly"):
        self.file = repair.reopen(self.file, to, reason, self.referee)
        return self

    def new_chain(self, what, participant, **fields):
        """A note that announces a new chain, made from another throw-away seed."""
        keeper = robots.RobotKeeper(participant, f"second of {self.file.name}")
        entry = Record.of(self.file.document).write_note(what, "the old secret is lost", None, anchor=keeper.anchor,
                                                         **fields)  # fmt: skip
        self.file.entries.append(entry)
        self.club.keepers[participant] = keeper
        return self

    def pass_over(self, *silent):
        """One entry whose first openers stay silent past the deadline, and are passed over by the others."""
        call, write = Record.call, Record.write_play
        with (
            patch.object(Record, "call", lambda record, asked, passed=silent: call(record, asked, passed)),
            patch.object(Record, "write_play", lambda record, *args, **fields:
                         write(record, *args, **{**fields, "passed_over": list(silent)})),
        ):  # fmt: skip
            return self.play()

    def document(self):
        """The game file as somebody else reads it."""
        return check(loads(render(self.file.document))).document


def toy_sealed():
    return Table("sealed").play(99)


def toy_sealed_muster():
    """A sealed game whose players add a word each to the first entry."""
    table = Table("words")
    table.club.charter["muster"] = True
    table.file = table.club.new_game()
    return table.play(1, blue={"pinch": "hill"}, red={"pinch": "dale"}).play(99)


def toy_shared():
    return Table("shared", "shared").play(99)


def toy_two_alone():
    """Two players without a referee: where both are asked, the opener seals the own answer."""
    return Table("two", "shared", False).play(99)


def toy_repaired():
    """With a correction and a redo."""
    return Table("repaired", "shared").play(2).correct().play(2).reopen().play(99)


def toy_absent():
    """A seat that did not set up before the deadline."""
    return Table("absent", "shared", **THREE).play(1).play(1, silent=["south"]).play(99)


def toy_absent_before_all_are_asked():
    """A seat whose deadline passed, and which is asked again with everybody where play stops next."""
    table = Table("repaired", "shared").play(4).until(lambda kinds, seats: "act" in kinds)
    table.play(1, silent=play.asked_seats(table.file)).until(lambda kinds, seats: "bid" in kinds)
    assert play.asked_seats(table.file) == ["blue", "red"]
    return table.play(99)


def toy_twice_undone():
    """Sealed: a redo, one more that reaches behind it, and on to the end."""
    return Table("undone").play(5).reopen(3).play(3).reopen(2).play(2).reopen().play(99)


def with_lines():
    """Three players with standing lines, public and secret."""
    table = Table("lines", "shared", **THREE)
    table.play(1, south={"standing": [GUARD], "ready": True})
    secret = {**GUARD, "power": "isles", "value": "no", "secret": True, "text": "secret when intervene: no"}
    never = {**GUARD, "power": "isles", "secret": True, "from": [["turn", 8]]}
    return table.play(1, isles={"standing": [secret, never]})


def toy_lines():
    """To the end, where those lines that never fired are opened."""
    return with_lines().play(99)


def toy_lines_hiding():
    """At a stop where a line that is still sealed keeps its seat from being asked."""
    table = with_lines().until(lambda kinds, seats: kinds == {"intervene"})
    assert play.asked_seats(table.file) == ["south"]  # and not the Isles, though both may intervene
    return table


def toy_lines_closed():
    """The same kind of game in the middle, with a line that is still sealed."""
    table = Table("closed", **THREE)
    never = {**GUARD, "secret": True, "from": [["turn", 8]]}
    return table.play(1, south={"standing": [GUARD, never]}).play(3)


def toy_lines_undone():
    """A secret line that was lodged in an entry which was taken back."""
    table = Table("gone", **THREE).play(1)
    return table.play(1, south={"standing": [{**GUARD, "secret": True}]}).play(2).reopen(1).play(99)


def toy_passed_over():
    """Three players without a referee; one is silent as opener."""
    table = Table("passed", "shared", False, **THREE).play(3)
    table.until(lambda kinds, seats: len(seats) == 1)
    idle = [seat for seat in table.club.charter["openers"] if seat not in play.asked_seats(table.file)]
    return table.pass_over(idle[0]).play(2)


def toy_new_chains():
    """A lost secret, and another person in a seat."""
    table = Table("chains", "shared").play(3).new_chain("chain", "red", who="red").play(3)
    return table.new_chain("substitute", "blue", seat="blue").play(3)


def toy_petition():
    """A seat that is not asked concedes."""
    table = Table("petition")
    assert play.asked_seats(table.file) == ["blue"]
    table.play(1, red={"petitions": [{"power": "south", "verb": "concede", "value": {}, "line": 1, "text": "concede"}]})
    assert table.file.is_over and table.file.entries[-1]["answers"][0]["seat"] == "red"
    return table


def red_dragon(seed, fairness, referee, entries):
    title = charter.make(games.load("red-dragon"), "x", "ready")
    return Table(seed, fairness, referee, title).play(entries)


def red_dragon_sealed():
    return red_dragon("rd-sealed", "sealed", True, 12)


def red_dragon_shared():
    return red_dragon("rd-shared", "shared", True, 10).reopen().play(4)


def red_dragon_alone():
    return red_dragon("rd-alone", "shared", False, 10)


MAKERS = [toy_sealed, toy_sealed_muster, toy_shared, toy_two_alone, toy_repaired, toy_absent,
          toy_absent_before_all_are_asked, toy_twice_undone,
          toy_lines, toy_lines_hiding, toy_lines_closed, toy_lines_undone, toy_passed_over, toy_new_chains,
          toy_petition,
          red_dragon_sealed, red_dragon_shared, red_dragon_alone]  # fmt: skip
