"""What the desk itself has written, known again however a mail program has quoted, wrapped or marked it.

Five words in a row, of what went out to a seat, are looked for in what comes back; ends of lines and marks of quotation
do not matter.  A line is the desk's if all its words are found so, and if it begins where a line of the desk's began or
goes on with the words of one above it that is the desk's.  So an order that somebody copied out of a comment is an
order: it begins behind the mark of the comment, which is a word here.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

Press = list[tuple[str, str]]
"""Words to others: addressees as written, and what they are told."""
RUN = 5
BEGINS, GOES_ON = "begins", "goes on"  # how a line of the desk's is known
MARK = "|"  # before what a receipt understood, so that it is no order even if nothing else is known of it

_QUOTE = re.compile(r"^[>\s]+")
_KEPT = re.compile(r"[^\w#|]+")


@lru_cache(4096)  # a desk reads what it wrote again with every answer
def words_of(line: str) -> tuple[str, ...]:
    """The words of a line as they are compared: small letters and digits, a comment's mark, the mark of a receipt."""
    text = unicodedata.normalize("NFKC", _QUOTE.sub("", line)).casefold()
    text = re.sub(r"#+", " # ", text)
    return tuple(word for word in _KEPT.sub(" ", text).split() if word.strip("_"))


class EchoFilter:
    """What was sent: `texts` are the bodies of mails."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.runs, self.beginnings = set(), set()
        for text in texts:
            words, begins = _stream(text.split("\n"))
            for place in range(len(words) - RUN + 1):
                run = hash(tuple(words[place : place + RUN]))
                self.runs.add(run)
                if place in begins:
                    self.beginnings.add(run)

    def marked(self, lines: list[str]) -> list[str]:
        """For each line BEGINS or GOES_ON if it is the desk's: where one of the desk's began, or with the words of the
        one directly above; else ""."""
        words, begins = _stream(lines)
        runs = [hash(tuple(words[place : place + RUN])) for place in range(len(words) - RUN + 1)]
        found = [run in self.runs for run in runs]
        covered, crossed, until = [], [], 0
        for place in range(len(words)):
            crossed.append(place < until)  # a run that began before goes on here
            if place < len(found) and found[place]:
                until = place + RUN
            covered.append(place < until)
        marks: list[str] = []
        above, gap = False, False
        for line, (start, end) in zip(lines, _places(lines)):
            known = start < end and all(covered[start:end])
            begun = known and start < len(runs) and runs[start] in self.beginnings
            follows = known and above and crossed[start]
            goes_on = line.lstrip("> \t").startswith(MARK) or (follows and not gap)
            marks.append(GOES_ON if goes_on else BEGINS if begun or follows else "")
            above, gap = (bool(marks[-1]), False) if start < end else (above, True)
        return marks


def _stream(lines: list[str]) -> tuple[list[str], set[int]]:
    """``(all words, the places at which lines begin)``."""
    words: list[str] = []
    begins: set[int] = set()
    for line in lines:
        begins.add(len(words))
        words += words_of(line)
    return words, begins


def _places(lines: list[str]) -> list[tuple[int, int]]:
    """For each line where its words begin and end in the stream."""
    start, places = 0, []
    for line in lines:
        end = start + len(words_of(line))
        places.append((start, end))
        start = end
    return places
