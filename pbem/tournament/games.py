"""The games of a tournament: for each pairing a charter as agreed, and a game file."""

import os
from datetime import datetime

from pbem.core.data import store
from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.store import Folder
from pbem.core.play.gamefile import render
from pbem.core.record import calendar
from pbem.core.record import charter as charters
from pbem.core.record.deadlines import note_stop
from pbem.core.signing import adjudication

from .cup import Cup
from .results import file_of, path_of
from .shapes import Pairing


def charter_of(cup: Cup, pairing: Pairing, referee_anchor: charters.Anchor) -> charters.Charter:
    """The charter of a pairing's game: sealed, or shared if the pairing has an anchor for every seat."""
    given = pairing.get("anchors", {})
    anchors = {seat: charters.anchor_of(anchor) for seat, anchor in given.items()}
    names = {seat: cup.name_of(id) for seat, id in pairing["seats"].items()}
    return charters.make(
        cup.game,
        pairing["game"],
        cup.scenario,
        cup.edition,
        cup.options,
        cup.seats_of(pairing),
        names,
        anchors={**anchors, "referee": referee_anchor},
        calendar=cup.calendar,
    )


def make_games(cup: Cup, folder: Folder, now: datetime | None = None) -> list[tuple[Pairing, str]]:
    """Make the game files that are missing, with a secret file each for the referee; ``[(pairing, path)]``.

    The secret file lies beside the game, as GAME.secret: give it to the referee of that game, and keep no copy.
    """
    from pbem.core.record.secret import Secret

    made = []
    for pairing in cup.pairings:
        path = path_of(folder, pairing)
        if os.path.exists(path):
            continue
        charter_of(cup, pairing, charters.BLANK)  # refused before a secret is made
        secret = f"{path}.secret"
        signer = Secret.read(secret) if os.path.exists(secret) else Secret.create(secret)
        file = adjudication.new_game(charter_of(cup, pairing, signer.anchor))
        file.path = path
        if now is not None:
            note_stop(file, now)
            calendar.write(file.calendar, path)
        store.write(path, render(file))
        made.append((pairing, path))
    return made


def no_files(cup: Cup, number: int, folder: Folder) -> None:
    """Raises Refused for each game of a round that has a file."""
    paths = [path_of(folder, pairing) for pairing in cup.pairings if pairing["round"] == number]
    Refused.if_any(Problem("cup-has-file", where=path) for path in paths if os.path.exists(path))


def check_games(cup: Cup, folder: Folder) -> dict[str, list[Problem]]:
    """``{game: problems}``: every game file recomputed from its start, and held against its pairing."""
    from pbem.core.play.verify import verify

    found = {}
    for pairing in cup.pairings:
        file, problems = file_of(cup, pairing, folder)
        if file is not None:
            try:
                problems = verify(file).problems
            except BrokenFile as error:
                problems = error.problems
        found[pairing["game"]] = problems
    return found
