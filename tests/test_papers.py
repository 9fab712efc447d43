"""The papers are true: each command that they show is run by a shell, in the order of the paper, on a game like theirs.

What is shown between the commands (mails that come, a secret that is made) is done here, by the name of the command
that it goes before.  A command that is not run stands in ELSEWHERE, with the test that runs it.
"""

import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from email import message_from_bytes
from email.policy import default
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest

from pbem.core.play.gamefile import read
from pbem.core.record.charter import anchor_text
from pbem.core.record.secret import Secret
from pbem.core.record.state import at_rest
from pbem.mail.model import TEN
from pbem.mail.receipt import help_text
from tests.cli.tools import done, pbem

ROOT = Path(__file__).resolve().parent.parent
PAPERS = ("players", "referee", "directors-handbook", "mail", "correcting-data", "turn-page")
SHOWN = re.compile(r"(?m)^ {4,}((?:\S+=\S+ )?(?:pbem|cp|mkdir) (?:.*\\\n)*.*)$")
ELSEWHERE = {
    "pbem mail doctor": "tests/mail/test_server.py",
    "pbem mail send": "tests/mail/test_server.py",
    "pbem run": "tests/mail/test_recipes.py",
}
READY = "red-dragon/ready"
PLAIN = re.compile(r"pbem [^|<>$*?;&`~(){}\[\]\\!#]*")  # nothing that a shell understands but words and quotes


