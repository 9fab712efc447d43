"""What a desk answers: line by line what was understood, what is wrong and by which rule, and what was asked for."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from pbem.core.data.problems import by_place
from pbem.core.data.tables import Sentences, beside
from pbem.core.data.text import counted, listed, visible
from pbem.core.record.now import deadlines, now

from .echo_filter import MARK
from .model import ten_rows

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.data.problems import Problem
    from pbem.core.play.gamefile import GameFile
    from pbem.core.play.parts import Part
    from pbem.core.record.now import Came
    from pbem.core.rules.requests import Ask
    from pbem.core.title.game import Game
    from pbem.mail.letter import Letter


WIDTH = 72
MOST_SAID, MOST_QUOTED = 5, 200  # sentences that were passed over, and characters of one
MOST_TOLD = 1000  # rows on what was understood, or what is wrong; 60 kB at most, which no mail of a person needs

sentence = Sentences(__name__)


def text_of(
    game: str,
    arrival: "Json",
    letter: "Letter",
    verdict: Iterable[str],
    told: Sequence[str] = (),
    problems: "Sequence[Problem]" = (),
    digest: str = "",
    answers: Iterable[tuple[str, str]] = (),
    lacking: Iterable[str] = (),
    passed_over: Sequence[tuple[int, str]] = (),
    source: str = "",
    stands: Sequence[str] = (),
    said: Sequence[str] = (),
) -> str:
    """The receipt as text.

    verdict      sentences on what became of the mail
    told         rows on what was understood (`understood`)
    problems     every Problem, refusals and others
    digest       under which the orders will stand in the record
    answers      [(title, text)] of what was asked for
    lacking      sentences on what the seat has not answered yet
    passed_over  [(line, text)] of what was read as talk
    source       which text of the mail was read
    stands       rows of what stands for the seat
    said         sentences of those lines that went to nobody
    """
    lines = [sentence("arrival" if arrival["seat"] else "arrival-of-nobody", **{**arrival, "game": game})]
    lines += wrapped(*verdict)
    if told:
        lines += ["", "Understood:", "", *told]
    if lacking:
        lines += ["", *wrapped(*lacking)]
    if problems:
        of_lines = by_place([one for one in problems if _place(one)])
        of_all = [one for one in problems if not _place(one)]
        remarks = [row for one in of_all for row in _told(one)] + [""] * bool(of_all and of_lines)
        remarks = shortened([*remarks, *(row for one in of_lines for row in _told(one))])
        lines += ["", sentence("remarks", count=len(problems)), "", *remarks]
    skipped = wrapped(sentence("passed", lines=places([line for line, _ in passed_over]))) if passed_over else []
    skipped += [row for text in said[:MOST_SAID] for row in marked(text[:MOST_QUOTED])]
    lines += ["", *stands, *skipped * bool(said)] if stands else []
    for title, text in answers:
        lines += ["", f"--- {title} ".ljust(WIDTH, "-"), "", text.rstrip("\n")]
    lines += ["", sentence("this-mail").ljust(WIDTH, "-"), ""]
    source = source or letter.source
    if source:
        lines.append(sentence("read-from", source=source))
    lines += wrapped(*parts_told(letter.parts, source))
    lines += skipped * (not (said and stands))
    lines += wrapped(*letter.notes)
    if digest:
        lines += [sentence("orders-mark"), f"  {digest}"]
    lines += [sentence("message-mark"), f"  {letter.digest}"]
    return "\n".join(lines) + "\n"


def parts_told(parts: "Iterable[Json]", source: str = "") -> list[str]:
    """Sentences on the parts of a mail beside the one that is the source: what was read, what holds no words, and what
    cannot be read, each with its name."""
    named: dict[str, list[str]] = {}
    for one in parts:
        if one["name"] != source:
            told = f"{one['name']} ({one['why']})" if one["why"] else one["name"]
            named.setdefault(one["state"], []).append(visible(told))
    return [
        sentence(f"part-{state}", parts=listed(named[state])) for state in ("read", "empty", "unread") if state in named
    ]


def understood(game: "Game", parts: "Iterable[Part]") -> list[str]:
    """Rows on parts of a mail: sentences, what becomes of each now, and below what was typed, behind a mark that keeps
    it from being an order when it comes back."""
    from pbem.core.seat.paraphrase import as_typed, understood

    rows = []
    for part in as_typed(parts):
        known = understood(game, part)
        rows += rows_of(known["told"])
        rows += wrap(f"({known['becomes']})", WIDTH, initial_indent="    ", subsequent_indent="    ")
        rows += [row for one in known["typed"] for row in marked(one)]
    return shortened(rows)


def shortened(rows: list[str]) -> list[str]:
    """Of more than MOST_TOLD rows the first, and how many there are."""
    more = len(rows) - MOST_TOLD
    return rows if more <= 0 else [*rows[:MOST_TOLD], "", *wrapped(sentence("told-more", rows=counted(more, "row")))]


def rows_of(sentences: Iterable[str]) -> list[str]:
    """Sentences on what was understood as rows of a receipt."""
    return [
        row
        for one in sentences
        for row in wrap(visible(one), WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    ]


def marked(text: str) -> list[str]:
    """An order line as a receipt shows it."""
    return wrap(
        visible(text), WIDTH, initial_indent=f"    {MARK} ", subsequent_indent=f"    {MARK}   ", break_on_hyphens=False
    )


def quoted(text: str) -> list[str]:
    """Words of a mail as a receipt quotes them, line by line."""
    return [row for line in text.split("\n") for row in (marked(line) or [f"    {MARK}"])]


def lacking(game: "Game", asks: "Iterable[Ask]") -> list[str]:
    """Sentences on the questions that are put to a seat now and that it has not answered."""
    return [
        sentence("missing", power=game.names.within(ask.power), rule=ask.rule, waiting=game.kinds[ask.kind].waiting)
        for ask in asks
    ]


def places(numbers: Sequence[int]) -> str:
    """Lines as people name them: ``line 3``, ``lines 3 to 5 and 9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    named = [str(first) if first == last else f"{first} to {last}" for first, last in runs]
    return sentence("lines", count=len(numbers), lines=named)


