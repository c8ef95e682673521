"""SS-EFF: effects that stay: added, extended, counted down, ended."""

from dataclasses import replace

from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import EffectRecord
from gmtrack.rulesets.swan_song.sheet.words import counted
from gmtrack.rulesets.swan_song.tables.effects import (
    EFFECTS,
    SLOW_DEATH_ROUNDS,
    WEAK_SIDE,
)


def add_effect(game: Game, who: Fighter, new: EffectRecord) -> EffectRecord | None:
    """Put an effect on: new ones are added, the same one from another place does nothing, from
    the same place it lasts longer. Returns the record as it now is, or None where nothing
    changed."""
    row = EFFECTS[new.effect]
    records = who.effects_on()
    for index, record in enumerate(records):
        same_place = not row.sided or record.location == new.location
        if record.effect == new.effect and same_place:
            return _prolong(game, who, index, new)
    cause = cause_of(who, new.effect, new.location) if new.rounds is None else None
    new = _lasting(new, cause) if cause else _begun(game, new)
    who.write_effects([*records, new])
    return _told(game, who, new)


def _prolong(game: Game, who: Fighter, index: int, new: EffectRecord) -> EffectRecord | None:
    records = who.effects_on()
    longer = _extended(game, records[index], new)
    if longer is None:
        return None
    with game.draft.by("SS-CALL-07, R-EFF-3, R-EFF-4"):
        who.write_effects([*records[:index], longer, *records[index + 1 :]])
        return _told(game, who, longer)


def _begun(game: Game, new: EffectRecord) -> EffectRecord:
    """A new effect with what ends it."""
    data = {"clock": SLOW_DEATH_ROUNDS} if new.effect == "slow_death" else {}
    if new.rounds is not None and _counts_full_rounds(game):
        data["fresh"] = 1
    until = EFFECTS[new.effect].until
    until = until if until != "rounds" else "manual"
    return replace(new, until=until if new.rounds is None else "rounds", data=data)


def _lasting(record: EffectRecord, cause: EffectRecord) -> EffectRecord:
    """An effect that lasts as long as the one that it comes from."""
    return replace(record, rounds=cause.rounds, until=cause.until, data=cause.data)


def _extended(game: Game, record: EffectRecord, new: EffectRecord) -> EffectRecord | None:
    if new.rounds is None or record.rounds is None or record.location != new.location:
        return None
    longest = game.house.duration_extend == "max"
    left = max(record.rounds, new.rounds) if longest else record.rounds + new.rounds
    return replace(record, rounds=left) if left != record.rounds else None


def _counts_full_rounds(game: Game) -> bool:
    """R-EFF-2: by house rule the round of the hit does not count."""
    return game.fight.running and game.house.duration_counts == "full_rounds"


def _told(game: Game, who: Fighter, record: EffectRecord) -> EffectRecord:
    game.effect(
        who, record.effect,
        location=record.location, rounds=record.rounds, until=record.until,
    )  # fmt: skip
    game.report.tell(
        "effect", "bad",
        who=who.name, effect=EFFECTS[record.effect].label,
        place=f" ({record.location})" if record.location else "", left=left_of(record),
    )  # fmt: skip
    return record


def left_of(record: EffectRecord) -> str:
    """What is left of an effect, or what ends it, for people."""
    if record.rounds is not None:
        return counted(record.rounds, "round")
    return {"healed": "until healed", "treated": "until treated", "round-end": "this round"}.get(
        record.until, "until the GM ends it"
    )


def remove_effects(
    game: Game, who: Fighter, keys: tuple[str, ...], place: str | None = None
) -> list[str]:
    """Take effects off (all places, or one), with what stands because of them; returns the keys
    that were on."""
    on = who.effects_on()
    gone = [e for e in on if e.effect in keys and (place is None or e.location == place)]
    if gone:
        left = [e for e in on if e not in gone]
        who.write_effects(_without_those_due_to(gone, left))
        _tell_over(game, who, on)
    return [record.effect for record in gone]


def _without_those_due_to(gone: list[EffectRecord], left: list[EffectRecord]) -> list[EffectRecord]:
    """What is left of effects when `gone` have ended: nothing stands without what it comes
    from."""
    return [
        e for e in left
        if not any(comes_from(e, cause) for cause in gone)
        or any(comes_from(e, cause) for cause in left)
    ]  # fmt: skip


def comes_from(record: EffectRecord, cause: EffectRecord) -> bool:
    """Whether an effect stands because of another."""
    return cause.effect in EFFECTS[record.effect].because and cause.location == record.location


def cause_of(who: Fighter, key: str, place: str | None) -> EffectRecord | None:
    """The effect that is on and that `key` at this place would come from."""
    record = EffectRecord(key, location=place)
    return next((e for e in who.effects_on() if comes_from(record, e)), None)


def last_as_long(game: Game, who: Fighter, cause: EffectRecord) -> None:
    """What stands because of `cause` lasts as long as that now does."""
    for record in who.effects_on():
        if comes_from(record, cause) and record.rounds != cause.rounds:
            now = _lasting(record, cause)
            with game.draft.by("SS-EFF-09, SS-EFF-10"):
                who.write_effects([now if e == record else e for e in who.effects_on()])
                _told(game, who, now)


def _tell_over(game: Game, who: Fighter, before: list[EffectRecord]) -> None:
    """Tell which of the effects that were on have ended."""
    for record in ended(before, who.effects_on()):
        game.report.tell(
            "effect.over", "good", who=who.name, effect=EFFECTS[record.effect].label,
            place=f" ({record.location})" if record.location else "",
        )  # fmt: skip


def ended(before: list[EffectRecord], now: list[EffectRecord]) -> list[EffectRecord]:
    """The records that are not there any more; what is left of one may have changed."""
    on = {(e.effect, e.location) for e in now}
    return [e for e in before if (e.effect, e.location) not in on]


def count_down(game: Game, who: Fighter) -> None:
    """At the round's end durations lose a round; those at 0 and the markers of the round end."""
    on = who.effects_on()
    kept = [left for record in on if (left := _a_round_later(record)) is not None]
    with game.draft.by("R-EFF-2"):
        who.write_effects(_without_those_due_to(ended(on, kept), kept))
        _tell_over(game, who, on)


def _a_round_later(record: EffectRecord) -> EffectRecord | None:
    """What is left of an effect when a round ends."""
    if record.data.get("fresh"):
        rest = {k: v for k, v in record.data.items() if k != "fresh"}
        return replace(record, data=rest)
    left = None if record.rounds is None else record.rounds - 1
    over = left == 0 or record.until == "round-end"
    return None if over else replace(record, rounds=left)


def break_grip(game: Game, who: Fighter, place: str) -> None:
    """What the limb holds falls."""
    side = place.partition("-")[0]
    held = who.held
    weapon = held.get(side)
    if not weapon:
        return
    both = weapon in who.weapons() and who.weapons()[weapon].hands == 2
    with game.draft.by("SS-EFF-08"):
        who.held = {h: w for h, w in held.items() if h != side and not (both and w == weapon)}
        game.report.tell("dropped", "bad", who=who.name, weapon=weapon)


def weak_side_value(place: str) -> int:
    return WEAK_SIDE.get(place.partition("-")[2] or place, WEAK_SIDE["hand"])
