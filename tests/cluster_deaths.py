"""What comes of work on a Dask cluster while its workers die (make cluster-test, for each death is waited for)."""

import os
import signal
import threading
import time
from functools import partial

import pytest

from pbem.core.data import cluster as clusters
from tests.cli.tools import finished_game
from tests.cluster import compared, games_of, killing, local_cluster


@pytest.fixture(scope="module")
def cluster():
    with local_cluster() as found:
        yield found


def slowly(batch):
    time.sleep(0.05 * len(batch))
    return [2 * piece for piece in batch]


def test_workers_that_are_killed_under_way_change_nothing(cluster, tmp_path):
    """A small sample of what tests/cluster.py does at length."""
    here, there, killed, _ = compared(cluster, games_of(finished_game(tmp_path), tmp_path, 120), 1, 0.3)
    assert killed and there == here
    assert [row["exit"] for row in here[:8]] == [0, 0, 0, 4, 0, 0, 0, 0]


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
    found = list(clusters.on_cluster(partial(dying, 0.2), range(8), cluster.scheduler_address, patience=30))
    assert sorted(piece for batch, _ in found for piece in batch) == list(range(8))


def test_a_piece_whose_result_never_arrives_is_named_and_the_cluster_is_not_called_lost(cluster, monkeypatch):
    """Its worker dies as soon as the result is there, each time."""
    monkeypatch.setattr(clusters, "_timed", late_death)
    found = list(clusters.on_cluster(list, range(12), cluster.scheduler_address, patience=30))
    assert ([3], None) in found
    assert sorted(piece for batch, made in found if made is not None for piece in made) == [
        n for n in range(12) if n != 3
    ]
