"""pbem diff: what is different now."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import Sentences

from .games import single
from .options import load_game
from .output import tell
from .pages import Page, pages
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


@declared("diff")
def command(games: Sequence[str], since: int | None, seat: str | None, mine: bool, jobs: int, as_json: bool) -> int:
    """What has changed on the board of GAME since an entry (by default the last one), and who is asked now.

    A game is compared with what it was, not with another one. Several games, or all games of a folder, are each shown
    below the name of their file (with --json: JSON Lines); the exit code is the worst of all.
    """
    from pbem.interface.looking import diff

    if mine and (not seat or since is not None):
        raise WrongUsage("since-my-last-order")
    game = single(games)
    if game is None:
        named: dict[str, Any] = {"since": since, "seat": seat, "mine": mine}
        return pages(games, jobs, Page("difference", text=as_text), "diff", as_json=as_json, **named)
    found = diff(load_game(game), since, seat, mine)
    tell(as_json, found, as_text, found)
    return 0


def as_text(found: "Json") -> str:
    """The differences for people."""
    from pbem.report.asked import alike, asked_name

    lines = [_say("heading", **found)]
    lines += [f"  {text}" for text in found["changes"]] or [f"  {_say('unchanged')}"]
    for rows in alike(found["waiting"]):
        lines.append(_say("waiting", **{**rows[0], "who": [*map(asked_name, rows)]}))
    return "\n".join(lines)
