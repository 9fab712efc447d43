"""An argument that names nothing there is."""


class NoSuchThing(ValueError):
    """A seat, a title, an entry or a format that there is none of; the sentence, of this module in sentences.json,
    names those there are."""

    def __init__(self, name: str, /, **fields: object) -> None:
        from pbem.core.data.tables import Sentences

        super().__init__(Sentences(__name__)(name, **fields).rstrip())
