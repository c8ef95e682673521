"""The end of a fight as players read it: who stands, who fell, the best shot, and who put whom
down."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from gmtrack.app.players_story import PlayerKnowledge
from gmtrack.core.deeds import attacks_in, rolls_in
from gmtrack.core.encounter import Data
from gmtrack.core.history import Casualty, LogEntry
from gmtrack.core.names import listed
from gmtrack.core.screen import Row, in_screen_order

COUNTED = {"hits": "hit", "counted": "hit", "successes": "success"}
"""The keys of a roll's document that count something, where more is better, with the word for
one of them."""
MANY = {"hit": "hits", "success": "successes"}
STRUCK = ("hit", "graze")
"""The outcomes of an attack that struck its target."""


def has_fight_ended(steps: Sequence[LogEntry]) -> bool:
    """Whether the last step that began a round, or ended the fight, ended it. `steps` are those in
    effect."""
    turns = (
        step.report["command"]
        for step in reversed(steps)
        if step.report.get("command") in ("roll-init", "end")
    )
    return next(turns, None) == "end"


def summary_document(
    seen: PlayerKnowledge,
    rows: Sequence[Row],
    steps: Sequence[LogEntry],
    stood: Mapping[int, Sequence[Casualty]],
) -> Data:
    """Return the summary of a fight that has ended. `rows` are those of the players' board, `stood`
    the changes of standing by the number of the step. Nobody hidden is in it, nor a number or die
    of a foe."""
    ordered = in_screen_order(rows)
    return {
        "stand": [row.name for row in ordered if not row.standing.out],
        "fell": [
            f"{row.name} ({row.standing.status})"
            for row in ordered
            if row.standing.out
        ],
        "best": _find_best_shot(seen, steps),
        "downed": list(_list_downed(seen, stood)),
    }


def _find_best_shot(seen: PlayerKnowledge, steps: Sequence[LogEntry]) -> str:
    """Return the friend's attack that struck with the most hits, in words; where attack rolls
    count none, the one with the highest damage roll. Empty if there is none of both."""
    by_hits = _find_highest(seen, steps, _counts_of)
    return by_hits or _find_highest(seen, steps, _damage_rolled)


def _find_highest(
    seen: PlayerKnowledge,
    steps: Sequence[LogEntry],
    numbers: Callable[[Data, Data], Iterator[tuple[int, str]]],
) -> str:
    """Return the friend's attack with the highest number, in words; empty if there is none above
    0. `numbers` yields those of an attack, given the document of its step and its own, each with
    what it is."""
    best, told = 0, ""
    for step in steps:
        for block in attacks_in(step.report):
            attacker = str(block["attacker"])
            if not seen.is_friend(attacker):
                continue
            for number, what in numbers(step.report, block):
                if number > best:
                    names = f"{seen.name(attacker)} on {seen.name(str(block['target']))}"
                    best, told = number, f"{names}: {number} {what}"
    return told


def _counts_of(report: Data, block: Data) -> Iterator[tuple[int, str]]:
    """Yield what each attack roll of an attack that struck counted, with the word for it."""
    if block["outcome"] not in STRUCK:
        return
    for roll in _rolls_of(report, str(block["attacker"]), "attack"):
        for key, word in COUNTED.items():
            if isinstance(roll.get(key), int):
                yield roll[key], word if roll[key] == 1 else MANY[word]
                break


def _damage_rolled(report: Data, block: Data) -> Iterator[tuple[int, str]]:
    """Yield the total of each damage roll of an attack."""
    for roll in _rolls_of(report, str(block["attacker"]), "damage"):
        if isinstance(roll.get("total"), int):
            yield roll["total"], "damage rolled"


def _rolls_of(report: Data, who: str, name: str) -> Iterator[Data]:
    """Yield the rolls of a combatant in a step whose name begins so."""
    for roll in rolls_in(report):
        if roll.get("who") == who and str(roll.get("name")).startswith(name):
            yield roll


def _list_downed(
    seen: PlayerKnowledge, stood: Mapping[int, Sequence[Casualty]]
) -> Iterator[str]:
    """Yield for each friend who put visible combatants down whom they did: `Vex: Spit and Blaze`,
    whoever did so most often first."""
    downed: dict[str, list[str]] = {}
    for changes in stood.values():
        for one in changes:
            by = one.by or ""
            if one.fell and seen.is_friend(by) and seen.knows(one.who):
                downed.setdefault(by, []).append(seen.name(one.who))
    for by, names in sorted(downed.items(), key=lambda pair: -len(pair[1])):
        yield f"{seen.name(by)}: {listed(dict.fromkeys(names))}"
