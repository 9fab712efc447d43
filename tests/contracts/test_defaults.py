"""Nobody need ever answer: with the published default for every question, a game comes to an end of its rules."""

import re
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.draws.draws import ThrowawaySource
from pbem.core.rules.engine import Session
from pbem.core.title.game import load, titles
from pbem.core.trial.selfplay import Chance, RandomFeed, throwaway_seed
from tests.thorough import some
from tools.pages import orders_page


class Defaults(RandomFeed):
    """Every question is answered by its published default, which must be legal."""

    def sample(self, board, ask):
        kind = self.game.kinds[ask.kind]
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        answer = kind.default(board, ask)
        problems = [problem for problem in kind.check(board, ask, answer) if problem.is_refusal]
        assert not problems, f"{ask.question}: {problems[0]}"
        return answer


@pytest.mark.sampled(3)
def test_default_against_default_reaches_an_ending(contract):
    for seed in ("one", "two"):
        game = contract.game
        feed = Defaults(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        session = Session(game, game.new_board(contract.charter))
        assert session.run(feed).why == "over"
        assert game.result(session.board)["by"]
        assert game.invariants(session.board) == []


REASON = re.compile(r": |\b(for|so|which)\b")


def test_every_kind_has_a_sentence_on_its_default_that_says_why(contract):
    words = contract.game.telling.words
    defaults = {name: words.of_kind(name)["default"] for name in contract.game.kinds}
    short = [name for name, why in defaults.items() if len(why.split()) < 6 or not why.endswith(".")]
    assert not short
    assert not [why for why in defaults.values() if not REASON.search(why)]


@pytest.mark.parametrize("title", titles())
def test_players_are_told_it_on_the_page_of_orders_and_by_the_number_of_the_rule(title, capsys):
    game = load(title)
    told = " ".join(orders_page(game).split())
    defaults = {name: game.telling.words.of_kind(name)["default"] for name in game.kinds}
    for name, why in defaults.items():
        assert f"## {name} " in told and why[1:] in told, name
    for number in some([*dict.fromkeys(kind.rule for kind in game.kinds.values() if kind.rule)], 9):
        assert main(["rules", title, number]) == 0
        shown = capsys.readouterr().out
        kinds = [kind.name for kind in game.kinds.values() if kind.rule == number]
        assert all(f"without an answer to {name}: {defaults[name]}" in shown for name in kinds), number


# what a sensible absent player would want, where books and players have named it, and the cases that hold it
NAMED = {
    ("a loser does not give up a fortress that would hold", "cataclysm"): "test_a_fortress_that_holds_is_not_given_up",
    ("drawn counters are not thrown away", "cataclysm"): "test_a_drawn_counter_is_kept_where_there_is_room",
    ("unarmed transports leave when they may", "pacific"): "SEA-8-unarmed-transports-retreat-by-default",
    ("an airborne fighter's carrier comes to it", "pacific"): "NCM-1-no-moves-lets-the-carrier-come",
}


def test_the_named_examples_have_cases():
    """In every title where they can occur: counters and fortresses are of Cataclysm, transports and decks of Pacific;
    Red Dragon Rising has none of them."""
    tests = Path(__file__).resolve().parents[1]
    for (_, title), name in NAMED.items():
        folders = [tests / "cases" / title, tests / "games" / title]
        files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".json", ".py")]
        assert any(f'"{name}"' in (text := path.read_text("utf-8")) or f"def {name}(" in text for path in files), name
