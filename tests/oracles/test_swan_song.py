"""The knife fight behind the bar (`encounters/knife-fight.yaml`), from the rules of Swan Song.

Joe strikes with the knife in hand; Bob gets up, takes the cue in hand and strikes. The rows that
this fight can meet: SS-INIT-04..10, 15..17, 21, 22 and R-INIT-7, 9..11 (who acts when), SS-ACT-01,
02, 05, 29, 30 (3 AP: a blow 2, a weapon in hand 1, to stand up 1), SS-ATK-01..16 and R-ARM-1 (the
attack), SS-DEF-01, 11, 14..17 and R-DEF-5 (the defense), SS-ARM-01, 03, SS-DMG-01, SS-WND-01..06
and R-WND-1, SS-CRIT-03, SS-DIE-01, 03 and R-DIE-1, 2, SS-KD-01, 02."""

from dataclasses import dataclass
from random import Random

from simulation.fights import opened

from .comparing import Outcome, assert_agree

HALVES = 2
FULL = 10
"""Flesh, and the strain that puts somebody out, of both."""


@dataclass
class Fighter:
    side: str
    body: int
    reaction: int
    intuition: int
    limit: int
    pool: int
    accuracy: int
    dv: int
    strains: bool
    reach: int
    arp: int = 0
    armor: int = 0
    armed: bool = True
    prone: bool = False
    flesh: int = FULL
    strain: int = 0
    injuries: int = 0
    score: int = 0
    acted: bool = False
    defended: int = 0

    @property
    def is_up(self) -> bool:
        return self.flesh > 0 and self.strain < FULL

    @property
    def wounds(self) -> int:
        lost = FULL - max(0, self.flesh)
        flesh, strain = min(2, HALVES * lost // FULL), HALVES * self.strain // FULL
        return -2 * flesh - strain - self.injuries

    @property
    def at_hand(self) -> int:
        return self.reach if self.armed else 0


def joe() -> Fighter:
    return Fighter("pc", 3, 3, 3, limit=4, pool=7, accuracy=6, dv=4, strains=False, reach=0, arp=1)


def bob() -> Fighter:
    return Fighter("foe", 3, 2, 1, limit=4, pool=3, accuracy=5, dv=6, strains=True, reach=1,
                   armor=4, armed=False)  # fmt: skip


def hits(dice: int, chance: Random) -> int:
    return sum(chance.randint(1, 6) >= 5 for _ in range(dice))


def attack(me: Fighter, foe: Fighter, chance: Random) -> None:
    rolled = min(me.accuracy, hits(me.pool + me.wounds, chance))
    against = foe.reaction + foe.intuition + foe.wounds - foe.defended - 2 * foe.prone
    net = rolled - hits(against + foe.at_hand - me.at_hand, chance)
    foe.defended += 1
    armor = max(0, foe.armor - me.arp)
    if net <= 0 or (me.dv + net < armor and not me.strains):
        return
    damage = me.dv + net - hits(armor + foe.body // 2, chance)
    if damage > 0:
        harm(foe, damage, me.strains)


def harm(foe: Fighter, damage: int, strains: bool) -> None:
    before = foe.wounds
    if strains:
        room = FULL - foe.strain
        foe.strain = min(FULL, foe.strain + damage)
        foe.flesh -= max(0, damage - room) // 2
    else:
        foe.flesh -= damage
        foe.injuries += damage > 2 * foe.body
    foe.score += foe.wounds - before
    foe.prone = foe.prone or damage > foe.limit or damage >= 10


def act(me: Fighter, foe: Fighter, chance: Random) -> None:
    ap, me.acted, me.defended = 3, True, 0
    if me.prone:
        ap, me.prone = ap - 1, False
    if not me.armed:
        ap, me.armed = ap - 1, True
    if ap >= 2:
        attack(me, foe, chance)


def fight(chance: Random) -> Outcome:
    both = {"joe": joe(), "bob": bob()}
    rounds = 0
    while all(who.is_up for who in both.values()) and rounds < 50:
        rounds += 1
        for who in both.values():
            who.score = who.reaction + who.intuition + who.wounds + chance.randint(1, 6)
        play(list(both.values()), chance)
    up = {who.side for who in both.values() if who.is_up}
    tracks = {(name, "flesh"): who.flesh for name, who in both.items()}
    tracks |= {(name, "strain"): who.strain for name, who in both.items()}
    return Outcome(up.pop() if len(up) == 1 else "nobody", rounds, tracks)


def play(both: list[Fighter], chance: Random) -> None:
    """The passes of a round."""
    while any(who.score > 0 for who in both):
        for who in both:
            who.acted = False
        while waiting := [who for who in both if who.score > 0 and not who.acted]:
            me = max(waiting, key=lambda who: (who.score, who.reaction, who.intuition))
            (foe,) = (who for who in both if who is not me)
            act(me, foe, chance)
            if not foe.is_up:
                return
        for who in both:
            who.score -= 10


def test_the_knife_fight() -> None:
    assert_agree(fight, opened("knife-fight"), 300)
