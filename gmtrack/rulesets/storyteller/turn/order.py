"""The order of initiative (ST-018 to ST-023), who may act now, and paying for it: the action of
the round, willpower."""

from collections.abc import Collection, Hashable, Iterable

from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.rolloff import (
    RollOffPlace,
    break_ties,
    find_rivals,
    report_sum,
    roll_added_dice,
    take_fixed_place,
)
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.storyteller.dice import SIDES, wound_part
from gmtrack.rulesets.storyteller.sheet.game import (
    Game,
    Scene,
    initiative_parts,
)
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Rank
from gmtrack.rulesets.storyteller.wounds.events import grapple_pair


def order_key(who: Fighter) -> Rank:
    """Return the sort key of the order of initiative; the highest comes first."""
    return who.rank


def sort_fighters(fighters: Iterable[Fighter]) -> list[Fighter]:
    """Return the fighters in the order of initiative; those without a score last, as they stand
    in the file."""
    everybody = list(fighters)
    scored = [who for who in everybody if who.initiative is not None]
    scored.sort(key=order_key, reverse=True)
    return scored + [who for who in everybody if who.initiative is None]


def roll_scores(
    game: Game, rollers: list[Fighter], besides: list[tuple[str, str]]
) -> None:
    """Roll initiative for the rollers, write their scores, and roll off ties. `besides` are the
    keys of the other dice that the command may ask for. Old roll-offs of the rollers are
    forgotten (ST-018, ST-021). Those with a fixed place take it instead (ALL-TURN-02)."""
    rolling = [who for who in rollers if not has_fixed_place(who)]
    rolls = [("initiative", who.id) for who in rolling]
    ties = (
        [("initiative_tie", who.id) for who in game.everybody()]
        if rolling
        else []
    )
    game.expect([*rolls, *ties, *besides])
    for who in rollers:
        with game.draft.by("ST-021"):
            who.tiebreak = []
        if has_fixed_place(who):
            with game.draft.by("ALL-TURN-02"):
                who.initiative = take_fixed_place(game, who)
        else:
            roll_score(game, who)
    new = {who.id for who in rollers}
    die = Part("die", 0, "ST-021")
    break_ties(
        game, lambda some: find_tied(some, new), "initiative_tie", SIDES, die
    )


def roll_score(game: Game, who: Fighter) -> None:
    """Roll the initiative of one combatant and write the score: a plain d10 with what the sheet,
    the weapon and the wounds add. Depends on the house rule `wounds_affect_initiative`."""
    answer = roll_added_dice(game, "initiative", who.id, 1, SIDES)
    parts = [
        Part("die", answer.sum or 0, "ST-018, ST-022"),
        *initiative_parts(who),
    ]
    if game.house.wounds_affect_initiative:
        parts += wound_part(who)
    with game.draft.by("ST-018"):
        who.initiative = total(tuple(parts))
    report_sum(game, "initiative", who.id, answer, tuple(parts))


def find_tied(
    everybody: Iterable[Fighter], new: Collection[str]
) -> list[Fighter]:
    """Return those who have to roll off: with the same score and modifier as somebody else, and
    no roll-off that tells them apart. Of two who are tied one must be in `new` (ids), and the
    one who has rolled less often rolls. They come in the order in which pairs are found, place
    by place. Those with a fixed place roll off with nobody."""
    scored = [
        who
        for who in everybody
        if who.initiative is not None and not has_fixed_place(who)
    ]
    standings = []
    for who in scored:
        _, score, mod, tosses = order_key(who)
        standings.append(
            RollOffPlace((score, mod), tuple(tosses), who.id in new)
        )
    first: dict[Hashable, int] = {}
    for number, one in enumerate(standings):
        first.setdefault(one.place, number)

    def pair_key(found: tuple[int, int]) -> tuple[int, int, int, int]:
        # By place, then by the two of a pair, then by the one who rolls.
        number = found[0]
        place = first[standings[number].place]
        return (place, min(found), max(found), number)

    pairs = sorted(find_rivals(standings).items(), key=pair_key)
    return [scored[number] for number, _ in pairs]


def check_started(game: Game) -> None:
    """Refuse (`phase`) while no fight is running."""
    if not game.fight.running:
        game.refuse("phase", "no round in progress: `next` starts one")


