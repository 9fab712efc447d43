"""One declaration of each shape, for every title found: what random games record has the shapes that the title declares
(core/title/published.py), by a library that knows nothing of ours; what is altered in a leaf has not."""

import inspect

import pytest

from pbem.core.rules.engine import Session
from pbem.core.title.published import PETITION, Published, parameters
from tests.shapes import Judges, anything_goes, declared_by

from .titles import SettledFeed

ANYTHING = {"fact-corrected/patch/*/value"}  # where anything may stand, in every title: a part of any board
TYPES = {str: "id", int: "number", bool: "bool"}


class Examined(SettledFeed):
    """Holds each question and its answer against their shapes."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.judges = Judges(declared_by(game))

    def answer(self, board, ask):
        given = super().answer(board, ask)
        if given is not None:
            self.judges.hold(f"about-{ask.kind}", ask.about)
            self.judges.hold(f"answer-{ask.kind}", given)
        return given

    def heard(self, board, verbs):
        found = super().heard(board, verbs)
        if found is not None:
            self.judges.hold(found[0], found[1]["value"])
        return found


@pytest.mark.sampled(3)
def test_random_games_record_what_is_declared_and_nothing_else_would_fit(contract, monkeypatch):
    closed, feed = [], Examined(contract.game, contract.seeds[0], contract.decisions)
    open_step = Session.open_step

    def opened(self, procedure, args):
        closed.append(open_step(self, procedure, args))
        return closed[-1]

    monkeypatch.setattr(Session, "open_step", opened)
    contract.play(contract.seeds[0], feed)
    for step in closed:
        feed.judges.hold(f"step-{step['procedure']}", step["args"])
        for fact in step["facts"]:
            feed.judges.hold(f"fact-{fact['type']}", fact)
    seen = {name.partition("-")[0] for name, _ in feed.judges.seen}
    assert seen >= {"fact", "about", "answer", "step"}
    assert not list(feed.judges.let_pass())


def test_nothing_is_declared_as_anything(contract):
    """A new `any` needs a reason, and a line above."""
    found = {f"{name}{place}" for name, one in declared_by(contract.game).items() for place in anything_goes(one)}
    assert found == ANYTHING


def test_what_says_nothing_of_its_value_is_found():
    assert anything_goes({"type": "array"}) == ["/*"] == anything_goes({"type": "array", "prefixItems": [{"const": 1}]})
    assert anything_goes({"type": "object", "properties": {"a": {}}}) == ["/a", "/*"]
    assert anything_goes({"anyOf": [{"type": "null"}, {"description": "?"}]}) == [""]
    assert not anything_goes({"type": "array", "prefixItems": [{"const": 1}], "maxItems": 1})


def test_the_parameters_of_every_procedure_have_the_types_of_their_words(contract):
    """A step is declared by its procedure; where that says a type itself, it is the one of the vocabulary."""
    published, game = Published(contract.game), contract.game
    for name, procedure in game.procedures.items():
        for word, parameter in parameters(procedure).items():
            assert parameter.kind is not inspect.Parameter.VAR_KEYWORD, f"{name} takes anything"
            if name.startswith(PETITION) and word == "value":
                assert name.removeprefix(PETITION) in game.petitions
            elif parameter.annotation is not parameter.empty:
                meant = published.arguments(name).schema["properties"][word]
                assert meant == game.facts.words.type(TYPES[named(parameter.annotation)]), f"{name}: {word}"


def named(annotation):
    """A type of an annotation, which may be a text."""
    return {"str": str, "int": int, "bool": bool}.get(annotation, annotation)


@pytest.mark.parametrize(
    "name, value, told",
    [
        ("step-nowhere", {}, "it is not declared"),
        ("step-turn", {"fog": 1}, "/fog has no meaning here"),
        ("fact-fog", {"type": "fog"}, "it is not declared"),
        ("step-petition-concede", {"power": "north", "value": 1}, "/value is no object"),
    ],
)
def test_what_is_not_declared_is_told(name, value, told):
    from tests.toy import GAME

    assert Published(GAME).misfit(name, value) == f"{name}: {told}"
