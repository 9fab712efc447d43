"""The board: where units are, who holds what, and what has happened.  Reducers change it, rules read it.

Only what changes in play is in it and in its JSON; components are in `parts`, agreed options in `options`.
"""

from bisect import insort

from pbem.core.rules.rulebook import rule

from .parts import OTHER, SIDES, installed, with_pack

ABOARD = "aboard:"
ELIMINATED, POOL, OUT_OF_PLAY, MIDDLE_EAST = "eliminated", "pool", "out-of-play", "middle-east"
SET_UP = "allied-set-up"


class Board:
    """One position.

    place       {unit: area, box, or "aboard:" and the carrying unit}
    at          {place: [units, sorted]}, derived from `place`
    side        {unit: "prc", "allied", "neutral", "out"}, derived from `country`
    lands       {side: {area: number of its land units there}}, derived
    country     {country: "neutral", "allied", "prc", "out"}
    holder      {land area: "neutral", "allied", "prc"}: who controls it, or did before it became contested (7.10)
    scored      {area: points that the PRC has for controlling it now}
    reduced     units on their reduced side
    coasts      {ship: coast} where a land area has two
    limited     countries open to air and naval units only (6.6)
    closed      areas that nobody may use any more (6.17, 6.18)
    bound       units that may not leave Korea (11.6)
    events      {event: times happened}
    ops         {Op number as text: times declared}
    stage       the step that is next
    actions     PRC actions completed (4.1)
    war         Korean War: "none", "on", or the side that won it
    russian     turns in which Russian units were used; `russian_now`: in this one (4.3)
    ceasefire   sides that may not attack in their next activity
    double      the side that has a second activity coming, or None
    must        the Op that the PRC must declare next, or 0 (6.22)
    spent       True if an interception has used up the next Allied activity (8.12)
    result      {"winner", "why", "rule"} or None
    shots       effective factors worked out so far; not part of the position
    due         the work that changes of this step have made due (core/rules/due.py); not part of the position
    settled     False while an Op or an event is being carried out; not part of the position
    """

    __slots__ = (
        "parts",
        "options",
        "edition",
        "version",
        "place",
        "at",
        "side",
        "lands",
        "country",
        "holder",
        "scored",
        "reduced",
        "coasts",
        "limited",
        "closed",
        "bound",
        "events",
        "ops",
        "stage",
        "actions",
        "vp",
        "war",
        "russian",
        "russian_now",
        "ceasefire",
        "double",
        "must",
        "spent",
        "result",
        "shots",
        "settled",
        "due",
    )

    def __init__(self, parts=None, options=None, edition="2008", shown=None):
        self.parts = parts = parts or installed()
        self.options = options if options is not None else defaults()
        self.edition = edition
        self.version = 0
        self.shots = {}
        self.settled = True
        self.due = {}
        if shown is not None:
            self.replace(shown)
            return
        self.place = dict.fromkeys(parts.units, OUT_OF_PLAY)
        self.country = _starting_countries(parts)
        self.holder = {id: area.start for id, area in parts.areas.items() if area.is_land}
        self.scored, self.coasts, self.events, self.ops = {}, {}, {}, {}
        self.reduced, self.limited, self.closed, self.bound, self.ceasefire = [], [], [], [], []
        self.stage = "prc-event-check"
        self.actions = self.russian = self.must = 0
        self.vp = parts.tables["victory"]["start"]
        self.war = "none"
        self.russian_now = self.spent = False
        self.double = self.result = None
        self.rebuild()

    def rebuild(self):
        """Make what is derived from `place` and `country` anew."""
        units = self.parts.units
        self.side = {id: self.country[unit.country] for id, unit in units.items()}
        self.at = {}
        for id, place in self.place.items():
            self.at.setdefault(place, []).append(id)
        for ids in self.at.values():
            ids.sort()
        self.lands = {side: {} for side in SIDES}
        for place, ids in self.at.items():
            if place in self.parts.areas:
                for id in ids:
                    self._count(id, place, 1)

    # -- changing it (reducers only) ---------------------------------------------------------------------

    def put(self, unit, place):
        """Move a unit to an area, a box or aboard; it loses its coast."""
        before = self.place[unit]
        self.at[before].remove(unit)
        insort(self.at.setdefault(place, []), unit)
        self.place[unit] = place
        self.coasts.pop(unit, None)
        self._count(unit, before, -1)
        self._count(unit, place, 1)

    def side_with(self, country, side):
        """Let a country change its side, its units with it."""
        self.country[country] = side
        for id, unit in self.parts.units.items():
            if unit.country == country:
                self._count(id, self.place[id], -1)
                self.side[id] = side
                self._count(id, self.place[id], 1)

    def _count(self, unit, place, by):
        if self.parts.units[unit].category == "land" and self.side[unit] in OTHER:
            area = self.parts.areas.get(place)
            if area and area.is_land:
                count = self.lands[self.side[unit]]
                count[place] = count.get(place, 0) + by

    # -- reading it ----------------------------------------------------------------------------------------

    def units_at(self, place, side=None):
        """The units at a place, of one side or of all, sorted by id."""
        here = self.at.get(place, ())
        if side is None:
            return list(here)
        sides = self.side
        return [unit for unit in here if sides[unit] == side]

    def has_land(self, side, area):
        return self.lands[side].get(area, 0) > 0

    def is_contested(self, area):
        """Land units of both sides are there (3.5)."""
        return self.lands["prc"].get(area, 0) > 0 and self.lands["allied"].get(area, 0) > 0

    @rule("3.5", "Control")
    def control(self, area):
        """3.5 ``neutral``, ``allied``, ``prc`` or ``contested``."""
        return "contested" if self.is_contested(area) else self.holder[area]

    def is_friendly(self, side, area):
        """Controlled by the side and not contested."""
        return self.holder[area] == side and not self.is_contested(area)

    def cargo(self, ship):
        return self.at.get(ABOARD + ship, ())

    def area_of(self, unit):
        """The area where a unit is, aboard a ship too; None off the board."""
        place = self.place[unit]
        if place.startswith(ABOARD):
            place = self.place[place[len(ABOARD) :]]
        return place if place in self.parts.areas else None

    def is_on_map(self, unit):
        """In an area other than the off-map base (4.2)."""
        area = self.area_of(unit)
        return area is not None and area != self.parts.off_map

    def happened(self, event):
        return self.events.get(event, 0)

    def factors(self, unit):
        """The four factors on the side that is up."""
        counter = self.parts.units[unit]
        return counter.reduced if unit in self.reduced else counter.factors

    def strength(self, unit):
        """The sum of its factors, and of those that it carries."""
        return sum(sum(self.factors(one).values()) for one in (unit, *self.cargo(unit)))

    def carriers_on_map(self):
        return sum(self.is_on_map(unit) for unit in self.parts.carriers)

    def allows(self, option):
        """True if a yes-or-no option is agreed as yes."""
        return self.options[option] == "yes"

    # -- JSON ----------------------------------------------------------------------------------------------

    def to_json(self):
        """What changes in play, as JSON."""
        shown = {name: getattr(self, name) for name in PLAIN}
        shown["at"] = {place: list(ids) for place, ids in sorted(self.at.items()) if ids and place != OUT_OF_PLAY}
        for name in SORTED_LISTS:
            shown[name] = sorted(getattr(self, name))
        for name in SORTED_MAPS:
            shown[name] = dict(sorted(getattr(self, name).items()))
        return shown

    def replace(self, shown):
        """Become the board that `to_json` showed."""
        for name in PLAIN:
            setattr(self, name, shown[name])
        for name in SORTED_LISTS:
            setattr(self, name, list(shown[name]))
        for name in SORTED_MAPS:
            setattr(self, name, dict(shown[name]))
        self.place = dict.fromkeys(self.parts.units, OUT_OF_PLAY)
        for place, ids in shown["at"].items():
            for id in ids:
                self.place[id] = place
        self.rebuild()


