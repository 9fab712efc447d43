"""The secret file: a chain, and the memory that keeps its holder from showing a link too many.

It belongs to one participant of one game, lies beside the game with mode 0600, and is the only file in
which a secret ever stands: JSON with

    secret, n      the chain (core.chain)
    game, who      what it was bound to at its first use: game_id in hex and the participant; null before
    verified       {"entry", "head"}: the last entry that was checked with it
    released       {"entry", "head", "inputs"}: what the last link was shown for; null before
    pending, standing, seals      lines that wait for their moment, secret standing orders, own seals: as the
                   caller likes them, in JSON; this module only keeps them

A link is a signature that cannot be taken back, and a later one gives away all before it.  So `release`
shows one only if the four rules of docs/fairness.md hold, and writes down what for before it hands it out.
"""

import os

from ..data import store
from ..data.canon import dumps, encode
from ..data.problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused, messages
from ..draws.chain import LENGTH, MAX_LENGTH, Chain
from .entries import first_head, game_id
from .roster import is_digest, is_name
from .seals import nonce_of, seal
from .verifier import examine

VERSION = "secret/1"
_KEPT = ("who", "verified", "released", "pending", "standing", "seals")

messages(
    {
        "secret-exists": "The file exists already; a secret is never overwritten.",
        "secret-open": "Others can read this secret file (mode {mode}).",
        "secret-damaged": "This is not a secret file of pbem: {field} must be {wanted}.",
        "secret-published": "This secret is a published example; anybody could know every draw made with it.",
        "secret-bound": "This secret is bound to {who}; one secret serves one seat of one game.",
        "secret-foreign": "{who} has another chain in this game than this secret makes.",
        "secret-no-part": "{who} has no chain in this game.",
        "secret-older": "The game file ends at entry {entry}; this secret has seen entry {seen}.",
        "secret-fork": "Entry {entry} of this game file is not the one seen before: its head differs.",
        "secret-number": "Entry {entry} is not the next one; entry {due} is.",
        "secret-head": "The answers quote the head {head}; the game stands at {due}.",
        "secret-not-asked": "{who} has no envelope to send for entry {entry}.",
        "secret-seal-first": "Everybody is asked: first of all {opener} lodges a sealed answer.",
        "secret-spent": "The envelope for entry {entry} was shown before, for other answers or another head.",
        "secret-passed-over": "The game went on {count} times without an answer of {who}, marked absent.",
        "secret-ended": "The chain has ended; a note with a new chain is due.",
    }
)


