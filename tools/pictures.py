"""Make the pictures of the README again, docs/pictures: turn page and report of its game, as Chromium shows them.

python tools/pictures.py        needs chromium, and ten seconds
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TO = ROOT / "docs" / "pictures"
SHOTS = {"turn-page": ("turn.html", 1200, 860), "report": ("report.html", 1200, 1500)}
BROWSER = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


def main():
    sys.path.insert(0, str(ROOT))
    from tools import readme

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        with readme.table(folder):
            readme.blocks(text)
            readme.run("pbem report malaya-7.json --format html -o report.html")
        for name, (page, width, height) in SHOTS.items():
            shoot(Path(folder) / page, TO / f"{name}.png", width, height, Path(folder) / "profile")
            print(f"docs/pictures/{name}.png")


def shoot(page, picture, width, height, profile):
    """A picture of the upper part of a page."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        sys.exit("chromium is not installed.")
    picture.parent.mkdir(exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        os.remove(picture)
    options = (f"--user-data-dir={profile}", f"--window-size={width},{height}", f"--screenshot={picture}")
    subprocess.run([browser, *BROWSER, *options, page.as_uri()], check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    sys.exit(main())
