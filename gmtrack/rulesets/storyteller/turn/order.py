"""Who comes before whom (ST-018 to ST-023), who may do what now, and what it costs: the action of
the round, an aim, a point of willpower."""

from collections.abc import Collection, Hashable, Iterable

from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.rolloff import (
    Standing,
    rivals,
    roll_off,
    summed,
    thrown,
)
from gmtrack.rulesets.storyteller.dice import SIDES, wound_part
from gmtrack.rulesets.storyteller.sheet.game import (
    Game,
    Scene,
    initiative_parts,
)
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Rank
from gmtrack.rulesets.storyteller.wounds.events import grapple_pair


def order_key(who: Fighter) -> Rank:
    """The higher one is first."""
    return who.rank


def sort_fighters(fighters: Iterable[Fighter]) -> list[Fighter]:
    """High to low, those without a score last, as they stand in the file."""
    everybody = list(fighters)
    scored = [who for who in everybody if who.initiative is not None]
    scored.sort(key=order_key, reverse=True)
    return scored + [who for who in everybody if who.initiative is None]


def roll_scores(
    game: Game, rollers: list[Fighter], besides: list[tuple[str, str]]
) -> None:
    """One die each; who is tied rolls off. `besides`: what else the command may
    roll."""
    rolls = [("initiative", who.id) for who in rollers]
    ties = (
        [("initiative_tie", who.id) for who in game.everybody()]
        if rollers
        else []
    )
    game.expect([*rolls, *ties, *besides])
    for who in rollers:
        with game.draft.by("ST-021"):
            who.tiebreak = []
        # A plain d10 with what the sheet, the weapon and the wounds add.
        answer = thrown(game, "initiative", who.id, 1, SIDES)
        parts = [
            Part("die", answer.sum or 0, "ST-018, ST-022"),
            *initiative_parts(who),
        ]
        if game.house.wounds_affect_initiative:
            parts += wound_part(who)
        with game.draft.by("ST-018"):
            who.initiative = total(tuple(parts))
        summed(game, "initiative", who.id, answer, tuple(parts))
    new = {who.id for who in rollers}
    die = Part("die", 0, "ST-021")
    roll_off(
        game, lambda some: find_tied(some, new), "initiative_tie", SIDES, die
    )


def find_tied(
    everybody: Iterable[Fighter], new: Collection[str]
) -> list[Fighter]:
    """Who has to roll (again) because nothing tells them from another; of two the one
    that has rolled less often. Old ties stand: one of the two must be new. In the order in which
    everybody meets everybody, place by place."""
    scored = [who for who in everybody if who.initiative is not None]
    standings = []
    for who in scored:
        _, score, mod, tosses = order_key(who)
        standings.append(Standing((score, mod), tuple(tosses), who.id in new))
    first: dict[Hashable, int] = {}
    for number, one in enumerate(standings):
        first.setdefault(one.place, number)

    def pair(found: tuple[int, int]) -> tuple[int, int, int, int]:
        number = found[0]
        return (first[standings[number].place], min(found), max(found), number)

    return [
        scored[number]
        for number, _ in sorted(rivals(standings).items(), key=pair)
    ]


def check_started(game: Game) -> None:
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
    """Able to act, in nobody's grip, on turn, and with the action of the round. `anytime`: it needs
    no turn; `in_grapple`: it is one of those that a grappler has; `bound_too`: an immobilized one
    may do it. Raises Refusal (`status`, `grapple`, `turn`, `action`)."""
    check_able(game, who, bound_too=bound_too)
    if not in_grapple:
        check_not_grappling(game, who)
    if not anytime:
        check_turn(game, who)
    elif who.suffers("stunned"):
        # ST-151: one before the own turn is lost too.
        game.refuse(
            "action", f"{who.id} is stunned and loses their next action"
        )
    check_action(game, who)


def check_able(game: Game, who: Fighter, *, bound_too: bool = False) -> None:
    """Able to act at all. `bound_too`: an immobilized one may do it. Raises Refusal (`status`)."""
    if not who.able:
        game.refuse("status", f"{who.id} is {who.status} and cannot act")
    for reason in ("surprised", "immobilized"):
        if reason in who.no_defense and not (
            bound_too and reason == "immobilized"
        ):
            game.refuse(
                "status",
                f"{who.id} is {reason}{suggest_way_out(game, who, reason)}",
            )


def suggest_way_out(game: Game, who: Fighter, reason: str) -> str:
    """What helps one who is bound; a surprise lasts for the round."""
    if reason == "surprised":
        return " and cannot act this round"
    line = (
        f"act {who.id} escape"
        if can_escape(game, who) or not game.fight.running
        else "next"
    )
    return f": `{line}`"


def check_not_grappling(game: Game, who: Fighter) -> None:
    """ST-R45: who grapples does nothing else, unless the other is down and holds nobody.
    Raises Refusal (`grapple`)."""
    hold = who.read_grapple()
    if not hold or game.house.grapple_actions == "free":
        return
    there = hold["with"] in game.draft.encounter.combatants
    if there and game.fighter(hold["with"]).able:
        line = grapple_line(game, who)
        game.refuse(
            "grapple", f"{who.id} grapples with {hold['with']}: `{line}`"
        )


def check_on_feet(game: Game, who: Fighter, action: str) -> None:
    """On their feet, for what nobody does on the ground (ST-R59). Raises Refusal (`status`)."""
    if who.prone:
        game.refuse(
            "status",
            f"{who.id} is prone and cannot {action}: `act {who.id} stand` first",
        )


