"""The rulings of Red Dragon Rising: every known gap is settled."""

import json
import os
import re

import pbem.games

ROOT = os.path.join(os.path.dirname(pbem.games.__file__), "red_dragon")


def rulings():
    with open(os.path.join(ROOT, "rulings.json"), encoding="utf-8") as file:
        return json.load(file)["rulings"]


def test_the_46_gaps_of_the_book_are_settled_each_once():
    numbers = [ruling["number"] for ruling in rulings() if re.fullmatch(r"D\d\d", ruling.get("number", ""))]
    assert numbers == [f"D{number:02d}" for number in range(1, 47)]


def test_an_id_begins_with_the_first_rule_of_its_ruling():
    for ruling in rulings():
        assert ruling["id"].startswith(f"R-{ruling['rules'][0]}-"), ruling["id"]
