"""The parser of an attack's words: weapon, targets, burst, circumstances. It refuses what means
nothing; rules are in check.py."""

import re
from collections.abc import Mapping

from gmtrack.core.intents import Attack
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.words import (
    WordArgs,
    match_choice,
    parse_mod,
    parse_number,
)
from gmtrack.rulesets.storyteller import tables
from gmtrack.rulesets.storyteller.attack.defense import (
    check_said_of,
    choose_defense,
)
from gmtrack.rulesets.storyteller.attack.modifiers import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.storyteller.attack.plan import Circumstances, Plan, Strike
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.hands import (
    suggest_weapon,
    weapon_named,
)
from gmtrack.rulesets.storyteller.sheet.sheet import CROWBAR, Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.wounds.health import place_named


def read_plan(game: Game, intent: Attack) -> Plan:
    """Parse an attack into its plan. Raises Refusal `option` or `weapon` for what does not exist
    or makes no sense."""
    attacker = game.find(intent.attacker)
    named = [game.find(word) for word in intent.targets]
    told = WordArgs(
        game.options.words, ATTACK_WORDS, game.draft.encounter, WORDS
    )
    known = game.list_switches(dict.fromkeys(SWITCHES))
    without = WordArgs(game.options.without, known, game.draft.encounter, WORDS)
    check_ties(game, told, [attacker, *named])
    check_said_of(game, named)
    name = weapon_named(
        game, attacker, game.options.weapon or attacker.hands[0]
    )
    weapon = weapon_in_use(game, told, attacker, name)
    burst = choose_burst(game, told, attacker, name, weapon)
    targets = named if burst else named[:1]
    base = Strike(
        game=game,
        attacker=attacker,
        target=targets[0],
        aimed_at=targets[0],
        weapon_id=name,
        weapon=weapon,
        told=told,
        without=without,
        called=place_named(game, game.options.called),
        burst=burst,
        count=len(targets),
    )
    strikes = [strike_at(base, targets, index) for index in range(len(targets))]
    return Plan(
        game, attacker, name, named, strikes, burst, parse_charge(strikes[0])
    )


def check_ties(game: Game, told: WordArgs, there: list[Fighter]) -> None:
    """Raise Refusal `option` for a word or number tied to somebody who does not take part."""
    ids = [who.id for who in there]
    for name in ATTACK_WORDS if game.options.words else ():
        for word in told.get_all(name):
            if word.who is not None and word.who not in ids:
                game.deny(
                    WORDS.unknown,
                    f"{word.who}:{name}: {game.name(word.who)} does not take part in this attack",
                )
    for text in (*game.options.mods, *game.options.defense_mods):
        who = parse_mod(text, game.draft.encounter, WORDS).who
        if who is not None and who not in ids:
            game.deny(
                WORDS.unknown,
                f"{text}: {game.name(who)} does not take part in this attack",
            )


def weapon_in_use(
    game: Game, told: WordArgs, who: Fighter, name: str
) -> Weapon:
    """Return the weapon as it is used: as it is, thrown (ST-101), or as a club (ST-099).

    Raises Refusal `option` if that does not go with the weapon."""
    weapon = who.weapon(name)
    thrown, club = bool(told.get_all("thrown")), bool(told.get_all("club"))
    if thrown and club:
        game.deny(WORDS.value, f"use thrown or club with {name}, not both")
    if thrown and weapon.kind not in ("melee", "thrown"):
        other = suggest_weapon(
            game, who, lambda one: one.kind in ("melee", "thrown")
        )
        message = (
            f"{other}thrown requires a melee weapon, {name} is {weapon.kind}"
        )
        game.deny(WORDS.value, message)
    if thrown and weapon.kind == "melee":
        return replace(
            weapon, kind="thrown", attribute="dexterity", skill="athletics"
        )
    if club and weapon.kind != "firearm":
        other = suggest_weapon(game, who, lambda one: one.kind == "firearm")
        message = f"{other}club requires a firearm, {name} is {weapon.kind}"
        game.deny(WORDS.value, message)
    return Weapon.from_data(CROWBAR) if club else weapon


def choose_burst(
    game: Game, told: WordArgs, who: Fighter, name: str, weapon: Weapon
) -> str | None:
    """Return the burst named, by house rule the largest that the bullets allow; None if none is
    named (ST-089 to ST-093, ST-R27).

    Raises Refusal `option` for an unknown one."""
    words = told.get_all("burst")
    if not words:
        return None
    burst = match_choice(
        words[-1].value or "", tables.BURSTS, "burst", WORDS.unknown
    )
    if weapon.capacity and game.house.short_ammo == "next_lower_burst":
        lower = list(tables.BURSTS)[: list(tables.BURSTS).index(burst) + 1]
        fits = [
            n
            for n in lower
            if tables.BURSTS[n].bullets <= who.weapon_state(name).ammo
        ]
        burst = fits[-1] if fits else burst
    return burst


