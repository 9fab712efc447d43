"""Every kind of decision: what it asks, what is legal, its default, its order text."""

from pbem.core.conditions import Conditions
from pbem.core.kinds import Choice, Kind
from pbem.core.lines import as_id
from pbem.core.problems import Problem, messages

from . import casualties, economy, kamikaze, programs
from .moves import CombatMoves, NoncombatMoves, forced, program_of, program_text, singular, unit_text, units_text
from .parts import FORCE_OF
from .pieces import split

messages(
    {
        "pac-not-for-sale": "{nation} does not buy {type}.",
        "pac-too-dear": "{nation} has {money} IPCs; this costs {cost}.",
        "pac-no-purse": "{nation} has no purse that may buy now.",
        "pac-split": "the split must share out {pool}; it shares out {sum}.",
        "pac-no-place": "{nation} cannot place {type} in {area}.",
        "pac-place-limit": "{area} builds {most} units a turn and {count} are placed there.",
        "pac-place-count": "{nation} has {have} {type} to place and {count} are placed.",
        "pac-place-left": "{count} {type} of {nation} could be placed and are not.",
        "pac-one-complex": "{area} cannot take more than one complex.",
        "pac-loss-count": "{count} hits are taken; {total} must be.",
        "pac-loss-too-many": "there are {there} {token} to take hits.",
        "pac-loss-air": "aircraft can take {most} of these hits, not {count}.",
        "pac-loss-sub": "submarines can take {most} of these hits, not {count}.",
        "pac-not-now": "{word} is not possible now.",
        "pac-no-retreat": "nobody may retreat to {area}.",
        "pac-bid": "the bid is {amount}; this costs {cost}.",
        "pac-bid-place": "{power} has no units in {area}.",
        "pac-no-number": "{text} should name a number.",
    }
)  # fmt: skip


def counted(line, names, text):
    """``3 infantry, transport`` as ``{type: count}``."""
    units = {}
    for item in line.items(text):
        count, name = line.count_and_name(item)
        type = names.find(singular(name, names), "unit-type")
        units[type] = units.get(type, 0) + (1 if count is None else count)
    return units


def list_text(units):
    return ", ".join(f"{count} {type}" if count != 1 else type for type, count in units.items())


# -- money ---------------------------------------------------------------------------------------------------


