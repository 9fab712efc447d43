"""Keep what a played season came to, for the tests of its table: python -m tests.seasons.keep FOLDER…

Writes tests/seasons/played/NAME.json: the tournament file, and of each game that ended by its file the mark of each
seat.
"""

import json
import sys
from pathlib import Path

from tests.seasons.recount import ended

PLAYED = Path(__file__).parent / "played"


def main(folders):
    for folder in map(Path, folders):
        cup = json.loads((folder / "cup.json").read_text())
        marks = {one["game"]: ended(folder / "games" / f"{one['game']}.json") for one in cup["pairings"]}
        kept = {"cup": cup, "marks": {game: found for game, found in marks.items() if found}}
        PLAYED.mkdir(exist_ok=True)
        (PLAYED / f"{folder.name}.json").write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
