"""Who and what is there: adding, removing, and the GM's word on any field."""

import copy
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gmtrack.app.newcomers import (
    FIGHT,
    NOBODY,
    SCENE,
    alike,
    everybody_of,
    from_file,
    is_like,
    new_names,
    no_template,
    numbered,
    refuse_away,
    refuse_slips,
    says_little,
    slug_of,
    template_of,
)
from gmtrack.app.several import is_several, leading, there, whom
from gmtrack.app.step import Step, each
from gmtrack.cli.options import RESOLVING, RESOLVING_WITHOUT_DICE, CommandLine, line_of, whole
from gmtrack.cli.tree import Commands, Performed
from gmtrack.core import MARK, intents
from gmtrack.core.draft import Draft
from gmtrack.core.names import pick, squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from gmtrack.core.encounter import Data, Encounter
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

COMMANDS = Commands()

MOST_AT_ONCE = 500
MISSING = ": is missing"
"""What is said of a value that a sheet has to have."""
Whom = Annotated[
    str,
    typer.Argument(metavar="WHO...", help="An id or name; several: joe bob, joe,bob or ganger*."),
]


@COMMANDS.add("add", RESOLVING_WITHOUT_DICE)
def add(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="A name, a template, @NAME, or who was removed."),
    ] = None,
    template: Annotated[
        str | None,
        typer.Option("--template", metavar="T", help="One of the file, or @NAME of the stock."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE[:NAME]", help="Somebody of another file."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="With --from: the sheet alone.")] = False,
    everybody: Annotated[
        bool, typer.Option("--everybody", help="With --from: all of FILE, and its scene.")
    ] = False,
    count: Annotated[
        int | None,
        typer.Option("--count", metavar="N", parser=whole(1, MOST_AT_ONCE), help="How many."),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="A field of the sheet; repeatable."),
    ] = None,
) -> Step:
    if (fresh or everybody) and source is None:
        option = "--fresh" if fresh else "--everybody"
        raise typer.BadParameter("is for --from FILE", param_hint=option)
    options = line_of(ctx).options()
    if everybody:
        if words or template or count or sets:
            raise typer.BadParameter("takes all of FILE as they are", param_hint="--everybody")
        file = source or ""
        return Step(lambda session: _everybody(session, file, options, fresh=fresh))
    if not words and source is None:
        raise typer.BadParameter("type a name, or --from FILE:NAME", param_hint="NAME")
    if models := _models(words or [], template or source):
        every = [Wanted(one, None, None, count or 1, tuple(sets or ())) for one in models]
        options = line_of(ctx).options()
        return Step(lambda session: _together(session, every, options))
    words, model = _model_beside(words or [], template or source)
    template = template or model
    name, number = _how_many(words, count, f" --template {template}" if template else "")
    wanted = Wanted(name, template, source, number, tuple(sets or ()), fresh)
    return Step(lambda session: _newcomers(session, wanted, options))


@COMMANDS.add("remove", RESOLVING_WITHOUT_DICE)
def remove(
    ctx: typer.Context,
    who: Whom,
) -> Step:
    line = line_of(ctx)
    if is_several(who):
        return each(who, lambda one: intents.Remove(one, options=line.options()))
    return Step(lambda session: intents.Remove(_who(session, who), options=line.options()))


@COMMANDS.add("note", RESOLVING_WITHOUT_DICE)
def note(
    ctx: typer.Context,
    who: Annotated[
        str,
        typer.Argument(metavar="WHO", help="One, or several: joe,bob or ganger*; or `fight`."),
    ],
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT]...", help="Without it the note is read.")
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Take the note off.")] = False,
) -> Step | Performed:
    line, words = line_of(ctx), tuple(text or ())
    if clear and words:
        raise typer.BadParameter("--clear takes no text", param_hint="TEXT")
    # In histories of older versions a line without a text has taken the note off.
    if clear or words or line.in_history:
        return each(who, lambda one: intents.Note(one, words, options=line.options()))
    return lambda people: _read_notes(line, who)


