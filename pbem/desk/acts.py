"""Acts of a referee that are no rule of a game: another person in a seat, another referee, a new chain, a takeback by
consent, a word to everybody.

Whoever plays or rolls is changed by words in the next line of play (fairness.md in docs/), from the entry after it on;
what concerns the board, by a note, which burns the entry that was due.  A word to
everybody changes nothing and asks nobody to muster: it stands in the public ``calendar`` of the file, told and not
proven, like an absence.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pbem.core.data.canon import encode
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed
from pbem.core.record.charter import PERSON_NAME, Anchor, Robot, option_value
from pbem.core.record.deadlines import shown
from pbem.core.record.documents import Document
from pbem.core.record.seat_history import persons

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)


MOST_WORDS = 2000


def replace(file: "GameFile", seat: str, person: str, reason: str, anchor: Anchor | None = None) -> "Json":
    """What is said when another person holds a seat.  Raises Refused.

    anchor   {"first", "key", "n"} of the person's chain, where seats have chains; else None
    """
    problems = [*_common(file, reason)]
    is_shared = file.state["fairness"] == "shared"
    problems += _no_seats(file, [seat])
    if not re.fullmatch(PERSON_NAME, person.strip()):
        problems.append(Problem("act-person"))
    if is_shared and anchor is None:
        problems.append(Problem("act-anchor", seat=seat))
    if not is_shared and anchor is not None:
        problems.append(Problem("act-no-anchor"))
    why = _say("takes", person=person.strip(), seat=seat, former=person_of(file, seat), reason=reason)
    return _note(problems, "substitute", why, seat=seat, anchor=anchor, person=person.strip())


def seat_robot(file: "GameFile", seat: str, robot: Robot, reason: str) -> "Json":
    """What is said when a robot holds a seat.  Raises Refused."""
    problems = [*_common(file, reason), *_no_seats(file, [seat])]
    fields = {"level": robot["level"], "seat": seat, "former": person_of(file, seat), "reason": reason}
    why, person = _say("robot-takes", **fields), _say("robot", level=robot["level"])
    return _note(problems, "substitute", why, seat=seat, anchor=None, person=person, robot=robot)


def leave(file: "GameFile", seat: str, reason: str) -> "Json":
    """What is said when nobody holds a seat any more: its published defaults are taken."""
    problems = [*_common(file, reason)]
    problems += _no_seats(file, [seat])
    return _note(problems, "substitute", _say("left", seat=seat, reason=reason), seat=seat, anchor=None)


def hand_over(file: "GameFile", person: str, reason: str, anchor: Anchor) -> "Json":
    """What is said when another referee goes on with a chain of his own."""
    problems = [*_common(file, reason)]
    if not file.state["referee"]:
        problems.append(Problem("act-no-referee"))
    if person.strip() and not re.fullmatch(PERSON_NAME, person.strip()):
        problems.append(Problem("act-person"))
    why = _say("referees" if person.strip() else "another-referees", person=person.strip(), reason=reason)
    return _note(problems, "referee", why, anchor=anchor, person=person.strip())


def unsigned_words(file: "GameFile", statements: "list[Json]", agreed: Collection[str]) -> "list[Document]":
    """The words of all seats at the level sealed, where a seat has no key: nobody has signed them.  Raises Refused.

    agreed   the seats that have agreed, as whoever writes the note says
    """
    lacking = [seat for seat in file.people if seat not in agreed]
    problems = _no_seats(file, agreed)
    if file.state["fairness"] != "sealed":
        problems = [Problem("act-agreed")]
    elif lacking:
        problems.append(Problem("act-agreed-all", seats=listed(lacking)))
    Refused.if_any(problems)
    head = {"entry": file.next, "head": file.head, "kind": "word", "says": sorted(statements, key=encode)}
    return [Document({**head, "seat": seat}) for seat in file.people]


def depart(file: "GameFile", reason: str) -> "Json":
    """What is said when the referee has left; from the next entry on the players open the envelopes in turn."""
    problems = [*_common(file, reason)]
    if not file.state["referee"]:
        problems.append(Problem("act-no-referee"))
    return _note(problems, "departed", _say("departed", reason=reason), openers=file.people)


def change(file: "GameFile", options: Mapping[str, str], revision: int | None, reason: str) -> "Json":
    """The note that options, or the revision of the rules, are others from the next line on.

    options    {name: value as people type it}
    revision   of the rules, the one that this program has; or None
    """
    problems, chosen = [*_common(file, reason)], {}
    for name, value in options.items():
        try:
            chosen[name] = option_value(file.game, name, value)
        except Refused as refused:
            problems += refused.problems
    if not options and revision is None:
        problems.append(Problem("act-change"))
    if revision is not None and revision != file.game.revision:
        problems.append(Problem("act-revision", revision=revision, installed=file.game.revision))
    fields: Json = {"options": chosen} if chosen else {}
    fields.update({} if revision is None else {"revision": revision})
    return _note(problems, "change", reason, **fields)


def restart(file: "GameFile", who: str, reason: str) -> "Json":
    """What is said when a silent opener opens last from the next entry on."""
    return _note([*_common(file, reason)], "restart", _say("restart", who=who, reason=reason), who=who)


def again(file: "GameFile", silent: Collection[str], reason: str) -> "Json":
    """The note that gives the entry which is due up: all send new envelopes, and those who are silent open last."""
    problems = [*_common(file, reason)]
    problems += _no_seats(file, silent)
    return _note(problems, "again", reason, silent=[seat for seat in file.charter["seats"] if seat in silent])


def give_up(file: "GameFile", reason: str) -> "Json":
    """The note that ends a game before its end."""
    return _note([*_common(file, reason)], "ended", reason)


def stand(file: "GameFile", reason: str) -> "Json":
    """The note that, after a fork, the line before it is the one that stands."""
    return _note([*_common(file, reason, is_over=True)], "stands", reason)


def renew(file: "GameFile", who: str, reason: str, anchor: Anchor) -> "Json":
    """What is said when a participant uses a new chain, before the old one ends."""
    return _note([*_common(file, reason)], "anchor", _say("renewed", who=who, reason=reason), who=who, anchor=anchor)


def take_back(file: "GameFile", to: int | None, reason: str, agreed: Collection[str]) -> "Json":
    """The note of going back to the end of entry `to` (default: before the last), which every seat has agreed to."""
    from pbem.core.play.repair import going_back

    lacking = [seat for seat in file.people if seat not in agreed]
    problems = [*_common(file, reason, is_over=True)]
    problems += _no_seats(file, agreed)
    if lacking:
        problems.append(Problem("act-consent", seats=listed(lacking)))
    Refused.if_any(problems)
    return going_back(file, to, _say("takeback", seats=[*file.people], reason=reason))


def tell(file: "GameFile", words: str, time: "datetime") -> None:
    """Put a public note into the calendar; it stands in the next report."""
    text = " ".join(words.split())
    if not 1 <= len(text) <= MOST_WORDS:
        raise Refused([Problem("act-words", most=MOST_WORDS, count=len(text))])
    file.calendar["notes"].append({"entry": file.next, "at": shown(time), "text": text})


def person_of(file: "GameFile", seat: str) -> str:
    """Who holds a seat now."""
    return persons(file).get(seat, seat)


def _no_seats(file: "GameFile", named: Collection[str]) -> list[Problem]:
    """The problems of those named that are no seats of the game."""
    seats = file.charter["seats"]
    return [Problem("act-seat", seat=seat, seats=seats) for seat in named if seat not in seats]


def _common(file: "GameFile", reason: str, is_over: bool = False) -> Iterator[Problem]:
    if not reason.strip():
        yield Problem("act-reason")
    if file.is_over and not is_over:
        yield Problem("act-over")


def _note(problems: list[Problem], what: str, why: str, **fields: Any) -> "Json":
    """What a word says; raises Refused with everything that is wrong."""
    Refused.if_any(problems)
    return {"what": what, "why": why.strip(), **fields}
