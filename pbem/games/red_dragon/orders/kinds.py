"""The decisions of the title other than `op`: set-up, fire, interception, losses, placing and moving units."""

from pbem.core.data.problems import NOT_UNDERSTOOD, Problem, messages
from pbem.core.data.text import listed
from pbem.core.orders.kinds import Choice, Kind

from ..rules import setup
from ..rules.areas import crowding
from ..rules.combat import completed, default_fire, fire_problems, in_order
from ..rules.ops_air import interception_problems, interceptors
from ..rules.victory import may_concede
from .op_order import Op
from .unit_fields import random_fire
from .unit_items import Pool, fire_text, fire_texts, parse_fire, parse_items, settle_shots

messages(
    {
        "rd-bad-answer": "This is no answer to {kind}.",
        "rd-not-placed": "{unit} has no place yet.",
        "rd-placed-twice": "{unit} is placed twice.",
        "rd-not-to-place": "{unit} is not yours to place now.",
        "rd-wrong-place": "{unit} may not be placed in {area}.",
        "rd-too-many-there": "{area} holds {limit} {category} units of a side at set-up, not {count}.",
        "rd-count": "You name {count} units; {wanted} must be named.",
        "rd-not-among": "{unit} is not among those to choose from.",
        "rd-first": "{unit} may be named only with all of those that come first.",
        "rd-named-twice": "{unit} is named twice.",
        "rd-only-prc-concedes": "Only the PRC may concede.",
    }
)
SELDOM = 3000  # rest points to a concession in random play


def is_groups(answer):
    """The shape of placements: ``[{"units": [...], "area": ...}, …]``."""
    return isinstance(answer, list) and all(
        isinstance(group, dict) and isinstance(group.get("area"), str) and isinstance(group.get("units", []), list)
        and set(group) <= {"units", "area", "draw"}
        for group in answer
    )  # fmt: skip


class Placing(Kind):
    """Units to areas, a line for each area; `keyword` stands before the area."""

    many = True
    keyword = "in"
    wrong = "rd-wrong-place"
    example = ""

    def units(self, board, ask):
        """Those that must be placed."""
        return ask.about["units"]

    def areas(self, board, ask, unit):
        """Where a unit may go."""
        return ask.about["areas"]

    def check(self, board, ask, answer):
        if not is_groups(answer) or not all(isinstance(id, str) for group in answer for id in group["units"]):
            return [Problem("rd-bad-answer", level=NOT_UNDERSTOOD, kind=self.name)]
        wanted, seen, problems = self.units(board, ask), [], []
        for group in answer:
            for unit in group["units"]:
                if unit not in wanted:
                    problems.append(
                        Problem("rd-not-to-place", rule=self.rule_for(board, ask, unit), unit=unit)
                    )
                elif unit in seen:
                    problems.append(
                        Problem("rd-placed-twice", rule=self.rule_for(board, ask, unit), unit=unit)
                    )
                elif group["area"] not in self.areas(board, ask, unit):
                    hint = f"Legal: {listed(self.areas(board, ask, unit)[:12], 'or')}."
                    rule = self.rule_for(board, ask, unit)
                    problems.append(Problem(self.wrong, rule=rule, unit=unit, area=group["area"], hint=hint))
                seen.append(unit)
        for unit in wanted:
            if unit not in seen:
                problems.append(Problem("rd-not-placed", rule=self.rule_for(board, ask, unit), unit=unit))
        return problems + ([] if problems else self.crowded(board, ask, answer))

    def choices(self, board, ask):
        """Where each unit may go; units with the same places stand together."""
        groups = {}
        for unit in self.units(board, ask):
            groups.setdefault(tuple(self.areas(board, ask, unit)), []).append(unit)
        return [f"{', '.join(units)}: {listed(areas, 'or')}" for areas, units in groups.items()]

    def rule_for(self, board, ask, unit):
        return ask.rule or self.rule

    def crowded(self, board, ask, answer):
        return [odd for group in answer for odd in crowding(board, ask.power, group["units"], group["area"])]

    def settle(self, board, ask, answer):
        if not is_groups(answer):
            return answer, []
        pool = Pool(board, self.units(board, ask))
        return [
            {"units": pool.take(group["units"]), "area": group["area"]} for group in answer
        ], pool.problems

    def sample(self, board, ask, draw):
        groups = {}
        for unit in self.units(board, ask):
            groups.setdefault(draw.choice(self.areas(board, ask, unit)), []).append(unit)
        return [{"units": units, "area": area} for area, units in sorted(groups.items())]

    def parse(self, line, names):
        units = parse_items(line, line.head, names)
        return {"units": units, "area": names.find(line.need(self.keyword, "the area"), "area")}

    def text(self, answer, ask=None):
        word = "to" if self.keyword == "->" else self.keyword
        return [f"{self.verbs[0]} {', '.join(group['units'])} {word} {group['area']}" for group in answer]

    def grammar(self):
        word = "to" if self.keyword == "->" else self.keyword
        return [(f"{self.verbs[0]} UNITS {word} AREA", f"{self.waiting}; a line for each area", self.example)]


