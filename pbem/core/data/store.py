"""Files: read with limits, written whole and then renamed, and locked against a second run.

The only module of the core that touches the file system.  Rules never see it.
"""

import os

from .canon import CanonError, loads
from .problems import NOT_UNDERSTOOD, BrokenFile, Problem, Refused, messages

MAX_BYTES = 64 * 1024 * 1024
LOCK_SECONDS = 10

messages(
    {
        "file-unreadable": "The file cannot be read: {reason}.",
        "file-too-large": "The file has {size} bytes; at most {most} are read.",
        "file-not-utf8": "This is not UTF-8 text.",
        "file-not-json": "This is not the JSON that pbem reads: {reason}.",
        "file-not-written": "The file cannot be written: {reason}. The old one, if there was one, is as it was.",
        "file-locked": "Another run of pbem is working on this file (lock {lock}).",
    }
)


def read_bytes(path, limit=MAX_BYTES):
    """The bytes of a file, or of standard input for ``-``.  Raises BrokenFile when it is unreadable or too large."""
    try:
        if path == "-":
            import sys

            data = sys.stdin.buffer.read(limit + 1)
        else:
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


def read_json(path, limit=MAX_BYTES):
    """The value of a JSON file in the strict form of fairness.md 2.  Raises BrokenFile naming line and column."""
    return parse_json(read_bytes(path, limit), path, limit)


def read_text(path, limit=MAX_BYTES):
    """A file as UTF-8 text; raises BrokenFile naming line and column of what is not."""
    data = read_bytes(path, limit)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        where = f"{path}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
        raise BrokenFile(Problem("file-not-utf8", level=NOT_UNDERSTOOD, where=where)) from None


def read_document(path, limit=MAX_BYTES):
    """``(value, text)`` of a JSON file that a person wrote: a patch, a position, a case.

    Raises Refused for what is not understood, naming line and column; BrokenFile if the file cannot be read at all.
    """
    try:
        text = read_text(path, limit)
        return parse_json(text, path, limit), text
    except BrokenFile as error:
        if error.problems[0].code == "file-unreadable":
            raise
        raise Refused(error.problems) from None


def parse_json(data, path, limit=MAX_BYTES):
    """The value of JSON bytes or text that were read from `path`.  Raises BrokenFile naming line and column."""
    try:
        return loads(data, limit)
    except CanonError as error:
        where = ":".join(str(part) for part in (path, error.line, error.column) if part)
        raise BrokenFile(
            Problem("file-not-json", level=NOT_UNDERSTOOD, where=where, reason=error.message.rstrip("."))
        ) from None


def write(path, data, mode=0o666, lasting=True):
    """Write a file whole beside its place, flush it to the disk, then rename; ``-`` is standard output.

    Nobody ever sees half a file: a full disk or a kill at any moment leaves the old one as it was.  A link is followed;
    what is no plain file (a pipe, a device) is written as it is.  What is not `lasting` can be made again, and is not
    flushed to the disk.
    """
    if isinstance(data, str):
        data = data.encode()
    if path == "-":
        import sys

        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if os.path.exists(path) and not os.path.isfile(path):
        _write_through(path, data)
        return
    folder, name = os.path.split(os.path.realpath(path))
    draft = os.path.join(folder, f".{name}.{os.getpid()}.part")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        os.replace(draft, os.path.join(folder, name))
        if lasting:
            _sync_folder(folder)
    except OSError as error:
        _remove(draft)
        raise BrokenFile(Problem("file-not-written", where=str(path), reason=error.strerror or str(error))) from None


def _write_through(path, data):
    """Write to a pipe or a device, which cannot be renamed."""
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise BrokenFile(Problem("file-not-written", where=str(path), reason=error.strerror or str(error))) from None


class Lock:
    """``with Lock(game_path):`` keeps a second run waiting up to ten seconds; then BrokenFile.

    The lock is an advisory one of the operating system on GAME.lock, so that a killed run leaves nothing locked.
    """

    def __init__(self, path, seconds=LOCK_SECONDS):
        self.path = f"{path}.lock"
        self.seconds = seconds
        self.handle = None

    def __enter__(self):
        import time

        until = time.monotonic() + self.seconds
        while not self._try():
            if time.monotonic() >= until:
                raise BrokenFile(
                    Problem("file-locked", where=self.path, lock=self.path, hint="Wait for it, then run again.")
                )
            time.sleep(0.05)
        return self

    def _try(self):
        """Take the lock if it is free.  A lock file that its holder removed meanwhile does not count."""
        import fcntl

        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise BrokenFile(Problem("file-not-written", where=self.path, reason=error.strerror)) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_ino == os.stat(self.path).st_ino:
                self.handle = handle
                return True
        except OSError:
            pass  # held by another run, or removed between two looks: not ours
        os.close(handle)
        return False

    def __exit__(self, *_):
        _remove(self.path)
        os.close(self.handle)


def _sync_folder(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(path):
    try:
        os.unlink(path)
    except OSError:
        return
