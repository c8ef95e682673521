"""The spotlight: order, receiving and leaving it, the stages of a round, the round's end
(SP-INIT, SP-SPOT)."""

from collections.abc import Iterable

from gmtrack.core.encounter import Data
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.own.moments import has_own, pass_moment
from gmtrack.rulesets.spotlight.events import end_suppression, lift_fire
from gmtrack.rulesets.spotlight.sheet.game import Game, Scene
from gmtrack.rulesets.spotlight.sheet.state import AP, Fighter
from gmtrack.rulesets.spotlight.wounds import new_attempt

Rank = tuple[int, int, int, int]


def initiative_rank(who: Fighter) -> Rank:
    """Return the sort key of somebody's initiative, the higher one first: successes, initiative,
    agility, then dice of a tie."""
    return (
        who.initiative_successes or 0,
        who.sheet.initiative,
        who.sheet.agility,
        who.tiebreak or 0,
    )


def sort_by_initiative(fighters: Iterable[Fighter]) -> list[Fighter]:
    """Sort fighters: PCs that rolled, the best first, then the others in the order given."""
    everybody = list(fighters)
    rolled = [
        who
        for who in everybody
        if who.is_pc and who.initiative_successes is not None
    ]
    rolled.sort(key=initiative_rank, reverse=True)
    first = {who.id for who in rolled}
    return rolled + [who for who in everybody if who.id not in first]


def best_initiative(fighters: Iterable[Fighter]) -> list[Fighter]:
    """Return the fighter whose initiative is best, or all who are tied in every respect."""
    candidates = list(fighters)
    if not candidates:
        return []
    top = max(map(initiative_rank, candidates))
    return [who for who in candidates if initiative_rank(who) == top]


def refresh_ap(game: Game, who: Fighter) -> None:
    """Give somebody four AP; what is left is lost or, by house rule, added."""
    left = who.ap if game.house.ap_carryover else 0
    with game.draft.by("SP-AP-01, SP-R03"):
        who.ap = AP + left


def count_as_had(game: Game, who: Fighter) -> None:
    """Note that somebody has had the spotlight in this round. Changes nothing if that is noted
    already."""
    if not game.has_had_spotlight(who):
        game.fight.had_spotlight = [*game.fight.had_spotlight, who.id]


def add_to_spotlight(
    game: Game, whom: Iterable[Fighter], *, own_turn: bool = True
) -> None:
    """Give the spotlight to fighters besides those who hold it, and begin their turns. Passes
    over those who hold it already; does nothing if all do. `own_turn`: the turn is theirs, not a
    part of somebody else's; only then does it refresh AP, once a round, and count as having had
    the spotlight, unless house rules say otherwise."""
    fight, house = game.fight, game.house
    held, had = set(fight.spotlight), set(fight.had_spotlight)
    new = [who for who in whom if who.id not in held]
    if not new:
        return
    fight.spotlight = [*fight.spotlight, *(who.id for who in new)]
    first = [who for who in new if who.id not in had]
    if own_turn and house.ap_refresh == "own_spotlight" and fight.round > 1:
        for who in first:
            refresh_ap(game, who)
    if own_turn or house.share_counts:
        fight.had_spotlight = [*fight.had_spotlight, *(who.id for who in first)]
    # Whose suppressive fire holds somebody.
    pinning: set[str | None] = set()
    if house.suppression_lasts == "shooter_next_spotlight":
        pinning = {
            pin.by
            for who in game.everybody()
            if (pin := who.suppression()) is not None
        }
    for who in new:
        begin_turn(game, who, pinning=who.id in pinning, own_turn=own_turn)


def begin_turn(
    game: Game, who: Fighter, *, pinning: bool, own_turn: bool
) -> None:
    """Begin the turn of somebody who has just received the spotlight, maybe once more in this
    round. `pinning`: their suppressive fire ends by it; `own_turn` as in `add_to_spotlight`."""
    if pinning:
        lift_fire(game, who)
    new_attempt(who)
    if own_turn and who.own_turn == "to come" and has_own(game):
        who.own_turn = "begun"
        pass_moment(game, "turn-start", who)


def leave_spotlight(game: Game, who: Fighter) -> None:
    """Take the spotlight from one combatant, who keeps the AP if they may."""
    game.fight.spotlight = [
        other for other in game.fight.spotlight if other != who.id
    ]
    lose_unspent_ap(game, [who])
    end_turn(game, who)


def end_turn(game: Game, who: Fighter) -> None:
    """End the turn of somebody who has just left the spotlight. Depends on the house rule
    `suppression_lasts`."""
    if game.house.suppression_lasts == "one_spotlight":
        end_suppression(game, who)
    new_attempt(who)
    end_own_turn(game, who)


def end_own_turn(game: Game, who: Fighter) -> None:
    """End somebody's first spotlight of their own in this round, if it has begun."""
    if who.own_turn == "begun":
        who.own_turn = "over"
        pass_moment(game, "turn-end", who)


