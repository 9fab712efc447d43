"""The decisions of chapter 10: support, the combat reply, retreats, regroups, and the permission of allies."""

from pbem.core.data.problems import Problem, messages
from pbem.core.data.text import counted, listed
from pbem.core.orders.kinds import Kind

from ..rules.coasts import with_only_coast
from ..rules.combat import lost_units
from ..rules.occupation import Stacks, occupation_problems
from ..rules.retreat import default_regroup, default_retreat, going_back, regroup_problems, retreat_problems
from .choices import Permit
from .unit_text import find_units, parse_way, says_something, unit_items

messages(
    {
        "ca-combat-form": "This is no answer to the question: {why}.",
        "ca-losses": "{count} losses have to be taken in another way.",
        "ca-no-retreat": "A retreat may not be declared here.",
        "ca-too-many-supporters": "{area} has no room for all of these.",
        "ca-cannot-support": "{unit} cannot support here.",
    }
)


class Support(Kind):
    """10.2 Which further units defend: ``{"units": [ids]}`` out of ``about["units"]``, none if empty."""

    name = "support"
    rule = "10.2"
    waiting = "to commit support to the defence"
    verbs = ("commit", "no support")
    plain = {"no": "no support"}

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not _ids(answer.get("units")):
            return [Problem("ca-combat-form", rule="10.2", why="it names no units")]
        units = answer["units"]
        strange = [unit for unit in units if unit not in ask.about["units"]]
        if strange or len(set(units)) < len(units):
            return [Problem("ca-cannot-support", rule="10.2", unit=unit) for unit in strange or units[-1:]]
        if units and not _room(board, ask, units):
            name = board.area(ask.about["area"]).name
            return [Problem("ca-too-many-supporters", rule="7.1", area=name, hint=_room_for(board, ask))]
        return []

    def default(self, board, ask):
        """As many of its own units as there is room for, upgraded ones first; for a country of all that stand in
        the form: what is attacked is worth defending, and they go home after it."""
        chosen, country = [], ask.about["defender"] is None
        own = [unit for unit in ask.about["units"] if country or board.power_of(unit) == ask.power]
        for unit in sorted(own, key=lambda unit: (unit not in board.upgraded, unit)):
            if _room(board, ask, [*chosen, unit]):
                chosen.append(unit)
        return {"units": sorted(chosen)}

    def sample(self, board, ask, draw):
        chosen = []
        for unit in draw.some(ask.about["units"], len(ask.about["units"])):
            if _room(board, ask, [*chosen, unit]):
                chosen.append(unit)
        return {"units": sorted(chosen)}

    def examples(self, board, ask):
        default = self.default(board, ask)
        return [default, {"units": []}] if default["units"] else [default]

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("units"), list):
            return answer, []
        units, problems = find_units(
            board, ask.power, answer["units"], lambda unit: unit in ask.about["units"]
        )
        return {"units": sorted(units)}, problems

    def parse(self, line, names):
        if line.verb == "no support":
            return {"units": []}
        return {"units": unit_items(line, line.body, names, with_area=True)}

    def text(self, answer, ask=None):
        return [f"commit {', '.join(answer['units'])}" if answer["units"] else "no support"]

    def grammar(self):
        return [
            ("commit UNITS AREA, …", "join the defence (10.2)", "commit air london"),
            ("no support", "nobody joins", "no support"),
        ]


def _room(board, ask, units):
    area = ask.about["area"]
    stacks = Stacks(board, dict.fromkeys(units, area))
    return not occupation_problems(board, stacks, area, board.ideology(ask.power), operation=True)


def _room_for(board, ask):
    """How many of the units that may support have room, by class."""
    shown = []
    for kind, what in (("air", "air unit"), ("naval", "naval unit")):
        units = [unit for unit in ask.about["units"] if board.class_of(unit) == kind]
        fitting = [count for count in range(len(units) + 1) if not count or _room(board, ask, units[:count])]
        if units:
            shown.append(counted(fitting[-1], what))
    return f"There is room for {listed(shown)}."


