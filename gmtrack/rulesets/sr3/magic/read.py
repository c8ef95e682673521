"""Parsing a spell as typed into a plan. Raises Refusal for what means nothing in this spell;
`check` refuses what the rules forbid."""

from collections.abc import Sequence
from typing import NoReturn

from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.words import WordArgs, parse_number
from gmtrack.rulesets.sr3.attack.damage_code import find_barrier
from gmtrack.rulesets.sr3.attack.plan import AttackWords, Said
from gmtrack.rulesets.sr3.attack.words import ALL, ATTACK_WORDS
from gmtrack.rulesets.sr3.magic.check import SPELL
from gmtrack.rulesets.sr3.magic.drain import wound_level
from gmtrack.rulesets.sr3.magic.plan import (
    CastDice,
    CastPlan,
    Defender,
    Victim,
)
from gmtrack.rulesets.sr3.magic.pools import focus_left
from gmtrack.rulesets.sr3.magic.sight import sight_of_spell
from gmtrack.rulesets.sr3.magic.words import CAST_SWITCHES, CAST_WORDS, DEFENSE
from gmtrack.rulesets.sr3.sheet.areas import list_caught
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, put_who_first
from gmtrack.rulesets.sr3.sheet.spell import Spell
from gmtrack.rulesets.sr3.tables import LEVELS, Level


def find_spell(game: Game, who: Fighter, word: str) -> str:
    """Return the id of the spell that a typed word means. Raises Refusal (`spell`) if the combatant
    does not know it."""
    name, known = squash(word), who.sheet.spells
    if name not in known:
        hint = propose_near_word(word, known)
        if not known:
            hint = f": `set {who.id} spells.{name}=@{name}`"
        game.deny(SPELL, f"{who.name} knows no spell '{word}'{hint}")
    return name


def read_cast(
    game: Game, caster: Fighter, spell_id: str, targets: Sequence[str]
) -> CastPlan:
    """Parse a spell at these targets into a plan. Raises Refusal: `who` for unknown combatants,
    `option` for words that do not fit, `spell` without a level where one is chosen."""
    spell = caster.sheet.spells[spell_id]
    named = list(dict.fromkeys(game.find(word) for word in targets))
    told = read_words(game)
    encounter = game.draft.encounter
    switches = game.list_switches(
        dict.fromkeys((*CAST_SWITCHES, *ATTACK_WORDS))
    )
    without = WordArgs(game.options.without, switches, encounter, WORDS)
    check_options(game, told, without)
    check_targets(game, caster, spell, named)
    said = AttackWords(told, CAST_WORDS)
    planned = game.options.planning is not None
    dice = read_dice(caster, spell_id, said, planned=planned)
    check_area_words(game, spell_id, spell, said)
    check_elemental_words(game, spell_id, spell, said)
    check_kind_words(game, spell_id, spell, said)
    radius = area_radius(caster, dice) if spell.area else None
    unseen = [game.find(word.value or "") for word in told.get_all("unseen")]
    base = Victim(game, caster, caster, spell_id, said, without)
    victims = read_victims(base, spell, named, radius, unseen)
    check_word_owners(game, caster, victims, told)
    defenders = read_defenders(game, told)
    return CastPlan(
        game,
        caster,
        spell_id,
        spell,
        force=number_said(said, "force") or spell.force,
        level=read_level(game, spell_id, spell, said),
        dice=dice,
        victims=victims,
        radius=radius,
        wound=wound_level(victims[0].target),
        burden=caster.sustaining,
        kept=len(caster.sustained),
        said=frozenset(name for name in CAST_WORDS if said.bare(name)),
        defenders=defenders,
        hasten=number_said(said, "hasten") or 0,
    )


def read_words(game: Game) -> WordArgs:
    """Return the typed words of `--with`. Raises Refusal `option` for one that no attack and no
    spell knows, and for one that is for other attacks alone."""
    allowed = {**ATTACK_WORDS, **CAST_WORDS}
    told = WordArgs(
        put_who_first(game.options.words), allowed, game.draft.encounter, WORDS
    )
    for name in told.list_typed(allowed):
        if name not in CAST_WORDS:
            deny_word(game, name)
    return told


def deny_word(game: Game, name: str) -> NoReturn:
    """Raise Refusal `option` for a word that is for other attacks."""
    game.deny(WORDS.value, f"{name} is not for a spell: leave it out")


