"""Explosives that were thrown or laid and have not gone off: where they lie, and when they do
(SRX-109, SRX-120)."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.seated import parse_position
from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.sr3.sheet.areas import Place
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, Scene
from gmtrack.rulesets.sr3.sheet.state import Due
from gmtrack.rulesets.sr3.tables import PASS
from gmtrack.rulesets.sr3.wounds.blast import (
    BlastPlan,
    BlastWords,
    possible_rolls,
    set_off_all,
)


class Landing(NamedTuple):
    """Where an explosive lies: the metres from where it was aimed, the direction of these (1 to 6,
    1 beyond the aim; None on the spot), and the place, None where it is not known."""

    metres: int
    direction: int | None
    place: Place | None

    def document(self) -> Data:
        """Return the landing for `lands` of a document."""
        position = None if self.place is None else list(self.place)
        return {
            "metres": self.metres,
            "direction": self.direction,
            "position": position,
        }


class DueTime(NamedTuple):
    """When an explosive goes off, as far as it is known now: `at` the end of the owner's `phase`,
    of the `pass` or of the `turn`, `now`, or on `command`; round and pass of it, None on
    command."""

    at: str
    round: int | None
    pass_: int | None

    def document(self) -> Data:
        """Return the time for `due` of a document."""
        return {"at": self.at, "round": self.round, "pass": self.pass_}


def timed_items(scene: Scene) -> dict[str, Data]:
    """Return the explosives that are to go off, by id."""
    return dict(scene.fight.timed_items)


def due_items(scene: Scene) -> list[str]:
    """Return the ids of the explosives that go off now."""
    items = timed_items(scene).items()
    return [name for name, item in items if item.get("due") == "now"]


def thrown_items(scene: Scene) -> list[str]:
    """Return the ids of the explosives that go off by themselves, now or later."""
    items = timed_items(scene).items()
    return [name for name, item in items if item.get("due") != "on-command"]


def place_item(
    game: Game,
    owner: Fighter,
    weapon_id: str,
    landing: Landing,
    successes: int,
    due: Due,
) -> str:
    """Put an explosive into the fight and return its id: that of its weapon, with `-2`, `-3` where
    there is one or a combatant of that id."""
    taken = {*timed_items(game), *game.draft.encounter.combatants}
    name, number = weapon_id, 1
    while name in taken:
        number += 1
        name = f"{weapon_id}-{number}"
    position = None if landing.place is None else list(landing.place)
    item: Data = {
        "owner": owner.id,
        "weapon": weapon_id,
        "successes": successes,
        "metres": landing.metres,
        "direction": landing.direction,
        "position": position,
        "due": due,
        "thrown_in": game.fight.pass_,
    }
    with game.draft.by("SRX-120" if due == "on-command" else "SRX-109"):
        game.fight.timed_items = {**timed_items(game), name: item}
    return name


def take_items(game: Game, names: list[str]) -> None:
    """Take explosives out of the fight, because they go off."""
    left = {
        name: item
        for name, item in timed_items(game).items()
        if name not in names
    }
    with game.draft.by("SRX-109"):
        game.fight.timed_items = left


def first_due(game: Game, owner: Fighter) -> Due:
    """Return when what somebody throws now goes off. Depends on the house rule `grenade_fuse`."""
    if game.house.grenade_fuse == "turn_end":
        return "turn-end"
    return "later" if game.on_turn(owner) else "next-phase"


def blast_line(item: Data, name: str) -> str:
    """Return the command line that lets an explosive go off."""
    return f"act {item['owner']} detonate {name}"


# --- time passes ---


def set_due(game: Game, due: dict[str, Due]) -> None:
    """Write when explosives go off, and tell those that go off now. Does nothing without any."""
    if not due:
        return
    items = timed_items(game)
    with game.draft.by("SRX-109"):
        game.fight.timed_items = {
            **items,
            **{
                name: {**items[name], "due": when} for name, when in due.items()
            },
        }
        for name, when in due.items():
            if when == "now":
                line = blast_line(items[name], name)
                game.report.tell("item.due", "bad", what=name, line=line)


def burn_at_phase_end(game: Game, who: Fighter) -> None:
    """Let time pass for what somebody has thrown, as their phase ends."""
    due: dict[str, Due] = {}
    for name, item in timed_items(game).items():
        if item["owner"] == who.id:
            if item.get("due", "later") == "later":
                due[name] = "next-phase"
            elif item["due"] == "next-phase":
                due[name] = "now"
    set_due(game, due)


def burn_at_pass_end(game: Game) -> None:
    """Let what was thrown in an earlier pass go off, as a pass ends."""
    due: dict[str, Due] = {
        name: "now"
        for name, item in timed_items(game).items()
        if item.get("due", "later") in ("later", "next-phase")
        and item.get("thrown_in", 0) < game.fight.pass_
    }
    set_due(game, due)


def burn_at_turn_end(game: Game) -> None:
    """Let everything that was thrown go off, as the combat turn ends."""
    due: dict[str, Due] = {
        name: "now"
        for name, item in timed_items(game).items()
        if item.get("due", "later") not in ("now", "on-command")
    }
    set_due(game, due)


def when_due(scene: Scene, item: Data) -> DueTime:
    """Return when an explosive goes off as things stand: the first of the end of its owner's next
    phase, of the next pass and of the combat turn."""
    fight, due = scene.fight, item.get("due", "later")
    if due == "on-command":
        return DueTime("command", None, None)
    if due == "now":
        return DueTime("now", fight.round, fight.pass_)
    last = int(item.get("thrown_in", 0)) + 1
    if due == "turn-end" or last < fight.pass_:
        return DueTime("turn", fight.round, None)
    owner = scene.fighter(item["owner"])
    if has_phase_in(scene, owner, last, fresh=due == "later"):
        return DueTime("phase", fight.round, last)
    others = scene.everybody()
    if any(has_score_in(scene, who, last) for who in others):
        return DueTime("pass", fight.round, last)
    return DueTime("turn", fight.round, None)


def has_score_in(scene: Scene, who: Fighter, pass_: int) -> bool:
    """Whether somebody has a phase in a pass, this one or a later one, as scores stand."""
    if who.initiative is None or not who.awake:
        return False
    return who.initiative - PASS * (pass_ - scene.fight.pass_) > 0


def has_phase_in(
    scene: Scene, who: Fighter, pass_: int, *, fresh: bool
) -> bool:
    """Whether somebody's phase in a pass is still to end. `fresh`: the phase that runs now does not
    count."""
    if not has_score_in(scene, who, pass_):
        return False
    return fresh or pass_ > scene.fight.pass_ or not who.acted


# --- what is due holds up the turn ---


def plan_item(game: Game, name: str) -> tuple[BlastPlan, int, Place | None]:
    """Return the blast of an explosive that goes off by itself, with the successes of its throw and
    its place: it catches whoever is near enough by position. Its owner may be gone."""
    item = timed_items(game)[name]
    owner = game.fighter(item["owner"])
    place = parse_position(item.get("position"))
    words = BlastWords(game, WordArgs((), (), game.draft.encounter, WORDS))
    weapon = owner.weapon(item["weapon"])
    plan = BlastPlan(
        game,
        owner,
        item["weapon"],
        weapon,
        words,
        place_known=place is not None,
    )
    return plan, int(item.get("successes", 0)), place


def check_due(game: Game) -> None:
    """Refuse (`due`) to go on while an explosive is to go off; forced, it goes off now
    (SRX-109)."""
    due = due_items(game)
    if due:
        line = blast_line(timed_items(game)[due[0]], due[0])
        game.refuse("due", f"{due[0]} goes off now: `{line}`")
        let_go_off(game, due)


def let_go_off(game: Game, names: list[str]) -> None:
    """Let explosives go off by themselves, one after the other, and take them out of the fight.
    What its owner no longer has on the sheet is only taken out."""
    items = timed_items(game)
    there = [
        name
        for name in names
        if items[name]["weapon"] in game.fighter(items[name]["owner"]).weapons
    ]
    plans = [plan_item(game, name) for name in there]
    game.expect([key for plan, _, _ in plans for key in possible_rolls(plan)])
    take_items(game, names)
    set_off_all(plans)
