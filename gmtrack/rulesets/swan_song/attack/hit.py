"""One part after its attack roll: defense, damage value, barrier, armor, soak, points, effects."""

from typing import TYPE_CHECKING, NamedTuple

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
from gmtrack.rulesets.swan_song.wounds.damage import Applied, Blow, strike_home
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import note_kill
from gmtrack.rulesets.swan_song.wounds.position import join_melee
from gmtrack.rulesets.swan_song.wounds.status import settle_status

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument, DamageDocument

Verdict = tuple[str, str | None]
"""The outcome and, where the document has it, why."""


class Hit(NamedTuple):
    """The numbers of one hit: `odv` before soak and cap, `dealt` (ldv) after both."""

    net: int
    odv: int
    after_soak: int
    dealt: int
    track: str


def resolve(s: Strike, attack_hits: int, doc: "AttackDocument", *, laid: bool = False) -> None:
    """From the defense to the last effect; writes what came of it into `doc`. `laid`: a blast
    that nobody aimed hits whom it catches with its base DV (R-ATK-9)."""
    defense_hits = roll_defense(s, doc)
    s.target.engaged = True
    if s.melee:
        join_melee(s.game, s.attacker, s.target)
    net_hits = attack_hits if defense_hits is None else attack_hits - defense_hits
    doc["outcome"] = "hit"
    doc["net_hits"] = net_hits
    outcome, why = ("hit", None) if laid else compare(s, attack_hits, defense_hits)
    s.game.report.tell(
        "net.laid" if laid else f"net.{outcome if why is None else why}",
        "head" if outcome == "hit" else "note",
        net=net_hits, attack=attack_hits, defense=attack_hits - net_hits, target=s.target.name,
    )  # fmt: skip
    if outcome == "hit":
        tie = defense_hits is not None and net_hits == 0
        outcome, why = apply_hit(s, net_hits, doc, tie=tie)
    doc["outcome"] = outcome
    if why:
        doc["why"] = why
    if outcome in ("hit", "graze") and s.weapon.contact_effect:
        doc["contact"] = s.weapon.contact_effect
        s.game.report.tell("contact", "note", text=s.weapon.contact_effect)


def apply_hit(s: Strike, net: int, doc: "AttackDocument", *, tie: bool) -> Verdict:
    """One hit from its net hits to the last effect; `tie`: it goes through cover (SS-COV-07)."""
    damage = modified_damage(s, net)
    doc["damage"] = damage
    passage = through_barrier(s, damage, doc, tie=tie)
    if passage.through <= 0:
        return "blocked", "barrier"
    armor = damage["armor"]
    if s.track() == "health" and passage.through < armor:
        s.game.report.tell("gate", "note", dv=passage.through, armor=armor)
        return end_without_damage(s, damage, "armor")
    limit = s.place.row.limit if s.place and s.place.row else None
    incoming = passage.through
    if limit is not None and s.game.house.dv_limit_when == "before_soak":
        incoming = min(incoming, limit)
    damage["soaked"] = roll_soak(s)
    left = max(0, incoming - damage["soaked"] - passage.after_soak)
    if left == 0:
        return end_without_damage(s, damage, "soak")
    dealt = left if limit is None else min(left, limit)
    if limit is not None:
        damage["uncapped"] = left
    damage["dealt"] = dealt
    tell_dealt(s, damage, incoming, left)
    strike_target(s, damage, Hit(net, damage["modified"], left, dealt, damage["track"]))
    return "hit", None


def tell_dealt(s: Strike, damage: "DamageDocument", incoming: int, left: int) -> None:
    dealt = damage["dealt"]
    s.game.report.tell(
        "dealt" if dealt == left else "dealt.capped", "head",
        dv=incoming, soaked=damage["soaked"], left=left, dealt=dealt,
        track=damage["track"], type=damage["type"],
    )  # fmt: skip


def modified_damage(s: Strike, net: int) -> "DamageDocument":
    """SS-ATK-08, -10, SS-ARM-04, -05, R-ARM-3: mdv and modified armor."""
    base = s.base_dv()
    armor_value, arp = s.target.armor_value, s.weapon.arp
    armor = modified_armor(s.target, arp)
    s.game.report.tell("dv", base=base, net=net, modified=base + net)
    s.game.report.tell("armor", av=armor_value, arp=arp, armor=armor)
    return {
        "base": base, "modified": base + net, "armor": armor, "soaked": 0, "dealt": 0,
        "track": s.track(), "type": s.weapon.damage_type, "applied": [],
    }  # fmt: skip


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
    """SS-ATK-12, -13; no wounds (SS-WND-04)."""
    parts = halved(s.target, soak_parts(s.target, s.weapon.arp))
    return roll_test(s.game, TestSpec(s.roll_name("soak"), s.target.id, parts)).counted


def end_without_damage(s: Strike, damage: "DamageDocument", why: str) -> Verdict:
    """SS-ATK-16, SS-ARM-03, R-ARM-1: contact, but nothing gets through."""
    bounced = why == "armor" and not s.game.house.bounce_is_graze
    s.game.report.tell(f"nothing.{why}", "note", target=s.target.name)
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
        boxes = t.location_boxes
        t.location_boxes = {**boxes, s.place.name: boxes.get(s.place.name, 0) + hit.dealt}
    if s.place:
        aimed_effects(s, hit, applied)
    settle_status(game, t, applied.exceeded)
    note_kill(game, s.attacker, t, core, dead)


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
