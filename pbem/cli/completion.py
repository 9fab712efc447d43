"""pbem completion: what a shell needs to complete commands, options and files."""

import click

SHELLS = ("bash", "zsh", "fish")
WHERE = {
    "bash": 'eval "$(pbem completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(pbem completion zsh)" in ~/.zshrc',
    "fish": "pbem completion fish > ~/.config/fish/completions/pbem.fish",
}


@click.command("completion", epilog='Example: eval "$(pbem completion bash)"')
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell):
    """Print the script that completes pbem's commands and options in SHELL.

    Put it where your shell begins: eval "$(pbem completion bash)" in ~/.bashrc, the same with zsh in ~/.zshrc; for
    fish, write it to ~/.config/fish/completions/pbem.fish.
    """
    from click.shell_completion import get_completion_class

    from .group import pbem
    from .output import say

    script = get_completion_class(shell)(pbem, {}, "pbem", "_PBEM_COMPLETE")
    click.echo(script.source_template % script.source_vars())
    say(f"To have it in every shell: {WHERE[shell]}")
