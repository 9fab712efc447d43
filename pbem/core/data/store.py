"""Files: read with limits, written whole and then renamed, and locked against a second run.

The only module of the core that touches the file system.  Rules never see it.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from . import system
from .canon import CanonError, loads
from .problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused

MAX_BYTES = 64 * 1024 * 1024
LOCK_SECONDS = 10
PART = ".part"
WRITTEN: list[str] = []
"""What this process has written and cannot make again, in order: what is said when somebody ends it early."""
Folder = str | os.PathLike[str]
"""A folder as it is named."""


def read_bytes(path: str, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file, or of standard input for ``-``.  Raises BrokenFile when it is unreadable or too large."""
    try:
        if path == "-":
            import sys

            if sys.stdin is None:
                raise BrokenFile(Problem("file-unreadable", where=path, reason="standard input is closed"))
            data = sys.stdin.buffer.read(limit + 1)
        else:
            _refuse_no_file(path)
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size > limit:
                    raise BrokenFile(Problem("file-too-large", where=str(path), size=size, most=limit))
                data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BrokenFile(Problem("file-unreadable", where=str(path), reason=reason)) from None
    if len(data) > limit:
        raise BrokenFile(Problem("file-too-large", where=str(path), size=f"more than {limit}", most=limit))
    return data


def _refuse_no_file(path: str) -> None:
    """Raise BrokenFile for a pipe, a device or a folder: what it holds has no size, and may never end."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise BrokenFile(Problem("file-folder" if os.path.isdir(path) else "file-no-file", where=str(path)))


def read_json(path: str, limit: int = MAX_BYTES) -> Any:
    """The value of a JSON file in the strict form of fairness.md 2.  Raises BrokenFile naming line and column."""
    return parse_json(read_bytes(path, limit), path, limit)


def read_text(path: str, limit: int = MAX_BYTES) -> str:
    """A file as UTF-8 text; raises BrokenFile naming line and column of what is not."""
    data = read_bytes(path, limit)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        where = f"{path}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
        raise BrokenFile(Problem("file-not-utf8", level=NOT_UNDERSTOOD, where=where)) from None


def read_document(path: str, limit: int = MAX_BYTES) -> tuple[Any, str]:
    """``(value, text)`` of a JSON file that a person wrote: a patch, a position, a case.

    Raises Refused for what is not understood, naming line and column; BrokenFile if the file cannot be read at all.
    """
    try:
        text = read_text(path, limit)
        return parse_json(text, path, limit), text
    except BrokenFile as error:
        if error.problems[0].code in ("file-unreadable", "file-no-file", "file-folder"):
            raise
        raise Refused(error.problems) from None


def parse_json(data: str | bytes, path: str, limit: int = MAX_BYTES) -> Any:
    """The value of JSON bytes or text that were read from `path`.  Raises BrokenFile naming line and column."""
    try:
        return loads(data, limit)
    except CanonError as error:
        where = ":".join(str(part) for part in (path, error.line, error.column) if part)
        raise BrokenFile(
            Problem("file-not-json", level=NOT_UNDERSTOOD, where=where, reason=error.message.rstrip("."))
        ) from None


def write(path: str, data: bytes | str | Iterable[bytes], mode: int = 0o666, lasting: bool = True) -> None:
    """Write a file whole beside its place, flush it to the disk, then rename; ``-`` is standard output.

    Nobody ever sees half a file: a full disk or a kill at any moment leaves the old one as it was.  A link is followed;
    what is no plain file (a pipe, a device) is written as it is.  What is not `lasting` can be made again, and is not
    flushed to the disk.

    data   text, bytes, or pieces of bytes (to be gone through more than once) that stand one after the other
    """
    data = data.encode() if isinstance(data, str) else data
    pieces = [data] if isinstance(data, bytes) else data
    if path == "-":
        import sys

        stream = getattr(sys.stdout, "buffer", None)
        if stream is None:
            raise BrokenFile(Problem("file-not-written", where=path, reason="standard output is closed"))
        stream.writelines(pieces)
        stream.flush()
        return
    if os.path.exists(path) and not os.path.isfile(path):
        _write_through(path, pieces)
        return
    _refuse_over(path, pieces)
    folder, name = os.path.split(os.path.realpath(path))
    draft = ""
    try:
        with writing(path):
            handle, draft = _draft(folder, name, mode)
            with os.fdopen(handle, "wb") as file:
                file.writelines(pieces)
                file.flush()
                if lasting:
                    os.fsync(file.fileno())
            system.replace(draft, os.path.join(folder, name))
            if lasting:
                WRITTEN.append(path)
                system.sync_folder(folder)
    finally:
        _remove(draft)


def _draft(folder: str, name: str, mode: int) -> tuple[int, str]:
    """A new file beside the one that it becomes, under a name that nobody can know beforehand: what lies there, or
    where a link there leads, is never written to."""
    while True:
        draft = os.path.join(folder, f".{name}.{os.urandom(8).hex()}{PART}")
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | system.NO_LINK | system.BYTES
            return os.open(draft, flags, mode), draft
        except FileExistsError:
            continue


_PRECIOUS = {"a game file": (b'[{"charter":', b""), "a secret file": (b'{"game":', b'"pbem":"secret/')}


def _refuse_over(path: str, pieces: Iterable[bytes]) -> None:
    """Raise BrokenFile for an output that would take the place of a game or of a secret and is neither: an option that
    names the wrong file, in whatever command, never costs one."""
    if not os.path.isfile(path):
        return
    for what, (start, within) in _PRECIOUS.items():
        with open(path, "rb") as file:
            is_one = file.read(len(start)) == start and (not within or within in file.read(MAX_BYTES))
        if is_one and not next(iter(pieces), b"").startswith(start):
            raise BrokenFile(Problem("file-precious", where=str(path), what=what))


PRIVATE = 0o700  # of a folder: for its owner alone


def make_folder(path: Folder, mode: int = 0o777) -> None:
    """Make a folder, and those above it, where it is not there; raises BrokenFile where it cannot be."""
    with writing(path):
        os.makedirs(path, mode, exist_ok=True)


@contextmanager
def writing(path: Folder) -> Iterator[None]:
    """A context in which something is written at a place: what the system refuses is a BrokenFile."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise BrokenFile(Problem("file-not-written", where=os.fspath(path), reason=reason)) from None


