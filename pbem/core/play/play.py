"""One run of adjudication: from one stop of the game to the next.

Everything here is a function of the game file, the order files and the secrets of whoever adjudicates; no clock, no
file system.  The order of things is that of fairness.md 5: all files are checked; the seats that are asked must have
answered, or be absent; only then is the opener's envelope released and the key of the entry made; then play runs to
the next stop, and one entry records it.

Orders are canonical order documents (schemas/orders.schema.json); orders.py makes them of what people type.
"""

from ..data.canon import dumps
from ..data.problems import ODD, BrokenFile, Problem, Refused, messages, refusals
from ..orders.orders import branches, unknown_seat
from ..record.charter import powers_of, seat_of
from ..record.entries import digest, first_head, game_id, head_fits, live_entries, step_digest
from ..record.fates import FELL_THROUGH, NOT_REACHED, REFUSED, USED, Given
from ..record.force import known_lines, leave_behind
from ..record.gamefile import GameFile, diverged
from ..record.seals import seal
from ..rules.engine import Divergence
from .answers import Finder
from .feed import Feed

messages(
    {
        "no-link": "These orders carry no link; at the level shared an answer is final only with its link.",
        "bad-link": "The link does not belong: it is {verdict}.",
        "undue-link": "{seat} has no chain in this game, so its orders carry no link.",
        "game-over": "The game is over; it takes no more orders.",
        "already-used": "These orders were used before, in entry {entry}.",
        "replaced": "A later file of {seat} takes the place of this one.",
        "other-game": "This is meant for the game {game}; the game here is {wanted}.",
        "past-entry": "This is meant for entry {entry}; the game has come to entry {wanted}.",
        "future-entry": "This is meant for entry {entry}; the game has only come to entry {wanted}.",
        "other-head": "The head {head} is quoted; the head of this game file is {wanted}.",
        "final": "{seat} has answered with its link; the first valid file is final.",
        "unanswered": "{power} has not been given an answer: it is asked {waiting}.",
        "not-the-opener": "{opener} opens this entry, not {participant}.",
        "seal-not-quoted": "Everybody is asked, so {seat} must quote the seal of the opener {opener}; it does not.",
        "wrong-power": "{seat} does not decide for {power}.",
        "silent-hold": "{count} seats are silent; the charter holds the turn at {hold}.",
        "ready-missing": "{seat} has not said it is ready (this entry is a muster).",
    }
)


class Outcome:
    """What a run of adjudication came to.

    file       the game file after it (the same object as before when nothing was played)
    entry      the new entry, or None while somebody is waited for
    missing    seats that are still waited for, in charter order
    fates      {seat: [fate of each line]} (answers.Finder)
    notes      Problems that are odd, not refusals: replaced files, lines kept, duplicates
    """

    def __init__(self, file, entry=None, missing=(), fates=None, notes=()):
        self.file = file
        self.entry = entry
        self.missing = list(missing)
        self.fates = fates or {}
        self.notes = list(notes)


def new_game(charter):
    """A fresh game file, run to its first stop without any draw."""
    document = {
        "pbem": "game/1", "charter": charter, "entries": [], "steps": [], "open": None,
        "standing": {}, "queue": {}, "sealed": [], "undone": [], "result": None,
    }  # fmt: skip
    file = GameFile(document)
    rest = Rest(file, file.first_board(), [1, 0, 0])
    feed = Feed([], [], None, None, 1)
    session, stop = _run(file, rest, feed)
    document["steps"] = rest.closed
    document["open"] = rest.open_document(session, stop, feed)
    wait_for_people(file, session.board, stop)
    document["result"] = file.game.result(session.board) if stop.why == "over" else None
    return file


def wait_for_people(file, board, stop):
    """After a start or a note no input was used yet: leave out of ``waiting`` what needs nobody (a forced answer, a
    covered default, a line in force), which the next entry will record."""
    if file.open:
        asks = needing_people(file, board, stop, file.document["standing"], file.document["queue"])
        file.open["waiting"] = [ask.to_json() for ask in asks]


