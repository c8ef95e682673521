"""The words of an attack and their parsers. Place, aim, shots and shares are parsed and checked
here for `act` and `attack` alike (IN-AIM, IN-BURST, IN-MULTI)."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from gmtrack.core.intents import Attack
from gmtrack.core.values import replace
from gmtrack.rulesets.i2050.attack.modifiers import MODIFIERS
from gmtrack.rulesets.i2050.attack.plan import (
    TypedAttack,
    TypedBurst,
    TypedDefense,
    UnarmedSide,
)
from gmtrack.rulesets.i2050.dice import skill_points
from gmtrack.rulesets.i2050.sheet.fighter import Fighter, better_but_unusable
from gmtrack.rulesets.i2050.sheet.game import (
    WORDS,
    Game,
    find_place,
    find_weapon,
)
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.tables import DEFENSES, Location, place_word
from gmtrack.rulesets.kit.words import (
    WordArgs,
    format_count,
    match_choice,
    parse_number,
)

FAR = 999
MOST_POINTS, MOST_SHOTS = 40, 20
"""Bounds of a plan's points and shots (`sheet.state.RoundPlan`)."""
Takes = Literal["nothing", "maybe", "number", "word"]
"""The kind of value that follows `=` in a word; `maybe`: optional."""


class AttackWord(NamedTuple):
    """A word of `--with`: its help, its rows, its value. `auto`: the tracker finds it out
    itself, and `--without` switches it off."""

    help: str
    id: str
    takes: Takes = "nothing"
    auto: bool = False


INTENT_WORDS: Mapping[str, AttackWord] = {
    "burst": AttackWord(
        "N: so many shots at half skill", "IN-BURST-01..05", "maybe"
    ),
    "aim": AttackWord(
        "K: up to K off the location roll; skill and speed K lower",
        "IN-AIM-01",
        "number",
    ),
    "split": AttackWord(
        "N,N: so many points of skill against each opponent",
        "IN-MULTI-01..04",
        "word",
    ),
}
"""The words that make a plan."""


def read_place(game: Game) -> Location | None:
    """Return the location of `--called PLACE`, or None. Raises Refusal (`unknown`)."""
    called = game.options.called
    return None if called is None else find_place(called)


def read_number(told: WordArgs, name: str) -> int | None:
    """Return the number of `aim=K` or `shift=S`, None if not typed. Raises Refusal (`value`)."""
    words = told.get_all(name)
    return (
        parse_number(words[-1].value, name, WORDS.value, -FAR, FAR)
        if words
        else None
    )


def read_burst(told: WordArgs) -> TypedBurst | None:
    """Return the word `burst` or `burst=N`, None if not typed. Raises Refusal (`value`)."""
    words = told.get_all("burst")
    if not words:
        return None
    text = words[-1].value
    return (
        TypedBurst()
        if text is None
        else TypedBurst(parse_number(text, "burst", WORDS.value, 2, FAR))
    )


def read_shares(game: Game, told: WordArgs) -> tuple[int, ...] | None:
    """Return the shares of `split=N,N`, None if not typed. Raises Refusal (`value`)."""
    words = told.get_all("split")
    if not words:
        return None
    text = words[-1].value or ""
    if not re.fullmatch(r"[+-]?\d{1,3}(,[+-]?\d{1,3})*", text.replace(" ", "")):
        game.deny(
            WORDS.value,
            f"split needs points of skill such as split=6,6, not '{text}'",
        )
    return tuple(map(int, text.split(",")))


def count_shots(
    weapon: Weapon, targets: tuple[str, ...], burst: TypedBurst | None
) -> int:
    """Return the shots of a burst: as typed, else one for each of several targets, else all that
    the weapon fires, at least 2."""
    usual = len(targets) if len(targets) > 1 else max(2, weapon.burst)
    return burst.shots if burst and burst.shots is not None else usual


def clamp_points(points: int) -> int:
    """Cut points of aim or of a share to what a plan can hold."""
    return max(0, min(points, MOST_POINTS))


