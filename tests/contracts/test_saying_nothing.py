"""A word for nothing behind the first words of every kind: it is an answer, or refused with the kind's rule and with
what would be one; on the boards of random games, so that what only the board knows is asked as well."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge
from pbem.core.title.game import load, titles

from .titles import SettledFeed

WORDS = ("nothing", "none", "no one", "pass")
BARE = {"answer-shape", "answer-shape-of"}  # what programs are told, no person
TITLES = ("red-dragon", "pacific", "cataclysm")  # a title that joins says what nothing is in its own forms
KINDS = [
    (title, name)
    for title in titles()
    if title in TITLES
    for name in load(title).kinds
    if load(title).kinds[name].verbs
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "name"), KINDS)
def test_a_word_for_nothing_is_read_or_refused_with_a_rule(title, name):
    game = load(title)
    kind = game.kinds[name]
    for verb in kind.verbs:
        for word in WORDS:
            _, problems = parse_line(f"{verb} {word}", game, game.powers[0], [name])
            for problem in refusals(problems) if verb.split()[0] not in ("no", *WORDS) else ():
                assert (problem.rule or not kind.rule) and problem.hint, f"{verb} {word}: {problem.code} {problem}"


DECLINING = [
    (title, name, form.name)
    for title, name in KINDS
    for form in load(title).kinds[name].forms
    if not form.fields and form.name.split()[0] in ("no", "pass")
]


@pytest.mark.parametrize("behind", ["attack", "and 2 army", "; op 5", ", or not"])
@pytest.mark.parametrize(("title", "name", "line"), DECLINING)
def test_a_word_behind_a_line_that_declines_is_refused_with_a_rule(title, name, line, behind):
    game = load(title)
    _, [problem] = parse_line(f"{line} {behind}", game, game.powers[0], [name])
    assert problem.code == "behind-nothing" and problem.rule and line in str(problem), str(problem)


class NothingFeed(SettledFeed):
    """Answers each question with a word for nothing behind each verb of its kind."""

    faults = ()

    def sample(self, board, ask):
        answer = super().sample(board, ask)
        kind = self.game.kinds[ask.kind]
        for verb in kind.verbs:
            self.faults += tuple(self.wrong(board, ask, kind, f"{verb} {WORDS[self.chance.below(len(WORDS))]}"))
        return answer

    def wrong(self, board, ask, kind, line):
        item, problems = parse_line(line, self.game, ask.power, [kind.name])
        if refusals(problems) or not item or kind.name not in [item.get("kind"), *item.get("also", ())]:
            return
        for problem in refusals(judge(kind, board, ask, item["value"])[1]):
            if problem.code in BARE or not (problem.rule or problem.hint):
                yield f"{line}: {problem.code} [{problem.rule}] {problem} {problem.hint}"


@pytest.mark.sampled(3)
def test_a_word_for_nothing_is_an_answer_or_refused_in_words_on_the_board(contract):
    feed = NothingFeed(contract.game, contract.seeds[0], contract.decisions)
    contract.play(contract.seeds[0], feed)
    assert not feed.faults, "\n".join(sorted(set(feed.faults)))
