"""The `act` command: the list of actions, and how one of them is carried out."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.sr3.actions import gear, movement, reloading, subdual
from gmtrack.rulesets.sr3.actions.doing import Action, Doing
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, tied_first
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.turn.legality import COSTS, Cost, check_able, lose_aim, settle

_WEAPON = "[WEAPON]"
_ROWS = (
    Action("aim", "TARGET", "simple", "SR-126", "-1 on the next shot at TARGET", gear.aim,
           options=("--weapon",)),
    Action("ready", "WEAPON", "simple", "SR-R04", "in hand; --with hand=second: in the other one",
           gear.ready, gear.READY_WORDS),
    Action("stand-up", "", "simple", "SR-R04", "on one's feet", movement.stand_up),
    Action("drop-prone", "", "free", "SR-R04", "on the ground", movement.drop_prone),
    Action("run", "", "none", "SR-119, SR-123", "+4 on own shots, +2 for others", movement.run),
    Action("run-difficult", "", "none", "SR-119, SR-124", "+6 on own shots, +2 for others",
           movement.run_difficult),
    Action("stop", "", "none", "SR-119, SR-123", "runs no more", movement.stop),
    Action("take-cover", "", "none", "SR-117", "behind something: +4 for others",
           movement.take_cover),
    Action("leave-cover", "", "none", "SR-117", "out from behind it", movement.leave_cover),
    Action("engage", "TARGET...", "none", "SR-122, SR-R29", "joins a melee", movement.engage),
    Action("disengage", "", "none", "SR-122, SR-R29", "leaves it", movement.disengage),
    Action("move-away", "", "none", "SR-033", "cornered no more", movement.move_away),
    Action("deploy", _WEAPON, "simple; tripod: complex", "SR-069", "bipod or tripod stands",
           gear.deploy, price=gear.deploy_price),
    Action("fold", _WEAPON, "simple; tripod: complex", "SR-069", "and stands no more",
           gear.fold, price=gear.deploy_price),
    Action("remove-clip", _WEAPON, "simple; smartlink: free", "SR-100", "out with the clip",
           reloading.remove_clip, price=reloading.eject_price),
    Action("insert-clip", _WEAPON, "simple", "SR-097, SR-100", "in with the filled or a full one",
           reloading.insert_clip, reloading.INSERT_WORDS),
    Action("fill-clip", _WEAPON, "complex", "SR-101", "quickness rounds into a spare clip",
           reloading.fill_clip),
    Action("load", _WEAPON, "complex", "SR-102..SR-104, SR-116", "rounds into the weapon",
           reloading.load, reloading.LOAD_WORDS),
    Action("remove-loader", _WEAPON, "simple", "SR-105", "out with what is in the cylinder",
           reloading.remove_loader),
    Action("insert-loader", _WEAPON, "simple", "SR-105", "in with the filled or a full one",
           reloading.insert_loader, reloading.INSERT_WORDS),
    Action("fill-loader", _WEAPON, "complex", "SR-105", "quickness rounds into the loader",
           reloading.fill_loader),
    Action("remove-belt", _WEAPON, "complex", "SR-106", "out with the belt", reloading.remove_belt),
    Action("insert-belt", _WEAPON, "complex", "SR-106", "in with the filled or a full one",
           reloading.insert_belt, reloading.INSERT_WORDS),
    Action("fill-belt", _WEAPON, "complex", "SR-107", "half the quickness in rounds",
           reloading.fill_belt),
    Action("gyro-on", "", "none", "SR-073, SR-074", "5 minutes: outside a turn", gear.gyro_on),
    Action("gyro-off", "", "complex", "SR-074", "out of the harness", gear.gyro_off),
    Action("mount", _WEAPON, "complex", "SR-070, SR-074", "on the gyro mount, twice",
           gear.mount),
    Action("unmount", _WEAPON, "complex", "SR-074", "off it, twice", gear.unmount),
    Action("subdual-keep", "TARGET", "complex", "SR-042", "a box of subdual for each success",
           subdual.keep, subdual.CONTEST_WORDS, ("--mod",)),
    Action("subdual-break", "", "complex", "SR-043", "a box less for each success",
           subdual.break_free, subdual.CONTEST_WORDS, ("--mod",)),
)  # fmt: skip

ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
ROLLING = ("subdual-keep", "subdual-break")
"""These name their rolls themselves."""


def act(game: Game, intent: Act) -> Report:
    """One action, legal and paid. Raises Refusal; nothing has changed then."""
    who = game.find(intent.who)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    Told(game.options.without, {}, game.draft.encounter, WORDS)
    game.takes_only(*row.options)
    if intent.threshold is not None:
        game.deny(WORDS.value, "--threshold goes with test")
    words = tied_first(game.options.words)
    told = Told(words, row.words, game.draft.encounter, WORDS)
    do = Doing(game, who, intent.args, told)
    check_able(game, who, subdued_too=row.name == "subdual-break")
    if row.name not in ROLLING:
        game.expect([])
    what = named(game, who, row, intent.args)
    game.report.tell(f"act.{row.name}", "head", who=who.name, what=what)
    cost = cost_of(do, row)
    settle(game, who, cost)
    if row.name != "aim":
        lose_aim(game, who)
    row.handler(do)
    write(do, row, cost)
    return game.report


def named(game: Game, who: Fighter, row: Action, args: tuple[str, ...]) -> list[str]:
    """The ids of whom or what was named. Raises Refusal (`who`)."""
    if row.usage.startswith("TARGET"):
        return [game.find(word).id for word in args]
    if not args and row.usage == _WEAPON:
        return [who.in_hand]
    return [squash(word) for word in args]


def cost_of(do: Doing, row: Action) -> Cost:
    """The price, outside a turn too, where nobody pays it."""
    if row.price:
        return row.price(do)
    return next(cost for cost in COSTS if cost == row.cost)


def write(do: Doing, row: Action, cost: Cost) -> None:
    """The document's keys."""
    do.game.report.body |= {
        "who": do.who.id,
        "action": row.name,
        "targets": do.targets,
        "cost": cost,
        "done": do.done,
        "needed": do.needed,
        "outcome": do.outcome,
    }
    if do.needed > 1:
        do.game.report.tell("act.steps", "note", done=do.done, needed=do.needed)