def clamp_shots(shots: int) -> int:
    """Cut a number of shots to what a plan can hold, at least 1."""
    return max(1, min(shots, MOST_SHOTS))


def check_aim(
    game: Game,
    who: Fighter,
    weapon: Weapon,
    place: Location | None,
    aim: int | None,
) -> None:
    """Refuse a called place without aim, or an aim below 1 or not below the skill. Raises
    Refusal (`aim`) (IN-AIM-01, IN-R41)."""
    most = who.sheet.skill(weapon.skill) - 1
    if place is not None and aim is None:
        from gmtrack.core.choice import line_of

        each = "each point moves the location roll by 1 more, and lowers skill and speed by 1"
        what = (
            f"`--with aim=1`, or more up to {most}: `{line_of(game.intent)} "
            f"--with aim=1`; {each}"
        )
        needs = what if most > 0 else "a skill of 2 or more"
        game.refuse("aim", f"--called {place_word(place)} needs {needs}")
    if aim is not None and not 1 <= aim <= most:
        game.refuse(
            "aim",
            f"aim={aim}: must be 1 or more, and less than the skill, {most + 1}",
        )


def check_aimed_burst(game: Game, aim: int | None) -> None:
    """Refuse an aimed burst under house rule `aim_in_burst: no`. Raises Refusal (`aim`)
    (IN-R42)."""
    if aim and game.house.aim_in_burst == "no":
        game.refuse(
            "aim", "bursts cannot be aimed (house rule `aim_in_burst: no`)"
        )


def check_shots(
    game: Game,
    who: Fighter,
    weapon: Weapon,
    shots: int,
    targets: tuple[str, ...],
    *,
    named: bool,
) -> None:
    """Refuse more shots than the weapon fires, or targets that are neither one nor one a shot.
    `named`: the weapon was typed. Raises Refusal (`burst`) (IN-BURST-01, IN-BURST-03)."""
    if weapon.burst < 2:
        better = (
            ""
            if named
            else better_but_unusable(who, lambda other: other.burst > 1)
        )
        game.refuse("burst", f"{better}{weapon.id} cannot fire bursts")
    elif shots > weapon.burst:
        game.refuse(
            "burst",
            f"{weapon.id} fires bursts of 2 to {weapon.burst}, not {shots}",
        )
    if len(targets) not in (1, shots):
        game.refuse(
            "burst",
            f"{shots} shots at {len(targets)} targets: name 1, or {shots}",
        )


def check_shares(
    game: Game, who: Fighter, weapon: Weapon, shares: tuple[int, ...]
) -> None:
    """Refuse shares below the least, or above the skill in all. Raises Refusal (`split`)
    (IN-MULTI-01, IN-R45). Depends on the house rule `split_minimum`."""
    base = skill_points(who, weapon.skill)
    least = game.house.split_minimum
    if min(shares) < least:
        game.refuse(
            "split", f"a share of {min(shares)} is too small: {least} or more"
        )
    if sum(shares) > base:
        what = f"{who.name} has {format_count(base, 'point')} of {weapon.skill}"
        game.refuse("split", f"the shares add up to {sum(shares)}, but {what}")


SIDES: tuple[UnarmedSide, ...] = ("attacker", "defender", "both")
"""The values of `unarmed-combat`."""


TIED = ("words", "without", "defense", "mods", "defense_mods")
"""Options whose words may be tied to somebody."""


ATTACK_WORDS: Mapping[str, AttackWord] = {
        **{
            row.label: AttackWord(row.help, row.rules, auto=row.off)
            for row in MODIFIERS
            if row.told
        },
        **INTENT_WORDS,
        "shift": AttackWord("S: the location roll moved by S", "IN-AIM-02, IN-R41", "number"),
        "share": AttackWord(
            "N: the target fights back with N points of skill", "IN-MULTI-01", "number"
        ),
        "unarmed-combat": AttackWord(
            "disables instead of hurting: attacker (default), defender or both",
            "IN-UNARM-02..05", "maybe",
        ),
        "defend-weapon": AttackWord("WEAPON: the target fights back with it", "IN-OPP-01", "word"),
    }  # fmt: skip
