"""The small verifier: as a module, and as a stranger runs it."""

import functools
import importlib.util
import subprocess
import sys
from pathlib import Path

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
