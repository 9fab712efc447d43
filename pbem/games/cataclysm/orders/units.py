"""Kinds of decision for units and upgrades (3.7.2, 3.7.3): where they enter, and what becomes of those that cannot."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.lines import Line

from ..rules.coasts import unnamed_coast
from ..rules.playing import sites_for, upgradable
from .playing import Keeping, default_first

messages(
    {
        "ca-reject-not-allowed": "A unit or upgrade that cannot be placed must be kept: reserve it or delay it (2018).",
        "ca-only-if-unplaceable": "The counter can be placed, so it cannot be delayed.",
        "ca-not-a-site": "{area} is no place for this unit.",
        "ca-no-room-to-stay": "There is no room to stay in {area}; name a deployment, or “no deployment” if a unit \
there shall be destroyed.",
        "ca-no-coast": "{area} has the coasts {coasts}; name one.",
        "ca-not-upgradable": "{unit} cannot be upgraded with this marker.",
    }
)


class Placing(Keeping):
    """Common to units and upgrades: without a place they are kept, delayed or, since 2022, rejected."""

    def keep_problems(self, board, ask, answer):
        if not self.is_drawn(ask):
            return [Problem("ca-nothing-to-play", rule="3.5")]
        placeable = bool(self.places(board, ask))
        if answer["act"] == "delay" and placeable:
            return [Problem("ca-only-if-unplaceable", rule=self.rule)]
        if answer["act"] == "reject" and not placeable and not board.is_2022:
            return [Problem("ca-reject-not-allowed", rule=self.rule)]
        return []

    def places(self, board, ask):
        raise TypeError(f"{type(self).__name__} does not say where it may go")

    def keepings(self, board, ask):
        if not self.is_drawn(ask):
            return []
        acts = ["reserve", "reject"] if self.places(board, ask) else ["reserve", "delay"]
        if not self.places(board, ask) and board.is_2022:
            acts.append("reject")
        return [{"act": act} for act in acts]

    def default(self, board, ask):
        """It is played, for a unit does nothing off the map; where it cannot be, it is kept."""
        plays = self.plays(board, ask)
        return plays[0] if plays else {"act": "delay" if board.reserve(ask.power) else "reserve"}

    def plays(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        plays = self.plays(board, ask)
        return draw.choice(plays if plays and draw.below(8) else plays + self.keepings(board, ask))

    def examples(self, board, ask):
        return default_first(self.default(board, ask), [*self.plays(board, ask), *self.keepings(board, ask)])[:5]


class PlayUnit(Placing):
    """3.7.2 Where a unit is placed, and the deployment that may follow at once."""

    name = "play-unit"
    rule = "3.7.2"
    waiting = "to place a unit"
    verbs = ("place", "reserve", "delay", "reject")
    keywords = ("coast",)

    def places(self, board, ask):
        return sites_for(board, ask.power, ask.about["counter"])

    def plays(self, board, ask):
        """One for each site and coast: the unit stays, or where there is no room goes to the first spot that has."""
        unit = ask.about["counter"]
        return [
            self._with_room(board, ask, {"act": "place", "area": area, **({"coast": coast} if coast else {})})
            for area in self.places(board, ask)
            for coast in (board.area(area).coasts if board.class_of(unit) == "naval" else ()) or (None,)
        ]

    def default(self, board, ask):
        """A site with room to stay comes before one that it would have to leave at once."""
        staying = [plan for plan in self.plays(board, ask) if "deploy" not in plan]
        return staying[0] if staying else super().default(board, ask)

    def _with_room(self, board, ask, answer):
        if not self._staying_problems(board, ask, answer):
            return answer
        moved = (_moving(answer, ask, to) for to in self._onward(board, ask, answer))
        free = (each for each in moved if not self._deployment_problems(board, ask, each))
        return next(free, {**answer, "deploy": {"act": "deploy", "moves": []}})

    def _onward(self, board, ask, answer):
        """Where a unit that is placed so could deploy to at once, limits apart."""
        from ..rules.deployment import destinations

        return destinations(board, ask.about["counter"], True, self._spot(board, ask, answer))

    def _spot(self, board, ask, answer):
        return answer["area"], answer.get("coast")

    def sample(self, board, ask, draw):
        """The place, often with the word that the unit stays or with how it moves on."""
        answer = super().sample(board, ask, draw)
        if answer["act"] != "place" or not draw.below(4):
            return answer
        spots = self._onward(board, ask, answer)
        if spots and draw.below(2):
            moved = _moving(answer, ask, draw.choice(spots))
            if not self.check(board, ask, moved):
                return moved
        staying = {**answer, "stay": True}
        return answer if "deploy" in answer or self.check(board, ask, staying) else staying

    def play_problems(self, board, ask, answer):
        if answer["act"] != "place" or answer.get("area") not in board.parts.areas:
            return [Problem("ca-answer-form", rule=self.rule)]
        area = board.area(answer["area"])
        if answer["area"] not in self.places(board, ask):
            return [Problem("ca-not-a-site", rule=self.rule, area=area.name)]
        if answer.get("coast") and answer["coast"] not in area.coasts:
            return [Problem("ca-no-coast", rule="2.2.1", area=area.name, coasts=", ".join(area.coasts))]
        coasts = [f"{area.id}/{coast}" for coast in area.coasts]
        if not answer.get("coast") and (unnamed := unnamed_coast(board, ask.about["counter"], area.id, coasts)):
            return unnamed
        if not answer.get("deploy"):
            return self._staying_problems(board, ask, answer)
        return self._deployment_problems(board, ask, answer) if answer["deploy"]["moves"] else []

    def _staying_problems(self, board, ask, answer):
        """7.1 A unit stays only where it finds room: else it, or one that stood there, would be destroyed at once."""
        from ..rules.movement import may_occupy

        if may_occupy(board, ask.about["counter"], answer["area"]):
            return []
        return [Problem("ca-no-room-to-stay", rule="7.1", area=board.area(answer["area"]).name)]

    def _deployment_problems(self, board, ask, answer):
        """3.7.2 The deployment that follows at once, of this unit alone, judged from where it will be placed."""
        from ..rules.deployment import deployment_problems

        unit, spot = ask.about["counter"], self._spot(board, ask, answer)
        return deployment_problems(board, ask.power, answer["deploy"]["moves"], [unit], {unit: spot})

    def settle(self, board, ask, answer):
        """``deploy -> silesia`` moves the unit that is placed, whatever it is called there."""
        if not isinstance(answer, dict) or not isinstance(answer.get("deploy"), dict):
            return super().settle(board, ask, answer)
        from .deployment import DEPLOY

        unit, moves = ask.about["counter"], []
        for move in answer["deploy"].get("moves", []):
            named = move.get("items")
            if named is not None and all(self._means(board, unit, item, answer) for item in named):
                move = {"items": [unit], "to": move["to"]}
            moves.append(move)
        spots = {}
        if board.has_area(answer.get("area")):
            spots = {unit: (answer["area"], answer.get("coast"))}
        settled, problems = DEPLOY.settle_from(board, ask, {"act": "deploy", "moves": moves}, spots)
        return {**answer, "deploy": settled}, problems

    def _means(self, board, unit, item, answer):
        """Whether a named unit is the one that is placed: its id, or its type without an area or with that of
        its site."""
        if isinstance(item, str):
            return item == unit
        named = item["count"] == 1 and item["type"] == board.counter(unit).type
        return (
            named
            and item.get("area") in (None, answer.get("area"))
            and item.get("power") in (None, board.power_of(unit))
        )

    def parse(self, line, names):
        if line.verb != "place":
            return self.parse_keeping(line, names)
        answer = {"act": "place", "area": names.find(line.clause("in") or line.head, "area")}
        coast = line.clause("coast")
        if coast:
            answer["coast"] = coast.casefold()
        deploy = [part for part in line.parts if part.verb == "deploy"]
        if deploy:
            from .deployment import DEPLOY

            rest = "; ".join(part.text for part in line.parts)[len("deploy") :]
            answer["deploy"] = DEPLOY.combine(
                [DEPLOY.parse(Line("deploy", rest.strip(), DEPLOY.keywords), names)]
            )
        elif any(part.text.casefold() == "no deployment" for part in line.parts):
            answer["deploy"] = {"act": "deploy", "moves": []}
        elif any(part.verb == "stay" for part in line.parts):
            answer["stay"] = True
        return answer

    def text(self, answer, ask=None):
        if answer["act"] != "place":
            return [answer["act"]]
        text = f"place {answer['area']}"
        if answer.get("coast"):
            text += f" coast {answer['coast']}"
        if answer.get("stay"):
            text += "; stay"
        if answer.get("deploy"):
            from .deployment import DEPLOY

            text += f"; {DEPLOY.text(answer['deploy'])[0]}"
        return [text]

    def grammar(self):
        return [
            ("place AREA [coast COAST] [; deploy … | ; no deployment]",
             "where the unit enters, and how it moves on at once; without a word it stays", "place berlin"),
            ("reserve", "keep the counter in reserve (3.4)", "reserve"),
            ("delay", "to the turn track, if it cannot be placed", "delay"),
            ("reject", "put it back into the force pool (3.6)", "reject"),
        ]  # fmt: skip


def _moving(answer, ask, to):
    """An answer with the deployment of the placed unit to a spot."""
    return {**answer, "deploy": {"act": "deploy", "moves": [{"unit": ask.about["counter"], "to": to}]}}


class PlayUpgrade(Placing):
    """3.7.3 Which unit is upgraded."""

    name = "play-upgrade"
    rule = "3.7.3"
    waiting = "to play an upgrade"
    verbs = ("upgrade", "reserve", "delay", "reject")

    def places(self, board, ask):
        return upgradable(board, ask.power, ask.about["counter"])

    def plays(self, board, ask):
        return [{"act": "upgrade", "unit": unit} for unit in self.places(board, ask)]

    def play_problems(self, board, ask, answer):
        if answer["act"] != "upgrade" or answer.get("unit") not in self.places(board, ask):
            return [Problem("ca-not-upgradable", rule=self.rule, unit=answer.get("unit"))]
        return []

    def settle(self, board, ask, answer):
        """A unit type in an area becomes the first such unit that can be upgraded: they are alike."""
        if not isinstance(answer, dict) or answer.get("act") != "upgrade" or "unit" in answer:
            return super().settle(board, ask, answer)
        found = [unit for unit in self.places(board, ask) if board.at(unit) == answer.get("area")]
        if not found:
            return answer, [Problem("ca-not-upgradable", rule=self.rule, unit=answer.get("area"))]
        return {"act": "upgrade", "unit": found[0]}, []

    def parse(self, line, names):
        if line.verb != "upgrade":
            return self.parse_keeping(line, names)
        area = line.clause("in")
        if area:
            if line.head:  # the type is that of the marker; it may be named all the same
                names.find(line.head, "unit-type")
            return {"act": "upgrade", "area": names.find(area, "area")}
        return {"act": "upgrade", "unit": names.find(line.head, "unit")}

    def text(self, answer, ask=None):
        if answer["act"] != "upgrade":
            return [answer["act"]]
        return [f"upgrade {answer['unit']}" if "unit" in answer else f"upgrade in {answer['area']}"]

    def grammar(self):
        return [
            (
                "upgrade UNIT | upgrade [TYPE] in AREA",
                "which unit flips to its upgraded side",
                "upgrade army in silesia",
            ),
            ("reserve", "keep the counter in reserve (3.4)", "reserve"),
            ("delay", "to the turn track, if nothing can be upgraded", "delay"),
            ("reject", "put it back into the force pool (3.6)", "reject"),
        ]
