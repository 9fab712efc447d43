"""Bad input, the command line, one thing broken at a time: a documented exit code, a clear sentence, no damage."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

import pytest

from pbem.core.play.gamefile import read
from tests.cli.tools import ROOT, Ran, new_game, orders, pbem, pbem_alone, write_orders


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    return new_game(tmp_path_factory.mktemp("bad"))


@pytest.fixture
def game(first, tmp_path):
    """A game of its own for every test, with its secret."""
    path = tmp_path / "g.json"
    path.write_bytes(first.read_bytes())
    secret = tmp_path / "g.json.secret"
    secret.write_bytes((first.parent / "g.json.secret").read_bytes())
    secret.chmod(0o600)
    return path


@pytest.fixture(autouse=True)
def no_bug_reports(tmp_path, monkeypatch):
    """No run may end in the file that a fault of ours leaves."""
    bugs = tmp_path / "bugs"
    bugs.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(bugs))
    yield
    assert os.listdir(bugs) == []


def refused(run, code, *words):
    """A run that ended in this exit code, said why in words, and showed no traceback."""
    assert run.code == code, run
    said = " ".join((run.out + run.err).split())
    assert all(word in said for word in words), run
    assert "Traceback" not in said and "bug in pbem" not in said
    return run


# -- game files --------------------------------------------------------------------------------------------


def edited(game, change, number=1):
    """The game file with one thing of a line's JSON changed, in canonical form, and nothing signed anew."""
    lines = game.read_bytes().split(b"\n")
    pair = json.loads(lines[number])
    change(pair[0])
    lines[number] = json.dumps(pair, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    game.write_bytes(b"\n".join(lines))


BYTES = {
    "truncated": (lambda data: data[: len(data) // 2], ["g.json:"]),
    "empty": (lambda data: b"", ["g.json"]),
    "not UTF-8": (lambda data: data.replace(b"referee", b"r\xe9f\xe9r", 1), ["g.json"]),
    "nested deeply": (lambda data: b'[{"charter":' + b"[" * 100_000 + b"]" * 100_000 + b'},""]\n', ["nested"]),
    "nested without end": (lambda data: b"[" * 200_000, ["g.json"]),
    "a duplicate key": (lambda data: data.replace(b'"before":', b'"before":"","before":', 1), ["g.json"]),
    "a space": (lambda data: data.replace(b'"kind":"play"', b'"kind": "play"', 1), ["g.json"]),
    "a float": (lambda data: data.replace(b'"hold":0', b'"hold":0.5', 1), ["g.json"]),
    "a carriage return": (lambda data: data.replace(b"\n", b"\r\n"), ["line ends", "CRLF"]),
    "something after the last line": (lambda data: data + b"[{", ["is incomplete"]),
    "no JSON at all": (lambda data: b"game malaya-7\nseat prc\n", ["g.json", "no", "game"]),
    "another kind of JSON": (lambda data: b'{"pbem": "orders/1"}', ["no", "game"]),
    "a list": (lambda data: b"[1, 2]", ["game"]),
}


@pytest.mark.parametrize("what", sorted(BYTES))
@pytest.mark.parametrize("command", ["status", "verify", "report", "adjudicate", "form"])
def test_a_damaged_game_file(game, what, command):
    damage, words = BYTES[what]
    game.write_bytes(damage(game.read_bytes()))
    before = game.read_bytes()
    more = {"adjudicate": ["-o", str(game)], "form": ["prc"]}.get(command, [])
    refused(pbem(command, game, *more), 4, *words)
    assert game.read_bytes() == before


CHANGES = {
    "an unknown field": (lambda line: line.update(sneaked="in"), 1, ["unknown field sneaked"]),
    "an unknown field in the charter": (lambda line: line["charter"].update(mood="good"), 0, ["follows head"]),
    "a missing field": (lambda line: line.pop("steps"), 1, ["lacks the field steps"]),
    "a wrong type": (lambda line: line.update(documents={}), 1, ["documents", "a list"]),
    "another version": (lambda line: line.update(pbem="game/4"), 0, ["follows head"]),
    "an unknown title": (lambda line: line["charter"].update(title="chess"), 0, ["follows head"]),
    "an edited draw": (lambda line: line["draws"][0].__setitem__(2, [6, 6]), 1, ["entry 1", "/draws/0/2"]),
    "an edited fact": (
        lambda line: line["steps"][0]["facts"][0].update(rule="9.9"),
        1,
        ["entry 1", "/steps/0/facts/0"],
    ),
    "another number": (lambda line: line.update(n=7), 1, ["entry 1", "7"]),
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_an_altered_game_file(game, what):
    change, number, words = CHANGES[what]
    edited(game, change, number)
    refused(pbem("verify", game), 4, *words)
    before = game.read_bytes()
    refused(pbem("adjudicate", game, "-o", game), 4)
    assert game.read_bytes() == before


@pytest.mark.parametrize("command", ["status", "verify"])
def test_a_game_file_of_100_megabytes_is_not_even_read(game, command):
    with open(game, "ab") as file:
        file.truncate(100 * 2**20)
    began = time.monotonic()
    refused(pbem(command, game), 4, "104857600 bytes", "at most")
    assert time.monotonic() - began < 1


def test_files_that_are_not_there(game, tmp_path):
    for arguments in (["status", "nowhere.json"], ["check", game, "nowhere.txt"]):
        refused(pbem(*arguments), 4, "cannot be read")
    ran = pbem("ask", tmp_path, "prc")
    refused(ran, 4, "a folder, not a file")
    assert "standard input" not in ran.err


# -- order files -------------------------------------------------------------------------------------------

ORDERS = {
    "another game": ({"game": "malaya-9"}, "malaya-9"),
    "another seat": ({"seat": "tibet"}, "tibet"),
    "a past step": ({"entry": 1}, "entry 1"),
    "a step to come": ({"entry": 9}, "entry 9"),
    "another head": ({"head": "0" * 64}, "0" * 32),
    "a short head": ({"head": "abc"}, "head"),
    "no head": ({"head": None}, "head"),
}


@pytest.mark.parametrize("what", sorted(ORDERS))
@pytest.mark.parametrize("command", ["check", "adjudicate", "whatif"])
def test_orders_for_something_else(game, what, command):
    header, words = dict(ORDERS[what][0]), ORDERS[what][1]
    before = game.read_bytes()
    path = game.parent / "prc.txt"
    seat = header.pop("seat", "prc")
    path.write_text(orders(game, seat, "pass", **header))
    more = ["-o", str(game)] if command == "adjudicate" else []
    refused(pbem(command, game, path, *more), 3, "prc.txt", words)
    assert game.read_bytes() == before


TEXTS = {
    "not UTF-8": (b"game g\nseat prc\nentry 2\n\xe9\xff\n", "UTF-8"),
    "truncated JSON": (b'{"pbem": "orders/1", "game": "g"', "orders.txt:1:"),
    "nested JSON": (b'{"pbem": ' + b"[" * 50_000 + b"}", "nested"),
    "a duplicate key": (b'{"pbem": "orders/1", "seat": "prc",\n "seat": "allied"}', "orders.txt:2"),
    "an unknown field": (
        b'{"pbem": "orders/1", "game": "g", "seat": "prc", "entry": 2, "head": "' + b"0" * 32 + b'", "mood": 1}',
        "unknown field mood",
    ),
    "another version": (
        b'{"pbem": "orders/2", "game": "g", "seat": "prc", "entry": 2, "head": "' + b"0" * 32 + b'"}',
        "orders/1",
    ),
    "empty": (b"", "missing"),
    "nothing but dashes": (b"--\n", "missing"),
}


@pytest.mark.parametrize("what", sorted(TEXTS))
def test_an_order_file_that_is_none(game, what):
    data, words = TEXTS[what]
    path = game.parent / "orders.txt"
    path.write_bytes(data)
    before = game.read_bytes()
    refused(pbem("adjudicate", game, path, "-o", game), 3, "orders.txt", words)
    assert game.read_bytes() == before


def test_an_order_file_of_100_megabytes_is_not_even_read(game):
    path = game.parent / "orders.txt"
    with open(path, "wb") as file:
        file.truncate(100 * 2**20)
    began = time.monotonic()
    refused(pbem("check", game, path), 3, "104857600 bytes")
    assert time.monotonic() - began < 1


def test_every_problem_of_every_file_at_once_with_file_line_code_rule_and_hint(game):
    one = write_orders(game, "prc", "op 5 with us-cvn-1", name="one.txt")
    two = write_orders(game, "allied", "fly to the moon", name="two.txt")
    run = refused(pbem("check", game, one, two, "--json"), 3)
    assert run.json["pbem"] == "problems/1" and run.json["exit"] == 3
    found = [(problem["file"], problem["line"]) for problem in run.json["problems"]]
    assert set(found) == {("one.txt", 5), ("two.txt", 5)}
    problem = next(problem for problem in run.json["problems"] if problem["file"] == "one.txt")
    assert problem["level"] == "not allowed" and problem["quote"] == "op 5 with us-cvn-1"
    assert problem["rule"].startswith("8.7") and problem["code"].startswith("rd-") and problem["text"]


def test_beside_a_line_that_is_not_understood_the_others_are_judged(game):
    """An enemy's unit on one line, and a line that is no order: one check tells both, in mails as in files."""
    wrong = write_orders(game, "prc", "op 5 with prc-jh-7-1, us-cvn-1", "", "wibble wobble")
    run = refused(pbem("check", game, wrong, "--json"), 3)
    told = [(one["line"], one["code"]) for one in run.json["problems"]]
    assert (7, "unknown-verb") in told
    assert any(line == 5 and code.startswith("rd-") for line, code in told)
    assert all(code != "found-without" for _, code in told)


def test_what_may_follow_from_a_line_that_is_not_understood_says_so(game):
    wrong = write_orders(game, "prc", "op 99", "", "op 12 china-central -> east-china-sea with prc-su-27-2")
    run = refused(pbem("check", game, wrong, "--json"), 3)
    first, second = run.json["problems"]
    assert (first["line"], first["level"]) == (5, "not understood")
    assert (second["line"], second["code"], second["rule"]) == (7, "found-without", "8.14")
    assert "Checked without line 5, which could not be read." in second["text"] and "prc-su-27-2" in second["text"]


def test_what_is_wrong_with_an_else_is_told_at_its_own_line(game):
    lines = (
        "if us-cvn-1 is eliminated: op 12 china-central -> east-china-sea with prc-sag-1",
        "else: op 5 with us-cvn-1",
    )
    run = refused(pbem("check", game, write_orders(game, "prc", *lines), "--json"), 3)
    assert {(one["line"], one["quote"]) for one in run.json["problems"]} == {(6, "else: op 5 with us-cvn-1")}


# -- envelopes and secrets ---------------------------------------------------------------------------------


@pytest.fixture
def shared(tmp_path):
    """A game of the level shared, at its muster, with the secrets of both seats."""
    anchors = []
    for seat in ("prc", "allied"):
        run = pbem("seat", "init", "-o", tmp_path / f"{seat}.secret", "--json")
        anchors += ["--anchor", f"{seat}={run.json['anchor']}"]
    assert pbem("new", "red-dragon/ready", "-o", tmp_path / "s.json", *anchors).code == 0
    return tmp_path / "s.json"


def test_orders_without_an_envelope_are_a_draft(shared):
    path = write_orders(shared, "prc", "ready")
    refused(pbem("adjudicate", shared, path, "-o", shared), 3, "prc.txt", "not signed")


def sealed(shared, seat):
    """The text of a sealed order file of a seat."""
    run = pbem("seal", shared, write_orders(shared, seat, "ready"), "--secret", shared.parent / f"{seat}.secret")
    assert run.code == 0, run
    return run.out


def test_a_sealed_document_that_was_altered_names_its_seat(shared):
    import base64

    text = sealed(shared, "allied")
    begin, letters, end = re.split("(?<=DOCUMENT-----)\n|\n(?=-----END)", text, maxsplit=2)
    value = base64.b64decode(letters.replace("\n", "")).replace(b'"n":1', b'"n":2')
    path = shared.parent / "allied.sealed"
    path.write_text(f"{begin}\n{base64.b64encode(value).decode()}\n{end}")
    ready = shared.parent / "prc.sealed"
    ready.write_text(sealed(shared, "prc"))
    refused(pbem("adjudicate", shared, path, ready, "-o", shared), 3, "allied", "signature")


def test_a_sealed_document_that_was_quoted_and_wrapped_is_the_same(shared):
    text = sealed(shared, "allied")
    head, _, letters = text.partition("-----BEGIN PBEM DOCUMENT-----\n")
    letters = letters.replace("\n", "").replace("-----END PBEM DOCUMENT-----", "")
    rows = [letters[place : place + 41] for place in range(0, len(letters), 41)]
    quoted = ["-----BEGIN PBEM DOCUMENT-----", *rows, "-----END PBEM DOCUMENT-----"]
    path = shared.parent / "allied.mail"
    path.write_text("Dear Cora,\n\n" + "\n".join(f">  {row}" for row in quoted))
    other = shared.parent / "prc.sealed"
    other.write_text(sealed(shared, "prc"))
    assert pbem("adjudicate", shared, path, other, "-o", shared).code == 0


def test_a_secret_of_another_seat_seals_nothing(shared):
    ready = write_orders(shared, "prc", "ready")
    refused(pbem("seal", shared, ready, "--secret", shared.parent / "allied.secret"), 3, "secret")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_secret_file_that_others_can_read(game, mode):
    secret = game.parent / "g.json.secret"
    secret.chmod(mode)
    before = game.read_bytes()
    refused(pbem("adjudicate", game, "-o", game), 4, "Others can read", f"{mode:04o}", "chmod 600")
    assert game.read_bytes() == before


SECRETS = {
    "truncated": lambda data: data[:100],
    "another version": lambda data: data.replace(b"secret/3", b"secret/2"),
    "another field": lambda data: data.replace(b'"who"', b'"whom"'),
    "of another chain": lambda data: re.sub(rb'"secret":"..', b'"secret":"00', data),
    "not JSON": lambda data: b"my secret",
}


@pytest.mark.parametrize("what", sorted(SECRETS))
def test_a_damaged_secret_file(game, what):
    secret = game.parent / "g.json.secret"
    secret.write_bytes(SECRETS[what](secret.read_bytes()))
    secret.chmod(0o600)
    before = game.read_bytes()
    code = 3 if what == "of another chain" else 4
    path = write_orders(game, "prc", "pass")
    refused(pbem("adjudicate", game, path, "-o", game), code, "secret")
    assert game.read_bytes() == before


def test_no_secret_file(game):
    (game.parent / "g.json.secret").unlink()
    refused(pbem("adjudicate", game, "-o", game), 4, "g.json.secret", "There is no secret file here")


# -- two runs, full disks, kills ---------------------------------------------------------------------------


def start(*arguments, before="", **options):
    program = f"import sys\n{before}\nfrom pbem.cli import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,
    )


def ended(process):
    out, err = process.communicate(timeout=60)
    return Ran(process.returncode, out, err)


def test_two_runs_at_once_on_one_file_both_end_well(game):
    path = write_orders(game, "prc", "pass")
    runs = [ended(process) for process in [start("adjudicate", game, path, "-o", game) for _ in range(2)]]
    assert [run.code for run in runs] == [0, 0], runs
    assert pbem("status", game, "--json").json["entry"] == 3, "the orders were played once"
    [late] = [" ".join(run.err.split()) for run in runs if "were used before" in " ".join(run.err.split())]
    assert "are saved" not in late, "nothing new came"
    assert pbem("verify", game).code == 0


def test_a_run_that_waits_too_long_for_another_says_so(game):
    from pbem.core.data.store import Lock

    before = game.read_bytes()
    with Lock(str(game)):
        run = pbem_alone(
            "adjudicate",
            game,
            "-o",
            game,
            before="import pbem.core.data.store as s\ns.Lock.__init__.__defaults__ = (0.2,)",
        )
    refused(run, 4, "Another run of pbem", "g.json.lock")
    assert game.read_bytes() == before


@pytest.mark.parametrize("size", [0, 1, 500, 1500])
def test_a_full_disk_leaves_the_old_file(game, size):
    path = write_orders(game, "prc", "pass")
    files = {file.name: file.read_bytes() for file in game.parent.iterdir() if file.is_file()}

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    run = ended(start("adjudicate", game, path, "-o", game, preexec_fn=limit))
    refused(run, 4, "cannot be written")
    left = {file.name: file.read_bytes() for file in game.parent.iterdir() if file.is_file()}
    left.pop("g.json.lock", None)
    assert left["g.json"] == files["g.json"]
    assert set(left) == set(files), "no draft is left"
    assert pbem("adjudicate", game, path, "-o", game).code == 0
    assert pbem("verify", game).code == 0


@pytest.mark.parametrize("target", ["/dev/full", "/nowhere/at/all/g.json"])
def test_an_output_that_cannot_be_written(game, target):
    if target == "/dev/full" and not os.path.exists(target):
        pytest.skip("there is no /dev/full here")
    for command in (["form", game, "prc"], ["position", game], ["report", game]):
        refused(pbem(*command, "-o", target), 4, "cannot be written")
    assert target != "/dev/full" or not os.path.isfile(target), "a device stays a device"


KILL = """
import os, signal, stat
from pbem.core.data import store
from pbem.core.record import secret
count = [{nth}]
def killing(name, call, when):
    def wrapped(*arguments, **options):
        is_folder = name == "fsync" and stat.S_ISDIR(os.fstat(arguments[0]).st_mode)
        if {moment!r} == name + "-" + when and not (when == "middle" and is_folder):
            count[0] -= 1
            if count[0] == 0:
                if when == "middle":
                    os.write(arguments[0], b"half a ")
                    os.kill(os.getpid(), signal.SIGKILL)
                if when == "after":
                    call(*arguments, **options)
                os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **options)
    return wrapped
for when in ("before", "after", "middle"):
    os.replace = killing("replace", os.replace, when)
    os.fsync = killing("fsync", os.fsync, when)
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("moment", ["fsync-middle", "fsync-before", "fsync-after", "replace-before", "replace-after"])
@pytest.mark.parametrize("nth", [1, 2, 3, 4])
def test_a_kill_at_any_moment_of_a_write_leaves_whole_files(game, moment, nth, monkeypatch):
    """The secret is written before and after the game file: each time the run may be killed, and begun again."""
    path = write_orders(game, "prc", "pass")
    calm = game.parent / "calm"
    calm.mkdir()
    (calm / "memory").mkdir()
    (calm / "memory" / "machine").write_text("0" * 32)
    for name in ("g.json", "g.json.secret", "prc.txt"):
        (calm / name).write_bytes((game.parent / name).read_bytes())
    (calm / "g.json.secret").chmod(0o600)
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("PBEM_MEMORY", str(calm / "memory"))
        assert pbem("adjudicate", calm / "g.json", calm / "prc.txt", "-o", calm / "g.json").code == 0
    run = ended(start("adjudicate", game, path, "-o", game, before=KILL.format(moment=moment, nth=nth)))
    killed = run.code == -signal.SIGKILL
    assert killed or run.code == 0, run
    assert pbem("verify", game).code == 0, "the file is whole: the old one or the new one"
    assert pbem("adjudicate", game, path, "-o", game).code == 0, "the same run again is no second release"
    assert game.read_bytes() == (calm / "g.json").read_bytes(), "the same orders and secret give the same bytes"
    if nth == 1:
        assert killed


def test_the_same_run_into_another_file_gives_the_same_bytes(game, tmp_path):
    """What was opened once is never opened for anything else: the second run settles what the first one did."""
    lines = write_orders(game, "prc", "pass", "next: op 5 with prc-jh-7-1")
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"
    for path in (once, twice):
        run = pbem("adjudicate", game, lines, "-o", path)
        assert run.code == 0, run
    assert once.read_bytes() == twice.read_bytes() == game.read_bytes()
    assert pbem("verify", once).code == 0


def test_an_output_that_is_a_secret_or_an_order_file_is_refused(game):
    path = write_orders(game, "prc", "pass")
    before = game.read_bytes()
    for words in (
        ["-o", f"{game}.secret"],
        ["-o", path],
        ["-o", game, "--report", game],
        ["-o", game, "--report", path],
    ):
        run = pbem("adjudicate", game, path, *words)
        assert run.code == 2 and "overwritten" in run.err, run
    assert game.read_bytes() == before


def test_a_pipe_or_a_device_is_no_game(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        refused(pbem("status", path), 4, "not a file")


# -- anchors -----------------------------------------------------------------------------------------------

HEX = "0123456789abcdef" * 4 + "." + "0123456789abcdef" * 4


def test_a_chain_of_another_length_is_pasted_as_printed(tmp_path):
    """Seat init prints what --anchor takes; the game opens its first envelopes with such chains."""
    printed = {}
    for seat, length in (("prc", "1000"), ("allied", "16384")):
        run = pbem("seat", "init", "-o", tmp_path / f"{seat}.secret", "--links", length)
        printed[seat] = run.out.strip()
    form = "[0-9a-f]{64}[.][0-9a-f]{64}"
    assert re.fullmatch(f"{form}/1000", printed["prc"]) and re.fullmatch(form, printed["allied"])
    game = tmp_path / "s.json"
    anchors = [word for seat, text in printed.items() for word in ("--anchor", f"{seat}={text}")]
    assert pbem("new", "red-dragon/ready", "-o", game, *anchors).code == 0
    charter = read(str(game)).charter
    assert {seat: charter["anchors"][seat]["n"] for seat in printed} == {"prc": 1000, "allied": 16384}
    sealed = []
    for seat in printed:
        run = pbem(
            "seal",
            game,
            write_orders(game, seat, "ready"),
            "--secret",
            tmp_path / f"{seat}.secret",
            "-o",
            tmp_path / f"{seat}-final.txt",
        )
        assert run.code == 0, run
        sealed.append(tmp_path / f"{seat}-final.txt")
    assert pbem("adjudicate", game, *sealed, "-o", game).code == 0
    assert pbem("verify", game).code == 0


@pytest.mark.parametrize(
    "anchor",
    ["", "12", HEX[:-1], f"{HEX}/", f"{HEX}/0", f"{HEX}/many", f"{HEX}/9999999", f"{HEX}/-5", f"{HEX}/10/20", "g" * 64],
)
def test_what_is_no_anchor_is_told_with_what_would_be_one(tmp_path, anchor):
    run = pbem(
        "new",
        "red-dragon/ready",
        "-o",
        tmp_path / "g.json",
        "--anchor",
        f"prc={anchor}",
        "--anchor",
        f"allied={anchor}",
    )
    refused(run, 3, "--anchor prc", "--anchor allied", "pbem seat init", "16384")
    assert not (tmp_path / "g.json").exists() and not (tmp_path / "g.json.secret").exists()


def test_an_anchor_without_a_seat_is_a_usage_error(tmp_path):
    run = pbem("new", "red-dragon/ready", "-o", tmp_path / "g.json", "--anchor", HEX)
    assert run.code == 2 and "SEAT=ANCHOR" in run.err


# -- areas of the wrong kind -------------------------------------------------------------------------------

AREAS = {
    "op 12 china-south -> taiwan with prc-sag-1": (
        "Taiwan is not a sea area; Op 12 goes to a sea area.",
        "Next to China South: South China Sea",
    ),
    "op 12 south-china-sea -> taiwan-strait with prc-sag-1": ("South China Sea is not a land area; Op 12 starts from",),
    "op 13 taiwan-strait -> east-china-sea with prc-sag-1": (
        "East China Sea is not a land area; Op 13 goes to a land",
        "Next to Taiwan Strait: ",
        "Taiwan",
    ),
    "op 14 taiwan-strait -> taiwan with prc-sag-1": (
        "Taiwan is not a sea area; Op 14 goes to a sea area.",
        "Next to Taiwan Strait: ",
        "East China Sea",
    ),
    "op 20 taiwan-strait with prc-sag-1": ("Taiwan Strait is not a land area; Op 20 is aimed at a land area.",),
    "op 12 china-south -> south-china-sea": ("The line stops short", "with", "Write: op 12 AREA -> SEA with UNITS"),
}


@pytest.mark.parametrize("line", AREAS)
def test_an_area_of_the_wrong_kind_is_named_with_what_would_do(game, line):
    run = refused(pbem("check", game, write_orders(game, "prc", line)), 3, *AREAS[line])
    assert " to of Op" not in run.out + run.err


def test_a_name_of_three_words_is_read_whole(game):
    """It was "china see", and PRC was suggested; how it is read is told."""
    order = write_orders(game, "prc", "op 12 china central to east china see with 2 sags")
    refused(pbem("check", game, order), 3, "Read as: op 12 china central to east china sea with 2 sags.")
