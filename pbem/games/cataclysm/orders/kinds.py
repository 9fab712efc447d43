"""The smaller kinds of decision: words out of a list, and petitions."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.kinds import Choice, Kind
from pbem.core.rules.requests import Ask

from ..rules.america import Transfer
from ..rules.commitment import ForcePool
from ..rules.crisis import FreeAction
from .at_once import kinds_at_once
from .china import china_kinds
from .flags import PlayFlag
from .playing import Interrupt, PlaceFlag, PlayOffensive
from .production import Produce
from .units import PlayUnit, PlayUpgrade

SELDOM = 200  # in random play one rest point in so many brings a petition

messages(
    {
        "ca-no-enemies-to-ask": "{power} is at war with none of {others}.",
        "ca-no-aid": "{power} has no aid or influence in {area}.",
        "ca-aid-count": "{power} has {have} markers in {area} and cannot take back {count}.",
        "ca-support-level": "{level} is no level of permission: never, support, all or ask.",
        "ca-no-treaty": "There is no naval treaty for you to end.",
        "ca-support-whom": "{other} is not of the same ideology.",
    }
)


class Words(Choice):
    """A choice among words, written after the verb of the kind or alone: ``join war``, ``join``."""

    def __init__(self, name, rule, waiting, verbs, example, explanation, plain=None):
        self.name, self.rule, self.waiting, self.verbs = name, rule, waiting, verbs
        self.example, self.explanation, self.plain = example, explanation, plain or {}

    def default(self, board, ask):
        """The first option: what an absent player would not regret.  The ally's war is joined and an alliance agreed
        to, a fallen ally's area is taken before an enemy has it; no flag at the price of a test, no aid left behind, no
        peace and no change of posture without a word."""
        return ask.options[0]

    def parse(self, line, names):
        text = line.rest_as_id()
        return text or line.verb

    def grammar(self):
        return [(self.example, self.explanation, self.example.split(" | ")[0])]


class Posture(Words):
    """12.3 The posture after the Home Front, kept unless its power says otherwise (R-12.3-home-front)."""

    covered = True


class JoinWar(Words):
    """6.1.3 Joining the war of an ally, or breaking the alliance."""

    def parse(self, line, names):
        line.rest_as_id()
        return line.verb.split()[0]

    def text(self, answer, ask=None):
        return [f"{answer} war" if answer == "join" else "break alliance"]


class Armistice(Words):
    """5.6.2 Accepting or refusing an armistice.  Random play refuses three in four, or all games would end in peace."""

    def sample(self, board, ask, draw):
        return "refuse" if draw.below(4) else "accept"

    def parse(self, line, names):
        line.rest_as_id()
        return line.verb.split()[0]

    def text(self, answer, ask=None):
        return [f"{answer} armistice"]


class Agreement(Words):
    """6.1 Whether the flag in reserve is played for the alliance that another power attempts."""

    def parse(self, line, names):
        line.rest_as_id()
        return line.verb

    def text(self, answer, ask=None):
        return [answer]


class SetReserve(Choice):
    """3.2.4 Which counter of the box is reserved."""

    name, rule, waiting, verbs = "set-reserve", "3.2.4", "to reserve a counter", ("reserve counter",)

    def parse(self, line, names):
        return names.find(line.body, "counter", "build")

    def default(self, board, ask):
        """A flag, which answers a provocation at any moment; everything else does as well in the cup."""
        return "flag" if "flag" in ask.options else "nothing"

    def grammar(self):
        return [
            ("reserve counter COUNTER", "a counter of the production box, or nothing", "reserve counter flag")
        ]


class CivilWarOrder(Choice):
    """11.3 Which civil war is resolved next."""

    name, rule, waiting, verbs, covered = (
        "civil-war-order",
        "11.3",
        "to order the civil wars",
        ("resolve",),
        True,
    )

    def default(self, board, ask):
        """The first on the list: every war is resolved in any case."""
        return ask.options[0]

    def parse(self, line, names):
        return names.find(line.body, "area", "war")

    def grammar(self):
        return [("resolve AREA", "the civil war that is resolved next", "resolve spain")]


def choices():
    """The kinds whose answers are words."""
    return [
        JoinWar("join-war", "6.1.3", "to join the war of its ally", ("join war", "join", "break alliance", "break"),
                "join war | break alliance", "uphold the alliance or leave it",
                {"yes": "join war", "no": "break alliance"}),
        Armistice("armistice", "5.6.2", "to answer an armistice", ("refuse armistice", "accept armistice",
        "refuse", "accept"),
                  "accept armistice | refuse armistice", "make peace or fight on",
                  {"yes": "accept armistice", "no": "refuse armistice"}),
        Words("status-quo-flag", "12.2", "to gain a flag at the price of a stability test",
        ("flag for a test", "test for a flag"),
              "flag for a test yes | flag for a test no", "gain a flag under Status Quo",
              {"yes": "flag for a test yes", "no": "flag for a test no"}),
        Words("regime-aid", "11.1", "to leave aid behind", ("regime aid",), "regime aid left | regime aid none",
              "one aid marker of the power that controlled the area", {"no": "regime aid none"}),
        Words("aid-side", "11.1", "to assign its aid", ("assign aid",), "assign aid left | assign aid right",
              "the faction that the marker under Influence aids now"),
        Agreement("ally", "6.1", "to agree to an alliance", ("agree", "decline"), "agree | decline",
              "play the flag in reserve for the alliance that another power attempts",
                  {"yes": "agree", "no": "decline"}),
        Posture("posture", "12.3", "to change its posture", ("posture",), "posture keep | posture political-purges",
                "keep or change the posture after the Home Front test", {"no": "posture keep"}),
        Words("take-over", "5.5.4", "to take over an area", ("take over",), "take over take | take over leave",
              "control of an area of a fallen ally", {"yes": "take over take", "no": "take over leave"}),
    ]  # fmt: skip


# -- petitions -------------------------------------------------------------------------------------------------


class OfferArmistice(Kind):
    """5.6.2 A power offers peace to enemies, at any time."""

    name, rule, waiting, verbs = (
        "armistice",
        "5.6.2",
        "to offer an armistice",
        ("offer armistice", "armistice"),
    )

    def check(self, board, ask, answer):
        with_ = answer.get("with") if isinstance(answer, dict) else None
        enemies = board.enemies(ask.power)
        if not with_ or any(other not in enemies for other in with_):
            return [
                Problem(
                    "ca-no-enemies-to-ask",
                    rule="5.6.2",
                    power=ask.power,
                    others=", ".join(with_ or ["anybody"]),
                )
            ]
        return []

    def default(self, board, ask):
        return {"with": board.enemies(ask.power)}

    def sample(self, board, ask, draw):
        return self.default(board, ask)

    def volunteer(self, board, power, draw):
        enemies = board.enemies(power) if board.is_active(power) else []
        return {"with": enemies} if enemies and not draw.below(SELDOM) else None

    def parse(self, line, names):
        text = line.clause("with") or line.clause("->") or line.head
        return {"with": [names.find(item, "power") for item in line.items(text)]}

    def text(self, answer, ask=None):
        return [f"offer armistice with {', '.join(answer['with'])}"]

    def grammar(self):
        return [("offer armistice with POWER, …", "peace, if they accept", "offer armistice with france")]


class WithdrawAid(Kind):
    """11.2.3 A patron takes back its aid or its marker under Influence: all of an area, or a number of markers."""

    name, rule, waiting, verbs = "withdraw-aid", "11.2.3", "to withdraw aid", ("withdraw aid",)

    def check(self, board, ask, answer):
        area = answer.get("area") if isinstance(answer, dict) else None
        have = sum(held.get(ask.power, 0) for held in (board.aid(area), board.influence_in(area))) if area else 0
        if not have:
            return [Problem("ca-no-aid", rule="11.2.3", power=ask.power, area=area)]
        count = answer.get("count", have)
        if type(count) is not int or not 1 <= count <= have:
            return [Problem("ca-aid-count", rule="11.2.3", power=ask.power, area=area, have=have, count=count)]
        return []

    def default(self, board, ask):
        held = board.patronized(ask.power)
        order = [area for area in (*board.civil_wars, *board.influence, *board.parts.areas, "china") if area in held]
        return {"area": order[0] if order else None}

    def sample(self, board, ask, draw):
        return self.default(board, ask)

    def volunteer(self, board, power, draw):
        value = self.default(board, Ask(self.name, power))
        return value if value["area"] and not draw.below(SELDOM) else None

    def parse(self, line, names):
        place = line.clause("from") or line.clause("in")
        answer = {"area": names.find(place or line.head, "area", "war")}
        return {**answer, "count": line.number(line.head)} if place and line.head else answer

    def text(self, answer, ask=None):
        count = f"{answer['count']} from " if "count" in answer else ""
        return [f"withdraw aid {count}{answer['area']}"]

    def grammar(self):
        return [
            ("withdraw aid AREA", "aid comes back to the status card", "withdraw aid spain"),
            ("withdraw aid NUMBER from AREA", "so many markers of it only", "withdraw aid 1 from spain"),
        ]


class GrantSupport(Kind):
    """9.1, 10.2 Whether an ally may use one's units: a setting that stands until changed."""

    name, rule, waiting, verbs = "support", "10.2", "to allow the use of its units", ("lend units to", "lend")
    LEVELS = ("never", "support", "all", "ask")

    def check(self, board, ask, answer):
        found = []
        if answer.get("level") not in self.LEVELS:
            found.append(Problem("ca-support-level", rule="10.2", level=answer.get("level")))
        if answer.get("to") not in board.same_ideology(ask.power):
            found.append(Problem("ca-support-whom", rule="10.2", other=answer.get("to")))
        return found

    def default(self, board, ask):
        others = board.same_ideology(ask.power)
        return {"to": others[0] if others else None, "level": "all"}

    def sample(self, board, ask, draw):
        return {**self.default(board, ask), "level": draw.choice(self.LEVELS)}

    def volunteer(self, board, power, draw):
        if not board.is_active(power) or not board.same_ideology(power) or draw.below(SELDOM):
            return None
        return {"to": draw.choice(board.same_ideology(power)), "level": draw.choice(self.LEVELS)}

    def parse(self, line, names):
        *who, level = line.body.split()
        return {"to": names.find(" ".join(who), "power"), "level": level.casefold()}

    def text(self, answer, ask=None):
        return [f"lend units to {answer['to']} {answer['level']}"]

    def grammar(self):
        return [
            (
                "lend units to POWER never|support|all|ask",
                "whether an ally may use them",
                "lend units to italy support",
            )
        ]