class Secret:
    """A secret file in memory.  `pending`, `standing` and `seals` may be changed; `save` writes them.

    path    where it lies
    chain   the Chain
    game    the game_id it is bound to (32 bytes) or None; `who` the participant or None
    """

    __slots__ = ("path", "chain", "game", "who", "verified", "released", "pending", "standing", "seals")

    def __init__(self, path, secret, length):
        self.path, self.chain = path, Chain(secret, length)
        self.game = self.who = self.verified = self.released = None
        self.pending, self.standing, self.seals = {}, {}, {}

    def __repr__(self):
        return f"<Secret of {self.who or 'nobody yet'}>"

    # -- the file ----------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path, length=LENGTH, secret=None):
        """Make a new secret file, readable by its owner alone; a given `secret` (32 bytes) is for tests.

        Raises BrokenFile if the file exists or cannot be written.
        """
        made = cls(path, os.urandom(32) if secret is None else secret, length)
        _refuse_published(made)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise BrokenFile(Problem("secret-exists", where=str(path))) from None
        except OSError as error:
            raise BrokenFile(Problem("file-not-written", where=str(path), reason=error.strerror)) from None
        os.close(handle)
        try:
            made.save()
        except BrokenFile:
            os.unlink(path)
            raise
        return made

    @classmethod
    def read(cls, path):
        """The secret file at `path`.

        Raises BrokenFile if it is unreadable, damaged, or others than its owner have any access to it.
        """
        _refuse_open(path)
        value = store.read_json(path)
        fault = _fault(value)
        if fault:
            field, wanted = fault
            raise BrokenFile(
                Problem("secret-damaged", level=NOT_UNDERSTOOD, where=str(path), field=field, wanted=wanted)
            )
        secret = cls(path, bytes.fromhex(value["secret"]), value["n"])
        secret.game = bytes.fromhex(value["game"]) if value["game"] else None
        for name in _KEPT:
            setattr(secret, name, value[name])
        _refuse_published(secret)
        return secret

    def save(self):
        """Write the file whole, mode 0600, then rename: a crash leaves the old one or the new one."""
        value = {
            "pbem": VERSION,
            "secret": self.chain.secret.hex(),
            "n": self.chain.length,
            "game": self.game.hex() if self.game else None,
            **{name: getattr(self, name) for name in _KEPT},
        }
        store.write(self.path, dumps(value) + b"\n", mode=0o600)

    # -- one game, one participant -----------------------------------------------------------------------

    @property
    def anchor(self):
        """What goes into the charter: {"first", "n"}."""
        return {"first": self.chain.anchor.hex(), "n": self.chain.length}

    def bind(self, game, who):
        """Bind the secret to a game_id (32 bytes) and a participant, for ever; twice the same is no change.

        Raises Refused if it is bound to anything else.
        """
        if self.game is None:
            self.game, self.who = game, who
            self.verified = {"entry": 0, "head": first_head(game).hex()}
            self.save()
        elif (self.game, self.who) != (game, who):
            raise Refused([self._problem("secret-bound", who=self.who)])

    def remember(self, game):
        """Note that a game file (its JSON value) was checked up to its end; returns its Record.

        Raises BrokenFile if it does not hold, is older than what was seen before, or is another one.
        """
        record = self._checked(game)
        self.verified = {"entry": record.n, "head": record.head.hex()}
        self.save()
        return record

    # -- links and seals ---------------------------------------------------------------------------------

    def release(self, game, entry, head, inputs, asked, seal=None, passed_over=(), confirmed=False):
        """The link for entry number `entry`, as 32 bytes; what it is shown for is written down first.

        game         the game file's JSON value
        head         hex: the head that the answers quote
        inputs       hex: digest of what the link is shown for (own answers; of an opener, all that it opens)
        asked        the seats with an open question now
        seal         hex: the opener's seal, where everybody is asked and there is no referee
        confirmed    the person knows how often the game went on without an answer of this seat

        Rules: the file holds and contains what was seen before; the entry is the next one and needs this
        envelope; no link was released for it or a later one, but for the same release again; being passed
        over is confirmed. Raises BrokenFile for the first, Refused for the others; then nothing is shown
        and nothing written.
        """
        with store.Lock(self.path):
            return self._release(game, entry, head, inputs, asked, seal, passed_over, confirmed)

    def _release(self, game, entry, head, inputs, asked, sealed, passed_over, confirmed):
        self._reread()
        record = self._checked(game)
        position = record.roster.chains[self.who]
        problem = (
            self._not_next(record, entry, head)
            or self._not_called(record.call(asked, passed_over), sealed)
            or self._shown_before(entry, head, inputs)
            or (not confirmed and self._was_passed_over(game))
        )
        if problem:
            raise Refused([problem])
        index = entry - position.base
        if index > self.chain.length:
            raise Refused([self._problem("secret-ended")])
        self.verified = {"entry": record.n, "head": record.head.hex()}
        self.released = {"entry": entry, "head": head, "inputs": inputs}
        self.save()
        return self.chain.link(index)

    def seal(self, entry, line, text):
        """Seal a text of this participant: (seal, nonce), both as hex; the same again for the same text."""
        nonce = nonce_of(self.chain.secret, self.game, entry, line)
        return seal(self.game, self.who, entry, line, nonce, text).hex(), nonce.hex()

    # -- the four rules ----------------------------------------------------------------------------------

    def _checked(self, game):
        """Rule 1: the Record of a file that holds, is this game, and contains what was seen before."""
        seen, head = (self.verified["entry"], self.verified["head"]) if self.verified else (0, "")
        record, problems = examine(game, (seen, head))
        if problems:
            raise BrokenFile(problems)
        self._check_game(game["charter"])
        entries = game["entries"]
        if len(entries) < seen:
            raise BrokenFile(self._problem("secret-older", entry=len(entries), seen=seen))
        found = entries[seen - 1]["head"] if seen else first_head(self.game).hex()
        if found != head:
            raise BrokenFile(self._problem("secret-fork", entry=seen))
        self._check_chain(record)
        return record

    def _check_game(self, charter):
        if self.game != game_id(charter):
            raise Refused([self._problem("secret-bound", who=self.who or "nobody")])

    def _check_chain(self, record):
        position = record.roster.chains.get(self.who)
        if position is None:
            raise Refused([self._problem("secret-no-part", who=self.who)])
        if position.anchor != self.chain.anchor or position.length != self.chain.length:
            raise Refused([self._problem("secret-foreign", who=self.who)])

    def _not_next(self, record, entry, head):
        """Rule 2, first half: the very next entry, at the very head that the answers quote."""
        if entry != record.next:
            return self._problem("secret-number", entry=entry, due=record.next)
        if head != record.head.hex():
            return self._problem("secret-head", head=head, due=record.head.hex())
        return None

    def _not_called(self, call, sealed):
        """Rule 2, second half: this participant has to contribute, and the opener's answer is fixed."""
        if self.who not in call.contributors():
            return self._problem("secret-not-asked", who=self.who, entry=call.number)
        if call.seal_needed and not is_digest(sealed):
            return self._problem("secret-seal-first", opener=call.opener)
        return None

    def _shown_before(self, entry, head, inputs):
        """Rule 3: one release for one entry, and never back."""
        release = {"entry": entry, "head": head, "inputs": inputs}
        if self.released and self.released["entry"] >= entry and self.released != release:
            return self._problem("secret-spent", entry=entry)
        return None

    def _was_passed_over(self, game):
        """Rule 4: a file that claims we were silent may have been made to fish for a later link."""
        last = self.released["entry"] if self.released else 0
        later = (entry for entry in game["entries"] if entry["n"] > last and entry["kind"] == "play")
        count = sum(self.who in entry["absent"] for entry in later)
        hint = "Ask the others first; if it is true, run again and confirm it."
        return self._problem("secret-passed-over", hint, count=count, who=self.who) if count else None

    def _reread(self):
        """What another run wrote meanwhile counts; what the caller changed and did not save does not."""
        now = Secret.read(self.path)
        for name in ("game", "who", "verified", "released"):
            setattr(self, name, getattr(now, name))

    def _problem(self, code, hint="", **fields):
        return Problem(code, hint=hint, where=str(self.path), **fields)