def _read_notes(line: CommandLine, who: str) -> None:
    """Show what is noted, by the GM in play and in the file."""
    from gmtrack.cli import output
    from gmtrack.core.notes import in_play, notes_in_play
    from gmtrack.store.session import open_session

    with open_session(line.file, write=False) as session:
        encounter, words = session.encounter, session.ruleset.WORDS
        noted: dict[str, tuple[str, object]] = {FIGHT: (notes_in_play(encounter), encounter.notes)}
        if squash(who) != FIGHT:
            noted = {
                one: (in_play(encounter, one), encounter.sheet(one).get("notes"))
                for one in there(who, encounter, words)
            }
        names = encounter.names()
        head = {"command": "note", "ruleset": session.ruleset.META.id}
    if line.json:
        told = [
            {"who": one, "note": note or None, "file": str(file or "").strip() or None}
            for one, (note, file) in noted.items()
        ]
        output.document(head | (told[0] if len(told) == 1 else {"notes": told}))
        return
    for one, (note, file) in noted.items():
        whom = names.get(one, "the fight")
        both = {"Note on": note, "In the file, on": file}
        texts = {where: " ".join(str(text or "").split()) for where, text in both.items()}
        lines = [f"{where} {whom}: “{text}”" for where, text in texts.items() if text]
        nothing = f"No note on {whom}: `{line.typed(f'note {one} TEXT')}` takes one"
        output.say(*(lines or [nothing]), fold=True)


@COMMANDS.add("leave", RESOLVING)
def leave(
    ctx: typer.Context,
    who: Whom,
    reason: Annotated[
        list[str] | None, typer.Argument(metavar="[REASON]...", help="In a word; else: fled.")
    ] = None,
) -> Step:
    options = line_of(ctx).options()

    def leaving(whom: str, why: tuple[str, ...]) -> Step:
        return each(whom, lambda one: intents.Leave(one, why, options=options))

    def wanted(session: "Session") -> intents.Intent | intents.Several:
        return leaving(*leading(who, tuple(reason or ()), session.encounter)).asked(session)

    return Step(wanted) if reason else leaving(who, ())


@COMMANDS.add("join", RESOLVING_WITHOUT_DICE)
def join(
    ctx: typer.Context,
    who: Whom,
) -> Step:
    line = line_of(ctx)
    return each(who, lambda one: intents.Join(one, options=line.options()), away=True)


@COMMANDS.add("set", RESOLVING)
def set_fields(
    ctx: typer.Context,
    who: Annotated[
        str,
        typer.Argument(
            metavar="WHO...", help="Somebody, or several: joe bob, ganger*; or `scene`, `fight`."
        ),
    ],
    assignments: Annotated[
        list[str], typer.Argument(metavar="PATH=VALUE...", help="Dotted path and new value.")
    ],
) -> Step:
    options = line_of(ctx).options()
    assignments = _with_blanks(assignments)

    def wanted(session: "Session") -> intents.Intent | intents.Several:
        if not is_several(who):
            whom = squash(who) if squash(who) in NOBODY else _who(session, who)
            return _assigned(session, whom, assignments, options)
        found = there(who, session.encounter, session.ruleset.WORDS)
        return intents.Several([_assigned(session, one, assignments, options) for one in found])

    return Step(wanted)


def _with_blanks(words: list[str]) -> list[str]:
    """The words, with `name=The hall` as one of them: what is no assignment belongs to the one
    before."""
    found = words[:1]
    for word in words[1:]:
        if "=" in word:
            found.append(word)
        else:
            found[-1] += f" {word}"
    return found


def _assigned(
    session: "Session", who: str, texts: list[str], options: intents.Options
) -> intents.Set:
    from gmtrack.store.check.assign import parse_assignments

    encounter, ruleset = session.encounter, session.ruleset
    try:
        checked = parse_assignments(encounter, ruleset, who, texts)
    except Refusal as refusal:
        from gmtrack.store.check.piece import example

        line = example(encounter, ruleset, texts) if who == SCENE else ""
        if not line:
            raise
        raise Refusal(refusal.kind, f"{refusal.message}. An example: `{line}`") from refusal
    return intents.Set(who, checked, options=options)


@COMMANDS.add("hide", RESOLVING_WITHOUT_DICE)
def hide(ctx: typer.Context, who: Whom) -> Step:
    return _show_to_players(line_of(ctx), who, hidden=True)


@COMMANDS.add("reveal", RESOLVING_WITHOUT_DICE)
def reveal(ctx: typer.Context, who: Whom) -> Step:
    return _show_to_players(line_of(ctx), who, hidden=False)


def _show_to_players(line: CommandLine, word: str, *, hidden: bool) -> Step:
    def wanted(session: "Session") -> intents.Several:
        found = whom(word, session.encounter, session.ruleset.WORDS)
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


def _models(words: list[str], given: str | None) -> list[str]:
    """The names of the stock in words that are nothing else: `@mara @kurt`; none where there are
    not several."""
    names = [name for word in words for name in word.split(",")]
    several = len(names) > 1 and given is None and all(name.startswith(MARK) for name in names)
    return names if several else []


