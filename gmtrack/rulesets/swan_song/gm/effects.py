"""The GM's `effect`: effects and flags put on and taken off."""

from gmtrack.core.intents import Effect
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.own.lasting import is_own_word, put_or_end
from gmtrack.rulesets.kit.own.moments import define_note
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    WORDS,
    Game,
    place_named,
    split_side,
)
from gmtrack.rulesets.swan_song.sheet.state import EffectRecord
from gmtrack.rulesets.swan_song.tables import EFFECTS, VEHICLE_LOCATIONS
from gmtrack.rulesets.swan_song.wounds.conditions import (
    add_effect,
    bleeding_interval,
    break_grip,
    gained_dice_keys,
    prolong_with_cause,
    remove_effects,
    weak_side_value,
)
from gmtrack.rulesets.swan_song.wounds.events import (
    free_from_carriers,
    lay_prone,
    put_on_feet,
)


def effect(game: Game, intent: Effect) -> Report:
    """Carry out `effect`, for an effect of the book or an own one.

    Raises Refusal `unknown` for one that nobody defines, `value` for fewer than 1 round."""
    who = game.named(intent.who)
    game.deny_words()
    game.report.body["who"] = who.id
    define_note(game, intent)
    if game.draft.encounter.effects and is_own_word(game, intent.name, EFFECTS):
        game.deny_option("--location", intent.location)
        game.expect(gained_dice_keys(who))
        put_or_end(game, who, intent)
        return game.report
    game.expect([])
    if intent.rounds is not None and intent.rounds < 1:
        game.deny(
            WORDS.value,
            f"--rounds {intent.rounds}: type 1 or more; --end ends the effect",
        )
    key = squash(intent.name).replace("-", "_")
    if key not in EFFECTS:
        hint = propose_near_word(
            intent.name, map(squash, (*EFFECTS, *game.draft.encounter.effects))
        )
        game.deny(WORDS.unknown, f"no effect '{intent.name}'{hint}")
    with game.draft.by(EFFECTS[key].id):
        if intent.end:
            end_effect(game, who, key, intent)
        else:
            put_effect(game, who, key, intent)
    return game.report


def put_effect(game: Game, who: Fighter, key: str, intent: Effect) -> None:
    """Put an effect of the book on `who`; counted ones that are on already last longer.

    Raises Refusal `value` if it does not fit a vehicle or a person, `called` for a place where
    it cannot sit."""
    if who.sheet.vehicle != (key in VEHICLE_EFFECTS):
        kind = "vehicle" if who.sheet.vehicle else "person"
        game.deny(
            WORDS.value,
            f"{squash(key)} does not apply to a {kind} such as {who.name}",
        )
    if EFFECTS[key].flag:
        put_flag(game, who, key, intent.rounds)
        return
    word = intent.location or LIMBS.get(key, ("",))[0]
    place = place_named(game, word, who) if word else None
    if key in LIMBS and split_side(place or "")[1] not in LIMBS[key]:
        allowed = ", ".join(f"left-{p}, right-{p}" for p in LIMBS[key])
        game.deny(
            "called", f"{squash(key)} goes with {allowed}, not with {place}"
        )
    value = weak_side_value(place) if key == "weak_side" and place else None
    done = add_effect(
        game,
        who,
        EffectRecord(key, None, place, value=value, rounds=intent.rounds),
    )
    if done is None:
        with game.draft.by("SS-CALL-06, R-EFF-4"):
            game.report.tell(
                "effect.same", "note", who=who.name, effect=EFFECTS[key].label
            )
    else:
        prolong_with_cause(game, who, done)
    if key == "broken_grip" and place:
        break_grip(game, who, place)


VEHICLE_EFFECTS = frozenset(
    key for row in VEHICLE_LOCATIONS.values() for key in row.effects
)
"""Effects that vehicles suffer, and nobody else (SS-EFF-24)."""
LIMBS = {
    "deafened": ("ear",),
    "blinded": ("eye",),
    "broken_grip": ("hand", "forearm"),
    "weak_side": ("hand", "forearm", "shoulder"),
    "one_armed": ("shoulder",),
    "one_armed_penalty": ("shoulder",),
}
"""The places of each effect that has sides; the first one if the GM names none."""


RUNS = ("running", "sprinting")
"""Flags of those who are on their feet."""
UP_ALONE = (*RUNS, "full_defense")
"""Flags of those who are up (R-DIE-10, R-MOV-11)."""


def put_flag(game: Game, who: Fighter, key: str, rounds: int | None) -> None:
    """Put on an effect that is kept as a flag, with all that begins with it, and tell it.
    `rounds` counts for `buckled` alone (None: 1). Refuses `status` for somebody down who cannot
    have it."""
    standing = who.standing
    if key in UP_ALONE and standing.out:
        why = f"{who.name} is {standing.status}: {EFFECTS[key].label} is for those who are up"
        game.refuse("status", why)
    if key == "buckled":
        who.cannot_stand_rounds = rounds or 1
        lay_prone(game, who)
    elif key == "prone":
        lay_prone(game, who)
    elif key == "stable":
        who.stable = True
        who.dying_rounds = None
    elif key == "surprised":
        who.surprised_by = "all"
    else:
        if key in RUNS:
            put_on_feet(game, who)
            free_from_carriers(game, who)
            who.running = True
        setattr(who, key, True)
    game.report_effect(who, key, rounds=rounds, until=EFFECTS[key].until)
    game.report.tell(
        "effect", EFFECTS[key].tone, who=who.name, effect=EFFECTS[key].label, place="",
        left=flag_duration(key, rounds),
    )  # fmt: skip


UNTIL_WORDS = {
    "stand-up": "until they stand up",
    "round-end": "this round",
    "next-phase": "until their next phase",
}


def flag_duration(key: str, rounds: int | None) -> str:
    """Return how long a flag lasts, in words; `rounds` counts for `buckled` alone (None: 1)."""
    if key == "buckled":
        return format_count(rounds or 1, "round")
    return UNTIL_WORDS.get(EFFECTS[key].until, "until the GM ends it")


def end_effect(game: Game, who: Fighter, key: str, intent: Effect) -> None:
    """Take an effect or flag off. Raises Refusal `unknown` if it is not on."""
    place = place_named(game, intent.location, who) if intent.location else None
    if EFFECTS[key].flag:
        ended = end_flag(game, who, key)
    else:
        ended = bool(remove_effects(game, who, (key,), place))
    if not ended:
        where = f" at the {place}" if place else ""
        game.deny(
            WORDS.unknown,
            f"{who.name} has no effect {squash(key)}{where} that could end",
        )


def end_flag(game: Game, who: Fighter, key: str) -> bool:
    """End an effect that is kept as a flag, with what goes along with it, and tell it; return
    whether it was on. Somebody dying who is no longer stable bleeds again."""
    field = {"buckled": "cannot_stand_rounds", "surprised": "surprised"}.get(
        key, key
    )
    if not getattr(who, field):
        return False
    if key == "surprised":
        who.surprised_by = "none"
        field = ""
    if field:
        setattr(who, field, 0 if key == "buckled" else False)
    if key == "prone":
        who.cannot_stand_rounds = 0
    if key == "running":
        who.sprinting = False
    if key == "stable" and who.status == "dying" and who.bleeds:
        who.dying_rounds = bleeding_interval(game.house, who)
    game.report.tell(
        "effect.over", "good", who=who.name, effect=EFFECTS[key].label, place=""
    )
    return True
