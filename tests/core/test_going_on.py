"""Verification goes on with the run of the line before; adjudication starts from the state.  Both come to the same
bytes, for every line of the golden games and of games by mail."""

import pytest

from pbem.core.data.canon import encode
from pbem.core.data.problems import BrokenFile
from pbem.core.play.entry import made_play
from pbem.core.play.gamefile import from_bytes, render
from pbem.core.play.replay import Replayer
from pbem.core.play.running import Run
from pbem.core.play.verify import all_openings
from pbem.core.record import documents as docs
from pbem.core.record.closed import Openings
from pbem.core.record.state import digest
from tests import honest
from tests.test_golden import PATHS
from tests.thorough import some
from tools import golden

BY_MAIL = [
    ("red-dragon", "ready", "shared", True, "default", "closed"),
    ("red-dragon", "standard", "sealed", True, "ask", "ahead"),
    ("pacific", "standard", "shared", True, "ask", "closed"),
    ("cataclysm", "c3", "shared", False, "ask", "ahead"),
    ("cataclysm", "c5", "sealed", True, "ask", "closed"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", some(PATHS, 3), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_line_of_a_golden_game_is_the_same_by_going_on_and_by_starting_anew(path):
    recorded = golden.read(path)
    first, *_, file = golden.stops(recorded)
    scripts = [golden.Script(recorded["draws"]) for _ in range(2)]
    state, run, states = first.state, None, []
    for number, line in enumerate(file.lines[1:], 1):
        held = line.object
        documents, openings = docs.of_pairs(held["documents"]), Openings(file.game_id, held.get("opened", ()))
        given = file.ground(state), documents, openings, held["envelope"]
        anew = made_play(*given, draws=scripts[0].source())
        on = made_play(*given, draws=scripts[1].source(), before=run)
        assert encode(on.line) == encode(anew.line) == line.body
        assert encode(on.state) == encode(anew.state)
        assert run is None or on.run.session is run.session, f"line {number} did not go on"
        state, run = on.state, on.run
        states.append(state)
    assert [digest(one) for one in states] == [line.object["state"] for line in file.lines[1:]], "a state has changed"


@pytest.fixture(scope="module", params=BY_MAIL, ids=lambda cell: "-".join(map(str, cell)))
def by_mail(request):
    """The bytes of a game with notes, windows and lines ahead, of some length: by other rules the same draws may end
    one early."""
    games = (honest.Honest(request.param, number).play(14).file for number in range(11, 31))
    return render(next(file for file in games if file.n > 6))


def made(data, goes_on):
    """The digests of all states of a game, and the Replayer that made them."""
    file = from_bytes(data)
    maker, states = Replayer(file, openings=all_openings(file)), []
    for number in range(1, file.n + 1):
        if not goes_on:
            maker.run = None
        maker.make(number)
        states.append(digest(maker.state))
    return states, maker


@pytest.mark.sampled(3)
def test_games_by_mail_come_to_the_same_states(by_mail):
    anew, _ = made(by_mail, goes_on=False)
    on, maker = made(by_mail, goes_on=True)
    assert on == anew and len(on) > 5
    assert maker.astray == []


def test_a_run_that_went_astray_accuses_nobody_and_is_named(by_mail, monkeypatch):
    """Where going on comes to something else, the line is made from the state before it."""
    take_over, rest, taken = Run._from_the_stop, Run.rest, []

    def noted(self, before):
        taken.append(self)
        return take_over(self, before)

    def astray(self):
        return {**rest(self), "odd": 1} if taken[1:2] == [self] else rest(self)

    monkeypatch.setattr(Run, "_from_the_stop", noted)
    monkeypatch.setattr(Run, "rest", astray)
    states, maker = made(by_mail, goes_on=True)
    assert len(maker.astray) == 1 and len(taken) > 2
    assert states == made(by_mail, goes_on=False)[0]


def test_a_line_that_was_altered_is_refused_by_both_ways(by_mail):
    lines = by_mail.splitlines(keepends=True)
    place = next(n for n, line in reversed([*enumerate(lines)]) if b'"kind":"play"' in line and b'"facts":[{' in line)
    lines[place] = lines[place].replace(b'"facts":[{', b'"facts":[{"odd":1,', 1)
    for goes_on in (True, False):
        with pytest.raises(BrokenFile):
            made(b"".join(lines), goes_on)


def test_a_run_is_gone_on_with_once(by_mail):
    """Whoever makes two lines from one state starts anew the second time."""
    file = from_bytes(by_mail)
    maker = Replayer(file, openings=all_openings(file))
    number = next(n for n in range(1, file.n) if {file.entry(m)["kind"] for m in (n, n + 1)} == {"play"})
    for n in range(1, number + 1):
        maker.make(n)
    held, state, run = file.entry(number + 1), maker.state, maker.run
    given = file.ground(state), docs.of_pairs(held["documents"]), maker.known, held["envelope"]
    lines = [made_play(*given, before=run) for _ in range(2)]
    assert encode(lines[0].line) == encode(lines[1].line)
    assert lines[0].run.session is run.session and lines[1].run.session is not run.session
