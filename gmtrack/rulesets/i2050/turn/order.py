"""The order of a round and who may act: items that are due, whose turn it is, everybody in order
(IN-PHASE, IN-SPD); declare, begin and complete actions (IN-PHASE-02, IN-PHASE-04)."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.sheet.fighter import ANNOUNCED, Announced, Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, Item, Scene, items_of
from gmtrack.rulesets.i2050.sheet.state import RoundPlan
from gmtrack.rulesets.i2050.wounds.damage import close_action, lose_aim


class _OpenItems(NamedTuple):
    """The open items of one fighter. `about`: the ids that have a part in them: the fighter and the
    targets of the plan."""

    items: list[Item]
    about: set[str]


def open_items(game: Scene) -> list[Item]:
    """Return every item that is still to be carried out, in the file's order; none outside a
    round."""
    if not game.fight.running:
        return []
    if not game.draft.plain:
        return [
            one for who in game.everybody() for one in _open_items_of(game, who)
        ]
    announced = game.draft.pending.get(ANNOUNCED, {}).keys()
    return [
        one
        for who in game.draft.present()
        for one in _cached_open_items(game, who, announced)
    ]


def _cached_open_items(
    game: Scene, who: str, announced: AbstractSet[str]
) -> list[Item]:
    """Return a fighter's open items, cached until the live state of somebody with a part in them
    changes: looking at everybody for each of many lines takes a large fight longest. What follows
    from the plan of somebody who has only announced it is not cached."""
    cache, key = game.draft.cache, ("open items", who)
    found: _OpenItems | None = cache.find(key)
    if found is None or (announced and not announced.isdisjoint(found.about)):
        fighter = game.fighter(who)
        plan = fighter.plan
        about = {who, *(plan.targets if plan else ())}
        found = _OpenItems([*_open_items_of(game, fighter)], about)
        if announced.isdisjoint(about):
            cache.keep(key, found, owners=about)
    return found.items


def _open_items_of(game: Scene, who: Fighter) -> Iterator[Item]:
    """Yield a fighter's items that are open and can be carried out."""
    if who.acted or who.lost or not (who.able or who.spared):
        return  # nothing of theirs is open
    for one in items_of(game, who):
        if one.open_units and (who.able or one.is_spared):
            yield one


def due_items(game: Scene) -> list[Item]:
    """Return the open items with the highest rank; several may be due at once."""
    found = open_items(game)
    first = max((one.rank for one in found), default=None)
    return [one for one in found if one.rank == first]


def current_item(game: Scene, who: Fighter) -> Item | None:
    """Return a fighter's first open item; None if there is none, or outside a round."""
    if not game.fight.running:
        return None
    return next((one for one in items_of(game, who) if one.is_open), None)


def acting_item(game: Scene) -> Item | None:
    """Return the item of the combatant whose turn it is, done or not; if nobody was named, the
    first that is due. None if there is none, and outside Resolution."""
    fight = game.fight
    if fight.step != "resolution":
        return None
    if fight.acting in game.draft.encounter.combatants:
        for item in items_of(game, game.fighter(str(fight.acting))):
            if set(item.units) & set(fight.item):
                return item
        return None
    return next(iter(due_items(game)), None)


def acting_id(game: Scene) -> str | None:
    """Return the id whose turn it is, None outside Resolution."""
    fight = game.fight
    if not fight.running or fight.step != "resolution":
        return None
    item = acting_item(game)
    return fight.acting or (item.who.id if item else None)


def turn_document(game: Scene) -> Data:
    """Return the JSON of the turn: round, phase, step, who acts, who has not declared, metre,
    order."""
    fight = game.fight
    step = fight.step if fight.running else None
    return {
        "round": fight.round,
        "phase": fight.phase,
        "step": step,
        "acting": acting_id(game),
        "undeclared": [who.id for who in undeclared_fighters(game)],
        "metre": fight.metre if step == "movement" else None,
        "order": [
            entry_document(who, item) for who, item in ordered_entries(game)
        ],
    }


def undeclared_fighters(game: Scene) -> list[Fighter]:
    """Return the able fighters who have declared nothing; none outside a round."""
    if not game.fight.running:
        return []
    return [who for who in game.everybody() if who.able and who.plan is None]


def entry_document(who: Fighter, item: Item | None) -> Data:
    """Return the JSON of one entry of the order: `id`, `score`, `acted`, `lost`, `intent` (the
    planned action) and `status`. `item` None: the fighter has none left, and the score is null."""
    plan = who.plan
    lost = who.lost if item is None else item.is_lost
    done = who.acted if item is None else not item.is_open and not lost
    return {
        "id": who.id,
        "score": item.score if item else None,
        "acted": done,
        "lost": lost,
        "intent": plan.action if plan else None,
        "status": who.standing.status,
    }


Entry = tuple[Fighter, Item | None]


def ordered_entries(game: Scene) -> list[Entry]:
    """Return everybody with their items, in order; those who are away have none and come last."""
    return [*_present_entries(game), *((who, None) for who in game.absent())]


def _present_entries(game: Scene) -> list[Entry]:
    """Return those who are there with their items: while all declare side by side, else by rank,
    those without a score last."""
    found = [one for who in game.everybody() for one in entries_of(game, who)]
    if game.fight.phase == "not-started":
        return found
    if game.fight.step == "determination":
        # Side by side, the one that declares first before the others (IN-PHASE-03).
        sides = dict.fromkeys(
            [game.declares_first(), *(who.side for who, _ in found)]
        )
        return [one for side in sides for one in found if one[0].side == side]
    scored = [(item.rank, (who, item)) for who, item in found if item]
    scored.sort(key=lambda ranked: ranked[0], reverse=True)
    rest = [one for one in found if one[1] is None]
    return [*(one for _, one in scored), *rest]