class CombatReply(Kind):
    """10.7, 10.8 The loser's one form: ``{"retreat": bool, "losses": [ids], "to": {unit: spot}}``.

    `about`: ``allocations`` the legal ways without a retreat, ``retreating`` those with one, ``keeps`` whether who
    stands keeps what is fought for, ``to`` where units go.
    """

    name = "combat-reply"
    rule = "10.8"
    waiting = "to take its losses"
    verbs = ("stand", "retreat", "losses")

    def check(self, board, ask, answer):
        if (
            not isinstance(answer, dict)
            or not _ids(answer.get("losses"))
            or not isinstance(answer.get("to"), dict)
        ):
            return [Problem("ca-combat-form", rule="10.8", why="it has losses and destinations")]
        about = ask.about
        if answer.get("retreat") and not about["may_retreat"]:
            return [Problem("ca-no-retreat", rule="10.10")]
        ways = about["retreating"] if answer.get("retreat") else about["allocations"]
        if sorted(answer["losses"]) not in [sorted(way) for way in ways]:
            shown = " or ".join(", ".join(way) or "none" for way in ways[:4])
            return [
                Problem(
                    "ca-losses", rule="10.8", count=len(ways[0]) if ways else 0, hint=f"Legal now: {shown}."
                )
            ]
        if not self._leaves(about, answer):
            return [Problem("ca-not-leaving", rule="10.10", unit=unit) for unit in answer["to"]]
        found = retreat_problems(board, self._options(board, about, answer["losses"]), answer["to"])
        return [problem for problem in found if problem.code != "ca-must-go"]  # who names no place is asked for it

    def _leaves(self, about, answer):
        return bool(answer.get("retreat") or about.get("leaves"))

    def _options(self, board, about, losses):
        """Where the units that survive these losses may go."""
        gone = lost_units(board, losses)
        return {unit: spots for unit, spots in about.get("to", {}).items() if unit not in gone}

    def default(self, board, ask):
        """Stand where that keeps the area or a retreat saves nothing, else retreat: what is held is worth more than a
        unit, and a unit that has to leave anyway is worth saving.  Losses destroy as few units as possible."""
        about = ask.about
        standing = about["allocations"][0] if about["allocations"] else []
        retreating = about["retreating"][0] if about.get("retreating") else []
        if not about["may_retreat"] or about["keeps"]:
            return self._answer(board, about, False, standing)
        gone = lost_units(board, retreating)
        saved = [unit for unit, spots in about["to"].items() if spots and unit not in gone]
        leave = bool(saved) or not about["to"]
        return self._answer(board, about, leave, retreating if leave else standing)

    def _answer(self, board, about, retreat, losses):
        answer = {"retreat": retreat, "losses": list(losses), "to": {}}
        if self._leaves(about, answer):
            answer["to"] = default_retreat(board, self._options(board, about, losses))
        return answer

    def sample(self, board, ask, draw):
        about = ask.about
        retreat = about["may_retreat"] and draw.below(2) == 0
        ways = about["retreating"] if retreat else about["allocations"]
        answer = self._answer(board, about, retreat, draw.choice(ways) if ways else [])
        options = self._options(board, about, answer["losses"])
        other = {unit: draw.choice(options[unit]) for unit in answer["to"] if options.get(unit)}
        varied = {**answer, "to": {**answer["to"], **other}}
        return varied if not self.check(board, ask, varied) else answer

    def examples(self, board, ask):
        about = ask.about
        found = [self.default(board, ask)]
        found += [self._answer(board, about, False, way) for way in about["allocations"]]
        if about["may_retreat"]:
            found += [self._answer(board, about, True, way) for way in about["retreating"] or [[]]]
        return [answer for place, answer in enumerate(found) if answer not in found[:place]][:5]

    def settle(self, board, ask, answer):
        """Losses that were not named are the published ones; units without a destination go back to where they came
        from in this operation, and are asked about later where that is nowhere and they have a choice (10.10.2)."""
        if not isinstance(answer, dict):
            return answer, []
        about = ask.about
        retreat = bool(answer.get("retreat"))
        losses, problems = answer.get("losses"), []
        if losses is None:
            ways = about.get("retreating", []) if retreat else about["allocations"]
            losses = ways[0] if ways else []
        elif any(not isinstance(item, str) for item in losses):
            losses, problems = _loss_units(board, ask, losses)
        whole = {"retreat": retreat, "losses": losses, "to": {}}
        if self._leaves(about, whole):
            options = self._options(board, about, losses)
            named, found = _settle_spots(board, ask.power, answer.get("to") or {}, options, "10.10")
            problems += found
            whole["to"] = {**going_back(board, options, named), **named}
        elif answer.get("to"):
            whole["to"] = answer["to"]
        return whole, problems

    def parse(self, line, names):
        return _parse_reply(line, names)

    def text(self, answer, ask=None):
        parts = ["retreat" if answer["retreat"] else "stand", f"losses {', '.join(answer['losses'])}".strip()]
        parts += [f"{unit} -> {to.replace('/', ' ')}" for unit, to in answer["to"].items()]
        return ["; ".join(part for part in parts if part != "losses")]

    def grammar(self):
        return [
            ("stand [; losses UNITS]", "take the losses and stay (10.8)", "stand; losses army"),
            (
                "retreat [; losses UNITS] [; UNIT -> AREA]",
                "one loss less, and leave (10.10)",
                "retreat; losses tank; army -> lorraine",
            ),
        ]


