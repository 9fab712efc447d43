"""pbem data: where the values of a title come from, and packs that change them."""

from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import Sentences
from pbem.interface.choices import game_of

from .options import load_game
from .output import say, tell
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.title.game import Game

_say = Sentences(__name__)


@declared("data")
def command(title: str, unverified: bool, folder: str | None, as_json: bool) -> None:
    """The component files of TITLE and where their values come from; of a GAME, with the changes of its pack.

    rulebook and public values are printed or published; owner values come from somebody's own copy; volunteer values
    come from one volunteer's file, which nobody has compared with a printed copy; recalled and reconstructed values
    are made to fit, and a printed copy may differ. To put them right, export a pack, keep your changes, and make a
    game with pbem new TITLE --components DIR.
    """
    from pbem.core.title.evidence import UNVERIFIED, values

    game, pack = _subject(title)
    if folder:
        _export(game, folder, as_json)
        return
    found = described(game, pack)
    if unverified:
        found["values"] = values(game, pack, UNVERIFIED)
    tell(as_json, found, as_text, game, found, unverified)


def _subject(name: str) -> "tuple[Game, Json] | tuple[Game, None]":
    """``(title, pack)`` of a title's id, or of a game file."""
    import os

    from pbem.core.title.game import is_title

    if not is_title(name) and (name == "-" or os.path.exists(name)):
        file = load_game(name)
        return file.game, file.charter.get("pack")
    return game_of(name), None


def _export(game: "Game", folder: str, as_json: bool) -> None:
    from pbem.core.data.components import export

    paths = export(folder, game)
    tell(as_json, {"pbem": "export/1", "title": game.id, "files": paths}, "\n".join, paths)
    say(_say("exported", title=game.id, folder=folder))


def described(game: "Game", pack: "Json | None") -> "Json":
    """The files, counts of origins and the changes of a pack, as JSON (schemas/data.schema.json)."""
    from pbem.core.title.evidence import changes, files, sources

    known = [{"source": name, "text": source["text"]} for name, source in sources(game).items()]
    found: Json = {"pbem": "data/1", "title": game.id, "files": files(game, pack), "sources": known, "pack": None}
    if pack:
        about = {key: pack[key] for key in ("name", "version", "author", "rights", "digest")}
        found["pack"] = {**about, "changes": changes(game, pack)}
    return found


def as_text(game: "Game", found: "Json", unverified: bool) -> str:
    """The same for people: a line a file, then the pack, then the values asked for and how many they are."""
    from pbem.core.title.evidence import UNVERIFIED

    lines = [_say("heading", title=game.name)]
    for row in found["files"]:
        counts = ", ".join(f"{count} {origin}" for origin, count in row["origins"].items() if count)
        lines.append(f"{row['file']:<20} {counts or _say('no-origin')}")
    lines += [f"volunteer: {row['source']}. {row['text']}" for row in found["sources"]]
    pack = found["pack"]
    if pack:
        lines += ["", _say("pack", **pack)]
        lines += [
            f"  {row['file']}{row['pointer']}: {_shown(row['was'])} -> {_shown(row['value'])}"
            for row in pack["changes"]
        ]
    if unverified:
        numbers = {origin: sum(row["from"] == origin for row in found["values"]) for origin in UNVERIFIED}
        shown = [f"{count} {origin}" for origin, count in numbers.items() if count]
        lines += ["", _say("unchecked", values=shown)]
        for row in found["values"]:
            cite = f"  ({row['cite']})" if row["cite"] else ""
            lines.append(f"  {row['file']}{row['pointer']}: {_shown(row['value'])}  {row['from']}{cite}")
    else:
        lines.append(_say("list", title=game.id))
    return "\n".join(lines)


def _shown(value: Any) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"
