"""Something is lost, older, doubled or on another machine: each command that the refusal names works as it is printed,
with a path, a seat or a reason in the place of each word in capital letters."""

import ast
import json
import re
import shutil
from pathlib import Path

import pytest

from pbem.cli.commands import COMMANDS
from tests.attacks.kit import Person
from tests.attacks.test_passing_over_by_one_who_decides import goes_on, lone_word

ROOMS = [Path(__file__).parents[2] / "pbem" / "core" / room for room in ("record", "play")]
WORD = re.compile(r"[a-z][a-z0-9.-]*|[A-Z]+|--?[a-z-]+")
ENDS = ",.;:)"

ELSEWHERE = {  # named where nothing is lost: a form, a step, a proposal that is not signed yet, another revision
    "adjudicate",
    "desk change",
    "form",
    "reopen",
    "word",
}


def named(words):
    """The command that words name, or None: a group alone, or none at all."""
    group = words and words[0] in ("desk", "seat")
    if not words or words[0] not in COMMANDS or group and len(words) == 1:
        return None
    return " ".join(words[: 1 + bool(group)])


def commands(text):
    """What a text says to type: ``[words behind pbem]``; a line that is indented goes on with the one before."""
    found = []
    for row in re.sub(r"\n +", " ", text).splitlines():
        for told in row.split("pbem ")[1:]:
            words = []
            for word in told.split():
                if not WORD.fullmatch(word.rstrip(ENDS)):
                    break
                words.append(word.rstrip(ENDS))
                if word[-1] in ENDS:
                    break
            found.append(words)
    return found


class Case:
    """Somebody who is refused, and what the words in capital letters are for."""

    def __init__(self, game, name, *typed, **known):
        self.person, self.known = game.people[name], {"GAME": [game.people[name].game], **known}
        self.file = lambda what: self.person.path(game.file(what))
        self.typed = [*typed]

    def refused(self, code):
        ran = self.person.pbem(*self.typed)
        assert ran.code == code, ran
        return ran.out + ran.err

    def follow(self, words):
        """Type what was told; what it writes is known from then on."""
        typed, before = [], None
        for word in words:
            if word.isupper() and word not in self.known:
                self.known[word] = ["as it was told"] if word == "WHY" else [self.file(word.lower())]
            own = self.file("proposal") if before == "--propose" else None
            typed += [own] if own else self.known[word] if word.isupper() else [word]
            before = word
        ran = self.person.pbem(*typed)
        assert ran.code == 0, (typed, ran)
        if words[:2] == ["seat", "init"]:
            self.known["ANCHOR"] = [ran.out.strip()]
        return named(words)


def secret(person):
    return ["--secret", person.secret]


def at_hand(person):
    """The secret lies where commands look for it."""
    person.secret = person.secret.rename(person.path("g.game.secret"))


def written(person, data):
    path = person.path("lines")
    path.write_bytes(data)
    return path


def opens(game, files):
    person = game.people[game.opener]
    return ["adjudicate", person.game, *files, "-o", person.game, *secret(person)]


# -- what is lost, each a Case and its exit code -----------------------------------------------------------------------


def a_player_s_older_copy(table):
    game = table().until("act")
    person, copy = game.people["north"], game.people["north"].secret.read_bytes()
    game.turn()
    game.until("act")
    person.secret.write_bytes(copy)
    seal = ["seal", person.game, game.text("north", "act wait"), "--confirm", "-o", person.path("x")]
    return Case(game, "north", *seal, *secret(person), FILE=[person.secret]), 4


def a_referee_s_older_copy(table):
    game = table().until("act")
    person, copy = game.people["referee"], game.people["referee"].secret.read_bytes()
    game.turn()
    person.secret.write_bytes(copy)
    return Case(game, "referee", *opens(game, game.sent()[1]), FILE=[person.secret]), 4


