"""Work shared by several processes, of which any may be killed: what it was doing is tried again, and what kills twice
is told apart from the rest."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from .problems import Problem
from .system import MOST_PROCESSES, start_method

Work = Callable[[Sequence[Any]], Any]


def ended(where: str) -> Problem:
    """The problem of a game that ended its process twice."""
    return Problem("game-ended-process", level="evidence missing", where=where)


def in_processes(work: Work, batches: Sequence[Sequence[Any]], jobs: int) -> Iterator[tuple[Any, Any]]:
    """``(batch, work(batch))`` for every batch, in their order, `jobs` of them at once.

    What was under way in a process that ended is done again in a process of its own, first the batch, then piece by
    piece; a piece that ends that one too comes as ``([piece], None)``.  So `work` may run more than once for a piece,
    and must not mind that."""
    for batch, made in _in_pool(work, batches, jobs):
        yield from [(batch, made)] if made is not None else _again(work, batch)


def shared(
    work: Work, pieces: Iterable[Any], size: int, jobs: int = 1, cluster: str | None = None
) -> Iterator[tuple[Any, Any]]:
    """``(batch, work(batch))`` for all pieces: here, by `jobs` processes in batches of `size`, or on the `cluster` at
    an address, in any order and in batches of about a second (cluster.on_cluster).

    What ends the process that works at it comes as ``([piece], None)``; not of one process alone, which is this one."""
    if cluster:
        from .cluster import on_cluster

        yield from on_cluster(work, pieces, cluster)
        return
    pieces = iter(pieces)
    batches = iter(lambda: list(islice(pieces, size)), [])
    yield from in_processes(work, list(batches), jobs) if jobs > 1 else ((batch, work(batch)) for batch in batches)


def in_order(numbered: Iterable[tuple[int, Any]]) -> Iterator[Any]:
    """What comes numbered from 0 in any order, in its order, each as soon as all before it are there."""
    waiting: dict[int, Any] = {}
    due = 0
    for number, made in numbered:
        waiting[number] = made
        while due in waiting:
            yield waiting.pop(due)
            due += 1


def _in_pool(work: Work, batches: Sequence[Sequence[Any]], jobs: int) -> Iterator[tuple[Any, Any]]:
    """``(batch, what was made, or None if a process died)`` of every batch, in order."""
    import gc
    import multiprocessing
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    gc.freeze()  # what children have from their parent they need neither look through nor copy
    jobs = max(1, min(jobs, len(batches), MOST_PROCESSES))
    context, at_once = multiprocessing.get_context(start_method()), (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(jobs, context, signal.signal, at_once) as pool:  # who is interrupted ends all of them
        waiting: list[tuple[Sequence[Any], Any]] = []
        for batch in batches:
            try:
                waiting.append((batch, pool.submit(work, batch)))
            except BrokenProcessPool:
                waiting.append((batch, None))
        try:
            for batch, future in waiting:
                try:
                    yield batch, future and future.result()
                except BrokenProcessPool:
                    yield batch, None
        finally:
            gc.unfreeze()
            pool.shutdown(cancel_futures=True)


def _again(work: Work, batch: Sequence[Any]) -> list[tuple[Any, Any]]:
    """A batch that was lost with its process: all in a new one, and if that dies too, piece by piece."""
    ((_, made),) = _in_pool(work, [batch], 1)
    if made is not None:
        return [(batch, made)]
    if len(batch) > 1:
        return [row for piece in batch for row in _again(work, [piece])]
    return [(batch, None)]
