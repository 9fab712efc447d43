"""The decisions of chapters 7 to 10: what may be answered, the published defaults, and how it is written.

Units are written as their ids, or as a number and a type with the area they stand in (``2 army``, ``italy tank``);
`settle` finds the counters.
"""

from pbem.core.kinds import Choice, Kind
from pbem.core.problems import Problem, messages

from .actions import ACTS, action_problems
from .deployment import deployment_problems, destinations, movable
from .occupation import Stacks, occupation_problems
from .parts import NORMAL, UPGRADED
from .retreat import CUP, default_regroup, default_retreat, parted, regroup_problems, retreat_problems, spot
from .targets import activation_bar, invasion_paths, possible_operations, support_bar, supporters

messages(
    {
        "ca-form": "This is no answer to the question: {why}.",
        "ca-no-such-units": "{area} holds {have} {what} of {power}; the order names {wanted}.",
        "ca-ask-form": "Say what to do: {forms}.",
        "ca-losses": "{count} losses have to be taken in another way.",
        "ca-no-retreat": "A retreat may not be declared here.",
        "ca-too-many-supporters": "{area} has no room for all of these.",
        "ca-cannot-support": "{unit} cannot support here.",
        "ca-form-of-operation": "Name the operation: land, invasion, naval, base, air or bombing.",
    }
)


# -- units in order text -------------------------------------------------------------------------------------


def unit_items(line, text, names, with_area=False):
    """The items of a list of units: unit ids, or ``{"count", "type", "power", "area"}`` to be settled."""
    return [_unit_item(line, item, names, with_area) for item in line.items(text)]


def _unit_item(line, item, names, with_area):
    known = names.known(item, "unit")
    if known:
        return known
    count, name = line.count_and_name(item)
    words = [word for word in name.split() if word.casefold() not in ("from", "in", "at")]
    found = {"count": count or 1}
    if len(words) > 1 and names.known(words[0], "power") and not names.known(" ".join(words[:2]), "unit-type"):
        found["power"] = names.find(words.pop(0), "power")
    if with_area and len(words) > 1:
        found["type"] = names.find(words[0], "unit-type")
        found["area"] = names.find(" ".join(words[1:]), "area")
    else:
        found["type"] = names.find(" ".join(words), "unit-type")
    return found


def find_units(board, power, items, usable, area=None, taken=()):
    """``(unit ids, problems)``: the counters that items stand for, those with `usable(unit)` first, lowest ids first."""
    chosen, problems = [], []
    for item in items:
        if isinstance(item, str):
            chosen.append(item)
            continue
        owner, where = item.get("power") or power, item.get("area") or area
        there = [
            unit for unit in board.units_of(owner)
            if unit not in chosen and unit not in taken and (where is None or board.at(unit) == where)
        ]  # fmt: skip
        fitting = [unit for unit in there if board.side_of(unit) == item["type"]]
        if item["type"] in UPGRADED:
            fitting += [unit for unit in there if NORMAL.get(board.side_of(unit)) == item["type"]]
        fitting.sort(key=lambda unit: not usable(unit))
        if len(fitting) < item["count"]:
            name = board.area(where).name if where else "the map"
            problems.append(
                Problem("ca-no-such-units", rule="9.1", area=name, have=len(fitting), what=item["type"], power=owner,
                        wanted=item["count"])
            )  # fmt: skip
        chosen += fitting[: item["count"]]
    return chosen, problems


# -- military actions ----------------------------------------------------------------------------------------


