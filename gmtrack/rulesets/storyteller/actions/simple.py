"""Actions that need no opponent's roll, and the list of them (8.3)."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.storyteller.actions import ambush, movement, weapons
from gmtrack.rulesets.storyteller.actions.doing import Action, Doing
from gmtrack.rulesets.storyteller.dice.rolls import mod_parts, pool_of, roll, wound_part
from gmtrack.rulesets.storyteller.turn.costs import spend_action, spend_willpower
from gmtrack.rulesets.storyteller.turn.legality import check_able
from gmtrack.rulesets.storyteller.wounds import conditions


def human_shield(do: Doing) -> None:
    """ST-113, ST-116"""
    game, who = do.game, do.who
    victim = do.target()
    check_able(game, who)
    who.shield = victim.id
    game.note(who, "breaking-point")


def let_go(do: Doing) -> None:
    do.nobody()
    do.who.shield = None


def escape(do: Doing) -> None:
    """ST-082, ST-R28. Raises Refusal (`status`)."""
    do.nobody()
    game, who = do.game, do.who
    if "immobilized" not in who.no_defense:
        game.refuse("status", f"nothing binds {who.id}")
    spend_action(game, who, bound_too=True, in_grapple=True)
    game.expect([("escape", who.id)])
    game.report.tell("act.escape", "head", who=who.name)
    wounds = [] if do.without("wounds") else wound_part(who)
    parts = [*pool_of(who, "strength", "athletics"), *wounds]
    result = roll(game, "escape", who, [*parts, *mod_parts(game, game.options.mods)])
    do.outcome = "free" if result.hits else "failed"
    game.report.tell(f"escape.{do.outcome}", "good" if result.hits else "bad", who=who.name)
    if result.hits:
        conditions.unbind(game, who)


def go_first(do: Doing) -> None:
    """ST-023, ST-R10. Raises Refusal (`house-rule`, `phase`, `willpower`)."""
    do.nobody()
    game, who = do.game, do.who
    if not game.house.on("willpower_initiative"):
        game.refuse("house-rule", "go-first needs the house rule willpower_initiative")
    if game.fight.phase == "acting":
        game.refuse("phase", "go-first is paid between two rounds")
    check_able(game, who)
    spend_willpower(game, who, "going first")
    who.on_top = True
    who.top_round = game.fight.round + 1


def other(do: Doing) -> None:
    """ST-087, ST-097: anything the table does not know."""
    spend_action(do.game, do.who)


_DISTANCE = ("distance",)
_ROWS = (
    Action("ambush", "TARGET...", "0", "ST-026, ST-028, ST-030", "surprise them", ambush.ambush,
           ("help",), ("--mod",), ("wounds",)),
    Action("dodge", "", "A!", "ST-057, ST-058", "twice Defense in dice", movement.dodge),
    Action("static", "", "A!", "ST-053", "Defense does not wear down; a house rule",
           movement.static),
    Action("drop-prone", "", "A!", "ST-096, ST-132", "down; answers covering fire",
           movement.drop_prone),
    Action("stand", "", "A", "ST-080, ST-133", "up again", movement.stand),
    Action("move", "--with distance=N", "0", "ST-055, ST-123, ST-129", "up to speed a round",
           movement.move, _DISTANCE),
    Action("run", "--with distance=N", "A", "ST-124, ST-129", "up to twice the speed", movement.run,
           _DISTANCE),
    Action("aim", "TARGET", "A", "ST-085 to ST-087", "+1 on the shot at TARGET, +3 at most",
           weapons.aim, (), ("--weapon",)),
    Action("reload", "", "A", "ST-119 to ST-122", "full again", weapons.reload, (), ("--weapon",)),
    Action("take-cover", "C", "0", "ST-096, ST-106", "behind a piece; A under covering fire",
           movement.take_cover),
    Action("leave-cover", "", "0", "ST-106", "out from behind it", movement.leave_cover),
    Action("human-shield", "VICTIM", "0", "ST-113, ST-116", "somebody held before oneself",
           human_shield),
    Action("let-go", "", "0", "ST-113", "no shield any more", let_go),
    Action("escape", "", "A", "ST-082, ST-R28", "out of bonds: strength + athletics", escape, (),
           ("--mod",), ("wounds",)),
    Action("wield", "W [W]", "0", "ST-019", "what is in hand", weapons.wield),
    Action("drop", "W", "0", "ST-019", "on the ground", weapons.drop),
    Action("pick-up", "W", "0", "ST-019", "from the ground into the hand", weapons.pick_up),
    Action("go-first", "", "0", "ST-023", "1 willpower: top of the next round; a house rule",
           go_first),
    Action("other", "[WHAT]", "A", "ST-087, ST-097", "anything else", other),
)  # fmt: skip
PLAIN: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
