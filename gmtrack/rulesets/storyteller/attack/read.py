"""Reading the words of an attack into its plan: weapon, targets, burst, numbers (8.2)."""

from dataclasses import replace

from gmtrack.core.intents import Attack
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Told, known, number, parse_mod
from gmtrack.rulesets.storyteller.attack.defense import check_said_of
from gmtrack.rulesets.storyteller.attack.plan import Plan, Strike
from gmtrack.rulesets.storyteller.attack.words import ATTACK_WORDS, switches
from gmtrack.rulesets.storyteller.dice.rolls import mod_parts
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.hands import better, fires_bursts, weapon_named
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import CROWBAR, Weapon, read_weapon
from gmtrack.rulesets.storyteller.tables.kinds import RANGED
from gmtrack.rulesets.storyteller.tables.ranged import BURSTS
from gmtrack.rulesets.storyteller.wounds.tags import place_named


def read_attack(game: Game, intent: Attack) -> Plan:
    """Read what was typed. Raises Refusal (`option`, `weapon`, `target`, `ammo`)."""
    encounter = game.draft.encounter
    attacker = game.find(intent.attacker)
    named = [game.find(word) for word in intent.targets]
    told = Told(game.options.words, ATTACK_WORDS, encounter, WORDS)
    without = switches(game)
    check_ties(game, told, [attacker, *named])
    check_said_of(game, named)
    name = weapon_named(game, attacker, game.options.weapon or attacker.hands[0])
    weapon = in_use(game, told, attacker, name, attacker.weapon(name))
    burst = choose_burst(game, told, attacker, name, weapon)
    named = choose_targets(game, named, burst)
    base = Strike(
        game=game, attacker=attacker, target=named[0], aimed_at=named[0], weapon_id=name,
        weapon=weapon, told=told, without=without, called=place_named(game, game.options.called),
        burst=burst, count=len(named),
    )  # fmt: skip
    strikes = [strike_at(base, named, index) for index in range(len(named))]
    return Plan(game, attacker, name, strikes, burst, charged(strikes[0]))


def check_ties(game: Game, told: Told, there: list[Fighter]) -> None:
    """A word tied to somebody is about one of those who take part. Raises Refusal (`option`)."""
    ids = [who.id for who in there]
    for name in ATTACK_WORDS:
        for word in told.all(name):
            if word.who is not None and word.who not in ids:
                game.deny(WORDS.unknown, f"{word.who}:{name}: {word.who} has no part in this")
    for text in (*game.options.mods, *game.options.defense_mods):
        who = parse_mod(text, game.draft.encounter, WORDS).who
        if who is not None and who not in ids:
            game.deny(WORDS.unknown, f"{text}: {who} has no part in this")


# --- the weapon ---


def in_use(game: Game, told: Told, who: Fighter, name: str, weapon: Weapon) -> Weapon:
    """The weapon as it is used: thrown (ST-101) or as a club (ST-099). Raises Refusal (`weapon`,
    `option`)."""
    if told.has("thrown") and told.has("club"):
        game.deny(WORDS.value, f"{name} is thrown, or it is a club")
    if told.all("thrown"):
        if weapon.kind not in ("melee", "thrown"):
            other = better(game, who, lambda one: one.kind in ("melee", "thrown"))
            message = f"{other}thrown goes with a melee weapon, {name} is {weapon.kind}"
            game.deny(WORDS.value, message)
        if weapon.kind == "melee":
            return replace(weapon, kind="thrown", attribute="dexterity", skill="athletics")
    if told.all("club"):
        if weapon.kind != "firearm":
            other = better(game, who, lambda one: one.kind == "firearm")
            message = f"{other}club goes with a firearm, {name} is {weapon.kind}"
            game.deny(WORDS.value, message)
        if weapon.size <= 1:
            game.refuse("weapon", f"{name} is too small for a club: size {weapon.size}")
        return read_weapon(CROWBAR)
    return weapon


