"""pbem verify: recompute everything from the start."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences

from .games import many, single
from .options import say_if_past
from .output import shown, tell
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.play.verify import Report

_say = Sentences(__name__)


@declared("verify")
def command(games: Sequence[str], head: str | None, robots: bool, jobs: int, cluster: str | None, as_json: bool) -> int:
    """Replay every line of each GAME from what was sent, and name the first part that differs.

    Several games, or all games of a folder, get one line each (with --json: JSON Lines); the exit code is the worst of
    all.

    Exit code 0: everything holds; 4: something does not; 5: evidence is missing.
    """
    from pbem.core.play.gamefile import read
    from pbem.core.play.verify import verify
    from pbem.interface.reading import verification_json

    game = None if cluster else single(games)
    if game is None:
        if head or robots:
            raise WrongUsage("of-one-game", options=["--head", "--robots"])
        return many(games, jobs, as_json, "verify", sentence, cluster)
    file = read(game)
    say_if_past(file)
    report = verify(file, head)
    if robots and not report.problems:
        from pbem.core.trial.seated import checked

        report = checked(file, report)
    tell(as_json, verification_json(file, report), as_text, file, report)
    return report.exit_code


def as_text(file: "GameFile", report: "Report") -> str:
    """The verification for people."""
    from pbem.report.noted import all_noted, others

    counts, notes = report.counts, report.notes
    lines = [shown(problem) for problem in [*report.problems, *report.missing]]
    if not lines or report.problems:
        lines.append(_say("broken" if lines else "holds"))
    if not counts:
        return "\n".join([*lines, _say("head", head=file.head)])
    lines.append(_say("counts", **counts))
    if not report.problems:
        told = [(entry["n"], *said) for entry, noted in all_noted(file) for said in noted]
        lines += [_say("note", entry=number, what=what, why=why) for number, what, why in told]
        lines += [_say("options", options="; ".join(found)) for found in [others(file)] if found]
    if notes["undone"]:
        lines.append(_say("undone", entries=notes["undone"]))
    for name in ("absences", "passed_over"):
        lines += [_say(name, who=_held(file, row), entry=row["entry"]) for row in notes[name]]
    if notes["closed"]:
        lines.append(_say("closed", parts=notes["closed"]))
    return "\n".join([*lines, _say("compare", head=file.head), _say("unproven")])


def _held(file: "GameFile", row: "Json") -> str:
    """A seat with the person who held it before a line."""
    from pbem.core.record.seat_history import names_of

    name = names_of(file, row["entry"] - 1).get(row["seat"])
    return f"{row['seat']} ({name})" if name else str(row["seat"])


def sentence(found: "Json") -> str:
    """The same in one line, from the JSON."""
    faults = [*found["problems"], *found["missing"]]
    if not faults:
        return _say("line-holds", entries=found["counts"]["entries"], head=found["head"][:32])
    first = f"{faults[0].get('where', '')} {faults[0]['text']}".strip()
    told = _say("line-broken" if found["problems"] else "line-missing", first=first)
    return f"{told} {_say('more', more=len(faults) - 1)}" if faults[1:] else told
