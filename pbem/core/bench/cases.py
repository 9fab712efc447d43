"""Cases: worked examples of the rulebook that must come out as the book says (schemas/case.schema.json).

A case does one of four things: `compute` calls a pure function of the title, `query` asks the board, `check`
judges orders against the board, `play` plays orders and dice through the engine.  Play is strict: it goes on
until it meets a draw or a question for which nothing is scripted; by then every scripted answer and die must
have been used, and it must not stand in the middle of a step, unless the case expects that very question.
Kinds that are covered take their published default where nothing is scripted, but for those that the case expects to
be asked.

Every rule that a case names must have been entered, else the case proves nothing about it.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..data.boards import Board
from ..data.canon import loads
from ..data.json_types import Json
from ..data.problems import Problem, refusals
from ..data.shapes import STUMBLES
from ..language.decision import Decision, same_answer
from ..orders.orderfile import branches
from ..orders.orders import parse_line
from ..play.answers import judge
from ..record.charter import Charter, arrangements
from ..rules.engine import Session, Stop
from ..rules.facts import Fact
from ..rules.requests import Ask, Following, Roll
from ..rules.rulebook import watching
from ..title.game import Game
from ..title.positions import apply
from ..title.queries import ask as query
from ..title.queries import plain
from ..title.rulings import agreed
from .case_faults import Case, editions_of, expected, faults, verb_of

if TYPE_CHECKING:
    from ..draws.draws import ScriptedSource


class Result:
    """What came of a case.

    ok        True if it came out as expected
    failures  what did not, as sentences
    doubtful  why the case does not count, or ""
    facts     its story
    refusals  the problems for which its orders were refused
    ran       the rule numbers entered
    board     the board at the end
    """

    def __init__(self, id: str, doubtful: str = "") -> None:
        self.id = id
        self.failures: list[str] = []
        self.doubtful = doubtful
        self.facts: list[Fact] = []
        self.refusals: list[Problem] = []
        self.ran: set[str] = set()
        self.board: Board | None = None

    @property
    def ok(self) -> bool:
        return not self.failures


class _Failure(Exception):
    """The case cannot go on."""


def read(data: bytes) -> list[Case]:
    """The cases of a file (bytes), a list; raises CanonError for what is no JSON."""
    return cases_of(loads(data))


def cases_of(document: Json) -> list[Case]:
    """The cases of a file that holds one, or several with what they show."""
    cases: list[Case] = document.get("cases", [document])
    return cases


def check(data: bytes, game: Game, where: str = "cases") -> tuple[list[Case], list[Problem]]:
    """``(cases, problems)``: a file of cases of one title, checked by schema and for what makes them worthless."""
    from ..data.schemas import problems

    document = loads(data)
    cases = cases_of(document)
    found = problems("case", document, where)
    return cases, found or [fault for case in cases for fault in faults(case, game, game.id)]


def run(case: Case, game: Game, edition: str | None = None) -> Result:
    """Run a case in one edition, or in every one that it is for; the Result of the first that fails."""
    editions = [edition] if edition else editions_of(case, game)
    result = Result(case["id"])
    for each in editions:
        result = _run(case, game, each)
        if not result.ok:
            if len(editions) > 1:
                result.failures = [f"[{each}] {failure}" for failure in result.failures]
            break
    return result


def _run(case: Case, game: Game, edition: str) -> Result:
    status = case.get("status", "runs")
    result = Result(case["id"], "" if status == "runs" else status["doubtful"])
    expect = expected(case, edition)
    with watching() as ran:
        try:
            _VERBS[verb_of(case)](case, game, edition, expect, result)
        except _Failure as failure:
            result.failures.append(str(failure))
    result.ran = set(ran)
    result.failures += [
        f"rule {number} was not entered; entered were {', '.join(sorted(ran)) or 'none'}"
        for number in case["rules"]
        if not any(other == number or other.startswith(f"{number}.") for other in ran)
    ]
    return result


# -- the four verbs ----------------------------------------------------------------------------------------


def _compute(case: Case, game: Game, edition: str, expect: Json, result: Result) -> None:
    function = game.computes.get(case["compute"])
    if function is None:
        raise _Failure(f"{game.name} computes {', '.join(sorted(game.computes))}, but no {case['compute']}")
    try:
        value = plain(function(**case.get("with", {})))
    except STUMBLES as error:
        why = f"it has no {error.args[0]}" if isinstance(error, KeyError) else str(error)
        raise _Failure(f"{case['compute']} cannot be computed of what is given: {why}") from error
    _compare(result, case["compute"], value, expect["value"])


def _query(case: Case, game: Game, edition: str, expect: Json, result: Result) -> None:
    result.board = _board(case, game, edition)
    _compare(result, case["query"], query(game, result.board, case["query"]), expect["value"])


def _check(case: Case, game: Game, edition: str, expect: Json, result: Result) -> None:
    """Judge orders against the questions that are open where the board stands; nothing is played."""
    board = result.board = _board(case, game, edition)
    session = Session(game, board)
    stop = session.run(_Script(game, [], None))
    result.facts = session.step["facts"] if session.step else []
    problems: list[Problem] = []
    for power, text in case["check"].items():
        item = _parsed(game, power, text, [ask.kind for ask in stop.asks])
        problems += refusals(_judged(game, board, item, stop.asks))
    _expect_refusal(result, problems, expect)


def _play(case: Case, game: Game, edition: str, expect: Json, result: Result) -> None:
    """Play the script to where it ends, strictly."""
    from ..draws.draws import DrawError, ScriptedSource

    board = result.board = _board(case, game, edition)
    before = {name: query(game, board, name) for name in expect.get("board", ())}
    awaited = {ask["kind"] for ask in expect.get("asks", ())}
    script = _Script(game, case["play"], ScriptedSource(case.get("dice", {})), awaited)
    session = Session(game, board)
    try:
        stop = session.run(script)
    except DrawError as error:
        raise _Failure("; ".join([str(error), *script.unused()])) from None
    steps = [*session.closed, *([session.step] if session.step else [])]
    result.facts = [fact for step in steps for fact in step["facts"]]
    if script.refused:
        _expect_refusal(result, script.refused, expect)
    elif expect.get("refused"):
        result.failures.append(f"rule {expect['refused']} should refuse an order; none is refused")
    result.failures += script.left()
    if not script.refused:
        result.failures += _strictly_ended(game, session, stop, expect)
    result.failures += _asked_though(script.asked, expect.get("unasked", ()))
    _expect_end(result, game, board, stop, before, expect)


_VERBS = {"compute": _compute, "query": _query, "check": _check, "play": _play}


# -- given -------------------------------------------------------------------------------------------------


def charter(game: Game, scenario: str, edition: str, options: Json | None = None) -> Charter:
    """A charter for cases and tests: what a board needs of it."""
    seats = next(iter(arrangements(game, scenario, edition).values()))
    chosen = agreed(game.options, edition, options)
    return {
        "pbem": "charter/1",
        "game": "case",
        "title": game.id,
        "edition": edition,
        "scenario": scenario,
        "revision": game.revision,
        "options": chosen,
        "seats": list(seats),
        "powers": {power: seat for seat, powers in seats.items() for power in powers},
        "windows": "default",
        "referee": None,
    }


def board_at(
    game: Game, given: str | Json | None, edition: str | None = None, options: Json | None = None
) -> tuple[Board, list[Problem]]:
    """The board of a position: the id of one, or changes to a base; ``(board, problems)``."""
    position: Json = {"base": given} if isinstance(given, str) else dict(given or {})
    base = position.setdefault("base", "empty")
    scenario = base if base in game.scenarios else next(iter(game.scenarios))
    wanted = {**position.get("options", {}), **(options or {})}
    board = game.new_board(charter(game, scenario, edition or game.editions[0], wanted))
    if set(position) == {"base"} and base != "empty":
        return board, []
    return board, apply(board, position, game)


def _board(case: Case, game: Game, edition: str) -> Board:
    board, problems = board_at(game, case.get("given"), edition, case.get("options"))
    if refusals(problems):
        raise _Failure("the board cannot be set up: " + "; ".join(map(str, problems)))
    return board


# -- orders ------------------------------------------------------------------------------------------------


def _parsed(game: Game, power: str, text: str | list[str] | Json, asked: Sequence[str]) -> Json:
    """An order as an item (orderfile.py), which an answer in JSON is already."""
    if isinstance(text, dict):
        return {"power": power, **text}
    text = "\n".join(text) if isinstance(text, list) else text
    item: Json | None
    item, problems = parse_line(text, game, power, asked)
    if refusals(problems):
        raise _Failure(f"not understood: {text!r}: " + "; ".join(map(str, problems)))
    if item is None:
        raise _Failure(f"{text!r} holds no order")
    return item


def _judged(game: Game, board: Board, item: Json, asks: Sequence[Ask]) -> list[Problem]:
    """The problems of an item as the answer to one of the open questions."""
    if "verb" in item:
        return game.petitions[item["verb"]].check(board, Ask(item["verb"], item["power"]), item["value"])
    kinds = {item["kind"], *item.get("also", ())}
    ask = next((ask for ask in asks if ask.power == item["power"] and ask.kind in kinds), None)
    if ask is None:
        raise _Failure(f"{item['power']} is not asked {item['kind']}; {_open(game, board, asks)}")
    return _looked_at(game.kinds[ask.kind], board, ask, item["value"])[1]


def _looked_at(kind: Decision, board: Board, ask: Ask, value: Any) -> tuple[Any, list[Problem]]:
    """What judging an answer gives.  What was read from text has the right shape: if the rules cannot even look at it,
    they broke, and have refused nothing."""
    value, problems = judge(kind, board, ask, value)
    if any(problem.code == "answer-shape" for problem in problems):
        raise _Failure(f"the rules cannot look at {value!r} as an answer to {ask.kind}")
    return value, problems


def _open(game: Game, board: Board, asks: Sequence[Ask]) -> str:
    """The open questions and what could be answered, for messages."""
    shown = []
    for ask in asks:
        kind = game.kinds[ask.kind]
        answers = kind.examples(board, ask) if ask.is_open else ask.options
        lines = [" / ".join(kind.text(answer, ask)) for answer in answers[:8]]
        shown.append(f"{ask.power} {ask.kind} [{ask.rule}], for example: {'; '.join(lines)}")
    return "open: " + (" | ".join(shown) or "nothing")


class _Script:
    """A feed of scripted answers, in order for each power, and scripted dice.

    `refused` holds the problems of the answer that was refused; nothing is answered after it.  `awaited` are the kinds
    that stay open where nothing is scripted, covered or not.  `asked` holds every question with a choice that was put
    to somebody, those included that took their default.
    """

    def __init__(
        self, game: Game, play: Iterable[Json], source: "ScriptedSource | None", awaited: Container[str] = ()
    ) -> None:
        self.game = game
        self.source = source
        self.awaited = awaited
        self.refused: list[Problem] = []
        self.asked: list[Ask] = []
        self.lines = [(power, text) for item in play for power, text in item.items()]
        self.items: dict[int, Json] = {}  # the lines that were read
        self.used = [False] * len(self.lines)
        self.held: dict[
            int, int
        ] = {}  # {id of a question that was looked ahead to: its line}, while several stand together

    def petition(self, board: Board) -> Following | None:
        """The next line, if it is a petition: it is taken up before anything that follows."""
        return self.heard(board, self.game.petitions)

    def heard(self, board: Board, verbs: Container[str]) -> Following | None:
        """The next line, if it is a petition of one of the verbs."""
        place = next((place for place, used in enumerate(self.used) if not used), None)
        item = None if place is None or self.refused else self._item(place, ())
        if place is None or item is None or item.get("verb") not in verbs:
            return None
        self.used[place] = True
        self.refused = refusals(_judged(self.game, board, item, ()))
        return None if self.refused else (f"petition-{item['verb']}", {"power": item["power"], "value": item["value"]})

    def roll(self, request: Roll) -> Any:
        """A scripted draw; None when the whole script is used up."""
        if self.source is None or (all(self.used) and not self._dice_left()) or self.refused:
            return None
        return self.source.draw(request.label, request.kind, request.of)["result"]

    def answer(self, board: Board, ask: Ask) -> Any:
        return self._answer(board, ask, True)

    def peek(self, board: Board, ask: Ask) -> Any:
        return self._answer(board, ask, False)

    def left(self) -> list[str]:
        """Scripted answers and dice that were not used, as sentences."""
        from ..draws.draws import DrawError

        left = [] if self.refused else self.unused()
        try:
            if self.source:
                self.source.finish()
        except DrawError as error:
            left.append(str(error))
        return left

    def unused(self) -> list[str]:
        """Scripted answers that were not used, as sentences."""
        lines = [line for line, used in zip(self.lines, self.used) if not used]
        return [f"scripted but never used: {power}: {text!r}" for power, text in lines]

    def _answer(self, board: Board, ask: Ask, use: bool) -> Any:
        if not ask.is_open and len(ask.options) == 1:
            return self._obeyed(board, ask, ask.options[0], use)
        self.asked.append(ask)
        if self.refused:
            return None
        kind = self.game.kinds[ask.kind]
        place = self.held.pop(id(ask)) if id(ask) in self.held else self._next_of(ask.power)
        item = None if place is None else self._item(place, (ask.kind,))
        if place is not None and item and "kind" in item and ask.kind in (item["kind"], *item.get("also", ())):
            if len(branches(item)) > 1 or "if" in item:
                raise _Failure(f"{self.lines[place][1]!r}: a case plays plain orders, without conditions")
            return self._judged(board, ask, kind, item, place, use)
        return kind.default(board, ask) if kind.default_at_once and ask.kind not in self.awaited else None

    def _obeyed(self, board: Board, ask: Ask, only: Any, use: bool) -> Any:
        """The only legal answer; the next line is used up if it says just that."""
        place = None if self.held or self.refused else self._next_of(ask.power)
        item = None if place is None else self._item(place, (ask.kind,))
        if place is not None and item and "kind" in item and ask.kind in (item["kind"], *item.get("also", ())):
            value, problems = judge(self.game.kinds[ask.kind], board, ask, item["value"])
            self.used[place] = use and not refusals(problems) and same_answer(value, only)
        return only

    def _judged(self, board: Board, ask: Ask, kind: Decision, item: Json, place: int, use: bool) -> Any:
        value, problems = _looked_at(kind, board, ask, item["value"])
        if refusals(problems):
            self.used[place] = True
            self.refused = refusals(problems)
            return None
        self.used[place] = self.used[place] or use
        if not use:
            self.held[id(ask)] = place
        return value

    def _next_of(self, power: str) -> int | None:
        """The next line of a power, behind those that answer others of its questions that stand together."""
        places = [place for place, used in enumerate(self.used) if not used and self.lines[place][0] == power]
        return next((place for place in places if place not in self.held.values()), None)

    def _item(self, place: int, asked: Sequence[str]) -> Json:
        if place not in self.items:
            self.items[place] = _parsed(self.game, *self.lines[place], asked)
        return self.items[place]

    def _dice_left(self) -> bool:
        from ..draws.draws import DrawError

        try:
            if self.source:
                self.source.finish()
        except DrawError:
            return True
        return False


# -- expected ----------------------------------------------------------------------------------------------


def _compare(result: Result, what: str, value: Any, expected: Any) -> None:
    if value != expected:
        result.failures.append(f"{what} is {value!r}; expected {expected!r}")


def _expect_refusal(result: Result, problems: Sequence[Problem], expect: Json) -> None:
    result.refusals = list(problems)
    shown = "; ".join(map(str, problems))
    wanted = expect.get("refused")
    if wanted is None and problems:
        result.failures.append(f"refused: {shown}")
    elif wanted is not None and not problems:
        result.failures.append(f"rule {wanted} should refuse the orders; they are legal")
    elif wanted is not None and not any(_is_rule(problem.rule, wanted) for problem in problems):
        result.failures.append(f"rule {wanted} should refuse the orders; refused by others: {shown}")


def _is_rule(number: str, wanted: str) -> bool:
    return number == wanted or number.startswith(f"{wanted}.")


def _strictly_ended(game: Game, session: Session, stop: Stop, expect: Json) -> Iterator[str]:
    """Failures of a play that stands in the middle of a step with something that nobody scripted."""
    if stop.why == "over" or session.at_rest:
        return
    if stop.why == "draw":
        yield f"not scripted: the draw {stop.roll}"
        return
    for ask in stop.asks:
        if not any(_is_in(wanted, ask.to_json()) for wanted in expect.get("asks", ())):
            yield f"not scripted: {_open(game, session.board, [ask])}"


def _expect_end(result: Result, game: Game, board: Board, stop: Stop, before: Json, expect: Json) -> None:
    for name, wanted in expect.get("board", {}).items():
        value = query(game, board, name)
        if _is_change(wanted) and type(value) is int:
            _compare(result, f"change of {name}", value - before[name], int(wanted))
        else:
            _compare(result, name, value, wanted)
    result.failures += _missing_facts(result.facts, expect.get("facts", ()))
    for unwanted in expect.get("not", ()):
        result.failures += [
            f"there should be no fact {unwanted}: {fact}" for fact in result.facts if _is_in(unwanted, fact)
        ]
    asks = [ask.to_json() for ask in stop.asks]
    for wanted in expect.get("asks", ()):
        if not any(_is_in(wanted, ask) for ask in asks):
            result.failures.append(f"{wanted} should be asked; {_open(game, board, stop.asks)}")
    if "ends" in expect:
        found = game.result(board)
        if found is None or not _is_in(expect["ends"], found):
            result.failures.append(f"the game should end with {expect['ends']}; the result is {found}")


def _asked_though(asked: Sequence[Ask], unwanted: Sequence[Json]) -> list[str]:
    """Failures for questions that nobody should have been asked."""
    told = {ask.question: ask.to_json() for ask in asked}
    return [f"{part} should not be asked: {ask}" for part in unwanted for ask in told.values() if _is_in(part, ask)]


def _is_change(wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted[:1] in ("+", "-") and wanted[1:].isdecimal()


def matched(facts: list[Fact], wanted: Iterable[Json]) -> Iterator[Fact]:
    """The facts that are wanted, in order, as far as they are there."""
    left = iter(facts)
    for part in wanted:
        found = next((fact for fact in left if _is_in(part, fact)), None)
        if found is None:
            return
        yield found


def _missing_facts(facts: list[Fact], wanted: Sequence[Json]) -> list[str]:
    """The first wanted fact that is not contained, in order."""
    there = list(matched(facts, wanted))
    if len(there) == len(wanted):
        return []
    part = wanted[len(there)]
    place = next((n + 1 for n, fact in enumerate(facts) if there and fact is there[-1]), 0)
    types = [fact["type"] for fact in facts[place:]]
    alike = [fact for fact in facts[place:] if fact["type"] == part.get("type")][:3]
    return [f"no fact {part} in this order; {f'alike: {alike}' if alike else f'after that came {types}'}"]


def _is_in(part: Json, whole: Json) -> bool:
    """True if every field of `part` is in `whole`, with the same value; of what a question is about, those named."""
    return all(
        name in whole and (_is_in(value, whole[name]) if name == "about" else whole[name] == value)
        for name, value in part.items()
    )
