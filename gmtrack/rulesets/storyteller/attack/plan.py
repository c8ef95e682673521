"""The plan of an attack, with a strike for each target, and the obstacles in between (ST-104 to
ST-110, ST-113 to ST-117)."""

from functools import cached_property
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import Mod, Word, WordArgs
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.sheet import Cover, Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import (
    BURSTS,
    CLOSE,
    RANGED,
    Called,
    Concealment,
)
from gmtrack.rulesets.storyteller.turn.order import willpower_uses_of_violence
from gmtrack.rulesets.storyteller.wounds.damage import (
    Hit,
    inflict_hit,
    worn_armor,
)
from gmtrack.rulesets.storyteller.wounds.events import shield_of

PULLED = "a pulled weapon"
DICE = "more dice"
"""A thing that the attacker may pay a point of willpower for."""


class Defense(NamedTuple):
    """The target's answer to one attack: its word, whether willpower joins it, and the words
    typed for it."""

    word: str = "none"
    willpower: bool = False
    typed: tuple[str, ...] = ()

    @property
    def subtracts(self) -> bool:
        """Whether Defense is subtracted from the attacker's pool."""
        return self.word in ("apply", "passive", "static")

    @property
    def rolls(self) -> bool:
        """Whether the target rolls against the attack."""
        return self.word in ("dodge", "active", "parry")


class Circumstances(NamedTuple):
    """The circumstances of one strike as the words say; None or 0 where nothing is said."""

    band: str = "short"
    concealment: Concealment | None = None
    own_concealment: Concealment | None = None
    spare: int = 0
    spare_grappling: int = 0
    cover: tuple[str, Cover] | None = None
    human_shield: Fighter | None = None


@frozen
class Strike:
    """An attack on one target.

    `weapon` is the weapon as it is used here: thrown, or a gun as a club. `aimed_at` is whom the
    attack was meant for (ST-083)."""

    game: Game
    attacker: Fighter
    target: Fighter
    aimed_at: Fighter
    weapon_id: str
    weapon: Weapon
    told: WordArgs
    without: WordArgs
    said: Circumstances = Circumstances()
    mods: tuple[Mod, ...] = ()
    defense_mods: tuple[Mod, ...] = ()
    called: Called | None = None
    burst: str | None = None
    count: int = 1
    """The number of targets of the whole attack."""
    aim: int = 0
    pull: int | None = None
    defense: Defense = Defense()
    name: str = "attack"
    block: str | None = None
    """The block that tells its roll apart from others of the name."""

    @property
    def ranged(self) -> bool:
        """Whether the weapon is thrown or fired."""
        return self.weapon.kind in RANGED

    @property
    def firearm(self) -> bool:
        """Whether the weapon is a firearm."""
        return self.weapon.kind == "firearm"

    @property
    def killing(self) -> bool:
        """Whether the strike is a killing blow, which is not rolled."""
        return self.has_word("killing-blow")

    def roll_context(self, *, defends: bool = False) -> RollContext:
        """Return what is known of the strike's rolls, for own effects: the attacker's, or with
        `defends` the target's."""
        return RollContext(
            "ranged" if self.ranged else "melee",
            self.weapon_id,
            self.weapon.skill,
            self.called.place if self.called else None,
            self.attacker if defends else self.target,
        )

    def find_word(self, name: str) -> Word | None:
        """Return the word told of the target, of the attacker, or of nobody by name; None if it
        was not told."""
        if not self.game.options.words:
            return None
        tied = (
            self.told.get_tied(name, who.id)
            for who in (self.target, self.aimed_at)
        )
        return next(filter(None, tied), None) or self.told.get(
            name, self.attacker.id
        )

    def has_word(self, name: str) -> bool:
        """Whether a word was told."""
        return self.find_word(name) is not None

    def value(self, name: str) -> str | None:
        """Return the value of a word, None if it has none or was not told."""
        word = self.find_word(name)
        return word.value if word else None

    def off(self, name: str) -> bool:
        """Whether `--without` switches a word off, for the attacker or the target."""
        if not self.game.options.without:
            return False
        both = (self.attacker, self.target)
        return any(self.without.has_word(name, who.id) for who in both)


@frozen
class Plan:
    """A whole attack, with a strike for each target.

    `named` are all targets that were typed; `charge` the metres of a charge, None if there is
    none."""

    game: Game
    attacker: Fighter
    weapon_id: str
    named: list[Fighter]
    strikes: list[Strike]
    burst: str | None
    charge: int | None

    @property
    def first_strike(self) -> Strike:
        """The first strike, which stands for what all have in common."""
        return self.strikes[0]

    @cached_property
    def bullets(self) -> int:
        """The bullets that the attack uses; 0 if the weapon's are not counted (ST-093)."""
        weapon = self.first_strike.weapon
        if weapon.kind in CLOSE or not weapon.capacity:
            return 0
        return BURSTS[self.burst].bullets if self.burst else 1

    @cached_property
    def willpower(self) -> list[str]:
        """The things that the attacker pays a point of willpower for, each (ST-141, ST-R34,
        ST-R39)."""
        uses = willpower_uses_of_violence(self.game, self.attacker)
        if self.first_strike.has_word("pull-bashing"):
            uses.append(PULLED)
        if self.first_strike.has_word("willpower"):
            uses.append(DICE)
        return uses


