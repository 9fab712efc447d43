"""Told back: what was understood, as sentences that a title makes from the answer and never from the line as typed.

A title registers ``telling.answers`` and ``telling.petitions``, ``{kind or verb: function(answer, ask, say)}``; each
function gives a sentence, or a list of them.  `say` are the printed names on the board on which the answer is given.
"""


def sentences(game, board, ask, answer):
    """The settled answer to a question, as a list of sentences."""
    return _listed(game.telling.answers[ask.kind](answer, ask, game.telling.say(board)))


def petition_sentences(game, board, ask, value):
    """What a petition says, as a list of sentences; its verb stands as the kind of the Ask."""
    return _listed(game.telling.petitions[ask.kind](value, ask, game.telling.say(board)))


def _listed(told):
    return [told] if isinstance(told, str) else list(told)
