"""Answers that are none, as a program or a forger may write them: what a legal one says and means, altered in every
small way, and shapes that no kind of decision has."""

import contextlib
import copy

from pbem.core.language.errors import ParseError
from pbem.core.language.order_context import NOTHING, is_reading
from tests.shapes import at, changed, leaves

ODD = (None, True, -1, 10**9, "", "nowhere", "no-such-name", [], {}, [[]], [None], {"n": {}}, ["nowhere"])
FORMS = (
    {"form": "nope", "fields": {}},
    {"form": "nope", "fields": {"units": ["us-cvn-1"]}},
    {"form": 7, "fields": []},
    {"form": "pass"},
    {"fields": {}},
    [{"form": "nope", "fields": {}}],
    [[{"form": None, "fields": None}], 1],
    {"claim": {"unit": 7}, "if": 7},
)


def nonsense(game, kind, chance, count, legal=NOTHING):
    """Some values for a question or a petition: shapes of no kind, and alterations of a legal answer, if one is given,
    of its reading, and of those of the examples."""
    lines = [] if legal is NOTHING else kind.text(legal)
    said = readings(game, kind, [*lines, *(kind.said(form)[1] for form in kind.forms)])
    bases = [*said, *([] if legal is NOTHING else [legal] * (1 + len(said)))]
    return [copy.deepcopy(_one(kind, bases, chance)) for _ in range(count)]


def _one(kind, bases, chance):
    dice = chance.below(10)
    if dice < 2 or not bases:
        return chance.choice([*FORMS, *ODD])
    base = chance.choice(bases)
    if dice == 2:
        return [altered(base, chance), "nowhere"] if kind.is_multiline else base
    if dice == 3 and is_reading(base):
        return {**base, **chance.choice([{"form": "nope"}, {"fields": {}}, {"form": kind.forms[-1].name}])}
    return altered(base, chance)


def readings(game, kind, lines):
    """How lines are read, those that can be."""
    found = []
    for line in lines:
        with contextlib.suppress(ParseError):
            found.append(kind.read(line, game.names))
    return found


def altered(value, chance):
    """A value with a leaf replaced, or a name unknown, or a field or an item left out, too many or said twice."""
    value = copy.deepcopy(value)
    if chance.below(2):
        path = chance.choice(leaves(value))
        return changed(value, path, copy.deepcopy(chance.choice(ODD)))
    inner = at(value, chance.choice([*_branches(value)] or [()]))
    if isinstance(inner, dict):
        _alter_object(inner, chance)
    elif isinstance(inner, list):
        _alter_list(inner, chance)
    return value


def _alter_object(inner, chance):
    if inner and chance.below(2):
        del inner[chance.choice(sorted(inner))]
    else:
        inner["fog"] = 1


def _alter_list(inner, chance):
    if inner and chance.below(2):
        del inner[chance.below(len(inner))]
    else:
        inner.append(copy.deepcopy(inner[0]) if inner else "nowhere")


def _branches(value, path=()):
    if isinstance(value, (dict, list)):
        yield path
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _branches(one, (*path, name))
