"""Order text inside order text: the answer to one kind of question written within another's line."""

from pbem.core.data.problems import messages
from pbem.core.orders.lines import Line, LineError

messages({"ca-inner-order": "{text!r} is no order that could stand here."})

COUNTERS = ("flag", "offensive", "unit", "upgrade", "army", "fleet", "air", "submarine", "fortress", "logistics")


def inner_answer(text, names):
    """The answer that ``with flag: diplomacy hungary`` holds: the counter's name is left out if it is there."""
    from .. import GAME

    words = text.split()
    if words and words[0].casefold() == "with":
        words = words[1:]
        words = _without_counter(words, names)
    if len(words) > 1 and words[0].casefold().rstrip(":") in COUNTERS and not (words[0].casefold() == "upgrade"
                                                                              and len(words) == 2):  # fmt: skip
        words = words[1:]
    text = " ".join(words)
    for name in ("play-flag", "military-action", "play-unit", "play-upgrade"):
        kind = GAME.kinds[name]
        found = _with_verb(kind, text)
        if found:
            return kind.combine([kind.parse(Line(found[0], found[1], kind.keywords), names)])
    raise LineError("ca-inner-order", quote=text, text=text)


def _without_counter(words, names):
    """What is behind ``il duce:`` or ``tank upgrade:``, a counter of several words that a colon ends."""
    named, colon, rest = " ".join(words).partition(":")
    if not colon or named.casefold() in COUNTERS or ";" in named:
        return words
    names.find(named, "counter", "build")
    return rest.split()


def inner_text(answer):
    """The counter's name and the order text of an answer that is played from reserve."""
    from .. import GAME
    from ..rules.attempts import ACTS

    if answer["act"] in ACTS:
        return f"flag: {GAME.kinds['play-flag'].text(answer)[0]}"
    if answer["act"] == "place":
        return f"unit: {GAME.kinds['play-unit'].text(answer)[0]}"
    if answer["act"] == "upgrade":
        return f"upgrade: {GAME.kinds['play-upgrade'].text(answer)[0]}"
    return f"offensive: {military_text(answer)}"


def military_action(text, names):
    """A military action out of its order text."""
    from ..rules.military import ACTION

    found = _with_verb(ACTION, text)
    if not found:
        raise LineError("ca-inner-order", quote=text, text=text)
    return ACTION.combine([ACTION.parse(Line(found[0], found[1], ACTION.keywords), names)])


def military_text(answer):
    from ..rules.military import ACTION

    return ACTION.text(answer)[0]


def _with_verb(kind, text):
    """(verb, rest) if the text begins with a verb of the kind, the longest one first."""
    lower = text.casefold()
    for verb in sorted(kind.verbs, key=len, reverse=True):
        if lower == verb or lower.startswith((f"{verb} ", f"{verb};")):
            return verb, text[len(verb) :].strip()
    return None
