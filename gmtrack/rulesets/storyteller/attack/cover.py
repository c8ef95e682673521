"""Pieces of cover and people between the shooter and the target (ST-104 to ST-110, ST-113 to
ST-117)."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import Cover
from gmtrack.rulesets.storyteller.tables.kinds import Concealment
from gmtrack.rulesets.storyteller.wounds.armor import worn
from gmtrack.rulesets.storyteller.wounds.damage import Hit, inflict

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.attack.document import AttackDocument


class Passed(NamedTuple):
    """What something in between has taken off the damage, and the armor piercing that is left."""

    taken: int = 0
    ap: int = 0


def piece_of(game: Scene, who: Fighter) -> tuple[str, Cover] | None:
    """The piece that somebody is behind, if it still stands."""
    name = who.behind
    piece = game.covers().get(name) if name else None
    return (name, piece) if name and piece and game.cover_left(name) else None


def concealed(game: Scene, who: Fighter) -> Concealment:
    """How far their own cover hides somebody."""
    found = piece_of(game, who)
    return found[1].concealment if found else "none"


def full_cover(s: Strike) -> tuple[str, Cover] | None:
    """ST-106: the piece that the target is wholly behind, as told or as it stands."""
    if s.off("cover"):
        return None
    if s.said.cover:
        return s.said.cover
    found = piece_of(s.game, s.target)
    return found if found and found[1].concealment == "full" else None


def human_shield(s: Strike) -> Fighter | None:
    """ST-113: whom the target holds in front, against missiles; who is down holds nobody."""
    if not s.ranged or s.off("human-shield"):
        return None
    if s.said.human_shield:
        return s.said.human_shield
    held = s.target.shield if s.target.able else None
    known = held in s.game.draft.encounter.combatants and held != s.attacker.id
    return s.game.fighter(held) if held and known else None


def through(s: Strike, hit: Hit, doc: "AttackDocument") -> Passed:
    """ST-038: what stands in between takes its share first."""
    piece = full_cover(s) if s.ranged else None
    if piece:
        return through_cover(s, *piece, hit, doc)
    victim = human_shield(s)
    return through_victim(s, victim, hit, doc) if victim else Passed(0, hit.ap)


def through_cover(s: Strike, name: str, piece: Cover, hit: Hit, doc: "AttackDocument") -> Passed:
    """Stopped, or so much less; the piece takes what is left."""
    durability = max(0, piece.durability - hit.ap)
    half = durability // 2 if piece.transparent else durability
    by_half = s.game.house.transparent_stop == "half"
    stopped = (half if by_half else durability) > s.weapon.damage
    before = s.game.cover_left(name)
    left = 0 if stopped else max(0, hit.modified - half)
    after = max(0, before - left)
    doc["cover"] = {
        "id": name, "durability": durability, "stopped": stopped, "before": before, "after": after,
    }  # fmt: skip
    taken = hit.modified - left
    rules = "ST-107" if stopped else "ST-109, ST-110" if piece.transparent else "ST-108, ST-110"
    with s.game.draft.by(rules):
        s.game.wear_cover(name, after)
        s.game.report.tell(
            "cover.stopped" if stopped else "cover.through" if after else "cover.gone", "note",
            name=piece.name, durability=durability, weapon=s.weapon.damage,
            taken=taken, before=before, after=after,
        )  # fmt: skip
    return Passed(taken, ap_left(s, piece.durability))


def ap_left(s: Strike, durability: int) -> int:
    """ST-R33: what durability has used up is spent, unless the house says otherwise."""
    ap = s.weapon.armor_piercing
    return ap if s.game.house.ap_reuse else max(0, ap - durability)


def through_victim(s: Strike, victim: Fighter, hit: Hit, doc: "AttackDocument") -> Passed:
    """The victim takes all, the one behind what passes."""
    game = s.game
    armor = worn(victim)
    whole = victim.sheet.stamina + armor.general + (armor.ballistic if s.firearm else 0)
    durability = max(0, whole - hit.ap)
    alone = game.house.human_shield == "victim_only"
    stopped = alone or durability > s.weapon.damage
    left = 0 if stopped else max(0, hit.modified - durability)
    game.report.tell("shield.hit", "head", who=victim.name, user=s.target.name)
    was_dead = victim.dead
    damage = inflict(game, victim, hit._replace(called=None), s.attacker)
    doc["human_shield"] = {
        "victim": victim.id, "durability": durability, "stopped": stopped, "damage": damage,
    }  # fmt: skip
    game.report.tell(
        "shield.stopped" if stopped else "shield.through", "head",
        who=s.target.name, durability=durability, left=left,
    )  # fmt: skip
    if victim.dead and not was_dead:
        with game.draft.by("ST-116"):
            game.note(s.target, "breaking-point", modifier=-3)
    return Passed(hit.modified - left, ap_left(s, whole))
