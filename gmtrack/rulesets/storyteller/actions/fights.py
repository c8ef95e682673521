"""Quick combat (ST-012 to ST-017, ST-R08), ambushes (ST-026 to ST-030) and covering fire
(ST-088, ST-094, ST-095, ST-R27)."""

from collections.abc import Mapping

from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.storyteller.actions.doing import (
    ActionContext,
    Traits,
    contest_side,
    end_with_hit,
    find_target,
    take_targets,
    wound_parts,
)
from gmtrack.rulesets.storyteller.actions.tests import (
    AMBUSH,
    ambush_pool,
    notice_pool,
)
from gmtrack.rulesets.storyteller.attack.check import check_ready
from gmtrack.rulesets.storyteller.attack.modifiers import parts_of_rows
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice import (
    RollSpec,
    added_parts,
    contest_keys,
    most_contest_rolls,
    numbered_roll,
    pool_of,
    roll,
    roll_contest,
)
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import COVERING_BULLETS
from gmtrack.rulesets.storyteller.turn.order import (
    check_able,
    pay_for_violence,
    spend_action,
)
from gmtrack.rulesets.storyteller.wounds.conditions import surprise_fighter
from gmtrack.rulesets.storyteller.wounds.damage import (
    Hit,
    announce_hit,
    put_under_fire,
)
from gmtrack.rulesets.storyteller.wounds.events import (
    end_by_striking,
    end_shield_of_attacker,
)

FLIGHT = ("strength", "dexterity")
BOTCHED_HELP = -4
"""The dice that a helper's dramatic failure costs (ST-016)."""
QUICK_WORDS: Mapping[str, str] = {
    "against": "the weapon that the target fights with",
    "escape": "the target runs: strength or dexterity, else the higher",
    "help": "a combatant who helps the actor",
    "against-help": "a combatant who helps the target",
}


@frozen
class QuickCombatSide:
    """A side of a quick combat: its leader, weapon (None: they flee), traits and helpers."""

    leader: Fighter
    weapon: Weapon | None
    traits: Traits
    helpers: list[Fighter]


def quick_combat(do: ActionContext) -> None:
    """Carry out a quick combat: the helpers roll, then the leaders; the winner's lead hurts the
    loser."""
    game, who, target = do.game, do.who, find_target(do)
    mine = fighting_side(
        game, who, game.options.weapon, find_helpers(do, "help"), "ST-013"
    )
    theirs = resisting_side(do, target)
    check_parties(do, mine, theirs)
    with game.draft.by("ST-012"):
        spend_action(game, who)
    pay_for_violence(game, who)
    teams = [helper.id for helper in (*mine.helpers, *theirs.helpers)]
    rolls = [("teamwork", helper) for helper in teams]
    both = contest_keys(game, ("quick_attack", who), ("quick_defend", target))
    game.expect([*rolls, *both])
    game.report.tell(
        "act.quick-combat", "head", who=who.name, target=target.name
    )
    for party in (mine, theirs):
        if party.weapon is not None and party.weapon.is_close:
            end_by_striking(game, party.leader, [who, target])
    helped = roll_teamwork(do, mine), roll_teamwork(do, theirs)
    options = game.options
    attack = add_teamwork(
        contest_side(
            do, "quick_attack", who, mine.traits, options.mods, target
        ),
        helped[0],
    )
    resist = contest_side(
        do, "quick_defend", target, theirs.traits, options.defense_mods, who
    )
    defend = add_teamwork(resist, helped[1])
    result = roll_contest(game, attack, defend)
    do.body["net_hits"] = result.lead
    if result.won and not result.mine.dramatic:
        do.outcome = "won"
        game.report.tell("quick.won", "head", who=who.name, lead=result.lead)
        hurt_loser(do, mine, target, result.lead)
        if result.exceptional and who.willpower_left < who.willpower:
            with game.draft.by("ST-R08"):
                who.willpower_left = who.willpower_left + 1
            game.report.tell(
                "willpower.back", "good", who=who.name, left=who.willpower_left
            )
        return
    do.outcome = "dramatic" if result.mine.dramatic else "lost"
    game.report.tell("quick.lost", "head", who=target.name, lead=result.lead)
    if result.mine.dramatic:
        game.note(target, "upper-hand")
    hurt_loser(do, theirs, who, result.lead)


def fighting_side(
    game: Game, who: Fighter, word: str | None, help_: list[Fighter], rules: str
) -> QuickCombatSide:
    """Return a side that fights with the weapon named by `word`, or for None with the first in
    hand; `help_` are its helpers.

    Refuses `weapon` for a thrown weapon, a human's bite or one that is out of reach."""
    name = hands.weapon_named(game, who, word or who.hands[0])
    weapon = who.weapon(name)
    hands.check_weapon_carried(game, who, name)
    if weapon.kind == "thrown":
        game.refuse(
            "weapon",
            f"{name} is a thrown weapon: quick combat requires another",
        )
    if weapon.kind == "bite" and who.sheet.kind == "human":
        game.refuse(
            "weapon",
            f"{name}: {who.name} is human and can bite only in a grapple",
        )
    return QuickCombatSide(
        who, weapon, Traits(weapon.attribute, weapon.skill, rules), help_
    )


