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
from gmtrack.rulesets.swan_song.sheet.live import Fighter
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
    key = "net.laid" if laid else through(s) if tie else f"net.{why or outcome}"
    tone = "note" if key in ("net.miss", "net.tie") else "head"
    s.game.report.tell(
        key, tone, net=net_hits, attack=attack_hits, defense=attack_hits - net_hits,
        target=s.target.name,
    )  # fmt: skip
    if outcome == "hit":
        outcome, why = apply_hit(s, net_hits, doc, tie=tie)
    doc["outcome"] = outcome
    if why:
        doc["why"] = why
    if outcome in ("hit", "graze") and s.weapon.contact_effect:
        doc["contact"] = s.weapon.contact_effect
        s.game.report.tell("contact", "note", text=s.weapon.contact_effect)


def through(s: Strike) -> str:
    """The sentence for a tie that goes through cover, and what lies between it and the damage."""
    return "net.through.barrier" if in_the_way(s, tie=True) is not None else "net.through"


def engage(who: Fighter) -> None:
    """Who has attacked or was attacked is not unaware."""
    with who.draft.by("SS-DEF-12, R-DEF-2"):
        who.engaged = True


def apply_hit(s: Strike, net: int, doc: "AttackDocument", *, tie: bool) -> Verdict:
    """One hit from its net hits to the last effect; `tie`: it goes through cover."""
    damage = modified_damage(s, net)
    doc["damage"] = damage
    passage = through_barrier(s, damage, doc, tie=tie)
    if passage.through <= 0:
        return "blocked", "barrier"
    if s.track() == "health" and passage.through < damage["armor"]:
        s.game.report.tell("gate", "note", dv=passage.through, armor=damage["armor"])
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
    s.game.report.tell(
        "dealt" if dealt == left else "dealt.capped", "head",
        dv=incoming, soaked=damage["soaked"], left=left, dealt=dealt, track=damage["track"],
        type=damage["type"],
    )  # fmt: skip
    strike_target(s, damage, Hit(net, damage["modified"], left, dealt, damage["track"]))
    return "hit", None


def modified_damage(s: Strike, net: int) -> "DamageDocument":
    """The modified DV and the modified armor."""
    base, armor = s.base_dv(), modified_armor(s.target, s.weapon.arp)
    s.game.report.tell("dv", base=base, net=net, modified=base + net)
    s.game.report.tell("armor", av=s.target.armor_value, arp=s.weapon.arp, armor=armor)
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
    """What armor and Body take off; wounds do not count."""
    parts = halved(s.target, soak_parts(s.target, s.weapon.arp))
    return roll_test(s.game, TestSpec(s.roll_name("soak"), s.target.id, parts)).counted


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
        # What a place has taken counts until it is healed.
        boxes = t.location_boxes
        with game.draft.by("R-EFF-5"):
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
