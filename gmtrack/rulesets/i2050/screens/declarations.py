"""Declarations of a simulated combatant besides the usual attack, with the attacks that are
expected to follow: to fight whoever attacks them, to split the skill, to dodge or weave, to fight
with bare hands at once instead of drawing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.intents import Act, Attack, Options
from gmtrack.rulesets.i2050.attack.check import REACH, metres_out_of_reach
from gmtrack.rulesets.i2050.attack.modifiers import OUT_OF_REACH
from gmtrack.rulesets.i2050.dice import SIDES, skill_points
from gmtrack.rulesets.i2050.sheet.fighter import NEEDED_STATUS, Fighter
from gmtrack.rulesets.i2050.sheet.game import Scene, shot_targets
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.i2050.sheet.state import READYING, RoundPlan
from gmtrack.rulesets.i2050.tables import Location
from gmtrack.rulesets.i2050.turn.order import EVASIONS, can_evade
from gmtrack.rulesets.port import Declaration, Way

BURST = "burst"
"""The action that fires a burst, and the word of an attack that does."""
DECLARED = ("fight", "shoot", BURST)
"""The actions that are attacks."""
DRAWN_LATER = 0.5
"""The share of an attack that counts with a weapon which takes this round to get."""
MANY = 3
"""The declared attacks on somebody from which on dodging and weaving are weighed."""
POOR = 5
"""The points of skill of an attack below which dodging and weaving are weighed against a single
attack."""
LASTS = 4
"""The rounds in which a weapon whose jam is cleared has to pay."""
Attacks = list[tuple[float, Attack]]
WordsByFoe = Mapping[str, tuple[str, ...]]
"""The words of `--with` with which a combatant fights back, by foe."""
NO_WORDS: WordsByFoe = {}


class Assault(NamedTuple):
    """An attack that a foe has declared on a combatant, or is expected to declare."""

    foe: Fighter
    weapon: str
    chance: float
    """1 for a declared attack."""
    can_be_opposed: bool
    """Whether the combatant can fight back: it is a blow, within reach."""
    words: tuple[str, ...] = ()
    """The words of `--with` of the attack: how many shots of a burst are at the combatant, and
    the points that a called place costs."""
    called: Location | None = None
    """The location that the attack is aimed at."""


def list_declarations(
    scene: Scene, me: Fighter, usual: Act, foes: Sequence[str]
) -> list[Declaration]:
    """Return the usual declaration against the first of the foes and what may be better, each with
    the attacks that follow: all that foes make on `me`, and those of `me`. Dodging and weaving are
    for those on whom `MANY` have declared attacks, and for those who hardly strike themselves."""
    standing = [scene.fighter(foe) for foe in foes]
    assaults = [*find_assaults(scene, me, standing)]
    if usual.action in ("shoot", "burst"):
        # Nobody stops shooting for a blow that may never be declared.
        assaults = [one for one in assaults if one.chance == 1]
    found = [declare_usually(me, usual, foes[0], assaults)]
    opposable = [one for one in assaults if one.can_be_opposed]
    found += [declare_fight(me, one, assaults) for one in opposable]
    declared = [one for one in opposable if one.chance == 1]
    if len(declared) > 1:
        found += declare_split(me, declared, assaults)
    if usual.action in READYING:
        found += declare_bare_hands(me, standing, assaults)
    if usual.action in DECLARED:
        found += declare_unjamming(me, standing[0], assaults)
    if usual.action == "move":
        foe = scene.fighter(usual.args[0])
        found += declare_readying(me, foe, assaults)
    attackers = sum(one.chance == 1 for one in assaults)
    is_pressed = attackers >= (1 if hardly_strikes(me, usual) else MANY)
    if is_pressed and can_evade(me):
        for word in EVASIONS:
            way = Way(Act(me.id, word), {"attack": 1})
            found.append(Declaration(way, suffer(assaults, me, word)))
    return found


def declare_readying(
    me: Fighter, foe: Fighter, assaults: Sequence[Assault]
) -> Iterator[Declaration]:
    """Yield the declarations to get a weapon that shoots in place of a way to a foe that takes more
    than a round."""
    metres = metres_out_of_reach(me, foe)
    if metres is None or metres - REACH <= me.allowance:
        return
    for act in propose_readying(me):
        name = str(act.options.weapon)
        weapon = me.weapon(name)
        if not weapon.is_missile:
            continue
        share = DRAWN_LATER
        if act.action == "unjam":
            share *= chance_of_check(skill_points(me, weapon.skill))
        shot = Attack(me.id, (foe.id,), options=Options(weapon=name))
        attacks = [*suffer(assaults, me), (share, shot)]
        yield Declaration(way_to_ready(act), attacks)


def declare_unjamming(
    me: Fighter, foe: Fighter, assaults: Sequence[Assault]
) -> Iterator[Declaration]:
    """Yield the declarations to clear a jam in place of an attack with another weapon. The attack
    that is cleared for counts for its share of the next `LASTS` rounds."""
    for act in propose_readying(me):
        if act.action != "unjam":
            continue
        name = str(act.options.weapon)
        chance = chance_of_check(skill_points(me, me.weapon(name).skill))
        share = share_of_rounds(chance, LASTS)
        shot = Attack(me.id, (foe.id,), options=Options(weapon=name))
        attacks = [*suffer(assaults, me), (share, shot)]
        yield Declaration(way_to_ready(act), attacks)


def share_of_rounds(chance: float, rounds: int) -> float:
    """Return the share of so many rounds in which somebody attacks who first tries something each
    round, with this chance, until it succeeds; from 0 to 1."""
    attacks = sum(
        chance * (1 - chance) ** (number - 1) * (rounds - number)
        for number in range(1, rounds)
    )
    return attacks / rounds


def propose_readying(me: Fighter) -> Iterator[Act]:
    """Yield actions that bring back a weapon, in the sheet's order: pick it up, clear its jam or
    draw it."""
    actions = {NEEDED_STATUS[action]: action for action in READYING}
    for name, weapon in me.weapons.items():
        action = actions.get(me.status_of(name))
        if action and not weapon.is_unarmed and me.arm_works(name):
            yield Act(me.id, action, options=Options(weapon=name))


def chance_of_check(points: int) -> float:
    """Return the chance of a check against so many points, from 0 to 1."""
    return min(1.0, max(0.0, points / SIDES))


def hardly_strikes(me: Fighter, usual: Act) -> bool:
    """Whether the usual declaration is an attack with less than `POOR` points of skill."""
    if usual.action not in DECLARED:
        return False
    weapon = me.weapon(str(usual.options.weapon))
    return skill_points(me, weapon.skill) < POOR


def attack_as_declared(declared: Act) -> Attack:
    """Return the attack that is declared by one of the actions in `DECLARED`."""
    options = declared.options
    is_told = any(word.partition("=")[0] == BURST for word in options.words)
    if declared.action == BURST and not is_told:
        options = options._replace(words=(*options.words, BURST))
    return Attack(declared.who, declared.args, options=options)


def find_assaults(
    scene: Scene, me: Fighter, foes: Sequence[Fighter]
) -> Iterator[Assault]:
    """Yield the attacks on `me` that foes have declared, and the blows of those who have not
    declared yet, who are taken to choose at random among those who are not of `foes`."""
    able = sum(one.able for one in scene.everybody())
    others = max(1, able - len(foes))
    mine = me.weapon(me.first_usable(melee=True))
    for foe in foes:
        plan = foe.plan
        can_strike = not mine.is_missile and is_in_reach(me, foe, mine)
        if plan is None:
            name = foe.first_usable()
            weapon = foe.weapon(name)
            if not weapon.is_missile and is_in_reach(foe, me, weapon):
                yield Assault(foe, name, 1 / (others + 1), can_strike)
        elif plan.action in DECLARED and me.id in plan.targets:
            opposed = plan.action == "fight" and can_strike
            words = shots_at(foe, plan, me)
            if plan.aim:
                words += (f"aim={plan.aim}",)
            yield Assault(foe, str(plan.weapon), 1.0, opposed, words, plan.want)


def shots_at(foe: Fighter, plan: RoundPlan, me: Fighter) -> tuple[str, ...]:
    """Return the word for the shots of a foe's declared burst that are at `me`, without a number
    if these are all that the weapon fires; nothing if that is one shot, or if the plan is no
    burst."""
    if plan.action != BURST:
        return ()
    shots = shot_targets(plan).count(me.id)
    if shots > 1 and shots == foe.weapon(foe.used_in(plan)).burst:
        return (BURST,)
    return (f"{BURST}={shots}",) if shots > 1 else ()


def is_in_reach(me: Fighter, foe: Fighter, weapon: Weapon) -> bool:
    """Whether a weapon reaches a foe, as far as positions are known (IN-PHASE-05, IN-R16)."""
    if weapon.is_missile:
        return True
    too_high = (
        abs(foe.height - me.height) >= OUT_OF_REACH and weapon.class_ != "long"
    )
    return not too_high and metres_out_of_reach(me, foe) is None


def suffer(
    assaults: Sequence[Assault],
    me: Fighter,
    defense: str = "none",
    words: WordsByFoe = NO_WORDS,
) -> Attacks:
    """Return the attacks on `me`, each against a defense; against a foe in `words`, `me` fights
    back with these words."""
    attacks: Attacks = []
    for one in assaults:
        foe = one.foe.id
        options = Options(
            weapon=one.weapon,
            words=(*one.words, *words.get(foe, ())),
            called=one.called,
            defense=("fight" if foe in words else defense,),
        )
        attacks.append((-one.chance, Attack(foe, (me.id,), options=options)))
    return attacks


def declare_usually(
    me: Fighter, usual: Act, foe: str, assaults: Sequence[Assault]
) -> Declaration:
    """Return the usual declaration: an attack on a foe, or getting a weapon for a later one. A
    fight opposes the foe, if the foe fights `me`."""
    for one in assaults:
        meant = usual.action == "fight" and usual.args == (one.foe.id,)
        if meant and one.can_be_opposed:
            return declare_fight(me, one, assaults)._replace(way=Way(usual))
    attacks = suffer(assaults, me)
    if usual.action in DECLARED:
        attacks.append((1.0, attack_as_declared(usual)))
    elif usual.action in READYING:
        drawn = Options(weapon=usual.options.weapon)
        attacks.append((DRAWN_LATER, Attack(me.id, (foe,), options=drawn)))
        return Declaration(way_to_ready(usual), attacks)
    return Declaration(Way(usual), attacks)


def way_to_ready(act: Act) -> Way:
    """Return an action that readies a weapon as a way, with the state in which it leaves it."""
    return Way(act, leaves={f"weapons.{act.options.weapon}.status": "ready"})


def declare_fight(
    me: Fighter, at: Assault, assaults: Sequence[Assault]
) -> Declaration:
    """Return the declaration to fight a foe who may fight `me`: if they do, `me` opposes them, and
    the harm to them is part of their attack; otherwise nobody opposes the blow of `me`."""
    name = me.first_usable(melee=True)
    options = Options(weapon=name)
    words = {at.foe.id: (f"defend-weapon={name}",)}
    attacks = suffer(assaults, me, words=words)
    if at.chance < 1:
        own = Attack(me.id, (at.foe.id,), options=options)
        attacks.append((1 - at.chance, own))
    act = Act(me.id, "fight", (at.foe.id,), options=options)
    return Declaration(Way(act), attacks)


def declare_split(
    me: Fighter, declared: Sequence[Assault], assaults: Sequence[Assault]
) -> Iterator[Declaration]:
    """Yield the declaration to fight all who have declared to fight `me`, with the skill in even
    shares; nothing if that leaves too little."""
    name = me.first_usable(melee=True)
    share = skill_points(me, me.weapon(name).skill) // len(declared)
    if share < max(1, me.house.split_minimum):
        return
    split = "split=" + ",".join([str(share)] * len(declared))
    foes = tuple(one.foe.id for one in declared)
    act = Act(
        me.id, "fight", foes, options=Options(weapon=name, words=(split,))
    )
    words = dict.fromkeys(foes, (f"defend-weapon={name}", f"share={share}"))
    yield Declaration(Way(act), suffer(assaults, me, words=words))


def declare_bare_hands(
    me: Fighter, foes: Sequence[Fighter], assaults: Sequence[Assault]
) -> Iterator[Declaration]:
    """Yield the declarations to fight a foe within reach with bare hands and Unarmed Combat."""
    fists = me.weapon(UNARMED)
    options = Options(weapon=UNARMED)
    disable = options._replace(words=("unarmed-combat",))
    for foe in foes:
        if is_in_reach(me, foe, fists):
            own = Attack(me.id, (foe.id,), options=disable)
            act = Act(me.id, "fight", (foe.id,), options=options)
            yield Declaration(Way(act), [*suffer(assaults, me), (1.0, own)])