PLAIN = (
    "stage",
    "actions",
    "vp",
    "war",
    "russian",
    "russian_now",
    "double",
    "must",
    "spent",
    "result",
)
SORTED_LISTS = ("reduced", "limited", "closed", "bound", "ceasefire")
SORTED_MAPS = ("country", "holder", "scored", "coasts", "events", "ops")


def board_from(shown, charter=None):
    """The board that `to_json` showed; options and component pack come from the charter."""
    return blank(charter, shown)


def blank(charter=None, shown=None):
    """A board with the options, the edition and the components of a charter: empty, or as `to_json` showed it."""
    charter = charter or {}
    parts = with_pack(charter["pack"]) if charter.get("pack") else installed()
    return Board(parts, {**defaults(), **charter.get("options", {})}, charter.get("edition", "2008"), shown)


def rulings():
    """The rulings of the title, as rulings.json lists them; read once."""
    if not _RULINGS:
        import json
        import os

        with open(os.path.join(os.path.dirname(os.path.dirname(__file__)), "rulings.json"), encoding="utf-8") as file:
            _RULINGS.extend(json.load(file)["rulings"])
    return _RULINGS


def rulings_by_id():
    """``{id: ruling}``, as `pbem rules` and reports cite them."""
    return {ruling["id"]: {key: value for key, value in ruling.items() if key != "id"} for ruling in rulings()}


def options():
    """The switchable rulings as the options of the title."""
    return {
        ruling["option"]: {
            "values": ruling["values"],
            "default": ruling["default"],
            "rules": ruling["rules"],
            "text": ruling["question"],
            "ruling": ruling["id"],
            "meanings": ruling["meanings"],
        }
        for ruling in rulings()
        if ruling["switchable"]
    }


def defaults():
    """Every option with its published default."""
    return {ruling["option"]: ruling["default"] for ruling in rulings() if ruling["switchable"]}


_RULINGS = []


def _starting_countries(parts):
    """Countries without units, and those whose units begin neutral, begin neutral; all others where they lean."""
    starting = {}
    for id, unit in parts.units.items():
        starting.setdefault(unit.country, parts.starting_sides[id])
    sides = {}
    for country, record in parts.countries.items():
        begins = starting.get(country, "neutral")
        sides[country] = "neutral" if begins == "neutral" else record["leans"]
    return sides
