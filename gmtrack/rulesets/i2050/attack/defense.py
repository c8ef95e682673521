"""What the target of an attack does about it: the words of `--defense` (8.2)."""

from typing import get_args

from gmtrack.core.report import total
from gmtrack.rulesets.i2050.attack.plan import Aim, Defense, Guard, Strike
from gmtrack.rulesets.i2050.dice.rolls import skill_parts
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.gear import why_not
from gmtrack.rulesets.i2050.sheet.intent import ActionName, Plan
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.options import weapon_named
from gmtrack.rulesets.i2050.turn.legality import still_fights
from gmtrack.rulesets.i2050.turn.progress import declare
from gmtrack.rulesets.kit.words import known, number, parse_word

DECLARED: dict[Defense, ActionName] = {"fight": "fight", "dodge": "dodge", "weave": "weave"}
"""The intent that a defence is."""


def typed(game: Game, who: Fighter) -> Defense | None:
    """The word of `--defense` for a target; the last one counts. Raises Refusal (`unknown`)."""
    found: Defense | None = None
    for text in game.options.defense:
        word = parse_word(text, game.draft.encounter, WORDS)
        name = known(word.name, get_args(Defense), "defense", WORDS.unknown)
        if word.who in (None, who.id):
            found = next(one for one in get_args(Defense) if one == name)
    return found


def wanted(s: Strike) -> Defense | None:
    """As typed for this target; a share means that he fights."""
    told = typed(s.game, s.target)
    fights = s.has("share") and not s.missile
    return "fight" if told is None and fights else told


def declare_late(s: Strike) -> None:
    """8.2: a defence that is said of one who has declared nothing is his intent of the round;
    by house rule he fights back (IN-R56)."""
    who = s.target
    word = wanted(s) or ("fight" if fights_anyway(s) else None)
    if not s.game.fight.running or s.surprised or who.plan or not who.able:
        return
    if word is None or not free_to(s, word):
        return
    if word == "fight" and not s.missile:
        share = told_share(s)
        name = told_weapon(s) or who.first_usable(melee=True)
        split = None if share is None else (share,)
        declare(s.game, who, Plan("fight", name, (s.attacker.id,), split=split))
    elif word == "weave" or (word == "dodge" and not who.prone):
        declare(s.game, who, Plan(word))


def fights_anyway(s: Strike) -> bool:
    """IN-R56: with `undeclared_defense: fight`."""
    who = s.target
    able = who.able and not (who.acted or who.lost)
    unplanned = who.plan is None and able and not s.missile
    return unplanned and s.game.house.choice("undeclared_defense", "fight")


def choose_guard(s: Strike) -> Guard:
    """8.2: as declared, else as told, else none; who is surprised does nothing (IN-R17). Raises
    Refusal (`intent`, `weapon`, `unknown`)."""
    game, who, told = s.game, s.target, wanted(s)
    if s.surprised:
        return Guard()
    usual = as_declared(s)
    if told is not None and told != usual and not free_to(s, told):
        game.refuse("intent", f"{who.id} has declared {declared(who)}, not {told}")
    word = usual if told is None else told
    if word == "fight" and not strikes_back(s):
        return Guard(word)
    return armed(s) if word == "fight" else Guard(word)


def strikes_back(s: Strike) -> bool:
    """A shot can be opposed by house rule alone (IN-R50)."""
    return not s.missile or meets_shooter(s)


def split_guard(s: Strike, plan: Plan) -> Guard:
    """IN-MULTI-01 to IN-MULTI-03: one who is set upon by several fights those who have a share,
    while he can."""
    who, foe = s.target, s.attacker.id
    running = s.game.fight.running
    mine = who.plan if running and who.plan else plan
    share, name = mine.share_of(foe), mine.weapon
    can = still_fights(s.game, who, foe) if running else who.able and who.usable(str(name))
    if share is None or s.surprised or not can:
        return Guard()
    return Guard("fight", name, share, Aim(mine.aim or 0, mine.want, s.aim.shift))


def as_declared(s: Strike) -> Defense:
    """What follows from the intent alone."""
    who, plan = s.target, s.target.plan
    if still_fights(s.game, who, s.attacker.id):
        return "fight" if strikes_back(s) else "none"
    if meets_shooter(s) or shares_himself(s) or fights_anyway(s):
        return "fight"
    if plan is None or not who.able:
        return "none"
    if plan.action == "dodge" and not who.prone and can_be_dodged(s):
        return "dodge"
    return "weave" if plan.action == "weave" else "none"


