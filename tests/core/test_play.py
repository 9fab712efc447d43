"""Adjudication from stop to stop, shown with the toy title."""

import pytest

from pbem.core.data.canon import encode
from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.orders.orderfile import BESIDE
from pbem.core.play.gamefile import GameFile, facts_of, from_bytes, read, render
from pbem.core.play.verify import verify
from pbem.core.record import documents as docs
from pbem.core.record.log import Line, written
from pbem.core.record.now import asked_seats
from pbem.core.seat import checking, writing
from pbem.core.signing import adjudication
from pbem.core.title import game as games
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from tests.robot_games import played_from_file
from tests.toy.game import CHARTER

pytestmark = pytest.mark.usefixtures("toy_is_a_title")


LEVELS = [("sealed", True), ("shared", True), ("shared", False)]


def played(seed="a", entries=1000, reload=False, fairness="sealed", referee=True, **charter):
    club = robots.Club({**CHARTER, **charter}, seed, fairness, referee)
    play_on = played_from_file if reload else robots.play_on
    return play_on(club.new_game(), club, Chance(seed), entries), club


def holds(file):
    """The file, written and read again, once it has been found to hold."""
    again = from_bytes(render(file))
    report = verify(again)
    assert [str(problem) for problem in report.problems + report.missing] == []
    return GameFile(again.lines, again.path, report.state)


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_a_whole_game_ends_and_verifies(fairness, referee):
    file, _ = played("a", fairness=fairness, referee=referee)
    assert file.is_over
    report = verify(file)
    assert report.problems == [] and report.exit_code == 0
    assert report.counts["entries"] == file.n > 2
    assert file.entry(file.n)["ended"] == file.result


def test_writing_and_reading_at_every_stop_changes_nothing():
    assert render(played("b")[0]) == render(played("b", reload=True)[0])


def test_a_game_is_known_by_a_text_however_its_path_was_given(tmp_path):
    """What names the file in messages, and what lies beside it, is made of that text."""
    path = tmp_path / "game.json"
    path.write_bytes(render(played("b", 2)[0]))
    for given in (path, str(path)):
        file = read(given)
        assert file.path == str(path) and file.state["n"] == file.n


def test_the_same_orders_and_secret_give_the_same_bytes():
    one, club = played("c", 2)
    other, same_club = played("c", 2)
    orders = robots.random_orders(one, Chance("d"))
    first = club.adjudicate(one, orders).file
    second = same_club.adjudicate(other, [dict(order) for order in orders]).file
    assert render(first) == render(second)


def test_an_entry_is_one_more_line_and_the_others_are_as_they_were():
    file, club = played("c", 2)
    after = club.adjudicate(file, robots.random_orders(file, Chance("d"))).file
    assert render(after).startswith(render(file)) and render(after).count(b"\n") == render(file).count(b"\n") + 1


def test_an_illegal_answer_refuses_the_file_and_changes_nothing():
    file, club = played("e", 0)
    before = render(file)
    orders = robots.random_orders(file, Chance("f"))
    orders[0]["answers"][0]["value"] = "nonsense"
    with pytest.raises(Refused):
        club.adjudicate(file, orders)
    assert render(file) == before


@pytest.mark.parametrize("referee", [True, False])
def test_at_shared_an_answer_that_is_illegal_is_its_default_once_its_envelope_is_let_go(referee):
    """With the envelope the seat has spoken: nothing is asked again with another key."""
    file, club = played("e", 1, fairness="shared", referee=referee)
    (order,) = robots.random_orders(file, Chance("f"))
    order["answers"][0]["value"] = "nonsense"
    signer = club.signers[order["seat"]]
    object = writing.object_of(file, order, signer.openings(file), signer.secret.last + 1).document.object
    object["envelope"] = signer.link(file.next).hex()
    object["answers"] = list(map(_plain, order["answers"]))
    document = docs.signed(object, signer.secret_bytes, file.game_id)
    outcome = adjudication.adjudicate(file, [document], club.signers[file.call().opener])
    assert [row["by"] for row in outcome.entry["used"] if row["seat"] == order["seat"]][0] == "default"
    assert outcome.entry["fell"] and "absent" not in outcome.entry
    holds(outcome.file)


