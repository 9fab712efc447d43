"""A title of one's own: a small whole one is written, a map is made, and what it promises is looked at."""

import json
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.core.data import store
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import text_beside

from .no_such_thing import NoSuchThing

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile

FILES = {
    "setup.cfg": "setup.cfg",
    "pyproject.toml": "pyproject.toml",
    "points.json": "points.json",
    "package.py": "first_title/__init__.py",
    "vocabulary.json": "first_title/vocabulary.json",
    "rulebook.json": "first_title/rulebook.json",
    "facts.json": "first_title/words/facts.json",
    "questions.json": "first_title/words/questions.json",
    "orders.json": "first_title/words/orders.json",
    "headings.json": "first_title/words/headings.json",
}
"""{file of new_title: where it goes}"""


def new_title(id: str, folder: str) -> list[str]:
    """Write a small whole title called ID into a folder that is not there yet; the paths.

    Raises NoSuchThing for what is no id, or a folder that is there."""
    from pbem.maps.cells import layouts

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id):
        raise NoSuchThing("title-id", name=id)
    if os.path.exists(folder):
        raise NoSuchThing("exists", path=folder)
    package, name = id.replace("-", "_"), id.replace("-", " ").title()
    called = {"first-title": id, "first_title": package, "FIRST TITLE": name}
    texts = {
        _called(place, called): _called(text_beside(__file__, "new_title", f"{file}.txt"), called)
        for file, place in FILES.items()
    }
    texts[f"{package}/layouts.json"] = json.dumps(layouts(json.loads(texts["points.json"]))) + "\n"
    for place, text in texts.items():
        path = os.path.join(folder, *place.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        store.write(path, text)
    return [os.path.join(folder, *place.split("/")) for place in texts]


def _called(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def layouts_of(path: str) -> tuple[Json, list[Problem]]:
    """The layouts of a map that is given as points, and what of it the picture does not show.

    Raises Refused with all that is wrong with the file."""
    from pbem.core.data.checked import faults
    from pbem.maps import cells

    points, text = store.read_document(path, 2**20)
    Refused.if_any(faults("points", points, path, text, cells.joins))
    made = cells.layouts(points)
    return made, list(cells.apart(points, made))


def check_title(id: str, entries: int = 20) -> Json:
    """``{contract: what is wrong, sentences}`` of an installed title, [] for what holds (core.trial.contracts)."""
    from pbem.core.trial.contracts import looked_at

    from .choices import game_of
    from .club import robots_charter

    game, kinds = game_of(id), set[str]()
    return looked_at(game, robots_charter(game, "", None, None, None), entries, shown=lambda file: _shown(file, kinds))


def _shown(file: "GameFile", kinds: set[str]) -> Iterator[str]:
    """What a mail and a site would show where a kind of question is asked that was not asked before: page and map."""
    from pbem.page.asking import asking

    from .looking import draw

    areas = file.game.mapped(file.current_board())["areas"]
    yield from _undrawn(file.game.id, areas)
    new = {row["kind"]: file.charter["powers"][row["power"]] for row in file.waiting if row["kind"] not in kinds}
    for kind, seat in new.items():
        kinds.add(kind)
        asking(file, seat)
    if new and areas:
        draw(file)


def _undrawn(title: str, areas: Json) -> Iterator[str]:
    """What a map shows otherwise than the game has it: areas, and who borders whom."""
    from pbem.maps.drawing import plans

    drawn = plans(title).values()
    missing = areas.keys() - {area for plan in drawn for area in plan["areas"]}
    yield from (f"layouts.json has no area {area}" for area in sorted(missing))
    for row in (row for plan in drawn for row in plan["borders"]):
        one, other = (areas.get(row[end], {}) for end in "ab")
        near = row["b"] in one.get("near", ()) or row["a"] in other.get("near", ())
        if one and other and row["kind"] == ("gap" if near else "adjacent"):
            where = "the game" if near else "the picture"
            yield f"layouts.json: {row['a']} and {row['b']} border each other in {where} only"
