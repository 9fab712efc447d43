"""make site-docs: the papers as a site in build/site, with every link checked.

The papers link each other, and files of the code, by their places in the checkout.  So they are laid out in
build/site-docs in the same places, with every file that one of them links, and mkdocs takes it from there.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import case_pages

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "build" / "site-docs"
PAPERS = ("*.md", "docs/**/*.md", "examples/**/*.md", "build/cases/**/*.md")
LINK = re.compile(r"\]\((?!https?://|#)([^)\s#]+)")


def main():
    case_pages.main([])
    stage(papers())
    command = [sys.executable, "-m", "mkdocs", "build", "--clean", "--strict"]
    return subprocess.run(command, cwd=ROOT).returncode


def papers():
    return sorted({path for pattern in PAPERS for path in ROOT.glob(pattern)})


def stage(pages):
    """Copy the papers, and what they link, to their places under build/site-docs."""
    shutil.rmtree(STAGE, ignore_errors=True)
    for path in sorted({*pages, *(target for page in pages for target in linked(page))}):
        place = STAGE / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)


def linked(page):
    """The files of the checkout that a paper links; a link that leads nowhere is left to mkdocs to complain of."""
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        path = Path(os.path.normpath(page.parent / target))
        if path.is_file() and path.is_relative_to(ROOT):
            yield path


if __name__ == "__main__":
    sys.exit(main())