def wrapped(*texts: str) -> list[str]:
    return [row for text in texts for row in wrap(text, WIDTH)]


def _told(problem: "Problem") -> list[str]:
    """A problem as rows: place and quotation, then level, rule, sentence and hint."""
    rule = f" [{problem.rule}]" if problem.rule else ""
    head = _place(problem)
    body = visible(f"{problem.level}{rule}: {problem.text} {problem.hint}".strip())
    rows = wrap(head, WIDTH, initial_indent="  ", subsequent_indent="    ") if head else []
    indent = "    " if head else "  "
    return rows + wrap(body, WIDTH, initial_indent=indent, subsequent_indent="    ", break_on_hyphens=False)


def _place(problem: "Problem") -> str:
    """The line that a problem is about, and what is quoted of it; "" of what is about the mail as a whole."""
    place = f"line {problem.where.split(':')[1]}" if problem.where.count(":") else ""
    quote = f"«{problem.quote[:MOST_QUOTED]}»" if problem.quote else ""
    return visible(" ".join(part for part in (place, quote) if part))


def help_text() -> str:
    told = beside(__file__, "help")["help"]
    rows = [row for text in told for row in ([text] if text.startswith(" ") else wrapped(text))]
    return "\n".join([*rows, "", *ten_rows(WIDTH)])


def status_text(file: "GameFile", came: "Came | None" = None) -> str:
    """Whom the game waits for, in a few lines; `came`: what is known to have come."""
    if file.is_over:
        return sentence("over")
    rows = []
    for row in now(file, came):
        told = f"{row.told['waiting']} [{row.told['rule']}]" if row.told else row.waiting
        who = row.seat if row.power in (None, row.seat) else f"{row.seat} ({row.power})"
        if row.told or row.is_ahead:
            name = "answered" if row.answered else "still-to" if told.startswith("to ") else "still"
            rows.append(sentence(name, who=who, waiting=told))
    if file.state["muster"]:
        rows.append(sentence("muster", seats=[*file.people]))
    rows += [sentence("deadline", who=found.name or found.seat, term=found.term) for found in deadlines(file)]
    rows = rows or [sentence("nobody")]
    return "\n".join([*wrapped(*rows), sentence("status", entry=file.next, head=file.head[:32])])
