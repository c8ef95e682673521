"""Parts that all screens of odds share: the heading, cost, circumstances, and the choice of
conditions."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import ROUNDING, format_percent, is_certain
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    count_dice,
    fold_all,
    paragraph,
    show_name,
    shown,
    space_hyphens,
)

ABOUT = "about, ±{margin} in nineteen of twenty: {trials:,} trials, for there are too many results"
TAIL = "  dice may roll on without end: beyond the last amount lies less than one in {:,.0f}"
CIRCUMSTANCES = {"cost": "cost", "not_now": "against it now", "noted": "note"}
"""Texts of an answer, and what they are called."""


def replace_ids(text: str, names: Names) -> str:
    """Replace ids in a sentence of the rules by names, except within backticks."""
    # A name that stands there already may have an id in it.
    words = sorted({*names, *names.values()}, key=len, reverse=True)
    either = "|".join(map(re.escape, filter(None, words)))
    found = re.compile(rf"`[^`]*`|(?<![\w-])(?:{either})(?![\w-])")
    return found.sub(lambda one: names.get(one[0], one[0]), text)


def join_names(ids: Iterable[str], names: Names) -> str:
    """Join the names of the combatants with commas, each once."""
    return ", ".join(show_name(one, names) for one in dict.fromkeys(ids))


def render_heading(doc: Data, names: Names) -> Line:
    """Return who attacks whom: `Joe against Bob, Vex`."""
    attacks = doc.get("attacks", [doc])
    targets = doc.get("targets") or [attack["target"] for attack in attacks]
    who = join_names((attack["attacker"] for attack in attacks), names)
    return [Span(f"{who} against {join_names(targets, names)}", "head")]


def render_understood(answers: Sequence[Data], width: int) -> list[Line]:
    """Render each line that was understood otherwise than it was typed, once for all answers. No
    lines if there are none."""
    lines = dict.fromkeys(
        line for answer in answers for line in answer.get("understood", ())
    )
    return fold_all(
        [[Span(f"understood: {shown(line)}", "note")] for line in lines], width
    )


def describe_goal(roll: Data) -> str:
    """Return what the dice are rolled against: `Difficulty 2`. Empty if the roll has no goal of
    its own."""
    goal = roll.get("goal")
    return (
        f"{shown(goal['word'])} {sum(part['value'] for part in goal['parts'])}"
        if goal
        else ""
    )


def describe_attack_roll(answer: Data) -> str:
    """Return the dice and the goal of an attack: `7 dice, Difficulty 2`. Empty if the answer
    does not tell the attack roll."""
    roll = answer.get("roll")
    return (
        ", ".join(filter(None, (count_dice(roll["dice"]), describe_goal(roll))))
        if roll
        else ""
    )


def render_circumstances(
    answers: Sequence[Data], labels: Sequence[str], names: Names, width: int
) -> list[Line]:
    """Render cost, what stands against the action, and notes, each in one line: once if it is
    the same for all answers, else by their labels."""
    lines: list[Line] = []
    for key, name in CIRCUMSTANCES.items():
        texts = [
            shown(replace_ids(answer.get(key, ""), names)) for answer in answers
        ]
        all_names = {show_name(who, names) for who in names}
        text = _join_by_label(labels, texts, all_names)
        if text and len(set(texts)) == 1:
            text = texts[0]
        if text:
            lines.append([Span(f"  {name}: {text}")])
    return fold_all(lines, width, 4)


def _join_by_label(
    labels: Sequence[str], texts: Sequence[str], names: Set[str]
) -> str:
    """Join texts by label: `A: 1 AP; B, C: 2 AP`. If texts differ only in the combatant's own
    name, the text stands once: `Bob, Kim (cannot act now: it is the phase of Joe)`, or `all
    (...)`."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for label, text in zip(labels, texts, strict=True):
        said = _speak_of_several(text, label) if label in names else text
        alike.setdefault(said, []).append((label, text))
    joined = []
    for said, pairs in alike.items():
        who = ", ".join(label for label, _ in pairs)
        own_texts = {text for _, text in pairs}
        if len(own_texts) > 1:
            if len(pairs) == len(labels):
                who = "all"
            joined.append(f"{who} ({said})")
        elif said:
            joined.append(f"{who}: {pairs[0][1]}")
    return "; ".join(joined)


def _speak_of_several(text: str, name: str) -> str:
    """Rewrite what is said of one combatant by name for several: `it is not their turn`."""
    rest = text.removeprefix(f"{name} ")
    rest = re.sub(rf"(?<!\w){re.escape(name)}'s(?= \w)", "their", rest)
    rest = re.sub(rf"(?<!\w){re.escape(name)}'s(?!\w)", "theirs", rest)
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "them", rest)


def render_accuracy(doc: Data, width: int) -> list[Line]:
    """Render how exact an answer counted in trials is; no lines for an exact answer."""
    if "sampled" not in doc:
        return []
    margin = format_percent(doc["sampled"]["margin"])
    told = ABOUT.format(margin=margin, trials=doc["sampled"]["trials"])
    return paragraph(f"  {told}", width)


