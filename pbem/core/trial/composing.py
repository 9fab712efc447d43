"""Orders written question by question: what a seat is asked, what it may answer, and what would follow at once.

What follows is played with no draw source: up to the next draw, or until somebody else must answer.  So nothing can
be learnt here that the game file does not already say.
"""

from collections.abc import Iterable

from ..data.problems import Problem, Refused, refusals
from ..orders import orders as order_files
from ..orders.orderfile import Order
from ..orders.prospects import prospects_told
from ..play.gamefile import GameFile
from ..record.charter import powers_of
from ..record.now import asks_of
from ..rules.engine import Stop
from ..rules.facts import Fact
from ..rules.requests import Ask
from ..seat import checking
from ..seat.order_form import SHORTENED
from . import rehearsal

MOST_CHOICES = 20


def order_text(file: GameFile, seat: str, lines: Iterable[str]) -> str:
    """An order file of a seat: what it is for, and its lines."""
    head = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:SHORTENED]}"]
    return "\n".join([*head, *lines, "--", ""])


class Composer:
    """The order file of a seat in the making.

    lines    order lines accepted so far, as they will stand in the file
    """

    def __init__(self, file: GameFile, seat: str) -> None:
        self.file, self.seat = file, seat
        self.lines: list[str] = []
        self.powers = powers_of(file.charter, seat)
        self.board = file.current_board()

    def questions(self) -> list[Ask]:
        """The open questions of the seat, as Asks."""
        return asks_of(self.file, self.seat)

    def choices(self, ask: Ask) -> list[tuple[list[str], bool]]:
        """Legal answers as ``[(lines, is default)]``: all of them where the rule lists them, else examples."""
        kind = self.file.game.kinds[ask.kind]
        default = kind.default(self.board, ask)
        found = kind.examples(self.board, ask) if ask.is_open else ask.options
        found = [default, *[answer for answer in found if answer != default]][:MOST_CHOICES]
        return [(self.as_written(ask, kind.text(answer, ask)), answer == default) for answer in found]

    def as_written(self, ask: Ask, lines: list[str]) -> list[str]:
        """Lines as this seat writes them: with their power in front where the seat has several."""
        return [f"{ask.power}: {line}" for line in lines] if len(self.powers) > 1 else lines

    def said_for(self, ask: Ask, text: str) -> str:
        """A line that was typed in answer to a question: with its power in front where the seat has several, unless it
        names one itself, or stands for later."""
        before, colon, _ = text.partition(":")
        named = bool(colon) and self.file.game.names.known(before, "power") is not None
        if named or text.split(" ")[0].casefold() in ("when", "secret", "public", "revoke"):
            return text
        return self.as_written(ask, [text])[0]

    def chances(self, ask: Ask) -> list[str]:
        """What is worth knowing of chances before a question is answered, as sentences (words.asked of the title)."""
        return prospects_told(self.file.game, self.board, ask)

    def problems(self, lines: list[str]) -> list[Problem]:
        """Everything that is wrong with these lines after those accepted so far; as Problems."""
        order, problems = self._read([*self.lines, *lines])
        if not refusals(problems):
            problems += checking.check_orders(self.file, [order]).problems
        return problems

    def accept(self, lines: list[str]) -> None:
        """Add lines that `problems` found nothing wrong with."""
        self.lines += lines

    def follows(self, lines: list[str]) -> tuple[list[Fact], Stop | None]:
        """What these lines would bring about before anything is drawn: ``(facts, stop)``; the stop is "asks", "draw"
        or "over", or None if the lines cannot be played yet."""
        order, problems = self._read([*self.lines, *lines])
        if refusals(problems):
            return [], None
        try:
            understood = rehearsal.understood(self.file, [order])
        except Refused:
            return [], None
        run = rehearsal.rehearse(self.file, understood, None, presuming=False)
        return [fact for step in run.new_steps() for fact in step["facts"]], run.stop

    def text(self, lines: list[str] | None = None, link: str = "") -> str:
        """The order file as text; `lines`: with these in the place of those accepted so far; `link`: with that of the
        robot that holds the seat."""
        rows = ["", *(self.lines if lines is None else lines)]
        return order_text(self.file, self.seat, [f"link {link}", *rows] if link else rows)

    def _read(self, lines: list[str]) -> tuple[Order, list[Problem]]:
        asked = [ask.kind for ask in self.questions()]
        read, problems = order_files.read(self.text(lines).encode(), self.file.game, self.file.powers, asked=asked)
        return {**read.to_json(), "file": "orders"}, problems
