"""pbem rulings: what was decided where a book is silent, and what groups may choose."""

from typing import TYPE_CHECKING

import click

from pbem.core.rules.rulings import choice, rulings_of

from .options import title_named
from .output import json_option, tell

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


@click.command("rulings", epilog="Example: pbem rulings red-dragon 8.20")
@click.argument("title")
@click.argument("number", required=False)
@json_option
def command(title: str, number: str | None, as_json: bool) -> None:
    """What TITLE decided where its book is silent: all of it, or that on the rule or the ruling NUMBER."""
    game = title_named(title)
    found = rulings_of(game, number)
    if number and not found:
        raise click.UsageError(f"{title} has no ruling on {number}. All of them: pbem rulings {title}")
    tell(as_json, {"pbem": "ruled/1", "title": title, "rulings": found}, "\n\n".join, map(as_text, found))


def as_text(row: "Json") -> str:
    """A ruling in lines."""
    lines = [f"{row['id']}  [{', '.join(row['rules'])}]", row["question"], row["chosen"]]
    return "\n  ".join([*lines, f"Why: {row['reason']}", choice(row)])
