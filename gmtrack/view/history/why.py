"""Screens of `why`: each line of a report beside the ids of the rules that it follows from."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from gmtrack.core.history import ExplainedStep, ExplainedValue, HeldEffect, Rows
from gmtrack.core.own_effects import RECORD
from gmtrack.core.report import Roll, total
from gmtrack.view.history.log import render_step_heading
from gmtrack.view.report import (
    Wording,
    describe_change,
    describe_value,
    render_report,
)
from gmtrack.view.rolls import EXPLAINED, render_roll
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    blanks,
    fold_all,
    paragraph,
    show_name,
    shown,
    space_hyphens,
    space_underscores,
)

INDENT = 2
BY_HAND = "(GM)"
"""Text in place of rule ids where the GM decided and no rule was applied."""
TYPED = re.compile(r" (--roll|-r)[ =]('[^']*'|\S+)")
NOT_ASKED = "no rules were asked"
OTHERWISE = (
    f"{NOT_ASKED}, or those of today say otherwise: `replay --verify` compares"
)
LONG = 40
"""Characters of a value; what is longer says no more."""


def render_why(why: ExplainedValue, words: Wording, width: int) -> list[Line]:
    """Render the answer of `why`: the number, its parts, and the steps that made it what it is,
    the last step last."""
    head: Line = [Span(show_name(why.who, words.names), "name")]
    if why.what:
        head.append(Span(GAP + _name_value(why.what, words.labels)))
    head += [
        Span(GAP),
        Span(_shorten_value(why.value), "number"),
        *_render_rules(why.rules),
    ]
    lines = fold_all([head], width)
    parts = [
        (space_hyphens(part.label), f"{part.value:+}", _join_rules(part.rules))
        for part in why.parts
    ]
    lines += render_table(("Part", "", "Rules"), parts, width, INDENT)
    lines += [
        *_render_effects(why.effects, words.names, width),
        *_render_changes_of_value(why, words.labels, width),
    ]
    if not (parts or why.history):
        lines += paragraph("  no step has changed it", width)
    rules = [*why.rules]
    for part in why.parts:
        rules += part.rules
    for step in why.history:
        rules += step.rules
    return lines + _render_rules_hint(rules, width)


def _name_value(field: str, labels: Mapping[str, str]) -> str:
    """Return the label of a value, else its key with blanks for underscores."""
    return shown(labels.get(field) or space_underscores(field))


def _render_changes_of_value(
    why: ExplainedValue, labels: Mapping[str, str], width: int
) -> list[Line]:
    """Render a table of the steps that changed a value, each step named once. A column says what
    changed if that is not the number that was asked for."""
    with_field = any(
        step.what.rpartition(".")[2] != why.what for step in why.history
    )
    heads = ["Step", "Line", "Was -> is", "Rules"]
    if with_field:
        heads.insert(2, "What")
    rows: list[list[str]] = []
    for seq, changes in groupby(why.history, key=lambda step: step.seq):
        number = str(seq)
        for step in changes:
            row = [number, shown(TYPED.sub("", step.line)) if number else ""]
            if with_field:
                row.append(_name_value(step.what, labels))
            before = _shorten_value(step.before)
            row.append(f"{before} -> {_shorten_value(step.after)}")
            row.append(_join_rules(step.rules) or BY_HAND)
            rows.append(row)
            # The further changes of a step stand below it without its line.
            number = ""
    return render_table(heads, rows, width, INDENT)


def _shorten_value(value: Any) -> str:
    """Return a value as text of at most LONG characters; `-` for None."""
    text = "-" if value is None else describe_value(_drop_keys(value))
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _drop_keys(value: Any) -> Any:
    """Return the values of a map without its keys; of a list of maps the first value of each;
    other values unchanged. Empty values are left out."""
    if isinstance(value, dict):
        return [one for one in value.values() if one not in (None, [], {})]
    if isinstance(value, list):
        return [
            next(iter(_drop_keys(one)), "") if isinstance(one, dict) else one
            for one in value
        ]
    return value


def _join_rules(rules: Sequence[str]) -> str:
    """Return the rule ids, joined with commas."""
    return ", ".join(map(shown, rules))


def _render_rules(rules: Sequence[str]) -> Line:
    """Return the rule ids in brackets, behind a gap; empty without rules."""
    return [Span(GAP), Span(f"[{_join_rules(rules)}]", "note")] if rules else []


def _render_rules_hint(rules: Sequence[str], width: int) -> list[Line]:
    """Render how to see the first of the rules; no lines without rules."""
    return paragraph(f"`rules {rules[0]}` shows a row", width) if rules else []


def render_why_step(
    explained: ExplainedStep, words: Wording, width: int
) -> list[Line]:
    """Render a step as it was shown when it happened, each line with the rules that it follows
    from. If the rules of today give another report, say so and leave the rules out."""
    entry, report, rules_of, is_same, effects = explained
    lines = render_step_heading(entry, width)
    if not is_same and entry.report:
        lines += [
            *render_report(report, words, width),
            *paragraph(OTHERWISE, width),
        ]
    elif not is_same:
        lines += paragraph(NOT_ASKED, width)
    if not is_same:
        return lines
    cited: list[str] = []
    for step in report.story:
        if isinstance(step, Roll):
            lines += _render_roll_with_rules(step, rules_of, words.names, width)
        else:
            indent = 0 if step.tone == "head" else INDENT
            text = Span(words.sentence(step), step.tone)
            line = [blanks(indent), text, *_render_rules(rules_of(step))]
            lines += fold_all([line], width, indent + 2)
        cited += rules_of(step)
    for change in report.changes:
        # Only what people have a word for.
        if change.what in words.labels:
            who = Span(show_name(change.who, words.names), "name")
            text = Span(
                GAP + describe_change(change, words.labels[change.what])
            )
            line = [
                blanks(INDENT),
                who,
                text,
                *_render_rules(rules_of(change)),
            ]
            lines += fold_all([line], width, INDENT * 2)
    lines += _render_effects(effects, words.names, width)
    return lines + _render_rules_hint(cited, width)


def _render_effects(
    effects: Sequence[HeldEffect], names: Names, width: int
) -> list[Line]:
    """Render a table of the GM's own effects: who has them since when, and where they are
    defined. No lines without effects."""
    rows = [
        (
            shown(one.label),
            shown(show_name(one.who, names)),
            describe_step(one.seq, one.line)
            if one.by == RECORD
            else shown(one.by),
            describe_step(one.defined, one.source),
        )
        for one in effects
    ]
    return render_table(
        ("Effect", "Who", "By", "Defined by"), rows, width, INDENT
    )


def describe_step(seq: int | None, line: str | None) -> str:
    """Return a step's number and line. None for both stands for what was so before the first
    step."""
    text = shown(line or "as the fight was opened")
    return f"{seq} {text}" if seq else text


def _render_roll_with_rules(
    roll: Roll,
    rules_of: Callable[[object], Rows],
    names: Names,
    width: int,
) -> list[Line]:
    """Render a roll with its rules, and below it each part of its numbers with the rules of that
    part. `rules_of` returns the rules of a roll or part."""
    body = {
        key: one for key, one in roll.body.items() if not key.endswith("_parts")
    }
    bare = replace(roll, parts=(), body=body)
    *first, last = render_roll(
        bare, names, INDENT, len(space_underscores(roll.name))
    )
    lines = fold_all(
        [*first, [*last, *_render_rules(rules_of(roll))]], width, INDENT * 2
    )
    numbers = list(roll.explained())
    rows: list[tuple[str, str, str]] = []
    for key, parts in numbers:
        if len(numbers) > 1 or key in EXPLAINED:
            rows.append((EXPLAINED.get(key, key), str(total(parts)), ""))
        for part in parts:
            rules = _join_rules(rules_of(part))
            rows.append((space_hyphens(part.label), f"{part.value:+}", rules))
    return lines + render_table((), rows, width, INDENT * 3)