def needing_people(file, board, stop, standing, queue):
    """The open questions of a stop that nothing in force answers."""
    finder = Finder(file.game, file.charter, queued=queue, standing=standing, windows=file.charter["windows"])
    return [ask for ask in stop.asks if finder.peek(board, ask) is None]


def asked_seats(file):
    """The seats with an open question, in charter order."""
    seats = {seat_of(file.charter, ask["power"]) for ask in file.waiting}
    return [seat for seat in file.charter["seats"] if seat in seats]


def check_orders(file, orders, links=True):
    """Everything that is wrong with order documents against the game as it stands; draws nothing.

    Returns ``(problems, finder)``; the finder's fates tell what became of every line that answers what is asked now.
    Without `links` the orders are drafts, and need no envelope yet.
    """
    record = file.record
    problems = [problem for order in orders for problem in _header_problems(file, record, order)]
    if not links:
        problems = [problem for problem in problems if problem.code != "no-link"]
    if refusals(problems):
        return problems, None
    by_seat = {order["seat"]: order for order in orders}
    finder = finder_of(file, by_seat, [], ())
    session, stop = _to_the_stop(file)
    for ask in stop.asks:
        finder.find(session.board, ask)
    finder.check_petitions(session.board)
    problems += finder.problems()
    return problems, finder


def adjudicate(file, orders, keeper=None, silent=(), lines=()):
    """Play to the next stop, or keep what came and say who is still waited for.

    orders   order documents, in order of arrival
    keeper   the secrets of whoever adjudicates (core.secret): its chain, pending files, secret lines
    silent   seats whose deadline has passed; their published defaults are taken
    Raises Refused when a file or a line that answers what is asked now is refused: nothing was drawn.
    """
    if file.is_over:
        raise Refused([Problem("game-over")])
    record = file.record
    by_seat, notes = _latest(file, record, orders, keeper)
    asked = asked_seats(file)
    absent = [seat for seat in asked if seat in silent and not _answers_all(file, by_seat.get(seat))]
    finder = finder_of(file, by_seat, known_lines(keeper) if keeper else [], absent)
    missing = _check_the_stop(file, finder, by_seat, absent, record)
    if missing:
        return _keep(file, by_seat, missing, finder, keeper, notes)
    if file.charter["hold"] and len(absent) >= file.charter["hold"]:
        raise Refused([Problem("silent-hold", count=len(absent), hold=file.charter["hold"])])
    entry = _play(file, record, by_seat, absent, finder, keeper)
    return Outcome(file, entry, fates=finder.fates, notes=notes)


def seal_orders(file, order, keeper, closed=False, confirmed=False):
    """An order document made final: with the head and the envelope of its seat, by the release rules.

    closed      only seal the answers: for the opener when everybody is asked and there is no referee
    confirmed   the person knows how often the game went on without this seat
    Raises Refused or BrokenFile when a release rule forbids it.
    """
    record = file.record
    if keeper.participant != order["seat"]:
        raise Refused([Problem("secret-bound", who=keeper.participant, where=str(keeper.secret.path))])
    call = record.call(asked_seats(file))
    if closed:
        nonce = keeper.nonce(record.game_id, record.next, 0)
        mark = seal(record.game_id, order["seat"], record.next, 0, nonce, opener_text(order)).hex()
        return {key: order[key] for key in ("pbem", "game", "seat", "entry", "head")} | {"seal": mark}
    inputs = order_digest(file, order)
    quoted = order.get("seal")
    if call.seal_needed and order["seat"] == call.opener:
        nonce = keeper.nonce(record.game_id, record.next, 0)
        quoted = seal(record.game_id, order["seat"], record.next, 0, nonce, opener_text(order)).hex()
    link = keeper.release(file, record, inputs, call.asked, quoted, confirmed)
    return {**order, "link": link.hex()}


