"""What is told in the cases of a title, where rare facts and answers occur."""

import functools
import json

from pbem.core.play.feed import Replay
from pbem.core.play.paraphrase import sentences
from pbem.core.rules import cases
from pbem.core.rules.engine import Session
from pbem.core.rules.game import load
from tests.case_files import case_files
from tests.thorough import some


@functools.cache
def of_cases(title):
    """``[(board, facts)]`` of the cases of a title that are played."""
    return [_played(title, case) for case in some(_cases(title), 2)]


def play_cases(title):
    """Play the cases of a title; what comes of them is for who watches."""
    for case in some(_cases(title), 4):
        _played(title, case)


@functools.cache
def told_in_cases(title):
    """What is told of the answers in cases, as `told_in` gives it."""
    return told_in(lambda: [_played(title, case) for case in some(_cases(title), 3)])


def _cases(title):
    found = [case for path in case_files(title) for case in json.loads(path.read_text("utf-8"))["cases"]]
    return [case for case in found if "play" in case and case.get("status", "runs") == "runs"]


def _played(title, case):
    result = cases.run(case, load(title))
    return result.board, result.facts


def told_in(*games):
    """What is told of each answer that the rules get while games are played: ``[(kind, answer, sentences)]``."""
    told, usual = [], Session._answer

    def telling(self, ask, feed):
        before = feed.peek(self.board, ask) if isinstance(feed, Replay) else None
        answer = usual(self, ask, feed)
        if answer is not None and before is None:
            told.append((ask.kind, answer, sentences(self.game, self.board, ask, answer)))
        return answer

    Session._answer = telling
    try:
        for play in games:
            play()
    finally:
        Session._answer = usual
    return told