class Purchase(Kind):
    """``buy 3 infantry, transport [for india]``: {nation: {type: count}}."""

    name, rule, waiting = "purchase", "BUY-1", "to buy units"
    verbs = ("buy", "buy nothing")
    keywords = ("for",)
    many = True

    def parse(self, line, names):
        if line.verb == "buy nothing":
            return {}
        nation = line.clause("for")
        return {names.find(nation, "nation") if nation else "": counted(line, names, line.head)}

    def combine(self, items):
        answer = {}
        for item in items:
            for nation, units in item.items():
                bought = answer.setdefault(nation, {})
                for type, count in units.items():
                    bought[type] = bought.get(type, 0) + count
        return answer

    def settle(self, board, ask, answer):
        nations = [n for n in board.parts.turn["powers"][ask.power]["nations"] if n != "china"]
        if "" not in answer:
            return answer, []
        settled = {nation: dict(units) for nation, units in answer.items() if nation}
        if len(nations) > 1:
            return answer, [Problem("pac-no-purse", rule="ECO-2", nation="nobody", hint=f"Say for {' or for '.join(nations)}.")]
        settled[nations[0]] = {**settled.get(nations[0], {}), **answer[""]}
        return settled, []

    def check(self, board, ask, answer):
        problems, buyers = [], economy.buyers(board)
        for nation, units in answer.items():
            if nation not in buyers:
                problems.append(Problem("pac-no-purse", rule="ECO-6", nation=nation, hint=f"Purses: {', '.join(buyers)}."))
                continue
            for type, count in units.items():
                if type not in economy.for_sale(board, nation) or count < 1:
                    rule = "BUY-2" if type in ("marine", "industrial-complex") else "BUY-1"
                    problems.append(Problem("pac-not-for-sale", rule=rule, nation=nation, type=type))
            cost = economy.cost(board, units)
            if cost > board.money[nation]:
                fields = {"nation": nation, "money": board.money[nation], "cost": cost}
                problems.append(Problem("pac-too-dear", rule="BUY-1", **fields))
            problems += _sites(board, nation, units)
        return problems

    def default(self, board, ask):
        return {}

    def sample(self, board, ask, draw):
        answer = {}
        for nation in economy.buyers(board):
            money, units = board.money[nation], {}
            kinds = [t for t in economy.for_sale(board, nation) if t != "industrial-complex" or economy.building_sites(board, nation)]
            for _ in range(draw.below(9) + money // 12):
                type = draw.choice(kinds)
                price = board.parts.types[type].cost
                if price <= money and not (type == "industrial-complex" and type in units):
                    units[type] = units.get(type, 0) + 1
                    money -= price
            if units:
                answer[nation] = units
        return answer

    def examples(self, board, ask):
        shown = [{}]
        for nation in economy.buyers(board):
            shown.append({nation: {"infantry": board.money[nation] // 3}})
        return shown[:5]

    def text(self, answer, ask=None):
        return [f"buy {list_text(units)} for {nation}" for nation, units in answer.items() if units] or ["buy nothing"]

    def describe(self, board, ask):
        return "Buy units with " + ", ".join(f"{board.money[n]} IPCs of {n}" for n in economy.buyers(board)) + "."

    def grammar(self):
        return [("buy UNITS [for NATION]", "a purchase", "buy 3 infantry, transport for india"), ("buy nothing", "", "buy nothing")]


def _sites(board, nation, units):
    """PLC-4. A complex needs a site to stand on."""
    wanted = units.get("industrial-complex", 0)
    sites = economy.building_sites(board, nation)
    if wanted > len(sites):
        return [Problem("pac-one-complex", rule="PLC-4", area=", ".join(sites) or "no territory")]
    return []


class SplitConvoys(Kind):
    """``split india 7, australia 5``: {nation: IPCs}."""

    name, rule, waiting = "split-convoys", "ECO-3", "to split the convoy income"
    verbs = ("split",)

    def parse(self, line, names):
        share = {}
        for item in line.items(line.head):
            name, _, number = item.rpartition(" ")
            if not name:
                line.fail("pac-no-number", quote=item, text=item, hint="For example: split india 7, australia 5.")
            share[names.find(name, "nation")] = line.number(number)
        return share

    def check(self, board, ask, answer):
        total = sum(answer.values())
        if total != ask.about["pool"] or set(answer) - {"india", "australia"} or min(answer.values(), default=0) < 0:
            return [Problem("pac-split", rule="ECO-3", pool=ask.about["pool"], sum=total)]
        return []

    def default(self, board, ask):
        half = ask.about["pool"] // 2
        return {"india": ask.about["pool"] - half, "australia": half}

    def sample(self, board, ask, draw):
        part = draw.below(ask.about["pool"] + 1)
        return {"india": part, "australia": ask.about["pool"] - part}

    def text(self, answer, ask=None):
        return ["split " + ", ".join(f"{nation} {amount}" for nation, amount in answer.items())]

    def grammar(self):
        return [("split NATION N, NATION N", "share out the British convoy income", "split india 7, australia 5")]


class Placement(Kind):
    """``place 3 infantry in japan``: [{"area", "units": {type: count}}]."""

    name, rule, waiting = "placement", "PLC-1", "to place new units"
    verbs = ("place",)
    many = True

    def parse(self, line, names):
        return {"area": names.find(line.need("in", "The area"), "area"), "units": counted(line, names, line.head)}

    def check(self, board, ask, answer):
        nation, problems, used = ask.about["nation"], [], {}
        have = dict(board.bought.get(nation, {}))
        for item in answer:
            for type, count in item["units"].items():
                if item["area"] not in economy.places_for(board, nation, type):
                    rule = "PLC-4" if type == "industrial-complex" else "CHN-3" if item["area"] == "szechwan" else "PLC-1"
                    hint = f"Legal now: {', '.join(economy.places_for(board, nation, type)) or 'nowhere'}."
                    problems.append(Problem("pac-no-place", rule=rule, hint=hint, nation=nation, type=type, area=item["area"]))
                    continue
                have[type] = have.get(type, 0) - count
                if type == "industrial-complex" and count > 1:
                    problems.append(Problem("pac-one-complex", rule="PLC-4", area=item["area"]))
                if type != "industrial-complex":
                    used[item["area"]] = used.get(item["area"], 0) + count
        problems += over_capacity(board, nation, used)
        for type, left in have.items():
            if left < 0:
                fields = {"nation": nation, "type": type, "have": left + _sum(answer, type), "count": _sum(answer, type)}
                problems.append(Problem("pac-place-count", rule="PLC-1", **fields))
            elif left and not problems and room_for(board, nation, type, used):
                problems.append(Problem("pac-place-left", rule="PLC-1", count=left, type=type, nation=nation))
        return problems

    def default(self, board, ask):
        return fill(board, ask.about["nation"], lambda places: places[0])

    def sample(self, board, ask, draw):
        return fill(board, ask.about["nation"], draw.choice)

    def text(self, answer, ask=None):
        return [f"place {list_text(item['units'])} in {item['area']}" for item in answer] or ["place nothing"]

    def describe(self, board, ask):
        return f"Place {list_text(ask.about['units'])} of {ask.about['nation']}."

    def grammar(self):
        return [("place UNITS in AREA", "one line for each area", "place 2 infantry in hawaiian-islands")]


def _sum(answer, type):
    return sum(item["units"].get(type, 0) for item in answer)


def sites_of(board, nation, area):
    """The complexes that can have built what is placed in an area."""
    sites = economy.complexes_of(board, nation)
    return [site for site in sites if site == area or area in board.parts.areas[site].sea]


def over_capacity(board, nation, used):
    """PLC-2. Whether complexes with a limit can build what is placed, each piece assigned to one of its complexes."""
    limited = {s: economy.capacity(board, s) for s in economy.complexes_of(board, nation)}
    problems, spent = [], {}
    for area in sorted(used):
        sites = sites_of(board, nation, area)
        if any(limited[site] is None for site in sites):
            continue
        left = used[area]
        for site in sites:
            take = min(left, limited[site] - spent.get(site, 0))
            spent[site] = spent.get(site, 0) + take
            left -= take
        if left:
            most = sum(limited[site] for site in sites)
            problems.append(Problem("pac-place-limit", rule="PLC-2", area=area, most=most, count=used[area]))
    return problems


def room_for(board, nation, type, used):
    """Whether one more unit of a type could be placed anywhere."""
    if type == "industrial-complex":
        return False
    for area in economy.places_for(board, nation, type):
        if not over_capacity(board, nation, {**used, area: used.get(area, 0) + 1}):
            return True
    return False


def fill(board, nation, choose):
    """A placement of everything that can be placed, each unit where `choose` says."""
    placed, used, sites = {}, {}, []
    for type, count in board.bought[nation].items():
        for _ in range(count):
            places = economy.places_for(board, nation, type)
            if type == "industrial-complex":
                places = [area for area in places if area not in sites]
            else:
                places = [a for a in places if not over_capacity(board, nation, {**used, a: used.get(a, 0) + 1})]
            if not places:
                continue
            area = choose(places)
            if type == "industrial-complex":
                sites.append(area)
            else:
                used[area] = used.get(area, 0) + 1
            placed.setdefault(area, {})
            placed[area][type] = placed[area].get(type, 0) + 1
    return [{"area": area, "units": units} for area, units in placed.items()]


class Bid(Kind):
    """``bid 2 infantry in manchuria``: [{"area", "units": {token: count}}]."""

    name, rule, waiting = "bid", "BID-1", "to place the bid"
    verbs = ("bid", "bid nothing")
    many = True

    def parse(self, line, names):
        if line.verb == "bid nothing":
            return {}
        return {"area": names.find(line.need("in", "The area"), "area"), "units": counted(line, names, line.head)}

    def combine(self, items):
        return [item for item in items if item]

    def settle(self, board, ask, answer):
        force = FORCE_OF[board.parts.turn["powers"][ask.power]["nations"][0]]
        settled = []
        for item in answer:
            units = {type if "/" in type else f"{force}/{type}": count for type, count in item["units"].items()}
            settled.append({"area": item["area"], "units": units})
        return settled, []

    def check(self, board, ask, answer):
        problems, cost = [], 0
        types, areas = board.parts.types, board.parts.areas
        for item in answer:
            if not board.stacks(item["area"], board.forces(ask.power)):
                problems.append(Problem("pac-bid-place", rule="BID-1", power=ask.power, area=item["area"]))
            for token, count in item["units"].items():
                force, one = split(token)
                sea = types[one.type].category == "sea"
                nation = board.parts.turn["powers"][ask.power]["nations"][0]
                if force not in board.forces(ask.power) or nation not in types[one.type].buyers or count < 1:
                    problems.append(Problem("pac-not-for-sale", rule="BID-1", nation=ask.power, type=token))
                elif sea != areas[item["area"]].is_sea or one.key != one.type or one.type == "industrial-complex":
                    fields = {"nation": ask.power, "type": one.type, "area": item["area"]}
                    problems.append(Problem("pac-no-place", rule="BID-1", **fields))
                else:
                    cost += types[one.type].cost * count
        if cost > ask.about["amount"]:
            problems.append(Problem("pac-bid", rule="BID-1", amount=ask.about["amount"], cost=cost))
        return problems

    def default(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        number = min(ask.about["amount"] // 3, 4)
        force = board.forces(ask.power)[0]
        homes = [a for a in board.parts.territories if board.stacks(a, [force])]
        if not number or not homes:
            return []
        return [{"area": draw.choice(homes), "units": {f"{force}/infantry": 1 + draw.below(number)}}]

    def text(self, answer, ask=None):
        shown = []
        for item in answer:
            units = {token.partition("/")[2]: count for token, count in item["units"].items()}
            shown.append(f"bid {list_text(units)} in {item['area']}")
        return shown or ["bid nothing"]

    def grammar(self):
        return [("bid UNITS in AREA", "extra units of the agreed bid", "bid 2 infantry in manchuria")]


# -- battles -------------------------------------------------------------------------------------------------


class Losses(Kind):
    """``lose 2 infantry, fighter``, or an order of loss: ``lose order infantry, armor, fighter``.

    Answer: {token: hits}.  A program {"order": [...]} is settled into one, so that a standing line can give it.
    """

    name, rule, waiting = "losses", "LND-3", "to choose losses"
    verbs = ("lose",)
    covered = True

    def parse(self, line, names):
        head = line.head.strip()
        words = head.split()
        if words[:1] == ["order"]:
            from .moves import loss_name

            return {"order": [loss_name(item, names) for item in line.items(head[len("order") :])]}
        if head.casefold() == "default":
            return {"order": []}
        want = []
        for item in line.items(head):
            count, name = line.count_and_name(item)
            hurt = "!" if name.endswith("!") else ""
            force, type = forced(name.rstrip("!").strip(), names)
            want.append([1 if count is None else count, type + hurt, force])
        return {"want": want}

    def settle(self, board, ask, answer):
        targets, pools = ask.about["units"], ask.about["hits"]
        if "order" in answer:
            published = board.parts.turn["loss_orders"][ask.about["order"]]
            return casualties.by_order(targets, pools, answer["order"] or published), []
        if "want" not in answer:
            return answer, []
        selection, problems = {}, []
        everybody = {**targets, **ask.about.get("bystanders", {})}
        for count, name, force in answer["want"]:
            order = [f"{force}/{name}" if force else name]
            for token in casualties.ranked(everybody, order):
                one = split(token)[1]
                shown = one.type + ("!" if one.damaged else "")
                if shown != name or (force and token.partition("/")[0] != force) or not count:
                    continue
                room = everybody.get(token, 0) or sum(n for t, n in everybody.items() if casualties.hurt_token(t) == token)
                take = min(count, room - selection.get(token, 0))
                if take > 0:
                    selection[token] = selection.get(token, 0) + take
                    count -= take
            if count:
                problems.append(Problem("pac-loss-too-many", rule="LND-3", token=name, there=0))
        return selection, problems

    def check(self, board, ask, answer):
        about = ask.about
        found = casualties.faults(about["units"], about["hits"], answer, about.get("bystanders"))
        hint = "By the published order: " + self.text(self.default(board, ask))[0] + "."
        return [Problem(code, rule="SEA-5" if code in ("pac-loss-air", "pac-loss-sub") else "LND-3", hint=hint, **fields)
                for code, fields in found]  # fmt: skip

    def default(self, board, ask):
        published = board.parts.turn["loss_orders"][ask.about["order"]]
        return casualties.by_order(ask.about["units"], ask.about["hits"], published)

    def sample(self, board, ask, draw):
        order = list(ask.about["units"])
        mixed = [order.pop(draw.below(len(order))) for _ in range(len(order))]
        return casualties.by_order(ask.about["units"], ask.about["hits"], mixed)

    def text(self, answer, ask=None):
        if "order" in answer:
            return ["lose order " + ", ".join(answer["order"]) if answer["order"] else "lose default"]
        if "want" in answer:
            return ["lose " + ", ".join(f"{n} {force or ''} {name}".replace("  ", " ") for n, name, force in answer["want"])]
        shown = []
        for token, count in answer.items():
            force, one = split(token)
            shown.append(f"{count} {force} {one.type}{'!' if one.damaged else ''}")
        return ["lose " + ", ".join(shown)]

    def describe(self, board, ask):
        hits = sum(ask.about["hits"].values())
        return f"Choose what {hits} hits in {ask.about['area']} destroy: {units_text(ask.about['units'], None)}."

    def grammar(self):
        return [
            ("lose UNITS", "these units take the hits", "lose 2 infantry, fighter"),
            ("lose order TYPES", "by this order of loss", "lose order infantry, armor, fighter"),
            ("lose default", "by the published order", "lose default"),
        ]


class Press(Kind):
    """``fight [submerge N]``, ``retreat [AREA]``, ``leave`` or a stance: {"do": …, "to"?, "submerge"?}."""

    name, rule, waiting = "press", "LND-5", "to fight on or retreat"
    verbs = ("fight", "retreat", "leave", "stance")
    keywords = ("submerge", "retreat", "after", "below", "losses", "stance")
    covered = True

    def parse(self, line, names):
        if line.verb == "stance":
            return stance_of(line, names)
        answer = {"do": line.verb}
        if line.verb == "retreat" and line.head.strip():
            answer["to"] = names.find(line.head, "area")
        submerge = line.clause("submerge")
        if submerge is not None:
            answer["submerge"] = line.number(submerge)
        return answer

    def settle(self, board, ask, answer):
        if "do" not in answer:
            return programs.press(answer, ask.about), []
        if answer["do"] == "retreat" and "to" not in answer and len(ask.about["retreat"]) == 1:
            return {**answer, "to": ask.about["retreat"][0]}, []
        return answer, []

    def check(self, board, ask, answer):
        state, do = ask.about, answer["do"]
        possible = ["fight"]
        possible += ["retreat"] * bool(state["may_retreat"]) + ["leave"] * bool(state["may_leave"])
        rule = "SEA-8" if state["kind"] == "sea" else "LND-5"
        hint = f"Legal now: {', '.join(possible)}; retreat to {', '.join(state['retreat']) or 'no area'}."
        if do not in possible:
            return [Problem("pac-not-now", rule=rule, word=do, hint=hint)]
        if do == "retreat" and state["retreat"] and answer.get("to") not in state["retreat"]:
            return [Problem("pac-no-retreat", rule=rule, area=answer.get("to", "nowhere"), hint=hint)]
        if do == "retreat" and not state["retreat"] and answer.get("to"):
            return [Problem("pac-no-retreat", rule=rule, area=answer["to"], hint=hint)]
        if not 0 <= answer.get("submerge", 0) <= state.get("subs", 0):
            return [Problem("pac-not-now", rule="SEA-3", word=f"submerge {answer['submerge']}", hint=hint)]
        return []

    def default(self, board, ask):
        return programs.press({}, ask.about)

    def sample(self, board, ask, draw):
        state = ask.about
        choices = [{"do": "fight"}, {"do": "fight"}, {"do": "fight"}]
        if state["may_retreat"]:
            choices += [{"do": "retreat", "to": to} for to in state["retreat"]] or [{"do": "retreat"}]
        if state["may_leave"]:
            choices.append({"do": "leave"})
        answer = dict(draw.choice(choices))
        if state.get("subs") and draw.below(3) == 0:
            answer["submerge"] = draw.below(state["subs"] + 1)
        return answer

    def text(self, answer, ask=None):
        if "do" not in answer:
            return [f"stance {program_text(answer).removeprefix('stance ')}"]
        text = answer["do"] + (f" {answer['to']}" if answer.get("to") else "")
        return [text + (f" submerge {answer['submerge']}" if answer.get("submerge") else "")]

    def describe(self, board, ask):
        return f"Round {ask.about['round']} in {ask.about['area']} is over: fight on, retreat, or let aircraft leave?"

    def grammar(self):
        return [
            ("fight [submerge N]", "fight another round", "fight"),
            ("retreat [AREA] [submerge N]", "retreat there; aircraft land in phase 6", "retreat burma"),
            ("leave", "aircraft leave, the others fight on", "leave"),
            ("stance SA|SAAC|TAAC|KAAC|WI [retreat AREA] [after N] [below N]", "by a stance", "stance SAAC"),
        ]


def stance_of(line, names):
    """``stance SAAC retreat burma after 2`` as a program."""
    word = line.head.strip().upper()
    if word not in programs.STANCES:
        line.fail("pac-no-stance", quote=line.head, word=line.head, hint=f"There are {', '.join(programs.STANCES)}.")
    return {"stance": word, **program_of(line, names)}


class Word(Choice):
    """A choice of areas, words or numbers."""

    describe_as = ""

    def parse(self, line, names):
        text = line.body.strip()
        if text.isdigit():
            return int(text)
        return names.known(text, "area") or as_id(text)

    def describe(self, board, ask):
        about = {key: value for key, value in ask.about.items() if isinstance(value, (str, int))}
        return self.describe_as.format_map({**dict.fromkeys(("area", "zone", "side", "force"), ""), **about})

    def grammar(self):
        return [(f"{self.verbs[0]} {self.form}", self.waiting, f"{self.verbs[0]} {self.example}")]


class LandPatrol(Word):
    name, rule, waiting, verbs = "land-patrol", "CAP-5", "to land a fighter from patrol", ("come down",)
    form, example, describe_as = "AREA", "java", "Where does a fighter on patrol over {zone} land?"


class Stranded(Word):
    name, rule, waiting, verbs = "stranded", "SEA-10", "to land a fighter without a carrier", ("divert",)
    form, example, describe_as, covered = "AREA", "guam", "Where does a fighter over {zone} go?", True


class Submerge(Word):
    name, rule, waiting, verbs = "submerge", "SEA-3", "to submerge submarines or fight", ("submerge",)
    form, example, describe_as, covered = "N", "1", "How many submarines in {zone} submerge?", True


class NextBattle(Word):
    name, rule, waiting, verbs = "next-battle", "MOV-4", "to choose the next battle", ("battle",)
    form, example, describe_as, covered = "AREA", "guam", "Which battle comes next?", True


class Landing(Word):
    name, rule, waiting, verbs = "landing", "AMP-1", "to land or call off a landing", ("landing",)
    form, example, describe_as, covered = "land|call-off", "land", "Do the troops land in {area}?", True


class Intercept(Word):
    name, rule, waiting, verbs = "intercept", "SBR-2", "to send up interceptors", ("intercept",)
    form, example, describe_as, covered = "N", "1", "How many fighters meet the raid on {area}?", True


class Claim(Word):
    name, rule, waiting, verbs = "claim", "CTL-4", "to choose who gets a territory", ("claim",)
    form, example, describe_as = "usa|china", "usa", "Who gets {area}, the USA or China?"

    def parse(self, line, names):
        return names.find(line.body, "nation")


class Kamikaze(Kind):
    """``kamikaze 2 at battleship in sz36`` on as many lines as wanted: [{"zone", "target", "count"}]."""

    name, rule, waiting = "kamikaze", "KAM-2", "to declare kamikazes"
    verbs = ("kamikaze", "no kamikaze")
    many = True
    covered = True

    def parse(self, line, names):
        if line.verb == "no kamikaze":
            return {}
        force, type = forced(line.need("at", "The target").rstrip("!").strip(), names)
        count = line.number(line.head) if line.head.strip() else 1
        return {"zone": names.find(line.need("in", "The sea zone"), "area"), "target": [force, type], "count": count}

    def combine(self, items):
        return [item for item in items if item]

    def settle(self, board, ask, answer):
        settled, problems = [], []
        for item in answer:
            if isinstance(item["target"], str):
                settled.append(item)
                continue
            force, type = item["target"]
            ships = kamikaze.targets(board).get(item["zone"], {})
            fitting = [t for t in ships if split(t)[1].type == type and force in (None, split(t)[0])]
            if not fitting and type == "submarine":
                fitting = [f"us/{type}"]
            if len(fitting) != 1:
                hint = f"There are {', '.join(ships) or 'no ships'}."
                fields = {"target": type, "zone": item["zone"], "hint": hint}
                problems.append(Problem("pac-kamikaze-target", rule="KAM-4", **fields))
            else:
                settled.append({**item, "target": fitting[0]})
        return settled, problems

    def check(self, board, ask, answer):
        problems, ships = [], kamikaze.targets(board)
        wanted = sum(item["count"] for item in answer)
        if wanted > board.kamikazes or any(item["count"] < 1 for item in answer):
            problems.append(Problem("pac-kamikaze-left", rule="KAM-1", left=board.kamikazes, wanted=wanted))
        for item in answer:
            if not board.parts.areas[item["zone"]].kamikaze:
                problems.append(Problem("pac-kamikaze-zone", rule="KAM-1", zone=item["zone"]))
            elif item["target"] not in ships.get(item["zone"], {}):
                fields = {"target": item["target"], "zone": item["zone"]}
                problems.append(Problem("pac-kamikaze-target", rule="KAM-4", **fields))
        return problems

    def default(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        ships = kamikaze.targets(board)
        answer, left = [], board.kamikazes
        for zone in draw.some(sorted(ships)):
            count = min(left, 1 + draw.below(3))
            if count and draw.below(2):
                answer.append({"zone": zone, "target": draw.choice(sorted(ships[zone])), "count": count})
                left -= count
        return answer

    def text(self, answer, ask=None):
        shown = []
        for item in answer:
            target = item["target"]
            if not isinstance(target, str):
                target = f"{target[0] or ''}/{target[1]}"
            shown.append(f"kamikaze {item['count']} at {unit_text(target, 1, 'japan').rstrip('!')} in {item['zone']}")
        return shown or ["no kamikaze"]

    def describe(self, board, ask):
        zones = "; ".join(f"{zone}: {units_text(ships, None)}" for zone, ships in kamikaze.targets(board).items())
        return f"Kamikazes left: {board.kamikazes}. Targets: {zones}."

    def grammar(self):
        return [("kamikaze N at SHIP in ZONE", "strike a ship", "kamikaze 2 at us battleship in sz36"),
                ("no kamikaze", "none now", "no kamikaze")]  # fmt: skip


class Concede(Kind):
    """The petition ``concede``."""

    name, rule, waiting, verbs = "concede", "VIC-1", "to concede", ("concede",)

    def parse(self, line, names):
        return {}

    def check(self, board, ask, answer):
        return []

    def text(self, answer, ask=None):
        return ["concede"]


KINDS = {
    kind.name: kind()
    for kind in (
        Bid, SplitConvoys, Purchase, LandPatrol, CombatMoves, Kamikaze, Intercept, NextBattle, Landing, Submerge, Losses,
        Press, Stranded, Claim, NoncombatMoves, Placement,
    )
}  # fmt: skip
PETITIONS = {"concede": Concede()}


def _lost(board, ask, number):
    return sum(ask.about.get("hits", {}).values()) >= number


def _round(board, ask, number):
    return ask.about.get("round", 0) >= number


def _controls(board, ask, area, nation):
    return board.control.get(area) == nation


CONDITIONS = Conditions(
    {
        "control": ("{area} is {nation}", "the nation controls the territory", _controls),
        "losses": ("losses {number}", "at least so many hits are to be taken", _lost),
        "round": ("round {number}", "at least so many rounds were fought", _round),
        "turn": ("turn {number}", "the game has reached this round", lambda board, ask, number: board.round >= number),
    }
)