def rehearse(file, orders, source):
    """Play on from the stop with draws of `source` (core.rehearsal) as if `orders` were all that is known.

    A seat without orders takes its published default whenever it is asked, so that play goes on until a seat with
    orders is asked something that nothing answers, or the game ends.  Secrets of the game are no part of it: lines
    that are sealed do not count, no envelope is opened, and nothing of the file changes.
    Returns ``(session, stop, finder, feed, steps closed)``; raises Refused as `adjudicate` does.
    """
    by_seat = {order["seat"]: order for order in orders}
    silent = [seat for seat in file.charter["seats"] if seat not in by_seat]
    finder = finder_of(file, by_seat, [], silent, _Presuming)
    _check_the_stop(file, finder, by_seat, finder.absent, file.record)
    rest = Rest(file, file.rest_board(), file.open["from"])
    feed = Feed(*file.inputs(rest.position), source, finder, file.record.next, begun=bool(file.open["facts"]))
    session, stop = _run(file, rest, feed)
    finder.lapse()
    return session, stop, finder, feed, rest.closed


class _Presuming(Finder):
    """A Finder that takes the published default of an absent seat whenever it is asked, not only at this stop."""

    def _find(self, board, ask, use):
        given = super()._find(board, ask, use)
        seat = seat_of(self.charter, ask.power)
        if given is None and seat in self.absent:
            return Given(self.game.kinds[ask.kind].default(board, ask), "default", seat)
        return given


# -- what came -------------------------------------------------------------------------------------------


def _latest(file, record, orders, keeper):
    """The order document that counts for each seat, kept ones included, and notes about the others."""
    problems, notes = [], []
    by_seat = dict(keeper.pending) if keeper else {}
    for order in orders:
        used = _used_in(file, order)
        if used:
            notes.append(Problem("already-used", level=ODD, where=order.get("file", ""), entry=used))
            continue
        found = [*_header_problems(file, record, order)]
        problems += [problem for problem in found if problem.is_refusal]
        notes += [problem for problem in found if not problem.is_refusal]
        before = by_seat.get(order["seat"])
        if before and before.get("link") and before != order:
            problems.append(Problem("final", where=order.get("file", ""), seat=order["seat"]))
        elif before and before != order:
            notes.append(Problem("replaced", level=ODD, where=before.get("file", ""), seat=order["seat"]))
        by_seat[order["seat"]] = order
    if problems:
        raise Refused(problems)
    return by_seat, notes


def _header_problems(file, record, order):
    """What is wrong with the head of one order document."""
    where, seat = order.get("file", ""), order["seat"]
    if order["game"] != file.name:
        yield Problem("other-game", where=where, game=order["game"], wanted=file.name)
        return
    if seat not in file.charter["seats"]:
        yield unknown_seat(seat, file.charter["seats"]).at(where)
        return
    if order["entry"] != record.next:
        code = "past-entry" if order["entry"] < record.next else "future-entry"
        yield Problem(
            code, where=where, entry=order["entry"], wanted=record.next, hint="Ask for a new form: pbem form."
        )
    elif not head_fits(record.head.hex(), order["head"]):
        yield Problem(
            "other-head",
            where=where,
            head=order["head"][:32],
            wanted=record.head.hex()[:32],
            hint="Somebody has another file: compare heads.",
        )
    yield from _link_problems(record, order)
    for line in [*order.get("answers", ()), *order.get("standing", ()), *order.get("petitions", ())]:
        if line["power"] not in powers_of(file.charter, seat):
            yield Problem(
                "wrong-power",
                where=f"{where}:{line.get('line', '')}".strip(":"),
                seat=seat,
                power=line["power"],
            )


