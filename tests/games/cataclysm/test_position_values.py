"""Whatever a position says in `at` and `set`: it is refused with a problem, or the game goes on from there."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.core.title import positions
from pbem.core.data.problems import Refused, refusals
from pbem.core.draws.draws import ThrowawaySource
from pbem.core.trial.selfplay import Chance, RandomFeed, throwaway_seed
from pbem.core.record import charter as charters
from pbem.core.rules.engine import Session
from pbem.core.title.game import load
from pbem.games.cataclysm.views.table import TABLE
from tests.cli.tools import pbem

GAME = load("cataclysm")
CHARTER = charters.make(GAME, "here", "c1", anchors={"referee": {"first": "0" * 64, "n": 1}})
HEAD = {"pbem": "position/1", "title": "cataclysm", "id": "bare", "base": "empty", "units": "Berlin: ge army"}
ARGUMENTS = (
    "germany",
    "france",
    "usa",
    "japan",
    "berlin",
    "hubei",
    "spain",
    "spain.left",
    "fascist",
    "cup",
    "track/1939-40",
    "china",
    "germany.italy",
    "a-bomb",
    "nowhere",
    "",
)
WORDS = (
    *ARGUMENTS,
    "play",
    "draw",
    "action",
    "flag",
    "germany/flag",
    "usa/flag",
    "germany/nothing",
    "1939-40",
    "peace",
    "global",
    "gmd",
    "unowned",
    "civilian",
    "steady",
    "neutral",
    "crisis-1",
    "ge-flag-1",
    "resource",
    "germany against france",
    "germany against italy",
    "germany",
    "never",
    "uk berlin natural",
)
simple = st.one_of(st.none(), st.booleans(), st.integers(-2, 12), st.sampled_from(WORDS), st.text(max_size=4))
values = st.one_of(simple, st.lists(simple, max_size=3), st.lists(st.sampled_from(WORDS), max_size=2))


def words(part):
    """How a part of a position calls what can be put."""
    return [word for field in TABLE.fields.values() if field.put and field.part == part for word in field.words]


def names_of(query):
    """A query of one thing, written before or behind it."""
    return st.sampled_from(ARGUMENTS).flatmap(lambda one: st.sampled_from([f"{one}.{query}", f"{query}.{one}", query]))


def goes_on(position):
    """Whether a position is taken; a taken one is played on for some decisions."""
    whole = {**HEAD, "set": {"counters.cup": ["crisis-1", "ge-flag-1"]}, **position}
    try:
        made = positions.effective(whole, GAME, CHARTER)
    except Refused as refused:
        assert refusals(refused.problems)
        return False
    session = Session(GAME, GAME.new_board({**CHARTER, "position": made}))
    feed = RandomFeed(GAME, ThrowawaySource(throwaway_seed("here")), Chance("here"))
    for _ in range(2):
        following = GAME.next_procedure(session.board)
        if following is None:
            break
        session.open_step(*following)
        assert session._run_step(feed) is None
        session.step, session._generator, session._table = None, None, None
    return True


@pytest.mark.longer
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from([*words("at"), "nonsense"]), values, max_size=3))
def test_any_place_in_the_sequence_is_refused_or_played_on(at):
    goes_on({"at": at})


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([*words("set"), "nonsense"]).flatmap(lambda query: st.tuples(names_of(query), values)))
def test_any_value_is_refused_or_played_on(pair):
    goes_on({"set": {"counters.cup": ["crisis-1", "crisis-2", "crisis-3"], pair[0]: pair[1]}})


WRONG = [
    ({"at": {"now": "play"}}, "none is in the hand"),
    ({"at": {"drawn": "germany/nonsense"}}, "drawn"),
    ({"at": {"drawn": "usa/flag"}, "base": "c2"}, "drawn"),
    ({"at": {"now": "tea"}}, "now"),
    ({"at": {"stage": ["draw"]}}, "stage"),
    ({"at": {"scenario": "c99"}}, "scenario"),
    ({"set": {"germany.commitment": "keen"}}, "commitment"),
    ({"set": {"hubei.cubes": ["japan"]}, "base": "c2"}, "cubes"),
    ({"set": {"spain.aid.left": ["usa"]}, "base": "c2"}, "aid"),
    ({"set": {"marker.a-bomb": ["berlin"]}}, "marker"),
    ({"control": {"poland": "usa"}, "base": "c2"}, "poland"),
]


@pytest.mark.parametrize("parts, told", WRONG, ids=lambda one: json.dumps(one)[:50])
def test_a_wrong_value_is_told_and_makes_no_game(tmp_path, parts, told):
    path, game = tmp_path / "p.json", tmp_path / "g.json"
    path.write_text(json.dumps({**HEAD, **parts}))
    refused = pbem("new", "cataclysm/c2", "--position", path, "-o", game)
    assert refused.code == 3 and told in refused.err.replace("POLAND", "poland") and not game.exists()
    assert "Traceback" not in refused.err
