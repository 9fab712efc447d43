"""What a desk answers: line by line what was understood, what is wrong and by which rule, and what was asked for."""

from textwrap import wrap

from pbem.core.data.text import counted, listed, translate

WIDTH = 72

_SENTENCES = {
    "accepted": "Accepted. These are the orders of {seat} for entry {entry}; a later mail takes their place.",
    "final": "Accepted, and final: the signed orders of {seat} for entry {entry}.",
    "sealed": "Accepted: the sealed orders of {seat} for entry {entry}. Those of all others must carry them.",
    "word": "Accepted: the word of {seat} for entry {entry}.",
    "refused": "Not accepted: nothing of this mail counts. Please mend it and send all of it again.",
    "draft": "Read as a draft: it is not signed and carries no envelope, so it does not count. Seal it with pbem seal, "
    "and send what comes out.",
    "commands": "This mail holds no orders.",
    "silent": "No line of this mail was understood as an order or a request.",
    "forged": "This address speaks for {own}, not for {seat}: nothing was read. {seat} is told of it.",
    "stranger": "A mail for the seat {seat} came from an address that is not registered for it; nothing was read. "
    "If it was yours: write from your own address, or ask the referee to change it.",
    "over": "The game is over; it takes no more orders.",
    "form-past": "The form for what is asked now stands below.",
}
_HELP = (
    "Answer a report to send orders: take away the # before an answer in the quoted form, or write orders above it. "
    "You need not keep the quotation: the answer alone is enough.",
    "A line with one of these words asks for something and changes nothing:",
    "  status      whom the game waits for",
    "  form        a new order form",
    "  report      the last report again; report 7 for that of entry 7",
    "  help        this text",
    "An attached order file (.txt) is read instead of the mail's own text.",
    "Nothing after two dashes on a line is read, nor lines that begin with > or #.",
)
_FATES = {"used": "answers now", "kept": "is kept for its moment"}


def sentence(name, **fields):
    return translate(_SENTENCES[name]).format(**fields)


def text_of(game, arrival, letter, verdict, orders="", told=(), problems=(), digest="", answers=()):
    """The receipt as text.

    verdict    sentences on what became of the mail
    orders     the canonical text of what was understood
    told       [(text, fate)] of its lines (core.play.fates)
    problems   every Problem, refusals and others
    digest     under which the orders will stand in the record
    answers    [(title, text)] of what was asked for
    """
    lines = [f"Arrival {arrival['n']} at game {game}" + (f", seat {arrival['seat']}" if arrival["seat"] else "") + "."]
    lines += [row for text in verdict for row in wrap(text, WIDTH)]
    if orders:
        lines += ["", "Understood:", "", *_understood(orders, told)]
    if problems:
        lines += ["", f"{counted(len(problems), 'remark')}:", "", *[row for one in problems for row in _told(one)]]
    for title, text in answers:
        lines += ["", f"--- {title} ".ljust(WIDTH, "-"), "", text.rstrip("\n")]
    lines += ["", "--- This mail ".ljust(WIDTH, "-"), ""]
    if letter.source:
        lines.append(f"Read from {letter.source}.")
    lines += [row for note in letter.notes for row in wrap(note, WIDTH)]
    if digest:
        lines += ["Orders, as the record will name them:", f"  {digest}"]
    lines += ["Message, as it was kept (SHA-256):", f"  {letter.digest}"]
    return "\n".join(lines) + "\n"


def _understood(orders, told):
    """The canonical text, and under it what would become of each line now."""
    rows = [f"  {line}".rstrip() for line in orders.strip().split("\n")]
    told = [f"{text}: {_FATES.get(fate, fate)}" for text, fate in told]
    return rows + ([""] if told else []) + [
        row for text in told for row in wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
    ]


def _told(problem):
    """A problem as two or three lines: place and quotation, then level, rule, sentence and hint."""
    rule = f" [{problem.rule}]" if problem.rule else ""
    place = f"line {problem.where.split(':')[1]}" if problem.where.count(":") else ""
    head = " ".join(part for part in (place, f"«{problem.quote}»" if problem.quote else "") if part)
    body = f"{problem.level}{rule}: {problem.text} {problem.hint}".strip()
    rows = wrap(head, WIDTH, initial_indent="  ", subsequent_indent="    ") if head else []
    return rows + wrap(body, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def help_text():
    return "\n".join(row for text in _HELP for row in (wrap(text, WIDTH) if not text.startswith(" ") else [text]))


def status_text(file):
    """Whom the game waits for, in a few lines."""
    if file.is_over:
        return sentence("over")
    rows = []
    for question in file.waiting:
        seat = file.charter["powers"][question["power"]]
        kind = file.game.kinds[question["kind"]]
        done = "has answered" if seat in file.answered else "is waited for"
        rows.append(f"{seat} {done}: {question['power']} is asked {kind.waiting} [{question['rule']}].")
    if file.state["muster"]:
        rows.append(f"The next entry is a muster: {listed(file.people)} send their orders, or say ready.")
    rows = rows or ["Nobody is asked anything: the next run draws and plays on."]
    return "\n".join(row for text in rows for row in wrap(text, WIDTH)) + (
        f"\nOrders are for entry {file.next}, head {file.head[:32]}.")
