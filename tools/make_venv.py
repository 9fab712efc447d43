"""Make the local environment that the Makefile works in: python3 tools/make_venv.py .venv test

Standard library only, for it runs on a machine that has nothing else.  Three ways are tried, because Debian and Ubuntu
ship a python3 whose venv has no pip: venv, virtualenv, and venv without pip filled by the pip of the system.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAST = (3, 10)
HELP = """No virtual environment could be made with {python}.
On Debian and Ubuntu: apt install python3-venv.  Elsewhere: {python} -m pip install virtualenv.
Another Python can be named: make demo PYTHON=/path/to/python3.12
"""


def main(folder, extras):
    if sys.version_info < LEAST:
        sys.exit(
            f"pbem needs Python {'.'.join(map(str, LEAST))} or later; {sys.executable} is {sys.version.split()[0]}."
            " Another one can be named: make demo PYTHON=/path/to/python3.12"
        )
    pip = made(folder)
    if pip is None:
        sys.exit(HELP.format(python=sys.executable))
    install(pip, extras)


def made(folder):
    """Make the environment and return the command that runs pip in it, or None."""
    python = os.path.join(folder, "bin", "python")
    own = [python, "-m", "pip"]
    if works([*own, "--version"]):
        return own
    for maker in (["venv", "--clear"], ["virtualenv", "--clear"]):
        if works([sys.executable, "-m", *maker, folder]) and works([*own, "--version"]):
            return own
    system = [sys.executable, "-m", "pip", "--python", python]
    if works([sys.executable, "-m", "venv", "--clear", "--without-pip", folder]) and works([*system, "--version"]):
        return system
    return None


def install(pip, extras):
    """Install pbem, so that changes to the checkout are seen at once, with what the extras name."""
    options = ["--quiet", "--disable-pip-version-check"]
    if works([*pip, "--version"]) and version(pip) < (21, 3):  # older ones want a setup.py for this
        subprocess.run([*pip, "install", *options, "--upgrade", "pip"], check=True)
    target = f"{ROOT}[{extras}]" if extras else ROOT
    code = subprocess.run([*pip, "install", *options, "--editable", target]).returncode
    if code:
        sys.exit(f"pip could not install pbem (exit code {code}); what it says stands above.")


def version(pip):
    shown = subprocess.run([*pip, "--version"], capture_output=True, text=True).stdout.split()
    return tuple(int(part) for part in shown[1].split(".")[:2])


def works(command):
    """Whether a command ends well; what it says is of no interest."""
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    main(sys.argv[1], ",".join(sys.argv[2:]))
