"""Effects of the GM's own as a file defines them."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from gmtrack.core.counters import Moment
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.core.own_effects import label_of
from gmtrack.core.record import Bounds, Pattern
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.sheet import FileShape, declare_field

MOST = 1_000
"""The largest amount of a change; rolls and rounds allow less."""
Delta = Annotated[int, Bounds(-MOST, MOST)]
Dice = Annotated[int, Bounds(-99, 99)]
Points = Annotated[int, Bounds(1, 999)]
Label = Annotated[
    str, Pattern(r"[^\x00-\x1f\x7f-\x9f]{1,60}", "a text of 1 to 60 characters")
]
Duration = Annotated[
    str,
    Pattern(
        r"[1-9]\d{0,2} rounds?|round|turn|fight|ended|until .{1,60}['’]s? next turn"
        "|until their next turn",
        "N rounds, round, turn, fight, until PERSON's next turn, until their next turn, or ended "
        "(until somebody ends it)",
    ),
]
UNTIL_TURN = re.compile(r"until (.+?)['’]s? next turn")
"""A pattern for an effect that lasts until somebody's next turn begins: id or name."""
THEIR_TURN = "until their next turn"
"""The `lasts` of an effect that ends when the next turn begins of whoever has it."""


def squash_words(told: str | list[str]) -> tuple[str, ...]:
    """Return one typed word, or several, in the spelling by which they are compared (`squash`)."""
    words = [told] if isinstance(told, str) else told
    return tuple(map(squash, words))


class RollCondition(FileShape):
    """Conditions of a roll's row; all that are given must hold."""

    kind: Literal["melee", "ranged"] | None = declare_field(
        "melee or ranged: the attack that the roll is part of.", otherwise=None
    )
    weapon: str | None = declare_field(
        "Id of the weapon of the attack.", otherwise=None, read=squash
    )
    skill: str | None = declare_field(
        "The skill that is rolled.", otherwise=None, read=squash
    )
    called: bool | str | None = declare_field(
        "Id of the place that was called, or true for any.", otherwise=None
    )
    against: str | None = declare_field(
        "Id or side of the other one.", otherwise=None, read=squash
    )


class RollRow(FileShape):
    """Amount that is added to rolls of some names, perhaps under conditions."""

    roll: tuple[str, ...] = declare_field(
        "Name of the roll, or a list of them: `rules effects` lists the names.",
        written=str | list[str],
        read=squash_words,
    )
    by: Dice = declare_field(
        "What is added where `--mod` adds: dice, a skill, a target number or a Difficulty."
    )
    when: RollCondition | None = declare_field(
        "kind, weapon, skill, called, against: only then.",
        otherwise=None,
        written=RollCondition,
        read=RollCondition.from_data,
    )


class Tick(FileShape):
    """Damage, healing or a counter's move that comes again at a moment of each round or turn."""

    at: Moment = declare_field(
        "round-start, round-end, turn-start or turn-end."
    )
    damage: Points | None = declare_field(
        "So many points of damage.", otherwise=None
    )
    heal: Points | None = declare_field("So many points back.", otherwise=None)
    count: Label | None = declare_field(
        "Name of the counter that moves.", otherwise=None, read=squash
    )
    by: Delta = declare_field(
        "By how much the counter moves; usually 1.", default=1
    )
    type: str | None = declare_field(
        "--type of damage and heal.", otherwise=None
    )
    location: str | None = declare_field(
        "--location of damage and heal.", otherwise=None
    )
    pool: str | None = declare_field(
        "--pool of damage and heal.", otherwise=None
    )


class OwnEffect(FileShape):
    """Effect of the GM's own, as the file defines it."""

    id: str
    name: Label = declare_field(
        "What screens show; usually the id.",
        otherwise=lambda own: own.id.replace("-", " "),
    )
    help: str = declare_field("What it is, in a sentence.", default="")
    lasts: Duration = declare_field(
        "N rounds, round, turn, fight, until PERSON's next turn, until their next turn, or ended "
        "(until somebody ends it); usually ended.",
        default="ended",
    )
    change: dict[str, Delta] = declare_field(
        "What is added to whole numbers of the sheet, by the names that `set` takes "
        "(`skills.clubs`, `armor`).",
        default=dict,
        read=lambda change: {
            name.replace("-", "_"): by for name, by in change.items()
        },
    )
    rolls: tuple[RollRow, ...] = declare_field(
        "What is added to rolls: roll, by, when.",
        default=(),
        read=lambda rows: tuple(map(RollRow.from_data, rows)),
    )
    brings: tuple[str, ...] = declare_field(
        "Effects of the ruleset that come and go with it.",
        default=(),
        read=squash_words,
    )
    forbids: tuple[str, ...] = declare_field(
        "Commands, actions and defenses that are refused meanwhile.",
        default=(),
        read=squash_words,
    )
    each: Tick | None = declare_field(
        "What comes again and again: at, and damage, heal or count.",
        otherwise=None,
        written=Tick,
        read=Tick.from_data,
    )
    then: str | None = declare_field(
        "The effect that follows it.", otherwise=None, read=squash
    )
    stacks: Annotated[int, Bounds(1, 20)] = declare_field(
        "How often at once; usually 1.", default=1
    )
    players: Label | Literal[False] | None = declare_field(
        "The word that players see for it; false: nothing.", otherwise=None
    )

    @property
    def label(self) -> str:
        """The label of the parts that the effect adds to numbers and rolls."""
        return label_of(self.id, {"name": self.name})

    @property
    def rounds(self) -> int | None:
        """The number of rounds that the effect lasts; None if it counts none."""
        if not self.lasts[0].isdigit():
            return None
        number, _, _ = self.lasts.partition(" ")
        return int(number)

    @property
    def until_turn_of(self) -> str:
        """The id or name of whose next turn ends the effect; empty if no turn of a certain person
        does."""
        found = UNTIL_TURN.fullmatch(self.lasts)
        return found[1] if found else ""

    @property
    def ends_with_a_turn(self) -> bool:
        """Whether the beginning of a turn ends the effect: somebody's, or that of its bearer."""
        return self.lasts == THEIR_TURN or bool(self.until_turn_of)


def find_definitions(draft: Draft) -> Mapping[str, OwnEffect]:
    """Return the definitions of the draft's fight by their ids, parsed once for each file."""
    return draft.cache.of_file(
        "own effects", lambda: read_definitions(draft.encounter.known_effects)
    )


def read_definitions(effects: Data) -> dict[str, OwnEffect]:
    """Parse the definitions of a file, by their ids."""
    found: dict[str, Any] = {
        squash(name): data or {} for name, data in effects.items()
    }
    definitions = {}
    for id, data in found.items():
        definitions[id] = OwnEffect.from_data(data, id=id)
    return definitions


accept_old_imports(globals())
