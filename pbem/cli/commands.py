"""The commands, each with its line of help, below the headings of `pbem --help`: what the group, the pages and the
settings know of them without importing any."""

from pbem.core.data.tables import beside

SECTIONS: dict[str, dict[str, str]] = beside(__file__, "commands")
COMMANDS = {name: line for commands in SECTIONS.values() for name, line in commands.items()}
