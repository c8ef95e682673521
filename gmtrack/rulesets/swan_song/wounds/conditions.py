"""Status, effects that stay, and the consequences of a number that is changed by hand."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.dice.port import Key, greater, lesser
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.swan_song.dice import ROLLS, roll_sum
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    Game,
    grant_ap,
    initiative_follows,
    shift_score,
)
from gmtrack.rulesets.swan_song.sheet.state import POOLS, EffectRecord, Status
from gmtrack.rulesets.swan_song.tables import (
    EFFECTS,
    SLOW_DEATH_ROUNDS,
    WEAK_SIDE,
)
from gmtrack.rulesets.swan_song.wounds.events import (
    end_by_going_out,
    knock_prone,
)

LEAST_BLEEDING = 12
"""The least number of rounds between two points lost by bleeding (R-DIE-5)."""


def injure_by_overflow(game: Game, who: Fighter) -> None:
    """Give `who` a critical injury if their last pool has gone below 0 for the first time.

    The house rule `crit_at: zero` counts 0 as well. Only with flesh; above 0 the latch that
    prevents a second injury opens again."""
    core = who.core
    if who.pool_max("flesh") == 0 or core is None:
        return
    with game.draft.by("SS-CRIT-01, SS-CRIT-02, R-CRIT-1"):
        if core > 0:
            who.crit_latch = False
        elif not (
            who.crit_latch or (core == 0 and game.house.crit_at != "zero")
        ):
            who.crit_latch = True
            add_injury(game, who)


def add_injury(game: Game, who: Fighter) -> None:
    """Add one critical injury. Does not tell of it: `telling_injuries` does."""
    who.critical_injuries += 1
    game.report_effect(who, "critical-injury")


@contextmanager
def telling_injuries(game: Game, who: Fighter) -> Iterator[None]:
    """Tell how many critical injuries `who` suffers inside the `with` block, if any."""
    before = who.critical_injuries
    yield
    count = who.critical_injuries - before
    with game.draft.by("SS-CRIT-01, SS-WND-06, R-CRIT-2"):
        if count == 1:
            game.report.tell("critical-injury", "bad", who=who.name)
        elif count > 1:
            game.report.tell(
                "critical-injuries", "bad", who=who.name, count=count
            )


def computed_status(
    house: House, who: Fighter, exceeded: bool = False
) -> Status:
    """Return the status that the pools and the strain of `who` call for.

    `exceeded` says that strain has just gone beyond the threshold, which the house rule
    `strain_at_full: must_exceed` asks for."""
    if who.ffyl is not None:
        return "up"
    core = who.core
    if core is not None and core <= 0:
        return "dead" if who.overflow > who.attribute("body") else "dying"
    threshold = who.strain_threshold
    if threshold is None or who.strain < threshold:
        return "up"
    if house.strain_at_full == "must_exceed" and not exceeded:
        return "unconscious" if who.status == "unconscious" else "up"
    return "unconscious"


def settle_status(game: Game, who: Fighter, exceeded: bool = False) -> None:
    """Set the status of `who` to what the pools say, and tell of a change. `exceeded`: strain
    has just gone beyond the threshold, which a house rule asks for.

    Somebody who was up and falls goes down. Starts the bleeding clock of the dying, and clears
    it if the last pool is above 0."""
    before, after = who.status, computed_status(game.house, who, exceeded)
    # The bleeding clock begins, or there is nothing left to bleed from.
    core = who.core
    with game.draft.by("SS-DIE-06, R-DIE-5, R-DIE-6"):
        if core is not None and core > 0:
            who.dying_rounds = None
            who.stable = False
        elif (
            after == "dying"
            and who.bleeds
            and who.dying_rounds is None
            and not who.stable
        ):
            who.dying_rounds = bleeding_interval(game.house, who)
    if after == before:
        return
    machine = (
        "machine." if after != "up" and who.sheet.kind == "machine" else ""
    )
    with game.draft.by(BECOMING[after]):
        who.status = after
        tone = "good" if after == "up" else "bad"
        game.report.tell(f"status.{machine}{after}", tone, who=who.name)
    if before == "up":
        with game.draft.by("R-DIE-9"):
            go_down(game, who)


def go_down(game: Game, who: Fighter) -> None:
    """End the states of `who` that end with being up, and lay them on the ground.

    Keeps in `fallen` what ended: a fight for one's life gives it back."""
    before = {
        name: getattr(who, name)
        for name in who.ENDS["out"]
        if name not in LET_GO
    }
    ended = end_by_going_out(game, who)
    had = {name: before[name] for name in ended if name in before}
    who.fallen = {"prone": not who.prone, **({"had": had} if had else {})}
    knock_prone(game, who, tell=False)