class MilitaryAction(Kind):
    """8.0 One military action: ``{"act": "operation" | "deploy" | "build" | "intervene" | "rhineland" | "abyssinia" |
    "forfeit", …}``.  `about`: ``left``, ``source``, after a declaration of war ``targets``."""

    name = "military-action"
    rule = "8.0"
    waiting = "to perform a military action"
    verbs = ("operation", "op", "attack", "deploy", "no deployment", "build", "intervene", "rhineland", "abyssinia",
             "pass", "forfeit")  # fmt: skip

    def check(self, board, ask, answer):
        shape = _shape_problem(answer)
        if shape:
            return [Problem("ca-form", rule="8.0", why=shape)]
        about = ask.about
        return action_problems(
            board, ask.power, answer, about.get("left", 1), about.get("source"), about.get("targets", ())
        )

    def default(self, board, ask):
        """Nothing is done; after a declaration of war the first operation that is legal."""
        if ask.about.get("targets"):
            return self._declared(board, ask)[0]
        return {"act": "forfeit"}

    def _declared(self, board, ask):
        plays = possible_operations(board, ask.power, 1)
        return [play for play in plays if not self.check(board, ask, play)]

    def sample(self, board, ask, draw):
        """A random operation (sometimes with support, a second unit, an augmentation or surprise), a deployment, a
        build, an intervention, or nothing."""
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
        surprise = board.ideology(ask.power) == "fascist" and board.may_make_war(ask.power) and draw.below(4) == 0
        plays = list(possible_operations(board, ask.power, left, surprise=surprise))
        if not plays:
            return None
        play = draw.choice(plays)
        for more in (self._another_unit, self._some_support, self._some_augmentation):
            larger = more(board, ask, draw, play)
            if larger != play and not self.check(board, ask, larger):
                play = larger
        return play

    def _another_unit(self, board, ask, draw, play):
        usable = [
            unit for unit in board.units_of(ask.power)
            if unit not in play["units"] and activation_bar(board, ask.power, unit, play["form"]) is None
        ]  # fmt: skip
        return {**play, "units": [*play["units"], draw.choice(usable)]} if usable else play

    def _some_support(self, board, ask, draw, play):
        usable = [
            unit for unit in supporters(board, ask.power, play["form"], play["target"]) if unit not in play["units"]
        ]  # fmt: skip
        return {**play, "support": draw.some(usable, 2)} if usable else play

    def _some_augmentation(self, board, ask, draw, play):
        return {**play, "augment": 1} if draw.below(3) == 0 else play

    def _some_deployment(self, board, ask, draw):
        return DEPLOY.sample(board, ask, draw)

    def _some_other(self, board, ask, draw):
        from .production import buildable

        plays = [{"act": "build", "names": [name]} for name in sorted(buildable(board, ask.power))]
        plays += [{"act": "intervene", "area": area, "side": side} for area in board.civil_wars
                  for side in ("left", "right")]  # fmt: skip
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
        plays = [{"act": "intervene", "area": area, "side": side} for area in board.civil_wars
                 for side in ("left", "right")]  # fmt: skip
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
        return {"act": "rhineland" if verb == "rhineland" else "forfeit"}

    def text(self, answer, ask=None):
        return [_action_text(answer)]

    def grammar(self):
        return [
            ("operation FORM [AREA] -> TARGET with UNITS [via SEA, SEA] [; from AREA with UNITS] [; support UNITS AREA]"
             " [; augment N] [; against POWER] [; extended] [; surprise]",
             "attack: land, invasion, naval, base, air or bombing (9)",
             "operation land silesia -> poland with tank, army; support air east-prussia; augment 1"),
            ("deploy UNIT AREA -> AREA [; UNIT AREA -> AREA]", "move units (8.4)", "deploy army berlin -> silesia"),
            ("deploy …; withdraw fortress AREA", "return a fortress or logistics unit to the cup (8.4.1)",
             "deploy withdraw fortress lorraine"),
            ("build COUNTER, …", "belligerents only (8.3)", "build army"),
            ("intervene AREA left|right", "aid a faction (8.5)", "intervene spain left"),
            ("rhineland", "turn the Rhineland marker (12.1.1, 2022)", "rhineland"),
            ("abyssinia [N]", "the Abyssinian Adventure with N actions (12.1.2, 2018)", "abyssinia 1"),
            ("pass", "forfeit what is left", "pass"),
        ]  # fmt: skip


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
        return _moves_shape(answer.get("moves"))
    if answer["act"] == "build" and not _ids(answer.get("names")):
        return "a build has names"
    if answer["act"] == "intervene" and not isinstance(answer.get("area"), str):
        return "an intervention has an area"
    if answer["act"] == "abyssinia":
        actions = answer.get("actions", 1)
        if isinstance(actions, bool) or not isinstance(actions, int) or actions < 1:
            return "actions is a number"
    return None