def check_options(game: Game, told: WordArgs, without: WordArgs) -> None:
    """Raise Refusal `option` for options and switches that a spell does not take."""
    del told
    for name in ATTACK_WORDS:
        if name not in CAST_SWITCHES and without.get_all(name):
            deny_word(game, name)
    if game.options.called:
        game.deny(
            WORDS.value, "a spell takes no called shot: leave out --called"
        )
    if game.options.defense:
        way = "an elemental spell is dodged by --with resist-pool=N"
        game.deny(WORDS.value, f"a spell has no --defense: {way}")


def check_targets(
    game: Game, caster: Fighter, spell: Spell, named: list[Fighter]
) -> None:
    """Raise Refusal: `option` without a target and for several of a spell at one, `who` for a
    caster who would strike themselves."""
    if not named:
        game.deny(WORDS.value, "name a target")
    if caster in named and spell.damages and not spell.area:
        game.deny(WORDS.who, f"{caster.name} cannot target themselves")
    if spell.area and spell.duration != "instant":
        way = "cast it at one target, and set the effect on the others"
        game.deny(SPELL, f"areas that last are up to the GM: {way}")
    if len(named) > 1 and not spell.area:
        game.deny(WORDS.value, f"name one target, not {len(named)}")


def check_word_owners(
    game: Game, caster: Fighter, victims: list[Victim], told: WordArgs
) -> None:
    """Raise Refusal `option` for a word about somebody who takes no part."""
    here = {caster.id, *(victim.target.id for victim in victims)}
    for name in told.list_typed(CAST_WORDS):
        if name == DEFENSE:
            continue
        for word in told.get_all(name):
            if word.who is not None and word.who not in here:
                message = f"{word.who} is neither caster nor target"
                game.deny(WORDS.value, f"{word.who}:{name}: {message}")


def read_defenders(game: Game, told: WordArgs) -> list[Defender]:
    """Return the magicians who use dice of spell defense, as typed, with their dice. Raises Refusal
    `option` for dice of nobody."""
    found = {}
    for word in told.get_all(DEFENSE):
        if word.who is None:
            example = f"--with {DEFENSE}=WHO:2"
            game.deny(WORDS.value, f"whose spell defense? Type {example}")
        who = game.find(word.who)
        every = squash(word.value or "") == ALL
        dice = (
            who.defense_dice_left
            if every
            else parse_number(word.value, DEFENSE, WORDS.value)
        )
        found[who.id] = Defender(who, dice)
    return list(found.values())


def number_said(said: AttackWords, name: str) -> int | None:
    """Return the number typed for a word of the caster's; None if there is none."""
    found = said.bare(name)
    return found.value if found and isinstance(found.value, int) else None


def read_level(
    game: Game, spell_id: str, spell: Spell, said: AttackWords
) -> Level | None:
    """Return the damage level: the one typed, or that of the spell; None for a spell without
    damage. Raises Refusal: `spell` if one has to be typed, `option` if none can be."""
    typed = said.bare("level")
    if spell.level != "chosen":
        if typed:
            game.deny(WORDS.value, f"{spell_id} has no level to choose")
        return None if spell.level == "none" else spell.level
    if typed is None:
        ways = ", ".join(level.lower() for level in LEVELS[:-1])
        message = f"type the damage level of {spell_id}: --with level=s"
        game.deny(SPELL, f"{message} ({ways} or {LEVELS[-1].lower()})")
    return next(level for level in LEVELS if level == typed.value)


def read_dice(
    caster: Fighter, spell_id: str, said: AttackWords, *, planned: bool
) -> CastDice:
    """Return the dice of a casting as typed, with `all` replaced by numbers: of spell pool and
    foci first the casting, then the drain. `planned`: somebody only asks."""
    # Who only asks, or plans ahead, has a whole phase before them.
    ready = caster.whole_sorcery if planned else caster.sorcery_at_hand
    held = number_said(said, "withhold") or 0
    sorcery = number_said(said, "sorcery")
    sorcery = max(0, ready - held) if sorcery is None else sorcery
    pool = amount_said(said, "spell-pool", min(caster.spell_pool_left, sorcery))
    drain = amount_said(
        said, "drain-pool", max(0, caster.spell_pool_left - pool)
    )
    foci = focus_left(caster, spell_id)
    focus = amount_said(said, "focus", foci)
    drain_focus = amount_said(said, "drain-focus", max(0, foci - focus))
    wider = said.bare("narrower") is None
    return CastDice(
        ready, sorcery, pool, drain, focus, drain_focus, held, wider
    )