LET_GO = ("carrying_body", "in_melee_with")
"""States that involve others, which a fight for one's life does not give back."""
BECOMING: Mapping[Status, str] = {
    "up": "R-DIE-6",
    "unconscious": "SS-DMG-08, SS-DIE-01, R-DIE-1",
    "dying": "SS-DMG-07, SS-DIE-03, R-DIE-4, R-DIE-8",
    "dead": "SS-DIE-04, SS-DIE-07, R-DIE-7, R-DIE-8",
}
"""The rules by which somebody comes to have a status."""


def bleeding_interval(house: House, who: Fighter) -> int:
    """Return after how many rounds the dying lose a point: the house rule's, else 12 times Body,
    at least 12."""
    given = house.bleed_interval_rounds
    if isinstance(given, int):
        return given
    return max(LEAST_BLEEDING, 12 * who.attribute("body"))


def add_effect(
    game: Game, who: Fighter, new: EffectRecord
) -> EffectRecord | None:
    """Put an effect on `who`, tell of it, and return its record; None if nothing has changed.

    The same effect at the same place lasts longer; at another place it is added if the effect
    has sides, else it changes nothing. An effect without rounds lasts as long as the one that it
    comes from, if that is on."""
    row = EFFECTS[new.effect]
    records = who.effects_on()
    for index, record in enumerate(records):
        same_place = not row.sided or record.location == new.location
        if record.effect == new.effect and same_place:
            return _prolong(game, who, index, new)
    cause = (
        find_cause(who, new.effect, new.location)
        if new.rounds is None
        else None
    )
    new = _last_like(new, cause) if cause else _start_effect(game, new)
    who.write_effects([*records, new])
    return _tell_effect(game, who, new)


def _prolong(
    game: Game, who: Fighter, index: int, new: EffectRecord
) -> EffectRecord | None:
    """Prolong the effect at this index by a new one of the same place; return it, or None if it
    stays as it is."""
    records = who.effects_on()
    longer = _extend_effect(game, records[index], new)
    if longer is None:
        return None
    with game.draft.by("SS-CALL-07, R-EFF-3, R-EFF-4"):
        who.write_effects([*records[:index], longer, *records[index + 1 :]])
        return _tell_effect(game, who, longer)


def _start_effect(game: Game, new: EffectRecord) -> EffectRecord:
    """Return a new effect's record with its clocks set and with what ends it. Depends on the
    house rule `duration_counts`."""
    data = {"clock": SLOW_DEATH_ROUNDS} if new.effect == "slow_death" else {}
    full = game.fight.running and game.house.duration_counts == "full_rounds"
    if new.rounds is not None and full:
        data["fresh"] = 1
    until = EFFECTS[new.effect].until
    until = until if until != "rounds" else "manual"
    return replace(
        new, until=until if new.rounds is None else "rounds", data=data
    )


def _last_like(record: EffectRecord, cause: EffectRecord) -> EffectRecord:
    """Return the record with the duration of the effect that it comes from."""
    return replace(
        record, rounds=cause.rounds, until=cause.until, data=cause.data
    )


