"""The resolution of one part of an attack after its roll: defense, damage value, barrier, armor,
soak, effects."""

import itertools
from collections.abc import Iterable
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import propose_near_word
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.own.in_force import split_part
from gmtrack.rulesets.kit.words import Word, parse_word
from gmtrack.rulesets.swan_song.attack.barriers import (
    cross_obstacle,
    obstacle_in_the_way,
)
from gmtrack.rulesets.swan_song.attack.location_effects import (
    apply_called_knockdown,
    apply_location_effects,
    apply_vehicle_effects,
)
from gmtrack.rulesets.swan_song.attack.modifiers import (
    COVERS,
    defense_parts,
    defense_skill,
    parry_weapon,
)
from gmtrack.rulesets.swan_song.attack.plan import (
    Defense,
    Strike,
    entry_for_part,
)
from gmtrack.rulesets.swan_song.dice import (
    TestSpec,
    halve_in_last_fight,
    modified_armor,
    rank_parts,
    roll_test,
    soak_parts,
    standard_defense,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.costs import (
    check_category,
    check_interrupt,
    check_status,
    price_of,
)
from gmtrack.rulesets.swan_song.wounds.conditions import settle_status
from gmtrack.rulesets.swan_song.wounds.damage import (
    Applied,
    Blow,
    apply_blow,
    note_kill,
)
from gmtrack.rulesets.swan_song.wounds.events import join_melee

DEFENSES = ("standard", "full", "parry", "block", "dodge",
            "full+parry", "full+block", "full+dodge", "none")  # fmt: skip

FREE = "`--defense standard` is always possible"


def parse_defenses(game: Game, targets: Iterable[str]) -> list[list[Word]]:
    """Return the words of every `--defense`, a list for each.

    Raises Refusal `unknown` if a word is meant for somebody who is not attacked."""
    typed = [
        [
            parse_word(word, game.draft.encounter, WORDS)
            for word in text.split(",")
        ]
        for text in game.options.defense
    ]
    for word in itertools.chain(*typed):
        if word.who is not None and word.who not in targets:
            game.deny(
                "unknown",
                f"{word.who} is not attacked here and needs no --defense",
            )
    return typed


def choose_defense(s: Strike, typed: list[list[Word]], index: int) -> Defense:
    """Return the target's defense against the part at this index.

    If nobody says, it is the standard one, or none if an own effect forbids that. Raises Refusal
    `forbidden` for a standard defense that an effect forbids, `unknown` for a word that is no
    defense."""
    word = told = defense_word(s.game, typed, s.target.id, index)
    if not word:
        # Without being told: `standard`, unless an effect of the GM's own forbids it.
        able = not (s.unaware or s.helpless or s.target.full_defense)
        word = (
            "none"
            if able and s.game.is_left_out(s.target, "standard")
            else "standard"
        )
    vehicle = s.target.sheet.vehicle
    if told == "standard":
        s.game.check_forbidden(s.target, told)
    if word == "none" or (vehicle and s.target.sheet.defense_pool is None):
        return Defense(none=True)
    if word == "standard" or vehicle:
        return Defense(full=s.target.full_defense)
    full = word.startswith("full") or s.target.full_defense
    return Defense(
        word.removeprefix("full+") if word != "full" else None, full, paid=True
    )


def defense_word(
    game: Game, typed: list[list[Word]], target: str, index: int
) -> str | None:
    """Return the defense typed for a target's part at this index, or None if none is.

    A word tied to the target goes before a free one. Raises Refusal `unknown` for a word that is
    no defense."""
    tied = free = None
    for words in typed:
        for word in words:
            if word.name not in DEFENSES:
                game.deny(
                    "unknown",
                    f"no defense '{word.name}'{propose_near_word(word.name, DEFENSES)}",
                )
        mine = [word.name for word in words if word.who == target]
        if mine:
            tied = mine[min(index, len(mine) - 1)]
        elif words[0].who is None:
            free = (
                entry_for_part([word.name for word in words], index) or "none"
            )
    return tied or free


def check_defense(s: Strike) -> None:
    """Raise Refusal if the target cannot answer with the chosen Interrupt (R-DEF-10).

    The kinds are `status`, `surprised`, `turn`, `effect`, `defense` and `hands`. Depends on the
    house rule `ranged_dodge`."""
    game, who, skill = s.game, s.target, s.defense.skill
    check_status(game, who)
    check_interrupt(game, who, s.attacker.id)
    check_category(game, who, price_of(game, skill or "full_defense"))
    if (
        skill
        and not s.weapon.is_melee
        and not (skill == "dodge" and game.house.ranged_dodge)
    ):
        game.refuse(
            "defense",
            f"{skill} works only in melee, not against {s.weapon_id}: {FREE}",
        )
    if skill == "parry" and parry_weapon(who) is None:
        game.refuse(
            "hands",
            f"{who.name} has no melee weapon in hand to parry with: {FREE}",
        )
    if skill == "block" and any(who.held.values()):
        game.refuse(
            "hands",
            f"{who.name} holds a weapon, and block needs empty hands: {FREE}",
        )
    if skill == "block" and who.skill("unarmed_combat") < 1:
        game.refuse(
            "defense",
            f"{who.name} cannot block without the skill unarmed-combat: {FREE}",
        )


def roll_defense(s: Strike, doc: Data) -> int | None:
    """Roll the Defense Test and return its counted hits; None if there is no defense at all.

    Somebody unaware has the dice of their cover alone (R-DEF-4). Writes `defense` into the
    document. Depends on the house rules `limit_on_standard_defense`, `surprised_cover_dice` and
    `unaware_cover_only`."""
    modifiers = defense_parts(s)
    undefended = s.unaware or s.helpless
    # The dice of cover alone (R-DEF-3).
    covered = (
        not s.target.surprised_of(s.attacker.id)
        or s.game.house.surprised_cover_dice
    )
    surplus = [part for part in modifiers if part.label == "cover" and covered]
    if s.defense.none or (undefended and not surplus):
        doc["defense"] = ["none"]
        count_defense(s, rolled=False)
        why, rules = explain_unopposed(s)
        with s.game.draft.by(rules):
            s.game.report.tell(
                "unopposed", "note", target=s.target.name, why=why
            )
        return None
    if undefended:
        doc["defense"] = ["cover"]
        parts = surplus if s.game.house.unaware_cover_only else modifiers
        count_defense(s, rolled=False)
        # R-DEF-4: the unaware have the dice of their cover.
        rules = "SS-DEF-13, R-DEF-4"
        test = TestSpec(s.roll_name("defense"), s.target.id, parts, rules=rules)
        return roll_test(s.game, test).counted
    doc["defense"] = s.defense.answer_words()
    everything = s.game.house.limit_on_standard_defense == "physical"
    limit = (
        s.target.limit("physical") if s.defense.skill or everything else None
    )
    parts = halve_in_last_fight(s.target, defense_base(s)) + modifiers
    result = roll_test(
        s.game, TestSpec(s.roll_name("defense"), s.target.id, parts, limit)
    )
    count_defense(s, rolled=True)
    return result.counted


def explain_unopposed(s: Strike) -> tuple[str, str]:
    """Return why nobody rolls a defense, in words for people, and the rules of it."""
    if s.helpless:
        return f"is {s.target.status}", "SS-ATK-18, R-DIE-9"
    if s.target.sheet.vehicle:
        return "has no driver to defend it", "SS-ATK-18, SS-DEF-08, R-DEF-14"
    if s.target.surprised_of(s.attacker.id):
        return f"is surprised by {s.attacker.name}", "SS-ATK-18, SS-SUR-08"
    why = "does not defend" if s.defense.none else "does not see it coming"
    return why, "SS-ATK-18, SS-DEF-12"


def count_defense(s: Strike, *, rolled: bool) -> None:
    """Count one more defense of the target in this phase; one that was not `rolled` only by
    house rule (R-DEF-5)."""
    if rolled or s.game.house.previous_attack_counts == "attacks":
        with s.game.draft.by("SS-DEF-17, R-DEF-5"):
            s.target.defended_count += 1


def defense_base(s: Strike) -> list[Part]:
    """Return the base of the Defense Test: Reaction and Intuition, the Interrupt's skill, Full
    Defense.

    A vehicle has its `defense_pool` instead."""
    who = s.target
    if who.sheet.vehicle:
        own = Part("defense-pool", who.sheet.defense_pool or 0, "R-DEF-14")
        return split_part(who, "defense_pool", own)
    parts, skill = standard_defense(who), defense_skill(s)
    if s.defense.skill and skill:
        parts += rank_parts(who, skill, ADDED[s.defense.skill])
    if s.defense.full:
        parts.append(
            Part("full-defense", who.attribute("willpower"), "SS-DEF-02")
        )
    return parts


ADDED = {"parry": "SS-DEF-03", "block": "SS-DEF-04", "dodge": "SS-DEF-05"}
"""The rules by which an Interrupt adds its skill to the Defense Test."""


def compare_hits(
    s: Strike, hits: int, defense: int | None
) -> tuple[str, str | None]:
    """Compare hits of attack and defense: `hit`, `miss` or `graze`, and why (`tie` or None).

    `defense` None: nobody defends. A tie goes through cover. Depends on the house rules
    `cover_without_barrier` and `zero_tie`."""
    if defense is None:
        return ("hit", None) if hits >= 1 else ("miss", None)
    if hits > defense:
        return "hit", None
    if hits < defense:
        return "miss", None
    rule = s.game.house.zero_tie
    if hits == 0 and rule == "miss":
        return "miss", None
    in_cover = COVERS[s.cover] > 0
    passes = (
        s.crossed is not None or s.game.house.cover_without_barrier == "passes"
    )
    if in_cover and passes and (hits >= 1 or rule == "like_any_tie"):
        return "hit", None
    return "graze", "tie"


Verdict = tuple[str, str | None]
"""The outcome of a part, and the reason if the document has one."""


class Hit(NamedTuple):
    """The numbers of one hit: `odv` before soak and cap, `dealt` (ldv) after both."""

    net: int
    odv: int
    after_soak: int
    dealt: int
    track: str


def resolve_strike(
    s: Strike, attack_hits: int, doc: Data, *, unaimed: bool = False
) -> None:
    """Resolve one part from the defense to the last effect, and write its outcome into `doc`.

    `unaimed`: a blast that nobody aimed hits whom it catches with its base damage value."""
    defense_hits = roll_defense(s, doc)
    note_engaged(s.target)
    if s.weapon.is_melee:
        join_melee(s.game, s.attacker, s.target)
    net_hits = (
        attack_hits if defense_hits is None else attack_hits - defense_hits
    )
    doc["outcome"] = "hit"
    doc["net_hits"] = net_hits
    outcome, why = (
        ("hit", None) if unaimed else compare_hits(s, attack_hits, defense_hits)
    )
    tie = (
        outcome == "hit"
        and not unaimed
        and defense_hits is not None
        and net_hits == 0
    )
    if unaimed:
        key = "net.laid"
    elif tie:
        key = tie_sentence_key(s)
    else:
        key = f"net.{why or outcome}"
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


def tie_sentence_key(s: Strike) -> str:
    """Return the key of the sentence for a tie that goes through cover, by whether a barrier
    stands in the way."""
    return (
        "net.through.barrier"
        if obstacle_in_the_way(s, tie=True) is not None
        else "net.through"
    )


def note_engaged(who: Fighter) -> None:
    """Note that `who` has attacked or was attacked, and so is not unaware any more."""
    with who.draft.by("SS-DEF-12, R-DEF-2"):
        who.engaged = True


def apply_hit(s: Strike, net: int, doc: Data, *, tie: bool) -> Verdict:
    """Take one hit through barrier, armor and soak to its damage and effects; return the
    verdict.

    `tie` says that it goes through cover. Writes `damage` into the document. Depends on the
    house rule `dv_limit_when`."""
    base, armor = s.base_dv(), modified_armor(s.target, s.weapon.arp)
    s.game.report.tell("dv", base=base, net=net, modified=base + net)
    s.game.report.tell(
        "armor", av=s.target.armor_value, arp=s.weapon.arp, armor=armor
    )
    damage: Data = {
        "base": base, "modified": base + net, "armor": armor, "soaked": 0, "dealt": 0,
        "track": s.weapon.dealt_to, "type": s.weapon.damage_type, "applied": [],
    }  # fmt: skip
    doc["damage"] = damage
    passage = cross_obstacle(s, damage, doc, tie=tie)
    if passage.through <= 0:
        return "blocked", "barrier"
    if s.weapon.dealt_to == "health" and passage.through < damage["armor"]:
        s.game.report.tell(
            "gate", "note", dv=passage.through, armor=damage["armor"]
        )
        return end_without_damage(s, damage, "armor")
    limit = s.place.row.limit if s.place and s.place.row else None
    incoming = passage.through
    if limit is not None and s.game.house.dv_limit_when == "before_soak":
        incoming = min(incoming, limit)
    # Armor and Body soak; wounds do not count.
    pool = halve_in_last_fight(s.target, soak_parts(s.target, s.weapon.arp))
    pool += s.game.collect_gm_parts(
        s.target, "soak", about=s.roll_context(defends=True)
    )
    test = TestSpec(s.roll_name("soak"), s.target.id, pool)
    damage["soaked"] = roll_test(s.game, test).counted
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
    strike_target(
        s, damage, Hit(net, damage["modified"], left, dealt, damage["track"])
    )
    return "hit", None


def end_without_damage(s: Strike, damage: Data, why: str) -> Verdict:
    """Return the verdict of a hit from which nothing gets through `armor` or `soak`, and tell of
    it.

    The called place may have its effects all the same, by house rule."""
    bounced = why == "armor" and not s.game.house.bounce_is_graze
    key = f"nothing.{why}" if bounced else f"graze.{why}"
    s.game.report.tell(key, "note", target=s.target.name)
    if (
        not s.game.house.called_needs_damage
        and not bounced
        and not s.target.sheet.vehicle
    ):
        apply_location_effects(s, damage["modified"], 0)
        settle_status(s.game, s.target)
    return ("blocked" if bounced else "graze"), why


def strike_target(s: Strike, damage: Data, hit: Hit) -> None:
    """Deal the damage of one hit and write `applied` into `damage`, then apply the called
    place's effects, settle the status and note a kill. Depends on the house rule
    `knockdown_damage`."""
    game, t = s.game, s.target
    core, dead = t.core or 0, t.status == "dead"
    before_cap = game.house.knockdown_damage == "before_cap"
    blow = Blow(
        hit.dealt, hit.track, damage["type"], hit.after_soak if before_cap else hit.dealt,
        s.weapon.knockdown_limit_mod,
    )  # fmt: skip
    applied: Applied = apply_blow(game, t, blow)
    damage["applied"] = applied.entries
    if s.place and s.place.row:
        # What a place has taken counts until it is healed.
        boxes = t.location_boxes
        with game.draft.by("R-EFF-5"):
            t.location_boxes = {
                **boxes,
                s.place.name: boxes.get(s.place.name, 0) + hit.dealt,
            }
    if s.place:
        apply_place_effects(s, hit, applied)
    settle_status(game, t, applied.exceeded)
    note_kill(game, s.attacker, t, core, dead)


def apply_place_effects(s: Strike, hit: Hit, applied: Applied) -> None:
    """Apply what the called place does after the damage (R-CALL-4, R-CALL-5, R-CALL-8).

    Nothing happens to somebody dead by it, or by house rule without flesh damage."""
    if s.target.sheet.vehicle:
        apply_vehicle_effects(s, hit.after_soak, hit.dealt)
        return
    if s.target.overflow > s.target.attribute("body"):
        return
    if s.game.house.called_needs_flesh and not applied.flesh_lost:
        return
    bases = {
        "modified": hit.odv,
        "base": s.base_dv(),
        "post_soak": hit.after_soak,
    }
    odv = bases[s.game.house.odv_basis]
    ldv = hit.odv if s.game.house.ldv_basis == "original" else hit.dealt
    if s.place and s.place.row is None:
        apply_called_knockdown(s, hit.net)
    else:
        apply_location_effects(s, odv, ldv)
