"""Work on a Dask cluster: what one process comes to, whatever dies under way; versions are compared first."""

import os
import signal
import threading
import time
from functools import partial

import pytest

pytest.importorskip("distributed")

import pbem as package
from pbem.core.data import cluster as clusters
from pbem.core.data import program
from pbem.core.data.problems import BrokenFile
from tests.cli.tools import finished_game, new_game, pbem, write_orders
from tests.cluster import compared, games_of, killing, local_cluster


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


def test_many_games_are_verified_there_as_here(cluster, club):
    names = [*sorted(map(str, club.glob("?.json"))), str(club / "none.json")]
    here, there = (pbem("verify", *names, "--json", *more) for more in ([], ["--cluster", cluster.scheduler_address]))
    assert here.code == there.code == 4 and len(here.out.splitlines()) == 5
    assert there.out == here.out
    one = pbem("verify", club / "a.json", "--cluster", cluster.scheduler_address)
    assert one.code == 0 and "holds" in one.out


def test_workers_that_are_killed_under_way_change_nothing(cluster, club, tmp_path):
    """The small sample of make cluster-test."""
    here, there, killed, _ = compared(cluster, games_of(club / "b.json", tmp_path, 120), 1, 0.3)
    assert killed and there == here
    assert [row["exit"] for row in here[:8]] == [0, 0, 0, 4, 0, 0, 0, 0]


def slowly(batch):
    time.sleep(0.05 * len(batch))
    return [2 * piece for piece in batch]


def test_each_piece_comes_once_though_workers_die(cluster):
    with killing(cluster, 2, pause=0.4) as killed:
        rows = [
            row
            for batch, made in clusters.on_cluster(slowly, range(80), cluster.scheduler_address)
            for row in zip(batch, made)
        ]
    assert killed and sorted(rows) == [(piece, 2 * piece) for piece in range(80)]


def deadly(batch):
    if 13 in batch:
        os.kill(os.getpid(), signal.SIGKILL)
    return batch


def test_a_piece_that_kills_its_worker_is_tried_alone_and_named(cluster):
    found = list(clusters.on_cluster(deadly, range(30), cluster.scheduler_address))
    assert ([13], None) in found
    assert sorted(piece for batch, made in found if made is not None for piece in made) == [
        n for n in range(30) if n != 13
    ]


def unlucky(folder, batch):
    """Loses its worker twice, with the piece that has no part in it."""
    lost = len(os.listdir(folder))
    if 13 in batch and lost < 2:
        open(os.path.join(folder, str(lost)), "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return batch


def test_a_piece_whose_worker_is_lost_once_more_by_chance_is_not_named(cluster, tmp_path):
    found = list(clusters.on_cluster(partial(unlucky, str(tmp_path)), range(30), cluster.scheduler_address))
    assert len(os.listdir(tmp_path)) == 2
    assert sorted(piece for _, made in found for piece in made or ()) == list(range(30))


def dying(seconds, batch):
    """A large result, and a worker that dies while it is made or fetched, wherever the first piece is."""

    def die(seconds):
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGKILL)

    if 0 in batch:
        threading.Thread(target=die, args=(seconds,)).start()
    return [b"x" * 40_000_000 for _ in batch]


class Unfetchable:
    """Ends the worker that packs it up to be sent."""

    def __reduce__(self):
        os.kill(os.getpid(), signal.SIGKILL)


def late_death(work, batch, digest, attempt=-1):
    return 0.1, Unfetchable() if 3 in batch else work(batch)


def test_a_result_that_is_lost_with_its_worker_is_not_waited_for_for_ever(cluster):
    found = list(clusters.on_cluster(partial(dying, 0.2), range(8), cluster.scheduler_address, patience=10))
    assert sorted(piece for batch, _ in found for piece in batch) == list(range(8))


def test_a_piece_whose_result_never_arrives_is_named_and_the_cluster_is_not_called_lost(cluster, monkeypatch):
    """Its worker dies as soon as the result is there, each time."""
    monkeypatch.setattr(clusters, "_timed", late_death)
    found = list(clusters.on_cluster(list, range(12), cluster.scheduler_address, patience=8))
    assert ([3], None) in found
    assert sorted(piece for batch, made in found if made is not None for piece in made) == [
        n for n in range(12) if n != 3
    ]


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

    monkeypatch.setattr(problems, "TEMPLATES", {**problems.TEMPLATES, "only-there": "{what} is odd."})
    sent = pickle.dumps(package.Refused([package.Problem("only-there", what="It")], {"prc": []}))
    monkeypatch.setattr(problems, "TEMPLATES", {})
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
    assert [problem.text for problem in problems] == ["The worker x has msgpack 2, and this machine 1."]


def test_where_no_cluster_is(club, monkeypatch):
    import distributed

    usual = distributed.Client  # it waits for ten seconds
    monkeypatch.setattr(distributed, "Client", lambda **words: usual(**{**words, "timeout": 1}))
    run = pbem("verify", club / "a.json", "--cluster", "tcp://127.0.0.1:9", "--json")
    assert run.code == 5 and run.json["problems"][0]["code"] == "cluster-none"


def test_random_play_there_is_the_same(cluster):
    words = ("selfplay", "red-dragon/ready", "--games", "6", "--no-census", "--no-check", "--json")
    runs = [pbem(*words, *more) for more in ([], ["--jobs", "2"], ["--cluster", cluster.scheduler_address])]
    assert [run.code for run in runs] == [0, 0, 0] and runs[0].json["decisions"] > 100
    assert runs[0].out == runs[1].out == runs[2].out


def test_a_rehearsal_there_is_the_same(cluster, club):
    orders = write_orders(
        club / "a.json", "prc", "op 5 with prc-jh-7-1", "pass", "when return-fire: return fire default"
    )
    words = ("whatif", club / "a.json", orders, "--repeat", "25", "--draws", "aa", "--json")
    runs = [pbem(*words, *more) for more in ([], ["--jobs", "2"], ["--cluster", cluster.scheduler_address])]
    assert [run.code for run in runs] == [0, 0, 0] and runs[0].json["runs"] == 25
    assert runs[0].out == runs[1].out == runs[2].out


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


def test_a_site_made_there_is_the_same(cluster, club, tmp_path):
    for place, more in (("here", []), ("there", ["--cluster", cluster.scheduler_address])):
        assert pbem("site", club / "a.json", "-o", tmp_path / place, "--jobs", "1", *more).code == 0
    pages = [
        {path.relative_to(tmp_path / place): path.read_bytes() for path in (tmp_path / place).rglob("*.*")}
        for place in ("here", "there")
    ]
    assert len(pages[0]) > 3 and pages[0] == pages[1]


def test_batches_grow_and_shrink_to_a_second():
    assert clusters._fitting(4, 0.1, 4) == 16 and clusters._fitting(16, 0.4, 16) == 40
    assert clusters._fitting(40, 4.0, 40) == 10 and clusters._fitting(4, 9.0, 1) == 1
    assert clusters._fitting(400, 0.0, 4) == clusters.LARGEST
