"""What magicians are asked before a spell is cast: whoever casts it its damage level and its force,
each with the drain that it costs, and whoever protects a target the dice of their spell defense."""

from collections.abc import Iterator

from gmtrack.core.choice import WordChoice
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent
from gmtrack.core.lexicon import Entry
from gmtrack.core.names import pick, squash
from gmtrack.dice.typed import format_dice_count
from gmtrack.errors import Refusal
from gmtrack.rulesets.sr3.actions.spells import CAST
from gmtrack.rulesets.sr3.magic.drain import (
    DrainTerms,
    drain_code_text,
    drain_kind,
    drain_parts,
    wound_level,
)
from gmtrack.rulesets.sr3.magic.words import DEFENSE
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene, put_who_first
from gmtrack.rulesets.sr3.sheet.spell import Spell
from gmtrack.rulesets.sr3.tables import LEVELS, Level

LEVEL, FORCE = "level", "force"
USUAL_LEVEL: Level = "M"
"""The damage level that is proposed."""
NAMES = {"L": "light", "M": "moderate", "S": "serious", "D": "deadly"}


class MeantSpell:
    """The spell that a command casts: who casts it, which it is, how badly its target is wounded,
    and the values that were typed for its words."""

    def __init__(
        self, caster: Fighter, name: str, target: Fighter, intent: Intent
    ) -> None:
        self.caster, self.name = caster, name
        self.spell: Spell = caster.sheet.spells[name]
        self.target, self.wound = target, wound_level(target)
        self.typed: dict[str, str] = {}
        for text in put_who_first(intent.options.words):
            head, _, value = text.partition("=")
            self.typed[squash(head.rpartition(":")[2])] = value

    @property
    def force(self) -> int:
        """The force that was typed, else the one at which the spell was learned."""
        typed = self.typed.get(FORCE, "")
        return int(typed) if typed.isdigit() else self.spell.force

    @property
    def level(self) -> Level | None:
        """The damage level that was typed, else that of the spell; None for no damage."""
        typed = self.typed.get(LEVEL, "").upper()
        if self.spell.level == "none":
            return None
        fixed = (
            USUAL_LEVEL if self.spell.level == "chosen" else self.spell.level
        )
        return next((level for level in LEVELS if level == typed), fixed)

    def drain_at(self, force: int, level: Level | None) -> str:
        """Return the drain of the spell at a force and level: `3S`, `3S physical`."""
        code, burden = self.spell.drain_code, self.caster.sustaining
        terms = DrainTerms(code, force, level, self.wound, burden)
        text = drain_code_text(drain_parts(terms, botch=False), terms)
        kind = drain_kind(self.caster, force)
        return text if kind == "stun" else f"{text} {kind}"


def spell_choices(encounter: Encounter, intent: Intent) -> Iterator[WordChoice]:
    """Yield the words of a spell that were not typed: the damage level where one is chosen, the
    force, and dice of spell defense. Yields nothing for any other command."""
    meant = find_meant_spell(encounter, intent)
    if meant is None:
        return
    if meant.spell.level == "chosen" and LEVEL not in meant.typed:
        yield ask_for_level(meant)
    if meant.spell.force > 1 and FORCE not in meant.typed:
        yield ask_for_force(meant)
    for who in find_protectors(meant, intent):
        yield ask_for_defense(meant, who)


def find_protectors(meant: MeantSpell, intent: Intent) -> Iterator[Fighter]:
    """Yield those who can protect the target from the spell with dice that they have set aside, on
    the other side than the caster. Yields nobody if dice of spell defense were typed."""
    if any(DEFENSE in squash(one) for one in intent.options.words):
        return
    caster, target = meant.caster, meant.target
    for who in Scene(caster.draft).whole_cast():
        is_against = (
            who.id != caster.id
            and not caster.draft.encounter.are_friends(who.id, caster.id)
        )
        if (
            is_against
            and target.id in who.protected_ids
            and who.defense_dice_left
            and not who.standing.out
        ):
            yield who


def ask_for_defense(meant: MeantSpell, who: Fighter) -> WordChoice:
    """Return the question how many dice of spell defense somebody uses against a spell."""
    most = who.defense_dice_left
    counts = range(1, most + 1)
    return WordChoice(
        who.id,
        DEFENSE,
        tuple(Entry(str(count)) for count in counts),
        tuple(f"{most - count} left" for count in counts),
        "none",
        about=f"spell defense of {who.name}: {format_dice_count(most)} set aside",
        asks="How many dice of your spell defense do you use?",
        labels=tuple(map(format_dice_count, counts)),
        lead=f"{who.id}:",
        is_defense=True,
    )


def find_meant_spell(encounter: Encounter, intent: Intent) -> MeantSpell | None:
    """Return the spell that an attack or the action `cast` casts; None for any other command, for
    one without a target, and for people and spells that nobody knows."""
    if isinstance(intent, Attack):
        who, word = intent.attacker, intent.options.weapon or ""
        targets = intent.targets
    elif isinstance(intent, Act) and squash(intent.action) == CAST:
        who, word = intent.who, "".join(intent.args[:1])
        targets = intent.args[1:]
    else:
        return None
    names = encounter.names()
    try:
        found = [pick(one, names, "combatant", "") for one in (who, *targets)]
    except Refusal:
        return None
    scene = Scene(Draft(encounter))
    caster = scene.fighter(found[0])
    if squash(word) not in caster.sheet.spells or len(found) == 1:
        return None
    return MeantSpell(caster, squash(word), scene.fighter(found[1]), intent)


def ask_for_level(meant: MeantSpell) -> WordChoice:
    """Return the question for the damage level of a spell, which has to be chosen."""
    values = tuple(
        Entry(level.lower(), f"{NAMES[level]}: base of damage and drain")
        for level in LEVELS
    )
    drains = tuple(meant.drain_at(meant.force, level) for level in LEVELS)
    choice = make_choice(meant, LEVEL, values, drains, USUAL_LEVEL.lower())
    labels = tuple(NAMES[level].capitalize() for level in LEVELS)
    return choice._replace(is_required=True, labels=labels)


def ask_for_force(meant: MeantSpell) -> WordChoice:
    """Return the question for the force of a spell, the highest first, which holds otherwise."""
    forces = range(meant.spell.force, 0, -1)
    values = tuple(Entry(str(force)) for force in forces)
    drains = tuple(meant.drain_at(force, meant.level) for force in forces)
    choice = make_choice(meant, FORCE, values, drains, values[0].word)
    labels = tuple(f"Force {force}" for force in forces)
    return choice._replace(labels=labels)


def make_choice(
    meant: MeantSpell,
    word: str,
    values: tuple[Entry, ...],
    drains: tuple[str, ...],
    usual: str,
) -> WordChoice:
    """Return the choice of a word's value, with the drain that each value costs."""
    pairs = zip(values, drains, strict=True)
    each = ", ".join(f"{entry.word} {drain}" for entry, drain in pairs)
    costs = tuple(f"drain {drain}" for drain in drains)
    about = f"{meant.name}, drain: {each}"
    spell = meant.name.replace("-", " ")
    asks = f"At which {word} do you cast {spell}?"
    return WordChoice(
        meant.caster.id, word, values, costs, usual, about=about, asks=asks
    )
