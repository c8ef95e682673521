"""`roll`: plain dice."""

import typer

from gmtrack.cli import output
from gmtrack.cli.options import DRY_RUN, JSON, SEED, arg, line_of
from gmtrack.cli.tree import Commands

COMMANDS = Commands()


@COMMANDS.add("roll", (SEED, DRY_RUN, JSON))
def roll(
    ctx: typer.Context,
    dice: list[str] = arg("DICE", "3d6+2, '8d6>=5', 5d10k3.", ...),
) -> None:
    """Run `roll`: roll plain dice, and log them if a fight is open."""
    from gmtrack.app.roll_command import roll_plain_dice as rolled
    from gmtrack.app.run import Order

    line = line_of(ctx)
    seed, dry_run = line.values["seed"], line.values["dry_run"]
    found = rolled(
        Order(line.text, line.file, (), seed, dry_run), " ".join(dice)
    )
    if line.json:
        output.answer(line, found.document())
    else:
        from gmtrack.view.report import Wording, render_report

        output.show(
            render_report, found.report, Wording(), dry_run=found.dry_run
        )
        if not (found.logged or found.dry_run):
            output.say("no fight is open: this is not logged")
