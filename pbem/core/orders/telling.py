"""Told back: what was understood, as a sentence made from the answer and never from the player's words."""


def told(kind, board, ask, answer, names):
    """The sentence of an answer: the kind's own (`Declared.tell`), or its canonical line with printed names."""
    own = kind.tell(board, ask, answer, names) if hasattr(kind, "declared") else ""
    return own or "; ".join(spelled(line, names) for line in kind.text(answer, ask))


def spelled(line, names):
    """A canonical line with printed names in the place of ids.

    >>> from .names import Names
    >>> spelled("sail guam -> east-sea with 2 sag; stay", Names({"area": {"guam": ["Guam"], "east-sea": ["East Sea"]}}))
    'sail Guam -> East Sea with 2 sag; stay'
    """
    import re

    return re.sub(r"[a-z0-9]+(?:-[a-z0-9]+)*", lambda match: _printed(match[0], names), line)


def _printed(word, names):
    """The printed name of an id; other words, and ids that are words of the language of orders, as they are."""
    if "-" not in word and word not in names.categories.get("area", ()):
        return word
    return names.show(word)
