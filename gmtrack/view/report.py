"""What a command did, told in the order in which it happened, what it has changed, and what came of
an attack."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeGuard

from gmtrack.core.draft import MISSING, Change
from gmtrack.core.report import Block, Fact, Report, Roll
from gmtrack.view.initiative import (
    Score,
    Tie,
    brief_line,
    is_of_order,
    of_order,
    score_line,
    tie_line,
)
from gmtrack.view.rolls import roll_lines
from gmtrack.view.text import Line, Span, cells, fold_all, shown, spoken, unhyphened

INDENT = 2
DRY_RUN = "dry run: nothing has been changed"


def render_report(
    report: Report,
    phrases: Mapping[str, str],
    labels: Mapping[str, str],
    names: Mapping[str, str],
    width: int,
    *,
    dry_run: bool = False,
    program: str = "",
    brief: bool = False,
) -> list[Line]:
    """The story and its consequences in lines of at most `width` columns.

    `phrases` and `labels` are the ruleset's; `names` maps ids to display names, also for ids
    among the arguments of a fact. `program` stands before the commands that change what was
    assumed. `brief`: who comes before whom takes as few lines as it can.
    """
    dry = [[Span(DRY_RUN, "warning")]] if dry_run else []
    if "results" in report.body:
        told = _told_of_several(report, phrases, names, width)
    else:
        told = list(_story(report, phrases, names, width, brief=brief))
    full = [[Span(f"understood: {shown(line)}", "note")] for line in report.understood]
    lines = [*dry, *_friends(report, names, width), *fold_all(full, width), *told]
    changes = _changes(report.changes, labels, names)
    lines += fold_all(changes, width, INDENT * 2)
    if report.command == "attack" and "results" not in report.body:
        lines += result_lines(report, len(told), phrases, names, width, INDENT)
    for override in report.overrides:
        forced = f"forced: {shown(override.message)} ({shown(override.kind)})"
        lines += fold_all([[Span(forced, "warning")]], width)
    if report.assumed:
        from gmtrack.view.library import assumed_lines

        lines += assumed_lines(report.assumed, names, width, program)
    warnings = [[Span(shown(text), "warning")] for text in report.warnings]
    lines += fold_all(warnings, width)
    if report.unused:
        unused = f"unused dice: {', '.join(map(shown, report.unused))}"
        lines += fold_all([[Span(unused, "warning")]], width)
    return lines + dry


def _friends(report: Report, names: Mapping[str, str], width: int) -> list[Line]:
    """Who attacks somebody of their own side, said first."""
    lines: list[Line] = []
    for one, other in report.friends:
        text = f"{shown(names.get(other, other))} is on {shown(names.get(one, one))}'s side"
        lines.append([Span(text, "warning")])
    return fold_all(lines, width)


def _told_of_several(
    report: Report, phrases: Mapping[str, str], names: Mapping[str, str], width: int
) -> list[Line]:
    """What several did at once: attacks in one table; and who was left out."""
    from gmtrack.view.folded import left_out, render_folded

    if report.command == "attack":
        told = render_folded(report.body, names, width, INDENT)
        told += _harm(report, phrases, names, width)
    else:
        told = list(_story(report, phrases, names, width))
    return [*told, *left_out(report.body, names, width, INDENT)]


def _story(
    report: Report,
    phrases: Mapping[str, str],
    names: Mapping[str, str],
    width: int,
    *,
    brief: bool = False,
) -> Iterator[Line]:
    rolls = [step.name for step in report.story if isinstance(step, Roll)]
    column = min(max((cells(spoken(name)) for name in rolls), default=0), width // 4)
    head = ""
    for ordering, steps in groupby(report.story, key=is_of_order):
        if ordering and brief:
            line = brief_line(list(of_order(steps)), names, head)
            yield from fold_all([line], width, INDENT)
            head = ""
        elif ordering:
            for one in of_order(steps):
                line = _order_line(one, phrases, names, column)
                yield from fold_all([line], width, column + 6)
        else:
            *before, last = steps
            yield from _told(before, phrases, names, width, column)
            # A head may stand before the brief line.
            head = sentence(last, phrases, names) if brief and is_head(last) else ""
            yield from () if head else _told([last], phrases, names, width, column)
    if head:
        yield from fold_all([[Span(head, "head")]], width, INDENT)


def is_head(step: Roll | Fact) -> TypeGuard[Fact]:
    """Whether it is a sentence above others."""
    return isinstance(step, Fact) and step.tone == "head"


def _told(
    steps: Iterable[Roll | Fact],
    phrases: Mapping[str, str],
    names: Mapping[str, str],
    width: int,
    column: int,
) -> Iterator[Line]:
    for step in steps:
        if isinstance(step, Roll):
            yield from fold_all(roll_lines(step, names, INDENT, column), width, column + 6)
        else:
            indent = 0 if step.tone == "head" else INDENT
            line = [Span(" " * indent), Span(sentence(step, phrases, names), step.tone)]
            yield from fold_all([line], width, indent + 2)


def _order_line(
    one: Score | Tie, phrases: Mapping[str, str], names: Mapping[str, str], column: int
) -> Line:
    """Who comes before whom."""
    if isinstance(one, Tie) and len(one.rolls) == 1:
        one = Score(one.rolls[0], one.won)
    if isinstance(one, Tie):
        won = sentence(one.won, phrases, names) if one.won else ""
        return tie_line(one, won, names, INDENT, column)
    upshot = sentence(one.upshot, phrases, names) if one.upshot else ""
    return score_line(one, upshot, names, INDENT, column)


def _harm(
    report: Report, phrases: Mapping[str, str], names: Mapping[str, str], width: int
) -> list[Line]:
    """What has befallen anybody, each sentence once."""
    facts = [step for step in report.story if isinstance(step, Fact) and step.tone == "bad"]
    texts = dict.fromkeys(sentence(fact, phrases, names) for fact in facts)
    return fold_all([[Span(" " * INDENT), Span(text, "bad")] for text in texts], width, INDENT + 2)


def sentence(fact: Fact, phrases: Mapping[str, str], names: Mapping[str, str]) -> str:
    """The fact in the ruleset's words; ids among its arguments become names."""
    args = {key: _argument(value, names) for key, value in fact.args.items()}
    if fact.key not in phrases:  # a ruleset tells what it has no sentence for
        return ", ".join([fact.key, *map(str, args.values())])
    return phrases[fact.key].format(**args)


