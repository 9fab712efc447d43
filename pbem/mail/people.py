"""A private file of addresses, for whoever sets many desks up: a line a person,
``ann ann@example.org,ann@work.example``.

What stands behind # is a remark.
"""

from pbem.core.data import store
from pbem.core.data.problems import Problem, Refused


def read(path: str) -> dict[str, list[str]]:
    """``{id: [addresses, in small letters]}``.  Raises Refused with every line that does not hold."""
    found: dict[str, list[str]] = {}
    problems = []
    for number, line in enumerate(store.read_bytes(path).decode("utf-8", "replace").splitlines(), 1):
        words = line.partition("#")[0].split()
        if words and len(words) != 2:
            problems.append(Problem("people-line", where=f"{path}:{number}"))
        elif words and words[0] in found:
            problems.append(Problem("people-twice", where=f"{path}:{number}", id=words[0]))
        elif words:
            found[words[0]] = [one.lower() for one in words[1].split(",") if one]
    Refused.if_any(problems)
    return found


def missing(path: str, id: str, game: str) -> Problem:
    """That somebody who plays has no line."""
    return Problem("people-missing", where=path, id=id, game=game)
