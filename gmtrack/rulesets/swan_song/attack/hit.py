"""One part after its attack roll: defense, damage value, barrier, armor, soak, points, effects."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.swan_song.attack.barrier_in_the_way import Passage, cross, in_the_way
from gmtrack.rulesets.swan_song.attack.defense import compare, roll_defense
from gmtrack.rulesets.swan_song.attack.location_effects import (
    called_knockdown,
    location_effects,
    vehicle_effects,
)
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.dice.pools import halved, modified_armor, soak_parts
from gmtrack.rulesets.swan_song.dice.rolls import TestSpec, roll_test
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.wounds.damage import Applied, Blow, strike_home
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import note_kill
from gmtrack.rulesets.swan_song.wounds.position import join_melee
from gmtrack.rulesets.swan_song.wounds.status import settle_status

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument, DamageDocument

Verdict = tuple[str, str | None]
"""The outcome and, where the document has it, why."""


class Net(NamedTuple):
    """Hits against hits."""

    net: int
    attack: int


class Hit(NamedTuple):
    """The numbers of one hit: `odv` before soak and cap, `dealt` (ldv) after both."""

    net: int
    odv: int
    after_soak: int
    dealt: int
    track: str


def resolve(s: Strike, attack_hits: int, doc: "AttackDocument", *, laid: bool = False) -> None:
    """From the defense to the last effect; writes what came of it into `doc`. `laid`: a blast
    that nobody aimed hits whom it catches with its base DV."""
    defense_hits = roll_defense(s, doc)
    engage(s.target)
    if s.melee:
        join_melee(s.game, s.attacker, s.target)
    net_hits = attack_hits if defense_hits is None else attack_hits - defense_hits
    doc["outcome"] = "hit"
    doc["net_hits"] = net_hits
    outcome, why = ("hit", None) if laid else compare(s, attack_hits, defense_hits)
    tie = outcome == "hit" and not laid and defense_hits is not None and net_hits == 0
    tell = tell_laid if laid else tell_through if tie else tell_tie if why else tell_net
    tell(s, f"net.{why or outcome}", Net(net_hits, attack_hits))
    if outcome == "hit":
        outcome, why = apply_hit(s, net_hits, doc, tie=tie)
    doc["outcome"] = outcome
    if why:
        doc["why"] = why
    if outcome in ("hit", "graze") and s.weapon.contact_effect:
        doc["contact"] = s.weapon.contact_effect
        tell_contact(s, s.weapon.contact_effect)


def tell_laid(s: Strike, key: str, net: Net) -> None:
    """R-ATK-9"""
    tell_hits(s, "net.laid", net)


def tell_through(s: Strike, key: str, net: Net) -> None:
    """SS-ATK-07, SS-COV-07, R-COV-3: a tie, and what lies between it and the damage."""
    barred = in_the_way(s, tie=True) is not None
    tell_hits(s, "net.through.barrier" if barred else "net.through", net)


def tell_tie(s: Strike, key: str, net: Net) -> None:
    """SS-ATK-07, R-ATK-1"""
    tell_hits(s, key, net)


def tell_net(s: Strike, key: str, net: Net) -> None:
    """SS-ATK-05, SS-ATK-06"""
    tell_hits(s, key, net)


def tell_hits(s: Strike, key: str, net: Net) -> None:
    """Hits against hits, and what came of it."""
    tone = "head" if key.startswith(("net.hit", "net.laid", "net.through")) else "note"
    defense = net.attack - net.net
    s.game.report.tell(
        key, tone, net=net.net, attack=net.attack, defense=defense, target=s.target.name
    )


def tell_contact(s: Strike, text: str) -> None:
    """SS-ATK-17, R-ATK-7"""
    s.game.report.tell("contact", "note", text=text)


def engage(who: Fighter) -> None:
    """SS-DEF-12, R-DEF-2: who has attacked or was attacked is not unaware."""
    who.engaged = True


def apply_hit(s: Strike, net: int, doc: "AttackDocument", *, tie: bool) -> Verdict:
    """One hit from its net hits to the last effect; `tie`: it goes through cover."""
    damage = modified_damage(s, net)
    doc["damage"] = damage
    passage = through_barrier(s, damage, doc, tie=tie)
    if passage.through <= 0:
        return "blocked", "barrier"
    if s.track() == "health" and passage.through < damage["armor"]:
        return bounce(s, damage, passage.through)
    limit = s.place.row.limit if s.place and s.place.row else None
    incoming = passage.through
    if limit is not None and s.game.house.dv_limit_when == "before_soak":
        incoming = min(incoming, limit)
    damage["soaked"] = roll_soak(s)
    left = max(0, incoming - damage["soaked"] - passage.after_soak)
    if left == 0:
        return soak_all(s, damage)
    dealt = left if limit is None else min(left, limit)
    if limit is not None:
        damage["uncapped"] = left
    damage["dealt"] = dealt
    tell_dealt(s, damage, incoming, left)
    strike_target(s, damage, Hit(net, damage["modified"], left, dealt, damage["track"]))
    return "hit", None


def tell_dealt(s: Strike, damage: "DamageDocument", incoming: int, left: int) -> None:
    """What is left after the soak, and what of it the place lets through."""
    numbers = {"dv": incoming, "soaked": damage["soaked"], "left": left, "dealt": damage["dealt"]}
    kind = {"track": damage["track"], "type": damage["type"]}
    tell = tell_whole if damage["dealt"] == left else tell_capped
    tell(s, {**numbers, **kind})


def tell_whole(s: Strike, numbers: Data) -> None:
    """SS-ATK-14"""
    s.game.report.tell("dealt", "head", **numbers)


def tell_capped(s: Strike, numbers: Data) -> None:
    """SS-ATK-14, SS-CALL-05, R-CALL-6"""
    s.game.report.tell("dealt.capped", "head", **numbers)


def modified_damage(s: Strike, net: int) -> "DamageDocument":
    """The modified DV and the modified armor."""
    base, armor = s.base_dv(), modified_armor(s.target, s.weapon.arp)
    tell_dv(s, base, net)
    tell_armor(s, armor)
    return {
        "base": base, "modified": base + net, "armor": armor, "soaked": 0, "dealt": 0,
        "track": s.track(), "type": s.weapon.damage_type, "applied": [],
    }  # fmt: skip


def tell_dv(s: Strike, base: int, net: int) -> None:
    """SS-ATK-08, SS-ATK-09"""
    s.game.report.tell("dv", base=base, net=net, modified=base + net)


def tell_armor(s: Strike, armor: int) -> None:
    """SS-ATK-10"""
    s.game.report.tell("armor", av=s.target.armor_value, arp=s.weapon.arp, armor=armor)


def through_barrier(
    s: Strike, damage: "DamageDocument", doc: "AttackDocument", *, tie: bool
) -> Passage:
    """What goes on behind what stands between; writes `after_barrier` where one is crossed."""
    obstacle = in_the_way(s, tie=tie)
    if obstacle is None:
        return Passage(damage["modified"])
    passage = cross(s, obstacle, damage["modified"], doc)
    damage["after_barrier"] = passage.through
    return passage


def roll_soak(s: Strike) -> int:
    """SS-ATK-13; no wounds (SS-WND-04)."""
    parts = halved(s.target, soak_parts(s.target, s.weapon.arp))
    return roll_test(s.game, TestSpec(s.roll_name("soak"), s.target.id, parts)).counted


def bounce(s: Strike, damage: "DamageDocument", dv: int) -> Verdict:
    """SS-ARM-03, SS-ATK-16, R-ARM-1: the armor is more than the damage value."""
    s.game.report.tell("gate", "note", dv=dv, armor=damage["armor"])
    return end_without_damage(s, damage, "armor")


def soak_all(s: Strike, damage: "DamageDocument") -> Verdict:
    """SS-ATK-14, SS-ATK-16"""
    return end_without_damage(s, damage, "soak")


def end_without_damage(s: Strike, damage: "DamageDocument", why: str) -> Verdict:
    """Contact, but nothing gets through."""
    bounced = why == "armor" and not s.game.house.bounce_is_graze
    key = f"nothing.{why}" if bounced else f"graze.{why}"
    s.game.report.tell(key, "note", target=s.target.name)
    if not s.game.house.called_needs_damage and not bounced and not s.target.sheet.vehicle:
        location_effects(s, damage["modified"], 0)
        settle_status(s.game, s.target)
    return ("blocked" if bounced else "graze"), why


def strike_target(s: Strike, damage: "DamageDocument", hit: Hit) -> None:
    """The damage of one hit, then what follows from it: location effects, status."""
    game, t = s.game, s.target
    core, dead = t.core or 0, t.status == "dead"
    before_cap = game.house.knockdown_damage == "before_cap"
    blow = Blow(
        hit.dealt, hit.track, damage["type"], hit.after_soak if before_cap else hit.dealt,
        s.weapon.knockdown_limit_mod,
    )  # fmt: skip
    applied: Applied = strike_home(game, t, blow)
    damage["applied"] = applied.entries
    if s.place and s.place.row:
        note_place(t, s.place.name, hit.dealt)
    if s.place:
        aimed_effects(s, hit, applied)
    settle_status(game, t, applied.exceeded)
    note_kill(game, s.attacker, t, core, dead)


def note_place(who: Fighter, place: str, dealt: int) -> None:
    """R-EFF-5: what a place has taken counts until it is healed."""
    boxes = who.location_boxes
    who.location_boxes = {**boxes, place: boxes.get(place, 0) + dealt}


def aimed_effects(s: Strike, hit: Hit, applied: Applied) -> None:
    """After the damage: what the called place does (R-CALL-4, -5, -8)."""
    if s.target.sheet.vehicle:
        vehicle_effects(s, hit.after_soak, hit.dealt)
        return
    if s.target.overflow > s.target.attribute("body"):
        return
    if s.game.house.called_needs_flesh and not applied.flesh_lost:
        return
    bases = {"modified": hit.odv, "base": s.base_dv(), "post_soak": hit.after_soak}
    odv = bases[s.game.house.odv_basis]
    ldv = hit.odv if s.game.house.ldv_basis == "original" else hit.dealt
    if s.place and s.place.row is None:
        called_knockdown(s, hit.net)
    else:
        location_effects(s, odv, ldv)
