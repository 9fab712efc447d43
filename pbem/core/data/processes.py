"""Work shared by several processes, of which any may be killed: what it was doing is tried again, and what kills twice
is told apart from the rest."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .problems import messages

messages({"game-ended-process": "Looking at this game ended the process twice: it may take more memory than there is."})


def in_processes(work: Callable[[Sequence], Any], batches: Sequence[Sequence], jobs: int) -> Iterator[tuple]:
    """``(batch, work(batch))`` for every batch, in their order, `jobs` of them at once.

    What was under way in a process that ended is done again in a process of its own, first the batch, then piece by
    piece; a piece that ends that one too comes as ``([piece], None)``.  So `work` may run more than once for a piece,
    and must not mind that."""
    for batch, made in _in_pool(work, batches, jobs):
        yield from [(batch, made)] if made is not None else _again(work, batch)


def _in_pool(work, batches, jobs):
    """``(batch, what was made, or None if a process died)`` of every batch, in order."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(jobs, mp_context=_context()) as pool:
        waiting = []
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
            pool.shutdown(cancel_futures=True)


def _again(work, batch):
    """A batch that was lost with its process: all in a new one, and if that dies too, piece by piece."""
    ((_, made),) = _in_pool(work, [batch], 1)
    if made is not None:
        return [(batch, made)]
    if len(batch) > 1:
        return [row for piece in batch for row in _again(work, [piece])]
    return [(batch, None)]


def _context():
    """Children that have what their parent has read, where the system can make them so."""
    import multiprocessing

    return multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
