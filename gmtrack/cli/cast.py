"""Commands about combatants and things: adding, removing, notes, counters, and setting any
field."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.app.adding import (
    AddRequest,
    add_all_intent,
    add_everybody_intent,
    add_intent,
    parse_set,
)
from gmtrack.app.newcomers import FIGHT, NOBODY, split_name_and_count
from gmtrack.app.several import (
    combatants_for_command,
    combatants_named,
    is_several,
    split_counter_words,
    split_people_from_line,
)
from gmtrack.app.step import CommandRequest, request_for_each
from gmtrack.cli.options import (
    MOST,
    RESOLVING,
    RESOLVING_WITHOUT_DICE,
    CommandLine,
    arg,
    flag,
    line_of,
    opt,
    whole_number,
)
from gmtrack.cli.tree import Commands, Performed
from gmtrack.core import MARK, intents
from gmtrack.core.counters import FIELD, counters_document, counters_of
from gmtrack.core.names import pick, squash

if TYPE_CHECKING:
    from gmtrack.store.session import Session

COMMANDS = Commands()

MOST_AT_ONCE = 500
NUMBER = re.compile(r"[+-]?\d+")
Whom = Annotated[
    str,
    typer.Argument(
        metavar="WHO...",
        help="An id or name; several: joe bob, joe,bob or ganger*.",
    ),
]


@COMMANDS.add("add", RESOLVING_WITHOUT_DICE)
def add(
    ctx: typer.Context,
    words: list[str] | None = arg(
        "NAME", "A name, a template, @NAME, or who was removed."
    ),
    template: str | None = opt(
        "--template", "T", "One of the file, or @NAME of the stock."
    ),
    source: str | None = opt(
        "--from", "FILE[:NAME]", "Somebody of another file."
    ),
    fresh: bool = flag("--fresh", "With --from: the sheet alone."),
    everybody: bool = flag(
        "--everybody", "With --from: all of FILE, and its scene."
    ),
    count: int | None = opt(
        "--count", "N", "How many.", parser=whole_number(1, MOST_AT_ONCE)
    ),
    sets: list[str] | None = opt(
        "--set", "PATH=VALUE", "A field of the sheet; repeatable."
    ),
) -> CommandRequest:
    """Return the step for `add`: bring combatants into the fight, from the file, the stock or
    another file. Raises BadParameter for options that do not go together."""
    if (fresh or everybody) and source is None:
        option = "--fresh" if fresh else "--everybody"
        raise typer.BadParameter("is for --from FILE", param_hint=option)
    options = line_of(ctx).options()
    if everybody:
        if words or template or count or sets:
            raise typer.BadParameter(
                "takes all of FILE as they are", param_hint="--everybody"
            )
        file = source or ""
        return CommandRequest(
            lambda session: add_everybody_intent(
                session, file, options, fresh=fresh
            )
        )
    if not words and source is None:
        raise typer.BadParameter(
            "type a name, or --from FILE:NAME", param_hint="NAME"
        )
    # Names of the stock and nothing else: `@mara @kurt`.
    models = [name for word in words or () for name in word.split(",")]
    alone = len(models) > 1 and (template or source) is None
    if alone and all(name.startswith(MARK) for name in models):
        every = [
            AddRequest(one, None, None, count or 1, tuple(sets or ()))
            for one in models
        ]
        return CommandRequest(
            lambda session: add_all_intent(session, every, options)
        )
    words, model = _split_off_model(words or [], template or source)
    template = template or model
    name, number = _split_off_count(
        words, count, f" --template {template}" if template else ""
    )
    wanted = AddRequest(
        name, template, source, number, tuple(sets or ()), fresh
    )
    return CommandRequest(lambda session: add_intent(session, wanted, options))


@COMMANDS.add("remove", RESOLVING_WITHOUT_DICE)
def remove(
    ctx: typer.Context,
    who: Whom,
) -> CommandRequest:
    """Return the step for `remove`: take combatants out of the fight."""
    options = line_of(ctx).options()
    if is_several(who):
        return request_for_each(who, intents.Remove, options=options)
    return CommandRequest(
        lambda session: intents.Remove(
            _pick_combatant(session, who), options=options
        )
    )


def _check_text(
    ctx: typer.Context, text: list[str] | None, what: str
) -> tuple[str, ...]:
    """Return the words of a text that a file will hold. Raises BadParameter for bytes that are
    not UTF-8, except in histories of older versions, which may have some."""
    from gmtrack.store.text.scalars import is_text

    words = tuple(text or ())
    if not (is_text(" ".join(words)) or line_of(ctx).in_history):
        raise typer.BadParameter(
            "a byte in it is no text (UTF-8)", param_hint=what
        )
    return words


@COMMANDS.add("note", RESOLVING_WITHOUT_DICE)
def note(
    ctx: typer.Context,
    who: str = arg(
        "WHO", "One, or several: joe,bob or ganger*; or `fight`.", ...
    ),
    text: list[str] | None = arg("[TEXT]...", "Without it the note is read."),
    clear: bool = flag("--clear", "Take the note off."),
) -> CommandRequest | Performed:
    """Return the step for `note`: write or clear notes on combatants or the fight. Without a text,
    return a callback that shows them."""
    line, words = line_of(ctx), _check_text(ctx, text, "TEXT")
    if clear and words:
        raise typer.BadParameter("--clear takes no text", param_hint="TEXT")
    # In histories of older versions a line without a text has taken the note off.
    if clear or words or line.in_history:
        return request_for_each(
            who, intents.Note, words, options=line.options()
        )
    return lambda people: _show_notes(line, who)


@COMMANDS.add("count", RESOLVING_WITHOUT_DICE)
def count(
    ctx: typer.Context,
    who: str = arg(
        "WHO", "One, or several: joe,bob or ganger*; or `fight`.", ...
    ),
    words: list[str] | None = arg(
        "[NAME] [N]", "The counter; -2 or +1 moves it, 5 sets it."
    ),
) -> CommandRequest | Performed:
    """Return the step for `count`: change counters of combatants or the fight. Without a number,
    return a callback that shows them."""
    line, named = line_of(ctx), list(words or ())
    if not named or not NUMBER.fullmatch(named[-1]):
        return lambda people: _show_counters(line, [who, *named])
    number = named.pop()
    amount = whole_number(-MOST, MOST)(number)
    moves, options = number[0] in "+-", line.options()

    def make_intent(session: "Session") -> intents.Several:
        # The first words say whose, the others which.
        whose, name = split_counter_words(
            [who, *named], session.encounter, session.ruleset.WORDS
        )
        found = [
            intents.Count(one, name, amount, moves, options=options)
            for one in whose
        ]
        return intents.Several([*found], all_of_them="*" not in who)

    return CommandRequest(make_intent)


def _show_counters(line: CommandLine, words: list[str]) -> None:
    """Show the counters of those whom the words name, or only one counter of them if the last
    words name it."""
    from gmtrack.cli import output
    from gmtrack.store.session import open_session

    with open_session(line.file, write=False) as session:
        encounter, kinds = session.encounter, session.ruleset.WORDS
        whose, name = split_counter_words(
            [*words, ""] if len(words) < 2 else words, encounter, kinds
        )
        found = {one: counters_of(encounter, one) for one in whose}
        for one, counters in found.items() if name else ():
            which = pick(
                name,
                {id: c.name for id, c in counters.items()},
                "counter",
                kinds.unknown,
            )
            found[one] = {which: counters[which]}
        names = encounter.names()
        head = {"command": "count", "ruleset": session.ruleset.META.id}
    if line.json:
        documents = [
            {"who": one, FIELD: counters_document(counters)}
            for one, counters in found.items()
        ]
        output.answer(
            line,
            head
            | (documents[0] if len(documents) == 1 else {"results": documents}),
        )
        return
    for one, counters in found.items():
        whom = "" if one == FIGHT else f"{names[one]}: "
        lines = []
        for counter in counters.values():
            text = f"{whom}{counter.name} {counter.now}/{counter.max}"
            lines.append(f"{text}, {counter.due}" if counter.due else text)
        set_line = line.typed(f"set {one} {FIELD}.blood='{{max: 10}}'")
        nothing = (
            f"{whom or 'the fight has '}no counters: `{set_line}` makes one"
        )
        output.say(*(lines or [nothing]), fold=True)


def _show_notes(line: CommandLine, who: str) -> None:
    """Show the notes that the GM took in play and those of the file."""
    from gmtrack.cli import output
    from gmtrack.core.notes import note_in_play, notes_in_play
    from gmtrack.store.session import open_session

    with open_session(line.file, write=False) as session:
        encounter, words = session.encounter, session.ruleset.WORDS
        noted: dict[str, tuple[str, object]] = {
            FIGHT: (notes_in_play(encounter), encounter.notes)
        }
        if squash(who) != FIGHT:
            noted = {
                one: (
                    note_in_play(encounter, one),
                    encounter.sheet(one).get("notes"),
                )
                for one in combatants_for_command(who, encounter, words)
            }
        names = encounter.names()
        head = {"command": "note", "ruleset": session.ruleset.META.id}
    if line.json:
        documents = [
            {
                "who": one,
                "note": note or None,
                "file": str(file or "").strip() or None,
            }
            for one, (note, file) in noted.items()
        ]
        output.answer(
            line,
            head
            | (documents[0] if len(documents) == 1 else {"notes": documents}),
        )
        return
    for one, (note, file) in noted.items():
        whom = names.get(one, "the fight")
        both = {"Note on": note, "In the file, on": file}
        texts = {
            where: " ".join(str(text or "").split())
            for where, text in both.items()
        }
        lines = [
            f"{where} {whom}: “{text}”" for where, text in texts.items() if text
        ]
        nothing = (
            f"No note on {whom}: `{line.typed(f'note {one} TEXT')}` takes one"
        )
        output.say(*(lines or [nothing]), fold=True)


@COMMANDS.add("leave", RESOLVING)
def leave(
    ctx: typer.Context,
    who: Whom,
    reason: list[str] | None = arg("[REASON]...", "In a word; else: fled."),
) -> CommandRequest:
    """Return the step for `leave`: let combatants leave the fight, for a reason."""
    options, words = line_of(ctx).options(), _check_text(ctx, reason, "REASON")

    def leaving(whom: str, why: tuple[str, ...]) -> CommandRequest:
        return request_for_each(whom, intents.Leave, why, options=options)

    def make_intent(session: "Session") -> intents.Intent | intents.Several:
        return leaving(
            *split_people_from_line(who, words, session.encounter)
        ).intents_in(session)

    return CommandRequest(make_intent) if reason else leaving(who, ())


@COMMANDS.add("join", RESOLVING_WITHOUT_DICE)
def join(
    ctx: typer.Context,
    who: Whom,
) -> CommandRequest:
    """Return the step for `join`: let combatants who left join the fight again."""
    return request_for_each(who, intents.Join, options=line_of(ctx).options())


@COMMANDS.add("set", RESOLVING)
def set_fields(
    ctx: typer.Context,
    who: str = arg(
        "WHO...",
        "Somebody, or several: joe bob, ganger*; or `scene`, `fight`.",
        ...,
    ),
    assignments: list[str] = arg(
        "PATH=VALUE...", "Dotted path and new value.", ...
    ),
) -> CommandRequest:
    """Return the step for `set`: write fields of combatants, the scene or the fight."""
    options = line_of(ctx).options()
    assignments = _join_assignments(assignments)

    def make_intent(session: "Session") -> intents.Intent | intents.Several:
        if not is_several(who):
            whom = (
                squash(who)
                if squash(who) in NOBODY
                else _pick_combatant(session, who)
            )
            return parse_set(session, whom, assignments, options)
        found = combatants_for_command(
            who, session.encounter, session.ruleset.WORDS
        )
        return intents.Several(
            [parse_set(session, one, assignments, options) for one in found]
        )

    return CommandRequest(make_intent)


def _join_assignments(words: list[str]) -> list[str]:
    """Return assignments as single words, so that `name=The hall` is one: a word without `=`
    belongs to the one before."""
    found = words[:1]
    for word in words[1:]:
        if "=" in word:
            found.append(word)
        else:
            found[-1] += f" {word}"
    return found


@COMMANDS.add("hide", RESOLVING_WITHOUT_DICE)
def hide(ctx: typer.Context, who: Whom) -> CommandRequest:
    """Return the step for `hide`: hide combatants from the players."""
    return _show_to_players(line_of(ctx), who, hidden=True)


@COMMANDS.add("reveal", RESOLVING_WITHOUT_DICE)
def reveal(ctx: typer.Context, who: Whom) -> CommandRequest:
    """Return the step for `reveal`: show hidden combatants to the players."""
    return _show_to_players(line_of(ctx), who, hidden=False)


def _show_to_players(
    line: CommandLine, word: str, *, hidden: bool
) -> CommandRequest:
    """Return the step that hides combatants from the players, or reveals them."""

    def make_intent(session: "Session") -> intents.Several:
        return intents.Several(
            [
                intents.Set(
                    who,
                    (
                        intents.Assignment(
                            ("combatants", who, "hidden"), hidden
                        ),
                    ),
                    options=line.options(),
                )
                for who in combatants_named(
                    word, session.encounter, session.ruleset.WORDS
                )
            ]
        )

    return CommandRequest(make_intent)


def _pick_combatant(session: "Session", word: str) -> str:
    """Return the id that a word means. Raises Refusal for an unknown or ambiguous word."""
    encounter = session.encounter
    names = encounter.names()
    return pick(word, names, "combatant", session.ruleset.WORDS.nobody)


def _split_off_model(
    words: list[str], given: str | None
) -> tuple[list[str], str | None]:
    """Split a name of the stock from the other words: `@boss Crane` and `Crane @boss` mean
    `Crane --template @boss`.

    The second value is None, and the words are unchanged, if no stock name stands beside a name.
    Raises BadParameter for several stock names, or if `given` names a template already."""
    models = [word for word in words if word.startswith(MARK)]
    names = [word for word in words if not word.startswith(MARK)]
    if len(models) > 1:
        message = f"unexpected '{models[1]}': one of the stock at a time"
        raise typer.BadParameter(message, param_hint="NAME")
    if (
        not models
        or not names
        or (len(names) == 1 and split_name_and_count(models[0], names[0]))
    ):
        return words, None
    if given:
        message = (
            f"unexpected '{models[0]}': {given} says already what they are like"
        )
        raise typer.BadParameter(message, param_hint="NAME")
    return names, models[0]


def _split_off_count(
    words: list[str], count: int | None, model: str
) -> tuple[str | None, int]:
    """Return the name and how many: `ganger 3` means `ganger --count 3`. The name is None
    without words.

    Raises BadParameter for any other word behind the name; `model` is the option that was split
    off, for the message."""
    match words:
        case []:
            return None, count or 1
        case [name]:
            return name, count or 1
        case [word, other] if count is None and (
            found := split_name_and_count(word, other)
        ):
            return found[0], min(found[1], MOST_AT_ONCE)
    one = f'`add "{" ".join(words)}"{model}`'
    line = f"{one} is one name, `add {words[0]}{model} --count 3` makes three"
    raise typer.BadParameter(
        f"unexpected '{words[1]}': {line}", param_hint="NAME"
    )
