"""Choices of a combatant as a table: the lines that work now, then what does not work and why."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gmtrack.core.choice import HELP, Choice, line_of
from gmtrack.core.command_table import row
from gmtrack.core.intents import Act, Attack, Intent, Next, Test
from gmtrack.core.lexicon import Entries
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    cells,
    cut,
    fold_all,
    pad,
    paragraph,
    wrap,
)

GAP_WORD = "..."
INDENT = 2
SCREEN = 21
"""Lines of a terminal without the prompt and what stands below it."""
MOST = 3
"""Most words that are named together."""
ATTACK = "attack with"
ChoiceKind = tuple[str, str]
SpellIntent = Callable[[Intent], str]
PLACES = {
    place: number
    for number, place in enumerate(
        (HELP, "attack", "defense", "cover", "turn", "", "trifle", "else")
    )
}
"""Sort key of each kind of choice: what matters most comes first."""
AGAIN = "the same"
"""Text in place of a reason that is the same as the reason above it."""
LEAST = 12
"""Least columns for help; with fewer it is left out."""


class ChoiceGroup(NamedTuple):
    """Choices that differ only in their target or argument."""

    first: Choice
    words: tuple[str, ...]
    also: tuple[str, ...] = ()
    """Words of `--with` in attacks that are otherwise the same."""


class Asides(NamedTuple):
    """What stands beside the choices of a combatant: what others can do meanwhile, in words, and
    the lines of what comes by itself (`soon`)."""

    others: str = ""
    soon: Entries = ()


NO_ASIDES = Asides()


def render_choices(
    title: str,
    due: Entries,
    choices: Sequence[Choice],
    width: int,
    *,
    every: bool = False,
    again: str = "what --all",
    asides: Asides = NO_ASIDES,
    spelt: SpellIntent = line_of,
) -> list[Line]:
    """Render a combatant's choices: what is due, what others can do, the lines that work, what
    comes by itself, and at last what does not work and why.

    Choices that differ only in their target share a row, and so do all tests. `every` shows
    everything. Without it the list ends after SCREEN lines with the command that shows all
    (`again`). `spelt` renders an intent as a line to type."""
    works = [choice for choice in choices if not choice.why]
    tests = [one.intent for one in works if isinstance(one.intent, Test)]
    doings = sorted(
        (one for one in works if not isinstance(one.intent, Test)),
        key=_find_sort_key,
    )
    lines: list[Line] = [[Span(title, "title")]]
    lines += render_table(
        (), [(line.word, line.help) for line in due], width, INDENT
    )
    lines += fold_all(
        [[Span(f"{' ' * INDENT}{asides.others}", "note")]]
        if asides.others
        else [],
        width,
        2 * INDENT,
    )
    lines += _render_groups(
        group_choices(doings) if every else merge_groups(group_choices(doings)),
        width,
        spelt,
    )
    lines += render_table((), _make_tests_row(tests, spelt), width, INDENT)
    lines += render_table(
        (), [(line.word, line.help) for line in asides.soon], width, INDENT
    )
    against = find_refused_choices(choices, spelt)
    once = [(word, why if n == 0 or why != against[n - 1][1] else AGAIN)
            for n, (word, why) in enumerate(against)]  # fmt: skip
    refused = [
        [],
        [Span("Not now", "heading")],
        *render_table((), once, width, INDENT),
    ]
    whole = [*lines, *refused] if against else lines
    if every or len(whole) <= SCREEN:
        return whole
    rest = _describe_hidden_choices(len(lines) - SCREEN + 1, len(against))
    return [*lines[: SCREEN - 1], [Span(f"{rest}: `{again}`", "note")]]


def _describe_hidden_choices(hidden_lines: int, against: int) -> str:
    """Say in words how much is not shown: lines that work, and choices that do not."""
    told = [f"{hidden_lines} more lines"] if hidden_lines > 0 else []
    told += [f"{against} not now"] if against else []
    return ", ".join(told)


def _find_sort_key(choice: Choice) -> int:
    """Return the sort key of a choice: attacks, defenses, cover, turns, other actions, trifles,
    everything else."""
    intent = choice.intent
    if isinstance(intent, Act):
        return PLACES[choice.kind]
    if isinstance(intent, Attack):
        return PLACES["attack"]
    ends = isinstance(intent, Next) or row(intent.word).offered
    return PLACES["turn" if ends else "else"]


def group_choices(choices: Iterable[Choice]) -> list[ChoiceGroup]:
    """Group choices that are alike except for target or argument, in the order of the first of
    each."""
    alike: dict[tuple[str, str], list[Choice]] = {}
    for one in choices:
        alike.setdefault((_split_off_argument(one)[0], one.cost), []).append(
            one
        )
    return [
        ChoiceGroup(many[0], tuple(_split_off_argument(one)[1] for one in many))
        for many in alike.values()
    ]


def merge_groups(groups: Iterable[ChoiceGroup]) -> list[ChoiceGroup]:
    """Merge groups of attacks that differ only in words of `--with`: keep the first and note the
    words of the others in `also`."""
    alike: dict[object, list[ChoiceGroup]] = {}
    for group in groups:
        alike.setdefault(_make_key_without_words(group), []).append(group)
    return [_add_words(first, others) for first, *others in alike.values()]


def _make_key_without_words(group: ChoiceGroup) -> object:
    """Return a key that is the same for groups that differ only in words of `--with`."""
    intent = group.first.intent
    if not isinstance(intent, Attack):
        return group.first.line
    options = intent.options._replace(words=())
    plain = Attack(intent.attacker, (GAP_WORD,), options=options)
    return line_of(plain), group.first.cost, group.words


def _add_words(
    first: ChoiceGroup, others: Sequence[ChoiceGroup]
) -> ChoiceGroup:
    """Return the first group with the words of the others in `also`, except those that it has
    itself."""
    own = first.first.intent.options.words
    also: dict[str, None] = {}
    for other in others:
        for word in other.first.intent.options.words:
            if word not in own:
                also[word] = None
    return first._replace(also=tuple(also))


def _split_off_argument(choice: Choice) -> tuple[str, str]:
    """Return the choice's line with a gap in place of its target or argument, and that word; the
    whole line and an empty word if it has none."""
    intent = choice.intent
    gap = (GAP_WORD,)
    if isinstance(intent, Attack):
        attack = Attack(intent.attacker, gap, options=intent.options)
        return line_of(attack), intent.targets[0]
    if isinstance(intent, Act) and len(intent.args) == 1:
        act = Act(intent.who, intent.action, gap, options=intent.options)
        return line_of(act), intent.args[0]
    return choice.line, ""


def _render_groups(
    groups: Sequence[ChoiceGroup], width: int, spelt: SpellIntent
) -> list[Line]:
    """Render a row for each group. Below the last of several rows with the same targets or
    arguments, name those that may be used instead of the first."""
    lines: list[Line] = []
    choices = [group.first for group in groups]
    texts = [(spelt(choice.intent), choice.cost) for choice in choices]
    wide = [max(map(cells, column)) for column in zip(*texts, strict=True)]
    next_words = [*(group.words for group in groups[1:]), ()]
    for group, following in zip(groups, next_words, strict=False):
        lines += _render_choice(group.first, wide, width, spelt)
        if group.also:
            also = f"or --with {', '.join(group.also)}"
            lines += _render_remark(also, width)
        if len(group.words) > 1 and group.words != following:
            first, *others = group.words
            text = f"in place of {first}: {', '.join(others)}"
            lines += _render_remark(text, width)
    return lines


def _render_remark(text: str, width: int, style: str = "note") -> list[Line]:
    """Render a text below a choice, indented and folded."""
    blanks = " " * 2 * INDENT
    return paragraph(blanks + text, width, style, 3 * INDENT)


def _render_choice(
    choice: Choice, wide: Sequence[int], width: int, spelt: SpellIntent
) -> list[Line]:
    """Render a choice's line, cost and as much of the help as fits. A line that is too long goes
    on below. `wide` are the widths of lines and costs."""
    column = min(wide[0], width - INDENT - len(GAP) - wide[1])
    first, *more = wrap(spelt(choice.intent), column)
    text = " " * INDENT + pad(first, column)
    text += GAP + pad(choice.cost, wide[1])
    room = width - cells(text) - len(GAP)
    if room < LEAST or not choice.help:
        text = text.rstrip()
    else:
        text += GAP + cut(choice.help, room)
    lines = [[Span(text)]]
    if more:
        lines += _render_remark(" ".join(more), width, "")
    return lines


def _make_tests_row(
    tests: Sequence[Test], spelt: SpellIntent
) -> list[tuple[str, str]]:
    """Return one row for all tests: the line with `WHAT` in place of the test, and the tests.
    Empty if there are none."""
    if not tests:
        return []
    line = spelt(tests[0]).removesuffix(tests[0].what) + "WHAT"
    return [(line, ", ".join(test.what for test in tests))]


def find_refused_choices(
    choices: Iterable[Choice], spelt: SpellIntent = line_of
) -> list[tuple[str, str]]:
    """Return what works in no form now, each with the reason for its first form. Kinds of
    choices with the same reason share a row."""
    every = list(choices)
    works = {_find_kind(one, spelt) for one in every if not one.why}
    against: dict[ChoiceKind, str] = {}
    for one in every:
        kind = _find_kind(one, spelt)
        if one.why and kind not in works:
            against.setdefault(kind, one.why)
    alike: dict[tuple[str, str], list[ChoiceKind]] = {}
    for kind, why in against.items():
        head, word = kind
        reason = why
        # Reasons that differ only in the name of the weapon are one reason.
        if head == ATTACK and word:
            reason = why.replace(word, GAP_WORD)
        alike.setdefault((head, reason), []).append(kind)
    return [(_name_kinds(kinds), against[kinds[0]]) for kinds in alike.values()]


def _name_kinds(kinds: Sequence[ChoiceKind]) -> str:
    """Return a name for kinds of choices together: `act joe deploy, fold`, `attack with 3
    weapons`."""
    head = kinds[0][0]
    words = [word for _, word in kinds if word]
    if not words:
        return head.removesuffix(" with")
    more = len(words) - MOST
    if more > 0 and head == ATTACK:
        return f"{head} {len(words)} weapons"
    name = f"{head} {', '.join(words[:MOST])}"
    return f"{name} and {more} more" if more > 0 else name


def _find_kind(choice: Choice, spelt: SpellIntent) -> ChoiceKind:
    """Return what kind of choice a line is: how it begins, and the word that tells it from
    others that begin alike (weapon, action, test)."""
    intent = choice.intent
    if isinstance(intent, Attack):
        return ATTACK, intent.options.weapon or ""
    if isinstance(intent, Act):
        line = spelt(Act(intent.who, intent.action))
        return line.removesuffix(intent.action).rstrip(), intent.action
    line = spelt(intent)
    if isinstance(intent, Test):
        return line.removesuffix(intent.what).rstrip(), intent.what
    return line, ""
