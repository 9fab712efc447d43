"""What a player would have done, had it come otherwise, is told to nobody else before the game is over.

A game of the table is played, and then all that is public is searched for the words of lines that were not reached: the
record, and what each command prints and writes of the game, in each of its formats, at the desk where everything lies.
Which commands there are, and in which formats, is known from click: a new one must be given its place here.  With the
end of the game the lines are in the record for everybody.
"""

import json
import re
import shutil
import sqlite3
from base64 import b64decode
from email import message_from_bytes
from email.policy import default
from gzip import decompress
from itertools import chain
from pathlib import Path

import click
import pytest

from pbem.cli.group import pbem as group
from tests.cli.tools import done, pbem
from tests.plan.table import Played, Unlucky, asked, rows, story, words
from tests.thorough import some
from tests.verifier import small

# a row of the table: whose mail it is, the others, and what nobody else may read in the record, or in words
ROWS = {
    ("red-dragon", "R1-or-hidden"): (
        "prc",
        "allied",
        ('"op 12"', "taiwan-strait"),
        ("taiwan-strait with 2 ssk", "2 ssk", "two SSK"),
    ),
    ("red-dragon", "else-hidden"): (
        "prc",
        "allied",
        ('"op 12"', "taiwan-strait"),
        ("taiwan-strait with 2 ssk", "2 ssk", "two SSK"),
    ),
    ("pacific", "others-not-told"): ("japan", "us", ('"area":"manchuria"',), ("place 2 infantry in manchuria",)),
    ("cataclysm", "or-hidden"): ("fascists", "democracies", ('"area":"poland"',), ("diplomacy poland",)),
}

LOOKS = {  # commands that tell of a game: what another one types, {out} being an empty folder
    "archive load": ["{out}/club.db {game}"],
    "archive luck": ["{db}"],
    "archive query": ["{db} {tables}"],
    "archive search": ["{db} Taiwan", "{db} infantry", "{db} diplomacy"],
    "archive slow": ["{db}"],
    "archive standings": ["{db}"],
    "ask": ["{game} {other}", "{game} {other} my-orders"],
    "check": ["{game} {orders}", "{game} {orders} --secret {game}.secret"],
    "data": ["{game}"],
    "diff": ["{game} --since 0", "{game} --since 0 --seat {other}"],
    "due": ["{game} --now 2027-03-20", "{game} --now 2027-03-20 --messages {out}/due"],
    "explain": ["{game} {entry}"],
    "form": ["{game} {other}"],
    "map": ["{game} -o {out}/map.svg", "{game} --seat {other} -o {out}/own.svg", "{game} --since 0 -o {out}/since.svg"],
    "mail inbox": ["{game}"],
    "mail out": ["{game} --step {entry} -o {out}/mails", "{game} --step {entry} --plain -o {out}/mails"],
    "openings": ["{game}"],
    "plot": ["{game} --words -o {out}/plot.txt", "{game} -o {out}/plot.svg"],
    "position": ["{game} -o {out}/position.json"],
    "report": ["{game} -o {out}/report", "{game} --seat {other} -o {out}/own", "{game} --since 0 -o {out}/since"],
    "rulings": ["{game}"],
    "run": ["{game} -o {out}/mails"],
    "show": ["{game}", "{game} {query}"],
    "site": ["{game} -o {out}/site"],
    "status": ["{game}", "{game} --seat {other}"],
    "verify": ["{game}"],
    "whatif": ["{game} {orders}"],
}
ELSE = {  # all others: each word by word, or with all below it
    "by whoever adjudicates, who has everybody's mails and may open them": ["adjudicate", "mail log", "mail set-up"],
    "what a seat itself says or signs": ["order", "seal", "receipt", "pass-over", "word", "seat", "mail prefer"],
    "what a seat may do, from what everybody sees": ["robot", "practice"],
    "a line or a mail for the game": ["take", "mail in"],
    "a word on people, dates or the game as a whole": ["absence", "desk", "correct", "reopen"],
    "no game, or only how games ended": ["tournament", "mail send", "mail doctor", "titles", "new", "rules", "case"],
    "no game at all": ["title", "selfplay", "config", "completion", "orders convert", "odds"],
}


def played(title, name, folder):
    row = next(row for one, row in rows() if (one, row["name"]) == (title, name))
    for number in range(8):
        place = folder / str(number)
        place.mkdir()
        game = Played(title, row, "text", place, number)
        if asked(game) != [row["asks"]]:
            continue
        try:
            verdict, receipt = game.mail(row["steps"][0])
            assert verdict == "accepted", receipt
            happened = story(game.run(row["steps"][1]))
            assert all(one in happened for one in row["steps"][1].get("acts", ())), happened
            game.goes_on()
        except Unlucky:
            continue
        return game
    raise AssertionError("no dice show it")


