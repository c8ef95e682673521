"""Who and what is there: adding, removing, and the GM's word on any field."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.app.step import Step, each
from gmtrack.cli.options import RESOLVING, RESOLVING_WITHOUT_DICE, Line, line_of, whole
from gmtrack.cli.tree import Commands
from gmtrack.core import intents
from gmtrack.core.names import pick, squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.store.session import Session

COMMANDS = Commands()

NOBODY = ("scene", "fight")
"""Words of `set` for what belongs to nobody; no new combatant gets one as its id."""
MOST_AT_ONCE = 500


@COMMANDS.add(
    "add", RESOLVING_WITHOUT_DICE, "gmtrack add Ganger --template ganger --count 3 --set side=foe"
)
def add(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A name, a template, or someone who was removed.")
    ],
    template: Annotated[
        str | None, typer.Option("--template", metavar="T", help="A sheet under `templates`.")
    ] = None,
    count: Annotated[
        int, typer.Option("--count", metavar="N", parser=whole(1, MOST_AT_ONCE), help="How many.")
    ] = 1,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="A field of the sheet; repeatable."),
    ] = None,
) -> Step:
    """Add a combatant, also in mid-fight; also one who was removed."""
    line = line_of(ctx)

    def intent(session: "Session") -> intents.Intent:
        return _add(session, name, template, count, tuple(sets or ()), line.options())

    return Step(intent)


@COMMANDS.add("remove", RESOLVING_WITHOUT_DICE, "gmtrack remove ganger-2")
def remove(
    ctx: typer.Context,
    who: Annotated[str, typer.Argument(metavar="WHO", help="An id, a name or its beginning.")],
) -> Step:
    """Take a combatant out of the encounter."""
    line = line_of(ctx)
    return Step(lambda session: intents.Remove(_who(session, who), options=line.options()))


@COMMANDS.add("note", RESOLVING_WITHOUT_DICE, "gmtrack note bob owes Joe a favour")
def note(
    ctx: typer.Context,
    who: Annotated[str, typer.Argument(metavar="WHO", help="A combatant, or `fight`.")],
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT]...", help="None takes the note off.")
    ] = None,
) -> Step:
    """Keep a note on somebody, or on the fight."""
    line, words = line_of(ctx), tuple(text or ())
    return each(who, lambda one: intents.Note(one, words, options=line.options()))


@COMMANDS.add("leave", RESOLVING_WITHOUT_DICE, "gmtrack leave ganger-2 carried off")
def leave(
    ctx: typer.Context,
    who: Annotated[
        str, typer.Argument(metavar="WHO", help="A combatant; several: joe,bob or ganger*.")
    ],
    reason: Annotated[
        list[str] | None, typer.Argument(metavar="[REASON]...", help="In a word; else: fled.")
    ] = None,
) -> Step:
    """Take somebody out of the fight who may come back."""
    line, words = line_of(ctx), tuple(reason or ())
    return each(who, lambda one: intents.Leave(one, words, options=line.options()))


@COMMANDS.add("join", RESOLVING_WITHOUT_DICE, "gmtrack join ganger-2")
def join(
    ctx: typer.Context,
    who: Annotated[
        list[str], typer.Argument(metavar="WHO...", help="Names; several: joe,bob or ganger*.")
    ],
) -> Step:
    """Bring somebody back into the fight who had left it."""
    line = line_of(ctx)
    return each(",".join(who), lambda one: intents.Join(one, options=line.options()))


@COMMANDS.add("set", RESOLVING, "gmtrack set bob pools.flesh=4 prone=true")
def set_fields(
    ctx: typer.Context,
    who: Annotated[str, typer.Argument(metavar="WHO", help="A combatant, or `scene` or `fight`.")],
    assignments: Annotated[
        list[str], typer.Argument(metavar="PATH=VALUE...", help="Dotted path and new value.")
    ],
) -> Step:
    """Overrule any field of a sheet, the scene or the fight."""
    line = line_of(ctx)

    def intent(session: "Session") -> intents.Intent:
        from gmtrack.store.check.assign import parse_assignments

        whom = squash(who) if squash(who) in NOBODY else _who(session, who)
        checked = parse_assignments(session.encounter, session.ruleset, whom, assignments)
        return intents.Set(whom, checked, options=line.options())

    return Step(intent)


Whom = Annotated[
    list[str], typer.Argument(metavar="WHO...", help="Names; several: joe,bob or ganger*.")
]


@COMMANDS.add("hide", RESOLVING_WITHOUT_DICE, "gmtrack hide sniper")
def hide(ctx: typer.Context, who: Whom) -> Step:
    """Keep somebody from the players' screen."""
    return _show_to_players(line_of(ctx), who, hidden=True)


@COMMANDS.add("reveal", RESOLVING_WITHOUT_DICE, "gmtrack reveal sniper")
def reveal(ctx: typer.Context, who: Whom) -> Step:
    """Let the players see somebody again."""
    return _show_to_players(line_of(ctx), who, hidden=False)


def _show_to_players(line: Line, words: list[str], *, hidden: bool) -> Step:
    def wanted(session: "Session") -> intents.Several:
        from gmtrack.app.several import whom

        found = whom(",".join(words), session.encounter, session.ruleset.WORDS)
        return intents.Several(
            [
                intents.Set(
                    who,
                    (intents.Assignment(("combatants", who, "hidden"), hidden),),
                    options=line.options(),
                )
                for who in found
            ]
        )

    return Step(wanted)


def _who(session: "Session", word: str) -> str:
    encounter = session.encounter
    names = encounter.names()
    return pick(word, names, "combatant", session.ruleset.WORDS.nobody)


def _add(
    session: "Session",
    name: str,
    template: str | None,
    count: int,
    sets: tuple[str, ...],
    options: intents.Options,
) -> intents.Add:
    from gmtrack.store.check.assign import checked_sheet, parse_sheets

    encounter, ruleset = session.encounter, session.ruleset
    if not name.strip():
        raise Refusal(ruleset.WORDS.value, "type a name for the combatant")
    if template is not None:
        known = {word: word for word in encounter.templates}
        template = pick(template, known, "template", ruleset.WORDS.unknown)
    elif slug_of(name) in encounter.templates:
        template = slug_of(name)
    if template is None and not sets and count == 1 and (gone := session.removed(name)):
        who, sheet = gone
        sheets = {who: checked_sheet(encounter, ruleset, who, sheet)}
        return intents.Add(sheets, options=options)
    names = dict(new_names(name.strip(), count, encounter.combatants))
    return intents.Add(parse_sheets(encounter, ruleset, names, template, sets), options=options)


def new_names(name: str, count: int, taken: Iterable[str]) -> Iterator[tuple[str, str]]:
    """`count` free ids with their display names: `ganger` Ganger 1, `ganger-2` Ganger 2 ...; one
    alone goes without a number. Where there are such already the numbers go on from theirs."""
    slug = slug_of(name)
    last = max((_number(who, slug) for who in taken), default=0)
    if not last and slug in NOBODY:
        last = 1
    for number in range(last + 1, last + count + 1):
        alone = count == 1 and not last
        yield slug if number == 1 else f"{slug}-{number}", name if alone else f"{name} {number}"


def _number(who: str, slug: str) -> int:
    """Which of several alike an id is: 1 for `ganger`, 3 for `ganger-3`; 0 for another's."""
    found = re.fullmatch(rf"{slug}(?:-(\d{{1,9}}))?", who)
    return int(found[1] or 1) if found else 0


def slug_of(name: str) -> str:
    """A name as an id: lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "combatant"
