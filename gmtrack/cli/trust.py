"""What makes the past certain: a step mended afterwards."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import DRY_RUN, FORCE, JSON, ROLL, SEED, line_of, whole
from gmtrack.cli.tree import MODULES, Commands, Performed
from gmtrack.core.lexicon import SAME_WORDS

if TYPE_CHECKING:
    from gmtrack.app.run import People
    from gmtrack.app.step import Step

COMMANDS = Commands()

STEP_ROLL = ROLL._replace(
    help="Dice for what is rolled anew; for a later step with its number: 14:attack.joe=5.",
    metavar="[STEP:]NAME=DICE",
)


@COMMANDS.add(
    "amend",
    (STEP_ROLL, SEED, DRY_RUN, FORCE, JSON),
    "gmtrack amend 12 --mod 2:cover",
    free=True,
)
def amend_step(
    ctx: typer.Context,
    seq: Annotated[
        int, typer.Argument(metavar="STEP", parser=whole(1), help="Its number in `gmtrack log`.")
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORDS]...", help="Words for its line; or the whole line as it should be."
        ),
    ] = None,
    drop: Annotated[bool, typer.Option("--drop", help="As if the step had never been.")] = False,
    drop_illegal: Annotated[
        bool, typer.Option("--drop-illegal", help="Leave out what is not possible any more.")
    ] = False,
) -> Performed:
    """Mend a step of the past; what came after it happens again with the same dice."""
    line = line_of(ctx)
    if drop and words:
        raise typer.BadParameter("--drop takes no other words", param_hint="WORDS")

    def performed(people: "People | None") -> None:
        from gmtrack.app.amend import Amendment, amend, amended_line, step_line
        from gmtrack.store.session import open_session

        values = line.values
        with open_session(line.file, write=True) as session:
            was = step_line(session, seq)
            amendment = Amendment(
                seq,
                None if drop else tuple(amended_line(was, words or [], is_command)),
                dice_by_step(values["rolls"], seq),
                force=values["force"],
                drop_illegal=drop_illegal,
                seed=values["seed"],
                dry_run=values["dry_run"],
            )
            done = amend(session, line.text, amendment, step_read, people)
        if line.json:
            output.document(done.document())
        else:
            output.show_amended(done)

    return performed


def is_command(word: str) -> bool:
    """Whether a word of the line is the name of a command, or short for one."""
    name = word.replace("_", "-")
    return SAME_WORDS.get(name, name) in MODULES


def step_read(words: list[str]) -> "Step":
    """What a line asks of the rules. Raises Refusal for what is none."""
    from gmtrack.cli.parse import step_of

    return step_of(words)[1]


def dice_by_step(texts: tuple[str, ...], seq: int) -> dict[int, list[str]]:
    """Typed dice by the step that they are for: `14:attack.joe=5,3`, or without a number the one
    that is amended."""
    found: dict[int, list[str]] = {}
    for text in texts:
        number, colon, rest = text.partition(":")
        is_step = bool(colon) and number.strip().isdecimal()
        found.setdefault(int(number) if is_step else seq, []).append(rest if is_step else text)
    return found
