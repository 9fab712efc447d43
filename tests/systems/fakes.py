"""What differs on other systems, put between pbem and this one; each may be had alone, `windows` is all of them.

names     what only Unix has is not there: names of `os`, `signal` and `time`, and whole modules
paths     paths are those of ntpath, with a drive; a name that Windows does not take is refused, capitals are the same
replaced  a file that is open can be neither replaced nor removed, and a folder cannot be opened
printed   standard output and files without an encoding are in Windows-1252, with line ends of two characters

They stand between: modules of pbem that are imported after `begin` find another `os` in the place of this one's, while
Python and the libraries go on with their own.
"""

import builtins
import errno
import fcntl
import genericpath
import importlib
import importlib.util
import io
import ntpath
import os
import re
import signal
import sqlite3
import sys
import time
import types

from tests.systems import windows_names

ALL = ("names", "paths", "replaced", "printed")
LIBRARIES = (
    "click click._termui_impl click.shell_completion concurrent.futures.process csv ctypes.util "
    "email.message email.parser email.policy importlib.metadata jinja2 "
    "jsonschema multiprocessing.pool nacl._sodium networkx orjson sqlite_utils.db subprocess tempfile "
    "textwrap traceback unittest.mock webencodings zipfile "
).split()
DRIVE = re.compile(r"^[A-Za-z]:(?=[\\/])")
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.I)
NOT_TAKEN = re.compile(r'[<>:"|?*\x00-\x1f]|[ .]$')
BY_PATH = (
    "access chmod link listdir lstat mkdir open readlink remove rename replace rmdir scandir stat symlink unlink utime"
).split()
LONG_PATH = 259  # characters, without the permission for longer ones that few systems give


def begin(wanted):
    """Put what is `wanted` of these between pbem, which must not be imported yet, and this system."""
    assert not [name for name in sys.modules if name.startswith("pbem")]
    for name in LIBRARIES:
        importlib.import_module(name)
    other = types.ModuleType("os")
    other.__dict__.update({name: value for name, value in vars(os).items() if name != "__name__"})
    if "names" in wanted:
        _hide(other)
    if "replaced" in wanted:
        _refuse_open_files(other)
    if "paths" in wanted:
        _turn_paths(other)
    if "printed" in wanted:
        builtins.open = _with_code_page(builtins.open)
        other.fdopen = _with_code_page(os.fdopen)
    if set(ALL) <= set(wanted):
        other.name = "nt"
        other.environ = os.environ
    sys.modules["os"] = other


def _hide(other):
    hidden = windows_names.hidden(os)
    assert {"fork", "O_NONBLOCK", "geteuid"} <= set(hidden) and not {"environ", "replace", "fsync"} & set(hidden)
    for name in hidden:
        delattr(other, name)
    for module in (signal, time):
        bare = types.ModuleType(module.__name__)
        gone = windows_names.hidden(module)
        bare.__dict__.update({name: value for name, value in vars(module).items() if name not in gone})
        sys.modules[module.__name__] = bare
    for name in windows_names.modules_hidden():
        sys.modules[name] = None
    sys.modules["msvcrt"] = locks = types.ModuleType("msvcrt")
    locks.LK_NBLCK, locks.LK_UNLCK = fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN
    locks.locking = lambda handle, how, count: fcntl.flock(handle, how)


# -- files that are open ------------------------------------------------------------------------------------------


def _refuse_open_files(other):
    def refusing(name):
        plain = getattr(os, name)

        def guarded(*paths, **more):
            for path in paths:
                if _is_open(path):
                    raise PermissionError(errno.EACCES, "The process cannot access the file", path)
            return plain(*paths, **more)

        return guarded

    for name in ("replace", "rename", "remove", "unlink"):
        setattr(other, name, refusing(name))
    plain = other.open

    def opened(path, flags, *more, **named):
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return plain(path, flags, *more, **named)

    other.open = opened


def _is_open(path):
    """Whether this process has the file open."""
    wanted = os.path.realpath(path)
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == wanted:
                return True
        except OSError:
            continue
    return False


# -- paths --------------------------------------------------------------------------------------------------------


def _turn_paths(other):
    """Paths with backslashes and a drive are what pbem sees; what it names is found here."""
    other.sep, other.altsep, other.pathsep, other.linesep = "\\", "/", ";", "\r\n"
    for name in BY_PATH:
        here, theirs = getattr(os, name), getattr(other, name)
        setattr(os, name, _found(here, strict=False))  # for libraries that are given such a path
        setattr(other, name, _found(theirs, strict=True))
    other.getcwd = lambda here=os.getcwd: "C:" + here().replace("/", "\\")
    builtins.open = io.open = _found(builtins.open, strict=True)
    sqlite3.connect = _found(sqlite3.connect, strict=True)
    general = _again(genericpath, {"os": other})
    other.path = _again(ntpath, {"os": other, "genericpath": general, "nt": None})
    other.path.expanduser = lambda path: path.replace("~", "C:" + os.environ["HOME"].replace("/", "\\"), 1)
    other.path.realpath = lambda path, strict=False: other.path.abspath("C:" + os.path.realpath(turned(path)))
    for name in ("walk", "makedirs", "removedirs"):
        made = getattr(os, name)
        setattr(other, name, types.FunctionType(made.__code__, other.__dict__, name, made.__defaults__))
    sys.modules["os.path"] = other.path


def _again(module, seen):
    """The module, made once more with other modules in the place of those that it imports."""
    made = importlib.util.module_from_spec(importlib.util.spec_from_file_location(module.__name__, module.__file__))
    kept = {name: sys.modules.get(name) for name in seen}
    sys.modules.update(seen)
    try:
        made.__spec__.loader.exec_module(made)
    finally:
        sys.modules.update({name: value for name, value in kept.items() if value is not None})
        for name in [name for name, value in kept.items() if value is None]:
            del sys.modules[name]
    return made


def _found(function, strict):
    def finding(*arguments, **named):
        return function(*(turned(one, strict) for one in arguments), **named)

    return finding


def turned(path, strict=False):
    """The path here of a path there; what is no such path stays as it is."""
    if isinstance(path, str) and path.startswith("file:///"):  # as SQLite has it
        return f"file://{turned(path[8:], strict=False)}"
    if not isinstance(path, str) or not ("\\" in path or DRIVE.match(path)):
        return path
    plain = DRIVE.sub("", path).replace("\\", "/")
    if strict:
        if len(path) > LONG_PATH:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        for part in plain.split("/"):
            if part not in ("", ".", "..") and (RESERVED.fullmatch(part) or NOT_TAKEN.search(part)):
                raise OSError(errno.EINVAL, "The filename is incorrect", path)
    return _in_any_case(plain)


def _in_any_case(path):
    """The file that is meant, if one is there whose name differs in capitals alone."""
    folder, name = os.path.split(path)
    if not name or os.path.lexists(path) or not os.path.isdir(folder or "."):
        return path
    return next((os.path.join(folder, one) for one in os.listdir(folder or ".") if one.lower() == name.lower()), path)


# -- what is written without an encoding --------------------------------------------------------------------------


def _with_code_page(plain):
    def opened(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, *more, **named):
        if "b" not in mode:
            encoding = encoding or "cp1252"
            newline = "\r\n" if newline is None and "r" not in mode else newline
        return plain(file, mode, buffering, encoding, errors, newline, *more, **named)

    return opened
