"""`damage` and `heal` by the GM: points into boxes, or Fortitude; no spotlight, no AP."""

from typing import TYPE_CHECKING, cast

from gmtrack.core.intents import Damage, Heal
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import by_pool, check_amount
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, read_place
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.tables.locations import LOCATIONS, Location, Mark, place_name
from gmtrack.rulesets.spotlight.turn.spotlight import settle
from gmtrack.rulesets.spotlight.wounds.damage import LIMB_STATES, lose_fortitude, states, wound
from gmtrack.rulesets.spotlight.wounds.dying import live_on
from gmtrack.rulesets.spotlight.wounds.marks import healed
from gmtrack.rulesets.spotlight.wounds.unconscious import wake_if_free

if TYPE_CHECKING:
    from gmtrack.rulesets.spotlight.gm.document import (
        ByHandDocument,
        FortitudeDamageDocument,
        FortitudeDocument,
        HealedBoxesDocument,
        HealedDocument,
    )

KINDS: tuple[Mark, ...] = ("bruise", "lethal")
POOL = "fortitude"
MOST = 999


def kind_named(word: str | None) -> Mark:
    """`bruise` unless named otherwise. Raises Refusal (`unknown-name`)."""
    return known(word or "bruise", KINDS, "type of damage", WORDS.unknown)


def damage(game: Game, intent: Damage) -> Report:
    """N points into the boxes past armor, or N points of Fortitude; all consequences follow."""
    game.takes_no_words()
    who = game.named(intent.who)
    check_amount(game, intent, MOST)
    game.expect([])
    doc = cast("ByHandDocument", game.report.body)
    doc["who"] = who.id
    if by_pool(game, intent, POOL):
        doc["damage"] = fortitude_damage(game, who, intent.amount)
    else:
        kind = kind_named(intent.type)
        place = read_place(intent.location) or "torso"
        game.report.tell(
            "hand.damage", "head", who=who.name, amount=intent.amount, type=kind,
            place=place_name(place),
        )  # fmt: skip
        applied = wound(game, who, place, intent.amount, kind)
        doc["damage"] = {"dealt": intent.amount, "type": kind, "applied": applied}
    settle(game)
    return game.report


def fortitude_damage(game: Game, who: Fighter, points: int) -> "FortitudeDamageDocument":
    before = who.fortitude
    if points > before:
        game.deny(WORDS.value, f"{points} Fortitude: {who.id} has {before} left")
    lose_fortitude(game, who, points)
    game.report.tell("fortitude", "bad", who=who.name, before=before, after=who.fortitude)
    entry = fortitude_entry(who, points, before)
    return {"dealt": points, "type": "fortitude", "applied": [entry]}


def fortitude_entry(who: Fighter, points: int, before: int) -> "FortitudeDocument":
    """Points of Fortitude, as the document has them."""
    return {"to": "fortitude", "amount": points, "before": before, "after": who.fortitude}


def heal(game: Game, intent: Heal) -> Report:
    """Marked boxes become empty, or Fortitude comes back."""
    game.takes_no_words()
    who = game.named(intent.who)
    check_amount(game, intent, MOST)
    game.expect([])
    doc = cast("ByHandDocument", game.report.body)
    doc["who"] = who.id
    if by_pool(game, intent, POOL):
        doc["healed"] = regain_fortitude(game, who, intent.amount)
    else:
        place = read_place(intent.location) or "torso"
        kind = kind_named(intent.type)
        doc["healed"] = heal_boxes(game, who, place, kind, intent.amount)
        tell_others(game, who, intent, (place, kind))
    settle(game)
    return game.report


def regain_fortitude(game: Game, who: Fighter, amount: int | None) -> "HealedDocument":
    """Bought back with XP; the boxes come back empty."""
    before, states_before = who.fortitude, states(who)
    back = who.fortitude_lost if amount is None else min(amount, who.fortitude_lost)
    with game.draft.by("SP-DEATH-07"):
        who.fortitude_lost = who.fortitude_lost - back
    game.report.tell("fortitude", "good", who=who.name, before=before, after=who.fortitude)
    recover(game, who, states_before)
    return {"amount": back, "applied": [fortitude_entry(who, back, before)]}


def heal_boxes(
    game: Game, who: Fighter, place: Location, kind: Mark, amount: int | None
) -> "HealedDocument":
    """Up to so many boxes of one type in one place (None: all of them)."""
    before, states_before = who.boxes(place), states(who)
    after = healed(before, MOST if amount is None else amount, kind)
    with game.draft.by("SP-DMG-01"):
        who.write_boxes(place, after)
    count = after.empty - before.empty
    game.report.tell(
        "healed" if count else "healed.none", "good" if count else "note",
        who=who.name, count=count, type=kind, place=place_name(place),
    )  # fmt: skip
    recover(game, who, states_before)
    if count and kind == "bruise" and who.status == "unconscious" and who.unconscious == place:
        with game.draft.by("SP-INJ-06"):
            wake_if_free(game, who)
    entry: HealedBoxesDocument = {
        "to": place, "type": kind, "amount": count, "before": before.empty, "after": after.empty,
    }  # fmt: skip
    return {"amount": count, "applied": [entry] if count else []}


def tell_others(game: Game, who: Fighter, intent: Heal, healed: tuple[Location, Mark]) -> None:
    """The boxes that could have been meant too, since their place or type was not said,
    and the line that empties the first of them."""
    places = (healed[0],) if intent.location else LOCATIONS
    kinds = (healed[1],) if intent.type else KINDS
    others = [(place, kind) for place in places for kind in kinds if (place, kind) != healed]
    marked = {other: count for other in others if (count := getattr(who.boxes(other[0]), other[1]))}
    if marked:
        place, kind = next(iter(marked))
        line = f"heal {who.id} all --type {kind} --location {place.replace('_', '-')}"
        left = [f"{count} {kind} ({place_name(place)})" for (place, kind), count in marked.items()]
        game.report.tell("healed.not", "note", who=who.name, left=", ".join(left), line=line)


def recover(game: Game, who: Fighter, before: dict[Location, str]) -> None:
    """Tell which limbs work again; dying ends when head and torso are no longer all lethal."""
    for place in LOCATIONS:
        if before[place] in LIMB_STATES and who.state(place) == "ok":
            game.report.tell("limb-ok", "good", who=who.name, place=place_name(place))
    if who.fate == "dying" and not who.filled():
        live_on(game, who)