def entries_of(game: Scene, who: Fighter) -> list[Entry]:
    """Return a fighter's items as entries of the order. Somebody who is out and has nothing left
    to do has one entry without an item."""
    items = items_of(game, who)
    spared = any(item.is_open and item.is_spared for item in items)
    if not who.able and not spared:
        items = []
    return [(who, item) for item in items] or [(who, None)]


def check_can_act(game: Game, who: Fighter, item: Item | None) -> None:
    """Raise Refusal for somebody who is out (`out`) or, if `item` is None, has acted (`acted`)
    or lost the action (`lost`) of this round. `item` is the entry of the order that is carried
    out; None outside a round or without a score. Does not check whose turn it is."""
    if item is None and who.acted:
        game.refuse("acted", f"{who.name} has already acted this round")
    if item is None and who.lost:
        game.refuse("lost", f"{who.name} has lost this round's action")
    if not who.able and not (item and item.is_spared):
        game.refuse("out", f"{who.name} is {who.status} and cannot act")


def check_turn(game: Game, *items: Item | None, first: Sequence[Item]) -> None:
    """Refuse to act before the items that are `first`, if all of `items` are slower. Raises
    Refusal (`turn`)."""
    if any(is_given(game, one) for one in items):
        return
    ranks = [one.rank for one in items if one is not None]
    if ranks and first and max(ranks) < first[0].rank:
        names = ", ".join(
            f"{one.who.name} at speed {one.score}" for one in first
        )
        game.refuse("turn", f"first to act: {names}; `next` passes over them")


def is_given(game: Game, item: Item | None) -> bool:
    """Whether the GM has given this turn to the item's fighter (ALL-TURN-01)."""
    fight = game.fight
    return (
        item is not None
        and item.who.id == fight.given
        and not set(item.units).isdisjoint(fight.item)
    )


EVASIONS: tuple[Literal["dodge", "weave"], ...] = ("dodge", "weave")
"""The defenses that nobody has who lies on the ground."""


def can_evade(who: Fighter) -> bool:
    """Whether somebody can dodge or weave: not while prone (IN-DODGE-05, IN-R35, IN-R67)."""
    return not who.prone


def check_evasion(game: Game, who: Fighter, word: str) -> None:
    """Refuse a dodge or weave of somebody who is prone. Raises Refusal (`state`)."""
    if not can_evade(who):
        game.refuse("state", f"{who.name} is prone and cannot {word}")


def still_fights(game: Game, who: Fighter, foe: str) -> bool:
    """Whether a fighter fights back against a foe by what they have declared: neither done nor
    lost, with a usable weapon. Outside a round the declaration alone counts."""
    plan = who.plan
    if plan is None or plan.action != "fight" or foe not in plan.targets:
        return False
    can = who.able and who.is_usable(who.in_use)
    if not game.fight.running:
        return can
    item = item_against(game, who, foe)
    return item is not None and (can or foe in who.spared)


def item_against(game: Game, who: Fighter, foe: str) -> Item | None:
    """Return a fighter's open item in which they fight a foe, or None."""
    for item in items_of(game, who):
        if item.is_open and foe in item.open_units:
            return item
    return None


def announce_plan(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Announce a plan: from now on the order is as if it were declared. Nothing is written until
    the command declares it."""
    game.draft.pending.setdefault(ANNOUNCED, {})[who.id] = Announced(
        plan, is_late(game)
    )
    game.announced.append(who)


def is_late(game: Game) -> bool:
    """Whether what is declared now is declared late, in Resolution."""
    return game.fight.step == "resolution" and game.fight.running


def declare_plan(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Write a plan as a fighter's intent of the round, in place of an earlier one, and take its
    weapon in hand. The caller has checked that it is allowed."""
    with game.draft.by("IN-PHASE-02, IN-PHASE-04"):
        who.set_plan(plan)
        who.late = is_late(game)
    if plan.weapon is not None:
        who.hold(plan.weapon)
    # An aim is kept for the shot at that target, and for more of the same.
    if plan.action not in (*SHOTS, "aim") or plan.targets[:1] != (who.aimed,):
        lose_aim(game, who)


def begin_item(game: Game, item: Item | None) -> None:
    """Make an item's fighter the acting one; what happens now happens at the item's rank. None
    changes nothing."""
    if item is not None:
        name_acting(game, item)
        game.moment = item.rank


def name_acting(game: Game, item: Item | None) -> None:
    """Write whose turn it is in Resolution and at which units; `item` None: nobody's."""
    with game.draft.by("IN-SPD-04"):
        game.fight.acting = item.who.id if item else None
        game.fight.item = list(item.units) if item else []


def complete_units(game: Game, who: Fighter, units: Iterable[str]) -> None:
    """Mark units of a fighter's items as carried out or passed, by the rows in force; after the
    last one the fighter has acted. Does nothing outside a round."""
    if not game.fight.running:
        return
    new = [
        unit for unit in units if unit not in who.met and unit not in who.missed
    ]
    if new:
        who.met = [*who.met, *new]
    close_action(game, who)


def set_moment(game: Game) -> None:
    """Let what the GM does by hand in Resolution happen at the acting combatant's rank. Does
    nothing outside of Resolution."""
    fight = game.fight
    if fight.step != "resolution" or not fight.round:
        return
    game.moment = max((one.rank for one in open_items(game)), default=None)
    if fight.acting in game.draft.encounter.combatants:
        for item in items_of(game, game.fighter(str(fight.acting))):
            if set(item.units) & set(fight.item):
                game.moment = item.rank


SHOTS = ("shoot", "burst")
