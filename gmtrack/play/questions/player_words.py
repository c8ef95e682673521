"""Questions in a player's words: why they are asked, what their dice are for, what each choice
means. No word of the command line stands in them, and no id."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtrack.app.players_story import (
    PlayerKnowledge,
    capitalize_first,
    space_word,
)
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import (
    Act,
    Attack,
    Damage,
    Intent,
    Next,
    RollInit,
    Test,
)
from gmtrack.core.names import listed, pick
from gmtrack.core.players import SecretPredicate
from gmtrack.dice.port import Ask
from gmtrack.dice.sources import AGAIN
from gmtrack.errors import Refusal
from gmtrack.play.question_text import (
    describe_dice,
    describe_limits,
    show_roll_name,
)
from gmtrack.view.rolls import render_parts
from gmtrack.view.text import plain

YOU = "you"
ATTACK = "attack"
SAVES = "to save yourself"
"""What the attack's roll is for where whoever is attacked makes it: a save."""
PURPOSES = {
    "attack": "to hit {whom}",
    "cast": "to cast your spell",
    "coin": "to break the tie",
    "counter": "to strike back",
    "damage": "for the damage",
    "defend": "to defend yourself",
    "defense": "to defend yourself",
    "dodge": "to dodge",
    "drain": "to resist the drain",
    "init_gain": "for the initiative that you gain",
    "init_loss": "for the initiative that you lose",
    "initiative": "for initiative",
    "initiative_tie": "to break the tie",
    "knockdown": "to keep standing",
    "location": "for the place that is hit",
    "recover": "to recover",
    "resist": "to resist the damage",
    "soak": "to soak the damage",
    "tiebreak": "to break the tie",
}
"""The purpose of a roll in the words of a player, by the roll's name. A roll that is
not here is named as the rules name it."""
CALLED = {
    "cast": "spell",
    "defend": "defense",
    "drain": "test against the drain",
    "knockdown": "test to keep standing",
    "resist": "resistance",
}
"""What a player calls a roll that is theirs, by its name, where the rules call it otherwise."""
OCCASIONS: Mapping[type[Intent], str] = {
    RollInit: "A new round begins",
    Next: "The fight goes on",
}
"""What players are told of commands that name nobody."""
TEST, REROLL = "test", "_reroll"
"""The name of a plain test, and what stands in that of misses that are rolled again."""
MORE_DICE = "dice"
"""The word of an option that buys dice: `dice=2`."""
TIED = "Tied with {rivals}: the higher goes first"


class ChoiceInWords(NamedTuple):
    """A choice in the words of whoever makes it.

    - `asks`: the question; empty: nothing but the GM's words is known
    - `labels`: what stands for each word, `enter` for the default
    - `free`: whether a word without a cost is said to be free
    - `deed`, `weapon`: the command that the choice belongs to, and the weapon of an attack
    - `about`: what else is to be known, behind the sentence for the command
    - `usual`: the word that does the same as the default; empty: none does
    - `left_out`: the words that do the same as one before them
    - `told`: what everybody is told that the choice is about"""

    asks: str = ""
    labels: tuple[str, ...] = ()
    enter: str = ""
    free: bool = False
    deed: Intent | None = None
    weapon: str = ""
    about: str = ""
    usual: str = ""
    left_out: tuple[str, ...] = ()
    told: str = ""