def _plain(item):
    return {name: value for name, value in item.items() if name not in BESIDE}


def test_while_a_seat_is_missing_nothing_is_drawn_and_what_came_is_kept():
    file, club = played("g", 0)
    while len(asked_seats(file)) < 2:
        file = club.adjudicate(file, robots.random_orders(file, Chance("h"))).file
    first, second = robots.random_orders(file, Chance("h"))
    outcome = club.adjudicate(file, [first])
    assert outcome.missing == [second["seat"]] and outcome.entry is None and outcome.came == {first["seat"]}
    assert render(outcome.file) == render(file)
    outcome = club.adjudicate(file, [second])
    assert outcome.entry["n"] == file.n + 1
    holds(outcome.file)


def test_a_partial_answer_counts_at_the_deadline_and_the_rest_takes_its_default():
    charter = {"seats": ["blue", "red"], "powers": {"north": "blue", "isles": "blue", "south": "red"}}
    file, club = played("p", 0, **charter)
    while not any(
        len([row for row in file.waiting if file.charter["powers"][row["power"]] == seat]) > 1
        for seat in file.charter["seats"]
    ):
        file = club.adjudicate(file, robots.random_orders(file, Chance("p"))).file
        assert not file.is_over
    order = next(one for one in robots.random_orders(file, Chance("p")) if len(one["answers"]) > 1)
    order["answers"] = order["answers"][:1]
    others = [one for one in robots.random_orders(file, Chance("p")) if one["seat"] != order["seat"]]
    assert club.adjudicate(file, [order, *others]).missing == [order["seat"]]
    outcome = club.adjudicate(file, [order, *others], silent=[order["seat"]])
    own = [row["by"] for row in outcome.entry["used"] if row["seat"] == order["seat"]]
    assert own[:2] in (["answer", "default"], ["default", "answer"]) and "absent" not in outcome.entry
    holds(outcome.file)


def test_a_petition_that_is_illegal_now_refuses_the_file(monkeypatch):
    file, club = played("l", 0)
    (order,) = robots.random_orders(file, Chance("m"))
    power = order["answers"][0]["power"]
    order["petitions"] = [{"verb": "concede", "power": power, "value": {}, "line": 9, "text": "concede"}]
    refusal = Problem("toy-no-guard", rule="5", unit="none")
    monkeypatch.setattr(file.game.petitions["concede"], "check", lambda board, ask, answer: [refusal])
    problems = checking.check_orders(file, [order]).problems
    assert [problem.code for problem in problems] == ["toy-no-guard"]
    with pytest.raises(Refused, match="toy|none"):
        club.adjudicate(file, [order])
    assert file.n == 0


def _petition(file, asked):
    """An order document of a seat that is asked, or not, with nothing but a concession."""
    seats = asked_seats(file)
    seat = next(seat for seat in file.charter["seats"] if (seat in seats) == asked)
    power = next(power for power, holder in file.charter["powers"].items() if holder == seat)
    item = {"verb": "concede", "power": power, "value": {}, "line": 1, "text": "concede"}
    return {**robots.blank_order(file, seat), "petitions": [item]}


def test_any_seat_may_petition_in_the_entry_for_which_it_lies_at_the_desk():
    file, club = played("l", 0)
    order = _petition(file, True)
    answers = robots.random_orders(file, Chance("m"))
    (own,) = [one for one in answers if one["seat"] == order["seat"]]
    assert holds(club.adjudicate(file, [{**own, "petitions": order["petitions"]}]).file).is_over
    other = club.adjudicate(file, [_petition(file, False), *answers]).file
    assert other.is_over, "at sealed the referee writes down what lies at the desk of a seat that is not asked, too"
    assert [row["by"] for row in other.entry(other.n)["used"]][-1] == "petition"
    holds(other)


