"""A spell as the file has it: what it is cast against, what it does, and what it costs."""

import re
from typing import Annotated, Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Pattern
from gmtrack.rulesets.kit.sheet import FileShape, declare_field
from gmtrack.rulesets.sr3.tables import DamageType

Category = Literal[
    "combat", "elemental", "health", "illusion", "detection", "manipulation"
]
CATEGORIES: tuple[Category, ...] = (
    "combat",
    "elemental",
    "health",
    "illusion",
    "detection",
    "manipulation",
)
SpellKind = Literal["mana", "physical"]
SpellTarget = Literal[
    "body", "willpower", "intelligence", "reaction", "essence", "minutes"
]
ATTRIBUTE_TARGETS = ("body", "willpower", "intelligence")
"""The attributes with which somebody resists a spell that is cast against them."""
SpellLevel = Literal["chosen", "none", "L", "M", "S", "D"]
SpellArmor = Literal["none", "half_impact", "impact"]
SpellRange = Literal["sight", "touch"]
Duration = Literal["instant", "sustained", "permanent"]
ELEMENTAL_TN = 4
"""The number that an elemental spell is cast against."""
DAMAGING: tuple[Category, ...] = ("combat", "elemental")
"""The categories whose damage level the caster chooses."""
ANY_SPELL = "any"
"""The key of focus dice that fit every spell."""
MOST_ESSENCE = 6
DRAIN = r"([+-]\d)?\((level|wound|[LMSD])([+-]\d)?\)"
DrainText = Annotated[
    str, Pattern(DRAIN, "a drain code such as +1(level+2), (wound) or +2(M)")
]


class DrainCode(NamedTuple):
    """A drain code: what is added to the power, where the level comes from (`level`: as cast,
    `wound`: of the target, or a level itself), and how many levels are added to it."""

    power: int
    source: Literal["level", "wound", "L", "M", "S", "D"]
    steps: int


def parse_drain(text: str) -> DrainCode:
    """Return the drain code of a text that fits DRAIN, such as `+1(level+2)`."""
    match = re.fullmatch(DRAIN, text)
    assert match
    power, source, steps = match.groups()
    return DrainCode(int(power or 0), source, int(steps or 0))  # type: ignore[arg-type]


def usual_target(spell: "Spell") -> SpellTarget | int:
    """Return what a spell is cast against where the file does not say it: Willpower or Body by
    its kind, or the fixed number of an elemental spell."""
    if spell.category == "elemental":
        return ELEMENTAL_TN
    return "willpower" if spell.kind == "mana" else "body"


def usual_level(spell: "Spell") -> SpellLevel:
    """Return whether a level is chosen for a spell where the file does not say it."""
    return "chosen" if spell.category in DAMAGING else "none"


def usual_armor(spell: "Spell") -> SpellArmor:
    """Return which armor helps against a spell where the file does not say it."""
    return "half_impact" if spell.category == "elemental" else "none"


def usual_range(spell: "Spell") -> SpellRange:
    """Return how far a spell reaches where the file does not say it."""
    return "touch" if spell.category == "health" else "sight"


class Spell(FileShape):
    """A spell that somebody has learned."""

    force: Annotated[int, Bounds(1, 30)] = declare_field(
        "Force as it was learned, 1 to 30: the highest at which it can be cast."
    )
    category: Category = declare_field(
        "combat, elemental, health, illusion, detection or manipulation."
    )
    kind: SpellKind = declare_field(
        "mana: no effect on things and vehicles; or physical."
    )
    target: SpellTarget | Annotated[int, Bounds(2, 99)] = declare_field(
        "What it is cast against: body, willpower, intelligence, reaction, essence (10 less "
        "essence), minutes (4 + minutes), or a number.",
        otherwise=usual_target,
    )
    resisted: bool = declare_field(
        "True if the target resists; left out: against body, willpower and intelligence.",
        otherwise=lambda spell: spell.target in ATTRIBUTE_TARGETS,
    )
    level: SpellLevel = declare_field(
        "Damage level: chosen when it is cast, none, or L, M, S or D; left out: chosen for "
        "combat and elemental, else none.",
        otherwise=usual_level,
    )
    damage_type: DamageType = declare_field(
        "Physical or stun, default physical: which boxes it fills.",
        default="physical",
    )
    armor: SpellArmor = declare_field(
        "Armor that helps: none, half_impact or impact; left out: half_impact for elemental, "
        "else none.",
        otherwise=usual_armor,
    )
    area: bool = declare_field(
        "True if it fills an area, as wide in metres as the caster's magic.",
        default=False,
    )
    range: SpellRange = declare_field(
        "sight or touch; left out: touch for health, else sight.",
        otherwise=usual_range,
    )
    duration: Duration = declare_field(
        "instant, sustained or permanent, default instant.", default="instant"
    )
    focus: bool = declare_field(
        "True if a sustaining focus holds it: it costs nothing to sustain.",
        default=False,
    )
    drain: DrainText = declare_field(
        "Drain code, such as +1(level+2), (wound) or +2(M): what casting it costs."
    )
    effect: str | None = declare_field(
        "Id of an effect of the GM's own that the target has while the spell lasts.",
        otherwise=None,
    )

    @property
    def drain_code(self) -> DrainCode:
        """The drain of the spell, parsed."""
        return parse_drain(self.drain)

    @property
    def damages(self) -> bool:
        """Whether the spell does damage: combat and elemental spells do."""
        return self.category in DAMAGING

    @property
    def is_elemental(self) -> bool:
        """Whether the spell is an elemental one, which strikes as a shot does."""
        return self.category == "elemental"


def read_spells(spells: Data) -> dict[str, Spell]:
    """Return the spells of a sheet by id, parsed."""
    return {squash(key): Spell.from_data(data) for key, data in spells.items()}
