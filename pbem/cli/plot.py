"""pbem plot: a game as curves."""

from collections.abc import Sequence

from pbem.core.data.tables import Sentences

from .games import single
from .options import load_game
from .output import put, written
from .pages import Page, pages
from .parameters import declared

_say = Sentences(__name__)

WHAT = {"svg": "plots", "words": "plots in words"}
SUFFIXES = {"svg": ".svg", "words": ".txt"}


@declared("plot")
def command(games: Sequence[str], path: str, words: bool, jobs: int, as_json: bool) -> int:
    """Draw GAME as curves: what its title measures for each power (points, production, strength, resources), entry by
    entry; the luck of all dice, with the band to expect by chance; and how long the game waited for whom.

    The picture needs one more library: pip install 'pbem[plots]'. Every chart says the same in words. Several
    games, or all games of a folder, get a file each; the exit code is the worst of all.
    """
    from pbem.interface.looking import plot

    form, game = "words" if words else "svg", single(games)
    if game is None:
        page = Page(WHAT[form], SUFFIXES[form], json=lambda text: written([], WHAT[form], text=text), alone=not words)
        return pages(games, jobs, page, "plot", form, to=path, as_json=as_json)
    file = load_game(game)
    put(path, plot(file, form), as_json, WHAT[form], file.name, _say("made", what=WHAT[form], path=path))
    return 0
