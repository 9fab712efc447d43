"""pbem pass-over: one's word that no orders came from a seat."""

from collections.abc import Sequence

from pbem.core.data.tables import Sentences
from pbem.interface.files import locked, seat_of

from .options import load_game, not_over
from .output import put
from .parameters import declared

_say = Sentences(__name__)


@declared("pass-over")
def command(game: str, seats: Sequence[str], secret: str, path: str, as_json: bool) -> None:
    """Vouch, signed, that no orders came from SEAT: if it is asked, it counts as absent; an opener is passed over.

    This holds for the entry that is due. It takes the referee's word or, without a referee, those of more than half of
    the seats.
    Send the word to whoever adjudicates, as you send order files: pbem adjudicate GAME ORDERS… WORDS…
    """
    from pbem.core.record import trusted_state
    from pbem.core.record.signer import open_signer
    from pbem.core.seat import statement_text
    from pbem.core.signing import words

    not_over(path, ("the game", game), ("the secret file", secret))
    with locked(secret):
        file = load_game(game, to_play=True)
        seats = [seat_of(file, seat) for seat in seats]
        signer = open_signer(secret, file)
        word = words.silence(file, signer, seats)
        trusted_state.note_passed(file.game_id, [[file.next, seat] for seat in seats])
        opener = file.call(seats).opener
        told = _say("word" if opener else "word-to-others", path=path, opener=opener)
        put(path, statement_text.word_text(file, word), as_json, "word", file.name, told)
