"""What somebody can do now, as a table: the lines that work, then what does not and why."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gmtrack.core.choice import Choice, line_of
from gmtrack.core.command_table import row
from gmtrack.core.intents import Act, Attack, Intent, Next, Test
from gmtrack.core.lexicon import Entries
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, Span, cells, cut, fold_all, pad, wrap

GAP_WORD = "..."
INDENT = 2
SCREEN = 21
"""Lines of a terminal without those for the prompt and what stands below it."""
MOST = 3
"""Words that are named together."""
ATTACK = "attack with"
Kind = tuple[str, str]
Spelt = Callable[[Intent], str]
PLACES = {
    place: number
    for number, place in enumerate(
        ("attack", "defense", "cover", "turn", "", "trifle", "else")
    )
}
"""What matters first, by the kinds of choices."""
AGAIN = "the same"
"""What stands against a line as against the one above it."""
LEAST = 12
"""Columns of help that are worth showing."""


class Group(NamedTuple):
    """Choices that differ in one word alone: whom or what they are about."""

    first: Choice
    words: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Words of `--with` that stand in attacks which are otherwise the same."""


def render_choices(
    title: str,
    due: Entries,
    choices: Sequence[Choice],
    width: int,
    *,
    every: bool = False,
    again: str = "what --all",
    others: str = "",
    spelt: Spelt = line_of,
) -> list[Line]:
    """What must not be forgotten and what `others` can do, then the choices, what matters most
    first: what can be done to several people once, for one of them; tests in one row, for they cost
    nothing and there are many. Without `every` as much of it as a screen holds, and the line
    (`again`) that shows it all. `spelt`: how a line is typed here."""
    works = [choice for choice in choices if not choice.why]
    tests = [one.intent for one in works if isinstance(one.intent, Test)]
    doings = sorted(
        (one for one in works if not isinstance(one.intent, Test)), key=_place
    )
    lines: list[Line] = [[Span(title, "title")]]
    lines += table((), [(line.word, line.help) for line in due], width, INDENT)
    lines += fold_all(
        [[Span(f"{' ' * INDENT}{others}", "note")]] if others else [],
        width,
        2 * INDENT,
    )
    lines += _grouped(
        groups(doings) if every else merged(groups(doings)), width, spelt
    )
    lines += table((), _tests(tests, spelt), width, INDENT)
    against = not_now(choices, spelt)
    once = [(word, why if n == 0 or why != against[n - 1][1] else AGAIN)
            for n, (word, why) in enumerate(against)]  # fmt: skip
    refused = [
        [],
        [Span("Not now", "heading")],
        *table((), once, width, INDENT),
    ]
    whole = [*lines, *refused] if against else lines
    if every or len(whole) <= SCREEN:
        return whole
    rest = _rest(len(lines) - SCREEN + 1, len(against))
    return [*lines[: SCREEN - 1], [Span(f"{rest}: `{again}`", "note")]]


def _rest(more: int, against: int) -> str:
    told = [f"{more} more lines"] if more > 0 else []
    told += [f"{against} not now"] if against else []
    return ", ".join(told)


def _place(choice: Choice) -> int:
    """Where it stands: attacks, defenses, cover, what ends or holds a turn, other actions, trifles,
    all else."""
    intent = choice.intent
    if isinstance(intent, Act):
        return PLACES[choice.kind]
    if isinstance(intent, Attack):
        return PLACES["attack"]
    ends = isinstance(intent, Next) or row(intent.word).offered
    return PLACES["turn" if ends else "else"]


def groups(found: Iterable[Choice]) -> list[Group]:
    """The choices by what they are about, in the order of the first of each."""
    alike: dict[tuple[str, str], list[Choice]] = {}
    for one in found:
        alike.setdefault((_about(one)[0], one.cost), []).append(one)
    return [
        Group(many[0], tuple(_about(one)[1] for one in many))
        for many in alike.values()
    ]


def merged(found: Iterable[Group]) -> list[Group]:
    """The groups, of attacks that differ in their words alone only the first."""
    alike: dict[object, list[Group]] = {}
    for group in found:
        alike.setdefault(_without_words(group), []).append(group)
    return [_with_words(first, others) for first, *others in alike.values()]


def _without_words(group: Group) -> object:
    intent = group.first.intent
    if not isinstance(intent, Attack):
        return group.first.line
    options = intent.options._replace(words=())
    plain = Attack(intent.attacker, (GAP_WORD,), options=options)
    return line_of(plain), group.first.cost, group.words


def _with_words(first: Group, others: Sequence[Group]) -> Group:
    own = first.first.intent.options.words
    words = (
        word for other in others for word in other.first.intent.options.words
    )
    return first._replace(
        also=tuple(word for word in dict.fromkeys(words) if word not in own)
    )


