"""The ten sentences by which a player knows what becomes of what he writes; the same in the first mail, in help, and in
docs/players.md and docs/orders.md."""

from textwrap import wrap

from pbem.core.data.tables import Sentences, beside

_say = Sentences(__name__)

TEN = tuple(beside(__file__, "help")["ten"])


def ten_rows(width: int = 72) -> list[str]:
    """The sentences, numbered, as rows of text; words to be typed stand in quotation marks."""
    rows = [_say("title")]
    for number, sentence in enumerate(TEN, 1):
        parts = sentence.split("`")
        said = "".join(f"“{part}”" if place % 2 else part for place, part in enumerate(parts))
        rows += wrap(said, width, initial_indent=f"{number:>3}. ", subsequent_indent="     ", break_on_hyphens=False)
    return rows
