"""What came of an attack, in a line for everybody whom it concerned: what is read last."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gmtrack.core.report import Block, Report
from gmtrack.view.text import Line, Span, fold_all, shown, unhyphened

LONG = 12
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
    if len(blocks) < 2 and story <= LONG:
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