def _moves_shape(moves):
    if not isinstance(moves, list):
        return "a deployment has moves"
    for move in moves:
        if not isinstance(move, dict) or not isinstance(move.get("unit"), str) or not isinstance(move.get("to"), str):
            return "each move has a unit and a destination"
    return None


def _ids(value):
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _parse_operation(line, names):
    """``operation FORM [AREA] -> TARGET with UNITS …`` as an item to be settled."""
    from .targets import FORMS

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
        part.fail("ca-ask-form", quote=part.text, forms="from, support, augment, against, extended or surprise")


def _settle_operation(board, power, answer):
    """Groups become unit ids; an invasion with one possible path takes it."""
    play = {name: value for name, value in answer.items() if name != "groups"}
    problems = []
    if "groups" in answer:
        play["units"] = []
        for group in answer["groups"]:
            units, found = find_units(
                board, power, group["units"], lambda unit: activation_bar(board, power, unit, play["form"]) is None,
                group.get("from"), play["units"],
            )  # fmt: skip
            play["units"] += units
            problems += found
    if isinstance(play.get("support"), list) and play["support"]:
        play["support"], found = find_units(
            board, power, play["support"],
            lambda unit: support_bar(board, power, unit, play["form"], play["target"]) is None, None,
            play.get("units") or (),
        )  # fmt: skip
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
    return "rhineland" if act == "rhineland" else "pass"


class Deploy(Kind):
    """8.4 ``{"act": "deploy", "moves": [{"unit", "to"}, …]}``; `to` is a spot, or ``cup`` to withdraw a fortress or
    logistics unit.  `about` may limit it to ``units``."""

    name = "deploy"
    rule = "8.4"
    waiting = "to deploy"
    verbs = ("deploy", "no deployment")

    def check(self, board, ask, answer):
        shape = "it names no moves" if not isinstance(answer, dict) else _moves_shape(answer.get("moves"))
        if shape:
            return [Problem("ca-form", rule="8.4", why=shape)]
        return deployment_problems(board, ask.power, answer["moves"], ask.about.get("units"))

    def default(self, board, ask):
        """Everything stays; what has just been placed over the limit of its area goes to the first spot with room."""
        moves = []
        for unit in ask.about.get("units") or ():
            area = board.at(unit)
            if occupation_problems(board, Stacks(board), area, board.ideology(ask.power)):
                moves = next(
                    (plan for plan in ([{"unit": unit, "to": to}] for to in destinations(board, unit, True))
                     if not deployment_problems(board, ask.power, plan, [unit])), [],
                )  # fmt: skip
        return {"act": "deploy", "moves": moves}

    def sample(self, board, ask, draw):
        units = ask.about.get("units")
        placed = set(units or ())
        moves = []
        for unit in draw.some(movable(board, ask.power, units), 3):
            tried = [*moves, {"unit": unit, "to": draw.choice(destinations(board, unit, unit in placed))}]
            if not deployment_problems(board, ask.power, tried, units):
                moves = tried
        return {"act": "deploy", "moves": moves} if moves else self.default(board, ask)

    def examples(self, board, ask):
        units = ask.about.get("units")
        shown = [self.default(board, ask)]
        for unit in movable(board, ask.power, units)[:4]:
            for to in destinations(board, unit, unit in set(units or ())):
                plan = [{"unit": unit, "to": to}]
                if to != CUP and not deployment_problems(board, ask.power, plan, units):
                    shown.append({"act": "deploy", "moves": plan})
                    break
        return shown

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("moves"), list):
            return answer, []
        moves, problems, taken = [], [], []
        for move in answer["moves"]:
            if not isinstance(move, dict) or "items" not in move:
                moves.append(move)
                continue
            units, found = find_units(board, ask.power, move["items"], lambda unit: True, None, taken)
            problems += found
            taken += units
            moves += [{"unit": unit, "to": _with_coast(board, unit, move["to"])} for unit in units]
        return {**answer, "act": "deploy", "moves": moves}, problems

    def parse(self, line, names):
        if line.verb == "no deployment":
            return {"act": "deploy", "moves": []}
        parts = [line, *(part.without_verb() for part in line.parts)]
        return {"act": "deploy", "moves": [_parse_move(part, names) for part in parts if _says_something(part)]}

    def text(self, answer, ask=None):
        if not answer["moves"]:
            return ["no deployment"]
        shown = [
            f"withdraw {move['unit']}" if move["to"] == CUP else f"{move['unit']} -> {move['to'].replace('/', ' ')}"
            for move in answer["moves"]
        ]  # fmt: skip
        return [f"deploy {'; '.join(shown)}"]

    def grammar(self):
        return [
            ("deploy UNIT AREA -> AREA [coast]; …", "moves in their order (8.4)",
             "deploy army berlin -> silesia; fleet rome -> lombardy adriatic"),
            ("no deployment", "everything stays", "no deployment"),
        ]  # fmt: skip


