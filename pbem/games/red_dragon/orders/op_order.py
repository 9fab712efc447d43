"""The decision `op`: an Op in order text, made concrete, and back."""

import re

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.kinds import Kind

from ..rules.checks import command_of_units, companions, enemies, wants_attack
from ..rules.combat import completed, in_order
from ..rules.landings import ALL, airborne, assault_force, attackers_in, defenders
from ..rules.movement import islands_between, may_pass
from ..rules.ops import FIELDS, check_op
from ..rules.ops_sea import joining, ships_of
from .unit_items import Pool, fire_text, fire_texts, parse_fire, parse_items, settle_shots

messages(
    {
        "rd-op-number": "The number of the Op is missing: op 14 …, or pass.",
        "rd-op-words": "{text} says nothing to Op {op}.",
    }
)
PASS = {"op": 0}
PARTS = ("load", "attack", "fire")


class Op(Kind):
    """Which Op a side declares, with all its particulars (8.2)."""

    name = "op"
    rule = "8.2"
    waiting = "to declare an Op"
    verbs = ("op", "pass", "operation")
    plain = {"no": "pass"}

    def check(self, board, ask, answer):
        return check_op(board, ask.power, answer)

    def default(self, board, ask):
        """Passing; the Op that must be declared, if there is one (6.22)."""
        return {"op": ask.about["must"]} if ask.about.get("must") else dict(PASS)

    def sample(self, board, ask, draw):
        from .sampling import sample_op

        return sample_op(board, ask.power, draw)

    def examples(self, board, ask):
        from .sampling import Steady, sample_op

        shown, draw = [self.default(board, ask)], Steady(board.actions + 1)
        for _ in range(12):
            move = sample_op(board, ask.power, draw)
            if move["op"] not in [example["op"] for example in shown] and len(shown) < 5:
                shown.append(move)
        return shown

    def describe(self, board, ask):
        if ask.about.get("must"):
            return f"Declare Op {ask.about['must']}, as you must now."
        if ask.about.get("ceasefire"):
            return "Declare an Op without an attack, because of the cease-fire, or pass."
        return "Declare an Op, or pass."

    # -- text ------------------------------------------------------------------------------------------------

    def parse(self, line, names):
        if line.verb == "pass":
            return dict(PASS)
        head = line.head.split(None, 1)
        if not head:
            line.fail("rd-op-number")
        number = line.number(head[0])
        rest = head[1] if len(head) > 1 else line.clause("from") or ""
        move = {"op": number}
        fields = FIELDS.get(number, {})
        if number == 3:
            move["moves"] = [
                self._leg(line, rest, names),
                *(self._part_leg(part, names) for part in line.parts),
            ]
            return move
        self._head(line, rest, names, fields, move)
        self._clauses(line, names, fields, move)
        self._parts(line, names, fields, move)
        return move

    def _leg(self, line, start, names):
        """One ``AREA -> AREA with UNITS`` of Op 3."""
        return {
            "from": names.find(start, "area"),
            "to": names.find(line.need("->", "the goal after ->"), "area"),
            "units": parse_items(line, line.need("with", "the units after with"), names),
        }

    def _part_leg(self, part, names):
        part = part.without_verb()
        return self._leg(part, part.head, names)

    def _head(self, line, rest, names, fields, move):
        """What stands behind the number: an area, a unit or a country, as the Op has it."""
        if "unit" in fields:
            move["unit"] = (
                parse_items(line, rest, names)[0] if rest else line.fail("missing-clause", what="the unit")
            )
        elif "country" in fields:
            move["country"] = self._country(rest, names)
        elif move["op"] == 20:
            move["at"] = names.find(rest, "area")
        elif "from" in fields:
            move["from"] = names.find(rest, "area")
        elif rest:
            line.fail("rd-op-words", quote=rest, text=rest, op=move["op"])

    @staticmethod
    def _country(text, names):
        """The country of Op 9; the name of an area that is called like its country does as well."""
        found = names.known(text, "country")
        return found or names.find(text, "country", "area")

    def _clauses(self, line, names, fields, move):
        if "to" in fields:
            move["to"] = names.find(line.need("->", "the goal after ->"), "area")
        if "at" in fields and move["op"] != 20:
            move["at"] = names.find(line.need("at", "the area after at"), "area")
        via = line.clause("via") if "via" in fields else None
        if via is not None:
            areas = [names.find(item, "area") for item in line.items(via)]
            if not areas and not fields["via"].startswith("path"):
                line.fail("missing-clause", quote="via", what="the area after via")
            move["via"] = areas if fields["via"].startswith("path") else areas[0]
        if "units" in fields:
            with_ = line.clause("with")
            if with_ is not None:
                move["units"] = parse_items(line, with_, names)

    def _parts(self, line, names, fields, move):
        for part in line.parts:
            if part.verb == "load" and "load" in fields:
                [ship] = parse_items(line, part.need("on", "the ship after on"), names)[:1]
                move.setdefault("load", []).append([ship, parse_items(line, part.head, names)])
            elif part.verb == "attack" and "attack" in fields:
                if not part.body:
                    move["attack"] = True
        texts = fire_texts(line, PARTS) if "fire" in fields else None
        if texts is not None:
            shots = parse_fire(line, texts, names)
            if shots is not None:
                move["fire"] = shots
            elif "attack" in fields:
                move["attack"] = True

    keywords = ("on",)

    # -- settling ----------------------------------------------------------------------------------------------

    def settle(self, board, ask, answer):
        """Types become counters, heavy units are spread over the ships, open fire becomes the published default."""
        if not isinstance(answer, dict) or answer.get("op") not in FIELDS:
            return answer, []
        move, side, problems = dict(answer), ask.power, []
        if move["op"] == 3 and _are_moves(move.get("moves")):
            legs = []
            for leg in move["moves"]:
                pool = Pool(board, _units_in(board, side, leg.get("from")))
                legs.append({**leg, "units": pool.take(leg["units"])})
                problems += pool.problems
            return {**move, "moves": legs}, problems
        problems += self._settle_units(board, side, move)
        problems += self._settle_fire(board, side, move)
        return move, problems

    def _settle_units(self, board, side, move):
        if isinstance(move.get("unit"), dict):
            pool = Pool(board, [id for id in board.reduced if board.side[id] == side])
            found = pool.take([move["unit"]])
            move["unit"] = found[0] if found else ""
            return pool.problems
        here = move.get("from") or move.get("at") or board.parts.special["op5"]["from"]
        pool = Pool(board, _units_in(board, side, here))
        if isinstance(move.get("units"), list):
            move["units"] = pool.take(move["units"])
        elif "units" not in move and move["op"] == 15 and move.get("at") == here:
            move["units"] = _whole_sea(board, side, here)
        elif "units" not in move and move["op"] == 20 and here in board.holder:
            move["units"] = attackers_in(board, side, {key: move[key] for key in ("at",)})
        if move["op"] == 12:
            problems = _settle_load(board, side, here, move)
            return pool.problems + problems
        if move["op"] == 14 and "via" not in move and not pool.problems:
            _settle_via(board, side, move)
        return pool.problems

    def _settle_fire(self, board, side, move):
        """Shots become ids; those who are not named fire by the published default, where there is to be an attack."""
        fight = _fight(board, side, move)
        if fight is None:
            return []
        attackers, able, targets, ashore = fight
        problems = []
        if isinstance(move.get("fire"), list):
            move["fire"], problems = settle_shots(board, move["fire"], able, targets)
            move.pop("attack", None)
        if problems or not targets:
            return problems
        given = move.get("fire", [])
        if not all(_is_shot(board, shot) for shot in given):
            return []
        named = {shooter for shooter, _ in given}
        if set(attackers) - named:
            rest = [id for id in attackers if id not in named]
            extra = completed(board, [*attackers, *named], targets, given, ashore)
            move["fire"] = given + [shot for shot in extra if shot[0] in rest]
        if move.get("fire"):
            move["fire"] = in_order(board, move["fire"])
            move.pop("attack", None)
        elif move.pop("fire", None) is not None and "attack" in FIELDS[move["op"]]:
            move["attack"] = True
        return []

    # -- back to text --------------------------------------------------------------------------------------------

    def text(self, answer, ask=None):
        number = answer["op"]
        if number == 0:
            return ["pass"]
        if number == 3:
            legs = [f"{leg['from']} -> {leg['to']} with {', '.join(leg['units'])}" for leg in answer["moves"]]
            return [f"op 3 {'; '.join(legs)}"]
        words = [f"op {number}"]
        words += [answer[key] for key in ("unit", "country") if key in answer]
        if number == 20:
            words.append(answer["at"])
        elif "from" in answer:
            words.append(answer["from"])
        if "to" in answer:
            words.append(f"-> {answer['to']}")
        if "at" in answer and number != 20:
            words.append(f"at {answer['at']}")
        if "units" in answer:
            words.append(f"with {', '.join(answer['units'])}")
        if answer.get("via"):
            via = answer["via"]
            words.append(f"via {via if isinstance(via, str) else ', '.join(via)}")
        parts = [
            f"load {', '.join(cargo)} on {ship}" for ship, cargo in sorted(answer.get("load", {}).items())
        ]
        if answer.get("attack"):
            parts.append("attack")
        if answer.get("fire"):
            parts.append(f"fire {fire_text(answer['fire'])}")
        return ["; ".join([" ".join(words), *parts])]

    def grammar(self):
        return GRAMMAR

    def forms(self, board, ask):
        """The forms of the Ops of one's side."""
        ops = board.parts.tables["ops"]
        return [
            (form, re.sub(r" \((PRC|Allies)\)$", "", meaning), example)
            for form, meaning, example in GRAMMAR
            if form == "pass" or ask.power in ops[form.split()[1]]["sides"]
        ]  # fmt: skip


