"""9.1 One operation as somebody would declare it, and who defends."""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board


class Attack:
    """One operation as somebody would declare it, with what follows from the board: read by checks and by the
    rules."""

    __slots__ = ("board", "power", "play", "form", "target")

    def __init__(self, board: Board, power: str, play: Json) -> None:
        self.board, self.power, self.play = board, power, play
        self.form: str = play.get("form", "")
        self.target: str = play.get("target", "")

    @property
    def units(self) -> list[str]:
        return list(self.play.get("units") or ())

    @property
    def support(self) -> list[str]:
        return list(self.play.get("support") or ())

    @property
    def augment(self) -> int:
        return self.play.get("augment") or 0

    @property
    def path(self) -> list[str]:
        return list(self.play.get("path") or ())

    @property
    def cost(self) -> int:
        """8.0 One action for each area of origin, two for an invasion, and the augmentations."""
        areas = {self.board.at(unit) for unit in self.units}
        return (2 if self.form == "invasion" else max(1, len(areas))) + self.augment

    def is_enemy(self, other: str) -> bool:
        return self.board.is_enemy(self.power, other)

    @property
    def against_country(self) -> bool:
        """9.1.1 A land operation into an ungarrisoned country: the country defends itself."""
        board = self.board
        return (
            self.form in ("land", "invasion") and board.is_country(self.target) and not board.is_garrisoned(self.target)
        )

    def is_surprise(self) -> bool:
        """9.8 Whether the attack is on a power that is no enemy yet, and said to be a surprise."""
        defender = self.defender()
        return bool(self.play.get("surprise")) and defender is not None and not self.is_enemy(defender)

    def defender(self) -> str | None:
        """9.1.1 The primary defender: a power, or None for a country or an unowned base."""
        found = self.possible_defenders()
        wanted = self.play.get("against")
        return wanted if wanted in found else (found[0] if found else None)

    @rule("9.1.1", "Attacker and defender")
    def possible_defenders(self) -> list[str]:
        """9.1.1 Powers that may be the primary defender, enemies before others, in decreasing effectiveness
        order.

        With several the attacker chooses (ruling R-9.1.1-choice: no agreement among the players is asked
        for).  Strategic air forces match a naval operation where there is no ship (ruling R-9.1.1-bombers).
        """
        board, target = self.board, self.target
        if self.against_country:
            return []
        kind = {"invasion": "land", "base": "naval", "bombing": "air", "atomic": "air"}.get(self.form, self.form)
        owners = [board.power_of(unit) for unit in board.units_in(target, kind=kind)]
        if kind == "naval" and self.form == "naval" and not owners:
            bombers = [unit for unit in board.units_in(target, kind="air") if board.side_of(unit) == "strategic"]
            owners = [board.power_of(unit) for unit in bombers]
        if not any(board.is_opposing(self.power, owner) for owner in owners):
            owners = [board.base_owner(target) if self.form == "base" else board.controller(target)]
        found = board.in_order(other for other in board.parts.powers if other in owners)
        found = [other for other in found if board.is_opposing(self.power, other)]
        return sorted(found, key=lambda other: not self.is_enemy(other))
