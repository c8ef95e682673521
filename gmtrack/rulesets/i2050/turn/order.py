"""Who comes before whom: what is due, whose turn it is, everybody in order (IN-PHASE, IN-SPD)."""

from collections.abc import Iterator, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, Rank, Scene
from gmtrack.rulesets.i2050.sheet.order import Item, items_of


class _Known:
    """What is open by what is declared, kept for a draft: to look at everybody for each of many
    lines is what a large fight would take longest for."""

    def __init__(self, draft: Draft) -> None:
        self._scene = Scene(draft)
        self._items: dict[str, list[Item]] = {}
        self.about: dict[str, set[str]] = {}
        """By whose items they are: who has a part in them."""
        self._read = 0

    def items(self) -> dict[str, list[Item]]:
        """By whose they are, in the file's order."""
        scene, moved = self._scene, self._scene.draft.moved
        for who in self.touched(moved[self._read :]):
            del self._items[who]
        self._read = len(moved)
        there = scene.draft.encounter.present()
        for who in there:
            if who not in self._items:
                one = scene.fighter(who)
                self.about[who] = {who, *(one.plan.targets if one.plan else ())}
                self._items[who] = list(_open_of(scene, one))
        return {who: self._items[who] for who in there}

    def touched(self, moved: Sequence[str]) -> list[str]:
        """Whose items may be other ones where something of these is."""
        if not moved:
            return []
        known = set(moved)
        return [who for who in self._items if not known.isdisjoint(self.about[who])]


def open_items(game: Scene) -> list[Item]:
    """Everything that is still to be carried out, in the file's order."""
    if not game.fight.running:
        return []
    if not game.draft.plain:
        return [one for who in game.everybody() for one in _open_of(game, who)]
    known: _Known = game.draft.known.setdefault("open items", _Known(game.draft))
    items = known.items()
    for who in known.touched([who.id for who in game.announced]):
        items[who] = list(_open_of(game, game.fighter(who)))
    return [one for found in items.values() for one in found]


def _open_of(game: Scene, who: Fighter) -> Iterator[Item]:
    if who.acted or who.lost or not (who.able or who.spared):
        return  # nothing of theirs is open
    for one in items_of(game, who):
        if one.open_units and (who.able or one.is_spared):
            yield one


def top(game: Game) -> Rank | None:
    """When the next thing happens; None: nothing is left."""
    return max((one.rank for one in open_items(game)), default=None)


def due(game: Scene) -> list[Item]:
    """Every open item with the highest open score."""
    found = open_items(game)
    first = max((one.rank for one in found), default=None)
    return [one for one in found if one.rank == first]


def current(game: Scene, who: Fighter) -> Item | None:
    """Their first open item; None outside a round."""
    if not game.fight.running:
        return None
    return next((one for one in items_of(game, who) if one.is_open), None)


# --- whose turn it is ---


def acting_item(game: Scene) -> Item | None:
    """The item of the one whose turn it is, done or not; if nobody was named, the first that is
    due."""
    fight = game.fight
    if fight.step != "resolution":
        return None
    if fight.acting in game.draft.encounter.combatants:
        for item in items_of(game, game.fighter(str(fight.acting))):
            if set(item.units) & set(fight.item):
                return item
        return None
    return next(iter(due(game)), None)


def acting_id(game: Scene) -> str | None:
    """Whose turn it is, as the board says it."""
    fight = game.fight
    if not fight.running or fight.step != "resolution":
        return None
    item = acting_item(game)
    return fight.acting or (item.who.id if item else None)


# --- everybody ---


def turn_document(game: Scene) -> Data:
    """What the board says of the round."""
    fight = game.fight
    step = fight.step if fight.running else None
    return {
        "round": fight.round,
        "phase": fight.phase,
        "step": step,
        "acting": acting_id(game),
        "undeclared": [who.id for who in undeclared(game)],
        "metre": fight.metre if step == "movement" else None,
        "order": [entry(who, item) for who, item in in_order(game)],
    }


def undeclared(game: Scene) -> list[Fighter]:
    """Who could act and has declared nothing."""
    if not game.fight.running:
        return []
    return [who for who in game.everybody() if who.able and who.plan is None]


def entry(who: Fighter, item: Item | None) -> Data:
    plan = who.plan
    lost = who.lost if item is None else item.is_lost
    done = who.acted if item is None else not item.is_open and not lost
    return {
        "id": who.id,
        "score": item.score if item else None,
        "acted": done,
        "lost": lost,
        "intent": plan.action if plan else None,
        "status": who.standing.status,
    }


Entry = tuple[Fighter, Item | None]


def in_order(game: Scene) -> list[Entry]:
    """Everybody, item by item; those who are away have none, and come last."""
    return [*_there(game), *((who, None) for who in game.absent())]


def _there(game: Scene) -> list[Entry]:
    found = [one for who in game.everybody() for one in entries_of(game, who)]
    if game.fight.phase == "not-started":
        return found
    if game.fight.step == "determination":
        # Side by side, the one that declares first before the others (IN-PHASE-03).
        sides = dict.fromkeys([game.declares_first(), *(who.side for who, _ in found)])
        return [one for side in sides for one in found if one[0].side == side]
    scored = [one for one in found if one[1] is not None]
    rest = [one for one in found if one[1] is None]
    return [*sorted(scored, key=lambda one: one[1].rank if one[1] else (), reverse=True), *rest]


def entries_of(game: Scene, who: Fighter) -> list[Entry]:
    """Their items; who is out and has nothing left to do has one without a score."""
    items = items_of(game, who)
    if not who.able and not any(item.is_open and item.is_spared for item in items):
        items = []
    return [(who, item) for item in items] or [(who, None)]
