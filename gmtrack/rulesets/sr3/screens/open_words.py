"""What a command leaves open and whoever acts is asked before it is carried out: the level and the
force of a spell, and the rounds of full auto."""

from collections.abc import Iterator

from gmtrack.core.choice import WordChoice
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Intent
from gmtrack.core.lexicon import Entry
from gmtrack.core.names import pick, squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.sr3.screens.spell_questions import spell_choices
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene, put_who_first
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import FULL_AUTO_LEAST, MODE_NAMES

MODE, ROUNDS = "mode", "rounds"
EACH_UP_TO = 10
"""Numbers of rounds up to this one are all offered; of larger ones those that STEP divides."""
STEP = 5
USUAL_ROUNDS = 6
"""The rounds that are proposed, if so many are left."""


def word_choices(encounter: Encounter, intent: Intent) -> Iterator[WordChoice]:
    """Yield the words that a command leaves open, in the order in which `play` asks for them."""
    yield from spell_choices(encounter, intent)
    if isinstance(intent, Attack):
        yield from full_auto_choices(encounter, intent)


def full_auto_choices(
    encounter: Encounter, attack: Attack
) -> Iterator[WordChoice]:
    """Yield the question for the rounds of full auto at a single target, if none were typed and
    enough are left. Yields nothing for people and weapons that nobody knows."""
    typed = _values_of_words(attack)
    who = _find_attacker(encounter, attack.attacker)
    if who is None or len(attack.targets) != 1 or ROUNDS in typed:
        return
    word = squash(attack.options.weapon or who.in_hand)
    if word not in who.weapons:
        return
    weapon = who.weapon(word)
    mode = typed.get(MODE, weapon.modes[0] if weapon.modes else "")
    if MODE_NAMES.get(mode, mode) != "fa":
        return
    left = who.weapon_state(word).ammo if weapon.capacity else EACH_UP_TO
    if left >= FULL_AUTO_LEAST:
        yield _ask_for_rounds(who, weapon, word, left)


def _find_attacker(encounter: Encounter, word: str) -> Fighter | None:
    """Return the combatant whom a word means; None if it means nobody, or several."""
    try:
        who = pick(word, encounter.names(), "combatant", "")
    except Refusal:
        return None
    return Scene(Draft(encounter)).fighter(who)


def _values_of_words(attack: Attack) -> dict[str, str]:
    """Return the values that were typed behind the words of an attack, by word, for whomever they
    are."""
    found: dict[str, str] = {}
    for text in put_who_first(attack.options.words):
        head, _, value = text.partition("=")
        found[squash(head.rpartition(":")[2])] = squash(value)
    return found


def _ask_for_rounds(
    who: Fighter, weapon: Weapon, word: str, left: int
) -> WordChoice:
    """Return the question for the rounds of full auto, of which `left` are loaded. The rules decide
    which of the numbers are allowed."""
    counts = [
        count
        for count in range(FULL_AUTO_LEAST, left + 1)
        if count <= EACH_UP_TO or count % STEP == 0 or count == left
    ]
    is_counted = weapon.capacity > 0
    loaded = f": {left} rounds loaded" if is_counted else ""
    return WordChoice(
        who.id,
        ROUNDS,
        tuple(Entry(str(count)) for count in counts),
        tuple(f"{left - count} left" if is_counted else "" for count in counts),
        str(min(USUAL_ROUNDS, left)),
        is_required=True,
        about=f"full auto with {word}{loaded}",
        asks="How many rounds do you fire?",
        labels=tuple(f"{count} rounds" for count in counts),
    )
