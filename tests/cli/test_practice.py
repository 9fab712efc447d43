"""pbem practice: an ordinary game against robots; its pages for one browser on this machine and for nobody else."""

import http.client
import json
import os
import re
import shlex
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.cli.tools import ROOT, pbem, pbem_alone

GAME = "practice-red-dragon-ready.json"
KNOWN_DICE = """
from random import Random
from pbem.core.record import secret
secret.fresh = lambda dice=Random("practice"): dice.randbytes(32)
"""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@contextmanager
def served(folder, *words, audit="", log=subprocess.DEVNULL, end=signal.SIGINT):
    """``(what --json printed, process)`` of a run that serves pages, with known dice; ended by Ctrl-C, or `end`."""
    code = f"{audit}\n{KNOWN_DICE}\nimport sys\nfrom pbem.cli import main\nsys.exit(main(sys.argv[1:]))"
    env = {**os.environ, "BROWSER": "true", "PYTHONPATH": str(ROOT), "PBEM_MEMORY": str(folder / "memory")}
    command = [sys.executable, "-uB", "-c", code, "practice", *words, "--json"]
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=log, text=True) as run:
        try:
            yield json.loads("".join(takewhile(lambda line: line not in ("}\n", ""), run.stdout)) + "}"), run
        finally:
            run.send_signal(end)
            run.wait(20)


def test_whoever_is_told_to_end_ends_as_by_ctrl_c(tmp_path):
    with served(tmp_path, end=signal.SIGTERM) as (_, run):
        while f"{GAME}.open.html" not in os.listdir(tmp_path):
            time.sleep(0.05)
    assert run.returncode == 130 and f"{GAME}.open.html" not in os.listdir(tmp_path)


def asked(address, method="GET", path=None, body="", **headers):
    """``(status, headers, text)`` of a request as a browser sends it, but for what is said; None leaves out."""
    parts = urlsplit(address)
    own = {"Host": parts.netloc, "Origin": f"http://{parts.netloc}" if method == "POST" else None, **FORM}
    wire = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=20)
    wire.putrequest(method, parts.path if path is None else path, skip_host=True)
    for name, value in {**own, "Content-Length": str(len(body)), **headers}.items():
        if value is not None:
            wire.putheader(name, value)
    wire.endheaders(body.encode())
    answer = wire.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read().decode()


def orders_of(page, *lines):
    """What the form of a page sends, with these order lines."""
    head = re.search(r'<textarea name="orders"[^>]*>(.*?)--', page, re.S)[1]
    return urlencode({"orders": "\n".join([head, *lines, "--"])})


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("practice")
    with served(folder) as (told, run):
        yield folder, told, run, asked(told["address"])[2]


def test_a_turn_is_played_from_page_to_page_and_the_game_is_an_ordinary_one(tmp_path):
    with served(tmp_path, "red-dragon", "--seat", "prc") as (told, run):
        address = told["address"]
        assert (told["seat"], told["file"]) == ("prc", f"./{GAME}")
        page, line = asked(address)[2], "op 12 China Central to Taiwan Strait with sag-1, 2 ssk"
        assert "form-action 'self'" in page
        status, headers, _ = asked(address, "POST", body=orders_of(page, line))
        assert (status, headers["Location"]) == (303, urlsplit(address).path)
        after = asked(address)[2]
        assert "put to sea (Op 12)" in after and "put to sea (Op 12)" not in page
        assert 'class="warn"' not in after and "film" in asked(f"{address}film")[2]
    assert run.returncode == 130
    assert f"{GAME}.open.html" not in os.listdir(tmp_path)
    assert pbem("verify", tmp_path / GAME, "--robots").code == 0
    assert "Taiwan Strait" in pbem("report", tmp_path / GAME, "--since", "0").out


def test_what_is_refused_is_told_on_the_page_and_plays_nothing(server):
    folder, told, _, page = server
    before = (folder / GAME).read_bytes()
    assert asked(told["address"], "POST", body=orders_of(page, "op 12 china-central -> nowhere"))[0] == 303
    assert re.search(r'<p class="warn">[^<]*nowhere', asked(told["address"])[2])
    assert 'class="warn"' not in asked(told["address"])[2]
    assert (folder / GAME).read_bytes() == before


def test_what_is_written_is_rehearsed_and_plays_nothing(server):
    folder, told, _, page = server
    before = (folder / GAME).read_bytes()
    for line, sign in (("op 12 China Central to Taiwan Strait with sag-1", "data-tried"), ("op 12", 'class="warn"')):
        body = f"{orders_of(page, line)}&try=1"
        status, headers, _ = asked(told["address"], "POST", body=body)
        assert (status, headers["Location"]) == (303, f"{urlsplit(told['address']).path}#after")
        assert sign in asked(told["address"])[2] and (folder / GAME).read_bytes() == before