class SetUp(Placing):
    """Everything that a side places before the game (3.1)."""

    name = "set-up"
    rule = "3.1"
    waiting = "to set up"
    verbs = ("place",)
    example = "place 2 prc sag, prc-ssk-1 in china-central"

    def units(self, board, ask):
        return setup.units_to_place(board, ask.power)

    def areas(self, board, ask, unit):
        return setup.places_of(board, unit)

    def rule_for(self, board, ask, unit):
        """3.2 for the Allies, 3.3 for the neutrals, 3.4 for the PRC."""
        return {"neutral": "3.3", "prc": "3.4"}.get(board.parts.starting_sides.get(unit), "3.2")

    def check(self, board, ask, answer):
        if not is_groups(answer):
            return [Problem("rd-bad-answer", level=NOT_UNDERSTOOD, kind=self.name)]
        fixed = setup.fixed_units(board, ask.power)
        problems = [
            Problem("rd-wrong-place", rule=self.rule_for(board, ask, id), unit=id, area=group["area"],
                    hint=f"Legal: {self.areas(board, ask, id)[0]}.")
            for group in answer for id in group["units"]
            if id in fixed and group["area"] not in self.areas(board, ask, id)
        ]  # fmt: skip
        drawn = {}
        for group in answer:
            for name, count in group.get("draw", {}).items():
                drawn[name] = drawn.get(name, 0) + count
        left = setup.undrawn(board, ask.power, answer)
        for name, count in drawn.items():
            if len(left.get(name, [])) != count:
                problems.append(Problem("rd-count", rule="2.11", count=count, wanted=len(left.get(name, []))))
        aside = [id for name in drawn for id in left.get(name, [])]
        places = {name: self.areas(board, ask, ids[0]) for name, ids in left.items() if ids}
        problems += [
            Problem("rd-wrong-place", rule="3.4", unit=name, area=group["area"])
            for group in answer for name in group.get("draw", {})
            if name in places and group["area"] not in places[name]
        ]  # fmt: skip
        rest = [
            {"units": [id for id in group["units"] if id not in fixed], "area": group["area"]}
            for group in answer
        ]
        if aside:
            rest.append({"units": aside, "area": ""})
        found = super().check(board, ask, rest)
        return problems + [one for one in found if one.fields.get("unit") not in aside]

    def crowded(self, board, ask, answer):
        """At set-up the limits of 7.1 are kept."""
        problems, counts, units = [], {}, board.parts.units
        for group in answer:
            for id in [id for id in group["units"] if id in units]:
                side = {"prc": "prc", "allied": "allied"}.get(
                    board.parts.starting_sides[id], units[id].country
                )
                key = (group["area"], side, units[id].category)
                counts[key] = counts.get(key, 0) + 1
        for (area, _, category), count in sorted(counts.items()):
            limits = board.parts.areas[area].limits if area in board.parts.areas else None
            if limits and count > limits[category]:
                problems.append(
                    Problem("rd-too-many-there", rule="7.1", area=area, limit=limits[category], category=category,
                            count=count)
                )  # fmt: skip
        return problems

    def settle(self, board, ask, answer):
        """A type without number whose counters differ is drawn at random later (2.11); others become counters."""
        if not is_groups(answer):
            return answer, []
        mine = setup.units_to_place(board, ask.power) + setup.fixed_units(board, ask.power)
        named = [id for group in answer for id in group["units"] if isinstance(id, str)]
        pool = Pool(board, [id for id in mine if id not in named])
        groups = []
        for group in answer:
            units, draw = [], dict(group.get("draw", {}))
            for item in group["units"]:
                name = setup.drawn_class(board, mine, item)
                if name:
                    draw[name] = draw.get(name, 0) + item.get("count", 1)
                else:
                    units += [item] if isinstance(item, str) else pool.take([item])
            groups.append({"units": units, "area": group["area"], **({"draw": draw} if draw else {})})
        return groups, pool.problems

    def default(self, board, ask):
        """Every unit where the counters suggest (the ready set-up)."""
        groups = {}
        for unit in self.units(board, ask):
            place = board.parts.units[unit].setup["default"]
            areas = self.areas(board, ask, unit)
            groups.setdefault(place if place in areas else areas[0], []).append(unit)
        return [{"units": units, "area": area} for area, units in sorted(groups.items())]

    def sample(self, board, ask, draw):
        counts, groups, units = {}, {}, board.parts.units
        for unit in self.units(board, ask):
            side, category = board.parts.starting_sides[unit], units[unit].category
            areas = [
                area for area in self.areas(board, ask, unit)
                if not board.parts.areas[area].limits
                or counts.get((area, side, category), 0) < board.parts.areas[area].limits[category]
            ]  # fmt: skip
            area = draw.choice(areas)
            counts[area, side, category] = counts.get((area, side, category), 0) + 1
            groups.setdefault(area, []).append(unit)
        answer = [{"units": ids, "area": area} for area, ids in sorted(groups.items())]
        return answer if draw.below(2) else self._left_to_chance(board, ask, answer, draw)

    @staticmethod
    def _left_to_chance(board, ask, answer, draw):
        """The same with the counters of one type, where they differ, drawn at random (2.11)."""
        classes = setup.drawn_classes(board, ask.power)
        if not classes:
            return answer
        name = draw.choice(sorted(classes))
        groups = []
        for group in answer:
            drawn = [id for id in group["units"] if id in classes[name]]
            kept = [id for id in group["units"] if id not in drawn]
            groups.append({"units": kept, "area": group["area"], **({"draw": {name: len(drawn)}} if drawn else {})})
        return groups

    def examples(self, board, ask):
        return [self.default(board, ask)]

    def text(self, answer, ask=None):
        lines = []
        for group in answer:
            drawn = [f"{count} {name}" for name, count in sorted(group.get("draw", {}).items())]
            lines.append(f"place {', '.join([*group['units'], *drawn])} in {group['area']}")
        return lines

    def describe(self, board, ask):
        return f"Place your {len(self.units(board, ask))} units, a line for each area."


