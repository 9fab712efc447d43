"""The tournament file: what was agreed, who plays, who was paired with whom.  Results do not stand in it: they are read
from the games.

    {"pbem": "tournament/1", "name": "spring-cup", "title": "red-dragon", "scenario": "standard", "system": "swiss",
     "rounds": 4, "players": [{"id": "ann", "name": "Ann Li"}], "referees": [{"id": "cora", "name": "Cora"}],
     "pairings": [{"round": 1, "table": 1, "game": "spring-cup-1-1", "seats": {"prc": "ann", "allied": "bob"},
                   "referee": "cora"}], "byes": [],
     "acts": [{"act": "withdraw", "player": "bob", "after": 1, "reason": "moved house"}]}

What a director decides is an act, with its reason, and is never taken out again: a later act on the same game or
player stands above an earlier one.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.text import listed
from pbem.core.record.charter import arrangements
from pbem.core.record.outcome import POINTS, WON, Act, is_one_side, sides_of
from pbem.core.title.game import load

from .shapes import Arrangement, Bye, Document, Forfeits, Pairing, Player, Referee

SWISS, LEAGUE, ROUND_ROBIN = "swiss", "league", "round-robin"
ADJUDGED = ("agreed", "adjudicated", "abandoned", "disputed", "forfeit")  # acts that say what a game came to
# In a Swiss tournament whom one met says most; where all meet all, that is the same for everybody.
TIE_BREAKS = {
    SWISS: ["buchholz-cut-1", "buchholz", "direct", "sonneborn-berger", "wins"],
    LEAGUE: ["sonneborn-berger", "buchholz", "direct", "wins"],
    ROUND_ROBIN: ["direct", "sonneborn-berger", "wins"],
}
MOST_BYTES = 2**22


class Cup:
    """A tournament file in memory; `document` is the JSON value, whose fields it has."""

    name: str
    title: str
    scenario: str
    system: str
    players: list[Player]
    edition: str | None = None
    options: Json
    tables: list[str]
    rounds: int | None = None
    twice: bool = False
    tie_breaks: list[str]
    calendar: Json | None = None
    forfeit: Forfeits | None = None
    referees: list[Referee]
    pairings: list[Pairing]
    byes: list[Bye]
    acts: list[Act]

    def __init__(self, document: Document, path: str = "") -> None:
        self.document, self.path = document, path
        self.game = load(document["title"])
        defaults: Json = {
            "pairings": [],
            "byes": [],
            "acts": [],
            "tables": [],
            "referees": [],
            "options": {},
            "tie_breaks": TIE_BREAKS[document["system"]],
        }
        vars(self).update({**defaults, **document})

    @property
    def points(self) -> dict[str, int]:
        return {**POINTS, "bye": POINTS["won"], **self.document.get("points", {})}

    @property
    def ids(self) -> list[str]:
        """The players' ids in the order of the file, which is their seeding."""
        return [player["id"] for player in self.players]

    def name_of(self, id: str) -> str:
        return next((one["name"] for one in [*self.players, *self.referees] if one["id"] == id), id)

    @property
    def offered(self) -> dict[str, Arrangement]:
        """The arrangements of the scenario: ``{"3": {seat: [powers]}, "4-fascists": …}``."""
        return {str(key): seats for key, seats in arrangements(self.game, self.scenario, self.edition).items()}

    @property
    def kinds(self) -> dict[str, Arrangement]:
        """The arrangements that tables of this tournament may have, the preferred first; what is not offered is left
        out.  Where the file names none, the only one of the scenario."""
        offered = self.offered
        return {key: offered[key] for key in self.tables or offered if key in offered}

    @property
    def is_of_two(self) -> bool:
        """True if every table has two seats, which then have a first and a second side."""
        return all(len(seats) == 2 for seats in self.kinds.values())

    def seats_of(self, pairing: Pairing) -> Arrangement:
        """``{seat: powers}`` of a pairing's table, in the order of the title; {} if no table of this tournament has
        these seats."""
        return next((seats for seats in self.kinds.values() if sorted(seats) == sorted(pairing["seats"])), {})

    def sides_of(self, pairing: Pairing) -> dict[str, set[str]]:
        """``{seat: its sides}`` of a pairing's table."""
        kind = self.seats_of(pairing)
        return sides_of(self.game, {power: seat for seat, powers in kind.items() for power in powers})

    def team_of(self, id: str) -> str | None:
        """The team of a player, or None."""
        return next((player.get("team") for player in self.players if player["id"] == id), None)

    @property
    def last_round(self) -> int:
        return max((pairing["round"] for pairing in self.pairings), default=0)

    def entered(self, id: str) -> int:
        """The round with which a player came in first; 1 for all who were there from the beginning."""
        first = next((act for act in self.acts if act.get("player") == id), None)
        return first["round"] if first and first["act"] == "enter" else 1

    def active(self, number: int) -> list[str]:
        """Who plays in a round: all but those who have withdrawn before it."""
        here = {id: self.entered(id) == 1 for id in self.ids}
        for act in self.acts:
            if act["act"] == "withdraw" and act["after"] < number:
                here[act["player"]] = False
            elif act["act"] == "enter" and act["round"] <= number:
                here[act["player"]] = True
        return [id for id in self.ids if here[id]]

    def ruling(self, game: str) -> list[Act]:
        """The acts on a game that hold: the last that says what it came to, or all forfeits after which nothing else
        was said."""
        told = [act for act in self.acts if act["act"] in ADJUDGED and act["game"] == game]
        if not told or told[-1]["act"] != "forfeit":
            return told[-1:]
        others = [place for place, act in enumerate(told) if act["act"] != "forfeit"]
        return told[others[-1] + 1 if others else 0 :]

    def after(self, number: int) -> "Cup":
        """The tournament as its first `number` rounds left it, with what was decided on their games since."""
        pairings = [row for row in self.pairings if row["round"] <= number]
        byes = [row for row in self.byes if row["round"] <= number]
        games = {pairing["game"] for pairing in pairings}
        acts = [act for act in self.acts if (act["game"] in games if "game" in act else _round_of(act) <= number)]
        late = {act["player"] for act in self.acts if act["act"] == "enter" and act["round"] > number}
        late -= {id for pairing in pairings for id in pairing["seats"].values()} | {row["player"] for row in byes}
        players = [player for player in self.players if player["id"] not in late]
        return Cup({**self.document, "players": players, "pairings": pairings, "byes": byes, "acts": acts}, self.path)

    def with_round(self, pairings: list[Pairing], byes: list[Bye]) -> "Cup":
        """The tournament with one more round."""
        return Cup({**self.document, "pairings": [*self.pairings, *pairings], "byes": [*self.byes, *byes]}, self.path)

    def without_round(self, act: Act) -> "Cup":
        """The tournament without the round that an act takes back, the last.  Raises Refused if something was decided
        on a game of it."""
        before = self.after(act["round"] - 1)
        told = {one["game"] for one in self.acts if "game" in one} - {one["game"] for one in before.pairings}
        if told:
            raise Refused([Problem("cup-decided", game=game) for game in sorted(told)])
        return new({**self.document, "pairings": before.pairings, "byes": before.byes, "acts": [*self.acts, act]})

    def with_acts(self, *acts: Act) -> "Cup":
        """The tournament with more acts on record; raises Refused if one does not hold."""
        return new({**self.document, "acts": [*self.acts, *acts]})

    def with_player(self, player: Player, act: Act) -> "Cup":
        """The tournament with a player who enters late."""
        return new({**self.document, "players": [*self.players, player], "acts": [*self.acts, act]})

    def render(self) -> str:
        import json

        return json.dumps(self.document, ensure_ascii=False, indent=1) + "\n"