def resisting_side(do: ActionContext, target: Fighter) -> QuickCombatSide:
    """Return the side of the target: with a weapon of theirs (`against=WEAPON`, else the first
    in hand), or in flight with `escape[=ATTRIBUTE]`, by default the best. Raises Refusal
    `option` for both at once and for an unknown attribute; refuses `weapon` as `fighting_side`."""
    help_ = find_helpers(do, "against-help")
    flight = do.typed_words.get("escape", target.id)
    if flight is None:
        return fighting_side(
            do.game,
            target,
            do.typed_words.get_value("against", target.id),
            help_,
            "ST-014",
        )
    if do.typed_words.has_word("against", target.id):
        do.game.deny(
            WORDS.value,
            f"{target.name} flees or fights: use escape or against, not both",
        )
    best = max(FLIGHT, key=target.trait)
    trait = (
        match_choice(flight.value, FLIGHT, "attribute", WORDS.unknown)
        if flight.value
        else best
    )
    return QuickCombatSide(
        target, None, Traits(trait, "athletics", "ST-014"), help_
    )


def find_helpers(do: ActionContext, word: str) -> list[Fighter]:
    """Return everybody named by that word, each once. Refuses `status` for somebody who cannot
    act."""
    found = [
        do.game.find(told.value or "") for told in do.typed_words.get_all(word)
    ]
    for helper in found:
        if not helper.able:
            do.game.refuse(
                "status", f"{helper.name} is {helper.status} and cannot help"
            )
    return list(dict.fromkeys(found))


def check_parties(
    do: ActionContext, mine: QuickCombatSide, theirs: QuickCombatSide
) -> None:
    """Refuse (`target`) a quick combat in which somebody takes part twice."""
    there = [mine.leader, *mine.helpers, theirs.leader, *theirs.helpers]
    twice = [who.id for index, who in enumerate(there) if who in there[:index]]
    if twice:
        do.game.refuse("target", f"{twice[0]} cannot take part twice")


def roll_teamwork(do: ActionContext, party: QuickCombatSide) -> int:
    """Roll for each helper of a side, and return the dice that the leader gets from them."""
    dice = 0
    for helper in party.helpers:
        weapon = helper.weapon(helper.hands[0])
        traits = Traits(weapon.attribute, weapon.skill, "ST-016")
        own = contest_side(do, "teamwork", helper, traits, ())
        result = roll(do.game, own)
        dice += BOTCHED_HELP if result.dramatic else result.hits
    return dice


def add_teamwork(leader: RollSpec, dice: int) -> RollSpec:
    """Return the leader's roll with the dice of `teamwork`, unchanged for 0."""
    if not dice:
        return leader
    return leader._replace(
        parts=[*leader.parts, Part("teamwork", dice, "ST-016")]
    )


def hurt_loser(
    do: ActionContext, winner: QuickCombatSide, loser: Fighter, lead: int
) -> None:
    """Deal the winner's damage to the loser of a quick combat; a winner who fled deals none.
    Depends on the house rule `quick_combat_armor`."""
    weapon = winner.weapon
    if weapon is None:
        return
    armored = do.game.house.quick_combat_armor
    hit = Hit(
        weapon.damage,
        max(0, lead + weapon.damage),
        weapon.damage_type,
        firearm=weapon.kind == "firearm",
        ap=weapon.armor_piercing,
        armored=armored,
    )
    with do.game.draft.by("ST-017, ST-R08"):
        announce_hit(do.game, loser, hit)
    end_with_hit(do, loser, hit, winner.leader)


AMBUSH_WORDS: Mapping[str, str] = {
    "help": "another ambusher, who rolls too (house rule ambush_roll: each_attacker)"
}


def ambush(do: ActionContext) -> None:
    """Roll the ambush once against a roll of every target; those who do not notice are
    surprised.

    Refuses `phase` after round 1, `house-rule` for `help` without the rule `ambush_roll:
    each_attacker`."""
    game, who = do.game, do.who
    if game.fight.round > 1:
        game.refuse(
            "phase",
            f"an ambush is possible until round 1, this is round {game.fight.round}",
        )
    targets = take_targets(do)
    check_able(game, who)
    # The others who lie in wait, by `--with help=WHO` (ST-R12 `each_attacker`).
    found = [
        game.find(word.value or "") for word in do.typed_words.get_all("help")
    ]
    if found and game.house.ambush_roll != "each_attacker":
        game.refuse(
            "house-rule",
            "`--with help` requires the house rule `ambush_roll: each_attacker`",
        )
    lurkers = [who, *found]
    ambushes = [("ambush", one.id) for one in lurkers]
    game.expect(
        [
            *ambushes,
            *contest_keys(game, *(("surprise", one) for one in targets)),
        ]
    )
    names = [one.name for one in targets]
    game.report.tell("ambush", "head", who=who.name, targets=", ".join(names))
    mods = game.parse_mods(game.options.mods)
    pools = [
        [
            *ambush_pool(one),
            *wound_parts(do, one),
            *added_parts(game, one, "ambush", mods, AMBUSH),
        ]
        for one in lurkers
    ]
    ambushed = zip(lurkers, pools, strict=True)
    successes = max(
        roll(game, RollSpec("ambush", one, pool)).hits for one, pool in ambushed
    )
    caught = [one for one in targets if not does_notice(do, one, successes)]
    for one in targets:
        if one in caught:
            surprise_fighter(game, one)
        else:
            game.report.tell("notices", "good", who=one.name)
    do.outcome = "surprised" if caught else "noticed"


