"""How the title is told: names in print, headings, the moment of the game, the board in brief, what changed."""

from pbem.core.data.text import counted, listed
from pbem.core.data.text import translate as _
from pbem.core.orders import endings

from ..board.names import nation_name, type_name
from ..board.parts import FORCES_OF, OTHER, POWER_OF, SIDES
from ..board.pieces import split
from ..rules import economy
from ..rules.chances import band
from .answers import ANSWERS as answers
from .answers import PETITIONS as petitions
from .defaults import DEFAULTS as defaults
from .doubts import DOUBTS as doubts
from .doubts import WASTEFUL as wasteful
from .sentences import SENTENCES as sentences
from .shares import percent

MOST_AT_SEA = 40  # units of both sides for which a report computes a sea battle
SIDE_NAMES = {"axis": "Japan", "allies": "the Allies"}
FORCE_NAMES = {"japan": "Japanese", "uk": "British", "us": "US", "china": "Chinese"}
PHASES = {
    "purchase": "purchase of units",
    "land-patrol": "patrols land",
    "combat-movement": "combat movement",
    "kamikaze": "kamikazes",
    "combat": "combat",
    "markers": "control markers",
    "noncombat-movement": "non-combat movement",
    "placement": "placement of new units",
    "refit": "submarines surface, battleships are repaired",
    "income": "income",
}
HEADINGS = {
    **PHASES,
    "opening": "Before the first turn",
    "raid": "a bombing raid",
    "battle": "battles",
    **endings.HEADINGS,
    "correction": "A correction by the referee",
}

__all__ = [
    "Say",
    "answers",
    "changes",
    "defaults",
    "doubts",
    "heading",
    "measure",
    "moment",
    "petitions",
    "say",
    "sentences",
    "tables",
    "wasteful",
]


class Say:
    """Ids in print, for sentences and tables."""

    def __init__(self, board):
        self.board = board
        self.parts = board.parts

    def area(self, id):
        area = self.parts.areas.get(id)
        return area.name if area else id

    def piece(self, how, id):
        """What one thing is in a list of them (text.gathered), or by itself."""
        return (getattr(self, how.removesuffix("s"))(id), None, None)

    def areas(self, ids):
        return listed([self.area(id) for id in ids])

    def power(self, id):
        return self.parts.turn["powers"].get(id, {}).get("name") or SIDE_NAMES.get(id, id)

    def side(self, id):
        return SIDE_NAMES.get(id, id)

    def nation(self, id):
        return nation_name(self.parts, id)

    def phase(self, id):
        return PHASES.get(id, id)

    def type(self, id, count=1):
        """``infantry``, ``2 fighters``: a unit type without its force."""
        return type_name(self.parts, id, count)

    def unit(self, token, count=1):
        """``2 US infantry``, ``a Japanese transport with 2 infantry``."""
        force, one = split(token)
        article = "an" if FORCE_NAMES[force][0] in "AEIO" else "a"
        if count > 1:
            number, _, name = self.type(one.type, count).partition(" ")
            text = f"{number} {FORCE_NAMES[force]} {name}"
        else:
            text = f"{article} {FORCE_NAMES[force]} {self.type(one.type)}"
        if one.damaged:
            text += " (damaged)"
        if one.cargo:
            each = ", each" if count > 1 else ""
            cargo = self.units({item.rstrip("+"): one.cargo.count(item) for item in one.cargo})
            text += f"{each} with {cargo}"
        return text

    def units(self, units):
        """Tokens with counts in print, those that differ only in what they did this turn together."""
        merged = {}
        for token, count in units.items():
            force, one = split(token)
            shown = f"{force}/{one.but(drop='~^#%=+', moves=None)}"
            merged[shown] = merged.get(shown, 0) + count
        return listed([self.unit(token, count) for token, count in merged.items()])

    def types(self, units):
        """``3 infantry and a transport``, of a purchase."""
        return listed([self.type(id, n) if n > 1 else f"{_article(self.type(id))}" for id, n in units.items()])

    def cost(self, units):
        """What units of a purchase cost, in IPCs."""
        return sum(self.parts.types[id].cost * n for id, n in units.items())

    def medium(self, units):
        """What units have in common: air, sea or land; "" if they have nothing."""
        found = {self.parts.types[split(token)[1].type].category for token in units}
        return found.pop() if len(found) == 1 else ""

    def dice(self, rolled):
        return " ".join(map(str, rolled))

    def shots(self, shots, rolled):
        """``2 infantry at 2 (1 5), fighter at 3 (4)``: who needed what and rolled what."""
        groups, place = {}, 0
        for token, count, value in shots:
            name = split(token)[1].type if "/" in token else token
            groups.setdefault((name, value), []).extend(rolled[place : place + count])
            place += count
        return ", ".join(
            f"{self.type(name, len(got))} at {value} ({self.dice(got)})" for (name, value), got in groups.items()
        )

    def odds(self, fact):
        """How the battle that a fact begins would go by the published orders of loss, fought out; "" if not said."""
        found = self.reckoned(fact)
        if found is None:
            return ""
        win, draw = (percent(mass, found.whole) for mass in (found.win, found.draw))
        template = _("By the published orders of loss, fought out, the attacker wins {win}, nobody {draw}.")
        return template.format(win=win, draw=draw)

    def reckoned(self, fact):
        """The exact odds of the battle that a fact begins, by the published orders of loss; None if not said."""
        if "kamikazes" in fact or self.is_huge(fact):
            return None
        from ..rules.odds import Battle, odds, plain

        return odds(
            Battle(
                self.parts,
                plain(fact["attackers"]),
                plain(fact["defenders"]),
                self.parts.areas[fact["area"]].is_sea,
                guns=fact.get("guns", False),
                amphibious=fact.get("amphibious", False),
                bombardment=fact.get("bombard"),
                surprise=fact.get("surprise", False),
                owner_chooses=fact.get("owner_chooses", False),
            )
        )

    def is_huge(self, fact):
        """Sea battles of more than forty units take more than a second to compute; reports do without."""
        units = sum(fact["attackers"].values()) + sum(fact["defenders"].values())
        return self.parts.areas[fact["area"]].is_sea and units > MOST_AT_SEA

    def luck(self, side, row):
        """``The Allies hit 3 times where 2.5 were to be expected: lucky.``"""
        expected = (row["sixths"] * 10 + 3) // 6
        template = _("{side} scored {hits} where {expected} were to be expected: {band}.")
        text = template.format(
            side=self.side(side),
            hits=counted(row["hits"], "hit"),
            expected=f"{expected // 10}.{expected % 10}",
            band=_(band(row)),
        )
        return text[:1].upper() + text[1:]


