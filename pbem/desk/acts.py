"""Acts of a referee that are no rule of a game: another person in a seat, another referee, a new chain, a takeback by
consent, a word to everybody.

Whoever plays or rolls is changed by a note in the record (fairness.md in docs/): it uses up a number, lists the
envelopes that came for it, and makes the next entry a muster, in which everybody agrees by taking part.  A word to
everybody changes nothing and asks nobody to muster: it stands in the public ``calendar`` of the file, told and not
proven, like an absence.
"""

from pbem.core.data.problems import Problem, Refused, messages
from pbem.core.data.text import listed
from pbem.core.record.gamefile import GameFile
from pbem.core.record.record import Record

MOST_WORDS = 2000

messages(
    {
        "act-seat": "There is no seat {seat} in this game.",
        "act-person": "Say who takes the seat.",
        "act-anchor": "In this game every seat has a chain; the new person of {seat} needs one too.",
        "act-no-anchor": "In this game only the referee has a chain; a seat needs none.",
        "act-no-referee": "This game has no referee; the players open the envelopes in turn.",
        "act-reason": "An act on record needs a reason.",
        "act-over": "The game is over.",
        "act-consent": "A takeback needs the consent of every seat; lacking: {seats}.",
        "act-words": "A note to everybody has 1 to {most} characters; this one has {count}.",
        "act-lines": "{count} sealed lines of the old referee are not in the new secret file; they stay closed.",
    }
)


def replace(file, seat, person, reason, anchor=None, keeper=None):
    """A new game file in which another person holds a seat.  Raises Refused; `file` stays as it is.

    anchor   {"first", "n"} of the person's chain, where seats have chains; else None
    """
    problems = [*_common(file, reason)]
    is_shared = file.charter["fairness"] == "shared"
    if seat not in file.charter["seats"]:
        problems.append(Problem("act-seat", seat=seat, hint=f"There are {listed(file.charter['seats'])}."))
    if not person.strip():
        problems.append(Problem("act-person"))
    if is_shared and anchor is None:
        problems.append(Problem("act-anchor", seat=seat, hint="Make it with pbem seat init, and send the anchor."))
    if not is_shared and anchor is not None:
        problems.append(Problem("act-no-anchor"))
    why = f"{person.strip()} takes the seat {seat} from {person_of(file, seat)}: {reason}"
    return _noted(file, problems, keeper, "substitute", why, seat=seat, anchor=anchor, person=person.strip())


def hand_over(file, person, reason, anchor, keeper=None):
    """A new game file with another referee, who goes on with a chain of his own."""
    problems = [*_common(file, reason)]
    if not file.charter["referee"] or not file.record.roster.referee:
        problems.append(Problem("act-no-referee"))
    why = f"{person.strip() or 'Another person'} referees from now on: {reason}"
    return _noted(file, problems, keeper, "referee", why, anchor=anchor, person=person.strip())


def renew(file, who, reason, anchor, keeper=None):
    """A new game file in which a participant uses a new chain, before the old one ends."""
    return _noted(file, [*_common(file, reason)], keeper, "chain", f"{who} has a new chain: {reason}", who=who,
                  anchor=anchor)  # fmt: skip


def take_back(file, to, reason, agreed, keeper=None):
    """A new game file at the end of entry `to` (default: before the last), which every seat has agreed to."""
    from pbem.core.record.repair import reopen

    lacking = [seat for seat in file.record.roster.people if seat not in agreed]
    problems = [*_common(file, reason, is_over=True)]
    problems += [Problem("act-seat", seat=seat) for seat in agreed if seat not in file.charter["seats"]]
    if lacking:
        problems.append(Problem("act-consent", seats=listed(lacking), hint="Name each with --agreed."))
    if problems:
        raise Refused(problems)
    return reopen(file, to, f"takeback, agreed by {listed(file.record.roster.people)}: {reason}", keeper)


def tell(file, words, time):
    """Write a public note into the file's calendar; it stands in the next report."""
    from .deadlines import shown

    text = " ".join(words.split())
    if not 1 <= len(text) <= MOST_WORDS:
        raise Refused([Problem("act-words", most=MOST_WORDS, count=len(text))])
    calendar = file.document.setdefault("calendar", {"stops": {}, "absences": []})
    calendar.setdefault("notes", []).append({"entry": len(file.entries) + 1, "at": shown(time), "text": text})


def person_of(file, seat):
    """Who holds a seat now."""
    from pbem.core.rules.outcome import persons

    return persons(file).get(seat, seat)


def lines_for(old, new):
    """Give the sealed lines that the old referee keeps (core.secret.Secret) to the new one's secret file."""
    if old.standing:
        new.standing = {**new.standing, "lines": list(old.standing.get("lines", ()))}
        new.save()


def _common(file, reason, is_over=False):
    if not reason.strip():
        yield Problem("act-reason")
    if file.is_over and not is_over:
        yield Problem("act-over")


def _noted(file, problems, keeper, what, why, **fields):
    """A copy of the file with one more note; nothing of the board changes, and who had answered is asked again."""
    if problems:
        raise Refused(problems)
    document = {key: list(value) if isinstance(value, list) else value for key, value in file.document.items()}
    record = Record.of(document)
    spent = {seat: bytes.fromhex(order["link"]) for seat, order in (keeper.pending if keeper else {}).items()
             if order.get("link")}  # fmt: skip
    try:
        entry = record.write_note(what, why, spent, **fields)
    except ValueError:
        raise Refused(record.problems) from None
    document["entries"].append(entry)
    if document["open"]:
        document["open"] = {**document["open"], "answered": []}
    return GameFile(document, file.path)
