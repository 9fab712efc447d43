"""How the game is told: printed names, headings, the board in brief, what has changed.  The sentences of facts stand
in `sentences`.
"""

from pbem.core.text import counted, listed
from pbem.core.text import translate as _

from .names import type_name, unit_name
from .parts import SIDES, installed
from .sentences import SENTENCES as sentences

__all__ = ["changes", "heading", "moment", "say", "sentences", "tables"]


def say(board=None):
    """The printed names of everything; of the board's own components, if there is one."""
    return Say(board.parts if board else installed())


class Say:
    """Printed names: `area`, `unit`, `units`, `power`, `country`, `event`, `place`."""

    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = parts

    def area(self, id):
        return self.parts.areas[id].name

    def place(self, id):
        """An area or a box; boxes of the table are spoken of with an article."""
        if id in self.parts.areas:
            return self.parts.areas[id].name
        if id in self.parts.boxes:
            name = self.parts.boxes[id]["name"]
            return name[0].lower() + name[1:] if " " in name else name
        return id

    def unit(self, id):
        return unit_name(self.parts, id)

    def units(self, ids):
        """A list of units; several of one type of a country stand together: ``PRC armor 1 and 2``."""
        groups = {}
        for id in ids:
            unit = self.parts.units[id]
            groups.setdefault((unit.country, unit.type), []).append(id)
        told = []
        for (country, type), members in groups.items():
            record = self.parts.countries[country]
            name = f"{record.get('abbreviation', record['name'])} {type_name(self.parts, type)}"
            told.append(f"{name} {listed([id.rpartition('-')[2] for id in members])}")
        return listed(told)

    def power(self, id):
        return {"prc": _("the PRC"), "allied": _("the Allies")}.get(id, id)

    def country(self, id):
        return self.parts.countries[id]["name"]

    def event(self, id):
        return self.parts.tables["events"][id]["name"]

    def op(self, number):
        return self.parts.tables["ops"][str(number)]["name"] if number else _("no Op")


def heading(step, say):
    """The heading over the facts of a step."""
    name = step["procedure"]
    if name.startswith("petition-"):
        return _("Petition")
    side, _dash, what = name.partition("-")
    if name == "nk-coast" or name.endswith("set-up"):
        return _("Set-up")
    turn = next((fact["turn"] for fact in step.get("facts", ()) if fact["type"] == "turn-begun"), None)
    if turn is not None:
        return _("Turn {turn}: the PRC").format(turn=turn)
    return _("The PRC") if side == "prc" else _("The Allies")


def moment(board, say):
    """Where the game stands, in a few words."""
    last = board.parts.tables["game_end"]["thirty-actions"]["prc_actions"]
    if board.result:
        return _("the game is over after {count}").format(count=counted(board.actions, "PRC action"))
    steps = {**board.parts.tables["sequence"]["steps"]}
    step = steps[board.stage]["name"] if board.stage in steps else _("set-up")
    return _("{step}; {done} of {last} PRC actions done; {vp} VP").format(
        step=step, done=board.actions, last=last, vp=board.vp
    )


def tables(board, say):
    """The board in brief: the score, who controls what, and which units are where."""
    return [_score(board, say), _lands(board, say), _seas(board, say), _boxes(board, say)]


def _score(board, say):
    war = {"none": _("not begun"), "on": _("going on")}.get(board.war) or _("won by {side}").format(
        side=say.power(board.war)
    )
    rows = [
        [_("Victory points of the PRC"), str(board.vp)],
        [_("PRC actions"), str(board.actions)],
        [_("US carriers on the map"), str(board.carriers_on_map())],
        [_("Reinforcement pool"), str(len(board.units_at("pool")))],
        [_("Korean War"), war],
    ]
    return {"title": _("The score"), "columns": ["", ""], "rows": rows}


def _lands(board, say):
    rows = []
    for id in board.holder:
        units = {side: board.units_at(id, side) for side in (*SIDES, "neutral")}
        if any(units.values()) or board.holder[id] != board.parts.areas[id].start:
            told = [_units_of(board, units[side], say) for side in units]
            rows.append([say.area(id), _control(board, id), told[0], told[1] or told[2]])
    return {"title": _("Land areas"), "columns": [_("Area"), _("Control"), "PRC", _("Allies, neutrals")], "rows": rows}


def _control(board, area):
    if area in board.closed:
        return _("closed")
    control = board.control(area)
    return _("contested ({holder})").format(holder=board.holder[area]) if control == "contested" else control


def _seas(board, say):
    rows = [
        [say.area(id), *(_units_of(board, board.units_at(id, side), say) for side in SIDES)]
        for id, area in board.parts.areas.items()
        if not area.is_land and board.units_at(id)
    ]
    return {"title": _("Seas"), "columns": [_("Sea"), "PRC", _("Allies")], "rows": rows}


def _boxes(board, say):
    rows = [
        [board.parts.boxes[id]["name"], say.units(board.units_at(id))]
        for id in board.parts.boxes
        if board.units_at(id) and id != "out-of-play"
    ]
    return {"title": _("Off the board"), "columns": [_("Where"), _("Units")], "rows": rows}


def _units_of(board, ids, say):
    """Units with their damage and cargo."""
    told = []
    plain = [id for id in ids if id not in board.reduced and not board.cargo(id)]
    if plain:
        told.append(say.units(plain))
    for id in ids:
        if id not in plain:
            damage = _(" (damaged)") if id in board.reduced else ""
            cargo = _(" with {cargo}").format(cargo=say.units(board.cargo(id))) if board.cargo(id) else ""
            told.append(f"{say.unit(id)}{damage}{cargo}")
    return "; ".join(told)


def changes(before, after, say):
    """What is different now, most important first."""
    told = []
    if after.result and not before.result:
        told.append(_("The game is over."))
    if after.vp != before.vp:
        told.append(
            _("The PRC has {now} VP ({by:+d}).").format(now=after.vp, by=after.vp - before.vp)
        )  # fmt: skip
    for area in after.holder:
        was, now = before.control(area), after.control(area)
        if was != now:
            told.append(_("{area}: {was}, now {now}.").format(area=say.area(area), was=was, now=now))
    lost = [id for id in after.place if after.place[id] == "eliminated" != before.place[id]]
    if lost:
        told.append(_("Lost: {units}.").format(units=say.units(lost)))
    for country, side in after.country.items():
        if side != before.country[country]:
            told.append(_("{country} is now {side}.").format(country=say.country(country), side=side))
    if after.actions != before.actions:
        told.append(_("PRC actions done: {count}.").format(count=after.actions))
    return told
