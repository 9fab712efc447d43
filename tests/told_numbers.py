"""The numbers that a game tells: each is one that the book of its edition has."""

import functools
import json
import re

from pbem.core.data.components import folder
from pbem.report.build import line_of

SAID = re.compile(r"\[(\d+(?:\.\d+)+)\]")


@functools.cache
def numbers_of_edition(game, edition):
    """The numbers of the book of an edition, out of rulebook.json."""
    with open(f"{folder(game.package)}/../rulebook.json", encoding="utf-8") as file:
        rules = json.load(file)["rules"]
    return {number for number, row in rules.items() if edition in row.get("editions", [edition])}


def strange(game, board, facts=(), problems=(), asks=()):
    """``[(number, who tells it)]`` of numbers that the book of the board's edition does not have, or that its book has
    for another rule."""
    known, say = numbers_of_edition(game, board.edition), game.telling.say(board)
    told = [(number, fact["type"]) for fact in facts for number in _under_rule(fact)]
    for fact in facts:
        line = line_of(game.telling, fact, say)
        told += [(number, fact["type"]) for number in SAID.findall(line["text"] if line else "")]
    told += [(problem.rule, problem.code) for problem in problems] + [(ask.rule, ask.kind) for ask in asks]
    return sorted({(number, who) for number, who in told if number and number not in known})


def _under_rule(value):
    if isinstance(value, list):
        for part in value:
            yield from _under_rule(part)
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "rule" and isinstance(part, str):
                yield part
            yield from _under_rule(part)
