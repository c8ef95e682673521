"""What to type next where nobody is in a fight yet, and how the two of an example become somebody
else."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from gmtrack import system
from gmtrack.core.encounter import Encounter
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset

NEWCOMER = "newcomer"
"""Stands for whoever is added to see whether it would work."""


START = (
    ("gmtrack demo", "watch a fight that plays itself"),
    ("gmtrack play", "choose a ready-made fight, or begin one, at a prompt"),
    (
        "gmtrack load @knife-fight",
        "open one; then `gmtrack what` says what can be typed",
    ),
    (
        "gmtrack rulesets",
        "the systems it knows; `gmtrack guide NAME` tells more",
    ),
    ("gmtrack import FILE", "characters of other programs, or a spreadsheet"),
    ("gmtrack --help", "all commands"),
)
"""What is typed first, and what it does."""
HEAD = (
    "gmtrack runs your fights and knows the rules. Nothing is open yet; type:"
)


def show_first_steps() -> bool:
    """Say what to type where nothing is open; whether that is so."""
    from gmtrack.store import state_folder

    with suppress(GmtrackError):
        if state_folder.active_name() or os.environ.get("GMTRACK_FILE"):
            return False
    from gmtrack.cli import output
    from gmtrack.view.tables import table

    kept = (
        [("gmtrack fights", "the fights that are kept")]
        if state_folder.kept_names()
        else []
    )
    output.say(HEAD, fold=True)
    output.show(table, ("", ""), [*START, *kept])
    return True


def next_for_empty_fight(
    ruleset: Ruleset, file: str, program: str
) -> Iterator[str]:
    """How somebody gets into the empty encounter of a file: the line that works now, and what else
    there is. `program`: what stands before a command."""
    known = ruleset.META.id
    yield from _next_for_adding(known, file, program)
    if registry.page(known, registry.EXAMPLE) is not None:
        line = f"{program and 'gmtrack '}new NAME --ruleset {known} --example"
        yield f"`{line}` makes a fight of two, to play and to change"


def _next_for_adding(ruleset_id: str, file: str, program: str) -> Iterator[str]:
    values = "".join(
        f" --set {field}=VALUE" for field in _required_fields(file)
    )
    yield f"next: {program}add NAME{values}"
    if registry.stock_pages(ruleset_id):
        yield f"`{program}stock` lists ready combatants, weapons and armor"


def next_for_empty_party(ruleset_id: str, file: str, program: str) -> list[str]:
    """How somebody gets into the empty party of a file."""
    imported = f"`{program}import FILE` takes characters of other programs, or a spreadsheet"
    return [*_next_for_adding(ruleset_id, file, program), imported]


def _required_fields(file: str) -> list[str]:
    """The fields that must be given of somebody who is added by a name alone."""
    from gmtrack.app.run import run
    from gmtrack.cli.parse import parse_step

    line, step = parse_step(["add", NEWCOMER, "--dry-run"])
    line.file = file
    try:
        run(line.order(), step)
    except GmtrackError as error:
        path = rf"^combatants\.{NEWCOMER}\.(\S+): is missing"
        return re.findall(path, error.message, re.MULTILINE)
    return []


def next_for_lone_party(
    encounter: Encounter, ruleset: Ruleset, program: str
) -> list[str]:
    """How those who have come along meet somebody; nothing where they do already."""
    from gmtrack.app.importing.import_file import opponent

    words = opponent(encounter, (), ruleset)
    if not words:
        return []
    return [
        f"next: {program}{words}, to have somebody to fight",
        f"`{program}stock` lists others, `{program}add --from FILE --everybody` takes a file's",
    ]


def next_for_example(
    encounter: Encounter, program: str, written: str | None
) -> Iterator[str]:
    """How the two of an example fight each other, and how they become somebody else. `written`: the
    file, as it was typed."""
    ids = list(encounter.combatants)
    first = next((who for who in ids if encounter.side(who) == "pc"), ids[0])
    other = next(
        (who for who in ids if encounter.side(who) != encounter.side(first)),
        ids[-1],
    )
    yield f"next: {program}attack {first} {other}, or {program}roll-init"
    if "-f " in program:
        yield f"{written} has a comment on every field: change it there"
    elif written:
        again = f"`{program}load {system.quote(written)}`"
        yield f"{written} has a comment on every field: change it there, then {again}"
    else:
        yield f"`{program}save FILE` writes it with a comment on every field: change it, load it"
