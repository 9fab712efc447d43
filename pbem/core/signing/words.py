"""What people say beside their orders, for the entry that is due: words of one's own, words of others repeated, what is
only proposed, and what waits with whoever adjudicates."""

from collections.abc import Collection, Iterable

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import Problem, Refused
from ..play.gamefile import GameFile
from ..record import documents as docs
from ..record.entries import PEOPLE
from ..record.participation import BOARD, SAYINGS, enough, needed, speakers_in, subject
from ..record.people import after_people
from ..record.signer import Signer


def word_of(file: GameFile, signer: Signer, statements: Iterable[Json]) -> docs.Document:
    """The word of a signer's person that says these statements, signed where it has a key.

    Raises Refused for a board note at a head for which the person has let its envelope go, and for what no line could
    hold."""
    says = _sayable(file, statements)
    for statement in says:
        signer.intend_word(file, statement)
    object = {"entry": file.next, "head": file.head, "kind": "word", "says": says, "seat": signer.participant}
    return docs.signed(object, signer.secret_bytes, file.game_id)


def kept_words(file: GameFile, signer: Signer) -> list[Json]:
    """What a signer's person has said on people since the last entry, and the secret keeps: the statements."""
    words = [one for one in signer.kept(file) if one.kind == "word" and one.seat == signer.participant]
    return [one for word in words for one in word.says if one["what"] in PEOPLE]


def keep_word(file: GameFile, signer: Signer, word: docs.Document) -> list[Json]:
    """Keep the word of a signer's person on people; what it had said of the same person gives way, and is returned."""
    said, gone = parted(kept_words(file, signer), word.says)
    others = [one for one in signer.kept(file) if one.kind != "word" or one.seat != signer.participant]
    signer.keep([*others, *(word_of(file, signer, [one]) for one in said), word])
    return gone


def parted(kept: Iterable[Json], statements: Iterable[Json]) -> tuple[list[Json], list[Json]]:
    """``(those that stay, those that give way)`` of kept statements beside new ones: of one person the new counts."""
    new = {subject(one): one for one in statements}
    stay = [one for one in kept if subject(one) not in new]
    return stay, [one for one in kept if subject(one) in new and one != new[subject(one)]]


def proposal(file: GameFile, speaker: str, statements: Iterable[Json]) -> docs.Document:
    """What a speaker proposes, as a word that nobody has signed; raises Refused for what no line could hold."""
    says = _sayable(file, statements)
    return docs.Document({"entry": file.next, "head": file.head, "kind": "word", "says": says, "seat": speaker})


def _sayable(file: GameFile, statements: Iterable[Json]) -> list[Json]:
    """Statements as they stand in a word.  One that changes nobody in this game is refused where it is said: kept with
    the secret of whoever adjudicates, it would stop every line."""
    says = sorted(statements, key=encode)
    after_people(file.charter, file.state, [one for one in says if one["what"] in PEOPLE])
    return says


def silence(file: GameFile, signer: Signer, seats: Collection[str]) -> docs.Document:
    """The word of the signer's person that seats have not been heard of; raises Refused if it is of no use: one of them
    is not due, or all others together are too few to say so."""
    call, saying = file.call(seats), SAYINGS["silent"]
    useless = [*call.problems_of_silence(seats, seats if call.charter.get("answers") else ())]
    others = [one for one in speakers_in(file.charter, file.state) if one not in seats]
    if not enough(file.state, call.people, others, saying):
        whose = needed(file.state, call.people, saying)
        useless.append(Problem("word-alone", what="silent", found=", ".join(others), needed=whose))
    Refused.if_any(useless)
    return word_of(file, signer, [{"what": "silent", "who": seat} for seat in seats])


def agreed(file: GameFile, signer: Signer, word: docs.Document, refuses: bool = False) -> docs.Document:
    """The word of the signer's person that says what another word or proposal says; raises Refused.

    refuses   it says instead that its person will not say the board note
    """
    if word.kind != "word" or word.entry != file.next or word.head != file.head:
        raise Refused([Problem("word-none", where=word.file)])
    if not refuses:
        return word_of(file, signer, word.says)
    notes = [one for one in word.says if one["what"] in BOARD]
    if not notes:
        raise Refused([Problem("word-none", where=word.file)])
    return word_of(file, signer, [{"to": note, "what": "no"} for note in notes])
