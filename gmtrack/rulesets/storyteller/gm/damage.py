"""The GM's `damage` and `heal`; they need no turn and no action."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Heal
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import MOST, begin_by_hand, is_pool_named
from gmtrack.rulesets.kit.own.moments import ByHand
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.sheet import empty_boxes
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import MARKS, WORST_FIRST, Mark
from gmtrack.rulesets.storyteller.wounds.health import (
    place_named,
    recover_from_full_track,
    tag_by_damage,
    wound,
    write_track,
)

POOL = "willpower"


def kind_named(word: str) -> Mark:
    """Return the kind of damage that a word names. Raises Refusal `option` for an unknown one."""
    return match_choice(word, MARKS, "type", WORDS.unknown)


def damage(game: Game, intent: Damage) -> Report:
    """Carry out `damage`: mark N points as they are, or take N of willpower.

    Refuses `willpower` for more than is left."""
    who = begin_by_hand(game, intent)
    if is_pool_named(game, intent, POOL):
        left = who.willpower_left
        if intent.amount > left:
            game.refuse(
                "willpower",
                f"{who.name} has {left} willpower left, not {intent.amount}",
            )
    game.report.body["damage"] = deal_damage(game, who, intent)
    return game.report


def deal_damage(game: Game, who: Fighter, intent: Damage) -> Data:
    """Deal the damage of an intent, bashing if no type is typed, or take willpower with
    `--pool`; return `damage` of the document: `type`, `dealt` and `applied`. Enough at a place
    leaves its tag. Raises Refusal `option` for an unknown type or place."""
    if is_pool_named(game, intent, POOL):
        before = who.willpower_left
        with game.draft.by("ST-R06"):
            who.willpower_left = max(0, before - intent.amount)
        game.report.tell(
            "willpower", "bad", who=who.name, left=who.willpower_left
        )
        lost = before - who.willpower_left
        entry = {
            "to": "willpower",
            "amount": lost,
            "before": before,
            "after": who.willpower_left,
        }
        return {"type": "willpower", "dealt": lost, "applied": [entry]}
    kind = kind_named(intent.type or "bashing")
    called = place_named(game, intent.location)
    game.report.tell(
        "hand.damage", "head", who=who.name, amount=intent.amount, type=kind
    )
    harm = wound(game, who, {kind: intent.amount})
    tag_by_damage(game, who, called, harm.dealt)
    return {"type": kind, "dealt": harm.dealt, "applied": harm.applied}


def heal(game: Game, intent: Heal) -> Report:
    """Carry out `heal`: empty boxes, or give willpower back. Raises Refusal `option` for a
    location."""
    who = begin_by_hand(game, intent)
    if intent.location:
        game.deny(WORDS.value, "boxes have no place: leave out --location")
    heal_points(game, who, intent)
    return game.report


def heal_points(game: Game, who: Fighter, intent: Heal) -> None:
    """Heal as an intent says; without an amount all. Refuses `status` for boxes of the dead."""
    amount = MOST if intent.amount is None else intent.amount
    if is_pool_named(game, intent, POOL):
        heal_willpower(game, who, amount)
    else:
        heal_boxes(
            game, who, amount, kind_named(intent.type) if intent.type else None
        )


BY_HAND = ByHand(deal_damage, heal_points)


def heal_willpower(game: Game, who: Fighter, points: int) -> None:
    """Give willpower back, up to its maximum, and tell of it."""
    most = max(who.willpower, who.willpower_left)
    with game.draft.by("ST-R06"):
        who.willpower_left = min(most, who.willpower_left + points)
    game.report.tell("willpower", "good", who=who.name, left=who.willpower_left)


def heal_boxes(
    game: Game, who: Fighter, amount: int, kind: Mark | None
) -> None:
    """Empty boxes of one kind, None: of any, the mildest first.

    Tells the line that empties the rest. Refuses `status` for the dead."""
    if who.dead:
        game.refuse("status", f"{who.name} is dead")
    before = who.track
    conscious, dying = who.conscious, who.dying
    after = empty_boxes(before, amount, kind)
    with game.draft.by("ST-163"):
        write_track(who, after)
    count = after.empty - before.empty
    game.report.tell(
        "healed.one" if count == 1 else "healed",
        "good",
        who=who.name,
        count=count,
    )
    left = [
        f"{after.count(kind)} {kind}"
        for kind in WORST_FIRST
        if after.count(kind)
    ]
    if left:
        line = f"heal {who.id} all"
        game.report.tell(
            "healed.left", "note", who=who.name, line=line, left=left
        )
    recover_from_full_track(game, who, before, conscious=conscious, dying=dying)
