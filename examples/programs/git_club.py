"""A club whose games lie in a git repository: orders are pushed as files, the referee's machine plays and commits.

    python git_club.py CLUB

CLUB/NAME.json is a game, CLUB/NAME/*.txt are orders for it.  Every game for which orders lie there is played on; what
came of it stands in NAME.answer.txt, the orders that were taken are removed, and the whole is one commit a game."""

import subprocess
import sys
from pathlib import Path

import pbem


def main(club: Path) -> int:
    """Play on with what lies in the club; 0, or 3 if orders of a game were refused."""
    worst = 0
    for game in sorted(club.glob("*.json")):
        orders = sorted((club / game.stem).glob("*.txt"))
        if not orders:
            continue
        answer = game.with_suffix(".answer.txt")
        try:
            outcome = pbem.adjudicate(game, orders)
        except (pbem.Refused, pbem.BrokenFile) as trouble:
            answer.write_text("".join(f"{problem}\n" for problem in trouble.problems))
            worst = 3
        else:
            answer.write_text(said(game, outcome))
            for path in orders:
                path.unlink()
        git(club, "add", "--all", "--", game.name, answer.name, game.stem)
        if git(club, "diff", "--cached", "--quiet", check=False):
            git(club, "commit", "--quiet", "-m", f"{game.stem}: {answer.read_text().splitlines()[0]}")
    return worst


def said(game: Path, outcome: dict) -> str:
    """What the players read: whom the game waits for, or the report."""
    if outcome["entry"] is None:
        return f"The game waits for {', '.join(outcome['missing'])}.\n"
    return f"Entry {outcome['entry']} is played.\n\n{pbem.tell(game)}"


def git(club: Path, *arguments: str, check: bool = True) -> int:
    """Run git in the club; its exit code."""
    return subprocess.run(["git", *arguments], cwd=club, check=check).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
