"""The parser of an attack's words: parts, weapons, called places, obstacles."""

import re
from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.intents import Attack
from gmtrack.core.names import listed, propose_near_word, squash
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.words import (
    Word,
    WordArgs,
    explain_passed_over,
    format_count,
    parse_number,
)
from gmtrack.rulesets.swan_song import tables
from gmtrack.rulesets.swan_song.attack.hit import choose_defense, parse_defenses
from gmtrack.rulesets.swan_song.attack.modifiers import (
    COVERS,
    DICE_WORDS,
    SUBDUE_WORDS,
    read_dice,
)
from gmtrack.rulesets.swan_song.attack.plan import (
    HIDDEN_WORDS,
    TARGET_WORDS,
    CalledPlace,
    Plan,
    Strike,
    entry_for_part,
    split_entries,
)
from gmtrack.rulesets.swan_song.attack.uses import check_uses
from gmtrack.rulesets.swan_song.dice import (
    SENSE_WORDS,
    USES,
    Karma,
    check_only_roller,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    WORDS,
    Game,
    Obstacle,
    default_side,
    obstacle_named,
    split_side,
)
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.turn.costs import AP_WORDS, WAIVER, price_of

CLUBBED = Weapon.from_data(
    {
        "kind": "melee",
        "dv": "STR+1",
        "skill": "clubs",
        "accuracy": 4,
        "track": "strain",
    }
)
"""A firearm used as a club (R-INT-5)."""


def choose_weapon(
    game: Game, attacker: Fighter, word: str | None, told: WordArgs
) -> tuple[str, Weapon]:
    """Return id and weapon that `word` names, for None the default one; `club` makes a club of a
    firearm.

    Raises Refusal `weapon` for an unknown one, or for `club` without a firearm."""
    weapons = attacker.weapons
    chosen = (
        attacker.default_weapon()
        if word is None
        else weapon_named(game, attacker, word)
    )
    weapon = weapons[chosen]
    if not told.has_word("club", attacker.id):
        return chosen, weapon
    if weapon.kind != "ranged":
        other = suggest_better_weapon(
            game, attacker, word, lambda one: one.kind == "ranged"
        )
        game.deny("weapon", f"{other}{chosen} is not a firearm: leave out club")
    return chosen, make_club(game, chosen, weapon)


def suggest_better_weapon(
    game: Game, who: Fighter, named: object, would_do: Callable[[Weapon], bool]
) -> str:
    """Return the beginning of a refusal, such as `the NAME is not in hand; `, for the first
    weapon that `would_do` but is not at hand. Empty if there is none, if the weapon was typed
    (`named`), or if the house does not track hands."""
    if named or game.house.hands != "tracked":
        return ""
    return explain_passed_over(
        who.weapons, would_do, lambda name: why_not_at_hand(who, name)
    )


def why_not_at_hand(who: Fighter, name: str) -> str:
    """Return why a weapon is not at hand and which line helps, or an empty text if it is
    (R-ACT-15)."""
    if name in who.held.values() or not who.weapons[name].needs_hand:
        return ""
    return f"is not in hand (`act {who.id} ready-weapon {name}`)"


def hands_after_drawing(
    who: Fighter, weapon: str, used: set[str]
) -> dict[str, str]:
    """Return what each hand holds once a weapon is drawn to attack with.

    A usable hand takes it that holds no weapon in use, the right one first."""
    hands = sorted(
        ("right", "left"),
        key=lambda hand: (
            who.held.get(hand) in used,
            not who.hand_usable(hand),
        ),
    )
    return hands_after_gripping(who, weapon, hands[: who.weapons[weapon].hands])


def hands_after_gripping(
    who: Fighter, weapon: str, hands: list[str]
) -> dict[str, str]:
    """Return what each hand holds once these hands have taken the weapon; a two-handed weapon
    that loses a hand is put away."""
    put_away = {w for hand, w in who.held.items() if hand in hands} | {weapon}
    kept = {hand: w for hand, w in who.held.items() if w not in put_away}
    return {**kept, **dict.fromkeys(hands, weapon)}


def weapon_named(game: Game, who: Fighter, word: str) -> str:
    """Return the id of a weapon by its name or by the only beginning that fits. Raises Refusal
    `weapon`."""
    weapons = who.weapons
    exact = [w for w in weapons if squash(w) == squash(word)]
    found = exact or [w for w in weapons if squash(w).startswith(squash(word))]
    if len(found) != 1:
        game.deny(
            "weapon",
            f"{who.name} has no weapon '{word}'{propose_near_word(word, weapons)}",
        )
    return found[0]


