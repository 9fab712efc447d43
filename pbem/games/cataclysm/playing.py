"""3.4 to 3.7 Playing a counter: drawn from the cup or out of the reserve."""

import re

from pbem.core.kinds import Choice, Kind
from pbem.core.lines import Line
from pbem.core.problems import Problem, messages
from pbem.core.requests import Ask
from pbem.core.rulebook import rule
from pbem.core.text import counted, translate

from .commitment import random_counters, to_be_added, usual_counters
from .politics import ACTS, action_problems, political_action, possible_actions
from .provocation import make_room
from .soviets import is_passive

messages(
    {
        "ca-answer-form": "This does not answer the question.",
        "ca-may-not-reserve": "This counter cannot be reserved.",
        "ca-reject-not-allowed": "A unit or upgrade that cannot be placed must be kept: reserve it or delay it (2018).",
        "ca-only-if-unplaceable": "The counter can be placed, so it cannot be delayed.",
        "ca-not-a-site": "{area} is no place for this unit.",
        "ca-no-room-to-stay": "There is no room to stay in {area}; name a deployment, or “no deployment” if a unit \
there shall be destroyed.",
        "ca-no-coast": "{area} has the coasts {coasts}; name one.",
        "ca-not-upgradable": "{unit} cannot be upgraded with this marker.",
        "ca-civilian-offensive": "A civilian power plays two offensives for one action: one drawn, one reserved.",
        "ca-nothing-to-play": "There is no action to play.",
        "ca-other-counter": "The counter that was drawn is {drawn}, not {named}.",
    }
)

KEEPING = ("reserve", "reject", "delay")


@rule("3.7", "Resolving a power's counter", also=("3.6", "3.4"))
def resolve_drawn(t, counter):
    """3.7 Its power plays it, reserves it or rejects it."""
    board, power = t.board, t.board.power_of(counter)
    type = board.type_of(counter)
    answer = yield from ask_for(t, power, counter, "drawn")
    if answer["act"] == "reserve":
        make_room(t, power)
        t.emit("counter-reserved", power=power, counter=counter, rule="3.4")
    elif answer["act"] == "reject":
        t.emit("counter-rejected", power=power, counter=counter, why="rejected", rule="3.6")
    elif answer["act"] == "delay":
        from .production import next_turn_place

        t.emit("counter-kept", power=power, counter=counter, to=next_turn_place(board))
    else:
        yield from PLAYS[type](t, power, counter, answer, "drawn")


def ask_for(t, power, counter, source):
    """Ask the power what becomes of the counter."""
    about = about_of(t.board, counter, source)
    return (yield Ask(KIND_OF[t.board.type_of(counter)], power, about=about))


def about_of(board, counter, source):
    return {"counter": counter, "source": source, "reserve": board.reserve(board.power_of(counter))}


@rule("3.5", "Playing the reserve")
def play_reserve(t, power, play):
    """3.5 The counter in reserve is played as if drawn; its ideology is the last to have acted."""
    counter = t.board.reserve(power)
    t.emit("interrupted", power=power, counter=counter, ideology=t.board.ideology(power))
    yield from PLAYS[t.board.type_of(counter)](t, power, counter, play, "reserve")


@rule("3.7.1", "Playing a flag")
def play_flag(t, power, counter, answer, source):
    """3.7.1 One political action."""
    yield from political_action(t, power, answer, counter)


@rule("3.7.1", "Playing an offensive", also=("8.1", "4.1"))
def play_offensive(t, power, counter, answer, source):
    """8.1 As many military actions as the commitment gives; a civilian power needs two offensives since 2022."""
    from .collapse import settle
    from .military import military_actions

    board = t.board
    spent = [counter]
    if needs_pair(board, power):
        spent.append(board.reserve(power))
        t.emit("counters-pooled", power=power, counters=spent[1:], to="hand", why="pair", rule="4.1")
    actions = board.column(power)["militaryActionsPerOffensive"]
    yield from military_actions(t, power, actions, "offensive", first=answer)
    for id in spent:
        if board.place[id] == "hand":
            t.emit("counter-returned", power=power, counter=id)
    yield from settle(t)


