"""The example under the help of every command works: a shell runs it in a folder like the one that it speaks of.

The folder holds a game of thirteen entries with its referee's secret, order files, a message, a cup with its games and
an archive.  What cannot work there stands in OTHERWISE with the exit code that it ends with, and why.
"""

import hashlib
import json
import os
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.test_help import ALL
from tests.cli.tools import pbem
from tests.test_papers import anchor, done, fill_in, new, play, shell

CASES = Path(__file__).parent / "cases" / "red-dragon" / "10-combat.json"
GAME = "malaya-7.json"
EXAMPLES = {words: ALL[words].epilog.removeprefix("Example: ") for words in sorted(ALL) if ALL[words].epilog}
MAKES = {"new": [GAME, f"{GAME}.secret"], "tournament new": ["cup.json"]}
NO_SERVER = "no mail server answers here; tests/mail/test_server.py has one"
SEVERAL = "words of several persons are needed; tests/desk/test_words_of_several.py and tests/attacks have a table"
SEALED = "at sealed the referee alone opens, and no seat has a chain; tests/desk and tests/attacks have other games"
OTHERWISE = {
    "mail send": (4, NO_SERVER),
    "mail doctor": (4, NO_SERVER),
    "run": (4, NO_SERVER),
    "pass-over": (4, SEVERAL),
    "word": (4, SEVERAL),
    "desk depart": (3, SEALED),
    "desk restart": (3, SEALED),
    "seat renew": (3, SEALED),
    "desk again": (4, SEVERAL),
    "desk seals": (4, "nobody has sealed twice; tests/attacks/test_a_seal_withheld_or_doubled.py has one who did"),
    "desk stands": (4, SEVERAL),
    "openings": (3, "the game is not over, and until then what is closed stays closed"),
    "selfplay": (5, "twenty games do not reach everything, and the census says what they did not"),
    "verify": (4, "it compares with the head of another game, as it is for"),
}


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """The folder that every example finds."""
    folder = tmp_path_factory.mktemp("club")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("PBEM_MEMORY", str(folder / "memory"))
        patch.setattr(os, "urandom", lambda count: hashlib.sha256(b"always the same dice").digest()[:count])
        new(GAME, "--days", "7", "--now", "2026-11-20")
        play(GAME, 13)
        while done("status", GAME, "--json").json["waiting"][0]["seat"] != "prc":
            play(GAME, done("status", GAME, "--json").json["entry"])
        fill_in(GAME, "prc", "prc.txt")
        shutil.copy("prc.txt", "allied.txt")
        done(
            "mail",
            "set-up",
            GAME,
            "--address",
            "pbem@club.example",
            "--seat",
            "prc=ann@example.org",
            "--seat",
            "allied=bob@example.org",
        )
        text = Path("prc.txt").read_text()
        Path("message").write_text(
            f"From: ann@example.org\nTo: pbem+malaya-7@club.example\nSubject: orders\n"
            f"Message-ID: <1@example.org>\n\n{text}"
        )
        Path("patch.json").write_text('{"pbem": "patch/1", "set": {"vp": 4}}')
        Path("taiwan-falls.json").write_text(json.dumps(json.loads(CASES.read_text())["cases"][0]))
        Path("games").mkdir()
        shutil.copy(GAME, "games")
        shutil.copytree(f"{GAME}.mail", f"games/{GAME}.mail")
        cup = (
            "--name",
            "spring-cup",
            "--title",
            "red-dragon/ready",
            "--system",
            "swiss",
            "--rounds",
            "1",
            "--player",
            "ann=Ann",
            "--player",
            "bob=Bob",
            "--referee",
            "cora=Cora",
        )
        done("tournament", "new", "cup.json", *cup)
        done("archive", "load", "club.db", GAME)
    return folder


def two_entries_behind():
    lines = Path(GAME).read_bytes().splitlines(keepends=True)
    Path(GAME).write_bytes(b"".join(lines[:-2]))
    for number, line in zip((12, 13), lines[-2:]):
        Path(f"entry-{number}.line").write_bytes(line)
    shutil.rmtree("memory", ignore_errors=True)
    Path(f"{GAME}.state").unlink(missing_ok=True)


def a_shared_game():
    for name in (GAME, f"{GAME}.secret"):
        Path(name).unlink()
    new(GAME, "--anchor", f"prc={anchor('ann.secret')}", "--anchor", f"allied={anchor('bob.secret')}")
    fill_in(GAME, "prc", "prc.txt")


def a_game_that_grants_days():
    for name in (GAME, f"{GAME}.secret"):
        Path(name).unlink()
    new(GAME, "--days", "7", "--extensions", "3/6/12", "--now", "2026-11-20")
    while "prc" not in [row["seat"] for row in done("status", GAME, "--json").json["deadlines"]]:
        play(GAME, done("status", GAME, "--json").json["entry"], now=("--now", "2026-11-21"))


def a_board_at_rest():
    """Back to the end of the last entry, if the game has gone on within it."""
    assert pbem("reopen", GAME, "--step", "13", "--reason", "at rest", "-o", GAME).code in (0, 3)


def a_round_is_paired():
    done("tournament", "pair", "cup.json", "--games", "games", "-o", "cup.json")


PREPARED = {
    "tournament decide": a_round_is_paired,
    "tournament unpair": a_round_is_paired,
    "tournament desks": lambda: Path("addresses.txt").write_text("ann ann@example.org\nbob bob@example.org\n"),
    "correct": a_board_at_rest,
    "take": two_entries_behind,
    "seal": a_shared_game,
    "seat moved": a_shared_game,
    "desk extend": a_game_that_grants_days,
    "title map": lambda: Path("points.json").write_text(json.dumps(POINTS)) and Path("hill_and_dale").mkdir(),
}
POINTS = {
    "title": "hill-and-dale",
    "width": 90,
    "height": 60,
    "symbols": {"army": "infantry"},
    "areas": {
        "hill": {"at": [20, 20], "name": "Hill", "kind": "land", "near": ["dale"]},
        "dale": {"at": [60, 40], "name": "Dale", "kind": "land", "near": ["hill"]},
    },
}
TYPED = {"order": "1\n\n\n"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("words", EXAMPLES)
def test_the_example_of_every_command_works(words, club, tmp_path, monkeypatch):
    folder = tmp_path / "club"
    shutil.copytree(club, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PBEM_MEMORY", str(folder / "memory"))
    for name in MAKES.get(words, ()):
        Path(name).unlink(missing_ok=True)
    PREPARED.get(words, lambda: None)()
    example = EXAMPLES[words].replace("5f0c…", anchor("dora.secret"))
    code, _ = OTHERWISE.get(words, (0, ""))
    if words in TYPED or set(example) & set("|<*$"):
        ran = shell(example, TYPED.get(words, ""))
        assert ran.returncode == code, f"{example}\n{ran.stdout}{ran.stderr}"
    else:
        ran = pbem(*shlex.split(example)[1:])
        assert ran.code == code, ran


def test_what_ends_otherwise_is_a_command():
    assert set(OTHERWISE) | set(PREPARED) | set(TYPED) | set(MAKES) <= set(EXAMPLES) and len(EXAMPLES) > 50
