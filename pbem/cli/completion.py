"""pbem completion: what a shell needs to complete commands, options and files."""

import sys

from pbem.core.data.tables import Sentences

from .parameters import declared
from .usage import WrongUsage

_say = Sentences(__name__)

WHERE = {
    "bash": 'eval "$(pbem completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(pbem completion zsh)" in ~/.zshrc',
    "fish": "pbem completion fish > ~/.config/fish/completions/pbem.fish",
}


@declared("completion")
def command(shell: str) -> None:
    """Print the script that completes commands, options, titles, games, seats, rule numbers and queries in SHELL.

    Put it where your shell starts: eval "$(pbem completion bash)" in ~/.bashrc, the same with zsh in ~/.zshrc; for
    fish, write it to ~/.config/fish/completions/pbem.fish.
    """
    from click.shell_completion import get_completion_class

    from .group import VARIABLE, pbem
    from .output import say

    found = get_completion_class(shell)
    if found is None:
        raise WrongUsage("completion", shell=shell)
    script = found(pbem, {}, "pbem", VARIABLE)
    print(script.source_template % script.source_vars())
    if sys.stdout.isatty():  # a person looks at it; a shell that begins is told nothing
        say(_say("every-shell", how=WHERE[shell]))
