"""Words for sides, and the small print of a simulation: number of fights, margin, tactics, and
why nobody won."""

from collections.abc import Mapping
from math import hypot

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import format_estimate
from gmtrack.view.text import (
    Names,
    shown,
    space_hyphens,
)

PARTY, FOES, NOBODY = "pc", "foe", "nobody"
CALLED = {
    PARTY: "the party",
    FOES: "the foes",
    "ally": "allies",
    NOBODY: NOBODY,
}


def name_side(side: str) -> str:
    """Return the name of a side in a sentence: `the party`; for a side with a word of its own
    `the police`."""
    return CALLED.get(side) or f"the {space_hyphens(side)}"


def conjugate_win(side: str) -> str:
    """Return the verb for a side: `win` for a plural such as `the foes`, else `wins`."""
    return "win" if name_side(side).endswith("s") else "wins"


def choose_side(won: Mapping[str, float]) -> str:
    """Return the side whose chances the GM wants to know: the party, else the side that wins
    most often."""
    return PARTY if PARTY in won else max(won, key=won.__getitem__)


def name_combatant(who: str, entry: Data, names: Names) -> str:
    """Return a combatant's name: the encounter's, else that in the document of the variant, else
    the id."""
    return shown(names.get(who) or entry.get("name") or who)


def find_share_down(fate: Data) -> float:
    """Return how often a combatant was put out of the fight, without how often they fled. `fate`
    is the document of a combatant, or its `if_won`."""
    out: float = fate.get("out", 0)
    fled: float = fate.get("fled", 0)
    return max(0, out - fled)


