"""Printed names: of counters and powers, and of what facts hold on a board."""

from collections.abc import Collection, Iterable, Sequence

from pbem.core.data.tables import beside
from pbem.core.data.text import gathered, listed

from .board import Board
from .names import POWERS, SPECIAL, within
from .parts import FACTIONS

TYPES, OTHERS, ADJECTIVES, WAYS, FACTION_NAMES, PARTIES, IDEOLOGIES, MARKER_NAMES = beside(__file__, "printed").values()
COUNTERS = {**OTHERS, **TYPES}


class Say:
    """Printed names of what facts hold; `the_…` as they stand within a sentence."""

    __slots__ = ("board",)
    ways = WAYS
    """How fields of a sentence may be printed (core/data/sentences.py)."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def area(self, id: str | None) -> str:
        found = self.board.parts.all_areas.get(id or "")
        return found.name if found else ("China" if id == "china" else str(id))

    def piece(self, how: str, id: str) -> tuple[str, str | None, str | None]:
        """What one thing is in a list of them (text.gathered), or by itself."""
        if how in ("areas", "the_areas", "the_powers", "powers"):
            return (getattr(self, how.removesuffix("s"))(id), None, None)
        singles = {"stack": self.side, "stationed": self.side, "some": self.unit, "some_named": self.name}
        if how not in singles:
            return (getattr(self, how)([id] if how == "origins" else id), None, None)
        name, place = singles[how](id), self.board.at(id) if how == "stationed" else None
        at = (
            "{units} in {area}".format(units="", area=self.the_area(place))
            if (place and self.board.has_area(place))
            else None
        )
        if name.startswith("the army of "):  # there is but one of a country
            return (name, None, at)
        name = name.removeprefix("the ")  # "the Guomindang army" is one of several
        return (f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}", "{count} " + plural(name), at)

    def areas(self, ids: Iterable[str]) -> str:
        return listed([self.area(id) for id in ids])

    def power(self, id: str | None) -> str:
        return POWERS[id][0] if id in POWERS else IDEOLOGIES.get(id, str(id))

    def powers(self, ids: list[str]) -> str:
        return listed([self.power(id) for id in ids])

    def the_area(self, id: str | None) -> str:
        """The name in a sentence: the Ruhr, Paris; only on the map a capital is printed in capitals."""
        return within(self.area(id))

    def the_areas(self, ids: Collection[str]) -> str:
        return listed([self.the_area(id) for id in ids])

    def the_power(self, id: str | None) -> str:
        return within(self.power(id))

    def the_powers(self, ids: Sequence[str]) -> str:
        return listed([self.the_power(id) for id in ids])

    def faction(self, id: str) -> str:
        return FACTION_NAMES.get(id, id)

    def party(self, id: str) -> str:
        return PARTIES.get(id, id)

    def marker(self, id: str) -> str:
        """A special marker as it is called: Lend Lease, Washington Naval Treaty."""
        plain = self.board.parts.counters[id].kind if id in self.board.parts.counters else id
        return MARKER_NAMES.get(plain, plain.replace("-", " ").title())

    def special(self, name: str | None) -> str:
        """A special action as it is called (6.8)."""

        return SPECIAL[name][0] if name in SPECIAL else str(name)

    def adjective(self, power: str) -> str:
        return ADJECTIVES.get(power, str(power))

    def counter(self, id: str) -> str:
        """ "German army", "Il Duce flag", "Crisis marker"."""
        counter = self.board.parts.counters.get(id)
        if counter is None:
            return str(id)
        if counter.kind in FACTIONS:
            return f"the {self.faction(counter.kind)} army"
        if counter.type == "minor":
            return "the army of {area}".format(area=self.area(id[: -len("-minor")]))
        kind = f"upgrade-{counter.kind}" if counter.type == "upgrade" else counter.kind or counter.type
        name = COUNTERS.get(kind, kind.replace("-", " "))
        is_named = not counter.power or kind == "il-duce"
        return name if is_named else f"{self.adjective(counter.power)} {name}"

    unit = counter

    def units(self, ids: list[str]) -> str:
        """ "2 German armies and Italian air force" as a list with counts."""
        return numbered([self.unit(id) for id in ids])

    def side(self, id: str) -> str:
        """A unit by the side that is up: German tank army."""
        power = self.board.power_of(id)
        return f"{self.adjective(power)} {TYPES[self.board.side_of(id)]}" if power else self.counter(id)

    def stack(self, ids: list[str]) -> str:
        """ "2 German armies and a German tank army", by the sides that are up."""
        return gathered([self.piece("stack", id) for id in ids])

    def stationed(self, ids: list[str] | str) -> str:
        """ "a German army in Silesia and 2 German air forces in Berlin": units and where they are."""
        return gathered([self.piece("stationed", id) for id in ([ids] if isinstance(ids, str) else ids)])

    def some(self, ids: list[str]) -> str:
        """ "a German army and 2 resources", as they are printed."""
        return gathered([self.piece("some", id) for id in ids])

    def some_named(self, words: list[str]) -> str:
        """Counters by the names of forms."""
        return gathered([self.piece("some_named", word) for word in words])

    def origins(self, ids: list[str]) -> str:
        """Where units come from, each area once."""
        return self.the_areas(dict.fromkeys(self.board.at(unit) for unit in ids))

    def goal(self, spot: str) -> str:
        """Where a unit deploys: the cup, or an area."""
        return "the cup" if spot == "cup" else self.the_spot(spot)

    def the_spot(self, spot: str) -> str:
        """An area, with its coast where one is named: Lombardy (Adriatic coast)."""
        area, _, coast = spot.partition("/")
        template = "{area} ({coast} coast)" if coast else "{area}"
        return template.format(area=self.the_area(area), coast=coast.capitalize())

    def name(self, word: str) -> str:
        """A counter by the name of forms: upgrade-tank → tank upgrade."""
        return COUNTERS.get(word, word.replace("-", " "))

    def plain(self, id: str) -> str:
        """A counter without its nationality, where the sentence names the power: flag, army, tank upgrade."""
        held = self.board.parts.counters[id]
        return self.name(f"upgrade-{held.kind}" if held.type == "upgrade" else held.kind or held.type)

    def plains(self, ids: list[str] | str) -> str:
        """ "an army and 2 flags"."""
        return numbered([self.plain(id) for id in ([ids] if isinstance(ids, str) else ids)], article=True)

    def then(self, powers: Iterable[str]) -> str:
        return listed([self.the_power(power) for power in powers], "then")

    def words(self, id: str) -> str:
        return id.replace("-", " ")

    def faces(self, dice: Iterable[int]) -> str:
        return " ".join(map(str, dice))

    def falling(self, dice: Iterable[int]) -> str:
        return self.faces(sorted(dice, reverse=True))

    def commas(self, dice: Iterable[int]) -> str:
        return ", ".join(map(str, dice))


def numbered(names: list[str], article: bool = False) -> str:
    """``German tank army and 2 German air forces`` for names that may occur more than once; with `article` a German
    tank army."""
    shown = []
    for name in dict.fromkeys(names):
        number = names.count(name)
        if number > 1:
            shown.append(f"{number} {plural(name)}")
        else:
            bare = not article or name.startswith("the ")  # there is but one of a country
            shown.append(name if bare else f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}")
    return listed(shown)


def plural(name: str) -> str:
    """Armies, Soviet air forces, crises."""
    for ending, many in (("my", "mies"), ("sis", "ses")):
        if name.endswith(ending):
            return name[: -len(ending)] + many
    return f"{name}s"