@rule("4.1", "Civilian offensives")
def needs_pair(board, power):
    """4.1 Since 2022 a civilian power spends two offensives for one action (ruling R-4.1-civilian-pair)."""
    return board.is_2022 and board.commitment(power) == "civilian"


@rule("3.7.2", "Placing a unit")
def play_unit(t, power, counter, answer, source):
    """3.7.2 On its normal side at a production site, ships on a coast with a line to one; the deployment that may
    follow at once is part of the same answer, for nothing is learnt between the two."""
    from .collapse import settle
    from .military import deployment
    from .retreat import destroy_excess

    area = answer["area"]
    coast = answer.get("coast") or default_coast(t.board, counter, area)
    t.emit("unit-placed", power=power, unit=counter, area=area, coast=coast)
    if answer.get("deploy"):
        yield from deployment(t, power, answer["deploy"])
    destroy_excess(t, why="placed")
    yield from settle(t)


def default_coast(board, unit, area):
    if board.class_of(unit) != "naval" or not board.area(area).coasts:
        return None
    return board.area(area).coasts[0]


@rule("3.7.2", "Where a unit may be placed", also=("2.3.9", "4.3", "12.1.1"))
def sites_for(board, power, unit):
    """3.7.2 Production sites; for ships coastal home areas that a production site can trace a line to; never the
    demilitarized Ruhr (ruling R-12.1.1-ruhr)."""
    from .occupation import is_demilitarized
    from .supply import has_loc, production_sites

    if board.class_of(unit) != "naval":
        return production_sites(board, power)
    return [
        area for area in board.parts.home[power]
        if board.controller(area) == power and board.parts.is_coastal(area) and has_loc(board, power, area)
        and not (board.is_2022 and area == "ruhr" and is_demilitarized(board))
    ]  # fmt: skip


@rule("3.7.3", "Playing an upgrade")
def play_upgrade(t, power, counter, answer, source):
    """3.7.3 A unit of its type within a line of communications flips to its upgraded side."""
    t.emit("unit-upgraded", power=power, unit=answer["unit"], marker=counter)
    return
    yield


@rule("3.7.3", "What can be upgraded", also=("4.3", "2.4.2"))
def upgradable(board, power, marker):
    """3.7.3 Units on their normal side of the marker's type in areas the power can trace a line to."""
    from .parts import NORMAL
    from .supply import has_loc, production_sites

    type = NORMAL[board.counter(marker).kind]
    sites = production_sites(board, power)
    return [
        unit for unit in board.units_of(power, type)
        if unit not in board.upgraded and (board.at(unit) in sites or has_loc(board, power, board.at(unit)))
    ]  # fmt: skip


PLAYS = {"flag": play_flag, "offensive": play_offensive, "upgrade": play_upgrade}
PLAYS.update(dict.fromkeys(("army", "fortress", "fleet", "submarine", "air", "logistics"), play_unit))
KIND_OF = {"flag": "play-flag", "offensive": "play-offensive", "upgrade": "play-upgrade"}
KIND_OF.update(dict.fromkeys(("army", "fortress", "fleet", "submarine", "air", "logistics"), "play-unit"))


# -- kinds -----------------------------------------------------------------------------------------------------


