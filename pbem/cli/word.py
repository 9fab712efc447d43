"""pbem word: agree to what another proposes."""

from pbem.core.data.problems import Problem, Refused
from pbem.interface.files import locked, read_orders

from .options import load_game, not_over
from .output import put, say
from .parameters import declared


@declared("word")
def command(game: str, proposal: str, secret: str, refuses: bool, path: str, as_json: bool) -> None:
    """Sign another player's word or proposal, PROPOSAL, as your own.

    You are shown what it says. A note without a referee needs the words of several seats: send yours to whoever writes
    the note (--word FILE of the command that makes it), and any other word to whoever adjudicates. If you give a word
    for a note, you can release no envelope for the same entry until somebody whose word it needs says no.
    """
    from pbem.core.record.signer import open_signer
    from pbem.core.seat import statement_text
    from pbem.core.signing import words

    not_over(path, ("the game", game), ("the secret file", secret), ("the proposal", proposal))
    with locked(secret):
        file = load_game(game, to_play=True)
        signer = open_signer(secret, file)
        found, wrong = read_orders(file, [proposal], sealed=True)
        if wrong or not found or isinstance(found[0], dict):
            raise Refused(wrong or [Problem("word-none", where=proposal)])
        word = words.agreed(file, signer, found[0], refuses)
        put(path, statement_text.word_text(file, word), as_json, "word", file.name)
        told = statement_text.statements(file, word)
    for sentence in told:
        say(sentence)
