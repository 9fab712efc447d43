"""Losses in battles: which units take the hits."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.declaring import Form
from pbem.core.orders.worded import Worded

from ..board.pieces import bare, split
from ..rules import casualties, losses
from .unit_text import is_meant, unit_text, units_text
from .words import Types, Wishes, loss_name

messages(
    {
        "pac-loss-count": "{count} hits are taken; {total} must be.",
        "pac-loss-too-many": "there are {there} {token} to take hits.",
        "pac-loss-air": "aircraft can take {most} of these hits, not {count}.",
        "pac-loss-sub": "submarines can take {most} of these hits, not {count}.",
    }
)


class Losses(Worded):
    """``lose 2 infantry, fighter``, or an order of loss: ``lose order infantry, armor, fighter``.

    Answer: {token: hits}.  A program {"order": [...]} is settled into one, so that a standing line can give it.
    """

    name, rule, waiting = "losses", "LND-3", "to choose losses"
    declared = (
        Form("lose UNITS", "these units take the hits", "lose 2 infantry, fighter", units=Wishes()),
        Form("lose order TYPES", "by this order of loss", "lose order infantry, armor, fighter", types=Types()),
        Form("lose default", "by the published order", "lose default"),
        Form("lose as/with ally", "as the ally says; by the published order if he says nothing", "lose with ally"),
    )
    covered = True

    def said(self, form, fields):
        if form == "lose":
            return {"want": fields["units"]}
        if form == "lose as ally":
            return losses.AGREED
        return {"order": [loss_name(wish) for wish in fields.get("types", ())]}

    def settled(self, board, ask, answer):
        targets, pools = ask.about["units"], ask.about["hits"]
        if answer == losses.AGREED:
            return answer, []
        if "order" in answer:
            published = board.parts.turn["loss_orders"][ask.about["order"]]
            return casualties.by_order(targets, pools, casualties.completed(answer["order"], published)), []
        if "want" not in answer:
            return answer, []
        selection, problems = {}, []
        room = {**targets, **ask.about.get("bystanders", {})}
        for wish in answer["want"]:
            left = self.mark(wish, room, selection, ask.power)
            if left:
                there = 0 if wish["n"] == "all" else wish["n"] - left
                fields = {"token": wish["type"], "there": there, "hint": f"Hit may be {units_text(room, ask.power)}."}
                problems.append(Problem("pac-loss-too-many", rule="LND-3", **fields))
        return selection, problems

    @staticmethod
    def mark(wish, room, selection, power):
        """Give the hits of one wish to units that it may mean; how many find none."""
        number = sum(room.values()) if wish["n"] == "all" else wish["n"]
        for token in casualties.ranked(room, []):
            hurt = [healthy for healthy in room if casualties.can_be_hurt(healthy)]
            there = room.get(token, 0) + sum(room[one] for one in hurt if casualties.hurt_token(one) == token)
            take = min(number, there - selection.get(token, 0)) if falls(wish, token, power) else 0
            if take > 0:
                selection[token] = selection.get(token, 0) + take
                number -= take
        return 0 if wish["n"] == "all" else number

    def check(self, board, ask, answer):
        about = ask.about
        if answer == losses.AGREED and about.get("joint"):
            return []
        found = casualties.faults(about["units"], about["hits"], answer, about.get("bystanders"))
        hint = "By the published order: " + self.lines(self.published(board, ask))[0] + "."
        rules = {"pac-loss-air": "SEA-5", "pac-loss-sub": "SEA-5"}
        return [Problem(code, rule=rules.get(code, "LND-3"), hint=hint, **fields) for code, fields in found]

    def default(self, board, ask):
        """Whoever says nothing wants no other loss than his ally (R-MUL-2-silence), else the published one."""
        return losses.AGREED if ask.about.get("joint") else self.published(board, ask)

    @staticmethod
    def published(board, ask):
        published = board.parts.turn["loss_orders"][ask.about["order"]]
        return casualties.by_order(ask.about["units"], ask.about["hits"], published)

    def sample(self, board, ask, draw):
        order = sorted(ask.about["units"])
        mixed = [order.pop(draw.below(len(order))) for _ in range(len(order))]
        return casualties.by_order(ask.about["units"], ask.about["hits"], mixed)

    def lines(self, answer, ask=None):
        if answer == losses.AGREED:
            return ["lose as ally"]
        about = ask.about if ask else {"units": {}}
        room = [*about["units"], *about.get("bystanders", {})]
        alike = [bare(token) for token in room]
        forces = {token.partition("/")[0] for token in room}
        power = ask.power if ask and forces == {ask.power} else ""
        shown = [
            unit_text(bare(token) if alike.count(bare(token)) < 2 else token, count, power)
            for token, count in sorted(answer.items())
        ]
        return ["lose " + ", ".join(shown)]

    def describe(self, board, ask):
        hits = sum(ask.about["hits"].values())
        return f"Choose what {hits} hits in {ask.about['area']} destroy: {units_text(ask.about['units'], ask.power)}."


def falls(wish, token, power):
    """Whether a wish may give up a unit: ``battleship!`` is any damaged one, ``battleship`` a whole one."""
    state = wish.get("state", "")
    if state not in ("", "!"):
        return is_meant(wish, token, power)
    plain = {name: value for name, value in wish.items() if name != "state"}
    return is_meant(plain, token, power) and split(token)[1].damaged == bool(state)
