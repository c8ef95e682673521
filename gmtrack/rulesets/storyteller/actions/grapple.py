"""Grapples: the contest of the two, and the moves that it wins (ST-072 to ST-083, ST-R24)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.storyteller.actions.doing import (
    ActionContext,
    Traits,
    check_no_names,
    contest_side,
    end_with_hit,
    tell_beginning,
)
from gmtrack.rulesets.storyteller.dice import contest_keys, roll_contest
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.order import (
    check_able,
    grapple_line,
    lose_aim,
    pay_for_violence,
    reason_against_contest,
    spend_action,
)
from gmtrack.rulesets.storyteller.wounds import conditions, events
from gmtrack.rulesets.storyteller.wounds.damage import Hit, announce_hit

BITE = -1
"""The damage modifier of human teeth (ST-067)."""


class GrapplePair(NamedTuple):
    """The two in a grapple while a move is made: the winner, the loser, and the successes that
    won it."""

    do: ActionContext
    winner: Fighter
    loser: Fighter
    points: int

    @property
    def game(self) -> Game:
        """The command at work."""
        return self.do.game

    def tell(self, move: str) -> None:
        """Tell that the winner makes a move, as a heading."""
        names = {"who": self.winner.name, "other": self.loser.name}
        self.game.report.tell(f"move.{move}", "head", **names)


class Move(NamedTuple):
    """A move of a grapple: its rules, its help, its function, and what is checked before."""

    rows: str
    help: str
    carry_out: Callable[[GrapplePair], None]
    check: Callable[[GrapplePair], None] | None = None


# --- the grapple itself ---


def begin_grapple(game: Game, who: Fighter, target: Fighter) -> None:
    """Put two fighters into a grapple with each other, and out of any other; neither dodges any
    more."""
    with game.draft.by("ST-072, ST-R24"):
        for one in (who, target):
            events.end_grapple(game, one)
        for one, other in ((who, target), (target, who)):
            one.grapple = {"with": other.id}
            one.write_grapple()
            one.grab_round = game.fight.round
            conditions.stop_dodging(game, one)
            game.report_effect(one, "grappling")
    game.report.tell("grappling", "head", who=[who.name, target.name])
    events.settle_shields(game, [who, target])


def partner_of(game: Game, who: Fighter, named: str = "TARGET") -> Fighter:
    """Return the other one in the grapple of `who`.

    Raises Refusal `grapple` if there is none, with the line that grabs `named`."""
    hold = who.read_grapple()
    if not hold or hold["with"] not in game.draft.encounter.combatants:
        game.deny(
            "grapple",
            f"{who.name} grapples with nobody: `act {who.id} grab {named}` first",
        )
    return game.fighter(str(hold["with"]))


def owe_moves(who: Fighter, points: int, moves: int = 1) -> None:
    """Note that so many moves are due to `who`, won with so many successes."""
    who.moves_due = moves
    who.move_points = points


# --- taking a move ---


def read_move(do: ActionContext, word: str) -> str | None:
    """Return the move of `--with move=M` or `counter-move=M`, None if none is named.

    Raises Refusal `option` for an unknown one."""
    told = do.typed_words.get_all(word)
    if not told:
        return None
    return match_choice(told[-1].value or "", MOVES, "move", WORDS.unknown)


def check_move(do: ActionContext, winner: Fighter, word: str) -> None:
    """Raise Refusal, before any roll, if the named move could not be made: `option`, `grapple`
    or `weapon`."""
    name = read_move(do, word)
    if name is None:
        return
    check = MOVES[name].check
    if check:
        check(GrapplePair(do, winner, partner_of(do.game, winner), 0))


def make_chosen_move(do: ActionContext, winner: Fighter, word: str) -> None:
    """Make the move that was named and is due; without a name it stays due (`take-move`)."""
    name = read_move(do, word)
    if name is None:
        line = f"act {winner.id} take-move --with move=damage"
        do.game.report.tell("move.won", "note", who=winner.name, line=line)
        return
    check_move(do, winner, word)
    pair = GrapplePair(
        do, winner, partner_of(do.game, winner), winner.move_points
    )
    with do.game.draft.by("ST-075"):
        winner.moves_due = max(0, winner.moves_due - 1)
    do.body["move"] = name
    MOVES[name].carry_out(pair)


# --- the moves ---


def break_free(p: GrapplePair) -> None:
    """End the grapple and give the winner an action at once, whoever's turn it is."""
    p.tell("break-free")
    with p.game.draft.by("ST-076"):
        events.end_grapple(p.game, p.winner)
        events.settle_shields(p.game, [p.winner, p.loser])
        if p.game.fight.running:
            p.winner.ap = 1
            p.winner.granted = True


