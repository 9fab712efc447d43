"""Orders as a person wrote them, made the document that the record holds: what answers now, what stands for later, what
is closed (docs/record.md).

`looked_at` tells what a document would do at the head, before anything is drawn: `check`, `seal`, the receipts and the
terminal editor use it, so that what they accept is what adjudication takes.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from ..data.json_types import Json
from ..data.problems import NOT_ALLOWED, ODD, TOLD, Problem, refusals
from ..data.shapes import STUMBLES
from ..language.decision import Decision, NoWords
from ..language.order_context import is_published, is_reading
from ..orders.orderfile import ANY, Item, Order, branches, kinds_of
from ..play.answers import Finder, Terms
from ..play.gamefile import GameFile
from ..play.inbox import Inbox, in_force, left_out
from ..play.parts import KEPT, Address, Given, Part
from ..play.running import Run
from ..record import documents as docs
from ..record.charter import seat_of
from ..record.closed import Opening, Openings
from ..record.revisions import check_plays
from ..rules.requests import Ask
from ..title.game import Game
from .sheet import Row, Sheet, Whole, item_of

FAR_BACK = 40  # entries in which an earlier answer of the same kind is looked for


class Look(NamedTuple):
    """What a document would do at the head.

    problems     refusals and odd things, Problems
    finder       with the fates of its parts
    unanswered   [Ask] of the seat that its published default would answer
    document     which it is
    withdrawn    addresses of the lines in force that it ends
    """

    problems: list[Problem]
    finder: Finder
    unanswered: list[Ask]
    document: docs.Document
    withdrawn: Collection[Address] = ()


class Written(NamedTuple):
    """A `document` that was made of orders, not signed yet; `own` is what it began from and what stands by it, as the
    memory of its seat keeps that (secret/3), and `problems` what is wrong or worth telling of what the orders do to the
    sheet."""

    document: docs.Document
    own: Json
    problems: list[Problem]


def object_of(
    file: GameFile,
    orders: Order | Sequence[Order],
    openings: Openings,
    n: int,
    envelope: str | None = None,
    carries: list[Any] | None = None,
    closing: bytes | None = None,
    own: Json | None = None,
    closes_all: bool = False,
    before: docs.Document | None = None,
) -> Written:
    """The document of an order document (schemas/orders.schema.json), or of several of a seat in the order in which
    they came, as Written.

    openings    record.closed.Openings that the seat, or its desk, knows
    n           the number of the document
    closing     32 bytes of the secret that closes its parts where something is closed; None: nothing is
    own         the memory of the seat's last own document
    closes_all  True for what is sealed whole: nothing in it is closed by itself
    before      the document of the seat for this entry that came before, at the level sealed
    """
    orders = [orders] if isinstance(orders, dict) else orders
    seat, pinch = orders[0]["seat"], next((one["pinch"] for one in reversed(orders) if one.get("pinch")), None)
    sheet = Sheet.of(file, seat, openings, own, before)
    rows = list(sheet.rows)
    for order in orders:
        sheet.take(order)
    answers, stays = _sorted_out(file, seat, sheet.rows)
    whole = Whole(stays, answers, n)
    object = {"entry": file.next, "head": file.head, "kind": "orders", "n": n, "seat": seat}
    extra = {
        "envelope": envelope,
        "carries": carries,
        "link": _link(file, orders, before),
        "pinch": pinch or (before and before.object.get("pinch")),
        "no": sheet.number,
        **whole.lists,
        **whole.names,
    }
    object.update({name: value for name, value in extra.items() if value})
    named = [row.to_json() for row in rows if row.name]
    memory = {"after": whole.after, "before": named, "head": file.head, "n": n, "no": sheet.number}
    openings_made, name = list[Opening](), orders[-1].get("file", "")
    if closing is not None and not closes_all:
        object, openings_made = _closed(file, object, closing)
    document = docs.Document(object, "", openings_made, name, whole.typed)
    document.waits = sheet.waits
    return Written(document, memory, [*sheet.problems, *docs.size_problems(object, name)])


def _link(file: GameFile, orders: Sequence[Order], before: docs.Document | None) -> str | None:
    """The link that a robot shows; who is none shows none."""
    if orders[0]["seat"] not in file.state.get("robots", {}):
        return None
    found: list[str] = [one["link"] for one in ({**(before.object if before else {})}, *orders) if one.get("link")]
    return found[-1] if found else None


def _closed(file: GameFile, object: Json, closing: bytes) -> tuple[Json, list[Opening]]:
    """A document with its parts closed that nobody else is to read yet, and their openings."""
    all_answers = file.call().closes_answers(object["seat"])
    offered = {(ask["power"], ask["kind"]) for ask in file.waiting if ask.get("offer")}

    def is_closed(place: str, part: Json) -> bool:
        if not file.state["referee"]:
            return all_answers and place == "answers"
        if place == "lines":
            return not part.get("public")
        return place == "answers" and (part["power"], part.get("kind")) in offered

    def has_pieces(place: str, part: Json) -> bool:
        return bool(file.state["referee"]) and place != "petitions" and not part.get("public")

    return docs.close_parts(object, closing, file.game_id, is_closed, has_pieces)


def _sorted_out(file: GameFile, seat: str, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """``(answers to what is asked now, what stands for later)`` of what stands of a seat.  What is in force answers
    where it stands, if it may answer at this head."""
    if not file.call().acts(seat):
        return [], [*rows]
    in_force, board = file.state["fairness"] == "sealed" or file.state["muster"], file.current_board()
    asked = [row for row in rows if row.place == "lines" and row.whole and "when" not in row.whole]
    parts = [
        (row, Part(seat, file.next, 0, place, row.whole, "answers", None, True))
        for place, row in enumerate(asked)
        if not (row.is_kept and in_force)
        if row.whole.get("turn") == file.game.turns.number(board, row.whole["power"])
    ]
    run = _run(file, [part for _, part in parts])
    for ask in asks_of(run, file, seat):
        run.finder.find(run.board, ask)
    now = [row for row, part in parts if part.fate != KEPT]
    answers = [row._replace(name=None, is_kept=False) for row in now]
    return answers, [row for row in rows if not any(row is one for one in now)]


def asks_of(run: Run, file: GameFile, seat: str) -> list[Ask]:
    """The questions of a seat that stand open at the head, as the run met them: what it is asked, and what a line of
    its own answers as long as it stands."""
    asks = run.stop.asks if run.stop is not None and run.stop.why == "asks" else []
    return [ask for ask in asks if seat_of(file.charter, ask.power) == seat]


def _run(file: GameFile, parts: list[Part], withdrawn: Collection[Address] = ()) -> Run:
    check_plays(file.game, file.options, file.state)
    now = [ask["question"] for ask in file.waiting]
    force_now = file.state["fairness"] == "sealed" or file.state["muster"]
    terms = Terms(bots=file.state["bots"], windows=file.charter["windows"], force_now=force_now)
    return Run(file.ground(), finder=Finder(file.game, file.charter, parts, now, terms, withdrawn))


def looked_at(file: GameFile, document: docs.Document, openings: Openings) -> Look:
    """The Look at one document: nothing is drawn, and nothing of it is used up."""
    seat, name = document.seat, document.file
    probe = Inbox(file.ground(), [], openings)
    wrong = (*probe._problems_of_place(document), *probe._problems_of_orders(document))
    problems = [problem.at(name) for problem in wrong]
    own = [
        Part(seat, file.next, document.n, number, openings.whole(part), place, None, True, name)
        for number, place, part in docs.parts_of(document.object)
        if openings.whole(part) is not None
    ]
    for part, (places, text) in zip(own, document.typed):
        part.typed(places, text)
    if refusals(problems):
        return Look(problems, Finder(file.game, file.charter, own, [], Terms()), [], document)
    look = _looked_at_now(file, document, own, openings)
    from .dry_run import dry_run

    further = dry_run(file, seat, own, openings, look.withdrawn)
    is_later = not file.call().acts(seat)
    for part in own:
        part.later = further.parts[part.line]
        part.since = file.next + 1 if is_later else None
    problems += [one for part in own if part.is_standing for one in _standing_doubts(file.game, part)]
    if is_later or not refusals(look.problems):
        problems += [one for part in own for one in _never_done(file, part)]
    return look._replace(problems=[*problems, *look.problems, *further.problems])


def _never_done(file: GameFile, part: Part) -> Iterator[Problem]:
    """What is wrong with a line for later on whatever board it is looked at."""
    item, board = part.item, file.current_board()
    for branch in [] if "verb" in item or part.fate != KEPT else [*branches(item), *item.get("or", ())]:
        names = [item["when"]] if part.is_standing else kinds_of([{"kind": item["kind"], **branch}])
        kinds = [file.game.kinds[name] for name in names if name != ANY]
        if not kinds or "value" not in branch:
            continue
        kind, found = kinds[0], list[Problem]()
        if all(one.of_power not in ("", item["power"]) for one in kinds):
            level = ODD if part.is_standing else NOT_ALLOWED
            only = file.game.names.within(kind.of_power)
            found = [Problem("never-asked", level=level, rule=kind.rule, power=only, waiting=kind.waiting)]
        said = branch["value"] if isinstance(branch["value"], list) else [branch["value"]]
        found += [one for reading in said if is_reading(reading) for one in kind.never(board, item["power"], reading)]
        yield from (part.placed(problem, file.game, branch) for problem in found)


def _standing_doubts(game: Game, part: Part) -> Iterator[Problem]:
    """Notes on a standing line that nobody would want: without a condition it throws away what could be played."""
    if part.item["when"] == ANY:
        return
    wasteful = game.telling.words.of_kind(part.item["when"]).get("wasteful", {})
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


def _looked_at_now(file: GameFile, document: docs.Document, own: list[Part], openings: Openings) -> Look:
    """The Look at what is asked at the head, for a seat that takes part in this entry."""
    seat, withdrawn = document.seat, left_out(file.state, document.object)
    if not file.call().acts(seat):
        return Look([], Finder(file.game, file.charter, own, [], Terms()), [], document, withdrawn)
    run = _run(file, own + in_force(file.state, openings), withdrawn)
    asks = asks_of(run, file, seat)
    comes_first = run.petitioners()
    answers = [(ask, run.finder.find(run.board, ask)) for ask in asks]
    unanswered = [ask for ask, given in answers if given is None and ask.power not in comes_first]
    if run.state["step"] is None or not run.told:
        run.finder.check_petitions(run.board)
    offers = [one for ask, given in answers if given for one in _offered(file, run, ask, given)]
    return Look([*run.finder.problems(), *offers], run.finder, unanswered, document, withdrawn)


def _offered(file: GameFile, run: Run, ask: Ask, given: Given) -> Iterator[Problem]:
    """A standing order in the place of an answer that is the published one, as the last one to such a question was."""
    kind, turns, part = file.game.kinds[ask.kind], file.game.turns, given.part
    if part is None or not part.is_own or part.is_standing or kind.default_at_once:
        return
    is_plan = ask.kind in turns.own or ask.kind in turns.once
    if not is_plan and given.value == kind.default(run.board, ask) == _answered_last(file, ask):
        lead = f"{part.seat}: " if len(file.powers[part.seat]) > 1 else ""
        yield part.placed(Problem("default-twice", level=TOLD, line=f"{lead}always {ask.kind}: default"), file.game)


def _answered_last(file: GameFile, ask: Ask) -> Any:
    """What a power answered the last time that it was asked a question of a kind; None where that is long ago, or no
    order of its own said it."""
    for n in range(file.n, max(0, file.n - FAR_BACK), -1):
        for use in reversed(file.entry(n).get("used", ())):
            if use["question"].partition("#")[0].split("/")[1:] == [ask.kind, ask.power]:
                return (
                    use["value"] if "value" in use else item_of(file, use).get("value") if "document" in use else None
                )
    return None


def power_problems(file: GameFile, order: Order) -> Iterator[Problem]:
    """Lines for powers that the seat does not decide for, and lines that cannot be as secret as they say."""
    own = file.powers[order["seat"]]
    for item in order.get("standing", ()):
        if item["when"] in file.game.turns.own and not all(_is_no_plan(file, item, one) for one in branches(item)):
            yield Problem("standing-own", quote=item.get("text", ""))
        if item.get("secret") and not file.state["referee"]:
            yield Problem("lines-closed-nobody", quote=item.get("text", ""))
    for item in [*order.get("answers", ()), *order.get("standing", ()), *order.get("petitions", ())]:
        if item["power"] not in own:
            yield Problem("document-power", seat=order["seat"], power=file.game.names.within(item["power"]))


def _is_no_plan(file: GameFile, item: Item, branch: Item) -> bool:
    """Whether a standing answer is the published one, or asks."""
    if "ask" in branch or is_published(branch["value"]):
        return True
    kind, ask = file.game.kinds[item["when"]], Ask(item["when"], item["power"], rule="")
    try:
        board = file.current_board()
        return bool(kind.settle(board, ask, branch["value"])[0] == kind.default(board, ask))
    except (*STUMBLES, NotImplementedError):
        return False