def check_turn(game: Game, who: Fighter) -> None:
    """Their own turn, or what breaking free granted them; nobody has one before the fight.
    Raises Refusal (`turn`)."""
    if not game.is_turn_of(who) and not who.granted:
        acting = game.fight.acting
        now = f"{acting} acts now" if acting else "the round is over (`next`)"
        game.refuse("turn", f"it is not {who.id}'s turn: {now}")


def check_action(game: Game, who: Fighter) -> None:
    """The action of this round is still there. Raises Refusal (`action`)."""
    if game.fight.running and who.ap == 0:
        game.refuse_now("action", f"{who.id} has used their action this round")


def grapple_line(game: Scene, who: Fighter) -> str:
    """The line that works now for one who grapples, or for the other: a move that is due, the
    contest, an escape; else the next turn, and where nobody has turns the GM's word."""
    if line := due_grapple_line(game, who):
        return line
    for one in grapple_pair(game, who):
        if can_escape(game, one):
            return f"act {one.id} escape"
    return "next" if game.fight.running else f"effect {who.id} grappling --end"


def due_grapple_line(game: Scene, who: Fighter) -> str:
    """The line of a move that one who grapples, or the other, has won, or of their contest; empty
    where neither is due now."""
    pair = grapple_pair(game, who)
    for one in pair:
        if one.moves_due > 0 and is_at_liberty(one):
            return f"act {one.id} take-move --with move=damage"
    for one, other in (pair, pair[::-1]) if len(pair) > 1 else ():
        if reason_against_contest(game, one, other) is None and can_contest(
            game, one
        ):
            return f"act {one.id} grapple"
    return ""


def reason_against_contest(
    game: Scene, who: Fighter, other: Fighter
) -> str | None:
    """ST-074, ST-R45: once a round, on the turn of the one higher in the order, not in the round
    of the grab, and not with one who cannot; None where nothing forbids it."""
    if not other.able or "immobilized" in other.reasons:
        state = "immobilized" if other.able else other.status
        return f"{other.id} is {state}: there is nothing to roll"
    if not game.fight.running:
        return None
    if who.grab_round == game.fight.round:
        return "the contest begins in the round after the grab"
    if who.contested:
        return "the contest of this round is already rolled"
    if sort_fighters([who, other])[0] is not who:
        return f"{other.id} acts before {who.id}: the contest is rolled on their turn"
    return None


def can_contest(game: Scene, who: Fighter) -> bool:
    """At liberty, on turn, with the action and what violence costs (ST-R34)."""
    broke = (
        game.house.beaten_down
        and who.is_beaten_down
        and who.willpower_left <= 0
    )
    return is_at_liberty(who) and has_action(game, who) and not broke


def can_escape(game: Scene, who: Fighter) -> bool:
    """ST-082: bound, and free to try."""
    return (
        "immobilized" in who.no_defense
        and is_at_liberty(who, bound_too=True)
        and has_action(game, who)
    )


def is_at_liberty(who: Fighter, *, bound_too: bool = False) -> bool:
    """Able, not surprised, and not bound unless `bound_too`."""
    stops = {"surprised"} if bound_too else {"surprised", "immobilized"}
    return who.able and not stops & set(who.no_defense)


def has_action(game: Scene, who: Fighter) -> bool:
    """On turn, with the action of the round."""
    turn = game.is_turn_of(who) or who.granted
    return turn and not (game.fight.running and who.ap == 0)


BEATEN_DOWN = "violence while beaten down"
"""ST-R34: what a point of willpower is for."""


def spend_action(
    game: Game,
    who: Fighter,
    *,
    anytime: bool = False,
    keeps_aim: bool = False,
    in_grapple: bool = False,
    bound_too: bool = False,
) -> None:
    """Check that somebody may act, and take the action (`check_free`, `use_action`). Raises
    Refusal (`status`, `grapple`, `turn`, `action`)."""
    check_can_act(
        game, who, anytime=anytime, in_grapple=in_grapple, bound_too=bound_too
    )
    use_action(game, who, keeps_aim=keeps_aim)


def use_action(game: Game, who: Fighter, *, keeps_aim: bool = False) -> None:
    """The action of the round is gone. `keeps_aim`: it is not one that spoils the aim."""
    if not keeps_aim:
        lose_aim(game, who)
    if game.fight.running:
        who.ap = 0
        who.granted = False


def lose_aim(game: Game, who: Fighter) -> None:
    if who.aim:
        with game.draft.by("ST-087"):
            who.aim = None
            game.report.tell("aim.lost", "note", who=who.name)


def check_willpower(game: Game, who: Fighter, uses: list[str]) -> None:
    """There is a point for each use. Raises Refusal (`willpower`)."""
    for spent, what in enumerate(uses):
        if who.willpower_left <= spent:
            game.refuse(
                "willpower", f"{who.id} has no willpower left for {what}"
            )


def use_willpower(game: Game, who: Fighter) -> None:
    """One point; forced, it stops at 0."""
    who.willpower_left = max(0, who.willpower_left - 1)
    game.report.tell("willpower", "note", who=who.name, left=who.willpower_left)


def spend_willpower(game: Game, who: Fighter, *uses: str) -> None:
    """A point for each use. Raises Refusal (`willpower`)."""
    check_willpower(game, who, list(uses))
    for _ in uses:
        use_willpower(game, who)


def willpower_uses_of_violence(game: Scene, who: Fighter) -> list[str]:
    """What a violent action costs willpower for (ST-R34 `beaten_down`)."""
    beaten = game.house.beaten_down and who.is_beaten_down
    return [BEATEN_DOWN] if beaten else []


def pay_for_violence(game: Game, who: Fighter) -> None:
    """What a violent action costs. Raises Refusal (`willpower`)."""
    with game.draft.by("ST-R34"):
        spend_willpower(game, who, *willpower_uses_of_violence(game, who))