class PlayerWords:
    """Sentences for the questions to one player, the `reader`: they are spoken to (`you`), others
    have the names that players read. `is_secret` is the predicate for texts that tell of somebody
    hidden from this player."""

    def __init__(
        self, encounter: Encounter, reader: str, is_secret: SecretPredicate
    ) -> None:
        self._encounter = encounter
        self._reader = reader
        self._seen = PlayerKnowledge(encounter, is_secret)

    def find(self, word: str) -> str:
        """Return the id of the combatant that a word means; the word itself if it means nobody."""
        try:
            return pick(word, self._encounter.names(), "combatant", "")
        except Refusal:
            return word

    def name(self, word: str) -> str:
        """Return `you`, or the name that players read of the combatant that a word means. Somebody
        hidden, and a word that means nobody, is `somebody`."""
        who = self.find(word)
        return YOU if who == self._reader else self._seen.name(who)

    def names(self, words: Sequence[str]) -> str:
        """Return the names of several combatants as one text, each once, `you` first."""
        found = dict.fromkeys(map(self.name, words))
        return listed(sorted(found, key=lambda name: name != YOU))

    def describe_deed(
        self, intent: Intent, weapon: str = "", block: str | None = None
    ) -> str:
        """Return what a command does: `Kat attacks you with Shotgun`. Empty for commands that
        players are not told about. `weapon` is that of an attack, as the rules name it; `block`
        is the only target to name, None for all."""
        if isinstance(intent, Attack):
            return self._describe_attack(intent, weapon, block)
        if isinstance(intent, Act):
            return self._describe_action(intent)
        if isinstance(intent, Test):
            people = intent.who.split(",")
            is_own = YOU in map(self.name, people)
            whose = f"{capitalize_first(self.names(people))}'s"
            return (
                f"{'Your' if is_own else whose} test: {space_word(intent.what)}"
            )
        if isinstance(intent, Damage):
            return "You take damage" if self.name(intent.who) == YOU else ""
        return OCCASIONS.get(type(intent), "")

    def _describe_action(self, act: Act) -> str:
        """Return an action as a sentence: `Kat: grapple (you)`. Of its words only those that name
        somebody are told."""
        cast = self._encounter.combatants
        known = [word for word in act.args if self.find(word) in cast]
        whom = f" ({self.names(known)})" if known else ""
        who = capitalize_first(self.name(act.who))
        return f"{who}: {space_word(act.action)}{whom}"

    def _describe_attack(
        self, attack: Attack, weapon: str, block: str | None
    ) -> str:
        """Return an attack as a sentence. Words of the command line are left out, but for the
        weapon and the place that is aimed at."""
        targets = _targets_of(attack, block, self._encounter)
        who = self.name(attack.attacker)
        verb = "attack" if who == YOU else "attacks"
        words = f"{capitalize_first(who)} {verb} {self.names(targets)}"
        attacker = self.find(attack.attacker)
        name = self._seen.weapon(
            attacker, weapon or attack.options.weapon or ""
        )
        if name:
            words += f" with {name}" if name != "unarmed" else " unarmed"
        place = attack.options.called
        return f"{words}, at the {space_word(place)}" if place else words

    def describe_roll(self, ask: Ask, intent: Intent | None = None) -> str:
        """Return what a player is asked to roll: `Roll 16 dice to hit Blaze`. `intent` is the
        command that the roll belongs to, if there is only one."""
        return (
            f"Roll {describe_dice(ask)} {self._describe_purpose(ask, intent)}"
        )

    def _describe_purpose(self, ask: Ask, intent: Intent | None) -> str:
        """Return what a roll is for, in words: `to hit Blaze`, `for composure`."""
        name = ask.name.removesuffix(AGAIN)
        again = "again " if name != ask.name else ""
        if REROLL in name:
            return "once more, in place of the misses"
        if name == TEST and isinstance(intent, Test):
            return f"{again}for {space_word(intent.what)}"
        whom = "the target"
        if isinstance(intent, Attack):
            targets = _targets_of(intent, ask.block, self._encounter)
            if name == ATTACK and ask.who in targets:
                return f"{again}{SAVES}"
            whom = self.names(targets)
        purpose = PURPOSES.get(name, f"for {show_roll_name(ask)}")
        return f"{again}{purpose.format(whom=whom)}"

    def explain_tie(self, rivals: Sequence[str]) -> str:
        """Return why somebody rolls to break a tie, with the names of those whom players see.
        Empty if there is nobody whom they see."""
        known = [one for one in rivals if self._seen.knows(one)]
        if not known:
            return ""
        return TIED.format(rivals=self.names(known))


def name_own_roll(ask: Ask) -> str:
    """Return what a player calls a roll of theirs: `your attack`, `your resistance`."""
    return f"your {CALLED.get(ask.name, show_roll_name(ask))}"


def label_word(word: str) -> str:
    """Return a word of the command line as a label: `Full and dodge`, `2 more dice`."""
    name, _, value = word.partition("=")
    if name == MORE_DICE and value.isdecimal():
        return f"{value} more {'die' if value == '1' else 'dice'}"
    told = f"{' and '.join(name.split('+'))} {value}".strip()
    return capitalize_first(space_word(told))


def _targets_of(
    attack: Attack, block: str | None, encounter: Encounter
) -> Sequence[str]:
    """Return the targets of an attack; only one if `block` is a combatant."""
    if block is not None and block in encounter.combatants:
        return (block,)
    return attack.targets


def explain_pool(ask: Ask) -> str:
    """Return where the dice of a roll come from, and what limits it: `16 dice = 6 agility + 10
    pistols; 4 count at most`. Empty for a roll without parts or limits."""
    told: list[str] = []
    if len(ask.parts) > 1:
        parts = plain(render_parts(ask.parts)).replace("_", " ")
        told.append(f"{describe_dice(ask)} = {parts}")
    return "; ".join([*told, *describe_limits(ask)])