STRANGERS = {
    "another token": {"path": f"/{'A' * 43}/"},
    "no token": {"path": "/"},
    "a part of the token": {"cut": 20},
    "a file beside": {"more": GAME},
    "a file above": {"more": "../" * 9 + "etc/passwd"},
    "another page of the server": {"more": "constructor"},
    "another name for this host": {"Host": "evil.example"},
    "another name with the port": {"Host": "localhost:{port}"},
    "no host": {"Host": None},
}
SENDERS = {
    **STRANGERS,
    "a page from elsewhere": {"Origin": "https://evil.example"},
    "a page from another port": {"Origin": "http://127.0.0.1:1"},
    "a page from a file": {"Origin": "null"},
    "nobody": {"Origin": None},
    "much": {"Content-Length": "99999999"},
    "no length": {"Content-Length": None},
    "a wrong length": {"Content-Length": "-1"},
}


@pytest.mark.parametrize("name", [*STRANGERS, *(f"post: {name}" for name in SENDERS)])
def test_nobody_else_speaks_to_it(server, name):
    folder, told, _, page = server
    is_post, address = name.startswith("post: "), told["address"]
    before = (folder / GAME).read_bytes()
    row = dict(SENDERS[name.removeprefix("post: ")])
    path = urlsplit(address).path
    path = row.pop("path", path[: row.pop("cut", None)] + row.pop("more", ""))
    row = {key: value and value.format(port=urlsplit(address).port) for key, value in row.items()}
    status, headers, body = asked(address, "POST" if is_post else "GET", path, orders_of(page, "pass") * is_post, **row)
    assert (status, body) == (404, "")
    assert "Access-Control-Allow-Origin" not in headers and path not in str(headers)
    assert (folder / GAME).read_bytes() == before


def test_every_answer_says_that_nobody_may_frame_or_keep_it(server):
    _, told, _, _ = server
    for path in ("film", "elsewhere"):
        _, headers, _ = asked(told["address"] + path)
        assert headers["X-Frame-Options"] == "DENY" and headers["Cache-Control"] == "no-store"
        assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert headers["Referrer-Policy"] == "same-origin" and headers["X-Content-Type-Options"] == "nosniff"


def test_other_methods_are_refused(server):
    for method in ("PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"):
        assert asked(server[1]["address"], method)[0] == 501


def test_it_listens_on_this_machine_alone(server):
    port = urlsplit(server[1]["address"]).port
    with socket.socket() as other:
        other.settimeout(5)
        assert other.connect_ex(("127.0.0.2", port)) != 0


def test_the_token_is_long_new_each_time_and_in_no_list_of_processes(server, tmp_path):
    folder, told, run, _ = server
    token = urlsplit(told["address"]).path.strip("/")
    with served(tmp_path) as (other, _):
        assert len(token) >= 43 and other["address"] != told["address"]
    assert token not in Path(f"/proc/{run.pid}/cmdline").read_text() + Path(f"/proc/{run.pid}/environ").read_text()
    door = folder / f"{GAME}.open.html"
    assert token in door.read_text() and stat.S_IMODE(door.stat().st_mode) == 0o600
    assert all(
        token not in path.read_text(errors="replace") for path in folder.glob("*") if path.is_file() and path != door
    )


AUDIT = """
import os, sys
def look(event, words):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        print("REACHES", event, words, file=sys.stderr)
    if event == "open" and isinstance(words[0], str) and words[2] & (os.O_WRONLY | os.O_RDWR):
        print("WRITES", os.path.abspath(words[0]), file=sys.stderr)
    if event == "socket.bind":
        print("BINDS", words[1][0], file=sys.stderr)
sys.addaudithook(look)
"""


@pytest.mark.longer
def test_it_reaches_nobody_and_writes_nothing_outside_its_folder(tmp_path):
    log = tmp_path / "log"
    with log.open("w") as file, served(tmp_path, audit=AUDIT, log=file) as (told, _):
        page = asked(told["address"])[2]
        asked(told["address"], "POST", body=orders_of(page, "pass"))
    seen = log.read_text()
    assert "REACHES" not in seen and set(re.findall("BINDS (.*)", seen)) == {"127.0.0.1"}
    assert all(Path(path).is_relative_to(tmp_path) for path in re.findall("WRITES (.*)", seen))


def test_a_fault_of_ours_ends_it_and_is_told(tmp_path):
    torn = "from pbem.interface.practice import Practice\nPractice.film = lambda game: 1 / 0"
    with served(tmp_path, audit=torn) as (told, run):
        with pytest.raises(http.client.HTTPException):
            asked(f"{told['address']}film")
        run.wait(20)
    assert run.returncode == 1 and not list(tmp_path.glob("*.open.html"))


