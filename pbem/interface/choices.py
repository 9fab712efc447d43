"""What can be played."""

from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json

from .no_such_thing import NoSuchThing

if TYPE_CHECKING:
    from pbem.core.rules.game import Game


def titles() -> Json:
    """The titles there are (schemas/titles.schema.json)."""
    from pbem.core.rules.game import load, titles

    found = [load(name) for name in titles()]
    rows = [{"id": game.id, "name": game.name, "revision": game.revision} for game in found]
    return {"pbem": "titles/1", "titles": rows}


def title(name: str) -> Json:
    """Editions, scenarios, seats, options and unit codes of a title (schemas/title.schema.json).

    Raises NoSuchThing for a title that there is none of."""
    return described(game_of(name))


def game_of(name: str) -> "Game":
    """The title of that id; raises NoSuchThing, which names those there are."""
    from pbem.core.rules.game import is_title, load, titles

    if not is_title(name):
        raise NoSuchThing(f"There is no title {name}; there are {', '.join(titles())}.")
    return load(name)


def described(game: "Game") -> Json:
    """What there is to choose in a title, as JSON."""
    return {
        "pbem": "title/1",
        "id": game.id,
        "name": game.name,
        "revision": game.revision,
        "editions": list(game.editions),
        "powers": list(game.powers),
        "seats": {str(count): seats for count, seats in game.seats.items()},
        "scenarios": {name: _scenario(game, name) for name in game.scenarios},
        "options": game.options,
        "units": {code: game.names.show(code) for code in game.names.ids("unit-type")},
    }


def _scenario(game: "Game", name: str) -> Json:
    """A scenario; with its arrangements of seats by edition where it has its own."""
    if not game.seats_of:
        return game.scenarios[name]
    seats = {
        edition: {str(count): held for count, held in game.seats_of(name, edition).items()} for edition in game.editions
    }
    return {**game.scenarios[name], "seats": seats}
