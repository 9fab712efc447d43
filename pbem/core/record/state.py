"""The state: where a game stands after a line, as everybody makes it from the lines (docs/record.md, state/2).

It is a JSON value that nobody sends.  Functions here make new values and leave those that they are given as they are.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..data.canon import encode, th
from ..data.json_types import Json
from ..draws.draws import first_salt
from .charter import Charter, people_of

if TYPE_CHECKING:
    from ..title.game import Game

State = Json
"""Where a game stands after a line (docs/record.md)."""

VERSION = "state/2"


class Ground(NamedTuple):
    """What the next line is made from, whoever makes it.

    game      the title (title.game.Game)
    charter   with the options that are agreed now
    state     after the line before
    heads     heads(n) gives the head of line n in hex; nobody asks at the start of a game
    """

    game: "Game"
    charter: Charter
    state: State
    heads: Callable[[int], str] = str


class Reached:
    """What this machine made of the lines of a game, up to the last one.

    state    after it
    earlier  the state after the line before it; None where it is not at hand
    tally    of lines before it (record.counters); None where nothing is counted yet
    told     the fates of the parts of its entry, for reports
    stand    where the game stands, in words (record.now); None where nobody has asked yet
    """

    def __init__(
        self,
        state: State,
        earlier: State | None = None,
        tally: Json | None = None,
        told: Iterable[Json] = (),
        stand: Json | None = None,
    ) -> None:
        self.state, self.earlier, self.tally, self.told, self.stand = state, earlier, tally, list(told), stand


def digest(state: State) -> str:
    """TH("state", canon(state)) in hex: what binds a state to the line that it follows."""
    return th("state", encode(state)).hex()


def first_state(game: "Game", charter: Charter, game_id: bytes) -> State:
    """The state after the first line, but for its questions: the board at its start."""
    anchors = {name: first_link(one) for name, one in charter["anchors"].items()}
    robots = {seat: {**one, "chain": first_link(one["chain"])} for seat, one in charter.get("robots", {}).items()}
    return {
        **({"robots": robots} if robots else {}),
        "pbem": VERSION,
        "n": 0,
        "anchors": anchors,
        "asked": [],
        "bots": list(charter.get("bots", ())),
        "closed": [],
        "defaults": [],
        "documents": {},
        "ended": None,
        "floor": dict.fromkeys(people_of(charter), 0),
        "gone": [],
        "fairness": charter["fairness"],
        "referee": charter["referee"],
        "openers": list(charter["openers"]),
        "lines": [],
        "petitions": [],
        "live": [[0, 0]],
        "muster": charter["fairness"] == "shared" or bool(charter.get("muster")),
        "options": charter["options"],
        "revision": charter["revision"],
        "played": False,
        "proofs": [],
        "rest": game.rest(game.new_board(charter)),
        "salt": first_salt(bytes.fromhex(charter["again"]) if "again" in charter else game_id).hex(),
        "since": dict.fromkeys(people_of(charter), 0),
        "step": None,
        "struck": {},
        "then": {},
    }


def first_link(anchor: Json) -> Json:
    """A chain of the charter as the state has it: none of its links has been shown."""
    return {
        "base": 0,
        "first": anchor["first"],
        "index": 0,
        "key": anchor["key"],
        "link": anchor["first"],
        "n": anchor["n"],
    }


def is_live(state: State, number: int) -> bool:
    """True if the entry counts: it was not taken back."""
    return any(first <= number <= last for first, last in state["live"])


def live_with(live: list[list[int]], number: int) -> list[list[int]]:
    """The ranges of live numbers with one more at their end."""
    if live and live[-1][1] == number - 1:
        return [*live[:-1], [live[-1][0], number]]
    return [*live, [number, number]]


def live_up_to(live: list[list[int]], number: int) -> list[list[int]]:
    """The ranges of live numbers cut after `number`."""
    return [[first, min(last, number)] for first, last in live if first <= number]


def last_live(state: State) -> int:
    """The number of the last entry that counts; 0 is the start."""
    number: int = state["live"][-1][1]
    return number


def at_rest(state: State) -> bool:
    """True if the open step has neither used an input nor changed anything."""
    step = state["step"]
    return step is None or not (step["facts"] or step["draws"] or step["answers"])


def name_of(row: Json) -> tuple[int, int]:
    """The name for good of a line or petition in force, a row of the state."""
    number, part = row.get("name", (row["document"], row["line"]))
    return number, part


def standing_rows(state: State, seat: str | None = None) -> list[Json]:
    """The rows of the lines and petitions in force, of all or of one seat."""
    return [row for place in ("lines", "petitions") for row in state[place] if seat in (None, row["seat"])]


def has_come(state: State, seat: str, name: tuple[int, int]) -> bool:
    """True if a name of a seat has stood in the record before."""
    struck = list(name) in state["struck"].get(seat, [])
    return struck or name[0] <= state["floor"].get(seat, 0) or name in map(name_of, standing_rows(state, seat))
