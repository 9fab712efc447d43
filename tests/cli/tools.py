"""The command line as a user meets it, for tests: run it here, or in a process of its own."""

import functools
import io
import json
import os
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent.parent


class Ran:
    """One run: exit code, what went to standard output and to standard error."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)

    def __repr__(self):
        return f"exit {self.code}\n{self.out}\n{self.err}"


def pbem(*arguments):
    """Run a command in this process."""
    from pbem.cli import main

    binary = io.BytesIO()
    out, err = io.TextIOWrapper(binary, encoding="utf-8", write_through=True), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    return Ran(code, binary.getvalue().decode(), err.getvalue())


def done(*words):
    """Run a command that must end well."""
    ran = pbem(*words)
    assert ran.code == 0, ran
    return ran


def pbem_alone(*arguments, cwd=None, before="", **options):
    """Run a command in a process of its own; `before` is Python to run in it first."""
    program = f"import sys\n{before}\nfrom pbem.cli import main\nsys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        **options,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def set_up_desk(path, *more, **addresses):
    """A mail desk for a game, with the address of each seat; `more` are further words of `pbem mail set-up`."""
    seats = [word for seat, address in addresses.items() for word in ("--seat", f"{seat}={address}")]
    ran = pbem("mail", "set-up", path, "--address", "pbem@club.example", *seats, *more)
    assert ran.code == 0, ran


def new_game(folder, name="g.json", asks="op", options=(), first=0):
    """A new Red Dragon game in a folder, played to its first question, which is of the kind `asks`; its path.

    The referee's secret is a known one, chosen so that no event comes before China's Op and the entry after it does not
    end the game, by whatever revision of the rules; `first` is the first that is tried.
    """
    path = begun(folder, name, options, quiet_number(name, asks, tuple(map(str, options)), first))
    done("adjudicate", path, "-o", path)
    return path


@functools.cache
def quiet_number(name, asks, options, first):
    """The number of the first secret from `first` on whose dice are as `new_game` says."""
    for number in range(first, first + 100):
        with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, PBEM_MEMORY=f"{folder}/memory"):
            path = begun(Path(folder), name, options, number)
            started = done("adjudicate", path, "-o", path)
            quiet = asks != "op" or "with 1 draw." in started.err + started.out  # more are drawn for an event
            if quiet and [row["kind"] for row in done("status", path, "--json").json["waiting"]] == [asks]:
                pbem("adjudicate", path, "-o", path, "--deadlines-passed")
                if not done("status", path, "--json").json["over"]:
                    return number
    raise AssertionError(f"no game asks {asks} first, and goes on")


def begun(folder, name, options, number):
    """A new Red Dragon game with the known secret of a number; its path."""
    from pbem.core.record.secret import Secret

    path = folder / name
    for old in (path, Path(f"{path}.secret")):
        old.unlink(missing_ok=True)
    Secret.create(f"{path}.secret", secret=sha256(f"test {number}".encode()).digest())
    done("new", "red-dragon/ready", "-o", path, *options)
    return path


def orders(path, seat, *lines, **header):
    """The text of an order file for what the game asks next; header words may be given anew."""
    status = pbem("status", path, "--json").json
    words = {"game": status["game"], "seat": seat, "entry": status["entry"], "head": status["head"], **header}
    return "\n".join([*(f"{word} {value}" for word, value in words.items() if value is not None), *lines, "--", ""])


def write_orders(path, seat, *lines, name=None, **header):
    """The same, written beside the game; returns the path."""
    place = path.parent / (name or f"{seat}.txt")
    place.write_text(orders(path, seat, *lines, **header), encoding="utf-8")
    return place


def waits_for(path):
    """The seats that a game waits for."""
    return [row["seat"] for row in pbem("status", path, "--json").json["waiting"]]


def finished_game(folder, name="over.json"):
    """A game that China resigned; the path of its file."""
    path = new_game(folder, name)
    concession = write_orders(path, "prc", "concede", name="concede.txt")
    assert pbem("adjudicate", path, concession, "-o", path).code == 0
    assert pbem("status", path, "--json").json["over"]
    return path
