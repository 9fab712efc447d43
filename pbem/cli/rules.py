"""pbem rules: from a number in the book to the code and its cases."""

from typing import TYPE_CHECKING

from pbem.core.title.game import load
from pbem.core.title.rulings import choice
from pbem.interface.choices import title_known

from .output import print_json, tell
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


@declared("rules")
def command(title: str, number: str | None, coverage: bool, as_json: bool) -> int:
    """What rule NUMBER of TITLE is about, where it is in the code, its cases and rulings; or all of them."""
    from pbem.core.title.coverage import Coverage, numbers_of

    title_known(title)
    if not (number or coverage or as_json):
        for name, row in numbers_of(title).items():
            print(_line(name, row))
        return 0
    found = Coverage(load(title))
    if number and number not in found.numbers:
        from pbem.core.data.meant import did_you_mean

        near = did_you_mean(number, found.numbers, 3)
        raise WrongUsage("no-rule", title=title, number=number, near=near)
    if number:
        tell(as_json, {"pbem": "rule/1", **found.rule(number)}, _one, found.rule(number))
        return 0
    rows = [found.rule(name) for name in found.numbers]
    if as_json:
        print_json({"pbem": "rules/1", "title": title, "rules": rows, "faults": found.faults})
    else:
        for row in rows:
            print(f"{_line(row['number'], row)}  ({len(row['functions'])} functions, {len(row['cases'])} cases)")
        print(found.summary())
    return 5 if coverage and found.faults else 0


def _line(number: str, row: "Json") -> str:
    return f"{number:<8} {row['status']:<11} {row['title']}"


def _one(row: "Json") -> str:
    lines = [f"{row['number']}  {row['title']} ({row['status']})"]
    if row["summary"]:
        lines.append(row["summary"])
    lines += [f"  {place}" for place in row["functions"]]
    lines += [f"  told by {place}" for place in row["telling"]]
    lines += [f"  case {place}" for place in row["cases"]]
    lines += [f"  without an answer to {one['kind']}: {one['text']}" for one in row["defaults"]]
    for ruling in row["rulings"]:
        lines.append(f"  ruling {ruling['id']}: {ruling['question']} {ruling['chosen']} {choice(ruling)}")
        lines += [f"    in {place}" for place in ruling["code"]]
    if row.get("note"):
        lines.append(f"  {row['note']}")
    return "\n".join(lines)