# -- reading ---------------------------------------------------------------------------------------------


def inputs_digest(value):
    """The digest, in hex, of what a link is released for: any JSON value; only compared with itself."""
    from hashlib import sha256

    return sha256(encode(value)).hexdigest()


def _refuse_open(path):
    """Raise BrokenFile if anybody but the owner has access to a file (POSIX only)."""
    try:
        mode = os.stat(path).st_mode & 0o777
    except OSError as error:
        raise BrokenFile(Problem("file-unreadable", where=str(path), reason=error.strerror)) from None
    if os.name == "posix" and mode & 0o077:
        hint = f"If it was never shown to anybody: chmod 600 {path}"
        raise BrokenFile(Problem("secret-open", where=str(path), mode=f"{mode:04o}", hint=hint))


def _refuse_published(secret):
    """The examples of the draw vectors are one byte repeated."""
    if len(set(secret.chain.secret)) == 1:
        raise BrokenFile(Problem("secret-published", where=str(secret.path)))


def _fault(value):
    """(field, what it must be) for the first part of a secret file that cannot be read, or None."""
    if type(value) is not dict:
        return "the file", "an object"
    verified, released = value.get("verified", ""), value.get("released", "")
    checks = [
        ("pbem", value.get("pbem") == VERSION, VERSION),
        ("secret", is_digest(value.get("secret")), "64 hex digits"),
        ("n", type(value.get("n")) is int and 1 <= value["n"] <= MAX_LENGTH, "the length of the chain"),
        ("game", value.get("game", "") is None or is_digest(value.get("game")), "null or 64 hex digits"),
        ("who", value.get("who", "") is None or is_name(value.get("who")), "null or an id"),
        ("verified", verified is None or _is_place(verified), "null, or entry and head"),
        ("released", released is None or _is_release(released), "null, or entry, head and inputs"),
    ]
    checks += [(name, type(value.get(name)) is dict, "an object") for name in _KEPT[3:]]
    bound = [value.get(name) is None for name in ("game", "who", "verified")]
    checks.append(("verified", len(set(bound)) == 1, "there if and only if the secret is bound"))
    return next(((field, wanted) for field, fine, wanted in checks if not fine), None)


def _is_place(value):
    return (
        type(value) is dict
        and type(value.get("entry")) is int
        and value["entry"] >= 0
        and is_digest(value.get("head"))
    )


def _is_release(value):
    return _is_place(value) and is_digest(value.get("inputs"))