def read(path: str) -> Cup:
    """The tournament in a file.  Raises Refused with every problem and its line."""
    from pbem.core.data import schemas

    return Cup(schemas.read("tournament", path, MOST_BYTES, lambda found: cup_problems(Cup(found, path)))[0], path)


def new(document: Mapping[str, Any]) -> Cup:
    """A tournament of a document that somebody wrote down: a Document, if its schema says so.  Raises Refused."""
    from pbem.core.data.schemas import problems as shape_problems

    fitting = cast(Document, document)
    Refused.if_any(shape_problems("tournament", document, "") or cup_problems(Cup(fitting)))
    return Cup(fitting)


def cup_problems(cup: Cup) -> list[Problem]:
    """What does not hold in a tournament beyond its shape."""
    return [*_agreed_problems(cup), *_pairing_problems(cup), *_act_problems(cup)]


def _agreed_problems(cup: Cup) -> Iterator[Problem]:
    if cup.scenario in cup.game.scenarios:
        yield from _table_problems(cup)
    else:
        scenarios = [*cup.game.scenarios]
        yield Problem("cup-scenario", title=cup.title, scenario=cup.scenario, scenarios=scenarios)
    known = [one["id"] for one in [*cup.players, *cup.referees]]
    for id in sorted({id for id in known if known.count(id) > 1}):
        yield Problem("cup-twice", id=id)
    if len(cup.players) < 2:
        yield Problem("cup-few")
    if cup.system != ROUND_ROBIN and not cup.rounds:
        yield Problem("cup-rounds")
    for row in cup.byes:
        if row["player"] not in cup.ids:
            yield Problem("cup-unknown", id=row["player"])


