"""A hit: its damage in the order of ST-038, killing blows, makeshift weapons that wear out."""

from typing import TYPE_CHECKING

from gmtrack.rulesets.storyteller.attack.cover import through
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.attack.pool import killing_pool
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.wounds.damage import Hit, announce, inflict

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.attack.document import AttackDocument


def strike_home(s: Strike, net_hits: int, doc: "AttackDocument") -> str:
    """The damage and where it goes; gives the outcome."""
    house = s.game.house
    base = 0 if house.weapon_mod == "dice" else s.weapon.damage
    points = max(house.min_damage, net_hits + base)
    late = house.pull_cap == "after_armor"
    if s.pull is not None and not late:
        points = min(points, s.pull)
    hit = Hit(
        base, points, "bashing" if s.has("pull-bashing") else s.weapon.damage_type,
        firearm=s.firearm, ap=s.weapon.armor_piercing, called=s.called,
        armored=not s.off("armor"), most=s.pull if late else None,
    )  # fmt: skip
    announce(s.game, s.target, hit)
    return land(s, hit, doc)


def finish(s: Strike, doc: "AttackDocument") -> str:
    """A killing blow; nothing is rolled, armor does not count."""
    game, pool = s.game, killing_pool(s)
    points = max(0, pool + s.weapon.damage)
    hit = Hit(s.weapon.damage, points, s.weapon.damage_type, s.firearm, armored=False)
    game.report.tell("killing", "note", pool=pool)
    with game.draft.by("ST-153"):
        game.note(s.attacker, "breaking-point")
    with game.draft.by("ST-152"):
        announce(game, s.target, hit)
    return land(s, hit, doc)


def land(s: Strike, hit: Hit, doc: "AttackDocument") -> str:
    """Through what stands in between, into the target, and out of the weapon. It has been
    announced."""
    taken, ap = through(s, hit, doc)
    damage = inflict(s.game, s.target, hit._replace(cover=taken, ap=ap), s.attacker)
    doc["damage"] = damage
    if s.weapon.improvised:
        late = s.game.house.improvised_wear == "after_armor"
        wear(s, damage["dealt"] if late else hit.modified, doc)
    return "hit" if damage["dealt"] else "blocked"


def wear(s: Strike, points: int, doc: "AttackDocument") -> None:
    """What a makeshift weapon suffers from its own blow."""
    who, name = s.attacker, s.weapon_id
    before = who.structure_of(name)
    after = max(0, before - max(0, points - s.weapon.durability))
    doc["wear"] = {"weapon": name, "before": before, "after": after}
    with s.game.draft.by("ST-157"):
        who.set_structure(name, after)
        if after < before:
            s.game.report.tell("wear", "note", weapon=name, before=before, after=after)
        if before and not after:
            hands.drop(s.game, who, name, "wrecked")