def _model_beside(words: list[str], given: str | None) -> tuple[list[str], str | None]:
    """The words without a name of the stock, and that one: `@boss Crane` and `Crane @boss` are
    `Crane --template @boss`. None of the stock where it is not beside a name. Raises BadParameter
    for several of the stock, or where a model is `given` otherwise."""
    models = [word for word in words if word.startswith(MARK)]
    names = [word for word in words if not word.startswith(MARK)]
    if len(models) > 1:
        message = f"unexpected '{models[1]}': one of the stock at a time"
        raise typer.BadParameter(message, param_hint="NAME")
    if not models or not names or (len(names) == 1 and numbered(models[0], names[0])):
        return words, None
    if given:
        message = f"unexpected '{models[0]}': {given} says already what they are like"
        raise typer.BadParameter(message, param_hint="NAME")
    return names, models[0]


def _how_many(words: list[str], count: int | None, model: str) -> tuple[str | None, int]:
    """The name, and how many: `ganger 3` is `ganger --count 3`. Raises BadParameter for any other
    word behind the name; `model` is the option that was told apart from the words."""
    match words:
        case []:
            return None, count or 1
        case [name]:
            return name, count or 1
        case [word, other] if count is None and (found := numbered(word, other)):
            return found[0], min(found[1], MOST_AT_ONCE)
    one = f'`add "{" ".join(words)}"{model}`'
    line = f"{one} is one name, `add {words[0]}{model} --count 3` makes three"
    raise typer.BadParameter(f"unexpected '{words[1]}': {line}", param_hint="NAME")


class Wanted(NamedTuple):
    """Who is to be added, as it was typed."""

    name: str | None
    template: str | None
    source: str | None
    number: int
    sets: tuple[str, ...]
    fresh: bool = False


def _newcomers(
    session: "Session | _Beside", wanted: Wanted, options: intents.Options
) -> intents.Add:
    """Whom to add, with checked sheets. Raises Refusal and BadFile."""
    ruleset, name = session.ruleset, wanted.name
    if name is not None and not name.strip():
        raise Refusal(ruleset.WORDS.value, "type a name for the combatant")
    if wanted.source is not None or name is None:
        return _from_file(session, wanted, options)
    if wanted.template is not None and name.strip().startswith(MARK):
        message = f"{name} and --template: one of them says what they are like"
        raise Refusal(ruleset.WORDS.value, message)
    if (wanted.template or name).strip().startswith(MARK):
        return intents.Add(_from_stock(session, name, wanted), options=options)
    known = _known(session, name, wanted)
    if known is not None:
        return intents.Add(known, options=options)
    return _new(session, name.strip(), wanted, options)


class _Beside(NamedTuple):
    """The session as it will be with those who come before."""

    encounter: "Encounter"
    ruleset: "Ruleset"
    removed: "Callable[[str], tuple[str, Data] | None]"


def _together(session: "Session", every: list[Wanted], options: intents.Options) -> intents.Add:
    """All of them, one after the other, as one step."""
    beside = _Beside(copy.deepcopy(session.encounter), session.ruleset, session.removed)
    sheets: dict[str, Data] = {}
    for wanted in every:
        sheets |= _newcomers(beside, wanted, options).sheets
        beside.encounter.combatants |= sheets
    return intents.Add(sheets, options=options)


def _known(session: "Session | _Beside", name: str, wanted: Wanted) -> "dict[str, Data] | None":
    """Sheets for those who are like somebody that the encounter knows: by a template, or by one
    who is there or was; None for somebody new."""
    from gmtrack.store.check.assign import checked_sheet, parse_sheets
    from gmtrack.store.stock.check import plain_human

    encounter, ruleset = session.encounter, session.ruleset
    template = _template(session, wanted.template) if wanted.template is not None else None
    if template is None:
        name, template = template_of(name, wanted.number, encounter)
    alone = wanted.number == 1 and not wanted.sets
    if template is None and alone and (gone := session.removed(name)):
        who, sheet = gone
        return {who: checked_sheet(encounter, ruleset, who, sheet)}
    if template is None and not wanted.sets:
        refuse_away(squash(name), encounter, ruleset.WORDS.absent)
    like = alike(slug_of(name), wanted.number, encounter, ruleset)
    if template is None and like and not is_like(like[2], plain_human(ruleset)):
        slug, stem, base = like
        names = dict(new_names(stem, wanted.number, encounter.names(), slug))
        return parse_sheets(encounter, ruleset, names, None, wanted.sets, base)
    if template is None and not wanted.sets:
        refuse_slips(name, encounter, ruleset.WORDS.unknown)
    if template is None:
        return None
    names = dict(new_names(name.strip(), wanted.number, encounter.names()))
    return parse_sheets(encounter, ruleset, names, template, wanted.sets)


