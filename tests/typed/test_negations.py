"""What is not to be done is never ordered: no line that says so is read, asked back or proposed as the contrary."""

import json
import re

import pytest

from tests.order_corpus import read_at
from tests.thorough import some

from .mailed import reading_of
from .reading import HERE, TITLES

# what stands before an order, behind it and inside; otherwise: what declines, or gives a reason
WORDS = json.loads((HERE / "negations.json").read_text(encoding="utf-8"))


def denied(title):
    """``(place, order, the same with words that say that it is not to be done)``."""
    for group in json.loads((HERE / f"{title}.json").read_text(encoding="utf-8")):
        place = title, group["power"], group["kind"], group["position"]
        for order in (line for pair in group["lines"] for line in pair):
            words = order.split(" ")
            lines = [f"{word} {order}" for word in WORDS["before"]] + [order + word for word in WORDS["behind"]]
            lines += [" ".join([*words[:n], one, *words[n:]]) for one in WORDS["inside"] for n in range(1, len(words))]
            if len(order) > 1 and "\n" not in order and not re.search(WORDS["otherwise"], order, re.I):
                yield from ((place, order, line) for line in lines if not re.search(r"\w no \d", line))  # a number


def said(orders):
    return {json.dumps([item["kind"], item["value"]]) for item in orders.answers}


@pytest.mark.parametrize("title", TITLES)
def test_what_is_not_to_be_done_is_never_ordered(title):
    for place, order, line in some([*denied(title)], 131, 7, 29):
        (orders, problems), (mailed, found, doubts) = read_at(*place, line), reading_of(*place, line)
        told = " ".join(f"{one.hint} “{one.fields.get('meant', '')}”" for one in (*problems, *found, *doubts))
        shown = [read_at(*place, quoted)[0] for quoted in re.findall("“(.+?)”", told)]
        meant = said(read_at(*place, order)[0])
        assert not any(meant & said(one) for one in (orders, mailed, *shown)), line
