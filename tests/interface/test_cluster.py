"""Work on a Dask cluster: what one process comes to, whatever dies under way; versions are compared first."""

import time
from importlib.util import find_spec

import pytest

import pbem as package
from pbem.core.data import cluster as clusters
from pbem.core.data import program
from pbem.core.data.problems import BrokenFile
from tests.cli.tools import finished_game, new_game, pbem, write_orders
from tests.cluster import local_cluster

# not imported while tests are collected: it takes longer than all the tests of a room
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")


@pytest.fixture(scope="module")
def cluster():
    with local_cluster() as found:
        yield found


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A folder of games: a young one, one that is over, one that is damaged, and a file that is none."""
    folder = tmp_path_factory.mktemp("club")
    over = finished_game(folder, "b.json")
    new_game(folder, "a.json")
    (folder / "c.json").write_bytes(over.read_bytes().replace(b'"n":1', b'"n":7', 1))
    (folder / "d.json").write_bytes(b"[")
    return folder


@pytest.mark.longer
def test_many_games_are_verified_there_as_here(cluster, club):
    names = [*sorted(map(str, club.glob("?.json"))), str(club / "none.json")]
    here, there = (pbem("verify", *names, "--json", *more) for more in ([], ["--cluster", cluster.scheduler_address]))
    assert here.code == there.code == 4 and len(here.out.splitlines()) == 5
    assert there.out == here.out
    one = pbem("verify", club / "a.json", "--cluster", cluster.scheduler_address)
    assert one.code == 0 and "holds" in one.out


def slowly(batch):
    time.sleep(0.05 * len(batch))
    return [2 * piece for piece in batch]


def wrong(batch):
    raise BrokenFile([package.Problem("cluster-lost", where="here", reason="so")])


def test_what_is_raised_there_is_raised_here(cluster):
    with pytest.raises(BrokenFile) as raised:
        list(clusters.on_cluster(wrong, range(3), cluster.scheduler_address))
    assert [(problem.code, problem.where) for problem in raised.value.problems] == [("cluster-lost", "here")]


def test_a_problem_takes_its_sentence_along(monkeypatch):
    """The module that knows the sentence may be loaded there alone."""
    import pickle

    from pbem.core.data import problems

    monkeypatch.setattr(problems, "_TEMPLATES", {"only-there": "{what} is odd."})
    sent = pickle.dumps(package.Refused([package.Problem("only-there", what="It")], {"prc": []}))
    monkeypatch.setattr(problems, "_TEMPLATES", {})
    found = pickle.loads(sent)
    assert found.problems[0].text == "It is odd." and found.fates == {"prc": []}


class OtherProgram:
    """This machine's program has another digest; where this is sent to, that of the program there is taken."""

    def __call__(self):
        return "0" * 64

    def __reduce__(self):
        return getattr, (program, "program_digest")


def test_another_version_is_told_before_anything_is_sent(cluster, club, monkeypatch):
    monkeypatch.setattr(clusters, "program_digest", OtherProgram())
    sent = iter(range(3))
    with pytest.raises(BrokenFile) as raised:
        list(clusters.on_cluster(slowly, sent, cluster.scheduler_address))
    problems = raised.value.problems
    assert problems and {problem.code for problem in problems} == {"cluster-versions"}
    assert next(sent) == 0
    run = pbem("verify", club / "a.json", "--cluster", cluster.scheduler_address, "--json")
    assert run.code == 5 and run.json["problems"][0]["code"] == "cluster-versions"


def test_versions_that_differ_are_named():
    own = dict.fromkeys(clusters.COMPARED, "1")
    problems = clusters._differences(own, {"The worker x": {**own, "msgpack": "2"}, "The scheduler": own})
    assert [problem.text for problem in problems] == ["The worker x has msgpack 2; this machine has 1."]


def test_where_no_cluster_is(club, monkeypatch):
    import distributed

    usual = distributed.Client  # it waits for ten seconds
    monkeypatch.setattr(distributed, "Client", lambda **words: usual(**{**words, "timeout": 1}))
    run = pbem("verify", club / "a.json", "--cluster", "tcp://127.0.0.1:9", "--json")
    assert run.code == 5 and run.json["problems"][0]["code"] == "cluster-none"


@pytest.mark.longer
def test_random_play_there_is_the_same(cluster):
    words = ("selfplay", "red-dragon/ready", "--games", "6", "--no-census", "--no-check", "--json")
    runs = [pbem(*words, *more) for more in ([], ["--jobs", "2"], ["--cluster", cluster.scheduler_address])]
    assert [run.code for run in runs] == [0, 0, 0] and runs[0].json["decisions"] > 100
    assert runs[0].out == runs[1].out == runs[2].out


@pytest.mark.longer
def test_a_rehearsal_there_is_the_same(cluster, club):
    orders = write_orders(
        club / "a.json", "prc", "op 5 with prc-jh-7-1", "then: pass", "always return-fire: return fire default"
    )
    words = ("whatif", club / "a.json", orders, "--repeat", "25", "--draws", "aa", "--json")
    runs = [pbem(*words, *more) for more in ([], ["--jobs", "2"], ["--cluster", cluster.scheduler_address])]
    assert [run.code for run in runs] == [0, 0, 0] and runs[0].json["runs"] == 25
    assert runs[0].out == runs[1].out == runs[2].out


@pytest.mark.longer
def test_an_archive_made_there_is_the_same(cluster, club, tmp_path):
    names, told = [club / name for name in ("a.json", "b.json", "c.json")], []
    for place, more in (
        ("here.db", []),
        ("jobs.db", ["--jobs", "2"]),
        ("there.db", ["--cluster", cluster.scheduler_address]),
    ):
        run = pbem("archive", "load", tmp_path / place, *names, "--json", *more)
        rows = pbem("archive", "query", tmp_path / place, "select * from entries order by id", "--format", "json")
        told.append((run.code, run.out, rows.out))
    assert told[0][0] == 4 and len(told[0][2]) > 1000
    assert told[0] == told[1] == told[2]


@pytest.mark.longer
def test_a_site_made_there_is_the_same(cluster, club, tmp_path):
    for place, more in (("here", []), ("there", ["--cluster", cluster.scheduler_address])):
        assert pbem("site", club / "a.json", "-o", tmp_path / place, "--jobs", "1", *more).code == 0
    pages = [
        {path.relative_to(tmp_path / place): path.read_bytes() for path in (tmp_path / place).rglob("*.*")}
        for place in ("here", "there")
    ]
    assert len(pages[0]) > 3 and pages[0] == pages[1]


@pytest.mark.longer
def test_batches_grow_and_shrink_to_a_second():
    assert clusters._fitting(4, 0.1, 4) == 16 and clusters._fitting(16, 0.4, 16) == 40
    assert clusters._fitting(40, 4.0, 40) == 10 and clusters._fitting(4, 9.0, 1) == 1
    assert clusters._fitting(400, 0.0, 4) == clusters.LARGEST