def _says_something(part):
    return bool(part.head or part.clause("->"))


def _parse_move(part, names):
    """``army berlin -> silesia``, ``ge-army-1 -> silesia``, ``withdraw fortress lorraine``."""
    words = part.words
    if words and words[0].casefold() == "withdraw":
        return {"items": unit_items(part, " ".join(words[1:]), names, with_area=True), "to": CUP}
    to = part.need("->", "the destination")
    return {"items": unit_items(part, part.head, names, with_area=True), "to": parse_spot(to, names)}


def parse_spot(text, names):
    """An area, and a coast after it, as a spot: ``lombardy adriatic`` → ``lombardy/adriatic``."""
    area = names.known(text, "area")
    if area or " " not in text.replace("/", " ").strip():
        return names.find(text, "area")
    first, _, coast = text.replace("/", " ").strip().rpartition(" ")
    return spot(names.find(first, "area"), coast.casefold())


def _with_coast(board, unit, to):
    """A naval unit that is sent to an area with two coasts without naming one takes the first that it can reach."""
    area, coast = parted(to)
    if coast or to == CUP or board.class_of(unit) != "naval" or not board.has_area(area) or not board.area(area).coasts:
        return to
    return next((each for each in destinations(board, unit) if parted(each)[0] == area), to)


# -- combat --------------------------------------------------------------------------------------------------


class Support(Kind):
    """10.2 Which further units defend: ``{"units": [ids]}`` out of ``about["units"]``, none if empty."""

    name = "support"
    rule = "10.2"
    waiting = "to commit support to the defence"
    verbs = ("commit", "no support")

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not _ids(answer.get("units")):
            return [Problem("ca-form", rule="10.2", why="it names no units")]
        units = answer["units"]
        strange = [unit for unit in units if unit not in ask.about["units"]]
        if strange or len(set(units)) < len(units):
            return [Problem("ca-cannot-support", rule="10.2", unit=unit) for unit in strange or units[-1:]]
        if units and not _room(board, ask, units):
            return [Problem("ca-too-many-supporters", rule="7.1", area=board.area(ask.about["area"]).name)]
        return []

    def default(self, board, ask):
        """As many of its own units as there is room for, upgraded ones first."""
        chosen = []
        own = [unit for unit in ask.about["units"] if board.power_of(unit) == ask.power]
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
        units, problems = find_units(board, ask.power, answer["units"], lambda unit: unit in ask.about["units"])
        return {"units": sorted(units)}, problems

    def parse(self, line, names):
        if line.verb == "no support":
            return {"units": []}
        return {"units": unit_items(line, line.body, names, with_area=True)}

    def text(self, answer, ask=None):
        return [f"commit {', '.join(answer['units'])}" if answer["units"] else "no support"]

    def grammar(self):
        return [("commit UNITS AREA, …", "join the defence (10.2)", "commit air london"),
                ("no support", "nobody joins", "no support")]  # fmt: skip


def _room(board, ask, units):
    area = ask.about["area"]
    stacks = Stacks(board, {unit: area for unit in units})
    return not occupation_problems(board, stacks, area, board.ideology(ask.power), operation=True)