def make_club(game: Game, weapon_id: str, weapon: Weapon) -> Weapon:
    """Return a firearm as a club, with the changes of the house rule `clubbed_firearm`
    (R-INT-5)."""
    name = f"{weapon.name or weapon_id} as a club"
    changes = game.house.clubbed_firearm
    return replace(CLUBBED, name=name, hands=weapon.hands, **changes)


def choose_mode(s: Strike) -> tables.FiringMode:
    """Return the firing mode that was named, else single, else the weapon's first (SS-ATK-21 to
    -24).

    Raises Refusal `weapon` if the weapon has no such mode."""
    game, weapon, word = (
        s.game,
        s.weapon,
        s.told.get_value("mode", s.attacker.id),
    )
    if word is None:
        return tables.MODES[
            "single" if "single" in weapon.modes else weapon.modes[0]
        ]
    if has_mode(weapon, word):
        return next(
            tables.MODES[mode]
            for mode in weapon.modes
            if squash(mode) == squash(word)
        )
    has = (
        ", ".join(map(squash, weapon.modes))
        if weapon.kind == "ranged"
        else "no firing modes"
    )
    other = suggest_better_weapon(
        game, s.attacker, game.options.weapon, lambda one: has_mode(one, word)
    )
    return game.deny(
        "weapon", f"{other}{s.weapon_id} has no mode '{word}'; it has {has}"
    )


def has_mode(weapon: Weapon, word: str) -> bool:
    """Whether the weapon is a firearm with this mode."""
    return weapon.kind == "ranged" and squash(word) in map(squash, weapon.modes)


def choose_place(s: Strike, word: str | None) -> CalledPlace | None:
    """Return the place called by `word`, with its side; None if the word is None. Raises Refusal
    `called` for an unknown place, or one that the house rules leave out."""
    if word is None:
        return None
    game = s.game
    name = squash(word)
    if s.target.sheet.vehicle:
        return choose_vehicle_place(s, name)
    side, base = split_side(name)
    row = tables.LOCATION_OF.get(base)
    if row is None and name in tables.UNPLACED:
        if name == "knockdown" and not s.weapon.is_melee:
            game.deny("called", "knockdown can be called only in melee")
        return make_unplaced_shot(s, name)
    if row is None or (side and not row.sided):
        return refuse_place(s, word)
    _check_in_play(s, row.key)
    if row.key == "genitals" and game.house.genitals_values == "entry":
        row = tables.GENITALS_BY_ENTRY
    if row.sided:
        side = side or default_side(s.target, row)
        return CalledPlace(f"{side}-{row.key}", row)
    return CalledPlace(row.key, row)


def choose_vehicle_place(s: Strike, name: str) -> CalledPlace:
    """Return the called place of a vehicle. Raises Refusal `called`."""
    rows = tables.VEHICLE_LOCATIONS.values()
    row = next((r for r in rows if name in (r.key, *r.aliases)), None)
    if row is None and name == "other":
        return make_unplaced_shot(s, name)
    if row is None:
        return refuse_place(s, name)
    _check_in_play(s, row.key)
    return CalledPlace(row.key, row)


def make_unplaced_shot(s: Strike, name: str) -> CalledPlace:
    """Return a called shot at no place of the table. Raises Refusal `called` if the house leaves
    it out."""
    _check_in_play(s, name)
    return CalledPlace(name, None)


def refuse_place(s: Strike, word: str) -> CalledPlace:
    """Raise Refusal `called` with every word that could be called on this target."""
    hint = propose_near_word(
        split_side(word)[1], called_words(s), most=len(tables.CALLED_SHOTS)
    )
    return s.game.deny("called", f"no place '{word}' on {s.target.name}{hint}")


def called_words(s: Strike) -> list[str]:
    """Return the words that can be called on the target, by weapon, kind of target and house
    rules."""
    places = (
        tables.VEHICLE_LOCATIONS if s.target.sheet.vehicle else tables.LOCATIONS
    )
    more = (
        tables.UNPLACED
        if s.weapon.is_melee and not s.target.sheet.vehicle
        else ("other",)
    )
    return [word for word in (*places, *more) if is_in_play(s.game, word)]


def is_in_play(game: Game, key: str) -> bool:
    """Whether the house rule `called_shots` lets this place be called."""
    chosen = game.house.called_shots
    return chosen == "all" or key in {
        tables.called_shot(squash(str(word))) for word in chosen
    }


