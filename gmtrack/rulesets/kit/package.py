"""A ruleset as one object: which function carries out which command, and in which module each
name of the port stands. A module is loaded when one of its names is asked for, as each command
is a process of its own."""

import sys
from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from gmtrack.core.intents import Attack, Intent, RollInit
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gmtrack.core.draft import Draft
    from gmtrack.core.encounter import Data, Encounter
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board, Profile, Topic
    from gmtrack.core.standing import Standing
    from gmtrack.dice.port import Dice
    from gmtrack.rulesets.port import Meta, Problem

ROOMS: Mapping[str, str] = {
    "complete": ":gmtrack.rulesets.kit.package",
    "WORDS": "sheet.game",
    "Game": "sheet.game",
    "Scene": "sheet.game",
    "SCHEMA": "sheet.check",
    "REFERENCES": "sheet.check",
    "check": "sheet.check",
    "likely_typos": "sheet.check",
    "ROLLS": "dice",
    "UNMODIFIED": "dice",
    "count_successes": "dice",
    "PHRASES": "screens.phrases",
    "LABELS": "screens.phrases",
    "STORY": "screens.phrases",
    "REFILLS": "screens.phrases",
    "board": "screens.board",
    "phase_of": "screens.board",
    "show": "screens.show",
    "lexicon": "screens.choices",
    "candidates": "screens.choices",
    "resources_of": "screens.choices",
    "OWN": "gm.own",
    "BY_HAND": "gm.damage",
    "REACTIONS": "screens.choices",
    "ammunition": "screens.choices",
    "reserves": "screens.choices",
    "REGIMEN": "gm.rest",
    "fitting": "gm.cast",
    "unsaid": "gm.unsaid",
    "contradictions": "gm.unsaid",
    "topics": "screens.pages",
    "summarize_attack": "dice",
}
"""The module, below a ruleset's package, in which each name of the port usually stands."""


def complete(sheet: "Data") -> "Data":
    """Return the sheet as it was written: what follows from it is computed where it is needed."""
    return sheet


COMMANDS: Mapping[str, str] = {
    "roll-init": "turn.turn:roll_init",
    "delay": "turn.turn:delay",
    "intervene": "turn.turn:intervene",
    "end": "turn.turn:end_fight",
    "attack": "attack.attack:attack",
    "act": "actions.actions:act",
    "test": "actions.tests:test",
    "damage": "gm.damage:damage",
    "heal": "gm.damage:heal",
    "effect": "gm.damage:effect",
    "rest": "gm.rest:REGIMEN.rest",
    **{
        word: f"gm.cast:CAST.{word}"
        for word in ("set", "add", "remove", "leave", "join")
    },
    "define": ":gmtrack.rulesets.kit.own.lasting:define",
    "count": ":gmtrack.rulesets.kit.own.counters:count",
    "note": ":gmtrack.rulesets.kit.cast:note",
}
"""The function, in a usual module of the ruleset, that carries out each of these commands;
`next` has names of its own."""


