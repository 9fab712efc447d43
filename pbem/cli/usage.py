"""What is said to whoever typed what no command can mean: a sentence by its name, with its fields."""

import click


class WrongUsage(click.UsageError):
    """Wrong usage: a sentence of this module in sentences.json."""

    def __init__(self, name: str, /, **fields: object) -> None:
        from pbem.core.data.tables import Sentences

        super().__init__(Sentences(__name__)(name, **fields).rstrip())
