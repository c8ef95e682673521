"""Who may do what now: the step, what is open, whose speed it is; items that are carried out, and
those that are lost (8.1, 8.7, IN-SPD-05, IN-R12)."""

from collections.abc import Iterable
from typing import NamedTuple

from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.turn.order import Item, current, due, items_of, top
from gmtrack.rulesets.kit.words import Told


def no_words(game: Game) -> None:
    """This command takes no `--with`, no `--without` and nothing else of an attack.
    Raises Refusal (`unknown`, `value`)."""
    options = game.options
    Told((*options.words, *options.without), {}, game.draft.encounter, WORDS)
    takes_none(game, "--mod", options.mods)
    takes_none(game, "--defense-mod", options.defense_mods)
    takes_none(game, "--defense", options.defense)
    takes_none(game, "--weapon", options.weapon)
    takes_none(game, "--called", options.called)


def takes_none(game: Game, option: str, value: object) -> None:
    """Raises Refusal (`value`) where an option without use here was typed."""
    if value:
        game.deny(WORDS.value, f"{option} has no use in {game.report.command}")


# --- may he? ---


def check_phase(game: Game) -> None:
    """An attack is carried out in Resolution, or with no fight running. Raises Refusal
    (`phase`)."""
    fight = game.fight
    if fight.phase == "not-started" or fight.step == "resolution":
        return
    where = fight.step or fight.phase
    game.refuse("phase", f"attacks are carried out in resolution, this is {where}: type next")


def check_open(game: Game, who: Fighter) -> Item | None:
    """What he is about to carry out; None outside a round, and for who has declared something
    without a score. Raises Refusal (`acted`, `lost`, `out`)."""
    item = current(game, who)
    if item is None and who.acted:
        game.refuse("acted", f"{who.id} has acted in this round")
    if item is None and who.lost:
        game.refuse("lost", f"{who.id} has lost the action of this round")
    if not who.able and not (item and item.is_spared):
        game.refuse("out", f"{who.id} is {who.status}")
    return item


def check_turn(game: Game, item: Item | None, *others: Item | None) -> None:
    """Nobody faster is still to act; with `others` one of them all is enough (8.1 `split=`).
    Raises Refusal (`turn`)."""
    ranks = [one.rank for one in (item, *others) if one is not None]
    first = top(game)
    if ranks and first is not None and max(ranks) < first:
        names = ", ".join(f"{one.who.id} at {one.score}" for one in due(game))
        game.refuse("turn", f"first comes {names}")


def spared(item: Item | None) -> bool:
    """Out, disarmed, arm useless: none of it counts, it befell him at his own score (8.7)."""
    return item is not None and item.is_spared


def still_fights(game: Game, who: Fighter, foe: str) -> bool:
    """8.2 `fight` chosen by itself: declared, able, weapon usable, that item neither done nor
    lost. Outside a round the declaration alone holds."""
    plan = who.plan
    if plan is None or plan.action != "fight" or foe not in plan.targets:
        return False
    can = who.able and who.usable(who.in_use)
    if not game.fight.running:
        return can
    item = item_against(game, who, foe)
    return item is not None and (can or foe in who.spared)


def item_against(game: Game, who: Fighter, foe: str) -> Item | None:
    """His open item in which he fights `foe`."""
    for item in items_of(game, who):
        if item.is_open and foe in item.open_units:
            return item
    return None


# --- what he does, and what is over then ---


def begin(game: Game, item: Item | None) -> None:
    """He is the acting one, and what happens now happens at his score."""
    if item is None:
        return
    game.fight.acting = item.who.id
    game.fight.item = list(item.units)
    game.moment = item.rank


def complete(game: Game, who: Fighter, units: Iterable[str]) -> None:
    """8.1 `done`: these units are carried out or passed; after the last one he has acted."""
    if not game.fight.running:
        return
    new = [unit for unit in units if unit not in who.met and unit not in who.missed]
    if new:
        who.met = [*who.met, *new]
    settle(game, who)


def settle(game: Game, who: Fighter) -> None:
    """Acted, or lost, when nothing is open any more."""
    items = items_of(game, who)
    if items and not any(item.open_units for item in items):
        who.acted = not who.missed
        who.lost = bool(who.missed)


class Standing(NamedTuple):
    """How somebody was before something befell him."""

    able: bool
    weapon: str
    armed: bool
    opened: tuple[tuple[Item, tuple[str, ...]], ...]
    """His open items with their open units."""


def standing(game: Game, who: Fighter) -> Standing:
    """To be taken before, for `interrupt` after; where nobody has a score nothing is lost."""
    if game.moment is None:
        return Standing(who.able, "", armed=False, opened=())
    opened = tuple((item, item.open_units) for item in items_of(game, who) if item.is_open)
    weapon = who.in_use
    return Standing(who.able, weapon, armed(who, weapon), opened)


def armed(who: Fighter, weapon: str) -> bool:
    """The weapon is in a hand that works; a jam changes nothing about that."""
    return who.status_of(weapon) in ("ready", "jammed") and who.arm_works(weapon)


def interrupt(game: Game, who: Fighter, was: Standing) -> None:
    """IN-SPD-05, IN-R11, IN-R12: if he is out or disarmed now, what he was to do at a lower score
    than this moment's is lost; what falls on the same score he still does."""
    if game.moment is None or not was.opened:
        return
    put_out = was.able and not who.able
    disarmed = was.armed and not armed(who, was.weapon)
    if not (put_out or disarmed):
        return
    keeps = game.house.choice("interrupt", "all_resolve")
    gone: list[str] = []
    for item, opened in was.opened:
        units = [unit for unit in opened if unit not in who.missed]
        if item.rank < game.moment and not keeps:
            gone += units
        else:
            who.spared = list(dict.fromkeys([*who.spared, *units]))
    if gone:
        who.missed = [*who.missed, *gone]
        game.effect(who, "lost")
        game.report.tell("lost", "bad", who=who.name)
        settle(game, who)


def set_moment(game: Game) -> None:
    """What the GM's hand does in Resolution happens at the score of the one acting."""
    fight = game.fight
    if fight.step != "resolution" or not fight.round:
        return
    game.moment = top(game)
    if fight.acting in game.draft.encounter.combatants:
        for item in items_of(game, game.fighter(str(fight.acting))):
            if set(item.units) & set(fight.item):
                game.moment = item.rank