class PlaceUk(Placing):
    """Where the British units arrive (6.4)."""

    name = "place-uk"
    rule = "6.4"
    waiting = "to place the British units"
    verbs = ("place",)
    example = "place uk-sag-1, uk-ssn-1 in guam-saipan"

    def default(self, board, ask):
        return [{"units": list(ask.about["units"]), "area": ask.about["areas"][-1]}]

    def describe(self, board, ask):
        return f"Place {listed(ask.about['units'])} in {listed(ask.about['areas'], 'or')}."


class RelocateUnits(Placing):
    """Where units go from a country that leaves the war (6.13, 6.18)."""

    name = "relocate-units"
    rule = "6.13"
    waiting = "to move units out of a country that leaves the war"
    verbs = ("relocate",)
    keyword = "->"
    example = "relocate us-marine-1, us-marine-2 to guam-saipan"

    def default(self, board, ask):
        return [{"units": list(ask.about["units"]), "area": ask.about["areas"][0]}]

    def describe(self, board, ask):
        about = ask.about
        return f"Move {listed(about['units'])} from {listed(about['from'])} to {listed(about['areas'], 'or')}."


class ReturnFire(Kind):
    """Whom the defenders fire at (10.2)."""

    name = "return-fire"
    rule = "10.2"
    waiting = "to return fire"
    verbs = ("return fire",)
    plain = {"yes": "return fire default"}
    covered = True

    def check(self, board, ask, answer):
        about = ask.about
        if not isinstance(answer, dict) or set(answer) != {"fire"} or not _are_shots(board, answer["fire"]):
            return [Problem("rd-bad-answer", level=NOT_UNDERSTOOD, kind=self.name)]
        shooters = about["shooters"]
        return fire_problems(
            board, shooters, about["targets"], answer["fire"], shooters, spared=about["spared"]
        )

    def default(self, board, ask):
        return {"fire": default_fire(board, ask.about["shooters"], ask.about["targets"])}

    def sample(self, board, ask, draw):
        return {"fire": random_fire(board, ask.about["shooters"], ask.about["targets"], draw)}

    def examples(self, board, ask):
        return [self.default(board, ask)]

    def settle(self, board, ask, answer):
        """Those not named fire by the published default."""
        about = ask.about
        if answer == "default":
            return self.default(board, ask), []
        if not isinstance(answer, dict) or not isinstance(answer.get("fire"), list):
            return answer, []
        targets = [*about["targets"], *about["spared"]]
        shots, problems = settle_shots(board, answer["fire"], about["shooters"], targets)
        if problems or not _are_shots(board, shots):
            return {"fire": shots}, problems
        if any(one not in about["shooters"] or other not in about["targets"] for one, other in shots):
            return {"fire": shots}, []  # the check tells
        named = [shooter for shooter, _ in shots]
        extra = completed(board, about["shooters"], about["targets"], shots)
        return {"fire": in_order(board, shots + [shot for shot in extra if shot[0] not in named])}, []

    def parse(self, line, names):
        texts = [line.body, *(part.without_verb().body for part in line.parts)]
        shots = parse_fire(line, texts, names)
        return "default" if shots is None else {"fire": shots}

    def text(self, answer, ask=None):
        if not answer["fire"]:
            return ["return fire default"]
        return [f"return fire {fire_text(answer['fire'])}"]

    def describe(self, board, ask):
        return f"Return fire in {ask.about['area']}: {listed(ask.about['shooters'])} at {listed(ask.about['targets'])}."

    def grammar(self):
        return [
            (
                "return fire UNITS at UNIT; UNITS at UNIT",
                "who of yours fires at whom",
                "return fire us-sag-1 at prc-ssk-1",
            ),
            ("return fire default", "by the published default", "return fire default"),
        ]