def strike_at(base: Strike, named: list[Fighter], index: int) -> Strike:
    """Return the strike at the target at this index, with what holds for it alone. Raises
    Refusal `option`."""
    target, game = named[index], base.game
    s = replace(
        base,
        aimed_at=target,
        target=find_who_is_hit(base, target),
        block=block_of_burst(base, named, index),
    )
    about = (s.attacker, s.target, s.aimed_at)
    s = replace(
        s,
        said=parse_circumstances(s),
        mods=game.parse_mods(game.options.mods, *about),
        defense_mods=game.parse_mods(game.options.defense_mods, *about),
        aim=aim_dice(s),
        pull=parse_pull(s),
    )
    return replace(s, defense=choose_defense(s))


def find_who_is_hit(base: Strike, target: Fighter) -> Fighter:
    """Return who is hit by a missile that is meant for the target.

    It is the one behind whom the target took cover in a grapple, unless that one shoots
    (ST-083)."""
    hold = target.read_grapple()
    if base.weapon.kind in tables.RANGED and hold and hold["cover"]:
        other = base.game.fighter(hold["with"])
        return target if other is base.attacker else other
    return target


def block_of_burst(
    base: Strike, named: list[Fighter], index: int
) -> str | None:
    """Return the block of a burst's roll: the target's id, with a number from the second time
    on; None without a burst."""
    if base.burst is None:
        return None
    times = [who.id for who in named[: index + 1]].count(named[index].id)
    return named[index].id if times == 1 else f"{named[index].id}.{times}"


def parse_circumstances(s: Strike) -> Circumstances:
    """Parse the words about range, hiding and who is in between. Raises Refusal `option`."""
    game = s.game
    return Circumstances(
        band=parse_range_band(s),
        concealment=parse_concealment(s, "concealment", tables.CONCEALMENT),
        own_concealment=parse_concealment(
            s, "own-concealment", tables.OWN_CONCEALMENT
        ),
        spare=parse_spared(s, "spare"),
        spare_grappling=parse_spared(s, "spare-grappling"),
        cover=game.cover_named(s.value("cover") or "")
        if s.has_word("cover")
        else None,
        human_shield=(
            game.find(s.value("human-shield") or "")
            if s.has_word("human-shield")
            else None
        ),
    )


def parse_range_band(s: Strike) -> str:
    """Return the range band that was told, in a word or in metres; `short` if none was (ST-100).

    Raises Refusal `option` for an unknown one."""
    word = s.find_word("range")
    if word is None or not s.ranged:
        return "short"
    typed = word.value or ""
    if not re.fullmatch(r"\d+m?", typed):
        return match_choice(
            typed, (*tables.BANDS, tables.BEYOND), "range", WORDS.unknown
        )
    metres = parse_number(typed.rstrip("m"), "range", WORDS.value, most=999_999)
    reach = zip(tables.BANDS, ranges_of(s), strict=True)
    return next((name for name, most in reach if metres <= most), tables.BEYOND)


def ranges_of(s: Strike) -> tuple[int, ...]:
    """Return short, medium and long range in metres, by the weapon or by its thrower (ST-101,
    ST-102, ST-R29). Depends on the house rule `aerodynamic_formula`."""
    weapon, sheet = s.weapon, s.attacker.sheet
    if weapon.ranges:
        return weapon.ranges
    whole = sheet.strength + sheet.dexterity + sheet.skill("athletics")
    base = max(0, whole - weapon.size)
    if not weapon.aerodynamic:
        return base, 2 * base, 4 * base
    if s.game.house.aerodynamic_formula == "as_printed":
        base = whole
    return 2 * base, 4 * base, 8 * base


def parse_concealment(
    s: Strike, name: str, degrees: Mapping[tables.Concealment, int]
) -> tables.Concealment | None:
    """Return how far somebody is hidden if it is said, else None (ST-104, ST-105). Raises
    Refusal `option`."""
    typed = s.value(name)
    return (
        None
        if typed is None
        else match_choice(typed, degrees, "concealment", WORDS.unknown)
    )


def parse_spared(s: Strike, name: str) -> int:
    """Return how many are not to be hit, 0 if nothing is said (ST-111). Raises Refusal `option`."""
    word = s.find_word(name)
    return (
        parse_number(word.value or "1", name, WORDS.value, least=1, most=99)
        if word
        else 0
    )


def aim_dice(s: Strike) -> int:
    """Return the dice for turns of aiming at this target; 0 for a burst (ST-085 to ST-088)."""
    aim = s.attacker.live_aim()
    if aim is None or not s.ranged or s.burst or aim.target != s.aimed_at.id:
        return 0
    return aim.bonus


def parse_pull(s: Strike) -> int | None:
    """Return the most damage that is wanted, None if the blow is not pulled (ST-138, ST-143).
    Raises Refusal `option`."""
    word = s.find_word("pull")
    if word is None or s.firearm:
        return None
    most = max(
        s.attacker.trait(s.weapon.attribute), s.attacker.trait(s.weapon.skill)
    )
    return parse_number(word.value, "pull", WORDS.value, least=1, most=most)


def parse_charge(s: Strike) -> int | None:
    """Return the metres of a charge, 0 if none are said, None if there is no charge (ST-125).
    Raises Refusal `option` for metres that are no number."""
    word = s.find_word("charge")
    if word is None:
        return None
    metres = (word.value or "0").removesuffix("m")
    return parse_number(metres, "charge", WORDS.value, most=999_999)
