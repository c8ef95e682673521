"""The sentences of a simulation: who wins and how soon, what it hangs on, what would make it even;
and the small print below."""

from collections.abc import Iterator, Mapping
from math import hypot

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import format_estimate, is_certain
from gmtrack.view.simulation.words import (
    FEW,
    NOBODY,
    PARTY,
    begin_sentence,
    choose_side,
    conjugate_win,
    find_share_down,
    format_count,
    format_margin,
    is_plural,
    name_combatant,
    name_side,
    rank_sides,
    say,
    side_of,
)
from gmtrack.view.text import Names, shown, space_hyphens, space_underscores

EVEN = 0.06
"""Largest lead in chances that still counts as even."""
FALLS, DIES = 0.1, 0.05
"""Least chances of falling and of dying that the first sentence mentions."""
MOST_FIGHTS = (0.05, 0.95)
"""The shares of fights between which the range of rounds is told."""
A_LOT = 0.1
"""Least share of fights without a winner that the first sentences mention."""
NOTEWORTHY = 0.005
"""Least share of a reason that is mentioned."""
MOST_IDLE = 4
"""The most combatants of whom it is told what they did when nobody won."""
EVERYBODY = "all"
"""The side of a choice that everybody makes."""
VARIED = ("target", "cover", "area", "defense", "plain")
"""The kinds of choices that are varied, in the order in which they are named."""
USUAL = "nearest"
"""Target that plain combatants without tactics of their own choose."""
BY_WORTH = "on whom it pays most"
"""Target that sensible ones choose."""


# --- who wins ---


def summarize_simulation(doc: Data, names: Names) -> str:
    """Return who wins how often, how soon, who falls and what is left; and why many fights have
    no winner, if that is so. Of a fight that is decided already it is who still stands."""
    if "decided" in doc:
        return describe_decided(doc)
    told = []
    share: float = doc["won"].get(NOBODY, 0)
    if share < 1 - A_LOT:
        told.append(_describe_winner(doc, names))
    if share >= A_LOT:
        why = ", or ".join(
            reason
            for place, (reason, part) in enumerate(
                find_reasons_for_nobody(doc).items()
            )
            if not place or part >= A_LOT
        )
        told.append(say("wins.nobody", chance=format_estimate(share), why=why))
    return " ".join(map(begin_sentence, told))


def describe_decided(doc: Data) -> str:
    """Return the sentence for a fight that is decided already: `Only the party still stands.
    There is nothing left to play.`"""
    side = doc["decided"]
    if side == NOBODY:
        return say("wins.none")
    stand = "stand" if is_plural(side) else "stands"
    return say("wins.stands", side=name_side(side), stand=stand)


def _describe_winner(doc: Data, names: Names) -> str:
    """Return who wins how often, how soon, who of the party falls and what is left."""
    first, *others = rank_sides(doc)
    won: Mapping[str, float] = doc["won"]
    ahead = won[first] - won[others[0]] if others else 1.0
    fields = {
        "side": name_side(first),
        "win": conjugate_win(first),
        "chance": format_estimate(won[first]),
        "rounds": _describe_rounds(doc),
    }
    if doc["fights"] == 1:
        return say("wins.one", **fields)
    if doc["margin"] > max(FEW, ahead):
        return say("wins.few")
    fields["falls"] = _describe_falls(doc, names)
    if ahead <= EVEN and others:
        other = name_side(others[0])
        chance = format_estimate(won[others[0]])
        return say("wins.even", other=other, other_chance=chance, **fields)
    key = "wins.all" if is_certain(won[first]) else "wins"
    return say(key, left=_describe_points(doc, first), **fields)


def _describe_rounds(doc: Data) -> str:
    """Return how soon it is over, with the range of nine of ten fights: `, in 4 rounds (2 to
    6)`. In the middle of a fight it is `more rounds`."""
    low, middle, high = (
        _find_quantile(doc["rounds"]["distribution"], share)
        for share in (MOST_FIGHTS[0], 0.5, MOST_FIGHTS[1])
    )
    what = "more round" if "from_round" in doc else "round"
    rounds = format_count(max(1, middle), what)
    if low == high:
        return say("rounds", rounds=rounds)
    return say("rounds.range", rounds=rounds, low=low, high=high)


