"""What is not to be done is never ordered: no line that says so is read, asked back or proposed as the contrary."""

import json
import re

import pytest

from tests.order_corpus import read_at
from tests.thorough import some

from .mailed import reading_of
from .reading import HERE, TITLES

BEFORE = (
    "don't|do not|dont|never|no|not|no more|I won't|i wont|we shan't|I cannot|I'd rather not|I'm not going to|"
    "let's not|please do not|please no|stop|cancel|skip|avoid|drop|forget|scrap|call off|hold off on|refrain from|"
    "instead of|rather than|without|unless|nobody|none of the|anything but|everything except|under no circumstances|"
    "not yet|no need to|there is no way I|I refuse to|I don't want to|I decided against|by no means|no way:|not:"
).split("|")
BEHIND = (
    " not|? no|, no thanks|, cancel that|, never mind|, scratch that|, I don't want that|. No.| is off| never|"
    " is not what I want|, but not now|, not yet|; don't| (not)"
).split("|")
INSIDE = "no|not|never|without|except|but not|rather than|instead of|anything but".split("|")
OTHERWISE = re.compile(  # what declines, or gives a reason, of which no word is an order
    r"\b(?:no|none|nothing|not|pass\w*|stop|call|abort|declin\w+|refus\w+|keep|yes|because|cos|maybe|so|stay\w*)\b|n't",
    re.I,
)


def denied(title):
    """``(place, order, the same with words that say that it is not to be done)``."""
    groups = json.loads((HERE / f"{title}.json").read_text(encoding="utf-8"))
    rows = [(group, line) for group in groups for pair in group["lines"] for line in pair]
    for group, order in rows:
        place = title, group["power"], group["kind"], group["position"]
        words = order.split(" ")
        within = [" ".join([*words[:n], word, *words[n:]]) for word in INSIDE for n in range(1, len(words))]
        lines = [f"{word} {order}" for word in BEFORE] + [order + word for word in BEHIND] + within
        if len(order) > 1 and "\n" not in order and not OTHERWISE.search(order):
            yield from ((place, order, line) for line in lines if not re.search(r"\w no \d", line))  # a number


def said(orders):
    return {json.dumps([item["kind"], item["value"]]) for item in orders.answers}


@pytest.mark.parametrize("title", TITLES)
def test_what_is_not_to_be_done_is_never_ordered(title):
    for place, order, line in some([*denied(title)], 131, 7, 5):
        orders, problems = read_at(*place, line)
        mailed, found, doubts = reading_of(*place, line)
        told = " ".join(f"{one.hint} “{one.fields.get('meant', '')}”" for one in (*problems, *found, *doubts))
        shown = [read_at(*place, quoted)[0] for quoted in re.findall("“(.+?)”", told)]
        meant = said(read_at(*place, order)[0])
        assert not any(meant & said(one) for one in (orders, mailed, *shown)), line
