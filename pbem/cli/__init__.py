"""The command line: `pbem VERB GAME [FILES…]`.  Parse, call, print; no logic, one file a command.

For: people at a terminal, and scripts (`--json`).
In:  words, files, standard input.
Out: results on standard output, talk on standard error, and an exit code that the README lists.
"""

import gc
import os
import sys


def start() -> int:
    """The program: `main`, and gone.

    What a run holds is not looked through for rubbish every few hundred objects, nor taken apart at the end: that is a
    third of the time of a short one, and the operating system takes all of it back at once.  Files are closed and locks
    given back by then."""
    gc.set_threshold(_RUBBISH)
    try:
        code = main()
    except KeyboardInterrupt:  # before there is a command
        print("Interrupted; nothing was written.", file=sys.stderr)
        code = 130
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            continue  # it is closed, or takes no more: what is to be said of that was said
    os._exit(code)


_RUBBISH = 100_000  # objects between two looks for what can be thrown away


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit code.  `pbem --version` is answered before click is imported."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"]:
        from pbem import __version__

        print(f"pbem {__version__}")
        return 0
    from .group import run

    return run(arguments)