def _units_in(board, side, area):
    """One's own units in an area, aboard ships too."""
    found = []
    for id in board.units_at(area, side) if isinstance(area, str) else ():
        found += [id, *board.cargo(id)]
    return found


def _are_moves(moves):
    return isinstance(moves, list) and all(
        isinstance(leg, dict) and isinstance(leg.get("units"), list) for leg in moves
    )


def _whole_sea(board, side, sea):
    """All ships of the first command with ships in the sea."""
    ships = ships_of(board, board.units_at(sea, side))
    return companions(board, side, sea, command_of_units(board, ships))


def _settle_load(board, side, here, move):
    """Heavy units that are named to sail are loaded; those that no ship is named for are spread over the ships."""
    units, problems = board.parts.units, []
    ids = [id for id in move.get("units", []) if id in units]
    load = {}
    if isinstance(move.get("load"), list):
        for ship, cargo in move["load"]:
            pool = Pool(board, [id for id in ids if units[id].capacity])
            ship = pool.one(ship)
            hold = Pool(board, [id for id in _units_in(board, side, here) if units[id].category == "land"])
            if ship:
                load.setdefault(ship, []).extend(hold.take(cargo))
            problems += pool.problems + hold.problems
    elif isinstance(move.get("load"), dict):
        load = {ship: list(cargo) for ship, cargo in move["load"].items() if isinstance(cargo, list)}
    aboard = [id for cargo in load.values() for id in cargo]
    waiting = [id for id in ids if units[id].is_heavy and id not in aboard]
    for ship in [id for id in ids if units[id].capacity]:
        room = units[ship].capacity - len(board.cargo(ship)) - len(load.get(ship, []))
        taken, waiting = waiting[: max(room, 0)], waiting[max(room, 0) :]
        if taken:
            load.setdefault(ship, []).extend(taken)
    aboard = [id for cargo in load.values() for id in cargo]
    if "units" in move:
        move["units"] = [id for id in move["units"] if id not in aboard]
    if load:
        move["load"] = load
    else:
        move.pop("load", None)
    return problems


