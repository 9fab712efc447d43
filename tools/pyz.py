"""make pyz: the whole program in one file, dist/pbem.pyz, that any python3 from 3.10 on runs with nothing installed.

shiv packs pbem with the libraries it needs; at the first run the file unpacks itself into the user's cache (or where
SHIV_ROOT says), so that templates, schemas and components are files.  Compiled parts would tie it to one machine and
one Python, so they are left out: pbem signs without libsodium, but without selectolax it reads no mail that is
HTML alone.  jsonschema 4.17 is the last that works so, and networkx 3.4 the last that the oldest Python takes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "build" / "pyz"
WHEEL = ROOT / "build" / "pyz-wheel"
PYZ = ROOT / "dist" / "pbem.pyz"
OLDEST = "3.10"
LIMITS = ("jsonschema<4.18", "networkx<3.5")
NOT_PACKED = (
    "bin",
    "**/*.so",
    "*/direct_url.json",
    "*/RECORD",
    "**/__pycache__",  # compiled, or of this machine
    "nacl*",
    "PyNaCl*",
    "pynacl*",
    "orjson*",
    "cffi*",
    "pycparser*",
    "selectolax*",
)  # nothing without their compiled parts
NO_WHEEL = "authres>=1.2"  # none is published, and pip takes wheels only for another Python than its own
CACHE = "~/.cache/pbem"
EPOCH = "315532800"  # 1980-01-01, the first day that a zip file knows: the same content gives the same bytes
MAIN = """\
import sys
import {module}
try:
    {module}.{fn}()
except OSError as error:
    sys.exit(f"pbem.pyz could not unpack itself to {{error.filename}}: {{error.strerror}}. "
             "Name a folder that can be written: SHIV_ROOT=/tmp/pbem python3 pbem.pyz")
"""


def main():
    for folder in (STAGE, WHEEL, ROOT / "build" / "lib"):  # setuptools would pack what lies in the last
        shutil.rmtree(folder, ignore_errors=True)
    run("build", "--wheel", "--outdir", str(WHEEL), ".")
    run("pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", str(WHEEL), NO_WHEEL)
    run(
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--target",
        str(STAGE),
        "--python-version",
        OLDEST,
        "--only-binary",
        ":all:",
        "--find-links",
        str(WHEEL),
        f"{next(WHEEL.glob('pbem*.whl'))}[swiss]",
        *LIMITS,
    )
    for path in sorted(path for pattern in NOT_PACKED for path in STAGE.glob(pattern)):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    pack()
    print(f"{PYZ.relative_to(ROOT)}: {PYZ.stat().st_size / 1e6:.1f} MB")


def run(module, *arguments):
    """Run a tool of this environment; its failure is ours."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(done.returncode)


def pack():
    """One file of what lies in STAGE; a cache that cannot be written is told in a sentence."""
    from shiv import builder
    from shiv.cli import main as shiv

    PYZ.parent.mkdir(exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = EPOCH
    builder.MAIN_TEMPLATE = MAIN
    shiv(
        [
            "--site-packages",
            str(STAGE),
            "--entry-point",
            "pbem.cli:start",
            "--python",
            "/usr/bin/env python3",
            "--root",
            CACHE,
            "--reproducible",
            "--output-file",
            str(PYZ),
        ],
        standalone_mode=False,
    )


if __name__ == "__main__":
    main()