def test_lines_of_a_seat_that_is_not_asked_act_from_the_next_entry():
    file, club = played("q", 0)
    seat = next(seat for seat in file.charter["seats"] if seat not in asked_seats(file))
    power = next(power for power, holder in file.charter["powers"].items() if holder == seat)
    line = {"power": power, "when": "intervene", "value": "no", "line": 5, "text": f"{power}: always intervene: no"}
    order = {**robots.blank_order(file, seat), "standing": [line]}
    after = club.adjudicate(file, [order, *robots.random_orders(file, Chance("r"))]).file
    assert all(row["by"] != "standing" for row in after.entry(1)["used"])
    assert after.state["lines"][0]["part"].keys() == {"closed"}, "with a referee a line for later is closed"
    for _ in range(8):
        after = club.adjudicate(after, robots.random_orders(after, Chance("r"))).file
    used = [row for entry in after.entries for row in entry["used"] if row["by"] == "standing"]
    assert used and used[0]["entry"] == 1
    holds(after)


@pytest.mark.parametrize("public", [False, True])
def test_a_standing_line_that_is_illegal_when_met_is_told_and_stays_in_force(public):
    file, club = played("q", 0)
    seat = file.charter["powers"]["south"]
    line = {
        "power": "south",
        "when": "intervene",
        "value": {"claim": {"unit": "north-foot-1"}},
        "line": 5,
        "text": "when …: nobody",
        **({"public": True} if public else {}),
    }
    orders = robots.random_orders(file, Chance("r"))
    own = next((one for one in orders if one["seat"] == seat), robots.blank_order(file, seat))
    orders = [one for one in orders if one is not own] + [{**own, "standing": [line]}]
    while not file.is_over and not (file.n and file.entry(file.n).get("fell")):
        file = club.adjudicate(file, orders).file
        orders = robots.random_orders(file, Chance("r")) if not file.is_over else []
    (row,) = file.entry(file.n)["fell"]
    assert (row["seat"], row["entry"], row["rules"]) == (seat, 1, ["3.2"])
    assert file.is_over or file.state["lines"][0]["part"]["value"] == line["value"], "what fell is open to all"
    assert bool(file.entry(file.n).get("opened")) != public
    holds(file)


def test_when_the_game_is_over_nothing_is_in_force_and_all_is_opened():
    file, club = played("l", 0)
    orders = robots.random_orders(file, Chance("m"))
    power = orders[0]["answers"][0]["power"]
    orders[0]["petitions"] = [{"power": power, "verb": "concede", "value": {}, "line": 9, "text": "concede"}]
    orders[0]["answers"].append({"power": power, "kind": "bid", "value": 1, "line": 10, "text": "bid 1"})
    outcome = club.adjudicate(file, orders)
    assert outcome.file.is_over and outcome.file.state["lines"] == [] == outcome.file.state["closed"]
    assert [(one["whole"]["kind"], one["whole"]["value"]) for one in outcome.entry["opened"]] == [("bid", 1)]
    holds(outcome.file)


def altered(file, number, change):
    """The file with one line's object changed, and the lines after it bound to it anew; nothing is signed anew."""
    lines = list(file.lines)
    for at in range(number, len(lines)):
        value = {**lines[at].object}
        if at == number:
            change(value)
        if at > number:
            value["before"] = lines[at - 1].head.hex()
        lines[at] = Line(written(encode(value), lines[at].signature))
    return GameFile(lines)


ALTERATIONS = {
    "draw": (lambda line: line["draws"][0].__setitem__(2, [9]), "/draws/0/2"),
    "fact": (lambda line: line["steps"][0]["facts"].pop(), "/steps/0/facts"),
    "use": (lambda line: line["used"].pop(), "/used"),
    "state": (lambda line: line.update(state="0" * 64), "/state"),
    "opener": (lambda line: line.update(opener="red"), "/opener"),
    "asked": (lambda line: line.update(asked=[]), "/asked"),
    "ended": (lambda line: line.update(ended={"by": "points"}), "/ended"),
    "envelope": (lambda line: line.update(envelope="0" * 64), "not of this chain"),
}


@pytest.mark.parametrize("name", ALTERATIONS)
def test_an_alteration_is_named_by_its_path(name):
    file, _ = played("i")
    number = next(entry["n"] for entry in file.entries if entry["draws"] and entry["used"])
    change, named = ALTERATIONS[name]
    report = verify(altered(file, number, lambda value: _deep(value, change)))
    assert report.exit_code == 4 and named in str(report.problems[0]), report.problems
    assert f"entry {number}" in report.problems[0].where


