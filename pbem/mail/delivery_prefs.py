"""What kind of mail a seat gets: how much of the report, and whether as text alone or with HTML and a page.

The desk keeps the wish of each seat (desk.json), by what it is about, so that a language can be wished for one day.
Of what a seat has not wished for there is a default: whoever gets a turn page when asked gets the short report, for the
page has the rest, and ``report`` on a line brings it; whoever wishes for text alone gets all of it.
"""

from typing import TYPE_CHECKING

from pbem.core.data.problems import NOT_UNDERSTOOD, Problem, Refused
from pbem.core.data.tables import Sentences

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


LENGTHS, STYLES = ("short", "full", "speech"), ("plain", "html")
_ABOUT = {**dict.fromkeys(LENGTHS, "length"), **dict.fromkeys(STYLES, "style")}


_say = Sentences(__name__)


def wished(wish: "Json", words: str) -> "Json":
    """The wish of a seat (`Letterbox.kinds`) after words such as ``short plain``; {} after ``default``.

    Raises Refused for words that exclude each other or are none.
    """
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for word in words.lower().split():
        about = _ABOUT.get(word)
        if word != "default" and about is None:
            problems.append(Problem("kind-none", level=NOT_UNDERSTOOD, word=word, kinds=", ".join([*LENGTHS, *STYLES])))
        elif about and found.get(about, word) != word:
            problems.append(Problem("kind-twice", level=NOT_UNDERSTOOD, one=found[about], other=word))
        elif about:
            found[about] = word
    Refused.if_any(problems)
    return {**({} if "default" in words.lower().split() else wish), **found}


def kind_of(wish: "Json", has_pages: bool = True) -> tuple[str, str]:
    """``(length, style)`` of the mails to a seat.

    has_pages   False for a desk that sends text alone (pbem mail out --plain)
    """
    style = "plain" if not has_pages else wish.get("style") or ("plain" if wish.get("length") == "speech" else "html")
    return wish.get("length") or ("short" if style == "html" else "full"), style


def told(wish: "Json") -> str:
    """What a seat gets from now on, as a sentence for it."""
    length, style = (_say(word) for word in kind_of(wish))
    return _say("told" if wish else "back", length=length, style=style)