def _template(session: "Session | _Beside", word: str) -> str:
    """The template of the encounter that is meant. Raises Refusal."""
    from gmtrack.app.stock.people import in_stock

    known = {one: one for one in session.encounter.templates}
    try:
        return pick(word, known, "template", session.ruleset.WORDS.unknown)
    except Refusal as refusal:
        shipped = in_stock(squash(word), session.ruleset)
        if not shipped:
            raise
        message = f"{refusal.message}; the stock has one: `--template {shipped}`"
        raise Refusal(refusal.kind, message) from None


def _new(
    session: "Session | _Beside", name: str, wanted: Wanted, options: intents.Options
) -> intents.Add:
    """Somebody new: as `--set` says where that is a whole sheet, else a plain human."""
    from gmtrack.app.stock.people import assumed
    from gmtrack.store.check.assign import parse_sheets
    from gmtrack.store.stock.check import plain_human

    encounter, ruleset = session.encounter, session.ruleset
    names = dict(new_names(name, wanted.number, encounter.names()))
    human = plain_human(ruleset)
    try:
        sheets = parse_sheets(encounter, ruleset, names, None, wanted.sets)
    except Refusal as refusal:
        if MISSING not in refusal.message:
            raise
        if human is None:
            message = f"{no_template(name, encounter)}\n{refusal.message}"
            raise Refusal(refusal.kind, message) from refusal
    else:
        if human is None or not says_little(sheets):
            return intents.Add(sheets, options=options)
    sheets = parse_sheets(encounter, ruleset, names, None, wanted.sets, human)
    return intents.Add(sheets, assumed(human, sheets, ruleset), options=options)


def _from_stock(session: "Session | _Beside", name: str, wanted: Wanted) -> "dict[str, Data]":
    """Sheets for those who are like somebody of the stock: `add @ganger`, or somebody of another
    name with `--template @ganger`."""
    from gmtrack.app.stock.people import model_of
    from gmtrack.store.check.assign import parse_sheets

    encounter, ruleset = session.encounter, session.ruleset
    model = model_of((wanted.template or name).strip(), encounter, ruleset)
    slug, called = ("", name.strip()) if wanted.template else (model.slug, model.name)
    names = dict(new_names(called, wanted.number, encounter.names(), slug))
    return parse_sheets(encounter, ruleset, names, model.template, wanted.sets, model.base)


def _from_file(
    session: "Session | _Beside", wanted: Wanted, options: intents.Options
) -> intents.Add:
    """The same from another file: under their own name unless another was typed beside it, and as
    they stand there unless the sheet alone is asked for."""
    from gmtrack.store.check.assign import parse_sheets

    encounter, ruleset, name = session.encounter, session.ruleset, wanted.name
    if wanted.template is not None:
        message = "--template and --from: the sheet comes from one of them"
        raise Refusal(ruleset.WORDS.value, message)
    found = from_file(wanted.source or "", name, ruleset)
    state = None if wanted.fresh else found.state
    if state and wanted.number > 1:
        message = f"--count {wanted.number}: {found.name} comes as they stand in {found.file}, once"
        raise Refusal(ruleset.WORDS.value, f"{message}; with --fresh the sheet alone, several")
    renamed = name and name.strip() if found.asked_apart else None
    ids = {found.id: found.name}
    if renamed or wanted.number > 1 or found.id in encounter.combatants:
        slug = "" if renamed else found.stem
        called = renamed or found.name
        ids = dict(new_names(called, wanted.number, encounter.names(), slug))
    sheets = parse_sheets(encounter, ruleset, ids, None, wanted.sets, found.sheet, state or {})
    states = {} if found.state is None else dict.fromkeys(sheets, state)
    return intents.Add(sheets, states=states, source=found.file, options=options)


def _everybody(
    session: "Session", file: str, options: intents.Options, *, fresh: bool
) -> intents.Several:
    """Everybody of another file who is not here, with the pieces of its scene that are not. Raises
    Refusal and BadFile."""
    from gmtrack.store.check.assign import checked

    encounter, ruleset = session.encounter, session.ruleset
    found = everybody_of(file, encounter, ruleset)
    draft = Draft(copy.deepcopy(encounter))
    pieces = [intents.Assignment(("scene", *keys), piece) for keys, piece in found.pieces.items()]
    sheets = {one.id: one.sheet | {"name": one.name} for one in found.people}
    stand = {one.id: one.state for one in found.people if one.state is not None}
    states = dict.fromkeys(stand) if fresh else stand
    for path, value in pieces:
        draft.put(path, value)
    for who, sheet in sheets.items():
        draft.put(("combatants", who), sheet)
        if state := states.get(who):
            draft.put(("fight", "combatants", who), state)
    checked(draft.encounter, ruleset)
    add = intents.Add(sheets, states=states, source=file, here=found.here, options=options)
    scene = [intents.Set("scene", tuple(pieces), options=options)] if pieces else []
    return intents.Several([add, *scene])
