"""The rulings of Red Dragon Rising: every known gap is settled; rules read these switches and no others."""

import json
import os
import re
from pathlib import Path

import pbem.games

ROOT = os.path.join(os.path.dirname(pbem.games.__file__), "red_dragon")


def rulings():
    with open(os.path.join(ROOT, "rulings.json"), encoding="utf-8") as file:
        return json.load(file)["rulings"]


def sources():
    """The text of every module of the title."""
    for path in sorted(Path(ROOT).rglob("*.py")):
        yield path.read_text(encoding="utf-8")


def test_the_46_gaps_of_the_book_are_settled_each_once():
    numbers = [ruling["number"] for ruling in rulings() if re.fullmatch(r"D\d\d", ruling.get("number", ""))]
    assert numbers == [f"D{number:02d}" for number in range(1, 47)]


def test_an_id_begins_with_the_first_rule_of_its_ruling():
    for ruling in rulings():
        assert ruling["id"].startswith(f"R-{ruling['rules'][0]}-"), ruling["id"]


def test_the_rules_read_every_switch_and_no_others():
    offered = {ruling["option"] for ruling in rulings() if ruling["switchable"]}
    reading = re.compile(r"(?:\bt\.option\(|\.allows\(|\.options\[)\s*[\"']([a-z0-9-]+)[\"']")
    read = {name for text in sources() for name in reading.findall(text)}
    assert read == offered
