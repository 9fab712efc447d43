"""Decisions in and around battles: losses, fighting on, submarines, interceptors, kamikazes."""

from pbem.core.kinds import Choice, Kind
from pbem.core.lines import as_id
from pbem.core.problems import Problem, messages

from . import casualties, kamikaze, programs
from .pieces import split
from .program_text import loss_name, program_of, program_text
from .unit_text import forced, unit_text, units_text

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
                room = everybody.get(token, 0) or sum(
                    n for t, n in everybody.items() if casualties.hurt_token(t) == token
                )
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
        rules = {"pac-loss-air": "SEA-5", "pac-loss-sub": "SEA-5"}
        return [Problem(code, rule=rules.get(code, "LND-3"), hint=hint, **fields) for code, fields in found]

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
            return [
                "lose " + ", ".join(f"{n} {force or ''} {name}".replace("  ", " ") for n, name, force in answer["want"])
            ]
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
