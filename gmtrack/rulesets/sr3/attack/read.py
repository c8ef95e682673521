"""Reading an attack as typed into a plan: weapon, targets, fire mode, ranges (8.2)."""

from dataclasses import replace

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.sr3.attack.defense import melee_weapon
from gmtrack.rulesets.sr3.attack.distance import find_range
from gmtrack.rulesets.sr3.attack.plan import Called, Fired, Plan, Strike
from gmtrack.rulesets.sr3.attack.rounds_fired import rounds_at, walked_to
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS, SWITCHES, tied_first
from gmtrack.rulesets.sr3.dice.rolls import mod_parts
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.weapons import better, weapon_in_hand
from gmtrack.rulesets.sr3.tables.fire_modes import MODES
from gmtrack.rulesets.sr3.tables.kinds import Mode


def read_plan(game: Game, intent: Attack) -> Plan:
    """Read what was typed. Raises Refusal (`who`, `option`, `weapon`, `mode`, `range`, `ammo`)."""
    encounter = game.draft.encounter
    attacker = game.find(intent.attacker)
    named = [game.find(word) for word in intent.targets]
    told = Told(tied_first(game.options.words), ATTACK_WORDS, encounter, WORDS)
    without = Told(game.options.without, dict.fromkeys(SWITCHES), encounter, WORDS)
    check_people(game, attacker, named, told)
    name, weapon = choose_weapon(game, attacker, told)
    base = Strike(
        game=game, attacker=attacker, target=named[0], weapon_id=name, weapon=weapon, told=told,
        without=without, fired=fired_before(game, attacker, name),
        targets=tuple(who.id for who in named), called=place_called(game),
    )  # fmt: skip
    if not weapon.is_ranged:
        strikes = [strike_at(base, named, index) for index in range(len(named))]
        return Plan(game, attacker, strikes)
    return Plan(game, attacker, shots_at(base, named))


def check_people(game: Game, attacker: Fighter, named: list[Fighter], told: Told) -> None:
    """Raises Refusal (`who`, `option`)."""
    if attacker in named:
        game.deny(WORDS.who, f"{attacker.id} cannot be the own target")
    here = {attacker.id, *(who.id for who in named)}
    for name in ATTACK_WORDS:
        for word in told.all(name):
            if word.who is not None and word.who not in here:
                game.deny(WORDS.value, f"{word.who}:{name}: {word.who} has no part in this")


def choose_weapon(game: Game, who: Fighter, told: Told) -> tuple[str, Weapon]:
    """What is named, else what is in hand; who is passed strikes with what is for melee (SR-035).
    Raises Refusal (`weapon`)."""
    if game.options.weapon is None and told.all("passing-by"):
        return melee_weapon(who)
    name = weapon_in_hand(game, who, game.options.weapon or who.in_hand)
    return name, who.weapon(name)


def place_called(game: Game) -> Called | None:
    """SR-029, SR-075, SR-R37"""
    if game.options.called is None:
        return None
    place = squash(game.options.called)
    return Called(place, place in game.house.vital_places)


def fired_before(game: Game, who: Fighter, name: str) -> Fired:
    """SR-R42: outside a running turn a phase begins with every command."""
    if not game.fight.running:
        return Fired()
    return Fired(who.rounds_this_phase, who.rounds_of(name), list(who.targets_this_phase))


def strike_at(base: Strike, named: list[Fighter], index: int) -> Strike:
    """The strike at one of the named, with what holds for it alone."""
    target, options = named[index], base.game.options
    time = named[: index + 1].count(target)
    block = f"{target.id}.{time}" if time > 1 else target.id
    about = (base.attacker, target)
    return replace(
        base,
        target=target,
        number=index + 1,
        time=time,
        block=block if len(named) > 1 else None,
        mods=tuple(mod_parts(base.game, options.mods, *about)),
        defense_mods=tuple(mod_parts(base.game, options.defense_mods, *about)),
    )


# --- shots ---


def shots_at(base: Strike, named: list[Fighter]) -> list[Strike]:
    """SR-054 to SR-065, SR-111. Raises Refusal (`mode`, `range`, `option`, `ammo`)."""
    mode = choose_mode(base)
    base = replace(base, mode=mode)
    if base.shot:
        return cone(base, named)
    if len(named) > 1 and mode != "fa":
        base.game.refuse("mode", f"several targets take full auto, not {mode}: name one")
        named = named[:1]
        base = replace(base, targets=(named[0].id,))
    strikes: list[Strike] = []
    for index in range(len(named)):
        s = strike_at(base, named, index)
        s = replace(s, range=find_range(s), rounds=rounds_at(s))
        strikes.append(replace(s, walked=walked_to(s, strikes[-1].target if strikes else None)))
    return strikes


def cone(base: Strike, named: list[Fighter]) -> list[Strike]:
    """SR-111, SR-112: one shot at all in the cone, nearest first. Raises Refusal (`range`,
    `option`)."""
    if len(set(named)) < len(named):
        base.game.deny(WORDS.value, "one shot hits everybody in its cone once")
    strikes = [strike_at(base, named, index) for index in range(len(named))]
    strikes = [replace(s, range=find_range(s), rounds=rounds_at(s)) for s in strikes]
    for s in strikes:
        if s.range is None or s.range.metres is None:
            base.game.deny("range", f"shot spreads by metres: how many are they to {s.target.id}?")
    return sorted(strikes, key=lambda s: (s.range and s.range.metres) or 0)


def choose_mode(base: Strike) -> Mode:
    """As told, else the first of the weapon. Raises Refusal (`mode`, `option`)."""
    weapon, told = base.weapon, base.value("mode")
    if not base.has("mode"):
        return weapon.modes[0]
    word = known(told or "", MODES, "mode", WORDS.value)
    mode = next(row for row in MODES if row == word)
    if mode not in weapon.modes:
        other = better(base.game, base.attacker, lambda one: one.is_ranged and mode in one.modes)
        has = f"{base.weapon_id} has no {mode}, it has {', '.join(weapon.modes)}"
        base.game.refuse("mode", f"{other}{has}")
    return mode