def _table_problems(cup: Cup) -> Iterator[Problem]:
    offered = cup.offered
    for key in cup.tables:
        if key not in offered:
            yield Problem("cup-tables", title=cup.title, found=key, offered=offered)
    if not cup.tables and len(offered) > 1:
        yield Problem("cup-which-tables", title=cup.title, offered=offered)
    elif cup.system == ROUND_ROBIN and not cup.is_of_two:
        yield Problem("cup-berger", found=listed(cup.kinds))


def _pairing_problems(cup: Cup) -> Iterator[Problem]:
    games: set[str] = set()
    busy: set[tuple[int, str]] = set()
    known = {*cup.ids, *(one["id"] for one in cup.referees)}
    for pairing in cup.pairings:
        game, seats = pairing["game"], pairing["seats"]
        if game in games:
            yield Problem("cup-game-twice", game=game)
        games.add(game)
        if cup.kinds and not cup.seats_of(pairing):
            wanted = listed([f"({listed(kind)})" for kind in cup.kinds.values()], "or")
            yield Problem("cup-seats", game=game, found=listed(seats), wanted=wanted, title=cup.title)
        for id in [*seats.values(), pairing["referee"]]:
            if id not in known:
                yield Problem("cup-unknown", id=id)
        if pairing["referee"] in seats.values():
            yield Problem("cup-own-game", id=pairing["referee"], game=game)
        for id in seats.values():
            if (pairing["round"], id) in busy:
                yield Problem("cup-double", id=id, round=pairing["round"])
            busy.add((pairing["round"], id))


ACTS = {
    "enter": {"player", "round"},
    "withdraw": {"player", "after"},
    "paired-on": {"round", "games"},
    "unpaired": {"round"},
    "forfeit": {"game", "seat"},
    "agreed": {"game", "scores"},
    "adjudicated": {"game", "scores"},
    "abandoned": {"game"},
    "disputed": {"game"},
}


def _act_problems(cup: Cup) -> Iterator[Problem]:
    pairings = {pairing["game"]: pairing for pairing in cup.pairings}
    seats = {game: pairing["seats"] for game, pairing in pairings.items()}
    yield from _doubled_problems(cup)
    for number, act in enumerate(cup.acts, 1):
        if act.keys() - {"act", "reason", "on"} != ACTS[act["act"]]:
            yield Problem("cup-act", number=number, act=act["act"], wanted=listed(sorted(ACTS[act["act"]])))
        elif "player" in act and act["player"] not in cup.ids:
            yield Problem("cup-unknown", id=act["player"])
        elif act["act"] == "enter" and cup.system == ROUND_ROBIN and act["round"] > 1:
            yield Problem("cup-late", id=act["player"])
        elif "game" in act and act["game"] not in seats:
            yield Problem("cup-no-game", game=act["game"], there=[*seats] or "no games")
        elif "seat" in act and act["seat"] not in seats[act["game"]]:
            yield Problem("cup-forfeit", seat=act["seat"], game=act["game"])
        elif "scores" in act and sorted(act["scores"]) != sorted(seats[act["game"]]):
            yield Problem("cup-act-marks", number=number, act=act["act"], wanted=listed(seats[act["game"]]))
        elif winners := [seat for seat, mark in act.get("scores", {}).items() if mark == WON]:
            if not is_one_side(cup.sides_of(pairings[act["game"]]), winners):
                yield Problem("cup-act-winners", number=number, act=act["act"], found=listed(winners))


def _doubled_problems(cup: Cup) -> Iterator[Problem]:
    """Acts that say what holds already."""
    firsts = {act["player"]: act["act"] for act in reversed(cup.acts) if "player" in act}
    here = {id: firsts.get(id) != "enter" for id in cup.ids}
    held: dict[str, list[Mapping[str, Any]]] = {}
    for number, act in enumerate(cup.acts, 1):
        said = {key: value for key, value in act.items() if key not in ("reason", "on")}
        id, told = act.get("player", ""), held.setdefault(act.get("game", ""), [])
        if act["act"] in ("enter", "withdraw"):
            if id in here and here[id] is (act["act"] == "enter"):
                yield Problem("cup-doubled", number=number, act=act["act"], who=cup.name_of(id))
            here[id] = act["act"] == "enter"
        elif act["act"] in ADJUDGED:
            if said in told:
                yield Problem("cup-doubled", number=number, act=act["act"], who=act["game"])
            is_more = act["act"] == "forfeit" and bool(told) and told[-1]["act"] == "forfeit"
            held[act["game"]] = [*told, said] if is_more else [said]


def _round_of(act: Act) -> int:
    """The round of an act that is on no game: the first that it acts on."""
    return act["after"] + 1 if "after" in act else act.get("round", 0)
