"""The report of a command as lines: its story in order, its changes, and the results of attacks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, Change
from gmtrack.core.report import Block, Fact, Report, Roll
from gmtrack.view.initiative import (
    InitiativeScore,
    TieRolls,
    is_about_order,
    pair_rolls_with_facts,
    render_brief_order,
    render_score,
    render_tie,
)
from gmtrack.view.rolls import render_roll
from gmtrack.view.text import (
    Line,
    Span,
    blanks,
    cells,
    fold_all,
    paragraph,
    show_name,
    shown,
    space_hyphens,
    space_underscores,
)

INDENT = 2
DRY_RUN = "dry run: nothing has been changed"


class Wording(NamedTuple):
    """The words for a report: phrases of the ruleset by fact, labels of changes by field, names
    by id."""

    phrases: Mapping[str, str] = {}
    labels: Mapping[str, str] = {}
    names: Mapping[str, str] = {}

    def sentence(self, fact: Fact) -> str:
        """Return the fact in the ruleset's words; ids among its arguments become names. A fact
        without a phrase is its key with its arguments."""
        args = {key: self._argument(value) for key, value in fact.args.items()}
        if (
            fact.key not in self.phrases
        ):  # a ruleset tells what it has no sentence for
            return ", ".join([fact.key, *map(str, args.values())])
        return self.phrases[fact.key].format(**args)

    def _argument(self, value: Any) -> Any:
        """Return an argument of a fact as the phrase needs it: an id as a name, a list joined
        with commas, other values unchanged."""
        if isinstance(value, str):
            return show_name(value, self.names)
        if isinstance(value, list | tuple):
            return ", ".join(str(self._argument(item)) for item in value)
        return value


def render_report(
    report: Report,
    words: Wording,
    width: int,
    *,
    dry_run: bool = False,
    program: str = "",
    brief: bool = False,
) -> list[Line]:
    """Render a report in lines of at most `width` columns: story, changes, results of attacks,
    overrides and warnings.

    `program` stands before the commands that change what was assumed. With `brief`, initiative
    takes as few lines as it can; with `dry_run`, the lines say first and last that nothing has
    been changed."""
    names = words.names
    dry = [[Span(DRY_RUN, "warning")]] if dry_run else []
    if "results" in report.body:
        told = _render_group_command(report, words, width)
    else:
        told = list(_render_story(report, words, width, brief=brief))
    friends = (
        f"{show_name(two, names)} is on {show_name(one, names)}'s side"
        for one, two in report.friends
    )
    lines = [*dry, *_render_paragraphs(friends, "warning", width)]
    lines += _render_paragraphs(
        (f"understood: {shown(line)}" for line in report.understood),
        "note",
        width,
    )
    lines += [
        *told,
        *fold_all(_render_changes(report.changes, words), width, INDENT * 2),
    ]
    if report.command == "attack" and "results" not in report.body:
        lines += render_results(report, len(told), words, width)
    forced = (
        f"forced: {shown(one.message)} ({shown(one.kind)})"
        for one in report.overrides
    )
    lines += _render_paragraphs(forced, "warning", width)
    if report.assumed:
        from gmtrack.view.library import render_assumed

        lines += render_assumed(report.assumed, names, width, program)
    lines += _render_paragraphs(map(shown, report.warnings), "warning", width)
    if report.unused:
        unused = f"unused dice: {', '.join(map(shown, report.unused))}"
        lines += paragraph(unused, width, "warning")
    return lines + dry


def _render_paragraphs(
    texts: Iterable[str], style: str, width: int
) -> list[Line]:
    """Render each text in one style as folded lines."""
    return [line for text in texts for line in paragraph(text, width, style)]


def _render_group_command(
    report: Report, words: Wording, width: int
) -> list[Line]:
    """Render a group command: attacks in one table with each harmful fact once below it, other
    commands as their story, and last who was left out."""
    from gmtrack.view.group_attacks import (
        render_attack_table,
        render_left_out_members,
    )

    if report.command == "attack":
        told = render_attack_table(report.body, words.names, width, INDENT)
        facts = [
            step
            for step in report.story
            if isinstance(step, Fact) and step.tone == "bad"
        ]
        harm = dict.fromkeys(map(words.sentence, facts))
        lines = ([blanks(INDENT), Span(text, "bad")] for text in harm)
        told += fold_all(lines, width, INDENT + 2)
    else:
        told = list(_render_story(report, words, width))
    return [
        *told,
        *render_left_out_members(report.body, words.names, width, INDENT),
    ]


def _render_story(
    report: Report, words: Wording, width: int, *, brief: bool = False
) -> Iterator[Line]:
    """Yield the story's lines in order: rolls and facts, and those of initiative together. With
    `brief`, initiative takes one line behind its heading."""
    rolls = [step.name for step in report.story if isinstance(step, Roll)]
    column = min(
        max((cells(space_underscores(name)) for name in rolls), default=0),
        width // 4,
    )
    head = ""
    for ordering, steps in groupby(report.story, key=is_about_order):
        if ordering and brief:
            line = render_brief_order(
                list(pair_rolls_with_facts(steps)), words.names, head
            )
            yield from fold_all([line], width, INDENT)
            head = ""
        elif ordering:
            lines = (
                _render_order_line(one, words, column)
                for one in pair_rolls_with_facts(steps)
            )
            yield from fold_all(lines, width, column + 6)
        else:
            *before, last = steps
            yield from _render_steps(before, words, width, column)
            # A head may stand before the brief line.
            if brief and isinstance(last, Fact) and last.tone == "head":
                head = words.sentence(last)
            else:
                head = ""
                yield from _render_steps([last], words, width, column)
    if head:
        yield from paragraph(head, width, "head", INDENT)


def _render_steps(
    steps: Iterable[Roll | Fact], words: Wording, width: int, column: int
) -> Iterator[Line]:
    """Yield the lines of rolls and facts; a fact with tone `head` is not indented."""
    for step in steps:
        if isinstance(step, Roll):
            yield from fold_all(
                render_roll(step, words.names, INDENT, column),
                width,
                column + 6,
            )
        else:
            indent = 0 if step.tone == "head" else INDENT
            line = [blanks(indent), Span(words.sentence(step), step.tone)]
            yield from fold_all([line], width, indent + 2)


def _render_order_line(
    order: InitiativeScore | TieRolls, words: Wording, column: int
) -> Line:
    """Render a score or tie of initiative in a line with the sentence of its result. A tie that
    one throw alone decided is rendered as a score."""
    if isinstance(order, TieRolls) and len(order.rolls) == 1:
        order = InitiativeScore(order.rolls[0], order.won)
    fact = order.won if isinstance(order, TieRolls) else order.result
    told = words.sentence(fact) if fact else ""
    if isinstance(order, TieRolls):
        return render_tie(order, told, words.names, INDENT, column)
    return render_score(order, told, words.names, INDENT, column)


def _render_changes(changes: list[Change], words: Wording) -> Iterator[Line]:
    """Yield a line of labelled changes for each combatant; combatants with the same changes
    share one. Changes without a label are left out."""
    told: dict[str, list[str]] = {}
    for change in changes:
        if change.what in words.labels:
            text = describe_change(change, words.labels[change.what])
            told.setdefault(change.who, []).append(text)
    alike: dict[str, list[str]] = {}
    for who, texts in told.items():
        alike.setdefault(", ".join(texts), []).append(
            show_name(who, words.names)
        )
    for text, whom in alike.items():
        yield [Span(", ".join(whom), "name"), Span(f"  {text}")]


def describe_change(change: Change, label: str) -> str:
    """Return a change after its label: `label before -> after`. A field that had no value before
    has no `before`."""
    # A value that stood nowhere was the default, which only the rules know.
    before = "" if change.was is MISSING else f"{describe_value(change.was)} "
    return f"{label} {before}-> {describe_value(change.after)}"


def describe_value(value: Any) -> str:
    """Return a value of the live state as words: `yes`, `none`, list items joined by `and`; `as
    at first` for MISSING."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " and ".join(map(describe_value, value)) or "none"
    if value is MISSING:
        return "as at first"
    return "none" if value is None else shown(value)