def check_can_act(
    game: Game,
    who: Fighter,
    *,
    anytime: bool = False,
    in_grapple: bool = False,
    bound_too: bool = False,
) -> None:
    """Refuse somebody who cannot take their action now: `status` if they are down, surprised or
    bound, `grapple` in a grapple, `turn` out of turn, `action` if it is used up.

    `anytime`: it may come before their own turn, unless they are stunned. `in_grapple`: a
    grapple does not forbid it. `bound_too`: an immobilized one may do it."""
    check_able(game, who, bound_too=bound_too)
    if not in_grapple:
        check_not_grappling(game, who)
    if not anytime:
        check_turn(game, who)
    elif who.suffers("stunned"):
        # ST-151: one before the own turn is lost too.
        game.refuse(
            "action", f"{who.name} is stunned and loses their next action"
        )
    check_action(game, who)


def check_able(game: Game, who: Fighter, *, bound_too: bool = False) -> None:
    """Refuse (`status`) somebody who is down, surprised or immobilized. `bound_too`: an
    immobilized one may do it."""
    if not who.able:
        game.refuse("status", f"{who.name} is {who.status} and cannot act")
    for reason in ("surprised", "immobilized"):
        if reason in who.no_defense and not (
            bound_too and reason == "immobilized"
        ):
            game.refuse(
                "status",
                f"{who.name} is {reason}{suggest_way_out(game, who, reason)}",
            )


def suggest_way_out(game: Game, who: Fighter, reason: str) -> str:
    """Return the end of a refusal: what gets somebody out of what binds them. `reason` is
    `surprised` or `immobilized`; a surprise only ends with the round."""
    if reason == "surprised":
        return " and cannot act this round"
    line = (
        f"act {who.id} escape"
        if can_escape(game, who) or not game.fight.running
        else "next"
    )
    return f": `{line}`"


def check_not_grappling(game: Game, who: Fighter) -> None:
    """Refuse (`grapple`) anything else to somebody in a grapple, and name the line that works
    now. Passes if the other one is down or not there, and with the house rule `grapple_actions:
    free` (ST-R45)."""
    hold = who.read_grapple()
    if not hold or game.house.grapple_actions == "free":
        return
    there = hold["with"] in game.draft.encounter.combatants
    if there and game.fighter(hold["with"]).able:
        line = grapple_line(game, who)
        game.refuse(
            "grapple",
            f"{who.name} grapples with {game.name(hold['with'])}: `{line}`",
        )


def check_on_feet(game: Game, who: Fighter, action: str) -> None:
    """Refuse (`status`) an action that nobody does on the ground to somebody prone. `action` is
    the verb of the message (ST-R59)."""
    if who.prone:
        game.refuse(
            "status",
            f"{who.name} is prone and cannot {action}: `act {who.id} stand` first",
        )


def check_turn(game: Game, who: Fighter) -> None:
    """Refuse (`turn`) somebody who neither has the turn nor has won an action by breaking free.
    Passes before the first round."""
    if not game.is_turn_of(who) and not who.granted:
        acting = game.fight.acting
        now = (
            f"{game.name(acting)} acts now"
            if acting
            else "the round is over (`next`)"
        )
        game.refuse("turn", f"it is not {who.name}'s turn: {now}")


def check_action(game: Game, who: Fighter) -> None:
    """Refuse (`action`) somebody whose action of this round is used up. While somebody plans
    ahead, it is only noted. Passes before the first round."""
    if game.fight.running and who.ap == 0:
        game.refuse_now(
            "action", f"{who.name} has used their action this round"
        )


def grapple_line(game: Scene, who: Fighter) -> str:
    """Return the command line that goes on with the grapple of `who` now: a move that was won,
    the contest, an escape; else `next`, or ending the grapple by hand if no fight is running."""
    if line := due_grapple_line(game, who):
        return line
    for one in grapple_pair(game, who):
        if can_escape(game, one):
            return f"act {one.id} escape"
    return "next" if game.fight.running else f"effect {who.id} grappling --end"


def due_grapple_line(game: Scene, who: Fighter) -> str:
    """Return the command line of a won move or of the contest that is due in the grapple of
    `who`; empty if neither is."""
    pair = grapple_pair(game, who)
    for one in pair:
        if one.moves_due > 0 and is_at_liberty(one):
            return f"act {one.id} take-move --with move=damage"
    if len(pair) == 1:
        return ""
    for one, other in (pair, pair[::-1]):
        against = reason_against_contest(game, one, other)
        if against is None and can_contest(game, one):
            return f"act {one.id} grapple"
    return ""