def _parse_reply(line, names):
    """``stand; losses army`` or ``retreat; losses tank; army -> lorraine``, for the two kinds that share the
    verb."""
    verb = line.verb
    answer = {"retreat": verb == "retreat", "to": []}
    if verb == "losses":
        answer["losses"] = unit_items(line, line.body, names)
    elif verb == "retreat" and says_something(line):
        answer["to"].append(parse_way(line, names))
    for part in line.parts:
        if part.verb == "losses":
            answer["losses"] = unit_items(part, part.body, names)
        else:
            answer["to"].append(parse_way(part.without_verb(), names))
    return answer


def _loss_units(board, ask, items):
    """Losses named by type among the units of the combat."""
    about = ask.about
    there = list(
        dict.fromkeys(unit for way in (*about["allocations"], *about.get("retreating", ())) for unit in way)
    )
    chosen, problems = [], []
    for item in items:
        if isinstance(item, str):
            chosen.append(item)
            continue
        fitting = [
            unit
            for unit in there
            if item["type"] in (board.side_of(unit), board.type_of(unit))
            and chosen.count(unit) < 1
            and item.get("power") in (None, board.power_of(unit))
        ]
        fitting.sort(key=lambda unit: (board.side_of(unit) != item["type"], unit))
        if len(fitting) < item["count"]:
            name = board.area(about["area"]).name
            problems.append(
                Problem(
                    "ca-no-such-units",
                    rule="10.8",
                    area=name,
                    have=len(fitting),
                    what=item["type"],
                    power=ask.power,
                    wanted=item["count"],
                )
            )
        chosen += fitting[: item["count"]]
    return chosen, problems


def _settle_spots(board, power, ways, options, rule):
    """``({unit: spot}, problems)`` out of destinations by unit id or by type, among the units of `options`."""
    if isinstance(ways, dict):
        return dict(ways), []
    found, problems = {}, []
    for way in ways:
        units = []
        for item in way["items"]:
            if isinstance(item, str):
                units.append(item)
                continue
            fitting = [
                unit
                for unit in options
                if unit not in found
                and unit not in units
                and item["type"] in (board.side_of(unit), board.type_of(unit))
                and item.get("power") in (None, board.power_of(unit))
                and item.get("area") in (None, board.at(unit))
            ]
            fitting.sort(
                key=lambda unit: (board.power_of(unit) != power, board.side_of(unit) != item["type"], unit)
            )
            if len(fitting) < item["count"]:
                problems.append(
                    Problem(
                        "ca-no-such-units",
                        rule=rule,
                        area="This list",
                        have=len(fitting),
                        what=item["type"],
                        power=item.get("power") or power,
                        wanted=item["count"],
                    )
                )
            units += fitting[: item["count"]]
        for unit in units:
            found[unit] = with_only_coast(way["to"], options.get(unit, ()))
    return found, problems


