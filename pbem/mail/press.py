"""Words from player to player: ``to us: …`` in a mail to the desk goes on at once, with the sender's name.

It is never read as orders, there or at whom it reaches, and it is no part of the record.  A charter may forbid it.
"""

import re
from collections.abc import Iterable
from textwrap import wrap
from typing import TYPE_CHECKING

from pbem.core.data.problems import NOT_ALLOWED, Problem
from pbem.core.data.tables import Sentences
from pbem.core.data.text import visible
from pbem.core.language.names import key, near_hint
from pbem.core.record.seat_history import persons

from .compose import host_of, message
from .echo_filter import MARK, Press
from .receipt import WIDTH

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letterbox import Letterbox

_say = Sentences(__name__)


ALL = {"all", "everybody", "everyone", "alle", "alleanderen", "tous", "todos", "みんな", "全員"}
REFEREE = {"referee", "gm", "umpire", "schiedsrichter", "spielleiter", "arbitre", "審判"}
MOST_CHARACTERS = 8000
_FORWARDED = re.compile(r"<([^/@]+)/press/([0-9]{1,9})/[^/@]+@")  # as `forwarded` makes it
MOST_NAME = 3  # words of a name that nobody has
_AND = re.compile(r"\s*[,&+\u3001]\s*|\s+(?:and|und|et|y|と)\s+")


def addressees(file: "GameFile", seat: str, text: str) -> list[str] | None:
    """The seats that ``to …:`` names, "referee" among them, without `seat` itself; None if a word names nobody."""
    found, known = [], _known(file)
    for word in _AND.split(text.strip()):
        name = key(word)
        if name in ALL:
            found += file.charter["seats"]
        elif name in REFEREE:
            found.append("referee")
        elif holder := known.get(name) or _of_power(file, word):
            found.append(holder)
        else:
            return None
    return [one for one in dict.fromkeys(found) if one != seat]


def means_somebody(file: "GameFile", text: str) -> bool:
    """Whether what stands behind "to" is meant as a name, though nobody is called so: it begins with a capital, as no
    "to do:" does, or is nearly a name that is known."""
    words = text.strip().split()
    known = {name: name for name in (*_known(file), *ALL, *REFEREE)}
    is_name = len(words) <= MOST_NAME and not text.isupper() and all(word[0].isupper() for word in words)
    return bool(words) and (is_name or (len(key(text)) > 3 and near_hint(key(text), known) != ""))


def _known(file: "GameFile") -> dict[str, str]:
    """``{key of a name: seat}`` of people, powers and seats, the last before the first."""
    known = {key(name): one for one, name in persons(file).items()}
    known |= {key(power): holder for power, holder in file.charter["powers"].items()}
    return known | {key(one): one for one in file.charter["seats"]}


def _of_power(file: "GameFile", word: str) -> str | None:
    """The seat that holds a power, by any printed name of it; or None."""
    names = file.game.names
    power = names.known(word, "power") if "power" in names.categories else None
    seat: str | None = file.charter["powers"].get(power)
    return seat


def problems(file: "GameFile", box: "Letterbox", seat: str, press: Press) -> list[Problem]:
    """What keeps words from going on; `press` as Reply.press has it."""
    if press and file.charter.get("press") == "none":
        return [Problem("press-forbidden", level=NOT_ALLOWED)]
    count, whom = sum(len(text) for _, text in press), _whom(file, seat, press)
    found = [Problem("press-long", level=NOT_ALLOWED, most=MOST_CHARACTERS, count=count)] * (count > MOST_CHARACTERS)
    known = [*(f"to {one}" for one in file.charter["seats"] if one != seat), "to referee", "to all"]
    unknown = [visible(to.strip()) for to, who in whom.items() if who is None]
    found += [Problem("press-unknown", level=NOT_ALLOWED, to=to, whom=known) for to in unknown]
    own = [visible(to.strip()) for to, who in whom.items() if who == []]
    found += [Problem("press-own", level=NOT_ALLOWED, to=to, seat=seat) for to in own]
    lacking = {one for who in whom.values() for one in who or () if not address_of(box, one)}
    return found + [Problem("press-nobody", level=NOT_ALLOWED, who=who) for who in sorted(lacking)]


def _whom(file: "GameFile", seat: str, press: Press) -> dict[str, list[str] | None]:
    """``{addressees as written: who they are}``."""
    return {to: addressees(file, seat, to) for to in dict.fromkeys(to for to, _ in press)}


def address_of(box: "Letterbox", who: str) -> list[str]:
    """The addresses of a seat, or of the referee."""
    return [box.referee] * bool(box.referee) if who == "referee" else box.seats.get(who, [])


def writer(file: "GameFile", box: "Letterbox", seat: str, answers_to: Iterable[str]) -> str | None:
    """The other seat whose words a mail answers, by their Message-ID; or None."""
    found = [match for one in answers_to if (match := _FORWARDED.match(one)) and match[1] == file.name]
    rows = [box.arrivals.of_number(int(match[2])) for match in found]
    return next((row["seat"] for row in rows if row and row["seat"] and row["seat"] != seat), None)


def forwarded(
    file: "GameFile", box: "Letterbox", seat: str, arrival: int, press: Press, now: "datetime | None"
) -> "list[tuple[str, EmailMessage]]":
    """``[(seat or "referee", message)]``: one message to each, so that nobody sees another's address, and one a mail,
    however many words it brings."""
    name = persons(file).get(seat, seat)
    words: dict[tuple[str, ...], list[str]] = {}
    whom = _whom(file, seat, press)
    for to, text in press:
        words.setdefault(tuple(sorted(whom[to] or ())), []).append(text)
    mails = []
    for one in sorted({one for who in words for one in who}):
        own = {who: texts for who, texts in words.items() if one in who}
        said = [_said(name, seat, who) for who in own]
        body = "\n\n".join(f"{told}:\n\n{_quoted(texts)}" for told, texts in zip(said, own.values()))
        subject = f"[pbem {file.name} e{file.n}] {said[0] if len(said) == 1 else _said(name, seat, [one])}"
        own_id = f"<{file.name}/press/{arrival}/{one}@{host_of(box.address)}>"
        mails.append((one, message(box, file.name, address_of(box, one), subject, f"{body}\n", own_id, (), now)))
    return mails


def _said(name: str, seat: str, who: Iterable[str]) -> str:
    return _say("writes", name=name, seat=seat, who=[*who])


def _quoted(texts: Iterable[str]) -> str:
    """Words behind a mark that keeps them from being orders where they come back."""
    lines = visible("\n\n".join(texts)).split("\n")
    return "\n".join(f"{MARK} {row}".rstrip() for line in lines for row in wrap(line, WIDTH - 2) or [""])
