"""The kinds of decision whose answer is a word out of the question's list; the first option is the published default,
what an absent player would not regret, unless the kind says otherwise."""

from pbem.core.language.decision import Decision
from pbem.core.language.fields import Name, Word
from pbem.core.language.form import Form
from pbem.core.language.order_context import OrderContext
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.alliances import partners_for
from ..rules.civil_war import SIDES
from ..rules.production import FLAGS
from ..rules.soviets import POSTURES


def options(scope: OrderContext) -> list[str]:
    """What the question lists."""
    return scope.ask.options


class JoinWar(Decision):
    """6.1.3 Joining the war of an ally, as the default has it, or breaking the alliance."""

    name, rule, waiting = "join-war", "6.1.3", "to join the war of its ally"
    about = "enemies allies started-by"
    forms = (
        Form("join (war | the war | )", value="join"),
        Form("break (alliance | the alliance | )", value="break"),
    )
    plain = {"yes": "join war", "no": "break alliance"}


class Armistice(Decision):
    """5.6.2 Accepting or refusing an armistice; three in four are refused in random play, or all games would end in
    peace."""

    name, rule, waiting = "armistice", "5.6.2", "to answer an armistice"
    about = "from with?"
    forms = (
        Form("accept (armistice | the armistice | )", value="accept"),
        Form("refuse (armistice | the armistice | )", value="refuse", weight=3),
    )
    plain = {"yes": "accept armistice", "no": "refuse armistice"}


class StatusQuoFlag(Decision):
    """12.2 A flag under Status Quo; no flag at the price of a test without a word."""

    name, rule, waiting = "status-quo-flag", "12.2", "to gain a flag at the price of a stability test"
    forms = tuple(
        Form(f"{words} WHETHER", answer_field="whether", whether=Word(("yes", "no"), of=options))
        for words in ("flag for a test", "test for a flag")
    )
    plain = {"yes": "flag for a test yes", "no": "flag for a test no"}


class RegimeAid(Decision):
    """11.1 Whether a power that loses an area to a civil war leaves aid behind; none without a word."""

    name, rule, waiting = "regime-aid", "11.1", "to leave aid behind"
    about = "area"
    forms = (Form("regime aid SIDE", answer_field="side", side=Word(("none", *SIDES), of=options)),)
    plain = {"no": "regime aid none"}


class AidSide(Decision):
    """11.1 Which faction a marker under Influence aids; by default the one that stands nearer to its power."""

    name, rule, waiting = "aid-side", "11.1", "to assign its aid"
    about = "area"
    forms = (Form("assign aid [to] [the] SIDE", answer_field="side", side=Word(SIDES, of=options)),)

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

    name, rule, waiting = "ally", "6.1", "to agree to an alliance"
    about = "by"
    forms = (
        Form("agree", value="agree"),
        Form("decline", value="decline"),
    )
    plain = {"yes": "agree", "no": "decline"}

    def default(self, board: Board, ask: Ask) -> str:
        """Yes, but into no war: whom else the attempt names is not told, so that all who could be meant count."""
        by = ask.about["by"]
        allies = [other for other in (by, *partners_for(board, by)) if other != ask.power]
        new = [enemy for other in allies for enemy in board.enemies(other) if not board.is_enemy(ask.power, enemy)]
        return "decline" if new else "agree"


class Posture(Decision):
    """12.3 The posture after the Home Front, kept unless its power says otherwise (R-12.3-home-front)."""

    name, rule, waiting = "posture", "12.3", "to change its posture"
    about = "now"
    forms = (Form("posture WHICH", answer_field="which", which=Word(("keep", *POSTURES), of=options)),)
    plain = {"no": "posture keep"}
    default_at_once = True


class TakeOver(Decision):
    """5.5.4 A fallen ally's area is taken before an enemy has it."""

    name, rule, waiting = "take-over", "5.5.4", "to take over an area"
    about = "area from"
    expires_with_step = True
    forms = (
        Form(
            "take over WHETHER",
            answer_field="whether",
            whether=Word({"take": "take", "yes": "take", "leave": "leave", "no": "leave"}, of=options),
        ),
    )
    plain = {"yes": "take over take", "no": "take over leave"}


class SetReserve(Decision):
    """3.2.4 Which counter of the box is reserved."""

    name, rule, waiting = "set-reserve", "3.2.4", "to reserve a counter"
    forms = (Form("reserve counter COUNTER", answer_field="counter", counter=Name("counter", "build", of=options)),)

    def default(self, board: Board, ask: Ask) -> str:
        """A resource that was kept, for it would be lost; else a flag, Il Duce's before another, which can be played at
        any moment; everything else does as well in the cup."""
        return next((name for name in ("resource", *FLAGS) if name in ask.options), "nothing")


