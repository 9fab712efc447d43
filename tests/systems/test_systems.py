"""Other systems, simulated: a game from its envelopes to the club's site comes to the same files, byte for byte.

None of this was run on Windows; what stands between pbem and this system tells how Windows differs (fakes.py).
"""

import ast
import filecmp
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.core.data import processes, store, system
from tests.cli.tools import ROOT, pbem
from tests.systems import fakes, windows_names
from tests.thorough import THOROUGH

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="sees by /proc what a process has open")
LEFT = re.compile(r".*\.lock|club\.db|cache")  # of Windows; written at a place in the file that differs; of Python
TEXTS = {".css", ".html", ".js", ".json", ".md", ".svg"}


def play(folder, *wanted, root=ROOT):
    """Play in a process of its own, whose streams are as the fakes have them; the folder."""
    folder.mkdir()
    code = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"} if "printed" in wanted else {}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.systems.play", str(folder), *wanted],
        cwd=root,
        env={**os.environ, "HOME": str(folder), "PYTHONPATH": str(root), **code},
        capture_output=True,
        timeout=300,
    )
    assert ran.returncode == 0, (ran.stdout + ran.stderr).decode("utf-8", "replace")[-3000:]
    return folder


def files(folder):
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if not LEFT.fullmatch(path.name)}


def differing(one, other):
    """The files that are not the same; what was printed may name places with another separator."""
    assert files(one) == files(other)
    told = [(folder / "printed.txt").read_bytes().replace(b"\\", b"/") for folder in (one, other)]
    others = sorted(files(one) - {"printed.txt"})
    return [name for name in others if not filecmp.cmp(one / name, other / name, False)] + (
        ["printed.txt"] if told[0] != told[1] else []
    )


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """What the game comes to here."""
    folder = play(tmp_path_factory.mktemp("systems") / "here")
    assert len(files(folder)) > 50 and "Łoś" not in (folder / "games" / "Łódź.json").name
    assert "王" in (folder / "public" / "index.html").read_text(encoding="utf-8")
    return folder


@pytest.mark.longer
@pytest.mark.parametrize("wanted", [*((name,) for name in fakes.ALL if THOROUGH), fakes.ALL], ids="-".join)
def test_a_game_is_the_same_there(plain, tmp_path, wanted):
    assert differing(plain, play(tmp_path / "there", *wanted)) == []


@pytest.mark.longer
def test_a_game_is_the_same_from_a_checkout_with_line_ends_of_windows(plain, tmp_path):
    root = tmp_path / "checkout"
    for name in ("pbem", "schemas", "tests/systems"):
        shutil.copytree(ROOT / name, root / name)  # with the compiled modules
    (root / "tests" / "cases").symlink_to(ROOT / "tests" / "cases")
    texts = [path for path in root.rglob("*") if path.suffix in TEXTS]
    for path in texts:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert len(texts) > 100
    assert differing(plain, play(tmp_path / "there", root=root)) == []


def test_the_fakes_differ_from_this_system():
    """A fake that hid nothing, or let everything through, would prove nothing."""
    hidden = windows_names.hidden(os)
    assert len(hidden) > 150 and {"fork", "fchmod", "mkfifo", "geteuid", "O_NOFOLLOW", "set_blocking"} <= set(hidden)
    assert {"fcntl", "pwd", "resource", "pty"} <= set(windows_names.modules_hidden())
    for path in ("C:\\games\\con.json", "C:\\games\\a:b.json", "C:\\games\\a.", "C:\\" + "long\\" * 60):
        with pytest.raises(OSError):
            fakes.turned(path, strict=True)
    assert fakes.turned("C:\\usr\\BIN") == "/usr/bin"


def named_for_unix(path):
    """``line: name`` of what a module names that only Unix has."""
    hidden = {"os": windows_names.hidden(os)}
    gone = windows_names.modules_hidden()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in hidden.get(node.value.id, ()):
                yield f"{node.lineno}: {node.value.id}.{node.attr}"
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            yield from (f"{node.lineno}: {name}" for name in names if name in gone)


@pytest.mark.longer
def test_what_only_unix_has_is_named_in_one_module_and_by_the_desk():
    found = {
        path.relative_to(ROOT / "pbem").as_posix(): list(named_for_unix(path)) for path in ROOT.glob("pbem/**/*.py")
    }
    assert {place for place, names in found.items() if names} == {"core/data/system.py", "mail/sandbox.py"}


def test_what_people_are_told_goes_past_no_stream_of_ours():
    """On Windows click writes to the console itself, where what controls a screen is not written out."""
    for path in (ROOT / "pbem" / "cli").glob("*.py"):
        assert path.name == "mail.py" or "click.echo(" not in path.read_text(encoding="utf-8"), path.name


def test_the_mail_desk_says_where_it_works(monkeypatch):
    monkeypatch.setattr(system, "HAS_DESK", False)
    ran = pbem("mail", "log", "g.json")
    assert ran.code == 2 and "works on Linux and macOS" in ran.err


def test_a_file_that_another_program_has_open_is_waited_for(tmp_path, monkeypatch):
    """As a search for viruses has one for a moment."""
    refused, replace = [], os.replace

    def replaced(draft, path):
        if len(refused) < 3:
            refused.append(path)
            raise PermissionError(13, "The process cannot access the file")
        replace(draft, path)

    monkeypatch.setattr(system, "TRIES", 5)
    monkeypatch.setattr(system, "PAUSE", 0)
    monkeypatch.setattr(os, "replace", replaced)
    store.write(str(tmp_path / "file"), "whole")
    assert (tmp_path / "file").read_text() == "whole" and len(refused) == 3


def test_processes_that_begin_anew_share_work(monkeypatch):
    """As they do on Windows and macOS."""
    monkeypatch.setattr(processes, "start_method", lambda: "spawn")
    assert list(processes.in_processes(len, [[1, 2], [3]], 2)) == [([1, 2], 2), ([3], 1)]


@pytest.mark.parametrize("name", ["con", "nul.x", "com1", "lpt9", "game."])
def test_no_game_has_a_name_that_cannot_be_a_file(tmp_path, name):
    ran = pbem("new", "red-dragon/ready", "-o", tmp_path / "g.json", "--game", name)
    assert ran.code == 3 and "cannot name a game" in ran.err, ran


@pytest.mark.longer
def test_a_game_file_with_line_ends_of_windows_is_told_so(plain, tmp_path):
    turned = tmp_path / "g.json"
    turned.write_bytes((plain / "copy.json").read_bytes().replace(b"\n", b"\r\n"))
    for words in (("status",), ("verify",)):
        ran = pbem(*words, turned)
        assert ran.code == 4 and "line ends" in ran.err and ".gitattributes" in ran.err, ran


def test_git_turns_no_line_ends():
    assert "* -text" in (Path(ROOT) / ".gitattributes").read_text(encoding="utf-8").splitlines()