"""The words of `--with`: circumstances, what is declared, and others."""


SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""The words of `--without`."""


def read_attack_words(game: Game, intent: Attack) -> TypedAttack:
    """Parse all words and options of an attack. Raises Refusal (`unknown`, `value`)."""
    options = game.options
    attacker = game.find(intent.attacker)
    told, without = game.parse_words(ATTACK_WORDS, SWITCHES)
    typed = TypedAttack(
        game,
        attacker,
        targets=tuple(game.find(word) for word in intent.targets),
        typed_words=told,
        without=without,
        weapon=None
        if options.weapon is None
        else find_weapon(attacker, options.weapon),
        place=read_place(game),
        aim=read_number(told, "aim"),
        shift=read_number(told, "shift"),
        burst=read_burst(told),
        shares=read_shares(game, told),
        unarmed=read_unarmed(told),
        defenses=tuple(game.parse_defenses(DEFENSES, WORDS.unknown)),
        mods=game.parse_mods(options.mods),
        defense_mods=game.parse_mods(options.defense_mods),
    )
    for name, row in ATTACK_WORDS.items() if options.words else ():
        if row.takes == "nothing" and any(
            word.value is not None for word in told.get_all(name)
        ):
            game.deny(WORDS.value, f"{name} takes no value")
    refuse_words_for_others(typed)
    return replace(typed, answers=read_answers(typed))


def read_unarmed(told: WordArgs) -> UnarmedSide | None:
    """Return who uses Unarmed Combat, the attacker by default; None if not typed. Raises Refusal
    (`value`)."""
    words = told.get_all("unarmed-combat")
    if not words:
        return None
    return match_choice(words[-1].value or SIDES[0], SIDES, "side", WORDS.value)


def read_answers(typed: TypedAttack) -> Mapping[str, TypedDefense]:
    """Return what was typed about each target's defense, by id; empty where the skill is split,
    as all are fought with their shares. Raises Refusal (`unknown`, `value`)."""
    if typed.shares is not None:
        return {}
    found = {}
    for who in typed.targets:
        weapon = read_weapon(typed, who)
        word = typed.word_for("share", typed.attacker, who)
        share = (
            parse_number(word.value, "share", WORDS.value, -FAR, FAR)
            if word
            else None
        )
        found[who.id] = TypedDefense(typed.defense_of(who), weapon, share)
    return found


def read_weapon(typed: TypedAttack, who: Fighter) -> str | None:
    """Return the weapon of `defend-weapon=W` for a target; None if not typed or, with several
    targets, if this one has it not. Raises Refusal (`unknown`)."""
    word = typed.word_for("defend-weapon", typed.attacker, who)
    if word is None:
        return None
    owners = typed.targets if word.who is None else (who,)
    names = dict.fromkeys(name for owner in owners for name in owner.weapons)
    name = match_choice(word.value or "", names, "weapon", WORDS.unknown)
    return name if name in who.weapons else None


def refuse_words_for_others(typed: TypedAttack) -> None:
    """Deny words that are tied to somebody who has no part in the attack. Raises Refusal
    (`unknown`); does nothing if no word is tied."""
    options, here = (
        typed.game.options,
        {None, *(who.id for who in typed.people)},
    )
    if not any(getattr(options, field) for field in TIED):
        return
    tied = [
        (word.name, word.who)
        for name in ATTACK_WORDS
        for word in typed.typed_words.get_all(name)
    ]
    tied += [
        (word.name, word.who)
        for name in SWITCHES
        for word in typed.without.get_all(name)
    ]
    tied += [
        (text, who)
        for text, (who, _) in zip(options.defense, typed.defenses, strict=True)
    ]
    tied += [
        (text, mod.who)
        for text, mod in zip(options.mods, typed.mods, strict=True)
    ]
    mods = zip(options.defense_mods, typed.defense_mods, strict=True)
    tied += [(text, mod.who) for text, mod in mods]
    for what, who in tied:
        if who not in here:
            typed.game.deny(
                WORDS.unknown,
                f"{what}: {typed.game.name(str(who))} has no part in this attack",
            )