class Package:
    """Ruleset (`gmtrack.rulesets.port.Ruleset`). `commands`: by a command's word the function
    that carries it out (`module:function`, or a method, `module:CAST.set`). `elsewhere`: modules
    of the names that stand elsewhere than ROOMS says. `given`: values by name. Modules are below
    the package, or absolute with a colon in front."""

    def __init__(
        self,
        package: str,
        meta: "Meta",
        commands: Mapping[str, str],
        elsewhere: Mapping[str, str] | None = None,
        **given: object,
    ) -> None:
        self.META = meta
        self.commands = commands
        self.__file__ = sys.modules[package].__file__
        self._package = package
        self._carriers: dict[str, Any] = {}
        self._old_names: Mapping[str, str] = {}
        self._rooms = {**ROOMS, **(elsewhere or {})}
        vars(self).update(given)

    def __getattr__(self, name: str) -> Any:
        """Import the module of a name of the port and return what stands there; the result is
        cached. Raises AttributeError for what the ruleset does not have."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._rooms:
            return self._get_by_old_name(name)
        found = self._load_name(name)
        setattr(self, name, found)
        return found

    def _load_name(self, name: str) -> Any:
        """Import the module of a name and return what stands there. Raises AttributeError if the
        ruleset has no such module or name."""
        module = self._module_path(self._rooms[name])
        try:
            found = import_module(module)
        except ModuleNotFoundError as error:
            if not f"{module}.".startswith(f"{error.name}."):
                raise
            raise AttributeError(name) from error
        old = self._old_names.get(name)
        if old and not hasattr(found, name) and hasattr(found, old):
            from gmtrack.rulesets.old_names import is_kit_helper

            stand_in = getattr(found, old)
            if not is_kit_helper(stand_in, old, name):
                self._warn_of_old_name(old, name)
                return stand_in
        return getattr(found, name)

    def accept_old_names(self, names: Mapping[str, str]) -> None:
        """Let old names stand in for new ones from now on, with a warning: as keys of `elsewhere`,
        as given values, and as functions of modules. NAMES maps new to old."""
        self._old_names = names
        for new, old in names.items():
            if old in self._rooms:
                self._warn_of_old_name(old, new)
                self._rooms[new] = self._rooms.pop(old)
            if old in vars(self):
                self._warn_of_old_name(old, new)
                setattr(self, new, vars(self).pop(old))

    def _get_by_old_name(self, name: str) -> Any:
        """Return what an old name means now, with a warning. Raises AttributeError for a name that
        is none, and in a ruleset whose old names nobody accepts."""
        for new, old in self._old_names.items():
            if old == name:
                found = getattr(self, new)
                self._warn_of_old_name(old, new)
                return found
        raise AttributeError(name)

    def _warn_of_old_name(self, old: str, new: str) -> None:
        """Warn the ruleset's author of an old name."""
        from gmtrack.rulesets.old_names import warn_of_old_name

        warn_of_old_name(f"ruleset '{self.META.id}'", old, new)

    def _module_path(self, module: str) -> str:
        """Return the full name of a module as `commands` and `elsewhere` write it: absolute with
        a colon in front, else below the package."""
        return (
            module[1:]
            if module.startswith(":")
            else f"{self._package}.{module}"
        )

    def _load_own(self, name: str) -> Any:
        """Return the ruleset's own function of a name of the port that this class has a method
        for: the method calls it and adds what all rulesets have."""
        module = self._module_path(self._rooms[name])
        return getattr(import_module(module), name)

    def check(self, encounter: "Encounter") -> "Iterator[Problem]":
        """Yield every problem with a file that types cannot express: those that the ruleset
        finds, and those with effects of the GM's own."""
        yield from self._load_own("check")(encounter)
        if self.SCHEMA.effect:
            from gmtrack.core.lexicon import Lexicon
            from gmtrack.rulesets.kit.own.check import own_effect_problems

            # Definitions alone ask for words.
            words = self._book_lexicon() if encounter.effects else Lexicon()
            yield from own_effect_problems(self, encounter, words)

    def likely_typos(self, encounter: "Encounter") -> "Iterator[Problem]":
        """Yield what a file allows but likely nobody meant: the ruleset's findings,
        contradictions of live states, and words of own effects that nothing knows."""
        try:
            found = self._load_name("likely_typos")
        except AttributeError:
            found = None
        if found is not None:
            yield from found(encounter)
        if encounter.fight.get("combatants") and hasattr(
            self, "contradictions"
        ):
            yield from self.contradictions(encounter)
        if encounter.effects:
            from gmtrack.rulesets.kit.own.check import own_effect_typos

            yield from own_effect_typos(self, encounter)

    def _book_lexicon(self) -> "Lexicon":
        """Return the words of the ruleset alone, from an empty file."""
        from gmtrack.core.encounter import Encounter

        words: Lexicon = self._load_own("lexicon")(Encounter("", self.META.id))
        return words

    def lexicon(self, encounter: "Encounter") -> "Lexicon":
        """Return the words of a command line: the ruleset's, and effects of the GM's own."""
        words: Lexicon = self._load_own("lexicon")(encounter)
        if encounter.has_effects:
            from gmtrack.rulesets.kit.own.shown import add_own_to_lexicon

            return add_own_to_lexicon(words, encounter.known_effects)
        return words

    def topics(self, encounter: "Encounter | None") -> "Mapping[str, Topic]":
        """Return the pages of `rules` by name; effects of the GM's own stand beside those of the
        book. Without an encounter the pages show the defaults."""
        pages: Mapping[str, Topic] = self._load_own("topics")(encounter)
        if self.SCHEMA.effect and "effects" in pages:
            from gmtrack.rulesets.kit.own.shown import add_own_to_page

            effects = encounter.known_effects if encounter else {}
            return {
                **pages,
                "effects": add_own_to_page(pages["effects"], effects, self),
            }
        return pages

    def resolve(self, draft: "Draft", intent: Intent, dice: "Dice") -> "Report":
        """Carry out one command on the draft and return its report. Raises Refusal: `unknown`
        for a command that the ruleset does not have, the kind for combatants that are not there
        for an attack without a target, `forbidden` for what an effect of the GM's own forbids,
        and whatever the command raises."""
        word = intent.word
        if word not in self.commands:
            raise Refusal("unknown", f"{self.META.title} has no command {word}")
        game = self.Game(draft, intent, dice, word)
        game.package = self
        if isinstance(intent, Attack) and not intent.targets:
            game.deny(
                game.WORDS.nobody,
                f"attack {intent.attacker} whom? name a target",
            )
        if draft.encounter.has_effects:
            from gmtrack.rulesets.kit.commands import check_command

            check_command(game, intent)
        if isinstance(intent, RollInit) and intent.kept:
            from gmtrack.rulesets.kit.rolloff import keep_initiative

            kept = keep_initiative(game, intent)
            game.finish(kept)
            return kept
        if word not in self._carriers:
            module, _, function = self.commands[word].rpartition(":")
            self._carriers[word] = attrgetter(function)(
                import_module(self._module_path(module))
            )
        report: Report = self._carriers[word](game, intent)
        if isinstance(intent, RollInit) and draft.encounter.fight.get("rolled"):
            draft.drop(("fight", "rolled"))
        game.finish(report)
        return report

    def board(self, encounter: "Encounter") -> "Board":
        """Return the board of the ruleset, with the GM's own counters and effects."""
        board: Board = self._load_own("board")(encounter)
        if not encounter.has_own:
            return board
        from gmtrack.core.draft import Draft
        from gmtrack.rulesets.kit.own.shown import add_own_to_board

        scene = self.Scene(Draft(encounter))
        people = (
            row.id for row in board.rows if row.id in encounter.combatants
        )
        return add_own_to_board(encounter, board, map(scene.fighter, people))

    def show(self, encounter: "Encounter", word: str) -> "Profile":
        """Return the profile of a combatant, with the GM's own counters, or of a thing of the
        scene. Raises Refusal if the word fits none or several."""
        profile: Profile = self._load_own("show")(encounter, word)
        if not encounter.has_own:
            return profile
        from gmtrack.rulesets.kit.own.shown import add_own_to_profile

        return add_own_to_profile(encounter, profile)

    def standing_of(self, draft: "Draft", who: str) -> "Standing":
        """Return how a combatant stands; a thing of the scene is always up."""
        if who not in draft.encounter.combatants:
            from gmtrack.core.standing import Standing

            return Standing()
        fighter = draft.cache.records.get(who) or self.Scene(draft).fighter(who)
        return fighter.standing  # type: ignore[no-any-return]

    def carried_state(self, draft: "Draft", who: str) -> "Data":
        """Return the part of a combatant's live state that goes along to another fight."""
        return self._pack_state(draft, who, with_place=False)

    def placed_state(self, draft: "Draft", who: str) -> "Data":
        """Return the part of a combatant's live state that goes along where the scene does, too."""
        return self._pack_state(draft, who, with_place=True)

    def _pack_state(
        self, draft: "Draft", who: str, *, with_place: bool
    ) -> "Data":
        """Return the part of a combatant's live state that goes along to another fight
        (`pack_state` of `kit/references.py`), without effects that have ended or end with this
        fight."""
        from gmtrack.rulesets.kit.references import pack_state

        fighter = self.Scene(draft).fighter(who)
        state = pack_state(
            fighter, getattr(self, "REFERENCES", ()), with_place=with_place
        )
        effects = getattr(getattr(self, "REGIMEN", None), "effects", None)
        if (
            effects
            and state.pop("timed", None)
            and (left := effects.still_on(fighter))
        ):
            state["timed"] = left
        if state.get("own_effects"):
            from gmtrack.rulesets.kit.own.lasting import list_fight_records

            over = list_fight_records(fighter)
            records = enumerate(state["own_effects"])
            state["own_effects"] = [
                record for n, record in records if n not in over
            ]
        return state

    def help_needed(self, draft: "Draft", who: str) -> str:
        """Return the state of a combatant who is down or worse and the line that helps; empty
        for others."""
        regimen = getattr(self, "REGIMEN", None)
        return (
            regimen.help_needed(self.Scene(draft).fighter(who))
            if regimen
            else ""
        )
