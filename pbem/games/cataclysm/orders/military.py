"""The decision of chapters 8 and 9 that begins something: a military action.

Units are written as their ids, or as a number and a type with the area they stand in (``2 army``, ``italy
tank``); `settle` finds the counters.
"""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.kinds import Kind

from ..rules.actions import ACTS, action_problems
from ..rules.possible_operations import possible_operations
from ..rules.reach import invasion_paths, support_bar, supporters
from ..rules.targets import FORMS, activation_bar
from .combat import KINDS as COMBAT_KINDS
from .deployment import DEPLOY, moves_shape
from .unit_text import find_units, unit_items

messages(
    {
        "ca-form": "This is no answer to the question: {why}.",
        "ca-ask-form": "Say what to do: {forms}.",
        "ca-form-of-operation": "Name the operation: land, invasion, naval, base, air, bombing or atomic.",
    }
)


class MilitaryAction(Kind):
    """8.0 One military action: ``{"act": "operation" | "deploy" | "build" | "intervene" | "rhineland" |
    "abyssinia" | "end-treaty" | "forfeit", …}``.  `about`: ``left``, ``source``, after a declaration of war
    ``targets``."""

    name = "military-action"
    rule = "8.0"
    waiting = "to perform a military action"
    verbs = (
        "operation",
        "op",
        "attack",
        "deploy",
        "no deployment",
        "build",
        "intervene",
        "rhineland",
        "abyssinia",
        "treaty ends",
        "pass",
        "forfeit",
    )

    def check(self, board, ask, answer):
        shape = _shape_problem(answer)
        if shape:
            return [Problem("ca-form", rule="8.0", why=shape)]
        about = ask.about
        return action_problems(
            board, ask.power, answer, about.get("left", 1), about.get("source"), about.get("targets", ())
        )

    def default(self, board, ask):
        """Nothing is done, for an attack that nobody ordered may lose a war; after a declaration of war, where
        something must be, the first operation that is legal."""
        if ask.about.get("targets"):
            return self._declared(board, ask)[0]
        return {"act": "forfeit"}

    def _declared(self, board, ask):
        plays = possible_operations(board, ask.power, 1)
        return [play for play in plays if not self.check(board, ask, play)]

    def sample(self, board, ask, draw):
        """A random operation (sometimes with support, a second unit, an augmentation or surprise), a
        deployment, a build, an intervention, or nothing."""
        if ask.about.get("targets"):
            return draw.choice(self._declared(board, ask))
        makers = [self._some_operation, self._some_operation, self._some_deployment, self._some_other]
        for _ in range(4):
            play = draw.choice(makers)(board, ask, draw)
            if play is not None and not self.check(board, ask, play):
                return play
        return {"act": "forfeit"}

    def _some_operation(self, board, ask, draw):
        left = ask.about.get("left", 1)
        surprise = (
            board.ideology(ask.power) == "fascist" and board.may_make_war(ask.power) and draw.below(4) == 0
        )
        plays = list(possible_operations(board, ask.power, left, surprise=surprise))
        if not plays:
            return None
        contested = [play for play in plays if play["target"] in board.civil_wars]
        play = draw.choice(contested if contested and draw.below(2) else plays)
        for more in (self._another_unit, self._some_support, self._some_augmentation):
            larger = more(board, ask, draw, play)
            if larger != play and not self.check(board, ask, larger):
                play = larger
        return play

    def _another_unit(self, board, ask, draw, play):
        usable = [
            unit
            for power in board.friends(ask.power)
            for unit in board.units_of(power)
            if unit not in play["units"] and activation_bar(board, ask.power, unit, play["form"]) is None
        ]
        return {**play, "units": [*play["units"], draw.choice(usable)]} if usable else play

    def _some_support(self, board, ask, draw, play):
        usable = [
            unit
            for unit in supporters(board, ask.power, play["form"], play["target"])
            if unit not in play["units"]
        ]
        return {**play, "support": draw.some(usable, 2)} if usable else play

    def _some_augmentation(self, board, ask, draw, play):
        return {**play, "augment": 1} if draw.below(3) == 0 else play

    def _some_deployment(self, board, ask, draw):
        return DEPLOY.sample(board, ask, draw)

    def _some_other(self, board, ask, draw):
        from ..rules.production import buildable

        plays = [{"act": "build", "names": [name]} for name in sorted(buildable(board, ask.power))]
        plays += [
            {"act": "intervene", "area": area, "side": side}
            for area in board.civil_wars
            for side in ("left", "right")
        ]
        plays += [{"act": "rhineland"}, {"act": "abyssinia", "actions": 1}]
        legal = [play for play in plays if not self.check(board, ask, play)]
        return draw.choice(legal) if legal else None

    def examples(self, board, ask):
        if ask.about.get("targets"):
            return self._declared(board, ask)[:5]
        found = []
        for play in possible_operations(board, ask.power, ask.about.get("left", 1)):
            found.append(play)
            if len(found) == 3:
                break
        plays = [
            {"act": "intervene", "area": area, "side": side}
            for area in board.civil_wars
            for side in ("left", "right")
        ]
        found += [play for play in plays if not self.check(board, ask, play)]
        return [self.default(board, ask), *found][:5]

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or answer.get("act") not in ("operation", "deploy"):
            return answer, []
        if answer["act"] == "deploy":
            return DEPLOY.settle(board, ask, answer)
        return _settle_operation(board, ask.power, answer)

    def parse(self, line, names):
        verb = line.verb
        if verb in ("operation", "op", "attack"):
            return _parse_operation(line, names)
        if verb in DEPLOY.verbs:
            return DEPLOY.parse(line, names)
        if verb == "build":
            return _parse_build(line, names)
        if verb == "intervene":
            return _parse_intervention(line, names)
        if verb == "abyssinia":
            return {"act": verb, "actions": line.number(line.head) if line.head else 1}
        return {"act": {"rhineland": "rhineland", "treaty ends": "end-treaty"}.get(verb, "forfeit")}

    def text(self, answer, ask=None):
        return [_action_text(answer)]

    def grammar(self):
        return [
            (
                "operation FORM [AREA] -> TARGET with UNITS [via SEA, SEA] [; from AREA with UNITS]"
                " [; support UNITS AREA]"
                " [; augment N] [; against POWER] [; extended] [; surprise]",
                "attack: land, invasion, naval, base, air, bombing or atomic (9, 12.2.2)",
                "operation land silesia -> poland with tank, army; support air east-prussia; augment 1",
            ),
            (
                "deploy UNIT AREA -> AREA [; UNIT AREA -> AREA]",
                "move units (8.4)",
                "deploy army berlin -> silesia",
            ),
            (
                "deploy …; withdraw fortress AREA",
                "return a fortress or logistics unit to the cup (8.4.1)",
                "deploy withdraw fortress lorraine",
            ),
            ("build COUNTER, …", "belligerents only (8.3)", "build army"),
            ("intervene AREA left|right|gmd|chicom", "aid a faction (8.5)", "intervene spain left"),
            ("rhineland", "turn the Rhineland marker (12.1.1, 2022)", "rhineland"),
            ("abyssinia [N]", "the Abyssinian Adventure with N actions (12.1.2, 2018)", "abyssinia 1"),
            ("treaty ends", "end the naval treaty between two actions; it costs none (12.1.3)", "treaty ends"),
            ("pass", "forfeit what is left", "pass"),
        ]

    def forms(self, board, ask):
        """Without what this power cannot do now whatever it writes: builds in peace, other powers' special actions."""
        possible = {
            "build": board.is_belligerent(ask.power),
            "intervene": bool(board.civil_wars) or board.special.get("china") in ("active", "inactive"),
            "rhineland": not action_problems(board, ask.power, {"act": "rhineland"}, 1),
            "abyssinia": not action_problems(board, ask.power, {"act": "abyssinia", "actions": 1}, 1),
            "treaty": not action_problems(board, ask.power, {"act": "end-treaty"}, 1),
        }
        return [row for row in self.grammar() if possible.get(row[0].split()[0], True)]


