"""Fights in the midst of play, and everything that looks at a fight or plays on with it."""

import json
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NoReturn

from gmtrack.core import intents
from gmtrack.core.draft import Draft, net_changes
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent, Options
from gmtrack.core.players import gm_board, players_board
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.encounter_map import data_of
from gmtrack.store.stored_encounter import read_page
from gmtrack.store.text.codec import parse_yaml
from gmtrack.store.text.emit import dump_yaml
from gmtrack.view.board.board import render_board
from gmtrack.view.profile import render_profile
from gmtrack.view.report import Wording, render_report
from gmtrack.view.rule_pages import render_topic

READY_MADE = sorted((Path(__file__).parents[2] / "encounters").glob("*.yaml"))
RULESETS = ("i2050", "spotlight", "sr3", "storyteller", "swan-song")
STEPS = 60
STOPS = (1, 6, 10, 25, 40, STEPS, 120)
"""After how many commands a fight is looked at."""
PATIENCE = 30
"""Seconds after which something counts as never coming to an end."""
WIDTH = 80


@contextmanager
def patience(what: str) -> Iterator[None]:
    """What waits or counts for ever fails, and does not keep the tests."""

    def give_up(number: int, frame: FrameType | None) -> NoReturn:
        raise AssertionError(f"{what}: still at it after {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def opened(text: str) -> tuple[Encounter, Ruleset]:
    """What a file says. Raises BadFile."""
    page, ruleset = read_page(text.encode("utf-8", "surrogatepass"), Path("f.yaml"))
    return page.encounter, ruleset


def written(encounter: Encounter) -> str:
    return dump_yaml(data_of(encounter))


def ready_made(ruleset_id: str) -> Iterator[Path]:
    """The encounters of a ruleset that come with gmtrack."""
    for file in READY_MADE:
        if parse_yaml(file.read_text(encoding="utf-8"), "").data["ruleset"] == ruleset_id:
            yield file


def played(file: Path, steps: int = STEPS) -> Encounter:
    """A ready-made encounter after some commands that came up by the same chance every time."""
    return _evening_of(file).after(steps)


@cache
def _evening_of(file: Path) -> "_Evening":
    return _Evening(file)


class _Evening:
    """A ready-made encounter that is played on as far as somebody asks. What it was like after so
    many commands is kept, so that each command is carried out once."""

    def __init__(self, file: Path) -> None:
        self.encounter, self.ruleset = opened(file.read_text(encoding="utf-8"))
        self.chance = random.Random(file.name)
        self.number = 0
        self.states: dict[int, Encounter] = {}

    def after(self, steps: int) -> Encounter:
        """Return a copy of the encounter after so many commands, one of STOPS."""
        for stop in STOPS:
            if self.number <= stop <= steps:
                while self.number < stop:
                    self._go_on()
                self.states[stop] = deepcopy(self.encounter)
        return deepcopy(self.states[steps])

    def _go_on(self) -> None:
        draft = Draft(self.encounter)
        try:
            intent = _any_intent(self.encounter, self.ruleset, self.chance, self.number)
            self.ruleset.resolve(draft, intent, RandomDice(self.number))
        except Refusal:
            draft.rollback()
        self.number += 1


def _any_intent(
    encounter: Encounter, ruleset: Ruleset, chance: random.Random, number: int
) -> Intent:
    words = ruleset.lexicon(encounter)
    one, other = chance.sample(list(encounter.combatants), 2)
    options = Options(force=chance.random() < 0.3)
    if number == 0:
        return intents.RollInit()
    kind = chance.choice(("attack", "attack", "act", "act", "effect", "next", "delay", "damage"))
    if kind == "attack":
        return intents.Attack(one, (other,), options=options)
    if kind == "act" and words.actions:
        action = chance.choice(words.actions).word
        return intents.Act(one, action, chance.choice(((), (other,))), options=options)
    if kind == "effect" and words.effects:
        return intents.Effect(one, chance.choice(words.effects).word, options=options)
    if kind == "delay":
        return intents.Delay(one, options=options)
    return intents.Damage(one, 1, options=options) if kind == "damage" else intents.Next()


def refused_or_works(text: str) -> list[Fault]:
    """What is wrong in a file; if nothing is, everything works with it."""
    try:
        encounter, ruleset = opened(text)
    except BadFile as bad:
        return bad.faults
    use(encounter, ruleset)
    return []


def use(encounter: Encounter, ruleset: Ruleset) -> None:
    """Everything that shows a fight, and some that goes on with it, on drafts that are thrown
    away. Refusals are answers; anything else that is raised is a fault."""
    for make in (gm_board, players_board):
        board = make(encounter, ruleset.board)
        json.dumps(board.doc)
        render_board(board, WIDTH)
    for who in encounter.combatants:
        profile = ruleset.show(encounter, who)
        json.dumps(profile.doc)
        render_profile(profile, WIDTH)
    for topic in ruleset.topics(encounter).values():
        render_topic(topic, WIDTH)
    ruleset.lexicon(encounter)
    for intent in _intents(encounter):
        _try(encounter, ruleset, intent)


def _intents(encounter: Encounter) -> Iterator[Intent]:
    options = Options(force=True)
    yield intents.RollInit(options=options)
    yield intents.Next()
    yield intents.End()
    people = list(encounter.combatants)[:3]
    for who in people:
        for other in people:
            if other != who:
                yield intents.Attack(who, (other,), options=options)
        yield intents.Damage(who, 2, options=options)
        yield intents.Heal(who, None, options=options)


def _try(encounter: Encounter, ruleset: Ruleset, intent: Intent) -> None:
    draft = Draft(encounter)
    with suppress(Refusal):
        report = ruleset.resolve(draft, intent, RandomDice(1))
        report.changes = list(net_changes(draft.changes))
        json.dumps(report.to_json())
        names = {who: encounter.display_name(who) for who in encounter.combatants}
        render_report(report, Wording(ruleset.PHRASES, ruleset.LABELS, names), WIDTH)
        render_board(gm_board(encounter, ruleset.board), WIDTH)
    draft.rollback()