def does_notice(do: ActionContext, who: Fighter, successes: int) -> bool:
    """Whether `who` rolls more successes than the ambush; a tie fails unless by house rule."""
    game = do.game
    parts = [
        *notice_pool(who),
        *wound_parts(do, who),
        *added_parts(game, who, "surprise"),
    ]
    spec = RollSpec("surprise", who, parts)
    for time in range(1, most_contest_rolls(game) + 1):
        hits = roll(game, numbered_roll(spec, time)).hits
        if hits != successes:
            break
    tie = hits == successes and game.house.contest_tie == "actor_wins"
    return hits > successes or tie


FIRE_ROWS = ("strength-req", "wounds", "blinded-eye")
"""The modifiers that count for covering fire besides attribute and skill."""


def covering_fire(do: ActionContext) -> None:
    """Lay covering fire with one roll; everybody named must hide, or is hit when they act next.
    Takes the action, 10 bullets and the willpower of violence, whether or not the roll succeeds;
    without successes nobody is under fire."""
    game, who, targets = do.game, do.who, take_targets(do)
    name = weapon_for_fire(game, who)
    weapon = who.weapon(name)
    check_fire(game, who, name)
    with game.draft.by("ST-094"):
        spend_action(game, who)
    pay_for_violence(game, who)
    hands.draw_weapon(game, who, name)
    with game.draft.by("ST-094"):
        who.use_ammo(name, COVERING_BULLETS)
    game.expect([("covering_fire", who.id)])
    names = [target.name for target in targets]
    game.report.aimed += [(who.id, target.id) for target in targets]
    end_shield_of_attacker(game, who, targets)
    game.report.tell(
        "act.covering-fire", "head", who=who.name, target=names, weapon=name
    )
    result = roll(
        game,
        RollSpec(
            "covering_fire", who, fire_parts(do, targets[0], weapon, name)
        ),
    )
    do.body["weapon"] = name
    do.body["net_hits"] = result.hits
    do.outcome = "success" if result.hits else "failed"
    if result.dramatic:
        with game.draft.by("ST-003"):
            game.note(who, "dramatic-failure")
    if not result.hits:
        game.report.tell("fire.nobody", "note")
    for target in targets if result.hits else ():
        put_under_fire(game, who, target, weapon, result.hits)


def weapon_for_fire(game: Game, who: Fighter) -> str:
    """Return the weapon to lay covering fire with: the named one, else the first in hand that
    fires bursts, else the first."""
    if game.options.weapon:
        return hands.weapon_named(game, who, game.options.weapon)
    weapons = who.weapons()
    return next(
        (name for name in who.hands if weapons[name].autofire), who.hands[0]
    )


def check_fire(game: Game, who: Fighter, name: str) -> None:
    """Raise Refusal if covering fire cannot be laid: `weapon` without autofire, `ammo`, or
    `cover` from wholly behind it."""
    weapon = who.weapon(name)
    hands.check_weapon_carried(game, who, name)
    if not hands.can_fire_bursts(weapon):
        other = hands.suggest_weapon(game, who, hands.can_fire_bursts)
        game.refuse(
            "weapon",
            f"{other}{name} cannot lay covering fire: that requires autofire",
        )
    check_ready(game, who, name, weapon)
    if weapon.capacity and who.weapon_state(name).ammo < COVERING_BULLETS:
        left = f"{who.weapon_state(name).ammo} of the {COVERING_BULLETS} bullets needed"
        game.refuse(
            "ammo", f"{name} has {left}: `{hands.reload_line(who, name)}`"
        )
    if game.concealment_of(who) == "full":
        game.refuse(
            "cover",
            f"{who.name} is wholly behind cover: `act {who.id} leave-cover` before shooting",
        )


def fire_parts(
    do: ActionContext, target: Fighter, weapon: Weapon, name: str
) -> list[Part]:
    """Return the pool of covering fire; several targets cost no dice, and the house rule
    `covering_bonus` adds some. `target` stands for all of them in modifiers."""
    game = do.game
    s = Strike(
        game=game,
        attacker=do.who,
        target=target,
        aimed_at=target,
        weapon_id=name,
        weapon=weapon,
        told=do.typed_words,
        without=do.without,
    )
    found = [
        *pool_of(do.who, weapon.attribute, weapon.skill, rules="ST-094"),
        *parts_of_rows(s, FIRE_ROWS),
    ]
    if game.house.covering_bonus:
        found.append(Part("burst", game.house.covering_bonus, "ST-R27"))
    return [
        *found,
        *added_parts(
            game, do.who, "covering_fire", game.parse_mods(game.options.mods)
        ),
    ]