def holds(path: str, pieces: Iterable[bytes]) -> bool:
    """True if a file holds these pieces of bytes, one after the other, and nothing else."""
    try:
        with open(path, "rb", buffering=2**18) as file:
            return all(file.read(len(piece)) == piece for piece in pieces) and not file.read(1)
    except OSError:
        return False


def remove_draft(path: str) -> None:
    """Remove what killed runs left of a private file under other names; the caller holds its lock."""
    folder, name = os.path.split(os.path.realpath(path))
    for found in os.listdir(folder):
        if found.startswith(f".{name}.") and re.fullmatch(rf"[0-9a-f]{{16}}{re.escape(PART)}", found[len(name) + 2 :]):
            _remove(os.path.join(folder, found))


def _write_through(path: str, pieces: Iterable[bytes]) -> None:
    """Write to a pipe or a device, which cannot be renamed; a pipe from which nobody reads is not waited for."""
    with writing(path):
        handle = os.open(path, os.O_WRONLY | system.AT_ONCE | system.BYTES)
        system.wait_from_now_on(handle)
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)


class Lock:
    """``with Lock(path):`` keeps a second run waiting up to ten seconds; then BrokenFile.

    The lock lies beside the file's real place, so that two names of one file are one lock; it is one of the operating
    system, so that a killed run leaves nothing locked.  It may not hold in synced or network folders.
    """

    def __init__(self, path: str, seconds: float = LOCK_SECONDS) -> None:
        self.path, self.seconds = f"{os.path.realpath(path)}.lock", seconds
        self._handle = -1

    def __enter__(self) -> "Lock":
        import time

        end = time.monotonic() + self.seconds
        with writing(self.path):
            while not self._is_ours():
                if time.monotonic() >= end:
                    raise BrokenFile(Problem("file-locked", where=self.path, lock=self.path))
                time.sleep(system.PAUSE)
        return self

    def _is_ours(self) -> bool:
        """Take the lock if nobody has it; a file that whoever had it has removed meanwhile locks nothing."""
        self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | system.NO_LINK | system.AT_ONCE)
        is_taken = system.lock(self._handle) and os.fstat(self._handle).st_nlink > 0
        if not is_taken:
            os.close(self._handle)
        return is_taken

    def __exit__(self, *_: object) -> None:
        """Removed while it is ours, where the system lets it: whoever waited for it then sees that it has no name any
        more, and takes a new one."""
        _remove(self.path)
        system.unlock(self._handle)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