# --- what came of an attack, which is read last ---

LONG_STORY = 12
"""Lines of a story after which one would have to look for what came of it."""
ONE = {"miss": "missed"}
SEVERAL = {"hit": "hits", "miss": "misses", "graze": "grazes"}
"""Outcomes as they are counted where a target was attacked more than once."""
THINGS = frozenset(("weapon", "accessory", "skill"))
"""Keys that mark an effect on a thing or a skill of the target, not on the target."""


def render_results(
    report: Report, story: int, words: Wording, width: int
) -> list[Line]:
    """Render a line of results for each target, if there were several attacks or the story has
    many lines; else return none.

    A phrase `result.EFFECT` of the ruleset replaces the effect's own word. `story` is the number
    of lines of the story."""
    blocks = [block for block in report.blocks if block.body.get("outcome")]
    if len(blocks) < 2 and story <= LONG_STORY:
        return []
    lines = [
        [
            blanks(INDENT),
            Span(show_name(who, words.names), "name"),
            Span(f": {told}", tone),
        ]
        for who, told, tone in _summarize_targets(
            blocks, words.phrases, _find_new_statuses(report)
        )
    ]
    return fold_all(lines, width, INDENT * 2)


def _find_new_statuses(report: Report) -> dict[str, str]:
    """Return the new status of everybody whose status has changed, by id, unless they are up.
    Empty for a ruleset without statuses."""
    return {
        one.who: str(one.after)
        for one in report.changes
        if one.what == "status" and one.after not in (MISSING, one.before, "up")
    }


