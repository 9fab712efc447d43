"""What a game costs whoever runs a league: seconds of one core, title by title (docs/scale.md).

    python tools/game_costs.py [TITLE...] [--games 20] [--turns 2] [--json FILE]

The turns are of games under way: each mail is read, each turn made, told and mailed by a process of its own, start-up
included, as a mail server would start them; answers are drawn from those that the form offers.  What the night does is
measured on games that random play has brought to their end, all of a title in one process.  Seconds are CPU time of the
processes, which a busy machine makes somewhat longer; the load is told beside them.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean, stdev

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TITLES = {"red-dragon": "red-dragon/ready", "pacific": "pacific/standard", "cataclysm": "cataclysm/c2"}
NOW = ("--now", "2026-11-21T12:00")
LATE = ("--now", "2026-11-29T12:00")  # when reminders are due
STOPS = 40  # entries of which nobody is asked anything, one after the other: more is a fault


class Desk:
    """A folder in which pbem is run, and what runs have cost: ``costs[kind]`` is a list of seconds."""

    def __init__(self, folder):
        self.folder, self.costs = Path(folder), {}
        self.around = {**os.environ, "PBEM_MEMORY": os.path.join(folder, "memory"), "PYTHONPATH": ROOT}

    def run(self, *words, kind=None, shared=1):
        """Run a command in a process of its own; what it prints.  Its cost is kept under a kind, for each of the games
        that it was for."""
        before = os.times()
        command = [sys.executable, "-m", "pbem", *map(str, words)]
        ran = subprocess.run(command, cwd=self.folder, env=self.around, capture_output=True, text=True)
        after = os.times()
        if ran.returncode:
            raise RuntimeError(f"pbem {' '.join(map(str, words))}: exit {ran.returncode}\n{ran.stderr}")
        if kind:
            spent = after.children_user + after.children_system - before.children_user - before.children_system
            self.costs.setdefault(kind, []).append(spent / shared)
        return ran.stdout

    def json(self, *words, **named):
        return json.loads(self.run(*words, "--json", **named))


def play_by_mail(desk, scenario, game, turns, chance):
    """A new game, and so many turns of it by mail, each answered in time, the first after a reminder; fewer if it ends
    before, for its draws are its own."""
    game = _begun(desk, scenario, game)
    seats = json.loads((desk.folder / game).read_bytes().splitlines()[0])[0]["charter"]["seats"]
    given = [word for seat in seats for word in ("--seat", f"{seat}={seat}@example.org")]
    desk.run("mail", "set-up", game, "--address", "pbem@club.example", *given)
    desk.run("due", game, *LATE, "--messages", "outbox", kind="reminder")
    for turn in range(turns):
        if not _is_asked(desk, game):
            return
        asked = sorted({row["seat"] for row in desk.json("status", game)["waiting"]})
        for seat in asked:
            _answer(desk, game, seat, turn, chance)
        inbox = desk.json("mail", "inbox", game)["files"]
        desk.run("adjudicate", game, *inbox, "-o", game, "--report", "report.txt", *NOW, kind="turn made")
        desk.run("mail", "out", game, "-o", "outbox", *NOW, kind="mails of a turn")


def _begun(desk, scenario, game):
    """A new game in which somebody is asked something; one whose own draws end it before that is left aside."""
    for again in range(STOPS):
        name = f"{again}-{game}"
        desk.run("new", scenario, "-o", name, "--days", "7", *NOW)
        if _is_asked(desk, name):
            return name
    raise RuntimeError(f"{game} is over before anybody is asked")


def _is_asked(desk, game):
    """Play on until somebody is asked something; False if the game ends before."""
    for _ in range(STOPS):
        status = desk.json("status", game)
        if status["waiting"] or status["over"]:
            return bool(status["waiting"])
        desk.run("adjudicate", game, "-o", game, *NOW)
    raise RuntimeError(f"{game} asks nobody")


def _answer(desk, game, seat, turn, chance):
    """A mail with an answer for every question of a seat, drawn from those that its form offers."""
    form = desk.json("form", game, seat)
    lines = [line for one in form["questions"] for line in chance.choice(one["answers"])["lines"]]
    head = [f"{word} {form[word]}" for word in ("game", "seat", "entry", "head")]
    mail = desk.folder / "mail.eml"
    letter = f"From: {seat}@example.org\nTo: pbem@club.example\nMessage-ID: <{game}-{turn}-{seat}@example.org>\n"
    mail.write_text("\n".join([letter, *head, *lines, "--", ""]), encoding="utf-8")
    found = desk.json("mail", "in", game, "--from", mail, *NOW, kind="mail read")
    if found["verdict"] != "accepted":
        raise RuntimeError(f"{game}, {seat}: {found['verdict']}: {lines}")


def night(desk, scenario, games, folder="whole"):
    """Games that are over: verified, their pages made, read into an archive."""
    desk.run("selfplay", scenario, "--games", games, "-o", folder, "--no-census", "--no-check")
    for kind, words in (
        ("verified", ("verify", folder)),
        ("pages made", ("site", folder, "-o", "public", "--jobs", "1")),
        ("read into the archive", ("archive", "load", "club.db", folder)),
    ):
        desk.run(*words, kind=kind, shared=games)


def measured(title, games, turns, seed=1):
    """``{kind: {"mean", "spread", "of"}}``: seconds, their standard deviation, and of how many runs or games."""
    with tempfile.TemporaryDirectory() as folder:
        desk, chance = Desk(folder), random.Random(f"{title} {seed}")
        for number in range(games):
            play_by_mail(desk, TITLES[title], f"g{number}.json", turns, chance)
        night(desk, TITLES[title], games)
        return {kind: _told(found, games) for kind, found in desk.costs.items()}


def _told(found, games):
    one = len(found) == 1
    return {
        "mean": round(mean(found), 3),
        "spread": None if one else round(stdev(found), 3),
        "of": games if one else len(found),
    }


def main(arguments=None):
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("titles", nargs="*", default=list(TITLES), metavar="TITLE")
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--turns", type=int, default=2)
    reader.add_argument("--json", metavar="FILE")
    wanted = reader.parse_args(arguments)
    found = {}
    for title in wanted.titles:
        found[title] = {**measured(title, wanted.games, wanted.turns), "load": round(os.getloadavg()[1], 1)}
        print(title, json.dumps(found[title]), flush=True)
    if wanted.json:
        Path(wanted.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