def sent(path):
    """All that people sent and lines opened, as the record holds it: the facts of the board are no words of a line."""
    lines = [json.loads(line)[0] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    kept = [[line["documents"], line.get("opened", []), line.get("used", [])] for line in lines]
    return json.dumps(kept, separators=(",", ":"))


# -- every command, in every format ------------------------------------------------------------------------------------


def leaves(command=group, above=()):
    """``{its words: command}`` of all that can be called."""
    if not isinstance(command, click.Group):
        return {" ".join(above): command}
    below = [leaves(command.get_command(None, name), (*above, name)) for name in command.list_commands(None)]
    return dict(chain.from_iterable(one.items() for one in below))


LEAVES = leaves()


def formats(command):
    """The options, each a list of words, by which one command prints in all of its formats."""
    named = {word: option for option in command.params for word in option.opts}
    chosen = [["--format", str(one)] for one in named["--format"].type.choices] if "--format" in named else [[]]
    return [*chosen, *([["--json"]] if "--json" in named else [])]


def test_every_command_tells_of_a_game_or_has_a_reason_not_to():
    others = [name for named in ELSE.values() for name in named]
    left = [name for name in LEAVES if not any(name == other or name.startswith(f"{other} ") for other in others)]
    assert sorted(left) == sorted(LOOKS)


def told(game, other):
    """``{what was typed: what it printed and wrote}`` of each command in each format, for another one to read."""
    known, found = known_of(game, other), {}
    for name, ways in LOOKS.items():
        for chosen in formats(LEAVES[name]):
            texts = [of_command(known, name, typed, chosen) for way in ways for typed in filled(way, known)]
            assert any(text is not None for _, text in texts), f"{name} {chosen} was always used wrongly"
            found.update({typed: text for typed, text in texts if text is not None})
    return found


def known_of(game, other):
    """What stands for the words in braces: a list of texts for each."""
    db, orders = game.folder / "club.db", game.folder / "other.txt"
    done("archive", "load", db, game.path)
    orders.write_text(game.headed(other, "ready", -1) + "\n", encoding="utf-8")
    with sqlite3.connect(db) as table:
        names = [name for (name,) in table.execute("select name from sqlite_master where type in ('table', 'view')")]
    queries = [row["query"] for row in done("show", game.path, "--json").json["queries"]]
    return {
        "game": [str(game.path)],
        "other": [other],
        "orders": [str(orders)],
        "db": [str(db)],
        "out": [str(game.folder / "out")],
        "entry": [str(number) for number in range(1, game.status()["entry"])],
        "query": some([query for query in queries if query == query.lower()], 5),
        "tables": [f"select(*)from({name})" for name in names],
    }


def filled(way, known):
    """The words typed, once for each of what stands for a word in braces."""
    typed = [[]]
    for word in way.split():
        (names,) = {tuple(re.findall(r"\{(\w+)\}", word))}
        texts = known[names[0]] if names else [""]
        typed = [[*before, word.replace(f"{{{''.join(names)}}}", text)] for before in typed for text in texts]
    return typed


def of_command(known, name, typed, chosen):
    """``(what was typed, all that it printed and wrote)``; None if options do not go together."""
    folder = Path(*known["out"])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    typed = [*name.split(), *(word.replace("my-orders", "my orders") for word in typed), *chosen]
    ran = pbem(*typed)
    assert ran.code != 1, (typed, ran)
    mine = f"{known['other'][0]}@example.org"
    written = [shown(path.read_bytes(), mine) for path in sorted(folder.rglob("*")) if path.is_file()]
    return " ".join(typed), None if ran.code == 2 else words(" ".join([ran.out, ran.err, *written]))


def shown(data, address):
    """What a file says, also what is packed in it; of mails those to the address alone."""
    if data.startswith(b"SQLite"):
        table = sqlite3.connect(":memory:")
        table.deserialize(data)
        return " ".join(table.iterdump())
    if data.startswith((b"From: ", b"To: ", b"Return-Path: ")):
        mail = message_from_bytes(data, policy=default)
        parts = [part.get_payload(decode=True) or b"" for part in mail.walk()] if mail["To"] == address else []
        return " ".join([str(mail["Subject"]) if parts else "", *(shown(part, address) for part in parts)])
    text = data.decode("utf-8", "replace")
    packed = re.findall(r"H4sI[A-Za-z0-9+/=]{20,}", text)  # gzip in base64
    return " ".join([text, *(decompress(b64decode(one)).decode() for one in packed)])


@pytest.mark.parametrize(("title", "name"), [pytest.param(*row, id="-".join(row)) for row in some([*ROWS], 12, 2)])
def test_what_was_not_reached_is_read_by_nobody(title, name, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "memory"))
    game = played(title, name, tmp_path)
    _, other, held, said = ROWS[title, name]
    assert not [one for one in held if one in sent(game.path)]
    read = {typed: [one for one in said if one in text] for typed, text in told(game, other).items()}
    assert {typed: found for typed, found in read.items() if found} == {}
    assert small.here(game.path).returncode == 0
    done("verify", game.path)
    done("desk", "end", game.path, "--reason", "done", "-o", game.path)
    assert all(one in sent(game.path) for one in held)