def _shape_problem(answer):
    """What is wrong with the shape of an answer, in a few words, or None."""
    if not isinstance(answer, dict) or answer.get("act") not in ACTS:
        return "it names no military action"
    if answer["act"] == "operation":
        if not isinstance(answer.get("target"), str) or not _ids(answer.get("units")):
            return "an operation has a target and units"
        if not _ids(answer.get("support", [])) or not _ids(answer.get("path", [])):
            return "support and path are lists"
        augment = answer.get("augment", 0)
        if isinstance(augment, bool) or not isinstance(augment, int) or augment < 0:
            return "augment is a number"
        if len(set(answer["units"])) < len(answer["units"]) or len(set(answer.get("support", ()))) < len(
            answer.get("support", ())
        ):
            return "a unit is named twice"
    if answer["act"] == "deploy":
        return moves_shape(answer.get("moves"))
    if answer["act"] == "build" and not _ids(answer.get("names")):
        return "a build has names"
    if answer["act"] == "intervene" and not isinstance(answer.get("area"), str):
        return "an intervention has an area"
    if answer["act"] == "abyssinia":
        actions = answer.get("actions", 1)
        if isinstance(actions, bool) or not isinstance(actions, int) or actions < 1:
            return "actions is a number"
    return None


def _ids(value):
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _parse_operation(line, names):
    """``operation FORM [AREA] -> TARGET with UNITS …`` as an item to be settled."""
    words = line.words
    form = words[0].casefold() if words else ""
    if form not in FORMS:
        line.fail("ca-form-of-operation", quote=" ".join(words), rule="9.1.2")
    target = names.find(line.need("->", "the target"), "area")
    first = {"units": unit_items(line, line.need("with", "the units"), names)}
    if len(words) > 1:
        first["from"] = names.find(" ".join(words[1:]), "area")
    play = {"act": "operation", "form": form, "target": target, "groups": [first]}
    if line.clause("via"):
        play["path"] = [names.find(item, "area") for item in line.items(line.clause("via"))]
    for part in line.parts:
        _parse_part(part, names, play)
    return play


