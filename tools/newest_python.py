"""make dist-newest: what lies in dist/ is put to use with a Python that is newer than those of this machine.

Debian's development suite has it.  A small system of that suite is unpacked (debootstrap; root is needed), dist/ and
tools/ are put into it, and the game of tools/dist_test.py is played there by the wheel and by pbem.pyz.  The digests
must be those of `make dist-test`: they are printed, and with --digest DIGEST they are compared.

It is not part of CI: a development suite is whole on most days only.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITE, MIRROR = "sid", "http://deb.debian.org/debian"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
INSIDE = """
import sys, tempfile
from pathlib import Path
sys.path.insert(0, "/pbem/tools")
import dist_test
with tempfile.TemporaryDirectory() as folder:
    for minor, path in dist_test.found().items():
        print(f"wheel 3.{minor}:", dist_test.wheel(path, Path(folder) / f"wheel-{minor}"), flush=True)
        print(f"pyz 3.{minor}:", dist_test.pyz(path, Path(folder) / f"pyz-{minor}"), flush=True)
"""


def main(arguments):
    parser = argparse.ArgumentParser(description="Play the game of make dist-test with Python 3.N of a newer Debian.")
    parser.add_argument("--minor", default=14, type=int, metavar="N", help="Python 3.N (default 14)")
    parser.add_argument("--digest", help="the digest that make dist-test printed")
    chosen = parser.parse_args(arguments)
    if os.getuid() or not shutil.which("debootstrap"):
        sys.exit("Root and debootstrap (apt-get install debootstrap) are needed.")
    with tempfile.TemporaryDirectory() as folder:
        told = played(Path(folder) / SUITE, chosen.minor)
    print(told, end="")
    digests = {line.split(": ")[1] for line in told.splitlines()}
    if len(digests) != 1 or chosen.digest not in (None, *digests):
        sys.exit("The games differ.")


def played(system, minor):
    """What the game printed in a system of its own with Python 3.`minor`."""
    python = f"python3.{minor}"
    run("debootstrap", "--variant=minbase", f"--include={python},{python}-venv,ca-certificates", SUITE, system, MIRROR)
    for name in ("dist", "tools"):
        shutil.copytree(ROOT / name, system / "pbem" / name)
    if CERTIFICATES.is_file():  # of a machine that reaches the package index by way of a proxy
        shutil.copy(CERTIFICATES, system / CERTIFICATES.relative_to("/"))
    (system / "play.py").write_text(INSIDE)
    clean = ("env", "-i", "PATH=/usr/bin:/bin", "HOME=/root", f"PIP_CERT={CERTIFICATES}")
    return run("chroot", system, *clean, python, "/play.py")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    main(sys.argv[1:])