def game_and_secret_on_another_machine(table):
    """Restored from a copy, when the game has gone on: the lines come from the mails."""
    game = table(referee=False).until("act")
    opener = game.people[game.opener]
    kept = [opener.game.read_bytes(), opener.secret.read_bytes()]
    game.turn()
    newer = game.people["north"].game.read_bytes()
    shutil.rmtree(opener.path("memory"))
    opener.game.write_bytes(kept[0])
    opener.secret.write_bytes(kept[1])
    files = [game.seal("north", "always bid: 0")] if "north" not in game.asked("north") else []
    typed = ["adjudicate", opener.game, *files, "-o", opener.game, *secret(opener)]
    lines = written(opener, newer.splitlines(keepends=True)[-1])
    return Case(game, opener.name, *typed, FILE=[opener.secret], LINES=[lines]), 4


def an_older_game_beside_a_newer_secret(table):
    """And the memory is gone: the secret knows that it has seen more."""
    game = table().until("act")
    referee, older = game.people["referee"], game.people["referee"].game.read_bytes()
    game.turn()
    game.turn()
    lines = written(referee, b"".join(referee.game.read_bytes().splitlines(keepends=True)[-2:]))
    referee.game.write_bytes(older)
    shutil.rmtree(referee.path("memory"))
    return Case(game, "referee", *opens(game, []), FILE=[referee.secret], LINES=[lines]), 4


def an_older_game(table):
    game = table().until("act")
    person, older = game.people["south"], game.people["south"].game.read_bytes()
    game.turn()
    lines = written(person, person.game.read_bytes().splitlines(keepends=True)[-1])
    person.game.write_bytes(older)
    seal = ["seal", person.game, game.text("north", "act wait"), "-o", person.path("x")]
    return Case(game, "south", *seal, *secret(person), LINES=[lines]), 4


def two_lines_of_one_opener(table):
    game = table().until("act")
    opener, files = game.sent()
    ahead, referee = game.seal("south", "always bid: 0"), game.people["referee"]
    shutil.copytree(referee.folder, game.folder / "laptop")
    laptop = Person(game.folder, "laptop")
    game.adjudicate(files)
    both = [*files, ahead]
    assert laptop.pbem("adjudicate", laptop.game, *both, "-o", laptop.game, *secret(laptop)).code == 0
    game.share("referee")
    north = game.people["north"]
    at_hand(north)
    other = written(north, laptop.game.read_bytes().splitlines(keepends=True)[-1])
    return Case(game, "north", "take", north.game, other), 3


def a_line_of_whom_one_has_called_silent(table):
    """North alone says that South is silent; South opens all the same, and the others go on from there."""
    game, line = lone_word(table)
    goes_on(game)
    north = game.people["north"]
    mails = written(north, line + game.last_line("south"))
    (alone := north.path("alone")).write_bytes(line)
    return Case(game, "north", "take", north.game, alone, MAILS=[mails]), 4


def a_note_that_nobody_could_sign(table):
    game = table(level="sealed").until("act")
    north, south = game.people["north"], game.people["south"]
    assert north.pbem("seat", "init", "-o", north.path("fresh"), "--links", 64).code == 0
    agreed = [word for seat in game.seats for word in ("--agreed", seat)]
    named = ["--to", "Dora", "--new-secret", north.path("fresh"), "--reason", "vanished", "--again"]
    assert north.pbem("desk", "handover", north.game, *named, "-o", north.game, *agreed).code == 0
    line = written(south, game.last_line("north"))
    return Case(game, "south", "take", south.game, line, LINES=[line]), 3


def an_opener_whose_seal_is_due_is_silent(table):
    game = table(referee=False).until("bid")
    isles = game.people["isles"]
    at_hand(isles)
    return Case(game, "isles", "pass-over", isles.game, "north", *secret(isles), "-o", isles.path("word")), 3