def _link_problems(record, order):
    where, seat, link = order.get("file", ""), order["seat"], order.get("link")
    if seat not in record.roster.chains:
        if link:
            yield Problem("undue-link", level=ODD, where=where, seat=seat)
        return
    if not link:
        yield Problem("no-link", where=where, hint="Add it with: pbem seal GAME ORDERS --secret FILE")
        return
    verdict = record.judge(seat, bytes.fromhex(link))
    if verdict.kind != "ok":
        yield Problem("bad-link", where=where, verdict=verdict)


def _used_in(file, order):
    """The entry in which exactly these orders were used, or None."""
    mark = order_digest(file, order)
    for entry in file.entries:
        if any(row["seat"] == order["seat"] and row["digest"] == mark for row in entry.get("files", ())):
            return entry["n"]
    return None


def order_digest(file, order):
    """The salted digest under which an order document is recorded; its envelope and its file's name do not count."""
    held = {key: value for key, value in order.items() if key not in ("file", "link")}
    return digest("orders", [game_id(file.charter).hex(), held])


def _answers_all(file, order):
    """True when an order document answers every question that its seat is asked now."""
    if not order:
        return False
    given = {(line["power"], kind) for line in order.get("answers", ()) for branch in branches(line)
             for kind in (branch["kind"], *branch.get("also", ()))}  # fmt: skip
    wanted = {
        (ask["power"], ask["kind"])
        for ask in file.waiting
        if seat_of(file.charter, ask["power"]) == order["seat"]
    }
    return wanted <= given


def finder_of(file, by_seat, secret_lines, absent, make=Finder):
    """A Finder with order documents by seat, and with what they and earlier ones have lodged."""
    queued = {seat: list(lines) for seat, lines in file.document["queue"].items()}
    standing = {seat: list(lines) for seat, lines in file.document["standing"].items()}
    closed = {(row["seat"], row["entry"], row["line"]) for row in file.document["sealed"]}
    for line in secret_lines:
        if (line["seat"], line["entry"], line["line"]) not in closed:
            continue  # lodged in an entry that was taken back, or opened
        place = standing if line["order"].get("when") else queued
        place.setdefault(line["seat"], []).append(
            {**line["order"], "entry": line["entry"], "n": line["line"]}
        )
    return make(file.game, file.charter, by_seat, queued, standing, absent, file.charter["windows"])


def _to_the_stop(file):
    """The game at its stop, replayed from the record alone: ``(session, stop)``."""
    rest = Rest(file, file.rest_board(), file.open["from"])
    feed = Feed(*file.inputs(rest.position), None, Finder(file.game, file.charter, windows="none"))
    return _run(file, rest, feed)


def _check_the_stop(file, finder, by_seat, absent, record):
    """Answer what is asked now without going on; the seats still missing.  Raises Refused."""
    session, stop = _to_the_stop(file)
    missing = {}
    for ask in stop.asks:
        if finder.find(session.board, ask) is None:
            missing.setdefault(seat_of(file.charter, ask.power), ask)
    finder.check_petitions(session.board)
    problems = refusals(finder.problems())
    if problems:
        raise Refused(problems)
    if not any(file.inputs(file.open["from"])) and not file.open["facts"]:
        missing = {seat: ask for seat, ask in missing.items() if not by_seat.get(seat, {}).get("petitions")}
    if record.muster_due:
        for seat in record.roster.people:
            if seat not in by_seat and seat not in absent:
                missing.setdefault(seat, None)
    finder.end_of_stop()
    return [seat for seat in file.charter["seats"] if seat in missing]


def _keep(file, by_seat, missing, finder, keeper, notes):
    """Somebody is still waited for: keep the files that came outside the public game file."""
    answered = [seat for seat in file.charter["seats"] if seat in by_seat and seat not in missing]
    if keeper:
        keeper.pending = by_seat
    if file.open is not None:
        file.open["answered"] = answered
    return Outcome(file, None, missing, finder.fates, notes)


# -- playing ---------------------------------------------------------------------------------------------


