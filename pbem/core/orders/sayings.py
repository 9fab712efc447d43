"""What people say in words of their own, as order lines.

Nothing is guessed here: a text is turned into lines of the order grammar by tables of words, and whoever asks reads
those as any others (ordertext.py).  The table of all titles is sayings.json beside this file, that of a title the one
in its folder orders:

    shapes   {what is looked for: its pattern}; in the table of all titles alone
    words    {pattern: what stands for it}, for words alone
    answers  {kind of question that is asked: {pattern of a whole line: the lines}}; ``(?P<order>…)`` is said in words
             of one's own again, and means lines that begin with what ``(?P<lead>…)`` is, if there is one; other groups
             stand in the lines as they are, and ``{n}`` is how many of ``(?P<most>…)`` can be bought now
    verbs    {pattern of the first words: what stands for them}
    bare     kinds of question that are asked, of which the verb may be left out
    examples {power: [[an order, what it does]]}: what a newcomer is shown
    classes  {words for units: pattern of what an order calls those units}: "all ships in", "the troops in"
    moves    [[verbs, pattern, lines]] with {units}, {from}, {to} and {via}; the pattern is for "UNITS: FROM -> TO";
             {to:.0} stands for nothing, where the pattern and the order fix the place
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from ..data.collecting import grouped
from ..data.components import folder_of
from ..data.tables import Sentences, beside, read_table
from ..language.names import key
from ..language.reader import tokens_of
from ..title.game import asked_of

if TYPE_CHECKING:
    from ..title.game import Game

NOTHING: Any = {"words": {}, "answers": {}, "verbs": {}, "bare": [], "moves": [], "examples": {}, "classes": {}}
LATER = 2  # blanks at the least in what answers a question that is not asked now
_say = Sentences(__name__)
LONGEST = 400  # letters of a line that is looked at
MOST_WORDS = 4  # of the name of an area
ROLES = ("from", "to", "via", "in")
MOST_GROUPS = 6  # parts of a sentence in which several groups go to one goal
AT = {"at", "against"}
AT_LINKS = {"in", "of", "on", *AT}  # words between units and where they are attacked
OWNERS = ("power", "force", "country")  # categories of those whose units are named
_TOKEN = r"->|[^\s,:;]+|[,:;]"
_CUTS = r",? and |[,;] "  # between groups
_SLOT = r"{(\w+)(?::\.0)?}"
Lines = tuple[str, ...]


class Table(NamedTuple):
    """What a title, and all titles, know of how people say things.  Patterns are compiled when a text is looked at by
    them: most orders are understood before."""

    links: Mapping[str, set[str]]
    shapes: Mapping[str, str]
    words: list[tuple[str, str]]
    answers: Mapping[str, Mapping[str, str]]
    verbs: Mapping[str, str]
    bare: set[str]
    moves: list[tuple[set[str], str, list[str]]]
    examples: Mapping[str, list[tuple[str, str]]]
    classes: Mapping[str, str]

    def shape(self, name: str) -> "re.Pattern[str]":
        return pattern_of(self.shapes[name])

    def negations(self, text: str) -> int:
        """How many words of a text say what is not done.  No reading leaves one out: it would order the contrary."""
        return len(self.shape("not").findall(text.replace("\u2019", "'")))


@cache
def pattern_of(text: str) -> "re.Pattern[str]":
    return re.compile(text, re.I)


@lru_cache(16)
def table_of(game: "Game") -> Table:
    """The table of a title, which may have none of its own."""
    path = os.path.join(folder_of(game.package) or "", "orders", "sayings.json")
    ours = beside(__file__, "sayings")
    own = read_table(path) if os.path.exists(path) else NOTHING
    moves = [(set(verbs.split("|")), units, lines) for verbs, units, lines in own["moves"]]
    links = {role: set(words.split("|")) for role, words in ours["links"].items()}
    words = [(rf"\b(?:{one})(?!\w)", to) for one, to in {**ours["words"], **own["words"]}.items()]
    known = {name: own[name] for name in ("answers", "verbs", "examples")}
    classes, bare = {**own["classes"], **ours["classes"]}, set(own["bare"])
    return Table(links, ours["shapes"], words, moves=moves, classes=classes, bare=bare, **known)


class Sayings:
    """What one power may say with a text."""

    def __init__(self, table: Table, game: "Game", asked: Iterable[str], power: str | None) -> None:
        self.table, self.game, self.power = table, game, power
        self.asked = [name for name in asked if name in game.kinds]
        whose = asked if isinstance(asked, Mapping) else {}
        self._ours = {name for name in self.asked if not whose or power in whose.get(name, ())}
        self._board = getattr(asked, "board", None)

    @cached_property
    def stands(self) -> list[tuple[str, str]]:
        """``[(area, what an order calls a unit)]`` of the units of the power; nothing where no board is known."""
        return self._stands_of([self.power] if self.power else [])

    def _stands_of(self, powers: Iterable[str]) -> list[tuple[str, str]]:
        known = getattr(asked_of(self.game), "stands", None)
        return [row for one in powers for row in known(self._board(), one)] if known and self._board else []

    def candidates(self, text: str, is_led: bool = False) -> Iterator[list[Lines]]:
        """The lines that a text may be, the likelier ways of saying things first: those of one way together; `is_led`:
        what it orders is said before it."""
        bare = self.plain(text)
        if not bare or len(bare) > LONGEST or bare.endswith(":"):
            return
        yield [(bare,)] if bare != text else []
        yield list(self.answers(bare))
        yield [(f"{to} {bare[found.end() :].lstrip()}".strip(),) for found, to in self._begun(bare)]
        yield [(f"{self.game.kinds[kind].verbs[0]} {bare}",) for kind in self.asked if kind in self.table.bare]
        yield list(self._shared(bare, is_led)) or list(self._grouped(bare, is_led)) or list(self._moved(bare, is_led))
        later = [kind for kind in self.table.answers if kind not in self.asked and kind in self.game.kinds]
        first, is_long = bare.partition(" ")[0].casefold(), bare.count(" ") >= LATER
        yield list(self.answers(bare, [one for one in later if is_long or first in self.game.kinds[one].verbs]))

    @cached_property
    def _words(self) -> list[tuple["re.Pattern[str]", str]]:
        return [(pattern_of(pattern), to) for pattern, to in self.table.words]

    def plain(self, text: str) -> str:
        """A text without what is said to a person, in words that the tables know."""
        text = text.strip(" .!") if len(text) <= 2 * LONGEST else ""
        for pattern, to in self._words:
            text = pattern.sub(to, text)
        last, polite, ends = "", self.table.shape("polite"), self.table.shape("ends")
        while text != last:
            last, text = text, polite.sub("", text, count=1)
            text = self._without_power(ends.sub("", text).strip(" .!,"))
        return " ".join(text.split())

    def _without_power(self, text: str) -> str:
        """A text without the power at its beginning: that says who speaks, if no place is meant."""
        found = re.match(r"(?:the )?([\w-]+):? (?!to\b|->|attack)", text, re.IGNORECASE)
        is_power = found and self.power and self.game.names.known(found[1], "power") == self.power
        is_power = is_power and not self._area_at(re.findall(_TOKEN, text), 0)[1] > 1
        return text[found.end() :] if found and is_power else text

    def _begun(self, text: str) -> Iterator[tuple["re.Match[str]", str]]:
        return ((found, to) for one, to in self.table.verbs.items() if (found := pattern_of(one).match(text)))

    def answers(self, text: str, kinds: list[str] | None = None) -> Iterator[Lines]:
        """The lines that a whole text is, in answer to what is asked; or to other kinds of question."""
        for kind in self.asked if kinds is None else kinds:
            plain = self.game.kinds[kind].plain.get("no" if key(text) == "pass" else key(text))
            if plain and kind in self._ours:  # a bare yes or no answers nobody else's question
                yield (plain,)
            for pattern, lines in self.table.answers.get(kind, {}).items():
                found = pattern_of(pattern).fullmatch(text)
                if found and (kind in self._ours or "most" not in found.groupdict()):
                    yield from self._filled(lines, found.groupdict(default=""))

    def _filled(self, lines: str, said: dict[str, str]) -> Iterator[Lines]:
        """The lines of an answer; with an order in them one for each way that it may be said."""
        inner, lead = said.pop("order", ""), said.pop("lead", "")
        board, most = self._board, getattr(asked_of(self.game), "most", None)
        type = self.game.names.known(said.get("most", "").removesuffix("s"), "unit-type") if board and most else None
        said["n"] = str(most(board(), self.power, type)) if board and most and type else said.get("n", "")
        found = [way for ways in self.candidates(inner, bool(lead)) for way in ways] if inner else []
        is_alone = "{order}" in lines.split("\n")  # what is several lines can stand nowhere else
        ways = [inner, *("\n".join(way) for way in found if is_alone or len(way) == 1)]
        for way in ways:
            if way.casefold().startswith(lead.casefold()):
                yield tuple(lines.format(order=way, **said).split("\n"))

    # -- sentences of units that go from place to place ----------------------------------------------------------

    def _moved(self, text: str, is_led: bool) -> Iterator[Lines]:
        """The lines of a text that names units and places, in any order."""
        verbs, roles, units = self._parts(re.findall(_TOKEN, text))
        parts = {**_ends(roles), "units": units}
        is_way = _is_one_way(roles) and not any(map(self.is_foe, re.findall(r"\w+", units)))
        if not is_way or not (verbs or is_led or any(role for role, _ in roles)):
            return
        if (group := self._group(units)) and "from" in parts:
            parts["units"] = self._all_in(parts["from"], *group)
        if "from" not in parts and (start := self._start_of(units)):
            parts["from"] = start
        verbs = verbs or ({"attack"} if self._is_closed(parts.get("to", "")) else verbs)
        whole = "{}: {} -> {}".format(*(parts.get(name, "") for name in ("units", "from", "to")))
        for names, pattern, lines in self.table.moves:
            if (verbs & names or not verbs and (is_led or "" in names)) and pattern_of(pattern).search(whole):
                fitting = [
                    line for line in lines if set(re.findall(_SLOT, line)) == {name for name in parts if parts[name]}
                ]
                listed = {**parts, "via": parts.get("via", "").replace(" -> ", ", ")}
                yield from (tuple(line.format(**listed if "via {" in line else parts).split("\n")) for line in fitting)

    def _shared(self, text: str, is_led: bool) -> Iterator[Lines]:
        """The lines of "2 infantry from Shantung to Anhwe and 1 to Suiyuan"."""
        said = self.table.shape("shared").fullmatch(text)
        verbs, roles, units = self._parts(re.findall(_TOKEN, said[1] if said else ""))
        begun, start = re.fullmatch(r"\w+ (\w[\w-]*)", units), _ends(roles).get("from")
        if said and begun and start:
            shares = self.table.shape("share").findall(said[2])
            others = [f"{' '.join(verbs)} {n} {name or begun[1]} from {start} to {goal}" for n, name, goal in shares]
            ways = [[*self._moved(line.strip(), is_led)] for line in (said[1], *others)]
            yield from [tuple(line for way in ways for line in way[0])] if others and all(ways) else ()

    def _grouped(self, text: str, is_led: bool) -> Iterator[Lines]:
        """The lines of "The tank in Burma and 2 infantry from Siam go to Yunnan": groups, each from a place of its own,
        to one goal.  Units between two places may be of either."""
        parts = [self._parts(re.findall(_TOKEN, part)) for part in re.split(_CUTS, text)[: MOST_GROUPS + 1]]
        verbs = {verb for found, _, _ in parts for verb in found}
        goals = {area for _, roles, _ in parts for role, area in roles if role == "to"}
        starts = [[area for role, area in roles if role in ("from", "in", "")] for _, roles, _ in parts]
        ours = {place for place, _ in self.stands}
        is_way = len(goals) == 1 and sum(map(bool, starts)) > 1 and max(map(len, starts)) == 1
        is_way = is_way and (not ours or all(ours.issuperset(areas) for areas in starts))
        if not is_way or len(parts) > MOST_GROUPS or any(role == "via" for _, roles, _ in parts for role, _ in roles):
            return
        for ways in product(*(_owners_of(starts, place) for place in range(len(parts)))):
            groups, ends = grouped(zip(ways, (units for _, _, units in parts))), f"to {next(iter(goals))}"
            named = [(start, ", ".join(filter(None, units))) for start, units in groups.items()]
            said = [f"{' '.join(verbs)} {units} from {start} {ends}" for start, units in named]
            lines = [[*self._moved(line.strip(), is_led)] for line in said]
            yield from [tuple(line for way in lines for line in way[0])] if all(lines) else ()

    def shares(self, text: str) -> tuple[list[str], list[str]]:
        """``(goals, a line for each)`` of a text that has several goals, and does not say who goes to which."""
        tokens = [one for one in re.findall(_TOKEN, self.plain(text)) if one != "also"] if len(text) <= LONGEST else []
        goals, first, last, at = list[str](), 0, 0, 0
        while at < len(tokens):
            area, end = self._area_at(tokens, at)
            before = tokens[at - 1].casefold() if at else ""
            if area and before in self.table.links["to"]:
                goals, first, last = [area], end, end  # behind "A -> B" it is the end of a way
            elif area and goals and before in ("and", ",") and last == at - 1:
                goals, last = [*goals, area], end
            at = end
        _verbs, roles, units = self._parts(tokens[:first])
        start, said = _ends(roles).get("from") or "AREA", re.fullmatch(r"(\d{1,3}),? (\w[\w-]*)", units)
        if said and int(said[1]) >= len(goals):
            shares = [f"{count} {said[2]}" for count in _split(int(said[1]), max(len(goals), 1))]
        else:
            shares = [units if units and not re.search(r"\d", units) else "UNITS"] * len(goals)
        return goals[1:] and goals, [f"{share} {start} -> {to}" for share, to in zip(shares, goals)]

    def _is_closed(self, area: str) -> bool:
        """Whether who goes to an area attacks there, in a title where a march is one order and an attack another."""
        is_open = getattr(asked_of(self.game), "is_open_to", None)
        return bool(is_open and area and self.power and self._board and not is_open(self._board(), self.power, area))

    def advice(self, text: str) -> str:
        """What to write where a text says what goes where, and not from where, or names what is attacked as what goes;
        "" for others."""
        if len(text) > LONGEST:
            return ""
        plain = self.plain(text)
        verbs, roles, units = self._parts(re.findall(_TOKEN, plain))
        begun = re.search(r"\b(?:from|leaving) (?:the )?(\w+(?: [A-Z]\w+)*)", plain)
        if begun and not self._area_at(re.findall(_TOKEN, begun[1]), 0)[0]:
            return _say("no-area", name=begun[1], near=self.game.names.hint(begun[1], "area")).strip()
        if verbs and units and [role for role, _ in roles] == ["to"]:
            return _say("from-where", text=text)
        return _say("ours") if verbs and not roles and any(map(self.is_foe, self._but_areas(plain))) else ""

    def _but_areas(self, text: str) -> Iterator[str]:
        """The words of a text that name no place."""
        tokens, at = re.findall(_TOKEN, text), 0
        while at < len(tokens):
            area, end = self._area_at(tokens, at)
            yield from [] if area else [tokens[at]]
            at = end

    def _parts(self, tokens: list[str]) -> tuple[set[str], list[tuple[str, str]], str]:
        """``(verbs, [(role, area)], units)`` of the words of a line: a place has the role of the link, or of the verb,
        before it."""
        links, rest, verbs = self.table.links, [","], set[str]()
        roles: list[tuple[str, str]] = []
        role, before, at, aimed_at, is_aim, names_target, has_subject = "", "", 0, False, False, False, False
        while at < len(tokens):
            word = tokens[at].casefold()
            area, end = self._area_at(tokens, at)
            is_named = before in links["but"] or word in links["sorts"] and before in links["some"]  # "all ships"
            verb, before = "" if is_named else infinitive(word, links["verbs"]), word
            link = next((name for name in ROLES if word in links[name]), "")
            behind = next((one.casefold() for one in reversed(tokens[:at]) if one.casefold() not in links["some"]), "")
            is_aim = is_aim and word not in ("with", ":")  # what stands here is what the verb before it is aimed at
            if area:
                if behind in ("and", ",") and role != "via" and "to" in dict(roles):
                    return verbs, [], ""  # "to Kwangsi and Yunnan" are two goals, and no way through both
                roles.append((role, area))
                role, is_aim = role if role == "via" else "", False
            elif is_aim and (word in AT_LINKS or word in links["sorts"] or self.is_foe(word)):
                if names_target:
                    return verbs, [], ""  # "attack the carriers in …" says what is fired at
            elif link or verb:
                if link == "to" and aimed_at and roles[-1:] and roles[-1][0] == "to":
                    roles[-1] = "from", roles[-1][1]  # "attack silesia to poland"
                role = "in" if word in ("on", "at") and rest[1:] and not verbs else link  # "the fighters on Formosa"
                role = role or ("to" if verb in links["aimed"] else "")
                verbs |= {verb} - {""}
                aimed_at = is_aim = verb in links["aimed"] and not link
                has_subject = bool(roles or rest[1:])
            elif behind in AT or (names_target and (word == "with" or is_aim and has_subject)):
                return verbs, [], ""  # and so do "attack the carriers with …", "the fleet fires at the carriers"
            elif (
                word in links["sorts"]
                and (tokens[end:] or [behind])[0] in ("of", ":", "--")
                and not self._area_at(tokens, end + 1)[0]  # "tank and army: silesia -> poland"
            ):
                pass  # "the fleet of SAG 1", "SAG 1: the fleet"
            elif word not in links["passed"]:
                rest.append(tokens[at])
                names_target = names_target or aimed_at
                role = role if role == "via" and word in (",", "and") else ""
            is_apart = link or verb or word in ("with", ":") or (area and rest[-1].casefold() not in links["some"])
            rest += [","] if is_apart else []
            at = end
        return verbs, roles, _listed(rest)

    def _area_at(self, tokens: list[str], at: int) -> tuple[str, int]:
        """``(area, the place behind it)``, of the longest name; ``("", at + 1)`` without."""
        for end in range(min(at + MOST_WORDS, len(tokens)), at, -1):
            text = " ".join(tokens[at:end]).removesuffix("'s")
            area = self.game.names.known(text, "area") if tokens[at].casefold() != "the" else None
            if area and tokens[end - 1] not in ",:;":
                return area, end
        return "", at + 1

    def is_foe(self, word: str) -> bool:
        """Whether a word names a power of another side, or a country with units there: those never go as an order of
        this one says."""
        names, side_of = self.game.names, self.game.side_of
        if self.power is None:
            return False
        known = {one: names.known(word, one) for one in OWNERS if one in names.categories}
        if power := next((id for id in known.values() if id in self.game.powers), None):
            return side_of(power) != side_of(self.power)
        others = (one for one in self.game.powers if known.get("country") and side_of(one) != side_of(self.power))
        return any(unit.startswith(f"{known['country']}-") for _, unit in self._stands_of(others))

    def _group(self, units: str) -> "tuple[re.Pattern[str], int, str] | None":
        """``(pattern of the units, how many are said to be there or 0, all but which)`` of words for all units of a
        sort."""
        said = self.table.shape("group").fullmatch(units)
        if said is None:
            return None
        count = tokens_of(said["count"])[0].number if said["count"] else 0
        classes = self.table.classes.items()
        found = (re.compile(sort) for words, sort in classes if pattern_of(words).fullmatch(said["what"]))
        return next(((sort, count or 0, key(said["but"] or "")) for sort in found), None)

    def _all_in(self, area: str, sort: "re.Pattern[str]", count: int, but: str) -> str:
        """All units of the power of a sort in an area, as an order names them; "" if it is said that there are more or
        fewer, or others than anybody knows."""
        there = [word for place, word in self.stands if place == area and sort.search(word)]
        counted = Counter(word for word in there if not but or but not in key(word))
        is_unknown = but and but not in self.game.names.index and counted.total() == len(there)
        if is_unknown or count and counted.total() != count:
            return ""
        return ", ".join(word if n == 1 else f"{n} {word}" for word, n in counted.items())

    def _start_of(self, units: str) -> str:
        """The one area where units that are named stand; "" where there are several or none."""
        found: set[str] = set()
        for name in re.split(r", (?:and )?| and ", units):
            wanted = key(re.sub(r"^(?:the|both|my|\d+|one|two|three) ", "", name))
            places = {place for place, word in self.stands if wanted and key(word).endswith((wanted, f"{wanted}1"))}
            found = (found or places) & places
        return found.pop() if len(found) == 1 else ""


def infinitive(word: str, verbs: set[str]) -> str:
    """The verb that a word is a form of, or ""."""
    stems = word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)
    return next((stem for stem in stems if stem in verbs), "")


def _is_one_way(roles: list[tuple[str, str]]) -> bool:
    """Whether places are the way of all units that are named: "from Shantung and from Korea" is none, nor are two."""
    told, ends = Counter(role for role, _ in roles), [role for role, _ in roles]
    is_another = ("from", "") in pairwise(ends)  # "the bomber from Japan and the Formosa fighters to …"
    return (
        not is_another and told["from"] < 2 and told["in"] < 2 and not (told["to"] > 1 and told["from"] + told[""] > 1)
    )


def _ends(roles: list[tuple[str, str]]) -> dict[str, str]:
    """``{"from", "to", "via"}`` of places: one that is only in a place, or has no link, is where the way begins, if it
    has no other beginning, or else where it ends."""
    found = {role: [area for one, area in roles if one == role] for role in ROLES}
    spare = [area for one, area in roles if one in ("in", "")]
    if not found["from"] and spare and (found["to"] or len(spare) > 1):
        found["from"] = [spare.pop(0)]
    goals = [*found["to"], *spare]
    found["via"] += goals[:-1]
    way = {"from": found["from"], "to": goals[-1:], "via": found["via"]}
    return {name: " -> ".join(areas) for name, areas in way.items() if areas}


def _owners_of(starts: list[list[str]], place: int) -> list[str]:
    """The places from which the units of one part of a sentence may come: its own, or those next to it."""
    before = next((areas[0] for areas in reversed(starts[:place]) if areas), "")
    behind = next((areas[0] for areas in starts[place + 1 :] if areas), "")
    return starts[place] or [area for area in dict.fromkeys((before, behind)) if area]


def _split(count: int, parts: int) -> list[int]:
    """A number in so many parts, as even as can be."""
    return [(count + part) // parts for part in reversed(range(parts))]


def _listed(words: list[str]) -> str:
    """The words of a list of units, with one comma where there were links, or more of them."""
    text = re.sub(r"[\s:,]*,[\s:,]*", ", ", " ".join(words)).strip(" ,:")
    return re.sub(r", (?=and\b)|(?<=\band), ", " ", re.sub(r"^and |(?:,| and)+$", "", text))