class Passage(NamedTuple):
    """The damage that an obstacle has taken, and the armor piercing that is left."""

    taken: int = 0
    ap: int = 0


def find_full_cover(s: Strike) -> tuple[str, Cover] | None:
    """Return the piece of cover that the target is wholly behind, as told or as it stands, or
    None (ST-106)."""
    if s.off("cover"):
        return None
    if s.said.cover:
        return s.said.cover
    found = s.game.piece_of(s.target)
    return found if found and found[1].concealment == "full" else None


def find_human_shield(s: Strike) -> Fighter | None:
    """Return whom the target holds in front against missiles, or None; who is down holds nobody
    (ST-113)."""
    if not s.ranged or s.off("human-shield"):
        return None
    if s.said.human_shield:
        return s.said.human_shield
    held = shield_of(s.game, s.target) if s.target.able else None
    return None if held is s.attacker else held


def pass_obstacles(s: Strike, hit: Hit, doc: Data) -> Passage:
    """Take a hit through the cover or the human shield in between, if any, and return what that
    took (ST-038)."""
    piece = find_full_cover(s) if s.ranged else None
    if piece:
        return pass_cover(s, *piece, hit, doc)
    victim = find_human_shield(s)
    return (
        pass_human_shield(s, victim, hit, doc) if victim else Passage(0, hit.ap)
    )


def pass_cover(
    s: Strike, name: str, piece: Cover, hit: Hit, doc: Data
) -> Passage:
    """Take a hit through a piece of cover: it is stopped or lessened, and the piece takes what
    is left. Depends on the house rule `transparent_stop`."""
    durability = max(0, piece.durability - hit.ap)
    half = durability // 2 if piece.transparent else durability
    by_half = s.game.house.transparent_stop == "half"
    stopped = (half if by_half else durability) > s.weapon.damage
    before = s.game.cover_left(name)
    left = 0 if stopped else max(0, hit.modified - half)
    after = max(0, before - left)
    doc["cover"] = {
        "id": name,
        "durability": durability,
        "stopped": stopped,
        "before": before,
        "after": after,
    }
    taken = hit.modified - left
    if stopped:
        rules = "ST-107"
    elif piece.transparent:
        rules = "ST-109, ST-110"
    else:
        rules = "ST-108, ST-110"
    key = "cover.through" if after else "cover.gone"
    if stopped:
        key = "cover.stopped"
    with s.game.draft.by(rules):
        s.game.wear_cover(name, after)
        s.game.report.tell(
            key,
            "note",
            name=piece.name,
            durability=durability,
            weapon=s.weapon.damage,
            taken=taken,
            before=before,
            after=after,
        )
    return Passage(taken, ap_left(s, piece.durability))


def ap_left(s: Strike, durability: int) -> int:
    """Return the armor piercing that is left behind an obstacle; all of it by house rule
    (ST-R33)."""
    ap = s.weapon.armor_piercing
    return ap if s.game.house.ap_reuse else max(0, ap - durability)


def pass_human_shield(
    s: Strike, victim: Fighter, hit: Hit, doc: Data
) -> Passage:
    """Take a hit through a human shield, who takes all of it; return what passes to the one
    behind, by house rule nothing. Writes `human_shield` into `doc`. If the shield dies, the user
    has a breaking point (ST-116)."""
    game = s.game
    armor = worn_armor(victim)
    whole = (
        victim.sheet.stamina
        + armor.general
        + (armor.ballistic if s.firearm else 0)
    )
    durability = max(0, whole - hit.ap)
    alone = game.house.human_shield == "victim_only"
    stopped = alone or durability > s.weapon.damage
    left = 0 if stopped else max(0, hit.modified - durability)
    game.report.tell("shield.hit", "head", who=victim.name, user=s.target.name)
    was_dead = victim.dead
    damage = inflict_hit(game, victim, hit._replace(called=None), s.attacker)
    doc["human_shield"] = {
        "victim": victim.id,
        "durability": durability,
        "stopped": stopped,
        "damage": damage,
    }
    game.report.tell(
        "shield.stopped" if stopped else "shield.through",
        "head",
        who=s.target.name,
        durability=durability,
        left=left,
    )
    if victim.dead and not was_dead:
        with game.draft.by("ST-116"):
            game.note(s.target, "breaking-point", modifier=-3)
    return Passage(hit.modified - left, ap_left(s, whole))