def _play(file, record, by_seat, absent, finder, keeper):
    """Open the entry, run to the next stop, and write it into the document.  Returns the entry."""
    call = record.call(asked_seats(file))
    if keeper is None or keeper.participant != call.opener:
        raise Refused(
            [
                Problem(
                    "not-the-opener",
                    opener=call.opener,
                    participant=keeper.participant if keeper else "whoever runs this",
                )
            ]
        )
    files = [
        {"seat": seat, "digest": order_digest(file, by_seat[seat])}
        for seat in file.charter["seats"]
        if seat in by_seat
    ]
    seals, opened = _opener_seal(record, call, by_seat, keeper)
    envelopes = _envelopes(record, call, by_seat, absent)
    if call.opener not in envelopes:
        inputs = digest("inputs", [files, sorted(absent)])
        envelopes[call.opener] = keeper.release(file, record, inputs, call.asked, seals.get(call.opener))
    source = record.source(envelopes, call.muster)
    rest = Rest(file, file.rest_board(), file.open["from"])
    feed = Feed(*file.inputs(rest.position), source, finder, record.next, begun=bool(file.open["facts"]))
    session, stop = _run(file, rest, feed)
    fields = {"answers": feed.answers, "files": files, "absent": sorted(absent, key=file.charter["seats"].index),
              "seals": seals}  # fmt: skip
    fields["lodged"], more = leave_behind(file, record, finder, keeper, stop.why == "over")
    if opened or more:
        fields["opened"] = [*opened, *more]
    fields["fates"] = _fates(finder, stop.why == "over")
    _close(file, fields, rest, session, stop, feed)
    entry = record.write_play(source, envelopes, call.asked, **fields)
    file.entries.append(entry)
    keeper.pending = {}
    return entry


def _fates(finder, over):
    """What became of the lines of this entry, as far as everybody may know it: the text of a line that is kept, or
    that was passed over, stays secret."""
    rows = []
    for seat, fates in finder.fates.items():
        for fate in fates:
            row = {"seat": seat, "line": fate.line, "fate": fate.at_the_end() if over else fate.fate}
            if fate.entry is not None:
                row["lodged"] = fate.entry
            if fate.has_fallen_through and not fate.item.get("secret"):
                rows.append({**row, "fate": FELL_THROUGH, "text": fate.text, "reason": _reason(fate)})
            if fate.fate in (USED, REFUSED, NOT_REACHED):
                row["text"] = fate.text
            if fate.fate == REFUSED:
                row["text"] = "\n".join(branch["text"] for branch in branches(fate.item) if "text" in branch)
                row["reason"] = _reason(fate)
            rows.append(row)
    return rows


def _reason(fate):
    """Why a line could not be carried out, each reason once."""
    return " ".join(dict.fromkeys(f"[{problem.rule}] {problem.text}" for problem in fate.problems))


def _envelopes(record, call, by_seat, absent):
    """What the seats contribute to the entry, 32 bytes each: their links, or their words at a sealed muster."""
    contributors = call.contributors(absent)
    envelopes = {seat: bytes.fromhex(order["link"]) for seat, order in by_seat.items()
                 if seat in contributors and order.get("link")}  # fmt: skip
    for seat in sorted(call.may_pinch(absent)):
        if by_seat.get(seat, {}).get("pinch"):
            from ..draws.draws import pinch

            envelopes[seat] = pinch(record.game_id, seat, record.next, by_seat[seat]["pinch"])
    return envelopes


def opener_text(order):
    """What the opener seals when everybody is asked: its answers in canonical form."""
    return dumps(order.get("answers", [])).decode()