class Intercept(Kind):
    """Whether and where the Allies intercept aircraft (8.12)."""

    name = "intercept"
    rule = "8.12"
    waiting = "to intercept aircraft, or not"
    verbs = ("intercept", "no interception")
    plain = {"no": "no interception"}
    keywords = ("fire",)
    covered = True

    def check(self, board, ask, answer):
        if isinstance(answer, dict) and not _are_shots(board, answer.get("fire", [])):
            return [Problem("rd-bad-answer", level=NOT_UNDERSTOOD, kind=self.name)]
        return interception_problems(board, ask.about, answer)

    def default(self, board, ask):
        return "no"

    def sample(self, board, ask, draw):
        if draw.below(5) < 3:
            return "no"
        area = draw.choice(ask.about["areas"])
        if draw.below(2):
            return {"area": area}
        return {
            "area": area,
            "fire": random_fire(
                board, interceptors(board, area, ask.about["units"]), ask.about["units"], draw
            ),
        }

    def examples(self, board, ask):
        return ["no", *({"area": area} for area in ask.about["areas"][:4])]

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("fire"), list):
            return answer, []
        area, units = answer.get("area"), ask.about["units"]
        force = interceptors(board, area, units) if area in ask.about["areas"] else []
        shots, problems = settle_shots(board, answer["fire"], force, units)
        return {**answer, "fire": in_order(board, shots) if _are_shots(board, shots) else shots}, problems

    def parse(self, line, names):
        if line.verb == "no interception":
            return "no"
        answer = {"area": names.find(line.need("in", "the area after in"), "area")}
        texts = fire_texts(line)
        shots = None if texts is None else parse_fire(line, texts, names)
        return answer if shots is None else {**answer, "fire": shots}

    def text(self, answer, ask=None):
        if answer == "no":
            return ["no interception"]
        fire = f"; fire {fire_text(answer['fire'])}" if answer.get("fire") else ""
        return [f"intercept in {answer['area']}{fire}"]

    def describe(self, board, ask):
        about = ask.about
        return (
            f"Intercept {listed(about['units'])} on the way {' - '.join(about['path'])}? Possible in "
            f"{listed(about['areas'], 'or')}; it costs the next Allied activity, as agreed."
        )

    def grammar(self):
        return [
            ("intercept in AREA [; fire UNITS at UNIT]", "intercept there; those not named fire by the default",
             "intercept in east-china-sea; fire us-cvn-1 at prc-j-10-1"),
            ("no interception", "let them pass (the default)", "no interception"),
        ]  # fmt: skip


