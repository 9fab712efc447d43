"""make deb: a Debian package in build/deb, from packaging/debian and a copy of this checkout.

It needs a Debian or a child of it with debhelper, dh-python, pybuild-plugin-pyproject, python3-all, python3-click and
python3-setuptools.  The changelog that dpkg wants is one line, made from the version; CHANGELOG.md is the real one.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "deb"
PARTS = ("pbem", "schemas", "verifier", "man", "docs", "examples", "packaging")
CHANGELOG = """pbem ({version}) unstable; urgency=medium

  * See CHANGELOG.md.

 -- The pbem authors <pbem@packages.invalid>  {date}
"""
SYSTEM = "/usr/sbin:/usr/bin:/sbin:/bin"  # a package is built with the Python of the system
DATE = "Thu, 01 Jan 2026 00:00:00 +0000"  # fixed, so that the same source makes the same package


def main():
    shutil.rmtree(PLACE, ignore_errors=True)
    source = PLACE / f"pbem-{version()}"
    copy(source)
    shutil.copytree(ROOT / "packaging" / "debian", source / "debian")
    (source / "debian" / "changelog").write_text(CHANGELOG.format(version=version(), date=DATE), encoding="utf-8")
    environment = {**os.environ, "PATH": SYSTEM}
    command = ["dpkg-buildpackage", "--build=binary", "--no-sign"]
    code = subprocess.run(command, cwd=source, env=environment).returncode
    for package in PLACE.glob("*.deb"):
        print(package.relative_to(ROOT))
    return code


def version():
    text = (ROOT / "pbem" / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'__version__ = "(.+)"', text)[1]


def copy(source):
    """What the package is built from; no tests, no caches."""
    for name in PARTS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), ROOT / "setup.cfg", ROOT / "LICENSE"]:
        shutil.copy(path, source)


if __name__ == "__main__":
    sys.exit(main())