def _opener_seal(record, call, by_seat, keeper):
    """The opener's sealed answer (fairness.md 6a), opened: ``(seals, opened)``.

    Raises Refused unless every other seat quotes the seal in its answer file.
    """
    if not call.seal_needed or call.opener not in by_seat:
        return {}, []
    text, nonce = opener_text(by_seat[call.opener]), keeper.nonce(record.game_id, record.next, 0)
    mark = seal(record.game_id, call.opener, record.next, 0, nonce, text).hex()
    problems = [
        Problem("seal-not-quoted", where=order.get("file", ""), seat=seat, opener=call.opener,
                hint=f"It must hold the line: seal {mark}")
        for seat, order in sorted(by_seat.items()) if seat != call.opener and order.get("seal") != mark
    ]  # fmt: skip
    if problems:
        raise Refused(problems)
    row = {"seat": call.opener, "entry": record.next, "line": 0, "nonce": nonce.hex(), "text": text}
    return {call.opener: mark}, [row]


def _close(file, fields, rest, session, stop, feed):
    """Put the steps that closed and the open one into the document; the digests go into the entry."""
    document = file.document
    covered = facts_covered(file)
    document["steps"] = file.steps + rest.closed
    document["open"] = rest.open_document(session, stop, feed)
    document["result"] = file.game.result(session.board) if stop.why == "over" else None
    new_facts = file.facts_from(covered)
    fields["facts"] = {"to": covered + len(new_facts), "digest": digest("facts", new_facts)}
    fields["board"] = digest("board", session.board.to_json())
    fields["open"] = digest("open", file.waiting)
    fields["force"] = digest("force", [document["standing"], document["queue"], document["sealed"]])


def facts_covered(file):
    """How many facts the live entries cover so far: where the slice of the next one begins."""
    return next(
        (entry["facts"]["to"] for entry in reversed(live_entries(file.entries)) if "facts" in entry), 0
    )


class Rest:
    """A run from a rest point on: where its inputs stand, and the steps that close in it."""

    def __init__(self, file, board, position):
        self.file = file
        self.board = board
        self.position = list(position)
        self.rest = board.to_json()
        self.closed = []
        self.before = bytes.fromhex(file.steps[-1]["digest"]) if file.steps else first_head(file.game_id)
        self.feed = None

    def close(self, session):
        """The step that just ended, as the file holds it; the next one begins at the inputs reached."""
        self.rest = session.board.to_json()
        step = {
            "n": len(self.file.steps) + len(self.closed) + 1,
            "procedure": session.step["procedure"], "args": session.step["args"],
            "revision": self.file.game.revision, "from": self.position, "facts": session.step["facts"],
            "board": digest("board", self.rest),
        }  # fmt: skip
        step["digest"] = step_digest(self.before, step)
        self.before = bytes.fromhex(step["digest"])
        self.closed.append(step)
        self.position = self.feed.position(self.position)

    def facts(self, session):
        """All facts of this run, in order."""
        facts = [fact for step in self.closed for fact in step["facts"]]
        return facts + (session.step["facts"] if session.step else [])

    def open_document(self, session, stop, feed):
        """The ``open`` part of the document; None when the game is over."""
        if session.step is None:
            return None
        return {
            "procedure": session.step["procedure"], "args": session.step["args"], "from": self.position,
            "rest": self.rest, "facts": session.step["facts"], "waiting": [ask.to_json() for ask in stop.asks],
            "answered": [],
        }  # fmt: skip


def _run(file, rest, feed):
    """Run a session from a rest point to its stop; a difference from the record is an exit 4."""
    from ..rules.engine import Session

    rest.feed = feed
    session = Session(file.game, rest.board, on_close=rest.close)
    try:
        stop = session.run(feed)
    except Divergence as error:
        raise diverged(error, len(file.steps) + len(rest.closed) + 1, file.path) from None
    held = file.open["facts"] if file.open else []
    replayed = rest.facts(session)[: len(held)]
    if replayed != held:
        differ = next(
            place for place, (one, other) in enumerate(zip(replayed + [None], held)) if one != other
        )
        raise BrokenFile(Problem("facts-differ", where=file.path, step=len(file.steps) + 1, index=differ + 1))
    return session, stop