def _check_in_play(s: Strike, key: str) -> None:
    """Raise Refusal `called` if the house rules leave this called shot out."""
    if not is_in_play(s.game, key):
        words = listed(called_words(s)) or "none"
        s.game.deny(
            "called",
            f"the house rule `called_shots` leaves out {key}; there is {words}",
        )


BARRIER_WORDS = {
    "barrier": "what the line of fire crosses: a barrier, a body or none"
}
PLAIN_WORDS = {
    "mode": "how the weapon fires: mode=burst",
    "spread": "how wide flechettes scatter: spread=narrow, medium or wide",
    "distance": "metres to the target: distance=N",
    "club": "strike with the firearm",
    "multiple": "several strikes at one target: multiple=N",
    "demolitions": "a charge laid on a barrier with logic + demolitions",
}
PLAIN_WORDS |= (
    TARGET_WORDS | BARRIER_WORDS | SUBDUE_WORDS | SENSE_WORDS | AP_WORDS
)
ATTACK_WORDS = DICE_WORDS | PLAIN_WORDS
ATTACK_OFF = DICE_WORDS | HIDDEN_WORDS | BARRIER_WORDS | WAIVER
"""The words that `--without` leaves out."""
ACCEPTED = ATTACK_WORDS | WAIVER
"""The words that `--without` accepts; one that means nothing to it is let pass."""


class TypedWords(NamedTuple):
    """The words of one command line, parsed once; `weapons` and `called` have an entry for each
    part, or one for all."""

    told: WordArgs
    without: WordArgs
    weapons: list[str | None]
    called: list[str | None]
    defenses: list[list[Word]]


def read_plan(game: Game, intent: Attack) -> Plan:
    """Parse an attack into its plan.

    Raises Refusal for what does not exist or makes no sense (`value` for a list with as many
    entries as neither one nor the parts, the others as each parser says); rules are checked
    later."""
    told, without = game.parse_words(ATTACK_WORDS, ACCEPTED)
    attacker = game.find(intent.attacker)
    encounter, barrier = game.draft.encounter, intent.targets[0]
    barriers = map(squash, encounter.scene.get("barriers") or {})
    alone = len(intent.targets) == 1 and barrier not in encounter.combatants
    if alone and squash(barrier) in barriers:
        return make_plan(
            attacker,
            [read_barrier_strike(game, attacker, barrier, told, without)],
            area=False,
        )
    targets = [game.find(word) for word in intent.targets]
    defenses = parse_defenses(game, {target.id for target in targets})
    weapons, called = (
        split_entries(game.options.weapon),
        split_entries(game.options.called),
    )
    typed = TypedWords(told, without, weapons, called, defenses)
    first = choose_weapon(game, attacker, weapons[0], told)
    area = first[1].area and len(targets) > 1
    targets = targets * count_attacks(
        game, attacker.id, told, len(targets), area=area
    )
    # One entry for all parts, or one for each.
    parts = len(targets)
    for name, found in (("weapon", typed.weapons), ("called", typed.called)):
        if len(found) not in (1, parts):
            text, attacks = (
                getattr(game.options, name),
                format_count(parts, "attack"),
            )
            game.deny(
                WORDS.value,
                f"--{name} {text}: {len(found)} entries for {attacks}",
            )
    strikes: list[Strike] = []
    for index, target in enumerate(targets):
        other = index and len(weapons) > 1
        armed = (
            choose_weapon(game, attacker, entry_for_part(weapons, index), told)
            if other
            else first
        )
        strike = Strike(game, attacker, target, *armed, told, without)
        strike.part = 1 if area else index + 1
        # The rest of one part: mode, distance, spread, place, what stands between, the defense.
        strike.mode = choose_mode(strike)
        strike.distance = parse_distance(strike)
        strike.spread = parse_spread(strike)
        strike.place = choose_place(strike, entry_for_part(typed.called, index))
        check_cover_word(strike)
        strike.crossed = find_obstacle(strike)
        strike.defense = choose_defense(strike, typed.defenses, index)
        read_dice(strike)
        strikes.append(strike)
    return make_plan(attacker, strikes, area=area)


def make_plan(attacker: Fighter, strikes: list[Strike], *, area: bool) -> Plan:
    """Return the plan of these parts, with their prices and the Karma of the line; `area`: one
    attack roll counts for all targets. Raises Refusal `value`, `unknown` or `karma`."""
    first, game = strikes[0], strikes[0].game
    check_uses(strikes)
    karma = Karma(game, USES, attacker.id)
    check_only_roller(game, karma, attacker.id)
    prices = []
    for s in strikes:
        key = (
            s.mode.cost
            if s.weapon.kind == "ranged"
            else COST_BY_KIND[s.weapon.kind]
        )
        prices.append(
            price_of(
                game, key, s.told.get_value("ap", attacker.id), s.weapon.ap_cost
            )
        )
    waived = first.without.has_word("extra-free", attacker.id)
    return Plan(
        game, attacker, strikes, prices, karma, area=area, waived=waived
    )