class RemoveUnits(Kind):
    """Which of one's own units are lost: to an event, to over-stacking, to the Korean War."""

    name = "remove-units"
    rule = "7.2"
    waiting = "to remove units"
    verbs = ("remove",)

    def check(self, board, ask, answer):
        about, rule = ask.about, ask.rule or self.rule
        if not isinstance(answer, list) or not all(isinstance(id, str) for id in answer):
            return [Problem("rd-bad-answer", level=NOT_UNDERSTOOD, kind=self.name)]
        hint = f"Choose from {listed(about['from'][:12], 'or')}."
        problems = [
            Problem("rd-not-among", rule=rule, unit=id, hint=hint) for id in answer if id not in about["from"]
        ]
        problems += [
            Problem("rd-named-twice", rule=rule, unit=id)
            for id in dict.fromkeys(answer)
            if answer.count(id) > 1
        ]
        if len(answer) != about["count"]:
            problems.append(
                Problem("rd-count", rule=rule, count=len(answer), wanted=about["count"], hint=hint)
            )
        missing = [id for id in about["first"] if id not in answer]
        if about["first"] and missing:
            others = [id for id in answer if id not in about["first"]]
            hint = f"First come {listed(about['first'])}."
            problems += [Problem("rd-first", rule=rule, unit=id, hint=hint) for id in others]
        return problems

    def default(self, board, ask):
        """The weakest by the sum of their factors, those that come first before all others."""
        about = ask.about

        def weakness(id):
            return id not in about["first"], sum(board.factors(id).values()), id

        return sorted(sorted(about["from"], key=weakness)[: about["count"]])

    def sample(self, board, ask, draw):
        about = ask.about
        left, chosen = list(about["from"]), list(about["first"])
        left = [id for id in left if id not in chosen]
        while len(chosen) < about["count"]:
            chosen.append(left.pop(draw.below(len(left))))
        return sorted(chosen)

    def settle(self, board, ask, answer):
        if not isinstance(answer, list):
            return answer, []
        pool = Pool(board, ask.about["from"])
        return sorted(pool.take(answer)), pool.problems

    def parse(self, line, names):
        return parse_items(line, line.body, names)

    def text(self, answer, ask=None):
        return [f"remove {', '.join(answer)}"]

    def describe(self, board, ask):
        return f"Remove {ask.about['count']} of {listed(ask.about['from'])}."

    def grammar(self):
        return [("remove UNITS", self.waiting, "remove prc-j-6-1, prc-armor-1")]


