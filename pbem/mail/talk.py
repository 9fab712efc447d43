"""Is a line talk?  Greetings, closings, signatures, footers of phones and companies, and sentences that order nothing.

The phrases are data (phrases.json).  A line is talk only for a reason that can be named; what has none is left to the
order reader, and what that does not understand is asked back: no line is dropped because nobody knew what it was.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from pbem.core.data.tables import beside
from pbem.core.language.names import distance, key, near_hint
from pbem.core.orders.itemlines import WITHDRAW
from pbem.core.orders.normalize import match_verb, tidy, verbs_of
from pbem.core.orders.power_prefix import LEAD, TURN
from pbem.core.orders.sayings import infinitive, table_of

if TYPE_CHECKING:
    from pbem.core.title.game import Game


_CONTACT = re.compile(
    r"(?:https?://|www\.)\S+|"
    r"[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+\.?|(?:[^\W\d]{1,12}\.?\s*[:.]?\s*)?\+?\(?\d[\d ()/.-]{6,}\d|[-_=*~#+. ]{3,}"
)
_LONG_VERB = re.compile(r"\s*[^\W\d]{2,} \d+\s*")  # "op 99999999" is no telephone, "F 0151 12345" may be one
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LETTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_SMILE = r"(?:[:;=]|(?<!\w)8)[-o*']?(?:[)(\]/\\|]|[dDpP](?!\w))|\^_?\^|<3"
_SMILEY, _FACE = re.compile(_SMILE), re.compile(rf"{_SMILE}|\(.{{1,6}}\)$")  # the latter with what is drawn in brackets
# a word before orders, or about all of them: no line goes on from it
IS_ALONE = re.compile(
    rf"(?:{LEAD}|always|ready|wait|go on|(?:always )?ask(?: me)?(?: if)?)\s*[:,]?", re.IGNORECASE
).fullmatch
_GRAMMAR = re.compile(
    r"(?:if|else|when|always|secret|public)\b.*:.*|else\b.*|ask me if\b.*|"
    r"rest:.*|(?:cancel|drop|forget|revoke|take back)\b[ :,]*(?:(?:lines?|numbers?|no\b\.?|#) *)*(?:\d.*|all)|"
    r"pinch\b.*|head\s*[:=]?\s*[0-9a-f]{8,}|"
    r"(?:game|seat|entry|link|seal)\s*[:=]?\s*\S+",
    re.IGNORECASE,
)
_GREETED = re.compile(r"(?:hi|hello|hey|dear)(?: \w+)?[,!.] +(?=\S)", re.IGNORECASE)  # "Hi, op 5 …"
_HERE = re.compile(r"(?:it's |this is )?[a-z]+ here(?:[,.!:;]? [a-z]+){0,3}")  # "UK here, finally"
_LEAD = re.compile(
    rf"(?:or|then|next{TURN}(?:,? whatever happens)?|must|instead|public|secret)\b\s*[:,]?\s+|"
    r"\d{1,4}[.:)]?\s+(?=[a-z])",
    re.IGNORECASE,
)
_SIGNED = ("power", "area", "country", "nation")  # names of a title that people write under their mails
MOST_WORDS, MOST_LOOKED_UP = 12, 500  # words of a line, and of a mail, that are compared with all names of the game
MOST_ALONE = 6  # letters of a correction ("no", "moment") that is one only alone on its line
MOST_ASKING = 4  # words of a phrase that asks for something
MOST_DENYING = 6  # words before an order that say that it is none
MOST_NAME = 6  # words of a line that may be somebody's name and office


def phrases() -> dict[str, set[str]]:
    """The phrases by what they are for, each list as a set of keys."""
    if not _PHRASES:
        told = beside(__file__, "phrases")
        _PHRASES.update({name: {_bare(one) for one in found} for name, found in told.items() if name != "origin"})
    return _PHRASES


_PHRASES: dict[str, set[str]] = {}


def _bare(text: str) -> str:
    """Text as phrases are compared: small letters, one space, no marks or faces at either end."""
    text = " ".join(_FACE.sub(" ", text).replace("\u2019", "'").split()).casefold()
    first, last = _LETTER.search(text), _LETTER.search(text[::-1])
    return text[first.start() : len(text) - last.start()] if first and last else ""


def _is_contact(line: str) -> bool:
    return bool(_CONTACT.fullmatch(" ".join(line.split())))


class Talk:
    """What is talk in the mails of one seat of a title.

    game    the title
    people  names of people who play, and of the sender, as they stand under mails

    begins_order  text → whether a tidied line begins with a verb of the title, a word of the grammar, or a power and a
                  colon; asked many times of a line, and so remembered
    """

    def __init__(self, game: "Game", people: Iterable[str] = ()) -> None:
        (self.verbs, self.petitions), self.names = verbs_of(game), game.names
        said = {word for kind in game.kinds.values() for verb in kind.verbs for word in verb.split() if len(word) > 3}
        self._deeds, self._stays = table_of(game).links["deeds"], table_of(game).shape("stays")
        self._actions = said | table_of(game).links["verbs"] | self._deeds  # words for what is done in the game
        self.leads = {key(one) for one in (*game.powers, *game.kinds)}  # what a line may say before a colon
        self.people = {_bare(word) for one in people for word in (one, *one.split()) if len(word) > 1}
        self.phrases, self.negations = phrases(), table_of(game).negations
        self.begins_order: Callable[[str], bool] = cache(self._begins_order)
        self._near: dict[str, bool] = {}  # words that were looked for among the names of the game

    def reason(self, line: str, is_closed: bool = False) -> str:
        """Why a line is talk ("greeting", "closing", "footer", "contact", "name", "stays", "sentence"), or "".

        is_closed   a closing stood above it, so that names and offices may follow
        """
        text = _bare(line)
        if not text:
            return "" if re.search(r"[^\W_]", _SMILEY.sub(" ", line)) else "mark"
        said = "stays" if self._stays.fullmatch(text) else "greeting" if _HERE.fullmatch(text) else ""
        if said or self.names_an_order(line):
            return said
        if self._is_phrase(text, "closings", line):
            return "closing"
        if self._is_phrase(text, "greetings", line):
            return "greeting"
        if any(text.startswith(one) for one in self.phrases["footers"]):
            return "footer"
        if text in self.phrases["attachments"]:
            return "attachment"
        is_begun, is_contact = self.begins_order(tidy(line)), _is_contact(line)
        if is_contact and not (is_begun and _LONG_VERB.match(line)):
            return "contact"
        if is_begun:
            return ""
        if self._is_name(text, is_closed):
            return "name"
        return "sentence" if self._is_sentence(line, text) else ""

    def _is_phrase(self, text: str, kind: str, line: str) -> bool:
        """A phrase alone, or with a few words after it: "Hi Bob and all,", "LG Ann", "Thanks, Bob!"; a name of a
        player may have digits in it."""
        found = self.phrases[kind]
        if text in found:
            return True
        words = text.split(" ")
        for count in range(min(5, len(words)), 0, -1):
            if " ".join(words[:count]).rstrip(",.!;:、。") in found:
                rest = words[count:]
                if rest and all(word.strip(".,()!") in self.people for word in rest):
                    return True
                plain = len(rest) <= 4 and not re.search(r"\d|->|[:;?]", " ".join(rest))
                return plain and not self.begins_order(" ".join(rest)) and not self._verb_in(rest)
        return (
            bool(_CJK.search(text))
            and any(_CJK.search(one) and text.endswith(one) for one in found)
            and (not self._verb_in(words))
        )

    def corrects(self, line: str, most: int = MOST_ALONE) -> bool:
        """True for words with which people take back what they have just said: "no, wait:", "sorry, op 5 instead".

        most  letters of those that count only alone on their line
        """
        words = " ".join(re.findall(r"[\w'-]+", _bare(line)))
        alone = words in self.phrases["corrections"]
        return alone or any(
            f" {one} " in f" {words} " for one in self.phrases["corrections"] if len(one) > most or _CJK.search(one)
        )

    def request(self, text: str) -> str:
        """What a tidied line asks for in the words of a sentence, if an order begins there: "can you please strike
        …", "i'm gonna do op 5"; or ""."""
        words, begin = text.split(" "), 0
        while begin < MOST_WORDS and (step := self._asks_for(words[begin : begin + MOST_ASKING])):
            begin += step
            rest = " ".join(words[begin:])
            if self.begins_order(rest):
                return rest
        return ""

    def _asks_for(self, words: list[str]) -> int:
        """How many of the first words are a phrase of a request; the longest."""
        ends = range(len(words), 0, -1)
        return next((end for end in ends if _bare(" ".join(words[:end])) in self.phrases["requests"]), 0)

    def sounds_ordered(self, line: str) -> bool:
        """True for a sentence that may tell what shall be done: it begins with what is done always or never, with all
        or with somebody's, and a verb of the game stands in it, and nobody who speaks of himself or asks."""
        words = [word.casefold().replace("\u2019", "'") for word in _WORD.findall(line)]
        first = words[0] if words else ""
        if line.rstrip()[-1:] in ("?", "\uff1f") or self.phrases["spoken"].intersection(words):
            return False
        is_standing = first in self.phrases["standing"]
        is_begun = is_standing or first in self.phrases["whole"] or first in self.names.index
        is_named = is_standing or self.mentions(" ".join([*words, *(word.removesuffix("s") for word in words)]))
        return is_begun and is_named and any(infinitive(word, self._actions) for word in words[1:])

    def denies(self, text: str) -> bool:
        """True for an order that a few words say is not given: "don't op 5", "I won't buy 2 infantry"."""
        words = text.split(" ")
        parts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, min(len(words), MOST_DENYING)))
        return any(
            self.negations(before)
            and self.begins_order(rest)
            and bool(re.search(r"\d", rest) or self.mentions(rest.partition(" ")[2]))
            for before, rest in parts
        )

    def is_person(self, line: str) -> bool:
        """True if a line is made of names of people who play: it is no slip of an order, however near it is to one."""
        return all(word.strip(".,()") in self.people for word in _bare(line).split(" "))

    def _is_name(self, text: str, is_closed: bool) -> bool:
        words = text.split(" ")
        if all(word.strip(".,()") in self.people for word in words):
            return True
        return is_closed and len(words) <= MOST_NAME and not self._verb_in(words) and not self.mentions(text)

    def _is_sentence(self, line: str, text: str) -> bool:
        """Words among which stand those that only sentences have, no verb of an order that could stand alone, and
        nothing that is a name of the game together with such a verb."""
        words = [word.casefold().replace("\u2019", "'") for word in _WORD.findall(line)]
        if "->" in tidy(line) or not words:
            return False
        if _CJK.search(text):
            return not self._verb_in(words) and not self._near_verb(words[0])
        plain = sum(word in self.phrases["words"] for word in words)
        if self._verb_in(words):
            return plain >= 2 and len(words) >= 5 and not self.mentions(text) and not self._alone(words)
        if self._near_verb(words[0]) and (len(words) < 4 or self.mentions(text)):
            return False
        if self.mentions(text):
            return plain >= 2
        return plain >= 1 or len(words) >= 4 or line.rstrip()[-1:] in "!?.…:)"

    # -- words of the game ---------------------------------------------------------------------------------

    def _begins_order(self, text: str) -> bool:
        if not text or IS_ALONE(text):
            return bool(text)
        lead = _LEAD.match(text) or _GREETED.match(text)
        if lead:
            return self.begins_order(text[lead.end() :])
        before, colon, _ = text.partition(":")
        kind, _, last = text.rpartition(" ")
        if key(kind) in self.leads and key(last) == "default":
            return True
        if _GRAMMAR.fullmatch(text) or WITHDRAW.fullmatch(text) or (colon and key(before) in self.leads):
            return True
        return bool(match_verb(text, self.verbs) or match_verb(text, self.petitions))

    def names_an_order(self, line: str) -> bool:
        """True if a line begins as an order does and something of the game, or an arrow, stands behind that."""
        text = tidy(line)
        begun = text and not _is_contact(line) and self.begins_order(text)
        return bool(begun) and self.mentions(text.partition(" ")[2])

    def is_rest(self, line: str, reads: Callable[[str], bool], may_name: bool) -> bool:
        """True for words beside orders that no form begins and no near miss of a verb: a signature, a closing in any
        language, an office.

        reads     text → True if it is an order by itself
        may_name  names of the game may stand in it
        """
        text = tidy(line)
        if self.is_names(line):
            return True
        if not text or "->" in text or self.begins_order(text) or (self.mentions(line) and not may_name):
            return False
        if self._verb_in(text.split(" ")):
            return False
        return not self.is_near_order(text, reads)

    def is_near_order(self, text: str, reads: Callable[[str], bool]) -> bool:
        """True if the first words of a tidied line are a near miss of a verb, and what follows is, or may be, of the
        game; or the whole would be an order without the slip."""
        words = text.split(" ")
        for count in range(1, min(3, len(words)) + 1):
            first, rest = "".join(words[:count]), " ".join(words[count:])
            near = self._near_verbs(first)
            if near and (self.mentions(rest) or self.is_near_name(rest)):
                return True
            if any(reads(f"{verb} {rest}".strip()) for verb in near):
                return True
        return False

    def is_near_name(self, text: str) -> bool:
        """True if a word of a text is nearly a name of the game; of more words than a person writes, each is."""
        words = [word for word in map(key, text.split()[:MOST_WORDS]) if len(word) > 3]
        return any(self._is_near(word) for word in words)

    def _is_near(self, word: str) -> bool:
        if word not in self._near and len(self._near) < MOST_LOOKED_UP:
            self._near[word] = bool(near_hint(word, {found: found for found in self.names.index}))
        return self._near.get(word, True)

    def _near_verbs(self, word: str) -> list[str]:
        """The verbs that are at most a slip or two away from a word, three letters or more."""
        word = key(word)
        most = 1 if len(word) <= 5 else 2
        known = [*self.verbs.items(), *self.petitions.items()] if len(word) > 2 else []
        return [verb for name, (verb, _) in known if name.isalpha() and distance(word, name, most) <= most]

    def is_names(self, line: str) -> bool:
        """True if a line is made of names of people, powers and places, as it may stand under a mail, and of such words
        as stand above orders: "PRC orders"."""
        words = [word for word in re.split(r"[\s,/&()]+", line.strip()) if word]
        whole = self.names.known(line, *_SIGNED) is not None
        is_signed = whole or all(self._is_signed(word) for word in words)
        return bool(words) and is_signed and not IS_ALONE(tidy(line))

    def _is_signed(self, word: str) -> bool:
        return (
            _bare(word) in self.people
            or _bare(word) in self.phrases["words"]
            or self.names.known(word.strip(".:;-"), *_SIGNED) is not None
        )

    def orders_nothing(self, text: str) -> bool:
        """Whether words before an order are no part of it: no number, no name and no verb stands in them."""
        words = text.split(" ")
        is_told = re.search(r"\d", text) or self.mentions(text) or self._deeds.intersection(map(_bare, words))
        return not is_told and not self._verb_in(words)

    def _verb_in(self, words: list[str]) -> bool:
        """True if a verb of the title stands among words; numbers and names of units, with which lines of one title
        may begin, are none here."""
        return any(self._is_verb(word) for word in words)

    def _is_verb(self, word: str) -> bool:
        word = key(word.strip(".,;:!?()"))
        return len(word) > 2 and word.isalpha() and (word in self.verbs or word in self.petitions)

    @staticmethod
    def _alone(words: list[str]) -> bool:
        """True if the sentence says that its writer does something: a verb at its end, or after "i", "we", "please"."""
        return bool({"i", "i'll", "we", "we'll", "please", "just", "ich", "wir", "bitte", "je", "nous"} & set(words))

    def _near_verb(self, word: str) -> bool:
        return len(word) > 2 and bool(near_hint(word, {found: found for found in (*self.verbs, *self.petitions)}))

    def mentions(self, text: str) -> bool:
        """True if something of the game is named in a text: an id, a place, a unit, an arrow."""
        words = re.findall(r"[^\s,;:.!?()]+", text)
        if self.names.glue:  # "PAR-BUR" names two things
            words += re.split(f"[\\s,;:.!?()[\\]{re.escape(self.names.glue)}]+", text)
        if "->" in text or any(re.search(r"[^\W\d]-?\d|\dx", word) for word in words):
            return True
        pairs = [*words, *(f"{one} {other}" for one, other in zip(words, words[1:]))]
        return any(key(pair) in self.names.index for pair in pairs if len(key(pair)) > 2)