class Retreat(Kind):
    """10.10 Where units go that have to leave: ``{"to": {unit: spot}}``; units without a legal spot are left
    out."""

    name = "retreat"
    rule = "10.10"
    waiting = "to retreat its units"
    verbs = ("retreat",)

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("to"), dict):
            return [Problem("ca-combat-form", rule="10.10", why="it names no destinations")]
        return retreat_problems(board, ask.about["to"], answer["to"])

    def default(self, board, ask):
        """Back to where they came from, else next door, where they keep the front (`in_favour`)."""
        return {"to": default_retreat(board, ask.about["to"])}

    def sample(self, board, ask, draw):
        options = ask.about["to"]
        default = self.default(board, ask)
        varied = {"to": {unit: draw.choice(options[unit]) for unit in default["to"]}}
        return varied if not self.check(board, ask, varied) else default

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or answer.get("to") is None:
            return answer, []
        options = ask.about["to"]
        named, problems = _settle_spots(board, ask.power, answer["to"], options, "10.10")
        return {"to": {**default_retreat(board, options), **named}}, problems

    def parse(self, line, names):
        return _parse_reply(line, names)

    def text(self, answer, ask=None):
        shown = "; ".join(f"{unit} -> {to.replace('/', ' ')}" for unit, to in answer["to"].items())
        return [f"retreat {shown}".strip()]

    def grammar(self):
        return [
            ("retreat UNIT -> AREA; …", "where units go that must leave (10.10)", "retreat army -> silesia")
        ]


class Regroup(Kind):
    """10.11 ``{"moves": {unit: spot}}``: what is not named stays where it is."""

    name = "regroup"
    rule = "10.11"
    waiting = "to regroup"
    verbs = ("regroup", "no regroup")
    plain = {"no": "no regroup"}

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("moves"), dict):
            return [Problem("ca-combat-form", rule="10.11", why="it names no moves")]
        return regroup_problems(board, ask.about, answer["moves"])

    def default(self, board, ask):
        """What may stay stays, for nobody has said otherwise; what may not goes back or next door."""
        return default_regroup(board, ask.about)

    def sample(self, board, ask, draw):
        moves = self.default(board, ask)["moves"]
        options = ask.about["to"]
        for unit in draw.some(sorted(options), 3):
            if options[unit]:
                tried = {**moves, unit: draw.choice(options[unit])}
                if not regroup_problems(board, ask.about, tried):
                    moves = tried
        return {"moves": dict(sorted(moves.items()))}

    def examples(self, board, ask):
        found = [self.default(board, ask)]
        for unit, spots in ask.about["to"].items():
            for text in spots:
                answer = {"moves": {**found[0]["moves"], unit: text}}
                if not self.check(board, ask, answer) and answer not in found:
                    found.append(answer)
                    break
        return found[:5]

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or answer.get("moves") is None:
            return answer, []
        moves, problems = _settle_spots(board, ask.power, answer["moves"], ask.about["to"], "10.11")
        return {"moves": dict(sorted(moves.items()))}, problems

    def parse(self, line, names):
        if line.verb == "no regroup":
            return {"moves": {}}
        parts = [line, *(part.without_verb() for part in line.parts)]
        return {"moves": [parse_way(part, names) for part in parts if says_something(part)]}

    def text(self, answer, ask=None):
        if not answer["moves"]:
            return ["no regroup"]
        return [
            f"regroup {'; '.join(f'{unit} -> {to}'.replace('/', ' ') for unit, to in answer['moves'].items())}"
        ]

    def grammar(self):
        return [
            (
                "regroup UNIT -> AREA; …",
                "between the target and friendly areas (10.11)",
                "regroup army -> czechoslovakia; air -> silesia",
            ),
            ("no regroup", "what may stay stays", "no regroup"),
        ]


def _ids(value):
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


KINDS = {kind.name: kind for kind in (Support(), CombatReply(), Retreat(), Regroup(), Permit())}