def _extend_effect(
    game: Game, record: EffectRecord, new: EffectRecord
) -> EffectRecord | None:
    """Return the record with the rounds of both, or the longer ones by house rule; None if
    nothing changes.

    Effects without rounds, or at different places, are not prolonged."""
    if (
        new.rounds is None
        or record.rounds is None
        or record.location != new.location
    ):
        return None
    longest = game.house.duration_extend == "max"
    left = (
        max(record.rounds, new.rounds)
        if longest
        else record.rounds + new.rounds
    )
    return replace(record, rounds=left) if left != record.rounds else None


def _tell_effect(
    game: Game, who: Fighter, record: EffectRecord
) -> EffectRecord:
    """Tell that an effect is on, note it in the document, and return its record."""
    game.report_effect(
        who, record.effect,
        location=record.location, rounds=record.rounds, until=record.until,
    )  # fmt: skip
    game.report.tell(
        "effect", "bad",
        who=who.name, effect=EFFECTS[record.effect].label,
        place=f" ({record.location})" if record.location else "", left=record.left,
    )  # fmt: skip
    return record


def remove_effects(
    game: Game, who: Fighter, keys: tuple[str, ...], place: str | None = None
) -> list[str]:
    """Take effects off at one place or (None) all, and those that stand because of them; tell of
    it.

    Returns the keys that were on."""
    on = who.effects_on()
    gone = [
        e
        for e in on
        if e.effect in keys and (place is None or e.location == place)
    ]
    if gone:
        left = [e for e in on if e not in gone]
        who.write_effects(_drop_effects_of(gone, left))
        _tell_over(game, who, on)
    return [record.effect for record in gone]


def _drop_effects_of(
    gone: list[EffectRecord], left: list[EffectRecord]
) -> list[EffectRecord]:
    """Return `left` without the effects that came from a `gone` one and have no other cause
    left."""
    return [
        e for e in left
        if not any(is_caused_by(e, cause) for cause in gone)
        or any(is_caused_by(e, cause) for cause in left)
    ]  # fmt: skip


def is_caused_by(record: EffectRecord, cause: EffectRecord) -> bool:
    """Whether the one effect stands only because of the other, which is at the same place."""
    return (
        cause.effect in EFFECTS[record.effect].because
        and cause.location == record.location
    )


def find_cause(
    who: Fighter, key: str, place: str | None
) -> EffectRecord | None:
    """Return the effect on `who` that the effect `key` at this place would come from, or None."""
    record = EffectRecord(key, location=place)
    return next((e for e in who.effects_on() if is_caused_by(record, e)), None)


def prolong_with_cause(game: Game, who: Fighter, cause: EffectRecord) -> None:
    """Give the effects that come from `cause` the duration that it now has, and tell of those
    that change."""
    for record in who.effects_on():
        if is_caused_by(record, cause) and record.rounds != cause.rounds:
            now = _last_like(record, cause)
            with game.draft.by("SS-EFF-09, SS-EFF-10"):
                who.write_effects(
                    [now if e == record else e for e in who.effects_on()]
                )
                _tell_effect(game, who, now)


def _tell_over(game: Game, who: Fighter, before: list[EffectRecord]) -> None:
    """Tell which of the effects `before` have ended."""
    for record in find_ended_effects(before, who.effects_on()):
        game.report.tell(
            "effect.over", "good", who=who.name, effect=EFFECTS[record.effect].label,
            place=f" ({record.location})" if record.location else "",
        )  # fmt: skip


def find_ended_effects(
    before: list[EffectRecord], now: list[EffectRecord]
) -> list[EffectRecord]:
    """Return the records of `before` whose effect and place are not among those of `now`."""
    on = {(e.effect, e.location) for e in now}
    return [e for e in before if (e.effect, e.location) not in on]


