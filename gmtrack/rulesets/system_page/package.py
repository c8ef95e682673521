"""The port of one page: its classes, its tables and its screens."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.package import Package
from gmtrack.rulesets.port import Meta, Problem, RuleRow, Schema, Words
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)

if TYPE_CHECKING:
    from gmtrack.core.choice import Candidate
    from gmtrack.core.draft import Draft
    from gmtrack.core.encounter import Data, Encounter
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board, Profile, Topic
    from gmtrack.core.standing import Standing
    from gmtrack.rulesets.port import AutoPlayer

HERE = "gmtrack.rulesets.system_page"
SUMMARY = "a game of your own, from one page"
COMMANDS: Mapping[str, str] = {
    "roll-init": "turn.turn:roll_init",
    "next": "turn.turn:next_turn",
    "turn": "turn.turn:give_turn",
    "end": "turn.turn:end_fight",
    "test": "actions.tests:test",
    "damage": "gm.by_hand:damage",
    "heal": "gm.by_hand:heal",
    "effect": "gm.by_hand:effect",
    "rest": "gm.rest:rest",
    **{
        word: f"gm.cast:CAST.{word}"
        for word in ("set", "add", "remove", "leave", "join")
    },
    "define": ":gmtrack.rulesets.kit.own.lasting:define",
    "count": ":gmtrack.rulesets.kit.own.counters:count",
    "note": ":gmtrack.rulesets.kit.cast:note",
}
"""The function that carries out each command of every page."""
BY_HAND: Mapping[str, str] = {
    word: f"gm.by_hand:refuse_{word}"
    for word in ("attack", "act", "delay", "intervene")
}
"""The function that says what to type instead, by the command that a page does not have."""
OF_ATTACKS: Mapping[str, str] = {"attack": "attack.attack:attack"}
OF_ACTIONS: Mapping[str, str] = {"act": "actions.actions:act"}
ELSEWHERE: Mapping[str, str] = {
    "REFERENCES": "gm.cast",
    "BY_HAND": "gm.by_hand",
    "summarize_attack": "attack.summary",
}
"""The modules of names of the port that stand elsewhere than in the other rulesets."""


class PageRuleset(Package):
    """The ruleset of one system page."""

    UNMODIFIED: tuple[str, ...] = ()
    never: Collection[str]
    """The commands that always say what to type instead: they are no choices."""

    def __init__(self, judged: JudgedPage) -> None:
        self.judged = judged
        self.page = SystemPage.from_data(judged.data)
        self.digest = judged.digest
        commands = {**COMMANDS, **BY_HAND}
        self.never = frozenset(BY_HAND)
        if self.page.attacks:
            commands |= OF_ATTACKS
        if self.page.actions:
            commands |= OF_ACTIONS
        meta = Meta(judged.id, self.page.title, self.page.summary or SUMMARY)
        super().__init__(HERE, meta, commands, ELSEWHERE)

    # --- classes and tables ---

    @cached_property
    def Sheet(self) -> type[Any]:  # noqa: N802 - a class of the page
        """The class of sheets."""
        from gmtrack.rulesets.system_page.sheet.classes import make_sheet

        return make_sheet(self.page)

    @cached_property
    def Fighter(self) -> type[Any]:  # noqa: N802
        """The class of combatants."""
        from gmtrack.rulesets.system_page.sheet.classes import make_fighter

        return make_fighter(self.page, self.judged, self.Sheet)

    @cached_property
    def _views(self) -> tuple[type[Any], type[Any]]:
        from gmtrack.rulesets.system_page.sheet.game import make_views

        return make_views(self.page, self.judged, self.Fighter)

    @cached_property
    def WORDS(self) -> Words:  # noqa: N802
        """The kinds of refusals, and the words of the page for whoever is down or dead."""
        from gmtrack.rulesets.system_page.sheet.game import WORDS

        rows = self.page.status.items()
        return WORDS._replace(
            dead=tuple(word for word, row in rows if row.dead),
            down=tuple(word for word, row in rows if row.is_out),
        )

    @property
    def Scene(self) -> type[Any]:  # noqa: N802
        """The class of a fight's views."""
        return self._views[0]

    @property
    def Game(self) -> type[Any]:  # noqa: N802
        """The class of a command at work."""
        return self._views[1]

    @cached_property
    def SCHEMA(self) -> Schema:  # noqa: N802
        """The shapes of a file."""
        from gmtrack.rulesets.kit.own.definitions import OwnEffect
        from gmtrack.rulesets.kit.sheet import (
            collect_help,
            prepare_validation,
        )
        from gmtrack.rulesets.system_page.sheet.classes import (
            make_empty_scene,
        )
        from gmtrack.rulesets.system_page.sheet.fighter import FightState

        scene = make_empty_scene()
        return Schema(
            prepare_validation(self.Sheet),
            prepare_validation(scene),
            FightState,
            self.Fighter,
            {},
            {},
            collect_help(self.Sheet, scene),
            prepare_validation(OwnEffect),
        )

    @cached_property
    def conditions(self) -> "dict[str, Data]":
        """The conditions of the page as definitions of effects."""
        from gmtrack.rulesets.system_page.wounds.conditions import (
            define_conditions,
        )

        written = self.judged.data.get("conditions") or {}
        return define_conditions(self.page, written)

    @cached_property
    def ROLLS(self) -> Mapping[str, str]:  # noqa: N802
        """The ids of the rows that each roll comes from."""
        from gmtrack.rulesets.system_page.dice.rows import rows_of_rolls

        return rows_of_rolls(self.page, self.judged)

    @cached_property
    def OWN(self) -> Any:  # noqa: N802
        """The rules for effects of the game master's own."""
        from gmtrack.rulesets.kit.own.lasting import OwnEffectRules
        from gmtrack.rulesets.system_page.gm.by_hand import EFFECTS

        about = ("weapon", "called", "against")
        known = dict.fromkeys(self.ROLLS, about)
        pools = {"pool": tuple(self.page.tracks)}
        return OwnEffectRules(
            EFFECTS,
            (),
            about=known,
            ticks={"damage": pools, "heal": pools},
        )

    @property
    def rows(self) -> tuple[RuleRow, ...]:
        """The rows of the page, for `why` and `rules`."""
        from gmtrack.rulesets.system_page.screens.pages import rule_rows

        return rule_rows(self.judged)

    @property
    def guide(self) -> str:
        """The page in words."""
        from gmtrack.rulesets.system_page.screens.pages import guide

        return guide(self.META, self.topics(None))

    @property
    def example(self) -> str:
        """An encounter with two people who have every field of the page, as text."""
        from gmtrack.rulesets.system_page.screens.example import example

        return example(self.page, self.META)

    @cached_property
    def IMPORTED(self) -> Any:  # noqa: N802
        """What places characters of other programs."""
        from gmtrack.rulesets.system_page.gm.imported import PageImporter

        return PageImporter(self.page, self.Sheet)

    # --- what is asked of an encounter ---

    def prepare(self, encounter: "Encounter") -> None:
        """Let an encounter know the conditions of the page."""
        if not encounter.effects_of_book:
            encounter.note_book_effects(self.conditions)

    @contextmanager
    def refuse_faults(self) -> Iterator[None]:
        """Turn a formula that cannot be worked out in the block into a Refusal (`system`)."""
        from gmtrack.rulesets.system_page.formula.errors import FormulaError

        try:
            yield
        except FormulaError as error:
            raise Refusal("system", f"{self.judged.file}: {error}") from error

    def harmless_effects(self, encounter: "Encounter") -> "Collection[str]":
        """Return the effects of attacks that are no harm to an attacker who has them."""
        from gmtrack.rulesets.system_page.screens.what_counts import (
            harmless_effects,
        )

        del encounter
        return harmless_effects(self.page)

    def resolve(self, draft: "Draft", intent: Any, dice: Any) -> "Report":
        self.prepare(draft.encounter)
        with self.refuse_faults():
            return super().resolve(draft, intent, dice)

    def check(self, encounter: "Encounter") -> "Iterator[Problem]":
        self.prepare(encounter)
        return super().check(encounter)

    def board(self, encounter: "Encounter") -> "Board":
        self.prepare(encounter)
        with self.refuse_faults():
            return super().board(encounter)

    def show(self, encounter: "Encounter", word: str) -> "Profile":
        self.prepare(encounter)
        with self.refuse_faults():
            return super().show(encounter, word)

    def lexicon(self, encounter: "Encounter") -> "Lexicon":
        self.prepare(encounter)
        with self.refuse_faults():
            return super().lexicon(encounter)

    def topics(self, encounter: "Encounter | None") -> "Mapping[str, Topic]":
        from gmtrack.core.encounter import Encounter

        shown = encounter or Encounter("", self.META.id)
        self.prepare(shown)
        return super().topics(shown)

    def standing_of(self, draft: "Draft", who: str) -> "Standing":
        self.prepare(draft.encounter)
        with self.refuse_faults():
            return super().standing_of(draft, who)

    def candidates(
        self, encounter: "Encounter", who: str
    ) -> "Iterator[Candidate]":
        """Yield everything that WHO might do."""
        from gmtrack.rulesets.system_page.screens.words import candidates

        words = self.lexicon(encounter)
        return candidates(self.Scene, encounter, words, who)

    def resources_of(self, draft: "Draft", who: str) -> Mapping[str, int]:
        """Return what WHO has left to spend in this turn."""
        if self.page.initiative is None or not (
            self.page.attacks or self.page.actions
        ):
            return {}
        return dict(self.Scene(draft).fighter(who).left)

    def phase_of(self, encounter: "Encounter") -> str:
        """Return the `phase` of the board's document."""
        from gmtrack.core.draft import Draft

        return str(self.Scene(Draft(encounter)).fight.phase)

    def complete(self, sheet: "Data") -> "Data":
        """Return the sheet as it was written."""
        return sheet

    def _load_own(self, name: str) -> Any:
        """Return the page's own function of a name for which `Package` has a method."""
        return getattr(self, f"_own_{name}")

    def _own_check(self, encounter: "Encounter") -> "Iterator[Problem]":
        from gmtrack.rulesets.kit.references import check_references
        from gmtrack.rulesets.system_page.sheet.check import (
            people_problems,
            sheet_problems,
        )

        yield from check_references(encounter, self.REFERENCES)
        problems = list(sheet_problems(self.page, self.Sheet, encounter))
        yield from problems
        if not problems:
            yield from people_problems(self.Scene, encounter)

    def _own_board(self, encounter: "Encounter") -> "Board":
        from gmtrack.rulesets.system_page.screens.board import board

        return board(self.Scene, encounter)

    def _own_show(self, encounter: "Encounter", word: str) -> "Profile":
        from gmtrack.rulesets.system_page.screens.show import show

        return show(self.Scene, encounter, word)

    def _own_lexicon(self, encounter: "Encounter") -> "Lexicon":
        from gmtrack.rulesets.system_page.screens.words import lexicon

        return lexicon(self.Scene, encounter)

    def _own_topics(self, encounter: "Encounter") -> "Mapping[str, Topic]":
        from gmtrack.rulesets.system_page.screens.pages import topics

        return topics(self.page, self.judged)


class FoughtPageRuleset(PageRuleset):
    """The ruleset of a page with attacks, whose fights play themselves."""

    @cached_property
    def PLAYED(self) -> "AutoPlayer":  # noqa: N802
        """The player of simulated combatants."""
        from gmtrack.rulesets.system_page.screens.moves import PagePlayer

        return PagePlayer(self)


def make_ruleset(judged: JudgedPage) -> PageRuleset:
    """Return the ruleset of a page that has been judged."""
    if judged.data.get("attacks"):
        return FoughtPageRuleset(judged)
    return PageRuleset(judged)
