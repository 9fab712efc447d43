"""Answers and petitions that are none, in documents that somebody signed by hand: each is refused, or falls and is
told; no command stumbles over a game that holds them, and what counts has the shape that is declared (conftest.py)."""

import pytest

from pbem.core.data.problems import Refused
from pbem.core.language.decision import NoWords
from pbem.core.orders.orderfile import text_of_item
from pbem.core.play.gamefile import render
from pbem.core.record import documents as docs
from pbem.core.record.charter import seat_of
from pbem.core.record.closed import Openings
from pbem.core.rules.requests import Ask, ask_from
from pbem.core.seat.writing import object_of
from pbem.core.signing import adjudication, sealing
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from tests.cli.tools import pbem
from tests.nonsense import nonsense
from tests.thorough import THOROUGH

STOPS, VALUES, SHOWN = (5, 6, 3) if THOROUGH else (3, 6, 1)
WIDE = 120


class Forger:
    """A game at level shared in which one seat signs what no program of ours would."""

    def __init__(self, contract):
        self.club = robots.Club(contract.charter, "nonsense", "shared")
        self.chance = Chance("nonsense")
        self.file, self.made, self.refused = self.club.new_game(), [], 0

    def stop(self):
        """Try some values at this stop, each in a world of its own; then go on honestly."""
        file, honest = self.file, robots.random_orders(self.file, self.chance)
        board = file.current_board()
        for question in file.waiting[:2]:
            ask = ask_from(question)
            kind = file.game.kinds[ask.kind]
            for value in nonsense(file.game, kind, self.chance, VALUES, kind.default(board, ask)):
                place = self.chance.choice(["answers", "lines", "standing"])
                named = {"when": ask.kind} if place == "standing" else {"kind": ask.kind}
                self.send(honest, ask, place, {"power": ask.power, **named, "value": value})
        for verb, kind in file.game.petitions.items() if file.waiting else ():
            power = file.waiting[0]["power"]
            for value in nonsense(file.game, kind, self.chance, VALUES):
                self.send(honest, Ask(verb, power), "petitions", {"power": power, "verb": verb, "value": value})
        self.file = self.club.adjudicate(file, honest).file

    def send(self, honest, ask, place, part):
        file, call = self.file, self.file.call(())
        given = []
        for order in self.club._with_musters(file, call, honest):
            signer = self.club.signers[order["seat"]]
            forged = order["seat"] == seat_of(file.charter, ask.power)
            given.append(
                self.forged(order, signer, ask, place, part)
                if forged
                else sealing.seal_orders(file, order, signer, None, confirmed=True)
            )
        opener = self.club.signers[call.opener]
        try:
            self.made.append(adjudication.adjudicate(file, given, opener).file)
        except Refused:
            self.refused += 1
        for signer in self.club.signers.values():
            signer.keep([])

    def forged(self, order, signer, ask, place, part):
        file = self.file
        link = signer.link(file.next - file.state["anchors"][order["seat"]]["base"]).hex()
        number = file.state["documents"].get(order["seat"], 0) + 1
        object = object_of(file, order, Openings(file.game_id, []), number, link).document.object
        others = [one for one in object.pop("answers", []) if (one["kind"], one["power"]) != (ask.kind, ask.power)]
        lists = {"answers": [*others, *([part] if place == "answers" else [])]}
        lists["petitions" if place == "petitions" else "lines"] = [] if place == "answers" else [part]
        object.update({name: parts for name, parts in lists.items() if parts})
        return docs.signed(object, signer.secret_bytes, file.game_id)


@pytest.mark.sampled(3)
def test_an_answer_that_is_none_falls_and_no_command_stumbles(contract, tmp_path):
    forger = Forger(contract)
    for _ in range(STOPS):
        if not forger.file.is_over:
            forger.stop()
    fell = [file for file in forger.made if file.entries[-1].get("fell")]
    assert len(fell) > VALUES
    for number in range(SHOWN):
        path = tmp_path / f"{number}.game"
        path.write_bytes(render(forger.chance.choice(fell)))
        file = forger.made[0]
        for words in commands(path, file.charter["seats"][0], tmp_path):
            ran = pbem(*words)
            assert ran.code == 0, (words, ran)


def commands(game, seat, folder):
    yield "verify", game
    yield "status", game
    for form in ("text", "html", "speak", "json"):
        yield "report", game, "--since", 0, "--format", form
    yield "report", game, "--format", "film", "-o", folder / "film.html"
    yield "report", game, "--seat", seat
    yield "explain", game, 1
    yield "ask", game, seat, "my orders"
    yield "form", game, seat


@pytest.mark.sampled(3)
def test_a_line_whose_answer_was_altered_is_refused_by_every_command(contract, tmp_path):
    """By its opener, who signs it again."""
    club = robots.Club(contract.charter, "altered")
    opener = club.signers["referee"]
    file = robots.play_on(club.new_game(), club, chance := Chance("altered"), 2)
    before, line = b"".join(row.raw + b"\n" for row in file.lines[:-1]), file.entries[-1]
    held = [part for object, _ in line["documents"] for part in object.get("answers", ())]
    for number, value in enumerate(nonsense(file.game, file.game.kinds[held[0]["kind"]], chance, SHOWN)):
        held[0]["value"] = value
        path = tmp_path / f"{number}.game"
        path.write_bytes(before + adjudication.signed_line(line, opener.secret_bytes, file.game_id).raw + b"\n")
        for words in commands(path, file.charter["seats"][0], tmp_path):
            ran = pbem(*words)
            assert ran.code == 4 and "entry 2" in ran.out + ran.err, (words, value, ran)


@pytest.mark.sampled(3)
def test_every_value_has_words_or_none(contract):
    """Whatever it is: a line that can be typed, or NoWords; and an item with it always has a line to be told by."""
    game, chance = contract.game, Chance("words")
    without = 0
    for named, kinds in (("kind", game.kinds), ("verb", game.petitions)):
        for name, kind in kinds.items():
            for value in nonsense(game, kind, chance, WIDE):
                try:
                    assert all(kind.text(value))
                except NoWords:
                    without += 1
                assert text_of_item({"power": game.powers[0], named: name, "value": value}, game)
    assert without > 100


@pytest.mark.parametrize("value", [{"form": "nope", "fields": {}}, {"form": "lend", "fields": {"level": [None]}}, 7])
def test_a_value_without_words_is_told_by_its_verb(value):
    from pbem.core.title.game import load

    game = load("cataclysm")
    with pytest.raises(NoWords):
        game.petitions["support"].text(value)
    assert text_of_item({"power": "germany", "verb": "support", "value": value}, game) == "lend"
