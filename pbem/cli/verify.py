"""pbem verify: recompute everything from the start."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .games import many, single
from .options import say_if_past
from .output import shown, tell
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.play.verify import Report


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
    from pbem.core.data.text import counted
    from pbem.report.noted import all_noted, others

    counts, notes = report.counts, report.notes
    lines = [shown(problem) for problem in [*report.problems, *report.missing]]
    if not lines:
        lines = ["Everything holds."]
    elif report.problems:
        lines.append("This file does not hold.")
    if not counts:
        return "\n".join([*lines, f"Head {file.head}."])
    lines.append(
        f"{counted(counts['entries'], 'entry', 'entries')}, {counted(counts['steps'], 'step')}, "
        f"{counted(counts['links'], 'envelope')}, {counted(counts['draws'], 'draw')}, "
        f"{counted(counts['answers'], 'answer')}, {counted(counts['facts'], 'fact')}."
    )
    if not report.problems:
        told = [(entry["n"], *said) for entry, noted in all_noted(file) for said in noted]
        lines += [f"Note in entry {number}: {what}: {why}" for number, what, why in told]
        lines += [f"Options: {'; '.join(found)}." for found in [others(file)] if found]
    if notes["undone"]:
        lines.append(f"Undone entries: {', '.join(map(str, notes['undone']))}.")
    lines += [
        f"{_held(file, row)} was absent in entry {row['entry']}; its default was taken." for row in notes["absences"]
    ]
    lines += [f"{_held(file, row)} was passed over as opener in entry {row['entry']}." for row in notes["passed_over"]]
    if notes["closed"]:
        lines.append(f"Not opened yet: {counted(notes['closed'], 'closed part')}; nobody can check them yet.")
    lines.append(f"Head {file.head}: compare it with another player.")
    lines.append("Not proven: who typed an answer, and when.")
    return "\n".join(lines)


def _held(file: "GameFile", row: "Json") -> str:
    """A seat with the person who held it before a line."""
    from pbem.core.record.seat_history import names_of

    name = names_of(file, row["entry"] - 1).get(row["seat"])
    return f"{row['seat']} ({name})" if name else str(row["seat"])


def sentence(found: "Json") -> str:
    """The same in one line, from the JSON."""
    from pbem.core.data.text import counted

    faults = [*found["problems"], *found["missing"]]
    if not faults:
        return f"holds, {counted(found['counts']['entries'], 'entry', 'entries')}, head {found['head'][:32]}."
    first = f"{faults[0].get('where', '')} {faults[0]['text']}".strip()
    verdict = "does not hold" if found["problems"] else "evidence is missing"
    return f"{verdict}: {first}" + (f" And {len(faults) - 1} more." if faults[1:] else "")
