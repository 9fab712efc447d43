"""Whoever adjudicates, with the secrets of that run: the chain, files not yet used, lines sent in secret.

Between the adjudication (core.play), which is a pure function, and the secret file (core.secret), which remembers.
Nothing is written before `save`, but for the note of what the envelope was released for.
"""

from .seals import nonce_of


class Keeper:
    """The secrets of one participant for one run.

    participant   "referee", or the seat of a game without one
    pending       {seat: order document} that came while others are waited for
    lines         [{"seat", "entry", "line", "nonce", "text", "order"}]: lines whose seals stand in the game file
    opened        those that the last run opened: the same run, made again, must find them
    """

    def __init__(self, secret):
        self.secret = secret
        self.pending = dict(secret.pending)
        self.lines = list(secret.standing.get("lines", ()))
        self.opened = list(secret.standing.get("opened", ()))

    @property
    def participant(self):
        return self.secret.who

    def nonce(self, game, entry, line):
        """The nonce (32 bytes) of a line: made from the secret, so that a rerun seals alike."""
        return nonce_of(self.secret.chain.secret, game, entry, line)

    def release(self, file, record, inputs, asked, seal=None, confirmed=False):
        """The envelope (32 bytes) for the next entry; what for is written down first (core.secret)."""
        return self.secret.release(file.document, record.next, record.head.hex(), inputs, asked, seal=seal,
                                   confirmed=confirmed)

    def save(self):
        """Write what is kept now, after the game file was written."""
        self.secret.pending = self.pending
        held = {"lines": self.lines, "opened": self.opened}
        self.secret.standing = {name: lines for name, lines in held.items() if lines}
        self.secret.save()


def open_keeper(path, file):
    """The Keeper of the secret file at `path` for this game; binds a fresh secret to it at its first use."""
    from ..data.problems import Problem, Refused
    from .secret import Secret

    secret = Secret.read(path)
    if secret.who is None:
        chains = file.record.roster.chains  # those of the charter, and those that notes announced since
        owners = [name for name, chain in chains.items()
                  if {"first": chain.anchor.hex(), "n": chain.length} == secret.anchor]  # fmt: skip
        if not owners:
            raise Refused([Problem("secret-foreign", where=str(path), who="Nobody")])
        secret.bind(file.game_id, owners[0])
    elif secret.game != file.game_id:
        raise Refused([Problem("secret-bound", where=str(path), who=secret.who)])
    return Keeper(secret)
