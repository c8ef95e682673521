"""What every answer has: who attacks whom, what it costs, what stands against it now."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import percent
from gmtrack.view.text import Line, Span, fold_all, shown

Names = Mapping[str, str]
ABOUT = "about, ±{margin} in nineteen of twenty: {trials:,} trials, for there are too many results"
CIRCUMSTANCES = {"cost": "cost", "not_now": "against it now"}
"""Texts of an answer, and what they are called."""


def named(who: str, names: Names) -> str:
    """What people call somebody."""
    return shown(names.get(who, who))


def with_names(text: str, names: Names) -> str:
    """A sentence of the rules with what people call somebody in place of the ids, except in what is
    to be typed."""
    # A name that stands there already may have an id in it.
    words = sorted({*names, *names.values()}, key=len, reverse=True)
    either = "|".join(map(re.escape, filter(None, words)))
    found = re.compile(rf"`[^`]*`|(?<![\w-])(?:{either})(?![\w-])")
    return found.sub(lambda one: names.get(one[0], one[0]), text)


def all_named(ids: Iterable[str], names: Names) -> str:
    """Everybody once."""
    return ", ".join(named(one, names) for one in dict.fromkeys(ids))


def head(doc: Data, names: Names) -> Line:
    """`Joe against Bob, Vex`"""
    attacks = doc.get("attacks", [doc])
    targets = doc.get("targets") or [attack["target"] for attack in attacks]
    who = all_named((attack["attacker"] for attack in attacks), names)
    return [Span(f"{who} against {all_named(targets, names)}", "head")]


def understood(answers: Sequence[Data], width: int) -> list[Line]:
    """What was meant where that is not what was typed, each once."""
    lines = dict.fromkeys(line for answer in answers for line in answer.get("understood", ()))
    return fold_all([[Span(f"understood: {shown(line)}", "note")] for line in lines], width)


def dice_of(roll: Data) -> str:
    """`7 dice`"""
    return f"{roll['dice']} {'die' if roll['dice'] == 1 else 'dice'}"


def goal_of(roll: Data) -> str:
    """`Difficulty 2`, what the dice are rolled against; empty where that is nothing of its own."""
    goal = roll.get("goal")
    return f"{shown(goal['word'])} {sum(part['value'] for part in goal['parts'])}" if goal else ""


def rolled(answer: Data) -> str:
    """`7 dice, Difficulty 2`; empty where the attack roll is not told."""
    roll = answer.get("roll")
    return ", ".join(filter(None, (dice_of(roll), goal_of(roll)))) if roll else ""


def circumstances(
    answers: Sequence[Data], labels: Sequence[str], names: Names, width: int
) -> list[Line]:
    """Cost and what stands against it, each in one line: once if it is the same for all, else by
    their labels."""
    lines: list[Line] = []
    for key, name in CIRCUMSTANCES.items():
        texts = [shown(with_names(answer.get(key, ""), names)) for answer in answers]
        by_label = _by_label(labels, texts, {named(who, names) for who in names})
        if by_label:
            same = len(set(texts)) == 1
            lines.append([Span(f"  {name}: {texts[0] if same else by_label}")])
    return fold_all(lines, width, 4)


def _by_label(labels: Sequence[str], texts: Sequence[str], names: Set[str]) -> str:
    """`A: 1 AP; B, C: 2 AP`. What is said of each by their own name is said once of all of them:
    `Bob, Kim (cannot act now: it is the phase of Joe)`, or `all (...)`."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for label, text in zip(labels, texts, strict=True):
        said = _of_them(text, label) if label in names else text
        alike.setdefault(said, []).append((label, text))
    told = []
    for said, each in alike.items():
        who = ", ".join(label for label, _ in each)
        if len({text for _, text in each}) > 1:
            told.append(f"{'all' if len(each) == len(labels) else who} ({said})")
        elif said:
            told.append(f"{who}: {each[0][1]}")
    return "; ".join(told)


def _of_them(text: str, name: str) -> str:
    """`it is not their turn`, what is said of somebody by their name, said of several."""
    rest = text.removeprefix(f"{name} ")
    rest = re.sub(rf"(?<!\w){re.escape(name)}'s(?= \w)", "their", rest)
    rest = re.sub(rf"(?<!\w){re.escape(name)}'s(?!\w)", "theirs", rest)
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "them", rest)


def about(doc: Data, width: int) -> list[Line]:
    """How far an answer may be off that comes from trials."""
    if "sampled" not in doc:
        return []
    margin = percent(doc["sampled"]["margin"])
    told = ABOUT.format(margin=margin, trials=doc["sampled"]["trials"])
    return fold_all([[Span(f"  {told}", "note")]], width, 2)


def note(name: str, words: Iterable[str], width: int) -> list[Line]:
    """`in any case: prone`; nothing without words."""
    text = ", ".join(words)
    return fold_all([[Span(f"  {name}: {text}", "note")]], width, 4) if text else []