class EndTreaty(Kind):
    """12.1.3 Japan ends the Washington Naval Treaty, at any time."""

    name, rule, waiting, verbs = "end-treaty", "12.1.3", "to end the naval treaty", ("end treaty", "leave treaty")

    def check(self, board, ask, answer):
        from ..rules.special_rules import may_leave_treaty

        if may_leave_treaty(board, ask.power):
            return []
        return [Problem("ca-no-treaty", rule="12.1.3")]

    def default(self, board, ask):
        return {}

    def sample(self, board, ask, draw):
        return {}

    def volunteer(self, board, power, draw):
        if self.check(board, Ask(self.name, power), {}) or draw.below(SELDOM):
            return None
        return {}

    def parse(self, line, names):
        line.rest_as_id()
        return {}

    def text(self, answer, ask=None):
        return ["end treaty"]

    def grammar(self):
        return [("end treaty", "Japan leaves the Washington Naval Treaty", "end treaty")]


PETITIONS = {kind.name: kind for kind in (OfferArmistice(), WithdrawAid(), GrantSupport(), EndTreaty())}


def kinds():
    """All kinds of chapters 1 to 6 and 11, by name."""
    found = [
        PlayFlag(), PlayOffensive(), PlayUnit(), PlayUpgrade(), Interrupt(), PlaceFlag(), Produce(),
        ForcePool(), FreeAction(), SetReserve(), CivilWarOrder(), *kinds_at_once(), *choices(), *china_kinds(),
        Transfer(),
    ]  # fmt: skip
    return {kind.name: kind for kind in found}
