"""A run of the program that is killed at one of its steps, counted where they meet the system.

A step is whatever leaves a trace: a file that is opened to be written, each half of a write, a flush to the disk, a
file renamed, removed or made a folder, every statement that a database carries out, and every line that goes to a mail
server.  Audit hooks of the interpreter see them all, whoever calls; writes, lines and statements, which have none, are
counted in their own functions.
"""

import os
import signal
import socket
import sqlite3
import sys

from tests.cli.tools import pbem

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
TRACES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")


class Steps:
    """Counts the steps of this process, not of its children, and kills it just before the step of a number."""

    def __init__(self, deadly):
        self.left, self.process = deadly, os.getpid()

    def step(self):
        if os.getpid() == self.process:
            self.left -= 1
            if not self.left:
                os.kill(self.process, signal.SIGKILL)

    def heard(self, event, given):
        if event in TRACES or (event == "open" and isinstance(given[2], int) and given[2] & WRITES):
            self.step()

    def watch(self):
        """From now on every step counts."""
        sys.dont_write_bytecode = True
        fdopen, fsync, sendall = os.fdopen, os.fsync, socket.socket.sendall

        def opened(handle, mode="r", *given, **named):
            file = fdopen(handle, mode, *given, **named)
            return Halved(file, self) if mode == "wb" and os.getpid() == self.process else file

        def flushed(handle):
            self.step()
            return fsync(handle)

        def said(connection, data, *flags):
            self.step()
            return sendall(connection, data, *flags)

        class Traced(sqlite3.Connection):
            def __init__(table, *given, **named):
                super().__init__(*given, **named)
                table.set_trace_callback(lambda _: self.step())

        connect = sqlite3.connect
        sqlite3.connect = lambda *given, **named: connect(*given, **named, factory=Traced)
        os.fdopen, os.fsync, socket.socket.sendall = opened, flushed, said
        sys.addaudithook(self.heard)


class Halved:
    """A file whose writes are two steps: a kill may leave half of what was to stand there."""

    def __init__(self, file, steps):
        self._file, self._steps = file, steps

    def write(self, data):
        middle = len(data) // 2
        self._file.write(data[:middle])
        self._file.flush()
        self._steps.step()
        return middle + self._file.write(data[middle:])

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()


def killed_at(count, *arguments):
    """Run a command in a child that is killed just before its step of the number `count`; True if it came to that."""
    child = os.fork()
    if not child:
        try:
            Steps(count).watch()
            pbem(*arguments)
        finally:
            os._exit(0)
    status = os.waitpid(child, 0)[1]
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
