"""What can be played."""

from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json

from .no_such_thing import NoSuchThing

if TYPE_CHECKING:
    from pbem.core.title.game import Game

URN = "urn:pbem:schema:"


def titles() -> Json:
    """The titles there are (schemas/titles.schema.json); of one that cannot be used only that."""
    from pbem.core.title.game import titles

    return {"pbem": "titles/1", "titles": [_row(name) for name in titles()]}


def _row(name: str) -> Json:
    from pbem.core.data.problems import BrokenFile
    from pbem.core.title.game import load

    try:
        game = load(name)
    except BrokenFile:
        return {"id": name, "name": f"(cannot be used: pbem title check {name})", "revision": 0}
    return {"id": game.id, "name": game.name, "revision": game.revision}


def title(name: str) -> Json:
    """Editions, scenarios, seats, options and unit codes of a title (schemas/title.schema.json).

    Raises NoSuchThing for a title that there is none of."""
    return described(game_of(name))


def scenario(title: str, name: str, edition: str | None = None) -> Json:
    """How a scenario is won, what it adds to the book, and where that is from (schemas/scenario-page.schema.json).

    Raises NoSuchThing for a title, a scenario or an edition that there is none of."""
    from pbem.core.title.rulings import agreed
    from pbem.core.title.scenario_pages import page

    game = game_of(title)
    edition = edition or game.editions[0]
    for what, said, known in (("scenario", name, game.scenarios), ("edition", edition, game.editions)):
        if said not in known:
            raise NoSuchThing("of-title", title=game.name, what=what, name=said, there=[*known])
    head = {"title": title, "scenario": name, "name": game.scenarios[name]["name"], "edition": edition}
    return {"pbem": "scenario-page/1", **head, **page(game, {**head, "options": agreed(game.options, edition)})}


def schema(name: str) -> Json:
    """The JSON Schema of a kind of document, or of what stands in its ``"pbem"``: whole, with an ``$id``.

    Raises NoSuchThing for a kind that there is none of."""
    from pbem.core.data import schemas

    kind = name.removeprefix(URN).partition("/")[0]
    if kind not in schemas.kinds():
        raise NoSuchThing("schema", name=kind, there=[*schemas.kinds()])
    return {"$id": f"{URN}{kind}", **schemas.published(kind)}


def game_of(name: str) -> "Game":
    """The title of that id; raises NoSuchThing, which names those there are."""
    from pbem.core.title.game import load

    title_known(name)
    return load(name)


def title_known(name: str) -> None:
    """Nothing if there is a title of that id, or NoSuchThing; no title is imported."""
    from pbem.core.title.game import is_title, titles

    if not is_title(name):
        from pbem.core.data.meant import did_you_mean

        raise NoSuchThing("title", name=name, there=titles(), near=did_you_mean(name, titles()))


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