def _find_quantile(distribution: Mapping[str, float], share: float) -> int:
    """Return the number of rounds within which this share of the fights is over."""
    left, found = share, 0
    for rounds, part in sorted(
        (int(rounds), part) for rounds, part in distribution.items()
    ):
        if left > 0:
            found = rounds
        left -= part
    return found


def describe_mean_rounds(doc: Data) -> str:
    """Return the mean number of rounds: `4.1 on average`; `at least 24.0 on average` if fights
    were broken off."""
    least = "at least " if has_unfinished_fights(doc) else ""
    return f"{least}{doc['rounds']['mean']:.1f} on average"


def _describe_falls(doc: Data, names: Names) -> str:
    """Return who of the party (or of the side that wins most) falls most often: `; Vex falls in
    61 % and dies in 22 %`. Empty if nobody falls often enough."""
    side = choose_side({side: doc["won"][side] for side in rank_sides(doc)})
    own = [
        (name_combatant(who, one, names), one)
        for who, one in doc["combatants"].items()
        if side_of(one) == side
    ]
    if doc["margin"] > FEW or not own:
        return ""
    who, fate = max(own, key=lambda one: find_share_down(one[1]))
    out, dead = find_share_down(fate), fate["dead"]
    if out < FALLS:
        who, fate = max(own, key=lambda one: float(one[1]["dead"]))
        dead = fate["dead"]
        if dead < DIES:
            return ""
        return say("dies", who=who, dead=format_estimate(dead))
    fields = {"who": who, "out": format_estimate(out)}
    if dead < DIES:
        return say("falls", **fields)
    return say("falls.dies", dead=format_estimate(dead), **fields)


def _describe_points(doc: Data, side: str) -> str:
    """Return the points that a side has left on average, of those that it had: `, and 3 of 9
    karma are left`. Empty if its people have none."""
    left: dict[str, float] = {}
    most: dict[str, int] = {}
    for one in doc["combatants"].values():
        points: Mapping[str, Data] = one.get("points", {})
        for name, point in points.items():
            if side_of(one) == side:
                left[name] = left.get(name, 0) + point["mean"]
                most[name] = most.get(name, 0) + point["now"]
    told = [
        f"{left[name]:.0f} of {most[name]} {space_underscores(name)}"
        for name in left
        if most[name]
    ]
    return say("left", points=" and ".join(told)) if told else ""


# --- what it hangs on ---


def describe_choices(doc: Data, names: Names) -> str:
    """Return which of the choices that were varied moves the answer most: `If the foes gather on
    Mira: the party wins 52 %. ...`. If none moves it beyond the margin it says so; if sense has
    nothing to choose, that. Empty if no choice was varied."""
    if "plain_only" in doc:
        return say("hangs.unknown", why=shown(doc["plain_only"]))
    if doc.get("nothing_to_choose"):
        return say("hangs.nothing")
    side = choose_side(doc["won"])
    usual = doc["won"][side]
    choices = [*_list_styles(doc), *doc.get("choices", ())]
    if not choices:
        return ""
    choices.sort(key=lambda one: -abs(one["won"][side] - usual))
    most = choices[0]
    kinds = dict.fromkeys(one["choice"] for one in choices)
    in_order = [kind for kind in VARIED if kind in kinds]
    varied = ", ".join(say(f"varied.{kind}") for kind in in_order)
    moved = abs(most["won"][side] - usual)
    if moved <= hypot(most["margin"], doc["margin"]):
        few = most["margin"] > FEW
        return say("hangs.few" if few else "hangs.little", varied=varied)
    return say(
        "hangs",
        what=describe_choice(doc, most, names),
        side=name_side(side),
        win=conjugate_win(side),
        chance=f"{format_estimate(most['won'][side])} {format_margin(most)}",
        varied=varied,
    )


def _list_styles(doc: Data) -> Iterator[Data]:
    """Yield, as choices that were varied, that all fight plainly and that all have sense; that
    which is the answer itself is left out."""
    styles: Mapping[str, Data] = doc.get("by_tactics", {})
    for word, one in styles.items():
        if one["won"] != doc["won"] or one["fights"] != doc["fights"]:
            how = "always" if word == "plain" else "never"
            yield {"side": EVERYBODY, "choice": "plain", "how": how, **one}


