"""The defense of an attack's target: as declared, as `--defense` says, by house rule."""

from gmtrack.rulesets.i2050.attack.plan import BlowAim, Guard, Strike
from gmtrack.rulesets.i2050.dice import skill_points
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.state import ActionName, RoundPlan
from gmtrack.rulesets.i2050.tables import Defense
from gmtrack.rulesets.i2050.turn.order import (
    EVASIONS,
    announce_plan,
    can_evade,
    still_fights,
)
from gmtrack.rulesets.kit.own.in_force import find_forbidding

INTENT_OF_DEFENSE: dict[Defense, ActionName] = {
    "fight": "fight",
    "dodge": "dodge",
    "weave": "weave",
}
"""The action of a plan that a defense is."""


def typed_defense(s: Strike) -> Defense | None:
    """Return the defense typed for the target, None if there is none. A share typed without a
    defense means that the target fights, except against a missile."""
    fights = s.answer.share is not None and not s.missile
    return "fight" if s.answer.word is None and fights else s.answer.word


def announce_late(s: Strike) -> None:
    """Announce a plan for a target who has declared nothing and defends now: as typed, or by
    house rule to fight back (IN-R56). Does nothing outside a round."""
    who = s.target
    if not s.game.fight.running or s.surprised or who.plan or not who.able:
        return
    word = typed_defense(s) or ("fight" if is_fighting_by_default(s) else None)
    if (
        word is None
        or any(find_forbidding(who, word))
        or not is_free_to(s, word)
    ):
        return
    if word == "fight" and not s.missile:
        split = None if s.answer.share is None else (s.answer.share,)
        name = s.answer.weapon or who.first_usable(melee=True)
        announce_plan(
            s.game, who, RoundPlan("fight", name, (s.attacker.id,), split=split)
        )
    elif word in EVASIONS and can_evade(who):
        announce_plan(s.game, who, RoundPlan(word))


def is_fighting_by_default(s: Strike) -> bool:
    """Whether a target who has declared nothing fights back by house rule `undeclared_defense:
    fight` (IN-R56)."""
    who = s.target
    able = who.able and not (who.acted or who.lost)
    unplanned = who.plan is None and able and not s.missile
    return unplanned and s.game.house.undeclared_defense == "fight"


def choose_guard(s: Strike) -> Guard:
    """Return what the target does about a strike: as typed, else as declared, else nothing. A
    surprised target does nothing (IN-R17)."""
    if s.surprised:
        return Guard()
    # What follows from the intent alone, where no effect of the GM's own forbids it.
    usual = declared_defense(s)
    if usual != "none" and s.game.is_left_out(s.target, usual):
        usual = "none"
    word = typed_defense(s) or usual
    if word == "fight" and can_strike_back(s):
        return guard_fighting_back(s, usual)
    return Guard(word, usual=usual)


def tell_no_defense(s: Strike) -> None:
    """Note why an able target does nothing about a strike: they lie on the ground and cannot dodge
    or weave as declared (IN-R35, IN-R67), or they have declared nothing; then with the words that
    would declare it now (IN-R56). Nothing is noted where `--defense` was typed, nor of a shot while
    no round is in progress, when nobody is asked to declare anything."""
    who, plan = s.target, s.target.plan
    if s.missile and plan is None and not s.game.fight.running:
        return
    if (
        s.guard.word != "none"
        or typed_defense(s) is not None
        or s.surprised
        or not who.able
    ):
        return
    if plan is not None:
        if plan.action in EVASIONS and not can_evade(who):
            note_for_gm(
                s.game,
                who,
                "on-ground",
                plan.action,
                f"lies on the ground: no {plan.action}",
            )
        return
    words = [
        f"`{word}`"
        for word in late_defenses(s)
        if not any(find_forbidding(who, word))
    ]
    if words:
        words[0] = f"`--defense {words[0][1:]}"
        *first, last = words
        lines = f"{', '.join(first)} or {last}" if first else last
        note_for_gm(
            s.game,
            who,
            "undeclared",
            lines,
            f"has declared nothing and does not defend ({lines})",
        )


def note_for_gm(
    game: Game, who: Fighter, key: str, what: str, told: str
) -> None:
    """Note something about a target for the GM: in the report of the attack, and in the answer
    to whoever only plans it; there `told` follows the name."""
    game.note(who, key, what=what)
    planning = game.options.planning
    if planning is not None:
        planning.notes[f"{who.name} {told}"] = None


def late_defenses(s: Strike) -> list[Defense]:
    """Return what somebody who has declared nothing can still do about a strike."""
    found: list[Defense] = []
    if not s.missile and is_free_to(s, "fight"):
        found.append("fight")
    if can_evade(s.target):
        found += EVASIONS
    return found


def can_strike_back(s: Strike) -> bool:
    """Whether the target may fight back against this strike; a shot can be opposed by house rule
    alone (IN-R50)."""
    return not s.missile or can_oppose_shooter(s)


