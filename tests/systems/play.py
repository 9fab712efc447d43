"""A game of Red Dragon Rising as two players and a referee have it on one machine, every command by its words:

    python -m tests.systems.play FOLDER [names paths replaced printed]

All is known beforehand, the dice too: wherever it is played the same files must come of it, byte for byte.  What was
printed stands in printed.txt.
"""

import hashlib
import io
import json
import os
import sys

GAME, COPY, SECRETS = "games/Łódź.json", "copy.json", {"prc": "ann.secret", "allied": "zoe.secret"}
ENTRIES = 3
SITE = "public"


def main(folder, wanted):
    from tests.systems import fakes

    here = os.path.abspath(folder)
    os.environ["PBEM_MEMORY"] = os.path.join(here, "memory")
    os.chdir(here)
    os.mkdir("memory")
    with open(os.path.join("memory", "machine"), "w", encoding="utf-8") as file:
        file.write("0" * 32)
    fakes.begin(wanted)
    from pbem.core.record import secret

    chains = iter(range(99))
    secret.fresh = lambda: hashlib.sha256(f"known {next(chains)}".encode()).digest()
    play()


def play():
    """From the players' envelopes to the club's site and archive."""
    anchors = {seat: run("seat", "init", "-o", path).split()[0] for seat, path in SECRETS.items()}
    seats = [word for seat in anchors for word in ("--anchor", f"{seat}={anchors[seat]}")]
    os.mkdir("games")
    people = ("--seat", "prc=Ann", "--seat", "allied=Zoë Łoś 王")
    run("new", "red-dragon/ready", "-o", GAME, "--days", "7", "--now", "2026-01-01", *people, *seats)
    with io.open(GAME, "rb") as file:
        begun = file.read()
    for month in range(2, 2 + ENTRIES):
        turn(f"2026-{month:02}-01")
    concede()
    take(begun)
    look()


def turn(now):
    """All who are asked write what is offered first; it is checked, sealed and adjudicated."""
    before, sent = run("status", GAME, "--json", parsed=True), []
    for seat in before["envelopes"]:
        run("form", GAME, seat, "-o", f"{seat}-form.txt")
        run("form", GAME, seat, "--format", "html", "-o", f"{seat}.html")
        run("order", GAME, seat, "-o", f"{seat}.txt", typed="\n" * 20)
        run("check", GAME, f"{seat}.txt")
        run("seal", GAME, f"{seat}.txt", "--secret", SECRETS[seat], "--confirm", "-o", f"{seat}-final.txt")
        sent.append(f"{seat}-final.txt")
    run("odds", GAME, "prc", "op 5 with 2 su-30")
    run("odds", "pacific", "3 infantry, artillery, fighter", "2 infantry")
    run("whatif", GAME, *(name.replace("-final", "") for name in sent), "--draws", "00", "--repeat", "2")
    run("adjudicate", GAME, *sent, "-o", GAME, "--report", "turn.txt", "--now", now)
    assert run("status", GAME, "--json", parsed=True)["entry"] == before["entry"] + 1


def concede():
    """China gives up."""
    before, sent = run("status", GAME, "--json", parsed=True), []
    for seat in before["envelopes"]:
        head = f"game {before['game']}\nseat {seat}\nentry {before['entry']}\nhead {before['head']}\n"
        with io.open(f"{seat}.txt", "wb") as file:
            file.write((head + ("concede\n" if seat == "prc" else "") + "--\n").replace("\n", "\r\n").encode())
        run("seal", GAME, f"{seat}.txt", "--secret", SECRETS[seat], "--confirm", "-o", f"{seat}-final.txt")
        sent.append(f"{seat}-final.txt")
    run("adjudicate", GAME, *sent, "-o", GAME, "--now", "2026-12-01")
    assert run("status", GAME, "--json", parsed=True)["over"]


def take(begun):
    """Another player's copy takes up the lines that came by mail."""
    with io.open(COPY, "wb") as file:
        file.write(begun)
    with io.open(GAME, "rb") as file:
        lines = file.read()[len(begun) :]
    with io.open("came.line", "wb") as file:
        file.write(lines.replace(b"\n", b"\r\n"))
    os.environ["PBEM_MEMORY"] += "-of-another"
    run("take", COPY, "came.line")
    with io.open(COPY, "rb") as file:
        assert file.read() == begun + lines


def look():
    """What is told, drawn and filed."""
    run("verify", GAME)
    run("verify", "games", "copy.json")
    for form in ("text", "short", "markdown", "html", "speak", "json"):
        run("report", GAME, "--since", "0", "--format", form, "-o", f"report.{form}")
        run("report", GAME, "--format", form)
    run("report", GAME, "--format", "film", "-o", "film.html")
    run("map", GAME, "-o", "map.svg")
    run("plot", GAME, "--words", "-o", "-")
    run("show", "games/", "units taiwan")
    run("diff", GAME, "--since", "1")
    run("explain", GAME, "2")
    run("ask", GAME, "prc", "my orders")
    run("position", GAME, "-o", "position.json")
    run("data", "red-dragon", "--unverified")
    run("data", "red-dragon", "--export", "pack")
    run("rules", "red-dragon", "8.14")
    run("rulings", "red-dragon")
    run("titles", "red-dragon")
    run("completion", "bash")
    run("config")
    run("due", GAME, "--now", "2026-12-02")
    run("site", "games", "-o", SITE, "--jobs", "1")
    run("site", "games", "-o", SITE, "--jobs", "1")
    run("archive", "club.db", "games", GAME)
    run("archive", "query", "club.db", "select id, name, title from games", "--format", "csv")
    run("archive", "search", "club.db", "China")
    run("selfplay", "red-dragon/ready", "--games", "1", "--no-census", "--no-check", "-o", "played")
    people = ("--player", "a=Ann", "--player", "b=Łoś", "--referee", "r=Rosa")
    run("tournament", "new", "cup.json", "--name", "cup", "--title", "red-dragon/ready", "--rounds", "1", *people)
    run("tournament", "pair", "cup.json", "--games", "cups", "-o", "cup.json")
    run("tournament", "standings", "cup.json", "--games", "cups", "--format", "html", "-o", "table.html")


def run(*words, typed="", parsed=False):
    """A command that must end well, as a process has it; what it printed."""
    from pbem.cli import main

    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    coding = {"encoding": kept[1].encoding, "errors": kept[1].errors, "newline": os.linesep}
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    sys.stdout, sys.stderr = io.TextIOWrapper(out, **coding), io.TextIOWrapper(err, **coding)
    try:
        code = main(list(words))
        sys.stdout.flush()
        sys.stderr.flush()
        printed, talk = out.getvalue(), err.getvalue()
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    told = f"$ pbem {' '.join(words)}\n{code}\n".encode() + printed + talk
    with io.open("printed.txt", "ab") as file:
        file.write(told)
    if code:
        sys.stdout.buffer.write(told)
        sys.exit(1)
    return json.loads(printed) if parsed else printed.decode()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