def _parse_part(part, names, play):
    """A further part of an operation line."""
    verb = part.verb
    if verb == "from":
        area, _, units = part.body.partition(" with ")
        play["groups"].append({"from": names.find(area, "area"), "units": unit_items(part, units, names)})
    elif verb == "support":
        play["support"] = play.get("support", []) + unit_items(part, part.body, names, with_area=True)
    elif verb == "augment":
        play["augment"] = part.number(part.body)
    elif verb == "against":
        play["against"] = names.find(part.body, "power")
    elif verb in ("surprise", "extended") and not part.body:
        play[verb] = True
    elif verb == "via":
        play["path"] = [names.find(item, "area") for item in part.items(part.body)]
    else:
        part.fail(
            "ca-ask-form", quote=part.text, forms="from, support, augment, against, extended or surprise"
        )


def _settle_operation(board, power, answer):
    """Groups become unit ids; an invasion with one possible path takes it."""
    play = {name: value for name, value in answer.items() if name != "groups"}
    problems = []
    if "groups" in answer:
        play["units"] = []
        for group in answer["groups"]:
            units, found = find_units(
                board,
                power,
                group["units"],
                lambda unit: activation_bar(board, power, unit, play["form"]) is None,
                group.get("from"),
                play["units"],
            )
            play["units"] += units
            problems += found
    if isinstance(play.get("support"), list) and play["support"]:
        play["support"], found = find_units(
            board,
            power,
            play["support"],
            lambda unit: support_bar(board, power, unit, play["form"], play["target"]) is None,
            None,
            play.get("units") or (),
        )
        problems += found
    units = play.get("units")
    if play.get("form") == "invasion" and not play.get("path") and units and units[0] in board.place:
        origin = board.at(units[0])
        if board.has_area(origin) and board.has_area(play.get("target")):
            paths = invasion_paths(board, power, origin, play["target"])
            if len(paths) == 1:
                play["path"] = paths[0]
    return play, problems


def _parse_build(line, names):
    found = []
    for item in line.items(line.head):
        count, name = line.count_and_name(item)
        found += [names.find(name, "build")] * (count or 1)
    play = {"act": "build", "names": found}
    for part in line.parts:
        if part.verb == "reserve":
            play["reserve"] = names.find(part.body, "build")
    return play


def _parse_intervention(line, names):
    words = line.words
    side = words[-1].casefold() if words else ""
    return {"act": "intervene", "area": names.find(" ".join(words[:-1]), "area"), "side": side}


def _action_text(answer):
    """The canonical order text of a settled military action."""
    act = answer["act"]
    if act == "operation":
        parts = [f"operation {answer['form']} -> {answer['target']} with {', '.join(answer['units'])}"]
        if answer.get("path"):
            parts[0] += f" via {', '.join(answer['path'])}"
        if answer.get("support"):
            parts.append(f"support {', '.join(answer['support'])}")
        if answer.get("augment"):
            parts.append(f"augment {answer['augment']}")
        if answer.get("against"):
            parts.append(f"against {answer['against']}")
        return "; ".join([*parts, *(word for word in ("extended", "surprise") if answer.get(word))])
    if act == "deploy":
        return DEPLOY.text(answer)[0]
    if act == "build":
        text = f"build {', '.join(answer['names'])}"
        return f"{text}; reserve {answer['reserve']}" if answer.get("reserve") else text
    if act == "intervene":
        return f"intervene {answer['area']} {answer['side']}"
    if act == "abyssinia":
        return f"abyssinia {answer.get('actions') or 1}"
    return {"rhineland": "rhineland", "end-treaty": "treaty ends"}.get(act, "pass")


ACTION = MilitaryAction()
KINDS = {ACTION.name: ACTION, DEPLOY.name: DEPLOY, **COMBAT_KINDS}
