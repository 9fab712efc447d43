"""Decisions in and around battles: losses, fighting on, submarines, interceptors, kamikazes."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.declaring import Declared, Form
from pbem.core.orders.fields import Area, Name, Number, Word
from pbem.core.orders.worded import Worded

from ..board.pieces import bare, split
from ..rules import casualties, kamikaze, losses, programs
from .program_text import program_text
from .unit_text import is_meant, unit_text, units_text, wish_text
from .words import PROGRAM, Types, Wish, Wishes, loss_name, program_fields, program_of

messages(
    {
        "pac-loss-count": "{count} hits are taken; {total} must be.",
        "pac-loss-too-many": "there are {there} {token} to take hits.",
        "pac-loss-air": "aircraft can take {most} of these hits, not {count}.",
        "pac-loss-sub": "submarines can take {most} of these hits, not {count}.",
        "pac-not-now": "{word} is not possible now.",
        "pac-no-retreat": "nobody may retreat to {area}.",
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


class Press(Worded):
    """``fight [submerge N]``, ``retreat [AREA]``, ``leave`` or a stance: {"do": …, "to"?, "submerge"?}."""

    name, rule, waiting = "press", "LND-5", "to fight on or retreat"
    declared = (
        Form("fight [; submerge SUBMERGE]", "fight another round", "fight", submerge=Number()),
        Form("retreat [[to] TO] [; submerge SUBMERGE]", "retreat there; aircraft land in phase 6", "retreat burma",
             to=Area(), submerge=Number()),
        Form("leave [; submerge SUBMERGE]", "aircraft leave, the others fight on", "leave", submerge=Number()),
        Form(f"stance STANCE {PROGRAM}", "by a stance", "stance SAAC retreat burma after 2", fields=program_fields()),
    )  # fmt: skip
    covered = True

    def said(self, form, fields):
        return program_of(fields) if form == "stance" else {"do": form, **fields}

    def settled(self, board, ask, answer):
        if "do" not in answer:
            answer = programs.press(answer, ask.about)
        answer = {word: value for word, value in answer.items() if value != 0}
        if answer["do"] == "retreat" and "to" not in answer and len(ask.about["retreat"]) == 1:
            answer["to"] = ask.about["retreat"][0]
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

    def lines(self, answer, ask=None):
        if "do" not in answer:
            return [f"stance {program_text(answer).removeprefix('stance ')}"]
        text = answer["do"] + (f" {answer['to']}" if answer.get("to") else "")
        return [text + (f" submerge {answer['submerge']}" if answer.get("submerge") else "")]

    def describe(self, board, ask):
        return f"Round {ask.about['round']} in {ask.about['area']} is over: fight on, retreat, or let aircraft leave?"


def options(scope):
    return scope.ask.options


class Choosing(Declared):
    """A choice of areas, words or numbers, which the question lists."""

    describe_as = ""

    def describe(self, board, ask):
        about = {key: value for key, value in ask.about.items() if isinstance(value, (str, int))}
        return self.describe_as.format_map({**dict.fromkeys(("area", "zone", "side", "force"), ""), **about})


class Stranded(Choosing):
    name, rule, waiting = "stranded", "SEA-10", "to land a fighter without a carrier"
    describe_as, covered = "Where does a fighter over {zone} go?", True
    declared = (Form("divert [to] AREA", waiting, "divert guam", whole="area", area=Area(of=options)),)


class Submerge(Choosing):
    name, rule, waiting = "submerge", "SEA-3", "to submerge submarines or fight"
    describe_as, covered = "How many submarines in {zone} submerge?", True
    declared = (Form("submerge N", waiting, "submerge 1", whole="n", n=Number(of=options)),)
    plain = {"no": "submerge 0"}


class NextBattle(Choosing):
    name, rule, waiting = "next-battle", "MOV-4", "to choose the next battle"
    describe_as, covered = "Which battle comes next?", True
    declared = (Form("battle [in] AREA", waiting, "battle guam", whole="area", area=Area(of=options)),)


class Landing(Choosing):
    name, rule, waiting = "landing", "AMP-1", "to land or call off a landing"
    describe_as, covered = "Do the troops land in {area}?", True
    declared = (Form("landing DO", waiting, "landing land", whole="do",
                     do=Word({"land": "land", "call-off": "call-off", "off": "call-off"})),)  # fmt: skip
    plain = {"yes": "landing land", "no": "landing call-off"}


class Intercept(Choosing):
    name, rule, waiting = "intercept", "SBR-2", "to send up interceptors"
    describe_as, covered = "How many fighters meet the raid on {area}?", True
    declared = (Form("intercept N", waiting, "intercept 1", whole="n", n=Number(of=options)),)
    plain = {"no": "intercept 0"}


class Claim(Choosing):
    name, rule, waiting = "claim", "CTL-4", "to choose who gets a territory"
    describe_as = "Who gets {area}, the USA or China?"
    declared = (Form("claim [for] NATION", waiting, "claim usa", whole="nation", nation=Name("nation", of=options)),)


class Kamikaze(Worded):
    """``kamikaze 2 at battleship in sz36`` on as many lines as wanted: [{"zone", "target", "count"}]."""

    name, rule, waiting = "kamikaze", "KAM-2", "to declare kamikazes"
    declared = (
        Form("kamikaze [COUNT] {at TARGET} {in ZONE}", "strike a ship", "kamikaze 2 at us battleship in sz36",
             count=Number(), target=Wish(), zone=Area()),
        Form("no kamikaze", "none now", "no kamikaze"),
    )  # fmt: skip
    plain = {"no": "no kamikaze"}
    many = True
    covered = True

    def said(self, form, fields):
        return {"count": 1, **fields} if form == "kamikaze" else None

    def gather(self, items):
        return [item for item in items if item is not None]

    def settled(self, board, ask, answer):
        settled, problems = [], []
        for item in answer:
            if isinstance(item["target"], str):
                settled.append(item)
                continue
            ships = kamikaze.targets(board).get(item["zone"], {})
            fitting = [token for token in ships if falls(item["target"], token, "us")]
            if len(fitting) == 1:
                settled.append({**item, "target": fitting[0]})
            else:
                hint = f"There are {', '.join(unit_text(ship, n, '') for ship, n in ships.items()) or 'no ships'}."
                fields = {"target": wish_text(item["target"]), "zone": item["zone"], "hint": hint}
                problems.append(Problem("pac-kamikaze-target", rule="KAM-4", **fields))
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

    def lines(self, answer, ask=None):
        shown = []
        for item in answer:
            target = item["target"]
            ship = unit_text(target, 1, "japan") if isinstance(target, str) else wish_text(target)
            shown.append(f"kamikaze {item['count']} at {ship} in {item['zone']}")
        return shown or ["no kamikaze"]

    def describe(self, board, ask):
        zones = "; ".join(f"{zone}: {units_text(ships, '')}" for zone, ships in kamikaze.targets(board).items())
        return f"Kamikazes left: {board.kamikazes}. Targets: {zones}."
