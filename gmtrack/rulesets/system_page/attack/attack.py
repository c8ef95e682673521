"""`attack`: each target's roll, outcome, damage and effects."""

from typing import Any

from gmtrack.core.intents import Attack as Wanted
from gmtrack.core.report import Block, Part, Report
from gmtrack.rulesets.kit.blocks import add_block, within
from gmtrack.rulesets.system_page.actions.bands import find_band, tell_band
from gmtrack.rulesets.system_page.attack.afterwards import (
    FallenAttack,
    list_late_words,
)
from gmtrack.rulesets.system_page.attack.declared import Declared
from gmtrack.rulesets.system_page.dice.modifiers import (
    collect_modifiers,
    counts_modifier,
)
from gmtrack.rulesets.system_page.dice.rolls import (
    Known,
    OpenRoll,
    RollRequest,
    make_roll,
    name_parts,
    throw_roll,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ATTACK,
    DEFENSE,
    LOCATION,
    NO_DEFENSE,
    PUSH,
    knows_defense,
)
from gmtrack.rulesets.system_page.page.shapes import (
    BandShape,
    PlaceShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game
from gmtrack.rulesets.system_page.turn.order import check_may_act, pay
from gmtrack.rulesets.system_page.wounds.damage import (
    AddedDamage,
    deal_damage,
    do_deed,
    roll_damage,
)
from gmtrack.rulesets.system_page.wounds.told_prices import (
    pay_for_told_words,
)

NO_DEFENSE_LEVEL = -1
"""What `theirs` is without a defense."""


def attack(game: Game, intent: Wanted) -> Report:
    """Carry out `attack`. Raises Refusal for what was declared and does not exist, for what the
    page forbids, and (`system`) for a fault of the page that shows only in play."""
    try:
        declared = Declared(game, intent)
        game.expect(declared.keys(), declared.other_keys())
        _check_allowed(game, declared)
        pay(game, declared.attacker, declared.row.costs)
        game.report.listed = len(declared.targets) > 1
        shared = _roll_shared_damage(game, declared)
        for target in declared.targets:
            _attack_one(game, declared, target, shared)
    except FormulaError as error:
        game.deny_fault(error)
    return game.report


def _check_allowed(game: Game, declared: Declared) -> None:
    """Refuse what the attacker cannot do now, and attacks on themselves and on the dead."""
    attacker = declared.attacker
    check_may_act(game, attacker, ATTACK)
    for target in declared.targets:
        if attacker is target:
            game.deny(WORDS.value, f"{attacker.name} cannot be the target, too")
        if target.standing.dead:
            game.refuse("target", f"{target.name} is dead")


def _roll_shared_damage(game: Game, declared: Declared) -> dict[str, Any]:
    """Roll the damage that counts for all targets, if the page has one, and return it by its
    name."""
    if declared.row.damage is None:
        return {}
    scope = declared.scope_for(declared.targets[0])
    game.report.tell(
        "attack.shared",
        "head",
        who=declared.attacker.name,
        weapon=declared.weapon_name,
    )
    path = (*declared.path, "damage")
    points = roll_damage(game, scope, declared.row.damage, path)
    return {"damage": points}


def _attack_one(
    game: Game, declared: Declared, target: Fighter, shared: dict[str, Any]
) -> None:
    """Attack one target."""
    attacker = declared.attacker
    words = {
        "who": attacker.name,
        "target": target.name,
        "weapon": declared.weapon_name,
    }
    if declared.called:
        place = declared.called.replace("-", " ")
        game.report.tell("attack.called", "head", **words, place=place)
    else:
        game.report.tell("attack", "head", **words)
    block = add_block(
        game,
        attacker,
        target,
        weapon=declared.weapon_id,
        called=declared.called,
        defense=declared.defenses[target.id] or None,
    )
    with within(game, block):
        scope = declared.scope_for(target, **shared)
        if declared.row.type is not None:
            kind = declared.row.type.node.evaluate(scope)
            scope = scope.knowing(type=kind)
        known = _roll_attack(game, declared, target, scope)
        scope = scope.knowing(**known)
        _carry_out(game, declared, target, scope, block)


def _roll_attack(
    game: Game, declared: Declared, target: Fighter, scope: RollScope
) -> dict[str, Any]:
    """Make the roll to hit and the target's defense, and return what is known then."""
    against = declared.row.against
    known: dict[str, Any] = {}
    if against and against.number is not None:
        path = (*declared.path, "against")
        parts = name_parts(game, scope, against.number, path)
        known["against"] = sum(part.value for part in parts)
    roller = declared.roller(target)
    seen = scope.as_seen_by(roller)
    late = list_late_words(declared, target)
    strike = _make_attack_roll(game, declared, target, seen, known)
    if not late:
        strike.report(game)
    guard = _roll_defense(game, declared, target, scope)
    if late:
        known_before = dict(known)
        fallen = FallenAttack(
            declared,
            target,
            scope,
            strike,
            guard,
            lambda strike, guard: (
                known_before
                | _join_known(
                    game, declared, target, strike, guard, known_before
                )
            ),
        )
        fallen.decide(late)
        strike, guard = fallen.strike, fallen.guard
        strike.report(game)
    if guard is not None:
        guard.report(game)
    if late:
        fallen.pay()
    return known | _join_known(game, declared, target, strike, guard, known)


def _join_known(
    game: Game,
    declared: Declared,
    target: Fighter,
    strike: OpenRoll,
    guard: OpenRoll | None,
    before: dict[str, Any],
) -> dict[str, Any]:
    """Return what is known of an attack on one target from its roll and the defense. `before` is
    what was known before them."""
    against = declared.row.against
    known: dict[str, Any] = dict(strike.known)
    if against and against.defenses:
        known["theirs"] = _count_defense(guard)
        if knows_defense(game.page):
            known[DEFENSE] = declared.defenses[target.id] or NO_DEFENSE
    if "total" in known and "against" in before:
        known["margin"] = known["total"] - before["against"]
    return known


def _count_defense(guard: OpenRoll | None) -> int:
    """Return what a defense comes to: its level, its successes or its total; NO_DEFENSE_LEVEL
    without one."""
    for name in ("level", "successes", "total", "rolled"):
        if guard is not None and name in guard.known:
            return guard.known[name]
    return NO_DEFENSE_LEVEL


def _make_attack_roll(
    game: Game,
    declared: Declared,
    target: Fighter,
    scope: RollScope,
    known: Known,
) -> OpenRoll:
    typed = declared.words_for(target, ATTACK)
    roller = declared.roller(target)
    # Before they are paid for: a modifier may end the condition on which it counts.
    modified = collect_modifiers(game, scope, ATTACK, typed)
    pay_for_told_words(game, roller, scope, ATTACK, typed, declared.paid)
    more = list(modified.parts)
    if declared.place is not None and declared.called:
        plus = declared.place.plus.number(scope)
        label = f"called {declared.called}".replace("-", " ")
        more.append(Part(label, plus, game.row("places", declared.called)))
    request = RollRequest(
        ATTACK,
        roller,
        declared.row.roll,
        (*declared.path, "roll"),
        more,
        modified.again,
        declared.context_for(target),
        known.get("against"),
        declared.told.has_word(PUSH, declared.attacker.id),
        declared.mods[target.id],
    )
    return throw_roll(game, scope, request)


def _roll_defense(
    game: Game, declared: Declared, target: Fighter, scope: RollScope
) -> OpenRoll | None:
    """Make the target's roll and return it; None without a defense."""
    against, defense = declared.row.against, declared.defenses[target.id]
    if against is None or not defense:
        return None
    theirs = scope.as_seen_by(target)
    typed = declared.words_for(target, defense)
    modified = collect_modifiers(game, theirs, defense, typed)
    pay_for_told_words(game, target, theirs, defense, typed, declared.paid)
    request = RollRequest(
        defense,
        target,
        against.defenses[defense],
        (*declared.path, "against", "defenses", defense),
        modified.parts,
        modified.again,
        mods=declared.defense_mods[target.id],
    )
    return throw_roll(game, theirs, request)


def _carry_out(
    game: Game,
    declared: Declared,
    target: Fighter,
    scope: RollScope,
    block: Block,
) -> None:
    """Find the outcome, deal its damage and do what it does to target and attacker."""
    outcome, band = find_band(scope, declared.row.bands)
    path = (*declared.path, "bands", outcome)
    block.body["outcome"] = outcome
    is_hit = band is not None and band.damage is not None
    is_rolled_by_target = declared.roller(target) is target
    tell_band(
        game,
        outcome,
        band,
        *path,
        tone="good" if is_hit else "",
        who=target.name if is_rolled_by_target else "",
    )
    if band is None:
        return
    if is_hit:
        _deal(game, declared, target, scope, band, block)
    theirs = scope.as_seen_by(target)
    do_deed(game, band.target, target, theirs, *path, "target")
    suffered = do_deed(game, band.self, declared.attacker, scope, *path, "self")
    if band.self is not None and band.self.damage is not None:
        block.body["suffered"] = suffered


def _deal(
    game: Game,
    declared: Declared,
    target: Fighter,
    scope: RollScope,
    band: BandShape,
    block: Block,
) -> None:
    """Roll the damage of an outcome, find the place that is hit, and let it land."""
    if band.damage is None:
        return
    path = (*declared.path, "bands", block.body["outcome"])
    added = _added_damage(game, declared, target, scope)
    points = roll_damage(
        game,
        scope,
        band.damage,
        (*path, "damage"),
        added,
        declared.context_for(target),
    )
    place = declared.called or _roll_place(game, declared, scope)
    if place and not declared.called:
        block.body["place"] = place
        game.report.tell("place", place=place.replace("-", " "))
    scope = scope.knowing(place=place, damage=points)
    with game.draft.by(game.row(*path)):
        document = deal_damage(game, target, points, scope, declared.told)
    block.body["damage"] = document
    if place:
        _affect_place(game, target, scope, place, document["dealt"])


def _added_damage(
    game: Game, declared: Declared, target: Fighter, scope: RollScope
) -> list[AddedDamage]:
    """Return what modifiers add to the damage. One that was paid for counts, though its price may
    have ended the condition on which it does."""
    typed = declared.words_for(target, ATTACK)
    roller = declared.roller(target)
    found: list[AddedDamage] = []
    for word, row in game.page.modifiers.items():
        if row.damage is None:
            continue
        is_paid = (roller.id, word) in declared.paid
        if is_paid or counts_modifier(scope, word, typed):
            label = word.replace("-", " ")
            id_of_row = game.row("modifiers", word)
            found.append(AddedDamage(label, row.damage, id_of_row))
    return found


def _roll_place(game: Game, declared: Declared, scope: RollScope) -> str:
    """Roll for the place that is hit and return it; empty if the page has no such roll, or no
    place for its number."""
    if game.page.location is None:
        return ""
    request = RollRequest(
        LOCATION, declared.attacker, game.page.location, ("location",)
    )
    known = make_roll(game, scope, request)
    number = known.get("total", known.get("rolled", 0))
    for word, row in game.page.places.items():
        if is_place_of(row, number):
            return word
    return ""


def is_place_of(row: PlaceShape, number: int) -> bool:
    """Whether a number of the roll for the place means this place."""
    if not row.faces:
        return False
    return row.faces[0] <= number <= row.faces[-1]


def _affect_place(
    game: Game,
    target: Fighter,
    scope: RollScope,
    place: str,
    dealt: int,
) -> None:
    """Do what a hit in a place does to the target: where damage was dealt, unless the page says
    when."""
    row = game.page.places[place]
    here = scope.as_seen_by(target).knowing(dealt=dealt)
    holds = row.when.holds(here) if row.when is not None else bool(dealt > 0)
    if holds:
        do_deed(game, row.target, target, here, "places", place, "target")
