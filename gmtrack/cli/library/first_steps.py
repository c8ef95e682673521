"""Suggestions of what to type first: where nothing is open, where a fight is empty, and after
making an example."""

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
"""The name of the combatant that is added in a dry run, to see which fields are required."""


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
    ("gmtrack guide systems", "any other game, at once or by a page of yours"),
    ("gmtrack import FILE", "characters of other programs, or a spreadsheet"),
    ("gmtrack --help", "all commands"),
)
"""The first commands, each with what it does."""
HEAD = (
    "gmtrack runs your fights and knows the rules. Nothing is open yet; type:"
)


def show_first_steps() -> bool:
    """Show what to type where nothing is open. Returns False, and shows nothing, if a fight is
    open."""
    from gmtrack.store import state_folder

    with suppress(GmtrackError):
        if state_folder.active_name() or os.environ.get("GMTRACK_FILE"):
            return False
    from gmtrack.cli import output
    from gmtrack.view.tables import render_table

    kept = (
        [("gmtrack fights", "the fights that are kept")]
        if state_folder.kept_names()
        else []
    )
    output.say(HEAD, fold=True)
    output.show(render_table, ("", ""), [*START, *kept])
    return True


def next_for_empty_fight(
    ruleset: Ruleset, file: str, program: str
) -> Iterator[str]:
    """Yield how to add somebody to the empty encounter of a file: the command that works now,
    and other ways. `program` is what stands before a command."""
    known = ruleset.META.id
    yield from _next_for_adding(known, file, program)
    if registry.page(known, registry.EXAMPLE) is not None:
        line = f"{program and 'gmtrack '}new NAME --ruleset {known} --example"
        yield f"`{line}` makes a fight of two, to play and to change"


def _next_for_adding(ruleset_id: str, file: str, program: str) -> Iterator[str]:
    """Yield how to add somebody by hand and, if the ruleset has a stock, from there."""
    values = "".join(
        f" --set {field}=VALUE" for field in _required_fields(file)
    )
    yield f"next: {program}add NAME{values}"
    if registry.stock_pages(ruleset_id):
        yield f"`{program}stock` lists ready combatants, weapons and armor"


def next_for_empty_party(ruleset_id: str, file: str, program: str) -> list[str]:
    """Return how to add somebody to the empty party of a file."""
    imported = f"`{program}import FILE` takes characters of other programs, or a spreadsheet"
    return [*_next_for_adding(ruleset_id, file, program), imported]


def _required_fields(file: str) -> list[str]:
    """Return the fields that must be set when somebody is added by a name alone, from a dry run."""
    from gmtrack.app.run import run_command
    from gmtrack.cli.parse import parse_step

    line, step = parse_step(["add", NEWCOMER, "--dry-run"])
    line.file = file
    try:
        run_command(line.order(), step)
    except GmtrackError as error:
        path = rf"^combatants\.{NEWCOMER}\.(\S+): is missing"
        return re.findall(path, error.message, re.MULTILINE)
    return []


def next_for_lone_party(
    encounter: Encounter, ruleset: Ruleset, program: str
) -> list[str]:
    """Return how to add opponents to those who have come along; empty if there are some."""
    from gmtrack.app.importing.import_file import opponent_words

    words = opponent_words(encounter, (), ruleset)
    if not words and _is_one_side(encounter):
        return [f"next: {program}add NAME, to have somebody to fight"]
    if not words:
        return []
    return [
        f"next: {program}{words}, to have somebody to fight",
        f"`{program}stock` lists others, `{program}add --from FILE --everybody` takes a file's",
    ]


def _is_one_side(encounter: Encounter) -> bool:
    """Whether there are combatants, and all of them are friends."""
    first, *others = encounter.combatants or [""]
    return bool(first) and all(
        encounter.are_friends(first, other) for other in others
    )


def next_for_example(
    encounter: Encounter,
    program: str,
    written: str | None,
    *,
    can_attack: bool,
) -> Iterator[str]:
    """Yield how the two combatants of an example fight, and how to change them. `written` is the
    file as it was typed, None if there is none. `can_attack`: whether the rules know attacks."""
    ids = list(encounter.combatants)
    first = next((who for who in ids if encounter.side(who) == "pc"), ids[0])
    other = next(
        (who for who in ids if encounter.side(who) != encounter.side(first)),
        ids[-1],
    )
    blow = f"attack {first} {other}" if can_attack else f"damage {other} 1"
    yield f"next: {program}{blow}, or {program}roll-init"
    if "-f " in program:
        yield f"{written} has a comment on every field: change it there"
    elif written:
        again = f"`{program}load {system.quote(written)}`"
        yield f"{written} has a comment on every field: change it there, then {again}"
    else:
        yield f"`{program}save FILE` writes it with a comment on every field: change it, load it"
