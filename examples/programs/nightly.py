"""A run for the night: every game below a folder is verified, and who is late is named, a line each.

    python nightly.py FOLDER 2026-12-01

It goes on after a game that does not hold, and ends with the worst exit code."""

import sys
from pathlib import Path

import pbem


def main(folder: Path, now: str) -> int:
    """Verify all games; 0, or 4 or 5 as `pbem verify` ends."""
    worst = 0
    for path in sorted(folder.glob("**/*.json")):
        try:
            game = pbem.read(path)
            found = pbem.verify(game)
            late = [row["seat"] for row in pbem.due(game, now)["waiting"] if row["late"]] if not found["exit"] else []
        except (pbem.BrokenFile, pbem.Refused) as trouble:
            found, late = {"exit": 4, "problems": [{"text": str(one)} for one in trouble.problems], "missing": []}, []
        worst = max(worst, found["exit"])
        first = next((one["text"] for one in [*found["problems"], *found["missing"]]), "holds")
        print(f"{path.relative_to(folder)}: {first}" + (f"; late: {', '.join(late)}" if late else ""))
    return worst


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