class Keeping(Kind):
    """Common to the four kinds: a counter may be reserved or rejected instead of being played (3.4, 3.6)."""

    rule = "3.7"

    def is_drawn(self, ask):
        return ask.about.get("source") == "drawn"

    def keep_problems(self, board, ask, answer):
        if not self.is_drawn(ask):
            return [Problem("ca-nothing-to-play", rule="3.5")]
        return []

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or "act" not in answer:
            return [Problem("ca-answer-form", rule=self.rule)]
        if answer["act"] in KEEPING:
            return self.keep_problems(board, ask, answer)
        return self.play_problems(board, ask, answer)

    def parse_keeping(self, line, names):
        """``reserve``, ``reject flag``: the counter may be named."""
        named = line.head.casefold().removeprefix("the ").strip()
        answer = {"act": line.verb}
        return {**answer, "named": names.find(named, "counter", "build")} if named else answer

    def settle(self, board, ask, answer):
        """A counter that is named with ``reserve`` must be the one in question."""
        if not isinstance(answer, dict) or "named" not in answer:
            return answer, []
        from .production import name_of

        drawn, named = name_of(board, ask.about["counter"]), answer["named"]
        kept = {key: value for key, value in answer.items() if key != "named"}
        if named in (drawn, board.type_of(ask.about["counter"])):
            return kept, []
        return kept, [Problem("ca-other-counter", rule=self.rule, drawn=drawn, named=named)]

    def play_problems(self, board, ask, answer):
        raise TypeError(f"{type(self).__name__} does not say what may be played")

    def keepings(self, board, ask):
        return [{"act": "reserve"}, {"act": "reject"}] if self.is_drawn(ask) else []

    def default(self, board, ask):
        """Keep it: in an empty reserve, else play safe and reject it."""
        return {"act": "reject" if board.reserve(ask.power) else "reserve"}


def _first(default, others):
    """The published default before the other answers."""
    return [default, *[other for other in others if other != default]]


def inner_line(line, skip=""):
    """The order text of an answer inside a line: its body and parts, as a Line whose verb is found by the kind."""
    body = line.body[len(skip) :].strip() if skip else line.body
    return "; ".join([body, *(part.text for part in line.parts if part.without_verb() is not None)])