def count_down_effects(game: Game, who: Fighter) -> None:
    """Take one round off the effects of `who` as the round ends, and end those at 0 and those of
    the round."""
    on = who.effects_on()
    later = [_pass_round(record) for record in on]
    kept = [record for record in later if record is not None]
    with game.draft.by("R-EFF-2"):
        who.write_effects(_drop_effects_of(find_ended_effects(on, kept), kept))
        _tell_over(game, who, on)


def shorten_effects(game: Game, who: Fighter, rounds: int | None) -> None:
    """Take rounds off the counted effects of `who`, as time passes outside a fight; None ends
    them all."""
    for one in who.effects_on():
        if one.rounds is not None and (rounds is None or one.rounds <= rounds):
            remove_effects(game, who, (one.effect,), one.location)
    who.write_effects(
        [
            one
            if one.rounds is None
            else replace(one, rounds=one.rounds - (rounds or 0))
            for one in who.effects_on()
        ]
    )


def _pass_round(record: EffectRecord) -> EffectRecord | None:
    """Return the record after one more round, or None if the effect ends.

    The first round of a fresh effect does not count."""
    if record.data.get("fresh"):
        rest = {k: v for k, v in record.data.items() if k != "fresh"}
        return replace(record, data=rest)
    left = None if record.rounds is None else record.rounds - 1
    over = left == 0 or record.until == "round-end"
    return None if over else replace(record, rounds=left)


def break_grip(game: Game, who: Fighter, place: str) -> None:
    """Drop the weapon in the hand of this limb, if there is one, and tell of it; a weapon for
    two hands leaves both."""
    side = place.partition("-")[0]
    held = who.held
    weapon = held.get(side)
    if not weapon:
        return
    both = weapon in who.weapons and who.weapons[weapon].hands == 2
    with game.draft.by("SS-EFF-08"):
        left = {
            h: w
            for h, w in held.items()
            if h != side and not (both and w == weapon)
        }
        set_held(game, who, left)
        game.report.tell("dropped", "bad", who=who.name, weapon=weapon)


def set_held(game: Game, who: Fighter, held: dict[str, str]) -> None:
    """Set the weapons in the hands of `who`. Their numbers follow if own effects come or go with
    a weapon."""
    moved = {*who.held.values()} ^ {*held.values()}
    brings = any(
        who.weapons[name].effect for name in moved if name in who.weapons
    )
    with numbers_follow(game, who) if brings else nullcontext():
        who.held = held


def use_up_one(game: Game, who: Fighter, weapon: str) -> None:
    """Take one of a counted weapon, which is thrown or laid. The last one leaves the hand. Does
    nothing for a weapon that is not counted, and stops at 0."""
    left = who.find_left(weapon)
    if left is None:
        return
    left = max(0, left - 1)
    with game.draft.by("R-ATK-11"):
        who.count = {**who.count, weapon: left}
        if not left and weapon in who.held.values():
            kept = {hand: w for hand, w in who.held.items() if w != weapon}
            set_held(game, who, kept)
    name = who.weapons[weapon].name or weapon
    game.report.tell("used-up", "note", who=who.name, what=name, left=left)


def weak_side_value(place: str) -> int:
    """Return the dice that the effect `weak side` of a place costs, a negative number."""
    return WEAK_SIDE.get(place.partition("-")[2] or place, WEAK_SIDE["hand"])


# --- what follows from a number ---


