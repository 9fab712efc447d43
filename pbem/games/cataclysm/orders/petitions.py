"""What a power may say at any moment, unasked: petitions."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.declaring import Declared
from pbem.core.orders.endings import petitions
from pbem.core.orders.fields import Name, Names, Number, Word
from pbem.core.orders.forming import Form
from pbem.core.rules.requests import Ask

from ..rules.special_rules import may_leave_treaty

SELDOM = 200  # in random play one rest point in so many brings a petition
LEVELS = ("never", "support", "all", "ask")

messages(
    {
        "ca-no-enemies-to-ask": "{power} is at war with none of {others}.",
        "ca-no-aid": "{power} has no aid or influence in {area}.",
        "ca-aid-count": "{power} has {have} markers in {area} and cannot take back {count}.",
        "ca-no-treaty": "There is no naval treaty for you to end.",
        "ca-support-whom": "{other} is not of the same ideology.",
    }
)


class Petition(Declared):
    """What all have in common: random play brings them seldom, and as the default has them."""

    def sample(self, board, ask, draw):
        return self.default(board, ask)

    def examples(self, board, ask):
        return [self.default(board, ask)]


class OfferArmistice(Petition):
    """5.6.2 A power offers peace to enemies, at any time."""

    name, rule, waiting = "armistice", "5.6.2", "to offer an armistice"
    declared = (
        Form(
            "offer armistice (with | -> | ) WITH",
            "peace, if they accept",
            "offer armistice with france",
            fields={"with": Names("power", least=0)},
        ),
        Form(
            "armistice (with | -> | ) WITH",
            "the same",
            "armistice with france",
            fields={"with": Names("power", least=0)},
        ),
    )

    def problems(self, board, ask, answer):
        others, enemies = answer["with"], board.enemies(ask.power)
        if not others or any(other not in enemies for other in others):
            others = ", ".join(others or ["anybody"])
            yield Problem("ca-no-enemies-to-ask", rule="5.6.2", power=ask.power, others=others)

    def default(self, board, ask):
        return {"with": board.enemies(ask.power)}

    def volunteer(self, board, power, draw):
        enemies = board.enemies(power) if board.is_active(power) else []
        return {"with": enemies} if enemies and not draw.below(SELDOM) else None


class WithdrawAid(Petition):
    """11.2.3 A patron takes back its aid or its marker under Influence: all of an area, or a number of markers."""

    name, rule, waiting = "withdraw-aid", "11.2.3", "to withdraw aid"
    declared = (
        Form(
            "withdraw aid (from | in | ) AREA",
            "aid comes back to the status card",
            "withdraw aid from spain",
            name="all",
            area=Name("area", "war"),
        ),
        Form(
            "withdraw aid COUNT (from | in | ) AREA",
            "so many markers of it only",
            "withdraw aid 1 from spain",
            name="some",
            area=Name("area", "war"),
            count=Number(),
        ),
    )

    def problems(self, board, ask, answer):
        area, have = answer["area"], self._held(board, ask.power, answer["area"])
        if not have:
            yield Problem("ca-no-aid", rule="11.2.3", power=ask.power, area=area)
        elif not 1 <= answer.get("count", have) <= have:
            yield Problem("ca-aid-count", rule="11.2.3", power=ask.power, area=area, have=have, count=answer["count"])

    def _held(self, board, power, area):
        return sum(held.get(power, 0) for held in (board.aid(area), board.influence_in(area)))

    def default(self, board, ask):
        held = board.patronized(ask.power)
        order = [area for area in (*board.civil_wars, *board.influence, *board.parts.areas, "china") if area in held]
        return {"area": order[0] if order else None}

    def volunteer(self, board, power, draw):
        value = self.default(board, Ask(self.name, power))
        return value if value["area"] and not draw.below(SELDOM) else None


class GrantSupport(Petition):
    """9.1, 10.2 Whether an ally may use one's units: a setting that stands until changed."""

    name, rule, waiting = "support", "10.2", "to allow the use of its units"
    declared = (
        Form(
            "lend (units to | units | to | ) TO LEVEL",
            "whether an ally may use them",
            "lend units to italy support",
            to=Name("power"),
            level=Word(LEVELS),
        ),
    )

    def problems(self, board, ask, answer):
        if answer["to"] not in board.same_ideology(ask.power):
            yield Problem("ca-support-whom", rule="10.2", other=answer["to"])

    def default(self, board, ask):
        others = board.same_ideology(ask.power)
        return {"to": others[0] if others else None, "level": "all"}

    def sample(self, board, ask, draw):
        return {**self.default(board, ask), "level": draw.choice(LEVELS)}

    def volunteer(self, board, power, draw):
        if not board.is_active(power) or not board.same_ideology(power) or draw.below(SELDOM):
            return None
        return {"to": draw.choice(board.same_ideology(power)), "level": draw.choice(LEVELS)}


class EndTreaty(Petition):
    """12.1.3 Japan ends the Washington Naval Treaty, at any time."""

    name, rule, waiting = "end-treaty", "12.1.3", "to end the naval treaty"
    verbs = ("end treaty", "leave treaty", "end the treaty", "leave the treaty")
    declared = (
        Form("end/leave treaty", "Japan leaves the Washington Naval Treaty", "end treaty", name="end treaty"),
        Form("end/leave the treaty", "the same", "end the treaty", name="end the treaty"),
    )

    def problems(self, board, ask, answer):
        if not may_leave_treaty(board, ask.power):
            yield Problem("ca-no-treaty", rule="12.1.3")

    def default(self, board, ask):
        return {}

    def volunteer(self, board, power, draw):
        return None if self.check(board, Ask(self.name, power), {}) or draw.below(SELDOM) else {}


PETITIONS = {
    **{kind.name: kind for kind in (OfferArmistice(), WithdrawAid(), GrantSupport(), EndTreaty())},
    **petitions(),
}
