"""The `act` command: the list of actions, and how one of them is carried out."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.sr3.actions import gear, movement, reloading, subdual
from gmtrack.rulesets.sr3.actions.doing import Action, ActionContext
from gmtrack.rulesets.sr3.actions.gear import NOTHING
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, tied_first
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.weapons import reload_lines
from gmtrack.rulesets.sr3.turn.legality import COSTS, Cost, check_able, lose_aim, settle
from gmtrack.rulesets.sr3.wounds.engagement import join

_WEAPON = "[WEAPON]"
_ROWS = (
    Action("aim", "TARGET", "simple", "SR-126, SR-R26", "-1 on the next shot at them", gear.aim,
           options=("--weapon",)),
    Action("ready", "WEAPON", "simple", "SR-R04", "in hand (or --with hand=second)",
           gear.ready, gear.READY_WORDS),
    Action("stand-up", "", "simple", "SR-R04", "back on their feet", movement.stand_up),
    Action("drop-prone", "", "free", "SR-R04", "down to the ground", movement.drop_prone),
    Action("run", "", "none", "SR-119, SR-123", "own shots +4, shots at them +2",
           lambda do: movement.run(do, "running")),
    Action("run-difficult", "", "none", "SR-119, SR-124", "own shots +6, shots at them +2",
           lambda do: movement.run(do, "difficult")),
    Action("stop", "", "none", "SR-119, SR-123", "stops running", movement.stop),
    Action("take-cover", "", "none", "SR-117", "in cover: shots at them +4",
           movement.take_cover),
    Action("leave-cover", "", "none", "SR-117", "out of cover", movement.leave_cover),
    Action("engage", "TARGET...", "none", "SR-122, SR-R29", "joins melee with them",
           lambda do: join(do.who, do.others())),
    Action("disengage", "", "none", "SR-122, SR-R29", "leaves the melee", movement.disengage),
    Action("move-away", "", "none", "SR-033", "no longer cornered", movement.move_away),
    Action("deploy", _WEAPON, "simple; tripod: complex", "SR-069", "deploys bipod or tripod",
           lambda do: gear.deploy(do, out=True), price=gear.deploy_price),
    Action("fold", _WEAPON, "simple; tripod: complex", "SR-069", "folds bipod or tripod up",
           lambda do: gear.deploy(do, out=False), price=gear.deploy_price),
    Action("remove-clip", _WEAPON, "simple; smartlink: free", "SR-100", "takes the clip out",
           lambda do: reloading.take_out(do, "clip"), price=reloading.eject_price),
    Action("insert-clip", _WEAPON, "simple", "SR-100", "puts the spare or a full one in",
           lambda do: reloading.put_in(do, "clip"), reloading.INSERT_WORDS),
    Action("fill-clip", _WEAPON, "complex", "SR-101", "fills a spare clip: quickness",
           lambda do: reloading.fill_loose(do, "clip")),
    Action("load", _WEAPON, "complex", "SR-102..SR-104, SR-116", "rounds straight into the weapon",
           reloading.load, reloading.LOAD_WORDS),
    Action("remove-loader", _WEAPON, "simple", "SR-105", "empties the cylinder",
           reloading.remove_loader),
    Action("insert-loader", _WEAPON, "simple", "SR-105", "puts the spare or a full one in",
           reloading.insert_loader, reloading.INSERT_WORDS),
    Action("fill-loader", _WEAPON, "complex", "SR-105", "fills a loader: quickness",
           lambda do: reloading.fill_loose(do, "cylinder")),
    Action("remove-belt", _WEAPON, "complex", "SR-106", "takes the belt out",
           lambda do: reloading.take_out(do, "belt")),
    Action("insert-belt", _WEAPON, "complex", "SR-106", "puts the spare or a full one in",
           lambda do: reloading.put_in(do, "belt"), reloading.INSERT_WORDS),
    Action("fill-belt", _WEAPON, "complex", "SR-107", "fills a belt: half quickness",
           lambda do: reloading.fill_loose(do, "belt")),
    Action("gyro-on", "", "none", "SR-074", "puts the harness on: 5 minutes",
           lambda do: gear.wear_gyro(do, worn=True)),
    Action("gyro-off", "", "complex", "SR-074", "takes the harness off",
           lambda do: gear.wear_gyro(do, worn=False)),
    Action("mount", _WEAPON, "complex", "SR-074", "onto the gyro mount (2 actions)",
           lambda do: gear.mount(do, on=True)),
    Action("unmount", _WEAPON, "complex", "SR-074", "off the gyro mount (2 actions)",
           lambda do: gear.mount(do, on=False)),
    Action("subdual-keep", "TARGET", "complex", "SR-042", "1 subdual box per success",
           subdual.keep, subdual.CONTEST_WORDS, ("--mod",)),
    Action("subdual-break", "", "complex", "SR-043", "1 subdual box less per success",
           subdual.break_free, subdual.CONTEST_WORDS, ("--mod",)),
)  # fmt: skip

ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
ROLLING = ("subdual-keep", "subdual-break")
"""These name their rolls themselves, and what comes of them has rows of its own."""


def act(game: Game, intent: Act) -> Report:
    """One action, legal and paid. Raises Refusal; nothing has changed then."""
    who = game.find(intent.who)
    refuse_reload(game, who, intent)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    Told(game.options.without, {}, game.draft.encounter, WORDS)
    game.takes_only(*row.options)
    if intent.threshold is not None:
        game.deny(WORDS.value, "--threshold is for `test`")
    words = tied_first(game.options.words)
    told = Told(words, row.words, game.draft.encounter, WORDS)
    do = ActionContext(game, who, intent.args, told)
    check_able(game, who, subdued_too=row.name == "subdual-break")
    if row.name not in ROLLING:
        game.expect([])
    what = named(game, who, row, intent.args)
    empties = ".none" if what == [NOTHING] else ""
    game.report.tell(f"act.{row.name}{empties}", "head", who=who.name, what=what)
    cost = cost_of(do, row)
    settle(game, who, cost)
    if row.name != "aim":
        lose_aim(game, who)
    with game.draft.by("" if row.name in ROLLING else row.rules):
        row.handler(do)
    write(do, row, cost)
    return game.report


def refuse_reload(game: Game, who: Fighter, intent: Act) -> None:
    """Loading takes other steps with each weapon. Raises Refusal (`unknown`)."""
    word = squash(intent.args[0]) if intent.args else who.in_hand
    if squash(intent.action) == "reload" and word in who.weapons and who.weapon(word).is_ranged:
        game.deny(WORDS.unknown, f"reload is no action of its own: {reload_lines(who, word)}")


def named(game: Game, who: Fighter, row: Action, args: tuple[str, ...]) -> list[str]:
    """The ids of whom or what was named. Raises Refusal (`who`)."""
    if row.usage.startswith("TARGET"):
        return [game.find(word).id for word in args]
    if not args and row.usage == _WEAPON:
        return [who.in_hand]
    return [squash(word) for word in args]


def cost_of(do: ActionContext, row: Action) -> Cost:
    """The price, outside a turn too, where nobody pays it."""
    if row.price:
        return row.price(do)
    return next(cost for cost in COSTS if cost == row.cost)


def write(do: ActionContext, row: Action, cost: Cost) -> None:
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