class PlayFlag(Keeping):
    """3.7.1, 6 A political action, or the flag is reserved or rejected."""

    name = "play-flag"
    rule = "3.7.1"
    waiting = "to play a flag"
    verbs = ("diplomacy", "alliance", "join alliance", "declare war on", "declare war", "increase commitment",
             "maneuvers", "pressure", "propaganda", "special", "reserve", "reject")  # fmt: skip
    keywords = ("add", "count")
    KEEN = {"increase-commitment": 3, "declare-war": 3, "alliance": 3}  # in random play, so that wars come

    def play_problems(self, board, ask, answer):
        if answer["act"] not in ACTS:
            return [Problem("ca-answer-form", rule=self.rule)]
        return action_problems(board, ask.power, answer)

    def settle(self, board, ask, answer):
        """The operation of a declaration, or the action of maneuvers, with its units found on the board."""
        from .military import ACTION, action_about

        inner = (
            {"declare-war": "operation", "maneuvers": "action"}.get(answer.get("act"))
            if isinstance(answer, dict)
            else None
        )
        if not inner or not answer.get(inner):
            return super().settle(board, ask, answer)
        about = action_about(
            1, "declaration" if inner == "operation" else "maneuvers", answer.get("targets", ())
        )
        settled, problems = ACTION.settle(
            board, Ask("military-action", ask.power, about=about, rule="8.1"), answer[inner]
        )
        return {**answer, inner: settled}, problems

    def sample(self, board, ask, draw):
        choices = [*possible_actions(board, ask.power), *self.keepings(board, ask)]
        acts = dict.fromkeys(plan["act"] for plan in choices)
        act = draw.choice([act for act in acts for _ in range(self.KEEN.get(act, 1))])
        plan = draw.choice([plan for plan in choices if plan["act"] == act])
        return self._in_full(board, ask, plan, draw) if draw.below(8) else plan

    def _in_full(self, board, ask, plan, draw):
        """The order with what it may say in advance: counters for the force pool, the operation, the action."""
        from .military import ACTION, action_about
        from .targets import possible_operations

        if plan["act"] == "increase-commitment":
            return {**plan, "add": random_counters(*to_be_added(board, ask.power), draw)}
        if plan["act"] == "maneuvers":
            about = action_about(1, "maneuvers")
            action = ACTION.sample(board, Ask("military-action", ask.power, about=about, rule="8.1"), draw)
            return plan if action["act"] == "forfeit" else {**plan, "action": action}
        if plan["act"] == "declare-war":
            operations = possible_operations(board, ask.power, 1, at_war=tuple(plan["targets"]))
            wars = [{**plan, "operation": each} for each in operations]
            wars = [each for each in wars if not self.play_problems(board, ask, each)]
            return draw.choice(wars) if wars else plan
        return plan

    def examples(self, board, ask):
        shown = {plan["act"]: plan for plan in possible_actions(board, ask.power)}
        if "increase-commitment" in shown:
            shown["increase-commitment"] = {
                "act": "increase-commitment", "add": usual_counters(*to_be_added(board, ask.power))
            }  # fmt: skip
        found = [self.default(board, ask)] if self.is_drawn(ask) else []
        return [*found, *shown.values()][:5]

    def parse(self, line, names):
        verb = line.verb
        if verb in KEEPING:
            return self.parse_keeping(line, names)
        return getattr(self, f"_parse_{verb.split()[0].replace('join', 'alliance')}")(line, names)

    def _parse_diplomacy(self, line, names):
        return {"act": "diplomacy", "area": names.find(line.clause("in") or line.head, "area")}

    def _parse_alliance(self, line, names):
        text = line.clause("with") or line.head
        return {"act": "alliance", "partners": [names.find(item, "power") for item in line.items(text)]}

    def _parse_declare(self, line, names):
        """``declare war on germany, italy; operation …``, a colon will do as well."""
        from .ordertext import military_action

        found = re.search(r"[\s:]operation\s", line.body)
        targets, operation = line.body, []
        if found:
            targets, operation = line.body[: found.start()], [line.body[found.start() + 1 :]]
        operation += [part.text for part in line.parts if part.without_verb() is not None]
        plan = {
            "act": "declare-war",
            "targets": [names.find(item, "power") for item in line.items(targets.rstrip(": "))],
        }
        return {**plan, "operation": military_action("; ".join(operation), names)} if operation else plan

    def _parse_maneuvers(self, line, names):
        from .ordertext import military_action

        text = inner_line(line)
        return {"act": "maneuvers", "action": military_action(text, names)} if text else {"act": "maneuvers"}

    def _parse_increase(self, line, names):
        plan = {"act": "increase-commitment"}
        counted, added = line.option("count"), line.option("add")
        if counted:
            plan["count"] = [names.find(item, "area") for item in line.items(counted)]
        if added:
            plan["add"] = []
            for item in line.items(added):
                number, name = line.count_and_name(item)
                plan["add"] += [names.find(name, "build")] * (number or 1)
        if any(part.verb == "reserve" for part in line.parts):
            plan["reserve"] = True
        return plan

    def _parse_pressure(self, line, names):
        return {"act": "pressure", "power": names.find(line.clause("at") or line.head, "power")}

    def _parse_propaganda(self, line, names):
        return {"act": "propaganda"}

    def _parse_special(self, line, names):
        return {"act": "special", "name": names.find(line.head, "special")}

    def text(self, answer, ask=None):
        return [self._text(answer)]

    def _text(self, answer):
        from .ordertext import military_text

        act = answer["act"]
        if act == "diplomacy":
            return f"diplomacy {answer['area']}"
        if act == "alliance":
            return f"alliance {', '.join(answer['partners'])}"
        if act == "declare-war":
            text = f"declare war on {', '.join(answer['targets'])}"
            return f"{text}; {military_text(answer['operation'])}" if answer.get("operation") else text
        if act == "maneuvers":
            return f"maneuvers {military_text(answer['action'])}" if answer.get("action") else "maneuvers"
        if act == "increase-commitment":
            return self._increase_text(answer)
        if act == "pressure":
            return f"pressure {answer['power']}"
        return f"special {answer['name']}" if act == "special" else act

    def _increase_text(self, answer):
        parts = ["increase commitment"]
        if answer.get("count"):
            parts.append(f"count {', '.join(answer['count'])}")
        if answer.get("add"):
            parts.append(f"add {', '.join(answer['add'])}")
        return "; ".join([*parts, *["reserve"] * bool(answer.get("reserve"))])

    def grammar(self):
        return [
            ("diplomacy COUNTRY", "gain control of an ungarrisoned country (6.3)", "diplomacy hungary"),
            ("alliance POWER, …", "form or join an alliance (6.1)", "alliance italy"),
            ("declare war on POWER [; operation …]", "with the operation that follows (6.2)",
             "declare war on germany; operation land lorraine -> ruhr with army"),
            ("increase commitment [; count AREA] [; add COUNTER, …] [; reserve]", "raise the commitment (6.4)",
            "increase commitment; count ruhr"),
            ("maneuvers [MILITARY ACTION]", "one military action after the check (6.5)", "maneuvers"),
            ("pressure POWER", "the power gains a flag (6.6)", "pressure italy"),
            ("propaganda", "gain a level of stability (6.7)", "propaganda"),
            ("special NAME", "a special action of the power (6.8)", "special rhineland"),
            ("reserve [COUNTER]", "keep the counter in reserve (3.4)", "reserve flag"),
            ("reject [COUNTER]", "put the counter back on the status card (3.6)", "reject flag"),
        ]  # fmt: skip

    def forms(self, board, ask):
        """The actions that may be attempted now; special ones by their names."""
        plans = possible_actions(board, ask.power)
        verbs = {*(plan["act"].replace("-", " ") for plan in plans), *KEEPING}
        special = " | ".join(plan["name"] for plan in plans if plan["act"] == "special")
        found = [(form.replace("NAME", special), *rest) for form, *rest in self.grammar()
                 if any(form.startswith(verb) for verb in verbs)]  # fmt: skip
        return [self._with_count(board, ask.power, *row) if row[0].startswith("increase") else row for row in found]

    def _with_count(self, board, power, form, meaning, example):
        """The commitment increase with the number of counters that it adds to the force pool (4.1.2)."""
        from .commitment import added_count

        count = counted(added_count(board, power), "counter")
        template = "{meaning}; {count} to be added to the force pool (4.1.2)"
        return form, translate(template).format(meaning=meaning, count=count), example


