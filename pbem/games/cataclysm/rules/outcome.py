"""10 What a combat came to, for its aftermath."""

from typing import Any

from pbem.core.data.json_types import Json

from .sides import ATTACK, DEFENCE


class Outcome:
    """What a combat came to: the winner's side (None after a tie), losses and steps by side, who was there.

    tests: (power, why) of the stability tests that follow once the aftermath is over (ruling R-10.9.1-tests).
    """

    __slots__ = ("kind", "winner", "losses", "steps", "present", "withdrawn", "fought", "planned", "tests")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.winner: str | None = None
        self.losses = {ATTACK: 0, DEFENCE: 0}
        self.steps = {ATTACK: 0, DEFENCE: 0}
        self.present: dict[str, list[tuple[str, str | None]]] = {}
        self.withdrawn: Any = None
        self.fought = True
        self.planned: Json = {}
        self.tests: list[tuple[str, str]] = []
