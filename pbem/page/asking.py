"""What a seat is asked, as plain JSON: questions with their likely answers and menus, and the names of what they name.

    {"game", "seat", "entry", "head", "is_draft", "is_muster",
     "questions": [{"power", "lead", "kind", "waiting", "rule", "text", "many", "about", "covered", "own",
                    "menu" or null, "forms", "answers": [{"lines", "full", "said", "default", "chances"}],
                    "whole": bool, "told": patterns or null, "is_too_large": bool, "chances": […]}],
     "names": {id: …}, "values": {unit or type: its printed numbers}, "values_are": what they are,
     "where": {unit: area}, "stacks": {area: [[type, name, count], …]}, "words": [[name, id], …],
     "types": [unit types], "prompts": {field: what is asked for},
     "sections": [core.seat.order_form.Section], "conditions": […], "powers": [[id, name], …]}

`is_draft`: the orders need the seat's envelope before they count (pbem seal).  `whole`: the answers are all there are.
`about`: fields of which each value has one line.
`stacks` are the units without ids of the seat and its friends.  `powers` are those for which a line for later may be
meant, of a seat with several: the seat itself stands for each of them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core.data.boards import Board
from pbem.core.data.canon import dumps
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, refusals
from pbem.core.data.tables import beside
from pbem.core.language.decision import Decision
from pbem.core.orders.prospects import Prospects, chances_of, prospects_of
from pbem.core.play.gamefile import GameFile
from pbem.core.record.now import asks_of
from pbem.core.rules.requests import Ask
from pbem.core.seat.order_form import SHORTENED, sections
from pbem.core.title.game import Game

from . import menus
from .menudata import Menu
from .told import sentences as told_apart
from .whole import lines_of

MOST = 24  # answers of a question
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")  # an id of several words: one of one word might be a word
NAMED = ("area", "power", "country", "nation", "unit-type")  # categories of names that completion offers


class Written(NamedTuple):
    """An answer as a page has it.

    lines   as which it is written: shortly, where it was given so
    answer  what they come to
    full    lines that say the same, with all that goes without saying
    """

    lines: list[str]
    answer: Any
    full: list[str]


def asking(file: GameFile, seat: str) -> Json:
    """Everything that a page needs to write the orders of a seat now; see above."""
    game, board = file.game, file.current_board()
    powers = file.powers[seat]
    asks = asks_of(file, seat)
    view = game.mapped(board)
    questions = [_question(file, ask, len(powers) > 1) for ask in asks]
    names = _names(game, view, questions)
    for question in questions:
        question["text"] = _named(question["text"], names)
    pieces = [(area, piece) for area, shown in view["areas"].items() for piece in shown["pieces"]]
    return {
        "game": file.name,
        "seat": seat,
        "entry": file.next,
        "head": file.head[:SHORTENED],
        "is_draft": seat in file.state["anchors"],
        "is_muster": file.state["muster"],
        "questions": questions,
        "where": {id: area for area, piece in pieces for id in piece.get("ids", ())},
        "values": {name: value for _, piece in pieces for name, value in piece.get("values", {}).items()},
        "values_are": view.get("values", ""),
        "stacks": _stacks(view, powers),
        "prompts": _prompts(questions),
        "names": names,
        "words": _words(game, names),
        "types": list(game.names.categories["unit-type"]),
        "sections": [row._asdict() for row in sections(game, board, powers, [ask.kind for ask in asks])],
        "conditions": [shown for shown, _ in game.conditions.grammar()],
        "powers": [[seat, "each of them"], *([one, game.names.show(one)] for one in powers)] if len(powers) > 1 else [],
    }


def _named(text: str, names: Mapping[str, str]) -> str:
    """A text with names in the place of ids; what is quoted as an order keeps them."""
    parts = text.split("`")
    parts[::2] = [ID.sub(lambda found: names.get(found[0], found[0]), part) for part in parts[::2]]
    return "`".join(parts)


def _question(file: GameFile, ask: Ask, is_one_of_many: bool) -> Json:
    """One question: what is asked, likely answers as lines, the menu as data where there is one."""
    game, board = file.game, file.current_board()
    kind, lead = game.kinds[ask.kind], f"{ask.power}: " if is_one_of_many else ""
    menu = _menu(kind, board, ask)
    prospects = prospects_of(game, board, ask)
    answers, is_whole = _answers(game, kind, board, ask, menu, prospects)
    return {
        "power": game.names.show(ask.power),
        "lead": lead,
        "kind": kind.name,
        "waiting": kind.waiting,
        "rule": ask.rule or kind.rule,
        "text": kind.describe(board, ask),
        "many": kind.is_multiline,
        "about": game.turns.subjects.get(ask.kind, ()),
        "covered": bool(kind.default_at_once),
        "own": ask.kind in game.turns.own,
        "answers": [
            {
                "lines": [lead + line for line in one.lines],
                "full": [lead + line for line in one.full],
                "said": " ".join(game.told(board, ask, one.answer)),
                "default": place == 0,
                "chances": chances_of(game, game.board_from(board.to_json(), file.charter), ask, one.answer),
            }
            for place, one in enumerate(answers)
        ],
        "whole": is_whole,
        "menu": menu,
        "told": told_apart(game, board, ask, menu) if menu and not is_whole else None,
        "is_too_large": menu is None and ask.is_open,
        "forms": [list(row) for row in kind.open_rows(board, ask)] if ask.is_open else [],
        "chances": [row.told for row in prospects.rows if not row.line and not row.is_head],
    }


def _answers(
    game: Game, kind: Decision, board: Board, ask: Ask, menu: Menu | None, prospects: Prospects
) -> tuple[list[Written], bool]:
    """``([(lines, the answer)], whether these are all the answers)``: the default first, then examples, and those whose
    chances are worth knowing; of a small menu all."""
    default = kind.default(board, ask)
    found = kind.examples(board, ask) if ask.is_open else ask.options
    found = [default, *[answer for answer in found if answer != default]]
    texts = [(kind.text(answer, ask), answer) for answer in found[:MOST]]
    written = [Written(lines, _understood(game, kind, board, ask, lines, answer), lines) for lines, answer in texts]
    if not ask.is_open:
        return written, len(found) <= MOST
    few = None if menu is None or kind.is_multiline else lines_of(menu, MOST)
    written += [Written([line], answer, [line]) for line, answer in _accepted(game, kind, board, ask, few or ())]
    likely = [row.line for row in prospects.rows if row.line]
    written += [
        Written([line], answer, kind.text(answer, ask)) for line, answer in _accepted(game, kind, board, ask, likely)
    ]
    each: dict[tuple[str, ...], Written] = {}
    for one in written:
        known = each.setdefault(tuple(one.full), one)
        each[tuple(one.full)] = one if known.lines == known.full else known
    is_loose = any(form.get("loose") for form in (menu or {"forms": ()})["forms"])
    return list(each.values()), few is not None and not is_loose


def _understood(game: Game, kind: Decision, board: Board, ask: Ask, lines: list[str], answer: Any) -> Any:
    """An answer as its lines are understood: with what goes without saying."""
    if not ask.is_open:
        return answer
    settled, problems = _settled(game, kind, board, ask, lines)
    return answer if refusals(problems) else settled


def _settled(game: Game, kind: Decision, board: Board, ask: Ask, lines: list[str]) -> tuple[Any, list[Problem]]:
    readings = [kind.read(line, game.names) for line in lines]
    return kind.settle(board, ask, readings if kind.is_multiline else readings[0])


def _accepted(game: Game, kind: Decision, board: Board, ask: Ask, lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Those of the lines that the rules take, each with the answer that it gives."""
    for line in lines:
        answer, problems = _settled(game, kind, board, ask, [line])
        if not refusals(problems) and not refusals(kind.check(board, ask, answer)):
            yield line, answer