USUAL = "nearest"
"""Target that combatants without tactics of their own choose."""
A_LOT = 0.1
"""Least share of fights without a winner that is mentioned."""
NOTEWORTHY = 0.005
"""Least share of a reason that is mentioned."""


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 fight`, `1,000 fights`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def format_margin(doc: Data) -> str:
    """Return the margin in whole percents: `±3`. At least `±1`, but `±0` if the fight is decided
    already."""
    return f"±{max(1, round(doc['margin'] * 100))}" if doc["margin"] else "±0"


def describe_fights(doc: Data) -> str:
    """Return the number of fights and the seed: `1,000 fights, seed 7`; for a fight that is
    decided already, who still stands."""
    if "decided" in doc:
        return describe_decided(doc).removesuffix(".")
    fights = format_count(doc["fights"], "fight")
    if not doc["fights"]:
        return f"stopped before any of {format_count(doc['asked'], 'fight')} was over"
    if is_cut_short(doc):
        fights = f"cut short: {doc['fights']:,} of {format_count(doc['asked'], 'fight')}"
    return f"{fights}, seed {doc['seed']}"


def describe_decided(doc: Data) -> str:
    """Return the sentence for a fight that is decided already: `Only the party still stands.`"""
    side = doc["decided"]
    if side == NOBODY:
        return "Nobody still stands."
    return f"Only {name_side(side)} still {'stand' if conjugate_win(side) == 'win' else 'stands'}."


def is_cut_short(doc: Data) -> bool:
    """Whether fewer fights were played than asked for."""
    return bool(doc.get("asked", 0) > doc["fights"])


def describe_not_played(doc: Data) -> str:
    """Return which variants were not played because of Ctrl-C: `not played: add ganger, remove
    bob`; empty if all were."""
    return (
        f"not played: {', '.join(map(shown, doc['left_out']))}"
        if "left_out" in doc
        else ""
    )


def describe_tactics(doc: Data, names: Names) -> str:
    """Return the tactics: `tactics: everybody sensible, on the nearest`, or `tactics of the
    party: focus, others: sensible, on the nearest`."""
    words: Mapping[str, str] = doc["tactics"]
    people: Mapping[str, Data] = doc["combatants"]
    told = []
    for who, word in words.items():
        name = shown(names.get(who, who)) if who in people else name_side(who)
        told.append(f"{name}: {' '.join(map(space_hyphens, word.split(',')))}")
    usual = f"{'plain' if 'plain_only' in doc else 'sensible'}, on the {USUAL}"
    if not told:
        return f"tactics: everybody {usual}"
    return f"tactics of {', '.join([*told, f'others: {usual}'])}"


MUCH, SOME = 0.2, 0.05
"""Least differences in chances to win for which much, or something, depends on tactics."""


def compare_tactics(doc: Data) -> str:
    """Return a sentence on how much depends on tactics: `Much hangs on tactics: if everybody has
    sense the party wins 97 %, ...`. It says that there were too few fights if the difference is
    within the margin. Empty if that was not counted."""
    if "plain_only" in doc:
        return f"{shown(doc['plain_only'])}."
    found: Mapping[str, Data] = doc.get("by_tactics", {})
    if len(found) < len(("sensible", "plain")):
        return ""
    side = choose_side(doc["won"])
    sense, plain = (found[word]["won"][side] for word in ("sensible", "plain"))
    off = abs(sense - plain)
    # The margin of a difference.
    unsure = hypot(*(found[word]["margin"] for word in found))
    how = "Much" if off >= MUCH else "Something" if off >= SOME else "Little"
    told = f"{how} hangs on tactics"
    if off <= unsure:
        told = "Too few fights to tell how much hangs on tactics"
    wide = max(found.values(), key=lambda one: one["margin"])
    if_sensible = (
        f"{name_side(side)} {conjugate_win(side)} {format_estimate(sense)}"
    )
    if_plain = f"{format_estimate(plain)}, {format_margin(wide)}"
    return (
        f"{told}: if everybody has sense {if_sensible}, "
        f"if all fight plainly {if_plain}."
    )


def find_reasons_for_nobody(doc: Data) -> dict[str, float]:
    """Return the reasons why nobody won, with their shares of all fights, the most frequent
    first: stuck, not over in time, nobody left. Reasons below NOTEWORTHY are left out."""
    stuck: Mapping[str, float] = doc.get("stuck") or {}
    found = {
        f"it cannot go on: {shown(reason)}": share
        for reason, share in stuck.items()
    }
    left = doc["won"].get(NOBODY, 0) - sum(stuck.values())
    late = _find_share_not_over(doc)
    if late:
        found[f"not over after {format_count(doc['limit'], 'round')}"] = late
        left -= late
    found["nobody is left standing"] = left
    likely = sorted(found.items(), key=lambda each: -each[1])
    return {reason: share for reason, share in likely if share >= NOTEWORTHY}


MOST_IDLE = 4


def describe_undecided(doc: Data, names: Names) -> str:
    """Return what combatants who still stood did when nobody won, most frequent first: `When
    nobody wins, Guard (cover: crates) attacks Mara with carbine in vain (38 %).` Empty if there
    are none."""
    told = []
    people: Mapping[str, Data] = doc["combatants"]
    for one in sorted(doc.get("undecided", ()), key=lambda one: -one["share"])[
        :MOST_IDLE
    ]:
        who = name_combatant(one["who"], people[one["who"]], names)
        as_what = (
            f" ({', '.join(map(shown, one['conditions']))})"
            if "conditions" in one
            else ""
        )
        does = "does nothing"
        if "target" in one:
            whom = shown(names.get(one["target"], one["target"]))
            weapon = f" with {shown(one['weapon'])}" if "weapon" in one else ""
            does = f"attacks {whom}{weapon} in vain"
        why = f": {shown(one['refused'])}" if "refused" in one else ""
        told.append(
            f"{who}{as_what} {does}{why} ({format_estimate(one['share'])})"
        )
    return f"When nobody wins, {'; '.join(told)}." if told else ""


def has_unfinished_fights(doc: Data) -> bool:
    """Whether fights were broken off before their end, so that their length is unknown."""
    return bool(doc.get("stuck")) or _find_share_not_over(doc) > 0


def _find_share_not_over(doc: Data) -> float:
    """Return the share of fights that were not over within the limit of rounds; 0 without a
    limit."""
    if "limit" not in doc:
        return 0
    late: float = sum(
        share
        for rounds, share in doc["rounds"]["distribution"].items()
        if int(rounds) >= doc["limit"]
    )
    stuck: float = sum((doc.get("stuck") or {}).values())
    nobody: float = doc["won"].get(NOBODY, 0)
    return max(0, min(nobody - stuck, late))


def describe_reasons(doc: Data) -> str:
    """Return why nobody won: `nobody wins: not over after 50 rounds (3 %)`; empty if there is no
    reason worth telling."""
    told = [
        f"{why} ({format_estimate(share)})"
        for why, share in find_reasons_for_nobody(doc).items()
    ]
    return f"nobody wins: {', '.join(told)}" if told else ""
