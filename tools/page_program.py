"""Write the program of the turn page in one piece, and smaller: python tools/page_program.py.

It is due after every change of a .js in tools/turn_page, and writes pbem/page/files/turn.min.js.  The parts of the page
stand in one function; menu.js and units.js, which tests run alone, before it.
The minifier is terser (tests/browser/package.json); it needs node and npm, which nobody needs who makes pages.  What it
made says of which sources: a test compares that with the sources, `make browser-test` the whole.
"""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

FILES = ROOT / "tools" / "turn_page"
APART = ("menu.js", "units.js")
PARTS = ("words.js", "draft.js", "orders.js", "fields.js", "map.js", "boards.js", "start.js")
SMALL = ROOT / "pbem" / "page" / "files" / "turn.min.js"
HOW = ["--compress", "passes=3", "--mangle", "--ecma", "2022"]
WIDE = 900  # characters of a line: mail carries 998 as they are


def preamble():
    """What the program begins with: of which sources it was made."""
    return f"/*{sha256(sources()).hexdigest()[:16]}*/"


def sources():
    apart, parts = (b"\n".join((FILES / name).read_bytes() for name in names) for names in (APART, PARTS))
    return apart + b"\n(() => {\n" + parts + b"})();\n"


def program(kit):
    """The program, made by terser in a folder that has it."""
    whole = kit / "whole.js"
    whole.write_bytes(sources())
    looks = f"max_line_len={WIDE},ascii_only=true,preamble='{preamble()}'"
    words = [str(kit / "node_modules" / ".bin" / "terser"), str(whole), *HOW, "--format", looks]
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=120).stdout + "\n"


def main():
    from browser_test import prepared

    kit = ROOT / "build" / "browser"
    prepared(kit)
    SMALL.write_text(program(kit), encoding="ascii")


if __name__ == "__main__":
    main()
