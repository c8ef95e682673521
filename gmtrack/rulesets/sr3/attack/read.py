"""Parsing an attack as typed into a plan: weapon, targets, words, fire mode, ranges. Raises
Refusal for what means nothing in this attack; `check` refuses what the rules forbid."""

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.words import WordArgs, number_owner
from gmtrack.rulesets.sr3.attack.aim import find_range, gear_in_use
from gmtrack.rulesets.sr3.attack.damage_code import parse_barrier
from gmtrack.rulesets.sr3.attack.melee import melee_weapon
from gmtrack.rulesets.sr3.attack.plan import (
    AttackPlan,
    AttackWords,
    Called,
    Fired,
    Said,
    Strike,
)
from gmtrack.rulesets.sr3.attack.ranged import (
    rounds_fired_at,
    rounds_lost_before,
)
from gmtrack.rulesets.sr3.attack.target_number import sight_of
from gmtrack.rulesets.sr3.attack.words import (
    ALL,
    attack_switches,
    attack_words,
)
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    Game,
    check_in_hand,
    find_weapon,
    put_who_first,
    suggest_better_weapon,
)
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import MODES


def read_plan(game: Game, intent: Attack) -> AttackPlan:
    """Parse an attack into a plan. Raises Refusal: `who` for unknown combatants, `weapon` for an
    unknown weapon, `option` for words that do not fit."""
    encounter = game.draft.encounter
    attacker = game.find(intent.attacker)
    named = [game.find(word) for word in intent.targets]
    known = attack_words(game.house)
    told = WordArgs(put_who_first(game.options.words), known, encounter, WORDS)
    switches = game.list_switches(dict.fromkeys(attack_switches(game.house)))
    without = WordArgs(game.options.without, switches, encounter, WORDS)
    check_people(game, attacker, named, told)
    name, weapon = choose_weapon(game, attacker, told)
    called = (
        None if game.options.called is None else squash(game.options.called)
    )
    check_fits(game, attacker, weapon, told, without)
    base = Strike(
        game=game,
        attacker=attacker,
        target=named[0],
        weapon_id=name,
        weapon=weapon,
        said=AttackWords(told, known if game.options.words else {}),
        without=without,
        fired=fired_before(game, attacker, name),
        targets=tuple(who.id for who in named),
        called=None
        if called is None
        else Called(called, called in game.house.vital_places),
    )
    return (
        plan_shots(base, named) if weapon.is_ranged else plan_blows(base, named)
    )


def check_people(
    game: Game, attacker: Fighter, named: list[Fighter], told: WordArgs
) -> None:
    """Raise Refusal `who` for an attacker among the targets, `option` for a word about somebody
    who takes no part."""
    if attacker in named:
        game.deny(WORDS.who, f"{attacker.name} cannot target themselves")
    here = {attacker.id, *(who.id for who in named)}
    for name in told.list_typed(attack_words(game.house)):
        for word in told.get_all(name):
            if word.who is not None and word.who not in here:
                game.deny(
                    WORDS.value,
                    f"{word.who}:{name}: {word.who} is neither attacker nor target",
                )


def choose_weapon(
    game: Game, who: Fighter, told: WordArgs
) -> tuple[str, Weapon]:
    """Return id and weapon: the one named, else the one in hand; against somebody who moves
    past, the one in hand for melee. Raises Refusal `weapon` for an unknown one. Somebody who
    plans ahead takes it in hand."""
    if game.options.weapon is None and told.get_all("passing-by"):
        return melee_weapon(who)
    name = find_weapon(game, who, game.options.weapon or who.in_hand)
    if game.options.planning:
        # What is in the hands counts for a shot, even before `check` looks at them.
        check_in_hand(game, who, name)
    return name, who.weapon(name)


def check_fits(
    game: Game, who: Fighter, weapon: Weapon, told: WordArgs, without: WordArgs
) -> None:
    """Raise Refusal `option` for words of `--with` or `--without` that are for the other kind of
    attack, melee or ranged."""
    kind = "ranged" if weapon.is_ranged else "melee"
    if not game.options.words and not game.options.without:
        return
    known = attack_words(game.house)
    typed = {*told.list_typed(known), *without.list_typed(known)}
    for name, row in known.items():
        if name in typed and row.fits == "blast":
            game.deny(WORDS.value, f"{name} is for an explosive: leave it out")
        if name in typed and row.fits not in (kind, "both"):
            other = suggest_better_weapon(
                game, who, lambda one: one.is_ranged != weapon.is_ranged
            )
            fits = [
                id_
                for id_, one in who.weapons.items()
                if one.is_ranged != weapon.is_ranged
            ]
            with_ = f", or --weapon {fits[0]}" if fits else ""
            game.deny(
                WORDS.value,
                f"{other}{name} is not for a {kind} attack: leave it out{with_}",
            )


