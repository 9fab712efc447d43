"""The decision of a deployment (8.4): which units move where, in their order, or go back to the cup."""

from pbem.core.data.problems import Problem
from pbem.core.orders.kinds import Kind

from ..rules.coasts import with_only_coast
from ..rules.deployment import deployment_problems, destinations, movable
from ..rules.retreat import CUP, parted
from .unit_text import find_units, parse_spot, says_something, unit_items


class Deploy(Kind):
    """8.4 ``{"act": "deploy", "moves": [{"unit", "to"}, …]}``; `to` is a spot, or ``cup`` to withdraw a
    fortress or logistics unit."""

    name = "deploy"
    rule = "8.4"
    waiting = "to deploy"
    verbs = ("deploy", "no deployment")
    plain = {"no": "no deployment"}

    def check(self, board, ask, answer):
        shape = "it names no moves" if not isinstance(answer, dict) else moves_shape(answer.get("moves"))
        if shape:
            return [Problem("ca-form", rule="8.4", why=shape)]
        return deployment_problems(board, ask.power, answer["moves"])

    def default(self, board, ask):
        """Everything stays: whoever is away has put it there on purpose."""
        return {"act": "deploy", "moves": []}

    def sample(self, board, ask, draw):
        moves = []
        for unit in draw.some(movable(board, ask.power), 3):
            tried = [*moves, {"unit": unit, "to": draw.choice(destinations(board, unit))}]
            if not deployment_problems(board, ask.power, tried):
                moves = tried
        return {"act": "deploy", "moves": moves}

    def examples(self, board, ask):
        shown = [self.default(board, ask)]
        for unit in movable(board, ask.power)[:4]:
            for to in destinations(board, unit):
                plan = [{"unit": unit, "to": to}]
                if to != CUP and not deployment_problems(board, ask.power, plan):
                    shown.append({"act": "deploy", "moves": plan})
                    break
        return [plan for place, plan in enumerate(shown) if plan not in shown[:place]]

    def settle(self, board, ask, answer):
        return self.settle_from(board, ask, answer, {})

    def settle_from(self, board, ask, answer, spots):
        """Named units become ids, areas with two coasts spots; `spots`: {unit: spot} of a unit about to be
        placed (3.7.2)."""
        if not isinstance(answer, dict) or not isinstance(answer.get("moves"), list):
            return answer, []
        moves, problems, taken, spots = [], [], [], dict(spots)
        for move in answer["moves"]:
            if not isinstance(move, dict) or "items" not in move:
                moves.append(move)
                continue
            units, found = find_units(board, ask.power, move["items"], lambda unit: True, None, taken, True)
            if found and (again := _moved_there(board, move["items"], spots)):
                units, found = again, []
            problems += found
            taken += units
            for unit in units:
                to = with_only_coast(move["to"], _reached(board, unit, move["to"], spots.get(unit)))
                if to != CUP:
                    spots[unit] = parted(to)
                moves.append({"unit": unit, "to": to})
        return {**answer, "act": "deploy", "moves": moves}, problems

    def parse(self, line, names):
        if line.verb == "no deployment":
            return {"act": "deploy", "moves": []}
        parts = [line, *(part.without_verb() for part in line.parts)]
        return {
            "act": "deploy",
            "moves": [_parse_move(part, names) for part in parts if says_something(part)],
        }

    def text(self, answer, ask=None):
        if not answer["moves"]:
            return ["no deployment"]
        shown = [
            f"withdraw {move['unit']}"
            if move["to"] == CUP
            else f"{move['unit']} -> {move['to'].replace('/', ' ')}"
            for move in answer["moves"]
        ]
        return [f"deploy {'; '.join(shown)}"]

    def grammar(self):
        return [
            (
                "deploy UNIT AREA -> AREA [coast]; …",
                "moves in their order (8.4)",
                "deploy army berlin -> silesia; fleet rome -> lombardy adriatic",
            ),
            ("no deployment", "everything stays", "no deployment"),
        ]


def moves_shape(moves):
    """What is wrong with the shape of moves, in a few words, or None."""
    if not isinstance(moves, list):
        return "a deployment has moves"
    for move in moves:
        if (
            not isinstance(move, dict)
            or not isinstance(move.get("unit"), str)
            or not isinstance(move.get("to"), str)
        ):
            return "each move has a unit and a destination"
    return None


def _parse_move(part, names):
    """``army berlin -> silesia``, ``ge-army-1 -> silesia``, ``withdraw fortress lorraine``."""
    words = part.words
    if words and words[0].casefold() == "withdraw":
        return {"items": unit_items(part, " ".join(words[1:]), names, with_area=True), "to": CUP}
    to = part.need("->", "the destination")
    return {"items": unit_items(part, part.head, names, with_area=True), "to": parse_spot(to, names)}


def _reached(board, unit, to, start):
    """The spots that a ship can go to, for an area with two coasts (2.2.1); nothing for others, which have one name."""
    two = board.has_area(to) and board.area(to).coasts and board.class_of(unit) == "naval"
    return destinations(board, unit, start=start) if two else []


def _moved_there(board, items, spots):
    """8.4 Units named by the area that earlier moves of the same order have brought them to."""
    if len(items) != 1 or isinstance(items[0], str):
        return []
    type, area, count = items[0]["type"], items[0].get("area"), items[0]["count"]
    there = [
        unit
        for unit, spot in spots.items()
        if spot[0] == area and type in (board.side_of(unit), board.type_of(unit))
    ]
    return there[:count] if len(there) >= count else []


DEPLOY = Deploy()