def leave_spotlight_all(game: Game) -> None:
    """Take the spotlight from all who hold it."""
    held = holders_in_order(game)
    lose_unspent_ap(game, held)
    for who in held:
        leave_spotlight(game, who)


def holders_in_order(game: Scene) -> list[Fighter]:
    """Return the holders of the spotlight, in the order in which they received it."""
    return [game.fighter(who) for who in game.fight.spotlight]


def lose_unspent_ap(game: Game, whom: Iterable[Fighter]) -> None:
    """Take the unspent AP of those who cannot keep them (SP-R08), and report it. Depends on the
    house rule `npc_keep_ap`."""
    losing = losers_of_unspent_ap(game, whom)
    names = [who.name for who in losing if who.able]
    with game.draft.by("SP-SPOT-07, SP-R08"):
        for who in losing:
            who.ap = 0
        if names:
            ordinary = game.house.npc_keep_ap == "important"
            game.report.tell(
                "ap-lost.ordinary" if ordinary else "ap-lost", "note", who=names
            )


def losers_of_unspent_ap(game: Scene, whom: Iterable[Fighter]) -> list[Fighter]:
    """Return those with unspent AP who cannot keep them: NPCs, by house rule not the important
    ones (SP-R08)."""
    if game.house.npc_keep_ap == "all":
        return []
    important_keep = game.house.npc_keep_ap == "important"
    npcs = [who for who in whom if who.ap and not who.is_pc]
    return [who for who in npcs if not (important_keep and who.sheet.important)]


def waiting_fighters(game: Scene, *, pcs: bool) -> list[Fighter]:
    """Return those who have not had the spotlight in this round: with `pcs` the PCs in order of
    initiative, else the NPCs in file order. Latecomers and those who are down are left out."""
    fighters = sort_by_initiative(game.everybody()) if pcs else game.everybody()
    return [
        who
        for who in fighters
        if who.is_pc == pcs
        and not who.late
        and who.counts
        and not game.has_had_spotlight(who)
    ]


def open_npcs(game: Game, first: Fighter | None = None) -> None:
    """Give the spotlight to the NPCs, all at once or one after another, `first` before others
    (SP-R07); without any NPC, open stage `open`. Depends on the house rule `npc_spotlight`."""
    one_by_one = game.house.npc_spotlight == "individual"
    everybody = game.everybody()
    present = [
        who
        for who in everybody
        if not who.is_pc and not who.late and who.counts
    ]
    only_waiting = one_by_one or game.fight.npcs_early
    npcs = waiting_fighters(game, pcs=False) if only_waiting else present
    if not npcs:
        open_stage(game)
        return
    if one_by_one:
        npcs = [first] if first in npcs and first is not None else npcs[:1]
    with game.draft.by("SP-SPOT-06, SP-R07"):
        game.fight.stage = "npc"
        add_to_spotlight(game, npcs)
        game.report.tell("stage.npc", "head", who=[npc.name for npc in npcs])


def close_npcs(game: Game) -> None:
    """End the NPCs' turn; go on to the next NPC if they go one after another, else to stage
    `open`."""
    next_alone = has_another_npc(game)
    lose_unspent_ap(game, leaving_npcs(game))
    with game.draft.by("SP-SPOT-07"):
        leave_spotlight_all(game)
    if game.fight.npcs_early and waiting_fighters(game, pcs=True):
        return_to_pcs(game)
    elif next_alone:
        open_npcs(game)
    else:
        open_stage(game)


def return_to_pcs(game: Game) -> None:
    """Give the spotlight to the first PC who has not had it, after NPCs whose turn came early. By
    house rule the players choose who of several it is."""
    waiting = waiting_fighters(game, pcs=True)
    with game.draft.by("ALL-TURN-01"):
        game.fight.stage = "pc"
    if len(waiting) > 1 and game.house.next_picks == "ask":
        with game.draft.by("SP-R05"):
            game.fight.choosing = [who.id for who in waiting]
            game.report.tell(
                "choose-first", "head", who=[who.name for who in waiting]
            )
        return
    add_to_spotlight(game, waiting[:1])
    game.report.tell("holds", "head", who=[waiting[0].name])


def put_off_holders(game: Game) -> None:
    """Take the spotlight from all who hold it. Those who have spent nothing have not had it then:
    they receive it again. The others have had their turn and keep the AP if they may."""
    fight = game.fight
    for who in holders_in_order(game):
        if who.ap < AP:
            leave_spotlight(game, who)
            continue
        fight.spotlight = [one for one in fight.spotlight if one != who.id]
        fight.had_spotlight = [
            one for one in fight.had_spotlight if one != who.id
        ]


def has_another_npc(game: Scene) -> bool:
    """Whether the NPCs go one after another (SP-R07), and one of them still waits. Depends on
    the house rule `npc_spotlight`."""
    return game.house.npc_spotlight == "individual" and bool(
        waiting_fighters(game, pcs=False)
    )


