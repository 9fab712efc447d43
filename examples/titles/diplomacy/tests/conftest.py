"""The title as it is installed: its entry point, where it is not installed in this Python."""

import configparser
import os
import sys
import tempfile
from importlib.metadata import entry_points
from pathlib import Path

if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK):
    os.environ["TMPDIR"] = tempfile.tempdir = "/dev/shm"  # every turn is flushed to the disk several times

HOME = Path(__file__).resolve().parent.parent
os.environ.setdefault("PBEM_MEMORY", tempfile.mkdtemp())


def installed():
    """A folder that says of the package what an installer would."""
    about = configparser.ConfigParser()
    about.read(HOME / "setup.cfg")
    name, version = about["metadata"]["name"], about["metadata"]["version"]
    folder = Path(tempfile.mkdtemp())
    told = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (told / "entry_points.txt").write_text(f"[pbem.titles]{about['options.entry_points']['pbem.titles']}\n")
    return folder


if not any(point.name == "diplomacy" for point in entry_points(group="pbem.titles")):
    sys.path[:0] = [str(HOME), str(installed())]
