"""Lines that a mail program broke: put together again, or refused where it cannot be known.

A program breaks a line between two words, some behind a hyphen too, when what follows would stand beyond its margin, at
40 columns or more.  So a line may be the rest of the one above only if that one and its first word are longer than this
together.  The rest of an order that begins like no order belongs to the line above.  Where the next line is an order by
itself, and both together are one as well, nobody can know: that is refused, with both.
"""

from collections.abc import Callable, Iterable, Iterator

from ..data.problems import NOT_UNDERSTOOD, ODD, Problem

MARGIN = 40  # no program breaks lines before this column
LONGEST = 20_000  # characters of a line that is put together
MOST_PIECES = 30  # of one line: each piece more is read together with all before it
SURELY = "surely"
Line = tuple[int, str, str]
"""Its number, what was typed, and its text without a comment."""


def unwrapped(
    lines: Iterable[Line],
    begins: Callable[[str, bool], bool | str],
    state: Callable[[str], str],
    suspects: Callable[[str, str], bool],
    tell: Callable[[Problem, int, str], object],
) -> Iterator[Line]:
    """The order lines, each whole, one after the other, so that whoever has enough of them can stop.

    lines   ``[(number, raw, text)]``; the text of a comment is empty
    tell    (Problem, number, raw): told what is wrong
    begins  (text, nearly) → whether it begins like an order; `nearly`: or like a mistyped one.  SURELY for a word of
            the grammar (if, else, when, a power and a colon): such a line means the same or is refused by itself
    suspects  (above, text) → whether the text could go on with an order that ends so, as far as single words tell
    state   text → "order", "begun" (an order could go on behind it) or "none"
    """
    whole: Line | None = None
    end, before, pieces = 0, "", 1
    for number, raw, text in lines:
        may_be_rest = end == number - 1 and text and _was_broken(before, text)
        last, end, before = before, number, raw
        if whole and may_be_rest and len(whole[1]) < LONGEST and pieces < MOST_PIECES:
            first, first_raw, first_text = whole
            gap = "" if _ends_in_a_name(last) else " "
            open_end = not gap or last.rstrip()[-1:] in (",", ";", ":", ">")
            suspected = open_end or not first_text or suspects(first_text, text)
            mark = last.rstrip()[-1:] if first_text and last.rstrip().endswith((",", ";")) else ""
            answer = _belongs(f"{first_text}{mark}", f"{gap}{text}", begins, state, suspected)
            if answer:
                together = f"{first_text}{mark}{gap}{text}" if first_text else ""
                whole, pieces = (first, f"{first_raw} {raw.strip()}", together), pieces + 1
                tell(Problem("joined-lines", level=ODD, quote=text[:60], line=first), number, raw)
                continue
            if answer is None:
                hint = "Put an empty line between them, or write it as one line."
                problem = Problem("broken-or-not", level=NOT_UNDERSTOOD, quote=text[:60], line=first, hint=hint)
                tell(problem, number, raw)
        if whole and whole[2]:
            yield whole
        whole, pieces = (number, raw, text), 1
    if whole and whole[2]:
        yield whole


def _was_broken(raw: str, text: str) -> bool:
    """Whether the first word of a text would have stood beyond the margin, behind a line."""
    return len(raw.rstrip()) + 1 + len(text.split(None, 1)[0]) > MARGIN


def _ends_in_a_name(raw: str) -> bool:
    """Whether a line breaks off behind the hyphen of a name ("prc-" above "amph-2"): there stood no blank."""
    end = raw.rstrip()[-2:]
    return end[1:] == "-" and end[0].isalnum()


def _belongs(
    above: str,
    text: str,
    begins: Callable[[str, bool], bool | str],
    state: Callable[[str], str],
    suspected: bool,
) -> bool | None:
    """Whether a text is the rest of the line above: True, False, or None where it cannot be known.  It begins with the
    blank that parts the two, if there is one."""
    begun = begins(text.lstrip(), not above)
    if not begun or not above or begun == SURELY:
        return not begun
    if not suspected:
        return False
    together = f"{above}{text}"
    if _ends_in_a_name(together):  # half a name is none: what stands before it tells
        together = together.rpartition(" ")[0].rstrip(" ,;")
    if state(together) == "none":
        return False
    return None if state(above) == "order" else True