@pytest.mark.longer
def test_in_a_folder_what_is_saved_there_is_answered(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = pbem("practice", "red-dragon", "--folder", "malaya", "--json").json
    page = Path("malaya/turn.html").read_text("utf-8")
    assert first["address"] is None and "./orders.txt" in page and "form-action 'none'" in page
    head = re.search(r"game practice.*?head \w+", page, re.S)[0]
    Path("malaya/orders.txt").write_text(f"{head}\nop 99\n--\n")
    refused = pbem("practice", "--folder", "malaya")
    assert refused.code == 3 and Path("malaya/orders.txt").exists()
    Path("malaya/orders.txt").write_text(f"{head}\npass\n--\n")
    second = pbem("practice", "--folder", "malaya", "--json").json
    assert second["entry"] > first["entry"] and not Path("malaya/orders.txt").exists()
    assert Path("malaya/turn.html").read_text("utf-8") != page
    other = pbem("practice", "--folder", "malaya", "--seat", "allied")
    assert other.code == 2 and "is prc; move it away" in other.err
    assert pbem("practice", "--folder", "malaya", "--level", "strong").code == 2
    assert pbem("practice", "red-dragon/nowhere", "--folder", "malaya").code == 2
    assert pbem("practice", "--folder", "young", "--level", "clever").code == 3
    assert not os.path.exists("young/" + GAME)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("title", ["pacific", "cataclysm/c2"])
def test_the_next_command_goes_on_with_the_game_that_lies_there(tmp_path, title):
    """With a line that is not for anything by name; and so does the command without the title."""
    folder = tmp_path / "in two words"
    first = pbem("practice", title, "--folder", folder, "--json")
    for words in (shlex.split(first.err.rpartition("then: pbem ")[2]), ["practice", "--folder", folder]):
        (folder / "orders.txt").write_text("ready\n")
        told = pbem(*words, "--json")
        assert told.json["file"] == first.json["file"] and told.json["entry"] > first.json["entry"]
        assert re.search(r"orders.txt was read.*Next  .*Your turn is in", told.err, re.S)
    assert len(list(folder.glob("practice-*.json"))) == 1


@pytest.mark.longer
def test_what_was_placed_as_ordered_is_told_as_ordered(tmp_path):
    """Also where one answer alone was legal, and the line said a part of it."""
    pbem("practice", "pacific", "--seat", "uk", "--folder", tmp_path)
    line = "place 6 infantry in new-south-wales"
    buys = "buy 6 infantry for australia\nbuy 2 infantry for india\n"
    (tmp_path / "orders.txt").write_text(f"{buys}{line}\nmove bomber sz36 -> japan\n")
    told = pbem("practice", "--folder", tmp_path).err
    assert re.search(rf"ordered:\n +{line}\n", told) and re.search(r"Not used:\n +move bomber sz36 -> japan\n", told)


def test_among_games_of_several_titles_one_is_named(tmp_path):
    for title in ("red-dragon", "cataclysm/c2"):
        assert pbem("practice", title, "--folder", tmp_path).code == 0
    refused = pbem("practice", "--folder", tmp_path)
    assert refused.code == 2 and "red-dragon/ready" in refused.err and "cataclysm/c2" in refused.err


def test_a_line_without_a_header_has_no_fault_but_its_own(tmp_path):
    for lines, faults in (("op 5\n", 1), ("seat prc\nop 5\n", 4)):
        pbem("practice", "--folder", tmp_path)
        (tmp_path / "orders.txt").write_text(lines)
        refused = pbem("practice", "--folder", tmp_path)
        assert refused.code == 3 and len(re.findall(r"^orders.txt:", refused.err, re.M)) == faults, refused.err


def test_at_a_terminal_all_questions_of_a_turn_are_put(tmp_path):
    ran = pbem_alone("practice", "pacific", "--terminal", cwd=tmp_path, input="buy 6 infantry\nmaybe\ny\n\nquit\n")
    assert ran.code == 0 and "asked to make combat moves" in ran.err, ran
    assert "Please type y" in ran.err


@pytest.mark.longer
def test_at_a_terminal_a_question_is_answered_and_the_next_one_comes(tmp_path):
    ran = pbem_alone("practice", "--terminal", cwd=tmp_path, input="\ny\n\nquit\n")
    assert ran.code == 0, ran
    assert "China passed" in ran.out and "The game waits for you." in ran.err
    assert pbem_alone("practice", "--terminal", cwd=tmp_path, input="").code == 2


@pytest.mark.longer
@pytest.mark.parametrize("title", ["pacific", "cataclysm/c3"])
def test_every_title_is_played_on_by_what_is_done_if_nothing_is_said(tmp_path, title):
    entries = []
    for _ in range(2):
        told = pbem("practice", title, "--folder", tmp_path, "--json").json
        page = (tmp_path / "turn.html").read_text("utf-8")
        head = re.search(r"game practice.*?head \w+", page, re.S)[0]
        (tmp_path / "orders.txt").write_text(f"{head}\nready\n--\n")
        entries.append(told["entry"])
    assert entries == sorted(set(entries))
    assert (
        pbem(
            "verify", tmp_path / f"practice-{title.replace('/', '-').replace('pacific', 'pacific-standard')}.json"
        ).code
        == 0
    )


@pytest.mark.longer
def test_when_a_game_is_over_the_next_one_begins(tmp_path):
    from pbem.interface.practice import begun

    game = begun(str(tmp_path), "red-dragon", None, None)
    file = game.file()
    ended = game.answer(f"game {file.name}\nseat prc\nentry {file.next}\nhead {file.head[:32]}\nresign\n--\n")
    assert ended.is_over and "The game is over" in game.page("./")
    assert begun(str(tmp_path), "red-dragon", None, None).path.endswith("-2.json")
