"""An argument that names nothing there is."""


class NoSuchThing(ValueError):
    """A seat, a title, an entry or a format that there is none of; the sentence names those there are."""
