"""Every title goes through the desk and into the archive, whatever its seats, questions and draws."""

import re

import pytest

from pbem.archive import db, questions
from pbem.core.play.gamefile import read, render
from pbem.core.record import charter as charters
from pbem.core.title.game import load, titles
from pbem.core.trial.robots import Club, random_orders
from pbem.core.trial.selfplay import Chance
from pbem.mail.compose import outgoing
from pbem.mail.doctor import examine
from pbem.mail.incoming import receive
from pbem.mail.letterbox import Letterbox

from .desk import NOW


@pytest.mark.parametrize("title", titles())
def test_a_title_by_mail_and_in_the_archive(tmp_path, title):
    game = load(title)
    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    charter = charters.make(game, f"{title}-1", next(iter(game.scenarios)), anchors=anchors, windows="ask")
    club = Club(charter, "titles")
    file = _under_way(club, 12)
    path = tmp_path / "a game.json"
    path.write_bytes(render(file))
    box = Letterbox(str(path))
    box.address = "pbem@club.example"
    box.seats = {seat: [f"{seat}@people.example"] for seat in charter["seats"]}
    box.save_desk(file)
    wrong = [row["check"] for row in examine(read(path), str(path)) if not row["fine"]]
    assert wrong == ["A mail counts only if something confirms its sender."]
    sent = outgoing(box, file, file.n)
    assert [made["To"] for made in sent] == [f"{seat}@people.example" for seat in charter["seats"]]
    asked = {charter["powers"][question["power"]] for question in file.waiting}
    assert {made["To"].partition("@")[0] for made in sent if "your orders" in made["Subject"]} == asked
    # the form comes back with its first default taken: what the desk understood is the default
    report = next(made for made in sent if made["To"].partition("@")[0] in asked)
    form = report.get_body(("plain",)).get_content()
    answer = (
        f"From: {report['To']}\nTo: {report['From']}\nMessage-ID: <1@x>\nIn-Reply-To: {report['Message-ID']}\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{_with_defaults(form)}"
    ).encode()
    decision = receive(read(path), Letterbox.open(str(path)), answer, NOW)
    assert decision.verdict == "accepted", decision.answer.get_content()
    archive = db.open_archive(str(tmp_path / "a.db"))
    assert db.load(archive, [str(path)]).problems == []
    drawn = sum(len(entry.get("draws", ())) for entry in file.entries)
    assert db.ask(archive, "select count(*) from draws")[1] == [(drawn,)]
    rolled = sum(
        int(what.split("d")[0]) for entry in file.entries for _, what, _ in entry.get("draws", ()) if "d" in what
    )
    assert sum(int(row[2].split("d")[0]) for row in questions.luck(archive)[1]) == rolled
    assert archive["stories"].count


def _under_way(club, entries):
    """A game of so many entries, in which nobody gives up; or as it stood before the one that ended it."""
    file, chance = club.new_game(), Chance("titles")
    for _ in range(entries):
        answers = [{**order, "petitions": []} for order in random_orders(file, chance) if order["answers"]]
        after = club.adjudicate(file, answers).file
        if after.is_over:
            break
        file = after
    return file


def _with_defaults(form):
    """A form with the # taken away before the first answer to each question, which is its published default."""
    lines, is_first = [], False
    for line in form.split("\n"):
        if re.match(r"\s*## \d+\. ", line):
            is_first = True
        elif is_first and line.strip().startswith("# "):
            line, is_first = line.replace("# ", "", 1), False
        lines.append(line)
    return "\n".join(lines)
