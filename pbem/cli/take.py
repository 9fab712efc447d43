"""pbem take: take up the lines of a game that came by mail."""

from collections.abc import Sequence

from pbem.core.data.problems import BrokenFile, Refused, refusals
from pbem.core.data.tables import Sentences

from .output import print_json, say, shown, warn
from .parameters import declared

_say = Sentences(__name__)


@declared("take")
def command(game: str, lines: Sequence[str], agreed: bool, as_json: bool) -> None:
    """Add lines to GAME, in whatever order they came: files of lines, or mails that carry them.

    Each line is replayed from what was sent before it is believed. A line that does not extend GAME is refused by name,
    and if there is a gap you are told which entries are missing. A second line that an opener signed for one entry is
    kept beside GAME as proof. Where seats have no keys, anybody could have written a note without the referee's word:
    it needs --agreed.
    """
    from pbem.interface.playing import taken_json, taken_up

    after, taken, problems = taken_up(game, lines, agreed)
    if as_json:
        print_json(taken_json(after, taken, problems))
    else:
        say(_say("taken" if taken else "nothing", entries=taken, count=len(taken), head=after.head[:32]))
    wrong = [problem for problem in refusals(problems) if not problem.code.startswith("take-")]
    if wrong:
        raise BrokenFile(refusals(problems))
    if refusals(problems):
        raise Refused(problems)
    for problem in problems:
        warn(shown(problem))