def _article(name):
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def say(board):
    """The names in print for a board."""
    return Say(board)


def heading(step, say):
    """The heading of a step: whose turn it is, and the phase or what happens in it."""
    what = HEADINGS.get(step["procedure"], step["procedure"])
    if "area" in step["args"]:
        what = f"{what} on {say.area(step['args']['area'])}"
    if step["procedure"] == "opening" or "round" not in step["args"]:
        return what[:1].upper() + what[1:]
    return f"Round {step['args']['round']}, {say.power(step['args']['power'])}: {what}"


def moment(board, say):
    """``Round 3, United States: combat movement · Japan 7 points``."""
    where = "over" if board.result else PHASES.get(board.phase, "before the first turn")
    return f"Round {board.round}, {say.power(board.power)}: {where} · Japan {counted(board.vp, 'point')}"


def tables(board, say):
    """Money and points, who holds what, where the fleets are."""
    return [_money(board, say), _lands(board, say), _seas(board, say)]


def _money(board, say):
    rows = [
        [say.nation(nation), str(board.money[nation]), str(economy.production(board, nation))]
        for nation in board.parts.nations
        if nation != "china"
    ]
    rows.append(["British convoys", "", str(economy.convoy_pool(board))])
    rows.append(["Chinese infantry a turn", "", str(economy.recruits(board))])
    rows.append(["Victory points of Japan", str(board.vp), ""])
    rows.append(["Kamikazes left", str(board.kamikazes), ""])
    return {"title": "Money and points", "columns": ["", "in hand", "a turn"], "rows": rows}


def _lands(board, say):
    rows = []
    for id in board.parts.territories:
        place, forces = board.parts.areas[id], _forces(board, say, id)
        if forces or board.control[id] != place.owner or place.ipc:
            works = " (complex)" if id in board.complexes else ""
            rows.append([place.name + works, str(place.ipc), say.nation(board.control[id]), forces])
    return {"title": "Territories", "columns": ["Territory", "IPCs", "held by", "units"], "rows": rows}


def _seas(board, say):
    rows = []
    for zone in board.parts.zones:
        forces = _forces(board, say, zone)
        taken = zone in board.markers and board.markers[zone] != _printed(board, zone)
        if forces or taken:
            rows.append([say.area(zone), say.nation(board.markers[zone]) if zone in board.markers else "", forces])
    return {"title": "Sea zones", "columns": ["Zone", "convoy", "units"], "rows": rows}


