"""Decisions about money and new units: purchase, the British convoys, placement, the bid (phases 1, 7 and 9)."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.declaring import Declared, Form
from pbem.core.orders.fields import Area, Each, Name, Number
from pbem.core.orders.worded import Worded

from ..board.parts import FORCE_OF
from ..board.pieces import split
from ..rules import economy, placement
from .words import Wishes, counted

messages(
    {
        "pac-not-for-sale": "{nation} does not buy {type}.",
        "pac-too-dear": "{nation} has {money} IPCs; this costs {cost}.",
        "pac-no-purse": "{nation} has no purse that may buy now.",
        "pac-which-purse": "it is not said whose purse pays.",
        "pac-split": "the split must share out {pool}; it shares out {sum}.",
        "pac-no-place": "{nation} cannot place {type} in {area}.",
        "pac-place-limit": "{area} builds {most} units a turn and {count} are placed there.",
        "pac-place-count": "{nation} has {have} {type} to place and {count} are placed.",
        "pac-place-left": "{count} {type} of {nation} could be placed and are not.",
        "pac-place-whose": "{area} could take this from {nations}.",
        "pac-one-complex": "{area} cannot take more than one complex.",
        "pac-no-site": "{count} complexes are bought and there are {sites} territories to build them.",
        "pac-no-number": "{text} should name a number.",
        "pac-bid": "the bid is {amount}; this costs {cost}.",
        "pac-bid-place": "{power} has no units in {area}.",
    }
)


def list_text(units):
    return ", ".join(f"{count} {type}" if count != 1 else type for type, count in units.items())


# -- money ---------------------------------------------------------------------------------------------------


class Purchase(Worded):
    """``buy 3 infantry, transport [for india]``: {nation: {type: count}}."""

    name, rule, waiting = "purchase", "BUY-1", "to buy units"
    declared = (
        Form("buy UNITS [for NATION]", "a purchase", "buy 3 infantry, transport for india",
             units=Wishes(), nation=Name("nation")),
        Form("buy nothing [for NATION]", "keep the money", "buy nothing", nation=Name("nation")),
    )  # fmt: skip
    plain = {"no": "buy nothing"}
    many = True

    def said(self, form, fields):
        if form == "buy":
            return {fields.get("nation", ""): counted(fields["units"])}
        return {fields["nation"]: {}} if "nation" in fields else {}

    def gather(self, items):
        answer = {}
        for item in items:
            for nation, units in item.items():
                bought = answer.setdefault(nation, {})
                for type, count in units.items():
                    bought[type] = bought.get(type, 0) + count
        return answer

    def settled(self, board, ask, answer):
        if "" not in answer:
            return answer, []
        buyers = economy.buyers(board)
        if len(buyers) != 1:
            return answer, [Problem("pac-which-purse", rule="ECO-2", hint=f"Write for {' or for '.join(buyers)}.")]
        named = {nation: units for nation, units in answer.items() if nation}
        return self.gather([named, {buyers[0]: answer[""]}]), []

    def check(self, board, ask, answer):
        problems, buyers = [], economy.buyers(board)
        for nation, units in answer.items():
            if nation not in buyers:
                hint = f"Purses: {', '.join(buyers) or 'none'}."
                problems.append(Problem("pac-no-purse", rule="ECO-6", nation=nation, hint=hint))
                continue
            problems += self.not_for_sale(board, nation, units)
            cost, money = economy.cost(board, units), board.money[nation]
            if cost > money:
                problems.append(Problem("pac-too-dear", rule="BUY-1", nation=nation, money=money, cost=cost))
            wanted, sites = units.get(placement.COMPLEX, 0), placement.building_sites(board, nation)
            if wanted > len(sites):
                hint = f"Legal now: {', '.join(sites) or 'nowhere'}."
                problems.append(Problem("pac-no-site", rule="PLC-4", count=wanted, sites=len(sites), hint=hint))
        return problems

    @staticmethod
    def not_for_sale(board, nation, units):
        """BUY-2. A Problem for each type that a nation cannot have."""
        sold = economy.for_sale(board, nation)
        rule = dict.fromkeys(("marine", placement.COMPLEX), "BUY-2")
        return [
            Problem("pac-not-for-sale", rule=rule.get(type, "BUY-1"), nation=nation, type=type,
                    hint=f"For sale: {', '.join(sold)}.")
            for type, count in units.items() if type not in sold or count < 1
        ]  # fmt: skip

    def default(self, board, ask):
        return {}

    def sample(self, board, ask, draw):
        return {nation: units for nation in economy.buyers(board) if (units := self.basket(board, nation, draw))}

    @staticmethod
    def basket(board, nation, draw):
        """Random units that a nation can pay for."""
        money, units, sold = board.money[nation], {}, economy.for_sale(board, nation)
        if not placement.building_sites(board, nation):
            sold = [type for type in sold if type != placement.COMPLEX]
        for _ in range(draw.below(9) + money // 12):
            type = draw.choice(sold)
            price = board.parts.types[type].cost
            if price <= money and not (type == placement.COMPLEX and type in units):
                units[type] = units.get(type, 0) + 1
                money -= price
        return units

    def examples(self, board, ask):
        shown = [{}]
        for nation in economy.buyers(board):
            shown.append({nation: {"infantry": board.money[nation] // 3}})
        return shown[:5]

    def lines(self, answer, ask=None):
        return [f"buy {list_text(units)} for {nation}" for nation, units in answer.items() if units] or ["buy nothing"]

    def describe(self, board, ask):
        return "Buy units with " + ", ".join(f"{board.money[n]} IPCs of {n}" for n in economy.buyers(board)) + "."


def _together(scope, parts):
    """The shares of lines; a nation named twice gets both."""
    shares = {}
    for part in parts:
        shares[part["nation"]] = shares.get(part["nation"], 0) + part["number"]
    return shares


def _some_split(scope, draw):
    part = draw.below(scope.about["pool"] + 1)
    return {"shares": {"india": part, "australia": scope.about["pool"] - part}}


class SplitConvoys(Declared):
    """``split india 7, australia 5``: {nation: IPCs}."""

    name, rule, waiting = "split-convoys", "ECO-3", "to split the convoy income"
    declared = (
        Form("split SHARES", "share out the British convoy income", "split india 7, australia 5", whole="shares",
             starts=_some_split,
             shares=Each(
                 "NATION NUMBER",
                 {"nation": Name("nation", of=["india", "australia"]),
                  "number": Number(of=lambda scope: range(scope.about["pool"] + 1))},
                 separators=(",", ";"), join=_together,
                 split=lambda shares: [{"nation": nation, "number": part} for nation, part in shares.items()],
                 shape={"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}})),
    )  # fmt: skip

    def problems(self, board, ask, answer):
        total = sum(answer.values())
        if total != ask.about["pool"] or set(answer) - {"india", "australia"}:
            hint = f"For example: {self.text(self.default(board, ask))[0]}."
            yield Problem("pac-split", rule="ECO-3", pool=ask.about["pool"], sum=total, hint=hint)

    def default(self, board, ask):
        half = ask.about["pool"] // 2
        return {"india": ask.about["pool"] - half, "australia": half}

    def describe(self, board, ask):
        return f"The British convoys bring {ask.about['pool']} IPCs: how much for India, how much for Australia?"


class Placement(Worded):
    """``place 3 infantry in japan [for japan]``: [{"nation", "area", "units": {type: count}}]."""

    name, rule, waiting = "placement", "PLC-1", "to place new units"
    many = True
    declared = (
        Form("place UNITS {in/on/at AREA} [for NATION]", "one line for each area",
             "place 2 infantry in hawaiian-islands", units=Wishes(), area=Area(), nation=Name("nation")),
    )  # fmt: skip

    def said(self, form, fields):
        return {**fields, "units": counted(fields["units"])}

    def settled(self, board, ask, answer):
        """Whose units they are is clear where one nation only can place them."""
        settled, problems = [], []
        for item in answer:
            nations = [item["nation"]] if "nation" in item else self.nations_for(board, ask, item)
            if len(nations) > 1:
                hint = f"Write for {' or for '.join(nations)}."
                fields = {"area": item["area"], "nations": " or ".join(nations)}
                problems.append(Problem("pac-place-whose", rule="ECO-2", hint=hint, **fields))
            else:
                settled.append({"nation": nations[0], "area": item["area"], "units": item["units"]})
        return settled, problems

    @staticmethod
    def nations_for(board, ask, item):
        """The nations that can place an item; if none can, one that has such units, for the refusal."""
        waiting = ask.about["units"]
        having = [nation for nation in waiting if all(type in waiting[nation] for type in item["units"])]
        able = [
            nation for nation in having
            if all(item["area"] in placement.places_for(board, nation, type) for type in item["units"])
        ]  # fmt: skip
        return able or having[:1] or list(waiting)[:1]

    def check(self, board, ask, answer):
        problems, waiting = [], ask.about["units"]
        for item in answer:
            problems += self.misplaced(board, item)
        for nation, have in waiting.items():
            own = [item for item in answer if item["nation"] == nation]
            problems += self.too_many(board, nation, own) + self.counts(board, nation, have, own, not problems)
        return problems

    @staticmethod
    def misplaced(board, item):
        """PLC-1. Types that the nation cannot place in the area."""
        found, area = [], item["area"]
        for type, count in item["units"].items():
            places = placement.places_for(board, item["nation"], type)
            if area not in places or count < 1:
                rule = "PLC-4" if type == placement.COMPLEX else "CHN-3" if area == "szechwan" else "PLC-1"
                hint = f"Legal now: {', '.join(places) or 'nowhere'}."
                found.append(Problem("pac-no-place", rule=rule, hint=hint, nation=item["nation"], type=type, area=area))
            elif type == placement.COMPLEX and count > 1:
                found.append(Problem("pac-one-complex", rule="PLC-4", area=area))
        return found

    @staticmethod
    def too_many(board, nation, items):
        """PLC-2. Areas where more is placed than the complexes can build."""
        used = units_in(items)
        over = placement.beyond_capacity(board, nation, used)
        return [
            Problem("pac-place-limit", rule="PLC-2", area=area, most=used[area] - extra, count=used[area])
            for area, extra in over.items()
        ]

    @staticmethod
    def counts(board, nation, have, items, complete):
        """PLC-1. More than there is, or, in an otherwise legal answer, less than could be placed."""
        found, used = [], units_in(items)
        built = [item["area"] for item in items if placement.COMPLEX in item["units"]]
        for type in {**have, **{type: 0 for item in items for type in item["units"]}}:
            count = sum(item["units"].get(type, 0) for item in items)
            left = have.get(type, 0) - count
            fields = {"nation": nation, "type": type}
            if left < 0:
                found.append(Problem("pac-place-count", rule="PLC-1", have=have.get(type, 0), count=count, **fields))
            elif left and complete and placement.room_for(board, nation, type, used, built):
                places = placement.room_for(board, nation, type, used, built)
                hint = f"Legal now: {', '.join(places)}."
                found.append(Problem("pac-place-left", rule="PLC-1", count=left, hint=hint, **fields))
        return found

    def default(self, board, ask):
        return placement.fill(board, sorted(ask.about["units"]), lambda places: places[0])

    def sample(self, board, ask, draw):
        return placement.fill(board, sorted(ask.about["units"]), draw.choice)

    def lines(self, answer, ask=None):
        return [
            f"place {list_text(item['units'])} in {item['area']}" + self.whose(item.get("nation")) for item in answer
        ]

    @staticmethod
    def whose(nation):
        """India and Australia place apart; for the others it goes without saying."""
        return f" for {nation}" if nation in ("india", "australia") else ""

    def describe(self, board, ask):
        shown = [f"{list_text(units)} of {nation}" for nation, units in ask.about["units"].items()]
        return f"Place {'; '.join(shown)}."


def units_in(items):
    """``{area: units placed there}``, complexes apart."""
    used = {}
    for item in items:
        count = sum(n for type, n in item["units"].items() if type != placement.COMPLEX)
        if count:
            used[item["area"]] = used.get(item["area"], 0) + count
    return used


class Bid(Worded):
    """``bid 2 infantry in manchuria``: [{"area", "units": {token: count}}]."""

    name, rule, waiting = "bid", "BID-1", "to place the bid"
    declared = (
        Form("bid UNITS {in AREA}", "extra units of the agreed bid", "bid 2 infantry in manchuria",
             units=Wishes(), area=Area()),
        Form("bid nothing", "all of it into the purse", "bid nothing"),
    )  # fmt: skip
    plain = {"no": "bid nothing"}
    many = True

    def said(self, form, fields):
        return {"area": fields["area"], "units": counted(fields["units"])} if form == "bid" else None

    def gather(self, items):
        return [item for item in items if item is not None]

    def settled(self, board, ask, answer):
        force = FORCE_OF[board.parts.turn["powers"][ask.power]["nations"][0]]
        settled = []
        for item in answer:
            units = {type if "/" in type else f"{force}/{type}": count for type, count in item["units"].items()}
            settled.append({"area": item["area"], "units": units})
        return settled, []

    def check(self, board, ask, answer):
        problems, cost = [], 0
        for item in answer:
            faults = self.faults(board, ask, item)
            problems += faults
            if not faults:
                types = board.parts.types
                cost += sum(types[split(token)[1].type].cost * count for token, count in item["units"].items())
        if cost > ask.about["amount"]:
            problems.append(Problem("pac-bid", rule="BID-1", amount=ask.about["amount"], cost=cost))
        return problems

    @staticmethod
    def faults(board, ask, item):
        """BID-1. Why an item may not stand: units where the bidder has some, of types that he buys."""
        area, power = item["area"], ask.power
        if not board.stacks(area, board.forces(power)):
            return [Problem("pac-bid-place", rule="BID-1", power=power, area=area)]
        types, found = board.parts.types, []
        nation = board.parts.turn["powers"][power]["nations"][0]
        for token, count in item["units"].items():
            force, one = split(token)
            wrong_element = (types[one.type].category == "sea") != board.parts.areas[area].is_sea
            if force not in board.forces(power) or nation not in types[one.type].buyers or count < 1:
                found.append(Problem("pac-not-for-sale", rule="BID-1", nation=power, type=token))
            elif wrong_element or one.key != one.type or one.type == placement.COMPLEX:
                found.append(Problem("pac-no-place", rule="BID-1", nation=power, type=one.type, area=area))
        return found

    def default(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        number = min(ask.about["amount"] // 3, 4)
        force = board.forces(ask.power)[0]
        homes = [a for a in board.parts.territories if board.stacks(a, [force])]
        if not number or not homes:
            return []
        return [{"area": draw.choice(homes), "units": {f"{force}/infantry": 1 + draw.below(number)}}]

    def describe(self, board, ask):
        return f"Place the bid of {ask.about['amount']} IPCs where you have units; what is left goes into your purse."

    def lines(self, answer, ask=None):
        shown = []
        for item in answer:
            units = {token.partition("/")[2]: count for token, count in item["units"].items()}
            shown.append(f"bid {list_text(units)} in {item['area']}")
        return shown or ["bid nothing"]
