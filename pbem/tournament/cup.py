"""The tournament file: what was agreed, who plays, who was paired with whom.  Results do not stand in it: they are read
from the games.

    {"pbem": "tournament/1", "name": "spring-cup", "title": "red-dragon", "scenario": "standard", "system": "swiss",
     "rounds": 4, "players": [{"id": "ann", "name": "Ann Li"}], "referees": [{"id": "cora", "name": "Cora"}],
     "pairings": [{"round": 1, "table": 1, "game": "spring-cup-1-1", "seats": {"prc": "ann", "allied": "bob"},
                   "referee": "cora"}], "byes": [], "withdrawn": [], "forfeits": []}
"""

from pbem.core.data import store
from pbem.core.data.problems import Problem, Refused, messages
from pbem.core.data.text import listed
from pbem.core.record.charter import arrangements
from pbem.core.rules.game import load

SWISS, ROUND_ROBIN = "swiss", "round-robin"
POINTS = {"won": 2, "drawn": 1, "lost": 0, "bye": 2}
TIE_BREAKS = ["sonneborn-berger", "buchholz", "direct", "wins"]
MOST_BYTES = 2**22

messages(
    {
        "cup-title": "{title} has no arrangement of two seats in this scenario, and pairings are of two.",
        "cup-scenario": "{title} has no scenario {scenario}.",
        "cup-twice": "{id} stands twice among players and referees.",
        "cup-few": "A tournament needs two players.",
        "cup-rounds": "A Swiss tournament needs its number of rounds.",
        "cup-unknown": "{id} is no player or referee of this tournament.",
        "cup-own-game": "{id} would referee a game that {id} plays: {game}.",
        "cup-seats": "The game {game} has the seats {found}; {title} has {wanted}.",
        "cup-game-twice": "Two pairings have the game {game}.",
        "cup-double": "{id} is paired twice in round {round}.",
        "cup-forfeit": "There is no seat {seat} in a game {game}.",
    }
)


class Cup:
    """A tournament file in memory; `document` is the JSON value."""

    def __init__(self, document, path=""):
        self.document, self.path = document, path
        self.game = load(document["title"])

    def __getattr__(self, name):
        """The fields of the file, with what holds where they are left out."""
        defaults = {
            "pairings": [],
            "byes": [],
            "withdrawn": [],
            "forfeits": [],
            "referees": [],
            "options": {},
            "tie_breaks": TIE_BREAKS,
            "rounds": None,
            "twice": False,
            "calendar": None,
            "forfeit": None,
            "edition": None,
        }
        if name in self.document:
            return self.document[name]
        if name in defaults:
            return defaults[name]
        raise AttributeError(name)

    @property
    def points(self):
        return {**POINTS, **self.document.get("points", {})}

    @property
    def ids(self):
        """The players' ids in the order of the file, which is their seeding."""
        return [player["id"] for player in self.players]

    def name_of(self, id):
        return next((one["name"] for one in [*self.players, *self.referees] if one["id"] == id), id)

    @property
    def seats(self):
        """The two seats of the title, first and second: ``{seat: powers}``."""
        return two_seats(arrangements(self.game, self.scenario, self.edition))

    @property
    def last_round(self):
        return max((pairing["round"] for pairing in self.pairings), default=0)

    def active(self, number):
        """Who plays in a round: all but those who have withdrawn before it."""
        gone = {row["player"] for row in self.withdrawn if row["after"] < number}
        return [id for id in self.ids if id not in gone]

    def with_round(self, pairings, byes):
        """The tournament with one more round."""
        return Cup({**self.document, "pairings": [*self.pairings, *pairings], "byes": [*self.byes, *byes]}, self.path)

    def with_forfeits(self, forfeits):
        return Cup({**self.document, "forfeits": [*self.forfeits, *forfeits]}, self.path)

    def render(self):
        import json

        return json.dumps(self.document, ensure_ascii=False, indent=1) + "\n"


def two_seats(found):
    """The first of some arrangements that has two seats, or None."""
    return next((seats for seats in found.values() if len(seats) == 2), None)


def read(path):
    """The tournament in a file.  Raises Refused with every problem and its line."""
    from pbem.core.data.schemas import located
    from pbem.core.data.schemas import problems as shape_problems

    document, text = store.read_document(path, MOST_BYTES)
    problems = shape_problems("tournament", document, path, text)
    if not problems:
        problems = located(cup_problems(Cup(document, path)), text, path)
    if problems:
        raise Refused(problems)
    return Cup(document, path)


def new(document):
    """A tournament of a document that somebody wrote down.  Raises Refused."""
    from pbem.core.data.schemas import problems as shape_problems

    problems = shape_problems("tournament", document, "")
    if not problems:
        problems = cup_problems(Cup(document))
    if problems:
        raise Refused(problems)
    return Cup(document)


def cup_problems(cup):
    """What does not hold in a tournament beyond its shape."""
    return [*_agreed_problems(cup), *_pairing_problems(cup), *_forfeit_problems(cup)]


def _agreed_problems(cup):
    if not cup.seats:
        yield Problem("cup-title", title=cup.title)
    if cup.scenario not in cup.game.scenarios:
        yield Problem(
            "cup-scenario", title=cup.title, scenario=cup.scenario, hint=f"There are {listed(cup.game.scenarios)}."
        )
    known = [one["id"] for one in [*cup.players, *cup.referees]]
    for id in sorted({id for id in known if known.count(id) > 1}):
        yield Problem("cup-twice", id=id, hint='A player who also referees has "referees": true.')
    if len(cup.players) < 2:
        yield Problem("cup-few")
    if cup.system == SWISS and not cup.rounds:
        yield Problem("cup-rounds")
    for row in [*cup.byes, *cup.withdrawn]:
        if row["player"] not in cup.ids:
            yield Problem("cup-unknown", id=row["player"])


def _pairing_problems(cup):
    games, busy = set(), set()
    known = {*cup.ids, *(one["id"] for one in cup.referees)}
    for pairing in cup.pairings:
        game, seats = pairing["game"], pairing["seats"]
        if game in games:
            yield Problem("cup-game-twice", game=game)
        games.add(game)
        if cup.seats and sorted(seats) != sorted(cup.seats):
            yield Problem("cup-seats", game=game, found=listed(seats), wanted=listed(cup.seats), title=cup.title)
        for id in [*seats.values(), pairing["referee"]]:
            if id not in known:
                yield Problem("cup-unknown", id=id)
        if pairing["referee"] in seats.values():
            yield Problem("cup-own-game", id=pairing["referee"], game=game)
        for id in seats.values():
            if (pairing["round"], id) in busy:
                yield Problem("cup-double", id=id, round=pairing["round"])
            busy.add((pairing["round"], id))


def _forfeit_problems(cup):
    seats = {pairing["game"]: pairing["seats"] for pairing in cup.pairings}
    for row in cup.forfeits:
        if row["seat"] not in seats.get(row["game"], ()):
            yield Problem("cup-forfeit", seat=row["seat"], game=row["game"])
