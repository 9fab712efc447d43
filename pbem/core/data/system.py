"""What differs between operating systems, all of it: what one of them lacks has a second way here (docs/install.md).

Nothing else in pbem names what only Unix has, but for the desk, which works on Unix alone (mail.sandbox).
"""

import errno
import os

AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""To open a pipe from which, or into which, nobody writes or reads yet; Windows has none among its files."""
BYTES = getattr(os, "O_BINARY", 0)
"""To read and write bytes as they are: on Windows line ends are changed otherwise."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
HAS_DESK = hasattr(os, "fork")
"""Whether a message can be read in a process that the system confines."""
MOST_PROCESSES = 61 if os.name == "nt" else 999_999
"""So many at once can be waited for on Windows."""
PAUSE = 0.05  # seconds between two tries
TRIES = 40 if os.name == "nt" else 0  # two seconds in all


def replace(draft: str, path: str) -> None:
    """Give a file the name of another, which is gone then.  On Windows none is replaced that a program has open, say a
    search for viruses: that is waited for, two seconds.  Raises OSError."""
    import time

    for _ in range(TRIES):
        try:
            return os.replace(draft, path)
        except PermissionError:
            time.sleep(PAUSE)
    os.replace(draft, path)


def sync_folder(folder: str) -> None:
    """Have the names in a folder on the disk, where the system has folders opened for it; else it does so by itself."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def wait_from_now_on(handle: int) -> None:
    """Wait at what was opened AT_ONCE whenever it takes no more just now."""
    if AT_ONCE:
        os.set_blocking(handle, True)


def lock(handle: int) -> bool:
    """Lock a file for whoever has this handle on it; False while another has it locked.  Raises OSError where the file
    lies on a system that locks none."""
    try:
        _lock(handle, is_wanted=True)
    except (BlockingIOError, PermissionError):
        return False
    return True


def unlock(handle: int) -> None:
    """Give a lock back, also where a process that was forked meanwhile has the handle too; it is closed."""
    _lock(handle, is_wanted=False)
    os.close(handle)


def _lock(handle: int, is_wanted: bool) -> None:
    try:
        from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock

        flock(handle, LOCK_EX | LOCK_NB if is_wanted else LOCK_UN)
    except ImportError:
        from importlib import import_module

        windows = import_module("msvcrt")  # whose lock is one of bytes, here of the first one
        windows.locking(handle, windows.LK_NBLCK if is_wanted else windows.LK_UNLCK, 1)


def start_method() -> str:
    """How processes that share work begin: with all that this one has read, where that is safe."""
    import sys

    return "fork" if hasattr(os, "fork") and sys.platform != "darwin" else "spawn"


def state_folder() -> str:
    """Where programs keep what a person does not look for: as the XDG base directory specification has it, or on
    Windows the local data of applications."""
    local = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    return os.environ.get("XDG_STATE_HOME") or local or os.path.join(os.path.expanduser("~"), ".local", "state")


def is_closed_pipe(error: OSError) -> bool:
    """Whether nobody reads any more what was being printed; Windows calls that an invalid argument."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)
