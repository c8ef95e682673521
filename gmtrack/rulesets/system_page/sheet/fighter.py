"""A combatant in a fight by a page, and what play changes of the fight as a whole."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from gmtrack.core.record import Bounds, live, live_by, stored
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.own.in_force import active_effects
from gmtrack.rulesets.kit.seated import Combatant, FightNotes
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import Node
from gmtrack.rulesets.system_page.formula.parser import parse
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.page.parts import (
    StatusShape,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.scopes import PersonScope

UP = "up"
"""The word for somebody to whom no status of the page applies."""
MOST_SCORE = 9_999


class FightState(FightNotes):
    """Live state of the fight: the round (0: before the first), who has the turn, the side that
    has it where sides take turns, and whether the round is over."""

    INTERNAL = FightNotes.INTERNAL | {"acting_side", "over"}
    round: Annotated[int, Bounds(0)] = stored(0, until="fight")
    acting: str | None = stored(None, until="fight")
    acting_side: str | None = stored(None, until="fight")
    over: bool = stored(False, until="fight")

    @property
    def phase(self) -> str:
        if not self.round:
            return "not-started"
        return "round-over" if self.over else "acting"


class Fighter(Combatant[Any, None]):
    """A combatant. Each page has a class of its own, with a field for each track."""

    GEAR_BRINGS_EFFECTS = False
    INTERNAL = Combatant.INTERNAL | {
        "spent", "begun", "acted", "due_done", "timed",
    }  # fmt: skip
    PAGE: ClassVar[SystemPage]
    JUDGED: ClassVar[JudgedPage]

    score: Annotated[int, Bounds(-MOST_SCORE, MOST_SCORE)] | None = stored(
        None, until="fight"
    )
    spent: dict[str, Annotated[int, Bounds(0, 99)]] = stored({}, until="turn")
    begun: bool = stored(False, until="turn")
    """Whether their turn has begun and not yet ended."""
    acted: bool = stored(False, until="round")
    due_done: bool = stored(False, until="turn")
    """Whether they have done in their turn what their status asks of them."""
    timed: dict[str, int] = stored({}, until="fight")
    """Rounds left of effects besides conditions: the kit keeps them here, and a page has none."""

    @live_by
    def most_of(self, track: str) -> int:
        """Return the most that a track of this combatant holds."""
        return max(self.PAGE.tracks[track].max.number(PersonScope(self)), 0)

    @live_by
    def first_of(self, track: str) -> int:
        """Return where a track stands until play changes it."""
        row = self.PAGE.tracks[track]
        if row.start is not None:
            return max(row.start.number(PersonScope(self)), 0)
        return 0 if row.counts == "up" else self.most_of(track)

    def is_counting(self, track: str) -> bool:
        """Whether a track counts now: always, unless the page says while what (`during`)."""
        during = self.PAGE.tracks[track].during
        return during is None or during.holds(PersonScope(self))

    def has_in_sight(self, track: str) -> bool:
        """Whether screens show a track now: not one that does not count, nor one that stands
        before another, such as temporary hit points, while it is as empty as at first."""
        if not self.is_counting(track):
            return False
        is_spare = bool(self.PAGE.tracks[track].before)
        return not is_spare or bool(
            getattr(self, track) or self.first_of(track)
        )

    def value_of(self, field: str) -> Any:
        """Return the value of a track or a field of the sheet; of a field with dice the tree of
        its formula. Raises FormulaError for a name that is neither."""
        if field in self.PAGE.tracks:
            return getattr(self, field)
        row = self.PAGE.sheet.get(field)
        if row is None:
            raise FormulaError(f"no field or track '{field}'")
        value = getattr(self.sheet, field)
        return parse_dice(value) if row.kind == "dice" else value

    def has_condition(self, condition: str) -> bool:
        """Whether the combatant has a condition of the page."""
        return any(one.id == condition for one in active_effects(self))

    @live
    def status_row(self) -> tuple[str, StatusShape | None]:
        """The word for how they stand, with its row: the first of the page whose condition
        holds; `up` and None if none does."""
        scope = PersonScope(self)
        for word, row in self.PAGE.status.items():
            if row.when.holds(scope):
                return word, row
        return UP, None

    @property
    def status(self) -> str:
        return self.status_row[0]

    @live
    def standing(self) -> Standing:
        word, row = self.status_row
        dead = row is not None and row.dead
        if self.away:
            return Standing(self.away, out=True, dead=dead, if_back=word)
        is_out = row is not None and row.is_out
        is_down = row is not None and row.down
        return Standing(word, is_out, dead, down=is_down)

    @property
    def due_line(self) -> str:
        """The line that their status asks of them in their turn, such as a save against death.
        Empty if it asks for none, and once that is done."""
        _, row = self.status_row
        if row is None or not row.due or self.due_done:
            return ""
        return row.due.replace("{who}", self.id)

    @property
    def health_for_players(self) -> str:
        """The word for their health that players see, by the track that damage goes to. Not
        called `health`, because tracks are."""
        # Imported late: only boards ask for the word, and the module is large.
        from gmtrack.core.players import health_word

        track = main_track(self.PAGE)
        if track is None:
            return health_word(hurt=False, badly=False, down=self.standing.out)
        now, most = getattr(self, track), self.most_of(track)
        lost = now if self.PAGE.tracks[track].counts == "up" else most - now
        return health_word(
            hurt=lost > 0,
            badly=2 * lost >= max(most, 1),
            down=self.standing.has_fallen,
        )

    @property
    def comes_in_order(self) -> bool:
        """Whether the combatant has turns: they stand, or their status has turns all the same."""
        if self.away:
            return False
        _, row = self.status_row
        return row is None or not row.is_out or row.turn

    @property
    def left(self) -> Mapping[str, int]:
        """What there is left to spend in this turn, by its word."""
        spent = self.spent
        return {
            word: most - spent.get(word, 0)
            for word, most in self.PAGE.turn.budget.items()
        }


@lru_cache(maxsize=1000)
def parse_dice(text: str) -> Node:
    """Parse the dice of a sheet, each text once. Raises FormulaError."""
    return parse(text)


def main_track(page: SystemPage) -> str | None:
    """Return the track that damage goes to: the one that the page names, or its first. None if
    it has no tracks."""
    if page.damage:
        return page.damage.track
    return next(iter(page.tracks), None)
