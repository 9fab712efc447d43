"""Choices that the book leaves to one power and that most groups care little about: whose aid is spent, which area is
up for grabs first, which flag Italy takes.  The published default answers at once unless a line says otherwise."""

from pbem.core.orders.kinds import Choice


class SpendAid(Choice):
    """9.7.1 Whose aid an attacked country spends, chosen by the attacker between equals."""

    name, rule, waiting, verbs = "spend-aid", "9.7.1", "to say whose aid is spent", ("spend aid",)
    covered = True

    def default(self, board, ask):
        """The first in increasing order of play: nothing in the game hangs on it more than on the other."""
        return ask.options[0]

    def parse(self, line, names):
        return names.find(line.body, "power")

    def grammar(self):
        return [("spend aid POWER", "whose aid the country spends that you attack", "spend aid japan")]


class OpportunityOrder(Choice):
    """5.5.4 Which home area of a surrendered power is up for grabs next, chosen by the acting power."""

    name, rule, waiting, verbs = "opportunity-order", "5.5.4", "to order the opportunities", ("opportunity",)
    covered = True

    def default(self, board, ask):
        """The first in the order of the map: each area is checked for in any case, whatever the order."""
        return ask.options[0]

    def parse(self, line, names):
        return names.find(line.body, "area")

    def grammar(self):
        return [("opportunity AREA", "the area of a fallen power that is up for grabs next", "opportunity provence")]


class TakeFlag(Choice):
    """3.2.2, 5.2.2 Whether Italy gains the flag of Il Duce or an ordinary one."""

    name, rule, waiting, verbs = "take-flag", "3.2.2", "to choose its flag", ("take",)
    covered = True

    def default(self, board, ask):
        """Il Duce's flag, for it rolls a die more (12.1.2) and cannot be used while it lies on the card."""
        return "il-duce-flag"

    def grammar(self):
        return [("take il duce flag | take ordinary flag", "which flag Italy gains", "take ordinary flag")]


def kinds_at_once():
    """The kinds of this module."""
    return [SpendAid(), OpportunityOrder(), TakeFlag()]
