"""The text of a reply made ready for the order reader: what the sender wrote, what came back quoted, and commands.

The order reader knows quotation marks and forms (core.forms); here is what only mail programs do: unmarked quotations
under a headline, the line that announces a quotation, closing words above it, and requests among the lines.
"""

import re

COMMANDS = ("status", "form", "report", "help")

_COMMAND = re.compile(r"\s*(status|form|help|report)(?:\s+(?:entry\s+)?([0-9]{1,9}))?\s*[.!]?\s*", re.IGNORECASE)
_UNMARKED = re.compile(
    r"\s*-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|message d'origine|"
    r"mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}\s*|_{20,}\s*",
    re.IGNORECASE,
)
_FROM = re.compile(r"\s*\*?(?:from|von|de|da|van):\*?\s.*@?.*", re.IGNORECASE)
_SENT = re.compile(r"\s*\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden):\*?\s", re.IGNORECASE)
_ANNOUNCES = re.compile(
    r".*(?:wrote|writes|schrieb|écrit|escribió|escribio|scritto|schreef|skrev)\b.*:\s*", re.IGNORECASE
)
_OPENS = re.compile(r"\s*(?:on|am|le|el|il|op|den|em)\s.*", re.IGNORECASE)
_CLOSES = re.compile(
    r"\s*(?:--+|end\.?|(?:many )?thanks\b.*|thank you\b.*|cheers\b.*|yours\b.*|sincerely\b.*|bye\b.*|sent from my .*|"
    r"(?:with )?(?:(?:best|kind|warm) )?(?:regards|wishes|greetings)\b.*|"
    r"(?:(?:viele|liebe|beste|schöne) )?gr(?:ü|u|ue)(?:ß|ss)e?\b.*)\s*",
    re.IGNORECASE,
)
_REPORT = re.compile(r"\s*\(Answer this mail to send orders.*")  # compose.REPORT_BEGINS
_FORM = re.compile(r"\s*-+ To answer, reply with lines like these -*\s*")  # report/text.py
_HEADER = re.compile(r"[>\s]*(?:game|seat)\b\s*[:=]?\s*\S+\s*", re.IGNORECASE)


class Reply:
    """A mail's text in parts.

    text       what the order reader gets; header lines that were quoted stand in it
    commands   [(command, number or None)] that stood in it, each once, in order
    is_bare    True if no line of a header stands in it, quoted or not
    is_silent  True if the sender wrote nothing but commands and greetings of his own, and nothing was quoted
    """

    __slots__ = ("text", "commands", "is_bare", "is_silent")

    def __init__(self, text, subject=""):
        lines = _marked(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        self.is_bare = not any(_HEADER.fullmatch(line) for line in lines)
        first = next((n for n, line in enumerate(lines) if _is_quoted(line)), len(lines))
        if first < len(lines) and not any(_HEADER.fullmatch(line) for line in lines[:first]):
            lines[:first] = _own_words(lines[:first])
        elif self.is_bare:
            lines = _own_words(lines)
        self.commands, lines = _commands(lines, subject if self.is_bare else "")
        self.is_silent = not any(line.strip() for line in lines if not _is_quoted(line))
        self.text = "\n".join(lines)

    def with_header(self, game, seat, entry, head):
        """The text with the header of the report that it answers, as if that had been quoted below."""
        own = [line for line in self.text.split("\n") if not _is_quoted(line)]
        header = (f"> game {game}", f"> seat {seat}", f"> entry {entry}", f"> head {head}", "> --")
        return "\n".join([*own, "", *header, ""])


def _is_quoted(line):
    return line.lstrip().startswith(">")


def _marked(lines):
    """The lines with marks before a quotation that has only a headline, or is a report of ours down to its form."""
    begins = next((n for n, line in enumerate(lines) if _REPORT.fullmatch(line)), None)
    ends = next((n for n, line in enumerate(lines) if _FORM.fullmatch(line)), None)
    if begins is not None and ends is not None and begins < ends:
        return [*lines[:begins], *(f"> {line}" for line in lines[begins : ends + 1]), *lines[ends + 1 :]]
    for n, line in enumerate(lines):
        follows = any(_SENT.match(other) for other in lines[n + 1 : n + 4])
        if _UNMARKED.fullmatch(line) or (_FROM.fullmatch(line) and follows):
            return lines[:n] + [line if _is_quoted(line) else f"> {line}" for line in lines[n:]]
    return lines


def _own_words(lines):
    """What stands above a quotation, without the line that announces it, and nothing after closing words."""
    lines = list(lines)
    last = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].strip()), None)
    if last is not None and _ANNOUNCES.fullmatch(lines[last]):
        lines[last] = ""
        if last and _OPENS.fullmatch(lines[last - 1]) and "->" not in lines[last - 1]:
            lines[last - 1] = ""
    elif last is not None and lines[last].rstrip().endswith(":") and last and _OPENS.fullmatch(lines[last - 1]):
        lines[last - 1 : last + 1] = ["", ""]
    end = next((n for n, line in enumerate(lines) if _CLOSES.fullmatch(line)), len(lines))
    return lines[:end] + [""] * (len(lines) - end)


def _commands(lines, subject):
    """``(commands, the lines without them)``; of the subject only if it is nothing else."""
    bare = re.sub(r"(?i)^(?:(?:re|aw|fwd?)\s*:\s*)+|\[[^\]]*\]", "", subject)
    matches = [None if _is_quoted(line) else _COMMAND.fullmatch(line) for line in lines]
    found = [match for match in (_COMMAND.fullmatch(bare), *matches) if match]
    commands = [(match[1].lower(), int(match[2]) if match[2] else None) for match in found]
    return list(dict.fromkeys(commands)), ["" if match else line for line, match in zip(lines, matches)]
