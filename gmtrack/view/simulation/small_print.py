"""What sides and people are called; and how an answer was come by: how many fights, how exact, by
which tactics, why nobody won."""

from collections.abc import Mapping
from math import hypot

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimate
from gmtrack.view.text import shown, unhyphened

Names = Mapping[str, str]
PARTY, FOES, NOBODY = "pc", "foe", "nobody"
CALLED = {
    PARTY: "the party",
    FOES: "the foes",
    "ally": "allies",
    NOBODY: NOBODY,
}


def called(side: str) -> str:
    """`the party`; of a side with a word of its own `the police`."""
    return CALLED.get(side) or f"the {unhyphened(side)}"


def wins(side: str) -> str:
    """`wins`, or `win` for those who are many."""
    return "win" if called(side).endswith("s") else "wins"


def asked(won: Mapping[str, float]) -> str:
    """The side that a game master asks about: the party, or where there is none the one that wins
    most often."""
    return PARTY if PARTY in won else max(won, key=won.__getitem__)


def named(who: str, entry: Data, names: Names) -> str:
    """What people call somebody, who may be in one variant alone."""
    return shown(names.get(who) or entry.get("name") or who)


USUAL = "nearest"
"""Whom those attack who have no tactics of their own."""
A_LOT = 0.1
"""So many fights that nobody wins are worth a word."""
NOTEWORTHY = 0.005
"""Rarer reasons are not told."""


def many(number: int, what: str) -> str:
    """`1 fight`, `1,000 fights`"""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def margin(doc: Data) -> str:
    """`±3`; in whole percents, as the chances are told. `±0` of what is decided already."""
    return f"±{max(1, round(doc['margin'] * 100))}" if doc["margin"] else "±0"


def played(doc: Data) -> str:
    """`1,000 fights, seed 7`; of a fight that is decided already, by whom"""
    if "decided" in doc:
        return standing(doc).removesuffix(".")
    fights = many(doc["fights"], "fight")
    if cut_short(doc):
        fights = (
            f"cut short: {doc['fights']:,} of {many(doc['asked'], 'fight')}"
        )
    return f"{fights}, seed {doc['seed']}"


def standing(doc: Data) -> str:
    """`Only the party still stands.`: of a fight that is decided already."""
    side = doc["decided"]
    if side == NOBODY:
        return "Nobody still stands."
    return f"Only {called(side)} still {'stand' if wins(side) == 'win' else 'stands'}."


def cut_short(doc: Data) -> bool:
    return bool(doc.get("asked", 0) > doc["fights"])


def not_played(doc: Data) -> str:
    """`not played: add ganger, remove bob`: those of several that Ctrl-C came before; empty where
    all were."""
    return (
        f"not played: {', '.join(map(shown, doc['left_out']))}"
        if "left_out" in doc
        else ""
    )


def tactics(doc: Data, names: Names) -> str:
    """`tactics: everybody sensible, on the nearest`; `tactics of the party: focus, allies: plain,
    others: sensible, on the nearest`"""
    words: Mapping[str, str] = doc["tactics"]
    people: Mapping[str, Data] = doc["combatants"]
    told = []
    for who, word in words.items():
        name = shown(names.get(who, who)) if who in people else called(who)
        told.append(f"{name}: {' '.join(map(unhyphened, word.split(',')))}")
    usual = f"{'plain' if 'plain_only' in doc else 'sensible'}, on the {USUAL}"
    if not told:
        return f"tactics: everybody {usual}"
    return f"tactics of {', '.join([*told, f'others: {usual}'])}"


MUCH = 0.2
"""Whoever wins so much more or less often by tactics owes much to them."""


def by_tactics(doc: Data) -> str:
    """How much hangs on tactics: `Much hangs on tactics: with sense the party wins 97 %, played
    plainly 36 % ±6.`; empty where that was not asked."""
    if "plain_only" in doc:
        return f"{shown(doc['plain_only'])}."
    found: Mapping[str, Data] = doc.get("by_tactics", {})
    if len(found) < len(("sensible", "plain")):
        return ""
    side = asked(doc["won"])
    sense, plain = (found[word]["won"][side] for word in ("sensible", "plain"))
    off = abs(sense - plain)
    how = "Little"
    if off > hypot(*(found[word]["margin"] for word in found)):
        how = "Much" if off >= MUCH else "Something"
    wide = max(found.values(), key=lambda one: one["margin"])
    return (
        f"{how} hangs on tactics: if everybody has sense {called(side)} {wins(side)} "
        f"{estimate(sense)}, if all fight plainly {estimate(plain)}, {margin(wide)}."
    )


def why_nobody(doc: Data) -> dict[str, float]:
    """Why fights were won by nobody, with their shares, the most frequent first: what could not go
    on, what was not over in time, and else that nobody was left."""
    stuck: Mapping[str, float] = doc.get("stuck") or {}
    found = {
        f"it cannot go on: {shown(reason)}": share
        for reason, share in stuck.items()
    }
    left = doc["won"].get(NOBODY, 0) - sum(stuck.values())
    late = _late(doc)
    if late:
        found[f"not over after {many(doc['limit'], 'round')}"] = late
        left -= late
    found["nobody is left standing"] = left
    likely = sorted(found.items(), key=lambda each: -each[1])
    return {reason: share for reason, share in likely if share >= NOTEWORTHY}


MOST_IDLE = 4


def undecided(doc: Data, names: Names) -> str:
    """`When nobody wins, Guard (cover: crates) attacks Mara with carbine in vain (38 %); ...`: who
    most often still stood then, of all fights."""
    told = []
    people: Mapping[str, Data] = doc["combatants"]
    for one in sorted(doc.get("undecided", ()), key=lambda one: -one["share"])[
        :MOST_IDLE
    ]:
        who = named(one["who"], people[one["who"]], names)
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
        told.append(f"{who}{as_what} {does}{why} ({estimate(one['share'])})")
    return f"When nobody wins, {'; '.join(told)}." if told else ""


def unfinished(doc: Data) -> bool:
    """Whether fights were broken off before their end, so that nobody knows how long they take."""
    return bool(doc.get("stuck")) or _late(doc) > 0


def rounds_on_average(doc: Data) -> str:
    """`4.1 on average`; `at least 24.0 on average` where fights were broken off."""
    least = "at least " if unfinished(doc) else ""
    return f"{least}{doc['rounds']['mean']:.1f} on average"


def _late(doc: Data) -> float:
    """How many fights were not over in time."""
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


def reasons(doc: Data) -> str:
    """`nobody wins: not over after 50 rounds (3 %)`; empty where somebody always does."""
    told = [
        f"{why} ({estimate(share)})" for why, share in why_nobody(doc).items()
    ]
    return f"nobody wins: {', '.join(told)}" if told else ""
