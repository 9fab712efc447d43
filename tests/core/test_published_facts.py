"""The published schemas of facts (docs/facts-TITLE.json) hold for every fact of the golden games and of random ones,
by a library that knows nothing of ours."""

import json
from pathlib import Path

import jsonschema
import pytest

from pbem.core.play.selfplay import play_one
from pbem.core.record import charter as charters
from pbem.core.rules.game import TITLES, load
from tools import golden

DOCS = Path(golden.FOLDER).parents[1] / "docs"
ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


def validators(title):
    """``{name in $defs: validator}`` of what a title publishes."""
    whole = json.loads((DOCS / f"facts-{title}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(whole)
    defined = whole["$defs"]
    parts = {name: {"$ref": f"#/$defs/{name}", "$defs": defined} for name in defined}
    assert {one["$ref"] for one in whole["oneOf"]} == {
        part["$ref"] for name, part in parts.items() if name[:5] == "fact-"
    }
    return {name: jsonschema.Draft202012Validator(schema) for name, schema in parts.items()}


@pytest.mark.parametrize("title", TITLES)
def test_every_fact_of_the_golden_games_is_as_it_is_published(title):
    judges, seen = validators(title), 0
    for path in sorted((Path(golden.FOLDER) / title).glob("*.json")):
        for _, step in golden.replay(golden.read(path)).story():
            for fact in step["facts"]:
                judges[f"fact-{fact['type']}"].validate(fact)
                seen += 1
    assert seen > 100


@pytest.mark.parametrize("title", TITLES)
def test_every_fact_of_a_random_game_and_its_boards_are_as_they_are_published(title):
    judges, game, seen = validators(title), load(title), []

    def watch(board, fact):
        judges[f"fact-{fact['type']}"].validate(fact)
        seen.append(fact["type"])
        if len(seen) % 50 == 0:
            judges["board"].validate(board.to_json())

    play_one(
        game, charters.make(game, "published", next(iter(game.scenarios)), anchors=ANCHORS), "published", watch=watch
    )
    assert len(seen) > 100


@pytest.mark.parametrize("title", TITLES)
def test_what_is_no_fact_is_refused(title):
    for name, judge in validators(title).items():
        if name.startswith("fact-") and name != "fact-corrected":
            type = name.removeprefix("fact-")
            assert not judge.is_valid({"type": type, "rule": "99.99"}), "no number of the book"
            assert not judge.is_valid({"type": type}) and not judge.is_valid({"type": type, "rule": "1", "fog": 1})
