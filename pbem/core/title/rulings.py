"""What a title decided where its book is silent, as people read it: a question, an answer, a reason, and whether a
group may choose otherwise, or why not."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..data.json_types import Json
from ..data.tables import Sentences, read_table

if TYPE_CHECKING:
    from .game import Game

_say = Sentences(__name__)


TOLD = ("values", "default", "rules", "meanings", "free")  # what an option has of its ruling


def read_rulings(folder: str) -> dict[str, Json]:
    """``{id: ruling}`` of the rulings.json in the folder of a title, in its order (schemas/rulings.schema.json)."""
    return {ruling["id"]: ruling for ruling in read_table(folder, "rulings.json")["rulings"]}


def options_in(rulings: Mapping[str, Json]) -> dict[str, Json]:
    """The rulings on which a group may agree otherwise: ``{option: {"values", "default", "rules", "meanings", "text",
    "ruling", "free"?}}``."""
    return {
        row["option"]: {name: row[name] for name in TOLD if name in row}
        | {"text": row["question"], "ruling": row["id"]}
        for row in rulings.values()
        if row["switchable"]
    }


def agreed(options: Mapping[str, Json], edition: str, chosen: Json | None = None) -> Json:
    """``{option: value}``, sorted: as chosen, else what is published for the edition; what is no option is left out."""
    defaults = {name: options[name]["default"] for name in sorted(options)}
    published = {name: value[edition] if isinstance(value, dict) else value for name, value in defaults.items()}
    return {name: (chosen or {}).get(name, value) for name, value in published.items()}


def rulings_of(game: "Game", number: str | None = None) -> list[Json]:
    """``[{"id", **ruling}]`` of a title in its order; those of one rule NUMBER, or the one with that id."""
    found = ({**ruling, "id": name} for name, ruling in game.rulings.items())
    return [row for row in found if number is None or number == row["id"] or number in row["rules"]]


def choice(row: Json) -> str:
    """The sentence on who decides: the group, by an option, or nobody, and why."""
    if not row["switchable"]:
        return _say("fixed-as" if "fixed" in row else "fixed", fixed=row.get("fixed"))
    meanings = row.get("meanings", {})
    values = "; ".join(f"{value}: {meanings[value]}" if value in meanings else value for value in row["values"])
    return _say("choose", option=row["option"], values=values, default=_default(row["default"]))


def _default(default: str | dict[str, str]) -> str:
    if isinstance(default, str):
        return default
    return ", ".join(f"{value} in edition {edition}" for edition, value in sorted(default.items()))
