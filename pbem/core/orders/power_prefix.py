"""For whom an order line is: a power before a colon, that of a line POWER: above it, or the only one of the seat."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ..data.tables import Sentences
from ..language.errors import ParseError
from ..language.names import hint, key
from .normalize import Rare, match_verb, verbs_of
from .orderfile import OrderFile
from .sayings import table_of

if TYPE_CHECKING:
    from ..title.game import Game


ROUND = Rare("in round", r"\b(?:in )?round ([0-9]{1,3})\b")
LEADS = {*"if else when always secret public next next, then or instead must rest ask".split()}
"""Words with which a line may begin before its order, none of them a power."""
TURN = r"(?:(?<=next) (?:turn|round|activity|action)\b)?"
"""What people write behind the word next."""
LEAD = rf"or|then|next{TURN}|must|instead"  # a word before one order
IS_LEAD = rf"(?i)(?:{LEAD})\s*[:,]?"
NEXT = rf"(?i)next\b(?!-){TURN}(?:\s*,?\s*whatever happens)?\s*[:,]?\s*"
WHOLE = Rare(
    "ask rest",
    rf"(?P<next>next\b(?!-){TURN}\s*[:,]?\s*)?(?:rest\s*[:=]?\s*(?P<rest>ask|default)\W*|"
    r"(?:(?P<kind>[a-z-]+)\s*:\s*)?ask(?: me)?(?: if\s+(?P<condition>.+)|(?(kind)\W*|(?!))))",
)
_say = Sentences(__name__)
EACH = "*"  # before a standing line: one for each power of the seat


class PowerPrefixes:
    """What a reader of order text (ordertext.py) finds out on whose lines these are.

    game      the title
    powers    {seat: [powers]}
    orders    what has been read, with its seat
    presumed  the seat whose lines these are, where none is named
    power     that of a line POWER: above
    asked_powers  {kind of question that is open now: powers that are asked}
    verbs, petitions  what orders and petitions begin with
    """

    def __init__(
        self, game: "Game", powers: Mapping[str, Sequence[str]], name: str, asked: Iterable[str], seat: str | None
    ) -> None:
        self.game, self.powers, self.orders, self.presumed = game, powers, OrderFile(name), seat
        self.power: str | None = None
        self.verbs, self.petitions = verbs_of(game)
        self.asked_powers: Mapping[str, Sequence[str]] = asked if isinstance(asked, Mapping) else {}

    @property
    def seat(self) -> str | None:
        """Whose lines these are; None where nobody knows."""
        return self.presumed if self.orders.seat is None else self.orders.seat

    def _power_of(self, text: str) -> tuple[str | None, str]:
        """``(power or None, the rest)`` of a line that may begin with ``POWER:``."""
        before, colon, rest = text.partition(":")
        first = before.split(None, 1)[0].casefold() if before.strip() else ""
        if not colon or first in LEADS or ";" in before or is_scope(before):
            return None, text
        power = self._known_power(before)
        if power is None and self._is_whole_seat(before):
            return self._each(before, rest.strip())
        if power is None:
            if key(before) in self.kinds_by_key or key(before) in table_of(self.game).links["verbs"]:
                return None, text
            verb = match_verb(before, self.verbs) or match_verb(before, self.petitions)
            if verb:  # "deploy: army …" is a verb with a colon; in "interrupt with flag: …" the colon is its own
                return None, text if verb[2] else f"{before} {rest.strip()}".strip()
            meant = self.game.names.hint(before, "power") if "power" in self.game.names.categories else ""
            powers = hint("powers", self._seat_powers())
            used = _say("colon") if before.count(" ") > 1 else ""  # a colon as people write it in a sentence
            suggested = f"{used or meant} {powers}".strip()
            raise ParseError("no-power-word", quote=before, text=before.strip(), hint=suggested)
        if self.seat is not None and power not in self._seat_powers():
            raise ParseError("not-your-line", quote=before, power=self.game.names.within(power), seat=self.seat)
        return power, rest.strip()

    @cached_property
    def kinds_by_key(self) -> dict[str, str]:
        """``{key: kind}`` of the questions of the title by their names, as a sheet lists them."""
        return {key(name): name for name in self.game.kinds}

    def _is_whole_seat(self, text: str) -> bool:
        return self.seat is not None and key(text) == key(self.seat)

    def _each(self, before: str, rest: str) -> tuple[str | None, str]:
        """The name of the seat before a line: that is for standing lines, which are lodged for each of its powers."""
        first = rest.split(None, 1)[0].casefold() if rest else ""
        if first not in ("when", "always", "secret", "public") and not self._whole_of(rest):
            suggested = hint("before", self._seat_powers())
            raise ParseError("whole-seat", quote=before, hint=suggested)
        return EACH, rest

    def _whole_of(self, text: str) -> "re.Match[str] | None":
        """What a line says that is for every question of a turn, or for those of a kind; None if it is no such line."""
        whole = WHOLE.fullmatch(text)
        return whole if whole and (whole["kind"] or "").casefold() in ("", *self.game.kinds) else None

    def _known_power(self, text: str) -> str | None:
        found = self.game.names.known(text, "power") if "power" in self.game.names.categories else None
        if found in self.game.powers:
            return found
        return next((power for power in self.game.powers if key(power) == key(text)), None)

    def _whose(self, power: str | None, standing: bool = False) -> str | None:
        """The power that a line is for: named in it, or by a line before, or the only one of the seat."""
        if power or self.power:
            return power or self.power
        powers = self._seat_powers()
        if len(powers) == 1:
            return powers[0]
        if not powers:  # the seat is missing or unknown, which is told once
            return None
        suggested = _say("each", names=powers, seat=self.seat) if standing else hint("before", powers)
        raise ParseError("which-power", seat=self.seat, powers=powers, hint=suggested)

    def _all_of(self, power: str | None, of_seat: str) -> list[str | None]:
        """The powers that a line is for which may be of a whole seat (Decision.of_seat): the one that is named, or the
        first of the seat, or each."""
        powers = list(self._seat_powers())
        if power or self.power or not powers:
            return [self._whose(power)]
        if of_seat == "each":
            return [*powers]
        is_said = of_seat == "all" or of_seat == "side" and len({self.game.side_of(one) for one in powers}) == 1
        return [powers[0] if is_said else self._whose(None)]

    def _asked_power(self, kind: str) -> str | None:
        """The only power of the seat that is asked such a question now, or any; None if it is not one alone."""
        asked = (self.asked_powers.get(kind, ()), [one for powers in self.asked_powers.values() for one in powers])
        for powers in asked if not self.power else ():
            own = [power for power in self._seat_powers() if power in powers]
            if own:
                return own[0] if len(own) == 1 else None
        return None

    def _seat_powers(self) -> Sequence[str]:
        return self.powers.get(self.seat, ()) if self.seat is not None else ()

    def _prefix(self, power: str | None) -> str:
        """What names the power in the canonical text: nothing where the seat has but one."""
        return f"{power}: " if len(self._seat_powers()) > 1 else ""


def is_scope(before: str) -> bool:
    """Whether what stands before a colon says for which question a line is: a place or a round."""
    first = before.split(None, 1)[0].casefold() if before.strip() else ""
    return first == "in" or ROUND.match(before.strip()) is not None
