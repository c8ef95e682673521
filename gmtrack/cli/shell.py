"""`completion`: what makes a shell complete the words of gmtrack."""

from typing import Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.tree import Commands
from gmtrack.completion.scripts import SCRIPTS

COMMANDS = Commands()


@COMMANDS.add("completion", ())
def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help=f"{', '.join(SCRIPTS)}.")],
) -> None:
    if shell not in SCRIPTS:
        raise typer.BadParameter(f"'{shell}' is not {', '.join(SCRIPTS)}", param_hint="SHELL")
    output.say(*SCRIPTS[shell].strip("\n").splitlines())
