"""The page of a tournament: its table, who met whom in which round, every game with a link, and the director's acts.

It is made from the tournament and from the game files that the site is made from, beside the index:
tournament-NAME.html, and the same as JSON (schemas/standings.schema.json), tournament-NAME.json.
"""

from collections.abc import Collection, Iterator, Mapping
from importlib.util import find_spec

from pbem.core.data.store import Folder
from pbem.core.data.tables import Sentences
from pbem.core.play.gamefile import GameFile
from pbem.core.record.outcome import Act
from pbem.core.record.seat_history import persons
from pbem.page.inline import beside, inside
from pbem.tournament.cup import Cup
from pbem.tournament.export import columns, described, told_act
from pbem.tournament.results import Result, Results, results_among
from pbem.tournament.shapes import Pairing, Standing
from pbem.tournament.standings import standings, teams

from . import common
from .club import player_page
from .parts import as_json, template, write
from .shapes import CupGame, CupPage, CupRound, Link, Played, ToldAct

HAS_RATING = find_spec("openskill") is not None  # an extra: without it the table has no ratings
SYSTEMS = {"swiss": "Swiss system", "league": "league", "round-robin": "round robin"}
_say = Sentences(__name__)


def page_name(cup: Cup) -> str:
    """The file name of a tournament's page."""
    return f"tournament-{cup.name}.html"


def link(cup: Cup) -> Link:
    """``(text, address from the index)`` of a tournament's page."""
    return f"Tournament {cup.name}", page_name(cup)


def write_tournament(folder: Folder, cup: Cup, files: Mapping[str, GameFile]) -> Iterator[str]:
    """Write the page of a tournament and the same as JSON into the folder of a site; the paths.

    files   {name: GameFile} of the games of which there are pages
    Raises BrokenFile for a game file that is of other terms or people than its pairing.
    """
    found = results_among(cup, files)
    rows = standings(cup, found)
    if HAS_RATING:
        from pbem.tournament.rating import ratings

        rated = ratings(cup, found)
        rows = [{**row, "rating": rated[row["player"]]} for row in rows]
    page, data = told(cup, rows, found, files), described(cup, rows, found)
    played = {name for file in files.values() for name in persons(file).values()}
    pages = {id: player_page(cup.name_of(id)) for id in cup.ids if cup.name_of(id) in played}
    parts = beside(common.address("page.css", 0))
    yield write(folder, page_name(cup), template("tournament.html").render(t=page, pages=pages, parts=parts))
    yield write(folder, data_name(cup), as_json(data))


def data_name(cup: Cup) -> str:
    """The file name of the same as JSON."""
    return f"tournament-{cup.name}.json"


def page_alone(cup: Cup, rows: list[Standing], found: Results) -> str:
    """The page by itself, with its style in it and without links to others."""
    page = {**told(cup, rows, found, {}), "data": ""}
    return template("tournament.html").render(t=page, pages={}, parts=inside(common.text_of("page.css"), []))


def told(cup: Cup, rows: list[Standing], found: Results, files: Mapping[str, GameFile]) -> CupPage:
    """A tournament as its page shows it: what the template reads; `files` as in `write_tournament`."""
    places = {row["player"]: number for number, row in enumerate(rows, 1)}
    return {
        "name": cup.name,
        "about": _about(cup),
        "breaks": [_say(name) for name in cup.tie_breaks],
        "worth": cup.points,
        "table": [
            {**row, "number": places[row["player"]], "rounds": _course(cup, row["player"], found, places, files)}
            for row in rows
        ],
        "columns": list(columns(cup, rows).items()),
        "has_rating": "rating" in rows[0],
        "teams": teams(cup, rows),
        "names": {id: cup.name_of(id) for id in cup.ids},
        "rounds": [_round(cup, number, found, files) for number in range(1, cup.last_round + 1)],
        "acts": [_act(cup, act, files) for act in cup.acts],
        "data": data_name(cup),
    }


def _about(cup: Cup) -> str:
    """What it is, in a sentence."""
    sizes = sorted({len(seats) for seats in cup.kinds.values()})
    fields = {"system": SYSTEMS[cup.system], "sizes": sizes, "players": len(cup.players), "rounds": cup.rounds}
    return _say("about" if cup.rounds else "about-open", cup=cup, paired=cup.last_round, **fields)


def _act(cup: Cup, act: Act, files: Collection[str]) -> ToldAct:
    """An act as ``{"game", "text"}``: the game of which there is a page, and what is told of it."""
    text, game = told_act(cup, act), act.get("game")
    if game is None or game not in files:
        return {"game": None, "text": text}
    return {"game": game, "text": text.removeprefix(game)}


def _course(
    cup: Cup, id: str, found: Results, places: Mapping[str, int], files: Collection[str]
) -> list[Played | None]:
    """What a player did in each round: ``[{"game", "text", "against": [numbers in the table]} or None]``."""
    rounds: list[Played | None] = []
    for number in range(1, cup.last_round + 1):
        if any(row["player"] == id and row["round"] == number for row in cup.byes):
            rounds.append({"game": None, "text": f"bye {cup.points['bye']}", "against": []})
            continue
        mine = [one for one in cup.pairings if one["round"] == number and id in one["seats"].values()]
        rounds += [_place(cup, one, id, found, places, files) for one in mine] or [None]
    return rounds


def _place(
    cup: Cup, pairing: Pairing, id: str, found: Results, places: Mapping[str, int], files: Collection[str]
) -> Played:
    seat = next(seat for seat, player in pairing["seats"].items() if player == id)
    others = [places[player] for player in pairing["seats"].values() if player != id]
    return {
        "game": pairing["game"] if pairing["game"] in files else None,
        "text": f"{seat} {_points(cup, found[pairing['game']], id)}",
        "against": sorted(others),
    }


def _points(cup: Cup, result: Result, id: str) -> str:
    """What a game gave a player, as text; – while it is open."""
    return "–" if result.scores is None else str(cup.points.get(result.scores.get(id, ""), 0))


def _round(cup: Cup, number: int, found: Results, files: Collection[str]) -> CupRound:
    """A round: its games with the points of every seat and how they ended, and who had a bye."""
    games: list[CupGame] = []
    for pairing in [one for one in cup.pairings if one["round"] == number]:
        result, kind = found[pairing["game"]], cup.seats_of(pairing)
        games.append(
            {
                "game": pairing["game"],
                "has_page": pairing["game"] in files,
                "table": pairing["table"],
                "seats": [
                    {
                        "seat": seat,
                        "name": cup.name_of(pairing["seats"][seat]),
                        "points": _points(cup, result, pairing["seats"][seat]),
                        "mark": (result.scores or {}).get(pairing["seats"][seat], ""),
                    }
                    for seat in kind
                ],
                "has_result": not result.is_open,
                "state": {"missing": "not begun"}.get(result.state, result.state),
                "by": result.by,
                "referee": cup.name_of(pairing["referee"]),
            }
        )
    idle = [cup.name_of(row["player"]) for row in cup.byes if row["round"] == number]
    return {"number": number, "games": games, "idle": idle}
