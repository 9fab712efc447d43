"""Orders as a person wrote them, made the document that the record holds: what answers now, what stands for later, what
is closed (docs/record.md).

`looked_at` tells what a document would do at the head, before anything is drawn: `check`, `seal`, the receipts and the
terminal editor use it, so that what they accept is what adjudication takes.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from ..data.json_types import Json
from ..data.problems import ODD, Problem, messages, refusals
from ..orders.decision import Decision, NoWords
from ..orders.orderfile import BESIDE, Item, Order, branches
from ..record import documents as docs
from ..record.charter import powers_of, seat_of
from ..record.closed import Opening, Openings
from ..record.documents import Typed
from ..record.gamefile import GameFile
from ..record.participation import Call
from ..rules.game import Game
from ..rules.requests import Ask
from ..rules.revisions import check_plays
from .answers import Finder, Part, Terms
from .dry_run import dry_run
from .inbox import Inbox, in_force
from .parts import KEPT, Address
from .running import Run
from .standing import stands_for
from .whole import Whole, left, standing

messages(
    {
        "lines-closed-nobody": "Without a referee a line for later is public to all; it cannot be secret.",
        "standing-replaced": "Line {line} is for the same questions and takes the place of this one.",
    }
)


class Look(NamedTuple):
    """What a document would do at the head.

    problems     refusals and odd things, Problems
    finder       with the fates of its parts
    unanswered   [Ask] of the seat that its published default would answer
    seat         whose document it is
    withdrawn    addresses of the lines in force that it ends
    """

    problems: list[Problem]
    finder: Finder
    unanswered: list[Ask]
    seat: str
    withdrawn: Collection[Address] = ()


class Written(NamedTuple):
    """A document that was made of orders: its `object`, `openings` of its closed parts, and as the memory of its seat
    keeps it (secret/3) what it began from, and what stands by it; `plain` is the object with all parts open."""

    object: Json
    openings: list[Opening]
    own: Json
    plain: Json


def object_of(
    file: GameFile,
    order: Order,
    openings: Openings,
    n: int,
    envelope: str | None = None,
    carries: list[Any] | None = None,
    closing: bytes | None = None,
    own: Json | None = None,
    closes_all: bool = False,
) -> Written:
    """The document of an order document (schemas/orders.schema.json), as Written.

    openings    record.closed.Openings that the seat, or its desk, knows
    n           the number of the document
    closing     32 bytes of the secret that closes its parts where something is closed; None: nothing is
    own         the memory of the seat's last own document
    closes_all  True for what is sealed whole: nothing in it is closed by itself
    """
    seat = order["seat"]
    answers, lines = _sorted_out(file, order, openings)
    lines += [plain(item) for item, later in _with_later(order) if later is None]
    petitions = [plain(item) for item in order.get("petitions", ())]
    rows = standing(file, seat, openings, own)
    whole = Whole(left(rows, order), {"petitions": petitions, "lines": lines}, n, len(answers))
    object = {"entry": file.next, "head": file.head, "kind": "orders", "n": n, "seat": seat}
    extra = {
        "answers": [plain(item) for item in answers],
        "envelope": envelope,
        "carries": carries,
        "pinch": order.get("pinch"),
        **whole.lists,
        **whole.names,
    }
    object.update({name: value for name, value in extra.items() if value})
    memory = {"after": whole.after, "before": [row.to_json() for row in rows], "head": file.head, "n": n}
    if closing is None or closes_all:
        return Written(object, [], memory, object)
    probe = Inbox(file.game, file.options, file.state, file.head_of, [], openings)
    all_answers = probe.closes_answers(seat)
    offered = {(ask["power"], ask["kind"]) for ask in file.waiting if ask.get("offer")}

    def is_closed(place: str, part: Json) -> bool:
        if not file.state["referee"]:
            return all_answers and place == "answers"
        if place == "lines":
            return not part.get("public")
        return place == "answers" and (part["power"], part.get("kind")) in offered

    with_closed, made = docs.close_parts(object, closing, file.game_id, is_closed)
    return Written(with_closed, made, memory, object)


def replaced_problems(order: Order) -> Iterator[Problem]:
    """Notes on standing lines of an order document whose place a later line of it takes: they are not lodged."""
    for item, later in _with_later(order):
        if later is not None and "line" in item and "line" in later:
            [line, column] = (item.get("places") or [[item["line"], 1]])[0]
            where = f"{order.get('file') or order['seat']}:{line}:{column}"
            yield Problem("standing-replaced", level=ODD, where=where, quote=item.get("text", ""), line=later["line"])


def _with_later(order: Order) -> list[tuple[Item, Item | None]]:
    """The standing lines of an order document, each with the last one that stands for the same, or None."""
    latest: dict[bytes, Item] = {}
    found: list[tuple[Item, Item | None]] = []
    for item in reversed(order.get("standing", [])):
        found.append((item, latest.get(stands_for(item))))
        latest.setdefault(stands_for(item), item)
    return found[::-1]


def plain(item: Item) -> Item:
    """An item as the record holds it: what it says, not how and where it was typed."""
    kept = {name: value for name, value in item.items() if name not in BESIDE}
    if "else" in kept:
        kept["else"] = [plain(branch) for branch in kept["else"]]
    return kept


def _sorted_out(file: GameFile, order: Order, openings: Openings) -> tuple[list[Item], list[Item]]:
    """``(answers to what is asked now, lines for once)`` of the answer lines of an order document."""
    items = list(order.get("answers", ()))
    if order["seat"] not in Call(file.charter, file.state).taking_part:
        return [], [plain(item) for item in items]
    parts = [Part(order["seat"], file.next, 0, place, item, "answers", None, True) for place, item in enumerate(items)]
    run = _run(file, parts)
    for ask in asks_of(run, file, order["seat"]):
        run.finder.find(run.board, ask)
    now = [part.item for part in parts if part.fate != KEPT or part.is_decided]
    return now, [plain(item) for item in items if not any(item is one for one in now)]


def asks_of(run: Run, file: GameFile, seat: str) -> list[Ask]:
    """The questions of a seat that stand open at the head, as the run met them: what it is asked, and what a line of
    its own answers as long as it stands."""
    asks = run.stop.asks if run.stop is not None and run.stop.why == "asks" else []
    return [ask for ask in asks if seat_of(file.charter, ask.power) == seat]


def _run(file: GameFile, parts: list[Part], withdrawn: Collection[Address] = ()) -> Run:
    finder = Finder(
        file.game,
        file.charter,
        parts,
        [ask["question"] for ask in file.waiting],
        Terms(
            bots=file.state["bots"],
            windows=file.charter["windows"],
            force_now=file.state["fairness"] == "sealed" or file.state["muster"],
        ),
        withdrawn,
    )
    check_plays(file.game, file.options, file.state)
    return Run(file.game, file.options, file.state, finder=finder)


def typed_at(order: Order, object: Json) -> list[Typed]:
    """Where the parts of an object of an order document were typed, in their order, and how: of each
    ``([[line, column], …], text)``, or ``([], "")`` where that is not known."""
    items = [item for name in ("answers", "petitions", "standing") for item in order.get(name, ())]
    found = []
    for _, _, part in docs.parts_of(object):
        place = next((place for place, item in enumerate(items) if plain(item) == part), None)
        found.append(as_typed(items.pop(place)) if place is not None else ([], ""))
    return found


def as_typed(item: Item) -> Typed:
    """Where and how an item of an order document was typed, its else branches too: ``([[line, column], …], text)``."""
    typed = [branch for branch in branches(item) if "text" in branch]
    places = [place for branch in typed for place in branch.get("places") or [[branch["line"], 1]]]
    return places or [[item["line"], 1]], "\n".join(branch["text"] for branch in typed)


def looked_at(file: GameFile, object: Json, openings: Openings, name: str = "", typed: Iterable[Typed] = ()) -> Look:
    """The Look at one document's object: nothing is drawn, and nothing of it is used up.

    name    of the file, for messages; typed: where in it its parts were typed, and how (`typed_at`)
    """
    problems = _problems_of_object(file, object, openings, name)
    own = [
        Part(object["seat"], file.next, object["n"], number, openings.whole(part), place, None, True, name)
        for number, place, part in docs.parts_of(object)
        if openings.whole(part) is not None
    ]
    for part, (places, text) in zip(own, typed):
        part.typed(places, text)
    if refusals(problems):
        return Look(problems, Finder(file.game, file.charter, own, [], Terms()), [], object["seat"])
    look = _looked_at_now(file, object, own, openings)
    further = dry_run(file, object["seat"], own, openings, look.withdrawn)
    is_later = object["seat"] not in Call(file.charter, file.state).taking_part
    for part in own:
        part.later = further.parts[part.line]
        part.since = file.next + 1 if is_later else None
    problems += [one for part in own if part.is_standing for one in _standing_doubts(file.game, part)]
    return look._replace(problems=[*problems, *look.problems, *further.problems])


def _standing_doubts(game: Game, part: Part) -> Iterator[Problem]:
    """Notes on a standing line that nobody would want: without a condition it throws away what could be played."""
    wasteful = game.telling.wasteful.get(part.item["when"], {})
    for branch in branches(part.item):
        said = _first_line(game.kinds[part.item["when"]], branch) if wasteful else ""
        if "if" not in branch and said in wasteful:
            yield part.placed(Problem("worth-a-look", level=ODD, what=wasteful[said]), game)


def _first_line(kind: Decision, branch: Item) -> str:
    """The first line of what a branch answers; "" if it asks, or says nothing that has words."""
    try:
        return kind.text(branch["value"])[0] if "value" in branch else ""
    except NoWords:
        return ""


def _problems_of_object(file: GameFile, object: Json, openings: Openings, name: str) -> list[Problem]:
    """What is wrong with a document whatever its lines answer."""
    document = docs.Document(object, file=name)
    probe = Inbox(file.game, file.charter, file.state, file.head_of, [], openings)
    return [problem.at(name) for problem in (*probe._problems_of_place(document), *probe._problems_of_orders(document))]


def _looked_at_now(file: GameFile, object: Json, own: list[Part], openings: Openings) -> Look:
    """The Look at what is asked at the head, for a seat that takes part in this entry."""
    seat, probe = object["seat"], Inbox(file.game, file.options, file.state, file.head_of, [], openings)
    withdrawn = probe.left_out(object)
    if seat not in Call(file.charter, file.state).taking_part:
        return Look([], Finder(file.game, file.charter, own, [], Terms()), [], seat, withdrawn)
    run = _run(file, own + in_force(file.state, openings), withdrawn)
    asks = asks_of(run, file, seat)
    comes_first = run.petitioners()
    unanswered = [ask for ask in asks if run.finder.find(run.board, ask) is None and ask.power not in comes_first]
    if run.state["step"] is None or not run.told:
        run.finder.check_petitions(run.board)
    return Look(run.finder.problems(), run.finder, unanswered, seat, withdrawn)


def power_problems(file: GameFile, order: Order) -> Iterator[Problem]:
    """Lines for powers that the seat does not decide for, and lines that cannot be as secret as they say."""
    own = powers_of(file.charter, order["seat"])
    for item in order.get("standing", ()):
        if item.get("secret") and not file.state["referee"]:
            hint = "Send it when its moment comes, or leave out the word secret."
            yield Problem("lines-closed-nobody", quote=item.get("text", ""), hint=hint)
    for item in [*order.get("answers", ()), *order.get("standing", ()), *order.get("petitions", ())]:
        if item["power"] not in own:
            yield Problem("document-power", seat=order["seat"], power=item["power"])