def describe_choice(doc: Data, choice: Data, names: Names) -> str:
    """Return a choice that was varied, in words: `the foes gather on Mira`."""
    who = choice.get("who", "")
    called = (
        name_combatant(who, doc["combatants"].get(who, {}), names)
        if who
        else ""
    )
    key = f"choice.{choice['choice']}.{choice['how']}"
    side = choice["side"]
    is_several = side == EVERYBODY or is_plural(side)
    side = side if side == EVERYBODY else name_side(side)
    return say(key, side=side, s="" if is_several else "s", who=called)


def describe_even(doc: Data) -> str:
    """Return which line would make the fight even: ``For an even fight: `add ganger` ...``.
    Empty if none was looked for or found."""
    if "for_even" not in doc:
        return ""
    found = doc["for_even"]
    chance = found["won"].get(PARTY, 0)
    return say(
        "even" if found["even"] else "even.near",
        line=shown(found["line"]),
        side=name_side(PARTY),
        win=conjugate_win(PARTY),
        chance=f"{format_estimate(chance)} {format_margin(found)}",
    )


# --- the small print ---


def describe_fights(doc: Data) -> str:
    """Return the number of fights and the seed: `1,000 fights, seed 7`; for a fight that is
    decided already, who still stands."""
    if "decided" in doc:
        return describe_decided(doc).partition(".")[0]
    asked = format_count(doc.get("asked", 0), "fight")
    if not doc["fights"]:
        return say("fights.none", asked=asked)
    fights = format_count(doc["fights"], "fight")
    if is_cut_short(doc):
        fights = say("fights.short", played=f"{doc['fights']:,}", asked=asked)
    return say("fights", fights=fights, seed=doc["seed"])


def describe_margin(doc: Data) -> str:
    """Return of what the margin is: `±3 is what the dice alone may change`."""
    return say("margin", margin=format_margin(doc))


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
    """Return the tactics: `everybody sensible, on whom it pays most`, or `the party: focus, others:
    sensible, on whom it pays most`."""
    words: Mapping[str, str] = doc["tactics"]
    people: Mapping[str, Data] = doc["combatants"]
    told = []
    for who, word in words.items():
        name = shown(names.get(who, who)) if who in people else name_side(who)
        told.append(f"{name}: {' '.join(map(space_hyphens, word.split(',')))}")
    usual = f"sensible, {BY_WORTH}"
    if "plain_only" in doc:
        usual = f"plain, on the {USUAL}"
    if not told:
        return f"everybody {usual}"
    return ", ".join([*told, f"others: {usual}"])


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


def describe_undecided(doc: Data, names: Names) -> str:
    """Return what combatants who still stood did when nobody won, most frequent first: `When
    nobody wins, Guard (cover: crates) attacks Mara with carbine in vain (38 %).` Empty if there
    are none."""
    undecided = sorted(doc.get("undecided", ()), key=lambda one: -one["share"])
    told = [_describe_idle(doc, one, names) for one in undecided[:MOST_IDLE]]
    return say("nobody.idle", idle="; ".join(told)) if told else ""


def _describe_idle(doc: Data, idle: Data, names: Names) -> str:
    """Return what one who still stood did: `Guard attacks Mara with carbine in vain (38 %)`."""
    who = name_combatant(idle["who"], doc["combatants"][idle["who"]], names)
    as_what = (
        f" ({', '.join(map(shown, idle['conditions']))})"
        if "conditions" in idle
        else ""
    )
    does = "does nothing"
    if "target" in idle:
        whom = shown(names.get(idle["target"], idle["target"]))
        weapon = f" with {shown(idle['weapon'])}" if "weapon" in idle else ""
        does = f"attacks {whom}{weapon} in vain"
    why = f": {shown(idle['refused'])}" if "refused" in idle else ""
    return f"{who}{as_what} {does}{why} ({format_estimate(idle['share'])})"


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


def describe_reasons(doc: Data) -> Iterator[str]:
    """Yield why nobody won, each reason with its share: `not over after 50 rounds (3 %)`."""
    for why, share in find_reasons_for_nobody(doc).items():
        yield say("nobody.reason", why=why, chance=format_estimate(share))