class CombatReply(Kind):
    """10.7, 10.8 The loser's one form: ``{"retreat": bool, "losses": [ids], "to": {unit: spot}}``.

    `about`: ``allocations`` the legal ways without a retreat, ``retreating`` those with one, ``to`` where units go.
    """

    name = "combat-reply"
    rule = "10.8"
    waiting = "to take its losses"
    verbs = ("stand", "retreat", "losses")

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not _ids(answer.get("losses")) or not isinstance(answer.get("to"), dict):
            return [Problem("ca-form", rule="10.8", why="it has losses and destinations")]
        about = ask.about
        if answer.get("retreat") and not about["may_retreat"]:
            return [Problem("ca-no-retreat", rule="10.10")]
        ways = about["retreating"] if answer.get("retreat") else about["allocations"]
        if sorted(answer["losses"]) not in [sorted(way) for way in ways]:
            shown = " or ".join(", ".join(way) or "none" for way in ways[:4])
            return [Problem("ca-losses", rule="10.8", count=len(ways[0]) if ways else 0, hint=f"Legal now: {shown}.")]
        if not self._leaves(about, answer):
            return [Problem("ca-not-leaving", rule="10.10", unit=unit) for unit in answer["to"]]
        return retreat_problems(board, self._options(board, about, answer["losses"]), answer["to"])

    def _leaves(self, about, answer):
        return bool(answer.get("retreat") or about.get("leaves"))

    def _options(self, board, about, losses):
        """Where the units that survive these losses may go."""
        gone = lost_units(board, losses)
        return {unit: spots for unit, spots in about.get("to", {}).items() if unit not in gone}

    def default(self, board, ask):
        """Stand if no unit is destroyed by it, else retreat if that is allowed; losses as few units as possible."""
        about = ask.about
        standing = about["allocations"][0] if about["allocations"] else []
        if about["may_retreat"] and lost_units(board, standing):
            return self._answer(board, about, True, about["retreating"][0] if about["retreating"] else [])
        return self._answer(board, about, False, standing)

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
        """Losses that were not named are the published ones; units without a destination take the default."""
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
            named, found = _settle_spots(board, ask.power, answer.get("to") or {}, options)
            problems += found
            whole["to"] = {**{unit: to for unit, to in default_retreat(board, options).items()}, **named}
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
            ("retreat [; losses UNITS] [; UNIT -> AREA]", "one loss less, and leave (10.10)",
             "retreat; losses tank; army -> lorraine"),
        ]  # fmt: skip


def _parse_reply(line, names):
    """``stand; losses army`` or ``retreat; losses tank; army -> lorraine``, for the two kinds that share the verb."""
    verb = line.verb
    answer = {"retreat": verb == "retreat", "to": []}
    if verb == "losses":
        answer["losses"] = unit_items(line, line.body, names)
    elif verb == "retreat" and _says_something(line):
        answer["to"].append(_parse_way(line, names))
    for part in line.parts:
        if part.verb == "losses":
            answer["losses"] = unit_items(part, part.body, names)
        else:
            answer["to"].append(_parse_way(part.without_verb(), names))
    return answer


def lost_units(board, losses):
    """Units that these losses destroy."""
    return [
        unit for unit in dict.fromkeys(losses)
        if losses.count(unit) == 2 or unit not in board.upgraded
    ]  # fmt: skip


def _loss_units(board, ask, items):
    """Losses named by type among the units of the combat."""
    about = ask.about
    there = list(dict.fromkeys(unit for way in (*about["allocations"], *about.get("retreating", ())) for unit in way))
    chosen, problems = [], []
    for item in items:
        if isinstance(item, str):
            chosen.append(item)
            continue
        fitting = [
            unit for unit in there
            if item["type"] in (board.side_of(unit), board.type_of(unit)) and chosen.count(unit) < 1
            and item.get("power") in (None, board.power_of(unit))
        ]  # fmt: skip
        fitting.sort(key=lambda unit: (board.side_of(unit) != item["type"], unit))
        if len(fitting) < item["count"]:
            name = board.area(about["area"]).name
            problems.append(
                Problem("ca-no-such-units", rule="10.8", area=name, have=len(fitting), what=item["type"],
                        power=ask.power, wanted=item["count"])
            )  # fmt: skip
        chosen += fitting[: item["count"]]
    return chosen, problems


