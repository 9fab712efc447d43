"""What a title registers, and how the rest of the house finds it.

A title is a package under pbem.games whose `GAME` is a `Game`.  Nothing of a title is imported before it is asked for.
"""

from ..data.problems import BrokenFile, Problem, messages

TITLES = {
    "cataclysm": "pbem.games.cataclysm",
    "pacific": "pbem.games.pacific",
    "red-dragon": "pbem.games.red_dragon",
}

messages({"unknown-title": "There is no title {title}."})


class Game:
    """One title, as data and functions.  Attributes (all set by the title):

    id, name, revision      ``red-dragon``, the printed name, the rules revision (an integer)
    switched                {revision: {option: value before it}} of revisions that only made rulings switchable
    rest                    board -> JSON of it for the state; what its `to_json` gives (see revisions)
    package                 name of the Python package under pbem.games
    powers                  ids of the powers in the order of the book
    seats                   {number of players: {seat: [powers]}} as the rules allow; the first one is the default
    seats_of                (scenario, edition) -> such arrangements, in the place of `seats` where scenarios differ
    editions                ids, the first one is the default
    scenarios               {id: Scenario-like dict: name, summary, turns…}, in the order of the book
    options                 {name: {"values", "default", "rules", "text"}}: options and switchable rulings; a default
                            may be {edition: value} where the editions differ (`agreed_defaults`)
    kinds                   {kind name: Kind instance}
    petitions               {verb: Kind instance}: acts that answer no question, taken up at the next rest point by
                            the procedure ``petition-<verb>`` with args {"power", "value"}
    procedures              {name: generator function(t, **args)}
    next_procedure          board -> (procedure name, args) or None when the game is over
    new_board               charter -> Board at the start of the scenario
    board_from              JSON -> Board
    reducers                {fact type: function(board, fact)}
    invariants              board -> list of Problems (empty when everything holds)
    sentences               {fact type: function(fact, names) -> text}; see report
    queries                 {name: Query}: named board queries for show, positions, conditions and cases
    arguments               what the arguments of queries may be, where that is no category of names (core.data.queries)
    computes                {name: function}: pure functions for cases
    conditions              Conditions of the title for `if` and `when` lines
    names                   Names: every area, unit type, unit, power… under the names people write
    result                  board -> {"winner": …, "by": …, "rule": …} or None
    acting                  board -> powers whose activity it is now; all of them unless a title says otherwise (stops)
    turn_of                 board -> the turn of the game that is played (lines for "this turn" end with it); None by
                            default
    pace                    (what a report on stops counts by, {fact types that count as one}); "step" by default
    side_of                 power -> the side that a result names as the winner; the power itself by default
    mapped                  (board, facts told) -> what pbem.maps draws: {"heading", "moment", "sides": {id: {"name",
                            "enemies"}} always all of them, in one order, "areas": {id: {"owner", "pieces", "marks",
                            "near", "base"}} those in play, "types", "moves", "battles"}; optional
    asked                   the name of the module that answers what players ask (desk.questions): reach, threats,
                            prices, question, chance, prospects; it is imported when it is needed; optional
    position                functions to read and write positions (core.positions)
    names_of                component pack -> Names, where a pack may bring new ones; optional
    check_components        {file: plain components} -> Problems: what must hold between the component files; optional
    """

    def __init__(self, **parts):
        self.side_of = str
        self.seats_of = None
        self.switched = {}
        self.rest = lambda board: board.to_json()
        self.acting = lambda board: parts["powers"]
        self.turn_of = lambda board: None
        self.pace = ("steps", frozenset())
        self.__dict__.update(parts)
        self.reducers.setdefault("corrected", _corrected)

    def __getattr__(self, name):
        """`seats` of a title whose scenarios have their own: those of its first scenario and edition."""
        if name == "seats":
            return self.seats_of(next(iter(self.scenarios)), self.editions[0])
        raise AttributeError(name)

    def __repr__(self):
        return f"<Game {self.id}>"


def asked_of(game):
    """The module that answers what players ask of a title's boards, or None."""
    from importlib import import_module

    name = getattr(game, "asked", None)
    return import_module(name) if name else None


def agreed_defaults(game, edition):
    """{option: the value that holds under an edition where the charter names no other}."""
    defaults = {name: option["default"] for name, option in game.options.items()}
    return {name: value[edition] if isinstance(value, dict) else value for name, value in defaults.items()}


def _corrected(board, fact):
    """The reducer that every title has: a correction by the referee (core.repair)."""
    from ..play.repair import corrected

    corrected(board, fact)


def load(title):
    """The Game called `title`; imports only that title's package.  Raises BrokenFile for an unknown one."""
    from importlib import import_module

    if title not in TITLES or not _exists(title):
        from ..data.text import listed

        raise BrokenFile(Problem("unknown-title", title=title, hint=f"There are {listed(titles())}."))
    return import_module(TITLES[title]).GAME


def title_of(charter):
    """The Game of a charter: with what it was agreed by where the rules have a later revision; and with a component
    pack that has names of its own, a Game that knows them."""
    from .revisions import as_agreed

    game = as_agreed(load(charter["title"]), charter)
    pack = charter.get("pack")
    if not pack or not hasattr(game, "names_of"):
        return game
    return Game(**{**game.__dict__, "names": game.names_of(pack)})


def titles():
    """The ids of the titles that are installed, sorted."""
    return [title for title in sorted(TITLES) if _exists(title)]


def _exists(title):
    import os

    root = os.path.abspath(__file__)
    for _ in range(4):  # out of pbem/core/rules
        root = os.path.dirname(root)
    return os.path.exists(os.path.join(root, *TITLES[title].split("."), "__init__.py"))