def _printed(board, zone):
    route = board.parts.routes.get(zone)
    return route["holder"] if route else board.parts.centres[zone]["owner"]


def _forces(board, say, area):
    stacks = {}
    for force, one, count in board.stacks(area):
        token = f"{force}/{one.but(drop='#%=+', moves=None)}"
        stacks[token] = stacks.get(token, 0) + count
    shown = []
    for token, count in stacks.items():
        one = split(token)[1]
        text = say.unit(token, count)
        shown.append(text + (" on patrol" if one.on_cap else " submerged" if one.submerged else ""))
    return listed(shown) if shown else ""


def changes(before, after, say):
    """What is different now: points, money, holders, convoys, losses of units by type."""
    found = []
    if before.vp != after.vp:
        found.append(f"Japan has {counted(after.vp, 'victory point')} ({after.vp - before.vp:+d}).")
    for area in after.parts.territories:
        if before.control[area] != after.control[area]:
            names = say.nation(before.control[area]), say.nation(after.control[area])
            found.append(f"{say.area(area)}: held by {names[0]} before, now by {names[1]}.")
    for zone in after.markers:
        if before.markers[zone] != after.markers[zone]:
            found.append(f"The convoy of {say.area(zone)}: now {say.nation(after.markers[zone])}.")
    for nation in after.parts.nations:
        change = economy.production(after, nation) - economy.production(before, nation)
        if change:
            found.append(f"Production of {say.nation(nation)}: {economy.production(after, nation)} ({change:+d}).")
    return found + _balance(before, after, say)


def stock(board, power):
    """What a power's nations have and bring in, by name, for curves."""
    nations = [nation for nation in board.parts.nations if POWER_OF[nation] == power]
    return {
        "production a turn, in IPCs": sum(economy.production(board, nation) for nation in nations),
        "IPCs in hand": sum(board.money.get(nation, 0) for nation in nations),
    }


def measure(board, power):
    """How well a power stands, for rehearsals to compare: named numbers, the weightiest first, more being better."""
    side, enemy = SIDES[power], OTHER[SIDES[power]]
    winner = board.result["winner"] if board.result else None
    needed = board.parts.turn["victory"]["points"]
    points = {"victory points": board.vp} if side == "axis" else {"victory points that Japan lacks": needed - board.vp}
    value = {one: _value(board, one) for one in (side, enemy)}
    return {
        "won (1) or lost (-1)": (winner == side) - (winner == enemy),
        **points,
        "production less the enemy's, in IPCs": _produced(board, side) - _produced(board, enemy),
        "units less the enemy's, in IPCs": value[side] - value[enemy],
        "own side's units, in IPCs": value[side],
    }


def _produced(board, side):
    """What a side's territories and convoys bring a turn, in IPCs."""
    nations = [nation for nation in board.parts.nations if SIDES[nation] == side]
    pool = economy.convoy_pool(board) if side == "allies" else 0
    return pool + sum(economy.production(board, nation) for nation in nations)


def _value(board, side):
    """What the units of a side cost, those aboard ships included, in IPCs."""
    types = board.parts.types
    tokens = {token: n for token, n in _inventory(board).items() if token.partition("/")[0] in FORCES_OF[side]}
    return sum(types[token.partition("/")[2]].cost * count for token, count in tokens.items())


def _balance(before, after, say):
    """Units more or fewer than before, by force."""
    old, new = _inventory(before), _inventory(after)
    found = []
    for force in FORCE_NAMES:
        for word, one, other in (("lost", old, new), ("gained", new, old)):
            units = {}
            for token in sorted(set(old) | set(new)):
                more = one.get(token, 0) - other.get(token, 0)
                if token.startswith(f"{force}/") and more > 0:
                    units[token] = more
            if units:
                found.append(f"{FORCE_NAMES[force]} units {word}: {say.units(units)}.")
    return found


def _inventory(board):
    """``{"us/infantry": n}`` of everything on the board, cargo included."""
    counts = {}
    for area in board.units:
        for force, one, count in board.stacks(area):
            counts[f"{force}/{one.type}"] = counts.get(f"{force}/{one.type}", 0) + count
            for item in one.cargo:
                owner, unit = split(item.rstrip("+"))
                counts[f"{owner}/{unit.type}"] = counts.get(f"{owner}/{unit.type}", 0) + count
    return counts