def _summarize_targets(
    blocks: Sequence[Block],
    phrases: Mapping[str, str],
    became: Mapping[str, str],
) -> Iterator[tuple[str, str, str]]:
    """Yield for each target, and then for whom else an attack has hurt: the id, what happened to
    them in words, and the tone (`bad` if they were hurt). `became` has those who are down or
    dead now, with that word."""
    people = dict.fromkeys(block.target for block in blocks)
    for block in blocks:
        victim = (block.body.get("damage") or {}).get("victim")
        if victim and _find_damage_dealt(block, victim):
            people[victim] = None
    for who in people:
        outcomes = Counter(
            block.body["outcome"] for block in blocks if block.target == who
        )
        attacks = sum(outcomes.values())
        dealt = sum(_find_damage_dealt(block, who) for block in blocks)
        effects = _find_effects_on(who, blocks)
        words = [
            _count_outcome(word, count, attacks)
            for word, count in outcomes.items()
        ]
        if dealt:
            words.append(f"{dealt} damage")
        if who in became and became[who] not in effects:
            words.append(became[who])
        for name in effects:
            words.append(phrases.get(f"result.{name}") or space_hyphens(name))
        yield who, ", ".join(words), "bad" if dealt else ""


def _find_effects_on(who: str, blocks: Iterable[Block]) -> list[str]:
    """Return the effects of attacks on a combatant, each once; those on a thing or a skill of the
    combatant are left out."""
    effects: dict[str, None] = {}
    for block in blocks:
        for effect in block.effects:
            if effect["target"] == who and not effect.keys() & THINGS:
                effects[effect["effect"]] = None
    return list(effects)


def _find_damage_dealt(block: Block, who: str) -> int:
    """Return the damage of an attack that got through to `who`, 0 if none did."""
    damage = block.body.get("damage") or {}
    dealt = damage.get("dealt") or 0
    victim = damage.get("victim", block.target)
    if victim != who or not isinstance(dealt, int):
        return 0
    return dealt


def _count_outcome(word: str, count: int, whole: int) -> str:
    """Return an outcome with its number: `2 hits`. If `whole`, the number of all attacks, is 1,
    the word alone."""
    name = space_hyphens(word)
    if whole == 1:
        return ONE.get(word, name)
    return f"{count} {SEVERAL.get(word, name) if count > 1 else name}"
