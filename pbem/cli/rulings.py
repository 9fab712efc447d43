"""pbem rulings: what was decided where a book is silent, and what groups may choose."""

from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.title.rulings import choice, rulings_of
from pbem.interface.choices import game_of

from .options import load_game
from .output import tell
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


@declared("rulings")
def command(title: str, number: str | None, as_json: bool) -> None:
    """What TITLE decided where its book is silent: everything, or only for the rule or ruling NUMBER. For a GAME, a
    file, also the options in force in it, and what its charter agreed on."""
    import os

    file = load_game(title) if os.path.isfile(title) else None
    game = file.game if file else game_of(title)
    found = rulings_of(game, number)
    if number and not found:
        raise WrongUsage("no-ruling", title=title, number=number)
    value = {"pbem": "ruled/1", "title": game.id, "options": file.state["options"] if file else {}, "rulings": found}
    told = [as_text(row) for row in found]
    if file and not number:
        from pbem.report.noted import in_force

        told.insert(0, "\n  ".join([_say("in-force"), *in_force(file)]))
    tell(as_json, value, "\n\n".join, told)


def as_text(row: "Json") -> str:
    """A ruling in lines."""
    lines = [f"{row['id']}  [{', '.join(row['rules'])}]", row["question"], row["chosen"]]
    return "\n  ".join([*lines, f"Why: {row['reason']}", choice(row)])