def _parse_way(part, names):
    """``army -> lorraine`` or ``cup`` as a destination, to be settled."""
    to = part.need("->", "the destination")
    where = CUP if to.casefold() == CUP else parse_spot(to, names)
    return {"items": unit_items(part, part.head, names, with_area=True), "to": where}


def _settle_spots(board, power, ways, options):
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
                unit for unit in options
                if unit not in found and unit not in units and item["type"] in (board.side_of(unit), board.type_of(unit))
                and item.get("area") in (None, board.at(unit))
            ]  # fmt: skip
            fitting.sort(key=lambda unit: (board.side_of(unit) != item["type"], unit))
            if len(fitting) < item["count"]:
                problems.append(
                    Problem("ca-no-such-units", rule="10.10", area="This list", have=len(fitting), what=item["type"],
                            power=power, wanted=item["count"])
                )  # fmt: skip
            units += fitting[: item["count"]]
        for unit in units:
            found[unit] = _spot_with_coast(way["to"], options.get(unit, ()))
    return found, problems


def _spot_with_coast(to, spots):
    return to if to in spots else next((text for text in spots if parted(text)[0] == to), to)


class Retreat(Kind):
    """10.10 Where units go that have to leave: ``{"to": {unit: spot}}``; units without a legal spot are left out."""

    name = "retreat"
    rule = "10.10"
    waiting = "to retreat its units"
    verbs = ("retreat",)

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("to"), dict):
            return [Problem("ca-form", rule="10.10", why="it names no destinations")]
        return retreat_problems(board, ask.about["to"], answer["to"])

    def default(self, board, ask):
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
        named, problems = _settle_spots(board, ask.power, answer["to"], options)
        return {"to": {**default_retreat(board, options), **named}}, problems

    def parse(self, line, names):
        return _parse_reply(line, names)

    def text(self, answer, ask=None):
        shown = "; ".join(f"{unit} -> {to.replace('/', ' ')}" for unit, to in answer["to"].items())
        return [f"retreat {shown}".strip()]

    def grammar(self):
        return [("retreat UNIT -> AREA; …", "where units go that must leave (10.10)", "retreat army -> silesia")]


class Regroup(Kind):
    """10.11 ``{"moves": {unit: spot}}``: what is not named stays where it is."""

    name = "regroup"
    rule = "10.11"
    waiting = "to regroup"
    verbs = ("regroup", "no regroup")

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("moves"), dict):
            return [Problem("ca-form", rule="10.11", why="it names no moves")]
        return regroup_problems(board, ask.about, answer["moves"])

    def default(self, board, ask):
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
        moves, problems = _settle_spots(board, ask.power, answer["moves"], ask.about["to"])
        return {"moves": dict(sorted(moves.items()))}, problems

    def parse(self, line, names):
        if line.verb == "no regroup":
            return {"moves": {}}
        parts = [line, *(part.without_verb() for part in line.parts)]
        return {"moves": [_parse_way(part, names) for part in parts if _says_something(part)]}

    def text(self, answer, ask=None):
        if not answer["moves"]:
            return ["no regroup"]
        return [f"regroup {'; '.join(f'{unit} -> {to}'.replace('/', ' ') for unit, to in answer['moves'].items())}"]

    def grammar(self):
        return [
            ("regroup UNIT -> AREA; …", "between the target and friendly areas (10.11)",
             "regroup army -> czechoslovakia; air -> silesia"),
            ("no regroup", "what may stay stays", "no regroup"),
        ]  # fmt: skip


class Permit(Choice):
    """9.1, 10.2 Whether an ally may use one's units in this operation."""

    name = "permit"
    rule = "9.1"
    waiting = "to permit the use of its units"
    verbs = ("permit",)

    def grammar(self):
        return [("permit yes|no", "an ally wants to use your units (9.1, 10.2)", "permit yes")]


DEPLOY = Deploy()
ACTION = MilitaryAction()
KINDS = {kind.name: kind for kind in (ACTION, DEPLOY, Support(), CombatReply(), Retreat(), Regroup(), Permit())}
