"""What is wrong with a sentence that a game says: slips of grammar, ids where there are names, no beginning or end."""

import contextlib
import functools
import re

from pbem.core.play.feed import Replay
from pbem.core.rules.engine import Session

SPELLED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
SLIPS = re.compile(
    r"(?i:^the allies (?:was|has|is)\b)|\b0 rounds|\bin aboard|^an? (?:\w+ ){0,2}(?:meet|fire|attack)\b"
    r"|\b[Aa] [aeiouAEIOU](?!ne\b|ni|S\b|SN)\w*"  # a infantry; but a US battleship, a United Kingdom
    r"|(?<![\d,])\b1 (?!of\b)[a-z ]*?(?:losses|units|steps|hits|rounds|points|actions|dice)\b"
    r"|(?<![\d,])\b1 (?!of\b)[a-z ]*?(?:IPCs|fighters|offensives|armies)\b"
    r"|\b(?:[2-9]|\d\d+) (?:fighter|bomber|destroyer|army|unit|transport|offensive|resource)\b(?! army| pack)"
    r"|\b[Aa]n? the\b|  |\.\.|None|[{}\[\]_]|\bnothing (?:goes|go)\b"
)


@functools.cache
def _ids(game):
    """``(ids that a text never shows, areas that print calls otherwise)``."""
    found = game.names.categories
    ids = {id for names in found.values() for id in names if "-" in id}
    return ids, {id for id in found["area"] if game.names.show(id) != id}


def raw_ids(game, text):
    """Ids in a text that have names in print."""
    ids, areas = _ids(game)
    return [word for word in SPELLED.findall(text) if word in ids] + [
        word for word in re.findall(r"[\w-]+", text) if word in areas
    ]


def is_sentence(text, ends=(".",)):
    """Whether a text begins and ends as a sentence does."""
    return text[:1] == text[:1].upper() and text.endswith(ends)


def faults(game, kind, told):
    """What is wrong with the sentences of an answer."""
    found = [f"{kind}: nothing is said"] if not told else []
    for one in told:
        slips = SLIPS.findall(one) + raw_ids(game, one) + ([] if is_sentence(one) else ["no sentence"])
        found += [f"{kind}: {one!r}: {slip!r}" for slip in slips]
    return found


def faults_of_facts(game, board, facts):
    """What is wrong with the sentences by which facts are told."""
    say = game.telling.say(board)
    for fact in facts:
        told = game.telling.words.fact(fact, say)
        text = told["text"] if isinstance(told, dict) else told
        if text is None:
            continue
        broken = "  " in text or "{" in text or "None" in text or ".." in text
        if broken or not is_sentence(text, (".", "!", "?")):
            yield f"{fact['type']}: {text!r}"
        yield from (f"{fact['type']}: {text!r}: {word}" for word in raw_ids(game, text))


def faults_of_question(kind, text):
    """What is wrong with what a question says of itself."""
    if SLIPS.search(text) or not is_sentence(text, (".", "?", ")")):
        yield f"{kind}: {text!r}"


@contextlib.contextmanager
def heard():
    """Collects what is asked and answered meanwhile: ``[(kind, how it is asked, answer, how it is told)]``; what is
    only looked at again is left out."""
    found, usual = [], Session._answer

    def telling(self, ask, feed):
        before = feed.peek(self.board, ask) if isinstance(feed, Replay) else None
        asked = self.game.kinds[ask.kind].describe(self.board, ask)
        answer = usual(self, ask, feed)
        if answer is not None and before is None:
            found.append((ask.kind, asked, answer, self.game.told(self.board, ask, answer)))
        return answer

    Session._answer = telling
    try:
        yield found
    finally:
        Session._answer = usual


def printed(part):
    """What a form with tables prints of a paragraph of a story: its sentences, and the cells of its fights."""
    fights = part.get("fights", ())
    inside = {number for fight in fights for number in fight["lines"]}
    told = [line["text"] for number, line in enumerate(part["lines"]) if number not in inside]
    return told + [cell for fight in fights for row in fight["rows"] for cell in row]
