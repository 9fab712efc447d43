"""Units as people write them: by id, by printed name, by type with a count; and made concrete against the board.

An *item* is a unit id, or ``{"type": "armor", "count": 3}``, with "country" where one is named; "number" is the number
of a counter whose country goes without saying (``armor-1``).
"""

from pbem.core.data.problems import NOT_UNDERSTOOD, Problem, messages
from pbem.core.data.text import listed

messages(
    {
        "rd-none-here": "There is no {what} that you could mean here.",
        "rd-too-few": "You name {count} {what}; there are {there}.",
        "rd-which": "{what} may be several different counters here.",
        "rd-bad-unit-item": "{item} names no unit.",
    }
)
CATEGORIES = ("unit", "unit-class", "unit-short", "unit-type")


def parse_items(line, text, names):
    """The items of a list of units; raises LineError."""
    return [parse_item(line, item, names) for item in line.items(text)]


def parse_item(line, text, names):
    """One item: ``us-cvn-1``, ``armor-1``, ``3 armor``, ``prc amph``."""
    unit = names.known(text, "unit")
    if unit:
        return unit
    count, name = line.count_and_name(text)
    found = _singular(name, names) or names.find(name, *CATEGORIES)
    if found in names.categories["unit"]:
        return found
    item = {"count": 1 if count is None else count}
    if found in names.categories["unit-class"]:
        item["country"], _, item["type"] = found.partition("-")
    elif found in names.categories["unit-type"]:
        item["type"] = found
    else:
        item["type"], _, item["number"] = found.rpartition("-")
    return item


def _singular(name, names):
    """The type that a plural names (``SAGs``), or None; a name that means something as it is stays so."""
    if names.known(name) or not name.casefold().endswith("s"):
        return None
    return names.known(name[:-1], "unit-class", "unit-type")


class Pool:
    """Units among which items are looked up; each is given out once."""

    def __init__(self, board, ids):
        self.board = board
        self.left = list(ids)
        self.problems = []

    def take(self, items):
        """The ids that a list of items means; what cannot be made out is noted in `problems`."""
        named = [item for item in items if isinstance(item, str)]
        found = []
        for item in items:
            if isinstance(item, str):
                found.append(item)
            elif _is_item(item):
                found += self._take_item(item, named)
            else:
                self.problems.append(Problem("rd-bad-unit-item", level=NOT_UNDERSTOOD, item=str(item)[:60]))
        self.left = [id for id in self.left if id not in found]
        return found

    def one(self, item):
        """The id that a single item means, or None; it is not used up."""
        if isinstance(item, str):
            return item
        kept, self.left = self.left, list(self.left)
        found = self.take([item])
        self.left = kept
        return found[0] if found else None

    def _take_item(self, item, named):
        candidates = [id for id in self.left if id not in named and _fits(self.board, id, item)]
        count, what = item.get("count", 1), _words(item)
        if len(candidates) < count:
            code = "rd-too-few" if candidates else "rd-none-here"
            self.problems.append(Problem(code, rule="8.2", what=what, count=count, there=len(candidates)))
            return []
        if len(candidates) > count and len({_face(self.board, id) for id in candidates}) > 1:
            self.problems.append(
                Problem("rd-which", rule="8.2", what=what, hint=f"Name them: {listed(candidates, 'or')}.")
            )
            return []
        taken = candidates[:count]
        self.left = [id for id in self.left if id not in taken]
        return taken


def settle_shots(board, fire, shooters, targets):
    """``(shots with ids, problems)`` of a list of [shooter item, target item]."""
    from_, at = Pool(board, shooters), Pool(board, targets)
    shots = []
    for pair in fire:
        if not isinstance(pair, list) or len(pair) != 2:
            return fire, []  # the shape is told by the check
        target = at.one(pair[1])
        shots += [[shooter, target] for shooter in from_.take([pair[0]]) if target]
    return shots, from_.problems + at.problems


def parse_fire(line, texts, names):
    """Shots ``A, B at X`` as items; None for ``default``."""
    shots = []
    for text in texts:
        if text.strip().casefold() == "default":
            return None
        part = type(line)("", text)
        target = parse_item(line, part.need("at", "the target after at"), names)
        shooters = parse_items(line, part.head, names)
        if not shooters:
            line.fail("missing-clause", quote=text, what="who fires, before at,")
        shots += [[shooter, target] for shooter in shooters]
    return shots


def fire_texts(line, others=()):
    """The texts of the shots of a line: after ``fire``, and in the parts that follow it; None without ``fire``."""
    texts, open_ = None, False
    for part in line.parts:
        if part.verb == "fire":
            texts, open_ = [*(texts or []), part.body], True
        elif part.verb in others:
            open_ = False
        elif open_:
            texts.append(part.without_verb().body)
    if texts is None and "fire" in getattr(line, "_keywords", ()):
        inline = line.option("fire")
        texts = None if inline is None else [inline]
    return texts


def fire_text(shots):
    """Shots in order text: shooters with one target stand together."""
    by_target = {}
    for shooter, target in shots:
        by_target.setdefault(target, []).append(shooter)
    return "; ".join(f"{', '.join(shooters)} at {target}" for target, shooters in by_target.items())


def _is_item(item):
    return isinstance(item, dict) and isinstance(item.get("type"), str) and isinstance(item.get("count", 1), int)


def _fits(board, id, item):
    unit = board.parts.units[id]
    return (
        unit.type == item["type"]
        and unit.country == item.get("country", unit.country)
        and ("number" not in item or id.endswith(f"-{item['number']}"))
    )


def _face(board, id):
    """What tells two counters apart: the side that is up, and the country."""
    return board.parts.units[id].country, tuple(board.factors(id).items()), id in board.reduced, bool(board.cargo(id))


def _words(item):
    return " ".join(filter(None, [item.get("country"), item["type"], item.get("number")]))