def fired_before(game: Game, who: Fighter, name: str) -> Fired:
    """Return the counts of what was fired earlier in this phase. They are empty outside a combat
    turn, where each command is a phase of its own, and for somebody who plans ahead for their
    next phase. Whoever is taken to be in their phase has those of their live state."""
    planning = game.options.planning
    in_phase = game.fight.running and not (planning and not game.on_turn(who))
    if not in_phase and not (planning and planning.in_turn):
        return Fired()
    return Fired(
        who.rounds_this_phase,
        who.weapon_state(name).rounds_by_weapon,
        list(who.targets_this_phase),
    )


def strikes_at(base: Strike, named: list[Fighter]) -> list[Strike]:
    """Return one strike for each named target, with the words and modifiers that hold for that
    target. Raises Refusal (`option`)."""
    game, attacker, strikes = base.game, base.attacker, []
    for number, target in enumerate(named, 1):
        time = named[:number].count(target)
        block = number_owner(target.id, time)
        s = replace(
            base,
            target=target,
            words=base.said.in_force(
                attacker.id, target.id, time, named.count(target)
            ),
            number=number,
            time=time,
            block=block if len(named) > 1 else None,
            mods=game.parse_mods(game.options.mods, attacker, target),
            defense_mods=game.parse_mods(
                game.options.defense_mods, attacker, target
            ),
        )
        strikes.append(replace(s, sight=sight_of(s), words=count_all_dice(s)))
    return strikes


def count_all_dice(s: Strike) -> dict[str, Said]:
    """Return the strike's words with `all` replaced by a number: the pool dice left, for the
    attack at most the skill if the house rule says so."""
    left, limited = s.attacker.pool_left, s.game.house.pool_limit == "skill"
    most = min(left, s.attacker.trait(s.weapon.skill)) if limited else left
    every = {"pool": most, "resist-pool": s.target.pool_left}
    return {
        name: said._replace(value=every[name])
        if name in every and said.value == ALL
        else said
        for name, said in s.words.items()
    }


def plan_blows(base: Strike, named: list[Fighter]) -> AttackPlan:
    """Return the plan of a melee attack, one strike for each target. Raises Refusal (`option`)
    if one of several targets moves past."""
    strikes = strikes_at(base, named)
    if strikes[0].passing and len(strikes) > 1:
        base.game.deny(
            WORDS.value, "passing-by: name one target, the one who moves past"
        )
    return AttackPlan(base.game, base.attacker, strikes)


def plan_shots(base: Strike, named: list[Fighter]) -> AttackPlan:
    """Return the plan of a shooting attack in one fire mode. Modes other than full auto keep the
    first target only; shot is sorted by distance. Raises Refusal (`option`)."""
    times = base.targets.count(base.target.id)
    words = base.said.in_force(base.attacker.id, base.target.id, 1, times)
    said = words.get("mode")
    game = base.game
    mode = next(
        (one for one in MODES if said and one == said.value),
        base.weapon.modes[0],
    )
    base = replace(base, mode=mode)
    check_shot_words(base)
    left_out = len(named) > 1 and mode != "fa" and not base.shot
    if left_out:
        named = named[:1]
        base = replace(base, targets=(named[0].id,))
    strikes = [aim_strike(s) for s in strikes_at(base, named)]
    if base.shot:
        if any(s.time > 1 for s in strikes):
            game.deny(
                WORDS.value,
                "one shot hits everybody in its cone: name each once",
            )
        strikes.sort(key=lambda s: (s.range and s.range.metres) or 0)
        return AttackPlan(game, base.attacker, strikes)
    befores = [None, *named]
    walked = [
        replace(s, walked=rounds_lost_before(s, befores[i]))
        for i, s in enumerate(strikes)
    ]
    return AttackPlan(game, base.attacker, walked, left_out)


def check_shot_words(s: Strike) -> None:
    """Refuse words that need another mode, other ammunition or melee. Raises Refusal (`option`)."""
    game = s.game
    for name in ("rounds", "walk"):
        if name in s.said and s.mode != "fa":
            game.deny(
                WORDS.value,
                f"{name} is for full auto, not {s.mode}: --with mode=fa",
            )
    for name in ("choke", "spread"):
        if not s.shot and (name in s.said or s.without.get_all(name)):
            game.deny(
                WORDS.value,
                f"{name} is for shot, and {s.weapon_id} is loaded with {s.ammunition} ammunition",
            )
    if "choke" in s.said and not s.weapon.smartgun:
        game.deny(
            WORDS.value,
            f"only a smartgun sets its choke, and {s.weapon_id} is not one",
        )
    if game.options.defense:
        way = "--with resist-pool=N; full auto is --with mode=fa"
        game.deny(WORDS.value, f"a shot has no --defense: {way}")


def aim_strike(s: Strike) -> Strike:
    """Return the strike with its range, targeting gear, barrier and number of rounds filled in.
    Raises Refusal (`option`)."""
    s = replace(
        s,
        range=find_range(s),
        barrier=parse_barrier(s),
        rounds=rounds_fired_at(s),
    )
    return replace(s, gear=gear_in_use(s))