def two_seals(table):
    game = table(referee=False).until("bid")
    north = game.people["north"]
    shutil.copy(north.secret, north.path("copy"))
    closed = ["--confirm", "--closed"]
    seals = (
        game.seal("north", "bid 1", options=closed),
        game.seal("north", "bid 2", options=closed, secret=north.path("copy")),
    )
    files = [
        game.seal(seat, "bid 1", options=["--confirm", "--carry", mark])
        for seat, mark in zip(("south", "isles"), seals)
    ]
    at_hand(north)
    case = Case(game, "north", "adjudicate", north.game, *files, "-o", north.game)
    case.follow = lambda words: follow_two(case, words, files)
    return case, 3


def follow_two(case, words, files):
    """ORDERS stands twice, for the two files."""
    rest = iter(files)
    typed = [next(rest) if word == "ORDERS" else case.person.game if word == "GAME" else word for word in words]
    ran = case.person.pbem(*typed)
    assert ran.code == 0, (typed, ran)


def a_word_that_binds(table):
    game = table(referee=False, seats=("blue", "red")).until("act")
    seat = game.asked()[0]
    other = next(name for name in game.seats if name != seat)
    person, rival = game.people[seat], game.people[other]
    proposal, no = person.path("proposal"), rival.path("no")
    back = ["reopen", rival.game, "--reason", "misread", "-o", rival.game, *secret(rival)]
    assert rival.pbem(*back, "--propose", proposal).code == 0
    assert person.pbem("word", person.game, proposal, *secret(person), "-o", person.path("word")).code == 0
    assert rival.pbem("word", rival.game, proposal, "--no", *secret(rival), "-o", no).code == 0
    orders = game.text(seat, *game.answers(seat))
    known = {"NO": [no], "ORDERS": [orders], "FILE": [person.secret]}
    return Case(game, seat, "seal", person.game, orders, *secret(person), "-o", person.path("x"), **known), 3


CASES = {  # and the commands that each is told
    a_player_s_older_copy: ["seat init", "seat renew"],
    a_referee_s_older_copy: ["seat init", "seat renew"],
    game_and_secret_on_another_machine: ["take", "seat moved"],
    an_older_game_beside_a_newer_secret: ["take"],
    an_older_game: ["take"],
    two_lines_of_one_opener: ["desk stands"],
    a_line_of_whom_one_has_called_silent: ["take"],
    a_note_that_nobody_could_sign: ["take"],
    an_opener_whose_seal_is_due_is_silent: ["desk again"],
    two_seals: ["desk seals"],
    a_word_that_binds: ["seal"],
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("make", CASES, ids=lambda make: make.__name__)
def test_what_a_refusal_says_to_type_works(table, make):
    case, code = make(table)
    told = commands(case.refused(code))
    assert [named(words) for words in told] == CASES[make]
    for words in told:
        case.follow(words)


TWICE = [game_and_secret_on_another_machine, an_older_game_beside_a_newer_secret]


@pytest.mark.parametrize("make", TWICE, ids=lambda make: make.__name__)
def test_the_way_back_has_an_end(table, make):
    """Refusal by refusal, each told what to type, until nothing is refused, or a new chain is said."""
    case, code = make(table)
    for _ in range(4):
        ran = case.person.pbem(*case.typed)
        if ran.code != 4:
            break
        done = [case.follow(words) for words in commands(ran.out + ran.err)]
        if "seat renew" in done:
            return
    assert ran.code in (0, 3), ran


def told_anywhere():
    """The commands that refusals of these rooms name: in what they say, and in the hints that their code makes."""
    for room in ROOMS:
        for path in sorted(room.glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr):
                    yield "".join(one.value if isinstance(one, ast.Constant) else "seat" for one in node.values)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (docs | parts):
                    yield node.value
        for rows in json.loads((room / "problems.json").read_text()).values():
            for said in rows.values():
                yield from [said] if isinstance(said, str) else said


def test_every_command_that_a_refusal_names_was_tried():
    """In a case above, or it is named where nothing is lost."""
    tried = {name for names in CASES.values() for name in names}
    told = {named(words) for text in told_anywhere() for words in commands(text)} - {None}
    assert told - tried == ELSEWHERE