# --- bursts and targets ---


def choose_burst(game: Game, told: Told, who: Fighter, name: str, weapon: Weapon) -> str | None:
    """ST-089 to ST-093, ST-R27. Raises Refusal (`option`, `weapon`)."""
    words = told.all("burst")
    if not words:
        return None
    burst = known(words[-1].value or "", BURSTS, "burst", WORDS.unknown)
    if not fires_bursts(weapon):
        other = better(game, who, fires_bursts)
        game.refuse("weapon", f"{other}{name} cannot fire bursts: it has no autofire")
    if weapon.capacity and game.house.choice("short_ammo", "next_lower_burst"):
        lower = list(BURSTS)[: list(BURSTS).index(burst) + 1]
        fits = [n for n in lower if BURSTS[n].bullets <= who.ammo_of(name)]
        burst = fits[-1] if fits else burst
    return burst


def choose_targets(game: Game, named: list[Fighter], burst: str | None) -> list[Fighter]:
    """ST-089 to ST-091. Raises Refusal (`target`)."""
    if burst is None and len(named) > 1:
        game.refuse("target", "several targets take --with burst=medium or long; name one")
        game.report.tell("one-target", "note", target=named[0].name)
        return named[:1]
    most = BURSTS[burst].targets if burst else None
    if most is not None and len(named) > most:
        game.refuse("target", f"a {burst} burst has {most} targets at most, not {len(named)}")
    return named


def strike_at(base: Strike, named: list[Fighter], index: int) -> Strike:
    """The strike at one of the named, with what holds for it alone."""
    target = named[index]
    s = replace(base, aimed_at=target, target=behind(base, target), block=block(base, named, index))
    return replace(
        s,
        mods=mods_for(s, s.game.options.mods),
        defense_mods=mods_for(s, s.game.options.defense_mods),
        aim=aim_on(s),
        pull=pulled(s),
    )


def behind(base: Strike, target: Fighter) -> Fighter:
    """ST-083: who took cover behind the one he grapples with is not hit by missiles."""
    hold = target.grappling()
    if base.weapon.kind in RANGED and hold and hold["cover"]:
        return base.game.fighter(hold["with"])
    return target


def block(base: Strike, named: list[Fighter], index: int) -> str | None:
    """Section 5: a burst is rolled for each target by name, with a number the second time."""
    if base.burst is None:
        return None
    times = [who.id for who in named[: index + 1]].count(named[index].id)
    return named[index].id if times == 1 else f"{named[index].id}.{times}"


# --- words with numbers ---


def mods_for(s: Strike, texts: tuple[str, ...]) -> tuple[Part, ...]:
    """ST-007: what the GM adds for this one of the targets. Raises Refusal (`option`)."""
    encounter = s.game.draft.encounter
    here = (None, s.attacker.id, s.target.id, s.aimed_at.id)
    mine = [text for text in texts if parse_mod(text, encounter, WORDS).who in here]
    return tuple(mod_parts(s.game, tuple(mine)))


def aim_on(s: Strike) -> int:
    """ST-085 to ST-088: dice for turns of aiming at this one."""
    aim = s.attacker.live_aim()
    if aim is None or not s.ranged or s.burst or aim.target != s.aimed_at.id:
        return 0
    return aim.bonus


def pulled(s: Strike) -> int | None:
    """ST-138, ST-143: the most damage that is wanted. Raises Refusal (`option`)."""
    word = s.word("pull")
    if word is None or s.firearm:
        return None
    most = max(s.attacker.trait(s.weapon.attribute), s.attacker.trait(s.weapon.skill))
    return number(word.value, "pull", WORDS.value, least=1, most=most)


def charged(s: Strike) -> int | None:
    """ST-125: the metres of a charge, 0 where none are said; None: there is none."""
    word = s.word("charge")
    if word is None:
        return None
    metres = (word.value or "0").removesuffix("m")
    return number(metres, "charge", WORDS.value, most=999_999)
