"""People of random play, for the scripts of examples/seasons: they read their mails and answer them, through the desk.

    python tests/seasons/players.py [--silent-after N] [--give-up-after N] [--but 2-1,3-4] [--jobs 2] GAME…

The referee of each game does the same every morning: `pbem mail inbox`, `adjudicate`, `mail out`, `mail send`.  What
everybody means is drawn beforehand by seeded random play, is written into mails of all the styles of tests/mail, and
must stand in the record at the end, each once.  Each game is played to its own end, unless

    --silent-after    from that stop on nobody answers: the game stays open
    --give-up-after   from that stop on somebody gives up or offers a draw, and all others accept
    --but             games (by ROUND-TABLE) that are played to their own end all the same

A line on standard output tells of every game.
"""

import argparse
import os
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.core.language.draw_and_resign import AGREE
from pbem.core.play.gamefile import read
from pbem.core.trial.selfplay import Chance
from tests.mail.club import Club, Person
from tests.mail.hall import Hall

MOST_ENDING = 60  # stops until an end that all want is heard
ENDS = ("concede", "offer draw", "concede")


class Room(Hall):
    """A hall for one game that lies in a folder with others."""

    def __init__(self, folder, game):
        super().__init__(folder)
        self.games = Path(game).parent

    def __enter__(self):
        self.boxes.mkdir()
        return self._entered()


class Table(Club):
    """The people of one game, whose desk the director has set up (pbem tournament desks).

    silent   from that stop on nobody answers;  ending  from that stop on the game is ended by agreement; None: never
    """

    def __init__(self, server, path, silent=None, ending=None):
        self.place, self.silent_after, self.ending = str(path), silent, ending
        self.given_up = 0
        super().__init__(server, read(path).game.id, seed=Path(path).stem)

    def _set_up(self, seed):
        """The people as the desk has them; the name of each tells the mailbox."""
        from pbem.mail.letterbox import Letterbox

        self.path = self.place
        self.file = read(self.path)
        self.name = self.file.name
        self.chance = Chance(f"season/{self.name}")
        box, stops = Letterbox.open(self.path), self.file.calendar["stops"]
        self.begins = date.fromisoformat(max(stops.values())[:10])
        self.host = box.address.partition("@")[2]
        self.people = {
            seat: Person(box.seats[seat][0].partition("@")[0].capitalize(), self.server, 5 * n + len(self.name))
            for n, seat in enumerate(self.file.charter["seats"])
        }

    @property
    def now(self):
        return str(self.begins + timedelta(self.day))

    def post(self):
        self.server.desk("mail", "out", self.path, "--plain", "-o", self.server.outbox)
        self.server.send()
        self.file = read(self.path)

    def play(self):
        self.morning()
        stop = 0
        while not self.file.is_over:
            stop += 1
            if self.silent_after is not None and stop > self.silent_after:
                self.happened.append("nobody answers")
                break
            if self.ending is not None and stop > self.ending:
                self.end()
            else:
                self.stop(lambda club, person, order: [(person, club.answer(person, order))])
        return self

    def end(self):
        """One stop of a game that somebody wants to end, and everybody else too."""
        self.given_up += 1
        assert self.given_up <= MOST_ENDING, f"{self.name}: nobody hears that it should end"
        orders = [self._agreeing(order) for order in self.drawn()]
        self.meant[self.file.next] = {}
        sent = []
        for number, order in enumerate(orders):
            seat, lines = order["seat"], self.lines(order)
            asked = [item["kind"] for item in order["answers"]]
            if number == 0 and AGREE not in asked:
                lines = [self.said(seat), *lines]
            person = self.people[seat]
            sent.append((person, self.answer(person, order, lines=lines, style="top")))
        for person, one in sent:
            self.receipt(person, one)
        self.last.add(self.file.next)
        self.morning()

    def said(self, seat):
        """The words by which a seat wants the game to end: always the same in one game."""
        powers = [power for power, holder in self.file.charter["powers"].items() if holder == seat]
        words = ENDS[int(self.name.rpartition("-")[2]) % len(ENDS)]
        return f"{powers[0]}: {words}" if len(powers) > 1 else words

    def _agreeing(self, order):
        answers = [{**item, "value": "accept"} if item["kind"] == AGREE else item for item in order["answers"]]
        return {**order, "answers": answers}

    def check(self):
        """As in a club; of the stops in which it was ended only that they verify: an end is heard when it is."""
        self.server.desk("verify", self.path)
        recorded = {entry: said for entry, said in self.recorded().items() if entry not in self.last}
        meant = {entry: said for entry, said in self.meant.items() if entry not in self.last}
        assert recorded == meant, f"{self.name}: what was meant does not stand in the record"
        for person in self.people.values():
            self.check_box(person)
        self.check_arrivals()
        return self


def played(path, silent, ending):
    """Play one game; a line about it."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="pbem-season-") as folder, Room(folder, path) as server:
        try:
            table = Table(server, path, silent, ending).play().check()
        except BaseException as error:
            return f"FAILED {path}: {error}\n{traceback.format_exc()}"
    mails = sum(len(person.sent) for person in table.people.values())
    how = "over, by its own end" if table.file.is_over and not table.given_up else ""
    how = how or ("over, by agreement" if table.file.is_over else "open: nobody answers")
    return (
        f"{table.name} {table.title} {len(table.people)} seats, {table.file.n} entries, {mails} mails, {how}, "
        f"{time.monotonic() - began:.0f} s"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--silent-after", type=int)
    parser.add_argument("--give-up-after", type=int)
    parser.add_argument("--but", default="")
    parser.add_argument("--skip", action="append", default=[], help="ROUND-TABLE: this one not")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("JOBS", "2")))
    arguments = parser.parse_args()
    kept = tuple(f"-{name}.json" for name in arguments.but.split(",") if name)
    wanted = [
        (path, arguments.silent_after, None if kept and path.endswith(kept) else arguments.give_up_after)
        for path in arguments.games
        if not path.endswith(tuple(f"-{name}.json" for name in arguments.skip)) and not read(path).is_over
    ]
    failed = False
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for line in pool.map(played, *zip(*wanted)) if wanted else ():
            print(line, flush=True)
            failed |= line.startswith("FAILED")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