class StrikeUnit(Choice):
    """Which enemy unit an event removes (6.20 to 6.22)."""

    name = "strike-unit"
    rule = "6.20"
    waiting = "to choose the unit that is struck"
    verbs = ("strike",)

    def settle(self, board, ask, answer):
        pool = Pool(board, ask.options)
        found = pool.one(answer)
        return (found if found else answer), pool.problems

    def parse(self, line, names):
        items = parse_items(line, line.body, names)
        return items[0] if len(items) == 1 else line.fail("rd-bad-answer", kind=self.name)

    def describe(self, board, ask):
        return f"Strike one of {listed(ask.options, 'or')}."

    def grammar(self):
        return [("strike UNIT", self.waiting, "strike prc-sag-1")]


class AreaChoice(Choice):
    """One of several areas."""

    def parse(self, line, names):
        return names.find(line.clause("->") or line.clause("in") or line.head, "area")

    def text(self, answer, ask=None):
        return [f"{self.verbs[0]} {self.before}{answer}"]

    def grammar(self):
        return [(f"{self.verbs[0]} {self.before}AREA", self.waiting, f"{self.verbs[0]} {self.before}{self.example}")]


class EvacuateTo(AreaChoice):
    """Where PRC land units go from a closed area (6.18)."""

    name = "evacuate-to"
    rule = "6.18"
    waiting = "to choose where its land units go"
    verbs = ("evacuate",)
    before = "to "
    example = "china-central"

    def describe(self, board, ask):
        return f"Move {listed(ask.about['units'])} from {ask.about['from']} to {listed(ask.options, 'or')}."


class RebaseTie(AreaChoice):
    """Where the opponent's units are driven to, among equally near bases (9.7)."""

    name = "rebase-tie"
    rule = "9.7"
    waiting = "to choose where the enemy's units rebase"
    verbs = ("rebase them", "rebase")
    before = "to "
    example = "china-north"

    def describe(self, board, ask):
        return f"{listed(ask.about['units'])} must leave {ask.about['from']} for {listed(ask.options, 'or')}."


class NkCoast(Choice):
    """On which coast the North Korean submarine lies (3.3)."""

    name = "nk-coast"
    rule = "3.3"
    waiting = "to choose the coast of the North Korean submarine"
    verbs = ("coast",)

    def grammar(self):
        return [("coast west | coast east", "where it lies", "coast west")]

    def describe(self, board, ask):
        return f"On which coast does {ask.about['unit']} lie: {listed(ask.options, 'or')}?"


class Concede(Kind):
    """The PRC gives up (4.6); a petition."""

    name = "concede"
    rule = "4.6"
    waiting = "to concede"
    verbs = ("concede",)

    def check(self, board, ask, answer):
        if not may_concede(ask.power):
            return [Problem("rd-only-prc-concedes", rule="4.6")]
        return [] if answer is True else [Problem("rd-bad-answer", level=NOT_UNDERSTOOD, kind=self.name)]

    def volunteer(self, board, power, draw):
        return True if power == "prc" and not draw.below(SELDOM) else None

    def parse(self, line, names):
        if line.body:
            line.fail("rd-bad-answer", quote=line.body, kind=self.name)
        return True

    def text(self, answer, ask=None):
        return ["concede"]

    def grammar(self):
        return [("concede", "the PRC gives up, at any time", "concede")]


def _are_shots(board, shots):
    units = board.parts.units
    return isinstance(shots, list) and all(
        isinstance(shot, list) and len(shot) == 2 and all(isinstance(id, str) and id in units for id in shot)
        for shot in shots
    )


KINDS = {
    kind.name: kind
    for kind in (
        SetUp(), NkCoast(), Op(), Intercept(), ReturnFire(), PlaceUk(), RemoveUnits(), StrikeUnit(), RelocateUnits(),
        EvacuateTo(), RebaseTie(),
    )
}  # fmt: skip
PETITIONS = {"concede": Concede()}
