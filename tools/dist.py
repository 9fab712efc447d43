"""make dist: the source distribution and the wheel in dist/, looked over before anybody else sees them.

check-manifest holds the source distribution against what is under version control, pyroma looks at the metadata.
"""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Not to be had before the project has a public place; and check-manifest runs by itself.
NOT_ASKED = "Url,AuthorEmail,CheckManifest"


def main():
    shutil.rmtree(os.path.join(ROOT, "dist"), ignore_errors=True)
    shutil.rmtree(os.path.join(ROOT, "build", "lib"), ignore_errors=True)  # setuptools would ship what lies there
    run("build", "--outdir", "dist", ".")
    if os.path.exists(os.path.join(ROOT, ".git")):
        run("check_manifest")
    run("pyroma", "--min", "10", "--skip-tests", NOT_ASKED, ".")


def run(module, *arguments):
    """Run a tool of this environment; its failure is ours."""
    code = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(main())
