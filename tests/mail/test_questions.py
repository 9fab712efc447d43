"""Every question that players ask is answered in every title, by command and by a line in a mail, in the same words."""

import pytest

from pbem.core.play.gamefile import read
from pbem.mail.incoming import receive
from pbem.mail.letterbox import Letterbox
from tests.cli.tools import new_game, pbem

from .desk import NOW

SEATS = {"red-dragon": "prc", "cataclysm": "fascists", "pacific": "japan"}
ASKED = [
    ("red-dragon", "what can I do now?", "Declare an Op, or pass."),
    ("red-dragon", "what can prc-amph-1 reach?", "Op 12, Put to sea: the East China Sea and the Taiwan Strait"),
    ("red-dragon", "what threatens China Central?", "What the Allies could do in China Central in one Op"),
    ("red-dragon", "prices", "Nothing is bought"),
    ("red-dragon", "my orders", "Your orders as they stand (prc): nothing Waiting for you: to declare an Op."),
    ("red-dragon", "chance of op 5 with su-30-1; fire su-30-1 at twn-sag-1", "Twn SAG 1: eliminated 67 %"),
    ("red-dragon", "who is waited for, and until when?", "prc still has to answer"),
    ("cataclysm", "what can I do now?", "fascists has nothing to answer now."),
    ("cataclysm", "what can ge-army-1 reach?", "attacks by land: Czechoslovakia and Poland"),
    ("cataclysm", "what threatens Berlin?", "What others could attack in BERLIN in one operation"),
    ("cataclysm", "prices", "Germany: 1 resource for 1 build"),
    ("cataclysm", "my orders", "Your orders as they stand (fascists): nothing Waiting for you: nothing."),
    ("cataclysm", "chance of germany: diplomacy in Poland", "Diplomacy in Poland: 42 %"),
    ("cataclysm", "who is waited for, and until when?", "democracies still has to answer"),
    ("pacific", "what can I do now?", "Buy units with Japan's 19 IPCs."),
    ("pacific", "what can a fighter in japan reach?", "combat movement: Anhwe"),
    ("pacific", "what threatens Japan?", "could bring to Japan in one turn"),
    ("pacific", "prices", "battleship 24"),
    ("pacific", "my orders", "Your orders as they stand (japan): nothing Waiting for you: to buy units."),
    ("pacific", "chance of move 3 infantry manchuria -> suiyuan", "Suiyuan: 3 Japanese infantry against"),
    ("pacific", "who is waited for, and until when?", "japan still has to answer"),
]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """``{title: path}``: each title at its first question."""
    folder = tmp_path_factory.mktemp("asked")
    found = {"red-dragon": new_game(folder)}
    for title, scenario in (("cataclysm", "cataclysm/c2"), ("pacific", "pacific/standard")):
        path = found[title] = folder / f"{title}.json"
        assert pbem("new", scenario, "-o", path).code == 0
        assert pbem("adjudicate", path, "-o", path).code == 0
    return found


def test_every_question_is_asked_in_every_title():
    assert len(ASKED) == 7 * len(SEATS)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "question", "answer"), ASKED)
def test_a_question_is_answered_by_command_and_by_mail(games, title, question, answer):
    path, seat = games[title], SEATS[title]
    run = pbem("ask", path, seat, question)
    assert run.code == 0 and answer in " ".join(run.out.split()), run
    body = by_mail(path, seat, question)
    assert answer in " ".join(body.split()), body


def by_mail(path, seat, question):
    """The text of the answer to a mail with one line."""
    file = read(str(path))
    box = Letterbox(str(path))
    box.address, box.seats = "pbem@club.example", {one: [f"{one}@people.example"] for one in file.charter["seats"]}
    data = (
        f"From: {seat}@people.example\nTo: pbem+{file.name}@club.example\nSubject: a question\n"
        f"Message-ID: <{abs(hash(question))}@x.example>\n\n{question}\n"
    )
    decision = receive(file, box, data.encode(), NOW)
    assert decision.answer is not None, decision.verdict
    return decision.answer.get_body(("plain",)).get_content()