class CivilWarOrder(Decision):
    """11.3 Which civil war is resolved next; by default the first on the list: every war is resolved in any case."""

    name, rule, waiting = "civil-war-order", "11.3", "to order the civil wars"
    forms = (Form("resolve AREA", answer_field="area", area=Name("area", "war", of=options)),)
    default_at_once = True


class Equals(Decision):
    """3.1 Who of equals of one ideology is first this turn; by default the lot, which favours nobody."""

    name, rule, waiting = "equals", "3.1", "to say who of equals is first"
    forms = (
        Form("first by lot", value="lot"),
        Form("first POWER", answer_field="power", power=Name("power", of=lambda scope: scope.ask.options[1:])),
    )
    default_at_once = True


class PlaceFlag(Decision):
    """5.2.2 Where a gained flag goes; the published default fills an empty reserve, else the cup."""

    name, rule, waiting = "place-flag", "5.2.2", "to place a flag"
    about = "flag reserve power why by? area?"
    forms = (
        Form(
            "flag (to | -> | into | ) PLACE",
            answer_field="place",
            place=Word({"cup": "cup", "reserve": "reserve", "the cup": "cup", "the reserve": "reserve"}, of=options),
        ),
    )
    default_at_once = True

    def default(self, board: Board, ask: Ask) -> str:
        """An empty reserve, from which it can be played at any moment; a full one is not given up for it."""
        return "cup" if board.reserve(ask.power) else "reserve"


class SpendAid(Decision):
    """9.7.1 Whose aid an attacked country spends, chosen by the attacker between equals; by default that of an enemy or
    another opposing power, its own last, in increasing order of play."""

    name, rule, waiting = "spend-aid", "9.7.1", "to say whose aid is spent"
    about = "area side"
    expires_with_step = True
    forms = (Form("spend aid POWER", answer_field="power", power=Name("power", of=options)),)
    default_at_once = True

    def default(self, board: Board, ask: Ask) -> str:
        """Of an enemy before other opposing powers, of these before those of its ideology, its own last: a patron whose
        aid is spent has less to say when the civil war is resolved."""
        return min(ask.options, key=lambda patron: self._nearness(board, ask.power, patron))

    def _nearness(self, board: Board, power: str, patron: str) -> tuple[bool, bool, bool]:
        return patron == power, not board.is_opposing(power, patron), not board.is_enemy(power, patron)


class OpportunityOrder(Decision):
    """5.5.4 Which home area of a surrendered power is up for grabs next, chosen by the acting power; by default the
    first in the order of the map: each area is checked for in any case, whatever the order."""

    name, rule, waiting = "opportunity-order", "5.5.4", "to order the opportunities"
    expires_with_step = True
    forms = (Form("opportunity AREA", answer_field="area", area=Name("area", of=options)),)
    default_at_once = True


class TakeFlag(Decision):
    """3.2.2, 5.2.2 Whether Italy gains the flag of Il Duce or an ordinary one; by default Il Duce's, for it rolls a die
    more (12.1.2) and cannot be used while it lies on the card."""

    name, rule, waiting = "take-flag", "3.2.2", "to choose its flag"
    forms = (
        Form(
            "take [the] FLAG",
            answer_field="flag",
            flag=Word(
                {
                    "il duce flag": "il-duce-flag",
                    "ordinary flag": "ordinary-flag",
                    "il duce": "il-duce-flag",
                    "ordinary": "ordinary-flag",
                },
                of=options,
            ),
        ),
    )
    default_at_once = True

    def default(self, board: Board, ask: Ask) -> str:
        return "il-duce-flag"


class Permit(Decision):
    """9.1, 10.2 Whether an ally may use one's units in this operation."""

    name, rule, waiting = "permit", "9.1", "to permit the use of its units"
    about = "to units target form"
    expires_with_step = True
    forms = (Form("permit WHETHER", answer_field="whether", whether=Word(("yes", "no"), of=options)),)
    plain = {"yes": "permit yes", "no": "permit no"}

    def default(self, board: Board, ask: Ask) -> str:
        """Yes for the defence of what the alliance holds, no for an attack: it costs the attacker nothing to be refused
        and may cost the owner its units."""
        return "yes" if ask.about["form"] == "support" else "no"


def choices() -> list[Decision]:
    """The kinds of this module, but for the permission of allies, which belongs to combat."""
    return [
        JoinWar(),
        Armistice(),
        StatusQuoFlag(),
        RegimeAid(),
        AidSide(),
        Ally(),
        Posture(),
        TakeOver(),
        SetReserve(),
        CivilWarOrder(),
        PlaceFlag(),
        SpendAid(),
        OpportunityOrder(),
        TakeFlag(),
        Equals(),
    ]
