"""The words of an HTML mail as plain text: lines where the page breaks them, ``>`` before what it quotes.

A best effort for mails that bring no text/plain part.  Nothing is fetched, no style or script is read.
"""

from html.parser import HTMLParser

_BREAKS = {"p", "div", "br", "li", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "hr", "blockquote", "pre"}
_SILENT = {"script", "style", "head", "title"}
_QUOTES = ("gmail_quote", "gmail_extra", "yahoo_quoted", "moz-cite-prefix", "divRplyFwdMsg", "appendonsend")
_EMPTY = {"br", "hr", "img", "meta", "link", "input", "col", "area", "base", "wbr"}
MOST_DEPTH = 500


def text_of_html(markup):
    """The text of an HTML page; quotations (blockquote and what the large mail programs mark so) with ``> ``."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects lines; `open` is the stack of elements as ``(tag, is a quotation)``."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.lines, self.line = [], [], ""

    def text(self):
        self._break()
        kept = []
        for line in self.lines:
            if line.strip("> ") or (kept and kept[-1].strip("> ")):
                kept.append(line)
        return "\n".join(kept).strip("\n") + "\n"

    def handle_starttag(self, tag, attributes):
        if tag in _BREAKS:
            self._break(tag == "br")
        if tag in _EMPTY or len(self.open) >= MOST_DEPTH:
            return
        marks = " ".join(value or "" for name, value in attributes if name in ("class", "id"))
        is_quote = tag == "blockquote" or any(mark in marks.split() for mark in _QUOTES)
        inside_quote = tag == "blockquote" and self.open and self.open[-1][1] and self.open[-1][0] == "div"
        self.open.append((tag, is_quote and not inside_quote))

    def handle_endtag(self, tag):
        if tag in _BREAKS:
            self._break()
        if any(tag == opened for opened, _ in self.open):
            while self.open.pop()[0] != tag:
                continue

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        if not _SILENT.isdisjoint(tags):
            return
        if "pre" in tags:
            first, *others = data.split("\n")
            self.line += first
            for part in others:
                self._break(True)
                self.line = part
            return
        words = " ".join(data.split())
        if not words:
            self.line += " " if self.line and not self.line.endswith(" ") else ""
            return
        lead = " " if data[0].isspace() and self.line and not self.line.endswith(" ") else ""
        self.line += lead + words + (" " if data[-1].isspace() else "")

    def _break(self, is_forced=False):
        line, self.line = self.line.rstrip(), ""
        if line or is_forced:
            depth = sum(is_quote for _, is_quote in self.open)
            self.lines.append(">" * depth + " " * bool(depth) + line)