def render_tail(doc: Data, width: int) -> list[Line]:
    """Render how likely amounts beyond the last row are; no lines if the answer leaves none out."""
    return (
        paragraph(TAIL.format(1 / doc["tail"]), width) if "tail" in doc else []
    )


ENDINGS = ("down", "dead")
BRINGS = {"knockdown": "prone", "knocked-down": "prone"}
"""Words for what happens, with the word for what comes of it and stays."""
HARMFUL = frozenset({
    "bleeding", "bleedout", "blind", "blinded", "broken", "buckled", "burning", "cornered",
    "crippled", "critical", "dazed", "dead", "deaf", "deafened", "death", "destroyed", "disabled",
    "disarmed", "down", "dropped", "dying", "fatigued", "frightened", "grappled", "helpless",
    "immobilized", "injury", "jammed", "knockdown", "knocked", "lost", "maimed", "nauseous",
    "off-balance", "one-armed", "pinned", "poisoned", "prone", "shaken", "slowed", "stopped",
    "struck", "stunned", "subdued", "suppressed", "surprised", "unable", "unconscious", "useless",
    "weak", "winded", "wounded", "wrack",
})  # fmt: skip
"""Words for conditions that are bad for whoever has them, whole or as a part of a longer word
(`useless-left-arm`). Of any other word (`full-defense`) nobody here knows whether it harms."""


WORST_FIRST = (
    "dying", "death", "bleedout", "bleeding", "unconscious", "deadly", "critical", "serious",
    "maimed", "crippled", "helpless", "prone", "stunned", "useless", "broken", "blinded", "dropped",
    "disarmed",
)  # fmt: skip
"""Words for the conditions that matter most if not all have room. Other harmful ones follow, and
unknown ones come last."""


class ShownConditions(NamedTuple):
    """Conditions that are worth a row or a column (`open`), the likeliest first, and those that
    come in any case (`certain`), which are said in words."""

    open: list[str]
    certain: list[str]


def is_harmful(effect: str) -> bool:
    """Whether an effect, or a part of its hyphenated name, is known to be bad for its bearer."""
    return not HARMFUL.isdisjoint(_split_effect(effect))


def rate_seriousness(effect: str) -> int:
    """Return how bad an effect is, higher is worse; 0 if it is not known to be harmful."""
    words = _split_effect(effect)
    for place, word in enumerate(WORST_FIRST):
        if word in words:
            # The least serious word of the list still counts more than any other harm.
            return len(WORST_FIRST) + 1 - place
    return int(is_harmful(effect))


def _split_effect(effect: str) -> set[str]:
    """Return an effect's name and its hyphenated parts."""
    word = effect.replace("_", "-")
    return {word, *word.split("-")}


def find_endings(answers: Iterable[Data]) -> dict[str, str]:
    """Return `down` and `dead` with their words, which these answers may give them (`down_is`,
    `dead_is`). `down` is left out where whoever is down is dead."""
    answers = list(answers)
    words = {ending: _words_of_ending(answers, ending) for ending in ENDINGS}
    is_any_dead = any(each["dead"] for each in answers)
    is_one_more_down = any(
        each["down"] > each["dead"] + ROUNDING for each in answers
    )
    if is_any_dead and not is_one_more_down:
        del words["down"]
    return words


def _words_of_ending(answers: Iterable[Data], ending: str) -> str:
    """Return the words for `down` or `dead` in these answers."""
    words = dict.fromkeys(
        space_hyphens(word)
        for each in answers
        if each[ending]
        for word in each.get(f"{ending}_is", [ending])
    )
    return " or ".join(words) or ending


def choose_conditions(answers: Sequence[Data]) -> ShownConditions:
    """Choose the conditions to show for answers that stand together, the likeliest first.

    Leave out those with a line of their own (`dead`), and each event that is never likelier than
    the condition that it brings: `prone` makes `knockdown` needless. Two conditions with equal
    chances are not enough for that: a left arm and a right arm have equal chances, and neither
    makes the other needless."""
    ends = set(ENDINGS)
    highest: dict[str, float] = {}
    for answer in answers:
        for ending in ENDINGS:
            ends.update(answer.get(f"{ending}_is", ()))
        for name, chance in answer["effects"].items():
            highest[name] = max(chance, highest.get(name, 0))
    effects: list[Mapping[str, float]] = [
        answer["effects"] for answer in answers
    ]
    open_ones: list[str] = []
    certain_ones: list[str] = []
    for name in sorted(highest, key=lambda name: -highest[name]):
        if name in ends or _is_implied(name, effects):
            continue
        is_sure = all(is_certain(chances.get(name, 0)) for chances in effects)
        (certain_ones if is_sure else open_ones).append(name)
    return ShownConditions(open_ones, certain_ones)


def _is_implied(event: str, effects: Iterable[Mapping[str, float]]) -> bool:
    """Whether an event is in no answer likelier than the condition that it brings, which is shown
    in its place. `effects` are the chances of each answer."""
    brought = BRINGS.get(event, "")
    return all(
        chances.get(event, 0) <= chances.get(brought, 0) + ROUNDING
        for chances in effects
    )


def unhyphen_all(names: Sequence[str]) -> list[str]:
    """Return the names with blanks for hyphens and underscores."""
    return [space_hyphens(name) for name in names]
