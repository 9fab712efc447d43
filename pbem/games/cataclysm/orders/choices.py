"""The kinds of decision whose answer is a word out of the question's list; the first option is the published default,
what an absent player would not regret, unless the kind says otherwise."""

from pbem.core.language.fields import Name
from pbem.core.language.form import Form
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.alliances import partners_for
from ..rules.civil_war import SIDES
from ..rules.production import FLAGS
from .decision import Decision


class AidSide(Decision):
    """11.1 Which faction a marker under Influence aids; by default the one that stands nearer to its power."""

    name = "aid-side"

    def default(self, board: Board, ask: Ask) -> str:
        """With those of its ideology that aid one faction there already; else against those of other ideologies that
        aid one alone; else fascists the right, all others the left."""
        friends = board.same_ideology(ask.power)
        patrons = {
            side: [other for other in board.aid(ask.about["area"], side) if other != ask.power] for side in SIDES
        }
        ours = [side for side in SIDES if any(other in friends for other in patrons[side])]
        free = [side for side in SIDES if all(other in friends for other in patrons[side])]
        for found in (ours, free):
            if len(found) == 1:
                return found[0]
        return "right" if board.ideology(ask.power) == "fascist" else "left"


class Ally(Decision):
    """6.1 Whether the flag in reserve is played for the alliance that another power attempts; by default it is, unless
    the alliance would be at war at once (6.1.3) with somebody with whom its power is not."""

    name = "ally"

    def default(self, board: Board, ask: Ask) -> str:
        """Yes, but into no war: whom else the attempt names is not told, so that all who could be meant count."""
        by = ask.about["by"]
        allies = [other for other in (by, *partners_for(board, by)) if other != ask.power]
        new = [enemy for other in allies for enemy in board.enemies(other) if not board.is_enemy(ask.power, enemy)]
        return "decline" if new else "agree"


class SetReserve(Decision):
    """3.2.4 Which counter of the box is reserved."""

    name = "set-reserve"

    def default(self, board: Board, ask: Ask) -> str:
        """A resource that was kept, for it would be lost; else a flag, Il Duce's before another, which can be played at
        any moment; everything else does as well in the cup."""
        return next((name for name in ("resource", *FLAGS) if name in ask.options), "nothing")


class Equals(Decision):
    """3.1 Who of equals of one ideology is first this turn; by default the lot, which favours nobody."""

    name = "equals"
    forms = (
        Form("first by lot", value="lot"),
        Form("first POWER", answer_field="power", power=Name("power", of=lambda scope: scope.ask.options[1:])),
    )


class PlaceFlag(Decision):
    """5.2.2 Where a gained flag goes; the published default fills an empty reserve, else the cup."""

    name = "place-flag"

    def default(self, board: Board, ask: Ask) -> str:
        """An empty reserve, from which it can be played at any moment; a full one is not given up for it."""
        return "cup" if board.reserve(ask.power) else "reserve"


class SpendAid(Decision):
    """9.7.1 Whose aid an attacked country spends, chosen by the attacker between equals; by default that of an enemy or
    another opposing power, its own last, in increasing order of play."""

    name = "spend-aid"

    def default(self, board: Board, ask: Ask) -> str:
        """Of an enemy before other opposing powers, of these before those of its ideology, its own last: a patron whose
        aid is spent has less to say when the civil war is resolved."""
        return min(ask.options, key=lambda patron: self._nearness(board, ask.power, patron))

    def _nearness(self, board: Board, power: str, patron: str) -> tuple[bool, bool, bool]:
        return patron == power, not board.is_opposing(power, patron), not board.is_enemy(power, patron)


class TakeFlag(Decision):
    """3.2.2, 5.2.2 Whether Italy gains the flag of Il Duce or an ordinary one; by default Il Duce's, for it rolls a die
    more (12.1.2) and cannot be used while it lies on the card."""

    name = "take-flag"

    def default(self, board: Board, ask: Ask) -> str:
        return "il-duce-flag"


class Permit(Decision):
    """9.1, 10.2 Whether an ally may use one's units in this operation."""

    name = "permit"

    def default(self, board: Board, ask: Ask) -> str:
        """Yes for the defence of what the alliance holds, no for an attack: it costs the attacker nothing to be refused
        and may cost the owner its units."""
        return "yes" if ask.about["form"] == "support" else "no"