def leaving_npcs(game: Scene) -> list[Fighter]:
    """Return those whose turn is over for this round when that of the acting NPCs ends."""
    return holders_in_order(game) if has_another_npc(game) else game.everybody()


def open_stage(game: Game) -> None:
    """Begin stage `open`: everybody has had the spotlight, and whoever kept AP may take it
    again."""
    able = [who.name for who in game.everybody() if can_regain(game, who)]
    with game.draft.by("SP-SPOT-11"):
        game.fight.stage = "open"
        game.report.tell("stage.open", "head", who=able or ["nobody"])


def can_regain(game: Scene, who: Fighter) -> bool:
    """Whether somebody may take the spotlight in stage `open`: able, with AP, and a PC or important
    (SP-SPOT-08, SP-SPOT-11), or a latecomer who has not had it (SP-INIT-07)."""
    return who.able and who.can_spend and can_take_in_open_stage(game, who)


def can_take_in_open_stage(game: Scene, who: Fighter) -> bool:
    """Whether `who` may take the spotlight in stage `open`, whatever they have left to spend:
    PCs, important NPCs, and latecomers who have not had it."""
    is_new = who.joined_late and not game.has_had_spotlight(who)
    return who.is_pc or who.sheet.important or is_new


def can_take_spotlight(game: Scene, who: Fighter) -> bool:
    """Whether `intervene WHO` gives it to them now: nobody holds it, and it is their choice."""
    fight = game.fight
    if fight.spotlight or fight.save or fight.death_spotlight:
        return False
    return who.id in fight.choosing or (
        fight.stage == "open" and can_regain(game, who)
    )


def end_round_if_spent(game: Game) -> None:
    """End the round if nobody has AP left to spend; not during a death spotlight or a save.
    Depends on the house rule `ap_refresh`."""
    fight = game.fight
    if not fight.running or fight.death_spotlight or fight.save:
        return
    later = game.house.ap_refresh == "own_spotlight" and (
        waiting_fighters(game, pcs=True) or waiting_fighters(game, pcs=False)
    )
    if later or any(who.can_spend and who.counts for who in game.everybody()):
        return
    end_round(game)


def end_round(game: Game) -> None:
    """End the round: phase `round-over`, and nobody holds the spotlight. Depends on the house
    rule `suppression_lasts`."""
    fight = game.fight
    for who in holders_in_order(game):
        end_own_turn(game, who)
    with game.draft.by("SP-SPOT-13"):
        fight.phase = "round-over"
        fight.stage = None
        fight.spotlight = []
        fight.choosing = []
        if game.house.suppression_lasts == "round_end":
            for who in game.everybody():
                end_suppression(game, who)
        game.report.tell("round-over", "head", round=fight.round)
    pass_moment(game, "round-end")


def acting_id(game: Scene) -> str | None:
    """Return whose turn it is: the helper of a save, whoever is dying, or the first holder with
    AP left; None if nobody holds the spotlight."""
    fight = game.fight
    if fight.save:
        return str(fight.save["by"])
    if fight.death_spotlight:
        return fight.death_spotlight[0]
    held = holder_ids(game)
    ready = [who for who in held if game.fighter(who).can_spend]
    return next(iter(ready or held), None)


def holder_ids(game: Scene) -> list[str]:
    """Return the ids of all holders in order of initiative."""
    held = set(game.fight.spotlight)
    return [
        who.id
        for who in sort_by_initiative(
            one for one in game.everybody() if one.id in held
        )
    ]


def finish_report(game: Game) -> Report:
    """End the round if its AP are spent, add the turn to the report's JSON, and return the
    report."""
    end_round_if_spent(game)
    if game.narrated:
        game.report.body |= turn_document(game)
    return game.report


def turn_document(game: Scene) -> Data:
    """Return the JSON keys that commands of the turn share."""
    fight = game.fight
    return {
        "round": fight.round,
        "phase": fight.phase,
        "stage": fight.stage,
        "spotlight": holder_ids(game),
        "acting": acting_id(game),
        "death_spotlight": list(fight.death_spotlight),
        "save": fight.save,
        "order": order_document(game),
    }


def order_document(game: Scene) -> list[Data]:
    """Return the JSON of the order, an entry for everybody: `id`, `score`, `ap`, `acted` (they
    have had the spotlight), `delayed` (and can take it again), `forgone` and `status`."""
    had, held = set(game.fight.had_spotlight), set(game.fight.spotlight)
    return [
        {
            "id": who.id,
            "score": who.initiative_successes,
            "ap": who.ap,
            "acted": who.id in had,
            "delayed": who.id in had and who.id not in held and who.can_spend,
            "forgone": who.forgone,
            "status": who.standing.status,
        }
        for who in [*sort_by_initiative(game.everybody()), *game.absent()]
    ]
