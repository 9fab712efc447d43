"""Work shared by many machines: a cluster of Dask's, which somebody else keeps (docs/scale.md).

Nothing here schedules.  Pieces of work (paths, bytes, numbers) are handed to Dask's client in batches that take about a
second, a few batches a worker at once, and results come back in any order.  (Its executor, over the same client, loses
a result whose worker dies between the end of the work and its fetching, and whoever waits for that waits for ever.)  A
worker that is lost costs its batches again, which is Dask's doing; so work may run twice, must write nothing or the
same again, and each result is given out once.  Equal calls are one call to Dask: what is to be random has its seed
among the arguments.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from threading import Lock
from time import monotonic, perf_counter
from typing import Any

from .problems import BrokenFile, Problem
from .program import program_digest

MISSING = "evidence missing"
SECONDS = 1.0  # that a batch should take
FIRST, LARGEST = 4, 500  # pieces of the first batches, and of the longest
TRIES = 2  # of a piece alone, before it is said to end its workers
AHEAD = 2  # batches under way for each worker: one is done, one waits beside it
PATIENCE = 60  # seconds without any worker until the cluster is given up
COMPARED = ("python", "dask", "distributed", "msgpack", "cloudpickle")


_ALONE = Lock()


def on_cluster(
    work: Callable[[list[Any]], Any], pieces: Iterable[Any], address: str, patience: float = PATIENCE
) -> Iterator[tuple[list[Any], Any]]:
    """``(batch, work(batch))`` for all `pieces`, in the order in which they are done, each piece once.

    work      a function of a module of pbem, or a partial of one; it and the pieces are sent (pickle)
    address   of the scheduler, tcp://host:8786, or the path of its scheduler file
    patience  seconds without any worker until the cluster is given up
    A batch that ends its workers, while it is worked on or before its result is fetched, is tried again piece by piece,
    with nothing else under way; a piece that ends them alone comes as ``([piece], None)``.  Raises BrokenFile if there
    is no such cluster, if its machines have other versions than this one, which is looked at before anything is sent,
    or if it is lost.
    """
    client = _client(address, patience)
    try:
        _compare(client, address)
        yield from _shared(client, work, iter(pieces), patience)
    finally:
        client.close()


def _client(address: str, patience: float) -> Any:
    from distributed import Client

    where = {"scheduler_file": address} if os.path.isfile(address) else {"address": address}
    try:
        return Client(**where, timeout=min(patience, 10), set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise _trouble("cluster-none", address=address, reason=str(error).split("\n")[0].rstrip(".")) from None


def _shared(client: Any, work: Callable[[list[Any]], Any], left: Iterator[Any], patience: float) -> Iterator[Any]:
    """All pieces, a few batches for each worker under way; what ended workers is tried alone at the end."""
    from distributed import KilledWorker

    digest = program_digest()
    under_way: dict[Any, list[Any]] = {}
    suspects: list[Any] = []
    size = FIRST
    while True:
        room = AHEAD * max(1, _workers(client))
        while len(under_way) < room and (batch := list(islice(left, size))):
            under_way[client.submit(_timed, work, batch, digest)] = batch
        if not under_way:
            break
        for future in _done(client, under_way, patience):
            batch = under_way.pop(future)
            try:
                spent, made = _result(client, future, patience)
            except (KilledWorker, _Lost):
                suspects += batch
                continue
            size = _fitting(size, spent, len(batch))
            yield batch, made
    for number, piece in enumerate(suspects):
        yield [piece], _alone(client, work, piece, digest, number, patience)


def _alone(client: Any, work: Callable[[list[Any]], Any], piece: Any, digest: str, number: int, patience: float) -> Any:
    """``work([piece])`` with nothing else under way, or None if that ends its workers each of TRIES times: one may also
    be lost by chance."""
    from distributed import KilledWorker

    for attempt in range(TRIES * number, TRIES * number + TRIES):
        try:
            return _result(client, client.submit(_timed, work, [piece], digest, attempt), patience)[1]
        except (KilledWorker, _Lost):
            continue
    return None


def _done(client: Any, futures: Iterable[Any], patience: float) -> Any:
    """Futures that are done, at least one; BrokenFile when no worker has been there for so long."""
    from distributed import wait

    def finished() -> Any:
        with client.as_current():
            return wait(list(futures), timeout=1, return_when="FIRST_COMPLETED").done  # type: ignore[no-untyped-call]

    return _patiently(client, patience, finished)


class _Lost(Exception):
    """A result that was made and could not be fetched, since its worker died each time."""


def _result(client: Any, future: Any, patience: float) -> Any:
    """What a future came to, which is fetched from its worker now; made again first if that one has died since.

    Dask counts against a piece only workers that die while they work on it; one that ends them a moment later would
    be made again for ever.  Raises _Lost after `patience` seconds of that."""
    from distributed import TimeoutError as Late

    _done(client, [future], patience)
    try:
        return _unless_gone(lambda: future.result(timeout=max(1, patience)))
    except Late:
        raise _Lost from None


def _patiently(client: Any, patience: float, attempt: Callable[[], Any]) -> Any:
    """What an attempt gives that has a time of its own, made again while there are workers."""
    from distributed import TimeoutError as Late

    since = monotonic()
    while True:
        try:
            return _unless_gone(attempt)
        except Late:
            since = monotonic() if _workers(client) else since
        if monotonic() - since >= patience:
            raise _trouble("cluster-lost", reason=f"no worker has been there for {patience:g} seconds")


def _unless_gone(attempt: Callable[[], Any]) -> Any:
    """What an attempt gives; BrokenFile when there is no scheduler any more."""
    from concurrent.futures import CancelledError

    try:
        return attempt()
    except CancelledError:
        raise _trouble("cluster-lost", reason="its scheduler is gone") from None


def _fitting(size: int, spent: float, count: int) -> int:
    """How long the next batch should be, so that it takes about a second; it grows no faster than fourfold."""
    wanted = int(SECONDS * count / spent) if spent > 0 else LARGEST
    return max(1, min(wanted, 4 * size, LARGEST))


def _timed(work: Callable[[list[Any]], Any], batch: list[Any], digest: str, attempt: int = -1) -> tuple[float, Any]:
    """What a worker does: ``(seconds, work(batch))``.  A worker of another version that came later refuses.

    attempt   makes a call that is tried again another call than the first"""
    with _ALONE:  # a worker may have threads; pbem works in one at a time
        if program_digest() != digest:
            raise _trouble(
                "cluster-versions", who="A worker", what="pbem", found=program_digest()[:8], wanted=digest[:8]
            )
        start = perf_counter()
        made = work(batch)
        return perf_counter() - start, made


# -- versions --------------------------------------------------------------------------------------------------


def _workers(client: Any) -> int:
    """How many threads for work there are now."""
    return sum(one["nthreads"] for one in client.scheduler_info(n_workers=-1)["workers"].values())


def _compare(client: Any, address: str) -> None:
    """Raise BrokenFile for every machine of the cluster whose Python, Dask or pbem is not that of this machine."""
    if not _workers(client):
        try:
            client.wait_for_workers(1, timeout=10)
        except TimeoutError:
            raise _trouble("cluster-empty", address=address) from None
    found = client.get_versions()
    own = _known(found["client"])
    others = {"The scheduler": _known(found["scheduler"])}
    others |= {f"The worker {name}": _known(one) for name, one in sorted(found["workers"].items())}
    problems = _differences(own, others)
    if not problems:
        mine = program_digest()
        for name, digest in sorted(client.run(program_digest, on_error="return").items()):
            if digest != mine:
                shown = digest[:8] if isinstance(digest, str) else "none"
                problems.append(_version(f"The worker {name}", "pbem", shown, mine[:8]))
    BrokenFile.if_any(problems)


def _known(versions: dict[str, Any]) -> dict[str, str]:
    """What is compared of the versions of one machine; of Python the first two numbers."""
    python = ".".join(str(versions["host"]["python"]).split(".")[:2])
    return {name: python if name == "python" else str(versions["packages"].get(name)) for name in COMPARED}


def _differences(own: dict[str, str], others: dict[str, dict[str, str]]) -> list[Problem]:
    return [
        _version(who, name, there[name], own[name])
        for who, there in others.items()
        for name in COMPARED
        if there[name] not in (own[name], "None")
    ]


def _version(who: str, what: str, found: str, wanted: str) -> Problem:
    return Problem("cluster-versions", level=MISSING, who=who, what=what, found=found, wanted=wanted)


def _trouble(code: str, **fields: Any) -> BrokenFile:
    return BrokenFile(Problem(code, level=MISSING, **fields))
