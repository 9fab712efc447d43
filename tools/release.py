"""make release: whether this checkout is what its version says, before anything is built to be published; and, with
--lock, what of other people's it was built with.

The version stands in pbem/__init__.py alone.  A release is a commit with the tag v0.1.0, nothing changed or added in
the checkout, and a section of the changelog with that version and a date.

The lock file, dist/pbem-0.1.0.lock.txt, names every library in one version with the digests of all its files, for every
system and Python (uv finds them), and last what was built here: pip install --require-hashes -r takes nothing else.
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = "3.10"


def main(arguments):
    if "--lock" in arguments:
        return lock(ROOT / "dist")
    found = faults(
        _read("pbem/__init__.py"),
        _read("CHANGELOG.md"),
        _git("tag", "--points-at", "HEAD"),
        _git("status", "--porcelain"),
    )
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


def faults(code, changelog, tags, changed):
    """Sentences on why this is no release; none if it is one."""
    version = _version(code)
    program = changelog.partition("## Program")[2].partition("\n## ")[0]
    found = []
    if f"v{version}" not in tags.split():
        found.append(f"The commit has no tag v{version}.")
    if not re.search(rf"(?m)^### {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", program):
        found.append(f"CHANGELOG.md has no section '### {version} (YEAR-MONTH-DAY)' under Program.")
    if changed.strip():
        found.append("Something is changed or added in the checkout: git status.")
    return found


def lock(dist):
    """Write the lock file of what lies in dist/; an exit code."""
    version = _version(_read("pbem/__init__.py"))
    path = dist / f"pbem-{version}.lock.txt"
    command = (sys.executable, "-m", "uv", "pip", "compile", "setup.cfg", "--universal", "--generate-hashes")
    options = ("--python-version", OLDEST, "--no-header", "--no-annotate", "--quiet", "--output-file", path)
    code = subprocess.run([*command, *options], cwd=ROOT).returncode
    if not code:
        path.write_text(path.read_text(encoding="utf-8") + own(version, dist), encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)}: {path.read_text(encoding='utf-8').count('==')} versions")
    return code


def own(version, dist):
    """The lines of a lock file for what was built: the wheel and the source distribution of the version."""
    built = [dist / f"pbem-{version}-py3-none-any.whl", dist / f"pbem-{version}.tar.gz"]
    digests = [f"    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}" for path in built]
    return " \\\n".join([f"pbem=={version}", *digests]) + "\n"


def _version(code):
    return re.search(r'__version__ = "(.+)"', code)[1]


def _read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def _git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
