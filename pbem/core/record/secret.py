"""The secret file: a chain, a key, and the memory that keeps its holder from showing an envelope too many.

It belongs to one participant of one game, lies beside the game with mode 0600, and is the only file in which a secret
ever stands (docs/record.md, secret/3).  An envelope cannot be taken back, and a later one gives away all before it: so
what it is let go for stands in the file, on the disk, before it leaves the house.

The file is worked on under a lock by its real path, from reading to writing.  It counts its writes, and a count that
has changed meanwhile stops the writing; a file of several links, or beside a "conflicted copy" of itself, is refused.
"""

import os
import re
from collections.abc import Callable, Iterable
from typing import Any

from ..data import store
from ..data.canon import dumps
from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused
from ..draws.chain import LENGTH, MAX_LENGTH, Chain
from .charter import Anchor, is_digest
from .closed import Opening, closing_of
from .documents import seed_of
from .ed25519 import public

VERSION = "secret/3"


def fresh() -> bytes:
    """32 bytes of the system's generator: what a new chain begins with."""
    return os.urandom(32)


class Secret:
    """A secret file in memory.

    path      where it lies
    chain     the Chain
    game      the game_id it is bound to (32 bytes) or None; `who` the participant or None
    verified  {"entry", "head"}: the last line that was checked with it
    released  {"entry", "head", "digest"} of the last envelope that was let go, or None
    intent    {"line": text} or {"document": [object, signature]} that an envelope was let go for, until it is settled
    kept      {seat: [packed documents]} that came and stand in no line yet
    openings  of closed parts: own ones, and those that others have entrusted
    own       what the last own document said would stand, and what it began from (play.whole), or None
    last      the highest number that a document of this participant has had
    machine   by which the memory is known beside which it was used last (record.trusted_state), or None
    worded    {"entry", "head", "says"}: the board notes for which this person gave its word at a head, and those
              to which it said no, or None
    signed    {"entry", "head", "came"}: the [seat, number] of what had come when this person last signed that, or None
    writes    how often the file was written
    """

    def __init__(self, path: str, secret: bytes, length: int, known: tuple[int, bytes] | None = None) -> None:
        self.path, self.chain = path, Chain(secret, length, known)
        self.game: bytes | None = None
        self.who: str | None = None
        self.verified: Json | None = None
        self.released: Json | None = None
        self.intent: Json | None = None
        self.kept: dict[str, list[str]] = {}
        self.openings: list[Opening] = []
        self.own: Json | None = None
        self.last = 0
        self.machine: str | None = None
        self.worded: Json | None = None
        self.signed: Json | None = None
        self.writes = 0

    def __repr__(self) -> str:
        return f"<Secret of {self.who or 'nobody yet'}>"

    # -- the file ----------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: str, length: int = LENGTH, secret: bytes | None = None) -> "Secret":
        """Make a new secret file, readable by its owner alone; a given `secret` (32 bytes) is for tests.

        Raises BrokenFile if the file exists or cannot be written.
        """
        made = cls(path, fresh() if secret is None else secret, length)
        _refuse_published(made)
        with store.writing(path):
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            except FileExistsError:
                raise BrokenFile(Problem("secret-exists", where=str(path))) from None
        try:
            store.write(path, made.render(), mode=0o600)
        except BrokenFile:
            os.unlink(path)
            raise
        return made

    @classmethod
    def read(cls, path: str) -> "Secret":
        """The secret file at `path`.

        Raises BrokenFile if it is unreadable, damaged, has several places, or others than its owner can read it.
        """
        _refuse_open(path)
        value = store.read_json(path)
        fault = _fault(value)
        if fault:
            fields = {"field": fault[0], "wanted": fault[1]}
            raise BrokenFile(Problem("secret-damaged", level=NOT_UNDERSTOOD, where=str(path), **fields))
        number, link = value["link"]
        secret = cls(path, bytes.fromhex(value["secret"]), value["n"], (number, bytes.fromhex(link)))
        secret.game = bytes.fromhex(value["game"]) if value["game"] else None
        for name in _REMEMBERED:
            setattr(secret, name, value[name])
        _refuse_published(secret)
        return secret

    def render(self) -> bytes:
        number, link = self.chain.known
        value = {
            "pbem": VERSION,
            "secret": self.chain.secret.hex(),
            "n": self.chain.length,
            "link": [number, link.hex()],
            "game": self.game.hex() if self.game else None,
        }
        return dumps({**value, **{name: getattr(self, name) for name in _REMEMBERED}}) + b"\n"

    def save(self) -> None:
        """Write the file whole, mode 0600, then rename: a crash leaves the old one or the new one.

        Raises BrokenFile if somebody else has written it since it was read.
        """
        if store.read_json(self.path).get("writes") != self.writes:
            raise BrokenFile(Problem("secret-written", where=str(self.path)))
        self.writes += 1
        store.write(self.path, self.render(), mode=0o600)

    # -- one game, one participant -----------------------------------------------------------------------

    @property
    def anchor(self) -> Anchor:
        """What goes into the charter: {"first", "key", "n"}."""
        return {"first": self.chain.anchor.hex(), "key": self._key(), "n": self.chain.length}

    def makes(self, anchor: Json) -> bool:
        """Whether a chain of the game, as its state tells it, is the one of this secret: by its key, its length and the
        envelope that was shown last, which is all that need be hashed."""
        if (anchor["key"], anchor["n"]) != (self._key(), self.chain.length):
            return False
        shown: str = anchor["link"]
        return self.chain.link(anchor["index"]).hex() == shown

    def _key(self) -> str:
        return public(seed_of(self.chain.secret)).hex()

    def bind(self, game: bytes, who: str, head: str) -> None:
        """Bind the secret to a game_id (32 bytes) and a participant, for ever; twice the same is no change.

        Raises Refused if it is bound to anything else.
        """
        if self.game is None:
            self.game, self.who = game, who
            self.verified = {"entry": 0, "head": head}
            self.save()
        elif (self.game, self.who) != (game, who):
            raise Refused([Problem("secret-bound", who=self.who, where=str(self.path))])

    @property
    def home(self) -> bytes:
        """The game_id of the game that it is bound to; ValueError for a secret that is not."""
        if self.game is None:
            raise ValueError("a secret that is bound to no game has none")
        return self.game

    def entrust(self, openings: Iterable[Opening]) -> None:
        """Remember openings, each once."""
        known = {closing_of(self.home, one) for one in self.openings}
        self.openings += [one for one in openings if closing_of(self.home, one) not in known]