COST_BY_KIND = {
    "melee": "attack_melee",
    "unarmed": "attack_unarmed",
    "thrown": "throw",
    "rocket": "throw",
    "biotic": "attack_biotic",
    "explosive": "use_item",
}


def count_attacks(
    game: Game, attacker: str, told: WordArgs, targets: int, *, area: bool
) -> int:
    """Return how often each named target is attacked: N for `multiple=N` on one target, else 1
    (SS-MULTI-01).

    Raises Refusal `value` for a number that does not fit several targets or a blast (`area`)."""
    if not told.has_word("multiple", attacker):
        return 1
    count = parse_number(
        told.get_value("multiple", attacker),
        "multiple",
        WORDS.value,
        least=1,
        most=20,
    )
    if targets == 1 and not area:
        return count
    if count != targets or area:
        named = format_count(targets, "target")
        game.deny(
            WORDS.value,
            f"leave out multiple={count}: {named} can each be attacked once",
        )
    return 1


def read_barrier_strike(
    game: Game, attacker: Fighter, word: str, told: WordArgs, without: WordArgs
) -> Strike:
    """Return the strike of an attack on a barrier. Raises Refusal `value` or `called` for words
    that need a target."""
    armed = choose_weapon(game, attacker, game.options.weapon, told)
    if told.has_word("multiple", attacker.id):
        game.deny(WORDS.value, f"{word} is a barrier: leave out multiple")
    if game.options.called or game.options.defense:
        game.deny(
            "called", f"{word} is a barrier: leave out --called and --defense"
        )
    strike = Strike(game, attacker, attacker, *armed, told, without)
    strike.mode = choose_mode(strike)
    strike.barrier = obstacle_named(game, word)
    strike.demolitions = told.has_word("demolitions", attacker.id)
    read_dice(strike)
    return strike


def find_obstacle(s: Strike) -> Obstacle | None:
    """Return the obstacle typed as `barrier=ID`, else the one that the target's cover is made
    of. None without either, for `barrier=none`, and if the word was switched off (`--without`).

    Raises Refusal `value` without an id, `unknown` for one that is not there."""
    if not s.told.has_word("barrier", s.target.id):
        if (
            s.without.has_word("barrier", s.target.id)
            or not s.target.cover_barrier
        ):
            return None
        return obstacle_named(s.game, s.target.cover_barrier)
    word = s.told.get_value("barrier", s.target.id)
    if word is None:
        s.game.deny(
            WORDS.value,
            "say which barrier: `--with barrier=ID` or `--with barrier=none`",
        )
    return None if word == "none" else obstacle_named(s.game, word)


def parse_distance(s: Strike) -> float | None:
    """Return the metres typed as `distance=N`, or None if none are. Raises Refusal `value`."""
    text = s.told.get_value("distance", s.target.id)
    if not s.told.has_word("distance", s.target.id):
        return None
    if text is None or not re.fullmatch(r"\d{1,6}(\.\d+)?", text):
        s.game.deny(
            "value", "type the distance in metres, such as `--with distance=12`"
        )
    return float(text)


def parse_spread(s: Strike) -> str | None:
    """Return the spread of flechettes that was typed, or None.

    Raises Refusal `value` for an unknown one, `weapon` if the weapon fires none."""
    game = s.game
    if not s.told.has_word("spread", s.target.id):
        return None
    word = squash(s.told.get_value("spread", s.target.id) or "")
    if word not in tables.SPREADS:
        game.deny(
            "value",
            f"no spread '{word}'{propose_near_word(word, tables.SPREADS)}",
        )
    if not s.weapon.flechette:
        other = suggest_better_weapon(
            game, s.attacker, game.options.weapon, lambda one: one.flechette
        )
        message = f"{other}{s.weapon_id} fires no flechettes: leave out spread"
        game.deny("weapon", message)
    return word


def check_cover_word(s: Strike) -> None:
    """Raise Refusal `value` if `cover=` is typed with an unknown word."""
    word = s.told.get_value("cover", s.target.id)
    if word is not None and word not in COVERS:
        s.game.deny(
            "value", f"no cover '{word}'{propose_near_word(word, COVERS)}"
        )
