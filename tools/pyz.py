"""make pyz: the whole program in one file, dist/pbem.pyz, that any python3 from 3.10 on runs with nothing installed.

shiv packs pbem with the libraries it needs; at the first run the file unpacks itself into the user's cache, so that
templates, schemas and components are files.  Compiled parts would tie it to one machine and one Python: they are left
out, every library has the same in Python, and jsonschema is the last that needs no compiled one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "build" / "pyz"
PYZ = ROOT / "dist" / "pbem.pyz"
PURE = "jsonschema<4.18"
CACHE = "~/.cache/pbem"
EPOCH = "315532800"  # 1980-01-01, the first day that a zip file knows: the same content gives the same bytes


def main():
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # setuptools would pack what lies there
    run("pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(STAGE), ".", PURE)
    for path in [*STAGE.rglob("*.so"), *STAGE.glob("bin")]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in sorted(STAGE.rglob("__pycache__")):
        shutil.rmtree(path)
    PYZ.parent.mkdir(exist_ok=True)
    run("shiv", "--site-packages", str(STAGE), "--entry-point", "pbem.cli:main", "--python", "/usr/bin/env python3",
        "--root", CACHE, "--reproducible", "--output-file", str(PYZ))  # fmt: skip
    print(f"{PYZ.relative_to(ROOT)}: {PYZ.stat().st_size / 1e6:.1f} MB")


def run(module, *arguments):
    """Run a tool of this environment; its failure is ours."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    code = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, env=environment).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