def reason_against_contest(
    game: Scene, who: Fighter, other: Fighter
) -> str | None:
    """Return why `who` cannot roll the contest of the grapple with `other` now, in words; None
    if nothing forbids it. Whose turn it is, and the action, are not looked at (ST-074, ST-R45)."""
    if not other.able or "immobilized" in other.reasons:
        state = "immobilized" if other.able else other.status
        return f"{other.name} is {state}: there is nothing to roll"
    if not game.fight.running:
        return None
    if who.grab_round == game.fight.round:
        return "the contest begins in the round after the grab"
    if who.contested:
        return "the contest of this round is already rolled"
    if sort_fighters([who, other])[0] is not who:
        return f"{other.name} acts before {who.name}: the contest is rolled on their turn"
    return None


def can_contest(game: Scene, who: Fighter) -> bool:
    """Whether `who` has what rolling the contest takes: liberty, the turn, the action, and a
    point of willpower if violence costs one (ST-R34). Depends on the house rule `beaten_down`."""
    broke = (
        game.house.beaten_down
        and who.is_beaten_down
        and who.willpower_left <= 0
    )
    return is_at_liberty(who) and has_action(game, who) and not broke


def can_escape(game: Scene, who: Fighter) -> bool:
    """Whether `who` is bound and may try to escape now (ST-082)."""
    return (
        "immobilized" in who.no_defense
        and is_at_liberty(who, bound_too=True)
        and has_action(game, who)
    )


def is_at_liberty(who: Fighter, *, bound_too: bool = False) -> bool:
    """Whether `who` is up, not surprised and not bound. `bound_too`: bonds do not count."""
    stops = {"surprised"} if bound_too else {"surprised", "immobilized"}
    return who.able and not stops & set(who.no_defense)


def has_action(game: Scene, who: Fighter) -> bool:
    """Whether `who` has the turn, or an action won by breaking free, and has not used the action
    of the round. Before the first round everybody has."""
    turn = game.is_turn_of(who) or who.granted
    return turn and not (game.fight.running and who.ap == 0)


BEATEN_DOWN = "violence while beaten down"
"""The use of willpower that refusals name for violence by somebody beaten down (ST-R34)."""


def spend_action(
    game: Game,
    who: Fighter,
    *,
    anytime: bool = False,
    keeps_aim: bool = False,
    in_grapple: bool = False,
    bound_too: bool = False,
) -> None:
    """Refuse somebody who cannot act now, else take their action.

    `anytime`, `in_grapple` and `bound_too` are those of `check_can_act`; `keeps_aim`: an aim is
    not lost by this (`use_action`)."""
    check_can_act(
        game, who, anytime=anytime, in_grapple=in_grapple, bound_too=bound_too
    )
    use_action(game, who, keeps_aim=keeps_aim)


def use_action(game: Game, who: Fighter, *, keeps_aim: bool = False) -> None:
    """Take the action of the round without a check, and the aim with it unless `keeps_aim`.
    Before the first round only the aim goes."""
    if not keeps_aim:
        lose_aim(game, who)
    if game.fight.running:
        who.ap = 0
        who.granted = False


def lose_aim(game: Game, who: Fighter) -> None:
    """End the aim of `who`, if they have one, and tell it."""
    if who.aim:
        with game.draft.by("ST-087"):
            who.aim = None
            game.report.tell("aim.lost", "note", who=who.name)


def check_willpower(game: Game, who: Fighter, uses: list[str]) -> None:
    """Refuse (`willpower`) somebody with fewer points than uses; the message names the first use
    that cannot be paid."""
    for spent, what in enumerate(uses):
        if who.willpower_left <= spent:
            game.refuse(
                "willpower", f"{who.name} has no willpower left for {what}"
            )


def use_willpower(game: Game, who: Fighter) -> None:
    """Take one point of willpower and tell what is left; never below 0."""
    who.willpower_left = max(0, who.willpower_left - 1)
    game.report.tell("willpower", "note", who=who.name, left=who.willpower_left)


def spend_willpower(game: Game, who: Fighter, *uses: str) -> None:
    """Refuse (`willpower`) somebody who cannot pay one point for each use, else take the points."""
    check_willpower(game, who, list(uses))
    for _ in uses:
        use_willpower(game, who)


def willpower_uses_of_violence(game: Scene, who: Fighter) -> list[str]:
    """Return the uses for which a violent action costs willpower: one for somebody beaten down
    under the house rule `beaten_down`, else none (ST-R34)."""
    beaten = game.house.beaten_down and who.is_beaten_down
    return [BEATEN_DOWN] if beaten else []


def pay_for_violence(game: Game, who: Fighter) -> None:
    """Take the willpower that a violent action costs, if any. Refuses `willpower` without a
    point."""
    with game.draft.by("ST-R34"):
        spend_willpower(game, who, *willpower_uses_of_violence(game, who))