def _settle_via(board, side, move):
    """The island through which ships pass between seas that do not border each other, if one is open to them."""
    here, there = move.get("from"), move.get("to")
    if here not in board.parts.areas or there in board.parts.areas[here].seas:
        return
    for island in islands_between(board, here, there):
        if may_pass(board, side, here, there, island):
            move["via"] = island
            return


def _fight(board, side, move):
    """Who fires in the attack of a move: ``(attackers, all who may fire, targets, those landing)``; None without one.

    `attackers` fire by default if they are not named.
    """
    number, ids = move["op"], move.get("units", [])
    if number in (12, 13, 14) and not wants_attack(move):
        return None
    if "fire" not in FIELDS[number] or not all(isinstance(id, str) and id in board.parts.units for id in ids):
        return None
    places = [move.get(name) for name in ("from", "to", "at") if name in move]
    if not all(place in board.parts.areas for place in places if isinstance(place, str)):
        return None
    if number == 4:
        special = board.parts.special["op4"]
        ids, foes = airborne(board), enemies(board, side, special["to"])
        return (ids, ids, foes, ()) if board.has_land("allied", special["to"]) else None
    if number == 5:
        return ids, ids, enemies(board, side, board.parts.special["op5"]["to"]), ()
    if number == 19:
        if not ids or move["to"] not in board.holder:
            return None
        force = assault_force(board, side, move["from"], ids)
        fights = wants_attack(move) or not board.has_land(side, move["to"])
        return (force, force, defenders(board, side, move["to"]), ids) if fights else None
    if number in (15, 17, 18, 20):
        return ids, ids, enemies(board, side, move["at"]), ()
    return _fight_after_sailing(board, side, move, ids)


