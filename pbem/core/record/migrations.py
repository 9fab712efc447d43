"""Changes of the game file's format, one function a version, each with a saved old file as its test."""

from ..data.problems import BrokenFile, Problem, messages

CURRENT = 1

messages(
    {
        "newer-format": "The file has format {version}; this pbem reads up to {current}.",
        "unknown-format": "{version} is no version of the game file.",
    }
)

MIGRATIONS = {}


def migration(version):
    """Mark the function that turns format `version` into the next one."""

    def mark(function):
        MIGRATIONS[version] = function
        return function

    return mark


def migrate(document, where=""):
    """The document in today's format.  Raises BrokenFile for one from the future or of no known version."""
    name = document["pbem"]
    number = name.partition("/")[2]
    if not number.isdigit():
        raise BrokenFile(Problem("unknown-format", where=where, version=name))
    version = int(number)
    if version > CURRENT:
        raise BrokenFile(Problem("newer-format", where=where, version=name, current=f"game/{CURRENT}",
                                 hint="Install a newer version of pbem."))
    while version < CURRENT:
        if version not in MIGRATIONS:
            raise BrokenFile(Problem("unknown-format", where=where, version=name))
        document = MIGRATIONS[version](document)
        version += 1
    return document