KEPT = [("reserve", "keep the counter in reserve (3.4)", "reserve"), ("reject", "put it back (3.6)", "reject")]


class PlayOffensive(Keeping):
    """8.1 The first military action of an offensive, or the counter is reserved or rejected."""

    name = "play-offensive"
    rule = "8.1"
    waiting = "to play an offensive"
    keywords = ()

    @property
    def verbs(self):
        from .military import ACTION

        return (*ACTION.verbs, "reserve", "reject")

    def keep_problems(self, board, ask, answer):
        """12.3 In 2018 Collective Security lets an offensive be rejected only."""
        if answer["act"] == "reserve" and is_passive(board, ask.power) and not board.is_2022:
            return [Problem("ca-may-not-reserve", rule="12.3")]
        return super().keep_problems(board, ask, answer)

    def keepings(self, board, ask):
        return [plan for plan in super().keepings(board, ask) if not self.keep_problems(board, ask, plan)]

    def default(self, board, ask):
        usual = super().default(board, ask)
        return usual if not self.keep_problems(board, ask, usual) else {"act": "reject"}

    def is_idle(self, board, ask):
        """Whether no action can be played: a civilian power without a pair (4.1), Collective Security (12.3)."""
        return is_passive(board, ask.power) or (needs_pair(board, ask.power) and not self._pair(board, ask))

    def action_ask(self, board, ask):
        """The question for the first military action behind this one."""
        actions = board.column(ask.power)["militaryActionsPerOffensive"]
        return Ask("military-action", ask.power, about={"left": actions, "source": "offensive"}, rule="8.1")

    def play_problems(self, board, ask, answer):
        from .military import ACTION

        if is_passive(board, ask.power):
            return [Problem("ca-collective-security", rule="12.3")]
        if needs_pair(board, ask.power) and not self._pair(board, ask):
            return [Problem("ca-civilian-offensive", rule="4.1")]
        return ACTION.check(board, self.action_ask(board, ask), answer)

    def _pair(self, board, ask):
        """A second offensive lies in reserve, and this one was drawn."""
        reserve = board.reserve(ask.power)
        return self.is_drawn(ask) and reserve is not None and board.type_of(reserve) == "offensive" \
            and reserve not in board.upgraded  # fmt: skip

    def sample(self, board, ask, draw):
        from .military import ACTION

        keepings = self.keepings(board, ask)
        if self.is_idle(board, ask) or (keepings and draw.below(4) == 0):
            return draw.choice(keepings)
        return ACTION.sample(board, self.action_ask(board, ask), draw)

    def examples(self, board, ask):
        from .military import ACTION

        if self.is_idle(board, ask):
            return _first(self.default(board, ask), self.keepings(board, ask))
        found = [self.default(board, ask)] if self.is_drawn(ask) else []
        return [*found, *ACTION.examples(board, self.action_ask(board, ask))][:5]

    def settle(self, board, ask, answer):
        from .military import ACTION

        if not isinstance(answer, dict) or answer.get("act") in KEEPING:
            return super().settle(board, ask, answer)
        return ACTION.settle(board, self.action_ask(board, ask), answer)

    def parse(self, line, names):
        from .military import ACTION

        if line.verb in KEEPING:
            return self.parse_keeping(line, names)
        return ACTION.parse(line, names)

    def text(self, answer, ask=None):
        from .military import ACTION

        return [answer["act"]] if answer["act"] in KEEPING else ACTION.text(answer)

    def grammar(self):
        from .military import ACTION

        return [*ACTION.grammar(), *KEPT]

    def forms(self, board, ask):
        from .military import ACTION

        return KEPT if self.is_idle(board, ask) else [*ACTION.forms(board, ask), *KEPT]


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
        plays = self.plays(board, ask)
        return plays[0] if plays else {"act": "delay" if board.reserve(ask.power) else "reserve"}

    def plays(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        plays = self.plays(board, ask)
        return draw.choice(plays if plays and draw.below(8) else plays + self.keepings(board, ask))

    def examples(self, board, ask):
        return _first(self.default(board, ask), [*self.plays(board, ask), *self.keepings(board, ask)])[:5]


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
        from .deployment import destinations

        return destinations(board, ask.about["counter"], True, self._spot(board, ask, answer))

    def _spot(self, board, ask, answer):
        coast = answer.get("coast") or default_coast(board, ask.about["counter"], answer["area"])
        return answer["area"], coast

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
        if not answer.get("deploy"):
            return self._staying_problems(board, ask, answer)
        return self._deployment_problems(board, ask, answer) if answer["deploy"]["moves"] else []

    def _staying_problems(self, board, ask, answer):
        """7.1 A unit stays only where it finds room: else it, or one that stood there, would be destroyed at once."""
        from .movement import may_occupy

        if may_occupy(board, ask.about["counter"], *self._spot(board, ask, answer)):
            return []
        return [Problem("ca-no-room-to-stay", rule="7.1", area=board.area(answer["area"]).name)]

    def _deployment_problems(self, board, ask, answer):
        """3.7.2 The deployment that follows at once, of this unit alone, judged from where it will be placed."""
        from .deployment import deployment_problems

        unit, spot = ask.about["counter"], self._spot(board, ask, answer)
        return deployment_problems(board, ask.power, answer["deploy"]["moves"], [unit], {unit: spot})

    def settle(self, board, ask, answer):
        """``deploy -> silesia`` moves the unit that is placed, whatever it is called there."""
        if not isinstance(answer, dict) or not isinstance(answer.get("deploy"), dict):
            return super().settle(board, ask, answer)
        from .military import DEPLOY

        unit, moves = ask.about["counter"], []
        for move in answer["deploy"].get("moves", []):
            named = move.get("items")
            if named is not None and all(self._means(board, unit, item, answer) for item in named):
                move = {"items": [unit], "to": move["to"]}
            moves.append(move)
        spots = {}
        if board.has_area(answer.get("area")):
            spots = {unit: (answer["area"], answer.get("coast") or default_coast(board, unit, answer["area"]))}
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
            from .military import DEPLOY

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
            from .military import DEPLOY

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


class Interrupt(Kind):
    """3.5 An interrupt with the counter in reserve; the published default lets the draw go on."""

    name = "interrupt"
    rule = "3.5"
    waiting = "to interrupt the draw"
    verbs = ("interrupt", "no interrupt")
    plain = {"no": "no interrupt"}
    covered = True

    def check(self, board, ask, answer):
        if answer == "no":
            return []
        if not isinstance(answer, dict) or "claim" not in answer:
            return [Problem("ca-answer-form", rule="3.5")]
        kind, inner = self._inner(board, ask)
        return kind.check(board, inner, answer["claim"])

    def _inner(self, board, ask):
        from . import GAME

        counter = board.reserve(ask.power)
        kind = GAME.kinds[KIND_OF[board.type_of(counter)]]
        about = {"counter": counter, "source": "reserve", "reserve": None}
        return kind, Ask(kind.name, ask.power, about=about, rule=kind.rule)

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or "claim" not in answer:
            return answer, []
        kind, inner = self._inner(board, ask)
        claim, problems = kind.settle(board, inner, answer["claim"])
        return {**answer, "claim": claim}, problems

    def default(self, board, ask):
        return "no"

    def sample(self, board, ask, draw):
        kind, inner = self._inner(board, ask)
        if draw.below(3):
            return "no"
        if kind.name in ("play-unit", "play-upgrade") and not kind.plays(board, inner):
            return "no"
        claim = kind.sample(board, inner, draw)
        return {"claim": claim} if not self.check(board, ask, {"claim": claim}) else "no"

    def examples(self, board, ask):
        kind, inner = self._inner(board, ask)
        found = [each for each in kind.examples(board, inner) if not kind.check(board, inner, each)]
        return ["no", *({"claim": each} for each in found[:3])]

    def parse(self, line, names):
        from .ordertext import inner_answer

        if line.verb == "no interrupt":
            return "no"
        return {"claim": inner_answer(inner_line(line), names)}

    def text(self, answer, ask=None):
        from .ordertext import inner_text

        return ["no interrupt"] if answer == "no" else [f"interrupt with {inner_text(answer['claim'])}"]

    def grammar(self):
        return [
            ("interrupt with COUNTER: ORDER", "play the counter in reserve before the next draw",
             "interrupt with flag: diplomacy hungary"),
            ("no interrupt", "let the draw go on", "no interrupt"),
        ]  # fmt: skip


class PlaceFlag(Choice):
    """5.2.2 Where a gained flag goes; the published default fills an empty reserve, else the cup."""

    name = "place-flag"
    rule = "5.2.2"
    waiting = "to place a flag"
    verbs = ("flag to", "flag")
    covered = True

    def default(self, board, ask):
        return "cup" if board.reserve(ask.power) else "reserve"

    def parse(self, line, names):
        text = line.clause("->") or line.rest_as_id()
        return text.strip().casefold()

    def grammar(self):
        return [("flag to cup | flag to reserve", "where a gained flag goes", "flag to reserve")]
