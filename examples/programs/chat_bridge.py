"""A bridge between a chat and a game: lines from the chat on standard input, answers on standard output.

    python chat_bridge.py GAME

A line is SEAT: WORDS.  The words are  status,  form,  show QUERY,  or orders with ; between the lines:

    prc: status
    prc: op 5 with prc-jh-7-1; pass

Orders are kept until everybody who is asked has sent some; then the game is played on, and its news are told."""

import sys
import tempfile
from pathlib import Path

import pbem


def main(game: Path) -> None:
    """Answer line by line until the chat ends."""
    for line in sys.stdin:
        seat, _, words = line.strip().partition(":")
        try:
            print(answer(game, seat.strip(), words.strip()), flush=True)
        except (pbem.Refused, pbem.BrokenFile, pbem.NoSuchThing) as trouble:
            print(f"{seat}: {trouble}", flush=True)


def answer(game: Path, seat: str, words: str) -> str:
    """What the chat is told."""
    verb, _, rest = words.partition(" ")
    if verb == "status":
        waiting = pbem.status(game)["waiting"]
        return "; ".join(f"{row['seat']} is asked {row['waiting']}" for row in waiting) or "nobody is asked"
    if verb == "form":
        return pbem.form(game, seat)
    if verb == "show":
        return str(pbem.show(game, rest))
    return played(game, seat, [line.strip() for line in words.split(";")])


def played(game: Path, seat: str, lines: list) -> str:
    """Hand in orders under the header that orders need, and play on if nobody is missing."""
    now = pbem.status(game)
    header = [f"game {now['game']}", f"seat {seat}", f"entry {now['entry']}", f"head {now['head']}"]
    with tempfile.TemporaryDirectory() as folder:
        orders = Path(folder, f"{seat}.txt")
        orders.write_text("\n".join([*header, *lines]) + "\n")
        outcome = pbem.adjudicate(game, [orders])
    if outcome["entry"] is None:
        return f"kept; the game waits for {', '.join(outcome['missing'])}"
    return pbem.tell(game, "short")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