def amount_said(said: AttackWords, name: str, every: int) -> int:
    """Return the dice typed for a word, `every` of them for `all`; 0 without the word."""
    found = said.bare(name)
    if found is None:
        return 0
    if found.value == ALL:
        return every
    return found.value if isinstance(found.value, int) else 0


def check_area_words(
    game: Game, spell_id: str, spell: Spell, said: AttackWords
) -> None:
    """Raise Refusal `option` for words about an area that do not fit: at a spell without one, dice
    kept back without a direction, `unseen` for an elemental spell, which needs no sight."""
    for name in ("withhold", "wider", "narrower", "unseen"):
        if said.bare(name) and not spell.area:
            game.deny(
                WORDS.value, f"{spell_id} fills no area: leave out {name}"
            )
    ways = [name for name in ("wider", "narrower") if said.bare(name)]
    if bool(number_said(said, "withhold")) != (len(ways) == 1):
        example = "--with withhold=2 --with wider"
        game.deny(
            WORDS.value, f"the size of an area takes one of each: {example}"
        )
    if said.bare("unseen") and spell.is_elemental:
        game.deny(
            WORDS.value,
            f"{spell_id} strikes those out of sight too: leave out unseen",
        )


def check_elemental_words(
    game: Game, spell_id: str, spell: Spell, said: AttackWords
) -> None:
    """Raise Refusal `option` for words of elemental spells at any other: nothing but the targeted
    attribute helps against it, and it goes around what it does not see through."""
    for name in ("resist-pool", "barrier"):
        if name in said and not spell.is_elemental:
            message = f"{name} is for elemental spells, and {spell_id} is none"
            game.deny(WORDS.value, f"{message}: leave it out")


def check_kind_words(
    game: Game, spell_id: str, spell: Spell, said: AttackWords
) -> None:
    """Raise Refusal `option` for words of permanent spells, and of those against minutes, at any
    other."""
    if said.bare("hasten") and spell.duration != "permanent":
        game.deny(WORDS.value, f"{spell_id} is not permanent: leave out hasten")
    if said.bare("minutes") and spell.target != "minutes":
        game.deny(WORDS.value, f"{spell_id} knows no minutes: leave them out")


def area_radius(caster: Fighter, dice: CastDice) -> int:
    """Return the radius of an area in metres: the caster's magic, wider or narrower by the Sorcery
    dice kept back (SRX-018)."""
    change = dice.held if dice.wider else -(dice.held // 2)
    return max(0, caster.sheet.magic + change)


def read_victims(
    base: Victim,
    spell: Spell,
    named: list[Fighter],
    radius: int | None,
    unseen: list[Fighter],
) -> list[Victim]:
    """Return an entry for each target, in the order named, then for the others who are caught in an
    area around the first. A combat spell leaves out those who are `unseen`. Raises Refusal `range`
    for somebody named who is not in the area."""
    if radius is None:
        return [victim_at(base, named[0])]
    inside = list_caught(base.game, named[0].position, radius, named)
    for who in named:
        if all(near.who is not who for near in inside):
            message = f"{who.name} is more than {radius} metres from"
            base.game.deny("range", f"{message} {named[0].name}")
    inside.sort(key=lambda near: rank_named(near.who, named))
    caught = [
        near
        for near in inside
        if near.who not in unseen and (near.who in named or not near.who.dead)
    ]
    if not caught:
        base.game.deny(WORDS.value, "nobody is left in the area")
    several = len(caught) > 1
    return [
        replace(
            victim_at(base, near.who, several=several),
            metres=near.metres,
            named=near.who in named,
        )
        for near in caught
    ]


def rank_named(who: Fighter, named: list[Fighter]) -> int:
    """Return the place of somebody among those named; behind all of them if they are not."""
    return named.index(who) if who in named else len(named)


def victim_at(
    base: Victim, target: Fighter, *, several: bool = False
) -> Victim:
    """Return the entry for one target, with the words and modifiers that hold for them. `several`:
    their dice are typed for them by name."""
    game, caster = base.game, base.caster
    words = base.said.in_force(caster.id, target.id, 1, 1)
    pool = words.get("resist-pool")
    if pool and pool.value == ALL:
        words["resist-pool"] = Said(target.pool_left, pool.who)
    victim = replace(
        base,
        target=target,
        words=words,
        block=target.id if several else None,
        mods=game.parse_mods(game.options.mods, caster, target),
        defense_mods=game.parse_mods(game.options.defense_mods, caster, target),
    )
    barrier = words["barrier"].value if "barrier" in words else 0
    return replace(
        victim,
        sight=sight_of_spell(victim),
        barrier=find_barrier(game, barrier),
    )