def parse_weapon_meant(p: GrapplePair) -> tuple[Fighter, str]:
    """Return who of the two carries the weapon of `weapon=[WHO:]W`, and the weapon's id.

    Raises Refusal `option` if it is missing, ambiguous or somebody else's, `weapon` if it is
    unknown."""
    word = p.do.typed_words.get_value("weapon", p.winner.id)
    if not word:
        p.game.deny(
            WORDS.value, "control-weapon requires `--with weapon=WEAPON`"
        )
    owner, _, name = word.rpartition(":")
    if owner:
        who = p.game.find(owner)
        if who not in (p.winner, p.loser):
            p.game.deny(
                WORDS.value, f"{who.name} does not take part in this grapple"
            )
        return who, hands.weapon_named(p.game, who, name)
    name = name.strip().lower().replace("_", "-")
    owners = [who for who in (p.loser, p.winner) if name in who.weapons()]
    carriers = [
        who for who in owners if who.weapon_state(name).weapon_at == "carried"
    ]
    near = carriers or owners
    if len(near) > 1:
        p.game.deny(
            WORDS.value,
            f"both have {name}: type `--with weapon={p.loser.id}:{name}`",
        )
    # If neither has it, the refusal names the winner's weapons.
    owner_meant = near[0] if near else p.winner
    return owner_meant, hands.weapon_named(p.game, owner_meant, name)


def check_control(p: GrapplePair) -> None:
    """Raise Refusal if the weapon cannot be controlled: `option` for bare hands or teeth,
    `weapon` if out of reach."""
    who, name = parse_weapon_meant(p)
    if who.weapon(name).kind in ("unarmed", "bite"):
        p.game.deny(
            WORDS.value, f"{name} cannot be controlled: name another weapon"
        )
    hands.check_weapon_carried(p.game, who, name)


def control_weapon(p: GrapplePair) -> None:
    """Give the winner control of a weapon, until the other wins this move."""
    p.tell("control-weapon")
    who, name = parse_weapon_meant(p)
    with p.game.draft.by("ST-077"):
        p.loser.write_grapple(controls=None)
        p.winner.write_grapple(controls=name)
        p.winner.controls_of = who.id
    p.game.report.tell("controls", "note", who=p.winner.name, weapon=name)


def controlled_weapon(p: GrapplePair) -> tuple[Fighter, str] | None:
    """Return the weapon that the winner controls, after its owner; None without one."""
    hold = p.winner.read_grapple()
    if not hold or not hold["controls"]:
        return None
    owner = p.loser if p.winner.controls_of == p.loser.id else p.winner
    return owner, str(hold["controls"])


def is_biting(p: GrapplePair) -> bool:
    """Whether the winner says that they bite."""
    return p.do.typed_words.has_word("bite", p.winner.id)


def check_damage(p: GrapplePair) -> None:
    """Raise Refusal `option` if the winner cannot bite: no human, or in control of a weapon."""
    if not is_biting(p):
        return
    if p.winner.sheet.kind != "human":
        p.game.deny(
            WORDS.value,
            f"{p.winner.name} is not human: bite with `attack` and the weapon",
        )
    if controlled_weapon(p):
        p.game.deny(
            WORDS.value, f"{p.winner.name} controls a weapon and cannot bite"
        )


def hurt_loser(p: GrapplePair) -> None:
    """Hurt the loser by the successes that won, with the controlled weapon, teeth or bare hands.
    The weapon's kind of damage counts by house rule; otherwise it is bashing."""
    p.tell("damage")
    weapon = None
    found = controlled_weapon(p)
    if found:
        weapon = found[0].weapon(found[1])
    if weapon is not None:
        base = weapon.damage
    elif is_biting(p):
        base = BITE
    else:
        base = 0
    keeps = weapon is not None and p.game.house.grapple_weapon_type == "weapon"
    hit = Hit(
        base,
        max(p.game.house.min_damage, p.points + base),
        weapon.damage_type if weapon and keeps else "bashing",
        ap=weapon.armor_piercing if weapon else 0,
    )
    with p.game.draft.by("ST-078"):
        announce_hit(p.game, p.loser, hit)
    end_with_hit(p.do, p.loser, hit, p.winner)


def check_disarm(p: GrapplePair) -> None:
    """Raise Refusal `grapple` if the winner controls no weapon."""
    if not controlled_weapon(p):
        p.game.refuse(
            "grapple",
            f"{p.winner.name} controls no weapon: win the move control-weapon first",
        )


def drop_controlled_weapon(p: GrapplePair) -> None:
    """Drop the controlled weapon out of the grapple."""
    p.tell("disarm")
    found = controlled_weapon(p)
    if found:
        with p.game.draft.by("ST-079"):
            hands.drop_weapon(p.game, *found)
            p.winner.write_grapple(controls=None)


def drop_both_prone(p: GrapplePair) -> None:
    """Lay both prone."""
    p.tell("drop-prone")
    with p.game.draft.by("ST-080"):
        for one in (p.winner, p.loser):
            conditions.fall_prone(p.game, one)


def take_hold(p: GrapplePair) -> None:
    """Take a hold: neither of the two has Defense."""
    p.tell("hold")
    with p.game.draft.by("ST-081"):
        for one in (p.winner, p.loser):
            one.lose_defense("hold")
            one.write_grapple(hold=True)
            p.game.report_effect(one, "hold")
        p.winner.holds, p.loser.holds = True, False