def _deep(value, change):
    import copy

    fresh = copy.deepcopy(value)
    change(fresh)
    value.clear()
    value.update(fresh)


def test_a_line_without_the_openers_signature_is_a_proposal():
    file, _ = played("i")
    unsigned = GameFile([*file.lines[:-1], Line(written(file.lines[-1].body))])
    assert [problem.code for problem in verify(unsigned).problems] == ["line-unsigned"]


def test_a_state_that_was_not_made_here_is_not_believed(tmp_path):
    """A cache beside the game with other contents is no more than a file: all is made again."""
    from pbem.core.play import gamefile
    from pbem.core.play.replay import remember

    file, _ = played("i", 3)
    path = str(tmp_path / "g.json")
    gamefile.write(file, path)
    file.path = path
    remember(file)
    beside = tmp_path / "g.json.state"
    beside.write_bytes(beside.read_bytes().replace(b'"ended":null', b'"ended":{"by":"forgery"}'))
    assert gamefile.read(path).state == file.state


def test_a_game_that_lies_in_no_file_leaves_no_state_behind(tmp_path, monkeypatch):
    """A name that is there for messages alone is no place to write beside."""
    monkeypatch.chdir(tmp_path)
    file, _ = played("i", 3)
    assert from_bytes(render(file), "red-dragon.json").state == file.state
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_older_or_another_one_is_not_played_on(tmp_path):
    from pbem.core.play import gamefile
    from pbem.core.play.replay import remember
    from pbem.core.record.trusted_state import check_current

    file, club = played("i", 3)
    path = str(tmp_path / "g.json")
    gamefile.write(file, path)
    file.path = path
    remember(file)
    older = GameFile(file.lines[:-1], path)
    assert older.state["n"] == 2, "it can be read"
    with pytest.raises(BrokenFile) as caught:
        check_current(older)
    assert [problem.code for problem in caught.value.problems] == ["game-older"]
    start, _ = played("i", 2)
    other = club.adjudicate(start, robots.random_orders(start, Chance("else"))).file
    with pytest.raises(BrokenFile) as caught:
        check_current(GameFile(other.lines, path))
    assert [problem.code for problem in caught.value.problems] == ["game-fork"]


def test_a_passed_deadline_covers_what_was_asked_and_nothing_that_play_asks_later():
    file, club = played("absent", 1)
    for _ in range(40):
        asked = asked_seats(file)
        questions = {row["question"] for row in file.waiting}
        file = club.adjudicate(file, [], asked).file
        entry = file.entry(file.n)
        taken = [row["question"] for row in entry["used"] if row["by"] == "default" and row["question"] in questions]
        assert taken and len(taken) <= len(questions) and entry["absent"] == asked
        if file.is_over:
            break
    holds(file)


def test_enough_silent_seats_hold_the_turn():
    club = robots.Club({**CHARTER, "hold": 2}, "hold")
    file = club.new_game()
    while len(asked_seats(file)) < 2:
        file = club.adjudicate(file, robots.random_orders(file, Chance("hold"))).file
    with pytest.raises(Refused) as refused:
        club.adjudicate(file, [], asked_seats(file))
    assert [problem.code for problem in refused.value.problems] == ["silent-hold"]
    orders = robots.random_orders(file, Chance("hold"))
    entry = club.adjudicate(file, orders[:1], asked_seats(file)[1:]).entry
    assert len(entry["absent"]) == 1


def test_steps_that_close_before_the_first_question_are_told_and_stand_in_no_line(monkeypatch):
    game = games.load("toy")
    start = game.new_board

    def later(charter):
        board = start(charter)
        board.next = "turn-start"
        return board

    monkeypatch.setattr(game, "new_board", later)
    club = robots.Club(CHARTER, "later")
    file = club.new_game()
    assert [step["procedure"] for number, step in file.story() if not step.get("open")][:1] == ["turn-start"]
    file = played_from_file(file, club, Chance("later"), 2)
    assert file.folded_board(file.n).to_json() == file.current_board().to_json()
    assert facts_of(file.entry(1)) is not None
    holds(file)
