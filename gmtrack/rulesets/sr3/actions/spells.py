"""Actions of magicians: casting, dropping a spell, spell defense."""

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import parse_number
from gmtrack.rulesets.sr3.magic.cast import cast_spell
from gmtrack.rulesets.sr3.magic.defense import REACH, end_defense, set_aside
from gmtrack.rulesets.sr3.magic.pools import check_spell_pool_left
from gmtrack.rulesets.sr3.magic.read import find_spell, read_cast
from gmtrack.rulesets.sr3.magic.words import CAST_SWITCHES, CAST_WORDS
from gmtrack.rulesets.sr3.sheet.areas import metres_from
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, ActionContext, Game
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.turn.legality import Cost
from gmtrack.rulesets.sr3.wounds.events import end_spells

CAST = "cast"
DEFENSE_WORDS = {
    "sorcery": "Sorcery dice to set aside: N (default: all at hand)",
    "spell-pool": "spell pool dice: N, or all, as many as Sorcery dice (default 0)",
}


def cast(game: Game, who: Fighter, intent: Act) -> Report:
    """Carry out `act WHO cast SPELL TARGET...`: one whole spell, as `attack` does. Raises Refusal:
    `option` without a spell, `spell` for one that they do not know."""
    game.parse_words(CAST_WORDS, CAST_SWITCHES)
    if not intent.args:
        known = ", ".join(who.sheet.spells)
        there = f": {known}" if known else ""
        game.deny(WORDS.value, f"{who.name} casts which spell?{there}")
    word, *targets = intent.args
    spell = find_spell(game, who, word)
    plan = read_cast(game, who, spell, targets)
    game.report.body |= {"who": who.id, "action": CAST, "cost": plan.cost}
    report = cast_spell(plan)
    report.body["targets"] = [victim.target.id for victim in plan.victims]
    return report


def drop_spell(do: ActionContext) -> None:
    """End a sustained spell, or all of them. Refuses `spell` for somebody who sustains none, or not
    this one."""
    game, who = do.game, do.who
    if len(do.args) > 1:
        game.deny(WORDS.value, f"name one spell, not {len(do.args)}")
    names = [entry["spell"] for entry in who.sustained]
    wanted = squash(do.args[0]) if do.args else None
    places = [n for n, name in enumerate(names) if wanted in (None, name)]
    if not places:
        there = f"that spell, but {', '.join(names)}" if names else "any spell"
        game.deny("spell", f"{who.name} does not sustain {there}")
    do.targets = [names[place] for place in places]
    end_spells(game, who, places, "SRX-038")


def defense_price(do: ActionContext) -> Cost:
    """Return what spell defense costs: nothing before somebody's first phase of a combat turn, then
    a free action (SRX-046)."""
    game, who = do.game, do.who
    waits = not who.acted and not game.on_turn(who)
    return "none" if waits and game.fight.pass_ <= 1 else "free"


def defend_against_spells(do: ActionContext) -> None:
    """Set dice aside against spells at the named people, in place of earlier ones; without a name
    it ends. Raises Refusal: `spell` without Sorcery, for too many people and for ending what is not
    there, `pool` for dice that are not there, `range` for somebody too far away."""
    game, who = do.game, do.who
    if not do.args:
        if not who.spell_defense:
            way = f"`act {who.id} spell-defense TARGET...`"
            game.deny("spell", f"{who.name} has no spell defense: {way}")
        end_defense(game, who)
        return
    whom = list(dict.fromkeys(game.find(word) for word in do.args))
    do.targets = [one.id for one in whom]
    end_defense(game, who)
    check_protected(game, who, whom)
    ready = who.sorcery_at_hand
    text = do.typed_words.get_value("sorcery")
    sorcery = (
        ready if text is None else parse_number(text, "sorcery", WORDS.value)
    )
    text = do.typed_words.get_value("spell-pool") or "0"
    every = squash(text) == "all"
    pool = (
        min(sorcery, who.spell_pool_left)
        if every
        else parse_number(text, "spell-pool", WORDS.value)
    )
    if sorcery > ready or sorcery < 1:
        message = f"{who.name} has {ready} Sorcery dice at hand"
        game.refuse("pool", f"{message}, not {sorcery}")
    if pool > sorcery:
        message = f"spell-pool={pool}: at most as many as Sorcery dice"
        game.refuse("pool", f"{message}, {sorcery}")
    check_spell_pool_left(game, who, pool)
    set_aside(game, who, sorcery, pool, whom)


def check_protected(game: Game, who: Fighter, whom: list[Fighter]) -> None:
    """Refuse (`spell`) somebody without magic or Sorcery, and more people than Sorcery; (`range`)
    people too far away (SRX-001, SRX-045)."""
    skill = who.trait(SORCERY)
    if who.sheet.magic < 1 or skill < 1:
        game.refuse("spell", f"{who.name} has no magic or no Sorcery")
    if len(whom) > skill:
        game.refuse(
            "spell", f"{who.name} protects {skill} at most, not {len(whom)}"
        )
    reach = REACH * who.sheet.magic
    place = who.position
    for one in whom:
        metres = None if place is None else metres_from(place, one)
        if metres is not None and metres > reach:
            game.refuse(
                "range", f"{one.name} is farther than {reach} metres away"
            )