def shown(paper):
    """The commands of a paper, without the remark after three blanks."""
    text = (ROOT / "docs" / f"{paper}.md").read_text("utf-8")
    return [re.sub(r"   +[^ \\-].*$", "", match).strip() for match in SHOWN.findall(text)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_command_of_a_paper_does_what_is_said(paper, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    commands = shown(paper)
    assert commands
    before, words = PREPARED[paper]()
    for command in commands:
        if any(command.startswith(name) for name in ELSEWHERE):
            continue
        for name, act in before.items():
            if command.startswith(name):
                act()
        for word, meant in words.items():
            command = command.replace(word, meant)
        ran = shell(command.replace("\\\n", " "))
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"


def test_a_turn_is_the_one_line_of_a_difference_that_the_architecture_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    a_clicker()
    shell("git init -q && git add malaya-7.json && git -c user.name=Ann -c user.email=a@example.org commit -qm 1")
    play("malaya-7.json", 2)
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    example = re.search(r"(?ms)^\$ git diff --stat malaya-7.json\n(.*?)^\$ git diff -U0 malaya-7.json\n(.*?)^```", text)
    assert shell("git diff --stat malaya-7.json").stdout.splitlines()[0] == example[1].splitlines()[0]
    *_, hunk, line = shell("git diff -U0 malaya-7.json").stdout.splitlines()
    assert hunk == example[2].splitlines()[0] and line.startswith("+[{")
    play_line, shown = json.loads(line[1:])[0], example[2].replace("\n", "")
    assert play_line["kind"] == "play" and all(f'"{key}":' in shown for key in play_line)


def test_what_is_run_elsewhere_is_run_there():
    for command, test in ELSEWHERE.items():
        text = "".join(path.read_text("utf-8") for path in (ROOT / test).parent.glob("*.py"))
        assert all(f'"{word}"' in text for word in command.split()[1:])


def shell(command, typed=""):
    """Run a line of a paper as a shell does, with this checkout's pbem and dice that every run throws alike; `typed` is
    what stands ready as input.  A command of pbem that asks nothing of the shell but words needs no process."""
    if PLAIN.fullmatch(command) and not typed:
        return here(shlex.split(command)[1:])
    folder = Path("bin")
    folder.mkdir(exist_ok=True)
    (folder / "pbem").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.known_dice "$@"\n')
    (folder / "pbem").chmod(0o755)
    env = {**os.environ, "PATH": f"{folder.resolve()}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(["bash", "-c", command], env=env, input=typed, capture_output=True, text=True)


def here(words):
    """What a shell would give, with the dice of tests/known_dice.py."""
    count, known = itertools.count(), [os.path.basename(word) for word in words]
    with patch("pbem.core.record.secret.fresh", lambda: sha256(repr((known, next(count))).encode()).digest()):
        ran = pbem(*words)
    return subprocess.CompletedProcess(words, ran.code, ran.out, ran.err)


# -- what happens between the commands of a paper ----------------------------------------------------------------


def new(path, *options):
    done("new", READY, "-o", path, "--seat", "prc=Ann", "--seat", "allied=Bob", *options)


def anchor(path):
    return done("seat", "init", "-o", path).out.strip()


def fill_in(path, seat, name):
    """An order file of a seat: its form with the first suggestion taken."""
    Path(name).write_text(re.sub(r"(?m)^# (?=\S)", "", done("form", path, seat).out, count=1))


def sealed(path, seat, name):
    """The same with the envelope of the seat, signed."""
    fill_in(path, seat, "draft.txt")
    Path(name).unlink(missing_ok=True)
    done("seal", path, "draft.txt", "--secret", f"{seat}.secret", "-o", name, "--confirm")


def play(path, entries, fill_in=fill_in, now=()):
    """Go on by what the forms suggest until the game has so many entries."""
    while (state := done("status", path, "--json").json)["entry"] <= entries:
        seats = dict.fromkeys([*(row["seat"] for row in state["waiting"]), *state["envelopes"]])
        for seat in seats:
            fill_in(path, seat, f"{seat}.orders")
        done("adjudicate", path, *(f"{seat}.orders" for seat in seats), "-o", path, *now)


def a_player():
    """Ann looks at a game with dice of the referee, then sits in one that is shared."""
    new("GAME")
    play("GAME", 2)
    fill_in("GAME", "prc", "my-orders.txt")

    def shared():
        for name in ("GAME", "GAME.secret"):
            Path(name).unlink()
        ann = anchor_text(Secret.read("ann.secret").anchor)
        new("GAME", "--anchor", f"prc={ann}", "--anchor", f"allied={anchor('bob.secret')}")
        fill_in("GAME", "prc", "my-orders.txt")

    return {"pbem seal": shared}, {}


def a_referee():
    """A shared game from its first entry, with a silence, a correction and an entry taken back."""
    path = "taiwan-1.json"
    anchors = {seat: anchor(f"{seat}.secret") for seat in ("prc", "allied")}

    def muster():
        for seat, name in (("prc", "ann.txt"), ("allied", "bob.txt")):
            sealed(path, seat, name)

    def until_bob_is_silent():
        for entries in range(1, 30):
            play(path, entries, sealed, ("--now", "2026-11-22"))
            if [row["seat"] for row in done("status", path, "--json").json["waiting"]] == ["allied"]:
                return

    def patch():
        while not at_rest((file := read(path)).state):  # the dice say how many entries a step has
            play(path, file.next, sealed, ("--now", "2026-12-09"))
        Path("patch.json").write_text('{"pbem": "patch/1", "set": {"vp": 4}}')

    return {
        "pbem adjudicate taiwan-1.json ann.txt": muster,
        "pbem due": until_bob_is_silent,
        "pbem correct": patch,
        "pbem reopen": lambda: play(path, 7, sealed, ("--now", "2026-12-10")),
    }, {f"{seat}=ANCHOR": f"{seat}={text}" for seat, text in anchors.items()}


def a_clicker():
    """Ann is asked for her first order."""
    new("malaya-7.json")
    play("malaya-7.json", 1)
    return {}, {}


def a_desk():
    """A desk with its mails, a game that goes through changes of persons, an archive and a cup."""
    Path("games").mkdir()
    new("games/malaya-7.json", "--days", "7", "--now", "2027-01-01")
    play("games/malaya-7.json", 1)
    new("GAME", "--days", "7", "--extensions", "3/6/12", "--now", "2027-01-01")
    play("GAME", 2, now=("--now", "2027-01-01"))

    def ann_answers():
        fill_in("games/malaya-7.json", "prc", "ann.orders")
        text = Path("ann.orders").read_text()
        Path("ann.eml").write_text(
            f"From: ann@example.org\nTo: pbem+malaya-7@club.example\nSubject: orders\n"
            f"Message-ID: <1@example.org>\n\n{text}"
        )
        done("mail", "in", "games/malaya-7.json", "--from", "ann.eml", "--out", "receipts")

    def mails():
        Path("mails").mkdir()
        for number, path in enumerate(sorted(Path("outbox").rglob("*"))):
            if path.is_file():
                (Path("mails") / f"{number}.eml").write_bytes(path.read_bytes())
        Path("attached").mkdir()
        for path in Path("mails").iterdir():
            for part in message_from_bytes(path.read_bytes(), policy=default).iter_attachments():
                if part.get_filename() == "malaya-7.json":
                    Path("attached/malaya-7.json").write_bytes(part.get_content())

    def until_prc_is_asked():
        while "prc" not in [row["seat"] for row in done("status", "GAME", "--json").json["deadlines"]]:
            play("GAME", done("status", "GAME", "--json").json["entry"], now=("--now", "2027-01-02"))

    people = ("ann", "bob", "cem", "eve", "fay", "gus")

    def roster():
        Path("players.csv").write_text("id,name\n" + "".join(f"{one},{one.capitalize()}\n" for one in people))

    def addresses():
        Path("addresses.txt").write_text("".join(f"{one} {one}@example.org\n" for one in people))

    return {
        "pbem mail inbox": ann_answers,
        "cp ": mails,
        "pbem desk extend": until_prc_is_asked,
        "pbem tournament new": roster,
        "pbem tournament desks": addresses,
    }, {"5f0c….91ab…": anchor("dora.secret")}


def answer(path, seat, said=""):
    """What a person mails: every suggestion of the form, yes where an end is offered, and a line said besides."""
    form = re.sub(r"(?m)^## (?:Examples of o|O)ther answers:\n(?:# .*\n)*", "", done("form", path, seat).out)
    orders = re.sub(r"(?m)^# (?=\S)", "", form).replace("refuse offer", "accept offer")
    return orders.replace("\n\n", f"\n\n{said}\n", 1)


def at_table(path, entries, now, said=""):
    """People answer until a game has so many entries or is over; from the last of them on the USSR says a line."""
    while not (state := done("status", path, "--json").json)["over"] and (said or state["entry"] <= entries):
        seats = dict.fromkeys(row["seat"] for row in state["waiting"])
        says = said if "ussr" in seats and state["entry"] > entries else ""
        for seat in seats:
            Path(f"{seat}.orders").write_text(answer(path, seat, says if seat == "ussr" else ""))
        done("adjudicate", path, *(f"{seat}.orders" for seat in seats), "-o", path, "--now", now)


def a_director():
    """A season: what the people at its tables send between the acts of the director.

    Of those left by a concession the leader wins: it comes before the first draw, so that no dice are in the table.
    """

    def first_answers():
        for seat, name in (("fascists", "ann"), ("ussr", "bob"), ("democracies", "cem")):
            Path(f"{name}.txt").write_text(answer("games/season-1-1.json", seat))

    def first_round():
        at_table("games/season-1-1.json", 4, "2027-01-20", "offer draw")
        at_table("games/season-1-2.json", 1, "2027-01-20", "concede")

    def second_round():
        at_table("games/season-2-1.json", 1, "2027-04-01", "concede")
        at_table("games/season-2-2.json", 3, "2027-04-01")

    def third_round():
        at_table("games/season-3-1.json", 3, "2027-05-10", "offer draw")
        at_table("games/season-3-2.json", 1, "2027-05-10")

    def table():
        text = (ROOT / "docs" / "directors-handbook.md").read_text("utf-8")
        assert re.search(r"(?ms)^```\n(.*?)^```", text)[1] in Path("table.txt").read_text("utf-8")

    return {
        "pbem adjudicate games/season-1-1.json ann.txt": first_answers,
        "pbem tournament enter": first_round,
        "pbem verify games/season-2-2.json": second_round,
        "pbem due games --now 2027-07-01": third_round,
        "pbem archive club.db": table,
    }, {}


def an_owner():
    """Somebody who owns the game and corrects one value."""

    def edit():
        text = (ROOT / "docs" / "correcting-data.md").read_text("utf-8")
        changes = json.loads(re.search(r"(?ms)^```json\n(.*?)^```", text)[1])
        Path("my-copy/units.json").write_text(json.dumps(changes))

    return {"pbem new": edit}, {}


PREPARED = {
    "players": a_player,
    "referee": a_referee,
    "directors-handbook": a_director,
    "mail": a_desk,
    "correcting-data": an_owner,
    "turn-page": a_clicker,
}


@pytest.mark.parametrize("paper", ["orders", "players"])
def test_the_ten_sentences_stand_in_the_papers_as_in_help_and_in_the_first_mail(paper):
    text = " ".join((ROOT / "docs" / f"{paper}.md").read_text(encoding="utf-8").replace("**", "").split())
    assert all(f"{number}. {sentence}" in text for number, sentence in enumerate(TEN, 1))
    told = " ".join(help_text().split()).translate({ord("“"): None, ord("”"): None})
    assert all(sentence.replace("`", "") in told for sentence in TEN)


def test_links_of_papers_lead_to_files():
    """To none that is missing, and to no folder: the site of the papers has pages for files alone."""
    for paper in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", paper.read_text("utf-8")):
            assert (paper.parent / link).is_file(), f"{paper.relative_to(ROOT)}: {link}"
