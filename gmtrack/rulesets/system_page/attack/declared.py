"""An attack as it was declared: who, whom, with what, how and what is done against it."""

from collections.abc import Iterator
from typing import Any

from gmtrack.core.intents import Attack as Wanted
from gmtrack.core.names import pick
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.system_page.dice.modifiers import (
    TypedWords,
    check_mods,
    check_tied_word,
)
from gmtrack.rulesets.system_page.dice.rolls import (
    count_rolls,
    keys_of_roll,
    number_keys,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.dice.typed_words import (
    switch_words,
    told_words,
)
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ABSORB,
    ATTACK,
    DAMAGE,
    LOCATION,
    NO_DEFENSE,
    PUSH,
    absorbing_steps,
    late_words,
)
from gmtrack.rulesets.system_page.page.shapes import (
    AttackShape,
    BandShape,
    PlaceShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game
from gmtrack.rulesets.system_page.wounds.damage import DEED, most_deed_rolls

BY_TARGET = "target"


class Declared:
    """The declaration of an attack. Making it raises Refusal for whatever the page or the fight
    does not have: a weapon, a place, a defense, a word."""

    def __init__(self, game: Game, intent: Wanted) -> None:
        self.game = game
        self.attacker = game.find(intent.attacker)
        self.targets = [game.find(word) for word in intent.targets]
        page, options = game.page, game.options
        self.weapon_id = find_weapon(game, self.attacker, options.weapon)
        self.weapon: Any = self.attacker.sheet.weapons[self.weapon_id]
        self.way = str(self.weapon.way)
        self.row: AttackShape = page.attacks[self.way]
        rolls = (ATTACK, *self.defense_words)
        self.told, self.off = game.parse_words(
            told_words(page, *rolls), switch_words(page, *rolls)
        )
        self._check_tied_words()
        if len(self.targets) > 1 and not self.row.several:
            game.deny(
                WORDS.value,
                f"{self.way} takes one target, not {len(self.targets)}",
            )
        self.paid: set[tuple[str, str]] = set()
        """Who has paid for which modifier that was told."""
        self.called = self._find_called(options.called)
        self.defenses = {
            target.id: self._find_defense(target) for target in self.targets
        }
        self._check_mods()
        self.mods = {
            target.id: game.parse_mods(options.mods, self.attacker, target)
            for target in self.targets
        }
        self.defense_mods = {
            target.id: game.parse_mods(options.defense_mods, target)
            for target in self.targets
        }

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the way to attack in the page."""
        return ("attacks", self.way)

    @property
    def defense_words(self) -> tuple[str, ...]:
        """The defenses against this way to attack."""
        against = self.row.against
        return tuple(against.defenses) if against else ()

    @property
    def weapon_name(self) -> str:
        """The name of the weapon on screens."""
        return str(self.weapon.name or self.weapon_id)

    @property
    def place(self) -> PlaceShape | None:
        """The row of the called place; None if none was called."""
        return self.game.page.places[self.called] if self.called else None

    def scope_for(self, target: Fighter, **known: Any) -> RollScope:
        """Return the scope in which the attacker attacks one target."""
        return RollScope(
            self.game,
            self.attacker,
            {"attacker": self.attacker, "target": target},
            self.weapon,
            {"type": "", "place": self.called or "", **known},
        )

    def context_for(self, target: Fighter) -> RollContext:
        """Return what conditions of rolls may look at."""
        return RollContext(
            weapon=self.weapon_id, called=self.called, against=target
        )

    def words_for(self, target: Fighter, roll: str) -> TypedWords:
        """Return the typed words as they count for a roll of the attack on one target."""
        return TypedWords(
            self.told,
            self.off,
            lambda word: self._people_of(word, roll, target),
        )

    def _people_of(self, word: str, roll: str, target: Fighter) -> list[str]:
        """Return the ids to which a modifier may be tied (`bob:dark`) to count for a roll: that of
        the defender for a defense; else those of attacker and target, where the modifier changes
        no defense, for which the target's stands then."""
        if roll != ATTACK:
            return [target.id]
        changed = self.game.page.modifiers[word].roll
        if set(changed).isdisjoint(self.defense_words):
            return [self.attacker.id, target.id]
        return [self.attacker.id]

    def _check_tied_words(self) -> None:
        """Refuse a word that is tied to somebody of whom it changes no roll."""
        page, rolls = self.game.page, (ATTACK, *self.defense_words)
        for typed, known in (
            (self.told, told_words(page, *rolls)),
            (self.off, switch_words(page, *rolls)),
        ):
            for word in typed.list_typed(known):
                if word in known:
                    people = self._all_people_of(word)
                    check_tied_word(self.game, typed, word, people)

    def _all_people_of(self, word: str) -> set[str]:
        """Return the ids to which a word may be tied to change anything in the attack."""
        page = self.game.page
        targets = {target.id for target in self.targets}
        found = {self.attacker.id} if word == PUSH else set[str]()
        is_absorbing = word == ABSORB and absorbing_steps(page)
        if is_absorbing or (page.damage and word in page.damage.steps):
            found |= targets
        word = late_words(page).get(word, word)
        row = page.modifiers.get(word)
        if row is None:
            return found
        if ATTACK in row.roll or row.damage is not None:
            for target in self.targets:
                found.update(self._people_of(word, ATTACK, target))
        if not set(row.roll).isdisjoint(self.defense_words):
            found |= targets
        return found

    def roller(self, target: Fighter) -> Fighter:
        """Return who makes the roll to hit."""
        return target if self.row.by == BY_TARGET else self.attacker

    def _find_called(self, word: str | None) -> str | None:
        if not word:
            return None
        places = self.game.page.places if self.row.places else {}
        if not places:
            self.game.deny(
                WORDS.value, f"{self.way}: no place can be called here"
            )
        return match_choice(word, tuple(places), "place", WORDS.unknown)

    def _find_defense(self, target: Fighter) -> str:
        """Return the defense of one target; empty for none."""
        game = self.game
        typed, found = self._typed_defense(target), self._wanted_defense(target)
        if not found or target.standing.out:
            return ""
        if not typed and game.is_left_out(target, found):
            return ""
        game.check_forbidden(target, found)
        return found

    def _wanted_defense(self, target: Fighter) -> str:
        """Return the defense that was typed for a target, else the usual one, whether or not they
        are able to defend now. Empty where none was wanted or the way to attack has none."""
        against = self.row.against
        if not against or not against.defenses:
            return ""
        usual = against.default or next(iter(against.defenses))
        found = self._typed_defense(target) or usual
        return "" if found == NO_DEFENSE else found

    def _typed_defense(self, target: Fighter) -> str:
        """Return the last defense that was typed for a target or for nobody by name; empty if
        there is none. Raises Refusal for a defense that the way to attack does not have."""
        game, against = self.game, self.row.against
        choices = list(against.defenses) if against else []
        typed = [
            defense
            for who, defense in game.parse_defenses(
                [*choices, NO_DEFENSE], WORDS.unknown
            )
            if who in (None, target.id)
        ]
        if typed and not choices:
            game.deny_option("--defense", game.options.defense)
        return typed[-1] if typed else ""

    def _check_mods(self) -> None:
        """Refuse a number of `--mod` or `--defense-mod` that reaches no roll of the attack. Who
        only cannot defend at the moment is passed over, so that odds can go on past that."""
        game, options = self.game, self.game.options
        targets = [target.id for target in self.targets]
        defending = [
            one.id for one in self.targets if self._wanted_defense(one)
        ]
        if options.defense_mods and not defending:
            names = ", ".join(target.name for target in self.targets)
            game.deny(
                WORDS.value,
                f"--defense-mod does nothing: {names} "
                f"{'make' if len(targets) > 1 else 'makes'} no roll to defend",
            )
        for option, texts, reached in (
            ("--mod", options.mods, [self.attacker.id, *targets]),
            ("--defense-mod", options.defense_mods, defending),
        ):
            check_mods(game, option, texts, reached)

    # Both are generators: dice that fall by chance look at no key, and finding the keys takes long.
    def keys(self) -> Iterator[Key]:
        """Yield the key of every roll that the attack may ask for, each once."""
        found: list[Key] = []
        for target in self.targets:
            found += self._keys_against(target)
        yield from dict.fromkeys(found)

    def _keys_against(self, target: Fighter) -> list[Key]:
        page, scope = self.game.page, self.scope_for(target)
        roller = self.roller(target)
        found = keys_of_roll(scope, ATTACK, self.row.roll, roller)
        against = self.row.against
        defense = self.defenses[target.id]
        if against and defense:
            row = against.defenses[defense]
            found += keys_of_roll(scope, defense, row, target)
        if page.location:
            found += keys_of_roll(scope, LOCATION, page.location, self.attacker)
        found += number_keys(
            DAMAGE, most_damage_rolls(scope, self.row), self.attacker
        )
        steps = page.damage.steps if page.damage else {}
        for word, step in steps.items():
            if step.roll:
                theirs = scope.as_seen_by(target)
                found += keys_of_roll(theirs, word, step.roll, target)
        return found

    def other_keys(self) -> Iterator[Key]:
        """Yield the keys of dice that only some outcomes roll."""
        rolls = most_deed_rolls(self.game, self.scope_for(self.targets[0]))
        for who in (self.attacker, *self.targets):
            yield from number_keys(DEED, rolls, who)


def most_damage_rolls(scope: RollScope, row: AttackShape) -> int:
    """Return the most rolls that the damage of any outcome makes, with what modifiers add to it."""
    formulas = [row.damage, *(damage_of(band) for band in row.bands.values())]
    added = [
        modifier.damage.node
        for modifier in scope.game.page.modifiers.values()
        if modifier.damage is not None
    ]
    counts = [
        count_rolls(scope, formula.node, *added)
        for formula in formulas
        if formula is not None
    ]
    return max(counts, default=0)


def damage_of(band: BandShape) -> Any:
    """Return the formula of an outcome's damage, or of the damage that the attacker takes by it."""
    if band.damage is not None:
        return band.damage
    return band.self.damage if band.self else None


def find_weapon(game: Game, who: Fighter, word: str | None) -> str:
    """Return the id of the weapon that was typed, or of the first one. Raises Refusal (`weapon`)
    for somebody who has none, and (kind for unknown names) for a weapon that they lack."""
    weapons = who.sheet.weapons
    if not weapons:
        game.deny("weapon", f"{who.name} has no weapon")
    names = {key: weapon.name or key for key, weapon in weapons.items()}
    if word:
        return str(pick(word, names, "weapon", WORDS.unknown))
    return str(next(iter(names)))
