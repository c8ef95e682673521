"""`completion`: what makes a shell complete the words of gmtrack."""

import typer

from gmtrack.cli import output
from gmtrack.cli.options import arg
from gmtrack.cli.tree import Commands
from gmtrack.completion.scripts import SCRIPTS

COMMANDS = Commands()


@COMMANDS.add("completion", ())
def completion(
    shell: str = arg("SHELL", f"{', '.join(SCRIPTS)}.", ...),
) -> None:
    if shell not in SCRIPTS:
        raise typer.BadParameter(f"'{shell}' is not {', '.join(SCRIPTS)}", param_hint="SHELL")
    output.say(*SCRIPTS[shell].strip("\n").splitlines())