def _about(choice: Choice) -> tuple[str, str]:
    """The line with a gap, and the word that fills it; nothing where it is about nothing."""
    intent = choice.intent
    if isinstance(intent, Attack):
        with_gap: Intent = Attack(
            intent.attacker, (GAP_WORD,), options=intent.options
        )
        return line_of(with_gap), intent.targets[0]
    if isinstance(intent, Act) and len(intent.args) == 1:
        with_gap = Act(
            intent.who, intent.action, (GAP_WORD,), options=intent.options
        )
        return line_of(with_gap), intent.args[0]
    return choice.line, ""


def _grouped(every: Sequence[Group], width: int, spelt: Spelt) -> list[Line]:
    """A row for each group, and behind those about the same the others that they may be about."""
    lines: list[Line] = []
    plain = [(spelt(group.first.intent), group.first.cost) for group in every]
    wide = [max(map(cells, column)) for column in zip(*plain, strict=True)]
    for place, group in enumerate(every):
        lines += _row(group.first, wide, width, spelt)
        if group.also:
            also = f"or --with {', '.join(group.also)}"
            lines += fold_all(
                [[Span(f"{' ' * 2 * INDENT}{also}", "note")]], width, 3 * INDENT
            )
        following = every[place + 1].words if place + 1 < len(every) else ()
        if len(group.words) > 1 and group.words != following:
            text = f"in place of {group.words[0]}: {', '.join(group.words[1:])}"
            lines += fold_all(
                [[Span(f"{' ' * 2 * INDENT}{text}", "note")]], width, 3 * INDENT
            )
    return lines


def _row(
    choice: Choice, wide: Sequence[int], width: int, spelt: Spelt
) -> list[Line]:
    """Line, cost and as much of the help as there is room for: a line to type is whole where it
    stands beside its cost, else it goes on below."""
    column = min(wide[0], width - INDENT - len(GAP) - wide[1])
    first, *more = wrap(spelt(choice.intent), column)
    below = (
        fold_all([[Span(" " * 2 * INDENT + " ".join(more))]], width, 3 * INDENT)
        if more
        else []
    )
    text = " " * INDENT + GAP.join(
        [pad(first, column), pad(choice.cost, wide[1])]
    )
    room = width - cells(text) - len(GAP)
    if room < LEAST or not choice.help:
        return [[Span(text.rstrip())], *below]
    return [[Span(text + GAP + cut(choice.help, room))], *below]


def _tests(found: Sequence[Test], spelt: Spelt) -> list[tuple[str, str]]:
    if not found:
        return []
    line = spelt(found[0]).removesuffix(found[0].what) + "WHAT"
    return [(line, ", ".join(test.what for test in found))]


def not_now(
    choices: Iterable[Choice], spelt: Spelt = line_of
) -> list[tuple[str, str]]:
    """Each attack, action and command that does not work in any form, with what stands against the
    first; those together against which the same stands."""
    every = list(choices)
    works = {_kind(one, spelt) for one in every if not one.why}
    against: dict[Kind, str] = {}
    for one in every:
        if one.why and _kind(one, spelt) not in works:
            against.setdefault(_kind(one, spelt), one.why)
    alike: dict[tuple[str, str], list[Kind]] = {}
    for kind, why in against.items():
        reason = (
            why.replace(kind[1], GAP_WORD)
            if kind[0] == ATTACK and kind[1]
            else why
        )
        alike.setdefault((kind[0], reason), []).append(kind)
    return [(_called(kinds), against[kinds[0]]) for kinds in alike.values()]


def _called(kinds: Sequence[Kind]) -> str:
    """`act joe deploy, fold`, `attack with 3 weapons`."""
    head, words = kinds[0][0], [word for _, word in kinds if word]
    if len(words) > MOST and head == ATTACK:
        return f"{head} {len(words)} weapons"
    rest = f" and {len(words) - MOST} more" if len(words) > MOST else ""
    return (
        f"{head} {', '.join(words[:MOST])}{rest}"
        if words
        else head.removesuffix(" with")
    )


def _kind(choice: Choice, spelt: Spelt) -> Kind:
    """The beginning of a line that is a choice of its own, and the word in which it differs from
    others of its kind: the weapon, the action."""
    intent = choice.intent
    if isinstance(intent, Attack):
        return ATTACK, intent.options.weapon or ""
    if isinstance(intent, Act):
        head = (
            spelt(Act(intent.who, intent.action))
            .removesuffix(intent.action)
            .rstrip()
        )
        return head, intent.action
    if isinstance(intent, Test):
        return spelt(intent).removesuffix(intent.what).rstrip(), intent.what
    return spelt(intent), ""