# -- reading ---------------------------------------------------------------------------------------------


def _refuse_open(path: str) -> None:
    """Raise BrokenFile if anybody but the owner has access to a file, or it has more than one place (POSIX only)."""
    try:
        found = os.stat(path)
    except OSError as error:
        code = "secret-absent" if isinstance(error, FileNotFoundError) else "file-unreadable"
        raise BrokenFile(Problem(code, where=str(path), reason=error.strerror)) from None
    if os.name == "posix" and found.st_mode & 0o077:
        raise BrokenFile(Problem("secret-open", where=str(path), mode=f"{found.st_mode & 0o777:04o}", path=path))
    if os.name == "posix" and found.st_nlink > 1:
        raise BrokenFile(Problem("secret-linked", where=str(path), count=found.st_nlink))
    folder, name = os.path.split(os.path.realpath(path))
    stem = re.escape(name.split(".")[0])
    for other in sorted(os.listdir(folder)):
        if other != name and re.search("conflict", other, re.I) and re.match(stem, other) and "secret" in other:
            raise BrokenFile(Problem("secret-conflict", where=str(path), name=other))


def _refuse_published(secret: Secret) -> None:
    """The examples of the draw vectors are one byte repeated."""
    if len(set(secret.chain.secret)) == 1:
        raise BrokenFile(Problem("secret-published", where=str(secret.path)))


def _fault(value: Any) -> tuple[str, str] | None:
    """(field, what it must be) for the first part of a secret file that cannot be read, or None."""
    if type(value) is not dict:
        return "the file", "an object"
    for name, (is_fine, wanted) in {**_CHAIN, **_REMEMBERED}.items():
        if name not in value or not is_fine(value[name]):
            return name, wanted
    if value["link"][0] > value["n"]:
        return "link", _CHAIN["link"][1]
    bound = [value[name] is None for name in ("game", "who", "verified")]
    return None if len(set(bound)) == 1 else ("verified", "there if and only if the secret is bound")


def _is_link(value: Any) -> bool:
    """Whether this is the number of a link, and the link."""
    return type(value) is list and [*map(type, value)] == [int, str] and value[0] > 0 and is_digest(value[1])


def _is_place(value: Any) -> bool:
    return value is None or type(value) is dict and type(value.get("entry")) is int and is_digest(value.get("head"))


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in kinds


_NOTHING = type(None)
# of each field: whether it can be read, and what it must be
_CHAIN: dict[str, tuple[Callable[[Any], bool], str]] = {
    "pbem": (lambda value: bool(value == VERSION), VERSION),
    "secret": (is_digest, "64 hex digits"),
    "n": (lambda value: type(value) is int and 1 <= value <= MAX_LENGTH, "the length of the chain"),
    "link": (_is_link, "a number from 1 to n, and 64 hex digits"),
    "game": (lambda value: value is None or is_digest(value), "null or 64 hex digits"),
}
_REMEMBERED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "who": (_is(str, _NOTHING), "null or an id"),
    "verified": (_is_place, "null, or entry and head"),
    "released": (_is_place, "null, or entry, head and digest"),
    "intent": (_is(dict, _NOTHING), "null or an object"),
    "kept": (_is(dict), "an object"),
    "openings": (_is(list), "a list"),
    "own": (_is(dict, _NOTHING), "null or an object"),
    "machine": (_is(str, _NOTHING), "null or a text"),
    "worded": (_is(dict, _NOTHING), "null or an object"),
    "signed": (_is_place, "null, or entry, head and what came"),
    "last": (_is(int), "a number"),
    "writes": (_is(int), "a number"),
}
