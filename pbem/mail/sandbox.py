"""Work on what a stranger wrote, in a process of its own with limits: what hangs or eats memory ends there, alone.

A message is read by libraries that nobody has proven to be linear.  So the desk forks, the child reads, and only its
JSON comes back.  A child that is stopped is a fact about its message, told to the referee, and nothing else.
"""

import os
import signal
from collections.abc import Callable
from typing import Any, NoReturn

SECONDS = 2  # of a processor's time
MEGABYTES = 200  # more than the desk has when it begins
PATIENCE = 60  # seconds on the clock, for a machine with much else to do
MOST_ANSWER = 32 * 2**20  # bytes of JSON


class Stopped(Exception):
    """The child did not come to an end; `why` says what stopped it, in words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def run_in_sandbox(work: Callable[[], Any], seconds: int = SECONDS) -> Any:
    """The value that `work()` returns, which must be JSON, worked out in a child process.  Raises Stopped.

    seconds   of processor time, after which the system ends the child
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _serve(work, writing, reading, seconds)
    os.close(writing)
    try:
        answer = _answer(reading, child)
    finally:
        os.close(reading)
        _, status = os.waitpid(child, 0)
    return _value(answer, status)


def _serve(work: Callable[[], Any], writing: int, reading: int, seconds: int) -> NoReturn:
    """The child's whole life: limits, work, one line of JSON, and out without any clearing up of the parent's."""
    import gc
    import json

    gc.disable()  # a search for rubbish would write to, and so copy, all that the parent holds
    os.close(reading)
    try:
        _limit(seconds)
        words = json.dumps({"value": work()})
    except MemoryError:
        words = '{"stopped": "it took too much memory"}'
    except RecursionError:
        words = '{"stopped": "it is nested without end"}'
    except BaseException as error:  # whatever a library meets in a stranger's bytes
        words = json.dumps({"stopped": f"it cannot be read ({type(error).__name__})"})
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(words.encode())
    finally:
        os._exit(0)


def _limit(seconds: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    held = _held()
    if held:
        resource.setrlimit(resource.RLIMIT_AS, (held + MEGABYTES * 2**20,) * 2)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)


def _held() -> int:
    """The address space of this process in bytes, or 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _answer(reading: int, child: int) -> bytes:
    """What the child wrote; a child that is silent for too long, or says too much, is ended."""
    import select

    parts: list[bytes] = []
    size = 0
    while select.select([reading], [], [], PATIENCE)[0]:
        part = os.read(reading, 2**16)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
        if size > MOST_ANSWER:
            break
    os.kill(child, signal.SIGKILL)
    return b""


def _value(answer: bytes, status: int) -> Any:
    import json

    if not answer:
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        raise Stopped("it took too long" if ended in (signal.SIGXCPU, signal.SIGKILL) else "its reader broke down")
    told = json.loads(answer)
    if "stopped" in told:
        raise Stopped(told["stopped"])
    return told["value"]
