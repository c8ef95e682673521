"""The documents (`--json`) of simulated fights."""

from collections.abc import Iterator

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.rulesets.port import Ruleset
from gmtrack.simulation.courses import side_of_interest
from gmtrack.simulation.fight import (
    NOBODY,
    PARTY,
    Setup,
    Sides,
    points_of,
)
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import load_rules

UNDECIDED = 0.2
"""The share of fights without a winner from which on the document says why."""


def progress_document(tally: Tally) -> Data:
    """Return the short document of a simulation in progress: fights, wins, margin, mean rounds."""
    n = max(1, tally.fights)
    return {
        "fights": tally.fights,
        "won": {side: count / n for side, count in tally.won.items()},
        "margin": tally.margin,
        "rounds": {"mean": _mean_rounds(tally)},
    }


def _mean_rounds(tally: Tally) -> float:
    """Return the mean number of rounds of the fights played."""
    played = sum(number * count for number, count in tally.rounds.items())
    return played / max(1, tally.fights)


def result_document(
    ruleset: Ruleset, setup: Setup, tally: Tally, asked: int
) -> Data:
    """Return the document of played fights. `asked` is the number of fights wanted; it is told
    if fewer were played."""
    encounter, n = setup.encounter, max(1, tally.fights)
    sides = Sides(encounter)
    doc: Data = {
        "fights": tally.fights,
        "seed": setup.seed,
        "won": wins_document(setup, tally)["won"],
        "margin": tally.margin,
        "rounds": {
            "mean": _mean_rounds(tally),
            "distribution": {
                str(one): tally.rounds[one] / n for one in sorted(tally.rounds)
            },
        },
        "combatants": {},
    }
    played, draft = load_rules(ruleset).auto_player, Draft(encounter)
    for who in encounter.combatants:
        side = sides.side_by_combatant.get(who, encounter.side(who))
        doc["combatants"][who] = _fate_document(tally, who, side) | {
            "name": encounter.display_name(who),
            "side": side,
            "tracks": {
                one.label: {
                    "mean": tally.tracks[who, one.label] / n, "max": one.size, "unit": one.unit,
                }
                for one in played.tracks(draft, who)
            },
        }  # fmt: skip
        if points := _points_document(ruleset, draft, tally, who):
            doc["combatants"][who]["points"] = points
    moment = played.turn_state(draft)
    if moment.round:
        doc["from_round"] = moment.round if moment.running else moment.round + 1
    doc["limit"] = setup.rounds
    doc["show"] = {
        kind: number + 1
        for kind, number in tally.courses.choose(
            side_of_interest(sides)
        ).items()
    }
    if tally.fights < asked:
        doc["asked"] = asked
    if tally.stuck:
        doc["stuck"] = {
            why: tally.stuck[why] / n for why in sorted(tally.stuck)
        }
    if tally.won[NOBODY] >= UNDECIDED * n and tally.idle:
        doc["undecided"] = [
            one
            for who in encounter.combatants
            for one in _idle_document(tally, who)
        ]
    return doc


def _points_document(
    ruleset: Ruleset, draft: Draft, tally: Tally, who: str
) -> Data:
    """Return the points that somebody has left on average (`mean`), had at first (`now`) and may
    have (`max`), by name; empty if they had none at first."""
    return {
        name: {"mean": tally.points[who, name] / max(1, tally.fights), **point}
        for name, point in points_of(ruleset, draft, who).items()
        if point["now"]
    }


def _idle_document(tally: Tally, who: str) -> Iterator[Data]:
    """Yield how somebody most often still stood when nobody had won: the attack they could not
    make, why, and in which share of all fights. Yields nothing if that never happened."""
    found = {one: count for one, count in tally.idle.items() if one.who == who}
    if found:
        likely = max(sorted(found), key=found.__getitem__)
        known = {key: value for key, value in likely._asdict().items() if value}
        yield known | {"share": found[likely] / max(1, tally.fights)}


def wins_document(setup: Setup, tally: Tally) -> Data:
    """Return the share of fights that each side won, with the number of fights and the margin of
    error."""
    n, sides = (
        max(1, tally.fights),
        {*Sides(setup.encounter).side_by_combatant.values()},
    )
    present = sorted(sides, key=lambda side: (side != PARTY, side))
    won = {side: tally.won[side] / n for side in (*present, NOBODY)}
    return {"won": won, "fights": tally.fights, "margin": tally.margin}


def decided_document(ruleset: Ruleset, setup: Setup, tally: Tally) -> Data:
    """Return the document of a fight that is decided before anything is played. `decided` is the
    side that still stands; fights and margin are 0."""
    (side,) = tally.won
    doc = result_document(ruleset, setup, tally, tally.fights)
    return doc | {"fights": 0, "margin": 0.0, "decided": side, "show": {}}


def _fate_document(tally: Tally, who: str, side: str) -> Data:
    """Return how often somebody was out and dead at the end, and the same among the fights that
    their side won (`if_won`; None if it never won). `fled` is there if they ever fled."""
    n, won = max(1, tally.fights), tally.won[side]
    price = None
    if won:
        price = {
            "out": tally.winners_out[who] / won,
            "dead": tally.winners_dead[who] / won,
        }
        if tally.winners_fled[who]:
            price["fled"] = tally.winners_fled[who] / won
    fate: Data = {"out": tally.out[who] / n, "dead": tally.dead[who] / n}
    if tally.fled[who]:
        fate["fled"] = tally.fled[who] / n
    return fate | {"if_won": price}