def _fight_after_sailing(board, side, move, ids):
    there = move["to"]
    command = command_of_units(board, ids)
    if move["op"] == 13:
        movers = [*ids, *(id for ship in ids for id in board.cargo(ship))]
        ashore = [id for id in movers if board.parts.units[id].category == "land"]
        friends = companions(board, side, there, command, ALL)
    else:
        movers, ashore = ships_of(board, ids), ()
        friends = ships_of(board, companions(board, side, there, command))
    attackers = movers + joining(friends, movers, {key: move[key] for key in ("fire",) if _has_ids(move)})
    return attackers, movers + [id for id in friends if id not in movers], enemies(board, side, there), ashore


def _has_ids(move):
    """Whether the shots are there, with ids for their shooters."""
    return isinstance(move.get("fire"), list) and all(
        isinstance(shot, list) and len(shot) == 2 and isinstance(shot[0], str) for shot in move["fire"]
    )


def _is_shot(board, shot):
    units = board.parts.units
    return (
        isinstance(shot, list) and len(shot) == 2 and all(isinstance(id, str) and id in units for id in shot)
    )


def unknown_op(number):
    return Problem("rd-no-such-op", rule="8.2", op=number)


GRAMMAR = [
    ("pass", "no Op; it counts as an action of the PRC", "pass"),
    ("op 1", "Russia joins (PRC)", "op 1"),
    ("op 2", "war begins in Korea (PRC)", "op 2"),
    ("op 3 AREA -> AREA with UNITS; AREA -> AREA with UNITS", "land moves (PRC)",
     "op 3 china-north -> china-south with armor-1"),
    ("op 4 [; fire …]", "airborne assault (PRC)", "op 4; fire default"),
    ("op 5 with UNITS [; fire …]", "air strike on Taiwan (PRC)", "op 5 with su-30-1, su-30-2; fire default"),
    ("op 6 UNIT", "repair a carrier (Allies)", "op 6 us-cvn-1"),
    ("op 7 AREA -> AREA with UNITS", "airlift (Allies)", "op 7 us-base -> okinawa with stryker-1"),
    ("op 8", "reinforcements (Allies)", "op 8"),
    ("op 9 COUNTRY", "diplomacy (Allies)", "op 9 malaysia"),
    ("op 11", "roll for the Korean War", "op 11"),
    ("op 12 AREA -> SEA with UNITS [; load UNITS on SHIP] [; attack] [; fire …]", "put to sea",
     "op 12 china-central -> taiwan-strait with amph-1, marine-1, armor-2; load armor-2 on amph-1"),
    ("op 13 SEA -> AREA with UNITS [; attack] [; fire …]", "enter port or shore",
     "op 13 east-china-sea -> okinawa with us-cvn-1"),
    ("op 14 SEA -> SEA with UNITS [via ISLAND] [; attack] [; fire …]", "sea to sea",
     "op 14 east-china-sea -> taiwan-strait with us-sag-1; attack"),
    ("op 15 SEA at SEA or AREA with UNITS [; fire UNITS at UNIT; UNITS at UNIT]", "naval attack",
     "op 15 east-china-sea at china-central with us-sag-1; fire us-sag-1 at prc-j-6-1"),
    ("op 16 AREA -> AREA with UNITS [via AREA, AREA]", "rebase aircraft; the PRC names the way",
     "op 16 china-south -> palawan with j-10-2 via south-china-sea"),
    ("op 17 AREA at SEA with UNITS [; fire …]", "air attack at sea", "op 17 okinawa at east-china-sea with us-f-35-1"),
    ("op 18 AREA at AREA with UNITS [via AREA, AREA] [; fire …]", "long-range strike",
     "op 18 us-base at china-central with us-b-2-1"),
    ("op 19 SEA -> AREA with LAND UNITS [; attack] [; fire …]", "amphibious assault",
     "op 19 taiwan-strait -> taiwan with marine-1, marine-2; fire default"),
    ("op 20 AREA [with UNITS] [; fire …]", "attack in a contested area", "op 20 taiwan; fire default"),
]  # fmt: skip
