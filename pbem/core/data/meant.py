"""What was perhaps meant by a name that is none: those that are close to it."""

from collections.abc import Iterable

from .tables import Sentences

_say = Sentences(__name__)


def perhaps(names: Iterable[object]) -> str:
    """ "Did you mean A or B?", or "" if there are no names."""
    found = [*names]
    return _say("near", names=found) if found else ""


def is_perhaps(hint: str) -> bool:
    """Whether a hint is such a question."""
    return _say.all["near"].partition("{")[0] in hint


def did_you_mean(word: str, words: Iterable[str], most: int = 1, cutoff: float = 0.6) -> str:
    """The same of the `words` to which a mistyped one is close (difflib, from `cutoff` on)."""
    from difflib import get_close_matches

    return perhaps(get_close_matches(word, list(words), most, cutoff))
