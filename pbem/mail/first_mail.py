"""What the first mail to a player says before anything else: whom he plays, against whom, how the game is won, what
an order looks like, and whom to ask."""

from textwrap import fill
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed, the
from pbem.core.orders.sayings import table_of
from pbem.core.record.seat_history import persons

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile

WIDTH = 72
_say = Sentences(__name__)


def first_words(file: "GameFile", seat: str) -> str:
    """The greeting, as paragraphs and lists."""
    mine = _powers(file, seat)
    scenario = file.game.scenarios[file.charter["scenario"]]["name"]
    parts = [fill(_say("you", powers=mine, title=file.game.name, scenario=scenario), WIDTH), _others(file, seat)]
    won = [*file.game.victory(file.current_board()), *file.game.added(file.charter)]
    if won:
        parts.append(_list(_say("won"), [f"{line['text']}{_rule(line['rule'])}" for line in won]))
    examples = [row for power in file.powers[seat] for row in table_of(file.game).examples.get(power, ())]
    if examples:
        parts.append(_list(_say("examples"), [f"{line}\n      {meaning}" for line, meaning in examples[:3]]))
    return "\n\n".join([*parts, fill(_say("turn"), WIDTH), fill(_say("change"), WIDTH), fill(_say("ask"), WIDTH)])


def _others(file: "GameFile", seat: str) -> str:
    """Who the other players are, and how to write to them."""
    others = {other: name for other, name in persons(file).items() if other != seat}
    first = next(iter(others), "")
    if len(others) == 1:
        told = _say("other", who=others[first], powers=_powers(file, first), seat=first)
    else:
        told = _say("others", seats=listed([_other(file, *row) for row in others.items()]), seat=first)
    return fill(told, WIDTH)


def _other(file: "GameFile", seat: str, who: str) -> str:
    """A seat, with its player and its powers, where they are not called as it is."""
    more = [text for text in (who, _powers(file, seat)) if text.casefold() != seat]
    return f"{seat} ({', '.join(more)})" if more else seat


def _powers(file: "GameFile", seat: str) -> str:
    say = file.game.telling.say(file.current_board())
    return listed([the(say.power(power)) for power in file.powers[seat]])


def _rule(number: str) -> str:
    return f" [{number}]" if number else ""


def _list(head: str, rows: list[str]) -> str:
    """A heading and its rows; what stands on a line of its own in a row stays there."""
    told = [row if "\n" in row else fill(row, WIDTH - 4, subsequent_indent="    ") for row in rows]
    return "\n".join([head, *(f"  {row}" for row in told)])
