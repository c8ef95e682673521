"""Damage, healing and conditions by the GM's word."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Effect, Heal
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import MOST, begin_by_hand, is_pool_named
from gmtrack.rulesets.kit.own.moments import (
    ByHand,
    define_note,
    is_own_effect,
    put_own_effect,
)
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.spotlight import events
from gmtrack.rulesets.spotlight.sheet.boxes import empty_marked
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, read_place
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import (
    KINDS,
    LOCATIONS,
    POOL,
    Location,
    Mark,
    place_name,
)
from gmtrack.rulesets.spotlight.turn import spotlight
from gmtrack.rulesets.spotlight.wounds import (
    EFFECTS,
    begin_dying,
    die,
    knock_out,
    location_states,
    lose_fortitude,
    pin_down,
    stop_dying,
    tell_recovered,
    wake_if_free,
    wound,
)


def read_mark(word: str | None) -> Mark:
    """Return the kind of mark typed as `word`, `bruise` for None. Raises Refusal
    (`unknown-name`) for another word."""
    return match_choice(
        word or "bruise", KINDS, "type of damage", WORDS.unknown
    )


def damage(game: Game, intent: Damage) -> Report:
    """Carry out `damage`: mark N points past armor, or take N points of Fortitude, with all
    consequences. Raises Refusal `bad-value` for more Fortitude than is left and for an amount
    out of bounds, `unknown-name` for a word, place or kind that does not exist."""
    who = begin_by_hand(game, intent)
    if is_pool_named(game, intent, POOL) and intent.amount > who.fortitude:
        game.deny(
            WORDS.value,
            f"{intent.amount} Fortitude: {who.name} has {who.fortitude} left",
        )
    game.report.body["damage"] = apply_damage(game, who, intent)
    spotlight.end_round_if_spent(game)
    return game.report


def apply_damage(game: Game, who: Fighter, intent: Damage) -> Data:
    """Deal the points of `damage`; return the `damage` of the JSON report: `dealt`, `type` and
    `applied`. The round may end by it."""
    if is_pool_named(game, intent, POOL):
        points = min(intent.amount, who.fortitude)
        before = who.fortitude
        lose_fortitude(game, who, points)
        entry = fortitude_entry(game, who, points, before, "bad")
        return {"dealt": points, "type": "fortitude", "applied": [entry]}
    kind = read_mark(intent.type)
    place = read_place(intent.location) or "torso"
    game.report.tell(
        "hand.damage", "head", who=who.name, amount=intent.amount, type=kind,
        place=place_name(place),
    )  # fmt: skip
    applied = wound(game, who, place, intent.amount, kind)
    return {"dealt": intent.amount, "type": kind, "applied": applied}


def fortitude_entry(
    game: Game, who: Fighter, points: int, before: int, tone: str
) -> Data:
    """Report Fortitude lost or bought back, and return its entry for the JSON report: `to`,
    `amount` (`points`), `before` and `after`. The Fortitude must be changed already; `before` is
    the one until then."""
    game.report.tell(
        "fortitude", tone, who=who.name, before=before, after=who.fortitude
    )
    return {
        "to": "fortitude",
        "amount": points,
        "before": before,
        "after": who.fortitude,
    }


def heal(game: Game, intent: Heal) -> Report:
    """Carry out `heal`: empty marked boxes, or give Fortitude back."""
    who = begin_by_hand(game, intent)
    game.report.body["healed"] = apply_healing(game, who, intent)
    spotlight.end_round_if_spent(game)
    return game.report


def apply_healing(game: Game, who: Fighter, intent: Heal) -> Data:
    """Empty the boxes of `heal`; return the `healed` of the JSON report. The round may end by
    it."""
    if is_pool_named(game, intent, POOL):
        return regain_fortitude(game, who, intent.amount)
    place = read_place(intent.location) or "torso"
    kind = read_mark(intent.type)
    healed = heal_boxes(game, who, place, kind, intent.amount)
    tell_other_boxes(game, who, intent, (place, kind))
    return healed


BY_HAND = ByHand(apply_damage, apply_healing)


def regain_fortitude(game: Game, who: Fighter, amount: int | None) -> Data:
    """Give back Fortitude that was bought with XP; its boxes come back empty. `amount` None: all
    that was lost. Returns the `healed` of the JSON report: `amount` and `applied`."""
    before, states_before = who.fortitude, location_states(who)
    back = (
        who.fortitude_lost
        if amount is None
        else min(amount, who.fortitude_lost)
    )
    with game.draft.by("SP-DEATH-07"):
        who.fortitude_lost = who.fortitude_lost - back
    entry = fortitude_entry(game, who, back, before, "good")
    tell_recovered(game, who, states_before)
    return {"amount": back, "applied": [entry]}


def heal_boxes(
    game: Game, who: Fighter, place: Location, kind: Mark, amount: int | None,
    rules: str = "SP-DMG-01",
) -> Data:  # fmt: skip
    """Empty up to `amount` boxes of one type in one place (None: all of them); a healed bruise
    may wake somebody. `rules` are the rows that give them back. Returns the `healed` of the JSON
    report: `amount`, and `applied`, empty if nothing was healed."""
    before, states_before = who.boxes(place), location_states(who)
    after = empty_marked(before, MOST if amount is None else amount, kind)
    count = after.empty - before.empty
    with game.draft.by(rules):
        who.write_boxes(place, after)
        game.report.tell(
            "healed" if count else "healed.none", "good" if count else "note",
            who=who.name, count=count, type=kind, place=place_name(place),
        )  # fmt: skip
    tell_recovered(game, who, states_before)
    if (
        count
        and kind == "bruise"
        and who.status == "unconscious"
        and who.unconscious == place
    ):
        with game.draft.by("SP-INJ-06"):
            wake_if_free(game, who)
    entry: Data = {
        "to": place, "type": kind, "amount": count, "before": before.empty, "after": after.empty,
    }  # fmt: skip
    return {"amount": count, "applied": [entry] if count else []}


def tell_other_boxes(
    game: Game, who: Fighter, intent: Heal, healed: tuple[Location, Mark]
) -> None:
    """Report other boxes that could have been meant, if place or type was not said, and the line
    that empties the first of them."""
    places = (healed[0],) if intent.location else LOCATIONS
    kinds = (healed[1],) if intent.type else KINDS
    others = [
        (place, kind)
        for place in places
        for kind in kinds
        if (place, kind) != healed
    ]
    marked = {
        other: count
        for other in others
        if (count := getattr(who.boxes(other[0]), other[1]))
    }
    if marked:
        place, kind = next(iter(marked))
        line = f"heal {who.id} all --type {kind} --location {place.replace('_', '-')}"
        left = [
            f"{count} {kind} ({place_name(place)})"
            for (place, kind), count in marked.items()
        ]
        game.report.tell(
            "healed.not", "note", who=who.name, left=", ".join(left), line=line
        )


SAME_WORDS = {"pinned": "suppressed"}
"""Names of conditions on the screens, with the name that `effect` knows."""


def effect(game: Game, intent: Effect) -> Report:
    """Carry out `effect`: put a condition on or, with `--end`, end it. Raises Refusal:
    `unknown-name` for an unknown effect or combatant, `bad-value` for an option that the effect
    does not take, `down` for somebody down who would move."""
    game.deny_words()
    who = game.named(intent.who)
    word = SAME_WORDS.get(squash(intent.name), intent.name)
    define_note(game, intent)
    if is_own_effect(game, word, EFFECTS):
        # The same of an effect of the GM's own.
        game.expect([])
        game.deny_option("--location", intent.location)
        game.report.body["who"] = who.id
        put_own_effect(game, who, intent)
        spotlight.end_round_if_spent(game)
        return game.report
    words = [*EFFECTS, *game.draft.encounter.effects]
    name = match_choice(word, words, "effect", WORDS.unknown)
    game.expect([])
    if intent.location is not None:
        game.deny(WORDS.value, f"{name} takes no `--location`")
    if intent.rounds is not None and name != "moving":
        game.deny(WORDS.value, f"{name} takes no `--rounds`, only moving does")
    if intent.rounds is not None and intent.rounds < 1:
        game.deny(WORDS.value, f"--rounds {intent.rounds}: type 1 or more")
    game.report.body["who"] = who.id
    if intent.end:
        end_effect(game, who, name)
    else:
        if name == "moving" and who.standing.out:
            game.refuse(
                "down", f"{who.name} is {who.standing.status} and does not move"
            )
        put_effect(game, who, name, intent.rounds)
    spotlight.end_round_if_spent(game)
    return game.report


def put_effect(game: Game, who: Fighter, name: str, rounds: int | None) -> None:
    """Put a condition on by the GM's word; `rounds` limits `moving` alone (None: not counted).
    One that is on already, or that the dead cannot have, changes nothing, which is told."""
    if name == "moving":
        with game.draft.by("SP-DIFF-03, SP-R21"):
            who.moving = True
            who.moving_rounds = rounds
        game.report_effect(who, "moving", rounds=rounds)
        game.report.tell("moving", "note", who=who.name)
        events.end_by_moving(game, who)
    elif name == "suppressed":
        pin_down(game, who, 1, None)
    elif name == "unconscious" and who.able:
        knock_out(game, who, "head", "SP-INJ-05")
    elif name == "dying" and who.fate != "dying":
        begin_dying(game, who)
    elif name == "dead" and who.fate != "dead":
        with game.draft.by("SP-INJ-08"):
            die(game, who)
    else:
        game.report.tell("effect.same", "note", who=who.name, status=who.status)


def end_effect(game: Game, who: Fighter, name: str) -> None:
    """End a condition by the GM's word, and tell it. Raises Refusal (`unknown-name`) if it is
    not on."""
    on = {
        "moving": who.moving,
        "suppressed": who.suppressed is not None,
        "unconscious": who.unconscious is not None,
        "dying": who.fate == "dying",
        "dead": who.fate == "dead",
    }
    if not on[name]:
        game.deny(WORDS.unknown, f"{who.name} is not {name}")
    if name == "moving":
        with game.draft.by("SP-DIFF-03, SP-R21"):
            who.moving = False
            who.moving_rounds = None
        game.report.tell("stands", "note", who=who.name)
    elif name == "suppressed":
        events.end_suppression(game, who)
    elif name == "unconscious":
        with game.draft.by("SP-INJ-06"):
            who.unconscious = None
            game.report.tell("wakes", "good", who=who.name)
    else:
        stop_dying(game, who)
