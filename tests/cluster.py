"""make cluster-test: many games verified on a cluster of this machine while workers are killed, and the same without.

python tests/cluster.py [--games 600] [--workers 2] [--kills 8]
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


@contextmanager
def local_cluster(workers=2):
    """A cluster of this machine that gives a task up when one worker has died of it, and always starts a new one: as it
    comes, it lets a worker go for good that is found dead once more fifteen seconds after it was killed."""
    import dask
    from distributed import LocalCluster

    settings = {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.comm.timeouts.connect": "20s",
        "distributed.deploy.lost-worker-timeout": "1 day",
    }
    with dask.config.set(settings):
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
            yield cluster


def at_work(cluster):
    """The process ids of its workers that have a task now."""
    states = cluster.scheduler.workers
    pairs = [(states.get(nanny.worker_address), nanny.pid) for nanny in cluster.workers.values()]
    return [pid for state, pid in pairs if pid and state is not None and state.processing]


@contextmanager
def killing(cluster, kills, seed=1, pause=1.0):
    """Meanwhile workers are killed at their work, the first as soon as one has some, the others after pauses (seconds);
    gives a list that is filled with their process ids."""
    chosen, done, killed = random.Random(seed), threading.Event(), []

    def kill():
        while len(killed) < kills and not done.wait(pause if killed else 0.002):
            alive = [pid for pid in at_work(cluster) if pid not in killed]
            if alive:
                killed.append(chosen.choice(alive))
                os.kill(killed[-1], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        done.set()
        thread.join()


def games_of(source, folder, count):
    """Copies of a game file under names of their own, every seventh of them damaged; their paths."""
    data = Path(source).read_bytes()
    paths = [Path(folder) / f"{number:05}.json" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(data.replace(b'"n":1', b'"n":7', 1) if number % 7 == 3 else data)
    return [str(path) for path in paths]


def compared(cluster, paths, kills, pause=1.0):
    """``(rows here, rows of the cluster, process ids that were killed under way, seconds of each)``."""
    import pbem

    start = time.perf_counter()
    here = list(pbem.each(paths, "verify"))
    middle = time.perf_counter()
    with killing(cluster, kills, pause=pause) as killed:
        there = list(pbem.each(paths, "verify", cluster=cluster.scheduler_address))
    return here, there, list(killed), (middle - start, time.perf_counter() - middle)


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--games", type=int, default=600)
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--kills", type=int, default=8)
    wanted = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, local_cluster(wanted.workers) as cluster:
        os.environ["PBEM_MEMORY"] = os.path.join(folder, "memory")
        from tests.cli.tools import finished_game

        games = Path(folder) / "games"
        games.mkdir()
        paths = games_of(finished_game(Path(folder), "source.json"), games, wanted.games)
        here, there, killed, seconds = compared(cluster, paths, wanted.kills)
    same = here == there
    told = {"games": len(paths), "same": same, "killed": len(killed), "here": seconds[0], "there": seconds[1]}
    print(json.dumps(told))
    return 0 if same and killed else 1


if __name__ == "__main__":
    sys.exit(main())