def _argument(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return shown(names.get(value, value))
    if isinstance(value, list | tuple):
        return ", ".join(str(_argument(item, names)) for item in value)
    return value


def _changes(
    changes: list[Change], labels: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[Line]:
    """One line for everybody whom something has befallen that people have a word for; one for
    all whom the same has befallen."""
    told: dict[str, list[str]] = {}
    for change in changes:
        if change.what in labels:
            told.setdefault(change.who, []).append(change_text(change, labels[change.what]))
    alike: dict[str, list[str]] = {}
    for who, texts in told.items():
        alike.setdefault(", ".join(texts), []).append(shown(names.get(who, who)))
    for text, whom in alike.items():
        yield [Span(", ".join(whom), "name"), Span(f"  {text}")]


def change_text(change: Change, label: str) -> str:
    """What has changed, by the name that people have for it."""
    # A value that stood nowhere was the default, which only the rules know.
    before = "" if change.was is MISSING else f"{value_text(change.was)} "
    return f"{label} {before}-> {value_text(change.after)}"


def value_text(value: Any) -> str:
    """A value of the fight as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " and ".join(map(value_text, value)) or "none"
    return "none" if value is None or value is MISSING else shown(value)


LONG_STORY = 12
"""Lines of a story after which one would have to look for what came of it."""
ONE = {"miss": "missed"}
SEVERAL = {"hit": "hits", "miss": "misses", "graze": "grazes"}
"""How outcomes are told of a target, and counted."""


THINGS = frozenset(("weapon", "accessory", "skill"))
"""What an effect names that is on something which somebody holds or knows, not on them."""


def result_lines(
    report: Report,
    story: int,
    phrases: Mapping[str, str],
    names: Mapping[str, str],
    width: int,
    indent: int,
) -> list[Line]:
    """A line for each target of several attacks, or of one whose story has many lines. A ruleset
    may have a phrase `result.EFFECT` where the word of the effect alone does not say it."""
    blocks = [block for block in report.blocks if block.body.get("outcome")]
    if len(blocks) < 2 and story <= LONG_STORY:
        return []
    lines = [
        [Span(" " * indent), Span(shown(names.get(who, who)), "name"), Span(f": {told}", tone)]
        for who, told, tone in _results(blocks, phrases)
    ]
    return fold_all(lines, width, indent * 2)


def _results(blocks: Sequence[Block], phrases: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Who, what befell them in words, and how bad that is."""
    for who in dict.fromkeys(_people(blocks)):
        outcomes = Counter(block.body["outcome"] for block in blocks if block.target == who)
        dealt = sum(_dealt(block, who) for block in blocks)
        effects = [
            effect["effect"]
            for block in blocks
            for effect in block.effects
            if effect["target"] == who and not effect.keys() & THINGS
        ]
        words = [_counted(word, count, sum(outcomes.values())) for word, count in outcomes.items()]
        words += [f"{dealt} damage"] if dealt else []
        words += [
            phrases.get(f"result.{name}") or unhyphened(name) for name in dict.fromkeys(effects)
        ]
        yield who, ", ".join(words), "bad" if dealt else ""


def _people(blocks: Sequence[Block]) -> Iterator[str]:
    """The targets, and then whom else it has hurt."""
    yield from (block.target for block in blocks)
    for block in blocks:
        victim = (block.body.get("damage") or {}).get("victim")
        if victim and _dealt(block, victim):
            yield victim


def _dealt(block: Block, who: str) -> int:
    """The damage that got through to somebody."""
    damage = block.body.get("damage") or {}
    dealt = damage.get("dealt") or 0
    return dealt if damage.get("victim", block.target) == who and isinstance(dealt, int) else 0


def _counted(word: str, count: int, whole: int) -> str:
    name = unhyphened(word)
    if whole == 1:
        return ONE.get(word, name)
    return f"{count} {SEVERAL.get(word, name) if count > 1 else name}"