def split_guard(s: Strike, plan: RoundPlan) -> Guard:
    """Return the guard of a target whom several set upon, against one of them: the target fights
    each foe that has a share of the skill (IN-MULTI-01 to IN-MULTI-03). The shares are those
    that the target has declared in this round; without any, or before the round, those of
    `plan`. An empty Guard for a foe without a share, and if the target is surprised, cannot
    fight, or the GM left fighting out."""
    who, foe = s.target, s.attacker.id
    running = s.game.fight.running
    mine = who.plan if running and who.plan else plan
    share, name = mine.share_of(foe), mine.weapon
    can = (
        still_fights(s.game, who, foe)
        if running
        else who.able and who.is_usable(str(name))
    )
    if (
        share is None
        or s.surprised
        or not can
        or s.game.is_left_out(who, "fight")
    ):
        return Guard()
    return Guard(
        "fight", name, share, BlowAim(mine.aim or 0, mine.want, s.aim.shift)
    )


def declared_defense(s: Strike) -> Defense:
    """Return the defense that follows from the target's plan alone; `none` if they have declared
    none or can no longer carry it out. Depends on the house rule `dodge_firearm`."""
    who, plan = s.target, s.target.plan
    if still_fights(s.game, who, s.attacker.id):
        return "fight" if can_strike_back(s) else "none"
    if (
        can_oppose_shooter(s)
        or is_sharing_evenly(s)
        or is_fighting_by_default(s)
    ):
        return "fight"
    if plan is None or not who.able:
        return "none"
    undodgeable = (
        s.firearm and s.game.house.dodge_firearm == "impossible"
    )  # IN-R35
    if not can_evade(who) or (plan.action == "dodge" and undodgeable):
        return "none"
    return next((word for word in EVASIONS if word == plan.action), "none")


def is_free_to(s: Strike, word: Defense) -> bool:
    """Whether a defense fits what the target has declared: nothing, or just this. Somebody whose
    turn is over strikes nobody any more."""
    who, plan = s.target, s.target.plan
    if plan is None:
        over = s.game.fight.running and (who.acted or who.lost)
        return not (over and word == "fight")
    if word == "fight":
        return (
            s.missile
            and plan.action == "fight"
            and s.attacker.id in plan.targets
        )
    return plan.action == INTENT_OF_DEFENSE.get(word)


def guard_fighting_back(s: Strike, usual: Defense) -> Guard:
    """Return the guard of a target who fights back: weapon, share and aim as typed, else as
    declared. `usual`: the defense by the plan alone."""
    who, told, mine = s.target, s.answer, plan_against(s)
    # Whoever fights others with something meets this one with it, too.
    declared = mine
    if who.plan is not None and who.plan.action == "fight":
        declared = who.plan
    name = (
        told.weapon
        or (declared.weapon if declared else None)
        or who.first_usable(melee=True)
    )
    share = told.share
    if share is None and mine is not None:
        share = mine.share_of(s.attacker.id)
    if share is None:
        share = even_share(s.game, who, s.attacker)
    aim = BlowAim(mine.aim or 0, mine.want) if mine else BlowAim()
    return Guard("fight", name, share, aim, usual)


def plan_against(s: Strike) -> RoundPlan | None:
    """Return the target's plan if it is about the attacker, else None."""
    plan = s.target.plan
    return plan if plan is not None and s.attacker.id in plan.targets else None


def can_oppose_shooter(s: Strike) -> bool:
    """Whether melee meets a shot in one opposed roll: by house rule `melee_vs_shooter`, if the
    target has declared against the attacker (IN-R50)."""
    if s.game.house.melee_vs_shooter != "opposed" or not s.target.able:
        return False
    plan = s.target.plan
    if plan is None or s.attacker.id not in plan.targets:
        return False
    done = s.game.fight.running and (s.target.acted or s.target.lost)
    return not done and plan.action == ("fight" if s.missile else "shoot")


def is_sharing_evenly(s: Strike) -> bool:
    """Whether a target who fights others fights this attacker too, by house rule `auto_share`
    (IN-R15)."""
    who, plan = s.target, s.target.plan
    if s.missile or plan is None or s.attacker.id in plan.targets:
        return False
    can = who.able and who.is_usable(who.in_use)
    return can and even_share(s.game, who, s.attacker) is not None


def even_share(game: Game, who: Fighter, foe: Fighter) -> int | None:
    """Return `who`'s skill against `foe` by house rule `auto_share`: equal parts for all who
    fight `who` or are their targets. None without the rule, without a plan to fight, with a
    declared split, or if nobody but their own targets fights them (IN-R15)."""
    plan = who.plan
    if game.house.third_party_melee != "auto_share":
        return None
    if plan is None or plan.action != "fight" or plan.split is not None:
        return None
    others = [
        one.id
        for one in game.everybody()
        if one.able
        and one.plan
        and who.id in one.plan.targets
        and one.plan.action == "fight"
    ]
    declared = [target for target in plan.targets if game.fighter(target).able]
    everyone = {*declared, *others, foe.id}
    if everyone <= set(plan.targets):
        return None
    return skill_points(who, who.weapon(who.in_use).skill) // len(everyone)