def _menu(kind: Decision, board: Board, ask: Ask) -> Menu | None:
    """The menu of a question; None where the answers say all, the kind has none, or it is too large to send along."""
    if not ask.is_open:
        return None

    menu = menus.export(kind, board, ask)
    return menu if len(dumps(menu)) <= menus.LARGEST else None


def _prompts(questions: list[Json]) -> dict[str, str]:
    """What is asked for each field of the menus, where its name does not say it."""
    known: dict[str, str] = beside(__file__, "prompts")
    there = dumps([row["menu"] for row in questions])
    return {name: text for name, text in known.items() if b'"%s"' % name.encode() in there}


def _stacks(view: Json, powers: Collection[str]) -> dict[str, list[list[Any]]]:
    """What stands where of those who are no enemies of the powers, where units have no ids."""
    enemies = {one for power in powers for one in view["sides"].get(power, {"enemies": ()})["enemies"]}
    return {
        area: [[piece["type"], piece["name"], piece["count"]] for piece in found]
        for area, shown in view["areas"].items()
        if (found := [one for one in shown["pieces"] if "ids" not in one and one["side"] not in enemies])
    }


def _names(game: Game, view: Json, questions: list[Json]) -> dict[str, str]:
    """The printed names of areas, and of units and whatever else the menus offer."""
    names = {id: game.names.show(id, "area") for id in view["areas"]}
    counted: dict[str, str] = {}
    for shown in view["areas"].values():
        for piece in shown["pieces"]:
            names.update({id: _unit_name(game, piece, id) for id in piece.get("ids", ())})
            counted[f"{piece['side']}/{piece['type']}"] = piece["name"]
    for id in {id for question in questions for id in _things(question["menu"])} - set(names):
        printed = counted.get(id) or game.names.show(id)
        if printed != id:
            names[id] = printed
    return dict(sorted(names.items()))


def _unit_name(game: Game, piece: Json, id: str) -> str:
    printed = game.names.show(id)
    return printed if printed != id else f"{piece['name']} {id.rpartition('-')[2]}"


def _things(menu: Menu | None) -> list[str]:
    """Everything that stands in the lists of a menu, if it is a text."""
    return [one for values in (menu or {"lists": ()})["lists"] for one in values if isinstance(one, str)]


def _words(game: Game, known: Collection[str]) -> list[list[str]]:
    """Names for completion, besides those known: ``[[printed name, how it is written in an order], …]``."""
    rows = [
        (names[0] if names else id, id)
        for category in NAMED
        for id, names in game.names.categories.get(category, {}).items()
        if id not in known
    ]
    return [list(row) for row in sorted(dict.fromkeys(rows))]
