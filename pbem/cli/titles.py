"""pbem titles: what can be played."""

from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import Sentences
from pbem.interface.choices import described, game_of, titles
from pbem.interface.choices import scenario as page_of

from .output import tell, wrapped
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.title.game import Game

_say = Sentences(__name__)


@declared("titles")
def command(title: str | None, edition: str | None, as_json: bool) -> None:
    """List the titles; or the editions, scenarios, options and unit codes of one TITLE; or how one SCENARIO is won,
    which rules it adds to the book, and where they come from."""

    name, _, scenario = (title or "").partition("/")
    if scenario:
        game = game_of(name)
        print_page(game, scenario, edition, as_json)
        return
    if edition:
        raise WrongUsage("edition")
    if title is None:
        found = titles()
        tell(as_json, found, "\n".join, (f"{row['id']:<12} {row['name']}" for row in found["titles"]))
        return
    game = game_of(title)
    tell(as_json, described(game), as_text, game)


def print_page(game: "Game", scenario: str, edition: str | None, as_json: bool) -> None:
    """The page of a scenario."""
    from pbem.core.title.scenario_pages import ruled, sections

    page = page_of(game.id, scenario, edition)
    told = [_say("scenario", name=page["name"], title=game.id, scenario=scenario, edition=page["edition"])]
    for heading, lines in sections({name: page[name] for name in ("victory", "added")}):
        told += [f"\n{heading}", *(wrapped(ruled(line), "  ", "    ") for line in lines)]
    tell(as_json, page, "\n".join, told)


def as_text(game: "Game") -> str:
    """The same for people."""
    lines = [_say("title", game=game), f"Editions   {', '.join(game.editions)}"]
    if not game.seats_of:
        lines += [f"Seats      {count}: {_seats(seats)}" for count, seats in game.seats.items()]
    lines.append("Scenarios")
    for name, scenario in game.scenarios.items():
        lines.append(wrapped(f"{name}: {scenario.get('summary', scenario.get('name', ''))}", "  ", "      "))
        lines += _arrangements(game, name)
    lines.append(_say("options"))
    for name, option in game.options.items():
        text = f"{name}: {_values(option)}. {option.get('text', '')} [{', '.join(option['rules'])}]"
        lines.append(wrapped(text, "  ", "      "))
    lines.append("Unit codes")
    codes = [f"{code} ({game.names.show(code)})" for code in game.names.ids("unit-type")]
    lines.append(wrapped(", ".join(codes), "  ", "  "))
    return "\n".join(lines)


def _values(option: "Json") -> str:
    """``allied / any``, the default first; where the editions differ that of each: ``no (2018) / yes (2022)``."""
    default = option["default"]
    if isinstance(default, dict):
        named: dict[Any, list[str]] = {}
        for edition in sorted(default):
            named.setdefault(default[edition], []).append(edition)
        words = [f"{_word(value)} ({', '.join(editions)})" for value, editions in named.items()]
        return " / ".join([*words, *(_word(value) for value in option["values"] if value not in named)])
    return " / ".join(map(_word, [default, *[value for value in option["values"] if value != default]]))


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _seats(seats: "Json") -> str:
    return "; ".join(f"{seat}: {', '.join(powers)}" for seat, powers in seats.items())


def _arrangements(game: "Game", name: str) -> list[str]:
    """The lines of the seats of a scenario that has its own, with the edition where they differ."""
    if not game.seats_of:
        return []
    found: dict[tuple[str, str], list[str]] = {}
    for edition in game.editions:
        for count, seats in game.seats_of(name, edition).items():
            found.setdefault((str(count), _seats(seats)), []).append(edition)
    lines = []
    for (key, shown), editions in found.items():
        only = "" if len(editions) == len(game.editions) else f" (edition {', '.join(editions)})"
        lines.append(wrapped(f"--seats {key}{only}  {shown}", " " * 6, " " * 10))
    return lines
