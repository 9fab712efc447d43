"""What a shell is offered where a word is wanted: titles, scenarios, games, seats, rule numbers, queries.

A parameter is known by its name, so that a new command completes without a word about it.  Only while a shell asks
are the types of parameters changed, and only for the shell's sake: what is typed is checked elsewhere.
"""

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile
    from pbem.core.title.game import Game


BEGINS = b'"charter"'  # every game file has this word in its first bytes
FOLDER_LIMIT = 2000  # files looked into for one press of the key

Offers = Callable[[Mapping[str, Any], str], list[CompletionItem]]
"""What is offered, by the parameters before the word and what is typed of it."""


def completing(command: click.Command) -> click.Command:
    """The command, its parameters and those of its subcommands offering what their names stand for."""
    for parameter in command.params:
        offer = OFFERS.get(parameter.metavar or "") or OFFERS.get(parameter.name or "")
        if offer and (offer is not games or isinstance(parameter.type, click.Path)):  # some games are names
            parameter.type = Offered(offer)
    for inner in getattr(command, "commands", {}).values():
        completing(inner)
    return command


if TYPE_CHECKING:
    Typed = click.ParamType[str]
else:
    Typed = click.ParamType  # not every click that will do says of what it is


class Offered(Typed):
    """A word for which ``offer(parameters, incomplete)`` has proposals; whatever cannot be read offers nothing."""

    name = "offered"

    def __init__(self, offer: Offers) -> None:
        self.offer = offer

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from pbem.core.data.problems import BrokenFile, Refused
        from pbem.interface.no_such_thing import NoSuchThing

        try:
            return list(self.offer(_typed_so_far(context), incomplete))
        except (BrokenFile, Refused, OSError, NoSuchThing, click.ClickException):
            return []


def _typed_so_far(context: click.Context) -> dict[str, Any]:
    """``{name: value}`` of the parameters before the word.  After an option that lacks its value click gives up before
    it has named the arguments, and leaves them in a row."""
    names = [parameter.name for parameter in context.command.params if isinstance(parameter, click.Argument)]
    return {**dict(zip(names, context.args)), **{name: value for name, value in context.params.items() if value}}


def titles(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """Titles, by id."""
    from pbem.core.title.game import load
    from pbem.core.title.game import titles as installed

    return [CompletionItem(name, help=load(name).name) for name in installed() if name.startswith(incomplete)]


def scenarios(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """``TITLE/SCENARIO``, once the title is clear; before that the titles."""
    from pbem.core.title.game import load

    found = titles(parameters, incomplete.partition("/")[0])
    if len(found) != 1:
        return found
    title = found[0].value
    rows = ((f"{title}/{name}", scenario.get("name", "")) for name, scenario in load(title).scenarios.items())
    return [CompletionItem(value, help=text) for value, text in rows if value.startswith(incomplete)]


def games(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """Game files in the folder that is typed; files of every kind where it holds none, for they may lie below."""
    folder, begin = os.path.split(incomplete)
    names = sorted(os.listdir(folder or "."))[:FOLDER_LIMIT]
    paths = [os.path.join(folder, name) for name in names if name.startswith(begin)]
    found = [CompletionItem(path) for path in paths if _is_game(path)]
    return found or [CompletionItem(incomplete, type="file")]


def titles_or_games(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """What `pbem data` looks into."""
    return titles(parameters, incomplete) + games(parameters, incomplete)


def seats(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """The seats of the game that is typed, each with who holds it."""
    charter = _game(parameters).charter
    names = charter.get("names", {})
    return [CompletionItem(seat, help=names.get(seat, "")) for seat in charter["seats"] if seat.startswith(incomplete)]


def seats_or_referee(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """Whoever has a chain of envelopes."""
    return seats(parameters, incomplete) + [CompletionItem(who) for who in ["referee"] if who.startswith(incomplete)]


def seats_to_fill(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """``SEAT=`` of every arrangement of the title, for a new game."""
    game = _title(parameters)
    found = dict.fromkeys(seat for arrangement in game.seats.values() for seat in arrangement)
    return [CompletionItem(f"{seat}=") for seat in found if f"{seat}=".startswith(incomplete)]


def options(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """``OPTION=VALUE`` of the title, for a new game."""
    game = _title(parameters)
    rows = (
        (name, value, option.get("text", "")) for name, option in game.options.items() for value in option["values"]
    )
    words = ((f"{name}={_as_typed(value)}", text) for name, value, text in rows)
    return [CompletionItem(word, help=text) for word, text in words if word.startswith(incomplete)]


def rules(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """Numbers of the title's rulebook, with their titles."""
    from pbem.core.title.coverage import numbers_of

    numbers = numbers_of(_title(parameters).id)
    return [
        CompletionItem(number, help=row["title"]) for number, row in numbers.items() if number.startswith(incomplete)
    ]


def queries(parameters: Mapping[str, Any], incomplete: str) -> list[CompletionItem]:
    """Queries of the game's title, with what they tell, or further games; after a query nothing, for its words
    differ."""
    if any(not word.endswith(".json") for word in parameters.get("what") or ()):
        return []
    from pbem.core.title.queries import described

    rows = ((row["query"].split()[0], row["text"]) for row in described(_game(parameters).game))
    found = [CompletionItem(name, help=text) for name, text in rows if name.startswith(incomplete)]
    return found or [one for one in games(parameters, incomplete) if one.type != "file"]


def _is_game(path: str) -> bool:
    if not os.path.isfile(path):  # a FIFO would be waited for
        return False
    with open(path, "rb") as file:
        return BEGINS in file.read(16)


def _game(parameters: Mapping[str, Any]) -> "GameFile":
    from .options import load_game

    named = parameters.get("game") or parameters.get("games") or None
    path = named[0] if isinstance(named, tuple) else named
    if not path or not os.path.isfile(path):
        raise FileNotFoundError(path)
    return load_game(path)


def _title(parameters: Mapping[str, Any]) -> "Game":
    from pbem.interface.choices import game_of

    return game_of((parameters.get("title") or parameters.get("scenario") or "").partition("/")[0])


def _as_typed(value: Any) -> Any:
    """A value of an option as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


# By what a parameter is called in the help, or else by its name.
OFFERS = {
    "K=V": options,
    "SEAT": seats,
    "SEAT=NAME": seats_to_fill,
    "SEAT|referee": seats_or_referee,
    "TITLE|GAME": titles_or_games,
    "TITLE[/SCENARIO]": scenarios,
    "[TITLE[/SCENARIO]]": scenarios,
    "game": games,
    "games": games,
    "number": rules,
    "seat": seats,
    "title": titles,
    "what": queries,
}
