"""Quick combat: a whole fight in one contested roll (ST-012 to ST-017, ST-R08)."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.storyteller.actions.doing import Doing, side
from gmtrack.rulesets.storyteller.dice.contests import contest, contest_rolls
from gmtrack.rulesets.storyteller.dice.rolls import RollSpec, roll
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.turn.costs import pay_violence, spend_action
from gmtrack.rulesets.storyteller.wounds.damage import Hit, announce

FLIGHT = ("strength", "dexterity")
BOTCHED_HELP = -4
"""ST-016: a helper's dramatic failure."""
QUICK_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "against": "the weapon that the target fights with",
        "escape": "the target runs: strength or dexterity, else the higher",
        "help": "a combatant who helps the actor",
        "against-help": "a combatant who helps the target",
    }
)


@value
class Party:
    """One side: who leads it, with what (None: they flee), their two traits, who helps."""

    leader: Fighter
    weapon: Weapon | None
    traits: tuple[str, str]
    helpers: list[Fighter]


def quick_combat(do: Doing) -> None:
    """ST-012: the helpers, then the leaders; the winner's lead hurts the loser."""
    game, who, target = do.game, do.who, do.target()
    mine = fighting(game, who, game.options.weapon, helpers(do, "help"))
    theirs = resisting(do, target)
    check_parties(do, mine, theirs)
    spend_action(game, who)
    pay_violence(game, who)
    teams = [helper.id for helper in (*mine.helpers, *theirs.helpers)]
    rolls = [("teamwork", helper) for helper in teams]
    both = contest_rolls(game, ("quick_attack", who), ("quick_defend", target))
    game.expect([*rolls, *both])
    game.report.tell("act.quick-combat", "head", who=who.name, target=target.name)
    helped = teamwork(do, mine), teamwork(do, theirs)
    options = game.options
    attack = with_help(attackers_side(do, who, mine, options.mods), helped[0])
    defend = with_help(targets_side(do, target, theirs, options.defense_mods), helped[1])
    result = contest(game, attack, defend)
    do.net_hits = result.lead
    if result.won and not result.mine.dramatic:
        do.outcome = "won"
        tell_end(game, "quick.won", who, result.lead)
        hurt(do, mine, target, result.lead)
        if result.exceptional:
            encourage(game, who)
        return
    do.outcome = "dramatic" if result.mine.dramatic else "lost"
    tell_end(game, "quick.lost", target, result.lead)
    if result.mine.dramatic:
        note_upper_hand(game, target)
    hurt(do, theirs, who, result.lead)


# --- who fights how ---


def fighting(game: Game, who: Fighter, word: str | None, help_: list[Fighter]) -> Party:
    """ST-013, ST-014: with a weapon, the first in hand where none is named. Raises Refusal
    (`weapon`, `option`)."""
    name = hands.weapon_named(game, who, word or who.hands[0])
    weapon = who.weapon(name)
    hands.check_usable(game, who, name)
    if weapon.kind == "thrown":
        game.refuse("weapon", f"{name} is a thrown weapon: quick combat requires another")
    if weapon.kind == "bite" and who.sheet.kind == "human":
        game.refuse("weapon", f"{name}: {who.id} is human and can bite only in a grapple")
    return Party(who, weapon, (weapon.attribute, weapon.skill), help_)


def resisting(do: Doing, target: Fighter) -> Party:
    """ST-014: fights with a weapon of theirs, or flees."""
    help_ = helpers(do, "against-help")
    flight = do.told.get("escape", target.id)
    if flight is None:
        return fighting(do.game, target, do.told.value("against", target.id), help_)
    if do.told.has("against", target.id):
        do.game.deny(WORDS.value, f"{target.id} flees or fights: use escape or against, not both")
    best = max(FLIGHT, key=target.trait)
    trait = known(flight.value, FLIGHT, "attribute", WORDS.unknown) if flight.value else best
    return Party(target, None, (trait, "athletics"), help_)


def helpers(do: Doing, word: str) -> list[Fighter]:
    """ST-016: everybody named by that word. Raises Refusal (`option`, `status`)."""
    found = [do.game.find(told.value or "") for told in do.told.all(word)]
    for helper in found:
        if not helper.able:
            do.game.refuse("status", f"{helper.id} is {helper.status} and cannot help")
    return list(dict.fromkeys(found))


def check_parties(do: Doing, mine: Party, theirs: Party) -> None:
    """Nobody is in it twice. Raises Refusal (`target`)."""
    there = [mine.leader, *mine.helpers, theirs.leader, *theirs.helpers]
    twice = [who.id for index, who in enumerate(there) if who in there[:index]]
    if twice:
        do.game.refuse("target", f"{twice[0]} cannot take part twice")


# --- what they roll ---


def attackers_side(do: Doing, who: Fighter, party: Party, mods: tuple[str, ...]) -> RollSpec:
    """ST-013"""
    return side(do, "quick_attack", who, party.traits, mods)


def targets_side(do: Doing, who: Fighter, party: Party, mods: tuple[str, ...]) -> RollSpec:
    """ST-014"""
    return side(do, "quick_defend", who, party.traits, mods)


# --- what comes of it ---


def tell_end(game: Game, key: str, winner: Fighter, lead: int) -> None:
    """ST-012, ST-R08"""
    game.report.tell(key, "head", who=winner.name, lead=lead)


def note_upper_hand(game: Game, who: Fighter) -> None:
    """ST-R08"""
    game.note(who, "upper-hand")


def teamwork(do: Doing, party: Party) -> int:
    """ST-016: dice for the leader; a helper fights with what they have in hand."""
    dice = 0
    for helper in party.helpers:
        weapon = helper.weapon(helper.hands[0])
        own = side(do, "teamwork", helper, (weapon.attribute, weapon.skill), ())
        result = roll(do.game, own)
        dice += BOTCHED_HELP if result.dramatic else result.hits
    return dice


def with_help(leader: RollSpec, dice: int) -> RollSpec:
    """ST-016: the leader's pool with its part `teamwork`."""
    return leader._replace(parts=[*leader.parts, Part("teamwork", dice)]) if dice else leader


def hurt(do: Doing, winner: Party, loser: Fighter, lead: int) -> None:
    """ST-017, ST-R08: who fled does no damage."""
    weapon = winner.weapon
    if weapon is None:
        return
    armored = do.game.house.quick_combat_armor
    hit = Hit(
        weapon.damage, max(0, lead + weapon.damage), weapon.damage_type,
        firearm=weapon.kind == "firearm", ap=weapon.armor_piercing, armored=armored,
    )  # fmt: skip
    announce(do.game, loser, hit)
    do.hurt(loser, hit, winner.leader)


def encourage(game: Game, who: Fighter) -> None:
    """ST-R08: an exceptional success gives a point of willpower back."""
    if who.willpower_left < who.willpower:
        who.willpower_left = who.willpower_left + 1
        game.report.tell("willpower.back", "good", who=who.name, left=who.willpower_left)