@contextmanager
def numbers_follow(
    game: Game, who: Fighter, named: Collection[str] = ()
) -> Iterator[None]:
    """Let everything follow that depends on numbers of `who` changed inside the `with` block.

    Score, dice, AP, what is left of tracks, and status follow, without injuries or knockdown.
    Fields whose path is in `named` were set by hand and stay. May roll the dice that `gains`
    lists."""
    dice = who.sheet.initiative_dice
    with initiative_follows(game, who):
        with keeping_what_is_gone(who, named) as moved:
            yield
        with game.draft.by("R-DMG-10"):
            for name in moved:
                if name in POOLS:
                    track = tracks_of(who)[name]
                    args = {"points": track.left, "most": track.most}
                    game.report.tell(
                        f"pool.{name}", "note", who=who.name, **args
                    )
    if "score" in named:
        who.coin = None
        grant_ap(game, who)
    roll_changed_dice(game, who, who.sheet.initiative_dice - dice)
    if who.core is not None and who.pool_max("flesh"):
        # A value entered by hand is no new drop below 0.
        with game.draft.by("R-CRIT-5"):
            who.crit_latch = who.core < 0
    if "status" not in named:
        settle_status(game, who)


class Track(NamedTuple):
    """The points that a track has left, and its maximum."""

    left: int
    most: int


def tracks_of(who: Fighter) -> dict[str, Track]:
    """Return the tracks that count down, by the names of their fields: `karma` and the pools."""
    tracks: dict[str, Track] = {"karma": Track(who.karma, who.sheet.karma)}
    for pool in POOLS:
        tracks[pool] = Track(who.points(pool), who.pool_max(pool))
    return tracks


@contextmanager
def keeping_what_is_gone(
    who: Fighter, named: Collection[str] = ()
) -> Iterator[list[str]]:
    """Keep the points that each track has lost while maxima change inside the `with` block.

    Yields a list that afterwards names the tracks that had lost points and moved. A smaller
    maximum alone takes the last pool not below 1, others not below 0, and leaves those awake who
    were. Fields whose path is in `named` were set by hand and stay (R-DMG-10)."""
    before, threshold = tracks_of(who), who.strain_threshold
    moved: list[str] = []
    yield moved
    last = who.pools()[-1:]
    with who.draft.by("R-DMG-10"):
        for name, track in tracks_of(who).items():
            left, most = before[name]
            if track.most == most or who.FIELDS[name] in named:
                continue
            least = lesser(left, 1 if name in last else 0)
            setattr(who, name, greater(track.most - (most - left), least))
            if left != most:
                moved.append(name)
        if "strain" not in named:
            keep_conscious(who, threshold)


def keep_conscious(who: Fighter, before: int | None) -> None:
    """Lower the strain of `who` so that a strain threshold lower than `before` does not knock
    them out. Does nothing if it is not lower, or None.

    Somebody whose strain had reached the old threshold stays at the new one."""
    now = who.strain_threshold
    if before is None or now is None or now >= before:
        return
    most = now - 1 if who.strain < before else now
    who.strain = greater(0, lesser(who.strain, most))


def gained_dice_keys(who: Fighter) -> list[Key]:
    """Return the keys of the dice that may be rolled for `who` where numbers follow."""
    return [("init_gain", who.id), ("init_loss", who.id)]


def own_effect_keys(game: Game) -> list[Key]:
    """Return the keys of initiative dice that own effects may bring or take as they come and go."""
    if not game.draft.encounter.effects:
        return []
    return [key for who in game.whole_cast() for key in gained_dice_keys(who)]


def coin_keys(game: Game) -> list[Key]:
    """Return the keys of the coins that may be tossed as the next phase opens."""
    return [
        ("coin", who.id) for who in game.everybody() if who.score is not None
    ]


def roll_changed_dice(game: Game, who: Fighter, gained: int) -> None:
    """Roll initiative dice gained or (negative) lost in mid-round, and move the Score by their
    sum.

    Does nothing before the fight, without a Score, or for somebody with a fixed place in the
    order."""
    if gained == 0 or who.score is None or not game.fight.running:
        return
    if has_fixed_place(who):
        return
    name = "init_gain" if gained > 0 else "init_loss"
    rules = ROLLS[name]
    total = roll_sum(
        game, name, who.id, (Part("initiative-dice", abs(gained), rules),)
    )
    shift_score(game, who, total if gained > 0 else -total, rules)
