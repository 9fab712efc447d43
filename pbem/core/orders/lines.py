"""One order line in its clauses: what the kinds of a title read items from.

The grammar is the same for all titles (docs/orders.md): a verb, then the *head*, then clauses that each begin
with a keyword; parts are divided by semicolons.

    op 12 china-central -> taiwan-strait with amph, 3 armor; fire default
    verb  head          ->               with                part with the verb "fire"

What a kind does not look at is an error of the writer, never silently dropped: `Line.unread` tells it.
"""

import re

from ..data.problems import NOT_UNDERSTOOD, Problem, messages

KEYWORDS = ("->", "with", "via", "from", "in", "at")

messages(
    {
        "missing-clause": "{what} is missing.",
        "not-a-number": "{text} is not a number.",
    }
)

_LIST = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", re.IGNORECASE)
_COUNTED = re.compile(
    r"(\d{1,4})\s*(?:[x\u00d7*]\s*)?(?=[^\W\d])(.+)|(.+?)\s*[*\u00d7]\s*(\d{1,4})", re.IGNORECASE
)
_NUMBERS = dict(zip("one two three four five six seven eight nine ten eleven twelve".split(), range(1, 13)))
_COUNTS = {**_NUMBERS, "a": 1, "an": 1, "both": 2}


class LineError(ValueError):
    """An order line that cannot be understood.

    `problem` tells what is wrong; its `quote` is the text complained about, by which the reader finds the
    column.
    """

    def __init__(self, code, quote="", hint="", rule="", **fields):
        self.problem = Problem(code, rule=rule, hint=hint, level=NOT_UNDERSTOOD, quote=quote, **fields)
        super().__init__(code)


class Line:
    """A line, or a part of one, as its kind reads it.

    verb      the first words as the kind spells them in `verbs`; of a further part its first word
    body      all that follows the verb in this part
    head      the text after the verb and before the first keyword
    words     the words of the head
    parts     the further parts, between semicolons, each a Line
    source    the whole text with its verb, for kinds that are declared
    """

    __slots__ = ("source", "parts", "_verb", "_met", "_body", "_keywords", "_clauses", "_unread")

    def __init__(self, verb, text, keywords=(), met=True):
        body, *others = _split_parts(text)
        self.source = f"{verb} {text}".strip()
        self._verb = verb
        self._met = met
        self.parts = [_part(other, keywords) for other in others]
        self._body = body
        self._keywords = keywords
        self._clauses = _clauses(body, keywords)
        self._unread = {place for place, (word, text) in enumerate(self._clauses) if word or text}

    @property
    def verb(self):
        self._met = True
        return self._verb

    @property
    def body(self):
        self._unread.clear()
        return self._body

    @property
    def head(self):
        self._unread.discard(0)
        return self._clauses[0][1]

    @property
    def words(self):
        return self.head.replace(",", " ").split()

    @property
    def text(self):
        """The whole part with its verb."""
        return f"{self.verb} {self.body}".strip()

    def clause(self, keyword):
        """The text after a keyword: ``""`` if nothing follows, None if it is not there.  "to" is ``->``."""
        for place, (word, text) in enumerate(self._clauses):
            if word == _canonical(keyword):
                self._unread.discard(place)
                return text
        return None

    def need(self, keyword, what):
        """The text after a keyword that must be there; raises LineError naming `what` is missing."""
        text = self.clause(keyword)
        if not text:
            self.fail("missing-clause", quote=keyword if text == "" else "", what=what)
        return text

    def option(self, word):
        """What follows `word`, in a part that begins with it or as a clause to the end of its part; or None.

        So ``…; fire a at b`` and ``… fire a at b`` read the same, if `word` is a keyword of the kind.
        """
        for part in self.parts:
            if part.verb == word:
                return part.body
        for place, (found, _) in enumerate(self._clauses):
            if found == word:
                self._unread -= set(range(place, len(self._clauses)))
                rest = " ".join(f"{key} {text}".strip() for key, text in self._clauses[place:])
                return rest[len(word) :].strip()
        return None

    def without_verb(self):
        """This part read as if it had no verb, for parts that begin with a name (``… at x; y, z at w``)."""
        self._unread.clear()
        return Line("", self.text, self._keywords)

    def items(self, text):
        """The items of a list: divided at commas, "and" and "&"."""
        return [item.strip() for item in _LIST.split(text or "") if item.strip()]

    def count_and_name(self, item):
        """``"3 armor"``, "three armor" and "armor*3" are ``(3, "armor")``; "armor" is ``(None, "armor")``."""
        match = _COUNTED.fullmatch(item.strip())
        if match:
            return (int(match[1]), match[2].strip()) if match[1] else (int(match[4]), match[3].strip())
        first, _, rest = item.strip().partition(" ")
        if rest[:1].isalpha() and first.casefold() in _COUNTS:
            return _COUNTS[first.casefold()], rest.strip()
        return None, item.strip()

    def number(self, text):
        """A whole number, which may stand as ``#12`` or before a comma or colon; raises LineError."""
        text = (text or "").strip().removeprefix("#").rstrip(",:")
        if text.casefold() in _NUMBERS:
            return _NUMBERS[text.casefold()]
        if not re.fullmatch(r"[0-9]{1,9}", text):
            self.fail("not-a-number", quote=text, text=text or "nothing")
        return int(text)

    def rest_as_id(self):
        """All that follows the verb as a kebab id: ``Eastern Front`` → ``eastern-front``."""
        return as_id(self.body)

    def fail(self, code, quote="", hint="", rule="", **fields):
        """Raise LineError; `quote` is the text complained about (without: the whole line)."""
        raise LineError(code, quote=quote, hint=hint, rule=rule, **fields)

    def unread(self):
        """The texts of clauses and parts that nobody has looked at, in order."""
        if not self._met:
            return [f"{self._verb} {self._body}".strip()]
        texts = [" ".join(self._clauses[place]).strip() for place in sorted(self._unread)]
        for part in self.parts:
            texts += part.unread()
        return texts


def as_id(text):
    """Text as a kebab id, without accents.

    >>> as_id("  Côte d'Ivoire, East ")
    'cote-divoire-east'
    """
    text = text.casefold()
    if not text.isascii():
        import unicodedata

        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", text.replace("'", "").replace("\u2019", "")).strip("-")


def _part(text, keywords):
    first, _, rest = text.partition(" ")
    return Line(first.casefold(), rest, keywords, met=False)


def _split_parts(text):
    """The parts between semicolons, without empty ones after the first."""
    first, *others = [part.strip(" ,") for part in text.split(";")]
    return [first, *[part for part in others if part]]


def _clauses(body, keywords):
    """``[("", head), (keyword, text), …]`` of one part."""
    known = {*KEYWORDS, "to", *keywords}
    clauses = [("", [])]
    for word in body.replace("->", " -> ").split():
        plain = word.casefold().strip(",")
        if plain in known:
            clauses.append((_canonical(plain), []))
        else:
            clauses[-1][1].append(word)
    return [(keyword, " ".join(words).strip(" ,")) for keyword, words in clauses]


def _canonical(keyword):
    return "->" if keyword == "to" else keyword
