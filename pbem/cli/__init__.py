"""The command line: `pbem VERB GAME [FILES…]`.  Parse, call, print; no logic, one file a command.

Only click is imported before a command is known, and only the module of that command after it.
Exit codes: 0 done (also when the game waits for players), 1 a bug of ours, 2 wrong usage, 3 orders refused,
4 a file does not hold, 5 evidence incomplete.
"""

import gc
import os
import sys

COMMANDS = {
    "titles": "Titles, editions, scenarios, options and unit codes.",
    "new": "Make a new game file.",
    "seat": "A seat's own chain of envelopes.",
    "seal": "Add head and envelope to an order file.",
    "status": "Whom the game waits for, on what, and since when.",
    "show": "Look at the board: named queries.",
    "ask": "What a player asks, answered from the board.",
    "standing": "What a seat has sent ahead, and what it would answer now.",
    "form": "Write an order form for what a seat is asked now.",
    "orders": "Order files from text to JSON and back.",
    "order": "Write orders at the terminal, question by question.",
    "check": "Check order files; draws nothing.",
    "whatif": "Rehearse orders with throw-away draws.",
    "take": "Take up the lines of a game that came by mail.",
    "pass-over": "Give one's word that a seat has not been heard of.",
    "word": "Agree to what another proposes, with one's own word.",
    "adjudicate": "Play to the next stop.",
    "receipt": "Sign that orders have come.",
    "due": "Who is late, and until when the others have.",
    "absence": "Announce an absence: a seat's deadline moves.",
    "tournament": "Players paired, games made, results read, a table.",
    "archive": "Many games in one database, to be asked and browsed.",
    "desk": "Takeback by consent, hand-over of the referee, a word to everybody.",
    "mail": "Messages in, messages out: the desk of a referee who plays by mail.",
    "report": "Tell what happened.",
    "position": "The board as a position file.",
    "correct": "Change the board by hand, on record.",
    "reopen": "Go back to an earlier entry, on record.",
    "diff": "What is different now.",
    "explain": "Why an entry went as it did.",
    "map": "Draw the board as a picture.",
    "plot": "Draw the game as curves: points, strength, luck, time.",
    "site": "Pages of a club's games, with maps.",
    "openings": "Open what was still closed when the game was over.",
    "verify": "Recompute everything from the start.",
    "data": "Where the values of a title come from; component packs.",
    "rules": "From a rule number to the code and its cases.",
    "odds": "The exact odds of a battle.",
    "case": "Run a case and tell its story.",
    "selfplay": "Random legal play, with a census.",
    "config": "What the settings of the desk say, and whence.",
    "completion": "The script that completes commands in a shell.",
}


def start():
    """The program: `main`, and gone.

    What a run holds is not looked through for rubbish every few hundred objects, nor taken apart at the end: that is a
    third of the time of a short one, and the operating system takes all of it back at once.  Files are closed and locks
    given back by then."""
    gc.set_threshold(_RUBBISH)
    code = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        return code  # a stream that is closed, or takes no more: the interpreter knows what to say of that
    os._exit(code)


_RUBBISH = 100_000  # objects between two looks for what can be thrown away


def main(arguments=None):
    """Run a command; the exit code.  `pbem --version` is answered before click is imported."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"]:
        from pbem import __version__

        print(f"pbem {__version__}")
        return 0
    from .group import run

    return run(arguments)