def free_to(s: Strike, word: Defense) -> bool:
    """One who has declared nothing, or just this; who has had his turn strikes nobody any more."""
    who, plan = s.target, s.target.plan
    if plan is None:
        over = s.game.fight.running and (who.acted or who.lost)
        return not (over and word == "fight")
    if word == "fight":
        return s.missile and plan.action == "fight" and s.attacker.id in plan.targets
    return plan.action == DECLARED.get(word)


def declared(who: Fighter) -> str:
    """In the words of a refusal."""
    plan = who.plan
    if plan is None:
        return "nothing, and has had the turn of this round"
    return " ".join((plan.action, *plan.targets))


def can_be_dodged(s: Strike) -> bool:
    """IN-R35 `impossible`"""
    return not (s.firearm and s.game.house.choice("dodge_firearm", "impossible"))


# --- fighting back ---


def armed(s: Strike) -> Guard:
    """8.2 `fight`: with which weapon, share and aim. Raises Refusal (`intent`, `weapon`,
    `split`)."""
    plan = s.target.plan
    mine = plan if plan is not None and s.attacker.id in plan.targets else None
    name = check_weapon(s, mine)
    return Guard(
        "fight", name, share_for(s, mine), Aim(mine.aim or 0, mine.want) if mine else Aim()
    )


def check_weapon(s: Strike, plan: Plan | None) -> str:
    """Raises Refusal (`intent`, `weapon`, `unknown`)."""
    who, told = s.target, told_weapon(s)
    name = plan.weapon if plan else None
    if told and name and told != name:
        s.game.refuse("intent", f"{who.id} has declared {name}, not {told}")
    chosen = told or name or who.first_usable(melee=True)
    spared = s.attacker.id in who.spared
    if not who.usable(chosen) and not spared:
        s.game.refuse("weapon", f"the {chosen} of {who.id} {why_not(who, chosen)}")
    if who.weapon(chosen).is_missile and not meets_shooter(s):
        s.game.refuse("weapon", f"{chosen} is no melee weapon")
    return chosen


def told_weapon(s: Strike) -> str | None:
    """`defend-weapon=W`. Raises Refusal (`unknown`)."""
    word = s.word("defend-weapon")
    return weapon_named(s.target, word.value or "") if word else None


def told_share(s: Strike) -> int | None:
    """`share=N`. Raises Refusal (`value`)."""
    word = s.word("share")
    return number(word.value, "share", WORDS.value, -999, 999) if word else None


def share_for(s: Strike, plan: Plan | None) -> int | None:
    """IN-MULTI-01: as declared, else as told. Raises Refusal (`intent`)."""
    told, mine = told_share(s), plan.share_of(s.attacker.id) if plan else None
    if plan and told is not None and told != mine:
        s.game.refuse("intent", f"{s.target.id} has declared share {mine}, not {told}")
    if told is None and mine is None:
        return even_share(s.game, s.target, s.attacker)
    return mine if told is None else told


# --- house rules ---


def meets_shooter(s: Strike) -> bool:
    """IN-R50 `opposed`: melee against one who shoots at him, one roll of both."""
    if not s.game.house.choice("melee_vs_shooter", "opposed") or not s.target.able:
        return False
    plan = s.target.plan
    if plan is None or s.attacker.id not in plan.targets:
        return False
    done = s.game.fight.running and (s.target.acted or s.target.lost)
    return not done and plan.action == ("fight" if s.missile else "shoot")


def shares_himself(s: Strike) -> bool:
    """IN-R15 `auto_share`: he fights others, and this one too."""
    who, plan = s.target, s.target.plan
    if s.missile or plan is None or s.attacker.id in plan.targets:
        return False
    can = who.able and who.usable(who.in_use)
    return can and even_share(s.game, who, s.attacker) is not None


def even_share(game: Game, who: Fighter, foe: Fighter) -> int | None:
    """IN-R15 `auto_share`: the skill in equal parts over all who fight him, if there are more than
    he has declared."""
    plan = who.plan
    if not game.house.choice("third_party_melee", "auto_share"):
        return None
    if plan is None or plan.action != "fight" or plan.split is not None:
        return None
    others = [one.id for one in game.everybody() if one.plan and who.id in one.plan.targets
              and one.plan.action == "fight"]  # fmt: skip
    everyone = {*plan.targets, *others, foe.id}
    if everyone <= set(plan.targets):
        return None
    return total(tuple(skill_parts(who, who.weapon(who.in_use).skill))) // len(everyone)
