"""Quick combat: a whole fight in one contested roll (ST-012 to ST-017, ST-R08)."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.storyteller.actions.doing import ActionContext, Traits, side
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


@frozen
class Party:
    """One side: who leads it, with what (None: they flee), their traits, who helps."""

    leader: Fighter
    weapon: Weapon | None
    traits: Traits
    helpers: list[Fighter]


def quick_combat(do: ActionContext) -> None:
    """The helpers, then the leaders; the winner's lead hurts the loser."""
    game, who, target = do.game, do.who, do.target()
    mine = fighting(game, who, game.options.weapon, helpers(do, "help"), "ST-013")
    theirs = resisting(do, target)
    check_parties(do, mine, theirs)
    with game.draft.by("ST-012"):
        spend_action(game, who)
    pay_violence(game, who)
    teams = [helper.id for helper in (*mine.helpers, *theirs.helpers)]
    rolls = [("teamwork", helper) for helper in teams]
    both = contest_rolls(game, ("quick_attack", who), ("quick_defend", target))
    game.expect([*rolls, *both])
    game.report.tell("act.quick-combat", "head", who=who.name, target=target.name)
    helped = teamwork(do, mine), teamwork(do, theirs)
    options = game.options
    attack = with_help(side(do, "quick_attack", who, mine.traits, options.mods), helped[0])
    resist = side(do, "quick_defend", target, theirs.traits, options.defense_mods)
    defend = with_help(resist, helped[1])
    result = contest(game, attack, defend)
    do.net_hits = result.lead
    if result.won and not result.mine.dramatic:
        do.outcome = "won"
        game.report.tell("quick.won", "head", who=who.name, lead=result.lead)
        hurt(do, mine, target, result.lead)
        if result.exceptional:
            encourage(game, who)
        return
    do.outcome = "dramatic" if result.mine.dramatic else "lost"
    game.report.tell("quick.lost", "head", who=target.name, lead=result.lead)
    if result.mine.dramatic:
        game.note(target, "upper-hand")
    hurt(do, theirs, who, result.lead)


# --- who fights how ---


def fighting(game: Game, who: Fighter, word: str | None, help_: list[Fighter], rules: str) -> Party:
    """With a weapon, the first in hand where none is named. Raises Refusal (`weapon`,
    `option`)."""
    name = hands.weapon_named(game, who, word or who.hands[0])
    weapon = who.weapon(name)
    hands.check_usable(game, who, name)
    if weapon.kind == "thrown":
        game.refuse("weapon", f"{name} is a thrown weapon: quick combat requires another")
    if weapon.kind == "bite" and who.sheet.kind == "human":
        game.refuse("weapon", f"{name}: {who.id} is human and can bite only in a grapple")
    return Party(who, weapon, Traits(weapon.attribute, weapon.skill, rules), help_)


def resisting(do: ActionContext, target: Fighter) -> Party:
    """Fights with a weapon of theirs, or flees."""
    help_ = helpers(do, "against-help")
    flight = do.told.get("escape", target.id)
    if flight is None:
        return fighting(do.game, target, do.told.value("against", target.id), help_, "ST-014")
    if do.told.has("against", target.id):
        do.game.deny(WORDS.value, f"{target.id} flees or fights: use escape or against, not both")
    best = max(FLIGHT, key=target.trait)
    trait = known(flight.value, FLIGHT, "attribute", WORDS.unknown) if flight.value else best
    return Party(target, None, Traits(trait, "athletics", "ST-014"), help_)


def helpers(do: ActionContext, word: str) -> list[Fighter]:
    """Everybody named by that word. Raises Refusal (`option`, `status`)."""
    found = [do.game.find(told.value or "") for told in do.told.all(word)]
    for helper in found:
        if not helper.able:
            do.game.refuse("status", f"{helper.id} is {helper.status} and cannot help")
    return list(dict.fromkeys(found))


def check_parties(do: ActionContext, mine: Party, theirs: Party) -> None:
    """Nobody is in it twice. Raises Refusal (`target`)."""
    there = [mine.leader, *mine.helpers, theirs.leader, *theirs.helpers]
    twice = [who.id for index, who in enumerate(there) if who in there[:index]]
    if twice:
        do.game.refuse("target", f"{twice[0]} cannot take part twice")


# --- what comes of it ---


def teamwork(do: ActionContext, party: Party) -> int:
    """Dice for the leader; a helper fights with what they have in hand."""
    dice = 0
    for helper in party.helpers:
        weapon = helper.weapon(helper.hands[0])
        traits = Traits(weapon.attribute, weapon.skill, "ST-016")
        own = side(do, "teamwork", helper, traits, ())
        result = roll(do.game, own)
        dice += BOTCHED_HELP if result.dramatic else result.hits
    return dice


def with_help(leader: RollSpec, dice: int) -> RollSpec:
    """The leader's pool with its part `teamwork`."""
    if not dice:
        return leader
    return leader._replace(parts=[*leader.parts, Part("teamwork", dice, "ST-016")])


def hurt(do: ActionContext, winner: Party, loser: Fighter, lead: int) -> None:
    """Who fled does no damage."""
    weapon = winner.weapon
    if weapon is None:
        return
    armored = do.game.house.quick_combat_armor
    hit = Hit(
        weapon.damage, max(0, lead + weapon.damage), weapon.damage_type,
        firearm=weapon.kind == "firearm", ap=weapon.armor_piercing, armored=armored,
    )  # fmt: skip
    with do.game.draft.by("ST-017, ST-R08"):
        announce(do.game, loser, hit)
    do.hurt(loser, hit, winner.leader)


def encourage(game: Game, who: Fighter) -> None:
    """An exceptional success gives a point of willpower back."""
    if who.willpower_left < who.willpower:
        with game.draft.by("ST-R08"):
            who.willpower_left = who.willpower_left + 1
        game.report.tell("willpower.back", "good", who=who.name, left=who.willpower_left)