def check_restrain(p: GrapplePair) -> None:
    """Raise Refusal `grapple` if the winner has no hold on the loser."""
    grip = p.winner.read_grapple()
    if not grip or not grip["hold"]:
        p.game.refuse(
            "grapple",
            f"{p.winner.name} has no hold on {p.loser.name}: win the move hold first",
        )


def restrain(p: GrapplePair) -> None:
    """Bind the loser; with equipment the winner leaves the grapple."""
    p.tell("restrain")
    with p.game.draft.by("ST-082"):
        if p.do.typed_words.has_word("equipment", p.winner.id):
            events.end_grapple(p.game, p.winner)
        else:
            p.loser.write_grapple(restrained=True)
            p.winner.holds, p.loser.holds = True, False
        p.loser.lose_defense("immobilized")
        p.game.report_effect(p.loser, "immobilized")
    events.end_by_going_out(p.game, p.loser)


def take_cover_behind_loser(p: GrapplePair) -> None:
    """Take cover behind the loser: missiles hit the loser until the round ends."""
    p.tell("take-cover")
    with p.game.draft.by("ST-083"):
        p.winner.write_grapple(cover=True)


MOVES: Mapping[str, Move] = {
    "break-free": Move(
        "ST-076", "out of it, with an action at once", break_free
    ),
    "control-weapon": Move(
        "ST-077", "one weapon of either", control_weapon, check_control
    ),
    "damage": Move(
        "ST-067, ST-078",
        "net successes; bite, or a weapon",
        hurt_loser,
        check_damage,
    ),
    "disarm": Move(
        "ST-079",
        "the controlled weapon falls",
        drop_controlled_weapon,
        check_disarm,
    ),
    "drop-prone": Move("ST-080", "both to the ground", drop_both_prone),
    "hold": Move("ST-081", "no Defense for both", take_hold),
    "restrain": Move(
        "ST-082", "the held one is immobilized", restrain, check_restrain
    ),
    "take-cover": Move(
        "ST-083",
        "missiles hit the other, to round end",
        take_cover_behind_loser,
    ),
}
MOVE_WORDS: Mapping[str, str] = {
    "move": "the actor's move, if they win",
    "counter-move": "the other's move, if they win",
    "weapon": "control-weapon: which weapon, [WHO:]WEAPON",
    "bite": "damage: with human teeth, weapon modifier -1",
    "equipment": "restrain: with cuffs or a rope; the grapple ends",
}
"""The words of `--with` that name a move and say how it is made."""

POOL = Traits("strength", "brawl", "ST-074")


def grapple(do: ActionContext) -> None:
    """Roll the contest of a grapple; the winner has one move, nobody after a tie.

    Raises Refusal `grapple` without a grapple or a contest now, `target` for anybody but the
    partner."""
    game, who = do.game, do.who
    other = partner_of(game, who, *(game.find(word).id for word in do.args[:1]))
    do.targets = [other.id]
    if len(do.args) > 1 or (do.args and game.find(do.args[0]) is not other):
        game.deny(
            "target", f"{who.name} grapples with {other.name} and nobody else"
        )
    line = grapple_line(game, who)
    with game.draft.by("ST-074"):
        spend_action(game, who, in_grapple=True)
    problem = reason_against_contest(game, who, other)
    if problem is not None:
        game.refuse("grapple", f"{problem}; now `{line}`")
    pay_for_violence(game, who)
    check_move(do, who, "move")
    check_move(do, other, "counter-move")
    lose_aim(game, other)
    with game.draft.by("ST-074"):
        # It is the action of the other too.
        if game.fight.running:
            other.ap = 0
        who.contested = other.contested = game.fight.running
    game.expect(contest_keys(game, ("grapple", who), ("grapple", other)))
    game.report.tell("act.grapple", "head", who=[who.name, other.name])
    options = game.options
    mine = contest_side(do, "grapple", who, POOL, options.mods, other)
    result = roll_contest(
        game,
        mine,
        contest_side(do, "grapple", other, POOL, options.defense_mods, who),
    )
    do.body["net_hits"] = result.lead
    winner = who if result.won else other
    tied = result.tie and not result.won
    with game.draft.by("ST-074"):
        owe_moves(who, 0, 0)
        owe_moves(other, 0, 0)
        if not tied:
            owe_moves(winner, result.lead)
    if tied:
        do.outcome = "tie"
        game.report.tell("grapple.tie", "note")
        return
    do.outcome = "won" if result.won else "lost"
    make_chosen_move(do, winner, "move" if result.won else "counter-move")


def take_move(do: ActionContext) -> None:
    """Make the move that is due and was not named with the roll.

    Raises Refusal `grapple` if none is due, `option` if none is named."""
    game, who = do.game, do.who
    if who.moves_due <= 0:
        line = (
            f"; now `{grapple_line(game, who)}`" if who.read_grapple() else ""
        )
        game.refuse("grapple", f"{who.name} has won no move{line}")
    check_able(game, who)
    tell_beginning(do, "take-move")
    check_no_names(do, "move")
    if not do.typed_words.get_value("move"):
        game.deny(
            WORDS.value,
            "take-move requires a move: `--with move=damage`, or another one",
        )
    do.targets = [partner_of(game, who).id]
    make_chosen_move(do, who, "move")
