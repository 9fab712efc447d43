"""A small table for the tests of Cataclysm: boards in one line, rules driven by strict scripts of dice and
answers.

board("paris: fr army, uk army; ruhr: ge tank", france="poland", war=("germany", "france uk"))

An unscripted draw or question fails with what was asked; so does a scripted one that nobody asks for.
"""

from pbem.core.rules.engine import Session
from pbem.core.title.game import Game
from pbem.games.cataclysm import GAME
from pbem.games.cataclysm.orders.kinds import KINDS
from pbem.games.cataclysm.board.parts import NORMAL, POWER_OF_CODE
from pbem.core.title.rulings import agreed
from pbem.games.cataclysm.board.rulings import OPTIONS
from pbem.games.cataclysm.rules.setup import set_up


def board(units="", edition="2022", war=(), allies=(), cubes=None, commitment=None, scenario="empty", options=None):
    """A bare table: units as ``area: code type, …; area: …`` (``minor`` for the country's army), wars as
    pairs of lists, alliances as lists, cubes ``{area: power}``, commitments ``{power: level}``."""
    made = set_up(scenario, edition, agreed(OPTIONS, edition, options))
    made.phase, made.stage = "action", "counter"
    for stack in filter(None, (part.strip() for part in units.split(";"))):
        area, _, names = stack.partition(":")
        for name in names.split(","):
            put(made, area.strip(), name.split())
    for area, power in (cubes or {}).items():
        made.cubes[area] = {power: 2 if made.area(area).capital else 1}
    for one, other in [war] if war and isinstance(war[0], str) else war:
        sides = {made.ideology(one.split()[0]): one.split(), made.ideology(other.split()[0]): other.split()}
        made.wars.append({"sides": sides, "truces": []})
        made.war_status = "limited"
    for members in [allies] if isinstance(allies, str) else allies:
        made.alliances[made.ideology(members.split()[0])] = members.split()
    for power, level in (commitment or {}).items():
        made.powers[power]["commitment"] = level
    made.version += 1
    return made


def put(made, area, words):
    """One unit: ``["fr", "army"]``, ``["minor"]``, ``["it", "fleet", "adriatic"]``."""
    if words == ["minor"]:
        made.place[f"{area}-minor"] = area
        return
    power, name = POWER_OF_CODE[words[0]], words[1]
    type = NORMAL.get(name, name)
    unit = next(
        id
        for id, counter in made.parts.counters.items()
        if counter.power == power and counter.type == type and made.place[id] == "storage"
    )
    made.place[unit] = area
    if name in NORMAL:
        made.upgraded[unit] = True
    if made.class_of(unit) == "naval" and made.area(area).coasts:
        made.coast[unit] = words[2] if len(words) > 2 else made.area(area).coasts[0]


class Script:
    """The feed of a test: draws ``[faces]`` or ``(label, [faces])`` and answers ``(kind, power, answer)``, in
    order.

    Flags that are gained go to the cup without being scripted, unless `flags` is False.
    """

    def __init__(self, dice=(), answers=(), flags=True):
        self.dice, self.answers, self.flags = list(dice), list(answers), flags
        self.labels = []

    def petition(self, board=None):
        return None

    def heard(self, *_):
        return None

    def roll(self, request):
        assert self.dice, f"unscripted draw {request}"
        wanted = self.dice.pop(0)
        label, faces = wanted if isinstance(wanted, tuple) else (request.label, wanted)
        assert label == request.label, f"{request} is drawn; the script has {label}"
        assert request.kind == "dice" and request.of["count"] == len(faces), f"{request}; the script has {faces}"
        self.labels.append(request.label)
        return faces

    def peek(self, board, ask):
        return self._find(board, ask, use=False)

    def answer(self, board, ask):
        return self._find(board, ask, use=True)

    def _find(self, board, ask, use):
        if ask.kind == "place-flag" and self.flags:
            return "cup"
        assert self.answers, f"unscripted question {ask.to_json()}"
        kind, power, answer = self.answers[0]
        assert (kind, power) == (ask.kind, ask.power), f"{ask} {ask.about} is asked; the script has {kind} of {power}"
        if use:
            self.answers.pop(0)
        if kind in KINDS:
            answer, problems = KINDS[kind].settle(board, ask, answer)
            problems = problems or KINDS[kind].check(board, ask, answer)
            assert not problems, [str(problem) for problem in problems]
        elif not ask.is_open:
            assert answer in ask.options, f"{answer} is none of {ask.options}"
        return answer

    def done(self):
        assert not self.dice, f"dice that nobody rolled: {self.dice}"
        assert not self.answers, f"answers that nobody asked for: {self.answers}"


def run(made, rule, *args, dice=(), answers=(), flags=True, **kwargs):
    """Play one rule function to its end under a strict script; returns the facts."""
    steps = iter([("it", {})])
    procedures = {"it": lambda t: rule(t, *args, **kwargs)}
    game = Game(**{**vars(GAME), "procedures": procedures, "next_procedure": lambda board: next(steps, None)})
    script = Script(dice, answers, flags)
    session = Session(game, made)
    stop = session.run(script)
    assert stop.why == "over", (stop.why, stop.asks, stop.roll)
    script.done()
    return session.closed[0]["facts"]


def of_type(facts, type):
    return [fact for fact in facts if fact["type"] == type]


def only(facts, type):
    found = of_type(facts, type)
    assert len(found) == 1, (type, found)
    return found[0]


def unit(made, area, name, nth=0):
    """The id of the n-th unit of a side name (tank, army, …) in an area."""
    return [id for id in made.units_in(area) if made.side_of(id) == name][nth]
