"""Lines that came by themselves, taken up into a game: in any order, each made again, what does not fit named.

Two lines of one number that one opener has signed are a fork, and the only proof of one: the second is kept beside the
game, and told under every report until the players have said which one stands (docs/record.md).
"""

import os
from collections.abc import Iterable, Mapping

from ..data import store
from ..data.json_types import Json
from ..data.problems import ODD, BrokenFile, Problem
from ..record import documents as docs
from ..record import log
from ..record.entries import is_unsigned
from ..record.log import Line
from ..record.participation import REFEREE
from ..record.proofs import key_at, proof
from ..record.state import State
from ..record.trusted_state import recall
from .answers import Finder
from .gamefile import GameFile
from .replay import Replayer, check_sent, is_passed, line_passed


def lines_in(data: bytes, name: str) -> list[Line]:
    """``[Line]`` in the bytes of a file: lines of a game, or a mail that carries them.  Raises BrokenFile."""
    texts = [data] if data.startswith(b"[{") else _attached(data)
    found = [log.line_of(raw, name) for text in texts for raw in text.replace(b"\r\n", b"\n").split(b"\n") if raw]
    found = [line for line in found if line.object.get("kind") != "game"]
    if not found:
        raise BrokenFile(Problem("take-nothing", where=name))
    return found


def _attached(data: bytes) -> list[bytes]:
    """The parts of a mail that begin like a line."""
    from email import message_from_bytes

    parts = message_from_bytes(data).walk()
    payloads = [part.get_payload(decode=True) for part in parts if not part.is_multipart()]
    return [
        payload.replace(b"\r\n", b"\n")
        for payload in payloads
        if isinstance(payload, bytes) and payload.startswith(b"[{")
    ]


def take(
    file: GameFile, lines: Iterable[Line], agreed: bool = False
) -> tuple[GameFile, Finder | None, list[Problem], dict[str, Line]]:
    """``(game file with the lines that fit, finder of the last, problems with the others, {path: line} of forks)``.

    agreed   True if this person says that notes which nobody has signed are true, and that the others hold the line
             that ends the game
    """
    waiting = list(lines)
    problems: list[Problem] = []
    forks: dict[str, Line] = {}
    maker = Replayer(file, file.state)
    grown = True
    while grown:
        grown = False
        for line in list(waiting):
            if line.before != file.lines[-1].head:
                continue
            waiting.remove(line)
            after = GameFile(file.lines.with_more(line), file.path)
            maker.file = after
            try:
                check_sent(line.object, after.n, f"entry {after.n}")
                _refuse_unsigned(maker.state, line, agreed)
                _refuse_passed(after, maker.state, waiting, agreed)
                maker.make(after.n)
            except BrokenFile as broken:
                problems += broken.problems
                continue
            file, grown = file.grown(line, maker.state), True
    for line in waiting:
        problems += _left(file, line, forks)
    return file, maker.finder, problems, forks


def _refuse_unsigned(state: State, line: Line, agreed: bool) -> None:
    """Raise BrokenFile for a note on words that nobody has signed, unless this person agrees with it."""
    if not agreed and state["fairness"] == "sealed" and is_unsigned(line.object):
        entry, what = line.object.get("n"), line.object.get("what")
        raise BrokenFile(Problem("take-agreed", entry=entry, what=what))


def _refuse_passed(after: GameFile, state: State, waiting: Iterable[Line], agreed: bool) -> None:
    """Raise BrokenFile for a last line of an opener that this person has said it had not heard of, unless one of those
    waiting goes on from it: then both hold.  From a line that ends the game nobody goes on: there this person says that
    the others hold it."""
    if not is_passed(after, recall(after.game_id)) or (agreed and after.entry(after.n).get("ended")):
        return
    for line in waiting:
        if line.before == after.lines[-1].head and _hold(GameFile(after.lines.with_more(line), after.path), state):
            return
    raise BrokenFile(line_passed(after))


def _hold(file: GameFile, state: State) -> bool:
    """Whether the last two lines of a file can be made from the state before them."""
    maker = Replayer(file, state)
    try:
        maker.make(file.n - 1, tells=False)
        maker.make(file.n, tells=False)
    except BrokenFile:
        return False
    return True


def _left(file: GameFile, line: Line, forks: dict[str, Line]) -> list[Problem]:
    """What is said of a line that does not extend the game."""
    entry = line.object["n"] if type(line.object.get("n")) is int else 0
    if entry > file.n:
        return [Problem("take-gap", found=entry - 1, n=file.n)]
    if not 1 <= entry or file.lines[entry - 1].head != line.before:
        return [Problem("take-other", entry=entry, before=entry - 1)]
    if file.lines[entry].head == line.head:
        return [Problem("take-known", level=ODD, entry=entry)]
    opener = file.entry(entry).get("opener", "nobody")
    if not _is_signed(file, line, entry):
        return [Problem("take-unsigned", entry=entry, opener=opener)]
    path = f"{file.path}.fork-{entry}"
    forks[path] = line
    return [Problem("take-fork", entry=entry, opener=opener, path=os.path.basename(path))]


def _is_signed(file: GameFile, line: Line, entry: int) -> bool:
    """True if the opener that a line names has signed it, with the key that it had then."""
    opener = line.object.get("opener")
    key = key_at(file.state, opener, entry) if type(opener) is str else None
    return key is not None and docs.fits_head(key, file.game_id, line.before or b"", line.head, line.signature)


def keep_forks(forks: Mapping[str, Line]) -> None:
    """Write the proofs of forks beside the game."""
    for path, line in forks.items():
        store.write(path, line.raw + b"\n")


def file_proofs(file: GameFile) -> list[Json]:
    """The proofs that lines beside the game make with those in it: their opener has signed both."""
    found = []
    for number in forked_entries(file.path):
        if number < file.next:
            for line in lines_in(store.read_bytes(f"{file.path}.fork-{number}", log.MOST_BYTES), file.path):
                own = file.lines[number]
                two = [own.head.hex(), own.signature], [line.head.hex(), line.signature]
                found.append(proof("lines", line.object.get("opener", REFEREE), number, file.head_of(number - 1), *two))
    return found


def document_proofs(file: GameFile, document: docs.Document) -> list[Json]:
    """The proofs that a document makes with what stands in the line for which it was: with another one of its seat that
    has an envelope, too; and with another sealed document of the opener than the one that it carries."""
    held, own = file.entry(document.entry)["documents"], document.object
    twins = [pair for pair in held if pair[0]["seat"] == document.seat and "envelope" in pair[0] and pair[0] != own]
    place, found = (document.entry, document.head), []
    if twins and "envelope" in own:
        found.append(proof("documents", document.seat, *place, twins[0], document.pair))
    seals = [pair[0]["carries"] for pair in held if "carries" in pair[0]]
    if seals and "carries" in own and own["carries"][0] != seals[0][0]:
        found.append(proof("seals", own["carries"][0]["seat"], *place, seals[0], own["carries"]))
    return found


def forked_entries(path: str | None) -> list[int]:
    """The numbers of entries of which another signed line lies beside the game at `path`."""
    folder, name = os.path.split(path or "")
    if not name or not os.path.isdir(folder or "."):
        return []
    start = f"{name}.fork-"
    found = [one[len(start) :] for one in os.listdir(folder or ".") if one.startswith(start)]
    return sorted(int(number) for number in found if number.isdigit())
