"""The small verifier: as a module, run in this process, and as a stranger runs it."""

import functools
import importlib.util
import io
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

PATH = Path(__file__).resolve().parent.parent.parent / "verifier" / "pbem_verify.py"


@functools.cache
def module():
    spec = importlib.util.spec_from_file_location("pbem_verify", PATH)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def alone(path, *options):
    """Run without the package, its libraries, or a place to find them in."""
    command = [sys.executable, "-I", "-S", str(PATH), str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=path.parent, timeout=60)


def here(path, *options):
    """What `alone` gives, without a process: where what it says of a game is tested, not what it needs to run."""
    out = io.StringIO()
    with redirect_stdout(out), patch.object(sys, "argv", [str(PATH), str(path), *map(str, options)]):
        code = module().main()
    return subprocess.CompletedProcess(sys.argv, code, out.getvalue(), "")
