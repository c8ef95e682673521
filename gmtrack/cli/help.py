"""The part of a command's help that depends on the open fight: the options of its ruleset, and
an example with its combatants."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from gmtrack.app.importing.example_spreadsheet import example_spreadsheet
from gmtrack.app.what import choices
from gmtrack.core.command_table import row
from gmtrack.core.intents import Act, Attack, Intent, Test
from gmtrack.core.lexicon import SAME_WORDS
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Meta
from gmtrack.store.session import Session, open_session

CHOSEN: Mapping[str, type[Intent]] = {
    "attack": Attack,
    "act": Act,
    "test": Test,
}
"""Commands whose example is taken from what a combatant can do, with the type of its intent."""
OF_TESTS = {"--threshold", "--limit"}
"""Options of `odds` that are for tests only."""


def unused_options(file: str | None, command: str) -> frozenset[str]:
    """Return the options of a command that the ruleset in play does not use, and those of other
    rulesets; empty if nothing is in play."""
    with suppress(GmtrackError), open_session(file, write=False) as session:
        return frozenset(_unused_in_ruleset(session.ruleset.META, command))
    return frozenset()


def _unused_in_ruleset(played: Meta, command: str) -> Iterator[str]:
    """Yield the options of a command that a ruleset does not use, and those of other rulesets."""
    yield from played.unused.get(SAME_WORDS.get(command, command), ())
    if command == "odds":
        yield from OF_TESTS & set(played.unused.get("test", ()))
    own = {extra.name for extra in played.options}
    for meta in (*registry.metas(), *registry.guest_metas()):
        yield from (
            f"--{extra.name}" for extra in meta.options if extra.name not in own
        )


def help_epilog(
    file: str | None, command: str, example: str
) -> tuple[str, ...]:
    """Return the last paragraphs of a command's help: the page of rules that says more, and an
    example, which names combatants of the open fight if there is one."""
    page, what = row(command).page
    more = (f"{what}: gmtrack rules {page}",) if page else ()
    with suppress(GmtrackError), open_session(file, write=False) as session:
        if page not in session.ruleset.topics(session.encounter):
            more = ()
        if command == "import" and (
            table := example_spreadsheet(session.ruleset)
        ):
            more = (
                "\n".join(
                    (
                        "\b",
                        f"A spreadsheet for {session.ruleset.META.title}:",
                        *table,
                    )
                ),
            )
        if line := _example_line(session, command):
            example = f"gmtrack {line}"
    return (*more, f"Example: {example}")


def _example_line(session: Session, command: str) -> str:
    """Return a line of this command that fits the fight, or an empty string."""
    encounter = session.encounter
    who = _acting_or_first(session)
    if who is None:
        return ""
    sides = {one: encounter.side(one) for one in encounter.combatants}
    if kind := CHOSEN.get(command):
        every = choices(session.ruleset, encounter, who)
        found = [
            one for one in every if isinstance(one.intent, kind) and not one.why
        ]
        # Nobody attacks their own side for an example, where there is another.
        found.sort(
            key=lambda one: (
                sides[who] in map(sides.get, _targets_of(one.intent))
            )
        )
        return found[0].line if found else ""
    if command == "add":
        return next(
            (f"add {template} --count 3" for template in encounter.templates),
            "",
        )
    if command == "effect":
        effects = session.ruleset.lexicon(encounter).effects
        return f"effect {who} {effects[0].word}" if effects else ""
    other = next((one for one in sides if sides[one] != sides[who]), who)
    return row(command).fits.format(who=who, other=other)


def _targets_of(intent: Intent) -> tuple[str, ...]:
    """Return whom an intent is aimed at, as far as it names somebody."""
    if isinstance(intent, Attack):
        return intent.targets
    return intent.args if isinstance(intent, Act) else ()


def _acting_or_first(session: Session) -> str | None:
    """Return the id of whoever has the turn, else of the first who stands, else None."""
    board = session.ruleset.board(session.encounter)
    standing = [row.id for row in board.rows if not row.standing.out]
    return board.doc.get("acting") or next(iter(standing), None)
